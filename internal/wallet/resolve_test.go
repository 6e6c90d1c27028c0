package wallet_test

import (
	"context"
	"errors"
	"fmt"
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

// TRF-07, trust F4, F15, SAG-3: a transfer that is slow on its way looks, for a while,
// like one that never was. "Never heard of it" counts only after it must have
// become visible, and only when it is said twice, a minute apart.
func TestASlowTransferIsNotTakenForALostOne(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.ky.plan("credit", arriveLate)
		if _, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil {
			t.Fatal(err)
		}
		for range 8 { // 40 s: until then the venue's word means nothing
			h.sweep(5 * time.Second)
			if got := h.stored("t1"); got.State != wallet.Pending || !got.AbsentAt.IsZero() {
				t.Fatalf("after %s: %+v", h.clock.Now().Sub(dbtest.Noon), got)
			}
		}
		h.sweep(5 * time.Second)
		if got := h.stored("t1"); got.State != wallet.Pending || got.AbsentAt.IsZero() {
			t.Fatalf("the first word that counts: %+v", got)
		}
		h.sweep(50 * time.Second)
		if got := h.stored("t1"); got.State != wallet.Pending {
			t.Fatalf("one word was enough: %+v", got)
		}
		h.ky.arrive()
		h.sweep(20 * time.Second)
		if got := h.stored("t1"); got.State != wallet.Completed {
			t.Fatalf("it arrived: %+v", got)
		}
		h.sound()
	})
}

// A venue that says "I am working on it" in between has heard of it: the
// counting of absences begins anew.
func TestAbsencesMustAgree(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.ky.plan("credit", working)
		if _, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(time.Minute)
		h.ky.plan("lookup", lie, "", lie, "")
		for range 4 {
			h.sweep(90 * time.Second)
			if got := h.stored("t1"); got.State != wallet.Pending {
				t.Fatalf("a venue that contradicts itself was believed: %+v", got)
			}
		}
		h.ky.arrive()
		h.resolve()
		if got := h.stored("t1"); got.State != wallet.Completed {
			t.Errorf("%+v", got)
		}
		h.sound()
	})
}

// The venue answers no question about a transfer. Every unknown transfer there
// goes to a person at once, is never asked about, and is settled by people
// alone.
func TestAnUnknownTransferAtAVenueWithoutAQueryIsAPersons(t *testing.T) {
	for what, c := range map[string]struct {
		outcome venue.Outcome
		book    string
	}{
		dropResponse: {venue.Done, "centre 70.00 transit 0.00 venue 30.00 ky 30.00"},
		dropRequest:  {venue.Refused, "centre 100.00 transit 0.00 venue 0.00 ky 0.00"},
	} {
		t.Run(what, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				h.ky.rules.NoQuery = true
				h.pay("ming", 100*money.Yuan)
				h.ky.plan("credit", what)
				if _, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil {
					t.Fatal(err)
				}
				if got := h.stored("t1"); got.State != wallet.Manual || got.ReasonText() != "场馆不支持订单查询，须人工核实" || !got.NextAskAt.IsZero() {
					t.Fatalf("%+v", got)
				}
				for range 4 {
					h.sweep(time.Hour)
				}
				if got := h.stored("t1"); got.State != wallet.Manual || got.Asks != 0 {
					t.Errorf("it was asked about: %+v", got)
				}
				if got, err := h.Resolve(t.Context(), second, "t1"); err != nil || got.State != wallet.Manual {
					t.Errorf("asked by staff: %+v, %v", got, err)
				}
				h.decide("t1", c.outcome)
				if got := h.book(); got != c.book {
					t.Error(got)
				}
				h.sound()
			})
		})
	}
}

// A venue of that kind says yes: nothing about it is different.
func TestAYesOfAVenueWithoutAQueryIsBelieved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.rules.NoQuery = true
		h.playing("ming", "ky", 100*money.Yuan)
		if got := h.book(); got != "centre 0.00 transit 0.00 venue 100.00 ky 100.00" {
			t.Error(got)
		}
		h.sound()
	})
}

