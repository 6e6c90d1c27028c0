package award

import (
	"hongyun/internal/calendar"
	"hongyun/internal/inbox"
	"hongyun/internal/number"
)

// message tells a player the state of an award. decided says that it waited for a
// person before. The award's own key stays inside: that of a referral holds the
// friend's login name.
func message(a Row, decided bool) inbox.Message {
	sum := "¥" + a.Amount.Grouped()
	m := inbox.Message{
		Player: a.Player, Event: "award:" + a.ID + ":" + a.State, Kind: inbox.Bonus, About: inbox.AboutPromotion, Ref: number.Of(number.Bonus, calendar.FromMillis(a.At), a.ID),
		Title: a.Kind.Text() + " " + sum + " 已派发", Body: a.Kind.Text() + " " + sum + " 已进入中心钱包。",
	}
	if a.Required > 0 {
		m.Body += "提款前需完成有效投注 ¥" + a.Required.Grouped() + "。"
	}
	switch {
	case a.State == Withheld:
		m.Title, m.Body = a.Kind.Text()+" "+sum+" 审核中", a.Kind.Text()+" "+sum+" 正在审核，通过后派发到中心钱包，结果会再通知您。"
	case a.State == Refused:
		m.Kind, m.Title, m.Body = inbox.BonusEnded, a.Kind.Text()+"未通过", a.Kind.Text()+" "+sum+" 没有派发。原因："+a.Why
	case a.State == Cancelled:
		m.Kind, m.Title, m.Body = inbox.BonusEnded, a.Kind.Text()+"已取消", a.Kind.Text()+" "+sum+" 已取消，金额已扣回。原因："+a.Why
	case decided:
		m.Body = "审核已通过。" + m.Body
	}
	return m
}
