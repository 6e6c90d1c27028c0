package statement

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/fund"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/promo/award"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/vip"
	"hongyun/internal/wallet"
)

// The states of a receipt, as the documented records number them.
const (
	Open   = cashier.InProgress
	Done   = cashier.Done
	Failed = cashier.NotDone
)

// Bonds is the unit of amounts in the bonus fund, which are no money yet.
const Bonds = "C$"

// Step is one point of a record's way. At is zero for what is to come.
type Step struct {
	At   time.Time
	Text string
	Done bool
}

// Fact is something a receipt says, with its name in Chinese.
type Fact struct{ Label, Text string }

// Linked is another record that belongs to this one.
type Linked struct {
	Number, Text string
	Amount       money.Fen
}

// Receipt is everything a player may know of one record.
type Receipt struct {
	Number    string
	Kind      Kind
	Text      string // the kind in Chinese
	Amount    money.Fen
	Unit      string // Bonds, or "" for yuan
	Status    int
	StateText string
	At        time.Time
	Steps     []Step
	Facts     []Fact
	Next      string // what happens to the money now, "" when all is done
	Act       bool   // the player has to fill in a name and a bank card first
	Reason    string
	Linked    []Linked
	Turnover  []turnover.BucketReport
	TakeBack  bool // the player can take this withdrawal back
}

// Receipt finds a record of a player by the number that the player sees. It
// fails with ErrNoReceipt, also for another player's record.
func (s *Statement) Receipt(ctx context.Context, r db.Reader, player, text string) (Receipt, error) {
	clean, letter, from, ok := number.Parse(text)
	if !ok {
		return s.order(ctx, r, player, strings.TrimSpace(text))
	}
	switch letter {
	case number.Transfer:
		return s.transfer(ctx, r, player, clean, from)
	case number.Bonus:
		return s.award(ctx, r, player, clean, from)
	case number.Fund:
		return s.fund(ctx, r, player, clean, from)
	case number.VIP:
		return s.vip(ctx, r, player, clean, from)
	}
	return s.movement(ctx, r, player, clean, from)
}

// order is the receipt of a deposit or a withdrawal, which have numbers of their own.
func (s *Statement) order(ctx context.Context, r db.Reader, player, sn string) (Receipt, error) {
	d, err := s.Deposits.Find(ctx, player, sn)
	if err == nil {
		return s.deposit(ctx, r, d)
	}
	if _, told := fault.Of(err); !told {
		return Receipt{}, err
	}
	w, err := s.Withdrawals.Find(ctx, player, sn)
	if err == nil {
		return s.withdrawal(ctx, r, w)
	}
	if _, told := fault.Of(err); !told {
		return Receipt{}, err
	}
	return Receipt{}, ErrNoReceipt
}

var depositTexts = map[string]struct {
	status     int
	text, next string
}{
	deposit.Pending:  {Open, "待支付", "付款后自动到账。若已付款，请点“我已付款”或凭单号联系客服，款项不会丢失。"},
	deposit.Claimed:  {Open, "处理中", "已收到您的付款确认，核实后自动入账，请勿重复付款。"},
	deposit.Review:   {Open, "人工核实中", "客服正在人工核实这笔款项，核实后入账，款项不会丢失。"},
	deposit.Credited: {Done, "成功", ""},
	deposit.Expired:  {Failed, "已过期", "订单未在限时内付款，没有扣款。若您已付款，请凭单号联系客服，核实后入账。"},
	deposit.Closed:   {Failed, "已关闭", "订单已关闭，没有入账。若您已付款，请凭单号联系客服。"},
	deposit.Reversed: {Failed, "已冲正，款项已扣回", "支付公司撤回了这笔付款，金额已从中心钱包扣回。如有疑问请凭单号联系客服。"},
}

