package bankfile

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/uptrace/bun"
	"golang.org/x/text/width"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
)

// How sure a proposal is.
const (
	Certain  = "certain"  // the code of the order, or name and account
	Likely   = "likely"   // the name, within the time
	Possible = "possible" // the amount and the time alone, or something contradicts
)

// Levels are how sure a proposal can be, the surest first.
var Levels = []string{Certain, Likely, Possible}

// maxCandidates is how many orders are compared with one page of lines. Above it
// nothing is offered, and people choose.
const maxCandidates = 2000

// Proposal is an order that a line may pay.
type Proposal struct {
	SN      string
	Kind    string // CaseDeposit or CasePayout
	Player  string
	Amount  money.Fen
	State   string
	Name    string // the depositor, or the holder of the card
	At      time.Time
	Level   string
	Why     []string // Chinese
	Offered bool     // the one order of this line, and this the one line of the order
	Booked  bool     // it is booked already, under another number: the line can be linked to it
	Asked   string   // the open second-person request about it
}

// payCodes finds codes of orders in a remark.
var payCodes = regexp.MustCompile(`[0-9A-Z]{8,}`)

// nameKey is a name as it is compared: banks write spaces and dots as they like.
func nameKey(name string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("·•．.・*＊", r) {
			return -1
		}
		return r
	}, width.Narrow.String(name)))
}

// candidate is an order beside the lines.
type candidate struct {
	Proposal
	account int64
	code    string
	tail    string
	name    string // the nameKey of Name
	byCode  bool   // it is proposed only under its code
}

// candidateLine is a line with what is computed once for all orders.
type candidateLine struct {
	bank.Line
	name, remark string // as nameKey gives them
	codes        []string
}

func candidateLineOf(l bank.Line) candidateLine {
	return candidateLine{Line: l, name: nameKey(l.Name), remark: nameKey(l.Remark), codes: codesIn(l.Remark)}
}

// names reports whether the remark has the code of an order.
func (l candidateLine) names(code string) bool { return code != "" && slices.Contains(l.codes, code) }

// Propose compares open lines with the orders that wait, by line. Each proposal
// says why; the surest come first.
func (b *Statements) Propose(ctx context.Context, lines []bank.Line) (map[string][]Proposal, error) {
	open := slices.DeleteFunc(slices.Clone(lines), func(l bank.Line) bool { return l.State != bank.LineOpen })
	out := map[string][]Proposal{}
	if len(open) == 0 {
		return out, nil
	}
	rivals, whole, err := b.rivals(ctx, open)
	if err != nil {
		return nil, err
	}
	orders, all, err := b.candidates(ctx, rivals)
	if err != nil {
		return nil, err
	}
	compared := make([]candidateLine, len(rivals))
	for i, l := range rivals {
		compared[i] = candidateLineOf(l)
	}
	if err := b.keepCodesOfOrders(ctx, compared); err != nil {
		return nil, err
	}
	asked, err := b.Staff.PendingApprovals(ctx, b.DB, subjectsOf(orders))
	if err != nil {
		return nil, err
	}
	// The other lines that could pay an order decide whether this is its only one.
	claims, best := map[string]int{}, map[string][]Proposal{}
	for _, l := range compared {
		for _, o := range orders {
			p, fits := match(l, o)
			if !fits {
				continue
			}
			p.Asked = asked[subjectOf(p)]
			best[l.ID] = append(best[l.ID], p)
			if p.Level != Possible && !p.Booked {
				claims[p.SN]++
			}
		}
	}
	for _, l := range open {
		list := best[l.ID]
		slices.SortStableFunc(list, func(a, b Proposal) int { return cmp.Compare(rank(a), rank(b)) })
		strong := 0
		for _, p := range list {
			if p.Level != Possible {
				strong++
			}
		}
		if len(list) > 0 && strong == 1 && whole && all {
			p := &list[0]
			p.Offered = p.Level != Possible && !p.Booked && claims[p.SN] == 1 && p.Amount == l.Amount && p.Asked == ""
		}
		out[l.ID] = list[:min(len(list), 20)]
	}
	return out, nil
}

