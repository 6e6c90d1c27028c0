package adminapi_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"hongyun/internal/adminapi"
)

// Another site in the same browser must not press our buttons.
func TestCrossSiteRequestsAreRefused(t *testing.T) {
	h := one(t)
	d := sit(t, h, "boss", "owner")
	for _, spoil := range []func(http.Header){
		func(head http.Header) { head.Set("Sec-Fetch-Site", "cross-site") },
		func(head http.Header) { head.Set("Sec-Fetch-Site", "same-site") },
		func(head http.Header) { head.Del("Sec-Fetch-Site"); head.Set("Origin", "https://evil.example") },
		func(head http.Header) { head.Del("Sec-Fetch-Site"); head.Set("Origin", "null") },
	} {
		r := d.request(http.MethodPost, "/books/verify", []byte("{}"))
		spoil(r.Header)
		expect(t, d.send(r), http.StatusForbidden, "code", "admin.cross_site")
	}
	expect(t, d.get("/books"), http.StatusOK, "running", "null")
	r := d.request(http.MethodPost, "/books/verify", []byte("{}"))
	r.Header.Del("Sec-Fetch-Site") // a program of the house, no browser
	expect(t, d.send(r), http.StatusAccepted)
}

// What the server cannot read it refuses, and says what is wrong (trust INP-2).
func TestUnreadableRequestsAreRefused(t *testing.T) {
	h := one(t)
	d := sit(t, h, "boss", "owner")
	const path = "/deposits/none/reject"
	for _, c := range []struct {
		name, method, path, kind, body string
		status                         int
		code                           string
	}{
		{"form", "POST", path, "application/x-www-form-urlencoded", "reason=x", 415, "admin.content_type"},
		{"text", "POST", path, "text/plain", `{"reason":"没有付款"}`, 415, "admin.content_type"},
		{"no type", "POST", path, "", `{"reason":"没有付款"}`, 415, "admin.content_type"},
		{"broken", "POST", path, "application/json", `{"reason":`, 400, "admin.body"},
		{"nothing", "POST", path, "application/json", ``, 400, "admin.body"},
		{"a list", "POST", path, "application/json", `[]`, 400, "admin.body"},
		{"wrong kind of value", "POST", path, "application/json", `{"reason":5}`, 400, "admin.body"},
		{"two bodies", "POST", path, "application/json", `{"reason":"没有付款"}{}`, 400, "admin.body"},
		{"unknown field", "POST", path, "application/json", `{"reason":"没有付款","amount":"1.00"}`, 400, "admin.body"},
		{"large", "POST", path, "application/json", `{"reason":"` + strings.Repeat("x", 65<<10) + `"}`, 413, "admin.too_large"},
		{"no reason", "POST", path, "application/json", `{}`, 400, "staff.reason"},
		{"control characters", "POST", path, "application/json", `{"reason":"ab\u202ecd"}`, 400, "staff.reason"},
		{"charset", "POST", path, "application/json; charset=utf-8", `{"reason":"没有付款"}`, 404, "deposit.not_found"},
		{"method", "PUT", path, "application/json", `{}`, 405, "admin.method"},
		{"get of an action", "GET", path, "", ``, 405, "admin.method"},
		{"post of a list", "POST", "/deposits", "application/json", `{}`, 405, "admin.method"},
		{"unknown path", "GET", "/nothing", "", ``, 404, "admin.no_route"},
		{"under a known path", "GET", "/deposits/none/none", "", ``, 404, "admin.no_route"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := d.request(c.method, c.path, []byte(c.body))
			r.Header.Del("Content-Type")
			if c.kind != "" {
				r.Header.Set("Content-Type", c.kind)
			}
			expect(t, d.send(r), c.status, "code", c.code)
		})
	}
	r := expect(t, d.post(path, nil), http.StatusBadRequest)
	if r.at("fields.reason") == "none" {
		t.Errorf("the field is not named: %s", r)
	}
}

