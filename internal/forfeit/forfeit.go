package forfeit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/turnover"
)

// scope is this package's in the books.
const scope = "forfeit"

// Reason is why a requirement and an award end, for the player to read.
const Reason = "自我排除：未完成流水的奖金已收回"

// The sources of bonus money.
const (
	Bonus = "bonus"
	Fund  = "fund"
)

// SourceNames are the sources of bonus money.
var SourceNames = []string{Bonus, Fund}

// Source is a noun that gave bonus money, known by the source of its turnover
// buckets.
type Source interface {
	// LockForfeit keeps every gift to a player waiting until tx ends.
	LockForfeit(ctx context.Context, tx *db.Tx, player string) error
	// Forfeited notes that what a reference gave is taken back, and returns the
	// account that paid it.
	Forfeited(ctx context.Context, tx *db.Tx, player, ref, reason string) (ledger.Account, error)
}

// Config is what forfeits work with.
type Config struct {
	DB       *db.DB
	Ledger   *ledger.Ledger
	Turnover *turnover.Turnover
	// Lock takes the lock under which a player's withdrawals are made.
	Lock func(ctx context.Context, tx *db.Tx, player string) error
	// Unfinished, where set, reports whether winnings may still come for which no
	// account holds anything.
	Unfinished func(ctx context.Context, r db.Reader, player string) (bool, error)
	// Sources are the nouns by the source of their buckets.
	Sources map[string]Source
	Log     *slog.Logger
}

// Forfeits is the bonus money that is taken back. It is safe for concurrent use.
type Forfeits struct{ Config }

// New connects forfeits to what they work with.
func New(c Config) *Forfeits { return &Forfeits{c} }

// row is a row of forfeit.
type row struct {
	ID      string
	Player  string
	Account string
	Due     money.Fen
	Taken   money.Fen
}

// Exclude makes the unmet bonus money of a player due, and takes what the centre
// wallet has of it. It is part of the transaction of the exclusion.
func (f *Forfeits) Exclude(ctx context.Context, tx *db.Tx, player string) error {
	if err := f.Lock(ctx, tx, player); err != nil {
		return err
	}
	// The locks come before the lists: a claim that was ahead is in a list, and one
	// behind it sees the exclusion. All of them come before the first requirement is
	// dropped, for a claim takes its source's lock before the one of the turnover.
	names := sorted(f.Sources)
	for _, name := range names {
		if err := f.Sources[name].LockForfeit(ctx, tx, player); err != nil {
			return err
		}
	}
	for _, name := range names {
		source := f.Sources[name]
		open, err := f.Turnover.OpenOf(ctx, tx, player, name)
		if err != nil {
			return err
		}
		for _, b := range open {
			if err := f.Turnover.Drop(ctx, tx, player, name, b.Ref, Reason); err != nil {
				return err
			}
			account, err := source.Forfeited(ctx, tx, player, b.Ref, Reason)
			if err != nil {
				return fmt.Errorf("forfeit %s %s: %w", name, b.Ref, err)
			}
			if err := insert(ctx, tx, name, b.Ref, row{ID: name + ":" + b.Ref, Player: player, Account: account.Name, Due: b.Amount}); err != nil {
				return err
			}
		}
	}
	return f.collect(ctx, tx, player)
}

// CollectIn serves what is due of some players from their centre wallets. It
// needs the lock of their withdrawals. For withdrawal.Withdrawals.BeforeAsk.
func (f *Forfeits) CollectIn(ctx context.Context, tx *db.Tx, players []string) error {
	open, err := playersOf(ctx, tx, players)
	if err != nil {
		return err
	}
	for _, player := range open {
		if err := f.collect(ctx, tx, player); err != nil {
			return err
		}
	}
	return nil
}

// Sweep serves what is due from the money that returned to centre wallets.
func (f *Forfeits) Sweep(ctx context.Context) error {
	var failed error
	for after := ""; ; {
		players, err := playersAfter(ctx, f.DB, after, 200)
		if err != nil || len(players) == 0 {
			return errors.Join(failed, err)
		}
		for _, player := range players {
			after = player
			if waits, err := f.waits(ctx, player); err != nil || waits {
				failed = errors.Join(failed, err)
				continue
			}
			err := f.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				if err := f.Lock(ctx, tx, player); err != nil {
					return err
				}
				return f.collect(ctx, tx, player)
			})
			if err != nil {
				failed = errors.Join(failed, fmt.Errorf("forfeits of %s: %w", player, err))
			}
		}
	}
}

// collect takes what is due from the centre wallet, and ends what can no longer
// be taken.
func (f *Forfeits) collect(ctx context.Context, tx *db.Tx, player string) error {
	rows, err := lockRows(ctx, tx, player)
	if err != nil {
		return err
	}
	for _, r := range rows {
		held, elsewhere, err := f.money(ctx, tx, player)
		if err != nil {
			return err
		}
		amount := min(r.Due-r.Taken, held)
		if amount > 0 {
			_, err := f.Ledger.Post(ctx, tx, ledger.Entry{
				Scope: scope, Key: fmt.Sprintf("%s:%d", r.ID, r.Taken), Kind: "forfeit.take", Ref: r.ID, Memo: Reason, By: "system:forfeit",
				Postings: []ledger.Posting{{From: ledger.Centre(player), To: accountNamed(r.Account), Amount: int64(amount)}},
			})
			if errors.Is(err, ledger.ErrInsufficient) {
				continue // spent beside us; the sweep comes again
			}
			if err != nil {
				return fmt.Errorf("take forfeit %s: %w", r.ID, err)
			}
			r.Taken += amount
			f.Log.InfoContext(ctx, "bonus forfeited", "player", player, "of", r.ID, "amount", amount.String(), "due", r.Due.String())
		}
		if err := put(ctx, tx, r, r.Taken == r.Due || !elsewhere); err != nil {
			return err
		}
	}
	return nil
}

// waits reports whether there is nothing to take now and money may still
// return. Money at a closed venue may stay there for months. A sweep must not
// write and lock for each of its owners every minute.
func (f *Forfeits) waits(ctx context.Context, player string) (bool, error) {
	held, elsewhere, err := f.money(ctx, f.DB, player)
	return held == 0 && elsewhere, err
}

// money is what a player has in the centre wallet, and whether there is more in
// another place from where it may return.
func (f *Forfeits) money(ctx context.Context, r db.Reader, player string) (centre money.Fen, elsewhere bool, err error) {
	all, err := f.Ledger.Balances(ctx, r, player)
	for _, b := range all {
		switch {
		case b.Asset != money.CNY || b.Minor <= 0:
		case b.Account == ledger.Centre(player).Name:
			centre = money.Fen(b.Minor)
		default:
			elsewhere = true
		}
	}
	if err == nil && !elsewhere && f.Unfinished != nil {
		elsewhere, err = f.Unfinished(ctx, r, player)
	}
	return centre, elsewhere, err
}

// accountNamed is the account of the operator with that name.
func accountNamed(name string) ledger.Account {
	for _, a := range []ledger.Account{ledger.HouseBonus(), ledger.HouseRebate()} {
		if strings.EqualFold(a.Name, name) {
			return a
		}
	}
	return ledger.HouseBonus()
}
