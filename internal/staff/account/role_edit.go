package account

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"hongyun/internal/db"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// mostRoles is how many roles there may be beside those that were removed.
const mostRoles = 60

// RoleEdit is a role as somebody wants it.
type RoleEdit struct {
	Role        string // empty for a new one
	Name        string
	Permissions []staff.Permission
	Version     int64 // of the role that was changed on screen: 0 for a new one and for a shipped one
	Reason      string
}

// rolePayload is what a second person agrees to.
type rolePayload struct {
	Role        string             `json:"role"`
	New         bool               `json:"new,omitempty"`
	Name        string             `json:"name"`
	Permissions []staff.Permission `json:"permissions"`
	Version     int64              `json:"version"`
}

// RoleShown is a role with how many accounts have it, disabled ones too.
type RoleShown struct {
	staff.Role
	People int
}

// AllRoles are the roles that somebody can have, in the order of the screen.
func (s *Accounts) AllRoles(ctx context.Context, r db.Reader) ([]RoleShown, error) {
	table, err := staff.ReadRoles(ctx, r)
	if err != nil {
		return nil, err
	}
	var rows []struct{ Roles string }
	if err := r.NewRaw("SELECT roles FROM staff_person").Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("count the people of the roles: %w", err)
	}
	people := map[string]int{}
	for _, row := range rows {
		for _, role := range staff.SplitRoles(row.Roles) {
			people[role]++
		}
	}
	list := table.List()
	out := make([]RoleShown, len(list))
	for i, role := range list {
		out[i] = RoleShown{role, people[role.Role]}
	}
	return out, nil
}

// RoleNames are roles as people call them.
func (s *Accounts) RoleNames(ctx context.Context, r db.Reader, roles []string) ([]string, error) {
	table, err := staff.ReadRoles(ctx, r)
	names := []string{}
	for _, role := range table.List() {
		if slices.Contains(roles, role.Role) {
			names = append(names, role.Name)
		}
	}
	return names, err
}

// SaveRole makes a role, or changes its name and permissions. What gives it a
// permission more needs a second person (Add says when), and both must have
// that permission themselves; the rest is done at once. It returns the id of
// the request, if one was made. Faults: ErrOwnerRole, ErrRole, ErrRoleName,
// ErrRoleTaken, ErrRoleEmpty, ErrRoleStale, ErrRights, ErrNoChange.
func (s *Accounts) SaveRole(ctx context.Context, by staff.Actor, e RoleEdit) (approval string, err error) {
	reason, err := staff.CheckReason(e.Reason)
	if err != nil {
		return "", err
	}
	in := rolePayload{Role: e.Role, New: e.Role == "", Version: e.Version}
	if in.Name, err = checkRoleName(e.Name); err != nil {
		return "", err
	}
	if in.Permissions, err = checkPermissions(e.Permissions); err != nil {
		return "", err
	}
	if in.New {
		in.Role = "role-" + strings.ToLower(secret.Text(8, codeAlphabet))
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		approval = ""
		if err := lockPeople(ctx, tx); err != nil {
			return err
		}
		table, err := s.LockRoles(ctx, tx)
		if err != nil {
			return err
		}
		old, err := editable(table, in)
		if err != nil {
			return err
		}
		added := staff.RightsFrom(in.Permissions).Without(staff.RightsFrom(old.Permissions))
		if err := s.MayGive(ctx, tx, table, by.ID, added); err != nil {
			return err
		}
		two, err := s.NeedsTwo(ctx, tx, by)
		if err != nil {
			return err
		}
		if len(added) == 0 || !two {
			return s.writeRole(ctx, tx, by, table, old, in, reason)
		}
		approval, err = s.askRole(ctx, tx, by, old, in, reason)
		return err
	})
	return approval, err
}

