package player_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"hongyun/internal/calendar"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
)

// ACC-16, ACC-18, trust T16: each field once, by its rule.
func TestAProfileFieldIsFilledInOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming01")
		for _, c := range []struct {
			kind  int
			value string
			text  string // nothing if it is taken
		}{
			{0, "x", "资料类型不正确"}, {2, "x", "资料类型不正确"}, {-1, "", "资料类型不正确"}, {11, "x", "资料类型不正确"},
			{player.InfoTrueName, "", "请输入真实姓名"},
			{player.InfoTrueName, "明", "请输入正确的姓名"},
			{player.InfoTrueName, "张 三", "请输入正确的姓名"},
			{player.InfoTrueName, "张三a", "请输入正确的姓名"},
			{player.InfoTrueName, "·张三", "请输入正确的姓名"},
			{player.InfoTrueName, "张··三", "请输入正确的姓名"},
			{player.InfoTrueName, "张三\u202e", "请输入正确的姓名"},
			{player.InfoTrueName, "\xff张三", "请输入正确的姓名"},
			{player.InfoTrueName, strings.Repeat("张", 31), "请输入正确的姓名"},
			{player.InfoTrueName, "买买提•艾力", ""},
			{player.InfoTrueName, "张三", "该信息已填写，如需修改请联系在线客服"},
			{player.InfoEmail, "", "邮箱不能为空"},
			{player.InfoEmail, "a b@c.com", "不能包含空格"},
			{player.InfoEmail, "a@b", "请输入正确邮箱"},
			{player.InfoEmail, "a@@b.com", "请输入正确邮箱"},
			{player.InfoEmail, "a@-b.com", "请输入正确邮箱"},
			{player.InfoEmail, "ａ@b.com", "请输入正确邮箱"},
			{player.InfoEmail, "<a@b.com>", "请输入正确邮箱"},
			{player.InfoEmail, strings.Repeat("a", 100) + "@b.com", "请输入正确邮箱"},
			{player.InfoEmail, "Ming.Li+1@mail.example.com", ""},
			{player.InfoEmail, "other@example.com", "该信息已填写，如需修改请联系在线客服"},
			{player.InfoBirthday, "", "请选择出生日期"},
			{player.InfoBirthday, "1990-02-30", "请输入正确的出生日期"},
			{player.InfoBirthday, "1990/01/01", "请输入正确的出生日期"},
			{player.InfoBirthday, "1899-12-31", "请输入正确的出生日期"},
			{player.InfoBirthday, "2026-03-03", "请输入正确的出生日期"}, // tomorrow
			{player.InfoBirthday, "1990-02-28", ""},
			{player.InfoBirthday, "1980-02-28", "该信息已填写，如需修改请联系在线客服"},
			{player.InfoPhone, "123", "请输入正确手机号"},
			{player.InfoPhone, "13812345678", "该信息已填写，如需修改请联系在线客服"},
		} {
			err := h.UpdateInfo(t.Context(), "ming01", c.kind, c.value)
			text := ""
			if f, ok := fault.Of(err); ok {
				text = f.Message()
			} else if err != nil {
				t.Fatal(err)
			}
			if text != c.text {
				t.Errorf("type %d %q: %q, want %q", c.kind, c.value, text, c.text)
			}
		}
		p, err := h.Find(t.Context(), h.d, "ming01")
		if err != nil || p.TrueName != "买买提·艾力" || p.Email != "Ming.Li+1@mail.example.com" || p.Birthday != "1990-02-28" {
			t.Errorf("player %+v, %v", p, err)
		}
		if err := h.UpdateInfo(t.Context(), "nobody", player.InfoTrueName, "张三"); !errors.Is(err, identity.ErrNotFound) {
			t.Errorf("unknown player: %v", err)
		}
	})
}

func TestAFieldFilledInAtOnceKeepsOneValue(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming01")
		var set atomic.Int32
		var wg sync.WaitGroup
		for i := range 10 {
			wg.Go(func() {
				err := h.UpdateInfo(t.Context(), "ming01", player.InfoBirthday, fmt.Sprintf("199%d-01-01", i))
				if err == nil {
					set.Add(1)
				} else if !errors.Is(err, identity.ErrFilled) {
					t.Errorf("heard %v", err)
				}
			})
		}
		wg.Wait()
		if set.Load() != 1 {
			t.Errorf("set %d times", set.Load())
		}
	})
}

