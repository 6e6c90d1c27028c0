package cashier

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

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
// Faults: ErrTx, ErrTxDiffers, ErrPayoutOpen, ErrReferenceUsed, ErrWithdrawState.
func (p *Payouts) payCoins(ctx context.Context, by staff.Actor, row withdrawalRow, text string) (Withdrawal, error) {
	hash, ok := payment.ParseTx(row.Network, text)
	if !ok {
		return Withdrawal{}, ErrTx
	}
	if row.PayoutTx != "" && row.PayoutTx != hash {
		if err := p.neverSent(ctx, row, 0); err != nil {
			return Withdrawal{}, err
		}
	}
	out, err := p.withdrawals.change(ctx, by, row.SN, "withdrawal.sent", "", func(ctx context.Context, tx *db.Tx, now *withdrawalRow) (string, error) {
		if err := p.guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
			return "", err
		}
		if now.State != Approved {
			return "", ErrWithdrawState.With(withdrawalStates[now.State])
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
		return Withdrawal{}, err
	}
	p.seam("PayCoins.C2")
	said, err := p.askPayout(ctx, row.SN)
	if err != nil {
		p.log.WarnContext(ctx, "a chain does not answer about a payout", "sn", row.SN, "network", row.Network, "err", err)
		return out, nil // it is asked again
	}
	if said == saidDiffers {
		return Withdrawal{}, ErrTxDiffers
	}
	now, err := readWithdrawal(ctx, p.db, "SELECT * FROM withdrawal WHERE sn = ?", row.SN)
	if err != nil {
		return Withdrawal{}, err
	}
	return p.withdrawals.show(now)
}

// takenBy says which order has a transaction that another member of staff entered
// in the same instant.
func (p *Payouts) takenBy(ctx context.Context, row withdrawalRow, hash string) error {
	var sn string
	err := p.db.NewRaw("SELECT sn FROM withdrawal WHERE network = ? AND payout_tx = ? AND sn <> ?", row.Network, hash, row.SN).Scan(ctx, &sn)
	if err != nil {
		return fmt.Errorf("look for the transaction: %w", err)
	}
	return ErrReferenceUsed.With(sn)
}

func (p *Payouts) putPayout(ctx context.Context, tx *db.Tx, row *withdrawalRow, hash string, by staff.Actor) error {
	var others []string
	err := tx.NewRaw("SELECT sn FROM withdrawal WHERE network = ? AND payout_tx = ? AND sn <> ?", row.Network, hash, row.SN).Scan(ctx, &others)
	if err != nil {
		return fmt.Errorf("look for the transaction: %w", err)
	}
	if len(others) > 0 {
		return ErrReferenceUsed.With(others[0])
	}
	row.Reference, row.PayoutTx, row.PayoutAt, row.PayoutBy, row.PayoutSaid, row.PayoutAsk = hash, hash, tx.NowMillis(), by.Name, "", tx.NowMillis()
	// Of two orders at once the index lets one through.
	_, err = tx.NewRaw("UPDATE withdrawal SET reference = ?, payout_tx = ?, payout_at = ?, payout_by = ?, payout_said = '', payout_ask = ? WHERE sn = ? AND state = 'approved'",
		hash, hash, row.PayoutAt, row.PayoutBy, row.PayoutAsk, row.SN).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note the transaction of %s: %w", row.SN, err)
	}
	p.seam("PayCoins.C1")
	return nil
}

// payoutParallel is how many questions about payouts one chain is asked at a time.
const payoutParallel = 4

// newAsks makes the due work that asks the chains about payouts that were
// sent and are not final: a lane for each chain, and one for networks that are
// not configured.
func (p *Payouts) newAsks(metrics prometheus.Registerer) *due.Work {
	networks := slices.Sorted(maps.Keys(p.chains))
	payouts := due.Rows[withdrawalRow]{
		DB: p.db, Parallel: payoutParallel, InTurn: p.inTurn,
		Take: p.takePayouts,
		Ask: func(ctx context.Context, _ string, row withdrawalRow) error {
			if _, err := p.askChain(ctx, row); err != nil && ctx.Err() == nil {
				p.log.WarnContext(ctx, "cannot ask about a payout", "sn", row.SN, "err", err)
			}
			return ctx.Err()
		},
	}
	return &due.Work{
		Name: "withdrawal.chain", Clock: p.db.Clock(), Metrics: metrics, InTurn: p.inTurn, Run: payouts.Run,
		Lanes: func() []string { return append(slices.Clone(networks), due.Rest) },
		Oldest: func(ctx context.Context, lane string) (time.Time, error) {
			where, among := inLane("network", lane, networks)
			var at int64
			err := p.db.NewRaw("SELECT COALESCE(MIN(payout_ask), 0) FROM withdrawal WHERE payout_ask > 0 AND payout_ask <= ? AND state = 'approved' AND "+where,
				p.db.Clock().Now().UnixMilli(), among).Scan(ctx, &at)
			return stamped(at), err
		},
	}
}

