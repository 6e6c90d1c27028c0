package staff_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/login"
)

// trust ADM-1: one dishonest owner must not make the second person.
func TestTrust_ADM_1_WithTwoOwnersAnAccountNeedsTwoPeople(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		ghost := account.NewStaff{Name: "ghost", Person: "E666", Roles: []string{"owner"}, Reason: "新同事"}
		other := o.addFor(t, "boss-b", "E001", "owner") // the first owner's own second account
		alone, err := o.Add(ctx, o.boss.Actor, account.NewStaff{Name: "clerk", Person: "E7", Roles: []string{"support"}, Reason: "新同事"})
		if err != nil || alone.ApprovalID != "" || alone.Invitation.Token == "" {
			t.Errorf("one human being with two accounts is asked for a second person: %+v, %v", alone, err)
		}
		second := o.add(t, "second", "owner")
		asked, err := o.Add(ctx, o.boss.Actor, ghost)
		if err != nil || asked.ApprovalID == "" || asked.Invitation.Token != "" || asked.Person.ID != "" {
			t.Fatalf("added %+v, %v", asked, err)
		}
		for name, by := range map[string]staff.Actor{"maker": o.boss.Actor, "the maker's other account": other.Actor} {
			if _, err := o.Decide(ctx, by, asked.ApprovalID, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
				t.Errorf("%s: %v", name, err)
			}
		}
		// Disabling the other owner does not make one person enough again.
		if _, err := o.Disable(ctx, o.boss.Actor, second.ID, "休假中"); err != nil {
			t.Fatal(err)
		}
		if again, err := o.Add(ctx, other.Actor, account.NewStaff{Name: "ghost2", Person: "E667", Roles: []string{"owner"}, Reason: "新同事"}); err != nil || again.ApprovalID == "" {
			t.Errorf("after disabling the other owner: %+v, %v", again, err)
		}
		back, err := o.Enable(ctx, o.boss.Actor, second.ID, "返岗了")
		if err != nil || back == "" {
			t.Errorf("enabled by one person: %q, %v", back, err)
		}
		if _, err := o.Decide(ctx, other.Actor, back, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
			t.Errorf("enabled by the maker's other account: %v", err)
		}
		third := o.add(t, "third", "owner")
		for _, id := range []string{back, asked.ApprovalID} {
			a, err := o.Decide(ctx, third.Actor, id, true, "")
			if err != nil {
				t.Fatal(err)
			}
			if id == asked.ApprovalID {
				o.enrolBy(t, a.Invitation.Token, asked.Invitation.Code, "correct horse 42")
			}
		}
		people, _, err := o.List(ctx, "ghost", staff.Page{})
		if err != nil || len(people) != 1 || people[0].Human != "E666" || !people[0].Enrolled {
			t.Errorf("people %+v, %v", people, err)
		}
	})
}

// trust ADM-1: whatever is asked for, two accounts of one human being are one person.
func TestTrust_ADM_1_OneHumanWithTwoAccountsDecidesNoKindOfRequest(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		other, honest := o.addFor(t, "boss-b", "E-001", "owner"), o.add(t, "honest", "owner")
		var done atomic.Int32
		for _, kind := range staff.Kinds() {
			o.OnApproved(kind, func(context.Context, *db.Tx, staff.Actor, staff.Approval) error { done.Add(1); return nil })
			o.OnRefused(kind, func(context.Context, *db.Tx, staff.Actor, staff.Approval) error { done.Add(1); return nil })
			for _, pair := range [][2]staff.Actor{{o.boss.Actor, other.Actor}, {other.Actor, o.boss.Actor}, {o.boss.Actor, o.boss.Actor}} {
				var id string
				err := write(t, o.d, func(ctx context.Context, tx *db.Tx) (err error) {
					id, err = o.RequestApproval(ctx, tx, pair[0], staff.Request{Kind: kind, Subject: "x:" + kind, Label: "x", Title: "x", Details: []staff.Detail{{Label: "x", Value: "x"}}, Reason: "测试一下"})
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				for _, approve := range []bool{true, false} {
					if _, err := o.Decide(t.Context(), pair[1], id, approve, "看过了"); !errors.Is(err, staff.ErrOwnRequest) {
						t.Errorf("%s by %s and %s: %v", kind, pair[0].Name, pair[1].Name, err)
					}
				}
				if done.Load() != 0 {
					t.Fatalf("%s was carried out", kind)
				}
				if _, err := o.Decide(t.Context(), honest.Actor, id, true, ""); err != nil || done.Swap(0) != 1 {
					t.Errorf("%s by two people: %v", kind, err)
				}
			}
		}
	})
}

