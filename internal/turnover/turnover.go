package turnover

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Whole is the weight of a bet that counts in full, in thousandths.
const Whole = 1000

// Config holds the operator's settings.
type Config struct {
	// DropBelow is the balance in fen below which requirements that are left
	// are dropped (see Turnover.DropBelow). 0 means never.
	DropBelow money.Fen
	// KindOf gives the kind of a game by the codes of its venue and itself, else that
	// of the venue. Terms need it; without it every game is of no kind. It is called
	// for every bet, so it asks the database rarely.
	KindOf func(ctx context.Context, r db.Reader, venue, game string) (string, error)
	// Weights are the operator's. A bucket keeps the version that held when it was
	// promised. The zero value counts every bet in full.
	Weights WeightBook
}

// DefaultDropBelow is one yuan: what is left of a lost deposit cannot be bet
// any more at most venues.
const DefaultDropBelow = 1 * money.Yuan

// Turnover keeps the buckets. It is safe for concurrent use.
type Turnover struct {
	config   Config
	versions sync.Map // of the operator's weights: number → *shares
}

// New makes a Turnover with the operator's settings.
func New(c Config) *Turnover { return &Turnover{config: c} }

// Bucket is a requirement to open: for Amount, received from Source under the
// reference Ref, valid bets of Required have to be made.
type Bucket struct {
	Player   string
	Source   string // "deposit", "bonus", …
	Ref      string // the order or grant; (Source, Ref) is unique
	Amount   money.Fen
	Required money.Fen
	Terms    Terms // which bets serve it
	// Promised is when the player was told the terms. The operator's weights of
	// that time hold. The zero time is now.
	Promised time.Time
}

// The states of a bucket.
const (
	StateOpen    = "open"
	StateMet     = "met"
	StateDropped = "dropped"
)

// States are the states of a bucket.
var States = []string{StateOpen, StateMet, StateDropped}

// Open adds a bucket, as part of the transaction that credits the money.
// Opening the same (Source, Ref) again has no effect. A bucket that requires
// nothing is kept too, as met, so that staff see that a rule was applied.
func (t *Turnover) Open(ctx context.Context, tx *db.Tx, b Bucket) error {
	if b.Player == "" || b.Source == "" || b.Ref == "" || b.Amount < 0 || b.Required < 0 {
		return fmt.Errorf("open turnover bucket %s %s: bad contents", b.Source, b.Ref)
	}
	book, err := t.bookAt(ctx, tx, b.Promised)
	if err != nil {
		return err
	}
	terms, err := b.Terms.text()
	if err := errors.Join(err, b.Terms.check()); err != nil {
		return fmt.Errorf("open turnover bucket %s %s: %w", b.Source, b.Ref, err)
	}
	if err := lockPlayers(ctx, tx, []string{b.Player}); err != nil {
		return err
	}
	row := bucketRow{
		ID: newID(), Player: b.Player, Source: b.Source, Ref: b.Ref,
		Amount: int64(b.Amount), Required: int64(b.Required),
		State: StateOpen, OpenedAt: tx.NowMillis(), Terms: terms, Book: book,
	}
	if row.Required == 0 {
		row.State, row.ClosedAt = StateMet, tx.NowMillis()
	}
	_, err = tx.NewInsert().Model(&row).On("CONFLICT (source, ref) DO NOTHING").Exec(ctx)
	if err != nil {
		return fmt.Errorf("open turnover bucket %s %s: %w", b.Source, b.Ref, err)
	}
	return nil
}

// Outstanding is the amount the player still has to bet over all open buckets.
func (t *Turnover) Outstanding(ctx context.Context, r db.Reader, player string) (money.Fen, error) {
	var left int64
	err := db.ReadFixed(ctx, r, &left, `SELECT CAST(COALESCE(SUM(required - done), 0) AS BIGINT)
		FROM turnover_bucket WHERE player = ? AND state = 'open'`, player)
	if err != nil {
		return 0, fmt.Errorf("outstanding turnover of %s: %w", player, err)
	}
	return money.Fen(left), nil
}

