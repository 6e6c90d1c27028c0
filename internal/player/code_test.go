package player_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"testing"
	"time"

	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/player"
	"hongyun/internal/player/access"
	"hongyun/internal/player/contact"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/sandbox/messages"
)

// sending is a fixture whose operator entered a mail server and an SMS company.
type sending struct {
	*house
	courier   *courier.Courier
	companies *messages.Companies
}

func eachSending(t *testing.T, fn func(t *testing.T, s *sending)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		companies := messages.New(messages.Config{Clock: d.Clock(), Account: "account", Key: "key"})
		on, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = on.Close() })
		mail, err := companies.Mail(on)
		if err != nil {
			t.Fatal(err)
		}
		web := httptest.NewServer(companies.Handler("/messages"))
		t.Cleanup(web.Close)
		h := &house{d: d, box: box}
		h.staff = staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})
		h.guard = guard.New(d, h.staff)
		book := setting.New(setting.Config{DB: d, Staff: h.staff, Box: box, Log: dbtest.Quiet()})
		s := &sending{house: h, companies: companies}
		s.courier = courier.New(courier.Config{
			DB: d, Staff: h.staff, Book: book, Box: box, Log: dbtest.Quiet(), Site: "鸿运", Inside: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Roots: mail.Roots,
		})
		s.courier.Register()
		h.Players = player.New(player.Config{
			Phones: []string{"+86"}, DB: d, Guard: h.guard, Staff: h.staff, Courier: s.courier, Box: box, Log: dbtest.Quiet(), TestAnswer: testAnswer,
			Limits: identity.Limits{ChecksPerIP: 100000, RegistersPerIP: 100000, ResetsPerIP: 100000},
		})
		h.guard.OnFreeze = h.EndOnFreeze
		s.enter(t, book, courier.KindMail, courier.MailSetting{On: true, Server: mail.Address(), User: "account", From: "service@hongyun.test", Budgets: courier.Budgets{Visitors: 50, Players: 50, Notices: 50}}, "password")
		s.enter(t, book, courier.KindSMS, courier.SMSSetting{
			On: true, Company: courier.Chuanglan, Address: web.URL + "/messages/chuanglan/msg/v1/send/json", Account: "account", Sign: "鸿运",
			Budgets: courier.Budgets{Visitors: 50, Players: 50, Notices: 50},
		}, "secret")
		fn(t, s)
	})
}

