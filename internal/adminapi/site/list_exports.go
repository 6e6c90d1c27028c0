package site

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
		route.Exports(e, route.ExportedList[AlarmEvent]{
			Name: "alarms", Title: "告警", View: staff.AlarmView, Query: []string{"page", "size", "kind"}, Fix: s.fixedAlarmEvents,
			Columns: []route.Column[AlarmEvent]{
				route.Col("首次", func(e AlarmEvent) any { return wire.CellMs(e.FirstAt) }), route.Col("最近", func(e AlarmEvent) any { return wire.CellMs(e.LastAt) }), route.Col("类别", func(e AlarmEvent) any { return e.Kind }),
				route.Col("对象", func(e AlarmEvent) any { return e.Subject }), route.Col("内容", func(e AlarmEvent) any { return e.Text }), route.Col("次数", func(e AlarmEvent) any { return e.Count }),
				route.Col("结束", func(e AlarmEvent) any { return wire.CellMsOf(e.EndedAt) }),
			},
		}),
	}
}
