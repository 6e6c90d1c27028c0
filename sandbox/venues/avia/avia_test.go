package avia

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const secret = "demo-secret"

// rig is a venue on a temp file, with a clock that moves by hand.
type rig struct {
	*Server
	t      *testing.T
	http   *httptest.Server
	at     *calendar.Fixed
	ticket Ticket
	parlay string // of the bets that are put
}

func newRig(t *testing.T) *rig {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 21, 12, 0, 0, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, at: at}
	r.Server = New(Config{
		Code: "avia", SecretKey: secret, HomeURL: func() string { return "http://site/#/Esports" }, Credit: 1_000_000 * money.Yuan,
		Games:   []Game{{Code: "moba", Name: "推塔对战"}, {Code: "fps", Name: "枪战竞技"}},
		Ticket:  func(books.Bet) Ticket { return r.ticket },
		BaseURL: func() string { return "http://sandbox" }, Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept,
		Faults: faults.NewBox("venue:avia"), Stop: make(chan struct{}),
	})
	r.http = httptest.NewServer(r.Handler("/venues/avia"))
	t.Cleanup(func() {
		r.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return r
}

// send posts a form and gives "" or the code of the failure, and info; "torn"
// where the connection broke or no envelope came.
func (r *rig) send(path, key, form string) (code string, info map[string]any) {
	r.t.Helper()
	ask, err := http.NewRequest(http.MethodPost, r.http.URL+"/venues/avia/api/"+path, strings.NewReader(form))
	if err != nil {
		r.t.Fatal(err)
	}
	ask.Header.Set("Authorization", key)
	ask.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		return "torn", nil
	}
	defer answer.Body.Close()
	var e struct {
		Success *int
		Info    map[string]any
	}
	if answer.StatusCode != http.StatusOK || json.NewDecoder(answer.Body).Decode(&e) != nil || e.Success == nil {
		return "torn", nil
	}
	code, _ = e.Info["Error"].(string)
	if (*e.Success == 1) != (code == "") {
		r.t.Errorf("%s: success %d beside Error %q", path, *e.Success, code)
	}
	return code, e.Info
}

func (r *rig) post(path, form string) (string, map[string]any) {
	r.t.Helper()
	return r.send(path, secret, form)
}

// want sends and compares the code, "" for success.
func (r *rig) want(want, path, form string) map[string]any {
	r.t.Helper()
	code, info := r.post(path, form)
	if code != want {
		r.t.Errorf("%s %s: code %q, want %q", path, form, code, want)
	}
	return info
}

// wantInfo compares a success field by field; "*" is any text.
func (r *rig) wantInfo(want map[string]string, path, form string) {
	r.t.Helper()
	info := r.want("", path, form)
	if len(info) != len(want) {
		r.t.Errorf("%s %s: fields %v", path, form, slices.Sorted(maps.Keys(info)))
	}
	for name, value := range want {
		if value != "*" && info[name] != value {
			r.t.Errorf("%s %s: %s is %v, want %s", path, form, name, info[name], value)
		}
	}
}

// The example of the sheet, with the balance and the question that go with it.
func TestTheExampleOfTheSheet(t *testing.T) {
	r := newRig(t)
	r.want("", "user/register", "UserName=test001&Password=p12345")
	form := "UserName=test001&Type=IN&Money=100.00&ID=T20231114000001"
	info := r.want("", "user/transfer", form)
	if _, err := strconv.Atoi(info["ID"].(string)); err != nil || info["ID"] == info["OrderID"] {
		t.Errorf("internal ID %v", info["ID"])
	}
	delete(info, "ID")
	if want := map[string]any{"OrderID": "T20231114000001", "Balance": "100.00", "Credit": "999900.00"}; !maps.Equal(info, want) {
		t.Errorf("transfer: %v, want %v", info, want)
	}
	r.want(codeDuplicate, "user/transfer", form)
	r.wantInfo(map[string]string{"Money": "100.00", "Currency": "CNY"}, "user/balance", "UserName=TEST001&Currency=CNY")
	r.wantInfo(map[string]string{
		"Status": "Finish", "Money": "100.00", "Type": "IN", "UserName": "test001", "CreateAt": "2026-11-21 12:00:00", "Balance": "100.00",
	}, "user/transferinfo", "ID=T20231114000001")
}

