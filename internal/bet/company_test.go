package bet_test

import (
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/bet/feed"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	sealed "hongyun/internal/secret"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/venue/avia"
	"hongyun/internal/venue/bbin"
	"hongyun/internal/venue/bti"
	"hongyun/internal/venue/im"
	"hongyun/internal/venue/jdb"
	"hongyun/internal/venue/ky"
	"hongyun/internal/venue/pg"
	"hongyun/internal/venue/pinnacle"
	"hongyun/internal/venue/saba"
	"hongyun/internal/venue/sexy"
	"hongyun/internal/venue/tcg"
	"hongyun/internal/venue/tf"
	"hongyun/internal/venue/venuetest"
	"hongyun/internal/venue/wire"
	"hongyun/internal/venue/wm"
	"hongyun/internal/venue/xj188"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
	bbincompany "hongyun/sandbox/venues/bbin"
)

// Once every window is complete, our mirror equals the company's count,
// whatever happened to its bets and its feed.
func TestOurMirrorEqualsTheCompanysOwnCount(t *testing.T) {
	for _, v := range []realVenue{kyVenue, kysVenue, aviaVenue, imVenue, imeVenue, fbVenue, sabaVenue, pinVenue, btiVenue, xjVenue, bbinVenue, wmVenue, sexyVenue, tcgVenue, pgVenue, tfVenue, jdbVenue} {
		t.Run(v.code, func(t *testing.T) { mirrors(t, v) })
	}
}

func mirrors(t *testing.T, v realVenue) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, company, account := realHouse(t, d, v)
		place := func(id string, stake, payout money.Fen, status venue.BetStatus) {
			company.Bet(t, venuetest.Bet{ID: id, Player: account, Stake: stake, Payout: payout, Valid: -1, Status: status})
		}
		for i, fault := range []string{"", "drop_request", "garbage", "commit_then_500", "", "maintenance", "duplicate", "drop_response", ""} {
			place(fmt.Sprintf("lost-%d", i), 1000+money.Fen(i), 0, venue.BetSettled)
			place(fmt.Sprintf("won-%d", i), 777, 2000, venue.BetSettled)
			place(fmt.Sprintf("later-%d", i), 500, 0, venue.BetOpen)
			if i > 0 {
				place(fmt.Sprintf("later-%d", i-1), 500, 1234, venue.BetSettled)
			}
			if i > 2 {
				place(fmt.Sprintf("lost-%d", i-2), 1000, 5000, venue.BetSettled)
				place(fmt.Sprintf("won-%d", i-3), 777, 777, venue.BetVoid)
			}
			if fault != "" {
				if v.files && i%3 != 0 { // the list of files is well, and a file goes wrong
					company.Fault(t, "records", "delay", 1, time.Millisecond)
				}
				company.Fault(t, "records", fault, 1, 0)
			}
			h.clock.Advance(7 * time.Minute)
			h.catchUp()
		}
		place("later-8", 500, 0, venue.BetVoid)
		company.Heal(t)
		for range 6 { // the gaps' own times
			h.clock.Advance(10 * time.Minute)
			h.catchUp()
			h.repull()
		}
		all, err := h.Feed.Status(t.Context())
		if err != nil || all[0].Gaps != 0 || all[0].Findings != 0 || all[0].CompleteTo.IsZero() {
			t.Fatalf("feed %+v, %v", all, err)
		}
		mirror, err := h.ledger.Balance(t.Context(), d, ledger.VenueWallet("ming", v.code))
		if want := company.Balance(t, account); err != nil || money.Fen(mirror) != want-have {
			t.Errorf("our mirror moved by %s, the company's count by %s, %v", money.Fen(mirror), want-have, err)
		}
		h.proved()
	})
}

// catchUp pulls several times: a venue with short windows takes several
// questions to come up to now.
func (h *fixture) catchUp() {
	h.t.Helper()
	for range 5 {
		h.clock.Advance(time.Second)
		h.pull()
	}
}

