package player_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

const freshPass = "Zt5rW8nB"

var (
	support = staff.Actor{ID: "s1", Name: "wu", Roles: []string{"support"}}
	many    = identity.Limits{ChecksPerIP: 1e6, RegistersPerIP: 1e6, ImagesPerIP: 1e6, ResetsPerIP: 1e6, ResetsPerHour: 1e6, Sessions: 5}
)

func (h *house) issue(t *testing.T, name string) string {
	t.Helper()
	issued, err := h.IssueReset(t.Context(), support, name, "电话核实身份")
	if err != nil {
		t.Fatal(err)
	}
	return issued.Code
}

// resetForm is a form that is right if the code is.
func resetForm(name, code string) credential.Reset {
	return credential.Reset{
		Name: name, Code: code, Password: freshPass, Confirm: freshPass, VerifyCode: testAnswer, VRand: vRand(),
		Client: identity.Client{IP: "198.51.100.20"},
	}
}

// ACC-11, H-60: who forgot the password gets back in with a code of customer
// service, once, and everybody who was in is out.
func TestAForgottenPasswordIsResetWithACode(t *testing.T) {
	eachWith(t, many, func(t *testing.T, h *house) {
		ctx, clock := t.Context(), dbtest.Clock(h.d)
		tickets := []string{h.register(t, "Ming01").Ticket, h.logIn(t, attempt("ming01", goodPass)).Ticket}
		issued, err := h.IssueReset(ctx, support, "ming01", " 电话核实身份 ")
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`^\d{4} \d{4} \d{4} \d{4}$`).MatchString(issued.Code) || !issued.ExpiresAt.Equal(clock.Now().Add(30*time.Minute)) {
			t.Errorf("issued %+v", issued)
		}
		live, err := h.LiveReset(ctx, h.d, "ming01")
		if err != nil || live == nil || live.IssuedBy != "wu" || live.Tries != 0 || !live.ExpiresAt.Equal(issued.ExpiresAt) {
			t.Errorf("live %+v, %v", live, err)
		}
		for _, ticket := range tickets {
			if !h.alive(t, ticket, true) {
				t.Error("the code alone ended a session")
			}
		}
		// Failed logins of the player who forgot do not keep them out afterwards.
		for range 12 {
			_, _ = h.LogIn(ctx, solved(attempt("ming01", "Wrong1234")))
		}
		if err := h.ResetPassword(ctx, resetForm("MING01", issued.Code)); err != nil {
			t.Fatal(err)
		}
		for i, ticket := range tickets {
			if h.alive(t, ticket, true) {
				t.Errorf("session %d lives on", i)
			}
		}
		fresh := attempt("ming01", freshPass)
		fresh.Client.IP = "198.51.101.1"
		h.logIn(t, fresh)
		if _, err := h.LogIn(ctx, attempt("ming01", goodPass)); err == nil {
			t.Error("the old password still opens")
		}
		p, err := h.Find(ctx, h.d, "ming01")
		if err != nil || !p.PasswordResetAt.Equal(clock.Now()) || !p.PasswordChangedAt.Equal(clock.Now()) || p.WithdrawPasswordSet {
			t.Errorf("player %+v, %v", p, err)
		}
		again := resetForm("ming01", issued.Code)
		again.Password, again.Confirm = "Hy6tG3vC", "Hy6tG3vC"
		if err := h.ResetPassword(ctx, again); !errors.Is(err, identity.ErrReset) {
			t.Errorf("a code used twice: %v", err)
		}
		if live, err := h.LiveReset(ctx, h.d, "ming01"); err != nil || live != nil {
			t.Errorf("live after its use: %+v, %v", live, err)
		}
	})
}