// enter puts a setting into force without the people, who are not at issue here.
func (s *sending) enter(t *testing.T, book *setting.Book, kind string, value any, secretName string) {
	t.Helper()
	by := staff.Actor{ID: "p1", Name: "paul", Roles: []string{"owner"}}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	id, err := book.Ask(t.Context(), by, setting.Order{Kind: kind, Value: text, Secrets: map[string]string{secretName: "key"}, Reason: "测试设置"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.staff.Decide(t.Context(), staff.Actor{ID: "p2", Name: "petra", Roles: []string{"owner"}}, id, true, ""); err != nil {
		t.Fatal(err)
	}
}

var sixDigits = regexp.MustCompile(`[0-9]{6}`)

// received delivers what waits and gives the last message to an address, "" for none.
func (s *sending) received(t *testing.T, to string) string {
	t.Helper()
	if err := s.courier.Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, m := range s.companies.Sent() {
		if m.To == to {
			return m.Text
		}
	}
	return ""
}

func (s *sending) code(t *testing.T, to string) string {
	t.Helper()
	code := sixDigits.FindString(s.received(t, to))
	if code == "" {
		t.Fatalf("no code came to %s", to)
	}
	return code
}

func (s *sending) wait(d time.Duration) { dbtest.Clock(s.d).Advance(d) }

var home = identity.Client{IP: "203.0.113.7"}

// named registers a player and gives the phone.
func (s *sending) named(t *testing.T, name string) (phone string, login access.Login) {
	t.Helper()
	f := s.form(name)
	login, err := s.Register(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return f.Phone, login
}

// prove proves a player's address and waits until it may reset a password.
func (s *sending) prove(t *testing.T, name string, ch courier.Channel, to string) {
	t.Helper()
	s.proveNow(t, name, ch, to)
	s.wait(24 * time.Hour)
}

// proveNow proves a player's address and fails the test if that fails.
func (s *sending) proveNow(t *testing.T, name string, ch courier.Channel, to string) {
	t.Helper()
	s.wait(2 * time.Minute)
	ask, err := s.AskCode(t.Context(), contact.CodeAsk{Player: name, Purpose: contact.CodeProve, Channel: ch, Password: goodPass, Client: home})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.ProveContact(t.Context(), name, contact.CodeAnswer{Ask: ask, Code: s.code(t, to)}); err != nil {
		t.Fatal(err)
	}
}

func (s *sending) forgot(t *testing.T, address string, from identity.Client) (string, error) {
	t.Helper()
	return s.AskReset(t.Context(), contact.ForgotAsk{Address: address, VerifyCode: testAnswer, VRand: vRand(), Client: from})
}

const newPass = "Zt5rW8nBq"

func (s *sending) reset(t *testing.T, ask, code string) error {
	t.Helper()
	return s.ResetByCode(t.Context(), contact.CodeReset{Answer: contact.CodeAnswer{Ask: ask, Code: code}, Password: newPass, Confirm: newPass, Client: home})
}

// H-395: a code to a proved phone sets a new login password once; sessions end,
// and the reset is noted, which holds withdrawals.
func TestACodeToAProvedPhoneResetsTheLoginPasswordOnce(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		phone, login := s.named(t, "ming")
		s.prove(t, "ming", courier.SMS, phone)
		ask, err := s.forgot(t, phone, identity.Client{IP: "198.51.100.9"})
		if err != nil {
			t.Fatal(err)
		}
		code := s.code(t, phone)
		if err := s.reset(t, ask, code); err != nil {
			t.Fatal(err)
		}
		if s.alive(t, login.Ticket, false) {
			t.Error("a session outlived the reset")
		}
		if _, err := s.LogIn(t.Context(), attempt("ming", newPass)); err != nil {
			t.Errorf("with the new password: %v", err)
		}
		found, err := s.Find(t.Context(), s.d, "ming")
		if err != nil || found.PasswordResetAt.IsZero() || found.PasswordChangedAt.IsZero() {
			t.Errorf("the reset is not noted: %+v, %v", found.PasswordResetAt, err)
		}
		if err := s.reset(t, ask, code); !errors.Is(err, identity.ErrCode) {
			t.Errorf("a code used twice: %v", err)
		}
	})
}

// H-394: a code holds for its player, its purpose and its request alone, five
// tries, ten minutes, and once.
func TestACodeOfAnotherPlayerOrPurposeIsRefused(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		mings, _ := s.named(t, "ming")
		hongs, _ := s.named(t, "hong")
		askOf := func(name string) string {
			t.Helper()
			s.wait(2 * time.Minute)
			ask, err := s.AskCode(t.Context(), contact.CodeAsk{Player: name, Purpose: contact.CodeProve, Channel: courier.SMS, Password: goodPass, Client: home})
			if err != nil {
				t.Fatal(err)
			}
			return ask
		}
		hers := askOf("hong")
		his := askOf("ming")
		code := s.code(t, mings)
		for what, err := range map[string]error{
			"of another player":      s.ProveContact(t.Context(), "hong", contact.CodeAnswer{Ask: his, Code: code}),
			"with another's request": s.ProveContact(t.Context(), "ming", contact.CodeAnswer{Ask: hers, Code: s.code(t, hongs)}),
			"for another purpose":    s.reset(t, his, code),
			"without a request":      s.ProveContact(t.Context(), "ming", contact.CodeAnswer{Code: code}),
			"with a made-up request": s.ProveContact(t.Context(), "ming", contact.CodeAnswer{Ask: secret.NewToken(), Code: code}),
		} {
			if !errors.Is(err, identity.ErrCode) {
				t.Errorf("a code %s: %v", what, err)
			}
		}
		for _, typed := range []string{"", "12345", "1234567", "12a456"} {
			if err := s.ProveContact(t.Context(), "ming", contact.CodeAnswer{Ask: his, Code: typed}); !errors.Is(err, identity.ErrCodeForm) && !errors.Is(err, identity.ErrCodeEmpty) {
				t.Errorf("%q: %v", typed, err)
			}
		}
		// Five wrong tries end it.
		wrong := "000000"
		if code == wrong {
			wrong = "111111"
		}
		for range 5 {
			if err := s.ProveContact(t.Context(), "ming", contact.CodeAnswer{Ask: his, Code: wrong}); !errors.Is(err, identity.ErrCode) {
				t.Fatal(err)
			}
		}
		if err := s.ProveContact(t.Context(), "ming", contact.CodeAnswer{Ask: his, Code: code}); !errors.Is(err, identity.ErrCode) {
			t.Errorf("after five wrong tries: %v", err)
		}
		his = askOf("ming")
		code = s.code(t, mings)
		s.wait(10*time.Minute + time.Second)
		if err := s.ProveContact(t.Context(), "ming", contact.CodeAnswer{Ask: his, Code: code}); !errors.Is(err, identity.ErrCode) {
			t.Errorf("after ten minutes: %v", err)
		}
		his = askOf("ming")
		code = s.code(t, mings)
		if err := s.ProveContact(t.Context(), "ming", contact.CodeAnswer{Ask: his, Code: code}); err != nil {
			t.Fatal(err)
		}
		if err := s.ProveContact(t.Context(), "ming", contact.CodeAnswer{Ask: his, Code: code}); !errors.Is(err, identity.ErrCode) {
			t.Errorf("used twice: %v", err)
		}
		if _, err := s.AskCode(t.Context(), contact.CodeAsk{Player: "ming", Purpose: contact.CodeProve, Channel: courier.SMS, Password: goodPass, Client: home}); !errors.Is(err, identity.ErrProved) {
			t.Errorf("another proof: %v", err)
		}
	})
}

