package ledger

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// CentreLine is one movement of a player's centre wallet, with the balance that
// it left there as the books wrote it.
type CentreLine struct {
	ID                          string // for CentreFilter.Before
	EntryID                     string
	Player                      string
	Scope, Key, Kind, Ref, Memo string
	Amount                      int64 // below zero: it left the wallet
	After                       int64
	At                          time.Time
}

// CentreFilter chooses movements of a centre wallet, newest first.
type CentreFilter struct {
	Player   string    // required
	From, To time.Time // zero leaves an end open; To is not included
	Before   string    // movements older than the line with this ID; the newest if ""
	Limit    int
}

const centreLines = `
	SELECT p.entry_id, p.line, p.player, e.scope, e.key, e.kind, e.ref, e.memo,
		CASE WHEN p.to_account = 'player:' || p.player || ':centre' THEN p.amount ELSE -p.amount END AS amount,
		CASE WHEN p.to_account = 'player:' || p.player || ':centre' THEN p.to_after ELSE p.from_after END AS after_it, e.at
	FROM posting p JOIN entry e ON e.id = p.entry_id
	WHERE p.player <> '' AND (p.from_account = 'player:' || p.player || ':centre' OR p.to_account = 'player:' || p.player || ':centre')`

// CentreLines reads a page of movements through the index of a player's
// postings. Each line holds the wallet's balance after it, so no page adds
// anything up.
func (l *Ledger) CentreLines(ctx context.Context, r db.Reader, f CentreFilter) ([]CentreLine, error) {
	query, args := centreLines+" AND p.player = ?", []any{f.Player}
	if !f.From.IsZero() {
		query, args = query+" AND p.entry_id >= ?", append(args, idBefore(f.From))
	}
	if !f.To.IsZero() {
		query, args = query+" AND p.entry_id < ?", append(args, idBefore(f.To))
	}
	if f.Before != "" {
		entry, line := splitLineID(f.Before)
		query, args = query+" AND (p.entry_id, p.line) < (?, ?)", append(args, entry, line)
	}
	return readCentre(ctx, r, query+" ORDER BY p.entry_id DESC, p.line DESC LIMIT ?", append(args, f.Limit)...)
}

// CentreLinesOfAll reads the movements of all players' centre wallets from one
// instant to another. It serves order numbers, which hold only a time.
func (l *Ledger) CentreLinesOfAll(ctx context.Context, r db.Reader, from, to time.Time, limit int) ([]CentreLine, error) {
	return readCentre(ctx, r, centreLines+" AND p.entry_id >= ? AND p.entry_id < ? ORDER BY p.entry_id, p.line LIMIT ?", idBefore(from), idBefore(to), limit)
}

func readCentre(ctx context.Context, r db.Reader, query string, args ...any) ([]CentreLine, error) {
	var rows []struct {
		EntryID                             string
		Line                                int64
		Player, Scope, Key, Kind, Ref, Memo string
		Amount, AfterIt, At                 int64
	}
	if err := r.NewRaw(query, args...).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("movements of a centre wallet: %w", err)
	}
	lines := make([]CentreLine, len(rows))
	for i, row := range rows {
		lines[i] = CentreLine{
			ID: lineID(row.EntryID, row.Line), EntryID: row.EntryID, Player: row.Player, Scope: row.Scope, Key: row.Key, Kind: row.Kind, Ref: row.Ref,
			Memo: row.Memo, Amount: row.Amount, After: row.AfterIt, At: calendar.FromMillis(row.At),
		}
	}
	return lines, nil
}