func TestOnlyTheMerchantIsAnswered(t *testing.T) {
	r := newRig(t)
	for _, key := range []string{"", "demo-secres", "Bearer " + secret} {
		if code, _ := r.send("user/balance", key, "UserName=ming"); code != codeAuthorization {
			t.Errorf("key %q: %q", key, code)
		}
	}
	r.want(codeNoSupport, "user/nonsense", "")
	r.want(codeNoSupport, "user/balance", "UserName=ming&Currency=USD")
	r.want(codeContent, "user/balance", "UserName=%zz")
	r.AllowFrom = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	r.want(codeIP, "user/balance", "UserName=ming")
	r.want(codeIP, "user/nonsense", "")
}

func TestAnswersAreInGzipWhereTheCallerTakesIt(t *testing.T) {
	r := newRig(t)
	for _, accept := range []string{"gzip, deflate", "identity"} {
		ask, err := http.NewRequest(http.MethodPost, r.http.URL+"/venues/avia/api/user/nonsense", nil)
		if err != nil {
			t.Fatal(err)
		}
		ask.Header.Set("Authorization", secret)
		ask.Header.Set("Accept-Encoding", accept)
		answer, err := http.DefaultTransport.RoundTrip(ask)
		if err != nil {
			t.Fatal(err)
		}
		var body io.Reader = answer.Body
		if accept != "identity" {
			if body, err = gzip.NewReader(answer.Body); err != nil {
				t.Fatal(err)
			}
		}
		text, err := io.ReadAll(body)
		if want := `{"info":{"Error":"NOSUPPORT"},"msg":"error NOSUPPORT","success":0}`; err != nil || string(text) != want {
			t.Errorf("%s: %s, %v", accept, text, err)
		}
		_ = answer.Body.Close()
	}
}

func TestAccountsAreOpenedOnce(t *testing.T) {
	r := newRig(t)
	for _, name := range []string{"", "a", strings.Repeat("a", 17), "a+b", "%E6%98%8E%E6%98%8E"} {
		r.want(codeName, "user/register", "Password=p12345&UserName="+name)
	}
	for _, password := range []string{"", "p123", strings.Repeat("p", 17)} {
		r.want(codePassword, "user/register", "UserName=ming&Password="+password)
	}
	r.want(codeNoUser, "user/balance", "UserName=Ming")
	r.want("", "user/register", "UserName=Ming&Password=p12345")
	r.want(codeExists, "user/register", "UserName=ming&Password=p67890")
}

func TestAnOrderMovesMoneyOnce(t *testing.T) {
	r := newRig(t)
	move := func(want, kind, amount, id string) {
		t.Helper()
		r.want(want, "user/transfer", url.Values{"UserName": {"ming"}, "Type": {kind}, "Money": {amount}, "ID": {id}}.Encode())
	}
	move(codeNoUser, "IN", "100.00", "T1")
	r.want(codeNoOrder, "user/transferinfo", "ID=T1")
	r.want("", "user/register", "UserName=ming&Password=p12345")
	for _, amount := range []string{"0.00", "-1.00", "1.001", "x", ""} {
		move(codeMoney, "IN", amount, "T1")
	}
	for _, kind := range []string{"", "in", "BOTH"} {
		move(codeNoAction, kind, "1.00", "T1")
	}
	for _, id := range []string{"", "a-b", strings.Repeat("a", 33)} {
		move(codeContent, "IN", "1.00", id)
	}
	move("", "IN", "100.00", "T1")
	move(codeDuplicate, "OUT", "1.00", "T1")
	move(codeNoBalance, "OUT", "100.01", "T2")
	r.wantInfo(map[string]string{
		"Status": "Faild", "Money": "100.01", "Type": "OUT", "UserName": "ming", "CreateAt": "*", "Balance": "100.00",
	}, "user/transferinfo", "ID=T2")
	move(codeDuplicate, "OUT", "1.00", "T2")
	move(codeNoCredit, "IN", "999900.01", "T3")
	move("", "IN", "999900.00", "T4")
	move("", "OUT", "1000000.00", "T5")
	r.wantInfo(map[string]string{"Money": "0.00", "Currency": "CNY"}, "user/balance", "UserName=ming")
}

