package race_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/proof"
)

// Trust CON-2, MON-8: 64 clients do everything at once on 20 players.
func TestAStormOfEverything(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		tally := proof.Begin(t, "races", "a storm of 64 clients on 20 players: no error of an engine is shown, every yes is in the books once and nothing else is")
		h.storm(t, tally, firstSeed(), 64, time.Duration(proof.Of(2, 60))*time.Second, nil)
	}, lifted)
}

// storm is what clients were told.
type storm struct {
	*house
	t      *testing.T
	tally  *proof.Tally
	people []*person
	refs   sync.Map // of withdrawals that staff may work on: sn → *person

	mu      sync.Mutex
	told    map[string]stormOrder // by order number: the yeses
	mayBe   map[string]stormOrder // told to be under way
	answers map[string]int        // how many of each kind, for the note
}

// stormOrder is what a yes was about.
type stormOrder struct {
	kind, player string
	amount       money.Fen
}

// storm has clients do everything for so long, then compares.
func (h *house) storm(t *testing.T, tally *proof.Tally, seed uint64, clients int, long time.Duration, during func()) {
	t.Helper()
	s := &storm{house: h, t: t, tally: tally, told: map[string]stormOrder{}, mayBe: map[string]stormOrder{}, answers: map[string]int{}}
	for range 20 {
		s.people = append(s.people, h.register(20_000*money.Yuan).atVenues())
	}
	before := h.total(s.people)
	end := time.Now().Add(long)
	var wait sync.WaitGroup
	if during != nil {
		wait.Go(during)
	}
	for client := range clients {
		wait.Go(func() {
			rnd := chance(seed*1000 + uint64(client))
			for step := 0; time.Now().Before(end); step++ {
				s.act(rnd, fmt.Sprintf("storm-%d-%d-%d", seed, client, step))
			}
		})
	}
	wait.Wait()
	h.settle()
	s.waitForCredits()
	s.compare(before)
	s.mu.Lock()
	defer s.mu.Unlock()
	tally.Note("seed %d, %d s: %v", seed, int(long.Seconds()), s.answers)
}

// waitForCredits waits for callbacks that a node could not take when they came.
func (s *storm) waitForCredits() {
	s.t.Helper()
	want := 0
	for _, o := range s.told {
		if o.kind == "deposit" {
			want++
		}
	}
	for until := time.Now().Add(time.Minute); s.count("SELECT COUNT(*) FROM deposit WHERE state = 'credited'") < want && time.Now().Before(until); {
		time.Sleep(100 * time.Millisecond)
	}
}

// act does one thing for one player.
func (s *storm) act(rnd *rand.Rand, key string) {
	p, node := s.people[rnd.IntN(len(s.people))], rnd.IntN(len(s.bases))
	venue := []string{"ky", "leg"}[rnd.IntN(2)]
	ctx := context.WithoutCancel(s.t.Context())
	send := func(r request) answer { r.node = node; return s.patiently(ctx, p, r) }
	s.tally.Count(1)
	switch n := rnd.IntN(100); {
	case n < 20:
		yuan := 1 + rnd.IntN(300)
		s.transferred(p, "in", yuan, send(p.keyed(key, transferCall, p.transfer("in", venue, yuan)...)))
	case n < 35:
		yuan := 1 + rnd.IntN(300)
		s.transferred(p, "out", yuan, send(p.keyed(key, transferCall, p.transfer("out", venue, yuan)...)))
	case n < 40:
		r := send(p.keyed(key, recycleCall))
		s.heard("recycle", r)
	case n < 55:
		s.withdraw(p, send, key, money.Fen(100+rnd.IntN(50_000)))
	case n < 70:
		s.pay(rnd, p, send, key, 10+rnd.IntN(500))
	case n < 85:
		s.work(rnd)
	default:
		r := send(p.fresh(balanceCall))
		s.heard("balance", r)
		s.addsUp(r)
	}
}

