package site

import (
	"context"
	"strconv"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/content"
)

// Announcement is a message to all players.
type Announcement struct {
	ID        string   `json:"id"`
	Title     string   `json:"title"`
	Text      string   `json:"text"`
	HotUntil  *wire.Ms `json:"hotUntil"` // pops up until then
	CreatedAt wire.Ms  `json:"createdAt"`
	Showing
	Edition
}

// TickerLine is one sentence of the ticker.
type TickerLine struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Position int    `json:"position"`
	Showing
	Edition
}

// Banner is one picture of the carousel.
type Banner struct {
	ID       string `json:"id"`
	Device   string `json:"device" enumOf:"device"`
	Picture  string `json:"picture"`
	Title    string `json:"title"`
	Line     string `json:"line"`
	Button   string `json:"button"`
	Link     string `json:"link"`
	Alt      string `json:"alt"`
	Position int    `json:"position"`
	Showing
	Edition
}

// Showing is whether players see something, and from when to when.
type Showing struct {
	Published bool     `json:"published"`
	From      *wire.Ms `json:"from"`
	To        *wire.Ms `json:"to"`
	State     string   `json:"state" enum:"draft,scheduled,live,ended"`
}

// showing says what the window means now.
func (s *Handlers) showing(published bool, w content.Window) Showing {
	out := Showing{Published: published, From: wire.InMsOrNull(w.From), To: wire.InMsOrNull(w.To), State: "live"}
	now := s.Clock.Now()
	switch {
	case !published:
		out.State = "draft"
	case !w.To.IsZero() && !now.Before(w.To):
		out.State = "ended"
	case now.Before(w.From):
		out.State = "scheduled"
	}
	return out
}

func (s *Handlers) contentAnnouncements(ctx context.Context, c *route.Call) (wire.Items[Announcement], error) {
	edition, err := s.editions(c, content.NounAnnouncement)
	if err != nil {
		return wire.Items[Announcement]{}, err
	}
	list, err := s.Content.AllAnnouncements(ctx)
	return wire.ItemsOf(list, func(a content.Announcement) Announcement {
		return Announcement{
			ID: wire.IDText(a.ID), Title: a.Title, Text: a.Text, HotUntil: wire.InMsOrNull(a.HotUntil), CreatedAt: wire.InMs(a.CreatedAt),
			Showing: s.showing(a.Published, a.Window), Edition: edition(a.ID),
		}
	}), err
}

func (s *Handlers) contentTicker(ctx context.Context, c *route.Call) (wire.Items[TickerLine], error) {
	edition, err := s.editions(c, content.NounTicker)
	if err != nil {
		return wire.Items[TickerLine]{}, err
	}
	list, err := s.Content.WholeTicker(ctx)
	return wire.ItemsOf(list, func(t content.TickerItem) TickerLine {
		return TickerLine{ID: wire.IDText(t.ID), Text: t.Text, Position: t.Position, Showing: s.showing(t.Published, t.Window), Edition: edition(t.ID)}
	}), err
}

func (s *Handlers) contentBanners(ctx context.Context, c *route.Call) (wire.Items[Banner], error) {
	edition, err := s.editions(c, content.NounBanner)
	if err != nil {
		return wire.Items[Banner]{}, err
	}
	list, err := s.Content.AllBanners(ctx)
	return wire.ItemsOf(list, func(b content.Banner) Banner {
		return Banner{
			ID: wire.IDText(b.ID), Device: b.Device, Picture: b.Picture, Title: b.Title, Line: b.Line, Button: b.Button, Link: b.Link,
			Alt: b.Alt, Position: b.Position, Showing: s.showing(b.Published, b.Window), Edition: edition(b.ID),
		}
	}), err
}

// contentPictures lists the pictures that the site ships.
func (s *Handlers) contentPictures(context.Context, *route.Call) (wire.Items[string], error) {
	return wire.ItemsOf(s.Pictures, func(address string) string { return address }), nil
}

// contentID is the number in a path.
func contentID(c *route.Call) (int64, error) { return knownID(c.ID()) }

// knownID reads the id of something that exists.
func knownID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id <= 0 {
		return 0, content.ErrNotFound
	}
	return id, nil
}

// savedID reads the id of what is saved; none is a new one.
func savedID(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	return knownID(text)
}
