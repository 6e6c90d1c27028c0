package promo_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/promo"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
	"hongyun/internal/staff"
)

// same makes two players one person, as far as the house can see.
func (h *house) same(a, b string) {
	h.links[a] = append(h.links[a], promo.Link{Player: b, By: "同邮箱"})
	h.links[b] = append(h.links[b], promo.Link{Player: a, By: "同邮箱"})
}

// PROMO-13: one reward a person: the second account's waits for staff, who say
// yes as two or no as one; nothing moves before.
func TestPROMO_13_OneRewardAPerson(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.same("ming", "hong")
		for _, name := range []string{"ming", "hong"} {
			h.deposited(name, 300*yuan)
			h.known(name)
		}
		h.is("the first", strings.Fields(h.got("ming", 34))[0], "paid")
		a, err := h.claim("hong", 34)
		if err != nil || a.State != award.Withheld || a.Why != "与玩家 ming 疑为同一人（同邮箱），对方已参加" {
			t.Fatalf("%+v %v", a, err)
		}
		h.is("nothing moved", h.book("hong"), "centre 0.00 to bet 0.00")
		h.is("not twice", h.got("hong", 34), "promo.claimed")
		if err := h.Refuse(t.Context(), h.anna, a.ID, ""); code(err) != "staff.reason" {
			t.Errorf("without a reason: %v", err)
		}
		approval, err := h.Release(t.Context(), h.anna, a.ID, "已核实为两人")
		h.must(err)
		if _, err := h.staff.Decide(t.Context(), h.anna, approval, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
			t.Errorf("one person alone: %v", err)
		}
		_, err = h.staff.Decide(t.Context(), h.bert, approval, true, "")
		h.must(err)
		if title, err := h.staff.Favoured(t.Context(), h.d, h.anna, "hong", time.Time{}, h.d.Clock().Now()); err != nil || title == "" {
			t.Errorf("the request does not name the player (H-183): %v", err)
		}
		h.is("released", h.book("hong"), fmt.Sprintf("centre %s to bet %s", a.Amount, a.Amount))
		if _, err := h.Release(t.Context(), h.anna, a.ID, "再次派发"); !errors.Is(err, promo.ErrState) {
			t.Errorf("released twice: %v", err)
		}
		h.clock.Advance(24 * time.Hour) // another day is another reward, for one of them
		h.credits("hong", 300*yuan, "38")
		h.credits("ming", 300*yuan, "38")
		h.is("by itself too", h.awards("hong")[len("34 paid ")+len(a.Amount.String()):]+h.awards("ming")[strings.Index(h.awards("ming"), "|")+1:], "|38 paid 12.00|38 withheld 12.00|")
		list, _, _, err := award.List(t.Context(), h.d, award.Filter{Player: "ming", States: []string{award.Withheld}})
		h.must(err)
		h.must(h.Refuse(t.Context(), h.anna, list[0].ID, "同一人领取"))
		h.is("refused", h.awards("ming")[strings.Index(h.awards("ming"), "|")+1:], "38 refused 12.00|")
		if err := h.Refuse(t.Context(), h.anna, list[0].ID, "同一人领取"); !errors.Is(err, promo.ErrState) {
			t.Errorf("refused twice: %v", err)
		}
	})
}

// PROMO-13: two accounts of one person at the same moment, on two nodes: one is
// paid and one withheld, and never both.
func TestPROMO_13_TwoAccountsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		other := h.node()
		for i := range 20 {
			a, b := fmt.Sprint("a", i), fmt.Sprint("b", i)
			h.join(a, "")
			h.join(b, "")
			h.same(a, b)
			h.deposited(a, 300*yuan)
			h.deposited(b, 300*yuan)
			var wg sync.WaitGroup
			states := make([]string, 2)
			for j, name := range []string{a, b} {
				wg.Go(func() {
					got, err := []*promo.Promo{h.Promo, other}[j].Claim(context.Background(), promo.ClaimOrder{ID: "c" + name, Player: name, Rule: 34})
					if err != nil {
						t.Error(err)
					}
					states[j] = got.State
				})
			}
			wg.Wait()
			if strings.Count(fmt.Sprint(states), award.Paid) != 1 || strings.Count(fmt.Sprint(states), award.Withheld) != 1 {
				t.Errorf("%d: %v", i, states)
			}
		}
	})
}

