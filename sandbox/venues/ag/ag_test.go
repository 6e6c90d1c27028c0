package ag

import (
	"context"
	"crypto/des" //nolint:gosec // the vendor's
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
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
	vectorAgent  = "DEMO_AGIN"
	vectorDES    = "12345678"
	vectorMD5    = "demoMd5Key12"
	vectorPlain  = "demoPlainKey"
	vectorParams = "UWwGYEGMN3Am8Ya11AGkeuXqoHfdeUVlY+2AGtfEZDzZLeMB262RDLn8DZ3yjMEUKCU2W/Zsnt2MdpvR1rUc3cP96eiy5DonmNK80yYr5pPa5W+lTD3jtNGZvC4mwc3X"
)

// seal is the client's side, for tests only.
func seal(text string) string {
	block, err := des.NewCipher([]byte(vectorDES)) //nolint:gosec // the vendor's
	if err != nil {
		panic(err)
	}
	pad := des.BlockSize - len(text)%des.BlockSize
	open := []byte(text + strings.Repeat(string(rune(pad)), pad))
	for at := 0; at < len(open); at += des.BlockSize {
		block.Encrypt(open[at:], open[at:at+des.BlockSize])
	}
	return base64.StdEncoding.EncodeToString(open)
}

// A server that read the worked vectors of the protocol otherwise would refuse
// a client that is right.
func TestVectorsOfTheProtocolSheet(t *testing.T) {
	const plain = `cagent=DEMO_AGIN/\\/loginname=test001/\\/method=gb/\\/actype=1/\\/password=pw123456/\\/cur=CNY`
	if got, err := decrypt(vectorParams, vectorDES); err != nil || got != plain {
		t.Errorf("decrypt: %q, %v", got, err)
	}
	if got := digest(vectorParams + vectorMD5); got != "29bf5664760877cf780dc6083b40d5eb" {
		t.Errorf("key: %s", got)
	}
	for text, key := range map[string]string{
		`cagent=DEMO_AGIN/\\/loginname=test001/\\/method=lg/\\/actype=1/\\/password=pw123456/\\/oddtype=A/\\/cur=CNY`:                                                          "0b3e7168a5b6605500e365ea54301396",
		`cagent=DEMO_AGIN/\\/method=tc/\\/loginname=test001/\\/billno=DEMO_AGIN1700000000001/\\/type=IN/\\/credit=100.00/\\/actype=1/\\/password=pw123456/\\/cur=CNY`:          "190318c5153e71448a7595ecd39f1ee4",
		`cagent=DEMO_AGIN/\\/loginname=test001/\\/password=pw123456/\\/dm=NO_RETURN/\\/sid=DEMO_AGIN1700000000002/\\/actype=1/\\/lang=1/\\/gameType=6/\\/oddtype=A/\\/cur=CNY`: "916215ed30add45e139875ee857571a4",
	} {
		if got := digest(seal(text) + vectorMD5); got != key {
			t.Errorf("%s: key %s", text, got)
		}
	}
	for _, slashes := range []string{`\`, `\\`, `\\\\`} {
		if got := split("a=1/" + slashes + "/b=2=3"); got["a"] != "1" || got["b"] != "2=3" {
			t.Errorf("%s separates into %v", slashes, got)
		}
	}
	s := &Server{Config: Config{RecordKey: vectorPlain}}
	query := "cagent=DEMO_AGIN&startdate=2023-11-14+10%3A00%3A00&enddate=2023-11-14%2010%3A10%3A00&order=reckontime&by=ASC&page=1&perpage=500"
	if !s.signed(query + "&key=64cd0d3599efbd18fd6ce3df3f5a36f8") {
		t.Error("the record key of the sheet is refused")
	}
	if s.signed(strings.Replace(query, "page=1", "page=2", 1) + "&key=64cd0d3599efbd18fd6ce3df3f5a36f8") {
		t.Error("a key for another question passes")
	}
}

// rig is a venue on a temp file, with a fixed clock.
type rig struct {
	*Server
	t    *testing.T
	http *httptest.Server
	at   *calendar.Fixed
	last int
}

func newRig(t *testing.T) *rig {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 21, 12, 0, 0, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	s := New(Config{
		Code: "ag", Agent: vectorAgent, DESKey: vectorDES, MD5Key: vectorMD5, RecordKey: vectorPlain, Credit: 1_000_000 * money.Yuan,
		Fishing: func(game string) bool { return strings.HasPrefix(game, "fish") },
		Place:   func(b books.Bet) Place { return Place{"T1", "T1-7", b.Detail, ""} },
		Scene:   func(b books.Bet) Scene { return Scene{b.Game + "-deep", "5.00"} },
		BaseURL: func() string { return "http://sandbox" }, Clock: at, Log: slog.New(slog.DiscardHandler), Books: kept,
		Faults: faults.NewBox("venue:ag"), Stop: make(chan struct{}),
	})
	r := &rig{Server: s, t: t, http: httptest.NewServer(s.Handler("/venues/ag")), at: at}
	t.Cleanup(func() {
		r.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return r
}

// get asks an address; "torn" where no answer came that could be read.
func (r *rig) get(address, agent string, into any) string {
	r.t.Helper()
	ask, err := http.NewRequest(http.MethodGet, r.http.URL+"/venues/ag"+address, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	ask.Header.Set("User-Agent", agent)
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		return "torn"
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK || xml.Unmarshal(text, into) != nil {
		return "torn"
	}
	return ""
}

// do calls a method with fields beside the agent and the account.
func (r *rig) do(method string, pairs ...string) string {
	r.t.Helper()
	text := `cagent=` + vectorAgent + `/\\/method=` + method + `/\\/actype=1/\\/cur=CNY`
	for i := 0; i < len(pairs); i += 2 {
		text += `/\\/` + pairs[i] + "=" + pairs[i+1]
	}
	params := seal(text)
	var got struct {
		Info string `xml:"info,attr"`
	}
	q := url.Values{"params": {params}, "key": {digest(params + vectorMD5)}}
	if torn := r.get("/doBusiness.do?"+q.Encode(), "WEB_LIB_GI_"+vectorAgent, &got); torn != "" {
		return torn
	}
	return got.Info
}

func (r *rig) bill() string {
	r.last++
	return fmt.Sprintf("%s%013d", vectorAgent, r.last)
}

func (r *rig) seat(name string) {
	r.t.Helper()
	if info := r.do("lg", "loginname", name, "password", "pw1", "oddtype", "A"); info != infoOK {
		r.t.Fatalf("lg: %s", info)
	}
}

// move makes both steps of a transfer and gives their answers.
func (r *rig) move(bill, name, way, credit string) (tc, tcc string) {
	r.t.Helper()
	pairs := []string{"loginname", name, "password", "pw1", "billno", bill, "type", way, "credit", credit}
	if tc = r.do("tc", pairs...); tc != infoOK {
		return tc, ""
	}
	return tc, r.do("tcc", append(pairs, "flag", "1")...)
}

func (r *rig) balance(name string) string {
	return r.do("gb", "loginname", name, "password", "pw1")
}

func (r *rig) want(what, got, want string) {
	r.t.Helper()
	if got != want {
		r.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func TestOnlyTheAgentIsAnswered(t *testing.T) {
	r := newRig(t)
	params := seal(`cagent=DEMO_AGIN/\\/method=gb/\\/loginname=ming/\\/password=pw1`)
	var got struct {
		Info string `xml:"info,attr"`
	}
	q := url.Values{"params": {params}, "key": {digest(params + vectorMD5)}}
	r.get("/doBusiness.do?"+q.Encode(), "curl", &got)
	r.want("another program", got.Info, infoError)
	r.get("/doBusiness.do?"+url.Values{"params": {params}, "key": {"0"}}.Encode(), "WEB_LIB_GI_"+vectorAgent, &got)
	r.want("a wrong key", got.Info, infoKey)
	r.get("/doBusiness.do?"+url.Values{"params": {"AAAA"}, "key": {digest("AAAA" + vectorMD5)}}.Encode(), "WEB_LIB_GI_"+vectorAgent, &got)
	r.want("nonsense", got.Info, infoKey)
	r.want("a method nobody knows", r.do("zz"), infoError)
}

func TestATransferTakesTwoSteps(t *testing.T) {
	r := newRig(t)
	r.want("a stranger", r.do("tc", "loginname", "ming", "password", "pw1", "billno", r.bill(), "type", "IN", "credit", "1.00"), infoNoAccount)
	r.seat("ming")
	r.seat("ming") // again: it is there
	r.want("another password", r.do("lg", "loginname", "Ming", "password", "pw2"), infoError)
	for _, credit := range []string{"0.00", "-1.00", "1", "1.001", "x"} {
		r.want("credit "+credit, r.do("tc", "loginname", "ming", "password", "pw1", "billno", r.bill(), "type", "IN", "credit", credit), infoAmount)
	}
	bill := r.bill()
	pairs := []string{"loginname", "ming", "password", "pw1", "billno", bill, "type", "IN", "credit", "100.00"}
	r.want("tcc before tc", r.do("tcc", append(pairs, "flag", "1")...), infoFailed)
	r.want("tc", r.do("tc", pairs...), infoOK)
	r.want("moves nothing", r.balance("ming"), "0.00")
	r.want("qos of the first half", r.do("qos", "billno", bill), infoFailed)
	r.want("tc again", r.do("tc", pairs...), infoDuplicate)
	r.want("tcc of another amount", r.do("tcc", "loginname", "ming", "password", "pw1", "billno", bill, "type", "IN", "credit", "999.00", "flag", "1"), infoFailed)
	r.want("tcc", r.do("tcc", append(pairs, "flag", "1")...), infoOK)
	r.want("tcc again", r.do("tcc", append(pairs, "flag", "1")...), infoOK)
	r.want("moves once", r.balance("ming"), "100.00")
	r.want("qos", r.do("qos", "billno", bill), infoOK)

	cancelled := r.bill()
	pairs[5] = cancelled
	r.want("tc", r.do("tc", pairs...), infoOK)
	r.want("cancel", r.do("tcc", append(pairs, "flag", "0")...), infoOK)
	r.want("confirm what was cancelled", r.do("tcc", append(pairs, "flag", "1")...), infoFailed)
	r.want("qos of a cancelled one", r.do("qos", "billno", cancelled), infoFailed)
	tc, _ := r.move(r.bill(), "ming", "OUT", "100.01")
	r.want("more than there is", tc, infoNoCredit)
	_, tcc := r.move(r.bill(), "ming", "OUT", "40.00")
	r.want("out", tcc, infoOK)
	r.want("the rest", r.balance("ming"), "60.00")
}

// The fault matrix of the second step of a deposit of 100.
func TestFaultsOfATransfer(t *testing.T) {
	for _, c := range []struct {
		kind             faults.Kind
		info, balance    string
		status, laterOne string
	}{
		{faults.DropRequest, "torn", "0.00", "1", "1"},
		{faults.DropResponse, "torn", "100.00", "0", "0"},
		{faults.CommitThen500, "torn", "100.00", "0", "0"},
		{faults.Delay, "0", "100.00", "0", "0"},
		{faults.Refuse, "error", "0.00", "1", "1"},
		{faults.NotFoundFlap, "torn", "100.00", "1", "0"},
		{faults.Duplicate, "0", "100.00", "0", "0"},
		{faults.Maintenance, "torn", "0.00", "1", "1"},
		{faults.PlayerInGame, "0", "100.00", "0", "0"},
		{faults.Processing, "network_error", "100.00", "network_error", "0"},
		{faults.WrongAmount, "network_error", "99.99", "0", "0"},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			r := newRig(t)
			r.seat("ming")
			if err := r.Faults.Set(faults.Fault{Target: "venue:ag", Call: faults.TransferIn, Kind: c.kind, Times: 1, DelayMs: 300}); err != nil {
				t.Fatal(err)
			}
			bill := r.bill()
			_, tcc := r.move(bill, "ming", "IN", "100.00")
			r.want("tcc", tcc, c.info)
			r.want("qos", r.do("qos", "billno", bill), c.status)
			if c.status != c.laterOne {
				time.Sleep(320 * time.Millisecond)
			}
			r.want("qos later", r.do("qos", "billno", bill), c.laterOne)
			r.want("balance", r.balance("ming"), c.balance)
		})
	}
}

func TestALaunchLetsInOnce(t *testing.T) {
	r := newRig(t)
	r.seat("Ming")
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	open := func(sid, gameType, password string) (int, *url.URL) {
		t.Helper()
		params := seal(`cagent=DEMO_AGIN/\\/loginname=Ming/\\/password=` + password + `/\\/dm=site.example/\\/sid=` + sid +
			`/\\/actype=1/\\/lang=1/\\/gameType=` + gameType + `/\\/oddtype=A/\\/cur=CNY`)
		answer, err := client.Get(r.http.URL + "/venues/ag/forwardGame.do?" + url.Values{"params": {params}, "key": {digest(params + vectorMD5)}}.Encode())
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
	sid := r.bill()
	status, to := open(sid, "6", "pw1")
	if status != http.StatusSeeOther || to.Path != "/play/enter" || to.Query().Get("back") != "https://site.example" {
		t.Fatalf("%d %v", status, to)
	}
	session, err := r.Books.Enter(t.Context(), to.Query().Get("token"), books.Session{Token: "s", ExpiresAt: r.at.Now().Add(time.Hour)}, r.at.Now())
	if err != nil || session.Player != "ming" || session.Game != FishLobby {
		t.Errorf("session %+v: %v", session, err)
	}
	if status, _ := open(sid, "0", "pw1"); status != http.StatusForbidden {
		t.Errorf("the same sid again: %d", status)
	}
	if status, _ := open(r.bill(), "0", "pw2"); status != http.StatusForbidden {
		t.Errorf("a wrong password: %d", status)
	}
}

func TestRecordsOfTheWindow(t *testing.T) {
	r := newRig(t)
	now := r.at.Now()
	put := func(id, game, spot string, stake, payout money.Fen, status books.BetStatus, at time.Time) {
		t.Helper()
		b := books.Bet{
			Venue: "ag", ID: id, Player: "Ming", Game: game, Detail: spot, Stake: stake, Valid: stake, Payout: payout, Status: status, PlacedAt: at, SettledAt: at,
		}
		if _, err := r.Books.PutBet(t.Context(), b, true); err != nil {
			t.Fatal(err)
		}
	}
	put("b1", "BAC", "banker", 1000, 1950, books.BetSettled, now.Add(-time.Minute))
	put("b2", "BAC", "tie", 1000, 0, books.BetSettled, now.Add(-time.Minute))
	put("b3", "DT", "tiger", 1000, 0, books.BetVoid, now.Add(-time.Minute))
	put("b4", "BAC", "tie", 1000, 0, books.BetOpen, now.Add(-time.Minute))
	put("f1", "fish1", "", 5000, 4000, books.BetSettled, now.Add(-time.Minute))
	type row struct {
		BillNo  string `xml:"billNo,attr"`
		Billno  string `xml:"billno,attr"`
		Net     string `xml:"netAmount,attr"`
		Valid   string `xml:"validBetAmount,attr"`
		Play    string `xml:"playType,attr"`
		Round   string `xml:"gameCode,attr"`
		Time    string `xml:"recalcuTime,attr"`
		Cost    string `xml:"totalbulletcost,attr"`
		Earn    string `xml:"totalfishcost,attr"`
		Room    string `xml:"roomid,attr"`
		BetX    string `xml:"betx,attr"`
		BillAt  int64  `xml:"billtime,attr"`
		Player  string `xml:"playName,attr"`
		Fisher  string `xml:"username,attr"`
		Flagged string `xml:"flag,attr"`
	}
	pull := func(path, from, to, page string) (info string, total int, rows []row) {
		t.Helper()
		values := []string{vectorAgent, from, to, "reckontime", "ASC", page, "2"}
		q := "cagent=" + vectorAgent + "&startdate=" + url.QueryEscape(from) + "&enddate=" + url.QueryEscape(to) +
			"&order=reckontime&by=ASC&page=" + page + "&perpage=2&key=" + digest(strings.Join(values, "")+vectorPlain)
		var got struct {
			Info  string `xml:"info"`
			Total int    `xml:"addition>total"`
			Rows  []row  `xml:"row"`
		}
		if torn := r.get(path+"?"+q, "any", &got); torn != "" {
			return torn, 0, nil
		}
		return got.Info, got.Total, got.Rows
	}
	at := func(t time.Time) string { return t.In(zone).Format(stampForm) }
	var seen []string
	for _, page := range []string{"1", "2"} {
		info, total, rows := pull("/getorders.xml", at(now.Add(-5*time.Minute)), at(now), page)
		if info != infoOK || total != 3 {
			t.Errorf("page %s: %s, %d", page, info, total)
		}
		for _, o := range rows {
			seen = append(seen, strings.Join([]string{o.BillNo, o.Player, o.Net, o.Valid, o.Play, o.Round, o.Time, o.Flagged}, " "))
		}
	}
	if got, want := strings.Join(seen, "\n"), "b1 Ming 9.50 10.00 banker T1-7 2026-11-20 23:59:00 1\n"+
		"b2 Ming -10.00 10.00 tie T1-7 2026-11-20 23:59:00 1\nb3 Ming 0.00 0.00 tiger T1-7 2026-11-20 23:59:00 1"; got != want {
		t.Errorf("rows:\n%s\nwant:\n%s", got, want)
	}
	unix := func(t time.Time) string { return fmt.Sprint(t.Unix()) }
	info, total, rows := pull("/gethunterscene.xml", unix(now.Add(-5*time.Minute)), unix(now), "1")
	if info != infoOK || total != 1 || len(rows) != 1 || rows[0].Billno != "f1" || rows[0].Cost != "50.00" || rows[0].Earn != "40.00" || rows[0].Fisher != "Ming" ||
		rows[0].Room != "fish1-deep" || rows[0].BetX != "5.00" {
		t.Errorf("scenes: %s %d %+v", info, total, rows)
	}
	if info, _, _ := pull("/getorders.xml", at(now.Add(-11*time.Minute)), at(now), "1"); info != infoError {
		t.Errorf("too long a window: %s", info)
	}
	if info, total, _ := pull("/getslotorders_ex.xml", at(now.Add(-time.Minute)), at(now), "1"); info != infoOK || total != 0 {
		t.Errorf("no slots: %s %d", info, total)
	}
	r.PullGap = time.Hour
	if info, _, _ := pull("/getorders.xml", at(now.Add(-time.Minute)), at(now), "1"); info != infoNetwork {
		t.Errorf("too soon: %s", info)
	}
}
