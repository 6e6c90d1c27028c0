package bench

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"time"
)

// outsideRole, where set, makes this binary the world outside: see outside_test.go.
const outsideRole = "HONGYUN_BENCH_OUTSIDE"

var (
	window  = flag.Duration("window", 2*time.Second, "how long each row is measured")
	warm    = flag.Duration("warm", 500*time.Millisecond, "how long each row runs before it is measured")
	engines = flag.String("engines", "sqlite,postgres", "databases to measure on")
	clients = flag.String("clients", "1,16,64,256", "how many clients at once, each with one request under way")
	only    = flag.String("only", "", "measure only rows whose name contains this")
)

func TestMain(m *testing.M) {
	if os.Getenv(outsideRole) != "" {
		if err := outside(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "outside:", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}
