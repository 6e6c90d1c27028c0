package vip

import (
	"context"
	"database/sql"
	"encoding/json"
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

func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// tableRow is a level with the version it belongs to.
type tableRow struct {
	Track   Track
	Version int
	MadeBy  string
	MadeAt  int64
	Level   int
	Valid   money.Fen
	Bonus   money.Fen
	Income  money.Fen
}

const tableColumns = `
	SELECT t.track, t.version, t.made_by, t.made_at, l.level, l.valid, l.bonus, l.income
	FROM vip_table t JOIN vip_level l ON l.track = t.track AND l.version = t.version`

func newestTables(ctx context.Context, r db.Reader) (map[Track]Table, error) {
	var rows []tableRow
	err := db.ReadAllFixed(ctx, r, &rows, tableColumns+`
		WHERE t.version = (SELECT MAX(n.version) FROM vip_table n WHERE n.track = t.track)
		ORDER BY t.track, l.level`)
	if err != nil {
		return nil, fmt.Errorf("read vip tables: %w", err)
	}
	return gather(rows), nil
}

// tablesOf are the tables of a run.
func tablesOf(ctx context.Context, r db.Reader, versions map[Track]int) (map[Track]Table, error) {
	var all []tableRow
	for track, version := range versions {
		var rows []tableRow
		err := db.ReadAllFixed(ctx, r, &rows, tableColumns+" WHERE t.track = ? AND t.version = ? ORDER BY t.track, l.level", string(track), int64(version))
		if err != nil {
			return nil, fmt.Errorf("read vip table %s %d: %w", track, version, err)
		}
		all = append(all, rows...)
	}
	return gather(all), nil
}

func gather(rows []tableRow) map[Track]Table {
	tables := map[Track]Table{}
	for _, row := range rows {
		t := tables[row.Track]
		t.Track, t.Version, t.MadeBy, t.MadeAt = row.Track, row.Version, row.MadeBy, instant(row.MadeAt)
		t.Levels = append(t.Levels, Level{Level: row.Level, Valid: row.Valid, Bonus: row.Bonus, Income: row.Income})
		tables[row.Track] = t
	}
	return tables
}

func insertTable(ctx context.Context, tx *db.Tx, t Table, approval string) error {
	_, err := tx.NewRaw("INSERT INTO vip_table (track, version, approval, made_by, made_at) VALUES (?, ?, ?, ?, ?)",
		string(t.Track), t.Version, approval, t.MadeBy, millis(t.MadeAt)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write vip table %s: %w", t.Track, err)
	}
	rows := make([][]any, len(t.Levels))
	for i, l := range t.Levels {
		rows[i] = []any{string(t.Track), int64(t.Version), int64(l.Level), int64(l.Valid), int64(l.Bonus), int64(l.Income)}
	}
	if _, err := tx.InsertRows(ctx, "vip_level (track, version, level, valid, bonus, income)", "", rows); err != nil {
		return fmt.Errorf("write vip levels of %s: %w", t.Track, err)
	}
	return nil
}

type settingRow struct {
	Version int
	Value   string
	MadeBy  string
	MadeAt  int64
}

func newestSettings(ctx context.Context, r db.Reader) (Settings, error) {
	return readSettings(ctx, r, "SELECT version, value, made_by, made_at FROM vip_setting ORDER BY version DESC LIMIT 1")
}

func settingsOf(ctx context.Context, r db.Reader, version int) (Settings, error) {
	return readSettings(ctx, r, "SELECT version, value, made_by, made_at FROM vip_setting WHERE version = ?", int64(version))
}

func readSettings(ctx context.Context, r db.Reader, query string, args ...any) (Settings, error) {
	var row settingRow
	if err := db.ReadFixed(ctx, r, &row, query, args...); err != nil {
		return Settings{}, fmt.Errorf("read vip settings: %w", err)
	}
	set := Settings{Version: row.Version, MadeBy: row.MadeBy, MadeAt: instant(row.MadeAt)}
	if err := json.Unmarshal([]byte(row.Value), &set.Rules); err != nil {
		return Settings{}, fmt.Errorf("read vip settings %d: %w", row.Version, err)
	}
	return set, nil
}

func insertSettings(ctx context.Context, tx *db.Tx, s Settings, approval string) error {
	value, err := json.Marshal(s.Rules)
	if err != nil {
		return fmt.Errorf("write vip settings: %w", err)
	}
	_, err = tx.NewRaw("INSERT INTO vip_setting (version, value, approval, made_by, made_at) VALUES (?, ?, ?, ?, ?)",
		s.Version, string(value), approval, s.MadeBy, millis(s.MadeAt)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write vip settings: %w", err)
	}
	return nil
}

func insertProgramme(ctx context.Context, tx *db.Tx, p Programme, upto Date) error {
	if _, err := tx.NewRaw("INSERT INTO vip_programme (programme, next_upto) VALUES (?, ?)", string(p), upto).Exec(ctx); err != nil {
		return fmt.Errorf("begin vip programme %s: %w", p, err)
	}
	return nil
}

// nextUpto is the end of the week or month that runs next. lock is
// tx.ForUpdate() for whoever opens it.
func nextUpto(ctx context.Context, r db.Reader, p Programme, lock string) (upto Date, err error) {
	if err := r.NewRaw("SELECT next_upto FROM vip_programme WHERE programme = ?"+lock, string(p)).Scan(ctx, &upto); err != nil {
		return 0, fmt.Errorf("read vip programme %s: %w", p, err)
	}
	return upto, nil
}

func advance(ctx context.Context, tx *db.Tx, p Programme, upto Date) error {
	if _, err := tx.NewRaw("UPDATE vip_programme SET next_upto = ? WHERE programme = ?", upto, string(p)).Exec(ctx); err != nil {
		return fmt.Errorf("advance vip programme %s: %w", p, err)
	}
	return nil
}

// runRow is a row of vip_run.
type runRow struct {
	ID          string
	Programme   Programme
	Upto        Date
	DueAt       int64
	State       string
	Setting     int
	Versions    string
	PlayerAfter string
	Players     int64
	Awards      int64
	Paid        money.Fen
	Withheld    money.Fen
	OpenedAt    int64
	EndedAt     int64
}

const runColumns = "id, programme, upto, due_at, state, setting, versions, player_after, players, awards, paid, withheld, opened_at, ended_at"

func (row runRow) run() (Run, error) {
	run := Run{
		ID: row.ID, Programme: row.Programme, Upto: row.Upto, DueAt: instant(row.DueAt), State: row.State, Setting: row.Setting,
		Players: row.Players, Awards: row.Awards, Paid: row.Paid, Withheld: row.Withheld, OpenedAt: instant(row.OpenedAt), EndedAt: instant(row.EndedAt),
		after: row.PlayerAfter,
	}
	if err := json.Unmarshal([]byte(row.Versions), &run.Versions); err != nil {
		return run, fmt.Errorf("read vip run %s: %w", row.ID, err)
	}
	return run, nil
}

func openRun(ctx context.Context, r db.Reader, p Programme) (*Run, error) {
	var row runRow
	err := r.NewRaw("SELECT "+runColumns+" FROM vip_run WHERE programme = ? AND state = 'open'", string(p)).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find the open vip run: %w", err)
	}
	run, err := row.run()
	return &run, err
}

