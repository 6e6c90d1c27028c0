package tcg

import (
	"bytes"
	"context"
	"crypto/des" //nolint:gosec // the vendor's cipher
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
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
	vectorKey     = "12345678"
	vectorSignKey = "demoSignKey"
)

// A server that read the worked vectors of the protocol otherwise would refuse
// a client that is right.
func TestVectorsOfTheProtocolSheet(t *testing.T) {
	for plain, want := range map[string][2]string{
		`{"method":"gb","username":"test001","product_type":2}`: {
			"Dfnhth5I4FajcikdLMCUchXqjjcmyxcCY0Gm7Be2BtYaiSvzg+N2D0VpOt6wsPlRpIg4+hTWWwc=",
			"a7eb56a183008ec97af1774dae1bd066189449e9b3f2ecbcc19568eeaab8439b",
		},
		`{"method":"ft","username":"test001","product_type":2,"fund_type":1,"amount":100,"reference_no":"T20231114000001"}`: {
			"Dfnhth5I4FbD172sk8FErRXqjjcmyxcCY0Gm7Be2BtYaiSvzg+N2D0VpOt6wsPlR924qmACQT5MkbrEvpqL6F5VjF9eAGnLwfhqq+p3U8i9DBwhskf3BkW3ehCj4JBFT9rjJD8V5/45OoMswXahZiu35Z+pvE7S8",
			"5bcf380f7981683105e93ff764332aec4073f6323659b6fe6ab8459c6aad0700",
		},
	} {
		if got, err := decrypt(want[0], vectorKey); err != nil || string(got) != plain {
			t.Errorf("decrypt: %s %v", got, err)
		}
		if got := seal([]byte(plain), vectorKey); got != want[0] {
			t.Errorf("sealed: %s", got)
		}
		if got := sign(want[0], vectorSignKey); got != want[1] {
			t.Errorf("signed: %s", got)
		}
	}
	for _, nonsense := range []string{"", "x", "AAAA", "!!!!"} {
		if _, err := decrypt(nonsense, vectorKey); err == nil {
			t.Errorf("%q decrypts", nonsense)
		}
	}
}

func seal(plain []byte, key string) string {
	block, err := des.NewCipher([]byte(key)) //nolint:gosec // the vendor's cipher
	if err != nil {
		panic(err)
	}
	pad := des.BlockSize - len(plain)%des.BlockSize
	text := append(bytes.Clone(plain), bytes.Repeat([]byte{byte(pad)}, pad)...)
	for at := 0; at < len(text); at += des.BlockSize {
		block.Encrypt(text[at:at+des.BlockSize], text[at:at+des.BlockSize])
	}
	return base64.StdEncoding.EncodeToString(text)
}

// harness is a venue on a temp file, with a clock that is set by hand.
type harness struct {
	*Server
	t    *testing.T
	http *httptest.Server
	at   *calendar.Fixed
}

