package banksheet

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
)

// Line is one movement of an account.
type Line struct {
	No       int       // line of the file, from 1
	At       time.Time // of the bank, in GMT+8
	Timed    bool      // At has a time of day, and not the date alone
	Incoming bool
	Amount   money.Fen // more than 0
	Name     string    // of the other side
	Account  string    // of the other side, digits and letters only
	Remark   string
	Serial   string // the bank's number; empty where the form has none
	Content  string // a hash of what the mapping reads
}

// Skipped is a line that is no movement of yuan.
type Skipped struct {
	No  int
	Why string // Chinese
}

// Statement is what a file says.
type Statement struct {
	Columns Mapping // of the mapping, those that the file has
	Lines   []Line
	Skipped []Skipped
}

// The texts of a line are at most this long, in characters.
const (
	maxName   = 120
	maxRemark = 500
	maxSerial = 64
)

// Lines reads the movements of a file. Rows before the heading and sums behind
// the table are left out; anything else that cannot be read fails and names
// its line, so that nothing is lost in silence.
func (s Sheet) Lines(m Mapping) (Statement, error) {
	if err := m.check(); err != nil {
		return Statement{}, err
	}
	at, place, found := s.find(m)
	if !found {
		return Statement{}, ErrHeading
	}
	reader := reader{m: m, place: place, negative: s.negativeOut(m, at, place)}
	out := Statement{Columns: m.found(place)}
	for _, r := range s.rows[at+1:] {
		line, why, err := reader.read(r)
		switch {
		case err != nil:
			return Statement{}, err
		case why != "":
			out.Skipped = append(out.Skipped, Skipped{r.line, why})
		default:
			out.Lines = append(out.Lines, line)
		}
	}
	if len(out.Lines) == 0 {
		return Statement{}, ErrNoLines
	}
	if len(out.Lines) > MaxLines {
		return Statement{}, ErrLines
	}
	return out, nil
}

// negativeOut reports whether a file writes all outgoing amounts with a minus. If
// only some have one, those are corrections, and the money went the other way.
func (s Sheet) negativeOut(m Mapping, at int, place map[string]int) bool {
	if m.Out == "" {
		return false
	}
	negative := false
	for _, r := range s.rows[at+1:] {
		amount, err := parseAmount(cellAt(r, place, m.Out))
		if err != nil || amount == 0 {
			continue
		}
		if amount > 0 {
			return false
		}
		negative = true
	}
	return negative
}

type reader struct {
	m        Mapping
	place    map[string]int
	negative bool // outgoing amounts have a minus
}

func cellAt(r row, place map[string]int, name string) string {
	if name == "" {
		return ""
	}
	if at, there := place[heading(name)]; there && at < len(r.cells) {
		return r.cells[at]
	}
	return ""
}

// sumWords begin rows that add up, explain or end a table.
var sumWords = []string{"合计", "总计", "小计", "汇总", "总笔数", "总金额", "总收入", "总支出", "承前", "期初", "期末", "共计", "说明", "备注:", "备注：", "注:", "注：", "打印", "下载", "制表", "以上", "温馨提示", "#", "--", "=="}

func sums(r row) bool {
	for _, cell := range r.cells {
		if cell != "" {
			return slices.ContainsFunc(sumWords, func(w string) bool {
				return strings.HasPrefix(cell, w) || strings.HasSuffix(w, "计") && strings.Contains(cell, w)
			})
		}
	}
	return true
}

