package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// PlayerPostings is a page of the postings that touch a player's accounts,
// newest first, and their number. Nonzero from and to bound it. It counts, so
// it is for people; Postings is for programs.
func (l *Ledger) PlayerPostings(ctx context.Context, r db.Reader, player string, from, to time.Time, limit, offset int64) ([]Line, int, error) {
	if player == "" {
		return nil, 0, fmt.Errorf("ledger: postings of whom?")
	}
	within := func(q *bun.SelectQuery) {
		q.Where("p.player = ? AND p.player <> ''", player)
		if !from.IsZero() {
			q.Where("p.entry_id >= ?", idBefore(from))
		}
		if !to.IsZero() {
			q.Where("p.entry_id < ?", idBefore(to))
		}
	}
	var total int
	count := r.NewSelect().TableExpr("posting AS p").ColumnExpr("count(*)")
	within(count)
	if err := count.Scan(ctx, &total); err != nil {
		return nil, 0, fmt.Errorf("count postings: %w", err)
	}
	lines, err := Filter{Limit: int(limit)}.read(ctx, r, func(q *bun.SelectQuery) {
		within(q)
		q.Offset(offset)
	})
	return lines, total, err
}

// CentreBalances are the centre wallets of many players, by player; unused
// wallets are left out.
func (l *Ledger) CentreBalances(ctx context.Context, r db.Reader, players []string) (map[string]int64, error) {
	return balancesOf(ctx, r, players, Centre)
}

// FundBalances is how many C$ many players have, like CentreBalances.
func (l *Ledger) FundBalances(ctx context.Context, r db.Reader, players []string) (map[string]int64, error) {
	return balancesOf(ctx, r, players, Fund)
}

func balancesOf(ctx context.Context, r db.Reader, players []string, account func(player string) Account) (map[string]int64, error) {
	out := make(map[string]int64, len(players))
	if len(players) == 0 {
		return out, nil
	}
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = account(p).Name
	}
	var rows []struct {
		Player  string
		Balance int64
	}
	err := r.NewRaw("SELECT player, balance FROM account WHERE name IN (?)", bun.List(names)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("balances of %d players: %w", len(players), err)
	}
	for _, row := range rows {
		out[row.Player] = row.Balance
	}
	return out, nil
}

// VenueMoney is the sum of all players' mirrors at each venue, by its code.
func (l *Ledger) VenueMoney(ctx context.Context, r db.Reader) (map[string]int64, error) {
	var rows []struct {
		Name    string
		Balance int64
	}
	err := r.NewRaw(`
		SELECT substr(name, length('player:' || player || ':venue:') + 1) AS name, CAST(SUM(balance) AS BIGINT) AS balance
		FROM account
		WHERE player <> '' AND name LIKE 'player:%:venue:%'
		GROUP BY 1`).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("money at the venues: %w", err)
	}
	out := map[string]int64{}
	for _, row := range rows {
		out[row.Name] = row.Balance
	}
	return out, nil
}

// ReceivedOf sums the bonuses and rebates that each of some players received
// from one instant to another, the second excluded. Amounts taken back in that
// time are subtracted. Players who received nothing are left out.
func (l *Ledger) ReceivedOf(ctx context.Context, r db.Reader, players []string, from, to time.Time) (map[string]money.Fen, error) {
	var rows []struct {
		Player string
		Amount money.Fen
	}
	house := []string{HouseBonus().Name, HouseRebate().Name}
	err := r.NewRaw(`
		SELECT player, CAST(SUM(CASE WHEN from_account IN (?0) THEN amount ELSE -amount END) AS BIGINT) AS amount
		FROM posting
		WHERE player IN (?1) AND player <> '' AND entry_id >= ?2 AND entry_id < ?3 AND (from_account IN (?0) OR to_account IN (?0))
		GROUP BY player`, bun.List(house), bun.List(players), idBefore(from), idBefore(to)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("bonuses of %d players: %w", len(players), err)
	}
	out := make(map[string]money.Fen, len(rows))
	for _, row := range rows {
		out[row.Player] = row.Amount
	}
	return out, nil
}