// ACC-19, trust PII-2
func TestWhatIsShownIsMasked(t *testing.T) {
	for got, want := range map[string]string{
		identity.MaskPhone("13812345678"): "138****5678", identity.MaskPhone("123"): "***", identity.MaskPhone(""): "",
		identity.MaskName("张三丰"): "张**", identity.MaskName("买买提·艾力"): "买*****", identity.MaskName("张"): "*", identity.MaskName("张三"): "张*",
		identity.MaskEmail("ming@example.com"): "m***@example.com", identity.MaskEmail("x"): "*", identity.MaskEmail("@x"): "**",
		identity.MaskBirthday("1990-02-28"): "1990-**-**",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// D-19
func TestOfAge(t *testing.T) {
	for _, c := range []struct {
		born string
		on   calendar.Day
		want bool
	}{
		{"2008-03-02", 20260302, true}, {"2008-03-03", 20260302, false}, {"2008-03-01", 20260302, true},
		{"2008-02-29", 20260228, false}, {"2008-02-29", 20260301, true}, {"", 20260302, false}, {"1990", 20260302, false},
	} {
		if got := identity.OfAge(c.born, c.on, 18); got != c.want {
			t.Errorf("born %s, on %s: %v", c.born, c.on, got)
		}
	}
}

// ACC-17, D-02, trust ACC-5, T20
func TestTrust_ACC_5_ChangingThePasswordEndsOtherSessions(t *testing.T) {
	eachWith(t, identity.Limits{Sessions: 5, ChecksPerIP: 1000}, func(t *testing.T, h *house) {
		ctx := t.Context()
		tickets := []string{h.register(t, "ming01").Ticket}
		for range 4 {
			tickets = append(tickets, h.logIn(t, attempt("ming01", goodPass)).Ticket)
		}
		s, err := h.Authenticate(ctx, tickets[2], "", true)
		if err != nil {
			t.Fatal(err)
		}
		const fresh = "Zt5rW8nB"
		for _, c := range []struct {
			current, new, confirm string
			want                  error
		}{
			{"", fresh, fresh, identity.ErrPasswordEmpty},
			{goodPass, "", "", identity.ErrPasswordEmpty},
			{goodPass, "abcd", "abcd", identity.ErrPasswordForm},
			{goodPass, fresh + strings.Repeat("x", 13), "", identity.ErrPasswordForm},
			{goodPass, "Zt5rW 8nB", "", identity.ErrSpaces},
			{goodPass, fresh, fresh + "x", identity.ErrPasswordsDiff},
			{goodPass, goodPass, goodPass, identity.ErrPasswordSame},
			{goodPass, "Ming01", "Ming01", identity.ErrPasswordWeak},
			{strings.ToLower(goodPass), fresh, fresh, identity.ErrCurrent},
			{goodPass + " ", fresh, fresh, identity.ErrSpaces},
		} {
			if _, err := h.ChangePassword(ctx, "ming01", s.ID, c.current, c.new, c.confirm); !errors.Is(err, c.want) {
				t.Errorf("%q to %q, %q: %v, want %v", c.current, c.new, c.confirm, err, c.want)
			}
		}
		if _, err := h.ChangePassword(ctx, "ming01", s.ID, goodPass, fresh, fresh); err != nil {
			t.Fatal(err)
		}
		for i, ticket := range tickets {
			if alive := h.alive(t, ticket, true); alive != (i == 2) {
				t.Errorf("session %d alive: %v", i, alive)
			}
		}
		if _, err := h.LogIn(ctx, attempt("ming01", goodPass)); !errors.Is(err, identity.ErrLogin) {
			t.Errorf("the old password: %v", err)
		}
		if _, err := h.LogIn(ctx, solved(attempt("ming01", fresh))); err != nil {
			t.Errorf("the new password: %v", err)
		}
		p, err := h.Find(ctx, h.d, "ming01")
		if err != nil || !p.PasswordChangedAt.Equal(h.d.Clock().Now()) || p.WithdrawPasswordSet {
			t.Errorf("player %+v, %v", p, err)
		}
		var last error
		for range 12 {
			_, last = h.ChangePassword(ctx, "ming01", s.ID, "Wrong1234", "Another9x", "")
		}
		if !errors.Is(last, identity.ErrTooMany) {
			t.Errorf("the twelfth guess: %v", last)
		}
	})
}

// D-03, trust T2, CAP-5
func TestTrust_T2_TheWithdrawalPasswordIsItsOwn(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx, clock := t.Context(), dbtest.Clock(h.d)
		h.register(t, "ming01")
		check := func(password string, want error) {
			t.Helper()
			if err := h.CheckWithdrawPassword(ctx, "ming01", password); !errors.Is(err, want) {
				t.Errorf("%q: %v, want %v", password, err, want)
			}
		}
		check("", nil) // documented clients send none while it is the initial one
		check("anything", nil)
		const own, next = "Wd7kP3qs", "Qn4xT9hv"
		for _, c := range []struct {
			current, new string
			want         error
		}{
			{"Wrong1234", own, identity.ErrCurrent}, {goodPass, goodPass, identity.ErrWithdrawLogin}, {goodPass, "12345678", identity.ErrPasswordWeak},
			{goodPass, "x", identity.ErrPasswordForm}, {goodPass, own, nil}, {goodPass, next, identity.ErrWithdrawWrong}, {own, goodPass, identity.ErrWithdrawLogin},
			{own, next, nil},
		} {
			if err := h.SetWithdrawPassword(ctx, "ming01", c.current, c.new); !errors.Is(err, c.want) {
				t.Errorf("%q to %q: %v, want %v", c.current, c.new, err, c.want)
			}
		}
		if a, b := h.text(t, "SELECT password FROM player"), h.text(t, "SELECT withdraw_password FROM player"); a == b || !strings.HasPrefix(b, "$argon2id$") {
			t.Error("the two passwords share a hash")
		}
		if _, err := h.ChangePassword(ctx, "ming01", "", goodPass, next, next); !errors.Is(err, identity.ErrWithdrawLogin) {
			t.Errorf("login password equal to the withdrawal password: %v", err)
		}
		if _, err := h.ChangePassword(ctx, "ming01", "", goodPass, "Zt5rW8nB", ""); err != nil {
			t.Fatal(err)
		}
		check(next, nil) // a changed login password does not change it
		check("", identity.ErrWithdrawEmpty)
		for range 5 {
			check("Wrong1234", identity.ErrWithdrawWrong)
		}
		check(next, identity.ErrWithdrawLocked)
		if _, err := h.LogIn(ctx, attempt("ming01", "Zt5rW8nB")); err != nil { // logging in again does not reset it
			t.Fatal(err)
		}
		clock.Advance(time.Hour - time.Second)
		check(next, identity.ErrWithdrawLocked)
		clock.Advance(2 * time.Second)
		check(next, nil)
		check("Wrong1234", identity.ErrWithdrawWrong)
		check(next, nil)
		if err := h.CheckWithdrawPassword(ctx, "nobody", next); !errors.Is(err, identity.ErrNotFound) {
			t.Errorf("unknown player: %v", err)
		}
	})
}

