package adminapi

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"hongyun/internal/bet"
)

// Bet is a bet as its newest version has it.
type Bet struct {
	ID        string `json:"id"`
	Venue     string `json:"venue"`
	VenueName string `json:"venueName"`
	BetID     string `json:"betId"`
	Game      string `json:"game"`
	BetAt     Ms     `json:"betAt"`
	SettledAt *Ms    `json:"settledAt"`
	Stake     Yuan   `json:"stake"`
	Valid     Yuan   `json:"valid"`
	WinLoss   Yuan   `json:"winLoss"`
	Status    string `json:"status" enumOf:"bet status"`
	Version   int    `json:"version"`
}

// BetPage is a page of bets with the sums of the whole filter.
type BetPage struct {
	Page[Bet]
	Sum BetSum `json:"sum"`
}

// BetSum is what bets add up to.
type BetSum struct {
	Stake   Yuan `json:"stake"`
	Valid   Yuan `json:"valid"`
	WinLoss Yuan `json:"winLoss"`
}

// Feed is how far a venue's bet feed is complete.
type Feed struct {
	Venue        string `json:"venue"`
	VenueName    string `json:"venueName"`
	Cursor       *Ms    `json:"cursor"`
	LagSeconds   *int64 `json:"lagSeconds"`
	Gaps         int    `json:"gaps"`
	LastPulledAt *Ms    `json:"lastPulledAt"`
	Lines24h     int    `json:"lines24h"`
	Findings     int    `json:"findings"`
}

// Window is a stretch of time a venue was asked for.
type Window struct {
	ID        string  `json:"id"`
	Venue     string  `json:"venue"`
	VenueName string  `json:"venueName"`
	From      Ms      `json:"from"`
	To        Ms      `json:"to"`
	State     string  `json:"state" enumOf:"window state"`
	Pages     int     `json:"pages"`
	Lines     int     `json:"lines"`
	Attempts  int     `json:"attempts"`
	PulledAt  *Ms     `json:"pulledAt"`
	Error     *string `json:"error"`

	Files        int `json:"files"`        // 0 where the venue does not cut its bets into files
	FilesMissing int `json:"filesMissing"` // of them not read to their end
}

// FeedFile is a file of bets, at a venue that cuts its bets into files.
type FeedFile struct {
	ID       string  `json:"id"`
	State    string  `json:"state" enumOf:"feed file state"`
	Attempts int     `json:"attempts"` // that failed
	Lines    int     `json:"lines"`
	ListedAt Ms      `json:"listedAt"`
	ReadAt   *Ms     `json:"readAt"`
	Error    *string `json:"error"`
}

// windowStates are the states by their names on this wire.
var windowStates = map[string]string{bet.Planned: "waiting", bet.Done: "complete", bet.Gap: "gap"}

func (s *gamingHandlers) playerBets(ctx context.Context, c *call) (BetPage, error) {
	var out BetPage
	f := bet.Filter{Player: c.id(), Venue: c.text("venue"), Status: c.one("status", bet.Statuses...), From: c.time("from"), To: c.time("to"), Page: c.page()}
	if err := c.checked(); err != nil {
		return out, err
	}
	list, err := s.Bets.List(ctx, f)
	if err != nil {
		return out, err
	}
	names, err := s.Venues.Names(ctx, s.Read)
	out.Page = pageOf(list.Items, list.Total, func(l bet.LineRow) Bet {
		return Bet{
			ID: l.Venue + ":" + l.BetID, Venue: l.Venue, VenueName: cmp.Or(names[l.Venue], l.Venue), BetID: l.BetID, Game: l.GameName,
			BetAt: ms(l.BetAt), SettledAt: msOf(l.SettledAt), Stake: yuan(l.Stake), Valid: yuan(l.Valid), WinLoss: yuan(l.Win),
			Status: l.Status, Version: l.Version,
		}
	})
	out.Sum.Stake, out.Sum.Valid, out.Sum.WinLoss = yuan(list.Sum.Stake), yuan(list.Sum.Valid), yuan(list.Sum.Win)
	return out, err
}

func (s *gamingHandlers) feed(ctx context.Context, _ *call) (Items[Feed], error) {
	list, err := s.Feed.Status(ctx)
	return itemsOf(list, s.feedShown), err
}

func (s *gamingHandlers) feedShown(f bet.Status) Feed {
	return Feed{
		Venue: f.Venue, VenueName: f.VenueName, Cursor: msOf(f.CompleteTo), LagSeconds: s.lag(f), Gaps: f.Gaps, LastPulledAt: msOf(f.PulledAt),
		Lines24h: f.Lines24h, Findings: f.Findings,
	}
}

// lag is how many seconds a feed is behind, nil if it never ran.
func (s *gamingHandlers) lag(f bet.Status) *int64 {
	if f.CompleteTo.IsZero() {
		return nil
	}
	return new(max(int64(s.Clock.Now().Sub(f.CompleteTo)/time.Second), 0))
}

func windowShown(w bet.Window) Window {
	return Window{
		ID: w.ID, Venue: w.Venue, VenueName: w.VenueName, From: ms(w.From), To: ms(w.To), State: windowStates[w.State], Pages: w.Pages,
		Lines: w.Lines, Attempts: w.Attempts, PulledAt: msOf(w.PulledAt), Error: textOf(w.Error),
		Files: w.Files, FilesMissing: w.FilesMissing,
	}
}

func (s *gamingHandlers) feedWindows(ctx context.Context, c *call) (Page[Window], error) {
	f := bet.WindowFilter{Venue: c.text("venue"), From: c.time("from"), To: c.time("to"), Page: c.page()}
	asked := c.one("state", slices.Sorted(maps.Values(windowStates))...)
	for state, name := range windowStates {
		if name == asked {
			f.State = state
		}
	}
	if err := c.checked(); err != nil {
		return Page[Window]{}, err
	}
	list, total, err := s.Feed.Windows(ctx, f)
	return pageOf(list, total, windowShown), err
}

func (s *gamingHandlers) feedFiles(ctx context.Context, c *call) (Page[FeedFile], error) {
	page := c.page()
	if err := c.checked(); err != nil {
		return Page[FeedFile]{}, err
	}
	list, total, err := s.Feed.Files(ctx, c.id(), page)
	return pageOf(list, total, func(f bet.File) FeedFile {
		return FeedFile{
			ID: f.ID, State: f.State, Attempts: f.Attempts, Lines: f.Lines, ListedAt: ms(f.ListedAt), ReadAt: msOf(f.ReadAt), Error: textOf(f.Error),
		}
	}), err
}

func (s *gamingHandlers) feedPull(ctx context.Context, c *call, _ Empty) (Window, error) {
	w, err := s.Feed.PullAgain(ctx, c.by, c.id())
	return windowShown(w), err
}
