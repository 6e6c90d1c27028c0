package ag

import (
	"context"
	"errors"
	"net/http"
	"net/url"
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
	launchFor   = 5 * time.Minute
	// Lobbies, as gameType names them and as a session's game keeps them.
	fishType  = "6"
	FishLobby = "fish"
)

var (
	nameShape   = regexp.MustCompile(`^[A-Za-z0-9_]{1,19}$`)
	wordShape   = regexp.MustCompile(`^[^'/<>&#%?$" ]{1,19}$`)
	numberShape = regexp.MustCompile(`^[0-9]{13,16}$`)
)

// player finds the account that a request names and checks its password; an
// empty info means that it may go on.
func (s *Server) player(ctx context.Context, a ask) (books.Account, reply, error) {
	account, err := s.Books.Account(ctx, s.Code, a.fields["loginname"])
	switch {
	case errors.Is(err, books.ErrNoAccount):
		return account, sayMsg(infoNoAccount, textNoAccount), nil
	case err != nil:
		return account, reply{}, err
	case account.Password != a.fields["password"]:
		return account, sayMsg(infoError, textNoAccount), nil
	}
	return account, reply{}, nil
}

// logIn is lg: the account exists afterwards.
func (s *Server) logIn(ctx context.Context, a ask) (reply, error) {
	name, password := a.fields["loginname"], a.fields["password"]
	switch {
	case !nameShape.MatchString(name) || !wordShape.MatchString(password) || a.fields["actype"] != "1" || a.fields["cur"] != "CNY":
		return say(infoAddFail), nil
	case a.fault.Kind == faults.Refuse:
		return say(infoAddFail), nil
	}
	if _, err := s.Books.OpenAccount(ctx, s.Code, name, password, s.Clock.Now()); err != nil {
		return reply{}, err
	}
	_, refused, err := s.player(ctx, a)
	if err != nil || refused.Info != "" {
		return refused, err
	}
	return say(infoOK), nil
}

