package bbin_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/bbin"
)

// vendor answers with what the test says and keeps what it was asked.
type vendor struct {
	*bbin.Venue
	clock  *calendar.Fixed
	asked  []string // path and parameters in the order of their names, without the key
	keys   []string
	answer map[string]string // by method
}

const servicePath = "/app/WebService/JSON/display.php/"

func newVendor(t *testing.T) *vendor {
	t.Helper()
	v := &vendor{
		// The vendor's date is 14 November.
		clock:  calendar.NewFixed(time.Date(2023, 11, 15, 11, 59, 59, 0, calendar.Beijing)),
		answer: map[string]string{},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.ParseForm()
		v.keys = append(v.keys, r.Form.Get("key"))
		r.Form.Del("key")
		method := strings.TrimPrefix(r.URL.Path, servicePath)
		v.asked = append(v.asked, r.Method+" "+method+" "+r.Form.Encode())
		_, _ = w.Write([]byte(v.answer[method]))
	}))
	t.Cleanup(server.Close)
	keys := map[string]bbin.Key{}
	for _, m := range bbin.Methods {
		keys[m] = bbin.Key{Secret: "demoKeyB", Before: 7, After: 1}
	}
	var err error
	v.Venue, err = bbin.New(bbin.Config{
		Code: "bbin", PlatformID: 3, BaseURL: server.URL, LaunchURL: "https://games.example", Website: "demosite", Upper: "dtop", Keys: keys, Clock: v.clock, Timeout: time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

var keyShape = regexp.MustCompile(`^[a-z0-9]{7}([0-9a-f]{32})[a-z0-9]$`)

func digestOf(t *testing.T, key string) string {
	t.Helper()
	m := keyShape.FindStringSubmatch(key)
	if m == nil {
		t.Fatalf("key %q", key)
	}
	return m[1]
}

// The vectors of the fact sheet.
func TestKeysFollowTheVectors(t *testing.T) {
	v := newVendor(t)
	v.answer["CreateMember"] = `{"result":true,"data":{"Code":"21100"}}`
	v.answer["Transfer"] = `{"result":true,"data":{"Code":"11100"}}`
	v.answer["CheckTransfer"] = `{"result":true,"data":{"Status":1}}`
	err1 := v.EnsurePlayer(t.Context(), "test001")
	_, err2 := v.Credit(t.Context(), venue.Movement{Ref: "1700000000001", Account: "test001", Amount: 100})
	_, err3 := v.Lookup(t.Context(), "1700000000001")
	if err1 != nil || err2 != nil || err3 != nil {
		t.Fatal(err1, err2, err3)
	}
	for i, want := range []string{"6d77efcafa1a5f624978bb3931bd283f", "6de11ae0646efbddfb9e8210e19a1763", "9ca4ad4638e96de2c3f5e9e3b5fb13ce"} {
		if got := digestOf(t, v.keys[i]); got != want {
			t.Errorf("%s: %s, want %s", v.asked[i], got, want)
		}
	}
}

// The vendor's day begins at noon in China, in summer as in winter.
func TestTheDateOfAKeyChangesAtNoonInChina(t *testing.T) {
	v := newVendor(t)
	v.answer["CreateMember"] = `{"result":true,"data":{"Code":"21100"}}`
	for _, day := range []time.Time{time.Date(2023, 1, 15, 12, 0, 0, 0, calendar.Beijing), time.Date(2023, 7, 15, 12, 0, 0, 0, calendar.Beijing)} {
		v.keys = nil
		for _, at := range []time.Time{day.Add(-12 * time.Hour), day.Add(-time.Second), day, day.Add(12*time.Hour - time.Second)} {
			v.clock.Set(at)
			if err := v.EnsurePlayer(t.Context(), "test001"); err != nil {
				t.Fatal(err)
			}
		}
		one, two, three, four := digestOf(t, v.keys[0]), digestOf(t, v.keys[1]), digestOf(t, v.keys[2]), digestOf(t, v.keys[3])
		if one != two || two == three || three != four {
			t.Errorf("keys around %v: %v", day, v.keys)
		}
	}
}

func TestRequestsAreTheVendors(t *testing.T) {
	v := newVendor(t)
	v.answer = map[string]string{
		"CreateMember":    `{"result":false,"data":{"Code":"21001"}}`,
		"CheckUsrBalance": `{"result":true,"data":[{"LoginName":"test001","Currency":"RMB","Balance":12.349,"TotalBalance":12.349}]}`,
		"Transfer":        `{"result":true,"data":{"Code":"11100"}}`,
		"CheckTransfer":   `{"result":true,"data":{"TransID":"1700000000001","Status":"1"}}`,
		"Logout":          `{"result":true,"data":{"Code":"99999"}}`,
		"BetRecord":       `{"result":true,"data":[],"pagination":{"Page":1,"PageLimit":500,"TotalNumber":"0","TotalPage":0}}`,
	}
	ctx := t.Context()
	m := venue.Movement{Ref: "1700000000001", Account: "test001", Amount: 123456}
	err1 := v.EnsurePlayer(ctx, "test001")
	in, err2 := v.Credit(ctx, m)
	out, err3 := v.Debit(ctx, m)
	a, err4 := v.Lookup(ctx, m.Ref)
	balance, err5 := v.Balance(ctx, "test001")
	err6 := v.Kick(ctx, "test001")
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil || err5 != nil || err6 != nil || in != venue.Done || out != venue.Done || a.Outcome != venue.Done || balance != 1234 {
		t.Error(err1, err2, err3, err4, err5, err6, in, out, a, balance)
	}
	to := v.clock.Now().Add(-10 * time.Minute).Truncate(time.Minute)
	if _, err := v.PullBets(ctx, to.Add(-time.Minute), to, ""); err != nil {
		t.Error(err)
	}
	want := []string{
		"POST CreateMember uppername=dtop&username=test001&website=demosite",
		"POST Transfer action=IN&remit=1234.56&remitno=1700000000001&uppername=dtop&username=test001&website=demosite",
		"POST Transfer action=OUT&remit=1234.56&remitno=1700000000001&uppername=dtop&username=test001&website=demosite",
		"POST CheckTransfer transid=1700000000001&website=demosite",
		"POST CheckUsrBalance uppername=dtop&username=test001&website=demosite",
		"POST Logout uppername=dtop&username=test001&website=demosite",
		"POST BetRecord endtime=23%3A49%3A00&gamekind=3&page=1&pagelimit=500&rounddate=2023-11-14&starttime=23%3A48%3A00&uppername=dtop&website=demosite",
	}
	if fmt.Sprint(v.asked) != fmt.Sprint(want) {
		t.Errorf("asked\n%s\nwant\n%s", strings.Join(v.asked, "\n"), strings.Join(want, "\n"))
	}
}

func TestLaunchAddressNamesTheLobbyOrTheTable(t *testing.T) {
	v := newVendor(t)
	v.answer["CreateMember"] = `{"result":true,"data":{"Code":"21100"}}`
	for game, want := range map[string]string{
		"": "Login live", "0": "Login live", "live": "Login live", "ball": "Login ball", "Ltlottery": "Login Ltlottery", "3001": "PlayGame 3001",
	} {
		address, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: game})
		u, bad := url.Parse(address)
		if err != nil || bad != nil || u.Host != "games.example" {
			t.Fatal(address, err, bad)
		}
		q := u.Query()
		if got := strings.TrimPrefix(u.Path, servicePath) + " " + q.Get("page_site") + q.Get("gametype"); got != want {
			t.Errorf("%q opens %s, want %s", game, got, want)
		}
		if digestOf(t, q.Get("key")) != "6d77efcafa1a5f624978bb3931bd283f" {
			t.Errorf("key %q", q.Get("key"))
		}
	}
}

