package cash

import (
	"cmp"
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/fault"
	"hongyun/internal/money"
)

var errAction = fault.New(fault.Invalid, "admin.resolve", "请选择入账或关闭")

// Deposit is an order to deposit.
type Deposit struct {
	ID           string     `json:"id"`
	Order        string     `json:"order"`
	PlayerID     string     `json:"playerId"`
	Player       string     `json:"player"`
	Method       string     `json:"method"`
	Channel      string     `json:"channel"`
	Style        string     `json:"style" enumOf:"deposit style"`
	Amount       wire.Yuan  `json:"amount"`
	Received     *wire.Yuan `json:"received"`
	State        string     `json:"state" enumOf:"deposit state"`
	ReviewReason *string    `json:"reviewReason"`
	CreatedAt    wire.Ms    `json:"createdAt"`
	ClaimedAt    *wire.Ms   `json:"claimedAt"`
	PaidAt       *wire.Ms   `json:"paidAt"`
	ExpiresAt    *wire.Ms   `json:"expiresAt"`
	ApprovalID   *string    `json:"approvalId"`
}

// DepositPage is a page of deposits with the sums of the whole filter.
type DepositPage struct {
	wire.Page[Deposit]
	Sum DepositSum `json:"sum"`
}

// DepositSum is what deposits add up to.
type DepositSum struct {
	Amount   wire.Yuan `json:"amount"`
	Received wire.Yuan `json:"received"`
}

// DepositDetail is everything about one deposit.
type DepositDetail struct {
	Deposit
	Depositor     *string     `json:"depositor"`
	Remark        *string     `json:"remark"`
	PayerBank     *string     `json:"payerBank" doc:"that the player chose, by its name"`
	PayType       *string     `json:"payType" doc:"the kind of transfer that the player chose"`
	Payee         *Payee      `json:"payee"`
	BankReference *string     `json:"bankReference"`
	Proved        *wire.Yuan  `json:"proved"`
	Suspended     bool        `json:"suspended"` // what was proved waits in suspense
	OtherName     bool        `json:"otherName"` // the depositor is not the player
	Gateway       *Gateway    `json:"gateway"`
	Coin          *CoinOrder  `json:"coin"`
	Callbacks     []Callback  `json:"callbacks"`
	History       []wire.Note `json:"history"`
}

// Payee is the company account a bank transfer was to go to.
type Payee struct {
	Bank    string `json:"bank"`
	Holder  string `json:"holder"`
	Account string `json:"account"`
	Code    string `json:"code"`
}

// Unjudged is the verdict on a callback that was stored and not yet read.
const Unjudged = "open"

// Gateway is the company that collects, and its number for the payment.
type Gateway struct {
	Code      string  `json:"code"`
	Reference *string `json:"reference"`
}

// Callback is a gateway's message as it arrived, and what was made of it.
type Callback struct {
	ID      string  `json:"id"`
	At      wire.Ms `json:"at"`
	Remote  string  `json:"remote"`
	Method  string  `json:"method"`
	Raw     string  `json:"raw"`
	Verdict string  `json:"verdict" enumOf:"verdict"`
	Note    *string `json:"note"`
}

// ConfirmDeposit says what arrived at the bank.
type ConfirmDeposit struct {
	BankReference string `json:"bankReference"`
	Received      string `json:"received"`
	Reason        string `json:"reason"`
}

// ResolveDeposit ends a review.
type ResolveDeposit struct {
	Action        string `json:"action" enum:"credit,close"`
	Received      string `json:"received,omitempty"`
	BankReference string `json:"bankReference,omitempty"`
	Reason        string `json:"reason"`
}

func depositShown(d deposit.Deposit, pending string) Deposit {
	out := Deposit{
		ID: d.SN, Order: d.SN, PlayerID: d.Player, Player: d.Player, Method: d.Method, Channel: d.Channel, Style: d.Style,
		Amount: wire.InYuan(d.Amount), State: d.State, ReviewReason: wire.TextOrNull(d.ReviewReason), CreatedAt: wire.InMs(d.CreatedAt),
		ClaimedAt: wire.InMsOrNull(d.ClaimedAt), ExpiresAt: wire.InMsOrNull(d.ExpiresAt),
	}
	if d.State == deposit.Credited || d.State == deposit.Reversed {
		out.Received, out.PaidAt = wire.InYuanOrNull(&d.Received), wire.InMsOrNull(d.EndedAt)
	}
	out.ApprovalID = wire.TextOrNull(pending)
	return out
}

// depositQuery are the names of the query of a filter of deposits.
var depositQuery = []string{"state", "style", "player", "playerId", "order", "method", "credited", "from", "to"}

