package deposit

import (
	"hongyun/internal/inbox"
)

func creditedMessage(d Deposit) inbox.Message {
	return inbox.Message{
		Player: d.Player, Event: "deposit.credited:" + d.SN, Kind: inbox.Deposit, About: inbox.AboutDeposit, Ref: d.SN,
		Title: "存款到账 ¥" + d.Received.Grouped(), Body: "存款单 " + d.SN + " 已到账，¥" + d.Received.Grouped() + " 已进入中心钱包。",
	}
}

func closedMessage(d Deposit) inbox.Message {
	return inbox.Message{
		Player: d.Player, Event: "deposit.closed:" + d.SN, Kind: inbox.Deposit, About: inbox.AboutDeposit, Ref: d.SN,
		Title: "存款单已关闭", Body: "存款单 " + d.SN + "（¥" + d.Amount.Grouped() + "）已关闭，没有入账。如您已经付款，请联系客服并附上付款凭证。",
	}
}
