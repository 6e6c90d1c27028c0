package jdb

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"encoding/json"
	"log/slog"
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

const (
	dc     = "DEMO"
	parent = "demoagent"
	key    = "0123456789abcdef" // of the sheet's vectors
	iv     = "fedcba9876543210"
	torn   = "torn" // the code of an answer that did not arrive as one

	create   = 12
	launch   = 11
	balance  = 15
	kick     = 17
	transfer = 19
	status   = 55
	recent   = 29
	older    = 64
)

type fields = map[string]any

// harness is an agent on a temp file, with a clock that moves by hand.
type harness struct {
	*Server
	t    *testing.T
	http *httptest.Server
	at   *calendar.Fixed
}

func newHarness(t *testing.T) *harness {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 21, 12, 0, 30, 0, time.UTC))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	s := New(Config{
		Code: "s9", DC: dc, Parent: parent, Key: key, IV: iv, Credit: 1_000_000 * money.Yuan,
		Games:   []Game{{"9001", "0", "9001"}, {"f01", "7", "1"}},
		BaseURL: func() string { return "http://sandbox" }, Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept,
		Faults: faults.NewBox("venue:s9"), Stop: make(chan struct{}),
	})
	h := &harness{Server: s, t: t, http: httptest.NewServer(s.Handler("/venues/s9")), at: at}
	t.Cleanup(func() {
		h.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return h
}

// pkcs pads as most clients do.
func pkcs(plain []byte) []byte {
	pad := aes.BlockSize - len(plain)%aes.BlockSize
	return append(bytes.Clone(plain), bytes.Repeat([]byte{byte(pad)}, pad)...)
}

// zeros pads as the vendor's samples may do.
func zeros(plain []byte) []byte {
	return append(bytes.Clone(plain), make([]byte, (aes.BlockSize-len(plain)%aes.BlockSize)%aes.BlockSize)...)
}

// blanks pads with blanks up to the block, and then with PKCS#7.
func blanks(plain []byte) []byte {
	return pkcs(append(bytes.Clone(plain), bytes.Repeat([]byte(" "), aes.BlockSize-len(plain)%aes.BlockSize)...))
}

func seal(t *testing.T, padded []byte, key string) string {
	t.Helper()
	block, err := aes.NewCipher([]byte(key))
	if err != nil {
		t.Fatal(err)
	}
	out := make([]byte, len(padded))
	cipher.NewCBCEncrypter(block, []byte(iv)).CryptBlocks(out, padded)
	return base64.RawURLEncoding.EncodeToString(out)
}

// send sends a form and gives the code and the whole answer.
func (h *harness) send(form url.Values) (string, fields) {
	h.t.Helper()
	got, err := http.PostForm(h.http.URL+"/venues/s9/api", form)
	if err != nil {
		return torn, nil
	}
	defer got.Body.Close()
	var told fields
	if got.StatusCode != http.StatusOK || json.NewDecoder(got.Body).Decode(&told) != nil {
		return torn, nil
	}
	code, _ := told["status"].(string)
	return code, told
}

// post asks about ming; more adds and replaces, and nil takes a field out.
func (h *harness) post(action int, more fields) (string, fields) {
	h.t.Helper()
	all := fields{"action": action, "ts": h.at.Now().UnixMilli(), "parent": parent, "uid": "ming"}
	switch action {
	case create:
		all["name"], all["credit_allocated"] = "ming", 0
	case transfer:
		all["serialNo"], all["amount"], all["allCashOutFlag"] = "T1", 100, "0"
	case status:
		all["serialNo"] = "T1"
	case launch:
		all["lang"], all["windowMode"], all["gType"], all["mType"], all["lobbyURL"] = "ch", 2, 0, 9001, "http://site/#/Egame"
	case recent, older:
		all["gTypes"] = []int{0, 7}
	}
	for name, value := range more {
		if all[name] = value; value == nil {
			delete(all, name)
		}
	}
	plain, err := json.Marshal(all)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.send(url.Values{"dc": {dc}, "x": {seal(h.t, pkcs(plain), key)}})
}

func (h *harness) want(want string, action int, more fields) fields {
	h.t.Helper()
	code, told := h.post(action, more)
	if code != want {
		h.t.Errorf("action %d %v: code %q, want %q", action, more, code, want)
	}
	return told
}

// first is a field of the first entry of an answer's data.
func first(told fields, name string) any {
	list, _ := told["data"].([]any)
	if len(list) == 0 {
		return nil
	}
	entry, _ := list[0].(map[string]any)
	return entry[name]
}

func (h *harness) holds(want float64) {
	h.t.Helper()
	if got := first(h.want(codeOK, balance, nil), "balance"); got != want {
		h.t.Errorf("balance %v, want %v", got, want)
	}
}

func TestTheSheetsVectorsOpen(t *testing.T) {
	const plain = `{"action":15,"ts":1700000000000,"parent":"demoagent","uid":"test001"}`
	vectors := map[string][]byte{
		"oMADSMzjJyvPq6Vv6FaeP8PgbGRqddlsAGNlDSccRUw4YJ9yAxjET_4GxP4iycezAPPdo-2Zk6GoL6nVd2-jPjJplYa9NAbtRKTf4lJNRVc": pkcs([]byte(plain)),
		"oMADSMzjJyvPq6Vv6FaeP8PgbGRqddlsAGNlDSccRUw4YJ9yAxjET_4GxP4iycezAPPdo-2Zk6GoL6nVd2-jPgsmRDOjBg_-beai28CE8pw": zeros([]byte(plain)),
	}
	for vector, padded := range vectors {
		if got, err := open(vector, key, iv); string(got) != plain || err != nil {
			t.Errorf("%s opens as %q, %v", vector, got, err)
		}
		if got := seal(t, padded, key); got != vector {
			t.Errorf("sealed %s, want %s", got, vector)
		}
	}
	for text := range strings.SplitSeq("{}|"+plain+"|"+strings.Repeat("a", 16), "|") {
		for _, pad := range []func([]byte) []byte{pkcs, zeros, blanks} {
			if got, err := open(seal(t, pad([]byte(text)), key), key, iv); string(got) != text || err != nil {
				t.Errorf("%q opens as %q, %v", text, got, err)
			}
		}
	}
	for _, bad := range []string{"", "A", "AAAA", "*", seal(t, pkcs([]byte(plain)), key) + "="} {
		if got, err := open(bad, key, iv); err == nil {
			t.Errorf("%q opens as %q", bad, got)
		}
	}
}

func TestOnlyTheAgentIsAnswered(t *testing.T) {
	h := newHarness(t)
	ask := []byte(`{"action":15,"ts":1700000000000,"parent":"demoagent","uid":"ming"}`)
	for name, form := range map[string]url.Values{
		"another dc": {"dc": {"OTHER"}, "x": {seal(t, pkcs(ask), key)}}, "another key": {"dc": {dc}, "x": {seal(t, pkcs(ask), "abcdefabcdefabcd")}},
		"no x": {"dc": {dc}}, "no JSON": {"dc": {dc}, "x": {seal(t, pkcs([]byte("hello")), key)}},
	} {
		if code, _ := h.send(form); code != codeStranger {
			t.Errorf("%s: %s", name, code)
		}
	}
	h.want(codeStranger, balance, fields{"parent": "other"})
	h.want(codeField, balance, fields{"ts": nil})
	h.want(codeField, balance, fields{"ts": 1700000000}) // seconds
	h.want(codeField, 99, nil)
	h.AllowFrom = []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}
	h.want(codeStranger, balance, nil)
}

