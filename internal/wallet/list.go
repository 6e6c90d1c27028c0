package wallet

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// stuckAfter is how long a transfer may be open before it is shown as stuck.
const stuckAfter = time.Minute

// Filter chooses transfers; empty fields do not.
type Filter struct {
	Player   string
	Venue    string // code
	States   []State
	Stuck    bool   // open for more than a minute, or disputed; oldest first
	Order    string // our id, our reference at the venue, or the player's number; whole
	From, To time.Time
	Min, Max money.Fen // 0 leaves an end open
	Page     staff.Page
}

// List lists transfers, newest first, and how many the filter chooses.
func (w *Wallets) List(ctx context.Context, r db.Reader, f Filter) ([]Transfer, int, error) {
	q := r.NewSelect().Table("transfer").ColumnExpr(transferColumns)
	if f.Player != "" {
		q.Where("player = ?", f.Player)
	}
	if f.Venue != "" {
		q.Where("venue = ?", f.Venue)
	}
	if len(f.States) > 0 {
		q.Where("state IN (?)", bun.List(f.States))
	}
	if f.Stuck {
		q.Where("state IN ('pending', 'manual', 'disputed')").
			Where("created_at < ?", millis(w.DB.Clock().Now().Add(-stuckAfter)))
	}
	if f.Order != "" {
		// Look-ups by index. A condition on id or reference reads everything.
		id, err := idOfNumber(ctx, r, f.Order)
		if err != nil {
			return nil, 0, err
		}
		q.Where(`id IN (SELECT id FROM transfer WHERE id IN (?0, ?1)
			UNION ALL SELECT t.id FROM venue v JOIN transfer t ON t.venue = v.code AND t.ref = ?0)`, f.Order, id)
	}
	if !f.From.IsZero() {
		q.Where("created_at >= ?", millis(f.From))
	}
	if !f.To.IsZero() {
		q.Where("created_at < ?", millis(f.To))
	}
	if f.Min > 0 {
		q.Where("amount >= ?", int64(f.Min))
	}
	if f.Max > 0 {
		q.Where("amount <= ?", int64(f.Max))
	}
	rows, total, err := staff.ScanPage(ctx, q, transferOrders, f.Page, !f.Stuck)
	if err != nil {
		return nil, 0, fmt.Errorf("list transfers: %w", err)
	}
	list := make([]Transfer, len(rows))
	for i, row := range rows {
		list[i] = row.transfer()
	}
	return list, total, nil
}

var transferOrders = staff.Orders[transferRow]{
	{Name: "created", Columns: []string{"created_at", "id"}, Of: func(r transferRow) []any { return []any{r.CreatedAt, r.ID} }},
	{Name: "player", Columns: []string{"player", "created_at", "id"}, Of: func(r transferRow) []any { return []any{r.Player, r.CreatedAt, r.ID} }},
}

// Stuck lists what people should look at, the oldest first.
func (w *Wallets) Stuck(ctx context.Context, r db.Reader, f Filter) ([]Transfer, int, error) {
	f.Stuck = true
	return w.List(ctx, r, f)
}

// Ask is one thing that was said about a transfer.
type Ask struct {
	At     time.Time
	Call   string // send, ask or hand
	Answer string // done, refused, absent, unknown, pending
	Text   string
	By     string
}

// Find is one transfer with the answers about it, or ErrNoTransfer. A transfer
// that was done at once has no further answers.
func (w *Wallets) Find(ctx context.Context, r db.Reader, id string) (Transfer, []Ask, error) {
	t, err := findTransfer(ctx, r, id)
	if err != nil {
		return Transfer{}, nil, err
	}
	var rows []struct {
		At                         int64
		Call, Answer, Text, MadeBy string
	}
	err = r.NewRaw(`SELECT at, call, answer, text, made_by FROM transfer_ask WHERE transfer = ? ORDER BY seq`, id).Scan(ctx, &rows)
	if err != nil {
		return Transfer{}, nil, fmt.Errorf("answers about %s: %w", id, err)
	}
	asks := make([]Ask, len(rows))
	for i, row := range rows {
		asks[i] = Ask{At: instant(row.At), Call: row.Call, Answer: row.Answer, Text: row.Text, By: row.MadeBy}
	}
	return t, asks, nil
}

var (
	directionTexts = map[Direction]string{In: "中心钱包转入场馆", Out: "场馆转回中心钱包"}
	stateTexts     = map[State]string{Pending: "处理中", Manual: "待人工处理", Completed: "成功", Refused: "未成功（已退回）", Disputed: "结果有争议"}
	answerTexts    = map[string]string{"done": "成功", "refused": "失败", "absent": "无此订单", "unknown": "没有回答", "pending": "处理中"}
)

// Text is the direction in Chinese.
func (d Direction) Text() string { return directionTexts[d] }

// StateText is the state in Chinese, for staff.
func (t Transfer) StateText() string { return stateTexts[t.State] }

// LastAnswerText is the venue's last answer in Chinese, "" if there is none.
func (t Transfer) LastAnswerText() string { return answerTexts[t.LastAnswer] }

// AnswerText is the answer in Chinese.
func (a Ask) AnswerText() string { return answerTexts[a.Answer] }
