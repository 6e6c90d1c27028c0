package seamless_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/seamless"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
)

const code = "s10"

// company is a seamless venue whose calls are JSON of our own form.
type company struct{}

func (company) Rules() venue.Rules                                 { return venue.Rules{Seamless: true, NoQuery: true} }
func (company) AccountName(player string) string                   { return player }
func (company) NewRef(string, time.Time) string                    { return "r" }
func (company) EnsurePlayer(context.Context, string) error         { return nil }
func (company) Balance(context.Context, string) (money.Fen, error) { return 0, nil }
func (company) Credit(context.Context, venue.Movement) (venue.Outcome, error) {
	return venue.Refused, nil
}
func (company) Debit(context.Context, venue.Movement) (venue.Outcome, error) {
	return venue.Refused, nil
}
func (company) Lookup(context.Context, string) (venue.Answer, error) { return venue.Answer{}, nil }
func (company) Launch(_ context.Context, l venue.Launch) (string, error) {
	return "https://games.example/?token=" + l.Token, nil
}

func (company) OpenCall(_ string, _ http.Header, body []byte) (venue.SeamlessCall, venue.Verdict) {
	var c venue.SeamlessCall
	if json.Unmarshal(body, &c) != nil {
		return c, venue.VerdictSyntax
	}
	c.Raw = body
	return c, venue.VerdictOK
}

func (company) WriteReply(_ venue.SeamlessCall, r venue.SeamlessReply) (string, []byte) {
	return "text/plain", []byte(r.Verdict.String() + " " + r.Balance.String())
}

// fixture is everything that a venue's calls reach.
type fixture struct {
	t        *testing.T
	db       *db.DB
	clock    *calendar.Fixed
	ledger   *ledger.Ledger
	guard    *guard.Guard
	venues   *venue.Venues
	bets     *bet.Bets
	turnover *turnover.Turnover
	s        *seamless.Seamless
	tokens   map[string]string
	boss     staff.Actor
}

func newHouse(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	h := &fixture{t: t, db: d, clock: dbtest.Clock(d), ledger: ledger.New(d), tokens: map[string]string{}, boss: staff.System("test")}
	people := staff.New(staff.Config{DB: d, Log: dbtest.Quiet()})
	h.guard = guard.New(d, people)
	h.venues = venue.New(venue.Config{DB: d, Staff: people, Adapters: map[string]venue.Venue{code: company{}}, Log: dbtest.Quiet()})
	if err := h.venues.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := h.venues.NameGames(t.Context(), code, []venue.Game{{Code: "g", Name: "G"}, {Code: "one", Name: "One"}, {Code: "two", Name: "Two"}}); err != nil {
		t.Fatal(err)
	}
	h.turnover = turnover.New(turnover.Config{})
	h.bets = bet.New(bet.Config{DB: d, Ledger: h.ledger, Venues: h.venues, Turnover: h.turnover, Staff: people, Log: dbtest.Quiet()})
	h.s = seamless.New(seamless.Config{
		DB: d, Ledger: h.ledger, Venues: h.venues, Guard: h.guard, Bets: h.bets, Log: dbtest.Quiet(),
		LockOrders: func(context.Context, *db.Tx, string) error { return nil }, TakeBack: h.takeBack,
	})
	h.ledger.Also(bet.Verify)
	h.ledger.Also(seamless.Verify)
	return h
}

// takeBack is the cashier's: what is there is taken, the rest is owed.
func (h *fixture) takeBack(ctx context.Context, tx *db.Tx, e ledger.Entry, player string, amount money.Fen, to ledger.Account) (money.Fen, error) {
	held, err := h.ledger.Balance(ctx, tx, ledger.Centre(player))
	if err != nil {
		return 0, err
	}
	have := min(money.Fen(held), amount)
	if have > 0 {
		e.Postings = append(e.Postings, ledger.Posting{From: ledger.Centre(player), To: to, Amount: int64(have)})
	}
	if amount > have {
		e.Postings = append(e.Postings, ledger.Posting{From: ledger.HouseOwed(player), To: to, Amount: int64(amount - have)})
	}
	_, err = h.ledger.Post(ctx, tx, e)
	return amount - have, err
}

// player makes a player with money and a session of the lobby.
func (h *fixture) player(name string, fen money.Fen) {
	h.t.Helper()
	if _, err := h.venues.EnsureAccount(h.t.Context(), name, code); err != nil {
		h.t.Fatal(err)
	}
	if fen > 0 {
		err := h.db.Write(h.t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := h.ledger.Post(ctx, tx, ledger.Entry{
				Scope: "test", Key: "fund:" + name, Kind: "adjust.grant", By: "test",
				Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: ledger.Centre(name), Amount: int64(fen)}},
			})
			return err
		})
		if err != nil {
			h.t.Fatal(err)
		}
	}
	h.tokens[name] = h.session(name, "")
}

