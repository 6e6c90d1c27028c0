package gaming

import (
	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/bet"
	"hongyun/internal/staff"
)

// listExports are the files of the lists of this desk that have no form of their own.
func (s *Handlers) listExports() []route.Route {
	e := route.Exporter{Staff: s.Staff, Clock: s.Clock, Span: bet.EachSpan}
	return []route.Route{
		route.Exports(e, route.ExportedList[Transfer]{
			Name: "transfers", Title: "转账", View: staff.TransferView, Spanned: true, Read: s.transfers,
			Query: route.Walk("state", "stuck", "venue", "player", "playerId", "order", "from", "to"),
			Columns: []route.Column[Transfer]{
				route.Col("订单号", func(t Transfer) any { return t.Order }), route.Col("玩家", func(t Transfer) any { return t.Player }), route.Col("场馆", func(t Transfer) any { return t.VenueName }),
				route.Col("方向", func(t Transfer) any {
					return map[string]string{"in": "转入场馆", "out": "转回中心"}[t.Direction]
				}),
				route.Col("金额", func(t Transfer) any { return wire.CellYuan(t.Amount) }), route.Col("状态", func(t Transfer) any { return t.StateText }),
				route.Col("原因", func(t Transfer) any { return wire.CellText(t.Reason) }), route.Col("发起时间", func(t Transfer) any { return wire.CellMs(t.CreatedAt) }),
				route.Col("结束时间", func(t Transfer) any { return wire.CellMsOf(t.SettledAt) }),
			},
		}),
		route.Exports(e, route.ExportedList[Window]{
			Name: "windows", Title: "采集窗口", View: staff.FeedView, Query: route.Walk("venue", "state", "from", "to"), Read: s.feedWindows,
			Columns: []route.Column[Window]{
				route.Col("场馆", func(w Window) any { return w.VenueName }), route.Col("开始", func(w Window) any { return wire.CellMs(w.From) }), route.Col("结束", func(w Window) any { return wire.CellMs(w.To) }),
				route.Col("状态", func(w Window) any { return wire.ValueText("window state", w.State) }), route.Col("页数", func(w Window) any { return w.Pages }), route.Col("注单数", func(w Window) any { return w.Lines }),
				route.Col("尝试", func(w Window) any { return w.Attempts }), route.Col("拉取时间", func(w Window) any { return wire.CellMsOf(w.PulledAt) }), route.Col("错误", func(w Window) any { return wire.CellText(w.Error) }),
			},
		}),
		route.Exports(e, route.ExportedList[Game]{
			Name: "games", Title: "游戏", View: staff.ContentView, Read: s.games,
			Query: []string{"page", "size", "venue", "kind", "name", "hot", "recommended", "hidden", "gone", "maintained"},
			Columns: []route.Column[Game]{
				route.Col("场馆", func(g Game) any { return g.VenueName }), route.Col("代码", func(g Game) any { return g.Code }), route.Col("名称", func(g Game) any { return g.Name }), route.Col("类别", func(g Game) any { return g.Kind }),
				route.Col("厂商", func(g Game) any { return g.Maker }), route.Col("隐藏", func(g Game) any { return yesText[g.Hidden] }), route.Col("热门", func(g Game) any { return yesText[g.Hot] }),
				route.Col("推荐", func(g Game) any { return yesText[g.Recommended] }), route.Col("维护中", func(g Game) any { return yesText[g.Maintained] }),
			},
		}),
	}
}

var yesText = map[bool]string{true: "是", false: ""}
