package sandbox

import (
	"bufio"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
)

const crashDir = "SANDBOX_CRASH_TEST_DIR"

// TestMain plays the process that gets killed when it is asked to.
func TestMain(m *testing.M) {
	dir := os.Getenv(crashDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	s, err := New(Config{DataDir: dir, BaseURL: func() string { return "" },
		Venues: []VenueConfig{{Code: "ky", Protocol: KY{Agent: "70001", DESKey: "0123456789abcdef", MD5Key: "k", LineCode: "hy"}}},
		Chains: []ChainConfig{{Network: "trc20"}}})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(httptest.NewServer(s.Handler()).URL)
	select {}
}

func newClock() *calendar.Fixed {
	return calendar.NewFixed(time.Date(2026, 11, 21, 12, 0, 0, 0, calendar.Beijing))
}

// child starts the process that gets killed.
func child(t *testing.T, dir string) (base string, kill func()) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), crashDir+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	base, err = bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(base), func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	}
}

// C2: what was answered before the process was killed is in the books after it.
func TestAnsweredBetsSurviveAKill(t *testing.T) {
	dir := t.TempDir()
	base, kill := child(t, dir)
	var mu sync.Mutex
	var answered []string
	var all sync.WaitGroup
	for w := range 4 {
		all.Go(func() {
			for n := range 10_000 {
				id := fmt.Sprintf("w%d-%d", w, n)
				answer, err := http.Post(base+"/control/bets", "application/json", strings.NewReader(
					`{"venue":"ky","player":"p`+fmt.Sprint(w)+`","stake":"1","payout":"3","status":"settled","betId":"`+id+`"}`))
				if err != nil {
					return
				}
				_ = answer.Body.Close()
				mu.Lock()
				answered = append(answered, id)
				mu.Unlock()
			}
		})
	}
	time.Sleep(300 * time.Millisecond)
	kill()
	all.Wait()
	r := &rig{t: t, dir: dir, at: newClock()}
	r.start()
	defer r.end() // derives the balances again
	for _, id := range answered {
		if _, err := r.books.Bet(t.Context(), "ky", id); err != nil {
			t.Fatalf("bet %s of %d answered: %v", id, len(answered), err)
		}
	}
	if len(answered) == 0 {
		t.Error("nothing was answered before the kill")
	}
}
