package award

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/promo/rule"
)

// Verify compares each award with the books, and the drawn packets with the paid
// amount. For ledger.Also.
func Verify(ctx context.Context, d *db.DB, s ledger.Span) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		var err error
		if found, err = ledger.Broken(ctx, r, s, rules); err != nil {
			return err
		}
		drawn, err := verifyPackets(ctx, r, s)
		found = append(found, drawn...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("compare the promotions with the books: %w", err)
	}
	return found, nil
}

// verifyPackets adds up the drawn packets: they are in JSON, which no query reads.
func verifyPackets(ctx context.Context, r db.Reader, s ledger.Span) (found []ledger.Finding, err error) {
	for after := ""; ; {
		rows, err := Rows(ctx, r, s.Fill("{time at} AND id > ? AND packets <> '[]' ORDER BY id LIMIT 1000"), after)
		if err != nil || len(rows) == 0 {
			return found, err
		}
		for _, row := range rows {
			after = row.ID
			a, err := row.Award("")
			if err != nil {
				return nil, err
			}
			var sum money.Fen
			for _, packet := range a.Packets {
				sum += packet
				if packet > rule.MaxPacket || packet <= 0 {
					found = append(found, ledger.Finding{Table: "promo_award", Row: row.ID, What: "a packet larger than any may be"})
				}
			}
			if sum != a.Amount {
				found = append(found, ledger.Finding{Table: "promo_award", Row: row.ID, What: "its packets are not its amount"})
			}
		}
	}
}

// rules are what must be true of its rows.
var rules = []ledger.Rule{
	{Table: "promo_award", What: "paid without an entry that pays it", Query: `
			SELECT a.id FROM promo_award a WHERE {time a.at} AND a.state IN ('paid', 'cancelled') AND NOT EXISTS (
				SELECT 1 FROM entry e JOIN posting p ON p.entry_id = e.id
				WHERE e.scope = 'promo' AND e.key = a.id AND p.amount = a.amount AND p.asset = 'CNY' AND p.to_account = 'player:' || a.player || ':centre'
				AND p.from_account = CASE WHEN a.kind IN ('board_rebate', 'sport_rebate') THEN 'house:rebate' ELSE 'house:bonus' END)`},
	{Table: "promo_award", What: "not paid, and an entry pays it", Query: `
			SELECT a.id FROM promo_award a WHERE {time a.at} AND a.state IN ('withheld', 'refused') AND EXISTS (SELECT 1 FROM entry e WHERE e.scope = 'promo' AND e.key = a.id)`},
	{Table: "promo_award", What: "an entry of a promotion without an award", Query: `
			SELECT e.key FROM entry e WHERE {entry e.id} AND e.scope = 'promo' AND e.kind IN ('promo.bonus', 'promo.rebate')
			AND NOT EXISTS (SELECT 1 FROM promo_award a WHERE a.id = e.key)`},
	{Table: "promo_award", What: "cancelled without an entry that takes it back", Query: `
			SELECT a.id FROM promo_award a WHERE {time a.at} AND a.state = 'cancelled' AND a.amount <> COALESCE((
				SELECT SUM(p.amount) FROM entry e JOIN posting p ON p.entry_id = e.id WHERE e.scope = 'promo' AND e.key = a.id || ':cancelled'), 0)
			AND NOT EXISTS (SELECT 1 FROM forfeit f WHERE f.source = 'bonus' AND f.ref = a.id AND f.player = a.player AND f.due = a.amount)`},
	{Table: "promo_award", What: "forfeited and still paid", Query: `
			SELECT a.id FROM promo_award a JOIN forfeit f ON f.source = 'bonus' AND f.ref = a.id WHERE {time a.at} AND a.state <> 'cancelled'`},
	{Table: "promo_award", What: "an entry takes back what is not cancelled", Query: `
			SELECT e.key FROM entry e WHERE {entry e.id} AND e.scope = 'promo' AND e.kind = 'promo.cancel'
			AND NOT EXISTS (SELECT 1 FROM promo_award a WHERE a.id || ':cancelled' = e.key AND a.state = 'cancelled')`},
	{Table: "promo_award", What: "paid without its turnover requirement", Query: `
			SELECT a.id FROM promo_award a WHERE {time a.at} AND a.state IN ('paid', 'cancelled') AND NOT EXISTS (
				SELECT 1 FROM turnover_bucket b WHERE b.source = 'bonus' AND b.ref = a.id AND b.player = a.player AND b.amount = a.amount AND b.required = a.required)`},
	{Table: "promo_award", What: "a winner who was not drawn", Query: `
			SELECT a.id FROM promo_award a WHERE {time a.at} AND a.kind = 'surprise' AND NOT EXISTS (
				SELECT 1 FROM promo_entrant n WHERE n.rule = a.rule AND n.period = a.period AND n.player = a.player)`},
}
