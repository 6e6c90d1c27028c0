package bti

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"log/slog"
	"maps"
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

const agentName, agentSecret = "hongyun", "made-up-agent-password"

type fields = map[string]string

// answer is a wallet answer, read by local names.
type answer struct {
	XMLName                                                                          xml.Name `xml:"MerchantResponse"`
	ErrorCode, CustomerID, AuthToken, Balance, OpenBetsBalance, TransactionID, Extra string
}

// rig is a merchant on a temp file, with a clock that moves by hand.
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
	at := calendar.NewFixed(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, at: at}
	r.Server = New(Config{
		Code: "bti", AgentName: agentName, AgentSecret: agentSecret, Credit: 1_000_000 * money.Yuan, HomeURL: func() string { return "http://site/#/Sport_bti" },
		Ticket: func(books.Bet) Ticket { return r.ticket }, Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept,
		Faults: faults.NewBox("venue:bti"), Stop: make(chan struct{}),
	})
	r.http = httptest.NewServer(r.Handler("/venues/bti"))
	t.Cleanup(func() {
		r.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return r
}

func read(reply *http.Response, err error) (body []byte, whole bool) {
	if err != nil {
		return nil, false
	}
	defer reply.Body.Close()
	body, err = io.ReadAll(reply.Body)
	return body, err == nil && reply.StatusCode == http.StatusOK
}

// post asks about ming with a form; more adds and replaces.
func (r *rig) post(method string, more fields) answer {
	r.t.Helper()
	form := url.Values{"AgentUserName": {agentName}, "AgentPassword": {agentSecret}, "MerchantCustomerCode": {"ming"}}
	for name, value := range more {
		form.Set(name, value)
	}
	return r.readXML(read(http.PostForm(r.http.URL+"/venues/bti/"+method, form)))
}

func (r *rig) readXML(body []byte, whole bool) (a answer) {
	if !whole || xml.Unmarshal(body, &a) != nil {
		return answer{ErrorCode: "torn"}
	}
	return a
}

func (r *rig) want(want, method string, more fields) answer {
	r.t.Helper()
	got := r.post(method, more)
	if got.ErrorCode != want {
		r.t.Errorf("%s %v: %s, want %s", method, more, got.ErrorCode, want)
	}
	return got
}

func creation(name string) fields {
	return fields{"MerchantCustomerCode": name, "LoginName": name, "CurrencyCode": "CNY", "CountryCode": "CN", "Group1ID": "0"}
}

func (r *rig) seat(name string) {
	r.t.Helper()
	r.want("NoError", "CreateUserNew", creation(name))
}

func (r *rig) in(want, amount, id string) {
	r.t.Helper()
	r.want(want, "TransferToWHL", fields{"Amount": amount, "RefTransactionCode": id, "BonusCode": ""})
}

func (r *rig) out(want, amount, id string) {
	r.t.Helper()
	r.want(want, "TransferFromWHL", fields{"Amount": amount, "RefTransactionCode": id})
}

func (r *rig) status(want, id string) {
	r.t.Helper()
	r.want(want, "CheckTransaction", fields{"RefTransactionCode": id})
}

func (r *rig) balance(want string) {
	r.t.Helper()
	if got := r.want("NoError", "GetBalance", nil); got.Balance != want {
		r.t.Errorf("balance %s, want %s", got.Balance, want)
	}
}

// The example of the sheet, field by field and with its namespace.
func TestAnAnswerHasTheFormOfTheSheet(t *testing.T) {
	r := newRig(t)
	r.seat("ming")
	form := url.Values{
		"AgentUserName": {agentName}, "AgentPassword": {agentSecret}, "MerchantCustomerCode": {"ming"}, "Amount": {"100.00"}, "RefTransactionCode": {"T1"},
	}
	body, _ := read(http.PostForm(r.http.URL+"/venues/bti/TransferToWHL", form))
	want := `<MerchantResponse xmlns="http://networkpot.com/"><ErrorCode>NoError</ErrorCode><CustomerID>` + customerID("ming") +
		`</CustomerID><Balance>100.00</Balance><TransactionID>` + transactionID("T1") + `</TransactionID></MerchantResponse>`
	if _, got, _ := strings.Cut(string(body), "?>\n"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestParametersComeInThreeForms(t *testing.T) {
	r := newRig(t)
	r.seat("ming")
	at := r.http.URL + "/venues/bti/GetBalance"
	query := url.Values{"AgentUserName": {agentName}, "AgentPassword": {agentSecret}, "MerchantCustomerCode": {"ming"}}
	body, err := json.Marshal(fields{"AgentUserName": agentName, "AgentPassword": agentSecret, "MerchantCustomerCode": "ming"})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.readXML(read(http.Get(at + "?" + query.Encode()))); got.Balance != "0.00" {
		t.Errorf("in the query: %+v", got)
	}
	if got := r.readXML(read(http.Post(at, "application/json", bytes.NewReader(body)))); got.Balance != "0.00" {
		t.Errorf("as JSON: %+v", got)
	}
	r.balance("0.00")
}

func TestOnlyTheAgentIsAnswered(t *testing.T) {
	r := newRig(t)
	for _, wrong := range []fields{{"AgentPassword": ""}, {"AgentPassword": "x"}, {"AgentUserName": "x"}} {
		r.want("AuthenticationFailed", "GetBalance", wrong)
	}
	if got := r.want("torn", "ChangePassword", nil); got.CustomerID != "" {
		t.Errorf("a method that is not there: %+v", got)
	}
	r.AllowFrom = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	r.want("AuthenticationFailed", "GetBalance", nil)
}

func TestPlayersAreCreatedOnce(t *testing.T) {
	r := newRig(t)
	for want, change := range map[string]fields{
		"Exception": {"CurrencyCode": "USD"}, "DuplicateLoginName": {"LoginName": "hong"},
	} {
		ask := creation("Ming")
		maps.Copy(ask, change)
		r.want(want, "CreateUserNew", ask)
	}
	r.want("Exception", "CreateUserNew", fields{"MerchantCustomerCode": "a"})
	r.want("CustomerNotFound", "GetBalance", nil)
	r.seat("Ming")
	r.want("DuplicateMerchantCustomerCode", "CreateUser", creation("Ming"))
}

func TestAnOrderMovesMoneyOnce(t *testing.T) {
	r := newRig(t)
	r.in("CustomerNotFound", "100.00", "T1")
	r.seat("ming")
	r.status("TransactionCodeNotFound", "T1")
	for _, amount := range []string{"", "x", "1.001", "-1", "0.00"} {
		r.in("Exception", amount, "T1")
	}
	r.in("RefTransactionCodeIsEmpty", "1.00", "")
	r.in("Exception", "1.00", strings.Repeat("a", 51))
	r.in("NoError", "100.00", "T1")
	r.out("Exception", "1.00", "T1")
	r.out("Exception", "100.01", "T2")
	r.status("TransactionCodeNotFound", "T2")
	r.in("Exception", "999900.01", "T3")
	r.out("NoError", "100", "T4")
	r.status("NoError", "T4")
	r.status("RefTransactionCodeIsEmpty", "")
	r.balance("0.00")
	if err := r.Reverse(t.Context(), "T4"); err != nil {
		t.Fatal(err)
	}
	r.status("TransactionCodeNotFound", "T4")
	r.balance("100.00")
}

// The fault matrix of a transfer of 100 in: the answer, the wallet, what a
// question says at once and after the veil.
func TestFaultsOfATransfer(t *testing.T) {
	const yes, no, none = "NoError", "Exception", "TransactionCodeNotFound"
	for _, c := range []struct {
		kind                                 faults.Kind
		answer, balance, status, statusLater string
	}{
		{faults.DropRequest, "torn", "0.00", none, none},
		{faults.DropResponse, "torn", "100.00", yes, yes},
		{faults.CommitThen500, "torn", "100.00", yes, yes},
		{faults.Delay, yes, "100.00", yes, yes},
		{faults.Refuse, "MerchantIsFrozen", "0.00", none, none},
		{faults.NotFoundFlap, "torn", "100.00", none, yes},
		{faults.Duplicate, no, "100.00", yes, yes},
		{faults.WrongAmount, no, "99.99", no, yes},
		{faults.Maintenance, "torn", "0.00", none, none},
		{faults.PlayerInGame, no, "0.00", none, none},
		{faults.Processing, no, "100.00", no, yes},
		{faults.UnknownCode, "Error98765", "100.00", yes, yes},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			r := newRig(t)
			r.t = t
			r.seat("ming")
			if err := r.Faults.Set(faults.Fault{Target: "venue:bti", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 300}); err != nil {
				t.Fatal(err)
			}
			r.in(c.answer, "100.00", "T1")
			if c.kind != faults.WrongAmount { // its veil may be over
				r.status(c.status, "T1")
			}
			time.Sleep(320 * time.Millisecond)
			r.status(c.statusLater, "T1")
			r.balance(c.balance)
		})
	}
}

func TestATokenOpensTheBookOnce(t *testing.T) {
	r := newRig(t)
	r.want("CustomerNotFound", "GetCustomerAuthToken", nil)
	r.seat("Ming")
	token := r.want("NoError", "GetCustomerAuthToken", nil).AuthToken
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	reply, err := client.Get(r.http.URL + "/venues/bti/zh/sports?operatorToken=" + token)
	if err != nil {
		t.Fatal(err)
	}
	_ = reply.Body.Close()
	address, err := reply.Location()
	if err != nil || address.Path != "/play/enter" || address.Query().Get("token") != token || address.Query().Get("back") != "http://site/#/Sport_bti" {
		t.Fatalf("the book is at %v, %v", address, err)
	}
	enter := func() (books.Session, error) {
		return r.Books.Enter(t.Context(), token, books.Session{Token: "s" + token, ExpiresAt: r.at.Now().Add(time.Hour)}, r.at.Now())
	}
	if session, err := enter(); err != nil || session.Player != "ming" || session.Venue != "bti" || session.Game != "" {
		t.Errorf("session %+v: %v", session, err)
	}
	if _, err := enter(); err == nil {
		t.Error("the token works twice")
	}
}

// put keeps a bet that was placed five minutes before it was settled.
func (r *rig) put(id string, stake, payout money.Fen, is books.BetStatus, settled time.Time) {
	r.t.Helper()
	b := books.Bet{
		Venue: "bti", ID: id, Player: "Ming", Stake: stake, Valid: stake, Payout: payout, Status: is,
		Parlay: r.parlay, PlacedAt: settled.Add(-5 * time.Minute), SettledAt: settled,
	}
	if is == books.BetOpen {
		b.SettledAt = time.Time{}
	}
	if _, err := r.Books.PutBet(r.t.Context(), b, true); err != nil {
		r.t.Fatal(err)
	}
}

// data posts JSON to the data interface.
func (r *rig) data(path, body string) map[string]any {
	r.t.Helper()
	text, whole := read(http.Post(r.http.URL+"/venues/bti/"+path, "application/json", strings.NewReader(body)))
	var got map[string]any
	if !whole || json.Unmarshal(text, &got) != nil {
		return map[string]any{"errorCode": "torn"}
	}
	return got
}

func (r *rig) token() string {
	r.t.Helper()
	got := r.data("authorize_v2", fmt.Sprintf(`{"AgentUserName":%q,"AgentPassword":%q}`, agentName, agentSecret))
	if got["errorCode"] != 0.0 || got["token"] == "" {
		r.t.Fatalf("authorize_v2: %v", got)
	}
	return got["token"].(string)
}

// bets asks for a page of a list between a quarter to twelve and noon.
func (r *rig) bets(list string, page, size int) (rows []map[string]any, got map[string]any) {
	r.t.Helper()
	body := fmt.Sprintf(`{"From":"2026-11-21T11:45:00","To":"2026-11-21T12:00:00Z","Pagination":{"page":%d,"rowperpage":%d}}`, page, size)
	got = r.data("get-"+list+"-bets-paging?token="+r.token(), body)
	all, _ := got["Bets"].([]any)
	for _, one := range all {
		rows = append(rows, one.(map[string]any))
	}
	return rows, got
}

func ids(rows []map[string]any) string {
	var list []string
	for _, r := range rows {
		list = append(list, r["PurchaseID"].(string))
	}
	return strings.Join(list, " ")
}

func TestRowsTellTheFateOfABet(t *testing.T) {
	r := newRig(t)
	noon := r.at.Now()
	r.ticket = Ticket{Odds: "0.95", OddsType: "HK", Decimal: "1.95", Legs: []Leg{{Sport: "足球", League: "云海足球超级联赛", Home: "云海青龙", Away: "沧州铁鹰", Selection: "云海青龙", Decimal: "1.95"}}}
	r.put("open", 1000, 0, books.BetOpen, noon.Add(4*time.Minute))
	r.put("win", 1000, 1950, books.BetSettled, noon.Add(-5*time.Minute))
	r.put("half", 1000, 500, books.BetSettled, noon.Add(-4*time.Minute))
	r.put("draw", 1000, 1000, books.BetSettled, noon.Add(-3*time.Minute))
	r.put("void", 1000, 0, books.BetVoid, noon.Add(-2*time.Minute))
	r.put("edge", 1000, 0, books.BetSettled, noon)
	r.put("late", 1000, 0, books.BetSettled, noon.Add(time.Millisecond))
	rows, got := r.bets("history", 0, 1000)
	if got["errorCode"] != 0.0 || got["currentPage"] != 0.0 || got["totalPages"] != 1.0 || ids(rows) != "win half draw void edge" {
		t.Fatalf("%v, rows %s", got, ids(rows))
	}
	for i, want := range [][]any{
		{"Won", 9.5, 19.5, 10.0, "2026-11-21T11:50:00.000", "2026-11-21T11:55:00.000"},
		{"Half Lost", -5.0, 5.0, 10.0, "2026-11-21T11:51:00.000", "2026-11-21T11:56:00.000"},
		{"Draw", 0.0, 10.0, 10.0, "2026-11-21T11:52:00.000", "2026-11-21T11:57:00.000"},
		{"Canceled", 0.0, 10.0, 0.0, "2026-11-21T11:53:00.000", "2026-11-21T11:58:00.000"},
		{"Lost", -10.0, 0.0, 10.0, "2026-11-21T11:55:00.000", "2026-11-21T12:00:00.000"},
	} {
		for j, name := range []string{"BetStatus", "PL", "Return", "ValidStake", "CreationDate", "BetSettledDate"} {
			if rows[i][name] != want[j] {
				t.Errorf("%v: %s is %v, want %v", rows[i]["PurchaseID"], name, rows[i][name], want[j])
			}
		}
		if rows[i]["UpdateDate"] != rows[i]["BetSettledDate"] || rows[i]["MerchantCustomerID"] != "Ming" || rows[i]["TotalStake"] != 10.0 ||
			rows[i]["BetTypeId"] != 1.0 || rows[i]["OddsStyleOfUser"] != "HongKong" || rows[i]["OddsInUserStyle"] != "0.95" || rows[i]["OddsDec"] != 1.95 {
			t.Errorf("row %v", rows[i])
		}
	}
	rows, _ = r.bets("open", 0, 1000)
	if ids(rows) != "open" || rows[0]["BetStatus"] != "Opened" || rows[0]["PL"] != nil || rows[0]["BetSettledDate"] != nil {
		t.Errorf("open %v", rows)
	}
	r.ticket, r.parlay = Ticket{Sold: 800}, "true"
	r.put("edge", 1000, 800, books.BetSettled, noon)
	if rows, _ = r.bets("history", 0, 1000); rows[4]["BetStatus"] != "Cashout" || rows[4]["BetTypeId"] != 2.0 || rows[4]["PL"] != -2.0 {
		t.Errorf("a combination that was sold %v", rows[4])
	}
}

func TestPagesMeetAndAnEmptyWindowHasNone(t *testing.T) {
	r := newRig(t)
	if _, got := r.bets("history", 0, 10); got["errorCode"] != 0.0 || got["totalPages"] != -1.0 {
		t.Errorf("empty: %v", got)
	}
	for i := range 5 {
		r.put(fmt.Sprint("b", i), 1000, 0, books.BetSettled, r.at.Now().Add(time.Duration(i-5)*time.Second))
	}
	var seen []map[string]any
	for page := range 4 {
		rows, got := r.bets("history", page, 2)
		if got["currentPage"] != float64(page) || got["totalPages"] != 3.0 {
			t.Errorf("page %d: %v", page, got)
		}
		seen = append(seen, rows...)
	}
	if ids(seen) != "b0 b1 b2 b3 b4" {
		t.Errorf("rows %s", ids(seen))
	}
}

func TestTheDataInterfaceSaysNo(t *testing.T) {
	r := newRig(t)
	good := `{"From":"2026-11-21T11:45:00Z","To":"2026-11-21T12:00:00Z","Pagination":{"page":0,"rowperpage":1000}}`
	if got := r.data("authorize_v2", `{"AgentUserName":"hongyun","AgentPassword":"x"}`); got["errorCode"] != -1.0 {
		t.Errorf("a wrong password: %v", got)
	}
	token := r.token()
	for name, c := range map[string]struct {
		token, body string
		want        float64
	}{
		"no token": {"", good, -1000}, "another token": {"x", good, -1000}, "no JSON": {token, "From=1", -4},
		"no time": {token, `{"To":"2026-11-21T12:00:00"}`, -4}, "turned": {token, strings.Replace(good, "T11:45", "T12:45", 1), -4},
		"too long":       {token, strings.Replace(good, "11-21T11:45:00", "11-20T11:59:59", 1), -4},
		"too many rows":  {token, strings.Replace(good, "1000", "1001", 1), -4},
		"no page at all": {token, strings.Replace(good, `"page":0`, `"page":-1`, 1), -4},
		"good":           {token, good, 0},
	} {
		if got := r.data("get-history-bets-paging?token="+c.token, c.body); got["errorCode"] != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	r.at.Advance(tokenFor)
	if got := r.data("get-history-bets-paging?token="+token, good); got["errorCode"] != -1000.0 {
		t.Errorf("after its end: %v", got)
	}
}

func TestFaultsOfTheRecords(t *testing.T) {
	r := newRig(t)
	r.put("b1", 1000, 1950, books.BetSettled, r.at.Now())
	for _, c := range []struct {
		kind faults.Kind
		code any
		want string
		net  float64
	}{
		{faults.Refuse, -3.0, "", 0},
		{faults.NotFoundFlap, 0.0, "", 0},
		{faults.Duplicate, 0.0, "b1 b1", 9.5},
		{faults.WrongAmount, 0.0, "b1", 9.51},
		{faults.Maintenance, "torn", "", 0},
	} {
		if err := r.Faults.Set(faults.Fault{Target: "venue:bti", Call: faults.Records, Kind: c.kind, Times: 1}); err != nil {
			t.Fatal(err)
		}
		rows, got := r.bets("history", 0, 1000)
		if got["errorCode"] != c.code || ids(rows) != c.want || len(rows) > 0 && rows[0]["PL"] != c.net {
			t.Errorf("%s: %v %v", c.kind, got, rows)
		}
	}
}
