package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"hongyun/internal/cashier"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/wallet"
)

// OpenDatabase opens a database for a command that needs no running house.
func OpenDatabase(ctx context.Context, address string, log *slog.Logger) (*db.DB, error) {
	return db.Open(ctx, address, db.Options{Log: log})
}

// AddStaff adds a member of staff from the command line; the first one of a
// house is its owner, whatever roles are named.
func AddStaff(ctx context.Context, d *db.DB, dataKey []byte, name string, roles []string) (staff.Added, error) {
	box, err := secret.NewBox(dataKey)
	if err != nil {
		return staff.Added{}, err
	}
	s := staff.New(staff.Config{DB: d, Box: box})
	added, err := s.AddFirst(ctx, name)
	if errors.Is(err, staff.ErrNotFirst) {
		return s.Add(ctx, staff.System("staff add"), staff.NewStaff{Name: name, Roles: roles, Reason: "命令行添加"})
	}
	return added, err
}

// BooksReport is what a look through all the books found.
type BooksReport struct {
	Ledger   ledger.Report
	Turnover []turnover.Finding
}

// VerifyBooks goes through the ledger and what hangs on it.
func VerifyBooks(ctx context.Context, d *db.DB) (BooksReport, error) {
	books := ledger.New(d)
	books.Also(wallet.Verify)
	books.Also(cashier.Verify)
	report, err := books.Verify(ctx)
	if err != nil {
		return BooksReport{}, err
	}
	findings, err := turnover.New(turnover.Config{}).Verify(ctx, d)
	return BooksReport{Ledger: report, Turnover: findings}, err
}

// OK says that nothing is broken.
func (r BooksReport) OK() bool { return r.Ledger.OK && len(r.Turnover) == 0 }

// Text is the verdict for people: the first broken row first.
func (r BooksReport) Text() string {
	var out strings.Builder
	for _, f := range r.Ledger.Broken {
		fmt.Fprintf(&out, "broken: %s\n", f)
	}
	for _, f := range r.Turnover {
		fmt.Fprintf(&out, "broken: %s %s: %s\n", f.Table, f.Row, f.What)
	}
	for _, w := range r.Ledger.Warnings {
		fmt.Fprintf(&out, "warning: %s\n", w)
	}
	fmt.Fprintf(&out, "checked %d accounts, %d entries, %d postings\n", r.Ledger.Accounts, r.Ledger.Entries, r.Ledger.Postings)
	if r.OK() {
		out.WriteString("the books are right\n")
	}
	return out.String()
}
