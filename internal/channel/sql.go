package channel

import (
	"context"
	"fmt"
	"strconv"

	"github.com/uptrace/bun"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/method"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/setting"
)

// off takes a row of a table out of use.
func off(table, key string) func(context.Context, *db.Tx, string) (bool, error) {
	return func(ctx context.Context, tx *db.Tx, k string) (bool, error) {
		res, err := tx.NewRaw("UPDATE "+table+" SET enabled = FALSE WHERE "+key+" = ? AND enabled", k).Exec(ctx)
		if err != nil {
			return false, fmt.Errorf("take %s of %s out of use: %w", k, table, err)
		}
		n, _ := res.RowsAffected()
		return n == 1, nil
	}
}

func methodItems(ctx context.Context, r db.Reader) ([]setting.Item[Method], error) {
	var rows []method.Method
	if err := r.NewSelect().Model(&rows).OrderExpr("sort, code").Scan(ctx); err != nil {
		return nil, fmt.Errorf("pay methods: %w", err)
	}
	out := make([]setting.Item[Method], len(rows))
	for i, m := range rows {
		out[i] = setting.Item[Method]{Key: m.Code, On: m.Enabled, Value: Method{
			Name: m.Name, Icon: m.Icon, HotRemark: m.HotRemark, Amounts: m.AmountRange, ShowAmount: m.ShowAmount, ShowName: m.ShowName, ShowRemark: m.ShowRemark,
			ShowAddress: m.ShowAddress, ShowBanks: m.ShowBanks, ShowTypes: m.ShowTypes, ShowChat: m.ShowChat, ShowRate: m.ShowRate, Routed: m.Routed, Sort: m.Sort,
		}}
	}
	return out, nil
}

func putMethod(ctx context.Context, tx *db.Tx, p setting.Put[Method]) error {
	v := p.Value
	m := method.Method{
		Code: p.Key, Name: v.Name, Icon: v.Icon, HotRemark: v.HotRemark, AmountRange: v.Amounts, ShowAmount: v.ShowAmount, ShowName: v.ShowName, ShowRemark: v.ShowRemark,
		ShowAddress: v.ShowAddress, ShowBanks: v.ShowBanks, ShowTypes: v.ShowTypes, ShowChat: v.ShowChat, ShowRate: v.ShowRate, Routed: v.Routed, Enabled: p.On, Sort: v.Sort,
	}
	if _, err := tx.NewInsert().Model(&m).On("CONFLICT (code) DO UPDATE").Exec(ctx); err != nil {
		return fmt.Errorf("store pay method %s: %w", p.Key, err)
	}
	return nil
}

func channelItems(ctx context.Context, r db.Reader) ([]setting.Item[Channel], error) {
	var rows []method.Channel
	if err := r.NewSelect().Model(&rows).OrderExpr("method, sort, id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("pay channels: %w", err)
	}
	out := make([]setting.Item[Channel], len(rows))
	for i, c := range rows {
		out[i] = setting.Item[Channel]{Key: c.Code, On: c.Enabled, Value: Channel{
			Method: c.Method, Name: c.Name, Style: c.Style, Gateway: c.Gateway, Way: c.GatewayMethod, Min: int64(c.MinAmount), Max: int64(c.MaxAmount),
			HoursFrom: c.HoursFrom, HoursTo: c.HoursTo, VipMin: c.VipMin, VipMax: c.VipMax, FeeRate: c.FeeRate, Weight: c.Weight, Sort: c.Sort,
			FailRow: c.FailRow, RateBelow: c.RateBelow, RateOver: c.RateOver, Pause: c.PauseMinutes,
		}}
	}
	return out, nil
}

