package courier

import (
	"context"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hongyun/internal/db"
	"hongyun/internal/setting"
)

// The kinds of settings.
const (
	KindMail  = "courier.mail"
	KindSMS   = "courier.sms"
	KindPush  = "courier.push"
	KindTexts = "courier.texts"

	request = "courier.setting" // of the second person
)

// Budgets are how many messages of a lane may leave on a day.
type Budgets struct {
	Visitors int64 `json:"visitors"`
	Players  int64 `json:"players"`
	Notices  int64 `json:"notices"`
}

// MailSetting is the mail server of the operator. The password is sealed.
type MailSetting struct {
	On       bool   `json:"on"`
	Server   string `json:"server"`
	User     string `json:"user"`
	From     string `json:"from"`
	FromName string `json:"fromName"`
	Budgets
}

// SMSSetting is the company that sends the operator's SMS. Its secret is sealed.
type SMSSetting struct {
	On             bool   `json:"on"`
	Company        string `json:"company"`
	Address        string `json:"address"`
	Account        string `json:"account"`
	Sign           string `json:"sign"`
	CodeTemplate   string `json:"codeTemplate"`
	NoticeTemplate string `json:"noticeTemplate"`
	Budgets
}

// PushSetting is web push: who answers for it, whose browsers it serves, and the two
// sentences that lock screens show.
type PushSetting struct {
	On       bool   `json:"on"`
	Subject  string `json:"subject"`  // an e-mail address or an https address; push services write there
	Services string `json:"services"` // hosts of push services, by blanks
	Money    string `json:"money"`
	Safety   string `json:"safety"`
	Notices  int64  `json:"notices"` // messages a day
}

// Texts are what messages say.
type Texts struct {
	Prove  string `json:"prove"`
	Change string `json:"change"`
	Reset  string `json:"reset"`
	Short  string `json:"short"` // a notice by SMS
	Long   string `json:"long"`  // a notice by e-mail
}

var defaultTexts = Texts{
	Prove:  "您的验证码是{code}，{minutes}分钟内有效，用于验证本账号。请勿告诉任何人，客服也不会索要。",
	Change: "您正在更换账号的联系方式，验证码{code}，{minutes}分钟内有效。如非本人操作，请立即修改密码。",
	Reset:  "您正在重设登录密码，验证码{code}，{minutes}分钟内有效。如非本人操作，请忽略并不要告诉任何人。",
	Short:  "{title}，详情请登录后在消息中查看。",
	Long:   "{text}\n此邮件由系统发出，请勿回复。您可在“账户安全”中关闭存提款通知。",
}

func budgetFields(visitors string) []setting.Field {
	f := func(name, label, hint string) setting.Field {
		return setting.Field{Name: name, Label: label, Hint: hint, Unit: "条", Group: "每日上限", Form: setting.Number, Max: 1_000_000}
	}
	return []setting.Field{
		f("visitors", "访客验证码", visitors), f("players", "会员验证码", "已登录会员验证或更换联系方式"), f("notices", "通知", "存提款通知与账号安全通知各计一份"),
	}
}

var mailFields = append([]setting.Field{
	{Name: "on", Label: "启用", Form: setting.Switch, Hint: "关闭后不再发邮件，会员不能用邮箱收取验证码和重设密码"},
	{Name: "server", Label: "邮件服务器", Hint: "主机名:端口；465 直接加密，其他端口须支持 STARTTLS", Form: setting.Server},
	{Name: "user", Label: "用户名", Form: setting.Text, Hint: "登录邮件服务器的用户名，与密码同时填写；服务器不要求登录时留空"},
	{Name: "password", Label: "密码", Form: setting.Secret, Hint: "登录邮件服务器的密码，加密保存；更换服务器须重新填写"},
	{Name: "from", Label: "发件地址", Form: setting.Text, Hint: "会员看到的发件邮箱，须为邮件服务器允许的地址；启用前必填"},
	{Name: "fromName", Label: "发件人名称", Form: setting.Text, Max: 30, Hint: "会员看到的发件人，显示在发件地址前；不填则只显示地址"},
}, budgetFields("未登录者重设密码")...)

// The companies.
const (
	Aliyun    = "aliyun"
	Chuanglan = "chuanglan"
)

