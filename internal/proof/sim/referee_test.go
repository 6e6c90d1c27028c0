package sim

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"hongyun/internal/app/command"
	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// reference is what the players started with and what nobody but the run
// itself knows: the rest of the expected books comes from the companies.
type reference struct {
	granted map[string]money.Fen
	gaming  money.Fen            // the house's result of all bets
	short   map[string]money.Fen // what players had spent when people took it back: the house's cost, or a debt
}

// audit is the referee's look at every change, right after it: a state that
// nothing proves is found where it came to be, and not hours later in a sum.
func (w *world) audit() {
	look := w.look
	w.look = 0
	if look&transfers != 0 {
		w.auditTransfers()
	}
	if look&deposits != 0 {
		w.auditDeposits()
	}
	if look&withdrawals != 0 {
		w.auditWithdrawals()
	}
}

// kind is a kind of orders, or several.
type kind int

const (
	transfers kind = 1 << iota
	deposits
	withdrawals
)

func (w *world) auditTransfers() {
	var rows []struct {
		ID, Player, Venue, Direction, Ref, State, Booked, Reason string
		Amount, CreatedAt, Version                               int64
	}
	err := w.d.NewRaw(`SELECT id, player, venue, direction, ref, state, booked, reason, amount, created_at, version
		FROM transfer ORDER BY id`).Scan(w.ctx, &rows)
	w.must(err)
	for _, r := range rows {
		o := w.orders[r.ID]
		switch {
		case o == nil && strings.HasPrefix(r.ID, "auto-"):
			o = &transferOrder{id: r.ID, player: r.Player, venue: r.Venue, direction: wallet.In, amount: money.Fen(r.Amount)}
			w.orders[r.ID] = o
		case o == nil:
			w.fail("nobody ordered transfer %s", r.ID)
		case o.amount == 0: // of a recycle, which takes what is there
			o.amount = money.Fen(r.Amount)
		}
		if o.seen != "" && o.version == r.Version {
			continue
		}
		if o.player != r.Player || o.venue != r.Venue || string(o.direction) != r.Direction || int64(o.amount) != r.Amount {
			w.fail("transfer %s is not what was ordered: %+v", r.ID, r)
		}
		state := wallet.State(r.State)
		if state != o.seen && o.seen != "" {
			w.say("transfer %s is %s %s", r.ID, state, r.Reason)
		}
		if o.seen == wallet.Disputed && state == wallet.Completed {
			w.book.short[o.player] += o.short
		}
		w.judge(o, state, w.venues[r.Venue].orders[r.Ref], calendar.FromMillis(r.CreatedAt))
		o.seen, o.version = state, r.Version
	}
}

// judge says whether a transfer may stand as it does, by what its company did
// and said.
func (w *world) judge(o *transferOrder, state wallet.State, theirs *venueOrder, made time.Time) {
	done := theirs != nil && theirs.state == venue.Done
	switch state {
	case wallet.Completed:
		by := o.amount
		if o.direction == wallet.Out {
			by = -by
		}
		if o.byHand == wallet.Completed && done {
			break
		}
		if !done || !theirs.saidDone || theirs.by != by {
			w.fail("transfer %s is completed, and %s never said that it did that", o.id, o.venue)
		}
	case wallet.Refused:
		if o.byHand != wallet.Refused && (theirs == nil || !theirs.saidNo && !absentTwice(theirs.saidAbsent, made)) {
			w.fail("transfer %s is given back without a no from %s", o.id, o.venue)
		}
	case wallet.Disputed:
		late := o.seen == wallet.Refused && done && (theirs.saidDone || theirs.saidOther)
		if !late && (o.seen != wallet.Completed || !theirs.saidOther) {
			w.fail("transfer %s is disputed, and nothing contradicts it", o.id)
		}
	}
}

// absentTwice is the house's own rule for taking "never heard of it" for a no
// (trust SAG-3, F15): said twice, a minute apart, after it must have been visible.
func absentTwice(said []time.Time, made time.Time) bool {
	var first time.Time
	for _, at := range said {
		switch {
		case !at.After(made.Add(callTimeout + visibleAfter)):
		case first.IsZero():
			first = at
		case !at.Before(first.Add(time.Minute)):
			return true
		}
	}
	return false
}

