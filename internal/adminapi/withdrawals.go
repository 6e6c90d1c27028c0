package adminapi

import (
	"context"
	"strconv"

	"hongyun/internal/cashier"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Flag is something about a withdrawal that a person should look at.
type Flag struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Withdrawal is an order to withdraw.
type Withdrawal struct {
	ID             string   `json:"id"`
	Order          string   `json:"order"`
	PlayerID       string   `json:"playerId"`
	Player         string   `json:"player"`
	Amount         Yuan     `json:"amount"`
	Fee            Yuan     `json:"fee"`
	Bank           string   `json:"bank"`
	CardTail       string   `json:"cardTail"`
	Holder         string   `json:"holder"`
	State          string   `json:"state" enumOf:"withdrawal state"`
	CreatedAt      Ms       `json:"createdAt"`
	HeldUntil      *Ms      `json:"heldUntil"`
	ClaimedBy      *Who     `json:"claimedBy"`
	ClaimedAt      *Ms      `json:"claimedAt"`
	ClaimExpiresAt *Ms      `json:"claimExpiresAt"`
	NeedsSecond    bool     `json:"needsSecond"`
	ApprovalID     *string  `json:"approvalId"`
	ApprovedBy     []string `json:"approvedBy"`
	Flags          []Flag   `json:"flags"`
	Reference      *string  `json:"reference"`
	Reason         *string  `json:"reason"`
	EndedAt        *Ms      `json:"endedAt"`
	Exposed        *Yuan    `json:"exposed"` // paid after its money was given back, and nobody has decided who bears it

	Batch  int64       `json:"batch" doc:"number of the batch that pays it, 0 for none"`
	Payout *CoinPayout `json:"payout"` // of a withdrawal in USDT
}

// WithdrawalPage is a page of withdrawals with the sum of the whole filter.
type WithdrawalPage struct {
	Page[Withdrawal]
	Sum WithdrawalSum `json:"sum"`
}

// WithdrawalSum is what withdrawals add up to.
type WithdrawalSum struct {
	Amount Yuan `json:"amount"`
}

// WithdrawalDetail is a withdrawal with everything that bears on it.
type WithdrawalDetail struct {
	Withdrawal
	Card     Destination `json:"card"` // masked
	Account  Account     `json:"account"`
	Turnover Turnover    `json:"turnover"`
	Risks    []Risk      `json:"risks"`
	// Attempts are what companies did to pay it, the newest first; Companies are those that could pay it now.
	Attempts  []Attempt    `json:"attempts"`
	Companies []PayCompany `json:"companies"`
	History   []Note       `json:"history"`
}

// Account is what the player of a withdrawal has and had.
type Account struct {
	Centre       Yuan `json:"centre"`
	Locked       Yuan `json:"locked"`
	RegisteredAt Ms   `json:"registeredAt"`
	Deposits     Sum  `json:"deposits"`
	Withdrawals  Sum  `json:"withdrawals"`
}

// Destination is where a withdrawal goes.
type Destination struct {
	Bank     string `json:"bank"`
	Number   string `json:"number"`
	Holder   string `json:"holder"`
	Province string `json:"province"`
	City     string `json:"city"`
	Branch   string `json:"branch"`

	// Of a withdrawal in USDT: then number is the address.
	Network *string `json:"network" enumOf:"network"`
	Coins   *Coins  `json:"coins"`
}

// PaidOut is the bank's number of a payout.
type PaidOut struct {
	Reference string `json:"reference"`
}

func cardShown(k destination.Card) Card {
	return Card{
		ID: strconv.FormatInt(k.ID, 10), Bank: k.BankName, Number: k.Number, Tail: k.Tail, Holder: k.Holder,
		Province: k.Province, City: k.City, Branch: k.Branch, IsDefault: k.IsDefault, BoundAt: ms(k.BoundAt),
	}
}

func withdrawalShown(w withdrawal.Withdrawal, pending string) Withdrawal {
	out := Withdrawal{
		ID: w.SN, Order: w.SN, PlayerID: w.Player, Player: w.Player, Amount: yuan(w.Amount), Fee: yuan(w.Fee), Bank: w.BankName,
		CardTail: w.Tail, Holder: w.Holder, State: w.State, CreatedAt: ms(w.CreatedAt), HeldUntil: msOf(w.HeldUntil),
		ClaimedBy: whoOf(w.ClaimedBy, w.ClaimedName), ClaimedAt: msOf(w.ClaimedAt), ClaimExpiresAt: msOf(w.ClaimExpiresAt),
		NeedsSecond: w.NeedsSecond, ApprovalID: textOf(pending), ApprovedBy: w.ApprovedBy, Reference: textOf(w.Reference), Reason: textOf(w.Reason), EndedAt: msOf(w.EndedAt),
		Batch: w.Batch,
		Flags: each(w.Flags, func(f withdrawal.Flag) Flag { return Flag{Code: f.Code, Text: f.Text} }),
	}
	out.Payout = coinPayout(w.Payout)
	if w.Exposed {
		out.Exposed = yuanOf(&w.Amount)
	}
	return out
}

// withdrawalStates are the states a list may be narrowed to.
var withdrawalStates = []string{
	withdrawal.Submitted, withdrawal.Taken, withdrawal.Second, withdrawal.Approved, withdrawal.Paid, withdrawal.Rejected, withdrawal.Failed,
}

// withdrawalQuery are the names of the query of a filter of withdrawals.
var withdrawalQuery = []string{"state", "player", "playerId", "order", "mine", "min", "max", "method", "paid", "from", "to"}

// withdrawalFilter is the filter that a call asks for, without its page.
func (c *call) withdrawalFilter() (withdrawal.Filter, error) {
	f := withdrawal.Filter{
		States: c.list("state", withdrawalStates...), Player: either(c.text("playerId"), c.text("player")), Order: c.text("order"),
		Method: c.text("method"), Paid: c.flag("paid"), From: c.time("from"), To: c.time("to"),
	}
	if c.flag("mine") {
		f.Claimer = c.by.ID
	}
	for _, bound := range []struct {
		name string
		into *money.Fen
	}{{"min", &f.Min}, {"max", &f.Max}} {
		if v := c.yuan(bound.name); v != nil {
			*bound.into = *v
		}
	}
	return f, c.checked()
}

func (s *Server) withdrawals(ctx context.Context, c *call) (WithdrawalPage, error) {
	var out WithdrawalPage
	f, err := c.withdrawalFilter()
	if err != nil {
		return out, err
	}
	f.Page = c.page()
	if err := c.checked(); err != nil {
		return out, err
	}
	list, err := s.Cashier.Withdrawals.List(ctx, f)
	if err != nil {
		return out, err
	}
	pending, err := s.pending(ctx, "withdrawal:", each(list.Items, func(w withdrawal.Withdrawal) string { return w.SN }))
	out.Page = pageOf(list.Items, list.Total, func(w withdrawal.Withdrawal) Withdrawal { return withdrawalShown(w, pending[w.SN]) })
	out.Sum.Amount = yuan(list.Amount)
	return out, err
}

func (s *Server) withdrawal(ctx context.Context, c *call) (WithdrawalDetail, error) {
	var out WithdrawalDetail
	w, err := s.Cashier.Withdrawals.Detail(ctx, c.id())
	if err != nil {
		return out, err
	}
	if out.Withdrawal, err = s.shownAfter(ctx, w.Withdrawal, nil); err != nil {
		return out, err
	}
	out.Card = Destination{Bank: w.BankName, Number: w.Number, Holder: w.Holder, Province: w.Province, City: w.City, Branch: w.Branch}
	if w.Payout != nil {
		out.Card.Network, out.Card.Coins = textOf(w.Payout.Network), coinsOf(w.Payout.Coins)
	}
	out.History = notes(w.History)
	if err := s.fillAttempts(ctx, w.Withdrawal, &out); err != nil {
		return out, err
	}
	if out.Turnover, err = s.turnoverOf(ctx, w.Player); err != nil {
		return out, err
	}
	if out.Risks, err = s.risksOf(ctx, c.by, w.Withdrawal); err != nil {
		return out, err
	}
	return out, s.fillAccount(ctx, w.Player, &out)
}

func (s *Server) fillAccount(ctx context.Context, id string, out *WithdrawalDetail) error {
	p, err := s.Players.Find(ctx, s.Read, id)
	if err != nil {
		return err
	}
	centre, err := s.Ledger.Balance(ctx, s.Read, ledger.Centre(id))
	if err != nil {
		return err
	}
	locked, err := s.Ledger.Balance(ctx, s.Read, ledger.Locked(id))
	if err != nil {
		return err
	}
	totals, err := s.Cashier.Records.Totals(ctx, id)
	a := &out.Account
	a.Centre, a.Locked, a.RegisteredAt = yuan(money.Fen(centre)), yuan(money.Fen(locked)), ms(p.CreatedAt)
	a.Deposits, a.Withdrawals = sumOf(totals.Deposits), sumOf(totals.Withdrawals)
	return err
}

func sumOf(s cashier.Sum) Sum { return Sum{Count: s.Count, Amount: yuan(s.Amount)} }

// shownAfter is one withdrawal, as it is after a step.
func (s *Server) shownAfter(ctx context.Context, w withdrawal.Withdrawal, err error) (Withdrawal, error) {
	if err != nil {
		return Withdrawal{}, err
	}
	pending, err := s.Staff.PendingApproval(ctx, s.Read, "withdrawal:"+w.SN)
	return withdrawalShown(w, pending), err
}

func (s *Server) withdrawalClaim(ctx context.Context, c *call, _ Empty) (Withdrawal, error) {
	w, err := s.Cashier.Withdrawals.Claim(ctx, c.by, c.id())
	return s.shownAfter(ctx, w, err)
}

func (s *Server) withdrawalRelease(ctx context.Context, c *call, _ Empty) (Withdrawal, error) {
	w, err := s.Cashier.Withdrawals.Release(ctx, c.by, c.id())
	return s.shownAfter(ctx, w, err)
}

func (s *Server) withdrawalApprove(ctx context.Context, c *call, in Approve) (Outcome, error) {
	if in.Note != "" { // it may be left out, and is text like a reason when it is not
		var err error
		if in.Note, err = staff.CheckReason(in.Note); err != nil {
			return Outcome{}, err
		}
	}
	return outcome(s.Cashier.Withdrawals.Approve(ctx, c.by, c.id(), in.Note))
}

func (s *Server) withdrawalReject(ctx context.Context, c *call, in Reason) (Withdrawal, error) {
	w, err := s.Cashier.Withdrawals.Reject(ctx, c.by, c.id(), in.Reason)
	return s.shownAfter(ctx, w, err)
}

func (s *Server) withdrawalDestination(ctx context.Context, c *call, _ Empty) (Destination, error) {
	d, err := s.Cashier.Payouts.Destination(ctx, c.by, c.id())
	return Destination{
		Bank: d.Bank, Number: d.Number, Holder: d.Holder, Province: d.Province, City: d.City, Branch: d.Branch,
		Network: textOf(d.Network), Coins: coinsOf(d.Coins),
	}, err
}

func (s *Server) withdrawalPaid(ctx context.Context, c *call, in PaidOut) (Withdrawal, error) {
	w, err := s.Cashier.Payouts.Pay(ctx, c.by, c.id(), in.Reference)
	return s.shownAfter(ctx, w, err)
}

func (s *Server) withdrawalFail(ctx context.Context, c *call, in Reason) (Outcome, error) {
	return outcome(s.Cashier.Payouts.FailPayout(ctx, c.by, c.id(), in.Reason))
}

func (s *Server) withdrawalUnknown(ctx context.Context, c *call, in Reason) (Withdrawal, error) {
	w, err := s.Cashier.Payouts.PayoutUnknown(ctx, c.by, c.id(), in.Reason)
	return s.shownAfter(ctx, w, err)
}