func TestTrust_CAP_5_GuessesAtOnceAreCounted(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming01")
		if err := h.SetWithdrawPassword(t.Context(), "ming01", goodPass, "Wd7kP3qs"); err != nil {
			t.Fatal(err)
		}
		var looked atomic.Int32
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				if err := h.CheckWithdrawPassword(t.Context(), "ming01", "Wrong1234"); errors.Is(err, identity.ErrWithdrawWrong) {
					looked.Add(1)
				} else if !errors.Is(err, identity.ErrWithdrawLocked) {
					t.Errorf("heard %v", err)
				}
			})
		}
		wg.Wait()
		if looked.Load() != 5 {
			t.Errorf("%d of 20 guesses were looked at", looked.Load())
		}
	})
}

// Who knows the login password alone could change it again and again, each time
// to a guess, and would be told when it is the withdrawal password.
func TestTrust_CAP_5_AChangeOfTheLoginPasswordIsAGuess(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming01")
		if err := h.SetWithdrawPassword(t.Context(), "ming01", goodPass, "Wd7kP3qs"); err != nil {
			t.Fatal(err)
		}
		current := goodPass
		for i := range 5 {
			next := fmt.Sprintf("Guess%d1234", i)
			if _, err := h.ChangePassword(t.Context(), "ming01", "", current, next, next); err != nil {
				t.Fatal(i, err)
			}
			current = next
		}
		if _, err := h.ChangePassword(t.Context(), "ming01", "", current, "Wd7kP3qs", "Wd7kP3qs"); !errors.Is(err, identity.ErrWithdrawLocked) {
			t.Errorf("the sixth guess: %v", err)
		}
		dbtest.Clock(h.d).Advance(61 * time.Minute)
		if _, err := h.ChangePassword(t.Context(), "ming01", "", current, "Guess91234", "Guess91234"); err != nil {
			t.Errorf("an hour later: %v", err)
		}
	})
}

