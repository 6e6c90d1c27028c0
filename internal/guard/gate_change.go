package guard

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// kindOpen names the second person's requests to open a door.
const kindOpen staff.Kind[openPayload] = "gate.open"

// Close closes a door at once, by one person: what may be wrong is stopped
// first and looked at afterwards. It fails with ErrDoor, staff.ErrReason, or
// ErrClosedAlready.
func (g *Gate) Close(ctx context.Context, by staff.Actor, door Door, reason string) (Closing, error) {
	var c Closing
	err := g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		closed, err := g.CloseIn(ctx, tx, by, Closing{Door: door, Cause: ByHand, Reason: reason})
		if err != nil {
			return err
		}
		if !closed {
			return ErrClosedAlready
		}
		c, err = closingOf(ctx, tx, door)
		return err
	})
	return c, err
}

// CloseIn is Close inside the caller's transaction, for any cause. A closed
// door stays closed without error. Only a restore replaces an earlier closing,
// because its opening needs more.
func (g *Gate) CloseIn(ctx context.Context, tx *db.Tx, by staff.Actor, c Closing) (closed bool, err error) {
	if !c.Door.Known() {
		return false, ErrDoor
	}
	if c.Reason, err = staff.CheckReason(c.Reason); err != nil {
		return false, err
	}
	was, err := closingOf(ctx, tx, c.Door)
	switch {
	case errors.Is(err, errOpen):
	case err != nil:
		return false, err
	case c.Cause != ByRestore:
		return false, nil
	default:
		if was.Cause == ByRestore && was.From.Before(c.From) {
			c.From = was.From // restored twice: what the first restore lost is still to be found
		}
		if err := open(ctx, tx, was, by.Name, replacedByRestore, true); err != nil {
			return false, err
		}
	}
	done, err := tx.NewRaw(`
		INSERT INTO gate_closing (id, door, cause, reason, by_id, by_name, closed_at, known_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (door) WHERE opened_at = 0 DO NOTHING`,
		uuid.Must(uuid.NewV7()).String(), c.Door, c.Cause, c.Reason, by.ID, by.Name, tx.NowMillis(), stored(c.From)).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("close %s: %w", c.Door, err)
	}
	if n, _ := done.RowsAffected(); n == 0 {
		return false, nil // closed by another call at this moment
	}
	tx.AfterCommit(func() {
		g.changed()
		g.db.Log().WarnContext(ctx, "the gate is closed", "door", string(c.Door), "cause", string(c.Cause), "by", by.Name, "reason", c.Reason)
	})
	return true, g.staff.Audit(ctx, tx, by, staff.Change{
		Action: "gate.close", Subject: "gate:" + string(c.Door), Label: c.Door.Text(), Reason: c.Reason,
		After: map[string]any{"cause": c.Cause, "knownUntil": stored(c.From)},
	})
}

// CloseRestored closes everything because the database was restored: money
// stays where it is until the companies' statements were compared with the
// books. Any number of times is once.
func (g *Gate) CloseRestored(ctx context.Context, tx *db.Tx, by staff.Actor, reason string) error {
	c := Closing{Door: DoorAll, Cause: ByRestore, Reason: reason}
	if g.KnownUntil != nil {
		var err error
		if c.From, err = g.KnownUntil(ctx, tx); err != nil {
			return err
		}
	}
	_, err := g.CloseIn(ctx, tx, by, c)
	return err
}

// openPayload is the request that the second person's approval carries out.
type openPayload struct {
	Closing string `json:"closing"`
	Door    Door   `json:"door"`
}

// AskToOpen asks a second person to open a door that one closed. It returns the
// request's id. It fails with ErrOpenAlready, with what Ready says, and with
// staff's faults.
func (g *Gate) AskToOpen(ctx context.Context, by staff.Actor, door Door, reason string) (approval string, err error) {
	if err := g.readyOutside(ctx, door); err != nil {
		return "", err
	}
	err = g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err := g.openable(ctx, tx, door)
		if err != nil {
			return err
		}
		approval, err = g.staff.RequestApproval(ctx, tx, by, kindOpen.Request(openPayload{Closing: c.ID, Door: c.Door}, staff.Request{
			Subject: "gate:" + string(c.Door), Label: c.Door.Text(), Title: "恢复资金操作：" + c.Door.Text(), Reason: reason,
			Details: []staff.Detail{
				{Label: "关闭范围", Value: c.Door.Text()}, {Label: "关闭原因", Value: causeTexts[c.Cause] + "：" + c.Reason},
				{Label: "关闭人", Value: c.By}, {Label: "关闭时间", Value: calendar.Stamp(c.Since)},
			},
		}))
		return err
	})
	return approval, err
}

var causeTexts = map[Cause]string{ByHand: "人工关闭", ByRestore: "数据库恢复", ByBreak: "对账差异", ByOpening: "尚未开业"}

// Text is the cause in Chinese.
func (c Cause) Text() string { return causeTexts[c] }

// openApproved opens what a second person agreed to.
func (g *Gate) openApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p openPayload) error {
	c, err := g.openable(ctx, tx, p.Door)
	if errors.Is(err, ErrOpenAlready) || err == nil && c.ID != p.Closing {
		return staff.ErrSubjectChange
	}
	if err != nil {
		return err
	}
	return g.openIn(ctx, tx, by, c, a.MakerName+"、"+by.Name, a.Reason)
}

