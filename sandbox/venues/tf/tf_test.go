package tf

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
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

const private = "made-up-private-token"

// fixture is a venue on a temporary file, with a clock that moves by hand.
type fixture struct {
	*Server
	t      *testing.T
	http   *httptest.Server
	at     *calendar.Fixed
	ticket Ticket
	parlay string // of the bets that are put
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{t: t, at: at}
	f.Server = New(Config{
		Code: "tf", PrivateToken: private, PublicToken: "made-up-public-token", OperatorID: "1001",
		HomeURL: func() string { return "http://site/#/Esports" }, Credit: 1_000_000 * money.Yuan,
		Games:   []Game{{Code: "moba", Name: "推塔对战"}, {Code: "fps", Name: "枪战竞技"}},
		Ticket:  func(books.Bet) Ticket { return f.ticket },
		BaseURL: func() string { return "http://sandbox" }, Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept,
		Faults: faults.NewBox("venue:tf"), Stop: make(chan struct{}),
	})
	f.http = httptest.NewServer(f.Handler("/venues/tf"))
	t.Cleanup(func() {
		f.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return f
}

// send makes a call and gives its status and body; 0 where the connection broke or the
// body is no JSON.
func (f *fixture) send(token, method, path, body string) (int, map[string]any) {
	f.t.Helper()
	request, err := http.NewRequest(method, f.http.URL+"/venues/tf"+path, strings.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	request.Header.Set("Authorization", token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, nil
	}
	defer response.Body.Close()
	var answer map[string]any
	if json.NewDecoder(response.Body).Decode(&answer) != nil {
		return 0, nil
	}
	return response.StatusCode, answer
}

// want makes a call as the operator does and compares the status.
func (f *fixture) want(want int, method, path, body string) map[string]any {
	f.t.Helper()
	status, answer := f.send("Token "+private, method, path, body)
	if status != want {
		f.t.Errorf("%s %s %s: status %d %v, want %d", method, path, body, status, answer, want)
	}
	return answer
}

// move makes a transfer and gives the code of the answer, 0 where there is none.
func (f *fixture) move(want int, way, member, amount, reference string) int {
	f.t.Helper()
	body := `{"member":"` + member + `","operator_id":"1001","amount":` + amount + `,"reference_no":"` + reference + `"}`
	code, _ := f.want(want, "POST", "/api/v2/"+way+"/", body)["code"].(float64)
	return int(code)
}

func (f *fixture) balance(member, want string) {
	f.t.Helper()
	answer := f.want(200, "GET", "/api/v2/balance/?LoginName="+member, "")
	rows, _ := answer["results"].([]any)
	if len(rows) != 1 || strconv.FormatFloat(rows[0].(map[string]any)["balance"].(float64), 'f', 2, 64) != want {
		f.t.Errorf("balance of %s: %v, want %s", member, answer, want)
	}
}

// The calls as the sheet writes them.
func TestTheCallsOfTheSheet(t *testing.T) {
	f := newFixture(t)
	f.want(201, "POST", "/api/v2/members/", `{"member_code":"test001"}`)
	f.want(400, "POST", "/api/v2/members/", `{"member_code":"test001"}`)
	f.move(201, "deposit", "test001", "100", "D1")
	f.move(201, "withdraw", "test001", `"30.50"`, "W1")
	f.balance("test001", "69.50")
	f.want(200, "GET", "/api/v2/transfer-status/?member_code=test001&reference_no=D1", "")
	f.want(404, "GET", "/api/v2/transfer-status/?member_code=test001&reference_no=D2", "")
	f.want(404, "GET", "/api/v2/transfer-status/?member_code=another&reference_no=D1", "")
	answer := f.want(200, "GET", "/api/v2/bet-transaction/?from_modified_datetime=2026-11-21T03:00:00Z&to_modified_datetime=2026-11-21T04:00:00Z&page=1&page_size=1000", "")
	if answer["count"] != 0.0 || answer["next"] != nil || len(answer["results"].([]any)) != 0 {
		t.Errorf("no bets: %v", answer)
	}
}

func TestOnlyTheOperatorIsAnswered(t *testing.T) {
	f := newFixture(t)
	for _, token := range []string{"", private, "Bearer " + private, "Token made-up-private-tokeN"} {
		if status, _ := f.send(token, "GET", "/api/v2/balance/?LoginName=ming", ""); status != 401 {
			t.Errorf("token %q: %d", token, status)
		}
	}
	f.want(404, "GET", "/api/v2/nonsense/", "")
	f.want(405, "GET", "/api/v2/deposit/", "")
	f.want(400, "POST", "/api/v2/deposit/", "amount=1")
	f.AllowFrom = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	f.want(403, "GET", "/api/v2/balance/?LoginName=ming", "")
}

func TestAReferenceMovesMoneyOnce(t *testing.T) {
	f := newFixture(t)
	f.want(400, "POST", "/api/v2/members/", `{"member_code":"a+b"}`)
	f.want(400, "POST", "/api/v2/members/", `{}`)
	f.move(404, "deposit", "ming", "1", "T1")
	f.want(201, "POST", "/api/v2/members/", `{"member_code":"Ming"}`)
	for _, amount := range []string{"0", "-1", "1.001", `"x"`, "null", "1e2"} {
		f.move(400, "deposit", "ming", amount, "T1")
	}
	f.move(400, "deposit", "ming", "1", "")
	f.move(400, "deposit", "", "1", "T1")
	f.want(400, "POST", "/api/v2/deposit/", `{"member":"ming","operator_id":"1002","amount":1,"reference_no":"T1"}`)
	f.move(201, "deposit", "ming", "100.00", "T1")
	f.move(400, "withdraw", "ming", "1", "T1")
	if code := f.move(409, "withdraw", "ming", "100.01", "T2"); code != codeShort {
		t.Errorf("short balance: code %d", code)
	}
	f.want(404, "GET", "/api/v2/transfer-status/?member_code=ming&reference_no=T2", "")
	f.move(400, "withdraw", "ming", "1", "T2")
	if code := f.move(409, "deposit", "ming", "999900.01", "T3"); code != codeShort {
		t.Errorf("short credit: code %d", code)
	}
	f.balance("MING", "100.00")
	f.want(404, "GET", "/api/v2/balance/?LoginName=hong", "")
}

// A deposit of 100 under each fault: its status, the wallet, and what a question says at
// once and later.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind         faults.Kind
		status       int
		balance      string
		asked, later int
	}{
		{faults.DropRequest, 0, "0.00", 404, 404},
		{faults.DropResponse, 0, "100.00", 200, 200},
		{faults.CommitThen500, 0, "100.00", 200, 200},
		{faults.Delay, 201, "100.00", 200, 200},
		{faults.Refuse, 409, "0.00", 404, 404},
		{faults.NotFoundFlap, 0, "100.00", 404, 200},
		{faults.Duplicate, 400, "100.00", 200, 200},
		{faults.WrongAmount, 202, "99.99", 200, 200},
		{faults.WrongUnit, 202, "10000.00", 200, 200},
		{faults.Maintenance, 0, "0.00", 404, 404},
		{faults.PlayerInGame, 201, "100.00", 200, 200}, // this company never minds
		{faults.Processing, 202, "100.00", 202, 200},
		{faults.UnknownCode, 200, "100.00", 200, 200},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			f := newFixture(t)
			f.t = t
			f.want(201, "POST", "/api/v2/members/", `{"member_code":"ming"}`)
			if err := f.Faults.Set(faults.Fault{Target: "venue:tf", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 300}); err != nil {
				t.Fatal(err)
			}
			f.move(c.status, "deposit", "ming", "100", "T1")
			const question = "/api/v2/transfer-status/?member_code=ming&reference_no=T1"
			f.want(c.asked, "GET", question, "")
			if c.asked != c.later {
				time.Sleep(320 * time.Millisecond)
			}
			f.want(c.later, "GET", question, "")
			f.balance("ming", c.balance)
		})
	}
}