// A venue takes a day to answer: a person is called, and the venue is still
// asked. If it answers before the person does, that settles the transfer. The
// second person's decision then finds it changed and does nothing.
func TestAPersonIsCalledAndTheVenueIsAskedOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.ky.plan("credit", working)
		if _, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil {
			t.Fatal(err)
		}
		if _, err := h.AskToSettle(t.Context(), boss, wallet.HandOrder{ID: "t1", Outcome: venue.Done, Evidence: "guessed", Reason: "in a hurry"}); !errors.Is(err, wallet.ErrTooEarly) {
			t.Errorf("people decided while it was on its way: %v", err)
		}
		last := time.Duration(0)
		for range 40 {
			before := h.stored("t1")
			h.sweep(before.NextAskAt.Sub(h.clock.Now()))
			if after := h.stored("t1"); after.Asks != before.Asks+1 || after.NextAskAt.Sub(h.clock.Now()) > 40*time.Minute {
				t.Fatalf("asked %d times, then %d, next in %s", before.Asks, after.Asks, after.NextAskAt.Sub(h.clock.Now()))
			}
			last = h.clock.Now().Sub(dbtest.Noon)
			if h.stored("t1").State == wallet.Manual {
				break
			}
		}
		if got := h.stored("t1"); got.State != wallet.Manual || last < 2*time.Hour || last > 3*time.Hour {
			t.Fatalf("after %s it is %s", last, got.State)
		}
		stuck, n, err := h.Stuck(t.Context(), d, wallet.Filter{})
		if err != nil || n != 1 || stuck[0].ID != "t1" {
			t.Errorf("stuck: %v %v", stuck, err)
		}
		approval, err := h.AskToSettle(t.Context(), boss, wallet.HandOrder{ID: "t1", Outcome: venue.Refused, Evidence: "mail of today", Reason: "they say no"})
		if err != nil {
			t.Fatal(err)
		}
		h.ky.arrive()
		got, err := h.Resolve(t.Context(), second, "t1")
		if err != nil || got.State != wallet.Completed {
			t.Errorf("asked by staff: %+v, %v", got, err)
		}
		if _, err := h.staff.Decide(t.Context(), second, approval, true, ""); !errors.Is(err, staff.ErrSubjectChange) {
			t.Errorf("a decision about what has changed: %v", err)
		}
		if _, err := h.Resolve(t.Context(), second, "t1"); !errors.Is(err, wallet.ErrSettled) {
			t.Errorf("asked about a settled one: %v", err)
		}
		if got := h.book(); got != "centre 70.00 transit 0.00 venue 30.00 ky 30.00" {
			t.Error(got)
		}
		if report, err := h.staff.VerifyAudit(t.Context()); err != nil || !report.OK() {
			t.Errorf("audit %+v, %v", report, err)
		}
		h.sound()
	})
}

// Two people may also settle what the venue never will.
func TestTwoPeopleSettleATransferTheVenueLeavesOpen(t *testing.T) {
	for _, tc := range []struct {
		direction wallet.Direction
		outcome   venue.Outcome
		book      string
	}{
		{wallet.In, venue.Done, "centre 20.00 transit 0.00 venue 80.00 ky 50.00"},
		{wallet.In, venue.Refused, "centre 50.00 transit 0.00 venue 50.00 ky 50.00"},
		{wallet.Out, venue.Done, "centre 80.00 transit 0.00 venue 20.00 ky 50.00"},
		{wallet.Out, venue.Refused, "centre 50.00 transit 0.00 venue 50.00 ky 50.00"},
	} {
		t.Run(string(tc.direction)+" "+tc.outcome.String(), func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				h.playing("ming", "ky", 50*money.Yuan)
				h.pay("ming", 50*money.Yuan)
				send := h.ToVenue
				h.ky.plan("credit", working)
				if tc.direction == wallet.Out {
					send = h.FromVenue
					h.ky.plan("debit", working)
				}
				if tc.direction == wallet.Out && len(h.ky.next["credit"]) > 0 {
					h.ky.next["credit"] = nil
				}
				if _, err := send(t.Context(), order("t1", 30)); err != nil {
					t.Fatal(err)
				}
				h.clock.Advance(2 * time.Minute)
				h.decide("t1", tc.outcome)
				if got := h.book(); got != tc.book {
					t.Errorf("book\n got %s\nwant %s", got, tc.book)
				}
				if _, asks, err := h.Find(t.Context(), d, "t1"); err != nil || len(asks) == 0 || asks[len(asks)-1].Call != "hand" || asks[len(asks)-1].By != "second" {
					t.Errorf("the story: %+v, %v", asks, err)
				}
				report, err := h.ledger.Verify(t.Context())
				if err != nil || !report.OK {
					t.Errorf("%v %v", report.Broken, err)
				}
			})
		})
	}
}

// Trust F11: a venue that moved another amount has not carried out this order.
func TestAnotherAmountIsForAPerson(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.ky.plan("credit", dropResponse)
		h.ky.plan("lookup", otherAmount)
		if _, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil {
			t.Fatal(err)
		}
		h.sweep(time.Minute)
		if got := h.stored("t1"); got.State != wallet.Manual || got.Reason != "amount" {
			t.Errorf("%+v", got)
		}
		if got := h.book(); got != "centre 70.00 transit 30.00 venue 0.00 ky 30.00" {
			t.Error(got)
		}
		h.sound()
	})
}

