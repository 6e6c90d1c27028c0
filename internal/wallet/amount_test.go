package wallet_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// Trust F11: a venue booked another amount than was ordered. The program never
// settles it alone. Two people settle it with the amount the venue really
// booked, and then our mirror equals the venue's book, to the fen.
func TestAnotherAmountIsSettledByTwoPeople(t *testing.T) {
	for _, tc := range []struct {
		name   string
		out    bool      // from the venue, which holds 50.00; else to it, from a centre wallet of 100.00
		late   bool      // it turns up after the player got the money back
		venue  money.Fen // what the venue booked of the 30.00 ordered
		spent  money.Fen // by the player meanwhile
		proved money.Fen
		book   string
		house  string
	}{
		{"in, too little", false, false, 1_00, 0, 1_00, "centre 99.00 transit 0.00 venue 1.00 ky 1.00", "adjust 0.00 loss 0.00"},
		{"in, a fen too much", false, false, 30_01, 0, 30_01, "centre 70.00 transit 0.00 venue 30.01 ky 30.01", "adjust -0.01 loss 0.00"},
		{"in, yuan for fen", false, false, 3000_00, 0, 3000_00, "centre 70.00 transit 0.00 venue 3000.00 ky 3000.00", "adjust -2970.00 loss 0.00"},
		{"in, the order's amount after all", false, false, 30_00, 0, 30_00, "centre 70.00 transit 0.00 venue 30.00 ky 30.00", "adjust 0.00 loss 0.00"},
		{"in, the venue took it back", false, false, 0, 0, 0, "centre 100.00 transit 0.00 venue 0.00 ky 0.00", "adjust 0.00 loss 0.00"},
		{"out, too little", true, false, 1_00, 0, 1_00, "centre 1.00 transit 0.00 venue 49.00 ky 49.00", "adjust 0.00 loss 0.00"},
		{"out, a fen too much", true, false, 30_01, 0, 30_01, "centre 30.01 transit 0.00 venue 19.99 ky 19.99", "adjust 0.00 loss 0.00"},
		{"late in, too little", false, true, 1_00, 0, 1_00, "centre 99.00 transit 0.00 venue 1.00 ky 1.00", "adjust 0.00 loss 0.00"},
		{"late in, too much and spent", false, true, 45_00, 90_00, 45_00, "centre 0.00 transit 0.00 venue 45.00 ky 45.00", "adjust -15.00 loss -20.00"},
		{"late out, too little", true, true, 20_00, 0, 20_00, "centre 20.00 transit 0.00 venue 30.00 ky 30.00", "adjust 0.00 loss 0.00"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				h.misbooked(tc.out, tc.late, tc.venue, tc.spent)
				before := h.stored("t1")
				if !before.Open() && before.State != wallet.Disputed {
					t.Fatalf("it settled itself: %+v", before)
				}
				if before.Moved != tc.venue && tc.venue != 30_00 && tc.venue != 0 {
					t.Errorf("the venue's amount was not kept: %+v", before)
				}
				order := wallet.HandOrder{ID: "t1", Outcome: venue.Done, Proved: tc.proved, Evidence: "the venue's statement", Reason: "checked with the venue"}
				if tc.proved == 0 {
					order.Outcome = venue.Refused
				}
				h.decideOrder(order)
				if got := h.book(); got != tc.book {
					t.Errorf("book\n got %s\nwant %s", got, tc.book)
				}
				if got := h.houseSide(); got != tc.house {
					t.Errorf("house\n got %s\nwant %s", got, tc.house)
				}
				h.sound()
			})
		})
	}
}

// misbooked has the venue book another amount, and the resolver hear of it.
func (h *fixture) misbooked(out, late bool, moved, spent money.Fen) {
	h.t.Helper()
	send, call, sign := h.ToVenue, "credit", money.Fen(1)
	if out {
		h.playing("ming", "ky", 50_00)
		send, call, sign = h.FromVenue, "debit", -1
	} else {
		h.pay("ming", 100_00)
	}
	does := dropResponse
	if late {
		does = arriveLate
	}
	h.ky.plan(call, does)
	if _, err := send(h.t.Context(), order("t1", 30)); err != nil {
		h.t.Fatal(err)
	}
	ref := h.stored("t1").Ref
	if late {
		h.resolve()
		if spent > 0 {
			h.post("spend", ledger.Centre("ming"), ledger.HouseBank("payout"), spent)
		}
	}
	h.ky.mu.Lock()
	o := h.ky.orders[ref]
	if o.state == venue.Done {
		h.ky.book[o.account] -= o.by
	}
	o.by, o.visible, o.state = sign*moved, true, venue.Done
	h.ky.book[o.account] += o.by
	if moved == 0 {
		o.visible = false // as long as its people look into it
	}
	h.ky.mu.Unlock()
	if moved == 30_00 {
		h.clock.Advance(2 * time.Minute) // people are quicker than the resolver
		return
	}
	h.sweep(11 * time.Minute)
}

func (h *fixture) decideOrder(o wallet.HandOrder) {
	h.t.Helper()
	approval, err := h.AskToSettle(context.Background(), boss, o)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.staff.Decide(context.Background(), boss, approval, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
		h.t.Fatalf("one person decided alone: %v", err)
	}
	if _, err := h.staff.Decide(context.Background(), second, approval, true, ""); err != nil {
		h.t.Fatal(err)
	}
}

func (h *fixture) houseSide() string {
	h.t.Helper()
	read := func(a ledger.Account) money.Fen {
		n, err := h.ledger.HouseBalance(context.Background(), h.db, a)
		if err != nil {
			h.t.Fatal(err)
		}
		return money.Fen(n)
	}
	return fmt.Sprintf("adjust %s loss %s", read(ledger.HouseAdjust()), read(ledger.HouseLoss()))
}

// Two people press yes at the same moment: one effect.
func TestTwoCheckersSettleOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.misbooked(false, false, 1_00, 0)
		approval, err := h.AskToSettle(t.Context(), boss, wallet.HandOrder{
			ID: "t1", Outcome: venue.Done, Proved: 1_00, Evidence: "the venue's statement", Reason: "checked with the venue"})
		if err != nil {
			t.Fatal(err)
		}
		var yes atomic.Int32
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				by := staff.Actor{ID: fmt.Sprint("c", i), Name: fmt.Sprint("c", i), Roles: []string{"owner"}}
				if _, err := h.staff.Decide(context.Background(), by, approval, true, ""); err == nil {
					yes.Add(1)
				} else if !errors.Is(err, staff.ErrDecided) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if got := h.book(); yes.Load() != 1 || got != "centre 99.00 transit 0.00 venue 1.00 ky 1.00" {
			t.Errorf("%d of them settled it: %s", yes.Load(), got)
		}
		h.sound()
	})
}

// The amounts that a decision may name.
func TestAProvedAmountMustMakeSense(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.misbooked(false, false, 1_00, 0)
		for _, o := range []wallet.HandOrder{{Outcome: venue.Refused, Proved: 1_00}, {Outcome: venue.Done, Proved: -1}} {
			o.ID, o.Evidence, o.Reason = "t1", "the venue's statement", "checked with the venue"
			if _, err := h.AskToSettle(t.Context(), boss, o); !errors.Is(err, wallet.ErrProved) {
				t.Errorf("%+v: %v", o, err)
			}
		}
		if got := h.book(); got != "centre 70.00 transit 30.00 venue 0.00 ky 1.00" {
			t.Error(got)
		}
	})
}
