package alarm

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Signal is something that goes on now.
type Signal struct {
	Subject string // what it is about; one event each
	Text    string // a sentence for people, without secrets and personal data
	// Level is how much of it there is. What grows is told again as soon as its
	// kind lets it be: an old trifle must not hide a new theft.
	Level int64
}

// event is a row of alarm_event.
type event struct {
	ID, Kind, Subject, Text string
	FirstAt, LastAt         int64
	Count, Told             int64
	Tellings                int
	ToldAt, EndedAt         int64
}

const eventColumns = "id, kind, subject, text, first_at, last_at, count, told, tellings, told_at, ended_at"

// mostText bounds the text of an event in runes.
const mostText = 400

// clean makes one bounded line of a text.
func clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.C, r) {
			return ' '
		}
		return r
	}, text)
	runes := []rune(strings.TrimSpace(text))
	return string(runes[:min(len(runes), mostText)])
}

// Raise notes that something happened. The same thing is told at once the first
// time, and then at most once in the time that its kind is set to, with how
// often it happened.
func (a *Alarms) Raise(ctx context.Context, kind, subject, text string) error {
	err := a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return a.RaiseIn(ctx, tx, kind, subject, text) })
	if err != nil {
		return fmt.Errorf("raise alarm %s: %w", kind, err)
	}
	return nil
}

// RaiseOnce is Raise for something that is told one single time, however often it
// is seen.
func (a *Alarms) RaiseOnce(ctx context.Context, kind, subject, text string) error {
	err := a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var n int
		if err := tx.NewRaw("SELECT COUNT(*) FROM alarm_event WHERE kind = ? AND subject = ?", kind, subject).Scan(ctx, &n); err != nil || n > 0 {
			return err
		}
		return a.RaiseIn(ctx, tx, kind, subject, text)
	})
	if err != nil {
		return fmt.Errorf("raise alarm %s: %w", kind, err)
	}
	return nil
}

// RaiseIn is Raise in the transaction of what happened.
func (a *Alarms) RaiseIn(ctx context.Context, tx *db.Tx, kind, subject, text string) error {
	e, err := a.note(ctx, tx, kind, Signal{Subject: subject, Text: text}, 1)
	if err != nil {
		return err
	}
	r, err := readRoutes(ctx, tx)
	if err != nil {
		return err
	}
	return a.tellIfDue(ctx, tx, r, e)
}

// Observe says everything of a kind that goes on now. What was there before and
// is not in the list has ended, and its end is told. It is called again and
// again: what goes on is not counted.
func (a *Alarms) Observe(ctx context.Context, kind string, now []Signal) error {
	err := a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := readRoutes(ctx, tx)
		if err != nil {
			return err
		}
		var standing []event
		if err := tx.NewRaw("SELECT "+eventColumns+" FROM alarm_event WHERE kind = ? AND ended_at = 0 ORDER BY subject", kind).Scan(ctx, &standing); err != nil {
			return err
		}
		for _, e := range standing {
			if slices.ContainsFunc(now, func(s Signal) bool { return s.Subject == e.Subject }) {
				continue
			}
			if err := a.end(ctx, tx, r, e); err != nil {
				return err
			}
		}
		for _, s := range now {
			e, err := a.note(ctx, tx, kind, s, 0)
			if err != nil {
				return err
			}
			e.Count = max(s.Level, 1)
			e.Told = min(e.Told, e.Count)
			if _, err := tx.NewRaw("UPDATE alarm_event SET count = ?, told = ? WHERE id = ?", e.Count, e.Told, e.ID).Exec(ctx); err != nil {
				return err
			}
			if err := a.tellIfDue(ctx, tx, r, e); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("observe alarm %s: %w", kind, err)
	}
	return nil
}

// note writes an event down, or adds to the one that stands.
func (a *Alarms) note(ctx context.Context, tx *db.Tx, kind string, s Signal, more int64) (event, error) {
	if _, known := kindOf(kind); !known {
		return event{}, fmt.Errorf("no alarm is of kind %q", kind)
	}
	var e event
	err := tx.NewRaw(`
		INSERT INTO alarm_event (id, kind, subject, text, first_at, last_at, count) VALUES (?0, ?1, ?2, ?3, ?4, ?4, 1)
		ON CONFLICT (kind, subject) WHERE ended_at = 0 DO UPDATE SET text = ?3, last_at = ?4, count = alarm_event.count + ?5
		RETURNING `+eventColumns, uuid.Must(uuid.NewV7()).String(), kind, s.Subject, clean(s.Text), tx.NowMillis(), more).Scan(ctx, &e)
	return e, err
}

