package vr

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const vectorKey = "0123456789abcdef0123456789abcdef"

// A server that read the worked vectors of the protocol otherwise would refuse
// a client that is right.
func TestVectorsOfTheProtocolSheet(t *testing.T) {
	s := &Server{Config: Config{Key: vectorKey}}
	for plain, sealed := range map[string]string{
		`{"playerName":"test001"}`:                                      "Q1MDUaCJsCMXUzUDLzT27b/0q322dh5EF69mx7VGug0=",
		"playerName=test001&loginTime=2023-11-14T22:13:20Z&channelId=1": "uuhK6oKfTPYAMF7IFrQefrvSNli43ZtuX7Xth4hpdJFIWXephF8yrICV1+XnK1+inYjGpJzamcaMDgB8VCtDog==",
	} {
		if got, err := decrypt(sealed, vectorKey); err != nil || string(got) != plain {
			t.Errorf("decrypt: %s %v", got, err)
		}
		if got := s.sealed([]byte(plain)); got != sealed {
			t.Errorf("sealed: %s", got)
		}
	}
	for _, nonsense := range []string{"", "x", "AAAA", "!!!!"} {
		if _, err := decrypt(nonsense, vectorKey); err == nil {
			t.Errorf("%q decrypts", nonsense)
		}
	}
}

// rig is a venue on a temp file, with a fixed clock.
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
	s := New(Config{
		Code: "vr", Merchant: "HY", Key: vectorKey, Credit: 1_000_000 * money.Yuan, Channels: []Channel{{2, "ssc", "时时彩"}},
		Ticket: func(b books.Bet) Ticket {
			return Ticket{Issue: "20261121001", Play: "大小", Number: b.Detail, Odds: "1.98", Position: "个位", Unit: 500, Multiple: 2}
		},
		Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept, Faults: faults.NewBox("venue:vr"), Stop: make(chan struct{}),
	})
	r := &rig{Server: s, t: t, http: httptest.NewServer(s.Handler("/venues/vr")), at: at}
	t.Cleanup(func() {
		r.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return r
}

// ask sends a call; nil where no answer came that could be read.
func (r *rig) ask(path string, body map[string]any) map[string]any {
	r.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		r.t.Fatal(err)
	}
	return r.send(path, url.Values{"version": {"1.0"}, "id": {"HY"}, "data": {r.sealed(text)}})
}

func (r *rig) send(path string, form url.Values) map[string]any {
	r.t.Helper()
	answer, err := http.PostForm(r.http.URL+"/venues/vr"+path, form)
	if err != nil {
		return nil
	}
	defer answer.Body.Close()
	sealed, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return nil
	}
	plain, err := decrypt(string(sealed), vectorKey)
	if err != nil {
		return nil
	}
	var got map[string]any
	if json.Unmarshal(plain, &got) != nil {
		return nil
	}
	return got
}

func (r *rig) seat(name string) {
	r.t.Helper()
	if got := r.ask("/Account/CreateUser", map[string]any{"playerName": name}); got["errorCode"] != 0.0 {
		r.t.Fatalf("create: %v", got)
	}
}

func (r *rig) move(serial, name string, kind int, amount string) any {
	r.t.Helper()
	got := r.ask("/UserWallet/Transaction", map[string]any{
		"serialNumber": serial, "playerName": name, "type": kind, "amount": json.Number(amount), "createTime": r.at.Now().UTC().Format(stamp),
	})
	if got == nil {
		return "torn"
	}
	return got["state"]
}

func (r *rig) applied(serial string) any {
	r.t.Helper()
	got := r.ask("/UserWallet/TransactionRecord", map[string]any{"serialNumber": serial, "recordPage": 0, "recordCountPerPage": 10})
	return got["totalRecords"]
}

func (r *rig) balance(name string) any {
	r.t.Helper()
	return r.ask("/UserWallet/Balance", map[string]any{"playerName": name})["balance"]
}

func TestOnlyTheMerchantIsAnswered(t *testing.T) {
	r := newRig(t)
	data := r.sealed([]byte(`{"playerName":"ming"}`))
	for _, c := range []struct {
		form url.Values
		code float64
	}{
		{url.Values{"version": {"2.0"}, "id": {"HY"}, "data": {data}}, codeVersion},
		{url.Values{"version": {"1.0"}, "id": {"XX"}, "data": {data}}, codeMerchant},
		{url.Values{"version": {"1.0"}, "id": {"HY"}, "data": {"AAAA"}}, codeKey},
	} {
		if got := r.send("/UserWallet/Balance", c.form); got["errorCode"] != c.code {
			t.Errorf("%v: %v", c.form, got)
		}
	}
}

