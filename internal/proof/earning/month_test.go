package earning_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/promo"
	"hongyun/internal/promo/rule"
	"hongyun/internal/proof"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
	"hongyun/sandbox"
)

// Every figure of the reports of a month equals what the raw rows of it add up to:
// the month has deposits by each method, transfers, bets of all seven kinds with late
// corrections and voids, all promotions, both VIP programmes, C$, and withdrawals that
// are paid, rejected, failed and returned. If it failed, an operator would pay
// invoices and taxes by figures that its own rows do not have.
func TestAMonthOfGeneratedLifeEqualsTheRawRows(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		tally := proof.Begin(t, "earnings", "the figures of a generated month are what its raw rows add up to")
		m := newMonth(t, h)
		for range m.days {
			m.day()
		}
		m.rest()
		m.lively()
		figures := m.compareMonth()
		tally.Count(figures)
		tally.Note("%d players, %d bets, %d versions of bets corrected", len(m.players), m.done["bet"], m.done["correction"])
	}, func(c *app.Config) {
		c.Cashier.RateMaxAge = 0              // nobody enters rates here
		c.Reconcile.Scopes = []string{"test"} // of corrections by hand
	}, apptest.Slots, apptest.Contract("ag"), apptest.Contract("fb"), apptest.Contract("ime"), apptest.Contract("vr"))
}

// month is a crowd of players who live on a clock that is moved.
type month struct {
	*life
	days, size, bets int         // how many days, players in the end, and bets a day
	carl, dora       staff.Actor // who pay out: those who gave a player money may not

	places []*place
	told   []*toldLine    // the newest bets, which may be told once more
	taken  map[string]int // withdrawals by state, to end them in turn
	done   map[string]int // what happened how often
	orders int            // of deposits
	turns  int            // of staff
	owing  []string       // players whose next reversed deposit is owed
}

// place is a venue of the month with the accounts that players have there.
type place struct {
	code     string
	games    []string
	accounts map[string]string
}

// toldLine is a bet as its venue told it last.
type toldLine struct {
	place *place
	line  venue.BetLine
}

// month begins so that its weeks and months end within it, whatever its length.
func newMonth(t *testing.T, h *apptest.House) *month {
	t.Helper()
	m := &month{
		life: &life{House: h, t: t, random: rand.New(rand.NewSource(20260331)), cards: map[string]int64{}},
		days: proof.Of(3, 30), size: proof.Of(30, 500), taken: map[string]int{}, done: map[string]int{},
	}
	m.bets = proof.Of(2_000, 200_000) / m.days
	m.anna, m.bert, m.carl, m.dora = h.AddStaff("anna", "owner"), h.AddStaff("bert", "owner"), h.AddStaff("carl", "owner"), h.AddStaff("dora", "owner")
	m.ok(h.Cashier.USDT.Seed(t.Context(), []usdt.Seed{{
		Network: payment.TRC20, Address: coinAddress(0), Wallet: sandbox.PayoutWallet(payment.TRC20), Deposit: 71_500, Payout: 72_500, Least: money.Coin, Most: 100_000 * money.Coin,
	}}))
	for _, code := range []string{"ky", "fb", "ag", "s47", "ime", "vr", "leg"} {
		p := &place{code: code, accounts: map[string]string{}}
		_, games, err := venue.Shipped(code)
		m.ok(err)
		for _, g := range games {
			p.games = append(p.games, g.Code)
		}
		m.places = append(m.places, p)
	}
	last := calendar.Day(20260331).Start().Add(12 * time.Hour)
	h.Clock.Advance(last.AddDate(0, 0, 1-m.days).Sub(h.Clock.Now()))
	h.Due()
	return m
}

// coinAddress is the n-th address of the month on TRON.
func coinAddress(n int) string {
	var hash [20]byte
	binary.BigEndian.PutUint64(hash[:], uint64(n+1)*0x9e3779b97f4a7c15)
	binary.BigEndian.PutUint64(hash[12:], uint64(n+1)*0xbf58476d1ce4e5b9)
	return payment.AddressOf(payment.TRC20, hash).String()
}

