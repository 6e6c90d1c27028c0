package identity

import (
	"context"
	"net/netip"
	"regexp"
	"strings"
	"sync/atomic"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/setting"
)

// The kinds of settings of this package.
const (
	KindEntry    = "player.entry"
	KindRegister = "player.register"
	KindCaptcha  = "player.captcha"

	kindRule = "site.rule" // of the second person's request, as of all settings of the site
)

// The faults of rules that cannot be.
var (
	errRulePhones   = fault.New(fault.Invalid, "player.rule_phones", "手机号段“%s”有误：须以 + 和国家代码开头，如 +86、+86139")
	errRuleMainland = fault.New(fault.Invalid, "player.rule_mainland", "注册只接受中国大陆手机号：至少要有一个以 +86 开头的号段；要停止注册，请关闭“开放注册”或清空号段")
	errRuleNetwork  = fault.New(fault.Invalid, "player.rule_network", "网段“%s”有误：须为 203.0.113.0/24 或 2001:db8::/32 的形式")
	errRuleArea     = fault.New(fault.Invalid, "player.rule_area", "按名单服务时，至少要填写一个网段")
	errRuleAge      = fault.New(fault.Invalid, "player.rule_age", "最低年龄不能低于%d周岁")
	errRuleDay      = fault.New(fault.Invalid, "player.rule_day", "每日上限不能低于每分钟上限；不限制请填0")
)

// The areas that may be served.
const (
	AreaConfigured = "configured" // as the program was started: HONGYUN_SERVE
	AreaEveryone   = "everyone"
	AreaListed     = "listed"
)

// Entry says whom the licence lets the site serve (D-19).
type Entry struct {
	MinAge   int64  `json:"minAge"` // years; 0 in the demo alone: no check
	Phones   string `json:"phones"` // beginnings of phone numbers, separated by commas or spaces
	Area     string `json:"area"`
	Networks string `json:"networks"` // for AreaListed
}

// How a field of the registration is asked.
const (
	AskHidden   = "hidden"
	AskOptional = "optional"
	AskRequired = "required"
)

// RegisterRules are what a registration asks for, and how many there may be.
type RegisterRules struct {
	Open      bool   `json:"open"`
	Invite    string `json:"invite"` // AskOptional or AskRequired
	TrueName  string `json:"trueName"`
	Birthday  string `json:"birthday"`
	Email     string `json:"email"`
	PerMinute int64  `json:"perMinute"` // tries from one address
	PerDay    int64  `json:"perDay"`    // new players from one address in 24 hours; 0: any number
}

// CaptchaRules say when a login needs a captcha. A registration always needs one.
type CaptchaRules struct {
	Failures int64 `json:"failures"` // failed logins of an account or device in 24 hours
	Network  int64 `json:"network"`  // failed logins from a network in 15 minutes
}

// RulesConfig is what NewRules needs: the rules that hold while nobody changed them.
type RulesConfig struct {
	Book   *setting.Book // nil: nothing can be changed
	MinAge int           // 0: DefaultMinAge; NoMinAge: none, in the demo alone
	Phones []string
	Serves func(netip.Addr) bool // of AreaConfigured; nil serves nobody
	Limits Limits
}

// Rules are what the operator decides about who plays, and how players register
// and log in. They are read from memory.
type Rules struct {
	serves   func(netip.Addr) bool
	minAge   int
	entry    func() Entry
	register func() RegisterRules
	captcha  func() CaptchaRules
	parsed   atomic.Pointer[parsedEntry]
}

// parsedEntry is an Entry with its lists read.
type parsedEntry struct {
	Entry
	phones   []string
	networks []netip.Prefix
}

