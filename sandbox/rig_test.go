package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
)

// rig is a whole sandbox behind a listener, and a merchant who hears notices.
type rig struct {
	*Server
	t        *testing.T
	dir      string
	at       *calendar.Fixed
	http     *httptest.Server
	merchant *merchant
}

// merchant keeps the notices it hears and answers as told.
type merchant struct {
	*httptest.Server
	mu     sync.Mutex
	heard  []url.Values
	answer string
}

func (m *merchant) reply(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answer = text
}

func (m *merchant) notices() []url.Values {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]url.Values{}, m.heard...)
}

// waitFor waits until n notices were heard.
func (m *merchant) waitFor(t *testing.T, n int) []url.Values {
	t.Helper()
	for range 300 {
		if heard := m.notices(); len(heard) >= n {
			return heard
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("heard %d notices, want %d", len(m.notices()), n)
	return nil
}

func newRig(t *testing.T) *rig {
	t.Helper()
	m := &merchant{answer: "success"}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.heard = append(m.heard, r.URL.Query())
		_, _ = io.WriteString(w, m.answer)
	}))
	t.Cleanup(m.Close)
	r := &rig{t: t, dir: t.TempDir(), merchant: m, at: newClock()}
	r.start()
	t.Cleanup(r.end)
	return r
}

func (r *rig) start() {
	r.t.Helper()
	var base string
	s, err := New(Config{
		DataDir: r.dir, Clock: r.at, BaseURL: func() string { return base }, PullGap: -1,
		NoticeRetry: []time.Duration{30 * time.Millisecond, 60 * time.Millisecond},
		Venues: []VenueConfig{
			{Code: "ky", PlatformID: 26, Protocol: KY{Agent: "70001", DESKey: "0123456789abcdef", MD5Key: "k", LineCode: "hy"}},
			{Code: "leg", PlatformID: 31, Protocol: KY{Agent: "80001", DESKey: "0123456789abcdef", MD5Key: "k", LineCode: "hy"}},
		},
		Gateways: []GatewayConfig{{Code: "epay", PID: "1001", Key: "demoEpayKey"}},
		Chains:   []ChainConfig{{Network: "trc20", BlockEvery: time.Second}, {Network: "erc20", BlockEvery: time.Second}, {Network: "omni", BlockEvery: time.Second}},
	})
	if err != nil {
		r.t.Fatal(err)
	}
	r.Server, r.http = s, httptest.NewServer(s.Handler())
	base = r.http.URL
}

func (r *rig) end() {
	r.Stop()
	r.http.Close()
	if err := r.books.Check(context.Background()); err != nil {
		r.t.Error(err)
	}
	if err := r.Close(); err != nil {
		r.t.Error(err)
	}
}

// control makes a control call and checks its status.
func (r *rig) control(method, path, body string, status int) map[string]any {
	r.t.Helper()
	q, _ := http.NewRequest(method, r.http.URL+"/control"+path, strings.NewReader(body))
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	var got map[string]any
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&got); err != nil || answer.StatusCode != status {
		r.t.Fatalf("%s %s %s: %d %s, want %d", method, path, body, answer.StatusCode, text, status)
	}
	if _, told := got["error"]; told != (status >= 400) {
		r.t.Errorf("%s %s: %d with %s", method, path, status, text)
	}
	return got
}

// purse is a player's money at venue ky by GET /control/books.
func (r *rig) purse(player string) any {
	r.t.Helper()
	all := r.control("GET", "/books", "", 200)
	return all["venues"].(map[string]any)["ky"].(map[string]any)[player]
}
