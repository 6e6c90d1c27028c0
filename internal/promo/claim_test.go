package promo_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/money"
	"hongyun/internal/promo"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
)

// PROMO-03: each tier's draws, a fen below each mark and on it. A tier that
// gave a draw too many would cost a packet for every player of every day.
func TestPROMO_03_TiersOfTheDaysDeposits(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		marks := []struct {
			from  money.Fen
			draws int
		}{{300, 1}, {800, 2}, {3000, 3}, {5000, 4}, {10_000, 5}, {30_000, 6}, {50_000, 8}, {100_000, 10}, {500_000, 12}, {1_000_000, 15}}
		before := 0
		for i, m := range marks {
			name := fmt.Sprint("tier", i)
			h.join(name, "")
			h.deposited(name, m.from*yuan-1)
			if got := h.stands(name, 34).Draws; got != before {
				t.Errorf("a fen below %d: %d draws, want %d", m.from, got, before)
			}
			h.deposited(name, 1)
			s := h.stands(name, 34)
			if s.Draws != m.draws || s.State != promo.Claimable {
				t.Errorf("with %d: %d draws, want %d; state %d", m.from, s.Draws, m.draws, s.State)
			}
			a, err := h.claim(name, 34)
			if err != nil || len(a.Packets) != m.draws {
				t.Errorf("with %d: %+v %v", m.from, a, err)
			}
			sum := money.Fen(0)
			for _, p := range a.Packets {
				if p <= 0 || p > 8888*yuan {
					t.Errorf("a packet of %s", p)
				}
				sum += p
			}
			h.is("the books", h.book(name), fmt.Sprintf("centre %s to bet %s", sum, sum))
			h.is("again", h.got(name, 34), "promo.claimed")
			before = m.draws
		}
	})
}

// PROMO-03: tiers do not add up, a higher one brings the difference, and a day
// is GMT+8's: what was not drawn before midnight is gone.
func TestPROMO_03_TheDayOfTheRedPackets(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.at("2026-03-02 23:59:59.999")
		h.deposited("ming", 800*yuan)
		if s := h.stands("ming", 34); s.Draws != 2 {
			t.Errorf("draws %d", s.Draws)
		}
		first, err := h.claim("ming", 34)
		h.must(err)
		h.deposited("ming", 2200*yuan)
		second, err := h.claim("ming", 34)
		h.must(err)
		if len(first.Packets) != 2 || len(second.Packets) != 1 {
			t.Errorf("%v then %v", first.Packets, second.Packets)
		}
		h.deposited("hong", 800*yuan)
		h.at("2026-03-03 00:00:00.000")
		h.is("after midnight", h.got("hong", 34), "promo.not_met")
		h.is("after midnight", h.got("ming", 34), "promo.not_met")
		h.deposited("ming", 300*yuan)
		if a, err := h.claim("ming", 34); err != nil || len(a.Packets) != 1 {
			t.Errorf("the next day: %+v %v", a, err)
		}
	})
}

// PROMO-03: a rule can promise no packet above 8888, none of nothing, and its
// table must rise.
func TestPROMO_03_NoTablePromisesTooMuch(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for name, table := range map[string][]rule.Packet{
			"above":  {{Amount: 8888*yuan + 1, Weight: 1}},
			"none":   {{Amount: 0, Weight: 1}},
			"never":  {{Amount: 1, Weight: 0}},
			"twice":  {{Amount: 5, Weight: 1}, {Amount: 5, Weight: 1}},
			"absent": nil,
		} {
			r := h.rule(34)
			r.Params.Packets = table
			if _, err := h.Change(t.Context(), h.anna, h.version(r.ID), r, "活动调整"); !errors.Is(err, rule.ErrParams) {
				t.Errorf("%s: %v", name, err)
			}
		}
		r := h.rule(34)
		r.Params.Packets = []rule.Packet{{Amount: 8888 * yuan, Weight: 1}}
		h.must(h.agree(h.Change(t.Context(), h.anna, h.version(r.ID), r, "活动调整")))
		h.clock.Advance(24 * time.Hour)
		h.deposited("ming", 300*yuan)
		h.is("the largest", h.got("ming", 34), "paid 8888.00")
	})
}

