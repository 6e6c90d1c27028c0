package tf

import (
	"context"
	"errors"
	"net/http"
	"regexp"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

var (
	memberShape    = regexp.MustCompile(`^[A-Za-z0-9_]{1,32}$`)
	referenceShape = regexp.MustCompile(`^[A-Za-z0-9_-]{1,50}$`)
)

// create is members/.
func (s *Server) create(ctx context.Context, a ask) (reply, error) {
	member := a.get("member_code")
	switch {
	case !memberShape.MatchString(member):
		return invalid(map[string]string{"member_code": "Enter a valid value."}), nil
	case a.fault.Kind == faults.Refuse:
		return detail(http.StatusUnauthorized, "Invalid token."), nil
	}
	isNew, err := s.Books.EnsureAccount(ctx, s.Code, member, s.Clock.Now())
	if err == nil && !isNew {
		return invalid(map[string]string{"member_code": "A member with that code already exists."}), nil
	}
	return created(map[string]string{"member_code": member}), err
}

// balance is balance/.
func (s *Server) balance(ctx context.Context, a ask) (reply, error) {
	account, err := s.Books.Account(ctx, s.Code, a.get("LoginName"))
	switch {
	case a.fault.Kind == faults.Refuse:
		return detail(http.StatusUnauthorized, "Invalid token."), nil
	case errors.Is(err, books.ErrNoAccount), a.fault.Kind == faults.NotFoundFlap:
		return absent(), nil
	case err != nil:
		return reply{}, err
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return ok(listOf(map[string]any{"member_code": account.Name, "balance": account.Balance})), nil
}

// deposit is deposit/.
func (s *Server) deposit(ctx context.Context, a ask) (reply, error) {
	return s.transfer(ctx, a, books.In)
}

// withdraw is withdraw/.
func (s *Server) withdraw(ctx context.Context, a ask) (reply, error) {
	return s.transfer(ctx, a, books.Out)
}

func (s *Server) transfer(ctx context.Context, a ask, way books.Direction) (reply, error) {
	member, reference := a.get("member"), a.get("reference_no")
	amount, err := money.ParseYuan(a.get("amount"))
	wrong := map[string]string{}
	if !memberShape.MatchString(member) {
		wrong["member"] = "Enter a valid value."
	}
	if !referenceShape.MatchString(reference) {
		wrong["reference_no"] = "Enter a valid value."
	}
	if err != nil || amount <= 0 {
		wrong["amount"] = "Enter a valid amount."
	}
	if a.get("operator_id") != s.OperatorID {
		wrong["operator_id"] = "Unknown operator."
	}
	if len(wrong) > 0 {
		return invalid(wrong), nil
	}
	if a.fault.Kind == faults.PlayerInGame {
		a.fault = faults.Fault{}
	}
	_, outcome, err := s.purse.Move(ctx, reference, member, way, amount, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		return created(map[string]string{"reference_no": reference}), nil
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Processing:
		return underWay(reference), nil
	case purse.Duplicate:
		return invalid(map[string]string{"reference_no": "A transfer with that reference already exists."}), nil
	case purse.NoPlayer:
		return absent(), nil
	case purse.Short, purse.NoCredit:
		return conflict(codeShort, "Insufficient balance."), nil
	default:
		return conflict(codeLocked, "Member is locked."), nil
	}
}

// underWay is the answer about a transfer that has no end yet.
func underWay(reference string) reply {
	return reply{status: http.StatusAccepted, body: map[string]string{"reference_no": reference}}
}

// status is transfer-status/.
func (s *Server) status(ctx context.Context, a ask) (reply, error) {
	member, reference := a.get("member_code"), a.get("reference_no")
	if member == "" || reference == "" {
		return invalid(map[string]string{"reference_no": "member_code and reference_no are required."}), nil
	}
	t, outcome, err := s.purse.Look(ctx, reference, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch {
	case outcome == purse.Closed:
		return detail(http.StatusUnauthorized, "Invalid token."), nil
	case outcome == purse.Absent, outcome == purse.Failed, t.Player != "" && t.Player != books.Key(member):
		return absent(), nil
	case outcome == purse.Processing:
		return underWay(reference), nil
	}
	return ok(map[string]string{"member_code": member, "reference_no": reference}), nil
}
