package guard_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

var risk = staff.Actor{ID: "r1", Name: "rita", Roles: []string{"risk"}}

func each(t *testing.T, fn func(t *testing.T, d *db.DB, g *guard.Guard)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		fn(t, d, guard.New(d, staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})))
	})
}

// A player who may not bet must not get money or themself to a table, and must
// still get their money out.
func TestABlockStopsItsActAndTheWaysToIt(t *testing.T) {
	acts := []guard.Act{guard.Login, guard.Deposit, guard.Transfer, guard.Launch, guard.Bet, guard.Withdraw}
	for frozen, stopped := range map[guard.Act]map[guard.Act]error{
		guard.Login:    {guard.Login: guard.ErrLogin},
		guard.Deposit:  {guard.Deposit: guard.ErrDeposit},
		guard.Transfer: {guard.Transfer: guard.ErrTransfer},
		guard.Launch:   {guard.Launch: guard.ErrLaunch},
		guard.Bet:      {guard.Bet: guard.ErrBet, guard.Launch: guard.ErrBet, guard.Transfer: guard.ErrBet},
		guard.Withdraw: {guard.Withdraw: guard.ErrWithdraw},
	} {
		t.Run(string(frozen), func(t *testing.T) {
			each(t, func(t *testing.T, d *db.DB, g *guard.Guard) {
				if err := g.Freeze(t.Context(), risk, "ming", []guard.Act{frozen}, time.Time{}, "可疑行为"); err != nil {
					t.Fatal(err)
				}
				for _, act := range acts {
					if err := g.Check(t.Context(), d, "ming", act); !errors.Is(err, stopped[act]) {
						t.Errorf("%s: %v, want %v", act, err, stopped[act])
					}
					if err := g.Check(t.Context(), d, "hong", act); err != nil {
						t.Errorf("another player's %s: %v", act, err)
					}
				}
			})
		})
	}
}

func TestABlockEndsByItsTimeOrByHand(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, g *guard.Guard) {
		ctx, clock := t.Context(), dbtest.Clock(d)
		check := func(want error) {
			t.Helper()
			if err := g.Check(ctx, d, "ming", guard.Withdraw); !errors.Is(err, want) {
				t.Errorf("heard %v, want %v", err, want)
			}
		}
		withdraw := []guard.Act{guard.Withdraw}
		until := clock.Now().Add(time.Hour)
		for name, c := range map[string]struct {
			acts   []guard.Act
			until  time.Time
			reason string
			want   error
		}{
			"no act":      {nil, until, "核实身份", guard.ErrAct},
			"unknown act": {[]guard.Act{"breathe"}, until, "核实身份", guard.ErrAct},
			"twice":       {[]guard.Act{"bet", "bet"}, until, "核实身份", guard.ErrAct},
			"past":        {withdraw, clock.Now(), "核实身份", guard.ErrUntil},
			"no reason":   {withdraw, until, " ", staff.ErrReason},
		} {
			if err := g.Freeze(ctx, risk, "ming", c.acts, c.until, c.reason); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		check(nil)
		if err := g.Freeze(ctx, risk, "ming", withdraw, until, "核实身份"); err != nil {
			t.Fatal(err)
		}
		check(guard.ErrWithdraw)
		if err := g.Freeze(ctx, risk, "ming", withdraw, time.Time{}, "核实身份"); !errors.Is(err, guard.ErrFrozen) {
			t.Errorf("twice: %v", err)
		}
		blocks, err := g.Blocks(ctx, d, "ming")
		if err != nil || len(blocks) != 1 || blocks[0].By != "rita" || blocks[0].Reason != "核实身份" || !blocks[0].Until.Equal(until) {
			t.Errorf("blocks %+v, %v", blocks, err)
		}
		clock.Advance(time.Hour)
		check(nil)
		if err := g.Unfreeze(ctx, risk, "ming", withdraw, "已核实"); !errors.Is(err, guard.ErrNotFrozen) {
			t.Errorf("unfreeze what is over: %v", err)
		}
		if err := g.Freeze(ctx, risk, "ming", withdraw, time.Time{}, "再次核实"); err != nil {
			t.Errorf("freeze anew: %v", err)
		}
		if frozen, err := g.Frozen(ctx, d, 10); err != nil || len(frozen) != 1 || frozen[0] != "ming" {
			t.Errorf("frozen %v, %v", frozen, err)
		}
		if err := g.Unfreeze(ctx, risk, "ming", withdraw, "已核实"); err != nil {
			t.Fatal(err)
		}
		check(nil)
		if err := g.Check(ctx, d, "ming", "breathe"); err == nil {
			t.Error("an unknown act is allowed")
		}
	})
}

// Two of staff at once: one block, one row in the trail.
func TestFreezingAtOnceFreezesOnce(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, g *guard.Guard) {
		var told atomic.Int32
		g.OnFreeze = func(context.Context, *db.Tx, string, []guard.Act) error { return nil }
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				err := g.Freeze(t.Context(), risk, "ming", []guard.Act{guard.Login, guard.Bet}, time.Time{}, "可疑行为")
				if err == nil {
					told.Add(1)
				} else if !errors.Is(err, guard.ErrFrozen) {
					t.Errorf("heard %v", err)
				}
			})
		}
		wg.Wait()
		var rows int
		if err := d.NewRaw("SELECT count(*) FROM staff_audit WHERE action = 'player.freeze'").Scan(t.Context(), &rows); err != nil {
			t.Fatal(err)
		}
		if told.Load() != 1 || rows != 1 {
			t.Errorf("%d were told so, %d rows in the trail", told.Load(), rows)
		}
	})
}
