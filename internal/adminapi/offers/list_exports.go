package offers

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/bet"
	"hongyun/internal/staff"
)

// listExports are the files of the lists of this desk that have no form of their own.
func (s *Handlers) listExports() []route.Route {
	e := route.Exporter{Staff: s.Staff, Clock: s.Clock, Span: bet.EachSpan}
	return []route.Route{
		route.Exports(e, route.ExportedList[FundRecord]{
			Name: "fund-records", Title: "优惠基金记录", View: staff.FundView, Spanned: true, Query: route.Walk("player", "type", "from", "to"), Read: s.fundRecords,
			Columns: []route.Column[FundRecord]{
				route.Col("时间", func(r FundRecord) any { return wire.CellMs(r.At) }), route.Col("玩家", func(r FundRecord) any { return r.Player }), route.Col("类型", func(r FundRecord) any { return wire.ValueText("fund record", r.Type) }),
				route.Col("变动(C$)", func(r FundRecord) any { return wire.CellYuan(r.Amount) }), route.Col("任务", func(r FundRecord) any { return wire.CellText(r.Task) }),
				route.Col("备注", func(r FundRecord) any { return r.Remark }), route.Col("经手", func(r FundRecord) any { return r.By }),
			},
		}),
		route.Exports(e, route.ExportedList[VipAward]{
			Name: "vip-awards", Title: "VIP奖励", View: staff.VipView, Query: route.Walk("player", "run", "state", "track", "kind"), Read: s.vipAwards,
			Columns: []route.Column[VipAward]{
				route.Col("时间", func(a VipAward) any { return wire.CellMsOf(a.At) }), route.Col("玩家", func(a VipAward) any { return a.Player }), route.Col("计划", func(a VipAward) any { return wire.ValueText("vip track", a.Track) }),
				route.Col("计入至", func(a VipAward) any { return a.Period }), route.Col("奖励", func(a VipAward) any { return a.KindText }), route.Col("等级", func(a VipAward) any { return a.Level }),
				route.Col("金额(C$)", func(a VipAward) any { return wire.CellYuan(a.Amount) }), route.Col("状态", func(a VipAward) any { return wire.ValueText("vip award state", a.State) }),
				route.Col("原因", func(a VipAward) any { return wire.CellText(a.Why) }), route.Col("决定时间", func(a VipAward) any { return wire.CellMsOf(a.DecidedAt) }), route.Col("决定", func(a VipAward) any { return wire.CellText(a.Decision) }),
			},
		}),
		route.Exports(e, route.ExportedList[VipRun]{
			Name: "vip-runs", Title: "VIP结算", View: staff.VipView, Query: []string{"page", "size", "programme"}, Fix: route.Short(func(r VipRun) string { return r.ID }, s.vipRuns),
			Columns: []route.Column[VipRun]{
				route.Col("计划", func(r VipRun) any { return wire.ValueText("vip programme", r.Programme) }), route.Col("计入至", func(r VipRun) any { return r.Upto }), route.Col("应结算时间", func(r VipRun) any { return wire.CellMs(r.DueAt) }),
				route.Col("状态", func(r VipRun) any { return wire.ValueText("vip run state", r.State) }), route.Col("玩家数", func(r VipRun) any { return r.Players }), route.Col("奖励笔数", func(r VipRun) any { return r.Awards }),
				route.Col("已发放(C$)", func(r VipRun) any { return wire.CellYuan(r.Paid) }), route.Col("暂扣(C$)", func(r VipRun) any { return wire.CellYuan(r.Withheld) }), route.Col("结束时间", func(r VipRun) any { return wire.CellMsOf(r.EndedAt) }),
			},
		}),
		route.Exports(e, route.ExportedList[PromoAward]{
			Name: "promo-awards", Title: "优惠派发", View: staff.PromoView, Spanned: true, Query: route.Walk("player", "rule", "kind", "state", "booked", "from", "to"),
			Read: func(ctx context.Context, c *route.Call) (wire.Page[PromoAward], error) {
				page, err := s.promoAwards(ctx, c)
				return page.Page, err
			},
			Columns: []route.Column[PromoAward]{
				route.Col("时间", func(a PromoAward) any { return wire.CellMs(a.At) }), route.Col("优惠", func(a PromoAward) any { return a.Name }), route.Col("玩家", func(a PromoAward) any { return a.Player }),
				route.Col("基数", func(a PromoAward) any { return wire.CellYuan(a.Basis) }), route.Col("金额", func(a PromoAward) any { return wire.CellYuan(a.Amount) }), route.Col("流水要求", func(a PromoAward) any { return wire.CellYuan(a.Turnover) }),
				route.Col("状态", func(a PromoAward) any { return a.StateText }), route.Col("原因", func(a PromoAward) any { return wire.CellText(a.Why) }), route.Col("备注", func(a PromoAward) any { return a.Remark }),
				route.Col("结束时间", func(a PromoAward) any { return wire.CellMsOf(a.EndedAt) }),
			},
		}),
	}
}
