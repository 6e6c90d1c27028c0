package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/btcsuite/btcd/btcutil/hdkeychain"
	"github.com/btcsuite/btcd/chaincfg"
	"github.com/google/uuid"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/secret"
)

// An operator opens an installation by docs/install.md alone: an empty database,
// the program, and two people at their screens. The companies are a process of their
// own. A player deposits in three ways, plays, and is paid. No line of SQL is run but
// one that reads a captcha, which is a picture for people.
func TestAnOperatorOpensWithoutSQL(t *testing.T) {
	engines(t, func(t *testing.T, address string) {
		t.Parallel() // it mostly waits for the venue, which tells bets after a minute
		o := install(t, address)
		link := o.prepare("chief", "E001")
		o.start()
		chief := enrolled(t, o.admin, "chief", link, "")
		second := chief.done("/staff", map[string]any{"name": "lin", "person": "E002", "roles": []string{"owner"}, "reason": "第二位负责人"})
		lin := enrolled(t, o.admin, "lin", second.at("link"), second.at("code"))
		if missing := checks(chief, "missing"); !slices.Contains(missing, "deposit") || !slices.Contains(missing, "venue") {
			t.Fatalf("an empty house lacks %v", missing)
		}
		if missing := checks(chief, "missing"); !slices.Contains(missing, "serve") {
			t.Fatalf("nobody is served, and the walk misses %v", missing)
		}
		early := chief.call(http.MethodPost, "/gate/open", map[string]any{"door": "all", "reason": "开业"})
		if early.status != http.StatusUnprocessableEntity || early.at("code") != "gate.unopened" || !strings.Contains(early.at("message"), "场馆合同与密钥") {
			t.Fatalf("an empty installation is opened: %s", early)
		}
		together(chief, lin, "/networks", map[string]any{"networks": []string{"127.0.0.1/32"}, "version": 0, "reason": "办公室的网络"})
		together(chief, lin, "/settings/player.entry", changed(chief, "player.entry", map[string]any{
			"minAge": 21, "phones": "+86", "area": "listed", "networks": "127.0.0.1/32",
		}))
		together(chief, lin, "/settings/site.brand", changed(chief, "site.brand", map[string]any{"name": "吉祥", "accent": "#7fb2ff"}))
		wu := colleague(o, chief, lin, "wu", "E003", "finance")
		o.enterPayments(chief, lin)
		o.enterCoins(chief, lin)
		o.enterVenue(chief, lin)
		together(chief, lin, "/settings/site.licence", changed(chief, "site.licence", map[string]any{"operator": "测试运营有限公司", "regulator": "测试监管局", "number": "TEST-0001"}))
		chief.done("/content/house", map[string]any{"email": "help@example.com"})
		together(chief, lin, "/alarms/targets", map[string]any{
			"name": "值班", "form": "webhook", "url": "https://alarms.invalid/hongyun", "key": "a signing key of ours", "version": 0, "reason": "报警去向",
		})
		o.restart() // a venue's first contract is in force from the next start
		if missing := checks(chief, "missing"); !slices.Equal(missing, []string{"gate"}) {
			t.Fatalf("after the settings the check still misses %v", missing)
		}

		ming := o.register("ming88")
		o.closed(ming)
		together(chief, lin, "/gate/open", map[string]any{"door": "all", "reason": "开业"})
		if missing := checks(chief, "missing"); len(missing) > 0 {
			t.Fatalf("opened, and the check misses %v", missing)
		}
		if out := o.doctor(); !regexp.MustCompile(`(?m)^ok    opening: gate`).MatchString(out) {
			t.Fatalf("the doctor of an open house: %s", out)
		}
		o.depositByGateway(ming)
		o.depositByTransfer(ming, chief, lin)
		o.depositCoins(ming)
		o.play(ming)
		o.withdraw(ming, wu, lin)
		o.stop()
		if out, exit := run(t, "books", "verify", "--database", address); exit != 0 {
			t.Errorf("books verify: exit %d\n%s", exit, out)
		}
	})
}

const (
	openingKey   = "abababababababababababababababababababababababababababababababab"
	openingToken = "opening-request-token"
	payKey       = "opening-epay-key"
	payoutKey    = "opening-dfpay-key"
	kyDES        = "opening-des-key1"
	kyMD5        = "opening-md5-key1"
)

