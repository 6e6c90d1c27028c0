package race_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/playerapi"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/staff"
)

// The calls that are raced.
const (
	transferCall = "/v1/Do/CallPlatformTranscationAction"
	withdrawCall = "/v1/Do/CallWithdrawAction"
	depositCall  = "/v1/Do/CallDepositPay"
	recycleCall  = "/v1/Do/OneClickRecyclingAction"
	launchCall   = "/v1/Do/CallPlatformLoginToAction"
	cardCall     = "/v1/Do/CallBindSavingCardAction"
	balanceCall  = "/v1/Select/PlayerBalance"
)

// plenty is what a player has who shall never run short.
const plenty = 1_000_000 * money.Yuan

// house is what the races need of one, whether it runs in this process or in
// several others.
type house struct {
	*app.App
	t       *testing.T
	bases   []string // the player listeners of its nodes
	sandbox string
	now     func() time.Time
	client  *http.Client
	clerks  []staff.Actor
	people  atomic.Int64
}

// lifted takes away the day's limits, and has no bets asked for, so that only
// balances decide.
func lifted(c *app.Config) {
	c.Cashier.WithdrawTimes, c.Cashier.WithdrawDaily = 1_000_000, 1_000_000_000*money.Yuan
	c.Cashier.WithdrawSecondAbove, c.Cashier.WithdrawMin = 1_000_000_000*money.Yuan, 1
	c.Cashier.TurnoverPercent = 0
	relaxed(c)
}

// relaxed leaves the documented limits as they are.
func relaxed(c *app.Config) {
	c.Cashier.LuhnWarns = true
	const ever = 100 * 365 * 24 * time.Hour
	c.PlayerLimits.Idle, c.PlayerLimits.Session, c.PlayerLimits.Remembered = ever, ever, ever
}

// each runs a proof on a house on both engines.
func each(t *testing.T, test func(t *testing.T, h *house), option apptest.Option) {
	t.Helper()
	apptest.Each(t, func(t *testing.T, h *apptest.House) { test(t, furnish(t, h)) }, option)
}

func furnish(t *testing.T, h *apptest.House) *house {
	return &house{
		App: h.App, t: t, bases: []string{h.URL("player")}, sandbox: h.Sandbox, now: h.Clock.Now, client: newClient(t),
		clerks: []staff.Actor{h.AddStaff("clerk", "finance"), h.AddStaff("payer", "finance")},
	}
}

// newClient keeps connections for all who ask at once. It never asks again by
// itself: a request of these tests is sent once.
func newClient(t *testing.T) *http.Client {
	transport := &http.Transport{MaxIdleConns: 2000, MaxIdleConnsPerHost: 1100}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: time.Minute}
}

// person is a player with a session, a device, a true name and a card.
type person struct {
	h                        *house
	id, name, ticket, device string
	card                     int64
	seconds                  atomic.Int64 // each keyless request has a token of another second
}

// register makes a player with so much in the centre wallet.
func (h *house) register(amount money.Fen) *person {
	h.t.Helper()
	ctx, n := h.t.Context(), h.people.Add(1)
	p := &person{h: h, name: fmt.Sprintf("Racer%03d", n)}
	p.id = identity.Fold(p.name)
	vRand := fmt.Sprintf("00000000-0000-4000-8000-%012d", n)
	must := func(err error) {
		if err != nil {
			h.t.Helper()
			h.t.Fatal(err)
		}
	}
	_, err := h.Players.Image(ctx, vRand, "127.0.0.1")
	must(err)
	login, err := h.Players.Register(ctx, player.Registration{
		Name: p.name, Password: "secret88", WithdrawPassword: "secret88", Phone: fmt.Sprintf("138%08d", n), VRand: vRand, VerifyCode: apptest.Captcha,
	})
	must(err)
	p.ticket, p.device = login.Ticket, login.DeviceCookie
	must(h.Players.UpdateInfo(ctx, p.id, player.InfoBirthday, "1990-01-31"))
	must(h.Players.UpdateInfo(ctx, p.id, player.InfoTrueName, "王小明"))
	card, err := h.Cashier.Cards.Bind(ctx, destination.CardOrder{
		Player: p.id, Bank: "ICBC", Number: fmt.Sprintf("622202%013d", n), Province: "广东省", City: "广州市", Branch: "天河支行",
	})
	must(err)
	p.card = card.ID
	h.grant(p, amount)
	return p
}

// grant gives a player money through the books.
func (h *house) grant(p *person, amount money.Fen) {
	h.t.Helper()
	if amount == 0 {
		return
	}
	err := h.DB.Write(h.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Post(ctx, tx, ledger.Entry{
			Scope: "test", Key: "grant:" + p.id, Kind: "adjust.grant", By: "test",
			Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: ledger.Centre(p.id), Amount: int64(amount)}},
		})
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// atVenues opens a player's account at both venues, as the first transfer does.
func (p *person) atVenues() *person {
	p.h.t.Helper()
	for _, v := range []string{"ky", "leg"} {
		if _, err := p.h.Venues.EnsureAccount(p.h.t.Context(), p.id, v); err != nil {
			p.h.t.Fatal(err)
		}
	}
	return p
}

// request is one request, to be sent once or many times.
type request struct {
	path, body, key string
	seconds         int64 // of its token
	node            int
}

