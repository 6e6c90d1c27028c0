package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/money"
)

// The states of a pay-out.
const (
	PayoutWorking = "working"
	PayoutPaid    = "paid"
	PayoutFailed  = "failed"
)

// Payout is a pay-out that a merchant ordered of a company.
type Payout struct {
	Payer, Txn, OrderNo  string
	Amount, Paid         money.Fen
	Bank, Holder, Number string
	NotifyURL            string
	State                string
	MadeAt, EndedAt      time.Time
	VeilUntil            time.Time // machine's clock: queries do not see the order before
	Notices              int       // attempts to tell the merchant
}

// OpenPayer gives a merchant a balance at a company, once.
func (b *Books) OpenPayer(ctx context.Context, code string, balance money.Fen) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO payer (code, balance) VALUES (?, ?) ON CONFLICT DO NOTHING`, code, int64(balance))
		return err
	})
}

// PayerBalance is the merchant's balance at a company.
func (b *Books) PayerBalance(ctx context.Context, code string) (money.Fen, error) {
	var n int64
	err := b.db.QueryRowContext(ctx, `SELECT balance FROM payer WHERE code = ?`, code).Scan(&n)
	return money.Fen(n), err
}

// SetPayerBalance sets the merchant's balance at a company.
func (b *Books) SetPayerBalance(ctx context.Context, code string, balance money.Fen) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE payer SET balance = ? WHERE code = ?`, int64(balance), code)
		return err
	})
}

// CreatePayout keeps an order and takes its amount from the balance: ErrShort when
// that is too small, ErrDuplicate when the merchant used the number before.
func (b *Books) CreatePayout(ctx context.Context, p Payout) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM payout WHERE payer = ? AND order_no = ?`, p.Payer, p.OrderNo).Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return ErrDuplicate
		}
		done, err := tx.ExecContext(ctx, `UPDATE payer SET balance = balance - ? WHERE code = ? AND balance >= ?`, int64(p.Amount), p.Payer, int64(p.Amount))
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, ErrShort)
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO payout (payer, txn, order_no, amount, bank, holder, number, notify_url, state, made_at, veil_until)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'working', ?, ?)`, p.Payer, p.Txn, p.OrderNo, int64(p.Amount), p.Bank, p.Holder, p.Number, p.NotifyURL,
			p.MadeAt.UnixMilli(), p.VeilUntil.UnixMilli())
		if err != nil {
			return fmt.Errorf("keep pay-out %s: %w", p.OrderNo, err)
		}
		return nil
	})
}

const payoutSQL = `SELECT payer, txn, order_no, amount, paid, bank, holder, number, notify_url, state, made_at, ended_at, veil_until, notices FROM payout`

// Payout is the pay-out under the merchant's number; ErrNotFound when there is none.
func (b *Books) Payout(ctx context.Context, payer, orderNo string) (Payout, error) {
	return scanPayout(b.db.QueryRowContext(ctx, payoutSQL+` WHERE payer = ? AND order_no = ?`, payer, orderNo))
}

// Payouts lists the pay-outs of a company, oldest first.
func (b *Books) Payouts(ctx context.Context, payer string) ([]Payout, error) {
	return b.payouts(ctx, ` WHERE payer = ? ORDER BY made_at, rowid`, payer)
}

// WorkingPayouts lists pay-outs made before a moment that have not ended.
func (b *Books) WorkingPayouts(ctx context.Context, payer string, before time.Time) ([]Payout, error) {
	return b.payouts(ctx, ` WHERE payer = ? AND state = 'working' AND made_at <= ? ORDER BY made_at LIMIT 100`, payer, before.UnixMilli())
}

// DuePayoutNotices lists pay-outs whose merchant is to be told now.
func (b *Books) DuePayoutNotices(ctx context.Context, payer string, now time.Time) ([]Payout, error) {
	return b.payouts(ctx, ` WHERE payer = ? AND notice_due > 0 AND notice_due <= ? ORDER BY notice_due LIMIT 100`, payer, now.UnixMilli())
}

func (b *Books) payouts(ctx context.Context, where string, args ...any) ([]Payout, error) {
	rows, err := b.db.QueryContext(ctx, payoutSQL+where, args...)
	if err != nil {
		return nil, fmt.Errorf("list pay-outs: %w", err)
	}
	defer rows.Close()
	var list []Payout
	for rows.Next() {
		p, err := scanPayout(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, rows.Err()
}

// EndPayout ends a pay-out that works, and owes the merchant a notice. A failed one
// gives its amount back. One that ended may end otherwise: companies do that.
func (b *Books) EndPayout(ctx context.Context, p Payout, state string, paid money.Fen, at, notice time.Time) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `UPDATE payout SET state = ?, paid = ?, ended_at = ?, notice_due = ?, notices = 0 WHERE payer = ? AND order_no = ? AND state = ?`,
			state, int64(paid), at.UnixMilli(), notice.UnixMilli(), p.Payer, p.OrderNo, p.State)
		if err != nil {
			return err
		}
		n, err := done.RowsAffected()
		if err != nil || n == 0 {
			return err
		}
		back := int64(0)
		switch {
		case state == PayoutFailed && p.State != PayoutFailed:
			back = int64(p.Amount)
		case state == PayoutPaid && p.State == PayoutFailed:
			back = -int64(p.Amount)
		}
		_, err = tx.ExecContext(ctx, `UPDATE payer SET balance = balance + ? WHERE code = ?`, back, p.Payer)
		return err
	})
}

// AfterPayoutNotice keeps an attempt to tell a merchant; next is zero when it is over.
func (b *Books) AfterPayoutNotice(ctx context.Context, p Payout, next time.Time) error {
	due := int64(0)
	if !next.IsZero() {
		due = next.UnixMilli()
	}
	return b.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `UPDATE payout SET notices = notices + 1, notice_due = ? WHERE payer = ? AND order_no = ?`, due, p.Payer, p.OrderNo)
		return err
	})
}

func scanPayout(row interface{ Scan(...any) error }) (Payout, error) {
	var p Payout
	var made, ended, veil int64
	err := row.Scan(&p.Payer, &p.Txn, &p.OrderNo, &p.Amount, &p.Paid, &p.Bank, &p.Holder, &p.Number, &p.NotifyURL, &p.State, &made, &ended, &veil, &p.Notices)
	if errors.Is(err, sql.ErrNoRows) {
		return p, ErrNotFound
	}
	if err != nil {
		return p, fmt.Errorf("read pay-out: %w", err)
	}
	p.MadeAt, p.EndedAt, p.VeilUntil = time.UnixMilli(made), time.UnixMilli(ended), time.UnixMilli(veil)
	return p, nil
}
