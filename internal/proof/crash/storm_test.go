package crash

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"hongyun/internal/money"
)

// kind of an operation in a storm, and the call it is.
type kind string

const (
	moveIn   kind = "in"
	moveOut  kind = "out"
	recycle  kind = "recycle"
	buy      kind = "deposit"
	withdraw kind = "withdraw"
)

var paths = map[kind]string{
	moveIn: "/v1/Do/CallPlatformTranscationAction", moveOut: "/v1/Do/CallPlatformTranscationAction", recycle: "/v1/Do/OneClickRecyclingAction",
	buy: "/v1/Do/CallDepositPay", withdraw: "/v1/Do/CallWithdrawAction",
}

// operation is what a client asked for, and what it was told in the end. The
// list of these is the client's own book: nothing in it may be missing, and
// nothing that is not in it may be there.
type operation struct {
	kind  kind
	who   person
	key   string
	yuan  int
	told  bool   // it has an answer
	taken bool   // and the answer names an order
	ref   string // the order's number
	state string // of a transfer: the status it was told last
	paid  bool   // of a deposit: it was paid at the gateway
	asked int    // how often it was sent
}

// id is the order's id in the house: of the player, the call and the key.
func (o *operation) id() string {
	sum := sha256.Sum256([]byte(o.who.id + "|" + paths[o.kind] + "|key|" + o.key))
	return hex.EncodeToString(sum[:16])
}

// payout is what staff decided about a withdrawal.
type payout struct {
	op        *operation
	pay       bool
	reference string
	done      int // steps that were taken for certain
}

// storm is many clients at once, each with a player of its own, and staff.
type storm struct {
	h       *house
	over    atomic.Bool
	mu      sync.Mutex
	ops     []*operation
	late    []*operation // could not be answered at once; asked again in the end
	payouts []*payout
	failed  error
	retried atomic.Int64 // requests that had no answer
	deaths  atomic.Int64
}

func (s *storm) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed == nil {
		s.failed = err
	}
}

// blow runs the clients and the staff for a while, beside whatever else happens,
// and then lets each finish what it began.
func (s *storm) blow(d time.Duration, seed int, meanwhile func()) {
	var clients, staff, others sync.WaitGroup
	for i, who := range s.h.e.players[:min(10, len(s.h.e.players))] {
		clients.Go(func() { s.client(who, i, rand.New(rand.NewPCG(uint64(seed), uint64(i)))) })
	}
	queue := make(chan struct{})
	staff.Go(func() { s.staff(queue) })
	others.Go(meanwhile)
	time.Sleep(d)
	s.over.Store(true)
	others.Wait()
	clients.Wait()
	close(queue)
	staff.Wait()
}

// client asks for one thing after another, each until it has an answer.
func (s *storm) client(who person, nr int, r *rand.Rand) {
	kinds := []kind{moveIn, moveIn, moveOut, moveIn, moveOut, recycle, buy, buy, buy}
	if nr%2 == 1 {
		kinds = []kind{moveIn, moveIn, moveOut, moveIn, moveOut, recycle, withdraw}
	}
	withdrawals := 0
	for i := 0; !s.over.Load(); i++ {
		k := kinds[r.IntN(len(kinds))]
		if k == withdraw {
			if withdrawals++; withdrawals > 4 { // five a day
				continue
			}
		}
		o := &operation{kind: k, who: who, key: fmt.Sprintf("%s-%03d-%s", who.id, i, k), yuan: 100 + r.IntN(50)}
		s.mu.Lock()
		s.ops = append(s.ops, o)
		s.mu.Unlock()
		s.ask(o, r, time.Now().Add(30*time.Second))
		if k == buy && o.taken && r.IntN(4) > 0 {
			s.pay(o, r)
		}
		if k == withdraw && o.taken {
			s.mu.Lock()
			s.payouts = append(s.payouts, &payout{op: o, pay: r.IntN(4) > 0, reference: "BANK" + o.ref})
			s.mu.Unlock()
		}
	}
}

// ask sends an operation under its key until somebody answers. What the house
// says is still being worked on is asked again in the end.
func (s *storm) ask(o *operation, r *rand.Rand, until time.Time) {
	for time.Now().Before(until) {
		n := s.h.nodes[r.IntN(len(s.h.nodes))]
		o.asked++
		answer, err := s.send(n, o)
		switch {
		case err != nil, answer.status >= 500:
			s.retried.Add(1)
			time.Sleep(time.Duration(20+r.IntN(60)) * time.Millisecond)
			continue
		case answer.status == http.StatusConflict:
			s.mu.Lock()
			s.late = append(s.late, o)
			s.mu.Unlock()
			return
		case answer.status != http.StatusOK && answer.status != http.StatusBadRequest:
			s.fail(fmt.Errorf("%s of %s: %s", o.kind, o.who.id, answer))
			return
		}
		o.told = true
		switch o.kind {
		case moveIn, moveOut:
			o.ref, o.state = answer.text("OrderSn"), answer.text("Status")
			o.taken = o.ref != ""
		case recycle:
			o.taken = answer.status == http.StatusOK
		case buy:
			o.ref = answer.text("Data.order_sn")
			o.taken = answer.ok()
		case withdraw:
			o.ref = answer.text("OrderSn")
			o.taken = answer.ok()
		}
		return
	}
	s.fail(fmt.Errorf("%s of %s had no answer for too long", o.kind, o.who.id))
}

