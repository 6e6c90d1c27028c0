package earning

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
)

// Verify compares the figures of the days that begin in a span with the bets, the
// entries and the players of those days, and names what differs. Over everything
// it also compares the results of bets with the books, venue by venue, and what
// all days moved with the balances of players. For ledger.Also.
//
// While an old installation is counted for the first time, nothing is compared.
func Verify(ctx context.Context, d *db.DB, s ledger.Span) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		found = nil
		now := d.Clock().Now()
		days, span := daysOf(s)
		newer, err := tail(ctx, r, now, everyDay)
		if errors.Is(err, ErrBuilding) {
			return nil
		}
		if err != nil {
			return err
		}
		if days.First <= days.Last {
			if found, err = verifyDays(ctx, r, days, span, newer); err != nil {
				return err
			}
		}
		if !s.Whole {
			return nil
		}
		more, err := verifyWhole(ctx, r, newer)
		found = append(found, more...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("verify earnings: %w", err)
	}
	slices.SortFunc(found, func(a, b ledger.Finding) int {
		return slices.Compare([]string{a.Table, a.Row}, []string{b.Table, b.Row})
	})
	return found, nil
}

// daysOf gives the days that begin in a span, and the span of those days.
func daysOf(s ledger.Span) (Days, ledger.Span) {
	days, whole := everyDay, ledger.Span{}
	beginsFrom := func(t time.Time) calendar.Day {
		if day := calendar.DayOf(t); day.Start().Equal(t) {
			return day
		}
		return calendar.DayOf(t).AddDays(1)
	}
	if !s.From.IsZero() {
		days.First = beginsFrom(s.From)
		whole.From = days.First.Start()
	}
	if !s.To.IsZero() {
		days.Last = beginsFrom(s.To).AddDays(-1)
		whole.To = days.Last.End()
	}
	return days, whole
}

// skewMost is how far the time of an entry's id may be from the entry's own.
const skewMost = time.Hour

func verifyDays(ctx context.Context, r db.Reader, days Days, span ledger.Span, newer changes) ([]ledger.Finding, error) {
	kept := newChanges()
	query := "SELECT day, venue, game, bets, stake, valid, win FROM earning_bet WHERE day BETWEEN ? AND ?"
	if err := kept.readBetTable(ctx, r, query, days.First, days.Last); err != nil {
		return nil, err
	}
	if err := kept.readBookTables(ctx, r, days); err != nil {
		return nil, err
	}
	for k := range newer.bets {
		if days.has(k.Day) {
			kept.addBets(k, newer.bets[k])
		}
	}
	for k := range newer.moves {
		if days.has(k.Day) {
			kept.addMove(k, newer.moves[k])
		}
	}
	for day := range newer.people {
		if days.has(day) {
			kept.addPeople(day, newer.people[day])
		}
	}
	raw := newChanges()
	if err := raw.readBets(ctx, r, span.Fill(betsOfDays), days); err != nil {
		return nil, err
	}
	if !span.From.IsZero() {
		span.From = span.From.Add(-skewMost)
	}
	if !span.To.IsZero() {
		span.To = span.To.Add(skewMost)
	}
	if err := raw.readBooks(ctx, r, span, days); err != nil {
		return nil, err
	}
	return differences(kept, raw), nil
}

// differences names the figures that are not what their rows come to.
func differences(kept, raw changes) []ledger.Finding {
	var found []ledger.Finding
	note := func(table, row, is, should string) {
		found = append(found, ledger.Finding{Table: table, Row: row, What: "says " + is + " but the rows come to " + should})
	}
	for _, k := range keysOf(kept.bets, raw.bets) {
		if is, should := kept.bets[k], raw.bets[k]; is != should {
			note("earning_bet", fmt.Sprintf("%s:%s:%s", k.Day, k.Venue, k.Game), betText(is), betText(should))
		}
	}
	for _, k := range keysOf(kept.moves, raw.moves) {
		if is, should := kept.moves[k], raw.moves[k]; is != should {
			note("earning_move", fmt.Sprintf("%s:%s:%s:%s:%s", k.Day, k.Kind, k.From, k.To, k.Detail), moveText(k, is), moveText(k, should))
		}
	}
	for _, day := range keysOf(kept.people, raw.people) {
		if is, should := kept.people[day], raw.people[day]; is != should {
			note("earning_player", day.String(), peopleText(is), peopleText(should))
		}
	}
	return found
}

