package cashier_test

import (
	"fmt"
	"testing"
	"time"
)

// H-463: in a routed method a channel is chosen by its weight times the share of its orders
// that were paid within a day. A channel that is never paid keeps a tenth. Where fewer than 20
// orders ended, the missing ones count as those of the best channel.
func TestARoutedMethodChoosesByWeightAndSuccessRate(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.exec("UPDATE pay_method SET routed = TRUE WHERE code = 'online'")
		h.exec("UPDATE pay_channel SET style = 'Link', weight = CASE id WHEN 2 THEN 70 ELSE 30 END WHERE id IN (2, 3)")
		ended := func(channel int, ago time.Duration, paid, unpaid, failed int) {
			t.Helper()
			hour := h.clock.Now().Add(-ago).Truncate(time.Hour).UnixMilli()
			h.exec(fmt.Sprintf("INSERT INTO channel_hour (channel, hour, paid, unpaid, failed) VALUES (%d, %d, %d, %d, %d)", channel, hour, paid, unpaid, failed))
		}
		chosen := func(draw, below, want int64) {
			t.Helper()
			h.clock.Advance(time.Minute)
			h.Methods.Draw = func(n int64) int64 {
				if n != below {
					t.Errorf("drawn among %d, want %d", n, below)
				}
				return draw
			}
			if got := h.deposit(h.order(10_000)).ChannelID; got != want {
				t.Errorf("drawn %d: channel %d, want %d", draw, got, want)
			}
		}
		// Nothing is known, or too little, or what is known is old: the weights alone.
		ended(2, 30*time.Hour, 0, 100, 0)
		ended(3, 3*time.Hour, 1, 18, 0)
		chosen(69, 100, 2)
		chosen(70, 100, 3)
		// Channel 2 has enough orders to be judged. The 19 of channel 3 count too, with a twentieth as good as those of 2.
		ended(2, 4*time.Hour, 10, 20, 10)
		chosen(70*25-1, 70*25+30*10, 2)
		chosen(70*25, 70*25+30*10, 3)
		h.exec("UPDATE channel_hour SET paid = 4, unpaid = 1 WHERE channel = 3") // 5 orders, and 15 as the other
		chosen(70*25-1, 70*25+30*38, 2)
		h.exec("DELETE FROM channel_hour WHERE channel = 3") // a new channel counts as good
		chosen(70*25, 100*25, 3)
		ended(3, 3*time.Hour, 1, 18, 0)
		ended(3, 5*time.Hour, 35, 6, 0) // with what was known: 36 of 60
		chosen(70*25-1, 70*25+30*60, 2)
		chosen(70*25, 70*25+30*60, 3)
		// One that is never paid is still tried.
		h.exec("UPDATE channel_hour SET paid = 0 WHERE channel = 2")
		chosen(70*10-1, 70*10+30*60, 2)
		chosen(70*10, 70*10+30*60, 3)
	})
}
