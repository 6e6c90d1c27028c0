package player_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/player"
	"hongyun/internal/player/access"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
	"hongyun/internal/player/passkeytest"
	"hongyun/internal/secret"
)

const (
	siteOrigin = "https://www.example.com"
	h5Origin   = "https://m.example.com"
)

// atHome is ming's own browser after a login, and the session there.
func (h *house) atHome(t *testing.T) (identity.Client, string) {
	t.Helper()
	login := h.entered(t, client("203.0.113.9", ""))
	session, err := h.Players.Authenticate(t.Context(), login.Ticket, login.DeviceCookie, true)
	if err != nil {
		t.Fatal(err)
	}
	return client("203.0.113.9", login.DeviceCookie), session.ID
}

// addKey adds a passkey of a new device for ming.
func (h *house) addKey(t *testing.T, from identity.Client, session, name string) *passkeytest.Device {
	t.Helper()
	device := passkeytest.New(siteOrigin)
	asked, err := h.Players.BeginPasskey(t.Context(), "ming", session, goodPass, "", siteOrigin, from)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Players.AddPasskey(t.Context(), "ming", session, device.Create(asked), name, from); err != nil {
		t.Fatal(err)
	}
	return device
}

// question asks the browser for a passkey, and gives the browser with its cookie.
func (h *house) question(t *testing.T, origin string, from identity.Client) (string, identity.Client) {
	t.Helper()
	asked, cookie, err := h.Players.BeginPasskeyProof(t.Context(), origin, from)
	if err != nil {
		t.Fatal(err)
	}
	from.DeviceCookie = cookie
	return asked, from
}

func (h *house) byKey(t *testing.T, answer string, from identity.Client) (access.Login, error) {
	t.Helper()
	return h.Players.LogInByPasskey(t.Context(), player.PasskeyAttempt{Answer: answer, Client: from})
}

func (h *house) keys(t *testing.T, from identity.Client) []credential.Passkey {
	t.Helper()
	list, err := h.Players.PasskeysOf(t.Context(), h.d, "ming", from)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// H-447: a passkey logs its player in without name, password or code, at each address
// of its domain, and the login ends as one with a password does.
func TestAPasskeyLogsInWithoutNamePasswordOrCode(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		from, session := h.atHome(t)
		device := h.addKey(t, from, session, "我的手机")
		h.switchOn(t, from, session)
		if list := h.keys(t, from); len(list) != 1 || list[0].Name != "我的手机" || !list[0].LastUsedAt.IsZero() || !list[0].Here {
			t.Fatalf("%+v", list)
		}
		for _, origin := range []string{siteOrigin, h5Origin} {
			device.Origin = origin
			dbtest.Clock(h.d).Advance(time.Minute)
			asked, browser := h.question(t, origin, client("198.51.100.7", ""))
			login, err := h.byKey(t, device.Get(asked), browser)
			if err != nil {
				t.Fatalf("%s: %v", origin, err)
			}
			if login.Player.ID != "ming" || !login.NewDevice || login.DeviceCookie != browser.DeviceCookie || !h.alive(t, login.Ticket, true) {
				t.Errorf("%s: %+v", origin, login)
			}
			if list := h.keys(t, browser); list[0].LastUsedAt.IsZero() || !list[0].Here {
				t.Errorf("the use is not noted: %+v", list)
			}
		}
		if n := h.text(t, "SELECT COUNT(*) FROM inbox_message WHERE player = 'ming' AND title = '新设备登录'"); n != "3" {
			t.Errorf("%s messages about new devices", n)
		}
		if ip := h.text(t, "SELECT last_login_ip FROM player WHERE id = 'ming'"); ip != "198.51.100.7" {
			t.Errorf("last login from %s", ip)
		}
	})
}

