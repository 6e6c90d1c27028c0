package account

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"golang.org/x/text/unicode/norm"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// codeAlphabet leaves out what is misread from paper: 0 O 1 l I.
const codeAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"

var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{1,31}$`)

// Person is a member of staff as the back office shows them.
type Person struct {
	ID          string
	Name        string
	Human       string // staff number or identity document: which human being it is
	Roles       []string
	Disabled    bool
	Enrolled    bool // they have a password and an authenticator of their own
	CreatedAt   time.Time
	LastLoginAt time.Time  // zero if never
	DecidesFrom time.Time  // zero if they may decide already
	AloneMost   *money.Fen // the largest amount they decide alone; nil is the operator's figure
}

// NewStaff is an account to be added.
type NewStaff struct {
	Name   string
	Person string // staff number or identity document; two accounts of one human being are one maker
	Roles  []string
	Reason string
}

// Added is an account that was made, or the request for one.
type Added struct {
	Person     Person // zero while a second person has to agree
	ApprovalID string // the request, where a second person has to agree
	Invitation staff.Invitation
}

// Add makes an account that its person opens by the invitation. Once there are
// two owners a second person has to agree, whoever asks; the command line is
// no person and needs none. It fails with ErrNameForm, ErrNameTaken, ErrRole,
// ErrPerson or ErrReason.
func (s *Accounts) Add(ctx context.Context, by staff.Actor, n NewStaff) (Added, error) {
	reason, err := staff.CheckReason(n.Reason)
	if err != nil {
		return Added{}, err
	}
	n.Reason = reason
	return s.add(ctx, by, n, false)
}

// AddFirst makes the first owner from the command line (trust ADM-6: there is
// no account that a stranger could know of). Once there is one it fails with ErrNotFirst.
func (s *Accounts) AddFirst(ctx context.Context, name, human string) (Added, error) {
	return s.add(ctx, staff.System("staff add"), NewStaff{Name: name, Person: human, Roles: []string{staff.Owner}, Reason: "首位管理员"}, true)
}

// addPayload is what a second person agrees to.
type addPayload struct {
	Name     string             `json:"name"`
	Person   string             `json:"person"`
	Roles    []string           `json:"roles"`
	Rights   []staff.Permission `json:"rights,omitempty"` // of the roles, as the second person sees them
	CodeHash string             `json:"codeHash"`
}

func (s *Accounts) add(ctx context.Context, by staff.Actor, n NewStaff, first bool) (Added, error) {
	if !nameForm.MatchString(n.Name) {
		return Added{}, staff.ErrNameForm
	}
	human, err := checkHuman(n.Person)
	if err != nil {
		return Added{}, err
	}
	in := addPayload{Name: n.Name, Person: human}
	var out Added
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		out = Added{}
		table, err := s.LockRoles(ctx, tx)
		if err != nil {
			return err
		}
		if in.Roles, err = table.Check(n.Roles); err != nil {
			return err
		}
		in.Rights = table.RightsOf(in.Roles).List()
		if err := s.MayGive(ctx, tx, table, by.ID, in.Rights); err != nil {
			return err
		}
		if first {
			if err := s.beFirst(ctx, tx); err != nil {
				return err
			}
		}
		two, err := s.NeedsTwo(ctx, tx, by)
		if err != nil {
			return err
		}
		if !two {
			p, err := s.insert(ctx, tx, by, in, n.Reason)
			if err != nil {
				return err
			}
			out.Person = shown(p)
			if out.Invitation, err = s.invite(ctx, tx, p.ID, ""); err != nil || !first || s.onFirst == nil {
				return err
			}
			return s.onFirst(ctx, tx)
		}
		if _, err := staff.FindByName(ctx, tx, strings.ToLower(n.Name)); !errors.Is(err, sql.ErrNoRows) {
			return errors.Join(err, staff.ErrNameTaken)
		}
		others, err := otherAccounts(ctx, tx, human)
		if err != nil {
			return err
		}
		code := secret.Text(10, codeAlphabet)
		in.CodeHash = s.codeMark(code)
		out.Invitation.Code = code
		out.ApprovalID, err = s.RequestApproval(ctx, tx, by, kindAdd.Request(in, staff.Request{
			Subject: "staff.new:" + strings.ToLower(n.Name), Label: n.Name, Title: "添加人员：" + n.Name, Reason: n.Reason,
			Details: []staff.Detail{{Label: "账号", Value: n.Name}, {Label: "人员（工号/证件）", Value: human}, {Label: "该人员的其他账号", Value: others}, {Label: "角色", Value: table.Names(in.Roles)}, {Label: "角色的权限", Value: staff.PermissionNames(in.Rights)}},
		}))
		return err
	})
	if db.IsDuplicate(err) {
		return Added{}, staff.ErrNameTaken
	}
	if err != nil {
		return Added{}, fmt.Errorf("add staff: %w", err)
	}
	return out, nil
}

// insert writes an account that nobody can log in with yet.
func (s *Accounts) insert(ctx context.Context, tx *db.Tx, by staff.Actor, in addPayload, reason string) (staff.Row, error) {
	p := staff.Row{
		ID: uuid.Must(uuid.NewV7()).String(), Name: in.Name, NameKey: strings.ToLower(in.Name), Person: in.Person,
		Roles: staff.JoinRoles(in.Roles), CreatedAt: tx.NowMillis(),
	}
	if err := insertPerson(ctx, tx, p); err != nil {
		return p, err
	}
	return p, s.Audit(ctx, tx, by, staff.Change{
		Action: "staff.add", Subject: "staff:" + p.ID, Label: p.Name, Reason: reason,
		After: map[string]any{"roles": in.Roles, "person": in.Person},
	})
}

// applyAdd carries out a request of Add.
func (s *Accounts) applyAdd(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, in addPayload) error {
	if human, err := staff.HumanOf(ctx, tx, by); err != nil || human == in.Person {
		return errors.Join(err, staff.ErrSelf)
	}
	if _, err := staff.FindByName(ctx, tx, strings.ToLower(in.Name)); !errors.Is(err, sql.ErrNoRows) {
		return errors.Join(err, staff.ErrSubjectChange)
	}
	if err := s.giveAsAsked(ctx, tx, by, a, in.Roles, in.Rights, nil); err != nil {
		return err
	}
	p, err := s.insert(ctx, tx, by, in, a.Reason)
	if err != nil {
		return err
	}
	*a.Invitation, err = s.invite(ctx, tx, p.ID, in.CodeHash)
	return err
}

// giveAsAsked fails with ErrSubjectChange where roles allow another set of
// permissions than the second person was shown, and with ErrRights where either
// of the two gives more than they have. had is what the account may already.
func (s *Accounts) giveAsAsked(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, roles []string, shown []staff.Permission, had []string) error {
	table, err := s.LockRoles(ctx, tx)
	if err != nil {
		return err
	}
	if _, err := table.Check(roles); err != nil {
		return staff.ErrSubjectChange
	}
	now := table.RightsOf(roles)
	if shown != nil && !slices.Equal(now.List(), shown) { // requests of older versions do not say
		return staff.ErrSubjectChange
	}
	return s.MayGiveBoth(ctx, tx, table, by, a, now.Without(table.RightsOf(had)))
}

// checkHuman brings a staff number or identity document into one form, so that
// one human being cannot be written in two ways. Letters of other scripts that
// look like Latin ones would be a second way.
func checkHuman(text string) (string, error) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' {
			return -1
		}
		return unicode.ToUpper(r)
	}, norm.NFKC.String(text))
	n := utf8.RuneCountInString(text)
	if n < 2 || n > 64 || strings.ContainsFunc(text, func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '.' && r != '_' }) {
		return "", staff.ErrPerson
	}
	return text, nil
}

// otherAccounts names the accounts that a human being has already. The second
// person reads them: a number that differs from the one on file by a look-alike
// would be another human being to every rule that needs two.
func otherAccounts(ctx context.Context, r db.Reader, human string) (string, error) {
	var names []string
	if err := r.NewRaw("SELECT name FROM staff_person WHERE person = ? ORDER BY name_key", human).Scan(ctx, &names); err != nil {
		return "", fmt.Errorf("accounts of one person: %w", err)
	}
	if len(names) == 0 {
		return "没有", nil
	}
	return strings.Join(names, "、"), nil
}

// beFirst fails with ErrNotFirst once there is an account. Two at once meet at
// the lock: the second counts the first.
func (s *Accounts) beFirst(ctx context.Context, tx *db.Tx) error {
	if err := s.LockAudit(ctx, tx); err != nil {
		return err
	}
	n, err := countPeople(ctx, tx)
	if err == nil && n > 0 {
		err = staff.ErrNotFirst
	}
	return err
}

// Find returns a member of staff, or ErrNotFound.
func (s *Accounts) Find(ctx context.Context, r db.Reader, id string) (Person, error) {
	p, err := staff.FindPerson(ctx, r, id, "")
	return shown(p), err
}

// List returns the staff whose name contains q, by name, and how many there are.
func (s *Accounts) List(ctx context.Context, q string, page staff.Page) ([]Person, int, error) {
	limit, offset := page.Bounds()
	where := "WHERE " + s.DB.Like("name")
	var total int
	if err := s.DB.NewRaw("SELECT count(*) FROM staff_person "+where, db.Contains(q)).Scan(ctx, &total); err != nil {
		return nil, 0, fmt.Errorf("count staff: %w", err)
	}
	var rows []staff.Row
	err := s.DB.NewRaw("SELECT "+staff.RowColumns+" FROM staff_person "+where+
		" ORDER BY name_key LIMIT ? OFFSET ?", db.Contains(q), limit, offset).Scan(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("list staff: %w", err)
	}
	people := make([]Person, len(rows))
	for i, p := range rows {
		people[i] = shown(p)
	}
	return people, total, nil
}

// Disable ends the sessions of an account and lets nobody in with it. One person
// may do it at once: it is what is done about a stolen account. It fails with
// ErrSelf for one's own account and with ErrLastOwner for the last owner's.
func (s *Accounts) Disable(ctx context.Context, by staff.Actor, id, reason string) (Person, error) {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return Person{}, err
	}
	var out Person
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := s.findOther(ctx, tx, by, id, tx.ForUpdate())
		if err != nil {
			return err
		}
		if p.Disabled {
			return staff.ErrAlreadyOff
		}
		if err := keepAnOwner(ctx, tx, p, nil); err != nil {
			return err
		}
		if err := shutOut(ctx, tx, id); err != nil {
			return err
		}
		if _, err := tx.NewRaw("UPDATE staff_person SET disabled = TRUE WHERE id = ?", id).Exec(ctx); err != nil {
			return err
		}
		p.Disabled = true
		out = shown(p)
		return s.Audit(ctx, tx, by, staff.Change{Action: "staff.disable", Subject: "staff:" + id, Label: p.Name, Reason: reason})
	})
	return out, err
}

// Enable lets the person of a disabled account in again. Once there are two
// owners a second person has to agree: then it returns the id of the request.
func (s *Accounts) Enable(ctx context.Context, by staff.Actor, id, reason string) (approval string, err error) {
	reason, err = staff.CheckReason(reason)
	if err != nil {
		return "", err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		approval = ""
		p, err := s.findOther(ctx, tx, by, id, tx.ForUpdate())
		if err != nil {
			return err
		}
		if !p.Disabled {
			return staff.ErrAlreadyOn
		}
		two, err := s.NeedsTwo(ctx, tx, by)
		if err != nil {
			return err
		}
		table, err := s.LockRoles(ctx, tx)
		if err != nil {
			return err
		}
		given := table.RightsOf(staff.SplitRoles(p.Roles)).List()
		if err := s.MayGive(ctx, tx, table, by.ID, given); err != nil {
			return err
		}
		if !two {
			return s.enable(ctx, tx, by, p, reason)
		}
		approval, err = s.RequestApproval(ctx, tx, by, kindEnable.Request(accountPayload{ID: id}, staff.Request{
			Subject: "staff:" + id, Label: p.Name, Title: "启用人员：" + p.Name, Reason: reason,
			Details: []staff.Detail{{Label: "账号", Value: p.Name}, {Label: "人员（工号/证件）", Value: p.Person}, {Label: "角色", Value: table.Names(staff.SplitRoles(p.Roles))}, {Label: "角色的权限", Value: staff.PermissionNames(given)}},
		}))
		return err
	})
	return approval, err
}

// applyEnable carries out a request of Enable.
func (s *Accounts) applyEnable(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, in accountPayload) error {
	p, err := s.findOther(ctx, tx, by, in.ID, tx.ForUpdate())
	if err != nil {
		return err
	}
	if !p.Disabled {
		return staff.ErrSubjectChange
	}
	if err := s.giveAsAsked(ctx, tx, by, a, staff.SplitRoles(p.Roles), nil, nil); err != nil {
		return err
	}
	return s.enable(ctx, tx, by, p, a.Reason)
}

func (s *Accounts) enable(ctx context.Context, tx *db.Tx, by staff.Actor, p staff.Row, reason string) error {
	_, err := tx.NewRaw("UPDATE staff_person SET disabled = FALSE, decides_from = ? WHERE id = ?", s.decidesFrom(tx), p.ID).Exec(ctx)
	if err != nil {
		return err
	}
	return s.Audit(ctx, tx, by, staff.Change{Action: "staff.enable", Subject: "staff:" + p.ID, Label: p.Name, Reason: reason})
}

// decidesFrom is when an account that is opened now may decide.
func (s *Accounts) decidesFrom(tx *db.Tx) int64 {
	if s.wait == 0 {
		return 0
	}
	return tx.Now().Add(s.wait).UnixMilli()
}

// shutOut ends everything by which the person of an account gets in now.
func shutOut(ctx context.Context, tx *db.Tx, id string) error {
	for _, table := range []string{"staff_session", "staff_link", "staff_device"} {
		if _, err := tx.NewRaw("DELETE FROM "+table+" WHERE staff = ?", id).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// findOther reads an account that is not the actor's, nor another one of the
// same human being (ErrSelf).
func (s *Accounts) findOther(ctx context.Context, tx *db.Tx, by staff.Actor, id, lock string) (staff.Row, error) {
	p, err := staff.FindPerson(ctx, tx, id, lock)
	if err != nil {
		return p, err
	}
	human, err := staff.HumanOf(ctx, tx, by)
	if err == nil && (by.ID == id || human == p.Person) {
		err = staff.ErrSelf
	}
	return p, err
}

// accountPayload is a request about an account as it is.
type accountPayload struct {
	ID       string `json:"id"`
	CodeHash string `json:"codeHash,omitempty"`
}

// The second-person requests about accounts.
const (
	kindAdd    staff.Kind[addPayload]     = "staff.add"
	kindEnable staff.Kind[accountPayload] = "staff.enable"
	kindReset  staff.Kind[accountPayload] = "staff.reset"
	kindRoles  staff.Kind[rolesPayload]   = "staff.roles"

	kindRole  staff.Kind[rolePayload]  = "staff.role"
	kindLimit staff.Kind[limitPayload] = "staff.limit"
)

type rolesPayload struct {
	ID     string             `json:"id"`
	From   []string           `json:"from"`
	Roles  []string           `json:"roles"`
	Rights []staff.Permission `json:"rights,omitempty"` // of the roles, as the second person sees them
}

// RequestRoles asks a second person to change the roles of an account of
// another human being. It returns the id of the request.
func (s *Accounts) RequestRoles(ctx context.Context, by staff.Actor, id string, roles []string, reason string) (string, error) {
	var request string
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := s.findOther(ctx, tx, by, id, "")
		if err != nil {
			return err
		}
		from := staff.SplitRoles(p.Roles)
		if err := keepAnOwner(ctx, tx, p, roles); err != nil {
			return err
		}
		table, err := s.LockRoles(ctx, tx)
		if err != nil {
			return err
		}
		if roles, err = table.Check(roles); err != nil {
			return err
		}
		was, will := table.RightsOf(from), table.RightsOf(roles)
		if err := s.MayGive(ctx, tx, table, by.ID, will.Without(was)); err != nil {
			return err
		}
		request, err = s.RequestApproval(ctx, tx, by, kindRoles.Request(rolesPayload{ID: id, From: from, Roles: roles, Rights: will.List()}, staff.Request{
			Subject: "staff:" + id, Label: p.Name, Title: "修改角色：" + p.Name, Reason: reason,
			Details: []staff.Detail{
				{Label: "原角色", Value: table.Names(from)}, {Label: "新角色", Value: table.Names(roles)},
				{Label: "增加的权限", Value: staff.PermissionNames(will.Without(was))}, {Label: "去掉的权限", Value: staff.PermissionNames(was.Without(will))},
			},
		}))
		return err
	})
	return request, err
}

// applyRoles carries out a request of RequestRoles.
func (s *Accounts) applyRoles(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, want rolesPayload) error {
	p, err := s.findOther(ctx, tx, by, want.ID, tx.ForUpdate())
	if err != nil {
		return err
	}
	if !slices.Equal(staff.SplitRoles(p.Roles), want.From) {
		return staff.ErrSubjectChange
	}
	if err := keepAnOwner(ctx, tx, p, want.Roles); err != nil {
		return err
	}
	if err := s.giveAsAsked(ctx, tx, by, a, want.Roles, want.Rights, want.From); err != nil {
		return err
	}
	table, err := staff.ReadRoles(ctx, tx)
	if err != nil {
		return err
	}
	from := p.DecidesFrom
	if !table.RightsOf(want.From)[staff.ApprovalDecide] && table.RightsOf(want.Roles)[staff.ApprovalDecide] {
		from = s.decidesFrom(tx) // new to deciding, as a new account is
	}
	_, err = tx.NewRaw("UPDATE staff_person SET roles = ?, decides_from = ? WHERE id = ?", staff.JoinRoles(want.Roles), from, want.ID).Exec(ctx)
	return err
}

// keepAnOwner refuses what would leave the house without an owner who can log in.
func keepAnOwner(ctx context.Context, tx *db.Tx, p staff.Row, roles []string) error {
	if !slices.Contains(staff.SplitRoles(p.Roles), staff.Owner) || slices.Contains(roles, staff.Owner) {
		return nil
	}
	others, err := lockOwners(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	if others == 0 {
		return staff.ErrLastOwner
	}
	return nil
}

// shown is an account as others see it.
func shown(p staff.Row) Person {
	out := Person{
		ID: p.ID, Name: p.Name, Human: p.Person, Roles: staff.SplitRoles(p.Roles), Disabled: p.Disabled, Enrolled: p.Password != "",
		CreatedAt: calendar.FromMillis(p.CreatedAt), AloneMost: (*money.Fen)(p.AloneMost),
	}
	if p.LastLoginAt > 0 {
		out.LastLoginAt = calendar.FromMillis(p.LastLoginAt)
	}
	if p.DecidesFrom > 0 {
		out.DecidesFrom = calendar.FromMillis(p.DecidesFrom)
	}
	return out
}

func insertPerson(ctx context.Context, tx *db.Tx, p staff.Row) error {
	_, err := tx.NewRaw(`
		INSERT INTO staff_person (id, name, name_key, person, roles, password, totp_secret, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		p.ID, p.Name, p.NameKey, p.Person, p.Roles, p.Password, p.TOTPSecret, p.CreatedAt).Exec(ctx)
	return err
}

func countPeople(ctx context.Context, tx *db.Tx) (int, error) {
	var n int
	err := tx.NewRaw("SELECT count(*) FROM staff_person").Scan(ctx, &n)
	return n, err
}

// lockOwners counts the other owners who can log in, and keeps them owners
// until the transaction ends: two owners who disable each other at once must
// not both succeed.
func lockOwners(ctx context.Context, tx *db.Tx, except string) (int, error) {
	var rows []struct{ ID, Roles string }
	err := tx.NewRaw("SELECT id, roles FROM staff_person WHERE NOT disabled AND password <> '' ORDER BY id"+tx.ForUpdate()).Scan(ctx, &rows)
	if err != nil {
		return 0, fmt.Errorf("lock owners: %w", err)
	}
	n := 0
	for _, row := range rows {
		if row.ID != except && slices.Contains(staff.SplitRoles(row.Roles), staff.Owner) {
			n++
		}
	}
	return n, nil
}
