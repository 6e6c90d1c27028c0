package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
)

// kindCorrect is the kind of request that corrects a personal field.
const kindCorrect staff.Kind[correction] = "player.correct"

// correctable are the fields that staff may correct: the type of
// CallUpdatePlayerInfoAction, its Chinese name, and how it is shown.
var correctable = map[string]struct {
	kind int
	name string
	mask func(string) string
}{
	"trueName": {InfoTrueName, "真实姓名", identity.MaskName},
	"phone":    {InfoPhone, "手机号", identity.MaskPhone},
	"email":    {InfoEmail, "邮箱", identity.MaskEmail},
	"birthday": {InfoBirthday, "出生日期", identity.MaskBirthday},
}

// Correctable are the fields that staff may correct.
func Correctable() []string { return slices.Sorted(maps.Keys(correctable)) }

// correction is the payload of a request: values are sealed, for requests and
// the audit trail are kept for ever.
type correction struct {
	Player string `json:"player"`
	Field  string `json:"field"`
	Was    string `json:"was"` // sealed; "" if the field was empty
	Value  string `json:"value"`
}

func correctionSubject(player, field string) string { return "player:" + player + ":" + field }

func sealedCorrection(player, field string) string { return "player.correct/" + player + "/" + field }

// AskCorrection asks a second person to correct one personal field: trueName,
// phone, email or birthday. It returns the id of the request. Faults:
// ErrRevealField for another field, those of the field's form, ErrSameValue,
// ErrPhoneTaken, ErrNotFound, staff's.
func (p *Players) AskCorrection(ctx context.Context, by staff.Actor, player, field, value, reason string) (string, error) {
	f, known := correctable[field]
	if !known {
		return "", identity.ErrRevealField
	}
	_, value, err := p.checkInfo(f.kind, strings.TrimSpace(value))
	if err != nil {
		return "", err
	}
	var id string
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := p.Find(ctx, tx, player)
		if err != nil {
			return err
		}
		was := found.Field(field)
		if was == value {
			return identity.ErrSameValue
		}
		if field == "phone" {
			if err := identity.Taken(ctx, tx, "", p.Box.Index("phone", value)); err != nil {
				return err
			}
		}
		redirects := ""
		if field == "trueName" { // a card is bound under it
			redirects = found.ID
		}
		asked := correction{Player: player, Field: field, Value: p.Box.Seal(sealedCorrection(player, field), value)}
		if was != "" {
			asked.Was = p.Box.Seal(sealedCorrection(player, field), was)
		}
		id, err = p.Staff.RequestApproval(ctx, tx, by, kindCorrect.Request(asked, staff.Request{
			Subject: correctionSubject(player, field), Label: found.Name, Title: "更正" + f.name, Player: redirects,
			Details: []staff.Detail{
				{Label: "玩家", Value: found.Name},
				{Label: "现有" + f.name, Value: cmp.Or(f.mask(was), "未填写")},
				{Label: "更正为", Value: f.mask(value)},
				{Label: "影响", Value: consequence(field)},
			},
			Reason: reason,
		}))
		return err
	})
	return id, err
}

// consequence is a Chinese sentence that says what else a correction does.
func consequence(field string) string {
	switch field {
	case "trueName":
		return "已绑定的银行卡仍是原户名，须移除后以新姓名重新绑定才能提款；改名后在提款规则的等待时间内，提款留待人工审核"
	case "phone":
		return "玩家改用新手机号接收通知；更换后在提款规则的等待时间内，提款留待人工审核"
	case "birthday":
		return "按新的出生日期判断是否年满规定年龄"
	}
	return "玩家改用新邮箱接收通知"
}

// RevealCorrection shows the whole values of an open or decided request to
// correct a field, as they were when it was made. It counts as a look at
// personal data: faults as of Reveal, and staff's ErrNoRequest.
func (p *Players) RevealCorrection(ctx context.Context, by staff.Actor, id, reason string) (was, value string, err error) {
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := p.Staff.FindApproval(ctx, tx, id)
		if err != nil {
			return err
		}
		if a.Kind != string(kindCorrect) {
			return staff.ErrNoRequest
		}
		c, err := kindCorrect.Asked(a)
		if err != nil {
			return err
		}
		if was, value, err = p.openCorrection(a.ID, c); err != nil {
			return err
		}
		return p.NoteReveal(ctx, tx, by, c.Player, c.Field, reason)
	})
	if err != nil {
		return "", "", err
	}
	return was, value, nil
}

func (p *Players) openCorrection(id string, c correction) (was, value string, err error) {
	if c.Was != "" {
		if was, err = p.Box.Open(sealedCorrection(c.Player, c.Field), c.Was); err != nil {
			return "", "", fmt.Errorf("open request %s: %w", id, err)
		}
	}
	if value, err = p.Box.Open(sealedCorrection(c.Player, c.Field), c.Value); err != nil {
		return "", "", fmt.Errorf("open request %s: %w", id, err)
	}
	return was, value, nil
}

// correctionApproved writes the corrected field. A field that is no longer as
// it was when the request was made voids the request.
func (p *Players) correctionApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, c correction) error {
	was, value, err := p.openCorrection(a.ID, c)
	if err != nil {
		return err
	}
	row, err := identity.LockRow(ctx, tx, c.Player)
	if err != nil {
		return fmt.Errorf("lock player: %w", err)
	}
	found, err := p.Open(row)
	if err != nil {
		return err
	}
	if found.Field(c.Field) != was {
		return staff.ErrSubjectChange
	}
	column, value, err := p.checkInfo(correctable[c.Field].kind, value)
	if err != nil {
		return err
	}
	if err := p.SetInfo(ctx, tx, c.Player, column, value); err != nil {
		return err
	}
	if column == "true_name" && was != "" {
		if _, err := tx.NewRaw("UPDATE player SET name_changed_at = ? WHERE id = ?", tx.NowMillis(), c.Player).Exec(ctx); err != nil {
			return fmt.Errorf("note the change of name: %w", err)
		}
	}
	if err := inbox.Write(ctx, tx, identity.CorrectedMessage(c.Player, a)); err != nil {
		return err
	}
	tx.AfterCommit(func() {
		if err := p.CheckReturn(context.WithoutCancel(ctx), c.Player, nil); err != nil && !errors.Is(err, context.Canceled) {
			p.Log.ErrorContext(ctx, "a corrected player was not compared with excluded ones", "player", c.Player, "error", err)
		}
	})
	return p.Staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindCorrect), Subject: "player:" + c.Player, Label: found.Name, Reason: a.Reason, After: map[string]string{"field": c.Field},
	})
}
