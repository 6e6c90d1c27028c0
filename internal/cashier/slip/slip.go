package slip

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/picture"
)

// Slips keeps pictures of transfer slips that players attach to bank orders. A
// slip helps staff to find a transfer, and credits nothing.
type Slips struct{ *order.Deps }

// The limits of slips.
const (
	// MaxSlips is how many slips an order may have.
	MaxSlips = 3

	slipsADay = 10
	slipKept  = 365 * 24 * time.Hour
	slipBatch = 200
)

// Slip is a picture of an order, without the picture.
type Slip struct {
	ID string
	At time.Time
}

// Add attaches a picture to a player's own bank order that is not over. Faults:
// ErrNotFound, ErrSlipOrder, ErrSlips, ErrSlipDay, picture's.
func (s *Slips) Add(ctx context.Context, player, sn string, file []byte) (Slip, error) {
	// The count of the day comes first: a refused picture costs no decoding.
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.mayAdd(ctx, tx, player, sn); err != nil {
			return err
		}
		return s.countDay(ctx, tx, player)
	})
	if err != nil {
		return Slip{}, err
	}
	p, err := picture.Remake(ctx, file)
	if err != nil {
		return Slip{}, err
	}
	out := Slip{ID: order.NewID()}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.mayAdd(ctx, tx, player, sn); err != nil {
			return err
		}
		out.At = tx.Now()
		_, err := tx.NewRaw("INSERT INTO deposit_slip (id, sn, player, width, height, data, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
			out.ID, sn, player, p.Width, p.Height, p.JPEG, tx.NowMillis()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("store slip of %s: %w", sn, err)
		}
		return order.AddNote(ctx, tx, sn, order.ByPlayer, "上传转账凭证", "")
	})
	return out, err
}

// mayAdd locks an order, so that pictures at once are counted.
func (s *Slips) mayAdd(ctx context.Context, tx *db.Tx, player, sn string) error {
	dep, err := deposit.Lock(ctx, tx, s.Box, sn)
	switch {
	case err != nil:
		return err
	case dep.Player != player:
		return deposit.ErrNotFound
	case !dep.TakesSlips() || !slices.Contains(deposit.Creditable, dep.State):
		return ErrSlipOrder
	}
	var n int
	if err := tx.NewRaw("SELECT COUNT(*) FROM deposit_slip WHERE sn = ?", sn).Scan(ctx, &n); err != nil {
		return fmt.Errorf("slips of %s: %w", sn, err)
	}
	if n >= MaxSlips {
		return ErrSlips.With(MaxSlips)
	}
	return nil
}

func (s *Slips) countDay(ctx context.Context, tx *db.Tx, player string) error {
	today := int32(calendar.DayOf(tx.Now()))
	var sent int
	err := tx.NewRaw(`INSERT INTO deposit_slip_player (player, day, sent) VALUES (?0, ?1, 1)
		ON CONFLICT (player) DO UPDATE SET sent = CASE WHEN deposit_slip_player.day = ?1 THEN deposit_slip_player.sent + 1 ELSE 1 END, day = ?1
		RETURNING sent`, player, today).Scan(ctx, &sent)
	if err != nil {
		return fmt.Errorf("slips of %s today: %w", player, err)
	}
	if sent > slipsADay {
		return ErrSlipDay
	}
	return nil
}

// Of lists the slips of an order, the oldest first.
func (s *Slips) Of(ctx context.Context, sn string) ([]Slip, error) {
	var rows []struct {
		ID string
		At int64
	}
	err := s.DB.NewRaw("SELECT id, at FROM deposit_slip WHERE sn = ? ORDER BY at, id LIMIT ?", sn, MaxSlips).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("slips of %s: %w", sn, err)
	}
	list := make([]Slip, len(rows))
	for i, r := range rows {
		list[i] = Slip{r.ID, order.Stamped(r.At)}
	}
	return list, nil
}

// Picture is the JPEG of a slip of an order. Fault: ErrNoSlip.
func (s *Slips) Picture(ctx context.Context, sn, id string) ([]byte, error) {
	if !order.Storable(sn + id) {
		return nil, ErrNoSlip
	}
	var data []byte
	err := s.DB.NewRaw("SELECT data FROM deposit_slip WHERE id = ? AND sn = ?", id, sn).Scan(ctx, &data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNoSlip
	}
	if err != nil {
		return nil, fmt.Errorf("slip %s: %w", id, err)
	}
	return data, nil
}

// PictureOf is Picture for the player of the order.
func (s *Slips) PictureOf(ctx context.Context, player, sn, id string) ([]byte, error) {
	dep, err := deposit.Find(ctx, s.DB, s.Box, "sn = ?", sn)
	if err != nil || dep.Player != player {
		return nil, ErrNoSlip
	}
	return s.Picture(ctx, sn, id)
}

// Prune removes slips after a year.
func (s *Slips) Prune(ctx context.Context) error {
	for more := true; more; {
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			res, err := tx.NewRaw("DELETE FROM deposit_slip WHERE id IN (SELECT id FROM deposit_slip WHERE at < ? ORDER BY at LIMIT ?)",
				tx.Now().Add(-slipKept).UnixMilli(), slipBatch).Exec(ctx)
			if err != nil {
				return fmt.Errorf("prune slips: %w", err)
			}
			n, _ := res.RowsAffected()
			more = n >= slipBatch
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