func (s *Statement) deposit(ctx context.Context, r db.Reader, d deposit.Deposit) (Receipt, error) {
	state := depositTexts[d.State]
	out := Receipt{
		Number: d.SN, Kind: Deposit, Text: "存款", Amount: cmp.Or(d.Received, d.Amount), Status: state.status, StateText: state.text, Next: state.next, At: d.CreatedAt,
	}
	out.step(d.CreatedAt, "提交存款订单")
	if !d.ClaimedAt.IsZero() {
		out.step(d.ClaimedAt, "您确认已付款")
	}
	switch d.State {
	case deposit.Credited:
		out.step(d.EndedAt, "款项到账，入中心钱包")
	case deposit.Reversed:
		out.step(d.EndedAt, "款项到账，后被支付公司撤回")
	case deposit.Expired, deposit.Closed:
		out.step(d.EndedAt, state.text)
	case deposit.Review:
		out.Steps = append(out.Steps, Step{Text: "人工核实"}, Step{Text: "到账"})
	default:
		out.Steps = append(out.Steps, Step{Text: "核实付款"}, Step{Text: "到账"})
	}
	out.fact("支付方式", strings.Trim(d.Method+" · "+d.Channel, " ·"))
	out.fact("订单金额", "¥"+d.Amount.Grouped())
	if d.Received > 0 {
		out.fact("到账金额", "¥"+d.Received.Grouped())
	}
	if d.Payee.Number != "" {
		out.fact("收款账户", d.Payee.Bank+" 尾号 "+tail(d.Payee.Number))
	}
	if d.Network != "" {
		out.fact("收款地址", usdt.NetworkName(d.Network)+" "+middle(d.CoinAddress))
		out.fact("USDT 数量", d.Coins.String()+" USDT")
		out.fact("汇率", "1 USDT = ¥"+d.Rate.String())
	}
	out.fact("手续费", "免费")
	awards, err := award.ByRef(ctx, r, d.Player, d.SN)
	if err != nil {
		return out, err
	}
	refs := map[string]bool{d.SN: true}
	for _, a := range awards {
		out.Linked = append(out.Linked, Linked{a.Number(), a.Name, a.Amount})
		refs[a.ID] = true
	}
	return out, s.turnover(ctx, r, &out, d.Player, refs)
}

func (s *Statement) withdrawal(ctx context.Context, r db.Reader, w withdrawal.Withdrawal) (Receipt, error) {
	status, text := cashier.WithdrawalShown(w)
	out := Receipt{Number: w.SN, Kind: Withdrawal, Text: "提款", Amount: w.Amount, Status: status, StateText: text, At: w.CreatedAt, Reason: w.Reason, TakeBack: s.Withdrawals.CanTakeBack(w)}
	usual, known, err := s.Withdrawals.Usual(ctx, r, w)
	if err != nil {
		return out, err
	}
	out.step(w.CreatedAt, "提交提款，金额已冻结")
	reviewed := w.ApprovedAt
	switch w.State {
	case withdrawal.Submitted, withdrawal.Taken, withdrawal.Second:
		out.Steps = append(out.Steps, Step{Text: "审核"}, Step{Text: "出款"}, Step{Text: "到账"})
		out.Next = "款项已冻结，等待审核。" + cmp.Or(expected(usual, known), expectedUnknown)
		if w.HeldUntil.After(s.DB.Clock().Now()) {
			out.Next = "近期变更过账户资料，这笔提款须待 " + stampOf(w.HeldUntil) + " 之后才能出款，款项已冻结。"
		}
	case withdrawal.Approved:
		out.step(reviewed, "审核通过")
		out.Steps = append(out.Steps, Step{Text: "出款"}, Step{Text: "到账"})
		out.Next = "审核已通过，正在出款。" + cmp.Or(expected(usual, known), expectedUnknown)
	case withdrawal.Paid:
		if !reviewed.IsZero() {
			out.step(reviewed, "审核通过")
		}
		out.step(w.EndedAt, "已出款")
		out.Next = "款项已汇出。若两小时后仍未到账，请凭单号联系客服。"
		if w.Payout != nil {
			out.Next = "款项已在链上转出，可凭交易哈希查询。若两小时后仍未到账，请凭单号联系客服。"
		}
	default:
		out.step(w.EndedAt, text)
		out.Next = "款项已全额退回中心钱包，可重新提款。"
	}
	to := w.BankName + " 尾号 " + w.Tail
	if w.Payout != nil {
		to = w.BankName + " " + w.Number
	}
	out.fact("收款账户", to)
	out.fact("收款人", w.Holder)
	if w.Payout != nil {
		out.fact("USDT 数量", w.Payout.Coins.String()+" USDT")
		out.fact("汇率", "1 USDT = ¥"+w.Payout.Rate.String())
		out.fact("交易哈希", w.Payout.Tx)
	}
	fee := "免费"
	if w.Fee > 0 {
		fee = "¥" + w.Fee.Grouped()
	}
	out.fact("手续费", fee)
	if w.Fee > 0 {
		out.fact("到账金额", "¥"+w.Amount.Grouped())
		out.fact("合计扣除", "¥"+(w.Amount+w.Fee).Grouped())
	}
	return out, nil
}

// expectedUnknown replaces the duration where too few withdrawals were paid.
const expectedUnknown = "近 7 日同类出款较少，暂无用时统计。"

// expected is how long withdrawals to such a destination took in the last seven
// days; empty where too few were paid to know.
func expected(usual time.Duration, known bool) string {
	if !known {
		return ""
	}
	return "近 7 日内出款的同类提款，五笔中有四笔用时不超过" + calendar.Roughly(usual) + "。"
}

