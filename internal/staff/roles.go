package staff

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// Permission names one thing that staff may do. Each route of the back office
// names the one it needs.
type Permission string

// The permissions.
const (
	DashboardView     Permission = "dashboard.view"
	EarningView       Permission = "earning.view"
	DataExport        Permission = "data.export"
	DepositView       Permission = "deposit.view"
	DepositConfirm    Permission = "deposit.confirm"
	DepositReview     Permission = "deposit.review"
	WithdrawalView    Permission = "withdrawal.view"
	WithdrawalClaim   Permission = "withdrawal.claim"
	WithdrawalApprove Permission = "withdrawal.approve"
	WithdrawalPay     Permission = "withdrawal.pay"
	WithdrawalBatch   Permission = "withdrawal.batch"
	BankView          Permission = "bank.view"
	BankImport        Permission = "bank.import"
	PlayerView        Permission = "player.view"
	PlayerReveal      Permission = "player.reveal"
	PlayerFreeze      Permission = "player.freeze"
	PlayerKick        Permission = "player.kick"
	PlayerReset       Permission = "player.reset"
	PlayerCorrect     Permission = "player.correct"
	TransferView      Permission = "transfer.view"
	TransferAsk       Permission = "transfer.ask"
	TransferSettle    Permission = "transfer.settle"
	CoinView          Permission = "coin.view"
	CoinManage        Permission = "coin.manage"
	PaymentView       Permission = "payment.view"
	PaymentManage     Permission = "payment.manage"
	CaseView          Permission = "case.view"
	TicketView        Permission = "ticket.view"
	TicketAnswer      Permission = "ticket.answer"
	ApprovalView      Permission = "approval.view"
	ApprovalDecide    Permission = "approval.decide"
	BooksView         Permission = "books.view"
	BooksVerify       Permission = "books.verify"
	VenueView         Permission = "venue.view"
	VenueSwitch       Permission = "venue.switch"
	VenueContract     Permission = "venue.contract"
	StaffView         Permission = "staff.view"
	StaffManage       Permission = "staff.manage"
	AuditView         Permission = "audit.view"
	AuditVerify       Permission = "audit.verify"
	AlarmView         Permission = "alarm.view"
	AlarmManage       Permission = "alarm.manage"
	FeedView          Permission = "feed.view"
	FeedPull          Permission = "feed.pull"
	ContentView       Permission = "content.view"
	ContentEdit       Permission = "content.edit"
	SiteManage        Permission = "site.manage"
	GateView          Permission = "gate.view"
	GateClose         Permission = "gate.close"
	GateOpen          Permission = "gate.open"
	ReconView         Permission = "recon.view"
	ReconRun          Permission = "recon.run"
	ReconSettle       Permission = "recon.settle"
	FundView          Permission = "fund.view"
	FundManage        Permission = "fund.manage"
	FundGrant         Permission = "fund.grant"
	VipView           Permission = "vip.view"
	VipManage         Permission = "vip.manage"
	PromoView         Permission = "promo.view"
	PromoManage       Permission = "promo.manage"
)

// Permissions is every permission there is, in the order of the menu.
var Permissions = []Permission{
	DashboardView, EarningView, DataExport, DepositView, DepositConfirm, DepositReview,
	WithdrawalView, WithdrawalClaim, WithdrawalApprove, WithdrawalPay, WithdrawalBatch, BankView, BankImport,
	PlayerView, PlayerReveal, PlayerFreeze, PlayerKick, PlayerReset, PlayerCorrect,
	TransferView, TransferAsk, TransferSettle, CoinView, CoinManage, PaymentView, PaymentManage, CaseView, TicketView, TicketAnswer, ApprovalView, ApprovalDecide,
	BooksView, BooksVerify, VenueView, VenueSwitch, VenueContract, StaffView, StaffManage,
	AuditView, AuditVerify, AlarmView, AlarmManage, FeedView, FeedPull, ContentView, ContentEdit, SiteManage,
	GateView, GateClose, GateOpen, ReconView, ReconRun, ReconSettle,
	FundView, FundManage, FundGrant, VipView, VipManage, PromoView, PromoManage,
}

