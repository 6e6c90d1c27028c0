package tf

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	longestToken = 500
	launchFor    = 5 * time.Minute
)

// errRefused says that a launch address opens no game.
var errRefused = errors.New("the launch is refused")

// launch is launch.html: it opens the lobby for the member whom the operator names.
func (s *Server) launch(w http.ResponseWriter, r *http.Request) {
	fault := s.Faults.Take("venue:"+s.Code, "", meaningless(faults.Launch), faults.Launch)
	ctx, query := context.WithoutCancel(r.Context()), r.URL.Query()
	s.Faults.Play(w, s.Stop, fault, faults.Request{
		Do: func() func(http.ResponseWriter) {
			address, err := s.open(ctx, query, fault)
			switch {
			case errors.Is(err, errRefused):
				s.Log.Warn("sandbox venue refused a launch", "venue", s.Code, "err", err)
				return func(w http.ResponseWriter) { refuse(w, http.StatusForbidden) }
			case err != nil:
				s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
				return func(w http.ResponseWriter) { refuse(w, http.StatusInternalServerError) }
			}
			return func(w http.ResponseWriter) {
				w.Header().Set("Referrer-Policy", "no-referrer") // the address carries the token
				http.Redirect(w, r, address, http.StatusSeeOther)
			}
		},
		Other:       func(w http.ResponseWriter) { refuse(w, http.StatusNotFound) },
		UnknownCode: `<html></html>`,
	})
}

// open gives the address that opens the lobby once.
func (s *Server) open(ctx context.Context, query url.Values, fault faults.Fault) (string, error) {
	token := query.Get("token")
	switch {
	case fault.Kind == faults.Refuse, fault.Kind == faults.NotFoundFlap:
		return "", fmt.Errorf("%w: a fault", errRefused)
	case !same(query.Get("auth"), s.PublicToken):
		return "", fmt.Errorf("%w: another operator", errRefused)
	case token == "" || len(token) > longestToken || query.Get("lang") == "":
		return "", fmt.Errorf("%w: no token or language", errRefused)
	}
	name, err := s.verify(ctx, token)
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
	session := books.Session{Token: rand.Text(), Venue: s.Code, Player: account.Name, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, session, now); err != nil {
		return "", err
	}
	enter := url.Values{"token": {session.Token}}
	if s.HomeURL != nil {
		enter.Set("back", s.HomeURL())
	}
	return s.BaseURL() + "/play/enter?" + enter.Encode(), nil
}

// verify asks the operator whose token it is.
func (s *Server) verify(ctx context.Context, token string) (member string, err error) {
	if s.VerifyURL == nil {
		return "", fmt.Errorf("%w: the operator has no verify endpoint", errRefused)
	}
	body, err := json.Marshal(map[string]string{"token": token})
	if err != nil {
		return "", err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.VerifyURL(), bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := s.operator.Do(request)
	if err != nil {
		return "", fmt.Errorf("%w: the operator does not answer", errRefused)
	}
	defer response.Body.Close()
	var answer struct {
		LoginName string `json:"loginName"`
	}
	err = json.NewDecoder(io.LimitReader(response.Body, maxBody)).Decode(&answer)
	if err != nil || response.StatusCode != http.StatusOK || answer.LoginName == "" {
		return "", fmt.Errorf("%w: the operator names nobody (status %d)", errRefused, response.StatusCode)
	}
	return answer.LoginName, nil
}

// refuse says in a plain page that nothing opened.
func refuse(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`+
		`<title>无法进入游戏</title><body><h1>无法进入游戏</h1><p>请返回平台重新进入。</p></body></html>`)
}
