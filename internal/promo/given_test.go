package promo_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/promo"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/draw"
	"hongyun/internal/promo/rule"
	"hongyun/internal/staff"
)

// PROMO-07, PROMO-12: 4% of the day's first deposit, from 100, up to 2000.
func TestPROMO_07_DailyBonus(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i, c := range []struct {
			deposit money.Fen
			want    string
		}{
			{100*yuan - 1, ""}, {100 * yuan, "4.00"}, {100_24, "4.00"}, {100_25, "4.01"}, {50_000*yuan - 1, "1999.99"}, {50_000 * yuan, "2000.00"}, {50_000*yuan + 25, "2000.00"},
			{900_000 * yuan, "2000.00"},
		} {
			name := fmt.Sprint("day", i)
			h.join(name, "")
			h.credits(name, c.deposit, "38")
			want := "centre 0.00 to bet 0.00"
			if c.want != "" {
				want = fmt.Sprintf("centre %s to bet %s", c.want, c.want) // 1x of the bonus; the deposit has its own
			}
			h.is(c.deposit.String(), h.book(name), want)
		}
		h.credits("ming", 100*yuan, "") // chosen with nothing
		h.credits("ming", 1000*yuan, "38")
		h.is("the second of the day", h.awards("ming"), "")
		h.withdrew("hong")
		h.credits("hong", 100*yuan, "38")
		h.is("after a withdrawal", h.awards("hong"), "")
		h.at("2026-03-03 00:00:00.000")
		h.credits("ming", 1000*yuan, "38")
		h.credits("hong", 1000*yuan, "38")
		h.credits("hong", 1000*yuan, "38")
		h.is("the next day", h.awards("ming")+h.awards("hong"), "38 paid 40.00|38 paid 40.00|")
	})
}

// PROMO-07: 2% of the first deposit ever, from 100, up to 400, of somebody
// whose name and card are known; never again, and not beside the daily one.
func TestPROMO_07_FirstDepositBonus(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i, c := range []struct {
			deposit money.Fen
			want    string
		}{{100*yuan - 1, ""}, {100 * yuan, "39 paid 2.00|"}, {20_000*yuan - 1, "39 paid 399.99|"}, {20_000 * yuan, "39 paid 400.00|"}, {30_000 * yuan, "39 paid 400.00|"}} {
			name := fmt.Sprint("new", i)
			h.join(name, "")
			h.known(name)
			h.credits(name, c.deposit, "39")
			h.is(c.deposit.String(), h.awards(name), c.want)
			h.clock.Advance(24 * time.Hour)
			h.credits(name, 1000*yuan, "39")
			h.is("another day", h.awards(name), c.want)
		}
		h.credits("ming", 1000*yuan, "39")
		h.is("a stranger", h.awards("ming"), "39 withheld 20.00|")
		h.known("hong")
		h.credits("hong", 1000*yuan, "38")
		h.credits("hong", 1000*yuan, "39")
		h.is("beside the daily one", h.awards("hong"), "38 paid 40.00|")
		if s := h.stands("hong", 39); s.State != promo.NotForYou {
			t.Errorf("hong: %d %s", s.State, s.Reason)
		}
	})
}

// DEP-09: what can be chosen now, and nothing else can be ordered with.
func TestDEP_09_WhatADepositCanChoose(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		choices := func() string {
			list, err := h.Choices(t.Context(), h.d, "ming")
			h.must(err)
			var out []string
			for _, c := range list {
				out = append(out, fmt.Sprintf("{%d %s}", c.ID, c.Name))
				first, missing := c.ID == 39, c.ID == 39 && strings.Contains(c.Name, "真实姓名")
				rate, most := int64(400), 2000*yuan
				if first {
					rate, most = 200, 400*yuan
				}
				o := c.Offer
				if o.First != first || o.Rate != rate || o.Min != 100*yuan || o.Cap != most || o.Turnover != 100 || (o.Missing != "") != missing {
					t.Errorf("offer of %d: %+v", c.ID, o)
				}
			}
			return "[" + strings.Join(out, " ") + "]"
		}
		offer, err := h.FirstOffer(t.Context(), h.d)
		h.must(err)
		h.is("the offer to a visitor", fmt.Sprint(offer), "{39 首存加赠 2% true 200 100.00 400.00 100 }")
		check := func(activity string, amount money.Fen) string {
			return code(h.CheckChoice(t.Context(), h.d, "ming", activity, amount))
		}
		h.is("a stranger", choices(), "[{38 每日存款加赠 4%} {39 首存加赠 2%（填写真实姓名并绑卡后到账）}]")
		h.known("ming")
		h.is("known", choices(), "[{38 每日存款加赠 4%} {39 首存加赠 2%}]")
		for activity, want := range map[string]string{
			"": "<nil>", "0": "<nil>", "38": "<nil>", "39": "<nil>", "34": "promo.no_rule", "99": "promo.no_rule", "x": "promo.no_rule", "-38": "promo.no_rule", "38 ": "promo.no_rule",
		} {
			h.is("activity "+activity, check(activity, 100*yuan), want)
		}
		h.is("too little", check("38", 100*yuan-1), "promo.choice")
		h.credits("ming", 100*yuan, "38")
		h.is("after it", choices()+check("38", 100*yuan)+check("39", 100*yuan), "[]promo.choicepromo.choice")
		h.must(h.Stop(t.Context(), h.anna, 38, "活动结束"))
		h.clock.Advance(24 * time.Hour)
		h.is("switched off", choices()+check("38", 100*yuan), "[]promo.no_rule")
	})
}