// Role is a named set of permissions. The roles of Roles are shipped; staff
// change them and make others (SaveRole).
type Role struct {
	Role        string // stable code
	Name        string // Chinese, as shown
	Permissions []Permission
	Version     int64 // 0: as shipped
	ChangedBy   string
	ChangedAt   time.Time

	Removed bool
	place   int // on the screen
}

// Owner reports whether this is the role that has every permission and cannot be changed.
func (r Role) Owner() bool { return r.Role == Owner }

// Owner is the role that may everything; the house never is without one.
const Owner = "owner"

// Roles are the roles as they are shipped, the owner first.
var Roles = []Role{
	{Role: Owner, Name: "管理员", Permissions: Permissions},
	{Role: "finance", Name: "财务", Permissions: []Permission{
		DashboardView, EarningView, DataExport, DepositView, DepositConfirm, DepositReview,
		WithdrawalView, WithdrawalClaim, WithdrawalApprove, WithdrawalPay, WithdrawalBatch, BankView, BankImport,
		PlayerView, TransferView, CoinView, CoinManage, PaymentView, PaymentManage, CaseView, ApprovalView, ApprovalDecide, BooksView, BooksVerify,
		GateView, GateClose, GateOpen, ReconView, ReconRun, ReconSettle, FundView, FundManage, FundGrant, VipView, VipManage, PromoView, PromoManage,
	}},
	{Role: "support", Name: "客服", Permissions: []Permission{
		DashboardView, DepositView, WithdrawalView, CoinView, TicketView, TicketAnswer, PlayerView, PlayerKick, PlayerReset, PlayerCorrect, ContentView, GateView, FundView, VipView, PromoView,
	}},
	{Role: "risk", Name: "风控", Permissions: []Permission{
		DashboardView, PlayerView, PlayerReveal, PlayerFreeze, PlayerKick, PlayerCorrect,
		WithdrawalView, WithdrawalClaim, WithdrawalApprove,
		TransferView, TransferAsk, TransferSettle, CaseView, TicketView, ApprovalView, ApprovalDecide, FeedView, FeedPull,
		GateView, GateClose, GateOpen, ReconView, ReconRun, ReconSettle, VipView, VipManage, PromoView, PromoManage,
	}},
	// What closes the site, names the licence holder or sends players to another
	// address is not among an editor's texts and pictures.
	{Role: "editor", Name: "运营", Permissions: []Permission{VenueView, ContentView, ContentEdit, FundView, FundManage, VipView, PromoView, PromoManage}},
	{Role: "auditor", Name: "审计", Permissions: []Permission{
		DashboardView, EarningView, DataExport, DepositView, WithdrawalView, BankView, PlayerView, TransferView, CoinView, PaymentView, CaseView, TicketView, ApprovalView,
		BooksView, BooksVerify, VenueView, StaffView, AuditView, AuditVerify, AlarmView, FeedView, ContentView, GateView, ReconView, ReconRun, FundView, VipView, PromoView,
	}},
}

var allowed = func() map[string]map[Permission]bool {
	m := map[string]map[Permission]bool{}
	for _, r := range Roles {
		m[r.Role] = map[Permission]bool{}
		for _, p := range r.Permissions {
			m[r.Role][p] = true
		}
	}
	return m
}()

