package channel

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/secret"
	"hongyun/internal/setting"
	"hongyun/internal/upload"
)

// The kinds of settings, which are the kinds of the second person's requests too.
const (
	KindMethod  = "pay.method"
	KindChannel = "pay.channel"
	KindGateway = "pay.gateway"
	KindAccount = "pay.account"
)

// Config is what New needs.
type Config struct {
	Book *setting.Book
	Box  *secret.Box
	Log  *slog.Logger

	// InFile are the codes of the gateways in the configuration file.
	InFile []string
	// Protocols are those that gateways may speak.
	Protocols []Protocol
	// Build makes the adapter of a gateway. It asks nobody.
	Build func(code string, g Gateway, key string) (payment.Gateway, error)
}

// Channels are the ways of money as people enter them.
type Channels struct {
	Config
	gateways *setting.Entry[Gateway]
	built    atomic.Pointer[built]
}

// built are the adapters, and the versions that they were made of.
type built struct {
	adapters map[string]payment.Gateway
	versions map[string]int
}

// New registers the kinds of settings.
func New(c Config) *Channels {
	out := &Channels{Config: c}
	out.built.Store(&built{})
	setting.Register(c.Book, out.methodKind())
	setting.Register(c.Book, out.channelKind())
	out.gateways = setting.Register(c.Book, out.gatewayKind())
	setting.Register(c.Book, out.accountKind())
	c.Book.OnLoad(out.rebuild)
	return out
}

// Gateways gives the adapters of the gateways that people entered, by code. Those
// out of use are among them: what was paid through them is still credited.
func (c *Channels) Gateways() map[string]payment.Gateway { return c.built.Load().adapters }

// rebuild makes the adapters whose versions changed.
func (c *Channels) rebuild(ctx context.Context) {
	before, versions := c.built.Load(), c.gateways.Versions()
	if maps.Equal(before.versions, versions) {
		return
	}
	now := &built{adapters: map[string]payment.Gateway{}, versions: versions}
	for code, version := range versions {
		if before.versions[code] == version {
			if g := before.adapters[code]; g != nil {
				now.adapters[code] = g
			}
			continue
		}
		v, secrets := c.gateways.Of(code), c.gateways.Secrets(code)
		g, err := c.Build(code, v, secrets["key"])
		if secrets == nil || err != nil { // the text of the fault could hold a value
			c.Log.ErrorContext(ctx, "a gateway that was entered cannot be used", "gateway", code, "version", version)
			continue
		}
		now.adapters[code] = g
	}
	c.built.Store(now)
}

// Method is a way to deposit.
type Method struct {
	Name        string `json:"name"`
	Icon        string `json:"icon"`
	HotRemark   string `json:"hotRemark"`
	Amounts     string `json:"amounts"`
	ShowAmount  bool   `json:"showAmount"`
	ShowName    bool   `json:"showName"`
	ShowRemark  bool   `json:"showRemark"`
	ShowAddress bool   `json:"showAddress"`
	ShowBanks   bool   `json:"showBanks"`
	ShowTypes   bool   `json:"showTypes"`
	ShowChat    bool   `json:"showChat"`
	ShowRate    bool   `json:"showRate"`
	Routed      bool   `json:"routed"`
	Sort        int    `json:"sort"`
}

const maxSort = 1000

