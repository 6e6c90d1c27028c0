package wallet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// One transaction (db.Group) opens or settles many transfers, because they are
// most of the program's writes.

// opening is a transfer on its way into the books: to a venue together with
// the hold of its amount.
type opening struct {
	t       Transfer
	keyless bool
	seam    string
}

// errTaken says that another order prevents this one: the same order, or
// another open or disputed transfer at the venue.
var errTaken = errors.New("wallet: order or place taken")

// openAll writes orders and takes their amounts out of the centre wallets. It
// locks the accounts first, also those of FromVenue. Until this transaction
// ends, no other transaction opens a transfer for these players, so the
// conflicts read now are all there are.
func (w *Wallets) openAll(ctx context.Context, tx *db.Tx, ops []*opening) ([]error, error) {
	moves := make([]ledger.Entry, len(ops))
	for i, o := range ops {
		moves[i] = o.t.hold()
	}
	set, err := w.Ledger.Begin(ctx, tx, moves)
	if err != nil {
		return nil, err
	}
	way, err := findInTheWay(ctx, tx, ops)
	if err != nil {
		return nil, err
	}
	// The stop is checked again here. Since the first check a venue may have
	// made an account, which takes seconds (RG-4). Opened transfers go on.
	stopped, err := w.Guard.StoppedAmong(ctx, tx, goingIn(ops))
	if err != nil {
		return nil, err
	}
	refused := make([]error, len(ops))
	opened := make([]Transfer, 0, len(ops))
	for i, o := range ops {
		refused[i] = set.Locked(moves[i])
		if refused[i] == nil {
			refused[i] = way.stops(o)
		}
		if refused[i] == nil && o.t.Direction == In {
			refused[i] = stopped[o.t.Player]
		}
		if refused[i] == nil && o.t.Direction == In {
			refused[i] = set.Add(moves[i])
		}
		if refused[i] == nil {
			opened = append(opened, o.t)
			way.add(o.t)
		}
	}
	if err := set.Write(ctx, insertTransfers(opened)); err != nil {
		return nil, err
	}
	for i, o := range ops {
		if refused[i] == nil {
			w.seam(o.seam)
		}
	}
	return refused, nil
}

// goingIn are the players whose orders go to a venue.
func goingIn(ops []*opening) []string {
	var players []string
	for _, o := range ops {
		if o.t.Direction == In {
			players = append(players, o.t.Player)
		}
	}
	return players
}

// hold is the entry that takes a transfer's amount out of the centre wallet.
func (t Transfer) hold() ledger.Entry {
	return t.entry("hold", ledger.Posting{From: ledger.Centre(t.Player), To: ledger.Transit(t.Player), Amount: int64(t.Amount)})
}

// inTheWay are the transfers that block orders: stored ones, and those being
// opened in the same transaction.
type inTheWay struct {
	ids    map[string]bool
	placed map[[2]string]bool // player and venue
	twins  map[twin]bool
	fresh  map[string]bool // of ids and places: opened beside the one that asks
}

// twin are the fields by which two orders look like one sent twice.
type twin struct {
	player, venue string
	direction     Direction
	amount        int64
}

func (t Transfer) twin() twin { return twin{t.Player, t.Venue, t.Direction, int64(t.Amount)} }

func findInTheWay(ctx context.Context, tx *db.Tx, ops []*opening) (*inTheWay, error) {
	way := &inTheWay{ids: map[string]bool{}, placed: map[[2]string]bool{}, twins: map[twin]bool{}}
	var ids, players, keyless []string
	for _, o := range ops {
		ids, players = append(ids, o.t.ID), append(players, o.t.Player)
		if o.keyless {
			keyless = append(keyless, o.t.Player)
		}
	}
	since := tx.Now().Add(-twinWithin)
	rows, err := findRivals(ctx, tx, ids, players, keyless, since)
	for _, row := range rows {
		t := row.transfer()
		way.ids[t.ID] = true
		if t.Open() || t.State == Disputed {
			way.placed[[2]string{t.Player, t.Venue}] = true
		}
		if t.SettledAt.After(since) {
			way.twins[t.twin()] = true
		}
	}
	return way, err
}

// stops says why an order may not be opened. If two conflicting orders share a
// transaction, the second is retried alone, because the first may be refused.
func (way *inTheWay) stops(o *opening) error {
	place := [2]string{o.t.Player, o.t.Venue}
	switch {
	case way.fresh[o.t.ID] || way.fresh[place[0]+"\x00"+place[1]]:
		return db.ErrAlone
	case way.ids[o.t.ID] || way.placed[place]:
		return errTaken
	case o.keyless && way.twins[o.t.twin()]:
		return ErrTwin
	}
	return nil
}

func (way *inTheWay) add(t Transfer) {
	if way.fresh == nil {
		way.fresh = map[string]bool{}
	}
	way.fresh[t.ID] = true
	way.fresh[t.Player+"\x00"+t.Venue] = true
}

// settling is a transfer that its venue has carried out at once.
type settling struct {
	before Transfer // as it was opened
	after  Transfer
}

// errMoved says that the transfer has changed since it was opened: another
// process has asked about it meanwhile.
var errMoved = errors.New("wallet: the transfer has changed since it was opened")