// balance is gb.
func (s *Server) balance(ctx context.Context, a ask) (reply, error) {
	switch a.fault.Kind {
	case faults.Refuse:
		return say(infoError), nil
	case faults.NotFoundFlap:
		return sayMsg(infoNoAccount, textNoAccount), nil
	}
	account, refused, err := s.player(ctx, a)
	if err != nil || refused.Info != "" {
		return refused, err
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return say(account.Balance.String()), nil
}

// order reads a transfer out of a request; refused says what is wrong with it.
func (s *Server) order(a ask) (t books.Transfer, refused reply) {
	t = books.Transfer{Venue: s.Code, ID: a.fields["billno"], Player: a.fields["loginname"], At: s.Clock.Now()}
	switch a.fields["type"] {
	case "IN":
		t.Direction = books.In
	case "OUT":
		t.Direction = books.Out
	default:
		return t, sayMsg(infoError, "error:type")
	}
	number, ours := strings.CutPrefix(t.ID, s.Agent)
	amount, err := money.ParseYuan(a.fields["credit"])
	switch {
	case !ours || !numberShape.MatchString(number):
		return t, sayMsg(infoError, "error:billno")
	case err != nil || amount <= 0 || amount > maxTransfer || !strings.Contains(a.fields["credit"], "."):
		return t, sayMsg(infoAmount, textNegative)
	}
	t.Amount = amount
	return t, reply{}
}

// prepare is tc.
func (s *Server) prepare(ctx context.Context, a ask) (reply, error) {
	t, refused := s.order(a)
	if refused.Info != "" {
		return refused, nil
	}
	account, refused, err := s.player(ctx, a)
	if err != nil || refused.Info != "" {
		return refused, err
	}
	if t.Direction == books.Out && account.Balance < t.Amount {
		return sayMsg(infoNoCredit, textShort), nil
	}
	err = s.Books.Prepare(ctx, t)
	if errors.Is(err, books.ErrDuplicate) {
		return say(infoDuplicate), nil
	}
	return say(infoOK), err
}

// confirm is tcc.
func (s *Server) confirm(ctx context.Context, a ask) (reply, error) {
	t, refused := s.order(a)
	if refused.Info != "" {
		return refused, nil
	}
	if _, refused, err := s.player(ctx, a); err != nil || refused.Info != "" {
		return refused, err
	}
	first, err := s.Books.Prepared(ctx, s.Code, t.ID)
	switch {
	case errors.Is(err, books.ErrNotFound):
		return say(infoFailed), nil
	case err != nil:
		return reply{}, err
	case first.Player != books.Key(t.Player) || first.Direction != t.Direction || first.Amount != t.Amount:
		return say(infoFailed), nil
	}
	if a.fields["flag"] != "1" {
		_, err := s.purse.Refuse(ctx, t.ID, t.Player, t.Direction, t.Amount, purse.Failed)
		return say(infoOK), err
	}
	if a.fault.Kind == faults.PlayerInGame {
		a.fault = faults.Fault{}
	}
	_, outcome, err := s.purse.Move(ctx, t.ID, t.Player, t.Direction, t.Amount, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		return say(infoOK), nil
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Processing:
		return say(infoNetwork), nil
	case purse.Duplicate:
		return s.again(ctx, t.ID)
	case purse.NoPlayer:
		return sayMsg(infoNoAccount, textNoAccount), nil
	case purse.Short, purse.NoCredit:
		return sayMsg(infoNoCredit, textShort), nil
	default:
		return say(infoError), nil
	}
}

// again answers a tcc that repeats one.
func (s *Server) again(ctx context.Context, billno string) (reply, error) {
	t, err := s.Books.Transfer(ctx, s.Code, billno)
	if err == nil && t.State == books.Done {
		return say(infoOK), nil
	}
	return say(infoFailed), err
}

// status is qos.
func (s *Server) status(ctx context.Context, a ask) (reply, error) {
	_, outcome, err := s.purse.Look(ctx, a.fields["billno"], a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		return say(infoOK), nil
	case purse.Processing:
		return say(infoNetwork), nil
	case purse.Closed:
		return say(infoError), nil
	default:
		return say(infoFailed), nil
	}
}

// forward is /forwardGame.do: the player's browser comes here and is led into
// the games.
func (s *Server) forward(w http.ResponseWriter, r *http.Request) {
	a, ok := s.open(r)
	if !ok {
		s.closed(w, "key_error")
		return
	}
	account, refused, err := s.player(r.Context(), a)
	switch {
	case err != nil:
		s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
		s.closed(w, infoNetwork)
		return
	case refused.Info != "":
		s.closed(w, refused.Info)
		return
	case !strings.HasPrefix(a.fields["sid"], s.Agent) || !numberShape.MatchString(strings.TrimPrefix(a.fields["sid"], s.Agent)):
		s.closed(w, "sid")
		return
	}
	game := ""
	if a.fields["gameType"] == fishType {
		game = FishLobby
	}
	now := s.Clock.Now()
	session := books.Session{Token: s.Code + "-" + a.fields["sid"], Venue: s.Code, Player: account.Name, Game: game, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(r.Context(), session, now); err != nil { // the sid was used before
		s.closed(w, "sid")
		return
	}
	query := url.Values{"token": {session.Token}}
	if home := homeOf(a.fields["dm"]); home != "" {
		query.Set("back", home)
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, "/play/enter?"+query.Encode(), http.StatusSeeOther)
}

// closed is the page of a launch that is not let in.
func (s *Server) closed(w http.ResponseWriter, why string) {
	s.Log.Warn("sandbox venue refused a launch", "venue", s.Code, "why", why)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusForbidden)
	_, _ = w.Write([]byte(`<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>无法进入游戏</title><h1>无法进入游戏</h1><p>请返回平台重新进入。</p></html>`))
}
