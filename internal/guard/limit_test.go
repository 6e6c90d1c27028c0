package guard_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/money"
)

// purse is a player's deposits, as another noun would know them.
type purse struct {
	credits []credit
	open    money.Fen
}

type credit struct {
	amount money.Fen
	at     time.Time
}

func (p *purse) deposited(_ context.Context, _ db.Reader, _ string, after []time.Time) ([]money.Fen, money.Fen, error) {
	sums := make([]money.Fen, len(after))
	for _, c := range p.credits {
		for i, from := range after {
			if c.at.After(from) {
				sums[i] += c.amount
			}
		}
	}
	return sums, p.open, nil
}

// limited runs a test with a player whose deposits the test writes.
func limited(t *testing.T, fn func(t *testing.T, d *db.DB, g *guard.Guard, p *purse, clock *calendar.Fixed)) {
	t.Helper()
	each(t, func(t *testing.T, d *db.DB, g *guard.Guard) {
		p := &purse{}
		g.Deposited = p.deposited
		fn(t, d, g, p, dbtest.Clock(d))
	})
}

// may asks whether a deposit of so much may be ordered.
func may(t *testing.T, d *db.DB, g *guard.Guard, amount money.Fen) error {
	t.Helper()
	var said error
	if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		said = g.CheckDeposit(ctx, tx, "ming", amount)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return said
}

// RG-3: lower at once; higher, or none, after a day and only when the player
// confirms it, and not in store.
func TestALimitIsLoweredAtOnceAndRaisedLater(t *testing.T) {
	limited(t, func(t *testing.T, d *db.DB, g *guard.Guard, _ *purse, clock *calendar.Fixed) {
		ctx := t.Context()
		set := func(amount money.Fen, applied bool) {
			t.Helper()
			c, err := g.SetLimit(ctx, "ming", guard.Day, amount)
			if err != nil || c.AppliedAt.IsZero() == applied {
				t.Errorf("%s: %+v, %v", amount, c, err)
			}
		}
		is := func(want string) {
			t.Helper()
			limits, err := g.Limits(ctx, d, "ming")
			if err != nil {
				t.Fatal(err)
			}
			got := limits[0].Amount.String()
			if limits[0].Pending != nil {
				got += " then " + limits[0].Pending.Amount.String()
			}
			if got != want {
				t.Errorf("limit %s, want %s", got, want)
			}
		}
		for _, bad := range []money.Fen{-1, 1, 99, guard.LimitMost + 1} {
			if _, err := g.SetLimit(ctx, "ming", guard.Day, bad); !errors.Is(err, guard.ErrLimitAmount) {
				t.Errorf("%s: %v", bad, err)
			}
		}
		if _, err := g.SetLimit(ctx, "ming", "year", 100_000); !errors.Is(err, guard.ErrPeriod) {
			t.Errorf("a year: %v", err)
		}
		if _, err := g.SetLimit(ctx, "ming", guard.Day, 0); !errors.Is(err, guard.ErrLimitSame) {
			t.Errorf("no limit instead of none: %v", err)
		}
		set(100_000, true) // the first
		set(50_000, true)  // lower
		is("500.00")
		set(80_000, false)
		is("500.00 then 800.00")
		if err := g.ConfirmLimit(ctx, "ming", guard.Day); !errors.Is(err, guard.ErrLimitEarly) {
			t.Errorf("at once: %v", err)
		}
		clock.Advance(24*time.Hour - time.Millisecond)
		if err := g.ConfirmLimit(ctx, "ming", guard.Day); !errors.Is(err, guard.ErrLimitEarly) {
			t.Errorf("a moment early: %v", err)
		}
		clock.Advance(time.Millisecond)
		is("500.00 then 800.00") // nothing happens by itself
		if err := g.ConfirmLimit(ctx, "ming", guard.Day); err != nil {
			t.Error(err)
		}
		is("800.00")
		if err := g.ConfirmLimit(ctx, "ming", guard.Day); !errors.Is(err, guard.ErrNoChange) {
			t.Errorf("twice: %v", err)
		}
		set(0, false) // none at all
		set(30_000, true)
		is("300.00") // what waited is gone
		clock.Advance(25 * time.Hour)
		if err := g.ConfirmLimit(ctx, "ming", guard.Day); !errors.Is(err, guard.ErrNoChange) {
			t.Errorf("what was dropped: %v", err)
		}
		set(0, false)
		if err := g.CancelLimit(ctx, "ming", guard.Day); err != nil {
			t.Error(err)
		}
		is("300.00")
		set(0, false)
		clock.Advance((24+72)*time.Hour + time.Millisecond)
		is("300.00")
		if err := g.ConfirmLimit(ctx, "ming", guard.Day); !errors.Is(err, guard.ErrLimitLapsed) {
			t.Errorf("kept in store: %v", err)
		}
		set(0, false)
		clock.Advance((24 + 72) * time.Hour)
		if err := g.ConfirmLimit(ctx, "ming", guard.Day); err != nil {
			t.Error(err)
		}
		is("0.00")
		history, err := g.LimitHistory(ctx, d, "ming")
		if err != nil || len(history) != 8 || history[0].Was != 30_000 {
			t.Errorf("%d in the history, %v", len(history), err)
		}
	})
}