// operator is an installation on this machine, and the companies beside it.
type operator struct {
	t                             *testing.T
	database                      string
	env                           []string
	player, admin, hooks, sandbox string
	server                        *exec.Cmd
	log                           *lines
}

// install does what the document says up to the start of the service.
func install(t *testing.T, database string) *operator {
	t.Helper()
	o := &operator{t: t, database: database}
	ports := freePorts(t, 5)
	local := func(port string) string { return "127.0.0.1:" + port }
	o.player, o.admin = front(t, local(ports[0])), front(t, local(ports[1]))
	o.hooks, o.sandbox = "http://"+local(ports[2]), "http://"+local(ports[4])
	companies := filepath.Join(t.TempDir(), "companies.json")
	// Nodes of chains are the one thing that is not entered on screen.
	text, err := json.Marshal(map[string]any{"chains": []any{map[string]any{"network": "trc20", "url": o.sandbox + "/chains/trc20"}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(companies, text, 0o600); err != nil {
		t.Fatal(err)
	}
	o.env = append(os.Environ(),
		"HONGYUN_DATABASE="+database, "HONGYUN_DATA_KEY="+openingKey, "HONGYUN_REQ_TOKEN_SECRETS="+openingToken, "HONGYUN_LOG_TEXT=true",
		"HONGYUN_PLAYER="+local(ports[0]), "HONGYUN_ADMIN="+local(ports[1]), "HONGYUN_HOOKS="+local(ports[2]), "HONGYUN_OPS="+local(ports[3]),
		"HONGYUN_SITE_URL="+o.player, "HONGYUN_HOOKS_URL="+o.hooks, "HONGYUN_ADMIN_URL="+o.admin, "HONGYUN_PROXIES=127.0.0.1/32",
		"HONGYUN_COMPANIES="+companies,
		"HONGYUN_GATEWAY_NETWORKS=127.0.0.1/32", // the companies are on this machine
		"HONGYUN_NEWCOMER_WAIT=1ms",             // the shipped wait is a day
	)
	if strings.HasPrefix(database, "sqlite:") {
		o.env = append(o.env, "HONGYUN_BACKUP_TO="+t.TempDir())
	}
	o.startCompanies(local(ports[4]))
	return o
}

// front is a proxy that ends TLS, as nginx does in the document, and gives its address.
func front(t *testing.T, listen string) string {
	t.Helper()
	to := &url.URL{Scheme: "http", Host: listen}
	s := httptest.NewTLSServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.SetXForwarded()
			r.Out.Host = r.In.Host
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	})
	t.Cleanup(s.Close)
	return s.URL
}

// trusting is what browsers of this test trust: the certificate of such a proxy.
var trusting = sync.OnceValue(func() http.RoundTripper {
	s := httptest.NewTLSServer(http.NotFoundHandler())
	defer s.Close()
	return s.Client().Transport
})

// freePorts are ports that nothing listened on a moment ago.
func freePorts(t *testing.T, count int) []string {
	t.Helper()
	var ports []string
	var open []net.Listener
	for range count {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, l)
		_, port, _ := net.SplitHostPort(l.Addr().String())
		ports = append(ports, port)
	}
	for _, l := range open {
		_ = l.Close()
	}
	return ports
}

// startCompanies runs the simulated companies as a program of their own.
func (o *operator) startCompanies(listen string) {
	o.t.Helper()
	dir := o.t.TempDir()
	binary := filepath.Join(built, "sandbox")
	if _, err := os.Stat(binary); err != nil {
		if out, err := exec.Command("go", "build", "-o", binary, "../sandbox").CombinedOutput(); err != nil {
			o.t.Fatalf("build the sandbox: %v\n%s", err, out)
		}
	}
	c := exec.Command(binary, "--listen", listen, "--data", dir, "--no-bots", "--pull-gap=-1s",
		"--epay-key", payKey, "--dfpay-key", payoutKey, "--ky-des-key", kyDES, "--ky-md5-key", kyMD5)
	log := &lines{}
	c.Stdout, c.Stderr = log, log
	o.run(c, log)
	o.await("the companies", func() bool { return answers(o.sandbox + "/healthz") })
}

// run starts a program that ends with the test.
func (o *operator) run(c *exec.Cmd, log *lines) {
	o.t.Helper()
	if err := c.Start(); err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
		if o.t.Failed() {
			text := log.String()
			o.t.Logf("%s:\n%s", filepath.Base(c.Path), text[max(0, len(text)-4000):])
		}
	})
}

