package venue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/money"
)

// Opening is a player's wish to open a game.
type Opening struct {
	Player   string
	Venue    string // code or platform id
	Game     string
	Mode     string
	Language string
	Client   Client
	Order    string // names this launch: money goes along once for one name; empty: a launch of its own
}

// Brought is the money that went along with a launch.
type Brought struct {
	Amount  money.Fen
	Pending bool // a transfer to the venue has no answer yet: the money may arrive later, or come back
}

// Opened is a game that may be played now.
type Opened struct {
	Address string
	Brought Brought
}

// Client is the edge's data about the player's side.
type Client struct {
	IP      string
	Device  string // "pc" or "h5"
	BackURL string // from the program's own settings, never from the request (trust T13)
}

// Launches opens games.
type Launches struct {
	Venues *Venues

	// Check asks the guard whether the player may play; set in app.
	Check func(ctx context.Context, r db.Reader, player string) error

	// BeforeLaunch moves money to the venue as the player chose; set in app. A
	// refusal keeps the game shut and is told (LNCH-05). Silence does not: the
	// game opens, and what it says of the money is told (H-251).
	BeforeLaunch func(ctx context.Context, player, venue, order string) (Brought, error)

	// Session begins a session of a player at a seamless venue and gives its
	// token; set in app.
	Session func(ctx context.Context, s Session) (token string, err error)
}

// Session is one player in one game of a seamless venue.
type Session struct{ Player, Account, Venue, Game string }

// Open gives the address at which the player's browser opens the game
// (LNCH-02). It fails with ErrNoVenue, one of the states' faults,
// ErrGameHidden, ErrGameMaintained, what Check or BeforeLaunch say, or a fault that says how the
// venue answered.
func (l *Launches) Open(ctx context.Context, o Opening) (Opened, error) {
	e, err := l.Venues.Get(ctx, l.Venues.db, o.Venue)
	if err != nil {
		return Opened{}, err
	}
	if err := e.Usable(); err != nil {
		return Opened{}, err
	}
	adapter, _ := l.Venues.Adapter(e.Code)
	if err := l.Venues.gameShut(ctx, l.Venues.db, e, o.Game); err != nil {
		return Opened{}, err
	}
	if l.Check != nil {
		if err := l.Check(ctx, l.Venues.db, o.Player); err != nil {
			return Opened{}, err
		}
	}
	account, err := l.Venues.EnsureAccount(ctx, o.Player, e.Code)
	if err != nil {
		return Opened{}, l.explain(ctx, o, err)
	}
	var brought Brought
	if l.BeforeLaunch != nil {
		if brought, err = l.BeforeLaunch(ctx, o.Player, e.Code, o.Order); err != nil {
			return Opened{}, err
		}
	}
	var token string
	if adapter.Rules().Seamless {
		if l.Session == nil {
			return Opened{}, ErrNoAdapter
		}
		if token, err = l.Session(ctx, Session{Player: o.Player, Account: account, Venue: e.Code, Game: o.Game}); err != nil {
			return Opened{}, err
		}
	}
	address, err := adapter.Launch(ctx, Launch{
		Account: account, Game: o.Game, Mode: o.Mode, Language: o.Language,
		IP: o.Client.IP, Device: o.Client.Device, BackURL: o.Client.BackURL, Token: token,
	})
	if err != nil {
		return Opened{}, l.explain(ctx, o, err)
	}
	if l.Check != nil {
		// A venue may take seconds: who stopped meanwhile gets no open table (RG-4).
		if err := l.Check(ctx, l.Venues.db, o.Player); err != nil {
			return Opened{}, err
		}
	}
	l.Venues.noteOpened(ctx, o.Player, e.Code, o.Game)
	return Opened{Address: address, Brought: brought}, nil
}

// Verify answers a vendor who asks whose session a token is, or fails with ErrNoVenue
// where no vendor of ours asks. It writes nothing. The game opens only for a player who
// may still play there, for minutes may have passed since the launch (RG-4).
func (l *Launches) Verify(ctx context.Context, code string, body []byte) (SessionAnswer, error) {
	adapter, _ := l.Venues.Adapter(code)
	verifier, ok := adapter.(SessionVerifier)
	if !ok {
		return SessionAnswer{}, ErrNoVenue
	}
	return verifier.VerifySession(body, func(account string) error { return l.admit(ctx, code, account) }), nil
}

// admit is nil where the player behind an account may play at a venue now.
func (l *Launches) admit(ctx context.Context, code, account string) error {
	err := l.mayPlay(ctx, code, account)
	if _, told := fault.Of(err); err != nil && !told {
		l.Venues.log.ErrorContext(ctx, "a session could not be verified", slog.String("venue", code), slog.Any("err", err))
	}
	return err
}

func (l *Launches) mayPlay(ctx context.Context, code, account string) error {
	e, err := l.Venues.Get(ctx, l.Venues.db, code)
	if err != nil {
		return err
	}
	if err := e.Usable(); err != nil {
		return err
	}
	player, err := l.Venues.AccountOwner(ctx, l.Venues.db, code, account)
	if err != nil || l.Check == nil {
		return err
	}
	return l.Check(ctx, l.Venues.db, player)
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

// explain turns a venue's no or silence into the player's fault, and leaves the
// details to the log.
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
