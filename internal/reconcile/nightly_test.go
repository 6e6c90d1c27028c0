package reconcile_test

import (
	"testing"
	"time"

	"hongyun/internal/apptest"
)

// After days without a program the nightly run happens once and covers them.
func TestTheNightlyRunHappensOnceAfterDaysDown(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		nights := func() (n int, from int64) {
			t.Helper()
			err := h.DB.NewRaw("SELECT COUNT(*), MAX(from_at) FROM recon_run WHERE cause = 'nightly'").Scan(t.Context(), &n, &from)
			if err != nil {
				t.Fatal(err)
			}
			return n, from
		}
		h.Due()
		h.Advance(24 * time.Hour)
		if n, _ := nights(); n != 1 {
			t.Fatalf("%d nightly runs after a day, want 1", n)
		}
		last := h.Clock.Now()
		h.Advance(5 * 24 * time.Hour)
		n, from := nights()
		if n != 2 || from > last.UnixMilli() {
			t.Errorf("%d nightly runs after five days down, the last since %s: want one more, since before %s", n, time.UnixMilli(from).UTC(), last.UTC())
		}
	})
}
