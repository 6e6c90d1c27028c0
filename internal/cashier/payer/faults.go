package payer

import "hongyun/internal/fault"

// Faults of payouts and batches, shown to staff.
var (
	ErrNotExposed    = fault.New(fault.Conflict, "withdrawal.not_exposed", "该提款没有待处理的重复出款")
	ErrOwnApproval   = fault.New(fault.Refused, "withdrawal.own_approval", "您已批准该提款，须由另一位同事查看收款账户并出款")
	ErrPayoutFresh   = fault.New(fault.Refused, "withdrawal.payout_fresh", "收款账户已被查看，款项可能已付出，%s之后才能标记为出款失败")
	ErrSentFresh     = fault.New(fault.Refused, "withdrawal.sent_fresh", "代付公司收到过该提款，之后仍可能改口付出，%s之后才能退回玩家；在此之前可重新出款")
	ErrPayoutOpen    = fault.New(fault.Conflict, "coin.payout_open", "已登记的链上转账仍可能到账，确认结果之前不能更改或判定失败")
	ErrTxSender      = fault.New(fault.Refused, "coin.tx_sender", "这笔转账的付款地址不是已登记的出款钱包，请先登记该钱包")
	ErrSenderKnown   = fault.New(fault.Conflict, "coin.sender_known", "该提款没有待判定的付款地址")
	ErrPaidTwice     = fault.New(fault.Refused, "withdrawal.paid_twice", "该提款付过两笔，玩家仍持有另一笔，退回的款项不能退给玩家，请按无主来款登记")
	ErrPayoutReturns = fault.New(fault.Refused, "coin.payout_return", "链上转账不会退回；收款人转回的USDT按来款处理")
	ErrLostAmount    = fault.New(fault.Invalid, "payout.lost_amount", "请输入已付给玩家的金额")
	ErrNotRestored   = fault.New(fault.Refused, "payout.not_restored", "只能在数据恢复之后补记已付提款，本系统没有恢复过数据")
	ErrUnfinished    = fault.New(fault.Refused, "payout.unfinished", "请先处理该玩家未完结的提款%s")
	ErrLostOnChain   = fault.New(fault.Invalid, "payout.lost_on_chain", "这是链上转账的交易号，USDT 出款不能补记")
	ErrNoBatch       = fault.New(fault.NotFound, "batch.not_found", "没有找到该批次")
	ErrBatchSize     = fault.New(fault.Invalid, "batch.size", "每批可选1-200笔提款")
	ErrBatchOrder    = fault.New(fault.Refused, "batch.order", "订单%s：%s")
	ErrBatchCoins    = fault.New(fault.Refused, "batch.coins", "USDT 提款不能批量出款")
	ErrBatchEnded    = fault.New(fault.Conflict, "batch.ended", "该批次已取消")
	ErrBatchNothing  = fault.New(fault.Refused, "batch.nothing", "该批次没有待出款的提款")
)
