package cash

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/fault"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

var errNoCase = fault.New(fault.NotFound, "admin.no_case", "没有找到该案件")

// CaseDetail is a case with what each side said and what may be done about it.
type CaseDetail struct {
	Case
	Open     bool           `json:"open"`
	Facts    []staff.Detail `json:"facts"`
	Timeline []Said         `json:"timeline"`
	Actions  []string       `json:"actions" enumOf:"case action"`
}

// Said is one thing that a person or a company said or did about a case.
type Said struct {
	At   wire.Ms `json:"at"`
	By   string  `json:"by"`
	What string  `json:"what"`
	Text *string `json:"text"`
	Raw  *string `json:"raw"` // as it arrived
}

// oneCase shows a case by what it is about; a settled one too.
func (s *Handlers) oneCase(ctx context.Context, c *route.Call) (CaseDetail, error) {
	kind, id, _ := strings.Cut(c.ID(), ":")
	make := map[string]func(context.Context, string) (caseView, error){
		"transfer": s.transferView, "deposit": s.depositView, "money": s.moneyView, "withdrawal": s.payoutView, "owed": s.owedView, "return": s.returnView,
	}[kind]
	if make == nil || id == "" {
		return CaseDetail{}, errNoCase
	}
	v, err := make(ctx, id)
	if err != nil {
		return CaseDetail{}, err
	}
	if !s.Staff.Can(c.By, caseViews[v.Kind]) {
		return CaseDetail{}, staff.ErrDenied
	}
	v.ID, v.KindText = c.ID(), caseTexts[v.Kind]
	if err := s.addRequests(ctx, &v); err != nil {
		return CaseDetail{}, err
	}
	v.Actions = []string{}
	for _, may := range v.may {
		if s.Staff.Can(c.By, may.permission) && (v.ApprovalID == nil || may.code == "transfer.ask") {
			v.Actions = append(v.Actions, may.code)
		}
	}
	slices.SortStableFunc(v.Timeline, func(a, b Said) int { return cmp.Compare(a.At, b.At) })
	return v.CaseDetail, nil
}

// caseView is a case before it is known who looks at it.
type caseView struct {
	CaseDetail
	may []caseAct
}

// CaseActions are the codes of the actions.
var CaseActions = []string{
	"transfer.ask", "transfer.settle", "deposit.credit", "deposit.close", "deposit.reverse", "money.assign", "money.return",
	"payout.return", "payout.late", "payout.recover", "owed.settle",
}

type caseAct struct {
	code       string
	permission staff.Permission
}

// addFact adds what is known; what is not is left out.
func (v *caseView) addFact(label, value string) {
	if value != "" {
		v.Facts = append(v.Facts, staff.Detail{Label: label, Value: value})
	}
}

func (v *caseView) addAmount(label string, amount money.Fen) {
	if amount > 0 {
		v.addFact(label, amount.Grouped())
	}
}

// addRequests adds what people asked each other, and the request that waits.
func (s *Handlers) addRequests(ctx context.Context, v *caseView) error {
	list, _, err := s.Staff.Approvals(ctx, staff.ApprovalFilter{Subject: v.ID, Page: staff.Page{Size: 100}})
	for _, a := range list {
		if a.State == staff.Pending {
			v.ApprovalID = wire.TextOrNull(a.ID)
		}
		if v.Kind == caseTransfer || v.Kind == order.CaseOwed { // the others' own history has it
			v.Timeline = append(v.Timeline, Said{At: wire.InMs(a.MadeAt), By: a.MakerName, What: "提交审批：" + a.Title, Text: wire.TextOrNull(a.Reason)})
		}
		if what := map[string]string{staff.Approved: "审批通过", staff.Refused: "审批拒绝", staff.Void: "审批作废"}[a.State]; what != "" {
			v.Timeline = append(v.Timeline, Said{At: wire.InMs(a.DecidedAt), By: a.CheckerName, What: what, Text: wire.TextOrNull(a.Decision)})
		}
	}
	return err
}

