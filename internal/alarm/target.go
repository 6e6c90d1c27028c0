package alarm

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// mostTargets is how many targets there may be.
const mostTargets = 20

// target is a row of alarm_target.
type target struct {
	ID, Name, Form, Place, Sealed string
	Removed                       bool
	Version                       int64
	ChangedBy                     string
	ChangedAt, TestedAt           int64
	SentAt, FailedAt              int64
	Failure                       string
}

const targetColumns = "id, name, form, place, sealed, removed, version, changed_by, changed_at, tested_at, sent_at, failed_at, failure"

// Target is where alarms go, without what must not be shown.
type Target struct {
	ID, Name, Form, Place string
	Version               int64
	ChangedBy             string
	ChangedAt             time.Time
	SentAt, FailedAt      time.Time // zero if never
	Failure               string    // why the last message was not taken, if it came after the last that was
}

// TargetEdit is a target as somebody wants it.
type TargetEdit struct {
	ID      string // empty for a new one
	Name    string
	Form    string
	Address Address
	Version int64
	Reason  string
}

func sealFor(id string) string { return "alarm_target.sealed/" + id }

// TargetSubject is what a request about a target is about.
func TargetSubject(id string) string { return "alarm.target:" + id }

func liveTargets(ctx context.Context, r db.Reader) ([]target, error) {
	var rows []target
	if err := r.NewRaw("SELECT "+targetColumns+" FROM alarm_target WHERE NOT removed ORDER BY name, id").Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read the targets of alarms: %w", err)
	}
	return rows, nil
}

func findTarget(ctx context.Context, r db.Reader, id string) (target, error) {
	var t target
	err := r.NewRaw("SELECT "+targetColumns+" FROM alarm_target WHERE id = ? AND NOT removed", id).Scan(ctx, &t)
	if errors.Is(err, sql.ErrNoRows) {
		return t, ErrTarget
	}
	if err != nil {
		return t, fmt.Errorf("find the target of alarms: %w", err)
	}
	return t, nil
}

// Targets lists where alarms can go.
func (a *Alarms) Targets(ctx context.Context, r db.Reader) ([]Target, error) {
	rows, err := liveTargets(ctx, r)
	out := make([]Target, len(rows))
	for i, t := range rows {
		out[i] = Target{
			ID: t.ID, Name: t.Name, Form: t.Form, Place: t.Place, Version: t.Version, ChangedBy: t.ChangedBy, ChangedAt: calendar.FromMillis(t.ChangedAt),
		}
		if t.SentAt > 0 {
			out[i].SentAt = calendar.FromMillis(t.SentAt)
		}
		if t.FailedAt > 0 {
			out[i].FailedAt = calendar.FromMillis(t.FailedAt)
		}
		if t.FailedAt > t.SentAt {
			out[i].Failure = t.Failure
		}
	}
	return out, err
}

const kindTarget staff.Kind[targetPayload] = "alarm.target"

// targetPayload is what a second person agrees to. The address in it is sealed.
type targetPayload struct {
	ID      string `json:"id"`
	New     bool   `json:"new,omitempty"`
	Remove  bool   `json:"remove,omitempty"`
	Name    string `json:"name"`
	Form    string `json:"form,omitempty"`
	Place   string `json:"place,omitempty"`
	Sealed  string `json:"sealed,omitempty"`
	Version int64  `json:"version"`
}

// SaveTarget makes a target, or changes its name, address and keys. An address is
// written whole: nothing of the old one is kept. Another address makes alarms go
// elsewhere, so every change needs a second person. It returns the id of the
// request, if one was made. Faults: those of Address.check, ErrTarget, ErrMany,
// ErrStale.
func (a *Alarms) SaveTarget(ctx context.Context, by staff.Actor, e TargetEdit) (approval string, err error) {
	reason, err := staff.CheckReason(e.Reason)
	if err != nil {
		return "", err
	}
	in := targetPayload{ID: e.ID, New: e.ID == "", Name: strings.TrimSpace(e.Name), Form: e.Form, Version: e.Version}
	if n := utf8.RuneCountInString(in.Name); n < 1 || n > 30 || clean(in.Name) != in.Name {
		return "", ErrName
	}
	if in.Place, err = a.checkAddress(e.Form, &e.Address); err != nil {
		return "", err
	}
	if in.New {
		in.ID = uuid.Must(uuid.NewV7()).String()
	}
	text, err := json.Marshal(e.Address)
	if err != nil {
		return "", err
	}
	in.Sealed = a.Box.Seal(sealFor(in.ID), string(text))
	return a.askTarget(ctx, by, in, reason)
}

// RemoveTarget takes a target away, which silences it: by two people.
func (a *Alarms) RemoveTarget(ctx context.Context, by staff.Actor, id string, version int64, reason string) (approval string, err error) {
	reason, err = staff.CheckReason(reason)
	if err != nil {
		return "", err
	}
	return a.askTarget(ctx, by, targetPayload{ID: id, Remove: true, Version: version}, reason)
}

func (a *Alarms) askTarget(ctx context.Context, by staff.Actor, in targetPayload, reason string) (approval string, err error) {
	err = a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		approval = ""
		if err := a.Staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		old, err := a.targetToChange(ctx, tx, in)
		if err != nil {
			return err
		}
		two, err := a.Staff.NeedsTwo(ctx, tx, by)
		if err != nil {
			return err
		}
		if !two {
			return a.writeTarget(ctx, tx, by, old, in, reason)
		}
		r := kindTarget.Request(in, staff.Request{Subject: TargetSubject(in.ID), Label: in.Name, Title: "新增报警去向：" + in.Name, Reason: reason})
		r.Details = []staff.Detail{{Label: "名称", Value: in.Name}, {Label: "方式", Value: formNames[in.Form]}, {Label: "发往", Value: in.Place}}
		switch {
		case in.Remove:
			r.Label, r.Title = old.Name, "删除报警去向："+old.Name
			r.Details = []staff.Detail{{Label: "名称", Value: old.Name}, {Label: "方式", Value: formNames[old.Form]}, {Label: "发往", Value: old.Place}}
		case !in.New:
			r.Title = "修改报警去向：" + old.Name
			r.Details = append([]staff.Detail{{Label: "原名称", Value: old.Name}, {Label: "原方式", Value: formNames[old.Form]}, {Label: "原发往", Value: old.Place}}, r.Details...)
		}
		approval, err = a.Staff.RequestApproval(ctx, tx, by, r)
		return err
	})
	return approval, err
}

