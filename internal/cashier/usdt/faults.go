package usdt

import "hongyun/internal/fault"

// Faults about USDT. The texts of DEP-06 and WD-07 are documented.
var (
	ErrAddressForm     = fault.New(fault.Invalid, "address.form", "地址格式不正确")
	ErrAddressChecksum = fault.New(fault.Invalid, "address.checksum", "该地址未通过%s校验，请重新复制后粘贴")
	ErrAddressNobody   = fault.New(fault.Invalid, "address.nobody", "该地址不能收款，请使用您自己的钱包地址")
	ErrNetworkClosed   = fault.New(fault.Refused, "coin.network", "暂不支持USDT-%s，请选择其他网络")
	ErrCoinLimits      = fault.New(fault.Invalid, "coin.limits", "USDT数量须在%s至%s之间")
	ErrRateOld         = fault.New(fault.Unavailable, "coin.rate_old", "USDT汇率正在更新，请稍后再试")
	ErrRate            = fault.New(fault.Invalid, "coin.rate", "汇率须大于0，最多四位小数")
	ErrRateLimits      = fault.New(fault.Invalid, "coin.rate_limits", "USDT数量上下限须大于0，最多两位小数，且下限不高于上限")
	ErrRateCross       = fault.New(fault.Refused, "coin.rate_cross", "与%s%s汇率%s冲突：存款汇率不得高于任何网络的提款汇率")
	ErrDirection       = fault.New(fault.Invalid, "coin.direction", "请选择存款或提款")
	ErrNetwork         = fault.New(fault.Invalid, "coin.unknown_network", "请选择网络")
	ErrNoRate          = fault.New(fault.Refused, "coin.no_rate", "该网络尚未设置汇率")
	ErrPayeeLabel      = fault.New(fault.Invalid, "coin.label", "请输入不超过40字的备注名")
	ErrPrivateKey      = fault.New(fault.Invalid, "coin.private_key", "这是私钥，绝不能输入任何系统。请立即将该钱包的资产转出，并改用扩展公钥（xpub）")
	ErrKey             = fault.New(fault.Invalid, "coin.key", "扩展公钥不正确，请从钱包导出以xpub开头的账户公钥")
	ErrPayeeThere      = fault.New(fault.Conflict, "coin.payee_there", "该收款地址已在使用")
	ErrPayeeOff        = fault.New(fault.Conflict, "coin.payee_off", "该收款地址已停用")
	ErrPayeePlayers    = fault.New(fault.Refused, "coin.payee_of_player", "该地址是玩家的提款地址，不能用于收款")
	ErrNoCoinPayee     = fault.New(fault.NotFound, "coin.payee_not_found", "没有找到该收款地址")
	ErrTx              = fault.New(fault.Invalid, "coin.tx", "请输入正确的交易哈希")
	ErrTxDiffers       = fault.New(fault.Refused, "coin.tx_differs", "链上这笔转账的收款地址、数量、时间或结果与订单不符，未作记录")
	ErrTxUnproved      = fault.New(fault.Unavailable, "coin.tx_unproved", "链上尚未最终确认这笔转账，请稍后再试")
	ErrWalletThere     = fault.New(fault.Conflict, "coin.wallet_there", "该出款钱包已在使用")
	ErrWalletOff       = fault.New(fault.Conflict, "coin.wallet_off", "该出款钱包已停用")
	ErrWalletPlayers   = fault.New(fault.Refused, "coin.wallet_of_player", "该地址是玩家的提款地址，不能登记为出款钱包")
	ErrNoWallet        = fault.New(fault.NotFound, "coin.wallet_not_found", "没有找到该出款钱包")
)
