package player_test

import (
	"encoding/json"
	"errors"
	"net/netip"
	"strings"
	"testing"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/fault"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/stafftest"
)

// ruled is players whose rules two people can change.
type ruled struct {
	*house
	book  *setting.Book
	rules *identity.Rules

	maker, checker staff.Actor
}

func eachRuled(t *testing.T, test func(t *testing.T, h *ruled)) {
	each(t, func(t *testing.T, h *house) {
		r := &ruled{house: h, book: setting.New(setting.Config{DB: h.d, Staff: h.staff, Box: h.box, Log: dbtest.Quiet()})}
		limits := identity.Limits{ChecksPerIP: 100000}
		r.rules = identity.NewRules(identity.RulesConfig{Book: r.book, Phones: []string{"+86"}, Limits: limits})
		h.Players = player.New(player.Config{
			DB: h.d, Guard: h.guard, Staff: h.staff, Box: h.box, Log: dbtest.Quiet(), TestAnswer: testAnswer, Limits: limits, Rules: r.rules,
		})
		if err := r.book.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		accounts := account.New(h.staff, account.Config{})
		first, err := stafftest.Add(t.Context(), accounts, h.d.Clock().Now(), "ana", "owner")
		if err != nil {
			t.Fatal(err)
		}
		second, err := accounts.Add(t.Context(), staff.System("test"), account.NewStaff{Name: "bo", Person: "E2", Roles: []string{"owner"}, Reason: "测试人员"})
		if err != nil {
			t.Fatal(err)
		}
		r.maker = staff.Actor{ID: first.Person.ID, Name: "ana", Roles: []string{"owner"}}
		r.checker = staff.Actor{ID: second.Person.ID, Name: "bo", Roles: []string{"owner"}}
		test(t, r)
	})
}

