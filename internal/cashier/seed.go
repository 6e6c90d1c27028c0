package cashier

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// SeedOptions say what a new house starts with.
type SeedOptions struct {
	Gateway string        // code of the gateway that the online channels go through
	Banks   []CompanyBank // our accounts; made-up ones if nil, for a house that plays
}

// Seed writes the ways to deposit that a new house starts with. What is there
// already stays as the operator left it.
func Seed(ctx context.Context, d *db.DB, o SeedOptions) error {
	methods := []Method{
		{Code: "bank", Name: "网银转账", Icon: "bank", HotRemark: "推荐", AmountRange: "100,500,1000,5000,10000,50000",
			ShowAmount: true, ShowName: true, ShowTypes: true, Enabled: true, Sort: 1},
		{Code: "online", Name: "在线支付", Icon: "scan", AmountRange: "100,200,500,1000,3000,5000",
			ShowAmount: true, Enabled: true, Sort: 2},
	}
	channels := []Channel{
		{ID: 1, Code: "bank_transfer", Method: "bank", Name: "公司入款", Style: StyleBank,
			MinAmount: 100 * money.Yuan, MaxAmount: 500_000 * money.Yuan, Enabled: true, Sort: 1},
		{ID: 2, Code: "scan_a", Method: "online", Name: "扫码支付甲", Style: StyleLink, Gateway: o.Gateway, GatewayMethod: "alipay",
			MinAmount: 10 * money.Yuan, MaxAmount: 50_000 * money.Yuan, Enabled: true, Sort: 1},
		{ID: 3, Code: "scan_b", Method: "online", Name: "扫码支付乙", Style: StyleLinkOpen, Gateway: o.Gateway, GatewayMethod: "wxpay",
			MinAmount: 10 * money.Yuan, MaxAmount: 20_000 * money.Yuan, Enabled: true, Sort: 2},
	}
	if o.Banks == nil {
		o.Banks = demoBanks()
	}
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.NewInsert().Model(&methods).On("CONFLICT (code) DO NOTHING").Exec(ctx); err != nil {
			return fmt.Errorf("seed pay methods: %w", err)
		}
		if _, err := tx.NewInsert().Model(&channels).On("CONFLICT (id) DO NOTHING").Exec(ctx); err != nil {
			return fmt.Errorf("seed pay channels: %w", err)
		}
		if len(o.Banks) == 0 {
			return nil
		}
		if _, err := tx.NewInsert().Model(&o.Banks).On("CONFLICT (id) DO NOTHING").Exec(ctx); err != nil {
			return fmt.Errorf("seed company banks: %w", err)
		}
		return nil
	})
}

// demoBanks are accounts that exist nowhere.
func demoBanks() []CompanyBank {
	account := func(id int64, bank, number string) CompanyBank {
		return CompanyBank{
			ID: id, Bank: bank, BankName: bankName(bank), Holder: "鸿运演示有限公司", Number: number,
			MinAmount: 100 * money.Yuan, MaxAmount: 500_000 * money.Yuan, DailyCap: 2_000_000 * money.Yuan, Enabled: true,
		}
	}
	return []CompanyBank{account(1, "ICBC", "6222020000000000000"), account(2, "CCB", "6212840000000000003")}
}
