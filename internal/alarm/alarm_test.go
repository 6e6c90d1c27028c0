package alarm_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"hongyun/internal/alarm"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/login"
)

// company is a webhook, Telegram and WeCom in one, on loopback.
type company struct {
	*httptest.Server
	mu     sync.Mutex
	heard  []heard
	answer func(w http.ResponseWriter, r *http.Request) // nil takes everything
}

type heard struct {
	Path, Body string
	Header     http.Header
}

func (c *company) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	c.mu.Lock()
	c.heard = append(c.heard, heard{r.URL.RequestURI(), string(body), r.Header})
	answer := c.answer
	c.mu.Unlock()
	if answer != nil {
		answer(w, r)
		return
	}
	fmt.Fprint(w, `{"ok":true,"errcode":0}`)
}

func (c *company) take() []heard {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.heard
	c.heard = nil
	return out
}

func (c *company) answers(with func(w http.ResponseWriter, r *http.Request)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answer = with
}

// desk is an installation with two owners, a second account of the first, and a company.
type desk struct {
	*alarm.Alarms
	t                   *testing.T
	d                   *db.DB
	people              *staff.Staff
	boss, other, honest staff.Actor
	company             *company
	roots               *x509.CertPool
}

func each(t *testing.T, run func(t *testing.T, k *desk)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := &company{}
		c.Server = httptest.NewTLSServer(http.HandlerFunc(c.serve))
		t.Cleanup(c.Close)
		roots := x509.NewCertPool()
		roots.AddCert(c.Certificate())
		k := &desk{t: t, d: d, company: c, roots: roots}
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		k.people = staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})
		k.boss, k.other, k.honest = k.owner("boss", "E1"), k.owner("boss-b", "E-1"), k.owner("honest", "E2")
		k.Alarms = alarm.New(alarm.Config{
			DB: d, Staff: k.people, Box: box, Log: dbtest.Quiet(), Named: func() string { return "鸿运" }, Inside: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
			Roots: roots, TelegramURL: c.URL, WecomURL: c.URL,
		})
		run(t, k)
	})
}

func (k *desk) owner(name, human string) staff.Actor {
	k.t.Helper()
	ctx, from := k.t.Context(), login.Client{IP: "test:" + name}
	accounts := account.New(k.people, account.Config{})
	added, err := accounts.Add(ctx, staff.System("test"), account.NewStaff{Name: name, Person: human, Roles: []string{"owner"}, Reason: "测试人员"})
	if err != nil {
		k.t.Fatal(err)
	}
	open, err := accounts.OpenEnrolment(ctx, added.Invitation.Token, "", from)
	if err != nil {
		k.t.Fatal(err)
	}
	code, err := totp.GenerateCode(open.TOTPSecret, k.d.Clock().Now())
	if err == nil {
		err = accounts.Enrol(ctx, added.Invitation.Token, "", "correct horse 42", code, from)
	}
	if err != nil {
		k.t.Fatal(err)
	}
	return staff.Actor{ID: added.Person.ID, Name: name, Roles: []string{"owner"}}
}

// agree has the honest owner agree to a request.
func (k *desk) agree(id string, err error) {
	k.t.Helper()
	if err != nil || id == "" {
		k.t.Fatalf("request %q, %v", id, err)
	}
	if _, err := k.people.Decide(k.t.Context(), k.honest, id, true, ""); err != nil {
		k.t.Fatal(err)
	}
}

var forms = map[string]alarm.Address{
	alarm.Telegram: {Token: "123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ", Chat: "-100200300"},
	alarm.Wecom:    {Key: "0123abcd-4567-89ef-0123-456789abcdef"},
}

func (k *desk) webhook(path string) alarm.Address {
	return alarm.Address{URL: k.company.URL + path, Key: "a signing key of ours"}
}