// PROMO-08, PROMO-13: who invites themselves waits for a person.
func TestPROMO_13_InvitingOneself(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.join("second", "ming")
		h.same("ming", "second")
		h.credits("second", 2000*yuan, "")
		h.is("withheld", h.awards("ming")+h.book("ming"), "40 withheld 100.00|centre 0.00 to bet 0.00")
	})
}

// PROMO-13: an award is taken back by two people while it is there, with its
// requirement; what is spent is not, and nobody falls below zero.
func TestPROMO_13_CancelTakesBackWhatIsThere(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.credits("ming", 1000*yuan, "38")
		h.credits("hong", 1000*yuan, "38")
		id := "promo:38:ming:2026-03-02"
		h.must(h.agree(h.Cancel(t.Context(), h.anna, id, "多账户套利")))
		h.is("taken back", h.awards("ming")+h.book("ming"), "38 cancelled 40.00|centre 0.00 to bet 0.00")
		if _, err := h.Cancel(t.Context(), h.anna, id, "多账户套利"); !errors.Is(err, promo.ErrState) {
			t.Errorf("twice: %v", err)
		}
		h.credits("ming", 1000*yuan, "38")
		h.is("not given again", h.awards("ming"), "38 cancelled 40.00|")
		h.write(func(ctx context.Context, tx *db.Tx) error { // hong plays with a fen of it
			_, err := h.ledger.Post(ctx, tx, ledger.Entry{Scope: "test", Key: "spend", Kind: "test", By: "test",
				Postings: []ledger.Posting{{From: ledger.Centre("hong"), To: ledger.HouseGaming(), Amount: 1}}})
			return err
		})
		approval, err := h.Cancel(t.Context(), h.anna, "promo:38:hong:2026-03-02", "多账户套利")
		h.must(err)
		if _, err := h.staff.Decide(t.Context(), h.bert, approval, true, ""); !errors.Is(err, promo.ErrSpent) {
			t.Errorf("spent: %v", err)
		}
		h.is("spent", h.awards("hong")+h.book("hong"), "38 paid 40.00|centre 39.99 to bet 40.00")
		if _, err := h.Cancel(t.Context(), h.anna, "none", "多账户套利"); !errors.Is(err, promo.ErrNoAward) {
			t.Errorf("nothing: %v", err)
		}
	})
}

// PROMO-13, D-19: a player whose promotions are frozen, or who may not bet,
// claims nothing; what comes by itself waits.
func TestPROMO_13_FrozenPlayersAreGivenNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.must(h.Freeze(t.Context(), h.anna, "ming", true, "疑似套利"))
		if err := h.Freeze(t.Context(), h.anna, "ming", true, "疑似套利"); !errors.Is(err, promo.ErrStanding) {
			t.Errorf("twice: %v", err)
		}
		h.must(h.guard.Freeze(t.Context(), h.anna, "hong", []guard.Act{guard.Bet}, time.Time{}, "自我排除"))
		for _, name := range []string{"ming", "hong"} {
			h.deposited(name, 300*yuan)
			if s := h.stands(name, 34); s.State != promo.NotForYou || s.Reason == "" {
				t.Errorf("%s: %d %q", name, s.State, s.Reason)
			}
		}
		h.is("ming", h.got("ming", 34), "promo.frozen")
		h.is("hong", h.got("hong", 34), code(guard.ErrBet))
		h.clock.Advance(24 * time.Hour)
		h.credits("ming", 1000*yuan, "38")
		h.credits("hong", 1000*yuan, "38")
		h.is("by itself", h.awards("ming")+h.awards("hong"), "38 withheld 40.00|38 withheld 40.00|")
		if _, err := h.staff.Decide(t.Context(), h.bert, must(h.Release(t.Context(), h.anna, "promo:38:hong:2026-03-03", "申请派发")), true, ""); !errors.Is(err, guard.ErrBet) {
			t.Errorf("released to who may not bet: %v", err)
		}
		h.must(h.Freeze(t.Context(), h.anna, "ming", false, "已核实"))
		h.deposited("ming", 300*yuan)
		h.is("again", strings.Fields(h.got("ming", 34))[0], "paid")
	})
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// While all money is closed nothing is given, and afterwards what was due is.
func TestAClosedHouseGivesNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.deposited("ming", 300*yuan)
		h.bet("ming", "board", 1000*yuan)
		h.same("hong", "ming")
		h.deposited("hong", 300*yuan)
		h.is("open", strings.Fields(h.got("ming", 34))[0], "paid")
		h.clock.Advance(time.Hour)
		withheld, err := h.claim("hong", 34)
		h.must(err)
		_, err = h.guard.Gate.Close(t.Context(), h.anna, guard.DoorAll, "账目核对")
		h.must(err)
		h.join("late", "")
		h.deposited("late", 300*yuan)
		h.is("a claim", h.got("late", 34), "gate.closed")
		h.join("dep", "")
		h.credits("dep", 1000*yuan, "38")
		h.is("with a deposit", h.awards("dep")+h.book("dep"), "38 withheld 40.00|centre 0.00 to bet 0.00")
		approval, err := h.Release(t.Context(), h.anna, withheld.ID, "已核实")
		h.must(err)
		if _, err := h.staff.Decide(t.Context(), h.bert, approval, true, ""); !errors.Is(err, guard.ErrClosedStaff) {
			t.Errorf("released: %v", err)
		}
		h.at("2026-03-09 21:30:00.000")
		h.pay()
		before := h.awards("ming")
		h.must(h.agree(h.guard.Gate.AskToOpen(t.Context(), h.anna, guard.DoorAll, "核对完毕")))
		h.pay()
		h.is("afterwards", strings.TrimPrefix(h.awards("ming"), before), "37 paid 3.00|")
	})
}

