package gaming

import (
	"context"
	"errors"
	"hongyun/internal/bet/feed"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// VenueDetail is a venue with all that bears on its health. Nothing of it is a key.
type VenueDetail struct {
	Venue
	Contract *VenueContract `json:"contract"` // null: there is none
	Traffic  *VenueTraffic  `json:"traffic"`
	Feed     *Feed          `json:"feed"` // null: it reports no bets
	Refusals []VenueRefusal `json:"refusals"`
	Failures []CallFailure  `json:"failures"` // of calls of this server, the newest first
	Windows  []Window       `json:"windows"`  // of the feed that failed and wait, the newest first
}

// VenueContract is what staff may know of a contract, and how the venue works by it.
type VenueContract struct {
	Protocol       string     `json:"protocol"`
	Host           string     `json:"host"`
	TimeoutSeconds int64      `json:"timeoutSeconds"` // longest time of one call
	MaxTransfer    *wire.Yuan `json:"maxTransfer"`    // null: no limit
	WholeYuan      bool       `json:"wholeYuan"`      // transfers must be whole yuan
	NoQuery        bool       `json:"noQuery"`        // it answers no question about a transfer
	Seamless       bool       `json:"seamless"`       // it plays on the centre wallet
	GameList       bool       `json:"gameList"`       // the vendor gives the list of its games
	NoSides        string     `json:"noSides"`        // why bets at a sportsbook name no sides, in Chinese; "": they do
	FeedGapSeconds int64      `json:"feedGapSeconds"` // shortest time between two questions for bets; 0: none, or below a second
	CallsPerSecond int        `json:"callsPerSecond"` // of this server at most; 0: no limit
}

// VenueTraffic is what this server knows of its calls to a venue: the breaker now,
// the figures of the last hour.
type VenueTraffic struct {
	Breaker    string   `json:"breaker" enumOf:"breaker"`
	Failing    int      `json:"failing"`  // transfers in a row without an answer
	UnderWay   int      `json:"underWay"` // calls about transfers now
	AtOnce     int      `json:"atOnce"`   // of them at most
	Calls      int      `json:"calls"`
	Failed     int      `json:"failed"`
	AverageMs  int64    `json:"averageMs"` // until an answer began
	SlowestMs  int64    `json:"slowestMs"`
	LastAt     *wire.Ms `json:"lastAt"`
	LastGoodAt *wire.Ms `json:"lastGoodAt"`
}

// VenueRefusal is how many transfers a venue refused for one reason in 24 hours.
type VenueRefusal struct {
	Reason string  `json:"reason" enumOf:"transfer reason" doc:"float: the operator's credit at the venue has run out"`
	Count  int     `json:"count"`
	LastAt wire.Ms `json:"lastAt"`
}

// CallFailure is a call to a venue that failed.
type CallFailure struct {
	At     wire.Ms `json:"at"`
	Kind   string  `json:"kind" enumOf:"call failure"`
	Status int     `json:"status"` // of an answer with a bad HTTP status, else 0
}

// maxWindows is how many failed windows a venue's page shows.
const maxWindows = 10

func (s *Handlers) venue(ctx context.Context, c *route.Call) (VenueDetail, error) {
	out := VenueDetail{Refusals: []VenueRefusal{}, Failures: []CallFailure{}, Windows: []Window{}}
	e, err := s.Venues.Get(ctx, s.Read, c.Request.PathValue("code"))
	if errors.Is(err, venue.ErrNoVenue) {
		return out, errNoVenue
	}
	if err != nil {
		return out, err
	}
	figures, err := s.venueFigures(ctx)
	if err != nil {
		return out, err
	}
	if out.Venue, err = s.venueShown(ctx, e, figures); err != nil {
		return out, err
	}
	adapter, has := s.Venues.Adapter(e.Code)
	if !has {
		return out, nil
	}
	out.Contract = s.contractShown(e.Code, adapter)
	out.Traffic, out.Failures = s.traffic(e.Code)
	refusals, err := s.Wallets.Refusals(ctx, s.Read, e.Code)
	if err != nil {
		return out, err
	}
	out.Refusals = api.Each(refusals, func(r wallet.Refusals) VenueRefusal {
		return VenueRefusal{Reason: r.Reason, Count: r.Count, LastAt: wire.InMs(r.LastAt)}
	})
	return out, s.venueFeed(ctx, e, &out)
}

func (s *Handlers) contractShown(code string, adapter venue.Venue) *VenueContract {
	link, rules := s.Venues.Link(code), adapter.Rules()
	out := &VenueContract{
		Protocol: link.Protocol, Host: link.Host, TimeoutSeconds: int64(rules.Timeout / time.Second),
		WholeYuan: rules.WholeYuan, NoQuery: rules.NoQuery, Seamless: rules.Seamless,
		GameList: !rules.NoGameList, NoSides: rules.NoSides, CallsPerSecond: link.PerSecond,
	}
	if source, reports := adapter.(venue.BetSource); reports {
		out.FeedGapSeconds = int64(source.FeedRules().MinGap / time.Second)
	}
	if rules.MaxAmount > 0 {
		out.MaxTransfer = new(wire.InYuan(rules.MaxAmount))
	}
	return out
}

func (s *Handlers) traffic(code string) (*VenueTraffic, []CallFailure) {
	b := s.Wallets.Breaker(code)
	out := &VenueTraffic{Breaker: string(b.State), Failing: b.Failing, UnderWay: b.UnderWay, AtOnce: b.AtOnce}
	calls := s.Venues.Link(code).Calls
	if calls == nil {
		return out, []CallFailure{}
	}
	f := calls.Figures(s.Clock.Now())
	out.Calls, out.Failed, out.AverageMs, out.SlowestMs = f.Calls, f.Failed, f.Average.Milliseconds(), f.Slowest.Milliseconds()
	out.LastAt, out.LastGoodAt = wire.InMsOrNull(f.LastAt), wire.InMsOrNull(f.LastGoodAt)
	return out, api.Each(f.Failures, func(f venue.CallFailure) CallFailure {
		return CallFailure{At: wire.InMs(f.At), Kind: string(f.Kind), Status: f.Status}
	})
}

func (s *Handlers) venueFeed(ctx context.Context, e venue.Entry, out *VenueDetail) error {
	status, has, err := s.Feed.StatusOf(ctx, e)
	if err != nil || !has {
		return err
	}
	out.Feed = new(s.feedShown(status))
	failed, _, err := s.Feed.Windows(ctx, feed.WindowFilter{Venue: e.Code, State: feed.Gap, Page: staff.Page{Size: maxWindows}})
	out.Windows = api.Each(failed, windowShown)
	return err
}
