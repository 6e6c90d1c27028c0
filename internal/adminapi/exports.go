package adminapi

import (
	"context"
	"net/http"
	"reflect"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/door"
	"hongyun/internal/earning"
	"hongyun/internal/fault"
	"hongyun/internal/sheet"
	"hongyun/internal/staff"
)

var errNoExport = fault.New(fault.Denied, "admin.no_export", "您没有查看该列表的权限，不能导出")

// sent is the output of a route that has written its answer itself: a file.
type sent struct{}

// download is a GET that answers with a file. It checks its input before it writes.
func download(path string, p staff.Permission, summary string, handle func(*Server, context.Context, *call) (*file, error), query ...string) route {
	return route{
		method: http.MethodGet, status: http.StatusOK, path: path, permission: p, summary: summary, query: query,
		in: reflect.TypeFor[none](), out: reflect.TypeFor[sent](),
		serve: func(s *Server, ctx context.Context, c *call) (any, error) {
			f, err := handle(s, ctx, c)
			if err == nil {
				err = s.send(ctx, c, f)
			}
			return sent{}, err
		},
	}
}

// file is a table on its way to a browser.
type file struct {
	name, title string // title is Chinese, as people call the table
	format      string
	view        staff.Permission // needed beside data.export
	filter      map[string]string
	head        []any
	rows        func(row func(cells ...any) error) error
}

// format is the kind of file that is asked for.
func (c *call) format() string { return either(c.one("format", sheet.CSV, sheet.XLSX), sheet.CSV) }

// filled is the query of a call as it is written to the trail.
func (c *call) filled() map[string]string {
	out := map[string]string{}
	for _, name := range c.query {
		if v := c.text(name); v != "" {
			out[name] = v
		}
	}
	return out
}

// exportStep is how long a browser may take to read what lies before it.
const exportStep = time.Minute

