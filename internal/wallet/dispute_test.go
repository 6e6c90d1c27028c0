package wallet_test

import (
	"context"
	"errors"
	"sync"
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

// The late success: the venue denied the transfer twice, the player got the
// money back, and then the transfer appears. It becomes a case that two people
// decide, at the cost of the party with the money (trust F9).
func TestALateSuccessIsACase(t *testing.T) {
	for _, tc := range []struct {
		name    string
		spent   money.Fen // what the player took elsewhere meanwhile
		outcome venue.Outcome
		book    string
	}{
		{"and the money is still there", 0, venue.Done, "centre 70.00 transit 0.00 venue 30.00 ky 30.00"},
		{"and the player has spent it", 90 * money.Yuan, venue.Done, "centre 0.00 transit 0.00 venue 30.00 ky 30.00"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				h.pay("ming", 100*money.Yuan)
				h.ky.plan("credit", arriveLate)
				if _, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil {
					t.Fatal(err)
				}
				h.resolve()
				if got := h.stored("t1"); got.State != wallet.Refused || got.Reason != "absent" {
					t.Fatalf("denied twice: %+v", got)
				}
				if tc.spent > 0 {
					h.post("spend", ledger.Centre("ming"), ledger.HouseBank("payout"), tc.spent)
				}
				h.ky.arrive()
				h.sweep(11 * time.Minute)
				if got := h.stored("t1"); got.State != wallet.Disputed || got.Reason != "late" {
					t.Fatalf("a late success was ignored: %+v", got)
				}
				if _, err := h.ToVenue(t.Context(), order("t2", 1)); !errors.Is(err, wallet.ErrDisputed) {
					t.Errorf("a new transfer in the middle of a dispute: %v", err)
				}
				h.decide("t1", tc.outcome)
				if got := h.stored("t1"); got.State != wallet.Completed || got.Reason != "hand" {
					t.Errorf("decided: %+v", got)
				}
				if got := h.book(); got != tc.book {
					t.Errorf("book\n got %s\nwant %s", got, tc.book)
				}
				loss, err := h.ledger.HouseBalance(t.Context(), d, ledger.HouseLoss())
				if want := -max(int64(tc.spent)-7000, 0); err != nil || loss != want {
					t.Errorf("house:loss %d, want %d (%v)", loss, want, err)
				}
				h.sound()
			})
		})
	}
}

// On the way back a late success means that the venue took the money and the
// player got nothing. This is a case as well, and in the end the player has the
// money.
func TestALateSuccessOnTheWayBackIsACase(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.playing("ming", "ky", 50*money.Yuan)
		h.ky.plan("debit", arriveLate)
		if _, err := h.FromVenue(t.Context(), order("t1", 30)); err != nil {
			t.Fatal(err)
		}
		h.resolve()
		h.ky.arrive()
		h.sweep(11 * time.Minute)
		if got := h.stored("t1"); got.State != wallet.Disputed {
			t.Fatalf("a late success was ignored: %+v", got)
		}
		h.decide("t1", venue.Done)
		if got := h.book(); got != "centre 30.00 transit 0.00 venue 20.00 ky 20.00" {
			t.Error(got)
		}
		h.sound()
	})
}

// Should such a process have sent it all the same, its answer comes after the
// refund: a late success, and a case.
func TestAnAnswerAfterTheRefundIsACase(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		var once sync.Once
		h.restart(func(p string) {
			if p == "ToVenue.C6" {
				once.Do(func() {
					h.ky.plan("lookup", lie, lie, lie, lie, lie, lie, lie, lie, lie, lie)
					h.resolve()
				})
			}
		})
		got, err := h.ToVenue(t.Context(), order("t1", 30))
		if err != nil || got.State != wallet.Disputed {
			t.Errorf("%+v, %v", got, err)
		}
		h.decide("t1", venue.Done)
		if got := h.book(); got != "centre 70.00 transit 0.00 venue 30.00 ky 30.00" {
			t.Error(got)
		}
		h.sound()
	})
}