func TestMembersAreCreatedOnce(t *testing.T) {
	h := newHarness(t)
	h.want(codeNoMember, balance, nil)
	h.want(codeNoMember, kick, nil)
	for _, wrong := range []fields{{"uid": "Ming"}, {"uid": "a_b"}, {"uid": ""}, {"uid": strings.Repeat("a", 31)}, {"name": nil}, {"credit_allocated": 5}} {
		h.want(codeField, create, wrong)
	}
	h.want(codeOK, create, nil)
	h.want(codeExists, create, nil)
	h.holds(0)
	h.want(codeOffline, kick, nil) // the member was not seen playing
}

func TestASerialMovesMoneyOnce(t *testing.T) {
	h := newHarness(t)
	h.want(codeNoMember, transfer, nil)
	h.want(codeNoData, status, nil)
	h.want(codeOK, create, nil)
	for _, wrong := range []fields{{"amount": 0}, {"amount": 0.001}, {"amount": "x"}, {"amount": nil}, {"amount": 10000000.01}, {"serialNo": "a b"}, {"serialNo": nil}, {"serialNo": strings.Repeat("a", 51)}} {
		h.want(codeField, transfer, wrong)
	}
	h.want(codeNothing, transfer, fields{"serialNo": "T0", "amount": -1})
	h.want(codeNothing, transfer, fields{"serialNo": "T9", "allCashOutFlag": "1"})
	told := h.want(codeOK, transfer, nil)
	if told["userBalance"] != 100.0 || told["pid"] == nil || told["amount"] != nil {
		t.Errorf("answer %v", told)
	}
	h.want(codeDuplicate, transfer, nil)
	h.holds(100)
	if got := first(h.want(codeOK, status, nil), "amount"); got != 100.0 {
		t.Errorf("amount %v", got)
	}
	h.want(codeShort, transfer, fields{"serialNo": "T2", "amount": -100.01})
	h.want(codeDuplicate, transfer, fields{"serialNo": "T2", "amount": -50})
	h.want(codeNoData, status, fields{"serialNo": "T2"})
	h.want(codeShort, transfer, fields{"serialNo": "T3", "amount": "999900.01"})
	h.want(codeOK, transfer, fields{"serialNo": "T4", "amount": "-40.50"})
	h.holds(59.5)
	if got := first(h.want(codeOK, status, fields{"serialNo": "T4"}), "amount"); got != -40.5 {
		t.Errorf("amount %v", got)
	}
	h.want(codeOK, transfer, fields{"serialNo": "T5", "amount": nil, "allCashOutFlag": "1"})
	h.holds(0)
	if err := h.Reverse(t.Context(), "T4"); err != nil {
		t.Fatal(err)
	}
	h.holds(40.5)
	h.want(codeNoData, status, fields{"serialNo": "T4"})
}

