package seamless

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// The kinds and states of a stored transaction.
const (
	kindBet      = "bet"
	kindWin      = "win"
	kindRollback = "rollback"
	kindUnknown  = "unknown" // of a tombstone

	stateDone      = "done"
	stateReversed  = "reversed"
	stateTombstone = "tombstone"
)

// record is a row of seamless_transaction.
type record struct {
	ID, Venue, Kind, Player, Account     string
	Amount, Rest                         int64
	Ref, RoundKey, Round, Game, Contents string
	At                                   int64
	State                                string
	Paid, Wins                           int64
	Closed                               bool
	ReversedAt                           int64
	ReversedBy                           string
	TouchedAt                            int64
}

const columns = `id, venue, kind, player, account, amount, rest, ref, round_key, round, game, contents, at, state, paid, wins, closed, reversed_at, reversed_by, touched_at`

// line is the bet as its record shows it: open until it is won or its round is
// closed, void when its stake went back. A bet that was given back and whose wins
// were not is a win without a stake.
func (r *record) line(raw []byte) venue.BetLine {
	l := venue.BetLine{
		BetID: strings.TrimPrefix(r.ID, r.Venue+":"), Account: r.Account, Game: r.Game, Round: r.Round, Stake: money.Fen(r.Amount), Raw: raw,
		BetAt: calendar.FromMillis(r.At), UpdatedAt: calendar.FromMillis(r.TouchedAt), Status: venue.BetOpen,
	}
	switch {
	case r.State == stateReversed && r.Paid == 0:
		l.Status = venue.BetVoid
	case r.State == stateReversed:
		l.Status, l.Stake, l.Payout = venue.BetSettled, 0, money.Fen(r.Paid)
	case r.Closed || r.Wins > 0:
		l.Status, l.Payout = venue.BetSettled, money.Fen(r.Paid)
	}
	if l.Status != venue.BetOpen {
		l.SettledAt = l.UpdatedAt
	}
	return l
}

// denial is a row of seamless_refusal: a bet and its refusal.
type denial struct {
	ID, Contents, Verdict string
	At                    int64
}

func findDenials(ctx context.Context, tx *db.Tx, ids []string) (map[string]*denial, error) {
	found := map[string]*denial{}
	if len(ids) == 0 {
		return found, nil
	}
	where, among := tx.Among("id", ids)
	var rows []*denial
	if err := db.ReadAllFixed(ctx, tx, &rows, `SELECT id, contents, verdict, at FROM seamless_refusal WHERE `+where, among); err != nil {
		return nil, fmt.Errorf("seamless: read refusals: %w", err)
	}
	for _, r := range rows {
		found[r.ID] = r
	}
	return found, nil
}

// insertDenials keeps the first answer of each bet.
func insertDenials(ctx context.Context, tx *db.Tx, all []*denial) error {
	rows := make([][]any, len(all))
	for i, r := range all {
		rows[i] = []any{r.ID, r.Contents, r.Verdict, r.At}
	}
	if _, err := tx.InsertRows(ctx, "seamless_refusal (id, contents, verdict, at)", "ON CONFLICT (id) DO NOTHING", rows); err != nil {
		return fmt.Errorf("seamless: insert refusals: %w", err)
	}
	return nil
}

func readRecords(ctx context.Context, tx *db.Tx, column, also string, values []string) ([]*record, error) {
	if len(values) == 0 {
		return nil, nil
	}
	where, among := tx.Among(column, values)
	var rows []*record
	err := db.ReadAllFixed(ctx, tx, &rows, `SELECT `+columns+` FROM seamless_transaction WHERE `+where+also+` ORDER BY id`, among)
	if err != nil {
		return nil, fmt.Errorf("seamless: read transactions: %w", err)
	}
	return rows, nil
}

// findRecords reads transactions by their ids.
func findRecords(ctx context.Context, tx *db.Tx, ids []string) (map[string]*record, error) {
	rows, err := readRecords(ctx, tx, "id", "", ids)
	known := make(map[string]*record, len(rows))
	for _, r := range rows {
		known[r.ID] = r
	}
	return known, err
}

// findOpenRounds reads the bets of open rounds and adds them to the known ones,
// so that each row is in memory once.
func findOpenRounds(ctx context.Context, tx *db.Tx, rounds []string, known map[string]*record) (map[string][]*record, error) {
	rows, err := readRecords(ctx, tx, "round_key", " AND kind = 'bet' AND NOT closed AND round_key <> ''", rounds)
	open := map[string][]*record{}
	for _, r := range rows {
		if same, there := known[r.ID]; there {
			r = same
		}
		known[r.ID] = r
		open[r.RoundKey] = append(open[r.RoundKey], r)
	}
	return open, err
}

func insertRecords(ctx context.Context, tx *db.Tx, all []*record) error {
	rows := make([][]any, len(all))
	for i, r := range all {
		rows[i] = []any{
			r.ID, r.Venue, r.Kind, r.Player, r.Account, r.Amount, r.Rest, r.Ref, r.RoundKey, r.Round, r.Game, r.Contents, r.At, r.State,
			r.Paid, r.Wins, r.Closed, r.ReversedAt, r.ReversedBy, r.TouchedAt,
		}
	}
	if _, err := tx.InsertRows(ctx, "seamless_transaction ("+columns+")", "", rows); err != nil {
		return fmt.Errorf("seamless: insert transactions: %w", err)
	}
	return nil
}

func updateRecords(ctx context.Context, tx *db.Tx, changed map[string]*record) error {
	var rows [][]any
	for _, id := range slices.Sorted(maps.Keys(changed)) {
		r := changed[id]
		rows = append(rows, []any{r.State, r.Paid, r.Wins, r.Closed, r.ReversedAt, r.ReversedBy, r.TouchedAt, r.ID})
	}
	n, err := tx.ExecRows(ctx,
		`UPDATE seamless_transaction SET state = ?, paid = ?, wins = ?, closed = ?, reversed_at = ?, reversed_by = ?, touched_at = ? WHERE id = ?`, `
		UPDATE seamless_transaction AS t SET state = change.state, paid = change.paid, wins = change.wins, closed = change.closed,
			reversed_at = change.reversed_at, reversed_by = change.reversed_by, touched_at = change.touched_at
		FROM {rows} AS change (state, paid, wins, closed, reversed_at, reversed_by, touched_at, id) WHERE t.id = change.id`, rows)
	if err == nil && int(n) < len(rows) {
		err = fmt.Errorf("%d of %d rows", n, len(rows))
	}
	if err != nil {
		return fmt.Errorf("seamless: change transactions: %w", err)
	}
	return nil
}