// target makes a target by two people, and every event goes there.
func (k *desk) target(name, form string, at alarm.Address) string {
	k.t.Helper()
	k.agree(k.SaveTarget(k.t.Context(), k.boss, alarm.TargetEdit{Name: name, Form: form, Address: at, Reason: "设置报警"}))
	id := k.find(name).ID
	routes, err := k.Routes(k.t.Context(), k.d)
	if err != nil {
		k.t.Fatal(err)
	}
	for kind, r := range routes.ByKind {
		r.Targets = append(r.Targets, id)
		routes.ByKind[kind] = r
	}
	if waits, err := k.SaveRoutes(k.t.Context(), k.boss, routes.ByKind, routes.Version, "设置报警"); err != nil || waits != "" {
		k.t.Fatalf("more targets wait for %q, %v", waits, err)
	}
	k.deliver()
	k.company.take()
	return id
}

func (k *desk) find(name string) alarm.Target {
	k.t.Helper()
	all, err := k.Targets(k.t.Context(), k.d)
	if err != nil {
		k.t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(t alarm.Target) bool { return t.Name == name })
	if i < 0 {
		k.t.Fatalf("no target is called %s: %+v", name, all)
	}
	return all[i]
}

func (k *desk) deliver() {
	k.t.Helper()
	if err := k.Deliver(k.t.Context()); err != nil {
		k.t.Fatal(err)
	}
}

func (k *desk) wait(d time.Duration) { dbtest.Clock(k.d).Advance(d) }

func TestEachFormTakesAnAlarm(t *testing.T) {
	each(t, func(t *testing.T, k *desk) {
		k.target("hook", alarm.Webhook, k.webhook("/in/secret-path-1"))
		k.target("tg", alarm.Telegram, forms[alarm.Telegram])
		k.target("wx", alarm.Wecom, forms[alarm.Wecom])
		if err := k.Raise(t.Context(), alarm.JobFailing, "promo.pay", "任务 promo.pay 连续失败 3 次。"); err != nil {
			t.Fatal(err)
		}
		k.deliver()
		got := map[string]heard{}
		for _, h := range k.company.take() {
			got[h.Path] = h
		}
		hook := got["/in/secret-path-1"]
		mac := hmac.New(sha256.New, []byte("a signing key of ours"))
		mac.Write([]byte(hook.Header.Get("X-Hongyun-Timestamp") + "." + hook.Body))
		if want := "v1=" + hex.EncodeToString(mac.Sum(nil)); hook.Header.Get("X-Hongyun-Signature") != want {
			t.Errorf("signature %q, want %q of %s", hook.Header.Get("X-Hongyun-Signature"), want, hook.Body)
		}
		var m struct{ Kind, State, Subject, Text, ID string }
		if err := json.Unmarshal([]byte(hook.Body), &m); err != nil || m.Kind != alarm.JobFailing || m.State != "raised" || m.Subject != "promo.pay" || m.ID == "" {
			t.Errorf("body %s, %v", hook.Body, err)
		}
		if h := got["/bot123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ/sendMessage"]; !strings.Contains(h.Body, `"chat_id":"-100200300"`) || !strings.Contains(h.Body, "promo.pay") {
			t.Errorf("telegram heard %+v", h)
		}
		if h := got["/cgi-bin/webhook/send?key=0123abcd-4567-89ef-0123-456789abcdef"]; !strings.Contains(h.Body, `"msgtype":"text"`) || !strings.Contains(h.Body, "promo.pay") {
			t.Errorf("wecom heard %+v", h)
		}
	})
}

// The same event is told once in its time, and then with how often it happened.
func TestAStormIsFoldedIntoOneMessageWithACount(t *testing.T) {
	each(t, func(t *testing.T, k *desk) {
		k.target("hook", alarm.Webhook, k.webhook("/in"))
		for range 50 {
			if err := k.Raise(t.Context(), alarm.VenueBreaker, "ky", "场馆 ky 的接口已熔断。"); err != nil {
				t.Fatal(err)
			}
			k.wait(time.Second)
			k.deliver()
		}
		if got := k.company.take(); len(got) != 1 {
			t.Fatalf("%d messages in the storm", len(got))
		}
		k.wait(30 * time.Minute)
		k.deliver()
		got := k.company.take()
		if len(got) != 1 || !strings.Contains(got[0].Body, "又发生 49 次") || !strings.Contains(got[0].Body, `"count":49`) {
			t.Errorf("after the time: %+v", got)
		}
		k.wait(24 * time.Hour)
		k.deliver()
		if got := k.company.take(); len(got) != 0 {
			t.Errorf("told again without having happened: %+v", got)
		}
	})
}

