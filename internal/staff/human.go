package staff

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

// PersonOf is the human being behind an account: rules that need two people
// compare this, because one person may have two accounts. An account that is
// not in the table is a person of its own.
func (s *Staff) PersonOf(ctx context.Context, r db.Reader, account string) (string, error) {
	p, err := FindPerson(ctx, r, account, "")
	if errors.Is(err, ErrNotFound) {
		return account, nil
	}
	return p.Person, err
}

// AccountsThatDid lists the accounts that did an action to a subject, as the
// trail tells. Rules that keep two acts of one person apart read it.
func (s *Staff) AccountsThatDid(ctx context.Context, r db.Reader, action, subject string) ([]string, error) {
	return s.DidBetween(ctx, r, action, subject, time.Time{}, s.DB.Clock().Now())
}

// DidBetween is AccountsThatDid for what was done in [from, to].
func (s *Staff) DidBetween(ctx context.Context, r db.Reader, action, subject string, from, to time.Time) ([]string, error) {
	var accounts []string
	err := r.NewRaw("SELECT DISTINCT actor FROM staff_audit WHERE subject = ? AND action = ? AND at >= ? AND at <= ? ORDER BY actor",
		subject, action, from.UnixMilli(), to.UnixMilli()).Scan(ctx, &accounts)
	if err != nil {
		return nil, fmt.Errorf("who did %s to %s: %w", action, subject, err)
	}
	return accounts, nil
}

// SamePerson reports whether the human being behind an actor is behind one of
// these accounts too.
func (s *Staff) SamePerson(ctx context.Context, r db.Reader, by Actor, accounts []string) (bool, error) {
	if len(accounts) == 0 {
		return false, nil
	}
	person, err := s.PersonOf(ctx, r, by.ID)
	for _, account := range accounts {
		other := ""
		if err == nil {
			other, err = s.PersonOf(ctx, r, account)
		}
		if err != nil || other == person {
			return err == nil, err
		}
	}
	return false, nil
}

// Favoured is the title of a request by which the human being behind an actor
// had a player's money grow, or go elsewhere, in [from, to], empty if there is none. The one who
// asked says that the money is the player's; the one who agreed looked at it.
func (s *Staff) Favoured(ctx context.Context, r db.Reader, by Actor, player string, from, to time.Time) (string, error) {
	person, err := s.PersonOf(ctx, r, by.ID)
	if err != nil {
		return "", err
	}
	var titles []string
	err = r.NewRaw(`SELECT a.title FROM staff_approval a LEFT JOIN staff_person m ON m.id = a.maker
		WHERE a.player = ? AND a.decided_at >= ? AND a.decided_at <= ? AND a.state = ? AND (a.maker_person = ? OR m.person = ?)
		ORDER BY a.decided_at DESC LIMIT 1`, player, from.UnixMilli(), to.UnixMilli(), Approved, person, person).Scan(ctx, &titles)
	if err != nil {
		return "", fmt.Errorf("requests in favour of %s: %w", player, err)
	}
	return strings.Join(titles, ""), nil
}

// Waiting is ErrNewcomer while an account is too new to decide (Config.NewcomerWait).
func (s *Staff) Waiting(ctx context.Context, r db.Reader, by Actor) error {
	p, err := FindPerson(ctx, r, by.ID, "")
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if p.DecidesFrom > s.DB.Clock().Now().UnixMilli() {
		return ErrNewcomer.With(calendar.Stamp(calendar.FromMillis(p.DecidesFrom)))
	}
	return nil
}

// NeedsTwo reports whether a change of who works here, or one that a dishonest
// person could use against the others, needs a second person. It does, unless the
// command line or the only owner makes it, for whom nobody else could agree.
func (s *Staff) NeedsTwo(ctx context.Context, tx *db.Tx, by Actor) (bool, error) {
	if strings.HasPrefix(by.ID, "system:") {
		return false, nil
	}
	owners, err := countOwners(ctx, tx)
	if err != nil || owners >= 2 {
		return true, err
	}
	p, err := FindPerson(ctx, tx, by.ID, "")
	return !slices.Contains(SplitRoles(p.Roles), Owner), err
}

// AloneMost is the largest amount that an actor decides alone: the operator's
// figure for everybody, or the least limit of the accounts of the same human
// being. An actor that is no account has the operator's.
func (s *Staff) AloneMost(ctx context.Context, r db.Reader, by Actor, everybody money.Fen) (money.Fen, error) {
	own, err := OwnLimit(ctx, r, by.ID)
	if err != nil || own == nil {
		return everybody, err
	}
	return min(everybody, *own), nil
}

// OwnLimit is the least limit of the accounts of the human being behind an
// account, nil if none has one.
func OwnLimit(ctx context.Context, r db.Reader, id string) (*money.Fen, error) {
	var least *int64
	err := r.NewRaw(`SELECT MIN(alone_most) FROM staff_person WHERE person = (SELECT person FROM staff_person WHERE id = ?)`, id).Scan(ctx, &least)
	if err != nil {
		return nil, fmt.Errorf("read the limit of a person: %w", err)
	}
	return (*money.Fen)(least), nil
}