// NewRules registers the kinds of settings in the book.
func NewRules(c RulesConfig) *Rules {
	limits := c.Limits.withDefaults()
	if c.MinAge == 0 {
		c.MinAge = DefaultMinAge
	}
	entry := Entry{MinAge: int64(max(c.MinAge, 0)), Phones: strings.Join(c.Phones, ", "), Area: AreaConfigured}
	register := RegisterRules{
		Open: true, Invite: AskOptional, TrueName: AskHidden, Birthday: AskHidden, Email: AskHidden, PerMinute: int64(limits.RegistersPerIP),
	}
	captcha := CaptchaRules{Failures: 1, Network: int64(limits.NetworkFailures)}
	r := &Rules{serves: c.Serves, minAge: c.MinAge}
	if c.Book == nil {
		r.entry, r.register, r.captcha = func() Entry { return entry }, func() RegisterRules { return register }, func() CaptchaRules { return captcha }
		return r
	}
	r.entry = setting.Register(c.Book, setting.Kind[Entry]{
		Code: KindEntry, Request: kindRule, Title: "服务范围与年龄", Explain: "牌照允许服务的年龄、手机号段与地区。不在范围内的访客不能注册、登录游戏或存款，提款不受影响。",
		Fields: r.entryFields(), Default: entry, Check: r.checkEntry,
	}).Now
	r.register = setting.Register(c.Book, setting.Kind[RegisterRules]{
		Code: KindRegister, Request: kindRule, Title: "注册规则", Explain: "是否开放注册、注册时填写哪些资料，以及同一网络地址的注册数量。图形验证码始终需要。",
		Fields: registerFields, Default: register, Check: checkRegister,
	}).Now
	r.captcha = setting.Register(c.Book, setting.Kind[CaptchaRules]{
		Code: KindCaptcha, Request: kindRule, Title: "登录验证码", Explain: "登录失败多少次后须填写图形验证码。登录成功后该账号与设备重新计数。",
		Fields: captchaFields, Default: captcha,
	}).Now
	return r
}

// maxPerAddress bounds the limits that people may set.
const maxPerAddress = 10_000

var (
	areas = []setting.Option{
		{Value: AreaConfigured, Label: "按启动参数 HONGYUN_SERVE"}, {Value: AreaListed, Label: "只限所列网段"}, {Value: AreaEveryone, Label: "不按地址限制"},
	}
	asks = []setting.Option{{Value: AskHidden, Label: "不填写"}, {Value: AskOptional, Label: "选填"}, {Value: AskRequired, Label: "必填"}}
)

func (r *Rules) entryFields() []setting.Field {
	youngest := int64(max(r.minAge, 0))
	return []setting.Field{
		{Name: "minAge", Label: "最低年龄", Unit: "周岁", Form: setting.Number, Min: youngest, Max: 99, Hint: "按出生日期核对，未满不能存款和提款"},
		{Name: "phones", Label: "可服务的手机号段", Form: setting.Text, Max: 500, Hint: "带国家代码，以逗号或空格分开，如 +86 或 +86139；不填则无人可以注册"},
		{Name: "area", Label: "可服务的地区", Form: setting.Choice, Required: true, Options: areas, Hint: "按访客的网络地址判断：按启动参数、只限下面所列网段，或不限制"},
		{Name: "networks", Label: "可服务的网段", Form: setting.Text, Max: 4000, Hint: "以逗号或空格分开，如 203.0.113.0/24；仅“只限所列网段”时使用"},
	}
}

var registerFields = []setting.Field{
	{Name: "open", Label: "开放注册", Form: setting.Switch, Hint: "关闭后已有玩家不受影响"},
	{Name: "invite", Label: "邀请人", Form: setting.Choice, Required: true, Options: asks[1:], Hint: "必填时注册页要求填写邀请人；好友的邀请链接会代为填写，可以改填"},
	{Name: "trueName", Label: "真实姓名", Form: setting.Choice, Required: true, Options: asks, Hint: "不填写的资料，玩家可在注册后补填一次"},
	{Name: "birthday", Label: "出生日期", Form: setting.Choice, Required: true, Options: asks, Hint: "未满最低年龄的不能注册"},
	{Name: "email", Label: "邮箱", Form: setting.Choice, Required: true, Options: asks, Hint: "注册页是否要求填写邮箱；用于重设密码与通知"},
	{Name: "perMinute", Label: "同一地址每分钟", Unit: "次", Form: setting.Number, Min: 1, Max: maxPerAddress, Hint: "提交注册的次数"},
	{Name: "perDay", Label: "同一地址24小时内", Unit: "个", Form: setting.Number, Max: maxPerAddress, Hint: "注册成功的账号；0 为不限"},
}

