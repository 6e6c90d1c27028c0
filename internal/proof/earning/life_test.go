package earning_test

import (
	"context"
	"fmt"
	"math/rand"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/apptest"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// life makes players deposit, bet, win bonuses and withdraw at random.
type life struct {
	*apptest.House
	t          *testing.T
	random     *rand.Rand
	anna, bert staff.Actor
	players    []string
	cards      map[string]int64
	credited   []string // numbers of gateway deposits
	bets       []venue.BetLine
	n, paid    int
}

var cardNumbers = []string{"6222021234567890128", "6217001234567890122"}

func newLife(t *testing.T, h *apptest.House, seed int64) *life {
	t.Helper()
	l := &life{
		House: h, t: t, random: rand.New(rand.NewSource(seed)), cards: map[string]int64{},
		anna: h.AddStaff("anna", "finance"), bert: h.AddStaff("bert", "finance"),
	}
	for i := range cardNumbers {
		l.register(i)
	}
	return l
}

func (l *life) ok(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

func (l *life) register(i int) {
	l.t.Helper()
	id := fmt.Sprintf("player%d", i)
	l.Register(id)
	l.ok(l.Players.UpdateInfo(l.t.Context(), id, player.InfoTrueName, "王小明"))
	card, err := l.Cashier.Cards.Bind(l.t.Context(), destination.CardOrder{Player: id, Bank: "ICBC", Number: cardNumbers[i], Province: "广东省", City: "广州市", Branch: "天河支行"})
	l.ok(err)
	l.cards[id] = card.ID
	for j, code := range []string{"ky", "leg"} {
		l.Grant(id, money.Fen(50_00+j))
		tr, err := l.Wallets.ToVenue(l.t.Context(), wallet.Order{ID: uuid.NewString(), Player: id, Venue: code, Amount: 50_00})
		if err != nil || tr.State != wallet.Completed {
			l.t.Fatalf("transfer: %+v, %v", tr, err)
		}
	}
	l.players = append(l.players, id)
}

func (l *life) one() string { return l.players[l.random.Intn(len(l.players))] }

func (l *life) yuan(n int) money.Fen { return money.Fen(1+l.random.Intn(n)) * money.Yuan }

// step does one thing and lets some time pass, now and then without the jobs.
func (l *life) step() {
	l.t.Helper()
	l.n++
	switch l.random.Intn(12) {
	case 0:
		l.bankDeposit()
	case 1, 2:
		l.gatewayDeposit()
	case 3:
		l.reverse()
	case 4:
		l.withdraw()
	case 5:
		l.grantFund()
	default:
		l.bet()
	}
	pass := time.Duration(l.random.Intn(300)) * time.Minute
	if l.random.Intn(3) == 0 {
		l.Clock.Advance(pass)
	} else {
		l.Advance(pass)
	}
}

func (l *life) bankDeposit() {
	amount := l.yuan(900) + 100*money.Yuan
	d, err := l.Cashier.Deposits.Create(l.t.Context(), deposit.Order{
		ID: uuid.NewString(), Player: l.one(), ChannelID: 1, Amount: amount, Name: "王小明", Type: "1", ClientIP: "203.0.113.9",
	})
	l.ok(err)
	l.Clock.Advance(time.Minute)
	_, err = l.Cashier.Deposits.ConfirmByHand(l.t.Context(), l.anna, deposit.Confirmation{SN: d.SN, Received: d.Amount, BankRef: "B" + d.SN, Reason: "网银已到账"})
	l.ok(err)
}

func (l *life) gatewayDeposit() {
	activity := []string{"", "38"}[l.random.Intn(2)]
	d, err := l.Cashier.Deposits.Create(l.t.Context(), deposit.Order{
		ID: uuid.NewString(), Player: l.one(), ChannelID: 2, Amount: l.yuan(900) + 100*money.Yuan, ActivityID: activity, ClientIP: "203.0.113.9",
	})
	if err != nil {
		return // the promotion was taken today
	}
	sn := d.SN
	l.control("/gateways/epay/orders/"+sn+"/pay", "{}")
	l.credited = append(l.credited, sn)
	l.paid++
}

func (l *life) control(path, body string) {
	r, err := http.Post(l.Sandbox+"/control"+path, "application/json", strings.NewReader(body))
	l.ok(err)
	_ = r.Body.Close()
	if r.StatusCode != http.StatusOK {
		l.t.Fatalf("%s: %s", path, r.Status)
	}
}

func (l *life) reverse() {
	if len(l.credited) == 0 {
		return
	}
	sn := l.credited[0]
	l.credited = l.credited[1:]
	out, err := l.Cashier.Deposits.Reverse(l.t.Context(), l.anna, order.Reported{SN: sn, Reference: "R" + sn, Reason: "支付被撤销"})
	l.ok(err)
	_, err = l.Staff.Decide(l.t.Context(), l.bert, out.ApprovalID, true, "")
	l.ok(err)
}

func (l *life) withdraw() {
	id := l.one()
	l.Grant(id, money.Fen(100_00+l.n)) // turnover asks for nothing of it
	w, err := l.Cashier.Withdrawals.Ask(l.t.Context(), withdrawal.Order{ID: uuid.NewString(), Player: id, CardID: l.cards[id], Amount: 100_00, Password: "secret99", ClientIP: "203.0.113.9"})
	if err != nil {
		return // turnover is missing, or the day's withdrawals are used up
	}
	_, err = l.Cashier.Withdrawals.Claim(l.t.Context(), l.anna, w.SN)
	l.ok(err)
	if l.random.Intn(4) == 0 {
		_, err = l.Cashier.Withdrawals.Reject(l.t.Context(), l.anna, w.SN, "资料不符，请核对")
		l.ok(err)
		return
	}
	_, err = l.Cashier.Withdrawals.Approve(l.t.Context(), l.anna, w.SN, "")
	l.ok(err)
	_, err = l.Cashier.Payouts.Pay(l.t.Context(), l.bert, w.SN, "P"+w.SN)
	l.ok(err)
}

func (l *life) grantFund() {
	income := fund.Income{Key: fmt.Sprintf("grant:%d", l.n), Player: l.one(), Amount: l.yuan(20), Remark: "节日礼金", By: "anna"}
	l.ok(l.DB.Write(l.t.Context(), func(ctx context.Context, tx *db.Tx) error { return l.Fund.Receive(ctx, tx, income) }))
}

// bet stores new bets, and sometimes an older one once more with another result.
func (l *life) bet() {
	l.n++
	code := []string{"ky", "leg"}[l.random.Intn(2)]
	account, err := l.Venues.Account(l.t.Context(), l.DB, l.one(), code)
	l.ok(err)
	now := l.Clock.Now()
	var lines []venue.BetLine
	for i := range 1 + l.random.Intn(4) {
		at := now.Add(-time.Duration(l.random.Intn(50)) * time.Hour) // some come late
		lines = append(lines, l.result(venue.BetLine{
			BetID: fmt.Sprintf("%s-%d-%d", code, l.n, i), Account: account, Game: fmt.Sprint(620 + l.random.Intn(3)), Stake: l.yuan(50), BetAt: at, UpdatedAt: now, Raw: []byte("{}"),
		}))
	}
	l.bets = append(l.bets, lines...)
	stored, err := l.Bets.StoreAll(l.t.Context(), code, lines)
	l.ok(err)
	if stored.Added != len(lines) {
		l.t.Fatalf("stored %+v of %d", stored, len(lines))
	}
	again := l.random.Intn(len(l.bets))
	old := l.bets[again]
	old.UpdatedAt = now.Add(time.Second)
	l.bets[again] = l.result(old)
	_, err = l.Bets.StoreAll(l.t.Context(), strings.Split(old.BetID, "-")[0], []venue.BetLine{l.bets[again]})
	l.ok(err)
}

func (l *life) result(b venue.BetLine) venue.BetLine {
	b.Status, b.Payout, b.SettledAt = venue.BetSettled, l.yuan(90), b.UpdatedAt
	b.HasValid, b.Valid = true, b.Stake/2
	switch l.random.Intn(6) {
	case 0:
		b.Status, b.Payout, b.SettledAt = venue.BetOpen, 0, time.Time{}
	case 1:
		b.Status, b.Payout = venue.BetVoid, b.Stake
	}
	return b
}
