package channel

import "hongyun/internal/fault"

// The faults that staff are told.
var (
	ErrMethod       = fault.New(fault.Invalid, "channel.method", "没有支付方式“%s”，请先新增")
	ErrAmounts      = fault.New(fault.Invalid, "channel.amounts", "快捷金额须为最多10个大于0的整数，用英文逗号隔开")
	ErrLimits       = fault.New(fault.Invalid, "channel.limits", "单笔最高不能低于单笔最低")
	ErrCap          = fault.New(fault.Invalid, "channel.cap", "每日上限不能低于单笔最低")
	ErrLevels       = fault.New(fault.Invalid, "channel.levels", "VIP 级别上限不能低于下限")
	ErrRate         = fault.New(fault.Invalid, "channel.rate", "成功率与统计玩家数须同时填写，统计玩家数至少 5 位")
	ErrNoTrip       = fault.New(fault.Invalid, "channel.no_trip", "只有经过支付网关的通道可以自动停用")
	ErrGateway      = fault.New(fault.Invalid, "channel.gateway", "请选择已登记的支付网关")
	ErrNoGateway    = fault.New(fault.Invalid, "channel.no_gateway", "公司入款与 USDT 不经过支付网关，请不要选择网关")
	ErrGatewayWay   = fault.New(fault.Invalid, "channel.gateway_way", "通道代码须为网关规定的1-16位小写字母或数字，如 alipay、wxpay、903")
	ErrNetwork      = fault.New(fault.Invalid, "channel.network", "通道代码须为网络：trc20、erc20 或 omni")
	ErrInFile       = fault.New(fault.Conflict, "channel.in_file", "配置文件中已有编号“%s”的网关，以文件为准，请换一个编号")
	ErrGatewayForm  = fault.New(fault.Invalid, "channel.gateway_form", "网关资料不符合协议要求，请核对接口地址与商户号")
	ErrMerchant     = fault.New(fault.Invalid, "channel.merchant", "%s必须填写商户号")
	ErrNoMerchant   = fault.New(fault.Invalid, "channel.no_merchant", "%s没有商户号，请留空")
	ErrNoPage       = fault.New(fault.Invalid, "channel.no_page", "%s由服务器下单，“只支持网页跳转”须为否")
	ErrAsked        = fault.New(fault.Invalid, "channel.asked", "%s可以查询订单，“免核对金额”须为 0")
	ErrInside       = fault.New(fault.Invalid, "channel.inside", "接口地址须为 https，且不能在内部网络；确有需要时由启动参数 HONGYUN_GATEWAY_NETWORKS 指定")
	ErrAccountThere = fault.New(fault.Conflict, "channel.account_there", "该账号已登记")
)
