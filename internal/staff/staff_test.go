package staff_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/login"
)

// office is a back office with an owner and a finance clerk.
type office struct {
	*account.Accounts
	d             *db.DB
	boss, finance member
}

type member struct {
	staff.Actor
	Password, TOTPSecret string
}

func each(t *testing.T, fn func(t *testing.T, o *office)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		o := &office{Accounts: account.New(staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()}), account.Config{}), d: d}
		added, err := o.AddFirst(t.Context(), "Boss", "E001")
		if err != nil {
			t.Fatal(err)
		}
		o.boss = o.enrol(t, added)
		o.finance = o.add(t, "fang", "finance")
		fn(t, o)
	})
}

// enrol does what the person of a new account does with their link.
func (o *office) enrol(t *testing.T, added account.Added) member {
	t.Helper()
	m := member{
		Actor:    staff.Actor{ID: added.Person.ID, Name: added.Person.Name, Roles: added.Person.Roles, IP: "10.0.0.1"},
		Password: "correct horse 42",
	}
	m.TOTPSecret = o.enrolBy(t, added.Invitation.Token, added.Invitation.Code, m.Password)
	return m
}

// enrolBy opens an invitation and returns the authenticator's secret.
func (o *office) enrolBy(t *testing.T, token, code, password string) string {
	t.Helper()
	from := login.Client{IP: "10.0.1.1"}
	open, err := o.OpenEnrolment(t.Context(), token, code, from)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Enrol(t.Context(), token, code, password, o.codeOf(open.TOTPSecret), from); err != nil {
		t.Fatal(err)
	}
	dbtest.Clock(o.d).Advance(time.Minute) // the limits of guessing are another test's
	return open.TOTPSecret
}

// add makes an account of a new human being, from the command line.
func (o *office) add(t *testing.T, name string, roles ...string) member {
	t.Helper()
	return o.addFor(t, name, "id "+name, roles...)
}

func (o *office) addFor(t *testing.T, name, human string, roles ...string) member {
	t.Helper()
	added, err := o.Add(t.Context(), staff.System("test"), account.NewStaff{Name: name, Person: human, Roles: roles, Reason: "新同事"})
	if err != nil {
		t.Fatal(err)
	}
	return o.enrol(t, added)
}

func (o *office) code(m member) string { return o.codeOf(m.TOTPSecret) }

func (o *office) codeOf(shared string) string {
	code, err := totp.GenerateCode(shared, o.d.Clock().Now())
	if err != nil {
		panic(err)
	}
	return code
}

func (o *office) logIn(t *testing.T, m member) login.Session {
	t.Helper()
	session, err := o.LogIn(t.Context(), m.Name, m.Password, o.code(m), login.Client{IP: "10.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	return session
}

// trust ADM-6: whoever finds a fresh house must not be able to walk in.
func TestTrust_ADM_6_AFreshHouseHasNoAccountsAndTheFirstIsMadeOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, _ := secret.NewBox(make([]byte, secret.KeySize))
		s := account.New(staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()}), account.Config{})
		for i, name := range []string{"admin", "root", "owner", "system"} {
			if _, err := s.LogIn(t.Context(), name, "admin", "123456", login.Client{IP: fmt.Sprint("10.0.0.", i)}); !errors.Is(err, staff.ErrLoginRefused) {
				t.Errorf("%s: %v", name, err)
			}
		}
		var made atomic.Int32
		var wg sync.WaitGroup
		for i := range 6 {
			wg.Go(func() {
				_, err := s.AddFirst(t.Context(), fmt.Sprint("boss", i), fmt.Sprint("E", i))
				if err == nil {
					made.Add(1)
				} else if !errors.Is(err, staff.ErrNotFirst) {
					t.Errorf("heard %v", err)
				}
			})
		}
		wg.Wait()
		if made.Load() != 1 {
			t.Errorf("%d first owners", made.Load())
		}
	})
}

