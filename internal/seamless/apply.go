package seamless

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// operation is one bet, win or rollback on its way into the books.
type operation struct {
	call    venue.SeamlessCall
	entry   venue.Entry
	player  string
	id, ref string
	refusal *refused // what refuses a new bet beside the player and the money; nil if nothing

	balance money.Fen // of the centre wallet afterwards
	told    *refused  // what a refused bet is told; nil if it was carried out
}

// errTakeBack says that a win is to be rolled back, which takes more locks.
var errTakeBack = errors.New("seamless: a win is to be taken back")

// roundKey names a round of a player.
func (o *operation) roundKey() string {
	if o.call.Round == "" {
		return ""
	}
	return o.entry.Code + ":" + o.player + ":" + o.call.Round
}

// contents is the hash of the fields that make two calls with one id the same
// call. It leaves out the token and the id of the request: a repeat may have
// others.
func (o *operation) contents() string {
	c := o.call
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %d %d %q %q %q %t", c.Kind, o.player, c.Account, c.Amount, c.Rest, o.ref, c.Round, c.Game, c.RoundClosed))
	return hex.EncodeToString(sum[:])
}

// posting moves an amount the way a bet goes, or back.
func (o *operation) posting(amount money.Fen, back bool) ledger.Posting {
	centre, mirror := ledger.Centre(o.player), ledger.VenueWallet(o.player, o.entry.Code)
	if back {
		centre, mirror = mirror, centre
	}
	return ledger.Posting{From: centre, To: mirror, Amount: int64(amount)}
}

// entryOf is the books' entry for a step of a transaction. A transaction is
// always reversed under one key, so it is reversed once.
func (o *operation) entryOf(id, step string, postings ...ledger.Posting) ledger.Entry {
	return ledger.Entry{Scope: "seamless", Key: id + ":" + step, Kind: "seamless." + step, Ref: id, Memo: o.call.Game + " " + o.call.Round, By: "system:seamless", Postings: postings}
}

// batch is the work of one transaction.
type batch struct {
	s       *Seamless
	tx      *db.Tx
	set     *ledger.Set
	known   map[string]*record
	denied  map[string]*denial   // bets that were refused, by id
	open    map[string][]*record // bets of rounds that are to be closed, by round
	stopped map[string]error
	at      int64

	takeBack func(o *operation, target *record) error // nil where a win cannot be taken back

	fresh   []*record          // to be inserted
	refused []*denial          // to be inserted
	changed map[string]*record // to be updated
	lines   map[string]*record // bets whose record changes
	raw     map[string][]byte  // the call that changed them
	entries map[string]venue.Entry
	solved  map[string][]string // wins that were carried out, by venue
	noted   []bet.Noted         // carried out, and still to be looked at
}

// apply carries out operations in one transaction, in the order in which they
// came. The centre wallets are locked first: until it ends, nothing else changes
// a transaction of these players.
func (s *Seamless) apply(ctx context.Context, tx *db.Tx, ops []*operation, takeBack func(*batch, *operation, *record) error) ([]error, error) {
	b := &batch{
		s: s, tx: tx, at: tx.NowMillis(), changed: map[string]*record{}, lines: map[string]*record{}, raw: map[string][]byte{},
		entries: map[string]venue.Entry{}, solved: map[string][]string{},
	}
	if takeBack != nil {
		b.takeBack = func(o *operation, target *record) error { return takeBack(b, o, target) }
	}
	locks := make([]ledger.Entry, len(ops))
	for i, o := range ops {
		locks[i] = o.entryOf(o.id, "lock", o.posting(1, false)) // never added: it names the accounts
	}
	var err error
	if b.set, err = s.Ledger.Begin(ctx, tx, locks); err != nil {
		return nil, err
	}
	if err := b.read(ctx, ops); err != nil {
		return nil, err
	}
	refused := make([]error, len(ops))
	for i, o := range ops {
		o.told = nil // of a transaction that was not stored
		if refused[i] = b.set.Locked(locks[i]); refused[i] != nil {
			continue
		}
		refused[i] = b.decide(o) // each sees what those before it have planned
		o.balance = money.Fen(b.set.Balance(ledger.Centre(o.player)))
	}
	return refused, b.write(ctx)
}

