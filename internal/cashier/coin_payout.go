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
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/staff"
)

// saidDiffers is what is kept of a transaction that is final and did not pay
// the order; the other words are payment's states.
const saidDiffers = "differs"

// payCoins notes by which transaction an approved withdrawal in USDT was sent,
// and asks its chain. Staff sign nothing here and their word pays nothing: the
// order is paid when the chain has a final transfer of exactly its coins to
// exactly its address. Until then it stays approved, and the chain is asked on.
//
// The transaction is written down before the chain is asked, so that it is not
// forgotten whatever happens to the answer. One transaction pays one order.
// Faults: ErrTx, ErrTxDiffers, ErrPayoutOpen, ErrReferenceUsed, ErrWithdrawState.
func (w *Withdrawals) payCoins(ctx context.Context, by staff.Actor, row withdrawalRow, text string) (Withdrawal, error) {
	hash, ok := payment.ParseTx(row.Network, text)
	if !ok {
		return Withdrawal{}, ErrTx
	}
	if row.PayoutTx != "" && row.PayoutTx != hash {
		if err := w.neverSent(ctx, row, 0); err != nil {
			return Withdrawal{}, err
		}
	}
	out, err := w.change(ctx, by, row.SN, "withdrawal.sent", "", func(ctx context.Context, tx *db.Tx, now *withdrawalRow) (string, error) {
		if err := w.guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
			return "", err
		}
		if now.State != Approved {
			return "", ErrWithdrawState.With(withdrawalStates[now.State])
		}
		if now.PayoutTx != row.PayoutTx {
			return "", ErrPayoutOpen // somebody entered another one meanwhile
		}
		if err := w.payer(ctx, tx, now, by); err != nil {
			return "", err
		}
		return "登记链上转账 " + hash, w.putPayout(ctx, tx, now, hash, by)
	})
	if db.IsDuplicate(err) {
		err = w.takenBy(ctx, row, hash)
	}
	if err != nil {
		return Withdrawal{}, err
	}
	w.seam("PayCoins.C2")
	said, err := w.askPayout(ctx, row.SN)
	if err != nil {
		w.log.WarnContext(ctx, "a chain does not answer about a payout", "sn", row.SN, "network", row.Network, "err", err)
		return out, nil // it is asked again
	}
	if said == saidDiffers {
		return Withdrawal{}, ErrTxDiffers
	}
	now, err := readWithdrawal(ctx, w.db, "SELECT * FROM withdrawal WHERE sn = ?", row.SN)
	if err != nil {
		return Withdrawal{}, err
	}
	return w.show(now)
}

// takenBy says which order has a transaction that another member of staff entered
// in the same instant.
func (w *Withdrawals) takenBy(ctx context.Context, row withdrawalRow, hash string) error {
	var sn string
	err := w.db.NewRaw("SELECT sn FROM withdrawal WHERE network = ? AND payout_tx = ? AND sn <> ?", row.Network, hash, row.SN).Scan(ctx, &sn)
	if err != nil {
		return fmt.Errorf("look for the transaction: %w", err)
	}
	return ErrReferenceUsed.With(sn)
}

func (w *Withdrawals) putPayout(ctx context.Context, tx *db.Tx, row *withdrawalRow, hash string, by staff.Actor) error {
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
	w.seam("PayCoins.C1")
	return nil
}

// payoutParallel is how many questions about payouts one chain is asked at a time.
const payoutParallel = 4

// newPayouts makes the due work that asks the chains about payouts that were
// sent and are not final: a lane for each chain, and one for networks that are
// not configured.
func (w *Withdrawals) newPayouts(metrics prometheus.Registerer) *due.Work {
	networks := slices.Sorted(maps.Keys(w.chains))
	payouts := due.Rows[withdrawalRow]{
		DB: w.db, Parallel: payoutParallel, InTurn: w.inTurn,
		Take: w.takePayouts,
		Ask: func(ctx context.Context, _ string, row withdrawalRow) error {
			if _, err := w.askChain(ctx, row); err != nil && ctx.Err() == nil {
				w.log.WarnContext(ctx, "cannot ask about a payout", "sn", row.SN, "err", err)
			}
			return ctx.Err()
		},
	}
	return &due.Work{
		Name: "withdrawal.chain", Clock: w.db.Clock(), Metrics: metrics, InTurn: w.inTurn, Run: payouts.Run,
		Lanes: func() []string { return append(slices.Clone(networks), due.Rest) },
		Oldest: func(ctx context.Context, lane string) (time.Time, error) {
			where, among := inLane("network", lane, networks)
			var at int64
			err := w.db.NewRaw("SELECT COALESCE(MIN(payout_ask), 0) FROM withdrawal WHERE payout_ask > 0 AND payout_ask <= ? AND state = 'approved' AND "+where,
				w.db.Clock().Now().UnixMilli(), among).Scan(ctx, &at)
			return stamped(at), err
		},
	}
}