// Trust SAG-4: a process stops after committing an order and resumes after the
// resolver found that the venue never received it. Its time is over, so it
// sends nothing; otherwise the player would have the money twice.
func TestAProcessThatSleptSendsNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.ky.rules.Timeout = 400 * time.Millisecond
		h.restart(func(p string) {
			if p == "ToVenue.C2" {
				time.Sleep(600 * time.Millisecond)
				h.resolve()
			}
		})
		got, err := h.ToVenue(t.Context(), order("t1", 30))
		if err != nil || got.State != wallet.Refused || h.ky.credits != 0 {
			t.Errorf("%+v, %v; the company got %d transfers", got, err, h.ky.credits)
		}
		if got := h.book(); got != "centre 100.00 transit 0.00 venue 0.00 ky 0.00" {
			t.Error(got)
		}
		h.sound()
	})
}

// Trust SAG-4, F7: four nodes ask about the same transfers at once, and each
// is settled once.
func TestManyNodesResolveOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		for i := range 20 {
			player := fmt.Sprint("p", i)
			h.pay(player, 10*money.Yuan)
			h.leg.plan("credit", []string{dropResponse, ""}[i%2])
			if _, err := h.ToVenue(t.Context(), wallet.Order{ID: player, Player: player, Venue: "leg", Amount: money.Yuan}); err != nil {
				t.Fatal(err)
			}
		}
		for range 5 {
			h.clock.Advance(30 * time.Second)
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					node := wallet.New(wallet.Config{DB: d, Ledger: ledger.New(d), Venues: h.venues, Guard: h.guard, Staff: h.staff, Log: dbtest.Quiet()})
					if err := node.ResolvePending(t.Context()); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
		}
		if _, open, err := h.Stuck(t.Context(), d, wallet.Filter{}); err != nil || open != 0 {
			t.Errorf("%d are open, %v", open, err)
		}
		h.sound()
	})
}

// Trust SAG-1: every edge between two states is tried by raw SQL; only those
// of the story pass.
func TestTheDatabaseKnowsTheEdges(t *testing.T) {
	allowed := map[string]bool{
		"pending>completed": true, "pending>refused": true, "pending>manual": true, "manual>completed": true, "manual>refused": true,
		"completed>disputed": true, "refused>disputed": true, "disputed>completed": true, "disputed>refused": true,
	}
	states := []string{"pending", "manual", "completed", "refused", "disputed"}
	row := func(state string) (booked string, settled int) {
		switch state {
		case "pending", "manual":
			return "held", 0
		case "completed":
			return "done", 1
		}
		return "back", 1
	}
	way := map[string][]string{"manual": {"manual"}, "completed": {"completed"}, "refused": {"refused"}, "disputed": {"refused", "disputed"}}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		n := 0
		for _, from := range states {
			for _, to := range states {
				n++
				_, err := d.SQL().ExecContext(t.Context(), fmt.Sprintf(`
					INSERT INTO transfer (id, player, venue, direction, amount, account, ref, made_by, state, booked, created_at)
					VALUES ('t%d', 'p%d', 'ky', 'in', 5, 'a', 'r%d', 'x', 'pending', 'held', 1)`, n, n, n))
				move := func(to string) error {
					booked, settled := row(to)
					_, err := d.SQL().ExecContext(t.Context(), fmt.Sprintf(
						`UPDATE transfer SET state = '%s', booked = '%s', settled_at = %d WHERE id = 't%d'`, to, booked, settled, n))
					return err
				}
				for _, step := range way[from] {
					if err == nil {
						err = move(step)
					}
				}
				if err != nil {
					t.Fatal(err)
				}
				err = move(to)
				if (err == nil) != (allowed[from+">"+to] || from == to) {
					t.Errorf("%s > %s: %v", from, to, err)
				}
				if err != nil && !db.IsGuard(err) {
					t.Errorf("%s > %s was refused for another reason: %v", from, to, err)
				}
			}
		}
		for name, sql := range map[string]string{
			"amount":       `UPDATE transfer SET amount = 6 WHERE id = 't1'`,
			"reference":    `UPDATE transfer SET ref = 'other' WHERE id = 't1'`,
			"player":       `UPDATE transfer SET player = 'other' WHERE id = 't1'`,
			"removal":      `DELETE FROM transfer WHERE id = 't1'`,
			"a second one": `INSERT INTO transfer (id, player, venue, direction, amount, account, ref, made_by, state, booked, created_at) VALUES ('x', 'p1', 'ky', 'in', 5, 'a', 'x', 'x', 'pending', 'held', 1)`,
			"a used ref":   `INSERT INTO transfer (id, player, venue, direction, amount, account, ref, made_by, state, booked, created_at) VALUES ('x', 'pp', 'ky', 'in', 5, 'a', 'r1', 'x', 'pending', 'held', 1)`,
			"unbooked":     `INSERT INTO transfer (id, player, venue, direction, amount, account, ref, made_by, state, booked, created_at) VALUES ('x', 'pp', 'ky', 'in', 5, 'a', 'x', 'x', 'pending', '', 1)`,
		} {
			if _, err := d.SQL().ExecContext(t.Context(), sql); err == nil {
				t.Errorf("%s: the database let it through", name)
			}
		}
	})
}

