package adminapi

import (
	"context"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/fault"
	"hongyun/internal/money"
	"hongyun/internal/player"
)

var (
	errBearer = fault.New(fault.Invalid, "admin.bearer", "请选择由玩家还是公司承担")
	errDebt   = fault.New(fault.Invalid, "admin.debt", "请选择收取或免除")
)

// Place is an account of ours where money comes in.
type Place struct {
	Account string `json:"account"`
	Label   string `json:"label"`
}

// Incoming is money that belongs to no order, as staff read it off a statement.
type Incoming struct {
	Account   string `json:"account"`
	Amount    string `json:"amount"`
	Payer     string `json:"payer"`
	Reference string `json:"reference"`
	Note      string `json:"note,omitempty"`
}

// Recorded is the number of money that was written down.
type Recorded struct {
	ID string `json:"id"`
}

// AssignMoney says whose money in suspense is: an order's, or a player's.
type AssignMoney struct {
	Deposit string `json:"deposit,omitempty"`
	Player  string `json:"player,omitempty"`
	Reason  string `json:"reason"`
}

// Report is what staff read off a company's statement about an order.
type Report struct {
	Reference string `json:"reference"`
	Reason    string `json:"reason"`
}

// Bearer decides who bears a payout that was paid after its money was given back.
type Bearer struct {
	Action string `json:"action" enum:"player,loss"`
	Reason string `json:"reason"`
}

// Debt is what is to be done about what a player owes.
type Debt struct {
	Action string `json:"action" enum:"collect,forgive"`
	Amount string `json:"amount"`
	Reason string `json:"reason"`
}

func (s *Server) moneyAccounts(ctx context.Context, _ *call) (Items[Place], error) {
	places, err := s.Cashier.Incoming.Accounts(ctx, s.Read)
	return itemsOf(places, func(p suspense.Place) Place { return Place(p) }), err
}

func (s *Server) moneyRecord(ctx context.Context, c *call, in Incoming) (Recorded, error) {
	amount, err := money.ParseYuan(in.Amount)
	if err != nil {
		return Recorded{}, order.ErrReceived
	}
	m, err := s.Cashier.Incoming.Record(ctx, c.by, suspense.StrayOrder{
		Account: in.Account, Amount: amount, Payer: in.Payer, Reference: in.Reference, Note: in.Note,
	})
	return Recorded{ID: m.SN}, err
}

func (s *Server) moneyAssign(ctx context.Context, c *call, in AssignMoney) (Outcome, error) {
	return outcome(s.Cashier.Incoming.Assign(ctx, c.by, suspense.Assignment{SN: c.id(), Deposit: in.Deposit, Player: in.Player, Reason: in.Reason}))
}

func (s *Server) moneyReturn(ctx context.Context, c *call, in Report) (Outcome, error) {
	return outcome(s.Cashier.Incoming.SendBack(ctx, c.by, reportOf(c, in)))
}

func reportOf(c *call, in Report) order.Reported {
	return order.Reported{SN: c.id(), Reference: in.Reference, Reason: in.Reason}
}

func (s *Server) depositReverse(ctx context.Context, c *call, in Report) (Outcome, error) {
	return outcome(s.Cashier.Deposits.Reverse(ctx, c.by, reportOf(c, in)))
}

func (s *Server) withdrawalReturned(ctx context.Context, c *call, in Report) (Outcome, error) {
	return outcome(s.Cashier.Payouts.Returned(ctx, c.by, reportOf(c, in)))
}

func (s *Server) withdrawalLate(ctx context.Context, c *call, in Report) (Outcome, error) {
	return outcome(s.Cashier.Payouts.Late(ctx, c.by, reportOf(c, in)))
}

func (s *Server) withdrawalRecover(ctx context.Context, c *call, in Bearer) (Outcome, error) {
	if in.Action != "player" && in.Action != "loss" {
		return Outcome{}, errBearer
	}
	return outcome(s.Cashier.Payouts.Recover(ctx, c.by, payer.Recovery{SN: c.id(), FromPlayer: in.Action == "player", Reason: in.Reason}))
}

func (s *Server) playerOwed(ctx context.Context, c *call, in Debt) (Outcome, error) {
	if in.Action != "collect" && in.Action != "forgive" {
		return Outcome{}, errDebt
	}
	amount, err := money.ParseYuan(in.Amount)
	if err != nil {
		return Outcome{}, order.ErrReceived
	}
	return outcome(s.Cashier.Deposits.SettleOwed(ctx, c.by, deposit.DebtOrder{
		Player: player.Fold(c.id()), Forgive: in.Action == "forgive", Amount: amount, Reason: in.Reason,
	}))
}