func TestWhatGoesOnIsToldAtItsBeginningLaterAgainAndAtItsEnd(t *testing.T) {
	each(t, func(t *testing.T, k *desk) {
		ctx := t.Context()
		k.target("hook", alarm.Webhook, k.webhook("/in"))
		signals := []alarm.Signal{{Subject: "books", Text: "账目核对未通过。"}}
		states := ""
		for range 20 {
			if err := k.Observe(ctx, alarm.BooksBroken, signals); err != nil {
				t.Fatal(err)
			}
			k.deliver()
			k.wait(5 * time.Minute)
		}
		if err := k.Observe(ctx, alarm.BooksBroken, nil); err != nil {
			t.Fatal(err)
		}
		k.deliver()
		for _, h := range k.company.take() {
			var m struct{ State string }
			if err := json.Unmarshal([]byte(h.Body), &m); err != nil {
				t.Fatal(err)
			}
			states += m.State + " "
		}
		if states != "raised again over " { // 95 minutes: told after 60, and after 120 more
			t.Errorf("told %q", states)
		}
	})
}

// trust ADM-1: a finding that somebody leaves open hides no new one of its kind.
func TestTrust_ADM_1_AnOldTrifleHidesNoNewEventOfItsKind(t *testing.T) {
	each(t, func(t *testing.T, k *desk) {
		k.target("hook", alarm.Webhook, k.webhook("/in"))
		level := func(n int64) int {
			t.Helper()
			if err := k.Observe(t.Context(), alarm.FindingOpen, []alarm.Signal{{Subject: "order", Text: "有未处理的差异。", Level: n}}); err != nil {
				t.Fatal(err)
			}
			k.deliver()
			k.wait(time.Hour)
			return len(k.company.take())
		}
		for range 72 { // three days
			level(1)
		}
		if n := level(1); n != 0 {
			t.Fatalf("told %d times though nothing is new", n)
		}
		if n := level(2); n != 1 {
			t.Errorf("a new one of the kind was told %d times", n)
		}
	})
}

// A message is tried again with growing pauses, and is lost after its deadline; another target hears of that.
func TestAMessageIsTriedAgainUntilItsDeadline(t *testing.T) {
	each(t, func(t *testing.T, k *desk) {
		k.target("sick", alarm.Webhook, k.webhook("/sick"))
		k.target("well", alarm.Webhook, k.webhook("/well"))
		k.company.answers(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/sick" {
				http.Error(w, "no", http.StatusBadGateway)
			}
		})
		if err := k.Raise(t.Context(), alarm.JobFailing, "promo.pay", "任务失败。"); err != nil {
			t.Fatal(err)
		}
		tries := func() (sick, lost int) {
			for _, h := range k.company.take() {
				if h.Path == "/sick" && strings.Contains(h.Body, alarm.JobFailing) {
					sick++
				}
				if h.Path == "/well" && strings.Contains(h.Body, alarm.Lost) {
					lost++
				}
			}
			return sick, lost
		}
		for range 12 {
			k.deliver()
			k.wait(5 * time.Second)
		}
		if n, _ := tries(); n < 3 || n > 4 {
			t.Errorf("%d tries in a minute", n)
		}
		if got := k.find("sick"); got.Failure != "对方返回 HTTP 502" {
			t.Errorf("target says %q", got.Failure)
		}
		for range 8 * 4 {
			k.wait(15 * time.Minute)
			k.deliver()
		}
		if n, lost := tries(); n < 15 || lost != 1 {
			t.Errorf("%d tries in hours, told of the loss %d times", n, lost)
		}
		// What came back is told again: a target that recovers takes the next one.
		k.company.answers(nil)
		if err := k.Raise(t.Context(), alarm.JobFailing, "vip.run", "任务失败。"); err != nil {
			t.Fatal(err)
		}
		k.deliver()
		if n, _ := tries(); n == 0 || k.find("sick").Failure != "" {
			t.Errorf("after it recovered: %d, %+v", n, k.find("sick"))
		}
	})
}

