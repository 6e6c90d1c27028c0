package order

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/money"
	"hongyun/internal/setting"
)

// The faults of rules that do not fit together.
var (
	errRuleDaily  = fault.New(fault.Invalid, "cashier.rule_daily", "每日提款上限不能低于单笔最低提款")
	errRuleMax    = fault.New(fault.Invalid, "cashier.rule_max", "单笔最高提款不能低于单笔最低提款")
	errRuleLevels = fault.New(fault.Invalid, "cashier.rule_levels", "档位%d有误：VIP级别须逐档升高，次数须大于0，单笔最高与每日上限不能低于最低提款")
)

// LevelRules are limits by VIP level, from the lowest level up. A row with level 0 is not used.
type LevelRules [levelRows]LevelRule

// levelRows is how many rows of limits by level there are.
const levelRows = 4

// LevelRule is the limits of players from a VIP level on.
type LevelRule struct {
	From, Times     int64
	Min, Max, Daily money.Fen
	Fee             Fee
}

// Limits are what one player may withdraw, and what it costs the player.
type Limits struct {
	Min, Max, Daily money.Fen // Max 0: no limit but the day's
	Times           int
	Fee             Fee
}

// limitsAt are the limits of a VIP level.
func (s Settings) limitsAt(level int) Limits {
	out := Limits{s.WithdrawMin, s.WithdrawMax, s.WithdrawDaily, s.WithdrawTimes, s.WithdrawFee}
	for _, r := range s.Levels {
		if r.From > 0 && int64(level) >= r.From {
			out = Limits{r.Min, r.Max, r.Daily, int(r.Times), r.Fee}
		}
	}
	return out
}

// FirstLevel is the VIP level at which every player begins: the first row of each table
// asks for bets.
const FirstLevel = 0

// LevelFits says whether a VIP level is within two bounds, of which the upper one is 0
// for none.
func LevelFits(level, lowest, highest int) bool {
	return level >= lowest && (highest == 0 || level <= highest)
}

// LimitsOf are the limits of a player. The level is read only where a rule depends on it.
func (h *Deps) LimitsOf(ctx context.Context, r db.Reader, player string) (Limits, error) {
	s := h.Rules()
	if s.Levels == (LevelRules{}) || h.LevelOf == nil {
		return s.limitsAt(0), nil
	}
	level, err := h.LevelOf(ctx, r, player)
	return s.limitsAt(level), err
}

// depositRules is the part of Settings about deposits, as people change it.
type depositRules struct {
	Expiry        int64 `json:"expiry"`
	ClaimGrace    int64 `json:"claimGrace"`
	PaidGrace     int64 `json:"paidGrace"`
	BankOrders    int64 `json:"bankOrders"`
	GatewayOrders int64 `json:"gatewayOrders"`
	LateWatch     int64 `json:"lateWatch"`
	Twin          int64 `json:"twin"`
	Turnover      int64 `json:"turnover"`
	Lookup        int64 `json:"lookup"`
}

type withdrawalRules struct {
	Min       int64 `json:"min"`
	Max       int64 `json:"max"`
	Times     int64 `json:"times"`
	Daily     int64 `json:"daily"`
	FeeFixed  int64 `json:"feeFixed"`
	FeeRate   int64 `json:"feeRate"`
	FeeFree   int64 `json:"feeFree"`
	Hold      int64 `json:"hold"`
	ClaimFor  int64 `json:"claimFor"`
	Wait      int64 `json:"wait"`
	Cards     int64 `json:"cards"`
	Addresses int64 `json:"addresses"`
	LuhnWarns bool  `json:"luhnWarns"`
	TakeBack  bool  `json:"takeBack"`
}

type secondRules struct {
	Deposit    int64 `json:"deposit"`
	Withdrawal int64 `json:"withdrawal"`
}

type usdtRules struct {
	Quote   int64 `json:"quote"`
	Rest    int64 `json:"rest"`
	Orders  int64 `json:"orders"`
	RateAge int64 `json:"rateAge"`
	Dust    int64 `json:"dust"`
	GiveUp  int64 `json:"giveUp"`
}

