package books

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/staff"
)

// Books is the run that is going on, if any, and the last that ended.
type Books struct {
	Running *Run `json:"running"`
	Last    *Run `json:"last"`
}

// Run is one time the books were gone through.
type Run struct {
	ID         string   `json:"id"`
	StartedAt  wire.Ms  `json:"startedAt"`
	FinishedAt *wire.Ms `json:"finishedAt"`
	By         string   `json:"by"`
	State      string   `json:"state" enumOf:"books run state"`
	Error      *string  `json:"error"`
	Counts     *Counts  `json:"counts"`
	Checks     []Check  `json:"checks"`
}

// Counts are the rows a run looked at.
type Counts struct {
	Accounts     int64 `json:"accounts"`
	Transactions int64 `json:"transactions"`
	Postings     int64 `json:"postings"`
}

// Check is what a run found in one table of the books.
type Check struct {
	Name   string  `json:"name"`
	Title  string  `json:"title"`
	Passed bool    `json:"passed"`
	Rows   int64   `json:"rows"`
	Broken *Broken `json:"broken"`
}

// Broken is the first broken row of a check.
type Broken struct {
	Table string `json:"table"`
	ID    string `json:"id"`
	Text  string `json:"text"`
}

// bookChecks are the tables of the books in the order they are gone through,
// with what is checked of each.
var bookChecks = []struct {
	table, title string
	rows         func(ledger.Report) int64
}{
	{"entry", "交易：编号唯一、内容未被改动", func(r ledger.Report) int64 { return r.Entries }},
	{"posting", "分录：金额、资产、账户与封印一致", func(r ledger.Report) int64 { return r.Postings }},
	{"account", "账户：余额等于分录之和，玩家余额不为负", func(r ledger.Report) int64 { return r.Accounts }},
	{"month_seal", "已封存月份：封存值相连，重读的月份与封存时相同", func(r ledger.Report) int64 { return r.Months }},
	{"month_balance", "已封存月份的期末余额：与封存时相同", func(ledger.Report) int64 { return 0 }},
	{"checkpoint", "检查点：与分录重新累加的结果一致", func(ledger.Report) int64 { return 0 }},
	{"earning_bet", "每日投注统计：与注单及账目的游戏结果一致", func(ledger.Report) int64 { return 0 }},
	{"earning_move", "每日账目统计：与分录及玩家余额一致", func(ledger.Report) int64 { return 0 }},
	{"earning_player", "每日注册与首存统计：与玩家及存款一致", func(ledger.Report) int64 { return 0 }},
	{"trigger", "数据库防护：禁止修改与删除的规则仍然存在", func(ledger.Report) int64 { return 0 }},
}

func runShown(r ledger.Run) Run {
	out := Run{
		ID: r.ID, StartedAt: wire.InMs(r.StartedAt), FinishedAt: wire.InMsOrNull(r.FinishedAt), By: r.By, State: r.State, Error: wire.TextOrNull(r.Problem), Checks: []Check{},
	}
	if r.State != ledger.Passed && r.State != ledger.Failed {
		return out
	}
	out.Counts = &Counts{Accounts: r.Report.Accounts, Transactions: r.Report.Entries, Postings: r.Report.Postings}
	known := map[string]bool{}
	for _, c := range bookChecks {
		known[c.table] = true
		out.Checks = append(out.Checks, checkOf(c.table, c.title, c.rows(r.Report), r.Report.Broken))
	}
	for _, f := range r.Report.Broken { // a table that is not in the list must still be seen
		if !known[f.Table] {
			known[f.Table] = true
			out.Checks = append(out.Checks, checkOf(f.Table, f.Table, 0, r.Report.Broken))
		}
	}
	return out
}

func checkOf(table, title string, rows int64, broken []ledger.Finding) Check {
	c := Check{Name: table, Title: title, Passed: true, Rows: rows}
	for _, f := range broken {
		if f.Table == table {
			c.Passed, c.Broken = false, &Broken{Table: f.Table, ID: f.Row, Text: f.What}
			break
		}
	}
	return c
}

func (s *Handlers) books(ctx context.Context, _ *route.Call) (Books, error) {
	running, last, err := s.Verifier.Last(ctx)
	var out Books
	if running != nil {
		r := runShown(*running)
		out.Running = &r
	}
	if last != nil {
		r := runShown(*last)
		out.Last = &r
	}
	return out, err
}

func (s *Handlers) bookRuns(ctx context.Context, c *route.Call) (wire.Page[Run], error) {
	limit, offset := c.Page().Bounds()
	runs, total, err := s.Verifier.Runs(ctx, limit, offset)
	return wire.PageOf(runs, total, runShown), err
}

func (s *Handlers) booksVerify(ctx context.Context, c *route.Call, _ wire.Empty) (Run, error) {
	run, err := s.Verifier.Start(ctx, c.By.Name, func(ctx context.Context, tx *db.Tx, id string) error {
		return s.Staff.Audit(ctx, tx, c.By, staff.Change{Action: "books.verify", Subject: "books:" + id, Label: "核对账目"})
	})
	return runShown(run), err
}
