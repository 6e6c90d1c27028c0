package gaming

import (
	"context"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/content"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/venue"
)

// base64Text is how texts travel that the documents call TContent: encoding is
// not cleaning, and whoever shows them shows text (trust T11).
func base64Text(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// announcements serves GetNotify and AvaiabledAnnoucement (HOME-04).
func (s *Handlers) announcements(ctx context.Context, _ *route.Caller, _ wire.Nothing) (AnnouncementsOut, error) {
	list, err := s.Content.Announcements(ctx)
	return AnnouncementsOut{Answer: wire.Answer{IsSuc: true}, Announcements: api.Each(list, func(a content.Announcement) Announcement {
		return Announcement{
			Id: a.ID, Title: a.Title, TContent: base64Text(a.Text), HotEndTime: wire.StampOf(a.HotUntil), CreateTime: wire.StampOf(a.ShownAt()),
		}
	})}, err
}

func (s *Handlers) ticker(ctx context.Context, _ *route.Caller, _ wire.Nothing) (wire.Data[[]TickerItem], error) {
	items, err := s.Content.Ticker(ctx)
	return wire.DataOf(api.Each(items, func(i content.TickerItem) TickerItem {
		return TickerItem{Id: i.ID, TContent: base64Text(i.Text)}
	})), err
}

func (s *Handlers) banners(ctx context.Context, _ *route.Caller, in BannersIn) (wire.Data[Banners], error) {
	device := in.Device
	if device == "" {
		device = "pc"
	}
	list, err := s.Content.Banners(ctx, device)
	return wire.DataOf(Banners{Banner: api.Each(list, func(b content.Banner) Banner {
		return Banner{Value: b.Picture, Link: b.Link, Alt: b.Alt, Title: b.Title, Line: b.Line, Button: b.Button}
	})}), err
}

// activities serves GetActivity (PROMO-01). The details are pages of the site
// itself, one for each form.
func (s *Handlers) activities(ctx context.Context, _ *route.Caller, _ wire.Nothing) (wire.Data[[]Activity], error) {
	list, err := s.Content.Promotions(ctx)
	if err != nil {
		return wire.Data[[]Activity]{}, err
	}
	begun, err := s.Venues.Kinds(ctx, s.Read)
	return wire.DataOf(api.Each(list, func(p content.Promotion) Activity {
		page := "/promotion/" + strconv.FormatInt(p.ID, 10)
		a := Activity{
			Id: p.ID, Name: p.Name, PromotionName: p.Name, StartDate: date(p.Starts), EndDate: date(p.Ends),
			PcPic: p.Picture, UrlPc: page, Url: page + "?form=h5", Line: p.Line, ContentId: p.ContentID,
		}
		if !begun[venue.Kind(p.Needs)] {
			a.Needs = p.Needs
		}
		return a
	})), err
}

// date is the day of a promotion, and nothing where none was said.
func date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return calendar.DayOf(t).String()
}

// supportLink serves OnlineCustomSupportLink: the address is in ResultMessage.
func (s *Handlers) supportLink(ctx context.Context, _ *route.Caller, _ wire.Nothing) (wire.Answer, error) {
	link, err := s.Content.SupportLink(ctx)
	return wire.Succeeded(link), err
}

// maintenance serves PlatformMaintenanceMessage: of the site for WEB or
// nothing, of a venue for its id or code (MNT-01, MNT-03).
func (s *Handlers) maintenance(ctx context.Context, _ *route.Caller, in MaintenanceIn) (wire.Data[Maintenance], error) {
	if in.PlatformCode != "" && !strings.EqualFold(in.PlatformCode, "WEB") {
		return s.venueMaintenance(ctx, in.PlatformCode)
	}
	m, err := s.Content.MaintenanceNow(ctx)
	return wire.DataOf(Maintenance{Status: m.On, StartTime: wire.StampOf(m.From), EndTime: wire.StampOf(m.To)}), err
}

func (s *Handlers) venueMaintenance(ctx context.Context, code string) (wire.Data[Maintenance], error) {
	e, err := s.Venues.Get(ctx, s.Read, code)
	if errors.Is(err, venue.ErrNoVenue) {
		return wire.DataOf(Maintenance{}), nil // an unknown platform is not in maintenance
	}
	return wire.DataOf(Maintenance{
		Status: e.State == venue.StateMaintenance, StartTime: wire.StampOf(e.MaintenanceFrom), EndTime: wire.StampOf(e.MaintenanceTo),
	}), err
}

func (s *Handlers) downloads(ctx context.Context, _ *route.Caller, _ wire.Nothing) (wire.Data[[]Download], error) {
	list, err := s.Content.Downloads(ctx)
	return wire.DataOf(api.Each(list, func(d content.Download) Download { return Download{Value: d.Name, Link: d.Link} })), err
}

// regions serves the region lookup of bank binding (CARD-02): 35 entries.
func (s *Handlers) regions(context.Context, *route.Caller, wire.Nothing) (wire.Data[[]Region], error) {
	return wire.DataOf(api.Each(destination.Regions(), func(r destination.Region) Region {
		return Region{Label: r.Label, Value: r.Value, Index: r.Index, Cities: api.Each(r.Cities, func(c destination.City) City {
			return City{Label: c.Label, Value: c.Value, Type: c.Type}
		})}
	})), nil
}