var smsFields = append([]setting.Field{
	{Name: "on", Label: "启用", Form: setting.Switch, Hint: "关闭后不再发短信，会员不能用手机号收取验证码和重设密码"},
	{Name: "company", Label: "短信公司", Form: setting.Choice, Required: true, Options: []setting.Option{{Value: Aliyun, Label: "阿里云短信"}, {Value: Chuanglan, Label: "创蓝253"}}, Hint: "发送短信的公司，决定接口地址、账号与模板的填法"},
	{Name: "address", Label: "接口地址", Hint: "阿里云为 https://dysmsapi.aliyuncs.com；创蓝为其分配的地址，到 /msg/v1/send/json 为止", Form: setting.Address},
	{Name: "account", Label: "账号", Hint: "阿里云为 AccessKey ID", Form: setting.Text},
	{Name: "secret", Label: "密码", Hint: "阿里云为 AccessKey Secret", Form: setting.Secret},
	{Name: "sign", Label: "短信签名", Hint: "不带【】", Form: setting.Text, Max: 20},
	{Name: "codeTemplate", Label: "验证码模板编号", Hint: "仅阿里云，模板变量为 code", Form: setting.Text, Max: 40},
	{Name: "noticeTemplate", Label: "通知模板编号", Hint: "仅阿里云，模板变量为 title；不填则不发通知短信", Form: setting.Text, Max: 40},
}, budgetFields("未登录者重设密码，防止被人恶意消耗")...)

// pushServices are those of the browsers there are: Chrome and its kin, Safari, Firefox, Edge.
const pushServices = "fcm.googleapis.com push.apple.com push.services.mozilla.com notify.windows.com"

var pushFields = []setting.Field{
	{Name: "on", Label: "启用", Form: setting.Switch, Hint: "关闭后不再向会员的浏览器推送消息，会员也不能开启推送"},
	{Name: "subject", Label: "联系地址", Hint: "邮箱或 https 地址，推送服务有问题时联系用", Form: setting.Text, Max: 100},
	{Name: "services", Label: "推送服务", Hint: "允许的推送服务域名，以空格分隔；会员的浏览器属于其他服务时不能开启", Form: setting.Text, Required: true},
	{Name: "money", Label: "存提款消息的文字", Hint: "显示在锁屏上，不含金额", Form: setting.Text, Required: true, Max: 60},
	{Name: "safety", Label: "账号安全消息的文字", Hint: "显示在锁屏上", Form: setting.Text, Required: true, Max: 60},
	{Name: "notices", Label: "通知", Hint: "存提款通知与账号安全通知各计一份，每个浏览器计一条", Unit: "条", Group: "每日上限", Form: setting.Number, Max: 10_000_000},
}

var textFields = []setting.Field{
	{Name: "prove", Label: "验证码（验证手机或邮箱）", Hint: "须含 {code}，可含 {minutes}、{site}", Form: setting.Text, Required: true},
	{Name: "change", Label: "验证码（更换手机或邮箱）", Hint: "须含 {code}，可含 {minutes}、{site}", Form: setting.Text, Required: true},
	{Name: "reset", Label: "验证码（重设登录密码）", Hint: "须含 {code}，可含 {minutes}、{site}", Form: setting.Text, Required: true},
	{Name: "short", Label: "短信通知", Hint: "须含 {title}，可含 {site}", Form: setting.Text, Required: true, Max: 60},
	{Name: "long", Label: "邮件通知", Hint: "须含 {text}，可含 {title}、{site}", Form: setting.Text, Required: true},
}

// Register adds the kinds of settings to the book, after those that stand before
// them on the screen.
func (c *Courier) Register() {
	c.mail = setting.Register(c.Book, setting.Kind[MailSetting]{
		Code: KindMail, Request: request, Title: "邮件发送", Explain: "向会员发送验证码和通知邮件。启用后会员可验证邮箱并用它重设密码。",
		Fields: mailFields, Default: MailSetting{Budgets: Budgets{500, 2000, 10000}}, Check: checkMail,
	})
	c.sms = setting.Register(c.Book, setting.Kind[SMSSetting]{
		Code: KindSMS, Request: request, Title: "短信发送", Explain: "向会员发送验证码和通知短信，按条计费。启用后会员可验证手机号并用它重设密码。",
		Fields: smsFields, Default: SMSSetting{Company: Aliyun, Budgets: Budgets{200, 1000, 3000}}, Check: c.checkSMS,
	})
	c.push = setting.Register(c.Book, setting.Kind[PushSetting]{
		Code: KindPush, Request: request, Title: "浏览器推送", Explain: "向会员手机上的浏览器或已添加到主屏幕的网页推送存提款与账号安全通知。启用后会员可在消息页开启。",
		Fields: pushFields, Default: PushSetting{Services: pushServices, Notices: 100_000, Money: "您有一条存提款消息，点击查看。", Safety: "您的账号有一条安全消息，点击查看。"}, Check: checkPush,
	})
	c.texts = setting.Register(c.Book, setting.Kind[Texts]{
		Code: KindTexts, Request: request, Title: "邮件与短信文案", Explain: "验证码和通知的内容。阿里云短信的文案以其审核通过的模板为准。",
		Fields: textFields, Default: defaultTexts, Check: checkTexts,
	})
}