// H-447: a question is answered once, within two and a half minutes, in the browser that asked,
// at the address that asked, by a verified user with a key of the site.
func TestOtherAnswersOfAnAuthenticatorAreRefused(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		from, session := h.atHome(t)
		device := h.addKey(t, from, session, "手机")
		asked, browser := h.question(t, siteOrigin, from)
		used := device.Get(asked)
		if _, err := h.byKey(t, used, browser); err != nil {
			t.Fatal(err)
		}
		if _, err := h.byKey(t, used, browser); !errors.Is(err, credential.ErrPasskeyOld) {
			t.Errorf("replayed: %v", err)
		}
		stranger := passkeytest.New(siteOrigin)
		other, err := h.Players.BeginPasskey(t.Context(), "ming", session, goodPass, "", siteOrigin, from)
		if err != nil {
			t.Fatal(err)
		}
		stranger.Create(other) // and it is never sent
		for what, try := range map[string]struct {
			want   error
			answer func(asked string) string
			from   func(c *identity.Client)
		}{
			"no JSON":                    {want: credential.ErrPasskeyForm, answer: func(string) string { return "x" }},
			"a key nobody added":         {want: credential.ErrPasskeyUnknown, answer: stranger.Get},
			"another page":               {want: credential.ErrPasskeySite, answer: func(asked string) string { d := device.Copy(); d.Origin = "https://evil.example"; return d.Get(asked) }},
			"another address of ours":    {want: credential.ErrPasskeySite, answer: func(asked string) string { d := device.Copy(); d.Origin = h5Origin; return d.Get(asked) }},
			"a user who is not verified": {want: credential.ErrPasskeyWrong, answer: func(asked string) string { d := device.Copy(); d.Unverified = true; return d.Get(asked) }},
			"another site's domain": {want: credential.ErrPasskeyWrong, answer: func(asked string) string {
				return device.Get(strings.Replace(asked, `"rpId":"example.com"`, `"rpId":"evil.example"`, 1))
			}},
			"another browser": {want: credential.ErrPasskeyOld, from: func(c *identity.Client) { c.DeviceCookie = secret.NewToken() }},
			"no browser":      {want: credential.ErrPasskeyOld, from: func(c *identity.Client) { c.DeviceCookie = "" }},
			"late":            {want: credential.ErrPasskeyOld, from: func(*identity.Client) { dbtest.Clock(h.d).Advance(150 * time.Second) }},
			"at the last":     {from: func(*identity.Client) { dbtest.Clock(h.d).Advance(149 * time.Second) }},
			"a question of adding": {want: credential.ErrPasskeyOld, answer: func(string) string {
				return device.Get(`{"rpId":"example.com",` + other[strings.Index(other, `"challenge"`):])
			}},
		} {
			asked, browser := h.question(t, siteOrigin, from)
			if try.answer == nil {
				try.answer = device.Get
			}
			answer := try.answer(asked)
			if try.from != nil {
				try.from(&browser)
			}
			if _, err := h.byKey(t, answer, browser); !errors.Is(err, try.want) {
				t.Errorf("%s: %v, want %v", what, err, try.want)
			}
		}
		if _, _, err := h.Players.BeginPasskeyProof(t.Context(), "https://evil.example", from); !errors.Is(err, credential.ErrPasskeySite) {
			t.Errorf("asked at another page: %v", err)
		}
	})
}

// H-447: a login by passkey is refused as a login by password is.
func TestAFrozenPlayerDoesNotLogInByPasskey(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		from, session := h.atHome(t)
		device := h.addKey(t, from, session, "手机")
		if err := h.guard.Freeze(t.Context(), risk, "ming", []guard.Act{guard.Login}, time.Time{}, "盗号调查"); err != nil {
			t.Fatal(err)
		}
		asked, browser := h.question(t, siteOrigin, from)
		want := h.guard.Check(t.Context(), h.d, "ming", guard.Login)
		if _, err := h.byKey(t, device.Get(asked), browser); want == nil || !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	})
}

