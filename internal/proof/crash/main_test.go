package crash

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

var (
	root     string      // everything that this run writes lies in here
	children chan func() // children are started by one thread that lives as long as this process
)

func TestMain(m *testing.M) {
	var err error
	if root, err = os.MkdirTemp("", "hongyun-crash-"); err == nil {
		err = os.Chmod(root, 0o711) // the database server runs as somebody else and must get through
	}
	if err != nil {
		panic(err)
	}
	// Whatever ends this process, the folder goes: a shell waits for the end of
	// a pipe that only we hold open.
	cleaner := exec.Command("sh", "-c", `cat >/dev/null; sleep 2; rm -rf "$1"`, "cleaner", root)
	pipe, err := cleaner.StdinPipe()
	if err == nil {
		err = cleaner.Start()
	}
	if err != nil {
		panic(err)
	}
	children = make(chan func())
	go func() {
		runtime.LockOSThread()
		for start := range children {
			start()
		}
	}()
	code := m.Run()
	for _, s := range servers {
		s.stop()
	}
	_ = pipe.Close()
	_ = cleaner.Wait()
	os.Exit(code)
}

// startChild starts a process that dies with this one: Pdeathsig looks at the
// thread that started it.
func startChild(c *exec.Cmd) error {
	done := make(chan error)
	children <- func() { done <- c.Start() }
	return <-done
}

var built struct {
	once           sync.Once
	house, product string
	err            error
}

// programs builds the program with the crash points and the one without them.
func programs() (house, product string, err error) {
	built.once.Do(func() {
		built.house, built.product = filepath.Join(root, "hongyun-crash"), filepath.Join(root, "hongyun")
		var both sync.WaitGroup
		var failed [2]error
		for i, args := range [][]string{{"-tags", "crash", "-o", built.house}, {"-o", built.product}} {
			both.Go(func() {
				c := exec.Command("go", append(append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w"}, args...), "hongyun/cmd/hongyun")...)
				c.Env = append(os.Environ(), "CGO_ENABLED=0") // as make build does, so that its cache serves
				if out, err := c.CombinedOutput(); err != nil {
					failed[i] = fmt.Errorf("%w: %s", err, out)
				}
			})
		}
		both.Wait()
		if built.err = failed[0]; built.err == nil {
			built.err = failed[1]
		}
	})
	return built.house, built.product, built.err
}

// The product must not hold a switch by which anybody could end it.
func TestTheProductHasNoCrashPoints(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-f", "{{.GoFiles}}", "hongyun/cmd/hongyun").CombinedOutput()
	if err != nil || strings.Contains(string(out), "crash.go") {
		t.Errorf("the product is built from %s, %v", out, err)
	}
	house, product, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	for program, want := range map[string]bool{house: true, product: false} {
		text, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("/crash/arm")) != want || bytes.Contains(text, []byte("HONGYUN_CRASH_CLOCK")) != want {
			t.Errorf("%s: crash points %v, want %v", filepath.Base(program), !want, want)
		}
	}
}
