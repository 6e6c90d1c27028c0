package banksheet

import (
	"slices"
	"strings"
)

// Mapping says which column holds what, by the names that stand in the heading.
// Date and an amount are needed, the rest may be empty. Amounts stand in two
// columns (In, Out), or in one (Amount) with a sign or with a column Side that
// says which way the money went.
type Mapping struct {
	Date     string   `json:"date"`
	Time     string   `json:"time"`
	In       string   `json:"in"`
	Out      string   `json:"out"`
	Amount   string   `json:"amount"`
	Side     string   `json:"side"`
	Name     string   `json:"name"`
	Account  string   `json:"account"`
	Remarks  []string `json:"remarks"` // joined by a space
	Serial   string   `json:"serial"`
	Balance  string   `json:"balance"` // tells equal lines apart
	Currency string   `json:"currency"`
}

// needed are the columns without which a file is not read, and others are those
// that an older export of a bank may lack.
func (m Mapping) needed() []string {
	return named(m.Date, m.Time, m.In, m.Out, m.Amount, m.Side, m.Serial)
}
func (m Mapping) others() []string {
	return named(append([]string{m.Name, m.Account, m.Balance, m.Currency}, m.Remarks...)...)
}

func named(names ...string) []string {
	return slices.DeleteFunc(names, func(n string) bool { return n == "" })
}

// check is ErrColumns for a mapping without a date or an amount.
func (m Mapping) check() error {
	two, one := m.In != "" && m.Out != "", m.Amount != ""
	if m.Date == "" || two == one || len(m.Remarks) > 3 {
		return ErrColumns
	}
	return nil
}

// Form is the way in which a bank exports statements.
type Form struct {
	Code, Name string
	Columns    Mapping
}

// Forms are the known forms. Their column names are those of real exports.
var Forms = []Form{
	{"icbc", "工商银行 个人网银", Mapping{
		Date: "交易日期", In: "记账金额(收入)", Out: "记账金额(支出)", Name: "对方户名", Account: "对方账户",
		Remarks: []string{"摘要", "交易详情", "交易场所"}, Balance: "余额", Currency: "记账币种",
	}},
	{"icbc_company", "工商银行 企业网银", Mapping{
		Date: "交易时间", In: "贷方发生额", Out: "借方发生额", Name: "对方单位名称", Account: "对方账号",
		Remarks: []string{"摘要", "用途", "个性化信息"}, Balance: "余额",
	}},
	{"ccb", "建设银行 企业网银", Mapping{
		Date: "交易时间", In: "贷方发生额", Out: "借方发生额", Name: "对方户名", Account: "对方账号",
		Remarks: []string{"摘要", "备注"}, Serial: "账户明细编号-交易流水号", Balance: "余额", Currency: "币种",
	}},
	{"cmb", "招商银行 个人网银", Mapping{
		Date: "交易日期", Time: "交易时间", In: "收入", Out: "支出", Remarks: []string{"交易类型", "交易备注"}, Balance: "余额",
	}},
	{"cbhb", "渤海银行", Mapping{
		Date: "交易日期", Time: "交易时间", In: "贷方发生额", Out: "借方发生额", Name: "对方名称", Account: "对方账号",
		Remarks: []string{"摘要", "附言"}, Balance: "账户余额",
	}},
}

// FormOf is a known form.
func FormOf(code string) (Form, error) {
	at := slices.IndexFunc(Forms, func(f Form) bool { return f.Code == code })
	if at < 0 {
		return Form{}, ErrForm
	}
	return Forms[at], nil
}

// found is the mapping with the columns that a heading has, in the form in which
// names are compared. Two files that were read by the same columns are comparable.
func (m Mapping) found(place map[string]int) Mapping {
	for _, name := range []*string{&m.Date, &m.Time, &m.In, &m.Out, &m.Amount, &m.Side, &m.Name, &m.Account, &m.Serial, &m.Balance, &m.Currency} {
		*name = heading(*name)
		if _, there := place[*name]; !there {
			*name = ""
		}
	}
	var remarks []string
	for _, name := range m.Remarks {
		if _, there := place[heading(name)]; there {
			remarks = append(remarks, heading(name))
		}
	}
	m.Remarks = remarks
	return m
}

// headingRows is how far down a heading is looked for.
const headingRows = 60

// heading is a column's name in the one form in which names are compared.
// Banks write units and explanations behind it: 借方发生额/元(支取).
func heading(name string) string {
	name = strings.ReplaceAll(narrow(name), " ", "")
	short := name
	for _, tail := range []string{"(支取)", "(收入)", "(元)", "/元"} {
		short = strings.TrimSuffix(short, tail)
	}
	if strings.HasSuffix(short, "发生额") || strings.HasSuffix(short, "余额") {
		return short
	}
	return name
}

// find gives the row of the heading and the places of a mapping's columns in it.
func (s Sheet) find(m Mapping) (at int, place map[string]int, found bool) {
	for i, r := range s.rows[:min(len(s.rows), headingRows)] {
		place = map[string]int{}
		for n, cell := range r.cells {
			if _, twice := place[heading(cell)]; !twice {
				place[heading(cell)] = n
			}
		}
		if count(m.needed(), place) == len(m.needed()) {
			return i, place, true
		}
	}
	return 0, nil, false
}

func count(names []string, place map[string]int) int {
	n := 0
	for _, name := range names {
		if _, there := place[heading(name)]; there {
			n++
		}
	}
	return n
}

// Detect is the known form that a file has: the one with the most columns of its
// own. A form of which the file lacks many columns is another bank's.
func (s Sheet) Detect() (Form, bool) {
	var best Form
	most := 0
	for _, f := range Forms {
		_, place, found := s.find(f.Columns)
		others := f.Columns.others()
		there := count(others, place)
		if !found || there*10 < len(others)*6 {
			continue
		}
		if all := there + len(f.Columns.needed()); all > most {
			best, most = f, all
		}
	}
	return best, most > 0
}

// headingWords are what the names of columns are made of.
var headingWords = []string{"日期", "时间", "金额", "发生额", "借", "贷", "收入", "支出", "户名", "名称", "姓名", "账号", "账户", "帐号", "摘要", "备注", "附言", "用途", "流水", "余额", "币种", "凭证"}

// Columns are the names of the columns of a file, as they most likely stand in
// its heading; a person maps them. ErrHeading if no row looks like one.
func (s Sheet) Columns() ([]string, error) {
	best, most := 0, 0
	for i, r := range s.rows[:min(len(s.rows), headingRows)] {
		words := 0
		for _, cell := range r.cells {
			if len(cell) <= 60 && !strings.ContainsAny(cell, ":：") && slices.ContainsFunc(headingWords, func(w string) bool { return strings.Contains(cell, w) }) {
				words++
			}
		}
		if words > most {
			best, most = i, words
		}
	}
	if most < 2 {
		return nil, ErrHeading
	}
	var names []string
	for _, cell := range s.rows[best].cells {
		if cell != "" && !slices.Contains(names, cell) {
			names = append(names, cell)
		}
	}
	return names, nil
}