// editable is the role before a change that may be made now; the zero Role for a new one.
func editable(t staff.RoleTable, in rolePayload) (staff.Role, error) {
	old, known := t[in.Role]
	switch {
	case in.Role == staff.Owner:
		return old, staff.ErrOwnerRole
	case in.New && len(t.List()) >= mostRoles:
		return old, staff.ErrRoleMany
	case !in.New && (!known || old.Removed):
		return old, staff.ErrRole
	case !in.New && old.Version != in.Version:
		return old, staff.ErrRoleStale
	case !in.New && old.Name == in.Name && slices.Equal(staff.RightsFrom(old.Permissions).List(), in.Permissions):
		return old, staff.ErrNoChange
	}
	for _, other := range t {
		if other.Role != in.Role && !other.Removed && strings.EqualFold(other.Name, in.Name) {
			return old, staff.ErrRoleTaken
		}
	}
	return old, nil
}

func (s *Accounts) askRole(ctx context.Context, tx *db.Tx, by staff.Actor, old staff.Role, in rolePayload, reason string) (string, error) {
	was, will := staff.RightsFrom(old.Permissions), staff.RightsFrom(in.Permissions)
	subject, title := "staff.role:"+in.Role, "修改角色权限："+in.Name
	if in.New {
		subject, title = "staff.role:new "+strings.ToLower(in.Name), "新增角色："+in.Name
	}
	people, err := namesWith(ctx, tx, in.Role)
	if err != nil {
		return "", err
	}
	details := []staff.Detail{{Label: "角色名称", Value: in.Name}}
	if !in.New && old.Name != in.Name {
		details = []staff.Detail{{Label: "原名称", Value: old.Name}, {Label: "新名称", Value: in.Name}}
	}
	return s.RequestApproval(ctx, tx, by, kindRole.Request(in, staff.Request{
		Subject: subject, Label: in.Name, Title: title, Reason: reason,
		Details: append(details,
			staff.Detail{Label: "增加的权限", Value: staff.PermissionNames(will.Without(was))}, staff.Detail{Label: "去掉的权限", Value: staff.PermissionNames(was.Without(will))},
			staff.Detail{Label: "修改后的全部权限", Value: staff.PermissionNames(in.Permissions)}, staff.Detail{Label: "拥有该角色的账号", Value: people}),
	}))
}

// applyRole carries out a request of SaveRole.
func (s *Accounts) applyRole(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, in rolePayload) error {
	if err := lockPeople(ctx, tx); err != nil {
		return err
	}
	table, err := s.LockRoles(ctx, tx)
	if err != nil {
		return err
	}
	old, err := editable(table, in)
	if err != nil {
		return staff.ErrSubjectChange
	}
	added := staff.RightsFrom(in.Permissions).Without(staff.RightsFrom(old.Permissions))
	if err := s.MayGiveBoth(ctx, tx, table, by, a, added); err != nil {
		return err
	}
	return s.writeRole(ctx, tx, by, table, old, in, a.Reason)
}

func (s *Accounts) writeRole(ctx context.Context, tx *db.Tx, by staff.Actor, table staff.RoleTable, old staff.Role, in rolePayload, reason string) error {
	err := s.putRole(ctx, tx, by, in.Role, in.Name, in.Permissions, false)
	if err != nil {
		return err
	}
	if err := s.newDeciders(ctx, tx, table, in); err != nil {
		return err
	}
	change := staff.Change{
		Action: "staff.role", Subject: "staff.role:" + in.Role, Label: in.Name, Reason: reason,
		After: map[string]any{"name": in.Name, "permissions": in.Permissions},
	}
	if !in.New {
		change.Before = map[string]any{"name": old.Name, "permissions": old.Permissions}
	}
	return s.Audit(ctx, tx, by, change)
}

// lockPeople locks every account, before the lock of the roles.
func lockPeople(ctx context.Context, tx *db.Tx) error {
	var ids []string
	if err := tx.NewRaw("SELECT id FROM staff_person ORDER BY id"+tx.ForUpdate()).Scan(ctx, &ids); err != nil {
		return fmt.Errorf("lock the accounts of staff: %w", err)
	}
	return nil
}

