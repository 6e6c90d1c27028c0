package player_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/player"
	"hongyun/internal/secret"
)

// seenAt is when a session was last active, as the database has it.
func (h *house) seenAt(t *testing.T, ticket string) string {
	t.Helper()
	return h.text(t, "SELECT seen_at FROM player_ticket WHERE hash = ?", secret.HashToken(ticket))
}

// nowMillis is the fixture's time as it is stored.
func (h *house) nowMillis() string { return fmt.Sprint(h.d.Clock().Now().UnixMilli()) }

func (h *house) writeSeen(t *testing.T) {
	t.Helper()
	if err := h.WriteSeen(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// activeLater registers a player who is active two minutes later, which only a note
// knows: begun is the stored activity, active the noted one.
func (h *house) activeLater(t *testing.T) (ticket, begun, active string) {
	t.Helper()
	ticket = h.register(t, "ming01").Ticket
	begun = h.seenAt(t, ticket)
	dbtest.Clock(h.d).Advance(2 * time.Minute)
	if !h.alive(t, ticket, true) {
		t.Fatal("not alive")
	}
	return ticket, begun, h.nowMillis()
}

// anotherNode is a second program on the same database.
func (h *house) anotherNode() *player.Players {
	return player.New(player.Config{Phones: []string{"+86"}, DB: h.d, Guard: h.guard, Staff: h.staff, Box: h.box, Log: dbtest.Quiet()})
}

func TestActivityIsWrittenBehindTheRequest(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		s := h.register(t, "ming01")
		begun := h.seenAt(t, s.Ticket)
		dbtest.Clock(h.d).Advance(2 * time.Minute)
		active, writes := h.nowMillis(), h.d.Writes()
		if !h.alive(t, s.Ticket, true) {
			t.Fatal("not alive")
		}
		if n := h.d.Writes() - writes; n != 0 || h.seenAt(t, s.Ticket) != begun {
			t.Errorf("the request wrote %d times", n)
		}
		dbtest.Clock(h.d).Advance(3 * time.Second)
		h.writeSeen(t)
		if got := h.seenAt(t, s.Ticket); got != active {
			t.Errorf("stored activity is %s, want %s", got, active)
		}
	})
}

func TestASessionsActivityIsWrittenOnceAMinute(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		s := h.register(t, "ming01")
		dbtest.Clock(h.d).Advance(time.Minute)
		writes := h.d.Writes()
		for range 59 { // one call and one writing a second
			if !h.alive(t, s.Ticket, true) {
				t.Fatal("not alive")
			}
			h.writeSeen(t)
			dbtest.Clock(h.d).Advance(time.Second)
		}
		if n := h.d.Writes() - writes; n != 1 {
			t.Errorf("written %d times", n)
		}
	})
}

func TestManySessionsAreWrittenInOneTransaction(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		var tickets []string
		for i := range 20 {
			tickets = append(tickets, h.register(t, fmt.Sprintf("ming%02d", i)).Ticket)
		}
		dbtest.Clock(h.d).Advance(2 * time.Minute)
		active, writes := h.nowMillis(), h.d.Writes()
		for _, ticket := range tickets {
			h.alive(t, ticket, true)
		}
		h.writeSeen(t)
		if n := h.d.Writes() - writes; n != 1 {
			t.Errorf("%d transactions", n)
		}
		for i, ticket := range tickets {
			if got := h.seenAt(t, ticket); got != active {
				t.Errorf("session %d has %s, want %s", i, got, active)
			}
		}
	})
}

// trust SES-2: the node that noted an activity counts it before it is written.
func TestNotedActivityKeepsASessionAlive(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		s := h.register(t, "ming01")
		dbtest.Clock(h.d).Advance(14 * time.Minute)
		h.alive(t, s.Ticket, true)
		dbtest.Clock(h.d).Advance(30*time.Minute - time.Second)
		if !h.alive(t, s.Ticket, false) {
			t.Error("ended 29:59 after the activity")
		}
		dbtest.Clock(h.d).Advance(2 * time.Second)
		if h.alive(t, s.Ticket, true) {
			t.Error("alive 30:01 after the activity")
		}
	})
}

// trust SES-2: another node would take the session for expired.
func TestActivityNearTheIdleLimitIsWrittenAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		s := h.register(t, "ming01")
		dbtest.Clock(h.d).Advance(29 * time.Minute)
		if !h.alive(t, s.Ticket, true) {
			t.Fatal("ended after 29 minutes")
		}
		dbtest.Clock(h.d).Advance(2 * time.Minute)
		if _, err := h.anotherNode().Authenticate(t.Context(), s.Ticket, "", false); err != nil {
			t.Errorf("on another node: %v", err)
		}
	})
}

// H-453: without a request that writes, another node would take a session whose notes
// cannot be written for expired.
func TestActivityIsWrittenByARequestWhileNotesAreNot(t *testing.T) {
	const halfIdle = 15 * time.Minute
	each(t, func(t *testing.T, h *house) {
		s, writes := h.register(t, "ming01"), h.d.Writes()
		for minute := range 40 {
			dbtest.Clock(h.d).Advance(time.Minute)
			if !h.alive(t, s.Ticket, true) {
				t.Fatalf("ended in minute %d", minute)
			}
			stored, err := strconv.ParseInt(h.seenAt(t, s.Ticket), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			if old := h.d.Clock().Now().Sub(time.UnixMilli(stored)); old > halfIdle {
				t.Fatalf("the stored activity is %s old", old)
			}
		}
		if n := h.d.Writes() - writes; n != 2 {
			t.Errorf("%d requests wrote in 40 minutes, want 2", n)
		}
	})
}

func TestActivityOfAnEndedSessionIsNotWritten(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ticket, begun, _ := h.activeLater(t)
		if err := h.anotherNode().LogOut(t.Context(), ticket); err != nil {
			t.Fatal(err)
		}
		h.writeSeen(t)
		if got := h.seenAt(t, ticket); got != begun {
			t.Errorf("an ended session was last active at %s, want %s", got, begun)
		}
	})
}

func TestALaterActivityOfAnotherNodeIsNotSetBack(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ticket, _, _ := h.activeLater(t)
		dbtest.Clock(h.d).Advance(2 * time.Minute)
		there, later := h.anotherNode(), h.nowMillis()
		if _, err := there.Authenticate(t.Context(), ticket, "", true); err != nil {
			t.Fatal(err)
		}
		if err := there.WriteSeen(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.writeSeen(t)
		if got := h.seenAt(t, ticket); got != later {
			t.Errorf("last active at %s, want %s", got, later)
		}
	})
}

func TestActivityThatCannotBeWrittenIsWrittenTheNextTime(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ticket, _, active := h.activeLater(t)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := h.WriteSeen(ctx); err == nil {
			t.Fatal("written by a cancelled context")
		}
		h.writeSeen(t)
		if got := h.seenAt(t, ticket); got != active {
			t.Errorf("last active at %s, want %s", got, active)
		}
	})
}

func TestActivityIsWrittenWhenTheProgramStops(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ticket, _, active := h.activeLater(t)
		ctx, stop := context.WithCancel(t.Context())
		stop()
		h.FollowSeen(ctx)
		if got := h.seenAt(t, ticket); got != active {
			t.Errorf("last active at %s, want %s", got, active)
		}
	})
}
