package earning_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/app/command"
	"hongyun/internal/apptest"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/db"
	"hongyun/internal/earning"
	"hongyun/internal/fund"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/promo/award"
)

// steps is how much happens in a generated life.
const steps = 45

// The report of a generated life equals what raw rows add up to, at any moment:
// with bets that come late, are settled again or void, reversed deposits,
// cancelled bonuses, and rows that no job has counted yet. If it failed, an
// operator would believe in money that is not there.
func TestReportEqualsTheRawRows(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		l := newLife(t, h, 20260302)
		days := earning.Days{First: calendar.DayOf(h.Clock.Now()).AddDays(-4)}
		for i := range steps {
			l.step()
			if i%9 == 8 {
				days.Last = calendar.DayOf(h.Clock.Now())
				l.compare(days)
			}
		}
		if len(l.bets) < 20 || l.paid < 3 {
			t.Errorf("a dull life: %d bets, %d deposits", len(l.bets), l.paid)
		}
		l.Advance(time.Hour)
		days.Last = calendar.DayOf(h.Clock.Now())
		l.compare(days)
		part := earning.Days{First: days.Last.AddDays(-2), Last: days.Last.AddDays(-1)}
		l.compare(part)
	})
}

// compare fails where a report and the raw rows differ.
func (l *life) compare(days earning.Days) {
	l.t.Helper()
	got, err := l.Earnings.Read(l.t.Context(), days)
	l.ok(err)
	want := l.raw(days)
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if is := reported(got)[key]; is != want[key] {
			l.t.Errorf("%s to %s: %s is %d and should be %d", days.First, days.Last, key, is, want[key])
		}
	}
	for key, is := range reported(got) {
		if _, known := want[key]; !known && is != 0 {
			l.t.Errorf("%s to %s: %s is %d and should not be there", days.First, days.Last, key, is)
		}
	}
	var total earning.Figures
	for _, v := range got.Venues {
		games, err := l.Earnings.Games(l.t.Context(), v.Code, days)
		l.ok(err)
		var sum earning.Sum
		for _, g := range games {
			sum.Bets, sum.Stake, sum.Valid, sum.Win = sum.Bets+g.Bets, sum.Stake+g.Stake, sum.Valid+g.Valid, sum.Win+g.Win
		}
		if sum != v.Sum {
			l.t.Errorf("games of %s come to %+v, not %+v", v.Code, sum, v.Sum)
		}
		total.Win += v.Win
	}
	if total.GGR() != got.Total.GGR() {
		l.t.Errorf("venues come to %s, not %s", total.GGR(), got.Total.GGR())
	}
}

// reported is a report as numbers with names.
func reported(r earning.Report) map[string]int64 {
	out := map[string]int64{}
	for _, d := range r.ByDay {
		for name, n := range map[string]int64{
			"bets": d.Bets, "stake": int64(d.Stake), "valid": int64(d.Valid), "ggr": int64(d.GGR()), "in": int64(d.Deposits.Amount), "back": int64(d.Deposits.Back),
			"out": int64(d.Withdrawals.Amount), "registered": d.Registered, "first": d.FirstDeposits,
		} {
			out[d.Day.String()+" "+name] = n
		}
	}
	for _, v := range r.Venues {
		out["venue "+v.Code] = int64(v.GGR())
	}
	for _, m := range r.Deposits {
		out["method "+m.Name] = int64(m.Amount)
		out["method "+m.Name+" count"] = m.Count
	}
	for _, c := range r.Costs {
		out["cost "+c.Kind+" "+c.Detail] = int64(c.Amount)
	}
	out["C$"] = int64(r.CDollars.Grant)
	out["ngr"] = int64(r.Total.NGR())
	return out
}

