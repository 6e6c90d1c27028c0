package cq9

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

const (
	longestAccount = 36
	longestMtcode  = 50
	tokenFor       = 10 * time.Minute
	launchFor      = 5 * time.Minute
	maxTransfer    = 10_000_000 * money.Yuan
)

var (
	accountShape = regexp.MustCompile(`^[A-Za-z0-9_]+$`)
	mtcodeShape  = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
)

// checkAccount gives the code that refuses a name, or codeOK.
func checkAccount(name string) string {
	switch {
	case name == "":
		return codeParameter
	case len(name) > longestAccount:
		return codeTooLong
	case !accountShape.MatchString(name):
		return codeShape
	}
	return codeOK
}

// create is POST /player.
func (s *Server) create(ctx context.Context, a ask) (reply, error) {
	name, password := a.get("account"), a.get("password")
	if code := checkAccount(name); code != codeOK {
		return failed(code), nil
	}
	switch {
	case password == "":
		return failed(codeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeFrozen), nil
	}
	created, err := s.Books.OpenAccount(ctx, s.Code, name, password, s.Clock.Now())
	if err != nil || !created {
		return failed(codeExists), err
	}
	return ok(map[string]any{"account": name, "nickname": a.get("nickname"), "parentid": "sandbox", "password": password}), nil
}

// check is GET /player/check/{account}.
func (s *Server) check(ctx context.Context, a ask) (reply, error) {
	_, err := s.Books.Account(ctx, s.Code, a.path)
	if errors.Is(err, books.ErrNoAccount) {
		return ok(false), nil
	}
	return ok(true), err
}

// balance is GET /player/balance/{account}.
func (s *Server) balance(ctx context.Context, a ask) (reply, error) {
	switch a.fault.Kind {
	case faults.Refuse:
		return failed(codeFrozen), nil
	case faults.NotFoundFlap:
		return failed(codeNoPlayer), nil
	}
	account, err := s.Books.Account(ctx, s.Code, a.path)
	if errors.Is(err, books.ErrNoAccount) {
		return failed(codeNoPlayer), nil
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return ok(map[string]any{"balance": account.Balance, "currency": currency}), err
}

func (s *Server) deposit(ctx context.Context, a ask) (reply, error) { return s.move(ctx, a, books.In) }

func (s *Server) withdraw(ctx context.Context, a ask) (reply, error) {
	return s.move(ctx, a, books.Out)
}

// move is POST /player/deposit and /player/withdraw.
func (s *Server) move(ctx context.Context, a ask, way books.Direction) (reply, error) {
	name, mtcode := a.get("account"), a.get("mtcode")
	if code := checkAccount(name); code != codeOK {
		return failed(code), nil
	}
	amount, err := money.ParseYuan(a.get("amount"))
	if err != nil || amount <= 0 || amount > maxTransfer || len(mtcode) > longestMtcode || !mtcodeShape.MatchString(mtcode) {
		return failed(codeParameter), nil
	}
	if a.fault.Kind == faults.PlayerInGame {
		a.fault = faults.Fault{}
	}
	after, outcome, err := s.purse.Move(ctx, mtcode, name, way, amount, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		return ok(map[string]any{"balance": after, "currency": currency}), nil
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Processing:
		return failed(codeRunning), nil
	case purse.Duplicate:
		return failed(codeDuplicate), nil
	case purse.NoPlayer:
		return failed(codeNoPlayer), nil
	case purse.Short, purse.NoCredit:
		return failed(codeShort), nil
	default:
		return failed(codeDisabled), nil
	}
}

// record is GET /transaction/record/{mtcode}.
func (s *Server) record(ctx context.Context, a ask) (reply, error) {
	t, outcome, err := s.purse.Look(ctx, a.path, a.fault)
	if err != nil {
		return reply{}, err
	}
	status := "success"
	switch outcome {
	case purse.Closed:
		return failed(codeFrozen), nil
	case purse.Absent:
		return failed(codeNoData), nil
	case purse.Processing:
		status = "pending"
	case purse.Failed:
		status = "failed"
	}
	action := "deposit"
	if t.Direction == books.Out {
		action = "withdraw"
	}
	return ok(map[string]any{
		"mtcode": a.path, "account": t.Player, "action": action, "amount": t.Amount, "currency": currency,
		"status": status, "createtime": t.At.In(zone).Format(stamp),
	}), nil
}

// logIn is POST /player/login.
func (s *Server) logIn(ctx context.Context, a ask) (reply, error) {
	name := a.get("account")
	if name == "" || a.get("password") == "" {
		return failed(codeParameter), nil
	}
	account, err := s.Books.Account(ctx, s.Code, name)
	switch {
	case errors.Is(err, books.ErrNoAccount):
		return failed(codePassword), nil
	case err != nil:
		return reply{}, err
	case account.Password != a.get("password"):
		return failed(codePassword), nil
	}
	return ok(map[string]any{"usertoken": s.userToken(account.Name, s.Clock.Now().Add(tokenFor))}), nil
}

// userToken names a player and when it ends, under the merchant's token, so
// that nothing needs to be kept.
func (s *Server) userToken(name string, until time.Time) string {
	text := name + "." + strconv.FormatInt(until.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(s.Token))
	mac.Write([]byte(text))
	return text + "." + hex.EncodeToString(mac.Sum(nil))
}

// playerOf is the player of a usertoken, "" when it is no good.
func (s *Server) playerOf(token string) string {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return ""
	}
	until, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil || !s.Clock.Now().Before(time.Unix(until, 0)) || !hmac.Equal([]byte(token), []byte(s.userToken(parts[0], time.Unix(until, 0)))) {
		return ""
	}
	return parts[0]
}

