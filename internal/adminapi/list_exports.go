package adminapi

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// column is one column of an export of a list: its head and its cell.
type column[T any] struct {
	head string
	of   func(T) any
}

// exportedList is a list that is exported as staff see it: the rows of the list's
// own call, page by page, so that a file shows nothing that the list would hide.
type exportedList[T any] struct {
	name, title string
	view        staff.Permission
	query       []string // of the list: with walk it is read by cursor
	kept        []string // names of the list's query that an export does not take
	spanned     bool     // without a player it spans EachSpan at most
	read        func(*Server, context.Context, *call) (Page[T], error)
	columns     []column[T]
}

// exportSize is how many rows an export reads at once.
const exportSize = 100

// filters are the names of the list's query that narrow it, and its order.
func (l exportedList[T]) filters() []string {
	return slices.DeleteFunc(slices.Clone(l.query), func(name string) bool {
		return slices.Contains(pageNames, name) && name != "sort" || slices.Contains(l.kept, name)
	})
}

// exports makes the route of an exported list.
func exports[T any](l exportedList[T]) route {
	return download("/exports/"+l.name, staff.DataExport, "the rows of a list as a file, masked as the list shows them; audited", l.file, append(l.filters(), "format")...)
}

func (l exportedList[T]) file(s *Server, ctx context.Context, c *call) (*file, error) {
	f := &file{name: l.name, title: l.title, format: c.format(), view: l.view, filter: c.filled()}
	for _, column := range l.columns {
		f.head = append(f.head, column.head)
	}
	if err := c.checked(); err != nil {
		return nil, err
	}
	if !s.Staff.Can(c.by, l.view) { // before the list says anything about its filters
		return nil, errNoExport
	}
	query, wide, err := l.bounded(s, c)
	if err != nil {
		return nil, err
	}
	page := l.pages(s, ctx, c, query)
	first, more, err := page() // the list itself judges its filters
	if err == nil {
		err = wide
	}
	if err != nil {
		return nil, err
	}
	f.rows = func(row func(...any) error) error {
		for items := first; ; {
			for _, item := range items {
				cells := make([]any, len(l.columns))
				for i, column := range l.columns {
					cells[i] = column.of(item)
				}
				if err := row(cells...); err != nil {
					return err
				}
			}
			if !more {
				return nil
			}
			if items, more, err = page(); err != nil {
				return err
			}
		}
	}
	return f, nil
}

// bounded is the query of the list's call, with an end where the export has one.
// wide is the fault of one that spans too much.
func (l exportedList[T]) bounded(s *Server, c *call) (query url.Values, wide, err error) {
	query = url.Values{"size": {strconv.Itoa(exportSize)}}
	for _, name := range l.filters() {
		if v := c.text(name); v != "" {
			query.Set(name, v)
		}
	}
	if !l.spanned {
		return query, nil, c.checked()
	}
	to := time.Time{}
	if query.Get("to") != "" {
		to = c.time("to")
	}
	wide = s.exportSpan(query.Get("player")+query.Get("playerId")+query.Get("order"), c.time("from"), &to)
	if wide == nil && !to.IsZero() && slices.Contains(l.query, "to") {
		query.Set("to", strconv.FormatInt(to.UnixMilli(), 10))
	}
	return query, wide, c.checked()
}

// pages reads the list page by page: behind the last row of the page before,
// where the list is read by cursor, and by page number in the short ones.
func (l exportedList[T]) pages(s *Server, ctx context.Context, c *call, query url.Values) func() (items []T, more bool, err error) {
	after, number := "", 0
	return func() ([]T, bool, error) {
		number++
		asked := c.r.Clone(ctx)
		own := &call{w: c.w, r: asked, by: c.by, session: c.session, query: l.query}
		walks := slices.Contains(l.query, "after")
		if walks {
			own.seek = &staff.Seek{Sort: query.Get("sort"), After: after, Bare: true}
		} else {
			query.Set("page", strconv.Itoa(number))
		}
		asked.URL = &url.URL{Path: c.r.URL.Path, RawQuery: query.Encode()}
		page, err := l.read(s, ctx, own)
		if err == nil {
			err = own.checked()
		}
		if err != nil || !walks {
			return page.Items, len(page.Items) == exportSize, err
		}
		after = own.seek.Next
		return page.Items, after != "", nil
	}
}

// Cells of what the wire has.
func cellYuan(y Yuan) any {
	f, err := money.ParseYuan(string(y))
	if err != nil {
		return string(y)
	}
	return f
}

