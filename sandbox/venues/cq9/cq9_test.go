package cq9

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
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
)

const merchant = "merchant-token"

// rig is a venue on a temp file, with a fixed clock.
type rig struct {
	*Server
	t    *testing.T
	http *httptest.Server
	at   *calendar.Fixed
}

func newRig(t *testing.T) *rig {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 21, 12, 0, 0, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	s := New(Config{
		Code: "s47", Token: merchant, HomeURL: func() string { return "http://site/#/Egame" }, Credit: 1_000_000 * money.Yuan,
		Games:   []Game{{Code: "47001", Name: "风暴灯塔", Type: "slot"}, {Code: "47900", Name: "圆桌", Type: "table"}},
		BaseURL: func() string { return "http://sandbox" }, Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept,
		Faults: faults.NewBox("venue:s47"), Stop: make(chan struct{}),
	})
	r := &rig{Server: s, t: t, http: httptest.NewServer(s.Handler("/venues/s47")), at: at}
	t.Cleanup(func() {
		r.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return r
}

// send sends a request and gives code and data of the answer; "torn" where the
// connection broke or no envelope came.
func (r *rig) send(method, path, token string, form url.Values) (code string, data map[string]any) {
	r.t.Helper()
	address, body := r.http.URL+"/venues/s47/gameboy"+path, ""
	if method == http.MethodPost {
		body = form.Encode()
	} else if form != nil {
		address += "?" + form.Encode()
	}
	ask, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	ask.Header.Set("Authorization", token)
	ask.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		return "torn", nil
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	var e struct {
		Data   any
		Status struct{ Code string }
	}
	if err != nil || answer.StatusCode != http.StatusOK || json.Unmarshal(text, &e) != nil || e.Status.Code == "" {
		return "torn", nil
	}
	data, _ = e.Data.(map[string]any)
	return e.Status.Code, data
}

func (r *rig) post(path string, pairs ...string) (string, map[string]any) {
	r.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return r.send(http.MethodPost, path, merchant, form)
}

func (r *rig) get(path string, pairs ...string) (string, map[string]any) {
	r.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return r.send(http.MethodGet, path, merchant, form)
}

func (r *rig) seat(account string) {
	r.t.Helper()
	if code, _ := r.post("/player", "account", account, "password", "p1", "nickname", account); code != codeOK {
		r.t.Fatalf("create %s: %s", account, code)
	}
}

func (r *rig) want(what, got, want string) {
	r.t.Helper()
	if got != want {
		r.t.Errorf("%s: code %s, want %s", what, got, want)
	}
}

func TestOnlyTheMerchantIsAnswered(t *testing.T) {
	r := newRig(t)
	for _, token := range []string{"", "merchant-tokem", "Bearer " + merchant} {
		code, _ := r.send(http.MethodGet, "/player/balance/ming", token, nil)
		r.want("token "+token, code, codeToken)
	}
	code, _ := r.get("/player/nonsense")
	r.want("unknown call", code, codeMethod)
	code, _ = r.get("/player/deposit")
	r.want("a transfer by GET", code, codeMethod)
}

func TestAccountsAreOpenedOnce(t *testing.T) {
	r := newRig(t)
	for account, want := range map[string]string{"": codeParameter, strings.Repeat("a", 37): codeTooLong, "a b": codeShape, "明": codeShape} {
		code, _ := r.post("/player", "account", account, "password", "p1")
		r.want("account "+account, code, want)
	}
	r.seat("Ming")
	code, _ := r.post("/player", "account", "ming", "password", "p2")
	r.want("the same name again", code, codeExists)
	code, _ = r.post("/player/login", "account", "Ming", "password", "p2")
	r.want("the password of the second try", code, codePassword)
	code, _ = r.post("/player/login", "account", "Hong", "password", "p1")
	r.want("nobody", code, codePassword)
}

func TestAReferenceMovesMoneyOnce(t *testing.T) {
	r := newRig(t)
	code, _ := r.post("/player/deposit", "account", "ming", "mtcode", "T1", "amount", "100")
	r.want("a stranger", code, codeNoPlayer)
	code, _ = r.get("/transaction/record/T1")
	r.want("and left no order", code, codeNoData)
	r.seat("ming")
	for _, amount := range []string{"0", "-1", "1.001", "x", "", "10000000.01"} {
		code, _ = r.post("/player/deposit", "account", "ming", "mtcode", "T1", "amount", amount)
		r.want("amount "+amount, code, codeParameter)
	}
	code, data := r.post("/player/deposit", "account", "ming", "mtcode", "T1", "amount", "100")
	if code != codeOK || data["balance"] != 100.0 || data["currency"] != "CNY" {
		t.Errorf("deposit: %s %v", code, data)
	}
	code, _ = r.post("/player/withdraw", "account", "ming", "mtcode", "T1", "amount", "1")
	r.want("its reference again", code, codeDuplicate)
	code, _ = r.post("/player/withdraw", "account", "ming", "mtcode", "T2", "amount", "100.01")
	r.want("more than there is", code, codeShort)
	_, data = r.get("/transaction/record/T2")
	if data["status"] != "failed" {
		t.Errorf("refused order: %v", data)
	}
	code, _ = r.post("/player/withdraw", "account", "ming", "mtcode", "T2", "amount", "1")
	r.want("a spent reference", code, codeDuplicate)
	_, data = r.get("/transaction/record/T1")
	if data["status"] != "success" || data["amount"] != 100.0 || data["action"] != "deposit" {
		t.Errorf("done order: %v", data)
	}
}

// The fault matrix of a deposit of 100: the answer, the purse, the record at
// once and after the veil.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind                faults.Kind
		code                string
		balance             float64
		status, statusLater string
	}{
		{faults.DropRequest, "torn", 0, "8", "8"},
		{faults.DropResponse, "torn", 100, "success", "success"},
		{faults.CommitThen500, "torn", 100, "success", "success"},
		{faults.Delay, "0", 100, "success", "success"},
		{faults.Refuse, "202", 0, "failed", "failed"},
		{faults.NotFoundFlap, "torn", 100, "8", "success"},
		{faults.Duplicate, "9", 100, "success", "success"},
		{faults.WrongAmount, "33", 99.99, "success", "success"},
		{faults.Maintenance, "torn", 0, "8", "8"},
		{faults.PlayerInGame, "0", 100, "success", "success"}, // this company never minds
		{faults.Processing, "33", 100, "pending", "success"},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			r := newRig(t)
			r.seat("ming")
			if err := r.Faults.Set(faults.Fault{Target: "venue:s47", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 300}); err != nil {
				t.Fatal(err)
			}
			status := func() string {
				code, data := r.get("/transaction/record/T1")
				if code != codeOK {
					return code
				}
				return data["status"].(string)
			}
			code, _ := r.post("/player/deposit", "account", "ming", "mtcode", "T1", "amount", "100")
			r.want("deposit", code, c.code)
			r.want("record", status(), c.status)
			if c.status != c.statusLater {
				time.Sleep(320 * time.Millisecond)
			}
			r.want("record later", status(), c.statusLater)
			if _, data := r.get("/player/balance/ming"); data["balance"] != c.balance {
				t.Errorf("balance %v, want %v", data["balance"], c.balance)
			}
		})
	}
}

