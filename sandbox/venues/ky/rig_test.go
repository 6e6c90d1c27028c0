package ky

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// rig is a KY venue on a temp file, with a fixed clock.
type rig struct {
	*Server
	t      *testing.T
	http   *httptest.Server
	at     *calendar.Fixed
	tables *tableFixture
	order  int
}

// tableFixture has one game, at which a player sits when the test says so.
type tableFixture struct{ seated bool }

func (f *tableFixture) Seated(context.Context, string, string) (bool, error) { return f.seated, nil }

func (f *tableFixture) Has(_ string, kind int) bool { return kind == 720 }

func newRig(t *testing.T) *rig {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 21, 12, 0, 0, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	tables := &tableFixture{}
	log := slog.New(slog.DiscardHandler)
	s := New(Config{
		Code: "ky", Agent: vectorAgent, DESKey: vectorDESKey, MD5Key: vectorMD5Key, LineCode: "hy", Enter: "/play/enter", AgentCredit: 20_000_000 * money.Yuan,
		BaseURL: func() string { return "http://sandbox" }, Clock: at, Log: log, Books: kept,
		Faults: faults.NewBox("venue:ky"), Tables: tables, Stop: make(chan struct{}),
	})
	r := &rig{Server: s, t: t, tables: tables, http: httptest.NewServer(s.Handler("")), at: at}
	t.Cleanup(func() {
		r.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return r
}

// query makes the outer query of a request.
func (r *rig) query(text string) url.Values {
	stamp := strconv.FormatInt(r.at.Now().UnixMilli(), 10)
	return url.Values{"agent": {vectorAgent}, "timestamp": {stamp}, "param": {seal(text, vectorDESKey)}, "key": {sign(vectorAgent, stamp, vectorMD5Key)}}
}

type reply struct {
	S int            `json:"s"`
	M string         `json:"m"`
	D map[string]any `json:"d"`
}

func (p reply) code() int { return number(p.D["code"]) }

func number(v any) int {
	n, _ := strconv.Atoi(fmt.Sprint(v))
	return n
}

// get sends a request and reads its answer; err tells of a torn connection or
// an answer that is no JSON.
func (r *rig) get(address string, q url.Values) (reply, error) {
	answer, err := http.Get(r.http.URL + address + "?" + q.Encode())
	if err != nil {
		return reply{}, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return reply{}, err
	}
	if answer.StatusCode != http.StatusOK {
		return reply{}, fmt.Errorf("status %d", answer.StatusCode)
	}
	var p reply
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	return p, d.Decode(&p)
}

func (r *rig) ask(text string) reply {
	r.t.Helper()
	p, err := r.get("/channelHandle", r.query(text))
	if err != nil {
		r.t.Fatalf("%s: %v", text, err)
	}
	return p
}

func (r *rig) pull(from, to time.Time) reply {
	r.t.Helper()
	p, err := r.get("/getRecordHandle", r.query(fmt.Sprintf("s=6&startTime=%d&endTime=%d", from.UnixMilli(), to.UnixMilli())))
	if err != nil {
		r.t.Fatal(err)
	}
	return p
}

// id makes a fresh order id for an account.
func (r *rig) id(account string) string {
	r.order++
	return fmt.Sprintf("%s20261121120000%03d%s", vectorAgent, r.order, account)
}

// enter opens an account.
func (r *rig) enter(account string) reply {
	r.t.Helper()
	return r.ask("s=0&account=" + account + "&money=0&orderid=" + r.id(account) + "&ip=127.0.0.1&lineCode=hy&KindID=0")
}

// move deposits (s=2) or withdraws (s=3) and returns code and order id.
func (r *rig) move(s int, account, amount string) (code int, id string) {
	r.t.Helper()
	id = r.id(account)
	return r.ask(fmt.Sprintf("s=%d&account=%s&orderid=%s&money=%s", s, account, id, amount)).code(), id
}

func (r *rig) balance(account string) string {
	r.t.Helper()
	return fmt.Sprint(r.ask("s=7&account=" + account).D["totalMoney"])
}

// wish sets a fault switch.
func (r *rig) wish(call faults.Call, kind faults.Kind, delayMs int) {
	r.t.Helper()
	if err := r.Faults.Set(faults.Fault{Target: "venue:ky", Call: call, Kind: kind, Times: 1, DelayMs: delayMs}); err != nil {
		r.t.Fatal(err)
	}
}