// trust ADM-1: one dishonest owner with two accounts neither silences nor redirects an alarm,
// and those who were told before hear of every change.
func TestTrust_ADM_1_NobodyAloneSilencesOrRedirectsAlarms(t *testing.T) {
	each(t, func(t *testing.T, k *desk) {
		ctx := t.Context()
		id := k.target("hook", alarm.Webhook, k.webhook("/right"))
		now := k.find("hook")
		routes, err := k.Routes(ctx, k.d)
		if err != nil {
			t.Fatal(err)
		}
		without := func(change func(r *alarm.Route)) map[string]alarm.Route {
			out := map[string]alarm.Route{}
			for kind, r := range routes.ByKind {
				if kind == alarm.BooksBroken {
					change(&r)
				}
				out[kind] = r
			}
			return out
		}
		tricks := map[string]func() (string, error){
			"another address": func() (string, error) {
				return k.SaveTarget(ctx, k.boss, alarm.TargetEdit{ID: id, Name: "hook", Form: alarm.Webhook, Address: k.webhook("/mine"), Version: now.Version, Reason: "换地址"})
			},
			"another form": func() (string, error) {
				return k.SaveTarget(ctx, k.boss, alarm.TargetEdit{ID: id, Name: "hook", Form: alarm.Wecom, Address: forms[alarm.Wecom], Version: now.Version, Reason: "换地址"})
			},
			"removal": func() (string, error) { return k.RemoveTarget(ctx, k.boss, id, now.Version, "不再需要") },
			"a new target": func() (string, error) {
				return k.SaveTarget(ctx, k.boss, alarm.TargetEdit{Name: "mine", Form: alarm.Webhook, Address: k.webhook("/mine"), Reason: "新去向"})
			},
			"no route": func() (string, error) {
				return k.SaveRoutes(ctx, k.boss, without(func(r *alarm.Route) { r.Targets = nil }), routes.Version, "太吵了")
			},
			"longer folding": func() (string, error) {
				return k.SaveRoutes(ctx, k.boss, without(func(r *alarm.Route) { r.Minutes = 1440 }), routes.Version, "太吵了")
			},
		}
		for trick, try := range tricks {
			asked, err := try()
			if err != nil || asked == "" {
				t.Errorf("%s, alone: %q, %v", trick, asked, err)
				continue
			}
			for _, by := range []staff.Actor{k.boss, k.other} {
				if _, err := k.people.Decide(ctx, by, asked, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
					t.Errorf("%s, agreed to by %s: %v", trick, by.Name, err)
				}
			}
			if _, err := k.people.Decide(ctx, k.honest, asked, false, "不同意"); err != nil {
				t.Fatal(err)
			}
		}
		if got := k.find("hook"); got.Version != now.Version {
			t.Fatalf("changed: %+v", got)
		}
		// With two people it moves, and the old address hears of it.
		k.agree(tricks["another address"]())
		k.deliver()
		got := k.company.take()
		if len(got) != 1 || got[0].Path != "/right" || !strings.Contains(got[0].Body, alarm.Changed) {
			t.Errorf("told of the change: %+v", got)
		}
		if err := k.Raise(ctx, alarm.JobFailing, "x", "任务失败。"); err != nil {
			t.Fatal(err)
		}
		k.deliver()
		if got := k.company.take(); len(got) != 1 || got[0].Path != "/mine" {
			t.Errorf("after the change: %+v", got)
		}
		// A request that was made about the version before is void.
		stale, err := k.RemoveTarget(ctx, k.boss, id, now.Version, "不再需要")
		if !errors.Is(err, alarm.ErrStale) {
			t.Errorf("about an older version: %q, %v", stale, err)
		}
	})
}