// read loads what the operations are judged by.
func (b *batch) read(ctx context.Context, ops []*operation) error {
	var ids, rounds, bettors, bets []string
	for _, o := range ops {
		ids = append(ids, o.id)
		if o.ref != "" {
			ids = append(ids, o.ref)
		}
		if o.call.RoundClosed && o.call.Round != "" {
			rounds = append(rounds, o.roundKey())
		}
		if o.call.Kind == venue.SeamlessBet {
			bettors, bets = append(bettors, o.player), append(bets, o.id)
		}
	}
	var err error
	if b.denied, err = findDenials(ctx, b.tx, bets); err != nil {
		return err
	}
	if b.known, err = findRecords(ctx, b.tx, ids); err != nil {
		return err
	}
	if b.open, err = findOpenRounds(ctx, b.tx, rounds, b.known); err != nil {
		return err
	}
	slices.Sort(bettors)
	b.stopped, err = b.s.Guard.BettingRefused(ctx, b.tx, slices.Compact(bettors))
	return err
}

// decide says what becomes of one operation, and plans it.
func (b *batch) decide(o *operation) error {
	if first, there := b.known[o.id]; there {
		switch {
		case first.State == stateTombstone:
			return refuse(venue.VerdictDuplicate) // it was rolled back before it came
		case first.Contents != o.contents():
			return &refused{venue.VerdictDuplicate, bet.FoundChanged}
		case first.State == stateReversed:
			return refuse(venue.VerdictDuplicate) // a yes would say that it is booked
		}
		return nil // carried out before
	}
	switch o.call.Kind {
	case venue.SeamlessBet:
		return b.bet(o)
	case venue.SeamlessWin:
		return b.win(o)
	case venue.SeamlessRollback:
		return b.rollback(o)
	}
	return fmt.Errorf("seamless: no operation %q", o.call.Kind)
}

// bet takes a stake from the centre wallet, or records the refusal. A delayed
// copy of a refused call gets the same refusal, because its venue has given up
// the bet.
func (b *batch) bet(o *operation) error {
	if before, there := b.denied[o.id]; there {
		if before.Contents != o.contents() {
			return &refused{venue.VerdictDuplicate, bet.FoundChanged}
		}
		o.told = &refused{verdict: venue.VerdictNamed(before.Verdict)}
		return nil
	}
	err := b.stake(o)
	if errors.As(err, &o.told) {
		no := &denial{ID: o.id, Contents: o.contents(), Verdict: o.told.verdict.String(), At: b.at}
		b.denied[o.id], b.refused = no, append(b.refused, no)
		return nil
	}
	return err
}

func (b *batch) stake(o *operation) error {
	if o.refusal != nil {
		return o.refusal
	}
	if b.stopped[o.player] != nil {
		return refuse(venue.VerdictDisabled)
	}
	if err := b.post(o, o.id, "bet", o.call.Amount, false); err != nil {
		return err
	}
	r := b.add(o, string(o.call.Kind))
	b.show(o, r)
	b.closeRound(o, r)
	return nil
}

// win pays what a bet won. Nothing about the player or the venue refuses it.
func (b *batch) win(o *operation) error {
	target, there := b.known[o.ref]
	switch {
	case !there || target.Kind != kindBet && target.State != stateTombstone:
		return &refused{venue.VerdictAbsent, bet.FoundNoBet}
	case target.Player != o.player:
		return &refused{venue.VerdictAbsent, bet.FoundOtherPlayer}
	case target.State != stateDone:
		return &refused{venue.VerdictAbsent, bet.FoundAfterRollback}
	}
	if err := b.post(o, o.id, "win", o.call.Amount, true); err != nil {
		return err
	}
	b.add(o, string(o.call.Kind))
	target.Paid += int64(o.call.Amount)
	target.Wins++
	b.touch(o, target)
	b.show(o, target)
	b.closeRound(o, target)
	b.solved[o.entry.Code] = append(b.solved[o.entry.Code], o.call.ID)
	return nil
}