// The fault matrix of a transfer of 100 in: the answer, the wallet, what a
// question says at once and after the veil.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind                faults.Kind
		code, balance       string
		status, statusLater string
	}{
		{faults.DropRequest, "torn", "0.00", codeNoOrder, codeNoOrder},
		{faults.DropResponse, "torn", "100.00", "Finish", "Finish"},
		{faults.CommitThen500, "torn", "100.00", "Finish", "Finish"},
		{faults.Delay, "", "100.00", "Finish", "Finish"},
		{faults.Refuse, codeLocked, "0.00", "Faild", "Faild"},
		{faults.NotFoundFlap, "torn", "100.00", codeNoOrder, "Finish"},
		{faults.Duplicate, codeDuplicate, "100.00", "Finish", "Finish"},
		{faults.WrongAmount, codeOngoing, "99.99", "Finish", "Finish"},
		{faults.WrongUnit, codeOngoing, "10000.00", "Finish", "Finish"},
		{faults.Maintenance, "torn", "0.00", codeNoOrder, codeNoOrder},
		{faults.PlayerInGame, "", "100.00", "Finish", "Finish"}, // this company never minds
		{faults.Processing, codeOngoing, "100.00", "None", "Finish"},
		{faults.UnknownCode, "NEVERHEARDOF", "100.00", "Finish", "Finish"},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			r := newRig(t)
			r.t = t
			r.want("", "user/register", "UserName=ming&Password=p12345")
			if err := r.Faults.Set(faults.Fault{Target: "venue:avia", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 300}); err != nil {
				t.Fatal(err)
			}
			status := func(want string) {
				t.Helper()
				code, info := r.post("user/transferinfo", "ID=T1")
				if code == "" {
					code, _ = info["Status"].(string)
				}
				if code != want {
					t.Errorf("status %s, want %s", code, want)
				}
			}
			r.want(c.code, "user/transfer", "UserName=ming&Type=IN&Money=100.00&ID=T1")
			status(c.status)
			if c.status != c.statusLater {
				time.Sleep(320 * time.Millisecond)
			}
			status(c.statusLater)
			r.wantInfo(map[string]string{"Money": c.balance, "Currency": "CNY"}, "user/balance", "UserName=ming")
		})
	}
}

func TestASwitchForOneWayOfATransferLeavesTheOther(t *testing.T) {
	r := newRig(t)
	r.want("", "user/register", "UserName=ming&Password=p12345")
	if err := r.Faults.Set(faults.Fault{Target: "venue:avia", Call: faults.TransferOut, Kind: faults.Refuse, Times: 1}); err != nil {
		t.Fatal(err)
	}
	r.want("", "user/transfer", "UserName=ming&Type=IN&Money=100.00&ID=T1")
	r.want(codeLocked, "user/transfer", "UserName=ming&Type=OUT&Money=100.00&ID=T2")
}

func TestALoginOpensItsGameOnce(t *testing.T) {
	r := newRig(t)
	r.want(codeNoUser, "user/login", "UserName=ming")
	r.want("", "user/register", "UserName=Ming&Password=p12345")
	r.want(codeContent, "user/login", "UserName=ming&CateID=chess")
	for _, game := range []string{"", "fps"} {
		info := r.want("", "user/login", "UserName=ming&MatchID=7&CateID="+game)
		address, err := url.Parse(info["Url"].(string))
		if err != nil || address.Host != "sandbox" || address.Path != "/play/enter" || address.Query().Get("back") != "http://site/#/Esports" {
			t.Fatalf("login: %v, %v", info, err)
		}
		enter := func() (books.Session, error) {
			play := books.Session{Token: "s" + game, ExpiresAt: r.at.Now().Add(time.Hour)}
			return r.Books.Enter(t.Context(), address.Query().Get("token"), play, r.at.Now())
		}
		session, err := enter()
		if err != nil || session.Player != "ming" || session.Game != game || session.Venue != "avia" {
			t.Errorf("session %+v: %v", session, err)
		}
		if _, err := enter(); err == nil {
			t.Error("the address works twice")
		}
	}
	r.want("", "user/logout", "UserName=Ming")
	if _, err := r.Books.Playing(t.Context(), "s", r.at.Now()); err == nil {
		t.Error("plays on after the logout")
	}
	r.want(codeNoUser, "user/logout", "UserName=hong")
	if info := r.want("", "user/guest", ""); info["Url"] != "http://sandbox/play/fun/avia/moba" {
		t.Errorf("guest: %v", info)
	}
}

// put keeps a bet that was placed ten minutes before it was settled.
func (r *rig) put(id string, stake, payout money.Fen, status books.BetStatus, settled time.Time) {
	r.t.Helper()
	b := books.Bet{
		Venue: "avia", ID: id, Player: "Ming", Game: "fps", Stake: stake, Valid: stake, Payout: payout, Status: status,
		Odds: "1.95", OddsType: "EU", Parlay: r.parlay, PlacedAt: settled.Add(-10 * time.Minute), SettledAt: settled,
	}
	if status == books.BetOpen {
		b.SettledAt = time.Time{}
	}
	if _, err := r.Books.PutBet(r.t.Context(), b, true); err != nil {
		r.t.Fatal(err)
	}
}

