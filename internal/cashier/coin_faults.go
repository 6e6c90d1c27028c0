package cashier

import "hongyun/internal/fault"

// What players may be told about USDT. The texts of DEP-06 and WD-07 are documented.
var (
	ErrAddressEmpty    = fault.New(fault.Invalid, "address.empty", "地址不能为空")
	ErrAddressForm     = fault.New(fault.Invalid, "address.form", "地址格式不正确")
	ErrAddressChecksum = fault.New(fault.Invalid, "address.checksum", "该地址未通过%s校验，请重新复制后粘贴")
	ErrAddressNobody   = fault.New(fault.Invalid, "address.nobody", "该地址不能收款，请使用您自己的钱包地址")
	ErrAddressOurs     = fault.New(fault.Refused, "address.ours", "该地址是平台收款地址，请使用您自己的钱包地址")
	ErrAddressType     = fault.New(fault.Invalid, "address.type", "所选网络与地址不一致")
	ErrAddressTaken    = fault.New(fault.Refused, "address.taken", "该地址已被绑定")
	ErrAddressLike     = fault.New(fault.Refused, "address.look_alike", "该地址与您已添加的地址首尾相同而中间不同，请核对后联系客服")
	ErrAddressesMost   = fault.New(fault.Refused, "address.most", "最多只能添加%d个USDT地址")
	ErrNoAddress       = fault.New(fault.NotFound, "address.not_found", "没有找到该USDT地址")
	ErrNetworkClosed   = fault.New(fault.Refused, "coin.network", "暂不支持USDT-%s，请选择其他网络")
	ErrCoinLimits      = fault.New(fault.Invalid, "coin.limits", "USDT数量须在%s至%s之间")
	ErrCoinOpen        = fault.New(fault.Refused, "coin.open_orders", "您有%d笔USDT存款尚未完成，请先完成付款或等待过期")
	ErrQuoteOver       = fault.New(fault.Refused, "coin.quote", "报价已失效或汇率已变动，请重新确认")
	ErrWithdrawAddress = fault.New(fault.Refused, "withdrawal.address", "请选择本人已添加的USDT地址")
)

// What staff may be told about USDT.
var (
	ErrRate          = fault.New(fault.Invalid, "coin.rate", "汇率须大于0，最多四位小数")
	ErrRateLimits    = fault.New(fault.Invalid, "coin.rate_limits", "USDT数量上下限须大于0，最多两位小数，且下限不高于上限")
	ErrDirection     = fault.New(fault.Invalid, "coin.direction", "请选择存款或提款")
	ErrNetwork       = fault.New(fault.Invalid, "coin.unknown_network", "请选择网络")
	ErrNoRate        = fault.New(fault.Refused, "coin.no_rate", "该网络尚未设置汇率")
	ErrPayeeLabel    = fault.New(fault.Invalid, "coin.label", "请输入不超过40字的备注名")
	ErrPayeeThere    = fault.New(fault.Conflict, "coin.payee_there", "该收款地址已在使用")
	ErrPayeeOff      = fault.New(fault.Conflict, "coin.payee_off", "该收款地址已停用")
	ErrPayeePlayers  = fault.New(fault.Refused, "coin.payee_of_player", "该地址是玩家的提款地址，不能用于收款")
	ErrNoCoinPayee   = fault.New(fault.NotFound, "coin.payee_not_found", "没有找到该收款地址")
	ErrCoinProof     = fault.New(fault.Refused, "coin.proof", "USDT存款只按链上到账入账，请在来款中认领")
	ErrCoinReverse   = fault.New(fault.Refused, "coin.reverse", "链上最终确认的转账不会冲正")
	ErrCoinAssign    = fault.New(fault.Refused, "coin.assign", "USDT来款只能认领至USDT存款订单或玩家，人民币来款不能认领至USDT存款订单")
	ErrCoinWorth     = fault.New(fault.Refused, "coin.worth", "该笔来款折合不足一分钱，请退回")
	ErrTx            = fault.New(fault.Invalid, "coin.tx", "请输入正确的交易哈希")
	ErrTxDiffers     = fault.New(fault.Refused, "coin.tx_differs", "链上这笔转账的收款地址、数量或结果与订单不符，未作记录")
	ErrTxUnproved    = fault.New(fault.Unavailable, "coin.tx_unproved", "链上尚未最终确认这笔转账，请稍后再试")
	ErrPayoutOpen    = fault.New(fault.Conflict, "coin.payout_open", "已登记的链上转账仍可能到账，确认结果之前不能更改或判定失败")
	ErrPayoutReturns = fault.New(fault.Refused, "coin.payout_return", "链上转账不会退回；收款人转回的USDT按来款处理")
)
