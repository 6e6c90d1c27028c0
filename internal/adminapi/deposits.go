package adminapi

import (
	"context"
	"strings"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/fault"
	"hongyun/internal/money"
)

var errAction = fault.New(fault.Invalid, "admin.resolve", "请选择入账或关闭")

// Deposit is an order to deposit.
type Deposit struct {
	ID           string  `json:"id"`
	Order        string  `json:"order"`
	PlayerID     string  `json:"playerId"`
	Player       string  `json:"player"`
	Method       string  `json:"method"`
	Channel      string  `json:"channel"`
	Style        string  `json:"style" enumOf:"deposit style"`
	Amount       Yuan    `json:"amount"`
	Received     *Yuan   `json:"received"`
	State        string  `json:"state" enumOf:"deposit state"`
	ReviewReason *string `json:"reviewReason"`
	CreatedAt    Ms      `json:"createdAt"`
	ClaimedAt    *Ms     `json:"claimedAt"`
	PaidAt       *Ms     `json:"paidAt"`
	ExpiresAt    *Ms     `json:"expiresAt"`
	ApprovalID   *string `json:"approvalId"`
}

// DepositPage is a page of deposits with the sums of the whole filter.
type DepositPage struct {
	Page[Deposit]
	Sum DepositSum `json:"sum"`
}

// DepositSum is what deposits add up to.
type DepositSum struct {
	Amount   Yuan `json:"amount"`
	Received Yuan `json:"received"`
}

// DepositDetail is everything about one deposit.
type DepositDetail struct {
	Deposit
	Depositor     *string    `json:"depositor"`
	Remark        *string    `json:"remark"`
	Payee         *Payee     `json:"payee"`
	BankReference *string    `json:"bankReference"`
	Proved        *Yuan      `json:"proved"`
	Suspended     bool       `json:"suspended"` // what was proved waits in suspense
	OtherName     bool       `json:"otherName"` // the depositor is not the player
	Gateway       *Gateway   `json:"gateway"`
	Coin          *CoinOrder `json:"coin"`
	Callbacks     []Callback `json:"callbacks"`
	History       []Note     `json:"history"`
}

// Payee is the company account a bank transfer was to go to.
type Payee struct {
	Bank    string `json:"bank"`
	Holder  string `json:"holder"`
	Account string `json:"account"`
	Code    string `json:"code"`
}

// unjudged is the verdict on a callback that was stored and not yet read.
const unjudged = "open"

// Gateway is the company that collects, and its number for the payment.
type Gateway struct {
	Code      string  `json:"code"`
	Reference *string `json:"reference"`
}

// Callback is a gateway's message as it arrived, and what was made of it.
type Callback struct {
	ID      string  `json:"id"`
	At      Ms      `json:"at"`
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
		Amount: yuan(d.Amount), State: d.State, ReviewReason: textOf(d.ReviewReason), CreatedAt: ms(d.CreatedAt),
		ClaimedAt: msOf(d.ClaimedAt), ExpiresAt: msOf(d.ExpiresAt),
	}
	if d.State == deposit.Credited || d.State == deposit.Reversed {
		out.Received, out.PaidAt = yuanOf(&d.Received), msOf(d.EndedAt)
	}
	out.ApprovalID = textOf(pending)
	return out
}

// depositStates are the states a list may be narrowed to.
var depositStates = []string{deposit.Pending, deposit.Claimed, deposit.Review, deposit.Credited, deposit.Expired, deposit.Closed, deposit.Reversed}

// depositQuery are the names of the query of a filter of deposits.
var depositQuery = []string{"state", "style", "player", "playerId", "order", "method", "credited", "from", "to"}

// depositFilter is the filter that a call asks for, without its page.
func (c *call) depositFilter() (deposit.Filter, error) {
	f := deposit.Filter{
		States: c.list("state", depositStates...), Style: c.text("style"), Player: either(c.text("playerId"), c.text("player")), Order: c.text("order"),
		Method: c.text("method"), Credited: c.flag("credited"), From: c.time("from"), To: c.time("to"),
	}
	return f, c.checked()
}

