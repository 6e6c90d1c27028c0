package seamless_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/seamless"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
)

func TestABetAndItsWinAreBookedLikeThoseOfAFeed(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.wants(h.bet("b1", 10_00), "ok 90.00")
		h.books("centre 9000 venue 1000 gaming 0 bets 0 stake 0 valid 0 win 0")
		h.wants(h.win("w1", "b1", 25_00), "ok 115.00")
		h.books("centre 11500 venue 0 gaming -1500 bets 1 stake 1000 valid 1000 win 1500")
		h.wants(h.bet("b2", 15_00), "ok 100.00")
		h.wants(h.win("w2", "b2", 0), "ok 100.00")
		h.books("centre 10000 venue 0 gaming 0 bets 2 stake 2500 valid 2500 win 0")
	})
}

func TestValidBetsOfASeamlessVenueFillTurnover(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		err := h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return h.turnover.Open(ctx, tx, turnover.Bucket{Player: "ming", Source: "deposit", Ref: "d1", Amount: 100_00, Required: 100_00})
		})
		if err != nil {
			t.Fatal(err)
		}
		left := func() money.Fen {
			n, err := h.turnover.Outstanding(t.Context(), h.db, "ming")
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		h.send(h.bet("b1", 30_00))
		if left() != 100_00 {
			t.Errorf("an open bet counts: %s left", left())
		}
		h.send(h.win("w1", "b1", 5_00))
		if left() != 70_00 {
			t.Errorf("after a settled bet: %s left", left())
		}
		h.send(h.back("x1", "w1"))
		h.send(h.back("x2", "b1"))
		if left() != 100_00 {
			t.Errorf("after the rollback: %s left", left())
		}
		h.books("centre 10000 venue 0 gaming 0 bets 1 stake 3000 valid 0 win 0")
	})
}

func TestARepeatedCallActsOnce(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.wants(h.bet("b1", 10_00), "ok 90.00")
		h.wants(h.win("w1", "b1", 4_00), "ok 94.00")
		again := h.bet("b1", 10_00)
		again.RequestID, again.Token = "another", "" // a repeat needs no session
		h.wants(again, "ok 94.00")
		h.wants(h.win("w1", "b1", 4_00), "ok 94.00")
		h.wants(h.bet("b2", 1_00), "ok 93.00")
		h.wants(h.back("x2", "b2"), "ok 94.00")
		h.wants(h.back("x2", "b2"), "ok 94.00")
		h.wants(h.back("x3", "b2"), "ok 94.00") // another rollback of the same bet
		h.books("centre 9400 venue 0 gaming 600 bets 2 stake 1100 valid 1000 win -600")
		if found := h.found(); found != "" {
			t.Errorf("findings %s", found)
		}
	})
}

func TestAUsedIDWithOtherContentsIsRefusedAndFound(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.player("hong", 50_00)
		h.send(h.bet("b1", 10_00))
		h.send(h.win("w1", "b1", 4_00))
		h.wants(h.bet("b1", 11_00), "duplicate")
		other := h.bet("b1", 10_00)
		other.Round = "another"
		h.wants(other, "duplicate")
		h.wants(h.win("w1", "b1", 5_00), "duplicate")
		h.wants(h.win("b1", "b1", 10_00), "duplicate")
		theirs := h.bet("b1", 10_00)
		theirs.Account, theirs.Token = "hong", h.tokens["hong"]
		h.wants(theirs, "duplicate")
		if found := h.found(); found != "b1 changed, b1 changed, w1 changed" {
			t.Errorf("findings %s", found)
		}
		h.books("centre 9400 venue 0 gaming 600 bets 1 stake 1000 valid 1000 win -600")
	})
}

func TestARollbackBeforeItsBetLeavesATombstone(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.wants(h.back("x1", "b1"), "ok 100.00")
		h.wants(h.back("x1", "b1"), "ok 100.00")
		h.wants(h.bet("b1", 10_00), "duplicate")
		h.wants(h.win("w1", "b1", 20_00), "absent")
		if found := h.found(); found != "w1 after_rollback" {
			t.Errorf("findings %s", found)
		}
		h.wants(h.back("x2", "w2"), "ok 100.00") // of a win that is late
		h.send(h.bet("b2", 1_00))
		h.wants(h.win("w2", "b2", 5_00), "duplicate")
		h.wants(h.win("w3", "b2", 1_00), "ok 100.00")
		h.books("centre 10000 venue 0 gaming 0 bets 1 stake 100 valid 0 win 0")
	})
}