func open(t *testing.T) *harness {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 21, 0, 20, 0, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	s := New(Config{
		Code: "tcg", Merchant: "HY", Key: vectorKey, SignKey: vectorSignKey, FileUser: "files", FilePassword: "secret",
		Credit: 1_000_000 * money.Yuan, Games: []Game{{"SSC", "时时彩"}},
		Ticket: func(b books.Bet) Ticket { return Ticket{Issue: "20261121001", Content: b.Detail, Odds: "1.98"} },
		Clock:  at, Log: slog.New(slog.DiscardHandler), Books: kept, Faults: faults.NewBox("venue:tcg"), Stop: make(chan struct{}),
	})
	h := &harness{Server: s, t: t, http: httptest.NewServer(s.Handler("/venues/tcg")), at: at}
	t.Cleanup(func() {
		h.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return h
}

// ask sends a call; nil where no answer came that could be read.
func (h *harness) ask(body map[string]any) map[string]any {
	h.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		h.t.Fatal(err)
	}
	params := seal(text, vectorKey)
	return h.send(url.Values{"merchant_code": {"HY"}, "params": {params}, "sign": {sign(params, vectorSignKey)}})
}

func (h *harness) send(form url.Values) map[string]any {
	h.t.Helper()
	answer, err := http.PostForm(h.http.URL+"/venues/tcg/doBusiness.do", form)
	if err != nil {
		return nil
	}
	defer answer.Body.Close()
	var got map[string]any
	if answer.StatusCode != http.StatusOK || json.NewDecoder(answer.Body).Decode(&got) != nil {
		return nil
	}
	return got
}

func (h *harness) create(name string) {
	h.t.Helper()
	if got := h.ask(map[string]any{"method": "cm", "username": name, "password": "p", "currency": "CNY"}); got["status"] != 0.0 {
		h.t.Fatalf("create: %v", got)
	}
}

// move sends a transfer and gives its status and transaction_status.
func (h *harness) move(reference, name string, fund int, amount string) string {
	h.t.Helper()
	got := h.ask(map[string]any{
		"method": "ft", "username": name, "product_type": 2, "fund_type": fund, "amount": json.Number(amount), "reference_no": reference,
	})
	if got == nil {
		return "torn"
	}
	return fmt.Sprint(got["status"], " ", got["transaction_status"])
}

func (h *harness) orderStatus(reference string) any {
	h.t.Helper()
	return h.ask(map[string]any{"method": "cs", "product_type": 2, "ref_no": reference})["transaction_status"]
}

func (h *harness) balance(name string) any {
	h.t.Helper()
	return h.ask(map[string]any{"method": "gb", "username": name, "product_type": 2})["balance"]
}

func TestEnvelopeIsChecked(t *testing.T) {
	h := open(t)
	good := seal([]byte(`{"method":"gb","username":"ming","product_type":2}`), vectorKey)
	for name, c := range map[string]struct {
		merchant, params, key string
		code                  any
	}{
		"no such user": {"HY", good, vectorSignKey, 15.0}, "another merchant": {"XX", good, vectorSignKey, 5.0}, "another sign key": {"HY", good, "x", 7.0},
		"another key":    {"HY", seal([]byte(`{"method":"gb"}`), "87654321"), vectorSignKey, 6.0},
		"not JSON":       {"HY", seal([]byte(`x`), vectorKey), vectorSignKey, 22.0},
		"unknown method": {"HY", seal([]byte(`{"method":"xx"}`), vectorKey), vectorSignKey, 21.0},
	} {
		form := url.Values{"merchant_code": {c.merchant}, "params": {c.params}, "sign": {sign(c.params, c.key)}}
		if got := h.send(form); got["status"] != c.code {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestAReferenceMovesMoneyOnce(t *testing.T) {
	h := open(t)
	if got := h.move("T1", "ming", 1, "100"); got != "15 FAILED" {
		t.Errorf("a stranger: %v", got)
	}
	h.create("ming")
	h.create("ming")
	for _, c := range [][2]string{{"0", "22 <nil>"}, {"-1", "22 <nil>"}, {"1.5", "26 <nil>"}, {"1.001", "22 <nil>"}} {
		if got := h.move("T1", "ming", 1, c[0]); got != c[1] {
			t.Errorf("amount %s: %v", c[0], got)
		}
	}
	if got := h.move("T1", "ming", 3, "1"); got != "22 <nil>" {
		t.Errorf("no such fund_type: %v", got)
	}
	for step, want := range []string{"0 SUCCESS", "12 FAILED"} {
		if got := h.move("T1", "ming", 1, "100"); got != want {
			t.Errorf("step %d: %v", step, got)
		}
	}
	if got := h.move("T2", "ming", 2, "101"); got != "11 FAILED" {
		t.Errorf("more than there is: %v", got)
	}
	if got := h.move("T3", "ming", 2, "40"); got != "0 SUCCESS" || h.balance("ming") != 60.0 {
		t.Errorf("out: %v, left %v", got, h.balance("ming"))
	}
	for reference, want := range map[string]any{"T1": "SUCCESS", "T2": "FAILED", "T3": "SUCCESS", "T9": "NOT FOUND"} {
		if got := h.orderStatus(reference); got != want {
			t.Errorf("%s: %v", reference, got)
		}
	}
}

// The fault matrix of a deposit of 100.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind    faults.Kind
		answer  string
		balance float64
		status  any
	}{
		{faults.DropRequest, "torn", 0, "NOT FOUND"},
		{faults.DropResponse, "torn", 100, "SUCCESS"},
		{faults.CommitThen500, "torn", 100, "SUCCESS"},
		{faults.Refuse, "28 FAILED", 0, "FAILED"},
		{faults.NotFoundFlap, "torn", 100, "NOT FOUND"},
		{faults.Duplicate, "12 FAILED", 100, "SUCCESS"},
		{faults.WrongAmount, "0 PENDING", 99.99, "SUCCESS"},
		{faults.Maintenance, "torn", 0, "NOT FOUND"},
		{faults.PlayerInGame, "0 SUCCESS", 100, "SUCCESS"},
		{faults.Processing, "0 PENDING", 100, "PENDING"},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			h := open(t)
			h.create("ming")
			if err := h.Faults.Set(faults.Fault{Target: "venue:tcg", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 60_000}); err != nil {
				t.Fatal(err)
			}
			if got := h.move("T1", "ming", 1, "100"); got != c.answer {
				t.Errorf("answer %v, want %v", got, c.answer)
			}
			if got := h.orderStatus("T1"); got != c.status {
				t.Errorf("status %v, want %v", got, c.status)
			}
			if got := h.balance("ming"); got != c.balance {
				t.Errorf("balance %v, want %v", got, c.balance)
			}
		})
	}
}

