package fund

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// record is a row of fund_record.
type record struct {
	ID     string
	Player string
	Type   string
	Amount money.Fen
	Remark string
	MadeBy string
	Day    calendar.Day
	Task   int64
	At     int64
}

// ref is what the entry of a record belongs to, in the books.
func (r record) ref() string {
	if r.Task == 0 {
		return r.ID
	}
	return fmt.Sprintf("%d/%d", r.Day, r.Task)
}

const versionColumns = "id, from_day, name, kind, threshold, amount, active"

// tasksOf are the tasks of a day that players may meet.
func tasksOf(ctx context.Context, r db.Reader, day calendar.Day) ([]Task, error) {
	var tasks []Task
	err := db.ReadAllFixed(ctx, r, &tasks, `
		SELECT `+versionColumns+` FROM fund_task t
		WHERE active AND from_day = (SELECT MAX(v.from_day) FROM fund_task v WHERE v.id = t.id AND v.from_day <= ?)
		ORDER BY id`, int64(day))
	if err != nil {
		return nil, fmt.Errorf("read fund tasks: %w", err)
	}
	return tasks, nil
}

// nextTask is the number of a new task.
func nextTask(ctx context.Context, tx *db.Tx) (id int64, err error) {
	if err := tx.NewRaw("SELECT COALESCE(MAX(id), 0) + 1 FROM fund_task").Scan(ctx, &id); err != nil {
		return 0, fmt.Errorf("number a fund task: %w", err)
	}
	return id, nil
}

