package cash

import (
	"context"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/bet"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/staff"
)

// depositHead names what a deposit shows, with amounts as numbers.
var depositHead = []any{"订单号", "玩家", "支付方式", "支付通道", "状态", "订单金额", "到账金额", "创建时间", "到账时间"}

// withdrawalHead names what a withdrawal shows, with amounts as numbers.
var withdrawalHead = []any{"订单号", "玩家", "金额", "手续费", "银行/网络", "收款账号", "收款人", "状态", "出款流水号", "申请时间", "结束时间"}

func (s *Handlers) exportDeposits(ctx context.Context, c *route.Call) (*route.File, error) {
	filter, err := depositFilter(c)
	if err == nil && filter.Order == "" {
		err = s.exporter().Bound(filter.Player, filter.From, &filter.To)
	}
	if err != nil {
		return nil, err
	}
	return &route.File{Name: "deposits", Title: "存款", Format: c.Format(), View: staff.DepositView, Filter: c.Filled(), Head: depositHead, Rows: func(row func(...any) error) error {
		return s.Cashier.Deposits.Each(ctx, filter, func(page []deposit.Deposit) error {
			for _, d := range page {
				paid := time.Time{}
				if d.State == deposit.Credited || d.State == deposit.Reversed {
					paid = d.EndedAt
				}
				if err := row(d.SN, d.Player, d.Method, d.Channel, deposit.StateText(d.State), d.Amount, d.Received, d.CreatedAt, paid); err != nil {
					return err
				}
			}
			return nil
		})
	}}, c.Checked()
}

func (s *Handlers) exportWithdrawals(ctx context.Context, c *route.Call) (*route.File, error) {
	filter, err := withdrawalFilter(c)
	if err == nil && filter.Order == "" {
		err = s.exporter().Bound(filter.Player, filter.From, &filter.To)
	}
	if err != nil {
		return nil, err
	}
	return &route.File{Name: "withdrawals", Title: "提款", Format: c.Format(), View: staff.WithdrawalView, Filter: c.Filled(), Head: withdrawalHead, Rows: func(row func(...any) error) error {
		return s.Cashier.Withdrawals.Each(ctx, filter, func(page []withdrawal.Withdrawal) error {
			for _, w := range page {
				err := row(w.SN, w.Player, w.Amount, w.Fee, w.BankName, "****"+w.Tail, w.Holder, withdrawalState(w), w.Reference, w.CreatedAt, w.EndedAt)
				if err != nil {
					return err
				}
			}
			return nil
		})
	}}, c.Checked()
}

// exporter is what the exports of this desk share.
func (s *Handlers) exporter() route.Exporter {
	return route.Exporter{Staff: s.Staff, Clock: s.Clock, Span: bet.EachSpan}
}
