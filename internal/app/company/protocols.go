package company

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/secret"
	"hongyun/internal/venue"
	"hongyun/internal/venue/ag"
	"hongyun/internal/venue/avia"
	"hongyun/internal/venue/bbin"
	"hongyun/internal/venue/bti"
	"hongyun/internal/venue/cq9"
	"hongyun/internal/venue/fb"
	"hongyun/internal/venue/hub88"
	"hongyun/internal/venue/im"
	"hongyun/internal/venue/jdb"
	"hongyun/internal/venue/ky"
	"hongyun/internal/venue/pg"
	"hongyun/internal/venue/pinnacle"
	"hongyun/internal/venue/saba"
	"hongyun/internal/venue/sexy"
	"hongyun/internal/venue/tcg"
	"hongyun/internal/venue/tf"
	"hongyun/internal/venue/vr"
	"hongyun/internal/venue/wire"
	"hongyun/internal/venue/wm"
	"hongyun/internal/venue/xj188"
)

// means are what an adapter works with beside its contract.
type means struct {
	platformID int // of the catalogue, for its log
	sessions   *venue.Sessions
	http       *http.Client
	clock      calendar.Clock
	log        *slog.Logger
}

// protocols are the wire protocols of game venues, by the name that a contract
// gives them.
var protocols = map[string]func(v VenueContract, m means) (venue.Venue, error){
	"ky":       kyVenue,
	"cq9":      cq9Venue,
	"vr":       vrVenue,
	"ag":       agVenue,
	"avia":     aviaVenue,
	"hub88":    hub88Venue,
	"im":       imVenue,
	"fb":       fbVenue,
	"pinnacle": pinnacleVenue,
	"bbin":     bbinVenue,
	"bti":      btiVenue,
	"saba":     sabaVenue,
	"wm":       wmVenue,
	"xj188":    xjVenue,
	"tcg":      tcgVenue,
	"pg":       pgVenue,
	"tf":       tfVenue,
	"sexy":     sexyVenue,
	"jdb":      jdbVenue,
}

// pacings are how often each vendor may be asked. Nobody asks Hub88 for bets.
var pacings = map[string]venue.Pacing{
	"ky": ky.Pacing, "cq9": cq9.Pacing, "vr": vr.Pacing, "ag": ag.Pacing, "avia": avia.Pacing, "im": im.Pacing, "fb": fb.Pacing,
	"pinnacle": pinnacle.Pacing, "bbin": bbin.Pacing, "bti": bti.Pacing, "saba": saba.Pacing, "wm": wm.Pacing, "xj188": xj188.Pacing,
	"tcg": tcg.Pacing, "pg": pg.Pacing, "tf": tf.Pacing, "jdb": jdb.Pacing, "sexy": sexy.Pacing, "hub88": {},
}

// VenueAdapters makes the adapter of each contract with a venue, and gives what staff may know of its connection.
func (c Companies) VenueAdapters(box *secret.Box, clock calendar.Clock, log *slog.Logger, wire wiring) (map[string]venue.Venue, map[string]venue.Link, error) {
	adapters, links := map[string]venue.Venue{}, map[string]venue.Link{}
	for _, v := range c.Venues {
		if adapters[v.Code] != nil {
			return nil, nil, fmt.Errorf("venue %q has two contracts", v.Code)
		}
		speak := protocols[v.Protocol]
		if speak == nil {
			return nil, nil, fmt.Errorf("venue %q: nobody speaks protocol %q", v.Code, v.Protocol)
		}
		if err := checkPacing(pacings[v.Protocol], v.FeedGapSeconds, v.CallsPerSecond); err != nil {
			return nil, nil, fmt.Errorf("venue %q: %w", v.Code, err)
		}
		if v.FeedGapSeconds > 0 {
			v.MinGap = time.Duration(v.FeedGapSeconds) * time.Second
		}
		calls := &venue.Calls{}
		adapter, err := speak(v, means{
			platformID: venue.ShippedID(v.Code), sessions: venue.NewSessions(box, v.Code, clock),
			http:  outward(pacing(v.CallsPerSecond, metering(calls, clock, wire))),
			clock: clock, log: log,
		})
		if err != nil {
			return nil, nil, fmt.Errorf("venue %q: %w", v.Code, err)
		}
		adapters[v.Code] = adapter
		links[v.Code] = venue.Link{Protocol: v.Protocol, Host: hostOf(v.BaseURL), Calls: calls, PerSecond: v.CallsPerSecond}
	}
	return adapters, links, nil
}

// hostOf is the host of an address; what else an address holds may be a key.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