func TestALinkOpensTheGameOfItsTokenOnce(t *testing.T) {
	r := newRig(t)
	r.seat("Ming")
	_, data := r.post("/player/login", "account", "Ming", "password", "p1")
	token, _ := data["usertoken"].(string)
	link := func(token, game, plat string) (string, map[string]any) {
		return r.post("/player/gamelink", "usertoken", token, "gamehall", "cq9", "gamecode", game, "gameplat", plat, "lang", "zh-cn", "app", "N")
	}
	code, _ := link(token+"0", "47001", "WEB")
	r.want("a forged token", code, codeToken)
	code, _ = r.post("/player/lobbylink", "usertoken", token, "lang", "zh-cn")
	r.want("the lobby", code, codeOK)
	code, _ = link(token, "47999", "WEB")
	r.want("no such game", code, codeNoGame)
	code, _ = link(token, "47001", "PHONE")
	r.want("no such device", code, codeParameter)
	code, data = link(token, "47001", "WEB")
	address, err := url.Parse(data["url"].(string))
	if code != codeOK || err != nil || address.Host != "sandbox" || address.Query().Get("back") != "http://site/#/Egame" {
		t.Fatalf("link: %s %v", code, data)
	}
	session, err := r.Books.Enter(t.Context(), address.Query().Get("token"), books.Session{Token: "s", ExpiresAt: r.at.Now().Add(time.Hour)}, r.at.Now())
	if err != nil || session.Player != "ming" || session.Game != "47001" || session.Venue != "s47" {
		t.Errorf("session %+v: %v", session, err)
	}
	r.at.Advance(tokenFor)
	code, _ = link(token, "47001", "WEB")
	r.want("an old token", code, codeToken)
	code, _ = r.post("/player/logout", "account", "Ming")
	r.want("logout", code, codeOK)
	if _, err := r.Books.Playing(t.Context(), "s", r.at.Now()); err == nil {
		t.Error("plays on after the logout")
	}
}

