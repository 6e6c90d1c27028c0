package reconcile_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/reconcile/finding"
)

// planted is one break: what must be found, and by which words whatever else
// is found is known to belong to it.
type planted struct {
	group   string // the kind of break
	kind    finding.Kind
	subject string
	says    string // what the text must say, "" for anything
	marks   []string
}

// planter breaks things, each at a player of its own.
type planter struct {
	*world
	used  []string
	quick bool // one of every third
	asked int
	done  []planted
}

// times is how often a break is planted in a whole proof.
func (p *planter) times(n int, plant func()) {
	if p.quick {
		n = 1
		if p.asked++; p.asked%3 != 1 {
			return
		}
	}
	for range n {
		plant()
	}
}

func (p *planter) add(group string, kind finding.Kind, subject, says string, marks ...string) {
	p.done = append(p.done, planted{group, kind, subject, says, append(marks, subject)})
}

// free is the condition that a row belongs to a player nothing was done to.
func (p *planter) free(column string) string {
	if len(p.used) == 0 {
		return "1 = 1"
	}
	return column + " NOT IN ('" + strings.Join(p.used, "', '") + "')"
}

func (p *planter) use(player string) string { p.used = append(p.used, player); return player }

// deposit is a gateway order of an untouched player in a state.
func (p *planter) deposit(where string) (sn, player string, amount int64) {
	p.row([]any{&sn, &player, &amount}, `SELECT sn, player, amount FROM deposit WHERE style <> 'Bank' AND `+where+` AND `+p.free("player")+` ORDER BY sn LIMIT 1`)
	return sn, p.use(player), amount
}

func (p *planter) transfer(where string) (id, player string, amount int64, ref string) {
	p.row([]any{&id, &player, &amount, &ref}, `SELECT id, player, amount, ref FROM transfer WHERE `+where+` AND `+p.free("player")+` ORDER BY id LIMIT 1`)
	return id, p.use(player), amount, ref
}

func (p *planter) withdrawal(where string) (sn, player string, amount int64) {
	p.row([]any{&sn, &player, &amount}, `SELECT sn, player, amount FROM withdrawal WHERE `+where+` AND `+p.free("player")+` ORDER BY sn LIMIT 1`)
	return sn, p.use(player), amount
}

// anybody is an untouched player.
func (p *planter) anybody() string {
	var player string
	p.row([]any{&player}, `SELECT player FROM venue_account WHERE venue = 'ky' AND `+p.free("player")+` ORDER BY player LIMIT 1`)
	return p.use(player)
}

// number is a player's place in the world, which its bets carry.
func number(player string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(player, "rec"))
	return n
}

// entry is the id of an order's entry.
func (p *planter) entry(scope, key string) (id string) {
	p.row([]any{&id}, `SELECT id FROM entry WHERE scope = ? AND key = ?`, scope, key)
	return id
}

// post books an entry through the ledger itself: whole, sealed, and wrong.
func (p *planter) post(e ledger.Entry) (id string) {
	p.must(p.DB.Write(p.ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		id, err = p.Ledger.Post(ctx, tx, e)
		return err
	}))
	return id
}