// trust ADM, ACC-4: the answer must not say which of name, password and code was wrong.
func TestLoginNeedsNamePasswordAndCode(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		disabled := o.add(t, "gone", "support")
		if _, err := o.Disable(t.Context(), o.boss.Actor, disabled.ID, "已离职"); err != nil {
			t.Fatal(err)
		}
		right, secretOf := o.code(o.finance), o.finance.Password
		for name, try := range map[string][3]string{
			"unknown name":   {"nobody", secretOf, right},
			"wrong password": {"fang", "x" + secretOf, right},
			"no code":        {"fang", secretOf, ""},
			"wrong code":     {"FANG", secretOf, "000000"},
			"disabled":       {"gone", disabled.Password, o.code(disabled)},
			"endless":        {strings.Repeat("a", 1000), secretOf, right},
		} {
			_, err := o.LogIn(t.Context(), try[0], try[1], try[2], login.Client{IP: "10.0.0.2"})
			if !errors.Is(err, staff.ErrLoginRefused) {
				t.Errorf("%s: %v", name, err)
			}
		}
		session, err := o.LogIn(t.Context(), "Fang", secretOf, right, login.Client{IP: "10.0.0.3"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := o.Authenticate(t.Context(), session.Token, true)
		if err != nil || got.Actor.Name != "fang" || !o.Can(got.Actor, staff.DepositConfirm) || o.Can(got.Actor, staff.StaffManage) {
			t.Errorf("session %+v, %v", got, err)
		}
	})
}

// trust ACC-7: a code seen over a shoulder is worth nothing once used.
func TestTrust_ACC_7_ACodeOpensOneSession(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		code := o.code(o.finance)
		var opened atomic.Int32
		var wg sync.WaitGroup
		for range 4 { // within what may be tried before a hold
			wg.Go(func() {
				if _, err := o.LogIn(t.Context(), "fang", o.finance.Password, code, login.Client{IP: "10.0.0.4"}); err == nil {
					opened.Add(1)
				}
			})
		}
		wg.Wait()
		if opened.Load() != 1 {
			t.Errorf("%d sessions by one code", opened.Load())
		}
		dbtest.Clock(o.d).Advance(30 * time.Second)
		o.logIn(t, o.finance)
		dbtest.Clock(o.d).Advance(60 * time.Second)
		drifted, _ := totp.GenerateCode(o.finance.TOTPSecret, o.d.Clock().Now().Add(30*time.Second))
		if _, err := o.LogIn(t.Context(), "fang", o.finance.Password, drifted, login.Client{IP: "10.0.0.4"}); err != nil {
			t.Errorf("a clock half a minute ahead is refused: %v", err)
		}
	})
}

// trust CAP-5: the sixth guess waits, right or wrong, and for half an hour.
func TestTrust_CAP_5_FiveWrongAttemptsHoldTheNameInTheirNetwork(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		for range 5 {
			if _, err := o.LogIn(t.Context(), "fang", o.finance.Password, "000000", login.Client{IP: "10.0.0.5"}); !errors.Is(err, staff.ErrLoginRefused) {
				t.Fatal(err)
			}
		}
		try := func() error {
			_, err := o.LogIn(t.Context(), "fang", o.finance.Password, o.code(o.finance), login.Client{IP: "10.0.0.5"})
			return err
		}
		if err := try(); !errors.Is(err, staff.ErrLoginLocked) {
			t.Errorf("sixth: %v", err)
		}
		dbtest.Clock(o.d).Advance(30*time.Minute - time.Second)
		if err := try(); !errors.Is(err, staff.ErrLoginLocked) {
			t.Errorf("at 29:59: %v", err)
		}
		dbtest.Clock(o.d).Advance(2 * time.Second)
		if err := try(); err != nil {
			t.Errorf("at 30:01: %v", err)
		}
		// A name nobody has is held alike: the hold must not tell which names exist.
		var last error
		for range 6 {
			_, last = o.LogIn(t.Context(), "nobody", "x", "000000", login.Client{IP: "10.0.0.7"})
		}
		if !errors.Is(last, staff.ErrLoginLocked) {
			t.Errorf("unknown name: %v", last)
		}
	})
}