// keepCodesOfOrders leaves of what looks like a code only the codes of orders, in
// whatever state those are: the code of an order that was credited speaks against
// every other order.
func (b *Statements) keepCodesOfOrders(ctx context.Context, lines []candidateLine) error {
	all := map[string]bool{}
	for _, l := range lines {
		for _, code := range l.codes {
			all[code] = true
		}
	}
	real := map[string]bool{}
	for part := range slices.Chunk(keysOf(all), order.EachPage) {
		var found []string
		if err := b.DB.NewRaw("SELECT pay_code FROM deposit WHERE pay_code IN (?) AND pay_code <> ''", bun.List(part)).Scan(ctx, &found); err != nil {
			return fmt.Errorf("codes of orders: %w", err)
		}
		for _, code := range found {
			real[code] = true
		}
	}
	for i, l := range lines {
		lines[i].codes = slices.DeleteFunc(l.codes, func(code string) bool { return !real[code] })
	}
	return nil
}

func rank(p Proposal) int { return slices.Index([]string{Certain, Likely, Possible}, p.Level) }

func subjectOf(p Proposal) string {
	if p.Kind == order.CaseDeposit {
		return deposit.Subject(p.SN)
	}
	return withdrawal.Subject(p.SN)
}

func subjectsOf(orders []candidate) []string {
	out := make([]string, len(orders))
	for i, o := range orders {
		out[i] = subjectOf(o.Proposal)
	}
	return out
}

// rivals are the open lines of the same accounts and amounts, with the lines
// themselves. whole is false if there are too many to compare.
func (b *Statements) rivals(ctx context.Context, lines []bank.Line) (list []bank.Line, whole bool, err error) {
	accounts, amounts := map[int64]bool{}, map[money.Fen]bool{}
	for _, l := range lines {
		accounts[l.Account], amounts[l.Amount] = true, true
	}
	var rows []bank.LineRow
	err = b.DB.NewRaw("SELECT * FROM bank_line WHERE state = 'open' AND account IN (?) AND amount IN (?) ORDER BY at, id LIMIT ?",
		bun.List(keysOf(accounts)), bun.List(keysOf(amounts)), maxCandidates+1).Scan(ctx, &rows)
	if err != nil {
		return nil, false, fmt.Errorf("rivals of bank lines: %w", err)
	}
	list = slices.Clone(lines)
	for _, r := range rows {
		if slices.ContainsFunc(lines, func(l bank.Line) bool { return l.ID == r.ID }) {
			continue
		}
		l, err := bank.LineOfRow(b.Deps, r)
		if err != nil {
			return nil, false, err
		}
		list = append(list, l)
	}
	return list, len(rows) <= maxCandidates, nil
}

