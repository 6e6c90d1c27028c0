package ledger_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
)

var (
	sequences         = flag.Int("ledger.sequences", 1000, "random sequences of the model test on SQLite")
	sequencesPostgres = flag.Int("ledger.sequences-postgres", 100, "the same on PostgreSQL")
)

// model is the books as a child would keep them: a number for each name, and
// what each key was first used for.
type model struct {
	balances map[string]int64
	first    map[string]ledger.Entry
	ids      map[string]string
}

func (m model) clone() model {
	return model{maps.Clone(m.balances), maps.Clone(m.first), maps.Clone(m.ids)}
}

// expect computes the required result of an entry, and books it if it must
// succeed.
func (m model) expect(e ledger.Entry) (repeatOf string, want error) {
	if first, used := m.first[e.Key]; used {
		if fmt.Sprint(first.Postings) == fmt.Sprint(e.Postings) {
			return m.ids[e.Key], nil
		}
		return "", ledger.ErrChanged
	}
	after := maps.Clone(m.balances)
	for _, p := range e.Postings {
		after[p.From.Name] -= p.Amount
		if after[p.From.Name] < 0 && !p.From.Negative {
			return "", ledger.ErrInsufficient
		}
		after[p.To.Name] += p.Amount
	}
	maps.Copy(m.balances, after)
	m.first[e.Key] = e
	return "", nil
}

// Trust MON-2: the books agree with the model after any sequence of entries,
// repeats, changed keys, overdrafts, bulk bookings, rollbacks and checkpoints.
// Verify then finds nothing wrong.
func TestTheBooksFollowTheModel(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		checks := *sequences
		if d.Postgres() {
			checks = *sequencesPostgres
		} else if _, err := d.SQL().ExecContext(t.Context(), "PRAGMA synchronous = OFF"); err != nil {
			t.Fatal(err) // a thousand sequences need no durable disk
		}
		checks = max(checks/slower, 10)
		if err := flag.Set("rapid.checks", fmt.Sprint(checks)); err != nil {
			t.Fatal(err)
		}
		run := 0
		rapid.Check(t, func(r *rapid.T) {
			run++
			playSequence(r, d, l, fmt.Sprintf("s%d", run))
		})
		report := sound(t, l)
		t.Logf("%d sequences, %d entries, %d postings", run, report.Entries, report.Postings)
		if run < checks {
			t.Errorf("%d sequences were played, want %d", run, checks)
		}
	})
}

// playSequence plays one random sequence on accounts of its own.
func playSequence(r *rapid.T, d *db.DB, l *ledger.Ledger, name string) {
	accounts := []ledger.Account{
		ledger.HouseBank(name), ledger.Suspense(name),
		ledger.Centre(name + "a"), ledger.Locked(name + "a"), ledger.VenueWallet(name+"a", "ky"),
		ledger.Centre(name + "b"), ledger.Transit(name + "b"), ledger.VenueWallet(name+"b", "ky"),
	}
	m := model{map[string]int64{}, map[string]ledger.Entry{}, map[string]string{}}
	ctx := context.Background()
	rolledBack := errors.New("rolled back")

	for _, a := range []ledger.Account{accounts[2], accounts[5]} { // something to play with
		e := ledger.Entry{Scope: name, Key: "in " + a.Name, Kind: "model", Postings: []ledger.Posting{{From: accounts[0], To: a, Amount: 250}}}
		if _, err := post(ctx, d, l, e); err != nil {
			r.Fatal(err)
		}
		_, _ = m.expect(e)
	}
	for range rapid.IntRange(2, 5).Draw(r, "transactions") {
		bulk := rapid.Bool().Draw(r, "bulk")
		undo := rapid.IntRange(0, 5).Draw(r, "undo") == 0
		entries := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) ledger.Entry { return drawEntry(r, name, accounts) }), 2, 12).Draw(r, "entries")
		// The function may run twice, so it works on a copy of the model.
		var next model
		err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			next = m.clone()
			if err := playEntries(ctx, tx, l, next, entries, bulk); err != nil {
				return err
			}
			if undo {
				return rolledBack
			}
			return nil
		})
		switch {
		case err == nil:
			m = next
		case errors.Is(err, rolledBack), bulk && (errors.Is(err, ledger.ErrInsufficient) || errors.Is(err, ledger.ErrChanged)):
		default:
			r.Fatalf("%v", err)
		}
		if rapid.IntRange(0, 9).Draw(r, "checkpoint") == 0 {
			dbtest.Clock(d).Advance(time.Hour)
			if err := l.Checkpoint(ctx); err != nil {
				r.Fatal(err)
			}
		}
		for _, a := range accounts {
			if got, err := l.Balance(ctx, d, a); err != nil || got != m.balances[a.Name] {
				r.Fatalf("%s holds %d (%v), the model says %d", a.Name, got, err, m.balances[a.Name])
			}
		}
	}
}

// playEntries books entries one by one or in bulk and compares each answer
// with the model's. In bulk the first refusal ends the transaction.
func playEntries(ctx context.Context, tx *db.Tx, l *ledger.Ledger, m model, entries []ledger.Entry, bulk bool) error {
	var ids []string
	var bulkErr error
	if bulk {
		ids, bulkErr = l.PostAll(ctx, tx, entries)
	}
	for i, e := range entries {
		repeatOf, want := m.expect(e)
		var id string
		err := bulkErr
		switch {
		case !bulk:
			id, err = l.Post(ctx, tx, e)
		case bulkErr == nil:
			id = ids[i]
		case want == nil:
			continue // booked, but a later one was refused
		}
		if !errors.Is(err, want) || (want == nil && err != nil) {
			return fmt.Errorf("entry %d %v: %v, the model says %v", i, e.Postings, err, want)
		}
		if want == nil && repeatOf != "" && id != repeatOf {
			return fmt.Errorf("repeat of %s came back as %s", repeatOf, id)
		}
		if want == nil {
			m.ids[e.Key] = id
		}
		if bulk && want != nil {
			return want
		}
	}
	return nil
}

func drawEntry(r *rapid.T, name string, accounts []ledger.Account) ledger.Entry {
	e := ledger.Entry{Scope: name, Kind: "model", Ref: name, Key: fmt.Sprint("k", rapid.IntRange(0, 30).Draw(r, "key"))}
	for range rapid.IntRange(1, 3).Draw(r, "lines") {
		pair := rapid.Permutation(accounts).Draw(r, "accounts")
		e.Postings = append(e.Postings, ledger.Posting{From: pair[0], To: pair[1], Amount: rapid.Int64Range(1, 100).Draw(r, "amount")})
	}
	return e
}