func (c *Channels) methodKind() setting.Kind[Method] {
	flag := func(name, label, hint string) setting.Field {
		return setting.Field{Name: name, Label: label, Group: "玩家填写", Form: setting.Switch, Hint: hint}
	}
	return setting.Kind[Method]{
		Code: KindMethod, Request: KindMethod, Title: "支付方式", Explain: "存款页上的大类。至少有一条启用的支付通道，玩家才看得到。",
		Fields: []setting.Field{
			{Name: "name", Label: "名称", Form: setting.Text, Required: true, Max: 20, Hint: "存款页上显示的名称"},
			{Name: "icon", Label: "图标", Form: setting.Picture, Upload: upload.Payment, Options: []setting.Option{{Value: "bank", Label: "银行"}, {Value: "scan", Label: "扫码"}, {Value: "usdt", Label: "USDT"}}, Hint: "不传则用本站绘制的图标"},
			{Name: "hotRemark", Label: "角标", Form: setting.Text, Max: 10, Hint: "如“推荐”，可不填"},
			{Name: "amounts", Label: "快捷金额", Form: setting.Text, Max: 100, Hint: "整数，用英文逗号隔开"},
			{Name: "sort", Label: "顺序", Form: setting.Number, Max: maxSort, Hint: "小的在前"},
			{Name: "routed", Label: "自动选择通道", Form: setting.Switch, Hint: "同一付款方式的网关通道只显示一条，下单时按权重与成功率在能接受该金额的通道中选择"},
			flag("showAmount", "金额", "存款页是否有金额输入框与快捷金额"),
			flag("showName", "付款人姓名", "开启则必填，工作人员用它核对银行流水"),
			flag("showRemark", "备注", "开启则有选填的备注框，最多 100 字"),
			flag("showAddress", "付款地址", "开启则必填玩家转出 USDT 的地址，供工作人员核对，不作为到账依据"),
			flag("showBanks", "付款银行", "开启则必选玩家转出的银行"),
			flag("showTypes", "转账方式", "开启则必选转账方式，如网上银行、柜台转账"),
			flag("showChat", "联系客服入口", "存款页是否显示联系客服的链接"),
			flag("showRate", "显示汇率", "存款页是否显示 USDT 汇率与折合数量；仅用于 USDT"),
		},
		Default: Method{ShowAmount: true, Sort: 10},
		Check: func(_ context.Context, _ db.Reader, p setting.Put[Method]) error {
			if !amounts(p.Value.Amounts) {
				return ErrAmounts
			}
			return nil
		},
		Rows: &setting.Rows[Method]{
			Items: methodItems, Put: putMethod,
			Label: func(_ string, v Method) string { return v.Name },
			Off:   off("pay_method", "code"),
		},
	}
}

// amounts says whether a text is a list of amounts in whole yuan.
func amounts(text string) bool {
	if text == "" {
		return true
	}
	parts := strings.Split(text, ",")
	return len(parts) <= 10 && !slices.ContainsFunc(parts, func(p string) bool {
		n, err := strconv.Atoi(p)
		return err != nil || n < 1 || n > 10_000_000 || strconv.Itoa(n) != p
	})
}

// Channel is a method through one company.
type Channel struct {
	Method    string `json:"method"`
	Name      string `json:"name"`
	Style     string `json:"style"`
	Gateway   string `json:"gateway"`
	Way       string `json:"way"`
	Min       int64  `json:"min"`
	Max       int64  `json:"max"`
	HoursFrom int    `json:"hoursFrom"`
	HoursTo   int    `json:"hoursTo"`
	VipMin    int    `json:"vipMin"`
	VipMax    int    `json:"vipMax"`
	FeeRate   int    `json:"feeRate"`
	Weight    int    `json:"weight"`
	Sort      int    `json:"sort"`
	FailRow   int    `json:"failRow"`
	RateBelow int    `json:"rateBelow"`
	RateOver  int    `json:"rateOver"`
	Pause     int    `json:"pause"`
}

var styles = []setting.Option{
	{Value: method.StyleBank, Label: "公司入款（转账到我方账户）"}, {Value: method.StyleLink, Label: "网关：打开付款页"},
	{Value: method.StyleLinkOpen, Label: "网关：新窗口打开付款页"}, {Value: method.StyleQr, Label: "网关：显示付款码"},
	{Value: method.StyleMsg, Label: "网关：显示付款说明"}, {Value: usdt.StyleCoin, Label: "USDT"},
}