// PROMO-08: 100 for who invited, when the friend's deposits of a month reach
// 2000: to the fen, to the millisecond, and once for each friend.
func TestPROMO_08_Referral(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.join("friend", "ming")
		h.join("slow", "ming")
		h.join("late", "ming")
		for _, name := range []string{"friend", "slow", "late"} {
			h.known(name)
		}
		joined := h.clock.Now()
		h.credits("friend", 2000*yuan-1, "")
		h.is("a fen too little", h.awards("ming"), "")
		h.credits("friend", 1, "")
		h.is("together", h.awards("ming")+h.book("ming"), "40 paid 100.00|centre 100.00 to bet 100.00")
		h.credits("friend", 9000*yuan, "")
		h.is("once", h.awards("ming"), "40 paid 100.00|")
		var refs []string
		h.must(h.d.NewRaw("SELECT ref FROM inbox_message WHERE player = 'ming'").Scan(t.Context(), &refs))
		given, _, _, err := award.List(t.Context(), h.d, award.Filter{Player: "ming", Page: staff.Page{Number: 1, Size: 10}})
		h.must(err)
		h.is("the message names the award as the records do, and not the friend", fmt.Sprint(refs), "["+given[0].Number()+"]")
		h.credits("hong", 9000*yuan, "")
		h.is("invited by nobody", h.awards("hong"), "")
		h.clock.Set(promo.MonthAfter(joined).Add(-time.Millisecond))
		h.credits("slow", 2000*yuan, "")
		h.is("the last moment", h.awards("ming"), "40 paid 100.00|40 paid 100.00|")
		h.clock.Set(promo.MonthAfter(joined))
		h.credits("late", 2000*yuan, "")
		h.is("a month later", h.awards("ming"), "40 paid 100.00|40 paid 100.00|")
		h.is("what the page says", progress(h.stands("ming", 40)), "已邀请 3.00/0.00人 已达成 2.00/0.00人")
	})
}

// RG-4, RG-5: what comes by itself to a player who stopped waits for a person. It
// keeps nothing of anybody else from being paid.
func TestAGiftToWhoStoppedWaits(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.join("friend", "ming")
		h.known("friend")
		_, err := h.guard.StopFor(t.Context(), "ming", 1)
		h.must(err)
		h.credits("friend", 2000*yuan, "")
		h.is("the inviter stopped", h.awards("ming")+h.book("ming"), "40 withheld 100.00|centre 0.00 to bet 0.00")
		h.is("told nothing", fmt.Sprint(h.told("ming")), "0")
	})
}

// RG-4, RG-5: who stopped still reads the list of promotions, and is offered none.
func TestWhoStoppedIsOfferedNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, err := h.guard.StopFor(t.Context(), "ming", 1)
		h.must(err)
		list, err := h.Standings(t.Context(), h.d, "ming")
		h.must(err)
		if len(list) == 0 {
			t.Fatal("no promotion is listed")
		}
		for _, s := range list {
			if s.State != promo.NotForYou || s.Reason != "冷静期或自我排除期间不能参加优惠" {
				t.Errorf("promotion %d: %v, %s", s.ID, s.State, s.Reason)
			}
		}
	})
}

