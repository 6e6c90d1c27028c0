package backup

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/reconcile"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/staff"
	"hongyun/internal/wallet"
)

// figures are what a recovery came to.
type figures struct {
	refused  int // money calls that the closed gate turned away
	lost     int // payments and balances that the companies knew and the house did not
	found    int // of those, how many the comparison named
	replayed int // callbacks that came again
	fresh    int // new orders after the gate was opened, none under an old number
}

// comeBack takes a restored house from its closed gate back to work, and
// proves each step: closed, compared, rebuilt by two, opened by two, and in
// the end the books, the companies' books and the lost house agree.
func (h *house) comeBack(all []done, was truth, players []string, payout string) (f figures) {
	h.t.Helper()
	closing := h.closing()
	f.refused = h.movesNoMoney(players[0], payout)
	f.replayed = h.w.replay()
	for range 3 {
		h.due(20 * time.Second) // the resolver, the polls and the bet feed do what they always do
	}
	h.compare(closing.From)
	f.lost, f.found = h.foundAll(all, players)
	if _, err := h.Guard.Gate.AskToOpen(h.t.Context(), h.lin, guard.DoorAll, "已核对"); f.lost > 0 && !errors.Is(err, reconcile.ErrOpen) {
		h.t.Errorf("opened with breaks: %v", err)
	}
	h.rebuild(all)
	h.compare(closing.From)
	h.openByTwo()
	f.replayed += h.w.replay()
	h.agrees(was, players)
	h.paysOnce(payout)
	f.fresh = h.burnedNumbers(was, players)
	h.agreesWithCompanies(players)
	h.proveBooks()
	return f
}

// closing is why the gate is closed: by the restore, and for everything.
func (h *house) closing() guard.Closing {
	h.t.Helper()
	standing, err := h.Guard.Gate.Standing(h.t.Context(), h.DB)
	if err != nil || len(standing) != 1 || standing[0].Door != guard.DoorAll || standing[0].Cause != guard.ByRestore || standing[0].From.IsZero() {
		h.t.Fatalf("a restored house stands like this: %+v, %v", standing, err)
	}
	return standing[0]
}

// movesNoMoney tries every money call and that reads still work.
func (h *house) movesNoMoney(player, payout string) int {
	h.t.Helper()
	ctx := h.t.Context()
	before, _ := h.w.companyBooks()
	transfer := wallet.Order{ID: uuid.NewString(), Player: player, Venue: "ky", Amount: money.Yuan}
	calls := map[string]func() error{
		"transfer in":  func() error { _, err := h.Wallets.ToVenue(ctx, transfer); return err },
		"transfer out": func() error { _, err := h.Wallets.FromVenue(ctx, transfer); return err },
		"recycle": func() error {
			_, err := h.Wallets.Recycle(ctx, wallet.RecycleOrder{ID: uuid.NewString(), Player: player})
			return err
		},
		"launch with auto-transfer": func() error {
			on := h.Wallets.SetAuto(ctx, player, true)
			_, err := h.Wallets.BeforeLaunch(ctx, player, "ky", "")
			return errors.Join(on, err, h.Wallets.SetAuto(ctx, player, false))
		},
		"deposit": func() error {
			_, err := h.Cashier.Deposits.Create(ctx, deposit.Order{ID: uuid.NewString(), Player: player, ChannelID: 2, Amount: 100 * money.Yuan})
			return err
		},
		"withdraw": func() error {
			_, err := h.Cashier.Withdrawals.Ask(ctx, withdrawal.Order{ID: uuid.NewString(), Player: player, CardID: 1, Amount: 100 * money.Yuan})
			return err
		},
		"see where to pay": func() error { _, err := h.Cashier.Payouts.Destination(ctx, h.risk, payout); return err },
		"pay":              func() error { _, err := h.Cashier.Payouts.Pay(ctx, h.risk, payout, "BANK-LATE"); return err },
	}
	for name, call := range calls {
		if err := call(); !errors.Is(err, guard.ErrClosed) && !errors.Is(err, guard.ErrClosedStaff) {
			h.t.Errorf("%s with a closed gate: %v", name, err)
		}
	}
	if _, err := h.Wallets.Summary(ctx, player); err != nil {
		h.t.Errorf("reading balances: %v", err)
	}
	if after, _ := h.w.companyBooks(); !maps.Equal(before, after) {
		h.t.Error("money moved at the venue while the gate was closed")
	}
	return len(calls)
}

