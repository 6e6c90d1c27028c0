package ledger

import (
	"context"
	"fmt"
	"slices"

	"hongyun/internal/db"
)

// result is the outcome of one entry: its id, or the fault that kept it out.
type result struct {
	id  string
	err error
}

// writeSet is the effect of a list of entries on the books: the balances it
// works on and the rows it adds. All entries of one database transaction can
// share one, whoever sent them. A failed entry leaves no trace in it.
type writeSet struct {
	l        *Ledger
	at       int64
	balances map[string]int64 // of the locked accounts, as this set leaves them
	deltas   map[string]int64 // what this set adds to each
	entries  []entryRow
	postings []postingRow
}

// Set is the entries of many operations on their way into the books together.
type Set struct {
	tx   *db.Tx
	w    *writeSet
	busy map[string]bool // accounts that another transaction holds
}

// Begin locks, in one ordered statement, the accounts of all entries that may
// be added to the set, as Post does for one. A caller with other rows to write
// beside the entries adds all entries first, then writes: an entry that Add
// refuses has left no trace.
func (l *Ledger) Begin(ctx context.Context, tx *db.Tx, entries []Entry) (*Set, error) {
	if err := l.ensureHouses(ctx, tx, entries); err != nil {
		return nil, err
	}
	balances, busy, err := lockFreeAccounts(ctx, tx, keptAccounts(entries))
	if err != nil {
		return nil, err
	}
	return &Set{tx, newWriteSet(l, tx, balances), busy}, nil
}

// Locked is nil when the accounts of an entry are locked for this set, and
// db.ErrAlone when another transaction holds one of them.
func (s *Set) Locked(e Entry) error {
	for _, p := range e.Postings {
		if s.busy[p.From.Name] || s.busy[p.To.Name] {
			return db.ErrAlone
		}
	}
	return nil
}

// Add books an entry of the set on the balances as those before it left them,
// with Post's faults and Locked's. Its key must be new: the order it belongs to is.
func (s *Set) Add(e Entry) error {
	if err := e.check(); err != nil {
		return err
	}
	if err := s.Locked(e); err != nil {
		return err
	}
	row, lines, err := s.w.plan(s.tx, e)
	if err == nil {
		s.w.take(row, lines)
	}
	return err
}

// Balance is the balance of a locked account after the added entries.
func (s *Set) Balance(a Account) int64 { return s.w.balances[a.Name] }

// Write stores what was added, after the changes of its caller and in one
// message with them. It fails if one of the keys was used before. The caller
// must give up the transaction then.
func (s *Set) Write(ctx context.Context, before ...db.Change) error {
	return s.tx.WriteBatch(ctx, append(before, s.w.changes()...)...)
}

func newWriteSet(l *Ledger, tx *db.Tx, balances map[string]int64) *writeSet {
	return &writeSet{l: l, at: tx.NowMillis(), balances: balances, deltas: map[string]int64{}}
}

// apply books entries with set-based statements. It locks all accounts in the
// order of their names, checks in Go, then writes entries, postings and
// balances with one statement each. An entry's fault is in its result and does
// not affect other entries; an error spoils the transaction for all.
func (l *Ledger) apply(ctx context.Context, tx *db.Tx, entries []Entry) ([]result, error) {
	results := make([]result, len(entries))
	for i, e := range entries {
		results[i].err = e.check()
	}
	if err := l.ensureHouses(ctx, tx, entries); err != nil {
		return nil, err
	}
	balances, err := lockAccounts(ctx, tx, keptAccounts(entries))
	if err != nil {
		return nil, err
	}
	// A single entry detects a repeat when it writes. In a batch, repeats are
	// detected first: later entries use the balances they leave.
	var known map[entryKey]entryRow
	if len(entries) > 1 {
		if known, err = findEntries(ctx, tx, entries); err != nil {
			return nil, err
		}
	} else {
		known = map[entryKey]entryRow{}
	}
	w := newWriteSet(l, tx, balances)
	for i, e := range entries {
		if results[i].err != nil {
			continue
		}
		key := entryKey{e.Scope, e.Key}
		row, lines, err := w.plan(tx, e)
		if first, ok := known[key]; ok {
			results[i] = row.repeats(first)
			continue
		}
		if err != nil {
			results[i].err = err
			continue
		}
		w.take(row, lines)
		known[key] = row
		results[i].id = row.ID
	}
	if len(entries) == 1 && results[0].err == ErrInsufficient {
		return l.insufficient(ctx, tx, entries[0], w)
	}
	return results, l.write(ctx, tx, w, entries, results)
}