// The operator may change any promotion: two people, from the next period on;
// what was promised for the running one stands.
func TestPROMO_13_AChangeBeginsWithTheNextPeriod(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.at("2026-03-04 12:00:00.000")
		twice := func(id int64, change func(*rule.Rule)) {
			t.Helper()
			r := h.rule(id)
			change(&r)
			approval, err := h.Change(t.Context(), h.anna, h.version(r.ID), r, "活动调整")
			h.must(err)
			if _, err := h.Change(t.Context(), h.bert, h.version(r.ID), r, "活动调整"); !errors.Is(err, staff.ErrOpenRequest) {
				t.Errorf("a second request: %v", err)
			}
			if _, err := h.staff.Decide(t.Context(), h.anna, approval, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
				t.Errorf("alone: %v", err)
			}
			_, err = h.staff.Decide(t.Context(), h.bert, approval, true, "")
			h.must(err)
		}
		twice(38, func(r *rule.Rule) { r.Params.Rate = 1000 })
		twice(37, func(r *rule.Rule) { r.Params.Rates = []rule.LevelRate{{Level: 0, Rate: 100}} })
		twice(42, func(r *rule.Rule) { r.Params.LossMin = 1 * yuan })
		h.credits("ming", 1000*yuan, "38")
		h.is("today's promise", h.awards("ming"), "38 paid 40.00|")
		h.bet("hong", "board", 1000*yuan, lost(1000*yuan))
		h.at("2026-03-05 00:00:00.000")
		h.credits("ming", 1000*yuan, "38")
		h.is("tomorrow's", h.awards("ming"), "38 paid 40.00|38 paid 100.00|")
		h.at("2026-03-09 00:00:00.000")
		h.bet("hong", "board", 1000*yuan, lost(1000*yuan))
		h.at("2026-03-09 21:00:00.000")
		h.pay()
		h.is("the week that ran", h.awards("hong"), "37 paid 3.00|")
		h.at("2026-03-16 21:00:00.000")
		h.pay()
		h.is("the next week", h.awards("hong"), "37 paid 3.00|37 paid 10.00|")
		h.at("2026-04-02 23:00:00.000")
		h.pay()
		h.is("the month that ran", h.awards("hong"), "37 paid 3.00|37 paid 10.00|")
	})
}

