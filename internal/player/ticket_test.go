package player_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

func newBox(t *testing.T) *secret.Box {
	t.Helper()
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	return box
}

// trust SES-1, D-14: a stolen table opens no session.
func TestTrust_SES_1_OnlyTheHashOfATicketIsKept(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		login := h.register(t, "ming01")
		var rows []map[string]any
		if err := h.d.NewRaw("SELECT * FROM player_ticket").Scan(t.Context(), &rows); err != nil {
			t.Fatal(err)
		}
		dump := fmt.Sprint(rows)
		if strings.Contains(dump, login.Ticket) || strings.Contains(dump, login.DeviceCookie) {
			t.Error("the table holds a ticket or device cookie")
		}
		hash := h.text(t, "SELECT hash FROM player_ticket")
		for name, bad := range map[string]string{
			"none": "", "the hash": hash, "another": secret.NewToken(), "longer": login.Ticket + "A", "other case": strings.ToLower(login.Ticket),
			"quoted": `"` + login.Ticket + `"`, "the device": login.DeviceCookie,
		} {
			if _, err := h.Authenticate(t.Context(), bad, login.DeviceCookie, true); !errors.Is(err, identity.ErrNoTicket) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// trust SES-2, SES-3, D-04: when a session ends, to the second.
func TestTrust_SES_2_IdleAbsoluteAndRememberedLimits(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		clock := dbtest.Clock(h.d)
		h.register(t, "ming01")
		t.Run("30 minutes idle", func(t *testing.T) {
			s := h.logIn(t, attempt("ming01", goodPass))
			clock.Advance(30*time.Minute - time.Second)
			if !h.alive(t, s.Ticket, false) {
				t.Error("ended at 29:59")
			}
			clock.Advance(2 * time.Second)
			if h.alive(t, s.Ticket, true) {
				t.Error("alive at 30:01")
			}
		})
		t.Run("polls are not activity", func(t *testing.T) { // trust SES-3
			s := h.logIn(t, attempt("ming01", goodPass))
			for range 31*6 - 10 {
				clock.Advance(10 * time.Second)
				h.alive(t, s.Ticket, false)
			}
			clock.Advance(100 * time.Second)
			if h.alive(t, s.Ticket, false) {
				t.Error("31 minutes of polls kept it alive")
			}
		})
		t.Run("one real action", func(t *testing.T) {
			s := h.logIn(t, attempt("ming01", goodPass))
			clock.Advance(20 * time.Minute)
			h.alive(t, s.Ticket, true)
			clock.Advance(11 * time.Minute)
			if !h.alive(t, s.Ticket, false) {
				t.Error("ended 11 minutes after an action")
			}
		})
		t.Run("12 hours", func(t *testing.T) {
			s := h.logIn(t, attempt("ming01", goodPass))
			for range 12*3 - 1 {
				clock.Advance(20 * time.Minute)
				if !h.alive(t, s.Ticket, true) {
					t.Fatal("a busy session ended")
				}
			}
			clock.Advance(20*time.Minute - time.Second)
			if !h.alive(t, s.Ticket, true) {
				t.Error("ended before 12 hours")
			}
			clock.Advance(2 * time.Second)
			if h.alive(t, s.Ticket, true) {
				t.Error("alive after 12 hours")
			}
		})
		t.Run("remembered", func(t *testing.T) {
			a := attempt("ming01", goodPass)
			a.Remember = true
			s := h.logIn(t, a)
			clock.Advance(30*24*time.Hour - time.Second)
			if !h.alive(t, s.Ticket, false) {
				t.Error("ended at 29 d 23:59:59")
			}
			clock.Advance(2 * time.Second)
			if h.alive(t, s.Ticket, true) {
				t.Error("alive at 30 d + 1 s")
			}
		})
	})
}

// trust SES-4, ACC-13: whoever logs out on a shared computer is out.
func TestTrust_SES_4_LogoutEndsTheSessionOnTheServer(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		s, other := h.register(t, "ming01"), h.register(t, "hong01")
		if !h.alive(t, s.Ticket, true) {
			t.Fatal("not logged in")
		}
		if err := h.LogOut(t.Context(), s.Ticket); err != nil {
			t.Fatal(err)
		}
		for range 50 {
			if h.alive(t, s.Ticket, true) {
				t.Fatal("a ticket works after logout")
			}
		}
		if !h.alive(t, other.Ticket, true) {
			t.Error("another player was logged out")
		}
		for _, again := range []string{s.Ticket, "", "nonsense"} {
			if err := h.LogOut(t.Context(), again); err != nil {
				t.Errorf("log out %q: %v", again, err)
			}
		}
	})
}

// A session must not come back out of memory when it ends while others read it.
func TestASessionEndsForReadersOnTheWay(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i := range 5 {
			s := h.register(t, fmt.Sprintf("ming%02d", i))
			stop := make(chan struct{})
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					for {
						select {
						case <-stop:
							return
						default:
							_, _ = h.Authenticate(t.Context(), s.Ticket, "", false)
						}
					}
				})
			}
			time.Sleep(5 * time.Millisecond)
			if err := h.LogOut(t.Context(), s.Ticket); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Millisecond)
			for range 20 {
				if h.alive(t, s.Ticket, false) {
					t.Fatal("the session came back")
				}
			}
			close(stop)
			wg.Wait()
		}
	})
}

