package pg

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	realGame       = "1" // of btt
	longestSession = 200
	launchFor      = 5 * time.Minute
)

// errRefused says that a launch address opens no game.
var errRefused = errors.New("the launch is refused")

// launch opens a game for the player whom the operator names.
func (s *Server) launch(w http.ResponseWriter, r *http.Request) {
	fault := s.Faults.Take("venue:"+s.Code, "", faults.NoEffect(faults.Launch), faults.Launch)
	ctx, game, query := context.WithoutCancel(r.Context()), r.PathValue("game"), r.URL.Query()
	s.Faults.Play(w, s.Stop, fault, faults.Request{
		Do: func() func(http.ResponseWriter) {
			address, err := s.open(ctx, game, query, fault)
			switch {
			case errors.Is(err, errRefused):
				s.Log.Warn("sandbox venue refused a launch", "venue", s.Code, "game", game, "err", err)
				return func(w http.ResponseWriter) { refuse(w, http.StatusForbidden) }
			case err != nil:
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				return func(w http.ResponseWriter) { refuse(w, http.StatusInternalServerError) }
			}
			return func(w http.ResponseWriter) {
				w.Header().Set("Referrer-Policy", "no-referrer") // the address carries the session
				http.Redirect(w, r, address, http.StatusSeeOther)
			}
		},
		Other:       func(w http.ResponseWriter) { refuse(w, http.StatusNotFound) },
		UnknownCode: `<html></html>`,
	})
}

// open gives the address that opens a game once.
func (s *Server) open(ctx context.Context, game string, query url.Values, fault faults.Fault) (string, error) {
	session := query.Get("ops")
	switch {
	case !slices.Contains(s.Games, game), query.Get("btt") != realGame, query.Get("l") == "", fault.Kind == faults.Refuse, fault.Kind == faults.NotFoundFlap:
		return "", fmt.Errorf("%w: no such game or launch", errRefused)
	case !same(query.Get("ot"), s.OperatorToken):
		return "", fmt.Errorf("%w: another operator", errRefused)
	case session == "" || len(session) > longestSession:
		return "", fmt.Errorf("%w: no session", errRefused)
	}
	name, err := s.verify(ctx, session)
	if err != nil {
		return "", err
	}
	account, err := s.Books.Account(ctx, s.Code, name)
	if errors.Is(err, books.ErrNoAccount) {
		return "", fmt.Errorf("%w: the operator names nobody we know", errRefused)
	} else if err != nil {
		return "", err
	}
	now := s.Clock.Now()
	launch := books.Session{Token: rand.Text(), Venue: s.Code, Player: account.Name, Game: game, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, launch, now); err != nil {
		return "", err
	}
	return s.BaseURL() + "/play/enter?" + url.Values{"token": {launch.Token}, "back": {query.Get("f")}}.Encode(), nil
}

// verify asks the operator whose session it is.
func (s *Server) verify(ctx context.Context, session string) (player string, err error) {
	if s.VerifyURL == nil {
		return "", fmt.Errorf("%w: the operator has no VerifySession", errRefused)
	}
	form := url.Values{"operator_token": {s.OperatorToken}, "secret_key": {s.SecretKey}, "operator_player_session": {session}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.VerifyURL(), strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := s.operator.Do(request)
	if err != nil {
		return "", fmt.Errorf("%w: VerifySession does not answer", errRefused)
	}
	defer response.Body.Close()
	var answer struct {
		Data *struct {
			PlayerName string `json:"player_name"`
			Nickname   string `json:"nickname"`
			Currency   string `json:"currency"`
		} `json:"data"`
		Error *failure `json:"error"`
	}
	switch err := json.NewDecoder(io.LimitReader(response.Body, maxBody)).Decode(&answer); {
	case err != nil:
		return "", fmt.Errorf("%w: VerifySession answered %d", errRefused, response.StatusCode)
	case answer.Error != nil:
		return "", fmt.Errorf("%w: VerifySession answered code %s", errRefused, answer.Error.Code)
	case response.StatusCode != http.StatusOK || answer.Data == nil || answer.Data.PlayerName == "" || answer.Data.Nickname == "" || answer.Data.Currency != currency:
		return "", fmt.Errorf("%w: VerifySession names nobody", errRefused)
	}
	return answer.Data.PlayerName, nil
}

// refuse says in a plain page that nothing opened.
func refuse(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`+
		`<title>无法进入游戏</title><body><h1>无法进入游戏</h1><p>请返回平台重新进入。</p></body></html>`)
}