// trust ADM-1: the one who approves an account holds the link. What the trail and
// the request keep of the maker's code must not lead to the code.
func TestTheTrailDoesNotTellTheMakersCode(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		second := o.add(t, "second", "owner")
		asked, err := o.Add(ctx, o.boss.Actor, account.NewStaff{Name: "zhou", Person: "E77", Roles: []string{"support"}, Reason: "新同事"})
		if err != nil {
			t.Fatal(err)
		}
		reset, err := o.RequestReset(ctx, o.boss.Actor, o.finance.ID, "手机丢失")
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{asked.ApprovalID, reset.ApprovalID} {
			if _, err := o.Decide(ctx, second.Actor, id, true, ""); err != nil {
				t.Fatal(err)
			}
		}
		var kept []string
		err = o.d.NewRaw("SELECT after FROM staff_audit UNION ALL SELECT payload FROM staff_approval UNION ALL SELECT code_hash FROM staff_link").Scan(ctx, &kept)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range kept {
			for _, code := range []string{asked.Invitation.Code, reset.Invitation.Code} {
				if strings.Contains(text, code) || strings.Contains(text, secret.HashToken(code)) {
					t.Errorf("the code, or a hash that anybody can try codes against, is kept: %s", text)
				}
			}
		}
	})
}

// trust ADM-1: one human being is written in one way, and the second person
// reads which accounts they have already.
func TestALookAlikeNumberIsNotAnotherPerson(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		second := o.add(t, "second", "owner")
		for _, person := range []string{"Е001", "Ε001", "E٠٠١", "E00१", "E001\u0301", "工号1"} { // Cyrillic and Greek E, other digits, an accent
			_, err := o.Add(ctx, o.boss.Actor, account.NewStaff{Name: "boss-b", Person: person, Roles: []string{"owner"}, Reason: "备用账号"})
			if !errors.Is(err, staff.ErrPerson) {
				t.Errorf("%q: %v", person, err)
			}
		}
		for _, c := range []struct{ name, person, others string }{{"boss-b", "e-001", "Boss"}, {"boss-c", "ＥO01", "没有"}} {
			asked, err := o.Add(ctx, o.boss.Actor, account.NewStaff{Name: c.name, Person: c.person, Roles: []string{"owner"}, Reason: "备用账号"})
			if err != nil {
				t.Fatal(err)
			}
			a, err := o.FindApproval(ctx, o.d, asked.ApprovalID)
			if err != nil || !slices.Contains(a.Details, staff.Detail{Label: "该人员的其他账号", Value: c.others}) {
				t.Errorf("%s: the second person reads %+v, %v", c.person, a.Details, err)
			}
			if _, err := o.Decide(ctx, second.Actor, asked.ApprovalID, false, "不需要"); err != nil {
				t.Error(err)
			}
		}
	})
}