func (s *storm) send(n *node, o *operation) (reply, error) {
	switch o.kind {
	case moveIn, moveOut:
		return n.transfer(o.who, o.key, string(o.kind), o.yuan)
	case recycle:
		return n.call(o.who, o.key, paths[recycle])
	case buy:
		return n.deposit(o.who, o.key, o.yuan)
	}
	return n.withdraw(o.who, o.key, o.yuan)
}

// pay pays an order at the gateway, which tells the house once or twice, if it
// lives.
func (s *storm) pay(o *operation, r *rand.Rand) {
	o.paid = true
	for range 1 + r.IntN(2) {
		if err := s.h.control(http.MethodPost, "/gateways/epay/orders/"+o.ref+"/pay", map[string]any{}, nil); err != nil {
			s.fail(err)
		}
	}
}

// staff reviews and pays what players asked for, as it comes; after the queue
// is closed, what is left.
func (s *storm) staff(closed <-chan struct{}) {
	r, ended := rand.New(rand.NewPCG(1, 1)), false
	for i := 0; ; {
		s.mu.Lock()
		var p *payout
		if i < len(s.payouts) {
			p = s.payouts[i]
		}
		s.mu.Unlock()
		switch {
		case p != nil:
			i++
			s.decide(p, r)
			continue
		case ended:
			return
		}
		select {
		case <-closed:
			ended = true
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// decide takes a withdrawal through its steps. One that has no answer is taken
// again; that it was done already is an answer too.
func (s *storm) decide(p *payout, r *rand.Rand) {
	type step struct {
		desk int
		name string
		body map[string]any
	}
	steps := []step{{0, "claim", nil}, {0, "approve", nil}, {1, "destination", nil}, {1, "paid", map[string]any{"reference": p.reference}}}
	if !p.pay {
		steps = []step{{0, "claim", nil}, {0, "reject", map[string]any{"reason": "收款账户有误"}}}
	}
	for _, at := range steps {
		unsure := false
		for until := time.Now().Add(30 * time.Second); ; {
			if time.Now().After(until) {
				s.fail(fmt.Errorf("%s of %s had no answer for too long", at.name, p.op.ref))
				return
			}
			n := s.h.nodes[r.IntN(len(s.h.nodes))]
			answer, err := n.post(s.h.desks[at.desk].cookie, "/withdrawals/"+p.op.ref+"/"+at.name, at.body)
			if err != nil || answer.status >= 500 {
				unsure = true
				s.retried.Add(1)
				time.Sleep(time.Duration(20+r.IntN(60)) * time.Millisecond)
				continue
			}
			if answer.status != http.StatusOK && !unsure {
				s.fail(fmt.Errorf("%s of %s: %s", at.name, p.op.ref, answer))
				return
			}
			p.done++
			break
		}
	}
}

// calm lets everything end: the house's clock moves by 120 s, within which all
// must be final, and then on to where an interrupted recycle may be taken up
// again; what had no answer then is asked again. It gives by how much the clock
// had to be moved. Real seconds pass as well, for the leases of the dead.
func (s *storm) calm() (moved time.Duration, err error) {
	open := ""
	for _, step := range steps {
		if err := s.h.clock.advance(step); err != nil {
			return 0, err
		}
		moved += step
		if open, err = s.rest(); err != nil {
			return 0, err
		}
		if open == "" {
			break
		}
	}
	if open != "" {
		return 0, fmt.Errorf("still open after 120 s of the house's time: %s", open)
	}
	if err := s.h.clock.advance(140*time.Second - moved); err != nil {
		return 0, err
	}
	r := rand.New(rand.NewPCG(2, 2))
	for late := s.late; len(late) > 0; {
		o := late[0]
		late = late[1:]
		s.late = nil
		if s.ask(o, r, time.Now().Add(30*time.Second)); len(s.late) > 0 {
			return 0, fmt.Errorf("%s of %s is still being worked on", o.kind, o.who.id)
		}
	}
	if open, err = s.rest(); err == nil && open != "" {
		err = fmt.Errorf("open in the end: %s", open)
	}
	return moved, errors.Join(err, s.failed)
}

// rest waits until nothing is open, or nothing will happen before the clock
// moves on: what is open is not due, and stays so for a while.
func (s *storm) rest() (open string, err error) {
	quiet := time.Now()
	for until := time.Now().Add(40 * time.Second); time.Now().Before(until); time.Sleep(30 * time.Millisecond) {
		var due bool
		if open, due, err = s.open(); err != nil || open == "" {
			return open, err
		}
		if due {
			quiet = time.Now()
		}
		if time.Since(quiet) > 1500*time.Millisecond {
			break
		}
	}
	return open, nil
}

func (o *operation) amount() money.Fen { return money.Fen(o.yuan) * money.Yuan }

func (o *operation) String() string {
	return strings.Join([]string{string(o.kind), o.who.id, o.key, o.ref, "status " + o.state}, " ")
}
