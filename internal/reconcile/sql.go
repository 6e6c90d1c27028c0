package reconcile

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/job"
	"hongyun/internal/money"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/staff"
)

// findingRow is a finding as it is stored.
type findingRow struct {
	ID, Kind, Subject, Channel, Player string
	Expected, Found                    string
	Difference                         int64
	Detail, Ref, Txn                   string
	Amount, HappenedAt                 int64
	FirstSeen, LastSeen                int64
	Seen                               int
	State, Note, SettledBy             string
	EndedAt                            int64
}

const findingColumns = `id, kind, subject, channel, player, expected, found, difference, detail, ref, txn, amount, happened_at,
	first_seen, last_seen, seen, state, note, settled_by, ended_at`

func (r findingRow) finding() finding.Finding {
	return finding.Finding{
		ID: r.ID, Kind: finding.Kind(r.Kind), Subject: r.Subject, Channel: r.Channel, Player: r.Player, Expected: r.Expected, Found: r.Found,
		Difference: money.Fen(r.Difference), Detail: r.Detail, Ref: r.Ref, Txn: r.Txn, Amount: money.Fen(r.Amount), At: instant(r.HappenedAt),
		FirstSeen: instant(r.FirstSeen), LastSeen: instant(r.LastSeen), Seen: r.Seen, State: r.State, Note: r.Note, SettledBy: r.SettledBy, EndedAt: instant(r.EndedAt),
	}
}

func findings(rows []findingRow) []finding.Finding {
	out := make([]finding.Finding, len(rows))
	for i, row := range rows {
		out[i] = row.finding()
	}
	return out
}

// upsertFinding writes a finding, or records another sighting of the open one
// of its kind and subject. It returns the id of the stored row.
func upsertFinding(ctx context.Context, tx *db.Tx, f finding.Finding) (id string, err error) {
	err = tx.NewRaw(`
		INSERT INTO recon_finding (id, kind, subject, channel, player, expected, found, difference, detail, ref, txn, amount, happened_at, first_seen, last_seen, state)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open')
		ON CONFLICT (kind, subject) WHERE state = 'open' DO UPDATE SET last_seen = excluded.last_seen, seen = recon_finding.seen + 1,
			expected = excluded.expected, found = excluded.found, difference = excluded.difference, detail = excluded.detail,
			happened_at = CASE WHEN excluded.happened_at > 0 THEN excluded.happened_at ELSE recon_finding.happened_at END
		RETURNING id`,
		f.ID, string(f.Kind), f.Subject, f.Channel, f.Player, f.Expected, f.Found, int64(f.Difference), f.Detail, f.Ref, f.Txn, int64(f.Amount),
		millis(f.At), tx.NowMillis(), tx.NowMillis()).Scan(ctx, &id)
	if err != nil {
		return "", fmt.Errorf("write finding %s %s: %w", f.Kind, f.Subject, err)
	}
	return id, nil
}

// known is the stored state of the findings of one transaction: their amounts
// when last seen open, and which of them people have settled. It takes two
// statements however many findings there are.
type known struct {
	differences map[string]money.Fen // of open findings, by kind and subject
	settled     map[string]bool
}

func knownFindings(ctx context.Context, r db.Reader, part []finding.Finding) (known, error) {
	k := known{map[string]money.Fen{}, map[string]bool{}}
	subjects := make([]string, len(part))
	for i, f := range part {
		subjects[i] = f.Subject
	}
	var rows []findingRow
	err := r.NewRaw(`SELECT kind, subject, expected, found, difference, happened_at, state FROM recon_finding WHERE subject IN (?) AND state IN ('open', 'settled')`,
		bun.List(subjects)).Scan(ctx, &rows)
	if err != nil {
		return k, fmt.Errorf("look for findings of the same subjects: %w", err)
	}
	for _, row := range rows {
		f := row.finding()
		if f.State == finding.Open {
			k.differences[f.Place()] = f.Difference
		} else {
			k.settled[f.Contents()] = true
		}
	}
	return k, nil
}

