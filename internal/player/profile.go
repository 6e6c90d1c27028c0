package player

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
)

// The types of CallUpdatePlayerInfoAction (ACC-16).
const (
	InfoTrueName = 1
	InfoEmail    = 3
	InfoPhone    = 4
	InfoBirthday = 10
)

// InfoTypes are the types of CallUpdatePlayerInfoAction.
var InfoTypes = []int{InfoTrueName, InfoEmail, InfoPhone, InfoBirthday}

// UpdateInfo fills in one field of a player's profile, once: what is filled
// fails with ErrFilled and is changed by support (trust T16). Other types fail
// with ErrInfoType, a value that breaks its field's rule with that rule's fault.
//
// A birthday below the age is kept and answered with ErrUnderAge: a minor who is
// refused must not simply type another one. Support corrects a mistyped one.
func (p *Players) UpdateInfo(ctx context.Context, player string, kind int, value string) error {
	column, value, err := p.checkInfo(kind, value)
	if err != nil {
		return err
	}
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := identity.LockRow(ctx, tx, player)
		if errors.Is(err, sql.ErrNoRows) {
			return identity.ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("lock player: %w", err)
		}
		held := map[string]string{"true_name": a.TrueName, "email": a.Email, "phone": a.Phone, "birthday": a.Birthday}
		if held[column] != "" {
			return identity.ErrFilled
		}
		return p.SetInfo(ctx, tx, player, column, value)
	})
	if err != nil {
		return err
	}
	if err := p.CheckReturn(ctx, player, nil); err != nil {
		return err
	}
	if kind == InfoBirthday {
		return p.CheckAge(identity.Player{Birthday: value})
	}
	return nil
}

// checkInfo returns the column of a type and its value as it is kept.
func (p *Players) checkInfo(kind int, value string) (column, kept string, err error) {
	switch kind {
	case InfoTrueName:
		kept, err = identity.NormalizeName(value)
		return "true_name", kept, err
	case InfoEmail:
		return "email", value, identity.CheckEmail(value)
	case InfoPhone:
		return "phone", value, cmp.Or(identity.CheckPhone(value), p.Rules.ServesPhone(value))
	case InfoBirthday:
		kept, err = identity.CheckBirthday(value, calendar.DayOf(p.DB.Clock().Now()))
		return "birthday", kept, err
	}
	return "", "", identity.ErrInfoType
}

// Reveal shows staff one personal field in full: "trueName", "phone", "email"
// or "birthday". It needs a reason, is written to the audit trail, and is
// bounded to 20 an hour for each of them (trust ADM-4).
func (p *Players) Reveal(ctx context.Context, by staff.Actor, player, field, reason string) (string, error) {
	var value string
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := p.Find(ctx, tx, player)
		if err != nil {
			return err
		}
		fields := map[string]string{"trueName": found.TrueName, "phone": found.Phone, "email": found.Email, "birthday": found.Birthday}
		var known bool
		if value, known = fields[field]; !known {
			return identity.ErrRevealField
		}
		return p.NoteReveal(ctx, tx, by, player, field, reason)
	})
	if err != nil {
		return "", err
	}
	return value, nil
}

// NoteReveal is the part of Reveal that counts and writes down; what else
// shows personal data (a bank card's number) calls it in its own transaction.
func (p *Players) NoteReveal(ctx context.Context, tx *db.Tx, by staff.Actor, player, field, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	if err := p.Staff.LockAudit(ctx, tx); err != nil {
		return err
	}
	n, err := p.Staff.CountActions(ctx, tx, by.ID, "player.reveal", tx.Now().Add(-time.Hour))
	if err != nil {
		return err
	}
	if n >= p.Limits.RevealsPerHour {
		p.Log.ErrorContext(ctx, "too many looks at personal data", "staff", by.ID, "count", n)
		return identity.ErrRevealTooMany
	}
	return p.Staff.Audit(ctx, tx, by, staff.Change{
		Action: "player.reveal", Subject: "player:" + player, Label: player, Reason: reason, After: map[string]string{"field": field},
	})
}