// rollback reverses a bet or a win once. A bet or win that arrives after its
// rollback is refused.
func (b *batch) rollback(o *operation) error {
	target, there := b.known[o.ref]
	switch {
	case !there:
		b.bury(o)
	case target.Player != o.player:
		return &refused{venue.VerdictAbsent, bet.FoundOtherPlayer}
	case target.Kind == kindRollback:
		return &refused{venue.VerdictAbsent, bet.FoundNoBet}
	case target.State != stateDone: // reversed before, or a tombstone
	case target.Kind == kindWin:
		if b.takeBack == nil {
			return errTakeBack
		}
		if err := b.takeBack(o, target); err != nil {
			return err
		}
		if err := b.reverse(o, target); err != nil {
			return err
		}
	default:
		if err := b.post(o, target.ID, "back", money.Fen(target.Amount), true); err != nil {
			return err
		}
		if err := b.reverse(o, target); err != nil {
			return err
		}
		if target.Wins > 0 {
			b.noted = append(b.noted, bet.Noted{
				Venue: o.entry.Code, ID: o.call.Ref, Account: o.call.Account, What: bet.FoundPaidBack,
				Stake: money.Fen(target.Amount), Win: money.Fen(target.Paid), Raw: o.call.Raw,
			})
		}
	}
	b.add(o, kindRollback)
	b.closeRound(o, nil)
	return nil
}

// reverse marks a transaction whose money went back, and the bet it belongs to.
func (b *batch) reverse(o *operation, target *record) error {
	target.State, target.ReversedAt, target.ReversedBy = stateReversed, b.at, o.id
	b.touch(o, target)
	if target.Kind == kindBet {
		b.show(o, target)
		return nil
	}
	of, there := b.known[target.Ref]
	if !there || of.Paid < target.Amount || of.Wins == 0 {
		return fmt.Errorf("seamless: the bet of win %s does not hold it", target.ID)
	}
	of.Paid -= target.Amount
	of.Wins--
	b.touch(o, of)
	b.show(o, of)
	return nil
}

// post books one movement; nothing for an amount of nothing.
func (b *batch) post(o *operation, id, step string, amount money.Fen, back bool) error {
	if amount == 0 {
		return nil
	}
	err := b.set.Add(o.entryOf(id, step, o.posting(amount, back)))
	switch {
	case errors.Is(err, ledger.ErrInsufficient):
		return refuse(venue.VerdictMoney)
	case errors.Is(err, ledger.ErrTooLarge):
		return refuse(venue.VerdictLimit)
	}
	return err
}

// add plans a new row for the operation.
func (b *batch) add(o *operation, kind string) *record {
	r := &record{
		ID: o.id, Venue: o.entry.Code, Kind: kind, Player: o.player, Account: o.call.Account, Ref: o.ref, Round: o.call.Round, Game: o.call.Game,
		Contents: o.contents(), At: b.at, State: stateDone, TouchedAt: b.at,
	}
	switch kind {
	case kindBet:
		r.Amount, r.RoundKey, r.Ref = int64(o.call.Amount), o.roundKey(), ""
	case kindWin:
		r.Amount, r.Rest = int64(o.call.Amount), o.call.Rest
	}
	b.fresh = append(b.fresh, r)
	b.known[r.ID] = r
	return r
}

// bury plans the tombstone of a transaction that is rolled back before it came.
func (b *batch) bury(o *operation) {
	r := &record{
		ID: o.ref, Venue: o.entry.Code, Kind: kindUnknown, Player: o.player, Account: o.call.Account, Round: o.call.Round, Game: o.call.Game,
		At: b.at, State: stateTombstone, ReversedAt: b.at, ReversedBy: o.id, TouchedAt: b.at,
	}
	b.fresh = append(b.fresh, r)
	b.known[r.ID] = r
}