// H-395: the answers to a visitor are the same for an address of nobody, one that
// nobody proved and a proved one; a message leaves for the last one alone.
func TestAVisitorDoesNotLearnWhoProvedAnAddress(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		proved, _ := s.named(t, "ming")
		unproved, _ := s.named(t, "hong")
		s.prove(t, "ming", courier.SMS, proved)
		before := len(s.companies.Sent())
		s.wait(2 * time.Minute)
		for _, address := range []string{proved, unproved, "13912345678", "nobody@example.com"} {
			ask, err := s.forgot(t, address, identity.Client{IP: "198.51.100.9"})
			if err != nil || !secret.IsToken(ask) {
				t.Errorf("%s: %q %v", address, ask, err)
			}
			if _, err := s.forgot(t, address, identity.Client{IP: "198.51.100.9"}); !errors.Is(err, identity.ErrCodePause) {
				t.Errorf("%s within a minute: %v", address, err)
			}
			if err := s.reset(t, ask, "123456"); !errors.Is(err, identity.ErrCode) {
				t.Errorf("%s with a guess: %v", address, err)
			}
		}
		s.received(t, proved)
		if n := len(s.companies.Sent()) - before; n != 1 {
			t.Errorf("%d messages left", n)
		}
		for _, f := range []contact.ForgotAsk{{Address: "nonsense"}, {Address: ""}, {Address: proved, VerifyCode: "wxyz", VRand: vRand()}, {Address: proved}} {
			f.Client = home
			if _, err := s.AskReset(t.Context(), f); err == nil {
				t.Errorf("%+v was taken", f)
			}
		}
	})
}

