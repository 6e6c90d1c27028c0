package xj188

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
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

const operator, vendor = "hongyun", "made-up-vendor-id"

type fields = map[string]string

// rig is an operator on a temp file, with a clock that moves by hand.
type rig struct {
	*Server
	t    *testing.T
	http *httptest.Server
	at   *calendar.Fixed
	legs []Leg
}

func newRig(t *testing.T) *rig {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 21, 12, 0, 0, 0, eastern))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, at: at}
	r.Server = New(Config{
		Code: "xj", OperatorID: operator, VendorID: vendor, Credit: 1_000_000 * money.Yuan, HomeURL: func() string { return "http://site/#/Xiaojin" },
		Legs: func(books.Bet) []Leg { return r.legs }, BaseURL: func() string { return "http://sandbox" },
		Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept, Faults: faults.NewBox("venue:xj"), Stop: make(chan struct{}),
	})
	r.http = httptest.NewServer(r.Handler("/venues/xj"))
	t.Cleanup(func() {
		r.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return r
}

// post asks about ming; more adds and replaces.
func (r *rig) post(path string, more fields) (code string, data any) {
	r.t.Helper()
	form := url.Values{"operatorId": {operator}, "vendorId": {vendor}, "memberCode": {"ming"}, "currencyCode": {"CNY"}}
	for name, value := range more {
		form.Set(name, value)
	}
	reply, err := http.PostForm(r.http.URL+"/venues/xj/API/"+path, form)
	if err != nil {
		return "torn", nil
	}
	defer reply.Body.Close()
	var answer struct {
		Code    string
		Data    any
		Message *string
	}
	if reply.StatusCode != http.StatusOK || json.NewDecoder(reply.Body).Decode(&answer) != nil || answer.Message == nil {
		return "torn", nil
	}
	return answer.Code, answer.Data
}

func (r *rig) want(want, path string, more fields) any {
	r.t.Helper()
	code, data := r.post(path, more)
	if code != want {
		r.t.Errorf("%s %v: %s, want %s", path, more, code, want)
	}
	return data
}

func (r *rig) seat(name string) {
	r.t.Helper()
	r.want("COMM0000", "Registration", fields{"memberCode": name, "oddsType": "EU"})
}

func (r *rig) in(want, amount, id string) {
	r.t.Helper()
	r.want(want, "DepositFund", fields{"balance": amount, "refId": id})
}

func (r *rig) out(want, amount, id string) {
	r.t.Helper()
	r.want(want, "WithdrawalFund", fields{"balance": amount, "refId": id})
}

func (r *rig) balance(want float64) {
	r.t.Helper()
	if got := r.want("COMM0000", "MemberBalance", nil); got.(map[string]any)["balance"] != want {
		r.t.Errorf("balance %v, want %v", got, want)
	}
}

func TestOnlyTheOperatorIsAnswered(t *testing.T) {
	r := newRig(t)
	for _, wrong := range []fields{{"vendorId": ""}, {"vendorId": "x"}, {"operatorId": "x"}} {
		r.want("SSO0001", "MemberBalance", wrong)
	}
	r.want("torn", "CheckTransfer", nil)
	r.AllowFrom = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	r.want("SSO0003", "MemberBalance", nil)
}

func TestMembersAreRegisteredOnce(t *testing.T) {
	r := newRig(t)
	r.want("ITGR0011", "MemberBalance", nil)
	r.want("COMM0101", "Registration", fields{"memberCode": "a b", "oddsType": "EU"})
	r.want("COMM0101", "Registration", nil)
	r.want("ITGR0101", "Registration", fields{"currencyCode": "USD", "oddsType": "EU"})
	r.seat("Ming")
	r.want("ITGR0033", "Registration", fields{"oddsType": "EU"})
}

func TestAnOrderMovesMoneyOnce(t *testing.T) {
	r := newRig(t)
	r.in("ITGR0011", "100.00", "T1")
	r.seat("ming")
	for _, amount := range []string{"", "x", "1.001", "-1", "0.00"} {
		r.in("COMM0101", amount, "T1")
	}
	r.in("ITGR0012", "1.00", "")
	r.in("ITGR0012", "1.00", strings.Repeat("a", 51))
	r.want("ITGR0101", "DepositFund", fields{"balance": "1", "refId": "T1", "currencyCode": "USD"})
	if got := r.want("COMM0000", "DepositFund", fields{"balance": "100.00", "refId": "T1"}); got.(map[string]any)["totalBalance"] != 100.0 {
		t.Errorf("answer %v", got)
	}
	r.out("ITGR1001", "1.00", "T1")
	r.out("ERRG0010", "100.01", "T2")
	r.out("ITGR1001", "1.00", "T2")
	r.in("ERRG0010", "999900.01", "T3")
	r.out("COMM0000", "100", "T4")
	r.balance(0)
	if err := r.Reverse(t.Context(), "T4"); err != nil {
		t.Fatal(err)
	}
	r.balance(100)
}

// The fault matrix of a transfer of 100 in: the answer and the wallet.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind    faults.Kind
		answer  string
		balance float64
	}{
		{faults.DropRequest, "torn", 0},
		{faults.DropResponse, "torn", 100},
		{faults.CommitThen500, "torn", 100},
		{faults.Delay, "COMM0000", 100},
		{faults.Refuse, "ITGR9999", 0},
		{faults.NotFoundFlap, "torn", 100},
		{faults.Duplicate, "ITGR1001", 100},
		{faults.WrongAmount, "ITGR9999", 99.99},
		{faults.Maintenance, "torn", 0},
		{faults.PlayerInGame, "ITGR9999", 0},
		{faults.Processing, "ITGR9999", 100},
		{faults.UnknownCode, "ZZZZ8765", 100},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			r := newRig(t)
			r.t = t
			r.seat("ming")
			if err := r.Faults.Set(faults.Fault{Target: "venue:xj", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 50}); err != nil {
				t.Fatal(err)
			}
			r.in(c.answer, "100.00", "T1")
			r.balance(c.balance)
		})
	}
}

