package im

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
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

const (
	merchant = "DEMO0000000000000000000000000032"
	transfer = "/Transaction/PerformTransfer"
	status   = "/Transaction/CheckTransferStatus"
	report   = "/Report/GetBetLog"
)

// fields are what a call asks or answers.
type fields = map[string]any

// rig is a merchant with both wallets, on a temp file, with a clock that moves by hand.
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
		MerchantCode: merchant, Credit: 1_000_000 * money.Yuan,
		Wallets: []Wallet{
			{ID: "301", Code: "im", GameCode: "IMSB", HomeURL: func() string { return "http://site/#/Sport_im" }},
			{ID: "401", Code: "ime", GameCode: "ESPORTSBULL"},
		},
		Ticket:  func(books.Bet) Ticket { return r.ticket },
		BaseURL: func() string { return "http://sandbox" }, Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept,
		Faults: faults.NewBox("venue:im", "venue:ime"), Stop: make(chan struct{}),
	})
	r.http = httptest.NewServer(r.Handler("/venues/im"))
	t.Cleanup(func() {
		r.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return r
}

// send posts a body as it is and returns the code and the answer. It returns
// "torn" where the connection broke or no answer of the protocol came.
func (r *rig) send(path string, body []byte) (code string, answer fields) {
	r.t.Helper()
	reply, err := http.Post(r.http.URL+"/venues/im"+path, "application/json", bytes.NewReader(body))
	if err != nil {
		return "torn", nil
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK || json.NewDecoder(reply.Body).Decode(&answer) != nil || answer["Code"] == nil {
		return "torn", nil
	}
	return fmt.Sprint(answer["Code"]), answer
}

// post asks about ming in the sportsbook's wallet; ask adds and replaces.
func (r *rig) post(path string, ask fields) (string, fields) {
	r.t.Helper()
	all := fields{"MerchantCode": merchant, "PlayerId": "ming", "ProductWallet": "301"}
	maps.Copy(all, ask)
	body, err := json.Marshal(all)
	if err != nil {
		r.t.Fatal(err)
	}
	return r.send(path, body)
}

func (r *rig) want(want, path string, ask fields) fields {
	r.t.Helper()
	code, answer := r.post(path, ask)
	if code != want {
		r.t.Errorf("%s %v: code %s, want %s", path, ask, code, want)
	}
	return answer
}

func (r *rig) register(name string) {
	r.t.Helper()
	r.want("0", "/Player/Register", fields{"PlayerId": name, "Currency": "CNY", "Password": "p1"})
}

// move sends a transfer and compares the code, or the Status beside code 0.
func (r *rig) move(want, amount, id string, more fields) {
	r.t.Helper()
	ask := fields{"Amount": amount, "TransactionId": id}
	maps.Copy(ask, more)
	code, answer := r.post(transfer, ask)
	if code == "0" {
		code, _ = answer["Status"].(string)
	}
	if code != want {
		r.t.Errorf("transfer of %s as %s: %s, want %s", amount, id, code, want)
	}
}

func (r *rig) status(want, id string, more fields) {
	r.t.Helper()
	ask := fields{"TransactionId": id}
	maps.Copy(ask, more)
	code, answer := r.post(status, ask)
	if code == "0" {
		code, _ = answer["Status"].(string)
	}
	if code != want {
		r.t.Errorf("status of %s: %s, want %s", id, code, want)
	}
}

func (r *rig) balance(want float64, more fields) {
	r.t.Helper()
	if answer := r.want("0", "/Player/GetBalance", more); answer["Balance"] != want {
		r.t.Errorf("balance %v, want %v", answer["Balance"], want)
	}
}

// The example of the sheet, as it is written there.
func TestTheExampleOfTheSheet(t *testing.T) {
	r := newRig(t)
	r.register("test001")
	r.move("Approved", "80.00", "T20231114000000", fields{"PlayerId": "test001"})
	code, answer := r.send(transfer, []byte(`{"MerchantCode":"DEMO0000000000000000000000000032","PlayerId":"test001","ProductWallet":"301","TransactionId":"T20231114000001","Amount":"-50.00"}`))
	if want := (fields{"Code": "0", "Message": "Successful.", "Status": "Approved"}); code != "0" || !maps.Equal(answer, want) {
		t.Errorf("answer %v, want %v", answer, want)
	}
	r.balance(30, fields{"PlayerId": "test001"})
}

func TestOnlyTheMerchantIsAnswered(t *testing.T) {
	r := newRig(t)
	for _, secret := range []any{"", nil, merchant[1:] + "3", 32} {
		r.want("501", "/Player/GetBalance", fields{"MerchantCode": secret})
	}
	r.want("612", "/Player/ResetPassword", nil)
	r.want("508", "/Player/GetBalance", fields{"ProductWallet": "201"})
	if code, _ := r.send("/Player/GetBalance", []byte("PlayerId=ming")); code != "612" {
		t.Errorf("a form: %s", code)
	}
	r.AllowFrom = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	r.want("522", "/Player/GetBalance", nil)
}

func TestPlayersAreRegisteredOnce(t *testing.T) {
	r := newRig(t)
	good := fields{"PlayerId": "Ming", "Currency": "CNY", "Password": "p1"}
	for want, change := range map[string]fields{
		"506": {"PlayerId": "a b"}, "507": {"Currency": "USD"}, "524": {"Password": strings.Repeat("p", 26)},
	} {
		ask := maps.Clone(good)
		maps.Copy(ask, change)
		r.want(want, "/Player/Register", ask)
	}
	r.want("506", "/Player/Register", fields{"PlayerId": strings.Repeat("a", 26), "Currency": "CNY", "Password": "p1"})
	r.want("504", "/Player/CheckExists", nil)
	r.want("504", "/Player/GetBalance", nil)
	r.want("0", "/Player/Register", good)
	r.want("503", "/Player/Register", good)
	r.want("503", "/Player/CheckExists", nil)
}

func TestAnOrderMovesMoneyOnce(t *testing.T) {
	r := newRig(t)
	r.move("504", "100.00", "T1", nil)
	r.register("ming")
	r.status("541", "T1", nil)
	for amount, want := range map[string]string{"": "519", "x": "519", "1.001": "519", "--1": "519", "0.00": "543", "-0": "543"} {
		r.move(want, amount, "T1", nil)
	}
	r.move("509", "1.00", "", nil)
	r.move("509", "1.00", strings.Repeat("a", 51), nil)
	r.move("Approved", "100.00", "T1", nil)
	r.move("514", "-1.00", "T1", nil)
	r.move("510", "-100.01", "T2", nil)
	r.status("Declined", "T2", nil)
	r.move("514", "-1.00", "T2", nil)
	r.move("510", "999900.01", "T3", nil)
	r.move("Approved", "-100", "T4", nil)
	r.status("Approved", "T4", nil)
	r.balance(0, nil)
	r.register("hong")
	r.status("541", "T4", fields{"PlayerId": "hong"})
	r.status("504", "T4", fields{"PlayerId": "nobody"})
}

func TestWalletsAreApartAndAnOrderIsUniqueForBoth(t *testing.T) {
	r := newRig(t)
	r.register("ming")
	esports := fields{"ProductWallet": "401"}
	r.move("Approved", "100.00", "T1", nil)
	r.move("514", "100.00", "T1", esports)
	r.balance(100, nil)
	r.balance(0, esports)
	r.status("541", "T1", esports)
	r.move("Approved", "7.00", "T2", esports)
	r.balance(7, esports)
	if err := r.Reverse(t.Context(), "T2"); err != nil {
		t.Fatal(err)
	}
	r.balance(0, esports)
	r.balance(100, nil)
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
		{faults.DropRequest, "torn", 0, "541", "541"},
		{faults.DropResponse, "torn", 100, "Approved", "Approved"},
		{faults.CommitThen500, "torn", 100, "Approved", "Approved"},
		{faults.Delay, "Approved", 100, "Approved", "Approved"},
		{faults.Refuse, "Declined", 0, "Declined", "Declined"},
		{faults.NotFoundFlap, "torn", 100, "541", "Approved"},
		{faults.Duplicate, "514", 100, "Approved", "Approved"},
		{faults.WrongAmount, "Processed", 99.99, "Approved", "Approved"},
		{faults.Maintenance, "torn", 0, "541", "541"},
		{faults.PlayerInGame, "544", 0, "Declined", "Declined"},
		{faults.Processing, "Processed", 100, "Processed", "Approved"},
		{faults.UnknownCode, "98765", 100, "Approved", "Approved"},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			r := newRig(t)
			r.t = t
			r.register("ming")
			if err := r.Faults.Set(faults.Fault{Target: "venue:im", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 300}); err != nil {
				t.Fatal(err)
			}
			r.move(c.answer, "100.00", "T1", nil)
			r.status(c.status, "T1", nil)
			if c.status != c.statusLater {
				time.Sleep(320 * time.Millisecond)
			}
			r.status(c.statusLater, "T1", nil)
			r.balance(c.balance, nil)
		})
	}
}

