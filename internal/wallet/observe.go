package wallet

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/wallet/breaker"
)

// Breaker gives the state of a venue's circuit breaker.
func (w *Wallets) Breaker(code string) breaker.Status { return w.breakers.Status(code) }

const (
	refusalsFor = 24 * time.Hour // that Refusals looks back
	maxLooked   = 2000           // transfers that it reads
)

// Refusals are transfers of a venue that were refused for one reason.
type Refusals struct {
	Reason string // see Transfer.Reason
	Count  int
	LastAt time.Time
}

// Refusals counts why transfers of a venue were refused in the last 24 hours, of
// the newest 2,000. The reason float says that our own credit there has run out.
func (w *Wallets) Refusals(ctx context.Context, r db.Reader, venue string) ([]Refusals, error) {
	var rows []struct {
		Reason string
		Count  int
		LastAt int64
	}
	err := r.NewRaw(`
		SELECT reason, COUNT(*) AS count, MAX(settled_at) AS last_at
		FROM (SELECT reason, state, settled_at FROM transfer
			WHERE venue = ? AND settled_at > 0 AND settled_at >= ? ORDER BY settled_at DESC LIMIT ?) AS newest
		WHERE state = 'refused'
		GROUP BY reason
		ORDER BY count DESC, reason`,
		venue, w.DB.Clock().Now().Add(-refusalsFor).UnixMilli(), maxLooked).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("count refusals of %s: %w", venue, err)
	}
	list := make([]Refusals, len(rows))
	for i, row := range rows {
		list[i] = Refusals{Reason: row.Reason, Count: row.Count, LastAt: instant(row.LastAt)}
	}
	return list, nil
}