// AskPayouts asks the chains about payouts that were sent and are not final.
func (w *Withdrawals) AskPayouts(ctx context.Context) error { return w.Payouts.RunAll(ctx) }

// takePayouts takes payouts of a lane that are due to be asked about, and plans
// the question after this one.
func (w *Withdrawals) takePayouts(ctx context.Context, tx *db.Tx, lane string, limit int) ([]withdrawalRow, error) {
	where, among := inLane("network", lane, slices.Sorted(maps.Keys(w.chains)))
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
func (w *Withdrawals) askPayout(ctx context.Context, sn string) (said string, err error) {
	row, err := readWithdrawal(ctx, w.db, "SELECT * FROM withdrawal WHERE sn = ?", sn)
	if err != nil || row.State != Approved || row.PayoutTx == "" {
		return "", err
	}
	err = w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return planPayout(ctx, tx, row) })
	if err != nil {
		return "", err
	}
	return w.askChain(ctx, row)
}

// askChain asks about a payout whose next question is planned.
func (w *Withdrawals) askChain(ctx context.Context, row withdrawalRow) (said string, err error) {
	if row.PayoutTx == "" {
		return "", nil
	}
	chain := w.chains[row.Network]
	if chain == nil {
		return "", fmt.Errorf("nobody speaks to %s", row.Network)
	}
	w.seam("PayCoins.C4")
	sent, err := chain.Lookup(ctx, row.PayoutTx)
	due.Asked(ctx, err)
	w.seam("PayCoins.C5")
	if err != nil {
		return "", err
	}
	said = sent.State.String()
	key, paid, err := w.paysOrder(row, sent)
	switch {
	case err != nil:
		return "", err
	case paid:
		return said, w.settlePayout(ctx, row, key)
	case sent.State == payment.Paid || sent.State == payment.Failed:
		return saidDiffers, w.dropPayout(ctx, row, sent)
	}
	return said, w.notePayout(ctx, row, said)
}

// paysOrder finds, in a final transaction, the transfer of exactly an order's
// coins to exactly its address.
func (w *Withdrawals) paysOrder(row withdrawalRow, sent payment.Sent) (key string, paid bool, err error) {
	if sent.State != payment.Paid {
		return "", false, nil
	}
	text, err := w.fullAddress(row)
	if err != nil {
		return "", false, err
	}
	to, err := payment.ParseAddress(row.Network, text)
	if err != nil {
		return "", false, fmt.Errorf("destination of %s: %w", row.SN, err)
	}
	for _, t := range sent.Transfers {
		if t.Final && t.Network == row.Network && t.To == to && int64(t.Amount) == row.Coins {
			return transferKey(t.Tx, t.Index), true, nil
		}
	}
	return "", false, nil
}