func TestASerialNumberMovesMoneyOnce(t *testing.T) {
	r := newRig(t)
	if got := r.move("T1", "ming", 0, "100"); got != 8.0 {
		t.Errorf("a stranger: %v", got)
	}
	r.seat("Ming")
	if got := r.ask("/Account/CreateUser", map[string]any{"playerName": "ming"}); got["errorCode"] != 18.0 {
		t.Errorf("the same name again: %v", got)
	}
	if got := r.balance("hong"); got != -1.0 {
		t.Errorf("nobody's balance: %v", got)
	}
	for _, amount := range []string{"0", "-1", "1.001"} {
		if got := r.move("T1", "Ming", 0, amount); got != 17.0 {
			t.Errorf("amount %s: %v", amount, got)
		}
	}
	if got := r.move("T1", "Ming", 2, "1"); got != 17.0 {
		t.Errorf("no such type: %v", got)
	}
	if got := r.move("T 1", "Ming", 0, "1"); got != 15.0 {
		t.Errorf("a bad serial number: %v", got)
	}
	late := r.ask("/UserWallet/Transaction", map[string]any{
		"serialNumber": "T1", "playerName": "Ming", "type": 0, "amount": 1, "createTime": r.at.Now().Add(-6 * time.Minute).UTC().Format(stamp),
	})
	if late["state"] != 16.0 {
		t.Errorf("an old one: %v", late)
	}
	for step, want := range []any{0.0, 14.0} {
		if got := r.move("T1", "Ming", 0, "100"); got != want {
			t.Errorf("step %d: %v", step, got)
		}
	}
	if got := r.move("T2", "Ming", 1, "100.01"); got != 10.0 {
		t.Errorf("more than there is: %v", got)
	}
	if got := r.move("T3", "Ming", 1, "40"); got != 0.0 || r.balance("Ming") != 60.0 {
		t.Errorf("out: %v, left %v", got, r.balance("Ming"))
	}
	for serial, want := range map[string]any{"T1": 1.0, "T2": 0.0, "T3": 1.0, "T9": 0.0} {
		if got := r.applied(serial); got != want {
			t.Errorf("%s applied %v", serial, got)
		}
	}
}

// The fault matrix of a deposit of 100.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind           faults.Kind
		state          any
		balance        float64
		applied, later any
	}{
		{faults.DropRequest, "torn", 0, 0.0, 0.0},
		{faults.DropResponse, "torn", 100, 1.0, 1.0},
		{faults.CommitThen500, "torn", 100, 1.0, 1.0},
		{faults.Delay, 0.0, 100, 1.0, 1.0},
		{faults.Refuse, 7.0, 0, 0.0, 0.0},
		{faults.NotFoundFlap, "torn", 100, 0.0, 1.0},
		{faults.Duplicate, 14.0, 100, 1.0, 1.0},
		{faults.WrongAmount, 99.0, 99.99, 1.0, 1.0},
		{faults.Maintenance, "torn", 0, 0.0, 0.0},
		{faults.PlayerInGame, 0.0, 100, 1.0, 1.0},
		{faults.Processing, 99.0, 100, nil, 1.0},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			r := newRig(t)
			r.seat("ming")
			if err := r.Faults.Set(faults.Fault{Target: "venue:vr", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 300}); err != nil {
				t.Fatal(err)
			}
			if got := r.move("T1", "ming", 0, "100"); got != c.state {
				t.Errorf("state %v, want %v", got, c.state)
			}
			if got := r.applied("T1"); got != c.applied {
				t.Errorf("applied %v, want %v", got, c.applied)
			}
			if c.applied != c.later {
				time.Sleep(320 * time.Millisecond)
			}
			if got := r.applied("T1"); got != c.later {
				t.Errorf("applied later %v, want %v", got, c.later)
			}
			if got := r.balance("ming"); got != c.balance {
				t.Errorf("balance %v, want %v", got, c.balance)
			}
		})
	}
}