func TestALaunchLetsInOnce(t *testing.T) {
	h := open(t)
	h.create("ming")
	launch := func(change map[string]any) map[string]any {
		body := map[string]any{
			"method": "lg", "username": "ming", "product_type": 2, "platform": "html5", "game_mode": 1, "game_code": "SSC", "language": "ZH_CN",
			"back_url": "https://site.example/#/Lottery_00",
		}
		for k, v := range change {
			body[k] = v
		}
		return h.ask(body)
	}
	address, _ := launch(nil)["game_url"].(string)
	to, err := url.Parse(address)
	if err != nil || to.Path != "play/enter" || to.Query().Get("back") != "https://site.example/#/Lottery_00" {
		t.Fatalf("game_url %q, %v", address, err)
	}
	for i := range 2 {
		session, err := h.Books.Enter(t.Context(), to.Query().Get("token"), books.Session{Token: fmt.Sprint(i), ExpiresAt: h.at.Now().Add(time.Hour)}, h.at.Now())
		if i == 0 && (err != nil || session.Player != "ming" || session.Game != "SSC") || i == 1 && err == nil {
			t.Errorf("entry %d: %+v, %v", i, session, err)
		}
	}
	for field, c := range map[string]struct{ value, code any }{
		"username": {"hong", 15.0}, "game_code": {"XX", 13.0}, "game_mode": {0, 13.0}, "product_type": {4, 10.0}, "platform": {"flash", 22.0},
	} {
		if got := launch(map[string]any{field: c.value}); got["status"] != c.code {
			t.Errorf("%s: %v", field, got)
		}
	}
}

