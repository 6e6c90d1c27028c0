package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// stateRow is the stored state of reading a vendor's list.
type stateRow struct {
	ShowNew   bool
	Digest    string
	Skipped   int
	ReadAt    int64
	AskedAt   int64
	Failure   string
	AppliedAt int64
	AppliedBy string
}

// listRow is a game of a vendor's list as it is stored.
type listRow struct {
	Code, Name, Kind, Maker string
	Place                   int
}

// findList returns the state of a venue's list; the zero row says that the list
// was never requested.
func findList(ctx context.Context, r db.Reader, venue string) (stateRow, error) {
	var row stateRow
	err := r.NewRaw(`
		SELECT show_new, digest, skipped, read_at, asked_at, failure, applied_at, applied_by
		FROM venue_list WHERE venue = ?`, venue).Scan(ctx, &row)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return row, fmt.Errorf("find the game list of %s: %w", venue, err)
	}
	return row, nil
}

func replaceList(ctx context.Context, tx *db.Tx, venue string, games []listRow) error {
	if _, err := tx.NewRaw(`DELETE FROM venue_list_game WHERE venue = ?`, venue).Exec(ctx); err != nil {
		return err
	}
	rows := make([][]any, len(games))
	for i, g := range games {
		rows[i] = []any{venue, g.Code, g.Name, g.Kind, g.Maker, int64(g.Place)}
	}
	_, err := tx.InsertRows(ctx, "venue_list_game (venue, code, name, kind, maker, place)", "", rows)
	return err
}

func noteList(ctx context.Context, tx *db.Tx, venue, digest string, skipped int) error {
	now := tx.NowMillis()
	_, err := tx.NewRaw(`
		INSERT INTO venue_list (venue, digest, skipped, read_at, asked_at)
		VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (venue) DO UPDATE SET digest = EXCLUDED.digest, skipped = EXCLUDED.skipped,
			read_at = EXCLUDED.read_at, asked_at = EXCLUDED.asked_at, failure = ''`, venue, digest, skipped, now, now).Exec(ctx)
	return err
}

func noteDiffers(ctx context.Context, tx *db.Tx, venue string, differs int) error {
	_, err := tx.NewRaw(`UPDATE venue_list SET differs = ? WHERE venue = ?`, differs, venue).Exec(ctx)
	return err
}

func noteListFailure(ctx context.Context, tx *db.Tx, venue, why string) error {
	_, err := tx.NewRaw(`
		INSERT INTO venue_list (venue, asked_at, failure)
		VALUES (?, ?, ?)
		ON CONFLICT (venue) DO UPDATE SET asked_at = EXCLUDED.asked_at, failure = EXCLUDED.failure`, venue, tx.NowMillis(), why).Exec(ctx)
	return err
}

func noteApplied(ctx context.Context, tx *db.Tx, venue, by string) error {
	_, err := tx.NewRaw(`UPDATE venue_list SET differs = 0, applied_at = ?, applied_by = ? WHERE venue = ?`, tx.NowMillis(), by, venue).Exec(ctx)
	return err
}

func setShowNew(ctx context.Context, tx *db.Tx, venue string, show bool) error {
	_, err := tx.NewRaw(`
		INSERT INTO venue_list (venue, show_new) VALUES (?, ?)
		ON CONFLICT (venue) DO UPDATE SET show_new = EXCLUDED.show_new`, venue, show).Exec(ctx)
	return err
}

func countList(ctx context.Context, r db.Reader, venue string) (int, error) {
	var n int
	err := r.NewRaw(`SELECT COUNT(*) FROM venue_list_game WHERE venue = ?`, venue).Scan(ctx, &n)
	return n, err
}

// differences are the games that differ from the list. Before a list was read there
// is none: a game can be gone only from a list that is there.
const differences = `
	SELECT 'new' AS change, 1 AS place, l.code, l.name, '' AS was, l.kind, l.maker, l.place AS turn, FALSE AS kept
	FROM venue_list_game AS l
	WHERE l.venue = ?0 AND NOT EXISTS (SELECT 1 FROM venue_game AS g WHERE g.venue = l.venue AND g.code = l.code)
	UNION ALL
	SELECT CASE WHEN g.gone THEN 'back' ELSE 'renamed' END, CASE WHEN g.gone THEN 4 ELSE 2 END, l.code, l.name, g.name, g.kind, l.maker, l.place, g.own_name
	FROM venue_list_game AS l JOIN venue_game AS g ON g.venue = l.venue AND g.code = l.code
	WHERE l.venue = ?0 AND (g.gone OR g.vendor_name <> '' AND g.vendor_name <> l.name)
	UNION ALL
	SELECT 'gone', 3, g.code, g.name, g.name, g.kind, g.maker, g.position, g.own_name
	FROM venue_game AS g
	WHERE g.venue = ?0 AND NOT g.gone AND EXISTS (SELECT 1 FROM venue_list AS s WHERE s.venue = g.venue AND s.read_at > 0)
		AND NOT EXISTS (SELECT 1 FROM venue_list_game AS l WHERE l.venue = g.venue AND l.code = g.code)`

