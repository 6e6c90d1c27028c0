package reconcile_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/proof"
	"hongyun/internal/staff"
	"hongyun/internal/wallet"
)

// world is a house in which much has happened.
type world struct {
	t *testing.T
	*apptest.House
	ctx    context.Context
	clerk  staff.Actor
	payer  staff.Actor
	theirs *sql.DB // the companies' own books
	orders int
	cards  map[string]int64
}

// open begins with a house of nobody.
func open(t *testing.T, h *apptest.House) *world {
	w := &world{t: t, House: h, ctx: context.WithoutCancel(t.Context()), cards: map[string]int64{}}
	w.clerk, w.payer = h.AddStaff("clerk", "owner"), h.AddStaff("payer", "owner")
	var err error
	if w.theirs, err = sql.Open("sqlite", "file:"+filepath.Join(h.Files, "sandbox.db")+"?_pragma=busy_timeout(10000)"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.theirs.Close() })
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// live lets some days pass at the house, with n players.
func (w *world) live(n int) {
	for i := range n {
		w.Register(name(i))
		w.Grant(name(i), 20_000_00)
		if withdraws(i) {
			w.bind(i)
		}
	}
	for round := range proof.Of(1, 3) {
		for i := range n {
			w.transfers(i, round)
			w.bets(i, round)
			if withdraws(i) {
				w.withdrawals(i, round)
			} else {
				w.deposits(i, round)
			}
		}
		w.Advance(3 * time.Minute)
	}
	w.silentVenue(n)
	for range 8 {
		w.Advance(5 * time.Minute)
	}
}

func name(i int) string        { return fmt.Sprintf("rec%03d", i) }
func withdraws(i int) bool     { return i%3 == 0 }
func yuan(n int64) money.Fen   { return money.Fen(n) * money.Yuan }
func (w *world) order() string { w.orders++; return fmt.Sprintf("order-%d", w.orders) }

// transfers: in, out, refused, and one that the resolver had to ask about.
func (w *world) transfers(i, round int) {
	for k, code := range []string{"ky", "leg", "ky"} {
		_, err := w.Wallets.ToVenue(w.ctx, wallet.Order{ID: w.order(), Player: name(i), Venue: code, Amount: yuan(int64(300 + 10*i + k + round))})
		w.must(err)
	}
	_, err := w.Wallets.FromVenue(w.ctx, wallet.Order{ID: w.order(), Player: name(i), Venue: "ky", Amount: yuan(int64(50 + i))})
	w.must(err)
	w.fault("venue:ky", "transfer_in", "refuse")
	t, err := w.Wallets.ToVenue(w.ctx, wallet.Order{ID: w.order(), Player: name(i), Venue: "ky", Amount: yuan(77)})
	w.must(err)
	if t.State != wallet.Refused {
		w.t.Fatalf("a refused transfer is %s", t.State)
	}
}

// silentVenue leaves some transfers without an answer for a while.
func (w *world) silentVenue(n int) {
	for i := range min(n, 5) {
		w.fault("venue:leg", "transfer_in", "drop_response")
		_, err := w.Wallets.ToVenue(w.ctx, wallet.Order{ID: w.order(), Player: name(i), Venue: "leg", Amount: yuan(61)})
		w.must(err)
	}
}

func (w *world) bets(i, round int) {
	for k := range 2 {
		w.orders++
		w.control("/bets", map[string]any{
			"venue": "ky", "player": name(i), "stake": "30.00", "payout": fmt.Sprintf("%d.50", 25+k*20), "status": "settled", "betId": fmt.Sprintf("b%d-%d-%d", i, round, k),
		})
	}
}

// deposits by a gateway: credited, expired, of a wrong amount; and one by bank.
func (w *world) deposits(i, round int) {
	for k := range 4 {
		d, err := w.Cashier.Deposits.Create(w.ctx, deposit.Order{ID: w.order(), Player: name(i), ChannelID: 2, Amount: yuan(int64(100 + i + k + 10*round)), ClientIP: "203.0.113.9"})
		w.must(err)
		switch k {
		case 2: // never paid
		case 3:
			if i%2 == 0 {
				w.control("/gateways/epay/orders/"+d.SN+"/pay", map[string]any{"amount": "99.00"})
			}
		default:
			w.control("/gateways/epay/orders/"+d.SN+"/pay", map[string]any{})
		}
	}
	d, err := w.Cashier.Deposits.Create(w.ctx, deposit.Order{ID: w.order(), Player: name(i), ChannelID: 1, Amount: yuan(int64(500 + i)), Name: "王小明", BankID: "ICBC", Type: "2", ClientIP: "203.0.113.9"})
	w.must(err)
	_, err = w.Cashier.Deposits.ConfirmByHand(w.ctx, w.clerk, deposit.Confirmation{SN: d.SN, Received: d.Amount, BankRef: fmt.Sprintf("BANK%06d", w.orders), Reason: "已到账"})
	w.must(err)
}

