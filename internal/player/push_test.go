package player_test

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"testing"

	"hongyun/internal/courier"
	"hongyun/internal/player/access"
	"hongyun/internal/player/identity"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// pushBrowser is a browser at a push service; nothing is sent to it here.
func pushBrowser(t *testing.T, name string) courier.Browser {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return courier.Browser{
		Endpoint: "https://fcm.googleapis.com/fcm/send/" + name,
		P256DH:   base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), Auth: base64.RawURLEncoding.EncodeToString(make([]byte, 16)),
	}
}

// openPush switches web push on.
func (s *sending) openPush(t *testing.T) {
	t.Helper()
	value := s.courier.PushNow()
	value.On, value.Subject = true, "ops@hongyun.test"
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	id, err := s.courier.Book.Ask(t.Context(), staff.Actor{ID: "p1", Name: "paul", Roles: []string{"owner"}},
		setting.Order{Kind: courier.KindPush, Value: text, Reason: "测试设置"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.staff.Decide(t.Context(), staff.Actor{ID: "p2", Name: "petra", Roles: []string{"owner"}}, id, true, ""); err != nil {
		t.Fatal(err)
	}
}

// H-451: whatever ends a login ends web push in its browser, and leaves that of the others.
func TestWebPushEndsWithTheLoginOfItsBrowser(t *testing.T) {
	for name, end := range map[string]func(s *sending, t *testing.T, first, second access.Login, own access.Session) error{
		"logout": func(s *sending, t *testing.T, first, _ access.Login, _ access.Session) error {
			return s.LogOut(t.Context(), first.Ticket)
		},
		"a logout from elsewhere": func(s *sending, t *testing.T, _, _ access.Login, own access.Session) error {
			_, err := s.EndSession(t.Context(), "ming01", own.ID, "")
			return err
		},
		"a new password": func(s *sending, t *testing.T, _, _ access.Login, own access.Session) error {
			_, err := s.ChangePassword(t.Context(), "ming01", own.ID, goodPass, newPass, newPass)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachSending(t, func(t *testing.T, s *sending) {
				s.openPush(t)
				first := s.register(t, "ming01")
				second := s.logIn(t, attempt("ming01", goodPass))
				browsers := map[string]courier.Browser{first.Ticket: pushBrowser(t, "first"), second.Ticket: pushBrowser(t, "second")}
				var own access.Session
				for _, login := range []access.Login{first, second} {
					session, err := s.Authenticate(t.Context(), login.Ticket, login.DeviceCookie, true)
					if err != nil {
						t.Fatal(err)
					}
					if err := s.PushOn(t.Context(), session, browsers[login.Ticket]); err != nil {
						t.Fatal(err)
					}
					own = session
				}
				if err := end(s, t, first, second, own); err != nil {
					t.Fatal(err)
				}
				for ticket, want := range map[string]bool{first.Ticket: false, second.Ticket: true} {
					state, err := s.PushState(t.Context(), s.d, own.PlayerID, browsers[ticket].Endpoint)
					if err != nil {
						t.Fatal(err)
					}
					if state.On != want {
						t.Errorf("web push of the browser that stays logged in (%v): %v", want, state.On)
					}
				}
			})
		})
	}
}

// H-451: a login that ended cannot switch web push on.
func TestALoginThatEndedCannotSwitchWebPushOn(t *testing.T) {
	eachSending(t, func(t *testing.T, s *sending) {
		s.openPush(t)
		login := s.register(t, "ming01")
		session, err := s.Authenticate(t.Context(), login.Ticket, login.DeviceCookie, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.LogOut(t.Context(), login.Ticket); err != nil {
			t.Fatal(err)
		}
		if err := s.PushOn(t.Context(), session, pushBrowser(t, "first")); !errors.Is(err, identity.ErrNoTicket) {
			t.Errorf("it answers %v", err)
		}
	})
}