// OpenAlone opens a door without a second person. It is for the command line,
// whose user has the database itself and may be the only operator. Unless
// anyway is set, Ready must agree. The trail says how it was opened.
func (g *Gate) OpenAlone(ctx context.Context, by staff.Actor, door Door, reason string, anyway bool) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		c, err := closingOf(ctx, tx, door)
		if err != nil {
			return openFault(err)
		}
		if !anyway {
			if c, err = g.openable(ctx, tx, door); err != nil {
				return err
			}
		} else {
			reason += "（未经核对）"
		}
		if err := g.staff.VoidPending(ctx, tx, by, "gate:"+string(door), "已由命令行打开"); err != nil {
			return err
		}
		return g.openIn(ctx, tx, by, c, by.Name, reason)
	})
}

// NotReady says why a closed door may not be opened yet, nil if it may. It is
// for display, outside of any transaction.
func (g *Gate) NotReady(ctx context.Context, c Closing) error {
	if g.Ready != nil {
		if err := g.Ready(ctx, g.db, c); err != nil {
			return err
		}
	}
	return g.readyOutside(ctx, c.Door)
}

// readyOutside asks ReadyOutside about a door that is closed.
func (g *Gate) readyOutside(ctx context.Context, door Door) error {
	if g.ReadyOutside == nil {
		return nil
	}
	closed, err := standing(ctx, g.db)
	if err != nil {
		return err
	}
	for _, c := range closed {
		if c.Door == door {
			return g.ReadyOutside(ctx, c)
		}
	}
	return nil
}

// openable is a closing that may be opened now.
func (g *Gate) openable(ctx context.Context, tx *db.Tx, door Door) (Closing, error) {
	c, err := closingOf(ctx, tx, door)
	if err != nil {
		return c, openFault(err)
	}
	if g.Ready != nil {
		return c, g.Ready(ctx, tx, c)
	}
	return c, nil
}

func openFault(err error) error {
	if errors.Is(err, errOpen) {
		return ErrOpenAlready
	}
	return err
}

func (g *Gate) openIn(ctx context.Context, tx *db.Tx, by staff.Actor, c Closing, names, reason string) error {
	if err := open(ctx, tx, c, names, reason, false); err != nil {
		return err
	}
	tx.AfterCommit(func() {
		g.changed()
		g.db.Log().WarnContext(ctx, "the gate is open again", "door", string(c.Door), "cause", string(c.Cause), "by", names, "reason", reason)
	})
	return g.staff.Audit(ctx, tx, by, staff.Change{
		Action: "gate.open", Subject: "gate:" + string(c.Door), Label: c.Door.Text(), Reason: reason,
		Before: map[string]any{"cause": c.Cause, "reason": c.Reason, "by": c.By, "since": c.Since.UnixMilli()},
	})
}

// errOpen says that the door is not closed.
var errOpen = errors.New("guard: the door is open")

const closingColumns = "id, door, cause, reason, by_name, closed_at, known_until"

type closingRow struct {
	ID                   string
	Door                 Door
	Cause                Cause
	Reason, ByName       string
	ClosedAt, KnownUntil int64
}

func (r closingRow) closing() Closing {
	c := Closing{ID: r.ID, Door: r.Door, Cause: r.Cause, Reason: r.Reason, By: r.ByName, Since: calendar.FromMillis(r.ClosedAt)}
	if r.KnownUntil > 0 {
		c.From = calendar.FromMillis(r.KnownUntil)
	}
	return c
}

// closingOf reads and locks the closing of a door, or fails with errOpen.
func closingOf(ctx context.Context, tx *db.Tx, door Door) (Closing, error) {
	var row closingRow
	err := tx.NewRaw("SELECT "+closingColumns+" FROM gate_closing WHERE door = ? AND opened_at = 0"+tx.ForUpdate(), door).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Closing{}, errOpen
	}
	if err != nil {
		return Closing{}, fmt.Errorf("guard: read the gate: %w", err)
	}
	return row.closing(), nil
}

func standing(ctx context.Context, r db.Reader) ([]Closing, error) {
	var rows []closingRow
	err := r.NewRaw("SELECT "+closingColumns+" FROM gate_closing WHERE opened_at = 0 ORDER BY CASE WHEN door = 'all' THEN 0 ELSE 1 END, door").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("guard: read the gate: %w", err)
	}
	out := make([]Closing, len(rows))
	for i, row := range rows {
		out[i] = row.closing()
	}
	return out, nil
}

// open ends a closing. One that is replaced by another closing of its door opens nothing.
func open(ctx context.Context, tx *db.Tx, c Closing, names, reason string, replaced bool) error {
	_, err := tx.NewRaw("UPDATE gate_closing SET opened_at = ?, opened_by = ?, open_reason = ?, replaced = ? WHERE id = ? AND opened_at = 0",
		tx.NowMillis(), names, reason, replaced, c.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("open %s: %w", c.Door, err)
	}
	return nil
}

// Past is a closing that is over.
type Past struct {
	Closing
	OpenedAt             time.Time
	OpenedBy, OpenReason string
}

// History lists the closings that are over, newest first, at most limit.
func (g *Gate) History(ctx context.Context, r db.Reader, limit int) ([]Past, error) {
	var rows []struct {
		ID                             string
		Door                           Door
		Cause                          Cause
		Reason, ByName                 string
		ClosedAt, KnownUntil, OpenedAt int64
		OpenedBy, OpenReason           string
	}
	err := r.NewRaw("SELECT "+closingColumns+", opened_at, opened_by, open_reason FROM gate_closing WHERE opened_at > 0 ORDER BY opened_at DESC, id DESC LIMIT ?",
		limit).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("guard: read the gate: %w", err)
	}
	out := make([]Past, len(rows))
	for i, row := range rows {
		c := closingRow{row.ID, row.Door, row.Cause, row.Reason, row.ByName, row.ClosedAt, row.KnownUntil}
		out[i] = Past{c.closing(), calendar.FromMillis(row.OpenedAt), row.OpenedBy, row.OpenReason}
	}
	return out, nil
}

func stored(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
