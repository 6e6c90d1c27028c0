package sim

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

const (
	callTimeout  = 10 * time.Second
	visibleAfter = 10 * time.Minute
)

// venueCompany is a venue with its own book. It keeps its promises, unless it
// is told to break one.
type venueCompany struct {
	w      *world
	code   string
	refs   int
	book   map[string]money.Fen // by account
	known  map[string]bool      // accounts
	orders map[string]*venueOrder
	closed bool // under maintenance
}

type venueOrder struct {
	ref, account string
	by           money.Fen     // what it adds to the account
	state        venue.Outcome // Unknown: on its way, or being worked on
	here         bool          // the company has heard of it
	sent         int           // how often we sent it
	saidNo       bool          // it has refused it, in so many words
	saidDone     bool
	saidOther    bool        // it has named another amount
	saidAbsent   []time.Time // by when it was asked
}

var errNetwork = errors.New("connection reset by peer")

func (c *venueCompany) Rules() venue.Rules {
	return venue.Rules{VisibleAfter: visibleAfter, Timeout: callTimeout, MaxAmount: 50_000 * money.Yuan}
}
func (c *venueCompany) AccountName(player string) string { return c.code + player }
func (c *venueCompany) NewRef(account string, _ time.Time) string {
	c.refs++
	return fmt.Sprintf("%s-%d", account, c.refs)
}

func (c *venueCompany) Launch(context.Context, venue.Launch) (string, error) {
	return "https://game.example", nil
}

// fault draws what goes wrong with one message, by the message alone.
func (w *world) fault(of *rand.Rand, kinds ...string) string {
	w.count.calls++
	if w.calm || of.IntN(100) >= 35 {
		return ""
	}
	kind := kinds[of.IntN(len(kinds))]
	w.count.faults++
	w.count.kinds[kind]++
	return kind
}

// reach is our side of the way to a company: the process may die or be held up
// before the message leaves, and what is too late does not leave at all. The
// time of an order to a venue runs from before it is written; that of a
// question, from the question.
func (w *world) reach(point string, fresh bool) error {
	if fresh {
		w.late = false
	}
	w.seam(point)
	if w.late {
		return context.DeadlineExceeded
	}
	return nil
}

func (c *venueCompany) EnsurePlayer(_ context.Context, account string) error {
	if err := c.w.reach("venue.account.ask", true); err != nil {
		return err
	}
	f := c.w.fault(c.w.of(c.code, "account", account, c.w.clock.Now()), "drop request", "drop response")
	if f == "drop request" {
		return errNetwork
	}
	c.known[account] = true
	c.w.seam("venue.account.answer")
	if f != "" || c.w.late {
		return errNetwork
	}
	return nil
}

func (c *venueCompany) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return c.move(ctx, "credit", m, m.Amount)
}

func (c *venueCompany) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return c.move(ctx, "debit", m, -m.Amount)
}

func (c *venueCompany) move(_ context.Context, call string, m venue.Movement, by money.Fen) (venue.Outcome, error) {
	if err := c.w.reach("venue."+call+".ask", false); err != nil {
		c.w.say("%s %s was not sent: too late", c.code, m.Ref)
		return venue.Unknown, err
	}
	o := c.orders[m.Ref]
	if o == nil {
		o = &venueOrder{ref: m.Ref}
		c.orders[m.Ref] = o
	}
	o.account, o.by = m.Account, by
	if o.sent++; o.sent > 1 {
		c.w.fail("order %s was sent %d times to %s", m.Ref, o.sent, c.code)
	}
	chance := c.w.of(c.code, call, m.Ref)
	f := c.w.fault(chance, "drop request", "drop response", "delay", "delay", "break the time limit", "commit then error", "refuse",
		"garbage", "in game", "work on it")
	if f != "" {
		c.w.say("%s %s %s: %s", c.code, call, m.Ref, f)
	}
	switch f {
	case "drop request":
		return venue.Unknown, errNetwork
	case "delay", "break the time limit", "work on it":
		return c.later(o, f, chance)
	case "refuse", "in game":
		return c.refuse(o, f)
	}
	c.carryOut(o)
	c.w.seam("venue." + call + ".answer")
	switch {
	case f != "":
		return venue.Unknown, errNetwork
	case o.state == venue.Refused && c.closed:
		o.saidNo = true
		return venue.Refused, &venue.Refusal{Reason: venue.Maintenance, Code: "43"}
	case o.state == venue.Refused:
		o.saidNo = true
		return venue.Refused, &venue.Refusal{Reason: venue.Insufficient, Code: "38"}
	}
	o.saidDone = true
	return venue.Done, nil
}