// gameLink is POST /player/gamelink: an address that opens a game once.
func (s *Server) gameLink(ctx context.Context, a ask) (reply, error) {
	switch {
	case a.get("gameplat") != "WEB" && a.get("gameplat") != "MOBILE":
		return failed(codeParameter), nil
	case a.get("gamehall") != hall, !s.has(a.get("gamecode")):
		return failed(codeNoGame), nil
	}
	return s.link(ctx, a, a.get("gamecode"))
}

// lobbyLink is POST /player/lobbylink: an address that opens the lobby once.
func (s *Server) lobbyLink(ctx context.Context, a ask) (reply, error) { return s.link(ctx, a, "") }

func (s *Server) link(ctx context.Context, a ask, game string) (reply, error) {
	name := s.playerOf(a.get("usertoken"))
	switch {
	case name == "":
		return failed(codeToken), nil
	case a.get("lang") == "":
		return failed(codeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeDisabled), nil
	case a.fault.Kind == faults.NotFoundFlap:
		return failed(codeNoPlayer), nil
	}
	now := s.Clock.Now()
	session := books.Session{Token: rand.Text(), Venue: s.Code, Player: name, Game: game, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, session, now); err != nil {
		return reply{}, err
	}
	query := url.Values{"token": {session.Token}}
	if s.HomeURL != nil {
		query.Set("back", s.HomeURL())
	}
	return ok(map[string]any{"url": s.BaseURL() + "/play/enter?" + query.Encode(), "token": session.Token}), nil
}

func (s *Server) has(code string) bool {
	return slices.ContainsFunc(s.Games, func(g Game) bool { return g.Code == code })
}

// logOut is POST /player/logout.
func (s *Server) logOut(ctx context.Context, a ask) (reply, error) {
	name := a.get("account")
	if code := checkAccount(name); code != codeOK {
		return failed(code), nil
	}
	if _, err := s.Books.Account(ctx, s.Code, name); errors.Is(err, books.ErrNoAccount) {
		return failed(codeNoPlayer), nil
	} else if err != nil {
		return reply{}, err
	}
	return ok(nil), s.Books.Kick(ctx, s.Code, name)
}

// halls is GET /game/halls.
func (s *Server) halls(context.Context, ask) (reply, error) {
	return ok([]map[string]any{{"gamehall": hall, "maintain": false}}), nil
}

// games is GET /game/list/{hall}.
func (s *Server) games(_ context.Context, a ask) (reply, error) {
	if a.path != hall {
		return failed(codeNoData), nil
	}
	list := []map[string]any{}
	for _, g := range s.Games {
		list = append(list, map[string]any{
			"gamehall": hall, "gametype": g.Type, "gamecode": g.Code, "gamename": g.Name, "gameplat": "web,mobile", "maintain": false,
			"nameset": []map[string]string{{"lang": "zh-cn", "name": g.Name}},
		})
	}
	return ok(list), nil
}
