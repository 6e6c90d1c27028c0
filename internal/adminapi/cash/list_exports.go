package cash

import (
	"cmp"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/staff"
)

// listExports are the files of the lists of this desk that have no form of their own.
func (s *Handlers) listExports() []route.Route {
	e := s.exporter()
	return []route.Route{
		route.Exports(e, route.ExportedList[Case]{
			Name: "cases", Title: "异常", View: staff.CaseView, Query: []string{"page", "size", "kind", "before", "min", "max", "player"}, Fix: s.fixedCases,
			Columns: []route.Column[Case]{
				route.Col("类别", func(c Case) any { return c.KindText }), route.Col("说明", func(c Case) any { return c.Title }), route.Col("玩家", func(c Case) any { return wire.CellText(c.Player) }),
				route.Col("金额", func(c Case) any { return wire.CellYuan(c.Amount) }), route.Col("发生时间", func(c Case) any { return wire.CellMs(c.Since) }), route.Col("原因", func(c Case) any { return wire.CellText(c.Reason) }),
			},
		}),
		route.Exports(e, route.ExportedList[CoinTransfer]{
			Name: "coin-transfers", Title: "链上到账", View: staff.CoinView, Spanned: true, Query: route.Walk("network", "state", "q", "from", "to"), Read: s.coinTransfers,
			Columns: []route.Column[CoinTransfer]{
				route.Col("时间", func(t CoinTransfer) any { return wire.CellMs(t.At) }), route.Col("网络", func(t CoinTransfer) any { return t.Network }), route.Col("交易号", func(t CoinTransfer) any { return t.Tx }),
				route.Col("付款地址", func(t CoinTransfer) any { return t.From }), route.Col("收款地址", func(t CoinTransfer) any { return t.To }), route.Col("USDT", func(t CoinTransfer) any { return string(t.Coins) }),
				route.Col("状态", func(t CoinTransfer) any { return wire.ValueText("chain transfer state", t.State) }), route.Col("订单", func(t CoinTransfer) any { return wire.CellText(t.Order) }),
			},
		}),
		route.Exports(e, route.ExportedList[BankLine]{
			Name: "bank-lines", Title: "银行流水", View: staff.BankView, Spanned: true, Read: s.bankLines,
			Query: route.Walk("account", "file", "state", "way", "awaited", "serial", "order", "min", "max", "from", "to"),
			Columns: []route.Column[BankLine]{ // neither names nor remarks of payers: they are personal, and the page is where they are compared
				route.Col("银行时间", func(l BankLine) any { return wire.CellMs(l.At) }), route.Col("账户", func(l BankLine) any { return l.Label }), route.Col("方向", func(l BankLine) any { return wayTexts[l.Incoming] }),
				route.Col("金额", func(l BankLine) any { return wire.CellYuan(l.Amount) }), route.Col("对方尾号", func(l BankLine) any { return l.Tail }), route.Col("银行流水号", func(l BankLine) any { return l.Serial }),
				route.Col("状态", func(l BankLine) any { return cmp.Or(bank.LineStateTexts[l.State], l.State) }), route.Col("订单", func(l BankLine) any { return wire.CellText(l.Order) }),
				route.Col("处理时间", func(l BankLine) any { return wire.CellMsOf(l.DecidedAt) }), route.Col("原因", func(l BankLine) any { return wire.CellText(l.Reason) }),
			},
		}),
	}
}

var wayTexts = map[bool]string{true: "收入", false: "支出"}
