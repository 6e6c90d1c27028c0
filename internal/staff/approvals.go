package staff

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

// PendingApproval returns the id of the open request about a subject, nothing if there is none.
func (s *Staff) PendingApproval(ctx context.Context, r db.Reader, subject string) (string, error) {
	var id string
	err := r.NewRaw("SELECT id FROM staff_approval WHERE subject = ? AND state = 'pending'", subject).Scan(ctx, &id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("find open request: %w", err)
	}
	return id, nil
}

// PendingApprovals is PendingApproval for the rows of a list: the ids by
// subject, without those that have none.
func (s *Staff) PendingApprovals(ctx context.Context, r db.Reader, subjects []string) (map[string]string, error) {
	ids := make(map[string]string, len(subjects))
	if len(subjects) == 0 {
		return ids, nil
	}
	var rows []struct{ Subject, ID string }
	err := r.NewRaw("SELECT subject, id FROM staff_approval WHERE subject IN (?) AND state = 'pending'", bun.List(subjects)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("find open requests: %w", err)
	}
	for _, row := range rows {
		ids[row.Subject] = row.ID
	}
	return ids, nil
}

// PendingOf is PendingApprovals for subjects of one kind, such as "deposit:": the
// requests by the ids without their kind.
func (s *Staff) PendingOf(ctx context.Context, r db.Reader, kind string, ids []string) (map[string]string, error) {
	subjects := make([]string, len(ids))
	for i, id := range ids {
		subjects[i] = kind + id
	}
	found, err := s.PendingApprovals(ctx, r, subjects)
	byID := make(map[string]string, len(found))
	for subject, approval := range found {
		byID[strings.TrimPrefix(subject, kind)] = approval
	}
	return byID, err
}

// FindApproval returns a request, or ErrNoRequest.
func (s *Staff) FindApproval(ctx context.Context, r db.Reader, id string) (Approval, error) {
	return findApproval(ctx, r, id, "")
}

// CountPending is how many requests wait that this actor did not make.
func (s *Staff) CountPending(ctx context.Context, by Actor) (int, error) {
	var n int
	err := s.DB.NewRaw("SELECT count(*) FROM staff_approval WHERE state = 'pending' AND maker <> ?", by.ID).Scan(ctx, &n)
	return n, err
}

// ApprovalFilter narrows a list of requests; empty fields do not.
type ApprovalFilter struct {
	State, Kind, Subject string
	Maker                string // id of the account that asked
	Page                 Page
}

// Approvals lists requests and how many the filter finds: pending ones oldest
// first, others newest first.
func (s *Staff) Approvals(ctx context.Context, f ApprovalFilter) ([]Approval, int, error) {
	q := s.DB.NewSelect().Table("staff_approval").ColumnExpr(approvalColumns)
	switch f.State {
	case "":
	case Withdrawn, Expired:
		q.Where("state = 'void' AND ended = ?", f.State)
	case Void:
		q.Where("state = 'void' AND ended = ''")
	default:
		q.Where("state = ?", f.State)
	}
	if f.Kind != "" {
		q.Where("kind = ?", f.Kind)
	}
	if f.Subject != "" {
		q.Where("subject = ?", f.Subject)
	}
	if f.Maker != "" {
		q.Where("maker = ?", f.Maker)
	}
	rows, total, err := ScanPage(ctx, q, approvalOrders, f.Page, f.State != Pending)
	if err != nil {
		return nil, 0, fmt.Errorf("list requests: %w", err)
	}
	out := make([]Approval, len(rows))
	for i, r := range rows {
		if out[i], err = r.approval(); err != nil {
			return nil, 0, err
		}
	}
	return out, total, nil
}

var approvalOrders = Orders[approvalRow]{
	{"made", []string{"made_at", "id"}, func(r approvalRow) []any { return []any{r.MadeAt, r.ID} }},
	{"kind", []string{"kind", "made_at", "id"}, func(r approvalRow) []any { return []any{r.Kind, r.MadeAt, r.ID} }},
}

