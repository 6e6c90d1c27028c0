package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/money"
)

// PayOrder is a merchant's order at a payment gateway. Amount is what the
// merchant asked for, Charged what the payer is asked for (the same, but for a
// fault), Paid what came in; an order is paid when Paid is above zero.
type PayOrder struct {
	Gateway, TradeNo, OrderNo string
	Type, Name                string
	Amount, Charged, Paid     money.Fen
	NotifyURL, ReturnURL      string
	Param                     string
	CreatedAt, PaidAt         time.Time
	VeilUntil                 time.Time // machine's clock: queries do not see the order before
}

// CreateOrder keeps an order, or finds the one the merchant already made under
// the same number; ErrDuplicate when that one is for something else.
func (b *Books) CreateOrder(ctx context.Context, o PayOrder) (PayOrder, error) {
	kept := o
	err := b.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO pay_order (gateway, trade_no, order_no, pay_type, name, amount, charged,
				notify_url, return_url, param, created_at, veil_until)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			o.Gateway, o.TradeNo, o.OrderNo, o.Type, o.Name, int64(o.Amount), int64(o.Charged),
			o.NotifyURL, o.ReturnURL, o.Param, o.CreatedAt.UnixMilli(), o.VeilUntil.UnixMilli())
		if err != nil {
			return fmt.Errorf("keep order %s: %w", o.OrderNo, err)
		}
		kept, err = scanOrder(tx.QueryRowContext(ctx, orderSQL+` WHERE gateway = ? AND order_no = ?`, o.Gateway, o.OrderNo))
		if err != nil {
			return err
		}
		if kept.Amount != o.Amount || kept.NotifyURL != o.NotifyURL || kept.Type != o.Type {
			return ErrDuplicate
		}
		return nil
	})
	return kept, err
}

const orderSQL = `SELECT gateway, trade_no, order_no, pay_type, name, amount, charged, paid,
	notify_url, return_url, param, created_at, paid_at, veil_until FROM pay_order`

// PayOrder is the order under either number, the merchant's or the gateway's;
// ErrNotFound when there is none.
func (b *Books) PayOrder(ctx context.Context, gateway, number string) (PayOrder, error) {
	return scanOrder(b.db.QueryRowContext(ctx, orderSQL+` WHERE gateway = ? AND (order_no = ? OR trade_no = ?)
		ORDER BY order_no = ? DESC LIMIT 1`, gateway, number, number, number))
}

// PayOrders lists every order at every gateway, oldest first.
func (b *Books) PayOrders(ctx context.Context) ([]PayOrder, error) {
	rows, err := b.db.QueryContext(ctx, orderSQL+` ORDER BY created_at, rowid`)
	if err != nil {
		return nil, fmt.Errorf("list orders: %w", err)
	}
	defer rows.Close()
	var list []PayOrder
	for rows.Next() {
		o, err := scanOrder(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, rows.Err()
}

// MarkPaid books a payment, once for an order: first tells whether this was the
// one that counted. In the same step it owes the merchant the notices given, so
// that no crash parts a payment from its notice, and gives them their ids.
func (b *Books) MarkPaid(ctx context.Context, o PayOrder, paid money.Fen, at time.Time, notices []Notice) (first bool, err error) {
	err = b.write(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `UPDATE pay_order SET paid = ?, paid_at = ?, veil_until = MAX(veil_until, ?)
			WHERE gateway = ? AND trade_no = ? AND paid = 0`,
			int64(paid), at.UnixMilli(), o.VeilUntil.UnixMilli(), o.Gateway, o.TradeNo)
		if err != nil {
			return fmt.Errorf("pay order %s: %w", o.OrderNo, err)
		}
		n, err := done.RowsAffected()
		if err != nil {
			return err
		}
		first = n == 1
		return insertNotices(ctx, tx, notices)
	})
	return first, err
}

// ReversePayment takes a payment back: the order is unpaid again. ErrNotFound
// when there is none that was paid.
func (b *Books) ReversePayment(ctx context.Context, gateway, number string) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `UPDATE pay_order SET paid = 0, paid_at = 0
			WHERE gateway = ? AND (order_no = ? OR trade_no = ?) AND paid > 0`, gateway, number, number)
		if err != nil {
			return fmt.Errorf("reverse the payment of %s: %w", number, err)
		}
		if n, err := done.RowsAffected(); err != nil || n == 1 {
			return err
		}
		return ErrNotFound
	})
}

func scanOrder(row interface{ Scan(...any) error }) (PayOrder, error) {
	var o PayOrder
	var created, paid, veil int64
	err := row.Scan(&o.Gateway, &o.TradeNo, &o.OrderNo, &o.Type, &o.Name, &o.Amount, &o.Charged, &o.Paid,
		&o.NotifyURL, &o.ReturnURL, &o.Param, &created, &paid, &veil)
	if errors.Is(err, sql.ErrNoRows) {
		return o, ErrNotFound
	}
	if err != nil {
		return o, fmt.Errorf("read order: %w", err)
	}
	o.CreatedAt, o.VeilUntil = time.UnixMilli(created), time.UnixMilli(veil)
	if paid != 0 {
		o.PaidAt = time.UnixMilli(paid)
	}
	return o, nil
}