// compare asks the companies until everything has been answered.
func (h *house) compare(from time.Time) {
	h.t.Helper()
	for range 6 {
		run, err := h.Reconcile.Run(h.t.Context(), "lin", reconcile.Restore, from)
		if err != nil {
			h.t.Fatal(err)
		}
		if run.Whole() {
			return
		}
		h.due(2 * time.Minute) // balances wait for the bet feed
	}
	h.t.Fatal("the comparison does not come to its end")
}

func (h *house) breaks() []finding.Finding {
	h.t.Helper()
	var all []finding.Finding
	for page := 1; ; page++ {
		list, total, err := h.Reconcile.List(h.t.Context(), reconcile.Filter{State: finding.Open, Page: staff.Page{Number: page, Size: 50}})
		if err != nil {
			h.t.Fatal(err)
		}
		if all = append(all, list...); len(all) >= total || len(list) == 0 {
			return all
		}
	}
}

// foundAll holds what the comparison names against what the companies know and
// the house does not: all of it, and nothing else.
func (h *house) foundAll(all []done, players []string) (lost, found int) {
	h.t.Helper()
	want, have := map[string]bool{}, map[string]bool{}
	balances, paid := h.w.companyBooks()
	for order := range paid {
		if _, err := h.Cashier.Deposits.Detail(h.t.Context(), order); errors.Is(err, deposit.ErrNotFound) {
			want[order] = true
		}
	}
	for _, p := range players {
		if h.balance(ledger.VenueWallet(p, "ky")) != balances[p] {
			want["balance:ky:"+p] = true
		}
	}
	for _, f := range h.breaks() {
		switch f.Kind {
		case finding.GatewayUnknown:
			have[f.Ref] = true
		default:
			have[f.Subject] = true
		}
	}
	for subject := range want {
		if have[subject] {
			found++
		} else {
			h.t.Errorf("the companies know %s, the house does not, and the comparison did not find it", subject)
		}
	}
	for subject := range have {
		if !want[subject] {
			h.t.Errorf("the comparison names %s, and nothing is wrong with it", subject)
		}
	}
	return len(want), found
}

// rebuild books each break by two people. Whose a payment was stands in the
// log of the lost house; here, in what the players were told.
func (h *house) rebuild(all []done) {
	h.t.Helper()
	owner := map[string]string{}
	for _, d := range all {
		owner[d.id] = d.player
	}
	breaks := h.breaks()
	slices.SortFunc(breaks, func(a, b finding.Finding) int { // payments first: they may be what was carried on
		return strings.Compare(string(a.Kind), string(b.Kind))
	})
	for i, f := range breaks {
		approval, err := h.Reconcile.AskToRebuild(h.t.Context(), h.lin, reconcile.RebuildOrder{Finding: f.ID, Player: owner[f.Ref], Reason: "恢复后按账单补录"})
		if err != nil {
			h.t.Fatalf("%s: %v", f.Subject, err)
		}
		if i == 0 {
			if err := h.decide(h.lin, approval); !errors.Is(err, staff.ErrOwnRequest) {
				h.t.Errorf("rebuilt by one: %v", err)
			}
		}
		if err := h.decide(h.risk, approval); err != nil {
			h.t.Fatalf("%s: %v", f.Subject, err)
		}
		if err := h.decide(h.risk, approval); !errors.Is(err, staff.ErrDecided) {
			h.t.Errorf("%s rebuilt twice: %v", f.Subject, err)
		}
	}
}

