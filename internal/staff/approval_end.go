package staff

import (
	"context"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
)

// Withdraw takes a request back that nobody has decided about. Only the human
// being who made it may, from whichever account. Faults: ErrNoRequest,
// ErrDecided, ErrNotMaker, ErrReason.
func (s *Staff) Withdraw(ctx context.Context, by Actor, id, reason string) (Approval, error) {
	reason, err := CheckReason(reason)
	if err != nil {
		return Approval{}, err
	}
	var out Approval
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := findApproval(ctx, tx, id, tx.ForUpdate())
		if err != nil {
			return err
		}
		if a.State != Pending {
			return ErrDecided.With(a.CheckerName)
		}
		mine, err := s.madeByEach(ctx, tx, by, []string{id})
		if err != nil {
			return err
		}
		if !mine[id] {
			return ErrNotMaker
		}
		if err := s.endUndecided(ctx, tx, by, &a, Withdrawn, reason); err != nil {
			return err
		}
		out = a
		return nil
	})
	return out, err
}

// expiredAtOnce is how many requests one call of Expire ends.
const expiredAtOnce = 200

// Expire ends the requests that waited too long, and those whose maker's account
// is disabled. It is run every few minutes.
func (s *Staff) Expire(ctx context.Context) error {
	var ids []string
	err := s.DB.NewRaw(`SELECT id FROM staff_approval
		WHERE state = 'pending' AND (expires_at <= ? OR maker IN (SELECT id FROM staff_person WHERE disabled)) ORDER BY expires_at LIMIT ?`,
		s.DB.Clock().Now().UnixMilli(), expiredAtOnce).Scan(ctx, &ids)
	if err != nil {
		return fmt.Errorf("find expired requests: %w", err)
	}
	var failed error
	for _, id := range ids { // each alone: one that cannot be ended holds back no other
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			a, err := findApproval(ctx, tx, id, tx.ForUpdate())
			if err != nil || a.State != Pending {
				return err
			}
			if !tx.Now().Before(a.ExpiresAt) {
				return s.endUndecided(ctx, tx, System("approval"), &a, Expired, "超过有效期未审批")
			}
			off, err := madeByDisabled(ctx, tx, []string{id})
			if err != nil || !off[id] {
				return err
			}
			return s.endUndecided(ctx, tx, System("approval"), &a, Void, "提交人账号已停用")
		})
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("expire request %s: %w", id, err))
		}
	}
	return failed
}

// madeByDisabled tells which of some requests were made from an account that is
// disabled: nobody carries out what a stolen account asked for.
func madeByDisabled(ctx context.Context, r db.Reader, ids []string) (map[string]bool, error) {
	made := map[string]bool{}
	if len(ids) == 0 {
		return made, nil
	}
	var found []string
	err := r.NewRaw("SELECT a.id FROM staff_approval a JOIN staff_person m ON m.id = a.maker WHERE a.id IN (?) AND m.disabled", bun.List(ids)).Scan(ctx, &found)
	if err != nil {
		return nil, fmt.Errorf("requests of disabled accounts: %w", err)
	}
	for _, id := range found {
		made[id] = true
	}
	return made, nil
}

// endUndecided ends a locked request without a decision. What waited for the
// decision goes on as after a refusal.
func (s *Staff) endUndecided(ctx context.Context, tx *db.Tx, by Actor, a *Approval, state, why string) error {
	// A second person is never the maker, so nobody is named as one.
	if err := closeApproval(ctx, tx, a, Actor{Name: by.Name}, state, why); err != nil {
		return err
	}
	if run := s.executor(s.onRefused, a.Kind); run != nil {
		if err := run(ctx, tx, by, *a); err != nil && !errors.Is(err, ErrSubjectChange) {
			return err
		}
	}
	return s.auditDecision(ctx, tx, by, *a)
}

// MayWithdrawEach tells which of the requests of a list an actor may take back.
func (s *Staff) MayWithdrawEach(ctx context.Context, r db.Reader, by Actor, list []Approval) (map[string]bool, error) {
	var ids []string
	for _, a := range list {
		if a.State == Pending {
			ids = append(ids, a.ID)
		}
	}
	return s.madeByEach(ctx, r, by, ids)
}
