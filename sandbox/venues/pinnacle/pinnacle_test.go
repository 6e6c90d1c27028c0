package pinnacle

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// The keys and the token of the sheet's vector.
const (
	agent       = "DEMO1"
	agentKey    = "11111111-2222-3333-4444-555555555555"
	secretKey   = "0123456789abcdef"
	vectorToken = "0zeO1053t60qcsLjeZ0fvPUhYt8ff2k5nkzGqKL2H88Vn53c2FdYPFc5UlR9orPhL2P0T4Ip8Vt+UQsdPiKzhA=="
)

var vectorTime = time.UnixMilli(1700000000000) // 2023-11-14 18:13:20 in GMT-4

// rig is an agent on a temp file, with a clock that moves by hand.
type rig struct {
	*Server
	t      *testing.T
	http   *httptest.Server
	at     *calendar.Fixed
	ticket Ticket
	parlay string // of the bets that are put
	token  string
}

func newRig(t *testing.T) *rig {
	t.Helper()
	at := calendar.NewFixed(vectorTime)
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, at: at, token: vectorToken}
	r.Server = New(Config{
		Code: "pin", Agent: agent, AgentKey: agentKey, SecretKey: secretKey, Credit: 1_000_000 * money.Yuan,
		Ticket:  func(books.Bet) Ticket { return r.ticket },
		BaseURL: func() string { return "http://sandbox" }, Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept,
		Faults: faults.NewBox("venue:pin"), Stop: make(chan struct{}),
	})
	r.http = httptest.NewServer(r.Handler("/venues/pin"))
	t.Cleanup(func() {
		r.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return r
}

// send performs a call and returns its code: "" for a yes, "trace" for an
// unexpected fault, or the status where it is not 200. It is "torn" where the
// connection broke.
func (r *rig) send(method, path, query, body string, answer any) string {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), method, r.http.URL+"/venues/pin"+path+"?"+query, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("userCode", agent)
	request.Header.Set("token", r.token)
	reply, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return "torn"
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return fmt.Sprint(reply.StatusCode)
	}
	var raw json.RawMessage
	if json.NewDecoder(reply.Body).Decode(&raw) != nil {
		return "torn"
	}
	var fault struct{ Code, Trace string }
	_ = json.Unmarshal(raw, &fault) // a list has neither
	if fault.Trace != "" {
		return "trace"
	}
	if fault.Code == "" && answer != nil && json.Unmarshal(raw, answer) != nil {
		return "another answer"
	}
	return fault.Code
}

type fields = map[string]any

func query(pairs ...string) string {
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return q.Encode()
}

// want calls by GET and compares the code.
func (r *rig) want(code, path string, pairs ...string) fields {
	r.t.Helper()
	var answer fields
	if got := r.send(http.MethodGet, "/b2b"+path, query(pairs...), "", &answer); got != code {
		r.t.Errorf("%s %v: code %q, want %q", path, pairs, got, code)
	}
	return answer
}

func (r *rig) move(code, path, amount, id string) {
	r.t.Helper()
	r.want(code, "/player/"+path, "userCode", "Ming001", "amount", amount, "transactionId", id)
}

func (r *rig) status(want, id string) {
	r.t.Helper()
	var answer fields
	got := r.send(http.MethodGet, "/b2b/player/depositwithdraw/status", query("transactionId", id), "", &answer)
	if got == "" {
		got, _ = answer["status"].(string)
	}
	if got != want {
		r.t.Errorf("status of %s: %s, want %s", id, got, want)
	}
}

func (r *rig) balance(want float64) {
	r.t.Helper()
	if answer := r.want("", "/player/info", "userCode", "ming001"); answer["availableBalance"] != want {
		r.t.Errorf("balance %v, want %v", answer["availableBalance"], want)
	}
}

