package pg

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	operatorToken = "made-up-operator-token"
	secretKey     = "made-up-secret-key"
	traceID       = "0b0e4e3a-3a0a-4b67-9f0e-4b8a0a6f2a11"
	torn          = "torn" // the code of an answer that did not arrive as one
)

type fields = map[string]string

// rig is an operator on a temp file, with a clock that moves by hand.
type rig struct {
	*Server
	t    *testing.T
	http *httptest.Server
	at   *calendar.Fixed

	mu       sync.Mutex
	verified []url.Values // what VerifySession was asked
	verify   string       // what it answers
}

func newRig(t *testing.T) *rig {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, at: at, verify: `{"data":{"player_name":"ming","nickname":"ming","currency":"CNY"},"error":null}`}
	operator := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		_ = q.ParseForm()
		r.mu.Lock()
		defer r.mu.Unlock()
		r.verified = append(r.verified, q.PostForm)
		_, _ = io.WriteString(w, r.verify)
	}))
	r.Server = New(Config{
		Code: "s8", OperatorToken: operatorToken, SecretKey: secretKey, VerifyURL: func() string { return operator.URL + "/session" }, Credit: 1_000_000 * money.Yuan,
		Games: []string{"8001", "8002"}, BaseURL: func() string { return "http://sandbox" },
		Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept, Faults: faults.NewBox("venue:s8"), Stop: make(chan struct{}),
	})
	r.http = httptest.NewServer(r.Handler("/venues/s8"))
	t.Cleanup(func() {
		r.http.Close()
		operator.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return r
}

// post asks about ming; more adds and replaces, and "" takes a field out.
func (r *rig) post(path string, more fields) (code string, data any) {
	r.t.Helper()
	all := fields{
		"trace_id": traceID, "operator_token": operatorToken, "secret_key": secretKey, "player_name": "ming", "nickname": "ming", "currency": "CNY", "amount": "100.00", "transfer_reference": "T1",
		"count": "1500", "bet_type": "1", "row_version": "1", "hands_status": "0",
	}
	for name, value := range more {
		all[name] = value
	}
	form := url.Values{}
	for name, value := range all {
		if value != "" && name != "trace_id" {
			form.Set(name, value)
		}
	}
	address := r.http.URL + "/venues/s8" + path
	if all["trace_id"] != "" {
		address += "?trace_id=" + all["trace_id"]
	}
	answer, err := http.PostForm(address, form)
	if err != nil {
		return torn, nil
	}
	defer answer.Body.Close()
	var told map[string]any
	if answer.StatusCode != http.StatusOK || json.NewDecoder(answer.Body).Decode(&told) != nil {
		return torn, nil
	}
	failure, _ := told["error"].(map[string]any)
	data = told["data"]
	if failure == nil {
		return codeOK, data
	}
	if data != nil || failure["traceId"] == nil || failure["message"] == "" {
		r.t.Errorf("%s answers %v", path, told)
	}
	return fmt.Sprint(failure["code"]), nil
}

func (r *rig) want(want, path string, more fields) any {
	r.t.Helper()
	code, data := r.post(path, more)
	if code != want {
		r.t.Errorf("%s %v: code %q, want %q", path, more, code, want)
	}
	return data
}

const (
	create  = "/Player/v1/Create"
	in      = "/Cash/v3/TransferIn"
	out     = "/Cash/v3/TransferOut"
	single  = "/Cash/v3/GetSingleTransaction"
	balance = "/Cash/v3/GetPlayerWallet"
	feed    = "/Bet/v4/GetHistory"
	feedAt  = "/Bet/v4/GetHistoryForSpecificTimeRange"
)

func (r *rig) holds(want float64) {
	r.t.Helper()
	if got := r.want(codeOK, balance, nil).(map[string]any); got["cashBalance"] != want || got["totalBalance"] != want || got["currencyCode"] != "CNY" {
		r.t.Errorf("wallet %v, want %v", got, want)
	}
}

func TestOnlyTheOperatorIsAnswered(t *testing.T) {
	r := newRig(t)
	for _, wrong := range []fields{{"operator_token": "x"}, {"operator_token": ""}, {"secret_key": "x"}, {"secret_key": ""}} {
		r.want(codeOperator, balance, wrong)
	}
	r.want(codeMissing, balance, fields{"trace_id": ""})
	r.want(codeRequest, balance, fields{"trace_id": "1"})
	r.want(codeMissing, balance, fields{"player_name": ""})
	r.want(torn, "/Player/v1/Suspend", nil)
	r.AllowFrom = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	r.want(codeOperator, balance, nil)
}

func TestPlayersAreCreatedOnce(t *testing.T) {
	r := newRig(t)
	r.want(codeNoWallet, balance, nil)
	r.want(codeNoWallet, "/Player/v1/Kick", nil)
	for _, wrong := range []fields{{"player_name": strings.Repeat("a", 51)}, {"player_name": "a b"}, {"currency": "USD"}} {
		r.want(codeRequest, create, wrong)
	}
	r.want(codeMissing, create, fields{"nickname": ""})
	if got := r.want(codeOK, create, nil).(map[string]any); got["action_result"] != 1.0 {
		t.Errorf("Create answers %v", got)
	}
	r.want(codeExists, "/Player/v3/Create", fields{"player_name": "Ming"})
	r.want(codeOK, "/Player/v1/Kick", nil)
	r.holds(0)
}

func TestATransferMovesMoneyOnce(t *testing.T) {
	r := newRig(t)
	r.want(codeNoWallet, in, nil)
	r.want(codeOK, create, nil)
	for _, wrong := range []fields{
		{"amount": "0"}, {"amount": "0.001"}, {"amount": "-1"}, {"amount": "x"}, {"amount": "10000000.01"}, {"currency": "USD"}, {"transfer_reference": strings.Repeat("a", 51)}, {"transfer_reference": "a b"},
	} {
		r.want(codeRequest, in, wrong)
	}
	r.want(codeMissing, in, fields{"transfer_reference": ""})
	r.want(codeNoOrder, single, nil)
	told := r.want(codeOK, in, nil).(map[string]any)
	if told["balanceAmountBefore"] != 0.0 || told["balanceAmount"] != 100.0 || told["amount"] != 100.0 || told["transactionId"] == nil {
		t.Errorf("answer %v", told)
	}
	if again := r.want(codeOK, in, nil).(map[string]any); again["transactionId"] != told["transactionId"] || again["balanceAmount"] != 100.0 {
		t.Errorf("repeated: %v", again)
	}
	for _, other := range []fields{{"amount": "99.00"}, {"player_name": "hong"}} {
		r.post(create, other)
		r.want(codeRequest, in, other)
	}
	r.want(codeRequest, out, nil)
	r.holds(100)
	r.want(codeShort, out, fields{"transfer_reference": "T2", "amount": "100.01"})
	r.want(codeFailed, out, fields{"transfer_reference": "T2", "amount": "100.01"})
	r.want(codeNoOrder, single, fields{"transfer_reference": "T2"})
	r.want(codeShort, in, fields{"transfer_reference": "T3", "amount": "999900.01"})
	r.want(codeOK, out, fields{"transfer_reference": "T4", "amount": "40.5"})
	r.holds(59.5)
	order := r.want(codeOK, single, fields{"transfer_reference": "T4"}).(map[string]any)
	if order["transactionType"] != 200.0 || order["transactionAmount"] != 40.5 || order["transactionDateTime"] != float64(r.at.Now().UnixMilli()) {
		t.Errorf("order %v", order)
	}
	if order := r.want(codeOK, single, nil).(map[string]any); order["transactionType"] != 100.0 {
		t.Errorf("order %v", order)
	}
	r.want(codeNoOrder, single, fields{"player_name": "hong"})
	if err := r.Reverse(t.Context(), "T4"); err != nil {
		t.Fatal(err)
	}
	r.holds(100)
	r.want(codeNoOrder, single, fields{"transfer_reference": "T4"})
}

// The fault matrix of a transfer of 100 in: the answer, the wallet, and what a
// repetition and a question are told.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind        faults.Kind
		code        string
		holds       float64
		again, asks string
	}{
		{faults.DropRequest, torn, 0, codeOK, codeOK},
		{faults.DropResponse, torn, 100, codeOK, codeOK},
		{faults.CommitThen500, torn, 100, codeOK, codeOK},
		{faults.Refuse, codeFailed, 0, codeFailed, codeNoOrder},
		{faults.NotFoundFlap, torn, 100, codeProcessing, codeNoOrder},
		{faults.Duplicate, codeOK, 100, codeOK, codeOK},
		{faults.WrongAmount, codeProcessing, 99.99, codeRequest, codeOK},
		{faults.Maintenance, torn, 0, codeOK, codeOK},
		{faults.PlayerInGame, codeOK, 100, codeOK, codeOK},
		{faults.Processing, codeProcessing, 100, codeProcessing, codeProcessing},
		{faults.UnknownCode, "98765", 100, codeOK, codeOK},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			r := newRig(t)
			r.t = t
			r.want(codeOK, create, nil)
			if err := r.Faults.Set(faults.Fault{Target: "venue:s8", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 60_000}); err != nil {
				t.Fatal(err)
			}
			r.want(c.code, in, nil)
			r.holds(c.holds)
			r.want(c.again, in, nil)
			r.want(c.asks, single, nil)
		})
	}
}

