package finding

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/guard"
	"hongyun/internal/money"
)

// Kind says what sort of break a finding is. The part before the dot is the
// comparison that finds it.
type Kind string

// The kinds. Those of the books are "books." and the table in which
// ledger.Verify found the row.
const (
	Audit Kind = "audit.row" // the audit trail was altered

	GatewayAmount     Kind = "gateway.amount"     // paid there with another amount
	GatewayUncredited Kind = "gateway.uncredited" // paid there, not booked here
	GatewayUnpaid     Kind = "gateway.unpaid"     // credited here, not paid there
	GatewayMissing    Kind = "gateway.missing"    // credited here, not known there
	GatewayUnknown    Kind = "gateway.unknown"    // paid there, no order here

	VenueState   Kind = "venue.state"   // carried out on one side only
	VenueAmount  Kind = "venue.amount"  // carried out with another amount
	VenueUnknown Kind = "venue.unknown" // carried out there, no transfer here
	Balance      Kind = "venue.balance" // a player's money there is not what we expect
	Bets         Kind = "venue.bets"    // a day's bets there are not ours

	Sum      Kind = "watch.sum"      // the accounts of an asset do not add up to zero
	Negative Kind = "watch.negative" // an account is below zero that may not be
	Account  Kind = "watch.account"  // a balance is not what its newest posting left
	Orphan   Kind = "watch.orphan"   // an entry without its postings or its order
	Proof    Kind = "watch.proof"    // a credit without proof
	Scope    Kind = "watch.scope"    // an entry that no code of this program makes
	Hold     Kind = "watch.hold"     // money held for an order longer than the limit
	Guard    Kind = "watch.guard"    // a guard trigger is missing
	Node     Kind = "watch.node"     // a chain's node serves another network
)

// Books is the kind of a row that ledger.Verify found broken.
func Books(table string) Kind { return Kind("books." + table) }

// States of a finding.
const (
	Open    = "open"
	Settled = "settled" // people decided
	Cleared = "cleared" // a later comparison found it right
)

// States are the states of a finding.
var States = []string{Open, Settled, Cleared}

// Finding is one break: what we have, what there is, and where.
type Finding struct {
	ID      string
	Kind    Kind
	Subject string // type and id: "deposit:D2026…", "transfer:…", "balance:ky:ming", "entry:…"
	Channel string // books, gateway:{code} or venue:{code}
	Player  string

	Expected   string // what we have, for people
	Found      string // what there is
	Difference money.Fen
	Detail     string // what the check that found it said, in plain English; "" where Found says it all

	// The company's own row, where there is one.
	Ref, Txn string
	Amount   money.Fen
	At       time.Time

	FirstSeen, LastSeen time.Time
	Seen                int
	State               string
	Note                string
	SettledBy           string
	EndedAt             time.Time // zero while open
	ApprovalID          string    // the open request to settle it, "" if none
}

// about describes each kind to people: its name, the error, and advice.
type about struct {
	title string
	what  string
	look  string
}

var abouts = map[Kind]about{
	Audit: {"审计记录被改动", "审计链在此处断开，记录被改动、删除或插入", "对照日志系统中同一序号的 audit 行与哈希，查明谁能直接写数据库"},

	GatewayAmount:     {"网关金额不符", "网关实收金额与我方入账金额不一致", "打开该存款订单与网关后台的同一笔，对照金额与流水号；差额需双人调账"},
	GatewayUncredited: {"网关已收未入账", "网关显示已付款，我方未入账", "核对网关流水号与金额；确认后在存款复核中入账"},
	GatewayUnpaid:     {"已入账但网关未付", "我方已入账，网关显示未付款", "查看该存款的回调原文与操作记录，向网关核实；核实前不要放款给该玩家"},
	GatewayMissing:    {"网关无此订单", "我方已入账，网关查不到该订单", "查看该存款的回调原文与操作记录，向网关核实；核实前不要放款给该玩家"},
	GatewayUnknown:    {"网关有款无订单", "网关有一笔已付款，我方没有对应订单", "按网关订单号与流水号查找付款人；恢复备份后出现时，按缺失订单补录（双人）"},

	VenueState:   {"转账结果不符", "同一笔转账，场馆与我方的结果相反", "打开该转账查看应答记录，向场馆核实后双人处理"},
	VenueAmount:  {"转账金额不符", "同一笔转账，场馆的金额与我方不同", "打开该转账查看应答记录，向场馆核实后双人处理"},
	VenueUnknown: {"场馆有转账无订单", "场馆有一笔转账，我方没有对应记录", "按场馆单号向场馆核实；恢复备份后出现时，按缺失转账补录（双人）"},
	Bets:         {"场馆日注单不符", "场馆再次列出的某日已结算注单与我方不一致", "按注单号在注单查询与注单同步的异常行中对照，向场馆核实；可在注单同步中重新拉取该日时段"},
	Balance:      {"场馆余额不符", "玩家在场馆的余额与我方账面不一致，注单已拉取到该时刻之后", "对照该玩家在场馆的转账与注单明细；可能是场馆少报注单、私自调账或未知转账"},

	Sum:      {"总账不平", "同一资产的全部账户相加不为零", "立即运行核对账目，找出第一条被改动的记录"},
	Negative: {"余额为负", "不允许为负的账户余额为负", "查看该账户的最近分录；数据库约束可能被移除"},
	Account:  {"余额与分录不符", "账户余额不等于最近一条分录之后的余额", "查看该账户的最近分录；余额行可能被直接修改"},
	Orphan:   {"孤立的账目", "账目缺少分录，或没有对应的订单", "按编号查看该账目由谁记入；没有订单的钱不能放出"},
	Proof:    {"无凭证入账", "存款已入账，但没有付款凭证", "查看该存款的回调与操作记录；核实前不要放款给该玩家"},
	Scope:    {"来源不明的账目", "账目的来源不属于任何业务", "按编号查看该账目由谁记入、钱到了哪个账户"},
	Hold:     {"占用超时", "款项被占用超过时限，订单仍未有结果", "打开该订单查看应答记录，向对方查询后处理"},
	Guard:    {"数据库防护缺失", "禁止修改或删除的规则不见了", "查明谁改动了数据库结构，并恢复该规则"},
	Node:     {"链上节点不是所配置的网络", "节点的链号、创世区块或代币小数位与配置不符，已停止读取该网络，不入账也不核对出款", "核对该网络的节点地址与代币合约配置；改正后系统自动恢复"},
}

