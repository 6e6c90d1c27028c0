package people

import (
	"cmp"
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
		route.Exports(e, route.ExportedList[PlayerRow]{
			Name: "players", Title: "玩家", View: staff.PlayerView, Query: route.Walk("q", "by", "frozen", "excluded"), Kept: PersonalFilters, Read: s.players,
			Columns: []route.Column[PlayerRow]{
				route.Col("玩家", func(p PlayerRow) any { return p.Name }), route.Col("手机", func(p PlayerRow) any { return p.Phone }), route.Col("姓名", func(p PlayerRow) any { return wire.CellText(p.TrueName) }),
				route.Col("VIP", func(p PlayerRow) any { return p.VipLevel }), route.Col("中心钱包", func(p PlayerRow) any { return wire.CellYuan(p.Centre) }),
				route.Col("冻结", func(p PlayerRow) any { return strings.Join(p.Frozen, " ") }), route.Col("注册时间", func(p PlayerRow) any { return wire.CellMs(p.RegisteredAt) }),
				route.Col("最近登录", func(p PlayerRow) any { return wire.CellMsOf(p.LastLoginAt) }),
			},
		}),
		route.Exports(e, route.ExportedList[Posting]{
			Name: "postings", Title: "玩家账目", View: staff.PlayerView, Spanned: true, Query: []string{"page", "size", "playerId", "from", "to"}, Read: route.OfPlayer(s.playerPostings),
			Columns: []route.Column[Posting]{
				route.Col("时间", func(p Posting) any { return wire.CellMs(p.At) }), route.Col("类型", func(p Posting) any { return p.KindText }), route.Col("从", func(p Posting) any { return p.From }),
				route.Col("到", func(p Posting) any { return p.To }), route.Col("金额", func(p Posting) any { return wire.CellYuan(p.Amount) }), route.Col("币种", func(p Posting) any { return p.Asset }),
				route.Col("对玩家的影响", func(p Posting) any { return wire.CellYuan(p.Effect) }), route.Col("单号", func(p Posting) any { return p.Key }),
			},
		}),
		route.Exports(e, route.ExportedList[Approval]{
			Name: "approvals", Title: "复核", View: staff.ApprovalView, Query: route.Walk("state", "kind"), Read: s.approvals,
			Columns: []route.Column[Approval]{ // no details: they may hold a number in full for the one who decides
				route.Col("事项", func(a Approval) any { return a.Title }), route.Col("对象", func(a Approval) any { return a.Subject.Label }), route.Col("金额", func(a Approval) any { return wire.CellYuanOf(a.Amount) }),
				route.Col("原因", func(a Approval) any { return wire.CellText(a.Reason) }), route.Col("发起人", func(a Approval) any { return a.Maker.Name }), route.Col("发起时间", func(a Approval) any { return wire.CellMs(a.MadeAt) }),
				route.Col("状态", func(a Approval) any { return wire.ValueText("approval state", a.State) }), route.Col("复核人", func(a Approval) any { return wire.CellWho(a.Checker) }),
				route.Col("复核时间", func(a Approval) any { return wire.CellMsOf(a.DecidedAt) }), route.Col("复核意见", func(a Approval) any { return wire.CellText(a.Decision) }),
			},
		}),
		route.Exports(e, route.ExportedList[Ticket]{
			Name: "tickets", Title: "工单", View: staff.TicketView, Query: route.Walk("state", "kind", "playerId", "mine"), Fix: s.fixedTickets,
			Columns: []route.Column[Ticket]{
				route.Col("标题", func(t Ticket) any { return t.Subject }), route.Col("类别", func(t Ticket) any { return wire.ValueText("ticket kind", t.Kind) }), route.Col("状态", func(t Ticket) any { return wire.ValueText("ticket state", t.State) }),
				route.Col("玩家", func(t Ticket) any { return t.PlayerID }), route.Col("处理人", func(t Ticket) any { return wire.CellWho(t.TakenBy) }), route.Col("未回复", func(t Ticket) any { return t.Asked }),
				route.Col("评价", func(t Ticket) any { return t.Score }), route.Col("提交时间", func(t Ticket) any { return wire.CellMs(t.OpenedAt) }), route.Col("最近更新", func(t Ticket) any { return wire.CellMs(t.ChangedAt) }),
				route.Col("解决时间", func(t Ticket) any { return wire.CellMsOf(t.SolvedAt) }),
			},
		}),
		route.Exports(e, route.ExportedList[AuditRow]{
			Name: "audit", Title: "操作日志", View: staff.AuditView, Spanned: true, Query: route.Walk("actor", "action", "subject", "from", "to"), Read: s.audit,
			Columns: []route.Column[AuditRow]{
				route.Col("序号", func(r AuditRow) any { return r.Seq }), route.Col("时间", func(r AuditRow) any { return wire.CellMs(r.At) }), route.Col("人员", func(r AuditRow) any { return r.Actor }),
				route.Col("操作", func(r AuditRow) any { return r.ActionText }), route.Col("代码", func(r AuditRow) any { return r.Action }),
				route.Col("对象", func(r AuditRow) any {
					if r.Subject == nil {
						return ""
					}
					return cmp.Or(r.Subject.Label, r.Subject.ID)
				}),
				route.Col("原因", func(r AuditRow) any { return wire.CellText(r.Reason) }), route.Col("IP", func(r AuditRow) any { return wire.CellText(r.IP) }), route.Col("请求号", func(r AuditRow) any { return wire.CellText(r.RequestID) }),
				route.Col("指纹", func(r AuditRow) any { return r.Hash }),
			},
		}),
		route.Exports(e, route.ExportedList[Staff]{
			Name: "staff", Title: "后台人员", View: staff.StaffView, Query: []string{"page", "size", "q"}, Read: s.staffList,
			Columns: []route.Column[Staff]{ // no identity documents
				route.Col("账号", func(p Staff) any { return p.Name }), route.Col("角色", func(p Staff) any { return strings.Join(p.Roles, " ") }),
				route.Col("状态", func(p Staff) any { return map[bool]string{true: "停用", false: "启用"}[p.Disabled] }), route.Col("单人限额", func(p Staff) any { return wire.CellYuanOf(p.AloneMost) }),
				route.Col("创建时间", func(p Staff) any { return wire.CellMs(p.CreatedAt) }), route.Col("最近登录", func(p Staff) any { return wire.CellMsOf(p.LastLoginAt) }),
			},
		}),
	}
}

// PersonalFilters are filters of the list of players that may hold personal data: no
// file and no saved view keeps them.
var PersonalFilters = []string{"q", "by"}