func TestALaunchOpensTheBookOnceThroughTheLauncher(t *testing.T) {
	r := newRig(t)
	r.want("ITGR0011", "Launch", fields{"channel": "10"})
	r.seat("Ming")
	r.want("COMM0101", "Launch", fields{"channel": "12"})
	address := r.want("COMM0000", "Launch", fields{"channel": "11"}).(string)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	launch := func(to string) (int, *url.URL) {
		reply, err := client.Get(r.http.URL + "/venues/xj/launcher?" + url.Values{"XJlaunchURL": {to}}.Encode())
		if err != nil {
			t.Fatal(err)
		}
		_ = reply.Body.Close()
		at, _ := reply.Location()
		return reply.StatusCode, at
	}
	status, at := launch(address)
	if status != http.StatusSeeOther || at.String() != address || at.Path != "/play/enter" || at.Query().Get("back") != "http://site/#/Xiaojin" {
		t.Fatalf("%d, %v of %s", status, at, address)
	}
	if status, _ := launch("http://other.example/play/enter?token=1"); status != http.StatusNotFound {
		t.Errorf("another address: %d", status)
	}
	token := at.Query().Get("token")
	session, err := r.Books.Enter(t.Context(), token, books.Session{Token: "s", ExpiresAt: r.at.Now().Add(time.Hour)}, r.at.Now())
	if err != nil || session.Player != "ming" || session.Venue != "xj" {
		t.Errorf("session %+v: %v", session, err)
	}
	if _, err := r.Books.Enter(t.Context(), token, books.Session{Token: "t", ExpiresAt: r.at.Now().Add(time.Hour)}, r.at.Now()); err == nil {
		t.Error("the address works twice")
	}
}

// put keeps a bet that was placed five minutes before it was settled.
func (r *rig) put(id string, stake, payout money.Fen, is books.BetStatus, settled time.Time) {
	r.t.Helper()
	b := books.Bet{Venue: "xj", ID: id, Player: "Ming", Stake: stake, Valid: stake, Payout: payout, Status: is, PlacedAt: settled.Add(-5 * time.Minute), SettledAt: settled}
	if is == books.BetOpen {
		b.SettledAt = time.Time{}
	}
	if _, err := r.Books.PutBet(r.t.Context(), b, true); err != nil {
		r.t.Fatal(err)
	}
}