func (s *Handlers) transferView(ctx context.Context, id string) (caseView, error) {
	t, asks, err := s.Wallets.Find(ctx, s.Read, id)
	if err != nil {
		return caseView{}, err
	}
	names, err := s.Venues.Names(ctx, s.Read)
	if err != nil {
		return caseView{}, err
	}
	v := caseView{CaseDetail: CaseDetail{Case: transferCase(t, names), Open: t.Stuck(), Facts: []staff.Detail{
		{Label: "玩家", Value: t.Player}, {Label: "场馆", Value: cmp.Or(names[t.Venue], t.Venue)}, {Label: "方向", Value: t.Direction.Text()},
		{Label: "订单金额", Value: t.Amount.Grouped()}, {Label: "场馆订单号", Value: t.Ref}, {Label: "状态", Value: t.StateText()},
	}}}
	v.addAmount("场馆金额", t.Moved)
	v.Timeline = []Said{{At: wire.InMs(t.CreatedAt), By: cmp.Or(t.By, "系统"), What: "发起转账", Text: wire.TextOrNull(t.Amount.Grouped() + "元")}}
	for _, a := range asks {
		by, what := "场馆", map[string]string{"send": "答复转账请求：", "ask": "答复查询：", "hand": "人工处理："}[a.Call]+a.AnswerText()
		if a.Call == "hand" {
			by = a.By
		}
		v.Timeline = append(v.Timeline, Said{At: wire.InMs(a.At), By: by, What: what, Text: wire.TextOrNull(a.Text)})
	}
	if v.Open {
		v.may = []caseAct{{"transfer.ask", staff.TransferAsk}, {"transfer.settle", staff.TransferSettle}}
	}
	return v, nil
}

func told(history []order.Note) []Said {
	return api.Each(history, func(n order.Note) Said {
		return Said{At: wire.InMs(n.At), By: n.By, What: n.What, Text: wire.TextOrNull(n.Reason)}
	})
}

func (s *Handlers) depositView(ctx context.Context, sn string) (caseView, error) {
	d, err := s.Cashier.Deposits.Detail(ctx, sn)
	if err != nil {
		return caseView{}, err
	}
	v := caseView{CaseDetail: CaseDetail{
		Case: Case{Kind: order.CaseDeposit, Title: "存款 " + d.SN, PlayerID: wire.TextOrNull(d.Player), Player: wire.TextOrNull(d.Player), Amount: wire.InYuan(d.Amount), Since: wire.InMs(d.CreatedAt), Reason: wire.TextOrNull(d.ReviewReason)},
		Facts: []staff.Detail{
			{Label: "玩家", Value: d.Player}, {Label: "存款方式", Value: d.Method + " " + d.Channel}, {Label: "订单金额", Value: d.Amount.Grouped()},
			{Label: "状态", Value: deposit.StateText(d.State)},
		},
		Timeline: told(d.History),
	}}
	if d.Coins > 0 {
		v.addFact("应收数量", coinText(d.Coins)+"，汇率 "+d.Rate.String())
		v.addFact("收款地址", d.CoinAddress)
		v.addFact("链上转账", d.GatewayTxn)
	} else {
		v.addFact("支付通道流水号", d.GatewayTxn)
	}
	v.addFact("银行流水号", d.BankRef)
	v.addAmount("通道确认金额", d.Proved)
	v.addAmount("已入账", d.Received)
	for _, b := range d.Callbacks {
		v.Timeline = append(v.Timeline, Said{At: wire.InMs(b.At), By: "支付通道 " + b.Remote, What: "回调：" + verdictText(b.Verdict), Text: wire.TextOrNull(b.Note), Raw: wire.TextOrNull(b.Raw)})
	}
	v.Open = d.State == deposit.Review || d.Suspended()
	switch {
	case d.State == deposit.Review && d.Coins > 0: // only what a chain has brought is credited
		v.may = []caseAct{{"deposit.close", staff.DepositReview}}
	case d.State == deposit.Review:
		v.may = []caseAct{{"deposit.credit", staff.DepositReview}, {"deposit.close", staff.DepositReview}}
	case d.State == deposit.Credited && d.Coins == 0:
		v.may = []caseAct{{"deposit.reverse", staff.DepositReview}}
	case d.Suspended():
		v.Kind = order.CaseMoney
	}
	if d.Suspended() {
		v.Amount = wire.InYuan(d.Proved)
		v.may = append(v.may, caseAct{"money.assign", staff.DepositReview}, caseAct{"money.return", staff.DepositReview})
	}
	return v, nil
}

func verdictText(verdict string) string {
	return cmp.Or(map[string]string{
		"accepted": "已受理", "duplicate": "重复", "bad_signature": "签名错误", "amount_differs": "金额不符", "late": "逾期", "over_limit": "超出玩家自设限额",
		"unconfirmed": "网关不能查询", "unreadable": "无法识别",
	}[verdict], "待确认")
}

