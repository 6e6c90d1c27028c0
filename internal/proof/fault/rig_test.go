package fault_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
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
	"hongyun/sandbox/venues/hub88"
)

const (
	answersWithin = 3 * time.Second // how long the house waits for a venue
	visibleAfter  = time.Minute     // how long a transfer may be invisible at a venue
)

// rig is a house with its companies, the player of the run under way, and the three
// members of staff who settle what machines cannot.
type rig struct {
	t        *testing.T
	h        *apptest.House
	postgres bool
	vendor   *vendor        // of the venue under test
	company  *hub88.Company // of the seamless wallet; nil in other columns
	players  int
	made     int   // orders and grants, for keys of their own
	approver *desk // of withdrawals: who adds to a player's money approves none of them
	maker    *desk
	checker  *desk
	cuts     *cutter                            // between house and database; nil on SQLite
	cutOff   int                                // runs in which a connection was really cut
	seams    atomic.Pointer[func(point string)] // what happens between the steps of a money operation; nil: nothing

	// The run under way.
	*apptest.Browser
	id     string // of the player
	card   destination.Card
	row    string
	flow   string
	seed   uint64
	rnd    *rand.Rand
	before money.Fen // what a failed run before left unexplained at the gateway
	bad    atomic.Bool
}

// newRig opens a house for the runs of one flow.
func newRig(t *testing.T, database string, postgres bool, f flow) *rig {
	t.Helper()
	r := &rig{t: t, postgres: postgres, vendor: f.vendor}
	contract := func(*app.Config) {}
	switch {
	case f.vendor != ky:
		contract = apptest.Contract(f.vendor.code)
	case f.name == seamless:
		contract = r.aggregates()
	}
	r.h = apptest.Open(t, database, contract, func(c *app.Config) {
		for i := range c.Companies.Venues {
			c.Companies.Venues[i].Timeout, c.Companies.Venues[i].VisibleAfter = answersWithin, visibleAfter
		}
		const ever = 100 * 365 * 24 * time.Hour
		c.PlayerLimits.Idle, c.PlayerLimits.Session, c.PlayerLimits.Remembered = ever, ever, ever
		c.Cashier.DepositSecondAbove = 1 // whatever people credit, two of them do
		// All runs of a flow are one day of a few people: no sum of theirs asks for a second one.
		c.Cashier.WithdrawSecondAbove = 1_000_000_000 * money.Yuan
		c.Cashier.WithdrawTimes, c.Cashier.WithdrawDaily = 1_000_000, 1_000_000_000*money.Yuan
		c.Cashier.LuhnWarns = true
		c.Cashier.CoinOrdersOpen = 1_000_000
		c.Seam = func(point string) {
			if do := r.seams.Load(); do != nil {
				(*do)(point)
			}
		}
	})
	r.maker, r.checker, r.approver = seat(r, "maker"), seat(r, "checker"), seat(r, "approver")
	return r
}

// begin makes the run of one seed ready: its chance, and a player with nothing
// open.
func (r *rig) begin(t *testing.T, c cell, seed uint64) {
	t.Helper()
	h := fnv.New64a()
	_, _ = fmt.Fprint(h, c.row, c.flow) // a hash takes every write
	r.t, r.row, r.flow, r.seed, r.rnd = t, c.row, c.flow, seed, rand.New(rand.NewPCG(seed, h.Sum64()))
	r.seams.Store(nil)
	r.control(http.MethodDelete, "/faults", nil)
	r.before = r.owed()
	if r.Browser == nil || r.bad.Load() || !r.settled() {
		r.newPlayer()
	}
	r.bad.Store(false)
	r.h.Clock.Advance(time.Duration(1+r.rnd.IntN(5000)) * time.Millisecond)
}

