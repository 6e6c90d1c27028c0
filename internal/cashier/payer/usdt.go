package payer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/due"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/staff"
)

// What is kept about a transaction beside payment's states.
const (
	saidDiffers       = "differs"        // it is final and did not pay the order
	saidSender        = "sender"         // it paid the order from a wallet that is not registered
	saidSenderUnknown = "sender_unknown" // it paid the order, and its chain names no sender
)

// approvalGrace is how much earlier than its approval a payout may lie on its
// chain: the time of a block is its maker's, and may be a little early.
const approvalGrace = time.Minute

// payCoins notes by which transaction an approved withdrawal in USDT was sent,
// and asks its chain. Staff sign nothing here and their word pays nothing: the
// order is paid when the chain has a final transfer of exactly its coins to
// exactly its address, made after the approval from a registered payout wallet.
// Until then it stays approved, and the chain is asked on.
//
// The transaction is written down before the chain is asked, so that it is not
// forgotten whatever happens to the answer. One transaction pays one order.
// Faults: ErrTx, ErrTxDiffers, ErrPayoutOpen, ErrReferenceUsed, ErrState.
func (p *Payouts) payCoins(ctx context.Context, by staff.Actor, row withdrawal.Row, text string) (withdrawal.Withdrawal, error) {
	hash, ok := payment.ParseTx(row.Network, text)
	if !ok {
		return withdrawal.Withdrawal{}, usdt.ErrTx
	}
	if row.PayoutTx != "" && row.PayoutTx != hash {
		if err := p.neverSent(ctx, row, 0); err != nil {
			return withdrawal.Withdrawal{}, err
		}
	}
	out, err := p.withdrawals.Change(ctx, by, row.SN, "withdrawal.sent", "", func(ctx context.Context, tx *db.Tx, now *withdrawal.Row) (string, error) {
		if err := p.Guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
			return "", err
		}
		if now.State != withdrawal.Approved {
			return "", withdrawal.ErrState.With(withdrawal.StateTexts[now.State])
		}
		if now.PayoutTx != row.PayoutTx {
			return "", ErrPayoutOpen // somebody entered another one meanwhile
		}
		if err := p.payer(ctx, tx, now, by); err != nil {
			return "", err
		}
		return "登记链上转账 " + hash, p.putPayout(ctx, tx, now, hash, by)
	})
	if db.IsDuplicate(err) {
		err = p.takenBy(ctx, row, hash)
	}
	if err != nil {
		return withdrawal.Withdrawal{}, err
	}
	p.Seam("PayCoins.C2")
	said, err := p.askPayout(ctx, row.SN)
	if err != nil {
		p.Log.WarnContext(ctx, "a chain does not answer about a payout", "sn", row.SN, "network", row.Network, "err", err)
		return out, nil // it is asked again
	}
	if said == saidDiffers {
		return withdrawal.Withdrawal{}, usdt.ErrTxDiffers
	}
	now, err := withdrawal.Read(ctx, p.DB, "SELECT * FROM withdrawal WHERE sn = ?", row.SN)
	if err != nil {
		return withdrawal.Withdrawal{}, err
	}
	return p.withdrawals.Show(now)
}

// takenBy says which order has a transaction that another member of staff entered
// in the same instant.
func (p *Payouts) takenBy(ctx context.Context, row withdrawal.Row, hash string) error {
	var sn string
	err := p.DB.NewRaw("SELECT sn FROM withdrawal WHERE network = ? AND payout_tx = ? AND sn <> ?", row.Network, hash, row.SN).Scan(ctx, &sn)
	if err != nil {
		return fmt.Errorf("look for the transaction: %w", err)
	}
	return bank.ErrReferenceUsed.With(sn)
}

func (p *Payouts) putPayout(ctx context.Context, tx *db.Tx, row *withdrawal.Row, hash string, by staff.Actor) error {
	var others []string
	err := tx.NewRaw("SELECT sn FROM withdrawal WHERE network = ? AND payout_tx = ? AND sn <> ?", row.Network, hash, row.SN).Scan(ctx, &others)
	if err != nil {
		return fmt.Errorf("look for the transaction: %w", err)
	}
	if len(others) > 0 {
		return bank.ErrReferenceUsed.With(others[0])
	}
	row.Reference, row.PayoutTx, row.PayoutAt, row.PayoutBy, row.PayoutSaid, row.PayoutAsk = hash, hash, tx.NowMillis(), by.Name, "", tx.NowMillis()
	// Of two orders at once the index lets one through.
	_, err = tx.NewRaw("UPDATE withdrawal SET reference = ?, payout_tx = ?, payout_at = ?, payout_by = ?, payout_said = '', payout_ask = ? WHERE sn = ? AND state = 'approved'",
		hash, hash, row.PayoutAt, row.PayoutBy, row.PayoutAsk, row.SN).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note the transaction of %s: %w", row.SN, err)
	}
	p.Seam("PayCoins.C1")
	return nil
}

