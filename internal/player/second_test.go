package player_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/player"
	"hongyun/internal/player/access"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
)

// code is what an authenticator with the secret shows now.
func (h *house) code(t *testing.T, text string) string {
	t.Helper()
	code, err := totp.GenerateCode(text, dbtest.Clock(h.d).Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func client(ip, device string) identity.Client {
	return identity.Client{IP: ip, DeviceCookie: device, UserAgent: "Mozilla/5.0"}
}

// entered is a login of ming from a place.
func (h *house) entered(t *testing.T, from identity.Client) access.Login {
	t.Helper()
	return h.logIn(t, player.Attempt{Name: "ming", Password: goodPass, Client: from})
}

// switchOn switches two-step login on for ming, from the device of the session.
func (h *house) switchOn(t *testing.T, from identity.Client, session string) (text string, recovery []string) {
	t.Helper()
	text, uri, err := h.Players.BeginSecond(t.Context(), "ming", goodPass)
	if err != nil || uri == "" {
		t.Fatalf("begin: %q %v", uri, err)
	}
	if recovery, err = h.Players.ConfirmSecond(t.Context(), "ming", session, h.code(t, text), from); err != nil || len(recovery) != 10 {
		t.Fatalf("confirm: %v %v", recovery, err)
	}
	return text, recovery
}

// H-363: with two-step login a password alone opens nothing; a code works once,
// a recovery code once, and other sessions end when it is switched on.
func TestTwoStepLogin(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		home, away := h.entered(t, client("203.0.113.9", "")), h.entered(t, client("198.51.100.7", ""))
		session, err := h.Players.Authenticate(t.Context(), home.Ticket, home.DeviceCookie, true)
		if err != nil {
			t.Fatal(err)
		}
		from := client("203.0.113.9", home.DeviceCookie)
		if _, _, err := h.Players.BeginSecond(t.Context(), "ming", "wrong1"); !errors.Is(err, identity.ErrCurrent) {
			t.Errorf("without the password: %v", err)
		}
		if _, err := h.Players.ConfirmSecond(t.Context(), "ming", session.ID, "123456", from); !errors.Is(err, credential.ErrSecondSetup) {
			t.Errorf("nothing was begun: %v", err)
		}
		text, recovery := h.switchOn(t, from, session.ID)
		if _, err := h.Players.Authenticate(t.Context(), away.Ticket, away.DeviceCookie, true); !errors.Is(err, identity.ErrNoTicket) {
			t.Errorf("the other session lives on: %v", err)
		}
		if _, err := h.Players.Authenticate(t.Context(), home.Ticket, home.DeviceCookie, true); err != nil {
			t.Errorf("and this one does not: %v", err)
		}
		attempt := func(code string) error {
			_, err := h.Players.LogIn(t.Context(), player.Attempt{Name: "ming", Password: goodPass, SecondCode: code, Client: from})
			return err
		}
		if err := attempt(""); !errors.Is(err, credential.ErrSecondNeeded) {
			t.Errorf("no code: %v", err)
		}
		if err := attempt(h.code(t, text)); !errors.Is(err, credential.ErrSecondWrong) {
			t.Errorf("the code that switched it on is used: %v", err)
		}
		dbtest.Clock(h.d).Advance(time.Minute)
		fresh := h.code(t, text)
		if err := attempt(fresh); err != nil {
			t.Errorf("a new one: %v", err)
		}
		if err := attempt(fresh); !errors.Is(err, credential.ErrSecondWrong) {
			t.Errorf("the same again: %v", err)
		}
		for i, want := range []error{nil, credential.ErrSecondWrong} {
			if err := attempt(" " + recovery[0]); !errors.Is(err, want) {
				t.Errorf("recovery code, use %d: %v", i, err)
			}
		}
		if s, err := h.Players.SecondOf(t.Context(), h.d, "ming"); err != nil || s.Recovery != 9 || s.Since.IsZero() {
			t.Errorf("%+v %v", s, err)
		}
		dbtest.Clock(h.d).Advance(time.Minute)
		if err := h.Players.EndSecond(t.Context(), "ming", goodPass, h.code(t, text), from); err != nil {
			t.Fatal(err)
		}
		if err := attempt(""); err != nil {
			t.Errorf("switched off: %v", err)
		}
		if p, err := h.Players.Find(t.Context(), h.d, "ming"); err != nil || p.SecondOffAt.IsZero() {
			t.Errorf("withdrawals are not held: %+v %v", p.SecondOffAt, err)
		}
	})
}

