package hookapi_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/door"
	"hongyun/internal/guard"
	"hongyun/internal/hookapi"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/venue/pg"
	"hongyun/internal/venue/tf"
)

const (
	operatorToken = "made-up-operator-token"
	secretKey     = "made-up-secret-key"
	invalid       = `{"data":null,"error":{"code":"1034","message":"refused"}}`
)

// vendors is the callbacks' edge of an operator with two contracts of PG, and
// one of TF behind the page of e-sports. The players ming and hong have
// accounts at the venue s8.
type vendors struct {
	http.Handler
	t        *testing.T
	db       *db.DB
	clock    *calendar.Fixed
	venues   *venue.Venues
	launches *venue.Launches
	log      *strings.Builder
}

func newVendors(t *testing.T, d *db.DB) *vendors {
	t.Helper()
	company := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data":{"action_result":1},"error":null}`)
	}))
	t.Cleanup(company.Close)
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	v := &vendors{t: t, db: d, clock: dbtest.Clock(d), log: &strings.Builder{}}
	adapters := map[string]venue.Venue{}
	for _, code := range []string{"s8", "s9"} {
		adapters[code], err = pg.New(pg.Config{
			Code: code, BaseURL: company.URL, OperatorToken: operatorToken, SecretKey: secretKey, Sessions: venue.NewSessions(box, code, v.clock), Clock: v.clock,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	adapters["avia"], err = tf.New(tf.Config{
		Code: "avia", BaseURL: company.URL, PrivateToken: secretKey, PublicToken: operatorToken, OperatorID: "1001", Sessions: venue.NewSessions(box, "avia", v.clock), Clock: v.clock,
	})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(v.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	v.venues = venue.New(venue.Config{DB: d, Staff: staff.New(staff.Config{DB: d, Log: dbtest.Quiet()}), Adapters: adapters, Log: log})
	if err := v.venues.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.launches = &venue.Launches{Venues: v.venues}
	s := &hookapi.Server{Launches: v.launches, Log: log}
	v.Handler = door.Wrap(door.Config{Log: log, Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}, s.Handler())
	return v
}

// launch opens a game for a player and gives the session that its address carries.
func (v *vendors) launch(player, code string) string {
	v.t.Helper()
	return v.open(player, code, "8001").Get("ops")
}

// open opens a game for a player and gives the query of its address.
func (v *vendors) open(player, code, game string) url.Values {
	v.t.Helper()
	opened, err := v.launches.Open(v.t.Context(), venue.Opening{Player: player, Venue: code, Game: game, Client: venue.Client{BackURL: "https://site.example/"}})
	if err != nil {
		v.t.Fatal(err)
	}
	u, err := url.Parse(opened.Address)
	if err != nil {
		v.t.Fatal(err)
	}
	return u.Query()
}

// ask sends the vendor's question about a session, with some fields changed.
func (v *vendors) ask(from, code, token string, changes url.Values) *httptest.ResponseRecorder {
	form := url.Values{"operator_token": {operatorToken}, "secret_key": {secretKey}, "operator_player_session": {token}}
	maps.Copy(form, changes)
	return send(v, from, "/venue/"+code+"/session", form.Encode())
}

func named(player string) string {
	return `{"data":{"player_name":"` + player + `","nickname":"` + player + `","currency":"CNY"},"error":null}`
}

const vendorIP = "203.0.113.7"

// The vendor alone is told whose session it is, as often as it asks.
func TestAVendorIsToldWhoOpenedAGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVendors(t, d)
		ming, hong, elsewhere := v.launch("ming", "s8"), v.launch("hong", "s8"), v.launch("ming", "s9")
		old := v.launch("ming", "s8")
		v.clock.Advance(4 * time.Minute)
		young := v.launch("ming", "s8")
		rows := v.rows()
		for _, c := range []struct {
			name, code, token string
			changes           url.Values
			status            int
			want              string
		}{
			{"ming's session", "s8", ming, nil, 200, named("ming")},
			{"the same again", "s8", ming, nil, 200, named("ming")},
			{"another player's names that one", "s8", hong, nil, 200, named("hong")},
			{"another player's beside a name", "s8", hong, url.Values{"player_name": {"ming"}}, 200, named("hong")},
			{"another venue's", "s8", elsewhere, nil, 200, invalid},
			{"the other venue knows it", "s9", elsewhere, nil, 200, named("ming")},
			{"made up", "s8", "made-up", nil, 200, invalid},
			{"a player's name", "s8", "ming", nil, 200, invalid},
			{"a long one", "s8", strings.Repeat("a", 10_000), nil, 200, invalid},
			{"none", "s8", "", nil, 200, strings.Replace(invalid, "1034", "3001", 1)},
			{"a wrong operator token", "s8", ming, url.Values{"operator_token": {"x"}}, 403, strings.Replace(invalid, "1034", "1204", 1)},
			{"a wrong secret key", "s8", ming, url.Values{"secret_key": {"x"}}, 403, strings.Replace(invalid, "1034", "1204", 1)},
			{"no keys", "s8", ming, url.Values{"operator_token": nil, "secret_key": nil}, 403, strings.Replace(invalid, "1034", "1204", 1)},
			{"a venue that asks nothing", "ky", ming, nil, 400, "fail"},
			{"no venue", "nope", ming, nil, 400, "fail"},
			{"a body too long", "s8", ming, url.Values{"custom": {strings.Repeat("x", 16<<10)}}, 413, "fail"},
		} {
			w := v.ask(vendorIP, c.code, c.token, c.changes)
			if w.Code != c.status || strings.TrimSpace(w.Body.String()) != c.want || w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %d %s, want %d %s", c.name, w.Code, w.Body, c.status, c.want)
			}
		}
		if w := send(v, vendorIP, "/venue/s8/session", "%zz=1&operator_token="+operatorToken); w.Code != 403 {
			t.Errorf("a body that is no form: %d %s", w.Code, w.Body)
		}
		v.clock.Advance(time.Minute)
		if w := v.ask(vendorIP, "s8", old, nil); w.Code != 200 || w.Body.String() != invalid {
			t.Errorf("too old: %d %s", w.Code, w.Body)
		}
		if w := v.ask(vendorIP, "s8", young, nil); w.Code != 200 || w.Body.String() != named("ming") {
			t.Errorf("young: %d %s", w.Code, w.Body)
		}
		if now := v.rows(); now != rows {
			t.Errorf("the questions left %d rows", now-rows)
		}
		for _, hidden := range []string{ming, hong, elsewhere, secretKey, operatorToken} {
			if strings.Contains(v.log.String(), hidden) {
				t.Error("a session or a key is in the log")
			}
		}
	})
}