// day lets a day pass, from noon to noon.
func (m *month) day() {
	m.t.Helper()
	began, parts := m.Clock.Now(), proof.Of(2, 4)
	for part := range parts {
		for range max(5, m.size/m.days/parts+1) {
			m.join()
		}
		for range max(6, len(m.players)/25) {
			m.act()
		}
		m.play(m.bets / parts)
		m.streak()
		for range 3 {
			m.withdraw(m.saver())
		}
		m.withdrawCoins(m.saver())
		m.depositCoins(m.players[4])
		m.devote(m.players[2])
		m.out(m.places[len(m.places)-1])
		for _, id := range m.some(6) {
			m.claim(id)
		}
		m.staffWork()
		m.Clock.Advance(time.Duration(1+m.random.Intn(40)) * time.Minute)
		m.Advance(max(time.Minute, began.Add(time.Duration(part+1)*24*time.Hour/time.Duration(parts)).Sub(m.Clock.Now())))
	}
}

// rest lets the days pass until the runs of the month are over.
func (m *month) rest() {
	m.t.Helper()
	for m.Clock.Now().Before(calendar.Day(20260404).Start()) {
		m.Advance(12 * time.Hour)
		m.staffWork()
	}
	m.correct(50)
	m.Advance(time.Hour)
}

// lively fails where the month lacked something that it is to prove.
func (m *month) lively() {
	m.t.Helper()
	var missing []string
	for _, what := range []string{
		"join", "bank", "gateway", "usdt", "two amounts", "stray", "reverse", "in", "out", "bet", "correction", "void", "withdraw", "withdraw usdt",
		"paid", "rejected", "failed", "returned", "grant", "fund grant", "unlock", "exclude", "cancel", "forgiven",
	} {
		if m.done[what] == 0 {
			missing = append(missing, what)
		}
	}
	if missing != nil {
		var closed []string
		m.ok(m.DB.NewRaw("SELECT door || ': ' || reason FROM gate_closing").Scan(m.t.Context(), &closed))
		m.t.Errorf("the month saw no %v: %v, %v", missing, m.done, closed)
	}
	var kinds []string
	m.ok(m.DB.NewRaw("SELECT DISTINCT kind FROM promo_award ORDER BY kind").Scan(m.t.Context(), &kinds))
	for _, kind := range rule.Kinds {
		if !slices.Contains(kinds, string(kind)) {
			m.t.Errorf("the month saw no award of %s: %v", kind, kinds)
		}
	}
	var programmes []string
	m.ok(m.DB.NewRaw("SELECT DISTINCT programme FROM vip_award WHERE state = 'paid'").Scan(m.t.Context(), &programmes))
	if len(programmes) != 2 {
		m.t.Errorf("the month paid by the VIP programmes %v", programmes)
	}
}

// may reports whether something was done; what a player or a member of staff was
// told instead is part of life, and any other error is not.
func (m *month) may(what string, err error) bool {
	m.t.Helper()
	var told *fault.Fault
	if err != nil && !errors.As(err, &told) {
		m.t.Fatalf("%s: %v", what, err)
	}
	if err == nil {
		m.done[what]++
	} else {
		m.done["no "+what+": "+told.Code]++
	}
	return err == nil
}

// agreed has a second person agree to what the first one asked for.
func (m *month) agreed(second staff.Actor, what string, approval string, err error) bool {
	m.t.Helper()
	if err == nil && approval != "" {
		_, err = m.Staff.Decide(m.t.Context(), second, approval, true, "")
	}
	return m.may(what, err)
}

func (m *month) decided(what string, approval string, err error) bool {
	m.t.Helper()
	return m.agreed(m.bert, what, approval, err)
}

func (m *month) some(n int) []string {
	var list []string
	for range min(n, len(m.players)) {
		list = append(list, m.one())
	}
	return list
}

// saves says that a player neither deposits nor claims, so that turnover never keeps
// money from being withdrawn.
func saves(n int) bool { return n%5 == 3 }

func (m *month) saver() string {
	for {
		if n := m.random.Intn(len(m.players)); saves(n) {
			return m.players[n]
		}
	}
}