// have is the player's money there before the first bet.
const have = 100_000 * money.Yuan

// realVenue is a venue of the catalogue, its company and the adapter that talks
// to it at an address.
type realVenue struct {
	code     string
	files    bool // it cuts its lines into files
	games    []arcade.Game
	protocol sandbox.Protocol
	adapter  func(address string, clock calendar.Clock) (venue.Venue, error)
}

const (
	desKey, md5Key, agent = "0123456789abcdef", "feed-test-key", "70001"
	secret                = "feed-test-secret-of-32-character"
)

var kyVenue = realVenue{
	code: "ky", protocol: sandbox.KY{Agent: agent, DESKey: desKey, MD5Key: md5Key, LineCode: "hy01"},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return ky.New(ky.Config{
			Code: "ky", PlatformID: 26, BaseURL: address + "/channelHandle", RecordURL: address + "/getRecordHandle",
			Agent: agent, DESKey: desKey, MD5Key: md5Key, LineCode: "hy01", MinGap: time.Millisecond, Timeout: time.Second, Clock: clock,
		})
	},
}

// The sportsbook of the platform speaks as its board games do.
var kysVenue = realVenue{
	code: "kys", games: []arcade.Game{{Code: "7470", Name: "体育大厅", Kind: arcade.KindSports}}, protocol: kyVenue.protocol,
	adapter: kyVenue.adapter,
}

var aviaVenue = realVenue{
	code: "avia", games: []arcade.Game{{Code: "moba", Name: "推塔对战"}}, protocol: sandbox.AVIA{SecretKey: secret},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return avia.New(avia.Config{
			Code: "avia", PlatformID: 41, BaseURL: address, SecretKey: secret, PasswordKey: secret,
			MinGap: time.Millisecond, Timeout: time.Second, Clock: clock,
		})
	},
}

var imVenue = realVenue{
	code: "im", games: []arcade.Game{{Code: "0", Name: "体育大厅"}}, protocol: sandbox.IM{MerchantCode: secret},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return im.New(im.Config{
			Code: "im", PlatformID: 12, BaseURL: address, MerchantCode: secret, PasswordKey: secret,
			MinGap: time.Millisecond, Lag: time.Minute, Timeout: time.Second, Clock: clock,
		})
	},
}

// The e-sports of the vendor are another wallet of the same interface.
var imeVenue = realVenue{
	code: "ime", games: []arcade.Game{{Code: "0", Name: "电竞大厅", Kind: arcade.KindEsports}}, protocol: sandbox.IM{MerchantCode: secret, Wallet: im.WalletEsports},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return im.New(im.Config{
			Code: "ime", PlatformID: 43, BaseURL: address, MerchantCode: secret, Wallet: im.WalletEsports, PasswordKey: secret,
			MinGap: time.Millisecond, Lag: time.Minute, Timeout: time.Second, Clock: clock,
		})
	},
}

var pinVenue = realVenue{
	code: "pin", games: []arcade.Game{{Code: "0", Name: "体育大厅"}}, protocol: sandbox.Pinnacle{Agent: "HY001", AgentKey: secret, SecretKey: desKey},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return pinnacle.New(pinnacle.Config{
			Code: "pin", PlatformID: 6, BaseURL: address, Agent: "HY001", AgentKey: secret, SecretKey: desKey, Prefix: "hy",
			MinGap: time.Millisecond, Timeout: time.Second, Clock: clock,
		})
	},
}

var btiVenue = realVenue{
	code: "bti", games: []arcade.Game{{Code: "0", Name: "体育大厅"}}, protocol: sandbox.BTI{AgentName: agent, AgentSecret: secret},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return bti.New(bti.Config{
			Code: "bti", PlatformID: 15, BaseURL: address, Agent: agent, Password: secret, MinGap: time.Millisecond, Timeout: time.Second, Clock: clock,
		})
	},
}