// withdrawals: paid, rejected, and one that is still open.
func (w *world) withdrawals(i, round int) {
	if round > 0 {
		return // five a day
	}
	for k := range 3 {
		a, err := w.Cashier.Withdrawals.Ask(w.ctx, withdrawal.Order{ID: w.order(), Player: name(i), CardID: w.cards[name(i)], Amount: yuan(int64(200 + i + k)), Password: "secret88", ClientIP: "203.0.113.9"})
		w.must(err)
		if k == 2 {
			continue
		}
		_, err = w.Cashier.Withdrawals.Claim(w.ctx, w.clerk, a.SN)
		w.must(err)
		if k == 1 {
			_, err = w.Cashier.Withdrawals.Reject(w.ctx, w.clerk, a.SN, "资料不符")
			w.must(err)
			continue
		}
		_, err = w.Cashier.Withdrawals.Approve(w.ctx, w.clerk, a.SN, "")
		w.must(err)
		_, err = w.Cashier.Payouts.Pay(w.ctx, w.payer, a.SN, fmt.Sprintf("PAY%06d", w.orders))
		w.must(err)
	}
}

func (w *world) bind(i int) {
	w.must(w.Players.UpdateInfo(w.ctx, name(i), player.InfoTrueName, "王小明"))
	card, err := w.Cashier.Cards.Bind(w.ctx, destination.CardOrder{Player: name(i), Bank: "ICBC", Number: cardNumber(i), Province: "北京市", City: "东城区", Branch: "王府井支行", Holder: "王小明"})
	w.must(err)
	w.cards[name(i)] = card.ID
}

// cardNumber is a number whose last digit is right.
func cardNumber(i int) string {
	text := fmt.Sprintf("622202%012d", i)
	sum := 0
	for k := range text {
		d := int(text[len(text)-1-k] - '0')
		if k%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return text + fmt.Sprint((10-sum%10)%10)
}

// fault has the next call of a company go wrong.
func (w *world) fault(target, call, fault string) {
	w.t.Helper()
	w.control("/faults", map[string]any{"target": target, "call": call, "fault": fault})
}

func (w *world) control(path string, wish any) {
	w.t.Helper()
	text, err := json.Marshal(wish)
	w.must(err)
	r, err := http.Post(w.Sandbox+"/control"+path, "application/json", bytes.NewReader(text))
	w.must(err)
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		w.t.Fatalf("%s: %s", path, r.Status)
	}
}

// exec puts a hand on the house's database. The guards are taken away for it
// and put back, as somebody would who does not want to be seen.
func (w *world) exec(statements ...string) {
	w.t.Helper()
	back := w.dropGuards()
	w.must(w.DB.Write(w.ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, s := range statements {
			if _, err := tx.NewRaw(s).Exec(ctx); err != nil {
				return fmt.Errorf("%s: %w", s, err)
			}
		}
		return nil
	}))
	back()
}

// dropGuards takes all triggers away, and returns what puts them back.
func (w *world) dropGuards() (back func()) {
	w.t.Helper()
	run := func(list []string) {
		w.must(w.DB.Write(w.ctx, func(ctx context.Context, tx *db.Tx) error {
			for _, s := range list {
				if _, err := tx.NewRaw(s).Exec(ctx); err != nil {
					return fmt.Errorf("%s: %w", s, err)
				}
			}
			return nil
		}))
	}
	var away, again []string
	if w.DB.Postgres() {
		var tables []string
		w.must(w.DB.NewRaw(`SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal`).Scan(w.ctx, &tables))
		for _, t := range tables {
			away, again = append(away, "ALTER TABLE "+t+" DISABLE TRIGGER USER"), append(again, "ALTER TABLE "+t+" ENABLE TRIGGER USER")
		}
	} else {
		var rows []struct {
			Name string
			SQL  string `bun:"sql"`
		}
		w.must(w.DB.NewRaw(`SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`).Scan(w.ctx, &rows))
		for _, r := range rows {
			away, again = append(away, "DROP TRIGGER "+r.Name), append(again, r.SQL)
		}
	}
	run(away)
	return func() { run(again) }
}

// their puts a hand on the companies' books.
func (w *world) their(statement string, args ...any) {
	w.t.Helper()
	done, err := w.theirs.ExecContext(w.ctx, statement, args...)
	w.must(err)
	if n, _ := done.RowsAffected(); n != 1 {
		w.t.Fatalf("%s %v changed %d rows", statement, args, n)
	}
}

// row reads one row of the house's database.
func (w *world) row(into []any, query string, args ...any) {
	w.t.Helper()
	if err := w.DB.NewRaw(query, args...).Scan(w.ctx, into...); err != nil {
		w.t.Fatalf("%s: %v", query, err)
	}
}