// keyed is a request under a key of the client's own.
func (p *person) keyed(key, path string, pairs ...string) request {
	r := p.fresh(path, pairs...)
	r.key = key
	return r
}

// fresh is a request as the documented client makes it: without a key, and with
// a token of its own.
func (p *person) fresh(path string, pairs ...string) request {
	form := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return request{path: path, body: form.Encode(), seconds: p.h.now().Unix() + p.seconds.Add(1)%200 - 100}
}

func (p *person) transfer(direction, venue string, yuan int) []string {
	kind := map[string]string{"in": "1", "out": "2"}[direction]
	return []string{"playerName", p.name, "platformId", venue, "transactionType", kind, "amount", strconv.Itoa(yuan)}
}

func (p *person) withdrawal(amount money.Fen) []string {
	return []string{"playerName", p.name, "playerBankId", strconv.FormatInt(p.card, 10), "withdrawAmount", amount.String()}
}

func (p *person) deposit(yuan int) []string {
	return []string{"payment_id", "2", "amount", strconv.Itoa(yuan), "device_id", "1"}
}

// answer is what a client was told. status 0: it was not told anything.
type answer struct {
	status int
	raw    string
	body   map[string]any
}

func (a answer) String() string { return fmt.Sprintf("%d %s", a.status, a.raw) }

// ok says that the call did what was asked.
func (a answer) ok() bool {
	done, _ := a.body["IsSuc"].(bool)
	return a.status == http.StatusOK && done
}

// text is a field; Data.order_sn goes down.
func (a answer) text(path string) string {
	var at any = a.body
	for name := range strings.SplitSeq(path, ".") {
		m, _ := at.(map[string]any)
		at = m[name]
	}
	if at == nil {
		return ""
	}
	return fmt.Sprint(at)
}

// yuan is an amount of the answer, exactly as it was written.
func (a answer) yuan(path string) money.Fen {
	amount, err := money.ParseYuan(a.text(path))
	if err != nil {
		return -1
	}
	return amount
}

// send sends a request once.
func (p *person) send(ctx context.Context, r request) answer {
	base := p.h.bases[r.node%len(p.h.bases)]
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/common"+r.path, strings.NewReader(r.body))
	if err != nil {
		return answer{raw: err.Error()}
	}
	q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	q.Header.Set("X-Req-Token", playerapi.RequestToken(r.seconds, r.path, http.MethodPost, apptest.ReqTokenSecret))
	q.Header.Set("Authorization", p.ticket)
	if r.key != "" {
		q.Header.Set("Idempotency-Key", r.key)
	}
	q.AddCookie(&http.Cookie{Name: strings.TrimPrefix(route.DeviceCookie, "__Host-"), Value: p.device})
	response, err := p.h.client.Do(q)
	if err != nil {
		return answer{raw: err.Error()}
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return answer{raw: err.Error()}
	}
	out := answer{status: response.StatusCode, raw: string(raw)}
	decoder := json.NewDecoder(strings.NewReader(out.raw))
	decoder.UseNumber()
	_ = decoder.Decode(&out.body)
	return out
}

// atOnce has n clients act at the same moment.
func atOnce(n int, act func(i int)) {
	var ready, done sync.WaitGroup
	begin := make(chan struct{})
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			<-begin
			act(i)
		})
	}
	ready.Wait()
	close(begin)
	done.Wait()
}

// control tells the companies something.
func (h *house) control(method, path string, wish any, into any) error {
	text, err := json.Marshal(wish)
	if err != nil {
		return err
	}
	r, err := http.NewRequest(method, h.sandbox+"/control"+path, strings.NewReader(string(text)))
	if err != nil {
		return err
	}
	response, err := h.client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		raw, _ := io.ReadAll(response.Body)
		return fmt.Errorf("%s: %s %s", path, response.Status, raw)
	}
	if into == nil {
		_, err = io.Copy(io.Discard, response.Body)
		return err
	}
	return json.NewDecoder(response.Body).Decode(into)
}

// balance of an account by the books.
func (h *house) balance(a ledger.Account) money.Fen {
	h.t.Helper()
	minor, err := h.Ledger.Balance(context.WithoutCancel(h.t.Context()), h.DB, a)
	if err != nil {
		h.t.Fatal(err)
	}
	return money.Fen(minor)
}

func (h *house) count(query string, args ...any) (n int) {
	h.t.Helper()
	if err := h.DB.NewRaw(query, args...).Scan(context.WithoutCancel(h.t.Context()), &n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// isBroken says that an answer shows a player what only engines know.
func (a answer) isBroken() bool {
	return a.status == 0 || a.status >= 500 || ofAnEngine.MatchString(a.raw)
}

// ofAnEngine are words that only a database says. Its codes are not among them:
// they come with SQLSTATE, and an order number or 40001.32 yuan has their digits.
var ofAnEngine = regexp.MustCompile(`deadlock|serializ|database is locked|SQLITE|SQLSTATE|http\.internal`)

// chance is the chance of one seed. HONGYUN_SEED runs another one.
func chance(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)) }

func firstSeed() uint64 {
	seed, err := strconv.ParseUint(os.Getenv("HONGYUN_SEED"), 10, 64)
	if err != nil {
		return 1
	}
	return seed
}

// quiet is the log of a node.
func quiet() *slog.Logger {
	if os.Getenv("HONGYUN_TEST_LOG") != "" {
		return slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	return slog.New(slog.DiscardHandler)
}
