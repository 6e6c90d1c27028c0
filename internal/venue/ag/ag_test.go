package ag

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	testAgent     = "DEMO_AGIN"
	testDES       = "12345678"
	testMD5       = "demoMd5Key12"
	testRecordKey = "demoPlainKey"
	testKey       = "made-up-password-key"
	testRef       = testAgent + "1700000000001000"
)

var (
	testTime = time.UnixMilli(1700000000000).UTC() // 2023-11-14T18:13:20-04:00
	order    = venue.Movement{Ref: testRef, Account: "test001", Amount: 100 * money.Yuan}
)

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	v       *Venue
	mu      sync.Mutex
	asked   []asked
	answers map[string][]string // method or path → answers in turn; the last one repeats
}

type asked struct {
	path, text, agent string
	query             url.Values
}

// heard is what the company was asked so far, in order. A connection that it
// closed without an answer orders nothing, so the list is read under its lock.
func (s *script) heard() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := asked{path: r.URL.Path, agent: r.Header.Get("User-Agent"), query: r.URL.Query()}
	name := a.path
	if a.query.Has("params") {
		a.text = s.v.read(a.query.Get("params"))
		_, name, _ = strings.Cut(a.text, "method=")
		name, _, _ = strings.Cut(name, separator)
		if strings.Contains(a.text, "flag=0") {
			name = "cancel"
		}
	}
	s.asked = append(s.asked, a)
	list := s.answers[name]
	if len(list) == 0 {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[name] = list[1:]
	}
	if list[0] == "hang up" {
		panic(http.ErrAbortHandler)
	}
	_, _ = fmt.Fprint(w, list[0])
}

// read opens what sign sealed.
func (v *Venue) read(params string) string {
	sealed, err := base64.StdEncoding.DecodeString(params)
	if err != nil {
		return "not to be read"
	}
	text, err := v.cipher.Open(sealed)
	if err != nil {
		return "not to be opened"
	}
	return string(text)
}

func info(code string, msg ...string) string {
	return `<?xml version="1.0" encoding="utf-8"?><result info="` + code + `" msg="` + strings.Join(msg, "") + `"/>`
}

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "ag", PlatformID: 2, BaseURL: server.URL, LaunchURL: "https://games.example/", Agent: testAgent, DESKey: testDES, MD5Key: testMD5,
		RecordKey: testRecordKey, PasswordKey: testKey, Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.v = v
	return v, s
}

// The vectors of the sheet.
func TestTheSheetsVectorsAreReproduced(t *testing.T) {
	v, _ := openTest(t, nil)
	for _, c := range []struct {
		list        params
		sealed, key string
	}{
		{params{{"cagent", testAgent}, {"loginname", "test001"}, {"method", "gb"}, {"actype", "1"}, {"password", "pw123456"}, {"cur", "CNY"}},
			"UWwGYEGMN3Am8Ya11AGkeuXqoHfdeUVlY+2AGtfEZDzZLeMB262RDLn8DZ3yjMEUKCU2W/Zsnt2MdpvR1rUc3cP96eiy5DonmNK80yYr5pPa5W+lTD3jtNGZvC4mwc3X",
			"29bf5664760877cf780dc6083b40d5eb"},
		{params{{"cagent", testAgent}, {"loginname", "test001"}, {"method", "lg"}, {"actype", "1"}, {"password", "pw123456"}, {"oddtype", "A"}, {"cur", "CNY"}},
			"", "0b3e7168a5b6605500e365ea54301396"},
		{params{{"cagent", testAgent}, {"method", "tc"}, {"loginname", "test001"}, {"billno", "DEMO_AGIN1700000000001"}, {"type", "IN"}, {"credit", "100.00"}, {"actype", "1"}, {"password", "pw123456"}, {"cur", "CNY"}},
			"", "190318c5153e71448a7595ecd39f1ee4"},
		{params{{"cagent", testAgent}, {"loginname", "test001"}, {"password", "pw123456"}, {"dm", "NO_RETURN"}, {"sid", "DEMO_AGIN1700000000002"}, {"actype", "1"}, {"lang", "1"}, {"gameType", "6"}, {"oddtype", "A"}, {"cur", "CNY"}},
			"", "916215ed30add45e139875ee857571a4"},
	} {
		signed := v.sign(c.list)
		q, err := url.ParseQuery(signed)
		if err != nil || q.Get("key") != c.key || (c.sealed != "" && q.Get("params") != c.sealed) {
			t.Errorf("%v is signed as %s, want key %s", c.list, signed, c.key)
		}
		if strings.Contains(strings.TrimPrefix(signed, "params="), "+") {
			t.Errorf("a plus sign is not encoded: %s", signed)
		}
	}
	if got := digest(testAgent + "2023-11-14 10:00:00" + "2023-11-14 10:10:00" + "reckontime" + "ASC" + "1" + "500" + testRecordKey); got != "64cd0d3599efbd18fd6ce3df3f5a36f8" {
		t.Errorf("the key of records is %s", got)
	}
}

