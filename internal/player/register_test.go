package player_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/fault"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
)

// ACC-02, ACC-03, ACC-04, ACC-05, ACC-08, D-01, D-02: each rule of the form is the server's own.
func TestRegistrationRulesAndTheirSentences(t *testing.T) {
	good := func(change func(*player.Registration)) player.Registration {
		r := (&house{}).form("ming01")
		change(&r)
		return r
	}
	type change = func(r *player.Registration)
	name := func(s string) change { return func(r *player.Registration) { r.Name = s } }
	phone := func(s string) change { return func(r *player.Registration) { r.Phone = s } }
	password := func(s string) change { return func(r *player.Registration) { r.Password, r.WithdrawPassword = s, s } }
	code := func(s string) change { return func(r *player.Registration) { r.VerifyCode = s } }
	each(t, func(t *testing.T, h *house) {
		for i, c := range []struct {
			change change
			text   string
		}{
			{name(""), "用户名不能为空"},
			{name("mi ng"), "不能包含空格"},
			{name("ming\t1"), "不能包含空格"},
			{name("ming　1"), "不能包含空格"}, // full-width space
			{name("abc"), "请输入4-10位数字或字母"},
			{name("abcdefghijk"), "请输入4-10位数字或字母"},
			{name("Ａｂｃｄ"), "请输入4-10位数字或字母"},
			{name("小明小明"), "请输入4-10位数字或字母"},
			{name("ming_1"), "请输入4-10位数字或字母"},
			{name("ming\x00"), "请输入4-10位数字或字母"},
			{name("ming\n"), "不能包含空格"},
			{name(strings.Repeat("a", 60000)), "请输入4-10位数字或字母"},
			{phone(""), "手机号不能为空"},
			{phone("138 1234567"), "不能包含空格"},
			{phone("12812345678"), "请输入正确手机号"},
			{phone("1381234567"), "请输入正确手机号"},
			{phone("138123456789"), "请输入正确手机号"},
			{phone("+8613812345678"), "请输入正确手机号"},
			{phone("１３８１２３４５６７８"), "请输入正确手机号"},
			{phone("1381234567a"), "请输入正确手机号"},
			{password(""), "密码不能为空"},
			{password("ab c12"), "不能包含空格"},
			{password("Kx7m"), "请输入5-20位数字或字母"},
			{password(strings.Repeat("Kx7", 7)), "请输入5-20位数字或字母"},
			{password("Kx7m!Q2"), "请输入5-20位数字或字母"},
			{password("password"), "该密码过于常见，请更换一个"},
			{password("Woaini1314"), "该密码过于常见，请更换一个"},
			{password("MING01"), "该密码过于常见，请更换一个"},
			{password("hongyun"), "该密码过于常见，请更换一个"},
			{func(r *player.Registration) { password("13912345678")(r); r.Phone = "13912345678" }, "该密码过于常见，请更换一个"},
			{func(r *player.Registration) { r.WithdrawPassword = "Other12345" }, "两次输入的密码不一致"},
			{code(""), "验证码不能为空"},
			{code("ab d"), "不能包含空格"},
			{code("abc"), "请输入4位数字或字母的验证码"},
			{code("abcde"), "请输入4位数字或字母的验证码"},
			{code("验证码码"), "请输入4位数字或字母的验证码"},
			{func(r *player.Registration) { r.VRand = "1" }, "验证码标识无效，请刷新验证码"},
			{func(r *player.Registration) { r.VRand = "c232ab00-9414-11ec-b3c8-9f6bdeced846" }, "验证码标识无效，请刷新验证码"}, // version 1
		} {
			_, err := h.Register(t.Context(), good(c.change))
			f, ok := fault.Of(err)
			if !ok || f.Kind != fault.Invalid || f.Message() != c.text {
				t.Errorf("case %d: %v, want %s", i, err, c.text)
			}
		}
		if n := h.text(t, "SELECT count(*) FROM player"); n != "0" {
			t.Errorf("%s players were made", n)
		}
	})
}

// ACC-06, ACC-07: who registers is logged in, and may log in from then on.
func TestWhoRegistersIsLoggedIn(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "Inviter1")
		r := h.form("MingMing")
		r.InviteID = "INVITER1"
		login, err := h.Register(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		s, err := h.Authenticate(t.Context(), login.Ticket, login.DeviceCookie, true)
		if err != nil || s.PlayerID != "mingming" || s.Name != "MingMing" || !s.DeviceBound {
			t.Errorf("session %+v, %v", s, err)
		}
		p, err := h.Find(t.Context(), h.d, "mingming")
		if err != nil || p.Phone != r.Phone || p.InvitedBy != "inviter1" || p.WithdrawPasswordSet || !p.PasswordChangedAt.IsZero() {
			t.Errorf("player %+v, %v", p, err)
		}
		if _, err := h.LogIn(t.Context(), attempt("MINGMING", goodPass)); err != nil {
			t.Errorf("log in with other case: %v", err)
		}
		for name, invite := range map[string]string{"unknown": "nobody12", "oneself": "tom00000", "nonsense": "'; --"} {
			r := h.form("tom00" + fmt.Sprintf("%03d", len(name)))
			r.InviteID = invite
			if name == "oneself" {
				r.Name = "tom00000"
			}
			login, err := h.Register(t.Context(), r)
			if err != nil || login.Player.InvitedBy != "" {
				t.Errorf("%s: invited by %q, %v", name, login.Player.InvitedBy, err)
			}
		}
	})
}