// log gives the rows of log/get, for a window around noon.
func (r *rig) log(form string) (code string, count float64, rows []map[string]any) {
	r.t.Helper()
	values, err := url.ParseQuery(form)
	if err != nil {
		r.t.Fatal(err)
	}
	for name, value := range map[string]string{"StartAt": "2026-11-21 11:55:00", "EndAt": "2026-11-21 12:00:00"} {
		if !values.Has(name) {
			values.Set(name, value)
		}
	}
	code, info := r.post("log/get", values.Encode())
	if code != "" {
		return code, 0, nil
	}
	for _, one := range info["list"].([]any) {
		rows = append(rows, one.(map[string]any))
	}
	return "", info["RecordCount"].(float64), rows
}

func ids(rows []map[string]any) string {
	var list []string
	for _, r := range rows {
		list = append(list, r["OrderID"].(string))
	}
	return strings.Join(list, " ")
}

func TestRowsTellWhatBecameOfABet(t *testing.T) {
	r := newRig(t)
	noon := r.at.Now()
	r.ticket = Ticket{League: "枪火前线邀请赛", Match: "枪火玫瑰 对 深蓝狙击", Bet: "独赢", Content: "枪火玫瑰", Result: "3:1"}
	r.put("open", 1000, 0, books.BetOpen, noon.Add(9*time.Minute))
	r.put("win", 1000, 1950, books.BetSettled, noon.Add(-4*time.Minute))
	r.put("half", 1000, 500, books.BetSettled, noon.Add(-3*time.Minute))
	r.put("back", 1000, 1000, books.BetSettled, noon.Add(-2*time.Minute))
	r.put("void", 1000, 0, books.BetVoid, noon.Add(-time.Minute))
	_, count, rows := r.log("Type=UpdateAt&OrderType=All&PageIndex=1&PageSize=1024")
	if count != 5 || ids(rows) != "win half back open void" && ids(rows) != "win half back void open" {
		t.Fatalf("%v rows: %s", count, ids(rows))
	}
	const none = "1900-01-01 00:00:00"
	for _, row := range rows {
		want := map[string][]any{
			"open": {"None", 10.0, 0.0, 0.0, "2026-11-21 11:59:00", none, none, "2026-11-21 11:59:00"},
			"win":  {"Win", 10.0, 10.0, 9.5, "2026-11-21 11:46:00", "2026-11-21 11:56:00", "2026-11-21 11:56:00", "2026-11-21 11:56:00"},
			"half": {"Lose", 10.0, 10.0, -5.0, "2026-11-21 11:47:00", "2026-11-21 11:57:00", "2026-11-21 11:57:00", "2026-11-21 11:57:00"},
			"back": {"Win", 10.0, 10.0, 0.0, "2026-11-21 11:48:00", "2026-11-21 11:58:00", "2026-11-21 11:58:00", "2026-11-21 11:58:00"},
			"void": {"Revoke", 10.0, 0.0, 0.0, "2026-11-21 11:49:00", "2026-11-21 11:59:00", "2026-11-21 11:59:00", "2026-11-21 11:59:00"},
		}[row["OrderID"].(string)]
		for i, name := range []string{"Status", "BetAmount", "BetMoney", "Money", "CreateAt", "ResultAt", "RewardAt", "UpdateAt"} {
			if row[name] != want[i] {
				t.Errorf("%v: %s is %v, want %v", row["OrderID"], name, row[name], want[i])
			}
		}
		for name, want := range map[string]any{
			"UserName": "Ming", "Type": "Single", "Odds": "1.95", "OddsType": "EU", "CateID": "fps", "Category": "枪战竞技", "Currency": "CNY",
			"League": r.ticket.League, "Match": r.ticket.Match, "Bet": "独赢", "Content": "枪火玫瑰", "Result": "3:1", "ReSettlement": 0.0, "IsTest": 0.0,
		} {
			if row[name] != want {
				t.Errorf("%v: %s is %v, want %v", row["OrderID"], name, row[name], want)
			}
		}
	}
}

func TestABetSettledAgainMovesToItsNewInstant(t *testing.T) {
	r := newRig(t)
	noon := r.at.Now()
	r.put("b1", 1000, 1950, books.BetSettled, noon.Add(-4*time.Minute))
	r.put("b1", 1000, 0, books.BetSettled, noon.Add(-time.Minute))
	if _, _, rows := r.log("EndAt=2026-11-21 11:58:00"); len(rows) != 0 {
		t.Errorf("the old instant still shows %v", rows)
	}
	if _, _, rows := r.log(""); len(rows) != 1 || rows[0]["Money"] != -10.0 || rows[0]["Status"] != "Lose" {
		t.Errorf("rows %v", rows)
	}
}