// Switching off is one person's and works at once; starting again takes two, and
// does not pay what ended meanwhile.
func TestPROMO_13_OffAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.deposited("ming", 300*yuan)
		h.bet("ming", "board", 1000*yuan)
		if err := h.Stop(t.Context(), h.anna, 34, ""); code(err) != "staff.reason" {
			t.Errorf("no reason: %v", err)
		}
		h.must(h.Stop(t.Context(), h.anna, 34, "活动被滥用"))
		h.must(h.Stop(t.Context(), h.anna, 37, "活动被滥用"))
		h.is("off", h.got("ming", 34), "promo.no_rule")
		if s := h.stands("ming", 34); s.State != -1 {
			t.Errorf("shown: %+v", s)
		}
		if err := h.Stop(t.Context(), h.anna, 34, "活动被滥用"); !errors.Is(err, rule.ErrSwitched) {
			t.Errorf("twice: %v", err)
		}
		h.at("2026-03-10 12:00:00.000")
		h.pay()
		approval, err := h.Start(t.Context(), h.anna, 37, "重新开始")
		h.must(err)
		h.pay()
		h.is("not yet", h.awards("ming"), "")
		_, err = h.staff.Decide(t.Context(), h.bert, approval, true, "")
		h.must(err)
		h.pay()
		h.is("the week that ended while it was off", h.awards("ming"), "")
		h.bet("ming", "board", 2000*yuan)
		h.at("2026-03-16 22:00:00.000")
		h.pay()
		h.is("the week in which it began again", h.awards("ming"), "37 paid 6.00|")
	})
}

// A new promotion does not run until two people start it, and only within its
// days.
func TestANewPromotionWaitsForItsStart(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		r := h.rule(34)
		r.ID, r.Name, r.StartsOn, r.EndsOn = 0, "周年红包", 20260305, 20260306
		h.must(h.agree(h.Change(t.Context(), h.anna, h.version(r.ID), r, "周年活动")))
		h.at("2026-03-04 12:00:00.000")
		h.deposited("ming", 300*yuan)
		h.is("not started", h.got("ming", 101), "promo.no_rule")
		h.must(h.agree(h.Start(t.Context(), h.anna, 101, "周年活动")))
		h.is("before its days", h.got("ming", 101), "promo.no_rule")
		for day, want := range map[string]string{"2026-03-05 00:00:00.000": "paid", "2026-03-06 23:59:59.999": "paid", "2026-03-07 00:00:00.000": "promo.no_rule"} {
			h.at(day)
			h.deposited("ming", 300*yuan)
			h.is(day, strings.Fields(h.got("ming", 101))[0], want)
		}
		for name, bad := range map[string]func(*rule.Rule){
			"promo.name": func(r *rule.Rule) { r.Name = "x" }, "promo.kind": func(r *rule.Rule) { r.Kind = "lottery" },
			"promo.window": func(r *rule.Rule) { r.EndsOn = 20260101 }, "promo.budget_amount": func(r *rule.Rule) { r.Budget = -1 },
			"promo.params": func(r *rule.Rule) { r.Params.Rate = 5 },
		} {
			b := r
			bad(&b)
			_, err := h.Change(t.Context(), h.anna, h.version(b.ID), b, "周年活动")
			h.is(name, code(err), name)
		}
		b := r
		b.ID = 999
		_, err := h.Change(t.Context(), h.anna, h.version(b.ID), b, "周年活动")
		h.is("no such", code(err), "promo.no_rule")
	})
}

// A month's cost limit: never passed, also by many at once; players are told,
// and what comes by itself waits for staff.
func TestTheBudgetOfAMonthIsKept(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		one := []rule.Packet{{Amount: 10 * yuan, Weight: 1}}
		h.change(34, func(r *rule.Rule) { r.Budget, r.Params.Packets = 35*yuan, one })
		h.change(38, func(r *rule.Rule) { r.Budget = 100 * yuan })
		var wg sync.WaitGroup
		var mu sync.Mutex
		counts := map[string]int{}
		other := h.node()
		for i := range 12 {
			name := fmt.Sprint("p", i)
			h.join(name, "")
			h.deposited(name, 300*yuan)
		}
		for i := range 12 {
			wg.Go(func() {
				_, err := []*promo.Promo{h.Promo, other}[i%2].Claim(context.Background(), promo.ClaimOrder{ID: fmt.Sprint("b", i), Player: fmt.Sprint("p", i), Rule: 34})
				mu.Lock()
				counts[code(err)]++
				mu.Unlock()
			})
		}
		wg.Wait()
		if counts["<nil>"] != 3 || counts["promo.budget"] != 9 {
			t.Errorf("%v", counts)
		}
		h.change(34, func(r *rule.Rule) { r.Budget = 30 * yuan })
		h.deposited("ming", 300*yuan)
		if s := h.stands("ming", 34); s.State != promo.NotMet || s.Reason != promo.ErrBudget.Text {
			t.Errorf("%d %s", s.State, s.Reason)
		}
		h.is("reached", h.got("ming", 34), "promo.budget")
		h.credits("hong", 2500*yuan, "38")
		h.credits("p1", 100*yuan, "38")
		h.is("by itself", h.awards("hong"), "38 paid 100.00|")
		if got := h.awards("p1"); !strings.Contains(got, "38 withheld 4.00|") {
			t.Errorf("p1 %s", got)
		}
		costs, err := award.Figures(t.Context(), h.d, 20260301, 20260331)
		h.must(err)
		h.is("figures", fmt.Sprint(costs), "[{34 202603 3 30.00 0} {38 202603 2 104.00 1}]")
		h.at("2026-04-01 00:00:00.000")
		h.deposited("ming", 300*yuan)
		h.is("the next month", h.got("ming", 34), "paid 10.00")
	})
}

