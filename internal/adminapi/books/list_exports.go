package books

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
		route.Exports(e, route.ExportedList[ReconFinding]{
			Name: "findings", Title: "对账差异", View: staff.ReconView, Query: route.Walk("state", "kind", "channel", "player", "subject"), Read: s.reconFindings,
			Columns: []route.Column[ReconFinding]{
				route.Col("首次发现", func(f ReconFinding) any { return wire.CellMs(f.FirstSeen) }), route.Col("差异", func(f ReconFinding) any { return f.Title }), route.Col("渠道", func(f ReconFinding) any { return f.Channel }),
				route.Col("对象", func(f ReconFinding) any { return f.Subject }), route.Col("玩家", func(f ReconFinding) any { return wire.CellText(f.Player) }), route.Col("我方", func(f ReconFinding) any { return f.Expected }),
				route.Col("对方", func(f ReconFinding) any { return f.Found }), route.Col("差额", func(f ReconFinding) any { return wire.CellYuan(f.Difference) }),
				route.Col("状态", func(f ReconFinding) any { return wire.ValueText("finding state", f.State) }), route.Col("说明", func(f ReconFinding) any { return wire.CellText(f.Note) }), route.Col("结束时间", func(f ReconFinding) any { return wire.CellMsOf(f.EndedAt) }),
			},
		}),
		route.Exports(e, route.ExportedList[Forfeit]{
			Name: "forfeits", Title: "待收回奖金", View: staff.CaseView, Query: []string{"page", "size"},
			Fix: s.fixedForfeits,
			Columns: []route.Column[Forfeit]{
				route.Col("玩家", func(f Forfeit) any { return f.PlayerID }), route.Col("来源", func(f Forfeit) any { return f.Source }), route.Col("应收回", func(f Forfeit) any { return wire.CellYuan(f.Due) }),
				route.Col("已收回", func(f Forfeit) any { return wire.CellYuan(f.Taken) }), route.Col("开始时间", func(f Forfeit) any { return wire.CellMs(f.Since) }),
			},
		}),
	}
}
