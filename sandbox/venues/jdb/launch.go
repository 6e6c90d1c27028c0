package jdb

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"slices"
	"time"

	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// Values of windowMode.
const (
	withLobby    = "1"
	withoutLobby = "2"
)

const launchFor = 5 * time.Minute

var languages = []string{"ch", "cn", "en"}

// launch is action 11: an address that opens a game, or the lobby, once.
func (s *Server) launch(ctx context.Context, a ask) (reply, error) {
	uid, mode := a.get("uid"), a.get("windowMode")
	if !uidShape.MatchString(uid) || !slices.Contains(languages, a.get("lang")) || mode != withLobby && mode != withoutLobby {
		return failed(codeField), nil
	}
	game, known := s.gameOf(a.get("gType"), a.get("mType"))
	isLobby := mode == withLobby && a.get("gType") == "" && a.get("mType") == ""
	account, err := s.Books.Account(ctx, s.Code, uid)
	switch {
	case !known && !isLobby:
		return failed(codeNoGame), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeClosed), nil
	case errors.Is(err, books.ErrNoAccount), a.fault.Kind == faults.NotFoundFlap:
		return failed(codeNoMember), nil
	case err != nil:
		return nil, err
	}
	now := s.Clock.Now()
	session := books.Session{Token: rand.Text(), Venue: s.Code, Player: account.Name, Game: game.Code, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, session, now); err != nil {
		return nil, err
	}
	query := url.Values{"token": {session.Token}}
	if back := a.get("lobbyURL"); back != "" {
		query.Set("back", back)
	}
	return reply{"status": codeOK, "err_text": "", "path": s.BaseURL() + "/play/enter?" + query.Encode()}, nil
}

// gameOf finds a game by the vendor's two numbers.
func (s *Server) gameOf(gType, mType string) (Game, bool) {
	i := slices.IndexFunc(s.Games, func(g Game) bool { return g.GType == gType && g.MType == mType })
	if i < 0 {
		return Game{}, false
	}
	return s.Games[i], true
}