// send writes a file, after the trail says who took it. What fails once the
// file has begun cuts the connection, so that no browser takes a part for the whole.
func (s *Server) send(ctx context.Context, c *call, f *file) error {
	if !s.Staff.Can(c.by, f.view) {
		return errNoExport
	}
	if err := s.Staff.Note(ctx, c.by, staff.Change{Action: "data.export", Subject: "export:" + f.name, Label: f.title, After: f.filter}); err != nil {
		return err
	}
	door.VisitOf(ctx).Stream = true
	header := c.w.Header()
	header.Set("Content-Type", sheet.Types[f.format])
	header.Set("Content-Disposition", `attachment; filename="`+f.name+"-"+s.now().UTC().Format("20060102-150405")+"."+f.format+`"`)
	header.Set("X-Content-Type-Options", "nosniff")
	if err := s.stream(c, f); err != nil {
		s.Log.ErrorContext(ctx, "export broke off", "file", f.name, "request", c.by.RequestID, "err", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}

func (s *Server) stream(c *call, f *file) error {
	w, err := sheet.New(f.format, c.w, f.title)
	if err != nil {
		return err
	}
	control, rows := http.NewResponseController(c.w), 0
	if err := w.Row(f.head...); err != nil {
		return err
	}
	err = f.rows(func(cells ...any) error {
		if rows++; rows%1000 == 0 {
			_ = control.SetWriteDeadline(calendar.System().Now().Add(exportStep)) // a server that cannot keeps its own
		}
		return w.Row(cells...)
	})
	if err != nil {
		return err
	}
	_ = control.SetWriteDeadline(calendar.System().Now().Add(10 * exportStep))
	return w.Close()
}

// row names what a bet, a deposit or a withdrawal shows, with amounts as numbers.
var (
	betHead        = []any{"注单号", "玩家", "场馆", "场馆账号", "游戏", "局号", "状态", "投注额", "有效投注", "输赢", "赔率", "投注时间", "结算时间"}
	depositHead    = []any{"订单号", "玩家", "支付方式", "支付通道", "状态", "订单金额", "到账金额", "创建时间", "到账时间"}
	withdrawalHead = []any{"订单号", "玩家", "金额", "手续费", "银行/网络", "收款账号", "收款人", "状态", "出款流水号", "申请时间", "结束时间"}
)

var betStateTexts = map[string]string{bet.Open: "未结算", bet.Settled: "已结算", bet.Void: "已取消"}

func (s *Server) exportBets(ctx context.Context, c *call) (*file, error) {
	search, err := c.betSearch()
	if err != nil {
		return nil, err
	}
	format := c.format()
	names, err := s.venueNames(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Bets.MayEach(search); err != nil {
		return nil, err
	}
	return &file{name: "bets", title: "注单", format: format, view: staff.FeedView, filter: c.filled(), head: betHead, rows: func(row func(...any) error) error {
		return s.Bets.Each(ctx, search, func(page []bet.Line) error {
			for _, l := range page {
				err := row(l.BetID, l.Player, either(names[l.Venue], l.Venue), l.Account, l.GameName, l.Round, betStateTexts[l.Status], l.Stake, l.Valid, l.Win, l.Odds, l.BetAt, l.SettledAt)
				if err != nil {
					return err
				}
			}
			return nil
		})
	}}, c.checked()
}

// exportSpan bounds an export that names no player and no order, as that of bets is.
func (s *Server) exportSpan(player string, from time.Time, to *time.Time) error {
	if player != "" {
		return nil
	}
	if to.IsZero() {
		*to = s.now()
	}
	if from.IsZero() || to.Sub(from) > bet.EachSpan {
		return errExportSpan
	}
	return nil
}

func (s *Server) exportDeposits(ctx context.Context, c *call) (*file, error) {
	filter, err := c.depositFilter()
	if err == nil && filter.Order == "" {
		err = s.exportSpan(filter.Player, filter.From, &filter.To)
	}
	if err != nil {
		return nil, err
	}
	return &file{name: "deposits", title: "存款", format: c.format(), view: staff.DepositView, filter: c.filled(), head: depositHead, rows: func(row func(...any) error) error {
		return s.Cashier.Deposits.Each(ctx, filter, func(page []deposit.Deposit) error {
			for _, d := range page {
				paid := time.Time{}
				if d.State == deposit.Credited || d.State == deposit.Reversed {
					paid = d.EndedAt
				}
				if err := row(d.SN, d.Player, d.Method, d.Channel, deposit.StateText(d.State), d.Amount, d.Received, d.CreatedAt, paid); err != nil {
					return err
				}
			}
			return nil
		})
	}}, c.checked()
}

func (s *Server) exportWithdrawals(ctx context.Context, c *call) (*file, error) {
	filter, err := c.withdrawalFilter()
	if err == nil && filter.Order == "" {
		err = s.exportSpan(filter.Player, filter.From, &filter.To)
	}
	if err != nil {
		return nil, err
	}
	return &file{name: "withdrawals", title: "提款", format: c.format(), view: staff.WithdrawalView, filter: c.filled(), head: withdrawalHead, rows: func(row func(...any) error) error {
		return s.Cashier.Withdrawals.Each(ctx, filter, func(page []withdrawal.Withdrawal) error {
			for _, w := range page {
				err := row(w.SN, w.Player, w.Amount, w.Fee, w.BankName, "****"+w.Tail, w.Holder, withdrawalState(w), w.Reference, w.CreatedAt, w.EndedAt)
				if err != nil {
					return err
				}
			}
			return nil
		})
	}}, c.checked()
}

// The tables of the report of profit and loss.
const (
	viewDays    = "days"
	viewVenues  = "venues"
	viewGames   = "games"
	viewCosts   = "costs"
	viewMethods = "methods"
	viewDebts   = "debts"
	viewMonths  = "months"
)

var costTexts = map[string]string{
	earning.CostPromo: "优惠", earning.CostRebate: "返水", earning.CostFund: "基金解锁", earning.CostForfeit: "奖金没收",
	earning.CostAdjust: "账目调整", earning.CostLoss: "公司损失",
}

func (s *Server) exportEarnings(ctx context.Context, c *call) (*file, error) {
	days, err := s.days(c)
	if err != nil {
		return nil, err
	}
	view := either(c.one("view", viewDays, viewVenues, viewGames, viewCosts, viewMethods, viewDebts, viewMonths), viewDays)
	f := &file{name: "earnings-" + view, title: "盈亏报表", format: c.format(), view: staff.EarningView, filter: c.filled()}
	if err := c.checked(); err != nil {
		return nil, err
	}
	var table [][]any
	switch view {
	case viewGames, viewMonths:
		f.head, table, err = s.venueTable(ctx, view, c.text("venue"), days)
	case viewDebts:
		f.head, table, err = s.debtTable(ctx, days)
	default:
		f.head, table, err = s.earningTable(ctx, view, days)
	}
	f.rows = func(row func(...any) error) error {
		for _, cells := range table {
			if err := row(cells...); err != nil {
				return err
			}
		}
		return nil
	}
	return f, err
}

// betCells are the columns of finished bets.
func betCells(s earning.Sum) []any {
	return []any{s.Bets, s.Stake, s.Valid, s.Payout(), s.GGR()}
}

var betColumns = []any{"注单数", "投注额", "有效投注", "派彩", "毛利(GGR)"}

func joined(parts ...[]any) []any {
	var out []any
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

func (s *Server) venueTable(ctx context.Context, view, code string, days earning.Days) (head []any, table [][]any, err error) {
	if view == viewMonths {
		list, err := s.Earnings.Statement(ctx, code)
		for _, m := range list {
			table = append(table, joined([]any{m.First.String()[:7]}, betCells(m.Sum)))
		}
		return joined([]any{"月份"}, betColumns), table, err
	}
	list, err := s.Earnings.Games(ctx, code, days)
	for _, g := range list {
		table = append(table, joined([]any{g.Name, g.Code}, betCells(g.Sum)))
	}
	return joined([]any{"游戏", "游戏代码"}, betColumns), table, err
}

func (s *Server) debtTable(ctx context.Context, days earning.Days) (head []any, table [][]any, err error) {
	list, err := s.Earnings.Debts(ctx, days)
	for _, d := range list {
		table = append(table, []any{d.Day.String(), d.Centre, d.Locked, d.Transit, d.AtVenues(), d.Total(), d.Fund, d.Suspense, d.Owed})
	}
	return []any{"日期(日终)", "中心钱包", "锁定钱包", "转账中", "场馆钱包", "合计", "优惠基金C$", "待认领款", "玩家欠款"}, table, err
}

func (s *Server) earningTable(ctx context.Context, view string, days earning.Days) (head []any, table [][]any, err error) {
	r, err := s.Earnings.Read(ctx, days)
	if err != nil {
		return nil, nil, err
	}
	switch view {
	case viewVenues:
		names, err := s.venueNames(ctx)
		for _, v := range r.Venues {
			table = append(table, joined([]any{either(names[v.Code], v.Code), v.Code}, betCells(v.Sum)))
		}
		return joined([]any{"场馆", "场馆代码"}, betColumns), table, err
	case viewCosts:
		names, err := s.promoNames(ctx)
		for _, k := range r.Costs {
			table = append(table, []any{costTexts[k.Kind], either(names[ruleOf(k)].Name, k.Detail), k.Count, k.Amount})
		}
		return []any{"类别", "优惠", "笔数", "金额"}, table, err
	case viewMethods:
		for _, m := range r.Deposits {
			table = append(table, []any{"存款", m.Name, m.Count, m.Amount, m.Back, m.Fee})
		}
		for _, m := range r.Withdrawals {
			table = append(table, []any{"提款", m.Name, m.Count, m.Amount, m.Back, m.Fee})
		}
		return []any{"类别", "方式", "笔数", "金额", "冲正/退回", "手续费"}, table, nil
	}
	for _, d := range r.ByDay {
		table = append(table, joined([]any{d.Day.String()}, betCells(d.Sum), []any{
			d.Cost, d.NGR(), d.Deposits.Amount, d.Deposits.Back, d.Withdrawals.Amount, d.Withdrawals.Back, d.Withdrawals.Fee, d.Registered, d.FirstDeposits,
		}))
	}
	return joined([]any{"日期"}, betColumns, []any{"优惠成本", "净利(NGR)", "存款", "存款冲正", "提款", "提款退回", "提款手续费", "注册", "首存"}), table, nil
}