func TestTheFeedShowsWhatEndedInTheWindow(t *testing.T) {
	r := newRig(t)
	now := r.at.Now()
	put := func(id, game string, stake, payout money.Fen, status books.BetStatus, at time.Time) {
		t.Helper()
		b := books.Bet{Venue: "s47", ID: id, Player: "Ming", Game: game, Stake: stake, Valid: stake, Payout: payout, Status: status, PlacedAt: at, SettledAt: at}
		if _, err := r.Books.PutBet(t.Context(), b, true); err != nil {
			t.Fatal(err)
		}
	}
	put("r1", "47001", 1000, 2500, books.BetSettled, now.Add(-time.Minute))
	put("r2", "47900", 1000, 2500, books.BetSettled, now.Add(-time.Minute))
	put("r3", "47001", 1000, 0, books.BetVoid, now.Add(-time.Minute))
	put("r4", "47001", 1000, 0, books.BetOpen, now.Add(-time.Minute))
	put("r5", "47001", 1000, 0, books.BetSettled, now.Add(-2*time.Hour))
	view := func(from, to time.Time, page string) (string, map[string]any) {
		return r.get("/order/view", "starttime", from.In(zone).Format(time.RFC3339), "endtime", to.In(zone).Format(time.RFC3339), "page", page, "pagesize", "2")
	}
	code, data := view(now.Add(-time.Hour), now, "1")
	if code != codeOK || data["TotalSize"] != 3.0 {
		t.Fatalf("first page: %s %v", code, data)
	}
	var seen []string
	for _, page := range []string{"1", "2"} {
		_, data := view(now.Add(-time.Hour), now, page)
		for _, one := range data["Data"].([]any) {
			row := one.(map[string]any)
			seen = append(seen, strings.Join([]string{row["round"].(string), row["gametype"].(string), row["account"].(string), row["createtime"].(string)}, " "))
			wins := map[string]float64{"r1": 25, "r2": 15, "r3": 0}
			if row["win"] != wins[row["round"].(string)] {
				t.Errorf("%s wins %v", row["round"], row["win"])
			}
		}
	}
	if got, want := strings.Join(seen, "\n"), "r1 slot Ming 2026-11-20T23:59:00.000-04:00\nr2 table Ming 2026-11-20T23:59:00.000-04:00\nr3 slot Ming 2026-11-20T23:59:00.000-04:00"; got != want {
		t.Errorf("rows:\n%s\nwant:\n%s", got, want)
	}
	code, _ = view(now.Add(-time.Hour), now, "3")
	r.want("past the last page", code, codeNoData)
	code, _ = view(now.Add(-time.Hour-time.Second), now, "1")
	r.want("too long a window", code, codeRange)
	code, _ = r.get("/order/view", "starttime", now.UTC().Format(time.RFC3339), "endtime", now.UTC().Format(time.RFC3339), "page", "1", "pagesize", "2")
	r.want("another zone", code, codeZone)
	code, _ = r.get("/order/view", "starttime", "yesterday", "endtime", "today", "page", "1", "pagesize", "2")
	r.want("no times", code, codeTime)
}