// putTask writes a task from its day on; one decided twice on a day is as it was
// decided last.
func putTask(ctx context.Context, tx *db.Tx, t Task) error {
	_, err := tx.NewRaw(`
		INSERT INTO fund_task (`+versionColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id, from_day) DO UPDATE SET name = excluded.name, threshold = excluded.threshold, amount = excluded.amount, active = excluded.active`,
		t.ID, t.FromDay, t.Name, string(t.Kind), t.Threshold, t.Amount, t.Active).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write fund task %d: %w", t.ID, err)
	}
	return nil
}

// addHolders makes and locks the rows of players who have, or get, C$. They are
// in the order of their names.
func addHolders(ctx context.Context, tx *db.Tx, players []string) error {
	rows := make([][]any, len(players))
	for i, p := range players {
		rows[i] = []any{p, tx.NowMillis()}
	}
	if _, err := tx.InsertRows(ctx, "fund_player (player, since)", "ON CONFLICT (player) DO UPDATE SET player = excluded.player", rows); err != nil {
		return fmt.Errorf("lock funds: %w", err)
	}
	return nil
}

// lockHolders makes other changes of these players' C$ wait until tx ends, and
// returns those who ever had any. They are taken in the order of their names.
func lockHolders(ctx context.Context, tx *db.Tx, players []string) (holders []string, err error) {
	err = tx.NewRaw("SELECT player FROM fund_player WHERE player IN (?) ORDER BY player"+tx.ForUpdate(), bun.List(players)).Scan(ctx, &holders)
	if err != nil {
		return nil, fmt.Errorf("lock funds: %w", err)
	}
	return holders, nil
}

func holdersAfter(ctx context.Context, r db.Reader, after string, limit int) (players []string, err error) {
	err = r.NewRaw("SELECT player FROM fund_player WHERE player > ? ORDER BY player LIMIT ?", after, limit).Scan(ctx, &players)
	if err != nil {
		return nil, fmt.Errorf("list funds: %w", err)
	}
	return players, nil
}

// ending names what can end once a day.
type ending struct {
	Player string
	Task   int64
}

// endedOf are the records that ended players' tasks of a day.
func endedOf(ctx context.Context, r db.Reader, players []string, day calendar.Day) (map[ending]record, error) {
	var rows []record
	err := r.NewRaw("SELECT * FROM fund_record WHERE player IN (?) AND day = ? AND task > 0", bun.List(players), day).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("read ended tasks: %w", err)
	}
	ended := make(map[ending]record, len(rows))
	for _, row := range rows {
		ended[ending{row.Player, row.Task}] = row
	}
	return ended, nil
}

// forfeited reports whether an exclusion of the player takes an unlock back.
func forfeited(ctx context.Context, r db.Reader, id string) (bool, error) {
	var n int
	if err := r.NewRaw("SELECT COUNT(*) FROM forfeit WHERE source = 'fund' AND ref = ?", id).Scan(ctx, &n); err != nil {
		return false, fmt.Errorf("read forfeits of %s: %w", id, err)
	}
	return n > 0, nil
}

// movedSince is the income of players' C$ since an instant, less the unlocked
// part of it. An expiry that ran late belongs to the day it ended.
func movedSince(ctx context.Context, r db.Reader, players []string, since time.Time) (map[string]money.Fen, error) {
	var rows []struct {
		Player string
		Moved  money.Fen
	}
	err := r.NewRaw(`
		SELECT player, CAST(SUM(CASE type WHEN 'income' THEN amount ELSE -amount END) AS BIGINT) AS moved
		FROM fund_record WHERE player IN (?) AND at >= ? AND type IN ('income', 'unlock') GROUP BY player`, bun.List(players), since.UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("read what moved in funds: %w", err)
	}
	moved := make(map[string]money.Fen, len(rows))
	for _, row := range rows {
		moved[row.Player] = row.Moved
	}
	return moved, nil
}

func findRecord(ctx context.Context, tx *db.Tx, id string) (*record, error) {
	var row record
	err := tx.NewRaw("SELECT * FROM fund_record WHERE id = ?", id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find fund record: %w", err)
	}
	return &row, nil
}

// knownRecords says which of some records are there.
func knownRecords(ctx context.Context, tx *db.Tx, ids []string) (map[string]bool, error) {
	known := map[string]bool{}
	for part := range slices.Chunk(ids, 500) {
		var found []string
		if err := tx.NewRaw("SELECT id FROM fund_record WHERE id IN (?)", bun.List(part)).Scan(ctx, &found); err != nil {
			return nil, fmt.Errorf("find fund records: %w", err)
		}
		for _, id := range found {
			known[id] = true
		}
	}
	return known, nil
}

func insertRecords(ctx context.Context, tx *db.Tx, records []record) error {
	values := make([][]any, len(records))
	for i, r := range records {
		values[i] = []any{r.ID, r.Player, r.Type, int64(r.Amount), r.Remark, r.MadeBy, int64(r.Day), r.Task, r.At}
	}
	if _, err := tx.InsertRows(ctx, "fund_record (id, player, type, amount, remark, made_by, day, task, at)", "", values); err != nil {
		return fmt.Errorf("write fund records: %w", err)
	}
	return nil
}

func listRecords(ctx context.Context, r db.Reader, f Filter) ([]Record, int, money.Fen, error) {
	choose := func(q *bun.SelectQuery) *bun.SelectQuery {
		q.TableExpr("fund_record AS f")
		if f.Player != "" {
			q.Where("f.player = ?", f.Player)
		}
		if len(f.Types) > 0 {
			q.Where("f.type IN (?)", bun.List(f.Types))
		}
		if !f.From.IsZero() {
			q.Where("f.at >= ?", f.From.UnixMilli())
		}
		if !f.To.IsZero() {
			q.Where("f.at < ?", f.To.UnixMilli())
		}
		return q
	}
	var all struct {
		N   int
		Sum money.Fen
	}
	step, err := recordOrders.Step(f.Page, true)
	if err != nil {
		return nil, 0, 0, err
	}
	if !f.Page.Bare() {
		err := choose(r.NewSelect()).ColumnExpr("COUNT(*) AS n, CAST(COALESCE(SUM(f.amount), 0) AS BIGINT) AS sum").Scan(ctx, &all)
		if err != nil {
			return nil, 0, 0, fmt.Errorf("count fund records: %w", err)
		}
	}
	var rows []shownRecord
	err = step.On(choose(r.NewSelect())).ColumnExpr("f.*").
		ColumnExpr("COALESCE((SELECT t.name FROM fund_task t WHERE t.id = f.task AND t.from_day <= f.day ORDER BY t.from_day DESC LIMIT 1), '') AS task_name").
		Scan(ctx, &rows)
	if err != nil {
		return nil, 0, 0, fmt.Errorf("list fund records: %w", err)
	}
	rows = step.Cut(rows)
	list := make([]Record, len(rows))
	for i, row := range rows {
		list[i] = Record{
			ID: row.ID, Player: row.Player, Type: row.Type, Amount: row.Amount, Remark: row.Remark, By: row.MadeBy, Task: row.TaskName,
			At: calendar.FromMillis(row.At),
		}
	}
	return list, all.N, all.Sum, nil
}

// shownRecord is a record with the name that its task had.
type shownRecord struct {
	record
	TaskName string
}

var recordOrders = staff.Orders[shownRecord]{
	{Name: "at", Columns: []string{"f.at", "f.id"}, Of: func(r shownRecord) []any { return []any{r.At, r.ID} }},
	{Name: "player", Columns: []string{"f.player", "f.at", "f.id"}, Of: func(r shownRecord) []any { return []any{r.Player, r.At, r.ID} }},
}

func readFigures(ctx context.Context, r db.Reader, today calendar.Day) (Figures, error) {
	var out Figures
	err := r.NewRaw(`
		SELECT
			CAST(COALESCE(SUM(CASE WHEN type = 'income' AND day = ?0 THEN amount END), 0) AS BIGINT) AS income_today,
			CAST(COALESCE(SUM(CASE WHEN type = 'unlock' AND day = ?0 THEN amount END), 0) AS BIGINT) AS unlocked_today,
			CAST(COALESCE(SUM(CASE WHEN type = 'expired' AND day = ?1 THEN amount END), 0) AS BIGINT) AS expired_yesterday,
			(SELECT COUNT(*) FROM fund_player) AS players
		FROM fund_record WHERE at >= ?2`, today, today.AddDays(-1), today.AddDays(-1).Start().UnixMilli()).Scan(ctx, &out)
	if err != nil {
		return out, fmt.Errorf("sum up the fund: %w", err)
	}
	return out, nil
}
