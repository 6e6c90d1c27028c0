package fb

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

const (
	testMerchant = "1000001"
	testSecret   = "demoFbSecret"
	testRef      = "T231115061320000ABCDEFGHtest001"

	create   = apiPath + "/new/user/create"
	detail   = apiPath + "/user/detail"
	in       = apiPath + "/new/transfer/in"
	out      = apiPath + "/new/transfer/out"
	status   = apiPath + "/transfer/detail"
	getToken = apiPath + "/token/get"
	fileIDs  = apiPath + "/order/file/ids"
	orders   = apiPath + "/order/list"

	noUser, noOrder, short, ongoing, inGame, soon, refused = "201", "308", "302", "307", "304", "429", "305"
)

var (
	testTime = time.UnixMilli(1700000000000).UTC() // 2023-11-15 06:13:20 in Beijing
	order    = venue.Movement{Ref: testRef, Account: "test001", Amount: 100 * money.Yuan}
	from, to = testTime.Add(-11 * time.Minute), testTime.Add(-time.Minute)
)

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	mu      sync.Mutex
	asked   []asked
	answers map[string][]string // path → answers in turn; the last one repeats
}

type asked struct{ path, body, merchant, stamp, sign string }

func (s *script) heard() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, asked{r.URL.Path, string(text), r.Header.Get("merchantId"), r.Header.Get("timestamp"), r.Header.Get("sign")})
	list := s.answers[r.URL.Path]
	if len(list) == 0 || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[r.URL.Path] = list[1:]
	}
	if list[0] == "hang up" {
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(w, list[0])
}

func yes(data string) string {
	return `{"success":true,"message":"SUCCESS","data":` + data + `,"code":0}`
}

func no(code string) string { return `{"success":false,"message":"x","data":null,"code":` + code + `}` }

func state(n int) string { return yes(fmt.Sprintf(`{"status":%d}`, n)) }

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "fb", PlatformID: 14, BaseURL: server.URL + "/", MerchantID: testMerchant, Secret: testSecret, Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
		Meanings: map[string]Meaning{noUser: NoUser, noOrder: NoOrder, short: Insufficient, ongoing: Ongoing, inGame: InGame, soon: TooSoon, refused: Refused},
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// The sheet's vector.
func TestTheSheetsSignatureIsReproduced(t *testing.T) {
	body := `{"merchantUserId":"test001","businessId":"T20231114000001","amount":"100.00"}`
	written, err := json.Marshal(transferAsk{"test001", "T20231114000001", (100 * money.Yuan).String()})
	if err != nil || string(written) != body {
		t.Errorf("the body is %s, %v", written, err)
	}
	if got := sign([]byte(body), testMerchant, "1700000000000", testSecret); got != "f613ae76ef4f23508f7e17cff0e245f3" {
		t.Errorf("sign = %s", got)
	}
}

