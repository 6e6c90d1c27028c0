package promo

import (
	"context"
	"fmt"
	"strings"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/draw"
	"hongyun/internal/promo/rule"
)

// ClaimOrder asks for what a promotion granted.
type ClaimOrder struct {
	ID     string // of the request: the same one is answered as the first time
	Player string
	Rule   int64
}

// Claim gives a player what a promotion grants them now: in the centre wallet
// with its requirement, or withheld for a person. However often, by however
// many windows and nodes it is asked for, it is given once. Faults: ErrNotFound,
// ErrNotMet, ErrClaimed, ErrByItself, ErrFrozen, ErrBudget, ErrChanged; guard's,
// of the gate and of who may not bet.
func (p *Promo) Claim(ctx context.Context, o ClaimOrder) (award.Award, error) {
	if err := p.Guard.Gate.Check(ctx, guard.DoorAll); err != nil {
		return award.Award{}, err
	}
	var out award.Award
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		out, err = p.claim(ctx, tx, o)
		return err
	})
	if err != nil {
		return award.Award{}, err
	}
	return out, nil
}

func (p *Promo) claim(ctx context.Context, tx *db.Tx, o ClaimOrder) (award.Award, error) {
	row, links, err := p.lock(ctx, tx, o.Player)
	if err != nil {
		return award.Award{}, err
	}
	if first, err := award.One(ctx, tx, "id = ?", o.ID); err != nil {
		return award.Award{}, err
	} else if first != nil {
		if first.Player != o.Player || first.Rule != o.Rule {
			return award.Award{}, ErrChanged
		}
		return first.Award("")
	}
	who, err := p.at(ctx, tx, o.Player, tx.Now())
	if err != nil {
		return award.Award{}, err
	}
	promotion, err := rule.RunningByID(ctx, tx, o.Rule, who.day)
	if err != nil {
		return award.Award{}, err
	}
	if !promotion.Kind.Claimed() {
		return award.Award{}, ErrByItself
	}
	if row.Frozen {
		return award.Award{}, ErrFrozen
	}
	if err := p.allowed(ctx, tx, o.Player); err != nil {
		return award.Award{}, err
	}
	s, err := p.stand(ctx, tx, promotion, who)
	if err != nil {
		return award.Award{}, err
	}
	g, err := p.claimed(s)
	if err != nil {
		return award.Award{}, err
	}
	g.id = o.ID
	a, err := p.give(ctx, tx, g, row, links)
	if err != nil {
		return award.Award{}, err
	}
	if a == nil {
		return award.Award{}, ErrClaimed
	}
	return a.Award(promotion.Name)
}

// claimed is what a standing gives, drawn where it is drawn; or why nothing.
func (p *Promo) claimed(s Standing) (gift, error) {
	g := s.gift
	switch {
	case s.State == Done:
		return g, ErrClaimed
	case s.State != Claimable && s.Reason == ErrBudget.Text:
		return g, ErrBudget
	case s.State != Claimable:
		return g, ErrNotMet.With(s.missing())
	}
	if len(s.Params.Packets) == 0 {
		return g, nil
	}
	for range s.Draws {
		packet, err := draw.Packet(p.Random, s.Params.Packets)
		if err != nil {
			return g, err
		}
		packet = min(packet, rule.MaxPacket)
		g.packets, g.amount = append(g.packets, packet), g.amount+packet
	}
	return g, nil
}

// missing says which conditions are not met.
func (s Standing) missing() string {
	if s.Reason != "" {
		return s.Reason
	}
	var parts []string
	for _, c := range s.Progress {
		number := c.Now.String() + "/" + c.Need.String()
		if c.Unit != unitYuan {
			number = fmt.Sprintf("%d/%d", c.Now/100, c.Need/100)
		}
		if c.Need > 0 {
			parts = append(parts, c.Name+" "+number+c.Unit)
		}
	}
	return strings.Join(parts, "，")
}
