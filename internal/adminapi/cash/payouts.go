package cash

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/payout"
)

// Attempt is an attempt of a company to pay a withdrawal.
type Attempt struct {
	Ref       string     `json:"ref"`
	No        int        `json:"no"`
	Company   string     `json:"company"`
	Amount    wire.Yuan  `json:"amount"`
	State     string     `json:"state" enumOf:"payout attempt state"`
	Needs     *string    `json:"needs"`  // why two people must decide
	Answer    *string    `json:"answer"` // the company's last answer
	Txn       *string    `json:"txn"`    // the company's number
	Paid      *wire.Yuan `json:"paid"`   // as the company says
	By        string     `json:"by"`
	MadeAt    wire.Ms    `json:"madeAt"`
	AskedAt   *wire.Ms   `json:"askedAt"`
	NextAt    *wire.Ms   `json:"nextAt"`
	Asks      int        `json:"asks"`
	EndedAt   *wire.Ms   `json:"endedAt"`
	Decidable bool       `json:"decidable"`
}

// PayCompany is a company that may be chosen to pay a withdrawal, or why it may not.
type PayCompany struct {
	Code string  `json:"code"`
	Name string  `json:"name"`
	Why  *string `json:"why"`
}

// CompanyChoice is which company is to pay.
type CompanyChoice struct {
	Company string `json:"company"`
}

// AttemptDecision is what two people say became of an attempt.
type AttemptDecision struct {
	Ref    string `json:"ref"`
	Paid   bool   `json:"paid"`
	Reason string `json:"reason"`
}

func attemptShown(a payout.Attempt) Attempt {
	out := Attempt{
		Ref: a.Ref, No: a.No, Company: a.Company, Amount: wire.InYuan(a.Amount), State: a.State, Needs: wire.TextOrNull(a.Needs), Answer: wire.TextOrNull(a.Answer),
		Txn: wire.TextOrNull(a.Txn), By: a.By, MadeAt: wire.InMs(a.MadeAt), AskedAt: wire.InMsOrNull(a.AskedAt), NextAt: wire.InMsOrNull(a.NextAt), Asks: a.Asks, EndedAt: wire.InMsOrNull(a.EndedAt),
		Decidable: a.Decidable,
	}
	if a.Paid > 0 {
		out.Paid = wire.InYuanOrNull(&a.Paid)
	}
	return out
}

// fillAttempts adds what companies did about a withdrawal to a bank card, and which
// of them could pay it now.
func (s *Handlers) fillAttempts(ctx context.Context, w withdrawal.Withdrawal, out *WithdrawalDetail) error {
	out.Attempts, out.Companies = []Attempt{}, []PayCompany{}
	if w.Payout != nil {
		return nil
	}
	list, err := s.Payouts.Attempts(ctx, s.Read, w.SN)
	if err != nil {
		return err
	}
	out.Attempts = api.Each(list, attemptShown)
	if w.State != withdrawal.Approved || len(list) > 0 && list[0].EndedAt.IsZero() {
		return nil
	}
	choices, err := s.Payouts.Choices(ctx, s.Read, w.Amount, w.Bank)
	out.Companies = api.Each(choices, func(c payout.Choice) PayCompany {
		return PayCompany{Code: c.Code, Name: c.Name, Why: wire.TextOrNull(c.Why)}
	})
	return err
}

func (s *Handlers) withdrawalCompany(ctx context.Context, c *route.Call, in CompanyChoice) (Withdrawal, error) {
	if _, err := s.Payouts.Send(ctx, c.By, c.ID(), in.Company); err != nil {
		return Withdrawal{}, err
	}
	w, err := s.Cashier.Withdrawals.Detail(ctx, c.ID())
	return s.shownAfter(ctx, w.Withdrawal, err)
}

func (s *Handlers) withdrawalAttempt(ctx context.Context, c *route.Call, in AttemptDecision) (wire.Outcome, error) {
	return wire.OutcomeOf(s.Payouts.Decide(ctx, c.By, c.ID(), in.Ref, in.Paid, in.Reason))
}