// SSRF: a target is no way into the operator's network, whatever its name resolves to.
func TestTargetsInsideTheNetworkAreRefused(t *testing.T) {
	each(t, func(t *testing.T, k *desk) {
		ctx := t.Context()
		for _, host := range []string{
			"127.0.0.2", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "[::1]", "[fe80::1]", "[fd00::1]",
			"[::ffff:10.0.0.1]", "[64:ff9b::a00:1]", "[2002:a00:1::]",
		} {
			_, err := k.SaveTarget(ctx, k.boss, alarm.TargetEdit{Name: "x", Form: alarm.Webhook, Address: alarm.Address{URL: "https://" + host + "/", Key: "a signing key of ours"}, Reason: "设置报警"})
			if !errors.Is(err, alarm.ErrInternal) {
				t.Errorf("%s: %v", host, err)
			}
			mail := alarm.Address{Host: strings.Trim(host, "[]"), Port: 587, From: "a@example.com", To: []string{"b@example.com"}}
			if _, err := k.SaveTarget(ctx, k.boss, alarm.TargetEdit{Name: "x", Form: alarm.Email, Address: mail, Reason: "设置报警"}); err == nil {
				t.Errorf("mail to %s was taken", host)
			}
		}
		// A name that leads inside is found out when the connection is made.
		lonely := alarm.New(alarm.Config{DB: k.d, Staff: k.people, Box: mustBox(t), Log: dbtest.Quiet(), Named: func() string { return "鸿运" }, Roots: k.roots, TelegramURL: k.company.URL, WecomURL: k.company.URL})
		k.Alarms = lonely
		id := k.target("inside", alarm.Webhook, alarm.Address{URL: "https://localhost:" + k.company.URL[strings.LastIndexByte(k.company.URL, ':')+1:] + "/x", Key: "a signing key of ours"})
		err := k.Test(ctx, k.boss, id)
		if !errors.Is(err, alarm.ErrUnsent) || !strings.Contains(err.Error(), "内部网络") {
			t.Errorf("a name that leads inside: %v", err)
		}
		if got := k.company.take(); len(got) != 0 {
			t.Errorf("the internal service heard %+v", got)
		}
	})
}

func mustBox(t *testing.T) *secret.Box {
	t.Helper()
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	return box
}

func TestTargetsOfBadInputAreRefused(t *testing.T) {
	each(t, func(t *testing.T, k *desk) {
		mail := alarm.Address{Host: "mail.example.com", Port: 587, From: "a@example.com", To: []string{"b@example.com"}}
		with := func(change func(*alarm.Address)) alarm.Address {
			at := mail
			change(&at)
			return at
		}
		hook := func(url string) alarm.Address { return alarm.Address{URL: url, Key: "a signing key of ours"} }
		for _, c := range []struct {
			name, form string
			at         alarm.Address
			want       error
		}{
			{"", alarm.Email, mail, alarm.ErrName},
			{"a\nb", alarm.Email, mail, alarm.ErrName},
			{"x", "fax", mail, alarm.ErrForm},
			{"x", alarm.Email, with(func(a *alarm.Address) { a.Host = "mail example" }), alarm.ErrEmail},
			{"x", alarm.Email, with(func(a *alarm.Address) { a.Port = 0 }), alarm.ErrEmail},
			{"x", alarm.Email, with(func(a *alarm.Address) { a.To = nil }), alarm.ErrEmail},
			{"x", alarm.Email, with(func(a *alarm.Address) { a.To = []string{"b@example.com\r\nBcc: c@example.com"} }), alarm.ErrEmail},
			{"x", alarm.Email, with(func(a *alarm.Address) { a.From = "Boss <a@example.com>" }), alarm.ErrEmail},
			{"x", alarm.Email, with(func(a *alarm.Address) { a.User = "only" }), alarm.ErrEmail},
			{"x", alarm.Webhook, hook("http://hooks.example.com/x"), alarm.ErrURL},
			{"x", alarm.Webhook, hook("https://user:pw@hooks.example.com/x"), alarm.ErrURL},
			{"x", alarm.Webhook, hook("https://hooks.example.com/x#y"), alarm.ErrURL},
			{"x", alarm.Webhook, hook("file:///etc/passwd"), alarm.ErrURL},
			{"x", alarm.Webhook, hook("gopher://hooks.example.com/"), alarm.ErrURL},
			{"x", alarm.Webhook, alarm.Address{URL: "https://hooks.example.com/", Key: "short"}, alarm.ErrKey},
			{"x", alarm.Telegram, alarm.Address{Token: "../../x", Chat: "1"}, alarm.ErrToken},
			{"x", alarm.Telegram, alarm.Address{Token: forms[alarm.Telegram].Token, Chat: "me and you"}, alarm.ErrChat},
			{"x", alarm.Wecom, alarm.Address{Key: "a&b=c"}, alarm.ErrWecom},
		} {
			if _, err := k.SaveTarget(t.Context(), k.boss, alarm.TargetEdit{Name: c.name, Form: c.form, Address: c.at, Reason: "设置报警"}); !errors.Is(err, c.want) {
				t.Errorf("%q %s %+v: %v, not %v", c.name, c.form, c.at, err, c.want)
			}
		}
	})
}

