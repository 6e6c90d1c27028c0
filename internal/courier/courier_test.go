package courier_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/secret"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/sandbox/messages"
)

// fixture is a courier with simulated companies.
type fixture struct {
	*courier.Courier
	t         *testing.T
	d         *db.DB
	book      *setting.Book
	staff     *staff.Staff
	companies *messages.Companies
	mail, web string
}

var anna, bo = staff.Actor{ID: "p1", Name: "anna", Roles: []string{"owner"}}, staff.Actor{ID: "p2", Name: "bo", Roles: []string{"owner"}}

func each(t *testing.T, fn func(f *fixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		f := &fixture{t: t, d: d, companies: messages.New(messages.Config{Clock: d.Clock(), Account: "account", Key: "key"})}
		on, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = on.Close() })
		mail, err := f.companies.Mail(on)
		if err != nil {
			t.Fatal(err)
		}
		web := httptest.NewServer(f.companies.Handler("/messages"))
		t.Cleanup(web.Close)
		f.mail, f.web = mail.Address(), web.URL+"/messages"
		f.staff = staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})
		f.book = setting.New(setting.Config{DB: d, Staff: f.staff, Box: box, Log: dbtest.Quiet()})
		f.Courier = courier.New(courier.Config{
			DB: d, Staff: f.staff, Book: f.book, Box: box, Log: dbtest.Quiet(), Site: "鸿运", Inside: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Roots: mail.Roots,
		})
		f.Register()
		fn(f)
	})
}

// ask asks for a setting, and has it approved if it may be.
func (f *fixture) ask(kind string, value any, secrets map[string]string) error {
	f.t.Helper()
	list, err := f.book.List(f.t.Context(), f.d, kind)
	if err != nil {
		f.t.Fatal(err)
	}
	text, err := json.Marshal(value)
	if err != nil {
		f.t.Fatal(err)
	}
	id, err := f.book.Ask(f.t.Context(), anna, setting.Order{Kind: kind, Base: list[0].Version, Value: text, Secrets: secrets, Reason: "测试设置"})
	if err != nil {
		return err
	}
	_, err = f.staff.Decide(f.t.Context(), bo, id, true, "")
	return err
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

var plenty = courier.Budgets{Visitors: 100, Players: 100, Notices: 100}

func (f *fixture) sms(company string) courier.SMSSetting {
	s := courier.SMSSetting{On: true, Company: company, Address: f.web + "/aliyun/", Account: "account", Sign: "鸿运", CodeTemplate: "SMS_1", NoticeTemplate: "SMS_2", Budgets: plenty}
	if company == courier.Chuanglan {
		s.Address = f.web + "/chuanglan/msg/v1/send/json"
	}
	return s
}

func (f *fixture) mailSetting() courier.MailSetting {
	return courier.MailSetting{On: true, Server: f.mail, User: "account", From: "service@hongyun.test", FromName: "鸿运", Budgets: plenty}
}

func (f *fixture) send(ch courier.Channel, to string) {
	f.t.Helper()
	f.must(f.d.Write(f.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return f.SendCode(ctx, tx, courier.Code{Player: "ming", Channel: ch, Topic: courier.Prove, Lane: courier.Players, Address: to, Code: "123456"})
	}))
}

// states are the states of all messages, in the order they were queued.
func (f *fixture) states() string {
	f.t.Helper()
	var all []string
	f.must(f.d.NewRaw("SELECT state FROM courier_message ORDER BY id").Scan(f.t.Context(), &all))
	return strings.Join(all, " ")
}