func betText(s Sum) string {
	return fmt.Sprintf("%d bets, stake %s, valid %s, win %s", s.Bets, s.Stake, s.Valid, s.Win)
}

func moveText(k moveKey, m moved) string {
	return fmt.Sprintf("%d postings of %s, fee %s", m.Postings, k.Asset.Format(m.Amount), money.Fen(m.Fee))
}

func peopleText(p people) string {
	return fmt.Sprintf("%d registered, %d first deposits", p.Registered, p.FirstDeposits)
}

// keysOf are the keys of two maps.
func keysOf[K comparable, V any](a, b map[K]V) []K {
	var keys []K
	for k := range a {
		keys = append(keys, k)
	}
	for k := range b {
		if _, both := a[k]; !both {
			keys = append(keys, k)
		}
	}
	return keys
}

// verifyWhole compares sums over all days with the books.
func verifyWhole(ctx context.Context, r db.Reader, newer changes) ([]ledger.Finding, error) {
	won, gaming, held := map[string]int64{}, map[string]int64{}, map[string]int64{}
	var bets []struct {
		Venue string
		Win   int64
	}
	if err := r.NewRaw("SELECT venue, CAST(SUM(win) AS BIGINT) AS win FROM earning_bet GROUP BY venue").Scan(ctx, &bets); err != nil {
		return nil, err
	}
	for _, b := range bets {
		won["venue:"+b.Venue] += b.Win
	}
	for k, s := range newer.bets {
		won["venue:"+k.Venue] += int64(s.Win)
	}
	note := func(from, to string, amount int64) {
		held[from] -= amount
		held[to] += amount
		switch "house:gaming" {
		case from:
			gaming[to] += amount
		case to:
			gaming[from] -= amount
		}
	}
	var moves []moveRow
	if err := r.NewRaw("SELECT from_class, to_class, CAST(SUM(amount) AS BIGINT) AS amount FROM earning_move GROUP BY from_class, to_class").Scan(ctx, &moves); err != nil {
		return nil, err
	}
	for _, m := range moves {
		note(m.FromClass, m.ToClass, m.Amount)
	}
	for k, m := range newer.moves {
		note(k.From, k.To, m.Amount)
	}
	var found []ledger.Finding
	for _, venue := range keysOf(won, gaming) {
		if won[venue] != gaming[venue] {
			found = append(found, ledger.Finding{Table: "earning_bet", Row: venue, What: fmt.Sprintf("players won %s by the days' bets and %s by the books",
				money.Fen(won[venue]), money.Fen(gaming[venue]))})
		}
	}
	balances, err := balancesByClass(ctx, r)
	if err != nil {
		return nil, err
	}
	for class, balance := range balances {
		if held[class] != balance {
			found = append(found, ledger.Finding{Table: "earning_move", Row: class, What: fmt.Sprintf("all days leave %d and the accounts hold %d", held[class], balance)})
		}
	}
	return found, nil
}

// balancesByClass sums the balances of players by account, without their names.
func balancesByClass(ctx context.Context, r db.Reader) (map[string]int64, error) {
	var rows []struct {
		Class   string
		Balance int64
	}
	err := r.NewRaw(`SELECT substr(name, length(player) + 9) AS class, CAST(SUM(balance) AS BIGINT) AS balance
		FROM account WHERE player <> '' GROUP BY 1`).Scan(ctx, &rows)
	out := map[string]int64{}
	for _, row := range rows {
		out[row.Class] = row.Balance
	}
	return out, err
}
