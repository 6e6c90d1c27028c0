package guard

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/staff"
)

// Act is something a player does that can be blocked.
type Act string

// The acts. Transfer is moving money to a venue; back is always free.
const (
	Login    Act = "login"
	Deposit  Act = "deposit"
	Transfer Act = "transfer"
	Launch   Act = "launch"
	Bet      Act = "bet"
	Withdraw Act = "withdraw"
)

// Acts is every act there is, in the order in which staff read them.
var Acts = []Act{Login, Deposit, Transfer, Launch, Bet, Withdraw}

var refusals = map[Act]*fault.Fault{
	Login: ErrLogin, Deposit: ErrDeposit, Transfer: ErrTransfer, Launch: ErrLaunch, Bet: ErrBet, Withdraw: ErrWithdraw,
}

// stops lists the blocks that stop an act beside its own. A player who may not
// bet may not open a game or carry money to one, because the venue would take
// the bet.
var stops = map[Act][]Act{
	Login:    {Login},
	Deposit:  {Deposit},
	Transfer: {Transfer, Bet},
	Launch:   {Launch, Bet},
	Bet:      {Bet},
	Withdraw: {Withdraw},
}

// Block is one act a player may not do.
type Block struct {
	Act       Act
	Until     time.Time // zero: until lifted
	Reason    string
	By        string // name of who set it
	Returned  bool   // BlockReturned set it: two people lift it
	CreatedAt time.Time
}

// Guard knows the blocks.
type Guard struct {
	db    *db.DB
	staff *staff.Staff

	// OnFreeze, where set, runs in the transaction of a freeze: the sessions of a
	// player who may not log in end with it (trust SES-4).
	OnFreeze func(ctx context.Context, tx *db.Tx, player string, acts []Act) error

	// OnStop, if set, runs in the transaction in which a player stops themself.
	// It switches off automatic actions in their name and tells the venues.
	OnStop func(ctx context.Context, tx *db.Tx, s Stop) error

	// LockOrders, if set, takes the lock under which a player's deposit orders
	// are made. An order and a change of its limits then see each other.
	LockOrders func(ctx context.Context, tx *db.Tx, player string) error

	// Deposited knows what counts towards the limits; set in app.
	Deposited Deposited

	// Gate tells which ways of money are closed for all players.
	Gate *Gate
}

// New connects the package to its database and the audit trail.
func New(d *db.DB, s *staff.Staff) *Guard {
	g := &Guard{db: d, staff: s, Gate: newGate(d, s)}
	if s != nil {
		kindLift.OnApproved(s, g.liftApproved)
	}
	return g
}

// Now is the time that stops and limits go by.
func (g *Guard) Now() time.Time { return g.db.Clock().Now() }

// Check is nil when the player may do the act now. Otherwise it is the fault of
// the operator's block or of the player's own stop.
func (g *Guard) Check(ctx context.Context, r db.Reader, player string, act Act) error {
	if refusals[act] == nil {
		return fmt.Errorf("guard: no such act %q", act)
	}
	var found string
	args := []any{player}
	for _, a := range stops[act] {
		args = append(args, string(a))
	}
	err := db.ReadFixed(ctx, r, &found, "SELECT act FROM guard_block WHERE player = ? AND act IN (?"+strings.Repeat(", ?", len(stops[act])-1)+
		") AND ended_at = 0 AND (until = 0 OR until > ?) LIMIT 1", append(args, g.db.Clock().Now().UnixMilli())...)
	switch {
	case errors.Is(err, sql.ErrNoRows) && stoppable[act]:
		return g.checkStop(ctx, r, player)
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("guard: check %s of %s: %w", act, player, err)
	}
	return refusals[Act(found)]
}

// Freeze blocks acts of a player until an instant (zero: until lifted). An act
// that is blocked already fails the whole with ErrFrozen.
func (g *Guard) Freeze(ctx context.Context, by staff.Actor, player string, acts []Act, until time.Time, reason string) error {
	reason, err := check(acts, reason)
	if err != nil {
		return err
	}
	return g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		untilMillis := int64(0)
		if !until.IsZero() {
			if !until.After(tx.Now()) {
				return ErrUntil
			}
			untilMillis = until.UnixMilli()
		}
		if err := endExpired(ctx, tx, player); err != nil {
			return err
		}
		for _, act := range acts {
			made, err := tx.NewRaw(`
				INSERT INTO guard_block (id, player, act, until, reason, by_id, by_name, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
				ON CONFLICT (player, act) WHERE ended_at = 0 DO NOTHING`,
				uuid.Must(uuid.NewV7()).String(), player, act, untilMillis, reason, by.ID, by.Name, tx.NowMillis()).Exec(ctx)
			if err != nil {
				return fmt.Errorf("freeze %s: %w", act, err)
			}
			if n, _ := made.RowsAffected(); n == 0 {
				return ErrFrozen
			}
		}
		if g.OnFreeze != nil {
			if err := g.OnFreeze(ctx, tx, player, acts); err != nil {
				return err
			}
		}
		return g.staff.Audit(ctx, tx, by, staff.Change{
			Action: "player.freeze", Subject: "player:" + player, Label: player, Reason: reason,
			After: map[string]any{"acts": acts, "until": untilMillis},
		})
	})
}

