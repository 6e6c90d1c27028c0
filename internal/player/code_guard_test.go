package player_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"hongyun/internal/courier"
	"hongyun/internal/player"
	"hongyun/internal/player/access"
	"hongyun/internal/player/contact"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
)

const day = 24 * time.Hour

// mailbox registers a player with an e-mail address in the profile that is not proved.
func (s *sending) mailbox(t *testing.T, name, box string) access.Login {
	t.Helper()
	_, login := s.named(t, name)
	if err := s.UpdateInfo(t.Context(), name, player.InfoEmail, box); err != nil {
		t.Fatal(err)
	}
	return login
}

// ask asks for a code that proves the address of a player's profile.
func (s *sending) ask(t *testing.T, name string, ch courier.Channel, from identity.Client) error {
	t.Helper()
	_, err := s.AskCode(t.Context(), contact.CodeAsk{Player: name, Purpose: contact.CodeProve, Channel: ch, Password: goodPass, Client: from})
	return err
}

// H-406: a borrowed session proves no address and begins no change of one: both need the login password.
func TestACodeToAnAddressNeedsTheLoginPassword(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		phone, _ := s.named(t, "ming")
		for _, purpose := range []contact.Purpose{contact.CodeProve, contact.CodeOld} {
			for password, want := range map[string]error{"": identity.ErrPasswordEmpty, "Wrong8word": identity.ErrCurrent} {
				s.wait(2 * time.Minute)
				_, err := s.AskCode(t.Context(), contact.CodeAsk{Player: "ming", Purpose: purpose, Channel: courier.SMS, Password: password, Client: home})
				if !errors.Is(err, want) {
					t.Errorf("%s with the password %q: %v", purpose, password, err)
				}
			}
			if s.received(t, phone) != "" && purpose == contact.CodeProve {
				t.Error("a code left")
			}
			s.wait(time.Hour)
			if purpose == contact.CodeProve {
				s.prove(t, "ming", courier.SMS, phone)
			}
		}
	})
}

// H-406: an address that was proved less than a day ago resets no password, and its
// visitor is answered like one of nobody.
func TestAFreshProofResetsNoPassword(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		phone, _ := s.named(t, "ming")
		s.proveNow(t, "ming", courier.SMS, phone)
		s.wait(day - time.Minute)
		before := len(s.companies.Sent())
		ask, err := s.forgot(t, phone, home)
		if err != nil || !secret.IsToken(ask) {
			t.Errorf("%q, %v", ask, err)
		}
		s.received(t, phone)
		if n := len(s.companies.Sent()) - before; n != 0 {
			t.Errorf("%d codes left", n)
		}
		s.wait(2 * time.Minute)
		if ask, err = s.forgot(t, phone, home); err != nil {
			t.Fatal(err)
		}
		if err := s.reset(t, ask, s.code(t, phone)); err != nil {
			t.Errorf("after a day: %v", err)
		}
	})
}

// H-406: a code to an address that was proved anew since does not reset the password.
func TestACodeToAnAddressThatWasProvedAnewSinceResetsNoPassword(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		phone, _ := s.named(t, "ming")
		s.prove(t, "ming", courier.SMS, phone)
		ask, err := s.forgot(t, phone, home)
		if err != nil {
			t.Fatal(err)
		}
		code := s.code(t, phone)
		s.exec(t, "UPDATE courier_contact SET proved_at = ?", s.d.Clock().Now().UnixMilli())
		if err := s.reset(t, ask, code); !errors.Is(err, identity.ErrCode) {
			t.Errorf("%v", err)
		}
	})
}

// H-406: a code of customer service forgets what was proved in the 30 days before it.
func TestACodeOfCustomerServiceForgetsFreshProofs(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		const box = "ming@example.com"
		s.mailbox(t, "ming", box)
		phone, err := s.Find(t.Context(), s.d, "ming")
		if err != nil {
			t.Fatal(err)
		}
		s.prove(t, "ming", courier.SMS, phone.Phone)
		s.wait(30 * day)
		s.prove(t, "ming", courier.Email, box)
		issued, err := s.IssueReset(t.Context(), risk, "ming", "本人来电核实")
		if err != nil {
			t.Fatal(err)
		}
		err = s.ResetPassword(t.Context(), credential.Reset{Name: "ming", Code: issued.Code, Password: newPass, Confirm: newPass, VerifyCode: testAnswer, VRand: vRand(), Client: home})
		if err != nil {
			t.Fatal(err)
		}
		states, err := s.ContactStates(t.Context(), s.d, "ming")
		if err != nil || states[0].ProvedAt.IsZero() || !states[1].ProvedAt.IsZero() {
			t.Errorf("%+v, %v", states, err)
		}
		if n := s.text(t, "SELECT CAST(COUNT(*) AS TEXT) FROM inbox_message WHERE player = 'ming' AND title = '邮箱须重新验证'"); n != "1" {
			t.Errorf("%s messages tell it", n)
		}
	})
}