// operator is a verify endpoint that knows one token.
func (f *fixture) operator(t *testing.T) (asked *[]string) {
	asked = new([]string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*asked = append(*asked, r.Method+" "+string(body))
		switch string(body) {
		case `{"token":"tok-ming"}`:
			_, _ = io.WriteString(w, `{"loginName":"ming"}`)
		case `{"token":"tok-nobody"}`:
			_, _ = io.WriteString(w, `{"loginName":"nobody"}`)
		case `{"token":"tok-refused"}`:
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, `{"loginName":"ming"}`)
		default:
			_, _ = io.WriteString(w, `{}`)
		}
	}))
	t.Cleanup(server.Close)
	f.VerifyURL = func() string { return server.URL }
	return asked
}

func TestALaunchOpensTheLobbyForWhomTheOperatorNames(t *testing.T) {
	f := newFixture(t)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	open := func(query string, want int) string {
		t.Helper()
		response, err := client.Get(f.http.URL + "/venues/tf/launch.html?" + query)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		if response.StatusCode != want || response.Header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %d, want %d", query, response.StatusCode, want)
		}
		return response.Header.Get("Location")
	}
	const right = "auth=made-up-public-token&token=tok-ming&lang=zh"
	f.want(201, "POST", "/api/v2/members/", `{"member_code":"Ming"}`)
	open(right, 403) // the operator has no verify endpoint
	asked := f.operator(t)
	address, err := url.Parse(open(right, 303))
	if err != nil || address.Path != "/play/enter" || address.Query().Get("back") != "http://site/#/Esports" {
		t.Fatalf("launch: %v, %v", address, err)
	}
	if !slices.Equal(*asked, []string{`POST {"token":"tok-ming"}`}) {
		t.Errorf("asked %v", *asked)
	}
	session, err := f.Books.Enter(t.Context(), address.Query().Get("token"), books.Session{Token: "s1", ExpiresAt: f.at.Now().Add(time.Hour)}, f.at.Now())
	if err != nil || session.Player != "ming" || session.Game != "" || session.Venue != "tf" {
		t.Errorf("session %+v: %v", session, err)
	}
	for _, query := range []string{
		"auth=other&token=tok-ming&lang=zh", "auth=made-up-public-token&lang=zh", "auth=made-up-public-token&token=tok-ming",
		strings.Replace(right, "tok-ming", "tok-nobody", 1), strings.Replace(right, "tok-ming", "tok-refused", 1), strings.Replace(right, "tok-ming", "made-up", 1),
	} {
		open(query, 403)
	}
}

