package vip_test

import (
	"context"
	"errors"
	"hongyun/internal/ledger"
	"hongyun/internal/player/identity"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/player"
	"hongyun/internal/staff"
	"hongyun/internal/vip"
)

// withheld are the awards that wait, by player, the newest first.
func (h *fixture) withheld(player string) []vip.Award {
	h.t.Helper()
	list, _, _, err := h.Awards(context.Background(), h.d, vip.Filter{Player: player, State: vip.Withheld})
	h.must(err)
	return list
}

// VIP-05: of accounts that share a mark the first is paid; the others wait for
// staff, who release or refuse, and say why.
func TestOnlyTheFirstLinkedAccountIsPaid(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		ctx := context.Background()
		h.joins("first", "second", "other")
		h.must(h.exec("UPDATE player SET register_network = '203.0.113.77' WHERE id IN ('first', 'second')"))
		for _, p := range []string{"first", "second", "other"} {
			h.bets(p, "ky", 20260302, 3*wan)
		}
		h.at("2026-03-09 23:00")
		h.runs()
		h.expect("first", h.awards("first", vip.Card), "20260308 bonus 1 15.00, 20260308 income 1 1.00")
		h.expect("other", h.held("other"), "16.00")
		h.expect("second", h.awards("second", vip.Card)+" "+h.held("second")+" "+h.levels("second"), "20260308 bonus 1 15.00 withheld, 20260308 income 1 1.00 withheld 0.00 1 0 0 0")
		wait := h.withheld("second")
		if len(wait) != 2 || !strings.Contains(wait[0].Why, "first") || !strings.Contains(wait[0].Why, "注册IP") {
			t.Fatalf("waiting: %+v", wait)
		}
		if _, err := h.Release(ctx, h.anna, wait[0].ID, ""); !errors.Is(err, staff.ErrReason) {
			t.Errorf("without a reason: %v", err)
		}
		if err := h.Refuse(ctx, h.anna, wait[0].ID, " "); !errors.Is(err, staff.ErrReason) {
			t.Errorf("without a reason: %v", err)
		}
		if _, err := h.Release(ctx, h.anna, "vip:none", "核实为两人"); !errors.Is(err, vip.ErrNoAward) {
			t.Errorf("none: %v", err)
		}
		approval, err := h.Release(ctx, h.anna, wait[0].ID, "核实为两人")
		h.must(err)
		h.must(h.agree(approval, nil))
		if title, err := h.staff.Favoured(ctx, h.d, h.anna, wait[0].Player, time.Time{}, h.d.Clock().Now()); err != nil || title == "" {
			t.Errorf("the request does not name the player (H-183): %v", err)
		}
		h.must(h.Refuse(ctx, h.bert, wait[1].ID, "同一人多账号"))
		for _, a := range wait {
			if _, err := h.Release(ctx, h.anna, a.ID, "再来一次"); !errors.Is(err, vip.ErrDecided) {
				t.Errorf("released twice: %v", err)
			}
			if err := h.Refuse(ctx, h.anna, a.ID, "再来一次"); !errors.Is(err, vip.ErrDecided) {
				t.Errorf("refused after: %v", err)
			}
		}
		h.expect("paid what was released", h.held("second"), wait[0].Amount.String())
		if list, _, _, _ := h.Awards(ctx, h.d, vip.Filter{Player: "second", State: vip.Refused}); len(list) != 1 || list[0].Decision != "同一人多账号" || list[0].DecidedBy != "bert" {
			t.Errorf("refused: %+v", list)
		}
		// A mark that does not count withholds no award.
		h.rules(func(r *vip.Rules) { r.Marks = []player.Mark{player.MarkEmail} })
		h.at("2026-03-16 23:00")
		h.runs()
		if got := h.awards("second", vip.Card); !strings.HasSuffix(got, "20260315 income 1 1.00") {
			t.Errorf("without the mark: %s", got)
		}
	})
}

