package award

import "hongyun/internal/promo/rule"

// WhyUnknown withholds an award until the player it depends on has a true name
// and a bank card. No person decides about it: a sweep pays or ends it.
const WhyUnknown = "等待填写真实姓名并绑定银行卡"

// NextUnknown tells a player what an award waits for that is withheld by WhyUnknown.
const NextUnknown = "请在30天内填写真实姓名并绑定本人银行卡，加赠随后自动派发到中心钱包。"

// Status is the state of an award in the player's words. The card of the promotion,
// the list of awards, the record and the message all show it.
type Status struct {
	Text string // one word
	Next string // the sentence about what comes next; "" once nothing does
	Act  bool   // the player themself has to fill in a name and a bank card
}

// Status is the award's state in the player's words.
func (a Row) Status() Status { return statusOf(a.State, a.Why, a.Kind) }

// Status is the award's state in the player's words.
func (a Award) Status() Status { return statusOf(a.State, a.Why, a.Kind) }

func statusOf(state, why string, kind rule.Kind) Status {
	switch {
	case state == Withheld && why == WhyUnknown && kind == rule.Referral:
		return Status{Text: "待好友完善资料", Next: "好友在30天内填写真实姓名并绑定本人银行卡后，奖励自动派发到中心钱包。"}
	case state == Withheld && why == WhyUnknown:
		return Status{Text: "待完善资料", Next: NextUnknown, Act: true}
	case state == Withheld:
		return Status{Text: StateText(state), Next: "审核通过后派发到中心钱包，结果会再通知您。"}
	case state == Refused || state == Cancelled:
		return Status{Text: StateText(state), Next: "原因：" + why}
	}
	return Status{Text: StateText(state)}
}

// StatusOfAll is how the awards of one promotion and day stand together: the first
// that is not paid, else as paid.
func StatusOfAll(list []Award) Status {
	for _, a := range list {
		if a.State != Paid {
			return a.Status()
		}
	}
	return Status{Text: StateText(Paid)}
}
