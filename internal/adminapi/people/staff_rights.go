package adminapi

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Role is a set of permissions by name.
type Role struct {
	Role        string             `json:"role"`
	Name        string             `json:"name"`
	Permissions []staff.Permission `json:"permissions" enumOf:"permission"`
	Owner       bool               `json:"owner"`   // has every permission and cannot be changed
	Version     int64              `json:"version"` // sent back with a change; 0 is as shipped
	People      int                `json:"people"`  // accounts that have it, disabled ones too
	ChangedBy   *string            `json:"changedBy"`
	ChangedAt   *Ms                `json:"changedAt"`
	ApprovalID  *string            `json:"approvalId"`
}

// PermissionText is a permission as people call it.
type PermissionText struct {
	Permission staff.Permission `json:"permission" enumOf:"permission"`
	Name       string           `json:"name"`
	Group      string           `json:"group"`
}

// RoleEdit is a role as somebody wants it.
type RoleEdit struct {
	Name        string             `json:"name"`
	Permissions []staff.Permission `json:"permissions" enumOf:"permission"`
	Version     int64              `json:"version"`
	Reason      string             `json:"reason"`
}

// RoleRemoval takes a role away.
type RoleRemoval struct {
	Version int64  `json:"version"`
	Reason  string `json:"reason"`
}

// NewLimit is the largest amount that an account decides alone.
type NewLimit struct {
	Amount *Yuan  `json:"amount"` // null is the operator's figure for everybody
	Reason string `json:"reason"`
}

// StaffSession is a session of a member of staff.
type StaffSession struct {
	ID        string `json:"id"`
	IP        string `json:"ip"`
	Device    string `json:"device"` // the browser, as it calls itself
	CreatedAt Ms     `json:"createdAt"`
	SeenAt    Ms     `json:"seenAt"`
	ExpiresAt Ms     `json:"expiresAt"`
	Current   bool   `json:"current"` // the one that asks
}

// Ended is how many sessions ended.
type Ended struct {
	Ended int `json:"ended"`
}

// Networks is from where the back office may be reached.
type Networks struct {
	Networks   []string `json:"networks"` // empty: from everywhere
	Version    int64    `json:"version"`
	ChangedBy  *string  `json:"changedBy"`
	ChangedAt  *Ms      `json:"changedAt"`
	Yours      string   `json:"yours"` // the address of the one who asks
	ApprovalID *string  `json:"approvalId"`
}

// NewNetworks is the list as somebody wants it.
type NewNetworks struct {
	Networks []string `json:"networks"`
	Version  int64    `json:"version"`
	Reason   string   `json:"reason"`
}

// Profile is one's own account.
type Profile struct {
	Staff       Staff            `json:"staff"`
	Roles       []string         `json:"roles"` // their names
	Permissions []PermissionText `json:"permissions"`
	IP          string           `json:"ip"`
	Limits      Limits           `json:"limits"`
}

func (s *peopleHandlers) staffRoles(ctx context.Context, _ *call) (Items[Role], error) {
	list, err := s.Staff.AllRoles(ctx, s.Read)
	if err != nil {
		return Items[Role]{}, err
	}
	pending, err := s.Staff.PendingOf(ctx, s.Read, "staff.role:", api.Each(list, func(r staff.RoleShown) string { return r.Role.Role }))
	return itemsOf(list, func(r staff.RoleShown) Role {
		return Role{
			Role: r.Role.Role, Name: r.Name, Permissions: r.Permissions, Owner: r.Owner(), Version: r.Version, People: r.People,
			ChangedBy: textOf(r.ChangedBy), ChangedAt: msOf(r.ChangedAt), ApprovalID: textOf(pending[r.Role.Role]),
		}
	}), err
}

func permissionText(p staff.Permission) PermissionText {
	return PermissionText{Permission: p, Name: p.Name(), Group: p.Group()}
}

func (s *peopleHandlers) permissions(context.Context, *call) (Items[PermissionText], error) {
	return itemsOf(staff.Permissions, permissionText), nil
}

func (s *peopleHandlers) roleAdd(ctx context.Context, c *call, in RoleEdit) (Outcome, error) {
	return s.saveRole(ctx, c, "", in)
}

func (s *peopleHandlers) roleChange(ctx context.Context, c *call, in RoleEdit) (Outcome, error) {
	return s.saveRole(ctx, c, c.id(), in)
}

func (s *peopleHandlers) saveRole(ctx context.Context, c *call, role string, in RoleEdit) (Outcome, error) {
	id, err := s.Staff.SaveRole(ctx, c.by, staff.RoleEdit{Role: role, Name: in.Name, Permissions: in.Permissions, Version: in.Version, Reason: in.Reason})
	if err != nil {
		return Outcome{}, inField(inField(inField(err, staff.ErrRoleName, "name"), staff.ErrRoleTaken, "name"), staff.ErrRoleEmpty, "permissions")
	}
	return doneOrWaiting(id), nil
}

