package books

import (
	"cmp"
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/earning"
	"hongyun/internal/staff"
)

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

func (s *Handlers) exportEarnings(ctx context.Context, c *route.Call) (*route.File, error) {
	days, err := s.days(c)
	if err != nil {
		return nil, err
	}
	view := cmp.Or(c.OneOf("view", viewDays, viewVenues, viewGames, viewCosts, viewMethods, viewDebts, viewMonths), viewDays)
	f := &route.File{Name: "earnings-" + view, Title: "盈亏报表", Format: c.Format(), View: staff.EarningView, Filter: c.Filled()}
	if err := c.Checked(); err != nil {
		return nil, err
	}
	var table [][]any
	switch view {
	case viewGames, viewMonths:
		f.Head, table, err = s.venueTable(ctx, view, c.Text("venue"), days)
	case viewDebts:
		f.Head, table, err = s.debtTable(ctx, days)
	default:
		f.Head, table, err = s.earningTable(ctx, view, days)
	}
	f.Rows = func(row func(...any) error) error {
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

func (s *Handlers) venueTable(ctx context.Context, view, code string, days earning.Days) (head []any, table [][]any, err error) {
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

func (s *Handlers) debtTable(ctx context.Context, days earning.Days) (head []any, table [][]any, err error) {
	list, err := s.Earnings.Debts(ctx, days)
	for _, d := range list {
		table = append(table, []any{d.Day.String(), d.Centre, d.Locked, d.Transit, d.AtVenues(), d.Total(), d.Fund, d.Suspense, d.Owed})
	}
	return []any{"日期(日终)", "中心钱包", "锁定钱包", "转账中", "场馆钱包", "合计", "优惠基金C$", "待认领款", "玩家欠款"}, table, err
}

func (s *Handlers) earningTable(ctx context.Context, view string, days earning.Days) (head []any, table [][]any, err error) {
	r, err := s.Earnings.Read(ctx, days)
	if err != nil {
		return nil, nil, err
	}
	switch view {
	case viewVenues:
		names, err := s.Venues.Names(ctx, s.Read)
		for _, v := range r.Venues {
			table = append(table, joined([]any{cmp.Or(names[v.Code], v.Code), v.Code}, betCells(v.Sum)))
		}
		return joined([]any{"场馆", "场馆代码"}, betColumns), table, err
	case viewCosts:
		names, err := s.Promo.RulesByID(ctx, s.Read)
		for _, k := range r.Costs {
			table = append(table, []any{costTexts[k.Kind], cmp.Or(names[ruleOf(k)].Name, k.Detail), k.Count, k.Amount})
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
