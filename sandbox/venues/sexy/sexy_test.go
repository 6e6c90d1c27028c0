package sexy

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
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	cert      = "made-up-cert"
	betLimit  = `{"SEXYBCRT":{"LIVE":{"limitId":[260901]}}}`
	noon      = "2026-11-21T12:00:00+08:00"
	feedPath  = "/fetch/gzip/getTransactionByUpdateDate"
	checkPath = "/wallet/checkTransferOperation"
)

// fixture is an operator on a temporary file, with a clock that moves by hand.
type fixture struct {
	*Server
	t    *testing.T
	http *httptest.Server
	at   *calendar.Fixed
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
		Code: "sexy", AgentID: "hongyun", Cert: cert, Credit: 1_000_000 * money.Yuan, BaseURL: func() string { return "http://sandbox" },
		Has:   func(game string) bool { return game == "MX-LIVE-001" },
		Table: func(game string) (string, string) { return "MX-" + game, "百家乐" },
		Place: func(books.Bet) Place { return Place{Round: "B1-77", Spot: "banker"} },
		Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept, Faults: faults.NewBox("venue:sexy"), Stop: make(chan struct{}),
	})
	f.http = httptest.NewServer(f.Handler("/venues/sexy"))
	t.Cleanup(func() {
		f.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return f
}

// torn is the status of an answer that did not arrive as one.
const torn = "torn"

type asked = map[string]string

// post makes a call; more adds fields and replaces them.
func (f *fixture) post(path string, more asked) (status string, answer map[string]any) {
	f.t.Helper()
	form := url.Values{"cert": {cert}, "agentId": {"hongyun"}}
	for name, value := range more {
		form.Set(name, value)
	}
	response, err := http.PostForm(f.http.URL+"/venues/sexy"+path, form)
	if err != nil {
		return torn, nil
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || json.NewDecoder(response.Body).Decode(&answer) != nil {
		return torn, nil
	}
	status, _ = answer["status"].(string)
	return status, answer
}

func (f *fixture) want(want, path string, more asked) map[string]any {
	f.t.Helper()
	status, answer := f.post(path, more)
	if status != want {
		f.t.Errorf("%s %v: %s, want %s", path, more, status, want)
	}
	return answer
}

// create is createMember of the sheet; more replaces fields.
func (f *fixture) create(want string, more asked) {
	f.t.Helper()
	form := asked{"userId": "test001", "currency": "CNY", "betLimit": betLimit, "language": "cn", "userName": "test001"}
	for name, value := range more {
		form[name] = value
	}
	f.want(want, "/wallet/createMember", form)
}

func (f *fixture) move(want, way, amount, txCode string, more asked) map[string]any {
	f.t.Helper()
	form := asked{"userId": "test001", "transferAmount": amount, "txCode": txCode}
	if way == "withdraw" {
		form["withdrawType"] = "0"
	}
	for name, value := range more {
		form[name] = value
	}
	return f.want(want, "/wallet/"+way, form)
}

func (f *fixture) balance(want string) {
	f.t.Helper()
	answer := f.want("0000", "/wallet/getBalance", asked{"userIds": "test001"})
	results, _ := answer["results"].([]any)
	if len(results) != 1 || results[0].(map[string]any)["balance"] != want || results[0].(map[string]any)["userId"] != "test001" {
		f.t.Errorf("balance %v, want %s", answer, want)
	}
}

func (f *fixture) fault(call faults.Call, kind faults.Kind) {
	f.t.Helper()
	if err := f.Faults.Set(faults.Fault{Target: "venue:sexy", Call: call, Kind: kind, Times: 1, DelayMs: 50}); err != nil {
		f.t.Fatal(err)
	}
}

func TestOnlyTheOperatorIsAnswered(t *testing.T) {
	f := newFixture(t)
	f.want("1027", "/wallet/getBalance", asked{"cert": "x", "userIds": "test001"})
	f.want("1027", "/wallet/getBalance", asked{"cert": "", "userIds": "test001"})
	f.want("1035", "/wallet/getBalance", asked{"agentId": "x", "userIds": "test001"})
	f.want("1056", "/wallet/getBalance", nil)
	f.want(torn, "/wallet/nonsense", nil)
	f.AllowFrom = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	f.want("1029", "/wallet/getBalance", asked{"userIds": "test001"})
}

func TestMembersAreCreatedOnce(t *testing.T) {
	f := newFixture(t)
	f.want("1002", "/wallet/getBalance", asked{"userIds": "test001"})
	f.create("1000", asked{"userId": "Test001"})
	f.create("1004", asked{"currency": "USD"})
	f.create("1005", asked{"language": "xx"})
	for _, limit := range []string{"{}", "x", `{"SEXYBCRT":{"LIVE":{"limitId":[]}}}`} {
		f.create("1036", asked{"betLimit": limit})
	}
	f.create("1056", asked{"betLimit": ""})
	f.create("0000", nil)
	f.create("1001", nil)
	f.balance("0.00")
	f.want("1002", "/wallet/getBalance", asked{"userIds": "test001,nobody"})
}

func TestATransferMovesMoneyOnce(t *testing.T) {
	f := newFixture(t)
	f.move("1002", "deposit", "100", "T1", nil)
	f.create("0000", nil)
	for _, wrong := range []string{"x", "0", "-1", "1.001"} {
		f.move("1010", "deposit", wrong, "T1", nil)
	}
	f.move("1011", "deposit", "1", strings.Repeat("a", 33), nil)
	f.want("1017", checkPath, asked{"txCode": "T1"})
	if got := f.move("0000", "deposit", "100", "T1", nil); got["amount"] != "100.00" || got["currentBalance"] != "100.00" || got["txCode"] != "T1" || got["lastModified"] != noon {
		t.Errorf("answer %v", got)
	}
	f.move("1016", "deposit", "100", "T1", nil)
	f.move("1018", "withdraw", "100.01", "T2", nil)
	f.move("1016", "withdraw", "1", "T2", nil)
	f.move("1018", "deposit", "999900.01", "T3", nil)
	f.move("0000", "withdraw", "30.50", "T4", nil)
	f.balance("69.50")
	for txCode, want := range map[string]string{"T1": "1 DEPOSIT 100.00", "T2": "0 WITHDRAW 100.01", "T4": "1 WITHDRAW 30.50"} {
		told := f.want("0000", checkPath, asked{"txCode": txCode})
		if got := fmt.Sprintf("%v %v %v", told["txStatus"], told["transferType"], told["transferAmount"]); got != want {
			t.Errorf("%s: %s, want %s", txCode, got, want)
		}
	}
	if err := f.Reverse(t.Context(), "T4"); err != nil {
		t.Fatal(err)
	}
	f.balance("100.00")
}

// The sheet's default of withdrawType is all.
func TestAWithdrawalWithoutATypeTakesAll(t *testing.T) {
	for name, more := range map[string]asked{"none": {"withdrawType": ""}, "all": {"withdrawType": "1"}} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.create("0000", nil)
			f.move("0000", "deposit", "100", "T1", nil)
			f.move("1036", "withdraw", "10", "T2", asked{"withdrawType": "2"})
			if got := f.move("0000", "withdraw", "10", "T2", more); got["amount"] != "100.00" {
				t.Errorf("answer %v", got)
			}
			f.balance("0.00")
			f.move("1018", "withdraw", "10", "T3", more)
		})
	}
}