func TestARolledBackBetStaysSo(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.send(h.bet("b1", 10_00))
		h.wants(h.back("x1", "b1"), "ok 100.00")
		h.wants(h.bet("b1", 10_00), "duplicate")
		h.wants(h.win("w1", "b1", 20_00), "absent")
		h.wants(h.back("x2", "x1"), "absent") // no rollback of a rollback
		h.books("centre 10000 venue 0 gaming 0 bets 1 stake 1000 valid 0 win 0")
	})
}

func TestARolledBackWinIsTakenBackAndWhatIsSpentIsOwed(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.send(h.bet("b1", 10_00))
		h.send(h.win("w1", "b1", 30_00))
		h.wants(h.back("x1", "w1"), "ok 90.00")
		h.wants(h.back("x1", "w1"), "ok 90.00")
		h.wants(h.win("w1", "b1", 30_00), "duplicate")
		h.books("centre 9000 venue 0 gaming 1000 bets 1 stake 1000 valid 1000 win -1000")
		h.wants(h.win("w2", "b1", 5_00), "ok 95.00")

		h.send(h.bet("b2", 5_00))
		h.send(h.win("w3", "b2", 20_00))
		h.wants(h.bet("b3", 110_00), "ok")
		h.wants(h.back("x3", "w3"), "ok")
		owed, err := h.ledger.HouseBalance(t.Context(), h.db, ledger.HouseOwed("ming"))
		if err != nil || owed != -20_00 {
			t.Errorf("owed %d, %v", owed, err)
		}
	})
}

func TestAWinRolledBackBeforeItsRoundIsClosedLeavesTheBetOpen(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.send(h.bet("b1", 10_00))
		w := h.win("w1", "b1", 30_00)
		w.RoundClosed = false
		h.send(w)
		h.wants(h.back("x1", "w1"), "ok 90.00")
		h.books("centre 9000 venue 1000 gaming 0 bets 0 stake 0 valid 0 win 0")
	})
}

func TestABetGivenBackWhoseWinsStandIsFound(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.send(h.bet("b1", 10_00))
		h.send(h.win("w1", "b1", 30_00))
		h.wants(h.back("x1", "b1"), "ok 130.00")
		if found := h.found(); found != "b1 paid_back" {
			t.Errorf("findings %s", found)
		}
		h.books("centre 13000 venue 0 gaming -3000 bets 1 stake 0 valid 0 win 3000")
		h.wants(h.back("x2", "w1"), "ok 100.00")
		h.books("centre 10000 venue 0 gaming 0 bets 1 stake 1000 valid 0 win 0")
	})
}

func TestARoundHasSeveralBetsAndWins(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		in := func(c venue.SeamlessCall, closed bool) venue.SeamlessCall {
			c.Round, c.RoundClosed = "round", closed
			return c
		}
		for _, id := range []string{"b1", "b2", "b3"} {
			h.send(in(h.bet(id, 10_00), false))
		}
		h.send(in(h.win("w1", "b1", 5_00), false))
		h.send(in(h.win("w2", "b1", 6_00), false))
		h.books("centre 8100 venue 2000 gaming -100 bets 1 stake 1000 valid 1000 win 100")
		h.wants(in(h.win("w3", "b2", 0), true), "ok 81.00") // b3 is lost with it
		h.books("centre 8100 venue 0 gaming 1900 bets 3 stake 3000 valid 3000 win -1900")

		single := h.bet("b4", 1_00)
		single.RoundClosed = true // a lost round in one call
		h.send(single)
		h.books("centre 8000 venue 0 gaming 2000 bets 4 stake 3100 valid 3100 win -2000")
		h.wants(h.win("w4", "b4", 3_00), "ok 83.00") // it won after all
		h.send(in(h.back("x3", "b3"), true))
		h.books("centre 9300 venue 0 gaming 700 bets 4 stake 3100 valid 2100 win -700")
	})
}

func TestAWinBeforeItsBetIsAskedForAgain(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.wants(h.win("w1", "b1", 20_00), "absent")
		if found := h.found(); found != "w1 no_bet" {
			t.Errorf("findings %s", found)
		}
		h.send(h.bet("b1", 10_00))
		h.wants(h.win("w1", "b1", 20_00), "ok 110.00")
		if found := h.found(); found != "" {
			t.Errorf("findings %s", found)
		}
		h.wants(h.win("w2", "w1", 1_00), "absent") // of a win
		theirs := h.win("w3", "b1", 20_00)
		h.player("hong", 0)
		theirs.Account = "hong"
		h.wants(theirs, "absent")
		nobody := h.win("w4", "b1", 1_00)
		nobody.Account = "nobody"
		h.wants(nobody, "absent")
		if found := h.found(); found != "w2 no_bet, w3 other_player, w4 no_bet" {
			t.Errorf("findings %s", found)
		}
	})
}

