package cash

import (
	"context"
	"time"

	"hongyun/internal/api"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/promo"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
	"hongyun/internal/staff"
)

// promotions serves PromotionItems (DEP-09): what the player can choose for a
// deposit made now.
func (s *Handlers) promotions(ctx context.Context, c *route.Caller, _ wire.Nothing) (PromotionsOut, error) {
	choices, err := s.Promo.Choices(ctx, s.Read, c.Session.PlayerID)
	return PromotionsOut{Answer: wire.Answer{IsSuc: true}, Promotions: api.Each(choices, func(p promo.Choice) Promotion {
		return Promotion{Id: p.ID, PromotionName: p.Name, Offer: offer(p.Offer, s.Deposits.TurnoverPercent())}
	})}, err
}

func (s *Handlers) promotionClaims(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[[]PromotionClaim], error) {
	list, err := s.Promo.Standings(ctx, s.Read, c.Session.PlayerID)
	return wire.DataOf(api.Each(list, func(p promo.Standing) PromotionClaim {
		claim := PromotionClaim{
			Id: p.ID, Kind: string(p.Kind), Name: p.Name, State: int(p.State), StateText: p.StateText, Amount: p.Amount, Draws: p.Draws,
			Progress: api.Each(p.Progress, func(g promo.Progress) PromotionProgress {
				return PromotionProgress{Name: g.Name, Now: g.Now, Need: g.Need, Unit: g.Unit}
			}),
			Reason: p.Reason, Act: p.Act, EndTime: stampOr(p.End, ""),
		}
		if odds := p.Params.OddsTable(); odds != nil {
			claim.Odds = api.Each(odds, func(o rule.Odds) PromotionOdds { return PromotionOdds{Amount: o.Amount, Chance: o.Chance} })
		}
		return claim
	})), err
}

func stampOr(t time.Time, none string) string {
	if t.IsZero() {
		return none
	}
	return wire.StampOf(t)
}

// promotionClaim serves PromotionClaimAction: what the promotion grants is
// decided here, never by what the page showed (trust T15).
func (s *Handlers) promotionClaim(ctx context.Context, c *route.Caller, in PromotionClaimIn) (wire.Data[PromotionClaimed], error) {
	if err := route.MayServe(ctx, s.Serves); err != nil {
		return wire.Data[PromotionClaimed]{}, err
	}
	id, _ := c.OrderID()
	a, err := s.Promo.Claim(ctx, promo.ClaimOrder{ID: id, Player: c.Session.PlayerID, Rule: in.Id})
	if err != nil {
		return wire.Data[PromotionClaimed]{}, err
	}
	message, status := "领取成功，已派发到中心钱包", a.Status()
	if a.Required > 0 {
		turnover := "提款前需完成有效投注 ¥" + a.Required.Grouped() + "。"
		message += "。" + turnover
	}
	switch a.State {
	case award.Withheld:
		message = "领取成功，" + status.Next
	case award.Refused, award.Cancelled: // a request repeated later
		message = status.Text
	}
	return wire.Data[PromotionClaimed]{Answer: wire.Succeeded(message), Data: PromotionClaimed{Amount: a.Amount, Packets: a.Drawn()}}, nil
}

// AwardStatuses are the states of an award as this wire numbers them.
var AwardStatuses = map[string]int{award.Withheld: 0, award.Paid: 1, award.Refused: 2, award.Cancelled: 3}

func (s *Handlers) promotionAwards(ctx context.Context, c *route.Caller, in PromotionAwardsIn) (wire.Data[PromotionAwards], error) {
	index := wire.PageIndex(in.PageIndex)
	list, total, _, err := award.List(ctx, s.Read, award.Filter{Player: c.Session.PlayerID, Page: staff.Page{Number: index, Size: wire.PageSize}})
	return wire.DataOf(PromotionAwards{
		Items: api.Each(list, func(a award.Award) PromotionAward {
			remark, status := a.Remark, a.Status()
			switch a.State {
			case award.Refused, award.Cancelled:
				remark = a.Why
			case award.Withheld: // why may name other players
				remark = status.Next
			}
			return PromotionAward{
				CreateTime: wire.StampOf(a.At), Name: a.Name, Amount: a.Amount, Kind: string(a.Kind), Status: AwardStatuses[a.State], StatusText: status.Text,
				Remark: remark, Act: status.Act, Turnover: a.Required, OrderSn: a.Number(),
			}
		}),
		Page: wire.PageOf(total, index, wire.PageSize),
	}), err
}

// firstOffer serves FirstOffer, a call of ours.
func (s *Handlers) firstOffer(ctx context.Context, _ *route.Caller, _ wire.Nothing) (wire.Data[Offer], error) {
	o, err := s.Promo.FirstOffer(ctx, s.Read)
	return wire.DataOf(offer(o, s.Deposits.TurnoverPercent())), err
}

func offer(o promo.Offer, depositTurnover int64) Offer {
	return Offer{
		Id: o.ID, Name: o.Name, First: o.First, Rate: o.Rate, Min: o.Min, Cap: o.Cap, BonusTurnover: o.Turnover,
		DepositTurnover: depositTurnover, Missing: o.Missing,
	}
}