// The fault matrix of a transfer of 100 in: the answer, what check says, and the wallet.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind           faults.Kind
		answer, status string
		balance        string
	}{
		{faults.DropRequest, torn, "1017", "0.00"},
		{faults.DropResponse, torn, "0000", "100.00"},
		{faults.CommitThen500, torn, "0000", "100.00"},
		{faults.Refuse, "1014", "0000", "0.00"},
		{faults.NotFoundFlap, torn, "1017", "100.00"},
		{faults.Duplicate, "1016", "0000", "100.00"},
		{faults.WrongAmount, "1040", "0000", "99.99"},
		{faults.Maintenance, torn, "1017", "0.00"},
		{faults.PlayerInGame, "0000", "0000", "100.00"},
		{faults.Processing, "1040", "9998", "100.00"},
		{faults.UnknownCode, "7777", "0000", "100.00"},
		{faults.WrongOrder, "0000", "0000", "100.00"},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			f := newFixture(t)
			f.create("0000", nil)
			f.fault(faults.TransferIn, c.kind)
			f.move(c.answer, "deposit", "100", "T1", nil)
			f.want(c.status, checkPath, asked{"txCode": "T1"})
			f.balance(c.balance)
		})
	}
}

func TestAPlayersTransfersRunOneAtATime(t *testing.T) {
	f := newFixture(t)
	f.create("0000", nil)
	f.create("0000", asked{"userId": "other"})
	if err := f.Faults.Set(faults.Fault{Target: "venue:sexy", Call: faults.TransferIn, Kind: faults.Delay, Times: 1, DelayMs: 1500}); err != nil {
		t.Fatal(err)
	}
	first := make(chan string)
	go func() {
		status, _ := f.post("/wallet/deposit", asked{"userId": "test001", "transferAmount": "100", "txCode": "T1"})
		first <- status
	}()
	for len(f.Faults.List()) > 0 { // until the slow one has begun
		time.Sleep(time.Millisecond)
	}
	f.move("1012", "withdraw", "1", "T2", nil)
	f.want("1017", checkPath, asked{"txCode": "T2"})
	f.move("0000", "deposit", "1", "T3", asked{"userId": "other"})
	if status := <-first; status != "0000" {
		t.Errorf("the slow transfer: %s", status)
	}
	f.move("0000", "withdraw", "1", "T2", nil)
	f.balance("99.00")
}