func (x reader) read(r row) (line Line, skip string, err error) {
	cell := func(name string) string { return cellAt(r, x.place, name) }
	date := cell(x.m.Date)
	in, out, single := cell(x.m.In), cell(x.m.Out), cell(x.m.Amount)
	when, timed, ok := parseTime(date, cell(x.m.Time))
	if !ok {
		switch {
		case sums(r) || repeatsHeading(r, x.place):
			return Line{}, "合计或说明", nil
		case date == "" && in+out+single == "":
			return Line{}, "合计或说明", nil
		case date == "":
			return Line{}, "", ErrNoDate.With(r.line)
		}
		return Line{}, "", ErrDate.With(r.line, shown(strings.TrimSpace(date+" "+cell(x.m.Time))))
	}
	if !yuanOnly(cell(x.m.Currency)) {
		return Line{}, "币种不是人民币", nil
	}
	for _, number := range []string{cell(x.m.Account), cell(x.m.Serial)} {
		if powerOfTen.MatchString(strings.TrimSpace(narrow(number))) {
			return Line{}, "", ErrRewritten.With(r.line, shown(number))
		}
	}
	amount, err := x.amount(r.line, in, out, single, cell(x.m.Side))
	if err != nil {
		return Line{}, "", err
	}
	if amount == 0 {
		return Line{}, "没有金额", nil
	}
	line = Line{
		No: r.line, At: when, Timed: timed, Incoming: amount > 0, Amount: max(amount, -amount),
		Name: cell(x.m.Name), Account: accountOf(cell(x.m.Account)), Serial: strings.Join(strings.Fields(narrow(cell(x.m.Serial))), ""),
	}
	var remarks []string
	for _, name := range x.m.Remarks {
		if text := cell(name); text != "" && !slices.Contains(remarks, text) {
			remarks = append(remarks, text)
		}
	}
	line.Remark = strings.Join(remarks, " ")
	if !fits(line.Name, maxName) || !fits(line.Remark, maxRemark) || !fits(line.Serial, maxSerial) || len(line.Account) > 40 {
		return Line{}, "", ErrText.With(r.line)
	}
	line.Content = contentOf(line, cell(x.m.Balance))
	return line, "", nil
}

// amount is what a row moved: more than 0 came in, less went out.
func (x reader) amount(no int, in, out, single, side string) (money.Fen, error) {
	read := func(text string) (money.Fen, error) {
		f, err := parseAmount(text)
		if err != nil {
			return 0, ErrAmount.With(no, shown(text))
		}
		return f, nil
	}
	if x.m.Amount != "" {
		f, err := read(single)
		if err != nil || x.m.Side == "" || f == 0 {
			return f, err
		}
		incoming, ok := sideOf(side)
		if !ok {
			return 0, ErrSide.With(no, shown(side))
		}
		if incoming {
			return f, nil
		}
		return -max(f, -f), nil
	}
	came, err := read(in)
	if err != nil {
		return 0, err
	}
	went, err := read(out)
	if err != nil {
		return 0, err
	}
	if came != 0 && went != 0 {
		return 0, ErrBoth.With(no)
	}
	if x.negative {
		went = -went
	}
	return came - went, nil
}

// sides are how a cell that says which way money went begins. A credit came to
// the account.
var sides = []struct {
	word     string
	incoming bool
}{
	{"转入", true}, {"存入", true}, {"贷", true}, {"收", true}, {"来", true}, {"入", true}, {"c", true}, {"in", true}, {"+", true},
	{"转出", false}, {"支", false}, {"借", false}, {"付", false}, {"往", false}, {"出", false}, {"d", false}, {"out", false}, {"-", false},
}

func sideOf(text string) (incoming, ok bool) {
	text = strings.ToLower(narrow(text))
	for _, s := range sides {
		if strings.HasPrefix(text, s.word) {
			return s.incoming, true
		}
	}
	return false, false
}

// repeatsHeading reports a heading that is repeated at the top of a printed page.
func repeatsHeading(r row, place map[string]int) bool {
	same := 0
	for n, cell := range r.cells {
		if at, there := place[heading(cell)]; there && at == n && cell != "" {
			same++
		}
	}
	return same >= 3
}

func yuanOnly(currency string) bool {
	c := strings.ToUpper(narrow(currency))
	return c == "" || slices.Contains([]string{"CNY", "RMB", "156", "01", "001", "CNY人民币"}, c) || strings.HasPrefix(c, "人民币")
}

var (
	plainAmount   = regexp.MustCompile(`^\d{1,13}(\.\d{1,2}0*)?$|^\.\d{1,2}0*$`)
	groupedAmount = regexp.MustCompile(`^\d{1,3}(,\d{3}){1,4}(\.\d{1,2}0*)?$`)
)

// powerOfTen is how a spreadsheet writes a long number, whose last digits are lost.
var powerOfTen = regexp.MustCompile(`^\d([.]\d+)?[Ee]\+\d+$`)

var errAmount = fmt.Errorf("no amount")