// H-393: a company accepts, refuses, or leaves it open; an SMS of which nobody
// knows is not sent again, and what ended keeps no contents.
func TestCompaniesHaveThreeAnswers(t *testing.T) {
	each(t, func(f *fixture) {
		for _, company := range []string{courier.Aliyun, courier.Chuanglan} {
			f.must(f.ask(courier.KindSMS, f.sms(company), map[string]string{"secret": "key"}))
			before := len(f.companies.Sent())
			for _, to := range []string{"13800000001", "13800000000", "13800009999"} {
				f.send(courier.SMS, to)
			}
			for range 3 {
				f.must(f.Deliver(f.t.Context()))
				dbtest.Clock(f.d).Advance(time.Minute)
			}
			if got := f.states(); !strings.HasSuffix(got, "sent refused unknown") {
				f.t.Errorf("%s: %s", company, got)
			}
			if n := len(f.companies.Sent()) - before; n != 2 {
				f.t.Errorf("%s took %d messages", company, n)
			}
			if m := f.companies.Sent()[1]; m.Company != company || m.From != "鸿运" || !strings.Contains(m.Text, "123456") {
				f.t.Errorf("%s got %+v", company, m)
			}
		}
		f.must(f.ask(courier.KindMail, f.mailSetting(), map[string]string{"password": "key"}))
		f.send(courier.Email, "ming@example.com")
		f.send(courier.Email, "refused@example.com")
		f.must(f.Deliver(f.t.Context()))
		if got := f.states(); !strings.HasSuffix(got, "sent refused") {
			f.t.Errorf("e-mail: %s", got)
		}
		if m := f.companies.Sent()[0]; m.Subject != "鸿运验证码" || !strings.Contains(m.Text, "123456") || !strings.Contains(m.Text, "10分钟") {
			f.t.Errorf("e-mail: %+v", m)
		}
		var kept int
		f.must(f.d.NewRaw("SELECT COUNT(*) FROM courier_message WHERE sealed <> '' OR text <> ''").Scan(f.t.Context(), &kept))
		if kept != 0 {
			f.t.Errorf("%d ended messages keep their contents", kept)
		}
	})
}

// H-393: a company that is not reached is tried again until the code is of no use,
// and people are told.
func TestACompanyThatIsNotReachedIsTriedAgainAndTold(t *testing.T) {
	each(t, func(f *fixture) {
		gone := f.mailSetting()
		gone.Server = "127.0.0.1:1"
		f.must(f.ask(courier.KindMail, gone, map[string]string{"password": "key"}))
		f.send(courier.Email, "ming@example.com")
		f.must(f.Deliver(f.t.Context()))
		if got := f.states(); got != "waiting" {
			f.t.Fatalf("after the first try: %s", got)
		}
		// A secret does not follow an address that changes.
		if err := f.ask(courier.KindMail, f.mailSetting(), nil); !errors.Is(err, setting.ErrKeys) {
			f.t.Errorf("another server with the password of the one before: %v", err)
		}
		f.must(f.ask(courier.KindMail, f.mailSetting(), map[string]string{"password": "key"}))
		dbtest.Clock(f.d).Advance(time.Minute)
		f.must(f.Deliver(f.t.Context()))
		if got := f.states(); got != "sent" {
			f.t.Errorf("after the company is back: %s", got)
		}
		f.must(f.ask(courier.KindMail, gone, map[string]string{"password": "key"}))
		f.send(courier.Email, "ming@example.com")
		dbtest.Clock(f.d).Advance(11 * time.Minute)
		troubles, err := f.Troubles(f.t.Context())
		if err != nil || len(troubles) != 1 || troubles[0].Code != "waiting" {
			f.t.Errorf("troubles: %+v, %v", troubles, err)
		}
		f.must(f.Deliver(f.t.Context()))
		if got := f.states(); got != "sent lost" {
			f.t.Errorf("after its time: %s", got)
		}
	})
}

// H-394: a lane that is used up holds no other one back.
func TestABudgetIsOfItsLaneAlone(t *testing.T) {
	each(t, func(f *fixture) {
		s := f.sms(courier.Chuanglan)
		s.Budgets = courier.Budgets{Visitors: 2, Players: 1}
		f.must(f.ask(courier.KindSMS, s, map[string]string{"secret": "key"}))
		lane := func(l courier.Lane) error {
			return f.d.Write(f.t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return f.SendCode(ctx, tx, courier.Code{Player: "ming", Channel: courier.SMS, Topic: courier.Reset, Lane: l, Address: "13800000001", Code: "123456"})
			})
		}
		for i, want := range []error{nil, nil, courier.ErrBudget} {
			if err := lane(courier.Visitors); !errors.Is(err, want) {
				f.t.Errorf("visitor %d: %v", i, err)
			}
		}
		if err := lane(courier.Players); err != nil {
			f.t.Errorf("a player: %v", err)
		}
		dbtest.Clock(f.d).Advance(24 * time.Hour)
		if err := lane(courier.Visitors); err != nil {
			f.t.Errorf("the next day: %v", err)
		}
	})
}

