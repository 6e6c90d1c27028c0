package app

import (
	"context"
	"time"

	"hongyun/internal/cashier"
	"hongyun/internal/fund"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// bonuses are what the fund unlocked, as lines of the player's cash record.
func (a *App) bonuses(ctx context.Context, player string, from, to time.Time, page, size int) ([]cashier.Record, int, money.Fen, error) {
	unlocked, total, sum, err := a.Fund.Records(ctx, a.DB, fund.Filter{
		Player: player, Types: []string{fund.TypeUnlock}, From: from, To: to, Page: staff.Page{Number: page, Size: size},
	})
	list := make([]cashier.Record, len(unlocked))
	for i, u := range unlocked {
		list[i] = cashier.Record{
			Kind: cashier.KindBonus, KindText: "优惠基金", Amount: u.Amount, At: u.At, SN: u.ID, Status: cashier.Done, StatusText: "成功",
		}
	}
	return list, total, sum, err
}
