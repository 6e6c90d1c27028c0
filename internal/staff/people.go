package staff

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/secret"
)

// passwordAlphabet leaves out what is misread from paper: 0 O 1 l I.
const passwordAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"

var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{1,31}$`)

// Person is a member of staff as the back office shows them.
type Person struct {
	ID          string
	Name        string
	Roles       []string
	Disabled    bool
	CreatedAt   time.Time
	LastLoginAt time.Time // zero if never
}

// NewStaff is somebody to be added.
type NewStaff struct {
	Name   string
	Person string // the human being, if they have another account already; two accounts of one are one maker
	Roles  []string
	Reason string
}

// Added is what is shown once, to be handed to the new member of staff.
type Added struct {
	Person     Person
	Password   string
	TOTPSecret string // base32
	TOTPURI    string // otpauth://…, for a QR code
}

// Add makes a member of staff with a password and TOTP secret of their own,
// both shown only here. It fails with ErrNameForm, ErrNameTaken, ErrRole or ErrReason.
func (s *Staff) Add(ctx context.Context, by Actor, n NewStaff) (Added, error) {
	reason, err := CheckReason(n.Reason)
	if err != nil {
		return Added{}, err
	}
	n.Reason = reason
	return s.add(ctx, by, n, false)
}

// AddFirst makes the first owner of a new house, from the command line
// (trust ADM-6: there is no account anybody could know of). Once somebody is
// there it fails with ErrNotFirst.
func (s *Staff) AddFirst(ctx context.Context, name string) (Added, error) {
	return s.add(ctx, System("staff add"), NewStaff{Name: name, Roles: []string{owner}, Reason: "首位管理员"}, true)
}

func (s *Staff) add(ctx context.Context, by Actor, n NewStaff, first bool) (Added, error) {
	if !nameForm.MatchString(n.Name) {
		return Added{}, ErrNameForm
	}
	roles, err := checkRoles(n.Roles)
	if err != nil {
		return Added{}, err
	}
	id := uuid.Must(uuid.NewV7()).String()
	password := secret.Text(20, passwordAlphabet)
	hash, err := secret.HashPassword(ctx, password)
	if err != nil {
		return Added{}, err
	}
	shared, uri, err := s.newTOTP(n.Name)
	if err != nil {
		return Added{}, err
	}
	p := person{
		ID: id, Name: n.Name, NameKey: strings.ToLower(n.Name), Person: n.Person, Roles: joinRoles(roles),
		Password: hash, TOTPSecret: s.box.Seal(sealTOTP(id), shared),
	}
	if p.Person == "" {
		p.Person = id
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if first {
			if err := beFirst(ctx, tx); err != nil {
				return err
			}
		}
		p.CreatedAt = tx.NowMillis()
		if err := insertPerson(ctx, tx, p); err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, Change{
			Action: "staff.add", Subject: "staff:" + id, Label: n.Name, Reason: n.Reason, After: map[string]any{"roles": roles},
		})
	})
	if db.IsDuplicate(err) {
		return Added{}, ErrNameTaken
	}
	if err != nil {
		return Added{}, fmt.Errorf("add staff: %w", err)
	}
	return Added{Person: p.shown(), Password: password, TOTPSecret: shared, TOTPURI: uri}, nil
}

// beFirst fails with ErrNotFirst once there is anybody. Two at once meet at the
// lock: the second counts the first.
func beFirst(ctx context.Context, tx *db.Tx) error {
	if _, err := lockHead(ctx, tx); err != nil {
		return err
	}
	n, err := countPeople(ctx, tx)
	if err == nil && n > 0 {
		err = ErrNotFirst
	}
	return err
}

// Find returns a member of staff, or ErrNotFound.
func (s *Staff) Find(ctx context.Context, r db.Reader, id string) (Person, error) {
	p, err := findPerson(ctx, r, id, "")
	return p.shown(), err
}

// List returns the staff whose name contains q, by name, and how many there are.
func (s *Staff) List(ctx context.Context, q string, page Page) ([]Person, int, error) {
	limit, offset := page.Bounds()
	where := "WHERE " + s.db.Like("name")
	var total int
	if err := s.db.NewRaw("SELECT count(*) FROM staff_person "+where, db.Contains(q)).Scan(ctx, &total); err != nil {
		return nil, 0, fmt.Errorf("count staff: %w", err)
	}
	var rows []person
	err := s.db.NewRaw("SELECT id, name, roles, disabled, created_at, last_login_at FROM staff_person "+where+
		" ORDER BY name_key LIMIT ? OFFSET ?", db.Contains(q), limit, offset).Scan(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("list staff: %w", err)
	}
	people := make([]Person, len(rows))
	for i, p := range rows {
		people[i] = p.shown()
	}
	return people, total, nil
}

// Disable ends somebody's sessions and lets them in no more. Nobody disables
// themself (ErrSelf) or the last owner (ErrLastOwner).
func (s *Staff) Disable(ctx context.Context, by Actor, id, reason string) (Person, error) {
	return s.turn(ctx, by, id, reason, true)
}

// Enable lets a disabled member of staff in again.
func (s *Staff) Enable(ctx context.Context, by Actor, id, reason string) (Person, error) {
	return s.turn(ctx, by, id, reason, false)
}

func (s *Staff) turn(ctx context.Context, by Actor, id, reason string, off bool) (Person, error) {
	reason, err := CheckReason(reason)
	if err != nil {
		return Person{}, err
	}
	if by.ID == id {
		return Person{}, ErrSelf
	}
	var out Person
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := findPerson(ctx, tx, id, tx.ForUpdate())
		if err != nil {
			return err
		}
		action := "staff.enable"
		switch {
		case p.Disabled && off:
			return ErrAlreadyOff
		case !p.Disabled && !off:
			return ErrAlreadyOn
		case off:
			action = "staff.disable"
			if err := keepAnOwner(ctx, tx, p, nil); err != nil {
				return err
			}
			if _, err := tx.NewRaw("DELETE FROM staff_session WHERE staff = ?", id).Exec(ctx); err != nil {
				return err
			}
		}
		if _, err := tx.NewRaw("UPDATE staff_person SET disabled = ? WHERE id = ?", off, id).Exec(ctx); err != nil {
			return err
		}
		p.Disabled = off
		out = p.shown()
		return s.Audit(ctx, tx, by, Change{Action: action, Subject: "staff:" + id, Label: p.Name, Reason: reason})
	})
	return out, err
}

// kindRoles is the second-person request that changes somebody's roles.
const kindRoles = "staff.roles"

type rolesPayload struct {
	ID    string   `json:"id"`
	From  []string `json:"from"`
	Roles []string `json:"roles"`
}

// RequestRoles asks a second person to change somebody's roles; nobody asks
// for themself. It returns the id of the request.
func (s *Staff) RequestRoles(ctx context.Context, by Actor, id string, roles []string, reason string) (string, error) {
	roles, err := checkRoles(roles)
	if err != nil {
		return "", err
	}
	if by.ID == id {
		return "", ErrSelf
	}
	var request string
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := findPerson(ctx, tx, id, "")
		if err != nil {
			return err
		}
		from := splitRoles(p.Roles)
		if err := keepAnOwner(ctx, tx, p, roles); err != nil {
			return err
		}
		request, err = s.RequestApproval(ctx, tx, by, Request{
			Kind: kindRoles, Subject: "staff:" + id, Label: p.Name, Title: "修改角色：" + p.Name, Reason: reason,
			Payload: rolesPayload{ID: id, From: from, Roles: roles},
			Details: []Detail{{"原角色", roleNames(from)}, {"新角色", roleNames(roles)}},
		})
		return err
	})
	return request, err
}

// applyRoles carries out a request of RequestRoles.
func (s *Staff) applyRoles(ctx context.Context, tx *db.Tx, by Actor, a Approval) error {
	var want rolesPayload
	if err := json.Unmarshal(a.Payload, &want); err != nil {
		return fmt.Errorf("read the request: %w", err)
	}
	if by.ID == want.ID {
		return ErrSelf
	}
	p, err := findPerson(ctx, tx, want.ID, tx.ForUpdate())
	if err != nil {
		return err
	}
	if !slices.Equal(splitRoles(p.Roles), want.From) {
		return ErrSubjectChange
	}
	if err := keepAnOwner(ctx, tx, p, want.Roles); err != nil {
		return err
	}
	_, err = tx.NewRaw("UPDATE staff_person SET roles = ? WHERE id = ?", joinRoles(want.Roles), want.ID).Exec(ctx)
	return err
}

// keepAnOwner refuses what would leave the house without an owner who can log in.
func keepAnOwner(ctx context.Context, tx *db.Tx, p person, roles []string) error {
	if !slices.Contains(splitRoles(p.Roles), owner) || slices.Contains(roles, owner) {
		return nil
	}
	others, err := lockOwners(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	if others == 0 {
		return ErrLastOwner
	}
	return nil
}

func roleNames(roles []string) string {
	var names []string
	for _, r := range Roles {
		if slices.Contains(roles, r.Role) {
			names = append(names, r.Name)
		}
	}
	return strings.Join(names, "、")
}

func sealTOTP(id string) string { return "staff_person.totp_secret/" + id }

func (p person) shown() Person {
	out := Person{ID: p.ID, Name: p.Name, Roles: splitRoles(p.Roles), Disabled: p.Disabled, CreatedAt: calendar.FromMillis(p.CreatedAt)}
	if p.LastLoginAt > 0 {
		out.LastLoginAt = calendar.FromMillis(p.LastLoginAt)
	}
	return out
}

func notFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}
