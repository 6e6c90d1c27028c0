package fb

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	merchant = "1000001"
	secret   = "demoFbSecret"
	create   = base + "/new/user/create"
	detail   = base + "/user/detail"
	in       = base + "/new/transfer/in"
	out      = base + "/new/transfer/out"
	status   = base + "/transfer/detail"
	launch   = base + "/token/get"
	ids      = base + "/order/file/ids"
	list     = base + "/order/list"
)

// fields are what a call asks or answers.
type fields = map[string]any

// fixture is a merchant on a temp file, with a clock that moves by hand.
type fixture struct {
	*Server
	t      *testing.T
	http   *httptest.Server
	at     *calendar.Fixed
	ticket Ticket
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 21, 12, 0, 0, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{t: t, at: at}
	f.Server = New(Config{
		Code: "fb", MerchantID: merchant, Secret: secret, Credit: 1_000_000 * money.Yuan, HomeURL: func() string { return "http://site/#/Sport_03" },
		Ticket:  func(books.Bet) Ticket { return f.ticket },
		BaseURL: func() string { return "http://sandbox" }, Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept,
		Faults: faults.NewBox("venue:fb"), Stop: make(chan struct{}),
	})
	f.http = httptest.NewServer(f.Handler("/venues/fb"))
	t.Cleanup(func() {
		f.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return f
}

// send posts a body as it is with the headers given, and returns code and data.
// It returns "torn" where the connection broke or no answer of the protocol
// came.
func (f *fixture) send(path, body string, headers map[string]string) (code string, data any) {
	f.t.Helper()
	request, err := http.NewRequest(http.MethodPost, f.http.URL+"/venues/fb"+path, strings.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return "torn", nil
	}
	defer reply.Body.Close()
	var answer struct {
		Success *bool
		Code    *int
		Data    any
	}
	if reply.StatusCode != http.StatusOK || json.NewDecoder(reply.Body).Decode(&answer) != nil || answer.Code == nil || answer.Success == nil {
		return "torn", nil
	}
	if *answer.Success != (*answer.Code == 0) {
		f.t.Errorf("%s: success %v beside code %d", path, *answer.Success, *answer.Code)
	}
	return strconv.Itoa(*answer.Code), answer.Data
}

func (f *fixture) headers(body string) map[string]string {
	stamp := strconv.FormatInt(f.at.Now().UnixMilli(), 10)
	return map[string]string{"merchantId": merchant, "timestamp": stamp, "sign": sign([]byte(body), merchant, stamp, secret)}
}

// post asks about ming; ask adds and replaces.
func (f *fixture) post(path string, ask fields) (string, any) {
	f.t.Helper()
	all := fields{"merchantUserId": "ming"}
	maps.Copy(all, ask)
	body, err := json.Marshal(all)
	if err != nil {
		f.t.Fatal(err)
	}
	return f.send(path, string(body), f.headers(string(body)))
}

func (f *fixture) want(want int, path string, ask fields) any {
	f.t.Helper()
	code, data := f.post(path, ask)
	if code != strconv.Itoa(want) {
		f.t.Errorf("%s %v: code %s, want %d", path, ask, code, want)
	}
	return data
}

func (f *fixture) balance(want string) {
	f.t.Helper()
	if data, _ := f.want(CodeOK, detail, nil).(fields); data["balance"] != want {
		f.t.Errorf("balance %v, want %s", data["balance"], want)
	}
}

// state is the code of a question about an order, or its status beside code 0.
func (f *fixture) state(id, way string) string {
	f.t.Helper()
	code, data := f.post(status, fields{"businessId": id, "transferType": way})
	if order, ok := data.(fields); ok && code == "0" {
		return fmt.Sprint("status ", order["status"])
	}
	return code
}

// The sheet's vector, sent as it is written there.
func TestTheExampleOfTheSheet(t *testing.T) {
	f := newFixture(t)
	f.at.Set(time.UnixMilli(1700000000000))
	f.want(CodeOK, create, fields{"merchantUserId": "test001"})
	headers := map[string]string{"merchantId": merchant, "timestamp": "1700000000000", "sign": "f613ae76ef4f23508f7e17cff0e245f3"}
	code, _ := f.send(in, `{"merchantUserId":"test001","businessId":"T20231114000001","amount":"100.00"}`, headers)
	if code != "0" {
		t.Errorf("code %s", code)
	}
	if code, _ = f.send(in, `{"merchantUserId":"test001","businessId":"T20231114000001","amount":"900.00"}`, headers); code != strconv.Itoa(CodeSign) {
		t.Errorf("another body under the same signature: %s", code)
	}
}

func TestOnlyTheMerchantIsAnswered(t *testing.T) {
	f := newFixture(t)
	const body = `{"merchantUserId":"ming"}`
	for want, change := range map[int]map[string]string{
		CodeMerchant: {"merchantId": "1000002"}, CodeSign: {"sign": strings.Repeat("0", 32)}, CodeParameter: {"Content-Type": "text/plain"},
	} {
		headers := f.headers(body)
		maps.Copy(headers, change)
		if code, _ := f.send(create, body, headers); code != strconv.Itoa(want) {
			t.Errorf("%v: %s, want %d", change, code, want)
		}
	}
	headers := f.headers(body)
	f.at.Advance(maxSkew + time.Second)
	if code, _ := f.send(create, body, headers); code != strconv.Itoa(CodeTime) {
		t.Errorf("an old timestamp: %s", code)
	}
	if code, _ := f.send(base+"/order/listByIds", body, f.headers(body)); code != strconv.Itoa(CodeParameter) {
		t.Errorf("a path that is not there: %s", code)
	}
	f.AllowFrom = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	f.want(CodeIP, detail, nil)
}

func TestAnOrderMovesMoneyOnce(t *testing.T) {
	f := newFixture(t)
	f.want(CodeNoUser, in, fields{"businessId": "T1", "amount": "1.00"})
	f.want(CodeNoUser, detail, nil)
	f.want(CodeParameter, create, fields{"merchantUserId": "a b"})
	f.want(CodeOK, create, nil)
	f.want(CodeUserThere, create, nil)
	for _, amount := range []string{"", "x", "1.001", "-1.00", "0.00"} {
		f.want(CodeAmount, in, fields{"businessId": "T1", "amount": amount})
	}
	f.want(CodeParameter, in, fields{"businessId": "", "amount": "1.00"})
	f.want(CodeOK, in, fields{"businessId": "T1", "amount": "100.00"})
	f.want(CodeDuplicate, in, fields{"businessId": "T1", "amount": "100.00"})
	f.want(CodeDuplicate, out, fields{"businessId": "T1", "amount": "1.00"})
	f.want(CodeShort, out, fields{"businessId": "T2", "amount": "100.01"})
	f.want(CodeCredit, in, fields{"businessId": "T3", "amount": "999900.01"})
	f.want(CodeOK, out, fields{"businessId": "T4", "amount": "99.99"})
	f.balance("0.01")
	f.want(CodeOK, create, fields{"merchantUserId": "hong"})
	for _, c := range [][3]string{
		{"T1", "IN", "status 1"}, {"T1", "OUT", strconv.Itoa(CodeNoOrder)}, {"T2", "OUT", "status 0"}, {"T3", "IN", "status 0"}, {"T4", "OUT", "status 1"},
		{"T9", "IN", strconv.Itoa(CodeNoOrder)}, {"T1", "in", strconv.Itoa(CodeParameter)},
	} {
		if got := f.state(c[0], c[1]); got != c[2] {
			t.Errorf("%v: %s", c, got)
		}
	}
	f.want(CodeNoOrder, status, fields{"merchantUserId": "hong", "businessId": "T1", "transferType": "IN"})
	if err := f.Reverse(t.Context(), "T4"); err != nil || f.state("T4", "OUT") != "status 0" {
		t.Errorf("reversed: %v", err)
	}
}

// The fault matrix of a transfer of 100 in: the answer, the wallet, what a
// question says at once and after the veil.
func TestFaultsOfATransfer(t *testing.T) {
	none := strconv.Itoa(CodeNoOrder)
	for _, c := range []struct {
		kind                         faults.Kind
		answer, balance, said, later string
	}{
		{faults.DropRequest, "torn", "0.00", none, none},
		{faults.DropResponse, "torn", "100.00", "status 1", "status 1"},
		{faults.CommitThen500, "torn", "100.00", "status 1", "status 1"},
		{faults.Refuse, strconv.Itoa(CodeRefused), "0.00", "status 0", "status 0"},
		{faults.NotFoundFlap, "torn", "100.00", none, "status 1"},
		{faults.Duplicate, strconv.Itoa(CodeDuplicate), "100.00", "status 1", "status 1"},
		{faults.WrongAmount, strconv.Itoa(CodeOngoing), "99.99", "status 1", "status 1"},
		{faults.Maintenance, "torn", "0.00", none, none},
		{faults.PlayerInGame, strconv.Itoa(CodeInGame), "0.00", "status 0", "status 0"},
		{faults.Processing, strconv.Itoa(CodeOngoing), "100.00", "status 2", "status 1"},
		{faults.UnknownCode, "98765", "100.00", "status 1", "status 1"},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			f := newFixture(t)
			f.want(CodeOK, create, nil)
			if err := f.Faults.Set(faults.Fault{Target: "venue:fb", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 300}); err != nil {
				t.Fatal(err)
			}
			if code, _ := f.post(in, fields{"businessId": "T1", "amount": "100.00"}); code != c.answer {
				t.Errorf("answered %s, want %s", code, c.answer)
			}
			if got := f.state("T1", "IN"); got != c.said {
				t.Errorf("said %s, want %s", got, c.said)
			}
			if c.said != c.later {
				time.Sleep(320 * time.Millisecond)
			}
			if got := f.state("T1", "IN"); got != c.later {
				t.Errorf("later %s, want %s", got, c.later)
			}
			f.balance(c.balance)
		})
	}
}

