package crash

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/pquerna/otp/totp"

	"hongyun/internal/playerapi"
	"hongyun/internal/playerapi/route"
)

// outsider is every client of these tests. Each request has a connection of its
// own: on a kept one the library would repeat a lost request by itself.
var outsider = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 20 * time.Second}

// reply is an answer of one of the house's listeners.
type reply struct {
	status int
	raw    []byte
	body   map[string]any
}

func (r reply) String() string { return fmt.Sprintf("%d %s", r.status, r.raw) }

// ok says that a call of the player API did what was asked.
func (r reply) ok() bool { done, _ := r.body["IsSuc"].(bool); return r.status == http.StatusOK && done }

// text is a field; Data.order_sn goes down.
func (r reply) text(path string) string {
	var at any = r.body
	for name := range strings.SplitSeq(path, ".") {
		m, _ := at.(map[string]any)
		at = m[name]
	}
	if at == nil {
		return ""
	}
	return fmt.Sprint(at)
}

func send(r *http.Request) (reply, error) {
	response, err := outsider.Do(r)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	out := reply{status: response.StatusCode}
	if out.raw, err = io.ReadAll(response.Body); err != nil {
		return reply{}, err
	}
	_ = json.Unmarshal(out.raw, &out.body)
	return out, nil
}

// call makes a call of the player API for a player, under a key of the client's
// own choice. An error means that nobody knows what happened.
func (n *node) call(who person, key, path string, pairs ...string) (reply, error) {
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	r, err := http.NewRequest(http.MethodPost, "http://"+n.player+"/common"+path, strings.NewReader(form.Encode()))
	if err != nil {
		return reply{}, err
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Req-Token", playerapi.RequestToken(n.h.clock.Now().Unix(), path, http.MethodPost, reqSecret))
	r.Header.Set("Authorization", who.ticket)
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	r.AddCookie(&http.Cookie{Name: strings.TrimPrefix(route.DeviceCookie, "__Host-"), Value: who.device})
	return send(r)
}

func (n *node) transfer(who person, key, direction string, yuan int) (reply, error) {
	kind := "1"
	if direction == "out" {
		kind = "2"
	}
	return n.call(who, key, "/v1/Do/CallPlatformTranscationAction", "playerName", who.id, "platformId", "26", "transactionType", kind, "amount", fmt.Sprint(yuan))
}

func (n *node) deposit(who person, key string, yuan int) (reply, error) {
	return n.call(who, key, "/v1/Do/CallDepositPay", "payment_id", "2", "amount", fmt.Sprint(yuan), "device_id", "1")
}

func (n *node) withdraw(who person, key string, yuan int) (reply, error) {
	return n.call(who, key, "/v1/Do/CallWithdrawAction", "playerName", who.id, "playerBankId", fmt.Sprint(who.card), "withdrawAmount", fmt.Sprint(yuan))
}

// desk is where a member of staff works; a session outlives the nodes.
type desk struct {
	clerk
	mu     sync.Mutex
	cookie string
}

// act takes a step in the back office, after logging in where that is needed.
func (n *node) act(d *desk, path string, body map[string]any) (reply, error) {
	d.mu.Lock()
	cookie := d.cookie
	d.mu.Unlock()
	if cookie != "" {
		r, err := n.post(cookie, path, body)
		if err != nil || r.status != http.StatusUnauthorized {
			return r, err
		}
	}
	if err := n.logIn(d); err != nil {
		return reply{}, err
	}
	return n.post(d.cookie, path, body)
}

func (n *node) logIn(d *desk) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := n.h.clock.advance(31 * time.Second); err != nil { // a code serves once
		return err
	}
	code, err := totp.GenerateCode(d.secret, n.h.clock.Now())
	if err != nil {
		return err
	}
	text, err := json.Marshal(map[string]string{"name": d.name, "password": d.password, "code": code})
	if err != nil {
		return err
	}
	r, err := outsider.Do(n.office("", "/login", text))
	if err != nil {
		return err
	}
	defer r.Body.Close()
	for _, c := range r.Cookies() {
		if c.Name == "hongyun_staff" {
			d.cookie = c.Value
			return nil
		}
	}
	raw, _ := io.ReadAll(r.Body)
	return fmt.Errorf("login of %s: %s %s", d.name, r.Status, raw)
}

func (n *node) post(cookie, path string, body map[string]any) (reply, error) {
	if body == nil {
		body = map[string]any{}
	}
	text, err := json.Marshal(body)
	if err != nil {
		return reply{}, err
	}
	return send(n.office(cookie, path, text))
}

func (n *node) office(cookie, path string, text []byte) *http.Request {
	r, err := http.NewRequest(http.MethodPost, "http://"+n.admin+"/admin/v1"+path, bytes.NewReader(text))
	if err != nil {
		panic(err) // a path of ours that is no path
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if cookie != "" {
		r.AddCookie(&http.Cookie{Name: "hongyun_staff", Value: cookie})
	}
	return r
}
