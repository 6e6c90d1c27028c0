package staff

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

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

// FindApproval returns a request, or ErrNoRequest.
func (s *Staff) FindApproval(ctx context.Context, r db.Reader, id string) (Approval, error) {
	return findApproval(ctx, r, id, "")
}

// CountPending is how many requests wait that this actor did not make.
func (s *Staff) CountPending(ctx context.Context, by Actor) (int, error) {
	var n int
	err := s.db.NewRaw("SELECT count(*) FROM staff_approval WHERE state = 'pending' AND maker <> ?", by.ID).Scan(ctx, &n)
	return n, err
}

// ApprovalFilter narrows a list of requests; empty fields do not.
type ApprovalFilter struct {
	State, Kind, Subject string
	Page                 Page
}

// Approvals lists requests and how many the filter finds: pending ones oldest
// first, others newest first.
func (s *Staff) Approvals(ctx context.Context, f ApprovalFilter) ([]Approval, int, error) {
	q := s.db.NewSelect().Table("staff_approval").ColumnExpr(approvalColumns)
	if f.State != "" {
		q.Where("state = ?", f.State)
	}
	if f.Kind != "" {
		q.Where("kind = ?", f.Kind)
	}
	if f.Subject != "" {
		q.Where("subject = ?", f.Subject)
	}
	order := "made_at DESC, id DESC"
	if f.State == Pending {
		order = "made_at, id"
	}
	limit, offset := f.Page.Bounds()
	var rows []approvalRow
	total, err := q.OrderExpr(order).Limit(limit).Offset(offset).ScanAndCount(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("list requests: %w", err)
	}
	out := make([]Approval, len(rows))
	for i, r := range rows {
		if out[i], err = r.approval(); err != nil {
			return nil, 0, err
		}
	}
	return out, int(total), nil
}

// approvalRow is a row of staff_approval.
type approvalRow struct {
	ID, Kind, Subject, Label, Title string
	Amount                          *int64
	Details, Payload, Reason        string
	Maker, MakerName                string
	MadeAt                          int64
	State, Checker, CheckerName     string
	DecidedAt                       int64
	Decision                        string
}

const approvalColumns = "id, kind, subject, label, title, amount, details, payload, reason, maker, maker_name, made_at, " +
	"state, checker, checker_name, decided_at, decision"

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
		MadeAt: calendar.FromMillis(r.MadeAt), State: r.State, Checker: r.Checker, CheckerName: r.CheckerName, Decision: r.Decision,
	}
	if r.DecidedAt > 0 {
		a.DecidedAt = calendar.FromMillis(r.DecidedAt)
	}
	if err := json.Unmarshal([]byte(r.Details), &a.Details); err != nil {
		return Approval{}, fmt.Errorf("read request %s: %w", r.ID, err)
	}
	return a, nil
}