// tripGroup are the fields about switching a channel off by itself.
const tripGroup = "自动停用"

// minRateOver is the fewest players that a rate is made of.
const minRateOver = 5

const maxAmount = int64(100_000_000 * money.Yuan)

func (c *Channels) channelKind() setting.Kind[Channel] {
	return setting.Kind[Channel]{
		Code: KindChannel, Request: KindChannel, Title: "支付通道", Explain: "玩家在支付方式里选择的通道。停用后不再接受新订单，已建的订单照常入账。",
		Fields: []setting.Field{
			{Name: "method", Label: "支付方式", Form: setting.Choice, Required: true, Hint: "通道显示在哪一种支付方式之下"},
			{Name: "name", Label: "名称", Form: setting.Text, Required: true, Max: 20, Hint: "玩家在存款页上看到的名称"},
			{Name: "style", Label: "付款方式", Form: setting.Choice, Required: true, Options: styles, Hint: "下单后玩家怎样付款，以网关支持的为准"},
			{Name: "gateway", Label: "支付网关", Form: setting.Choice, Hint: "公司入款与 USDT 不选"},
			{Name: "way", Label: "通道代码", Form: setting.Text, Max: 16, Hint: "网关规定的付款类型：易支付如 alipay，四方支付如 903，epusdt 填 usdt；USDT 填网络，如 trc20"},
			{Name: "min", Label: "单笔最低", Form: setting.Yuan, Required: true, Min: 100, Max: maxAmount, Hint: "低于此金额的订单不能走这条通道"},
			{Name: "max", Label: "单笔最高", Form: setting.Yuan, Required: true, Min: 100, Max: maxAmount, Hint: "高于此金额的订单不能走这条通道"},
			{Name: "hoursFrom", Label: "开放时间起", Form: setting.Clock, Max: 1439, Hint: "北京时间；起止相同为全天"},
			{Name: "hoursTo", Label: "开放时间止", Form: setting.Clock, Max: 1439, Hint: "北京时间；早于开放时间起则跨过零点"},
			{Name: "vipMin", Label: "VIP 级别下限", Unit: "级", Form: setting.Number, Max: 1000, Hint: "低于此级别的玩家看不到这条通道；0 为不限"},
			{Name: "vipMax", Label: "VIP 级别上限", Unit: "级", Form: setting.Number, Max: 1000, Hint: "高于此级别的玩家看不到这条通道；0 为不限"},
			{Name: "feeRate", Label: "通道费率", Form: setting.Percent, Max: 2000, Hint: "我方付给通道的成本，仅供核算，不向玩家收取"},
			{Name: "weight", Label: "权重", Form: setting.Number, Max: 1000, Hint: "顺序相同的通道，按权重轮流排在第一位；自动选择通道时按权重乘以 24 小时成功率选择，成功率按 10% 至 100% 计；0 为不选"},
			{Name: "sort", Label: "顺序", Form: setting.Number, Max: maxSort, Hint: "小的在前"},
			{Name: "failRow", Label: "连续失败", Unit: "位", Group: tripGroup, Form: setting.Number, Max: 100, Hint: "连续这么多位玩家的订单被网关拒绝或无应答时停用，每位玩家只算一次，至少两位；0 为不用"},
			{Name: "rateBelow", Label: "成功率低于", Unit: "%", Group: tripGroup, Form: setting.Number, Max: 100, Hint: "已付款的订单占比低于此值时停用；0 为不用"},
			{Name: "rateOver", Label: "统计玩家数", Unit: "位", Group: tripGroup, Form: setting.Number, Max: 200, Hint: "成功率按最近这么多位玩家各自的最后一笔订单计算，只看 24 小时内"},
			{Name: "pause", Label: "停用后试用", Unit: "分钟", Group: tripGroup, Form: setting.Number, Max: 1440, Hint: "停用这么久后放行三位玩家各一笔试用，成功即恢复，否则再停用加倍的时间；0 为只由人恢复"},
		},
		Default: Channel{Style: method.StyleBank, Min: 10_000, Max: 5_000_000, Weight: 100, Sort: 10},
		Check:   c.checkChannel,
		Options: c.channelOptions,
		Rows: &setting.Rows[Channel]{
			Items: channelItems, Put: putChannel,
			Label: func(_ string, v Channel) string { return v.Name },
			Off:   off("pay_channel", "code"),
		},
	}
}

