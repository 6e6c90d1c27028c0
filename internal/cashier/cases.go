package cashier

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/cashier/order"
	"hongyun/internal/money"
)

// Case is something that contradicts itself, or belongs to nobody, and waits
// for people. It is read off what is open; there is no table of cases that
// could say otherwise.
type Case struct {
	ID     string // type and number of what it is about: deposit:D…, money:S…, withdrawal:W…, owed:{player}
	Kind   string
	Player string // empty where nobody knows
	Amount money.Fen
	Coins  money.Coins // instead of Amount, for money that came on a chain
	Since  time.Time
	Reason string // Chinese
}

// CaseFilter chooses cases; empty fields do not.
type CaseFilter struct {
	Kinds    []string
	Player   string
	Before   time.Time // began earlier than this
	Min, Max money.Fen
	Limit    int
}

// openCases are the open cases of all kinds. Players who owe are looked for among
// the accounts of debts, which are there once a player came to owe.
const openCases = `
	SELECT 'deposit:' || sn AS id, 'deposit' AS kind, player, CASE WHEN proved > 0 THEN proved ELSE amount END AS amount, created_at AS since, review_reason AS reason, 'CNY' AS asset
		FROM deposit WHERE state = 'review'
	UNION ALL SELECT 'deposit:' || sn, 'money', player, proved, created_at, review_reason, 'CNY' FROM deposit WHERE suspended AND state <> 'review'
	UNION ALL SELECT 'money:' || sn, 'money', '', amount, created_at, note, asset FROM stray_money WHERE state = 'open'
	UNION ALL SELECT 'withdrawal:' || sn, 'payout', player, amount, ended_at, CASE WHEN network = '' THEN '退回后银行又出款' ELSE '退回后链上又出款' END, 'CNY' FROM withdrawal WHERE exposure = 'open'
	UNION ALL SELECT 'owed:' || player, 'owed', player, owed, since, '欠款未结清', 'CNY' FROM (
		SELECT d.player, CAST(
				(SELECT COALESCE(SUM(p.amount), 0) FROM posting p WHERE p.from_after IS NULL AND p.from_account = 'house:owed:' || d.player)
				- (SELECT COALESCE(SUM(p.amount), 0) FROM posting p WHERE p.to_after IS NULL AND p.to_account = 'house:owed:' || d.player) AS BIGINT) AS owed,
			(SELECT MIN(e.at) FROM posting p JOIN entry e ON e.id = p.entry_id
				WHERE p.from_after IS NULL AND p.from_account = 'house:owed:' || d.player) AS since
		FROM (SELECT SUBSTR(a.name, 12) AS player FROM account a WHERE a.summed AND SUBSTR(a.name, 1, 11) = 'house:owed:') AS d
	) AS debt WHERE owed > 0`

// Cases lists open cases, the oldest first, and how many the filter chooses.
func (r *Records) Cases(ctx context.Context, f CaseFilter) ([]Case, int, error) {
	if !order.Storable(f.Player + strings.Join(f.Kinds, "")) {
		return nil, 0, nil
	}
	q := r.DB.NewSelect().TableExpr("(" + openCases + ") AS c").ColumnExpr("id, kind, player, amount, since, reason, asset")
	if len(f.Kinds) > 0 {
		q.Where("kind IN (?)", bun.List(f.Kinds))
	}
	if f.Player != "" {
		q.Where("player = ?", strings.ToLower(f.Player))
	}
	if !f.Before.IsZero() {
		q.Where("since < ?", f.Before.UnixMilli())
	}
	if f.Min > 0 {
		q.Where("asset = 'CNY' AND amount >= ?", int64(f.Min))
	}
	if f.Max > 0 {
		q.Where("asset = 'CNY' AND amount <= ?", int64(f.Max))
	}
	var rows []struct {
		ID, Kind, Player string
		Amount, Since    int64
		Reason           string
		Asset            money.Asset
	}
	total, err := q.OrderExpr("since, id").Limit(int64(max(f.Limit, 1))).ScanAndCount(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("open cases: %w", err)
	}
	list := make([]Case, len(rows))
	for i, c := range rows {
		list[i] = Case{ID: c.ID, Kind: c.Kind, Player: c.Player, Amount: money.Fen(c.Amount), Since: order.Stamped(c.Since), Reason: c.Reason}
		if c.Asset == money.USDT {
			list[i].Amount, list[i].Coins = 0, money.Coins(c.Amount)
		}
	}
	return list, int(total), nil
}
