package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
)

var (
	bank   = ledger.HouseBank("icbc")
	ming   = ledger.Centre("ming")
	transi = ledger.Transit("ming")
	atKY   = ledger.VenueWallet("ming", "ky")
)

func entry(key string, from, to ledger.Account, amount int64) ledger.Entry {
	return ledger.Entry{
		Scope: "test", Key: key, Kind: "test.move", Ref: key, By: "tester",
		Postings: []ledger.Posting{{From: from, To: to, Amount: amount}},
	}
}

// post books an entry in a transaction of its own.
func post(ctx context.Context, d *db.DB, l *ledger.Ledger, e ledger.Entry) (id string, err error) {
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		id, err = l.Post(ctx, tx, e)
		return err
	})
	return id, err
}

func mustPost(t *testing.T, d *db.DB, l *ledger.Ledger, entries ...ledger.Entry) {
	t.Helper()
	for _, e := range entries {
		if _, err := post(t.Context(), d, l, e); err != nil {
			t.Fatalf("post %s: %v", e.Key, err)
		}
	}
}

func balance(t *testing.T, d *db.DB, l *ledger.Ledger, a ledger.Account) int64 {
	t.Helper()
	b, err := l.Balance(t.Context(), d, a)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// sound fails the test unless the books prove themselves.
func sound(t *testing.T, l *ledger.Ledger) ledger.Report {
	t.Helper()
	report, err := l.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK {
		t.Fatalf("the books are broken: %v", report.Broken)
	}
	return report
}

func TestMoneyMovesFromOneAccountToAnother(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		mustPost(t, d, l, entry("in", bank, ming, 10000), entry("hold", ming, transi, 3000), entry("done", transi, atKY, 3000))
		for _, want := range []struct {
			account ledger.Account
			minor   int64
		}{{ming, 7000}, {transi, 0}, {atKY, 3000}, {bank, -10000}, {ledger.Centre("nobody"), 0}, {ledger.HouseLoss(), 0}} {
			if got := balance(t, d, l, want.account); got != want.minor {
				t.Errorf("%s holds %d, want %d", want.account.Name, got, want.minor)
			}
		}
		all, err := l.Balances(t.Context(), d, "ming")
		if err != nil || fmt.Sprint(all) != "[{player:ming:centre CNY 7000} {player:ming:transit CNY 0} {player:ming:venue:ky CNY 3000}]" {
			t.Errorf("Balances = %v, %v", all, err)
		}
		report := sound(t, l)
		if report.Entries != 3 || report.Postings != 3 || report.Accounts != 4 || len(report.Warnings) != 0 {
			t.Errorf("report %+v", report)
		}
		if fmt.Sprint(report.Totals) != "[{CNY 10000 -10000}]" {
			t.Errorf("totals %v", report.Totals)
		}
	})
}

// A repeated order must not move money twice, and a key must not be lent to
// another order (trust IDE-1, IDE-4).
func TestTheSameKeyActsOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		mustPost(t, d, l, entry("in", bank, ming, 5000))
		first, err := post(t.Context(), d, l, entry("out", ming, bank, 5000))
		if err != nil {
			t.Fatal(err)
		}
		// The balance is 0 now: the repeat must not be mistaken for a second try.
		again, err := post(t.Context(), d, l, entry("out", ming, bank, 5000))
		if err != nil || again != first {
			t.Errorf("repeat = %s, %v; want %s", again, err, first)
		}
		for name, changed := range map[string]ledger.Entry{
			"amount":  entry("out", ming, bank, 4999),
			"account": entry("out", ming, ledger.HouseBank("other"), 5000),
			"larger":  entry("out", ming, bank, 9999),
			"kind":    func() ledger.Entry { e := entry("out", ming, bank, 5000); e.Kind = "other"; return e }(),
			"order":   func() ledger.Entry { e := entry("out", ming, bank, 5000); e.Ref = "other"; return e }(),
		} {
			if _, err := post(t.Context(), d, l, changed); !errors.Is(err, ledger.ErrChanged) {
				t.Errorf("same key, other %s: %v, want ErrChanged", name, err)
			}
		}
		elsewhere := entry("out", bank, ming, 1)
		elsewhere.Scope = "other scope"
		mustPost(t, d, l, elsewhere)
		if got := balance(t, d, l, ming); got != 1 {
			t.Errorf("ming holds %d, want 1", got)
		}
		sound(t, l)
	})
}