func (c *Channels) checkChannel(ctx context.Context, r db.Reader, p setting.Put[Channel]) error {
	v := p.Value
	switch {
	case v.Max < v.Min:
		return ErrLimits
	case v.VipMax > 0 && v.VipMax < v.VipMin:
		return ErrLevels
	case (v.RateBelow > 0) != (v.RateOver > 0) || v.RateOver > 0 && v.RateOver < minRateOver:
		return ErrRate
	case v.Gateway == "" && (v.FailRow > 0 || v.RateBelow > 0):
		return ErrNoTrip
	}
	methods, err := methodItems(ctx, r)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(methods, func(m setting.Item[Method]) bool { return m.Key == v.Method }) {
		return ErrMethod.With(v.Method)
	}
	if v.Style == method.StyleBank || v.Style == usdt.StyleCoin {
		switch {
		case v.Gateway != "":
			return ErrNoGateway
		case v.Style == usdt.StyleCoin && !slices.Contains(payment.Networks, v.Way):
			return ErrNetwork
		}
		return nil
	}
	codes, err := c.codes(ctx, r)
	switch {
	case err != nil:
		return err
	case !slices.Contains(codes, v.Gateway):
		return ErrGateway
	case v.Way == "" || strings.Trim(v.Way, "abcdefghijklmnopqrstuvwxyz0123456789") != "":
		return ErrGatewayWay
	}
	return nil
}

// codes are the gateways that a channel may go through.
func (c *Channels) codes(ctx context.Context, r db.Reader) ([]string, error) {
	items, err := c.gatewayItems(ctx, r)
	codes := slices.Clone(c.InFile)
	for _, g := range items {
		codes = append(codes, g.Key)
	}
	slices.Sort(codes)
	return slices.Compact(codes), err
}

func (c *Channels) channelOptions(ctx context.Context, r db.Reader) (map[string][]setting.Option, error) {
	methods, err := methodItems(ctx, r)
	if err != nil {
		return nil, err
	}
	out := map[string][]setting.Option{"method": {}, "gateway": {{Value: "", Label: "无"}}}
	for _, m := range methods {
		out["method"] = append(out["method"], setting.Option{Value: m.Key, Label: m.Value.Name})
	}
	items, err := c.gatewayItems(ctx, r)
	for _, code := range c.InFile {
		out["gateway"] = append(out["gateway"], setting.Option{Value: code, Label: code + "（配置文件）"})
	}
	for _, g := range items {
		out["gateway"] = append(out["gateway"], setting.Option{Value: g.Key, Label: g.Value.Name + " · " + g.Key})
	}
	return out, err
}

// Gateway is a merchant account at a payment company. Its key is a secret.
type Gateway struct {
	Name     string `json:"name"`
	Protocol string `json:"protocol"`
	BaseURL  string `json:"baseURL"`
	Merchant string `json:"merchant"`
	Page     bool   `json:"page"`
	Min      int64  `json:"min"`
	Max      int64  `json:"max"`
	Unasked  int64  `json:"unasked"` // see payment.Rules
}

