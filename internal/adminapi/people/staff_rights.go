package people

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/login"
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
	ChangedAt   *wire.Ms           `json:"changedAt"`
	ApprovalID  *string            `json:"approvalId"`
}

// PermissionText is a permission as people call it.
type PermissionText struct {
	Permission staff.Permission `json:"permission" enumOf:"permission"`
	Name       string           `json:"name"`
	Group      string           `json:"group"`
}

// RoleEdit is a role as its editor wants it.
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
	Amount *wire.Yuan `json:"amount"` // null is the operator's figure for everybody
	Reason string     `json:"reason"`
}

// StaffSession is a session of a member of staff.
type StaffSession struct {
	ID        string  `json:"id"`
	IP        string  `json:"ip"`
	Device    string  `json:"device"` // the browser, as it calls itself
	CreatedAt wire.Ms `json:"createdAt"`
	SeenAt    wire.Ms `json:"seenAt"`
	ExpiresAt wire.Ms `json:"expiresAt"`
	Current   bool    `json:"current"` // the one that asks
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
	ChangedAt  *wire.Ms `json:"changedAt"`
	Yours      string   `json:"yours"` // the address of the one who asks
	ApprovalID *string  `json:"approvalId"`
}

// NewNetworks is the list as its editor wants it.
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

func (s *Handlers) staffRoles(ctx context.Context, _ *route.Call) (wire.Items[Role], error) {
	list, err := s.Staff.AllRoles(ctx, s.Read)
	if err != nil {
		return wire.Items[Role]{}, err
	}
	pending, err := s.Staff.PendingOf(ctx, s.Read, "staff.role:", api.Each(list, func(r account.RoleShown) string { return r.Role.Role }))
	return wire.ItemsOf(list, func(r account.RoleShown) Role {
		return Role{
			Role: r.Role.Role, Name: r.Name, Permissions: r.Permissions, Owner: r.Owner(), Version: r.Version, People: r.People,
			ChangedBy: wire.TextOrNull(r.ChangedBy), ChangedAt: wire.InMsOrNull(r.ChangedAt), ApprovalID: wire.TextOrNull(pending[r.Role.Role]),
		}
	}), err
}

func permissionText(p staff.Permission) PermissionText {
	return PermissionText{Permission: p, Name: p.Name(), Group: p.Group()}
}

func (s *Handlers) permissions(context.Context, *route.Call) (wire.Items[PermissionText], error) {
	return wire.ItemsOf(staff.Permissions, permissionText), nil
}

func (s *Handlers) roleAdd(ctx context.Context, c *route.Call, in RoleEdit) (wire.Outcome, error) {
	return s.saveRole(ctx, c, "", in)
}

func (s *Handlers) roleChange(ctx context.Context, c *route.Call, in RoleEdit) (wire.Outcome, error) {
	return s.saveRole(ctx, c, c.ID(), in)
}

func (s *Handlers) saveRole(ctx context.Context, c *route.Call, role string, in RoleEdit) (wire.Outcome, error) {
	id, err := s.Staff.SaveRole(ctx, c.By, account.RoleEdit{Role: role, Name: in.Name, Permissions: in.Permissions, Version: in.Version, Reason: in.Reason})
	if err != nil {
		return wire.Outcome{}, route.InField(route.InField(route.InField(err, staff.ErrRoleName, "name"), staff.ErrRoleTaken, "name"), staff.ErrRoleEmpty, "permissions")
	}
	return wire.DoneOrWaiting(id), nil
}

func (s *Handlers) roleRemove(ctx context.Context, c *route.Call, in RoleRemoval) (route.None, error) {
	return route.None{}, s.Staff.RemoveRole(ctx, c.By, c.ID(), in.Version, in.Reason)
}

func (s *Handlers) staffLimit(ctx context.Context, c *route.Call, in NewLimit) (wire.Outcome, error) {
	var most *money.Fen
	if in.Amount != nil {
		f, err := money.ParseYuan(string(*in.Amount))
		if err != nil {
			return wire.Outcome{}, route.InField(staff.ErrLimit, staff.ErrLimit, "amount")
		}
		most = &f
	}
	id, err := s.Staff.SetAloneMost(ctx, c.By, c.ID(), most, in.Reason)
	if err != nil {
		return wire.Outcome{}, route.InField(err, staff.ErrLimit, "amount")
	}
	return wire.DoneOrWaiting(id), nil
}