func (h *house) openByTwo() {
	h.t.Helper()
	approval, err := h.Guard.Gate.AskToOpen(h.t.Context(), h.lin, guard.DoorAll, "已与各公司核对")
	if err != nil {
		h.t.Fatal(err)
	}
	if err := h.decide(h.lin, approval); !errors.Is(err, staff.ErrOwnRequest) {
		h.t.Errorf("opened by one: %v", err)
	}
	if err := h.decide(h.risk, approval); err != nil {
		h.t.Fatal(err)
	}
	for _, c := range h.standing() { // breaks closed doors of their own; what they were is settled
		approval, err := h.Guard.Gate.AskToOpen(h.t.Context(), h.lin, c.Door, "差异已补录")
		if err == nil {
			err = h.decide(h.risk, approval)
		}
		if err != nil {
			h.t.Fatalf("open %s: %v", c.Door, err)
		}
	}
}

func (h *house) standing() []guard.Closing {
	h.t.Helper()
	list, err := h.Guard.Gate.Standing(h.t.Context(), h.DB)
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// agrees holds every player's money against what the lost house had.
func (h *house) agrees(was truth, players []string) {
	h.t.Helper()
	for _, p := range players {
		if now := h.balance(ledger.Centre(p)); now != was.centre[p] {
			h.t.Errorf("%s has %s in the centre wallet, and had %s when the house was lost", p, now, was.centre[p])
		}
		if now := h.balance(ledger.VenueWallet(p, "ky")); now != was.venue[p] {
			h.t.Errorf("%s has %s at the venue, and had %s when the house was lost", p, now, was.venue[p])
		}
	}
}

// agreesWithCompanies holds the companies' own books against ours.
func (h *house) agreesWithCompanies(players []string) {
	h.t.Helper()
	balances, paid := h.w.companyBooks()
	for _, p := range players {
		if ours := h.balance(ledger.VenueWallet(p, "ky")); ours != balances[p] {
			h.t.Errorf("the venue has %s for %s, we have %s", balances[p], p, ours)
		}
	}
	var rows []struct {
		SN       string `bun:"sn"`
		Received money.Fen
	}
	err := h.DB.NewRaw("SELECT sn, received FROM deposit WHERE state = 'credited'").Scan(h.t.Context(), &rows)
	if err != nil {
		h.t.Fatal(err)
	}
	credited, sum := map[string]money.Fen{}, money.Fen(0)
	for _, r := range rows {
		credited[r.SN] = r.Received
	}
	for _, amount := range paid {
		sum += amount
	}
	if !maps.Equal(credited, paid) {
		h.t.Errorf("%d orders are paid at the gateway, %d credited", len(paid), len(credited))
	}
	position, err := h.Ledger.HouseBalance(h.t.Context(), h.DB, ledger.HouseGateway("epay"))
	if err != nil || money.Fen(-position) != sum {
		h.t.Errorf("the gateway was paid %s, our books have %s from it, %v", sum, money.Fen(-position), err)
	}
}

// paysOnce: the bank paid this withdrawal after the copy was taken. It is
// noted once, under the bank's number, and that number pays nothing else.
func (h *house) paysOnce(payout string) {
	h.t.Helper()
	ctx := h.t.Context()
	if _, err := h.Cashier.Payouts.Pay(ctx, h.risk, payout, "BANK-1"); err != nil {
		h.t.Errorf("note the payout that the bank's statement shows: %v", err)
	}
	if _, err := h.Cashier.Payouts.Pay(ctx, h.risk, payout, "BANK-2"); !errors.Is(err, withdrawal.ErrState) {
		h.t.Errorf("paid twice: %v", err)
	}
}

// burnedNumbers: new orders get numbers that the lost house never gave.
func (h *house) burnedNumbers(was truth, players []string) int {
	h.t.Helper()
	again := h.begin(players, 77)
	time.Sleep(500 * time.Millisecond)
	all := again.stop()
	if again.failed != nil {
		h.t.Errorf("after the gate was opened: %v", again.failed)
	}
	for _, d := range all {
		number := d.id
		if d.kind == "transfer" {
			t, _, err := h.Wallets.Find(h.t.Context(), h.DB, d.id)
			if err != nil {
				h.t.Fatal(err)
			}
			number = t.Ref
		}
		if was.numbers[number] {
			h.t.Errorf("number %s was given twice", number)
		}
	}
	return len(all)
}