// What staff and the trail see of a target, and why it took nothing, holds none of its keys.
func TestKeysOfATargetAreShownNowhere(t *testing.T) {
	each(t, func(t *testing.T, k *desk) {
		ctx := t.Context()
		k.company.answers(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) })
		secrets := []string{"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123abcd-4567", "a signing key of ours", "secret-path"}
		for form, at := range map[string]alarm.Address{alarm.Webhook: k.webhook("/in/secret-path-1"), alarm.Telegram: forms[alarm.Telegram], alarm.Wecom: forms[alarm.Wecom]} {
			id := k.target("to "+form, form, at)
			if err := k.Test(ctx, k.boss, id); !errors.Is(err, alarm.ErrUnsent) {
				t.Errorf("%s: %v", form, err)
			}
		}
		var all []string
		for _, query := range []string{
			"SELECT name || place || failure || changed_by FROM alarm_target", "SELECT before || after || label || reason FROM staff_audit",
			"SELECT title || details || payload FROM staff_approval", "SELECT message || failure FROM alarm_delivery", "SELECT text FROM alarm_event",
		} {
			var rows []string
			if err := k.d.NewRaw(query).Scan(ctx, &rows); err != nil {
				t.Fatal(err)
			}
			all = append(all, rows...)
		}
		for _, word := range secrets {
			if text := strings.Join(all, "\n"); strings.Contains(text, word) {
				t.Errorf("%q stands in what is shown", word)
			}
		}
	})
}

// mailServer is a mail server on loopback that speaks just enough SMTP.
type mailServer struct {
	on   net.Listener
	tls  *tls.Config
	mu   sync.Mutex
	mail []string
	deaf bool // offers no STARTTLS
}

func (k *desk) mailServer(deaf bool) *mailServer {
	k.t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		k.t.Fatal(err)
	}
	s := &mailServer{on: on, tls: k.company.TLS, deaf: deaf}
	k.t.Cleanup(func() { _ = on.Close() })
	go func() {
		for {
			conn, err := on.Accept()
			if err != nil {
				return
			}
			go s.talk(conn)
		}
	}()
	return s
}

func (s *mailServer) port() int { return s.on.Addr().(*net.TCPAddr).Port }