// A withheld award is released by two people, or not at all, however small.
func TestEveryWithheldAwardIsReleasedByTwo(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		ctx := context.Background()
		h.joins("ming")
		h.bets("ming", "ky", 20260302, 1000*wan) // level 21
		h.must(h.Freeze(ctx, h.anna, "ming", "身份核实"))
		h.at("2026-03-09 23:00")
		h.runs()
		h.expect("nothing paid", h.held("ming"), "0.00")
		var small, large, other vip.Award
		for _, a := range h.withheld("ming") {
			switch {
			case a.Kind == vip.Bonus && a.Level == 21:
				large = a
			case a.Kind == vip.Bonus && a.Level == 20:
				other = a
			case a.Kind == vip.Bonus && a.Level == 1:
				small = a
			}
		}
		approval, err := h.Release(ctx, h.anna, small.ID, "身份已核实")
		h.must(err)
		h.expect("a small one, while it waits", h.held("ming"), "0.00")
		h.must(h.agree(approval, nil))
		approval, err = h.Release(ctx, h.anna, large.ID, "身份已核实")
		h.must(err)
		h.expect("while it waits", h.held("ming"), "15.00")
		if _, err := h.staff.Decide(ctx, h.anna, approval, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
			t.Errorf("by one person: %v", err)
		}
		open := h.closes()
		if err := h.agree(approval, nil); !errors.Is(err, guard.ErrClosedStaff) {
			t.Errorf("in a closed house: %v", err)
		}
		open()
		h.must(h.agree(approval, nil))
		h.expect("after", h.held("ming"), (large.Amount + small.Amount).String())
		// Refused meanwhile: the request for it falls.
		waiting, err := h.Release(ctx, h.anna, other.ID, "身份已核实")
		h.must(err)
		h.must(h.Refuse(ctx, h.bert, other.ID, "证件不符"))
		if err := h.agree(waiting, nil); !errors.Is(err, staff.ErrDecided) {
			t.Errorf("agreed to what was refused: %v", err)
		}
		h.expect("still", h.held("ming"), (large.Amount + small.Amount).String())
	})
}

// VIP-05: staff stop a player's VIP income and let it go on; levels rise all the
// while, and what waited is not paid by itself.
func TestVIPIncomeIsFrozenAndLifted(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		ctx := context.Background()
		h.joins("ming")
		h.bets("ming", "ky", 20260302, 3*wan)
		h.must(h.Freeze(ctx, h.anna, "ming", "身份核实"))
		if err := h.Freeze(ctx, h.bert, "ming", "身份核实"); !errors.Is(err, vip.ErrHeld) {
			t.Errorf("twice: %v", err)
		}
		if err := h.Freeze(ctx, h.bert, "nobody", "身份核实"); !errors.Is(err, identity.ErrNotFound) {
			t.Errorf("nobody: %v", err)
		}
		h.at("2026-03-09 23:00")
		h.runs()
		h.expect("frozen", h.awards("ming", vip.Card)+" "+h.levels("ming"), "20260308 bonus 1 15.00 withheld, 20260308 income 1 1.00 withheld 1 0 0 0")
		if wait := h.withheld("ming"); !strings.Contains(wait[0].Why, "身份核实") {
			t.Errorf("why: %s", wait[0].Why)
		}
		hold, err := h.HoldOf(ctx, h.d, "ming")
		if err != nil || hold == nil || hold.By != "anna" {
			t.Errorf("hold %+v, %v", hold, err)
		}
		h.must(h.Lift(ctx, h.bert, "ming", "核实通过"))
		if err := h.Lift(ctx, h.bert, "ming", "核实通过"); !errors.Is(err, vip.ErrNotHeld) {
			t.Errorf("lifted twice: %v", err)
		}
		h.at("2026-03-16 23:00")
		h.runs()
		h.expect("lifted", h.held("ming"), "1.00")
		h.must(h.Freeze(ctx, h.anna, "ming", "再次核实")) // may be frozen again
	})
}