// AskPayouts asks the chains about payouts that were sent and are not final.
func (p *Payouts) AskPayouts(ctx context.Context) error { return p.Asks.RunAll(ctx) }

// takePayouts takes payouts of a lane that are due to be asked about, and plans
// the question after this one.
func (p *Payouts) takePayouts(ctx context.Context, tx *db.Tx, lane string, limit int) ([]withdrawalRow, error) {
	where, among := inLane("network", lane, slices.Sorted(maps.Keys(p.chains)))
	var rows []withdrawalRow
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
func planPayout(ctx context.Context, tx *db.Tx, row withdrawalRow) error {
	wait := payoutAgain(tx.Now().Sub(stamped(row.PayoutAt)))
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
	row, err := readWithdrawal(ctx, p.db, "SELECT * FROM withdrawal WHERE sn = ?", sn)
	if err != nil || row.State != Approved || row.PayoutTx == "" {
		return "", err
	}
	err = p.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return planPayout(ctx, tx, row) })
	if err != nil {
		return "", err
	}
	return p.askChain(ctx, row)
}

// askChain asks about a payout whose next question is planned.
func (p *Payouts) askChain(ctx context.Context, row withdrawalRow) (said string, err error) {
	if row.PayoutTx == "" {
		return "", nil
	}
	chain := p.chains[row.Network]
	if chain == nil {
		return "", fmt.Errorf("nobody speaks to %s", row.Network)
	}
	p.seam("PayCoins.C4")
	sent, err := chain.Lookup(ctx, row.PayoutTx)
	due.Asked(ctx, err)
	p.seam("PayCoins.C5")
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
		if errors.Is(err, ErrReferenceUsed) { // it proved something else before
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
func (p *Payouts) paysOrder(ctx context.Context, row withdrawalRow, sent payment.Sent) (paid payoutTransfer, found bool, err error) {
	if sent.State != payment.Paid {
		return paid, false, nil
	}
	text, err := p.withdrawals.fullAddress(row)
	if err != nil {
		return paid, false, err
	}
	to, err := payment.ParseAddress(row.Network, text)
	if err != nil {
		return paid, false, fmt.Errorf("destination of %s: %w", row.SN, err)
	}
	since := stamped(max(row.ApprovedAt, row.CreatedAt)).Add(-approvalGrace)
	for _, t := range sent.Transfers {
		if !t.Final || t.Network != row.Network || t.To != to || int64(t.Amount) != row.Coins || t.At.Before(since) {
			continue
		}
		proved, err := paysFrom(ctx, p.Deps, p.db, t.From, t.At)
		if err != nil {
			return paid, false, err
		}
		if !found || proved {
			paid, found = payoutTransfer{transferKey(t.Tx, t.Index), t.From.String(), proved}, true
		}
		if proved {
			break
		}
	}
	return paid, found, nil
}

// settlePayout books a payout that its chain has proved.
func (p *Payouts) settlePayout(ctx context.Context, row withdrawalRow, paid payoutTransfer) error {
	err := p.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, err := lockWithdrawal(ctx, tx, row.SN)
		if err != nil || now.State == Paid && now.PayoutTx == row.PayoutTx {
			return err // another node was faster
		}
		if now.PayoutTx != row.PayoutTx {
			return ErrPayoutOpen
		}
		if err := p.bookPayout(ctx, tx, &now, paid, row.PayoutBy); err != nil {
			return err
		}
		p.seam("PayCoins.C6")
		return addNote(ctx, tx, row.SN, BySystem, "链上最终确认，已出款", paid.key)
	})
	if err == nil {
		p.seam("PayCoins.C7")
	}
	return err
}

