// Package chaintest is the conformance kit of chains: what every adapter must
// do, shown against a chain on the other side of the wire. An adapter's own
// test is a Harness and one call of Run.
package chaintest

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// Harness is how the kit gets at an adapter.
type Harness struct {
	// Open starts a fresh, healthy chain on which blocks come when they are
	// asked for, and an adapter that reads it.
	Open func(t *testing.T, o Options) Bench

	// Depth is how many confirmations make a transfer final.
	Depth int
	// Single says that a transaction moves one amount at the most.
	Single bool
}

// Options are what the kit wants of a bench.
type Options struct {
	Log     *slog.Logger
	Timeout time.Duration
}

// Bench is an adapter and the chain it reads.
type Bench struct {
	Chain   payment.Chain
	Company Company
	Secrets []string // what must never be seen in a log or an error
}

// Company is the chain's side, as a test sees and disturbs it.
type Company interface {
	// Pay puts a transfer into the next block and gives its number.
	Pay(t *testing.T, p Payment) string
	// Mine lets blocks come.
	Mine(t *testing.T, count int)
	// Reorganise takes a transaction out of its block: into the next, or nowhere.
	Reorganise(t *testing.T, tx string, lost bool)
	// Fault makes the next calls of one kind go wrong; times 0 means until Heal.
	Fault(t *testing.T, call, fault string, times int, length time.Duration)
	// Heal takes all faults back.
	Heal(t *testing.T)
}

// Payment is a transfer somebody makes.
type Payment struct {
	To     string
	Amount money.Coins
	Fake   bool // of a token that only has the name
	Failed bool // it stands in its block and did nothing
	Times  int  // movements in one transaction; 0: one
}

const (
	callTimeout = 500 * time.Millisecond
	asked       = 15*money.Coin + 630_001
)

type kit struct {
	Bench
	t       *testing.T
	harness Harness
	log     *safeBuffer
	house   payment.Address
}

// Run puts an adapter through all cases, each with a fresh chain.
func Run(t *testing.T, h Harness) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			k := &kit{t: t, harness: h, log: &safeBuffer{}}
			k.Bench = h.Open(t, Options{
				Log:     slog.New(slog.NewTextHandler(k.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
				Timeout: callTimeout,
			})
			k.house = k.address(1)
			c.run(k)
			for _, secret := range k.Secrets {
				if strings.Contains(k.log.String(), secret) {
					t.Error("a secret reached a log or an error")
				}
			}
		})
	}
}

// address makes the nth address.
func (k *kit) address(n byte) payment.Address {
	return payment.AddressOf(k.Chain.Network(), [20]byte{0xc0, 0xff, 0xee, 19: n})
}

// pays makes a payment of the usual amount to the house.
func (k *kit) pays() string {
	k.t.Helper()
	return k.Company.Pay(k.t, Payment{To: k.house.String(), Amount: asked})
}

// key tells transfers apart.
func key(t payment.Transfer) string { return fmt.Sprint(t.Network, " ", t.Tx, " ", t.Index) }

// read pages on from a cursor to the end.
func (k *kit) read(from payment.Cursor, to ...payment.Address) (map[string]payment.Transfer, payment.Cursor) {
	k.t.Helper()
	all := map[string]payment.Transfer{}
	for range 100 {
		list, next, err := k.Chain.Incoming(k.t.Context(), to, from)
		if err != nil {
			k.t.Fatalf("Incoming: %v", err)
		}
		for i, t := range list {
			all[key(t)] = t
			if i > 0 && t.Block < list[i-1].Block {
				k.t.Errorf("not the oldest first: block %d behind %d", t.Block, list[i-1].Block)
			}
		}
		if len(next.Text) > 100 || next.Text == "" {
			k.t.Errorf("cursor %q", next.Text)
		}
		if from = next; !next.More {
			return all, next
		}
	}
	k.t.Fatal("the list does not end")
	return nil, from
}

// told reads what came to the house, from the beginning.
func (k *kit) told() map[string]payment.Transfer {
	k.t.Helper()
	all, _ := k.read(payment.Cursor{}, k.house)
	return all
}

// right checks a transfer of the usual payment.
func (k *kit) right(t payment.Transfer, tx string) {
	k.t.Helper()
	if t.Network != k.Chain.Network() || t.Tx != tx || t.To != k.house || t.Amount != asked || t.Block <= 0 || t.Index < 0 ||
		t.From == t.To || t.From.Network() != t.Network || time.Since(t.At).Abs() > time.Hour || t.At.Location() != time.UTC {
		k.t.Errorf("%+v", t)
	}
}

// says checks what Lookup learns.
func (k *kit) says(tx string, want payment.State) payment.Sent {
	k.t.Helper()
	s, err := k.Chain.Lookup(k.t.Context(), tx)
	if err != nil || s.State != want {
		k.t.Errorf("Lookup = %+v, %v; want %v", s, err, want)
	}
	return s
}

// incoming asks once and keeps the error for the search for secrets.
func (k *kit) incoming(ctx context.Context, from payment.Cursor) ([]payment.Transfer, payment.Cursor, error) {
	list, next, err := k.Chain.Incoming(ctx, []payment.Address{k.house}, from)
	k.note(err)
	if err != nil && (list != nil || next != (payment.Cursor{})) {
		k.t.Errorf("with the error %v came %v and %v", err, list, next)
	}
	return list, next, err
}

func (k *kit) note(err error) {
	if err != nil {
		_, _ = k.log.Write([]byte(err.Error() + "\n"))
	}
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

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
