package guard

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// returner is the actor who sets the blocks of a returned player.
var returner = staff.System("return")

// stopped are the acts that a self-excluded player may not do.
var stopped = []Act{Deposit, Transfer, Launch, Bet}

// Match says that a player is likely another one who excluded themself.
type Match struct {
	Player   string
	Excluded string   // id of the excluded player
	By       []string // what both share, Chinese
}

// BlockReturned blocks a player who is likely an excluded one, by everything that
// an exclusion stops; withdrawals go on. It is a case for staff until they lift
// the blocks. A match is noted once: blocks that staff lifted are not set again
// for it (trust RG-4).
func (g *Guard) BlockReturned(ctx context.Context, m Match) error {
	return g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		made, err := tx.NewRaw("INSERT INTO guard_return (player, excluded, marks, noted_at) VALUES (?, ?, ?, ?) ON CONFLICT (player, excluded) DO NOTHING",
			m.Player, m.Excluded, strings.Join(m.By, "、"), tx.NowMillis()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("note that %s returned: %w", m.Player, err)
		}
		if n, _ := made.RowsAffected(); n == 0 {
			return nil
		}
		reason := returnReason(m.Excluded, strings.Join(m.By, "、"))
		for _, act := range stopped {
			if err := g.HoldIn(ctx, tx, returner, m.Player, act, reason); err != nil {
				return err
			}
		}
		return g.staff.Audit(ctx, tx, returner, staff.Change{
			Action: "player.returned", Subject: "player:" + m.Player, Label: m.Player, Reason: reason,
			After: map[string]any{"excluded": m.Excluded, "marks": m.By},
		})
	})
}

func returnReason(excluded, marks string) string {
	return "疑似自我排除玩家 " + excluded + " 重新开户（" + marks + "相同）"
}

// holdReturned blocks an act of a returned player whom two people have not
// cleared. BlockReturned leaves a block that staff set before; when one person
// lifts that one, the act is still not free.
func (g *Guard) holdReturned(ctx context.Context, tx *db.Tx, player string, act Act) error {
	if !slices.Contains(stopped, act) {
		return nil
	}
	var notes []struct{ Excluded, Marks string }
	err := tx.NewRaw(`SELECT excluded, marks FROM guard_return r WHERE player = ? AND NOT EXISTS (
			SELECT 1 FROM guard_block b WHERE b.player = r.player AND b.by_id = ? AND b.ended_at > 0 AND b.ended_at >= r.noted_at)
		ORDER BY noted_at, excluded LIMIT 1`, player, returner.ID).Scan(ctx, &notes)
	if err != nil {
		return fmt.Errorf("whether %s returned: %w", player, err)
	}
	for _, n := range notes {
		return g.HoldIn(ctx, tx, returner, player, act, returnReason(n.Excluded, n.Marks))
	}
	return nil
}

// Return is a player who is blocked as a returned one.
type Return struct {
	Player string
	Reason string // Chinese
	Since  time.Time
}

// Returns lists the players who are blocked as returned ones, the longest first,
// at most limit.
func (g *Guard) Returns(ctx context.Context, r db.Reader, limit int) ([]Return, error) {
	var rows []struct {
		Player, Reason string
		Since          int64
	}
	err := r.NewRaw(`SELECT player, MIN(reason) AS reason, MIN(created_at) AS since FROM guard_block WHERE by_id = ? AND ended_at = 0
		GROUP BY player ORDER BY since, player LIMIT ?`, returner.ID, limit).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("guard: list returned players: %w", err)
	}
	out := make([]Return, len(rows))
	for i, row := range rows {
		out[i] = Return{Player: row.Player, Reason: row.Reason, Since: calendar.FromMillis(row.Since)}
	}
	return out, nil
}

// CountReturns is how many players Returns lists.
func (g *Guard) CountReturns(ctx context.Context, r db.Reader) (n int, err error) {
	err = r.NewRaw("SELECT COUNT(DISTINCT player) FROM guard_block WHERE by_id = ? AND ended_at = 0", returner.ID).Scan(ctx, &n)
	if err != nil {
		return 0, fmt.Errorf("guard: count returned players: %w", err)
	}
	return n, nil
}

// ReturnedSince are the moments from then on at which likely returned players were
// noted, with how many.
func (g *Guard) ReturnedSince(ctx context.Context, r db.Reader, from time.Time) (map[int64]int, error) {
	var rows []struct {
		NotedAt int64
		N       int
	}
	err := r.NewRaw("SELECT noted_at, COUNT(DISTINCT player) AS n FROM guard_return WHERE noted_at >= ? GROUP BY noted_at", from.UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("count returned players: %w", err)
	}
	out := make(map[int64]int, len(rows))
	for _, row := range rows {
		out[row.NotedAt] = row.N
	}
	return out, nil
}