// PROMO-04: both marks are passed, not met; one packet a day, never below 58.
func TestPROMO_04_ChessPacket(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.deposited("ming", 500*yuan)
		h.bet("ming", "board", 2000*yuan+1)
		h.is("500.00 is not over 500", h.got("ming", 35), "promo.not_met")
		h.deposited("ming", 1)
		if a, err := h.claim("ming", 35); err != nil || a.Amount < 58*yuan || a.Amount > 8888*yuan {
			t.Errorf("%+v %v", a, err)
		}
		h.is("again", h.got("ming", 35), "promo.claimed")
		h.deposited("hong", 500*yuan+1)
		h.bet("hong", "board", 2000*yuan)
		h.bet("hong", "sport", 9000*yuan)
		h.is("2000.00 is not over 2000, and sport is no board", h.got("hong", 35), "promo.not_met")
		h.is("what is missing", progress(h.stands("hong", 35)), "今日存款（须超过） 500.01/500.00元 今日棋牌有效投注（须超过） 2000.00/2000.00元")
		h.bet("hong", "board", 1)
		h.is("now", strings.Fields(h.got("hong", 35))[0], "paid")
		h.clock.Advance(24 * time.Hour)
		h.is("the next day", h.got("hong", 35), "promo.not_met")
		r := h.rule(35)
		r.Params.Packets = []rule.Packet{{Amount: 58*yuan - 1, Weight: 1}}
		if _, err := h.Change(t.Context(), h.anna, h.version(r.ID), r, "活动调整"); !errors.Is(err, rule.ErrParams) {
			t.Errorf("a packet below 58: %v", err)
		}
	})
}

// unreviewed lets streaks be paid at once.
func unreviewed(h *house) { h.change(36, func(r *rule.Rule) { r.Params.Review = false }) }

// PROMO-05: each length's share of the lowest stake.
func TestPROMO_05_StreakByItsLength(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		unreviewed(h)
		for wins, want := range map[int]string{
			3: "promo.not_met", 4: "paid 20.02", 5: "paid 30.03", 6: "paid 50.06", 7: "paid 60.07", 8: "paid 80.09", 9: "paid 100.12", 12: "paid 100.12",
		} {
			name := fmt.Sprint("wins", wins)
			h.join(name, "")
			for i := range wins {
				stake := 500 * yuan
				if i == 1 {
					stake = 100_12 // the lowest: shares are rounded down
				}
				h.bet(name, "sport", stake)
				h.clock.Advance(time.Minute)
			}
			h.is(name, h.got(name, 36), want)
			if wins >= 4 {
				amount := strings.TrimPrefix(want, "paid ")
				h.is("1x", h.book(name), fmt.Sprintf("centre %s to bet %s", amount, amount))
				h.is("again", h.got(name, 36), "promo.not_met")
			}
		}
	})
}

