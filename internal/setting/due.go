package setting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/staff"
)

// The states of a version that takes effect later.
const (
	DueWaiting   = "waiting"
	DueFailed    = "failed" // refused when its moment came
	dueDone      = "done"
	dueWithdrawn = "withdrawn"
	dueReplaced  = "replaced" // by a later version that holds from the same moment or before, or that is stored already
)

// dueRow is a row of setting_due.
type dueRow struct {
	Version, Kind, Key string
	Keyed              bool
	At                 int64
	State, Note        string
}

const dueColumns = "version, kind, key, keyed, at, state, note"

// insertDue notes that an approved version takes effect later.
func insertDue(ctx context.Context, tx *db.Tx, k *kind, r row) error {
	_, err := tx.NewRaw("INSERT INTO setting_due (version, kind, key, keyed, at, state) VALUES (?, ?, ?, ?, ?, 'waiting')",
		r.ID, r.Kind, r.Key, k.rows, r.EffectiveAt).Exec(ctx)
	if err != nil {
		return fmt.Errorf("version %s takes effect later: %w", r.ID, err)
	}
	return nil
}

// replaceDue ends the versions that wait for a moment from which a later version holds.
func replaceDue(ctx context.Context, tx *db.Tx, by string, r row) error {
	_, err := tx.NewRaw(`UPDATE setting_due SET state = 'replaced', ended_by = ?, ended_at = ? WHERE kind = ? AND key = ? AND state = 'waiting' AND at >= ? AND version <> ?`,
		by, tx.NowMillis(), r.Kind, r.Key, r.EffectiveAt, r.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("replace what waits of setting %s %s: %w", r.Kind, r.Key, err)
	}
	return nil
}

func endDue(ctx context.Context, tx *db.Tx, version, state, by, note string) error {
	_, err := tx.NewRaw("UPDATE setting_due SET state = ?, note = ?, ended_by = ?, ended_at = ? WHERE version = ?", state, note, by, tx.NowMillis(), version).Exec(ctx)
	if err != nil {
		return fmt.Errorf("version %s is %s: %w", version, state, err)
	}
	return nil
}

func lockDue(ctx context.Context, tx *db.Tx, version string) (dueRow, bool, error) {
	var rows []dueRow
	err := tx.NewRaw("SELECT "+dueColumns+" FROM setting_due WHERE version = ?"+tx.ForUpdate(), version).Scan(ctx, &rows)
	if err != nil || len(rows) == 0 {
		return dueRow{}, false, err
	}
	return rows[0], true, nil
}

// dueAtOnce is how many versions one look takes; the next one takes more.
const dueAtOnce = 50

// RunDue puts approved versions into force whose moment has come. The lock on the
// version decides between nodes: one of them stores it, once. A version that its
// kind refuses by then has failed, and people are told.
func (b *Book) RunDue(ctx context.Context) error {
	var ids []string
	err := b.DB.NewRaw("SELECT version FROM setting_due WHERE state = 'waiting' AND at <= ? ORDER BY at, version LIMIT ?", b.DB.Clock().Now().UnixMilli(), dueAtOnce).Scan(ctx, &ids)
	if err != nil {
		return fmt.Errorf("settings that are due: %w", err)
	}
	var failed error
	for _, id := range ids {
		failed = errors.Join(failed, b.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return b.takeEffect(ctx, tx, id) }))
	}
	return failed
}

func (b *Book) takeEffect(ctx context.Context, tx *db.Tx, id string) error {
	by := staff.System("setting.due")
	// As Off and a decision: no other change of the row comes between.
	if err := b.Staff.LockAudit(ctx, tx); err != nil {
		return err
	}
	d, found, err := lockDue(ctx, tx, id)
	if err != nil || !found || d.State != DueWaiting || d.At > tx.NowMillis() {
		return err
	}
	r, err := lockVersion(ctx, tx, id)
	if err != nil {
		return err
	}
	k := b.kinds[r.Kind]
	if k == nil { // of a later release, whose nodes store it
		return nil
	}
	if k.rows {
		newer, err := inForceOf(ctx, tx, r.Kind, r.Key, tx.NowMillis())
		if err != nil {
			return err
		}
		if newer.Version > r.Version { // approved and stored before this job ran
			return endDue(ctx, tx, id, dueReplaced, by.Name, fmt.Sprintf("已被第%d版取代", newer.Version))
		}
	}
	value, err := k.read([]byte(r.Value))
	if err != nil { // of a later release, whose nodes store it
		b.cannotRead(ctx, r, err)
		return nil
	}
	change := staff.Change{
		Action: "setting.effect", Subject: subject(r.Kind, r.Key), Label: k.label(r.Key, value), Reason: "已到生效时间",
		After: map[string]any{"version": r.Version, "on": r.LiveOn, "effectiveAt": r.EffectiveAt},
	}
	state := dueDone
	if k.rows {
		err := b.store(ctx, tx, k, r, value)
		if why, told := fault.Of(err); told {
			state, change.Action, change.Reason = DueFailed, "setting.failed", why.Message()
		} else if err != nil {
			return err
		}
	}
	if err := endDue(ctx, tx, id, state, by.Name, change.Reason); err != nil {
		return err
	}
	b.reload(ctx, tx)
	return b.Staff.Audit(ctx, tx, by, change)
}