// settled is the check that nothing is open, a while after the faults stopped.
func (w *world) settled(disputes bool) {
	states := "'pending', 'manual'"
	if disputes {
		states += ", 'disputed'"
	}
	for _, q := range []struct{ what, sql string }{
		{"transfers", "SELECT id || ' ' || state || ' ' || reason FROM transfer WHERE state IN (" + states + ")"},
		{"withdrawals", "SELECT sn || ' ' || state FROM withdrawal WHERE state NOT IN ('paid', 'rejected', 'failed')"},
		{"deposits", "SELECT sn || ' ' || state FROM deposit WHERE state IN ('pending', 'claimed')"},
		{"reviews", "SELECT sn || ' ' || state || ' ' || review_reason FROM deposit WHERE state = 'review' AND sn NOT IN (" + w.lied() + ")"},
		{"requests", "SELECT subject || ' ' || state FROM staff_approval WHERE state = 'pending'"},
	} {
		var open []string
		w.must(w.d.NewRaw(q.sql).Scan(w.ctx, &open))
		if len(open) > 0 {
			w.fail("%s are still open %s after the faults stopped: %v", q.what, w.clock.Now().Sub(w.calmAt), open)
		}
	}
}

// expect is the books as they must be, by what the companies did and what was
// acknowledged, account by account.
func (w *world) expect() map[string]money.Fen {
	books := map[string]money.Fen{}
	for _, p := range w.players {
		books["player:"+p+":centre"] = w.book.granted[p] + w.book.short[p]
		books["house:short"] -= w.book.short[p]
		books["house:adjust"] -= w.book.granted[p]
	}
	for _, id := range slices.Sorted(maps.Keys(w.orders)) {
		o := w.orders[id]
		if o.seen == "" {
			if o.told != "" {
				w.fail("transfer %s was acknowledged and is not there", id)
			}
			continue
		}
		if o.seen == wallet.Completed {
			by := o.amount
			if o.direction == wallet.Out {
				by = -by
			}
			books["player:"+o.player+":centre"] -= by
		}
	}
	w.expectPayments(books)
	for code, c := range w.venues {
		for account, held := range c.book {
			books["player:"+strings.TrimPrefix(account, code)+":venue:"+code] = held
		}
	}
	books["house:gaming"] = w.book.gaming
	return books
}

// compare proves the books in the end.
func (w *world) compare() {
	want, got := w.expect(), map[string]money.Fen{}
	var rows []struct {
		Name            string
		Summed          bool
		Balance, Posted int64
	}
	w.must(w.d.NewRaw(`SELECT a.name, a.summed, a.balance, CAST(COALESCE(SUM(s.amount), 0) AS BIGINT) AS posted
		FROM account a LEFT JOIN (
			SELECT to_account AS name, amount FROM posting UNION ALL SELECT from_account, -amount FROM posting
		) AS s ON s.name = a.name GROUP BY a.name, a.summed, a.balance`).Scan(w.ctx, &rows))
	sum := int64(0)
	for _, r := range rows {
		held := r.Posted
		sum += held
		switch {
		case !r.Summed && r.Balance != held:
			w.fail("%s says %d, and its postings say %d", r.Name, r.Balance, held)
		case held < 0 && !r.Summed && !strings.Contains(r.Name, ":venue:"):
			w.fail("%s is below zero: %d", r.Name, held)
		}
		name := r.Name
		if name == "house:loss" || strings.HasPrefix(name, "house:owed:") {
			name = "house:short"
		}
		got[name] += money.Fen(held)
	}
	w.settledOnce()
	var differ []string
	if sum != 0 {
		differ = append(differ, fmt.Sprintf("all accounts together hold %d", sum))
	}
	for _, name := range slices.Sorted(maps.Keys(merged(want, got))) {
		if want[name] != got[name] {
			differ = append(differ, fmt.Sprintf("%s holds %s, and must hold %s", name, got[name], want[name]))
		}
	}
	if len(differ) > 0 {
		w.fail("the books are not what happened:\n%s", strings.Join(differ, "\n"))
	}
	report, err := command.VerifyBooks(w.ctx, w.d)
	w.must(err)
	if !report.OK {
		w.fail("books verify:\n%s", report.Text())
	}
}

// settledOnce looks for orders that were settled twice, whatever the keys of
// the entries say.
func (w *world) settledOnce() {
	var twice []string
	w.must(w.d.NewRaw(`SELECT ref || ' ' || COUNT(*) FROM entry
		WHERE kind IN ('transfer.done', 'transfer.back', 'deposit.credit', 'withdrawal.pay', 'withdrawal.return')
		GROUP BY scope, ref HAVING COUNT(*) > 1`).Scan(w.ctx, &twice))
	if len(twice) > 0 {
		w.fail("settled more than once: %v", twice)
	}
}

func merged(a, b map[string]money.Fen) map[string]money.Fen {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}
