package wm

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
	"strconv"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

type fields = map[string]string

// rig is an operator on a temp file, with a clock that moves by hand.
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
	r := &rig{t: t, at: at}
	r.Server = New(Config{
		Code: "wm", VendorID: "house", Signature: "made-up-signature", Credit: 1_000_000 * money.Yuan, BaseURL: func() string { return "http://sandbox" },
		Gid: func(game string) string { return "1" + game }, Place: func(books.Bet) Place { return Place{77, 12, "3", "banker", "庄", "庄:♠3♥5 闲:♦9♣K"} },
		Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept, Faults: faults.NewBox("venue:wm"), Stop: make(chan struct{}),
	})
	r.http = httptest.NewServer(r.Handler("/venues/wm"))
	t.Cleanup(func() {
		r.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return r
}

// torn is the code of an answer that did not arrive as one.
const torn = -1

// post asks about ming; more adds and replaces.
func (r *rig) post(cmd string, more fields) (code int, result any) {
	r.t.Helper()
	form := url.Values{"cmd": {cmd}, "vendorId": {"house"}, "signature": {"made-up-signature"}, "timestamp": {strconv.FormatInt(r.at.Now().Unix(), 10)}, "user": {"ming"}}
	for name, value := range more {
		form.Set(name, value)
	}
	reply, err := http.PostForm(r.http.URL+"/venues/wm/api/public/Gateway.php", form)
	if err != nil {
		return torn, nil
	}
	defer reply.Body.Close()
	var answer struct {
		Code    *int    `json:"errorCode"`
		Message *string `json:"errorMessage"`
		Result  any     `json:"result"`
	}
	if reply.StatusCode != http.StatusOK || json.NewDecoder(reply.Body).Decode(&answer) != nil || answer.Code == nil || answer.Message == nil {
		return torn, nil
	}
	return *answer.Code, answer.Result
}

func (r *rig) want(want int, cmd string, more fields) any {
	r.t.Helper()
	code, result := r.post(cmd, more)
	if code != want {
		r.t.Errorf("%s %v: %d, want %d", cmd, more, code, want)
	}
	return result
}

func (r *rig) seat(name string) {
	r.t.Helper()
	r.want(0, "MemberRegister", fields{"user": name, "password": "p1", "username": name})
}

func (r *rig) move(want int, amount, id string) {
	r.t.Helper()
	r.want(want, "ChangeBalance", fields{"money": amount, "order": id})
}

func (r *rig) balance(want string) {
	r.t.Helper()
	if got := r.want(0, "GetBalance", nil); got != want {
		r.t.Errorf("balance %v, want %v", got, want)
	}
}

func TestOnlyTheOperatorIsAnswered(t *testing.T) {
	r := newRig(t)
	for _, wrong := range []fields{{"vendorId": "x"}, {"signature": "x"}, {"signature": ""}, {"timestamp": "1"}, {"timestamp": ""}} {
		r.want(900, "GetBalance", wrong)
	}
	r.want(103, "EditLimit", nil)
	r.AllowFrom = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	r.want(901, "GetBalance", nil)
}

func TestUsersAreRegisteredOnce(t *testing.T) {
	r := newRig(t)
	r.want(10501, "GetBalance", nil)
	r.want(103, "MemberRegister", fields{"user": "a b", "password": "p", "username": "x"})
	r.want(103, "MemberRegister", fields{"username": "x"})
	r.seat("Ming")
	r.want(104, "MemberRegister", fields{"password": "p2", "username": "ming"})
	r.balance("0.0000")
}

func TestAnOrderMovesMoneyOnce(t *testing.T) {
	r := newRig(t)
	r.move(10501, "100", "T1")
	r.seat("ming")
	for _, wrong := range [][2]string{{"", "T1"}, {"x", "T1"}, {"1.001", "T1"}, {"0", "T1"}, {"1", ""}, {"1", "T-1"}, {"1", strings.Repeat("a", 33)}} {
		r.move(103, wrong[0], wrong[1])
	}
	r.want(107, "GetMemberTradeReport", fields{"order": "T1"})
	got := r.want(0, "ChangeBalance", fields{"money": "100", "order": "T1"}).(map[string]any)
	if got["yourOrderNum"] != "T1" || got["cash"] != "100.0000" {
		t.Errorf("answer %v", got)
	}
	r.move(10802, "100", "T1")
	r.move(10801, "-100.01", "T2")
	r.move(10802, "-1", "T2")
	r.want(107, "GetMemberTradeReport", fields{"order": "T2"})
	r.move(10801, "999900.01", "T3")
	r.move(0, "-100", "T4")
	r.balance("0.0000")
	trade := r.want(0, "GetMemberTradeReport", fields{"order": "T4"}).([]any)[0].(map[string]any)
	if trade["ordernum"] != "T4" || trade["money"] != "-100.0000" || trade["op_code"] != "122" || trade["addtime"] != "2026-11-21 12:00:00" {
		t.Errorf("trade %v", trade)
	}
	if err := r.Reverse(t.Context(), "T4"); err != nil {
		t.Fatal(err)
	}
	r.balance("100.0000")
}

// The fault matrix of a transfer of 100 in: the answer and the wallet.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind    faults.Kind
		code    int
		balance string
	}{
		{faults.DropRequest, torn, "0.0000"},
		{faults.DropResponse, torn, "100.0000"},
		{faults.CommitThen500, torn, "100.0000"},
		{faults.Refuse, 10803, "0.0000"},
		{faults.NotFoundFlap, torn, "100.0000"},
		{faults.Duplicate, 10802, "100.0000"},
		{faults.WrongAmount, 10803, "99.9900"},
		{faults.Maintenance, torn, "0.0000"},
		{faults.PlayerInGame, 10803, "0.0000"},
		{faults.Processing, 10803, "100.0000"},
		{faults.UnknownCode, 98765, "100.0000"},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			r := newRig(t)
			r.t = t
			r.seat("ming")
			if err := r.Faults.Set(faults.Fault{Target: "venue:wm", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 50}); err != nil {
				t.Fatal(err)
			}
			r.move(c.code, "100", "T1")
			r.balance(c.balance)
		})
	}
}

