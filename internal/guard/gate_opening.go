package guard

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// replacedByRestore is the reason with which a restore ends an earlier closing of its door.
const replacedByRestore = "被恢复标记取代"

// CloseUnopened closes everything of a new installation, in the transaction that
// makes its first owner. Two people open it when the checks of the opening miss
// nothing. An installation that has booked money is in service and stays as it is.
func (g *Gate) CloseUnopened(ctx context.Context, tx *db.Tx, by staff.Actor) error {
	if g.KnownUntil != nil {
		if booked, err := g.KnownUntil(ctx, tx); err != nil || !booked.IsZero() {
			return err
		}
	}
	_, err := g.CloseIn(ctx, tx, by, Closing{Door: DoorAll, Cause: ByOpening, Reason: "新安装，开业检查尚未完成"})
	return err
}

// Unopened reports whether this installation still waits for its opening. A
// restore that replaced the closing of the opening has not opened anything.
func (g *Gate) Unopened(ctx context.Context, r db.Reader) (bool, error) {
	var unopened bool
	err := r.NewRaw(`
		SELECT EXISTS (
			SELECT 1 FROM gate_closing o WHERE o.cause = 'opening' AND (o.opened_at = 0 OR o.open_reason = ? AND NOT EXISTS (
				SELECT 1 FROM gate_closing l WHERE l.door = o.door AND l.opened_at >= o.opened_at AND l.open_reason <> ?)))`,
		replacedByRestore, replacedByRestore).Scan(ctx, &unopened)
	if err != nil {
		return false, fmt.Errorf("guard: read whether the installation was opened: %w", err)
	}
	return unopened, nil
}