func TestABetNeedsItsSession(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.player("hong", 50_00)
		one := h.session("ming", "one")
		bet := func(id, token, game string) venue.SeamlessCall {
			c := h.bet(id, 1_00)
			c.Token, c.Game = token, game
			return c
		}
		h.wants(bet("b1", "", "g"), "token")
		h.wants(bet("b2", "0123456789012345678901234567890123456789012", "g"), "token")
		h.wants(bet("b3", h.tokens["hong"], "g"), "token")
		h.wants(bet("b4", one, "two"), "game")
		h.wants(bet("b5", one, "one"), "ok 99.00")
		h.wants(bet("b6", h.session("ming", "one"), "one"), "ok 98.00")
		h.wants(bet("b7", one, "one"), "token") // replaced by the new one
		ask := venue.SeamlessCall{Kind: venue.SeamlessBalance, Account: "ming", Token: h.tokens["ming"], Game: "g"}
		h.wants(ask, "ok 98.00")
		h.clock.Advance(13 * time.Hour)
		h.wants(ask, "token expired")
		h.wants(bet("b8", h.tokens["ming"], "g"), "token expired")
		late := h.win("w5", "b5", 2_00)
		late.Round = "r-b5"
		h.wants(late, "ok 100.00")
		h.wants(h.back("x6", "b6"), "ok 101.00")
		nobody := h.bet("b9", 1_00)
		nobody.Account = "nobody"
		h.wants(nobody, "token")
	})
}

// H-231: a delayed copy of a refused bet takes no money when there is enough
// again, because its venue has told the player no.
func TestARefusedBetStaysRefused(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		for range 2 {
			h.wants(h.bet("b1", 100_01), "money")
		}
		h.wants(h.bet("b2", 100_00), "ok")
		h.wants(h.win("w2", "b2", 150_00), "ok 150.00")
		h.wants(h.bet("b1", 100_01), "money")
		h.wants(h.bet("b1", 50_00), "duplicate")
		h.wants(h.win("w1", "b1", 1_00), "absent")
		if found := h.found(); found != "b1 changed, w1 no_bet" {
			t.Errorf("findings %s", found)
		}
		h.wants(h.back("x1", "b1"), "ok 150.00") // moves nothing
		h.wants(h.bet("b1", 100_01), "duplicate")
		h.wants(h.bet("b3", 100_01), "ok 49.99") // another bet of as much
		h.books("centre 4999 venue 10001 gaming -5000 bets 1 stake 10000 valid 10000 win 5000")
	})
}

// The rows of refusals do not grow with time.
func TestRefusalsAreForgottenAfterSevenDays(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.wants(h.bet("b1", 100_01), "money")
		h.clock.Advance(6 * 24 * time.Hour)
		h.wants(h.bet("b2", 100_01), "token expired")
		for _, left := range []int{2, 1, 0} {
			if err := h.s.Prune(t.Context()); err != nil {
				t.Fatal(err)
			}
			var rows int
			if err := h.db.NewRaw("SELECT COUNT(*) FROM seamless_refusal").Scan(t.Context(), &rows); err != nil || rows != left {
				t.Errorf("%d rows, want %d, %v", rows, left, err)
			}
			h.clock.Advance(4 * 24 * time.Hour)
		}
	})
}

// RG-4: a blocked player cannot bet, and earlier wins are paid all the same.
func TestABetOfWhoMayNotBetIsRefusedAndWinsAreNot(t *testing.T) {
	freeze := func(act guard.Act) func(h *fixture) error {
		return func(h *fixture) error {
			return h.guard.Freeze(h.t.Context(), h.boss, "ming", []guard.Act{act}, time.Time{}, "测试冻结")
		}
	}
	for name, c := range map[string]struct {
		stop func(h *fixture) error
		want string
	}{
		"excluded":          {func(h *fixture) error { _, err := h.guard.Exclude(h.t.Context(), "ming", guard.HalfYear); return err }, "disabled"},
		"timed out":         {func(h *fixture) error { _, err := h.guard.StopFor(h.t.Context(), "ming", 1); return err }, "disabled"},
		"frozen bets":       {freeze(guard.Bet), "disabled"},
		"frozen transfers":  {freeze(guard.Transfer), "disabled"},
		"frozen launches":   {freeze(guard.Launch), "disabled"},
		"frozen login":      {freeze(guard.Login), "disabled"},
		"money switch":      {func(h *fixture) error { return h.shut(guard.DoorTransfers) }, "closed"},
		"the venue's money": {func(h *fixture) error { return h.shut(guard.VenueDoor(code)) }, "closed"},
		"everything":        {func(h *fixture) error { return h.shut(guard.DoorAll) }, "closed"},
		"closed venue":      {func(h *fixture) error { return h.state(venue.StateClosed) }, "closed"},
		"maintenance":       {func(h *fixture) error { return h.state(venue.StateMaintenance) }, "closed"},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, h *fixture) {
				h.send(h.bet("b1", 10_00))
				h.send(h.bet("b2", 10_00))
				if err := c.stop(h); err != nil {
					t.Fatal(err)
				}
				h.wants(h.bet("b3", 10_00), c.want)
				h.wants(h.bet("b1", 10_00), "ok 80.00") // the answer to a bet that was carried out
				h.wants(h.win("w1", "b1", 25_00), "ok 105.00")
				h.wants(h.back("x2", "b2"), "ok 115.00")
				h.books("centre 11500 venue 0 gaming -1500 bets 2 stake 2000 valid 1000 win 1500")
			})
		})
	}
}