// join registers the next player, often invited, with a name, a card, and money at
// some venues. The first two play for very much.
func (m *month) join() {
	m.t.Helper()
	n := len(m.players)
	if n == m.size {
		return
	}
	id, ctx := fmt.Sprintf("crowd%04d", n), m.t.Context()
	invite := ""
	if n > 4 && n%3 == 0 {
		invite = m.players[n/2]
	}
	_, err := m.Players.Register(ctx, player.Registration{
		Name: id, Password: "secret99", Phone: fmt.Sprintf("139%08d", 10_000_000+n), VerifyCode: apptest.Captcha, VRand: uuid.NewString(), RegDomain: "localhost", InviteID: invite,
		Client: identity.Client{IP: fmt.Sprintf("10.%d.%d.7", n/250+1, n%250+1), UserAgent: "test", DeviceCookie: uuid.NewString()},
	})
	m.ok(err)
	m.ok(m.Players.UpdateInfo(ctx, id, player.InfoTrueName, "王"+string(rune(0x4e00+n%2000))+string(rune(0x5e00+n/7))))
	card, err := m.Cashier.Cards.Bind(ctx, destination.CardOrder{Player: id, Bank: "ICBC", Number: cardNumber(n), Province: "广东省", City: "广州市", Branch: "天河支行"})
	m.ok(err)
	m.cards[id] = card.ID
	m.players = append(m.players, id)
	m.done["join"]++
	for i, p := range m.places {
		if n < 3 || (n+i)%2 == 0 {
			p.accounts[id], err = m.Venues.EnsureAccount(ctx, id, p.code)
			m.ok(err)
			m.adjust(id, 200*money.Yuan)
			m.into(id, p, 100*money.Yuan)
		}
	}
	if n%2 == 0 && !saves(n) {
		m.deposit(id, "39")
	}
}

// cardNumber is the n-th number of a card, with its check digit.
func cardNumber(n int) string {
	digits := fmt.Sprintf("622202%012d", 1000+n)
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return digits + fmt.Sprint((10-sum%10)%10)
}

// adjust is a correction by hand in favour of a player.
func (m *month) adjust(id string, amount money.Fen) {
	m.t.Helper()
	m.post(ledger.Posting{From: ledger.HouseAdjust(), To: ledger.Centre(id), Amount: int64(amount)})
	m.done["grant"]++
}

func (m *month) post(p ledger.Posting) {
	m.t.Helper()
	m.n++
	m.ok(m.DB.Write(m.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := m.Ledger.Post(ctx, tx, ledger.Entry{Scope: "test", Key: fmt.Sprint("adjust:", m.n), Kind: "adjust.grant", By: "test", Postings: []ledger.Posting{p}})
		return err
	}))
}

func (m *month) into(id string, p *place, amount money.Fen) {
	m.t.Helper()
	if p.accounts[id] != "" {
		_, err := m.Wallets.ToVenue(m.t.Context(), wallet.Order{ID: uuid.NewString(), Player: id, Venue: p.code, Amount: amount})
		m.may("in", err)
	}
}

// out takes money back from the venue where no bets are made up, so that it has as much.
func (m *month) out(p *place) {
	m.t.Helper()
	id := m.one()
	for p.accounts[id] == "" {
		id = m.one()
	}
	_, err := m.Wallets.FromVenue(m.t.Context(), wallet.Order{ID: uuid.NewString(), Player: id, Venue: p.code, Amount: m.yuan(20)})
	m.may("out", err)
}

// devote has a player do all that the promotions of a day ask for.
func (m *month) devote(id string) {
	m.t.Helper()
	d, err := m.Cashier.Deposits.Create(m.t.Context(), deposit.Order{
		ID: uuid.NewString(), Player: id, ChannelID: 2, Amount: 1_000*money.Yuan + m.yuan(50), ActivityID: "38", ClientIP: "203.0.113.9",
	})
	if m.may("order", err) {
		m.control("/gateways/epay/orders/"+d.SN+"/pay", "{}")
	}
	ky, now := m.places[0], m.Clock.Now()
	var lines []venue.BetLine
	for range 3 {
		m.n++
		lines = append(lines, venue.BetLine{
			BetID: fmt.Sprintf("ky-%d", m.n), Account: ky.accounts[id], Game: ky.games[0], Stake: 1_000 * money.Yuan, Payout: 900 * money.Yuan,
			Status: venue.BetSettled, BetAt: now, SettledAt: now, UpdatedAt: now, Raw: []byte("{}"),
		})
	}
	m.store(ky, lines)
	approval, err := m.Fund.Grant(m.t.Context(), m.anna, fund.Grant{Player: id, Amount: 10 * money.Yuan, Remark: "节日礼金"}, "节日活动")
	m.decided("fund grant", approval, err)
	m.claim(id)
}

