package cashier

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Records reads what the other parts wrote: the player's cash record, and
// figures for the back office.
type Records struct {
	*order.Deps
	// Bonuses, where set, reads what players received that is no deposit: from
	// one instant to another, newest first, with their number and sum.
	Bonuses func(ctx context.Context, player string, from, to time.Time, page, size int) (list []Record, total int, sum money.Fen, err error)
	// Rebates, where set, reads the rebates they received, like Bonuses.
	Rebates func(ctx context.Context, player string, from, to time.Time, page, size int) (list []Record, total int, sum money.Fen, err error)
}

// Kinds of cash records, as the documented call numbers them (REC-01).
const (
	KindDeposit    = "" // "1" means the same
	KindWithdrawal = "4"
	KindBonus      = "5"
	KindRebate     = "6"
)

// What a record's Status says.
const (
	InProgress = 0
	Done       = 1
	NotDone    = 2
)

// Statuses are what a record's Status says.
var Statuses = []int{InProgress, Done, NotDone}

// Record is a line of the cash record (REC-02).
type Record struct {
	Kind       string
	KindText   string // Chinese
	Amount     money.Fen
	At         time.Time // when the player asked (D-25)
	SN         string
	Status     int
	StatusText string // Chinese
	Reason     string // why not
	Target     string // where a withdrawal goes, masked
	Note       string // the method and channel of a deposit, or the basis of a bonus
}

// Funding is a page of the cash record.
type Funding struct {
	Items []Record
	Total int
	Page  int
	Pages int
	Sum   money.Fen // of what was done, over the whole range
}

const (
	recordsPage = 20
	daysMost    = 92 // three whole months
)

// Funding pages through a player's cash record from one GMT+8 day to another,
// both included, newest first. 0 leaves an end open: then the last three
// months are read. ErrDates, ErrDateRange and ErrRecordKind are its faults.
func (r *Records) Funding(ctx context.Context, player, kind string, from, to calendar.Day, page int) (Funding, error) {
	today := calendar.DayOf(r.DB.Clock().Now())
	if to == 0 {
		to = max(today, from)
	}
	if from == 0 {
		from = to.AddDays(1 - daysMost)
	}
	if to < from {
		return Funding{}, ErrDates
	}
	if from.AddDays(daysMost-1) < to {
		return Funding{}, ErrDateRange.With(daysMost)
	}
	f := Funding{Items: []Record{}, Page: min(max(page, 1), 100_000), Pages: 1}
	switch kind {
	case KindDeposit, "1":
		return f, r.read(ctx, &f, depositRecords, player, from, to)
	case KindWithdrawal:
		return f, r.read(ctx, &f, withdrawalRecords, player, from, to)
	case KindBonus:
		return f.given(ctx, r.Bonuses, player, from, to)
	case KindRebate:
		return f.given(ctx, r.Rebates, player, from, to)
	}
	return Funding{}, ErrRecordKind
}

// given fills the page with what somebody else reads, if anybody does.
func (f Funding) given(ctx context.Context, read func(ctx context.Context, player string, from, to time.Time, page, size int) ([]Record, int, money.Fen, error),
	player string, from, to calendar.Day) (Funding, error) {
	if read == nil {
		return f, nil
	}
	var err error
	f.Items, f.Total, f.Sum, err = read(ctx, player, from.Start(), to.End(), f.Page, recordsPage)
	f.Pages = max(1, (f.Total+recordsPage-1)/recordsPage)
	return f, err
}

// source is where records of a kind are.
type source struct {
	kind, text, table string
	amount            string // the amount to show
	done              string // the state in which it counts
	states            map[string]recordState
}

type recordState struct {
	status int
	text   string
}

var depositRecords = source{
	kind: KindDeposit, text: "存款", table: "deposit", done: deposit.Credited,
	amount: "CASE WHEN received > 0 THEN received ELSE amount END",
	states: map[string]recordState{
		deposit.Pending: {InProgress, "待支付"}, deposit.Claimed: {InProgress, "处理中"}, deposit.Review: {InProgress, "处理中"},
		deposit.Credited: {Done, "成功"}, deposit.Expired: {NotDone, "已过期"}, deposit.Closed: {NotDone, "已关闭"}, deposit.Reversed: {NotDone, "已冲正，款项已扣回"},
	},
}