func sealed(key, text string) string {
	pad := aes.BlockSize - len(text)%aes.BlockSize
	out := append([]byte(text), slices.Repeat([]byte{byte(pad)}, pad)...)
	block, _ := aes.NewCipher([]byte(key))
	cipher.NewCBCEncrypter(block, []byte("RandomInitVector")).CryptBlocks(out, out)
	return base64.StdEncoding.EncodeToString(out)
}

func payload(name string, millis int64, key string) string {
	sum := md5.Sum(fmt.Appendf(nil, "%s%d%s", name, millis, key))
	return fmt.Sprintf("%s|%d|%s", name, millis, hex.EncodeToString(sum[:]))
}

// The vector of the sheet opens the interface for 15 minutes.
func TestTheTokenOfTheSheetOpensTheInterface(t *testing.T) {
	now := vectorTime.UnixMilli()
	if got := payload(agent, now, agentKey); !strings.HasSuffix(got, "|33d638d5ed8a6fb47d1630d816815991") || sealed(secretKey, got) != vectorToken {
		t.Fatalf("%s is sealed as %s", got, sealed(secretKey, got))
	}
	r := newRig(t)
	r.want("", "/player/create", "loginId", "ming001")
	for code, token := range map[string]string{
		"403": "", "401": "x" + vectorToken,
	} {
		r.token = token
		r.want(code, "/player/info", "userCode", "ming001")
	}
	for name, token := range map[string]string{
		"another key":        sealed("fedcba9876543210", payload(agent, now, agentKey)),
		"another agent":      sealed(secretKey, payload("DEMO2", now, agentKey)),
		"another agent key":  sealed(secretKey, payload(agent, now, "x")),
		"a time of long ago": sealed(secretKey, payload(agent, now-900_001, agentKey)),
		"a time to come":     sealed(secretKey, payload(agent, now+900_001, agentKey)),
		"two parts":          sealed(secretKey, agent+"|1"),
		"no time":            sealed(secretKey, agent+"|x|y"),
	} {
		r.token = token
		if code := r.send(http.MethodGet, "/b2b/player/info", "userCode=ming001", "", nil); code != "401" {
			t.Errorf("%s: %q", name, code)
		}
	}
	r.token = vectorToken
	r.at.Advance(15 * time.Minute)
	r.want("", "/player/info", "userCode", "ming001")
	r.at.Advance(time.Millisecond)
	r.want("401", "/player/info", "userCode", "ming001")
}

func TestOnlyTheAgentIsAnswered(t *testing.T) {
	r := newRig(t)
	r.want("109", "/player/create", "loginId", "ming001", "agentCode", "DEMO2")
	r.want("404", "/player/update-status", "userCode", "ming001")
	if code := r.send(http.MethodGet, "/player/info", "", "", nil); code != "404" {
		t.Errorf("outside of /b2b: %q", code)
	}
	for method, path := range map[string]string{http.MethodPost: "/b2b/player/info", http.MethodPut: "/b2b/player/create"} {
		if code := r.send(method, path, "loginId=ming001&userCode=ming001", "", nil); code != "306" {
			t.Errorf("%s %s: %q", method, path, code)
		}
	}
	r.AllowFrom = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	r.want("305", "/player/info", "userCode", "ming001")
	r.AllowFrom = nil
	r.Agent = "DEMO2"
	r.want("108", "/player/info", "userCode", "ming001")
}

func TestPlayersAreCreatedOnce(t *testing.T) {
	r := newRig(t)
	for _, bad := range []string{"ming1", strings.Repeat("a", 51), "ming.01"} {
		r.want("112", "/player/create", "loginId", bad)
	}
	r.want("104", "/player/info", "userCode", "Ming001")
	made := r.want("", "/player/create", "loginId", "Ming001", "agentCode", agent)
	r.want("111", "/player/create", "loginId", "ming001")
	if made["loginId"] != "Ming001" || !strings.HasPrefix(made["userCode"].(string), agent) {
		t.Errorf("created %v", made)
	}
	for _, name := range []string{"Ming001", "ming001", made["userCode"].(string)} {
		if info := r.want("", "/player/info", "userCode", name); info["loginId"] != "Ming001" || info["userCode"] != made["userCode"] || info["status"] != "ACTIVE" {
			t.Errorf("%s is %v", name, info)
		}
	}
	if made := r.want("", "/player/create"); !loginShape.MatchString(made["loginId"].(string)) {
		t.Errorf("invented %v", made)
	}
	var out fields
	if code := r.send(http.MethodPost, "/b2b/player/logout", "", `{"userCode":"ming001"}`, &out); code != "" || out["status"] != "successful" {
		t.Errorf("logout by a body: %q %v", code, out)
	}
	r.want("104", "/player/logout", "userCode", "nobody")
	r.want("306", "/player/logout")
}