// act is one thing that a player does.
func (m *month) act() {
	m.t.Helper()
	id := m.one()
	for saves(slices.Index(m.players, id)) {
		id = m.one()
	}
	switch m.random.Intn(12) {
	case 0, 1, 2, 3:
		m.deposit(id, []string{"", "38"}[m.random.Intn(2)])
	case 4:
		m.depositCoins(id)
	case 5:
		m.into(id, m.places[m.random.Intn(len(m.places))], m.yuan(50))
	case 6:
		m.out(m.places[len(m.places)-1])
	case 7, 8, 9:
		m.withdraw(m.saver())
	case 10:
		m.withdrawCoins(m.saver())
	default:
		m.adjust(id, m.yuan(500))
	}
}

// deposit pays an order by bank or through a gateway, sometimes another amount.
func (m *month) deposit(id, activity string) {
	m.t.Helper()
	ctx, amount := m.t.Context(), m.yuan(3_000)+500*money.Yuan
	order := deposit.Order{ID: uuid.NewString(), Player: id, ChannelID: 1 + m.random.Int63n(5), Amount: amount, ActivityID: activity, ClientIP: "203.0.113.9"}
	if order.ChannelID == 1 {
		order.Name, order.Type = "王小明", "1"
	}
	d, err := m.Cashier.Deposits.Create(ctx, order)
	if !m.may("order", err) {
		return
	}
	m.orders++
	switch {
	case m.orders%11 == 0: // never paid
		return
	case order.ChannelID == 1:
		m.Clock.Advance(time.Minute)
		out, err := m.Cashier.Deposits.ConfirmByHand(ctx, m.anna, deposit.Confirmation{SN: d.SN, Received: d.Amount, BankRef: "B" + d.SN, Reason: "网银已到账"})
		if !m.decided("bank", out.ApprovalID, err) {
			return
		}
	case m.orders%6 == 0:
		m.control("/gateways/epay/orders/"+d.SN+"/pay", `{"amount":"77.00"}`)
		m.done["two amounts"]++
		if m.orders%12 == 0 { // the others wait in suspense
			out, err := m.Cashier.Deposits.Resolve(ctx, m.anna, deposit.Resolution{SN: d.SN, Credit: true, Received: 77_00, Reason: "网关确认到账"})
			m.decided("resolve", out.ApprovalID, err)
		}
		return
	default:
		m.control("/gateways/epay/orders/"+d.SN+"/pay", "{}")
		m.done["gateway"]++
	}
	m.credited = append(m.credited, d.SN)
}

func (m *month) depositCoins(id string) {
	m.t.Helper()
	d, err := m.Cashier.Deposits.Create(m.t.Context(), deposit.Order{
		ID: uuid.NewString(), Player: id, ChannelID: 11, Amount: m.yuan(900) + 500*money.Yuan, ClientIP: "203.0.113.9",
	})
	if m.may("usdt order", err) {
		m.send(`{"to":"` + d.CoinAddress + `","amount":"` + d.Coins.String() + `"}`)
		m.ok(m.Cashier.Chains.Pull(m.t.Context()))
		m.done["usdt"]++
	}
}

// send puts a transfer on the chain, final at once, and gives its number.
func (m *month) send(body string) (tx string) {
	m.t.Helper()
	r, err := http.Post(m.Sandbox+"/control/chains/trc20/transfers", "application/json", strings.NewReader(body))
	m.ok(err)
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	m.ok(err)
	var answer struct{ Tx string }
	if m.ok(json.Unmarshal(text, &answer)); answer.Tx == "" {
		m.t.Fatalf("%s: %s", body, text)
	}
	m.control("/chains/trc20/blocks", `{"count":40}`)
	return answer.Tx
}