// kindPermission says what the second person must be allowed to do beside
// approval.decide. A kind that is not here can neither be asked for nor decided.
var kindPermission = map[string]Permission{
	"deposit.credit":      DepositReview,
	"withdrawal.approve":  WithdrawalApprove,
	"transfer.settle":     TransferSettle,
	"money.assign":        DepositReview,
	"money.return":        DepositReview,
	"deposit.reverse":     DepositReview,
	"owed.settle":         DepositReview,
	"payout.return":       WithdrawalPay,
	"payout.late":         WithdrawalPay,
	"payout.recover":      WithdrawalPay,
	"payout.fail":         WithdrawalPay,
	"payout.sender":       WithdrawalPay,
	"payout.attempt":      WithdrawalPay,
	"payout.batch":        WithdrawalPay,
	"payout.lost":         WithdrawalPay,
	"player.correct":      PlayerCorrect,
	"player.second_reset": PlayerCorrect,
	"card.remove":         PlayerCorrect,
	"return.lift":         PlayerFreeze,
	"gate.open":           GateOpen,
	"finding.settle":      ReconSettle,
	"finding.rebuild":     ReconSettle,
	"fund.task":           FundManage,
	"fund.grant":          FundGrant,
	"vip.table":           VipManage,
	"vip.setting":         VipManage,
	"vip.release":         VipManage,
	"promo.rule":          PromoManage,
	"promo.start":         PromoManage,
	"promo.release":       PromoManage,
	"promo.cancel":        PromoManage,
	"coin.rate":           CoinManage,
	"coin.payee":          CoinManage,
	"coin.wallet":         CoinManage,
	"cashier.rule":        PaymentManage,
	"site.rule":           PaymentManage,
	"courier.setting":     PaymentManage,
	"pay.method":          PaymentManage,
	"pay.channel":         PaymentManage,
	"pay.gateway":         PaymentManage,
	"pay.company":         PaymentManage,
	"pay.account":         PaymentManage,
	"venue.contract":      VenueContract,
	"staff.roles":         StaffManage,
	"staff.add":           StaffManage,
	"staff.enable":        StaffManage,
	"staff.reset":         StaffManage,
	"staff.role":          StaffManage,
	"staff.network":       StaffManage,
	"staff.limit":         StaffManage,
	"alarm.target":        AlarmManage,
	"alarm.route":         AlarmManage,
	"content.support":     SiteManage,
	"content.download":    SiteManage,
}

// Kinds is every kind of request there is, in order.
func Kinds() []string { return slices.Sorted(maps.Keys(kindPermission)) }

// stepUpKinds are the kinds whose approval needs a fresh code: they change who
// may do what, and where money comes from or goes to.
var stepUpKinds = map[string]bool{
	"staff.roles": true, "staff.add": true, "staff.enable": true, "staff.reset": true, "staff.role": true, "staff.network": true, "staff.limit": true,
	"alarm.target": true, "alarm.route": true, "gate.open": true, "coin.rate": true, "coin.payee": true, "coin.wallet": true, "venue.contract": true,
	"cashier.rule": true, "site.rule": true, "courier.setting": true, "pay.method": true, "pay.channel": true, "pay.gateway": true, "pay.company": true, "pay.account": true,
	"content.support": true, "content.download": true,
}

// NeedsStepUp reports whether a request of this kind is approved with a fresh code only.
func NeedsStepUp(kind string) bool { return stepUpKinds[kind] }

// Can reports whether one of an actor's roles holds a permission. What is not
// named is not allowed. An actor of a session has the rights that its roles gave
// when the request began; one that has no session has those of the shipped roles.
func (s *Staff) Can(by Actor, p Permission) bool {
	if by.Rights != nil {
		return by.Rights[p]
	}
	return Can(by.Roles, p)
}

// PermissionsOf is everything an actor may do, in the order of the menu.
func (s *Staff) PermissionsOf(by Actor) []Permission {
	return slices.DeleteFunc(slices.Clone(Permissions), func(p Permission) bool { return !s.Can(by, p) })
}

// Can reports whether one of the roles, as they are shipped, holds a permission.
func Can(roles []string, p Permission) bool {
	return slices.ContainsFunc(roles, func(r string) bool { return allowed[r][p] })
}

func JoinRoles(roles []string) string { return strings.Join(roles, ",") }

func SplitRoles(text string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(text, ",")
}
