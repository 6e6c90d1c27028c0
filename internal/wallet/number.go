package wallet

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/number"
)

// Number is the order's number that a player reads. Ref, the venue's own, may
// hold the player's name.
func (t Transfer) Number() string { return number.Of(number.Transfer, t.CreatedAt, t.ID) }

// idOfNumber gives the id of the transfer with a player's number: "" where the
// text is no such number, or no transfer has it. It reads the transfers of one
// second.
func idOfNumber(ctx context.Context, r db.Reader, text string) (string, error) {
	clean, letter, from, ok := number.Parse(text)
	if !ok || letter != number.Transfer {
		return "", nil
	}
	var rows []struct {
		ID        string
		CreatedAt int64
	}
	if err := r.NewRaw("SELECT id, created_at FROM transfer WHERE created_at >= ? AND created_at < ?", millis(from), millis(from.Add(time.Second))).Scan(ctx, &rows); err != nil {
		return "", fmt.Errorf("find the transfer %s: %w", clean, err)
	}
	for _, row := range rows {
		if number.Of(number.Transfer, calendar.FromMillis(row.CreatedAt), row.ID) == clean {
			return row.ID, nil
		}
	}
	return "", nil
}

// ByID reads transfers by their ids; one that does not exist is left out.
func (w *Wallets) ByID(ctx context.Context, r db.Reader, ids []string) (map[string]Transfer, error) {
	out := make(map[string]Transfer, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var rows []transferRow
	if err := r.NewRaw("SELECT "+transferColumns+" FROM transfer WHERE id IN (?)", bun.List(ids)).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("transfers by id: %w", err)
	}
	for _, row := range rows {
		out[row.ID] = row.transfer()
	}
	return out, nil
}

// aboutTwin is ErrTwin with the number of the transfer that an order repeats. Where
// none or several ended lately that look like it, it names none.
func (w *Wallets) aboutTwin(ctx context.Context, o twin) error {
	var rows []struct {
		ID        string
		CreatedAt int64
	}
	err := w.DB.NewRaw(`SELECT id, created_at FROM transfer
		WHERE player = ? AND settled_at > 0 AND settled_at > ? AND venue = ? AND direction = ? AND amount = ? LIMIT 2`,
		o.player, millis(w.DB.Clock().Now().Add(-twinWithin)), o.venue, o.direction, o.amount).Scan(ctx, &rows)
	if err != nil {
		w.Log.WarnContext(ctx, "the first of two equal transfers could not be read", "player", o.player, "err", err)
	}
	if len(rows) != 1 {
		return ErrTwin
	}
	return fault.About{Err: ErrTwin, Number: number.Of(number.Transfer, calendar.FromMillis(rows[0].CreatedAt), rows[0].ID)}
}
