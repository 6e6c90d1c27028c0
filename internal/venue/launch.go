package venue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"hongyun/internal/db"
)

// Opening is a player's wish to open a game.
type Opening struct {
	Player   string
	Venue    string // code or platform id
	Game     string
	Mode     string
	Language string
	Client   Client
}

// Client is what the edge knows of the player's side.
type Client struct {
	IP      string
	Device  string // "pc" or "h5"
	BackURL string // from the house's own settings, never from the request (trust T13)
}

// Launches opens games.
type Launches struct {
	Venues *Venues

	// Check asks the guard whether the player may play; set in app.
	Check func(ctx context.Context, r db.Reader, player string) error

	// BeforeLaunch moves the centre balance to the venue when the player has
	// switched that on; set in app. The game opens only after it is through
	// (LNCH-05), so a failure is told and not hidden.
	BeforeLaunch func(ctx context.Context, player, venue string) error

	// Session begins a session of a player at a seamless venue and gives its
	// token; set in app.
	Session func(ctx context.Context, s Session) (token string, err error)
}

// Session is one player in one game of a seamless venue.
type Session struct{ Player, Account, Venue, Game string }

// Open gives the address at which the player's browser opens the game
// (LNCH-02). It fails with ErrNoVenue, one of the states' faults,
// ErrGameHidden, what Check or BeforeLaunch say, or a fault that says how the
// venue answered.
func (l *Launches) Open(ctx context.Context, o Opening) (string, error) {
	e, err := l.Venues.Get(ctx, l.Venues.db, o.Venue)
	if err != nil {
		return "", err
	}
	if err := e.Usable(); err != nil {
		return "", err
	}
	adapter, _ := l.Venues.Adapter(e.Code)
	hidden, err := gameHidden(ctx, l.Venues.db, e.Code, o.Game)
	if err != nil {
		return "", fmt.Errorf("find game %s of %s: %w", o.Game, e.Code, err)
	}
	if hidden {
		return "", ErrGameHidden
	}
	if l.Check != nil {
		if err := l.Check(ctx, l.Venues.db, o.Player); err != nil {
			return "", err
		}
	}
	account, err := l.Venues.EnsureAccount(ctx, o.Player, e.Code)
	if err != nil {
		return "", l.explain(ctx, o, err)
	}
	if l.BeforeLaunch != nil {
		if err := l.BeforeLaunch(ctx, o.Player, e.Code); err != nil {
			return "", err
		}
	}
	var token string
	if adapter.Rules().Seamless {
		if l.Session == nil {
			return "", ErrNoAdapter
		}
		if token, err = l.Session(ctx, Session{Player: o.Player, Account: account, Venue: e.Code, Game: o.Game}); err != nil {
			return "", err
		}
	}
	address, err := adapter.Launch(ctx, Launch{
		Account: account, Game: o.Game, Mode: o.Mode, Language: o.Language,
		IP: o.Client.IP, Device: o.Client.Device, BackURL: o.Client.BackURL, Token: token,
	})
	if err != nil {
		return "", l.explain(ctx, o, err)
	}
	if l.Check != nil {
		// A venue may take seconds: who stopped meanwhile gets no open table (RG-4).
		if err := l.Check(ctx, l.Venues.db, o.Player); err != nil {
			return "", err
		}
	}
	return address, nil
}

// KickOut throws a player out of the games of every venue that can do it and
// where the player has an account. It tries all of them, and fails if one did
// not do it.
func (l *Launches) KickOut(ctx context.Context, player string) error {
	entries, err := l.Venues.List(ctx, l.Venues.db)
	if err != nil {
		return err
	}
	var failed []error
	for _, e := range entries {
		adapter, _ := l.Venues.Adapter(e.Code)
		kicker, can := adapter.(Kicker)
		if !can {
			continue
		}
		account, err := l.Venues.Account(ctx, l.Venues.db, player, e.Code)
		if err == nil && account != "" {
			err = kicker.Kick(ctx, account)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("kick %s out of %s: %w", player, e.Code, err))
		}
	}
	return errors.Join(failed...)
}

// explain turns a venue's no or silence into what the player is told, and
// leaves the details to the log.
func (l *Launches) explain(ctx context.Context, o Opening, err error) error {
	if errors.Is(err, ErrAccountTaken) {
		return err
	}
	l.Venues.log.WarnContext(ctx, "a game could not be opened", slog.String("venue", o.Venue), slog.String("game", o.Game),
		slog.String("player", o.Player), slog.Any("err", err))
	refusal, ok := errors.AsType[*Refusal](err)
	switch {
	case !ok:
		return fmt.Errorf("%w (%w)", ErrSilent, err)
	case refusal.Reason == Blocked:
		return ErrBlocked
	case refusal.Reason == Maintenance:
		return ErrMaintenance
	}
	return ErrLaunch
}