func (h *fixture) session(name, game string) string {
	h.t.Helper()
	token, err := h.s.Begin(h.t.Context(), venue.Session{Player: name, Account: name, Venue: code, Game: game})
	if err != nil {
		h.t.Fatal(err)
	}
	return token
}

// bet, win and back are calls of ming's; change them as needed.
func (h *fixture) bet(id string, amount money.Fen) venue.SeamlessCall {
	return venue.SeamlessCall{Kind: venue.SeamlessBet, Account: "ming", Token: h.tokens["ming"], ID: id, Round: "r-" + id, Game: "g", Amount: amount}
}

func (h *fixture) win(id, of string, amount money.Fen) venue.SeamlessCall {
	return venue.SeamlessCall{Kind: venue.SeamlessWin, Account: "ming", ID: id, Ref: of, Round: "r-" + of, RoundClosed: true, Game: "g", Amount: amount}
}

func (h *fixture) back(id, of string) venue.SeamlessCall {
	return venue.SeamlessCall{Kind: venue.SeamlessRollback, Account: "ming", ID: id, Ref: of, Round: "r-" + of, Game: "g"}
}

// send gives the answer to a call, "ok 1.00" or the verdict.
func (h *fixture) send(c venue.SeamlessCall) string {
	h.t.Helper()
	answer, err := h.sent(c)
	if err != nil {
		h.t.Fatal(err)
	}
	return answer
}

func (h *fixture) sent(c venue.SeamlessCall) (string, error) {
	body, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	_, answer, _, err := h.s.Receive(h.t.Context(), code, string(c.Kind), http.Header{}, body)
	return strings.TrimSuffix(string(answer), " 0.00"), err
}

func (h *fixture) wants(c venue.SeamlessCall, want string) {
	h.t.Helper()
	if got := h.send(c); got != want {
		h.t.Errorf("%s %s: answered %q, want %q", c.Kind, c.ID, got, want)
	}
}

// book is the stored data of ming, as text.
func (h *fixture) book() string {
	h.t.Helper()
	ctx := h.t.Context()
	held := func(a ledger.Account) money.Fen {
		b, err := h.ledger.Balance(ctx, h.db, a)
		if err != nil {
			h.t.Fatal(err)
		}
		return money.Fen(b)
	}
	gaming, err := h.ledger.HouseBalance(ctx, h.db, ledger.HouseGaming())
	if err != nil {
		h.t.Fatal(err)
	}
	r, err := h.bets.ByDay(ctx, "ming", calendar.All, 1)
	if err != nil {
		h.t.Fatal(err)
	}
	return fmt.Sprintf("centre %d venue %d gaming %d bets %d stake %d valid %d win %d", held(ledger.Centre("ming")), held(ledger.VenueWallet("ming", code)),
		gaming, r.Sum.Count, r.Sum.Stake, r.Sum.Valid, r.Sum.Win)
}

func (h *fixture) books(want string) {
	h.t.Helper()
	if got := h.book(); got != want {
		h.t.Errorf("books\n got %s\nwant %s", got, want)
	}
}

// found lists the open findings as "id what".
func (h *fixture) found() string {
	h.t.Helper()
	var rows []struct{ BetID, What string }
	err := h.db.NewRaw(`SELECT bet_id, what FROM bet_finding WHERE solved_at = 0 ORDER BY bet_id`).Scan(h.t.Context(), &rows)
	if err != nil {
		h.t.Fatal(err)
	}
	var out []string
	for _, r := range rows {
		out = append(out, r.BetID+" "+r.What)
	}
	return strings.Join(out, ", ")
}

// proved closes a test: the books are right.
func (h *fixture) proved() {
	h.t.Helper()
	report, err := h.ledger.Verify(h.t.Context())
	if err != nil || !report.OK {
		h.t.Errorf("books: %+v, %v", report, err)
	}
	found, err := seamless.Verify(h.t.Context(), h.db, ledger.Everything())
	if more, also := bet.Verify(h.t.Context(), h.db, ledger.Everything()); err == nil {
		found, err = append(found, more...), also
	}
	if err != nil || len(found) > 0 {
		h.t.Errorf("findings %v, %v", found, err)
	}
}

func each(t *testing.T, test func(t *testing.T, h *fixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.player("ming", 100_00)
		test(t, h)
		h.proved()
	})
}

var errUnwanted = errors.New("unwanted answer")
