package bti

import (
	"context"
	"crypto/rand"
	"errors"
	"hash/fnv"
	"regexp"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

const launchFor = 5 * time.Minute

var (
	playerShape = regexp.MustCompile(`^[A-Za-z0-9_]{2,50}$`)
	orderShape  = regexp.MustCompile(`^[A-Za-z0-9_-]{2,50}$`)
)

// create is CreateUserNew and CreateUser.
func (s *Server) create(ctx context.Context, a ask) (reply, error) {
	name := a.fields["MerchantCustomerCode"]
	switch {
	case !playerShape.MatchString(name) || a.fields["CurrencyCode"] != currency || a.fields["CountryCode"] == "":
		return failed(codeException), nil
	case !slices.Contains([]string{"0", "1"}, a.fields["Group1ID"]):
		return failed(codeException), nil
	case a.fields["LoginName"] != name: // another login name is another player's, or unknown
		return failed(codeLoginTaken), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeInactive), nil
	}
	created, err := s.Books.OpenAccount(ctx, s.Code, name, "", s.Clock.Now())
	switch {
	case err != nil:
		return reply{}, err
	case !created:
		return failed(codeExists), nil
	}
	return ok(merchantResponse{CustomerID: customerID(name)}), nil
}

// customerID is the company's number of a player.
func customerID(name string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(books.Key(name))) // a hash never fails
	return strconv.FormatUint(uint64(h.Sum32()), 10)
}

// player is the account that a call names, or the code that refuses the call.
func (s *Server) player(ctx context.Context, a ask) (account books.Account, code string, err error) {
	account, err = s.Books.Account(ctx, s.Code, a.fields["MerchantCustomerCode"])
	if errors.Is(err, books.ErrNoAccount) || err == nil && a.fault.Kind == faults.NotFoundFlap {
		return account, codeNoPlayer, nil
	}
	return account, codeOK, err
}

// authToken is GetCustomerAuthToken: a token that opens the book once.
func (s *Server) authToken(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.player(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case code != codeOK:
		return failed(code), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeInactive), nil
	}
	now := s.Clock.Now()
	session := books.Session{Token: rand.Text(), Venue: s.Code, Player: account.Name, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, session, now); err != nil {
		return reply{}, err
	}
	return ok(merchantResponse{CustomerID: customerID(account.Name), AuthToken: session.Token}), nil
}

// balance is GetBalance.
func (s *Server) balance(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.player(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case a.fault.Kind == faults.Refuse:
		return failed(codeInactive), nil
	case code != codeOK:
		return failed(code), nil
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	open, err := s.openStakes(ctx, account.Name)
	return ok(merchantResponse{CustomerID: customerID(account.Name), Balance: amount(account.Balance), OpenBetsBalance: amount(open)}), err
}

// openStakes is what a player has on bets without a result.
func (s *Server) openStakes(ctx context.Context, name string) (sum money.Fen, err error) {
	bets, err := s.Books.OpenBets(ctx, s.Code)
	for _, b := range bets {
		if b.Player == books.Key(name) {
			sum += b.Stake
		}
	}
	return sum, err
}

// transferIn is TransferToWHL.
func (s *Server) transferIn(ctx context.Context, a ask) (reply, error) {
	return s.transfer(ctx, a, books.In)
}

// transferOut is TransferFromWHL.
func (s *Server) transferOut(ctx context.Context, a ask) (reply, error) {
	return s.transfer(ctx, a, books.Out)
}

// transfer carries an order out. The vendor knows a yes and an Exception: all
// that a purse refuses on its merits is an Exception.
func (s *Server) transfer(ctx context.Context, a ask, way books.Direction) (reply, error) {
	id := a.fields["RefTransactionCode"]
	size, wrong := money.ParseYuan(a.fields["Amount"])
	account, err := s.Books.Account(ctx, s.Code, a.fields["MerchantCustomerCode"])
	switch {
	case errors.Is(err, books.ErrNoAccount):
		return failed(codeNoPlayer), nil
	case err != nil:
		return reply{}, err
	case id == "":
		return failed(codeNoRef), nil
	case !orderShape.MatchString(id) || wrong != nil || size <= 0:
		return failed(codeException), nil
	}
	after, outcome, err := s.purse.Move(ctx, id, account.Name, way, size, a.fault)
	switch {
	case err != nil:
		return reply{}, err
	case outcome == purse.Hidden:
		return reply{gone: true}, nil
	case outcome == purse.Closed:
		return failed(codeFrozen), nil
	case outcome != purse.Done:
		return failed(codeException), nil
	}
	return ok(merchantResponse{CustomerID: customerID(account.Name), Balance: amount(after), TransactionID: transactionID(id)}), nil
}

// transactionID is the company's number of an order.
func transactionID(id string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id)) // a hash never fails
	return strconv.FormatUint(uint64(h.Sum32()), 10)
}

// check is CheckTransaction.
func (s *Server) check(ctx context.Context, a ask) (reply, error) {
	id := a.fields["RefTransactionCode"]
	if id == "" {
		return failed(codeNoRef), nil
	}
	_, outcome, err := s.purse.Look(ctx, id, a.fault)
	switch {
	case err != nil:
		return reply{}, err
	case outcome == purse.Closed:
		return failed(codeInactive), nil
	case outcome == purse.Absent || outcome == purse.Failed:
		return failed(codeNoOrder), nil
	case outcome == purse.Processing:
		return failed(codeException), nil
	}
	return ok(merchantResponse{TransactionID: transactionID(id)}), nil
}