// H-394: a stranger's codes are counted apart from those of the player's own
// device, and no stranger can use up the tries of a player's code.
func TestAStrangerUsesUpNothingOfAPlayer(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		phone, login := s.named(t, "ming")
		s.prove(t, "ming", courier.SMS, phone)
		own := identity.Client{IP: "203.0.113.7", DeviceCookie: login.DeviceCookie}
		s.wait(2 * time.Minute)
		mine, err := s.forgot(t, phone, own)
		if err != nil {
			t.Fatal(err)
		}
		code := s.code(t, phone)
		var last error
		for range 6 {
			var theirs string
			theirs, last = s.forgot(t, phone, identity.Client{IP: "192.0.2.1"})
			for range 6 {
				_ = s.reset(t, theirs, "000001")
			}
			s.wait(61 * time.Second)
		}
		if !errors.Is(last, identity.ErrCodesToday) {
			t.Errorf("the sixth code of a day: %v", last)
		}
		if err := s.reset(t, mine, code); err != nil {
			t.Errorf("the player's own code: %v", err)
		}
		if _, err := s.forgot(t, phone, own); err != nil {
			t.Errorf("another one on the player's own device: %v", err)
		}
	})
}

// H-394: one address of the Internet gets twenty codes a day, whoever they are for.
func TestOneAddressGetsTwentyCodesADay(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		var last error
		for i := range 21 {
			_, last = s.forgot(t, "139123456"+string(rune('0'+i/10))+string(rune('0'+i%10)), home)
			if i < 20 && last != nil {
				t.Fatalf("code %d: %v", i+1, last)
			}
		}
		if !errors.Is(last, identity.ErrCodesToday) {
			t.Errorf("the twenty-first: %v", last)
		}
	})
}

// H-396: a proved phone is changed by codes to both, and the old one is told.
func TestAProvedPhoneIsChangedByCodesToBoth(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		phone, _ := s.named(t, "ming")
		hongs, _ := s.named(t, "hong")
		ask := func(q contact.CodeAsk) (string, error) {
			s.wait(61 * time.Second)
			q.Player, q.Channel, q.Password, q.Client = "ming", courier.SMS, goodPass, home
			return s.AskCode(t.Context(), q)
		}
		if _, err := ask(contact.CodeAsk{Purpose: contact.CodeOld}); !errors.Is(err, identity.ErrNotProved) {
			t.Errorf("before the proof: %v", err)
		}
		s.prove(t, "ming", courier.SMS, phone)
		old, err := ask(contact.CodeAsk{Purpose: contact.CodeOld})
		if err != nil {
			t.Fatal(err)
		}
		code := s.code(t, phone)
		const next = "13700001234"
		for _, c := range []struct {
			q    contact.CodeAsk
			want error
		}{
			{contact.CodeAsk{Address: "137"}, identity.ErrPhoneForm},
			{contact.CodeAsk{Address: next, Old: contact.CodeAnswer{Ask: old, Code: "000000"}}, identity.ErrCode},
			{contact.CodeAsk{Address: phone, Old: contact.CodeAnswer{Ask: old, Code: code}}, identity.ErrContactSame},
			{contact.CodeAsk{Address: hongs, Old: contact.CodeAnswer{Ask: old, Code: code}}, identity.ErrPhoneTaken},
		} {
			c.q.Purpose = contact.CodeNew
			if _, err := ask(c.q); !errors.Is(err, c.want) {
				t.Errorf("%+v: %v, not %v", c.q, err, c.want)
			}
		}
		changed, err := ask(contact.CodeAsk{Purpose: contact.CodeNew, Address: next, Old: contact.CodeAnswer{Ask: old, Code: code}})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.ChangeContact(t.Context(), "ming", contact.CodeAnswer{Ask: old, Code: code}, contact.CodeAnswer{Ask: changed, Code: s.code(t, next)}); err != nil {
			t.Fatal(err)
		}
		found, err := s.Find(t.Context(), s.d, "ming")
		if err != nil || found.Phone != next || found.PhoneChangedAt.IsZero() {
			t.Errorf("after the change: %s %v %v", found.Phone, found.PhoneChangedAt, err)
		}
		states, err := s.ContactStates(t.Context(), s.d, "ming")
		if err != nil || len(states) != 2 || states[0].ProvedAt.IsZero() || !states[1].ProvedAt.IsZero() {
			t.Errorf("contacts: %+v %v", states, err)
		}
		if told := s.received(t, phone); told != "【鸿运】手机号已更换，详情请登录后在消息中查看。" {
			t.Errorf("the old phone was told %q", told)
		}
	})
}