var sabaVenue = realVenue{
	code: "saba", games: []arcade.Game{{Code: "0", Name: "体育大厅"}}, protocol: sandbox.SABA{VendorID: secret, OperatorID: agent, Currency: 20},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return saba.New(saba.Config{
			Code: "saba", PlatformID: 5, BaseURL: address, VendorID: secret, OperatorID: agent, Currency: 20, MinGap: time.Millisecond, Timeout: time.Second, Clock: clock,
			Markets: wire.Markets{"1": {Kind: wire.Handicap}, "2": {Kind: wire.OddEven}, "3": {Kind: wire.Total}, "5": {Kind: wire.Result}},
		})
	},
}

var xjVenue = realVenue{
	code: "xj", games: []arcade.Game{{Code: "0", Name: "体育大厅"}}, protocol: sandbox.XJ188{OperatorID: agent, VendorID: secret},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return xj188.New(xj188.Config{
			Code: "xj", PlatformID: 17, BaseURL: address, OperatorID: agent, VendorID: secret, MinGap: time.Millisecond, Timeout: time.Second, Clock: clock,
		})
	},
}

var bbinVenue = realVenue{
	code: "bbin", games: []arcade.Game{{Code: "ball", Name: "体育大厅", Kind: arcade.KindSports}}, protocol: sandbox.BBIN{Website: agent, Upper: agent, Keys: bbinKeys(bbincompany.Key{Secret: secret})},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return bbin.New(bbin.Config{
			Code: "bbin", PlatformID: 3, BaseURL: address, Website: agent, Upper: agent, Keys: bbinKeys(bbin.Key{Secret: secret}),
			MinGap: time.Millisecond, PageGap: time.Millisecond, Timeout: time.Second, Clock: clock,
		})
	},
}

var wmVenue = realVenue{
	code: "wm", games: []arcade.Game{{Code: "0", Name: "真人大厅", Kind: arcade.KindLive}}, protocol: sandbox.WM{VendorID: agent, Signature: secret},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return wm.New(wm.Config{
			Code: "wm", PlatformID: 21, BaseURL: address, VendorID: agent, Signature: secret, PasswordKey: secret, MinGap: time.Millisecond, Lag: time.Minute, Timeout: time.Second, Clock: clock,
		})
	},
}

var sexyVenue = realVenue{
	code: "sexy", games: []arcade.Game{{Code: "0", Name: "真人大厅", Kind: arcade.KindLive}}, protocol: sandbox.Sexy{AgentID: agent, Cert: secret},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return sexy.New(sexy.Config{
			Code: "sexy", PlatformID: 22, BaseURL: address, AgentID: agent, Cert: secret, LimitIDs: []string{"260901"},
			MinGap: time.Millisecond, Lag: time.Minute, Timeout: time.Second, Clock: clock,
		})
	},
}

var tcgVenue = realVenue{
	code: "tcg", files: true, games: []arcade.Game{{Code: "SSC", Name: "时时彩", Kind: arcade.KindLottery}},
	protocol: sandbox.TCG{Merchant: agent, Key: desKey[:8], SignKey: secret, FileUser: agent, FilePassword: secret},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return tcg.New(tcg.Config{
			Code: "tcg", PlatformID: 51, BaseURL: address, Merchant: agent, Key: desKey[:8], SignKey: secret, PasswordKey: secret,
			FileURL: address + "/files/ELOTTO", FileUser: agent, FilePassword: secret, MinGap: time.Millisecond, Timeout: time.Second, Clock: clock,
		})
	},
}

var pgVenue = realVenue{
	code: "s8", games: []arcade.Game{{Code: "8001", Name: "滚滚丰年", Kind: arcade.KindSlot}}, protocol: sandbox.PG{OperatorToken: agent, SecretKey: secret},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		sessions, err := sessionsOf("s8", clock)
		if err != nil {
			return nil, err
		}
		return pg.New(pg.Config{
			Code: "s8", PlatformID: 8, BaseURL: address, OperatorToken: agent, SecretKey: secret, Sessions: sessions,
			MinGap: time.Millisecond, Timeout: time.Second, Clock: clock,
		})
	},
}