func TestManyAttemptsAtOnceAreCountedBeforeTheyAreChecked(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		var checked atomic.Int32
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				_, err := o.LogIn(t.Context(), "fang", "wrong", "000000", login.Client{IP: "10.0.0.8"})
				if errors.Is(err, staff.ErrLoginRefused) {
					checked.Add(1)
				}
			})
		}
		wg.Wait()
		if checked.Load() != 5 {
			t.Errorf("%d of 20 reached the password", checked.Load())
		}
	})
}

// trust SES-2, SES-3: 15 minutes idle, 8 hours in all, and a badge that polls does not count as work.
func TestTrust_SES_2_StaffSessionsEnd(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		clock := dbtest.Clock(o.d)
		alive := func(s login.Session, activity bool) bool {
			_, err := o.Authenticate(t.Context(), s.Token, activity)
			if err != nil && !errors.Is(err, staff.ErrNoSession) {
				t.Fatal(err)
			}
			return err == nil
		}
		s := o.logIn(t, o.finance)
		for range 89 { // a poll every ten seconds, to 14:50
			clock.Advance(10 * time.Second)
			if !alive(s, false) {
				t.Fatal("ended while polling")
			}
		}
		clock.Advance(9 * time.Second)
		if !alive(s, false) {
			t.Error("ended before 15 minutes")
		}
		clock.Advance(2 * time.Second)
		if alive(s, true) {
			t.Error("polls kept the session alive")
		}
		s = o.logIn(t, o.finance)
		for range 8*6 - 1 {
			clock.Advance(10 * time.Minute)
			if !alive(s, true) {
				t.Fatal("a busy session ended")
			}
		}
		clock.Advance(10*time.Minute - time.Second)
		if !alive(s, true) {
			t.Error("ended before 8 hours")
		}
		clock.Advance(2 * time.Second)
		if alive(s, true) {
			t.Error("older than 8 hours")
		}
		if err := o.Sweep(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// trust SES-4
func TestTrust_SES_4_LogoutAndDisablingEndSessionsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		first := o.logIn(t, o.finance)
		dbtest.Clock(o.d).Advance(time.Minute)
		second := o.logIn(t, o.finance)
		if err := o.LogOut(t.Context(), first.Actor, first.Token); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Authenticate(t.Context(), first.Token, true); !errors.Is(err, staff.ErrNoSession) {
			t.Errorf("after logout: %v", err)
		}
		if _, err := o.Disable(t.Context(), o.boss.Actor, o.finance.Actor.ID, "休假中"); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Authenticate(t.Context(), second.Token, true); !errors.Is(err, staff.ErrNoSession) {
			t.Errorf("after disabling: %v", err)
		}
		if _, err := o.Enable(t.Context(), o.boss.Actor, o.finance.Actor.ID, "回来了"); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Authenticate(t.Context(), second.Token, true); !errors.Is(err, staff.ErrNoSession) {
			t.Error("an ended session came back")
		}
		for _, bad := range []string{"", "x", secret.NewToken(), first.Token + "x"} {
			if _, err := o.Authenticate(t.Context(), bad, true); !errors.Is(err, staff.ErrNoSession) {
				t.Errorf("token %q: %v", bad, err)
			}
		}
	})
}

