package usdt

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Seed is a network that a house begins with: one address and both rates.
type Seed struct {
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
func (u *Book) Seed(ctx context.Context, seeds []Seed) error {
	const who = "演示数据"
	return u.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := u.Staff.LockAudit(ctx, tx); err != nil { // two nodes begin at once
			return err
		}
		for _, s := range seeds {
			for direction, rate := range map[string]money.Rate{ForDeposit: s.Deposit, ForWithdrawal: s.Payout} {
				_, err := RateRow(ctx, tx, s.Network, direction)
				if errors.Is(err, ErrNoRate) {
					err = u.rates.Ship(ctx, tx, who, rateKey(s.Network, direction), rateTerms{s.Network, direction, int64(rate), int64(s.Least), int64(s.Most), true})
				}
				if err != nil {
					return err
				}
			}
			address, _, err := readPayee(s.Network, s.Address)
			if err != nil {
				return err
			}
			known, err := Payees(ctx, tx, s.Network)
			if err != nil {
				return err
			}
			if len(known) == 0 {
				if err := u.putPayee(ctx, tx, payeeAsked{s.Network, address, "演示收款地址"}, who); err != nil {
					return err
				}
			}
			if err := u.seedWallet(ctx, tx, s, who); err != nil {
				return err
			}
		}
		return nil
	})
}

// seedWallet registers the first payout wallet of a network.
func (u *Book) seedWallet(ctx context.Context, tx *db.Tx, s Seed, who string) error {
	if s.Wallet == "" {
		return nil
	}
	a, err := ReadAddress(s.Network, s.Wallet)
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
	return u.putWallet(ctx, tx, payeeAsked{s.Network, a.String(), "演示出款钱包"}, who)
}
