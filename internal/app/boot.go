package app

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/content"
	"hongyun/internal/site"
)

// boot is what every index page of the player site carries. The site keeps it
// for two seconds, so this is read that often and not by every visitor.
func (a *App) boot(ctx context.Context) (site.Boot, error) {
	now, asks := a.Brand(), a.Rules.Register()
	b := site.Boot{
		SiteName: now.Name, Logo: now.Logo, Style: now.Style(), Demo: a.Demo, MinAge: a.Rules.MinAge(),
		Register:       site.Register{Open: asks.Open, Invite: asks.Invite, TrueName: asks.TrueName, Birthday: asks.Birthday, Email: asks.Email},
		ReqTokenSecret: a.ReqTokenSecrets[0],
		Frames:         a.frames(nil), Venues: map[string]string{}, VenueNames: map[string]string{},
	}
	front, err := a.Content.Front(ctx)
	if err != nil {
		return b, err
	}
	h, held := front.House, a.Licensed()
	b.House = site.House{
		Operator: held.Operator, Regulator: held.Regulator, Licence: held.Number, Address: held.Address, Jurisdiction: held.Jurisdiction,
		Link: held.Link, Seal: held.Seal,
		Email: h.Email, ComplaintEmail: h.ComplaintEmail, PrivacyEmail: h.PrivacyEmail, AgentEmail: h.AgentEmail,
		Arbiter: h.Arbiter, Helpline: h.Helpline,
	}
	b.Licence, b.Footer = held.Statement, h.FooterText
	b.Maintenance = shownMaintenance(front.Maintenance)
	b.Banners, b.BannersH5 = shownBanners(front.Banners), shownBanners(front.BannersH5)
	b.Ticker = make([]string, 0, len(front.Ticker))
	for _, item := range front.Ticker {
		b.Ticker = append(b.Ticker, item.Text)
	}
	b.Frames, b.Hot = a.frames(front.Frames), front.Hot
	support, err := a.Content.SupportLink(ctx)
	if err != nil {
		return b, err
	}
	// An address of the site's own contact page leads in a circle.
	b.OwnSupport = support == "" || strings.Contains(support, "/tools/contact")
	venues, err := a.Venues.List(ctx, a.DB)
	for _, e := range venues {
		id := strconv.Itoa(e.ID)
		b.Venues[id], b.VenueNames[id] = string(e.Shown()), e.Name
	}
	return b, err
}

// frames joins the hosts that staff named to those of the configuration.
func (a *App) frames(named []string) []string {
	hosts := make([]string, 0, len(named)+len(a.FrameHosts))
	hosts = append(append(hosts, named...), a.FrameHosts...)
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

func shownMaintenance(m content.Maintenance) site.Maintenance {
	shown := site.Maintenance{Status: m.On}
	if !m.From.IsZero() {
		shown.StartTime = calendar.Stamp(m.From)
	}
	if !m.To.IsZero() {
		shown.EndTime = calendar.Stamp(m.To)
	}
	return shown
}

func shownBanners(banners []content.Banner) []site.Banner {
	shown := make([]site.Banner, 0, len(banners))
	for _, b := range banners {
		shown = append(shown, site.Banner{Value: b.Picture, Link: b.Link, Alt: b.Alt, Title: b.Title, Line: b.Line, Button: b.Button})
	}
	return shown
}