// H-363: guessing codes makes the guesser wait, and never the owner's own device.
func TestStrangersDoNotShutAPlayerOutOfTwoStepLogin(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		home := h.entered(t, client("203.0.113.9", ""))
		session, _ := h.Players.Authenticate(t.Context(), home.Ticket, home.DeviceCookie, true)
		from := client("203.0.113.9", home.DeviceCookie)
		text, _ := h.switchOn(t, from, session.ID)
		dbtest.Clock(h.d).Advance(time.Minute)
		for net := range 12 {
			for i := range 7 {
				err := h.Players.CheckSecond(t.Context(), "ming", "000000", client(fmt.Sprintf("198.51.%d.7", net), ""))
				if want := credential.ErrSecondWrong; i < 5 && net < 7 && !errors.Is(err, want) || i >= 5 && !errors.Is(err, credential.ErrSecondMany) {
					t.Fatalf("network %d, try %d: %v", net, i, err)
				}
			}
		}
		if err := h.Players.CheckSecond(t.Context(), "ming", h.code(t, text), client("192.0.2.1", "")); !errors.Is(err, credential.ErrSecondMany) {
			t.Errorf("from anywhere, after fifty an hour: %v", err)
		}
		if err := h.Players.CheckSecond(t.Context(), "ming", h.code(t, text), from); err != nil {
			t.Errorf("the owner: %v", err)
		}
	})
}

// H-363: customer service switches it off with two people, and all sessions end.
func TestTwoPeopleSwitchTwoStepLoginOff(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		home := h.entered(t, client("203.0.113.9", ""))
		session, _ := h.Players.Authenticate(t.Context(), home.Ticket, home.DeviceCookie, true)
		maker, checker := support, boss
		if _, err := h.Players.ResetSecond(t.Context(), maker, "ming", "手机丢失，已核实身份"); !errors.Is(err, credential.ErrSecondOff) {
			t.Errorf("nothing to switch off: %v", err)
		}
		h.switchOn(t, client("203.0.113.9", home.DeviceCookie), session.ID)
		id, err := h.Players.ResetSecond(t.Context(), maker, "ming", "手机丢失，已核实身份")
		if err != nil {
			t.Fatal(err)
		}
		if s, _ := h.Players.SecondOf(t.Context(), h.d, "ming"); s.Since.IsZero() {
			t.Error("one person was enough")
		}
		if _, err := h.staff.Decide(t.Context(), maker, id, true, ""); err == nil {
			t.Error("the maker agreed with themself")
		}
		if _, err := h.staff.Decide(t.Context(), checker, id, true, ""); err != nil {
			t.Fatal(err)
		}
		if s, _ := h.Players.SecondOf(t.Context(), h.d, "ming"); !s.Since.IsZero() {
			t.Error("it is still on")
		}
		if _, err := h.Players.Authenticate(t.Context(), home.Ticket, home.DeviceCookie, true); !errors.Is(err, identity.ErrNoTicket) {
			t.Errorf("a session lives on: %v", err)
		}
		if _, err := h.Players.LogIn(t.Context(), player.Attempt{Name: "ming", Password: goodPass, Client: client("203.0.113.9", home.DeviceCookie)}); err != nil {
			t.Errorf("with the password: %v", err)
		}
	})
}

// H-364: a player ends another session, or all others, and never this one or
// somebody else's.
func TestAPlayerLogsOutElsewhere(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "ming")
		a, b, c := h.entered(t, client("203.0.113.9", "")), h.entered(t, client("198.51.100.7", "")), access.Login{}
		live := func(l access.Login) (access.Session, bool) {
			s, err := h.Players.Authenticate(t.Context(), l.Ticket, l.DeviceCookie, true)
			return s, err == nil
		}
		first, _ := live(a)
		second, _ := live(b)
		for what, try := range map[string][3]string{"itself": {"ming", first.ID, first.ID}, "another player's": {"hong", "x", first.ID}} {
			if _, err := h.Players.EndSession(t.Context(), try[0], try[1], try[2]); !errors.Is(err, identity.ErrNoSession) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if n, err := h.Players.EndSession(t.Context(), "ming", first.ID, second.ID); err != nil || n != 1 {
			t.Fatalf("%d %v", n, err)
		}
		if _, ok := live(b); ok {
			t.Error("it lives on")
		}
		b, c = h.entered(t, client("198.51.100.7", "")), h.entered(t, client("192.0.2.1", ""))
		if n, err := h.Players.EndSession(t.Context(), "ming", first.ID, ""); err != nil || n < 1 {
			t.Fatalf("%d %v", n, err)
		}
		for what, l := range map[string]access.Login{"b": b, "c": c} {
			if _, ok := live(l); ok {
				t.Errorf("%s lives on", what)
			}
		}
		if _, ok := live(a); !ok {
			t.Error("this session ended too")
		}
	})
}
