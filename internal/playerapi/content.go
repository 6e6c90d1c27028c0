package playerapi

import (
	"context"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/content"
	"hongyun/internal/venue"
)

// base64Text is how texts travel that the documents call TContent: encoding is
// not cleaning, and whoever shows them shows text (trust T11).
func base64Text(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// announcements serves GetNotify and AvaiabledAnnoucement (HOME-04).
func (s *playHandlers) announcements(ctx context.Context, _ *Caller, _ Nothing) (AnnouncementsOut, error) {
	list, err := s.Content.Announcements(ctx)
	return AnnouncementsOut{Answer: Answer{IsSuc: true}, Announcements: api.Each(list, func(a content.Announcement) Announcement {
		return Announcement{
			Id: a.ID, Title: a.Title, TContent: base64Text(a.Text), HotEndTime: stamp(a.HotUntil), CreateTime: stamp(a.ShownAt()),
		}
	})}, err
}

func (s *playHandlers) ticker(ctx context.Context, _ *Caller, _ Nothing) (Data[[]TickerItem], error) {
	items, err := s.Content.Ticker(ctx)
	return dataOf(api.Each(items, func(i content.TickerItem) TickerItem {
		return TickerItem{Id: i.ID, TContent: base64Text(i.Text)}
	})), err
}

func (s *playHandlers) banners(ctx context.Context, _ *Caller, in BannersIn) (Data[Banners], error) {
	device := in.Device
	if device == "" {
		device = "pc"
	}
	list, err := s.Content.Banners(ctx, device)
	return dataOf(Banners{Banner: api.Each(list, func(b content.Banner) Banner {
		return Banner{Value: b.Picture, Link: b.Link, Alt: b.Alt, Title: b.Title, Line: b.Line, Button: b.Button}
	})}), err
}

// activities serves GetActivity (PROMO-01). The details are pages of the site
// itself, one for each form.
func (s *playHandlers) activities(ctx context.Context, _ *Caller, _ Nothing) (Data[[]Activity], error) {
	list, err := s.Content.Promotions(ctx)
	if err != nil {
		return Data[[]Activity]{}, err
	}
	begun, err := s.Venues.Kinds(ctx, s.Read)
	return dataOf(api.Each(list, func(p content.Promotion) Activity {
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
func (s *playHandlers) supportLink(ctx context.Context, _ *Caller, _ Nothing) (Answer, error) {
	link, err := s.Content.SupportLink(ctx)
	return succeeded(link), err
}

// maintenance serves PlatformMaintenanceMessage: of the site for WEB or
// nothing, of a venue for its id or code (MNT-01, MNT-03).
func (s *playHandlers) maintenance(ctx context.Context, _ *Caller, in MaintenanceIn) (Data[Maintenance], error) {
	if in.PlatformCode != "" && !strings.EqualFold(in.PlatformCode, "WEB") {
		return s.venueMaintenance(ctx, in.PlatformCode)
	}
	m, err := s.Content.MaintenanceNow(ctx)
	return dataOf(Maintenance{Status: m.On, StartTime: stamp(m.From), EndTime: stamp(m.To)}), err
}

func (s *playHandlers) venueMaintenance(ctx context.Context, code string) (Data[Maintenance], error) {
	e, err := s.Venues.Get(ctx, s.Read, code)
	if errors.Is(err, venue.ErrNoVenue) {
		return dataOf(Maintenance{}), nil // an unknown platform is not in maintenance
	}
	return dataOf(Maintenance{
		Status: e.State == venue.StateMaintenance, StartTime: stamp(e.MaintenanceFrom), EndTime: stamp(e.MaintenanceTo),
	}), err
}

func (s *playHandlers) downloads(ctx context.Context, _ *Caller, _ Nothing) (Data[[]Download], error) {
	list, err := s.Content.Downloads(ctx)
	return dataOf(api.Each(list, func(d content.Download) Download { return Download{Value: d.Name, Link: d.Link} })), err
}

// regions serves the region lookup of bank binding (CARD-02): 35 entries.
func (s *playHandlers) regions(context.Context, *Caller, Nothing) (Data[[]Region], error) {
	return dataOf(api.Each(cashier.Regions(), func(r cashier.Region) Region {
		return Region{Label: r.Label, Value: r.Value, Index: r.Index, Cities: api.Each(r.Cities, func(c cashier.City) City {
			return City{Label: c.Label, Value: c.Value, Type: c.Type}
		})}
	})), nil
}