func TestALaunchOpensTheBookOnce(t *testing.T) {
	f := newFixture(t)
	good := fields{"platForm": "pc", "ip": "203.0.113.7"}
	f.want(CodeNoUser, launch, good)
	f.want(CodeOK, create, nil)
	f.want(CodeParameter, launch, fields{"platForm": "tv", "ip": "203.0.113.7"})
	f.want(CodeParameter, launch, fields{"platForm": "h5", "ip": ""})
	data := f.want(CodeOK, launch, good).(fields)
	token, _ := data["token"].(string)
	if at := data["serverInfo"].(fields)["pcAddress"]; at != "http://sandbox/venues/fb/web" {
		t.Errorf("pcAddress %v", at)
	}
	page, err := http.Get(f.http.URL + "/venues/fb/web/index.html")
	if err != nil {
		t.Fatal(err)
	}
	defer page.Body.Close()
	text, _ := io.ReadAll(page.Body)
	for _, part := range []string{`location.hash`, `http://sandbox/play/enter`, `Sport_03`} {
		if !strings.Contains(strings.ReplaceAll(string(text), `\/`, `/`), part) {
			t.Errorf("the page lacks %s: %s", part, text)
		}
	}
	enter := func(session string) error {
		_, err := f.Books.Enter(t.Context(), token, books.Session{Token: session, ExpiresAt: f.at.Now().Add(time.Hour)}, f.at.Now())
		return err
	}
	if err := enter("s1"); err != nil {
		t.Error(err)
	}
	if enter("s2") == nil {
		t.Error("the token works twice")
	}
}

