package adminapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"

	"hongyun/internal/apptest"
	"hongyun/internal/bet"
	"hongyun/internal/cashier"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/staff"
	"hongyun/internal/wallet"
)

// one is a house on one engine, where the database does not matter.
func one(t *testing.T) *apptest.House {
	t.Helper()
	return apptest.Open(t, dbtest.SQLite(t))
}

// desk is a member of staff at their screen.
type desk struct {
	t       testing.TB
	h       *apptest.House
	staff   staff.Added
	name    string
	cookie  string
	headers map[string]string // sent with every request beside the usual ones
}

// seat adds somebody with these roles, who has not logged in.
func seat(t testing.TB, h *apptest.House, name string, roles ...string) *desk {
	t.Helper()
	added, err := h.Staff.Add(t.Context(), staff.System("test"), staff.NewStaff{Name: name, Roles: roles, Reason: "测试人员"})
	if err != nil {
		t.Fatal(err)
	}
	return &desk{t: t, h: h, staff: added, name: name}
}

// sit adds somebody with these roles and logs them in.
func sit(t testing.TB, h *apptest.House, name string, roles ...string) *desk {
	t.Helper()
	d := seat(t, h, name, roles...)
	if r := d.logIn(); r.Status != http.StatusOK {
		t.Fatalf("login of %s: %s", name, r)
	}
	return d
}

// code is what the authenticator shows now.
func (d *desk) code() string {
	d.t.Helper()
	code, err := totp.GenerateCode(d.staff.TOTPSecret, d.h.Clock.Now())
	if err != nil {
		d.t.Fatal(err)
	}
	return code
}

func (d *desk) logIn() reply {
	d.t.Helper()
	r := d.post("/login", map[string]any{"name": d.name, "password": d.staff.Password, "code": d.code()})
	for _, c := range r.Cookies {
		if c.Name == "hongyun_staff" {
			d.cookie = c.Value
		}
	}
	return r
}

// reply is an answer of the back office.
type reply struct {
	Status  int
	Header  http.Header
	Cookies []*http.Cookie
	Raw     []byte
	Body    map[string]any
}

func (r reply) String() string { return fmt.Sprintf("%d %s", r.Status, r.Raw) }

