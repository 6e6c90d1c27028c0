package jdb

import (
	"context"
	"errors"
	"hash/fnv"
	"regexp"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

const (
	maxTransfer = 10_000_000 * money.Yuan
	takeAll     = "1" // of allCashOutFlag
	onlineFor   = 5 * time.Minute
)

var (
	uidShape    = regexp.MustCompile(`^[a-z0-9]{1,30}$`)
	serialShape = regexp.MustCompile(`^[A-Za-z0-9_-]{1,50}$`)
)

// create is action 12.
func (s *Server) create(ctx context.Context, a ask) (reply, error) {
	uid := a.get("uid")
	if !uidShape.MatchString(uid) || a.get("name") == "" || a.get("credit_allocated") != "0" {
		return failed(codeField), nil
	}
	isNew, err := s.Books.EnsureAccount(ctx, s.Code, uid, s.Clock.Now())
	if err == nil && !isNew {
		return failed(codeExists), nil
	}
	return done(), err
}

// balance is action 15.
func (s *Server) balance(ctx context.Context, a ask) (reply, error) {
	account, err := s.Books.Account(ctx, s.Code, a.get("uid"))
	switch {
	case a.fault.Kind == faults.Refuse:
		return failed(codeClosed), nil
	case errors.Is(err, books.ErrNoAccount), a.fault.Kind == faults.NotFoundFlap:
		return failed(codeNoMember), nil
	case err != nil:
		return nil, err
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return told([]map[string]any{{"balance": account.Balance}}), nil
}

// kick is action 17.
func (s *Server) kick(ctx context.Context, a ask) (reply, error) {
	uid := a.get("uid")
	if _, err := s.Books.Account(ctx, s.Code, uid); errors.Is(err, books.ErrNoAccount) {
		return failed(codeNoMember), nil
	} else if err != nil {
		return nil, err
	}
	online, err := s.Books.Online(ctx, s.Code, uid, s.Clock.Now().Add(-onlineFor))
	if err != nil {
		return nil, err
	}
	if err := s.Books.Kick(ctx, s.Code, uid); err != nil {
		return nil, err
	}
	if !online {
		return failed(codeOffline), nil
	}
	return done(), nil
}

// isOut says whether a transfer takes money out.
func isOut(a ask) bool {
	return a.get("allCashOutFlag") == takeAll || strings.HasPrefix(a.get("amount"), "-")
}

// transfer is action 19.
func (s *Server) transfer(ctx context.Context, a ask) (reply, error) {
	uid, serial := a.get("uid"), a.get("serialNo")
	amount, err := s.ordered(ctx, a)
	switch {
	case errors.Is(err, books.ErrNoAccount):
		return failed(codeNoMember), nil
	case err != nil, !uidShape.MatchString(uid), !serialShape.MatchString(serial):
		return failed(codeField), nil
	case amount == 0: // all of nothing
		return failed(codeNothing), nil
	}
	way := books.In
	if isOut(a) {
		way = books.Out
	}
	if a.fault.Kind == faults.PlayerInGame {
		a.fault = faults.Fault{}
	}
	after, outcome, err := s.purse.Move(ctx, serial, uid, way, amount, a.fault)
	if err != nil {
		return nil, err
	}
	switch outcome {
	case purse.Done:
		return reply{"status": codeOK, "err_text": "", "userBalance": after, "pid": pidOf(serial)}, nil
	case purse.Hidden:
		return nil, nil
	case purse.Processing:
		return failed(codeOngoing), nil
	case purse.Duplicate:
		return failed(codeDuplicate), nil
	case purse.NoPlayer:
		return failed(codeNoMember), nil
	case purse.Short:
		return s.short(ctx, uid)
	case purse.NoCredit:
		return failed(codeShort), nil
	default:
		return failed(codeClosed), nil
	}
}

var errAmount = errors.New("jdb: not an amount")

// ordered is the amount of an order without its sign. Only an order for all there is may
// come to 0.
func (s *Server) ordered(ctx context.Context, a ask) (money.Fen, error) {
	if a.get("allCashOutFlag") == takeAll {
		account, err := s.Books.Account(ctx, s.Code, a.get("uid"))
		return account.Balance, err
	}
	amount, err := money.ParseYuan(strings.TrimPrefix(a.get("amount"), "-"))
	if err != nil || amount <= 0 || amount > maxTransfer {
		return 0, errAmount
	}
	return amount, nil
}

// short answers an order for more than the member has.
func (s *Server) short(ctx context.Context, uid string) (reply, error) {
	account, err := s.Books.Account(ctx, s.Code, uid)
	if err == nil && account.Balance == 0 {
		return failed(codeNothing), nil
	}
	return failed(codeShort), err
}

// pidOf is the vendor's own number of a transfer.
func pidOf(serial string) uint32 {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(serial)) // a hash never fails
	return sum.Sum32()
}

// status is action 55.
func (s *Server) status(ctx context.Context, a ask) (reply, error) {
	if a.get("serialNo") == "" {
		return failed(codeField), nil
	}
	t, outcome, err := s.purse.Look(ctx, a.get("serialNo"), a.fault)
	switch {
	case err != nil:
		return nil, err
	case outcome == purse.Closed:
		return failed(codeClosed), nil
	case outcome == purse.Processing:
		return failed(codeOngoing), nil
	case outcome != purse.Done:
		return failed(codeNoData), nil
	}
	if t.Direction == books.Out {
		t.Amount = -t.Amount
	}
	return told([]map[string]any{{"amount": t.Amount}}), nil
}
