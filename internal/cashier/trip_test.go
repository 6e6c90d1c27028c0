package cashier_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/method"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// rule sets when the channel of orders is switched off by itself.
func (h *house) rule(failRow, below, over, pause int) {
	h.t.Helper()
	h.exec("UPDATE pay_channel SET fail_row = ?, rate_below = ?, rate_over = ?, pause_minutes = ? WHERE id = ?", failRow, below, over, pause, channelLink)
}

func (h *house) watch() {
	h.t.Helper()
	if err := h.Methods.WatchChannels(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

// tripped is the state of the channel of orders, "" while it works.
func (h *house) tripped() string {
	h.t.Helper()
	trips, err := h.Methods.Trips(h.t.Context(), h.d)
	if err != nil {
		h.t.Fatal(err)
	}
	if len(trips) == 0 {
		return ""
	}
	return trips[0].State
}

// tries orders once and says what became of it.
func (h *house) tries(player string) error {
	h.clock.Advance(time.Second)
	o := h.order(10_000)
	o.Player = player
	_, err := h.Deposits.Create(h.t.Context(), o)
	return err
}

func refusing(payment.Order) error { return &payment.Refusal{Code: "closed"} }

// H-382: a gateway that fails the orders of so many players in a row is taken no order to.
func TestAChannelThatFailsIsSwitchedOffAndTakesNoOrder(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register("hong", "李红")
		h.register("lanlan", "王兰")
		h.rule(3, 0, 0, 10)
		h.gw.collect = refusing
		for range 3 {
			expect(t, "refused", h.tries("ming"), deposit.ErrGatewayRefused)
		}
		h.watch()
		if got := h.tripped(); got != "" {
			t.Errorf("one player alone closes the channel: %s", got)
		}
		expect(t, "refused", h.tries("lanlan"), deposit.ErrGatewayRefused)
		h.watch()
		if got := h.tripped(); got != "" {
			t.Errorf("two players are no three: %s", got)
		}
		h.gw.collect = func(payment.Order) error { return errors.New("no answer") }
		expect(t, "silent", h.tries("hong"), deposit.ErrGatewaySilent)
		h.watch()
		if got := h.tripped(); got != method.TripOff {
			t.Fatalf("after refusals and silence: %q", got)
		}
		h.gw.collect = nil
		expect(t, "an order through a channel that is off", h.tries("ming"), method.ErrNoChannel)
		list, err := h.Methods.ChannelsFor(t.Context(), "online", "ming")
		for _, c := range list {
			if c.ID == channelLink {
				t.Error("the channel is offered")
			}
		}
		if n := h.count("SELECT COUNT(*) FROM staff_audit WHERE action = 'channel.trip' AND actor_name <> ''"); err != nil || n != 1 {
			t.Errorf("%d lines in the trail, %v", n, err)
		}
		for range 3 { // it stays so, and is told once
			h.watch()
		}
		if n := h.count("SELECT COUNT(*) FROM channel_trip"); n != 1 {
			t.Errorf("%d trips", n)
		}
	})
}

// H-382: after its pause a channel is tried by three players and works again after
// one that got a page; without, it rests twice as long.
func TestAChannelIsTriedByAFewOrdersAfterItsPause(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register("hong", "李红")
		h.register("lanlan", "王兰")
		h.register("meimei", "陈梅")
		h.rule(2, 0, 0, 10)
		h.gw.collect = refusing
		for _, p := range []string{"ming", "hong"} {
			_ = h.tries(p)
		}
		h.watch()
		h.clock.Advance(9 * time.Minute)
		h.watch()
		expect(t, "before the pause is over", h.tries("ming"), method.ErrNoChannel)
		h.clock.Advance(time.Minute)
		h.watch()
		for _, p := range []string{"ming", "hong", "lanlan"} {
			expect(t, "a try", h.tries(p), deposit.ErrGatewayRefused)
		}
		expect(t, "a fourth try", h.tries("meimei"), method.ErrNoChannel)
		h.watch()
		if got := h.tripped(); got != method.TripOff {
			t.Fatalf("after tries that failed: %q", got)
		}
		h.clock.Advance(19 * time.Minute)
		h.watch()
		expect(t, "before the doubled pause is over", h.tries("ming"), method.ErrNoChannel)
		h.clock.Advance(time.Minute)
		h.watch()
		h.gw.collect = nil
		if err := h.tries("ming"); err != nil {
			t.Fatal(err)
		}
		h.watch()
		if got := h.tripped(); got != "" {
			t.Errorf("after a try that succeeded: %q", got)
		}
		h.watch()
		if got := h.tripped(); got != "" {
			t.Error("the failures from before switch it off once more")
		}
	})
}

