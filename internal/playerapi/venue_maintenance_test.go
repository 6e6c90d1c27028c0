package playerapi_test

import (
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// MNT-03: a transfer to a venue in maintenance and its launch say so, with the time
// at which it ends, and move nothing. The way back and the other venues go on.
func TestATransferToAVenueInMaintenanceSaysSo(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("ming")
		h.Grant("ming", 100*money.Yuan)
		transfer := func(platform, way, amount string) apptest.Reply {
			h.Clock.Advance(10 * time.Second) // a wish of its own
			return b.Post(transferCall, "playerName", "ming", "platformId", platform, "transactionType", way, "amount", amount)
		}
		if r := transfer("26", "1", "30"); !r.OK() {
			t.Fatalf("before: %s", r)
		}
		maintained := func(from, to time.Time) {
			t.Helper()
			_, err := h.Venues.SetState(t.Context(), staff.System("test"), venue.StateChange{
				Venue: "ky", State: venue.StateMaintenance, From: from, To: to, Reason: "升级",
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		says := func(text string) {
			t.Helper()
			launch := b.Post("/v1/Do/CallPlatformLoginToAction", "platformId", "26", "playerName", "ming", "gameId", "0", "mode", "1", "language", "zh-CN", "HomeUrl", "localhost")
			for what, r := range map[string]apptest.Reply{"a transfer": transfer("26", "1", "20"), "a launch": launch} {
				if r.OK() || r.Text("ErrorMessage") != text || r.Text("ResultMessage") != text || r.Text("OrderSn") != "" {
					t.Errorf("%s: %s, want %q", what, r, text)
				}
			}
			if got, want := h.Book("ming", "ky", "leg"), "centre 70.00 locked 0.00 transit 0.00 ky 30.00 leg 0.00"; got != want {
				t.Errorf("book\n got %s\nwant %s", got, want)
			}
		}
		end := h.Clock.Now().Add(2 * time.Hour)
		maintained(h.Clock.Now(), end)
		says("该场馆正在维护，预计 " + end.Format(time.DateTime) + " 恢复")
		maintained(time.Time{}, time.Time{})
		says("该场馆正在维护，请稍后再试")
		if r := transfer("31", "1", "5"); !r.OK() {
			t.Errorf("to another venue: %s", r)
		}
		if r := transfer("26", "2", "30"); !r.OK() {
			t.Errorf("back from it: %s", r)
		}
		if got, want := h.Book("ming", "ky", "leg"), "centre 95.00 locked 0.00 transit 0.00 ky 0.00 leg 5.00"; got != want {
			t.Errorf("book at the end\n got %s\nwant %s", got, want)
		}
	})
}
