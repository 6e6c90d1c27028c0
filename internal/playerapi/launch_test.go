package playerapi_test

import (
	"testing"

	"hongyun/internal/apptest"
)

// H-250: our own call and the documented switch say the same.
func TestLaunchMoneyAndTheDocumentedSwitchAgree(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("ming")
		is := func(auto, brings, amount, recall string) {
			t.Helper()
			r := b.Post("/v1/Select/PlayerBalance")
			got := []string{r.Text("IsAuTransfer"), r.Text("LaunchBrings"), r.Text("LaunchAmount"), r.Text("LaunchRecall")}
			if want := []string{auto, brings, amount, recall}; !r.OK() || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] || got[3] != want[3] {
				t.Errorf("balance says %v, want %v", got, want)
			}
		}
		set := func(path string, fields ...string) {
			t.Helper()
			if r := b.Post(path, fields...); !r.OK() {
				t.Errorf("%s %v: %s", path, fields, r)
			}
		}
		const own, switched = "/v1/Do/SetLaunchMoneyAction", "/v1/Do/SetAutoAction"
		is("0", "unasked", "0", "0")
		set(own, "brings", "amount", "amount", "200", "recall", "1")
		is("1", "amount", "200", "1")
		set(switched, "auto", "0")
		is("0", "nothing", "200", "1")
		set(switched, "auto", "1")
		is("1", "amount", "200", "1")
		set(own, "brings", "all", "recall", "0")
		is("1", "all", "0", "0")
		set(own, "brings", "nothing", "amount", "")
		is("0", "nothing", "0", "0")
		for _, fields := range [][]string{{"brings", "amount"}, {"brings", "amount", "amount", "0"}, {"brings", "amount", "amount", "1.5"}, {"brings", "unasked"}, {}} {
			if r := b.Post(own, fields...); r.OK() {
				t.Errorf("%v was taken: %s", fields, r)
			}
		}
		is("0", "nothing", "0", "0")
	})
}