// A run that is cut off anywhere, and goes on by another node, pays everybody
// once; a house that was down for weeks makes up for each of them.
func TestARunIsCutOffAndGoesOn(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		defer promo.PlayersAtOnce(promo.PlayersAtOnce(3))
		for i := range 20 {
			name := fmt.Sprintf("run%02d", i)
			h.join(name, "")
			h.bet(name, "board", 1000*yuan)
		}
		h.at("2026-03-11 12:00:00.000")
		h.bet("run07", "board", 1000*yuan)
		h.at("2026-03-25 12:00:00.000") // three Mondays later
		nodes := []*promo.Promo{h.Promo, h.node()}
		for cut := int64(0); cut < 40; cut++ {
			h.failing.Store(cut)
			if err := nodes[cut%2].PayDue(t.Context()); err == nil {
				break
			} else if !errors.Is(err, errFacts) {
				t.Fatal(err)
			}
		}
		h.failing.Store(-1)
		var wg sync.WaitGroup
		for range 4 {
			for _, n := range nodes {
				wg.Go(func() {
					if err := n.PayDue(context.Background()); err != nil {
						t.Error(err)
					}
				})
			}
		}
		wg.Wait()
		for i := range 20 {
			want := "37 paid 3.00|"
			if i == 7 {
				want += want
			}
			h.is(fmt.Sprint(i), h.awards(fmt.Sprintf("run%02d", i)), want)
		}
		runs, err := h.Runs(t.Context(), h.d, 100)
		h.must(err)
		weeks := 0
		for _, r := range runs {
			if r.EndedAt.IsZero() || r.Players != 22 {
				t.Errorf("%+v", r)
			}
			if r.Rule == 37 {
				weeks++
			}
		}
		if weeks != 3 {
			t.Errorf("%d weeks", weeks)
		}
	})
}

// The dry run says to the fen what the run then pays, and pays nothing.
func TestADryRunIsTheRun(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		defer promo.PlayersAtOnce(promo.PlayersAtOnce(2))
		for i := range 7 {
			name := fmt.Sprint("dry", i)
			h.join(name, "")
			h.bet(name, "board", money.Fen(i+1)*1000*yuan)
		}
		v, err := h.Preview(t.Context(), 37, 20260304)
		if err != nil || v.Awards != 7 || v.Amount != 84*yuan || v.Players != 9 || v.Period != 20260302 || v.Sample[0].Player != "dry6" || len(v.Sample) != 7 {
			t.Errorf("%+v %v", v, err)
		}
		h.is("nothing moved", h.awards("dry6"), "")
		h.at("2026-03-09 21:00:00.000")
		h.pay()
		_, total, sum, err := award.List(t.Context(), h.d, award.Filter{Rule: 37})
		if err != nil || total != v.Awards || sum != v.Amount {
			t.Errorf("%d %s %v", total, sum, err)
		}
		if _, err := h.Preview(t.Context(), 34, 20260304); !errors.Is(err, promo.ErrPeriod) {
			t.Errorf("of a day's: %v", err)
		}
	})
}

