package promo

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/money"
)

type ruleRow struct {
	ID       int64
	FromDay  calendar.Day
	Kind     Kind
	Name     string
	Activity int64
	Params   string
	StartsOn calendar.Day
	EndsOn   calendar.Day
	Budget   money.Fen
}

func (r ruleRow) rule() (Rule, error) {
	out := Rule{ID: r.ID, FromDay: r.FromDay, Kind: r.Kind, Name: r.Name, Activity: r.Activity, StartsOn: r.StartsOn, EndsOn: r.EndsOn, Budget: r.Budget}
	if err := json.Unmarshal([]byte(r.Params), &out.Params); err != nil {
		return out, fmt.Errorf("read the figures of promotion %d: %w", r.ID, err)
	}
	return out, nil
}

func rulesOf(rows []ruleRow) ([]Rule, error) {
	rules := make([]Rule, len(rows))
	for i, row := range rows {
		var err error
		if rules[i], err = row.rule(); err != nil {
			return nil, err
		}
	}
	return rules, nil
}

const ruleColumns = "r.id, r.from_day, r.kind, r.name, r.activity, r.params, r.starts_on, r.ends_on, r.budget"

// rulesAt are the versions of a day of the promotions that are switched on.
func rulesAt(ctx context.Context, r db.Reader, day calendar.Day) ([]Rule, error) {
	var rows []ruleRow
	err := db.ReadAllFixed(ctx, r, &rows, `
		SELECT `+ruleColumns+` FROM promo_rule r JOIN promo_switch s ON s.rule = r.id
		WHERE s.running AND r.from_day = (SELECT MAX(v.from_day) FROM promo_rule v WHERE v.id = r.id AND v.from_day <= ?)
		ORDER BY r.id`, int64(day))
	if err != nil {
		return nil, fmt.Errorf("read promotions: %w", err)
	}
	return rulesOf(rows)
}

// versionAt is a promotion's version of a day, on or off; ErrNoRule before its first.
func versionAt(ctx context.Context, r db.Reader, id int64, day calendar.Day) (Rule, error) {
	var row ruleRow
	err := r.NewRaw("SELECT "+ruleColumns+" FROM promo_rule r WHERE r.id = ? AND r.from_day <= ? ORDER BY r.from_day DESC LIMIT 1", id, day).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Rule{}, ErrNoRule
	}
	if err != nil {
		return Rule{}, fmt.Errorf("read promotion %d: %w", id, err)
	}
	return row.rule()
}

func newestVersion(ctx context.Context, r db.Reader, id int64) (Rule, error) {
	return versionAt(ctx, r, id, 99991231)
}

// nextRule numbers a new promotion, above those that have pages of their own.
func nextRule(ctx context.Context, tx *db.Tx) (key string, err error) {
	var id int64
	if err := tx.NewRaw("SELECT COALESCE(MAX(id), 0) + 1 FROM promo_rule").Scan(ctx, &id); err != nil {
		return "", fmt.Errorf("number a promotion: %w", err)
	}
	return keyOf(max(id, 101)), nil
}

// putVersion writes a promotion from its day on; one decided twice for a day
// is as it was decided last. No award can be of a version that has not begun.
func putVersion(ctx context.Context, tx *db.Tx, r Rule) error {
	params, err := json.Marshal(r.Params)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw(`
		INSERT INTO promo_rule (id, from_day, kind, name, activity, params, starts_on, ends_on, budget) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id, from_day) DO UPDATE SET name = excluded.name, activity = excluded.activity, params = excluded.params,
			starts_on = excluded.starts_on, ends_on = excluded.ends_on, budget = excluded.budget`,
		r.ID, r.FromDay, string(r.Kind), r.Name, r.Activity, string(params), r.StartsOn, r.EndsOn, r.Budget).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write promotion %d: %w", r.ID, err)
	}
	return nil
}

func readSwitches(ctx context.Context, r db.Reader) (map[int64]Switch, error) {
	var rows []Switch
	if err := r.NewRaw("SELECT rule, running, changed_at, changed_by, reason, next_period FROM promo_switch").Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read switches of promotions: %w", err)
	}
	out := make(map[int64]Switch, len(rows))
	for _, row := range rows {
		out[row.Rule] = row
	}
	return out, nil
}

func lockSwitch(ctx context.Context, tx *db.Tx, rule int64) (Switch, error) {
	var row Switch
	err := tx.NewRaw("SELECT rule, running, changed_at, changed_by, reason, next_period FROM promo_switch WHERE rule = ?"+tx.ForUpdate(), rule).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNoRule
	}
	if err != nil {
		return row, fmt.Errorf("lock promotion %d: %w", rule, err)
	}
	return row, nil
}