// The kinds of settings of the cashier.
const (
	RuleDeposit    = "cashier.deposit"
	RuleWithdrawal = "cashier.withdrawal"
	RuleLevel      = "cashier.level"
	RuleSecond     = "cashier.second"
	RuleUSDT       = "cashier.usdt"

	kindRule = "cashier.rule" // of the second person's request
)

// RulesOf gives the rules in force: what people set, and the configuration's for
// what nobody set.
func RulesOf(b *setting.Book, s Settings) func() Settings {
	if b == nil {
		return func() Settings { return s }
	}
	deposit := setting.Register(b, setting.Kind[depositRules]{
		Code: RuleDeposit, Request: kindRule, Title: "存款规则", Explain: "充值订单的时限、数量与流水要求。单笔限额在支付通道和收款账户上设置。",
		Fields: depositFields, Default: depositRules{
			seconds(s.DepositExpiry), minutes(s.ClaimGrace), seconds(s.PaidGrace), int64(s.BankOrdersOpen), int64(s.GatewayOrdersOpen), hours(s.LateWatch),
			seconds(s.TwinWindow), s.TurnoverPercent, int64(s.LookupAbove),
		},
	})
	withdrawal := setting.Register(b, setting.Kind[withdrawalRules]{
		Code: RuleWithdrawal, Request: kindRule, Title: "提款规则", Explain: "提款的限额、次数、手续费与安全等待。VIP 各级可另设限额与手续费。",
		Fields: withdrawalFields, Default: withdrawalRules{
			int64(s.WithdrawMin), int64(s.WithdrawMax), int64(s.WithdrawTimes), int64(s.WithdrawDaily),
			int64(s.WithdrawFee.Fixed), s.WithdrawFee.Rate, s.WithdrawFee.Free, hours(s.HoldAfterChange), minutes(s.ClaimFor), hours(s.PayoutWait),
			int64(s.CardsMost), int64(s.AddressesMost), s.LuhnWarns, s.TakeBack,
		},
		Check: func(_ context.Context, _ db.Reader, p setting.Put[withdrawalRules]) error {
			switch v := p.Value; {
			case v.Daily < v.Min:
				return errRuleDaily
			case v.Max > 0 && v.Max < v.Min:
				return errRuleMax
			}
			return nil
		},
	})
	level := setting.Register(b, setting.Kind[LevelRules]{
		Code: RuleLevel, Request: kindRule, Title: "VIP 提款限额与手续费", Explain: "从所填的 VIP 级别起，按该档的限额提款并收取该档的手续费，不再按提款规则。VIP 级别填 0 表示不用这一档。",
		Fields: levelFields(), Default: s.Levels, Check: checkLevels,
	})
	second := setting.Register(b, setting.Kind[secondRules]{
		Code: RuleSecond, Request: kindRule, Title: "双人审批限额", Explain: "超过所填金额须由第二人审批，按单笔、玩家24小时合计与经手人24小时合计计算。填 0 表示每一笔都要。",
		Fields: secondFields, Default: secondRules{int64(s.DepositSecondAbove), int64(s.WithdrawSecondAbove)},
	})
	usdt := setting.Register(b, setting.Kind[usdtRules]{
		Code: RuleUSDT, Request: kindRule, Title: "USDT 规则", Explain: "USDT 存款与提款的时限。汇率与收款地址在 USDT 页设置。",
		Fields: usdtFields, Default: usdtRules{
			seconds(s.QuoteFor), hours(s.CoinRest), int64(s.CoinOrdersOpen), hours(s.RateMaxAge), int64(s.DustBelow), hours(s.PayoutGiveUp),
		},
	})
	return func() Settings {
		now := s
		deposit.Now().into(&now)
		withdrawal.Now().into(&now)
		now.Levels = level.Now()
		now.DepositSecondAbove, now.WithdrawSecondAbove = money.Fen(second.Now().Deposit), money.Fen(second.Now().Withdrawal)
		usdt.Now().into(&now)
		return now
	}
}

func seconds(d time.Duration) int64 { return int64(d / time.Second) }
func minutes(d time.Duration) int64 { return int64(d / time.Minute) }
func hours(d time.Duration) int64   { return int64(d / time.Hour) }