// H-448: a counter that goes back stops the passkey, ends all sessions and holds
// withdrawals, and staff and the player are told.
func TestACounterThatGoesBackStopsThePasskey(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		from, session := h.atHome(t)
		device := h.addKey(t, from, session, "手机")
		thief := device.Copy()
		h.exec(t, "UPDATE player SET passkey_added_at = 0")
		use := func(d *passkeytest.Device) error {
			asked, browser := h.question(t, siteOrigin, from)
			_, err := h.byKey(t, d.Get(asked), browser)
			return err
		}
		if err := use(device); err != nil {
			t.Fatal(err)
		}
		asked, browser := h.question(t, siteOrigin, from)
		stolen, err := h.byKey(t, device.Get(asked), browser)
		if err != nil || !h.alive(t, stolen.Ticket, true) {
			t.Fatal(err)
		}
		for i, d := range []*passkeytest.Device{thief, device, thief} {
			if err := use(d); !errors.Is(err, credential.ErrPasskeyStopped) {
				t.Errorf("use %d: %v", i, err)
			}
		}
		if n := h.text(t, "SELECT COUNT(*) FROM staff_audit WHERE action = 'player.passkey_stopped' AND subject = 'player:ming'"); n != "1" {
			t.Errorf("%s rows in the trail", n)
		}
		if n := h.text(t, "SELECT COUNT(*) FROM inbox_message WHERE player = 'ming' AND title = '通行密钥已停用'"); n != "1" {
			t.Errorf("%s messages", n)
		}
		if list := h.keys(t, from); list[0].StoppedAt.IsZero() {
			t.Errorf("%+v", list)
		}
		if h.alive(t, stolen.Ticket, true) {
			t.Error("a session that the copy may have opened lives on")
		}
		if p, err := h.Players.Find(t.Context(), h.d, "ming"); err != nil || p.PasskeyAddedAt.IsZero() {
			t.Errorf("withdrawals are not held: %+v %v", p.PasskeyAddedAt, err)
		}
	})
}

// H-448: adding and removing ask for the password, and for a code with two-step login;
// ten are the most; each is told, and an added one holds withdrawals.
func TestAddingAndRemovingPasskeys(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		from, session := h.atHome(t)
		begin := func(password, code, origin string) error {
			_, err := h.Players.BeginPasskey(t.Context(), "ming", session, password, code, origin, from)
			return err
		}
		if err := begin("wrong1", "", siteOrigin); !errors.Is(err, identity.ErrCurrent) {
			t.Errorf("without the password: %v", err)
		}
		if err := begin(goodPass, "", "https://203.0.113.1"); !errors.Is(err, credential.ErrPasskeySite) {
			t.Errorf("elsewhere: %v", err)
		}
		device := h.addKey(t, from, session, "")
		first := h.keys(t, from)[0]
		if first.Name == "" {
			t.Error("it has no name")
		}
		if p, err := h.Players.Find(t.Context(), h.d, "ming"); err != nil || p.PasskeyAddedAt.IsZero() {
			t.Errorf("withdrawals are not held: %+v %v", p, err)
		}
		for what, answer := range map[string]func(asked string) string{
			"another page": func(asked string) string { return passkeytest.New("https://evil.example").Create(asked) },
			"unverified": func(asked string) string {
				d := passkeytest.New(siteOrigin)
				d.Unverified = true
				return d.Create(asked)
			},
		} {
			asked, err := h.Players.BeginPasskey(t.Context(), "ming", session, goodPass, "", siteOrigin, from)
			if err != nil {
				t.Fatal(err)
			}
			made := answer(asked)
			if err := h.Players.AddPasskey(t.Context(), "ming", "another", made, "x", from); !errors.Is(err, credential.ErrPasskeyOld) {
				t.Errorf("%s, from another session: %v", what, err)
			}
			if err := h.Players.AddPasskey(t.Context(), "ming", session, made, "x", from); !errors.Is(err, credential.ErrPasskeySite) && !errors.Is(err, credential.ErrPasskeyWrong) {
				t.Errorf("%s: %v", what, err)
			}
		}
		for i := range 9 {
			dbtest.Clock(h.d).Advance(15 * time.Minute) // passwords are tried ten times within it
			h.addKey(t, from, session, fmt.Sprint("钥匙", i))
		}
		if err := begin(goodPass, "", siteOrigin); !errors.Is(err, credential.ErrPasskeyFull) {
			t.Errorf("an eleventh: %v", err)
		}
		for _, name := range []string{"", strings.Repeat("长", 21)} {
			if err := h.Players.RenamePasskey(t.Context(), "ming", first.ID, name); !errors.Is(err, credential.ErrPasskeyName) {
				t.Errorf("named %q: %v", name, err)
			}
		}
		if err := h.Players.RenamePasskey(t.Context(), "hong", first.ID, "别人"); !errors.Is(err, credential.ErrPasskeyGone) {
			t.Errorf("renamed by another player: %v", err)
		}
		if err := h.Players.RenamePasskey(t.Context(), "ming", first.ID, "旧手机"); err != nil || h.keys(t, from)[0].Name != "旧手机" {
			t.Error(err)
		}
		text, _ := h.switchOn(t, from, session)
		dbtest.Clock(h.d).Advance(time.Minute)
		remove := func(id, code string) error {
			return h.Players.RemovePasskey(t.Context(), "ming", id, goodPass, code, from)
		}
		if err := remove(first.ID, ""); !errors.Is(err, credential.ErrSecondNeeded) {
			t.Errorf("removed without a code: %v", err)
		}
		if err := begin(goodPass, "", siteOrigin); !errors.Is(err, credential.ErrSecondNeeded) {
			t.Errorf("begun without a code: %v", err)
		}
		if err := remove(first.ID, h.code(t, text)); err != nil {
			t.Fatal(err)
		}
		asked, browser := h.question(t, siteOrigin, from)
		if _, err := h.byKey(t, device.Get(asked), browser); !errors.Is(err, credential.ErrPasskeyUnknown) {
			t.Errorf("a removed one: %v", err)
		}
		for title, want := range map[string]string{"已添加通行密钥": "10", "已删除通行密钥": "1"} {
			if n := h.text(t, "SELECT COUNT(*) FROM inbox_message WHERE player = 'ming' AND title = ?", title); n != want {
				t.Errorf("%s: %s messages, want %s", title, n, want)
			}
		}
	})
}