// A month after the 31st of January is the end of February, not March.
func TestAMonthAfter(t *testing.T) {
	for from, want := range map[string]string{
		"2026-01-31T15:59:59+08:00": "2026-02-28T15:59:59+08:00", "2026-03-02T12:00:00+08:00": "2026-04-02T12:00:00+08:00", "2026-12-31T00:00:00+08:00": "2027-01-31T00:00:00+08:00",
		"2026-02-28T23:30:00Z": "2026-04-01T07:30:00+08:00",
	} {
		at, _ := time.Parse(time.RFC3339, from)
		end, _ := time.Parse(time.RFC3339, want)
		if got := promo.MonthAfter(at); !got.Equal(end) {
			t.Errorf("%s: %s, want %s", from, got, want)
		}
	}
}

// PROMO-06, D-09, D-16: 0.3%, and 0.6% from level 5; the week is Monday's to
// Sunday's of GMT+8; there by Monday 23:00, without a requirement, as a rebate.
func TestPROMO_06_ChessRebate(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.join("four", "")
		h.join("five", "")
		h.levels["four"], h.levels["five"] = 4, 5
		h.at("2026-03-01 23:59:59.999")
		h.bet("ming", "board", 10_000*yuan) // the week before
		h.at("2026-03-02 00:00:00.000")
		for _, name := range []string{"ming", "four", "five"} {
			h.bet(name, "board", 1000*yuan)
			h.bet(name, "live", 7000*yuan)
		}
		h.at("2026-03-08 23:59:59.999")
		h.bet("ming", "board", 333) // 1003.33 × 0.3% = 3.00999
		h.bet("hong", "board", 333) // less than a fen
		if s := h.stands("ming", 37); s.State != promo.ByItself || s.Amount != 3_00 {
			t.Errorf("so far: %d %s", s.State, s.Amount)
		}
		h.at("2026-03-09 00:00:00.000")
		h.bet("ming", "board", 50_000*yuan) // the week after
		h.at("2026-03-09 20:59:59.999")
		h.pay()
		h.is("too early", h.awards("ming"), "")
		h.at("2026-03-09 22:59:59.000")
		h.pay()
		h.pay()
		h.is("Monday", h.awards("ming")+h.awards("four")+h.awards("five")+h.awards("hong"), "37 paid 3.00|37 paid 3.00|37 paid 6.00|")
		h.is("no requirement", h.book("five"), "centre 6.00 to bet 0.00")
		kinds, total, sum, err := award.List(t.Context(), h.d, award.Filter{Kinds: []rule.Kind{rule.BoardRebate}})
		if err != nil || total != 3 || sum != 12*yuan || !kinds[0].Kind.Rebate() {
			t.Errorf("%d %s %v", total, sum, err)
		}
	})
}

// PROMO-06: what a venue reports after the payment is paid with the next week;
// a bet that is void by then takes nothing back by itself.
func TestPROMO_06_LateBetsAreMadeGood(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.at("2026-03-04 12:00:00.000")
		h.bet("ming", "board", 1000*yuan)
		h.bet("hong", "board", 1000*yuan)
		h.at("2026-03-09 21:00:00.000")
		h.pay()
		placed := h.bets[0].BetAt
		h.bet("ming", "board", 2000*yuan, func(b *bet.Line) { b.BetAt = placed }) // came late
		h.bets[1].Valid = 0                                                       // void now
		h.levels["ming"] = 5
		h.at("2026-03-16 21:00:00.000")
		h.pay()
		h.is("ming", h.awards("ming"), "37 paid 3.00|37 paid 12.00|") // 2000 × 0.6%, for that is the level now
		h.is("hong", h.awards("hong"), "37 paid 3.00|")
		h.at("2026-03-23 21:00:00.000")
		h.pay()
		h.is("once", h.awards("ming"), "37 paid 3.00|37 paid 12.00|")
	})
}