func TestALaunchOpensTheHallOnce(t *testing.T) {
	r := newRig(t)
	r.want(10501, "SigninGame", fields{"password": "p1", "lang": "0"})
	r.seat("Ming")
	r.want(102, "SigninGame", fields{"password": "p2", "lang": "0"})
	r.want(103, "SigninGame", fields{"password": "p1", "lang": "7"})
	at, err := url.Parse(r.want(0, "SigninGame", fields{"password": "p1", "lang": "0", "returnurl": "http://site/#/Reale_03"}).(string))
	if err != nil || at.Host != "sandbox" || at.Path != "/play/enter" || at.Query().Get("back") != "http://site/#/Reale_03" {
		t.Fatalf("%v, %v", at, err)
	}
	enter := func() (books.Session, error) {
		return r.Books.Enter(t.Context(), at.Query().Get("token"), books.Session{Token: "s", ExpiresAt: r.at.Now().Add(time.Hour)}, r.at.Now())
	}
	if session, err := enter(); err != nil || session.Player != "ming" || session.Venue != "wm" {
		t.Errorf("session %+v: %v", session, err)
	}
	if _, err := enter(); err == nil {
		t.Error("the address works twice")
	}
	r.want(0, "LogoutGame", nil)
	r.want(0, "LogoutGame", fields{"user": "nobody"})
}

// put keeps a bet that was placed a minute before it was settled.
func (r *rig) put(id string, stake, payout money.Fen, is books.BetStatus, settled time.Time) {
	r.t.Helper()
	b := books.Bet{Venue: "wm", ID: id, Player: "Ming", Game: "01", Stake: stake, Valid: stake, Payout: payout, Status: is, PlacedAt: settled.Add(-time.Minute), SettledAt: settled}
	if is == books.BetOpen {
		b.SettledAt = time.Time{}
	}
	if _, err := r.Books.PutBet(r.t.Context(), b, true); err != nil {
		r.t.Fatal(err)
	}
}

