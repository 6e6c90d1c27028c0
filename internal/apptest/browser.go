package apptest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/google/uuid"

	"hongyun/internal/playerapi"
)

// Browser is one player's browser, or a visitor's.
type Browser struct {
	Name   string
	Ticket string
	Base   string // with or without /common
	Client *http.Client

	h *House
}

// Reply is an answer of the player API.
type Reply struct {
	Status int
	Header http.Header
	Raw    []byte
	Body   map[string]any // nil if it is no JSON object
}

// OK says that the call did what was asked.
func (r Reply) OK() bool { ok, _ := r.Body["IsSuc"].(bool); return r.Status == http.StatusOK && ok }

// Text is a field of the answer as text; a path such as Data.order_sn goes down.
func (r Reply) Text(path string) string {
	var at any = r.Body
	for name := range strings.SplitSeq(path, ".") {
		m, ok := at.(map[string]any)
		if !ok {
			return ""
		}
		at = m[name]
	}
	if at == nil {
		return ""
	}
	return fmt.Sprint(at)
}

// String is the answer for a test's message.
func (r Reply) String() string { return fmt.Sprintf("%d %s", r.Status, r.Raw) }

// Visitor opens a browser that is not logged in.
func (h *House) Visitor() *Browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.t.Fatal(err)
	}
	return &Browser{h: h, Base: h.URL("player") + "/common", Client: &http.Client{Jar: jar}}
}

var phones atomic.Int64

// Register opens a browser, registers a player and is logged in.
func (h *House) Register(name string) *Browser {
	h.t.Helper()
	b := h.Visitor()
	phone := fmt.Sprintf("139%08d", phones.Add(1))
	r := b.Post("/v1/PubInterface/CallRegAction", "PlayerName", name, "password", "secret88", "withdrawpassword", "secret88",
		"tell", phone, "verifyCode", Captcha, "vRand", b.Captcha(), "regDomain", "localhost", "invitePeopleId", "")
	if !r.OK() {
		h.t.Fatalf("register %s: %s", name, r)
	}
	b.Name, b.Ticket = name, r.Text("Ticket")
	return b
}

// Captcha has a captcha drawn and gives its id.
func (b *Browser) Captcha() string {
	b.h.t.Helper()
	vRand := uuid.NewString()
	if r := b.Get("/v1/PubInterface/GetVerificationImage", "vRand", vRand); r.Status != http.StatusOK {
		b.h.t.Fatalf("captcha: %s", r)
	}
	return vRand
}

// Post makes a call with a form of name, value pairs.
func (b *Browser) Post(path string, pairs ...string) Reply {
	b.h.t.Helper()
	return b.Send(b.Request(http.MethodPost, path, form(pairs)))
}

// Get makes a call with a query of name, value pairs.
func (b *Browser) Get(path string, pairs ...string) Reply {
	b.h.t.Helper()
	return b.Send(b.Request(http.MethodGet, path, form(pairs)))
}

func form(pairs []string) string {
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return values.Encode()
}

// Request is a request with everything a right client sends, to be spoiled.
func (b *Browser) Request(method, path, encoded string) *http.Request {
	b.h.t.Helper()
	to, body := b.Base+path, io.Reader(nil)
	if method == http.MethodGet {
		if encoded != "" {
			to += "?" + encoded
		}
	} else {
		body = strings.NewReader(encoded)
	}
	r, err := http.NewRequestWithContext(b.h.t.Context(), method, to, body)
	if err != nil {
		b.h.t.Fatal(err)
	}
	if method != http.MethodGet {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Header.Set("X-Req-Token", playerapi.RequestToken(b.h.Clock.Now().Unix(), path, method, ReqTokenSecret))
	if b.Ticket != "" {
		r.Header.Set("Authorization", b.Ticket)
	}
	return r
}

// Send sends a request and reads the answer.
func (b *Browser) Send(r *http.Request) Reply {
	b.h.t.Helper()
	response, err := b.Client.Do(r)
	if err != nil {
		b.h.t.Fatal(err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		b.h.t.Fatal(err)
	}
	out := Reply{Status: response.StatusCode, Header: response.Header, Raw: raw}
	_ = json.Unmarshal(raw, &out.Body) // a picture is no JSON
	b.asDocumented(r, out)
	return out
}
