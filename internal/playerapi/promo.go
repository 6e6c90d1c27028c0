package playerapi

import (
	"context"
	"time"

	"hongyun/internal/api"
	"hongyun/internal/promo"
	"hongyun/internal/staff"
)

// promotions serves PromotionItems (DEP-09): what the player can choose for a
// deposit made now.
func (s *cashHandlers) promotions(ctx context.Context, c *Caller, _ Nothing) (PromotionsOut, error) {
	choices, err := s.Promo.Choices(ctx, s.Read, c.Session.PlayerID)
	return PromotionsOut{Answer: Answer{IsSuc: true}, Promotions: api.Each(choices, func(p promo.Choice) Promotion {
		return Promotion{Id: p.ID, PromotionName: p.Name, Offer: offer(p.Offer, s.Deposits.TurnoverPercent())}
	})}, err
}

func (s *cashHandlers) promotionClaims(ctx context.Context, c *Caller, _ Nothing) (Data[[]PromotionClaim], error) {
	list, err := s.Promo.Standings(ctx, s.Read, c.Session.PlayerID)
	return dataOf(api.Each(list, func(p promo.Standing) PromotionClaim {
		claim := PromotionClaim{
			Id: p.ID, Kind: string(p.Kind), Name: p.Name, State: int(p.State), StateText: p.StateText, Amount: p.Amount, Draws: p.Draws,
			Progress: api.Each(p.Progress, func(g promo.Progress) PromotionProgress {
				return PromotionProgress{Name: g.Name, Now: g.Now, Need: g.Need, Unit: g.Unit}
			}),
			Reason: p.Reason, EndTime: stampOr(p.End, ""),
		}
		if odds := p.Params.OddsTable(); odds != nil {
			claim.Odds = api.Each(odds, func(o promo.Odds) PromotionOdds { return PromotionOdds{Amount: o.Amount, Chance: o.Chance} })
		}
		return claim
	})), err
}

func stampOr(t time.Time, none string) string {
	if t.IsZero() {
		return none
	}
	return stamp(t)
}

// promotionClaim serves PromotionClaimAction: what the promotion grants is
// decided here, never by what the page showed (trust T15).
func (s *cashHandlers) promotionClaim(ctx context.Context, c *Caller, in PromotionClaimIn) (Data[PromotionClaimed], error) {
	if err := mayServe(ctx, s.Serves); err != nil {
		return Data[PromotionClaimed]{}, err
	}
	id, _ := c.orderID()
	a, err := s.Promo.Claim(ctx, promo.ClaimOrder{ID: id, Player: c.Session.PlayerID, Rule: in.Id})
	if err != nil {
		return Data[PromotionClaimed]{}, err
	}
	message := "领取成功，已派发到中心钱包"
	switch a.State {
	case promo.Withheld:
		message = "领取成功，审核通过后派发到中心钱包"
	case promo.Refused, promo.Cancelled: // a request repeated later
		message = promo.StateText(a.State)
	}
	return Data[PromotionClaimed]{Answer: succeeded(message), Data: PromotionClaimed{Amount: a.Amount, Packets: a.Drawn()}}, nil
}

var awardStatus = map[string]int{promo.Withheld: 0, promo.Paid: 1, promo.Refused: 2, promo.Cancelled: 3}

func (s *cashHandlers) promotionAwards(ctx context.Context, c *Caller, in PromotionAwardsIn) (Data[PromotionAwards], error) {
	index := pageIndex(in.PageIndex)
	list, total, _, err := s.Promo.Awards(ctx, s.Read, promo.Filter{Player: c.Session.PlayerID, Page: staff.Page{Number: index, Size: pageSize}})
	return dataOf(PromotionAwards{
		Items: api.Each(list, func(a promo.Award) PromotionAward {
			remark := a.Remark
			if a.State == promo.Refused || a.State == promo.Cancelled {
				remark = a.Why // what is withheld names other players; why not is for this one
			}
			return PromotionAward{
				CreateTime: stamp(a.At), Name: a.Name, Amount: a.Amount, Kind: string(a.Kind), Status: awardStatus[a.State], StatusText: promo.StateText(a.State),
				Remark: remark, Turnover: a.Required,
			}
		}),
		Page: pageOf(total, index, pageSize),
	}), err
}

// firstOffer serves FirstOffer, a call of ours.
func (s *cashHandlers) firstOffer(ctx context.Context, _ *Caller, _ Nothing) (Data[Offer], error) {
	o, err := s.Promo.FirstOffer(ctx, s.Read)
	return dataOf(offer(o, s.Deposits.TurnoverPercent())), err
}

func offer(o promo.Offer, depositTurnover int64) Offer {
	return Offer{
		Id: o.ID, Name: o.Name, First: o.First, Rate: o.Rate, Min: o.Min, Cap: o.Cap, BonusTurnover: o.Turnover,
		DepositTurnover: depositTurnover, Missing: o.Missing,
	}
}