// text is the plain text of a call whose values stand in the sheet's order.
func text(values ...string) string { return strings.Join(values, separator) }

// The golden requests of a transfer: prepared, then confirmed under the same number.
func TestATransferIsPreparedAndThenConfirmed(t *testing.T) {
	v, s := openTest(t, map[string][]string{"tc": {info("0")}, "tcc": {info("0")}})
	password := "password=" + v.password("test001")
	for i, way := range []struct {
		name string
		send func() (venue.Outcome, error)
	}{
		{"IN", func() (venue.Outcome, error) { return v.Credit(t.Context(), order) }},
		{"OUT", func() (venue.Outcome, error) { return v.Debit(t.Context(), order) }},
	} {
		if got, err := way.send(); got != venue.Done || err != nil {
			t.Fatalf("%s = %v, %v", way.name, got, err)
		}
		for step, want := range []string{
			text("cagent=DEMO_AGIN", "method=tc", "loginname=test001", "billno="+testRef, "type="+way.name, "credit=100.00", "actype=1", password, "cur=CNY"),
			text("cagent=DEMO_AGIN", "method=tcc", "loginname=test001", "billno="+testRef, "type="+way.name, "credit=100.00", "actype=1", "flag=1", password, "cur=CNY"),
		} {
			a := s.heard()[2*i+step]
			if a.text != want || a.path != "/doBusiness.do" || a.agent != "WEB_LIB_GI_DEMO_AGIN" || a.query.Get("key") != digest(a.query.Get("params")+testMD5) {
				t.Errorf("asked %+v, want %s", a, want)
			}
		}
	}
}