// H-382: a player tries a channel once, so nobody uses up the tries of the others.
func TestAPlayerTriesAChannelOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register("hong", "李红")
		h.rule(2, 0, 0, 10)
		h.gw.collect = refusing
		for _, p := range []string{"ming", "hong"} {
			_ = h.tries(p)
		}
		h.watch()
		h.clock.Advance(10 * time.Minute)
		h.watch()
		expect(t, "a try", h.tries("ming"), deposit.ErrGatewayRefused)
		for range 3 {
			expect(t, "a second try of the same player", h.tries("ming"), method.ErrNoChannel)
		}
		offers := func(player string) bool {
			list, err := h.Methods.ChannelsFor(t.Context(), "online", player)
			if err != nil {
				t.Fatal(err)
			}
			return slices.ContainsFunc(list, func(c method.Channel) bool { return c.ID == channelLink })
		}
		if offers("ming") || !offers("hong") {
			t.Errorf("offered to who tried it: %t, to others: %t", offers("ming"), offers("hong"))
		}
		h.watch()
		if got := h.tripped(); got != method.TripHalf {
			t.Errorf("after the try of one player: %q", got)
		}
		h.gw.collect = nil
		if err := h.tries("hong"); err != nil {
			t.Error(err)
		}
		h.watch()
		if got := h.tripped(); got != "" {
			t.Errorf("after a try that succeeded: %q", got)
		}
		if err := h.tries("ming"); err != nil {
			t.Errorf("through a channel that works again: %v", err)
		}
	})
}

// H-382: tries whose end is never known do not keep a channel for ever.
func TestAChannelWhoseTriesHadTheirTimeIsSwitchedOffAgain(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.rule(2, 0, 0, 10)
		half := func() {
			h.exec("DELETE FROM channel_trip")
			h.exec("INSERT INTO channel_trip (id, channel, cause, found, state, off_at, times, resume_at, half_at, probes) VALUES ('t', ?, 'failures', '', 'half', 1, 1, 0, ?, 3)",
				channelLink, h.clock.Now().UnixMilli())
		}
		half()
		h.clock.Advance(h.set.DepositExpiry + h.set.PaidGrace - time.Second)
		h.watch()
		if got := h.tripped(); got != method.TripHalf {
			t.Errorf("before their time is over: %q", got)
		}
		h.clock.Advance(time.Second)
		h.watch()
		if got := h.tripped(); got != method.TripOff {
			t.Errorf("after it: %q", got)
		}
		half()
		if err := h.Methods.ResumeChannel(t.Context(), anna, "scan_a", "网关已恢复"); err != nil {
			t.Fatal(err)
		}
		if err := h.tries("ming"); err != nil {
			t.Errorf("a person has it tried anew: %v", err)
		}
	})
}

// H-382: an order whose transaction began before the trial counts as a try of it.
func TestATryThatBeganBeforeTheTrialCounts(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.exec("INSERT INTO channel_trip (id, channel, cause, found, state, off_at, times, resume_at, half_at) VALUES ('t', ?, 'failures', '', 'half', 1, 1, 0, ?)",
			channelLink, h.clock.Now().Add(5*time.Second).UnixMilli())
		if err := h.tries("ming"); err != nil { // one second later
			t.Fatal(err)
		}
		h.watch()
		if got := h.tripped(); got != "" {
			t.Errorf("after a try that succeeded: %q", got)
		}
	})
}

// H-382: one person has a channel tried, with a reason; a channel that works is not touched.
func TestOnePersonHasAChannelTried(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register("hong", "李红")
		h.rule(2, 0, 0, 0)
		expect(t, "a channel that works", h.Methods.ResumeChannel(t.Context(), anna, "scan_a", "网关已恢复"), method.ErrNotTripped)
		h.gw.collect = refusing
		for _, p := range []string{"ming", "hong"} {
			_ = h.tries(p)
		}
		h.watch()
		h.clock.Advance(23 * time.Hour)
		h.watch()
		expect(t, "without a pause it waits for a person", h.tries("ming"), method.ErrNoChannel)
		if err := h.Methods.ResumeChannel(t.Context(), anna, "scan_a", "网关已恢复"); err != nil {
			t.Fatal(err)
		}
		h.gw.collect = nil
		if err := h.tries("ming"); err != nil {
			t.Error(err)
		}
		if n := h.count("SELECT COUNT(*) FROM staff_audit WHERE action = 'channel.try' AND actor_name = 'anna' AND reason = '网关已恢复'"); n != 1 {
			t.Errorf("%d lines in the trail", n)
		}
	})
}