// PROMO-05, PROMO-12: a loss ends a streak; what is drawn, void, a parlay, of
// low or unknown odds is passed over; board games are no sport.
func TestPROMO_05_WhatBreaksAStreak(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		unreviewed(h)
		streak := func(name string, bets ...func()) string {
			h.t.Helper()
			for _, b := range bets {
				b()
				h.clock.Advance(time.Minute)
			}
			return h.got(name, 36)
		}
		for name, c := range map[string]struct {
			between []func(*bet.Line)
			want    string
		}{
			"lost":    {[]func(*bet.Line){lost(yuan)}, "promo.not_met"},
			"drawn":   {[]func(*bet.Line){won(0)}, "paid 20.00"},
			"void":    {[]func(*bet.Line){func(b *bet.Line) { b.Status, b.Win = bet.Void, 0 }}, "paid 20.00"},
			"parlay":  {[]func(*bet.Line){parlay, lost(yuan)}, "paid 20.00"},
			"lowhk":   {[]func(*bet.Line){odds("HK", "0.79"), lost(yuan)}, "paid 20.00"},
			"edgehk":  {[]func(*bet.Line){odds("HK", "0.80"), lost(yuan)}, "promo.not_met"},
			"loweu":   {[]func(*bet.Line){odds("EU", "1.799"), lost(yuan)}, "paid 20.00"},
			"edgeeu":  {[]func(*bet.Line){odds("EU", "1.80"), lost(yuan)}, "promo.not_met"},
			"nomarkt": {[]func(*bet.Line){odds("", "0.95"), lost(yuan)}, "paid 20.00"},
		} {
			h.join(name, "")
			win := func() { h.bet(name, "sport", 100*yuan) }
			h.is(name, streak(name, win, win, win, func() { h.bet(name, "sport", 100*yuan, c.between...) }, win), c.want)
		}
		h.join("board", "")
		win := func() { h.bet("board", "board", 100*yuan) }
		h.is("board games", streak("board", win, win, win, win), "promo.not_met")
	})
}

// PROMO-05: 24 hours from the last bet's settlement, to the millisecond; the
// same bets serve one claim, and a new streak begins after it.
func TestPROMO_05_ClaimedWithin24HoursAndOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		unreviewed(h)
		four := func(name string) {
			for range 4 {
				h.clock.Advance(time.Minute)
				h.bet(name, "sport", 100*yuan)
			}
		}
		four("ming")
		four("hong")
		h.bet("hong", "sport", 100*yuan, lost(yuan)) // the four stay won
		h.clock.Advance(24 * time.Hour)
		h.is("24 h later", h.got("hong", 36), "paid 20.00")
		h.clock.Advance(-4 * time.Minute) // hong's last bet is four minutes younger
		h.is("24 h later", h.got("ming", 36), "paid 20.00")
		h.bet("ming", "sport", 100*yuan)
		h.is("a fifth win after the claim", h.got("ming", 36), "promo.not_met")
		h.join("late", "")
		four("late")
		h.clock.Advance(24*time.Hour + time.Millisecond)
		h.is("too late", h.got("late", 36), "promo.not_met")
		if s := h.stands("late", 36); s.State == promo.Claimable || s.Reason == "" {
			t.Errorf("too late: %+v", s)
		}
		h.clock.Advance(-24 * time.Hour)
		four("ming")
		h.is("four more, with the fifth", h.got("ming", 36), "paid 30.00")
		// Two streaks within the hours: the older first, and then the other.
		four("late")
		h.bet("late", "sport", 100*yuan, lost(yuan))
		four("late")
		h.is("the older", strings.Fields(h.got("late", 36))[0], "paid")
		h.is("the newer", h.got("late", 36), "paid 20.00")
		h.is("no third", h.got("late", 36), "promo.not_met")
	})
}

// PROMO-05 as its page says it: a streak is paid after a check, which people make where a bet names no match.
func TestPROMO_05_AStreakWaitsForItsCheck(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for range 4 {
			h.bet("ming", "sport", 100*yuan, unnamed)
			h.clock.Advance(time.Minute)
		}
		a, err := h.claim("ming", 36)
		if err != nil || a.State != award.Withheld {
			t.Fatalf("%+v %v", a, err)
		}
		h.is("nothing moved", h.book("ming"), "centre 0.00 to bet 0.00")
		h.is("nothing more", h.got("ming", 36), "promo.not_met")
		h.must(h.agree(h.Release(t.Context(), h.anna, a.ID, "已核实赛事")))
		h.is("released", h.book("ming"), "centre 20.00 to bet 20.00")
	})
}