// ACC-08, trust ACC-8: one person, one name, one phone, also when forms arrive at once.
func TestTrust_ACC_8_OneNameAndOnePhoneEach(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "Abcd")
		if _, err := h.Register(t.Context(), h.form("abCD")); !errors.Is(err, identity.ErrNameTaken) {
			t.Errorf("same name in other case: %v", err)
		}
		var made, wrong atomic.Int32
		var wg sync.WaitGroup
		for i := range 24 {
			wg.Go(func() {
				r := h.form(fmt.Sprintf("racer%02d", i))
				r.Phone = "13911112222"
				_, err := h.Register(t.Context(), r)
				switch {
				case err == nil:
					made.Add(1)
				case !errors.Is(err, identity.ErrPhoneTaken):
					wrong.Add(1)
					t.Errorf("heard %v", err)
				}
			})
		}
		wg.Wait()
		if made.Load() != 1 {
			t.Errorf("%d players with one phone", made.Load())
		}
	})
}

// trust ACC-2: what everybody tries first opens nothing.
func TestTrust_ACC_2_CommonPasswordsAreRefused(t *testing.T) {
	text, err := os.ReadFile("credential/common.txt")
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Fields(string(text))
	if len(list) < 3000 {
		t.Errorf("%d passwords on the list", len(list))
	}
	d := dbtest.Open(t, dbtest.SQLite(t))
	h := &house{d: d}
	h.Players = player.New(player.Config{Phones: []string{"+86"}, DB: d, TestAnswer: testAnswer})
	for i, password := range list {
		r := h.form("ming01")
		if i%2 == 0 {
			password = strings.ToUpper(password)
		}
		r.Password, r.WithdrawPassword = password, password
		if _, err := h.Register(t.Context(), r); !errors.Is(err, identity.ErrPasswordWeak) {
			t.Fatalf("%s: %v", password, err)
		}
	}
	each(t, func(t *testing.T, h *house) {
		h.register(t, "short1")
		if _, err := h.ChangePassword(t.Context(), "short1", "", goodPass, "password1", ""); !errors.Is(err, identity.ErrPasswordWeak) {
			t.Errorf("change to a common one: %v", err)
		}
		if _, err := h.ChangePassword(t.Context(), "short1", "", goodPass, "x7Q2p", ""); err != nil {
			t.Errorf("five characters off the list: %v", err)
		}
	})
}

// trust ACC-4: registering tells which names are taken, so few may ask.
func TestTrust_ACC_4_FewRegistrationsAMinuteFromOneAddress(t *testing.T) {
	eachWith(t, identity.Limits{}, func(t *testing.T, h *house) {
		h.register(t, "first1")
		var last error
		asked := 1
		for ; asked < 20; asked++ {
			if _, last = h.Register(t.Context(), h.form("First1")); !errors.Is(last, identity.ErrNameTaken) {
				break
			}
		}
		if asked != 10 || !errors.Is(last, identity.ErrTooMany) {
			t.Errorf("%d answers, then %v", asked, last)
		}
	})
}

// trust PII-1: a stolen database gives nobody away.
func TestTrust_PII_1_PersonalFieldsAreSealedInTheirRows(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		r := h.form("ming01")
		r.Phone = "13987654321"
		if _, err := h.Register(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		h.register(t, "hong01")
		values := map[int]string{player.InfoTrueName: "欧阳明日", player.InfoEmail: "Ming.Canary@example.com", player.InfoBirthday: "1988-08-08"}
		for kind, value := range values {
			if err := h.UpdateInfo(t.Context(), "ming01", kind, value); err != nil {
				t.Fatal(err)
			}
		}
		var rows []map[string]any
		if err := h.d.NewRaw("SELECT * FROM player").Scan(t.Context(), &rows); err != nil {
			t.Fatal(err)
		}
		dump := fmt.Sprint(rows)
		for _, canary := range []string{"13987654321", "欧阳", "canary", "Canary", "1988-08"} {
			if strings.Contains(dump, canary) {
				t.Errorf("%s is readable in the table", canary)
			}
		}
		h.exec(t, "UPDATE player SET phone = (SELECT phone FROM player WHERE id = 'ming01') WHERE id = 'hong01'")
		if _, err := h.Find(t.Context(), h.d, "hong01"); err == nil {
			t.Error("a field moved to another row opens")
		}
	})
}
