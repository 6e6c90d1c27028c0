package withdrawal

import (
	"hongyun/internal/inbox"
	"hongyun/internal/money"
)

func withdrawalMessage(row Row, event, title, body string) inbox.Message {
	return inbox.Message{
		Player: row.Player, Event: "withdrawal." + event, Kind: inbox.Withdrawal, About: inbox.AboutWithdrawal, Ref: row.SN, Title: title, Body: body,
	}
}

func (r Row) grouped() string { return "¥" + money.Fen(r.Amount).Grouped() }

// returned is what comes back into the centre wallet.
func (r Row) returned() string {
	text := "¥" + money.Fen(r.taken()).Grouped()
	if r.Fee > 0 {
		text += "（含手续费 ¥" + money.Fen(r.Fee).Grouped() + "）"
	}
	return text
}

func PaidMessage(row Row) inbox.Message {
	return withdrawalMessage(row, "paid:"+row.SN, "提款已出款 "+row.grouped(),
		"提款单 "+row.SN+" 的 "+row.grouped()+" 已汇往您的收款账户，到账时间以银行或区块链网络为准。")
}

// givenBackMessage is about a withdrawal that was rejected or taken back, or whose payout failed.
func givenBackMessage(row Row) inbox.Message {
	if row.TakenBack {
		return withdrawalMessage(row, "taken_back:"+row.SN, "提款已撤回", "您已撤回提款单 "+row.SN+"，"+row.returned()+" 已退回中心钱包。")
	}
	if row.State == Rejected {
		return withdrawalMessage(row, "rejected:"+row.SN, "提款未通过", "提款单 "+row.SN+" 未通过审核，"+row.returned()+" 已退回中心钱包。原因："+row.Reason)
	}
	return withdrawalMessage(row, "failed:"+row.SN, "提款出款失败", "提款单 "+row.SN+" 出款失败，"+row.returned()+" 已退回中心钱包。原因："+row.Reason)
}

// SentBackMessage is about a payout that the bank sent back.
func SentBackMessage(row Row, reference string) inbox.Message {
	returned := row.grouped()
	if row.Exposure == "" {
		returned = row.returned()
	}
	return withdrawalMessage(row, "returned:"+row.SN+":"+reference, "提款被银行退回",
		"提款单 "+row.SN+" 被收款银行退回，"+returned+" 已退还到中心钱包。请核对银行卡信息后再提款。")
}
