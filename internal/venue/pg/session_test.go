package pg

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/fault"
	"hongyun/internal/secret"
	"hongyun/internal/venue"
)

const (
	goodBody    = `{"data":{"player_name":"demo_ming","nickname":"demo_ming","currency":"CNY"},"error":null}`
	invalidBody = `{"data":null,"error":{"code":"1034","message":"refused"}}`
)

// question is what the vendor asks about a session, with some fields changed; nil takes
// one out.
func question(token string, changes map[string][]string) url.Values {
	form := url.Values{"operator_token": {testOperator}, "secret_key": {testSecret}, "operator_player_session": {token}}
	maps.Copy(form, changes)
	return form
}

func body(form url.Values) []byte { return []byte(form.Encode()) }

func TestASessionNamesThePlayerItWasIssuedFor(t *testing.T) {
	v, _ := openTest(t, nil)
	for _, name := range []string{"demo_ming", "demo_hong"} {
		token := v.config.Sessions.Issue(name)
		for range 3 { // the vendor may ask again
			var admitted []string
			got := v.VerifySession(body(question(token, nil)), func(account string) error {
				admitted = append(admitted, account)
				return nil
			})
			if got.Result != venue.SessionGood || string(got.Body) != strings.ReplaceAll(goodBody, "demo_ming", name) || !slices.Equal(admitted, []string{name}) {
				t.Errorf("%s: %d %s, admitted %v", name, got.Result, got.Body, admitted)
			}
		}
	}
}

// The fault of a wrong question decides its answer, and no such question is
// admitted.
func TestAWrongQuestionAboutASessionNamesNobody(t *testing.T) {
	v, _ := openTest(t, nil)
	clock := v.config.Clock.(*calendar.Fixed)
	good := v.config.Sessions.Issue("demo_ming")
	otherVenue := newSessions(t, "s9", clock).Issue("demo_ming")
	otherKey := secret.KeySize
	box, err := secret.NewBox([]byte(strings.Repeat("k", otherKey)))
	if err != nil {
		t.Fatal(err)
	}
	altered := []byte(good)
	altered[len(altered)/2] ^= 1
	for name, c := range map[string]struct {
		form   url.Values
		result venue.SessionResult
		code   string
	}{
		"wrong operator token":    {question(good, map[string][]string{"operator_token": {"x"}}), venue.SessionStranger, "1204"},
		"no operator token":       {question(good, map[string][]string{"operator_token": nil}), venue.SessionStranger, "1204"},
		"operator token twice":    {question(good, map[string][]string{"operator_token": {testOperator, testOperator}}), venue.SessionStranger, "1204"},
		"wrong secret key":        {question(good, map[string][]string{"secret_key": {testSecret + "x"}}), venue.SessionStranger, "1204"},
		"beginning of the key":    {question(good, map[string][]string{"secret_key": {testSecret[:5]}}), venue.SessionStranger, "1204"},
		"no secret key":           {question(good, map[string][]string{"secret_key": nil}), venue.SessionStranger, "1204"},
		"keys turned round":       {question(good, map[string][]string{"operator_token": {testSecret}, "secret_key": {testOperator}}), venue.SessionStranger, "1204"},
		"nothing":                 {url.Values{}, venue.SessionStranger, "1204"},
		"no token":                {question(good, map[string][]string{"operator_player_session": nil}), venue.SessionUnknown, "3001"},
		"empty token":             {question("", nil), venue.SessionUnknown, "3001"},
		"token twice":             {question(good, map[string][]string{"operator_player_session": {good, good}}), venue.SessionUnknown, "3001"},
		"made-up token":           {question("made-up", nil), venue.SessionUnknown, "1034"},
		"name for a token":        {question("demo_ming", nil), venue.SessionUnknown, "1034"},
		"altered token":           {question(string(altered), nil), venue.SessionUnknown, "1034"},
		"half a token":            {question(good[:len(good)/2], nil), venue.SessionUnknown, "1034"},
		"two tokens in one":       {question(good+good, nil), venue.SessionUnknown, "1034"},
		"another venue's token":   {question(otherVenue, nil), venue.SessionUnknown, "1034"},
		"another operator's":      {question(venue.NewSessions(box, "s8", clock).Issue("demo_ming"), nil), venue.SessionUnknown, "1034"},
		"a token without an name": {question(v.config.Sessions.Issue(""), nil), venue.SessionUnknown, "1034"},
	} {
		got := v.VerifySession(body(c.form), func(account string) error {
			t.Errorf("%s: admits %s", name, account)
			return nil
		})
		want := fmt.Sprintf(`{"data":null,"error":{"code":"%s","message":"refused"}}`, c.code)
		if got.Result != c.result || string(got.Body) != want {
			t.Errorf("%s: %d %s, want %d %s", name, got.Result, got.Body, c.result, want)
		}
	}
}

func TestASessionEndsAfterFiveMinutes(t *testing.T) {
	v, _ := openTest(t, nil)
	clock := v.config.Clock.(*calendar.Fixed)
	token := v.config.Sessions.Issue("demo_ming")
	admit := func(string) error { return nil }
	clock.Advance(5*time.Minute - time.Millisecond)
	if got := v.VerifySession(body(question(token, nil)), admit); got.Result != venue.SessionGood {
		t.Errorf("in time: %s", got.Body)
	}
	clock.Advance(time.Millisecond)
	if got := v.VerifySession(body(question(token, nil)), admit); got.Result != venue.SessionUnknown || string(got.Body) != invalidBody {
		t.Errorf("too late: %s", got.Body)
	}
}

func TestAPlayerWhoMayNotPlayIsNotNamed(t *testing.T) {
	v, _ := openTest(t, nil)
	token := v.config.Sessions.Issue("demo_ming")
	for name, c := range map[string]struct {
		err    error
		result venue.SessionResult
		code   string
	}{
		"the venue is closed":       {venue.ErrClosed, venue.SessionRefused, "1034"},
		"the account has no player": {venue.ErrNoOwner, venue.SessionRefused, "1034"},
		"the database is down":      {errors.New("no connection"), venue.SessionFailed, "1200"},
		"the database is busy":      {&fault.Fault{Kind: fault.Unavailable, Code: "x"}, venue.SessionFailed, "1200"},
	} {
		got := v.VerifySession(body(question(token, nil)), func(string) error { return c.err })
		if got.Result != c.result || string(got.Body) != strings.Replace(invalidBody, "1034", c.code, 1) {
			t.Errorf("%s: %d %s", name, got.Result, got.Body)
		}
	}
}