// put keeps a bet that was placed ten minutes before it was settled.
func (f *fixture) put(id string, stake, payout money.Fen, status books.BetStatus, settled time.Time) {
	f.t.Helper()
	b := books.Bet{
		Venue: "tf", ID: id, Player: "Ming", Game: "fps", Stake: stake, Valid: stake, Payout: payout, Status: status,
		Odds: "1.95", OddsType: "EU", Parlay: f.parlay, PlacedAt: settled.Add(-10 * time.Minute), SettledAt: settled,
	}
	if status == books.BetOpen {
		b.SettledAt = time.Time{}
	}
	if _, err := f.Books.PutBet(f.t.Context(), b, true); err != nil {
		f.t.Fatal(err)
	}
}

// bets gives the rows of a question, for the five minutes before the clock's time.
func (f *fixture) bets(query string) (status int, rows []map[string]any, whole map[string]any) {
	f.t.Helper()
	if !strings.Contains(query, "datetime") {
		query = "from_modified_datetime=2026-11-21T03:55:00Z&to_modified_datetime=2026-11-21T04:00:00Z&" + query
	}
	status, whole = f.send("Token "+private, "GET", "/api/v2/bet-transaction/?"+query, "")
	list, _ := whole["results"].([]any)
	for _, one := range list {
		rows = append(rows, one.(map[string]any))
	}
	return status, rows, whole
}

