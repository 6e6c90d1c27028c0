package db

import (
	"context"
	"time"
)

// togetherFor bounds what is done for many, which hears no single caller's
// cancellation, and what one does while others wait behind it: a connection
// that has gone silent must not hold up all of a kind until the network gives
// it up. It is shorter than a caller's patience.
const togetherFor = 20 * time.Second

// Group runs operations of one kind, many in one transaction, with statements
// that speak of all of them: the more callers at once, the less each costs,
// and callers who want the same row do not wait for each other's commits. A
// caller who finds nobody at work runs at once, as by Write.
//
// A row that another transaction holds delays the operations that need it and
// no others: apply passes it over (Tx.SkipsLocked) and answers ErrAlone.
//
// The promises are Write's for each operation. One that is refused leaves
// nothing behind and harms no neighbour: apply writes nothing before it knows
// who is refused, and a broken transaction is run again, each by itself.
type Group[Op any] struct {
	d     *DB
	apply func(ctx context.Context, tx *Tx, ops []Op) ([]error, error)
	line  line[Op]
}

// NewGroup makes a group. apply decides and writes operations, given in the
// order in which they came, and says for each what refused it, or nil. Its
// error is the transaction's: nothing is stored then. It may be called more
// than once for the same operations, as a function given to Write; and an
// operation must be one that may be repeated, for a connection can be lost
// while nobody knows what was committed.
func NewGroup[Op any](d *DB, apply func(ctx context.Context, tx *Tx, ops []Op) (refused []error, err error)) *Group[Op] {
	return &Group[Op]{d: d, apply: apply, line: line[Op]{log: d.log}}
}

// Do runs one operation and returns once it is durable, or what refused it. An
// operation whose rows another transaction holds waits for them by itself, and
// gets ErrBusy when that takes too long.
func (g *Group[Op]) Do(ctx context.Context, op Op) error {
	if ctx.Value(insideKey{}) != nil {
		return ErrNested
	}
	alone := func() error { return g.single(ctx, attempt{pool: g.d.writer}, op) }
	if !g.d.postgres {
		return g.line.pass(ctx, op, alone, alone, g.together)
	}
	first := func() error {
		err := g.single(ctx, attempt{g.d.together, true}, op)
		if isLockTimeout(err) {
			return ErrAlone
		}
		return err
	}
	return g.line.pass(ctx, op, first, alone, g.together)
}

func (g *Group[Op]) single(ctx context.Context, how attempt, op Op) error {
	ctx, cancel := context.WithTimeout(ctx, togetherFor)
	defer cancel()
	return g.d.writeBy(ctx, how, func(ctx context.Context, tx *Tx) error {
		refused, err := g.apply(ctx, tx, []Op{op})
		if err != nil {
			return err
		}
		return refused[0]
	})
}

func (g *Group[Op]) together(ops []Op) (refused []error, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), togetherFor)
	defer cancel()
	err = g.d.writeBy(ctx, attempt{g.d.together, true}, func(ctx context.Context, tx *Tx) (err error) {
		refused, err = g.apply(ctx, tx, ops)
		return err
	})
	return refused, err
}
