package deposit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/secret"
)

// LostPayment is a payment that a gateway has and the house does not: its
// order was lost with the database that was restored over.
type LostPayment struct {
	Gateway string
	Ref     string // our order number, as the gateway has it
	Txn     string // the gateway's number of the payment
	Amount  money.Fen
	At      time.Time // when it was paid, as the gateway says
	Player  string
	Reason  string
}

// Rebuild makes the lost order anew, under its own number, and credits it, in
// the transaction of two people's decision. The payment's number becomes the
// order's, so that whatever is heard of it later credits nothing more. An order
// that is there, or a payment that was used, is ErrBankRefUsed.
func (d *Deposits) Rebuild(ctx context.Context, tx *db.Tx, who string, p LostPayment) error {
	if d.methods.Gateway(p.Gateway) == nil || p.Ref == "" || p.Txn == "" || p.Amount <= 0 {
		return fmt.Errorf("rebuild: not a payment: %+v", p)
	}
	switch _, err := Lock(ctx, tx, d.Box, p.Ref); {
	case err == nil:
		return order.ErrBankRefUsed.With(p.Ref)
	case !errors.Is(err, ErrNotFound):
		return err
	}
	if _, err := d.Players.Find(ctx, tx, p.Player); err != nil {
		return err
	}
	made := p.At
	if made.IsZero() {
		made = tx.Now()
	}
	dep := Deposit{
		SN: p.Ref, Player: p.Player, Amount: p.Amount, State: Review, ReviewReason: "恢复后补录", Method: "恢复补录", Channel: p.Gateway,
		Style: method.StyleLink, Gateway: p.Gateway, CreatedAt: made, ExpiresAt: made,
		OrderID: "rebuilt:" + p.Gateway + ":" + p.Txn, Contents: order.ContentsOf(p.Gateway, p.Txn, p.Amount), Token: secret.NewToken(),
	}
	if err := Insert(ctx, tx, d.Box, dep); err != nil {
		return err
	}
	holder, mine, err := bank.ClaimProof(ctx, tx, method.SourceOf(p.Gateway), p.Txn, p.Ref, int64(p.Amount))
	if err != nil {
		return err
	}
	if !mine {
		return order.ErrBankRefUsed.With(holder)
	}
	if err := order.AddNote(ctx, tx, p.Ref, who, "按支付通道账单补录", p.Reason); err != nil {
		return err
	}
	return d.Credit(ctx, tx, &dep, Arrival{
		Received: p.Amount, From: ledger.HouseGateway(p.Gateway), Txn: p.Txn, By: who, Reason: p.Reason,
	})
}
