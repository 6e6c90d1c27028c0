package wallet_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
	"hongyun/internal/wallet/breaker"
)

// TRF-03, TRF-07, trust F1, F2, F4, F5: the venue's answer decides where the
// money is, and an impatient second click changes nothing. A refund while the
// venue has the money is the operator's loss. A hold kept although the venue
// never got the money is the player's loss.
func TestToVenue(t *testing.T) {
	for _, tc := range []struct {
		name    string
		company func(c *company)
		state   wallet.State
		book    string // while the answer is open
		end     wallet.State
		endBook string // when the resolver is through
	}{
		{"the venue accepts", func(*company) {}, wallet.Completed,
			"centre 70.00 transit 0.00 venue 30.00 ky 30.00", wallet.Completed, "centre 70.00 transit 0.00 venue 30.00 ky 30.00"},
		{"the venue refuses", func(c *company) { c.refuse = &venue.Refusal{Reason: venue.Limit} }, wallet.Refused,
			"centre 100.00 transit 0.00 venue 0.00 ky 0.00", wallet.Refused, "centre 100.00 transit 0.00 venue 0.00 ky 0.00"},
		{"the request is lost", func(c *company) { c.plan("credit", dropRequest) }, wallet.Pending,
			"centre 70.00 transit 30.00 venue 0.00 ky 0.00", wallet.Refused, "centre 100.00 transit 0.00 venue 0.00 ky 0.00"},
		{"the answer is lost", func(c *company) { c.plan("credit", dropResponse) }, wallet.Pending,
			"centre 70.00 transit 30.00 venue 0.00 ky 30.00", wallet.Completed, "centre 70.00 transit 0.00 venue 30.00 ky 30.00"},
		{"the answer is lost and the venue is down for a while", func(c *company) { c.plan("credit", dropResponse); c.plan("lookup", down, down, down) },
			wallet.Pending, "centre 70.00 transit 30.00 venue 0.00 ky 30.00", wallet.Completed, "centre 70.00 transit 0.00 venue 30.00 ky 30.00"},
		{"the answer is lost and the venue lies once", func(c *company) { c.plan("credit", dropResponse); c.plan("lookup", lie, lie) },
			wallet.Pending, "centre 70.00 transit 30.00 venue 0.00 ky 30.00", wallet.Completed, "centre 70.00 transit 0.00 venue 30.00 ky 30.00"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				h.pay("ming", 100*money.Yuan)
				tc.company(h.ky)
				for range 2 { // the second order is the impatient click
					got, err := h.ToVenue(t.Context(), order("t1", 30))
					if err != nil || got.State != tc.state {
						t.Fatalf("ToVenue = %+v, %v; want %s", got, err, tc.state)
					}
				}
				if got := h.book(); got != tc.book {
					t.Errorf("book\n got %s\nwant %s", got, tc.book)
				}
				h.resolve()
				if got := h.stored("t1").State; got != tc.end {
					t.Errorf("ended %s, want %s", got, tc.end)
				}
				if got := h.book(); got != tc.endBook {
					t.Errorf("book at the end\n got %s\nwant %s", got, tc.endBook)
				}
				h.sound()
			})
		})
	}
}

// The way back: nothing is credited before the venue has proved it (trust
// section 0, rule 4).
func TestFromVenue(t *testing.T) {
	const before, after = "centre 0.00 transit 0.00 venue 50.00 ky 50.00", "centre 30.00 transit 0.00 venue 20.00 ky 20.00"
	for _, tc := range []struct {
		name    string
		company func(c *company)
		state   wallet.State
		book    string
		end     wallet.State
		endBook string
	}{
		{"the venue gives it", func(*company) {}, wallet.Completed, after, wallet.Completed, after},
		{"the player is in a game", func(c *company) { c.refuse = &venue.Refusal{Reason: venue.InGame} }, wallet.Refused, before, wallet.Refused, before},
		{"the request is lost", func(c *company) { c.plan("debit", dropRequest) }, wallet.Pending, before, wallet.Refused, before},
		{"the answer is lost", func(c *company) { c.plan("debit", dropResponse) }, wallet.Pending,
			"centre 0.00 transit 0.00 venue 50.00 ky 20.00", wallet.Completed, after},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				h.playing("ming", "ky", 50*money.Yuan)
				tc.company(h.ky)
				for range 2 {
					got, err := h.FromVenue(t.Context(), order("t1", 30))
					if err != nil || got.State != tc.state {
						t.Fatalf("FromVenue = %+v, %v; want %s", got, err, tc.state)
					}
				}
				if got := h.book(); got != tc.book {
					t.Errorf("book\n got %s\nwant %s", got, tc.book)
				}
				h.resolve()
				if got := h.stored("t1").State; got != tc.end {
					t.Errorf("ended %s, want %s", got, tc.end)
				}
				if got := h.book(); got != tc.endBook {
					t.Errorf("book at the end\n got %s\nwant %s", got, tc.endBook)
				}
				h.sound()
			})
		})
	}
}