// H-393: settings and texts that would send nothing, or what nobody wants, are refused.
func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	each(t, func(f *fixture) {
		sms := func(change func(*courier.SMSSetting)) courier.SMSSetting {
			s := f.sms(courier.Aliyun)
			change(&s)
			return s
		}
		texts := courier.Texts{Prove: "{code}", Change: "{code}", Reset: "{code}", Short: "{title}", Long: "{text}"}
		with := func(change func(*courier.Texts)) courier.Texts {
			t := texts
			change(&t)
			return t
		}
		key := map[string]string{"secret": "key"}
		for what, err := range map[string]error{
			"without an account":   f.ask(courier.KindSMS, sms(func(s *courier.SMSSetting) { s.Account = "" }), key),
			"without a secret":     f.ask(courier.KindSMS, f.sms(courier.Aliyun), nil),
			"without a template":   f.ask(courier.KindSMS, sms(func(s *courier.SMSSetting) { s.CodeTemplate = "" }), key),
			"by plain http":        f.ask(courier.KindSMS, sms(func(s *courier.SMSSetting) { s.Address = "http://sms.example.com/" }), key),
			"with brackets":        f.ask(courier.KindSMS, sms(func(s *courier.SMSSetting) { s.Sign = "【鸿运】" }), key),
			"without a sender":     f.ask(courier.KindMail, courier.MailSetting{On: true, Server: f.mail}, nil),
			"a name and no key":    f.ask(courier.KindMail, courier.MailSetting{User: "x"}, nil),
			"text without a code":  f.ask(courier.KindTexts, with(func(t *courier.Texts) { t.Reset = "您好" }), nil),
			"text with a stranger": f.ask(courier.KindTexts, with(func(t *courier.Texts) { t.Prove = "{code}{balance}" }), nil),
		} {
			if !errors.Is(err, courier.ErrSetting) {
				f.t.Errorf("%s: %v", what, err)
			}
		}
		if err := f.ask(courier.KindMail, courier.MailSetting{Server: "no port"}, nil); !errors.Is(err, setting.ErrField) {
			f.t.Errorf("a server without a port: %v", err)
		}
		if f.On(courier.SMS) || f.On(courier.Email) {
			f.t.Error("switched on by what was refused")
		}
		f.must(f.ask(courier.KindTexts, texts, nil))
	})
}

// H-393: the test button waits for the company's answer and says the reason.
func TestTheTestSaysWhatTheCompanyAnswered(t *testing.T) {
	each(t, func(f *fixture) {
		if err := f.TestSend(f.t.Context(), anna, courier.SMS, "13800000001"); !errors.Is(err, courier.ErrTestOff) {
			f.t.Errorf("switched off: %v", err)
		}
		f.must(f.ask(courier.KindSMS, f.sms(courier.Aliyun), map[string]string{"secret": "another"}))
		if err := f.TestSend(f.t.Context(), anna, courier.SMS, "13800000001"); !errors.Is(err, courier.ErrUnsent) || !strings.Contains(err.Error(), "SignatureDoesNotMatch") {
			f.t.Errorf("with another key: %v", err)
		}
		// The key stays where the form leaves it empty.
		f.must(f.ask(courier.KindSMS, f.sms(courier.Aliyun), map[string]string{"secret": "key"}))
		longer := f.sms(courier.Aliyun)
		longer.Sign = "鸿运娱乐"
		f.must(f.ask(courier.KindSMS, longer, nil))
		f.must(f.TestSend(f.t.Context(), anna, courier.SMS, "13800000001"))
		for _, to := range []string{"", "123", "x@example.com"} {
			if err := f.TestSend(f.t.Context(), anna, courier.SMS, to); !errors.Is(err, courier.ErrTestTo) {
				f.t.Errorf("to %q: %v", to, err)
			}
		}
	})
}
