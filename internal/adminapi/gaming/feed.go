package gaming

import (
	"cmp"
	"context"
	"hongyun/internal/bet/feed"
	"maps"
	"slices"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/bet"
)

// Bet is a bet as its newest version has it.
type Bet struct {
	ID        string    `json:"id"`
	Venue     string    `json:"venue"`
	VenueName string    `json:"venueName"`
	BetID     string    `json:"betId"`
	Game      string    `json:"game"`
	BetAt     wire.Ms   `json:"betAt"`
	SettledAt *wire.Ms  `json:"settledAt"`
	Stake     wire.Yuan `json:"stake"`
	Valid     wire.Yuan `json:"valid"`
	WinLoss   wire.Yuan `json:"winLoss"`
	Status    string    `json:"status" enumOf:"bet status"`
	Version   int       `json:"version"`
}

// BetPage is a page of bets with the sums of the whole filter.
type BetPage struct {
	wire.Page[Bet]
	Sum BetSum `json:"sum"`
}

// BetSum is what bets add up to.
type BetSum struct {
	Stake   wire.Yuan `json:"stake"`
	Valid   wire.Yuan `json:"valid"`
	WinLoss wire.Yuan `json:"winLoss"`
}

// Feed is how far a venue's bet feed is complete.
type Feed struct {
	Venue        string   `json:"venue"`
	VenueName    string   `json:"venueName"`
	Cursor       *wire.Ms `json:"cursor"`
	LagSeconds   *int64   `json:"lagSeconds"`
	Gaps         int      `json:"gaps"`
	LastPulledAt *wire.Ms `json:"lastPulledAt"`
	Lines24h     int      `json:"lines24h"`
	Findings     int      `json:"findings"`
}

// Window is a stretch of time a venue was asked for.
type Window struct {
	ID        string   `json:"id"`
	Venue     string   `json:"venue"`
	VenueName string   `json:"venueName"`
	From      wire.Ms  `json:"from"`
	To        wire.Ms  `json:"to"`
	State     string   `json:"state" enumOf:"window state"`
	Pages     int      `json:"pages"`
	Lines     int      `json:"lines"`
	Attempts  int      `json:"attempts"`
	PulledAt  *wire.Ms `json:"pulledAt"`
	Error     *string  `json:"error"`
	MadeAt    wire.Ms  `json:"madeAt"`

	Files        int `json:"files"`        // 0 where the venue does not cut its bets into files
	FilesMissing int `json:"filesMissing"` // of them not read to their end
}

// FeedFile is a file of bets, at a venue that cuts its bets into files.
type FeedFile struct {
	ID       string   `json:"id"`
	State    string   `json:"state" enumOf:"feed file state"`
	Attempts int      `json:"attempts"` // that failed
	Lines    int      `json:"lines"`
	ListedAt wire.Ms  `json:"listedAt"`
	ReadAt   *wire.Ms `json:"readAt"`
	Error    *string  `json:"error"`
}

// WindowStates are the states by their names on this wire.
var WindowStates = map[string]string{feed.Planned: "waiting", feed.Done: "complete", feed.Gap: "gap"}

func (s *Handlers) playerBets(ctx context.Context, c *route.Call) (BetPage, error) {
	var out BetPage
	f := bet.Filter{Player: c.ID(), Venue: c.Text("venue"), Status: c.OneOf("status", bet.Statuses...), From: c.Time("from"), To: c.Time("to"), Page: c.Page()}
	if err := c.Checked(); err != nil {
		return out, err
	}
	list, err := s.Bets.List(ctx, f)
	if err != nil {
		return out, err
	}
	names, err := s.Venues.Names(ctx, s.Read)
	out.Page = wire.PageOf(list.Items, list.Total, func(l bet.LineRow) Bet {
		return Bet{
			ID: l.Venue + ":" + l.BetID, Venue: l.Venue, VenueName: cmp.Or(names[l.Venue], l.Venue), BetID: l.BetID, Game: l.GameName,
			BetAt: wire.InMs(l.BetAt), SettledAt: wire.InMsOrNull(l.SettledAt), Stake: wire.InYuan(l.Stake), Valid: wire.InYuan(l.Valid), WinLoss: wire.InYuan(l.Win),
			Status: l.Status, Version: l.Version,
		}
	})
	out.Sum.Stake, out.Sum.Valid, out.Sum.WinLoss = wire.InYuan(list.Sum.Stake), wire.InYuan(list.Sum.Valid), wire.InYuan(list.Sum.Win)
	return out, err
}

func (s *Handlers) feed(ctx context.Context, _ *route.Call) (wire.Items[Feed], error) {
	list, err := s.Feed.Status(ctx)
	return wire.ItemsOf(list, s.feedShown), err
}

func (s *Handlers) feedShown(f feed.Status) Feed {
	return Feed{
		Venue: f.Venue, VenueName: f.VenueName, Cursor: wire.InMsOrNull(f.CompleteTo), LagSeconds: s.lag(f), Gaps: f.Gaps, LastPulledAt: wire.InMsOrNull(f.PulledAt),
		Lines24h: f.Lines24h, Findings: f.Findings,
	}
}

// lag is how many seconds a feed is behind, nil if it never ran.
func (s *Handlers) lag(f feed.Status) *int64 {
	if f.CompleteTo.IsZero() {
		return nil
	}
	return new(max(int64(s.Clock.Now().Sub(f.CompleteTo)/time.Second), 0))
}

func windowShown(w feed.Window) Window {
	return Window{
		ID: w.ID, Venue: w.Venue, VenueName: w.VenueName, From: wire.InMs(w.From), To: wire.InMs(w.To), State: WindowStates[w.State], Pages: w.Pages,
		Lines: w.Lines, Attempts: w.Attempts, PulledAt: wire.InMsOrNull(w.PulledAt), Error: wire.TextOrNull(w.Error), MadeAt: wire.InMs(w.MadeAt),
		Files: w.Files, FilesMissing: w.FilesMissing,
	}
}

func (s *Handlers) feedWindows(ctx context.Context, c *route.Call) (wire.Page[Window], error) {
	f := feed.WindowFilter{Venue: c.Text("venue"), From: c.Time("from"), To: c.Time("to"), Page: c.Page()}
	asked := c.OneOf("state", slices.Sorted(maps.Values(WindowStates))...)
	for state, name := range WindowStates {
		if name == asked {
			f.State = state
		}
	}
	if err := c.Checked(); err != nil {
		return wire.Page[Window]{}, err
	}
	list, total, err := s.Feed.Windows(ctx, f)
	return wire.PageOf(list, total, windowShown), err
}

func (s *Handlers) feedFiles(ctx context.Context, c *route.Call) (wire.Page[FeedFile], error) {
	page := c.Page()
	if err := c.Checked(); err != nil {
		return wire.Page[FeedFile]{}, err
	}
	list, total, err := s.Feed.Files(ctx, c.ID(), page)
	return wire.PageOf(list, total, func(f feed.File) FeedFile {
		return FeedFile{
			ID: f.ID, State: f.State, Attempts: f.Attempts, Lines: f.Lines, ListedAt: wire.InMs(f.ListedAt), ReadAt: wire.InMsOrNull(f.ReadAt), Error: wire.TextOrNull(f.Error),
		}
	}), err
}

func (s *Handlers) feedPull(ctx context.Context, c *route.Call, _ wire.Empty) (Window, error) {
	w, err := s.Feed.PullAgain(ctx, c.By, c.ID())
	return windowShown(w), err
}
