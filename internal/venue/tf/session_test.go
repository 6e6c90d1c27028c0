package tf

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/fault"
	"hongyun/internal/secret"
	"hongyun/internal/venue"
)

func question(token string) []byte { return []byte(`{"token":"` + token + `"}`) }

// The sheet's question and answer.
func TestATokenNamesThePlayerItWasIssuedFor(t *testing.T) {
	v, _ := openTest(t, nil)
	for _, name := range []string{"test001", "demo_hong"} {
		token := v.config.Sessions.Issue(name)
		for range 3 { // the vendor may ask again
			var admitted []string
			got := v.VerifySession(question(token), func(account string) error {
				admitted = append(admitted, account)
				return nil
			})
			if got.Result != venue.SessionGood || got.Status != http.StatusOK || string(got.Body) != `{"loginName":"`+name+`"}` || !slices.Equal(admitted, []string{name}) {
				t.Errorf("%s: %d %d %s, admitted %v", name, got.Result, got.Status, got.Body, admitted)
			}
		}
	}
}

// A wrong question is not admitted.
func TestAWrongQuestionAboutATokenNamesNobody(t *testing.T) {
	v, _ := openTest(t, nil)
	clock := v.config.Clock.(*calendar.Fixed)
	good := v.config.Sessions.Issue("demo_ming")
	box, err := secret.NewBox([]byte(strings.Repeat("k", secret.KeySize)))
	if err != nil {
		t.Fatal(err)
	}
	altered := []byte(good)
	altered[len(altered)/2] ^= 1
	for name, body := range map[string][]byte{
		"nothing": nil, "no object": []byte(`"` + good + `"`), "a form": []byte("token=" + good), "no token": []byte("{}"), "empty token": question(""), "a list": []byte(`{"token":["` + good + `"]}`),
		"made-up token": question("made-up"), "name for a token": question("demo_ming"), "altered token": question(string(altered)), "half a token": question(good[:len(good)/2]),
		"another venue's token": question(newSessions(t, "s8", clock).Issue("demo_ming")), "another operator's": question(venue.NewSessions(box, "tf", clock).Issue("demo_ming")),
		"two questions": append(question(good), question(good)...),
	} {
		got := v.VerifySession(body, func(account string) error {
			t.Errorf("%s: asked about %q", name, account)
			return nil
		})
		if got.Result != venue.SessionUnknown || got.Status != http.StatusUnauthorized || strings.Contains(string(got.Body), "loginName") {
			t.Errorf("%s: %d %d %s", name, got.Result, got.Status, got.Body)
		}
	}
	clock.Advance(5 * time.Minute)
	if got := v.VerifySession(question(good), func(string) error { return nil }); got.Result != venue.SessionUnknown {
		t.Errorf("a token that is too old: %d %s", got.Result, got.Body)
	}
}

func TestAPlayerWhoMayNotPlayIsNotNamed(t *testing.T) {
	v, _ := openTest(t, nil)
	token := v.config.Sessions.Issue("demo_ming")
	for _, c := range []struct {
		err    error
		result venue.SessionResult
		status int
	}{
		{fault.New(fault.Denied, "x.stopped", "停"), venue.SessionRefused, http.StatusForbidden},
		{fault.New(fault.Unavailable, "x.later", "稍后"), venue.SessionFailed, http.StatusServiceUnavailable},
		{errors.New("no connection"), venue.SessionFailed, http.StatusServiceUnavailable},
	} {
		got := v.VerifySession(question(token), func(string) error { return c.err })
		if got.Result != c.result || got.Status != c.status || string(got.Body) != `{"detail":"refused"}` {
			t.Errorf("%v: %d %d %s", c.err, got.Result, got.Status, got.Body)
		}
	}
}
