package feed

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// rowsAtOnce bounds the rows of one statement of the feed.
const rowsAtOnce = 500

// cursorRow is the cursor of a venue's feed.
type cursorRow struct {
	Venue      string
	PlannedTo  int64
	CompleteTo int64
	AskedAt    int64
	AskedKind  string
	AgainDay   calendar.Day
	Version    string // the newest one read, at a venue that gives its bets versions
}

// windowRow is a window as it is stored.
type windowRow struct {
	bun.BaseModel `bun:"table:bet_window"`

	ID       string `bun:"id,pk"`
	Venue    string
	Kind     string
	FromAt   int64
	CoreFrom int64
	ToAt     int64
	State    string
	Attempts int
	NextAt   int64
	PulledAt int64
	Pages    int
	Lines    int
	Added    int
	Changed  int
	Found    int
	Counted  int
	Stake    int64
	Win      int64
	Error    string
	MadeAt   int64

	Files        int // 0 where the venue does not cut its lines into files
	FilesMissing int // of them not read to their end

	Version string // after which the reading of a live window goes on; "" where the venue gives no versions

	Day calendar.Day // that a window asks once more for a part of, 0 if it does not

	// The fields below are not stored.
	askedAt   int64              // when the last page was asked for
	told      map[string]toldBet // what the pages of a part of a day list, by bet
	inFiles   bool               // the venue cuts its lines into files
	filesRead int                // of them read to their end by this attempt
}

// fileRow is a file of bets as it is stored.
type fileRow struct {
	bun.BaseModel `bun:"table:bet_file"`

	Venue    string `bun:"venue,pk"`
	File     string `bun:"file,pk"`
	WindowID string // the window it belongs to
	State    string
	Attempts int
	Lines    int
	Error    string
	ListedAt int64
	ReadAt   int64
}

// insertFiles keeps files that were never listed before.
func insertFiles(ctx context.Context, tx *db.Tx, w windowRow, listed []string) error {
	rows := make([]fileRow, len(listed))
	for i, id := range listed {
		rows[i] = fileRow{Venue: w.Venue, File: id, WindowID: w.ID, State: fileListed, ListedAt: tx.NowMillis()}
	}
	for part := range slices.Chunk(rows, rowsAtOnce) {
		if _, err := tx.NewInsert().Model(&part).On("CONFLICT (venue, file) DO NOTHING").Exec(ctx); err != nil {
			return fmt.Errorf("insert files: %w", err)
		}
	}
	return nil
}

// windowFiles are the files that a window lists or that belong to it, the
// oldest first.
func windowFiles(ctx context.Context, tx *db.Tx, w windowRow, listed []string) ([]fileRow, error) {
	var files []fileRow
	err := tx.NewRaw(`SELECT * FROM bet_file WHERE window_id = ?`, w.ID).Scan(ctx, &files)
	if err != nil {
		return nil, fmt.Errorf("read files of window %s: %w", w.ID, err)
	}
	for part := range slices.Chunk(listed, rowsAtOnce) {
		var some []fileRow
		err := tx.NewRaw(`SELECT * FROM bet_file WHERE venue = ? AND file IN (?) AND window_id <> ?`, w.Venue, bun.List(part), w.ID).Scan(ctx, &some)
		if err != nil {
			return nil, fmt.Errorf("read files of %s: %w", w.Venue, err)
		}
		files = append(files, some...)
	}
	slices.SortFunc(files, func(a, b fileRow) int {
		return cmp.Or(cmp.Compare(a.ListedAt, b.ListedAt), cmp.Compare(len(a.File), len(b.File)), cmp.Compare(a.File, b.File))
	})
	return files, nil
}

func listFiles(ctx context.Context, r db.Reader, window string, page staff.Page) ([]fileRow, int, error) {
	var rows []fileRow
	limit, offset := page.Bounds()
	total, err := r.NewSelect().Model(&rows).Where("window_id = ?", window).
		OrderExpr("CASE WHEN state = 'read' THEN 1 ELSE 0 END, listed_at, file").Limit(limit).Offset(offset).ScanAndCount(ctx)
	return rows, int(total), err
}

func updateFile(ctx context.Context, tx *db.Tx, file fileRow) error {
	if _, err := tx.NewUpdate().Model(&file).WherePK().Exec(ctx); err != nil {
		return fmt.Errorf("update file %s of %s: %w", file.File, file.Venue, err)
	}
	return nil
}