// The golden requests of all calls. The signed bytes are the sent bytes.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		create: {yes(`"u1"`)}, detail: {yes(`{"balance":"12.349"}`)}, in: {yes("null")}, out: {yes(`{"transferId":"x"}`)}, status: {state(1)},
		getToken: {yes(`{"token":"a b&c","serverInfo":{"pcAddress":"https://pc.example","h5Address":"https://h5.example/x/","apiServerAddress":"https://api.example/?a=1","pushServerAddress":"wss://push.example","virtualAddress":"https://v.example"}}`)},
		fileIDs:  {yes(`[{"fileId":7},{"fileId":"8"},{"fileId":7}]`)}, orders: {yes("[]")},
	})
	if err := v.EnsurePlayer(t.Context(), "test001"); err != nil {
		t.Error(err)
	}
	if got, err := v.Balance(t.Context(), "test001"); got != 1234 || err != nil {
		t.Errorf("Balance = %s, %v", got, err)
	}
	if got, err := v.Credit(t.Context(), order); got != venue.Done || err != nil {
		t.Errorf("Credit = %v, %v", got, err)
	}
	if got, err := v.Debit(t.Context(), order); got != venue.Done || err != nil {
		t.Errorf("Debit = %v, %v", got, err)
	}
	if got, err := v.Lookup(t.Context(), testRef); got.Outcome != venue.Done || got.Amount != 0 || err != nil {
		t.Errorf("Lookup = %v, %v", got, err)
	}
	const parts = "/index.html#/?token=a+b%26c&nickname=test001&apiSrc=https%3A%2F%2Fapi.example%2F%3Fa%3D1&pushSrc=wss%3A%2F%2Fpush.example" +
		"&virtualSrc=https%3A%2F%2Fv.example&platformName=&icoUrl=&handicap=&language=CMN"
	for device, want := range map[string]string{"pc": "https://pc.example" + parts, "h5": "https://h5.example/x" + parts} {
		if got, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "0", Device: device, IP: "203.0.113.7"}); got != want || err != nil {
			t.Errorf("Launch = %q, %v", got, err)
		}
	}
	list, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || !slices.Equal(list.Files, []string{"7", "8"}) || list.Next != "" || len(list.Lines) != 0 {
		t.Fatalf("PullBets = %+v, %v", list, err)
	}
	if page, err := v.PullBets(t.Context(), from, to, "8"); err != nil || page.Files != nil || page.Next != "" {
		t.Errorf("PullBets = %+v, %v", page, err)
	}
	heard := s.heard()
	for i, want := range [][2]string{
		{create, `{"merchantUserId":"test001"}`},
		{detail, `{"merchantUserId":"test001"}`},
		{in, `{"merchantUserId":"test001","businessId":"` + testRef + `","amount":"100.00"}`},
		{out, `{"merchantUserId":"test001","businessId":"` + testRef + `","amount":"100.00"}`},
		{status, `{"merchantUserId":"test001","businessId":"` + testRef + `","transferType":"IN"}`},
	} {
		if heard[i].path != want[0] || heard[i].body != want[1] {
			t.Errorf("asked %s %s, want %s", heard[i].path, heard[i].body, want)
		}
	}
	for i, want := range map[int]string{7: `{"startTime":1699999340000,"endTime":1699999940000}`, 8: `{"fileId":"8"}`} {
		if heard[i].body != want {
			t.Errorf("asked %s, want %s", heard[i].body, want)
		}
	}
	launches := []string{heard[5].body, heard[6].body}
	slices.Sort(launches)
	if launches[0] != `{"merchantUserId":"test001","platForm":"h5","ip":"203.0.113.7"}` || launches[1] != `{"merchantUserId":"test001","platForm":"pc","ip":"203.0.113.7"}` {
		t.Errorf("launches asked %v", launches)
	}
	for _, a := range heard {
		if a.merchant != testMerchant || a.stamp != "1700000000000" || a.sign != sign([]byte(a.body), testMerchant, a.stamp, testSecret) {
			t.Errorf("%s is signed as %+v", a.path, a)
		}
	}
}

// The decision table: the order's own record outranks the answer, and a code
// without a meaning in the contract proves nothing (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	for name, c := range map[string]struct {
		answer, record string
		want           venue.Outcome
		reason         venue.Reason
	}{
		"yes":                              {yes("null"), "hang up", venue.Done, 0},
		"a code as text":                   {`{"success":true,"data":null,"code":"0"}`, "hang up", venue.Done, 0},
		"too little, failed":               {no(short), state(0), venue.Refused, venue.Insufficient},
		"too little, never heard of":       {no(short), no(noOrder), venue.Refused, venue.Insufficient},
		"too little, an earlier one did":   {no(short), state(1), venue.Done, 0},
		"too little, no record":            {no(short), "hang up", venue.Unknown, 0},
		"too little, under way":            {no(short), state(2), venue.Unknown, 0},
		"in a game":                        {no(inGame), no(noOrder), venue.Refused, venue.InGame},
		"refused, no data":                 {no(refused), yes("null"), venue.Refused, venue.Other},
		"under way, then done":             {no(ongoing), state(1), venue.Done, 0},
		"under way, never heard of":        {no(ongoing), no(noOrder), venue.Unknown, 0},
		"under way still":                  {no(ongoing), no(ongoing), venue.Unknown, 0},
		"an unknown code, done":            {no("777"), state(1), venue.Done, 0},
		"an unknown code, failed":          {no("777"), state(0), venue.Refused, venue.Other},
		"an unknown code, never heard of":  {no("777"), no(noOrder), venue.Unknown, 0},
		"an unknown code, unknown too":     {no("777"), no("777"), venue.Unknown, 0},
		"an unknown status":                {no(short), state(7), venue.Unknown, 0},
		"no status":                        {no(short), yes("{}"), venue.Unknown, 0},
		"no answer at all":                 {"hang up", state(1), venue.Unknown, 0},
		"half an answer":                   {`{"success":true,"code":0`, state(1), venue.Unknown, 0},
		"success beside a code":            {`{"success":true,"data":null,"code":302}`, state(1), venue.Unknown, 0},
		"no success beside 0":              {`{"success":false,"data":null,"code":0}`, state(1), venue.Unknown, 0},
		"an answer without a code":         {`{"success":true,"data":null}`, state(1), venue.Unknown, 0},
		"an answer without success":        {`{"data":null,"code":0}`, state(1), venue.Unknown, 0},
		"another company's form of answer": {`{"Code":0,"Message":"x"}`, state(1), venue.Unknown, 0},
	} {
		v, s := openTest(t, map[string][]string{out: {c.answer}, status: {c.record}})
		got, err := v.Debit(t.Context(), order)
		refusal, ok := errors.AsType[*venue.Refusal](err)
		if got != c.want || c.want == venue.Refused && (!ok || refusal.Reason != c.reason) || c.want == venue.Unknown && err == nil {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
		for _, a := range s.heard() {
			if a.path == status && !strings.Contains(a.body, `"OUT"`) {
				t.Errorf("%s: asked %s", name, a.body)
			}
		}
	}
}

