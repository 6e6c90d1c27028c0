// Package venuetest is the conformance kit: it shows every duty of a venue
// adapter against a company whose faults can be switched on. An adapter's own
// test is a Harness and one call of Run.
package venuetest

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// Harness is how the kit gets at an adapter.
type Harness struct {
	// Open starts a fresh, healthy company with no players, and an adapter
	// that talks to it.
	Open func(t *testing.T, o Options) Bench

	// Game is a game the venue has; NoGame is one it has not.
	Game, NoGame string

	// MoneyNeverStays says that the vendor never refuses a transfer out because
	// the player is in a game. It has no answer for money that is on a table.
	MoneyNeverStays bool

	// AmountsUntold says that no answer to a transfer or to a question about one
	// holds its amount: only balances show that another amount was moved.
	AmountsUntold bool

	// ReasonsUntold says that the vendor has one answer for every order that it
	// refuses, and for one that it has carried out. The answer proves nothing,
	// and the order is unknown until it is found absent.
	ReasonsUntold bool

	// RefusalsUntold says that the vendor has no answer that means no and nothing
	// else: an order that it just does not want is unknown.
	RefusalsUntold bool

	// LimitUntold says that the vendor's document has no answer for a caller who asks
	// too often: it answers HTTP 429 then.
	LimitUntold bool

	// LaunchIsLocal says that the adapter makes the address of a game without
	// asking the vendor: the vendor's faults show in the browser only.
	LaunchIsLocal bool

	// RoundGames are the games of which a round is played to check the feed's
	// facts about it. Default: the company's first one.
	RoundGames []string

	// NoRounds says that the games of this company are matches, although its vendor
	// has games with rounds.
	NoRounds bool
}

// Options are what the kit wants of a bench.
type Options struct {
	Log     *slog.Logger  // the adapter must log here
	Timeout time.Duration // of one call
	Skew    time.Duration // how far the company's clock is ahead of the adapter's
}

// CompanyClock is the company's clock, beside the adapter's.
func (o Options) CompanyClock(adapters calendar.Clock) calendar.Clock {
	return skewed{adapters, o.Skew}
}

type skewed struct {
	calendar.Clock
	ahead time.Duration
}

func (s skewed) Now() time.Time { return s.Clock.Now().Add(s.ahead) }

// Bench is an adapter and the company it talks to.
type Bench struct {
	Venue   venue.Venue
	Company Company
	Clock   *calendar.Fixed // of the adapter, and of the company but for its skew
	Secrets []string        // what must never be seen in a log or an error
}

// Company is the venue's side, as a test sees and disturbs it.
type Company interface {
	// Balance is what the player has there by the company's own count; 0 for
	// one it does not know.
	Balance(t *testing.T, account string) money.Fen
	// Bet places, settles, voids or re-settles a bet; the same ID is the same bet.
	Bet(t *testing.T, b Bet) (betID string)
	// Round puts bets of a player into a round that is over, as the company's own
	// game dealt it.
	Round(t *testing.T, r Round) Dealt
	// Fault makes the next calls of one kind go wrong.
	Fault(t *testing.T, call, fault string, times int, length time.Duration)
	// Heal takes all faults back.
	Heal(t *testing.T)
}

// Bet is a bet as the company is told to have it. At is when it is placed or
// settled: zero is now.
type Bet struct {
	ID            string
	Player        string // the name at the venue
	Game          string // "" is any
	Stake, Payout money.Fen
	Valid         money.Fen // -1: the company's own rule
	Status        venue.BetStatus
	At            time.Time
	Detail        string // JSON of what was picked, as the sandbox's games keep it; "" is nothing
}

// Round is a round that the company is told to have dealt at a time.
type Round struct {
	Player, Game string // "" is any game
	At           time.Time
	Back         int // 0 is the last round before, 1 the one before that
}

// Dealt is what became of a round by the company's own word.
type Dealt struct {
	Bets    []DealtBet
	Opposed bool     // the two bets are on the two sides of one play
	Facts   []string // of the outcome, such as cards: whoever tells it tells these
}

// DealtBet is a bet in a round, with how many free spins it had.
type DealtBet struct {
	ID   string `json:"betId"`
	Free int    `json:"free"`
}

// callTimeout is short, so that a company that says nothing costs a test little,
// and long enough for one that answers on a busy machine.
const callTimeout = 2 * time.Second

// kit is one case under way.
type kit struct {
	Bench
	t       *testing.T
	harness Harness
	ahead   time.Duration // the company's clock
	log     *safeBuffer
	cannot  string
}

// declared notes that the vendor cannot do what the case is about, and why.
func (k *kit) declared(why string) { k.cannot = why }