// Unfreeze lifts blocks. An act that is not blocked fails the whole with
// ErrNotFrozen, one that BlockReturned blocked with ErrTwoLift. A block that hid
// one of BlockReturned is followed by that one.
func (g *Guard) Unfreeze(ctx context.Context, by staff.Actor, player string, acts []Act, reason string) error {
	reason, err := check(acts, reason)
	if err != nil {
		return err
	}
	return g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := g.staff.Waiting(ctx, tx, by); err != nil {
			return err
		}
		if err := endExpired(ctx, tx, player); err != nil {
			return err
		}
		for _, act := range acts {
			if held, err := returnHolds(ctx, tx, player, act); err != nil || held {
				return cmp.Or(err, error(ErrTwoLift))
			}
			ended, err := tx.NewRaw("UPDATE guard_block SET ended_at = ?, ended_by = ?, end_reason = ? WHERE player = ? AND act = ? AND ended_at = 0",
				tx.NowMillis(), by.Name, reason, player, act).Exec(ctx)
			if err != nil {
				return fmt.Errorf("unfreeze %s: %w", act, err)
			}
			if n, _ := ended.RowsAffected(); n == 0 {
				return ErrNotFrozen
			}
			if err := g.holdReturned(ctx, tx, player, act); err != nil {
				return err
			}
		}
		return g.staff.Audit(ctx, tx, by, staff.Change{
			Action: "player.unfreeze", Subject: "player:" + player, Label: player, Reason: reason, After: map[string]any{"acts": acts},
		})
	})
}

func check(acts []Act, reason string) (string, error) {
	if len(acts) == 0 {
		return "", ErrAct
	}
	for i, act := range acts {
		if refusals[act] == nil || slices.Contains(acts[:i], act) {
			return "", ErrAct
		}
	}
	return staff.CheckReason(reason)
}

// endExpired closes blocks whose time is over, so that the act can be blocked anew.
func endExpired(ctx context.Context, tx *db.Tx, player string) error {
	_, err := tx.NewRaw("UPDATE guard_block SET ended_at = until WHERE player = ? AND ended_at = 0 AND until > 0 AND until <= ?",
		player, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end blocks that are over: %w", err)
	}
	return nil
}

// Blocks are the acts a player may not do now.
func (g *Guard) Blocks(ctx context.Context, r db.Reader, player string) ([]Block, error) {
	all, err := g.BlocksOf(ctx, r, []string{player})
	return all[player], err
}

// BlocksOf is Blocks for a page of players.
func (g *Guard) BlocksOf(ctx context.Context, r db.Reader, players []string) (map[string][]Block, error) {
	out := make(map[string][]Block, len(players))
	if len(players) == 0 {
		return out, nil
	}
	var rows []struct {
		Player    string
		Act       Act
		Until     int64
		Reason    string
		ByID      string `bun:"by_id"`
		ByName    string
		CreatedAt int64
	}
	err := r.NewRaw(`SELECT player, act, until, reason, by_id, by_name, created_at FROM guard_block
		WHERE player IN (?) AND ended_at = 0 AND (until = 0 OR until > ?) ORDER BY player, act`,
		bun.List(players), g.db.Clock().Now().UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("guard: list blocks: %w", err)
	}
	for _, row := range rows {
		b := Block{Act: row.Act, Reason: row.Reason, By: row.ByName, Returned: row.ByID == returner.ID, CreatedAt: calendar.FromMillis(row.CreatedAt)}
		if row.Until > 0 {
			b.Until = calendar.FromMillis(row.Until)
		}
		out[row.Player] = append(out[row.Player], b)
	}
	return out, nil
}

// Frozen lists the players who may not do something now, by name, at most limit.
func (g *Guard) Frozen(ctx context.Context, r db.Reader, limit int) ([]string, error) {
	var players []string
	err := r.NewRaw("SELECT DISTINCT player FROM guard_block WHERE ended_at = 0 AND (until = 0 OR until > ?) ORDER BY player LIMIT ?",
		g.db.Clock().Now().UnixMilli(), limit).Scan(ctx, &players)
	if err != nil {
		return nil, fmt.Errorf("guard: list frozen players: %w", err)
	}
	return players, nil
}