// withdraw leads an order to one of its ends: the money of it is a correction by
// hand, of which turnover asks for nothing.
func (m *month) withdraw(id string) {
	m.t.Helper()
	ctx, w := m.t.Context(), m.Cashier.Withdrawals
	m.adjust(id, 300*money.Yuan)
	o, err := w.Ask(ctx, withdrawal.Order{ID: uuid.NewString(), Player: id, CardID: m.cards[id], Amount: 100*money.Yuan + m.yuan(200), Password: "secret99", ClientIP: "203.0.113.9"})
	if !m.may("withdraw", err) {
		return
	}
	_, err = w.Claim(ctx, m.carl, o.SN)
	m.ok(err)
	end := m.taken[""] % 5
	m.taken[""]++
	if end == 0 {
		_, err = w.Reject(ctx, m.carl, o.SN, "资料不符，请核对")
		m.may("rejected", err)
		return
	}
	if out, err := w.Approve(ctx, m.carl, o.SN, ""); !m.agreed(m.dora, "approved", out.ApprovalID, err) {
		return
	}
	if end == 1 {
		out, err := m.Cashier.Payouts.FailPayout(ctx, m.anna, o.SN, "银行拒绝付款")
		m.decided("failed", out.ApprovalID, err)
		return
	}
	if _, err = m.Cashier.Payouts.Pay(ctx, m.dora, o.SN, "P"+o.SN); !m.may("paid", err) {
		return
	}
	if end == 2 {
		m.Clock.Advance(time.Duration(m.random.Intn(20)) * time.Hour) // perhaps on the next day
		out, err := m.Cashier.Payouts.Returned(ctx, m.anna, order.Reported{SN: o.SN, Reference: "R" + o.SN, Reason: "户名不符被退回"})
		m.decided("returned", out.ApprovalID, err)
	}
}

func (m *month) withdrawCoins(id string) {
	m.t.Helper()
	ctx, w := m.t.Context(), m.Cashier.Withdrawals
	list, err := m.Cashier.Addresses.List(ctx, id)
	m.ok(err)
	if len(list) == 0 {
		a, err := m.Cashier.Addresses.Add(ctx, id, payment.TRC20, coinAddress(1+slices.Index(m.players, id)))
		if !m.may("address", err) {
			return
		}
		list = append(list, a)
	}
	m.adjust(id, 400*money.Yuan)
	if _, err := w.Quote(ctx, id, list[0].ID, 200*money.Yuan); !m.may("quote", err) {
		return
	}
	o, err := w.Ask(ctx, withdrawal.Order{ID: uuid.NewString(), Player: id, AddressID: list[0].ID, Amount: 200 * money.Yuan, Password: "secret99", ClientIP: "203.0.113.9"})
	if !m.may("withdraw usdt", err) {
		return
	}
	_, err = w.Claim(ctx, m.carl, o.SN)
	m.ok(err)
	if out, err := w.Approve(ctx, m.carl, o.SN, ""); !m.agreed(m.dora, "approved usdt", out.ApprovalID, err) {
		return
	}
	d, err := m.Cashier.Payouts.Destination(ctx, m.dora, o.SN)
	if !m.may("destination", err) {
		return
	}
	tx := m.send(`{"to":"` + d.Number + `","amount":"` + d.Coins.String() + `","from":"payout"}`)
	_, err = m.Cashier.Payouts.Pay(ctx, m.dora, o.SN, tx)
	m.may("paid usdt", err)
}