// newDeciders lets the people of a role wait before they decide, where a change
// of the role makes deciders of them: they are as new to it as a new account.
func (s *Accounts) newDeciders(ctx context.Context, tx *db.Tx, table staff.RoleTable, in rolePayload) error {
	if !slices.Contains(in.Permissions, staff.ApprovalDecide) {
		return nil
	}
	var rows []struct{ ID, Roles string }
	if err := tx.NewRaw("SELECT id, roles FROM staff_person ORDER BY id").Scan(ctx, &rows); err != nil {
		return fmt.Errorf("find the people of a role: %w", err)
	}
	for _, row := range rows {
		roles := staff.SplitRoles(row.Roles)
		if !slices.Contains(roles, in.Role) || table.RightsOf(roles)[staff.ApprovalDecide] {
			continue
		}
		if _, err := tx.NewRaw("UPDATE staff_person SET decides_from = ? WHERE id = ?", s.decidesFrom(tx), row.ID).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (s *Accounts) putRole(ctx context.Context, tx *db.Tx, by staff.Actor, role, name string, list []staff.Permission, removed bool) error {
	codes := make([]string, len(list))
	for i, p := range list {
		codes[i] = string(p)
	}
	_, err := tx.NewRaw(`
		INSERT INTO staff_role (role, name, permissions, removed, version, changed_by, changed_at) VALUES (?0, ?1, ?2, ?3, 1, ?4, ?5)
		ON CONFLICT (role) DO UPDATE SET name = ?1, permissions = ?2, removed = ?3, version = staff_role.version + 1, changed_by = ?4, changed_at = ?5`,
		role, name, strings.Join(codes, ","), removed, by.Name, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write the role: %w", err)
	}
	return nil
}

// RemoveRole takes a role away that no account has, a disabled one neither.
// Faults: ErrOwnerRole, ErrRole, ErrRoleStale, ErrRoleInUse.
func (s *Accounts) RemoveRole(ctx context.Context, by staff.Actor, role string, version int64, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		table, err := s.LockRoles(ctx, tx)
		if err != nil {
			return err
		}
		old, known := table[role]
		switch {
		case role == staff.Owner:
			return staff.ErrOwnerRole
		case !known || old.Removed:
			return staff.ErrRole
		case old.Version != version:
			return staff.ErrRoleStale
		}
		people, err := namesWith(ctx, tx, role)
		if err != nil {
			return err
		}
		if people != noAccounts {
			return staff.ErrRoleInUse.With(people)
		}
		if err := s.putRole(ctx, tx, by, role, old.Name, old.Permissions, true); err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, staff.Change{
			Action: "staff.role_remove", Subject: "staff.role:" + role, Label: old.Name, Reason: reason,
			Before: map[string]any{"name": old.Name, "permissions": old.Permissions},
		})
	})
}

// noAccounts is namesWith of a role that nobody has.
const noAccounts = "没有"

// namesWith are the accounts that have a role, disabled ones too.
func namesWith(ctx context.Context, r db.Reader, role string) (string, error) {
	var rows []struct{ Name, Roles string }
	if err := r.NewRaw("SELECT name, roles FROM staff_person ORDER BY name_key").Scan(ctx, &rows); err != nil {
		return "", fmt.Errorf("find the people of a role: %w", err)
	}
	var names []string
	for _, row := range rows {
		if slices.Contains(staff.SplitRoles(row.Roles), role) {
			names = append(names, row.Name)
		}
	}
	if len(names) == 0 {
		return noAccounts, nil
	}
	return strings.Join(names, "、"), nil
}

// checkRoleName brings a name into one form, so that two roles cannot look alike.
func checkRoleName(name string) (string, error) {
	if !utf8.ValidString(name) {
		return "", staff.ErrRoleName
	}
	name = strings.TrimSpace(norm.NFKC.String(name))
	n := utf8.RuneCountInString(name)
	hidden := func(r rune) bool {
		return unicode.Is(unicode.C, r) || unicode.IsSpace(r) || strings.ContainsRune(",、：", r)
	}
	if n < 1 || n > 16 || strings.ContainsFunc(name, hidden) {
		return "", staff.ErrRoleName
	}
	return name, nil
}

// checkPermissions returns the permissions in the order of the menu, or
// ErrRoleEmpty for none or an unknown one.
func checkPermissions(list []staff.Permission) ([]staff.Permission, error) {
	for _, p := range list {
		if !slices.Contains(staff.Permissions, p) {
			return nil, staff.ErrRoleEmpty
		}
	}
	if len(list) == 0 {
		return nil, staff.ErrRoleEmpty
	}
	return staff.RightsFrom(list).List(), nil
}