// standingMost is the longest that is waited before something that goes on is
// told once more: each telling doubles the wait.
const standingMost = 24 * time.Hour

// tellIfDue tells an event that is new, that happened again since it was last
// told, or that still goes on after a while.
func (a *Alarms) tellIfDue(ctx context.Context, tx *db.Tx, r Routes, e event) error {
	every, k := r.every(e.Kind), mustKind(e.Kind)
	switch {
	case e.Tellings == 0:
	case e.Count > e.Told && tx.NowMillis() >= e.ToldAt+every.Milliseconds():
	case !k.Happens && tx.NowMillis() >= e.ToldAt+min(every<<min(e.Tellings, 10), standingMost).Milliseconds():
	default:
		return nil
	}
	return a.tell(ctx, tx, r, e, false)
}

func mustKind(kind string) Kind {
	k, _ := kindOf(kind)
	return k
}

// end closes an event that was observed, and tells it where its beginning was told.
func (a *Alarms) end(ctx context.Context, tx *db.Tx, r Routes, e event) error {
	if _, err := tx.NewRaw("UPDATE alarm_event SET ended_at = ? WHERE id = ?", tx.NowMillis(), e.ID).Exec(ctx); err != nil {
		return err
	}
	if e.Tellings == 0 {
		return nil
	}
	return a.tell(ctx, tx, r, e, true)
}

// message is what a target is told.
type message struct {
	Site    string `json:"site"`
	Kind    string `json:"kind"`
	State   string `json:"state"` // raised, again, over, test
	Grave   bool   `json:"grave"`
	Title   string `json:"title"`
	Text    string `json:"text"`
	Subject string `json:"subject"`
	Count   int64  `json:"count"` // how often it happened since it was last told
	FirstAt int64  `json:"firstAt"`
	At      int64  `json:"at"`
}

func (a *Alarms) messageOf(e event, over bool, now time.Time) message {
	k := mustKind(e.Kind)
	m := message{
		Site: a.Named(), Kind: e.Kind, State: "raised", Grave: k.Grave, Title: k.Name, Subject: e.Subject, Count: max(e.Count-e.Told, 1),
		FirstAt: e.FirstAt, At: now.UnixMilli(),
	}
	lines := []string{e.Text}
	since := calendar.Stamp(calendar.FromMillis(e.FirstAt))
	switch {
	case over:
		m.State, m.Title = "over", k.Name+"：已恢复"
		lines = append(lines, "开始于 "+since+"，现已恢复。")
	case e.Tellings > 0 && e.Count > e.Told && !k.Happens:
		m.State = "again"
		lines = append(lines, fmt.Sprintf("比上次通知时增加 %d 项，自 %s 起未恢复。", e.Count-e.Told, since))
	case e.Tellings > 0 && e.Count > e.Told:
		m.State = "again"
		lines = append(lines, fmt.Sprintf("上次通知后又发生 %d 次，首次发生于 %s。", e.Count-e.Told, since))
	case e.Tellings > 0:
		m.State = "again"
		lines = append(lines, "自 "+since+" 起仍未恢复。")
	default:
		lines = append(lines, "时间 "+since)
	}
	if !over {
		lines = append(lines, k.About)
	}
	m.Text = strings.Join(lines, "\n")
	return m
}

// tell makes a message for each target of the kind.
func (a *Alarms) tell(ctx context.Context, tx *db.Tx, r Routes, e event, over bool) error {
	targets, err := liveTargets(ctx, tx)
	if err != nil {
		return err
	}
	for _, t := range targets {
		if !slices.Contains(r.of(e.Kind).Targets, t.ID) {
			continue
		}
		if e.Kind == Lost && e.Subject == t.ID { // it would be lost like those before it
			continue
		}
		if err := a.post(ctx, tx, e, t.ID, "", a.messageOf(e, over, tx.Now())); err != nil {
			return err
		}
	}
	_, err = tx.NewRaw("UPDATE alarm_event SET told = count, tellings = tellings + 1, told_at = ? WHERE id = ?", tx.NowMillis(), e.ID).Exec(ctx)
	return err
}