// A code lives 30 minutes, or until the next one, or until the player changes
// the password after all.
func TestAResetCodeLivesAsLongAsItSays(t *testing.T) {
	eachWith(t, many, func(t *testing.T, h *house) {
		ctx, clock := t.Context(), dbtest.Clock(h.d)
		h.register(t, "ming01")
		refused := func(what, code string) {
			t.Helper()
			if err := h.ResetPassword(ctx, resetForm("ming01", code)); !errors.Is(err, identity.ErrReset) {
				t.Errorf("%s: %v", what, err)
			}
		}
		refused("none was issued", "1234 5678 9012 3456")
		old := h.issue(t, "ming01")
		code := h.issue(t, "ming01")
		refused("the one before", old)
		clock.Advance(30 * time.Minute)
		refused("after 30 minutes", code)
		code = h.issue(t, "ming01")
		if _, err := h.ChangePassword(ctx, "ming01", "", goodPass, "Hy6tG3vC", ""); err != nil {
			t.Fatal(err)
		}
		refused("after a change of the password", code)
		h.register(t, "hong01")
		code = h.issue(t, "hong01")
		refused("another player's", code)
		clock.Advance(30*time.Minute - time.Second)
		if err := h.ResetPassword(ctx, resetForm("hong01", code)); err != nil {
			t.Errorf("a second before its end: %v", err)
		}
		clock.Advance(25 * time.Hour)
		if err := h.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if n := h.text(t, "SELECT count(*) FROM player_reset"); n != "0" {
			t.Errorf("%s codes after a day", n)
		}
	})
}

// Five wrong tries from one network end a code there, however right the sixth is,
// and many at once are many.
func TestAResetCodeIsTriedFiveTimes(t *testing.T) {
	eachWith(t, many, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.register(t, "ming01")
		code := h.issue(t, "ming01")
		wrong := func() error { return h.ResetPassword(ctx, resetForm("ming01", "0000 1111 2222 3333")) }
		for range 4 {
			if err := wrong(); !errors.Is(err, identity.ErrReset) {
				t.Fatal(err)
			}
		}
		if err := h.ResetPassword(ctx, resetForm("ming01", code)); err != nil {
			t.Errorf("the fifth, right: %v", err)
		}
		h.register(t, "hong01")
		code = h.issue(t, "hong01")
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if err := h.ResetPassword(ctx, resetForm("hong01", "0000 1111 2222 3333")); !errors.Is(err, identity.ErrReset) {
					t.Errorf("wrong: %v", err)
				}
			})
		}
		wg.Wait()
		if err := h.ResetPassword(ctx, resetForm("hong01", code)); !errors.Is(err, identity.ErrReset) {
			t.Errorf("right after five wrong ones: %v", err)
		}
	})
}

// H-103: a stranger who uses up five tries ends the code for their own network
// alone; the player's known device has its own five even there.
func TestAStrangerDoesNotEndAResetCode(t *testing.T) {
	eachWith(t, many, func(t *testing.T, h *house) {
		ctx := t.Context()
		cookie := h.register(t, "ming01").DeviceCookie
		for round, from := range []identity.Client{{IP: "198.51.100.9"}, {IP: "203.0.113.99", DeviceCookie: cookie}} {
			code := h.issue(t, "ming01")
			r := resetForm("ming01", code)
			for range 6 {
				wrong := resetForm("ming01", "0000 1111 2222 3333")
				wrong.Client = identity.Client{IP: "203.0.113.9"}
				if err := h.ResetPassword(ctx, wrong); !errors.Is(err, identity.ErrReset) {
					t.Fatal(err)
				}
			}
			r.Client = identity.Client{IP: "203.0.113.50"} // the stranger's network
			if err := h.ResetPassword(ctx, r); !errors.Is(err, identity.ErrReset) {
				t.Errorf("round %d, right after five wrong ones of the same network: %v", round, err)
			}
			r = resetForm("ming01", code)
			r.Client = from
			r.Password = []string{"Hy6tG3vC", "Ju8kM4nB"}[round]
			r.Confirm = r.Password
			if err := h.ResetPassword(ctx, r); err != nil {
				t.Errorf("round %d, the player: %v", round, err)
			}
		}
	})
}

// Two windows, two devices: one password is set.
func TestAResetCodeUsedAtOnceIsUsedOnce(t *testing.T) {
	eachWith(t, many, func(t *testing.T, h *house) {
		h.register(t, "ming01")
		for round := range 3 {
			code := h.issue(t, "ming01")
			var set atomic.Int32
			var winner atomic.Value
			var wg sync.WaitGroup
			for i := range 6 {
				wg.Go(func() {
					r := resetForm("ming01", code)
					r.Password = fmt.Sprintf("Qk%dw%dZt8", round, i)
					r.Confirm = r.Password
					err := h.ResetPassword(t.Context(), r)
					if err == nil {
						set.Add(1)
						winner.Store(r.Password)
					} else if !errors.Is(err, identity.ErrReset) {
						t.Errorf("heard %v", err)
					}
				})
			}
			wg.Wait()
			if set.Load() != 1 {
				t.Fatalf("set %d times", set.Load())
			}
			a := attempt("ming01", winner.Load().(string))
			a.Client.IP = "198.51.101.1"
			h.logIn(t, a)
		}
	})
}

