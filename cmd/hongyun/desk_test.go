package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
)

// answer is what a listener said.
type answer struct {
	status int
	raw    []byte
	body   map[string]any
}

func (a answer) String() string { return fmt.Sprintf("%d %s", a.status, a.raw) }

// at is a field as text; items.0.id goes down. What is not there is "".
func (a answer) at(path string) string {
	var here any = a.body
	for name := range strings.SplitSeq(path, ".") {
		switch v := here.(type) {
		case map[string]any:
			here = v[name]
		case []any:
			i := 0
			if _, err := fmt.Sscan(name, &i); err != nil || i >= len(v) {
				return ""
			}
			here = v[i]
		default:
			return ""
		}
	}
	switch v := here.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(here)
}

func send(t *testing.T, client *http.Client, r *http.Request) answer {
	t.Helper()
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	a := answer{status: response.StatusCode}
	if a.raw, err = io.ReadAll(response.Body); err != nil {
		t.Fatal(err)
	}
	_ = json.Unmarshal(a.raw, &a.body) // a picture is no JSON
	return a
}

// desk is a member of staff at their screen.
type desk struct {
	t      *testing.T
	base   string // of the back office
	client *http.Client
	name   string
	secret string // of the authenticator
	step   int64  // of the last code
}

const deskPassword = "a long enough 1 password"

// enrolled takes an invitation and logs in.
func enrolled(t *testing.T, base, name, link, code string) *desk {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, base: base, name: name, client: &http.Client{Jar: jar, Transport: trusting()}}
	d.secret = d.done("/enrol/open", map[string]any{"link": link, "code": code}).at("totpSecret")
	d.done("/enrol", map[string]any{"link": link, "code": code, "password": deskPassword, "totp": d.code()})
	d.step = 0 // the code of an enrolment is not used up
	d.done("/login", map[string]any{"name": name, "password": deskPassword, "code": d.code()})
	return d
}

// code is one of the authenticator that was not used yet. A server takes those of
// the half minute before and after now, so it seldom has to be waited for.
func (d *desk) code() string {
	d.t.Helper()
	now := func() int64 { return time.Now().Unix() / 30 }
	d.step = max(d.step+1, now()-1)
	for d.step > now()+1 {
		time.Sleep(100 * time.Millisecond)
	}
	text, err := hotp.GenerateCodeCustom(d.secret, uint64(d.step), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
	if err != nil {
		d.t.Fatal(err)
	}
	return text
}

// call makes a call, and shows a fresh code first where it is asked for.
func (d *desk) call(method, path string, body map[string]any) answer {
	d.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		d.t.Fatal(err)
	}
	for {
		r, err := http.NewRequestWithContext(d.t.Context(), method, d.base+"/admin/v1"+path, bytes.NewReader(text))
		if err != nil {
			d.t.Fatal(err)
		}
		if method == http.MethodPost {
			r.Header.Set("Content-Type", "application/json")
		}
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		a := send(d.t, d.client, r)
		if a.at("code") != "staff.step_up" {
			return a
		}
		d.done("/step-up", map[string]any{"code": d.code()})
	}
}

// done makes a call that must succeed.
func (d *desk) done(path string, body map[string]any) answer {
	d.t.Helper()
	if body == nil {
		body = map[string]any{}
	}
	a := d.call(http.MethodPost, path, body)
	if a.status >= 300 {
		d.t.Fatalf("%s: %s: %s", d.name, path, a)
	}
	return a
}

func (d *desk) read(path string) answer {
	d.t.Helper()
	a := d.call(http.MethodGet, path, nil)
	if a.status != http.StatusOK {
		d.t.Fatalf("%s: %s: %s", d.name, path, a)
	}
	return a
}

// together has one person ask and another one agree.
func together(maker, checker *desk, path string, body map[string]any) {
	maker.t.Helper()
	asked := maker.done(path, body)
	if asked.at("status") != "waiting" {
		maker.t.Fatalf("%s was done by one person: %s", path, asked)
	}
	if a := checker.done("/approvals/"+asked.at("approvalId")+"/approve", nil); a.at("state") != "approved" {
		maker.t.Fatalf("%s: %s", path, a)
	}
}

// guest is a player's browser.
type guest struct {
	t            *testing.T
	base, secret string // of the player site, and of its request tokens
	client       *http.Client
	ticket       string
}

func visits(t *testing.T, base, secret string) *guest {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &guest{t: t, base: base, secret: secret, client: &http.Client{Jar: jar, Transport: trusting()}}
}

// call makes a call with a form of name, value pairs.
func (g *guest) call(method, path string, pairs ...string) answer {
	g.t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	to, body := g.base+"/common"+path, io.Reader(nil)
	if method == http.MethodGet {
		to += "?" + form.Encode()
	} else {
		body = strings.NewReader(form.Encode())
	}
	r, err := http.NewRequestWithContext(g.t.Context(), method, to, body)
	if err != nil {
		g.t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Idempotency-Key", uuid.NewString())
	}
	r.Header.Set("X-Req-Token", requestToken(path, method, g.secret))
	if g.ticket != "" {
		r.Header.Set("Authorization", g.ticket)
	}
	return send(g.t, g.client, r)
}

// post makes a call that must succeed.
func (g *guest) post(path string, pairs ...string) answer {
	g.t.Helper()
	a := g.call(http.MethodPost, path, pairs...)
	if ok, _ := a.body["IsSuc"].(bool); a.status != http.StatusOK || !ok {
		g.t.Fatalf("%s: %s", path, a)
	}
	return a
}

// requestToken is what the site's pages send with each call (D-13).
func requestToken(path, method, secret string) string {
	now := strconv.FormatInt(time.Now().Unix(), 10)
	return fmt.Sprintf("%s.%x", now, sha256.Sum256([]byte(strings.Join([]string{now, path, method, secret}, "|"))))
}
