package staff

// actionTexts is what the audit page calls an action. An action that is not
// here is shown by its code: the trail does not depend on this table.
var actionTexts = map[string]string{
	"staff.login": "登录后台", "staff.logout": "退出后台", "staff.add": "添加人员", "staff.disable": "停用人员", "staff.enable": "启用人员",
	"staff.enrol": "登记账号", "staff.password": "修改密码", "staff.authenticator": "更换验证器", "staff.reset": "重置登录", "staff.step_up": "再次验证",
	"staff.role": "修改角色权限", "staff.role_remove": "删除角色", "staff.network": "修改后台地址名单", "staff.limit": "修改单人限额", "staff.session_end": "结束登录",
	"view.save": "保存列表视图", "view.remove": "删除列表视图", "view.start": "设置列表默认视图",
	"alarm.target": "修改报警去向", "alarm.remove": "删除报警去向", "alarm.route": "修改报警分派", "alarm.test": "测试报警去向",
	"approval.request": "提交审批", "approval.approve": "审批通过", "approval.refuse": "审批拒绝", "approval.void": "审批作废", "approval.withdraw": "撤回申请", "approval.expire": "申请过期",
	"player.freeze": "冻结玩家", "player.returned": "疑似自我排除玩家重新开户", "player.unfreeze": "解除冻结", "player.kick": "强制下线", "player.reveal": "查看完整资料", "player.reset": "签发密码重设码", "player.search": "按个人资料查找玩家", "player.correct": "更正玩家资料", "player.second_reset": "重置玩家两步验证", "player.passkey_stopped": "停用玩家通行密钥", "card.remove": "移除银行卡或地址",
	"player.limit": "设置存款限额", "player.limit_confirm": "确认提高存款限额", "player.limit_cancel": "取消提高存款限额",
	"player.stop": "玩家暂停或自我排除", "player.return": "玩家申请恢复", "player.reality": "设置游戏提醒",
	"deposit.confirm": "确认存款到账", "deposit.reject": "关闭存款", "deposit.review": "存款转复核", "deposit.resolve": "复核存款",
	"deposit.credit": "存款入账", "deposit.close": "关闭存款",
	"withdrawal.claim": "领取提款", "withdrawal.release": "放回提款", "withdrawal.approve": "批准提款", "withdrawal.reject": "拒绝提款",
	"withdrawal.paid": "确认出款", "withdrawal.pay": "确认出款", "withdrawal.fail": "出款失败", "withdrawal.unknown": "出款结果待查", "payout.fail": "确认出款失败", "withdrawal.company": "提交代付", "payout.attempt": "判定代付结果", "withdrawal.destination": "查看收款账号",
	"bank.import": "导入银行流水", "bank.undo": "撤销银行流水", "bank.line": "处理银行流水", "payout.batch": "批量出款批次", "payout.batch_file": "下载批量出款文件",
	"money.record": "登记来款", "money.assign": "来款认领", "money.return": "来款退回", "deposit.reverse": "存款冲正",
	"payout.return": "出款被退回", "payout.late": "退回后又出款", "payout.recover": "重复出款处理", "payout.sender": "判定链上出款的付款地址", "payout.lost": "补记已付提款", "owed.collect": "收取欠款", "owed.forgive": "免除欠款",
	"transfer.ask": "查询转账结果", "transfer.settle": "人工处理转账", "venue.state": "切换场馆状态", "venue.switch": "切换场馆状态", "venue.contract": "更改场馆合同", "setting.change": "修改设置", "courier.test": "测试邮件与短信", "setting.off": "停用支付设置",
	"setting.effect": "设置按时生效", "setting.failed": "设置未能生效", "setting.withdraw": "撤回待生效的设置",
	"channel.trip": "通道自动停用", "channel.try": "通道试用", "channel.works": "通道自动恢复",
	"ticket.take": "领取工单", "ticket.release": "放回工单", "ticket.answer": "回复工单", "ticket.note": "工单备注", "ticket.solve": "关闭工单", "ticket.template": "修改回复模板",
	"gate.close": "关闭资金操作", "gate.open": "恢复资金操作",
	"finding.settle": "处理对账差异", "finding.rebuild": "补录对账差异", "reconcile.run": "对账", "reconcile.import": "导入对账单",
	"coin.rate": "修改USDT汇率", "coin.payee": "启用USDT收款地址", "coin.payee_off": "停用USDT收款地址", "coin.wallet": "启用USDT出款钱包", "coin.wallet_off": "停用USDT出款钱包", "withdrawal.sent": "登记链上出款",
	"fund.task": "修改基金任务", "fund.grant": "发放奖金",
	"vip.table": "修改VIP等级表", "vip.setting": "修改VIP设置", "vip.release": "发放暂扣的VIP奖励", "vip.refuse": "拒绝VIP奖励",
	"vip.freeze": "冻结VIP收入", "vip.lift": "解冻VIP收入",
	"promo.rule": "修改优惠规则", "promo.start": "启用优惠", "promo.stop": "停用优惠", "promo.release": "派发扣留的优惠", "promo.refuse": "拒绝扣留的优惠",
	"promo.cancel": "取消已派发的优惠", "promo.freeze": "冻结玩家优惠", "promo.unfreeze": "恢复玩家优惠",
	"books.verify": "核对账目", "data.export": "导出数据", "feed.pull": "重新拉取注单", "bet.replay": "查看对局回放", "turnover.drop": "取消流水要求",
	"content.announcement": "修改公告", "content.article": "修改帮助文章", "content.ticker": "修改滚动公告", "content.banner": "修改轮播图",
	"content.support": "修改客服地址", "content.maintenance": "修改维护状态",
	"content.promotion": "修改优惠活动", "content.block": "修改活动正文",
	"content.house": "修改联系方式与页脚", "content.frames": "修改嵌入白名单", "game.edit": "修改游戏", "game.about": "修改游戏介绍", "game.maintain": "设置游戏维护时间", "game.list_read": "读取场馆游戏列表", "game.list_apply": "按场馆列表更新游戏", "game.list_rule": "设置新游戏上架方式",
	"content.download": "修改应用下载地址", "content.seed": "写入初始内容", "upload.add": "上传文件",
}

// ActionText is the Chinese name of an action's code.
func ActionText(action string) string {
	if text := actionTexts[action]; text != "" {
		return text
	}
	return action
}
