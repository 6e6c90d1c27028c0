package saba

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

const vendor = "made-up-vendor-id"

type fields = map[string]string

// rig is an operator on a temp file, with a clock that moves by hand.
type rig struct {
	*Server
	t      *testing.T
	http   *httptest.Server
	at     *calendar.Fixed
	ticket Ticket
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
		Code: "saba", VendorID: vendor, OperatorID: "house", Prefix: "hy_", Currency: 20, Credit: 1_000_000 * money.Yuan,
		HomeURL: func() string { return "http://site/#/Sport_05" }, Ticket: func(books.Bet) Ticket { return r.ticket }, BaseURL: func() string { return "http://sandbox" },
		Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept, Faults: faults.NewBox("venue:saba"), Stop: make(chan struct{}),
	})
	r.http = httptest.NewServer(r.Handler("/venues/saba"))
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

// post asks about ming; more adds and replaces. Names of parameters are written
// in another case than the sheet's.
func (r *rig) post(method string, more fields) (code int, data any) {
	r.t.Helper()
	form := url.Values{}
	all := fields{
		"vendor_id": vendor, "vendor_member_id": "hy_ming", "vendor_member_ids": "hy_ming", "operatorId": "house", "username": "hy_ming", "oddstype": "2", "currency": "20",
		"maxtransfer": "1000000", "mintransfer": "1", "wallet_id": "1", "platform": "1", "direction": "1", "vendor_trans_id": "T1", "amount": "100", "version_key": "0",
	}
	for name, value := range more {
		all[name] = value
	}
	for name, value := range all {
		form.Set(strings.ToUpper(name[:1])+name[1:], value)
	}
	reply, err := http.PostForm(r.http.URL+"/venues/saba/api/"+method, form)
	if err != nil {
		return torn, nil
	}
	defer reply.Body.Close()
	var answer struct {
		Code    *int `json:"error_code"`
		Message *string
		Data    any
	}
	if reply.StatusCode != http.StatusOK || json.NewDecoder(reply.Body).Decode(&answer) != nil || answer.Code == nil || answer.Message == nil {
		return torn, nil
	}
	return *answer.Code, answer.Data
}

func (r *rig) want(want int, method string, more fields) any {
	r.t.Helper()
	code, data := r.post(method, more)
	if code != want {
		r.t.Errorf("%s %v: %d, want %d", method, more, code, want)
	}
	return data
}

// balance is a number of yuan, or nil.
func (r *rig) balance(want any) {
	r.t.Helper()
	if got := r.want(0, "CheckUserBalance", nil).([]any)[0].(map[string]any); got["balance"] != want {
		r.t.Errorf("balance %v, want %v", got["balance"], want)
	}
}

// status is what FundTransfer or CheckFundTransfer says of an order.
func status(data any) any {
	if fields, ok := data.(map[string]any); ok {
		return fields["status"]
	}
	return nil
}

func TestOnlyTheOperatorIsAnswered(t *testing.T) {
	r := newRig(t)
	r.want(9, "CheckUserBalance", fields{"vendor_id": "x"})
	r.want(torn, "KickUser", nil)
	r.AllowFrom = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	r.want(9, "CheckUserBalance", nil)
}

func TestMembersAreCreatedOnce(t *testing.T) {
	r := newRig(t)
	if got := r.want(0, "CheckUserBalance", nil).([]any)[0].(map[string]any); got["error_code"] != 2.0 {
		t.Errorf("nobody: %v", got)
	}
	for code, wrong := range map[int]fields{
		12: {"vendor_member_id": "hy_" + strings.Repeat("a", 28)}, 8: {"vendor_member_id": "ming"}, 3: {"operatorId": "x"}, 4: {"oddstype": "6"}, 5: {"currency": "13"}, 7: {"mintransfer": "1000001"}, 1: {"username": ""},
	} {
		r.want(code, "CreateMember", wrong)
	}
	r.want(0, "CreateMember", nil)
	r.want(6, "CreateMember", fields{"vendor_member_id": "hy_Ming"})
	r.balance(nil)
}

