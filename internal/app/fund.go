package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"hongyun/internal/cashier"
	"hongyun/internal/fund"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// bonuses are what the fund unlocked and what promotions gave, as lines of the
// player's cash record, newest first. Of two lists in order, the first rows
// together are among the first rows of each.
func (a *App) bonuses(ctx context.Context, player string, from, to time.Time, page, size int) ([]cashier.Record, int, money.Fen, error) {
	all := staff.Page{Number: 1, Size: size}
	var list []cashier.Record
	var total int
	var sum money.Fen
	for ; all.Number <= page; all.Number++ {
		unlocked, ofFund, fundSum, err := a.Fund.Records(ctx, a.DB, fund.Filter{Player: player, Types: []string{fund.TypeUnlock}, From: from, To: to, Page: all})
		if err != nil {
			return nil, 0, 0, err
		}
		for _, u := range unlocked {
			list = append(list, cashier.Record{
				Kind: cashier.KindBonus, KindText: "优惠基金", Amount: u.Amount, At: u.At, SN: u.Number(), Status: cashier.Done, StatusText: "成功", Note: u.Remark,
			})
		}
		awards, ofPromo, promoSum, err := a.awards(ctx, player, false, from, to, all.Number, size)
		if err != nil {
			return nil, 0, 0, err
		}
		list, total, sum = append(list, awards...), ofFund+ofPromo, fundSum+promoSum
		if all.Number*size >= max(ofFund, ofPromo) {
			break // a page behind the last has nothing
		}
	}
	slices.SortStableFunc(list, func(x, y cashier.Record) int {
		if c := y.At.Compare(x.At); c != 0 {
			return c
		}
		return strings.Compare(y.SN, x.SN)
	})
	first := min((page-1)*size, len(list))
	return list[first:min(first+size, len(list))], total, sum, nil
}
