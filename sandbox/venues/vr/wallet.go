package vr

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

const (
	freshFor    = 5 * time.Minute
	launchFor   = 5 * time.Minute
	maxTransfer = 10_000_000 * money.Yuan
	lobby       = 1 // channelId of the lobby
)

var (
	nameShape   = regexp.MustCompile(`^[A-Za-z0-9_]{1,32}$`)
	serialShape = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
)

type playerAsk struct {
	PlayerName string `json:"playerName"`
}

// create is /Account/CreateUser.
func (s *Server) create(ctx context.Context, body []byte, _ faults.Fault) (fields, error) {
	var ask playerAsk
	if json.Unmarshal(body, &ask) != nil || !nameShape.MatchString(ask.PlayerName) {
		return failed(codeAmount), nil
	}
	created, err := s.Books.EnsureAccount(ctx, s.Code, ask.PlayerName, s.Clock.Now())
	if err == nil && !created {
		return failed(codeExists), nil
	}
	return failed(codeOK), err
}

// kick is /Account/KickUser.
func (s *Server) kick(ctx context.Context, body []byte, _ faults.Fault) (fields, error) {
	var ask playerAsk
	if json.Unmarshal(body, &ask) != nil {
		return failed(codeInternal), nil
	}
	if _, err := s.Books.Account(ctx, s.Code, ask.PlayerName); errors.Is(err, books.ErrNoAccount) {
		return failed(codeNoPlayer), nil
	} else if err != nil {
		return nil, err
	}
	return failed(codeOK), s.Books.Kick(ctx, s.Code, ask.PlayerName)
}

// balance is /UserWallet/Balance.
func (s *Server) balance(ctx context.Context, body []byte, f faults.Fault) (fields, error) {
	var ask playerAsk
	if json.Unmarshal(body, &ask) != nil {
		return failed(codeInternal), nil
	}
	account, err := s.Books.Account(ctx, s.Code, ask.PlayerName)
	switch {
	case f.Kind == faults.Refuse, f.Kind == faults.NotFoundFlap, errors.Is(err, books.ErrNoAccount):
		return fields{"playerName": ask.PlayerName, "balance": -1}, nil
	case err != nil:
		return nil, err
	}
	switch f.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return fields{"playerName": account.Name, "balance": account.Balance}, nil
}

type transferAsk struct {
	SerialNumber string      `json:"serialNumber"`
	PlayerName   string      `json:"playerName"`
	Type         json.Number `json:"type"`
	Amount       json.Number `json:"amount"`
	CreateTime   string      `json:"createTime"`

	StartTime, EndTime string
	RecordPage         int `json:"recordPage"`
	RecordCountPerPage int `json:"recordCountPerPage"`
}

// transaction is /UserWallet/Transaction.
func (s *Server) transaction(ctx context.Context, body []byte, f faults.Fault) (fields, error) {
	var ask transferAsk
	if json.Unmarshal(body, &ask) != nil {
		return fields{"state": codeInternal}, nil
	}
	refused := func(state int) (fields, error) {
		return fields{"serialNumber": ask.SerialNumber, "playerName": ask.PlayerName, "state": state}, nil
	}
	at, err := instant(ask.CreateTime)
	amount, wrong := money.ParseYuan(ask.Amount.String())
	way := map[string]books.Direction{"0": books.In, "1": books.Out}[ask.Type.String()]
	switch {
	case !serialShape.MatchString(ask.SerialNumber):
		return refused(codeSerial)
	case err != nil || s.Clock.Now().Sub(at).Abs() > freshFor:
		return refused(codeTime)
	case wrong != nil || amount <= 0 || amount > maxTransfer || way == "":
		return refused(codeAmount)
	}
	if f.Kind == faults.PlayerInGame {
		f = faults.Fault{}
	}
	after, outcome, err := s.purse.Move(ctx, ask.SerialNumber, ask.PlayerName, way, amount, f)
	if err != nil {
		return nil, err
	}
	switch outcome {
	case purse.Done:
		return fields{
			"serialNumber": ask.SerialNumber, "playerName": ask.PlayerName, "type": ask.Type, "amount": amount, "createTime": ask.CreateTime,
			"state": codeOK, "balance": after,
		}, nil
	case purse.Hidden:
		return nil, nil
	case purse.Processing:
		return refused(codeOngoing)
	case purse.Duplicate:
		return refused(codeDuplicate)
	case purse.NoPlayer:
		return refused(codeNoPlayer)
	case purse.Short, purse.NoCredit:
		return refused(codeShort)
	default:
		return refused(codeClosed)
	}
}