// A filter that is misread would show other rows than were asked for.
func TestBadQueryValuesAreRefused(t *testing.T) {
	h := one(t)
	d := sit(t, h, "boss", "owner")
	bad := map[string][]string{
		"page": {"0", "-1", "x", "1.5", "99999999"}, "size": {"0", "x"}, "from": {"-1", "x", "1e3", "99999999999999999999"}, "to": {"yesterday"},
		"state": {"nonsense"}, "status": {"won"}, "by": {"soul"}, "min": {"1e3", "-1", "１", "1.234"}, "max": {"NaN"},
		"mine": {"yes"}, "frozen": {"2"}, "excluded": {"yes"}, "stuck": {"true"}, "q": {strings.Repeat("x", 201), "a%00b"},
	}
	for _, route := range adminapi.Routes() {
		if route.Method != http.MethodGet {
			continue // a body has tests of its own
		}
		path := inPath.ReplaceAllString(route.Path, "none")
		// A list of what is not there is not found.
		for _, there := range []string{"/venues/ky", "/settings/turnover.weights", "/fund/tasks/1", "/vip/tables/live", "/promotions/34"} {
			path = strings.Replace(path, there[:strings.LastIndex(there, "/")+1]+"none", there, 1)
		}
		for _, name := range route.Query {
			for _, value := range bad[name] {
				if r := d.get(path + "?" + name + "=" + value); r.Status != http.StatusBadRequest || r.at("code") != "admin.input" {
					t.Errorf("%s?%s=%s: %s", path, name, value, r)
				}
			}
			if r := d.get(path + "?" + name + "=1&" + name + "=2"); r.Status != http.StatusBadRequest {
				t.Errorf("%s with two %s: %s", path, name, r)
			}
		}
		if route.Method == http.MethodGet && len(route.Query) > 0 && !strings.HasPrefix(path, "/exports/") { // which know their own views
			asked := map[string]string{"/coins/rates/history": "&network=trc20&direction=deposit", "/settings/turnover.weights/find": "&field=exact"}[path]
			if r := d.get(path + "?size=1000&view=all" + asked); r.Status != http.StatusOK { // brought down to 100; the page's own names are passed over
				t.Errorf("%s: %s", path, r)
			}
		}
	}
}

// A click whose answer was lost on the way is answered again, not done again.
func TestARepeatedRequestHearsTheFirstAnswer(t *testing.T) {
	h := one(t)
	d, other := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
	send := func(d *desk, key, name string) reply {
		r := d.request(http.MethodPost, "/content/ticker", []byte(`{"text":"`+name+`"}`))
		r.Header.Set("Idempotency-Key", key)
		return d.send(r)
	}
	key := uuid.NewString()
	lines := func() int { return len(d.get("/content/ticker").Body["items"].([]any)) }
	before := lines()
	first := expect(t, send(d, key, "zhou"), http.StatusOK)
	again := expect(t, send(d, key, "zhou"), http.StatusOK)
	if string(first.Raw) != string(again.Raw) {
		t.Errorf("other answer:\n%s\n%s", first, again)
	}
	expect(t, send(d, key, "wu"), http.StatusConflict, "code", "admin.key_changed")
	if n := lines() - before; n != 1 {
		t.Errorf("%d lines by one click", n)
	}
	expect(t, send(other, key, "wu"), http.StatusOK) // another person's key is another key
	if n := lines() - before; n != 2 {
		t.Errorf("%d lines by two people", n)
	}
	expect(t, send(d, strings.Repeat("k", 101), "qian"), http.StatusBadRequest)
	expect(t, send(d, uuid.NewString(), strings.Repeat("x", 65<<10)), http.StatusRequestEntityTooLarge)

	// A refusal is not kept: what was wrong may be right now.
	key = uuid.NewString()
	expect(t, send(d, key, ""), http.StatusBadRequest, "code", "content.ticker")
	expect(t, send(d, key, "sun"), http.StatusOK)
}

// A second click that comes before the first is answered hears the same.
func TestTwoClicksAtOnceAreOne(t *testing.T) {
	h := one(t)
	d := sit(t, h, "boss", "owner")
	key := uuid.NewString()
	answers := make([]reply, 6)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			r := d.request(http.MethodPost, "/content/ticker", []byte(`{"text":"zhou"}`))
			r.Header.Set("Idempotency-Key", key)
			answers[i] = d.send(r)
		})
	}
	all.Wait()
	for _, r := range answers {
		if expect(t, r, http.StatusOK); string(r.Raw) != string(answers[0].Raw) {
			t.Errorf("another answer: %s", r)
		}
	}
}
