package turnover_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/turnover"
)

// desk drives one Turnover the way cashier and bet do.
type desk struct {
	*turnover.Turnover
	d  *db.DB
	at func() time.Time
}

func newDesk(d *db.DB, c turnover.Config) desk {
	return desk{turnover.New(c), d, dbtest.Clock(d).Now}
}

func (k desk) open(t *testing.T, player, ref string, required money.Fen) {
	t.Helper()
	k.openOn(t, player, ref, required, turnover.Terms{})
}

func (k desk) openOn(t *testing.T, player, ref string, required money.Fen, terms turnover.Terms) {
	t.Helper()
	err := k.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return k.Open(ctx, tx, turnover.Bucket{Player: player, Source: "deposit", Ref: ref, Amount: required, Required: required, Terms: terms})
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (k desk) bets(t *testing.T, bets ...turnover.Settled) {
	t.Helper()
	err := k.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return k.Allocate(ctx, tx, bets) })
	if err != nil {
		t.Fatal(err)
	}
}

// bet is a settled bet of ming at ky, placed now.
func (k desk) bet(id string, version int, valid money.Fen) turnover.Settled {
	return turnover.Settled{
		BetID: id, Venue: "ky", Player: "ming", Version: version, Valid: valid,
		BetAt: k.at(), SettledAt: k.at().Add(time.Second),
	}
}

// book writes a player's buckets, oldest first, as text.
func (k desk) book(t *testing.T, player string) string {
	t.Helper()
	buckets, err := k.Buckets(t.Context(), k.d, player)
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for i := len(buckets) - 1; i >= 0; i-- {
		b := buckets[i]
		parts = append(parts, fmt.Sprintf("%s %d/%d %s", b.Ref, b.Done, b.Required, b.State))
	}
	return strings.Join(parts, " · ")
}

func (k desk) sound(t *testing.T) {
	t.Helper()
	found, err := k.Verify(t.Context(), k.d, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Errorf("%s %s: %s", f.Table, f.Row, f.What)
	}
}

// WD-09, practice 2 "unfair turnover audits": each of these was a complaint
// of players elsewhere.
func TestEachBetCountsOnceForTheOldestRequirementOpenedBeforeIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(d, turnover.Config{})
		clock := dbtest.Clock(d)
		step := func() { clock.Advance(time.Minute) }
		expect := func(want string) {
			t.Helper()
			if got := k.book(t, "ming"); got != want {
				t.Fatalf("book\n got %s\nwant %s", got, want)
			}
			k.sound(t)
		}

		early := k.bet("before any deposit", 1, 500)
		step()
		k.open(t, "ming", "d1", 100)
		step()
		k.bets(t, early) // settled after the deposit, placed before it
		expect("d1 0/100 open")

		step()
		middle := k.bet("between", 1, 1000)
		step()
		k.open(t, "ming", "d2", 100)
		step()
		k.bets(t, middle) // far more than d1 asks: the rest must not serve d2
		expect("d1 100/100 met · d2 0/100 open")

		step()
		k.open(t, "ming", "d3", 50)
		step()
		spill := k.bet("spills over", 1, 120)
		k.bets(t, spill)
		expect("d1 100/100 met · d2 100/100 met · d3 20/50 open")

		left, err := k.Outstanding(t.Context(), d, "ming")
		if err != nil || left != 30 {
			t.Fatalf("Outstanding = %d, %v; want 30", left, err)
		}
		for range 3 { // the same delivery again
			k.bets(t, early, middle, spill, spill)
		}
		expect("d1 100/100 met · d2 100/100 met · d3 20/50 open")
		if left, _ := k.Outstanding(t.Context(), d, "hong"); left != 0 {
			t.Errorf("another player owes %d", left)
		}
	})
}

// WD-09: what a venue corrects later must come out of the requirement it went
// into, and what was bet beyond need must then serve.
func TestAResettledBetMovesOnlyItsDifference(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(d, turnover.Config{})
		clock := dbtest.Clock(d)
		k.open(t, "ming", "d1", 100)
		clock.Advance(time.Minute)
		k.open(t, "ming", "d2", 100)
		clock.Advance(time.Minute)
		for _, tc := range []struct {
			what string
			bet  turnover.Settled
			want string
		}{
			{"first settlement", k.bet("a", 1, 130), "d1 100/100 met · d2 30/100 open"},
			{"worth less", k.bet("a", 2, 110), "d1 100/100 met · d2 10/100 open"},
			{"an older version arrives late", k.bet("a", 1, 130), "d1 100/100 met · d2 10/100 open"},
			{"void", k.bet("a", 3, 0), "d1 0/100 open · d2 0/100 open"},
			{"settled after all", k.bet("a", 4, 90), "d1 90/100 open · d2 0/100 open"},
			{"another bet, more than is needed", k.bet("b", 1, 200), "d1 100/100 met · d2 100/100 met"},
			{"void again: the spare of the other serves", k.bet("a", 5, 0), "d1 100/100 met · d2 100/100 met"},
			{"a third", k.bet("c", 1, 60), "d1 100/100 met · d2 100/100 met"},
			{"a bet that had spare", k.bet("b", 2, 0), "d1 60/100 open · d2 0/100 open"},
		} {
			k.bets(t, tc.bet)
			if got := k.book(t, "ming"); got != tc.want {
				t.Fatalf("%s: book\n got %s\nwant %s", tc.what, got, tc.want)
			}
			k.sound(t)
		}
	})
}