// payoutParallel is how many questions about payouts one chain is asked at a time.
const payoutParallel = 4

// newAsks makes the due work that asks the chains about payouts that were
// sent and are not final: a lane for each chain, and one for networks that are
// not configured.
func (p *Payouts) newAsks(metrics prometheus.Registerer) *due.Work {
	networks := slices.Sorted(maps.Keys(p.Chains))
	payouts := due.Rows[withdrawal.Row]{
		DB: p.DB, Parallel: payoutParallel, InTurn: p.InTurn,
		Take: p.takePayouts,
		Ask: func(ctx context.Context, _ string, row withdrawal.Row) error {
			if _, err := p.askChain(ctx, row); err != nil && ctx.Err() == nil {
				p.Log.WarnContext(ctx, "cannot ask about a payout", "sn", row.SN, "err", err)
			}
			return ctx.Err()
		},
	}
	return &due.Work{
		Name: "withdrawal.chain", Clock: p.DB.Clock(), Metrics: metrics, InTurn: p.InTurn, Run: payouts.Run,
		Lanes: func() []string { return append(slices.Clone(networks), due.Rest) },
		Oldest: func(ctx context.Context, lane string) (time.Time, error) {
			where, among := order.InLane("network", lane, networks)
			var at int64
			err := p.DB.NewRaw("SELECT COALESCE(MIN(payout_ask), 0) FROM withdrawal WHERE payout_ask > 0 AND payout_ask <= ? AND state = 'approved' AND "+where,
				p.DB.Clock().Now().UnixMilli(), among).Scan(ctx, &at)
			return order.Stamped(at), err
		},
	}
}

// AskPayouts asks the chains about payouts that were sent and are not final.
func (p *Payouts) AskPayouts(ctx context.Context) error { return p.Asks.RunAll(ctx) }

// takePayouts takes payouts of a lane that are due to be asked about, and plans
// the question after this one.
func (p *Payouts) takePayouts(ctx context.Context, tx *db.Tx, lane string, limit int) ([]withdrawal.Row, error) {
	where, among := order.InLane("network", lane, slices.Sorted(maps.Keys(p.Chains)))
	var rows []withdrawal.Row
	err := tx.NewRaw("SELECT * FROM withdrawal WHERE payout_ask > 0 AND payout_ask <= ? AND state = 'approved' AND "+where+" ORDER BY payout_ask, sn LIMIT ?"+tx.SkipLocked(),
		tx.NowMillis(), among, limit).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("payouts to ask about: %w", err)
	}
	for _, row := range rows {
		if err := planPayout(ctx, tx, row); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// planPayout sets when a payout is asked about next.
func planPayout(ctx context.Context, tx *db.Tx, row withdrawal.Row) error {
	wait := payoutAgain(tx.Now().Sub(order.Stamped(row.PayoutAt)))
	_, err := tx.NewRaw("UPDATE withdrawal SET payout_ask = ? WHERE sn = ? AND state = 'approved' AND payout_tx = ?",
		tx.Now().Add(wait).UnixMilli(), row.SN, row.PayoutTx).Exec(ctx)
	if err != nil {
		return fmt.Errorf("plan the next question about %s: %w", row.SN, err)
	}
	return nil
}

// payoutAgain is how long to wait before a payout is asked about once more:
// often while it should be confirmed any moment, then less and less.
func payoutAgain(since time.Duration) time.Duration {
	return min(max(since/4, 15*time.Second), time.Hour)
}

// askPayout asks about one payout and does what the answer proves. said is
// what the chain said, or saidDiffers. No answer and an answer that is open
// change nothing: only what is final pays, and only what is final and moved
// something else, or nothing, is taken off the order again.
func (p *Payouts) askPayout(ctx context.Context, sn string) (said string, err error) {
	row, err := withdrawal.Read(ctx, p.DB, "SELECT * FROM withdrawal WHERE sn = ?", sn)
	if err != nil || row.State != withdrawal.Approved || row.PayoutTx == "" {
		return "", err
	}
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return planPayout(ctx, tx, row) })
	if err != nil {
		return "", err
	}
	return p.askChain(ctx, row)
}

