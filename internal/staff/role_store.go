package staff

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// roleRow is a row of staff_role.
type roleRow struct {
	Role, Name, Permissions string
	Removed                 bool
	Version                 int64
	ChangedBy               string
	ChangedAt               int64
}

// RoleTable is every role as it is now, by code, those that were removed too.
type RoleTable map[string]Role

// ReadRoles reads the roles: the shipped ones, each in the form that staff gave
// it, and those that staff made.
func ReadRoles(ctx context.Context, r db.Reader) (RoleTable, error) {
	table := RoleTable{}
	for i, shipped := range Roles {
		shipped.place = i
		table[shipped.Role] = shipped
	}
	var rows []roleRow
	if err := r.NewRaw("SELECT role, name, permissions, removed, version, changed_by, changed_at FROM staff_role").Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read the roles: %w", err)
	}
	for _, row := range rows {
		role := Role{
			Role: row.Role, Name: row.Name, Permissions: knownOnly(strings.Split(row.Permissions, ",")), Version: row.Version,
			ChangedBy: row.ChangedBy, ChangedAt: calendar.FromMillis(row.ChangedAt), Removed: row.Removed, place: len(Roles),
		}
		if shipped, ok := table[row.Role]; ok {
			role.place = shipped.place
		}
		table[row.Role] = role
	}
	table[Owner] = Roles[0]
	return table, nil
}

// knownOnly drops the permissions that this program does not have, and orders the rest.
func knownOnly(names []string) []Permission {
	return slices.DeleteFunc(slices.Clone(Permissions), func(p Permission) bool { return !slices.Contains(names, string(p)) })
}

// List is the roles that somebody can have, in the order of the screen.
func (t RoleTable) List() []Role {
	var out []Role
	for _, r := range t {
		if !r.Removed {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b Role) int {
		if a.place != b.place {
			return a.place - b.place
		}
		return strings.Compare(a.Role, b.Role)
	})
	return out
}

// RightsOf is everything some roles allow together.
func (t RoleTable) RightsOf(roles []string) Rights {
	out := Rights{}
	for _, code := range roles {
		if r, ok := t[code]; ok && !r.Removed {
			for _, p := range r.Permissions {
				out[p] = true
			}
		}
	}
	return out
}

// Names are the roles as people call them.
func (t RoleTable) Names(roles []string) string {
	var names []string
	for _, r := range t.List() {
		if slices.Contains(roles, r.Role) {
			names = append(names, r.Name)
		}
	}
	return strings.Join(names, "、")
}

// Check returns the roles sorted and without repeats, or ErrRole for none or an
// unknown one.
func (t RoleTable) Check(roles []string) ([]string, error) {
	sorted := slices.Compact(slices.Sorted(slices.Values(roles)))
	if len(sorted) == 0 {
		return nil, ErrRole
	}
	for _, code := range sorted {
		if r, ok := t[code]; !ok || r.Removed {
			return nil, ErrRole
		}
	}
	return sorted, nil
}

// Rights is a set of permissions.
type Rights map[Permission]bool

// List is the permissions in the order of the menu.
func (r Rights) List() []Permission {
	return slices.DeleteFunc(slices.Clone(Permissions), func(p Permission) bool { return !r[p] })
}

// Without is what one set has and another lacks, in the order of the menu.
func (r Rights) Without(other Rights) []Permission {
	return slices.DeleteFunc(r.List(), func(p Permission) bool { return other[p] })
}

func RightsFrom(list []Permission) Rights {
	out := Rights{}
	for _, p := range list {
		out[p] = true
	}
	return out
}

// PermissionNames are permissions as people call them, "没有" for none.
func PermissionNames(list []Permission) string {
	if len(list) == 0 {
		return "没有"
	}
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.Name()
	}
	return strings.Join(names, "、")
}

// rightsNow are the rights of an actor at this moment, read in the transaction.
// A command and a job have all of them.
func (s *Staff) rightsNow(ctx context.Context, r db.Reader, table RoleTable, id string) (Rights, error) {
	if strings.HasPrefix(id, "system:") {
		return RightsFrom(Permissions), nil
	}
	p, err := FindPerson(ctx, r, id, "")
	if err != nil {
		return nil, err
	}
	return table.RightsOf(SplitRoles(p.Roles)), nil
}

// MayGive fails with ErrRights unless an account has all the permissions that
// it is about to give: nobody makes another account stronger than their own.
func (s *Staff) MayGive(ctx context.Context, r db.Reader, table RoleTable, id string, given []Permission) error {
	own, err := s.rightsNow(ctx, r, table, id)
	if err != nil {
		return err
	}
	if lacking := RightsFrom(given).Without(own); len(lacking) > 0 {
		return ErrRights.With(PermissionNames(lacking))
	}
	return nil
}

// MayGiveBoth is MayGive for the one who agrees and for the one who asked, who
// may have lost rights since.
func (s *Staff) MayGiveBoth(ctx context.Context, tx *db.Tx, table RoleTable, by Actor, a Approval, given []Permission) error {
	if err := s.MayGive(ctx, tx, table, by.ID, given); err != nil {
		return err
	}
	if err := s.MayGive(ctx, tx, table, a.Maker, given); err != nil {
		return ErrSubjectChange
	}
	return nil
}

// LockRoles reads the roles and keeps others from changing or giving them until
// the transaction ends. The end of the audit trail is the lock: whoever does
// either writes there. Rows of accounts are locked before it.
func (s *Staff) LockRoles(ctx context.Context, tx *db.Tx) (RoleTable, error) {
	if _, err := lockHead(ctx, tx); err != nil {
		return nil, err
	}
	return ReadRoles(ctx, tx)
}