func (s *mailServer) talk(conn net.Conn) {
	defer conn.Close()
	c := textproto.NewConn(conn)
	_ = c.PrintfLine("220 mail")
	secure := false
	for {
		line, err := c.ReadLine()
		if err != nil {
			return
		}
		verb, rest, _ := strings.Cut(line, " ")
		switch strings.ToUpper(verb) {
		case "EHLO":
			switch {
			case secure:
				_ = c.PrintfLine("250-mail\r\n250 AUTH PLAIN")
			case s.deaf:
				_ = c.PrintfLine("250 mail")
			default:
				_ = c.PrintfLine("250-mail\r\n250 STARTTLS")
			}
		case "STARTTLS":
			_ = c.PrintfLine("220 go on")
			under := tls.Server(conn, s.tls)
			if under.Handshake() != nil {
				return
			}
			c, secure = textproto.NewConn(under), true
		case "AUTH":
			given, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(rest, "PLAIN "))
			if string(given) != "\x00robot\x00right password" {
				_ = c.PrintfLine("535 no")
				continue
			}
			_ = c.PrintfLine("235 welcome")
		case "DATA":
			_ = c.PrintfLine("354 go on")
			text, err := c.ReadDotBytes()
			if err != nil {
				return
			}
			s.mu.Lock()
			s.mail = append(s.mail, string(text))
			s.mu.Unlock()
			_ = c.PrintfLine("250 taken")
		case "QUIT":
			_ = c.PrintfLine("221 bye")
			return
		default:
			_ = c.PrintfLine("250 fine")
		}
	}
}

func TestMailGoesUnderTLSOnly(t *testing.T) {
	each(t, func(t *testing.T, k *desk) {
		ctx := t.Context()
		open, deaf := k.mailServer(false), k.mailServer(true)
		at := func(s *mailServer, password string) alarm.Address {
			return alarm.Address{Host: "127.0.0.1", Port: s.port(), User: "robot", Password: password, From: "robot@example.com", To: []string{"duty@example.com"}}
		}
		good := k.target("mail", alarm.Email, at(open, "right password"))
		if err := k.Test(ctx, k.boss, good); err != nil {
			t.Fatal(err)
		}
		if err := k.Test(ctx, k.boss, good); !errors.Is(err, alarm.ErrTooSoon) {
			t.Errorf("tested again at once: %v", err)
		}
		open.mu.Lock()
		mail := strings.Join(open.mail, "\n")
		open.mu.Unlock()
		for _, want := range []string{"From: robot@example.com", "To: duty@example.com", "Subject: =?utf-8?b?", "Content-Transfer-Encoding: base64", "Message-ID: <"} {
			if !strings.Contains(mail, want) {
				t.Errorf("no %q in %s", want, mail)
			}
		}
		for name, c := range map[string]struct {
			server *mailServer
			pass   string
			said   string
		}{"wrong": {open, "wrong password", "535"}, "plain": {deaf, "right password", "不支持加密"}} {
			id := k.target(name, alarm.Email, at(c.server, c.pass))
			if err := k.Test(ctx, k.boss, id); !errors.Is(err, alarm.ErrUnsent) || !strings.Contains(err.Error(), c.said) {
				t.Errorf("%s: %v", name, err)
			}
		}
		// A certificate that nobody vouches for ends the conversation.
		k.Alarms = alarm.New(alarm.Config{DB: k.d, Staff: k.people, Box: mustBox(t), Log: dbtest.Quiet(), Named: func() string { return "鸿运" }, Inside: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}})
		k.wait(time.Minute)
		if err := k.Test(ctx, k.boss, good); !errors.Is(err, alarm.ErrUnsent) || !strings.Contains(err.Error(), "证书") {
			t.Errorf("an unknown certificate: %v", err)
		}
	})
}

// A target that never answers delays its own messages and nobody else's.
func TestASilentTargetHoldsUpNoOther(t *testing.T) {
	each(t, func(t *testing.T, k *desk) {
		k.target("silent", alarm.Webhook, k.webhook("/silent"))
		k.target("well", alarm.Webhook, k.webhook("/well"))
		release := make(chan struct{})
		k.company.answers(func(_ http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/silent" {
				<-release
			}
		})
		if err := k.Raise(t.Context(), alarm.JobFailing, "x", "任务失败。"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		done := make(chan error, 1)
		go func() { done <- k.Deliver(ctx) }()
		for range 500 {
			k.company.mu.Lock()
			n := len(k.company.heard)
			k.company.mu.Unlock()
			if n == 2 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if got := k.company.take(); len(got) != 2 {
			t.Errorf("%d targets were asked while one is silent", len(got))
		}
		close(release)
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}
