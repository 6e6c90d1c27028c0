package vip

import (
	"strconv"
	"strings"

	"hongyun/internal/inbox"
	"hongyun/internal/money"
)

// resultMessages are the messages to players who gained from a run: one a
// player, with the reached levels and the sums.
func resultMessages(run Run, results []result) []inbox.Message {
	var list []inbox.Message
	for _, res := range results {
		var paid, withheld money.Fen
		var reached []string
		for _, a := range res.awards {
			if a.State == Paid {
				paid += a.Amount
			} else {
				withheld += a.Amount
			}
			if a.Kind == Bonus {
				reached = append(reached, a.levelText())
			}
		}
		if paid+withheld == 0 {
			continue
		}
		m := inbox.Message{Player: res.player, Event: "vip:" + run.ID, Kind: inbox.Level, About: inbox.AboutLevel, Title: "VIP 奖励已派发"}
		if len(reached) > 0 {
			m.Title, m.Body = "VIP 等级提升", "恭喜达到 "+strings.Join(reached, "、")+"。"
		}
		if paid > 0 {
			m.Body += "C$ " + paid.Grouped() + " 已进入优惠基金。"
		}
		if withheld > 0 {
			m.Body += "C$ " + withheld.Grouped() + " 正在审核，结果会再通知您。"
		}
		list = append(list, m)
	}
	return list
}

// levelText names the level of an award.
func (a Award) levelText() string {
	if a.Track == Month {
		return "月度VIP 第" + strconv.Itoa(a.Level) + "级"
	}
	return a.Track.Name() + " 第" + strconv.Itoa(a.Level) + "级"
}

// decidedMessage is about an award that waited for a person.
func decidedMessage(a Award, state, why string) inbox.Message {
	m := inbox.Message{
		Player: a.Player, Event: "vip.award:" + a.ID + ":" + state, Kind: inbox.Level, About: inbox.AboutLevel,
		Title: "VIP 奖励已派发", Body: "审核已通过，" + a.Remark() + "的 C$ " + a.Amount.Grouped() + " 已进入优惠基金。",
	}
	if state == Refused {
		m.Kind, m.Title, m.Body = inbox.BonusEnded, "VIP 奖励未通过", a.Remark()+"的 C$ "+a.Amount.Grouped()+" 没有派发。原因："+why
	}
	return m
}
