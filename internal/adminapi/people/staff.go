package adminapi

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/staff"
)

// Staff is a member of staff.
type Staff struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Roles       []string `json:"roles"`
	Person      string   `json:"person"` // staff number or identity document: which human being it is
	Disabled    bool     `json:"disabled"`
	Enrolled    bool     `json:"enrolled"`
	DecidesFrom *Ms      `json:"decidesFrom"`
	CreatedAt   Ms       `json:"createdAt"`
	LastLoginAt *Ms      `json:"lastLoginAt"`
	ApprovalID  *string  `json:"approvalId"`
	AloneMost   *Yuan    `json:"aloneMost"` // the largest amount that the account decides alone; null is the operator's figure
}

// NewStaff is an account to be added.
type NewStaff struct {
	Name   string   `json:"name"`
	Person string   `json:"person"`
	Roles  []string `json:"roles"`
	Reason string   `json:"reason"`
}

// Invited is what lets the person of an account enrol, or one half of it: the
// maker of a request gets the code, the one who approves it the link. It is
// shown once.
type Invited struct {
	Status     string  `json:"status" enum:"done,waiting"`
	ApprovalID string  `json:"approvalId,omitempty"`
	Link       *string `json:"link"` // the part of the address after the enrolment page's path
	Code       *string `json:"code"`
	ExpiresAt  *Ms     `json:"expiresAt"`
}

func invited(approval string, i staff.Invitation) Invited {
	out := Invited{Status: "done", ApprovalID: approval, Link: textOf(i.Token), Code: textOf(i.Code), ExpiresAt: msOf(i.ExpiresAt)}
	if approval != "" {
		out.Status = "waiting"
	}
	return out
}

func (i Invited) Waits() bool { return i.Status == "waiting" }

// NewRoles are the roles somebody shall have.
type NewRoles struct {
	Roles  []string `json:"roles"`
	Reason string   `json:"reason"`
}

func personShown(p staff.Person, pending string) Staff {
	return Staff{
		ID: p.ID, Name: p.Name, Person: p.Human, Roles: p.Roles, Disabled: p.Disabled, Enrolled: p.Enrolled,
		DecidesFrom: msOf(p.DecidesFrom), CreatedAt: ms(p.CreatedAt), LastLoginAt: msOf(p.LastLoginAt),
		ApprovalID: textOf(pending), AloneMost: yuanOf(p.AloneMost),
	}
}

// staffShown is one member of staff, as they are after a step.
func (s *peopleHandlers) staffShown(ctx context.Context, p staff.Person) (Staff, error) {
	pending, err := s.Staff.PendingApproval(ctx, s.Read, "staff:"+p.ID)
	return personShown(p, pending), err
}

func (s *peopleHandlers) staffList(ctx context.Context, c *call) (Page[Staff], error) {
	q, page := c.text("q"), c.page()
	if err := c.checked(); err != nil {
		return Page[Staff]{}, err
	}
	people, total, err := s.Staff.List(ctx, q, page)
	if err != nil {
		return Page[Staff]{}, err
	}
	pending, err := s.Staff.PendingOf(ctx, s.Read, "staff:", api.Each(people, func(p staff.Person) string { return p.ID }))
	return pageOf(people, total, func(p staff.Person) Staff { return personShown(p, pending[p.ID]) }), err
}

func (s *peopleHandlers) staffAdd(ctx context.Context, c *call, in NewStaff) (Invited, error) {
	added, err := s.Staff.Add(ctx, c.by, staff.NewStaff(in))
	return invited(added.ApprovalID, added.Invitation), err
}

func (s *peopleHandlers) staffReset(ctx context.Context, c *call, in Reason) (Invited, error) {
	asked, err := s.Staff.RequestReset(ctx, c.by, c.id(), in.Reason)
	return invited(asked.ApprovalID, asked.Invitation), err
}

func (s *peopleHandlers) staffSetRoles(ctx context.Context, c *call, in NewRoles) (Outcome, error) {
	id, err := s.Staff.RequestRoles(ctx, c.by, c.id(), in.Roles, in.Reason)
	return Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *peopleHandlers) staffDisable(ctx context.Context, c *call, in Reason) (Staff, error) {
	p, err := s.Staff.Disable(ctx, c.by, c.id(), in.Reason)
	if err != nil {
		return Staff{}, err
	}
	return s.staffShown(ctx, p)
}

func (s *peopleHandlers) staffEnable(ctx context.Context, c *call, in Reason) (Outcome, error) {
	id, err := s.Staff.Enable(ctx, c.by, c.id(), in.Reason)
	return doneOrWaiting(id), err
}
