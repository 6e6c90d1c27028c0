package adminapi

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"hongyun/internal/staff"
)

// Staff is a member of staff.
type Staff struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Roles       []string `json:"roles"`
	Disabled    bool     `json:"disabled"`
	CreatedAt   Ms       `json:"createdAt"`
	LastLoginAt *Ms      `json:"lastLoginAt"`
	ApprovalID  *string  `json:"approvalId"`
}

// Role is a set of permissions by name.
type Role struct {
	Role        string             `json:"role"`
	Name        string             `json:"name"`
	Permissions []staff.Permission `json:"permissions"`
}

// NewStaff is somebody to be added.
type NewStaff struct {
	Name   string   `json:"name"`
	Roles  []string `json:"roles"`
	Reason string   `json:"reason"`
}

// AddedStaff is shown once.
type AddedStaff struct {
	Staff      Staff  `json:"staff"`
	Password   string `json:"password"`
	TOTPSecret string `json:"totpSecret"`
	TOTPURI    string `json:"totpUri"`
}

// NewRoles are the roles somebody shall have.
type NewRoles struct {
	Roles  []string `json:"roles"`
	Reason string   `json:"reason"`
}

func (s *Server) staffShown(ctx context.Context, p staff.Person) (Staff, error) {
	pending, err := s.Staff.PendingApproval(ctx, s.Read, "staff:"+p.ID)
	return Staff{
		ID: p.ID, Name: p.Name, Roles: p.Roles, Disabled: p.Disabled, CreatedAt: ms(p.CreatedAt), LastLoginAt: msOf(p.LastLoginAt),
		ApprovalID: textOf(pending),
	}, err
}

func (s *Server) staffList(ctx context.Context, c *call) (Page[Staff], error) {
	people, total, err := s.Staff.List(ctx, c.text("q"), c.page())
	if err != nil {
		return Page[Staff]{}, err
	}
	out := Page[Staff]{Items: make([]Staff, len(people)), Total: total}
	for i, p := range people {
		if out.Items[i], err = s.staffShown(ctx, p); err != nil {
			return Page[Staff]{}, err
		}
	}
	return out, nil
}

func (s *Server) staffRoles(context.Context, *call) (Items[Role], error) {
	return itemsOf(staff.Roles, func(r staff.Role) Role { return Role(r) }), nil
}

func (s *Server) staffAdd(ctx context.Context, c *call, in NewStaff) (AddedStaff, error) {
	added, err := s.Staff.Add(ctx, c.by, staff.NewStaff{Name: in.Name, Roles: in.Roles, Reason: in.Reason})
	if err != nil {
		return AddedStaff{}, err
	}
	c.status = http.StatusCreated
	shown, err := s.staffShown(ctx, added.Person)
	return AddedStaff{Staff: shown, Password: added.Password, TOTPSecret: added.TOTPSecret, TOTPURI: added.TOTPURI}, err
}

func (s *Server) staffSetRoles(ctx context.Context, c *call, in NewRoles) (Outcome, error) {
	id, err := s.Staff.RequestRoles(ctx, c.by, c.id(), in.Roles, in.Reason)
	return Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *Server) staffDisable(ctx context.Context, c *call, in Reason) (Staff, error) {
	p, err := s.Staff.Disable(ctx, c.by, c.id(), in.Reason)
	if err != nil {
		return Staff{}, err
	}
	return s.staffShown(ctx, p)
}

func (s *Server) staffEnable(ctx context.Context, c *call, in Reason) (Staff, error) {
	p, err := s.Staff.Enable(ctx, c.by, c.id(), in.Reason)
	if err != nil {
		return Staff{}, err
	}
	return s.staffShown(ctx, p)
}

// Subject is what something is about.
type Subject struct {
	Type  string `json:"type"`
	ID    string `json:"id"`
	Label string `json:"label"`
}

func subjectOf(subject, label string) Subject {
	kind, id, _ := strings.Cut(subject, ":")
	return Subject{Type: kind, ID: id, Label: label}
}

// AuditRow is a line of the audit trail.
type AuditRow struct {
	Seq        int64           `json:"seq"`
	At         Ms              `json:"at"`
	Actor      string          `json:"actor"`
	Action     string          `json:"action"`
	ActionText string          `json:"actionText"`
	Subject    *Subject        `json:"subject"`
	Reason     *string         `json:"reason"`
	IP         *string         `json:"ip"`
	RequestID  *string         `json:"requestId"`
	Before     json.RawMessage `json:"before"`
	After      json.RawMessage `json:"after"`
	Hash       string          `json:"hash"`
}

