package deposit

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/payment"
)

// ask opens the order at the gateway and stores where the player pays.
func (d *Deposits) ask(ctx context.Context, dep Deposit) (Deposit, error) {
	g := d.methods.Gateway(dep.Gateway)
	if g == nil {
		return Deposit{}, method.ErrNoChannel
	}
	d.Seam("Deposit.C4")
	c, err := g.Collect(ctx, payment.Order{
		Ref: dep.SN, At: dep.CreatedAt, Amount: dep.Amount, Subject: dep.Method, Method: dep.payMethod, ClientIP: dep.ClientIP,
		NotifyURL: d.hooksURL + "/pay/" + dep.Gateway + "/" + dep.Token,
		ReturnURL: d.siteURL + "/#/Deposit",
	})
	d.Seam("Deposit.C5")
	var no *payment.Refusal
	switch {
	case errors.As(err, &no):
		d.Log.WarnContext(ctx, "gateway refused a deposit order", "sn", dep.SN, "gateway", dep.Gateway, "code", no.Code)
		return Deposit{}, d.closeRefused(ctx, dep.SN)
	case err != nil:
		// The gateway may have taken the order: it stays open, and is asked about.
		d.Log.WarnContext(ctx, "gateway did not answer to a deposit order", "sn", dep.SN, "gateway", dep.Gateway, "err", err)
		return Deposit{}, fault.About{Err: errors.Join(ErrGatewaySilent, d.askEnded(ctx, dep.SN)), Number: dep.SN}
	}
	c = fitting(dep.Style, c)
	err = d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE deposit SET link = ?, qr = ?, message = ? WHERE sn = ?", c.Link, c.QR, c.Message, dep.SN).Exec(ctx)
		d.Seam("Deposit.C6")
		return err
	})
	if err != nil {
		return Deposit{}, fmt.Errorf("store the cashier page of %s: %w", dep.SN, err)
	}
	d.Seam("Deposit.C7")
	return Find(ctx, d.DB, d.Box, "sn = ?", dep.SN)
}

// fitting gives a style what it promises the player, as far as the answer has it:
// an address is drawn as a code, and a code that is an address is opened.
func fitting(style string, c payment.Collection) payment.Collection {
	switch {
	case style == method.StyleQr && c.QR == "":
		c.QR = c.Link
	case style != method.StyleQr && c.Link == "" && strings.HasPrefix(c.QR, "https://"):
		c.Link = c.QR
	}
	return c
}

// askEnded lets the same order ask the gateway again at once.
func (d *Deposits) askEnded(ctx context.Context, sn string) error {
	return d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE deposit SET asked_at = 0 WHERE sn = ?", sn).Exec(ctx)
		return err
	})
}

func (d *Deposits) closeRefused(ctx context.Context, sn string) error {
	err := d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		moved, err := finish(ctx, tx, sn, refuseMove)
		if err != nil || !moved {
			return err
		}
		return order.AddNote(ctx, tx, sn, order.BySystem, "支付通道拒绝，订单关闭", "")
	})
	if err != nil {
		return err
	}
	return fault.About{Err: ErrGatewayRefused, Number: sn}
}

// repeat answers an order that came before.
func (d *Deposits) repeat(ctx context.Context, dep Deposit, contents string) (Deposit, error) {
	if dep.Contents != contents {
		return Deposit{}, ErrChanged
	}
	d.show(&dep)
	if !dep.rail().asksGateway() || dep.Link != "" || dep.QR != "" || dep.Message != "" || dep.State != Pending {
		return dep, nil
	}
	if err := d.Guard.Gate.Check(ctx, guard.DoorDeposits, guard.GatewayDoor(dep.Gateway)); err != nil {
		return Deposit{}, err
	}
	// No cashier page yet: another request is asking this moment, or one
	// died or got no answer. The gateway knows the number and repeats itself.
	mine := false
	err := d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		res, err := tx.NewRaw("UPDATE deposit SET asked_at = ? WHERE sn = ? AND asked_at <= ?",
			tx.NowMillis(), dep.SN, tx.Now().Add(-method.AskAgainAfter).UnixMilli()).Exec(ctx)
		if err != nil {
			return err
		}
		n, _ := res.RowsAffected()
		mine = n == 1
		return nil
	})
	if err != nil {
		return Deposit{}, err
	}
	if !mine {
		return Deposit{}, ErrPending
	}
	return d.ask(ctx, dep)
}