// play stores bets as the feed does, some of them late, and a few older ones once
// more with another result. Those of "leg" come from the venue itself.
func (m *month) play(n int) {
	m.t.Helper()
	now, byPlace := m.Clock.Now(), map[*place][]venue.BetLine{}
	for n := n; n > 0; {
		p := m.places[m.random.Intn(len(m.places)-1)]
		id := m.one()
		if m.random.Intn(10) == 0 {
			id = m.players[m.random.Intn(min(2, len(m.players)))]
		}
		account := p.accounts[id]
		if account == "" {
			continue
		}
		n--
		m.n++
		line := m.result(venue.BetLine{
			BetID: fmt.Sprintf("%s-%d", p.code, m.n), Account: account, Game: p.games[m.random.Intn(len(p.games))], Stake: m.stake(id),
			BetAt: now.Add(-time.Duration(m.random.Intn(600)) * time.Minute), UpdatedAt: now, Raw: []byte("{}"),
		})
		if id == m.players[0] && line.Status == venue.BetSettled {
			line.Payout = 0
		}
		if p.code == "fb" {
			line.Odds, line.OddsType = "0.90", "HK"
		}
		byPlace[p] = append(byPlace[p], line)
	}
	for _, p := range m.places {
		m.store(p, byPlace[p])
	}
	m.correct(max(3, n/40))
	leg := m.places[len(m.places)-1]
	for range 3 {
		if id := m.one(); leg.accounts[id] != "" {
			m.control("/bets", `{"venue":"leg","player":"`+id+`","stake":"2","payout":"`+fmt.Sprint(m.random.Intn(4))+`","status":"settled"}`)
			m.done["feed"]++
		}
	}
}

func (m *month) stake(id string) money.Fen {
	if slices.Index(m.players, id) < 2 {
		return m.yuan(6_000) + 2_000*money.Yuan
	}
	return m.yuan(300)
}

func (m *month) store(p *place, lines []venue.BetLine) {
	m.t.Helper()
	stored, err := m.Bets.StoreAll(m.t.Context(), p.code, lines)
	m.ok(err)
	if stored.Added != len(lines) {
		m.t.Fatalf("%s: stored %+v of %d", p.code, stored, len(lines))
	}
	m.done["bet"] += len(lines)
	for _, l := range lines {
		if m.told = append(m.told, &toldLine{p, l}); l.Status == venue.BetVoid {
			m.done["void"]++
		}
	}
	m.told = m.told[max(0, len(m.told)-5_000):]
}

// correct has venues tell older bets once more: settled, void, or of another game or day.
func (m *month) correct(n int) {
	m.t.Helper()
	for range min(n, len(m.told)) {
		told := m.told[m.random.Intn(len(m.told))]
		l := told.line
		l.UpdatedAt = m.Clock.Now().Add(time.Duration(m.random.Intn(1000)) * time.Millisecond)
		if !l.UpdatedAt.After(told.line.UpdatedAt) {
			continue
		}
		l = m.result(l)
		switch m.random.Intn(8) {
		case 0:
			l.Game = told.place.games[m.random.Intn(len(told.place.games))]
		case 1:
			l.BetAt = l.BetAt.Add(-24 * time.Hour)
		case 2:
			l.Stake += money.Yuan
		}
		told.line = l
		stored, err := m.Bets.StoreAll(m.t.Context(), told.place.code, []venue.BetLine{l})
		m.ok(err)
		m.done["correction"] += stored.Changed
	}
}

// streak has a player win four matches in a row and claim the reward.
func (m *month) streak() {
	m.t.Helper()
	fb, now := m.places[1], m.Clock.Now()
	id := m.one()
	if fb.accounts[id] == "" || m.random.Intn(2) == 0 {
		return
	}
	var lines []venue.BetLine
	for i := range 4 {
		m.n++
		at := now.Add(time.Duration(i-5) * time.Minute)
		lines = append(lines, venue.BetLine{
			BetID: fmt.Sprintf("fb-%d", m.n), Account: fb.accounts[id], Game: fb.games[0], Stake: 200 * money.Yuan, Payout: 380 * money.Yuan, Status: venue.BetSettled,
			Odds: "0.90", OddsType: "HK", Round: fmt.Sprint("match", m.n), Market: "ou", Side: "over", BetAt: at, SettledAt: at.Add(time.Minute), UpdatedAt: now, Raw: []byte("{}"),
		})
	}
	m.store(fb, lines)
	m.claimOf(id, 36)
}

func (m *month) claimOf(id string, rule int64) {
	m.t.Helper()
	_, err := m.Promo.Claim(m.t.Context(), promo.ClaimOrder{ID: uuid.NewString(), Player: id, Rule: rule})
	m.may(fmt.Sprint("claim ", rule), err)
}