var tfVenue = realVenue{
	code: "tf", games: []arcade.Game{{Code: "0", Name: "电竞大厅", Kind: arcade.KindEsports}},
	protocol: sandbox.TF{PrivateToken: secret, PublicToken: md5Key, OperatorID: agent},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		sessions, err := sessionsOf("tf", clock)
		if err != nil {
			return nil, err
		}
		return tf.New(tf.Config{
			Code: "tf", PlatformID: 42, BaseURL: address, PrivateToken: secret, PublicToken: md5Key, OperatorID: agent, Sessions: sessions,
			Markets: wire.Markets{"独赢": {Kind: wire.Winner}, "大小": {Kind: wire.Total}}, MinGap: time.Millisecond, Timeout: time.Second, Clock: clock,
		})
	},
}

var jdbVenue = realVenue{
	code: "s9", games: []arcade.Game{{Code: "9001", Name: "团圆甜席", Kind: arcade.KindSlot}}, protocol: sandbox.JDB{DC: "HY", Parent: agent, Key: desKey, IV: secret[:16]},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return jdb.New(jdb.Config{
			Code: "s9", PlatformID: 9, BaseURL: address + "/api", DC: "HY", Parent: agent, Key: desKey, IV: secret[:16],
			MinGap: time.Millisecond, Timeout: time.Second, Clock: clock,
		})
	},
}

// sessionsOf makes the sessions of a venue whose vendor asks who opened a game.
func sessionsOf(code string, clock calendar.Clock) (*venue.Sessions, error) {
	box, err := sealed.NewBox(make([]byte, sealed.KeySize))
	if err != nil {
		return nil, err
	}
	return venue.NewSessions(box, code, clock), nil
}

// bbinKeys gives every method of BBIN the same key.
func bbinKeys[K any](key K) map[string]K {
	keys := map[string]K{}
	for _, method := range bbin.Methods {
		keys[method] = key
	}
	return keys
}

// realHouse is a fixture whose venue is an adapter in front of the sandbox, and
// the name there of the player ming.
func realHouse(t *testing.T, d *db.DB, v realVenue) (*fixture, venuetest.Sandbox, string) {
	t.Helper()
	clock := dbtest.Clock(d)
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: clock, BaseURL: func() string { return address }, PullGap: -1,
		Games:  []arcade.Venue{{Code: v.code, Games: v.games}},
		Venues: []sandbox.VenueConfig{{Code: v.code, Protocol: v.protocol}},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(companies.Handler())
	address = server.URL
	t.Cleanup(func() {
		companies.Stop()
		server.Close()
		_ = companies.Close()
	})
	adapter, err := v.adapter(address+"/venues/"+v.code, clock)
	if err != nil {
		t.Fatal(err)
	}
	h := &fixture{t: t, db: d, clock: clock, ledger: ledger.New(d), turnover: turnover.New(turnover.Config{})}
	h.venues = venue.New(venue.Config{DB: d, Adapters: map[string]venue.Venue{v.code: adapter}, Log: dbtest.Quiet()})
	if err := h.venues.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	account, err := h.venues.EnsureAccount(t.Context(), "ming", v.code)
	if err != nil {
		t.Fatal(err)
	}
	m := venue.Movement{Ref: adapter.NewRef(account, clock.Now()), Account: account, Amount: have}
	if got, err := adapter.Credit(t.Context(), m); got != venue.Done {
		t.Fatal(got, err)
	}
	h.Bets = bet.New(bet.Config{DB: d, Ledger: h.ledger, Venues: h.venues, Turnover: h.turnover, Log: dbtest.Quiet()})
	h.Feed = feed.New(feed.Config{DB: d, Bets: h.Bets, Venues: h.venues, Log: dbtest.Quiet()})
	return h, venuetest.Sandbox{URL: address, Venue: v.code}, account
}