// settleAll books transfers that were done as ordered and are unchanged since.
// Like every settling it locks the transfers before the accounts.
func (w *Wallets) settleAll(ctx context.Context, tx *db.Tx, ops []*settling) ([]error, error) {
	untouched, err := lockUntouched(ctx, tx, ops)
	if err != nil {
		return nil, err
	}
	moves := make([]ledger.Entry, len(ops))
	for i, o := range ops {
		o.after = o.before.after(heardDone, tx.Now(), w.rules(o.before.Venue), w.ManualAfter)
		moves[i] = o.after.done()
	}
	set, err := w.Ledger.Begin(ctx, tx, moves)
	if err != nil {
		return nil, err
	}
	refused := make([]error, len(ops))
	var done []Transfer
	for i, o := range ops {
		switch {
		case !untouched[o.before.ID] && tx.SkipsLocked():
			refused[i] = db.ErrAlone // changed, or held by another transaction
		case !untouched[o.before.ID]:
			refused[i] = errMoved
		default:
			refused[i] = set.Add(moves[i])
		}
		switch {
		case refused[i] == nil:
			done = append(done, o.after)
		case refused[i] != db.ErrAlone && refused[i] != errMoved:
			return nil, refused[i]
		}
	}
	if err := set.Write(ctx, completeTransfers(done)); err != nil {
		return nil, err
	}
	for range done {
		w.seam("settle.C6")
	}
	return refused, nil
}

// untouched is the state in which a transfer was opened.
const untouched = ` AND state = 'pending' AND version = 0 AND asks = 0`

// lockUntouched locks the transfers that are still as they were opened.
func lockUntouched(ctx context.Context, tx *db.Tx, ops []*settling) (map[string]bool, error) {
	ids := make([]string, len(ops))
	for i, o := range ops {
		ids[i] = o.before.ID
	}
	var found []string
	among, arg := tx.Among("id", ids)
	err := db.ReadAllFixed(ctx, tx, &found, `SELECT id FROM transfer WHERE `+among+untouched+` ORDER BY id`+tx.ForUpdateFree(), arg)
	if err != nil {
		return nil, fmt.Errorf("lock transfers: %w", err)
	}
	locked := make(map[string]bool, len(found))
	for _, id := range found {
		locked[id] = true
	}
	return locked, nil
}

// done is the entry that brings a transfer's amount to where it was to go.
func (t Transfer) done() ledger.Entry {
	p := ledger.Posting{From: ledger.Transit(t.Player), To: ledger.VenueWallet(t.Player, t.Venue), Amount: int64(t.Amount)}
	if t.Direction == Out {
		p.From, p.To = p.To, ledger.Centre(t.Player)
	}
	return t.entry("done", p)
}

// insertTransfers writes new orders. Its caller has checked for conflicts, so
// any refusal of the table is a mistake or a race, and an error.
func insertTransfers(all []Transfer) db.Change {
	rows := make([][]any, len(all))
	for i, t := range all {
		rows[i] = []any{
			t.ID, t.Player, t.Venue, string(t.Direction), int64(t.Amount), t.Account, t.Ref, t.Batch, t.By, string(t.State), t.Booked,
			millis(t.NextAskAt), millis(t.CreatedAt),
		}
	}
	const into = "transfer (id, player, venue, direction, amount, account, ref, batch, made_by, state, booked, next_ask_at, created_at)"
	return db.Insertion("insert transfers", into, "", rows)
}

// completeTransfers writes that transfers are done. It fails if one is not as
// it was opened any more.
func completeTransfers(all []Transfer) db.Change {
	rows := make([][]any, len(all))
	for i, t := range all {
		rows[i] = []any{millis(t.SettledAt), t.ID}
	}
	const set = `UPDATE transfer SET state = 'completed', booked = 'done', version = 1, last_answer = 'done', next_ask_at = 0, settled_at = `
	return db.Updates("complete transfers", set+`? WHERE id = ?`+untouched,
		set+`done.at FROM {rows} AS done (at, id) WHERE transfer.id = done.id`+untouched, rows)
}

// findRivals reads three kinds of transfers: those with one of the ids, and
// open or disputed ones of the players. For players who order without a key, it
// adds those that ended after an instant.
func findRivals(ctx context.Context, tx *db.Tx, ids, players, keyless []string, since time.Time) (rows []transferRow, err error) {
	const columns = `SELECT id, player, venue, direction, amount, state, settled_at FROM transfer WHERE `
	sameID, idArg := tx.Among("id", ids)
	theirs, playerArg := tx.Among("player", players)
	query := columns + sameID +
		` UNION ALL ` + columns + theirs + ` AND state IN ('pending', 'manual')` +
		` UNION ALL ` + columns + theirs + ` AND state = 'disputed'`
	args := []any{idArg, playerArg, playerArg}
	if len(keyless) > 0 {
		hasty, keylessArg := tx.Among("player", keyless)
		query += ` UNION ALL ` + columns + hasty + ` AND settled_at > 0 AND settled_at > ?`
		args = append(args, keylessArg, millis(since))
	}
	if err := db.ReadAllFixed(ctx, tx, &rows, query, args...); err != nil {
		return nil, fmt.Errorf("what stands in the way of %d transfers: %w", len(ids), err)
	}
	return rows, nil
}
