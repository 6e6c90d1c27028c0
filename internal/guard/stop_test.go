package guard_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
)

var stoppedActs = []guard.Act{guard.Deposit, guard.Transfer, guard.Launch, guard.Bet}

// stopped checks each act against a stop. Acts that lead to play get its fault,
// with a date where there is one; login and withdrawals get none.
func stopped(t *testing.T, d *db.DB, g *guard.Guard, want *fault.Fault, date time.Time) {
	t.Helper()
	for _, act := range stoppedActs {
		err := g.Check(t.Context(), d, "ming", act)
		if want == nil && err != nil || want != nil && !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", act, err, want)
		}
		if !date.IsZero() && (err == nil || !strings.Contains(err.Error(), calendar.Stamp(date))) {
			t.Errorf("%s does not say when: %v", act, err)
		}
	}
	for _, act := range []guard.Act{guard.Login, guard.Withdraw} {
		if err := g.Check(t.Context(), d, "ming", act); err != nil {
			t.Errorf("%s: %v", act, err)
		}
	}
	for _, act := range stoppedActs {
		if err := g.Check(t.Context(), d, "hong", act); err != nil {
			t.Errorf("somebody else's %s: %v", act, err)
		}
	}
}

// RG-5: a time-out holds at once, from a day to six weeks, and ends by itself
// to the millisecond. It can be extended and never shortened.
func TestATimeOutHoldsAtOnceAndEndsByItself(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, g *guard.Guard) {
		ctx, clock := t.Context(), dbtest.Clock(d)
		for _, days := range []int{-1, 0, 43, 10_000} {
			if _, err := g.StopFor(ctx, "ming", days); !errors.Is(err, guard.ErrTimeOutDays) {
				t.Errorf("%d days: %v", days, err)
			}
		}
		stopped(t, d, g, nil, time.Time{})
		began := clock.Now()
		if _, err := g.StopFor(ctx, "ming", 1); err != nil {
			t.Fatal(err)
		}
		stopped(t, d, g, guard.ErrTimedOut, began.Add(24*time.Hour))
		if _, err := g.StopFor(ctx, "ming", 1); !errors.Is(err, guard.ErrStopped) {
			t.Errorf("as long again: %v", err)
		}
		if _, err := g.StopFor(ctx, "ming", 42); err != nil {
			t.Errorf("longer: %v", err)
		}
		if _, err := g.StopFor(ctx, "ming", 41); !errors.Is(err, guard.ErrStopped) {
			t.Errorf("shorter: %v", err)
		}
		if _, err := g.AskToReturn(ctx, "ming"); !errors.Is(err, guard.ErrNotExcluded) {
			t.Errorf("a time-out was ended: %v", err)
		}
		clock.Set(began.Add(42*24*time.Hour - time.Millisecond))
		stopped(t, d, g, guard.ErrTimedOut, began.Add(42*24*time.Hour))
		clock.Advance(time.Millisecond)
		stopped(t, d, g, nil, time.Time{})
		all, stands, err := g.Stops(ctx, d, "ming")
		if err != nil || len(all) != 2 || stands != nil {
			t.Errorf("%+v, %+v, %v", all, stands, err)
		}
	})
}

