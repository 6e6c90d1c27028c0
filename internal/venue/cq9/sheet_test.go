package cq9

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// The sheet's example: the golden request, its answer in the sheet's envelope,
// and the answer to the same request sent again.
func TestTheSheetsExampleIsReproduced(t *testing.T) {
	const ref = "T20231114000001"
	v, s := openTest(t, map[string][]string{
		"/player/deposit": {
			`{"data":{"balance":100,"currency":"CNY"},"status":{"code":"0","message":"Success","datetime":"2023-11-14T00:00:00-04:00","traceCode":"x"}}`,
			status("9"),
		},
		"/transaction/record/" + ref: {data(`{"mtcode":"` + ref + `","status":"success","amount":100}`)},
	})
	m := venue.Movement{Ref: ref, Account: "test001", Amount: 100 * money.Yuan}
	for range 2 {
		if got, err := v.Credit(t.Context(), m); got != venue.Done || err != nil {
			t.Fatalf("Credit = %v, %v", got, err)
		}
	}
	if len(s.heard()) != 3 {
		t.Fatalf("asked %+v", s.heard())
	}
	for _, q := range s.heard()[:2] {
		if form := q.values.Encode(); q.path != "/gameboy/player/deposit" || form != "account=test001&amount=100.00&mtcode="+ref {
			t.Errorf("asked %s %s", q.path, form)
		}
	}
	if q := s.heard()[2]; q.path != "/gameboy/transaction/record/"+ref {
		t.Errorf("the known reference is looked up at %s", q.path)
	}
}

// TestRequestsAreThoseOfTheSheet goes through every call that the adapter makes:
// verb, path and fields of the sheet's table, with the raw token in the header.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	record := "/transaction/record/" + testRef
	v, s := openTest(t, map[string][]string{
		"/player": {data(`null`)}, "/player/balance/test001": {data(`{"balance":1,"currency":"CNY"}`)}, "/player/deposit": {data(`{}`)},
		"/player/withdraw": {data(`{}`)}, record: {data(`{"status":"success"}`)}, "/player/login": {data(`{"usertoken":"u1"}`)},
		"/player/gamelink": {data(`{"url":"https://games.example/x"}`)}, "/player/lobbylink": {data(`{"url":"https://games.example/l"}`)},
		"/player/logout": {data(`null`)}, "/order/view": {status("8")},
	})
	password := v.password("test001")
	for _, c := range []struct {
		call func() error
		want []string
	}{
		{func() error { return v.EnsurePlayer(t.Context(), "test001") }, []string{"POST /player account=test001&nickname=test001&password=" + password}},
		{func() error { _, err := v.Balance(t.Context(), "test001"); return err }, []string{"GET /player/balance/test001 "}},
		{func() error { _, err := v.Credit(t.Context(), order); return err }, []string{"POST /player/deposit account=test001&amount=100.00&mtcode=" + testRef}},
		{func() error { _, err := v.Debit(t.Context(), order); return err }, []string{"POST /player/withdraw account=test001&amount=100.00&mtcode=" + testRef}},
		{func() error { _, err := v.Lookup(t.Context(), testRef); return err }, []string{"GET " + record + " "}},
		{func() error { return v.Kick(t.Context(), "test001") }, []string{"POST /player/logout account=test001"}},
		{func() error {
			_, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "47001"})
			return err
		}, []string{
			"POST /player/login account=test001&password=" + password,
			"POST /player/gamelink app=N&gamecode=47001&gamehall=cq9&gameplat=WEB&lang=zh-cn&usertoken=u1",
		}},
		{func() error { _, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); return err }, []string{
			"POST /player/login account=test001&password=" + password, "POST /player/lobbylink lang=zh-cn&usertoken=u1",
		}},
		{func() error { _, err := v.PullBets(t.Context(), from, to, ""); return err }, []string{
			"GET /order/view endtime=2023-11-14T18%3A03%3A20.000-04%3A00&page=1&pagesize=1000&starttime=2023-11-14T17%3A43%3A20.000-04%3A00",
		}},
	} {
		before := len(s.heard())
		if err := c.call(); err != nil {
			t.Errorf("%v: %v", c.want, err)
		}
		var got []string
		for _, q := range s.heard()[before:] {
			if q.authorization != testToken {
				t.Errorf("%s: the header is %q", q.path, q.authorization)
			}
			fields := q.query
			if q.method == http.MethodPost {
				fields = q.values.Encode()
			}
			got = append(got, q.method+" "+strings.TrimPrefix(q.path, "/gameboy")+" "+fields)
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("asked %q, want %q", got, c.want)
		}
	}
}

