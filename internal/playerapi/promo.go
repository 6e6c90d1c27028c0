package playerapi

import (
	"context"
)

func (s *Server) promotionClaims(ctx context.Context, c *Caller, _ Nothing) (Data[[]PromotionClaim], error) {
	return dataOf([]PromotionClaim{}), nil
}

func (s *Server) promotionClaim(ctx context.Context, c *Caller, in PromotionClaimIn) (Data[PromotionClaimed], error) {
	return Data[PromotionClaimed]{}, errInput.With("请选择优惠活动")
}

func (s *Server) promotionAwards(ctx context.Context, c *Caller, in PromotionAwardsIn) (Data[PromotionAwards], error) {
	return dataOf(PromotionAwards{Items: []PromotionAward{}, Page: pageOf(0, pageIndex(in.PageIndex), pageSize)}), nil
}