func TestALaunchLetsInOnce(t *testing.T) {
	r := newRig(t)
	r.seat("Ming")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	open := func(plain string) (int, *url.URL) {
		t.Helper()
		answer, err := client.Get(r.http.URL + "/venues/vr/Account/LoginValidate?" + url.Values{"version": {"1.0"}, "id": {"HY"}, "data": {r.sealed([]byte(plain))}}.Encode())
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		to, err := answer.Location()
		if err != nil {
			return answer.StatusCode, nil
		}
		return answer.StatusCode, to
	}
	now := r.at.Now().UTC().Format(stamp)
	status, to := open("playerName=Ming&loginTime=" + now + "&channelId=2&departureUrl=" + url.QueryEscape("https://site.example/#/Lottery_01"))
	if status != http.StatusSeeOther || to.Query().Get("back") != "https://site.example/#/Lottery_01" {
		t.Fatalf("%d %v", status, to)
	}
	session, err := r.Books.Enter(t.Context(), to.Query().Get("token"), books.Session{Token: "s", ExpiresAt: r.at.Now().Add(time.Hour)}, r.at.Now())
	if err != nil || session.Player != "ming" || session.Game != "ssc" {
		t.Errorf("session %+v: %v", session, err)
	}
	for what, plain := range map[string]string{
		"again": "playerName=Ming&loginTime=" + now + "&channelId=2", "nobody": "playerName=Hong&loginTime=" + now + "&channelId=1",
		"no lottery": "playerName=Ming&loginTime=" + now + "&channelId=9", "old": "playerName=Ming&loginTime=2020-01-01T00:00:00Z&channelId=1",
	} {
		if status, _ := open(plain); status != http.StatusForbidden {
			t.Errorf("%s: %d", what, status)
		}
	}
}

// The first blocks of a long name say nothing of the time and of the rest of the name.
func TestLaunchesOfLongNamesHaveTokensOfTheirOwn(t *testing.T) {
	r := newRig(t)
	seen := map[string]bool{}
	for _, player := range []string{"a_long_player_name_1", "a_long_player_name_2"} {
		for _, at := range []string{"2026-11-21T04:00:00Z", "2026-11-21T04:00:01Z"} {
			seen[r.launchToken(player, at)] = true
		}
	}
	if len(seen) != 4 {
		t.Errorf("%d tokens of four launches", len(seen))
	}
}

func TestBetsOfAWindow(t *testing.T) {
	r := newRig(t)
	now := r.at.Now()
	put := func(id string, payout money.Fen, status books.BetStatus, placed, settled time.Time) {
		t.Helper()
		b := books.Bet{
			Venue: "vr", ID: id, Player: "Ming", Game: "ssc", Detail: "大", Stake: 1000, Valid: 1000, Payout: payout, Status: status, PlacedAt: placed, SettledAt: settled,
		}
		if _, err := r.Books.PutBet(t.Context(), b, true); err != nil {
			t.Fatal(err)
		}
	}
	put("b1", 1980, books.BetSettled, now.Add(-time.Hour), now.Add(-time.Minute))
	put("b2", 0, books.BetSettled, now.Add(-2*time.Minute), now.Add(-time.Minute))
	put("b3", 0, books.BetVoid, now.Add(-2*time.Minute), now.Add(-time.Minute))
	put("b4", 0, books.BetOpen, now.Add(-2*time.Minute), time.Time{})
	ask := func(changed bool, page int) map[string]any {
		return r.ask("/MerchantQuery/Bet", map[string]any{
			"startTime": now.Add(-5 * time.Minute).UTC().Format(stamp), "endTime": now.UTC().Format(stamp), "channelId": -1, "state": -1,
			"isUpdateTime": changed, "recordPage": page, "recordCountPerPage": 3,
		})
	}
	states := map[string]any{}
	for page := range 2 {
		got := ask(true, page)
		if got["totalRecords"] != 4.0 {
			t.Fatalf("%v", got)
		}
		for _, one := range got["betRecords"].([]any) {
			row := one.(map[string]any)
			states[row["serialNumber"].(string)] = row["state"]
			if row["channelId"] != 2.0 || row["playerName"] != "Ming" || row["cost"] != 10.0 || row["number"] != "大" ||
				row["position"] != "个位" || row["unit"] != 5.0 || row["multiple"] != 2.0 {
				t.Errorf("%v", row)
			}
		}
	}
	for id, want := range map[string]any{"b1": 3.0, "b2": 2.0, "b3": 1.0, "b4": 0.0} {
		if states[id] != want {
			t.Errorf("%s: state %v", id, states[id])
		}
	}
	if got := ask(false, 0); got["totalRecords"] != 3.0 {
		t.Errorf("by createTime: %v", got["totalRecords"])
	}
}