func (r *rig) newPlayer() {
	r.t.Helper()
	r.players++
	name := fmt.Sprintf("Ming%d", r.players)
	r.Browser, r.id = r.h.Register(name), identity.Fold(name)
	if err := r.h.Players.UpdateInfo(r.t.Context(), r.id, player.InfoTrueName, "王小明"); err != nil {
		r.t.Fatal(err)
	}
	var err error
	r.card, err = r.h.Cashier.Cards.Bind(r.t.Context(), destination.CardOrder{
		Player: r.id, Bank: "ICBC", Number: fmt.Sprintf("622202%013d", r.players), Province: "广东省", City: "广州市", Branch: "天河支行",
	})
	if err != nil {
		r.t.Fatal(err)
	}
}

// errorf fails the test and says how this one run is repeated.
func (r *rig) errorf(format string, args ...any) {
	r.t.Helper()
	r.bad.Store(true)
	name, _, _ := strings.Cut(r.t.Name(), "#")
	r.t.Errorf("seed %d: %s\n\tonly this one: HONGYUN_SEED=%d go test -count=1 -run '^%s$' ./internal/proof/fault/",
		r.seed, fmt.Sprintf(format, args...), r.seed, strings.ReplaceAll(name, "/", "$/^"))
}

func (r *rig) ok(err error) {
	r.t.Helper()
	if err != nil {
		r.bad.Store(true)
		r.t.Fatalf("%s × %s, seed %d: %v", r.row, r.flow, r.seed, err)
	}
}

// chance is true in percent of all runs.
func (r *rig) chance(percent int) bool { return r.rnd.IntN(100) < percent }

func (r *rig) upTo(n int) int { return 1 + r.rnd.IntN(n) }

// amount is some whole yuan, as the player API takes them for venues.
func (r *rig) amount(from, to int) money.Fen {
	return money.Fen(from+r.rnd.IntN(to-from+1)) * money.Yuan
}

func pick[T any](r *rig, from ...T) T { return from[r.rnd.IntN(len(from))] }

// key is a new Idempotency-Key.
func (r *rig) key() string {
	r.made++
	return fmt.Sprintf("%s-%s-%d-%d", r.flow, r.row, r.seed, r.made)
}

// call makes a call of the player API under a key.
func (r *rig) call(key, path string, pairs ...string) (apptest.Reply, error) {
	var form []string
	for i := 0; i+1 < len(pairs); i += 2 {
		form = append(form, pairs[i]+"="+pairs[i+1])
	}
	request := r.Request(http.MethodPost, path, strings.Join(form, "&"))
	request.Header.Set("Idempotency-Key", key)
	response, err := r.Client.Do(request)
	if err != nil {
		return apptest.Reply{}, err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return apptest.Reply{}, err
	}
	out := apptest.Reply{Status: response.StatusCode, Header: response.Header, Raw: raw}
	_ = json.Unmarshal(raw, &out.Body)
	return out, nil
}

// control tells the companies what to do and reads their answer.
func (r *rig) control(method, path string, wish any) map[string]any {
	r.t.Helper()
	got, status, err := r.tell(method, path, wish)
	r.ok(err)
	if status != http.StatusOK {
		r.t.Fatalf("%s %s: %d %v", method, path, status, got)
	}
	return got
}

func (r *rig) tell(method, path string, wish any) (map[string]any, int, error) {
	text, err := json.Marshal(wish)
	if err != nil {
		return nil, 0, err
	}
	request, err := http.NewRequest(method, r.h.Sandbox+"/control"+path, bytes.NewReader(text))
	if err != nil {
		return nil, 0, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, 0, err
	}
	defer response.Body.Close()
	var got map[string]any
	err = json.NewDecoder(response.Body).Decode(&got)
	return got, response.StatusCode, err
}

// wish is a fault switch.
type wish struct {
	Target string `json:"target"`
	Call   string `json:"call"`
	Fault  string `json:"fault"`
	Times  int    `json:"times"`
	Delay  int    `json:"delayMs"`
	Order  string `json:"order,omitempty"`
	Hold   bool   `json:"hold,omitempty"`
}

