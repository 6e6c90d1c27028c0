package fund

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// multiple is how often what was unlocked has to be bet before a withdrawal.
const multiple = 1

// Config holds the fund's dependencies.
type Config struct {
	DB       *db.DB
	Ledger   *ledger.Ledger
	Players  *player.Players
	Guard    *guard.Guard
	Staff    *staff.Staff
	Turnover *turnover.Turnover
	Log      *slog.Logger
	// Facts say how far players came, by kind of task.
	Facts map[Kind]Fact
	// TakeBack takes an amount from a player's centre wallet, or what is there;
	// the rest is owed. It is deposit.Deposits.TakeBack.
	TakeBack func(ctx context.Context, tx *db.Tx, e ledger.Entry, player string, amount money.Fen, to ledger.Account) (owed money.Fen, err error)
}

// Fact sums an activity of each of some players from one instant to another,
// the second excluded. A player without any may be missing.
type Fact func(ctx context.Context, r db.Reader, players []string, from, to time.Time) (map[string]money.Fen, error)

// Fund is the players' C$. It is safe for concurrent use, also by several nodes.
type Fund struct {
	Config
	tasks *setting.Rulebook[Task]
}

// New connects the fund to its dependencies.
func New(c Config) *Fund {
	f := &Fund{Config: c, tasks: newTasks(c)}
	kindGrant.OnApproved(c.Staff, f.grantApproved)
	return f
}

// Multiple is how often an unlocked amount has to be bet.
func (f *Fund) Multiple() int { return multiple }

// Balance is how many C$ a player has, in hundredths.
func (f *Fund) Balance(ctx context.Context, r db.Reader, player string) (money.Fen, error) {
	held, err := f.Ledger.Balance(ctx, r, ledger.Fund(player))
	return money.Fen(held), err
}

// UnlockedOf sums what a player unlocked from one instant to another, the second
// not included.
func (f *Fund) UnlockedOf(ctx context.Context, r db.Reader, player string, from, to time.Time) (money.Fen, error) {
	var sum int64
	err := r.NewRaw("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM fund_record WHERE player = ? AND type = 'unlock' AND at >= ? AND at < ?",
		player, from.UnixMilli(), to.UnixMilli()).Scan(ctx, &sum)
	if err != nil {
		return 0, fmt.Errorf("what %s unlocked: %w", player, err)
	}
	return money.Fen(sum), nil
}