// open opens a launch address and gives where it leads, "" if nowhere.
func (r *rig) open(game string, more fields) string {
	r.t.Helper()
	query := url.Values{}
	all := fields{"btt": "1", "ot": operatorToken, "ops": "session-1", "l": "zh", "f": "http://site/#/Egame/8"}
	for name, value := range more {
		all[name] = value
	}
	for name, value := range all {
		if value != "" {
			query.Set(name, value)
		}
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Get(r.http.URL + "/venues/s8/" + game + "/index.html?" + query.Encode())
	if err != nil {
		return ""
	}
	_ = answer.Body.Close()
	return answer.Header.Get("Location")
}

func TestALaunchOpensTheGameOfWhomTheOperatorNames(t *testing.T) {
	r := newRig(t)
	if at := r.open("8001", nil); at != "" {
		t.Errorf("a player without an account: %s", at)
	}
	r.want(codeOK, create, nil)
	at, err := url.Parse(r.open("8001", nil))
	if err != nil || at.Host != "sandbox" || at.Path != "/play/enter" || at.Query().Get("back") != "http://site/#/Egame/8" {
		t.Fatalf("%v, %v", at, err)
	}
	want := url.Values{"operator_token": {operatorToken}, "secret_key": {secretKey}, "operator_player_session": {"session-1"}}
	if got := r.verified[len(r.verified)-1]; got.Encode() != want.Encode() {
		t.Errorf("asked %v", got)
	}
	session, err := r.Books.Enter(t.Context(), at.Query().Get("token"), books.Session{Token: "s", ExpiresAt: r.at.Now().Add(time.Hour)}, r.at.Now())
	if err != nil || session.Player != "ming" || session.Venue != "s8" || session.Game != "8001" {
		t.Errorf("session %+v: %v", session, err)
	}
	if again := r.open("8002", nil); again == "" || len(r.verified) != 3 {
		t.Errorf("opened again: %q after %d questions", again, len(r.verified))
	}
}

func TestALaunchThatIsWrongAsksNobodyAndOpensNothing(t *testing.T) {
	r := newRig(t)
	r.want(codeOK, create, nil)
	for name, wrong := range map[string]fields{
		"another operator": {"ot": "x"}, "no session": {"ops": ""}, "a session too long": {"ops": strings.Repeat("a", 201)}, "no language": {"l": ""}, "no real game": {"btt": "2"},
	} {
		if at := r.open("8001", wrong); at != "" {
			t.Errorf("%s: %s", name, at)
		}
	}
	if at := r.open("8999", nil); at != "" || len(r.verified) != 0 {
		t.Errorf("no such game: %q after %d questions", at, len(r.verified))
	}
	for _, answer := range []string{
		`{"data":null,"error":{"code":"1034","message":"x"}}`, `{"data":{"player_name":"","nickname":"m","currency":"CNY"},"error":null}`, `{"data":{"player_name":"ming","nickname":"ming","currency":"USD"},"error":null}`,
		`{"data":{"player_name":"ming","currency":"CNY"},"error":null}`, `{"data":{"player_name":"nobody","nickname":"nobody","currency":"CNY"},"error":null}`, `{}`, `fail`, ``,
	} {
		r.verify = answer
		if at := r.open("8001", nil); at != "" {
			t.Errorf("VerifySession answers %s: %s", answer, at)
		}
	}
	r.VerifyURL = nil
	if at := r.open("8001", nil); at != "" {
		t.Errorf("without VerifySession: %s", at)
	}
}

// put keeps a bet that was placed four seconds before it was settled.
func (r *rig) put(id string, stake, payout money.Fen, is books.BetStatus, settled time.Time) {
	r.t.Helper()
	b := books.Bet{Venue: "s8", ID: id, Player: "Ming", Game: "8001", Stake: stake, Valid: stake, Payout: payout, Status: is, PlacedAt: settled.Add(-4 * time.Second), SettledAt: settled}
	if is == books.BetOpen {
		b.SettledAt = time.Time{}
	}
	if _, err := r.Books.PutBet(r.t.Context(), b, true); err != nil {
		r.t.Fatal(err)
	}
}

func rows(data any) (list []map[string]any) {
	all, _ := data.([]any)
	for _, one := range all {
		list = append(list, one.(map[string]any))
	}
	return list
}

func ids(list []map[string]any) string {
	var all []string
	for _, r := range list {
		all = append(all, fmt.Sprint(r["betId"]))
	}
	return strings.Join(all, " ")
}

func TestBetsComeByVersion(t *testing.T) {
	r := newRig(t)
	noon := r.at.Now()
	r.put("open", 1000, 0, books.BetOpen, noon)
	r.put("win", 1000, 1950, books.BetSettled, noon)
	r.put("void", 1000, 0, books.BetVoid, noon)
	list := rows(r.want(codeOK, feed, nil))
	if ids(list) != "win void" {
		t.Fatalf("rows %s", ids(list))
	}
	want := map[string]any{
		"playerName": "Ming", "gameId": 8001.0, "betType": 1.0, "transactionType": 1.0, "currency": "CNY", "betAmount": 10.0, "winAmount": 19.5, "handsStatus": 2.0, "rowVersion": 3.0,
		"betTime": float64(noon.Add(-4 * time.Second).UnixMilli()), "betEndTime": float64(noon.UnixMilli()), "parentBetId": "win", "jackpotWinAmount": 0.0,
	}
	for name, value := range want {
		if list[0][name] != value {
			t.Errorf("%s is %v, want %v", name, list[0][name], value)
		}
	}
	if v := list[1]; v["betAmount"] != 0.0 || v["winAmount"] != 0.0 || v["handsStatus"] != 3.0 || v["rowVersion"] != 4.0 {
		t.Errorf("cancelled: %v", v)
	}
	if list = rows(r.want(codeOK, feed, fields{"row_version": "4"})); len(list) != 0 {
		t.Errorf("after the last: %s", ids(list))
	}
	r.put("win", 1000, 0, books.BetSettled, noon)
	r.put("open", 1000, 500, books.BetSettled, noon)
	if list = rows(r.want(codeOK, feed, fields{"row_version": "4"})); ids(list) != "win open" {
		t.Errorf("changed: %s", ids(list))
	}
	for _, wrong := range []fields{
		{"count": "1499"}, {"count": "5001"}, {"count": "x"}, {"bet_type": "2"}, {"hands_status": "2"}, {"row_version": "0"}, {"row_version": "x"},
	} {
		r.want(codeRequest, feed, wrong)
	}
}

func TestAListHoldsAsManyBetsAsWereAskedFor(t *testing.T) {
	r := newRig(t)
	for i := range 1503 {
		is := books.BetSettled
		if i == 3 || i == 7 {
			is = books.BetOpen
		}
		r.put(fmt.Sprint("b", i), 100, 0, is, r.at.Now())
	}
	first := rows(r.want(codeOK, feed, nil))
	if len(first) != 1500 {
		t.Fatalf("%d rows", len(first))
	}
	last := fmt.Sprint(int(first[1499]["rowVersion"].(float64)))
	if second := rows(r.want(codeOK, feed, fields{"row_version": last})); ids(second) != "b1502" {
		t.Errorf("then %s", ids(second))
	}
}

func TestBetsComeByTime(t *testing.T) {
	r := newRig(t)
	noon := r.at.Now()
	r.put("open", 1000, 0, books.BetOpen, noon)
	r.put("first", 1000, 1950, books.BetSettled, noon.Add(-time.Hour))
	r.put("last", 1000, 0, books.BetSettled, noon)
	r.put("late", 1000, 0, books.BetSettled, noon.Add(time.Millisecond))
	span := func(from, to time.Time) fields {
		return fields{"from_time": fmt.Sprint(from.UnixMilli()), "to_time": fmt.Sprint(to.UnixMilli())}
	}
	if list := rows(r.want(codeOK, feedAt, span(noon.Add(-time.Hour), noon))); ids(list) != "first last" {
		t.Errorf("rows %s", ids(list))
	}
	for name, wrong := range map[string]fields{
		"too long": span(noon.Add(-time.Hour-time.Millisecond), noon), "turned": span(noon, noon.Add(-time.Millisecond)), "too old": span(noon.Add(-61*24*time.Hour), noon.Add(-61*24*time.Hour)),
		"no number": {"from_time": "x", "to_time": "1"},
	} {
		if code, _ := r.post(feedAt, wrong); code != codeRequest {
			t.Errorf("%s: %q", name, code)
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
		win  float64
	}{
		{faults.Refuse, codeAction, "", 0},
		{faults.NotFoundFlap, codeOK, "", 0},
		{faults.Duplicate, codeOK, "b1 b1", 19.5},
		{faults.WrongAmount, codeOK, "b1", 19.51},
		{faults.Maintenance, torn, "", 0},
	} {
		if err := r.Faults.Set(faults.Fault{Target: "venue:s8", Call: faults.Records, Kind: c.kind, Times: 1}); err != nil {
			t.Fatal(err)
		}
		code, data := r.post(feed, nil)
		if list := rows(data); code != c.code || ids(list) != c.want || len(list) > 0 && list[0]["winAmount"] != c.win {
			t.Errorf("%s: %q %v", c.kind, code, list)
		}
	}
}