func (c *Channels) gatewayKind() setting.Kind[Gateway] {
	return setting.Kind[Gateway]{
		Code: KindGateway, Request: KindGateway, Title: "支付网关", Explain: "与支付公司的商户合同。密钥加密保存，保存后任何人都看不到；改接口地址须重新填写密钥。停用后不再接受新订单，已付的订单照常入账。",
		Fields: []setting.Field{
			{Name: "name", Label: "名称", Form: setting.Text, Required: true, Max: 20, Hint: "工作人员看到的名称，玩家看不到"},
			{Name: "protocol", Label: "协议", Form: setting.Choice, Required: true, Options: c.protocols(), Hint: "支付公司的接口规范，以公司给出的文档为准"},
			{Name: "baseURL", Label: "接口地址", Form: setting.Address, Required: true, Hint: "到接口文件名之前为止，不含 /mapi.php（易支付）、/Pay_Index.html（四方支付）、/api/v1（epusdt）"},
			{Name: "merchant", Label: "商户号", Form: setting.Text, Max: 64, Hint: "易支付的 pid、四方支付的 pay_memberid；epusdt 没有，留空"},
			{Name: "key", Label: "商户密钥", Form: setting.Secret, Required: true, Hint: "epusdt 为 api_auth_token"},
			{Name: "page", Label: "只支持网页跳转", Form: setting.Switch, Hint: "网关没有 mapi.php 接口时选是；仅限" + c.named(func(p Protocol) bool { return p.Page })},
			{Name: "min", Label: "单笔最低", Form: setting.Yuan, Max: maxAmount, Hint: "合同规定；0 为不限"},
			{Name: "max", Label: "单笔最高", Form: setting.Yuan, Max: maxAmount, Hint: "合同规定；0 为不限"},
			{
				Name: "unasked", Label: "免核对金额", Form: setting.Yuan, Max: maxAmount,
				Hint: "低于此金额的到账通知凭签名入账，其余由工作人员核对收款钱包；0 为每一笔都核对。仅限不能查询订单的" + c.named(func(p Protocol) bool { return !p.Asked }),
			},
		},
		Default: Gateway{},
		Check: func(_ context.Context, _ db.Reader, p setting.Put[Gateway]) error {
			if slices.Contains(c.InFile, p.Key) {
				return ErrInFile.With(p.Key)
			}
			if p.Value.Max > 0 && p.Value.Max < p.Value.Min {
				return ErrLimits
			}
			if err := c.fits(p.Value); err != nil {
				return err
			}
			switch _, err := c.Build(p.Key, p.Value, p.Secrets["key"]); {
			case errors.Is(err, ErrInside):
				return ErrInside
			case err != nil: // its text could hold a value
				return ErrGatewayForm
			}
			return nil
		},
		Rows: &setting.Rows[Gateway]{
			Items: c.gatewayItems, Put: putGateway,
			Label: func(key string, v Gateway) string { return v.Name + " · " + key },
			Off:   off("pay_gateway", "code"),
		},
	}
}

// Account is one of the company's bank accounts. Its number is a secret that the
// second person reads in full.
type Account struct {
	Bank   string `json:"bank"`
	Holder string `json:"holder"`
	Min    int64  `json:"min"`
	Max    int64  `json:"max"`
	Cap    int64  `json:"cap"`
	VipMin int    `json:"vipMin"`
	VipMax int    `json:"vipMax"`
	Sort   int    `json:"sort"`
	Code   string `json:"code"`
}