// patiently sends a request, and sends it again under the same key while the
// answer is that the database is busy: a node that is stopped inside a
// transaction keeps its locks until its session ends (H-109). A single node
// never answers so.
func (s *storm) patiently(ctx context.Context, p *person, r request) answer {
	for until := time.Now().Add(30 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		a := p.send(ctx, r)
		if len(s.bases) == 1 || a.text("Code") != db.ErrBusy.Code || time.Now().After(until) {
			return a
		}
		s.mu.Lock()
		s.answers["busy"]++
		s.mu.Unlock()
	}
}

// heard counts an answer and refuses those that nobody should ever see.
func (s *storm) heard(what string, r answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.isBroken():
		if s.answers[what+" broken"] < 10 {
			s.t.Errorf("%s: %s", what, r)
		}
		what += " broken"
	case r.ok():
		what += " yes"
	default:
		what += " no"
	}
	s.answers[what]++
}

func (s *storm) note(in map[string]stormOrder, sn string, o stormOrder) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, twice := s.told[sn]; twice || sn == "" {
		s.t.Errorf("order %q was given out twice", sn)
	}
	in[sn] = o
}

func (s *storm) transferred(p *person, direction string, yuan int, r answer) {
	s.heard(direction, r)
	o := stormOrder{"transfer." + direction, p.id, money.Fen(yuan) * money.Yuan}
	switch {
	case !r.ok():
	case r.text("Status") == "1":
		s.note(s.told, r.text("OrderSn"), o)
	default:
		s.note(s.mayBe, r.text("OrderSn"), o)
	}
}

func (s *storm) withdraw(p *person, send func(request) answer, key string, amount money.Fen) {
	r := send(p.keyed(key, withdrawCall, p.withdrawal(amount)...))
	s.heard("withdrawal", r)
	if r.ok() {
		s.note(s.told, r.text("OrderSn"), stormOrder{"withdrawal", p.id, amount})
		s.refs.Store(r.text("OrderSn"), p)
	}
}

// pay orders a deposit and has the gateway tell of its payment, sometimes more
// than once at the same time.
func (s *storm) pay(rnd *rand.Rand, p *person, send func(request) answer, key string, yuan int) {
	r := send(p.keyed(key, depositCall, p.deposit(yuan)...))
	s.heard("deposit", r)
	if !r.ok() {
		return
	}
	sn := r.text("Data.order_sn")
	if rnd.IntN(5) == 0 {
		s.note(s.mayBe, sn, stormOrder{"deposit.unpaid", p.id, 0})
		return
	}
	s.note(s.told, sn, stormOrder{"deposit", p.id, money.Fen(yuan) * money.Yuan})
	path, times := "/gateways/epay/orders/"+sn+"/pay", 1+rnd.IntN(3)
	var wait sync.WaitGroup
	for range times {
		wait.Go(func() {
			if err := s.control(http.MethodPost, path, map[string]any{}, nil); err != nil {
				s.t.Errorf("pay %s: %v", sn, err)
			}
		})
	}
	wait.Wait()
}