// touch plans the change of a row. Its time never goes back, whatever the
// clocks of two nodes say, because the newest version of a bet is the one
// changed last.
func (b *batch) touch(o *operation, r *record) {
	r.TouchedAt = max(r.TouchedAt, b.at)
	if !slices.Contains(b.fresh, r) {
		b.changed[r.ID] = r
	}
}

// show has the record of a bet written anew.
func (b *batch) show(o *operation, r *record) {
	b.lines[r.ID], b.raw[r.ID], b.entries[r.Venue] = r, o.call.Raw, o.entry
}

// closeRound settles the bets of a round that are open, and the one at hand.
func (b *batch) closeRound(o *operation, at *record) {
	if !o.call.RoundClosed {
		return
	}
	bets := slices.Clone(b.open[o.roundKey()])
	if at != nil {
		bets = append(bets, at)
	}
	for _, r := range b.fresh { // of the same transaction
		if r.Kind == kindBet && r.RoundKey != "" && r.RoundKey == o.roundKey() {
			bets = append(bets, r)
		}
	}
	for _, r := range bets {
		if r.Closed || r.Player != o.player {
			continue
		}
		r.Closed = true
		b.touch(o, r)
		b.show(o, r)
	}
}

// write stores what was planned: the books, the transactions, then the bets with
// all that follows from them.
func (b *batch) write(ctx context.Context) error {
	if err := insertDenials(ctx, b.tx, b.refused); err != nil {
		return err
	}
	if len(b.fresh) == 0 {
		return nil
	}
	if err := b.set.Write(ctx); err != nil {
		return err
	}
	if err := insertRecords(ctx, b.tx, b.fresh); err != nil {
		return err
	}
	if err := updateRecords(ctx, b.tx, b.changed); err != nil {
		return err
	}
	for code, e := range b.entries {
		var lines []venue.BetLine
		owners := map[string]string{}
		for _, id := range slices.Sorted(maps.Keys(b.lines)) {
			if r := b.lines[id]; r.Venue == code {
				lines = append(lines, r.line(b.raw[id]))
				owners[r.Account] = r.Player
			}
		}
		if err := b.s.Bets.Record(ctx, b.tx, e, lines, owners); err != nil {
			return err
		}
	}
	for _, n := range b.noted {
		if err := b.s.Bets.Note(ctx, b.tx, n); err != nil {
			return err
		}
	}
	for code, ids := range b.solved {
		if err := b.s.Bets.SolveNoBet(ctx, b.tx, code, ids); err != nil {
			return err
		}
	}
	return nil
}

// takeBack rolls back a win in a transaction of its own. The money is taken as
// far as it is there, and the rest is owed, as for every credit that was not the
// player's. The order of the locks is the cashier's: orders, then accounts.
func (s *Seamless) takeBack(ctx context.Context, o *operation) error {
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.LockOrders(ctx, tx, o.player); err != nil {
			return err
		}
		no, err := s.apply(ctx, tx, []*operation{o}, func(b *batch, o *operation, target *record) error {
			if _, there := b.known[target.Ref]; !there {
				bets, err := findRecords(ctx, tx, []string{target.Ref})
				if err != nil {
					return err
				}
				maps.Copy(b.known, bets)
			}
			if target.Amount == 0 {
				return nil
			}
			_, err := s.TakeBack(ctx, tx, o.entryOf(target.ID, "back"), o.player, money.Fen(target.Amount), ledger.VenueWallet(o.player, o.entry.Code))
			return err
		})
		if err != nil {
			return err
		}
		return no[0]
	})
	if err != nil {
		return err
	}
	held, err := s.Ledger.Balance(ctx, s.DB, ledger.Centre(o.player))
	o.balance = money.Fen(held)
	return err
}