// asked is a duration in a unit; one that the unit cannot say stays as it was configured.
func asked(n int64, unit, configured time.Duration) time.Duration {
	if n == int64(configured/unit) {
		return configured
	}
	return time.Duration(n) * unit
}

func (r depositRules) into(s *Settings) {
	s.DepositExpiry, s.ClaimGrace, s.PaidGrace = asked(r.Expiry, time.Second, s.DepositExpiry), asked(r.ClaimGrace, time.Minute, s.ClaimGrace), asked(r.PaidGrace, time.Second, s.PaidGrace)
	s.BankOrdersOpen, s.GatewayOrdersOpen, s.LateWatch = int(r.BankOrders), int(r.GatewayOrders), asked(r.LateWatch, time.Hour, s.LateWatch)
	s.TwinWindow, s.TurnoverPercent, s.LookupAbove = asked(r.Twin, time.Second, s.TwinWindow), r.Turnover, money.Fen(r.Lookup)
}

func (r withdrawalRules) into(s *Settings) {
	s.WithdrawMin, s.WithdrawMax, s.WithdrawTimes, s.WithdrawDaily = money.Fen(r.Min), money.Fen(r.Max), int(r.Times), money.Fen(r.Daily)
	s.WithdrawFee = Fee{money.Fen(r.FeeFixed), r.FeeRate, r.FeeFree}
	s.HoldAfterChange, s.ClaimFor, s.PayoutWait = asked(r.Hold, time.Hour, s.HoldAfterChange), asked(r.ClaimFor, time.Minute, s.ClaimFor), asked(r.Wait, time.Hour, s.PayoutWait)
	s.CardsMost, s.AddressesMost, s.LuhnWarns, s.TakeBack = int(r.Cards), int(r.Addresses), r.LuhnWarns, r.TakeBack
}

func (r usdtRules) into(s *Settings) {
	s.QuoteFor, s.CoinRest, s.CoinOrdersOpen = asked(r.Quote, time.Second, s.QuoteFor), asked(r.Rest, time.Hour, s.CoinRest), int(r.Orders)
	s.RateMaxAge, s.DustBelow, s.PayoutGiveUp = asked(r.RateAge, time.Hour, s.RateMaxAge), money.Coins(r.Dust), asked(r.GiveUp, time.Hour, s.PayoutGiveUp)
}

const maxRule = int64(100_000_000 * money.Yuan)

var depositFields = []setting.Field{
	{Name: "expiry", Label: "订单有效时间", Unit: "秒", Form: setting.Number, Min: 300, Max: 3600, Hint: "玩家须在此时间内付款"},
	{Name: "claimGrace", Label: "过期后仍可确认", Unit: "分钟", Form: setting.Number, Max: 1440, Hint: "过期后玩家仍可点“已付款”、财务仍可直接确认的时间，之后转复核"},
	{Name: "paidGrace", Label: "付款时间容差", Unit: "秒", Form: setting.Number, Max: 3600, Hint: "通道没有给出付款时间时，过期后多久内仍算按时"},
	{Name: "bankOrders", Label: "未付的银行订单", Unit: "笔", Form: setting.Number, Min: 1, Max: 100, Hint: "一位玩家同时最多几笔"},
	{Name: "gatewayOrders", Label: "未付的通道订单", Unit: "笔", Form: setting.Number, Min: 1, Max: 1000, Hint: "一位玩家同时最多几笔"},
	{Name: "lateWatch", Label: "过期后继续查询通道", Unit: "小时", Form: setting.Number, Min: 1, Max: 168, Hint: "订单过期后还向支付公司查询多久；查到迟来的付款就转复核"},
	{Name: "twin", Label: "重复点击间隔", Unit: "秒", Form: setting.Number, Max: 60, Hint: "此时间内相同的订单视为重复点击"},
	{Name: "turnover", Label: "存款流水要求", Unit: "%", Form: setting.Number, Max: 10_000, Hint: "100% 为一倍，0 为不要求"},
	{Name: "lookup", Label: "回调须向通道核实", Form: setting.Yuan, Max: maxRule, Hint: "达到此金额的到账通知，须向通道查询一致才入账；0 为每一笔"},
}

