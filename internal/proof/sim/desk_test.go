package sim

import (
	"slices"
	"strings"
	"time"

	"hongyun/internal/ledger"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// The staff of the house: two people who ask the companies and decide by what
// they are told.
var (
	anna  = staff.Actor{ID: "s-anna", Name: "anna", Roles: []string{"owner"}, IP: "203.0.113.1"}
	boris = staff.Actor{ID: "s-boris", Name: "boris", Roles: []string{"owner"}, IP: "203.0.113.2"}
	clara = staff.Actor{ID: "s-clara", Name: "clara", Roles: []string{"owner"}, IP: "203.0.113.3"} // approves beside boris what anna credited and pays
)

// work is one round at the desk; the next follows.
func (w *world) work() {
	before := w.count.operations
	w.workTransfers()
	w.workDeposits()
	w.workWithdrawals()
	w.workApprovals()
	if w.count.operations > before {
		w.look = transfers | deposits | withdrawals
	}
	wait := time.Duration(5+w.rng.IntN(40)) * time.Minute
	switch {
	case w.calm && w.clock.Now().After(w.calmAt.Add(finalWithin)):
		wait = time.Hour
	case w.calm:
		wait = 20 * time.Minute
	}
	w.in(wait, w.work)
}

// workTransfers asks for a second person where people must decide.
func (w *world) workTransfers() {
	var rows []struct {
		ID, Venue, Ref, State string
		CreatedAt             int64
	}
	w.must(w.d.NewRaw("SELECT id, venue, ref, state, created_at FROM transfer WHERE state IN ('manual', 'disputed') ORDER BY id").Scan(w.ctx, &rows))
	for _, r := range rows {
		if r.State == string(wallet.Manual) && w.rng.IntN(2) == 0 {
			w.act("anna asks about "+r.ID, func(n *node) {
				t, err := n.wallets.Resolve(w.ctx, anna, r.ID)
				w.say("anna asks about %s: %s %s", r.ID, t.State, code(err))
				if err != nil {
					w.expected("ask about "+r.ID, err, wallet.ErrSettled)
				}
			})
			continue
		}
		outcome := venue.Refused
		if theirs := w.venues[r.Venue].orders[r.Ref]; theirs != nil && theirs.state == venue.Done {
			outcome = venue.Done
		}
		w.act("anna would settle "+r.ID, func(n *node) {
			_, err := n.wallets.AskToSettle(w.ctx, anna, wallet.HandOrder{ID: r.ID, Outcome: outcome, Evidence: "电话核实", Reason: "核对"})
			w.say("anna would settle %s as %s: %s", r.ID, outcome, code(err))
			if err != nil {
				w.expected("settle "+r.ID, err, wallet.ErrSettled, wallet.ErrTooEarly, staff.ErrOpenRequest)
			}
		})
	}
}

// workApprovals is the second person, who looks again before saying yes.
func (w *world) workApprovals() {
	var rows []struct{ ID, Subject, Maker string }
	w.must(w.d.NewRaw("SELECT id, subject, maker FROM staff_approval WHERE state = 'pending' ORDER BY made_at, subject").Scan(w.ctx, &rows))
	slices.SortFunc(rows, func(a, b struct{ ID, Subject, Maker string }) int {
		return strings.Compare(w.label(a.Subject), w.label(b.Subject))
	})
	for _, r := range rows {
		if !w.calm && w.rng.IntN(3) == 0 {
			continue // tomorrow
		}
		second := boris
		if r.Maker == boris.ID {
			second = clara
		}
		w.decide(second, r.ID, r.Subject)
	}
}

func (w *world) decide(by staff.Actor, id, subject string) {
	yes := w.calm || w.rng.IntN(6) > 0
	w.act(by.Name+" decides about "+w.label(subject), func(n *node) {
		if transfer, ok := strings.CutPrefix(subject, "transfer:"); ok && yes {
			yes = w.agree(transfer, id)
		}
		note := ""
		if !yes {
			note = "情况有变"
		}
		_, err := n.staff.Decide(w.ctx, by, id, yes, note)
		w.say("%s decides about %s: %v %s", by.Name, w.label(subject), yes, code(err))
		if err != nil {
			w.expected("decide about "+subject, err, staff.ErrSubjectChange, staff.ErrDecided)
		}
	})
}

// agree has the second person look at the venue again before a yes, and notes
// what the yes will mean.
func (w *world) agree(id, approval string) bool {
	var row struct{ Booked, Ref, Payload string }
	w.must(w.d.NewRaw("SELECT t.booked, t.ref, a.payload FROM transfer t, staff_approval a WHERE t.id = ? AND a.id = ?", id, approval).Scan(w.ctx, &row))
	o := w.orders[id]
	theirs := w.venues[o.venue].orders[row.Ref]
	done := strings.Contains(row.Payload, `"done"`)
	if done != (theirs != nil && theirs.state == venue.Done) {
		return false
	}
	o.byHand, o.short = wallet.Refused, 0
	if done {
		o.byHand = wallet.Completed
		if o.direction == wallet.In && row.Booked == "back" {
			o.short = max(0, o.amount-w.balance(ledger.Centre(o.player)))
		}
	}
	return true
}
