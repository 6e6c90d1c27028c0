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
		route.Exports(e, route.ExportedList[BankFile]{
			Name: "bank-files", Title: "银行流水文件", View: staff.BankView, Query: []string{"page", "size", "account"}, Fix: route.Short(func(f BankFile) string { return f.ID }, s.bankFiles),
			Columns: []route.Column[BankFile]{
				route.Col("导入时间", func(f BankFile) any { return wire.CellMs(f.MadeAt) }), route.Col("导入人", func(f BankFile) any { return f.MadeBy }), route.Col("账户", func(f BankFile) any { return f.Label }),
				route.Col("文件", func(f BankFile) any { return f.Name }), route.Col("行数", func(f BankFile) any { return f.Lines }), route.Col("新增", func(f BankFile) any { return f.Added }), route.Col("略过", func(f BankFile) any { return f.LeftOut }),
				route.Col("首笔", func(f BankFile) any { return wire.CellMs(f.First) }), route.Col("末笔", func(f BankFile) any { return wire.CellMs(f.Last) }), route.Col("撤销人", func(f BankFile) any { return wire.CellText(f.UndoneBy) }),
				route.Col("撤销时间", func(f BankFile) any { return wire.CellMsOf(f.UndoneAt) }), route.Col("撤销原因", func(f BankFile) any { return wire.CellText(f.Reason) }),
			},
		}),
		route.Exports(e, route.ExportedList[PayoutBatch]{
			Name: "payout-batches", Title: "代付批次", View: staff.WithdrawalView, Query: []string{"page", "size"}, Fix: route.Short(func(b PayoutBatch) string { return b.ID }, s.payoutBatches),
			Columns: []route.Column[PayoutBatch]{
				route.Col("批次", func(b PayoutBatch) any { return b.ID }), route.Col("生成时间", func(b PayoutBatch) any { return wire.CellMs(b.MadeAt) }), route.Col("生成人", func(b PayoutBatch) any { return b.MadeBy }),
				route.Col("笔数", func(b PayoutBatch) any { return b.Orders }), route.Col("金额", func(b PayoutBatch) any { return wire.CellYuan(b.Amount) }), route.Col("未完成", func(b PayoutBatch) any { return b.Waiting }),
				route.Col("状态", func(b PayoutBatch) any { return batchStates[b.State] }), route.Col("下载次数", func(b PayoutBatch) any { return b.Downloads }), route.Col("最近下载", func(b PayoutBatch) any { return wire.CellMsOf(b.DownloadedAt) }),
				route.Col("结束时间", func(b PayoutBatch) any { return wire.CellMsOf(b.EndedAt) }),
			},
		}),
	}
}

var batchStates = map[string]string{"open": "进行中", "cancelled": "已取消"}

var wayTexts = map[bool]string{true: "收入", false: "支出"}
