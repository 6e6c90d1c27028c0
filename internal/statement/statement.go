package statement

import (
	"context"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/fund"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/promo/award"
	"hongyun/internal/turnover"
	"hongyun/internal/vip"
	"hongyun/internal/wallet"
)

// The faults of this package.
var (
	ErrNoReceipt = fault.New(fault.NotFound, "record.not_found", "没有找到这笔记录")
	ErrTooMany   = fault.New(fault.Refused, "record.too_many", "该时间段内超过%d条记录，请缩短时间范围后再导出")
)

// Config is what a Statement reads from.
type Config struct {
	DB          *db.DB
	Ledger      *ledger.Ledger
	Deposits    *deposit.Deposits
	Withdrawals *withdrawal.Withdrawals
	Wallets     *wallet.Wallets
	Fund        *fund.Fund
	Vip         *vip.Vip
	Turnover    *turnover.Turnover
	// Venues gives the names of the venues by code.
	Venues func(ctx context.Context, r db.Reader) (map[string]string, error)
}

// Statement reads players' records.
type Statement struct{ Config }

// New makes a Statement.
func New(c Config) *Statement { return &Statement{c} }

// Kind is a kind of record.
type Kind string

// The kinds of records.
const (
	Deposit    Kind = "deposit"
	Withdrawal Kind = "withdrawal"
	Transfer   Kind = "transfer"
	Bonus      Kind = "bonus"
	Rebate     Kind = "rebate"
	Fund       Kind = "fund"
	Game       Kind = "game"
	Other      Kind = "other"
)

// Kinds are the kinds of records.
var Kinds = []Kind{Deposit, Withdrawal, Transfer, Bonus, Rebate, Fund, Game, Other}

// Line is one movement of the centre wallet.
type Line struct {
	ID     string // for Query.Before
	Number string
	Kind   Kind
	Text   string    // the movement in Chinese
	Note   string    // what it belongs to, "" if Text says it all
	Amount money.Fen // below zero: it left the wallet
	After  money.Fen
	At     time.Time
}

// Query chooses movements of a player's centre wallet, newest first.
type Query struct {
	From, To time.Time // To is not included
	Before   string
	Limit    int
}

// ExportMost is how many movements one export holds.
const ExportMost = 5000

// Lines is a page of movements, and where the next page begins, "" at the end.
func (s *Statement) Lines(ctx context.Context, r db.Reader, player string, q Query) (lines []Line, next string, err error) {
	moves, err := s.Ledger.CentreLines(ctx, r, ledger.CentreFilter{Player: player, From: q.From, To: q.To, Before: q.Before, Limit: q.Limit + 1})
	if err != nil {
		return nil, "", err
	}
	if len(moves) > q.Limit {
		moves = moves[:q.Limit]
		next = moves[q.Limit-1].ID
	}
	lines, err = s.shown(ctx, r, moves)
	return lines, next, err
}

// Export is every movement from one instant to another, or ErrTooMany.
func (s *Statement) Export(ctx context.Context, r db.Reader, player string, from, to time.Time) ([]Line, error) {
	lines, next, err := s.Lines(ctx, r, player, Query{From: from, To: to, Limit: ExportMost})
	if err == nil && next != "" {
		err = ErrTooMany.With(ExportMost)
	}
	return lines, err
}

// moveTexts are the kinds of entries that touch a centre wallet.
var moveTexts = map[string]struct {
	kind Kind
	text string
}{
	"deposit.credit": {Deposit, "存款到账"}, "deposit.reversed": {Deposit, "存款撤销"},
	"withdrawal.lock": {Withdrawal, "提款冻结"}, "withdrawal.return": {Withdrawal, "提款退回"}, "withdrawal.returned": {Withdrawal, "银行退回提款"},
	"withdrawal.late": {Withdrawal, "退回后已出款"}, "withdrawal.recover": {Withdrawal, "追回重复出款"},
	"payout.lock":   {Withdrawal, "补记已付提款"},
	"transfer.hold": {Transfer, "转入场馆"}, "transfer.done": {Transfer, "场馆转回"}, "transfer.back": {Transfer, "转账退回"},
	"promo.bonus": {Bonus, "红利"}, "promo.rebate": {Rebate, "返水"}, "promo.cancel": {Bonus, "优惠取消"},
	"fund.unlock": {Fund, "优惠基金解锁"}, "fund.reversed": {Fund, "优惠基金冲回"},
	"forfeit.take": {Other, "自我排除收回奖金"}, "owed.collect": {Other, "欠款扣回"}, "adjust.grant": {Other, "账户入款"}, "adjust.rebuild": {Other, "账目补录"},
}

// otherNotes explain the movements that belong to no order.
var otherNotes = map[string]string{
	"forfeit.take": "自我排除后收回未完成流水的奖金", "owed.collect": "扣回此前冲正存款的差额", "adjust.rebuild": "按支付公司的账单补记",
}

// textOf is a movement's kind and text.
func textOf(m ledger.CentreLine) (Kind, string) {
	if t, known := moveTexts[m.Kind]; known {
		return t.kind, t.text
	}
	switch scope, _, _ := strings.Cut(m.Kind, "."); scope {
	case "transfer":
		return Transfer, "转账更正"
	case "withdrawal":
		return Withdrawal, "提款更正"
	case "deposit":
		return Deposit, "存款更正"
	case "seamless":
		if m.Amount < 0 {
			return Game, "投注"
		}
		return Game, "派彩"
	}
	return Other, "账目调整"
}