// askChain asks about a payout whose next question is planned.
func (p *Payouts) askChain(ctx context.Context, row withdrawal.Row) (said string, err error) {
	if row.PayoutTx == "" {
		return "", nil
	}
	chain := p.Chains[row.Network]
	if chain == nil {
		return "", fmt.Errorf("nobody speaks to %s", row.Network)
	}
	p.Seam("PayCoins.C4")
	sent, err := chain.Lookup(ctx, row.PayoutTx)
	due.Asked(ctx, err)
	p.Seam("PayCoins.C5")
	if err != nil {
		return "", err
	}
	said = sent.State.String()
	paid, found, err := p.paysOrder(ctx, row, sent)
	switch {
	case err != nil:
		return "", err
	case found && paid.proved:
		err := p.settlePayout(ctx, row, paid)
		if errors.Is(err, bank.ErrReferenceUsed) { // it proved something else before
			return saidDiffers, p.dropPayout(ctx, row, "该笔转账已用于其他订单或退款")
		}
		return said, err
	case found:
		said = saidSender
		if paid.from == "" {
			said = saidSenderUnknown
		}
		return said, p.notePayout(ctx, row, said, paid.from)
	case sent.State == payment.Paid || sent.State == payment.Failed:
		return saidDiffers, p.dropPayout(ctx, row, whyDiffers(row, sent))
	}
	return said, p.notePayout(ctx, row, said, "")
}

// payoutTransfer is the transfer of a transaction that pays an order.
type payoutTransfer struct {
	key    string
	from   string // "" where the chain names no sender
	proved bool   // it left from a registered payout wallet
}

// paysOrder finds, in a final transaction, the transfer of exactly an order's
// coins to exactly its address that was made after the order was approved. Where
// several fit, one from a registered payout wallet comes first.
func (p *Payouts) paysOrder(ctx context.Context, row withdrawal.Row, sent payment.Sent) (paid payoutTransfer, found bool, err error) {
	if sent.State != payment.Paid {
		return paid, false, nil
	}
	text, err := p.withdrawals.FullAddress(row)
	if err != nil {
		return paid, false, err
	}
	to, err := payment.ParseAddress(row.Network, text)
	if err != nil {
		return paid, false, fmt.Errorf("destination of %s: %w", row.SN, err)
	}
	since := order.Stamped(max(row.ApprovedAt, row.CreatedAt)).Add(-approvalGrace)
	for _, t := range sent.Transfers {
		if !t.Final || t.Network != row.Network || t.To != to || int64(t.Amount) != row.Coins || t.At.Before(since) {
			continue
		}
		proved, err := usdt.PaysFrom(ctx, p.Deps, p.DB, t.From, t.At)
		if err != nil {
			return paid, false, err
		}
		if !found || proved {
			paid, found = payoutTransfer{usdt.TransferKey(t.Tx, t.Index), t.From.String(), proved}, true
		}
		if proved {
			break
		}
	}
	return paid, found, nil
}

// settlePayout books a payout that its chain has proved.
func (p *Payouts) settlePayout(ctx context.Context, row withdrawal.Row, paid payoutTransfer) error {
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, err := withdrawal.Lock(ctx, tx, row.SN)
		if err != nil || now.State == withdrawal.Paid && now.PayoutTx == row.PayoutTx {
			return err // another node was faster
		}
		if now.PayoutTx != row.PayoutTx {
			return ErrPayoutOpen
		}
		if err := p.bookPayout(ctx, tx, &now, paid, row.PayoutBy); err != nil {
			return err
		}
		p.Seam("PayCoins.C6")
		return order.AddNote(ctx, tx, row.SN, order.BySystem, "链上最终确认，已出款", paid.key)
	})
	if err == nil {
		p.Seam("PayCoins.C7")
	}
	return err
}

// bookPayout ends a locked order by the transfer that paid it.
func (p *Payouts) bookPayout(ctx context.Context, tx *db.Tx, row *withdrawal.Row, paid payoutTransfer, by string) error {
	if err := p.withdrawals.Move(ctx, tx, row, withdrawal.PayMove, ""); err != nil {
		return err
	}
	if err := bank.UnusedProof(ctx, tx, order.BackAt(usdt.ChainAccount(row.Network)), paid.key); err != nil {
		return err
	}
	if err := bank.UseProof(ctx, tx, usdt.PaidOutOn(row.Network), paid.key, row.SN, money.Fen(row.Coins)); err != nil {
		return err
	}
	_, err := tx.NewRaw("UPDATE withdrawal SET ended_at = ?, payout_said = 'paid', payout_from = ?, payout_ask = 0 WHERE sn = ?",
		tx.NowMillis(), paid.from, row.SN).Exec(ctx)
	if err != nil {
		return fmt.Errorf("pay withdrawal %s: %w", row.SN, err)
	}
	// The key is the one a return would use: the books themselves allow one
	// of the two, once.
	_, err = p.Ledger.Post(ctx, tx, ledger.Entry{
		Scope: "withdrawal", Key: row.SN + ":end", Kind: "withdrawal.pay", Ref: row.SN, Memo: paid.key, By: by,
		Postings: row.PaidOut(usdt.CoinsOut(ledger.Locked(row.Player), money.Fen(row.Amount), row.Network, money.Coins(row.Coins))...),
	})
	if err != nil {
		return fmt.Errorf("book payout %s: %w", row.SN, err)
	}
	return inbox.Write(ctx, tx, withdrawal.PaidMessage(*row))
}

