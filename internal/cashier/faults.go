package cashier

import "hongyun/internal/fault"

// What players may be told about deposits. The texts of DEP-06 are documented.
var (
	ErrDepositAmount   = fault.New(fault.Invalid, "deposit.amount", "请输入正确金额")
	ErrDepositLimits   = fault.New(fault.Invalid, "deposit.limits", "存款金额须在%s元至%s元之间")
	ErrDepositorNone   = fault.New(fault.Invalid, "deposit.name_empty", "请输入存款人姓名")
	ErrDepositorName   = fault.New(fault.Invalid, "deposit.name", "请输入正确的姓名")
	ErrChoice          = fault.New(fault.Invalid, "deposit.choice", "不能为空")
	ErrRemark          = fault.New(fault.Invalid, "deposit.remark", "备注含有不允许的字符")
	ErrNoChannel       = fault.New(fault.Refused, "deposit.channel", "该存款通道暂不可用，请选择其他通道")
	ErrNoPayee         = fault.New(fault.Refused, "deposit.no_payee", "暂无可用的收款账户，请稍后再试或选择其他存款方式")
	ErrBankOrdersOpen  = fault.New(fault.Refused, "deposit.bank_open", "您有%d笔银行转账存款尚未完成，请先付款或等待处理后再提交")
	ErrOrdersOpen      = fault.New(fault.Refused, "deposit.open", "您有%d笔存款尚未支付，请先付款或等待过期后再提交")
	ErrOrdersUnpaid    = fault.New(fault.Refused, "deposit.unpaid", "您近一天有%d笔存款未支付，请明天再提交，或联系客服")
	ErrDepositTwin     = fault.New(fault.Refused, "deposit.twin", "您刚刚提交了相同的存款，请稍候再试")
	ErrDepositChanged  = fault.New(fault.Conflict, "deposit.changed", "该请求编号已用于另一笔存款")
	ErrDepositPending  = fault.New(fault.Conflict, "deposit.in_progress", "该存款正在提交，请稍候")
	ErrGatewayRefused  = fault.New(fault.Refused, "deposit.gateway_refused", "支付通道拒绝了该订单，请选择其他通道")
	ErrGatewaySilent   = fault.New(fault.Unavailable, "deposit.gateway_silent", "支付通道暂无响应，请稍后再试")
	ErrNoDeposit       = fault.New(fault.NotFound, "deposit.not_found", "没有找到该存款订单")
	ErrDepositExpired  = fault.New(fault.Refused, "deposit.expired", "该订单已过期，如已付款请联系客服")
	ErrDepositClosed   = fault.New(fault.Refused, "deposit.closed", "该订单已关闭，如已付款请联系客服")
	ErrCallbackForged  = fault.New(fault.Denied, "deposit.callback_forged", "签名错误")
	ErrCallbackPending = fault.New(fault.Unavailable, "deposit.callback_pending", "暂未确认，请重试")
)

// What staff may be told about deposits.
var (
	ErrDepositState   = fault.New(fault.Conflict, "deposit.state", "该存款当前状态为“%s”，不能进行此操作")
	ErrReceived       = fault.New(fault.Invalid, "deposit.received", "请输入实际到账金额")
	ErrReceivedProved = fault.New(fault.Refused, "deposit.received_proved", "支付通道已确认到账%s元，入账金额须与之一致")
	ErrBankRef        = fault.New(fault.Invalid, "deposit.bank_reference", "请输入银行流水号")
	ErrBankRefUsed    = fault.New(fault.Conflict, "deposit.bank_reference_used", "该银行流水号已用于订单%s")
	ErrNoMoney        = fault.New(fault.NotFound, "money.not_found", "没有找到该笔来款")
	ErrMoneyGone      = fault.New(fault.Conflict, "money.settled", "该笔来款已处理")
	ErrAssignTo       = fault.New(fault.Invalid, "money.assign_to", "请填写入账的存款订单或玩家，二选一")
	ErrPlace          = fault.New(fault.Invalid, "money.account", "请选择收款账户")
	ErrPayer          = fault.New(fault.Invalid, "money.payer", "请输入付款人")
	ErrOwed           = fault.New(fault.Refused, "owed.amount", "玩家目前欠款%s元，本次金额不能超过欠款")
	ErrNotBank        = fault.New(fault.Refused, "deposit.not_bank", "只有银行转账可以人工确认，请转复核处理")
)