// depositFilter is the filter that a call asks for, without its page.
func depositFilter(c *route.Call) (deposit.Filter, error) {
	f := deposit.Filter{
		States: c.ListOf("state", deposit.States...), Style: c.Text("style"), Player: cmp.Or(c.Text("playerId"), c.Text("player")), Order: c.Text("order"),
		Method: c.Text("method"), Credited: c.Flag("credited"), From: c.Time("from"), To: c.Time("to"),
	}
	return f, c.Checked()
}

func (s *Handlers) deposits(ctx context.Context, c *route.Call) (DepositPage, error) {
	var out DepositPage
	f, err := depositFilter(c)
	if err != nil {
		return out, err
	}
	f.Page = c.Page()
	if err := c.Checked(); err != nil {
		return out, err
	}
	list, err := s.Cashier.Deposits.List(ctx, f)
	if err != nil {
		return out, err
	}
	pending, err := s.Staff.PendingOf(ctx, s.Read, "deposit:", api.Each(list.Items, func(d deposit.Deposit) string { return d.SN }))
	out.Page = wire.PageOf(list.Items, list.Total, func(d deposit.Deposit) Deposit { return depositShown(d, pending[d.SN]) })
	out.Sum.Amount, out.Sum.Received = wire.InYuan(list.Amount), wire.InYuan(list.Received)
	return out, err
}

func (s *Handlers) deposit(ctx context.Context, c *route.Call) (DepositDetail, error) {
	d, err := s.Cashier.Deposits.Detail(ctx, c.ID())
	if err != nil {
		return DepositDetail{}, err
	}
	pending, err := s.Staff.PendingApproval(ctx, s.Read, "deposit:"+d.SN)
	out := DepositDetail{
		Deposit: depositShown(d.Deposit, pending), Depositor: wire.TextOrNull(d.Depositor), Remark: wire.TextOrNull(d.Remark), BankReference: wire.TextOrNull(d.BankRef),
		PayerBank: wire.TextOrNull(cmp.Or(bank.NameOf(d.FromBank), d.FromBank)), PayType: wire.TextOrNull(cmp.Or(method.PayTypeName(d.PayType), d.PayType)),
		Callbacks: api.Each(d.Callbacks, func(b order.Callback) Callback {
			return Callback{ID: b.ID, At: wire.InMs(b.At), Remote: b.Remote, Method: b.Method, Raw: b.Raw, Verdict: cmp.Or(b.Verdict, Unjudged), Note: wire.TextOrNull(b.Note)}
		}),
		History: notes(d.History), Suspended: d.Suspended(), OtherName: d.OtherName, Coin: coinOrder(d.Deposit),
	}
	if d.Payee.Number != "" {
		out.Payee = &Payee{Bank: d.Payee.Bank, Holder: d.Payee.Holder, Account: d.Payee.Number, Code: d.Payee.Code}
	}
	if d.Gateway != "" {
		out.Gateway = &Gateway{Code: d.Gateway, Reference: wire.TextOrNull(d.GatewayTxn)}
	}
	if d.Proved > 0 {
		out.Proved = wire.InYuanOrNull(&d.Proved)
	}
	return out, err
}

func notes(list []order.Note) []wire.Note {
	return api.Each(list, func(n order.Note) wire.Note {
		return wire.Note{At: wire.InMs(n.At), By: n.By, What: n.What, Reason: wire.TextOrNull(n.Reason)}
	})
}

func (s *Handlers) depositConfirm(ctx context.Context, c *route.Call, in ConfirmDeposit) (wire.Outcome, error) {
	received, err := money.ParseYuan(in.Received)
	if err != nil {
		return wire.Outcome{}, order.ErrReceived
	}
	return wire.OutcomeOf(s.Cashier.Deposits.ConfirmByHand(ctx, c.By, deposit.Confirmation{
		SN: c.ID(), Received: received, BankRef: in.BankReference, Reason: in.Reason,
	}))
}

func (s *Handlers) depositReject(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	return wire.Done, s.Cashier.Deposits.Reject(ctx, c.By, c.ID(), in.Reason)
}

func (s *Handlers) depositReview(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	return wire.Done, s.Cashier.Deposits.ToReview(ctx, c.By, c.ID(), in.Reason)
}

func (s *Handlers) depositResolve(ctx context.Context, c *route.Call, in ResolveDeposit) (wire.Outcome, error) {
	r := deposit.Resolution{SN: c.ID(), BankRef: in.BankReference, Reason: in.Reason}
	switch in.Action {
	case "close":
	case "credit":
		var err error
		if r.Received, err = money.ParseYuan(in.Received); err != nil {
			return wire.Outcome{}, order.ErrReceived
		}
		r.Credit = true
	default:
		return wire.Outcome{}, errAction
	}
	return wire.OutcomeOf(s.Cashier.Deposits.Resolve(ctx, c.By, r))
}
