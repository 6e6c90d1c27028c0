package account

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// mostAlone bounds a limit that somebody enters.
const mostAlone = 100_000_000 * money.Yuan

type limitPayload struct {
	ID   string     `json:"id"`
	From *money.Fen `json:"from"`
	To   *money.Fen `json:"to"`
}

// SetAloneMost sets the largest amount that another account decides alone; nil
// is the operator's figure for everybody. A lower one holds at once; a higher
// one needs a second person (Add says when), and nobody gives more than their
// own account has. It returns the id of the request, if one was made. Faults:
// ErrSelf, ErrLimit, ErrRightsLimit, ErrNoChange.
func (s *Accounts) SetAloneMost(ctx context.Context, by staff.Actor, id string, most *money.Fen, reason string) (approval string, err error) {
	reason, err = staff.CheckReason(reason)
	if err != nil {
		return "", err
	}
	if most != nil && (*most < 0 || *most > mostAlone) {
		return "", staff.ErrLimit
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		approval = ""
		p, err := s.findOther(ctx, tx, by, id, tx.ForUpdate())
		if err != nil {
			return err
		}
		in := limitPayload{ID: id, From: (*money.Fen)(p.AloneMost), To: most}
		if sameLimit(in.From, in.To) {
			return staff.ErrNoChange
		}
		two, err := s.NeedsTwo(ctx, tx, by)
		if err != nil {
			return err
		}
		if !raises(in) {
			return s.writeLimit(ctx, tx, by, p, in, reason)
		}
		if err := s.mayRaise(ctx, tx, by.ID, in.To); err != nil {
			return err
		}
		if !two {
			return s.writeLimit(ctx, tx, by, p, in, reason)
		}
		approval, err = s.RequestApproval(ctx, tx, by, kindLimit.Request(in, staff.Request{
			Subject: "staff:" + id, Label: p.Name, Title: "提高单人限额：" + p.Name, Reason: reason,
			Details: []staff.Detail{{Label: "账号", Value: p.Name}, {Label: "原限额", Value: limitText(in.From)}, {Label: "新限额", Value: limitText(in.To)}},
		}))
		return err
	})
	return approval, err
}

// applyLimit carries out a request of SetAloneMost.
func (s *Accounts) applyLimit(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, in limitPayload) error {
	p, err := s.findOther(ctx, tx, by, in.ID, tx.ForUpdate())
	if err != nil {
		return err
	}
	if !sameLimit((*money.Fen)(p.AloneMost), in.From) {
		return staff.ErrSubjectChange
	}
	if err := s.mayRaise(ctx, tx, by.ID, in.To); err != nil {
		return err
	}
	if s.mayRaise(ctx, tx, a.Maker, in.To) != nil {
		return staff.ErrSubjectChange
	}
	return s.writeLimit(ctx, tx, by, p, in, a.Reason)
}

// mayRaise fails with ErrRightsLimit where an account's own limit is below what it gives.
func (s *Accounts) mayRaise(ctx context.Context, r db.Reader, id string, to *money.Fen) error {
	own, err := staff.OwnLimit(ctx, r, id)
	if err == nil && raises(limitPayload{From: own, To: to}) {
		err = staff.ErrRightsLimit
	}
	return err
}

func (s *Accounts) writeLimit(ctx context.Context, tx *db.Tx, by staff.Actor, p staff.Row, in limitPayload, reason string) error {
	if _, err := tx.NewRaw("UPDATE staff_person SET alone_most = ? WHERE id = ?", (*int64)(in.To), p.ID).Exec(ctx); err != nil {
		return fmt.Errorf("write the limit of a person: %w", err)
	}
	return s.Audit(ctx, tx, by, staff.Change{
		Action: "staff.limit", Subject: "staff:" + p.ID, Label: p.Name, Reason: reason,
		Before: map[string]any{"aloneMost": in.From}, After: map[string]any{"aloneMost": in.To},
	})
}

func sameLimit(a, b *money.Fen) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

// raises reports whether a limit becomes higher. None is the highest.
func raises(in limitPayload) bool { return in.From != nil && (in.To == nil || *in.To > *in.From) }

func limitText(most *money.Fen) string {
	if most == nil {
		return "与全体相同"
	}
	return most.Grouped() + " 元"
}
