package cash

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/promo/rule"
	"hongyun/internal/turnover"
)

// TurnoverSharesIn is the payload of TurnoverShares: a requirement by its order, a
// promotion, or neither for a deposit made now.
type TurnoverSharesIn struct {
	OrderSn     string `json:"OrderSn" required:"false" maxLength:"64" wrong:"订单号不正确" doc:"as TurnoverItems gives it"`
	PromotionId int64  `json:"PromotionId" required:"false" minimum:"0" maximum:"9007199254740991" wrong:"优惠活动不正确" doc:"of PromotionClaims"`
}

// TurnoverShares is how much of the valid bets on which games counts.
type TurnoverShares struct {
	Kinds []TurnoverShare `json:"Kinds" doc:"every kind of venue"`
	Games []TurnoverShare `json:"Games" doc:"single games and venues; they hold before their kind"`
	Note  string          `json:"Note" doc:"about odds, or that no turnover is asked for; may be empty"`
}

// TurnoverShare is how much of the valid bets on one thing counts.
type TurnoverShare struct {
	Name    string `json:"Name"`
	Percent int64  `json:"Percent" minimum:"0" maximum:"100"`
}

// turnoverShares serves TurnoverShares, a call of ours (H-438).
func (s *Handlers) turnoverShares(ctx context.Context, c *route.Caller, in TurnoverSharesIn) (wire.Data[TurnoverShares], error) {
	shares, required, err := s.sharesOf(ctx, c, in)
	if err != nil {
		return wire.Data[TurnoverShares]{}, err
	}
	if !required {
		return wire.DataOf(TurnoverShares{Kinds: []TurnoverShare{}, Games: []TurnoverShare{}, Note: rule.NoTurnover}), nil
	}
	one := func(s turnover.Share) TurnoverShare { return TurnoverShare{Name: s.Name, Percent: s.Percent} }
	out := TurnoverShares{Kinds: api.Each(shares.Kinds, one), Games: api.Each(shares.Exact, one)}
	if shares.Odds != nil {
		out.Note = rule.OddsSentence(*shares.Odds)
	}
	return wire.DataOf(out), nil
}

func (s *Handlers) sharesOf(ctx context.Context, c *route.Caller, in TurnoverSharesIn) (shares turnover.Shares, required bool, err error) {
	switch {
	case in.OrderSn != "":
		reports, err := s.Turnover.Buckets(ctx, s.Read, c.Session.PlayerID)
		if err != nil {
			return turnover.Shares{}, false, err
		}
		for _, b := range reports {
			if bucketSn(b) == in.OrderSn {
				shares, err = s.Turnover.SharesOf(ctx, s.Read, b)
				return shares, true, err
			}
		}
		return turnover.Shares{}, false, turnover.ErrNoRequirement
	case in.PromotionId > 0:
		return s.Promo.SharesOf(ctx, s.Read, in.PromotionId)
	}
	return s.Turnover.SharesNow(turnover.Terms{}), true, nil
}