// An answer that is not the vendor's clear no decides nothing (TRF-07).
func TestOnlyAClearNoOfAnAbsentOrderIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		transfer, check string
		want            venue.Outcome
		reason          venue.Reason
	}{
		"yes":                        {`{"result":true,"data":{"Code":"11100"}}`, ``, venue.Done, 0},
		"too little":                 {`{"result":false,"data":{"Code":"10002"}}`, `{"result":true,"data":{"Status":-1}}`, venue.Refused, venue.Insufficient},
		"too little, and it is done": {`{"result":false,"data":{"Code":"10002"}}`, `{"result":true,"data":{"Status":1}}`, venue.Done, 0},
		"known and done":             {`{"result":false,"data":{"Code":"10011"}}`, `{"result":true,"data":{"Status":1}}`, venue.Done, 0},
		"known and failed":           {`{"result":false,"data":{"Code":"10011"}}`, `{"result":true,"data":{"Status":-1}}`, venue.Unknown, 0},
		"busy":                       {`{"result":false,"data":{"Code":"44003"}}`, `{"result":true,"data":{"Status":-1}}`, venue.Unknown, 0},
		"a yes of another code":      {`{"result":true,"data":{"Code":"10002"}}`, `{"result":true,"data":{"Status":-1}}`, venue.Unknown, 0},
		"a code of no source":        {`{"result":false,"data":{"Code":"12345"}}`, `{"result":true,"data":{"Status":-1}}`, venue.Unknown, 0},
		"under way":                  {`{"result":false,"data":{"Code":"10002"}}`, `{"result":true,"data":{"Status":0}}`, venue.Unknown, 0},
		"no answer to the question":  {`{"result":false,"data":{"Code":"10002"}}`, `{"result":false,"data":{"Code":"44003"}}`, venue.Unknown, 0},
		"not its form":               {`{"data":{"Code":"11100"}}`, `{"result":true,"data":{"Status":1}}`, venue.Unknown, 0},
	} {
		v := newVendor(t)
		v.answer["Transfer"], v.answer["CheckTransfer"] = c.transfer, c.check
		got, err := v.Debit(t.Context(), venue.Movement{Ref: "1700000000001", Account: "test001", Amount: money.Yuan})
		refusal, _ := err.(*venue.Refusal) //nolint:errorlint // Debit returns it bare
		if got != c.want || (got == venue.Refused && (refusal == nil || refusal.Reason != c.reason)) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestARowThatCannotBeReadKeepsNoOtherOut(t *testing.T) {
	v := newVendor(t)
	v.answer["BetRecord"] = `{"result":true,"pagination":{"Page":1,"PageLimit":500,"TotalNumber":"6","TotalPage":1},"data":[
		{"WagersID":"1","UserName":"test001","WagersDate":"2023-11-14 23:40:00","ModifiedDate":"2023-11-14 23:48:10","GameType":"3001","BetAmount":"10.00","Commissionable":"9.50","Payoff":"9.495","ResultType":"","Result":"1,5","Currency":"RMB"},
		{"WagersID":"2","UserName":"test001","WagersDate":"2023-11-14 23:48:20","GameType":"3001","BetAmount":10,"Commissionable":0,"Payoff":0,"Result":"0"},
		{"WagersID":"3","UserName":"test001","WagersDate":"2023-11-14 23:48:30","GameType":"3001","BetAmount":10,"Commissionable":0,"Payoff":0,"ResultType":"-1"},
		{"WagersID":"4","UserName":"test001","WagersDate":"2023-11-14 23:48:40","GameType":"3001","BetAmount":10,"Commissionable":10,"Payoff":"-10.00","ResultType":"7"},
		{"WagersID":"5","UserName":"test001","WagersDate":"yesterday","GameType":"3001","BetAmount":10,"Payoff":0,"ResultType":""},
		{"WagersID":"6","UserName":"test001","WagersDate":"2023-11-14 23:48:50","GameType":"3001","BetAmount":10,"Payoff":0,"ResultType":"","Currency":"USD"}]}`
	to := v.clock.Now().Add(-10 * time.Minute).Truncate(time.Minute)
	p, err := v.PullBets(t.Context(), to.Add(-time.Minute), to, "")
	if err != nil || len(p.Lines) != 3 || len(p.Unreadable) != 3 || p.Next != "1:" {
		t.Fatalf("%+v, %v", p, err)
	}
	if l := p.Lines[0]; l.Stake != 1000 || l.Valid != 950 || l.Payout != 1950 || l.Status != venue.BetSettled || !l.BetAt.Equal(time.Date(2023, 11, 15, 3, 40, 0, 0, time.UTC)) {
		t.Errorf("%+v", l)
	}
	if l := p.Lines[1]; l.Status != venue.BetOpen || !l.SettledAt.IsZero() {
		t.Errorf("%+v", l)
	}
	if l := p.Lines[2]; l.Status != venue.BetVoid || l.Payout != l.Stake {
		t.Errorf("%+v", l)
	}
	for i, id := range []string{"4", "5", "6"} {
		if u := p.Unreadable[i]; u.BetID != id || u.Why == "" {
			t.Errorf("%+v", u)
		}
	}
}

// A page that does not tell how many rows there are cannot be proved whole.
func TestAPageWithoutAWholeCountFails(t *testing.T) {
	for _, answer := range []string{
		`{"result":true,"data":[]}`, `{"result":true,"data":[],"pagination":{"Page":1}}`, `{"result":true,"data":[],"pagination":{"Page":1,"TotalNumber":3}}`,
		`{"result":true,"data":{},"pagination":{"Page":1,"TotalNumber":0}}`, `{"result":true,"data":[],"pagination":{"Page":2,"TotalNumber":501}}`,
	} {
		v := newVendor(t)
		v.answer["BetRecord"] = answer
		to := v.clock.Now().Add(-10 * time.Minute)
		if p, err := v.PullBets(t.Context(), to.Add(-time.Minute), to, ""); err == nil {
			t.Errorf("%s passed as %+v", answer, p)
		}
	}
}

func TestReferencesNeverRepeat(t *testing.T) {
	v := newVendor(t)
	seen := map[string]bool{}
	for range 10_000 {
		ref := v.NewRef("test001", v.clock.Now())
		if seen[ref] || len(ref) != 19 {
			t.Fatalf("reference %q", ref)
		}
		seen[ref] = true
	}
}