// Run puts an adapter through all cases. Each gets a fresh company, and each
// ends with a search for secrets in what was logged and returned.
func Run(t *testing.T, h Harness) {
	cases := slices.Concat(transferCases, playCases, feedCases, roundCases, replayCases, troubleCases)
	cells := make([]string, len(cases))
	t.Cleanup(func() { compare(t, cases, cells) }) // after the cases, which are parallel
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			log := &safeBuffer{}
			timeout := callTimeout
			if c.patient {
				timeout = 5 * time.Second
			}
			b := h.Open(t, Options{Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})), Timeout: timeout, Skew: c.skew})
			k := &kit{Bench: b, t: t, harness: h, ahead: c.skew, log: log}
			c.run(k)
			if cells[i] = Passed; k.cannot != "" {
				cells[i] = k.cannot
			}
			for _, secret := range b.Secrets {
				if secret != "" && strings.Contains(log.String(), secret) {
					t.Errorf("a secret reached a log or an error")
				}
			}
		})
	}
}

type testCase struct {
	name    string
	patient bool          // needs calls that may take their time
	skew    time.Duration // of the company's clock
	run     func(k *kit)
}

const player = "ming01"

// ready gives an account that exists and has money there.
func (k *kit) ready(balance money.Fen) string {
	k.t.Helper()
	account := k.Venue.AccountName(player)
	if err := k.Venue.EnsurePlayer(k.t.Context(), account); err != nil {
		k.t.Fatalf("EnsurePlayer: %v", err)
	}
	if balance > 0 {
		if got, err := k.Venue.Credit(k.t.Context(), k.order(account, balance)); got != venue.Done {
			k.t.Fatalf("Credit of a healthy company = %v, %v", got, err)
		}
	}
	return account
}

// order makes a new order. The clock takes a step, as it does between two
// orders of one player.
func (k *kit) order(account string, amount money.Fen) venue.Movement {
	k.Clock.Advance(time.Millisecond)
	return venue.Movement{Ref: k.Venue.NewRef(account, k.Clock.Now()), Account: account, Amount: amount}
}

// direction lets a case run for both ways of a transfer.
type direction struct {
	name string
	call string // the company's word for it
	send func(k *kit, m venue.Movement) (venue.Outcome, error)
	sign money.Fen // what a done transfer does to the balance there
}

var both = []direction{
	{"credit", "transfer_in", func(k *kit, m venue.Movement) (venue.Outcome, error) {
		got, err := k.Venue.Credit(k.t.Context(), m)
		return got, k.note(err)
	}, +1},
	{"debit", "transfer_out", func(k *kit, m venue.Movement) (venue.Outcome, error) {
		got, err := k.Venue.Debit(k.t.Context(), m)
		return got, k.note(err)
	}, -1},
}

// note keeps an error for the search for secrets.
func (k *kit) note(err error) error {
	if err != nil {
		k.log.WriteString(err.Error() + "\n")
	}
	return err
}

// holds checks the company's own count.
func (k *kit) holds(account string, want money.Fen) {
	k.t.Helper()
	if got := k.Company.Balance(k.t, account); got != want {
		k.t.Errorf("the company counts %s for %s, want %s", got, account, want)
	}
}

// says checks what Lookup learns of an order; amount 0 accepts any.
func (k *kit) says(ref string, want venue.Outcome, amount money.Fen) {
	k.t.Helper()
	a, err := k.Venue.Lookup(k.t.Context(), ref)
	_ = k.note(err)
	if k.noQuery() {
		if a.Outcome != venue.Unknown || err == nil {
			k.t.Errorf("Lookup = %v, %v of a venue that answers no question", a, err)
		}
		return
	}
	if a.Outcome != want || (amount != 0 && a.Amount != 0 && a.Amount != amount) {
		k.t.Errorf("Lookup = %v %s, %v; want %v %s", a.Outcome, a.Amount, err, want, amount)
	}
}

// eventually waits for a company that works on after the caller gave up.
func (k *kit) eventually(what string, ok func() bool) {
	k.t.Helper()
	for deadline := time.Now().Add(8 * callTimeout); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if ok() {
			return
		}
	}
	k.t.Errorf("%s did not happen", what)
}

// noQuery says, and notes, that the venue answers no question about a transfer.
func (k *kit) noQuery() bool {
	if !k.Venue.Rules().NoQuery {
		return false
	}
	k.declared("the vendor answers no question about a transfer: an unknown one is for a person")
	return true
}

// comesThrough waits until an order of an account is done there. It asks the
// venue, or the company's own count where the venue answers no question.
func (k *kit) comesThrough(what, ref, account string, balance money.Fen) {
	k.t.Helper()
	k.eventually(what, func() bool {
		if k.noQuery() {
			return k.Company.Balance(k.t, account) == balance
		}
		a, _ := k.Venue.Lookup(k.t.Context(), ref)
		return a.Outcome == venue.Done
	})
}

type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) WriteString(text string) { _, _ = s.Write([]byte(text)) }

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
