package player_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/player"
	"hongyun/internal/player/access"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

const (
	testAnswer = "abcd"
	goodPass   = "Kx7mQ2pLw"
)

// house is players with all that stands beneath them.
type house struct {
	*player.Players
	d     *db.DB
	guard *guard.Guard
	staff *staff.Staff
	box   *secret.Box
	phone atomic.Int64
}

func each(t *testing.T, fn func(t *testing.T, h *house)) {
	t.Helper()
	eachWith(t, identity.Limits{ChecksPerIP: 100000, RegistersPerIP: 100000, ImagesPerIP: 100000}, fn)
}

func eachWith(t *testing.T, limits identity.Limits, fn func(t *testing.T, h *house)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		sites, err := credential.NewSites(siteOrigin, []string{"m.example.com"})
		if err != nil {
			t.Fatal(err)
		}
		h := &house{d: d, box: box}
		h.staff = staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})
		h.guard = guard.New(d, h.staff)
		h.Players = player.New(player.Config{
			Phones: []string{"+86"}, DB: d, Guard: h.guard, Staff: h.staff, Box: box, Log: dbtest.Quiet(), Sites: sites, TestAnswer: testAnswer, Limits: limits,
		})
		h.guard.OnFreeze = h.EndOnFreeze
		fn(t, h)
	})
}

func vRand() string { return uuid.NewString() }

func (h *house) form(name string) player.Registration {
	return player.Registration{
		Name: name, Password: goodPass, WithdrawPassword: goodPass, Phone: fmt.Sprintf("138%08d", h.phone.Add(1)),
		VerifyCode: testAnswer, VRand: vRand(), Client: identity.Client{IP: "203.0.113.7", UserAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0"},
	}
}

func (h *house) register(t *testing.T, name string) access.Login {
	t.Helper()
	login, err := h.Register(t.Context(), h.form(name))
	if err != nil {
		t.Fatal(err)
	}
	return login
}

func attempt(name, password string) player.Attempt {
	return player.Attempt{Name: name, Password: password, Client: identity.Client{IP: "203.0.113.7"}}
}

// solved is an attempt whose captcha is right.
func solved(a player.Attempt) player.Attempt {
	a.VerifyCode, a.VRand = testAnswer, vRand()
	return a
}

// logIn logs a player in, or ends the test.
func (h *house) logIn(t *testing.T, a player.Attempt) access.Login {
	t.Helper()
	login, err := h.LogIn(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return login
}

// alive reports whether a ticket still opens the door.
func (h *house) alive(t *testing.T, ticket string, activity bool) bool {
	t.Helper()
	_, err := h.Authenticate(t.Context(), ticket, "", activity)
	if err != nil && !errors.Is(err, identity.ErrNoTicket) {
		t.Fatal(err)
	}
	return err == nil
}

func (h *house) exec(t *testing.T, sql string, args ...any) {
	t.Helper()
	err := h.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(sql, args...).Exec(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (h *house) text(t *testing.T, sql string, args ...any) string {
	t.Helper()
	var s string
	if err := h.d.NewRaw(sql, args...).Scan(t.Context(), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

var risk = staff.Actor{ID: "r1", Name: "rita", Roles: []string{"risk"}}
