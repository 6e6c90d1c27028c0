package wire

// EntryKinds are the kinds of entries in Chinese.
var EntryKinds = map[string]string{
	"transfer.hold": "转账冻结", "transfer.done": "转账完成", "transfer.back": "转账退回",
	"deposit.credit": "存款入账", "withdrawal.lock": "提款锁定", "withdrawal.pay": "提款出款", "withdrawal.return": "提款退回",
	"deposit.reversed": "存款冲正", "deposit.back": "来款退回", "stray.in": "来款登记", "stray.back": "来款退回",
	"withdrawal.returned": "银行退回出款", "withdrawal.recalled": "银行退回，冲回损失", "withdrawal.late": "退回后又出款", "withdrawal.twice": "重复出款", "withdrawal.recover": "追回重复出款",
	"payout.lock": "补记提款锁定", "payout.pay": "补记提款出款", "owed.collect": "收取欠款", "owed.forgive": "免除欠款",
	"fund.income": "奖金发放", "fund.unlock": "奖金解锁", "fund.expire": "奖金过期", "fund.reversed": "奖金解锁冲回",
	"promo.bonus": "优惠派发", "promo.rebate": "返水派发", "promo.cancel": "优惠取消", "forfeit.take": "自我排除收回奖金",
	"deposit.suspense": "存款挂账", "bet.settle": "注单结算", "adjust.grant": "演示虚拟币", "adjust.rebuild": "按公司账单补录", "dust.in": "零头来款",
}
