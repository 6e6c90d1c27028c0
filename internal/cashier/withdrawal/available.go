package withdrawal

import (
	"context"
	"fmt"

	"hongyun/internal/calendar"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
)

// Hold is a reason why a part of a player's money cannot be withdrawn now, or
// waits once it is asked for.
type Hold struct {
	Code   string
	Text   string    // Chinese
	Amount money.Fen // that the reason is about, 0 where it is about none
	Stops  bool      // nothing can be withdrawn before it is gone
}

// The codes of reasons.
const (
	HoldTurnover = "turnover" // bets are missing
	HoldName     = "name"     // the real name is not filled in
	HoldAge      = "age"
	HoldBlocked  = "blocked" // the player may not withdraw
	HoldTimes    = "times"   // the day's withdrawals are used up
	HoldDaily    = "daily"   // the day's sum is used up in part
	HoldMinimum  = "minimum" // less than the smallest withdrawal is left
	HoldLocked   = "locked"  // held for withdrawals
	HoldHeld     = "held"    // new withdrawals wait for a time
)

// HoldCodes are the codes of reasons.
var HoldCodes = []string{HoldTurnover, HoldName, HoldAge, HoldBlocked, HoldTimes, HoldDaily, HoldMinimum, HoldLocked, HoldHeld}

// available works out what the player can withdraw now, by the rules of an
// order, and lists what keeps the rest. An order decides for itself again.
func (w *Withdrawals) available(ctx context.Context, info *Info, p identity.Player) error {
	centre, err := w.Ledger.Balance(ctx, w.DB, ledger.Centre(p.ID))
	if err != nil {
		return err
	}
	locked, err := w.Ledger.Balance(ctx, w.DB, ledger.Locked(p.ID))
	if err != nil {
		return err
	}
	info.Centre, info.Locked, info.Holds = money.Fen(centre), money.Fen(locked), []Hold{}
	if err := w.stops(ctx, info, p); err != nil {
		return err
	}
	limits, err := w.LimitsOf(ctx, w.DB, p.ID)
	if err != nil {
		return err
	}
	least := limits.Min
	info.Available = min(limits.Fee.Affordable(info.Centre, int64(info.Times-info.TimesLeft)), info.AmountLeft)
	if limits.Max > 0 {
		info.Available = min(info.Available, limits.Max)
	}
	if info.Centre > info.AmountLeft && info.TimesLeft > 0 {
		info.hold(HoldDaily, false, info.Centre-info.AmountLeft, "今日剩余提款额度 ¥%s，次日 00:00（北京时间）恢复", info.AmountLeft.Grouped())
	}
	for _, h := range info.Holds {
		if h.Stops {
			info.Available = 0
		}
	}
	if info.Available < least {
		if info.Available > 0 {
			info.hold(HoldMinimum, true, info.Available, "单笔提款最低 ¥%s", shortYuan(least))
		}
		info.Available = 0
	}
	if info.Locked > 0 {
		info.hold(HoldLocked, false, info.Locked, "提款处理中，已冻结 ¥%s", info.Locked.Grouped())
	}
	if !info.HeldUntil.IsZero() {
		info.hold(HoldHeld, false, 0, "近期变更过账户资料，现在提交的提款须待 %s 之后出款", calendar.Stamp(info.HeldUntil))
	}
	return nil
}

// stops lists what refuses every withdrawal.
func (w *Withdrawals) stops(ctx context.Context, info *Info, p identity.Player) error {
	if left := info.Required - info.Done; left > 0 {
		info.hold(HoldTurnover, true, left, "还需完成有效投注 ¥%s，完成前不能提款", left.Grouped())
	}
	if info.NeedsName {
		info.hold(HoldName, true, 0, "请先在个人资料中填写真实姓名")
	}
	for code, err := range map[string]error{
		HoldBlocked: w.Guard.Check(ctx, w.DB, p.ID, guard.Withdraw), HoldAge: w.Players.CheckAge(p),
	} {
		f, told := fault.Of(err)
		if told && !(code == HoldAge && info.NeedsName) { // one thing after the other
			info.hold(code, true, 0, "%s", f.Message())
		}
		if err != nil && !told {
			return err
		}
	}
	if info.TimesLeft == 0 {
		info.hold(HoldTimes, true, 0, "今日 %d 次提款已用完，次日 00:00（北京时间）恢复", info.Times)
	}
	return nil
}

func (i *Info) hold(code string, stops bool, amount money.Fen, text string, args ...any) {
	i.Holds = append(i.Holds, Hold{Code: code, Text: fmt.Sprintf(text, args...), Amount: amount, Stops: stops})
}