var withdrawalRecords = source{
	kind: KindWithdrawal, text: "提款", table: "withdrawal", amount: "amount", done: withdrawal.Paid,
	states: map[string]recordState{
		withdrawal.Submitted: {InProgress, "审核中"}, withdrawal.Taken: {InProgress, "审核中"}, withdrawal.Second: {InProgress, "审核中"}, withdrawal.Approved: {InProgress, "出款中"},
		withdrawal.Paid: {Done, "成功"}, withdrawal.Rejected: {NotDone, "已拒绝，款项已退回"}, withdrawal.Failed: {NotDone, "出款失败，款项已退回"},
		withdrawal.TakenBackState: {NotDone, "已撤回，款项已退回"},
	},
}

func (r *Records) read(ctx context.Context, f *Funding, s source, player string, from, to calendar.Day) error {
	where := " FROM " + s.table + " WHERE player = ? AND created_at >= ? AND created_at < ?"
	args := []any{player, from.Start().UnixMilli(), to.End().UnixMilli()}
	var sums struct {
		Total int
		Sum   int64
	}
	err := r.DB.NewRaw("SELECT COUNT(*) AS total, CAST(COALESCE(SUM(CASE WHEN state = '"+s.done+"' THEN "+s.amount+" ELSE 0 END), 0) AS BIGINT) AS sum"+where,
		args...).Scan(ctx, &sums)
	if err != nil {
		return fmt.Errorf("cash record of %s: %w", player, err)
	}
	f.Total, f.Sum, f.Pages = sums.Total, money.Fen(sums.Sum), max((sums.Total+recordsPage-1)/recordsPage, 1)
	reason, state, facts := "''", "state", "method_name, channel_name, '' AS bank, '' AS tail, '' AS network"
	if s.table == "withdrawal" {
		facts = "'' AS method_name, '' AS channel_name, bank, tail, network"
		reason, state = "reason", "CASE WHEN taken_back THEN '"+withdrawal.TakenBackState+"' ELSE state END"
	}
	var rows []struct {
		SN            string `bun:"sn"`
		Amount        int64
		State, Reason string
		CreatedAt     int64

		MethodName, ChannelName string
		Bank, Tail, Network     string
	}
	err = r.DB.NewRaw("SELECT sn, "+s.amount+" AS amount, "+state+" AS state, "+reason+" AS reason, "+facts+", created_at"+where+" ORDER BY created_at DESC, sn DESC LIMIT ? OFFSET ?",
		append(args, recordsPage, (f.Page-1)*recordsPage)...).Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("cash record of %s: %w", player, err)
	}
	for _, row := range rows {
		state := s.states[row.State]
		f.Items = append(f.Items, Record{
			Kind: s.kind, KindText: s.text, Amount: money.Fen(row.Amount), At: order.Stamped(row.CreatedAt), SN: row.SN,
			Status: state.status, StatusText: state.text, Reason: row.Reason,
			Target: targetOf(row.Bank, row.Tail, row.Network), Note: wayOf(row.MethodName, row.ChannelName),
		})
	}
	return nil
}

// targetOf is where a withdrawal goes, as its player reads it; empty for others.
func targetOf(code, tail, network string) string {
	switch {
	case tail == "":
		return ""
	case network != "":
		return "USDT-" + usdt.NetworkName(network) + " 尾号 " + tail
	}
	return bank.NameOf(code) + " 尾号 " + tail
}

// wayOf is how a deposit was paid, as its player reads it; empty for others.
func wayOf(method, channel string) string {
	if method == channel {
		return method
	}
	return strings.Trim(method+" · "+channel, " ·")
}

// Ways gives the method of each deposit and the masked destination of each
// withdrawal, by their numbers. A number of neither is left out.
func Ways(ctx context.Context, r db.Reader, numbers []string) (map[string]string, error) {
	ways := make(map[string]string, len(numbers))
	if len(numbers) == 0 {
		return ways, nil
	}
	var rows []struct {
		SN                                           string `bun:"sn"`
		MethodName, ChannelName, Bank, Tail, Network string
	}
	err := r.NewRaw(`
		SELECT sn, method_name, channel_name, '' AS bank, '' AS tail, '' AS network FROM deposit WHERE sn IN (?0)
		UNION ALL SELECT sn, '', '', bank, tail, network FROM withdrawal WHERE sn IN (?0)`, bun.List(numbers)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("methods and destinations of orders: %w", err)
	}
	for _, row := range rows {
		ways[row.SN] = cmp.Or(wayOf(row.MethodName, row.ChannelName), targetOf(row.Bank, row.Tail, row.Network))
	}
	return ways, nil
}