// TRF-04, IDE-5: an impossible order is refused before anything happens, and
// its id is free for a better try.
func TestARefusedTransferLeavesNothing(t *testing.T) {
	for _, tc := range []struct {
		name  string
		setup func(h *fixture)
		order wallet.Order
		want  error
	}{
		{"nothing", nil, order("t1", 0), wallet.ErrAmount},
		{"less than nothing", nil, order("t1", -5), wallet.ErrAmount},
		{"no order id", nil, order("", 5), wallet.ErrOrder},
		{"more than there is", nil, order("t1", 101), ledger.ErrInsufficient},
		{"an unknown venue", nil, wallet.Order{ID: "t1", Player: "ming", Venue: "99", Amount: 500}, venue.ErrNoVenue},
		{"a venue without an adapter", nil, wallet.Order{ID: "t1", Player: "ming", Venue: "37", Amount: 500}, venue.ErrNoAdapter},
		{"part of a yuan where only whole ones go", func(h *fixture) { h.ky.rules.WholeYuan = true },
			wallet.Order{ID: "t1", Player: "ming", Venue: "ky", Amount: 1234}, wallet.ErrWholeYuan},
		{"more than the venue takes at once", func(h *fixture) { h.ky.rules.MaxAmount = 50 * money.Yuan }, order("t1", 51), wallet.ErrTooMuch},
		{"a venue in maintenance", func(h *fixture) { h.close("ky", venue.StateMaintenance) }, order("t1", 5), venue.ErrMaintenance},
		{"a closed venue", func(h *fixture) { h.close("ky", venue.StateClosed) }, order("t1", 5), venue.ErrClosed},
		{"a player who may not", func(h *fixture) { h.freeze("ming") }, order("t1", 5), guard.ErrTransfer},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				h.pay("ming", 100*money.Yuan)
				if tc.setup != nil {
					tc.setup(h)
				}
				_, err := h.ToVenue(t.Context(), tc.order)
				if !errors.Is(err, tc.want) {
					t.Fatalf("ToVenue: %v, want %v", err, tc.want)
				}
				if f, ok := fault.Of(err); !ok || f.Message() == "" {
					t.Errorf("the player is told nothing: %v", err)
				}
				if got := h.book(); got != "centre 100.00 transit 0.00 venue 0.00 ky 0.00" || h.ky.credits != 0 {
					t.Errorf("%s, %d calls", got, h.ky.credits)
				}
				if got, err := h.ToVenue(t.Context(), wallet.Order{ID: "t1", Player: "ming", Venue: "31", Amount: 500}); err != nil && !errors.Is(err, guard.ErrTransfer) {
					t.Errorf("the better try: %+v, %v", got, err)
				}
				h.sound()
			})
		})
	}
}

func (h *fixture) close(code string, s venue.State) {
	h.t.Helper()
	_, err := h.venues.SetState(context.Background(), boss, venue.StateChange{Venue: code, State: s, Reason: "for the test"})
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *fixture) freeze(player string) {
	h.t.Helper()
	if err := h.guard.Freeze(context.Background(), boss, player, []guard.Act{guard.Transfer}, time.Time{}, "for the test"); err != nil {
		h.t.Fatal(err)
	}
}

var boss = staff.Actor{ID: "s1", Name: "boss", Roles: []string{"owner"}}

// Trust F16: a freeze and our maintenance stop the way in and never the way
// back. Otherwise a player's money would be stuck at the venue.
func TestTheWayBackIsNeverClosed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.playing("ming", "ky", 50*money.Yuan)
		h.freeze("ming")
		h.close("ky", venue.StateClosed)
		got, err := h.FromVenue(t.Context(), order("t1", 50))
		if err != nil || got.State != wallet.Completed {
			t.Errorf("FromVenue = %+v, %v", got, err)
		}
		if _, err := h.FromVenue(t.Context(), wallet.Order{ID: "t2", Player: "ming", Venue: "leg", Amount: 100}); !errors.Is(err, wallet.ErrEmpty) {
			t.Errorf("from a venue the player never was at: %v", err)
		}
		h.sound()
	})
}