func (c *Channels) accountKind() setting.Kind[Account] {
	var banks []setting.Option
	for _, b := range bank.Banks() {
		banks = append(banks, setting.Option{Value: b.Code, Label: b.Name})
	}
	return setting.Kind[Account]{
		Code: KindAccount, Request: KindAccount, Title: "公司收款账户", Explain: "玩家银行转账的收款账户。账号加密保存，数据库中被改动的账户不会展示给玩家。顺序小的先用，顺序相同的轮流，达到每日上限后换下一个。",
		Fields: []setting.Field{
			{Name: "bank", Label: "银行", Form: setting.Choice, Required: true, Options: banks, Hint: "开户银行，显示在玩家的订单上"},
			{Name: "holder", Label: "户名", Form: setting.Text, Required: true, Max: 60, Hint: "账户的开户姓名或公司全称，显示在玩家的订单上"},
			{Name: "number", Label: "账号", Form: setting.Account, Required: true, Min: 8, Max: 32, Hint: "8-32 位数字，加密保存；每次更改都由复核人核对全部数字"},
			{Name: "min", Label: "单笔最低", Form: setting.Yuan, Required: true, Min: 100, Max: maxAmount, Hint: "低于此金额的存款不用这个账户"},
			{Name: "max", Label: "单笔最高", Form: setting.Yuan, Required: true, Min: 100, Max: maxAmount, Hint: "高于此金额的存款不用这个账户"},
			{Name: "cap", Label: "每日上限", Form: setting.Yuan, Required: true, Min: 100, Max: 100 * maxAmount, Hint: "按北京时间的一天"},
			{Name: "vipMin", Label: "VIP 级别下限", Unit: "级", Form: setting.Number, Max: 1000, Hint: "低于此级别的玩家不会得到这个账户；0 为不限"},
			{Name: "vipMax", Label: "VIP 级别上限", Unit: "级", Form: setting.Number, Max: 1000, Hint: "高于此级别的玩家不会得到这个账户；0 为不限"},
			{Name: "sort", Label: "顺序", Form: setting.Number, Max: maxSort, Hint: "小的先用，相同的轮流"},
			{Name: "code", Label: "收款码", Form: setting.Picture, Upload: upload.Payment, Hint: "玩家扫码付款用，显示在该账户的存款订单上；请复核人扫码核对收款人"},
		},
		Default: Account{Min: 10_000, Max: 50_000_000, Cap: 200_000_000, Sort: 10},
		Check:   c.checkAccount,
		Rows: &setting.Rows[Account]{
			Items: c.accountItems, NewKey: newAccount, Put: c.putAccount,
			Label: func(_ string, v Account) string { return bankName(v.Bank) + " " + v.Holder },
			Hint: func(s map[string]string) string {
				n := s["number"]
				return "尾号" + n[max(len(n)-4, 0):]
			},
			Off: off("company_bank", "CAST(id AS TEXT)"),
		},
	}
}

func bankName(code string) string {
	for _, b := range bank.Banks() {
		if b.Code == code {
			return b.Name
		}
	}
	return code
}

func (c *Channels) checkAccount(ctx context.Context, r db.Reader, p setting.Put[Account]) error {
	switch v := p.Value; {
	case v.Max < v.Min:
		return ErrLimits
	case v.Cap < v.Min:
		return ErrCap
	case v.VipMax > 0 && v.VipMax < v.VipMin:
		return ErrLevels
	}
	var ids []int64
	err := r.NewRaw("SELECT id FROM company_bank WHERE number_index = ?", c.sealed(p).NumberIndex).Scan(ctx, &ids)
	if err != nil {
		return fmt.Errorf("look for the account: %w", err)
	}
	if slices.ContainsFunc(ids, func(id int64) bool { return strconv.FormatInt(id, 10) != p.Key }) {
		return ErrAccountThere
	}
	return nil
}

// sealed is an account as it is stored.
func (c *Channels) sealed(p setting.Put[Account]) bank.Account {
	id, _ := strconv.ParseInt(p.Key, 10, 64)
	return bank.SealNumber(c.Box, bank.Account{
		ID: id, Bank: p.Value.Bank, BankName: bankName(p.Value.Bank), Holder: p.Value.Holder, Number: p.Secrets["number"],
		MinAmount: money.Fen(p.Value.Min), MaxAmount: money.Fen(p.Value.Max), DailyCap: money.Fen(p.Value.Cap), Enabled: p.On, Sort: p.Value.Sort, Code: p.Value.Code,
		VipMin: p.Value.VipMin, VipMax: p.Value.VipMax,
	})
}