func TestTooLittleForACreditIsOurFloat(t *testing.T) {
	v, _ := openTest(t, map[string][]string{in: {no(short)}, status: {no(noOrder)}})
	got, err := v.Credit(t.Context(), order)
	if refusal, ok := errors.AsType[*venue.Refusal](err); got != venue.Refused || !ok || refusal.Reason != venue.Float {
		t.Errorf("Credit = %v, %v", got, err)
	}
}

// A reference does not hold its direction: both are asked for, and an order is
// absent only when it is in neither.
func TestLookupAsksForBothDirections(t *testing.T) {
	for name, c := range map[string]struct {
		answers []string
		want    venue.Outcome
		asks    int
	}{
		"went in":             {[]string{state(1)}, venue.Done, 1},
		"failed to go in":     {[]string{state(0)}, venue.Refused, 1},
		"came out":            {[]string{no(noOrder), state(1)}, venue.Done, 2},
		"failed to come out":  {[]string{yes("null"), state(0)}, venue.Refused, 2},
		"in neither":          {[]string{no(noOrder), no(noOrder)}, venue.Absent, 2},
		"no player":           {[]string{no(noUser), no(noUser)}, venue.Absent, 2},
		"under way":           {[]string{state(2)}, venue.Unknown, 1},
		"the second is lost":  {[]string{no(noOrder), "hang up"}, venue.Unknown, 2},
		"the first is silent": {[]string{"hang up"}, venue.Unknown, 1},
		"an unknown code":     {[]string{no("777")}, venue.Unknown, 1},
		"the second unknown":  {[]string{no(noOrder), no("777")}, venue.Unknown, 2},
	} {
		v, s := openTest(t, map[string][]string{status: c.answers})
		if got, err := v.Lookup(t.Context(), testRef); got.Outcome != c.want || len(s.heard()) != c.asks || err != nil && c.want != venue.Unknown {
			t.Errorf("%s: %v, %v after %d questions", name, got, err, len(s.heard()))
		}
	}
}

