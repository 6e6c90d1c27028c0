package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"hongyun/internal/db"
)

// Ledger is the books. It is safe for concurrent use, also by several nodes on
// one database.
type Ledger struct {
	db  *db.DB
	ids ids

	// knownRows are the house accounts whose rows are known to exist. Accounts
	// are never removed, so this spares every entry a statement.
	knownRows sync.Map

	also []func(ctx context.Context, d *db.DB, s Span) ([]Finding, error) // see Also
}

// New opens the books of a database.
func New(d *db.DB) *Ledger { return &Ledger{db: d} }

// Posting moves an amount from one account to another of the same asset.
type Posting struct {
	From, To Account
	Amount   int64 // in the smallest unit of the accounts' asset, above zero
}

// Entry is one thing that happened, with all its postings. They are booked
// together or not at all, in their order.
type Entry struct {
	Scope, Key string // unique together; the key names the step of an order, such as "7f…:hold"
	Kind       string // what happened: "transfer.hold", "deposit.credit"
	Ref        string // the order it belongs to
	Memo       string // for people
	By         string // who did it: a player, a member of staff, a job
	Postings   []Posting
}

// AmountMost is the largest amount of one posting, in smallest units: ten
// trillion yuan. Anything above it is a wrong unit (trust MON-6).
const AmountMost = 1_000_000_000_000_000

// The limits of one statement: the postings of an entry, and the entries of a
// set.
const (
	linesMost   = 200
	entriesMost = 500
)

// Post books an entry in the caller's transaction and returns its id.
//
// The same (Scope, Key) with the same contents returns the first entry's id
// and has no effect; with other contents it is ErrChanged. ErrInsufficient
// says that an account would fall below zero where it must not. After a fault
// nothing of the entry is booked and the transaction can go on.
//
// The accounts of players stay locked until the transaction ends.
func (l *Ledger) Post(ctx context.Context, tx *db.Tx, e Entry) (id string, err error) {
	results, err := l.apply(ctx, tx, []Entry{e})
	if err != nil {
		return "", err
	}
	return results[0].id, results[0].err
}

// PostAll books many entries in a few statements, for bulk work. It gives
// Post's promises for each entry. The first failed entry ends it; the caller
// must then roll back, because others may have been booked.
func (l *Ledger) PostAll(ctx context.Context, tx *db.Tx, entries []Entry) (ids []string, err error) {
	for part := range slices.Chunk(entries, entriesMost) {
		results, err := l.apply(ctx, tx, part)
		if err != nil {
			return nil, err
		}
		for _, r := range results {
			if r.err != nil {
				return nil, r.err
			}
			ids = append(ids, r.id)
		}
	}
	return ids, nil
}

// check refuses what can only come from a mistake in code, and amounts beyond
// the cap.
func (e Entry) check() error {
	switch {
	case e.Scope == "" || e.Key == "" || e.Kind == "":
		return errors.New("ledger: entry without scope, key or kind")
	case len(e.Postings) == 0 || len(e.Postings) > linesMost:
		return fmt.Errorf("ledger: entry %s %s has %d postings", e.Scope, e.Key, len(e.Postings))
	}
	for _, p := range e.Postings {
		switch {
		case p.Amount <= 0:
			return fmt.Errorf("ledger: entry %s %s moves %d from %s", e.Scope, e.Key, p.Amount, p.From.Name)
		case p.Amount > AmountMost:
			return ErrTooLarge
		case p.From.Asset != p.To.Asset:
			return fmt.Errorf("ledger: %s holds %s and %s holds %s", p.From.Name, p.From.Asset, p.To.Name, p.To.Asset)
		case p.From.Name == p.To.Name || !p.From.wellNamed() || !p.To.wellNamed():
			return fmt.Errorf("ledger: no posting from %q to %q", p.From.Name, p.To.Name)
		}
	}
	return nil
}