func ids(rows []map[string]any) string {
	var list []string
	for _, r := range rows {
		list = append(list, r["id"].(string))
	}
	return strings.Join(list, " ")
}

func TestRowsTellWhatBecameOfABet(t *testing.T) {
	f := newFixture(t)
	now := f.at.Now()
	f.ticket = Ticket{Odds: "2.10", Legs: []Leg{{
		GameType: "moba", Competition: "春季赛", EventID: "E1-7", Event: "甲 VS 乙", BetType: "独赢", Selection: "甲", Odds: "2.10",
	}}}
	f.put("open", 1000, 0, books.BetOpen, now.Add(9*time.Minute))
	f.put("win", 1000, 1950, books.BetSettled, now.Add(-4*time.Minute))
	f.put("loss", 1000, 500, books.BetSettled, now.Add(-3*time.Minute))
	f.put("draw", 1000, 1000, books.BetSettled, now.Add(-2*time.Minute))
	f.put("void", 1000, 0, books.BetVoid, now.Add(-time.Minute))
	_, rows, _ := f.bets("")
	if ids(rows) != "win loss draw open void" {
		t.Fatalf("rows %s", ids(rows))
	}
	names := []string{"settlement_status", "result_status", "amount", "earnings", "date_created", "settlement_datetime", "modified_datetime"}
	for _, row := range rows {
		want := map[string][]any{
			"open": {"confirmed", nil, 10.0, nil, "2026-11-21T03:59:00.000Z", nil, "2026-11-21T03:59:00.000Z"},
			"win":  {"settled", "WIN", 10.0, 9.5, "2026-11-21T03:46:00.000Z", "2026-11-21T03:56:00.000Z", "2026-11-21T03:56:00.000Z"},
			"loss": {"settled", "LOSS", 10.0, -5.0, "2026-11-21T03:47:00.000Z", "2026-11-21T03:57:00.000Z", "2026-11-21T03:57:00.000Z"},
			"draw": {"settled", "DRAW", 10.0, 0.0, "2026-11-21T03:48:00.000Z", "2026-11-21T03:58:00.000Z", "2026-11-21T03:58:00.000Z"},
			"void": {"cancelled", "CANCELLED", 10.0, 0.0, "2026-11-21T03:49:00.000Z", "2026-11-21T03:59:00.000Z", "2026-11-21T03:59:00.000Z"},
		}[row["id"].(string)]
		for i, name := range names {
			if row[name] != want[i] {
				t.Errorf("%v: %s is %v, want %v", row["id"], name, row[name], want[i])
			}
		}
		for name, want := range map[string]any{
			"member_code": "Ming", "odds": "2.10", "game_type_id": "moba", "game_type_name": "推塔对战", "competition_name": "春季赛",
			"event_id": "E1-7", "event_name": "甲 VS 乙", "bet_type_name": "独赢", "bet_selection": "甲", "is_combo": false, "is_unsettled": false,
		} {
			if row[name] != want {
				t.Errorf("%v: %s is %v, want %v", row["id"], name, row[name], want)
			}
		}
	}
	f.ticket.Legs = append(f.ticket.Legs, Leg{GameType: "fps", Event: "丙 VS 丁"})
	_, rows, _ = f.bets("")
	legs := rows[0]["tickets"].([]any)
	if rows[0]["is_combo"] != true || len(legs) != 2 || legs[1].(map[string]any)["game_type_name"] != "枪战竞技" || rows[0]["event_name"] != "" {
		t.Errorf("combination %v", rows[0])
	}
	f.ticket, f.parlay = Ticket{}, "2"
	f.put("hand", 1000, 0, books.BetSettled, now)
	_, rows, _ = f.bets("")
	if last := rows[len(rows)-1]; last["is_combo"] != true || last["odds"] != "1.95" || last["game_type_id"] != "fps" {
		t.Errorf("put by hand %v", last)
	}
}

