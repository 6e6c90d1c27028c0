package adminapi_test

import (
	"net/http"
	"strings"
	"testing"

	"hongyun/internal/apptest"
)

// H-360: two people switch taking withdrawals back off in the rules of withdrawals. Then
// the player's record has no button and the call is refused; switched on, both are back.
func TestTakingBackIsARuleThatTwoPeopleSet(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		b, card := ming(t, h, "ming", cardA, 1_000_00)
		sn := ask(t, h, "ming", card, 200_00)
		button := func(want bool) {
			t.Helper()
			r := b.Post("/v1/Select/RecordDetail", "OrderSn", sn)
			if !r.OK() || strings.Contains(string(r.Raw), `"TakeBack":true`) != want {
				t.Errorf("want the button %t: %s", want, r)
			}
		}
		set := func(base int, on bool) {
			t.Helper()
			value := expect(t, boss.get("/settings/cashier.withdrawal"), 200).Body["items"].([]any)[0].(map[string]any)["value"].(map[string]any)
			value["takeBack"] = on
			agreed(boss, second, "cashier.withdrawal", map[string]any{"base": base, "value": value, "on": true, "reason": "监管要求"})
		}
		button(true)
		set(0, false)
		button(false)
		if r := b.Post("/v1/Do/WithdrawTakeBackAction", "OrderSn", sn); r.Status != http.StatusOK || r.OK() || r.Text("Code") != "withdrawal.take_back_off" {
			t.Errorf("switched off: %s", r)
		}
		if got := h.Book("ming"); !strings.HasPrefix(got, "centre 800.00 locked 200.00") {
			t.Error(got)
		}
		set(1, true)
		button(true)
		if r := b.Post("/v1/Do/WithdrawTakeBackAction", "OrderSn", sn); !r.OK() {
			t.Errorf("switched on again: %s", r)
		}
		if got := h.Book("ming"); !strings.HasPrefix(got, "centre 1000.00 locked 0.00") {
			t.Error(got)
		}
	})
}
