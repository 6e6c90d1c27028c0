package staff

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/db"
)

// person is a row of staff_person.
type person struct {
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

const personColumns = "id, name, name_key, person, roles, password, totp_secret, disabled, created_at, last_login_at, enrolled_at, decides_from, alone_most"

func findByName(ctx context.Context, r db.Reader, key string) (person, error) {
	var p person
	err := r.NewRaw("SELECT "+personColumns+" FROM staff_person WHERE name_key = ?", key).Scan(ctx, &p)
	return p, err
}

// findPerson reads a member of staff, or fails with ErrNotFound. lock is
// tx.ForUpdate() for whoever is about to change the row.
func findPerson(ctx context.Context, r db.Reader, id, lock string) (person, error) {
	var p person
	err := r.NewRaw("SELECT "+personColumns+" FROM staff_person WHERE id = ?"+lock, id).Scan(ctx, &p)
	return p, notFound(err)
}

func insertPerson(ctx context.Context, tx *db.Tx, p person) error {
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
		if row.ID != except && slices.Contains(splitRoles(row.Roles), owner) {
			n++
		}
	}
	return n, nil
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
		if slices.Contains(splitRoles(row.Roles), owner) {
			people[row.Person] = true
		}
	}
	return len(people), nil
}

// humanOf is the human being behind an actor, the actor itself where it is no
// member of staff.
func humanOf(ctx context.Context, r db.Reader, by Actor) (string, error) {
	p, err := findPerson(ctx, r, by.ID, "")
	if errors.Is(err, ErrNotFound) {
		return by.ID, nil
	}
	return p.Person, err
}

// countAttempt adds one to a counter that starts anew after window, and
// returns it with the end of a hold, if one was set.
func countAttempt(ctx context.Context, tx *db.Tx, key string, window time.Duration) (attempts int, heldUntil int64, err error) {
	now := tx.NowMillis()
	old := now - window.Milliseconds()
	var row struct {
		Attempts  int
		HeldUntil int64
	}
	err = tx.NewRaw(`
		INSERT INTO staff_attempt (key, since, attempts) VALUES (?0, ?1, 1)
		ON CONFLICT (key) DO UPDATE SET
			attempts = CASE WHEN staff_attempt.since <= ?2 THEN 1 ELSE staff_attempt.attempts + 1 END,
			since = CASE WHEN staff_attempt.since <= ?2 THEN ?1 ELSE staff_attempt.since END
		RETURNING attempts, held_until`, key, now, old).Scan(ctx, &row)
	return row.Attempts, row.HeldUntil, err
}
