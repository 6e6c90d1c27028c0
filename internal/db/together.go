package db

import (
	"context"
	"time"
)

// togetherFor bounds what is done for many, which hears no single caller's
// cancellation. It is shorter than a caller's patience.
const togetherFor = 20 * time.Second

// Group runs operations of one kind, many in one transaction, with statements
// that speak of all of them: the more callers at once, the less each costs,
// and callers who want the same row do not wait for each other's commits. A
// caller who finds nobody at work runs at once, as by Write.
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
	return &Group[Op]{d: d, apply: apply}
}

// Do runs one operation and returns once it is durable, or what refused it.
func (g *Group[Op]) Do(ctx context.Context, op Op) error {
	if ctx.Value(insideKey{}) != nil {
		return ErrNested
	}
	return g.line.pass(ctx, op, func() error { return g.alone(ctx, op) }, g.together)
}

func (g *Group[Op]) alone(ctx context.Context, op Op) error {
	return g.d.Write(ctx, func(ctx context.Context, tx *Tx) error {
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
	err = g.d.Write(ctx, func(ctx context.Context, tx *Tx) (err error) {
		refused, err = g.apply(ctx, tx, ops)
		return err
	})
	return refused, err
}

// Lookup answers reads of one kind, many with one statement where that saves
// ways to a server. Each answer was read after it was asked for, so it is as
// fresh as a read of one's own.
type Lookup[K comparable, V any] struct {
	d    *DB
	read func(ctx context.Context, d *DB, keys []K) (map[K]V, error)
	line line[*asked[K, V]]
}

type asked[K comparable, V any] struct {
	key   K
	value V
	found bool
}

// NewLookup makes a lookup. read gives what there is for each of the keys,
// which may repeat.
func NewLookup[K comparable, V any](d *DB, read func(ctx context.Context, d *DB, keys []K) (map[K]V, error)) *Lookup[K, V] {
	return &Lookup[K, V]{d: d, read: read}
}

// Get reads what there is for a key.
func (l *Lookup[K, V]) Get(ctx context.Context, key K) (value V, found bool, err error) {
	a := &asked[K, V]{key: key}
	alone := func() error { return l.answer(ctx, []*asked[K, V]{a}) }
	if l.d.postgres {
		err = l.line.pass(ctx, a, alone, l.together)
	} else {
		err = alone() // nobody is far away
	}
	return a.value, a.found, err
}

func (l *Lookup[K, V]) together(all []*asked[K, V]) ([]error, error) {
	ctx, cancel := context.WithTimeout(context.Background(), togetherFor)
	defer cancel()
	return make([]error, len(all)), l.answer(ctx, all)
}

func (l *Lookup[K, V]) answer(ctx context.Context, all []*asked[K, V]) error {
	keys := make([]K, len(all))
	for i, a := range all {
		keys[i] = a.key
	}
	found, err := l.read(ctx, l.d, keys)
	if err != nil {
		return err
	}
	for _, a := range all {
		a.value, a.found = found[a.key]
	}
	return nil
}
