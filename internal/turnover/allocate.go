package turnover

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Settled is a bet as its venue last settled it.
type Settled struct {
	BetID   string
	Venue   string
	Game    string // the venue's code of the game, "" where it does not say
	Player  string
	Version int       // rises with each change of the bet; an older one is ignored
	Valid   money.Fen // the whole valid stake in this version, not a difference
	BetAt   time.Time
	// SettledAt orders bets that arrive together.
	SettledAt time.Time
	// The bet's odds as its venue writes them; "" when it does not say.
	Odds, OddsType string
	Parlay         bool
	// Reason says why Valid is 0, for the player to read ("注单已取消").
	Reason string
}

// Allocate counts settled bets, as part of the transaction that stores them.
//
// A bet that was partly counted before moves only its difference. A version
// that is not newer than the counted one has no effect, so deliveries may
// repeat and come in any order.
func (t *Turnover) Allocate(ctx context.Context, tx *db.Tx, settled []Settled) error {
	bets := newest(settled)
	if len(bets) == 0 {
		return nil
	}
	a := allocation{t: t, ctx: ctx, tx: tx, now: tx.NowMillis()}
	if err := a.load(bets); err != nil {
		return fmt.Errorf("turnover: %w", err)
	}
	for _, s := range bets {
		if err := a.count(s); err != nil {
			return fmt.Errorf("turnover of bet %s: %w", key(s.Venue, s.BetID), err)
		}
	}
	if err := a.store(); err != nil {
		return fmt.Errorf("turnover: %w", err)
	}
	if len(a.reopened) == 0 {
		return nil
	}
	// Only now, so that refill also finds the bets of this call.
	if err := a.refill(); err != nil {
		return fmt.Errorf("turnover: %w", err)
	}
	if err := a.store(); err != nil {
		return fmt.Errorf("turnover: %w", err)
	}
	return nil
}

// newest keeps one version of each bet, the highest, in the order in which
// the bets were settled.
func newest(settled []Settled) []Settled {
	latest := make(map[string]int, len(settled))
	out := make([]Settled, 0, len(settled))
	for _, s := range settled {
		k := key(s.Venue, s.BetID)
		i, seen := latest[k]
		switch {
		case !seen:
			latest[k] = len(out)
			out = append(out, s)
		case s.Version > out[i].Version:
			out[i] = s
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i], out[j]
		if !a.SettledAt.Equal(b.SettledAt) {
			return a.SettledAt.Before(b.SettledAt)
		}
		if !a.BetAt.Equal(b.BetAt) {
			return a.BetAt.Before(b.BetAt)
		}
		return key(a.Venue, a.BetID) < key(b.Venue, b.BetID)
	})
	return out
}

// key names a bet over all venues. No code of a venue holds a colon.
func key(venue, betID string) string { return venue + ":" + betID }

// venue and betID are the two halves of a bet's key.
func (b *betRow) venue() string {
	venue, _, _ := strings.Cut(b.Bet, ":")
	return venue
}

func (b *betRow) betID() string {
	_, id, _ := strings.Cut(b.Bet, ":")
	return id
}

// allocation is one call's work: rows read once, changed in memory, written
// in few statements.
type allocation struct {
	t        *Turnover
	ctx      context.Context
	tx       *db.Tx
	now      int64
	bets     map[string]*betRow
	buckets  map[string][]*bucketRow    // by player, oldest first
	given    map[string]map[string]gave // bet → bucket → sum of its lines
	lines    []lineRow
	touched  map[string]bool // bets to write
	changed  map[string]*bucketRow
	reopened map[string]bool // players with room again in an older bucket
	terms    map[termsKey]ready
}

func (a *allocation) load(bets []Settled) error {
	var players, keys []string
	seen := map[string]bool{}
	for _, s := range bets {
		keys = append(keys, key(s.Venue, s.BetID))
		if !seen[s.Player] {
			seen[s.Player] = true
			players = append(players, s.Player)
		}
	}
	a.touched, a.changed, a.reopened = map[string]bool{}, map[string]*bucketRow{}, map[string]bool{}
	if err := lockPlayers(a.ctx, a.tx, players); err != nil {
		return err
	}
	var err error
	if a.bets, err = findBets(a.ctx, a.tx, keys); err != nil {
		return err
	}
	if a.given, err = findGiven(a.ctx, a.tx, a.bets); err != nil {
		return err
	}
	a.buckets, err = findBuckets(a.ctx, a.tx, players, a.given)
	return err
}