func TestAnOrderMovesMoneyOnce(t *testing.T) {
	r := newRig(t)
	r.want(2, "FundTransfer", nil)
	r.want(0, "CreateMember", nil)
	for code, wrong := range map[int]fields{4: {"amount": "0"}, 6: {"currency": "13"}, 7: {"direction": "2"}} {
		r.want(code, "FundTransfer", wrong)
	}
	for _, wrong := range []fields{{"amount": "x"}, {"amount": "1.001"}, {"wallet_id": "2"}, {"vendor_trans_id": ""}, {"vendor_trans_id": strings.Repeat("a", 51)}} {
		r.want(7, "FundTransfer", wrong)
	}
	r.want(4, "FundTransfer", fields{"amount": "10000000.01"})
	r.want(2, "CheckFundTransfer", nil)
	told := r.want(0, "FundTransfer", nil).(map[string]any)
	if told["before_amount"] != 0.0 || told["after_amount"] != 100.0 || told["status"] != 0.0 {
		t.Errorf("answer %v", told)
	}
	r.want(5, "FundTransfer", nil)
	r.want(3, "FundTransfer", fields{"direction": "0", "vendor_trans_id": "T2", "amount": "100.01"})
	if got := status(r.want(0, "CheckFundTransfer", fields{"vendor_trans_id": "T2"})); got != 1.0 {
		t.Errorf("a refused order has the status %v", got)
	}
	r.want(3, "FundTransfer", fields{"vendor_trans_id": "T3", "amount": "999900.01"})
	told = r.want(0, "FundTransfer", fields{"direction": "0", "vendor_trans_id": "T4"}).(map[string]any)
	if told["before_amount"] != 100.0 || told["after_amount"] != 0.0 {
		t.Errorf("answer %v", told)
	}
	r.balance(nil)
	told = r.want(0, "CheckFundTransfer", fields{"vendor_trans_id": "T4"}).(map[string]any)
	if told["amount"] != 100.0 || told["status"] != 0.0 || told["transfer_date"] != "2026-11-21T12:00:00.000" {
		t.Errorf("order %v", told)
	}
	if err := r.Reverse(t.Context(), "T4"); err != nil {
		t.Fatal(err)
	}
	r.balance(100.0)
}

// The fault matrix of a transfer of 100 in: the answer, its status and the wallet.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind    faults.Kind
		code    int
		status  any
		balance any
	}{
		{faults.DropRequest, torn, nil, nil},
		{faults.DropResponse, torn, nil, 100.0},
		{faults.CommitThen500, torn, nil, 100.0},
		{faults.Refuse, 0, 1.0, nil},
		{faults.NotFoundFlap, torn, nil, 100.0},
		{faults.Duplicate, 5, nil, 100.0},
		{faults.WrongAmount, 0, 2.0, 99.99},
		{faults.Maintenance, torn, nil, nil},
		{faults.PlayerInGame, 0, 1.0, nil},
		{faults.Processing, 0, 2.0, 100.0},
		{faults.UnknownCode, 98765, nil, 100.0},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			r := newRig(t)
			r.t = t
			r.want(0, "CreateMember", nil)
			if err := r.Faults.Set(faults.Fault{Target: "venue:saba", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 50}); err != nil {
				t.Fatal(err)
			}
			if got := status(r.want(c.code, "FundTransfer", nil)); got != c.status {
				t.Errorf("status %v, want %v", got, c.status)
			}
			r.balance(c.balance)
		})
	}
}

func TestALaunchOpensTheBookOnce(t *testing.T) {
	r := newRig(t)
	r.want(2, "GetSabaUrl", nil)
	r.want(0, "CreateMember", nil)
	r.want(7, "GetSabaUrl", fields{"platform": "4"})
	at, err := url.Parse(r.want(0, "GetSabaUrl", fields{"platform": "2"}).(string))
	if err != nil || at.Host != "sandbox" || at.Path != "/play/enter" || at.Query().Get("back") != "http://site/#/Sport_05" {
		t.Fatalf("%v, %v", at, err)
	}
	token := at.Query().Get("token")
	session, err := r.Books.Enter(t.Context(), token, books.Session{Token: "s", ExpiresAt: r.at.Now().Add(time.Hour)}, r.at.Now())
	if err != nil || session.Player != "hy_ming" || session.Venue != "saba" {
		t.Errorf("session %+v: %v", session, err)
	}
	if _, err := r.Books.Enter(t.Context(), token, books.Session{Token: "t", ExpiresAt: r.at.Now().Add(time.Hour)}, r.at.Now()); err == nil {
		t.Error("the address works twice")
	}
}

// put keeps a bet that was placed five minutes before it was settled.
func (r *rig) put(id string, stake, payout money.Fen, is books.BetStatus, settled time.Time) {
	r.t.Helper()
	b := books.Bet{Venue: "saba", ID: id, Player: "hy_Ming", Stake: stake, Valid: stake, Payout: payout, Status: is, PlacedAt: settled.Add(-5 * time.Minute), SettledAt: settled}
	if is == books.BetOpen {
		b.SettledAt = time.Time{}
	}
	if _, err := r.Books.PutBet(r.t.Context(), b, true); err != nil {
		r.t.Fatal(err)
	}
}

// readList reads an answer of bets.
func readList(data any) (version float64, rows []map[string]any) {
	fields := data.(map[string]any)
	details, _ := fields["BetDetails"].([]any)
	for _, one := range details {
		rows = append(rows, one.(map[string]any))
	}
	return fields["last_version_key"].(float64), rows
}

func ids(rows []map[string]any) string {
	var list []string
	for _, r := range rows {
		list = append(list, fmt.Sprint(r["trans_id"]))
	}
	return strings.Join(list, " ")
}