// H-382: a rate counts the newest order of each player, so that a player who never pays counts once.
func TestAChannelThatIsSeldomPaidIsSwitchedOff(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.rule(0, 50, 5, 30)
		for i := range 5 {
			h.register(fmt.Sprintf("play%d", i), "")
		}
		for range 6 {
			if err := h.tries("ming"); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 3 {
			o := h.order(10_000)
			o.Player = fmt.Sprintf("play%d", i)
			d := h.deposit(o)
			if err := h.callback(h.gw.pay(d.SN, 10_000), h.gw.token(d.SN)); err != nil {
				t.Fatal(err)
			}
		}
		end := func() {
			h.clock.Advance(time.Hour)
			if err := h.Deposits.ExpireOld(t.Context()); err != nil {
				t.Fatal(err)
			}
			h.watch()
		}
		end()
		if got := h.tripped(); got != "" {
			t.Errorf("four players are no five: %s", got)
		}
		_ = h.tries("play3")
		end()
		if got := h.tripped(); got != "" {
			t.Errorf("three of five are paid: %s", got)
		}
		_ = h.tries("play4")
		_ = h.tries("play2")
		end()
		if got := h.tripped(); got != method.TripOff {
			t.Errorf("two of six players paid: %q", got)
		}
	})
}

// The rates of a channel are those of its orders, whether their hours were counted or not.
func TestRatesCountEachOrderOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i := range 3 {
			d := h.deposit(h.order(money.Fen(10_000 + i)))
			if i == 0 {
				if err := h.callback(h.gw.pay(d.SN, 10_000), h.gw.token(d.SN)); err != nil {
					t.Fatal(err)
				}
			}
		}
		h.gw.collect = refusing
		_ = h.tries("ming")
		h.clock.Advance(time.Hour)
		if err := h.Deposits.ExpireOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := method.Ended{Paid: 1, Unpaid: 2, Failed: 1}
		for _, later := range []time.Duration{0, 3 * time.Hour, 19 * time.Hour} {
			h.clock.Advance(later)
			for range 2 {
				rates, err := h.Methods.ChannelRates(t.Context(), h.d)
				if got := rates[channelLink]; err != nil || got.Day != want || got.Week != want {
					t.Errorf("after %s: %+v, %v", later, got, err)
				}
				h.watch()
			}
		}
		h.clock.Advance(48 * time.Hour)
		h.watch()
		rates, err := h.Methods.ChannelRates(t.Context(), h.d)
		if got := rates[channelLink]; err != nil || got.Day != (method.Ended{}) || got.Week != want {
			t.Errorf("after days: %+v, %v", got, err)
		}
	})
}

// H-382: in a routed method one channel of a style is shown, and an order goes by weight
// to one that takes its amount.
func TestARoutedMethodChoosesByWeightAmongThoseThatTakeTheAmount(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.exec("UPDATE pay_method SET routed = TRUE WHERE code = 'online'")
		h.exec("UPDATE pay_channel SET style = 'Link', weight = CASE id WHEN 2 THEN 70 ELSE 30 END WHERE id IN (2, 3)")
		list, err := h.Methods.ChannelsFor(t.Context(), "online", "ming")
		if err != nil || len(list) != 3 || list[0].ID != channelLink || list[0].MinAmount != 1_000 || list[0].MaxAmount != 5_000_000 {
			t.Fatalf("%+v, %v", list, err)
		}
		through := func(amount money.Fen, draw, below int64) int64 {
			t.Helper()
			h.clock.Advance(time.Minute)
			h.Methods.Draw = func(n int64) int64 {
				if n != below {
					t.Errorf("drawn among %d, want %d", n, below)
				}
				return draw
			}
			return h.deposit(h.order(amount)).ChannelID
		}
		for _, tc := range []struct {
			amount      money.Fen
			draw, below int64
			want        int64
		}{
			{10_000, 0, 100, 2}, {10_000, 69, 100, 2}, {10_000, 70, 100, 3}, {10_000, 99, 100, 3},
			{3_000_000, 0, 70, 2}, {3_000_000, 69, 70, 2}, // above what the other takes
		} {
			if got := through(tc.amount, tc.draw, tc.below); got != tc.want {
				t.Errorf("%d drawn %d: channel %d, want %d", tc.amount, tc.draw, got, tc.want)
			}
		}
		h.exec("UPDATE pay_channel SET vip_min = 5 WHERE id = 2")
		if got := through(10_000, 0, 30); got != 3 {
			t.Errorf("above the player's level: channel %d", got)
		}
		h.exec("UPDATE pay_channel SET vip_min = 0, hours_from = 0, hours_to = 1 WHERE id = 2")
		if got := through(10_000, 0, 30); got != 3 {
			t.Errorf("out of its hours: channel %d", got)
		}
		h.exec("UPDATE pay_channel SET hours_to = 0 WHERE id = 2")
		h.exec("INSERT INTO channel_trip (id, channel, cause, found, state, off_at, times, resume_at) VALUES ('t', 3, 'rate', '', 'off', 1, 1, 0)")
		if got := through(10_000, 0, 70); got != 2 {
			t.Errorf("switched off: channel %d", got)
		}
		o := h.order(10_000)
		o.ID, o.Keyless = "twin-a", true
		h.Methods.Draw = nil
		h.clock.Advance(time.Minute)
		h.deposit(o)
		o.ID = "twin-b"
		_, err = h.Deposits.Create(t.Context(), o)
		expect(t, "a double click that would go to another channel", err, deposit.ErrTwin)
	})
}
