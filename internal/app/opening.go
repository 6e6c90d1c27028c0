package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/adminapi/site"
	"hongyun/internal/alarm"
	"hongyun/internal/app/company"
	"hongyun/internal/brand"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/channel"
	"hongyun/internal/content"
	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/licence"
	"hongyun/internal/payment"
	"hongyun/internal/payout"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/upload"
	"hongyun/internal/venue/contract"
)

// The states of a check.
const (
	checkOK      = site.CheckOK
	checkMissing = site.CheckMissing
	checkWarning = site.CheckWarning
)

// checkGate is the code of the check that is right once the site is open. It is the
// last step, and no reason to refuse it.
const checkGate = "gate"

// opener looks at what is missing before a site may open. It changes nothing.
type opener struct {
	Config
	db        *db.DB
	read      db.Reader // the database, or the transaction that opens the gate
	inside    bool      // in a transaction: systems outside are not asked
	office    *account.Accounts
	licensed  func() licence.Licence
	gate      *guard.Gate
	contracts *contract.Contracts
	book      *setting.Book
	channels  *channel.Channels
	alarms    *alarm.Alarms
	courier   *courier.Courier
	rules     *identity.Rules
	brand     func() brand.Brand
	uploads   *upload.Uploads
	content   *content.Content
}

func (a *App) opener(r db.Reader, inside bool) opener {
	return opener{
		a.Config, a.DB, r, inside, a.Accounts, a.Licensed, a.Guard.Gate, a.Contracts, a.Book, a.Channels, a.Alarms, a.Courier, a.Rules, a.Brand, a.Uploads, a.Content,
	}
}

// opening is what the page of checks shows.
func (a *App) opening(ctx context.Context) ([]site.OpeningCheck, error) {
	return a.opener(a.DB, false).look(ctx)
}

// mayOpen says why a door of the gate may not be opened yet, nil if it may. It runs
// in the transaction that opens, and asks nobody outside.
func (a *App) mayOpen(ctx context.Context, r db.Reader, c guard.Closing) error {
	if err := a.Reconcile.Ready(ctx, r, c); err != nil {
		return err
	}
	return a.opener(r, true).complete(ctx, c)
}

// mayOpenOutside is mayOpen with what systems outside have to answer, such as the
// store of files.
func (a *App) mayOpenOutside(ctx context.Context, c guard.Closing) error {
	return a.opener(a.DB, false).complete(ctx, c)
}

// complete refuses to open an installation for the first time while a check is
// missing, and names them.
func (o opener) complete(ctx context.Context, c guard.Closing) error {
	if c.Door != guard.DoorAll {
		return nil
	}
	unopened, err := o.gate.Unopened(ctx, o.read)
	if err != nil || !unopened {
		return err
	}
	list, err := o.look(ctx)
	if err != nil {
		return err
	}
	var missing []string
	for _, check := range list {
		if check.State == checkMissing && check.Code != checkGate {
			missing = append(missing, check.Title)
		}
	}
	if len(missing) > 0 {
		return guard.ErrUnopened.With(strings.Join(missing, "、"))
	}
	return nil
}

// OpeningSteps are the steps of the opening of a configuration, in the order in which
// people walk through them. It changes nothing.
func OpeningSteps(ctx context.Context, c Config) ([]site.OpeningCheck, error) {
	return openingOf(ctx, c)
}

// openingOf looks at the database of a configuration, without a running house.
func openingOf(ctx context.Context, c Config) ([]site.OpeningCheck, error) {
	c.Migrate = false
	d, err := Open(ctx, &c)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	box, err := secret.NewBox(c.DataKey)
	if err != nil {
		return nil, err
	}
	a := &App{Config: c, DB: d}
	a.Staff = staff.New(staff.Config{DB: d, Box: box, Log: c.Log})
	a.Accounts = account.New(a.Staff, account.Config{})
	a.Guard = guard.New(d, a.Staff)
	a.Alarms = alarm.New(alarm.Config{DB: d, Staff: a.Staff, Box: box, Log: c.Log})
	a.Uploads, a.Content, a.Metrics = a.newUploads(), content.New(content.Config{DB: d, Staff: a.Staff}), prometheus.NewRegistry()
	a.buildContracts(box)
	a.buildCourier(box)
	gateways, err := c.Companies.GatewayAdapters(c.Log, c.Wire)
	if err != nil {
		return nil, err
	}
	a.buildChannels(box, gateways)
	a.buildSite()
	a.Courier.Register()
	if err := a.Book.Load(ctx); err != nil {
		return nil, fmt.Errorf("%w (is the database migrated?)", err)
	}
	return a.opening(ctx)
}