// targetToChange is the target before a change that may be made now.
func (a *Alarms) targetToChange(ctx context.Context, tx *db.Tx, in targetPayload) (target, error) {
	if in.New {
		all, err := liveTargets(ctx, tx)
		if err == nil && len(all) >= mostTargets {
			err = ErrMany
		}
		return target{}, err
	}
	old, err := findTarget(ctx, tx, in.ID)
	if err == nil && old.Version != in.Version {
		err = ErrStale
	}
	return old, err
}

// applyTarget carries out a request of SaveTarget or RemoveTarget.
func (a *Alarms) applyTarget(ctx context.Context, tx *db.Tx, by staff.Actor, asked staff.Approval, in targetPayload) error {
	if err := a.Staff.LockAudit(ctx, tx); err != nil {
		return err
	}
	old, err := a.targetToChange(ctx, tx, in)
	if err != nil {
		return staff.ErrSubjectChange
	}
	return a.writeTarget(ctx, tx, by, old, in, asked.Reason)
}

func (a *Alarms) writeTarget(ctx context.Context, tx *db.Tx, by staff.Actor, old target, in targetPayload, reason string) error {
	before, err := liveTargets(ctx, tx)
	if err != nil {
		return err
	}
	change := staff.Change{Action: string(kindTarget), Subject: TargetSubject(in.ID), Label: in.Name, Reason: reason, After: map[string]any{"name": in.Name, "form": in.Form, "place": in.Place}}
	said := by.Name + " 设置了报警去向「" + in.Name + "」（" + formNames[in.Form] + "）。"
	if !in.New {
		change.Before = map[string]any{"name": old.Name, "form": old.Form, "place": old.Place}
	}
	if in.Remove {
		change.Action, change.Label, change.After = "alarm.remove", old.Name, nil
		said = by.Name + " 删除了报警去向「" + old.Name + "」。"
		_, err = tx.NewRaw("UPDATE alarm_target SET removed = TRUE, version = version + 1, changed_by = ?, changed_at = ? WHERE id = ?", by.Name, tx.NowMillis(), in.ID).Exec(ctx)
	} else {
		_, err = tx.NewRaw(`
			INSERT INTO alarm_target (id, name, form, place, sealed, version, changed_by, changed_at) VALUES (?0, ?1, ?2, ?3, ?4, 1, ?5, ?6)
			ON CONFLICT (id) DO UPDATE SET name = ?1, form = ?2, place = ?3, sealed = ?4, version = alarm_target.version + 1, changed_by = ?5, changed_at = ?6`,
			in.ID, in.Name, in.Form, in.Place, in.Sealed, by.Name, tx.NowMillis()).Exec(ctx)
	}
	if err != nil {
		return fmt.Errorf("write the target of alarms: %w", err)
	}
	if err := a.tellChange(ctx, tx, before, "target:"+in.ID, said); err != nil {
		return err
	}
	return a.Staff.Audit(ctx, tx, by, change)
}

// testPause is how long after a test a target is not tested again.
const testPause = 10 * time.Second

// Test sends a message to a target now and waits for it. It fails with ErrUnsent
// and the reason, with ErrTarget, and with ErrTooSoon.
func (a *Alarms) Test(ctx context.Context, by staff.Actor, id string) error {
	var t target
	err := a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		if t, err = findTarget(ctx, tx, id); err != nil {
			return err
		}
		marked, err := tx.NewRaw("UPDATE alarm_target SET tested_at = ? WHERE id = ? AND tested_at <= ?", tx.NowMillis(), id, tx.Now().Add(-testPause).UnixMilli()).Exec(ctx)
		if err != nil {
			return err
		}
		if n, _ := marked.RowsAffected(); n == 0 {
			return ErrTooSoon
		}
		return a.Staff.Audit(ctx, tx, by, staff.Change{Action: "alarm.test", Subject: TargetSubject(id), Label: t.Name})
	})
	if err != nil {
		return err
	}
	now := a.DB.Clock().Now()
	m := message{
		Site: a.Named(), Kind: "alarm.test", State: "test", Title: "测试消息", Text: "这是一条测试消息，由 " + by.Name + " 发出。收到即表示设置正确。",
		Count: 1, FirstAt: now.UnixMilli(), At: now.UnixMilli(),
	}
	failure := a.send(ctx, t.ID, t.Form, t.Sealed, uuid.NewString(), m)
	if err := a.noteTry(ctx, t.ID, failure); err != nil {
		return err
	}
	if failure != "" {
		return ErrUnsent.With(failure)
	}
	return nil
}

// noteTry keeps what became of the last message to a target.
func (a *Alarms) noteTry(ctx context.Context, id, failure string) error {
	return a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		set, args := "sent_at = ?", []any{tx.NowMillis(), id}
		if failure != "" {
			set, args = "failed_at = ?, failure = ?", []any{tx.NowMillis(), failure, id}
		}
		_, err := tx.NewRaw("UPDATE alarm_target SET "+set+" WHERE id = ?", args...).Exec(ctx)
		return err
	})
}
