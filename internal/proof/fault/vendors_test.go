package fault_test

import (
	"slices"
	"strings"
)

// vendor is a venue whose protocol moves money by a mechanism of its own, with what
// it cannot say. KY's can say everything.
type vendor struct {
	code, platform string // of the catalogue
	protocol       string // as the table of a proof names it

	twoPhase      bool // a transfer is prepared by one call and confirmed by another
	neverInGame   bool // no transfer is refused because the player is in a game
	saysNoFailed  bool // a question about an order has no answer "failed": "not found" stands for it
	saysNoPending bool // a question about an order has no answer "under way" that differs from an error
	namesNothing  bool // the answer to a transfer names neither its call nor its order

	// apart are the cells that differ from KY's, by row: proved by another function,
	// or not applicable for a reason.
	apart map[string]cell
}

var ky = &vendor{code: "ky", platform: "26", protocol: "KY"}

// second is the venue beside the one under test. It speaks KY's protocol.
const second = "leg"

// others are one adapter of each mechanism that KY's protocol does not have. The set
// is the smallest that has them all: AG alone moves money in two phases, PG has both
// the version cursors of SABA and the verify callback of TF, FB has the record files
// of TCG. They also differ in what proves a transfer: AG asks by the reference alone
// and hears no amount, PG answers a repeated reference like the first one, FB asks by
// account and direction and knows its codes from the contract. RSA signatures are
// Hub88's alone, which moves no money to a venue: its column is S. The verify callback
// moves none either: its column is V. Version cursors and record files carry bets;
// crash.TestKilledWhileBetsAreRead reads them under faults and kills.
var others = []*vendor{
	{
		code: "ag", platform: "2", protocol: "AG, two-phase transfer",
		twoPhase: true, neverInGame: true, saysNoFailed: true, saysNoPending: true,
		apart: map[string]cell{"F11": {why: amountUntold}, "F12": {why: amountUntold}, "F14": {run: preparedAlready}, "F19": {why: oneDatabase}},
	},
	{
		code: "s8", platform: "8", protocol: "PG, version cursors and verify callback",
		neverInGame: true, saysNoFailed: true,
		apart: map[string]cell{
			"F14": {why: "a repeated reference is answered like the first one: there is no such code to misread"}, "F19": {why: oneDatabase},
		},
	},
	{
		code: "fb", platform: "14", protocol: "FB, record files",
		namesNothing: true,
		apart:        map[string]cell{"F11": {why: amountUntold}, "F12": {why: amountUntold}, "F19": {why: oneDatabase}},
	},
}

const (
	// amountUntold is why an adapter cannot notice another amount.
	amountUntold = "no answer holds an amount: the daily comparison of balances finds it, as reconcile.TestABreakThatGrowsClosesItsVenue shows"

	// oneDatabase is why databases fail over under one protocol only.
	oneDatabase = "a database that fails over knows no protocol: proved in the column of KY's"
)

// transferFlows are the columns of transfers, those of KY's protocol first.
func transferFlows() (flows []flow) {
	for _, v := range append([]*vendor{ky}, others...) {
		suffix := ""
		if v != ky {
			suffix = "-" + v.code
		}
		flows = append(flows, flow{"O1" + suffix, "centre → venue, " + v.protocol, v}, flow{"O2" + suffix, "venue → centre, " + v.protocol, v})
	}
	return flows
}

// withOthers adds the cells of the other adapters to a matrix: those of KY's, but
// for the ones that differ.
func withOthers(cells []cell) []cell {
	all := slices.Concat(cells, verifyCells, seamlessCells)
	for _, v := range others {
		for _, c := range cells {
			if !strings.HasPrefix(c.flow, "O") {
				continue
			}
			if a, differs := v.apart[c.row]; differs {
				c.run, c.why, c.only = a.run, a.why, ""
			}
			c.flow += "-" + v.code
			all = append(all, c)
		}
	}
	return all
}

// atPrepare says whether a fault strikes the first of the two calls of a transfer.
func (r *rig) atPrepare() bool { return r.vendor.twoPhase && r.chance(40) }

// prepareLost has the first call of a two-phase transfer go wrong. It is not
// confirmed, so nothing is moved, however the company saw the first call.
func prepareLost(r *rig, kind string) {
	o := r.some().strikes(wish{Call: anyCall, Fault: kind})
	if o.status != 0 {
		r.errorf("an unheard first half is shown as %s", o.reply)
	}
	if r.chance(50) {
		o.silent(r.upTo(3))
	}
	o.comesTrue(2)
}

// preparedAlready is F14 of a two-phase vendor: the first call arrives twice, and the
// answer that we hear says "that order exists". Only the company's record of the order
// says whether it was confirmed, too: where that is not told, nothing is confirmed.
func preparedAlready(r *rig) {
	o := r.some()
	status := 1
	if r.chance(60) {
		status = 2
		r.fault(wish{Call: "status", Fault: pick(r, "drop_request", "maintenance", "html")})
	}
	o.strikes(wish{Call: anyCall, Fault: "duplicate"})
	if open := status == 2; open != (o.status == 0) || o.status == 2 {
		r.errorf("prepared already is shown as %s", o.reply)
	}
	o.comesTrue(status)
}

// anyCall is a switch that the first call meets, whichever it is.
const anyCall = "any"