// booksAbout names the tables in which ledger.Verify and the nouns' checks
// find rows.
var booksAbout = map[string]about{
	"entry":         {"交易记录", "", "按编号查看该交易与其订单；与备份或日志对照"},
	"posting":       {"分录", "", "按编号查看该分录与其订单；与备份或日志对照"},
	"account":       {"账户余额", "", "重新累加该账户的分录，对照玩家的订单；余额行可能被直接修改"},
	"month_seal":    {"已封存月份", "", "该月账目在封存后被改动、增加或删除；与备份或日志中的封存值对照"},
	"month_balance": {"已封存月份的余额", "", "该月的期末余额在封存后被改动；与备份对照"},
	"checkpoint":    {"检查点", "", "检查点被改动；余额以分录为准"},
	"transfer":      {"转账订单", "", "对照该转账的分录与场馆应答记录"},
	"deposit":       {"存款订单", "", "对照该存款的分录、回调原文与操作记录"},
	"withdrawal":    {"提款订单", "", "对照该提款的分录与操作记录；核实前不要出款"},
	"cashier_proof": {"付款凭证", "", "对照该流水号的两个订单，向网关核实"},
	"bet":           {"注单", "", "对照场馆的注单明细；可在注单同步中重新拉取该时段"},
	"bet_day":       {"注单日汇总", "", "按注单重新累加该玩家当日的汇总"},
	"window":        {"注单窗口", "", "在注单同步中重新拉取该时段"},
}

func (k Kind) about() about {
	if a, ok := abouts[k]; ok {
		return a
	}
	table := strings.TrimPrefix(string(k), "books.")
	if a, ok := booksAbout[table]; ok {
		return about{a.title + "与账不符", a.title + "与账目不一致", a.look}
	}
	return about{"账目不符（" + table + "）", "记录与账目不一致", "按编号查看该记录；与备份或日志对照"}
}

// Title is the kind's name in Chinese.
func (k Kind) Title() string { return k.about().title }

// Group is the comparison that finds a kind.
func (k Kind) Group() string {
	group, _, _ := strings.Cut(string(k), ".")
	return group
}

// What describes the difference in Chinese, with the figures.
func (f Finding) What() string {
	text := f.Kind.about().what
	if f.Expected != "" || f.Found != "" {
		text += "：我方 " + cmp.Or(f.Expected, "无") + "，实际 " + cmp.Or(f.Found, "无")
	}
	if f.Difference != 0 {
		text += "，相差 " + f.Difference.String() + " 元"
	}
	return text
}

// ChannelText is the finding's channel in Chinese.
func (f Finding) ChannelText() string {
	if door := guard.Door(f.Channel); door.Known() {
		return door.Text()
	}
	return strings.Replace(f.Channel, "books", "账本", 1)
}

// Look says in Chinese what a person should look at.
func (f Finding) Look() string { return f.Kind.about().look }

// Clears reports whether a finding ends when a later comparison finds its
// subject right. An answer that came late is an explanation in itself. A row
// of our own books that was broken and is whole again is not.
func (k Kind) Clears() bool {
	switch k.Group() {
	case "gateway", "venue":
		return true
	}
	return k == Hold || k.Lasts()
}

// Lasts reports whether a finding of this kind is a state of the installation
// and no event. It ends when the state does, and people cannot settle it: once
// settled, it would never be found again (H-264).
func (k Kind) Lasts() bool { return k == Guard || k == Node }

// Door is the door closed while a finding of this kind is open, "" for none: a
// hold that takes long loses no money.
func (f Finding) Door(limit money.Fen) guard.Door {
	switch {
	case f.Kind == Hold || f.Kind.Lasts() || f.Kind == Books("bet_day"):
		return ""
	case f.Kind.Group() != "venue":
		return guard.DoorWithdrawals
	case (f.Kind == Balance || f.Kind == Bets) && max(f.Difference, -f.Difference) <= limit:
		return ""
	}
	_, code, _ := strings.Cut(f.Channel, ":")
	return guard.VenueDoor(code)
}

// TakesTwo reports whether settling takes a second person.
func (f Finding) TakesTwo() bool { return f.Kind != Hold && !f.Kind.Lasts() }

// Place is the unique key of an open finding.
func (f Finding) Place() string { return string(f.Kind) + " " + f.Subject }

// Contents are the facts that people settle. A balance that was right or moved
// meanwhile, and differs by the same again, is another break.
func (f Finding) Contents() string {
	at := int64(0)
	if f.Kind == Balance && !f.At.IsZero() {
		at = f.At.UnixMilli()
	}
	return strings.Join([]string{string(f.Kind), f.Subject, f.Expected, f.Found, f.Difference.String(), strconv.FormatInt(at, 10)}, "\x00")
}