// An invitation is one person's, for a day, once, and needs both halves.
func TestAnInvitationOpensOneAccountOnce(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		second := o.add(t, "second", "owner")
		asked, err := o.Add(ctx, o.boss.Actor, account.NewStaff{Name: "zhou", Person: "E77", Roles: []string{"support"}, Reason: "新同事"})
		if err != nil {
			t.Fatal(err)
		}
		a, err := o.Decide(ctx, second.Actor, asked.ApprovalID, true, "")
		if err != nil {
			t.Fatal(err)
		}
		token, code := a.Invitation.Token, asked.Invitation.Code
		from := func() login.Client { return login.Client{IP: "10.1.0.1"} }
		for name, halves := range map[string][2]string{
			"no code": {token, ""}, "wrong code": {token, "AAAAAAAAAA"}, "no link": {"", code}, "another link": {secret.NewToken(), code},
		} {
			if _, err := o.OpenEnrolment(ctx, halves[0], halves[1], from()); !errors.Is(err, staff.ErrLink) {
				t.Errorf("%s: %v", name, err)
			}
		}
		first, err := o.OpenEnrolment(ctx, token, strings.ToLower(code), from())
		if err != nil {
			t.Fatal(err)
		}
		open, err := o.OpenEnrolment(ctx, token, code, from())
		if err != nil || open.TOTPSecret == first.TOTPSecret || !strings.HasPrefix(open.TOTPURI, "otpauth://totp/") {
			t.Fatalf("second opening %+v, %v", open, err)
		}
		for name, c := range map[string]struct {
			password, totp string
			want           error
		}{
			"short password":         {"short", o.codeOf(open.TOTPSecret), staff.ErrPassword},
			"name in password":       {"my name is ZHOU ok", o.codeOf(open.TOTPSecret), staff.ErrPassword},
			"the earlier secret":     {"correct horse 42", o.codeOf(first.TOTPSecret), staff.ErrCode},
			"no code of the new one": {"correct horse 42", "", staff.ErrCode},
		} {
			if err := o.Enrol(ctx, token, code, c.password, c.totp, from()); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := o.Enrol(ctx, token, code, "correct horse 42", o.codeOf(open.TOTPSecret), from()); err != nil {
			t.Fatal(err)
		}
		if _, err := o.OpenEnrolment(ctx, token, code, from()); !errors.Is(err, staff.ErrLink) {
			t.Errorf("used again: %v", err)
		}
		if _, err := o.LogIn(ctx, "zhou", "correct horse 42", o.codeOf(open.TOTPSecret), from()); err != nil {
			t.Errorf("login: %v", err)
		}
		late, err := o.Add(ctx, staff.System("test"), account.NewStaff{Name: "late", Person: "E78", Roles: []string{"support"}, Reason: "新同事"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.LogIn(ctx, "late", "", "", from()); !errors.Is(err, staff.ErrLoginRefused) {
			t.Errorf("login before enrolment: %v", err)
		}
		dbtest.Clock(o.d).Advance(24 * time.Hour)
		if _, err := o.OpenEnrolment(ctx, late.Invitation.Token, "", from()); !errors.Is(err, staff.ErrLink) {
			t.Errorf("after a day: %v", err)
		}
		if err := o.Sweep(ctx); err != nil {
			t.Error(err)
		}
	})
}

// A new account, one that was enabled again and one that was reset decide nothing for a day.
func TestANewcomerDecidesNothingForADay(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx, clock := t.Context(), dbtest.Clock(o.d)
		box, _ := secret.NewBox(make([]byte, secret.KeySize))
		strict := &office{Accounts: account.New(staff.New(staff.Config{DB: o.d, Box: box, Log: dbtest.Quiet()}), account.Config{NewcomerWait: account.NewcomerWait}), d: o.d, boss: o.boss}
		second, rita := strict.add(t, "second", "owner"), strict.add(t, "rita", "risk")
		var done atomic.Int32
		id := strict.request(t, rita.Actor, &done, nil)
		try := func(approve bool) error {
			_, err := strict.Decide(ctx, second.Actor, id, approve, "看过了")
			return err
		}
		for _, approve := range []bool{true, false} {
			if err := try(approve); !errors.Is(err, staff.ErrNewcomer) {
				t.Errorf("first day (%v): %v", approve, err)
			}
		}
		clock.Advance(24 * time.Hour)
		if _, err := strict.Disable(ctx, o.boss.Actor, second.ID, "休假中"); err != nil {
			t.Fatal(err)
		}
		if _, err := strict.Enable(ctx, staff.System("test"), second.ID, "返岗了"); err != nil {
			t.Fatal(err)
		}
		if err := try(true); !errors.Is(err, staff.ErrNewcomer) {
			t.Errorf("enabled again: %v", err)
		}
		clock.Advance(24 * time.Hour)
		link, err := strict.Reset(ctx, "second")
		if err != nil {
			t.Fatal(err)
		}
		strict.enrolBy(t, link.Invitation.Token, "", "correct horse 42")
		if err := try(true); !errors.Is(err, staff.ErrNewcomer) {
			t.Errorf("reset: %v", err)
		}
		clock.Advance(24 * time.Hour)
		if err := try(true); err != nil || done.Load() != 1 {
			t.Errorf("after a day: %v", err)
		}
	})
}