// A player who is there already is told by the question for the account, whatever
// the vendor's code for it.
func TestPlayersAreCreatedOnceWithoutKnowingTheCodeForIt(t *testing.T) {
	for name, c := range map[string]struct {
		create, detail string
		fails          bool
	}{
		"new": {yes(`"u1"`), "hang up", false}, "there": {no("777"), yes(`{"balance":"0"}`), false}, "neither": {no("777"), no("777"), true},
		"no balance": {no("777"), yes(`{}`), true}, "silent": {"hang up", yes(`{"balance":"0"}`), true},
	} {
		v, _ := openTest(t, map[string][]string{create: {c.create}, detail: {c.detail}})
		if err := v.EnsurePlayer(t.Context(), "test001"); (err != nil) != c.fails {
			t.Errorf("%s: %v", name, err)
		}
	}
	v, s := openTest(t, map[string][]string{in: {no(noUser), yes("null")}, create: {yes(`"u1"`)}})
	if got, err := v.Credit(t.Context(), order); got != venue.Done || len(s.heard()) != 3 {
		t.Errorf("Credit = %v, %v after %+v", got, err, s.heard())
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"nothing": {Ref: testRef, Account: "test001"}, "below zero": {Ref: testRef, Account: "test001", Amount: -1},
		"too much": {Ref: testRef, Account: "test001", Amount: maxAmount + 1}, "another's": {Ref: testRef, Account: "test002", Amount: 100},
		"no reference": {Account: "test001", Amount: 100}, "a foreign one": {Ref: "T20231114000001", Account: "test001", Amount: 100},
	} {
		if got, err := v.Credit(t.Context(), m); got != venue.Refused || err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := v.Lookup(t.Context(), "T20231114000001"); err == nil {
		t.Error("asked for a foreign reference")
	}
	for name, w := range map[string][2]time.Time{
		"too long": {to.Add(-feedWindow - time.Second), to}, "too young": {to, to.Add(time.Second)}, "turned round": {to, from}, "nothing": {to, to},
	} {
		for _, page := range []string{"", "7"} {
			if _, err := v.PullBets(t.Context(), w[0], w[1], page); err == nil {
				t.Errorf("%s passed", name)
			}
		}
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://fb.example", MerchantID: testMerchant, Secret: "s", Clock: calendar.NewFixed(testTime)}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Config){
		"address": func(c *Config) { c.BaseURL = "fb.example" }, "merchant": func(c *Config) { c.MerchantID = "x" }, "secret": func(c *Config) { c.Secret = "" },
		"clock": func(c *Config) { c.Clock = nil }, "prefix": func(c *Config) { c.Prefix = "a b" }, "meaning": func(c *Config) { c.Meanings = map[string]Meaning{"1": "whatever"} },
		"0 as a no": func(c *Config) { c.Meanings = map[string]Meaning{"0": Refused} },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

func TestOnlyAgreedHostsAreOpened(t *testing.T) {
	answers := func(address string) map[string][]string {
		return map[string][]string{getToken: {yes(`{"token":"t","serverInfo":{"pcAddress":"` + address + `"}}`)}}
	}
	for address, good := range map[string]bool{"https://pc.example": true, "https://other.example": false, "javascript:alert(1)": false, "": false, "https://pc.example/#x": false} {
		v, _ := openTest(t, answers(address))
		v.config.LaunchHosts = []string{"pc.example"}
		if got, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); (err == nil) != good {
			t.Errorf("%q: %q, %v", address, got, err)
		}
	}
	v, _ := openTest(t, map[string][]string{getToken: {yes(`{"serverInfo":{"pcAddress":"https://pc.example"}}`)}})
	if got, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); err == nil {
		t.Errorf("without a token: %q", got)
	}
}

const betRow = `{"id":"b1","merchantUserId":"test001","currency":1,"seriesType":0,"betType":"1x1*1","stakeAmount":"10.00","settleAmount":"19.50","validSettleStakeAmount":"9.50",` +
	`"orderStatus":5,"createTime":1699999400000,"modifyTime":1699999500000,"settleTime":1699999499000,"version":3,"betList":[{"sportId":1,"odds":"1.95","oddsFormat":"EU"}]}`

func TestOrdersBecomeLines(t *testing.T) {
	at := func(millis int64) time.Time { return time.UnixMilli(millis).UTC() }
	settled := venue.BetLine{
		BetID: "b1", Account: "test001", Game: "0", Stake: 1000, Valid: 950, HasValid: true, Payout: 1950, Status: venue.BetSettled, BetAt: at(1699999400000),
		SettledAt: at(1699999499000), UpdatedAt: at(1699999500000), Odds: "1.95", OddsType: "EU",
	}
	open := settled
	open.Status, open.Payout, open.Valid, open.HasValid, open.SettledAt = venue.BetOpen, 0, 0, false, time.Time{}
	void := open
	void.Status, void.Payout, void.SettledAt = venue.BetVoid, 1000, at(1699999499000)
	parlay := settled
	parlay.Parlay = true
	unsaid := settled
	unsaid.Valid, unsaid.HasValid = 0, false
	two := parlay
	two.Odds, two.OddsType = "", ""
	for name, c := range map[string]struct {
		change [2]string
		want   venue.BetLine
	}{
		"settled":              {[2]string{}, settled},
		"open":                 {[2]string{`"orderStatus":5`, `"orderStatus":4`}, open},
		"cancelled":            {[2]string{`"orderStatus":5`, `"orderStatus":3,"cancelTime":1699999499000`}, void},
		"a parlay":             {[2]string{`"seriesType":0`, `"seriesType":1`}, parlay},
		"two picks":            {[2]string{`"oddsFormat":"EU"}`, `"oddsFormat":"EU"},{"odds":"2"}`}, two},
		"without a valid bet":  {[2]string{`"validSettleStakeAmount":"9.50",`, ``}, unsaid},
		"rounded to whole fen": {[2]string{`"19.50"`, `"19.4951"`}, settled},
	} {
		raw := strings.Replace(betRow, c.change[0], c.change[1], 1)
		c.want.Raw = []byte(raw)
		got, version, err := readLine([]byte(raw), nil)
		if err != nil || version != 3 || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", c.want) {
			t.Errorf("%s: %+v, %v\nwant %+v", name, got, err, c.want)
		}
	}
}