// tellChange tells all targets, as they were before a change of the settings, of it.
func (a *Alarms) tellChange(ctx context.Context, tx *db.Tx, before []target, subject, text string) error {
	e, err := a.note(ctx, tx, Changed, Signal{Subject: subject, Text: text}, 1)
	if err != nil {
		return err
	}
	for _, t := range before {
		if err := a.post(ctx, tx, e, t.ID, t.Sealed, a.messageOf(e, false, tx.Now())); err != nil {
			return err
		}
	}
	_, err = tx.NewRaw("UPDATE alarm_event SET told = count, tellings = tellings + 1, told_at = ?, ended_at = ? WHERE id = ?", tx.NowMillis(), tx.NowMillis(), e.ID).Exec(ctx)
	return err
}

func (a *Alarms) post(ctx context.Context, tx *db.Tx, e event, target, sealed string, m message) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw(`INSERT INTO alarm_delivery (id, event, target, sealed, message, state, made_at, next_at, deadline_at) VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?, ?)`,
		uuid.Must(uuid.NewV7()).String(), e.ID, target, sealed, string(text), tx.NowMillis(), tx.NowMillis(), tx.Now().Add(deadline).UnixMilli()).Exec(ctx)
	return err
}

// Event is what happened, for the list.
type Event struct {
	ID, Kind, Subject, Text string
	FirstAt, LastAt         time.Time
	EndedAt                 time.Time // zero while it stands
	Count                   int64
	Messages                []Sent
}

// Sent is a message about an event and what became of it.
type Sent struct {
	Target, State, Failure string
	Tries                  int
	MadeAt, EndedAt        time.Time
}

// EventKeys gives the ids of all events of a kind at one moment, in the order of Events.
// kind is empty for all.
func (a *Alarms) EventKeys(ctx context.Context, kind string) ([]string, error) {
	q := a.DB.NewSelect().Table("alarm_event").ColumnExpr("id")
	if kind != "" {
		q.Where("kind = ?", kind)
	}
	var ids []string
	if err := q.OrderExpr("last_at DESC, id DESC").Scan(ctx, &ids); err != nil {
		return nil, fmt.Errorf("keys of alarms: %w", err)
	}
	return ids, nil
}

// EventsByKey gives events as they are now, in the order of the ids, without their
// messages.
func (a *Alarms) EventsByKey(ctx context.Context, ids []string) ([]Event, error) {
	var rows []event
	if err := a.DB.NewSelect().Table("alarm_event").ColumnExpr(eventColumns).Where("id IN (?)", bun.List(ids)).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("alarms by key: %w", err)
	}
	rows = db.InOrder(ids, rows, func(e event) string { return e.ID })
	out := make([]Event, len(rows))
	for i, e := range rows {
		out[i] = e.shown()
	}
	return out, nil
}

func (e event) shown() Event {
	out := Event{
		ID: e.ID, Kind: e.Kind, Subject: e.Subject, Text: e.Text, FirstAt: calendar.FromMillis(e.FirstAt), LastAt: calendar.FromMillis(e.LastAt), Count: e.Count,
	}
	if e.EndedAt > 0 {
		out.EndedAt = calendar.FromMillis(e.EndedAt)
	}
	return out
}

// Events lists what happened, the last first, and how much there is. kind is empty for all.
func (a *Alarms) Events(ctx context.Context, kind string, limit, offset int64) ([]Event, int, error) {
	q := a.DB.NewSelect().Table("alarm_event").ColumnExpr(eventColumns)
	if kind != "" {
		q.Where("kind = ?", kind)
	}
	var rows []event
	total, err := q.OrderExpr("last_at DESC, id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("list alarms: %w", err)
	}
	out := make([]Event, len(rows))
	for i, e := range rows {
		out[i] = e.shown()
		if out[i].Messages, err = messagesOf(ctx, a.DB, e.ID); err != nil {
			return nil, 0, err
		}
	}
	return out, int(total), nil
}

func messagesOf(ctx context.Context, r db.Reader, event string) ([]Sent, error) {
	var rows []struct {
		Name, State, Failure string
		Tries                int
		MadeAt, EndedAt      int64
	}
	err := r.NewRaw(`SELECT t.name, d.state, d.failure, d.tries, d.made_at, d.ended_at FROM alarm_delivery d JOIN alarm_target t ON t.id = d.target
		WHERE d.event = ? ORDER BY d.id DESC LIMIT 20`, event).Scan(ctx, &rows)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("list messages of an alarm: %w", err)
	}
	out := make([]Sent, len(rows))
	for i, row := range rows {
		out[i] = Sent{Target: row.Name, State: row.State, Failure: row.Failure, Tries: row.Tries, MadeAt: calendar.FromMillis(row.MadeAt)}
		if row.EndedAt > 0 {
			out[i].EndedAt = calendar.FromMillis(row.EndedAt)
		}
	}
	return out, nil
}