// trust CAP-5: guessing strangers hold themselves, not the right person.
func TestStrangersDoNotLockTheRightPersonOut(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		known := o.logIn(t, o.finance).Device
		guess := func(from login.Client) error {
			_, err := o.LogIn(t.Context(), "fang", "wrong password", "000000", from)
			return err
		}
		right := func(from login.Client) error {
			dbtest.Clock(o.d).Advance(30 * time.Second) // a code works once
			_, err := o.LogIn(t.Context(), "fang", o.finance.Password, o.code(o.finance), from)
			return err
		}
		stranger := login.Client{IP: "203.0.113.9"}
		for range 6 {
			_ = guess(stranger)
		}
		if err := right(login.Client{IP: "10.0.0.9"}); err != nil {
			t.Errorf("from another network: %v", err)
		}
		if err := right(stranger); !errors.Is(err, staff.ErrLoginLocked) {
			t.Errorf("from the strangers' network: %v", err)
		}
		stranger.Device = secret.NewToken()
		if err := right(stranger); !errors.Is(err, staff.ErrLoginLocked) {
			t.Errorf("with a mark of its own making: %v", err)
		}
		stranger.Device = o.logIn(t, o.boss).Device
		if err := right(stranger); !errors.Is(err, staff.ErrLoginLocked) {
			t.Errorf("with another person's mark: %v", err)
		}
		stranger.Device = known
		if err := right(stranger); err != nil {
			t.Errorf("from a known browser in the strangers' network: %v", err)
		}
		// A stolen mark buys five guesses, and no more for anybody else.
		for range 5 {
			if err := guess(stranger); !errors.Is(err, staff.ErrLoginRefused) {
				t.Fatal(err)
			}
		}
		if err := right(stranger); !errors.Is(err, staff.ErrLoginLocked) {
			t.Errorf("sixth guess of a known browser: %v", err)
		}
	})
}

// Guesses from very many networks leave only known browsers in.
func TestGuessesFromEverywhereLeaveKnownBrowsersIn(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		known := o.logIn(t, o.finance).Device
		err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("INSERT INTO staff_attempt (key, since, attempts) VALUES ('name:fang', ?, 99) ON CONFLICT (key) DO UPDATE SET attempts = 99",
				tx.NowMillis()).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		try := func(device string) error {
			_, err := o.LogIn(t.Context(), "fang", "wrong password", "000000", login.Client{IP: "198.51.100.1", Device: device})
			return err
		}
		if err := try(""); !errors.Is(err, staff.ErrLoginRefused) {
			t.Errorf("hundredth: %v", err)
		}
		if err := try(""); !errors.Is(err, staff.ErrLoginLocked) {
			t.Errorf("hundred and first: %v", err)
		}
		if err := try(known); !errors.Is(err, staff.ErrLoginRefused) {
			t.Errorf("known browser: %v", err)
		}
	})
}