// entered is what makes the adapters of companies that people entered.
func (a *App) entered() company.Entered {
	return company.Entered{Inside: a.GatewayInside, Log: a.Log, Wire: a.Wire}
}

// buildChannels makes the ways of money that people enter.
func (a *App) buildChannels(box *secret.Box, inFile map[string]payment.Gateway) {
	a.Channels = channel.New(channel.Config{
		Book: a.Book, Box: box, Log: a.Log, InFile: slices.Sorted(maps.Keys(inFile)), Protocols: company.GatewayProtocols,
		Build: a.entered().Gateway,
	})
}

func (o opener) look(ctx context.Context) ([]site.OpeningCheck, error) {
	var out []site.OpeningCheck
	var failed error
	add := func(code, title, why, path string, look func(context.Context) (state, found string, err error)) {
		state, found, err := look(ctx)
		failed = errors.Join(failed, err)
		out = append(out, site.OpeningCheck{Code: code, Title: title, State: state, Found: found, Why: why, Path: path})
	}
	add("licence", "牌照资料", "页脚与条款须写明经营者、监管机构与牌照号码，否则多数牌照不允许营业。改动须两个人。", "/site?tab=site.licence", o.licence)
	add("serve", "服务的地区与手机号段", "未指定可服务的地区与手机号段时，玩家打不开网站，也无法注册。", "/site?tab=player.entry", o.serves)
	add("age", "最低年龄", "牌照规定的年龄。未满的玩家不能存款和提款，改动须两个人。", "/site?tab=player.entry", o.age)
	add("brand", "品牌", "玩家认得的名称、标志与主色，邮件与短信也用这个名称。", "/site?tab=site.brand", o.branded)
	add("staff", "第二位工作人员", "支付设置、收款账户、密钥与大额资金都须两个人。只有一个人时，任何一项都不能生效。", "/staff", o.people)
	add("account", "公司收款账户", "没有给新玩家的收款账户时，他们选择银行转账会看到“暂无可用的收款账户”。", "/payments?tab=pay.account", o.accounts)
	add("deposit", "存款通道", "至少要有一条玩家现在就能用的存款通道，否则存款页是空的。", "/payments?tab=pay.channel", o.deposits)
	add("venue", "场馆合同与密钥", "没有场馆合同就没有游戏可玩。第一份合同在程序下次启动后生效。", "/venues", o.venues)
	add("usdt", "USDT 收款与汇率", "没有连接链上节点、收款公钥或汇率时，玩家不能用 USDT 存取款。不做 USDT 可以忽略。", "/coins", o.coins)
	add("payout", "代付公司", "没有代付公司时，批准的提款由财务在网银逐笔付款再登记。", "/payments?tab=pay.company", o.payouts)
	add("courier", "邮件与短信发送", "都不启用时，玩家不能验证手机或邮箱，忘记密码只能找客服。", "/payments?tab=courier.mail", o.messages)
	add("help", "帮助文章", "自带的文章是未发布的草稿，核对并发布后玩家才看得到。", "/content/articles", o.articles)
	if !o.inside { // the store may be another company's
		add("storage", "文件存储", "不能写入时，图片、收款码与安装包无法上传，已上传的也不显示。默认存在数据库，或由启动参数 HONGYUN_STORAGE_URL 等指定兼容 S3 的存储。", "", o.storage)
	}
	add("backup", "备份目标", "没有备份，磁盘损坏就会丢失全部账目。由启动参数指定备份目录；PostgreSQL 由数据库自己的工具备份。", "", o.backups)
	add("alarm", "报警去向", "没有去向时，报警只是后台的一行记录：对账不平、代付卡住、备份失败都没有人收到。", "/alarms", o.alarmed)
	add("address", "网址与加密连接", "网址会写进订单、回调与游戏链接；没有 https，登录与资金请求会被偷看。由启动参数指定。", "", o.addresses)
	add(checkGate, "资金闸门", "新安装的闸门是关闭的，必需的项目就绪后由两个人打开。关闭的闸门会拒绝玩家存款、提款或转账。", "/gate", o.doors)
	return out, failed
}