func TestAnOrderMovesMoneyOnce(t *testing.T) {
	r := newRig(t)
	r.move("104", "deposit", "100.00", "T1")
	r.want("", "/player/create", "loginId", "ming001")
	r.status("NOT_EXISTS", "T1")
	for amount, code := range map[string]string{"": "306", "x": "306", "1.001": "311", "0.00": "308", "-5": "308", "0": "308", "01.00": "306"} {
		r.move(code, "deposit", amount, "T1")
	}
	r.move("306", "deposit", "1.00", strings.Repeat("a", 51))
	if moved := r.want("", "/player/deposit", "loginId", "ming001", "amount", "100.00", "transactionId", "T1"); moved["availableBalance"] != 100.0 || moved["amount"] != 100.0 || moved["loginId"] != "ming001" {
		t.Errorf("moved %v", moved)
	}
	r.move("306", "deposit", "100.00", "T1")
	r.move("306", "withdraw", "1.00", "T1")
	r.move("309", "withdraw", "100.01", "T2")
	r.status("FAILED", "T2")
	r.move("306", "withdraw", "1.00", "T2")
	r.move("310", "deposit", "999900.01", "T3")
	r.status("FAILED", "T3")
	r.move("", "withdraw", "30.5", "T4")
	r.balance(69.5)
	want := fields{"status": "SUCCESS", "transferDate": "2023-11-14 18:13:20", "transferType": "WITHDRAW", "amount": 30.5, "userCode": r.userCode("ming001")}
	if got := r.want("", "/player/depositwithdraw/status", "transactionId", "T4"); !maps.Equal(got, want) {
		t.Errorf("status %v, want %v", got, want)
	}
	r.want("", "/player/deposit", "userCode", "ming001", "amount", "1.00") // without a transactionId
	r.balance(70.5)
	if err := r.Reverse(t.Context(), "T4"); err != nil {
		t.Fatal(err)
	}
	r.balance(101)
}

// The fault matrix of a transfer of 100 in: the answer, the wallet, what a
// question says at once and after the veil.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind                faults.Kind
		answer              string
		balance             float64
		status, statusLater string
	}{
		{faults.DropRequest, "torn", 0, "NOT_EXISTS", "NOT_EXISTS"},
		{faults.DropResponse, "torn", 100, "SUCCESS", "SUCCESS"},
		{faults.CommitThen500, "500", 100, "SUCCESS", "SUCCESS"},
		{faults.Delay, "", 100, "SUCCESS", "SUCCESS"},
		{faults.Refuse, "103", 0, "FAILED", "FAILED"},
		{faults.NotFoundFlap, "torn", 100, "NOT_EXISTS", "SUCCESS"},
		{faults.Duplicate, "306", 100, "SUCCESS", "SUCCESS"},
		{faults.WrongAmount, "trace", 99.99, "SUCCESS", "SUCCESS"},
		{faults.Maintenance, "503", 0, "NOT_EXISTS", "NOT_EXISTS"},
		{faults.PlayerInGame, "103", 0, "FAILED", "FAILED"},
		{faults.Processing, "trace", 100, "trace", "SUCCESS"},
		{faults.UnknownCode, "98765", 100, "SUCCESS", "SUCCESS"},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			r := newRig(t)
			r.t = t
			r.want("", "/player/create", "loginId", "ming001")
			if err := r.Faults.Set(faults.Fault{Target: "venue:pin", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 300}); err != nil {
				t.Fatal(err)
			}
			r.move(c.answer, "deposit", "100.00", "T1")
			r.status(c.status, "T1")
			if c.status != c.statusLater {
				time.Sleep(320 * time.Millisecond)
			}
			r.status(c.statusLater, "T1")
			r.balance(c.balance)
		})
	}
}