// Somebody who takes over a session must not take over the account.
func TestOwnPasswordAndAuthenticatorNeedTheOldOnes(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx, clock := t.Context(), dbtest.Clock(o.d)
		other := o.logIn(t, o.finance)
		clock.Advance(time.Minute)
		session := o.logIn(t, o.finance)
		clock.Advance(time.Minute)
		const fresh = "another horse 43"
		for name, c := range map[string]struct {
			current, code, password string
			want                    error
		}{
			"wrong password": {"wrong", o.code(o.finance), fresh, staff.ErrProof},
			"wrong code":     {o.finance.Password, "000000", fresh, staff.ErrProof},
			"weak password":  {o.finance.Password, o.code(o.finance), "short", staff.ErrPassword},
		} {
			if err := o.ChangePassword(ctx, session, c.current, c.code, c.password); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
		code := o.code(o.finance)
		if err := o.ChangePassword(ctx, session, o.finance.Password, code, fresh); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Authenticate(ctx, other.Token, true); !errors.Is(err, staff.ErrNoSession) {
			t.Errorf("the other session: %v", err)
		}
		if _, err := o.Authenticate(ctx, session.Token, true); err != nil {
			t.Errorf("this session: %v", err)
		}
		if _, _, err := o.BeginAuthenticator(ctx, session, fresh, code); !errors.Is(err, staff.ErrProof) {
			t.Errorf("a used code: %v", err)
		}
		clock.Advance(time.Minute)
		token, shown, err := o.BeginAuthenticator(ctx, session, fresh, o.code(o.finance))
		if err != nil {
			t.Fatal(err)
		}
		if err := o.ConfirmAuthenticator(ctx, session, token, o.code(o.finance)); !errors.Is(err, staff.ErrCode) {
			t.Errorf("confirmed with the old one: %v", err)
		}
		thief := o.logIn(t, o.boss)
		if err := o.ConfirmAuthenticator(ctx, thief, token, o.codeOf(shown.TOTPSecret)); !errors.Is(err, staff.ErrLink) {
			t.Errorf("confirmed by another person: %v", err)
		}
		if err := o.ConfirmAuthenticator(ctx, session, token, o.codeOf(shown.TOTPSecret)); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Minute)
		if _, err := o.LogIn(ctx, "fang", fresh, o.code(o.finance), login.Client{IP: "10.0.0.1"}); !errors.Is(err, staff.ErrLoginRefused) {
			t.Errorf("the old authenticator: %v", err)
		}
		if _, err := o.LogIn(ctx, "fang", fresh, o.codeOf(shown.TOTPSecret), login.Client{IP: "10.0.0.1"}); err != nil {
			t.Errorf("the new authenticator: %v", err)
		}
		for range 12 {
			err = o.ChangePassword(ctx, session, "wrong", "000000", fresh)
		}
		if !errors.Is(err, staff.ErrLoginLocked) {
			t.Errorf("guessing without end: %v", err)
		}
	})
}