// store checks an approved value of a row once more and has its owner store it.
func (b *Book) store(ctx context.Context, tx *db.Tx, k *kind, r row, value any) error {
	secrets, err := b.open(r)
	if err != nil {
		return fmt.Errorf("open version %s: %w", r.ID, err)
	}
	if err := k.check(ctx, tx, r.Key, value, r.LiveOn, secrets); err != nil {
		return err
	}
	return k.put(ctx, tx, r.Key, value, r.LiveOn, secrets)
}

// Withdraw ends a version that waits for its moment, or failed at it: what holds
// stays, so one person is enough. Faults: staff.ErrReason; ErrNotWaiting, also for a
// single setting whose moment has passed, because it holds before the job notes it.
func (b *Book) Withdraw(ctx context.Context, by staff.Actor, id, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return b.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := b.Staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		d, found, err := lockDue(ctx, tx, id)
		if err != nil {
			return err
		}
		if !found || d.State != DueWaiting && d.State != DueFailed {
			return ErrNotWaiting
		}
		if !d.Keyed && d.At <= tx.NowMillis() {
			return ErrNotWaiting
		}
		return b.withdraw(ctx, tx, by, d, reason)
	})
}

func (b *Book) withdraw(ctx context.Context, tx *db.Tx, by staff.Actor, d dueRow, reason string) error {
	if err := endDue(ctx, tx, d.Version, dueWithdrawn, by.Name, reason); err != nil {
		return err
	}
	// A change that was made against it is void: its second person read another difference.
	if err := b.Staff.VoidPending(ctx, tx, by, subject(d.Kind, d.Key), "待生效的更改已撤回，请重新提交"); err != nil {
		return err
	}
	b.reload(ctx, tx)
	return b.Staff.Audit(ctx, tx, by, staff.Change{
		Action: "setting.withdraw", Subject: subject(d.Kind, d.Key), Label: d.Key, Reason: reason,
		Before: map[string]any{"state": d.State, "at": d.At}, After: map[string]any{"state": dueWithdrawn},
	})
}

// withdrawAll ends what waits of a row that is taken out of use: it would bring the
// row back untold.
func (b *Book) withdrawAll(ctx context.Context, tx *db.Tx, by staff.Actor, kind, key, reason string) error {
	var rows []dueRow
	err := tx.NewRaw("SELECT "+dueColumns+" FROM setting_due WHERE kind = ? AND key = ? AND state = 'waiting' ORDER BY version"+tx.ForUpdate(), kind, key).Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("what waits of setting %s %s: %w", kind, key, err)
	}
	for _, d := range rows {
		if err := b.withdraw(ctx, tx, by, d, reason); err != nil {
			return err
		}
	}
	return nil
}

// Coming is an approved change that takes effect later, or failed at its moment.
type Coming struct {
	ID, Kind, Title, Key, Label string
	New                         bool
	On                          bool
	At                          time.Time
	Failed                      bool
	Note                        string // why it failed
	MadeBy, ApprovedBy          string
	Lines                       []Line // what it changes against what holds now
}

// maxComing is how many changes that wait are listed, the next ones first.
const maxComing = 200

// Waiting lists the approved changes that take effect later, and those that failed.
func (b *Book) Waiting(ctx context.Context, r db.Reader) ([]Coming, error) {
	var rows []dueRow
	err := r.NewRaw("SELECT "+dueColumns+" FROM setting_due WHERE state IN ('waiting', 'failed') ORDER BY at, version LIMIT ?", maxComing).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("settings that take effect later: %w", err)
	}
	out := make([]Coming, 0, len(rows))
	for _, d := range rows {
		k := b.kinds[d.Kind]
		if k == nil {
			continue
		}
		v, err := byID(ctx, r, d.Version)
		if err != nil {
			return nil, err
		}
		now, err := inForceOf(ctx, r, d.Kind, d.Key, b.DB.Clock().Now().UnixMilli())
		if err != nil {
			return nil, err
		}
		c := Coming{
			ID: d.Version, Kind: d.Kind, Title: k.Title, Key: d.Key, New: k.rows && now.Version == 0, On: v.LiveOn, At: calendar.FromMillis(d.At),
			Failed: d.State == DueFailed, Note: d.Note, MadeBy: v.MadeBy, ApprovedBy: v.ApprovedBy, Lines: []Line{},
		}
		if value, err := k.read([]byte(v.Value)); err == nil {
			c.Label = k.label(d.Key, value)
		} else { // of a later release
			c.Label = cmp.Or(d.Key, k.Title)
		}
		text := k.defaults
		if now.Version > 0 {
			text = []byte(now.Value)
		}
		before, err := object(text)
		if err != nil {
			return nil, err
		}
		if c.New {
			before = nil
		}
		after, err := object([]byte(v.Value))
		if err != nil {
			return nil, err
		}
		for _, l := range k.differences(before, after, nil, nil) {
			c.Lines = append(c.Lines, Line(l))
		}
		out = append(out, c)
	}
	return out, nil
}

// FailedCount is how many approved changes failed at their moment and wait for a person.
func (b *Book) FailedCount(ctx context.Context) (int, error) {
	var n int
	if err := b.DB.NewRaw("SELECT COUNT(*) FROM setting_due WHERE state = 'failed'").Scan(ctx, &n); err != nil {
		return 0, fmt.Errorf("settings that failed at their moment: %w", err)
	}
	return n, nil
}
