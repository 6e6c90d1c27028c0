package staff

import (
	"maps"
	"slices"
	"strings"
)

// Permission names one thing that staff may do. Each route of the back office
// names the one it needs.
type Permission string

// The permissions.
const (
	DashboardView     Permission = "dashboard.view"
	DepositView       Permission = "deposit.view"
	DepositConfirm    Permission = "deposit.confirm"
	DepositReview     Permission = "deposit.review"
	WithdrawalView    Permission = "withdrawal.view"
	WithdrawalClaim   Permission = "withdrawal.claim"
	WithdrawalApprove Permission = "withdrawal.approve"
	WithdrawalPay     Permission = "withdrawal.pay"
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
	DashboardView, DepositView, DepositConfirm, DepositReview,
	WithdrawalView, WithdrawalClaim, WithdrawalApprove, WithdrawalPay,
	PlayerView, PlayerReveal, PlayerFreeze, PlayerKick, PlayerReset, PlayerCorrect,
	TransferView, TransferAsk, TransferSettle, CoinView, CoinManage, CaseView, TicketView, TicketAnswer, ApprovalView, ApprovalDecide,
	BooksView, BooksVerify, VenueView, VenueSwitch, VenueContract, StaffView, StaffManage,
	AuditView, AuditVerify, FeedView, FeedPull, ContentView, ContentEdit, SiteManage,
	GateView, GateClose, GateOpen, ReconView, ReconRun, ReconSettle,
	FundView, FundManage, FundGrant, VipView, VipManage, PromoView, PromoManage,
}

// Role is a named set of permissions. Roles are code, so that what a role may
// do is changed by a reviewed release and never by a click.
type Role struct {
	Role        string // stable code
	Name        string // Chinese, as shown
	Permissions []Permission
}

// owner is the role that may everything; the house never is without one.
const owner = "owner"

// Roles is every role there is.
var Roles = []Role{
	{owner, "管理员", Permissions},
	{"finance", "财务", []Permission{
		DashboardView, DepositView, DepositConfirm, DepositReview,
		WithdrawalView, WithdrawalClaim, WithdrawalApprove, WithdrawalPay,
		PlayerView, TransferView, CoinView, CoinManage, CaseView, ApprovalView, ApprovalDecide, BooksView, BooksVerify,
		GateView, GateClose, GateOpen, ReconView, ReconRun, ReconSettle, FundView, FundManage, FundGrant, VipView, VipManage, PromoView, PromoManage,
	}},
	{"support", "客服", []Permission{
		DashboardView, DepositView, WithdrawalView, CoinView, TicketView, TicketAnswer, PlayerView, PlayerKick, PlayerReset, PlayerCorrect, ContentView, GateView, FundView, VipView, PromoView,
	}},
	{"risk", "风控", []Permission{
		DashboardView, PlayerView, PlayerReveal, PlayerFreeze, PlayerKick, PlayerCorrect,
		WithdrawalView, WithdrawalClaim, WithdrawalApprove,
		TransferView, TransferAsk, TransferSettle, CaseView, TicketView, ApprovalView, ApprovalDecide, FeedView, FeedPull,
		GateView, GateClose, GateOpen, ReconView, ReconRun, ReconSettle, VipView, VipManage, PromoView, PromoManage,
	}},
	// What closes the site, names the licence holder or sends players to another
	// address is not among an editor's texts and pictures.
	{"editor", "运营", []Permission{VenueView, ContentView, ContentEdit, FundView, FundManage, VipView, PromoView, PromoManage}},
	{"auditor", "审计", []Permission{
		DashboardView, DepositView, WithdrawalView, PlayerView, TransferView, CoinView, CaseView, TicketView, ApprovalView,
		BooksView, BooksVerify, VenueView, StaffView, AuditView, AuditVerify, FeedView, ContentView, GateView, ReconView, ReconRun, FundView, VipView, PromoView,
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
	"deposit.credit":     DepositReview,
	"withdrawal.approve": WithdrawalApprove,
	"transfer.settle":    TransferSettle,
	"money.assign":       DepositReview,
	"money.return":       DepositReview,
	"deposit.reverse":    DepositReview,
	"owed.settle":        DepositReview,
	"payout.return":      WithdrawalPay,
	"payout.late":        WithdrawalPay,
	"payout.recover":     WithdrawalPay,
	"payout.fail":        WithdrawalPay,
	"payout.sender":      WithdrawalPay,
	"player.correct":     PlayerCorrect,
	"card.remove":        PlayerCorrect,
	"return.lift":        PlayerFreeze,
	"gate.open":          GateOpen,
	"finding.settle":     ReconSettle,
	"finding.rebuild":    ReconSettle,
	"fund.task":          FundManage,
	"fund.grant":         FundGrant,
	"vip.table":          VipManage,
	"vip.setting":        VipManage,
	"vip.release":        VipManage,
	"promo.rule":         PromoManage,
	"promo.start":        PromoManage,
	"promo.release":      PromoManage,
	"promo.cancel":       PromoManage,
	"coin.rate":          CoinManage,
	"coin.payee":         CoinManage,
	"coin.wallet":        CoinManage,
	"venue.contract":     VenueContract,
	kindRoles:            StaffManage,
	kindAdd:              StaffManage,
	kindEnable:           StaffManage,
	kindReset:            StaffManage,
}

// Kinds is every kind of request there is, in order.
func Kinds() []string { return slices.Sorted(maps.Keys(kindPermission)) }

// stepUpKinds are the kinds whose approval needs a fresh code: they change who
// may do what, and where money comes from or goes to.
var stepUpKinds = map[string]bool{
	kindRoles: true, kindAdd: true, kindEnable: true, kindReset: true,
	"gate.open": true, "coin.rate": true, "coin.payee": true, "coin.wallet": true, "venue.contract": true,
}

// NeedsStepUp reports whether a request of this kind is approved with a fresh code only.
func NeedsStepUp(kind string) bool { return stepUpKinds[kind] }

// Can reports whether one of an actor's roles holds a permission. What is not
// named is not allowed.
func (s *Staff) Can(by Actor, p Permission) bool { return Can(by.Roles, p) }

// Can reports whether one of the roles holds a permission.
func Can(roles []string, p Permission) bool {
	return slices.ContainsFunc(roles, func(r string) bool { return allowed[r][p] })
}

// PermissionsOf is everything the roles allow together, in the order of the menu.
func PermissionsOf(roles []string) []Permission {
	return slices.DeleteFunc(slices.Clone(Permissions), func(p Permission) bool { return !Can(roles, p) })
}

// checkRoles returns the roles sorted and without repeats, or ErrRole for none
// or an unknown one.
func checkRoles(roles []string) ([]string, error) {
	sorted := slices.Compact(slices.Sorted(slices.Values(roles)))
	if len(sorted) == 0 {
		return nil, ErrRole
	}
	for _, r := range sorted {
		if allowed[r] == nil {
			return nil, ErrRole
		}
	}
	return sorted, nil
}

func joinRoles(roles []string) string { return strings.Join(roles, ",") }

func splitRoles(text string) []string {
	if text == "" {
		return []string{}
	}
	return strings.Split(text, ",")
}