// The fault matrix of a transfer of 100 in: the answer, the balance, and what a
// repetition and a question are told.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind        faults.Kind
		code        string
		holds       float64
		again, asks string
	}{
		{faults.DropRequest, torn, 0, codeOK, codeOK},
		{faults.DropResponse, torn, 100, codeDuplicate, codeOK},
		{faults.CommitThen500, torn, 100, codeDuplicate, codeOK},
		{faults.Refuse, codeClosed, 0, codeDuplicate, codeNoData},
		{faults.NotFoundFlap, torn, 100, codeDuplicate, codeNoData},
		{faults.Duplicate, codeDuplicate, 100, codeDuplicate, codeOK},
		{faults.WrongAmount, codeOngoing, 99.99, codeDuplicate, codeOK},
		{faults.Maintenance, torn, 0, codeOK, codeOK},
		{faults.PlayerInGame, codeOK, 100, codeDuplicate, codeOK},
		{faults.Processing, codeOngoing, 100, codeDuplicate, codeOngoing},
		{faults.UnknownCode, "98765", 100, codeDuplicate, codeOK},
		{faults.WrongOrder, codeOK, 100, codeDuplicate, codeOK},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			h := newHarness(t)
			h.want(codeOK, create, nil)
			if err := h.Faults.Set(faults.Fault{Target: "venue:s9", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 60_000}); err != nil {
				t.Fatal(err)
			}
			h.want(c.code, transfer, nil)
			h.holds(c.holds)
			h.want(c.again, transfer, nil)
			h.want(c.asks, status, nil)
		})
	}
}

// A switch for one direction is not taken by the other.
func TestTheSignOfAnAmountIsItsDirection(t *testing.T) {
	h := newHarness(t)
	h.want(codeOK, create, nil)
	if err := h.Faults.Set(faults.Fault{Target: "venue:s9", Call: faults.TransferOut, Kind: faults.Refuse, Times: 1}); err != nil {
		t.Fatal(err)
	}
	h.want(codeOK, transfer, nil)
	h.want(codeClosed, transfer, fields{"serialNo": "T2", "amount": -1})
}

func TestALaunchOpensItsGameOnce(t *testing.T) {
	h := newHarness(t)
	h.want(codeNoMember, launch, nil)
	h.want(codeOK, create, nil)
	for _, wrong := range []fields{{"lang": nil}, {"lang": "zh"}, {"windowMode": nil}, {"windowMode": 3}, {"uid": "Ming"}} {
		h.want(codeField, launch, wrong)
	}
	for _, wrong := range []fields{{"mType": 9002}, {"gType": 7}, {"gType": nil, "mType": nil}, {"mType": "f01"}, {"windowMode": 1, "mType": 9002}} {
		h.want(codeNoGame, launch, wrong)
	}
	for _, c := range []struct {
		more fields
		game string
	}{
		{nil, "9001"}, {fields{"gType": "7", "mType": "1", "lobbyURL": nil}, "f01"}, {fields{"windowMode": 1, "gType": nil, "mType": nil}, ""}, {fields{"windowMode": "1"}, "9001"},
	} {
		address, err := url.Parse(h.want(codeOK, launch, c.more)["path"].(string))
		if err != nil || address.Host != "sandbox" || address.Path != "/play/enter" {
			t.Fatalf("%v, %v", address, err)
		}
		if want := c.more["gType"] != "7"; want != (address.Query().Get("back") == "http://site/#/Egame") {
			t.Errorf("the way back is %q", address.Query().Get("back"))
		}
		token := address.Query().Get("token")
		session, err := h.Books.Enter(t.Context(), token, books.Session{Token: "s" + token, ExpiresAt: h.at.Now().Add(time.Hour)}, h.at.Now())
		if err != nil || session.Game != c.game || session.Player != "ming" {
			t.Errorf("%v opens %+v, %v", c.more, session, err)
		}
		if _, err := h.Books.Enter(t.Context(), token, books.Session{Token: "again"}, h.at.Now()); err == nil {
			t.Error("an address opened twice")
		}
	}
	h.want(codeOK, kick, nil)
}