func putSwitch(ctx context.Context, tx *db.Tx, s Switch) error {
	_, err := tx.NewRaw(`
		INSERT INTO promo_switch (rule, running, changed_at, changed_by, reason, next_period) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (rule) DO UPDATE SET running = excluded.running, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
			reason = excluded.reason, next_period = excluded.next_period`,
		s.Rule, s.Running, s.ChangedAt, s.ChangedBy, s.Reason, s.NextPeriod).Exec(ctx)
	if err != nil {
		return fmt.Errorf("switch promotion %d: %w", s.Rule, err)
	}
	return nil
}

// Cost is what a promotion cost in a month: paid, and withheld so far.
type Cost struct {
	Rule     int64
	Month    int // yyyymm
	Count    int
	Amount   money.Fen
	Withheld int
}

func costsOf(ctx context.Context, r db.Reader, month int) (map[int64]Cost, error) {
	rows, err := readCosts(ctx, r, 0, month, month)
	if err != nil {
		return nil, err
	}
	out := make(map[int64]Cost, len(rows))
	for _, row := range rows {
		out[row.Rule] = row
	}
	return out, nil
}

func readCosts(ctx context.Context, r db.Reader, rule int64, from, to int) ([]Cost, error) {
	var rows []Cost
	where, args := "month >= ? AND month <= ?", []any{from, to}
	if rule != 0 {
		where, args = where+" AND rule = ?", append(args, rule)
	}
	err := r.NewRaw(`
		SELECT rule, month, COUNT(*) AS count, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount,
			CAST(COALESCE(SUM(CASE WHEN state = 'withheld' THEN 1 ELSE 0 END), 0) AS BIGINT) AS withheld
		FROM promo_award WHERE `+where+` AND state IN ('paid', 'withheld')
		GROUP BY rule, month ORDER BY month DESC, rule`, args...).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("sum up promotions: %w", err)
	}
	return rows, nil
}

// playerRow is a player as promotions know them.
type playerRow struct {
	Player   string
	Frozen   bool
	Reason   string
	FrozenBy string
	FrozenAt int64
}

// lockPlayers keeps every other award to these players waiting until tx ends.
// They are taken in the order of their names.
func lockPlayers(ctx context.Context, tx *db.Tx, players []string) (map[string]playerRow, error) {
	sorted := slices.Compact(slices.Sorted(slices.Values(players)))
	rows := make([][]any, len(sorted))
	for i, player := range sorted {
		rows[i] = []any{player, false, "", "", int64(0)}
	}
	if _, err := tx.InsertRows(ctx, "promo_player (player, frozen, reason, frozen_by, frozen_at)", "ON CONFLICT (player) DO NOTHING", rows); err != nil {
		return nil, fmt.Errorf("lock players of promotions: %w", err)
	}
	var found []playerRow
	err := tx.NewRaw("SELECT player, frozen, reason, frozen_by, frozen_at FROM promo_player WHERE player IN (?) ORDER BY player"+tx.ForUpdate(), bun.In(sorted)).Scan(ctx, &found)
	if err != nil {
		return nil, fmt.Errorf("lock players of promotions: %w", err)
	}
	out := make(map[string]playerRow, len(found))
	for _, row := range found {
		out[row.Player] = row
	}
	return out, nil
}

func readPlayer(ctx context.Context, r db.Reader, player string) (row playerRow, err error) {
	err = r.NewRaw("SELECT player, frozen, reason, frozen_by, frozen_at FROM promo_player WHERE player = ?", player).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return playerRow{Player: player}, nil
	}
	if err != nil {
		return row, fmt.Errorf("read promotions of %s: %w", player, err)
	}
	return row, nil
}

func putFrozen(ctx context.Context, tx *db.Tx, row playerRow) error {
	_, err := tx.NewRaw("UPDATE promo_player SET frozen = ?, reason = ?, frozen_by = ?, frozen_at = ? WHERE player = ?",
		row.Frozen, row.Reason, row.FrozenBy, row.FrozenAt, row.Player).Exec(ctx)
	if err != nil {
		return fmt.Errorf("freeze promotions of %s: %w", row.Player, err)
	}
	return nil
}

// awardRow is a row of promo_award.
type awardRow struct {
	ID        string
	Rule      int64
	FromDay   calendar.Day
	Kind      Kind
	Player    string
	Item      string
	Period    calendar.Day
	Ref       string
	Basis     money.Fen
	Amount    money.Fen
	Required  money.Fen
	State     string
	Why       string
	Remark    string
	Packets   string
	MadeBy    string
	DecidedBy string
	Month     int
	At        int64
	EndedAt   int64
}

