package promo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
)

// knownWithin is how long an award waits for a name and a card.
const knownWithin = 30 * 24 * time.Hour

// knownAtOnce bounds the waiting awards that one run looks at.
var knownAtOnce = 1000

// payKnown pays the awards whose players are known by now, and ends those that
// waited too long. A run looks at the next of those that wait and begins again
// at their end, so that many players who fill in nothing keep out nobody who does.
func (p *Promo) payKnown(ctx context.Context) error {
	p.known.mu.Lock()
	defer p.known.mu.Unlock()
	rows, err := award.Rows(ctx, p.DB, "state = 'withheld' AND why = ? AND (at, id) > (?, ?) ORDER BY at, id LIMIT ?", award.WhyUnknown, p.known.at, p.known.id, knownAtOnce)
	if err != nil {
		return err
	}
	p.known.at, p.known.id = 0, ""
	if len(rows) == knownAtOnce {
		p.known.at, p.known.id = rows[len(rows)-1].At, rows[len(rows)-1].ID
	}
	var failed error
	for _, row := range rows {
		late := row.At+knownWithin.Milliseconds() < p.DB.Clock().Now().UnixMilli()
		missing, err := p.unknown(ctx, p.DB, row.Identity())
		if err == nil && (late || missing == "") {
			err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return p.settleKnown(ctx, tx, row.ID, missing == "") })
		}
		if err != nil && !errors.Is(err, guard.ErrClosedStaff) {
			failed = errors.Join(failed, fmt.Errorf("award %s: %w", row.ID, err))
		}
	}
	return failed
}

// settleKnown pays one award, unless it turns out that a person must look at it.
func (p *Promo) settleKnown(ctx context.Context, tx *db.Tx, id string, known bool) error {
	found, err := award.One(ctx, tx, "id = ?", id)
	if err != nil || found == nil {
		return err
	}
	who, links, err := p.lock(ctx, tx, found.Player)
	if err != nil {
		return err
	}
	a, err := award.One(ctx, tx, "id = ? AND state = 'withheld' AND why = ?", id, award.WhyUnknown)
	if err != nil || a == nil {
		return err
	}
	a.DecidedBy, a.EndedAt = bySystem, tx.NowMillis()
	if !known {
		a.State, a.Why = award.Refused, "30天内未填写真实姓名并绑定银行卡"
		return award.End(ctx, tx, *a)
	}
	if err := p.Guard.Gate.CheckIn(ctx, tx, guard.DoorAll); err != nil {
		return err
	}
	promotion, err := rule.VersionAt(ctx, tx, a.Rule, a.FromDay)
	if err != nil {
		return err
	}
	promotion.Budget = 0 // what is withheld is in the month's cost already
	why, err := p.doubt(ctx, tx, gift{promotion: promotion, player: a.Player, period: a.Period, ref: a.Ref, amount: a.Amount, item: a.Item}, who, links)
	if err != nil {
		return err
	}
	if why != "" {
		a.Why, a.DecidedBy, a.EndedAt = why, "", 0
		return award.End(ctx, tx, *a)
	}
	a.State, a.Why = award.Paid, ""
	if err := award.End(ctx, tx, *a); err != nil {
		return err
	}
	return p.pay(ctx, tx, *a)
}
