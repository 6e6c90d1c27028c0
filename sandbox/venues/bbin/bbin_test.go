package bbin

import (
	"crypto/md5" //nolint:gosec // the vendor's protocol uses MD5
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"

	"log/slog"
)

type caller struct {
	t       *testing.T
	server  *Server
	handler http.Handler
	clock   *calendar.Fixed
}

// newCaller makes a company whose date is 14 November 2023.
func newCaller(t *testing.T) *caller {
	t.Helper()
	clock := calendar.NewFixed(time.Date(2023, 11, 15, 11, 59, 0, 0, calendar.Beijing))
	b, err := books.Open(filepath.Join(t.TempDir(), "books.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	keys := map[string]Key{}
	for name := range methods {
		keys[name] = Key{Secret: "demoKeyB", Before: 7, After: 1}
	}
	kinds := map[string]string{"live": KindLive, "BAC": KindLive, "3001": KindLive, "ball": KindSports, "Ltlottery": KindLottery}
	s := New(Config{
		Code: "bbin", Website: "demosite", Upper: "dtop", Keys: keys, Credit: 1000 * money.Yuan,
		Has: func(game string) bool { return kinds[game] != "" }, Kind: func(game string) string { return kinds[game] },
		GameType: func(game string) string { return strings.Replace(game, "BAC", "3001", 1) },
		BaseURL:  func() string { return "https://company.example" }, Clock: clock, Log: slog.New(slog.DiscardHandler),
		Books: b, Faults: faults.NewBox("venue:bbin"), Stop: make(chan struct{}),
	})
	return &caller{t, s, s.Handler("/venues/bbin"), clock}
}

// call sends a signed request; digest "" is the right one.
func (c *caller) call(method, digest string, pairs ...string) *httptest.ResponseRecorder {
	c.t.Helper()
	form := url.Values{"website": {"demosite"}}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	if digest == "" {
		sum := md5.Sum([]byte("demosite" + form.Get("username") + form.Get("remitno") + "demoKeyB" + c.clock.Now().UTC().Add(-4*time.Hour).Format("20060102"))) //nolint:gosec // the vendor's
		digest = hex.EncodeToString(sum[:])
	}
	form.Set("key", "abcdefg"+digest+"h")
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/venues/bbin/app/WebService/JSON/display.php/"+method+"?"+form.Encode(), nil))
	return w
}

func (c *caller) says(want, method string, pairs ...string) {
	c.t.Helper()
	if got := c.call(method, "", pairs...).Body.String(); !strings.Contains(got, want) {
		c.t.Errorf("%s %v: %s, want %s", method, pairs, got, want)
	}
}

// The vectors of the fact sheet.
func TestKeysOfTheSheetAreAccepted(t *testing.T) {
	c := newCaller(t)
	for _, v := range []struct{ method, digest, want string }{
		{"CreateMember", "6d77efcafa1a5f624978bb3931bd283f", codeCreated},
		{"CheckUsrBalance", "6d77efcafa1a5f624978bb3931bd283f", "RMB"},
		{"CreateMember", "6d77efcafa1a5f624978bb3931bd2830", codeKey},
	} {
		if got := c.call(v.method, v.digest, "username", "test001", "uppername", "dtop").Body.String(); !strings.Contains(got, v.want) {
			t.Errorf("%s: %s", v.method, got)
		}
	}
	order := []string{"username", "test001", "remitno", "1700000000001", "remit", "5", "action", "IN"}
	if got := c.call("Transfer", "6de11ae0646efbddfb9e8210e19a1763", order...).Body.String(); !strings.Contains(got, codeTransferred) {
		t.Error(got)
	}
	if got := c.call("CheckTransfer", "9ca4ad4638e96de2c3f5e9e3b5fb13ce", "transid", "1700000000001").Body.String(); !strings.Contains(got, `"Status":1`) {
		t.Error(got)
	}
	c.clock.Advance(2 * time.Minute) // noon in China
	if got := c.call("CheckTransfer", "9ca4ad4638e96de2c3f5e9e3b5fb13ce", "transid", "1700000000001").Body.String(); !strings.Contains(got, codeKey) {
		t.Errorf("the key of yesterday: %s", got)
	}
}

func TestMoneyMovesOnceAndOnlyWhereItIs(t *testing.T) {
	c := newCaller(t)
	member := []string{"username", "test001", "uppername", "dtop"}
	move := func(want, id, action, remit string) {
		t.Helper()
		c.says(want, "Transfer", append(member, "remitno", id, "action", action, "remit", remit)...)
	}
	move(codeName, "1", "IN", "10") // no such member
	c.says(codeCreated, "CreateMember", member...)
	c.says(codeExists, "CreateMember", member...)
	move(codeTransferred, "2", "IN", "10.50")
	move(codeDuplicate, "2", "IN", "10.50")
	move(codeShort, "3", "OUT", "10.51")
	move(codeShort, "4", "IN", "1000") // the agent's credit
	move(codeAmount, "5", "IN", "-1")
	move(codeAmount, "6", "IN", "1.001")
	move(codeTransferred, "7", "OUT", "0.50")
	c.says(`"Balance":10.00`, "CheckUsrBalance", member...)
	for id, status := range map[string]string{"2": "1", "3": "-1", "99": "-1", "7": "1"} {
		c.says(`"Status":`+status+",", "CheckTransfer", "transid", id)
	}
}

func TestALobbyOpensByItsPageSite(t *testing.T) {
	c := newCaller(t)
	member := []string{"username", "test001", "uppername", "dtop"}
	c.says(codeName, "Login", append(member, "page_site", "live")...)
	c.says(codeCreated, "CreateMember", member...)
	for _, site := range pageSites {
		w := c.call("Login", "", append(member, "page_site", site)...)
		if to := w.Header().Get("Location"); w.Code != http.StatusSeeOther || !strings.HasPrefix(to, "https://company.example/play/enter?token=") {
			t.Errorf("%s: %d %q", site, w.Code, to)
		}
	}
	c.says(codeName, "Login", append(member, "page_site", "slots")...)
	if w := c.call("PlayGame", "", append(member, "gametype", "3001")...); w.Code != http.StatusSeeOther {
		t.Errorf("a table: %d", w.Code)
	}
	c.says(codeName, "PlayGame", append(member, "gametype", "9999")...)
}

func TestRecordsAreOfOneKindAndOneDay(t *testing.T) {
	c := newCaller(t)
	at := c.clock.Now()
	for id, game := range map[string]string{"L1": "BAC", "S1": "ball", "T1": "Ltlottery"} {
		b := books.Bet{Venue: "bbin", ID: id, Player: "test001", Game: game, Stake: 1000, Payout: 1950, Valid: 950, Status: books.BetSettled, PlacedAt: at, SettledAt: at}
		if _, err := c.server.Books.PutBet(t.Context(), b, true); err != nil {
			t.Fatal(err)
		}
	}
	ask := func(kind, from, to string) []string {
		return []string{"rounddate", "2023-11-14", "starttime", from, "endtime", to, "gamekind", kind, "page", "1", "pagelimit", "500"}
	}
	for kind, id := range map[string]string{KindLive: "L1", KindSports: "S1", KindLottery: "T1"} {
		c.says(`"data":[{"WagersID":"`+id+`"`, "BetRecord", ask(kind, "23:59:00", "23:59:00")...)
		c.says(`"TotalNumber":1`, "BetRecord", ask(kind, "00:00:00", "23:59:59")...)
	}
	c.says(`"GameType":"3001"`, "BetRecord", ask(KindLive, "00:00:00", "23:59:59")...)
	c.says(`"Payoff":9.50`, "BetRecord", ask(KindLive, "00:00:00", "23:59:59")...)
	c.says(`"data":[]`, "BetRecord", ask("5", "00:00:00", "23:59:59")...)
	c.says(`"data":[]`, "BetRecord", ask(KindLive, "00:00:00", "23:58:59")...)
	c.says(codeDate, "BetRecord", ask(KindLive, "23:00:00", "22:00:00")...)
	c.says(codeDate, "BetRecord", ask(KindLive, "23:00:00", "24:00:01")...)
}