const awardColumns = "id, rule, from_day, kind, player, item, period, ref, basis, amount, required, state, why, remark, packets, made_by, decided_by, month, at, ended_at"

func insertAward(ctx context.Context, tx *db.Tx, a awardRow) error {
	_, err := tx.InsertRows(ctx, "promo_award ("+awardColumns+")", "", [][]any{{
		a.ID, a.Rule, int64(a.FromDay), string(a.Kind), a.Player, a.Item, int64(a.Period), a.Ref, int64(a.Basis), int64(a.Amount), int64(a.Required),
		a.State, a.Why, a.Remark, a.Packets, a.MadeBy, a.DecidedBy, int64(a.Month), a.At, a.EndedAt,
	}})
	if err != nil {
		return fmt.Errorf("write award %s: %w", a.ID, err)
	}
	return inbox.Write(ctx, tx, awardMessage(a, false))
}

// endAward moves an award on; the guard on the table knows which ways there are.
func endAward(ctx context.Context, tx *db.Tx, a awardRow) error {
	_, err := tx.NewRaw("UPDATE promo_award SET state = ?, why = ?, decided_by = ?, ended_at = ? WHERE id = ?", a.State, a.Why, a.DecidedBy, a.EndedAt, a.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end award %s: %w", a.ID, err)
	}
	return inbox.Write(ctx, tx, awardMessage(a, true))
}

// oneAward is the award a condition finds, nil if none.
func oneAward(ctx context.Context, r db.Reader, where string, args ...any) (*awardRow, error) {
	rows, err := awards(ctx, r, where+" LIMIT 1", args...)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

func awards(ctx context.Context, r db.Reader, where string, args ...any) ([]awardRow, error) {
	var rows []awardRow
	if err := r.NewRaw("SELECT "+awardColumns+" FROM promo_award WHERE "+where, args...).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read awards: %w", err)
	}
	return rows, nil
}

// spentIn is what a promotion cost in a month, what is withheld with it.
func spentIn(ctx context.Context, r db.Reader, rule int64, month int) (sum money.Fen, err error) {
	err = r.NewRaw("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM promo_award WHERE rule = ? AND month = ? AND state IN ('paid', 'withheld')", rule, month).Scan(ctx, &sum)
	if err != nil {
		return 0, fmt.Errorf("sum up promotion %d: %w", rule, err)
	}
	return sum, nil
}

// runRow is how far the payment of a period came.
type runRow struct {
	Rule    int64
	Period  calendar.Day
	After   string
	Players int64
	BegunAt int64
	EndedAt int64
}

func lockRun(ctx context.Context, tx *db.Tx, rule int64, period calendar.Day) (runRow, error) {
	_, err := tx.NewRaw("INSERT INTO promo_run (rule, period, after, players, begun_at, ended_at) VALUES (?, ?, '', 0, ?, 0) ON CONFLICT (rule, period) DO NOTHING",
		rule, period, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return runRow{}, fmt.Errorf("begin a payment of promotion %d: %w", rule, err)
	}
	var row runRow
	err = tx.NewRaw("SELECT rule, period, after, players, begun_at, ended_at FROM promo_run WHERE rule = ? AND period = ?"+tx.ForUpdate(), rule, period).Scan(ctx, &row)
	if err != nil {
		return row, fmt.Errorf("lock a payment of promotion %d: %w", rule, err)
	}
	return row, nil
}

func putRun(ctx context.Context, tx *db.Tx, row runRow) error {
	_, err := tx.NewRaw("UPDATE promo_run SET after = ?, players = ?, ended_at = ? WHERE rule = ? AND period = ?",
		row.After, row.Players, row.EndedAt, row.Rule, row.Period).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note a payment of promotion %d: %w", row.Rule, err)
	}
	return nil
}

// endedRuns are the periods of a promotion from a day on that need no payment
// any more: true were paid, false are skipped.
func endedRuns(ctx context.Context, r db.Reader, rule int64, from calendar.Day) (map[calendar.Day]bool, error) {
	var rows []struct {
		Period  calendar.Day
		Skipped bool
	}
	err := r.NewRaw("SELECT period, skipped FROM promo_run WHERE rule = ? AND period >= ? AND ended_at > 0", rule, from).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("read payments of promotion %d: %w", rule, err)
	}
	out := make(map[calendar.Day]bool, len(rows))
	for _, row := range rows {
		out[row.Period] = !row.Skipped
	}
	return out, nil
}