func (s *Server) deposits(ctx context.Context, c *call) (DepositPage, error) {
	var out DepositPage
	f, err := c.depositFilter()
	if err != nil {
		return out, err
	}
	f.Page = c.page()
	if err := c.checked(); err != nil {
		return out, err
	}
	list, err := s.Cashier.Deposits.List(ctx, f)
	if err != nil {
		return out, err
	}
	pending, err := s.pending(ctx, "deposit:", each(list.Items, func(d deposit.Deposit) string { return d.SN }))
	out.Page = pageOf(list.Items, list.Total, func(d deposit.Deposit) Deposit { return depositShown(d, pending[d.SN]) })
	out.Sum.Amount, out.Sum.Received = yuan(list.Amount), yuan(list.Received)
	return out, err
}

// pending are the open second-person requests of a list's rows, by their ids.
func (s *Server) pending(ctx context.Context, kind string, ids []string) (map[string]string, error) {
	found, err := s.Staff.PendingApprovals(ctx, s.Read, each(ids, func(id string) string { return kind + id }))
	byID := make(map[string]string, len(found))
	for subject, approval := range found {
		byID[strings.TrimPrefix(subject, kind)] = approval
	}
	return byID, err
}

func (s *Server) deposit(ctx context.Context, c *call) (DepositDetail, error) {
	d, err := s.Cashier.Deposits.Detail(ctx, c.id())
	if err != nil {
		return DepositDetail{}, err
	}
	pending, err := s.Staff.PendingApproval(ctx, s.Read, "deposit:"+d.SN)
	out := DepositDetail{
		Deposit: depositShown(d.Deposit, pending), Depositor: textOf(d.Depositor), Remark: textOf(d.Remark), BankReference: textOf(d.BankRef),
		Callbacks: each(d.Callbacks, func(b order.Callback) Callback {
			return Callback{ID: b.ID, At: ms(b.At), Remote: b.Remote, Method: b.Method, Raw: b.Raw, Verdict: either(b.Verdict, unjudged), Note: textOf(b.Note)}
		}),
		History: notes(d.History), Suspended: d.Suspended(), OtherName: d.OtherName, Coin: coinOrder(d.Deposit),
	}
	if d.Payee.Number != "" {
		out.Payee = &Payee{Bank: d.Payee.Bank, Holder: d.Payee.Holder, Account: d.Payee.Number, Code: d.Payee.Code}
	}
	if d.Gateway != "" {
		out.Gateway = &Gateway{Code: d.Gateway, Reference: textOf(d.GatewayTxn)}
	}
	if d.Proved > 0 {
		out.Proved = yuanOf(&d.Proved)
	}
	return out, err
}

func notes(list []order.Note) []Note {
	return each(list, func(n order.Note) Note { return Note{At: ms(n.At), By: n.By, What: n.What, Reason: textOf(n.Reason)} })
}

func (s *Server) depositConfirm(ctx context.Context, c *call, in ConfirmDeposit) (Outcome, error) {
	received, err := money.ParseYuan(in.Received)
	if err != nil {
		return Outcome{}, order.ErrReceived
	}
	return outcome(s.Cashier.Deposits.ConfirmByHand(ctx, c.by, deposit.Confirmation{
		SN: c.id(), Received: received, BankRef: in.BankReference, Reason: in.Reason,
	}))
}

func outcome(o order.Outcome, err error) (Outcome, error) {
	if o.ApprovalID != "" {
		return Outcome{Status: "waiting", ApprovalID: o.ApprovalID}, err
	}
	return done, err
}

func (s *Server) depositReject(ctx context.Context, c *call, in Reason) (Outcome, error) {
	return done, s.Cashier.Deposits.Reject(ctx, c.by, c.id(), in.Reason)
}

func (s *Server) depositReview(ctx context.Context, c *call, in Reason) (Outcome, error) {
	return done, s.Cashier.Deposits.ToReview(ctx, c.by, c.id(), in.Reason)
}

func (s *Server) depositResolve(ctx context.Context, c *call, in ResolveDeposit) (Outcome, error) {
	r := deposit.Resolution{SN: c.id(), BankRef: in.BankReference, Reason: in.Reason}
	switch in.Action {
	case "close":
	case "credit":
		var err error
		if r.Received, err = money.ParseYuan(in.Received); err != nil {
			return Outcome{}, order.ErrReceived
		}
		r.Credit = true
	default:
		return Outcome{}, errAction
	}
	return outcome(s.Cashier.Deposits.Resolve(ctx, c.by, r))
}
