package destination

import "hongyun/internal/fault"

// Faults of bank cards and USDT addresses, shown to players. The texts of WD-07 are documented.
var (
	ErrCardEmpty     = fault.New(fault.Invalid, "card.empty", "不能为空")
	ErrCardBank      = fault.New(fault.Invalid, "card.bank", "请选择银行")
	ErrCardRegion    = fault.New(fault.Invalid, "card.region", "请选择正确的开户省份和城市")
	ErrCardBranch    = fault.New(fault.Invalid, "card.branch", "请输入正确的开户行地址")
	ErrCardNumber    = fault.New(fault.Invalid, "card.number", "请输入正确的银行卡号")
	ErrCardName      = fault.New(fault.Refused, "card.name", "持卡人必须与您的真实姓名一致")
	ErrCardNoName    = fault.New(fault.Refused, "card.no_real_name", "请先在个人资料中填写真实姓名")
	ErrCardTaken     = fault.New(fault.Refused, "card.taken", "该银行卡已被绑定")
	ErrCardsMost     = fault.New(fault.Refused, "card.most", "最多只能绑定%d张银行卡")
	ErrCardBusy      = fault.New(fault.Refused, "card.busy", "该银行卡有未完成的提款，请在提款结束后再删除")
	ErrNoCard        = fault.New(fault.NotFound, "card.not_found", "没有找到该银行卡")
	ErrAddressEmpty  = fault.New(fault.Invalid, "address.empty", "地址不能为空")
	ErrAddressOurs   = fault.New(fault.Refused, "address.ours", "该地址是平台收款地址，请使用您自己的钱包地址")
	ErrAddressType   = fault.New(fault.Invalid, "address.type", "所选网络与地址不一致")
	ErrAddressTaken  = fault.New(fault.Refused, "address.taken", "该地址已被绑定")
	ErrAddressLike   = fault.New(fault.Refused, "address.look_alike", "该地址与您已添加的地址首尾相同而中间不同，请核对后联系客服")
	ErrAddressesMost = fault.New(fault.Refused, "address.most", "最多只能添加%d个USDT地址")
	ErrAddressBusy   = fault.New(fault.Refused, "address.busy", "该地址有未完成的提款，请在提款结束后再删除")
	ErrNoAddress     = fault.New(fault.NotFound, "address.not_found", "没有找到该USDT地址")
)