// plan computes an entry's rows on the balances so far, and changes nothing.
// The rows' contents are right even if it fails.
func (w *writeSet) plan(tx *db.Tx, e Entry) (entryRow, []postingRow, error) {
	row := entryRow{
		ID: w.l.ids.next(tx.Now()), Scope: e.Scope, Key: e.Key, Kind: e.Kind, Ref: e.Ref,
		Memo: e.Memo, MadeBy: e.By, Lines: int64(len(e.Postings)), At: w.at,
	}
	after := map[string]int64{}
	move := func(a Account, by int64) (*int64, error) {
		if a.summed() {
			return nil, nil
		}
		held, touched := after[a.Name]
		if !touched {
			held = w.balances[a.Name]
		}
		held += by
		after[a.Name] = held
		if held < 0 && by < 0 && !a.Negative {
			return &held, ErrInsufficient
		}
		return &held, nil
	}
	lines := make([]postingRow, len(e.Postings))
	var short error
	for i, p := range e.Postings {
		fromAfter, err := move(p.From, -p.Amount)
		if err != nil {
			short = err
		}
		toAfter, _ := move(p.To, p.Amount) // an amount that arrives is never too much
		player := p.From.player()
		if player == "" {
			player = p.To.player()
		}
		lines[i] = postingRow{
			EntryID: row.ID, Line: int64(i + 1), From: p.From.Name, To: p.To.Name, Asset: string(p.From.Asset),
			Amount: p.Amount, FromAfter: fromAfter, ToAfter: toAfter, Player: player,
		}
		lines[i].Seal = lines[i].sealOf()
	}
	row.Contents = contentsOf(e.Kind, e.Ref, lines)
	row.Seal = row.sealOf()
	return row, lines, short
}

// take adds planned rows to the set.
func (w *writeSet) take(row entryRow, lines []postingRow) {
	w.entries = append(w.entries, row)
	w.postings = append(w.postings, lines...)
	for _, p := range lines {
		if p.FromAfter != nil {
			w.deltas[p.From] -= p.Amount
			w.balances[p.From] -= p.Amount
		}
		if p.ToAfter != nil {
			w.deltas[p.To] += p.Amount
			w.balances[p.To] += p.Amount
		}
	}
}

// write stores what apply planned.
func (l *Ledger) write(ctx context.Context, tx *db.Tx, w *writeSet, entries []Entry, results []result) error {
	stored, err := w.write(ctx, tx)
	switch {
	case err != nil || stored == len(w.entries):
		return err
	case len(entries) == 1:
		return l.repeat(ctx, tx, w.entries[0], &results[0])
	}
	// Another transaction booked one of the keys after findEntries looked. The
	// account locks leave this to entries of house accounts alone or with other
	// contents. The caller rolls back and may try again.
	return fmt.Errorf("ledger: a key of %d entries was used meanwhile", len(w.entries))
}

// changes are the statements that store the set. An entry with a used key fails
// the whole batch, so the statements need not wait for each other's answers.
func (w *writeSet) changes() []db.Change {
	return []db.Change{entriesChange(w.entries), postingsChange(w.postings), balancesChange(w.deltas)}
}

// write stores the set, and says how many of its entries were new. Entries come
// first: they are where a key that was used before shows, and then nothing else
// is written.
func (w *writeSet) write(ctx context.Context, tx *db.Tx) (stored int, err error) {
	if len(w.entries) == 0 {
		return 0, nil
	}
	stored, err = insertEntries(ctx, tx, w.entries)
	if err != nil || stored < len(w.entries) {
		return stored, err
	}
	return stored, tx.WriteBatch(ctx, postingsChange(w.postings), balancesChange(w.deltas))
}

// insufficient decides about an entry that lacks the money. A repeat of a
// booked entry returns the first one's id, because the first one took the
// money.
func (l *Ledger) insufficient(ctx context.Context, tx *db.Tx, e Entry, w *writeSet) ([]result, error) {
	first, found, err := findEntry(ctx, tx, e.Scope, e.Key)
	if err != nil {
		return nil, err
	}
	if !found {
		return []result{{err: ErrInsufficient}}, nil
	}
	row, _, _ := w.plan(tx, e) // for its contents only
	return []result{row.repeats(first)}, nil
}

// repeat answers for a row that was not stored because its key was taken.
func (l *Ledger) repeat(ctx context.Context, tx *db.Tx, row entryRow, r *result) error {
	first, found, err := findEntry(ctx, tx, row.Scope, row.Key)
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("ledger: entry %s %s neither stored nor found", row.Scope, row.Key)
	}
	*r = row.repeats(first)
	return nil
}

// repeats compares a row with the first one of its key.
func (e entryRow) repeats(first entryRow) result {
	if e.Contents != first.Contents {
		return result{err: ErrChanged}
	}
	return result{id: first.ID}
}

// keptAccounts returns the accounts with a stored balance, in the order of
// locking that all transactions share.
func keptAccounts(entries []Entry) []Account {
	return accountsOf(entries, func(a Account) bool { return !a.summed() })
}

func accountsOf(entries []Entry, wanted func(Account) bool) []Account {
	byName := map[string]Account{}
	for _, e := range entries {
		if e.check() != nil {
			continue
		}
		for _, p := range e.Postings {
			for _, a := range [2]Account{p.From, p.To} {
				if wanted(a) {
					byName[a.Name] = a
				}
			}
		}
	}
	accounts := make([]Account, 0, len(byName))
	for _, a := range byName {
		accounts = append(accounts, a)
	}
	slices.SortFunc(accounts, func(a, b Account) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return accounts
}

// ensureHouses makes the rows of house accounts on their first use. It does not
// lock them, because they never change.
func (l *Ledger) ensureHouses(ctx context.Context, tx *db.Tx, entries []Entry) error {
	missing := accountsOf(entries, func(a Account) bool {
		_, known := l.knownRows.Load(a.Name)
		return a.summed() && !known
	})
	if len(missing) == 0 {
		return nil
	}
	if err := insertHouses(ctx, tx, missing); err != nil {
		return err
	}
	tx.AfterCommit(func() {
		for _, a := range missing {
			l.knownRows.Store(a.Name, true)
		}
	})
	return nil
}