// AuditVerified is what going through the trail found.
type AuditVerified struct {
	Passed  bool         `json:"passed"`
	Checked int64        `json:"checked"`
	Head    string       `json:"head"`
	Broken  *BrokenAudit `json:"broken"`
}

// BrokenAudit is the first row that is not as it was written.
type BrokenAudit struct {
	Seq  int64  `json:"seq"`
	Text string `json:"text"`
}

func (s *Server) audit(ctx context.Context, c *call) (Page[AuditRow], error) {
	f := staff.AuditFilter{
		Actor: c.text("actor"), Action: c.text("action"), Subject: c.text("subject"), From: c.time("from"), To: c.time("to"), Page: c.page(),
	}
	if err := c.checked(); err != nil {
		return Page[AuditRow]{}, err
	}
	rows, total, err := s.Staff.AuditTrail(ctx, f)
	return pageOf(rows, total, func(r staff.AuditRow) AuditRow {
		out := AuditRow{
			Seq: r.Seq, At: ms(r.At), Actor: r.Actor, Action: r.Action, ActionText: r.ActionText, Reason: textOf(r.Reason),
			IP: textOf(r.IP), RequestID: textOf(r.RequestID), Before: object(r.Before), After: object(r.After), Hash: r.Hash,
		}
		if r.SubjectType != "" {
			out.Subject = &Subject{Type: r.SubjectType, ID: r.SubjectID, Label: r.Label}
		}
		return out
	}), err
}

func (s *Server) auditVerify(ctx context.Context, _ *call, _ Empty) (AuditVerified, error) {
	report, err := s.Staff.VerifyAudit(ctx)
	if err != nil {
		return AuditVerified{}, err
	}
	out := AuditVerified{Passed: report.OK(), Checked: report.Checked, Head: report.Head}
	if !report.OK() {
		out.Broken = &BrokenAudit{Seq: report.BrokenSeq, Text: report.Broken}
	}
	return out, nil
}

// Approval is a request for a second person.
type Approval struct {
	ID        string         `json:"id"`
	Kind      string         `json:"kind"`
	Title     string         `json:"title"`
	Subject   Subject        `json:"subject"`
	Amount    *Yuan          `json:"amount"`
	Details   []staff.Detail `json:"details"`
	Reason    *string        `json:"reason"`
	Maker     Who            `json:"maker"`
	MadeAt    Ms             `json:"madeAt"`
	State     string         `json:"state"`
	Checker   *Who           `json:"checker"`
	DecidedAt *Ms            `json:"decidedAt"`
	Decision  *string        `json:"decision"`
	MayDecide bool           `json:"mayDecide"`
	MayNotWhy *string        `json:"mayNotWhy"`
}

// Approve is an optional note to a decision.
type Approve struct {
	Note string `json:"note"`
}

func (s *Server) approvalShown(ctx context.Context, c *call, a staff.Approval) Approval {
	out := Approval{
		ID: a.ID, Kind: a.Kind, Title: a.Title, Subject: subjectOf(a.Subject, a.Label), Amount: yuanOf(a.Amount), Details: a.Details,
		Reason: textOf(a.Reason), Maker: Who{a.Maker, a.MakerName}, MadeAt: ms(a.MadeAt), State: a.State,
		Checker: whoOf(a.Checker, a.CheckerName), DecidedAt: msOf(a.DecidedAt), Decision: textOf(a.Decision), MayDecide: true,
	}
	if err := s.Staff.MayDecide(ctx, s.Read, c.by, a); err != nil {
		out.MayDecide, out.MayNotWhy = false, textOf(said(err))
	}
	return out
}

func (s *Server) approvals(ctx context.Context, c *call) (Page[Approval], error) {
	list, total, err := s.Staff.Approvals(ctx, staff.ApprovalFilter{State: c.text("state"), Kind: c.text("kind"), Page: c.page()})
	return pageOf(list, total, func(a staff.Approval) Approval { return s.approvalShown(ctx, c, a) }), err
}

func (s *Server) approve(ctx context.Context, c *call, in Approve) (Approval, error) {
	return s.decide(ctx, c, true, in.Note)
}

func (s *Server) refuse(ctx context.Context, c *call, in Reason) (Approval, error) {
	return s.decide(ctx, c, false, in.Reason)
}

func (s *Server) decide(ctx context.Context, c *call, approve bool, note string) (Approval, error) {
	a, err := s.Staff.Decide(ctx, c.by, c.id(), approve, note)
	if err != nil {
		return Approval{}, err
	}
	return s.approvalShown(ctx, c, a), nil
}
