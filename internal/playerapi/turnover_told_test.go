package playerapi_test

import (
	"strings"
	"testing"

	"hongyun/internal/apptest"
)

// A player knows what a deposit asks for before it is paid (PROMO-07).
func TestWaysToDepositSayHowMuchHasToBeBet(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		if r := h.Register("ming").Post("/v1/Do/GetPayChannel"); !strings.Contains(string(r.Raw), `"TurnoverPercent":100`) {
			t.Errorf("got %s", r.Raw)
		}
	})
}