// openMost bounds the number of open findings that are read; more cannot be
// worked through one by one.
const openMost = 10000

func openFindings(ctx context.Context, r db.Reader) ([]finding.Finding, error) {
	var rows []findingRow
	err := r.NewRaw(`SELECT `+findingColumns+` FROM recon_finding WHERE state = 'open' ORDER BY first_seen, id LIMIT ?`, openMost).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("open findings: %w", err)
	}
	return findings(rows), nil
}

func clearFindings(ctx context.Context, tx *db.Tx, ids []string) error {
	_, err := tx.NewRaw(`UPDATE recon_finding SET state = 'cleared', ended_at = ? WHERE id IN (?) AND state = 'open'`, tx.NowMillis(), bun.List(ids)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("clear findings: %w", err)
	}
	return nil
}

// Filter chooses findings; empty fields do not.
type Filter struct {
	State   string
	Kind    string // whole, or the comparison before the dot
	Channel string
	Player  string
	Subject string // whole, or the part behind the colon
	Page    staff.Page
}

// CountOpen counts the findings that wait for staff.
func (r *Reconciler) CountOpen(ctx context.Context, rd db.Reader) (n int, err error) {
	if err = rd.NewRaw("SELECT COUNT(*) FROM recon_finding WHERE state = 'open'").Scan(ctx, &n); err != nil {
		return 0, fmt.Errorf("count open findings: %w", err)
	}
	return n, nil
}

// List lists findings and how many the filter chooses: open ones oldest first,
// others newest first.
func (r *Reconciler) List(ctx context.Context, f Filter) ([]finding.Finding, int, error) {
	q := r.DB.NewSelect().Table("recon_finding").ColumnExpr(findingColumns)
	for _, c := range []struct{ column, value string }{{"state", f.State}, {"channel", f.Channel}, {"player", f.Player}} {
		if c.value != "" {
			q.Where(c.column+" = ?", c.value)
		}
	}
	if f.Kind != "" {
		q.Where("(kind = ?0 OR kind LIKE ?0 || '.%')", f.Kind)
	}
	if f.Subject != "" {
		q.Where("(subject = ?0 OR subject LIKE '%:' || ?0)", f.Subject)
	}
	rows, total, err := staff.ScanPage(ctx, q, findingOrders, f.Page, f.State != "open")
	if err != nil {
		return nil, 0, fmt.Errorf("list findings: %w", err)
	}
	list := findings(rows)
	return list, total, r.withApprovals(ctx, list)
}

var findingOrders = staff.Orders[findingRow]{
	{Name: "firstSeen", Columns: []string{"first_seen", "id"}, Of: func(r findingRow) []any { return []any{r.FirstSeen, r.ID} }},
}

// withApprovals adds the requests that wait for a second person.
func (r *Reconciler) withApprovals(ctx context.Context, list []finding.Finding) error {
	subjects := make([]string, len(list))
	for i, f := range list {
		subjects[i] = subjectOf(f.ID)
	}
	pending, err := r.Staff.PendingApprovals(ctx, r.DB, subjects)
	if err != nil {
		return err
	}
	for i := range list {
		list[i].ApprovalID = pending[subjects[i]]
	}
	return nil
}

// Find is one finding, or ErrNoFinding.
func (r *Reconciler) Find(ctx context.Context, rd db.Reader, id string) (finding.Finding, error) {
	return findFinding(ctx, rd, id, "")
}

func findFinding(ctx context.Context, r db.Reader, id, lock string) (finding.Finding, error) {
	var row findingRow
	err := r.NewRaw(`SELECT `+findingColumns+` FROM recon_finding WHERE id = ?`+lock, id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return finding.Finding{}, ErrNoFinding
	}
	if err != nil {
		return finding.Finding{}, fmt.Errorf("read finding %s: %w", id, err)
	}
	return row.finding(), nil
}

type runRow struct {
	ID, Cause, MadeBy     string
	FromAt, ToAt          int64
	StartedAt, FinishedAt int64
	State, Problem        string
	Looked, Unasked       string
	Waiting, Opened       int
}