// books breaks the house's own books and orders.
func (p *planter) books() {
	p.times(2, func() {
		sn, player, _ := p.deposit("state = 'credited'")
		id := p.entry("deposit", sn+":credit")
		p.exec(fmt.Sprintf("UPDATE posting SET amount = amount + 1 WHERE entry_id = '%s'", id))
		p.add("posting changed", "books.posting", "posting:"+id+"/1", "changed", player, sn, id, "not zero together", "checkpoint:house:gateway:epay")
	})
	p.times(2, func() {
		id, player, _, _ := p.transfer("state = 'completed' AND direction = 'in'")
		hold := p.entry("transfer", id+":hold")
		p.exec(fmt.Sprintf("DELETE FROM posting WHERE entry_id = '%s'", hold))
		p.add("posting taken out", "books.posting", "posting:"+hold+"/1", "missing", player, "transfer:"+id, hold)
	})
	p.times(2, func() {
		sn, player, _ := p.deposit("state = 'credited'")
		id := p.entry("deposit", sn+":credit")
		p.exec(fmt.Sprintf("UPDATE entry SET made_by = 'nobody' WHERE id = '%s'", id))
		p.add("entry changed", "books.entry", "entry:"+id, "changed", player, sn, id)
	})
	p.times(2, func() {
		id, player, amount, _ := p.transfer("state = 'completed' AND direction = 'in' AND venue = 'ky'")
		done := p.entry("transfer", id+":done")
		p.exec("DELETE FROM posting WHERE entry_id = '"+done+"'", "DELETE FROM entry WHERE id = '"+done+"'",
			fmt.Sprintf("UPDATE account SET balance = balance + %d WHERE name = 'player:%s:transit'", amount, player),
			fmt.Sprintf("UPDATE account SET balance = balance - %d WHERE name = 'player:%s:venue:ky'", amount, player))
		p.add("settlement taken out", "books.transfer", "transfer:"+id, "moved 0", player)
	})
	p.times(2, func() {
		player := p.anybody()
		p.exec("UPDATE account SET balance = balance + 1 WHERE name = 'player:" + player + ":centre'")
		p.add("balance changed", "books.account", "account:player:"+player+":centre", "add up to", player)
	})
	p.times(2, func() {
		player := p.anybody()
		p.exec("UPDATE account SET balance = balance - 1 WHERE name = 'player:" + player + ":venue:ky'")
		p.add("mirror changed", "books.account", "account:player:"+player+":venue:ky", "add up to", player)
	})
	p.times(1, func() { // two errors that hide each other in every total
		a, b := p.anybody(), p.anybody()
		p.exec("UPDATE account SET balance = balance + 500 WHERE name = 'player:"+a+":centre'", "UPDATE account SET balance = balance - 500 WHERE name = 'player:"+b+":centre'")
		p.add("errors that cancel out", "books.account", "account:player:"+a+":centre", "add up to", a)
		p.add("errors that cancel out", "books.account", "account:player:"+b+":centre", "add up to", b)
	})
	p.orphans()
	p.ordersChanged()
	p.others()
}

// orphans are entries that are whole and sealed, and belong to nothing.
func (p *planter) orphans() {
	p.times(2, func() {
		player := p.anybody()
		id := p.post(ledger.Entry{Scope: "transfer", Key: "ghost-" + player + ":hold", Kind: "transfer.hold", Ref: "ghost-" + player, By: "x",
			Postings: []ledger.Posting{{From: ledger.Centre(player), To: ledger.Transit(player), Amount: 100}}})
		p.add("hold without a transfer", "books.entry", "entry:"+id, "no transfer", player, id)
	})
	p.times(2, func() {
		player := p.anybody()
		id := p.post(ledger.Entry{Scope: "withdrawal", Key: "W-" + player + ":lock", Kind: "withdrawal.lock", Ref: "W-" + player, By: "x",
			Postings: []ledger.Posting{{From: ledger.Centre(player), To: ledger.Locked(player), Amount: 100}}})
		p.add("hold without a withdrawal", "books.entry", "entry:"+id, "no order", player, id)
	})
	p.times(2, func() {
		sn, player, amount := p.deposit("state = 'credited'")
		id := p.post(ledger.Entry{Scope: "deposit", Key: sn + ":credit2", Kind: "deposit.credit", Ref: sn, By: "x",
			Postings: []ledger.Posting{{From: ledger.HouseGateway("epay"), To: ledger.Centre(player), Amount: amount}}})
		p.add("credit booked twice", "books.entry", "entry:"+id, "once more", player, id)
	})
	p.times(1, func() {
		id, player, _, _ := p.transfer("state = 'completed' AND direction = 'out'")
		again := p.post(ledger.Entry{Scope: "transfer", Key: id + ":again", Kind: "transfer.done", Ref: id, By: "x",
			Postings: []ledger.Posting{{From: ledger.VenueWallet(player, "ky"), To: ledger.Centre(player), Amount: 100}}})
		p.add("transfer booked twice", "books.entry", "entry:"+again, "once more", player, again)
	})
}