// log asks for the hour before noon.
func (r *rig) log(more fields) (code int, rows []map[string]any) {
	r.t.Helper()
	ask := fields{"startTime": "20261121110000", "endTime": "20261121120000", "timetype": "1", "datatype": "0"}
	for name, value := range more {
		ask[name] = value
	}
	code, result := r.post("GetDateTimeReport", ask)
	list, _ := result.([]any)
	for _, one := range list {
		rows = append(rows, one.(map[string]any))
	}
	return code, rows
}

func ids(rows []map[string]any) string {
	var list []string
	for _, r := range rows {
		list = append(list, fmt.Sprint(r["betId"]))
	}
	return strings.Join(list, " ")
}

func TestRowsTellTheFateOfABet(t *testing.T) {
	r := newRig(t)
	noon := r.at.Now()
	if code, _ := r.log(nil); code != 107 {
		t.Errorf("no bets: %d", code)
	}
	r.put("open", 1000, 0, books.BetOpen, noon)
	r.put("win", 1000, 1950, books.BetSettled, noon.Add(-3*time.Minute))
	r.put("void", 1000, 0, books.BetVoid, noon)
	r.put("late", 1000, 0, books.BetSettled, noon.Add(time.Second))
	code, rows := r.log(nil)
	if code != 0 || ids(rows) != "win void" {
		t.Fatalf("%d %s", code, ids(rows))
	}
	for i, want := range [][]any{{10.0, 10.0, 9.5, "2026-11-21 11:56:00", "2026-11-21 11:57:00", "庄:♠3♥5 闲:♦9♣K"}, {10.0, 0.0, 0.0, "2026-11-21 11:59:00", "2026-11-21 12:00:00", ""}} {
		for j, name := range []string{"bet", "validbet", "winLoss", "betTime", "settime", "gameResult"} {
			if rows[i][name] != want[j] {
				t.Errorf("%v: %s is %v, want %v", rows[i]["betId"], name, rows[i][name], want[j])
			}
		}
	}
	if rows[0]["user"] != "Ming" || rows[0]["gid"] != "101" || rows[0]["event"] != 77.0 || rows[0]["eventChild"] != 12.0 || rows[0]["tableId"] != "3" || rows[0]["betCode"] != "banker" || rows[0]["betResult"] != "庄" {
		t.Errorf("row %v", rows[0])
	}
	for name, wrong := range map[string]fields{
		"too long": {"startTime": "20261121105959"}, "turned": {"startTime": "20261121120001"}, "no time": {"endTime": ""}, "by placing": {"timetype": "0"}, "tips": {"datatype": "1"},
	} {
		if code, _ := r.log(wrong); code != 103 {
			t.Errorf("%s: %d", name, code)
		}
	}
}

func TestFaultsOfTheRecords(t *testing.T) {
	r := newRig(t)
	r.put("b1", 1000, 1950, books.BetSettled, r.at.Now())
	for _, c := range []struct {
		kind faults.Kind
		code int
		want string
		net  float64
	}{
		{faults.Refuse, 103, "", 0},
		{faults.NotFoundFlap, 107, "", 0},
		{faults.Duplicate, 0, "b1 b1", 9.5},
		{faults.WrongAmount, 0, "b1", 9.51},
		{faults.Maintenance, torn, "", 0},
	} {
		if err := r.Faults.Set(faults.Fault{Target: "venue:wm", Call: faults.Records, Kind: c.kind, Times: 1}); err != nil {
			t.Fatal(err)
		}
		code, rows := r.log(nil)
		if code != c.code || ids(rows) != c.want || len(rows) > 0 && rows[0]["winLoss"] != c.net {
			t.Errorf("%s: %d %v", c.kind, code, rows)
		}
	}
}
