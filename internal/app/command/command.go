package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/cashier"
	"hongyun/internal/db"
	"hongyun/internal/earning"
	"hongyun/internal/forfeit"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/job"
	"hongyun/internal/ledger"
	"hongyun/internal/payout"
	"hongyun/internal/promo/award"
	"hongyun/internal/seamless"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/turnover"
	"hongyun/internal/vip"
	"hongyun/internal/wallet"
)

// OpenDatabase opens a database for a command that needs no running house.
func OpenDatabase(ctx context.Context, address string, log *slog.Logger) (*db.DB, error) {
	return db.Open(ctx, address, db.Options{Log: log})
}

// Migrate brings the tables of the house and of its queue up to date. Several
// nodes may do it at once.
func Migrate(ctx context.Context, d *db.DB) error {
	if err := d.Migrate(ctx); err != nil {
		return err
	}
	return job.Migrate(ctx, d)
}

// StaffLink is the invitation that a command about accounts prints.
type StaffLink struct {
	Name, Token string
	ExpiresAt   time.Time
}

// AddStaff adds an account from the command line; the first one is the owner's,
// whatever roles are named.
func AddStaff(ctx context.Context, d *db.DB, dataKey []byte, name, person string, roles []string) (StaffLink, error) {
	return staffLink(d, dataKey, func(s *account.Accounts) (account.Added, error) {
		added, err := s.AddFirst(ctx, name, person)
		if errors.Is(err, staff.ErrNotFirst) {
			return s.Add(ctx, staff.System("staff add"), account.NewStaff{Name: name, Person: person, Roles: roles, Reason: "命令行添加"})
		}
		return added, err
	})
}

// AddFirstStaff adds the first owner, and closes the money gate until the opening
// (H-464). It fails with staff.ErrNotFirst once there is an account.
func AddFirstStaff(ctx context.Context, d *db.DB, dataKey []byte, name, person string) (StaffLink, error) {
	return staffLink(d, dataKey, func(s *account.Accounts) (account.Added, error) { return s.AddFirst(ctx, name, person) })
}

// HasStaff reports whether there is any account of staff.
func HasStaff(ctx context.Context, d *db.DB, dataKey []byte) (bool, error) {
	box, err := secret.NewBox(dataKey)
	if err != nil {
		return false, err
	}
	_, total, err := account.New(staff.New(staff.Config{DB: d, Box: box}), account.Config{}).List(ctx, "", staff.Page{Number: 1, Size: 1})
	return total > 0, err
}

// ResetStaff lets the person of an account enrol again, from the command line.
func ResetStaff(ctx context.Context, d *db.DB, dataKey []byte, name string) (StaffLink, error) {
	return staffLink(d, dataKey, func(s *account.Accounts) (account.Added, error) { return s.Reset(ctx, name) })
}

// ClearStaffNetworks empties the list of networks from which staff may come.
func ClearStaffNetworks(ctx context.Context, d *db.DB, dataKey []byte) error {
	box, err := secret.NewBox(dataKey)
	if err != nil {
		return err
	}
	return account.New(staff.New(staff.Config{DB: d, Box: box}), account.Config{}).ClearNetworks(ctx)
}

func staffLink(d *db.DB, dataKey []byte, invite func(*account.Accounts) (account.Added, error)) (StaffLink, error) {
	box, err := secret.NewBox(dataKey)
	if err != nil {
		return StaffLink{}, err
	}
	people := staff.New(staff.Config{DB: d, Box: box, Log: d.Log()})
	gate := guard.New(d, people).Gate
	gate.KnownUntil = KnownUntil
	added, err := invite(account.New(people, account.Config{OnFirst: func(ctx context.Context, tx *db.Tx) error {
		return gate.CloseUnopened(ctx, tx, staff.System("first owner"))
	}}))
	return StaffLink{added.Person.Name, added.Invitation.Token, added.Invitation.ExpiresAt}, err
}

// Books is the ledger with every noun's own check behind it, so that the
// nightly proof, the command and the back office prove the same.
func Books(d *db.DB) *ledger.Ledger {
	l := ledger.New(d)
	l.Also(wallet.Verify)
	l.Also(cashier.Verify)
	l.Also(payout.Verify)
	l.Also(bet.Verify)
	l.Also(seamless.Verify)
	l.Also(fund.Verify)
	l.Also(vip.Verify)
	l.Also(award.Verify)
	l.Also(forfeit.Verify)
	l.Also(earning.Verify)
	l.Also(func(ctx context.Context, d *db.DB, s ledger.Span) ([]ledger.Finding, error) {
		found, err := turnover.New(turnover.Config{}).Verify(ctx, d, s.Fill)
		out := make([]ledger.Finding, 0, len(found))
		for _, f := range found {
			out = append(out, ledger.Finding{Table: f.Table, Row: f.Row, What: f.What})
		}
		return out, err
	})
	return l
}

// BooksReport is what a look through all the books found.
type BooksReport struct{ ledger.Report }

// VerifyBooks goes through the ledger and what hangs on it.
func VerifyBooks(ctx context.Context, d *db.DB) (BooksReport, error) {
	report, err := Books(d).Verify(ctx)
	return BooksReport{report}, err
}

// Text is the verdict for people: the first broken row first.
func (r BooksReport) Text() string {
	var out strings.Builder
	for _, f := range r.Broken {
		fmt.Fprintf(&out, "broken: %s\n", f)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&out, "warning: %s\n", w)
	}
	fmt.Fprintf(&out, "checked %d accounts, %d entries, %d postings\n", r.Accounts, r.Entries, r.Postings)
	if r.OK {
		out.WriteString("the books are right\n")
	}
	return out.String()
}
