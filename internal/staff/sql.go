package staff

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"hongyun/internal/db"
)

// Row is a row of staff_person.
type Row struct {
	ID          string
	Name        string
	NameKey     string
	Person      string
	Roles       string
	Password    string
	TOTPSecret  string `bun:"totp_secret"`
	Disabled    bool
	CreatedAt   int64
	LastLoginAt int64
	EnrolledAt  int64
	DecidesFrom int64
	AloneMost   *int64
}

const RowColumns = "id, name, name_key, person, roles, password, totp_secret, disabled, created_at, last_login_at, enrolled_at, decides_from, alone_most"

func FindByName(ctx context.Context, r db.Reader, key string) (Row, error) {
	var p Row
	err := r.NewRaw("SELECT "+RowColumns+" FROM staff_person WHERE name_key = ?", key).Scan(ctx, &p)
	return p, err
}

// FindPerson reads a member of staff, or fails with ErrNotFound. lock is
// tx.ForUpdate() for whoever is about to change the row.
func FindPerson(ctx context.Context, r db.Reader, id, lock string) (Row, error) {
	var p Row
	err := r.NewRaw("SELECT "+RowColumns+" FROM staff_person WHERE id = ?"+lock, id).Scan(ctx, &p)
	return p, NotFound(err)
}

// countOwners is how many human beings are owners, those who are disabled too:
// an owner who disables the other must not become the only one by it.
func countOwners(ctx context.Context, tx *db.Tx) (int, error) {
	var rows []struct{ Person, Roles string }
	if err := tx.NewRaw("SELECT person, roles FROM staff_person WHERE enrolled_at > 0").Scan(ctx, &rows); err != nil {
		return 0, fmt.Errorf("count owners: %w", err)
	}
	people := map[string]bool{}
	for _, row := range rows {
		if slices.Contains(SplitRoles(row.Roles), Owner) {
			people[row.Person] = true
		}
	}
	return len(people), nil
}

// HumanOf is the human being behind an actor, the actor itself where it is no
// member of staff.
func HumanOf(ctx context.Context, r db.Reader, by Actor) (string, error) {
	p, err := FindPerson(ctx, r, by.ID, "")
	if errors.Is(err, ErrNotFound) {
		return by.ID, nil
	}
	return p.Person, err
}

func NotFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return err
}