func putChannel(ctx context.Context, tx *db.Tx, p setting.Put[Channel]) error {
	v := p.Value
	var id int64
	err := tx.NewRaw("SELECT COALESCE((SELECT id FROM pay_channel WHERE code = ?), (SELECT MAX(id) FROM pay_channel) + 1, 1)", p.Key).Scan(ctx, &id)
	if err != nil {
		return fmt.Errorf("number pay channel %s: %w", p.Key, err)
	}
	c := method.Channel{
		ID: id, Code: p.Key, Method: v.Method, Name: v.Name, Style: v.Style, Gateway: v.Gateway, GatewayMethod: v.Way, MinAmount: money.Fen(v.Min), MaxAmount: money.Fen(v.Max),
		HoursFrom: v.HoursFrom, HoursTo: v.HoursTo, VipMin: v.VipMin, VipMax: v.VipMax, FeeRate: v.FeeRate, Weight: v.Weight, Enabled: p.On, Sort: v.Sort,
		FailRow: v.FailRow, RateBelow: v.RateBelow, RateOver: v.RateOver, PauseMinutes: v.Pause,
	}
	if _, err := tx.NewInsert().Model(&c).On("CONFLICT (id) DO UPDATE").Exec(ctx); err != nil {
		return fmt.Errorf("store pay channel %s: %w", p.Key, err)
	}
	return nil
}

type gatewayRow struct {
	bun.BaseModel `bun:"table:pay_gateway"`

	Code    string `bun:"code,pk"`
	Name    string
	Enabled bool
}

func (c *Channels) gatewayItems(ctx context.Context, r db.Reader) ([]setting.Item[Gateway], error) {
	var rows []gatewayRow
	if err := r.NewSelect().Model(&rows).OrderExpr("code").Scan(ctx); err != nil {
		return nil, fmt.Errorf("gateways: %w", err)
	}
	out := make([]setting.Item[Gateway], len(rows))
	for i, g := range rows {
		v, err := setting.Latest[Gateway](ctx, c.Book, r, KindGateway, g.Code)
		if err != nil {
			return nil, err
		}
		out[i] = setting.Item[Gateway]{Key: g.Code, On: g.Enabled, Value: v}
	}
	return out, nil
}

func putGateway(ctx context.Context, tx *db.Tx, p setting.Put[Gateway]) error {
	row := gatewayRow{Code: p.Key, Name: p.Value.Name, Enabled: p.On}
	if _, err := tx.NewInsert().Model(&row).On("CONFLICT (code) DO UPDATE").Exec(ctx); err != nil {
		return fmt.Errorf("store gateway %s: %w", p.Key, err)
	}
	return nil
}

func (c *Channels) accountItems(ctx context.Context, r db.Reader) ([]setting.Item[Account], error) {
	var rows []bank.Account
	if err := r.NewSelect().Model(&rows).OrderExpr("sort, id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("company accounts: %w", err)
	}
	out := make([]setting.Item[Account], len(rows))
	for i, b := range rows {
		_, intact := bank.OpenNumber(c.Box, b)
		out[i] = setting.Item[Account]{Key: strconv.FormatInt(b.ID, 10), On: b.Enabled, Altered: !intact, Value: Account{
			Bank: b.Bank, Holder: b.Holder, Min: int64(b.MinAmount), Max: int64(b.MaxAmount), Cap: int64(b.DailyCap), VipMin: b.VipMin, VipMax: b.VipMax, Sort: b.Sort, Code: b.Code,
		}}
	}
	return out, nil
}

// newAccount numbers a new account: a number that was asked for once is not used again.
func newAccount(ctx context.Context, tx *db.Tx) (string, error) {
	var rows, asked int64
	if err := tx.NewRaw("SELECT COALESCE(MAX(id), 0) FROM company_bank").Scan(ctx, &rows); err != nil {
		return "", fmt.Errorf("number a company account: %w", err)
	}
	if err := tx.NewRaw("SELECT COALESCE(MAX(CAST(key AS BIGINT)), 0) FROM setting_version WHERE kind = ?", KindAccount).Scan(ctx, &asked); err != nil {
		return "", fmt.Errorf("number a company account: %w", err)
	}
	return strconv.FormatInt(max(rows, asked)+1, 10), nil
}

func (c *Channels) putAccount(ctx context.Context, tx *db.Tx, p setting.Put[Account]) error {
	b := c.sealed(p)
	if err := tx.NewRaw("SELECT COALESCE(MAX(last_used_at), 0) FROM company_bank WHERE id = ?", b.ID).Scan(ctx, &b.LastUsedAt); err != nil {
		return fmt.Errorf("turn of company account %d: %w", b.ID, err)
	}
	if _, err := tx.NewInsert().Model(&b).On("CONFLICT (id) DO UPDATE").Exec(ctx); err != nil {
		return fmt.Errorf("store company account %d: %w", b.ID, err)
	}
	return nil
}