func cellYuanOf(y *Yuan) any {
	if y == nil {
		return ""
	}
	return cellYuan(*y)
}

func cellMs(m Ms) any { return calendar.FromMillis(int64(m)) }

func cellMsOf(m *Ms) any {
	if m == nil {
		return time.Time{}
	}
	return cellMs(*m)
}

func cellText(s *string) any {
	if s == nil {
		return ""
	}
	return *s
}

func cellWho(w *Who) any {
	if w == nil {
		return ""
	}
	return w.Name
}

// exportTexts are values of lists in Chinese, for files; a test holds each list
// that is here whole.
var exportTexts = map[string]map[string]string{
	"approval state":       {"pending": "待复核", "approved": "已通过", "refused": "已退回", "withdrawn": "已撤回", "expired": "已过期", "void": "已失效"},
	"ticket kind":          {"deposit": "存款", "withdrawal": "提款", "transfer": "转账", "game": "游戏与注单", "bonus": "优惠与流水", "account": "账号与安全", "other": "其他"},
	"ticket state":         {"open": "待回复", "reopened": "重新打开", "waiting": "等待玩家", "solved": "已解决"},
	"fund record":          {"income": "收入", "unlock": "解锁", "expired": "过期"},
	"vip award state":      {"paid": "已发放", "withheld": "暂扣", "refused": "已拒绝"},
	"vip track":            {"card": "棋牌电子", "sport": "体育电竞", "live": "真人彩票", "monthly": "月度VIP"},
	"finding state":        {"open": "待处理", "settled": "已处理", "cleared": "已一致"},
	"chain transfer state": {"seen": "等待确认", "credited": "已入账", "stray": "无订单", "dust": "金额过小"},
	"window state":         {"waiting": "待拉取", "complete": "完整", "gap": "缺口"},
}

// valueText is a value of a list in Chinese.
func valueText(list, value string) any { return either(exportTexts[list][value], value) }

var lineStateTexts = map[string]string{"open": "待处理", "used": "已入账", "linked": "已关联", "ignored": "已忽略", "undone": "已撤销"}

var wayTexts = map[bool]string{true: "收入", false: "支出"}