// Verify notices an award without its C$ and C$ without their award. It also
// notices a level without its bonus and a run with a wrong sum.
func TestVerifyNoticesWrongAwardsAndRuns(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.broken = true
		h.joins("ming", "hong")
		h.bets("ming", "ky", 20260302, 3*wan)
		h.at("2026-03-09 23:00")
		h.runs()
		h.sound()
		finds := func(what string) {
			t.Helper()
			found, err := vip.Verify(context.Background(), h.d, ledger.Everything())
			h.must(err)
			for _, f := range found {
				if strings.Contains(f.What, what) {
					return
				}
			}
			t.Errorf("nobody noticed %q: %v", what, found)
		}
		h.must(h.exec(`INSERT INTO vip_award (id, run, programme, track, period, player, item, kind, level, amount, state, why, at)
			VALUES ('vip:forged', 'track-20260308', 'track', 'card', 20260315, 'ming', 'income', 'income', 1, 100, 'paid', '', 1)`))
		finds("paid without as much income")
		finds("sums differ")
		h.must(h.exec(`INSERT INTO fund_record (id, player, type, amount, remark, made_by, day, task, at) VALUES ('vip:lost', 'ming', 'income', 5, 'x', 'x', 20260309, 0, 1)`))
		finds("without a paid award")
		h.must(h.exec("UPDATE vip_player SET card = 3 WHERE player = 'ming'"))
		finds("bonus was never awarded")
	})
}

// Nothing of what was decided can be changed by hand.
func TestTheDatabaseKeepsAwards(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.joins("ming", "hong")
		h.bets("ming", "ky", 20260302, 8*wan)
		h.bets("hong", "ky", 20260302, 8*wan)
		h.must(h.Freeze(t.Context(), h.anna, "hong", "身份核实"))
		h.at("2026-03-09 23:00")
		h.runs()
		for _, query := range []string{
			"UPDATE vip_award SET amount = 1", "UPDATE vip_award SET state = 'refused' WHERE state = 'paid'", "DELETE FROM vip_award",
			"UPDATE vip_award SET why = 'x' WHERE state = 'withheld'", "UPDATE vip_player SET card = 1", "DELETE FROM vip_player", "UPDATE vip_run SET paid = 0",
			"UPDATE vip_run SET state = 'open'", "DELETE FROM vip_run", "UPDATE vip_level SET bonus = 1", "DELETE FROM vip_level", "UPDATE vip_table SET version = 9",
			"UPDATE vip_setting SET value = '{}'", "DELETE FROM vip_setting", "UPDATE vip_programme SET next_upto = 20260308", "DELETE FROM vip_hold", "UPDATE vip_hold SET reason = 'x'",
		} {
			if err := h.exec(query); !db.IsGuard(err) {
				t.Errorf("the database took %s: %v", query, err)
			}
		}
		if err := h.exec("UPDATE vip_award SET state = 'paid' WHERE state = 'withheld'"); !db.IsCheck(err) {
			t.Errorf("paid by nobody: %v", err)
		}
		h.expect("levels", h.levels("ming"), "2 0 0 0")
	})
}

// VIP-05, B13: a later player with a common name keeps the VIP income.
func TestASharedNameAloneWithholdsNothing(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.joins("first", "second", "third")
		h.must(h.exec("UPDATE player SET true_name_index = 'the same name'"))
		h.must(h.exec("UPDATE player SET register_network = '203.0.113.77' WHERE id IN ('first', 'third')"))
		for _, p := range []string{"first", "second", "third"} {
			h.bets(p, "ky", 20260302, 3*wan)
		}
		h.at("2026-03-09 23:00")
		h.runs()
		h.expect("by name", h.held("second"), "16.00")
		h.expect("by name and network", h.held("third"), "0.00")
	})
}