func TestALaunchOpensOnce(t *testing.T) {
	f := newFixture(t)
	game := asked{
		"userId": "test001", "platform": "SEXYBCRT", "gameType": "LIVE", "gameCode": "MX-LIVE-001", "isMobileLogin": "false",
		"externalURL": "http://site/#/Reale_03", "language": "cn", "betLimit": betLimit,
	}
	f.want("1002", "/wallet/login", game)
	f.create("0000", nil)
	for path, session := range map[string]string{"/wallet/doLoginAndLaunchGame": "MX-LIVE-001", "/wallet/login": ""} {
		text, _ := f.want("0000", path, game)["url"].(string)
		at, err := url.Parse(text)
		if err != nil || at.Host != "sandbox" || at.Path != "/play/enter" || at.Query().Get("back") != "http://site/#/Reale_03" {
			t.Fatalf("%s: %q, %v", path, text, err)
		}
		enter := func() (books.Session, error) {
			return f.Books.Enter(t.Context(), at.Query().Get("token"), books.Session{Token: path, ExpiresAt: f.at.Now().Add(time.Hour)}, f.at.Now())
		}
		if opened, err := enter(); err != nil || opened.Player != "test001" || opened.Game != session {
			t.Errorf("%s opens %+v, %v", path, opened, err)
		}
		if _, err := enter(); err == nil {
			t.Errorf("%s: the address works twice", path)
		}
	}
	for name, wrong := range map[string]string{"gameCode": "1033", "platform": "1054", "gameType": "1036", "isMobileLogin": "1036", "language": "1005", "betLimit": "1036"} {
		kept := game[name]
		game[name] = "x"
		f.want(wrong, "/wallet/doLoginAndLaunchGame", game)
		game[name] = kept
	}
	f.want("0000", "/wallet/logout", asked{"userIds": "test001"})
	f.want("1002", "/wallet/logout", asked{"userIds": "nobody"})
}

// put keeps a bet that was placed a minute before its last change.
func (f *fixture) put(id string, stake, payout money.Fen, is books.BetStatus, changed time.Time) {
	f.t.Helper()
	b := books.Bet{Venue: "sexy", ID: id, Player: "test001", Game: "BAC", Stake: stake, Valid: stake, Payout: payout, Status: is, PlacedAt: changed.Add(-time.Minute), SettledAt: changed}
	if is == books.BetOpen {
		b.PlacedAt, b.SettledAt = changed, time.Time{}
	}
	if _, err := f.Books.PutBet(f.t.Context(), b, true); err != nil {
		f.t.Fatal(err)
	}
}

// log asks for all that changed since an hour before noon.
func (f *fixture) log(want string, more asked) (rows []map[string]any) {
	f.t.Helper()
	form := asked{"timeFrom": "2026-11-21T11:00:00+08:00", "platform": "SEXYBCRT"}
	for name, value := range more {
		form[name] = value
	}
	list, _ := f.want(want, feedPath, form)["transactions"].([]any)
	for _, one := range list {
		rows = append(rows, one.(map[string]any))
	}
	return rows
}

func ids(rows []map[string]any) string {
	var list []string
	for _, r := range rows {
		list = append(list, fmt.Sprint(r["platformTxId"]))
	}
	return strings.Join(list, " ")
}

