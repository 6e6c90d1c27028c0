package fault_test

import (
	"net/http"

	"hongyun/internal/app/command"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/wallet"
)

// referee holds the house's books against the companies' own, after a run.
func (r *rig) referee() {
	r.t.Helper()
	for _, code := range []string{r.vendor.code, second} {
		if ours, theirs := r.balance(ledger.VenueWallet(r.id, code)), r.atVenue(code); ours != theirs {
			r.errorf("our mirror of %s is %s, the venue has %s", code, ours, theirs)
		}
	}
	if owed := r.owed(); owed != r.before {
		r.errorf("by our books the gateway owes us %s more than by its own", owed-r.before)
	}
	for _, b := range r.balances() {
		if b.Minor < 0 {
			r.errorf("%s is below zero: %d", b.Account, b.Minor)
		}
	}
	if transit := r.balance(ledger.Transit(r.id)); transit != 0 && r.open() == 0 {
		r.errorf("%s is in transit and no transfer is open", transit)
	}
	r.once("a transfer was settled twice", `SELECT COUNT(*) FROM (SELECT ref FROM entry WHERE scope = 'transfer'
		AND kind IN ('transfer.done', 'transfer.back') GROUP BY ref HAVING COUNT(*) > 1) AS twice`)
	r.once("a deposit was credited twice", `SELECT COUNT(*) FROM (SELECT ref FROM entry WHERE scope = 'deposit'
		AND kind = 'deposit.credit' GROUP BY ref HAVING COUNT(*) > 1) AS twice`)
	r.once("a withdrawal ended twice", `SELECT COUNT(*) FROM (SELECT ref FROM entry WHERE scope = 'withdrawal'
		AND kind IN ('withdrawal.pay', 'withdrawal.return') GROUP BY ref HAVING COUNT(*) > 1) AS twice`)
	if n := r.open(); n != 0 {
		r.errorf("%d transfers have no end and are no case", n)
	}
}

// owed is by how much our position with the gateway is more than what it says
// came in: nothing.
func (r *rig) owed() money.Fen {
	r.t.Helper()
	var theirs money.Fen
	for _, o := range r.control(http.MethodGet, "/books", nil)["gateways"].(map[string]any)["epay"].([]any) {
		paid, err := money.ParseYuan(o.(map[string]any)["paid"].(string))
		r.ok(err)
		theirs += paid
	}
	ours, err := r.h.Ledger.HouseBalance(r.t.Context(), r.h.DB, ledger.HouseGateway("epay"))
	r.ok(err)
	return money.Fen(-ours) - theirs
}

func (r *rig) balances() []ledger.Balance {
	r.t.Helper()
	all, err := r.h.Ledger.Balances(r.t.Context(), r.h.DB, r.id)
	r.ok(err)
	return all
}

func (r *rig) once(what, query string) {
	r.t.Helper()
	if n := r.count(query); n != 0 {
		r.errorf("%s: %d", what, n)
	}
}

func (r *rig) count(query string, args ...any) (n int) {
	r.t.Helper()
	r.ok(r.h.DB.NewRaw(query, args...).Scan(r.t.Context(), &n))
	return n
}

// open counts the player's transfers whose end is not known.
func (r *rig) open() int {
	r.t.Helper()
	return r.count(`SELECT COUNT(*) FROM transfer WHERE player = ? AND state IN (?, ?)`, r.id, wallet.Pending, wallet.Manual)
}

// settled says that the player may be the next run's.
func (r *rig) settled() bool {
	r.t.Helper()
	return r.count(`SELECT COUNT(*) FROM transfer WHERE player = ? AND state IN (?, ?, ?)`, r.id, wallet.Pending, wallet.Manual, wallet.Disputed) == 0
}

// proveBooks goes through all the books.
func (r *rig) proveBooks() {
	r.t.Helper()
	report, err := command.VerifyBooks(r.t.Context(), r.h.DB)
	r.ok(err)
	if !report.OK {
		r.t.Errorf("the books are broken:\n%s", report.Text())
	}
}