// H-447: after the password, a passkey of the player replaces the code of the
// authenticator. The passkey of another player does not.
func TestAPasskeyReplacesTheCodeOfTheAuthenticator(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		from, session := h.atHome(t)
		device := h.addKey(t, from, session, "手机")
		h.switchOn(t, from, session)
		h.register(t, "hong")
		logIn := func(name, answer string, from identity.Client) error {
			_, err := h.Players.LogIn(t.Context(), player.Attempt{Name: name, Password: goodPass, Passkey: answer, Client: from})
			return err
		}
		asked, browser := h.question(t, siteOrigin, from)
		if err := logIn("ming", device.Get(asked), browser); err != nil {
			t.Errorf("with the passkey: %v", err)
		}
		if err := logIn("ming", "", browser); !errors.Is(err, credential.ErrSecondNeeded) {
			t.Errorf("with the password alone: %v", err)
		}
		h.exec(t, "UPDATE player_passkey SET player = 'hong'")
		asked, browser = h.question(t, siteOrigin, from)
		if err := logIn("ming", device.Get(asked), browser); !errors.Is(err, credential.ErrPasskeyUnknown) {
			t.Errorf("with a passkey of another player: %v", err)
		}
		asked, browser = h.question(t, siteOrigin, from)
		if _, err := h.byKey(t, device.Get(asked), browser); err == nil {
			t.Error("a row that was moved to another player opens that account")
		}
	})
}

// H-448: customer service removes all passkeys with two people; a password that was
// reset removes those of the last thirty days.
func TestALostLoginRemovesPasskeys(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		from, session := h.atHome(t)
		h.addKey(t, from, session, "旧")
		id, err := h.Players.ResetSecond(t.Context(), support, "ming", "手机丢失，已核实身份")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.staff.Decide(t.Context(), support, id, true, ""); err == nil || len(h.keys(t, from)) != 1 {
			t.Errorf("one person was enough: %v", err)
		}
		if _, err := h.staff.Decide(t.Context(), boss, id, true, ""); err != nil || len(h.keys(t, from)) != 0 {
			t.Errorf("a passkey is left: %v", err)
		}
		from, session = h.atHome(t)
		h.addKey(t, from, session, "旧")
		dbtest.Clock(h.d).Advance(31 * 24 * time.Hour)
		from, session = h.atHome(t)
		h.addKey(t, from, session, "新")
		code, err := h.Players.IssueReset(t.Context(), support, "ming", "忘记密码，已核实身份")
		if err != nil {
			t.Fatal(err)
		}
		err = h.Players.ResetPassword(t.Context(), credential.Reset{
			Name: "ming", Code: code.Code, Password: "Another88", Confirm: "Another88", VerifyCode: testAnswer, VRand: vRand(), Client: from,
		})
		if list := h.keys(t, from); err != nil || len(list) != 1 || list[0].Name != "旧" {
			t.Errorf("after the reset: %+v %v", list, err)
		}
	})
}