// RG-4: an exclusion holds for its term, then until the player asks, and then
// for a day, an indefinite one for a week. Every way to end it sooner is shut.
func TestAnExclusionEndsOnlyAfterItsTermTheAskingAndTheWait(t *testing.T) {
	for term, c := range map[guard.Term]struct {
		years, months int
		waits         time.Duration
		says          *fault.Fault
	}{
		guard.HalfYear:   {0, 6, 24 * time.Hour, guard.ErrExcluded},
		guard.OneYear:    {1, 0, 24 * time.Hour, guard.ErrExcluded},
		guard.FiveYears:  {5, 0, 24 * time.Hour, guard.ErrExcluded},
		guard.Indefinite: {0, 6, 7 * 24 * time.Hour, guard.ErrExcludedForever},
	} {
		t.Run(string(term), func(t *testing.T) {
			each(t, func(t *testing.T, d *db.DB, g *guard.Guard) {
				ctx, clock := t.Context(), dbtest.Clock(d)
				over := clock.Now().In(calendar.Beijing).AddDate(c.years, c.months, 0)
				if _, err := g.Exclude(ctx, "ming", term); err != nil {
					t.Fatal(err)
				}
				stopped(t, d, g, c.says, over)
				tries := func(want error) {
					t.Helper()
					if _, err := g.AskToReturn(ctx, "ming"); !errors.Is(err, want) {
						t.Errorf("asking: %v, want %v", err, want)
					}
					if _, err := g.StopFor(ctx, "ming", 1); !errors.Is(err, guard.ErrStopped) {
						t.Errorf("a time-out instead: %v", err)
					}
					if err := g.Unfreeze(ctx, risk, "ming", []guard.Act{guard.Bet}, "玩家要求"); !errors.Is(err, guard.ErrNotFrozen) {
						t.Errorf("staff: %v", err)
					}
				}
				tries(guard.ErrReturnEarly)
				if _, err := g.Exclude(ctx, "ming", term); !errors.Is(err, guard.ErrStopped) {
					t.Errorf("the same again: %v", err)
				}
				clock.Set(over.Add(-time.Millisecond))
				tries(guard.ErrReturnEarly)
				stopped(t, d, g, c.says, over)

				clock.Set(over.Add(100 * 24 * time.Hour)) // no request was made, so it lasts
				stopped(t, d, g, guard.ErrExcludedOver, time.Time{})
				asked := clock.Now()
				ends, err := g.AskToReturn(ctx, "ming")
				if err != nil || !ends.Equal(asked.Add(c.waits)) {
					t.Fatalf("ends %s, %v", ends, err)
				}
				stopped(t, d, g, guard.ErrExcludedEnding, ends)
				clock.Set(ends.Add(-time.Millisecond))
				if _, err := g.AskToReturn(ctx, "ming"); !errors.Is(err, guard.ErrReturnAsked) {
					t.Errorf("asked twice: %v", err)
				}
				stopped(t, d, g, guard.ErrExcludedEnding, ends)
				clock.Set(ends)
				stopped(t, d, g, nil, time.Time{})
			})
		})
	}
}

// RG-4: a further exclusion only ever holds a player longer.
func TestStopsAddUpAndNeverShorten(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, g *guard.Guard) {
		ctx, clock := t.Context(), dbtest.Clock(d)
		began := clock.Now()
		for _, step := range []struct {
			term guard.Term
			want error
		}{
			{guard.OneYear, nil}, {guard.HalfYear, guard.ErrStopped}, {guard.FiveYears, nil}, {guard.Indefinite, nil},
			{guard.Indefinite, guard.ErrStopped}, {guard.OneYear, guard.ErrStopped}, {"1d", guard.ErrTerm}, {"", guard.ErrTerm},
		} {
			if _, err := g.Exclude(ctx, "ming", step.term); !errors.Is(err, step.want) {
				t.Errorf("%s: %v", step.term, err)
			}
			clock.Advance(time.Second)
		}
		five := began.Add(time.Second*2).In(calendar.Beijing).AddDate(5, 0, 0)
		clock.Set(began.AddDate(2, 0, 0)) // of the year and the indefinite one the time is over
		if _, err := g.AskToReturn(ctx, "ming"); !errors.Is(err, guard.ErrReturnEarly) || !strings.Contains(err.Error(), calendar.Stamp(five)) {
			t.Errorf("after two of five years: %v", err)
		}
		clock.Set(five)
		ends, err := g.AskToReturn(ctx, "ming")
		if err != nil || !ends.Equal(five.Add(7*24*time.Hour)) {
			t.Errorf("ends %s, %v", ends, err)
		}
		clock.Set(five.Add(25 * time.Hour)) // the timed ones have ended, the indefinite one has not
		stopped(t, d, g, guard.ErrExcludedEnding, ends)
		names, err := g.Excluded(ctx, d, 10)
		if err != nil || strings.Join(names, " ") != "ming" {
			t.Errorf("excluded %v, %v", names, err)
		}
	})
}