// raw works the same numbers out from the rows of bets, orders and awards, in Go
// and without the figures.
func (l *life) raw(days earning.Days) map[string]int64 {
	l.t.Helper()
	out := map[string]int64{}
	in := func(ms int64) (string, bool) {
		day := calendar.DayOf(calendar.FromMillis(ms))
		return day.String() + " ", day >= days.First && day <= days.Last
	}
	var bets []struct {
		Venue, Status            string
		BetAt, Stake, Valid, Win int64
	}
	l.ok(l.DB.NewRaw("SELECT venue, status, bet_at, stake, valid, win FROM bet WHERE current").Scan(l.t.Context(), &bets))
	for _, b := range bets {
		if day, here := in(b.BetAt); here && b.Status != "open" {
			out[day+"bets"]++
			out[day+"stake"] += b.Stake
			out[day+"valid"] += b.Valid
			out[day+"ggr"] -= b.Win
			out["venue "+b.Venue] -= b.Win
			out["ngr"] -= b.Win
		}
	}
	var deposits []struct {
		MethodName, Player string
		Received, EndedAt  int64
	}
	l.ok(l.DB.NewRaw("SELECT method_name, player, received, ended_at FROM deposit WHERE state IN ('credited', 'reversed') ORDER BY ended_at, sn").Scan(l.t.Context(), &deposits))
	seen := map[string]bool{}
	for _, d := range deposits {
		if day, here := in(d.EndedAt); here {
			out[day+"in"] += d.Received
			out["method "+d.MethodName] += d.Received
			out["method "+d.MethodName+" count"]++
			if !seen[d.Player] {
				out[day+"first"]++
			}
		}
		seen[d.Player] = true
	}
	for query, add := range map[string]func(day string, n int64, detail string){
		"SELECT ended_at AS at, amount AS n, '' AS detail FROM withdrawal WHERE state = 'paid'":                                      func(day string, n int64, _ string) { out[day+"out"] += n },
		"SELECT created_at AS at, 1 AS n, '' AS detail FROM player":                                                                  func(day string, n int64, _ string) { out[day+"registered"] += n },
		"SELECT at, amount AS n, '' AS detail FROM fund_record WHERE type = 'income'":                                                func(_ string, n int64, _ string) { out["C$"] += n },
		"SELECT e.at, d.received AS n, d.sn AS detail FROM entry e JOIN deposit d ON d.sn = e.ref WHERE e.kind = 'deposit.reversed'": func(day string, n int64, _ string) { out[day+"back"] += n },
		"SELECT at, amount AS n, CAST(rule AS TEXT) AS detail FROM promo_award WHERE state IN ('paid', 'cancelled')": func(_ string, n int64, rule string) {
			out["cost promo "+rule] += n
			out["ngr"] -= n
		},
		"SELECT ended_at AS at, -amount AS n, CAST(rule AS TEXT) AS detail FROM promo_award WHERE state = 'cancelled'": func(_ string, n int64, rule string) {
			out["cost promo "+rule] += n
			out["ngr"] -= n
		},
		"SELECT e.at, p.amount AS n, '' AS detail FROM entry e JOIN posting p ON p.entry_id = e.id WHERE e.scope = 'test'": func(_ string, n int64, _ string) {
			out["cost adjust "] += n
			out["ngr"] -= n
		},
	} {
		var rows []struct {
			At, N  int64
			Detail string
		}
		l.ok(l.DB.NewRaw(query).Scan(l.t.Context(), &rows))
		for _, row := range rows {
			if day, here := in(row.At); here {
				add(day, row.N, row.Detail)
			}
		}
	}
	return out
}

// What the operator owes at the end of today is what the books hold now, and
// yesterday's end was that of midnight.
func TestDebtsAreTheBalancesOfTheBooks(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		l := newLife(t, h, 7)
		for range 12 {
			l.step()
		}
		midnight := calendar.DayOf(h.Clock.Now()).End()
		l.Advance(midnight.Sub(h.Clock.Now()) - time.Second)
		want := l.balances()
		l.Clock.Advance(2 * time.Second)
		for range 6 {
			l.step()
		}
		day := calendar.DayOf(midnight).AddDays(-1)
		today := calendar.DayOf(h.Clock.Now())
		list, err := h.Earnings.Debts(t.Context(), earning.Days{First: day, Last: today})
		l.ok(err)
		if got := debtText(list[0]); got != want {
			t.Errorf("at midnight\n got %s\nwant %s", got, want)
		}
		if got, now := debtText(list[len(list)-1]), l.balances(); got != now {
			t.Errorf("now\n got %s\nwant %s", got, now)
		}
	})
}

func debtText(d earning.Debt) string {
	return fmt.Sprint("centre ", d.Centre, " locked ", d.Locked, " transit ", d.Transit, " venues ", d.AtVenues(), " fund ", d.Fund)
}

// balances sums the accounts of all players.
func (l *life) balances() string {
	l.t.Helper()
	var rows []struct {
		Name    string
		Balance int64
	}
	l.ok(l.DB.NewRaw("SELECT name, balance FROM account WHERE player <> ''").Scan(l.t.Context(), &rows))
	d := earning.Debt{Venues: map[string]money.Fen{}}
	for _, row := range rows {
		switch class := strings.SplitN(row.Name, ":", 3)[2]; class {
		case "centre":
			d.Centre += money.Fen(row.Balance)
		case "locked":
			d.Locked += money.Fen(row.Balance)
		case "transit":
			d.Transit += money.Fen(row.Balance)
		case "fund":
			d.Fund += money.Fen(row.Balance)
		default:
			d.Venues[class] += money.Fen(row.Balance)
		}
	}
	return debtText(d)
}