// The other way round: done, and then the answer to the sending says no.
func TestANoAfterAYesIsACase(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.ky.refuse = &venue.Refusal{Reason: venue.Other}
		h.restart(func(p string) {
			if p == "ToVenue.C6" { // meanwhile the resolver hears yes
				for _, o := range h.ky.orders {
					o.state = venue.Done
					h.ky.book[o.account] += o.by
				}
				h.resolve()
			}
		})
		got, err := h.ToVenue(t.Context(), order("t1", 30))
		if err != nil || got.State != wallet.Disputed || got.Reason != "reversed" {
			t.Errorf("%+v, %v", got, err)
		}
		h.ky.book["kyming"] = 0 // the venue meant the no
		h.decide("t1", venue.Refused)
		if got := h.book(); got != "centre 100.00 transit 0.00 venue 0.00 ky 0.00" {
			t.Error(got)
		}
		h.sound()
	})
}

// Two people can be wrong about a venue. A transfer they settled as refused is
// asked about again, and a yes reopens it. Their decision about a dispute is
// final.
func TestPeopleCanBeWrongOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.ky.plan("credit", arriveLate)
		if _, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(2 * time.Minute)
		h.decide("t1", venue.Refused)
		h.ky.arrive()
		h.sweep(11 * time.Minute)
		if got := h.stored("t1"); got.State != wallet.Disputed || got.Reason != "late" {
			t.Fatalf("nobody noticed: %+v", got)
		}
		h.ky.book["kyming"] = 0 // the venue takes it back
		h.decide("t1", venue.Refused)
		h.sweep(48 * time.Hour)
		if got := h.stored("t1"); got.State != wallet.Refused || !got.NextAskAt.IsZero() {
			t.Errorf("decided: %+v", got)
		}
		if got := h.book(); got != "centre 100.00 transit 0.00 venue 0.00 ky 0.00" {
			t.Error(got)
		}
		h.sound()
	})
}

// decide has one member of staff ask and another one confirm.
func (h *fixture) decide(id string, o venue.Outcome) {
	h.t.Helper()
	ctx := context.Background()
	approval, err := h.AskToSettle(ctx, boss, wallet.HandOrder{ID: id, Outcome: o, Evidence: "the venue's statement", Reason: "checked with the venue"})
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.staff.Decide(ctx, boss, approval, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
		h.t.Fatalf("one person decided alone: %v", err)
	}
	if _, err := h.staff.Decide(ctx, second, approval, true, ""); err != nil {
		h.t.Fatal(err)
	}
	// H-183: the maker lets none of the player's withdrawals go.
	t, _, err := h.Find(ctx, h.DB, id)
	if err != nil {
		h.t.Fatal(err)
	}
	if title, err := h.staff.Favoured(ctx, h.DB, boss, t.Player, time.Time{}, h.DB.Clock().Now()); err != nil || title == "" {
		h.t.Errorf("the request does not name %s: %v", t.Player, err)
	}
}

var second = staff.Actor{ID: "s2", Name: "second", Roles: []string{"owner"}}

// Trust F9: a transfer that was given back is asked about four times more, for
// a success may show late. Each question finds it.
func TestALateSuccessIsFoundByEachOfFourQuestions(t *testing.T) {
	waits := []time.Duration{11 * time.Minute, time.Hour, 6 * time.Hour, 19 * time.Hour}
	for n := range waits {
		t.Run(waits[n].String(), func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				h.pay("ming", 100*money.Yuan)
				h.ky.plan("credit", arriveLate)
				if _, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil {
					t.Fatal(err)
				}
				h.resolve()
				for i, wait := range waits {
					if i == n {
						h.ky.arrive()
					}
					h.sweep(wait)
					if got := h.stored("t1"); (got.State == wallet.Disputed) != (i >= n) {
						t.Fatalf("after question %d of %d: %s", i+1, n+1, got.State)
					}
				}
				h.decide("t1", venue.Done)
				h.sound()
			})
		})
	}
}