// Trust IDE-1: an order's id is the order. Other contents under it are refused,
// also after the venue closed or the money went elsewhere.
func TestARepeatedOrderIsTheFirstOne(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 30*money.Yuan)
		h.pay("li", 30*money.Yuan)
		first, err := h.ToVenue(t.Context(), order("t1", 30))
		if err != nil {
			t.Fatal(err)
		}
		h.close("ky", venue.StateClosed)
		h.clock.Advance(8 * 24 * time.Hour) // IDE-4: the key never expires
		again, err := h.ToVenue(t.Context(), order("t1", 30))
		if err != nil || again.Ref != first.Ref || again.State != wallet.Completed {
			t.Errorf("again %+v, %v", again, err)
		}
		for name, changed := range map[string]wallet.Order{
			"amount": order("t1", 29),
			"player": {ID: "t1", Player: "li", Venue: "ky", Amount: 3000},
			"venue":  {ID: "t1", Player: "ming", Venue: "leg", Amount: 3000},
		} {
			if _, err := h.ToVenue(t.Context(), changed); !errors.Is(err, wallet.ErrChanged) {
				t.Errorf("another %s: %v", name, err)
			}
		}
		if _, err := h.FromVenue(t.Context(), order("t1", 30)); !errors.Is(err, wallet.ErrChanged) {
			t.Errorf("another direction: %v", err)
		}
		if h.ky.credits != 1 || h.leg.credits != 0 {
			t.Errorf("%d and %d calls", h.ky.credits, h.leg.credits)
		}
		h.sound()
	})
}

// Trust IDE-1: fifty clicks with one key are one transfer.
func TestOneOrderSentFiftyTimesAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				got, err := h.ToVenue(t.Context(), order("t1", 30))
				if err != nil || got.ID != "t1" || (got.State != wallet.Completed && got.State != wallet.Pending) {
					t.Errorf("%+v, %v", got, err)
				}
			})
		}
		wg.Wait()
		if got := h.book(); got != "centre 70.00 transit 0.00 venue 30.00 ky 30.00" || h.ky.credits != 1 {
			t.Errorf("%s, %d calls", got, h.ky.credits)
		}
		h.sound()
	})
}

// Trust IDE-3: without a client's key, equal orders in a row are one click too
// many. Four seconds later an equal order is a new one.
func TestKeylessTwinsAreOneTransfer(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		keyless := func(id string) error {
			o := order(id, 30)
			o.Keyless = true
			_, err := h.ToVenue(t.Context(), o)
			return err
		}
		var through atomic.Int64
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				switch err := keyless(fmt.Sprint("k", i)); {
				case err == nil:
					through.Add(1)
				case !errors.Is(err, wallet.ErrTwin) && !errors.Is(err, wallet.ErrBusy):
					t.Errorf("a twin got %v", err)
				}
			})
		}
		wg.Wait()
		if through.Load() != 1 {
			t.Errorf("%d of 20 equal orders went through", through.Load())
		}
		h.clock.Advance(2900 * time.Millisecond)
		if err := keyless("soon"); !errors.Is(err, wallet.ErrTwin) {
			t.Errorf("2.9 s later: %v", err)
		}
		if _, err := h.ToVenue(t.Context(), wallet.Order{ID: "other", Player: "ming", Venue: "ky", Amount: 100, Keyless: true}); err != nil {
			t.Errorf("another amount: %v", err)
		}
		h.clock.Advance(1100 * time.Millisecond)
		if err := keyless("later"); err != nil {
			t.Errorf("4 s later: %v", err)
		}
		h.ky.plan("credit", dropResponse)
		h.clock.Advance(time.Minute)
		if err := keyless("open"); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(time.Minute)
		if err := keyless("while open"); !errors.Is(err, wallet.ErrTwin) {
			t.Errorf("while the first is unfinished: %v", err)
		}
		h.resolve()
		h.sound()
	})
}

