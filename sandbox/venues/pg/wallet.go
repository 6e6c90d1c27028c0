package pg

import (
	"context"
	"errors"
	"regexp"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

const (
	maxTransfer = 10_000_000 * money.Yuan
	typeIn      = 100 // of transactionType
	typeOut     = 200
)

// shape is that of a player_name and of a transfer_reference.
var shape = regexp.MustCompile(`^[A-Za-z0-9_-]{1,50}$`)

func (s *Server) create(ctx context.Context, a ask) (reply, error) {
	name := a.get("player_name")
	switch {
	case !shape.MatchString(name) || a.get("currency") != currency:
		return failed(codeRequest), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeAction), nil
	}
	created, err := s.Books.EnsureAccount(ctx, s.Code, name, s.Clock.Now())
	if err == nil && !created {
		return failed(codeExists), nil
	}
	return done(), err
}

// kick ends the games of a player.
func (s *Server) kick(ctx context.Context, a ask) (reply, error) {
	name := a.get("player_name")
	if _, err := s.Books.Account(ctx, s.Code, name); errors.Is(err, books.ErrNoAccount) {
		return failed(codeNoWallet), nil
	} else if err != nil {
		return reply{}, err
	}
	return done(), s.Books.Kick(ctx, s.Code, name)
}

// wallet tells what a player has.
func (s *Server) wallet(ctx context.Context, a ask) (reply, error) {
	switch a.fault.Kind {
	case faults.Refuse:
		return failed(codeAction), nil
	case faults.NotFoundFlap:
		return failed(codeNoWallet), nil
	}
	account, err := s.Books.Account(ctx, s.Code, a.get("player_name"))
	if errors.Is(err, books.ErrNoAccount) {
		return failed(codeNoWallet), nil
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return ok(map[string]any{
		"currencyCode": currency, "totalBalance": account.Balance, "cashBalance": account.Balance, "totalBonusBalance": 0, "bonuses": []any{},
	}), err
}

func (s *Server) transferIn(ctx context.Context, a ask) (reply, error) {
	return s.move(ctx, a, books.In)
}

func (s *Server) transferOut(ctx context.Context, a ask) (reply, error) {
	return s.move(ctx, a, books.Out)
}

// moved is what the answer to a transfer tells.
type moved struct {
	TransactionID       string    `json:"transactionId"`
	BalanceAmountBefore money.Fen `json:"balanceAmountBefore"`
	BalanceAmount       money.Fen `json:"balanceAmount"`
	Amount              money.Fen `json:"amount"`
}

// newMoved writes a transfer after which the player has so much.
func newMoved(t books.Transfer, after money.Fen) moved {
	before := after - t.Amount
	if t.Direction == books.Out {
		before = after + t.Amount
	}
	return moved{TransactionID: transactionID(t.ID), BalanceAmountBefore: before, BalanceAmount: after, Amount: t.Amount}
}

func transactionID(reference string) string { return "P" + reference }

// move carries a transfer out.
func (s *Server) move(ctx context.Context, a ask, way books.Direction) (reply, error) {
	t := books.Transfer{Venue: s.Code, ID: a.get("transfer_reference"), Player: a.get("player_name"), Direction: way}
	var err error
	t.Amount, err = money.ParseYuan(a.get("amount"))
	if err != nil || t.Amount <= 0 || t.Amount > maxTransfer || !shape.MatchString(t.ID) || a.get("currency") != currency {
		return failed(codeRequest), nil
	}
	if a.fault.Kind == faults.PlayerInGame {
		a.fault = faults.Fault{}
	}
	after, outcome, err := s.purse.Move(ctx, t.ID, t.Player, way, t.Amount, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		return ok(newMoved(t, after)), nil
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Processing:
		return failed(codeProcessing), nil
	case purse.Duplicate:
		return s.again(ctx, t)
	case purse.NoPlayer:
		return failed(codeNoWallet), nil
	case purse.Short, purse.NoCredit:
		return failed(codeShort), nil
	default:
		return failed(codeFailed), nil
	}
}

// again answers a reference that was sent before.
func (s *Server) again(ctx context.Context, t books.Transfer) (reply, error) {
	first, outcome, err := s.purse.Look(ctx, t.ID, faults.Fault{})
	if err != nil {
		return reply{}, err
	}
	switch {
	case books.Key(first.Player) != books.Key(t.Player) || first.Direction != t.Direction || first.Amount != t.Amount:
		return failed(codeRequest), nil
	case outcome == purse.Failed:
		return failed(codeFailed), nil
	case outcome != purse.Done:
		return failed(codeProcessing), nil
	}
	account, err := s.Books.Account(ctx, s.Code, t.Player)
	return ok(newMoved(first, account.Balance)), err
}

// transaction tells of a transfer that was carried out.
func (s *Server) transaction(ctx context.Context, a ask) (reply, error) {
	t, outcome, err := s.purse.Look(ctx, a.get("transfer_reference"), a.fault)
	switch {
	case err != nil:
		return reply{}, err
	case outcome == purse.Closed:
		return failed(codeInternal), nil
	case t.Player != "" && books.Key(t.Player) != books.Key(a.get("player_name")):
		return failed(codeNoOrder), nil
	case outcome == purse.Processing:
		return failed(codeProcessing), nil
	case outcome != purse.Done:
		return failed(codeNoOrder), nil
	}
	kind := typeIn
	if t.Direction == books.Out {
		kind = typeOut
	}
	return ok(map[string]any{
		"transactionId": transactionID(t.ID), "playerName": a.get("player_name"), "currencyCode": currency, "transactionType": kind,
		"transactionAmount": t.Amount, "transactionDateTime": t.At.UnixMilli(),
	}), nil
}