func (s *Handlers) moneyView(ctx context.Context, sn string) (caseView, error) {
	m, history, err := s.Cashier.Incoming.Find(ctx, sn)
	if err != nil {
		return caseView{}, err
	}
	v := caseView{CaseDetail: CaseDetail{
		Case: Case{Kind: order.CaseMoney, Title: "来款 " + m.SN, Amount: wire.InYuan(m.Amount), Coins: wire.InCoinsOrNull(m.Coins), Since: wire.InMs(m.CreatedAt), Reason: wire.TextOrNull(m.Note)},
		Open: m.State == suspense.StrayOpen,
		Facts: []staff.Detail{
			{Label: "收款账户", Value: s.Cashier.Incoming.PlaceLabel(ctx, s.Read, m.Account)}, {Label: "金额", Value: cmp.Or(coinText(m.Coins), m.Amount.Grouped())}, {Label: "付款人", Value: m.Payer},
			{Label: "流水号", Value: m.Txn}, {Label: "登记人", Value: m.MadeBy},
		},
		Timeline: told(history),
	}}
	switch m.State {
	case suspense.StrayAssigned:
		v.Facts = append(v.Facts, staff.Detail{Label: "入账订单", Value: m.Deposit})
	case suspense.StrayReturned:
		v.Facts = append(v.Facts, staff.Detail{Label: "退款流水号", Value: m.Reference})
	default:
		v.may = []caseAct{{"money.assign", staff.DepositReview}, {"money.return", staff.DepositReview}}
	}
	return v, nil
}

// coinText is an amount of USDT for people, "" for none.
func coinText(c money.Coins) string {
	if c == 0 {
		return ""
	}
	return c.String() + " USDT"
}

func (s *Handlers) payoutView(ctx context.Context, sn string) (caseView, error) {
	w, err := s.Cashier.Withdrawals.Detail(ctx, sn)
	if err != nil {
		return caseView{}, err
	}
	centre, err := s.Ledger.Balance(ctx, s.Read, ledger.Centre(w.Player))
	if err != nil {
		return caseView{}, err
	}
	v := caseView{CaseDetail: CaseDetail{
		Case: Case{Kind: order.CasePayout, Title: "提款 " + w.SN, PlayerID: wire.TextOrNull(w.Player), Player: wire.TextOrNull(w.Player), Amount: wire.InYuan(w.Amount), Since: wire.InMs(w.CreatedAt), Reason: wire.TextOrNull(w.Reason)},
		Open: w.Exposed,
		Facts: []staff.Detail{
			{Label: "玩家", Value: w.Player}, {Label: "金额", Value: w.Amount.Grouped()}, {Label: "状态", Value: withdrawalState(w.Withdrawal)},
			{Label: "收款账户", Value: w.BankName + " 尾号" + w.Tail}, {Label: "出款流水号", Value: cmp.Or(w.Reference, "无")},
			{Label: "玩家中心钱包", Value: money.Fen(centre).Grouped()},
		},
		Timeline: told(w.History),
	}}
	switch w.State {
	case withdrawal.Paid:
		if w.Payout == nil { // coins do not come back by themselves
			v.may = append(v.may, caseAct{"payout.return", staff.WithdrawalPay})
		}
	case withdrawal.Failed, withdrawal.Rejected:
		v.may = append(v.may, caseAct{"payout.late", staff.WithdrawalPay})
	}
	if w.Exposed {
		v.may = append(v.may, caseAct{"payout.recover", staff.WithdrawalPay})
	}
	return v, nil
}

func (s *Handlers) owedView(ctx context.Context, id string) (caseView, error) {
	p, err := s.Players.Find(ctx, s.Read, id)
	if err != nil {
		return caseView{}, err
	}
	owed, err := s.Cashier.Deposits.Owed(ctx, s.Read, p.ID)
	if err != nil {
		return caseView{}, err
	}
	centre, err := s.Ledger.Balance(ctx, s.Read, ledger.Centre(p.ID))
	if err != nil {
		return caseView{}, err
	}
	lines, err := s.Ledger.Postings(ctx, s.Read, ledger.Filter{Account: ledger.HouseOwed(p.ID).Name, Limit: 200})
	if err != nil {
		return caseView{}, err
	}
	v := caseView{CaseDetail: CaseDetail{
		Case: Case{Kind: order.CaseOwed, Title: "玩家欠款 " + p.Name, PlayerID: wire.TextOrNull(p.ID), Player: wire.TextOrNull(p.Name), Amount: wire.InYuan(owed), Since: wire.InMs(p.CreatedAt)},
		Open: owed > 0,
		Facts: []staff.Detail{
			{Label: "玩家", Value: p.Name}, {Label: "欠款", Value: owed.Grouped()}, {Label: "中心钱包", Value: money.Fen(centre).Grouped()},
		},
		Timeline: []Said{},
	}}
	for _, l := range lines {
		v.Since = wire.InMs(l.At) // the newest first, so the oldest stays
		v.Timeline = append(v.Timeline, Said{At: wire.InMs(l.At), By: l.By, What: cmp.Or(wire.EntryKinds[l.Kind], l.Kind), Text: wire.TextOrNull(money.Fen(l.Amount).Grouped() + "元 " + l.Ref)})
	}
	if v.Open {
		v.may = []caseAct{{"owed.settle", staff.DepositReview}}
	}
	return v, nil
}