// H-448: a login password that its player changes removes the passkeys of the last thirty
// days, as the message about an added one promises, and the message says so.
func TestAChangedPasswordRemovesFreshPasskeys(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		from, session := h.atHome(t)
		h.addKey(t, from, session, "旧")
		dbtest.Clock(h.d).Advance(31 * 24 * time.Hour)
		from, session = h.atHome(t)
		thief := h.addKey(t, from, session, "新")
		asked, browser := h.question(t, siteOrigin, from)
		removed, err := h.Players.ChangePassword(t.Context(), "ming", session, goodPass, "Another88", "")
		if list := h.keys(t, from); err != nil || removed != 1 || len(list) != 1 || list[0].Name != "旧" {
			t.Fatalf("%d removed, left: %+v %v", removed, list, err)
		}
		if _, err := h.byKey(t, thief.Get(asked), browser); !errors.Is(err, credential.ErrPasskeyUnknown) {
			t.Errorf("the thief's passkey: %v", err)
		}
		for title, part := range map[string]string{"登录密码已修改": "近30天内添加的通行密钥已删除", "已删除通行密钥": "“新”"} {
			if body := h.text(t, "SELECT body FROM inbox_message WHERE player = 'ming' AND title = ?", title); !strings.Contains(body, part) {
				t.Errorf("%s: %s", title, body)
			}
		}
		dbtest.Clock(h.d).Advance(time.Minute)
		if removed, err := h.Players.ChangePassword(t.Context(), "ming", session, "Another88", "Another99", ""); err != nil || removed != 0 {
			t.Errorf("%d removed by the next change: %v", removed, err)
		}
	})
}

// H-448: an authenticator is asked for keys of EdDSA, ES256 and RS256 alone, and a public
// key longer than one of RSA with 4096 bits is refused.
func TestAPublicKeyIsShort(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		from, session := h.atHome(t)
		for bits, want := range map[int]error{4096: nil, 8192: credential.ErrPasskeyWrong} {
			asked, err := h.Players.BeginPasskey(t.Context(), "ming", session, goodPass, "", siteOrigin, from)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(asked, `"alg":`); n != 3 || !strings.Contains(asked, `"alg":-7`) || !strings.Contains(asked, `"alg":-8`) || !strings.Contains(asked, `"alg":-257`) {
				t.Errorf("asked for %s", asked)
			}
			device := passkeytest.New(siteOrigin)
			device.RSA = bits
			if err := h.Players.AddPasskey(t.Context(), "ming", session, device.Create(asked), "手机", from); !errors.Is(err, want) {
				t.Errorf("%d bits: %v, want %v", bits, err, want)
			}
		}
		if n := len(h.keys(t, from)); n != 1 {
			t.Errorf("%d passkeys", n)
		}
	})
}

// H-448: a passkey whose session has ended before it is stored is not stored.
func TestAPasskeyIsNotAddedFromASessionThatHasEnded(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		from, session := h.atHome(t)
		asked, err := h.Players.BeginPasskey(t.Context(), "ming", session, goodPass, "", siteOrigin, from)
		if err != nil {
			t.Fatal(err)
		}
		made := passkeytest.New(siteOrigin).Create(asked)
		_, other := h.atHome(t)
		if _, err := h.Players.ChangePassword(t.Context(), "ming", other, goodPass, "Another88", ""); err != nil {
			t.Fatal(err)
		}
		if err := h.Players.AddPasskey(t.Context(), "ming", session, made, "手机", from); !errors.Is(err, credential.ErrPasskeyOld) || len(h.keys(t, from)) != 0 {
			t.Errorf("%v, %+v", err, h.keys(t, from))
		}
	})
}

// H-448: a passkey without a name gets that of the browser, cut at twenty characters, or
// 通行密钥 for an unknown browser.
func TestAPasskeyIsNamedAfterItsBrowser(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		from, session := h.atHome(t)
		for i, try := range []struct{ agent, want string }{
			{"", "通行密钥"},
			{strings.Repeat("浏览器", 12) + "/1.0", "浏览器浏览器浏览器浏览器浏览器浏览器浏览"},
			{"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36", "Chrome / Windows"},
		} {
			from.UserAgent = try.agent
			h.addKey(t, from, session, " ")
			if list := h.keys(t, from); len(list) != i+1 || list[i].Name != try.want {
				t.Errorf("%q: %+v, want %s", try.agent, list, try.want)
			}
		}
	})
}