// TestEachAnswerProvesWhatItProves goes through the answers of the saga's calls (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	yes, failed, network := info("0"), info("1"), info("network_error")
	short := info("not_enough_credit")
	for name, c := range map[string]struct {
		tc, tcc, cancel string
		qos             []string
		want            venue.Outcome
		reason          venue.Reason
		calls           string
	}{
		"prepared and confirmed":                     {tc: yes, tcc: yes, want: venue.Done, calls: "tc tcc"},
		"not prepared: too little":                   {tc: short, cancel: yes, qos: []string{failed}, want: venue.Refused, reason: venue.Insufficient, calls: "tc qos cancel qos"},
		"not prepared, by number":                    {tc: info("1", "error:10002,not enough"), cancel: failed, qos: []string{failed}, want: venue.Refused, reason: venue.Insufficient, calls: "tc qos cancel qos"},
		"not prepared, an earlier sending is done":   {tc: short, qos: []string{yes}, want: venue.Done, calls: "tc qos"},
		"done while it was cancelled":                {tc: short, cancel: failed, qos: []string{failed, yes}, want: venue.Done, calls: "tc qos cancel qos"},
		"confirmation too little":                    {tc: yes, tcc: short, cancel: yes, qos: []string{failed}, want: venue.Refused, reason: venue.Insufficient, calls: "tc tcc qos cancel qos"},
		"confirmation failed or not processed":       {tc: yes, tcc: failed, qos: []string{failed}, want: venue.Unknown, calls: "tc tcc qos"},
		"confirmation failed, and yet done":          {tc: yes, tcc: failed, qos: []string{yes}, want: venue.Done, calls: "tc tcc qos"},
		"confirmation lost in their network":         {tc: yes, tcc: network, qos: []string{failed}, want: venue.Unknown, calls: "tc tcc qos"},
		"confirmation lost in ours":                  {tc: yes, tcc: "hang up", want: venue.Unknown, calls: "tc tcc"},
		"preparation lost in ours":                   {tc: "hang up", want: venue.Unknown, calls: "tc"},
		"preparation lost in their network":          {tc: network, qos: []string{failed}, want: venue.Unknown, calls: "tc qos"},
		"an error without a reason, cancelled":       {tc: yes, tcc: info("error"), cancel: yes, qos: []string{failed}, want: venue.Refused, calls: "tc tcc qos cancel qos"},
		"an error without a reason, not cancelled":   {tc: yes, tcc: info("error"), cancel: failed, qos: []string{failed}, want: venue.Unknown, calls: "tc tcc qos cancel qos"},
		"the cancellation is lost":                   {tc: short, cancel: "hang up", qos: []string{failed}, want: venue.Unknown, calls: "tc qos cancel"},
		"the record does not answer":                 {tc: short, qos: []string{"hang up"}, want: venue.Unknown, calls: "tc qos"},
		"the record is not allowed to us":            {tc: info("error", "IP not allowed"), qos: []string{info("error", "IP not allowed")}, want: venue.Unknown, calls: "tc qos"},
		"bad amount":                                 {tc: info("2"), qos: []string{info("2")}, want: venue.Refused, reason: venue.Limit, calls: "tc qos"},
		"bad key":                                    {tc: info("key_error"), qos: []string{info("key_error")}, want: venue.Unknown, calls: "tc qos"},
		"known number, done":                         {tc: info(codeDuplicate), qos: []string{yes}, want: venue.Done, calls: "tc qos"},
		"known number, prepared only":                {tc: info(codeDuplicate), tcc: yes, qos: []string{failed}, want: venue.Done, calls: "tc qos tcc"},
		"known number, cannot be confirmed":          {tc: info(codeDuplicate), tcc: failed, qos: []string{failed}, want: venue.Unknown, calls: "tc qos tcc qos"},
		"known number, no record":                    {tc: info(codeDuplicate), qos: []string{"hang up"}, want: venue.Unknown, calls: "tc qos"},
		"known number of a bad amount":               {tc: info(codeDuplicate), qos: []string{info("2")}, want: venue.Refused, calls: "tc qos"},
		"a yes beside an error":                      {tc: info("0", "error: something"), cancel: failed, qos: []string{failed}, want: venue.Unknown, calls: "tc qos cancel qos"},
		"an answer nobody can read":                  {tc: "<html><body>x</body></html>", want: venue.Unknown, calls: "tc"},
		"half an answer":                             {tc: yes[:60], want: venue.Unknown, calls: "tc"},
		"an answer without info":                     {tc: `<result msg=""/>`, want: venue.Unknown, calls: "tc"},
		"a code nobody knows":                        {tc: yes, tcc: info("wait"), qos: []string{failed}, want: venue.Unknown, calls: "tc tcc qos"},
		"a record in a state nobody knows":           {tc: short, qos: []string{info("3")}, want: venue.Unknown, calls: "tc qos"},
		"a record that is a yes beside an error":     {tc: short, qos: []string{info("0", "error:60001")}, want: venue.Unknown, calls: "tc qos"},
		"confirmation answered with a known billno":  {tc: yes, tcc: info(codeDuplicate), qos: []string{failed}, want: venue.Unknown, calls: "tc tcc qos"},
		"the account is missing and cannot be made ": {tc: info("account_not_exist"), cancel: yes, qos: []string{failed}, want: venue.Refused, calls: "tc lg qos cancel qos"},
	} {
		v, s := openTest(t, map[string][]string{"tc": {c.tc}, "tcc": {c.tcc}, "cancel": {c.cancel}, "qos": c.qos, "lg": {info("account_add_fail")}})
		got, err := v.Debit(t.Context(), order)
		if got != c.want {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
		refused, ok := errors.AsType[*venue.Refusal](err)
		if c.want == venue.Refused && (!ok || refused.Reason != c.reason) {
			t.Errorf("%s: refused with %v", name, err)
		}
		if (c.want == venue.Unknown) != (err != nil && !ok) {
			t.Errorf("%s: %v with %v", name, got, err)
		}
		if calls := s.calls(); calls != c.calls {
			t.Errorf("%s: asked %s, want %s", name, calls, c.calls)
		}
	}
}