var withdrawalFields = []setting.Field{
	{Name: "min", Label: "单笔最低提款", Form: setting.Yuan, Min: 100, Max: maxRule, Hint: "玩家每笔提款的最低金额，不含手续费"},
	{Name: "max", Label: "单笔最高提款", Form: setting.Yuan, Max: maxRule, Hint: "0 为只受每日上限"},
	{Name: "times", Label: "每日提款次数", Unit: "次", Form: setting.Number, Min: 1, Max: 1000, Hint: "按北京时间的一天"},
	{Name: "daily", Label: "每日提款上限", Form: setting.Yuan, Min: 100, Max: maxRule, Hint: "按北京时间的一天，不含手续费"},
	{Name: "feeFixed", Label: "每笔手续费", Form: setting.Yuan, Max: maxFee, Hint: feeHint},
	{Name: "feeRate", Label: "手续费费率", Form: setting.Percent, Max: maxFeeRate, Hint: feeRateHint},
	{Name: "feeFree", Label: "每日免费次数", Unit: "次", Form: setting.Number, Max: 1000, Hint: feeFreeHint},
	{Name: "hold", Label: "资料变更后等待", Unit: "小时", Form: setting.Number, Max: 720, Hint: "改密码、换手机、加新卡或新地址后，提款先留待复核"},
	{Name: "claimFor", Label: "领取后保留", Unit: "分钟", Form: setting.Number, Min: 1, Max: 1440, Hint: "工作人员领取提款后，多久未处理就放回"},
	{Name: "wait", Label: "判定出款失败前等待", Unit: "小时", Form: setting.Number, Max: 720, Hint: "银行出款最后一次查看收款账号之后，多久才可判定失败"},
	{Name: "cards", Label: "银行卡数量", Unit: "张", Form: setting.Number, Min: 1, Max: 20, Hint: "一位玩家最多绑定几张银行卡"},
	{Name: "addresses", Label: "USDT 地址数量", Unit: "个", Form: setting.Number, Min: 1, Max: 20, Hint: "一位玩家最多绑定几个 USDT 地址"},
	{Name: "luhnWarns", Label: "卡号校验位有误仍可绑定", Form: setting.Switch, Hint: "开启后校验位不对的卡号也能绑定，只在日志中留下记号；关闭则拒绝"},
	{Name: "takeBack", Label: "玩家可撤回提款", Form: setting.Switch, Hint: "开启后，工作人员领取之前玩家可自行撤回提款，款项退回中心钱包；监管不允许撤回的地区须关闭"},
}

var secondFields = []setting.Field{
	{Name: "deposit", Label: "人工入账", Form: setting.Yuan, Max: maxRule, Hint: "工作人员手工确认存款到账，超过此金额须第二人审批"},
	{Name: "withdrawal", Label: "批准提款", Form: setting.Yuan, Max: maxRule, Hint: "工作人员批准提款或判定出款失败，超过此金额须第二人审批"},
}

var usdtFields = []setting.Field{
	{Name: "quote", Label: "提款报价有效", Unit: "秒", Form: setting.Number, Min: 10, Max: 3600, Hint: "玩家须在此时间内按报价提交 USDT 提款，过时重新报价"},
	{Name: "rest", Label: "收款数量保留", Unit: "小时", Form: setting.Number, Min: 1, Max: 720, Hint: "共用地址的数量在订单结束后，多久才分给别的订单"},
	{Name: "orders", Label: "未付的 USDT 订单", Unit: "笔", Form: setting.Number, Min: 1, Max: 100, Hint: "一位玩家同时最多几笔"},
	{Name: "rateAge", Label: "汇率最长使用", Unit: "小时", Form: setting.Number, Max: 8760, Hint: "更旧的汇率不再用于新订单；0 为不限"},
	{Name: "dust", Label: "零星到账", Form: setting.Coins, Max: int64(100 * money.Coin), Hint: "少于此数量的转账不转人工；0 为都转"},
	{Name: "giveUp", Label: "判定未出款前等待", Unit: "小时", Form: setting.Number, Min: 1, Max: 720, Hint: "链上查不到出款，多久才可判定没有转出"},
}