// H-447: a login by passkey on a known device leaves the checks of strangers counted, as a
// login by password does.
func TestALoginByPasskeyKeepsTheCountOfStrangers(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		from, session := h.atHome(t)
		device := h.addKey(t, from, session, "手机")
		_, err := h.Players.LogIn(t.Context(), player.Attempt{Name: "ming", Password: "Wrong1234", Client: client("198.51.100.7", "")})
		if !errors.Is(err, identity.ErrLogin) {
			t.Fatal(err)
		}
		asked, browser := h.question(t, siteOrigin, from)
		if login, err := h.byKey(t, device.Get(asked), browser); err != nil || login.NewDevice {
			t.Fatalf("%+v %v", login, err)
		}
		if n := h.text(t, "SELECT COUNT(*) FROM player_throttle WHERE key IN ('c/ming', 'h/c/ming') AND hits = 1"); n != "2" {
			t.Errorf("%s of the two counters of strangers are left", n)
		}
	})
}

// H-447: one subscriber of IPv6 has 300 open questions at most, whatever addresses it
// uses; an answered or replaced one makes room, and others ask on.
func TestOneSubscriberDoesNotFillTheQuestions(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ask := func(ip, cookie string) (string, error) {
			_, cookie, err := h.Players.BeginPasskeyProof(t.Context(), siteOrigin, client(ip, cookie))
			return cookie, err
		}
		first, err := ask("2001:db8:1:0::1", "")
		if err != nil {
			t.Fatal(err)
		}
		h.exec(t, "UPDATE player_throttle SET hits = 299 WHERE key = 'kn/2001:db8:1::/48'")
		for i, try := range []struct {
			ip, cookie string
			want       error
		}{
			{"2001:db8:1:1::1", "", nil},
			{"2001:db8:1:2::1", "", credential.ErrPasskeyMany},
			{"2001:db8:1:ff::1", "", credential.ErrPasskeyMany},
			{"2001:db8:1:3::1", first, nil}, // in place of its own
			{"2001:db8:2::1", "", nil},
			{"203.0.113.9", "", nil},
		} {
			if _, err := ask(try.ip, try.cookie); !errors.Is(err, try.want) {
				t.Errorf("%d %s: %v, want %v", i, try.ip, err, try.want)
			}
		}
		dbtest.Clock(h.d).Advance(150 * time.Second)
		if _, err := ask("2001:db8:1:4::1", ""); err != nil {
			t.Errorf("when they are too old: %v", err)
		}
	})
}

// H-447: browsers know passkeys at https addresses and on localhost, each bound to the
// registrable domain.
func TestPasskeysWorkAtTheConfiguredAddresses(t *testing.T) {
	for _, try := range []struct {
		public   string
		hosts    []string
		at, away string
	}{
		{"https://www.example.com", []string{"m.example.com"}, "https://m.example.com", "https://x.example.com"},
		{"https://www.example.co.uk", nil, "https://www.example.co.uk", "http://www.example.co.uk"},
		{"http://127.0.0.1:8080", nil, "http://localhost:8080", "http://127.0.0.1:8080"},
		{"https://www.example.com", []string{"www.example.net"}, "https://www.example.net", "https://example.net"},
		{"https://WWW.Example.com:443", []string{"M.Example.com"}, "https://m.example.com", "https://www.example.com:443"},
		{"https://WWW.Example.com:443", nil, "https://www.example.com", "https://www.example.com:8443"},
		{"http://localhost:80", nil, "http://localhost", "http://localhost:8080"},
		{"http://www.example.com", nil, "", "http://www.example.com"},
		{"https://203.0.113.9", nil, "", "https://203.0.113.9"},
		{"", nil, "", ""},
	} {
		s, err := credential.NewSites(try.public, try.hosts)
		if err != nil {
			t.Errorf("%+v: %v", try, err)
			continue
		}
		if try.at != "" && !s.At(try.at) || s.At(try.away) {
			t.Errorf("%+v: %v %v", try, s.At(try.at), s.At(try.away))
		}
	}
}