func (o opener) people(ctx context.Context) (string, string, error) {
	roles, err := o.office.AllRoles(ctx, o.read) // as they are now, not as they are shipped
	if err != nil {
		return checkMissing, "", err
	}
	can := func(p account.Person, want staff.Permission) bool {
		return slices.ContainsFunc(roles, func(r account.RoleShown) bool {
			return slices.Contains(p.Roles, r.Role.Role) && slices.Contains(r.Permissions, want)
		})
	}
	list, total, err := o.everybody(ctx)
	humans := map[string]bool{}
	waiting := 0
	for _, p := range list {
		switch may := can(p, staff.PaymentManage) && can(p, staff.ApprovalDecide); {
		case p.Disabled || !p.Enrolled || !may:
		case p.DecidesFrom.After(o.db.Clock().Now()):
			waiting++
		default:
			humans[p.Human] = true
		}
	}
	found := fmt.Sprintf("%d 个账号，其中 %d 人可以审批支付设置", total, len(humans))
	if waiting > 0 {
		found += fmt.Sprintf("，另有 %d 个新账号尚未到可审批的时间", waiting)
	}
	if len(humans) < 2 {
		return checkMissing, found, err
	}
	return checkOK, found, err
}

// everybody lists all accounts of staff, page by page.
func (o opener) everybody(ctx context.Context) (all []account.Person, total int, err error) {
	const size = 100
	for page := 1; ; page++ {
		list, n, err := o.office.List(ctx, "", staff.Page{Number: page, Size: size})
		all = append(all, list...)
		if err != nil || len(list) < size {
			return all, n, err
		}
	}
}

func (o opener) licence(context.Context) (string, string, error) {
	h := o.licensed()
	var lacking []string
	for _, f := range []struct{ label, value string }{{"经营者", h.Operator}, {"监管机构", h.Regulator}, {"牌照号码", h.Number}} {
		if f.value == "" {
			lacking = append(lacking, f.label)
		}
	}
	switch {
	case len(lacking) == 0:
		return checkOK, h.Operator + " · " + h.Number, nil
	case o.Demo:
		return checkWarning, "演示站点不需要牌照", nil
	}
	return checkMissing, "缺少" + strings.Join(lacking, "、"), nil
}

func (o opener) serves(context.Context) (string, string, error) {
	var lacking []string
	if !o.rules.ServesSomebody() {
		lacking = append(lacking, "可服务的地区")
	}
	phones := o.rules.Phones()
	if len(phones) == 0 {
		lacking = append(lacking, "手机号段")
	}
	if len(lacking) > 0 {
		return checkMissing, "未指定" + strings.Join(lacking, "与"), nil
	}
	return checkOK, "手机号段 " + strings.Join(phones, "、"), nil
}

func (o opener) age(context.Context) (string, string, error) {
	if age := o.rules.MinAge(); age > 0 {
		return checkOK, fmt.Sprintf("%d周岁", age), nil
	}
	return checkWarning, "演示站点不核对年龄", nil
}

func (o opener) branded(context.Context) (string, string, error) {
	now := o.brand()
	if now.Logo == "" && now.Accent == "" {
		return checkWarning, now.Name + "，标志与主色是自带的", nil
	}
	return checkOK, now.Name, nil
}

func (o opener) alarmed(ctx context.Context) (string, string, error) {
	targets, err := o.alarms.Targets(ctx, o.read)
	switch {
	case len(targets) > 0:
	case o.Demo:
		return checkWarning, "没有去向", err
	default:
		return checkMissing, "没有去向", err
	}
	return checkOK, fmt.Sprintf("%d 个去向", len(targets)), err
}

func (o opener) deposits(ctx context.Context) (string, string, error) {
	usable, err := o.channels.Usable(ctx, o.read, o.networks())
	if len(usable) == 0 {
		return checkMissing, "没有可用的存款通道", err
	}
	return checkOK, strings.Join(usable, "、"), err
}

func (o opener) networks() []string {
	var out []string
	for _, c := range o.Companies.Chains {
		out = append(out, c.Network)
	}
	return out
}