func keysOf[K cmp.Ordered, V any](set map[K]V) []K {
	out := make([]K, 0, len(set))
	for k := range set {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// candidates are the orders that lines may pay. all is false if there are too many.
func (b *Statements) candidates(ctx context.Context, lines []bank.Line) (list []candidate, all bool, err error) {
	all = true
	for _, incoming := range []bool{true, false} {
		of := slices.DeleteFunc(slices.Clone(lines), func(l bank.Line) bool { return l.Incoming != incoming })
		if len(of) == 0 {
			continue
		}
		find := b.payoutsFor
		if incoming {
			find = b.depositsFor
		}
		found, err := find(ctx, of)
		if err != nil {
			return nil, false, err
		}
		list, all = append(list, found...), all && len(found) <= maxCandidates
	}
	return list, all, nil
}

// depositsFor are the deposits that lines may pay. An expired order that its
// player never said to have paid is one only under its code.
func (b *Statements) depositsFor(ctx context.Context, lines []bank.Line) ([]candidate, error) {
	accounts, amounts, codes := map[int64]bool{}, map[money.Fen]bool{}, map[string]bool{"": true}
	first, last := lines[0].At, lines[0].At
	for _, l := range lines {
		accounts[l.Account], amounts[l.Amount] = true, true
		for _, code := range codesIn(l.Remark) {
			codes[code] = true
		}
		if l.At.Before(first) {
			first = l.At
		}
		if l.At.After(last) {
			last = l.At
		}
	}
	delete(codes, "")
	from, to := first.Add(-bank.MatchBefore).UnixMilli(), last.Add(24*time.Hour+bank.MatchAfter).UnixMilli()
	var rows []deposit.Row
	err := b.DB.NewRaw(`SELECT * FROM deposit WHERE company_bank IN (?) AND amount IN (?) AND company_bank > 0
		AND `+deposit.WhereCreditable+` AND (state <> 'expired' OR claimed_at > 0) AND created_at BETWEEN ? AND ? LIMIT ?`,
		bun.List(keysOf(accounts)), bun.List(keysOf(amounts)), from, to, maxCandidates+1).Scan(ctx, &rows)
	if err == nil && len(codes) > 0 { // another amount, under the code of the order
		var named []deposit.Row
		err = b.DB.NewRaw("SELECT * FROM deposit WHERE pay_code IN (?) AND pay_code <> '' AND "+deposit.WhereCreditable, bun.List(keysOf(codes))).Scan(ctx, &named)
		rows = append(rows, named...)
	}
	if err == nil { // booked by hand, under another number
		var booked []deposit.Row
		err = b.DB.NewRaw(`SELECT * FROM deposit d WHERE company_bank IN (?) AND received IN (?) AND company_bank > 0 AND state = 'credited'
			AND day BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM bank_line l WHERE l.sn = d.sn AND l.incoming) LIMIT ?`, bun.List(keysOf(accounts)), bun.List(keysOf(amounts)),
			int32(calendar.DayOf(order.Stamped(from))), int32(calendar.DayOf(order.Stamped(to))), maxCandidates+1).Scan(ctx, &booked)
		rows = append(rows, booked...)
	}
	if err != nil {
		return nil, fmt.Errorf("deposits for bank lines: %w", err)
	}
	slices.SortFunc(rows, func(a, b deposit.Row) int {
		return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.SN, b.SN))
	})
	rows = slices.CompactFunc(rows, func(a, b deposit.Row) bool { return a.SN == b.SN })
	out := make([]candidate, len(rows))
	for i, r := range rows {
		d, err := r.Deposit(b.Box)
		if err != nil {
			return nil, err
		}
		amount := d.Amount
		if d.State == deposit.Credited {
			amount = d.Received
		}
		out[i] = candidate{account: r.CompanyBank, code: d.Payee.Code, name: nameKey(d.Depositor), byCode: d.State == deposit.Expired && d.ClaimedAt.IsZero(), Proposal: Proposal{
			SN: d.SN, Kind: order.CaseDeposit, Player: d.Player, Amount: amount, State: d.State, Name: d.Depositor, At: d.CreatedAt, Booked: d.State == deposit.Credited,
		}}
	}
	return out, nil
}

func (b *Statements) payoutsFor(ctx context.Context, lines []bank.Line) ([]candidate, error) {
	amounts := map[money.Fen]bool{}
	first, last := lines[0].At, lines[0].At
	for _, l := range lines {
		amounts[l.Amount] = true
		if l.At.Before(first) {
			first = l.At
		}
		if l.At.After(last) {
			last = l.At
		}
	}
	var rows []withdrawal.Row
	err := b.DB.NewRaw("SELECT * FROM withdrawal WHERE state = 'approved' AND network = '' AND amount IN (?) LIMIT ?", bun.List(keysOf(amounts)), maxCandidates+1).Scan(ctx, &rows)
	if err == nil { // paid by hand, under another number
		var paid []withdrawal.Row
		err = b.DB.NewRaw(`SELECT * FROM withdrawal w WHERE state = 'paid' AND network = '' AND payout_company = '' AND amount IN (?) AND ended_at > 0 AND ended_at BETWEEN ? AND ?
			AND NOT EXISTS (SELECT 1 FROM bank_line l WHERE l.sn = w.sn AND NOT l.incoming) LIMIT ?`,
			bun.List(keysOf(amounts)), first.Add(-bank.MatchBefore).UnixMilli(), last.Add(bank.MatchBefore).UnixMilli(), maxCandidates+1).Scan(ctx, &paid)
		rows = append(rows, paid...)
	}
	if err != nil {
		return nil, fmt.Errorf("withdrawals for bank lines: %w", err)
	}
	slices.SortFunc(rows, func(a, b withdrawal.Row) int {
		return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.SN, b.SN))
	})
	out := make([]candidate, len(rows))
	for i, r := range rows {
		holder, err := b.Box.Open(order.SealedAt("withdrawal", "holder", r.SN), r.Holder)
		if err != nil {
			return nil, err
		}
		out[i] = candidate{tail: r.Tail, name: nameKey(holder), Proposal: Proposal{
			SN: r.SN, Kind: order.CasePayout, Player: r.Player, Amount: money.Fen(r.Amount), State: r.State, Name: holder, At: order.Stamped(r.CreatedAt), Booked: r.State == withdrawal.Paid,
		}}
	}
	return out, nil
}

