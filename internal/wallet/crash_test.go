package wallet_test

import (
	"context"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/wallet"
)

// dies runs one call of a process that ends at a point, and says whether it
// got there.
func dies(call func()) (at string) {
	defer func() {
		if d, ok := recover().(died); ok {
			at = d.where
		}
	}()
	call()
	return ""
}

// TRF-07, trust C0..C7, SAG-1, SAG-2: the process dies between two steps of a
// transfer, and another one starts on the same database. Our books then place
// the money where the company's own book does. A player who sends the order
// again gets the first transfer, or the first one begins now. The failures to
// prevent: money held for ever, moved twice, or credited although the venue
// kept it.
func TestTheProcessDiesOnTheWay(t *testing.T) {
	const (
		fresh = ""        // nothing exists: the repeated order is the first
		back  = "refused" // it was never sent, and the money is where it was
		moved = "completed"
	)
	for _, tc := range []struct {
		at   string // the seam, or what the company sees
		then string // what the first order has come to when the dust has settled
	}{
		{"C0", fresh},        // nothing begun
		{"C1", fresh},        // in the transaction, before the commit
		{"C2", back},         // committed, nothing sent (C2, C3, C4)
		{"before", back},     // on the way to the venue
		{"after", moved},     // the venue has done it, its answer is not read (C5)
		{"C6", moved},        // read, not yet written
		{"settle.C6", moved}, // written, not yet committed
		{"settle.C7", moved}, // committed, the player not told
	} {
		for _, d := range []wallet.Direction{wallet.In, wallet.Out} {
			t.Run(string(d)+" "+tc.at, func(t *testing.T) {
				dbtest.Each(t, func(t *testing.T, database *db.DB) { dieAndComeBack(t, database, d, tc.at, tc.then) })
			})
		}
	}
}

func dieAndComeBack(t *testing.T, database *db.DB, d wallet.Direction, at, then string) {
	h := newHouse(t, database)
	start, end := "centre 50.00 transit 0.00 venue 50.00 ky 50.00", "centre 20.00 transit 0.00 venue 80.00 ky 80.00"
	send, call, name := (*wallet.Wallets).ToVenue, "credit", "ToVenue."
	if d == wallet.Out {
		send, call, name = (*wallet.Wallets).FromVenue, "debit", "FromVenue."
		end = "centre 80.00 transit 0.00 venue 20.00 ky 20.00"
	}
	h.playing("ming", "ky", 50*money.Yuan)
	h.pay("ming", 50*money.Yuan)

	point := name + at
	switch at {
	case "before":
		h.ky.plan(call, dieBefore)
	case "after":
		h.ky.plan(call, dieAfter)
	case "settle.C6", "settle.C7":
		point = at
	}
	h.restart(func(p string) {
		if p == point {
			panic(died{p})
		}
	})
	if died := dies(func() { _, _ = send(h.Wallets, context.Background(), order("t1", 30)) }); died == "" {
		t.Fatal("the process lived")
	}
	h.restart(nil)
	h.sound()

	got, err := send(h.Wallets, t.Context(), order("t1", 30))
	if err != nil {
		t.Fatalf("the repeated order: %v", err)
	}
	if then == "" && got.State != wallet.Completed {
		t.Errorf("the repeated order is %s, and nothing stood in its way", got.State)
	}
	h.resolve()
	want, book := wallet.Completed, end
	if then == "refused" {
		want, book = wallet.Refused, start
	}
	if got := h.stored("t1"); got.State != want {
		t.Errorf("ended %s (%s), want %s", got.State, got.Reason, want)
	}
	if got := h.book(); got != book {
		t.Errorf("book\n got %s\nwant %s", got, book)
	}
	if h.ky.credits > 2 {
		t.Errorf("the company was sent %d transfers", h.ky.credits)
	}
	h.sound()
}

// A panic in one question ends the sweep that asked, but neither the process
// nor the other questions. A panic in a separate goroutine would end the
// process and every order in it.
func TestAPanicInOneQuestionIsTheSweepsAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *db.DB) {
		h := newHouse(t, database)
		h.pay("ming", 100*money.Yuan)
		h.ky.plan("credit", dropRequest)
		h.leg.plan("credit", dropResponse)
		for _, code := range []string{"ky", "leg"} {
			o := order(code, 30)
			o.Venue = code
			if got, err := h.ToVenue(t.Context(), o); err != nil || got.State != wallet.Pending {
				t.Fatalf("%s: %+v %v", code, got, err)
			}
		}
		h.clock.Advance(20 * time.Second)
		h.ky.plan("lookup", dieBefore)
		if at := dies(func() { _ = h.ResolvePending(t.Context()) }); at != "lookup" {
			t.Errorf("the sweep did not hear of the panic: %q", at)
		}
		if got := h.stored("leg"); got.State != wallet.Completed {
			t.Errorf("the other transfer is %s", got.State)
		}
		h.resolve()
		h.sound()
	})
}