// Two tabs: a player has one open transfer at a venue, whatever its direction
// (trust F16), and other venues are not concerned.
func TestOneTransferAtATimeForAPlayerAndVenue(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.ky.plan("credit", working)
		if _, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil {
			t.Fatal(err)
		}
		if _, err := h.ToVenue(t.Context(), order("t2", 20)); !errors.Is(err, wallet.ErrBusy) {
			t.Errorf("a second one: %v", err)
		}
		if _, err := h.FromVenue(t.Context(), order("t3", 20)); !errors.Is(err, wallet.ErrBusy) {
			t.Errorf("the other way: %v", err)
		}
		if got, err := h.ToVenue(t.Context(), wallet.Order{ID: "t4", Player: "ming", Venue: "leg", Amount: 1000}); err != nil || got.State != wallet.Completed {
			t.Errorf("another venue: %+v, %v", got, err)
		}
		h.ky.arrive()
		h.resolve()
		if got, err := h.FromVenue(t.Context(), order("t3", 20)); err != nil || got.State != wallet.Completed {
			t.Errorf("when the first is through: %+v, %v", got, err)
		}
		h.sound()
	})
}

// Trust CON-1, CON-2: many transfers at once never move more than the balance,
// and no player sees a database error.
func TestARaceForOneBalance(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		var wg sync.WaitGroup
		var moved atomic.Int64
		for i := range 60 {
			code := []string{"ky", "leg", "b45"}[i%3]
			wg.Go(func() {
				got, err := h.ToVenue(t.Context(), wallet.Order{ID: fmt.Sprint("t", i), Player: "ming", Venue: code, Amount: 7 * money.Yuan})
				switch {
				case err == nil && got.State == wallet.Completed:
					moved.Add(1)
				case !errors.Is(err, wallet.ErrBusy) && !errors.Is(err, ledger.ErrInsufficient):
					t.Errorf("%+v, %v", got, err)
				}
			})
		}
		wg.Wait()
		left, err := h.ledger.Balance(t.Context(), d, ledger.Centre("ming"))
		if err != nil || left != 10000-700*moved.Load() || left < 0 || moved.Load() < 3 {
			t.Errorf("%d went through, %d left, %v", moved.Load(), left, err)
		}
		h.sound()
	})
}

// A venue that answers nothing is left alone for a while, and the others do
// not notice.
func TestASickVenueSlowsNoOtherVenue(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		for i := range 12 {
			player := fmt.Sprint("p", i)
			h.pay(player, 10*money.Yuan)
			h.ky.plan("credit", down)
			_, err := h.ToVenue(t.Context(), wallet.Order{ID: player, Player: player, Venue: "ky", Amount: money.Yuan})
			if (i < 8) != (err == nil) || (i >= 8 && !errors.Is(err, breaker.ErrBusy)) {
				t.Errorf("call %d: %v", i, err)
			}
			if got, err := h.ToVenue(t.Context(), wallet.Order{ID: player + "leg", Player: player, Venue: "leg", Amount: money.Yuan}); err != nil || got.State != wallet.Completed {
				t.Errorf("the healthy venue: %+v, %v", got, err)
			}
		}
		if b := h.Breaker("ky"); b.State != breaker.Open || b.UnderWay != 0 {
			t.Errorf("the breaker of the sick venue: %+v", b)
		}
		if b := h.Breaker("leg"); b.State != breaker.Closed || b.Failing != 0 {
			t.Errorf("the breaker of the healthy venue: %+v", b)
		}
		h.resolve()
		h.sound()
	})
}

// Trust SAG-5: the player sees the known facts, no more and no less. The number
// is the player's, because the venue's own may hold the player's name.
func TestMessagesMatchTheTransfersState(t *testing.T) {
	transfer := wallet.Transfer{ID: "01a219c4-125d-7455-a1e7-03e7b879de80", Ref: "R1", CreatedAt: time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC), Reason: venue.Insufficient.String()}
	number := transfer.Number()
	if !strings.HasPrefix(number, "T260302120000") {
		t.Errorf("number %s", number)
	}
	for state, want := range map[wallet.State]string{
		wallet.Completed: "转账成功", wallet.Refused: "转账失败：场馆余额不足",
		wallet.Pending: "转账处理中，请稍后查看，订单号：" + number, wallet.Manual: "转账正在人工核实，请稍后查看，订单号：" + number,
		wallet.Disputed: "转账正在人工核实，请稍后查看，订单号：" + number,
	} {
		transfer.State = state
		if got := transfer.Message(); got != want {
			t.Errorf("%s: %s, want %s", state, got, want)
		}
	}
	for r := venue.Other; r <= venue.Setup; r++ {
		if (wallet.Transfer{Reason: r.String()}).ReasonText() == "" {
			t.Errorf("a refusal for %q tells the player nothing", r)
		}
	}
}
