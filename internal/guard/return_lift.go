package guard

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// kindLift is the kind of request that lifts the blocks of a returned player.
const kindLift staff.Kind[string] = "return.lift"

func returnSubject(player string) string { return "return:" + player }

// AskLift asks a second person to lift the blocks of BlockReturned. One person
// alone cannot end a self-exclusion by saying that it is another player's
// (trust RG-4). The player is the payload. Faults: ErrNoReturn, staff's.
func (g *Guard) AskLift(ctx context.Context, by staff.Actor, player, reason string) (string, error) {
	var id string
	err := g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var notes []struct{ Excluded, Marks string }
		err := tx.NewRaw("SELECT excluded, marks FROM guard_return WHERE player = ? ORDER BY noted_at, excluded", player).Scan(ctx, &notes)
		if err != nil {
			return fmt.Errorf("why %s is blocked: %w", player, err)
		}
		held, err := returnHolds(ctx, tx, player, stopped...)
		if err != nil {
			return err
		}
		if !held || len(notes) == 0 {
			return ErrNoReturn
		}
		details := []staff.Detail{{Label: "玩家", Value: player}}
		for _, n := range notes {
			details = append(details, staff.Detail{Label: "疑似同一人", Value: "自我排除玩家 " + n.Excluded + "（" + n.Marks + "相同）"})
		}
		details = append(details, staff.Detail{Label: "影响", Value: "该玩家恢复存款、转账、进入游戏和投注；通过即确认其与上列玩家不是同一人"})
		id, err = g.staff.RequestApproval(ctx, tx, by, kindLift.Request(player, staff.Request{
			Subject: returnSubject(player), Label: player, Title: "解除重新开户限制", Details: details, Reason: reason,
		}))
		return err
	})
	return id, err
}

func (g *Guard) liftApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, player string) error {
	held, err := returnHolds(ctx, tx, player, stopped...)
	if err != nil {
		return err
	}
	if !held {
		return staff.ErrSubjectChange
	}
	for _, act := range stopped {
		_, err := tx.NewRaw("UPDATE guard_block SET ended_at = ?, ended_by = ?, end_reason = ? WHERE player = ? AND act = ? AND by_id = ? AND ended_at = 0",
			tx.NowMillis(), a.MakerName+"、"+by.Name, a.Reason, player, string(act), returner.ID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("lift %s of %s: %w", act, player, err)
		}
	}
	return g.staff.Audit(ctx, tx, by, staff.Change{Action: "player.unfreeze", Subject: "player:" + player, Label: player, Reason: a.Reason, After: map[string]any{"acts": stopped}})
}

// returnHolds reports whether BlockReturned blocks one of the acts now.
func returnHolds(ctx context.Context, tx *db.Tx, player string, acts ...Act) (bool, error) {
	names := make([]string, len(acts))
	for i, act := range acts {
		names[i] = string(act)
	}
	var n int
	err := tx.NewRaw("SELECT COUNT(*) FROM guard_block WHERE player = ? AND act IN (?) AND by_id = ? AND ended_at = 0", player, bun.List(names), returner.ID).Scan(ctx, &n)
	if err != nil {
		return false, fmt.Errorf("blocks of a returned player %s: %w", player, err)
	}
	return n > 0, nil
}