func TestThePeopleListRefusesWhatMakesNoSense(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx, boss := t.Context(), o.boss.Actor
		for name, c := range map[string]struct {
			new  account.NewStaff
			want error
		}{
			"taken in other case": {account.NewStaff{Name: "FANG", Person: "E9", Roles: []string{"support"}, Reason: "新同事"}, staff.ErrNameTaken},
			"empty name":          {account.NewStaff{Person: "E9", Roles: []string{"support"}, Reason: "新同事"}, staff.ErrNameForm},
			"full-width name":     {account.NewStaff{Name: "ｂｏｂ", Person: "E9", Roles: []string{"support"}, Reason: "新同事"}, staff.ErrNameForm},
			"no human":            {account.NewStaff{Name: "bob", Roles: []string{"support"}, Reason: "新同事"}, staff.ErrPerson},
			"no role":             {account.NewStaff{Name: "bob", Person: "E9", Reason: "新同事"}, staff.ErrRole},
			"unknown role":        {account.NewStaff{Name: "bob", Person: "E9", Roles: []string{"god"}, Reason: "新同事"}, staff.ErrRole},
			"no reason":           {account.NewStaff{Name: "bob", Person: "E9", Roles: []string{"support"}}, staff.ErrReason},
			"hidden reason":       {account.NewStaff{Name: "bob", Person: "E9", Roles: []string{"support"}, Reason: "ok\u202egnp.exe"}, staff.ErrReason},
		} {
			if _, err := o.Add(ctx, boss, c.new); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := o.Disable(ctx, boss, boss.ID, "再见了"); !errors.Is(err, staff.ErrSelf) {
			t.Errorf("oneself: %v", err)
		}
		if _, err := o.Disable(ctx, o.finance.Actor, boss.ID, "再见了"); !errors.Is(err, staff.ErrLastOwner) {
			t.Errorf("last owner: %v", err)
		}
		if _, err := o.Enable(ctx, boss, o.finance.Actor.ID, "回来了"); !errors.Is(err, staff.ErrAlreadyOn) {
			t.Errorf("not disabled: %v", err)
		}
		if _, err := o.Disable(ctx, boss, "nobody", "再见了"); !errors.Is(err, staff.ErrNotFound) {
			t.Errorf("unknown: %v", err)
		}
		people, total, err := o.List(ctx, "AN", staff.Page{Number: 1, Size: 10})
		if err != nil || total != 1 || people[0].Name != "fang" {
			t.Errorf("list %v, %d, %v", people, total, err)
		}
	})
}

// trust ADM-2: what each role may do, as a table a person can check.
func TestTrust_ADM_2_RolesAllowWhatTheTableSays(t *testing.T) {
	for role, want := range map[string]string{
		"finance": "dashboard.view earning.view data.export deposit.view deposit.confirm deposit.review withdrawal.view withdrawal.claim withdrawal.approve withdrawal.pay withdrawal.batch bank.view bank.import player.view transfer.view coin.view coin.manage payment.view payment.manage case.view approval.view approval.decide books.view books.verify gate.view gate.close gate.open recon.view recon.run recon.settle fund.view fund.manage fund.grant vip.view vip.manage promo.view promo.manage",
		"support": "dashboard.view deposit.view withdrawal.view player.view player.kick player.reset player.correct coin.view ticket.view ticket.answer content.view gate.view fund.view vip.view promo.view",
		"risk":    "dashboard.view withdrawal.view withdrawal.claim withdrawal.approve player.view player.reveal player.freeze player.kick player.correct transfer.view transfer.ask transfer.settle case.view ticket.view approval.view approval.decide feed.view feed.pull gate.view gate.close gate.open recon.view recon.run recon.settle vip.view vip.manage promo.view promo.manage",
		"editor":  "venue.view content.view content.edit fund.view fund.manage vip.view promo.view promo.manage",
		"auditor": "dashboard.view earning.view data.export deposit.view withdrawal.view bank.view player.view transfer.view coin.view payment.view case.view ticket.view approval.view books.view books.verify venue.view staff.view audit.view audit.verify alarm.view feed.view content.view gate.view recon.view recon.run fund.view vip.view promo.view",
		"":        "", "god": "",
	} {
		var got []string
		for _, p := range shippedRights([]string{role}) {
			got = append(got, string(p))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s may\n got %s\nwant %s", role, strings.Join(got, " "), want)
		}
	}
	if n := len(shippedRights([]string{"owner"})); n != len(staff.Permissions) {
		t.Errorf("the owner may %d things", n)
	}
}

func write(t *testing.T, d *db.DB, fn func(ctx context.Context, tx *db.Tx) error) error {
	t.Helper()
	return d.Write(t.Context(), fn)
}

// shippedRights is everything some roles allow, as they are shipped.
func shippedRights(roles []string) []staff.Permission {
	var out []staff.Permission
	for _, p := range staff.Permissions {
		if staff.Can(roles, p) {
			out = append(out, p)
		}
	}
	return out
}
