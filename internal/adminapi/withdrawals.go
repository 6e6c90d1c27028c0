package adminapi

import (
	"context"
	"strconv"

	"hongyun/internal/cashier"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
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
	State          string   `json:"state"`
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
}

// WithdrawalPage is a page of withdrawals with the sum of the whole filter.
type WithdrawalPage struct {
	Page[Withdrawal]
	Sum struct {
		Amount Yuan `json:"amount"`
	} `json:"sum"`
}

// WithdrawalDetail is a withdrawal with everything that bears on it.
type WithdrawalDetail struct {
	Withdrawal
	Card struct {
		Bank     string `json:"bank"`
		Number   string `json:"number"`
		Holder   string `json:"holder"`
		Province string `json:"province"`
		City     string `json:"city"`
		Branch   string `json:"branch"`
	} `json:"card"`
	Account struct {
		Centre       Yuan `json:"centre"`
		Locked       Yuan `json:"locked"`
		RegisteredAt Ms   `json:"registeredAt"`
		Deposits     Sum  `json:"deposits"`
		Withdrawals  Sum  `json:"withdrawals"`
	} `json:"account"`
	Turnover Turnover `json:"turnover"`
	History  []Note   `json:"history"`
}

// NoteText is an optional note to an approval.
type NoteText struct {
	Note string `json:"note"`
}

// Destination is where a withdrawal goes, in full.
type Destination struct {
	Bank     string `json:"bank"`
	Number   string `json:"number"`
	Holder   string `json:"holder"`
	Province string `json:"province"`
	City     string `json:"city"`
	Branch   string `json:"branch"`
}

// PaidOut is the bank's number of a payout.
type PaidOut struct {
	Reference string `json:"reference"`
}

func cardShown(k cashier.Card) Card {
	return Card{
		ID: strconv.FormatInt(k.ID, 10), Bank: k.BankName, Number: k.Number, Tail: k.Tail, Holder: k.Holder,
		Province: k.Province, City: k.City, Branch: k.Branch, IsDefault: k.IsDefault, BoundAt: ms(k.BoundAt),
	}
}

func (s *Server) withdrawalShown(ctx context.Context, w cashier.Withdrawal) (Withdrawal, error) {
	out := Withdrawal{
		ID: w.SN, Order: w.SN, PlayerID: w.Player, Player: w.Player, Amount: yuan(w.Amount), Fee: yuan(w.Fee), Bank: w.BankName,
		CardTail: w.Tail, Holder: w.Holder, State: w.State, CreatedAt: ms(w.CreatedAt), HeldUntil: msOf(w.HeldUntil),
		ClaimedBy: whoOf(w.ClaimedBy, w.ClaimedName), ClaimedAt: msOf(w.ClaimedAt), ClaimExpiresAt: msOf(w.ClaimExpiresAt),
		NeedsSecond: w.NeedsSecond, ApprovedBy: w.ApprovedBy, Reference: textOf(w.Reference), Reason: textOf(w.Reason), EndedAt: msOf(w.EndedAt),
		Flags: each(w.Flags, func(f cashier.Flag) Flag { return Flag{Code: f.Code, Text: f.Text} }),
	}
	if w.State != cashier.Second {
		return out, nil
	}
	pending, err := s.Staff.PendingApproval(ctx, s.Read, "withdrawal:"+w.SN)
	out.ApprovalID = textOf(pending)
	return out, err
}

func (s *Server) withdrawals(ctx context.Context, c *call) (WithdrawalPage, error) {
	var out WithdrawalPage
	f := cashier.WithdrawalFilter{
		States: c.list("state"), Player: either(c.text("playerId"), c.text("player")), Order: c.text("order"),
		From: c.time("from"), To: c.time("to"), Page: c.page(),
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
	if err := c.checked(); err != nil {
		return out, err
	}
	list, err := s.Cashier.Withdrawals.List(ctx, f)
	if err != nil {
		return out, err
	}
	out.Total, out.Sum.Amount, out.Items = list.Total, yuan(list.Amount), make([]Withdrawal, len(list.Items))
	for i, w := range list.Items {
		if out.Items[i], err = s.withdrawalShown(ctx, w); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (s *Server) withdrawal(ctx context.Context, c *call) (WithdrawalDetail, error) {
	var out WithdrawalDetail
	w, err := s.Cashier.Withdrawals.Detail(ctx, c.id())
	if err != nil {
		return out, err
	}
	if out.Withdrawal, err = s.withdrawalShown(ctx, w.Withdrawal); err != nil {
		return out, err
	}
	out.Card.Bank, out.Card.Number, out.Card.Holder = w.BankName, w.Number, w.Holder
	out.Card.Province, out.Card.City, out.Card.Branch = w.Province, w.City, w.Branch
	out.History = notes(w.History)
	if out.Turnover, err = s.turnoverOf(ctx, w.Player); err != nil {
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

// shownAfter is the answer of a step that cannot need a second person.
func (s *Server) shownAfter(ctx context.Context, w cashier.Withdrawal, err error) (Withdrawal, error) {
	if err != nil {
		return Withdrawal{}, err
	}
	return s.withdrawalShown(ctx, w)
}

func (s *Server) withdrawalClaim(ctx context.Context, c *call, _ Empty) (Withdrawal, error) {
	w, err := s.Cashier.Withdrawals.Claim(ctx, c.by, c.id())
	return s.shownAfter(ctx, w, err)
}

func (s *Server) withdrawalRelease(ctx context.Context, c *call, _ Empty) (Withdrawal, error) {
	w, err := s.Cashier.Withdrawals.Release(ctx, c.by, c.id())
	return s.shownAfter(ctx, w, err)
}

func (s *Server) withdrawalApprove(ctx context.Context, c *call, in NoteText) (Outcome, error) {
	return outcome(s.Cashier.Withdrawals.Approve(ctx, c.by, c.id(), in.Note))
}

func (s *Server) withdrawalReject(ctx context.Context, c *call, in Reason) (Withdrawal, error) {
	w, err := s.Cashier.Withdrawals.Reject(ctx, c.by, c.id(), in.Reason)
	return s.shownAfter(ctx, w, err)
}

func (s *Server) withdrawalDestination(ctx context.Context, c *call, _ Empty) (Destination, error) {
	d, err := s.Cashier.Withdrawals.Destination(ctx, c.by, c.id())
	return Destination(d), err
}

func (s *Server) withdrawalPaid(ctx context.Context, c *call, in PaidOut) (Withdrawal, error) {
	w, err := s.Cashier.Withdrawals.Pay(ctx, c.by, c.id(), in.Reference)
	return s.shownAfter(ctx, w, err)
}

func (s *Server) withdrawalFail(ctx context.Context, c *call, in Reason) (Withdrawal, error) {
	w, err := s.Cashier.Withdrawals.FailPayout(ctx, c.by, c.id(), in.Reason)
	return s.shownAfter(ctx, w, err)
}