// The rules of the form are those of registration and of a changed password.
// Whoever breaks one uses up neither a try nor the code.
func TestTheNewPasswordKeepsTheRules(t *testing.T) {
	eachWith(t, many, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.register(t, "ming01")
		if err := h.SetWithdrawPassword(ctx, "ming01", goodPass, "Wd7kP3qs"); err != nil {
			t.Fatal(err)
		}
		p, err := h.Find(ctx, h.d, "ming01")
		if err != nil {
			t.Fatal(err)
		}
		code := h.issue(t, "ming01")
		password := func(password string) func(*credential.Reset) {
			return func(r *credential.Reset) { r.Password, r.Confirm = password, password }
		}
		for name, c := range map[string]struct {
			change func(*credential.Reset)
			want   error
		}{
			"no name":              {func(r *credential.Reset) { r.Name = "" }, identity.ErrNameEmpty},
			"no code":              {func(r *credential.Reset) { r.Code = " - " }, identity.ErrResetEmpty},
			"a short code":         {func(r *credential.Reset) { r.Code = r.Code[1:] }, identity.ErrResetForm},
			"a code with a letter": {func(r *credential.Reset) { r.Code = "O" + r.Code[1:] }, identity.ErrResetForm},
			"no password":          {password(""), identity.ErrPasswordEmpty},
			"a short password":     {password("abcd"), identity.ErrPasswordForm},
			"two passwords":        {func(r *credential.Reset) { r.Confirm += "x" }, identity.ErrPasswordsDiff},
			"no repeat":            {func(r *credential.Reset) { r.Confirm = "" }, identity.ErrPasswordsDiff},
			"a common one":         {password("12345678"), identity.ErrPasswordWeak},
			"the name":             {password("Ming01"), identity.ErrPasswordWeak},
			"no captcha":           {func(r *credential.Reset) { r.VerifyCode = "" }, identity.ErrCaptchaEmpty},
			"no captcha's id":      {func(r *credential.Reset) { r.VRand = "x" }, identity.ErrVRand},
			"a wrong captcha":      {func(r *credential.Reset) { r.VerifyCode = "zzzz" }, identity.ErrCaptchaWrong},
			// These speak of the player: only the right code hears them.
			"the phone":               {password(p.Phone), identity.ErrPasswordWeak},
			"the old password":        {password(goodPass), identity.ErrPasswordSame},
			"the withdrawal password": {password("Wd7kP3qs"), identity.ErrWithdrawLogin},
		} {
			r := resetForm("ming01", code)
			c.change(&r)
			if err := h.ResetPassword(ctx, r); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
		if tries := h.text(t, "SELECT tries FROM player_reset"); tries != "0" {
			t.Errorf("%s tries", tries)
		}
		for _, own := range []string{p.Phone, goodPass, "Wd7kP3qs"} {
			r := resetForm("ming01", "0000111122223333")
			password(own)(&r)
			if err := h.ResetPassword(ctx, r); !errors.Is(err, identity.ErrReset) {
				t.Errorf("with a wrong code: %v", err)
			}
		}
		// One captcha is good for one try.
		r := resetForm("ming01", "0000111122223333")
		if err := h.ResetPassword(ctx, r); !errors.Is(err, identity.ErrReset) {
			t.Fatal(err)
		}
		r.Code = code
		if err := h.ResetPassword(ctx, r); !errors.Is(err, identity.ErrCaptchaWrong) {
			t.Errorf("the same captcha again: %v", err)
		}
		wide := strings.NewReplacer("0", "０", "1", "１", "2", "２", "3", "３", "4", "４", "5", "５", "6", "６", "7", "７", "8", "８", "9", "９").Replace(code)
		if err := h.ResetPassword(ctx, resetForm("ming01", strings.ReplaceAll(wide, " ", "-"))); err != nil {
			t.Errorf("the code as another keyboard types it: %v", err)
		}
	})
}