// ordersChanged changes orders and leaves the books as they are.
func (p *planter) ordersChanged() {
	p.times(2, func() {
		sn, player, amount := p.deposit("state = 'expired'")
		p.exec(fmt.Sprintf("UPDATE deposit SET state = 'credited', received = %d WHERE sn = '%s'", amount, sn))
		p.add("deposit's state changed", "books.deposit", "deposit:"+sn, "credited without", player, sn)
	})
	p.times(1, func() {
		sn, player, _ := p.withdrawal("state = 'submitted'")
		p.exec("UPDATE withdrawal SET state = 'paid' WHERE sn = '" + sn + "'")
		p.add("withdrawal's state changed", "books.withdrawal", "withdrawal:"+sn, "without the entry", player, sn)
	})
	p.times(1, func() {
		id, player, _, _ := p.transfer("state = 'refused'")
		p.exec("UPDATE transfer SET state = 'completed', booked = 'done' WHERE id = '" + id + "'")
		p.add("transfer's state changed", "books.transfer", "transfer:"+id, "moved 0", player, id)
	})
	p.times(2, func() {
		id, player, _, _ := p.transfer("state = 'completed'")
		p.exec("UPDATE transfer SET amount = amount + 100 WHERE id = '" + id + "'")
		p.add("transfer's amount changed", "books.transfer", "transfer:"+id, "moved", player)
	})
	p.times(1, func() {
		id, player, _, _ := p.transfer("state = 'refused'")
		p.exec("UPDATE transfer SET amount = amount + 100 WHERE id = '" + id + "'")
		p.add("refused transfer's amount changed", "books.transfer", "transfer:"+id, "was held", player)
	})
	p.times(1, func() {
		sn, player, _ := p.deposit("state = 'credited'")
		p.exec("UPDATE deposit SET received = received + 1 WHERE sn = '" + sn + "'")
		p.add("deposit's amount changed", "books.deposit", "deposit:"+sn, "", player, sn)
	})
	p.times(1, func() {
		sn, player, _ := p.withdrawal("state = 'submitted'")
		p.exec("UPDATE withdrawal SET amount = amount + 100 WHERE sn = '" + sn + "'")
		p.add("withdrawal's amount changed", "books.withdrawal", "withdrawal:"+sn, "locked", player, sn)
	})
}

// others are rows beside the books that must hold too.
func (p *planter) others() {
	var account, upto string
	p.row([]any{&account, &upto}, `SELECT account, upto FROM checkpoint c WHERE account = 'house:adjust'
		AND upto = (SELECT MAX(upto) FROM checkpoint n WHERE n.account = c.account) LIMIT 1`)
	p.exec("UPDATE checkpoint SET balance = balance + 1 WHERE account = '" + account + "' AND upto = '" + upto + "'")
	p.add("checkpoint changed", "books.checkpoint", "checkpoint:"+account+" "+upto, "", account)

	var seq string
	p.row([]any{&seq}, `SELECT MIN(seq) FROM staff_audit WHERE action = 'deposit.confirm'`)
	p.exec("UPDATE staff_audit SET actor_name = 'somebody' WHERE seq = " + seq)
	p.add("audit row changed", finding.Audit, "audit:"+seq, "altered")

	p.times(2, func() {
		var id, player string
		p.row([]any{&id, &player}, `SELECT bet_id, player FROM bet WHERE current AND `+p.free("player")+` ORDER BY bet_id LIMIT 1`)
		p.use(player)
		p.exec("UPDATE bet SET win = win + 1 WHERE bet_id = '" + id + "'")
		var ref string
		p.row([]any{&ref}, `SELECT e.ref FROM entry e JOIN bet b ON b.entry = e.id WHERE b.bet_id = ?`, id)
		p.add("bet changed", "books.bet", "bet:"+ref, "bets changed by", player)
	})
	p.times(1, func() {
		var player, day string
		p.row([]any{&player, &day}, `SELECT player, day FROM bet_day WHERE `+p.free("player")+` ORDER BY player LIMIT 1`)
		p.use(player)
		p.exec("UPDATE bet_day SET valid = valid + 1 WHERE player = '" + player + "'")
		p.add("day total changed", "books.bet_day", "bet_day:ky:"+player+":"+day, "come to", player)
	})
	p.times(1, func() {
		sn, player, _ := p.deposit("state = 'credited'")
		p.exec("DELETE FROM cashier_proof WHERE sn = '" + sn + "'")
		p.add("proof taken out", "books.deposit", "deposit:"+sn, "proof", player, sn)
	})
	p.times(1, func() {
		sn, player, _ := p.deposit("state = 'credited'")
		p.exec("DELETE FROM turnover_line WHERE bucket IN (SELECT id FROM turnover_bucket WHERE ref = '"+sn+"')", "DELETE FROM turnover_bucket WHERE ref = '"+sn+"'")
		p.add("requirement taken out", "books.deposit", "deposit:"+sn, "turnover", player, sn, fmt.Sprintf("turnover_bet:ky:b%d-", number(player)))
	})
}

