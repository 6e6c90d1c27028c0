package site

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/content"
)

// SiteSettings is what there is once on the site.
type SiteSettings struct {
	SupportLink string          `json:"supportLink"`
	Downloads   []Download      `json:"downloads"`
	Maintenance SiteMaintenance `json:"maintenance"`
	House       House           `json:"house"`
	Frames      []string        `json:"frames"`
	Editions    SiteEditions    `json:"editions"`
	Waiting     SiteWaiting     `json:"waiting"`
}

// SiteEditions are the versions of what there is once.
type SiteEditions struct {
	Support     Edition `json:"support"`
	Downloads   Edition `json:"downloads"`
	Maintenance Edition `json:"maintenance"`
	House       Edition `json:"house"`
	Frames      Edition `json:"frames"`
}

// SiteWaiting are the requests that wait for a second person, null for none.
type SiteWaiting struct {
	Support   *string `json:"support"`
	Downloads *string `json:"downloads"`
}

// Download is one app that players can install.
type Download struct {
	Name string `json:"name"`
	Link string `json:"link"`
}

// SiteMaintenance says whether the site is closed, or will be.
type SiteMaintenance struct {
	State string   `json:"state" enum:"open,scheduled,closed"`
	From  *wire.Ms `json:"from"`
	To    *wire.Ms `json:"to"`
}

// House is where the operator is reached, and the footer's own line.
type House struct {
	Email          string `json:"email"`
	ComplaintEmail string `json:"complaintEmail"`
	PrivacyEmail   string `json:"privacyEmail"`
	AgentEmail     string `json:"agentEmail"`
	Arbiter        string `json:"arbiter"`
	Helpline       string `json:"helpline"`
	FooterText     string `json:"footerText"`
}

// SupportEdit is the address of customer service as it shall be.
type SupportEdit struct {
	Link string `json:"link"`
	EditionBase
	Reason string `json:"reason"`
}

// DownloadsEdit is the list of apps as it shall be.
type DownloadsEdit struct {
	Items []Download `json:"items"`
	EditionBase
	Reason string `json:"reason"`
}

// MaintenanceEdit closes the site for a period, or opens it.
type MaintenanceEdit struct {
	On     bool     `json:"on"`
	From   *wire.Ms `json:"from,omitempty"`
	To     *wire.Ms `json:"to,omitempty"`
	Reason string   `json:"reason"`
	EditionBase
}

// HouseEdit is where the operator is reached, as it shall be.
type HouseEdit struct {
	House
	EditionBase
}

// FramesEdit is the list of hosts that the frame viewer may show.
type FramesEdit struct {
	Hosts []string `json:"hosts"`
	EditionBase
}

// siteEditions reads the versions of what there is once. They are read before it.
func (s *Handlers) siteEditions(ctx context.Context) (out SiteEditions, err error) {
	for noun, into := range map[string]*Edition{
		content.NounSupport: &out.Support, content.NounDownload: &out.Downloads, content.NounMaintenance: &out.Maintenance,
		content.NounHouse: &out.House, content.NounFrames: &out.Frames,
	} {
		e, err := s.Content.EditionOf(ctx, noun)
		if err != nil {
			return out, err
		}
		*into = editionOf(e)
	}
	return out, nil
}

func (s *Handlers) siteWaiting(ctx context.Context) (SiteWaiting, error) {
	found, err := s.Staff.PendingOf(ctx, s.Read, "content:", []string{content.NounSupport, content.NounDownload})
	return SiteWaiting{Support: wire.TextOrNull(found[content.NounSupport]), Downloads: wire.TextOrNull(found[content.NounDownload])}, err
}

func (s *Handlers) contentSettings(ctx context.Context, _ *route.Call) (SiteSettings, error) {
	out := SiteSettings{}
	var err error
	if out.Editions, err = s.siteEditions(ctx); err != nil {
		return out, err
	}
	if out.Waiting, err = s.siteWaiting(ctx); err != nil {
		return out, err
	}
	if out.SupportLink, err = s.Content.SupportLink(ctx); err != nil {
		return out, err
	}
	downloads, err := s.Content.Downloads(ctx)
	if err != nil {
		return out, err
	}
	out.Downloads = api.Each(downloads, func(d content.Download) Download { return Download(d) })
	if out.Maintenance, err = s.siteMaintenance(ctx); err != nil {
		return out, err
	}
	house, err := s.Content.House(ctx)
	if err != nil {
		return out, err
	}
	out.House = House(house)
	frames, err := s.Content.Frames(ctx)
	out.Frames = api.Each(frames, func(host string) string { return host })
	return out, err
}

func (s *Handlers) siteMaintenance(ctx context.Context) (SiteMaintenance, error) {
	m, err := s.Content.Maintenance(ctx)
	out := SiteMaintenance{State: "open", From: wire.InMsOrNull(m.From), To: wire.InMsOrNull(m.To)}
	switch {
	case m.On:
		out.State = "closed"
	case s.Clock.Now().Before(m.From):
		out.State = "scheduled"
	}
	return out, err
}

func (s *Handlers) supportSave(ctx context.Context, c *route.Call, in SupportEdit) (wire.Outcome, error) {
	id, err := s.Content.SetSupportLink(ctx, c.By, in.against(), in.Link, in.Reason)
	return wire.DoneOrWaiting(id), err
}

func (s *Handlers) downloadsSave(ctx context.Context, c *route.Call, in DownloadsEdit) (wire.Outcome, error) {
	id, err := s.Content.SetDownloads(ctx, c.By, in.against(), api.Each(in.Items, func(d Download) content.Download { return content.Download(d) }), in.Reason)
	return wire.DoneOrWaiting(id), route.InField(route.InField(err, content.ErrTitle, "items"), content.ErrLink, "items")
}

func (s *Handlers) maintenanceSave(ctx context.Context, c *route.Call, in MaintenanceEdit) (SiteMaintenance, error) {
	from, err := wire.InstantOf(in.From, content.ErrPeriod)
	if err != nil {
		return SiteMaintenance{}, route.InField(err, content.ErrPeriod, "from")
	}
	to, err := wire.InstantOf(in.To, content.ErrPeriod)
	if err != nil {
		return SiteMaintenance{}, err
	}
	if err := s.Content.SetMaintenance(ctx, c.By, in.against(), content.Maintenance{On: in.On, From: from, To: to}, in.Reason); err != nil {
		return SiteMaintenance{}, err
	}
	return s.siteMaintenance(ctx)
}

func (s *Handlers) houseSave(ctx context.Context, c *route.Call, in HouseEdit) (route.None, error) {
	return route.None{}, s.Content.SetHouse(ctx, c.By, in.against(), content.House(in.House))
}

func (s *Handlers) framesSave(ctx context.Context, c *route.Call, in FramesEdit) (route.None, error) {
	return route.None{}, s.Content.SetFrames(ctx, c.By, in.against(), in.Hosts)
}