// A file is taken whole or not at all, but an order that cannot be read is a
// finding beside the others.
func TestAFileIsReadToItsEnd(t *testing.T) {
	old := strings.NewReplacer(`"version":3`, `"version":2`, `"19.50"`, `"0.00"`).Replace(betRow)
	other := strings.Replace(betRow, `"b1"`, `"b2"`, 1)
	v, _ := openTest(t, map[string][]string{orders: {yes("[" + betRow + "," + old + "," + other + "]")}})
	p, err := v.PullBets(t.Context(), from, to, "7")
	if err != nil || len(p.Lines) != 2 || p.Lines[0].Payout != 1950 || p.Lines[1].BetID != "b2" || p.Count != -1 {
		t.Errorf("%+v, %v", p, err)
	}
	for name, bad := range map[string]string{
		"no id": strings.Replace(betRow, `"id":"b1"`, `"id":""`, 1), "no player": strings.Replace(betRow, "test001", "", 1), "no stake": strings.Replace(betRow, `"stakeAmount":"10.00",`, "", 1),
		"rejected": strings.Replace(betRow, `"orderStatus":5`, `"orderStatus":2`, 1), "an unknown state": strings.Replace(betRow, `"orderStatus":5`, `"orderStatus":9`, 1),
		"no state": strings.Replace(betRow, `"orderStatus":5,`, "", 1), "no result": strings.Replace(betRow, `"settleAmount":"19.50",`, "", 1),
		"no time": strings.Replace(betRow, `"createTime":1699999400000`, `"createTime":0`, 1), "dollars": strings.Replace(betRow, `"currency":1`, `"currency":4`, 1),
		"a stake below zero": strings.Replace(betRow, `"10.00"`, `"-10.00"`, 1), "no object": `7`,
	} {
		v, _ := openTest(t, map[string][]string{orders: {yes("[" + bad + "," + other + "]")}})
		p, err := v.PullBets(t.Context(), from, to, "7")
		if err != nil || len(p.Lines) != 1 || len(p.Unreadable) != 1 || string(p.Unreadable[0].Raw) != bad || p.Unreadable[0].Why == "" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	for name, answer := range map[string]string{
		"cut off": yes("[" + betRow + "]")[:200], "no list": yes("null"), "an object": yes("{}"), "a refusal": no("777"), "nothing": "", "a status alone": `{"success":true,"code":0}`,
	} {
		for path, page := range map[string]string{orders: "7", fileIDs: ""} {
			v, _ := openTest(t, map[string][]string{path: {answer}})
			if p, err := v.PullBets(t.Context(), from, to, page); err == nil || len(p.Lines) != 0 || p.Files != nil {
				t.Errorf("%s %s: %+v, %v", path, name, p, err)
			}
		}
	}
	for _, ids := range []string{`[{"fileId":""}]`, `[{}]`, `[{"fileId":"` + strings.Repeat("9", venue.MaxFileID+1) + `"}]`} {
		v, _ := openTest(t, map[string][]string{fileIDs: {yes(ids)}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err == nil {
			t.Errorf("%s: %+v", ids, p)
		}
	}
	v, _ = openTest(t, map[string][]string{fileIDs: {no(soon)}, orders: {no(soon)}})
	for _, page := range []string{"", "7"} {
		if _, err := v.PullBets(t.Context(), from, to, page); !errors.Is(err, venue.ErrTooSoon) {
			t.Errorf("asked too often: %v", err)
		}
	}
	v, _ = openTest(t, map[string][]string{fileIDs: {yes("[]")}})
	if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || p.Files == nil || len(p.Files) != 0 {
		t.Errorf("no files: %+v, %v", p, err)
	}
}

// FuzzReadLine reads what a stranger's server sends: it may refuse, never fall over.
func FuzzReadLine(f *testing.F) {
	f.Add([]byte(betRow))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if l, _, err := readLine(raw, nil); err == nil && (l.BetID == "" || l.Account == "" || l.Stake < 0) {
			t.Fatalf("%+v", l)
		}
	})
}
