package wire

import (
	"cmp"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
)

// CellYuan is an amount as a cell of a file.
func CellYuan(y Yuan) any {
	f, err := money.ParseYuan(string(y))
	if err != nil {
		return string(y)
	}
	return f
}

// CellYuanOf is an amount that may be absent, as a cell.
func CellYuanOf(y *Yuan) any {
	if y == nil {
		return ""
	}
	return CellYuan(*y)
}

// CellMs is an instant as a cell.
func CellMs(m Ms) any { return calendar.FromMillis(int64(m)) }

// CellMsOf is an instant that may not have come yet, as a cell.
func CellMsOf(m *Ms) any {
	if m == nil {
		return time.Time{}
	}
	return CellMs(*m)
}

// CellText is a text that may be absent, as a cell.
func CellText(s *string) any {
	if s == nil {
		return ""
	}
	return *s
}

// CellWho is the name of a member of staff, as a cell.
func CellWho(w *Who) any {
	if w == nil {
		return ""
	}
	return w.Name
}

// ExportTexts are values of lists in Chinese, for files; a test holds each list
// that is here whole.
var ExportTexts = map[string]map[string]string{
	"approval state":       {"pending": "待复核", "approved": "已通过", "refused": "已退回", "withdrawn": "已撤回", "expired": "已过期", "void": "已失效"},
	"ticket kind":          {"deposit": "存款", "withdrawal": "提款", "transfer": "转账", "game": "游戏与注单", "bonus": "优惠与流水", "account": "账号与安全", "other": "其他"},
	"ticket state":         {"open": "待回复", "reopened": "重新打开", "waiting": "等待玩家", "solved": "已解决"},
	"fund record":          {"income": "收入", "unlock": "解锁", "expired": "过期"},
	"vip award state":      {"paid": "已发放", "withheld": "暂扣", "refused": "已拒绝"},
	"vip programme":        {"track": "每周VIP", "monthly": "月度VIP"},
	"vip run state":        {"open": "结算中", "done": "已完成", "skipped": "已跳过（计划停用）"},
	"books run state":      {"running": "进行中", "passed": "账目无误", "failed": "发现差异", "error": "未能核对"},
	"comparison cause":     {"nightly": "每夜", "hand": "人工", "command": "命令行", "restore": "恢复之后"},
	"vip track":            {"card": "棋牌电子", "sport": "体育电竞", "live": "真人彩票", "monthly": "月度VIP"},
	"finding state":        {"open": "待处理", "settled": "已处理", "cleared": "已一致"},
	"chain transfer state": {"seen": "等待确认", "credited": "已入账", "stray": "无订单", "dust": "金额过小"},
	"window state":         {"waiting": "待拉取", "complete": "完整", "gap": "缺口"},
}

// ValueText is a value of a list in Chinese.
func ValueText(list, value string) any { return cmp.Or(ExportTexts[list][value], value) }
