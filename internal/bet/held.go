package bet

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// Held is the newest version of a bet, as far as a venue's own list says it.
type Held struct {
	BetID      string
	Version    int
	Status     string
	Stake, Win money.Fen
	UpdatedAt  time.Time // the venue's time of this version
}

// Held gives the newest versions of the named bets that we hold, by bet.
func (b *Bets) Held(ctx context.Context, tx *db.Tx, code string, ids []string) (map[string]Held, error) {
	rows, err := currentVersions(ctx, tx, code, ids)
	if err != nil {
		return nil, err
	}
	held := make(map[string]Held, len(rows))
	for id, r := range rows {
		held[id] = r.held()
	}
	return held, nil
}

func (r row) held() Held {
	return Held{
		BetID: r.BetID, Version: r.Version, Status: r.Status, Stake: money.Fen(r.Stake), Win: money.Fen(r.Win), UpdatedAt: calendar.FromStored(r.UpdatedAt),
	}
}

// HeldBetween gives the finished bets that we hold and whose venue changed them
// last in [from, to). Of them it finds those that were stored in [from, until).
func (b *Bets) HeldBetween(ctx context.Context, tx *db.Tx, code string, from, to, until time.Time) ([]Held, error) {
	var rows []row
	err := tx.NewRaw(`
		SELECT bet_id, version, stake, win FROM bet
		WHERE `+b.db.Few("stored_at >= ?")+` AND stored_at < ? AND venue = ? AND current AND status <> 'open'
			AND updated_at >= ? AND updated_at < ?`,
		from.UnixMilli(), until.UnixMilli(), code, from.UnixMilli(), to.UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("read the bets of %s that its list should name: %w", code, err)
	}
	held := make([]Held, len(rows))
	for i, r := range rows {
		held[i] = r.held()
	}
	return held, nil
}

// Readable reports whether a line can become a bet. The other lines are kept as
// findings under the name that FindingOf gives.
func Readable(l venue.BetLine) bool { return unreadable(l) == "" }

// FindingOf is the name under which a line that cannot become a bet is kept.
func FindingOf(l venue.BetLine) string { return rowName(l.BetID, rawOf(l)) }

// FindingOfRow is FindingOf for a row of which the adapter made no line.
func FindingOfRow(r venue.UnreadableBet) string { return rowName(r.BetID, clean(string(r.Raw))) }