// PROMO-05, H-311: of one match the first bet that is settled counts, an opposed or sold
// win counts for nothing and a loss always does, and a streak whose venue names every match needs no person.
func TestPROMO_05_OneBetOfAMatchCounts(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		at := func(match string) func(*bet.Line) { return func(b *bet.Line) { b.Round = match } }
		opposed := func(b *bet.Line) { b.Valid, b.Reason = 0, bet.ReasonOpposed }
		streak := func(name string, bets ...[]func(*bet.Line)) string {
			h.join(name, "")
			for _, changes := range bets {
				h.bet(name, "sport", 100*yuan, changes...)
				h.clock.Advance(time.Minute)
			}
			a, err := h.claim(name, 36)
			if err != nil {
				return code(err)
			}
			return fmt.Sprintf("%s %s", a.State, a.Amount)
		}
		type bets = [][]func(*bet.Line)
		named := func(matches ...string) (list bets) {
			for _, m := range matches {
				list = append(list, []func(*bet.Line){at(m)})
			}
			return list
		}
		for name, c := range map[string]struct {
			bets bets
			want string
		}{
			"four":      {named("1", "2", "3", "4"), "paid 20.00"},
			"three":     {named("1", "2", "3", "3", "2"), "promo.not_met"},
			"lostagain": {append(named("1", "2", "3"), []func(*bet.Line){at("3"), lost(yuan)}, []func(*bet.Line){at("4")}), "paid 20.00"},
			"lostfirst": {append(named("1", "2", "3"), []func(*bet.Line){at("4"), lost(yuan)}, []func(*bet.Line){at("4")}), "promo.not_met"},
			"bothsides": {append(named("1", "2", "3"), []func(*bet.Line){at("4"), opposed}, []func(*bet.Line){at("4"), opposed, lost(yuan)}), "promo.not_met"},
			"undone":    {append(named("1", "2", "3"), []func(*bet.Line){at("4"), opposed, lost(yuan)}, []func(*bet.Line){at("5")}), "promo.not_met"},
			"passed":    {append(named("1", "2", "3"), []func(*bet.Line){at("4"), opposed}, []func(*bet.Line){at("5")}), "paid 20.00"},
			"sold":      {append(named("1", "2", "3"), []func(*bet.Line){at("4"), sold}), "promo.not_met"},
			"soldfirst": {append(named("1", "2", "3"), []func(*bet.Line){at("4"), sold}, []func(*bet.Line){at("4")}), "paid 20.00"},
			"soldlost":  {append(named("1", "2", "3"), []func(*bet.Line){at("4"), sold, lost(yuan)}, []func(*bet.Line){at("5")}), "promo.not_met"},
			"atonce":    {append(named("1", "2", "3"), []func(*bet.Line){at("4"), won(39 * yuan)}), "promo.not_met"},
			"half":      {append(named("1", "2", "3"), []func(*bet.Line){at("4"), won(40 * yuan)}), "paid 20.00"},
			"unnamed":   {named("1", "2", "3", ""), "withheld 20.00"},
		} {
			h.is(name, streak(name, c.bets...), c.want)
		}
	})
}

