package avia

import (
	"context"
	"crypto/rand"
	"errors"
	"hash/fnv"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

const (
	shortestPassword = 5
	longestPassword  = 16
	launchFor        = 5 * time.Minute
)

var (
	nameShape = regexp.MustCompile(`^[A-Za-z0-9_]{2,16}$`)
	idShape   = regexp.MustCompile(`^[A-Za-z0-9_]{1,32}$`)
)

// register is user/register.
func (s *Server) register(ctx context.Context, a ask) (reply, error) {
	name, password := a.get("UserName"), a.get("Password")
	switch {
	case !nameShape.MatchString(name):
		return failed(codeName), nil
	case len(password) < shortestPassword || len(password) > longestPassword:
		return failed(codePassword), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeConfig), nil
	}
	created, err := s.Books.OpenAccount(ctx, s.Code, name, password, s.Clock.Now())
	if err == nil && !created {
		return failed(codeExists), nil
	}
	return ok(nil), err
}

// login is user/login: an address that opens a game, or the lobby, once.
func (s *Server) login(ctx context.Context, a ask) (reply, error) {
	account, err := s.Books.Account(ctx, s.Code, a.get("UserName"))
	game := a.get("CateID")
	switch {
	case errors.Is(err, books.ErrNoAccount), a.fault.Kind == faults.NotFoundFlap:
		return failed(codeNoUser), nil
	case err != nil:
		return reply{}, err
	case a.fault.Kind == faults.Refuse:
		return failed(codeLocked), nil
	case game != "" && !slices.ContainsFunc(s.Games, func(g Game) bool { return g.Code == game }):
		return failed(codeContent), nil
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
	return ok(map[string]string{"Url": s.BaseURL() + "/play/enter?" + query.Encode()}), nil
}

// guest is user/guest.
func (s *Server) guest(context.Context, ask) (reply, error) {
	return ok(map[string]string{"Url": s.BaseURL() + "/play/fun/" + url.PathEscape(s.Code) + "/" + url.PathEscape(s.Games[0].Code)}), nil
}

// logout is user/logout.
func (s *Server) logout(ctx context.Context, a ask) (reply, error) {
	account, err := s.Books.Account(ctx, s.Code, a.get("UserName"))
	if errors.Is(err, books.ErrNoAccount) {
		return failed(codeNoUser), nil
	}
	if err != nil {
		return reply{}, err
	}
	return ok(nil), s.Books.Kick(ctx, s.Code, account.Name)
}

// balance is user/balance.
func (s *Server) balance(ctx context.Context, a ask) (reply, error) {
	account, err := s.Books.Account(ctx, s.Code, a.get("UserName"))
	switch {
	case a.fault.Kind == faults.Refuse:
		return failed(codeLocked), nil
	case errors.Is(err, books.ErrNoAccount), a.fault.Kind == faults.NotFoundFlap:
		return failed(codeNoUser), nil
	case err != nil:
		return reply{}, err
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return ok(map[string]string{"Money": account.Balance.String(), "Currency": currency}), nil
}

// transfer is user/transfer.
func (s *Server) transfer(ctx context.Context, a ask) (reply, error) {
	name, id := a.get("UserName"), a.get("ID")
	way := map[string]books.Direction{"IN": books.In, "OUT": books.Out}[a.get("Type")]
	amount, err := money.ParseYuan(a.get("Money"))
	switch {
	case way == "":
		return failed(codeNoAction), nil
	case err != nil || amount <= 0:
		return failed(codeMoney), nil
	case !idShape.MatchString(id):
		return failed(codeContent), nil
	}
	if a.fault.Kind == faults.PlayerInGame {
		a.fault = faults.Fault{}
	}
	after, outcome, err := s.purse.Move(ctx, id, name, way, amount, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		used, err := s.Books.AgentUsed(ctx, s.Code)
		return ok(map[string]string{
			"ID": internalID(id), "OrderID": id, "Balance": after.String(), "Credit": (s.Credit - used).String(),
		}), err
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Processing:
		return failed(codeOngoing), nil
	case purse.Duplicate:
		return failed(codeDuplicate), nil
	case purse.NoPlayer:
		return failed(codeNoUser), nil
	case purse.Short:
		return failed(codeNoBalance), nil
	case purse.NoCredit:
		return failed(codeNoCredit), nil
	default:
		return failed(codeLocked), nil
	}
}

// internalID is the company's own number of an order.
func internalID(id string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id)) // a hash takes everything
	return strconv.FormatUint(uint64(h.Sum32()), 10)
}

// transferInfo is user/transferinfo.
func (s *Server) transferInfo(ctx context.Context, a ask) (reply, error) {
	id := a.get("ID")
	if id == "" {
		return failed(codeContent), nil
	}
	t, outcome, err := s.purse.Look(ctx, id, a.fault)
	if err != nil {
		return reply{}, err
	}
	status := "Finish"
	switch outcome {
	case purse.Closed:
		return failed(codeConfig), nil
	case purse.Absent:
		return failed(codeNoOrder), nil
	case purse.Processing:
		status = "None"
	case purse.Failed:
		status = "Faild"
	}
	kind := "IN"
	if t.Direction == books.Out {
		kind = "OUT"
	}
	account, err := s.Books.Account(ctx, s.Code, t.Player)
	if err != nil && !errors.Is(err, books.ErrNoAccount) { // a fault tells of orders that are not there
		return reply{}, err
	}
	return ok(map[string]string{
		"Status": status, "Money": t.Amount.String(), "Type": kind, "UserName": account.Name, "CreateAt": written(t.At), "Balance": account.Balance.String(),
	}), nil
}