// rows counts the rows of all tables.
func (v *vendors) rows() (sum int) {
	v.t.Helper()
	catalogue := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if v.db.Postgres() {
		catalogue = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
	}
	var tables []string
	if err := v.db.NewRaw(catalogue).Scan(v.t.Context(), &tables); err != nil {
		v.t.Fatal(err)
	}
	for _, table := range tables {
		var n int
		if err := v.db.NewRaw(`SELECT count(*) FROM "`+table+`"`).Scan(v.t.Context(), &n); err != nil {
			v.t.Fatal(err)
		}
		sum += n
	}
	return sum
}

// RG-4: who may not play any more when the vendor asks gets no open game.
func TestAVendorLearnsNoBlockedPlayer(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVendors(t, d)
		token := v.launch("ming", "s8")
		check := func(name, want string) {
			t.Helper()
			if w := v.ask(vendorIP, "s8", token, nil); w.Code != 200 || w.Body.String() != want {
				t.Errorf("%s: %d %s, want %s", name, w.Code, w.Body, want)
			}
		}
		check("ming", named("ming"))
		var asked string
		v.launches.Check = func(_ context.Context, _ db.Reader, player string) error {
			asked = player
			return guard.ErrLaunch
		}
		check("a player who is stopped", invalid)
		if asked != "ming" {
			t.Errorf("asked about %q", asked)
		}
		v.launches.Check = func(context.Context, db.Reader, string) error { return errors.New("no connection") }
		check("a check that fails", strings.Replace(invalid, "1034", "1200", 1))
		v.launches.Check = nil
		boss := staff.Actor{ID: "s1", Name: "boss", Roles: []string{"owner"}}
		if _, err := v.venues.SetState(t.Context(), boss, venue.StateChange{Venue: "s8", State: venue.StateClosed, Reason: "停止合作"}); err != nil {
			t.Fatal(err)
		}
		check("a closed venue", invalid)
	})
}