// RG-4: a direct write to the tables cannot shorten a stop, end it early or
// remove it.
func TestTheDatabaseKeepsStops(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, g *guard.Guard) {
		ctx, clock := t.Context(), dbtest.Clock(d)
		s, err := g.Exclude(ctx, "ming", guard.HalfYear)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.StopFor(ctx, "lei", 2); err != nil {
			t.Fatal(err)
		}
		refuses := func(statement string, args ...any) {
			t.Helper()
			err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw(statement, args...).Exec(ctx)
				return err
			})
			if err == nil {
				t.Errorf("taken: %s", statement)
			}
		}
		now, until := clock.Now().UnixMilli(), s.Until.UnixMilli()
		day := (24 * time.Hour).Milliseconds()
		refuses("DELETE FROM guard_stop")
		refuses("UPDATE guard_stop SET until = since")
		refuses("UPDATE guard_stop SET player = 'nobody'")
		refuses("UPDATE guard_stop SET kind = 'timeout', ends_at = until WHERE player = 'ming'")
		refuses("UPDATE guard_stop SET ends_at = ? WHERE player = 'ming'", now)
		refuses("UPDATE guard_stop SET asked_at = ?, ends_at = ? WHERE player = 'ming'", now, now+day)
		refuses("UPDATE guard_stop SET asked_at = ?, ends_at = ? WHERE player = 'ming'", until, until+day-1)
		refuses("UPDATE guard_stop SET asked_at = ?, ends_at = ? WHERE player = 'ming'", until-1, until+day)
		refuses("UPDATE guard_stop SET ends_at = ends_at - 1 WHERE player = 'lei'")
		refuses("UPDATE guard_stop SET ends_at = 0 WHERE player = 'lei'")
		insert := "INSERT INTO guard_stop (id, player, kind, term, since, until, asked_at, ends_at) VALUES (?, 'lan', ?, ?, ?, ?, 0, ?)"
		refuses(insert, "a", "exclusion", "6m", now, now+180*day, 0)
		refuses(insert, "b", "exclusion", "5y", now, now+1825*day, 0)
		refuses(insert, "c", "exclusion", "7d", now, now+300*day, 0)
		refuses(insert, "e", "timeout", "1d", now, now+day-1, now+day-1)
		refuses(insert, "f", "timeout", "43d", now, now+43*day, now+43*day)
		refuses(insert, "g", "timeout", "7d", now, now+7*day, now+day)
		stopped(t, d, g, guard.ErrExcluded, s.Until)
		clock.Set(s.Until)
		if _, err := g.AskToReturn(ctx, "ming"); err != nil {
			t.Fatal(err)
		}
		refuses("UPDATE guard_stop SET ends_at = ends_at - 1 WHERE player = 'ming'")
		refuses("UPDATE guard_stop SET asked_at = 0, ends_at = 0 WHERE player = 'ming'")
	})
}

// RG-6: the interval is the player's choice, an hour without a choice.
func TestTheRealityCheckIsThePlayersChoice(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, g *guard.Guard) {
		is := func(want int) {
			t.Helper()
			if got, err := g.Reality(t.Context(), d, "ming"); err != nil || got != want {
				t.Errorf("%d minutes, %v; want %d", got, err, want)
			}
		}
		is(60)
		for _, minutes := range []int{30, 0, 120, 60} {
			if err := g.SetReality(t.Context(), "ming", minutes); err != nil {
				t.Error(err)
			}
			is(minutes)
		}
		for _, minutes := range []int{1, -30, 600} {
			if err := g.SetReality(t.Context(), "ming", minutes); !errors.Is(err, guard.ErrInterval) {
				t.Errorf("%d: %v", minutes, err)
			}
		}
		is(60)
	})
}
