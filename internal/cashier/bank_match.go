package cashier

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
	"hongyun/internal/money"
)

// How sure a proposal is.
const (
	Certain  = "certain"  // the code of the order, or name and account
	Likely   = "likely"   // the name, within the time
	Possible = "possible" // the amount and the time alone, or something contradicts
)

// The time in which a transfer belongs to an order: a clock of a bank may be slow.
const (
	matchBefore = 3 * 24 * time.Hour // the order is at most so much older than the line
	matchAfter  = 10 * time.Minute   // or so much younger
)

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
}

// Propose compares open lines with the orders that wait, by line. Each proposal
// says why; the surest come first.
func (b *BankStatements) Propose(ctx context.Context, lines []BankLine) (map[string][]Proposal, error) {
	open := slices.DeleteFunc(slices.Clone(lines), func(l BankLine) bool { return l.State != LineOpen })
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
	asked, err := b.staff.PendingApprovals(ctx, b.db, subjectsOf(orders))
	if err != nil {
		return nil, err
	}
	// The other lines that could pay an order decide whether this is its only one.
	claims, best := map[string]int{}, map[string][]Proposal{}
	for _, l := range rivals {
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

func rank(p Proposal) int { return slices.Index([]string{Certain, Likely, Possible}, p.Level) }

func subjectOf(p Proposal) string {
	if p.Kind == CaseDeposit {
		return depositSubject(p.SN)
	}
	return withdrawalSubject(p.SN)
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
func (b *BankStatements) rivals(ctx context.Context, lines []BankLine) (list []BankLine, whole bool, err error) {
	accounts, amounts := map[int64]bool{}, map[money.Fen]bool{}
	for _, l := range lines {
		accounts[l.Account], amounts[l.Amount] = true, true
	}
	var rows []bankLineRow
	err = b.db.NewRaw("SELECT * FROM bank_line WHERE state = 'open' AND account IN (?) AND amount IN (?) ORDER BY at, id LIMIT ?",
		bun.In(keysOf(accounts)), bun.In(keysOf(amounts)), maxCandidates+1).Scan(ctx, &rows)
	if err != nil {
		return nil, false, fmt.Errorf("rivals of bank lines: %w", err)
	}
	list = slices.Clone(lines)
	for _, r := range rows {
		if slices.ContainsFunc(lines, func(l BankLine) bool { return l.ID == r.ID }) {
			continue
		}
		l, err := b.bankLine(r)
		if err != nil {
			return nil, false, err
		}
		list = append(list, l)
	}
	return list, len(rows) <= maxCandidates, nil
}

func keysOf[K cmp.Ordered](set map[K]bool) []K {
	out := make([]K, 0, len(set))
	for k := range set {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// candidates are the orders that lines may pay. all is false if there are too many.
func (b *BankStatements) candidates(ctx context.Context, lines []BankLine) (list []candidate, all bool, err error) {
	all = true
	for _, incoming := range []bool{true, false} {
		of := slices.DeleteFunc(slices.Clone(lines), func(l BankLine) bool { return l.Incoming != incoming })
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

func (b *BankStatements) depositsFor(ctx context.Context, lines []BankLine) ([]candidate, error) {
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
	from, to := first.Add(-matchBefore).UnixMilli(), last.Add(24*time.Hour+matchAfter).UnixMilli()
	var rows []depositRow
	err := b.db.NewRaw(`SELECT * FROM deposit WHERE company_bank IN (?) AND amount IN (?) AND company_bank > 0
		AND state IN ('pending', 'claimed', 'expired', 'review') AND created_at BETWEEN ? AND ? LIMIT ?`,
		bun.In(keysOf(accounts)), bun.In(keysOf(amounts)), from, to, maxCandidates+1).Scan(ctx, &rows)
	if err == nil && len(codes) > 0 { // another amount, under the code of the order
		var named []depositRow
		err = b.db.NewRaw("SELECT * FROM deposit WHERE pay_code IN (?) AND pay_code <> '' AND state IN ('pending', 'claimed', 'expired', 'review')", bun.In(keysOf(codes))).Scan(ctx, &named)
		rows = append(rows, named...)
	}
	if err == nil { // booked by hand, under another number
		var booked []depositRow
		err = b.db.NewRaw(`SELECT * FROM deposit d WHERE company_bank IN (?) AND received IN (?) AND company_bank > 0 AND state = 'credited'
			AND day BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM bank_line l WHERE l.sn = d.sn AND l.incoming) LIMIT ?`, bun.In(keysOf(accounts)), bun.In(keysOf(amounts)),
			int32(calendar.DayOf(stamped(from))), int32(calendar.DayOf(stamped(to))), maxCandidates+1).Scan(ctx, &booked)
		rows = append(rows, booked...)
	}
	if err != nil {
		return nil, fmt.Errorf("deposits for bank lines: %w", err)
	}
	slices.SortFunc(rows, func(a, b depositRow) int {
		return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.SN, b.SN))
	})
	rows = slices.CompactFunc(rows, func(a, b depositRow) bool { return a.SN == b.SN })
	out := make([]candidate, len(rows))
	for i, r := range rows {
		d, err := r.deposit(b.box)
		if err != nil {
			return nil, err
		}
		amount := d.Amount
		if d.State == Credited {
			amount = d.Received
		}
		out[i] = candidate{account: r.CompanyBank, code: d.Payee.Code, Proposal: Proposal{
			SN: d.SN, Kind: CaseDeposit, Player: d.Player, Amount: amount, State: d.State, Name: d.Depositor, At: d.CreatedAt, Booked: d.State == Credited,
		}}
	}
	return out, nil
}

func (b *BankStatements) payoutsFor(ctx context.Context, lines []BankLine) ([]candidate, error) {
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
	var rows []withdrawalRow
	err := b.db.NewRaw("SELECT * FROM withdrawal WHERE state = 'approved' AND network = '' AND amount - fee IN (?) LIMIT ?", bun.In(keysOf(amounts)), maxCandidates+1).Scan(ctx, &rows)
	if err == nil { // paid by hand, under another number
		var paid []withdrawalRow
		err = b.db.NewRaw(`SELECT * FROM withdrawal w WHERE state = 'paid' AND network = '' AND payout_company = '' AND amount - fee IN (?) AND ended_at > 0 AND ended_at BETWEEN ? AND ?
			AND NOT EXISTS (SELECT 1 FROM bank_line l WHERE l.sn = w.sn AND NOT l.incoming) LIMIT ?`,
			bun.In(keysOf(amounts)), first.Add(-matchBefore).UnixMilli(), last.Add(matchBefore).UnixMilli(), maxCandidates+1).Scan(ctx, &paid)
		rows = append(rows, paid...)
	}
	if err != nil {
		return nil, fmt.Errorf("withdrawals for bank lines: %w", err)
	}
	slices.SortFunc(rows, func(a, b withdrawalRow) int {
		return cmp.Or(cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.SN, b.SN))
	})
	out := make([]candidate, len(rows))
	for i, r := range rows {
		holder, err := b.box.Open(sealedAt("withdrawal", "holder", r.SN), r.Holder)
		if err != nil {
			return nil, err
		}
		out[i] = candidate{tail: r.Tail, Proposal: Proposal{
			SN: r.SN, Kind: CasePayout, Player: r.Player, Amount: money.Fen(r.Amount - r.Fee), State: r.State, Name: holder, At: stamped(r.CreatedAt), Booked: r.State == Paid,
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
func match(l BankLine, o candidate) (p Proposal, fits bool) {
	p = o.Proposal
	if l.Incoming != (o.Kind == CaseDeposit) {
		return p, false
	}
	same := l.Amount == o.Amount
	name := nameKey(l.Name) != "" && nameKey(o.Name) != "" && nameKey(l.Name) == nameKey(o.Name)
	inRemark := l.Name == "" && nameKey(o.Name) != "" && strings.Contains(nameKey(l.Remark), nameKey(o.Name))
	otherName := nameKey(l.Name) != "" && nameKey(o.Name) != "" && !name
	if l.Incoming {
		if l.Account != o.account {
			return p, false
		}
		code := o.code != "" && slices.Contains(codesIn(l.Remark), o.code)
		inTime := inTime(l, o.At)
		switch {
		case !same && !code, !inTime && !code:
			return p, false
		case !same || otherName:
			p.Level = Possible
		case code:
			p.Level = Certain
		case name || inRemark:
			p.Level = Likely
		default:
			p.Level = Possible
		}
		p.why(code, "附言含订单识别码")
		p.why(!inTime, "时间不在订单之后三天内")
		if !inTime && p.Level != Possible {
			p.Level = Possible
		}
	} else {
		if !same {
			return p, false
		}
		tail, otherTail := l.Tail != "" && l.Tail == o.tail, l.Tail != "" && o.tail != "" && l.Tail != o.tail
		if l.At.Add(24 * time.Hour).Before(o.At) {
			return p, false // paid before it was asked for
		}
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
	}
	p.why(same, "金额一致")
	p.why(!same, "金额不一致，须第二人审批")
	p.why(name, "户名一致")
	p.why(inRemark, "附言含户名")
	p.why(otherName, "户名不一致")
	p.why(o.Booked && l.Incoming, "该订单已用其他流水号入账")
	p.why(o.Booked && !l.Incoming, "该提款已用其他流水号出款")
	return p, true
}

func (p *Proposal) why(holds bool, text string) {
	if holds {
		p.Why = append(p.Why, text)
	}
}

// inTime says that a line came within the time of an order. A line without a time
// of day is compared by its day.
func inTime(l BankLine, ordered time.Time) bool {
	at := l.At
	if !l.Timed { // any time of that day
		at = calendar.DayOf(at).End().Add(-time.Second)
		return !at.Before(ordered) && l.At.Before(ordered.Add(matchBefore))
	}
	return at.After(ordered.Add(-matchAfter)) && at.Before(ordered.Add(matchBefore))
}
