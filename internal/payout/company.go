package payout

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/setting"
)

// KindCompany is the kind of setting, and of the second person's request.
const KindCompany = "pay.company"

// Company is a merchant account at a company that pays cards for us. Its key is a secret.
type Company struct {
	Name     string `json:"name"`
	Protocol string `json:"protocol"`
	BaseURL  string `json:"baseURL"`
	Merchant string `json:"merchant"`
	Banks    string `json:"banks"`
	Min      int64  `json:"min"`
	Max      int64  `json:"max"`
	Daily    int64  `json:"daily"`
	Auto     int64  `json:"auto"`
	Absent   int    `json:"absent"`
	Sort     int    `json:"sort"`
}

const maxAmount = int64(100_000_000 * money.Yuan)

// fits says why a company does not take an amount to a bank, nil if it does.
func (c Company) fits(amount money.Fen, bank string) error {
	switch {
	case int64(amount) < c.Min || int64(amount) > c.Max:
		return ErrAmount.With(money.Fen(c.Min).Grouped(), money.Fen(c.Max).Grouped())
	case len(c.banks()) > 0 && !slices.Contains(c.banks(), bank):
		return ErrBank
	}
	return nil
}

func (c Company) banks() []string {
	return strings.FieldsFunc(c.Banks, func(r rune) bool { return r == ',' || r == ' ' })
}

// place is where an attempt goes. "No such order" from another place says nothing.
func (c Company) place() string { return c.Protocol + " " + c.Merchant + " " + c.BaseURL }

func (p *Payouts) kind() setting.Kind[Company] {
	var protocols []setting.Option
	for _, name := range p.Protocols {
		protocols = append(protocols, setting.Option{Value: name, Label: name})
	}
	return setting.Kind[Company]{
		Code: KindCompany, Request: KindCompany, Title: "代付公司", Explain: "替我方把已批准的提款付到银行卡的公司。只付已批准的提款；结果不明时，该提款不会以任何其他方式再付。停用后不再提交新的代付，已提交的照常查询。",
		Fields: []setting.Field{
			{Name: "name", Label: "名称", Form: setting.Text, Required: true, Max: 20, Hint: "工作人员看到的公司名称，玩家看不到"},
			{Name: "protocol", Label: "协议", Form: setting.Choice, Required: true, Options: protocols, Hint: "代付公司的接口规范，以公司给出的文档为准"},
			{Name: "baseURL", Label: "接口地址", Form: setting.Address, Required: true, Hint: "不含 /Payment_Dfpay_add.html"},
			{Name: "merchant", Label: "商户号", Form: setting.Text, Required: true, Max: 64, Hint: "代付公司分配的商户编号"},
			{Name: "key", Label: "商户密钥", Form: setting.Secret, Required: true, Hint: "与代付公司约定的签名密钥，加密保存"},
			{Name: "banks", Label: "支持的银行", Form: setting.Text, Max: 200, Hint: "银行代码，如 ICBC,CCB，用英文逗号隔开；不填为全部"},
			{Name: "min", Label: "单笔最低", Form: setting.Yuan, Required: true, Min: 100, Max: maxAmount, Hint: "低于此金额的提款不交给这家公司"},
			{Name: "max", Label: "单笔最高", Form: setting.Yuan, Required: true, Min: 100, Max: maxAmount, Hint: "高于此金额的提款不交给这家公司"},
			{Name: "daily", Label: "每日限额", Form: setting.Yuan, Required: true, Min: 100, Max: 100 * maxAmount, Hint: "按北京时间的一天，已失败的不计"},
			{Name: "auto", Label: "自动代付上限", Form: setting.Yuan, Max: maxAmount, Hint: "批准后自动提交不超过此金额的提款；更大的由出款人员点“代付”。0 为不自动"},
			{Name: "absent", Label: "查无订单的等待时间", Unit: "分钟", Form: setting.Number, Required: true, Min: 10, Max: 10080, Hint: "公司持续回答“订单不存在”达到此时间，才算没有付出"},
			{Name: "sort", Label: "顺序", Form: setting.Number, Max: 1000, Hint: "自动代付时小的在前"},
		},
		Default: Company{Min: 100_00, Max: 50_000_00, Daily: 1_000_000_00, Absent: 60, Sort: 10},
		Check:   p.check,
		Rows: &setting.Rows[Company]{
			Items: p.items, Put: put,
			Label: func(key string, v Company) string { return v.Name + " · " + key },
			Off:   off,
		},
	}
}

func (p *Payouts) check(_ context.Context, _ db.Reader, put setting.Put[Company]) error {
	v := put.Value
	if v.Max < v.Min || v.Auto > v.Max || v.Daily < v.Min {
		return ErrLimits
	}
	known := bank.Banks()
	for _, code := range v.banks() {
		if !slices.ContainsFunc(known, func(b bank.Bank) bool { return b.Code == code }) {
			return ErrBanks.With(code)
		}
	}
	switch _, err := p.Build(put.Key, v, put.Secrets["key"]); {
	case errors.Is(err, ErrInside):
		return ErrInside
	case err != nil: // its text could hold a value
		return ErrForm
	}
	return nil
}

type companyRow struct {
	bun.BaseModel `bun:"table:pay_company"`

	Code      string `bun:"code,pk"`
	Name      string
	Enabled   bool
	Day       int32
	DayAmount int64
}

func companyRows(ctx context.Context, r db.Reader) ([]companyRow, error) {
	var rows []companyRow
	if err := r.NewRaw("SELECT * FROM pay_company ORDER BY code").Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("companies that pay out: %w", err)
	}
	return rows, nil
}

// InUse are the names of the companies that pay withdrawals now.
func InUse(ctx context.Context, r db.Reader) ([]string, error) {
	rows, err := companyRows(ctx, r)
	var names []string
	for _, row := range rows {
		if row.Enabled {
			names = append(names, row.Name)
		}
	}
	return names, err
}