func (f *fixture) put(id string, stake, payout money.Fen, is books.BetStatus, placed, settled time.Time) {
	f.t.Helper()
	b := books.Bet{
		Venue: "fb", ID: id, Player: "ming", Game: "0", Stake: stake, Valid: stake, Payout: payout, Status: is, PlacedAt: placed, SettledAt: settled,
	}
	if _, err := f.Books.PutBet(f.t.Context(), b, true); err != nil {
		f.t.Fatal(err)
	}
}

// files lists the files cut between two times, as the minutes that they hold.
func (f *fixture) files(start, end time.Time) (minutes string, first string) {
	f.t.Helper()
	data, _ := f.want(CodeOK, ids, fields{"startTime": start.UnixMilli(), "endTime": end.UnixMilli()}).([]any)
	var names []string
	for _, d := range data {
		id := d.(fields)["fileId"].(string)
		if first == "" {
			first = id
		}
		n, _ := strconv.ParseInt(id, 10, 64)
		names = append(names, time.UnixMilli(n*60_000).In(calendar.Beijing).Format("15:04"))
	}
	return strings.Join(names, " "), first
}

// rows are a file's orders: id, status, version and payout.
func (f *fixture) rows(minute time.Time) string {
	f.t.Helper()
	code, data := f.post(list, fields{"fileId": strconv.FormatInt(minute.UnixMilli()/60_000, 10)})
	if code != "0" {
		return code
	}
	var rows []string
	for _, d := range data.([]any) {
		o := d.(fields)
		rows = append(rows, fmt.Sprintf("%v:%v:%v:%v", o["id"], o["orderStatus"], o["version"], o["settleAmount"]))
	}
	return strings.Join(rows, " ")
}

