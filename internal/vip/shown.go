package vip

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/number"
)

var stateTexts = map[string]string{Paid: "已发放", Withheld: "审核中", Refused: "未通过"}

// Number is the number of the award that its player reads.
func (a Award) Number() string { return number.Of(number.VIP, a.At, a.ID) }

// StateText is the award's state in Chinese.
func (a Award) StateText() string { return stateTexts[a.State] }

// Told is what the player reads of the award. Why an award is withheld names other
// players, so the player is told no more than that it is.
func (a Award) Told() string {
	switch a.State {
	case Withheld:
		return "VIP收入每人限一个账号，此奖励正在审核，如有疑问请联系客服"
	case Refused:
		return "不符合VIP活动规则，如有疑问请联系客服"
	}
	return a.Remark()
}

// OwnerOf is the player of the award with a number, "" where there is none. It reads
// the second that begins at from.
func (v *Vip) OwnerOf(ctx context.Context, r db.Reader, clean string, from time.Time) (string, error) {
	var list []number.Record
	err := r.NewRaw("SELECT id, player, at FROM vip_award WHERE at >= ? AND at < ? ORDER BY at, id LIMIT ?",
		from.UnixMilli(), from.Add(time.Second).UnixMilli(), number.MaxRead).Scan(ctx, &list)
	if err != nil {
		return "", fmt.Errorf("owner of %s: %w", clean, err)
	}
	return number.Owner(list, clean), nil
}