func TestALoginOpensTheBookOnceAndLeadsBack(t *testing.T) {
	r := newRig(t)
	r.want("112", "/player/loginV2", "loginId", "a")
	r.want("306", "/player/loginV2", "loginId", "ming001", "oddsFormat", "XX")
	r.want("104", "/player/login", "userCode", "hong001")
	got := r.want("", "/player/loginV2", "loginId", "Ming001", "locale", "zh-cn", "oddsFormat", "HK")
	address, err := url.Parse(got["loginUrl"].(string))
	if err != nil || address.Host != "sandbox" || address.Path != "/venues/pin/member-service/v1/login-token" || address.Query().Get("locale") != "zh-cn" || got["updatedDate"] != 1700000000000.0 {
		t.Fatalf("login %v, %v", got, err)
	}
	request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, r.http.URL+address.RequestURI()+"&externalUrl=http%3A%2F%2Fsite%2F", nil)
	reply, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	next, err := reply.Location()
	if err != nil || reply.StatusCode != http.StatusSeeOther || next.Path != "/play/enter" || next.Query().Get("back") != "http://site/" {
		t.Fatalf("sent to %v, %v", next, err)
	}
	enter := func() (books.Session, error) {
		return r.Books.Enter(t.Context(), next.Query().Get("token"), books.Session{Token: "s", ExpiresAt: r.at.Now().Add(time.Hour)}, r.at.Now())
	}
	if session, err := enter(); err != nil || session.Player != "ming001" || session.Venue != "pin" {
		t.Errorf("session %+v: %v", session, err)
	}
	if _, err := enter(); err == nil {
		t.Error("the address works twice")
	}
	r.want("", "/player/login", "userCode", r.userCode("ming001"))
}

func TestTooManyCallsAreNotAnswered(t *testing.T) {
	r := newRig(t)
	for i := range 10 {
		r.want("", "/player/create", "loginId", fmt.Sprint("player", i))
	}
	r.want("429", "/player/create", "loginId", "another")
	for range 20 {
		r.want("", "/player/loginV2", "loginId", "player1")
	}
	r.want("429", "/player/loginV2", "loginId", "player1")
	r.want("", "/player/info", "userCode", "player1")
}

// put keeps a bet that was placed five minutes before it was settled.
func (r *rig) put(id string, stake, payout money.Fen, is books.BetStatus, settled time.Time) {
	r.t.Helper()
	b := books.Bet{
		Venue: "pin", ID: id, Player: "Ming001", Stake: stake, Valid: stake, Payout: payout, Status: is,
		Parlay: r.parlay, PlacedAt: settled.Add(-5 * time.Minute), SettledAt: settled,
	}
	if is == books.BetOpen {
		b.SettledAt = time.Time{}
	}
	if _, err := r.Books.PutBet(r.t.Context(), b, true); err != nil {
		r.t.Fatal(err)
	}
}

// wagers asks for ten minutes before the rig's time by the last change.
func (r *rig) wagers(pairs ...string) (code string, rows []fields) {
	r.t.Helper()
	q, _ := url.ParseQuery(query("dateFrom", "2023-11-14 18:03:20", "dateTo", "2023-11-14 18:13:20", "filterBy", "update_date", "settle", "-1"))
	for i := 0; i < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	code = r.send(http.MethodGet, "/b2b/report/all-wagers", q.Encode(), "", &rows)
	return code, rows
}