// Begin does not look for used keys, so Write must find them: an order that acts again
// fails as a whole, also the entries that were added with it.
func TestASetWithAUsedKeyIsRefusedAndMovesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		mustPost(t, d, l, entry("in", bank, ming, 5000), entry("out", ming, transi, 2000))
		set := []ledger.Entry{entry("out", ming, transi, 2000), entry("new", ming, atKY, 100)}
		write := func(ctx context.Context, tx *db.Tx) error {
			s, err := l.Begin(ctx, tx, set)
			if err != nil {
				return err
			}
			for _, e := range set {
				if err := s.Add(e); err != nil {
					return err
				}
			}
			return s.Write(ctx)
		}
		group := db.NewGroup(d, func(ctx context.Context, tx *db.Tx, _ []string) ([]error, error) {
			return []error{nil}, write(ctx, tx)
		})
		for name, do := range map[string]func() error{
			"alone":      func() error { return d.Write(t.Context(), write) },
			"by a group": func() error { return group.Do(t.Context(), "one") },
		} {
			if err := do(); !errors.Is(err, db.ErrNotAll) {
				t.Errorf("%s: %v, want ErrNotAll", name, err)
			}
		}
		if got := [3]int64{balance(t, d, l, ming), balance(t, d, l, transi), balance(t, d, l, atKY)}; got != [3]int64{3000, 2000, 0} {
			t.Errorf("centre, transit and venue hold %v", got)
		}
		if report := sound(t, l); report.Entries != 2 || report.Postings != 2 {
			t.Errorf("%d entries, %d postings, want 2 of each", report.Entries, report.Postings)
		}
	})
}

// After a refusal the caller may go on in the same transaction, for instance to
// record the refusal. The refused entry leaves nothing in it.
func TestARefusedEntryLeavesNothingInItsTransaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		mustPost(t, d, l, entry("in", bank, ming, 100))
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			two := entry("out", ming, transi, 60)
			two.Postings = append(two.Postings, ledger.Posting{From: ming, To: atKY, Amount: 60})
			if _, err := l.Post(ctx, tx, two); !errors.Is(err, ledger.ErrInsufficient) {
				t.Errorf("Post = %v, want ErrInsufficient", err)
			}
			_, err := l.Post(ctx, tx, entry("rest", ming, transi, 100))
			return err
		})
		if err != nil || balance(t, d, l, ming) != 0 || balance(t, d, l, transi) != 100 || balance(t, d, l, atKY) != 0 {
			t.Errorf("err %v; centre %d transit %d venue %d", err, balance(t, d, l, ming), balance(t, d, l, transi), balance(t, d, l, atKY))
		}
		sound(t, l)
	})
}

func TestMistakesInCodeAreRefused(t *testing.T) {
	for name, e := range map[string]ledger.Entry{
		"nothing":           entry("k", bank, ming, 0),
		"less than nothing": entry("k", bank, ming, -5),
		"no key":            entry("", bank, ming, 5),
		"no postings":       {Scope: "s", Key: "k", Kind: "x"},
		"two assets":        entry("k", bank, ledger.Fund("ming"), 5),
		"to itself":         entry("k", ming, ming, 5),
		"a nameless venue":  entry("k", ming, ledger.VenueWallet("ming", ""), 5),
		"a nameless player": entry("k", bank, ledger.Centre(""), 5),
		"a wrong unit":      entry("k", bank, ming, ledger.AmountMost+1), // trust MON-6
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				l := ledger.New(d)
				if _, err := post(t.Context(), d, l, e); err == nil {
					t.Error("booked")
				}
				if report := sound(t, l); report.Entries != 0 {
					t.Errorf("report %+v", report)
				}
			})
		})
	}
}

// The bulk door keeps every promise of the single one.
func TestManyEntriesAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		mustPost(t, d, l, entry("in", bank, ming, 1000), entry("a", ming, transi, 400))
		all := func(entries ...ledger.Entry) (ids []string, err error) {
			err = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
				ids, err = l.PostAll(ctx, tx, entries)
				return err
			})
			return ids, err
		}
		// "a" is a repeat and takes nothing, so "b" and "c" just fit; the second "c" repeats the first.
		ids, err := all(entry("a", ming, transi, 400), entry("b", ming, transi, 500), entry("c", ming, atKY, 100), entry("c", ming, atKY, 100))
		if err != nil || len(ids) != 4 || ids[2] != ids[3] || ids[1] == ids[2] {
			t.Fatalf("PostAll = %v, %v", ids, err)
		}
		if _, err := all(entry("d", atKY, ming, 50), entry("e", ming, transi, 51)); !errors.Is(err, ledger.ErrInsufficient) {
			t.Errorf("more than there is: %v", err)
		}
		if _, err := all(entry("d", atKY, ming, 50), entry("b", ming, transi, 1)); !errors.Is(err, ledger.ErrChanged) {
			t.Errorf("changed contents: %v", err)
		}
		many := make([]ledger.Entry, 1200)
		for i := range many {
			many[i] = entry(fmt.Sprint("bet", i), ledger.HouseGaming(), ledger.VenueWallet(fmt.Sprint("p", i%7), "ky"), int64(i+1))
		}
		if _, err := all(many...); err != nil {
			t.Fatal(err)
		}
		if got := balance(t, d, l, ledger.HouseGaming()); got != -1200*1201/2 {
			t.Errorf("house:gaming %d", got)
		}
		if got := balance(t, d, l, ming); got != 0 {
			t.Errorf("ming %d", got)
		}
		sound(t, l)
	})
}

