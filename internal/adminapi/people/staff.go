package people

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
)

// Staff is a member of staff.
type Staff struct {
	ID          string     `json:"id"`
	Name        string     `json:"name"`
	Roles       []string   `json:"roles"`
	Person      string     `json:"person"` // staff number or identity document: which human being it is
	Disabled    bool       `json:"disabled"`
	Enrolled    bool       `json:"enrolled"`
	DecidesFrom *wire.Ms   `json:"decidesFrom"`
	CreatedAt   wire.Ms    `json:"createdAt"`
	LastLoginAt *wire.Ms   `json:"lastLoginAt"`
	ApprovalID  *string    `json:"approvalId"`
	AloneMost   *wire.Yuan `json:"aloneMost"` // the largest amount that the account decides alone; null is the operator's figure
}

// NewStaff is an account to be added.
type NewStaff struct {
	Name   string   `json:"name"`
	Person string   `json:"person"`
	Roles  []string `json:"roles"`
	Reason string   `json:"reason"`
}

// Invited lets the person of an account enrol, or is one half of that. The maker of
// a request gets the code, and the person who approves it gets the link. It is shown
// once.
type Invited struct {
	Status     string   `json:"status" enumOf:"outcome"`
	ApprovalID string   `json:"approvalId,omitempty"`
	Link       *string  `json:"link"` // the part of the address after the enrolment page's path
	Code       *string  `json:"code"`
	ExpiresAt  *wire.Ms `json:"expiresAt"`
}

func invited(approval string, i staff.Invitation) Invited {
	out := Invited{Status: "done", ApprovalID: approval, Link: wire.TextOrNull(i.Token), Code: wire.TextOrNull(i.Code), ExpiresAt: wire.InMsOrNull(i.ExpiresAt)}
	if approval != "" {
		out.Status = "waiting"
	}
	return out
}

// Waits says whether a second person must agree first.
func (i Invited) Waits() bool { return i.Status == "waiting" }

// NewRoles are the roles that an account gets.
type NewRoles struct {
	Roles  []string `json:"roles"`
	Reason string   `json:"reason"`
}

func personShown(p account.Person, pending string) Staff {
	return Staff{
		ID: p.ID, Name: p.Name, Person: p.Human, Roles: p.Roles, Disabled: p.Disabled, Enrolled: p.Enrolled,
		DecidesFrom: wire.InMsOrNull(p.DecidesFrom), CreatedAt: wire.InMs(p.CreatedAt), LastLoginAt: wire.InMsOrNull(p.LastLoginAt),
		ApprovalID: wire.TextOrNull(pending), AloneMost: wire.InYuanOrNull(p.AloneMost),
	}
}

// staffShown is one member of staff, as they are after a step.
func (s *Handlers) staffShown(ctx context.Context, p account.Person) (Staff, error) {
	pending, err := s.Staff.PendingApproval(ctx, s.Read, "staff:"+p.ID)
	return personShown(p, pending), err
}

func (s *Handlers) staffList(ctx context.Context, c *route.Call) (wire.Page[Staff], error) {
	q, page := c.Text("q"), c.Page()
	if err := c.Checked(); err != nil {
		return wire.Page[Staff]{}, err
	}
	people, total, err := s.Staff.List(ctx, q, page)
	if err != nil {
		return wire.Page[Staff]{}, err
	}
	pending, err := s.Staff.PendingOf(ctx, s.Read, "staff:", api.Each(people, func(p account.Person) string { return p.ID }))
	return wire.PageOf(people, total, func(p account.Person) Staff { return personShown(p, pending[p.ID]) }), err
}

func (s *Handlers) staffAdd(ctx context.Context, c *route.Call, in NewStaff) (Invited, error) {
	added, err := s.Staff.Add(ctx, c.By, account.NewStaff(in))
	return invited(added.ApprovalID, added.Invitation), err
}

func (s *Handlers) staffReset(ctx context.Context, c *route.Call, in wire.Reason) (Invited, error) {
	asked, err := s.Staff.RequestReset(ctx, c.By, c.ID(), in.Reason)
	return invited(asked.ApprovalID, asked.Invitation), err
}

func (s *Handlers) staffSetRoles(ctx context.Context, c *route.Call, in NewRoles) (wire.Outcome, error) {
	id, err := s.Staff.RequestRoles(ctx, c.By, c.ID(), in.Roles, in.Reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *Handlers) staffDisable(ctx context.Context, c *route.Call, in wire.Reason) (Staff, error) {
	p, err := s.Staff.Disable(ctx, c.By, c.ID(), in.Reason)
	if err != nil {
		return Staff{}, err
	}
	return s.staffShown(ctx, p)
}

func (s *Handlers) staffEnable(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	id, err := s.Staff.Enable(ctx, c.By, c.ID(), in.Reason)
	return wire.DoneOrWaiting(id), err
}