// TestTheCodesOfTheSheetAreKnown holds each code of the sheet's list against what
// it proves about a transfer that the vendor has no record of. After a 2 the player
// is created, which has its own test.
func TestTheCodesOfTheSheetAreKnown(t *testing.T) {
	refused := map[string]venue.Reason{
		"1": venue.Insufficient, "3": venue.Setup, "4": venue.Setup, "5": venue.Other, "7": venue.Setup, "10": venue.Other, "11": venue.Other,
		"12": venue.Setup, "13": venue.Other, "14": venue.Other, "15": venue.Other, "23": venue.Maintenance, "24": venue.Other, "28": venue.Setup,
		"31": venue.Setup, "200": venue.Setup, "201": venue.Setup, "202": venue.Blocked,
	}
	// The sheet is not certain of 29 and 30; the others say that something may have happened.
	unknown := []string{"6", "8", "9", "29", "30", "33", "100"}
	for code := 101; code <= 113; code++ {
		unknown = append(unknown, fmt.Sprint(code))
	}
	ask := func(code string) (venue.Outcome, error) {
		v, _ := openTest(t, map[string][]string{"/player/withdraw": {status(code)}, "/transaction/record/" + testRef: {status("8")}})
		return v.Debit(t.Context(), order)
	}
	for code, reason := range refused {
		got, err := ask(code)
		if refusal, ok := errors.AsType[*venue.Refusal](err); got != venue.Refused || !ok || refusal.Reason != reason {
			t.Errorf("code %s: %v, %v, want %v", code, got, err, reason)
		}
	}
	for _, code := range unknown {
		if got, err := ask(code); got != venue.Unknown || err == nil {
			t.Errorf("code %s: %v, %v", code, got, err)
		}
	}
}

// TestARowOfTheSheetIsRead has every field that the sheet names, and the two
// readings of win.
func TestARowOfTheSheetIsRead(t *testing.T) {
	const row = `{"gamehall":"cq9","gametype":"%s","gameplat":"web","gamecode":"5","account":"test001","round":"%s","balance":990.5,"win":%s,"bet":10,
		"validbet":10,"jackpot":0,"jackpotcontribution":[],"status":"complete","endroundtime":"2023-11-14T17:50:05-04:00","createtime":"2023-11-14T17:50:06-04:00",
		"bettime":"2023-11-14T17:50:01-04:00","detail":[{"freegame":0},{"bonus":0}],"singlerowbet":false,"gamerole":"","bankertype":"","rake":0,"roomfee":0}`
	kinds := []struct {
		kind, win string
		payout    money.Fen
	}{{"slot", "25.5", 2550}, {"fish", "0", 0}, {"arcade", "10", 1000}, {"table", "9.5", 1950}, {"live", "-10", 0}}
	var rows []string
	for _, k := range kinds {
		rows = append(rows, fmt.Sprintf(row, k.kind, k.kind, k.win))
	}
	v, _ := openTest(t, map[string][]string{"/order/view": {page(len(rows), rows...)}})
	p, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(p.Lines) != len(kinds) {
		t.Fatalf("%+v, %v", p, err)
	}
	for i, k := range kinds {
		l := p.Lines[i]
		if l.BetID != k.kind || l.Stake != 10*money.Yuan || l.Payout != k.payout || !l.BetAt.Equal(time.Date(2023, 11, 14, 21, 50, 1, 0, time.UTC)) {
			t.Errorf("%s: %+v", k.kind, l)
		}
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	const userToken = "made-up-user-token"
	paths := []string{
		"/player", "/player/deposit", "/player/withdraw", "/player/balance/test001", "/player/login", "/player/logout", "/order/view",
		"/transaction/record/" + testRef,
	}
	var shown strings.Builder
	for _, answer := range []string{"hang up", status("3"), status("999"), "<html>", data(`{"usertoken":"` + userToken + `"}`), ""} {
		answers := map[string][]string{"/player/gamelink": {"hang up"}, "/player/lobbylink": {data(`{"url":"javascript:` + userToken + `"}`)}}
		for _, path := range paths {
			if answer != "" { // HTTP 418
				answers[path] = []string{answer}
			}
		}
		v, _ := openTest(t, answers)
		v.config.Log = slog.New(slog.NewTextHandler(&shown, nil))
		_, err1 := v.Credit(t.Context(), order)
		_, err2 := v.Debit(t.Context(), order)
		_, err3 := v.Balance(t.Context(), "test001")
		_, err4 := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "47001"})
		_, err5 := v.Launch(t.Context(), venue.Launch{Account: "test001"})
		_, err6 := v.PullBets(t.Context(), from, to, "")
		_, err7 := v.Lookup(t.Context(), testRef)
		fmt.Fprintln(&shown, err1, err2, err3, err4, err5, err6, err7, v.EnsurePlayer(t.Context(), "test001"), v.Kick(t.Context(), "test001"))
	}
	if !strings.Contains(shown.String(), "contract's settings") || !strings.Contains(shown.String(), "/player/gamelink") {
		t.Errorf("the calls did not fail as they should: %s", shown.String())
	}
	v, _ := openTest(t, nil)
	for _, secret := range []string{testToken, testKey, v.password("test001"), userToken, "usertoken="} {
		if strings.Contains(shown.String(), secret) {
			t.Errorf("%q is in %s", secret, shown.String())
		}
	}
}