func ids(rows []fields) string {
	var list []string
	for _, r := range rows {
		list = append(list, r["wagerId"].(string))
	}
	return strings.Join(list, " ")
}

func TestRowsTellWhatBecameOfABet(t *testing.T) {
	r := newRig(t)
	now := r.at.Now()
	r.ticket = Ticket{Odds: "0.90", OddsType: "HK", ToWin: 900, Legs: []Leg{{
		Match: "F1-7", League: "云海足球超级联赛", LeagueID: 1, Home: "云海青龙", Away: "沧州铁鹰", SportID: 29, Sport: "足球", BetType: 2,
		Selection: "沧州铁鹰 +0.25", Handicap: 25, Odds: "0.90", Score: "0-1", Result: "2-1",
	}}}
	r.put("open", 1000, 0, books.BetOpen, now.Add(4*time.Minute))
	r.put("win", 1000, 1900, books.BetSettled, now.Add(-9*time.Minute))
	r.put("halfwin", 1000, 1450, books.BetSettled, now.Add(-8*time.Minute))
	r.put("draw", 1000, 1000, books.BetSettled, now.Add(-7*time.Minute))
	r.put("half", 1000, 500, books.BetSettled, now.Add(-6*time.Minute))
	r.put("lost", 1000, 0, books.BetSettled, now.Add(-5*time.Minute))
	r.put("void", 1000, 0, books.BetVoid, now.Add(-4*time.Minute))
	code, rows := r.wagers()
	if code != "" || ids(rows) != "win halfwin draw half lost void open" {
		t.Fatalf("code %q, rows %s", code, ids(rows))
	}
	for i, want := range [][]any{
		{"SETTLED", 9.0, 10.0, "WIN", "2023-11-14 17:59:20", "2023-11-14 18:04:20"},
		{"SETTLED", 4.5, 10.0, "HALF_WON_HALF_PUSHED", "2023-11-14 18:00:20", "2023-11-14 18:05:20"},
		{"SETTLED", 0.0, 10.0, "DRAW", "2023-11-14 18:01:20", "2023-11-14 18:06:20"},
		{"SETTLED", -5.0, 10.0, "HALF_LOST_HALF_PUSHED", "2023-11-14 18:02:20", "2023-11-14 18:07:20"},
		{"SETTLED", -10.0, 10.0, "LOSE", "2023-11-14 18:03:20", "2023-11-14 18:08:20"},
		{"CANCELLED", 0.0, 0.0, nil, "2023-11-14 18:04:20", "2023-11-14 18:09:20"},
		{"OPEN", 0.0, 0.0, nil, "2023-11-14 18:12:20", nil},
	} {
		for j, name := range []string{"status", "winLoss", "turnover", "result", "wagerDateFm", "settleDateFm"} {
			if rows[i][name] != want[j] {
				t.Errorf("%v: %s is %v, want %v", rows[i]["wagerId"], name, rows[i][name], want[j])
			}
		}
		for name, want := range map[string]any{
			"loginId": "Ming001", "userCode": r.userCode("Ming001"), "currencyCode": "CNY", "stake": 10.0, "toRisk": 10.0, "toWin": 9.0, "odds": 0.9, "oddsFormat": 2.0,
			"wagerType": "single", "betType": 2.0, "handicap": 0.25, "homeTeam": "云海青龙", "awayTeam": "沧州铁鹰", "selection": "沧州铁鹰 +0.25", "sportId": 29.0,
			"inPlay": true, "inplayScore": "0-1", "eventName": "云海青龙 -vs- 沧州铁鹰",
		} {
			if rows[i][name] != want {
				t.Errorf("%v: %s is %v, want %v", rows[i]["wagerId"], name, rows[i][name], want)
			}
		}
	}
	if info := r.want("", "/player/info", "userCode", "ming001"); info["outstanding"] != 10.0 {
		t.Errorf("outstanding %v", info["outstanding"])
	}
}