// work has a member of staff take the next step on some withdrawal; others may
// do so at the same moment.
func (s *storm) work(rnd *rand.Rand) {
	var sn string
	s.refs.Range(func(k, _ any) bool { sn = k.(string); return rnd.IntN(3) > 0 })
	if sn == "" {
		return
	}
	ctx, by := context.WithoutCancel(s.t.Context()), s.clerks[rnd.IntN(len(s.clerks))]
	w := s.Cashier.Withdrawals
	var err error
	switch rnd.IntN(4) {
	case 0:
		_, err = w.Claim(ctx, by, sn)
	case 1:
		_, err = w.Approve(ctx, by, sn, "")
	case 2:
		if _, err = w.Reject(ctx, by, sn, "资料不符"); err == nil {
			s.refs.Delete(sn)
		}
	case 3:
		if _, err = s.Cashier.Payouts.Pay(ctx, by, sn, "BANK"+sn); err == nil {
			s.refs.Delete(sn)
		}
	}
	if _, told := fault.Of(err); err != nil && !told {
		s.t.Errorf("staff, %s: %v", sn, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers["staff "+map[bool]string{true: "yes", false: "no"}[err == nil]]++
}

// addsUp checks that a summary is one state of the wallet.
func (s *storm) addsUp(r answer) {
	if !r.ok() {
		return
	}
	sum := r.yuan("Balance") + r.yuan("LockBalance") + r.yuan("TransitBalance")
	for _, v := range r.body["VenueAmount"].([]any) {
		sum += answer{body: v.(map[string]any)}.yuan("Balance")
	}
	if sum != r.yuan("SumAmount") {
		s.t.Errorf("the parts add up to %s: %s", sum, r)
	}
}

// total is what the players have, wherever it is.
func (h *house) total(people []*person) (sum money.Fen) {
	for _, p := range people {
		for _, a := range []ledger.Account{ledger.Centre(p.id), ledger.Locked(p.id), ledger.Transit(p.id), ledger.VenueWallet(p.id, "ky"), ledger.VenueWallet(p.id, "leg")} {
			sum += h.balance(a)
		}
	}
	return sum
}

// row is an order as it is stored, of any kind.
type row struct {
	SN, Player, State, Batch string
	Amount                   int64
	At                       int64 // when a transfer began, which its number holds
}

// compare holds what clients were told against the orders, the books and the
// companies' books, both ways.
func (s *storm) compare(before money.Fen) {
	s.t.Helper()
	read := func(query string) (rows []row) {
		if err := s.DB.NewRaw(query).Scan(context.WithoutCancel(s.t.Context()), &rows); err != nil {
			s.t.Fatal(err)
		}
		return rows
	}
	found := map[string]stormOrder{}
	for _, r := range read("SELECT id AS sn, created_at AS at, player, state, batch, amount FROM transfer WHERE state = 'completed' AND direction = 'in'") {
		found[number.Of(number.Transfer, calendar.FromMillis(r.At), r.SN)] = stormOrder{"transfer.in", r.Player, money.Fen(r.Amount)}
	}
	for _, r := range read("SELECT id AS sn, created_at AS at, player, state, batch, amount FROM transfer WHERE state = 'completed' AND direction = 'out' AND batch = ''") {
		found[number.Of(number.Transfer, calendar.FromMillis(r.At), r.SN)] = stormOrder{"transfer.out", r.Player, money.Fen(r.Amount)}
	}
	for _, r := range read("SELECT sn, player, state, '' AS batch, received AS amount FROM deposit WHERE state = 'credited'") {
		found[r.SN] = stormOrder{"deposit", r.Player, money.Fen(r.Amount)}
	}
	for _, r := range read("SELECT sn, player, state, '' AS batch, amount FROM withdrawal") {
		found[r.SN] = stormOrder{"withdrawal", r.Player, money.Fen(r.Amount)}
	}
	for sn, o := range s.told {
		if found[sn] != o {
			s.t.Errorf("told of %s %+v, stored is %+v", sn, o, found[sn])
		}
	}
	ours := map[string]bool{}
	for _, p := range s.people {
		ours[p.id] = true
	}
	for sn, o := range found {
		_, told := s.told[sn]
		maybe := s.mayBe[sn]
		if ours[o.player] && !told && maybe != o {
			s.t.Errorf("stored is %s %+v and nobody was told", sn, o)
		}
	}
	s.agree(s.people...)
	s.proved()
	var came, went money.Fen
	for sn, o := range found {
		if o.kind == "deposit" && ours[o.player] && s.told[sn] == o {
			came += o.amount
		}
	}
	for _, r := range read("SELECT sn, player, state, '' AS batch, amount FROM withdrawal WHERE state = 'paid'") {
		if ours[r.Player] {
			went += money.Fen(r.Amount)
		}
	}
	if after := s.total(s.people); after != before+came-went {
		s.t.Errorf("%s, and %s came and %s went: now %s", before, came, went, after)
	}
}
