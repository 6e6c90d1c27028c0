package books

import (
	"strings"

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
		route.Exports(e, route.ExportedList[Run]{
			Name: "book-runs", Title: "账目核对记录", View: staff.BooksView, Query: []string{"page", "size"}, Fix: route.Short(func(r Run) string { return r.ID }, s.bookRuns),
			Columns: []route.Column[Run]{
				route.Col("开始时间", func(r Run) any { return wire.CellMs(r.StartedAt) }), route.Col("结束时间", func(r Run) any { return wire.CellMsOf(r.FinishedAt) }), route.Col("发起", func(r Run) any { return r.By }),
				route.Col("结果", func(r Run) any { return wire.ValueText("books run state", r.State) }), route.Col("未通过", func(r Run) any { return failedChecks(r) }), route.Col("错误", func(r Run) any { return wire.CellText(r.Error) }),
			},
		}),
		route.Exports(e, route.ExportedList[ReconRun]{
			Name: "recon-runs", Title: "对账记录", View: staff.ReconView, Query: []string{"page", "size"}, Fix: route.Short(func(r ReconRun) string { return r.ID }, s.reconRuns),
			Columns: []route.Column[ReconRun]{
				route.Col("开始时间", func(r ReconRun) any { return wire.CellMs(r.StartedAt) }), route.Col("结束时间", func(r ReconRun) any { return wire.CellMsOf(r.FinishedAt) }),
				route.Col("起因", func(r ReconRun) any { return wire.ValueText("comparison cause", r.Cause) }), route.Col("发起", func(r ReconRun) any { return r.By }), route.Col("对账起点", func(r ReconRun) any { return wire.CellMsOf(r.From) }),
				route.Col("对账终点", func(r ReconRun) any { return wire.CellMs(r.To) }), route.Col("状态", func(r ReconRun) any { return ReconStates[r.State] }), route.Col("存款", func(r ReconRun) any { return r.Looked["deposits"] }),
				route.Col("转账", func(r ReconRun) any { return r.Looked["transfers"] }), route.Col("余额", func(r ReconRun) any { return r.Looked["balances"] }), route.Col("新差异", func(r ReconRun) any { return r.Opened }),
				route.Col("待注单", func(r ReconRun) any { return r.Waiting }), route.Col("没有应答", func(r ReconRun) any { return strings.Join(r.Unasked, " ") }), route.Col("错误", func(r ReconRun) any { return wire.CellText(r.Error) }),
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

// ReconStates are the Chinese names of the states of a run of the comparison.
var ReconStates = map[string]string{"running": "进行中", "done": "完成", "error": "未能完成"}

// failedChecks names the checks that a run through the books did not pass.
func failedChecks(r Run) string {
	var titles []string
	for _, c := range r.Checks {
		if !c.Passed {
			titles = append(titles, c.Title)
		}
	}
	return strings.Join(titles, "、")
}
