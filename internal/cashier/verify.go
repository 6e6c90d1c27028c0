package cashier

import (
	"context"
	"fmt"
	"strings"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/payment"
)

// Verify compares the orders with the books, one by one: money without its
// order, an order without its money, or a sum that only comes out right
// together is named. For ledger.Also.
func Verify(ctx context.Context, d *db.DB, s ledger.Span) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) (err error) {
		found, err = ledger.Broken(ctx, r, s, rules)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("compare the cashier with the books: %w", err)
	}
	return found, nil
}

// rules are what must be true of its rows.
var rules = []ledger.Rule{
	{Table: "deposit", What: "credited without the entry of its amount, or booked without being credited", Query: `
			SELECT d.sn FROM deposit d LEFT JOIN entry e ON e.scope = 'deposit' AND e.key = d.sn || ':credit'
			LEFT JOIN posting p ON p.entry_id = e.id AND p.line = 1
			WHERE {time d.created_at} AND ((d.state IN ('credited', 'reversed')) <> (e.id IS NOT NULL) OR (e.id IS NOT NULL AND p.amount <> d.received))`},
	{Table: "deposit", What: "says a payment is in suspense that is not, or hides one that is", Query: `
			SELECT d.sn FROM deposit d LEFT JOIN entry e ON e.scope = 'deposit' AND e.key = d.sn || ':suspense'
			WHERE {time d.created_at} AND (d.proved > 0) <> (e.id IS NOT NULL)`},
	{Table: "deposit", What: "reversed without the entry that takes its amount back, or the other way round", Query: `
			SELECT d.sn FROM deposit d LEFT JOIN entry e ON e.scope = 'deposit' AND e.key = d.sn || ':reversed'
			WHERE {time d.created_at} AND ((d.state = 'reversed') <> (e.id IS NOT NULL)
			OR (e.id IS NOT NULL AND d.received <> (SELECT SUM(p.amount) FROM posting p WHERE p.entry_id = e.id)))`},
	{Table: "deposit", What: "credited without its turnover requirement", Query: `
			SELECT d.sn FROM deposit d WHERE {time d.created_at} AND d.state = 'credited'
			AND NOT EXISTS (SELECT 1 FROM turnover_bucket b WHERE b.source = 'deposit' AND b.ref = d.sn)`},
	{Table: "cashier_proof", What: "one payment credited more than one order, or another than its own", Query: `
			SELECT p.source || ' ' || p.txn FROM cashier_proof p JOIN deposit d ON d.gateway_txn = p.txn
			WHERE {time d.created_at} AND p.source = 'gateway:' || d.gateway AND d.state = 'credited' AND d.sn <> p.sn
			AND d.order_id <> 'again:' || p.sn || ':' || p.txn`},
	{Table: "withdrawal", What: "the money of the order was not locked", Query: `
			SELECT w.sn FROM withdrawal w LEFT JOIN entry e ON e.scope = 'withdrawal' AND e.key = w.sn || ':lock'
			LEFT JOIN posting p ON p.entry_id = e.id
			WHERE {time w.created_at} AND (e.id IS NULL OR p.amount <> w.amount + w.fee)`},
	{Table: "withdrawal", What: "ended without the entry that ends it, or the other way round", Query: `
			SELECT w.sn FROM withdrawal w LEFT JOIN entry e ON e.scope = 'withdrawal' AND e.key = w.sn || ':end'
			LEFT JOIN posting p ON p.entry_id = e.id AND p.line = 1
			WHERE {time w.created_at} AND ((w.state IN ('paid', 'rejected', 'failed')) <> (e.id IS NOT NULL)
			OR (e.id IS NOT NULL AND p.amount <> w.amount + CASE WHEN e.kind = 'withdrawal.return' THEN w.fee ELSE 0 END))`},
	{Table: "withdrawal", What: "a fee that is not booked once while it is paid, or is kept after it came back", Query: `
			SELECT w.sn FROM withdrawal w WHERE {time w.created_at} AND w.fee > 0
			AND COALESCE((SELECT SUM(p.amount) FROM entry e JOIN posting p ON p.entry_id = e.id AND p.to_account = 'house:fee'
				WHERE e.scope = 'withdrawal' AND e.key = w.sn || ':end'), 0)
			- COALESCE((SELECT SUM(p.amount) FROM entry e JOIN posting p ON p.entry_id = e.id AND p.from_account = 'house:fee'
				WHERE e.scope = 'withdrawal' AND e.kind IN ('withdrawal.late', 'withdrawal.returned', 'withdrawal.recalled') AND e.ref = w.sn), 0)
			<> CASE WHEN w.state = 'paid' AND w.exposure = '' THEN w.fee ELSE 0 END`},
	{Table: "entry", What: "books a fee that its withdrawal does not have", Query: `
			SELECT e.id FROM entry e JOIN posting p ON p.entry_id = e.id AND 'house:fee' IN (p.from_account, p.to_account)
			LEFT JOIN withdrawal w ON w.sn = e.ref WHERE {entry e.id} AND (e.scope <> 'withdrawal' OR w.sn IS NULL OR p.amount <> w.fee)`},
	{Table: "withdrawal", What: "paid or given back more or less often than its entries say", Query: `
			SELECT w.sn FROM (
				SELECT w.sn, w.state, w.amount, x.kind AS ended, (SELECT SUM(CASE e.kind WHEN 'withdrawal.late' THEN 1 ELSE -1 END) ` + again + `) AS again,
					(SELECT MAX(p.amount) ` + again + `) AS most, (SELECT MIN(p.amount) ` + again + `) AS least
				FROM withdrawal w LEFT JOIN entry x ON x.scope = 'withdrawal' AND x.key = w.sn || ':end' WHERE {time w.created_at}
			) AS w
			WHERE CASE WHEN w.ended = 'withdrawal.pay' THEN 1 ELSE 0 END + COALESCE(w.again, 0) <> CASE WHEN w.state = 'paid' THEN 1 ELSE 0 END
				OR w.most <> w.amount OR w.least <> w.amount`},
	{Table: "withdrawal", What: "paid or given back more or less often than its entries say", Query: `
			SELECT e.ref FROM entry e WHERE {entry e.id} AND e.scope = 'withdrawal' AND e.kind = 'withdrawal.pay' AND e.key <> e.ref || ':end'`},
	{Table: "stray_money", What: "not booked as it came, or not as it ended", Query: `
			SELECT s.sn FROM stray_money s
			LEFT JOIN entry a ON a.scope = 'stray' AND a.key = s.sn || ':in' LEFT JOIN posting p ON p.entry_id = a.id
			LEFT JOIN entry b ON b.scope = 'stray' AND b.key = s.sn || ':back'
			LEFT JOIN deposit d ON d.sn = s.deposit AND d.state IN ('credited', 'reversed') AND (d.received = s.amount OR s.asset = 'USDT')
			WHERE {time s.created_at} AND (a.id IS NULL OR p.amount <> s.amount OR (s.state = 'returned') <> (b.id IS NOT NULL) OR (s.state = 'assigned') <> (d.sn IS NOT NULL))`},
	{Table: "account", What: "suspense is not what waits for a person", Query: `
			SELECT a.name FROM account a WHERE {moved a.name} AND a.name = 'suspense:deposit'
				AND a.balance <> (SELECT COALESCE(SUM(proved), 0) FROM deposit WHERE suspended)
			UNION ALL SELECT a.name FROM account a WHERE {moved a.name} AND a.name = 'suspense:stray'
				AND a.balance <> (SELECT COALESCE(SUM(amount), 0) FROM stray_money WHERE state = 'open' AND asset = 'CNY')
			UNION ALL SELECT a.name FROM account a WHERE {moved a.name} AND a.name = 'suspense:chain'
				AND a.balance <> (SELECT COALESCE(SUM(amount), 0) FROM stray_money WHERE state = 'open' AND asset = 'USDT')`},
	{Table: "account", What: "locked is not what the player's open withdrawals hold", Query: `
			SELECT a.name FROM account a LEFT JOIN withdrawal w
			ON w.player = a.player AND w.state IN ('submitted', 'claimed', 'second', 'approved')
			WHERE {moved a.name} AND a.name = 'player:' || a.player || ':locked'
			GROUP BY a.name, a.balance HAVING a.balance <> COALESCE(SUM(w.amount + w.fee), 0)`},
	{Table: "entry", What: "books its order's money once more, under a key of its own", Query: `
			SELECT e.id FROM entry e WHERE {entry e.id} AND e.scope = 'deposit' AND e.key <> e.ref || ':' || SUBSTR(e.kind, LENGTH(e.scope) + 2)`},
	{Table: "deposit", What: "credited on a company's proof that is not there", Query: `
			SELECT d.sn FROM deposit d JOIN entry e ON e.scope = 'deposit' AND e.key = d.sn || ':credit' JOIN posting p ON p.entry_id = e.id
			WHERE {time d.created_at} AND (p.from_account LIKE 'house:bank:%' OR p.from_account LIKE 'house:gateway:%' AND e.made_by = '` + order.BySystem + `')
			AND NOT EXISTS (SELECT 1 FROM cashier_proof c WHERE c.sn = d.sn AND c.amount = p.amount)`},
	{Table: "chain_transfer", What: "credited without the entry of its coins, or without its proof", Query: `
			SELECT t.network || ' ' || t.tx FROM chain_transfer t WHERE {time t.at} AND t.state = 'credited' AND NOT EXISTS (
				SELECT 1 FROM deposit d JOIN entry e ON e.scope = 'deposit' AND e.key = d.sn || ':credit'
				JOIN posting p ON p.entry_id = e.id AND p.line = 2
				JOIN cashier_proof c ON c.source = 'chain:' || t.network AND c.txn = t.tx || ':' || t.idx AND c.sn = d.sn AND c.amount = t.coins
				WHERE d.sn = t.sn AND d.network = t.network AND d.coin_address = t.receiver AND d.coins = t.coins
				AND p.from_account = 'house:chain:' || t.network AND p.amount = t.coins)`},
	{Table: "chain_transfer", What: "dust that is not booked as such, or not as it came", Query: `
			SELECT t.network || ' ' || t.tx FROM chain_transfer t WHERE {time t.at} AND t.state = 'dust' AND NOT EXISTS (
				SELECT 1 FROM entry e JOIN posting p ON p.entry_id = e.id
				JOIN cashier_proof c ON c.source = 'chain:' || t.network AND c.txn = t.tx || ':' || t.idx AND c.sn = t.sn AND c.amount = t.coins
				WHERE e.scope = 'dust' AND e.key = t.sn || ':in' AND p.amount = t.coins
				AND p.from_account = 'house:chain:' || t.network AND p.to_account = 'house:dust')`},
	{Table: "usdt_address", What: "places below a key that were left out or given without the counter", Whole: true, Query: `
			SELECT i.network FROM usdt_index i WHERE i.next_idx <> i.skipped + (SELECT COUNT(*) FROM usdt_address a WHERE a.network = i.network)
			UNION ALL SELECT a.network FROM usdt_address a WHERE NOT EXISTS (SELECT 1 FROM usdt_index i WHERE i.network = a.network AND i.next_idx > a.idx)`},
	{Table: "deposit", What: "credited by a transfer to another player's own address", Query: `
			SELECT d.sn FROM deposit d JOIN chain_transfer t ON t.sn = d.sn AND t.state = 'credited'
			JOIN usdt_address a ON a.network = t.network AND a.address = t.receiver WHERE {time t.at} AND (a.player <> d.player OR NOT d.own_address)`},
	{Table: "deposit_followup", What: "follows from a deposit that was never credited", Query: `
			SELECT f.sn FROM deposit_followup f JOIN deposit d ON d.sn = f.sn WHERE {time f.made_at} AND d.state NOT IN ('credited', 'reversed')`},
	{Table: "chain_transfer", What: "fits no order and is not money without one", Query: `
			SELECT t.network || ' ' || t.tx FROM chain_transfer t WHERE {time t.at} AND t.state = 'stray' AND NOT EXISTS (
				SELECT 1 FROM stray_money s JOIN cashier_proof c ON c.source = s.account AND c.txn = s.txn AND c.sn = s.sn
				WHERE s.sn = t.sn AND s.account = 'chain:' || t.network AND s.txn = t.tx || ':' || t.idx AND s.amount = t.coins)`},
	{Table: "deposit", What: "credited in coins that no transfer brought", Query: `
			SELECT d.sn FROM deposit d JOIN entry e ON e.scope = 'deposit' AND e.key = d.sn || ':credit'
			JOIN posting p ON p.entry_id = e.id AND p.line = 2
			WHERE {time d.created_at} AND NOT EXISTS (SELECT 1 FROM chain_transfer t WHERE t.state = 'credited' AND t.sn = d.sn AND t.coins = p.amount)
			AND NOT EXISTS (SELECT 1 FROM stray_money s JOIN chain_transfer t ON t.sn = s.sn AND t.state = 'stray' WHERE s.deposit = d.sn AND s.amount = p.amount)
			UNION ALL SELECT d.sn FROM deposit d JOIN entry e ON e.scope = 'deposit' AND e.key = d.sn || ':credit'
			WHERE {time d.created_at} AND d.style = 'VirtualCoin' AND NOT EXISTS (SELECT 1 FROM posting p WHERE p.entry_id = e.id AND p.line = 2 AND p.asset = 'USDT')`},
	{Table: "stray_money", What: "came on a chain that does not know it", Query: `
			SELECT s.sn FROM stray_money s WHERE {time s.created_at} AND s.asset = 'USDT' AND NOT EXISTS (
				SELECT 1 FROM chain_transfer t WHERE t.state = 'stray' AND t.sn = s.sn AND t.coins = s.amount AND s.account = 'chain:' || t.network)`},
	{Table: "withdrawal", What: "paid in coins without its proof, or by other coins", Query: `
			SELECT w.sn FROM withdrawal w WHERE {time w.created_at} AND w.network <> '' AND w.state = 'paid' AND NOT EXISTS (
				SELECT 1 FROM cashier_proof c WHERE c.source = 'payout:' || w.network AND c.sn = w.sn AND c.amount = w.coins
				AND c.txn LIKE w.payout_tx || ':%')
			UNION ALL SELECT w.sn FROM withdrawal w JOIN entry e ON e.scope = 'withdrawal' AND e.key = w.sn || ':end' AND e.kind = 'withdrawal.pay'
			LEFT JOIN posting p ON p.entry_id = e.id AND p.line = 2
			WHERE {time w.created_at} AND w.network <> '' AND (p.amount IS NULL OR p.amount <> w.coins OR p.to_account <> 'house:chain:' || w.network)
			UNION ALL SELECT w.sn FROM withdrawal w JOIN entry e ON e.scope = 'withdrawal' AND e.ref = w.sn
				AND e.kind IN ('withdrawal.late', 'withdrawal.returned', 'withdrawal.recalled') AND e.kind = 'withdrawal.late'
			LEFT JOIN posting p ON p.entry_id = e.id AND p.line = 2
			WHERE {time w.created_at} AND w.network <> '' AND (p.amount IS NULL OR p.amount <> w.coins OR p.to_account <> 'house:chain:' || w.network)`},
	{Table: "account", What: "the house's coins are not the transfers that came in and the payouts that left", Whole: true, Query: `
			SELECT a.name FROM account a WHERE a.name IN ('house:chain:` + strings.Join(payment.Networks, `', 'house:chain:`) + `') AND
				(SELECT COALESCE(SUM(p.amount), 0) FROM posting p WHERE p.from_after IS NULL AND p.from_account = a.name)
				- (SELECT COALESCE(SUM(p.amount), 0) FROM posting p WHERE p.to_after IS NULL AND p.to_account = a.name)
				<> (SELECT COALESCE(SUM(t.coins), 0) FROM chain_transfer t WHERE t.state <> 'seen' AND a.name = 'house:chain:' || t.network)
				- (SELECT COALESCE(SUM(c.amount), 0) FROM cashier_proof c WHERE c.source IN ('payout:' || SUBSTR(a.name, 13), 'back:chain:' || SUBSTR(a.name, 13)))`},
	{Table: "entry", What: "books half of a lost payout, one without the number that pays it, or one between other accounts", Query: `
			SELECT e.id FROM entry e WHERE {entry e.id} AND e.scope = 'payout' AND (
				(SELECT COUNT(*) FROM entry o WHERE o.scope = 'payout' AND o.key IN (e.ref || ':lock', e.ref || ':pay')) <> 2
				OR e.key <> e.ref || ':' || SUBSTR(e.kind, 8)
				OR NOT EXISTS (SELECT 1 FROM cashier_proof c WHERE c.source = 'payout' AND c.txn = e.memo AND c.sn = e.ref
					AND c.amount = (SELECT SUM(p.amount) FROM posting p WHERE p.entry_id = e.id))
				OR EXISTS (SELECT 1 FROM posting p WHERE p.entry_id = e.id AND NOT CASE e.kind
					WHEN 'payout.lock' THEN p.to_account = ` + lockedOf + ` AND (p.from_account = 'player:' || p.player || ':centre' OR p.from_account = 'house:owed:' || p.player)
					WHEN 'payout.pay' THEN p.from_account = ` + lockedOf + ` AND p.to_account = 'house:bank:payout'
					ELSE FALSE END)
				OR (SELECT COUNT(DISTINCT p.player) FROM posting p JOIN entry o ON o.id = p.entry_id
					WHERE o.scope = 'payout' AND o.key IN (e.ref || ':lock', e.ref || ':pay')) <> 1)`},
	{Table: "cashier_proof", What: "the number of a lost payout that is not booked", Whole: true, Query: `
			SELECT c.source || ' ' || c.txn FROM cashier_proof c WHERE c.source = 'payout' AND SUBSTR(c.sn, 1, 1) = 'L'
			AND (SELECT COUNT(*) FROM entry e WHERE e.scope = 'payout' AND e.key IN (c.sn || ':lock', c.sn || ':pay')) <> 2`},
	{Table: "entry", What: "belongs to no order", Query: `
			SELECT e.id FROM entry e WHERE {entry e.id} AND CASE e.scope
				WHEN 'deposit' THEN NOT EXISTS (SELECT 1 FROM deposit d WHERE d.sn = e.ref)
				WHEN 'dust' THEN NOT EXISTS (SELECT 1 FROM chain_transfer t WHERE t.sn = e.ref AND t.state = 'dust')
				WHEN 'stray' THEN NOT EXISTS (SELECT 1 FROM stray_money s WHERE s.sn = e.ref)
				WHEN 'withdrawal' THEN NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.sn = e.ref)
				ELSE FALSE END`},
}

// lockedOf is the locked account of the player of a posting p.
const lockedOf = "'player:' || p.player || ':locked'"

// again reads what paid a withdrawal w out, or brought it back, after its end.
// The kinds are those of the index entry_withdrawal_again.
const again = `FROM entry e JOIN posting p ON p.entry_id = e.id AND p.line = 1
	WHERE e.scope = 'withdrawal' AND e.kind IN ('withdrawal.late', 'withdrawal.returned', 'withdrawal.recalled') AND e.ref = w.sn`