// skipRun ends a period that ended while its promotion was off. One whose
// payment had begun is paid.
func skipRun(ctx context.Context, tx *db.Tx, rule int64, period calendar.Day) error {
	_, err := tx.NewRaw(`
		INSERT INTO promo_run (rule, period, after, players, begun_at, ended_at, skipped) VALUES (?, ?, '', 0, ?, ?, TRUE)
		ON CONFLICT (rule, period) DO NOTHING`, rule, period, tx.NowMillis(), tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("skip a period of promotion %d: %w", rule, err)
	}
	return nil
}

// advance notes that a promotion's next period was paid.
func advance(ctx context.Context, tx *db.Tx, rule int64, from, to calendar.Day) error {
	_, err := tx.NewRaw("UPDATE promo_switch SET next_period = ? WHERE rule = ? AND next_period = ?", to, rule, from).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note the next period of promotion %d: %w", rule, err)
	}
	return nil
}

// countedOn sums what the awards of a period were counted on, whatever became of them.
func countedOn(ctx context.Context, r db.Reader, rule int64, period calendar.Day, players []string) (Sums, error) {
	var rows []struct {
		Player string
		Basis  money.Fen
	}
	err := r.NewRaw("SELECT player, CAST(SUM(basis) AS BIGINT) AS basis FROM promo_award WHERE rule = ? AND player IN (?) AND period = ? GROUP BY player",
		rule, bun.In(players), period).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("sum up awards: %w", err)
	}
	out := make(Sums, len(rows))
	for _, row := range rows {
		out[row.Player] = row.Basis
	}
	return out, nil
}

func frozenOf(ctx context.Context, r db.Reader, players []string) (map[string]bool, error) {
	var names []string
	if err := r.NewRaw("SELECT player FROM promo_player WHERE frozen AND player IN (?)", bun.In(players)).Scan(ctx, &names); err != nil {
		return nil, fmt.Errorf("read frozen players: %w", err)
	}
	out := make(map[string]bool, len(names))
	for _, n := range names {
		out[n] = true
	}
	return out, nil
}

// addEntrants gives players the next places of a draw.
func addEntrants(ctx context.Context, tx *db.Tx, rule int64, period calendar.Day, players []string) error {
	if len(players) == 0 {
		return nil
	}
	var next int64
	err := tx.NewRaw("SELECT COALESCE(MAX(place) + 1, 0) FROM promo_entrant WHERE rule = ? AND period = ?", rule, period).Scan(ctx, &next)
	if err != nil {
		return fmt.Errorf("number entrants: %w", err)
	}
	rows := make([][]any, len(players))
	for i, player := range players {
		rows[i] = []any{rule, int64(period), next + int64(i), player}
	}
	if _, err := tx.InsertRows(ctx, "promo_entrant (rule, period, place, player)", "", rows); err != nil {
		return fmt.Errorf("write entrants: %w", err)
	}
	return nil
}

func entrantsOf(ctx context.Context, r db.Reader, rule int64, period calendar.Day) (players []string, err error) {
	err = r.NewRaw("SELECT player FROM promo_entrant WHERE rule = ? AND period = ? ORDER BY place", rule, period).Scan(ctx, &players)
	if err != nil {
		return nil, fmt.Errorf("list entrants: %w", err)
	}
	return players, nil
}

func insertDraw(ctx context.Context, tx *db.Tx, d Draw) error {
	winners, err := winnersText(d.Winners)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw("INSERT INTO promo_draw (rule, period, entrants, digest, seed, winners, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
		d.Rule, d.Period, d.Entrants, d.Digest, d.Seed, winners, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write the draw of %s: %w", d.Period, err)
	}
	return nil
}

func findDraw(ctx context.Context, r db.Reader, rule int64, period calendar.Day) (Draw, error) {
	var row struct {
		Entrants              int64
		Digest, Seed, Winners string
		At                    int64
	}
	err := r.NewRaw("SELECT entrants, digest, seed, winners, at FROM promo_draw WHERE rule = ? AND period = ?", rule, period).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Draw{}, ErrNoDraw
	}
	if err != nil {
		return Draw{}, fmt.Errorf("find the draw of %s: %w", period, err)
	}
	d := Draw{Rule: rule, Period: period, Entrants: row.Entrants, Digest: row.Digest, Seed: row.Seed, At: calendar.FromMillis(row.At)}
	if err := json.Unmarshal([]byte(row.Winners), &d.Winners); err != nil {
		return d, fmt.Errorf("read the winners of %s: %w", period, err)
	}
	return d, nil
}