// Trust F15, SAG-3, SAG-4: the process is suspended between hearing "never
// heard of it" and recording it. An answer given too early to count does not
// count because it is recorded late, nor does it undo later answers.
func TestAnAnswerCountsFromWhenItWasSaid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.ky.plan("credit", arriveLate)
		if got, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil || got.State != wallet.Pending {
			t.Fatalf("%+v %v", got, err)
		}
		h.ky.pause = func() { h.clock.Advance(11 * time.Minute) }
		h.sweep(20 * time.Second) // asked too early, written long after it is visible
		h.ky.pause = nil
		if got := h.stored("t1"); got.State != wallet.Pending || !got.AbsentAt.IsZero() {
			t.Errorf("%s, absent since %v: an answer of before that counts", got.State, got.AbsentAt)
		}
		h.ky.pause = func() { // while one answer waits to be written, another is heard and written
			h.ky.pause = nil
			h.clock.Advance(6 * time.Minute)
			h.ky.arrive()
			h.ky.plan("lookup", otherAmount)
			if err := h.ResolvePending(t.Context()); err != nil {
				t.Error(err)
			}
		}
		h.sweep(6 * time.Minute)
		if got := h.stored("t1"); got.State != wallet.Manual || !got.AbsentAt.IsZero() {
			t.Errorf("%s, absent since %v: an old answer undid a newer one", got.State, got.AbsentAt)
		}
		h.sweep(time.Hour)
		if got := h.stored("t1"); got.State != wallet.Completed {
			t.Errorf("ended %s", got.State)
		}
		h.sound()
	})
}

// A venue that is silent about 200 transfers delays the answer about another
// venue's by nothing (trust DOS-4).
func TestASilentVenueDelaysNoOther(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		release := make(chan struct{})
		h.ky.pause = func() { <-release } // answers are read only then
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			var rows [][]any
			for i := range 200 {
				rows = append(rows, []any{fmt.Sprint("s", i), fmt.Sprint("p", i), "ky", "out", int64(5), fmt.Sprint("kyp", i), fmt.Sprint("r", i), "x", "pending", "", tx.NowMillis(), int64(1)})
			}
			_, err := tx.InsertRows(ctx, "transfer (id, player, venue, direction, amount, account, ref, made_by, state, booked, created_at, next_ask_at)", "", rows)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		h.pay("ming", 100*money.Yuan)
		h.leg.plan("credit", dropResponse)
		o := order("t1", 30)
		o.Venue = "leg"
		if _, err := h.ToVenue(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(time.Minute)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		ended := make(chan struct{})
		go func() { defer close(ended); _ = h.ResolvePending(ctx) }()
		for began := time.Now(); h.stored("t1").State == wallet.Pending; time.Sleep(10 * time.Millisecond) {
			if time.Since(began) > 8*time.Second {
				t.Error("the transfer at the venue that answers waits for the one that is silent")
				break
			}
		}
		stop()
		close(release)
		<-ended
		h.sound()
	})
}

// Trust SAG-4: while one node asks about a transfer, no other does. Another
// node asks after the lease when the first has died.
func TestADueTransferIsTakenByOneNode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.ky.plan("credit", dropRequest)
		if _, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil {
			t.Fatal(err)
		}
		asked, release := make(chan struct{}, 10), make(chan struct{})
		h.ky.pause = func() { asked <- struct{}{}; <-release }
		h.clock.Advance(time.Minute)
		ended := make(chan error, 2)
		node := func() *wallet.Wallets {
			return wallet.New(wallet.Config{DB: d, Ledger: ledger.New(d), Venues: h.venues, Guard: h.guard, Staff: h.staff, Log: dbtest.Quiet()})
		}
		go func() { ended <- node().ResolvePending(t.Context()) }()
		<-asked
		other := make(chan error, 1)
		go func() { other <- node().ResolvePending(t.Context()) }()
		select {
		case err := <-other:
			if err != nil {
				t.Error(err)
			}
		case <-asked:
			close(release)
			t.Fatal("another node asks at the same time")
		}
		h.clock.Advance(31 * time.Second) // the first node is taken for dead
		go func() { ended <- node().ResolvePending(t.Context()) }()
		select {
		case <-asked:
		case <-time.After(10 * time.Second):
			t.Error("the lease of a dead node does not end")
		}
		close(release)
		for range 2 {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
		h.sound()
	})
}
