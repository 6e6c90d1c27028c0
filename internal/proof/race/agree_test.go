package race_test

import (
	"context"
	"net/http"
	"time"

	"hongyun/internal/app/command"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
)

// companies are the books of those we do not own.
type companies struct {
	Venues   map[string]map[string]string `json:"venues"`
	Gateways map[string][]struct {
		Order, Amount, Paid, Status string
	} `json:"gateways"`
}

func (h *house) companies() companies {
	h.t.Helper()
	var c companies
	if err := h.control(http.MethodGet, "/books", nil, &c); err != nil {
		h.t.Fatal(err)
	}
	return c
}

// settle has everything that is open asked about until nothing is. With nodes
// whose jobs run by themselves it only waits.
func (h *house) settle() {
	h.t.Helper()
	for until := time.Now().Add(150 * time.Second); ; {
		open := h.count("SELECT COUNT(*) FROM transfer WHERE state IN ('pending', 'manual')")
		if open == 0 {
			return
		}
		if time.Now().After(until) {
			h.t.Fatalf("%d transfers are still open", open)
		}
		if h.JobsByHand && len(h.bases) == 1 {
			h.wait(30 * time.Second)
			if err := h.Wallets.ResolvePending(context.WithoutCancel(h.t.Context())); err != nil {
				h.t.Fatal(err)
			}
			continue
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// agree compares a player's mirrors with what the venues have, when nothing is
// open.
func (h *house) agree(people ...*person) {
	h.t.Helper()
	theirs := h.companies().Venues
	for _, p := range people {
		for _, code := range []string{"ky", "leg"} {
			text := theirs[code][p.id]
			if text == "" {
				text = theirs[code][p.name]
			}
			if text == "" {
				text = "0"
			}
			at, err := money.ParseYuan(text)
			if err != nil {
				h.t.Fatal(err)
			}
			if ours := h.balance(ledger.VenueWallet(p.id, code)); ours != at {
				h.t.Errorf("%s at %s: %s by our mirror, %s by the venue's books", p.id, code, ours, at)
			}
		}
		if transit := h.balance(ledger.Transit(p.id)); transit != 0 {
			h.t.Errorf("%s: %s is in transit and nothing is open", p.id, transit)
		}
	}
}

// proved goes through all the books and holds the gateway's against ours.
func (h *house) proved() {
	h.t.Helper()
	report, err := command.VerifyBooks(context.WithoutCancel(h.t.Context()), h.DB)
	if err != nil {
		h.t.Fatal(err)
	}
	if !report.OK {
		h.t.Errorf("the books are broken:\n%s", report.Text())
	}
	var paid money.Fen
	for _, o := range h.companies().Gateways["epay"] {
		amount, err := money.ParseYuan(o.Paid)
		if err != nil {
			h.t.Fatal(err)
		}
		paid += amount
	}
	ours, err := h.Ledger.HouseBalance(context.WithoutCancel(h.t.Context()), h.DB, ledger.HouseGateway("epay"))
	if err != nil {
		h.t.Fatal(err)
	}
	if money.Fen(-ours) != paid {
		h.t.Errorf("the gateway took %s, we booked %s", paid, money.Fen(-ours))
	}
	if n := h.count("SELECT COUNT(*) FROM account WHERE balance < 0 AND name NOT LIKE '%:venue:%'"); n != 0 {
		h.t.Errorf("%d balances are below zero", n)
	}
	h.chained()
	// What watches the house while it runs must have nothing to say of a house
	// that is right.
	var findings []struct{ Kind, Subject, Expected, Found, Detail string }
	if err := h.DB.NewRaw("SELECT kind, subject, expected, found, detail FROM recon_finding").Scan(context.WithoutCancel(h.t.Context()), &findings); err != nil {
		h.t.Fatal(err)
	}
	for i, f := range findings {
		if i < 10 {
			h.t.Errorf("the watch raised a false alarm: %+v", f)
		}
	}
	for what, query := range map[string]string{
		"transfers that ended twice":     "SELECT COUNT(*) FROM (SELECT ref FROM entry WHERE scope = 'transfer' AND kind IN ('transfer.done', 'transfer.back') GROUP BY ref HAVING COUNT(*) > 1) AS twice",
		"deposits credited twice":        "SELECT COUNT(*) FROM (SELECT ref FROM entry WHERE scope = 'deposit' AND kind = 'deposit.credit' GROUP BY ref HAVING COUNT(*) > 1) AS twice",
		"withdrawals that ended twice":   "SELECT COUNT(*) FROM (SELECT ref FROM entry WHERE scope = 'withdrawal' AND kind IN ('withdrawal.pay', 'withdrawal.return') GROUP BY ref HAVING COUNT(*) > 1) AS twice",
		"entries that lack a posting":    "SELECT COUNT(*) FROM entry WHERE lines <> (SELECT COUNT(*) FROM posting WHERE entry_id = entry.id)",
		"postings that belong to nobody": "SELECT COUNT(*) FROM posting WHERE NOT EXISTS (SELECT 1 FROM entry WHERE id = entry_id)",
	} {
		if n := h.count(query); n != 0 {
			h.t.Errorf("%d %s", n, what)
		}
	}
}

// chained checks that each account's postings hang together: every balance that
// one left is where the next began, and the last is the account's own. Two that
// began at the same balance did not see each other, even if the sums are right.
func (h *house) chained() {
	h.t.Helper()
	var lines []struct {
		Account       string
		Amount, After int64
	}
	err := h.DB.NewRaw(`
		SELECT from_account AS account, -amount AS amount, from_after AS after FROM posting WHERE from_after IS NOT NULL
		UNION ALL
		SELECT to_account, amount, to_after FROM posting WHERE to_after IS NOT NULL
		UNION ALL
		SELECT name, -balance, 0 FROM account WHERE NOT summed`).Scan(context.WithoutCancel(h.t.Context()), &lines)
	if err != nil {
		h.t.Fatal(err)
	}
	type place struct {
		account string
		balance int64
	}
	ends := map[place]int{} // how often more a balance was left than begun from
	for _, l := range lines {
		ends[place{l.Account, l.After}]++
		ends[place{l.Account, l.After - l.Amount}]--
	}
	broken := 0
	for at, n := range ends {
		if n != 0 {
			if broken++; broken <= 5 {
				h.t.Errorf("%s: postings left %d and began from it unequally often (%+d)", at.account, at.balance, n)
			}
		}
	}
}