// What players may be told about withdrawals. An empty amount is answered as
// the specification spells it, with the text of a deposit (WD-04).
var (
	ErrWithdrawAmount   = fault.New(fault.Invalid, "withdrawal.amount", "请输入正确金额")
	ErrWithdrawMin      = fault.New(fault.Refused, "withdrawal.minimum", "提款金额最低%s")
	ErrWithdrawTimes    = fault.New(fault.Refused, "withdrawal.times", "今日提款次数已达上限（每日%d次）")
	ErrWithdrawDaily    = fault.New(fault.Refused, "withdrawal.daily", "超出每日提款限额，今日还可提款%s元")
	ErrWithdrawBalance  = fault.New(fault.Refused, "withdrawal.balance", "超过当前余额限制")
	ErrWithdrawTurnover = fault.New(fault.Refused, "withdrawal.turnover", "您还需完成有效投注%s元才能提款")
	ErrWithdrawName     = fault.New(fault.Refused, "withdrawal.real_name", "请先在个人资料中填写真实姓名")
	ErrWithdrawCard     = fault.New(fault.Refused, "withdrawal.card", "请选择本人已绑定的银行卡")
	ErrWithdrawTwin     = fault.New(fault.Refused, "withdrawal.twin", "您刚刚提交了相同的提款，请稍候再试")
	ErrWithdrawChanged  = fault.New(fault.Conflict, "withdrawal.changed", "该请求编号已用于另一笔提款")
	ErrNoWithdrawal     = fault.New(fault.NotFound, "withdrawal.not_found", "没有找到该提款订单")
)

// What staff may be told about withdrawals.
var (
	ErrWithdrawState = fault.New(fault.Conflict, "withdrawal.state", "该提款当前状态为“%s”，不能进行此操作")
	ErrClaimed       = fault.New(fault.Conflict, "withdrawal.claimed", "该提款已由%s领取")
	ErrNotClaimer    = fault.New(fault.Conflict, "withdrawal.not_claimer", "请先领取该提款（当前由%s处理）")
	ErrHeld          = fault.New(fault.Refused, "withdrawal.held", "该提款须待%s之后才能批准")
	ErrFrozen        = fault.New(fault.Refused, "withdrawal.frozen", "该玩家目前被限制提款，解除后才能出款")
	ErrOwing         = fault.New(fault.Refused, "withdrawal.owing", "该玩家尚有欠款%s元，结清后才能出款")
	ErrNotExposed    = fault.New(fault.Conflict, "withdrawal.not_exposed", "该提款没有待处理的重复出款")
	ErrOwnApproval   = fault.New(fault.Refused, "withdrawal.own_approval", "您已批准该提款，须由另一位同事查看收款账户并出款")
	ErrOwnReset      = fault.New(fault.Refused, "withdrawal.own_reset", "您曾为该玩家签发重设密码的验证码，该提款须由其他同事批准")
	ErrOwnFavour     = fault.New(fault.Refused, "withdrawal.own_favour", "您曾经手该玩家的资金或姓名（%s），该提款须由其他同事批准")
	ErrOwnRecord     = fault.New(fault.Refused, "money.own_record", "该来款由您登记，须由其他同事审批")
	ErrOwnCredit     = fault.New(fault.Refused, "withdrawal.own_credit", "您曾为该玩家人工入账（订单%s），其流水未完成或款项尚未提走，该提款须由其他同事批准")
	ErrWithdrawMax   = fault.New(fault.Refused, "withdrawal.max", "提款金额最高%s元")
	ErrWithdrawFee   = fault.New(fault.Conflict, "withdrawal.fee", "手续费现为%s元，与您看到的不同，请核对后重新提交")
	ErrPayoutFresh   = fault.New(fault.Refused, "withdrawal.payout_fresh", "收款账户已被查看，款项可能已付出，%s之后才能标记为出款失败")
	ErrReference     = fault.New(fault.Invalid, "withdrawal.reference", "请输入出款流水号")
	ErrReferenceUsed = fault.New(fault.Conflict, "withdrawal.reference_used", "该出款流水号已用于订单%s")
)

// What players may be told about bank cards and records.
var (
	ErrCardEmpty  = fault.New(fault.Invalid, "card.empty", "不能为空")
	ErrCardBank   = fault.New(fault.Invalid, "card.bank", "请选择银行")
	ErrCardRegion = fault.New(fault.Invalid, "card.region", "请选择正确的开户省份和城市")
	ErrCardBranch = fault.New(fault.Invalid, "card.branch", "请输入正确的开户行地址")
	ErrCardNumber = fault.New(fault.Invalid, "card.number", "请输入正确的银行卡号")
	ErrCardName   = fault.New(fault.Refused, "card.name", "持卡人必须与您的真实姓名一致")
	ErrCardNoName = fault.New(fault.Refused, "card.no_real_name", "请先在个人资料中填写真实姓名")
	ErrCardTaken  = fault.New(fault.Refused, "card.taken", "该银行卡已被绑定")
	ErrCardsMost  = fault.New(fault.Refused, "card.most", "最多只能绑定%d张银行卡")
	ErrCardBusy   = fault.New(fault.Refused, "card.busy", "该银行卡有未完成的提款，请在提款结束后再删除")
	ErrNoCard     = fault.New(fault.NotFound, "card.not_found", "没有找到该银行卡")
	ErrDates      = fault.New(fault.Invalid, "record.dates", "结束日期不能早于开始日期")
	ErrDateRange  = fault.New(fault.Invalid, "record.range", "查询时间范围不能超过%d天")
	ErrRecordKind = fault.New(fault.Invalid, "record.kind", "记录类型不正确")
)