func (s *peopleHandlers) roleRemove(ctx context.Context, c *call, in RoleRemoval) (none, error) {
	return none{}, s.Staff.RemoveRole(ctx, c.by, c.id(), in.Version, in.Reason)
}

func (s *peopleHandlers) staffLimit(ctx context.Context, c *call, in NewLimit) (Outcome, error) {
	var most *money.Fen
	if in.Amount != nil {
		f, err := money.ParseYuan(string(*in.Amount))
		if err != nil {
			return Outcome{}, inField(staff.ErrLimit, staff.ErrLimit, "amount")
		}
		most = &f
	}
	id, err := s.Staff.SetAloneMost(ctx, c.by, c.id(), most, in.Reason)
	if err != nil {
		return Outcome{}, inField(err, staff.ErrLimit, "amount")
	}
	return doneOrWaiting(id), nil
}

func sessionShown(v staff.OpenSession) StaffSession {
	return StaffSession{
		ID: v.ID, IP: v.IP, Device: v.Agent, CreatedAt: ms(v.CreatedAt), SeenAt: ms(v.SeenAt), ExpiresAt: ms(v.ExpiresAt), Current: v.Current,
	}
}

func (s *peopleHandlers) staffSessions(ctx context.Context, c *call) (Items[StaffSession], error) {
	list, err := s.Staff.Sessions(ctx, s.Read, c.id(), c.session)
	return itemsOf(list, sessionShown), err
}

func (s *peopleHandlers) staffSessionEnd(ctx context.Context, c *call, in Reason) (Ended, error) {
	n, err := s.Staff.EndOf(ctx, c.by, c.id(), c.r.PathValue("session"), in.Reason)
	return Ended{n}, err
}

func (s *peopleHandlers) staffSessionsEnd(ctx context.Context, c *call, in Reason) (Ended, error) {
	n, err := s.Staff.EndOf(ctx, c.by, c.id(), "", in.Reason)
	return Ended{n}, err
}

func (s *peopleHandlers) ownSessions(ctx context.Context, c *call) (Items[StaffSession], error) {
	list, err := s.Staff.Sessions(ctx, s.Read, c.by.ID, c.session)
	return itemsOf(list, sessionShown), err
}

func (s *peopleHandlers) ownSessionEnd(ctx context.Context, c *call, _ Empty) (Ended, error) {
	n, err := s.Staff.EndOwn(ctx, c.session, c.r.PathValue("session"))
	return Ended{n}, err
}

func (s *peopleHandlers) ownSessionsEnd(ctx context.Context, c *call, _ Empty) (Ended, error) {
	n, err := s.Staff.EndOwn(ctx, c.session, "")
	return Ended{n}, err
}

func (s *peopleHandlers) networks(ctx context.Context, c *call) (Networks, error) {
	list, err := s.Staff.Networks(ctx, s.Read)
	if err != nil {
		return Networks{}, err
	}
	pending, err := s.Staff.PendingApproval(ctx, s.Read, staff.NetworkSubject)
	out := Networks{
		Networks: list.Networks, Version: list.Version, ChangedBy: textOf(list.ChangedBy), ChangedAt: msOf(list.ChangedAt),
		Yours: c.by.IP, ApprovalID: textOf(pending),
	}
	if out.Networks == nil {
		out.Networks = []string{}
	}
	return out, err
}

func (s *peopleHandlers) networksSave(ctx context.Context, c *call, in NewNetworks) (Outcome, error) {
	id, err := s.Staff.SaveNetworks(ctx, c.by, in.Networks, in.Version, in.Reason)
	if err != nil {
		return Outcome{}, inField(inField(err, staff.ErrNetworkForm, "networks"), staff.ErrLockOut, "networks")
	}
	return doneOrWaiting(id), nil
}

func (s *peopleHandlers) profile(ctx context.Context, c *call) (Profile, error) {
	p, err := s.Staff.Find(ctx, s.Read, c.by.ID)
	if err != nil {
		return Profile{}, err
	}
	me, err := s.staffShown(ctx, p)
	if err != nil {
		return Profile{}, err
	}
	names, err := s.Staff.RoleNames(ctx, s.Read, p.Roles)
	if err != nil {
		return Profile{}, err
	}
	limits, err := s.limitsOf(ctx, c.by)
	return Profile{
		Staff: me, Roles: names, Permissions: api.Each(s.Staff.PermissionsOf(c.by), permissionText), IP: c.by.IP, Limits: limits,
	}, err
}

// limitsOf are the amounts above which a second person decides what somebody does.
func (s *peopleHandlers) limitsOf(ctx context.Context, by staff.Actor) (Limits, error) {
	withdrawal, err := s.Staff.AloneMost(ctx, s.Read, by, s.Cashier.Deposits.Settings().WithdrawSecondAbove)
	if err != nil {
		return Limits{}, err
	}
	deposit, err := s.Staff.AloneMost(ctx, s.Read, by, s.Cashier.Deposits.Settings().DepositSecondAbove)
	return Limits{Withdrawal: yuan(withdrawal), Deposit: yuan(deposit)}, err
}