// Players must be able to read why a bet did not count.
func TestBetsThatDidNotCountSayWhy(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(d, turnover.Config{KindOf: kinds})
		at := func(venue, id string, valid money.Fen) turnover.Settled {
			s := k.bet(id, 1, valid)
			s.Venue = venue
			return s
		}
		none := at("ky", "no requirement yet", 50)
		k.bets(t, none)
		dbtest.Clock(d).Advance(time.Minute)
		early := at("ky", "placed before", 70)
		dbtest.Clock(d).Advance(time.Minute)
		k.openOn(t, "ming", "d1", 100, turnover.Terms{Weights: map[string]int64{"live": 50, "slot": 0}})
		dbtest.Clock(d).Advance(time.Minute)
		void := at("ky", "void", 0)
		void.Reason = "注单已取消"
		k.bets(t, early, void, at("ky", "draw", 0), at("pt", "weightless", 40), at("ag", "half", 61))
		dbtest.Clock(d).Advance(time.Minute)
		k.bets(t, at("ky", "too much", 80))

		if got, want := k.book(t, "ming"), "d1 100/100 met"; got != want {
			t.Fatalf("book %s; want %s", got, want)
		}
		bets, total, err := k.Uncounted(t.Context(), d, "ming", 1, 50)
		if err != nil || total != 6 {
			t.Fatalf("Uncounted: %d, %v; want 6", total, err)
		}
		got := map[string]string{}
		for _, b := range bets {
			got[b.BetID] = fmt.Sprintf("%d of %d: %s", b.Counted, b.Valid, b.Reason)
		}
		for id, want := range map[string]string{
			"no requirement yet": "0 of 50: 下注时没有未完成的流水要求",
			"placed before":      "0 of 70: 下注时间早于该笔存款或奖金",
			"void":               "0 of 0: 注单已取消",
			"draw":               "0 of 0: 无有效投注",
			"weightless":         "0 of 40: 该类场馆的投注不计入此项优惠的流水",
			"too much":           "70 of 80: 流水要求已满足，超出部分不计入",
		} {
			if got[id] != want {
				t.Errorf("%s: %s; want %s", id, got[id], want)
			}
		}
		buckets, _ := k.Buckets(t.Context(), d, "ming")
		lines, n, err := k.Lines(t.Context(), d, "ming", buckets[0].ID, 1, 50)
		if err != nil || n != 2 || len(lines) != 2 || len(buckets[0].Lines) != 2 {
			t.Fatalf("Lines: %d, %v; want 2", n, err)
		}
		if l := lines[0]; l.BetID != "half" || l.Counted != 30 || l.Weight != 500 || l.Reason != "计入流水" {
			t.Errorf("first line %+v", l)
		}
		if _, n, _ := k.Lines(t.Context(), d, "hong", buckets[0].ID, 1, 50); n != 0 {
			t.Errorf("another player reads %d lines", n)
		}
		k.sound(t)
	})
}

// The written rule for tiny balances (practice 28): below the setting what is
// left is dropped, with a record; at the setting it stays.
func TestRequirementsAreDroppedWhenNothingIsLeftToBet(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(d, turnover.Config{DropBelow: turnover.DefaultDropBelow})
		drop := func(balance money.Fen) (dropped money.Fen) {
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
				dropped, err = k.DropBelow(ctx, tx, "ming", balance)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return dropped
		}
		k.open(t, "ming", "d1", 100)
		dbtest.Clock(d).Advance(time.Minute)
		first := k.bet("a", 1, 40)
		k.bets(t, first)
		if got := drop(100); got != 0 {
			t.Errorf("dropped %d at the limit", got)
		}
		if got := drop(99); got != 60 {
			t.Errorf("dropped %d below it; want 60", got)
		}
		if got := drop(0); got != 0 {
			t.Errorf("dropped %d a second time", got)
		}
		buckets, _ := k.Buckets(t.Context(), d, "ming")
		if b := buckets[0]; b.State != turnover.StateDropped || b.Reason != "总资产0.99元低于1.00元，剩余流水要求取消" {
			t.Errorf("bucket %+v", b)
		}
		k.bets(t, k.bet("b", 1, 500)) // nothing may fill a dropped bucket
		first.Version, first.Valid = 2, 10
		k.bets(t, first) // but a correction is still recorded in it
		if got, want := k.book(t, "ming"), "d1 10/100 dropped"; got != want {
			t.Errorf("book %s; want %s", got, want)
		}
		k.sound(t)
	})
}

// A job or callback that runs twice must not ask for turnover twice.
func TestARequirementIsOpenedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(d, turnover.Config{})
		k.open(t, "ming", "d1", 100)
		k.open(t, "ming", "d1", 100)
		k.open(t, "ming", "d0", 0)
		if got, want := k.book(t, "ming"), "d1 0/100 open · d0 0/0 met"; got != want {
			t.Errorf("book %s; want %s", got, want)
		}
		if left, _ := k.Outstanding(t.Context(), d, "ming"); left != 100 {
			t.Errorf("Outstanding %d; want 100", left)
		}
		k.sound(t)
	})
}

// WD-09: venues report whole seconds. A bet in the second of its deposit
// counts, even where its time seems to come before; one of the second before
// does not.
func TestABetInTheSecondOfItsDepositCounts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(d, turnover.Config{})
		dbtest.Clock(d).Advance(700 * time.Millisecond)
		k.open(t, "ming", "d1", 100)
		bet := func(id string, at time.Time) turnover.Settled {
			b := k.bet(id, 1, 40)
			b.BetAt = at
			return b
		}
		second := dbtest.Noon
		k.bets(t, bet("the second before", second.Add(-time.Millisecond)))
		if got := k.book(t, "ming"); got != "d1 0/100 open" {
			t.Errorf("an earlier bet: %s", got)
		}
		k.bets(t, bet("same second, before", second), bet("same second, after", second.Add(999*time.Millisecond)))
		if got := k.book(t, "ming"); got != "d1 80/100 open" {
			t.Errorf("bets of the same second: %s", got)
		}
		k.sound(t)
	})
}
