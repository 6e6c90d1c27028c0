package staff

import "strings"

// permissionTexts is what the back office calls each permission.
var permissionTexts = map[Permission]string{
	DashboardView: "查看首页数据", EarningView: "查看盈亏报表", DataExport: "导出报表和记录",
	DepositView: "查看存款", DepositConfirm: "确认或关闭存款", DepositReview: "复核存款、认领来款、存款冲正",
	WithdrawalView: "查看提款", WithdrawalClaim: "领取提款", WithdrawalApprove: "批准或拒绝提款", WithdrawalPay: "出款并查看收款账号",
	WithdrawalBatch: "生成和下载批量出款文件", BankView: "查看银行流水", BankImport: "导入、撤销、关联和忽略银行流水",
	PlayerView: "查看玩家", PlayerReveal: "查看玩家完整资料", PlayerFreeze: "冻结和解冻玩家", PlayerKick: "强制玩家下线",
	PlayerReset: "签发密码重设码", PlayerCorrect: "更正玩家资料、移除银行卡",
	TransferView: "查看转账", TransferAsk: "向场馆查询转账", TransferSettle: "人工处理转账",
	CoinView: "查看 USDT", CoinManage: "修改 USDT 汇率、收款地址和出款钱包",
	PaymentView: "查看支付设置", PaymentManage: "修改支付设置",
	TicketView: "查看工单", TicketAnswer: "回复工单、修改回复模板",
	CaseView: "查看异常案件", ApprovalView: "查看审批", ApprovalDecide: "审批他人的申请",
	BooksView: "查看账目", BooksVerify: "核对账目",
	VenueView: "查看场馆", VenueSwitch: "开放、维护或关闭场馆", VenueContract: "填写场馆合同和密钥",
	StaffView: "查看工作人员", StaffManage: "管理工作人员和角色",
	AuditView: "查看审计日志", AuditVerify: "校验审计日志",
	AlarmView: "查看报警", AlarmManage: "管理报警去向和分派",
	FeedView: "查看注单和采集", FeedPull: "重新拉取注单",
	ContentView: "查看内容", ContentEdit: "编辑公告、活动和游戏", SiteManage: "网站设置、客服、下载、牌照和维护",
	GateView: "查看资金闸门", GateClose: "关闭资金操作", GateOpen: "恢复资金操作",
	ReconView: "查看对账", ReconRun: "立即对账", ReconSettle: "处理对账差异",
	FundView: "查看优惠基金", FundManage: "修改基金任务", FundGrant: "向玩家发放奖金",
	VipView: "查看 VIP", VipManage: "修改 VIP 规则和奖励",
	PromoView: "查看优惠", PromoManage: "修改优惠规则和派发",
}

// permissionGroups names the groups of permissions, by what stands before the dot.
var permissionGroups = map[string]string{
	"dashboard": "首页", "earning": "盈亏报表", "data": "导出", "deposit": "存款", "withdrawal": "提款", "bank": "银行流水", "player": "玩家", "transfer": "转账", "coin": "USDT", "payment": "支付设置", "ticket": "工单", "case": "异常案件",
	"approval": "审批", "books": "账目", "venue": "场馆", "staff": "工作人员", "audit": "审计日志", "alarm": "报警", "feed": "注单", "content": "内容", "site": "网站",
	"gate": "资金闸门", "recon": "对账", "fund": "优惠基金", "vip": "VIP", "promo": "优惠",
}

// Name is what the back office calls a permission, its code where it has no name.
func (p Permission) Name() string {
	if text := permissionTexts[p]; text != "" {
		return text
	}
	return string(p)
}

// Group is the subject that a permission belongs to.
func (p Permission) Group() string {
	kind, _, _ := strings.Cut(string(p), ".")
	if text := permissionGroups[kind]; text != "" {
		return text
	}
	return kind
}
