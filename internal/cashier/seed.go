package cashier

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
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
		// There while a network has an address and a rate. It asks for no address
		// of the player: whoever pays from an exchange has none.
		{Code: "usdt", Name: "USDT", Icon: "usdt", HotRemark: "免手续费", AmountRange: "200,500,1000,5000,10000,50000",
			ShowAmount: true, ShowRate: true, Enabled: true, Sort: 3},
	}
	channels := []Channel{
		{ID: 1, Code: "bank_transfer", Method: "bank", Name: "公司入款", Style: StyleBank,
			MinAmount: 100 * money.Yuan, MaxAmount: 500_000 * money.Yuan, Enabled: true, Sort: 1},
		{ID: 2, Code: "scan_a", Method: "online", Name: "扫码支付甲", Style: StyleLink, Gateway: o.Gateway, GatewayMethod: "alipay",
			MinAmount: 10 * money.Yuan, MaxAmount: 50_000 * money.Yuan, Enabled: true, Sort: 1},
		{ID: 3, Code: "scan_b", Method: "online", Name: "扫码支付乙", Style: StyleLinkOpen, Gateway: o.Gateway, GatewayMethod: "wxpay",
			MinAmount: 10 * money.Yuan, MaxAmount: 20_000 * money.Yuan, Enabled: true, Sort: 2},
		{ID: 4, Code: "code_a", Method: "online", Name: "QQ钱包扫码", Style: StyleQr, Gateway: o.Gateway, GatewayMethod: "qqpay",
			MinAmount: 10 * money.Yuan, MaxAmount: 20_000 * money.Yuan, Enabled: true, Sort: 3},
		{ID: 5, Code: "message_a", Method: "online", Name: "转账指引", Style: StyleMsg, Gateway: o.Gateway, GatewayMethod: "bank",
			MinAmount: 100 * money.Yuan, MaxAmount: 50_000 * money.Yuan, Enabled: true, Sort: 4},
	}
	for i, network := range payment.Networks {
		channels = append(channels, Channel{
			ID: int64(11 + i), Code: "usdt_" + network, Method: "usdt", Name: "USDT-" + NetworkName(network), Style: StyleCoin, GatewayMethod: network,
			MinAmount: 100 * money.Yuan, MaxAmount: 500_000 * money.Yuan, Enabled: true, Sort: i + 1,
		})
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

// CoinSeed is a network that a house begins with: one address and both rates.
type CoinSeed struct {
	Network string
	Address string     // shared by all players, or the xpub that derives one for each
	Wallet  string     // from which withdrawals are paid; "" registers none
	Deposit money.Rate // yuan for one USDT
	Payout  money.Rate
	Least   money.Coins
	Most    money.Coins
}

// Seed gives a house that plays the networks it begins with. What is there
// already stays as the operator left it: the first rate of a network is the
// only one written here.
func (c *Chains) Seed(ctx context.Context, seeds []CoinSeed) error {
	const who = "演示数据"
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := c.staff.LockAudit(ctx, tx); err != nil { // two nodes begin at once
			return err
		}
		for _, s := range seeds {
			for direction, rate := range map[string]money.Rate{ForDeposit: s.Deposit, ForWithdrawal: s.Payout} {
				_, err := coinRate(ctx, tx, s.Network, direction)
				if errors.Is(err, ErrNoRate) {
					err = putRate(ctx, tx, rateAsked{s.Network, direction, int64(rate), int64(s.Least), int64(s.Most), true, 0}, who)
				}
				if err != nil {
					return err
				}
			}
			address, _, err := readPayee(s.Network, s.Address)
			if err != nil {
				return err
			}
			known, err := payees(ctx, tx, s.Network)
			if err != nil {
				return err
			}
			if len(known) == 0 {
				if err := c.putPayee(ctx, tx, payeeAsked{s.Network, address, "演示收款地址"}, who); err != nil {
					return err
				}
			}
			if err := c.seedWallet(ctx, tx, s, who); err != nil {
				return err
			}
		}
		return nil
	})
}

// seedWallet registers the first payout wallet of a network.
func (c *Chains) seedWallet(ctx context.Context, tx *db.Tx, s CoinSeed, who string) error {
	if s.Wallet == "" {
		return nil
	}
	a, err := readAddress(s.Network, s.Wallet)
	if err != nil {
		return err
	}
	var known int
	if err := tx.NewRaw("SELECT COUNT(*) FROM payout_wallet WHERE network = ?", s.Network).Scan(ctx, &known); err != nil {
		return fmt.Errorf("payout wallets: %w", err)
	}
	if known > 0 {
		return nil
	}
	return c.putWallet(ctx, tx, payeeAsked{s.Network, a.String(), "演示出款钱包"}, who)
}
