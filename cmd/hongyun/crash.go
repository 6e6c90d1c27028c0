//go:build crash

package main

import (
	"encoding/binary"
	"encoding/json"
	"net/http"
	"net/http/httptrace"
	"os"
	"path"
	"sync"
	"syscall"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/app/company"
	"hongyun/internal/calendar"
)

// A build with the tag crash ends, or stops, its own process at a named point
// between two steps of a money operation, when it was told to on the ops
// listener. internal/proof/crash does so thousands of times. The product is
// built without the tag and has none of this.
func init() {
	inTests = append(inTests, func(c *app.Config) {
		p := &points{}
		clock := &sharedClock{}
		if name := os.Getenv("HONGYUN_CRASH_CLOCK"); name != "" {
			f, err := os.Open(name)
			if err != nil {
				panic(err)
			}
			clock.ahead = f
			go clock.watch()
		}
		c.Clock, c.Seam, c.Wire = clock, p.reach, p.wire
		c.TestRoutes = func(mux *http.ServeMux, _ *app.App) { mux.HandleFunc("POST /crash/arm", p.arm) }
		const plenty = 1_000_000
		c.PlayerLimits.Idle = 10_000 * time.Hour // the clock of the trial runs ahead of its players
		c.Rates.Visitor, c.Rates.Guess, c.Rates.Picture, c.Rates.Player, c.Rates.Money = plenty, plenty, plenty, plenty, plenty
		for i := range c.Companies.Venues {
			v := &c.Companies.Venues[i]
			v.Timeout, v.VisibleAfter = 10*time.Second, 30*time.Second
		}
	})
}

// points are where this process may end.
type points struct {
	mu    sync.Mutex
	wait  order
	armed bool
}

// order says where, at which visit, by which signal and how long after.
type order struct {
	Point   string `json:"point"`
	Nth     int    `json:"nth"`
	Stop    bool   `json:"stop"` // SIGSTOP instead of SIGKILL
	DelayMs int    `json:"delayMs"`
}

func (p *points) arm(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil || o.Point == "" || o.Nth < 1 {
		http.Error(w, "want point and nth", http.StatusBadRequest)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wait, p.armed = o, true
}

// reach is called at each point. Whoever arrives at the one that was named does
// not go on: the process is dead, or stopped until it is told to continue.
func (p *points) reach(point string) {
	p.mu.Lock()
	if !p.armed || point != p.wait.Point {
		p.mu.Unlock()
		return
	}
	if p.wait.Nth--; p.wait.Nth > 0 {
		p.mu.Unlock()
		return
	}
	p.armed = false
	o := p.wait
	p.mu.Unlock()
	time.Sleep(time.Duration(o.DelayMs) * time.Millisecond)
	if o.Stop {
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		time.Sleep(time.Millisecond) // the signal reaches the process before it goes on
		return
	}
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// wire adds the points at which a question to a company is about to leave, is
// leaving, has left, and is answered without the answer being read.
func (p *points) wire(carrier http.RoundTripper) http.RoundTripper { return wired{carrier, p} }

type wired struct {
	http.RoundTripper
	p *points
}

func (w wired) RoundTrip(r *http.Request) (*http.Response, error) {
	call := path.Base(r.URL.Path)
	if call == "channelHandle" && !company.Asked(r.Context()) {
		// Of a job, such as the comparison of balances: the points are those of what a player asked for.
		return w.RoundTripper.RoundTrip(r)
	}
	w.p.reach("leaves " + call)
	left := make(chan struct{})
	var gone sync.Once // the library may send again what found a connection closed
	ctx := httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
		WroteRequest: func(httptrace.WroteRequestInfo) {
			w.p.reach("leaving " + call) // it lies in the transport's buffer
			go func() {
				defer gone.Do(func() { close(left) })
				time.Sleep(time.Millisecond)
				w.p.reach("left " + call)
			}()
		},
	})
	answer, err := w.RoundTripper.RoundTrip(r.WithContext(ctx))
	if err == nil {
		<-left // nobody reads the answer before
	}
	w.p.reach("answered " + call)
	return answer, err
}

// sharedClock is the machine's clock put ahead by the nanoseconds in a file: all
// nodes of a trial, and its companies, read the same one, whoever was dead or
// stopped when it moved.
type sharedClock struct {
	ahead *os.File
	mu    sync.Mutex
	told  []func()
}

func (c *sharedClock) offset() time.Duration {
	var b [8]byte
	if c.ahead == nil {
		return 0
	}
	if _, err := c.ahead.ReadAt(b[:], 0); err != nil {
		panic(err)
	}
	return time.Duration(binary.LittleEndian.Uint64(b[:]))
}

// Now is the machine's time plus what the file says.
func (c *sharedClock) Now() time.Time { return calendar.System().Now().Add(c.offset()) }

// OnMove has f called after the file has changed.
func (c *sharedClock) OnMove(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told = append(c.told, f)
}

func (c *sharedClock) watch() {
	for last := c.offset(); ; time.Sleep(4 * time.Millisecond) {
		if now := c.offset(); now != last {
			last = now
			c.mu.Lock()
			told := c.told
			c.mu.Unlock()
			for _, f := range told {
				f()
			}
		}
	}
}
