package cashier

import (
	"strconv"

	"hongyun/internal/inbox"
	"hongyun/internal/money"
)

// The messages that the cashier writes to a player.

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

func withdrawalMessage(row withdrawalRow, event, title, body string) inbox.Message {
	return inbox.Message{
		Player: row.Player, Event: "withdrawal." + event, Kind: inbox.Withdrawal, About: inbox.AboutWithdrawal, Ref: row.SN, Title: title, Body: body,
	}
}

func (r withdrawalRow) grouped() string { return "¥" + money.Fen(r.Amount).Grouped() }

// returned is what comes back into the centre wallet.
func (r withdrawalRow) returned() string {
	text := "¥" + money.Fen(r.taken()).Grouped()
	if r.Fee > 0 {
		text += "（含手续费 ¥" + money.Fen(r.Fee).Grouped() + "）"
	}
	return text
}

func paidMessage(row withdrawalRow) inbox.Message {
	return withdrawalMessage(row, "paid:"+row.SN, "提款已出款 "+row.grouped(),
		"提款单 "+row.SN+" 的 "+row.grouped()+" 已汇往您的收款账户，到账时间以银行或区块链网络为准。")
}

// givenBackMessage is about a withdrawal that was rejected or taken back, or whose payout failed.
func givenBackMessage(row withdrawalRow) inbox.Message {
	if row.TakenBack {
		return withdrawalMessage(row, "taken_back:"+row.SN, "提款已撤回", "您已撤回提款单 "+row.SN+"，"+row.returned()+" 已退回中心钱包。")
	}
	if row.State == Rejected {
		return withdrawalMessage(row, "rejected:"+row.SN, "提款未通过", "提款单 "+row.SN+" 未通过审核，"+row.returned()+" 已退回中心钱包。原因："+row.Reason)
	}
	return withdrawalMessage(row, "failed:"+row.SN, "提款出款失败", "提款单 "+row.SN+" 出款失败，"+row.returned()+" 已退回中心钱包。原因："+row.Reason)
}

// sentBackMessage is about a payout that the bank sent back.
func sentBackMessage(row withdrawalRow, reference string) inbox.Message {
	returned := row.grouped()
	if row.Exposure == "" {
		returned = row.returned()
	}
	return withdrawalMessage(row, "returned:"+row.SN+":"+reference, "提款被银行退回",
		"提款单 "+row.SN+" 被收款银行退回，"+returned+" 已退还到中心钱包。请核对银行卡信息后再提款。")
}

func cardMessage(row cardRow) inbox.Message {
	return accountMessage(row.Player, "card:"+strconv.FormatInt(row.ID, 10), "已绑定银行卡", bankName(row.Bank)+"（尾号 "+row.Tail+"）已绑定为您的提款银行卡。")
}

func cardRemovedMessage(row cardRow) inbox.Message {
	return accountMessage(row.Player, "card_removed:"+strconv.FormatInt(row.ID, 10), "银行卡已移除", bankName(row.Bank)+"（尾号 "+row.Tail+"）已从您的账号移除。")
}

func addressMessage(row addressRow) inbox.Message {
	return accountMessage(row.Player, "address:"+strconv.FormatInt(row.ID, 10), "已添加 USDT 地址", "一个 USDT-"+NetworkName(row.Network)+" 提款地址已添加到您的账号。")
}

func addressRemovedMessage(row addressRow) inbox.Message {
	return accountMessage(row.Player, "address_removed:"+strconv.FormatInt(row.ID, 10), "USDT 地址已移除", "一个 USDT-"+NetworkName(row.Network)+" 提款地址已从您的账号移除。")
}

// accountMessage is about where a player's money goes.
func accountMessage(player, event, title, what string) inbox.Message {
	return inbox.Message{
		Player: player, Event: "security." + event, Kind: inbox.Security, About: inbox.AboutCard,
		Title: title, Body: what + "如果不是您本人操作，请立即修改密码并联系客服。",
	}
}