func TestASwitchForOneWayOrWalletLeavesTheOther(t *testing.T) {
	r := newRig(t)
	r.register("ming")
	if err := r.Faults.Set(faults.Fault{Target: "venue:im", Call: faults.TransferOut, Kind: faults.Refuse, Times: 1}); err != nil {
		t.Fatal(err)
	}
	r.move("Approved", "10.00", "T1", nil)
	r.move("Approved", "10.00", "T2", fields{"ProductWallet": "401"})
	r.move("Approved", "-10.00", "T3", fields{"ProductWallet": "401"})
	r.move("Declined", "-10.00", "T4", nil)
}

func TestALaunchOpensTheBookOnce(t *testing.T) {
	r := newRig(t)
	r.register("Ming")
	good := fields{"GameCode": "IMSB", "Language": "ZH-CN", "IpAddress": "203.0.113.7"}
	for want, change := range map[string]fields{
		"504": {"PlayerId": "hong"}, "505": {"IpAddress": ""}, "518": {"Language": "zh"}, "612": {"GameCode": "ESPORTSBULL"}, "508": {"ProductWallet": "201"},
	} {
		ask := maps.Clone(good)
		maps.Copy(ask, change)
		r.want(want, "/Game/NewLaunchGame", ask)
	}
	for _, path := range []string{"/Game/NewLaunchGame", "/Game/NewLaunchMobileGame"} {
		answer := r.want("0", path, good)
		address, err := url.Parse(answer["GameUrl"].(string))
		if err != nil || address.Host != "sandbox" || address.Path != "/play/enter" || address.Query().Get("back") != "http://site/#/Sport_im" {
			t.Fatalf("launch: %v, %v", answer, err)
		}
		enter := func(token string) (books.Session, error) {
			return r.Books.Enter(t.Context(), address.Query().Get("token"), books.Session{Token: token, ExpiresAt: r.at.Now().Add(time.Hour)}, r.at.Now())
		}
		if session, err := enter("s" + path); err != nil || session.Player != "ming" || session.Venue != "im" || session.Game != "" {
			t.Errorf("session %+v: %v", session, err)
		}
		if _, err := enter("again"); err == nil {
			t.Error("the address works twice")
		}
	}
}

