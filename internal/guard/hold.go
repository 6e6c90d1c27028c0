package guard

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// HoldIn blocks an act of a player as part of a larger change, which leaves its
// own line in the audit trail. An act that is blocked already stays as it is.
func (g *Guard) HoldIn(ctx context.Context, tx *db.Tx, by staff.Actor, player string, act Act, reason string) error {
	if refusals[act] == nil {
		return ErrAct
	}
	if err := endExpired(ctx, tx, player); err != nil {
		return err
	}
	_, err := tx.NewRaw(`
		INSERT INTO guard_block (id, player, act, until, reason, by_id, by_name, created_at) VALUES (?, ?, ?, 0, ?, ?, ?, ?)
		ON CONFLICT (player, act) WHERE ended_at = 0 DO NOTHING`,
		uuid.Must(uuid.NewV7()).String(), player, string(act), reason, by.ID, by.Name, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("hold %s of %s: %w", act, player, err)
	}
	return nil
}

// LiftIn ends the block that HoldIn set for the same actor. Another actor's
// block stays, and a missing block is no error.
func (g *Guard) LiftIn(ctx context.Context, tx *db.Tx, by staff.Actor, player string, act Act, reason string) error {
	_, err := tx.NewRaw("UPDATE guard_block SET ended_at = ?, ended_by = ?, end_reason = ? WHERE player = ? AND act = ? AND by_id = ? AND ended_at = 0",
		tx.NowMillis(), by.Name, reason, player, string(act), by.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("lift %s of %s: %w", act, player, err)
	}
	return nil
}