// H-89, H-220: wrong keys shut a network out after 600 a minute. Unknown sessions of a
// vendor are limited too, and never keep a right one from being answered.
func TestUnknownSessionsAreLimitedAndRightOnesAreNot(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVendors(t, d)
		token := v.launch("ming", "s8")
		counts := map[int]int{}
		for range 1300 {
			counts[v.ask(vendorIP, "s8", "made-up", nil).Code]++
		}
		if counts[200] != 600 || counts[429] != 700 {
			t.Errorf("unknown sessions: %v", counts)
		}
		if w := v.ask(vendorIP, "s8", token, nil); w.Code != 200 || w.Body.String() != named("ming") {
			t.Errorf("a right session of that network: %d %s", w.Code, w.Body)
		}
		const stranger = "198.51.100.4"
		if w := v.ask(stranger, "s8", "made-up", nil); w.Code != 200 {
			t.Errorf("an unknown session of another network: %d", w.Code)
		}
		counts = map[int]int{}
		for range 610 {
			counts[v.ask(stranger, "s8", token, url.Values{"secret_key": {"x"}}).Code]++
		}
		if counts[403] != 600 || counts[429] != 10 {
			t.Errorf("wrong keys: %v", counts)
		}
		if w := v.ask(vendorIP, "s8", token, nil); w.Code != 200 {
			t.Errorf("the vendor beside the stranger: %d", w.Code)
		}
	})
}

// H-270: a vendor without keys, which asks in JSON, is told by status. Its questions about
// unknown tokens are limited, and never keep a right one from being answered.
func TestAVendorWithoutKeysIsToldByStatus(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		v := newVendors(t, d)
		token, elsewhere := v.open("ming", "avia", "0").Get("token"), v.launch("ming", "s8")
		rows := v.rows()
		ask := func(name, token string, status int, want string) {
			t.Helper()
			w := send(v, vendorIP, "/venue/avia/session", `{"token":"`+token+`"}`)
			if w.Code != status || strings.TrimSpace(w.Body.String()) != want || w.Header().Get("Content-Type") != "application/json" || w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s: %d %s, want %d %s", name, w.Code, w.Body, status, want)
			}
		}
		const right, refused = `{"loginName":"ming"}`, `{"detail":"refused"}`
		ask("ming's token", token, 200, right)
		ask("the same again", token, 200, right)
		ask("another venue's", elsewhere, 401, refused)
		ask("made up", "made-up", 401, refused)
		v.launches.Check = func(context.Context, db.Reader, string) error { return guard.ErrLaunch }
		for range 610 { // a player who may not play is not the vendor's fault either
			ask("a player who is stopped", token, 403, refused)
		}
		v.launches.Check = func(context.Context, db.Reader, string) error { return errors.New("no connection") }
		ask("a check that fails", token, 503, refused)
		v.launches.Check = nil
		counts := map[int]int{}
		for range 1300 {
			counts[send(v, vendorIP, "/venue/avia/session", `{"token":"made-up"}`).Code]++
		}
		if counts[401] != 598 || counts[429] != 702 {
			t.Errorf("unknown tokens: %v", counts)
		}
		ask("a right token of that network", token, 200, right)
		if now := v.rows(); now != rows {
			t.Errorf("the questions left %d rows", now-rows)
		}
		if strings.Contains(v.log.String(), token) {
			t.Error("a token is in the log")
		}
	})
}