func findRun(ctx context.Context, r db.Reader, id, lock string) (Run, error) {
	var row runRow
	err := r.NewRaw("SELECT "+runColumns+" FROM vip_run WHERE id = ?"+lock, id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Run{}, ErrNoRun
	}
	if err != nil {
		return Run{}, fmt.Errorf("find vip run: %w", err)
	}
	return row.run()
}

func insertRun(ctx context.Context, tx *db.Tx, run Run) error {
	versions, err := json.Marshal(run.Versions)
	if err != nil {
		return fmt.Errorf("open vip run: %w", err)
	}
	_, err = tx.NewRaw(`
		INSERT INTO vip_run (id, programme, upto, due_at, state, setting, versions, opened_at, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		run.ID, string(run.Programme), run.Upto, millis(run.DueAt), run.State, run.Setting, string(versions), millis(run.OpenedAt), millis(run.EndedAt)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("open vip run %s: %w", run.ID, err)
	}
	return nil
}

func updateRun(ctx context.Context, tx *db.Tx, run Run) error {
	_, err := tx.NewRaw("UPDATE vip_run SET state = ?, player_after = ?, players = ?, awards = ?, paid = ?, withheld = ?, ended_at = ? WHERE id = ?",
		run.State, run.after, run.Players, run.Awards, int64(run.Paid), int64(run.Withheld), millis(run.EndedAt), run.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note vip run %s: %w", run.ID, err)
	}
	return nil
}

func listRuns(ctx context.Context, r db.Reader, p Programme, page staff.Page) ([]Run, int, error) {
	limit, offset := page.Bounds()
	where, args := "1 = 1", []any{}
	if p != "" {
		where, args = "programme = ?", []any{string(p)}
	}
	var total int
	if err := r.NewRaw("SELECT COUNT(*) FROM vip_run WHERE "+where, args...).Scan(ctx, &total); err != nil {
		return nil, 0, fmt.Errorf("count vip runs: %w", err)
	}
	var rows []runRow
	err := r.NewRaw("SELECT "+runColumns+" FROM vip_run WHERE "+where+" ORDER BY due_at DESC, id DESC LIMIT ? OFFSET ?", append(args, limit, offset)...).Scan(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("list vip runs: %w", err)
	}
	runs := make([]Run, len(rows))
	for i, row := range rows {
		if runs[i], err = row.run(); err != nil {
			return nil, 0, err
		}
	}
	return runs, total, nil
}

func sumRun(ctx context.Context, r db.Reader, id string) ([]RunSum, error) {
	var sums []RunSum
	err := r.NewRaw(`
		SELECT track, kind, level, state, COUNT(*) AS count, CAST(SUM(amount) AS BIGINT) AS amount
		FROM vip_award WHERE run = ?
		GROUP BY track, kind, level, state`, id).Scan(ctx, &sums)
	if err != nil {
		return nil, fmt.Errorf("sum up vip run %s: %w", id, err)
	}
	sortSums(sums)
	return sums, nil
}

func readLevels(ctx context.Context, r db.Reader, players []string) (map[string]Levels, error) {
	type row struct {
		Player                     string
		Card, Sport, Live, Monthly int
	}
	var rows []row
	var err error
	if len(players) == 1 {
		err = db.ReadAllFixed(ctx, r, &rows, "SELECT player, card, sport, live, monthly FROM vip_player WHERE player = ?", players[0])
	} else if len(players) > 1 {
		err = r.NewRaw("SELECT player, card, sport, live, monthly FROM vip_player WHERE player IN (?)", bun.List(players)).Scan(ctx, &rows)
	}
	if err != nil {
		return nil, fmt.Errorf("read vip levels: %w", err)
	}
	levels := make(map[string]Levels, len(rows))
	for _, l := range rows {
		levels[l.Player] = Levels{Card: l.Card, Sport: l.Sport, Live: l.Live, Month: l.Monthly}
	}
	return levels, nil
}

// raise writes the levels of those who rose; of the other programme's it knows
// nothing and changes nothing.
func raise(ctx context.Context, tx *db.Tx, run Run, results []result) error {
	set := "card = excluded.card, sport = excluded.sport, live = excluded.live"
	if run.Programme == Monthly {
		set = "monthly = excluded.monthly"
	}
	var rows [][]any
	for _, res := range results {
		if l := res.levels; res.raised {
			rows = append(rows, []any{res.player, int64(l[Card]), int64(l[Sport]), int64(l[Live]), int64(l[Month]), run.ID, tx.NowMillis()})
		}
	}
	_, err := tx.InsertRows(ctx, "vip_player (player, card, sport, live, monthly, run, at)",
		"ON CONFLICT (player) DO UPDATE SET "+set+", run = excluded.run, at = excluded.at", rows)
	if err != nil {
		return fmt.Errorf("raise vip levels: %w", err)
	}
	return nil
}

// countLevels says how many players are on each level of each track.
func countLevels(ctx context.Context, r db.Reader) ([]LevelCount, error) {
	var all []LevelCount
	for _, t := range Tracks {
		var rows []LevelCount
		err := r.NewRaw("SELECT "+string(t)+" AS level, COUNT(*) AS players FROM vip_player WHERE "+string(t)+" > 0 GROUP BY "+string(t)+" ORDER BY 1").Scan(ctx, &rows)
		if err != nil {
			return nil, fmt.Errorf("count vip levels: %w", err)
		}
		for i := range rows {
			rows[i].Track = t
		}
		all = append(all, rows...)
	}
	return all, nil
}

// awardRow is a row of vip_award.
type awardRow struct {
	ID        string
	Run       string
	Programme Programme
	Track     Track
	Period    Date
	Player    string
	Item      string
	Kind      string
	Level     int
	Amount    money.Fen
	State     string
	Why       string
	At        int64
	DecidedAt int64
	DecidedBy string
	Decision  string
}

const awardColumns = "id, run, programme, track, period, player, item, kind, level, amount, state, why, at, decided_at, decided_by, decision"

func (row awardRow) award() Award {
	return Award{
		ID: row.ID, Run: row.Run, Track: row.Track, Period: row.Period, Player: row.Player, Kind: row.Kind, Level: row.Level, Amount: row.Amount,
		State: row.State, Why: row.Why, At: instant(row.At), DecidedAt: instant(row.DecidedAt), DecidedBy: row.DecidedBy, Decision: row.Decision, item: row.Item,
	}
}

func insertAwards(ctx context.Context, tx *db.Tx, awards []Award) error {
	rows := make([][]any, len(awards))
	for i, a := range awards {
		rows[i] = []any{
			a.ID, a.Run, string(a.Track.Programme()), string(a.Track), int64(a.Period), a.Player, a.item, a.Kind, int64(a.Level), int64(a.Amount), a.State, a.Why, millis(a.At),
		}
	}
	_, err := tx.InsertRows(ctx, "vip_award (id, run, programme, track, period, player, item, kind, level, amount, state, why, at)", "", rows)
	if err != nil {
		return fmt.Errorf("write vip awards: %w", err)
	}
	return nil
}

// writtenBy are the awards that a run has written for some players.
func writtenBy(ctx context.Context, r db.Reader, run string, players []string) (map[string]bool, error) {
	var ids []string
	if err := r.NewRaw("SELECT id FROM vip_award WHERE player IN (?) AND run = ?", bun.List(players), run).Scan(ctx, &ids); err != nil {
		return nil, fmt.Errorf("read what vip run %s wrote: %w", run, err)
	}
	written := make(map[string]bool, len(ids))
	for _, id := range ids {
		written[id] = true
	}
	return written, nil
}

func lockWithheld(ctx context.Context, tx *db.Tx, id string) (Award, error) {
	var row awardRow
	err := tx.NewRaw("SELECT "+awardColumns+" FROM vip_award WHERE id = ?"+tx.ForUpdate(), id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Award{}, ErrNoAward
	}
	if err != nil {
		return Award{}, fmt.Errorf("find vip award: %w", err)
	}
	if row.State != Withheld {
		return Award{}, ErrDecided
	}
	return row.award(), nil
}

func decide(ctx context.Context, tx *db.Tx, id, state, by, decision string) error {
	_, err := tx.NewRaw("UPDATE vip_award SET state = ?, decided_at = ?, decided_by = ?, decision = ? WHERE id = ?",
		state, tx.NowMillis(), by, decision, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("decide vip award: %w", err)
	}
	return nil
}

func listAwards(ctx context.Context, r db.Reader, f Filter) ([]Award, int, money.Fen, error) {
	choose := func(q *bun.SelectQuery) *bun.SelectQuery {
		q.TableExpr("vip_award AS a")
		for _, c := range []struct{ column, value string }{
			{"player", f.Player}, {"run", f.Run}, {"state", f.State}, {"track", string(f.Track)}, {"kind", f.Kind},
		} {
			if c.value != "" {
				q.Where("a."+c.column+" = ?", c.value)
			}
		}
		if !f.From.IsZero() {
			q.Where("a.at >= ?", f.From.UnixMilli())
		}
		if !f.To.IsZero() {
			q.Where("a.at < ?", f.To.UnixMilli())
		}
		return q
	}
	var all struct {
		N   int
		Sum money.Fen
	}
	step, err := awardOrders.Step(f.Page, f.State != Withheld)
	if err != nil {
		return nil, 0, 0, err
	}
	if !f.Page.Bare() {
		err := choose(r.NewSelect()).ColumnExpr("COUNT(*) AS n, CAST(COALESCE(SUM(a.amount), 0) AS BIGINT) AS sum").Scan(ctx, &all)
		if err != nil {
			return nil, 0, 0, fmt.Errorf("count vip awards: %w", err)
		}
	}
	var rows []awardRow
	if err := step.On(choose(r.NewSelect())).ColumnExpr("a.*").Scan(ctx, &rows); err != nil {
		return nil, 0, 0, fmt.Errorf("list vip awards: %w", err)
	}
	rows = step.Cut(rows)
	list := make([]Award, len(rows))
	for i, row := range rows {
		list[i] = row.award()
	}
	return list, all.N, all.Sum, nil
}

var awardOrders = staff.Orders[awardRow]{
	{Name: "at", Columns: []string{"a.at", "a.id"}, Of: func(r awardRow) []any { return []any{r.At, r.ID} }},
	{Name: "player", Columns: []string{"a.player", "a.at", "a.id"}, Of: func(r awardRow) []any { return []any{r.Player, r.At, r.ID} }},
}

// sumWithheld is the sum that waits for staff.
func sumWithheld(ctx context.Context, r db.Reader) (n int, sum money.Fen, err error) {
	var row struct {
		N   int
		Sum money.Fen
	}
	err = r.NewRaw("SELECT COUNT(*) AS n, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS sum FROM vip_award WHERE state = 'withheld'").Scan(ctx, &row)
	if err != nil {
		return 0, 0, fmt.Errorf("sum up withheld vip awards: %w", err)
	}
	return row.N, row.Sum, nil
}

func standingHolds(ctx context.Context, r db.Reader, players []string) (map[string]Hold, error) {
	holds := map[string]Hold{}
	for part := range slices.Chunk(players, 500) {
		var rows []struct {
			Player, Reason, ByName string
			CreatedAt              int64
		}
		err := r.NewRaw("SELECT player, reason, by_name, created_at FROM vip_hold WHERE ended_at = 0 AND player IN (?)", bun.List(part)).Scan(ctx, &rows)
		if err != nil {
			return nil, fmt.Errorf("read vip holds: %w", err)
		}
		for _, row := range rows {
			holds[row.Player] = Hold{Player: row.Player, Reason: row.Reason, By: row.ByName, CreatedAt: instant(row.CreatedAt)}
		}
	}
	return holds, nil
}

func insertHold(ctx context.Context, tx *db.Tx, id, player, by, reason string) (made bool, err error) {
	res, err := tx.NewRaw(`
		INSERT INTO vip_hold (id, player, reason, by_name, created_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (player) WHERE ended_at = 0 DO NOTHING`, id, player, reason, by, tx.NowMillis()).Exec(ctx)
	return changed(res, err)
}

func endHold(ctx context.Context, tx *db.Tx, player, by, reason string) (ended bool, err error) {
	res, err := tx.NewRaw("UPDATE vip_hold SET ended_at = ?, ended_by = ?, end_reason = ? WHERE player = ? AND ended_at = 0",
		tx.NowMillis(), by, reason, player).Exec(ctx)
	return changed(res, err)
}

func changed(res sql.Result, err error) (bool, error) {
	if err != nil {
		return false, fmt.Errorf("write vip hold: %w", err)
	}
	n, err := res.RowsAffected()
	return n > 0, err
}