// A statement has a month for each month with bets, and the months add up to the days.
func TestStatementOfAVenueIsByMonth(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		l := newLife(t, h, 11)
		for range 8 {
			l.bet()
		}
		l.Advance(20 * 24 * time.Hour)
		l.Advance(20 * 24 * time.Hour)
		for range 8 {
			l.bet()
		}
		last := calendar.DayOf(h.Clock.Now())
		r, err := h.Earnings.Read(t.Context(), earning.Days{First: last.AddDays(-100), Last: last})
		l.ok(err)
		for _, v := range r.Venues {
			months, err := h.Earnings.Statement(t.Context(), v.Code)
			l.ok(err)
			var win money.Fen
			for i, m := range months {
				win += m.Win
				if i > 0 && m.First >= months[i-1].First {
					t.Errorf("months are not the newest first: %+v", months)
				}
			}
			if len(months) < 2 || win != v.Win {
				t.Errorf("%s: %d months with %s, days with %s", v.Code, len(months), win, v.Win)
			}
		}
	})
}

// A figure that was changed by hand is named by the check of the books, in each table.
func TestAPlantedFigureIsNamed(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		l := newLife(t, h, 3)
		for range 15 {
			l.step()
		}
		l.Advance(time.Hour)
		change := func(statement string) {
			t.Helper()
			l.ok(h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw(statement).Exec(ctx)
				return err
			}))
		}
		broken := func() string {
			t.Helper()
			report, err := command.VerifyBooks(t.Context(), h.DB)
			l.ok(err)
			var tables []string
			for _, f := range report.Broken {
				tables = append(tables, f.Table)
			}
			return strings.Join(slices.Compact(slices.Sorted(slices.Values(tables))), " ")
		}
		if got := broken(); got != "" {
			t.Fatalf("broken before: %s", got)
		}
		for table, column := range map[string]string{
			"earning_bet": "win", "earning_move": "amount", "earning_player": "first_deposits",
		} {
			change(fmt.Sprintf("UPDATE %s SET %s = %s + 1 WHERE day = (SELECT MIN(day) FROM %s)", table, column, column, table))
			if got := broken(); !strings.Contains(got, table) {
				t.Errorf("%s.%s is wrong and the check names %q", table, column, got)
			}
			change(fmt.Sprintf("UPDATE %s SET %s = %s - 1 WHERE day = (SELECT MIN(day) FROM %s)", table, column, column, table))
		}
		change("INSERT INTO earning_bet (day, venue, game, bets, stake, valid, win) VALUES (20200101, 'ky', '620', 1, 100, 100, -100)")
		if got := broken(); !strings.Contains(got, "earning_bet") {
			t.Errorf("a day that never was: the check names %q", got)
		}
		change("DELETE FROM earning_bet WHERE day = 20200101")
		if got := broken(); got != "" {
			t.Errorf("broken after: %s", got)
		}
	})
}

// A day is checked in the span in which it begins, and in no other.
func TestSpansShareTheDays(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		l := newLife(t, h, 5)
		for range 15 {
			l.step()
		}
		l.Advance(time.Hour)
		l.ok(h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("UPDATE earning_player SET registered = registered + 1").Exec(ctx)
			return err
		}))
		h.Broken = true
		whole, err := earning.Verify(t.Context(), h.DB, ledger.Everything())
		l.ok(err)
		var parts []ledger.Finding
		from := time.Time{}
		for cut := h.Clock.Now().Add(-10 * 24 * time.Hour); cut.Before(h.Clock.Now()); cut = cut.Add(7 * time.Hour) {
			found, err := earning.Verify(t.Context(), h.DB, ledger.Span{From: from, To: cut})
			l.ok(err)
			parts, from = append(parts, found...), cut
		}
		found, err := earning.Verify(t.Context(), h.DB, ledger.Span{From: from})
		l.ok(err)
		parts = append(parts, found...)
		if len(whole) == 0 || fmt.Sprint(whole) != fmt.Sprint(parts) {
			t.Errorf("all at once\n%v\nin spans\n%v", whole, parts)
		}
	})
}

// An old installation is counted in chunks; until it is done, reports say so.
func TestOldRowsAreCountedInChunks(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		l := newLife(t, h, 13)
		for range 10 {
			l.bet()
		}
		l.Clock.Advance(3 * 24 * time.Hour)
		days := earning.Days{First: calendar.DayOf(h.Clock.Now()).AddDays(-10), Last: calendar.DayOf(h.Clock.Now())}
		if _, err := h.Earnings.Read(t.Context(), days); !errors.Is(err, earning.ErrBuilding) {
			t.Errorf("before the count: %v", err)
		}
		l.ok(h.Earnings.CountNew(t.Context()))
		l.compare(days)
		l.ok(h.Earnings.CountNew(t.Context())) // nothing is counted twice
		l.compare(days)
	})
}