func (r *rig) fault(w wish) {
	r.t.Helper()
	if w.Target == "" {
		w.Target = "venue:" + r.vendor.code
	}
	if w.Times == 0 {
		w.Times = 1
	}
	r.control(http.MethodPost, "/faults", w)
}

// healthy takes every switch away.
func (r *rig) healthy() {
	r.t.Helper()
	r.control(http.MethodDelete, "/faults", nil)
}

// release lets go what the companies hold back.
func (r *rig) release() {
	r.t.Helper()
	r.control(http.MethodPost, "/release", map[string]any{})
}

// waitHeld waits until the companies hold something back.
func (r *rig) waitHeld() {
	r.t.Helper()
	r.waitFor("the companies to hold an answer back", func() bool {
		return r.control(http.MethodGet, "/faults", nil)["held"] != nil
	})
}

func (r *rig) waitFor(what string, so func() bool) {
	r.t.Helper()
	for range 2000 {
		if so() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	r.bad.Store(true)
	r.t.Fatalf("%s × %s, seed %d: waited in vain for %s", r.row, r.flow, r.seed, what)
}

// post books something outside the flows, for the start of a run.
func (r *rig) post(kind string, from, to ledger.Account, amount money.Fen) error {
	r.made++
	key := fmt.Sprintf("%s:%d", kind, r.made)
	return r.h.DB.Write(r.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := r.h.Ledger.Post(ctx, tx, ledger.Entry{
			Scope: "test", Key: key, Kind: "adjust.grant", By: "test", Postings: []ledger.Posting{{From: from, To: to, Amount: int64(amount)}},
		})
		return err
	})
}

func (r *rig) balance(a ledger.Account) money.Fen {
	r.t.Helper()
	b, err := r.h.Ledger.Balance(r.t.Context(), r.h.DB, a)
	r.ok(err)
	return money.Fen(b)
}

func (r *rig) centre() money.Fen { r.t.Helper(); return r.balance(ledger.Centre(r.id)) }

// purse gives the player at least what is asked for, in the centre and at the venue
// under test.
func (r *rig) purse(centre, venue money.Fen) {
	r.t.Helper()
	short := venue - r.atVenue(r.vendor.code)
	if short < 0 {
		short = 0
	}
	short = (short + money.Yuan - 1) / money.Yuan * money.Yuan
	if have := r.centre(); have < centre+short {
		r.ok(r.post("grant", ledger.HouseAdjust(), ledger.Centre(r.id), centre+short-have))
	}
	if short > 0 {
		if o := r.order(in, r.vendor.code, short).send(); o.status != 1 {
			r.t.Fatalf("%s × %s, seed %d: the player has nothing to play with: %s", r.row, r.flow, r.seed, o.reply)
		}
		r.h.Clock.Advance(5 * time.Second)
	}
}

// atVenue is what a venue says the player has there, by its own books.
func (r *rig) atVenue(code string) money.Fen {
	r.t.Helper()
	venues := r.control(http.MethodGet, "/books", nil)["venues"].(map[string]any)
	for name, text := range venues[code].(map[string]any) {
		if identity.Fold(name) == r.id {
			text, _ := text.(string)
			negative := strings.HasPrefix(text, "-")
			fen, err := money.ParseYuan(strings.TrimPrefix(text, "-"))
			r.ok(err)
			if negative {
				fen = -fen
			}
			return fen
		}
	}
	return 0
}

// withdraw asks for a withdrawal to the player's card.
func (r *rig) withdraw(amount money.Fen) apptest.Reply {
	r.t.Helper()
	reply, err := r.call(r.key(), "/v1/Do/CallWithdrawAction", "playerName", r.Name, "playerBankId", fmt.Sprint(r.card.ID), "withdrawAmount", amount.String())
	r.ok(err)
	return reply
}

var errRowGone = errors.New("no such row")