// trust SES-4: a session ended on one node ends on the others within a second.
func TestASessionEndsOnOtherNodes(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		s := h.register(t, "ming01")
		there := player.New(player.Config{Phones: []string{"+86"}, DB: h.d, Guard: h.guard, Staff: h.staff, Box: h.box, Log: dbtest.Quiet()})
		if _, err := there.Authenticate(t.Context(), s.Ticket, "", true); err != nil {
			t.Fatal(err)
		}
		if err := h.LogOut(t.Context(), s.Ticket); err != nil {
			t.Fatal(err)
		}
		deadline := time.Now().Add(1500 * time.Millisecond)
		for {
			if _, err := there.Authenticate(t.Context(), s.Ticket, "", true); errors.Is(err, identity.ErrNoTicket) {
				return
			}
			if time.Now().After(deadline) {
				t.Fatal("alive on the other node")
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
}

// trust SES-5: at most three sessions, the oldest goes.
func TestTrust_SES_5_AFourthLoginEndsTheOldest(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		tickets := []string{h.register(t, "ming01").Ticket}
		for range 3 {
			dbtest.Clock(h.d).Advance(time.Second)
			tickets = append(tickets, h.logIn(t, attempt("ming01", goodPass)).Ticket)
		}
		for i, ticket := range tickets {
			if alive := h.alive(t, ticket, true); alive != (i > 0) {
				t.Errorf("session %d alive: %v", i, alive)
			}
		}
		var wg sync.WaitGroup
		var mu sync.Mutex
		for range 10 {
			wg.Go(func() {
				login, err := h.LogIn(t.Context(), attempt("ming01", goodPass))
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				tickets = append(tickets, login.Ticket)
			})
		}
		wg.Wait()
		live := 0
		for _, ticket := range tickets {
			if h.alive(t, ticket, true) {
				live++
			}
		}
		if live != 3 {
			t.Errorf("%d sessions live", live)
		}
	})
}

// trust SES-6, D-21: a ticket in other hands is not enough for money.
func TestTrust_SES_6_TheDeviceCookieIsBoundAtLogin(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		mine, other := h.register(t, "ming01"), h.register(t, "hong01")
		for name, c := range map[string]struct {
			device string
			bound  bool
		}{
			"own": {mine.DeviceCookie, true}, "none": {"", false}, "another's": {other.DeviceCookie, false}, "made up": {secret.NewToken(), false},
		} {
			s, err := h.Authenticate(t.Context(), mine.Ticket, c.device, true)
			if err != nil || s.DeviceBound != c.bound {
				t.Errorf("%s: bound %v, %v", name, s.DeviceBound, err)
			}
		}
		a := attempt("ming01", goodPass)
		a.Client.DeviceCookie = "chosen by somebody"
		if login := h.logIn(t, a); login.DeviceCookie == a.Client.DeviceCookie || !secret.IsToken(login.DeviceCookie) {
			t.Errorf("device cookie %q", login.DeviceCookie)
		}
	})
}

func TestStaffSeeAndEndSessions(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		first := h.register(t, "ming01")
		dbtest.Clock(h.d).Advance(time.Second)
		second := h.logIn(t, attempt("ming01", goodPass))
		list, err := h.Sessions(ctx, "ming01")
		if err != nil || len(list) != 2 || !strings.Contains(list[1].Device, "Chrome") || !list[0].EndedAt.IsZero() {
			t.Fatalf("sessions %+v, %v", list, err)
		}
		if err := h.Kick(ctx, risk, "hong01", list[1].ID, "账号异常"); !errors.Is(err, identity.ErrNoSession) {
			t.Errorf("another player's session: %v", err)
		}
		if err := h.Kick(ctx, risk, "ming01", list[1].ID, ""); !errors.Is(err, staff.ErrReason) {
			t.Errorf("no reason: %v", err)
		}
		if err := h.Kick(ctx, risk, "ming01", list[1].ID, "账号异常"); err != nil {
			t.Fatal(err)
		}
		if h.alive(t, first.Ticket, true) || !h.alive(t, second.Ticket, true) {
			t.Error("the wrong session ended")
		}
		if err := h.KickAll(ctx, risk, "ming01", "账号异常"); err != nil || h.alive(t, second.Ticket, true) {
			t.Errorf("kick all: %v", err)
		}
		if err := h.KickAll(ctx, risk, "ming01", "账号异常"); !errors.Is(err, identity.ErrNoSession) {
			t.Errorf("none left: %v", err)
		}
		_, rows, err := h.staff.AuditTrail(ctx, staff.AuditFilter{Action: "player.kick", Subject: "ming01"})
		if err != nil || rows != 2 {
			t.Errorf("%d rows in the trail, %v", rows, err)
		}
	})
}

// Part of a staff or security operation that fails leaves the sessions alone.
func TestLogOutAllSharesTheFateOfItsTransaction(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		keep, out := h.register(t, "ming01"), h.logIn(t, attempt("ming01", goodPass))
		s, err := h.Authenticate(t.Context(), keep.Ticket, "", true)
		if err != nil {
			t.Fatal(err)
		}
		end := func(fail error) error {
			return h.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return errors.Join(h.LogOutAll(ctx, tx, "ming01", s.ID, "测试"), fail)
			})
		}
		if err := end(errors.New("no")); err == nil || !h.alive(t, out.Ticket, true) {
			t.Errorf("after a rollback: %v", err)
		}
		if err := end(nil); err != nil || h.alive(t, out.Ticket, true) || !h.alive(t, keep.Ticket, true) {
			t.Errorf("after a commit: %v", err)
		}
	})
}