func (r runRow) run() (Run, error) {
	run := Run{
		ID: r.ID, Cause: r.Cause, By: r.MadeBy, From: instant(r.FromAt), To: instant(r.ToAt), StartedAt: instant(r.StartedAt), FinishedAt: instant(r.FinishedAt),
		State: r.State, Problem: r.Problem, Waiting: r.Waiting, Opened: r.Opened, Looked: map[string]int64{}, Unasked: []string{},
	}
	if r.Looked == "" {
		return run, nil
	}
	return run, errors.Join(json.Unmarshal([]byte(r.Looked), &run.Looked), json.Unmarshal([]byte(r.Unasked), &run.Unasked))
}

// begin writes down that a run goes on; then is done in the same transaction.
func (r *Reconciler) begin(ctx context.Context, run *Run, then func(ctx context.Context, tx *db.Tx) error) error {
	return r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run.StartedAt, run.State = tx.Now(), "running"
		server := r.DB.ServerMillis()
		_, err := tx.NewRaw(`UPDATE recon_run SET state = 'error', problem = 'the run never ended', finished_at = ? WHERE state = 'running' AND beat_at < `+server+` - ?`,
			tx.NowMillis(), job.SilentAfter.Milliseconds()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("end a dead run: %w", err)
		}
		made, err := tx.NewRaw(`INSERT INTO recon_run (id, cause, made_by, from_at, to_at, started_at, state, beat_at) VALUES (?, ?, ?, ?, ?, ?, 'running', `+server+`)
			ON CONFLICT (state) WHERE state = 'running' DO NOTHING`,
			run.ID, run.Cause, run.By, millis(run.From), millis(run.To), tx.NowMillis()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("begin a run: %w", err)
		}
		if n, _ := made.RowsAffected(); n == 0 {
			return ErrRunning
		}
		return then(ctx, tx)
	})
}

// beat says that a run is still at work.
func (r *Reconciler) beat(ctx context.Context, id string) error {
	return r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`UPDATE recon_run SET beat_at = `+r.DB.ServerMillis()+` WHERE id = ? AND state = 'running'`, id).Exec(ctx)
		return err
	})
}

const runColumns = "id, cause, made_by, from_at, to_at, started_at, finished_at, state, problem, looked, unasked, waiting, opened"

func (r *Reconciler) findRun(ctx context.Context, id string) (Run, error) {
	var row runRow
	if err := r.DB.NewRaw(`SELECT `+runColumns+` FROM recon_run WHERE id = ?`, id).Scan(ctx, &row); err != nil {
		return Run{}, fmt.Errorf("run %s: %w", id, err)
	}
	return row.run()
}

func (r *Reconciler) end(ctx context.Context, run *Run) error {
	looked, err := json.Marshal(run.Looked)
	if err != nil {
		return err
	}
	unasked, err := json.Marshal(run.Unasked)
	if err != nil {
		return err
	}
	return r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run.FinishedAt = tx.Now()
		_, err := tx.NewRaw(`UPDATE recon_run SET state = ?, problem = ?, looked = ?, unasked = ?, waiting = ?, opened = ?, finished_at = ? WHERE id = ?`,
			run.State, run.Problem, string(looked), string(unasked), run.Waiting, run.Opened, tx.NowMillis(), run.ID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("end run %s: %w", run.ID, err)
		}
		return nil
	})
}

// Runs lists runs, the newest first, and how many there are.
func (r *Reconciler) Runs(ctx context.Context, page staff.Page) ([]Run, int, error) {
	limit, offset := page.Bounds()
	var rows []runRow
	total, err := r.DB.NewSelect().Table("recon_run").
		ColumnExpr(runColumns).
		OrderExpr("started_at DESC, id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("list runs: %w", err)
	}
	runs := make([]Run, len(rows))
	for i, row := range rows {
		if runs[i], err = row.run(); err != nil {
			return nil, 0, err
		}
	}
	return runs, int(total), nil
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return calendar.Millis(t)
}

func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}
