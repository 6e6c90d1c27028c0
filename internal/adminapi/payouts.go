package adminapi

import (
	"context"

	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/payout"
)

// Attempt is an attempt of a company to pay a withdrawal.
type Attempt struct {
	Ref       string  `json:"ref"`
	No        int     `json:"no"`
	Company   string  `json:"company"`
	Amount    Yuan    `json:"amount"`
	State     string  `json:"state" enum:"planned,asked,accepted,refused,unknown,paid,failed"`
	Needs     *string `json:"needs"`  // why two people must decide
	Answer    *string `json:"answer"` // the company's last answer
	Txn       *string `json:"txn"`    // the company's number
	Paid      *Yuan   `json:"paid"`   // as the company says
	By        string  `json:"by"`
	MadeAt    Ms      `json:"madeAt"`
	AskedAt   *Ms     `json:"askedAt"`
	NextAt    *Ms     `json:"nextAt"`
	Asks      int     `json:"asks"`
	EndedAt   *Ms     `json:"endedAt"`
	Decidable bool    `json:"decidable"`
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
		Ref: a.Ref, No: a.No, Company: a.Company, Amount: yuan(a.Amount), State: a.State, Needs: textOf(a.Needs), Answer: textOf(a.Answer),
		Txn: textOf(a.Txn), By: a.By, MadeAt: ms(a.MadeAt), AskedAt: msOf(a.AskedAt), NextAt: msOf(a.NextAt), Asks: a.Asks, EndedAt: msOf(a.EndedAt),
		Decidable: a.Decidable,
	}
	if a.Paid > 0 {
		out.Paid = yuanOf(&a.Paid)
	}
	return out
}

// fillAttempts adds what companies did about a withdrawal to a bank card, and which
// of them could pay it now.
func (s *Server) fillAttempts(ctx context.Context, w withdrawal.Withdrawal, out *WithdrawalDetail) error {
	out.Attempts, out.Companies = []Attempt{}, []PayCompany{}
	if w.Payout != nil {
		return nil
	}
	list, err := s.Payouts.Attempts(ctx, s.Read, w.SN)
	if err != nil {
		return err
	}
	out.Attempts = each(list, attemptShown)
	if w.State != withdrawal.Approved || len(list) > 0 && list[0].EndedAt.IsZero() {
		return nil
	}
	choices, err := s.Payouts.Choices(ctx, s.Read, w.Amount, w.Bank)
	out.Companies = each(choices, func(c payout.Choice) PayCompany { return PayCompany{Code: c.Code, Name: c.Name, Why: textOf(c.Why)} })
	return err
}

func (s *Server) withdrawalCompany(ctx context.Context, c *call, in CompanyChoice) (Withdrawal, error) {
	if _, err := s.Payouts.Send(ctx, c.by, c.id(), in.Company); err != nil {
		return Withdrawal{}, err
	}
	w, err := s.Cashier.Withdrawals.Detail(ctx, c.id())
	return s.shownAfter(ctx, w.Withdrawal, err)
}

func (s *Server) withdrawalAttempt(ctx context.Context, c *call, in AttemptDecision) (Outcome, error) {
	return outcome(s.Payouts.Decide(ctx, c.by, c.id(), in.Ref, in.Paid, in.Reason))
}
