package promo_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/promo/rule"
	"hongyun/internal/turnover"
)

// deposits credits a deposit with its own turnover, as the cashier does.
func (h *house) depositsWith(player, sn string, amount money.Fen, activity string) {
	h.t.Helper()
	h.deposits = append(h.deposits, orderedDeposit{player, sn, amount, h.clock.Now()})
	h.write(func(ctx context.Context, tx *db.Tx) error {
		if err := h.turnover.Open(ctx, tx, turnover.Bucket{Player: player, Source: "deposit", Ref: sn, Amount: amount, Required: amount}); err != nil {
			return err
		}
		return h.Credited(ctx, tx, deposit.Deposit{SN: sn, Player: player, Received: amount, ActivityID: activity})
	})
}

// settles has a venue settle a bet of now.
func (h *house) settles(player, id, kind string, valid money.Fen, odds string, parlay bool) {
	h.t.Helper()
	h.write(func(ctx context.Context, tx *db.Tx) error {
		return h.turnover.Allocate(ctx, tx, []turnover.Settled{{
			BetID: id, Venue: "v" + kind, Player: player, Version: 1, Valid: valid, BetAt: h.clock.Now(), SettledAt: h.clock.Now(),
			OddsType: "EU", Odds: odds, Parlay: parlay,
		}})
	})
}

// PROMO-12: a deposit and the bonus of 4 % or 2 % that came with it are served by
// bets at the odds of the page, and by no parlays. Without a bonus every bet counts.
func TestBonusesOfDepositsCountNoLowOddsAndNoParlays(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.known("hong")
		h.join("plain", "")
		h.depositsWith("ming", "A1", 1000*yuan, "38")
		h.depositsWith("hong", "A2", 1000*yuan, "39")
		h.depositsWith("plain", "A3", 1000*yuan, "")
		h.clock.Advance(time.Minute)
		for _, player := range []string{"ming", "hong", "plain"} {
			h.settles(player, player+"1", "sport", 900*yuan, "1.79", false)
			h.settles(player, player+"2", "sport", 90*yuan, "9.00", true)
			h.settles(player, player+"3", "esport", 5*yuan, "", false)
		}
		h.is("4 %", h.book("ming"), "centre 40.00 to bet 1040.00")
		h.is("2 %", h.book("hong"), "centre 20.00 to bet 1020.00")
		h.is("no bonus", h.book("plain"), "centre 0.00 to bet 5.00")
		for _, player := range []string{"ming", "hong"} {
			h.settles(player, player+"4", "sport", 100*yuan, "1.80", false)
			h.settles(player, player+"5", "board", 100*yuan, "", false)
		}
		h.is("4 % at the floor", h.book("ming"), "centre 40.00 to bet 840.00")
		h.is("2 % at the floor", h.book("hong"), "centre 20.00 to bet 820.00")
		list, _, err := h.turnover.Uncounted(t.Context(), h.d, "ming", 1, 10)
		if err != nil || len(list) != 3 {
			t.Errorf("%d bets say why they do not count, %v", len(list), err)
		}

		// Without its bonus a deposit is as any other.
		h.must(h.agree(h.Cancel(t.Context(), h.anna, "promo:38:ming:2026-03-02", "多账户套利")))
		h.is("the bonus is gone", h.book("ming"), "centre 0.00 to bet 0.00")
	})
}

// H-98: the weights of kinds of game are part of the rule, which two people
// change, and hold for what is given from then on.
func TestWeightsOfKindsAreSetByTheRule(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.depositsWith("hong", "B0", 1000*yuan, "38") // by the rule as it was
		h.change(38, func(r *rule.Rule) { r.Params.Weights = map[string]int64{"live": 10, "slot": 0} })
		h.depositsWith("ming", "B1", 1000*yuan, "38")
		h.clock.Advance(time.Minute)
		for _, player := range []string{"ming", "hong"} {
			h.settles(player, player+"1", "live", 500*yuan, "", false)
			h.settles(player, player+"2", "slot", 100*yuan, "", false)
			h.settles(player, player+"3", "board", 40*yuan, "", false)
		}
		h.is("weighed", h.book("ming"), "centre 40.00 to bet 950.00")
		h.is("given before", h.book("hong"), "centre 40.00 to bet 400.00")
		pages, err := h.Conditions(t.Context(), h.d)
		if err != nil || !strings.Contains(strings.Join(pages[38], ""), "真人投注按有效投注的 10% 计入流水。电子投注不计入流水。") {
			t.Errorf("the page says %q, %v", pages[38], err)
		}
		for what, weights := range map[string]map[string]int64{"a kind that is none": {"tarot": 10}, "above all of it": {"live": 101}, "below nothing": {"live": -1}} {
			r := h.rule(38)
			r.Params.Weights = weights
			if _, err := h.Change(t.Context(), h.anna, h.version(r.ID), r, "活动调整"); code(err) != "promo.params" {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}