// log asks for the hour before noon.
func (r *rig) log(more fields) (code string, rows []map[string]any) {
	r.t.Helper()
	ask := fields{"from": "2026-11-21 11:00:00", "to": "2026-11-21 12:00:00", "isSettled": "4"}
	for name, value := range more {
		ask[name] = value
	}
	code, data := r.post("Wagers", ask)
	list, _ := data.([]any)
	for _, one := range list {
		rows = append(rows, one.(map[string]any))
	}
	return code, rows
}

func ids(rows []map[string]any) string {
	var list []string
	for _, r := range rows {
		list = append(list, fmt.Sprint(r["id"]))
	}
	return strings.Join(list, " ")
}

func TestRowsTellTheFateOfABet(t *testing.T) {
	r := newRig(t)
	noon := r.at.Now()
	r.legs = []Leg{{League: "云海足球超级联赛", Odds: "0.95", OddsType: "HK"}}
	r.put("open", 1000, 0, books.BetOpen, noon.Add(4*time.Minute))
	r.put("win", 1000, 1950, books.BetSettled, noon.Add(-3*time.Minute))
	r.put("void", 1000, 0, books.BetVoid, noon)
	r.put("late", 1000, 0, books.BetSettled, noon.Add(time.Millisecond))
	code, rows := r.log(nil)
	if code != "COMM0000" || ids(rows) != "win void" {
		t.Fatalf("%s %s", code, ids(rows))
	}
	for i, want := range [][]any{
		{2.0, 10.0, 19.5, "2026-11-21T11:52:00.000", "2026-11-21T11:57:00.000"}, {3.0, 10.0, 10.0, "2026-11-21T11:55:00.000", "2026-11-21T12:00:00.000"},
	} {
		for j, name := range []string{"wagerStatus", "stake", "returnAmount", "createTime", "settleTime"} {
			if rows[i][name] != want[j] {
				t.Errorf("%v: %s is %v, want %v", rows[i]["id"], name, rows[i][name], want[j])
			}
		}
		var legs []Leg
		if err := json.Unmarshal([]byte(rows[i]["bets"].(string)), &legs); err != nil || len(legs) != 1 || legs[0] != r.legs[0] || rows[i]["memberCode"] != "Ming" {
			t.Errorf("row %v", rows[i])
		}
	}
	if code, rows = r.log(fields{"isSettled": "3"}); code != "COMM0000" || ids(rows) != "open" || rows[0]["settleTime"] != nil || rows[0]["wagerStatus"] != 1.0 {
		t.Errorf("open: %s %v", code, rows)
	}
	for name, wrong := range map[string]fields{
		"too long": {"from": "2026-11-21 10:59:59"}, "turned": {"from": "2026-11-21 12:00:01"}, "no time": {"to": ""}, "no list": {"isSettled": "2"},
	} {
		if code, _ := r.log(wrong); code != "COMM0101" {
			t.Errorf("%s: %s", name, code)
		}
	}
}

func TestFaultsOfTheRecords(t *testing.T) {
	r := newRig(t)
	r.put("b1", 1000, 1950, books.BetSettled, r.at.Now())
	for _, c := range []struct {
		kind       faults.Kind
		code, want string
		back       float64
	}{
		{faults.Refuse, "ITGR9999", "", 0},
		{faults.NotFoundFlap, "COMM0000", "", 0},
		{faults.Duplicate, "COMM0000", "b1 b1", 19.5},
		{faults.WrongAmount, "COMM0000", "b1", 19.51},
		{faults.Maintenance, "torn", "", 0},
	} {
		if err := r.Faults.Set(faults.Fault{Target: "venue:xj", Call: faults.Records, Kind: c.kind, Times: 1}); err != nil {
			t.Fatal(err)
		}
		code, rows := r.log(nil)
		if code != c.code || ids(rows) != c.want || len(rows) > 0 && rows[0]["returnAmount"] != c.back {
			t.Errorf("%s: %s %v", c.kind, code, rows)
		}
	}
}
