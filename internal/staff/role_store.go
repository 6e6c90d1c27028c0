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

// roleTable is every role as it is now, by code, those that were removed too.
type roleTable map[string]Role

// readRoles reads the roles: the shipped ones, each in the form that staff gave
// it, and those that staff made.
func readRoles(ctx context.Context, r db.Reader) (roleTable, error) {
	table := roleTable{}
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
			ChangedBy: row.ChangedBy, ChangedAt: calendar.FromMillis(row.ChangedAt), removed: row.Removed, place: len(Roles),
		}
		if shipped, ok := table[row.Role]; ok {
			role.place = shipped.place
		}
		table[row.Role] = role
	}
	table[owner] = Roles[0]
	return table, nil
}

// knownOnly drops the permissions that this program does not have, and orders the rest.
func knownOnly(names []string) []Permission {
	return slices.DeleteFunc(slices.Clone(Permissions), func(p Permission) bool { return !slices.Contains(names, string(p)) })
}

// list is the roles that somebody can have, in the order of the screen.
func (t roleTable) list() []Role {
	var out []Role
	for _, r := range t {
		if !r.removed {
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

// rightsOf is everything some roles allow together.
func (t roleTable) rightsOf(roles []string) rights {
	out := rights{}
	for _, code := range roles {
		if r, ok := t[code]; ok && !r.removed {
			for _, p := range r.Permissions {
				out[p] = true
			}
		}
	}
	return out
}

// names are the roles as people call them.
func (t roleTable) names(roles []string) string {
	var names []string
	for _, r := range t.list() {
		if slices.Contains(roles, r.Role) {
			names = append(names, r.Name)
		}
	}
	return strings.Join(names, "、")
}

// check returns the roles sorted and without repeats, or ErrRole for none or an
// unknown one.
func (t roleTable) check(roles []string) ([]string, error) {
	sorted := slices.Compact(slices.Sorted(slices.Values(roles)))
	if len(sorted) == 0 {
		return nil, ErrRole
	}
	for _, code := range sorted {
		if r, ok := t[code]; !ok || r.removed {
			return nil, ErrRole
		}
	}
	return sorted, nil
}

// rights is a set of permissions.
type rights map[Permission]bool

// list is the permissions in the order of the menu.
func (r rights) list() []Permission {
	return slices.DeleteFunc(slices.Clone(Permissions), func(p Permission) bool { return !r[p] })
}

// without is what one set has and another lacks, in the order of the menu.
func (r rights) without(other rights) []Permission {
	return slices.DeleteFunc(r.list(), func(p Permission) bool { return other[p] })
}

func rightsFrom(list []Permission) rights {
	out := rights{}
	for _, p := range list {
		out[p] = true
	}
	return out
}

// permissionNames are permissions as people call them, "没有" for none.
func permissionNames(list []Permission) string {
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
func (s *Staff) rightsNow(ctx context.Context, r db.Reader, table roleTable, id string) (rights, error) {
	if strings.HasPrefix(id, "system:") {
		return rightsFrom(Permissions), nil
	}
	p, err := findPerson(ctx, r, id, "")
	if err != nil {
		return nil, err
	}
	return table.rightsOf(splitRoles(p.Roles)), nil
}

// mayGive fails with ErrRights unless an account has all the permissions that
// it is about to give: nobody makes another account stronger than their own.
func (s *Staff) mayGive(ctx context.Context, r db.Reader, table roleTable, id string, given []Permission) error {
	own, err := s.rightsNow(ctx, r, table, id)
	if err != nil {
		return err
	}
	if lacking := rightsFrom(given).without(own); len(lacking) > 0 {
		return ErrRights.With(permissionNames(lacking))
	}
	return nil
}

// mayGiveBoth is mayGive for the one who agrees and for the one who asked, who
// may have lost rights since.
func (s *Staff) mayGiveBoth(ctx context.Context, tx *db.Tx, table roleTable, by Actor, a Approval, given []Permission) error {
	if err := s.mayGive(ctx, tx, table, by.ID, given); err != nil {
		return err
	}
	if err := s.mayGive(ctx, tx, table, a.Maker, given); err != nil {
		return ErrSubjectChange
	}
	return nil
}

// lockRoles reads the roles and keeps others from changing or giving them until
// the transaction ends. The end of the audit trail is the lock: whoever does
// either writes there. Rows of accounts are locked before it.
func (s *Staff) lockRoles(ctx context.Context, tx *db.Tx) (roleTable, error) {
	if _, err := lockHead(ctx, tx); err != nil {
		return nil, err
	}
	return readRoles(ctx, tx)
}