func answers(url string) bool {
	r, err := http.Get(url)
	if err != nil {
		return false
	}
	_ = r.Body.Close()
	return r.StatusCode == http.StatusOK
}

// await waits for something that takes a while.
func (o *operator) await(what string, seen func() bool) {
	o.t.Helper()
	for end := time.Now().Add(4 * time.Minute); !seen(); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(end) {
			o.t.Fatalf("%s: not within four minutes", what)
		}
	}
}

// command runs a command of the program and gives what it printed.
func (o *operator) command(args ...string) string {
	o.t.Helper()
	c := exec.Command(program, args...)
	c.Env = o.env
	out, err := c.CombinedOutput()
	if err != nil {
		o.t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

var linkPrinted = regexp.MustCompile(`/#/enrol/(\S+)`)

// prepare makes the tables and the first account, and gives the link's token. A
// second run makes nothing.
func (o *operator) prepare(name, person string) string {
	o.t.Helper()
	out := o.command("init", "--name", name, "--person", person)
	at := linkPrinted.FindStringSubmatch(out)
	if at == nil || !strings.Contains(out, o.admin+"/#/opening") || !strings.Contains(out, o.admin+"/#/site?tab=player.entry") {
		o.t.Fatalf("no link or no next steps in %s", out)
	}
	again := o.command("init", "--name", "another", "--person", "E009")
	if linkPrinted.MatchString(again) || !strings.Contains(again, "there is an account already") {
		o.t.Fatalf("a second run: %s", again)
	}
	return at[1]
}

// doctor gives what the program says of the installation, whether it is well or not.
func (o *operator) doctor() string {
	o.t.Helper()
	c := exec.Command(program, "doctor")
	c.Env = o.env
	out, _ := c.CombinedOutput() // the running program has its addresses, which is BAD
	return string(out)
}

// closed tries each way of money of an installation that was not opened yet.
func (o *operator) closed(g *guest) {
	o.t.Helper()
	channel := g.post("/v1/Do/GetPayment", "channel_code", "online").at("Data.0.Id")
	for path, fields := range map[string][]string{
		"/v1/Do/CallDepositPay":                {"payment_id", channel, "amount", "500", "device_id", "1"},
		"/v1/Do/CallPlatformTranscationAction": {"playerName", "ming88", "platformId", "26", "transactionType", "1", "amount", "100"},
		"/v1/Do/CallWithdrawAction":            {"playerBankId", "1", "withdrawAmount", "100"},
	} {
		if a := g.call(http.MethodPost, path, fields...); a.status != http.StatusServiceUnavailable || a.at("Code") != "gate.closed" {
			o.t.Errorf("%s before the opening: %s", path, a)
		}
	}
	if out := o.doctor(); !regexp.MustCompile(`(?m)^BAD   opening: gate .*尚未开业`).MatchString(out) {
		o.t.Errorf("the doctor of an installation that was not opened: %s", out)
	}
}

func (o *operator) start() {
	o.t.Helper()
	o.server, o.log = exec.Command(program, "serve"), &lines{}
	o.server.Env, o.server.Stderr = o.env, o.log
	o.run(o.server, o.log)
	o.await("the program", func() bool {
		at := opsAddress.FindStringSubmatch(o.log.String())
		return at != nil && answers("http://"+at[1]+"/readyz")
	})
}

func (o *operator) stop() {
	o.t.Helper()
	if err := o.server.Process.Signal(syscall.SIGTERM); err != nil {
		o.t.Fatal(err)
	}
	if _, err := o.server.Process.Wait(); err != nil {
		o.t.Fatal(err)
	}
}

func (o *operator) restart() {
	o.stop()
	o.start()
}

// checks are the opening checks in a state.
func checks(d *desk, state string) []string {
	d.t.Helper()
	var out []string
	items, _ := d.read("/opening").body["items"].([]any)
	for _, it := range items {
		if c, _ := it.(map[string]any); c["state"] == state {
			out = append(out, c["code"].(string))
		}
	}
	return out
}

// colleague is added by two people, each of whom has one half of the invitation.
func colleague(o *operator, maker, checker *desk, name, person, role string) *desk {
	o.t.Helper()
	asked := maker.done("/staff", map[string]any{"name": name, "person": person, "roles": []string{role}, "reason": "新同事"})
	agreed := checker.done("/approvals/"+asked.at("approvalId")+"/approve", nil)
	return enrolled(o.t, o.admin, name, agreed.at("invited.link"), asked.at("code"))
}

// setting is a change of a setting that does not exist yet.
func setting(key string, value, secrets map[string]any) map[string]any {
	return map[string]any{"key": key, "new": key != "", "base": 0, "value": value, "secrets": secrets, "on": true, "reason": "开业设置"}
}

// changed is a change of a setting that there is one of: its value with some fields anew.
func changed(d *desk, kind string, fields map[string]any) map[string]any {
	d.t.Helper()
	shown := d.read("/settings/" + kind).body["items"].([]any)[0].(map[string]any)
	value := shown["value"].(map[string]any)
	for name, v := range fields {
		value[name] = v
	}
	return map[string]any{"base": shown["version"], "value": value, "on": true, "reason": "开业设置"}
}

// enterPayments enters a gateway, a bank account and their channels.
func (o *operator) enterPayments(chief, lin *desk) {
	o.t.Helper()
	together(chief, lin, "/settings/pay.gateway", setting("shop", map[string]any{
		"name": "测试网关", "protocol": "epay", "baseURL": o.sandbox + "/gateways/epay", "merchant": "1001", "page": false, "min": 0, "max": 0,
	}, map[string]any{"key": payKey}))
	for code, name := range map[string]string{"online": "在线支付", "bank": "网银转账", "coin": "USDT"} {
		together(chief, lin, "/settings/pay.method", setting(code, map[string]any{
			"name": name, "icon": "bank", "hotRemark": "", "amounts": "100,500", "showAmount": true, "showName": false, "showRemark": false, "showAddress": false,
			"showBanks": false, "showTypes": false, "showChat": false, "showRate": code == "coin", "sort": 1,
		}, nil))
	}
	for _, c := range []struct{ key, method, style, gateway, way string }{
		{"scan", "online", "Link", "shop", "alipay"}, {"transfer", "bank", "Bank", "", ""}, {"trc20", "coin", "VirtualCoin", "", "trc20"},
	} {
		together(chief, lin, "/settings/pay.channel", setting(c.key, map[string]any{
			"method": c.method, "name": "通道" + c.key, "style": c.style, "gateway": c.gateway, "way": c.way, "min": 100_00, "max": 50_000_00,
			"hoursFrom": 0, "hoursTo": 0, "vipMin": 0, "vipMax": 0, "feeRate": 0, "weight": 100, "sort": 1,
		}, nil))
	}
	account := setting("", map[string]any{"bank": "ICBC", "holder": "测试运营有限公司", "min": 100_00, "max": 50_000_00, "cap": 100_000_00, "sort": 1}, map[string]any{"number": "6222021234567890123"})
	account["new"] = true
	together(chief, lin, "/settings/pay.account", account)
	together(chief, lin, "/settings/pay.company", setting("dfpay", map[string]any{
		"name": "测试代付", "protocol": "dfpay", "baseURL": o.sandbox + "/payers/dfpay", "merchant": "40001", "banks": "", "min": 100_00, "max": 50_000_00,
		"daily": 1_000_000_00, "auto": 5_000_00, "absent": 60, "sort": 1,
	}, map[string]any{"key": payoutKey}))
	// A new card holds withdrawals back for a day as shipped.
	together(chief, lin, "/settings/cashier.withdrawal", changed(chief, "cashier.withdrawal", map[string]any{"hold": 0}))
}

// enterCoins enters a rate and the extended public key of a wallet: each player gets
// an address of their own from it.
func (o *operator) enterCoins(chief, lin *desk) {
	o.t.Helper()
	master, err := hdkeychain.NewMaster(bytes.Repeat([]byte{7}, hdkeychain.RecommendedSeedLen), &chaincfg.MainNetParams)
	if err != nil {
		o.t.Fatal(err)
	}
	public, err := master.Neuter()
	if err != nil {
		o.t.Fatal(err)
	}
	together(chief, lin, "/coins/rates", map[string]any{"network": "trc20", "direction": "deposit", "rate": "7.20", "least": "10", "most": "10000", "open": true, "reason": "开业汇率"})
	together(chief, lin, "/coins/payees", map[string]any{"network": "trc20", "address": public.String(), "label": "冷钱包", "reason": "开业收款"})
}

func (o *operator) enterVenue(chief, lin *desk) {
	o.t.Helper()
	together(chief, lin, "/venues/ky/contract", map[string]any{"protocol": "ky", "reason": "新签合同", "values": map[string]string{
		"baseURL": o.sandbox + "/venues/ky/channelHandle", "recordURL": o.sandbox + "/venues/ky/getRecordHandle",
		"agent": "70001", "desKey": kyDES, "md5Key": kyMD5, "lineCode": "hongyun", "feedGapSeconds": "10",
	}})
}

// captcha has a picture drawn and reads it. A person looks; this test tries every text
// against the mark that is stored of it.
func (o *operator) captcha(g *guest) (vRand, answer string) {
	o.t.Helper()
	vRand = uuid.NewString()
	if a := g.call(http.MethodGet, "/v1/PubInterface/GetVerificationImage", "vRand", vRand); a.status != http.StatusOK {
		o.t.Fatalf("captcha: %s", a)
	}
	d := dbtest.Open(o.t, o.database)
	defer d.Close()
	var mark string
	if err := d.NewRaw("SELECT answer FROM player_captcha WHERE v_rand = ?", vRand).Scan(context.Background(), &mark); err != nil {
		o.t.Fatal(err)
	}
	box, err := secret.NewBox(bytes.Repeat([]byte{0xab}, 32))
	if err != nil {
		o.t.Fatal(err)
	}
	const letters = "3479ACDEFHJKMNPQRTWXY"
	text := make([]byte, 4)
	var try func(at int) bool
	try = func(at int) bool {
		if at == len(text) {
			return box.Index("captcha/"+vRand, string(text)) == mark
		}
		for _, l := range []byte(letters) {
			if text[at] = l; try(at + 1) {
				return true
			}
		}
		return false
	}
	if !try(0) {
		o.t.Fatal("no text has the captcha's mark")
	}
	return vRand, string(text)
}

func (o *operator) register(name string) *guest {
	o.t.Helper()
	g := visits(o.t, o.player, openingToken)
	vRand, answer := o.captcha(g)
	a := g.post("/v1/PubInterface/CallRegAction", "PlayerName", name, "password", "secret88", "withdrawpassword", "secret88",
		"tell", "13912345678", "verifyCode", answer, "vRand", vRand, "regDomain", "localhost", "invitePeopleId", "")
	g.ticket = a.at("Ticket")
	g.post("/v1/Do/CallUpdatePlayerInfoAction", "type", "1", "inputMessage", "王小明")
	g.post("/v1/Do/CallUpdatePlayerInfoAction", "type", "10", "inputMessage", "1990-01-02")
	return g
}

// order starts a deposit and gives its answer.
func (o *operator) order(g *guest, method, amount string) answer {
	o.t.Helper()
	channel := g.post("/v1/Do/GetPayment", "channel_code", method).at("Data.0.Id")
	return g.post("/v1/Do/CallDepositPay", "payment_id", channel, "amount", amount, "device_id", "1")
}

// credited waits until a deposit is in the player's wallet.
func (o *operator) credited(g *guest, sn string) {
	o.t.Helper()
	o.await("deposit "+sn, func() bool {
		return g.post("/v1/Do/DepositOrder", "OrderSn", sn).at("Data.status") == "credited"
	})
}

// tell has the companies do something.
func (o *operator) tell(path string, wish map[string]any) {
	o.t.Helper()
	text, err := json.Marshal(wish)
	if err != nil {
		o.t.Fatal(err)
	}
	r, err := http.Post(o.sandbox+"/control"+path, "application/json", bytes.NewReader(text))
	if err != nil {
		o.t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		o.t.Fatalf("%s: %s", path, r.Status)
	}
}

func (o *operator) balance(g *guest, want string) {
	o.t.Helper()
	if got := g.post("/v1/Select/PlayerBalance").at("Balance"); got != want {
		o.t.Fatalf("the centre wallet has %s, not %s", got, want)
	}
}

func (o *operator) depositByGateway(g *guest) {
	o.t.Helper()
	sn := o.order(g, "online", "500").at("Data.order_sn")
	o.tell("/gateways/epay/orders/"+sn+"/pay", map[string]any{})
	o.credited(g, sn)
	o.balance(g, "500")
}

func (o *operator) depositByTransfer(g *guest, chief, lin *desk) {
	o.t.Helper()
	started := o.order(g, "bank", "800")
	sn := started.at("Data.order_sn")
	if started.at("Data.bank.entity_account_number") != "6222021234567890123" {
		o.t.Fatalf("the order does not name the account: %s", started)
	}
	account := lin.read("/bank/options").at("accounts.0.id")
	now := time.Now().In(time.FixedZone("GMT+8", 8*3600)).Format("2006-01-02 15:04:05")
	lin.done("/bank/files", map[string]any{
		"account": account, "name": "流水.csv", "content": []byte("时间,收入,支出,户名,账号,附言,流水号\n" + now + ",800.00,,王小明,6217000010001234567," + started.at("Data.bank.remark") + ",ICBC0001\n"),
		"form": "", "mapping": map[string]any{
			"date": "时间", "time": "", "in": "收入", "out": "支出", "amount": "", "side": "", "name": "户名", "account": "账号",
			"remarks": []string{"附言"}, "serial": "流水号", "balance": "", "currency": "",
		},
	})
	line := lin.read("/bank/lines?state=open")
	if line.at("items.0.proposals.0.order") != sn || line.at("items.0.proposals.0.offered") != "true" {
		o.t.Fatalf("the line does not offer order %s: %s", sn, line)
	}
	// Another person than the one who imported it.
	credited := chief.done("/bank/credit", map[string]any{"items": []any{map[string]any{"line": line.at("items.0.id"), "order": sn, "chosen": false}}, "reason": "银行流水已核对"})
	if credited.at("items.0.status") != "done" {
		o.t.Fatalf("the line does not credit the order: %s", credited)
	}
	o.credited(g, sn)
	o.balance(g, "1300")
}

func (o *operator) depositCoins(g *guest) {
	o.t.Helper()
	started := o.order(g, "coin", "720")
	if started.at("Data.virtualCoin.OwnAddress") != "true" {
		o.t.Fatalf("the address is not the player's own: %s", started)
	}
	o.tell("/chains/trc20/transfers", map[string]any{"to": started.at("Data.virtualCoin.to_addr"), "amount": started.at("Data.virtualCoin.num")})
	o.credited(g, started.at("Data.order_sn"))
	o.balance(g, "2020")
}

// play moves money to the venue, bets it once over, and takes it back.
func (o *operator) play(g *guest) {
	o.t.Helper()
	g.post("/v1/Do/CallPlatformTranscationAction", "playerName", "ming88", "platformId", "26", "transactionType", "1", "amount", "2020")
	g.post("/v1/Do/CallPlatformLoginToAction", "platformId", "26", "playerName", "ming88", "gameId", "ky", "mode", "1", "language", "zh-CN")
	o.tell("/bets", map[string]any{"venue": "ky", "player": "ming88", "stake": "2020", "payout": "2000", "status": "settled"})
	o.await("the bet in the books", func() bool { return g.post("/v1/Select/WithdrawalInfo").at("Data.TurnoverRequired") == "0" })
	g.post("/v1/Do/OneClickRecyclingAction")
	o.balance(g, "2000")
}

func (o *operator) withdraw(g *guest, wu, lin *desk) {
	o.t.Helper()
	g.post("/v1/Do/CallBindSavingCardAction", "playerName", "ming88", "bankType", "ICBC", "accountNumber", "6222020000000000000",
		"bankAddress", "王府井支行", "province", "北京市", "city", "东城区", "trueName", "王小明")
	card := g.post("/v1/Select/PlayerBankItems").at("PlayerBanks.0.Id")
	sn := g.post("/v1/Do/CallWithdrawAction", "playerName", "ming88", "playerBankId", card, "withdrawAmount", "1500").at("OrderSn")
	// Neither of the two who credited a deposit by hand approves a withdrawal of that player.
	wu.done("/withdrawals/"+sn+"/claim", nil)
	wu.done("/withdrawals/"+sn+"/approve", nil)
	// The company of the setting pays it by itself.
	o.await("the pay-out", func() bool { return lin.read("/withdrawals/"+sn).at("state") == "paid" })
	if a := lin.read("/withdrawals/" + sn); a.at("attempts.0.state") != "paid" || a.at("attempts.0.company") == "" {
		o.t.Errorf("no company paid it: %s", a)
	}
	o.balance(g, "500")
	if a := g.post("/v1/Select/FundingItems", "PageIndex", "1", "FinanceType", "4"); !strings.Contains(string(a.raw), `"Status":1`) {
		o.t.Errorf("the record does not say that it was paid: %s", a)
	}
}
