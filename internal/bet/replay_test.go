package bet_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// shower is a company that shows its rounds once more.
type shower struct {
	*company
	rules venue.Rules
	err   error
	asked []venue.ReplayBet
}

func (s *shower) Rules() venue.Rules { return s.rules }

func (s *shower) Replay(_ context.Context, b venue.ReplayBet) (string, error) {
	s.asked = append(s.asked, b)
	if s.err != nil {
		return "", s.err
	}
	return "https://rounds.example/" + b.BetID, nil
}

// A player sees the rounds of their own bets, and never those of another player,
// whatever is asked for.
func TestAReplayIsOfAPlayersOwnBet(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ky := newCompany()
		s := &shower{company: ky}
		h := newHouseWith(t, d, ky, s)
		h.store(h.line("b1", 1000, 1900))
		open := h.line("b2", 1000, 0)
		open.Status = venue.BetOpen
		h.store(open)
		if address, err := h.Replay(t.Context(), "ming", "26", "b1"); err != nil || address != "https://rounds.example/b1" {
			t.Errorf("own bet: %q, %v", address, err)
		}
		if len(s.asked) != 1 || s.asked[0].Account != "ming" || s.asked[0].Game != "830" || string(s.asked[0].Raw) != `{"id":"b1"}` {
			t.Errorf("the vendor was asked %+v", s.asked)
		}
		for name, tc := range map[string]struct {
			player, venue, bet string
			want               error
		}{
			"another player's": {"hong", "ky", "b1", bet.ErrNoBet}, "nobody's": {"", "ky", "b1", bet.ErrNoBet}, "no venue": {"ming", "nope", "b1", bet.ErrNoBet},
			"no bet": {"ming", "ky", "b3", bet.ErrNoBet}, "another venue": {"ming", "leg", "b1", bet.ErrNoBet}, "open": {"ming", "ky", "b2", bet.ErrUnplayed},
		} {
			if address, err := h.Replay(t.Context(), tc.player, tc.venue, tc.bet); !errors.Is(err, tc.want) || address != "" {
				t.Errorf("%s: %q, %v; want %v", name, address, err, tc.want)
			}
		}
		if len(s.asked) != 1 {
			t.Errorf("the vendor was asked %d times", len(s.asked))
		}
		for want, err := range map[error]error{
			bet.ErrReplayed: &venue.Refusal{Code: "8"}, venue.ErrMaintenance: &venue.Refusal{Reason: venue.Maintenance}, venue.ErrSilent: errSilence,
		} {
			s.err = err
			if address, err := h.Replay(t.Context(), "ming", "ky", "b1"); !errors.Is(err, want) || address != "" {
				t.Errorf("%q, %v; want %v", address, err, want)
			}
		}
	})
}

// An address that opens the rounds of other players too is for staff, who leave a trace.
func TestAReplayForStaffIsAudited(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ky := newCompany()
		s := &shower{company: ky, rules: venue.Rules{ReplayForStaff: true}}
		h := newHouseWith(t, d, ky, s)
		h.store(h.line("b1", 1000, 1900))
		by := staff.Actor{ID: "boss", Name: "boss"}
		if address, err := h.Replay(t.Context(), "ming", "ky", "b1"); !errors.Is(err, bet.ErrNoReplay) || address != "" {
			t.Errorf("a player: %q, %v", address, err)
		}
		if d, err := h.Detail(t.Context(), "ming", "ky", "b1"); err != nil || d.Replay || !h.CanReplay(d.Line, true) {
			t.Errorf("detail: %v, %v", d.Replay, err)
		}
		if address, err := h.ReplayForStaff(t.Context(), by, "ky", "b1"); err != nil || address != "https://rounds.example/b1" {
			t.Errorf("staff: %q, %v", address, err)
		}
		s.err = errSilence
		if address, err := h.ReplayForStaff(t.Context(), by, "ky", "b1"); err == nil || address != "" {
			t.Errorf("a silent vendor: %q, %v", address, err)
		}
		var traces []string
		err := d.NewRaw(`SELECT action || ' ' || subject || ' ' || label || ' ' || actor_name FROM staff_audit WHERE action = 'bet.replay'`).Scan(t.Context(), &traces)
		if err != nil || strings.Join(traces, "|") != "bet.replay bet:ky:b1 ming boss" {
			t.Errorf("traces %v, %v", traces, err)
		}
	})
}

// Most vendors show no round: the detail of the bet is all there is.
func TestWithoutAReplayTheDetailSaysSo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, adapter := range map[string]func(*company) venue.Venue{
			"no ability": func(c *company) venue.Venue { return c },
			"not in use": func(c *company) venue.Venue {
				return &shower{company: c, rules: venue.Rules{NoReplay: venue.NoReplayCall}}
			},
		} {
			ky := newCompany()
			h := newHouseWith(t, d, ky, adapter(ky))
			h.store(h.line(name, 1000, 1900))
			if got, err := h.Detail(t.Context(), "ming", "ky", name); err != nil || got.Replay || h.CanReplay(got.Line, true) {
				t.Errorf("%s: %v, %v", name, got.Replay, err)
			}
			if address, err := h.Replay(t.Context(), "ming", "ky", name); !errors.Is(err, bet.ErrNoReplay) || address != "" {
				t.Errorf("%s: %q, %v", name, address, err)
			}
			if address, err := h.ReplayForStaff(t.Context(), staff.Actor{ID: "boss", Name: "boss"}, "ky", name); !errors.Is(err, bet.ErrNoReplay) || address != "" {
				t.Errorf("%s: %q, %v", name, address, err)
			}
		}
	})
}