// parseAmount reads an amount with thousands separators, full-width digits, a
// sign before or behind it, or brackets for a minus. Empty cells and dashes are 0.
func parseAmount(text string) (money.Fen, error) {
	s := strings.ReplaceAll(narrow(text), " ", "")
	s = strings.NewReplacer("−", "-", "–", "-", "¥", "", "￥", "", "人民币", "", "元", "", "CNY", "", "RMB", "").Replace(s)
	if s == "" || strings.Trim(s, "-") == "" {
		return 0, nil
	}
	negative := false
	if inner, ok := strings.CutPrefix(s, "("); ok {
		if s, ok = strings.CutSuffix(inner, ")"); !ok {
			return 0, errAmount
		}
		negative = true
	}
	for _, sign := range []string{"-", "+"} {
		if rest, ok := strings.CutPrefix(s, sign); ok {
			s, negative = rest, negative != (sign == "-")
			break
		}
		if rest, ok := strings.CutSuffix(s, sign); ok {
			s, negative = rest, negative != (sign == "-")
			break
		}
	}
	if groupedAmount.MatchString(s) {
		s = strings.ReplaceAll(s, ",", "")
	} else if !plainAmount.MatchString(s) {
		return 0, errAmount
	}
	whole, part, _ := strings.Cut(s, ".")
	if len(part) > 2 { // zeros
		part = part[:2]
	}
	n, err := strconv.ParseInt("0"+whole+part+strings.Repeat("0", 2-len(part)), 10, 64)
	if err != nil || n > int64(100_000_000_000*money.Yuan) {
		return 0, errAmount
	}
	if negative {
		n = -n
	}
	return money.Fen(n), nil
}

var (
	dateLayouts = []string{"20060102", "2006-1-2", "2006/1/2", "2006.1.2", "2006年1月2日"}
	timeLayouts = []string{"15:04:05", "15:04", "150405", "15.04.05", "15时04分05秒", "15:04:05.000"}
)

// parseTime reads a date, with the time behind it or in a cell of its own.
func parseTime(date, clock string) (at time.Time, timed, ok bool) {
	date, clock = strings.TrimSpace(narrow(date)), strings.TrimSpace(narrow(clock))
	date = strings.Replace(date, "T", " ", 1)
	if day, rest, there := strings.Cut(date, " "); there && strings.TrimSpace(rest) != "" {
		date, clock = day, strings.TrimSpace(rest)
	} else if len(date) == 14 && strings.Trim(date, "0123456789") == "" {
		date, clock = date[:8], date[8:]
	} else if day, rest, there := strings.Cut(date, "日"); there && rest != "" {
		date, clock = day+"日", strings.TrimSpace(rest)
	}
	if len(clock) == 5 && strings.Trim(clock, "0123456789") == "" {
		clock = "0" + clock // a spreadsheet took the zero off 093015
	}
	for _, layout := range dateLayouts {
		day, err := time.ParseInLocation(layout, date, calendar.Beijing)
		if err != nil || day.Year() < 2000 || day.Year() > 2100 {
			continue
		}
		if clock == "" {
			return day, false, true
		}
		for _, layout := range timeLayouts {
			if t, err := time.Parse(layout, clock); err == nil {
				return day.Add(time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute + time.Duration(t.Second())*time.Second), true, true
			}
		}
		return time.Time{}, false, false
	}
	return time.Time{}, false, false
}

// accountOf is an account number without what is written between its digits.
func accountOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '*' || r < unicode.MaxASCII && unicode.IsLetter(r) {
			return r
		}
		return -1
	}, narrow(text))
}

func fits(text string, most int) bool {
	return utf8.RuneCountInString(text) <= most && !strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.C, r) })
}

// shown is a cell for a sentence.
func shown(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.C, r) {
			return -1
		}
		return r
	}, text)
	if r := []rune(text); len(r) > 30 {
		return string(r[:30]) + "…"
	}
	return text
}

// contentOf is a hash of what a mapping reads of a line, its number in the file
// aside. A balance counts as an amount: 1000.50 and 1,000.5 are the same.
func contentOf(l Line, balance string) string {
	if f, err := parseAmount(balance); err == nil {
		balance = strconv.FormatInt(int64(f), 10)
	}
	h := sha256.New()
	for _, f := range []string{
		strconv.FormatInt(l.At.UnixMilli(), 10), strconv.FormatBool(l.Timed), strconv.FormatBool(l.Incoming), strconv.FormatInt(int64(l.Amount), 10),
		l.Name, l.Account, l.Remark, l.Serial, balance,
	} {
		fmt.Fprintf(h, "%d:%s", len(f), f)
	}
	return hex.EncodeToString(h.Sum(nil))
}