// count brings one bet to its new version.
func (a *allocation) count(s Settled) error {
	k := key(s.Venue, s.BetID)
	b, known := a.bets[k]
	if known && s.Version <= b.Version {
		return nil
	}
	if known && b.Player != s.Player {
		return fmt.Errorf("belongs to %s, reported for %s", b.Player, s.Player)
	}
	if s.Valid < 0 {
		return fmt.Errorf("valid bet %s is below zero", s.Valid)
	}
	if !known {
		b = &betRow{Bet: k, Player: s.Player, BetAt: millis(s.BetAt)}
		a.bets[k] = b
	}
	was := *b
	a.spellOut(b)
	b.Version, b.Valid, b.SettledAt = s.Version, int64(s.Valid), millis(s.SettledAt)
	b.Odds, b.OddsType, b.Parlay, b.Game = s.Odds, s.OddsType, s.Parlay, s.Game
	a.touched[k] = true
	if known {
		if err := a.weighAgain(was, b); err != nil {
			return err
		}
	}
	if b.Valid < b.Allocated {
		a.takeBack(b)
	}
	if err := a.give(b); err != nil {
		return err
	}
	if !known {
		a.fold(b)
	}
	return a.explain(b, s.Reason)
}

// weighAgain takes back what a changed bet gave to requirements that judge it by its
// odds, if these changed, or weigh its game otherwise now. Venues may name the game of
// a bet only later: where that changes no weight, what has counted stays.
func (a *allocation) weighAgain(was betRow, b *betRow) error {
	otherOdds := was.Odds != b.Odds || was.OddsType != b.OddsType || was.Parlay != b.Parlay
	again := map[*bucketRow]bool{}
	for _, bucket := range a.buckets[b.Player] {
		if again[bucket] = otherOdds && bucket.Terms != ""; again[bucket] || was.Game == b.Game {
			continue
		}
		before, _, err := a.weight(&was, bucket)
		if err != nil {
			return err
		}
		after, _, err := a.weight(b, bucket)
		if err != nil {
			return err
		}
		again[bucket] = before != after
	}
	a.empty(b, func(bucket *bucketRow) bool { return again[bucket] })
	return nil
}

// fold removes the line of a new bet that one bucket took whole, because the
// bet's row holds the same facts.
func (a *allocation) fold(b *betRow) {
	last := len(a.lines) - 1
	if last < 0 {
		return
	}
	if l := a.lines[last]; l.Bet == b.Bet && l.Delta == b.Valid && l.Weight == Whole {
		b.Bucket, b.TakenAt = l.Bucket, l.At
		a.lines = a.lines[:last]
	}
}

// spellOut makes a line of the step that the row of a bet holds, before the bet
// changes.
func (a *allocation) spellOut(b *betRow) {
	if b.Bucket == "" {
		return
	}
	a.lines = append(a.lines, lineRow{
		ID: newID(), Bucket: b.Bucket, Bet: b.Bet, Player: b.Player, Version: b.Version,
		Valid: b.Valid, Weight: Whole, Delta: b.Valid, Reason: lineCounted, At: b.TakenAt,
	})
	b.Bucket, b.TakenAt = "", 0
}

// give puts what of the bet is not used yet into the player's open buckets,
// oldest first.
func (a *allocation) give(b *betRow) error {
	for _, bucket := range a.buckets[b.Player] {
		left := b.Valid - b.Allocated
		if left == 0 {
			return nil
		}
		if bucket.State != StateOpen || !bucket.serves(b.BetAt) {
			continue
		}
		weight, _, err := a.weight(b, bucket)
		if err != nil {
			return err
		}
		if weight == 0 {
			continue
		}
		delta, used, err := share(left, bucket.Required-bucket.Done, weight)
		if err != nil {
			return err
		}
		a.move(b, bucket, gave{delta, used}, weight, lineCounted)
	}
	return nil
}

// weight is how much of a bet counts for a bucket, and why nothing does.
func (a *allocation) weight(b *betRow, bucket *bucketRow) (weight int, why string, err error) {
	key := termsKey{bucket.Terms, bucket.Book}
	terms, read := a.terms[key]
	if !read {
		if terms, err = a.t.readyTerms(a.ctx, a.tx, key); err != nil {
			return 0, "", fmt.Errorf("bucket %s: %w", bucket.ID, err)
		}
		if a.terms == nil {
			a.terms = map[termsKey]ready{}
		}
		a.terms[key] = terms
	}
	kind, err := a.t.kindOf(a.ctx, a.tx, b)
	if err != nil {
		return 0, "", err
	}
	weight, why = terms.weight(kind, b)
	return weight, why, nil
}

// takeBack removes the bet's lost value from the buckets, newest bucket first:
// the mirror of give. A bucket that counted a part of the bet loses all of it;
// give, which comes next, counts the remaining part.
func (a *allocation) takeBack(b *betRow) {
	buckets := a.buckets[b.Player]
	for i := len(buckets) - 1; i >= 0 && b.Allocated > b.Valid; i-- {
		has := a.given[b.Bet][buckets[i].ID]
		if has.Delta == has.Used {
			back := min(has.Delta, b.Allocated-b.Valid)
			has = gave{back, back}
		}
		a.move(b, buckets[i], gave{-has.Delta, -has.Used}, Whole, lineResettled)
	}
}

