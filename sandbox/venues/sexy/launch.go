package sexy

import (
	"context"
	"crypto/rand"
	"net/url"
	"time"

	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const launchFor = 5 * time.Minute

// launchGame is doLoginAndLaunchGame: the address of one game.
func (s *Server) launchGame(ctx context.Context, a ask) (reply, error) {
	switch {
	case !limited(a.get("betLimit")):
		return failed(codeParameter), nil
	case !s.Has(a.get("gameCode")):
		return failed(codeGame), nil
	}
	return s.open(ctx, a, a.get("gameCode"))
}

// login gives the address of the lobby.
func (s *Server) login(ctx context.Context, a ask) (reply, error) { return s.open(ctx, a, "") }

// open makes an address that opens a game once.
func (s *Server) open(ctx context.Context, a ask, game string) (reply, error) {
	account, status, err := s.user(ctx, a.get("userId"), a.fault)
	switch {
	case err != nil || status != codeOK:
		return failed(status), err
	case a.get("platform") != platform:
		return failed(codePlatform), nil
	case a.get("gameType") != gameType, a.get("isMobileLogin") != "true" && a.get("isMobileLogin") != "false":
		return failed(codeParameter), nil
	case a.get("language") != chinese:
		return failed(codeLanguage), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeSuspended), nil
	}
	now := s.Clock.Now()
	session := books.Session{Token: rand.Text(), Venue: s.Code, Player: account.Name, Game: game, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, session, now); err != nil {
		return reply{}, err
	}
	query := url.Values{"token": {session.Token}}
	if back := a.get("externalURL"); back != "" {
		query.Set("back", back)
	}
	return ok(fields{"url": s.BaseURL() + "/play/enter?" + query.Encode()}), nil
}