func countDifferences(ctx context.Context, r db.Reader, venue string) (map[GameChangeKind]int, error) {
	var rows []struct {
		Change string
		Games  int
	}
	err := r.NewRaw(`SELECT change, COUNT(*) AS games FROM (`+differences+`) AS d GROUP BY change`, venue).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("compare the game list of %s: %w", venue, err)
	}
	counts := map[GameChangeKind]int{}
	for _, row := range rows {
		counts[GameChangeKind(row.Change)] = row.Games
	}
	return counts, nil
}

func listDifferences(ctx context.Context, r db.Reader, code string, change GameChangeKind, page staff.Page) ([]GameDifference, error) {
	limit, offset := page.Bounds()
	var rows []struct {
		Change, Code, Name, Was, Kind, Maker string
		Kept                                 bool
	}
	err := r.NewRaw(`
		SELECT change, code, name, was, kind, maker, kept FROM (`+differences+`) AS d
		WHERE ?1 = '' OR change = ?1
		ORDER BY place, turn, code LIMIT ?2 OFFSET ?3`, code, string(change), limit, offset).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list the differences of %s: %w", code, err)
	}
	out := make([]GameDifference, len(rows))
	for i, row := range rows {
		out[i] = GameDifference{
			Change: GameChangeKind(row.Change), Code: row.Code, Name: row.Name, Was: row.Was, Kind: venue.Kind(row.Kind), Maker: row.Maker, Kept: row.Kept,
		}
	}
	return out, nil
}

func listDiffers(ctx context.Context, r db.Reader) (map[string]int, error) {
	var rows []struct {
		Venue   string
		Differs int
	}
	err := r.NewRaw(`SELECT venue, differs FROM venue_list WHERE differs > 0`).Scan(ctx, &rows)
	differs := make(map[string]int, len(rows))
	for _, row := range rows {
		differs[row.Venue] = row.Differs
	}
	return differs, err
}

// lastListedGame is the highest number of a game that came from a venue's list.
func lastListedGame(ctx context.Context, tx *db.Tx, venue string, below int64) (int64, error) {
	var id int64
	err := tx.NewRaw(`SELECT COALESCE(MAX(id), ?) FROM venue_game WHERE venue = ? AND id > ?`, below, venue, below).Scan(ctx, &id)
	return id, err
}

func lastPosition(ctx context.Context, tx *db.Tx, venue string) (int, error) {
	var position int
	err := tx.NewRaw(`SELECT COALESCE(MAX(position), 0) FROM venue_game WHERE venue = ?`, venue).Scan(ctx, &position)
	return position, err
}

func listNew(ctx context.Context, tx *db.Tx, venue string) ([]listRow, error) {
	var rows []listRow
	err := tx.NewRaw(`
		SELECT code, name, kind, maker, place FROM venue_list_game AS l
		WHERE venue = ? AND NOT EXISTS (SELECT 1 FROM venue_game AS g WHERE g.venue = l.venue AND g.code = l.code)
		ORDER BY place`, venue).Scan(ctx, &rows)
	return rows, err
}

// followList takes names over, brings games back and closes those that are gone. The
// name of a game that the list meets for the first time is ours where it differs.
func followList(ctx context.Context, tx *db.Tx, venue string) error {
	_, err := tx.NewRaw(`
		UPDATE venue_game SET
			own_name = venue_game.own_name OR venue_game.vendor_name = '' AND venue_game.name <> l.name,
			initials = CASE WHEN venue_game.own_name OR venue_game.vendor_name = '' OR venue_game.name = l.name THEN venue_game.initials ELSE '' END,
			name = CASE WHEN venue_game.own_name OR venue_game.vendor_name = '' THEN venue_game.name ELSE l.name END,
			vendor_name = l.name, maker = l.maker, gone = FALSE
		FROM venue_list_game AS l
		WHERE venue_game.venue = ? AND l.venue = venue_game.venue AND l.code = venue_game.code
			AND (venue_game.gone OR venue_game.vendor_name <> l.name OR venue_game.maker <> l.maker)`, venue).Exec(ctx)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw(`
		UPDATE venue_game SET gone = TRUE
		WHERE venue = ? AND NOT gone
			AND NOT EXISTS (SELECT 1 FROM venue_list_game AS l WHERE l.venue = venue_game.venue AND l.code = venue_game.code)`, venue).Exec(ctx)
	return err
}

func insertListed(ctx context.Context, tx *db.Tx, rows [][]any) error {
	_, err := tx.InsertRows(ctx, "venue_game (id, venue, code, name, vendor_name, kind, maker, position, hidden)", "", rows)
	return err
}
