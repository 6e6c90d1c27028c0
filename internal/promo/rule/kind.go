package rule

import (
	"time"

	"hongyun/internal/calendar"
)

// Kind is what sort of promise a promotion makes.
type Kind string

// The kinds of promotions.
const (
	RedPackets  Kind = "red_packets"  // PROMO-03
	BoardPacket Kind = "board_packet" // PROMO-04
	Streak      Kind = "streak"       // PROMO-05
	BoardRebate Kind = "board_rebate" // PROMO-06
	DailyBonus  Kind = "daily_bonus"  // PROMO-07
	FirstBonus  Kind = "first_bonus"  // PROMO-07
	Referral    Kind = "referral"     // PROMO-08
	Surprise    Kind = "surprise"     // PROMO-09
	Rescue      Kind = "rescue"       // PROMO-10
	SportRebate Kind = "sport_rebate" // PROMO-11
)

// The periods of promotions.
const (
	Daily   = "day"
	Weekly  = "week"
	Monthly = "month"
)

// Periods are the periods of promotions.
var Periods = []string{Daily, Weekly, Monthly}

// Kinds is every kind, in the order of their pages.
var Kinds = []Kind{RedPackets, BoardPacket, Streak, BoardRebate, DailyBonus, FirstBonus, Referral, Surprise, Rescue, SportRebate}

var kindTexts = map[Kind]string{
	RedPackets: "存款红包", BoardPacket: "棋牌每日红包", Streak: "体育连胜彩金", BoardRebate: "棋牌每周返水", DailyBonus: "每日存款加赠",
	FirstBonus: "首存加赠", Referral: "推荐好友", Surprise: "每月惊喜现金", Rescue: "月度救援金", SportRebate: "体育每周返水",
}

// Text is the kind in Chinese.
func (k Kind) Text() string { return kindTexts[k] }

// Rebate reports whether what the kind gives is a rebate, in the books and in
// the player's cash record (H-62); everything else is a bonus.
func (k Kind) Rebate() bool { return k == BoardRebate || k == SportRebate }

// Chosen reports whether the kind is chosen with a deposit (DEP-09).
func (k Kind) Chosen() bool { return k == DailyBonus || k == FirstBonus }

// Claimed reports whether a player has to claim what the kind grants.
func (k Kind) Claimed() bool { return k == RedPackets || k == BoardPacket || k == Streak }

// weekly and monthly kinds are paid by a run, some time after their period.
func (k Kind) weekly() bool  { return k.Rebate() }
func (k Kind) monthly() bool { return k == Surprise || k == Rescue }

// Paid reports whether a run pays the kind.
func (k Kind) Paid() bool { return k.weekly() || k.monthly() }

// Period is day, week or month.
func (k Kind) Period() string {
	switch {
	case k.weekly():
		return Weekly
	case k.monthly():
		return Monthly
	}
	return Daily
}

// PeriodOf is the first day and the day after the last of the kind's period
// around a day (D-16).
func (k Kind) PeriodOf(day calendar.Day) (first, after calendar.Day) {
	switch {
	case k.weekly():
		monday, sunday := calendar.WeekOf(day)
		return monday, sunday.AddDays(1)
	case k.monthly():
		begin, last := calendar.MonthOf(day)
		return begin, last.AddDays(1)
	}
	return day, day.AddDays(1)
}

// DueAt is the time at which a period that begins on a day is paid. Rebates are
// paid on Monday at 21:00, two hours before the promised end, so that most late
// reports of venues are there. The draw is on the 3rd at 20:00, the rescue on the
// 2nd at 23:00.
func (k Kind) DueAt(first calendar.Day) time.Time {
	_, after := k.PeriodOf(first)
	switch k {
	case Surprise:
		return after.AddDays(2).Start().Add(20 * time.Hour)
	case Rescue:
		return after.AddDays(1).Start().Add(23 * time.Hour)
	}
	return after.Start().Add(21 * time.Hour)
}