// trust ACC-4: nobody learns by a reset which names exist, by words or by time.
func TestTrust_ACC_4_AResetTellsNoNames(t *testing.T) {
	eachWith(t, many, func(t *testing.T, h *house) {
		h.register(t, "ming01")
		h.register(t, "hong01")
		times := map[string][]time.Duration{}
		for i := range 20 {
			h.issue(t, "hong01")
			for kind, name := range map[string]string{"ghost": fmt.Sprintf("ghost%02d", i), "known": "ming01", "has a code": "hong01"} {
				start := time.Now()
				err := h.ResetPassword(t.Context(), resetForm(name, "0000 1111 2222 3333"))
				times[kind] = append(times[kind], time.Since(start))
				if !errors.Is(err, identity.ErrReset) {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
		known, ghost, code := slices.Min(times["known"]), slices.Min(times["ghost"]), slices.Min(times["has a code"])
		t.Logf("known %v, unknown %v, with a code %v", known, ghost, code)
		for _, other := range []time.Duration{known, code} {
			if diff := (other - ghost).Abs(); diff > max(15*time.Millisecond, ghost/2) {
				t.Errorf("known %v, unknown %v, with a code %v", known, ghost, code)
			}
		}
	})
}

// H-60: a code has a reason, a row in the trail and a limit, and is kept nowhere.
func TestResetCodesAreCountedAndKeptNowhere(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.register(t, "ming01")
		if _, err := h.IssueReset(ctx, support, "ming01", " "); !errors.Is(err, staff.ErrReason) {
			t.Errorf("no reason: %v", err)
		}
		if _, err := h.IssueReset(ctx, support, "nobody", "电话核实身份"); !errors.Is(err, identity.ErrNotFound) {
			t.Errorf("unknown player: %v", err)
		}
		var codes []string
		for i := range 21 {
			issued, err := h.IssueReset(ctx, support, "ming01", "电话核实身份")
			switch {
			case i < 20 && err != nil:
				t.Fatalf("code %d: %v", i, err)
			case i == 20 && (!errors.Is(err, identity.ErrResetTooMany) || issued.Code != ""):
				t.Errorf("the 21st: %+v, %v", issued, err)
			case i < 20:
				codes = append(codes, issued.Code, strings.ReplaceAll(issued.Code, " ", ""))
			}
		}
		if _, err := h.IssueReset(ctx, risk, "ming01", "电话核实身份"); err != nil {
			t.Errorf("a colleague: %v", err)
		}
		dbtest.Clock(h.d).Advance(time.Hour + time.Second)
		if _, err := h.IssueReset(ctx, support, "ming01", "电话核实身份"); err != nil {
			t.Errorf("an hour later: %v", err)
		}
		_, total, err := h.staff.AuditTrail(ctx, staff.AuditFilter{Action: "player.reset"})
		if err != nil || total != 22 {
			t.Errorf("%d rows, %v", total, err)
		}
		kept := ""
		for _, table := range []string{"staff_audit", "player_reset", "player", "player_throttle"} {
			var rows []map[string]any
			if err := h.d.NewRaw("SELECT * FROM "+table).Scan(ctx, &rows); err != nil {
				t.Fatal(err)
			}
			kept += fmt.Sprint(rows)
		}
		for _, code := range codes {
			if strings.Contains(kept, code) || strings.Contains(kept, secret.HashToken(code)) {
				t.Errorf("the tables hold %s", code)
			}
		}
	})
}

func TestFewResetsFromOneAddress(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming01")
		code := h.issue(t, "ming01")
		for i := range 10 {
			if err := h.ResetPassword(t.Context(), resetForm(fmt.Sprintf("ghost%02d", i), "0000111122223333")); !errors.Is(err, identity.ErrReset) {
				t.Fatal(err)
			}
		}
		if err := h.ResetPassword(t.Context(), resetForm("ming01", code)); !errors.Is(err, identity.ErrTooMany) {
			t.Errorf("the eleventh: %v", err)
		}
		dbtest.Clock(h.d).Advance(time.Minute)
		if err := h.ResetPassword(t.Context(), resetForm("ming01", code)); err != nil {
			t.Errorf("a minute later: %v", err)
		}
	})
}