// A lost authenticator is reset by two other people, never by its owner.
func TestALostLoginIsResetByTwoOtherPeople(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		second, again := o.add(t, "second", "owner"), o.addFor(t, "fang-b", "ID FANG", "owner")
		session := o.logIn(t, o.finance)
		if _, err := o.RequestReset(ctx, again.Actor, o.finance.ID, "手机丢失"); !errors.Is(err, staff.ErrSelf) {
			t.Errorf("by another account of the same person: %v", err)
		}
		asked, err := o.RequestReset(ctx, o.boss.Actor, o.finance.ID, "手机丢失")
		if err != nil || asked.Invitation.Token != "" || asked.Invitation.Code == "" {
			t.Fatalf("request %+v, %v", asked, err)
		}
		if _, err := o.Decide(ctx, again.Actor, asked.ApprovalID, true, ""); !errors.Is(err, staff.ErrSelf) {
			t.Errorf("agreed to by another account of the same person: %v", err)
		}
		a, err := o.Decide(ctx, second.Actor, asked.ApprovalID, true, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Authenticate(ctx, session.Token, true); !errors.Is(err, staff.ErrNoSession) {
			t.Errorf("the old session: %v", err)
		}
		dbtest.Clock(o.d).Advance(time.Minute)
		if _, err := o.LogIn(ctx, "fang", o.finance.Password, o.code(o.finance), login.Client{IP: "10.0.0.1"}); !errors.Is(err, staff.ErrLoginRefused) {
			t.Errorf("the old password and authenticator: %v", err)
		}
		o.enrolBy(t, a.Invitation.Token, asked.Invitation.Code, "another horse 43")
		if found, err := o.FindApproval(ctx, o.d, asked.ApprovalID); err != nil || found.Invitation != nil || strings.Contains(string(found.Payload), asked.Invitation.Code) {
			t.Errorf("a half of the invitation is stored: %+v, %v", found, err)
		}
	})
}

// What changes who has power needs a code that was typed just now.
func TestAFreshCodeCountsForFiveMinutes(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx, clock := t.Context(), dbtest.Clock(o.d)
		token := o.logIn(t, o.finance).Token
		fresh := func() bool {
			session, err := o.Authenticate(ctx, token, true)
			if err != nil {
				t.Fatal(err)
			}
			return session.Fresh(clock.Now())
		}
		session, _ := o.Authenticate(ctx, token, true)
		if !fresh() {
			t.Error("the code of the login does not count")
		}
		if err := o.StepUp(ctx, session, o.code(o.finance)); !errors.Is(err, staff.ErrCode) {
			t.Errorf("the code of the login is good twice: %v", err)
		}
		clock.Advance(login.StepUpLimit)
		if fresh() {
			t.Error("it counts for too long")
		}
		if err := o.StepUp(ctx, session, "000000"); !errors.Is(err, staff.ErrCode) || fresh() {
			t.Errorf("a wrong code: %v", err)
		}
		if err := o.StepUp(ctx, session, o.code(o.finance)); err != nil || !fresh() {
			t.Errorf("a right code: %v", err)
		}
		var err error
		for range 12 {
			err = o.StepUp(ctx, session, "000000")
		}
		if !errors.Is(err, staff.ErrLoginLocked) {
			t.Errorf("guessing without end: %v", err)
		}
	})
}

// atTheCode is a second clock for codes that does something when it is read:
// between the check of a login and its session.
type atTheCode struct {
	calendar.Clock
	do func()
}

func (c atTheCode) Now() time.Time {
	c.do()
	return c.Clock.Now().Add(time.Hour)
}

// trust SES-4: what two people reset opens no session any more, also for a login
// that was being checked at that moment.
func TestALoginUnderWayDoesNotSurviveAReset(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		box, _ := secret.NewBox(make([]byte, secret.KeySize))
		resets := 0
		slow := &office{d: o.d}
		slow.Accounts = account.New(staff.New(staff.Config{DB: o.d, Box: box, Log: dbtest.Quiet()}), account.Config{Codes: atTheCode{o.d.Clock(), func() {
			if resets++; resets > 1 {
				return
			}
			if _, err := o.Reset(ctx, "fang"); err != nil {
				t.Error(err)
			}
		}}})
		code, err := totp.GenerateCode(o.finance.TOTPSecret, o.d.Clock().Now().Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		session, err := slow.LogIn(ctx, "fang", o.finance.Password, code, login.Client{IP: "10.0.0.9"})
		if !errors.Is(err, staff.ErrLoginRefused) {
			t.Errorf("a session of the old login: %+v, %v", session, err)
		}
		if _, err := o.Authenticate(ctx, session.Token, true); resets == 0 || !errors.Is(err, staff.ErrNoSession) {
			t.Errorf("after %d resets: %v", resets, err)
		}
	})
}