// listExportRoutes are the files of the lists that have no form of their own.
var listExportRoutes = []route{
	exports(exportedList[PlayerRow]{
		name: "players", title: "玩家", view: staff.PlayerView, query: walk("q", "by", "frozen", "excluded"), kept: neverSaved["/players"], read: (*Server).players,
		columns: []column[PlayerRow]{
			{"玩家", func(p PlayerRow) any { return p.Name }}, {"手机", func(p PlayerRow) any { return p.Phone }}, {"姓名", func(p PlayerRow) any { return cellText(p.TrueName) }},
			{"VIP", func(p PlayerRow) any { return p.VipLevel }}, {"中心钱包", func(p PlayerRow) any { return cellYuan(p.Centre) }},
			{"冻结", func(p PlayerRow) any { return strings.Join(p.Frozen, " ") }}, {"注册时间", func(p PlayerRow) any { return cellMs(p.RegisteredAt) }},
			{"最近登录", func(p PlayerRow) any { return cellMsOf(p.LastLoginAt) }},
		},
	}),
	exports(exportedList[Transfer]{
		name: "transfers", title: "转账", view: staff.TransferView, spanned: true, read: (*Server).transfers,
		query: walk("state", "stuck", "venue", "player", "playerId", "order", "from", "to"),
		columns: []column[Transfer]{
			{"订单号", func(t Transfer) any { return t.Order }}, {"玩家", func(t Transfer) any { return t.Player }}, {"场馆", func(t Transfer) any { return t.VenueName }},
			{"方向", func(t Transfer) any {
				return map[string]string{"in": "转入场馆", "out": "转回中心"}[t.Direction]
			}},
			{"金额", func(t Transfer) any { return cellYuan(t.Amount) }}, {"状态", func(t Transfer) any { return t.StateText }},
			{"原因", func(t Transfer) any { return cellText(t.Reason) }}, {"发起时间", func(t Transfer) any { return cellMs(t.CreatedAt) }},
			{"结束时间", func(t Transfer) any { return cellMsOf(t.SettledAt) }},
		},
	}),
	exports(exportedList[Approval]{
		name: "approvals", title: "复核", view: staff.ApprovalView, query: walk("state", "kind"), read: (*Server).approvals,
		columns: []column[Approval]{ // no details: they may hold a number in full for the one who decides
			{"事项", func(a Approval) any { return a.Title }}, {"对象", func(a Approval) any { return a.Subject.Label }}, {"金额", func(a Approval) any { return cellYuanOf(a.Amount) }},
			{"原因", func(a Approval) any { return cellText(a.Reason) }}, {"发起人", func(a Approval) any { return a.Maker.Name }}, {"发起时间", func(a Approval) any { return cellMs(a.MadeAt) }},
			{"状态", func(a Approval) any { return valueText("approval state", a.State) }}, {"复核人", func(a Approval) any { return cellWho(a.Checker) }},
			{"复核时间", func(a Approval) any { return cellMsOf(a.DecidedAt) }}, {"复核意见", func(a Approval) any { return cellText(a.Decision) }},
		},
	}),
	exports(exportedList[Ticket]{
		name: "tickets", title: "工单", view: staff.TicketView, query: walk("state", "kind", "playerId", "mine"), read: (*Server).tickets,
		columns: []column[Ticket]{
			{"标题", func(t Ticket) any { return t.Subject }}, {"类别", func(t Ticket) any { return valueText("ticket kind", t.Kind) }}, {"状态", func(t Ticket) any { return valueText("ticket state", t.State) }},
			{"玩家", func(t Ticket) any { return t.PlayerID }}, {"处理人", func(t Ticket) any { return cellWho(t.TakenBy) }}, {"未回复", func(t Ticket) any { return t.Asked }},
			{"评价", func(t Ticket) any { return t.Score }}, {"提交时间", func(t Ticket) any { return cellMs(t.OpenedAt) }}, {"最近更新", func(t Ticket) any { return cellMs(t.ChangedAt) }},
			{"解决时间", func(t Ticket) any { return cellMsOf(t.SolvedAt) }},
		},
	}),
	exports(exportedList[Case]{
		name: "cases", title: "异常", view: staff.CaseView, query: []string{"page", "size", "kind", "before", "min", "max", "player"}, read: (*Server).cases,
		columns: []column[Case]{
			{"类别", func(c Case) any { return c.KindText }}, {"说明", func(c Case) any { return c.Title }}, {"玩家", func(c Case) any { return cellText(c.Player) }},
			{"金额", func(c Case) any { return cellYuan(c.Amount) }}, {"发生时间", func(c Case) any { return cellMs(c.Since) }}, {"原因", func(c Case) any { return cellText(c.Reason) }},
		},
	}),
	exports(exportedList[FundRecord]{
		name: "fund-records", title: "优惠基金记录", view: staff.FundView, spanned: true, query: walk("player", "type", "from", "to"), read: (*Server).fundRecords,
		columns: []column[FundRecord]{
			{"时间", func(r FundRecord) any { return cellMs(r.At) }}, {"玩家", func(r FundRecord) any { return r.Player }}, {"类型", func(r FundRecord) any { return valueText("fund record", r.Type) }},
			{"变动(C$)", func(r FundRecord) any { return cellYuan(r.Amount) }}, {"任务", func(r FundRecord) any { return cellText(r.Task) }},
			{"备注", func(r FundRecord) any { return r.Remark }}, {"经手", func(r FundRecord) any { return r.By }},
		},
	}),
	exports(exportedList[VipAward]{
		name: "vip-awards", title: "VIP奖励", view: staff.VipView, query: walk("player", "run", "state", "track", "kind"), read: (*Server).vipAwards,
		columns: []column[VipAward]{
			{"时间", func(a VipAward) any { return cellMsOf(a.At) }}, {"玩家", func(a VipAward) any { return a.Player }}, {"计划", func(a VipAward) any { return valueText("vip track", a.Track) }},
			{"计入至", func(a VipAward) any { return a.Period }}, {"奖励", func(a VipAward) any { return a.KindText }}, {"等级", func(a VipAward) any { return a.Level }},
			{"金额(C$)", func(a VipAward) any { return cellYuan(a.Amount) }}, {"状态", func(a VipAward) any { return valueText("vip award state", a.State) }},
			{"原因", func(a VipAward) any { return cellText(a.Why) }}, {"决定时间", func(a VipAward) any { return cellMsOf(a.DecidedAt) }}, {"决定", func(a VipAward) any { return cellText(a.Decision) }},
		},
	}),
	exports(exportedList[PromoAward]{
		name: "promo-awards", title: "优惠派发", view: staff.PromoView, spanned: true, query: walk("player", "rule", "kind", "state", "booked", "from", "to"),
		read: func(s *Server, ctx context.Context, c *call) (Page[PromoAward], error) {
			page, err := s.promoAwards(ctx, c)
			return page.Page, err
		},
		columns: []column[PromoAward]{
			{"时间", func(a PromoAward) any { return cellMs(a.At) }}, {"优惠", func(a PromoAward) any { return a.Name }}, {"玩家", func(a PromoAward) any { return a.Player }},
			{"基数", func(a PromoAward) any { return cellYuan(a.Basis) }}, {"金额", func(a PromoAward) any { return cellYuan(a.Amount) }}, {"流水要求", func(a PromoAward) any { return cellYuan(a.Turnover) }},
			{"状态", func(a PromoAward) any { return a.StateText }}, {"原因", func(a PromoAward) any { return cellText(a.Why) }}, {"备注", func(a PromoAward) any { return a.Remark }},
			{"结束时间", func(a PromoAward) any { return cellMsOf(a.EndedAt) }},
		},
	}),
	exports(exportedList[CoinTransfer]{
		name: "coin-transfers", title: "链上到账", view: staff.CoinView, spanned: true, query: walk("network", "state", "q", "from", "to"), read: (*Server).coinTransfers,
		columns: []column[CoinTransfer]{
			{"时间", func(t CoinTransfer) any { return cellMs(t.At) }}, {"网络", func(t CoinTransfer) any { return t.Network }}, {"交易号", func(t CoinTransfer) any { return t.Tx }},
			{"付款地址", func(t CoinTransfer) any { return t.From }}, {"收款地址", func(t CoinTransfer) any { return t.To }}, {"USDT", func(t CoinTransfer) any { return string(t.Coins) }},
			{"状态", func(t CoinTransfer) any { return valueText("chain transfer state", t.State) }}, {"订单", func(t CoinTransfer) any { return cellText(t.Order) }},
		},
	}),
	exports(exportedList[BankLine]{
		name: "bank-lines", title: "银行流水", view: staff.BankView, spanned: true, read: (*Server).bankLines,
		query: walk("account", "file", "state", "way", "awaited", "serial", "order", "min", "max", "from", "to"),
		columns: []column[BankLine]{ // neither names nor remarks of payers: they are personal, and the page is where they are compared
			{"银行时间", func(l BankLine) any { return cellMs(l.At) }}, {"账户", func(l BankLine) any { return l.Label }}, {"方向", func(l BankLine) any { return wayTexts[l.Incoming] }},
			{"金额", func(l BankLine) any { return cellYuan(l.Amount) }}, {"对方尾号", func(l BankLine) any { return l.Tail }}, {"银行流水号", func(l BankLine) any { return l.Serial }},
			{"状态", func(l BankLine) any { return either(lineStateTexts[l.State], l.State) }}, {"订单", func(l BankLine) any { return cellText(l.Order) }},
			{"处理时间", func(l BankLine) any { return cellMsOf(l.DecidedAt) }}, {"原因", func(l BankLine) any { return cellText(l.Reason) }},
		},
	}),
	exports(exportedList[ReconFinding]{
		name: "findings", title: "对账差异", view: staff.ReconView, query: walk("state", "kind", "channel", "player", "subject"), read: (*Server).reconFindings,
		columns: []column[ReconFinding]{
			{"首次发现", func(f ReconFinding) any { return cellMs(f.FirstSeen) }}, {"差异", func(f ReconFinding) any { return f.Title }}, {"渠道", func(f ReconFinding) any { return f.Channel }},
			{"对象", func(f ReconFinding) any { return f.Subject }}, {"玩家", func(f ReconFinding) any { return cellText(f.Player) }}, {"我方", func(f ReconFinding) any { return f.Expected }},
			{"对方", func(f ReconFinding) any { return f.Found }}, {"差额", func(f ReconFinding) any { return cellYuan(f.Difference) }},
			{"状态", func(f ReconFinding) any { return valueText("finding state", f.State) }}, {"说明", func(f ReconFinding) any { return cellText(f.Note) }}, {"结束时间", func(f ReconFinding) any { return cellMsOf(f.EndedAt) }},
		},
	}),
	exports(exportedList[AuditRow]{
		name: "audit", title: "操作日志", view: staff.AuditView, spanned: true, query: walk("actor", "action", "subject", "from", "to"), read: (*Server).audit,
		columns: []column[AuditRow]{
			{"序号", func(r AuditRow) any { return r.Seq }}, {"时间", func(r AuditRow) any { return cellMs(r.At) }}, {"人员", func(r AuditRow) any { return r.Actor }},
			{"操作", func(r AuditRow) any { return r.ActionText }}, {"代码", func(r AuditRow) any { return r.Action }},
			{"对象", func(r AuditRow) any {
				if r.Subject == nil {
					return ""
				}
				return either(r.Subject.Label, r.Subject.ID)
			}},
			{"原因", func(r AuditRow) any { return cellText(r.Reason) }}, {"IP", func(r AuditRow) any { return cellText(r.IP) }}, {"请求号", func(r AuditRow) any { return cellText(r.RequestID) }},
			{"指纹", func(r AuditRow) any { return r.Hash }},
		},
	}),
	exports(exportedList[Window]{
		name: "windows", title: "采集窗口", view: staff.FeedView, query: walk("venue", "state", "from", "to"), read: (*Server).feedWindows,
		columns: []column[Window]{
			{"场馆", func(w Window) any { return w.VenueName }}, {"开始", func(w Window) any { return cellMs(w.From) }}, {"结束", func(w Window) any { return cellMs(w.To) }},
			{"状态", func(w Window) any { return valueText("window state", w.State) }}, {"页数", func(w Window) any { return w.Pages }}, {"注单数", func(w Window) any { return w.Lines }},
			{"尝试", func(w Window) any { return w.Attempts }}, {"拉取时间", func(w Window) any { return cellMsOf(w.PulledAt) }}, {"错误", func(w Window) any { return cellText(w.Error) }},
		},
	}),
	exports(exportedList[Staff]{
		name: "staff", title: "后台人员", view: staff.StaffView, query: []string{"page", "size", "q"}, read: (*Server).staffList,
		columns: []column[Staff]{ // no identity documents
			{"账号", func(p Staff) any { return p.Name }}, {"角色", func(p Staff) any { return strings.Join(p.Roles, " ") }},
			{"状态", func(p Staff) any { return map[bool]string{true: "停用", false: "启用"}[p.Disabled] }}, {"单人限额", func(p Staff) any { return cellYuanOf(p.AloneMost) }},
			{"创建时间", func(p Staff) any { return cellMs(p.CreatedAt) }}, {"最近登录", func(p Staff) any { return cellMsOf(p.LastLoginAt) }},
		},
	}),
	exports(exportedList[Game]{
		name: "games", title: "游戏", view: staff.ContentView, read: (*Server).games,
		query: []string{"page", "size", "venue", "kind", "name", "hot", "recommended", "hidden", "gone", "maintained"},
		columns: []column[Game]{
			{"场馆", func(g Game) any { return g.VenueName }}, {"代码", func(g Game) any { return g.Code }}, {"名称", func(g Game) any { return g.Name }}, {"类别", func(g Game) any { return g.Kind }},
			{"厂商", func(g Game) any { return g.Maker }}, {"隐藏", func(g Game) any { return yesText[g.Hidden] }}, {"热门", func(g Game) any { return yesText[g.Hot] }},
			{"推荐", func(g Game) any { return yesText[g.Recommended] }}, {"维护中", func(g Game) any { return yesText[g.Maintained] }},
		},
	}),
	exports(exportedList[AlarmEvent]{
		name: "alarms", title: "告警", view: staff.AlarmView, query: []string{"page", "size", "kind"}, read: (*Server).alarmEvents,
		columns: []column[AlarmEvent]{
			{"首次", func(e AlarmEvent) any { return cellMs(e.FirstAt) }}, {"最近", func(e AlarmEvent) any { return cellMs(e.LastAt) }}, {"类别", func(e AlarmEvent) any { return e.Kind }},
			{"对象", func(e AlarmEvent) any { return e.Subject }}, {"内容", func(e AlarmEvent) any { return e.Text }}, {"次数", func(e AlarmEvent) any { return e.Count }},
			{"结束", func(e AlarmEvent) any { return cellMsOf(e.EndedAt) }},
		},
	}),
	exports(exportedList[Forfeit]{
		name: "forfeits", title: "待收回奖金", view: staff.CaseView, query: []string{"page", "size"},
		read: func(s *Server, ctx context.Context, c *call) (Page[Forfeit], error) {
			page, err := s.forfeits(ctx, c)
			return page.Page, err
		},
		columns: []column[Forfeit]{
			{"玩家", func(f Forfeit) any { return f.PlayerID }}, {"来源", func(f Forfeit) any { return f.Source }}, {"应收回", func(f Forfeit) any { return cellYuan(f.Due) }},
			{"已收回", func(f Forfeit) any { return cellYuan(f.Taken) }}, {"开始时间", func(f Forfeit) any { return cellMs(f.Since) }},
		},
	}),
}

var yesText = map[bool]string{true: "是", false: ""}
