package playerapi

import (
	"net/http"
	"time"

	"github.com/go-chi/httprate"

	"hongyun/internal/door"
	"hongyun/internal/playerapi/route"
)

// Rates are how many calls a minute one client may make (trust CAP-4, CAP-6,
// DOS-1). 0 means no limit.
type Rates struct {
	Visitor int // calls without a ticket, by network
	Guess   int // tries of a password or captcha, by network
	Picture int // captcha images drawn, by network
	Player  int // calls with a ticket, by session
	Money   int // money calls, by session
	Beacon  int // what pages report about themselves, by network
	Export  int // exports of many records, by session
	Venues  int // questions that are passed on to every venue, by session
}

// DefaultRates are far above what a person does and far below what a program can.
func DefaultRates() Rates {
	return Rates{Visitor: 600, Guess: 30, Picture: 30, Player: 1200, Money: 120, Beacon: 120, Export: 5, Venues: 30}
}

type limits struct {
	visitor, guess, picture, player, money, beacon, venues, export *httprate.RateLimiter
}

func newLimits(r Rates) limits {
	return limits{
		visitor: perMinute(r.Visitor), guess: perMinute(r.Guess), picture: perMinute(r.Picture),
		player: perMinute(r.Player), money: perMinute(r.Money), beacon: perMinute(r.Beacon), venues: perMinute(r.Venues), export: perMinute(r.Export),
	}
}

func perMinute(n int) *httprate.RateLimiter {
	if n <= 0 {
		return nil
	}
	return httprate.NewRateLimiter(n, time.Minute, httprate.WithResponseHeaders(httprate.ResponseHeaders{RetryAfter: "Retry-After"}))
}

// before counts a call by its network, ahead of any work for it.
func (l limits) before(w http.ResponseWriter, r *http.Request, c *route.Call) error {
	network := door.Network(door.VisitOf(r.Context()).IP)
	switch {
	case c.Guess:
		return count(l.guess, w, r, network)
	case c.Beacon:
		return count(l.beacon, w, r, network)
	case c.Open:
		return count(l.picture, w, r, network)
	case c.Who == route.Anyone:
		return count(l.visitor, w, r, network)
	}
	return nil
}

// after counts a call by its session, once that is known.
func (l limits) after(w http.ResponseWriter, r *http.Request, c *route.Call, session string) error {
	if c.Export {
		return count(l.export, w, r, session)
	}
	if c.Venues {
		return count(l.venues, w, r, session)
	}
	if c.Who == route.DevicePlayer {
		return count(l.money, w, r, session)
	}
	return count(l.player, w, r, session)
}

func count(l *httprate.RateLimiter, w http.ResponseWriter, r *http.Request, key string) error {
	if l != nil && l.OnLimit(w, r, key) {
		return route.ErrTooMany
	}
	return nil
}