// H-406: many devices of one player share the codes of the player's day.
func TestManyKnownDevicesShareTheCodesOfTheirPlayer(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		phone, _ := s.named(t, "ming")
		s.prove(t, "ming", courier.SMS, phone)
		s.wait(day)
		sent := 0
		for i := range 12 {
			login := s.logIn(t, attempt("ming", goodPass))
			for range 2 {
				s.wait(61 * time.Second)
				if _, err := s.forgot(t, phone, identity.Client{IP: fmt.Sprintf("198.51.100.%d", i), DeviceCookie: login.DeviceCookie}); err == nil {
					sent++
				}
			}
		}
		if sent != 5 {
			t.Errorf("%d codes were sent to one address for known devices", sent)
		}
	})
}

// H-406: the addresses of one /64 of IPv6 share the codes of a day.
func TestOneNetworkOfIPv6SharesTheCodesOfADay(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		var last error
		for i := range 21 {
			_, last = s.forgot(t, fmt.Sprintf("139123456%02d", i), identity.Client{IP: fmt.Sprintf("2001:db8::%x", i+1)})
		}
		if !errors.Is(last, identity.ErrCodesToday) {
			t.Errorf("the twenty-first: %v", last)
		}
	})
}

// H-406: a stranger who writes a mailbox of another player into the own profile does not
// use up the codes of that player.
func TestAStrangerWithTheSameMailboxUsesUpNothing(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		const box = "ming@example.com"
		for _, name := range []string{"ming", "hong"} {
			s.mailbox(t, name, box)
		}
		for range 6 {
			s.wait(61 * time.Second)
			_ = s.ask(t, "hong", courier.Email, identity.Client{IP: "192.0.2.1"})
		}
		if err := s.ask(t, "ming", courier.Email, home); err != nil {
			t.Errorf("the owner's first code: %v", err)
		}
	})
}

// H-406: however many players write a mailbox into their profiles, it gets twenty codes a day.
func TestAMailboxThatNobodyProvedGetsTwentyCodesADay(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		const box = "ming@example.com"
		sent := 0
		for i := range 5 {
			name := fmt.Sprintf("ming%d", i)
			s.mailbox(t, name, box)
			for range 5 {
				s.wait(61 * time.Second)
				if err := s.ask(t, name, courier.Email, identity.Client{IP: fmt.Sprintf("192.0.2.%d", i)}); err == nil {
					sent++
				}
			}
		}
		if sent != 20 {
			t.Errorf("%d codes", sent)
		}
	})
}

// H-406: visitors of a shared address do not use up the codes of a logged-in player, and a
// request that is refused for its address of the Internet counts nowhere else.
func TestVisitorsOfASharedAddressUseUpNothingOfAPlayer(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		phone, _ := s.named(t, "ming")
		for i := range 20 {
			_, _ = s.forgot(t, fmt.Sprintf("139123456%02d", i), home)
		}
		if _, err := s.forgot(t, phone, home); !errors.Is(err, identity.ErrCodesToday) {
			t.Fatal(err)
		}
		if _, err := s.forgot(t, phone, identity.Client{IP: "192.0.2.1"}); err != nil {
			t.Errorf("from elsewhere after a refused request: %v", err)
		}
		if err := s.ask(t, "ming", courier.SMS, home); err != nil {
			t.Errorf("a logged-in player of that address: %v", err)
		}
	})
}

// H-406: a code that resets a password has three tries.
func TestACodeOfAResetHasThreeTries(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		phone, _ := s.named(t, "ming")
		s.prove(t, "ming", courier.SMS, phone)
		ask, err := s.forgot(t, phone, home)
		if err != nil {
			t.Fatal(err)
		}
		code := s.code(t, phone)
		wrong := "000000"
		if code == wrong {
			wrong = "111111"
		}
		for range 3 {
			if err := s.reset(t, ask, wrong); !errors.Is(err, identity.ErrCode) {
				t.Fatal(err)
			}
		}
		if err := s.reset(t, ask, code); !errors.Is(err, identity.ErrCode) {
			t.Errorf("after three wrong tries: %v", err)
		}
	})
}

// H-406: logins on new devices leave one notice an hour, and the inbox keeps them all.
func TestNewDevicesLeaveOneNoticeAnHour(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		phone, _ := s.named(t, "ming")
		s.prove(t, "ming", courier.SMS, phone)
		s.received(t, phone)
		before := len(s.companies.Sent())
		// From the first minute of an hour.
		s.wait(time.Duration(time.Hour.Milliseconds()-s.d.Clock().Now().UnixMilli()%time.Hour.Milliseconds()) * time.Millisecond)
		for range 3 {
			s.logIn(t, attempt("ming", goodPass))
			s.wait(time.Second)
		}
		s.received(t, phone)
		if n := len(s.companies.Sent()) - before; n != 1 {
			t.Errorf("%d notices left", n)
		}
		s.wait(time.Hour)
		s.logIn(t, attempt("ming", goodPass))
		s.received(t, phone)
		if n := len(s.companies.Sent()) - before; n != 2 {
			t.Errorf("%d notices left after an hour", n)
		}
		if n := s.text(t, "SELECT CAST(COUNT(*) AS TEXT) FROM inbox_message WHERE player = 'ming' AND title = '新设备登录'"); n != "4" {
			t.Errorf("%s messages in the inbox", n)
		}
	})
}
