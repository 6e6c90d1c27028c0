package bench

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"
)

// row is one line of the table. Every figure in it was measured.
type row struct {
	engine, what, who string
	clients           int
	result
	house   time.Duration // processor time of the house's process
	server  time.Duration // of the database server
	unknown bool          // the server's time could not be read
	others  time.Duration // of everything else on the machine
	apart   bool          // the load was made by the second process
}

func (r row) micros(t time.Duration) string {
	if r.Ops == 0 {
		return "-"
	}
	return fmt.Sprint(t.Microseconds() / int64(r.Ops))
}

func millis(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", float64(d.Microseconds())/1000)
}

func (r row) cells() []string {
	server, outside := r.micros(r.server), r.micros(r.CPU)
	sum := r.micros(r.house + r.server)
	if r.unknown {
		server, sum = "?", r.micros(r.house)+"+?"
	}
	if r.engine == "sqlite" {
		server = "-"
	}
	if !r.apart {
		outside = "-"
	}
	clients := "-"
	if r.clients > 0 {
		clients = fmt.Sprint(r.clients)
	}
	others := 100 * r.others.Seconds() / (r.Elapsed.Seconds() * float64(runtime.NumCPU()))
	return []string{
		r.engine, r.what, r.who, clients, fmt.Sprintf("%.0f", r.perSecond()), millis(r.P50), millis(r.P99),
		r.micros(r.house), server, sum, outside, fmt.Sprintf("%.0f%%", max(others, 0)), fmt.Sprint(r.refusals()),
	}
}

var heads = []string{
	"database", "what", "players", "clients", "a second", "p50 ms", "p99 ms",
	"house µs", "server µs", "together µs", "outside µs", "others", "refused",
}

// show prints the table, and below it why what was refused was refused.
func show(rows []row) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, strings.Join(heads, "\t")+"\t")
	for _, r := range rows {
		fmt.Fprintln(w, strings.Join(r.cells(), "\t")+"\t")
	}
	_ = w.Flush()
	for _, r := range rows {
		for why, times := range r.Refused {
			fmt.Printf("refused: %s, %s, %d clients: %d times: %s\n", r.engine, r.what, r.clients, times, strings.TrimSpace(why))
		}
	}
}