// Expected tells a player how long withdrawals by each of the networks will take,
// before one is asked for. It is "" where that is not known. The network is "" for a
// bank card.
func (s *Statement) Expected(ctx context.Context, r db.Reader, networks []string) (map[string]string, error) {
	usual, err := s.Withdrawals.UsualOf(ctx, r, networks...)
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(networks))
	for _, network := range networks {
		took, known := usual[network]
		out[network] = expected(took, known)
	}
	return out, nil
}

// numbered finds the record with a number, or fails with ErrNoReceipt.
func numbered[T interface{ Number() string }](list []T, clean string) (T, error) {
	if i := slices.IndexFunc(list, func(one T) bool { return one.Number() == clean }); i >= 0 {
		return list[i], nil
	}
	var none T
	return none, ErrNoReceipt
}

func (s *Statement) transfer(ctx context.Context, r db.Reader, player, clean string, at time.Time) (Receipt, error) {
	from, to := second(at)
	list, _, err := s.Wallets.List(ctx, r, wallet.Filter{Player: player, From: from, To: to, Page: staff.Page{Number: 1, Size: 200}})
	if err != nil {
		return Receipt{}, err
	}
	t, err := numbered(list, clean)
	if err != nil {
		return Receipt{}, err
	}
	venues, err := s.Venues(ctx, r)
	return transferReceipt(t, venues), err
}

func transferReceipt(t wallet.Transfer, venues map[string]string) Receipt {
	out := Receipt{Number: t.Number(), Kind: Transfer, Text: "转账", Amount: t.Amount, At: t.CreatedAt, Reason: t.ReasonText()}
	out.step(t.CreatedAt, "提交转账")
	switch t.State {
	case wallet.Completed:
		out.Status, out.StateText = Done, "成功"
		out.step(t.SettledAt, "转账完成")
	case wallet.Refused:
		out.Status, out.StateText, out.Next = Failed, "未成功", "款项已在原钱包，没有扣款。"
		out.step(t.SettledAt, "未成功，款项退回原钱包")
	case wallet.Pending:
		out.Status, out.StateText, out.Next = Open, "处理中", "正在等待场馆确认，通常几分钟内有结果，款项不会丢失。"
		out.Steps = append(out.Steps, Step{Text: "场馆确认"})
	default:
		out.Status, out.StateText, out.Next = Open, "人工核实中", "客服正在与场馆核实，核实前款项冻结，不会丢失。"
		out.Steps = append(out.Steps, Step{Text: "人工核实"})
	}
	out.fact("路径", route(t, venues))
	if t.Moved > 0 && t.Moved != t.Amount {
		out.fact("实际转账", "¥"+t.Moved.Grouped())
	}
	out.fact("手续费", "免费")
	return out
}

func (s *Statement) award(ctx context.Context, r db.Reader, player, clean string, at time.Time) (Receipt, error) {
	from, to := second(at)
	list, _, _, err := award.List(ctx, r, award.Filter{Player: player, From: from, To: to, Page: staff.Page{Number: 1, Size: 200}})
	if err != nil {
		return Receipt{}, err
	}
	a, err := numbered(list, clean)
	if err != nil {
		return Receipt{}, err
	}
	out := awardReceipt(a)
	if strings.HasPrefix(a.Ref, "D") || strings.HasPrefix(a.Ref, "R") {
		if d, err := s.Deposits.Find(ctx, player, a.Ref); err == nil {
			out.Linked = append(out.Linked, Linked{d.SN, "存款", cmp.Or(d.Received, d.Amount)})
		}
	}
	return out, s.turnover(ctx, r, &out, player, map[string]bool{a.ID: true})
}

func awardReceipt(a award.Award) Receipt {
	out := Receipt{Number: a.Number(), Kind: Bonus, Text: "红利", Amount: a.Amount, At: a.At, StateText: a.Status().Text}
	if a.Kind.Rebate() {
		out.Kind, out.Text = Rebate, "返水"
	}
	switch a.State {
	case award.Paid:
		out.Status = Done
		out.step(a.At, "派发到中心钱包")
	case award.Withheld:
		status := a.Status()
		out.Status, out.Next, out.Act = Open, status.Next, status.Act
		out.step(a.At, "登记奖励，"+status.Text)
		out.Steps = append(out.Steps, Step{Text: "派发"})
	case award.Refused:
		out.Status, out.Reason = Failed, a.Why
		out.step(a.At, "提交审核")
		out.step(a.EndedAt, "未通过，没有派发")
	default:
		out.Status, out.Reason, out.Next = Failed, a.Why, "金额已从中心钱包扣回。如有疑问请凭单号联系客服。"
		out.step(a.At, "派发到中心钱包")
		out.step(a.EndedAt, "已取消，金额已扣回")
	}
	out.fact("活动", a.Name)
	if a.State == award.Paid {
		out.fact("说明", a.Remark)
	}
	if a.Required > 0 {
		out.fact("提款前需流水", "¥"+a.Required.Grouped())
	}
	return out
}