// H-394: an address is proved by one player; only its owner learns that another
// one has it.
func TestAMailboxIsProvedByOnePlayer(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		const box = "ming@example.com"
		for _, name := range []string{"ming", "hong"} {
			s.named(t, name)
			if err := s.UpdateInfo(t.Context(), name, player.InfoEmail, box); err != nil {
				t.Fatal(err)
			}
		}
		s.prove(t, "ming", courier.Email, box)
		s.wait(2 * time.Minute)
		ask, err := s.AskCode(t.Context(), contact.CodeAsk{Player: "hong", Purpose: contact.CodeProve, Channel: courier.Email, Password: goodPass, Client: home})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.ProveContact(t.Context(), "hong", contact.CodeAnswer{Ask: ask, Code: s.code(t, box)}); !errors.Is(err, courier.ErrTaken) {
			t.Errorf("a mailbox of another: %v", err)
		}
	})
}

// H-397: messages about money leave by proved channels until they are switched
// off; those about safety always do, and nothing that invites to play does.
func TestMoneyMessagesCanBeSwitchedOffAndSafetyOnesCannot(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		phone, _ := s.named(t, "ming")
		write := func(kind inbox.Kind, event string) {
			t.Helper()
			err := s.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return inbox.Write(ctx, tx, inbox.Message{Player: "ming", Event: event, Kind: kind, Title: event, Body: event})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		write(inbox.Deposit, "before")
		s.prove(t, "ming", courier.SMS, phone)
		count := len(s.companies.Sent())
		leaves := func(kind inbox.Kind, event string, want int) {
			t.Helper()
			write(kind, event)
			write(kind, event) // a repeated transaction
			s.received(t, phone)
			if n := len(s.companies.Sent()) - count; n != want {
				t.Errorf("%s: %d messages left, not %d", event, n, want)
			}
			count = len(s.companies.Sent())
		}
		leaves(inbox.Deposit, "deposit", 1)
		leaves(inbox.Bonus, "bonus", 0)
		leaves(inbox.Level, "level", 0)
		leaves(inbox.Maintenance, "maintenance", 0)
		if err := s.SetQuiet(t.Context(), "ming", courier.SMS, true); err != nil {
			t.Fatal(err)
		}
		leaves(inbox.Withdrawal, "withdrawal", 0)
		leaves(inbox.Security, "security", 1)
		if err := s.SetQuiet(t.Context(), "ming", courier.Email, true); !errors.Is(err, identity.ErrContactNone) {
			t.Errorf("an address that is not proved: %v", err)
		}
	})
}

// H-393: without a company nothing can be proved, reset or seen.
func TestWithoutACompanyNothingIsOffered(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		if open := h.OpenChannels(); len(open) != 0 {
			t.Errorf("open: %v", open)
		}
		if states, err := h.ContactStates(t.Context(), h.d, "ming"); err != nil || len(states) != 0 {
			t.Errorf("states: %v %v", states, err)
		}
		if _, err := h.AskReset(t.Context(), contact.ForgotAsk{Address: "13800000001"}); !errors.Is(err, courier.ErrOff) {
			t.Errorf("reset: %v", err)
		}
	})
}