// Counts is what waits for staff.
type Counts struct {
	DepositsClaimed    int
	DepositsReview     int
	WithdrawalsWaiting int
	WithdrawalsMine    int // claimed by the one who asks
	WithdrawalsToPay   int
}

// Counts counts what waits for staff.
func (r *Records) Counts(ctx context.Context, staffID string) (Counts, error) {
	var c Counts
	err := r.DB.NewRaw(`SELECT
		(SELECT COUNT(*) FROM deposit WHERE state = 'claimed') AS deposits_claimed,
		(SELECT COUNT(*) FROM deposit WHERE state = 'review') AS deposits_review,
		(SELECT COUNT(*) FROM withdrawal WHERE state = 'submitted') AS withdrawals_waiting,
		(SELECT COUNT(*) FROM withdrawal WHERE state = 'claimed' AND claimed_by = ?) AS withdrawals_mine,
		(SELECT COUNT(*) FROM withdrawal WHERE state = 'approved') AS withdrawals_to_pay`, staffID).Scan(ctx, &c)
	if err != nil {
		return c, fmt.Errorf("count what waits: %w", err)
	}
	return c, nil
}

// Sum is how many and how much.
type Sum struct {
	Count  int
	Amount money.Fen
}

// Figures are a GMT+8 day's results.
type Figures struct {
	Deposits      Sum // credited that day
	Withdrawals   Sum // paid that day
	FirstDeposits int // players whose first credit it was
}

// Figures reads a day's results.
func (r *Records) Figures(ctx context.Context, day calendar.Day) (Figures, error) {
	from, to := day.Start().UnixMilli(), day.End().UnixMilli()
	var f Figures
	err := r.sum(ctx, &f.Deposits, "SELECT COUNT(*) AS count, CAST(COALESCE(SUM(received), 0) AS BIGINT) AS amount FROM deposit WHERE state = 'credited' AND ended_at >= ? AND ended_at < ?", from, to)
	if err != nil {
		return f, err
	}
	err = r.sum(ctx, &f.Withdrawals, "SELECT COUNT(*) AS count, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount FROM withdrawal WHERE state = 'paid' AND ended_at >= ? AND ended_at < ?", from, to)
	if err != nil {
		return f, err
	}
	err = r.DB.NewRaw(`SELECT COUNT(*) FROM (SELECT DISTINCT player FROM deposit c WHERE state = 'credited' AND ended_at >= ? AND ended_at < ?
		AND NOT EXISTS (SELECT 1 FROM deposit e WHERE e.player = c.player AND e.state = 'credited' AND e.ended_at < ?)) AS firsts`, from, to, from).Scan(ctx, &f.FirstDeposits)
	if err != nil {
		return f, fmt.Errorf("first deposits of %s: %w", day, err)
	}
	return f, nil
}

// Totals are a player's results of all time.
type Totals struct {
	Deposits    Sum // credited
	Withdrawals Sum // paid
}

// Totals reads a player's results.
func (r *Records) Totals(ctx context.Context, player string) (Totals, error) {
	var t Totals
	err := r.sum(ctx, &t.Deposits, "SELECT COUNT(*) AS count, CAST(COALESCE(SUM(received), 0) AS BIGINT) AS amount FROM deposit WHERE player = ? AND state = 'credited'", player)
	if err != nil {
		return t, err
	}
	return t, r.sum(ctx, &t.Withdrawals, "SELECT COUNT(*) AS count, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount FROM withdrawal WHERE player = ? AND state = 'paid'", player)
}

func (r *Records) sum(ctx context.Context, s *Sum, query string, args ...any) error {
	var row struct {
		Count  int
		Amount int64
	}
	if err := r.DB.NewRaw(query, args...).Scan(ctx, &row); err != nil {
		return fmt.Errorf("cashier figures: %w", err)
	}
	s.Count, s.Amount = row.Count, money.Fen(row.Amount)
	return nil
}

// WithdrawalShown is a withdrawal's state as players see it: the status of the
// documented records, and its Chinese text.
func WithdrawalShown(w withdrawal.Withdrawal) (status int, text string) {
	state := w.State
	if w.TakenBack {
		state = withdrawal.TakenBackState
	}
	s := withdrawalRecords.states[state]
	return s.status, s.text
}
