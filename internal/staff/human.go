package staff

import (
	"context"
	"errors"

	"hongyun/internal/db"
)

// PersonOf is the human being behind an account: rules that need two people
// compare this, because one person may have two accounts. An account that is
// not in the table is a person of its own.
func (s *Staff) PersonOf(ctx context.Context, r db.Reader, account string) (string, error) {
	p, err := findPerson(ctx, r, account, "")
	if errors.Is(err, ErrNotFound) {
		return account, nil
	}
	return p.Person, err
}