func checkMail(_ context.Context, _ db.Reader, p setting.Put[MailSetting]) error {
	v := p.Value
	if (v.User == "") != (p.Secrets["password"] == "") {
		return ErrSetting.With("用户名", "用户名和密码须同时填写")
	}
	if v.From != "" && !isMail(v.From) {
		return ErrSetting.With("发件地址", "须为邮箱地址")
	}
	if strings.ContainsAny(v.FromName, "<>\"@") {
		return ErrSetting.With("发件人名称", "不能含有 < > \" @")
	}
	if v.On && (v.Server == "" || v.From == "") {
		return ErrSetting.With("启用", "启用前须填写邮件服务器和发件地址")
	}
	return nil
}

func (c *Courier) checkSMS(_ context.Context, _ db.Reader, p setting.Put[SMSSetting]) error {
	v := p.Value
	if u, err := url.Parse(v.Address); err != nil || v.Address != "" && u.Scheme != "https" {
		// Plain http is for a neighbour in a network that the configuration names.
		if ip, notAddress := netip.ParseAddr(u.Hostname()); notAddress != nil || !c.out.Named(ip) {
			return ErrSetting.With("接口地址", "须为 https 地址")
		}
	}
	switch {
	case strings.ContainsAny(v.Sign, "【】"):
		return ErrSetting.With("短信签名", "不带【】")
	case v.On && (v.Address == "" || v.Account == "" || p.Secrets["secret"] == "" || v.Sign == ""):
		return ErrSetting.With("启用", "启用前须填写接口地址、账号、密码和短信签名")
	case v.On && v.Company == Aliyun && v.CodeTemplate == "":
		return ErrSetting.With("验证码模板编号", "阿里云须填写")
	}
	return nil
}

var serviceForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9.-]{0,100}[a-z0-9])?$`)

func checkPush(_ context.Context, _ db.Reader, p setting.Put[PushSetting]) error {
	v := p.Value
	if at, err := url.Parse(v.Subject); v.Subject != "" && !isMail(v.Subject) && (err != nil || at.Scheme != "https" || at.Host == "") {
		return ErrSetting.With("联系地址", "须为邮箱或 https 地址")
	}
	for _, s := range strings.Fields(v.Services) {
		if !serviceForm.MatchString(s) || !strings.Contains(s, ".") {
			return ErrSetting.With("推送服务", s+" 不是域名")
		}
	}
	for i, text := range []string{v.Money, v.Safety} {
		if placeholder.MatchString(text) {
			return ErrSetting.With(pushFields[i+3].Label, "不能含有 { }")
		}
	}
	if v.On && v.Subject == "" {
		return ErrSetting.With("启用", "启用前须填写联系地址")
	}
	return nil
}

var placeholder = regexp.MustCompile(`\{[^{}]*\}?|\}`)

// checkTexts holds each text to its placeholders: a code that is not in its
// message would be paid for and be of no use.
func checkTexts(_ context.Context, _ db.Reader, p setting.Put[Texts]) error {
	code, notice := []string{"{code}", "{minutes}", "{site}"}, []string{"{title}", "{site}"}
	for _, t := range []struct {
		label, text string
		may         []string // the first one must be there
	}{
		{textFields[0].Label, p.Value.Prove, code}, {textFields[1].Label, p.Value.Change, code}, {textFields[2].Label, p.Value.Reset, code},
		{textFields[3].Label, p.Value.Short, notice}, {textFields[4].Label, p.Value.Long, []string{"{text}", "{title}", "{site}"}},
	} {
		if !strings.Contains(t.text, t.may[0]) {
			return ErrSetting.With(t.label, "须含 "+t.may[0])
		}
		for _, found := range placeholder.FindAllString(t.text, -1) {
			if !slices.Contains(t.may, found) {
				return ErrSetting.With(t.label, "不认识 "+found)
			}
		}
	}
	return nil
}

// site is what messages call the site.
func (c *Courier) site() string {
	if c.Named != nil {
		return c.Named()
	}
	return c.Site
}

// fill puts values in the place of placeholders.
func (c *Courier) fill(text string, pairs ...string) string {
	return strings.NewReplacer(append([]string{"{site}", c.site(), "{minutes}", strconv.Itoa(CodeMinutes)}, pairs...)...).Replace(text)
}

func isMail(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s && len(s) <= 200 && !strings.ContainsAny(s, "\r\n\" ")
}

var phoneForm = regexp.MustCompile(`^1[0-9]{10}$`)