// put keeps a bet that was placed five minutes before it was settled.
func (r *rig) put(id string, stake, payout money.Fen, is books.BetStatus, settled time.Time) {
	r.t.Helper()
	b := books.Bet{
		Venue: "im", ID: id, Player: "Ming", Stake: stake, Valid: stake, Payout: payout, Status: is,
		Odds: "1.95", OddsType: "EURO", Parlay: r.parlay, PlacedAt: settled.Add(-5 * time.Minute), SettledAt: settled,
	}
	if is == books.BetOpen {
		b.SettledAt = time.Time{}
	}
	if _, err := r.Books.PutBet(r.t.Context(), b, true); err != nil {
		r.t.Fatal(err)
	}
}

// log asks for ten minutes before noon by the last change.
func (r *rig) log(ask fields) (code string, pages fields, rows []fields) {
	r.t.Helper()
	all := fields{"StartDate": "2026-11-21 11.50.00", "EndDate": "2026-11-21 12.00.00", "Page": 1, "Currency": "CNY", "DateFilterType": 3, "Language": "ZH-CN"}
	maps.Copy(all, ask)
	code, answer := r.post(report, all)
	pages, _ = answer["Pagination"].(fields)
	list, _ := answer["Result"].([]any)
	for _, one := range list {
		rows = append(rows, one.(fields))
	}
	return code, pages, rows
}