// pruneFiles removes files that were read long ago.
func pruneFiles(ctx context.Context, tx *db.Tx, venue string, before int64) error {
	_, err := tx.NewRaw(`DELETE FROM bet_file WHERE venue = ? AND listed_at < ? AND read_at < ? AND state = 'read'`, venue, before, before).Exec(ctx)
	return err
}

// lockVenue keeps other transactions that plan or end windows of this venue waiting.
func lockVenue(ctx context.Context, tx *db.Tx, venue string) error {
	_, err := tx.ExecFixed(ctx, `
		INSERT INTO bet_cursor (venue, planned_to, complete_to, again_day) VALUES (?, 0, 0, 0)
		ON CONFLICT (venue) DO UPDATE SET venue = EXCLUDED.venue`, venue)
	if err != nil {
		return fmt.Errorf("lock the bets of %s: %w", venue, err)
	}
	return nil
}

func readCursor(ctx context.Context, tx *db.Tx, venue string) (cursorRow, error) {
	var c cursorRow
	err := db.ReadFixed(ctx, tx, &c, `
		SELECT venue, planned_to, complete_to, asked_at, asked_kind, again_day, version
		FROM bet_cursor WHERE venue = ?`, venue)
	if err != nil {
		return c, fmt.Errorf("read cursor of %s: %w", venue, err)
	}
	return c, nil
}

func saveCursor(ctx context.Context, tx *db.Tx, c cursorRow) error {
	_, err := tx.ExecFixed(ctx, `
		UPDATE bet_cursor
		SET planned_to = ?, complete_to = ?, asked_at = ?, asked_kind = ?, again_day = ?
		WHERE venue = ?`, c.PlannedTo, c.CompleteTo, c.AskedAt, c.AskedKind, c.AgainDay, c.Venue)
	if err != nil {
		return fmt.Errorf("save cursor of %s: %w", c.Venue, err)
	}
	return nil
}

// moveCursor sets the end of the complete part: the beginning of the oldest
// incomplete live window. If there is none, it is the end of the newest window.
// A complete live window has also read up to its version.
func moveCursor(ctx context.Context, tx *db.Tx, w windowRow) error {
	version := ""
	if w.Kind == live {
		version = w.Version
	}
	_, err := tx.ExecFixed(ctx, `
		UPDATE bet_cursor
		SET version = CASE WHEN ? = '' THEN version ELSE ? END, complete_to = COALESCE((SELECT MIN(core_from) FROM bet_window WHERE venue = bet_cursor.venue AND kind = 'live' AND state <> 'done'), planned_to)
		WHERE venue = ?`, version, version, w.Venue)
	if err != nil {
		return fmt.Errorf("move cursor of %s: %w", w.Venue, err)
	}
	return nil
}

// waitingWindow is the window to ask for next among those that exist: live
// ones first, then the oldest.
func waitingWindow(ctx context.Context, tx *db.Tx, venue string, now int64) (windowRow, bool, error) {
	var rows []windowRow
	err := db.ReadAllFixed(ctx, tx, &rows, `
		SELECT * FROM bet_window
		WHERE venue = ? AND state <> 'done' AND next_at <= ?
		ORDER BY kind DESC, from_at
		LIMIT 1`, venue, now)
	if err != nil || len(rows) == 0 {
		return windowRow{}, false, err
	}
	return rows[0], true, nil
}

// oldestOpen is since when the oldest unfinished window of a venue has been due.
func oldestOpen(ctx context.Context, d *db.DB, venue string) (time.Time, error) {
	var at int64
	err := db.ReadFixed(ctx, d, &at, `SELECT COALESCE(MIN(to_at), 0) FROM bet_window WHERE venue = ? AND state <> 'done'`, venue)
	return calendar.FromStored(at), err
}

// heldBack reports whether a live window is unfinished with fewer than some
// number of failures. The venue may then be down, and newer windows would only
// pile up.
func heldBack(ctx context.Context, tx *db.Tx, venue string, failures int) (bool, error) {
	var held bool
	err := db.ReadFixed(ctx, tx, &held, `
		SELECT EXISTS (
			SELECT 1 FROM bet_window
			WHERE venue = ? AND state <> 'done' AND kind = 'live' AND attempts < ?)`, venue, failures)
	return held, err
}