// put places and settles a bet.
func (h *harness) put(id, game string, stake, payout money.Fen, state books.BetStatus, at time.Time) {
	h.t.Helper()
	_, err := h.Books.PutBet(h.t.Context(), books.Bet{
		Venue: "s9", ID: id, Player: "ming", Game: game, Stake: stake, Payout: payout, Status: state, PlacedAt: at.Add(-time.Minute), SettledAt: at,
	}, true)
	if err != nil {
		h.t.Fatal(err)
	}
}

func TestRecordsAreThoseOfTheWindow(t *testing.T) {
	h := newHarness(t)
	h.want(codeOK, create, nil)
	eight := time.Date(2026, 11, 21, 8, 0, 0, 0, zone) // half a minute ago
	h.put("r1", "9001", 1000, 2500, books.BetSettled, eight.Add(-4*time.Minute))
	h.put("r2", "f01", 500, 0, books.BetSettled, eight.Add(-time.Minute))
	h.put("r3", "9001", 700, 0, books.BetVoid, eight.Add(-time.Second))
	h.put("open", "9001", 700, 0, books.BetOpen, eight.Add(-time.Minute))
	h.put("next", "9001", 700, 0, books.BetSettled, eight)
	ask := func(start, end time.Time) fields {
		return fields{"starttime": start.In(zone).Format(stamp), "endtime": end.In(zone).Format(stamp)}
	}
	five := ask(eight.Add(-5*time.Minute), eight)
	told := h.want(codeOK, recent, five)
	var seen []string
	for _, one := range told["data"].([]any) {
		r := one.(map[string]any)
		seen = append(seen, strings.Join([]string{r["historyId"].(string), r["playerId"].(string), r["gameDate"].(string), r["lastModifyTime"].(string)}, " "))
	}
	want := []string{"r1 ming 21-11-2026 07:55:00 21-11-2026 07:56:00", "r2 ming 21-11-2026 07:58:00 21-11-2026 07:59:00", "r3 ming 21-11-2026 07:58:59 21-11-2026 07:59:59"}
	if !slices.Equal(seen, want) {
		t.Errorf("rows %q, want %q", seen, want)
	}
	rows := told["data"].([]any)
	for i, want := range []fields{
		{"bet": -10.0, "win": 25.0, "total": 15.0, "gType": 0.0, "mtype": 9001.0}, {"bet": -5.0, "win": 0.0, "total": -5.0, "gType": 7.0, "mtype": 1.0}, {"bet": 0.0, "win": 0.0, "total": 0.0, "gType": 0.0, "mtype": 9001.0},
	} {
		for name, value := range want {
			if got := rows[i].(map[string]any)[name]; got != value {
				t.Errorf("row %d: %s %v, want %v", i, name, got, value)
			}
		}
	}
	five["gTypes"] = []int{7}
	if told := h.want(codeOK, recent, five); len(told["data"].([]any)) != 1 {
		t.Errorf("fishing alone: %v", told)
	}
	five["gTypes"] = []int{9}
	h.want(codeNoData, recent, five)
	h.want(codeField, recent, fields{"starttime": five["starttime"], "endtime": five["endtime"], "gTypes": nil})
	half := ask(eight.Add(-5*time.Minute), eight)
	half["endtime"] = "21-11-2026 07:59:30"
	for name, wrong := range map[string]fields{
		"too long": ask(eight.Add(-6*time.Minute), eight), "turned": ask(eight, eight.Add(-time.Minute)), "nothing": ask(eight, eight), "half a minute": half,
		"not yet": ask(eight, eight.Add(time.Minute)), "another form": {"starttime": "2026-11-21 07:55:00", "endtime": "2026-11-21 08:00:00"},
	} {
		if code, _ := h.post(recent, wrong); code != codeWindow {
			t.Errorf("%s: %s", name, code)
		}
	}
	h.want(codeWindow, older, ask(eight.Add(-5*time.Minute), eight))
	h.at.Advance(2 * time.Hour) // eight is in the minute that both lists have
	h.want(codeNoData, recent, ask(eight.Add(time.Minute), eight.Add(2*time.Minute)))
	h.want(codeOK, recent, ask(eight, eight.Add(time.Minute)))
	h.want(codeOK, older, ask(eight, eight.Add(time.Minute)))
	h.want(codeWindow, older, ask(eight, eight.Add(2*time.Minute)))
	h.want(codeWindow, recent, ask(eight.Add(-time.Minute), eight.Add(time.Minute)))
	if told := h.want(codeOK, older, ask(eight.Add(-5*time.Minute), eight)); len(told["data"].([]any)) != 3 {
		t.Errorf("older: %v", told)
	}
}
