package gaming

import (
	"context"
	"errors"
	"hongyun/internal/bet/feed"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/content"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// errNoVenue is a venue code in a path that is none; in a player's form the
// same is wrong input.
var errNoVenue = fault.New(fault.NotFound, "admin.no_venue", "没有找到该场馆")

// Venue is a venue as staff see it.
type Venue struct {
	Code         string    `json:"code"`
	PlatformID   int       `json:"platformId"`
	Name         string    `json:"name"`
	Category     string    `json:"category"`
	State        string    `json:"state" enumOf:"venue state"`
	HasAdapter   bool      `json:"hasAdapter"`
	Reason       *string   `json:"reason"`
	ChangedAt    *wire.Ms  `json:"changedAt"`
	ChangedBy    *string   `json:"changedBy"`
	Shut         *string   `json:"shut"`       // why the money switch lets nothing go there or come back
	WindowFrom   *wire.Ms  `json:"windowFrom"` // of a maintenance that is set and not over
	WindowTo     *wire.Ms  `json:"windowTo"`   // null: it ends when staff end it
	Scheduled    bool      `json:"scheduled"`  // the maintenance has not begun
	PlayersMoney wire.Yuan `json:"playersMoney"`
	LastFeedAt   *wire.Ms  `json:"lastFeedAt"`
	LagSeconds   *int64    `json:"lagSeconds"` // of its bet feed
	Gaps         int       `json:"gaps"`       // windows of its bet feed that failed and wait
	Stuck        int       `json:"stuck"`
	Protocol     *string   `json:"protocol"` // of its contract
	Breaker      *string   `json:"breaker" enumOf:"breaker"`
	Calls        int       `json:"calls"`       // of this server in the last hour
	CallsFailed  int       `json:"callsFailed"` // of them
	GamesDiffer  int       `json:"gamesDiffer"` // from the vendor's list, when it was last read or applied
}

// VenueState is the state a venue shall have.
type VenueState struct {
	State  string   `json:"state" enumOf:"venue state"`
	From   *wire.Ms `json:"from,omitempty"` // of a maintenance; left out: now
	To     *wire.Ms `json:"to,omitempty"`   // of a maintenance; left out: until staff end it
	Reason string   `json:"reason"`
}

// venueSwitch opens, maintains or closes a venue. A maintenance may begin later, and end by itself.
func (s *Handlers) venueSwitch(ctx context.Context, c *route.Call, in VenueState) (Venue, error) {
	from, noFrom := wire.InstantOf(in.From, content.ErrPeriod)
	to, noTo := wire.InstantOf(in.To, content.ErrPeriod)
	if noFrom != nil || noTo != nil {
		return Venue{}, venue.ErrWindow
	}
	e, err := s.Venues.SetState(ctx, c.By, venue.StateChange{
		Venue: c.Request.PathValue("code"), State: venue.State(in.State), From: from, To: to, Reason: in.Reason,
	})
	if errors.Is(err, venue.ErrNoVenue) {
		return Venue{}, errNoVenue
	}
	if err != nil {
		return Venue{}, err
	}
	figures, err := s.venueFigures(ctx)
	if err != nil {
		return Venue{}, err
	}
	return s.venueShown(ctx, e, figures)
}

func (s *Handlers) venues(ctx context.Context, _ *route.Call) (wire.Items[Venue], error) {
	list, err := s.Venues.List(ctx, s.Read)
	if err != nil {
		return wire.Items[Venue]{}, err
	}
	figures, err := s.venueFigures(ctx)
	if err != nil {
		return wire.Items[Venue]{}, err
	}
	out := wire.Items[Venue]{Items: make([]Venue, len(list))}
	for i, e := range list {
		if out.Items[i], err = s.venueShown(ctx, e, figures); err != nil {
			return wire.Items[Venue]{}, err
		}
	}
	return out, nil
}

// venueFigures are shown beside the venues: money, feeds, transfers.
type venueFigures struct {
	money map[string]int64
	feeds map[string]feed.Status
	games map[string]int // that differ from the vendor's list
}

func (s *Handlers) venueFigures(ctx context.Context) (venueFigures, error) {
	f := venueFigures{feeds: map[string]feed.Status{}}
	var err error
	if f.money, err = s.Ledger.VenueMoney(ctx, s.Read); err != nil {
		return f, err
	}
	if f.games, err = s.Catalogue.GamesDiffer(ctx, s.Read); err != nil {
		return f, err
	}
	feeds, err := s.Feed.Status(ctx)
	for _, v := range feeds {
		f.feeds[v.Venue] = v
	}
	return f, err
}

func (s *Handlers) venueShown(ctx context.Context, e venue.Entry, f venueFigures) (Venue, error) {
	out := Venue{
		Code: e.Code, PlatformID: e.ID, Name: e.Name, Category: e.Kind.Name(), State: string(e.State), HasAdapter: e.HasAdapter,
		Reason: wire.TextOrNull(e.Reason), ChangedAt: wire.InMsOrNull(e.ChangedAt), ChangedBy: wire.TextOrNull(e.ChangedBy),
		PlayersMoney: wire.InYuan(money.Fen(f.money[e.Code])), LastFeedAt: wire.InMsOrNull(f.feeds[e.Code].PulledAt), LagSeconds: s.lag(f.feeds[e.Code]), Gaps: f.feeds[e.Code].Gaps,
		GamesDiffer: f.games[e.Code],
	}
	if from, to, set := e.Window(s.Clock.Now()); set {
		out.WindowFrom, out.WindowTo, out.Scheduled = wire.InMsOrNull(from), wire.InMsOrNull(to), e.State == venue.StateOpen
	}
	if !e.HasAdapter {
		return out, nil // nothing was ever moved there
	}
	link := s.Venues.Link(e.Code)
	out.Protocol, out.Breaker = wire.TextOrNull(link.Protocol), wire.TextOrNull(string(s.Wallets.Breaker(e.Code).State))
	if link.Calls != nil {
		figures := link.Calls.Figures(s.Clock.Now())
		out.Calls, out.CallsFailed = figures.Calls, figures.Failed
	}
	closing, shut, err := s.Guard.Gate.Shut(ctx, guard.DoorTransfers, guard.VenueDoor(e.Code))
	if err != nil {
		return out, err
	}
	if shut {
		out.Shut = wire.TextOrNull(closing.Door.Text() + "：" + closing.Reason)
	}
	_, out.Stuck, err = s.Wallets.Stuck(ctx, s.Read, wallet.Filter{Venue: e.Code, Page: staff.Page{Size: 1}})
	return out, err
}