func TestStaffFindPlayers(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		for _, name := range []string{"ming01", "Ming02", "hong01"} {
			dbtest.Clock(h.d).Advance(time.Second)
			h.register(t, name)
		}
		if err := h.UpdateInfo(ctx, "hong01", player.InfoTrueName, "买买提·艾力"); err != nil {
			t.Fatal(err)
		}
		if err := h.UpdateInfo(ctx, "hong01", player.InfoEmail, "Hong@example.com"); err != nil {
			t.Fatal(err)
		}
		if err := h.guard.Freeze(ctx, risk, "ming01", []guard.Act{guard.Bet}, time.Time{}, "可疑行为"); err != nil {
			t.Fatal(err)
		}
		hong, _ := h.Find(ctx, h.d, "hong01")
		for name, c := range map[string]struct {
			q    player.Query
			want string
		}{
			"all":             {player.Query{}, "hong01 ming02 ming01"},
			"beginning":       {player.Query{Name: "MING"}, "ming02 ming01"},
			"no wildcard":     {player.Query{Name: "m%"}, ""},
			"phone":           {player.Query{Phone: hong.Phone}, "hong01"},
			"part of a phone": {player.Query{Phone: hong.Phone[:5]}, ""},
			"true name":       {player.Query{TrueName: "买买提•艾力"}, "hong01"},
			"email":           {player.Query{Email: "HONG@example.com"}, "hong01"},
			"any of them":     {player.Query{Name: "ming02", Phone: hong.Phone}, "hong01 ming02"},
			"ids":             {player.Query{IDs: []string{"ming01", "nobody"}}, "ming01"},
			"no ids":          {player.Query{IDs: []string{}}, ""},
			"frozen":          {player.Query{Frozen: true}, "ming01"},
			"frozen of some":  {player.Query{Name: "ming02", Frozen: true}, ""},
			"second page":     {player.Query{Page: staff.Page{Number: 2, Size: 2}}, "ming01"},
			"far page":        {player.Query{Page: staff.Page{Number: 1 << 40, Size: 1 << 40}}, ""},
		} {
			players, total, err := h.Search(ctx, c.q)
			var ids []string
			for _, p := range players {
				ids = append(ids, p.ID)
			}
			if err != nil || strings.Join(ids, " ") != c.want || total < len(ids) {
				t.Errorf("%s: %v of %d, %v; want %s", name, ids, total, err, c.want)
			}
		}
	})
}

// trust ADM-4: looking at personal data has a reason, a row and a limit.
func TestTrust_ADM_4_LooksAtPersonalDataAreCounted(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.register(t, "ming01")
		p, _ := h.Find(ctx, h.d, "ming01")
		if _, err := h.Reveal(ctx, risk, "ming01", "password", "核实身份"); !errors.Is(err, identity.ErrRevealField) {
			t.Errorf("another field: %v", err)
		}
		if v, err := h.Reveal(ctx, risk, "ming01", "phone", ""); !errors.Is(err, staff.ErrReason) || v != "" {
			t.Errorf("no reason: %q, %v", v, err)
		}
		for i := range 21 {
			v, err := h.Reveal(ctx, risk, "ming01", "phone", "核实身份")
			if i < 20 && (err != nil || v != p.Phone) {
				t.Fatalf("look %d: %q, %v", i, v, err)
			}
			if i == 20 && (!errors.Is(err, identity.ErrRevealTooMany) || v != "") {
				t.Errorf("the 21st: %q, %v", v, err)
			}
		}
		dbtest.Clock(h.d).Advance(time.Hour + time.Second)
		if _, err := h.Reveal(ctx, risk, "ming01", "phone", "核实身份"); err != nil {
			t.Errorf("an hour later: %v", err)
		}
		rows, total, err := h.staff.AuditTrail(ctx, staff.AuditFilter{Action: "player.reveal"})
		if err != nil || total != 21 || strings.Contains(string(rows[0].After), p.Phone) {
			t.Errorf("%d rows, %s, %v", total, rows[0].After, err)
		}
	})
}

func FuzzNormalizeName(f *testing.F) {
	for _, s := range []string{"张三", "买买提•艾力", "張三", "", "·", "a", "\xff", "张\u0300三", "豈更", strings.Repeat("张", 300)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := identity.NormalizeName(s)
		if err != nil {
			if got != "" {
				t.Errorf("%q: %q with %v", s, got, err)
			}
			return
		}
		again, err := identity.NormalizeName(got)
		if err != nil || again != got || !utf8.ValidString(got) || strings.ContainsAny(got, " •<>'\"\x00") {
			t.Errorf("%q became %q and then %q, %v", s, got, again, err)
		}
		identity.MaskName(got)
	})
}

func FuzzFields(f *testing.F) {
	for _, s := range []string{"ming01", "13812345678", "a@b.com", " ", "１３８", "\x00", strings.Repeat("9", 10000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if identity.CheckName(s) == nil && (len(s) < 4 || len(s) > 10 || identity.Fold(s) != strings.ToLower(s)) {
			t.Errorf("name %q", s)
		}
		if identity.CheckPhone(s) == nil && (len(s) != 11 || s[0] != '1' || len(identity.MaskPhone(s)) != 11) {
			t.Errorf("phone %q", s)
		}
		if identity.CheckPassword(s) == nil && (len(s) < 5 || len(s) > 20) {
			t.Errorf("password %q", s)
		}
		if identity.CheckEmail(s) == nil && (strings.Count(s, "@") != 1 || len(s) > 100 || !strings.Contains(identity.MaskEmail(s), "***@")) {
			t.Errorf("email %q", s)
		}
		identity.MaskEmail(s)
		_ = identity.MaskBirthday(s)
		identity.OfAge(s, 20260302, 18)
	})
}