// settlePayout books a payout that its chain has proved.
func (w *Withdrawals) settlePayout(ctx context.Context, row withdrawalRow, key string) error {
	err := w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, err := lockWithdrawal(ctx, tx, row.SN)
		if err != nil || now.State == Paid && now.PayoutTx == row.PayoutTx {
			return err // another node was faster
		}
		if now.PayoutTx != row.PayoutTx {
			return ErrPayoutOpen
		}
		if err := w.move(ctx, tx, &now, Paid, Approved); err != nil {
			return err
		}
		holder, mine, err := claimProof(ctx, tx, paidOutOn(row.Network), key, row.SN, row.Coins)
		if err != nil {
			return err
		}
		if !mine {
			return ErrReferenceUsed.With(holder)
		}
		_, err = tx.NewRaw("UPDATE withdrawal SET ended_at = ?, payout_said = 'paid', payout_ask = 0 WHERE sn = ?", tx.NowMillis(), row.SN).Exec(ctx)
		if err != nil {
			return fmt.Errorf("pay withdrawal %s: %w", row.SN, err)
		}
		// The key is the one a return would use: the books themselves allow one
		// of the two, once.
		_, err = w.ledger.Post(ctx, tx, ledger.Entry{
			Scope: "withdrawal", Key: row.SN + ":end", Kind: "withdrawal.pay", Ref: row.SN, Memo: key, By: row.PayoutBy,
			Postings: coinsOut(ledger.Locked(row.Player), money.Fen(row.Amount), row.Network, money.Coins(row.Coins)),
		})
		if err != nil {
			return fmt.Errorf("book payout %s: %w", row.SN, err)
		}
		w.seam("PayCoins.C6")
		return addNote(ctx, tx, row.SN, bySystem, "链上最终确认，已出款", key)
	})
	if err == nil {
		w.seam("PayCoins.C7")
	}
	return err
}

// dropPayout takes a transaction off an order that it did not pay, for good:
// what is final does not become another.
func (w *Withdrawals) dropPayout(ctx context.Context, row withdrawalRow, sent payment.Sent) error {
	why := "该交易没有向收款地址转入" + money.Coins(row.Coins).String() + " USDT"
	if sent.State == payment.Failed {
		why = "该交易在链上失败"
	}
	return w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		res, err := tx.NewRaw(`UPDATE withdrawal SET reference = '', payout_tx = '', payout_at = 0, payout_by = '', payout_said = ?, payout_ask = 0
			WHERE sn = ? AND state = 'approved' AND payout_tx = ?`, saidDiffers, row.SN, row.PayoutTx).Exec(ctx)
		if err != nil {
			return fmt.Errorf("drop the transaction of %s: %w", row.SN, err)
		}
		if n, _ := res.RowsAffected(); n == 0 {
			return nil
		}
		return addNote(ctx, tx, row.SN, bySystem, "链上转账与本提款不符，已撤下 "+row.PayoutTx, why)
	})
}

func (w *Withdrawals) notePayout(ctx context.Context, row withdrawalRow, said string) error {
	return w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE withdrawal SET payout_said = ? WHERE sn = ? AND state = 'approved' AND payout_tx = ?", said, row.SN, row.PayoutTx).Exec(ctx)
		return err
	})
}

// neverSent is nil when a chain says now that it does not have the transaction
// of a payout, and after was long enough ago; else ErrPayoutOpen. A chain that
// does not answer, or has it, leaves it open.
func (w *Withdrawals) neverSent(ctx context.Context, row withdrawalRow, after time.Duration) error {
	chain := w.chains[row.Network]
	if chain == nil || w.db.Clock().Now().Sub(stamped(row.PayoutAt)) < after {
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
func (w *Withdrawals) mayFail(ctx context.Context, sn string) (tx string, err error) {
	row, err := readWithdrawal(ctx, w.db, "SELECT * FROM withdrawal WHERE sn = ?", sn)
	if err != nil || row.PayoutTx == "" || row.State != Approved {
		return row.PayoutTx, err
	}
	return row.PayoutTx, w.neverSent(ctx, row, w.set.PayoutGiveUp)
}

// sentLate reads a transaction that staff report for a withdrawal in coins
// whose money was given back: its chain must have it, final and exact.
func (w *Withdrawals) sentLate(ctx context.Context, row withdrawalRow, text string) (key string, err error) {
	hash, ok := payment.ParseTx(row.Network, text)
	if !ok {
		return "", ErrTx
	}
	sent, err := w.onChain(ctx, row.Network, hash)
	if err != nil {
		return "", err
	}
	key, paid, err := w.paysOrder(row, sent)
	if err == nil && !paid {
		err = ErrTxDiffers
	}
	return key, err
}

// onChain asks a chain about a transaction that must be final: ErrTxUnproved
// when it is not, or nothing is known.
func (h *house) onChain(ctx context.Context, network, hash string) (payment.Sent, error) {
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