func ids(rows []fields) string {
	var list []string
	for _, r := range rows {
		list = append(list, r["BetId"].(string))
	}
	return strings.Join(list, " ")
}

func TestRowsTellWhatBecameOfABet(t *testing.T) {
	r := newRig(t)
	noon := r.at.Now()
	r.ticket = Ticket{Legs: []Leg{{CompetitionName: "云海足球超级联赛", EventName: "云海青龙 对 沧州铁鹰", BetType: "独赢", Selection: "云海青龙", Odds: "1.95", Score: "2:1"}}}
	r.put("open", 1000, 0, books.BetOpen, noon.Add(4*time.Minute))
	r.put("win", 1000, 1950, books.BetSettled, noon.Add(-4*time.Minute))
	r.put("half", 1000, 500, books.BetSettled, noon.Add(-3*time.Minute))
	r.put("void", 1000, 0, books.BetVoid, noon.Add(-2*time.Minute))
	code, pages, rows := r.log(nil)
	if want := (fields{"CurrentPage": 1.0, "TotalPage": 1.0, "ItemPerPage": 5000.0, "TotalCount": 4.0}); code != "0" || !maps.Equal(pages, want) {
		t.Fatalf("code %s, pages %v, want %v", code, pages, want)
	}
	if ids(rows) != "win half void open" {
		t.Fatalf("rows %s", ids(rows))
	}
	for i, want := range [][]any{
		{1.0, 0.0, 10.0, 19.5, 9.5, "2026-11-21 11:51:00", "2026-11-21 11:56:00", "2026-11-21 11:56:00"},
		{1.0, 0.0, 10.0, 5.0, -5.0, "2026-11-21 11:52:00", "2026-11-21 11:57:00", "2026-11-21 11:57:00"},
		{1.0, 1.0, 10.0, 10.0, 0.0, "2026-11-21 11:53:00", "2026-11-21 11:58:00", "2026-11-21 11:58:00"},
		{0.0, 0.0, 10.0, 0.0, 0.0, "2026-11-21 11:59:00", "2026-11-21 11:59:00", ""},
	} {
		for j, name := range []string{"IsSettled", "IsCancelled", "StakeAmount", "PayoutAmount", "WinLoss", "WagerCreationDateTime", "LastUpdatedDate", "SettlementDateTime"} {
			if rows[i][name] != want[j] {
				t.Errorf("%v: %s is %v, want %v", rows[i]["BetId"], name, rows[i][name], want[j])
			}
		}
		for name, want := range map[string]any{"PlayerId": "Ming", "GameId": "IMSB", "Currency": "CNY", "OddsType": "EURO", "WagerType": "Single", "IsConfirmed": 1.0} {
			if rows[i][name] != want {
				t.Errorf("%v: %s is %v, want %v", rows[i]["BetId"], name, rows[i][name], want)
			}
		}
		if legs := rows[i]["DetailItems"].([]any); len(legs) != 1 || legs[0].(fields)["Odds"] != "1.95" || legs[0].(fields)["Selection"] != "云海青龙" {
			t.Errorf("%v: legs %v", rows[i]["BetId"], legs)
		}
	}
}

func TestCombinationsAndSoldBetsAreNamed(t *testing.T) {
	r := newRig(t)
	r.put("b1", 1000, 800, books.BetSettled, r.at.Now())
	r.ticket = Ticket{Legs: []Leg{{Odds: "1.5"}, {Odds: "2"}}, Sold: 800}
	_, _, rows := r.log(nil)
	if len(rows) != 1 || rows[0]["WagerType"] != "Combo" || rows[0]["ComboType"] != "2-fold" || rows[0]["BetTradeStatus"] != "Sold" || rows[0]["BetTradeBuybackAmount"] != 8.0 || rows[0]["WinLoss"] != -2.0 {
		t.Errorf("rows %v", rows)
	}
	r.ticket, r.parlay = Ticket{}, "true"
	r.put("b1", 1000, 800, books.BetSettled, r.at.Now())
	if _, _, rows := r.log(nil); len(rows) != 1 || rows[0]["WagerType"] != "Combo" || rows[0]["BetTradeStatus"] != "" {
		t.Errorf("a bet that was put as a combination: %v", rows)
	}
}

