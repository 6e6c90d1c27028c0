package demo

import (
	"context"
	"encoding/json"
	"fmt"

	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/channel"
	"hongyun/internal/payment"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// way is a way of money that the demo begins with.
type way struct {
	kind, key string
	value     any
	secrets   map[string]string
}

// ways are what the demo begins with. The gateways are those of its contracts. New
// channels stand at the end, so that the numbers of the others stay.
func ways() []way {
	offer := func(key string, m channel.Method) way { return way{kind: channel.KindMethod, key: key, value: m} }
	through := func(key string, c channel.Channel) way { return way{kind: channel.KindChannel, key: key, value: c} }
	account := func(bank, number string) way {
		return way{
			kind: channel.KindAccount, secrets: map[string]string{"number": number},
			value: channel.Account{Bank: bank, Holder: "鸿运演示有限公司", Min: 100_00, Max: 500_000_00, Cap: 2_000_000_00},
		}
	}
	list := []way{
		offer("bank", channel.Method{Name: "网银转账", Icon: "bank", HotRemark: "推荐，转到银行卡", Amounts: "100,500,1000,5000,10000,50000", ShowAmount: true, ShowName: true, ShowTypes: true, Sort: 1}),
		offer("online", channel.Method{Name: "在线支付", Icon: "scan", HotRemark: "支付宝、微信", Amounts: "100,200,500,1000,3000,5000", ShowAmount: true, Sort: 2}),
		// Shown while a network has an address and a rate. It asks for no address of
		// the player: whoever pays from an exchange has none.
		offer("usdt", channel.Method{Name: "USDT", Icon: "usdt", HotRemark: "转到收款地址", Amounts: "200,500,1000,5000,10000,50000", ShowAmount: true, ShowRate: true, Sort: 3}),
		through("bank_transfer", channel.Channel{Method: "bank", Name: "公司入款", Style: method.StyleBank, Min: 100_00, Max: 500_000_00, Weight: 100, Sort: 1}),
		through("scan_a", channel.Channel{Method: "online", Name: "支付宝", Style: method.StyleLink, Gateway: "epay", Way: "alipay", Min: 10_00, Max: 50_000_00, Weight: 100, Sort: 1}),
		through("scan_b", channel.Channel{Method: "online", Name: "微信支付", Style: method.StyleLinkOpen, Gateway: "epay", Way: "wxpay", Min: 10_00, Max: 20_000_00, Weight: 100, Sort: 2}),
		through("code_a", channel.Channel{Method: "online", Name: "QQ钱包扫码", Style: method.StyleQr, Gateway: "epay", Way: "qqpay", Min: 10_00, Max: 20_000_00, Weight: 100, Sort: 3}),
		through("message_a", channel.Channel{Method: "online", Name: "银行卡转账", Style: method.StyleMsg, Gateway: "epay", Way: "bank", Min: 100_00, Max: 50_000_00, Weight: 100, Sort: 4}),
		account("ICBC", "6222020000000000000"), account("CCB", "6212840000000000003"),
	}
	for i, network := range payment.Networks {
		list = append(list, through("usdt_"+network, channel.Channel{
			Method: "usdt", Name: "USDT-" + usdt.NetworkName(network), Style: usdt.StyleCoin, Way: network, Min: 100_00, Max: 500_000_00, Weight: 100, Sort: i + 1,
		}))
	}
	return append(list,
		offer("ebank", channel.Method{Name: "在线网银", Icon: "bank", HotRemark: "网银页面付款", Amounts: "100,500,1000,5000", ShowAmount: true, ShowBanks: true, Sort: 4}),
		offer("usdt_cashier", channel.Method{Name: "虚拟币收银台", Icon: "usdt", HotRemark: "收银台页面付款", Amounts: "200,500,1000,5000", ShowAmount: true, Sort: 5}),
		through("four_scan", channel.Channel{Method: "online", Name: "支付宝扫码", Style: method.StyleLink, Gateway: "fourparty", Way: "903", Min: 10_00, Max: 20_000_00, Weight: 100, Sort: 5}),
		through("four_code", channel.Channel{Method: "online", Name: "微信扫码", Style: method.StyleQr, Gateway: "fourparty", Way: "902", Min: 10_00, Max: 20_000_00, Weight: 100, Sort: 6}),
		through("four_bank", channel.Channel{Method: "ebank", Name: "网银直连", Style: method.StyleLinkOpen, Gateway: "fourparty", Way: "907", Min: 100_00, Max: 50_000_00, Weight: 100, Sort: 1}),
		through("epusdt_page", channel.Channel{Method: "usdt_cashier", Name: "收银台付款", Style: method.StyleLink, Gateway: "epusdt", Way: "usdt", Min: 100_00, Max: 50_000_00, Weight: 100, Sort: 1}),
		through("epusdt_note", channel.Channel{Method: "usdt_cashier", Name: "按指引转账", Style: method.StyleMsg, Gateway: "epusdt", Way: "usdt", Min: 100_00, Max: 50_000_00, Weight: 100, Sort: 2}),
	)
}

// seedPayments has the two members of staff enter the ways of money that the demo
// begins with, as people do. Those that are there stay as they are, and so do all
// accounts once there is one that two people entered.
func (d *Demo) seedPayments(ctx context.Context) error {
	maker, checker, err := d.pair(ctx)
	if err != nil {
		return err
	}
	there := map[string]map[string]bool{}
	for _, kind := range []string{channel.KindMethod, channel.KindChannel, channel.KindAccount} {
		items, err := d.App.Book.List(ctx, d.App.DB, kind)
		if err != nil {
			return err
		}
		there[kind] = map[string]bool{}
		for _, it := range items {
			if kind == channel.KindAccount && !it.Altered {
				there[kind][""] = true
			}
			there[kind][it.Key] = true
		}
	}
	for _, w := range ways() {
		if there[w.kind][w.key] {
			continue
		}
		value, err := json.Marshal(w.value)
		if err != nil {
			return err
		}
		id, err := d.App.Book.Ask(ctx, maker, setting.Order{
			Kind: w.kind, Key: w.key, New: true, Value: value, Secrets: w.secrets, On: true, Reason: "演示数据",
		})
		if err != nil {
			return fmt.Errorf("ask for %s %s: %w", w.kind, w.key, err)
		}
		if _, err := d.App.Staff.Decide(ctx, checker, id, true, ""); err != nil {
			return fmt.Errorf("approve %s %s: %w", w.kind, w.key, err)
		}
	}
	return nil
}

// pair is the demo's two members of staff.
func (d *Demo) pair(ctx context.Context) (maker, checker staff.Actor, err error) {
	people, _, err := d.App.Accounts.List(ctx, "", staff.Page{Number: 1, Size: 100})
	if err != nil {
		return maker, checker, err
	}
	for _, p := range people {
		actor := staff.Actor{ID: p.ID, Name: p.Name, Roles: p.Roles}
		switch p.Name {
		case "admin":
			maker = actor
		case "checker":
			checker = actor
		}
	}
	return maker, checker, nil
}