// RG-3: the smallest remaining allowance decides, and a period rolls. Midnight
// in GMT+8 frees nothing, and a credit stops counting after exactly a day.
func TestTheSmallestLimitDecidesAndPeriodsRoll(t *testing.T) {
	limited(t, func(t *testing.T, d *db.DB, g *guard.Guard, p *purse, clock *calendar.Fixed) {
		for period, amount := range map[guard.Period]money.Fen{guard.Day: 100_000, guard.Week: 150_000, guard.Month: 160_000} {
			if _, err := g.SetLimit(t.Context(), "ming", period, amount); err != nil {
				t.Fatal(err)
			}
		}
		clock.Set(calendar.DayOf(clock.Now()).End().Add(-time.Second)) // 23:59:59 in Beijing
		left := func(want money.Fen, period guard.Period) {
			t.Helper()
			if err := may(t, d, g, want); want > 0 && err != nil {
				t.Errorf("%s: %v", want, err)
			}
			err := may(t, d, g, want+1)
			if !errors.Is(err, guard.ErrLimit) || !strings.Contains(err.Error(), period.Text()) || !strings.Contains(err.Error(), want.Grouped()) {
				t.Errorf("a fen above %s of the %s: %v", want, period, err)
			}
		}
		left(100_000, guard.Day)
		p.open = 30_000
		left(70_000, guard.Day)
		p.open = 0
		first := clock.Now()
		p.credits = append(p.credits, credit{100_000, first})
		left(0, guard.Day)
		clock.Advance(2 * time.Second) // past midnight
		left(0, guard.Day)
		clock.Set(first.Add(24*time.Hour - time.Millisecond))
		left(0, guard.Day)
		clock.Advance(time.Millisecond)
		left(50_000, guard.Week)
		p.credits = append(p.credits, credit{50_000, clock.Now()})
		left(0, guard.Week)
		clock.Set(first.Add(7 * 24 * time.Hour))
		left(10_000, guard.Month)
		clock.Set(first.Add(30*24*time.Hour - time.Millisecond))
		left(10_000, guard.Month)
		clock.Advance(time.Millisecond)
		left(100_000, guard.Day)
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if err := g.CheckDeposit(ctx, tx, "hong", guard.LimitMost); err != nil {
				t.Errorf("who set no limit: %v", err)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// RG-3: a direct write to the tables cannot raise a limit within a day, nor
// change or remove a decision.
func TestTheDatabaseKeepsLimits(t *testing.T) {
	limited(t, func(t *testing.T, d *db.DB, g *guard.Guard, _ *purse, clock *calendar.Fixed) {
		ctx := t.Context()
		for _, amount := range []money.Fen{100_000, 0} { // a limit, and the wish to have none
			if _, err := g.SetLimit(ctx, "ming", guard.Day, amount); err != nil {
				t.Fatal(err)
			}
		}
		now, day := clock.Now().UnixMilli(), (24 * time.Hour).Milliseconds()
		for _, s := range []string{
			"DELETE FROM guard_limit",
			"UPDATE guard_limit SET amount = amount + 1 WHERE n = 1",
			"UPDATE guard_limit SET cancelled_at = 5 WHERE n = 1",
			"UPDATE guard_limit SET applied_at = asked_at WHERE n = 2",
			"UPDATE guard_limit SET ready_at = asked_at, applied_at = asked_at WHERE n = 2",
			fmt.Sprintf("UPDATE guard_limit SET applied_at = ready_at + %d WHERE n = 2", 3*day+1),
			fmt.Sprintf("INSERT INTO guard_limit (player, period, n, amount, was, asked_at, ready_at, applied_at) VALUES ('ming', 'day', 3, 200000, 100000, %d, %[1]d, %[1]d)", now),
			fmt.Sprintf("INSERT INTO guard_limit (player, period, n, amount, was, asked_at, ready_at, applied_at) VALUES ('ming', 'day', 3, 200000, 0, %d, %[1]d, %[1]d)", now),
			fmt.Sprintf("INSERT INTO guard_limit (player, period, n, amount, was, asked_at, ready_at, applied_at) VALUES ('ming', 'day', 3, 0, 300000, %d, %d, 0)", now, now+day),
			fmt.Sprintf("INSERT INTO guard_limit (player, period, n, amount, was, asked_at, ready_at, applied_at) VALUES ('ming', 'week', 1, 5, 0, %d, %d, 0)", now, now+1),
		} {
			err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw(s).Exec(ctx)
				return err
			})
			if err == nil {
				t.Errorf("taken: %s", s)
			}
		}
	})
}

// model is RG-3 in a few lines, beside the code under test.
type model struct {
	limit   map[guard.Period]money.Fen
	pending map[guard.Period]*wish
	credits []credit
	orders  []money.Fen
}

type wish struct {
	amount money.Fen
	at     time.Time
}

var modelSpans = map[guard.Period]time.Duration{guard.Day: 24 * time.Hour, guard.Week: 168 * time.Hour, guard.Month: 720 * time.Hour}

func (m *model) sum(period guard.Period, now time.Time) (sum money.Fen) {
	for _, c := range m.credits {
		if now.Sub(c.at) < modelSpans[period] {
			sum += c.amount
		}
	}
	return sum
}

func (m *model) allows(amount money.Fen, now time.Time) bool {
	for period, limit := range m.limit {
		sum := m.sum(period, now) + amount
		for _, o := range m.orders {
			sum += o
		}
		if limit > 0 && sum > limit {
			return false
		}
	}
	return true
}

// RG-3: random schedules of setting, confirming, ordering, paying and waiting
// agree with the model at each step. No order and no credit is ever above a
// limit. Each engine runs five hundred schedules, or LIMITS_SCHEDULES of them;
// LIMITS_SEED repeats a run.
func TestLimitsAgreeWithTheModel(t *testing.T) {
	schedules := 500
	if given, err := strconv.Atoi(os.Getenv("LIMITS_SCHEDULES")); err == nil {
		schedules = given // ten thousand, before a release
	}
	seed := uint64(time.Now().UnixNano())
	if given, err := strconv.ParseUint(os.Getenv("LIMITS_SEED"), 10, 64); err == nil {
		seed = given
	}
	t.Logf("LIMITS_SEED=%d", seed)
	began := time.Now()
	done := 0
	limited(t, func(t *testing.T, d *db.DB, g *guard.Guard, p *purse, clock *calendar.Fixed) {
		r := rand.New(rand.NewPCG(seed, 1))
		start := time.Now()
		for i := range schedules {
			if time.Since(start) > 8*time.Minute {
				t.Fatalf("%d of %d schedules in the time there is", i, schedules)
			}
			p.credits, p.open = nil, 0
			clock.Advance(60 * 24 * time.Hour)
			m := &model{limit: map[guard.Period]money.Fen{}, pending: map[guard.Period]*wish{}}
			if !schedule(t, r, d, g, p, m, clock, fmt.Sprintf("p%d", i)) {
				t.Fatalf("schedule %d of seed %d", i, seed)
			}
			done++
		}
	})
	t.Logf("%d schedules in %s", done, time.Since(began).Round(time.Second))
}

// schedule plays a few steps of one player, and says whether all agreed.
func schedule(t *testing.T, r *rand.Rand, d *db.DB, g *guard.Guard, p *purse, m *model, clock *calendar.Fixed, player string) bool {
	t.Helper()
	ctx := t.Context()
	for range 6 + r.IntN(6) {
		period := guard.Periods[r.IntN(3)]
		amount := money.Fen(1+r.IntN(6)) * 100
		now := clock.Now()
		switch r.IntN(7) {
		case 0, 1: // decide
			if r.IntN(4) == 0 {
				amount = 0
			}
			_, err := g.SetLimit(ctx, player, period, amount)
			was := m.limit[period]
			switch {
			case amount == was:
				if !errors.Is(err, guard.ErrLimitSame) {
					t.Errorf("same: %v", err)
				}
			case err != nil:
				t.Errorf("set: %v", err)
			case was == 0 || amount != 0 && amount < was:
				m.limit[period], m.pending[period] = amount, nil
			default:
				m.pending[period] = &wish{amount, now}
			}
		case 2: // confirm
			err := g.ConfirmLimit(ctx, player, period)
			w := m.pending[period]
			good := w != nil && now.Sub(w.at) >= 24*time.Hour && now.Sub(w.at) <= 96*time.Hour
			if good != (err == nil) {
				t.Errorf("confirm: %v, model %v", err, good)
			}
			if good {
				m.limit[period], m.pending[period] = w.amount, nil
			}
		case 3: // wait, often to an edge
			clock.Advance([]time.Duration{time.Hour, 24*time.Hour - time.Millisecond, 24 * time.Hour, 96 * time.Hour, 168 * time.Hour, 719 * time.Hour}[r.IntN(6)])
		case 4, 5: // order
			var said error
			if err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				said = g.CheckDeposit(ctx, tx, player, amount)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if m.allows(amount, now) != (said == nil) {
				t.Errorf("order %s: %v, model %v", amount, said, m.allows(amount, now))
			}
			if said == nil {
				m.orders = append(m.orders, amount)
				p.open += amount
			}
		case 6: // pay the oldest
			if len(m.orders) == 0 {
				continue
			}
			amount, m.orders = m.orders[0], m.orders[1:]
			p.open -= amount
			var said error
			if err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				said = g.CheckCredit(ctx, tx, player, amount)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			over := false
			for q, limit := range m.limit {
				over = over || limit > 0 && m.sum(q, now)+amount > limit
			}
			if over != (said != nil) {
				t.Errorf("credit %s: %v, model over %v", amount, said, over)
			}
			if said == nil {
				p.credits = append(p.credits, credit{amount, now})
				m.credits = append(m.credits, credit{amount, now})
			}
		}
		if t.Failed() {
			return false
		}
	}
	return true
}