func TestBetsComeByVersion(t *testing.T) {
	r := newRig(t)
	noon := r.at.Now()
	r.ticket = Ticket{OddsType: 2, Odds: "0.95", Legs: []Leg{{LeagueID: 3, SportType: 1, MatchID: "F1-7", League: "云海足球超级联赛", Home: "甲", Away: "乙", BetType: 3, BetTeam: "over", HomeScore: 1}}}
	r.put("open", 1000, 0, books.BetOpen, noon.Add(4*time.Minute))
	r.put("win", 1000, 1950, books.BetSettled, noon.Add(-3*time.Minute))
	r.put("half", 1000, 500, books.BetSettled, noon)
	r.put("void", 1000, 0, books.BetVoid, noon)
	version, rows := readList(r.want(0, "GetBetDetail", nil))
	if version != 4 || ids(rows) != "open win half void" {
		t.Fatalf("version %v: %s", version, ids(rows))
	}
	for i, want := range [][]any{{"running", 0.0, nil}, {"won", 9.5, "2026-11-21T11:57:00.000"}, {"half lose", -5.0, "2026-11-21T12:00:00.000"}, {"void", 0.0, "2026-11-21T12:00:00.000"}} {
		for j, name := range []string{"ticket_status", "winlost_amount", "settlement_time"} {
			if rows[i][name] != want[j] {
				t.Errorf("%v: %s is %v, want %v", rows[i]["trans_id"], name, rows[i][name], want[j])
			}
		}
	}
	win := rows[1]
	if win["vendor_member_id"] != "hy_Ming" || win["stake"] != 10.0 || win["odds"] != "0.95" || win["odds_type"] != 2.0 || win["match_id"] != "F1-7" || win["bet_team"] != "over" ||
		win["parlay_ref_no"] != "0" || win["transaction_time"] != "2026-11-21T11:52:00.000" || win["winlost_datetime"] != "2026-11-21T00:00:00" ||
		win["leaguename"].([]any)[0].(map[string]any)["name"] != "云海足球超级联赛" {
		t.Errorf("row %v", win)
	}
	if version, rows = readList(r.want(0, "GetBetDetail", fields{"version_key": "4"})); version != 4 || len(rows) != 0 {
		t.Errorf("after the last: %v, %s", version, ids(rows))
	}
	r.put("win", 1000, 0, books.BetSettled, noon)
	r.ticket.Legs = append(r.ticket.Legs, r.ticket.Legs[0])
	if version, rows = readList(r.want(0, "GetBetDetail", fields{"version_key": "4"})); version != 5 || ids(rows) != "win" || rows[0]["ticket_status"] != "lose" || rows[0]["parlay_ref_no"] != "Pwin" || len(rows[0]["ParlayData"].([]any)) != 2 {
		t.Errorf("settled again: %v, %v", version, rows)
	}
	for i := range 101 {
		r.put(fmt.Sprint("many", i), 100, 0, books.BetSettled, noon)
	}
	if version, rows = readList(r.want(0, "GetBetDetail", fields{"version_key": "5"})); version != 105 || len(rows) != 100 {
		t.Errorf("of 101: %d, to %v", len(rows), version)
	}
	r.want(7, "GetBetDetail", fields{"version_key": "x"})
}

func TestBetsComeByTime(t *testing.T) {
	r := newRig(t)
	noon := r.at.Now()
	r.put("open", 1000, 0, books.BetOpen, noon.Add(4*time.Minute))
	r.put("win", 1000, 1950, books.BetSettled, noon)
	r.put("late", 1000, 0, books.BetSettled, noon.Add(6*time.Minute))
	window := func(more fields) fields {
		all := fields{"start_date": "2026-11-21T11:00:00", "end_date": "2026-11-21T12:00:00", "time_type": "1", "version_key": ""}
		for name, value := range more {
			all[name] = value
		}
		return all
	}
	for timeType, want := range map[string]string{"1": "win open", "2": "win"} {
		if version, rows := readList(r.want(0, "GetBetDetailByTimeframe", window(fields{"time_type": timeType}))); ids(rows) != want || version != 0 {
			t.Errorf("list %s: %s, %v", timeType, ids(rows), version)
		}
	}
	for name, wrong := range map[string]fields{
		"too long": {"start_date": "2026-11-20T11:59:59"}, "turned": {"start_date": "2026-11-21T12:00:01"}, "no time": {"end_date": ""}, "no list": {"time_type": "3"},
	} {
		if code, _ := r.post("GetBetDetailByTimeframe", window(wrong)); code != 7 {
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
		{faults.Refuse, 1, "", 0},
		{faults.NotFoundFlap, 0, "", 0},
		{faults.Duplicate, 0, "b1 b1", 9.5},
		{faults.WrongAmount, 0, "b1", 9.51},
		{faults.Maintenance, torn, "", 0},
	} {
		if err := r.Faults.Set(faults.Fault{Target: "venue:saba", Call: faults.Records, Kind: c.kind, Times: 1}); err != nil {
			t.Fatal(err)
		}
		code, data := r.post("GetBetDetail", nil)
		var rows []map[string]any
		if code == 0 {
			_, rows = readList(data)
		}
		if code != c.code || ids(rows) != c.want || len(rows) > 0 && rows[0]["winlost_amount"] != c.net {
			t.Errorf("%s: %d %v", c.kind, code, rows)
		}
	}
}