// PROMO-11, D-10: 1% from 1000, at odds of 0.6 or 3 and above, no parlays.
func TestPROMO_11_SportRebate(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i, c := range []struct {
			valid  money.Fen
			change func(*bet.Line)
			want   string
		}{
			{1000*yuan - 1, odds("HK", "0.60"), ""}, {1000 * yuan, odds("HK", "0.60"), "43 paid 10.00|"}, {1000 * yuan, odds("HK", "0.59"), ""},
			{1000 * yuan, odds("MY", "0.60"), "43 paid 10.00|"}, {1000 * yuan, odds("MY", "0.5999"), ""}, {1000 * yuan, odds("EU", "3.00"), "43 paid 10.00|"},
			{1000 * yuan, odds("EU", "2.99"), ""}, {1000 * yuan, odds("", "3.00"), ""}, {1000 * yuan, parlay, ""}, {90_000_000 * yuan, odds("EU", "3"), "43 withheld 900000.00|"},
			{1_234_56, odds("EU", "3"), "43 paid 12.34|"},
		} {
			name := fmt.Sprint("sport", i)
			h.join(name, "")
			h.bet(name, "sport", c.valid, c.change)
			defer func() { h.is(fmt.Sprint(i), h.awards(name), c.want) }()
		}
		h.bet("ming", "sport", 999*yuan, odds("HK", "0.6"))
		h.bet("ming", "sport", 5000*yuan, odds("EU", "2.0"))
		if s := h.stands("ming", 43); s.Reason != "部分注单未计入：赔率低于3.00，不计入" || s.Progress[0].Now != 999*yuan {
			t.Errorf("%s %v", s.Reason, s.Progress)
		}
		h.at("2026-03-09 22:59:59.000")
		h.pay()
		h.is("999.00 of 5999", h.awards("ming"), "")
	})
}

// PROMO-10: 5% of what was lost in the month from 50000, bonuses of the month
// taken off; on the 2nd at 23:00; who still waits for a result waits for this.
func TestPROMO_10_Rescue(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for _, name := range []string{"edge", "less", "bonus", "open", "other"} {
			h.join(name, "")
		}
		h.bet("edge", "sport", yuan, lost(60_000*yuan))
		h.bet("edge", "board", yuan, won(10_000*yuan))
		h.bet("less", "sport", yuan, lost(50_000*yuan-1))
		h.credits("bonus", 100*yuan, "38") // 4.00
		h.bet("bonus", "sport", yuan, lost(50_003_99))
		h.bet("open", "sport", yuan, lost(70_000*yuan))
		h.bet("open", "sport", 0, func(b *bet.Line) { b.Status, b.Win = bet.Open, 0 })
		h.at("2026-03-31 23:59:59.999")
		h.bet("hong", "sport", yuan, lost(50_000*yuan))
		h.at("2026-04-01 00:00:00.000")
		h.bet("other", "sport", yuan, lost(90_000*yuan))
		h.at("2026-04-02 22:59:59.999")
		h.pay()
		h.is("too early", h.awards("edge"), "")
		h.at("2026-04-02 23:00:00.000")
		h.pay()
		for name, want := range map[string]string{
			"edge": "42 paid 2500.00|", "hong": "42 paid 2500.00|", "less": "", "bonus": "38 paid 4.00|", "open": "42 withheld 3500.00|", "other": "",
		} {
			h.is(name, h.awards(name), want)
		}
		h.is("1x", h.book("edge"), "centre 2500.00 to bet 2500.00")
	})
}

// PROMO-09: five of those who deposited and bet, on the 3rd; the seed and the
// entrants make the same winners again, and other entrants do not.
func TestPROMO_09_SurpriseCash(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i := range 30 {
			name := fmt.Sprintf("lucky%02d", i)
			h.join(name, "")
			h.known(name)
			h.deposited(name, 500*yuan)
			h.bet(name, "live", 1_000*yuan)
		}
		for i, name := range []string{"farm", "nameless", "second"} { // one fen, no card, another account of lucky01
			h.join(name, "")
			h.deposited(name, 500*yuan)
			h.bet(name, "live", []money.Fen{1, 1_000 * yuan, 1_000 * yuan}[i])
			if name != "nameless" {
				h.known(name)
			}
		}
		h.links["second"] = []promo.Link{{Player: "lucky01", By: "同设备"}}
		h.deposited("ming", 1_000_000*yuan) // bets nothing
		h.bet("hong", "board", 1_000_000*yuan)
		h.must(h.Freeze(t.Context(), h.anna, "lucky00", true, "疑似套利"))
		h.at("2026-04-03 19:59:59.999")
		h.pay()
		if _, err := draw.Of(t.Context(), h.d, 41, 20260301); !errors.Is(err, draw.ErrNotFound) {
			t.Errorf("too early: %v", err)
		}
		h.at("2026-04-03 20:00:00.000")
		h.pay()
		h.pay()
		d, err := draw.Of(t.Context(), h.d, 41, 20260315)
		if err != nil || !d.Same || d.Entrants != 29 || len(d.Winners) != 5 || len(d.Seed) != 64 {
			t.Fatalf("%+v %v", d, err)
		}
		seen := map[string]bool{}
		for _, w := range d.Winners {
			if seen[w.Player] || w.Amount > 8888*yuan || w.Amount <= 0 || w.Player == "lucky00" || !strings.HasPrefix(w.Player, "lucky") {
				t.Errorf("%+v", w)
			}
			seen[w.Player] = true
			h.is(w.Player, h.awards(w.Player), fmt.Sprintf("41 paid %s|", w.Amount))
		}
		list, total, _, err := award.List(t.Context(), h.d, award.Filter{Rule: 41})
		if err != nil || total != 5 || len(list) != 5 {
			t.Errorf("%d winners %v", total, err)
		}
		names, total, err := draw.Entrants(t.Context(), h.d, 41, 20260301, 100, 0)
		if err != nil || total != 29 || len(names) != 29 || names[0] != "lucky01" {
			t.Errorf("%d %v %v", total, names, err)
		}
		err = h.d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("DELETE FROM promo_entrant WHERE place = 3").Exec(ctx)
			return err
		})
		if err == nil {
			t.Error("an entrant was removed")
		}
	})
}