func sessionShown(v login.OpenSession) StaffSession {
	return StaffSession{
		ID: v.ID, IP: v.IP, Device: v.Agent, CreatedAt: wire.InMs(v.CreatedAt), SeenAt: wire.InMs(v.SeenAt), ExpiresAt: wire.InMs(v.ExpiresAt), Current: v.Current,
	}
}

func (s *Handlers) staffSessions(ctx context.Context, c *route.Call) (wire.Items[StaffSession], error) {
	list, err := s.Staff.Sessions(ctx, s.Read, c.ID(), c.Session)
	return wire.ItemsOf(list, sessionShown), err
}

func (s *Handlers) staffSessionEnd(ctx context.Context, c *route.Call, in wire.Reason) (Ended, error) {
	n, err := s.Staff.EndOf(ctx, c.By, c.ID(), c.Request.PathValue("session"), in.Reason)
	return Ended{n}, err
}

func (s *Handlers) staffSessionsEnd(ctx context.Context, c *route.Call, in wire.Reason) (Ended, error) {
	n, err := s.Staff.EndOf(ctx, c.By, c.ID(), "", in.Reason)
	return Ended{n}, err
}

func (s *Handlers) ownSessions(ctx context.Context, c *route.Call) (wire.Items[StaffSession], error) {
	list, err := s.Staff.Sessions(ctx, s.Read, c.By.ID, c.Session)
	return wire.ItemsOf(list, sessionShown), err
}

func (s *Handlers) ownSessionEnd(ctx context.Context, c *route.Call, _ wire.Empty) (Ended, error) {
	n, err := s.Staff.EndOwn(ctx, c.Session, c.Request.PathValue("session"))
	return Ended{n}, err
}

func (s *Handlers) ownSessionsEnd(ctx context.Context, c *route.Call, _ wire.Empty) (Ended, error) {
	n, err := s.Staff.EndOwn(ctx, c.Session, "")
	return Ended{n}, err
}

func (s *Handlers) networks(ctx context.Context, c *route.Call) (Networks, error) {
	list, err := s.Staff.Networks(ctx, s.Read)
	if err != nil {
		return Networks{}, err
	}
	pending, err := s.Staff.PendingApproval(ctx, s.Read, login.NetworkSubject)
	out := Networks{
		Networks: list.Networks, Version: list.Version, ChangedBy: wire.TextOrNull(list.ChangedBy), ChangedAt: wire.InMsOrNull(list.ChangedAt),
		Yours: c.By.IP, ApprovalID: wire.TextOrNull(pending),
	}
	if out.Networks == nil {
		out.Networks = []string{}
	}
	return out, err
}

func (s *Handlers) networksSave(ctx context.Context, c *route.Call, in NewNetworks) (wire.Outcome, error) {
	id, err := s.Staff.SaveNetworks(ctx, c.By, in.Networks, in.Version, in.Reason)
	if err != nil {
		return wire.Outcome{}, route.InField(route.InField(err, staff.ErrNetworkForm, "networks"), staff.ErrLockOut, "networks")
	}
	return wire.DoneOrWaiting(id), nil
}

func (s *Handlers) profile(ctx context.Context, c *route.Call) (Profile, error) {
	p, err := s.Staff.Find(ctx, s.Read, c.By.ID)
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
	limits, err := s.limitsOf(ctx, c.By)
	return Profile{
		Staff: me, Roles: names, Permissions: api.Each(s.Staff.PermissionsOf(c.By), permissionText), IP: c.By.IP, Limits: limits,
	}, err
}

// limitsOf are the amounts above which a second person decides about the acts of one person.
func (s *Handlers) limitsOf(ctx context.Context, by staff.Actor) (Limits, error) {
	withdrawal, err := s.Staff.AloneMost(ctx, s.Read, by, s.Cashier.Deposits.Settings().WithdrawSecondAbove)
	if err != nil {
		return Limits{}, err
	}
	deposit, err := s.Staff.AloneMost(ctx, s.Read, by, s.Cashier.Deposits.Settings().DepositSecondAbove)
	return Limits{Withdrawal: wire.InYuan(withdrawal), Deposit: wire.InYuan(deposit)}, err
}