// Drop ends what one bucket still requires, because the money it was opened for
// was taken back. A bucket that is met or dropped stays as it is.
func (t *Turnover) Drop(ctx context.Context, tx *db.Tx, player, source, ref, reason string) error {
	if err := lockPlayers(ctx, tx, []string{player}); err != nil {
		return err
	}
	_, err := tx.NewRaw(`UPDATE turnover_bucket SET state = 'dropped', reason = ?, closed_at = ?
		WHERE source = ? AND ref = ? AND player = ? AND state = 'open'`, reason, tx.NowMillis(), source, ref, player).Exec(ctx)
	if err != nil {
		return fmt.Errorf("drop turnover of %s %s: %w", source, ref, err)
	}
	return nil
}

// DropBelow applies the written rule for tiny balances. It closes the open
// buckets when all the player's money (centre, locked, in transit and at every
// venue) is below the setting. It records why: the deposits behind the buckets
// are lost. It returns the dropped amount. The caller passes the total, read in
// the same transaction.
func (t *Turnover) DropBelow(ctx context.Context, tx *db.Tx, player string, balance money.Fen) (money.Fen, error) {
	if balance >= t.config.DropBelow {
		return 0, nil
	}
	left, err := t.Outstanding(ctx, tx, player)
	if err != nil || left == 0 {
		return 0, err
	}
	if err := lockPlayers(ctx, tx, []string{player}); err != nil {
		return 0, err
	}
	if left, err = t.Outstanding(ctx, tx, player); err != nil || left == 0 {
		return 0, err
	}
	reason := fmt.Sprintf("总资产%s元低于%s元，剩余流水要求取消", balance, t.config.DropBelow)
	_, err = tx.NewRaw(`UPDATE turnover_bucket SET state = 'dropped', reason = ?, closed_at = ?
		WHERE player = ? AND state = 'open'`, reason, tx.NowMillis(), player).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("drop turnover of %s: %w", player, err)
	}
	return left, nil
}

// Bind puts terms on an open bucket, as part of the transaction that gives what
// asks for them. Bets that count from now on obey them; earlier bets stay as
// they counted. Terms{} lifts them, and the player's spare bets count then. The
// bucket keeps the operator's weights that it was opened with (H-439). A bucket
// that is met or dropped stays as it is.
func (t *Turnover) Bind(ctx context.Context, tx *db.Tx, player, source, ref string, terms Terms) error {
	text, err := terms.text()
	if err := errors.Join(err, terms.check()); err != nil {
		return fmt.Errorf("bind turnover of %s %s: %w", source, ref, err)
	}
	if err := lockPlayers(ctx, tx, []string{player}); err != nil {
		return err
	}
	_, err = tx.NewRaw(`UPDATE turnover_bucket SET terms = ? WHERE source = ? AND ref = ? AND player = ? AND state = 'open'`, text, source, ref, player).Exec(ctx)
	if err != nil {
		return fmt.Errorf("bind turnover of %s %s: %w", source, ref, err)
	}
	if !terms.none() {
		return nil
	}
	a := allocation{t: t, ctx: ctx, tx: tx, now: tx.NowMillis(), reopened: map[string]bool{player: true}}
	a.bets, a.touched, a.changed, a.given = map[string]*betRow{}, map[string]bool{}, map[string]*bucketRow{}, map[string]map[string]gave{}
	if a.buckets, err = findBuckets(ctx, tx, []string{player}, nil); err != nil {
		return fmt.Errorf("turnover: %w", err)
	}
	if err := a.refill(); err != nil {
		return fmt.Errorf("turnover: %w", err)
	}
	if err := a.store(); err != nil {
		return fmt.Errorf("turnover: %w", err)
	}
	return nil
}

// kindOf is the kind of a bet's game, "" when it is not known.
func (t *Turnover) kindOf(ctx context.Context, r db.Reader, b *betRow) (string, error) {
	if t.config.KindOf == nil {
		return "", nil
	}
	return t.config.KindOf(ctx, r, b.venue(), b.Game)
}

// sameSecond cuts an instant to the second. Venues report placing times in
// whole seconds, so a bet half a second after a deposit may seem earlier.
// Within the same second the bet counts for the player.
func sameSecond(ms int64) int64 { return ms - ms%1000 }

// serves reports whether a bet placed at betAt counts for the bucket.
func (b *bucketRow) serves(betAt int64) bool {
	return sameSecond(b.OpenedAt) <= sameSecond(betAt)
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func millis(t time.Time) int64 { return t.UnixMilli() }