func TestPagesMeet(t *testing.T) {
	f := newFixture(t)
	for i := range 120 {
		f.put("b"+strconv.Itoa(100+i), 1000, 0, books.BetSettled, f.at.Now().Add(time.Duration(i-120)*time.Second))
	}
	var seen []string
	query := ""
	for _, want := range []int{50, 50, 20} {
		_, rows, whole := f.bets(query)
		if whole["count"] != 120.0 || len(rows) != want {
			t.Errorf("%s: %d rows of %v", query, len(rows), whole["count"])
		}
		seen = append(seen, strings.Fields(ids(rows))...)
		next, _ := whole["next"].(string)
		if address, err := url.Parse(next); next != "" && (err != nil || address.Path != "/venues/tf/api/v2/bet-transaction/") {
			t.Errorf("next %s", next)
		}
		_, query, _ = strings.Cut(next, "?")
	}
	if query != "" || len(seen) != 120 || !slices.IsSorted(seen) || len(slices.Compact(seen)) != 120 {
		t.Errorf("rows %v, next %q", seen, query)
	}
	if status, _, _ := f.bets("page=4"); status != 404 {
		t.Errorf("behind the last page: %d", status)
	}
}

func TestWhichRowsAreAskedFor(t *testing.T) {
	f := newFixture(t)
	now := f.at.Now()
	f.put("late", 1000, 0, books.BetSettled, now.Add(500*time.Millisecond))
	f.put("edge", 1000, 0, books.BetSettled, now)
	f.put("begin", 1000, 0, books.BetSettled, now.Add(-5*time.Minute))
	f.put("open", 1000, 0, books.BetOpen, now)
	const window = "_datetime=2026-11-21T03:55:00Z&to_"
	for query, want := range map[string]string{
		"": "begin edge",
		"from_settlement" + window + "settlement_datetime=2026-11-21T04:00:00.500Z":             "begin edge late",
		"from_datetime=2026-11-21T03:50:00Z&to_datetime=2026-11-21T03:50:00Z":                   "edge open",
		"from_modified_datetime=2026-11-20T04:00:00Z&to_modified_datetime=2026-11-21T04:00:00Z": "open begin edge",
	} {
		if status, rows, whole := f.bets(query); status != 200 || ids(rows) != want || whole["count"] != float64(len(rows)) {
			t.Errorf("%s: %d %q, want %q", query, status, ids(rows), want)
		}
	}
	for _, query := range []string{
		"from_modified_datetime=2026-11-20T03:59:59Z&to_modified_datetime=2026-11-21T04:00:00Z", "from_modified_datetime=2026-11-21T04:00:00Z",
		"from_modified_datetime=2026-11-21T04:00:01Z&to_modified_datetime=2026-11-21T04:00:00Z", "from_modified_datetime=today&to_modified_datetime=2026-11-21T04:00:00Z",
		"page_size=1001", "page=0", "other_datetime=1",
	} {
		if status, _, _ := f.bets(query); status != 400 {
			t.Errorf("%s: %d", query, status)
		}
	}
}

func TestFaultsOfTheRecords(t *testing.T) {
	f := newFixture(t)
	f.put("b1", 1000, 1950, books.BetSettled, f.at.Now())
	for _, c := range []struct {
		kind   faults.Kind
		status int
		code   any
		want   string
		net    float64
	}{
		{faults.Refuse, 200, float64(codeFeed), "", 0},
		{faults.NotFoundFlap, 200, nil, "", 0},
		{faults.Duplicate, 200, nil, "b1 b1", 9.5},
		{faults.WrongAmount, 200, nil, "b1", 9.51},
		{faults.Maintenance, 0, nil, "", 0},
	} {
		if err := f.Faults.Set(faults.Fault{Target: "venue:tf", Call: faults.Records, Kind: c.kind, Times: 1}); err != nil {
			t.Fatal(err)
		}
		status, rows, whole := f.bets("")
		if status != c.status || whole["code"] != c.code || ids(rows) != c.want || len(rows) > 0 && rows[0]["earnings"] != c.net {
			t.Errorf("%s: %d %v", c.kind, status, whole)
		}
	}
}