func (s *Statement) fund(ctx context.Context, r db.Reader, player, clean string, at time.Time) (Receipt, error) {
	from, to := second(at)
	list, _, _, err := s.Fund.Records(ctx, r, fund.Filter{Player: player, From: from, To: to, Page: staff.Page{Number: 1, Size: 200}})
	if err != nil {
		return Receipt{}, err
	}
	u, err := numbered(list, clean)
	if err != nil {
		return Receipt{}, err
	}
	out := fundReceipt(u)
	return out, s.turnover(ctx, r, &out, player, map[string]bool{u.ID: true})
}

func fundReceipt(u fund.Record) Receipt {
	out := Receipt{Number: u.Number(), Kind: Fund, Text: "优惠基金", Amount: u.Amount, At: u.At, Status: Done, StateText: "成功"}
	switch u.Type {
	case fund.TypeUnlock:
		out.step(u.At, "C$ 解锁到中心钱包")
	case fund.TypeExpired:
		out.Text, out.Unit, out.Status, out.StateText = "优惠基金过期", Bonds, Failed, "已过期"
		out.Next = "C$ 不是中心钱包的余额，过期不影响余额。"
		out.step(u.At, "当日未解锁，C$ 过期")
	default:
		out.Text, out.Unit = "优惠基金收入", Bonds
		out.Next = "完成「优惠基金」的任务即可解锁到中心钱包。"
		out.step(u.At, "C$ 存入优惠基金")
	}
	out.fact("任务", u.Task)
	out.fact("说明", u.Remark)
	return out
}

func (s *Statement) vip(ctx context.Context, r db.Reader, player, clean string, at time.Time) (Receipt, error) {
	from, to := second(at)
	list, _, _, err := s.Vip.Awards(ctx, r, vip.Filter{Player: player, From: from, To: to, Page: staff.Page{Number: 1, Size: 200}})
	if err != nil {
		return Receipt{}, err
	}
	a, err := numbered(list, clean)
	if err != nil {
		return Receipt{}, err
	}
	return vipReceipt(a), nil
}

func vipReceipt(a vip.Award) Receipt {
	out := Receipt{Number: a.Number(), Kind: Fund, Text: "VIP " + a.KindText(), Unit: Bonds, Amount: a.Amount, At: a.At, StateText: a.StateText()}
	switch a.State {
	case vip.Paid:
		out.Status, out.Next = Done, "完成「优惠基金」的任务即可解锁到中心钱包。"
		out.step(a.At, "C$ 存入优惠基金")
	case vip.Withheld:
		out.Status, out.Next = Open, a.Told()+"。"
		out.step(a.At, "登记奖励，审核中")
		out.Steps = append(out.Steps, Step{Text: "存入优惠基金"})
	default:
		out.Status, out.Reason, out.Next = Failed, a.Told(), "没有发放，余额不变。"
		out.step(a.At, "登记奖励")
		out.step(a.DecidedAt, "未通过，没有发放")
	}
	out.fact("说明", a.Remark())
	out.fact("等级", fmt.Sprintf("VIP%d", a.Level))
	return out
}

// movement is the receipt of what only the books know.
func (s *Statement) movement(ctx context.Context, r db.Reader, player, clean string, at time.Time) (Receipt, error) {
	from, to := second(at)
	moves, err := s.Ledger.CentreLines(ctx, r, ledger.CentreFilter{Player: player, From: from, To: to, Limit: 1000})
	if err != nil {
		return Receipt{}, err
	}
	lines, err := s.shown(ctx, r, moves)
	if err != nil {
		return Receipt{}, err
	}
	for _, l := range lines {
		if l.Number == clean {
			out := Receipt{Number: clean, Kind: l.Kind, Text: l.Text, Amount: l.Amount, At: l.At, Status: Done, StateText: "成功"}
			out.step(l.At, l.Text)
			out.fact("说明", l.Note)
			out.fact("余额", "¥"+l.After.Grouped())
			return out, nil
		}
	}
	return Receipt{}, ErrNoReceipt
}

func (s *Statement) turnover(ctx context.Context, r db.Reader, out *Receipt, player string, refs map[string]bool) error {
	buckets, err := s.Turnover.Buckets(ctx, r, player)
	for _, b := range buckets {
		if refs[b.Ref] {
			out.Turnover = append(out.Turnover, b)
		}
	}
	return err
}

func (r *Receipt) step(at time.Time, text string) {
	r.Steps = append(r.Steps, Step{At: at, Text: text, Done: true})
}

// fact adds what is known; an empty text says nothing.
func (r *Receipt) fact(label, text string) {
	if text != "" {
		r.Facts = append(r.Facts, Fact{label, text})
	}
}
