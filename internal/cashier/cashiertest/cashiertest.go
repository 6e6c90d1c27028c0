// Package cashiertest gives test houses the ways of money that people enter in
// the back office of a real one.
package cashiertest

import (
	"context"
	"fmt"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/secret"
)

// Seed writes methods, channels through the gateway "epay", and two accounts that
// exist nowhere. box is made from the house's data key.
func Seed(ctx context.Context, d *db.DB, box *secret.Box) error {
	const gateway = "epay"
	methods := []method.Method{
		{Code: "bank", Name: "网银转账", Icon: "bank", HotRemark: "推荐", AmountRange: "100,500,1000,5000,10000,50000",
			ShowAmount: true, ShowName: true, ShowTypes: true, Enabled: true, Sort: 1},
		{Code: "online", Name: "在线支付", Icon: "scan", AmountRange: "100,200,500,1000,3000,5000",
			ShowAmount: true, Enabled: true, Sort: 2},
		// Shown while a network has an address and a rate. It asks for no address of
		// the player: whoever pays from an exchange has none.
		{Code: "usdt", Name: "USDT", Icon: "usdt", HotRemark: "免手续费", AmountRange: "200,500,1000,5000,10000,50000",
			ShowAmount: true, ShowRate: true, Enabled: true, Sort: 3},
	}
	channel := func(id int64, code, of, name, style, through, way string, least, most money.Fen, sort int) method.Channel {
		return method.Channel{
			ID: id, Code: code, Method: of, Name: name, Style: style, Gateway: through, GatewayMethod: way,
			MinAmount: least * money.Yuan, MaxAmount: most * money.Yuan, Enabled: true, Sort: sort, Weight: 100,
		}
	}
	channels := []method.Channel{
		channel(1, "bank_transfer", "bank", "公司入款", method.StyleBank, "", "", 100, 500_000, 1),
		channel(2, "scan_a", "online", "扫码支付甲", method.StyleLink, gateway, "alipay", 10, 50_000, 1),
		channel(3, "scan_b", "online", "扫码支付乙", method.StyleLinkOpen, gateway, "wxpay", 10, 20_000, 2),
		channel(4, "code_a", "online", "QQ钱包扫码", method.StyleQr, gateway, "qqpay", 10, 20_000, 3),
		channel(5, "message_a", "online", "转账指引", method.StyleMsg, gateway, "bank", 100, 50_000, 4),
	}
	for i, network := range payment.Networks {
		channels = append(channels, channel(int64(11+i), "usdt_"+network, "usdt", "USDT-"+usdt.NetworkName(network), usdt.StyleCoin, "", network, 100, 500_000, i+1))
	}
	account := func(id int64, code, name, number string) bank.Account {
		return bank.SealNumber(box, bank.Account{
			ID: id, Bank: code, BankName: name, Holder: "鸿运演示有限公司", Number: number,
			MinAmount: 100 * money.Yuan, MaxAmount: 500_000 * money.Yuan, DailyCap: 2_000_000 * money.Yuan, Enabled: true,
		})
	}
	accounts := []bank.Account{
		account(1, "ICBC", "中国工商银行", "6222020000000000000"), account(2, "CCB", "中国建设银行", "6212840000000000003"),
	}
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.NewInsert().Model(&methods).On("CONFLICT (code) DO NOTHING").Exec(ctx); err != nil {
			return fmt.Errorf("seed pay methods: %w", err)
		}
		if _, err := tx.NewInsert().Model(&channels).On("CONFLICT (id) DO NOTHING").Exec(ctx); err != nil {
			return fmt.Errorf("seed pay channels: %w", err)
		}
		if _, err := tx.NewInsert().Model(&accounts).On("CONFLICT (id) DO NOTHING").Exec(ctx); err != nil {
			return fmt.Errorf("seed company accounts: %w", err)
		}
		return nil
	})
}

// MustBox makes the box of a data key.
func MustBox(key []byte) *secret.Box {
	box, err := secret.NewBox(key)
	if err != nil {
		panic(err)
	}
	return box
}