// at is a field of the answer as text; items.0.id goes down.
func (r reply) at(path string) string {
	var here any = r.Body
	for name := range strings.SplitSeq(path, ".") {
		switch v := here.(type) {
		case map[string]any:
			here = v[name]
		case []any:
			i := 0
			if _, err := fmt.Sscan(name, &i); err != nil || i >= len(v) {
				return "none"
			}
			here = v[i]
		default:
			return "none"
		}
	}
	switch v := here.(type) {
	case nil:
		return "null"
	case float64:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprint(here)
}

// request is one with everything a right client sends, to be spoiled.
func (d *desk) request(method, path string, body []byte) *http.Request {
	d.t.Helper()
	r, err := http.NewRequestWithContext(d.t.Context(), method, d.h.URL("admin")+"/admin/v1"+path, bytes.NewReader(body))
	if err != nil {
		d.t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for name, value := range d.headers {
		r.Header.Set(name, value)
	}
	if d.cookie != "" {
		r.AddCookie(&http.Cookie{Name: "hongyun_staff", Value: d.cookie})
	}
	return r
}

func (d *desk) send(r *http.Request) reply {
	d.t.Helper()
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	defer response.Body.Close()
	out := reply{Status: response.StatusCode, Header: response.Header, Cookies: response.Cookies()}
	if out.Raw, err = io.ReadAll(response.Body); err != nil {
		d.t.Fatal(err)
	}
	_ = json.Unmarshal(out.Raw, &out.Body) // 204 has none
	return out
}

func (d *desk) get(path string) reply {
	d.t.Helper()
	return d.send(d.request(http.MethodGet, path, nil))
}

// post sends a body as JSON; nil is {}.
func (d *desk) post(path string, body map[string]any) reply {
	d.t.Helper()
	if body == nil {
		body = map[string]any{}
	}
	text, err := json.Marshal(body)
	if err != nil {
		d.t.Fatal(err)
	}
	return d.send(d.request(http.MethodPost, path, text))
}

// expect fails unless an answer has the status and, after it, fields with
// these values: expect(r, 200, "state", "paid").
func expect(t testing.TB, r reply, status int, fields ...string) reply {
	t.Helper()
	if r.Status != status {
		t.Fatalf("expected %d, got %s", status, r)
	}
	for i := 0; i+1 < len(fields); i += 2 {
		if got := r.at(fields[i]); got != fields[i+1] {
			t.Errorf("%s is %q, not %q, in %s", fields[i], got, fields[i+1], r)
		}
	}
	return r
}

// because is a body that only says why.
func because(reason string) map[string]any { return map[string]any{"reason": reason} }

// ming registers a player with a name, a card and money, and gives the card.
func ming(t testing.TB, h *apptest.House, name, number string, amount money.Fen) (*apptest.Browser, cashier.Card) {
	t.Helper()
	b := h.Register(name)
	if err := h.Players.UpdateInfo(t.Context(), player.Fold(name), player.InfoTrueName, "王小明"); err != nil {
		t.Fatal(err)
	}
	card, err := h.Cashier.Cards.Bind(t.Context(), cashier.CardOrder{
		Player: player.Fold(name), Bank: "ICBC", Number: number, Province: "广东省", City: "广州市", Branch: "天河支行",
	})
	if err != nil {
		t.Fatal(err)
	}
	if amount > 0 {
		h.Grant(name, amount)
	}
	return b, card
}

// Card numbers with right check digits.
const (
	cardA = "6222021234567890128"
	cardB = "6217001234567890122"
)

// ask makes an order to withdraw.
func ask(t testing.TB, h *apptest.House, name string, card cashier.Card, amount money.Fen) string {
	t.Helper()
	h.Clock.Advance(time.Second) // orders have an order
	w, err := h.Cashier.Withdrawals.Ask(t.Context(), cashier.WithdrawOrder{
		ID: uuid.NewString(), Player: player.Fold(name), CardID: card.ID, Amount: amount, Password: "secret99", ClientIP: "203.0.113.9",
	})
	if err != nil {
		t.Fatal(err)
	}
	return w.SN
}

// order makes a bank transfer's deposit order.
func order(t testing.TB, h *apptest.House, name string, amount money.Fen) string {
	t.Helper()
	h.Clock.Advance(time.Second)
	dep, err := h.Cashier.Deposits.Create(t.Context(), cashier.DepositOrder{
		ID: uuid.NewString(), Player: player.Fold(name), ChannelID: 1, Amount: amount, Name: "王小明", Type: "1", ClientIP: "203.0.113.9",
	})
	if err != nil {
		t.Fatal(err)
	}
	return dep.SN
}

// fault makes the simulated companies go wrong; no text clears all.
func fault(t testing.TB, h *apptest.House, switches ...string) {
	t.Helper()
	send := func(method, body string) {
		r, err := http.NewRequestWithContext(t.Context(), method, h.Sandbox+"/control/faults", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode >= 300 {
			t.Fatalf("fault %s: %s", body, response.Status)
		}
	}
	if len(switches) == 0 {
		send(http.MethodDelete, "")
	}
	for _, s := range switches {
		call, what, _ := strings.Cut(s, " ")
		for _, code := range []string{"ky", "leg"} {
			send(http.MethodPost, fmt.Sprintf(`{"target":"venue:%s","call":%q,"fault":%q,"times":-1}`, code, call, what))
		}
	}
}

const minute = time.Minute

// stuck sends a player's money to a venue that does not answer, and gives the
// transfer's id.
func stuck(t testing.TB, h *apptest.House, name, code string, amount money.Fen) string {
	t.Helper()
	tr, err := h.Wallets.ToVenue(t.Context(), wallet.Order{ID: uuid.NewString(), Player: player.Fold(name), Venue: code, Amount: amount})
	if err != nil {
		t.Fatal(err)
	}
	if !tr.Open() {
		t.Fatalf("the transfer to %s is settled: %+v", code, tr)
	}
	return tr.ID
}

// gap lets a pull of a bet feed fail and gives the window that is missing.
func gap(t testing.TB, h *apptest.House) string {
	t.Helper()
	fault(t, h, "records maintenance")
	h.Advance(2 * time.Hour)
	list, _, err := h.Feed.Windows(t.Context(), bet.WindowFilter{State: bet.Gap})
	if err != nil || len(list) == 0 {
		t.Fatalf("no gap: %v", err)
	}
	return list[0].ID
}

// logInAgain opens a new session, with a new code.
func (d *desk) logInAgain() *desk {
	d.t.Helper()
	d.h.Clock.Advance(minute)
	if r := d.logIn(); r.Status != http.StatusOK {
		d.t.Fatalf("login of %s: %s", d.name, r)
	}
	return d
}

// tamper changes a row past the guards of the database, as somebody with its
// password could.
func tamper(t testing.TB, h *apptest.House, table, statement string) {
	t.Helper()
	conn, err := h.DB.SQL().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	run := func(statement string) {
		t.Helper()
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if h.DB.Postgres() {
		run("SET session_replication_role = replica")
		run(statement)
		run("SET session_replication_role = origin")
		return
	}
	var triggers []struct{ Name, SQL string }
	if err := h.DB.NewRaw("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?", table).Scan(t.Context(), &triggers); err != nil {
		t.Fatal(err)
	}
	for _, g := range triggers {
		run("DROP TRIGGER " + g.Name)
	}
	run(statement)
	for _, g := range triggers {
		run(g.SQL)
	}
}

// move carries a player's money to a venue that takes it.
func move(t testing.TB, h *apptest.House, name, code string, amount money.Fen) {
	t.Helper()
	tr, err := h.Wallets.ToVenue(t.Context(), wallet.Order{ID: uuid.NewString(), Player: player.Fold(name), Venue: code, Amount: amount})
	if err != nil || tr.State != wallet.Completed {
		t.Fatalf("transfer: %+v, %v", tr, err)
	}
}

// play has a player's bet settled at a venue.
func play(t testing.TB, h *apptest.House, code, name, id string, stake, payout money.Fen) {
	t.Helper()
	account, err := h.Venues.Account(t.Context(), h.DB, player.Fold(name), code)
	if err != nil {
		t.Fatal(err)
	}
	body := fmt.Sprintf(`{"venue":%q,"player":%q,"stake":%q,"payout":%q,"status":"settled","betId":%q}`, code, account, stake, payout, id)
	response, err := http.Post(h.Sandbox+"/control/bets", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, _ := io.ReadAll(response.Body); response.StatusCode != http.StatusOK {
		t.Fatalf("bet: %s %s", response.Status, text)
	}
}
