package destination

import (
	"strconv"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/inbox"
)

func cardMessage(row CardRow) inbox.Message {
	return order.AccountMessage(row.Player, "card:"+strconv.FormatInt(row.ID, 10), "已绑定银行卡", bank.NameOf(row.Bank)+"（尾号 "+row.Tail+"）已绑定为您的提款银行卡。")
}

func cardRemovedMessage(row CardRow) inbox.Message {
	return order.AccountMessage(row.Player, "card_removed:"+strconv.FormatInt(row.ID, 10), "银行卡已移除", bank.NameOf(row.Bank)+"（尾号 "+row.Tail+"）已从您的账号移除。")
}

func addressMessage(row AddressRow) inbox.Message {
	return order.AccountMessage(row.Player, "address:"+strconv.FormatInt(row.ID, 10), "已添加 USDT 地址", "一个 USDT-"+usdt.NetworkName(row.Network)+" 提款地址已添加到您的账号。")
}

func addressRemovedMessage(row AddressRow) inbox.Message {
	return order.AccountMessage(row.Player, "address_removed:"+strconv.FormatInt(row.ID, 10), "USDT 地址已移除", "一个 USDT-"+usdt.NetworkName(row.Network)+" 提款地址已从您的账号移除。")
}