func TestPagesMeet(t *testing.T) {
	r := newRig(t)
	for i := range 45 {
		r.put("b"+strconv.Itoa(100+i), 1000, 0, books.BetSettled, r.at.Now().Add(time.Duration(i-45)*time.Second))
	}
	var seen []map[string]any
	for page, want := range []int{20, 20, 5, 0} {
		_, count, rows := r.log("PageIndex=" + strconv.Itoa(page+1))
		if count != 45 || len(rows) != want {
			t.Errorf("page %d: %d rows of %v", page+1, len(rows), count)
		}
		seen = append(seen, rows...)
	}
	if list := strings.Fields(ids(seen)); len(list) != 45 || !slices.IsSorted(list) || len(slices.Compact(list)) != 45 {
		t.Errorf("rows %v", list)
	}
}

func TestWhichRowsAreAskedFor(t *testing.T) {
	r := newRig(t)
	noon := r.at.Now()
	r.put("late", 1000, 0, books.BetSettled, noon.Add(500*time.Millisecond))
	r.put("edge", 1000, 0, books.BetSettled, noon)
	r.put("begin", 1000, 0, books.BetSettled, noon.Add(-5*time.Minute))
	for form, want := range map[string]string{
		"":                "begin edge",
		"Type=ResultAt":   "begin edge",
		"Type=RewardAt":   "begin edge",
		"Type=CreateAt":   "",
		"OrderType=Combo": "",
		"OrderType=Smart": "",
		"Type=CreateAt&StartAt=2026-11-21 11:45:00":               "begin edge late",
		"Type=UserName&UserName=MING&StartAt=2026-11-21 11:45:00": "begin edge late",
		"Type=UserName&UserName=hong&StartAt=2026-11-21 11:45:00": "",
		"StartAt=2026-11-20 12:00:00":                             "begin edge",
	} {
		code, count, rows := r.log(form)
		if code != "" || ids(rows) != want || int(count) != len(rows) {
			t.Errorf("%s: %s %v rows %q, want %q", form, code, count, ids(rows), want)
		}
	}
	r.ticket.Legs = []Leg{{Match: "一"}, {Match: "二"}}
	if _, _, rows := r.log("OrderType=Combo"); ids(rows) != "begin edge" || rows[0]["Type"] != "Combo" || len(rows[0]["Details"].([]any)) != 2 {
		t.Errorf("combinations %v", rows)
	}
	r.ticket.Legs = nil
	r.parlay = "2"
	r.put("edge", 1000, 0, books.BetSettled, noon)
	if _, _, rows := r.log("OrderType=Combo"); ids(rows) != "edge" {
		t.Errorf("a bet that was put as a combination: %v", rows)
	}
	for form, want := range map[string]string{
		"StartAt=2026-11-20 11:59:59": codeDate,
		"StartAt=2026-11-21 12:00:01": codeDate,
		"StartAt=yesterday":           codeDate,
		"EndAt=":                      codeDate,
		"PageSize=1025":               codeContent,
		"PageIndex=0":                 codeContent,
		"OrderType=Horses":            codeContent,
		"Type=Yesterday":              codeContent,
		"Type=UserName":               codeContent,
	} {
		if code, _, _ := r.log(form); code != want {
			t.Errorf("%s: %q, want %q", form, code, want)
		}
	}
}

func TestFaultsOfTheRecords(t *testing.T) {
	r := newRig(t)
	r.put("b1", 1000, 1950, books.BetSettled, r.at.Now())
	for _, c := range []struct {
		kind faults.Kind
		code string
		want string
		net  float64
	}{
		{faults.Refuse, codeConfig, "", 0},
		{faults.NotFoundFlap, "", "", 0},
		{faults.Duplicate, "", "b1 b1", 9.5},
		{faults.WrongAmount, "", "b1", 9.51},
		{faults.Maintenance, "torn", "", 0},
	} {
		if err := r.Faults.Set(faults.Fault{Target: "venue:avia", Call: faults.Records, Kind: c.kind, Times: 1}); err != nil {
			t.Fatal(err)
		}
		code, _, rows := r.log("")
		if code != c.code || ids(rows) != c.want || len(rows) > 0 && rows[0]["Money"] != c.net {
			t.Errorf("%s: %q %v", c.kind, code, rows)
		}
	}
}
