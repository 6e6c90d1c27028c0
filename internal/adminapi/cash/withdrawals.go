package cash

import (
	"cmp"
	"context"
	"strconv"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
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
	ID             string     `json:"id"`
	Order          string     `json:"order"`
	PlayerID       string     `json:"playerId"`
	Player         string     `json:"player"`
	Amount         wire.Yuan  `json:"amount"`
	Fee            wire.Yuan  `json:"fee"`
	Bank           string     `json:"bank"`
	CardTail       string     `json:"cardTail"`
	Holder         string     `json:"holder"`
	State          string     `json:"state" enumOf:"withdrawal state"`
	CreatedAt      wire.Ms    `json:"createdAt"`
	HeldUntil      *wire.Ms   `json:"heldUntil"`
	ClaimedBy      *wire.Who  `json:"claimedBy"`
	ClaimedAt      *wire.Ms   `json:"claimedAt"`
	ClaimExpiresAt *wire.Ms   `json:"claimExpiresAt"`
	NeedsSecond    bool       `json:"needsSecond"`
	ApprovalID     *string    `json:"approvalId"`
	ApprovedBy     []string   `json:"approvedBy"`
	Flags          []Flag     `json:"flags"`
	Reference      *string    `json:"reference"`
	Reason         *string    `json:"reason"`
	EndedAt        *wire.Ms   `json:"endedAt"`
	Exposed        *wire.Yuan `json:"exposed"` // paid after its money was given back, and it is not decided yet who bears it

	Batch  int64       `json:"batch" doc:"number of the batch that pays it, 0 for none"`
	Payout *CoinPayout `json:"payout"` // of a withdrawal in USDT
}

// WithdrawalPage is a page of withdrawals with the sum of the whole filter.
type WithdrawalPage struct {
	wire.Page[Withdrawal]
	Sum WithdrawalSum `json:"sum"`
}

// WithdrawalSum is what withdrawals add up to.
type WithdrawalSum struct {
	Amount wire.Yuan `json:"amount"`
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
	History   []wire.Note  `json:"history"`
}

// Account is what the player of a withdrawal has and had.
type Account struct {
	Centre       wire.Yuan `json:"centre"`
	Locked       wire.Yuan `json:"locked"`
	RegisteredAt wire.Ms   `json:"registeredAt"`
	Deposits     wire.Sum  `json:"deposits"`
	Withdrawals  wire.Sum  `json:"withdrawals"`
}

// Destination is where a withdrawal goes.
type Destination struct {
	Bank     string `json:"bank"`
	Number   string `json:"number"`
	Holder   string `json:"holder"`
	Province string `json:"province"`
	City     string `json:"city"`
	Branch   string `json:"branch"`

	// In a withdrawal in USDT, number is the address.
	Network *string     `json:"network" enumOf:"network"`
	Coins   *wire.Coins `json:"coins"`
}

// PaidOut is the bank's number of a payout.
type PaidOut struct {
	Reference string `json:"reference"`
}

func cardShown(k destination.Card) Card {
	return Card{
		ID: strconv.FormatInt(k.ID, 10), Bank: k.BankName, Number: k.Number, Tail: k.Tail, Holder: k.Holder,
		Province: k.Province, City: k.City, Branch: k.Branch, IsDefault: k.IsDefault, BoundAt: wire.InMs(k.BoundAt),
	}
}

