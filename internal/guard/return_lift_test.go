package guard_test

import (
	"errors"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// Trust RG-4, H-129: a freeze that one person set before the match does not let
// that person open what two must open.
func TestAnEarlierFreezeDoesNotHideTheBlockOfAReturnedPlayer(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		s := staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})
		g := guard.New(d, s)
		if err := g.Freeze(ctx, risk, "ming", stoppedActs, time.Time{}, "先行冻结"); err != nil {
			t.Fatal(err)
		}
		if err := g.BlockReturned(ctx, guard.Match{Player: "ming", Excluded: "hong", By: []string{"真实姓名", "设备"}}); err != nil {
			t.Fatal(err)
		}
		if err := g.Unfreeze(ctx, risk, "ming", stoppedActs, "误冻结"); err != nil {
			t.Fatal(err)
		}
		for _, act := range stoppedActs {
			if g.Check(ctx, d, "ming", act) == nil {
				t.Errorf("one person freed %s", act)
			}
			if err := g.Unfreeze(ctx, risk, "ming", []guard.Act{act}, "误冻结"); !errors.Is(err, guard.ErrTwoLift) {
				t.Errorf("%s again: %v", act, err)
			}
		}
		id, err := g.AskLift(ctx, risk, "ming", "核对为另一人")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Decide(ctx, staff.Actor{ID: "b1", Name: "bai", Roles: []string{"owner"}}, id, true, ""); err != nil {
			t.Fatal(err)
		}
		// Two people have cleared the player: later freezes are one person's again.
		if err := g.Freeze(ctx, risk, "ming", []guard.Act{guard.Bet}, time.Time{}, "另一原因"); err != nil {
			t.Fatal(err)
		}
		if err := g.Unfreeze(ctx, risk, "ming", []guard.Act{guard.Bet}, "已查清"); err != nil || g.Check(ctx, d, "ming", guard.Bet) != nil {
			t.Errorf("after the lift: %v", err)
		}
	})
}

// Trust RG-4, H-129: what blocks a likely returned player is lifted by two
// people; one alone lifts none of it.
func TestBlocksOfAReturnedPlayerAreLiftedByTwoPeople(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		s := staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})
		g := guard.New(d, s)
		if _, err := g.AskLift(ctx, risk, "ming", "核对为另一人"); !errors.Is(err, guard.ErrNoReturn) {
			t.Errorf("nobody returned: %v", err)
		}
		if err := g.BlockReturned(ctx, guard.Match{Player: "ming", Excluded: "hong", By: []string{"真实姓名", "设备"}}); err != nil {
			t.Fatal(err)
		}
		if err := g.Unfreeze(ctx, risk, "ming", []guard.Act{guard.Bet}, "核对为另一人"); !errors.Is(err, guard.ErrTwoLift) {
			t.Errorf("one alone: %v", err)
		}
		id, err := g.AskLift(ctx, risk, "ming", "核对为另一人")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Decide(ctx, risk, id, true, ""); err == nil {
			t.Error("who asked agreed")
		}
		for _, act := range stoppedActs {
			if g.Check(ctx, d, "ming", act) == nil {
				t.Errorf("%s is free before the second person", act)
			}
		}
		if _, err := s.Decide(ctx, staff.Actor{ID: "b1", Name: "bai", Roles: []string{"owner"}}, id, true, ""); err != nil {
			t.Fatal(err)
		}
		for _, act := range stoppedActs {
			if err := g.Check(ctx, d, "ming", act); err != nil {
				t.Errorf("%s: %v", act, err)
			}
		}
		if list, err := g.Returns(ctx, d, 10); err != nil || len(list) != 0 {
			t.Errorf("%+v, %v", list, err)
		}
		if n, err := g.CountReturns(ctx, d); err != nil || n != 0 {
			t.Errorf("counted %d, %v", n, err)
		}
		// The same match is not noted again.
		if err := g.BlockReturned(ctx, guard.Match{Player: "ming", Excluded: "hong", By: []string{"真实姓名", "设备"}}); err != nil || g.Check(ctx, d, "ming", guard.Bet) != nil {
			t.Errorf("blocked again: %v", err)
		}
	})
}