func (h *harness) read(path, password string) (int, string) {
	h.t.Helper()
	request, err := http.NewRequestWithContext(h.t.Context(), http.MethodGet, h.http.URL+"/venues/tcg/files/ELOTTO/"+path, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	request.SetBasicAuth("files", password)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

func (h *harness) put(id string, payout money.Fen, status books.BetStatus, settled time.Time) {
	h.t.Helper()
	b := books.Bet{
		Venue: "tcg", ID: id, Player: "Ming", Game: "SSC", Detail: "大", Stake: 1000, Valid: 1000, Payout: payout, Status: status,
		PlacedAt: settled.Add(-time.Minute), SettledAt: settled,
	}
	if status == books.BetOpen {
		b.SettledAt = time.Time{}
	}
	if _, err := h.Books.PutBet(h.t.Context(), b, true); err != nil {
		h.t.Fatal(err)
	}
}

func TestBetsAreCutIntoFilesByTheirSettlement(t *testing.T) {
	h := open(t)
	h.create("Ming")
	h.move("T1", "Ming", 1, "1000")
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, calendar.Beijing)
	h.put("b1", 1980, books.BetSettled, day)
	h.put("b2", 0, books.BetSettled, day.Add(5*time.Minute-time.Millisecond))
	h.put("b3", 1000, books.BetSettled, day.Add(5*time.Minute))
	h.put("b4", 0, books.BetVoid, day.Add(6*time.Minute))
	h.put("b5", 0, books.BetOpen, day.Add(6*time.Minute))

	h.at.Set(day.Add(10*time.Minute + cutAfter - time.Millisecond))
	if _, got := h.read("SETTLED/20261121/", "secret"); got != "202611210000_0001.json\n" {
		t.Errorf("before the second cut: %q", got)
	}
	h.at.Set(day.Add(10*time.Minute + cutAfter))
	if _, got := h.read("SETTLED/20261121/", "secret"); got != "202611210000_0001.json\n202611210005_0001.json\n" {
		t.Errorf("after the second cut: %q", got)
	}
	for path, want := range map[string]string{
		"SETTLED/20261121/202611210000_0001.json":   "b1 1 9.8 19.8|b2 2 -10 0",
		"SETTLED/20261121/202611210005_0001.json":   "b3 4 0 10",
		"CANCELLED/20261121/202611210000_0001.json": "",
		"CANCELLED/20261121/202611210005_0001.json": "b4 3 0 10",
	} {
		status, body := h.read(path, "secret")
		var got struct {
			List []map[string]any `json:"list"`
		}
		if err := json.Unmarshal([]byte(body), &got); err != nil || status != http.StatusOK || got.List == nil {
			t.Fatalf("%s: %d %s %v", path, status, body, err)
		}
		var rows []string
		for _, r := range got.List {
			rows = append(rows, fmt.Sprint(r["orderNum"], " ", r["betStatus"], " ", r["netPNL"], " ", r["winAmount"]))
			if r["username"] != "Ming" || r["betAmount"] != 10.0 || r["gameCode"] != "SSC" || r["numero"] != "20261121001" || r["bettingContent"] != "大" {
				t.Errorf("%s: %v", path, r)
			}
		}
		slices.Sort(rows)
		if got := strings.Join(rows, "|"); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	for path, want := range map[string]int{
		"SETTLED/20261121/202611210010_0001.json": 404, "SETTLED/20261121/202611210000_0002.json": 404, "OTHER/20261121/": 404, "SETTLED/yesterday/": 404,
	} {
		if got, _ := h.read(path, "secret"); got != want {
			t.Errorf("%s: %d", path, got)
		}
	}
	if got, _ := h.read("SETTLED/20261121/", "wrong"); got != http.StatusForbidden {
		t.Errorf("another password: %d", got)
	}
}

// Periods shorter than a minute have files of one minute's name, and a file keeps
// its number when later ones are cut.
func TestPeriodsOfAMinuteShareItsName(t *testing.T) {
	h := open(t)
	h.CutEvery = 20 * time.Second
	h.create("Ming")
	h.move("T1", "Ming", 1, "1000")
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, calendar.Beijing)
	h.put("b1", 0, books.BetSettled, day.Add(19*time.Second))
	h.put("b2", 0, books.BetSettled, day.Add(20*time.Second))
	h.put("b3", 0, books.BetSettled, day.Add(60*time.Second))
	for after, want := range map[time.Duration]string{
		20*time.Second + cutAfter: "202611210000_0001.json b1",
		60*time.Second + cutAfter: "202611210000_0001.json b1, 202611210000_0002.json b2, 202611210000_0003.json",
		80*time.Second + cutAfter: "202611210000_0001.json b1, 202611210000_0002.json b2, 202611210000_0003.json, 202611210001_0001.json b3",
	} {
		h.at.Set(day.Add(after))
		files, err := h.folder(t.Context(), "SETTLED", "20261121")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range files {
			text := f.name
			for _, r := range f.rows {
				text += " " + r.OrderNum
			}
			got = append(got, text)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("after %s: %s, want %s", after, strings.Join(got, ", "), want)
		}
	}
}

func TestAFullFileHasAnotherPart(t *testing.T) {
	h := open(t)
	h.create("Ming")
	h.move("T1", "Ming", 1, "100000")
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, calendar.Beijing)
	for i := range partSize + 1 {
		h.put(fmt.Sprintf("b%d", i), 0, books.BetSettled, day.Add(time.Minute))
	}
	h.at.Set(day.Add(5*time.Minute + cutAfter))
	files, err := h.folder(t.Context(), "SETTLED", "20261121")
	if err != nil || len(files) != 2 || files[1].name != "202611210000_0002.json" || len(files[0].rows) != partSize || len(files[1].rows) != 1 {
		t.Errorf("%d files, %v", len(files), err)
	}
}
