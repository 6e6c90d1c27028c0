package guard

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// replacedByRestore is what people read of a closing that a restore replaced.
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
	c := Closing{Door: DoorAll, Cause: ByOpening, Reason: "新安装，开业检查尚未完成"}
	closed, err := g.CloseIn(ctx, tx, by, c)
	if err != nil || closed {
		return err
	}
	// Everything is closed for another reason. Ending that closing needs the checks of the opening too, as after a restore.
	_, err = tx.NewRaw(`
		INSERT INTO gate_closing (id, door, cause, reason, by_id, by_name, closed_at, known_until, opened_at, opened_by, open_reason, replaced)
		VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, TRUE)`,
		uuid.Must(uuid.NewV7()).String(), c.Door, c.Cause, c.Reason, by.ID, by.Name, tx.NowMillis(), tx.NowMillis(), by.Name, replacedByRestore).Exec(ctx)
	if err != nil {
		return fmt.Errorf("guard: note that the installation is not opened: %w", err)
	}
	return nil
}

// Unopened reports whether this installation still waits for its opening. A
// restore that replaced the closing of the opening has not opened anything.
func (g *Gate) Unopened(ctx context.Context, r db.Reader) (bool, error) {
	var unopened bool
	err := r.NewRaw(`
		SELECT EXISTS (
			SELECT 1 FROM gate_closing o WHERE o.cause = 'opening' AND (o.opened_at = 0 OR o.replaced AND NOT EXISTS (
				SELECT 1 FROM gate_closing l WHERE l.door = o.door AND l.opened_at >= o.opened_at AND NOT l.replaced)))`).Scan(ctx, &unopened)
	if err != nil {
		return false, fmt.Errorf("guard: read whether the installation was opened: %w", err)
	}
	return unopened, nil
}