func TestRangesThatAreRefused(t *testing.T) {
	for _, days := range [][2]calendar.Day{{0, 0}, {20260302, 20260301}, {20260101, 20270301}, {0, 20260301}} {
		if _, err := earning.Range(days[0], days[1]); !errors.Is(err, earning.ErrRange) {
			t.Errorf("%v: %v", days, err)
		}
	}
	if days, err := earning.Range(20260301, 20260301); err != nil || days.First != days.Last {
		t.Errorf("one day: %v %v", days, err)
	}
}

// What a promotion cost is the sum of the list of awards with the same filters,
// also where an award was cancelled with its deposit.
func TestCostsAreTheSumOfTheirAwards(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		l := newLife(t, h, 20260302)
		for range steps {
			l.step()
		}
		last := calendar.DayOf(h.Clock.Now())
		var cancelled bool
		for day := last.AddDays(-6); day <= last; day = day.AddDays(1) {
			r, err := h.Earnings.Read(t.Context(), earning.Days{First: day, Last: day})
			l.ok(err)
			got := map[string]money.Fen{}
			for _, c := range r.Costs {
				if c.Kind == earning.CostPromo {
					got[c.Detail] = c.Amount
					cancelled = cancelled || c.Amount < 0
				}
			}
			for _, rule := range []int64{38, 39} {
				_, _, sum, err := award.List(t.Context(), h.DB, award.Filter{Rule: rule, Booked: true, From: day.Start(), To: day.End()})
				l.ok(err)
				if sum != got[fmt.Sprint(rule)] {
					t.Errorf("%s, promotion %d: the list comes to %s and the report says %s", day, rule, sum, got[fmt.Sprint(rule)])
				}
			}
		}
		if !cancelled {
			t.Error("no award was cancelled on another day than it was paid")
		}
	})
}

// A reversed deposit counts in full, also where the player has spent it and owes the rest.
func TestAReversedDepositThatIsOwedCountsInFull(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		l := newLife(t, h, 11)
		l.bankDeposit()
		var dep struct {
			SN       string `bun:"sn"`
			Player   string
			Received int64
		}
		l.ok(l.DB.NewRaw("SELECT sn, player, received FROM deposit WHERE state = 'credited'").Scan(t.Context(), &dep))
		held, err := l.Ledger.Balance(t.Context(), l.DB, ledger.Centre(dep.Player))
		l.ok(err)
		l.ok(l.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := l.Ledger.Post(ctx, tx, ledger.Entry{
				Scope: "test", Key: "spent", Kind: "test.spent", By: "test",
				Postings: []ledger.Posting{{From: ledger.Centre(dep.Player), To: ledger.HouseAdjust(), Amount: held - 1}},
			})
			return err
		}))
		l.credited = []string{dep.SN}
		l.reverse()
		today := calendar.DayOf(h.Clock.Now())
		got, err := l.Earnings.Read(t.Context(), earning.Days{First: today.AddDays(-1), Last: today})
		if err != nil || got.Total.Deposits.Amount != money.Fen(dep.Received) || got.Total.Deposits.Back != money.Fen(dep.Received) {
			t.Errorf("%+v, %v: %d were reversed", got.Total.Deposits, err, dep.Received)
		}
	})
}

// C$ that a reversed deposit had unlocked return to the player as such, and are not
// issued once more.
func TestCDollarsOfAReversedDepositComeBack(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		l := newLife(t, h, 17)
		id := l.players[0]
		l.ok(l.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return l.Fund.Receive(ctx, tx, fund.Income{Key: "grant:1", Player: id, Amount: 100 * money.Yuan, Remark: "节日礼金", By: "anna"})
		}))
		d, err := l.Cashier.Deposits.Create(t.Context(), deposit.Order{ID: uuid.NewString(), Player: id, ChannelID: 2, Amount: 500 * money.Yuan, ClientIP: "203.0.113.9"})
		l.ok(err)
		l.control("/gateways/epay/orders/"+d.SN+"/pay", "{}")
		unlocked, err := l.Fund.Unlock(t.Context(), fund.UnlockOrder{ID: uuid.NewString(), Player: id, Task: 1})
		l.ok(err)
		l.credited = []string{d.SN}
		l.reverse()
		today := calendar.DayOf(h.Clock.Now())
		r, err := h.Earnings.Read(t.Context(), earning.Days{First: today, Last: today})
		l.ok(err)
		if want := (earning.CDollars{Grant: 100 * money.Yuan, Back: unlocked, Unlocked: unlocked}); r.CDollars != want {
			t.Errorf("%+v and should be %+v", r.CDollars, want)
		}
	})
}