func codesIn(remark string) []string {
	var out []string
	for _, word := range payCodes.FindAllString(strings.ToUpper(width.Narrow.String(remark)), 20) {
		for i := 0; i+8 <= len(word) && i < 40; i++ {
			out = append(out, word[i:i+8])
		}
	}
	return out
}

// match compares a line with an order. fits is false where they have nothing to
// do with each other.
func match(l candidateLine, o candidate) (p Proposal, fits bool) {
	if l.Incoming != (o.Kind == order.CaseDeposit) {
		return o.Proposal, false
	}
	if l.Incoming {
		p, fits = matchDeposit(l, o)
	} else {
		p, fits = matchPayout(l, o)
	}
	if !fits {
		return p, false
	}
	same, name, inRemark, otherName := l.comparedWith(o)
	p.why(same, "金额一致")
	p.why(!same, "金额不一致，须第二人审批")
	p.why(name, "户名一致")
	p.why(inRemark, "附言含户名")
	p.why(otherName, "户名不一致")
	p.why(o.Booked && l.Incoming, "该订单已用其他流水号入账")
	p.why(o.Booked && !l.Incoming, "该提款已用其他流水号出款")
	return p, true
}

// comparedWith compares the amount and the name of an order: the amount is the
// same, the name is, the remark has it, or the name is another.
func (l candidateLine) comparedWith(o candidate) (same, name, inRemark, otherName bool) {
	name = l.name != "" && l.name == o.name
	inRemark = l.Name == "" && o.name != "" && strings.Contains(l.remark, o.name)
	return l.Amount == o.Amount, name, inRemark, l.name != "" && o.name != "" && !name
}

func matchDeposit(l candidateLine, o candidate) (p Proposal, fits bool) {
	p = o.Proposal
	if l.Account != o.account {
		return p, false
	}
	same, name, inRemark, otherName := l.comparedWith(o)
	code := l.names(o.code)
	otherCode := slices.ContainsFunc(l.codes, func(c string) bool { return c != o.code })
	inTime := inTime(l.Line, o.At)
	switch {
	case !code && (!same || !inTime || o.byCode):
		return p, false
	case !same || otherName || otherCode || !inTime:
		p.Level = Possible
	case code:
		p.Level = Certain
	case name || inRemark:
		p.Level = Likely
	default:
		p.Level = Possible
	}
	p.why(code, "附言含订单识别码")
	p.why(otherCode, "附言含另一订单的识别码")
	p.why(!inTime, "时间不在订单之后三天内")
	return p, true
}

func matchPayout(l candidateLine, o candidate) (p Proposal, fits bool) {
	p = o.Proposal
	same, name, inRemark, otherName := l.comparedWith(o)
	if !same || l.At.Add(24*time.Hour).Before(o.At) { // paid before it was asked for
		return p, false
	}
	tail, otherTail := l.Tail != "" && l.Tail == o.tail, l.Tail != "" && o.tail != "" && l.Tail != o.tail
	switch {
	case otherName || otherTail:
		p.Level = Possible
	case (name || inRemark) && tail:
		p.Level = Certain
	case name || inRemark || tail:
		p.Level = Likely
	default:
		p.Level = Possible
	}
	p.why(tail, "账号尾号一致")
	p.why(otherTail, "账号尾号不一致")
	return p, true
}

func (p *Proposal) why(holds bool, text string) {
	if holds {
		p.Why = append(p.Why, text)
	}
}

// inTime says that a line came within the time of an order. A line without a time
// of day is compared by its day.
func inTime(l bank.Line, ordered time.Time) bool {
	at := l.At
	if !l.Timed { // any time of that day
		at = calendar.DayOf(at).End().Add(-time.Second)
		return !at.Before(ordered) && l.At.Before(ordered.Add(bank.MatchBefore))
	}
	return at.After(ordered.Add(-bank.MatchAfter)) && at.Before(ordered.Add(bank.MatchBefore))
}
