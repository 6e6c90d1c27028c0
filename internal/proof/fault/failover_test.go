package fault_test

import (
	"bytes"
	"net"
	"net/http"
	"net/url"
	"sync"
	"testing"
	"time"

	"hongyun/internal/proof"
)

// cutter stands between the house and its database. On demand it cuts one
// connection at a COMMIT, before or after the server has heard it, or all of
// them at once, as a failover does.
type cutter struct {
	to string

	mu    sync.Mutex
	conns map[net.Conn]net.Conn // from the house, to the server
	wait  int                   // commits that pass before the one that is cut; below 0: none is cut
	heard bool                  // the server hears the commit, and only its answer is lost
	fired int
}

// between puts a cutter before a database and gives the address of both.
func between(t *testing.T, address string) (string, *cutter) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{to: u.Host, conns: map[net.Conn]net.Conn{}, wait: -1}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close(); c.all() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go c.serve(conn)
		}
	}()
	u.Host = l.Addr().String()
	return u.String(), c
}

// arm has the commit after so many others cut.
func (c *cutter) arm(after int, heard bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wait, c.heard = after, heard
}

// disarm says whether anything was cut since the last time.
func (c *cutter) disarm() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	fired := c.fired > 0
	c.wait, c.fired = -1, 0
	return fired
}

// all cuts every connection.
func (c *cutter) all() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for house, server := range c.conns {
		_ = house.Close()
		_ = server.Close()
	}
	c.fired++
}

// cuts says whether what the house sends is the commit to be cut.
func (c *cutter) cuts(sent []byte) (cut, heard bool) {
	if !bytes.Contains(bytes.ToLower(sent), []byte("commit")) {
		return false, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.wait < 0:
		return false, false
	case c.wait > 0:
		c.wait--
		return false, false
	}
	c.wait = -1
	c.fired++
	return true, c.heard
}

func (c *cutter) serve(house net.Conn) {
	server, err := net.Dial("tcp", c.to)
	if err != nil {
		_ = house.Close()
		return
	}
	c.mu.Lock()
	c.conns[house] = server
	c.mu.Unlock()
	end := func() {
		_ = house.Close()
		_ = server.Close()
		c.mu.Lock()
		delete(c.conns, house)
		c.mu.Unlock()
	}
	defer end()
	var mute sync.Mutex // held while nothing the server says may reach the house
	muted := false
	go func() {
		defer end()
		buffer := make([]byte, 64<<10)
		for {
			n, err := server.Read(buffer)
			if n > 0 {
				mute.Lock()
				stop := muted
				mute.Unlock()
				if stop {
					if bytes.Contains(buffer[:n], []byte("COMMIT")) {
						return // done there, and nobody here will hear of it
					}
					continue
				}
				if _, err := house.Write(buffer[:n]); err != nil {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	buffer := make([]byte, 64<<10)
	for {
		n, err := house.Read(buffer)
		if n > 0 {
			cut, heard := c.cuts(buffer[:n])
			if cut && !heard {
				return
			}
			if cut {
				mute.Lock()
				muted = true
				mute.Unlock()
			}
			if _, err := server.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// fails has one of the next commits lost, or every connection at once.
func (r *rig) fails() {
	r.t.Helper()
	if r.chance(15) {
		r.cuts.all()
		return
	}
	after := r.rnd.IntN(4)
	if !proof.Whole() {
		after = 0 // with one seed, the very next
	}
	r.cuts.arm(after, r.chance(60))
}

// recovers ends the cuts, and waits until the house has connections that live.
func (r *rig) recovers() {
	r.t.Helper()
	if r.cuts.disarm() {
		r.cutOff++
	}
	well := 0
	r.waitFor("the house to have its database again", func() bool {
		if well++; r.h.Wallets.ResolvePending(r.t.Context()) != nil || r.h.Cashier.Deposits.PollOpen(r.t.Context()) != nil {
			well = 0
		}
		return well == 5
	})
}

// F19: the database fails over while a transfer is made. Whether a commit was
// heard is not known: the player asks under the same key until there is an
// answer, and every acknowledged thing is still there.
func failover(r *rig) {
	o := r.some()
	r.fails()
	for range 10 {
		if o.send(); o.status >= 0 {
			break
		}
		r.h.Clock.Advance(time.Second)
	}
	if o.status < 0 {
		r.errorf("no answer under the same key: %s", o.reply)
	}
	r.failsWhileSweeping()
	r.recovers()
	if t := o.ends(30 * time.Minute); t.Open() {
		return
	}
	o.send()
	if o.status < 1 {
		r.errorf("the player sees %s", o.reply)
	}
}

// failsWhileSweeping loses commits of the resolver, too: its sweeps may fail,
// and the next one goes on.
func (r *rig) failsWhileSweeping() {
	r.t.Helper()
	for range r.upTo(3) {
		r.fails()
		r.h.Clock.Advance(time.Duration(5+r.rnd.IntN(60)) * time.Second)
		_ = r.h.Wallets.ResolvePending(r.t.Context())
		_ = r.h.Cashier.Deposits.PollOpen(r.t.Context())
	}
}

func depositFailover(r *rig) {
	d := r.deposit()
	r.fails()
	for range 10 {
		if d.place(); d.reply.OK() {
			break
		}
		r.h.Clock.Advance(25 * time.Second)
	}
	if d.sn == "" {
		r.errorf("no answer under the same key: %s", d.reply)
		return
	}
	r.recovers()
	for range r.upTo(3) {
		r.fails()
		d.pay(nil)
	}
	r.failsWhileSweeping()
	r.recovers()
	d.pay(nil)
	d.credited(d.amount)
}

func payoutFailover(r *rig) {
	p := r.payout()
	r.fails()
	for range 10 {
		if p.asked(); p.reply.OK() {
			break
		}
	}
	if r.recovers(); p.sn == "" {
		r.errorf("no answer under the same key: %s", p.reply)
		return
	}
	p.see(0)
	p.books(-p.amount, p.amount, 0)
	p.approved()
	ref := reference()
	r.fails()
	for range 10 {
		a := p.does(r.checker, "paid", map[string]any{"reference": ref})
		if a.Status == http.StatusOK || a.Status == http.StatusConflict {
			break
		}
	}
	r.recovers()
	p.see(1)
	p.books(-p.amount, 0, p.amount)
}