// ask asks for a value with some fields changed.
func (h *ruled) ask(t *testing.T, kind string, base int, fields map[string]any) (string, error) {
	t.Helper()
	list, err := h.book.List(t.Context(), h.d, kind)
	if err != nil {
		t.Fatal(err)
	}
	value := map[string]any{}
	if err := json.Unmarshal(list[0].Value, &value); err != nil {
		t.Fatal(err)
	}
	for name, v := range fields {
		value[name] = v
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return h.book.Ask(t.Context(), h.maker, setting.Order{Kind: kind, Base: base, Value: text, On: true, Reason: "例行调整"})
}

// agree puts a value into force by two people.
func (h *ruled) agree(t *testing.T, kind string, base int, fields map[string]any) {
	t.Helper()
	id, err := h.ask(t, kind, base, fields)
	if err == nil {
		_, err = h.staff.Decide(t.Context(), h.checker, id, true, "")
	}
	if err == nil {
		err = h.book.Load(t.Context())
	}
	if err != nil {
		t.Fatalf("%s %v: %v", kind, fields, err)
	}
}

// A rule of the site that cannot be is refused with a sentence of its own.
func TestAWrongRuleOfTheSiteIsRefused(t *testing.T) {
	eachRuled(t, func(t *testing.T, h *ruled) {
		for name, c := range map[string]struct {
			kind   string
			fields map[string]any
			code   string
		}{
			"a minor":                       {identity.KindEntry, map[string]any{"minAge": 17}, "setting.field"},
			"no age":                        {identity.KindEntry, map[string]any{"minAge": 0}, "setting.field"},
			"an age that is no number":      {identity.KindEntry, map[string]any{"minAge": "18"}, "setting.field"},
			"a phone without plus":          {identity.KindEntry, map[string]any{"phones": "86"}, "player.rule_phones"},
			"a phone with letters":          {identity.KindEntry, map[string]any{"phones": "+86, +86a"}, "player.rule_phones"},
			"phones that nobody can enter":  {identity.KindEntry, map[string]any{"phones": "+852"}, "player.rule_mainland"},
			"an area that is none":          {identity.KindEntry, map[string]any{"area": "moon"}, "setting.field"},
			"a list without a network":      {identity.KindEntry, map[string]any{"area": "listed"}, "player.rule_area"},
			"a network that is none":        {identity.KindEntry, map[string]any{"area": "listed", "networks": "203.0.113.0/33"}, "player.rule_network"},
			"a name of a country":           {identity.KindEntry, map[string]any{"area": "listed", "networks": "CN"}, "player.rule_network"},
			"a way to ask that is none":     {identity.KindRegister, map[string]any{"email": "maybe"}, "setting.field"},
			"an inviter that is hidden":     {identity.KindRegister, map[string]any{"invite": "hidden"}, "setting.field"},
			"no registration a minute":      {identity.KindRegister, map[string]any{"perMinute": 0}, "setting.field"},
			"less a day than a minute":      {identity.KindRegister, map[string]any{"perDay": 3}, "player.rule_day"},
			"a captcha after no failure":    {identity.KindCaptcha, map[string]any{"failures": 0}, "setting.field"},
			"a captcha after many failures": {identity.KindCaptcha, map[string]any{"failures": 11}, "setting.field"},
			"a field that is not there":     {identity.KindCaptcha, map[string]any{"never": true}, "setting.form"},
			"nothing changed":               {identity.KindCaptcha, nil, "setting.same"},
		} {
			if _, err := h.ask(t, c.kind, 0, c.fields); err == nil || !strings.Contains(codeOf(err), c.code) {
				t.Errorf("%s: %v, want %s", name, err, c.code)
			}
		}
	})
}

// Two people who edit at once: the second is told who was first, and nothing of the
// first is lost.
func TestTheSecondOfTwoEditorsIsTold(t *testing.T) {
	eachRuled(t, func(t *testing.T, h *ruled) {
		h.agree(t, identity.KindEntry, 0, map[string]any{"minAge": 21})
		if _, err := h.ask(t, identity.KindEntry, 0, map[string]any{"minAge": 20}); !errors.Is(err, setting.ErrBase) || !strings.Contains(err.Error(), "bo") {
			t.Errorf("the second: %v", err)
		}
		if h.MinAge() != 21 {
			t.Errorf("the age is %d", h.MinAge())
		}
	})
}

// Age, phone numbers and addresses hold as two people set them, without a start.
func TestTheLawOfTheSiteHoldsAsItIsSet(t *testing.T) {
	eachRuled(t, func(t *testing.T, h *ruled) {
		inside, outside := netip.MustParseAddr("203.0.113.9"), netip.MustParseAddr("198.51.100.1")
		if h.MinAge() != 18 || h.rules.ServesAddress(inside) || h.rules.ServesSomebody() {
			t.Errorf("as configured: age %d, serves %v", h.MinAge(), h.rules.ServesAddress(inside))
		}
		h.agree(t, identity.KindEntry, 0, map[string]any{"minAge": 21, "phones": "+86139、+86137", "area": "listed", "networks": "203.0.113.0/24"})
		if err := h.CheckAge(identity.Player{Birthday: "2006-01-01"}); !errors.Is(err, identity.ErrUnderAge) || !strings.Contains(err.Error(), "21") {
			t.Errorf("a player of 20: %v", err)
		}
		if !h.rules.ServesAddress(inside) || h.rules.ServesAddress(outside) || !h.rules.ServesAddress(netip.MustParseAddr("::ffff:203.0.113.9")) {
			t.Error("the list of networks does not hold")
		}
		if _, err := h.Register(t.Context(), h.form("other1")); !errors.Is(err, identity.ErrPhoneRegion) {
			t.Errorf("a phone of 138: %v", err)
		}
		h.agree(t, identity.KindEntry, 1, map[string]any{"phones": "+86", "area": "everyone"})
		if !h.rules.ServesAddress(outside) {
			t.Error("not everyone is served")
		}
		h.register(t, "other1")
	})
}

// A registration asks for what two people set, and no more.
func TestARegistrationAsksForWhatIsSet(t *testing.T) {
	eachRuled(t, func(t *testing.T, h *ruled) {
		form := h.form("early1")
		form.TrueName = "王小明" // hidden as shipped: it is not taken
		if _, err := h.Register(t.Context(), form); err != nil {
			t.Fatal(err)
		}
		if p, _ := h.Find(t.Context(), h.d, "early1"); p.TrueName != "" {
			t.Errorf("a hidden field was taken: %q", p.TrueName)
		}
		h.agree(t, identity.KindRegister, 0, map[string]any{"trueName": "required", "birthday": "required", "email": "optional", "invite": "required"})
		try := func(edit func(*player.Registration)) error {
			form := h.form("newone")
			form.TrueName, form.Birthday, form.InviteID = "王小明", "1990-01-02", "early1"
			edit(&form)
			_, err := h.Register(t.Context(), form)
			return err
		}
		for name, c := range map[string]struct {
			edit func(*player.Registration)
			want error
		}{
			"no name":              {func(r *player.Registration) { r.TrueName = " " }, identity.ErrTrueNameEmpty},
			"a name that is none":  {func(r *player.Registration) { r.TrueName = "x1" }, identity.ErrTrueNameForm},
			"no birthday":          {func(r *player.Registration) { r.Birthday = "" }, identity.ErrBirthdayEmpty},
			"a minor":              {func(r *player.Registration) { r.Birthday = "2012-01-02" }, identity.ErrUnderAge},
			"a mailbox that is no": {func(r *player.Registration) { r.Email = "x" }, identity.ErrEmailForm},
			"no inviter":           {func(r *player.Registration) { r.InviteID = "" }, identity.ErrInviteMissing},
			"an unknown inviter":   {func(r *player.Registration) { r.InviteID = "nobody" }, identity.ErrInviteUnknown},
		} {
			if err := try(c.edit); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
		if err := try(func(r *player.Registration) { r.Email = "ming@example.com" }); err != nil {
			t.Fatal(err)
		}
		if p, err := h.Find(t.Context(), h.d, "newone"); err != nil || p.TrueName != "王小明" || p.Birthday != "1990-01-02" || p.Email != "ming@example.com" || p.InvitedBy != "early1" {
			t.Errorf("registered %+v: %v", p, err)
		}
		h.agree(t, identity.KindRegister, 1, map[string]any{"open": false})
		if err := try(func(*player.Registration) {}); !errors.Is(err, identity.ErrRegisterClosed) {
			t.Errorf("while closed: %v", err)
		}
	})
}

// One address registers as many players a day as is set; refused forms use up nothing.
func TestAnAddressRegistersSoManyADay(t *testing.T) {
	eachRuled(t, func(t *testing.T, h *ruled) {
		h.agree(t, identity.KindRegister, 0, map[string]any{"perMinute": 2, "perDay": 2})
		later := func() { dbtest.Clock(h.d).Advance(61e9) }
		h.register(t, "first1")
		taken := h.form("first1")
		if _, err := h.Register(t.Context(), taken); !errors.Is(err, identity.ErrNameTaken) {
			t.Fatal(err)
		}
		if _, err := h.Register(t.Context(), h.form("second1")); !errors.Is(err, identity.ErrTooMany) {
			t.Errorf("a third form in a minute: %v", err)
		}
		later()
		h.register(t, "second1")
		later()
		if _, err := h.Register(t.Context(), h.form("third1")); !errors.Is(err, identity.ErrRegisterDay) {
			t.Errorf("a third player: %v", err)
		}
		dbtest.Clock(h.d).Advance(24 * 3600e9)
		h.register(t, "third1")
	})
}

// A login needs a captcha after as many failures as are set, and not before.
func TestACaptchaComesAfterTheFailuresThatAreSet(t *testing.T) {
	eachRuled(t, func(t *testing.T, h *ruled) {
		h.register(t, "ming88")
		h.agree(t, identity.KindCaptcha, 0, map[string]any{"failures": 3})
		for n := 1; n <= 4; n++ {
			_, err := h.LogIn(t.Context(), attempt("ming88", "wrong123"))
			var needs *player.NeedCaptcha
			if got := errors.As(err, &needs); got != (n >= 3) {
				t.Errorf("failure %d: a captcha is asked for: %v, %v", n, got, err)
			}
		}
		if _, err := h.LogIn(t.Context(), attempt("ming88", goodPass)); !errors.Is(err, identity.ErrCaptchaNeeded) {
			t.Errorf("the right password without a captcha: %v", err)
		}
		h.logIn(t, solved(attempt("ming88", goodPass)))
	})
}

// codeOf is the code of the fault that an error is.
func codeOf(err error) string {
	if f, told := fault.Of(err); told {
		return f.Code
	}
	return ""
}