func (c *venueCompany) refuse(o *venueOrder, f string) (venue.Outcome, error) {
	o.here, o.state, o.saidNo = true, venue.Refused, true
	c.w.seam("venue.refused")
	if f == "in game" {
		return venue.Refused, &venue.Refusal{Reason: venue.InGame, Code: "27"}
	}
	return venue.Refused, nil
}

// later has an order arrive, or be decided, after the call's time is over. One
// kind breaks what the venue promised: it arrives when it must long have been
// visible there.
func (c *venueCompany) later(o *venueOrder, f string, chance *rand.Rand) (venue.Outcome, error) {
	wait := callTimeout + time.Duration(chance.Int64N(int64(visibleAfter-time.Minute)))
	switch f {
	case "break the time limit":
		wait = visibleAfter + time.Duration(chance.Int64N(int64(20*time.Hour)))
	case "work on it":
		o.here = true
		wait = time.Duration(chance.Int64N(int64(2 * time.Hour)))
	}
	c.w.in(wait, func() {
		c.carryOut(o)
		c.w.say("%s: %s arrived and is %s", c.code, o.ref, o.state)
	})
	return venue.Unknown, context.DeadlineExceeded
}

// carryOut decides an order, once.
func (c *venueCompany) carryOut(o *venueOrder) {
	if o.here && o.state != venue.Unknown {
		return
	}
	o.here, o.state = true, venue.Refused
	if c.book[o.account]+o.by >= 0 && !c.closed {
		o.state = venue.Done
		c.book[o.account] += o.by
	}
}

func (c *venueCompany) Lookup(_ context.Context, ref string) (venue.Answer, error) {
	asked := c.w.clock.Now()
	if err := c.w.reach("venue.lookup.ask", true); err != nil {
		return venue.Answer{}, err
	}
	o := c.orders[ref]
	f := c.w.fault(c.w.of(c.code, "lookup", ref, c.w.clock.Now()), "drop request", "drop response", "garbage", "not found flap", "not found flap", "wrong amount")
	answer, err := c.answer(o, f)
	if o == nil {
		o = &venueOrder{ref: ref}
		c.orders[ref] = o
	}
	switch {
	case err != nil:
	case answer.Outcome == venue.Absent:
		o.saidAbsent = append(o.saidAbsent, asked)
	case answer.Outcome == venue.Refused:
		o.saidNo = true
	case answer.Outcome == venue.Done && f == "wrong amount":
		o.saidOther = true
	case answer.Outcome == venue.Done:
		o.saidDone = true
	}
	c.w.look |= transfers
	c.w.say("%s asked about %s: %s %s %v", c.code, ref, answer.Outcome, answer.Amount, err != nil)
	c.w.seam("venue.lookup.answer")
	return answer, err
}

func (c *venueCompany) answer(o *venueOrder, f string) (venue.Answer, error) {
	switch {
	case f == "drop request" || f == "drop response" || f == "garbage":
		return venue.Answer{}, errNetwork
	case o == nil || !o.here || f == "not found flap":
		return venue.Answer{Outcome: venue.Absent}, nil
	case o.state == venue.Done && f == "wrong amount":
		return venue.Answer{Outcome: venue.Done, Amount: 100 * max(o.by, -o.by)}, nil
	case o.state == venue.Done:
		return venue.Answer{Outcome: venue.Done, Amount: max(o.by, -o.by)}, nil
	}
	return venue.Answer{Outcome: o.state}, nil
}

func (c *venueCompany) Balance(_ context.Context, account string) (money.Fen, error) {
	if err := c.w.reach("venue.balance.ask", true); err != nil {
		return 0, err
	}
	if c.w.fault(c.w.of(c.code, "balance", account, c.w.clock.Now()), "drop response") != "" {
		return 0, errNetwork
	}
	return c.book[account], nil
}