func withdrawalShown(w withdrawal.Withdrawal, pending string) Withdrawal {
	out := Withdrawal{
		ID: w.SN, Order: w.SN, PlayerID: w.Player, Player: w.Player, Amount: wire.InYuan(w.Amount), Fee: wire.InYuan(w.Fee), Bank: w.BankName,
		CardTail: w.Tail, Holder: w.Holder, State: w.State, CreatedAt: wire.InMs(w.CreatedAt), HeldUntil: wire.InMsOrNull(w.HeldUntil),
		ClaimedBy: wire.WhoOrNull(w.ClaimedBy, w.ClaimedName), ClaimedAt: wire.InMsOrNull(w.ClaimedAt), ClaimExpiresAt: wire.InMsOrNull(w.ClaimExpiresAt),
		NeedsSecond: w.NeedsSecond, ApprovalID: wire.TextOrNull(pending), ApprovedBy: w.ApprovedBy, Reference: wire.TextOrNull(w.Reference), Reason: wire.TextOrNull(w.Reason), EndedAt: wire.InMsOrNull(w.EndedAt),
		Batch: w.Batch,
		Flags: api.Each(w.Flags, func(f withdrawal.Flag) Flag { return Flag{Code: f.Code, Text: f.Text} }),
	}
	out.Payout = coinPayout(w.Payout)
	if w.Exposed {
		out.Exposed = wire.InYuanOrNull(&w.Amount)
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
func withdrawalFilter(c *route.Call) (withdrawal.Filter, error) {
	f := withdrawal.Filter{
		States: c.ListOf("state", withdrawalStates...), Player: cmp.Or(c.Text("playerId"), c.Text("player")), Order: c.Text("order"),
		Method: c.Text("method"), Paid: c.Flag("paid"), From: c.Time("from"), To: c.Time("to"),
	}
	if c.Flag("mine") {
		f.Claimer = c.By.ID
	}
	for _, bound := range []struct {
		name string
		into *money.Fen
	}{{"min", &f.Min}, {"max", &f.Max}} {
		if v := c.Yuan(bound.name); v != nil {
			*bound.into = *v
		}
	}
	return f, c.Checked()
}

func (s *Handlers) withdrawals(ctx context.Context, c *route.Call) (WithdrawalPage, error) {
	var out WithdrawalPage
	f, err := withdrawalFilter(c)
	if err != nil {
		return out, err
	}
	f.Page = c.Page()
	if err := c.Checked(); err != nil {
		return out, err
	}
	list, err := s.Cashier.Withdrawals.List(ctx, f)
	if err != nil {
		return out, err
	}
	pending, err := s.Staff.PendingOf(ctx, s.Read, "withdrawal:", api.Each(list.Items, func(w withdrawal.Withdrawal) string { return w.SN }))
	out.Page = wire.PageOf(list.Items, list.Total, func(w withdrawal.Withdrawal) Withdrawal { return withdrawalShown(w, pending[w.SN]) })
	out.Sum.Amount = wire.InYuan(list.Amount)
	return out, err
}

func (s *Handlers) withdrawal(ctx context.Context, c *route.Call) (WithdrawalDetail, error) {
	var out WithdrawalDetail
	w, err := s.Cashier.Withdrawals.Detail(ctx, c.ID())
	if err != nil {
		return out, err
	}
	if out.Withdrawal, err = s.shownAfter(ctx, w.Withdrawal, nil); err != nil {
		return out, err
	}
	out.Card = Destination{Bank: w.BankName, Number: w.Number, Holder: w.Holder, Province: w.Province, City: w.City, Branch: w.Branch}
	if w.Payout != nil {
		out.Card.Network, out.Card.Coins = wire.TextOrNull(w.Payout.Network), wire.InCoinsOrNull(w.Payout.Coins)
	}
	out.History = notes(w.History)
	if err := s.fillAttempts(ctx, w.Withdrawal, &out); err != nil {
		return out, err
	}
	if out.Turnover, err = s.turnoverOf(ctx, w.Player); err != nil {
		return out, err
	}
	if out.Risks, err = s.risksOf(ctx, c.By, w.Withdrawal); err != nil {
		return out, err
	}
	return out, s.fillAccount(ctx, w.Player, &out)
}

func (s *Handlers) fillAccount(ctx context.Context, id string, out *WithdrawalDetail) error {
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
	a.Centre, a.Locked, a.RegisteredAt = wire.InYuan(money.Fen(centre)), wire.InYuan(money.Fen(locked)), wire.InMs(p.CreatedAt)
	a.Deposits, a.Withdrawals = wire.InSum(totals.Deposits.Count, totals.Deposits.Amount), wire.InSum(totals.Withdrawals.Count, totals.Withdrawals.Amount)
	return err
}

// shownAfter is one withdrawal, as it is after a step.
func (s *Handlers) shownAfter(ctx context.Context, w withdrawal.Withdrawal, err error) (Withdrawal, error) {
	if err != nil {
		return Withdrawal{}, err
	}
	pending, err := s.Staff.PendingApproval(ctx, s.Read, "withdrawal:"+w.SN)
	return withdrawalShown(w, pending), err
}

func (s *Handlers) withdrawalClaim(ctx context.Context, c *route.Call, _ wire.Empty) (Withdrawal, error) {
	w, err := s.Cashier.Withdrawals.Claim(ctx, c.By, c.ID())
	return s.shownAfter(ctx, w, err)
}

func (s *Handlers) withdrawalRelease(ctx context.Context, c *route.Call, _ wire.Empty) (Withdrawal, error) {
	w, err := s.Cashier.Withdrawals.Release(ctx, c.By, c.ID())
	return s.shownAfter(ctx, w, err)
}

func (s *Handlers) withdrawalApprove(ctx context.Context, c *route.Call, in wire.Approve) (wire.Outcome, error) {
	if in.Note != "" { // it may be left out, and is text like a reason when it is not
		var err error
		if in.Note, err = staff.CheckReason(in.Note); err != nil {
			return wire.Outcome{}, err
		}
	}
	return wire.OutcomeOf(s.Cashier.Withdrawals.Approve(ctx, c.By, c.ID(), in.Note))
}

func (s *Handlers) withdrawalReject(ctx context.Context, c *route.Call, in wire.Reason) (Withdrawal, error) {
	w, err := s.Cashier.Withdrawals.Reject(ctx, c.By, c.ID(), in.Reason)
	return s.shownAfter(ctx, w, err)
}

func (s *Handlers) withdrawalDestination(ctx context.Context, c *route.Call, _ wire.Empty) (Destination, error) {
	d, err := s.Cashier.Payouts.Destination(ctx, c.By, c.ID())
	return Destination{
		Bank: d.Bank, Number: d.Number, Holder: d.Holder, Province: d.Province, City: d.City, Branch: d.Branch,
		Network: wire.TextOrNull(d.Network), Coins: wire.InCoinsOrNull(d.Coins),
	}, err
}

func (s *Handlers) withdrawalPaid(ctx context.Context, c *route.Call, in PaidOut) (Withdrawal, error) {
	w, err := s.Cashier.Payouts.Pay(ctx, c.By, c.ID(), in.Reference)
	return s.shownAfter(ctx, w, err)
}

func (s *Handlers) withdrawalFail(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	return wire.OutcomeOf(s.Cashier.Payouts.FailPayout(ctx, c.By, c.ID(), in.Reason))
}

func (s *Handlers) withdrawalUnknown(ctx context.Context, c *route.Call, in wire.Reason) (Withdrawal, error) {
	w, err := s.Cashier.Payouts.PayoutUnknown(ctx, c.By, c.ID(), in.Reason)
	return s.shownAfter(ctx, w, err)
}

func (s *Handlers) playerCards(ctx context.Context, c *route.Call) (wire.Items[Card], error) {
	cards, err := s.Cashier.Cards.List(ctx, c.ID())
	return wire.ItemsOf(cards, cardShown), err
}

// Card is a bank card, masked.
type Card struct {
	ID        string  `json:"id"`
	Bank      string  `json:"bank"`
	Number    string  `json:"number"`
	Tail      string  `json:"tail"`
	Holder    string  `json:"holder"`
	Province  string  `json:"province"`
	City      string  `json:"city"`
	Branch    string  `json:"branch"`
	IsDefault bool    `json:"isDefault"`
	BoundAt   wire.Ms `json:"boundAt"`
}
