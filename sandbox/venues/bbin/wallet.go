package bbin

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
	maxTransfer = 10_000_000 * money.Yuan
	launchFor   = 5 * time.Minute
)

var (
	nameShape = regexp.MustCompile(`^[A-Za-z0-9]{4,20}$`)
	idShape   = regexp.MustCompile(`^[0-9]{1,19}$`)
	pageSites = []string{"live", "ball", "Ltlottery"}
)

// createMember is CreateMember.
func (s *Server) createMember(ctx context.Context, a ask) (reply, error) {
	name := a.get("username")
	if !nameShape.MatchString(name) || a.get("uppername") != s.Upper {
		return failed(codeName), nil
	}
	created, err := s.Books.OpenAccount(ctx, s.Code, name, "", s.Clock.Now())
	if err == nil && !created {
		return failed(codeExists), nil
	}
	return done(codeCreated), err
}

// login is Login: a browser is led to a lobby.
func (s *Server) login(ctx context.Context, a ask) (reply, error) {
	if !slices.Contains(pageSites, a.get("page_site")) {
		return failed(codeName), nil
	}
	return s.enter(ctx, a, a.get("page_site"))
}

// playGame is PlayGame: a browser is led to a table.
func (s *Server) playGame(ctx context.Context, a ask) (reply, error) {
	return s.enter(ctx, a, a.get("gametype"))
}

func (s *Server) enter(ctx context.Context, a ask, game string) (reply, error) {
	account, err := s.Books.Account(ctx, s.Code, a.get("username"))
	switch {
	case errors.Is(err, books.ErrNoAccount):
		return failed(codeName), nil
	case err != nil:
		return reply{}, err
	case !s.Has(game):
		return failed(codeName), nil
	}
	now := s.Clock.Now()
	session := books.Session{Token: rand.Text(), Venue: s.Code, Player: account.Name, Game: game, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, session, now); err != nil {
		return reply{}, err
	}
	query := url.Values{"token": {session.Token}}
	if s.HomeURL != nil {
		query.Set("back", s.HomeURL())
	}
	return reply{location: s.BaseURL() + "/play/enter?" + query.Encode()}, nil
}

// logout is Logout.
func (s *Server) logout(ctx context.Context, a ask) (reply, error) {
	account, err := s.Books.Account(ctx, s.Code, a.get("username"))
	if errors.Is(err, books.ErrNoAccount) {
		return failed(codeName), nil
	}
	if err != nil {
		return reply{}, err
	}
	return done(codeLogin), s.Books.Kick(ctx, s.Code, account.Name)
}

// balance is CheckUsrBalance.
func (s *Server) balance(ctx context.Context, a ask) (reply, error) {
	account, err := s.Books.Account(ctx, s.Code, a.get("username"))
	switch {
	case a.fault.Kind == faults.Refuse:
		return failed(codeBusy), nil
	case errors.Is(err, books.ErrNoAccount), a.fault.Kind == faults.NotFoundFlap:
		return failed(codeName), nil
	case err != nil:
		return reply{}, err
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return reply{ok: true, data: []map[string]any{{
		"LoginName": account.Name, "Currency": "RMB", "Balance": account.Balance, "TotalBalance": account.Balance,
	}}}, nil
}

// transfer is Transfer.
func (s *Server) transfer(ctx context.Context, a ask) (reply, error) {
	name, id := a.get("username"), a.get("remitno")
	way := map[string]books.Direction{"IN": books.In, "OUT": books.Out}[a.get("action")]
	amount, err := money.ParseYuan(a.get("remit"))
	switch {
	case err != nil || amount <= 0 || amount > maxTransfer || way == "":
		return failed(codeAmount), nil
	case !idShape.MatchString(id):
		return failed(codeDuplicate), nil
	}
	if a.fault.Kind == faults.PlayerInGame {
		a.fault = faults.Fault{}
	}
	_, outcome, err := s.purse.Move(ctx, id, name, way, amount, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		return done(codeTransferred), nil
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Processing:
		return failed(codeBusy), nil
	case purse.Duplicate:
		return failed(codeDuplicate), nil
	case purse.NoPlayer:
		return failed(codeName), nil
	case purse.Short, purse.NoCredit:
		return failed(codeShort), nil
	default:
		return failed(codeAmount), nil
	}
}

// checkTransfer is CheckTransfer. It has one word for an order that failed and
// for one it does not know.
func (s *Server) checkTransfer(ctx context.Context, a ask) (reply, error) {
	t, outcome, err := s.purse.Look(ctx, a.get("transid"), a.fault)
	if err != nil {
		return reply{}, err
	}
	status := 1
	switch outcome {
	case purse.Closed:
		return failed(codeBusy), nil
	case purse.Processing:
		status = 0
	case purse.Failed, purse.Absent:
		status = -1
	}
	return reply{ok: true, data: map[string]any{"TransID": a.get("transid"), "TransType": strings.ToUpper(string(t.Direction)), "Status": status}}, nil
}