func insertWindows(ctx context.Context, tx *db.Tx, windows []windowRow) error {
	for part := range slices.Chunk(windows, rowsAtOnce) {
		if _, err := tx.NewInsert().Model(&part).Exec(ctx); err != nil {
			return fmt.Errorf("insert windows: %w", err)
		}
	}
	return nil
}

func updateWindow(ctx context.Context, tx *db.Tx, w windowRow) error {
	if _, err := tx.NewUpdate().Model(&w).WherePK().Exec(ctx); err != nil {
		return fmt.Errorf("update window %s: %w", w.ID, err)
	}
	return nil
}

// renewLease lets a window that is being read wait until another time.
func renewLease(ctx context.Context, tx *db.Tx, id string, until int64) error {
	if _, err := tx.NewRaw(`UPDATE bet_window SET next_at = ? WHERE id = ?`, until, id).Exec(ctx); err != nil {
		return fmt.Errorf("renew the lease of window %s: %w", id, err)
	}
	return nil
}

// noteAsked notes when the venue was asked for the last page of a window: the
// next question keeps its distance from that one.
func noteAsked(ctx context.Context, tx *db.Tx, w windowRow) error {
	_, err := tx.ExecFixed(ctx, `UPDATE bet_cursor SET asked_at = ? WHERE venue = ? AND asked_at < ?`, w.askedAt, w.Venue, w.askedAt)
	if err != nil {
		return fmt.Errorf("note when %s was asked: %w", w.Venue, err)
	}
	return nil
}

func pruneWindows(ctx context.Context, tx *db.Tx, venue string, before int64) error {
	_, err := tx.NewRaw(`DELETE FROM bet_window WHERE venue = ? AND made_at < ? AND state = 'done'`, venue, before).Exec(ctx)
	return err
}

func lockWindow(ctx context.Context, tx *db.Tx, id string) (windowRow, error) {
	var w windowRow
	err := tx.NewRaw(`SELECT * FROM bet_window WHERE id = ?`+tx.ForUpdate(), id).Scan(ctx, &w)
	return w, err
}

func listWindows(ctx context.Context, r db.Reader, f WindowFilter) ([]windowRow, int, error) {
	q := r.NewSelect().Model((*windowRow)(nil))
	if f.Venue != "" {
		q.Where("venue = ?", f.Venue)
	}
	if f.State != "" {
		q.Where("state = ?", f.State)
	}
	if !f.From.IsZero() {
		q.Where("to_at > ?", f.From.UnixMilli())
	}
	if !f.To.IsZero() {
		q.Where("from_at < ?", f.To.UnixMilli())
	}
	return staff.ScanPage(ctx, q, windowOrders, f.Page, true)
}

var windowOrders = staff.Orders[windowRow]{
	{Name: "made", Columns: []string{"made_at", "id"}, Of: func(w windowRow) []any { return []any{w.MadeAt, w.ID} }},
	{Name: "venue", Columns: []string{"venue", "made_at", "id"}, Of: func(w windowRow) []any { return []any{w.Venue, w.MadeAt, w.ID} }},
}

func readStatus(ctx context.Context, r db.Reader, venue string, since time.Time) (Status, error) {
	var row struct {
		CompleteTo, AskedAt int64
		Gaps, Lines, Found  int
	}
	err := r.NewRaw(`
		SELECT
			COALESCE((SELECT complete_to FROM bet_cursor WHERE venue = ?0), 0) AS complete_to,
			COALESCE((SELECT asked_at FROM bet_cursor WHERE venue = ?0), 0) AS asked_at,
			(SELECT COUNT(*) FROM bet_window WHERE venue = ?0 AND state <> 'done' AND state = 'gap') AS gaps,
			(SELECT COALESCE(SUM(added + changed), 0) FROM bet_window WHERE venue = ?0 AND made_at >= ?1) AS lines,
			(SELECT COUNT(*) FROM bet_finding WHERE venue = ?0 AND solved_at = 0) AS found`, venue, since.UnixMilli()).Scan(ctx, &row)
	return Status{
		CompleteTo: calendar.FromStored(row.CompleteTo), PulledAt: calendar.FromStored(row.AskedAt), Gaps: row.Gaps, Lines24h: row.Lines, Findings: row.Found,
	}, err
}