// bookPayout ends a locked order by the transfer that paid it.
func (p *Payouts) bookPayout(ctx context.Context, tx *db.Tx, row *withdrawalRow, paid payoutTransfer, by string) error {
	if err := p.withdrawals.move(ctx, tx, row, Paid, Approved); err != nil {
		return err
	}
	if err := unusedProof(ctx, tx, backAt(chainAccount(row.Network)), paid.key); err != nil {
		return err
	}
	if err := useProof(ctx, tx, paidOutOn(row.Network), paid.key, row.SN, money.Fen(row.Coins)); err != nil {
		return err
	}
	_, err := tx.NewRaw("UPDATE withdrawal SET ended_at = ?, payout_said = 'paid', payout_from = ?, payout_ask = 0 WHERE sn = ?",
		tx.NowMillis(), paid.from, row.SN).Exec(ctx)
	if err != nil {
		return fmt.Errorf("pay withdrawal %s: %w", row.SN, err)
	}
	// The key is the one a return would use: the books themselves allow one
	// of the two, once.
	_, err = p.ledger.Post(ctx, tx, ledger.Entry{
		Scope: "withdrawal", Key: row.SN + ":end", Kind: "withdrawal.pay", Ref: row.SN, Memo: paid.key, By: by,
		Postings: row.paidOut(coinsOut(ledger.Locked(row.Player), money.Fen(row.Amount), row.Network, money.Coins(row.Coins))...),
	})
	if err != nil {
		return fmt.Errorf("book payout %s: %w", row.SN, err)
	}
	return inbox.Write(ctx, tx, paidMessage(*row))
}

// dropPayout takes a transaction off an order that it did not pay, for good:
// what is final does not become another.
func (p *Payouts) dropPayout(ctx context.Context, row withdrawalRow, why string) error {
	return p.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		dropped, err := clearPayout(ctx, tx, row)
		if err != nil || !dropped {
			return err
		}
		return addNote(ctx, tx, row.SN, BySystem, "链上转账与本提款不符，已撤下 "+row.PayoutTx, why)
	})
}

// whyDiffers says what a final transaction lacks.
func whyDiffers(row withdrawalRow, sent payment.Sent) string {
	if sent.State == payment.Failed {
		return "该交易在链上失败"
	}
	return "该交易没有在批准后向收款地址转入" + money.Coins(row.Coins).String() + " USDT"
}

// clearPayout takes the noted transaction off an order, so that another can be
// entered.
func clearPayout(ctx context.Context, tx *db.Tx, row withdrawalRow) (dropped bool, err error) {
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
func (p *Payouts) notePayout(ctx context.Context, row withdrawalRow, said, from string) error {
	return p.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
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
			return addNote(ctx, tx, row.SN, BySystem, "付款地址不是已登记的出款钱包，须登记该钱包或由两人判定", from)
		case saidSenderUnknown:
			return addNote(ctx, tx, row.SN, BySystem, "链上未给出付款地址，须由两人判定", row.PayoutTx)
		}
		return nil
	})
}

// neverSent is nil when a chain says now that it does not have the transaction
// of a payout, and after was long enough ago; else ErrPayoutOpen. A chain that
// does not answer, or has it, leaves it open.
func (p *Payouts) neverSent(ctx context.Context, row withdrawalRow, after time.Duration) error {
	chain := p.chains[row.Network]
	if chain == nil || p.db.Clock().Now().Sub(stamped(row.PayoutAt)) < after {
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
	row, err := readWithdrawal(ctx, p.db, "SELECT * FROM withdrawal WHERE sn = ?", sn)
	if err != nil || row.PayoutTx == "" || row.State != Approved {
		return row.PayoutTx, err
	}
	return row.PayoutTx, p.neverSent(ctx, row, p.set().PayoutGiveUp)
}

// sentLate reads a transaction that staff report for a withdrawal in coins
// whose money was given back: its chain must have it, final and exact.
// It must have left from a registered wallet; where the chain names no sender,
// the second person is told so.
func (p *Payouts) sentLate(ctx context.Context, row withdrawalRow, text string) (payoutTransfer, error) {
	hash, ok := payment.ParseTx(row.Network, text)
	if !ok {
		return payoutTransfer{}, ErrTx
	}
	sent, err := onChain(ctx, p.Deps, row.Network, hash)
	if err != nil {
		return payoutTransfer{}, err
	}
	paid, found, err := p.paysOrder(ctx, row, sent)
	switch {
	case err != nil:
		return paid, err
	case !found:
		return paid, ErrTxDiffers
	case paid.from != "" && !paid.proved:
		return paid, ErrTxSender
	}
	return paid, nil
}

// onChain asks a chain about a transaction that must be final: ErrTxUnproved
// when it is not, or nothing is known.
func onChain(ctx context.Context, h *Deps, network, hash string) (payment.Sent, error) {
	chain := h.chains[network]
	if chain == nil {
		return payment.Sent{}, ErrTxUnproved
	}
	sent, err := chain.Lookup(ctx, hash)
	switch {
	case errors.Is(err, payment.ErrNotTx):
		return sent, ErrTx
	case err != nil:
		h.log.WarnContext(ctx, "a chain does not answer about a transaction", "network", network, "err", err)
		return sent, ErrTxUnproved
	case sent.State == payment.Failed:
		return sent, ErrTxDiffers
	case sent.State != payment.Paid:
		return sent, ErrTxUnproved
	}
	return sent, nil
}