func (h *fixture) shut(d guard.Door) error {
	_, err := h.guard.Gate.Close(h.t.Context(), h.boss, d, "测试关闭")
	return err
}

func (h *fixture) state(s venue.State) error {
	_, err := h.venues.SetState(h.t.Context(), h.boss, venue.StateChange{Venue: code, State: s, Reason: "测试状态"})
	return err
}

func TestAnotherVenueHasNoSuchCalls(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		if _, _, _, err := h.s.Receive(t.Context(), "ky", "bet", http.Header{}, nil); err != seamless.ErrNoVenue {
			t.Errorf("err %v", err)
		}
	})
}

// One wallet under many bets at once is emptied and never overdrawn.
func TestManyBetsAtOnceNeverOverdrawAWallet(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		const many = 60
		answers := make(chan string, 2*many)
		for i := range many {
			for range 2 { // each is sent twice
				go func() {
					answer, err := h.sent(h.bet(fmt.Sprintf("b%d", i), 3_00))
					if err != nil {
						answer = err.Error()
					}
					answers <- answer
				}()
			}
		}
		counts := map[string]int{}
		for range 2 * many {
			answer := <-answers
			if len(answer) > 2 && answer[:2] == "ok" {
				answer = "ok"
			}
			counts[answer]++
		}
		if counts["ok"] != 2*33 || counts["money"] != 2*(many-33) {
			t.Errorf("answers %v", counts)
		}
		h.books("centre 100 venue 9900 gaming 0 bets 0 stake 0 valid 0 win 0")
	})
}

// A bet and its rollback at once end with the money where it was, whichever was first.
func TestABetAndItsRollbackAtOnceCancelOut(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		done := make(chan error, 2)
		for i := range 20 {
			id := fmt.Sprintf("b%d", i)
			for _, c := range []venue.SeamlessCall{h.bet(id, 10_00), h.back("x"+id, id)} {
				go func() {
					answer, err := h.sent(c)
					if err == nil && c.Kind == venue.SeamlessRollback && answer[:2] != "ok" {
						err = fmt.Errorf("%w to a rollback: %s", errUnwanted, answer)
					}
					done <- err
				}()
			}
			for range 2 {
				if err := <-done; err != nil {
					t.Fatal(err)
				}
			}
		}
		held, err := h.ledger.Balance(t.Context(), h.db, ledger.Centre("ming"))
		if err != nil || held != 100_00 {
			t.Errorf("centre %d, %v", held, err)
		}
	})
}

// Calls of one player that share a transaction see each other. Bets, repeats,
// wins, closings and rollbacks act once each, in any order of arrival.
func TestCallsOfOnePlayerShareATransaction(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		const rounds = 12
		done := make(chan error, 6*rounds)
		for i := range rounds {
			id := fmt.Sprintf("b%d", i)
			lost := h.bet("l"+id, 1_00)
			lost.Round = "r-" + id
			for _, c := range []venue.SeamlessCall{h.bet(id, 2_00), h.bet(id, 2_00), lost, h.win("w"+id, id, 3_00), h.bet("v"+id, 1_00), h.back("x"+id, "v"+id)} {
				go func() {
					for { // a win before its bet is asked for again
						answer, err := h.sent(c)
						if err == nil && c.Kind == venue.SeamlessWin && answer == "absent" {
							time.Sleep(5 * time.Millisecond)
							continue
						}
						if err == nil && answer[:2] != "ok" && answer != "duplicate" {
							err = fmt.Errorf("%w to %s %s: %s", errUnwanted, c.Kind, c.ID, answer)
						}
						done <- err
						return
					}
				}()
			}
		}
		for range 6 * rounds {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		held, err := h.ledger.Balance(t.Context(), h.db, ledger.Centre("ming"))
		if err != nil || held != 100_00 { // each round: −2 −1 +3
			t.Errorf("centre %d, %v", held, err)
		}
		if found := h.found(); found != "" {
			t.Errorf("findings %s", found)
		}
	})
}