// empty takes a bet out of some buckets whole.
func (a *allocation) empty(b *betRow, which func(*bucketRow) bool) {
	for _, bucket := range a.buckets[b.Player] {
		if has := a.given[b.Bet][bucket.ID]; which(bucket) {
			a.move(b, bucket, gave{-has.Delta, -has.Used}, Whole, lineResettled)
		}
	}
}

// move writes one signed step from a bet to a bucket.
func (a *allocation) move(b *betRow, bucket *bucketRow, g gave, weight int, reason string) {
	delta := g.Delta
	if delta == 0 {
		return // also a part below one fen
	}
	b.Allocated += g.Used
	bucket.Done += delta
	if a.given[b.Bet] == nil {
		a.given[b.Bet] = map[string]gave{}
	}
	has := a.given[b.Bet][bucket.ID]
	a.given[b.Bet][bucket.ID] = gave{has.Delta + g.Delta, has.Used + g.Used}
	a.changed[bucket.ID] = bucket
	a.touched[b.Bet] = true
	a.lines = append(a.lines, lineRow{
		ID: newID(), Bucket: bucket.ID, Bet: b.Bet, Player: b.Player, Version: b.Version,
		Valid: b.Valid, Weight: weight, Delta: delta, Lost: g.Used - g.Delta, Reason: reason, At: a.now,
	})
	switch {
	case bucket.State == StateOpen && bucket.Done == bucket.Required:
		bucket.State, bucket.ClosedAt = StateMet, a.now
	case bucket.State == StateMet && bucket.Done < bucket.Required:
		bucket.State, bucket.ClosedAt = StateOpen, 0
		a.reopened[b.Player] = true
	case delta < 0:
		a.reopened[b.Player] = true
	}
}

// explain notes why the bet, or part of it, was not used.
func (a *allocation) explain(b *betRow, given string) error {
	switch {
	case b.Valid == 0:
		b.Reason = given
		if given == "" {
			b.Reason = betNoValid
		}
	case b.Allocated == b.Valid:
		b.Reason = ""
	default:
		b.Reason = betNoneOpen
		if b.Allocated > 0 {
			b.Reason = betSurplus
		}
		for _, bucket := range a.buckets[b.Player] {
			switch {
			case bucket.State != StateOpen:
			case bucket.serves(b.BetAt):
				weight, why, err := a.weight(b, bucket)
				if err != nil {
					return err
				}
				if weight == 0 {
					b.Reason = why
				}
			case b.Reason == betNoneOpen:
				b.Reason = betTooEarly
			}
		}
	}
	return nil
}

// spareBatch is how many spare bets refill reads at a time.
const spareBatch = 200

// refill serves reopened buckets from bets that had a surplus when they came. A
// re-settlement reopened the buckets; the player must not make those bets
// twice.
func (a *allocation) refill() error {
	for player := range a.reopened {
		from, after := a.earliestRoom(player), ""
		for from >= 0 {
			spare, err := spareBets(a.ctx, a.tx, player, from, after, spareBatch)
			if err != nil {
				return err
			}
			for i := range spare {
				b := &spare[i]
				if mine, loaded := a.bets[b.Bet]; loaded {
					b = mine // this call's own state is newer than the row
				} else {
					a.bets[b.Bet] = b
				}
				before := b.Allocated
				if err := a.give(b); err != nil {
					return err
				}
				if b.Allocated != before {
					if err := a.explain(b, ""); err != nil {
						return err
					}
				}
				from, after = b.BetAt, b.Bet
			}
			if len(spare) < spareBatch || a.earliestRoom(player) < 0 {
				break
			}
		}
	}
	return nil
}

// earliestRoom is the second in which the player's oldest open bucket was
// opened, or -1 where none is open.
func (a *allocation) earliestRoom(player string) int64 {
	for _, b := range a.buckets[player] {
		if b.State == StateOpen {
			return sameSecond(b.OpenedAt)
		}
	}
	return -1
}

func (a *allocation) store() error {
	bets := make([]betRow, 0, len(a.touched))
	for k := range a.touched {
		bets = append(bets, *a.bets[k])
	}
	sort.Slice(bets, func(i, j int) bool { return bets[i].Bet < bets[j].Bet })
	buckets := make([]bucketRow, 0, len(a.changed))
	for _, b := range a.changed {
		buckets = append(buckets, *b)
	}
	sort.Slice(buckets, func(i, j int) bool { return buckets[i].ID < buckets[j].ID })
	if err := storeAll(a.ctx, a.tx, bets, buckets, a.lines); err != nil {
		return err
	}
	a.touched, a.changed, a.lines = map[string]bool{}, map[string]*bucketRow{}, nil
	return nil
}
