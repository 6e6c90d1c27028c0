package reconcile_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/proof"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/wallet"
)

// What must hold at every moment is looked at every few seconds: each of these
// raises an alarm within a minute of the house's clock (trust REC-4).
func TestAFaultRaisesAnAlarmWithinAMinute(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		tally := proof.Begin(t, "reconciliation", "faults planted in a running house that raise an alarm within 60 s")
		w := open(t, h)
		w.live(6)
		w.Due()
		if found := w.tellOpen(); len(found) != 0 {
			w.tell()
			t.Fatal("false alarms in a right house")
		}
		h.Broken = true
		var longest time.Duration
		for _, f := range w.faults() {
			want := f.plant()
			began := w.Clock.Now()
			seen := func() bool {
				return slices.ContainsFunc(w.tellOpen(), func(x finding.Finding) bool { return x.Kind == f.kind && x.Subject == want })
			}
			for range 4 {
				w.Advance(15 * time.Second)
				time.Sleep(200 * time.Millisecond) // the one sum over all accounts keeps a pace of its own
				if seen() {
					break
				}
			}
			if !seen() {
				t.Errorf("no alarm after %s: %s %s", w.Clock.Now().Sub(began), f.kind, want)
			}
			longest = max(longest, w.Clock.Now().Sub(began))
			tally.Count(1)
		}
		tally.Note("longest %s", longest)
	})
}

type liveFault struct {
	kind  finding.Kind
	plant func() (subject string)
}

func (w *world) faults() []liveFault {
	return []liveFault{
		{finding.Hold, w.heldTooLong},
		{finding.Sum, func() string {
			w.exec("UPDATE account SET balance = balance + 100 WHERE name = 'player:rec000:centre'")
			return "asset:CNY"
		}},
		{finding.Negative, func() string {
			w.allowNegative()
			w.exec("UPDATE account SET balance = -100 WHERE name = 'player:rec001:locked'", "UPDATE account SET balance = -100 WHERE name = 'player:rec001:transit'")
			return "account:player:rec001:transit"
		}},
		{finding.Orphan, func() string {
			return "entry:" + w.book("transfer", "nobody:hold", "transfer.hold", "nobody", ledger.Centre("rec002"), ledger.Transit("rec002"))
		}},
		{finding.Orphan, func() string {
			id := w.book("adjust", "half", "adjust.half", "half", ledger.HouseAdjust(), ledger.Centre("rec002"))
			w.exec("DELETE FROM posting WHERE entry_id = '" + id + "'")
			return "entry:" + id
		}},
		{finding.Scope, func() string {
			return "entry:" + w.book("gift", "one", "gift.one", "one", ledger.HouseAdjust(), ledger.Centre("rec003"))
		}},
		{finding.Proof, func() string {
			var sn, player string
			w.row([]any{&sn, &player}, "SELECT sn, player FROM deposit WHERE state = 'expired' ORDER BY sn LIMIT 1")
			return "entry:" + w.book("deposit", sn+":credit", "deposit.credit", sn, ledger.HouseGateway("epay"), ledger.Centre(player))
		}},
		{finding.Account, func() string {
			w.book("adjust", "base", "adjust.base", "base", ledger.HouseAdjust(), ledger.Centre("rec004"))
			w.exec("UPDATE account SET balance = balance + 7 WHERE name = 'player:rec004:centre'")
			return "account:player:rec004:centre"
		}},
		{finding.Guard, func() string {
			w.exec()
			drop := "DROP TRIGGER posting_kept"
			if w.DB.Postgres() {
				drop += " ON posting"
			}
			w.must(w.DB.Write(w.ctx, func(ctx context.Context, tx *db.Tx) error { _, err := tx.NewRaw(drop).Exec(ctx); return err }))
			return "guard:posting_kept"
		}},
	}
}

// book books an entry of one yuan.
func (w *world) book(scope, key, kind, ref string, from, to ledger.Account) (id string) {
	w.must(w.DB.Write(w.ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		id, err = w.Ledger.Post(ctx, tx, ledger.Entry{Scope: scope, Key: key, Kind: kind, Ref: ref, By: "系统", Postings: []ledger.Posting{{From: from, To: to, Amount: 100}}})
		return err
	}))
	return id
}

// heldTooLong leaves a transfer without any answer for longer than the limit.
func (w *world) heldTooLong() string {
	w.control("/faults", map[string]any{"target": "venue:leg", "call": "any", "fault": "drop_request", "times": -1})
	id := w.order()
	_, err := w.Wallets.ToVenue(w.ctx, wallet.Order{ID: id, Player: "rec005", Venue: "leg", Amount: yuan(10)})
	w.must(err)
	w.Clock.Advance(31 * time.Minute)
	return "transfer:" + id
}

// allowNegative takes away the rule that keeps players' accounts above zero.
func (w *world) allowNegative() {
	if w.DB.Postgres() {
		w.exec("ALTER TABLE account DROP CONSTRAINT account_not_negative")
		return
	}
	// SQLite keeps its constraints in the text of the table; a writer that
	// does not check them stands for who rewrites the file.
	_, err := w.DB.SQL().ExecContext(w.ctx, "PRAGMA ignore_check_constraints = ON")
	w.must(err)
}