// transactions is /UserWallet/TransactionRecord. Without a serialNumber nothing
// is found: the operator asks for one order at a time.
func (s *Server) transactions(ctx context.Context, body []byte, f faults.Fault) (fields, error) {
	var ask transferAsk
	if json.Unmarshal(body, &ask) != nil || ask.RecordPage < 0 {
		return failed(codeInternal), nil
	}
	none := fields{"totalRecords": 0, "records": []any{}, "recordPage": ask.RecordPage}
	t, outcome, err := s.purse.Look(ctx, ask.SerialNumber, f)
	switch {
	case err != nil:
		return nil, err
	case outcome == purse.Closed:
		return failed(codeInternal), nil
	case outcome == purse.Processing:
		return failed(codeOngoing), nil
	case outcome != purse.Done || ask.PlayerName != "" && books.Key(ask.PlayerName) != t.Player && t.Player != "":
		return none, nil
	}
	if from, err := instant(ask.StartTime); err == nil && t.At.Before(from) {
		return none, nil
	}
	if to, err := instant(ask.EndTime); err == nil && t.At.Truncate(time.Second).After(to) {
		return none, nil
	}
	kind := 0
	if t.Direction == books.Out {
		kind = 1
	}
	row := fields{
		"serialNumber": ask.SerialNumber, "playerName": t.Player, "type": kind, "amount": t.Amount, "createTime": t.At.UTC().Format(stamp), "state": codeOK,
	}
	if ask.RecordPage > 0 {
		return fields{"totalRecords": 1, "records": []any{}, "recordPage": ask.RecordPage}, nil
	}
	return fields{"totalRecords": 1, "records": []any{row}, "recordPage": 0}, nil
}

// enter is /Account/LoginValidate: the player's browser comes here and is led
// into the games.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	plain, code := s.open(r)
	q, err := url.ParseQuery(string(plain))
	if code != codeOK || err != nil {
		s.closed(w, "data")
		return
	}
	at, err := instant(q.Get("loginTime"))
	if err != nil || s.Clock.Now().Sub(at).Abs() > freshFor {
		s.closed(w, "loginTime")
		return
	}
	channel, err := strconv.Atoi(q.Get("channelId"))
	game, known := "", channel == lobby
	for _, c := range s.Channels {
		if c.ID == channel {
			game, known = c.Code, true
		}
	}
	if err != nil || !known {
		s.closed(w, "channelId")
		return
	}
	account, err := s.Books.Account(r.Context(), s.Code, q.Get("playerName"))
	if err != nil {
		s.closed(w, "playerName")
		return
	}
	now := s.Clock.Now()
	session := books.Session{
		Token: s.launchToken(account.Name, q.Get("loginTime")), Venue: s.Code, Player: account.Name, Game: game,
		ExpiresAt: now.Add(launchFor),
	}
	if err := s.Books.KeepLaunch(r.Context(), session, now); err != nil { // it was used before
		s.closed(w, "loginTime")
		return
	}
	query := url.Values{"token": {session.Token}}
	if back := q.Get("departureUrl"); back != "" {
		query.Set("back", back)
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, "/play/enter?"+query.Encode(), http.StatusSeeOther)
}

// launchToken names a launch by all of its player and time, so that the same
// launch is known again and no other has its token.
func (s *Server) launchToken(player, loginTime string) string {
	mac := hmac.New(sha256.New, []byte(s.Key))
	_, _ = io.WriteString(mac, books.Key(player)+"\n"+loginTime) // a hash never fails
	return s.Code + "-" + hex.EncodeToString(mac.Sum(nil))
}

// closed is the page of a launch that is not let in.
func (s *Server) closed(w http.ResponseWriter, why string) {
	s.Log.Warn("sandbox venue refused a launch", "venue", s.Code, "why", why)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusForbidden)
	_, _ = w.Write([]byte(`<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>无法进入游戏</title><h1>无法进入游戏</h1><p>请返回平台重新进入。</p></html>`))
}
