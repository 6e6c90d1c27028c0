package cash

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/fault"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
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

// LostPayout is a payment to a player that the books lost with a restore.
type LostPayout struct {
	Amount    string `json:"amount"`
	Reference string `json:"reference"`
	Reason    string `json:"reason"`
}

// Debt is what is to be done about what a player owes.
type Debt struct {
	Action string `json:"action" enum:"collect,forgive"`
	Amount string `json:"amount"`
	Reason string `json:"reason"`
}

func (s *Handlers) moneyAccounts(ctx context.Context, _ *route.Call) (wire.Items[Place], error) {
	places, err := s.Cashier.Incoming.Accounts(ctx, s.Read)
	return wire.ItemsOf(places, func(p suspense.Place) Place { return Place(p) }), err
}

func (s *Handlers) moneyRecord(ctx context.Context, c *route.Call, in Incoming) (Recorded, error) {
	amount, err := money.ParseYuan(in.Amount)
	if err != nil {
		return Recorded{}, order.ErrReceived
	}
	m, err := s.Cashier.Incoming.Record(ctx, c.By, suspense.StrayOrder{
		Account: in.Account, Amount: amount, Payer: in.Payer, Reference: in.Reference, Note: in.Note,
	})
	return Recorded{ID: m.SN}, err
}

func (s *Handlers) moneyAssign(ctx context.Context, c *route.Call, in AssignMoney) (wire.Outcome, error) {
	return wire.OutcomeOf(s.Cashier.Incoming.Assign(ctx, c.By, suspense.Assignment{SN: c.ID(), Deposit: in.Deposit, Player: in.Player, Reason: in.Reason}))
}

func (s *Handlers) moneyReturn(ctx context.Context, c *route.Call, in Report) (wire.Outcome, error) {
	return wire.OutcomeOf(s.Cashier.Incoming.SendBack(ctx, c.By, reportOf(c, in)))
}

func reportOf(c *route.Call, in Report) order.Reported {
	return order.Reported{SN: c.ID(), Reference: in.Reference, Reason: in.Reason}
}

func (s *Handlers) depositReverse(ctx context.Context, c *route.Call, in Report) (wire.Outcome, error) {
	return wire.OutcomeOf(s.Cashier.Deposits.Reverse(ctx, c.By, reportOf(c, in)))
}

func (s *Handlers) withdrawalReturned(ctx context.Context, c *route.Call, in Report) (wire.Outcome, error) {
	return wire.OutcomeOf(s.Cashier.Payouts.Returned(ctx, c.By, reportOf(c, in)))
}

func (s *Handlers) withdrawalLate(ctx context.Context, c *route.Call, in Report) (wire.Outcome, error) {
	return wire.OutcomeOf(s.Cashier.Payouts.Late(ctx, c.By, reportOf(c, in)))
}

func (s *Handlers) withdrawalRecover(ctx context.Context, c *route.Call, in Bearer) (wire.Outcome, error) {
	if in.Action != "player" && in.Action != "loss" {
		return wire.Outcome{}, errBearer
	}
	return wire.OutcomeOf(s.Cashier.Payouts.Recover(ctx, c.By, payer.Recovery{SN: c.ID(), FromPlayer: in.Action == "player", Reason: in.Reason}))
}

func (s *Handlers) playerOwed(ctx context.Context, c *route.Call, in Debt) (wire.Outcome, error) {
	if in.Action != "collect" && in.Action != "forgive" {
		return wire.Outcome{}, errDebt
	}
	amount, err := money.ParseYuan(in.Amount)
	if err != nil {
		return wire.Outcome{}, order.ErrReceived
	}
	return wire.OutcomeOf(s.Cashier.Deposits.SettleOwed(ctx, c.By, deposit.DebtOrder{
		Player: identity.Fold(c.ID()), Forgive: in.Action == "forgive", Amount: amount, Reason: in.Reason,
	}))
}

func (s *Handlers) playerLostPayout(ctx context.Context, c *route.Call, in LostPayout) (wire.Outcome, error) {
	amount, err := money.ParseYuan(in.Amount)
	if err != nil {
		return wire.Outcome{}, payer.ErrLostAmount
	}
	return wire.OutcomeOf(s.Cashier.Payouts.BookLost(ctx, c.By, payer.LostPayout{
		Player: identity.Fold(c.ID()), Amount: amount, Reference: in.Reference, Reason: in.Reason,
	}))
}