// dropPayout takes a transaction off an order that it did not pay, for good:
// what is final does not become another.
func (p *Payouts) dropPayout(ctx context.Context, row withdrawal.Row, why string) error {
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		dropped, err := clearPayout(ctx, tx, row)
		if err != nil || !dropped {
			return err
		}
		return order.AddNote(ctx, tx, row.SN, order.BySystem, "链上转账与本提款不符，已撤下 "+row.PayoutTx, why)
	})
}

// whyDiffers says what a final transaction lacks.
func whyDiffers(row withdrawal.Row, sent payment.Sent) string {
	if sent.State == payment.Failed {
		return "该交易在链上失败"
	}
	return "该交易没有在批准后向收款地址转入" + money.Coins(row.Coins).String() + " USDT"
}

// clearPayout takes the noted transaction off an order, so that another can be
// entered.
func clearPayout(ctx context.Context, tx *db.Tx, row withdrawal.Row) (dropped bool, err error) {
	res, err := tx.NewRaw(`UPDATE withdrawal SET reference = '', payout_tx = '', payout_at = 0, payout_by = '', payout_said = ?, payout_from = '', payout_ask = 0
		WHERE sn = ? AND state = 'approved' AND payout_tx = ?`, saidDiffers, row.SN, row.PayoutTx).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("drop the transaction of %s: %w", row.SN, err)
	}
	n, _ := res.RowsAffected()
	return n == 1, nil
}

// notePayout keeps what a chain said. The first time that a transfer without a
// registered sender is told, the order's history says so.
func (p *Payouts) notePayout(ctx context.Context, row withdrawal.Row, said, from string) error {
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE withdrawal SET payout_said = ?, payout_from = ? WHERE sn = ? AND state = 'approved' AND payout_tx = ?",
			said, from, row.SN, row.PayoutTx).Exec(ctx)
		if err != nil {
			return fmt.Errorf("note what the chain said about %s: %w", row.SN, err)
		}
		if row.PayoutSaid == said {
			return nil
		}
		switch said {
		case saidSender:
			return order.AddNote(ctx, tx, row.SN, order.BySystem, "付款地址不是已登记的出款钱包，须登记该钱包或由两人判定", from)
		case saidSenderUnknown:
			return order.AddNote(ctx, tx, row.SN, order.BySystem, "链上未给出付款地址，须由两人判定", row.PayoutTx)
		}
		return nil
	})
}

// neverSent is nil when a chain says now that it does not have the transaction
// of a payout, and after was long enough ago; else ErrPayoutOpen. A chain that
// does not answer, or has it, leaves it open.
func (p *Payouts) neverSent(ctx context.Context, row withdrawal.Row, after time.Duration) error {
	chain := p.Chains[row.Network]
	if chain == nil || p.DB.Clock().Now().Sub(order.Stamped(row.PayoutAt)) < after {
		return ErrPayoutOpen
	}
	sent, err := chain.Lookup(ctx, row.PayoutTx)
	if err != nil || sent.State != payment.Absent && sent.State != payment.Failed {
		return ErrPayoutOpen
	}
	return nil
}

// mayFail says whether an approved withdrawal can be called not paid: one whose
// transaction was entered only when its chain has not had it for a day.
// It returns that transaction, for another may be entered meanwhile.
func (p *Payouts) mayFail(ctx context.Context, sn string) (tx string, err error) {
	row, err := withdrawal.Read(ctx, p.DB, "SELECT * FROM withdrawal WHERE sn = ?", sn)
	if err != nil || row.PayoutTx == "" || row.State != withdrawal.Approved {
		return row.PayoutTx, err
	}
	return row.PayoutTx, p.neverSent(ctx, row, p.Rules().PayoutGiveUp)
}

// sentLate reads a transaction that staff report for a withdrawal in coins
// whose money was given back: its chain must have it, final and exact.
// It must have left from a registered wallet; where the chain names no sender,
// the second person is told so.
func (p *Payouts) sentLate(ctx context.Context, row withdrawal.Row, text string) (payoutTransfer, error) {
	hash, ok := payment.ParseTx(row.Network, text)
	if !ok {
		return payoutTransfer{}, usdt.ErrTx
	}
	sent, err := usdt.OnChain(ctx, p.Deps, row.Network, hash)
	if err != nil {
		return payoutTransfer{}, err
	}
	paid, found, err := p.paysOrder(ctx, row, sent)
	switch {
	case err != nil:
		return paid, err
	case !found:
		return paid, usdt.ErrTxDiffers
	case paid.from != "" && !paid.proved:
		return paid, ErrTxSender
	}
	return paid, nil
}