var captchaFields = []setting.Field{
	{Name: "failures", Label: "同一账号或设备失败", Unit: "次", Form: setting.Number, Min: 1, Max: 10, Hint: "24 小时内，达到后每次登录都须验证码"},
	{Name: "network", Label: "同一网络失败", Unit: "次", Form: setting.Number, Min: 1, Max: maxPerAddress, Hint: "15 分钟内，达到后该网络的每次登录都须验证码"},
}

// phonePrefix is the form of the beginnings of phone numbers.
var phonePrefix = regexp.MustCompile(`^\+[1-9][0-9]{0,14}$`)

// listed splits a list that people typed.
func listed(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", ;，、；\u3000", r) })
}

// read reads the lists of an entry, or says what is wrong in them.
func (e Entry) read() (parsedEntry, error) {
	out := parsedEntry{Entry: e, phones: listed(e.Phones)}
	for _, p := range out.phones {
		if !phonePrefix.MatchString(p) {
			return out, errRulePhones.With(p)
		}
	}
	for _, text := range listed(e.Networks) {
		n, err := netip.ParsePrefix(text)
		if err != nil {
			one, notAddress := netip.ParseAddr(text)
			if notAddress != nil || one.Zone() != "" {
				return out, errRuleNetwork.With(text)
			}
			n = netip.PrefixFrom(one, one.BitLen())
		}
		out.networks = append(out.networks, n.Masked())
	}
	return out, nil
}

func (r *Rules) checkEntry(_ context.Context, _ db.Reader, p setting.Put[Entry]) error {
	e, err := p.Value.read()
	if err != nil {
		return err
	}
	mainland := len(e.phones) == 0
	for _, phone := range e.phones {
		mainland = mainland || strings.HasPrefix(phone, countryCode) || strings.HasPrefix(countryCode, phone)
	}
	switch {
	case e.MinAge < int64(r.minAge), e.MinAge < DefaultMinAge && (r.minAge != NoMinAge || e.MinAge != 0):
		return errRuleAge.With(max(r.minAge, DefaultMinAge))
	case !mainland:
		return errRuleMainland
	case e.Area == AreaListed && len(e.networks) == 0:
		return errRuleArea
	}
	return nil
}

func checkRegister(_ context.Context, _ db.Reader, p setting.Put[RegisterRules]) error {
	if v := p.Value; v.PerDay > 0 && v.PerDay < v.PerMinute {
		return errRuleDay
	}
	return nil
}

// Entry is the rule in force.
func (r *Rules) Entry() Entry { return r.entry() }

// Register is the rule in force.
func (r *Rules) Register() RegisterRules { return r.register() }

// Captcha is the rule in force.
func (r *Rules) Captcha() CaptchaRules { return r.captcha() }

// MinAge is the age in years that the site asks for, 0 where it asks for none. It is
// never below the configured one, also where the setting is older.
func (r *Rules) MinAge() int { return max(int(r.entry().MinAge), r.minAge, 0) }

// lists are the lists of the rule in force. They are read once for each value.
func (r *Rules) lists() *parsedEntry {
	now := r.entry()
	if p := r.parsed.Load(); p != nil && p.Entry == now {
		return p
	}
	p, err := now.read()
	if err != nil { // an unreadable list serves nobody
		p.phones, p.networks = nil, nil
	}
	r.parsed.Store(&p)
	return &p
}

// ServesAddress reports whether the licence lets us serve an address.
func (r *Rules) ServesAddress(a netip.Addr) bool {
	switch p := r.lists(); p.Area {
	case AreaEveryone:
		return true
	case AreaListed:
		for _, n := range p.networks {
			if n.Contains(a.Unmap()) {
				return true
			}
		}
		return false
	}
	return r.serves != nil && r.serves(a)
}

// ServesSomebody reports whether any address is served.
func (r *Rules) ServesSomebody() bool {
	return r.entry().Area != AreaConfigured || r.serves != nil
}

// Phones are the beginnings of the phone numbers that may register.
func (r *Rules) Phones() []string { return r.lists().phones }

// ServesPhone fails unless the licence lets us serve the region of a phone
// number, which is its beginning (D-19).
func (r *Rules) ServesPhone(phone string) error {
	for _, prefix := range r.lists().phones {
		if strings.HasPrefix(countryCode+phone, prefix) {
			return nil
		}
	}
	return ErrPhoneRegion
}