func kyVenue(v VenueContract, m means) (venue.Venue, error) {
	return ky.New(ky.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, RecordURL: v.RecordURL, Agent: v.Agent,
		DESKey: v.DESKey, MD5Key: v.MD5Key, LineCode: v.LineCode, Prefix: v.Prefix, LaunchHosts: v.LaunchHosts,
		Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func cq9Venue(v VenueContract, m means) (venue.Venue, error) {
	return cq9.New(cq9.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, Token: v.Token, PasswordKey: v.PasswordKey,
		Prefix: v.Prefix, LaunchHosts: v.LaunchHosts, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func vrVenue(v VenueContract, m means) (venue.Venue, error) {
	return vr.New(vr.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, LaunchURL: v.LaunchURL, MerchantID: v.Agent, Key: v.Key,
		Prefix: v.Prefix, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func agVenue(v VenueContract, m means) (venue.Venue, error) {
	return ag.New(ag.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, LaunchURL: v.LaunchURL, RecordURL: v.RecordURL,
		Agent: v.Agent, DESKey: v.DESKey, MD5Key: v.MD5Key, RecordKey: v.RecordKey, PasswordKey: v.PasswordKey, Prefix: v.Prefix,
		Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, PageGap: v.PageGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func aviaVenue(v VenueContract, m means) (venue.Venue, error) {
	return avia.New(avia.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, SecretKey: v.Token, PasswordKey: v.PasswordKey,
		Prefix: v.Prefix, LaunchHosts: v.LaunchHosts, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func imVenue(v VenueContract, m means) (venue.Venue, error) {
	return im.New(im.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, ReportURL: v.RecordURL, MerchantCode: v.Token,
		Wallet: v.Wallet, GameCode: v.GameCode, PasswordKey: v.PasswordKey, Prefix: v.Prefix, LaunchHosts: v.LaunchHosts,
		Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func fbVenue(v VenueContract, m means) (venue.Venue, error) {
	meanings := make(map[string]fb.Meaning, len(v.Codes))
	for code, meaning := range v.Codes {
		meanings[code] = fb.Meaning(meaning)
	}
	markets, err := wire.ReadMarkets(v.Markets)
	if err != nil {
		return nil, err
	}
	return fb.New(fb.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, MerchantID: v.Agent, Secret: v.Token, Meanings: meanings, Markets: markets,
		Prefix: v.Prefix, LaunchHosts: v.LaunchHosts, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func pinnacleVenue(v VenueContract, m means) (venue.Venue, error) {
	return pinnacle.New(pinnacle.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, Agent: v.Agent, AgentKey: v.MD5Key, SecretKey: v.DESKey,
		Prefix: v.Prefix, LaunchHosts: v.LaunchHosts, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func btiVenue(v VenueContract, m means) (venue.Venue, error) {
	return bti.New(bti.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, DataURL: v.RecordURL, GameURL: v.LaunchURL,
		Agent: v.Agent, Password: v.Token, Prefix: v.Prefix,
		Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func sabaVenue(v VenueContract, m means) (venue.Venue, error) {
	markets, err := wire.ReadMarkets(v.Markets)
	if err != nil {
		return nil, err
	}
	return saba.New(saba.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, VendorID: v.Token, OperatorID: v.Agent, Currency: v.Currency, Markets: markets,
		Prefix: v.Prefix, LaunchHosts: v.LaunchHosts, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func wmVenue(v VenueContract, m means) (venue.Venue, error) {
	return wm.New(wm.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, VendorID: v.Agent, Signature: v.Token, PasswordKey: v.PasswordKey,
		Prefix: v.Prefix, LaunchHosts: v.LaunchHosts, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func xjVenue(v VenueContract, m means) (venue.Venue, error) {
	return xj188.New(xj188.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, LoginURL: v.LaunchURL, OperatorID: v.Agent, VendorID: v.Token,
		Prefix: v.Prefix, LaunchHosts: v.LaunchHosts, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func tcgVenue(v VenueContract, m means) (venue.Venue, error) {
	return tcg.New(tcg.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, LaunchURL: v.LaunchURL, Merchant: v.Agent, Key: v.DESKey, SignKey: v.Token,
		PasswordKey: v.PasswordKey, FileURL: v.RecordURL, FileUser: v.RecordUser, FilePassword: v.RecordKey,
		Prefix: v.Prefix, LaunchHosts: v.LaunchHosts, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func pgVenue(v VenueContract, m means) (venue.Venue, error) {
	return pg.New(pg.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, RecordURL: v.RecordURL, LaunchURL: v.LaunchURL, ReplayURL: v.ReplayURL,
		OperatorToken: v.Agent, SecretKey: v.Token, Lobby: v.GameCode, Sessions: m.sessions,
		Prefix: v.Prefix, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func tfVenue(v VenueContract, m means) (venue.Venue, error) {
	markets, err := wire.ReadMarkets(v.Markets)
	if err != nil {
		return nil, err
	}
	return tf.New(tf.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, LaunchURL: v.LaunchURL,
		PrivateToken: v.Token, PublicToken: v.PublicToken, OperatorID: v.Agent, Sessions: m.sessions, Markets: markets,
		Prefix: v.Prefix, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func sexyVenue(v VenueContract, m means) (venue.Venue, error) {
	return sexy.New(sexy.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, AgentID: v.Agent, Cert: v.Token, LimitIDs: v.LimitIDs,
		Prefix: v.Prefix, LaunchHosts: v.LaunchHosts, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, PageGap: v.PageGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func jdbVenue(v VenueContract, m means) (venue.Venue, error) {
	return jdb.New(jdb.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, DC: v.LineCode, Parent: v.Agent, Key: v.Key, IV: v.IV,
		Prefix: v.Prefix, LaunchHosts: v.LaunchHosts, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func bbinVenue(v VenueContract, m means) (venue.Venue, error) {
	return bbin.New(bbin.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, LaunchURL: v.LaunchURL, Website: v.LineCode, Upper: v.Agent, Keys: v.Keys,
		Prefix: v.Prefix, Timeout: v.Timeout, VisibleAfter: v.VisibleAfter, MinGap: v.MinGap, PageGap: v.PageGap, Lag: v.Lag,
		HTTP: m.http, Clock: m.clock, Log: m.log,
	})
}

func hub88Venue(v VenueContract, m means) (venue.Venue, error) {
	return hub88.New(hub88.Config{
		Code: v.Code, PlatformID: m.platformID, BaseURL: v.BaseURL, OperatorID: v.Agent, PrivateKey: v.Key, PublicKey: v.PublicKey,
		Prefix: v.Prefix, LaunchHosts: v.LaunchHosts, Timeout: v.Timeout, HTTP: m.http, Log: m.log,
	})
}