func (p *Payouts) items(ctx context.Context, r db.Reader) ([]setting.Item[Company], error) {
	rows, err := companyRows(ctx, r)
	if err != nil {
		return nil, err
	}
	out := make([]setting.Item[Company], len(rows))
	for i, row := range rows {
		v, err := setting.Latest[Company](ctx, p.Book, r, KindCompany, row.Code)
		if err != nil {
			return nil, err
		}
		out[i] = setting.Item[Company]{Key: row.Code, On: row.Enabled, Value: v}
	}
	return out, nil
}

func put(ctx context.Context, tx *db.Tx, p setting.Put[Company]) error {
	_, err := tx.NewRaw(`INSERT INTO pay_company (code, name, enabled) VALUES (?, ?, ?)
		ON CONFLICT (code) DO UPDATE SET name = EXCLUDED.name, enabled = EXCLUDED.enabled`, p.Key, p.Value.Name, p.On).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store pay-out company %s: %w", p.Key, err)
	}
	return nil
}

func off(ctx context.Context, tx *db.Tx, key string) (bool, error) {
	res, err := tx.NewRaw("UPDATE pay_company SET enabled = FALSE WHERE code = ? AND enabled", key).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("take pay-out company %s out of use: %w", key, err)
	}
	n, _ := res.RowsAffected()
	return n == 1, nil
}

// built are the adapters, where each of them pays, and the versions that they were made of.
type built struct {
	adapters map[string]payment.Payer
	places   map[string]string
	versions map[string]int
}

// at is the adapter of a company where an attempt was planned to be paid, nil if the
// company was entered anew since. Another place knows nothing of what was sent to this one.
func (b *built) at(company, place string) payment.Payer {
	if b.places[company] != place {
		return nil
	}
	return b.adapters[company]
}

// rebuild makes the adapters whose versions changed.
func (p *Payouts) rebuild(ctx context.Context) {
	before, versions := p.built.Load(), p.companies.Versions()
	if maps.Equal(before.versions, versions) {
		return
	}
	now := &built{adapters: map[string]payment.Payer{}, places: map[string]string{}, versions: versions}
	for code, version := range versions {
		if before.versions[code] == version {
			if a := before.adapters[code]; a != nil {
				now.adapters[code], now.places[code] = a, before.places[code]
			}
			continue
		}
		secrets, v := p.companies.Secrets(code), p.companies.Of(code)
		a, err := p.Build(code, v, secrets["key"])
		if secrets == nil || err != nil { // the text of the fault could hold a value
			p.Log.ErrorContext(ctx, "a pay-out company that was entered cannot be used", "company", code, "version", version)
			continue
		}
		now.adapters[code], now.places[code] = a, v.place()
	}
	p.built.Store(now)
}

// Choice is a company that staff may choose for an order, or why they may not.
type Choice struct {
	Code, Name string
	Why        string // Chinese; "" if it can be chosen
}

// Choices are the companies in use, for an order.
func (p *Payouts) Choices(ctx context.Context, r db.Reader, amount money.Fen, bank string) ([]Choice, error) {
	rows, err := companyRows(ctx, r)
	out := []Choice{}
	for _, row := range p.sorted(rows) {
		v := p.companies.Of(row.Code)
		c := Choice{Code: row.Code, Name: row.Name}
		if err := v.fits(amount, bank); err != nil {
			c.Why = told(err)
		} else if row.used(today(p.DB.Clock().Now()))+int64(amount) > v.Daily {
			c.Why = told(ErrDaily.With(money.Fen(v.Daily).Grouped()))
		}
		out = append(out, c)
	}
	return out, err
}

// used is what a company was ordered to pay on a day.
func (r companyRow) used(day int32) int64 {
	if r.Day < day {
		return 0
	}
	return r.DayAmount
}

// sorted are the companies in use with an adapter, in the order of their settings.
func (p *Payouts) sorted(rows []companyRow) []companyRow {
	adapters := p.built.Load().adapters
	rows = slices.DeleteFunc(slices.Clone(rows), func(r companyRow) bool { return !r.Enabled || adapters[r.Code] == nil })
	slices.SortStableFunc(rows, func(a, b companyRow) int { return p.companies.Of(a.Code).Sort - p.companies.Of(b.Code).Sort })
	return rows
}

// countDay adds an amount to what a company was ordered to pay on a day, or takes it
// off where it is below zero, without a limit. A day that is over stays as it was.
func countDay(ctx context.Context, tx *db.Tx, code string, day int32, amount int64) error {
	_, err := tx.NewRaw("UPDATE pay_company SET day_amount = day_amount + ? WHERE code = ? AND day = ? AND day_amount + ? >= 0", amount, code, day, amount).Exec(ctx)
	if err != nil {
		return fmt.Errorf("the day of pay-out company %s: %w", code, err)
	}
	return nil
}

// useDay adds an amount to a company's day. It is false where the company is out of
// use or the day's limit is reached. A node whose clock is behind counts to the day
// that has begun.
func useDay(ctx context.Context, tx *db.Tx, code string, day int32, amount, limit int64) (bool, error) {
	res, err := tx.NewRaw(`UPDATE pay_company SET day = CASE WHEN day > ?0 THEN day ELSE ?0 END, day_amount = CASE WHEN day >= ?0 THEN day_amount ELSE 0 END + ?1
		WHERE code = ?2 AND enabled AND CASE WHEN day >= ?0 THEN day_amount ELSE 0 END + ?1 <= ?3`, day, amount, code, limit).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("the day of pay-out company %s: %w", code, err)
	}
	n, _ := res.RowsAffected()
	return n == 1, nil
}
