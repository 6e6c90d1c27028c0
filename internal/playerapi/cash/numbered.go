package cash

import (
	"context"
	"errors"

	"hongyun/internal/cashier"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/fault"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/wallet"
)

// numberedDeposit names the order that a refused deposit is about, so that its
// player can look it up and ask with it. The newest order of the amount is the
// refused one itself, or the first of two equal ones.
func (s *Handlers) numberedDeposit(ctx context.Context, player string, amount money.Fen, err error) error {
	if !errors.Is(err, deposit.ErrGatewayRefused) && !errors.Is(err, deposit.ErrGatewaySilent) && !errors.Is(err, deposit.ErrTwin) {
		return err
	}
	newest, failed := s.Records.Funding(ctx, player, cashier.KindDeposit, 0, 0, 1)
	if failed != nil {
		return err
	}
	for _, record := range newest.Items {
		if record.Amount == amount {
			return withNumber(err, record.SN)
		}
	}
	return err
}

// numberedTransfer names the first of two equal transfers.
func (s *Handlers) numberedTransfer(ctx context.Context, o wallet.Order, err error) error {
	if !errors.Is(err, wallet.ErrTwin) {
		return err
	}
	newest, _, failed := s.Wallets.List(ctx, s.Read, wallet.Filter{Player: o.Player, Page: staff.Page{Number: 1, Size: 20}})
	if failed != nil {
		return err
	}
	for _, t := range newest {
		if t.Amount == o.Amount {
			return withNumber(err, t.Number())
		}
	}
	return err
}

func withNumber(err error, sn string) error {
	told, ok := fault.Of(err)
	if !ok {
		return err
	}
	return told.And("。单号 " + sn + "，如有疑问可凭此联系客服")
}