// A change is in the file of its minute; a file is listed once it is cut, and
// goes on showing what was so then.
func TestChangesAreCutIntoFiles(t *testing.T) {
	f := newFixture(t)
	noon := f.at.Now()
	placed := noon.Add(10 * time.Second)
	f.put("b1", 1000, 0, books.BetOpen, placed, time.Time{})
	f.put("b2", 1000, 0, books.BetOpen, placed.Add(time.Second), time.Time{})
	f.at.Set(noon.Add(time.Minute + cutDelay - time.Millisecond))
	if got, _ := f.files(noon.Add(-time.Minute), noon.Add(5*time.Minute)); got != "" {
		t.Errorf("before the cut: %s", got)
	}
	if got := f.rows(noon); got != strconv.Itoa(CodeNoFile) {
		t.Errorf("before the cut: %s", got)
	}
	f.at.Advance(time.Millisecond)
	if got, _ := f.files(noon.Add(-time.Minute), noon.Add(5*time.Minute)); got != "12:00" {
		t.Errorf("after the cut: %s", got)
	}
	if got := f.rows(noon); got != "b1:4:1:0.00 b2:4:1:0.00" {
		t.Errorf("the first file: %s", got)
	}
	later := noon.Add(3 * time.Minute)
	f.put("b1", 1000, 1950, books.BetSettled, placed, later.Add(time.Second))
	f.put("b2", 1000, 0, books.BetVoid, placed.Add(time.Second), later.Add(2*time.Second))
	f.put("b3", 1000, 0, books.BetSettled, later.Add(3*time.Second), later.Add(4*time.Second))
	f.at.Set(later.Add(2 * time.Minute))
	if got, _ := f.files(noon, noon.Add(6*time.Minute)); got != "12:00 12:03" {
		t.Errorf("all files: %s", got)
	}
	if got := f.rows(noon); got != "b1:4:1:0.00 b2:4:1:0.00" {
		t.Errorf("the first file changed: %s", got)
	}
	if got := f.rows(later); !strings.HasPrefix(got, "b1:5:") || !strings.Contains(got, "b2:3:") || !strings.HasSuffix(got, ":0.00") || strings.Count(got, " ") != 2 || strings.Contains(got, ":1:") {
		t.Errorf("the second file: %s", got)
	}
	cut := noon.Add(time.Minute + cutDelay)
	for _, c := range []struct {
		start, end time.Time
		want       string
	}{
		{cut, cut, "12:00"}, {cut.Add(time.Millisecond), cut.Add(time.Minute), ""}, {cut.Add(-time.Minute), cut.Add(-time.Millisecond), ""},
	} {
		if got, _ := f.files(c.start, c.end); got != c.want {
			t.Errorf("from %v to %v: %q, want %q", c.start.Sub(cut), c.end.Sub(cut), got, c.want)
		}
	}
	f.want(CodeRange, ids, fields{"startTime": noon.UnixMilli(), "endTime": noon.Add(longestWindow + time.Second).UnixMilli()})
	f.want(CodeRange, ids, fields{"startTime": noon.UnixMilli(), "endTime": noon.Add(-time.Second).UnixMilli()})
	f.want(CodeParameter, ids, fields{"startTime": "noon", "endTime": noon.UnixMilli()})
	f.want(CodeNoFile, list, fields{"fileId": "1"})
	f.want(CodeParameter, list, fields{"fileId": "x"})
}

func TestOrdersShowTheirSlip(t *testing.T) {
	f := newFixture(t)
	noon := f.at.Now()
	f.ticket = Ticket{OddsType: "EU", Sold: 800, Legs: []Leg{{SportID: "football", MatchName: "甲 VS 乙", OptionName: "甲", Odds: "1.95"}, {Odds: "2.00", Result: "1:0"}}}
	f.put("b1", 1000, 800, books.BetSettled, noon, noon.Add(time.Second))
	f.at.Advance(2 * time.Minute)
	_, id := f.files(noon, f.at.Now())
	rows := f.want(CodeOK, list, fields{"fileId": id}).([]any)
	o := rows[0].(fields)
	for name, want := range map[string]any{
		"merchantUserId": "ming", "merchantId": merchant, "currency": 1.0, "seriesType": 1.0, "betType": "2x1*1", "stakeAmount": "10.00", "settleAmount": "8.00",
		"cashOutAmount": "8.00", "validSettleStakeAmount": "10.00", "walletType": 1.0, "createTime": float64(noon.UnixMilli()), "settleTime": float64(noon.UnixMilli() + 1000),
	} {
		if o[name] != want {
			t.Errorf("%s is %v, want %v", name, o[name], want)
		}
	}
	legs := o["betList"].([]any)
	if len(legs) != 2 || legs[0].(fields)["odds"] != "1.95" || legs[0].(fields)["oddsFormat"] != "EU" || legs[1].(fields)["settleResult"] != "1:0" {
		t.Errorf("betList %v", legs)
	}
}

func TestFaultsOfTheRecords(t *testing.T) {
	f := newFixture(t)
	noon := f.at.Now()
	f.put("b1", 1000, 1950, books.BetSettled, noon, noon)
	f.at.Advance(2 * time.Minute)
	for _, c := range []struct {
		kind faults.Kind
		want string
	}{
		{faults.Refuse, strconv.Itoa(CodeFailed)}, {faults.NotFoundFlap, strconv.Itoa(CodeNoFile)}, {faults.Maintenance, "torn"},
		{faults.Duplicate, "b1:5:2:19.50 b1:5:2:19.50"}, {faults.WrongAmount, "b1:5:2:19.51"},
	} {
		if err := f.Faults.Set(faults.Fault{Target: "venue:fb", Call: faults.Records, Kind: c.kind, Times: 1}); err != nil {
			t.Fatal(err)
		}
		if got := f.rows(noon); got != c.want {
			t.Errorf("%s: %s, want %s", c.kind, got, c.want)
		}
	}
}
