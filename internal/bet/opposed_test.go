package bet_test

import (
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// side is a finished bet of ming's on one side of a market.
func (h *fixture) side(id string, stake, payout money.Fen, round, market, side string) venue.BetLine {
	l := h.line(id, stake, payout)
	l.Round, l.Market, l.Side = round, market, side
	return l
}

// PROMO-12, H-131: bets on both sides of a market of a round give no valid bet
// there, in any order of arrival. Other rounds, markets and players count.
func TestBetsOnBothSidesHaveNoValidStake(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.deposit("ming", 100000)
		banker, player := h.side("b1", 10000, 19500, "r1", "win", "banker"), h.side("b2", 9000, 0, "r1", "win", "player")
		h.store(banker)
		h.wants("ming", "wallet 9500 bets 1 stake 10000 valid 10000 win 9500 left 90000")
		if s := h.store(player, h.side("b3", 500, 0, "r2", "win", "player"), h.side("b4", 300, 0, "r1", "pair", "player"), h.side("b5", 20, 0, "r1", "win", "")); s != (bet.Stored{Added: 4}) {
			t.Errorf("stored %+v", s)
		}
		h.wants("ming", "wallet -320 bets 5 stake 19820 valid 820 win -320 left 99180")
		versions, err := h.Versions(t.Context(), "ky", "b1")
		if err != nil || len(versions) != 2 || versions[1].Valid+versions[0].Valid != 10000 || versions[0].Reason+versions[1].Reason != "同一局对押双方，不计有效投注" {
			t.Errorf("versions %+v, %v", versions, err)
		}
		if s := h.store(banker, player); s != (bet.Stored{Same: 2}) {
			t.Errorf("the same again: %+v", s)
		}

		player.Status, player.Payout, player.UpdatedAt = venue.BetVoid, player.Stake, player.UpdatedAt.Add(time.Second)
		h.store(player)
		h.wants("ming", "wallet 8680 bets 5 stake 19820 valid 10820 win 8680 left 89180")

		hers := h.side("b6", 700, 0, "r1", "win", "player")
		hers.Account = "hong"
		h.store(hers)
		h.wants("hong", "wallet -700 bets 1 stake 700 valid 700 win -700 left 0")
		h.wants("ming", "wallet 8680 bets 5 stake 19820 valid 10820 win 8680 left 89180")

		together := []venue.BetLine{h.side("c1", 100, 0, "r3", "colour", "red"), h.side("c2", 100, 200, "r3", "colour", "black")}
		h.store(together...)
		h.wants("ming", "wallet 8680 bets 7 stake 20020 valid 10820 win 8680 left 89180")
		together[0].Side, together[0].UpdatedAt = "black", together[0].UpdatedAt.Add(time.Second) // the venue corrects what it said
		h.store(together[0])
		h.wants("ming", "wallet 8680 bets 7 stake 20020 valid 11020 win 8680 left 88980")

		pair := []venue.BetLine{h.side("d1", 100, 0, "r4", "colour", "red"), h.side("d2", 100, 200, "r4", "colour", "black")}
		h.store(pair...)
		h.wants("ming", "wallet 8680 bets 9 stake 20220 valid 11020 win 8680 left 88980")
		pair[1].Round, pair[1].UpdatedAt = "r5", pair[1].UpdatedAt.Add(time.Second) // the venue corrects the round
		h.store(pair[1])
		h.wants("ming", "wallet 8680 bets 9 stake 20220 valid 11220 win 8680 left 88780")
		h.proved()
	})
}

// H-313: a venue whose rows were stored without their round tells it later. The same row
// is the same bet, and no player reads that it was corrected; a side changes what counts.
func TestARoundThatIsToldLaterIsNoOtherVersion(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		plain := h.line("b1", 1000, 0)
		told := plain
		told.Round = "r1"
		h.store(plain)
		for name, l := range map[string]venue.BetLine{"told later": told, "not told again": plain} {
			if s := h.store(l); s != (bet.Stored{Same: 1}) {
				t.Errorf("%s: %+v", name, s)
			}
		}
		told.Market, told.Side = "win", "banker"
		if s := h.store(told); s != (bet.Stored{Changed: 1}) {
			t.Errorf("with a side: %+v", s)
		}
		told.Round = "r2"
		if s := h.store(told); s != (bet.Stored{Changed: 1}) {
			t.Errorf("in another round: %+v", s)
		}
		h.proved()
	})
}

// H-310: in a market of three outcomes bets oppose each other when together they are on all of them.
func TestBetsOnTwoOfThreeOutcomesAreValid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		result := venue.MarketOf("result/0", "home", "draw", "away")
		h.store(h.side("b1", 1000, 0, "m1", result, "home"), h.side("b2", 1000, 0, "m1", result, "home+draw"), h.side("b3", 1000, 0, "m1", result, "draw"))
		h.wants("ming", "wallet -3000 bets 3 stake 3000 valid 3000 win -3000 left 0")
		last := h.side("b4", 1000, 2500, "m1", result, "away")
		h.store(last)
		h.wants("ming", "wallet -1500 bets 4 stake 4000 valid 0 win -1500 left 0")
		last.Status, last.Payout, last.UpdatedAt = venue.BetVoid, last.Stake, last.UpdatedAt.Add(time.Second)
		h.store(last)
		h.wants("ming", "wallet -3000 bets 4 stake 4000 valid 3000 win -3000 left 0")
		h.proved()
	})
}