// PROMO-08: a friend without a name and a card, or one who has an account
// already, would bring 100 yuan for 2000 of turnover each time.
func TestAFriendWithoutNameAndCardBringsNothingYet(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for _, name := range []string{"friend", "twin"} {
			h.join(name, "ming")
			h.credits(name, 2000*yuan, "")
		}
		h.is("unknown", h.awards("ming")+h.book("ming"), "40 withheld 100.00|40 withheld 100.00|centre 0.00 to bet 0.00")
		h.known("friend")
		h.known("twin")
		h.links["twin"] = []promo.Link{{Player: "friend", By: "同设备"}}
		h.pay()
		h.pay()
		h.is("known", h.awards("ming")+h.book("ming"), "40 paid 100.00|40 withheld 100.00|centre 100.00 to bet 100.00")
	})
}

// PROMO-07: the first-deposit bonus waits for name and card, and is not lost.
func TestTheFirstDepositBonusWaitsForNameAndCard(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		list, err := h.Choices(t.Context(), h.d, "hong")
		h.must(err)
		if got := fmt.Sprint(list); !strings.Contains(got, "首存加赠 2%（填写真实姓名并绑卡后到账）") {
			t.Errorf("the form says %s", got)
		}
		h.credits("hong", 1000*yuan, "39")
		h.credits("ming", 1000*yuan, "39")
		h.is("waiting", h.awards("hong")+h.book("hong"), "39 withheld 20.00|centre 0.00 to bet 0.00")
		if s := h.stands("hong", 39); s.State != promo.Done || s.StateText != "待完善资料" || !strings.Contains(s.Reason, "30天内") {
			t.Errorf("%+v", s)
		}
		h.pay()
		h.known("hong")
		h.pay()
		h.pay()
		h.is("known", h.awards("hong")+h.book("hong"), "39 paid 20.00|centre 20.00 to bet 20.00")
		h.clock.Advance(30*24*time.Hour + time.Second)
		h.pay()
		h.is("too late", h.awards("ming"), "39 refused 20.00|")
	})
}

// Players who fill in nothing wait 30 days. However many they are, somebody who
// came later and is known is paid.
func TestAwardsThatWaitKeepOutNobodyBehindThem(t *testing.T) {
	defer promo.KnownAtOnce(promo.KnownAtOnce(2))
	each(t, func(t *testing.T, h *house) {
		for i := range 5 {
			name := fmt.Sprintf("wait%d", i)
			h.join(name, "")
			h.credits(name, 1000*yuan, "39")
			h.clock.Advance(time.Second)
		}
		h.known("wait4")
		for range 3 {
			h.pay()
		}
		h.is("the last one", h.awards("wait4"), "39 paid 20.00|")
		h.known("wait0")
		h.pay()
		h.is("the first one", h.awards("wait0"), "39 paid 20.00|")
	})
}

// told is how many messages a player has.
func (h *house) told(player string) (n int) {
	h.t.Helper()
	h.must(h.d.NewRaw("SELECT COUNT(*) FROM inbox_message WHERE player = ?", player).Scan(context.Background(), &n))
	return n
}
