package award

import (
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/inbox"
	"hongyun/internal/number"
)

// message tells a player the state of an award. decided says that it waited before.
// The award's own key stays inside: that of a referral holds the friend's login name.
func message(a Row, decided bool) inbox.Message {
	what, status := a.Kind.Text()+" ¥"+a.Amount.Grouped(), a.Status()
	m := inbox.Message{
		Player: a.Player, Event: "award:" + a.ID + ":" + a.State, Kind: inbox.Bonus, About: inbox.AboutPromotion, Ref: number.Of(number.Bonus, calendar.FromMillis(a.At), a.ID),
		Title: what + " " + status.Text, Body: what + " " + status.Text + "。" + status.Next,
	}
	switch a.State {
	case Withheld:
		if a.Why == WhyUnknown { // it may go to a person later, which is another event
			m.Event += ":unknown"
		}
		if status.Act {
			m.About = inbox.AboutIdentity
		}
	case Refused:
		m.Kind, m.Title, m.Body = inbox.BonusEnded, a.Kind.Text()+status.Text, what+" 没有派发。"+status.Next
	case Cancelled:
		m.Kind, m.Title, m.Body = inbox.BonusEnded, a.Kind.Text()+status.Text, what+" 已取消，金额已扣回。"+status.Next
	default:
		m.Body = what + " 已进入中心钱包。"
		if a.Required > 0 {
			m.Body += "提款前需完成有效投注 ¥" + a.Required.Grouped() + "。"
		}
		if decided && !strings.HasPrefix(a.DecidedBy, "system:") {
			m.Body = "审核已通过。" + m.Body
		}
	}
	return m
}
