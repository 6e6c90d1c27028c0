package staff

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Change is one thing that was done to one subject.
type Change struct {
	Action  string // stable code, "withdrawal.approve"
	Subject string // type and id, "withdrawal:W123"; nothing where there is none
	Label   string // what people call the subject
	Reason  string
	Before  any // made into JSON; never a password or an unmasked personal field
	After   any
}

// Audit writes a change to the trail, in the transaction of the change. Call
// it last: from here to the commit, every other writer of the trail waits.
func (s *Staff) Audit(ctx context.Context, tx *db.Tx, by Actor, c Change) error {
	row := auditRow{
		At: tx.NowMillis(), Actor: by.ID, ActorName: by.Name, Action: c.Action, Subject: c.Subject, Label: c.Label,
		Reason: c.Reason, IP: by.IP, RequestID: by.RequestID,
	}
	var err error
	if row.Before, err = jsonText(c.Before); err != nil {
		return err
	}
	if row.After, err = jsonText(c.After); err != nil {
		return err
	}
	head, err := lockHead(ctx, tx)
	if err != nil {
		return err
	}
	row.Seq, row.Prev = head.Seq+1, head.Hash
	row.Hash = row.digest()
	_, err = tx.NewRaw(`
		INSERT INTO staff_audit (seq, at, actor, actor_name, action, subject, label, reason, ip, request_id, before, after, prev, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		row.Seq, row.At, row.Actor, row.ActorName, row.Action, row.Subject, row.Label, row.Reason, row.IP, row.RequestID,
		row.Before, row.After, row.Prev, row.Hash).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write the audit trail: %w", err)
	}
	if _, err := tx.NewRaw("UPDATE staff_audit_head SET seq = ?, hash = ? WHERE one = 1", row.Seq, row.Hash).Exec(ctx); err != nil {
		return fmt.Errorf("move the end of the audit trail: %w", err)
	}
	// The log leaves this machine; with the hashes in it, a trail that was
	// rewritten from some row on can be told from the one that was logged.
	tx.AfterCommit(func() {
		s.Log.InfoContext(ctx, "audit", "seq", row.Seq, "actor", row.Actor, "action", row.Action, "subject", row.Subject, "hash", row.Hash)
	})
	return nil
}

// auditHead is the end of the chain.
type auditHead struct {
	Seq  int64
	Hash string
}

func lockHead(ctx context.Context, tx *db.Tx) (auditHead, error) {
	var head auditHead
	if err := tx.NewRaw("SELECT seq, hash FROM staff_audit_head WHERE one = 1"+tx.ForUpdate()).Scan(ctx, &head); err != nil {
		return auditHead{}, fmt.Errorf("lock the end of the audit trail: %w", err)
	}
	return head, nil
}

// LockAudit keeps other writers off the trail until the transaction ends, so
// that what it counts in the trail is still true when it adds to it.
func (s *Staff) LockAudit(ctx context.Context, tx *db.Tx) error {
	_, err := lockHead(ctx, tx)
	return err
}

func jsonText(v any) (string, error) {
	if v == nil {
		return "", nil
	}
	// As it is: marks of HTML stay readable in the table, and take a sixth of the room.
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", fmt.Errorf("audit: %w", err)
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// auditRow is a row of staff_audit.
type auditRow struct {
	Seq, At                                          int64
	Actor, ActorName, Action, Subject, Label, Reason string
	IP                                               string `bun:"ip"`
	RequestID                                        string `bun:"request_id"`
	Before, After, Prev, Hash                        string
}

// digest is the hash of a row and, through prev, of all rows before it. Each
// field goes in with its length, so that no two rows are written alike.
func (r auditRow) digest() string {
	h := sha256.New()
	for _, f := range []string{
		r.Prev, strconv.FormatInt(r.Seq, 10), strconv.FormatInt(r.At, 10), r.Actor, r.ActorName, r.Action,
		r.Subject, r.Label, r.Reason, r.IP, r.RequestID, r.Before, r.After,
	} {
		io.WriteString(h, strconv.Itoa(len(f))+":"+f)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// AuditReport is what VerifyAudit found.
type AuditReport struct {
	Checked   int64  // rows found in order, up to the first broken one
	Head      string // hash of the last row in order
	BrokenSeq int64  // the first broken row, 0 if the whole trail holds
	Broken    string // what is wrong with it, in plain English
}

// OK reports whether the whole trail holds.
func (r AuditReport) OK() bool { return r.BrokenSeq == 0 }

const auditColumns = "seq, at, actor, actor_name, action, subject, label, reason, ip, request_id, before, after, prev, hash"

// auditNights is in how many nights the whole trail is followed again.
const auditNights = 30

// VerifyAudit follows the trail from its first row and stops at the first that
// was altered, taken out or put in.
func (s *Staff) VerifyAudit(ctx context.Context) (AuditReport, error) {
	report, err := s.verifyAudit(db.ForLongWork(ctx), auditHead{}, 0)
	if err != nil {
		return AuditReport{}, fmt.Errorf("verify the audit trail: %w", err)
	}
	return report, nil
}

// VerifyAuditNight follows what was added since the last night, and a thirtieth
// of what is older. A row rewritten with all rows after it no longer leads to
// the hash that the last night came to.
func (s *Staff) VerifyAuditNight(ctx context.Context) (AuditReport, error) {
	ctx = db.ForLongWork(ctx)
	var rows []struct {
		Seq, Again int64
		Hash       string
	}
	if err := s.DB.NewRaw("SELECT seq, hash, again FROM staff_audit_read").Scan(ctx, &rows); err != nil {
		return AuditReport{}, fmt.Errorf("how far the audit trail was followed: %w", err)
	}
	var from auditHead
	var again int64
	if len(rows) > 0 {
		from, again = auditHead{rows[0].Seq, rows[0].Hash}, rows[0].Again
	}
	report, err := s.verifyAudit(ctx, from, 0)
	if err != nil || !report.OK() {
		return report, err
	}
	end := auditHead{report.Checked, report.Head}
	report.Checked -= from.Seq
	if from.Seq > 0 {
		if again >= from.Seq {
			again = 0
		}
		old, err := s.auditRowAt(ctx, again)
		if err != nil {
			return AuditReport{}, err
		}
		upto := min(again+max(from.Seq/auditNights+1, 200), from.Seq)
		share, err := s.verifyAudit(ctx, old, upto)
		if err != nil || !share.OK() {
			return share, err
		}
		report.Checked += upto - again
		again = upto
	}
	return report, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`INSERT INTO staff_audit_read (one, seq, hash, again) VALUES (1, ?, ?, ?)
			ON CONFLICT (one) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, again = excluded.again`, end.Seq, end.Hash, again).Exec(ctx)
		return err
	})
}

// auditRowAt is a row's place in the chain; zero for the beginning.
func (s *Staff) auditRowAt(ctx context.Context, seq int64) (auditHead, error) {
	if seq == 0 {
		return auditHead{}, nil
	}
	var at auditHead
	err := s.DB.NewRaw("SELECT seq, hash FROM staff_audit WHERE seq = ?", seq).Scan(ctx, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return auditHead{Seq: seq}, nil // missing: the row after it follows nothing
	}
	return at, err
}

// verifyAudit follows the trail behind a row, up to another or to its end. It
// reads in pages: rows that are added meanwhile come after the end.
func (s *Staff) verifyAudit(ctx context.Context, from auditHead, upto int64) (AuditReport, error) {
	const batch = 200 // a row may hold two texts of 20,000 characters each
	report := AuditReport{Checked: from.Seq, Head: from.Hash}
	broken := func(seq int64, what string) (AuditReport, error) {
		report.BrokenSeq, report.Broken = seq, what
		return report, nil
	}
	var end struct {
		Seq, Newest int64
		Hash        string
	}
	err := s.DB.NewRaw("SELECT seq, hash, (SELECT COALESCE(MAX(seq), 0) FROM staff_audit) AS newest FROM staff_audit_head WHERE one = 1").Scan(ctx, &end)
	if err != nil {
		return report, err
	}
	if from.Seq > 0 {
		at, err := s.auditRowAt(ctx, from.Seq)
		if err != nil {
			return report, err
		}
		if at.Hash != from.Hash {
			return broken(from.Seq, "the row is not the one that was there when the trail was last followed")
		}
	}
	last := end.Seq
	if upto > 0 {
		last = upto
	}
	for report.Checked < last {
		var rows []auditRow
		err := s.DB.NewRaw("SELECT "+auditColumns+" FROM staff_audit WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?", report.Checked, last, batch).Scan(ctx, &rows)
		if err != nil {
			return report, err
		}
		for _, row := range rows {
			switch {
			case row.Seq != report.Checked+1:
				return broken(report.Checked+1, "the row is missing")
			case row.Prev != report.Head:
				return broken(row.Seq, "the row does not follow the one before it")
			case row.Hash != row.digest():
				return broken(row.Seq, "the row was altered")
			}
			report.Checked, report.Head = row.Seq, row.Hash
		}
		if len(rows) == 0 {
			return broken(report.Checked+1, "the row is missing")
		}
	}
	switch {
	case upto > 0:
		return report, nil
	case end.Newest > end.Seq:
		return broken(end.Seq+1, "the row was put in")
	case report.Checked == end.Seq && end.Hash != report.Head, report.Checked > end.Seq:
		return broken(max(end.Seq, 1), "the row is not the one that was written")
	}
	return report, nil
}

// AuditRow is a row of the trail as the back office shows it.
type AuditRow struct {
	Seq           int64
	At            time.Time
	Actor         string // name
	Action        string
	ActionText    string // Chinese
	SubjectType   string
	SubjectID     string
	Label         string
	Reason        string
	IP            string
	RequestID     string
	Before, After json.RawMessage // nil if none
	Hash          string
}

// AuditFilter narrows a list of the trail; empty fields do not.
type AuditFilter struct {
	Actor    string // name, whole
	Action   string // the code or its beginning
	Subject  string // id or label, whole
	From, To time.Time
	Page     Page
}

// AuditTrail lists the trail, newest first, and how many rows the filter finds.
func (s *Staff) AuditTrail(ctx context.Context, f AuditFilter) ([]AuditRow, int, error) {
	q := s.DB.NewSelect().Table("staff_audit").ColumnExpr(auditColumns)
	if f.Actor != "" {
		q.Where("actor_name = ?", f.Actor)
	}
	if f.Action != "" {
		q.Where("action >= ? AND action < ?", f.Action, f.Action+"\u007f")
	}
	if f.Subject != "" {
		ends := strings.TrimSuffix(db.Contains(":"+f.Subject), "%")
		q.Where("(label = ? OR subject = ? OR "+s.DB.Like("subject")+")", f.Subject, f.Subject, ends)
	}
	if !f.From.IsZero() {
		q.Where("at >= ?", f.From.UnixMilli())
	}
	if !f.To.IsZero() {
		q.Where("at < ?", f.To.UnixMilli())
	}
	rows, total, err := ScanPage(ctx, q, auditOrders, f.Page, true)
	if err != nil {
		return nil, 0, fmt.Errorf("list the audit trail: %w", err)
	}
	out := make([]AuditRow, len(rows))
	for i, r := range rows {
		kind, id, _ := strings.Cut(r.Subject, ":")
		out[i] = AuditRow{
			Seq: r.Seq, At: calendar.FromMillis(r.At), Actor: r.ActorName, Action: r.Action, ActionText: ActionText(r.Action),
			SubjectType: kind, SubjectID: id, Label: r.Label, Reason: r.Reason, IP: r.IP, RequestID: r.RequestID,
			Before: raw(r.Before), After: raw(r.After), Hash: r.Hash,
		}
	}
	return out, total, nil
}

var auditOrders = Orders[auditRow]{{"at", []string{"seq"}, func(r auditRow) []any { return []any{r.Seq} }}}

func raw(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}

// CountActions returns how often an actor did something since an instant; the
// limits on looking at personal data rest on it (trust ADM-4).
func (s *Staff) CountActions(ctx context.Context, r db.Reader, actor, action string, since time.Time) (int, error) {
	var n int
	err := r.NewRaw("SELECT count(*) FROM staff_audit WHERE actor = ? AND action = ? AND at > ?", actor, action, since.UnixMilli()).Scan(ctx, &n)
	if err != nil {
		return 0, fmt.Errorf("count %s: %w", action, err)
	}
	return n, nil
}