// calls are the methods asked for, in order. A call that was hung up on comes
// twice: the transport repeats it on a new connection, under the same number.
func (s *script) calls() string {
	var names []string
	for _, a := range s.heard() {
		_, name, _ := strings.Cut(a.text, "method=")
		name, _, _ = strings.Cut(name, separator)
		if strings.Contains(a.text, "flag=0") {
			name = "cancel"
		}
		if len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

func TestAPlayerWhoIsNotThereIsCreatedAndTheOrderSentAgain(t *testing.T) {
	for _, no := range []string{info("account_not_exist"), info("account_not_exit"), info("error", "error:60001,no account")} {
		v, s := openTest(t, map[string][]string{"tc": {no, info("0")}, "lg": {info("0")}, "tcc": {info("0")}})
		if got, err := v.Credit(t.Context(), order); got != venue.Done || err != nil || s.calls() != "tc lg tc tcc" {
			t.Errorf("%s: %v, %v after %s", no, got, err, s.calls())
		}
	}
}

func TestAnAccountIsCreatedAsTheSheetSays(t *testing.T) {
	v, s := openTest(t, map[string][]string{"lg": {info("0"), info("account_add_fail")}})
	if err := v.EnsurePlayer(t.Context(), "test001"); err != nil {
		t.Error(err)
	}
	want := text("cagent=DEMO_AGIN", "loginname=test001", "method=lg", "actype=1", "password="+v.password("test001"), "oddtype=A", "cur=CNY")
	if s.heard()[0].text != want {
		t.Errorf("asked %s, want %s", s.heard()[0].text, want)
	}
	if err := v.EnsurePlayer(t.Context(), "test001"); err == nil {
		t.Error("a failure passed")
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"no amount":       {Ref: testRef, Account: "test001"},
		"negative amount": {Ref: testRef, Account: "test001", Amount: -1},
		"too much":        {Ref: testRef, Account: "test001", Amount: maxAmount + 1},
		"strange account": {Ref: testRef, Account: "a/b", Amount: 1},
		"strange ref":     {Ref: "OTHER1700000000001000", Account: "test001", Amount: 1},
	} {
		if got, err := v.Credit(t.Context(), m); got != venue.Refused || err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if a, err := v.Lookup(t.Context(), "x"); err == nil || a.Outcome != venue.Unknown {
		t.Errorf("Lookup = %v, %v", a, err)
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %+v", s.heard())
	}
}

func TestTheBalanceIsRoundedDownToAFen(t *testing.T) {
	for answer, want := range map[string]money.Fen{
		info("12.3499"): 1234, info("5"): 500, info("0"): 0, info("1"): 100, info("2"): 200, info("account_not_exist"): 0, info("error", "error:60001,no account"): 0,
	} {
		v, _ := openTest(t, map[string][]string{"gb": {answer}})
		if got, err := v.Balance(t.Context(), "test001"); err != nil || got != want {
			t.Errorf("%s: %s, %v", answer, got, err)
		}
	}
	for _, answer := range []string{info("-1"), info("error"), info("key_error"), info("network_error"), info("0", "error: busy"), info("0", "error:10000"), info("1e5"), info(""), "hang up"} {
		v, _ := openTest(t, map[string][]string{"gb": {answer}})
		if got, err := v.Balance(t.Context(), "test001"); err == nil {
			t.Errorf("%s: %s", answer, got)
		}
	}
}

func TestALaunchAddressIsBuiltHereOnceTheAccountIsThere(t *testing.T) {
	v, s := openTest(t, map[string][]string{"lg": {info("0")}})
	for name, c := range map[string]struct {
		launch venue.Launch
		want   []string
	}{
		"lobby":   {venue.Launch{Account: "test001"}, []string{"dm=NO_RETURN", "lang=1", "gameType=0"}},
		"fishing": {venue.Launch{Account: "test001", Game: "6-hall2", Device: "h5", Language: "en", BackURL: "https://site.example:8443/#/Fish"}, []string{"dm=site.example:8443", "lang=3", "gameType=6"}},
		"table":   {venue.Launch{Account: "test001", Game: "BAC", Device: "pc", Language: "zh-CN"}, []string{"dm=NO_RETURN", "lang=1", "gameType=BAC"}},
	} {
		address, err := v.Launch(t.Context(), c.launch)
		u, bad := url.Parse(address)
		if err != nil || bad != nil || !strings.HasPrefix(address, "https://games.example/forwardGame.do?params=") {
			t.Fatalf("%s: %q, %v", name, address, err)
		}
		if hall := map[bool]string{true: c.launch.Game}[strings.Contains(c.launch.Game, "-")]; u.Fragment != hall {
			t.Errorf("%s: the hall is %q, want %q", name, u.Fragment, hall)
		}
		if q := u.Query(); q.Get("key") != digest(q.Get("params")+testMD5) {
			t.Errorf("%s: the key does not fit", name)
		}
		got := strings.Split(v.read(u.Query().Get("params")), separator)
		want := []string{"cagent=DEMO_AGIN", "loginname=test001", "password=" + v.password("test001"), c.want[0], got[4], "actype=1", c.want[1], c.want[2], "oddtype=A", "cur=CNY"}
		if c.launch.Device == "h5" {
			want = append(want, "mh5=y")
		}
		if text(got...) != text(want...) || !v.isRef(strings.TrimPrefix(got[4], "sid=")) {
			t.Errorf("%s: launched with %v, want %v", name, got, want)
		}
	}
	for name, l := range map[string]venue.Launch{"game": {Account: "test001", Game: "6/x"}, "account": {Account: "a b"}} {
		if address, err := v.Launch(t.Context(), l); err == nil || address != "" {
			t.Errorf("a strange %s: %q, %v", name, address, err)
		}
	}
	s.answers["lg"] = []string{"hang up"}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); err == nil || address != "" {
		t.Errorf("without an account: %q, %v", address, err)
	}
}

func TestReferencesAreNeverRepeated(t *testing.T) {
	v, _ := openTest(t, nil)
	seen := map[string]bool{}
	for range 5000 { // more than a millisecond has
		ref := v.NewRef("test001", testTime)
		if seen[ref] || !v.isRef(ref) {
			t.Fatalf("reference %s", ref)
		}
		seen[ref] = true
	}
	if ref := v.NewRef("test001", testTime.Add(-time.Hour)); !strings.HasPrefix(ref, testAgent+"1699996400000") {
		t.Errorf("after the clock was set back: %s", ref)
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	var log strings.Builder
	v, s := openTest(t, map[string][]string{"tc": {info("key_error")}, "qos": {"hang up"}, "/getorders.xml": {"hang up"}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, err1 := v.Credit(t.Context(), order)
	_, err2 := v.PullBets(t.Context(), from, to, "")
	shown := fmt.Sprint(err1, err2, log.String())
	if !strings.Contains(log.String(), "contract") {
		t.Error("nobody is told of a wrong key")
	}
	for _, secret := range []string{testDES, testMD5, testKey, testRecordKey, v.password("test001"), s.heard()[0].query.Get("params"), s.heard()[0].query.Get("key")} {
		if strings.Contains(shown, secret) {
			t.Errorf("log and errors hold %q: %s", secret, shown)
		}
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://x.example", Agent: "a", DESKey: testDES, MD5Key: "m", RecordKey: "r", PasswordKey: "p", Clock: calendar.NewFixed(testTime)}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "a record address with a query": func(c *Config) { c.RecordURL = "https://x.example?a" }, "no agent": func(c *Config) { c.Agent = "" },
		"a short key": func(c *Config) { c.DESKey = "short" }, "no md5 key": func(c *Config) { c.MD5Key = "" }, "no record key": func(c *Config) { c.RecordKey = "" },
		"no password key": func(c *Config) { c.PasswordKey = "" }, "no clock": func(c *Config) { c.Clock = nil }, "strange prefix": func(c *Config) { c.Prefix = "a/b" }, "strange band": func(c *Config) { c.OddType = "AA" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

const (
	liveRow = `<row billNo="231114000001" playName="test001" gameCode="GC1" netAmount="-10.5" betTime="2023-11-14 17:55:01" gameType="BAC" betAmount="10.5" validBetAmount="10.5" flag="1" playType="1" currency="CNY" tableCode="T1" loginIP="203.0.113.7" recalcuTime="2023-11-14 17:55:30" platformType="AGIN" remark="" round="AGQ" beforeCredit="100" deviceType="0"/>`
	fishRow = `<row billno="F1" username="test001" sceneid="S1" starttime="1699999000" endtime="1699999100" billtime="1699999100" betx="1" roomid="2" totalbulletcost="7.77" totalfishcost="12.345" totaljpcontribute="0" devicetype="1"/>`
)

func page(number, total int, rows ...string) string {
	return fmt.Sprintf(`<?xml version="1.0" encoding="utf-8"?><result><info>0</info><addition><total>%d</total><num_per_page>500</num_per_page><currentpage>%d</currentpage><totalpage>%d</totalpage></addition>%s</result>`,
		total, number, (total+pageSize-1)/pageSize, strings.Join(rows, "\n"))
}

var (
	from = testTime.Add(-22 * time.Minute)
	to   = testTime.Add(-14 * time.Minute)
)

func TestAWindowIsTheLiveListAndThenTheFishingList(t *testing.T) {
	v, s := openTest(t, map[string][]string{"/getorders.xml": {page(1, 1, liveRow)}, "/gethunterscene.xml": {page(1, 1, fishRow)}})
	live, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(live.Lines) != 1 || live.Next != "hunter:" {
		t.Fatalf("live: %+v, %v", live, err)
	}
	fish, err := v.PullBets(t.Context(), from, to, live.Next)
	if err != nil || len(fish.Lines) != 1 || fish.Next != "" {
		t.Fatalf("fishing: %+v, %v", fish, err)
	}
	for i, want := range []params{
		{{"cagent", testAgent}, {"startdate", "2023-11-14 17:51:20"}, {"enddate", "2023-11-14 17:59:20"}, {"order", "reckontime"}, {"by", "ASC"}, {"page", "1"}, {"perpage", "500"}},
		{{"cagent", testAgent}, {"startdate", "1699998680"}, {"enddate", "1699999160"}, {"order", "billtime"}, {"by", "ASC"}, {"page", "1"}, {"perpage", "500"}},
	} {
		joined := ""
		for _, p := range want {
			joined += p.value
			if got := s.heard()[i].query.Get(p.name); got != p.value {
				t.Errorf("list %d was asked for %s %q, want %q", i, p.name, got, p.value)
			}
		}
		if got := s.heard()[i].query.Get("key"); got != digest(joined+testRecordKey) || len(s.heard()[i].query) != len(want)+1 {
			t.Errorf("list %d: key %s of %v", i, got, s.heard()[i].query)
		}
	}
	l, f := live.Lines[0], fish.Lines[0]
	at := time.Date(2023, 11, 14, 21, 55, 30, 0, time.UTC)
	if l.BetID != "231114000001" || l.Account != "test001" || l.Game != "BAC" || l.Stake != 1050 || l.Valid != 1050 || !l.HasValid || l.Payout != 0 ||
		l.Status != venue.BetSettled || !l.SettledAt.Equal(at) || !l.BetAt.Equal(at.Add(-29*time.Second)) {
		t.Errorf("live %+v", l)
	}
	if f.BetID != "hunter:F1" || f.Account != "test001" || f.Game != "6" || f.Stake != 777 || f.HasValid || f.Payout != 1235 || f.Status != venue.BetSettled ||
		!f.BetAt.Equal(time.Unix(1699999000, 0)) || !f.SettledAt.Equal(time.Unix(1699999100, 0)) {
		t.Errorf("fishing %+v", f)
	}
	var raw map[string]string
	if err := json.Unmarshal(l.Raw, &raw); err != nil || raw["tableCode"] != "T1" {
		t.Errorf("raw %s, %v", l.Raw, err)
	}
}

func TestRowsHaveTheStateTheirFlagSays(t *testing.T) {
	for name, c := range map[string]struct {
		change []string
		status venue.BetStatus
		payout money.Fen
	}{
		"open":              {[]string{`flag="1"`, `flag="0"`, `recalcuTime="2023-11-14 17:55:30"`, `recalcuTime=""`}, venue.BetOpen, 0},
		"won":               {[]string{`netAmount="-10.5"`, `netAmount="9.97"`}, venue.BetSettled, 2047},
		"drawn or void":     {[]string{`netAmount="-10.5"`, `netAmount="0"`, `validBetAmount="10.5"`, `validBetAmount="0"`}, venue.BetVoid, 1050},
		"even":              {[]string{`netAmount="-10.5"`, `netAmount="0"`}, venue.BetSettled, 1050},
		"the banker's loss": {[]string{`netAmount="-10.5"`, `netAmount="-21"`}, venue.BetSettled, -1050},
	} {
		v, _ := openTest(t, map[string][]string{"/getorders.xml": {page(1, 1, strings.NewReplacer(c.change...).Replace(liveRow))}})
		p, err := v.PullBets(t.Context(), from, to, "")
		if err != nil || len(p.Lines) != 1 || p.Lines[0].Status != c.status || p.Lines[0].Payout != c.payout || (c.status == venue.BetOpen) != p.Lines[0].SettledAt.IsZero() {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

func TestPagesOfBothListsAreReadToTheirEnd(t *testing.T) {
	rows := func(row, id string) []string {
		all := make([]string, pageSize)
		for i := range all {
			all[i] = strings.Replace(row, id, fmt.Sprintf("%s-%d", id, i), 1)
		}
		return all
	}
	v, s := openTest(t, map[string][]string{
		"/getorders.xml":      {page(1, pageSize+1, rows(liveRow, "231114000001")...), page(2, pageSize+1, liveRow)},
		"/gethunterscene.xml": {page(1, pageSize+1, rows(fishRow, "F1")...), page(2, pageSize+1, fishRow)},
	})
	total, pages := 0, 0
	for next := ""; ; {
		p, err := v.PullBets(t.Context(), from, to, next)
		if err != nil {
			t.Fatal(err)
		}
		total += len(p.Lines)
		pages++
		if next = p.Next; next == "" {
			break
		}
	}
	if total != 2*(pageSize+1) || pages != 4 || s.heard()[3].path != "/gethunterscene.xml" || s.heard()[3].query.Get("page") != "2" {
		t.Errorf("%d rows on %d pages", total, pages)
	}
	for name, answer := range map[string]string{"a row left the window": page(2, pageSize), "a row is missing": page(2, pageSize+1), "another page": page(1, pageSize+1, liveRow)} {
		s.answers["/getorders.xml"] = []string{answer}
		if p, err := v.PullBets(t.Context(), from, to, "live:2/501"); err == nil || len(p.Lines) != 0 {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

func TestRowsOfTheEndsBelongToOneWindowOnly(t *testing.T) {
	at := time.Date(2023, 11, 14, 21, 55, 30, 0, time.UTC)
	for name, c := range map[string]struct {
		from, to time.Time
		want     int
	}{
		"begins there": {at, to, 1}, "ends there": {from, at, 0}, "ends behind it": {from, at.Add(time.Millisecond), 1}, "begins behind it": {at.Add(time.Millisecond), to, 0},
	} {
		v, _ := openTest(t, map[string][]string{"/getorders.xml": {page(1, 1, liveRow)}})
		if p, err := v.PullBets(t.Context(), c.from, c.to, ""); err != nil || len(p.Lines) != c.want {
			t.Errorf("%s: %d lines, %v", name, len(p.Lines), err)
		}
	}
}

// TestEmptyIsNotFailureAndFailureIsNotEmpty covers practice 16.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	for _, empty := range []string{page(1, 0), page(0, 0)} {
		v, _ := openTest(t, map[string][]string{"/getorders.xml": {empty}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 0 || p.Next != "hunter:" {
			t.Errorf("%s: %+v, %v", empty, p, err)
		}
	}
	for name, answer := range map[string]string{
		"a page too short": page(1, 2, liveRow), "no total": `<result><info>0</info><addition/></result>`, "no count at all": `<result><info>0</info></result>`, "a total of letters": strings.Replace(page(1, 0), ">0</total>", ">x</total>", 1),
		"negative total": page(1, -1), "an error": `<result><info>key_error</info></result>`, "no info": `<result/>`, "an answer of the other interface": info("0"), "html": `<html></html>`, "half an answer": page(1, 1, liveRow)[:300], "the connection closed": "hang up",
	} {
		v, _ := openTest(t, map[string][]string{"/getorders.xml": {answer}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err == nil {
			t.Errorf("%s passed as %d lines", name, len(p.Lines))
		}
	}
}

func TestARowThatCannotBeReadIsKeptBesideTheOthers(t *testing.T) {
	for name, change := range map[string][2]string{
		"unknown flag": {`flag="1"`, `flag="7"`}, "no number": {`billNo="231114000001"`, `billNo=""`}, "no player": {`playName="test001"`, ``}, "unreadable time": {"2023-11-14 17:55:30", "yesterday"},
		"amount of letters": {`betAmount="10.5"`, `betAmount="ten"`}, "no amount": {` betAmount="10.5"`, ""}, "negative stake": {` betAmount="10.5"`, ` betAmount="-10.5"`}, "no result": {`netAmount="-10.5"`, ""},
	} {
		bad := strings.Replace(liveRow, change[0], change[1], 1)
		v, _ := openTest(t, map[string][]string{"/getorders.xml": {page(1, 2, strings.Replace(liveRow, "231114000001", "good", 1), bad)}})
		p, err := v.PullBets(t.Context(), from, to, "")
		if err != nil || len(p.Lines) != 1 || p.Lines[0].BetID != "good" || len(p.Unreadable) != 1 || !strings.Contains(string(p.Unreadable[0].Raw), "tableCode") || p.Unreadable[0].Why == "" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	v, _ := openTest(t, map[string][]string{"/gethunterscene.xml": {page(1, 2, fishRow, strings.Replace(fishRow, `billno="F1"`, `billno=""`, 1))}})
	if p, err := v.PullBets(t.Context(), from, to, "hunter:"); err != nil || len(p.Lines) != 1 || len(p.Unreadable) != 1 {
		t.Errorf("fishing: %+v, %v", p, err)
	}
}

func TestWindowsTheVendorWouldRefuseAreNotAsked(t *testing.T) {
	v, s := openTest(t, nil)
	for name, w := range map[string][2]time.Time{
		"too long": {to.Add(-feedWindow - time.Second), to}, "too young": {testTime.Add(-5 * time.Minute), testTime}, "turned round": {to, from}, "nothing": {to, to},
	} {
		if _, err := v.PullBets(t.Context(), w[0], w[1], ""); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	for _, page := range []string{"0", "2/5", "x", "live", "live:0/5", "slots:", "hunter:x", ":"} {
		if _, err := v.PullBets(t.Context(), from, to, page); err == nil {
			t.Errorf("page %q passed", page)
		}
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
	if r := v.FeedRules(); r.PageGap != 15*time.Second || r.MinGap < 5*time.Second || r.MaxWindow+2*time.Second > 10*time.Minute {
		t.Errorf("FeedRules = %+v", r)
	}
}

// FuzzReadPage reads what a stranger's server sends: it may refuse, never fall over.
func FuzzReadPage(f *testing.F) {
	f.Add([]byte(page(1, 1, liveRow)))
	f.Add([]byte(page(1, 1, fishRow)))
	_, p, _ := parsePage("")
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, kind := range lists {
			if out, err := kind.readPage(body, p, wire.Window{From: from, To: to}); err != nil && len(out.Lines) != 0 {
				t.Fatalf("%d lines beside an error", len(out.Lines))
			}
		}
	})
}
