package backup

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/wallet"
)

// done is one thing the house has acknowledged.
type done struct {
	kind   string // "transfer" or "deposit"
	id     string // of the transfer, or the order number
	player string
	at     time.Time // when the caller heard of it, by the machine's clock
}

// storm is players who deposit and carry money about until they are stopped.
type storm struct {
	h       *house
	players []string
	cancel  func()
	working sync.WaitGroup

	mu      sync.Mutex
	all     []done
	failed  error
	slowest atomic.Int64 // nanoseconds of the slowest operation since the last look
}

// people registers players with something to play with, and one who withdraws.
func (h *house) people(n int) []string {
	h.t.Helper()
	var names []string
	for i := range n {
		name := fmt.Sprintf("player%02d", i)
		h.register(name)
		h.grant(name, 5_000*money.Yuan)
		names = append(names, name)
	}
	return names
}

func (h *house) register(name string) {
	h.t.Helper()
	_, err := h.Players.Register(h.t.Context(), player.Registration{
		Name: name, Password: "Kx7mQ2pLw", Phone: fmt.Sprintf("138%08d", time.Now().UnixNano()%100_000_000), VerifyCode: "abcd", VRand: uuid.NewString(),
		Client: identity.Client{IP: "203.0.113.7", UserAgent: "test"},
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// payout is a withdrawal that waits to be paid at the bank.
func (h *house) payout() string {
	h.t.Helper()
	ctx, name := h.t.Context(), "payee"
	h.register(name)
	h.grant(name, 1_000*money.Yuan)
	if err := h.Players.UpdateInfo(ctx, name, player.InfoTrueName, "王小明"); err != nil {
		h.t.Fatal(err)
	}
	card, err := h.Cashier.Cards.Bind(ctx, destination.CardOrder{
		Player: name, Bank: "ICBC", Number: "6222021234567890128", Province: "广东省", City: "广州市", Branch: "天河支行",
	})
	if err != nil {
		h.t.Fatal(err)
	}
	w, err := h.Cashier.Withdrawals.Ask(ctx, withdrawal.Order{ID: uuid.NewString(), Player: name, CardID: card.ID, Amount: 300 * money.Yuan})
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.Cashier.Withdrawals.Claim(ctx, h.lin, w.SN); err != nil {
		h.t.Fatal(err)
	}
	if out, err := h.Cashier.Withdrawals.Approve(ctx, h.lin, w.SN, "资料核对无误"); err != nil || !out.Done {
		h.t.Fatalf("%+v, %v", out, err)
	}
	return w.SN
}

// begin lets the players go.
func (h *house) begin(players []string, seed uint64) *storm {
	ctx, cancel := context.WithCancel(context.Background())
	s := &storm{h: h, players: players, cancel: cancel}
	for i, name := range players {
		s.working.Go(func() { s.play(ctx, name, seed+uint64(i)*1000) })
	}
	return s
}

// stop ends the storm; what is under way comes to its end.
func (s *storm) stop() []done {
	s.cancel()
	s.working.Wait()
	return s.all
}

// play is one player: in, out, and now and then a deposit. A failure is kept
// and ends the player, unless the storm is over or the database is gone.
func (s *storm) play(ctx context.Context, name string, seed uint64) {
	r, at := chance(seed), money.Fen(0)
	for ctx.Err() == nil {
		began := time.Now()
		var d done
		var err error
		switch x := r.IntN(10); {
		case x < 2:
			d, err = s.deposit(name, money.Fen(100+r.IntN(200))*money.Yuan)
		case x < 6 || at == 0:
			amount := money.Fen(1+r.IntN(20)) * money.Yuan
			if d, err = s.carry(name, amount, s.h.Wallets.ToVenue); err == nil {
				at += amount
			}
		default:
			amount := min(money.Fen(1+r.IntN(20))*money.Yuan, at)
			if d, err = s.carry(name, amount, s.h.Wallets.FromVenue); err == nil {
				at -= amount
			}
		}
		if took := int64(time.Since(began)); took > s.slowest.Load() {
			s.slowest.Store(took)
		}
		s.mu.Lock()
		if err == nil {
			d.player, d.at = name, time.Now()
			s.all = append(s.all, d)
		} else {
			s.failed = err
		}
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *storm) carry(name string, amount money.Fen, by func(context.Context, wallet.Order) (wallet.Transfer, error)) (done, error) {
	t, err := by(context.Background(), wallet.Order{ID: uuid.NewString(), Player: name, Venue: "ky", Amount: amount})
	if err == nil && t.State != wallet.Completed {
		err = fmt.Errorf("transfer %s is %s", t.ID, t.State)
	}
	return done{kind: "transfer", id: t.ID}, err
}

func (s *storm) deposit(name string, amount money.Fen) (done, error) {
	ctx := context.Background()
	d, err := s.h.Cashier.Deposits.Create(ctx, deposit.Order{ID: uuid.NewString(), Player: name, ChannelID: 2, Amount: amount, ClientIP: "203.0.113.7"})
	if err != nil {
		return done{}, err
	}
	if err := s.h.w.control(http.MethodPost, "/gateways/epay/orders/"+d.SN+"/pay", map[string]any{}, nil); err != nil {
		return done{}, err
	}
	d, err = s.h.Cashier.Deposits.Find(ctx, name, d.SN)
	if err == nil && d.State != deposit.Credited {
		err = fmt.Errorf("deposit %s is %s", d.SN, d.State)
	}
	return done{kind: "deposit", id: d.SN}, err
}

// knows counts which acknowledged things a database has, in their final state.
func (h *house) knows(all []done) (found map[string]bool) {
	h.t.Helper()
	found = map[string]bool{}
	for _, query := range []string{"SELECT id FROM transfer WHERE state = 'completed'", "SELECT sn FROM deposit WHERE state = 'credited'"} {
		var ids []string
		if err := h.DB.NewRaw(query).Scan(h.t.Context(), &ids); err != nil {
			h.t.Fatal(err)
		}
		for _, id := range ids {
			found[id] = true
		}
	}
	return found
}

// truth is what the lost house had at its end.
type truth struct {
	centre, venue map[string]money.Fen
	numbers       map[string]bool // every number it ever gave an order
}

func (h *house) truth(players []string) truth {
	h.t.Helper()
	out := truth{map[string]money.Fen{}, map[string]money.Fen{}, map[string]bool{}}
	for _, p := range players {
		out.centre[p], out.venue[p] = h.balance(ledger.Centre(p)), h.balance(ledger.VenueWallet(p, "ky"))
	}
	for _, query := range []string{"SELECT ref FROM transfer", "SELECT sn FROM deposit", "SELECT sn FROM withdrawal"} {
		var numbers []string
		if err := h.DB.NewRaw(query).Scan(h.t.Context(), &numbers); err != nil {
			h.t.Fatal(err)
		}
		for _, n := range numbers {
			out.numbers[n] = true
		}
	}
	return out
}

func (h *house) balance(a ledger.Account) money.Fen {
	h.t.Helper()
	n, err := h.Ledger.Balance(h.t.Context(), h.DB, a)
	if err != nil {
		h.t.Fatal(err)
	}
	return money.Fen(n)
}