func TestWhichRowsAreAskedFor(t *testing.T) {
	r := newRig(t)
	noon := r.at.Now()
	r.put("late", 1000, 0, books.BetSettled, noon.Add(500*time.Millisecond))
	r.put("edge", 1000, 0, books.BetSettled, noon)
	r.put("open", 1000, 0, books.BetOpen, noon)
	for want, ask := range map[string]fields{
		"edge open":      {},
		"edge":           {"BetStatus": 1},
		"open":           {"BetStatus": "0"},
		"edge open late": {"DateFilterType": 1},
	} {
		if code, _, rows := r.log(ask); code != "0" || ids(rows) != want {
			t.Errorf("%v: %s %q, want %q", ask, code, ids(rows), want)
		}
	}
	for _, c := range []struct {
		want string
		ask  fields
	}{
		{"528", fields{"StartDate": "2026-11-21 11:50:00"}},
		{"528", fields{"EndDate": ""}},
		{"547", fields{"StartDate": "2026-11-21 11.49.59"}},
		{"547", fields{"StartDate": "2026-11-21 12.00.01"}},
		{"507", fields{"Currency": ""}},
		{"612", fields{"Page": 0}},
		{"612", fields{"DateFilterType": 4}},
		{"612", fields{"BetStatus": 2}},
		{"508", fields{"ProductWallet": "4"}},
		{"558", fields{"Page": 2}},
		{"558", fields{"ProductWallet": "401"}},
		{"558", fields{"StartDate": "2026-11-21 11.00.00", "EndDate": "2026-11-21 11.10.00"}},
	} {
		if code, _, _ := r.log(c.ask); code != c.want {
			t.Errorf("%v: %s, want %s", c.ask, code, c.want)
		}
	}
}

func TestPagesMeet(t *testing.T) {
	r := newRig(t)
	r.perPage = 2
	for i := range 5 {
		r.put(fmt.Sprint("b", i), 1000, 0, books.BetSettled, r.at.Now().Add(time.Duration(i-5)*time.Second))
	}
	var seen []fields
	for page := range 3 {
		_, pages, rows := r.log(fields{"Page": page + 1})
		if want := (fields{"CurrentPage": float64(page + 1), "TotalPage": 3.0, "ItemPerPage": 2.0, "TotalCount": 5.0}); !maps.Equal(pages, want) {
			t.Errorf("pages %v, want %v", pages, want)
		}
		seen = append(seen, rows...)
	}
	if ids(seen) != "b0 b1 b2 b3 b4" {
		t.Errorf("rows %s", ids(seen))
	}
}

func TestOneReportCallAtATime(t *testing.T) {
	r := newRig(t)
	r.report.Lock()
	code, _, _ := r.log(nil)
	r.report.Unlock()
	if code != "557" {
		t.Errorf("beside another call: %s", code)
	}
	if code, _, _ = r.log(nil); code != "558" {
		t.Errorf("after it: %s", code)
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
		{faults.Refuse, "999", "", 0},
		{faults.NotFoundFlap, "558", "", 0},
		{faults.Duplicate, "0", "b1 b1", 9.5},
		{faults.WrongAmount, "0", "b1", 9.51},
		{faults.Maintenance, "torn", "", 0},
	} {
		if err := r.Faults.Set(faults.Fault{Target: "venue:im", Call: faults.Records, Kind: c.kind, Times: 1}); err != nil {
			t.Fatal(err)
		}
		code, _, rows := r.log(nil)
		if code != c.code || ids(rows) != c.want || len(rows) > 0 && rows[0]["WinLoss"] != c.net {
			t.Errorf("%s: %s %v", c.kind, code, rows)
		}
	}
}
