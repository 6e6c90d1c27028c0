package im

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

const (
	longestPassword = 25
	launchFor       = 5 * time.Minute
)

// Values of Status.
const (
	approved  = "Approved"
	declined  = "Declined"
	processed = "Processed" // being processed
)

var (
	playerShape = regexp.MustCompile(`^[A-Za-z0-9_]{1,25}$`)
	orderShape  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,50}$`)
	languages   = []string{"ZH-CN", "EN"}
)

// register is /Player/Register.
func (s *Server) register(ctx context.Context, a ask) (reply, error) {
	name, password := a.get("PlayerId"), a.get("Password")
	switch {
	case !playerShape.MatchString(name):
		return failed(codePlayerID), nil
	case a.get("Currency") != currency:
		return failed(codeCurrency), nil
	case password == "" || len(password) > longestPassword:
		return failed(codePassword), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeFailed), nil
	}
	code := codeOK
	for _, w := range s.Wallets {
		created, err := s.Books.OpenAccount(ctx, w.Code, name, password, s.Clock.Now())
		if err != nil {
			return reply{}, err
		}
		if !created {
			code = codeExists
		}
	}
	return reply{code: code}, nil
}

// checkExists is /Player/CheckExists.
func (s *Server) checkExists(ctx context.Context, a ask) (reply, error) {
	_, code, err := s.player(ctx, a)
	if code == codeOK {
		code = codeExists
	}
	return failed(code), err
}

// player is the account in a call's wallet, or the code that refuses the call.
func (s *Server) player(ctx context.Context, a ask) (account books.Account, code int, err error) {
	name := a.get("PlayerId")
	if !playerShape.MatchString(name) {
		return account, codePlayerID, nil
	}
	account, err = s.Books.Account(ctx, a.wallet.Code, name)
	if errors.Is(err, books.ErrNoAccount) {
		return account, codeNoPlayer, nil
	}
	return account, codeOK, err
}

// balance is /Player/GetBalance.
func (s *Server) balance(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.player(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case a.fault.Kind == faults.Refuse:
		return failed(codeInactive), nil
	case a.fault.Kind == faults.NotFoundFlap:
		return failed(codeNoPlayer), nil
	case code != codeOK:
		return failed(code), nil
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return ok(map[string]any{"Balance": account.Balance}), nil
}

// transfer is /Transaction/PerformTransfer.
func (s *Server) transfer(ctx context.Context, a ask) (reply, error) {
	id, way := a.get("TransactionId"), books.In
	size, negative := strings.CutPrefix(a.get("Amount"), "-")
	if negative {
		way = books.Out
	}
	amount, wrong := money.ParseYuan(size)
	account, code, err := s.player(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case code != codeOK:
		return failed(code), nil
	case !orderShape.MatchString(id):
		return failed(codeOrderID), nil
	case wrong != nil || amount < 0:
		return failed(codeFormat), nil
	case amount == 0:
		return failed(codeAmount), nil
	}
	for _, w := range s.Wallets { // an id is unique for the merchant
		if w.Code == a.wallet.Code {
			continue
		}
		if _, err := s.Books.Transfer(ctx, w.Code, id); err == nil {
			return failed(codeDuplicate), nil
		} else if !errors.Is(err, books.ErrNotFound) {
			return reply{}, err
		}
	}
	_, outcome, err := s.purses[a.wallet.Code].Move(ctx, id, account.Name, way, amount, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		return ok(map[string]any{"Status": approved}), nil
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Processing:
		return ok(map[string]any{"Status": processed}), nil
	case purse.Duplicate:
		return failed(codeDuplicate), nil
	case purse.NoPlayer:
		return failed(codeNoPlayer), nil
	case purse.Short, purse.NoCredit:
		return failed(codeShort), nil
	case purse.InGame:
		return failed(codeInGame), nil
	default:
		return ok(map[string]any{"Status": declined}), nil
	}
}

// transferStatus is /Transaction/CheckTransferStatus.
func (s *Server) transferStatus(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.player(ctx, a)
	id := a.get("TransactionId")
	switch {
	case err != nil:
		return reply{}, err
	case code != codeOK:
		return failed(code), nil
	case !orderShape.MatchString(id):
		return failed(codeOrderID), nil
	}
	t, outcome, err := s.purses[a.wallet.Code].Look(ctx, id, a.fault)
	switch {
	case err != nil:
		return reply{}, err
	case outcome == purse.Closed:
		return failed(codeFailed), nil
	case outcome == purse.Absent, t.Player != "" && t.Player != books.Key(account.Name):
		return failed(codeNoOrder), nil
	}
	status := approved
	switch outcome {
	case purse.Processing:
		status = processed
	case purse.Failed:
		status = declined
	}
	return ok(map[string]any{"Status": status}), nil
}

// launch is /Game/NewLaunchGame and /Game/NewLaunchMobileGame: an address that
// opens the book once.
func (s *Server) launch(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.player(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case a.fault.Kind == faults.NotFoundFlap:
		return failed(codeNoPlayer), nil
	case code != codeOK:
		return failed(code), nil
	case a.get("IpAddress") == "":
		return failed(codeRequired), nil
	case !slices.Contains(languages, a.get("Language")):
		return failed(codeLanguage), nil
	case a.get("GameCode") != a.wallet.GameCode:
		return failed(codeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeInactive), nil
	}
	now := s.Clock.Now()
	session := books.Session{Token: rand.Text(), Venue: a.wallet.Code, Player: account.Name, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, session, now); err != nil {
		return reply{}, err
	}
	query := url.Values{"token": {session.Token}}
	if a.wallet.HomeURL != nil {
		query.Set("back", a.wallet.HomeURL())
	}
	return ok(map[string]any{"GameUrl": s.BaseURL() + "/play/enter?" + query.Encode()}), nil
}