func TestRowsTellTheFateOfABet(t *testing.T) {
	f := newFixture(t)
	at := f.at.Now()
	f.log("1019", nil)
	f.put("early", 1000, 0, books.BetSettled, at.Add(-time.Hour-time.Millisecond))
	f.put("win", 1000, 1950, books.BetSettled, at.Add(-3*time.Minute))
	f.put("open", 1000, 0, books.BetOpen, at.Add(-2*time.Minute))
	f.put("void", 1000, 0, books.BetVoid, at)
	f.put("late", 1000, 0, books.BetSettled, at.Add(time.Second))
	rows := f.log("0000", nil)
	if ids(rows) != "win open void" {
		t.Fatal(ids(rows))
	}
	for i, want := range []string{
		"1 10 19.5 10 19.5 10 2026-11-21T11:56:00+08:00 2026-11-21T11:57:00+08:00",
		"0 10 0 0 0 0 2026-11-21T11:58:00+08:00 2026-11-21T11:58:00+08:00",
		"-1 10 0 0 0 0 2026-11-21T11:59:00+08:00 " + noon,
	} {
		r := rows[i]
		got := fmt.Sprint(r["txStatus"], r["betAmount"], r["winAmount"], r["realBetAmount"], r["realWinAmount"], r["turnover"])
		if got += fmt.Sprint(" ", r["betTime"], " ", r["updateTime"]); got != want {
			t.Errorf("%v: %s, want %s", r["platformTxId"], got, want)
		}
	}
	won := rows[0]
	if won["userId"] != "test001" || won["platform"] != "SEXYBCRT" || won["gameType"] != "LIVE" || won["gameCode"] != "MX-BAC" || won["gameName"] != "百家乐" ||
		won["betType"] != "banker" || won["roundId"] != "B1-77" || won["gameInfo"] != `{"odds":"","result":"","winLoss":9.50}` {
		t.Errorf("row %v", won)
	}
	f.log("1024", asked{"timeFrom": "2026-11-21 11:00:00"})
	f.log("1034", asked{"timeFrom": "2026-11-20T11:59:59+08:00"})
	f.log("1054", asked{"platform": "X"})
}

func TestAnAnswerEndsWithASecond(t *testing.T) {
	f := newFixture(t)
	f.rowsMost = 5
	for i := range 10 { // three bets a second
		f.put(fmt.Sprintf("b%d", i), 100, 0, books.BetSettled, f.at.Now().Add(time.Duration(i/3)*time.Second+time.Duration(i)*time.Millisecond-time.Hour))
	}
	if rows := f.log("0000", nil); ids(rows) != "b0 b1 b2 b3 b4 b5" {
		t.Errorf("the first answer holds %s", ids(rows))
	}
	if rows := f.log("0000", asked{"timeFrom": "2026-11-21T11:00:01+08:00"}); ids(rows) != "b3 b4 b5 b6 b7 b8" {
		t.Errorf("the next one holds %s", ids(rows))
	}
}

func TestTheFeedIsPackedAndAskedRarely(t *testing.T) {
	f := newFixture(t)
	request, err := http.NewRequest(http.MethodPost, f.http.URL+"/venues/sexy"+feedPath, strings.NewReader(""))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.Header.Get("Content-Encoding") != "gzip" || len(body) < 2 || body[0] != 0x1f || body[1] != 0x8b {
		t.Errorf("%v: %x", response.Header, body)
	}
	f.PullGap = time.Minute
	f.log("1019", nil)
	f.log("1028", nil)
}

func TestFaultsOfTheFeed(t *testing.T) {
	f := newFixture(t)
	f.put("b1", 1000, 1950, books.BetSettled, f.at.Now())
	for _, c := range []struct {
		kind   faults.Kind
		status string
		want   string
		win    float64
	}{
		{faults.Refuse, "9999", "", 0},
		{faults.NotFoundFlap, "1019", "", 0},
		{faults.Duplicate, "0000", "b1 b1", 19.5},
		{faults.WrongAmount, "0000", "b1", 19.51},
		{faults.Maintenance, torn, "", 0},
	} {
		f.fault(faults.Records, c.kind)
		rows := f.log(c.status, nil)
		if ids(rows) != c.want || len(rows) > 0 && rows[0]["realWinAmount"] != c.win {
			t.Errorf("%s: %v", c.kind, rows)
		}
	}
}