// behind is what movements belong to, by their own keys.
type behind struct {
	transfers map[string]wallet.Transfer
	awards    map[string]award.Award
	unlocks   map[string]fund.Record
	ways      map[string]string // of deposits and withdrawals, by their numbers
	venues    map[string]string
}

// awardOf is the key of an award that an entry of promotions belongs to.
func awardOf(m ledger.CentreLine) string { return strings.TrimSuffix(m.Key, ":cancelled") }

func (s *Statement) behind(ctx context.Context, r db.Reader, moves []ledger.CentreLine) (behind, error) {
	var b behind
	var transfers, awards, unlocks, orders []string
	for _, m := range moves {
		switch m.Scope {
		case "transfer":
			transfers = append(transfers, m.Ref)
		case "promo":
			awards = append(awards, awardOf(m))
		case "fund":
			unlocks = append(unlocks, m.Key)
		case "deposit", "withdrawal":
			orders = append(orders, m.Ref)
		}
	}
	var err error
	if b.ways, err = cashier.Ways(ctx, r, orders); err != nil {
		return b, err
	}
	if b.transfers, err = s.Wallets.ByID(ctx, r, transfers); err != nil {
		return b, err
	}
	if b.awards, err = award.ByID(ctx, r, awards); err != nil {
		return b, err
	}
	if b.unlocks, err = s.Fund.ByID(ctx, r, unlocks); err != nil {
		return b, err
	}
	b.venues, err = s.Venues(ctx, r)
	return b, err
}

func (s *Statement) shown(ctx context.Context, r db.Reader, moves []ledger.CentreLine) ([]Line, error) {
	b, err := s.behind(ctx, r, moves)
	if err != nil {
		return nil, err
	}
	lines := make([]Line, len(moves))
	for i, m := range moves {
		lines[i] = b.line(m)
	}
	return lines, nil
}

func (b behind) line(m ledger.CentreLine) Line {
	kind, text := textOf(m)
	l := Line{
		ID: m.ID, Number: number.Of(number.Movement, m.At, m.EntryID), Kind: kind, Text: text,
		Amount: money.Fen(m.Amount), After: money.Fen(m.After), At: m.At,
	}
	switch m.Scope {
	case "deposit", "withdrawal":
		l.Number, l.Note = m.Ref, b.ways[m.Ref]
	case "transfer":
		if t, found := b.transfers[m.Ref]; found {
			l.Number, l.Note = t.Number(), route(t, b.venues)
		}
	case "promo":
		if a, found := b.awards[awardOf(m)]; found {
			l.Number, l.Note = a.Number(), a.Name
		}
	case "fund":
		if u, found := b.unlocks[m.Key]; found {
			l.Number, l.Note = u.Number(), u.Remark
		}
	case "demo":
		l.Note = m.Memo
	case "seamless":
		if _, round, _ := strings.Cut(m.Memo, " "); round != "" {
			l.Note = "局号 " + round
		}
	default:
		l.Note = otherNotes[m.Kind]
	}
	return l
}

// route is a transfer's way in words.
func route(t wallet.Transfer, venues map[string]string) string {
	name := venues[t.Venue]
	if name == "" {
		name = "场馆"
	}
	if t.Direction == wallet.In {
		return "中心钱包 → " + name
	}
	return name + " → 中心钱包"
}

// second is the range of a number.
func second(from time.Time) (time.Time, time.Time) { return from, from.Add(time.Second) }

// Owners are the players that a number of this site may belong to, for staff. A
// transfer is found once the books moved for it, within the hour after it began.
func (s *Statement) Owners(ctx context.Context, r db.Reader, text string) ([]string, error) {
	clean, letter, from, ok := number.Parse(text)
	if !ok || s == nil {
		return nil, nil
	}
	switch owner, err := s.ownerOf(ctx, r, clean, letter, from); {
	case err != nil:
		return nil, err
	case owner != "":
		return []string{owner}, nil
	}
	end := from.Add(time.Second)
	if letter == number.Transfer {
		end = from.Add(time.Hour)
	}
	moves, err := s.Ledger.CentreLinesOfAll(ctx, r, from, end, ExportMost)
	if err != nil {
		return nil, err
	}
	lines, err := s.shown(ctx, r, moves)
	if err != nil {
		return nil, err
	}
	var owners []string
	for i, l := range lines {
		if l.Number == clean {
			owners = append(owners, moves[i].Player)
			break
		}
	}
	return owners, nil
}

// ownerOf is the owner of a bonus or of C$, "" where the number names neither. Some of
// them never move money of the centre wallet: an award that waits or was refused, an
// income of C$, C$ that expired.
func (s *Statement) ownerOf(ctx context.Context, r db.Reader, clean string, letter byte, from time.Time) (string, error) {
	switch letter {
	case number.Bonus:
		return award.OwnerOf(ctx, r, clean, from)
	case number.Fund:
		return s.Fund.OwnerOf(ctx, r, clean, from)
	case number.VIP:
		return s.Vip.OwnerOf(ctx, r, clean, from)
	}
	return "", nil
}

// DaysMost is the longest range of one query.
const DaysMost = 92

// Range is the time of a query's days; 0 leaves an end open: then it is the last
// thirty days up to the end.
func Range(from, to, today calendar.Day) (time.Time, time.Time) {
	if to == 0 {
		to = max(today, from)
	}
	if from == 0 {
		from = to.AddDays(-29)
	}
	return from.Start(), to.End()
}