// Trust CON-1: the check and the debit are one step. If 1,000 callers ask at
// once, exactly as many succeed as the balance covers.
func TestAThousandWithdrawalsNeverExceedTheBalance(t *testing.T) {
	const have, each, asking = 1234567, 10000, 1000
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		mustPost(t, d, l, entry("in", bank, ming, have))
		var served, refused atomic.Int64
		var wg sync.WaitGroup
		for i := range asking {
			wg.Go(func() {
				_, err := post(t.Context(), d, l, entry(fmt.Sprint("w", i), ming, ledger.Locked("ming"), each))
				switch {
				case err == nil:
					served.Add(1)
				case errors.Is(err, ledger.ErrInsufficient):
					refused.Add(1)
				default:
					t.Errorf("neither yes nor no: %v", err)
				}
			})
		}
		wg.Wait()
		if served.Load() != have/each || refused.Load() != asking-have/each {
			t.Errorf("%d served and %d refused of %d over %d", served.Load(), refused.Load(), asking, have/each)
		}
		if got := balance(t, d, l, ming); got != have%each {
			t.Errorf("left %d, want %d", got, have%each)
		}
		sound(t, l)
	})
}

// Many callers open new accounts at once. An account has two unique keys, and
// PostgreSQL reports a conflict on each of them.
func TestNewAccountsAreOpenedByManyAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		nodes := []*ledger.Ledger{ledger.New(d), ledger.New(d), ledger.New(d), ledger.New(d)}
		mustPost(t, d, nodes[0], entry("in", bank, ming, 1))
		for round := range 40 {
			house, player := bank, ledger.Centre(fmt.Sprint("player", round))
			if round%2 == 0 {
				house = ledger.HouseGateway(fmt.Sprint("gate", round))
			}
			var wg sync.WaitGroup
			for i := range 16 {
				wg.Go(func() {
					if _, err := post(t.Context(), d, nodes[i%len(nodes)], entry(fmt.Sprint(round, "-", i), house, player, 1)); err != nil {
						t.Errorf("round %d: %v", round, err)
					}
				})
			}
			wg.Wait()
			if got := balance(t, d, nodes[0], player); got != 16 {
				t.Fatalf("round %d: %d", round, got)
			}
		}
		sound(t, nodes[0])
	})
}

// Fifty callers with one key: one effect, one id (trust IDE-1).
func TestOneKeyAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		var mu sync.Mutex
		ids := map[string]bool{}
		var wg sync.WaitGroup
		for range 50 {
			wg.Go(func() {
				id, err := post(t.Context(), d, l, entry("in", bank, ming, 100))
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				ids[id] = true
				mu.Unlock()
			})
		}
		wg.Wait()
		if len(ids) != 1 || balance(t, d, l, ming) != 100 {
			t.Errorf("%d ids, balance %d", len(ids), balance(t, d, l, ming))
		}
		sound(t, l)
	})
}

func TestPostingsAreListedNewestFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		mustPost(t, d, l, entry("1", bank, ming, 1000), entry("other", bank, ledger.Centre("li"), 9))
		two := entry("2", ming, transi, 300)
		two.Kind = "transfer.hold"
		two.Postings = append(two.Postings, ledger.Posting{From: transi, To: atKY, Amount: 300})
		mustPost(t, d, l, two, entry("3", ming, ledger.Locked("ming"), 200))

		list := func(f ledger.Filter) string {
			t.Helper()
			lines, err := l.Postings(t.Context(), d, f)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			for _, n := range lines {
				after := "-"
				if n.FromAfter != nil {
					after = money.Fen(*n.FromAfter).String()
				}
				fmt.Fprintf(&b, "%s %d %s|", n.Ref, n.Amount, after)
			}
			return b.String()
		}
		for _, tc := range []struct {
			name string
			f    ledger.Filter
			want string
		}{
			{"a player's", ledger.Filter{Player: "ming"}, "3 200 5.00|2 300 0.00|2 300 7.00|1 1000 -|"},
			{"an account's", ledger.Filter{Account: "player:ming:transit"}, "2 300 0.00|2 300 7.00|"},
			{"a kind", ledger.Filter{Player: "ming", Kinds: []string{"transfer.hold"}}, "2 300 0.00|2 300 7.00|"},
			{"a house account's", ledger.Filter{Account: "house:bank:icbc"}, "other 9 -|1 1000 -|"},
			{"the first two", ledger.Filter{Player: "ming", Limit: 2}, "3 200 5.00|2 300 0.00|"},
			{"nobody's", ledger.Filter{Player: "zhao"}, ""},
		} {
			if got := list(tc.f); got != tc.want {
				t.Errorf("%s\n got %s\nwant %s", tc.name, got, tc.want)
			}
		}
		first, err := l.Postings(t.Context(), d, ledger.Filter{Player: "ming", Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		if got := list(ledger.Filter{Player: "ming", Before: first[1].ID}); got != "2 300 7.00|1 1000 -|" {
			t.Errorf("next page: %s", got)
		}
		if _, err := l.Postings(t.Context(), d, ledger.Filter{}); err == nil {
			t.Error("the whole books were listed")
		}
	})
}