// levelRow are the fields of a LevelRule: they mean the same in each row.
var levelRow = []setting.Field{
	{Name: "from", Label: "从 VIP 级别", Unit: "级", Form: setting.Number, Max: 1000, Hint: "达到此级别的玩家用这一档，须高于上一档；0 为不用这一档，其余各项也须为 0"},
	{Name: "min", Label: "单笔最低提款", Form: setting.Yuan, Max: maxRule, Hint: "这一档玩家每笔提款的最低金额，不含手续费"},
	{Name: "max", Label: "单笔最高提款", Form: setting.Yuan, Max: maxRule, Hint: "0 为只受每日上限"},
	{Name: "times", Label: "每日提款次数", Unit: "次", Form: setting.Number, Max: 1000, Hint: "按北京时间的一天，至少 1 次"},
	{Name: "daily", Label: "每日提款上限", Form: setting.Yuan, Max: maxRule, Hint: "按北京时间的一天，不含手续费"},
	{Name: "feeFixed", Label: "每笔手续费", Form: setting.Yuan, Max: maxFee, Hint: feeHint},
	{Name: "feeRate", Label: "手续费费率", Form: setting.Percent, Max: maxFeeRate, Hint: feeRateHint},
	{Name: "feeFree", Label: "每日免费次数", Unit: "次", Form: setting.Number, Max: 1000, Hint: feeFreeHint},
}

// levelFields are the fields of LevelRules, a group for each row.
func levelFields() []setting.Field {
	var out []setting.Field
	for i := range levelRows {
		n := strconv.Itoa(i + 1)
		for _, f := range levelRow {
			f.Name, f.Group = f.Name+n, "档位"+n
			out = append(out, f)
		}
	}
	return out
}

func checkLevels(_ context.Context, _ db.Reader, p setting.Put[LevelRules]) error {
	last := int64(0)
	for i, r := range p.Value {
		if r.From == 0 {
			if r != (LevelRule{}) {
				return errRuleLevels.With(i + 1)
			}
			continue
		}
		if r.From <= last || r.Times < 1 || r.Min < 1 || r.Daily < r.Min || r.Max > 0 && r.Max < r.Min {
			return errRuleLevels.With(i + 1)
		}
		last = r.From
	}
	return nil
}

// MarshalJSON writes the rows as the flat fields of their form.
func (l LevelRules) MarshalJSON() ([]byte, error) {
	out := map[string]int64{}
	for i, r := range l {
		n := strconv.Itoa(i + 1)
		out["from"+n], out["min"+n], out["times"+n], out["daily"+n] = r.From, int64(r.Min), r.Times, int64(r.Daily)
		out["max"+n], out["feeFixed"+n], out["feeRate"+n], out["feeFree"+n] = int64(r.Max), int64(r.Fee.Fixed), r.Fee.Rate, r.Fee.Free
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON wrote. A field that is missing stays.
func (l *LevelRules) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	in := map[string]int64{}
	if err := d.Decode(&in); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one value")
	}
	take := func(name string, put func(int64)) {
		if v, found := in[name]; found {
			put(v)
			delete(in, name)
		}
	}
	for i := range l {
		n, r := strconv.Itoa(i+1), &l[i]
		take("from"+n, func(v int64) { r.From = v })
		take("min"+n, func(v int64) { r.Min = money.Fen(v) })
		take("times"+n, func(v int64) { r.Times = v })
		take("max"+n, func(v int64) { r.Max = money.Fen(v) })
		take("daily"+n, func(v int64) { r.Daily = money.Fen(v) })
		take("feeFixed"+n, func(v int64) { r.Fee.Fixed = money.Fen(v) })
		take("feeRate"+n, func(v int64) { r.Fee.Rate = v })
		take("feeFree"+n, func(v int64) { r.Fee.Free = v })
	}
	if len(in) > 0 {
		return fmt.Errorf("unknown fields: %v", in)
	}
	return nil
}