// What does not agree with the books is found, row by row.
func TestVerifyFindsWhatDoesNotAgree(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.broken = true
		h.deposited("ming", 800*yuan)
		_, err := h.claim("ming", 34)
		h.must(err)
		h.sound()
		h.write(func(ctx context.Context, tx *db.Tx) error {
			for _, s := range []string{
				`INSERT INTO promo_award (id, rule, from_day, kind, player, item, period, ref, basis, amount, required, state, why, remark, packets, made_by, decided_by, month, at, ended_at)
					VALUES ('ghost', 34, 20260302, 'red_packets', 'ming', 'x', 20260302, '', 0, 100, 100, 'paid', '', '', '[1.50]', '', '', 202603, 1, 1)`,
				`INSERT INTO promo_award (id, rule, from_day, kind, player, item, period, ref, basis, amount, required, state, why, remark, packets, made_by, decided_by, month, at, ended_at)
					VALUES ('gone', 34, 20260302, 'surprise', 'ming', 'y', 20260302, '', 0, 100, 100, 'cancelled', '', '', '[]', '', '', 202603, 1, 1)`,
			} {
				if _, err := tx.NewRaw(s).Exec(ctx); err != nil {
					return err
				}
			}
			for kind, key := range map[string]string{"promo.bonus": "stray", "promo.cancel": "stray:cancelled"} {
				_, err := h.ledger.Post(ctx, tx, ledger.Entry{Scope: "promo", Key: key, Kind: kind, By: "test",
					Postings: []ledger.Posting{{From: ledger.HouseBonus(), To: ledger.Centre("hong"), Amount: 5}}})
				if err != nil {
					return err
				}
			}
			return nil
		})
		found, err := award.Verify(t.Context(), h.d, ledger.Everything())
		h.must(err)
		text := ""
		for _, f := range found {
			text += f.Row + " " + f.What + "\n"
		}
		for _, want := range []string{
			"ghost paid without an entry that pays it", "gone paid without an entry that pays it", "stray an entry of a promotion without an award",
			"gone cancelled without an entry that takes it back", "stray:cancelled an entry takes back what is not cancelled", "ghost paid without its turnover requirement",
			"gone a winner who was not drawn", "ghost its packets are not its amount",
		} {
			if !strings.Contains(text, want+"\n") {
				t.Errorf("not found: %s\nin %s", want, text)
			}
		}
	})
}

// PROMO-06, PROMO-10, H-70: a wrong text on a page would cost every player a
// week's rebate or a month's rescue.
func TestAStopAndAStartLoseNoPeriodThatEndedWhileItRan(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		restart := func(id int64, stop, start string) {
			h.at(stop)
			h.must(h.Stop(t.Context(), h.anna, id, "页面文字有误"))
			h.at(start)
			h.must(h.agree(h.Start(t.Context(), h.anna, id, "已改正")))
		}
		h.bet("ming", "board", 10_000*yuan) // week of 2 March
		restart(37, "2026-03-09 20:00:00.000", "2026-03-09 20:05:00.000")
		h.at("2026-03-09 21:00:00.000")
		h.pay()
		h.is("the week that ended", h.awards("ming"), "37 paid 30.00|")

		// Stopped within a week and started within the same one: it counts.
		h.bet("ming", "board", 20_000*yuan)
		restart(37, "2026-03-11 12:00:00.000", "2026-03-12 12:00:00.000")
		h.at("2026-03-16 21:00:00.000")
		h.pay()
		h.is("the week of the stop", h.awards("ming"), "37 paid 30.00|37 paid 60.00|")

		// A week that ended while it was off is not paid, not even as late bets.
		h.bet("ming", "board", 40_000*yuan)
		restart(37, "2026-03-22 12:00:00.000", "2026-03-24 12:00:00.000")
		h.bet("ming", "board", 1_000*yuan)
		h.at("2026-03-30 21:00:00.000")
		h.pay()
		h.pay()
		h.is("the week of the start", h.awards("ming"), "37 paid 30.00|37 paid 60.00|37 paid 3.00|")

		// A month whose payment waits is paid after two stops, too.
		h.bet("hong", "board", 60_000*yuan, lost(60_000*yuan))
		restart(42, "2026-04-01 09:00:00.000", "2026-04-01 09:05:00.000")
		restart(42, "2026-04-02 09:00:00.000", "2026-04-02 23:30:00.000")
		h.pay()
		if got := h.awards("hong"); !strings.Contains(got, "42 paid 3000.00|") {
			t.Errorf("the month that ended: %s", got)
		}
	})
}