func (o opener) accounts(ctx context.Context) (string, string, error) {
	now, err := o.channels.Accounts(ctx, o.read)
	switch {
	case err != nil:
		return checkMissing, "", err
	case now.Altered > 0:
		return checkMissing, fmt.Sprintf("%d 个账户的资料不是两个人登记的样子，已停用，请重新登记", now.Altered), nil
	case now.ForNew > 0:
		return checkOK, fmt.Sprintf("%d 个启用的账户", now.InUse), nil
	}
	lacking := "没有启用的账户"
	if now.InUse > 0 {
		lacking = "没有给新玩家（VIP 0 级）的账户，启用的只给其他级别：" + strings.Join(now.Others, "、")
	}
	transfers, err := o.channels.Transfers(ctx, o.read)
	if err != nil {
		return checkMissing, lacking, err
	}
	if len(transfers) > 0 { // which lead a new player to a refusal
		return checkMissing, lacking + "；新玩家看得到的银行转账通道：" + strings.Join(transfers, "、"), nil
	}
	usable, err := o.channels.Usable(ctx, o.read, o.networks())
	if len(usable) > 0 {
		return checkWarning, lacking + "，新玩家只能用其他通道存款", err
	}
	return checkMissing, lacking, err
}

func (o opener) venues(ctx context.Context) (string, string, error) {
	codes := map[string]bool{}
	for _, v := range o.Companies.Venues {
		codes[v.Code] = true
	}
	entered, err := o.contracts.InForce(ctx, o.read)
	for _, v := range entered {
		if v.Contract != nil {
			codes[v.Venue] = true
		}
	}
	if len(codes) == 0 {
		return checkMissing, "没有一个场馆有合同", err
	}
	return checkOK, fmt.Sprintf("%d 个场馆有合同", len(codes)), err
}

func (o opener) coins(ctx context.Context) (string, string, error) {
	open, err := usdt.OpenNetworks(ctx, o.read)
	var names []string
	for _, n := range open {
		if slices.Contains(o.networks(), n) {
			names = append(names, usdt.NetworkName(n))
		}
	}
	if len(names) == 0 {
		return checkWarning, "没有可用的网络", err
	}
	return checkOK, strings.Join(names, "、"), err
}

func (o opener) payouts(ctx context.Context) (string, string, error) {
	names, err := payout.InUse(ctx, o.read)
	if len(names) == 0 {
		return checkWarning, "没有，提款由财务逐笔付款", err
	}
	return checkOK, strings.Join(names, "、"), err
}

func (o opener) messages(context.Context) (string, string, error) {
	var on []string
	for _, ch := range []struct {
		channel courier.Channel
		name    string
	}{{courier.Email, "邮件"}, {courier.SMS, "短信"}} {
		if o.courier.On(ch.channel) {
			on = append(on, ch.name)
		}
	}
	if len(on) == 0 {
		return checkWarning, "邮件与短信都未启用", nil
	}
	return checkOK, "已启用" + strings.Join(on, "与"), nil
}

func (o opener) articles(ctx context.Context) (string, string, error) {
	shown, err := o.content.Articles(ctx, "")
	if len(shown) == 0 {
		return checkWarning, "没有已发布的文章", err
	}
	return checkOK, fmt.Sprintf("%d 篇已发布", len(shown)), err
}

func (o opener) storage(ctx context.Context) (string, string, error) {
	problem, where := o.uploads.Problem(ctx)
	if problem != "" {
		return checkMissing, where + "：" + problem, nil
	}
	return checkOK, where, nil
}

func (o opener) backups(context.Context) (string, string, error) {
	switch {
	case o.Backups.Folder != "":
		return checkOK, "每晚备份到 " + o.Backups.Folder, nil
	case o.db.Postgres():
		return checkWarning, "PostgreSQL：请确认数据库已有自己的备份", nil
	case o.Demo:
		return checkWarning, "演示站点不备份", nil
	}
	return checkMissing, "未指定备份目录", nil
}

func (o opener) addresses(context.Context) (string, string, error) {
	switch {
	case o.TLS && strings.HasPrefix(o.PublicSite, "https://") && o.PublicHooks != "":
		return checkOK, o.PublicSite, nil
	case o.Demo:
		return checkWarning, "演示站点只在本机", nil
	}
	return checkMissing, "未指定 https 网址或回调网址", nil
}

func (o opener) doors(ctx context.Context) (string, string, error) {
	closed, err := o.gate.Standing(ctx, o.read)
	switch {
	case len(closed) == 0 && o.Demo:
		return checkOK, "全部开放。演示站点只有虚拟币，从一开始就开放", err
	case len(closed) == 0:
		return checkOK, "全部开放", err
	}
	var names []string
	for _, c := range closed {
		names = append(names, c.Door.Text()+"（"+c.Cause.Text()+"）")
	}
	return checkMissing, "已关闭：" + strings.Join(names, "、"), err
}