// claim has a player ask for everything that there is today.
func (m *month) claim(id string) {
	m.t.Helper()
	if saves(slices.Index(m.players, id)) {
		return
	}
	for _, rule := range []int64{34, 35, 36} {
		m.claimOf(id, rule)
	}
	for task := range int64(4) {
		_, err := m.Fund.Unlock(m.t.Context(), fund.UnlockOrder{ID: uuid.NewString(), Player: id, Task: task + 1})
		m.may("unlock", err)
	}
}

// staffWork is what staff do once in a while.
func (m *month) staffWork() {
	m.t.Helper()
	ctx := m.t.Context()
	m.turns++
	m.settleDebts()
	for _, id := range m.some(2) {
		approval, err := m.Fund.Grant(ctx, m.anna, fund.Grant{Player: id, Amount: m.yuan(100), Remark: "节日礼金"}, "节日活动")
		m.decided("fund grant", approval, err)
	}
	if len(m.credited) > 0 && m.turns%2 == 0 {
		sn := m.credited[m.random.Intn(len(m.credited))]
		if m.turns%4 == 0 {
			m.spendAll(sn)
		}
		out, err := m.Cashier.Deposits.Reverse(ctx, m.anna, order.Reported{SN: sn, Reference: "R" + sn, Reason: "支付被撤销"})
		m.decided("reverse", out.ApprovalID, err)
	}
	if m.turns%4 == 1 {
		m.n++
		_, err := m.Cashier.Incoming.Record(ctx, m.anna, suspense.StrayOrder{Account: "bank:1", Amount: m.yuan(300), Payer: "李四", Reference: fmt.Sprint("S", m.n), Note: "无订单来款"})
		m.may("stray", err)
	}
	if m.turns%6 == 3 && len(m.players) > 10 {
		_, err := m.life.House.Guard.Exclude(ctx, m.players[10+m.random.Intn(len(m.players)-10)], guard.HalfYear)
		m.may("exclude", err)
	}
	var paid, withheld []string
	m.ok(m.DB.NewRaw("SELECT id FROM promo_award WHERE state = 'paid' ORDER BY at DESC, id LIMIT 20").Scan(ctx, &paid))
	m.ok(m.DB.NewRaw("SELECT id FROM promo_award WHERE state = 'withheld' ORDER BY at, id LIMIT 20").Scan(ctx, &withheld))
	if len(paid) > 0 && m.turns%3 == 0 {
		approval, err := m.Promo.Cancel(ctx, m.anna, paid[m.random.Intn(len(paid))], "发放有误")
		m.decided("cancel", approval, err)
	}
	if len(withheld) > 0 {
		approval, err := m.Promo.Release(ctx, m.anna, withheld[0], "核对无误")
		m.decided("release", approval, err)
	}
}

// spendAll takes all that the player of a deposit has, so that a reversal is owed.
func (m *month) spendAll(sn string) {
	m.t.Helper()
	var id string
	m.ok(m.DB.NewRaw("SELECT player FROM deposit WHERE sn = ?", sn).Scan(m.t.Context(), &id))
	held, err := m.Ledger.Balance(m.t.Context(), m.DB, ledger.Centre(id))
	m.ok(err)
	if held > 0 {
		m.post(ledger.Posting{From: ledger.Centre(id), To: ledger.HouseAdjust(), Amount: held})
	}
	m.owing = append(m.owing, id)
}

// settleDebts has the operator bear half of what players owe.
func (m *month) settleDebts() {
	m.t.Helper()
	for _, id := range m.owing {
		owed, err := m.Cashier.Deposits.Owed(m.t.Context(), m.DB, id)
		m.ok(err)
		if owed > 0 {
			out, err := m.Cashier.Deposits.SettleOwed(m.t.Context(), m.anna, deposit.DebtOrder{Player: id, Forgive: true, Amount: (owed + 1) / 2, Reason: "无法追回"})
			m.decided("forgiven", out.ApprovalID, err)
		}
	}
	m.owing = nil
}