// PROMO-12: what counts, market by market, at its edge. Odds that are no number
// or of a market nobody knows do not count, and say so.
func TestPROMO_12_OddsThatCount(t *testing.T) {
	for _, c := range []struct {
		market, odds string
		parlay       bool
		want         string
	}{
		{"HK", "0.80", false, ""}, {"HK", "0.7999", false, "赔率低于0.80，不计入"}, {"hk", " 0.8 ", false, ""}, {"HK", "12", false, ""},
		{"MY", "0.80", false, ""}, {"MY", "0.79", false, "赔率低于0.80，不计入"}, {"Malay", "-0.95", false, ""}, {"MY", "-1.30", false, "赔率低于0.80，不计入"},
		{"EU", "1.80", false, ""}, {"EU", "1.79", false, "赔率低于1.80，不计入"}, {"DEC", "1.8000", false, ""}, {"EU", "-2", false, "赔率低于1.80，不计入"},
		{"HK", "1.80", true, "串关注单不计入"}, {"", "1.80", false, "赔率类型未知，不计入"}, {"INDO", "1.80", false, "赔率类型未知，不计入"},
		{"EU", "", false, "赔率未知，不计入"}, {"EU", "two", false, "赔率未知，不计入"}, {"EU", "9/5", false, "赔率未知，不计入"},
		{"EU", "1e9", false, "赔率未知，不计入"}, {"EU", "0x9", false, "赔率未知，不计入"}, {"EU", strings.Repeat("9", 400), false, "赔率未知，不计入"}, {"MY", "-0", false, "赔率低于0.80，不计入"},
	} {
		ok, why := rule.OddsFloor{Local: 80, European: 180}.Counts(c.market, c.odds, c.parlay)
		if why != c.want || ok != (why == "") {
			t.Errorf("%s %s parlay %v: %v %q, want %q", c.market, c.odds, c.parlay, ok, why, c.want)
		}
	}
}

// trust CON-4: a hundred claims at once, through two nodes, pay once.
func TestAHundredClaimsPayOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.deposited("ming", 1_000_000*yuan)
		h.deposited("hong", 600*yuan)
		h.bet("hong", "board", 3000*yuan)
		nodes := []*promo.Promo{h.Promo, h.node()}
		var wg sync.WaitGroup
		paid := make([]award.Award, 100)
		for i := range 100 {
			wg.Go(func() {
				o := promo.ClaimOrder{ID: fmt.Sprint("race-", i), Player: "ming", Rule: 34}
				if i%4 == 3 {
					o.Player, o.Rule = "hong", 35
				}
				a, err := nodes[i%2].Claim(context.Background(), o)
				if err == nil {
					paid[i] = a
				} else if !errors.Is(err, promo.ErrClaimed) {
					t.Errorf("claim %d: %v", i, err)
				}
			})
		}
		wg.Wait()
		n, draws, sum := 0, 0, money.Fen(0)
		for _, a := range paid {
			if a.Player == "ming" {
				n, draws, sum = n+1, draws+len(a.Packets), sum+a.Amount
			}
		}
		if n != 1 || draws != 15 {
			t.Errorf("%d claims drew %d packets", n, draws)
		}
		h.is("the books", h.book("ming"), fmt.Sprintf("centre %s to bet %s", sum, sum))
		if list := h.awards("hong"); strings.Count(list, "|") != 1 {
			t.Errorf("hong got %s", list)
		}
	})
}

// A request whose answer was lost is answered again and draws nothing anew; its
// number serves nothing else.
func TestARepeatedClaimIsAnsweredAgain(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.deposited("ming", 5000*yuan)
		o := promo.ClaimOrder{ID: "one", Player: "ming", Rule: 34}
		first, err := h.Claim(t.Context(), o)
		h.must(err)
		again, err := h.Claim(t.Context(), o)
		h.must(err)
		if fmt.Sprint(first.Packets, first.Amount) != fmt.Sprint(again.Packets, again.Amount) {
			t.Errorf("%v then %v", first.Packets, again.Packets)
		}
		o.Rule = 35
		if _, err := h.Claim(t.Context(), o); !errors.Is(err, promo.ErrChanged) {
			t.Errorf("another promotion: %v", err)
		}
		o.Rule, o.Player = 34, "hong"
		if _, err := h.Claim(t.Context(), o); !errors.Is(err, promo.ErrChanged) {
			t.Errorf("another player: %v", err)
		}
		for rule, want := range map[int64]string{99: "promo.no_rule", 37: "promo.by_itself", 38: "promo.by_itself", 0: "promo.no_rule", -1: "promo.no_rule"} {
			h.is(fmt.Sprint("promotion ", rule), h.got("ming", rule), want)
		}
	})
}