// gateway breaks the gateway's books, or what it knows of us.
func (p *planter) gateway() {
	p.times(2, func() {
		sn, player, _ := p.deposit("state = 'credited'")
		p.their("UPDATE pay_order SET paid = paid + 1 WHERE order_no = ?", sn)
		p.add("gateway off by a fen", finding.GatewayAmount, "deposit:"+sn, "0.01", player, sn)
	})
	at := p.Clock.Now().UnixMilli() - 3_600_000
	p.times(2, func() {
		txn := fmt.Sprintf("20260302000000%012d", len(p.done))
		p.their(`INSERT INTO pay_order (gateway, trade_no, order_no, pay_type, name, amount, charged, paid, notify_url, return_url, param, created_at, paid_at)
			VALUES ('epay', ?, ?, 'alipay', 'x', 12300, 12300, 12300, '', '', '', ?, ?)`, txn, "D20260302NOBODY"+txn[20:], at, at)
		p.add("payment without an order", finding.GatewayUnknown, "payment:epay:"+txn, "123.00", txn)
	})
	p.times(2, func() {
		sn, player, _ := p.deposit("state = 'credited'")
		p.their("DELETE FROM pay_order WHERE order_no = ?", sn)
		p.add("credited, unknown to the gateway", finding.GatewayMissing, "deposit:"+sn, "查无此单", player, sn)
	})
	p.times(1, func() {
		sn, player, _ := p.deposit("state = 'credited'")
		p.their("UPDATE pay_order SET paid = 0, paid_at = 0 WHERE order_no = ?", sn)
		p.add("credited, not paid", finding.GatewayUnpaid, "deposit:"+sn, "未付款", player, sn)
	})
	p.times(2, func() {
		sn, player, _ := p.deposit("state = 'expired'")
		p.exec("UPDATE deposit SET poll_at = 0 WHERE sn = '" + sn + "'") // nobody asks about it any more
		p.their("UPDATE pay_order SET paid = charged, paid_at = ? WHERE order_no = ?", at, sn)
		p.add("paid, not credited", finding.GatewayUncredited, "deposit:"+sn, "已付", player, sn)
	})
}

// venue breaks a venue's books.
func (p *planter) venue() {
	p.times(2, func() {
		player := p.anybody()
		p.their("UPDATE account SET balance = balance + 1 WHERE venue = 'ky' AND player = ?", player)
		p.add("venue has a fen more", finding.Balance, "balance:ky:"+player, "0.01", player)
	})
	p.times(1, func() {
		player := p.anybody()
		p.their("UPDATE account SET balance = balance - 1 WHERE venue = 'leg' AND player = ?", player)
		p.add("venue has a fen less", finding.Balance, "balance:leg:"+player, "-0.01", player)
	})
	p.times(2, func() {
		player := p.anybody()
		p.their("INSERT INTO transfer (venue, id, player, direction, amount, state, at) VALUES ('ky', ?, ?, 'in', 5500, 'done', 0)", "70001-nobody-"+player, player)
		p.their("UPDATE account SET balance = balance + 5500 WHERE venue = 'ky' AND player = ?", player)
		p.add("venue's transfer unknown to us", finding.Balance, "balance:ky:"+player, "55.00", player)
	})
	p.times(1, func() {
		id, player, _, ref := p.transfer("state = 'completed'")
		p.their("UPDATE transfer SET state = 'refused' WHERE id = ?", ref)
		p.add("venue says it failed", finding.VenueState, "transfer:"+id, "失败", player)
	})
	p.times(1, func() {
		id, player, _, ref := p.transfer("state = 'refused'")
		p.their("UPDATE transfer SET state = 'done' WHERE id = ?", ref)
		p.add("venue says it was done", finding.VenueState, "transfer:"+id, "成功", player)
	})
	p.times(1, func() {
		id, player, _, ref := p.transfer("state = 'completed'")
		p.their("UPDATE transfer SET amount = amount + 1 WHERE id = ?", ref)
		p.add("venue moved another amount", finding.VenueAmount, "transfer:"+id, "0.01", player)
	})
	p.times(1, func() {
		id, player, _, ref := p.transfer("state = 'completed'")
		p.their("DELETE FROM transfer WHERE id = ?", ref)
		p.add("venue never heard of it", finding.VenueState, "transfer:"+id, "无此订单", player)
	})
}