// MayDecideEach is MayDecide for the rows of a list: why not, by the id of the
// request, without those that may be decided.
func (s *Staff) MayDecideEach(ctx context.Context, r db.Reader, by Actor, list []Approval) (map[string]error, error) {
	whyNot := map[string]error{}
	var ids []string
	for _, a := range list {
		if err := s.decidable(by, a); err != nil {
			whyNot[a.ID] = err
		} else {
			ids = append(ids, a.ID)
		}
	}
	if wait := s.Waiting(ctx, r, by); errors.Is(wait, ErrNewcomer) {
		for _, id := range ids {
			whyNot[id] = wait
		}
	} else if wait != nil {
		return nil, wait
	}
	off, err := madeByDisabled(ctx, r, ids)
	if err != nil {
		return nil, err
	}
	for id := range off {
		whyNot[id] = ErrMakerOff
	}
	own, err := s.madeByEach(ctx, r, by, ids)
	for id := range own {
		whyNot[id] = ErrOwnRequest
	}
	return whyNot, err
}

// madeByEach tells which requests the human being behind an actor has made.
func (s *Staff) madeByEach(ctx context.Context, r db.Reader, by Actor, ids []string) (map[string]bool, error) {
	made := map[string]bool{}
	if len(ids) == 0 {
		return made, nil
	}
	var own []string
	err := r.NewRaw(`
		SELECT a.id FROM staff_approval a
			LEFT JOIN staff_person p ON p.id = ?0
			LEFT JOIN staff_person m ON m.id = a.maker
		WHERE a.id IN (?1) AND (a.maker = ?0 OR a.maker_person = p.person OR m.person = p.person)`, by.ID, bun.List(ids)).Scan(ctx, &own)
	if err != nil {
		return nil, fmt.Errorf("compare makers and checker: %w", err)
	}
	for _, id := range own {
		made[id] = true
	}
	return made, nil
}

// decidable is what of MayDecide can be seen without asking who the maker is.
func (s *Staff) decidable(by Actor, a Approval) error {
	switch {
	case a.State == Expired, a.State == Pending && !s.DB.Clock().Now().Before(a.ExpiresAt):
		return ErrExpired
	case a.State != Pending:
		return ErrDecided.With(a.CheckerName)
	}
	if !s.Can(by, ApprovalDecide) || !s.Can(by, kindPermission[a.Kind]) {
		return ErrDenied
	}
	return nil
}

// approvalRow is a row of staff_approval.
type approvalRow struct {
	ID, Kind, Subject, Label, Title string
	Amount                          *int64
	Details, Payload, Reason        string
	Maker, MakerName                string
	MadeAt, ExpiresAt               int64
	State, Ended                    string
	Checker, CheckerName            string
	DecidedAt                       int64
	Decision                        string
}

const approvalColumns = "id, kind, subject, label, title, amount, details, payload, reason, maker, maker_name, made_at, expires_at, " +
	"state, ended, checker, checker_name, decided_at, decision"

func findApproval(ctx context.Context, r db.Reader, id, lock string) (Approval, error) {
	var row approvalRow
	err := r.NewRaw("SELECT "+approvalColumns+" FROM staff_approval WHERE id = ?"+lock, id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Approval{}, ErrNoRequest
	}
	if err != nil {
		return Approval{}, fmt.Errorf("find request: %w", err)
	}
	return row.approval()
}

func (r approvalRow) approval() (Approval, error) {
	a := Approval{
		ID: r.ID, Kind: r.Kind, Subject: r.Subject, Label: r.Label, Title: r.Title, Amount: (*money.Fen)(r.Amount),
		Payload: json.RawMessage(r.Payload), Reason: r.Reason, Maker: r.Maker, MakerName: r.MakerName,
		MadeAt: calendar.FromMillis(r.MadeAt), ExpiresAt: calendar.FromMillis(r.ExpiresAt), State: r.State, Checker: r.Checker, CheckerName: r.CheckerName, Decision: r.Decision,
	}
	if r.Ended != "" {
		a.State = r.Ended
	}
	if r.DecidedAt > 0 {
		a.DecidedAt = calendar.FromMillis(r.DecidedAt)
	}
	if err := json.Unmarshal([]byte(r.Details), &a.Details); err != nil {
		return Approval{}, fmt.Errorf("read request %s: %w", r.ID, err)
	}
	return a, nil
}