func TestCombinationsAreNamed(t *testing.T) {
	r := newRig(t)
	r.put("b1", 1000, 1450, books.BetSettled, r.at.Now())
	r.ticket = Ticket{Odds: "3.00", OddsType: "EU", ToWin: 900, Legs: []Leg{{Match: "F1-7", Odds: "1.5", BetType: 1, Score: "0-0"}, {Match: "F2-7", Odds: "2", BetType: 3, Handicap: -250, Score: "0-0"}}}
	_, rows := r.wagers()
	if len(rows) != 1 || rows[0]["wagerType"] != "parlay" || rows[0]["betType"] != 6.0 || rows[0]["result"] != "WIN" {
		t.Fatalf("rows %v", rows)
	}
	if legs := rows[0]["parlaySelections"].([]any); len(legs) != 2 || legs[1].(fields)["handicap"] != -2.5 || legs[1].(fields)["odds"] != 2.0 || legs[1].(fields)["inplayScore"] != "" {
		t.Errorf("legs %v", legs)
	}
	r.ticket, r.parlay = Ticket{}, "true"
	r.put("b1", 1000, 800, books.BetSettled, r.at.Now())
	if _, rows := r.wagers(); len(rows) != 1 || rows[0]["wagerType"] != "parlay" || rows[0]["odds"] != nil {
		t.Errorf("a bet that was put as a combination: %v", rows)
	}
}

func TestWhichRowsAreAskedFor(t *testing.T) {
	r := newRig(t)
	now := r.at.Now()
	r.put("late", 1000, 0, books.BetSettled, now.Add(500*time.Millisecond))
	r.put("edge", 1000, 0, books.BetSettled, now)
	r.put("open", 1000, 0, books.BetOpen, now)
	for _, c := range []struct {
		want string
		ask  []string
	}{
		{"edge open", nil},
		{"edge open", []string{"settle", ""}},
		{"edge", []string{"settle", "1"}},
		{"open", []string{"settle", "0"}},
		{"edge", []string{"filterBy", "settle_date"}},
		{"edge late", []string{"filterBy", "settle_date", "dateFrom", "2023-11-14", "dateTo", "2023-11-14"}},
		{"edge open late", []string{"filterBy", "wager_date"}},
		{"edge open late", []string{"filterBy", ""}},
		{"edge open late", []string{"filterBy", "event_date"}},
		{"open", []string{"wagerIds", "late,open"}},
		{"edge open", []string{"userCode", "ming001", "dateFrom", "2023-11-07 18:13:20"}},
	} {
		if code, rows := r.wagers(c.ask...); code != "" || ids(rows) != c.want {
			t.Errorf("%v: %q %q, want %q", c.ask, code, ids(rows), c.want)
		}
	}
	for code, asks := range map[string][][]string{
		"306": {
			{"dateFrom", "2023-11-13 18:13:19"}, {"dateFrom", "2023-11-14 18:13:21"}, {"dateFrom", "x"}, {"dateTo", ""},
			{"filterBy", "other"}, {"settle", "2"}, {"userCode", "ming001", "dateFrom", "2023-11-07 18:13:19"},
		},
		"104": {{"userCode", "nobody"}},
	} {
		for _, ask := range asks {
			if got, _ := r.wagers(ask...); got != code {
				t.Errorf("%v: %q, want %q", ask, got, code)
			}
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
		{faults.Refuse, "305", "", 0},
		{faults.NotFoundFlap, "", "", 0},
		{faults.Duplicate, "", "b1 b1", 9.5},
		{faults.WrongAmount, "", "b1", 9.51},
		{faults.Maintenance, "503", "", 0},
	} {
		if err := r.Faults.Set(faults.Fault{Target: "venue:pin", Call: faults.Records, Kind: c.kind, Times: 1}); err != nil {
			t.Fatal(err)
		}
		code, rows := r.wagers()
		if code != c.code || ids(rows) != c.want || len(rows) > 0 && rows[0]["winLoss"] != c.net {
			t.Errorf("%s: %q %v", c.kind, code, rows)
		}
	}
}
