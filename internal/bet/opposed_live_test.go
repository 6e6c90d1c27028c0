package bet_test

import (
	"slices"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/venue"
	"hongyun/internal/venue/venuetest"
)

// H-131, H-312: who bets on banker and player of one hand has no valid bet there, as the
// feed of a live venue tells it. When one of the two is cancelled, the other one counts.
func TestBankerAndPlayerOfOneHandHaveNoValidStake(t *testing.T) {
	const hands = 5
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, company, account := realHouse(t, d, sexyVenue)
		var rounds [hands]venuetest.Dealt
		for back := range rounds {
			rounds[back] = company.Round(t, venuetest.Round{Player: account, Game: "0", At: h.clock.Now(), Back: back})
		}
		h.clock.Advance(7 * time.Minute)
		h.catchUp()
		ties := 0
		for _, r := range rounds {
			if tie := h.wantsOpposed(r); tie {
				ties++
			}
			h.wantsRound(r)
		}
		if ties == hands {
			t.Fatal("each hand was a tie, which one test in 90,000 deals")
		}
		for _, r := range rounds {
			company.Bet(t, venuetest.Bet{ID: r.Bets[1].ID, Player: account, Stake: 800, Payout: 800, Valid: -1, Status: venue.BetVoid, At: h.clock.Now()})
		}
		h.clock.Advance(7 * time.Minute)
		h.catchUp()
		for _, r := range rounds {
			banker := h.detail(r.Bets[0].ID)
			if want := banker.Stake; banker.Win != 0 && (banker.Valid != want || banker.Reason != "") {
				t.Errorf("alone %+v counts %s, %q", r, banker.Valid, banker.Reason)
			}
		}
		h.proved()
	})
}

func (h *fixture) detail(id string) bet.Detail {
	h.t.Helper()
	detail, err := h.Detail(h.t.Context(), "ming", "sexy", id)
	if err != nil {
		h.t.Fatal(err)
	}
	return detail
}

// wantsOpposed wants that neither of the two bets of a hand counts. It reports whether
// the hand was a tie, which gives both stakes back.
func (h *fixture) wantsOpposed(r venuetest.Dealt) (tie bool) {
	h.t.Helper()
	reasons := []string{}
	for _, b := range r.Bets {
		d := h.detail(b.ID)
		reasons = append(reasons, d.Reason)
		if d.Valid != 0 || d.Stake == 0 {
			h.t.Errorf("bet %s of %s counts %s, %q", b.ID, d.Stake, d.Valid, d.Reason)
		}
	}
	tie = reasons[0] == "和局，不计有效投注"
	if want := []string{"同一局对押双方，不计有效投注", "同一局对押双方，不计有效投注"}; !tie && !slices.Equal(reasons, want) {
		h.t.Errorf("reasons %q", reasons)
	}
	return tie
}

// wantsRound wants the two bets of a hand to tell one round, and each its own side.
func (h *fixture) wantsRound(r venuetest.Dealt) {
	h.t.Helper()
	banker, player := h.detail(r.Bets[0].ID), h.detail(r.Bets[1].ID)
	if banker.Round == "" || banker.Round != player.Round || banker.Table != "金桂一桌" || banker.Outcome == "" || banker.Outcome != player.Outcome || banker.Play != "庄" || player.Play != "闲" {
		h.t.Errorf("round %q at %q: %q, %q and %q", banker.Round, banker.Table, banker.Outcome, banker.Play, player.Play)
	}
}
