package adminapi_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"hongyun/internal/apptest"
)

// Staff open the round of any bet that its vendor shows, and leave a trace of it.
func TestStaffOpenTheRoundOfABet(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss := sit(t, h, "boss", "owner")
		h.Register("Ming")
		sn := order(t, h, "Ming", 900_00)
		expect(t, boss.post("/deposits/"+sn+"/confirm", map[string]any{"received": "900", "bankReference": "ICBC1", "reason": "网银已到账"}), 200)
		for code, id := range map[string]string{"s8": "P1", "s47": "C1", "ky": "K1"} {
			move(t, h, "Ming", code, 300_00)
			play(t, h, code, "ming", id, 100_00, 123_00)
		}
		h.Advance(30 * minute)
		d := sit(t, h, "eve", "owner")
		for _, bet := range []string{"s8/P1", "s47/C1"} {
			expect(t, d.get("/bets/"+bet), 200, "replay", "true")
			address := expect(t, d.post("/bets/"+bet+"/replay", map[string]any{}), 200).at("address")
			page, err := http.Get(address)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := io.ReadAll(page.Body)
			_ = page.Body.Close()
			if _, id, _ := strings.Cut(bet, "/"); page.StatusCode != http.StatusOK || !strings.Contains(string(text), id) || !strings.Contains(string(text), "23.00<small>赢") {
				t.Errorf("%s opens %d %s", bet, page.StatusCode, text)
			}
		}
		expect(t, d.get("/bets/ky/K1"), 200, "replay", "false")
		expect(t, d.post("/bets/ky/K1/replay", map[string]any{}), 404, "code", "bet.no_replay")
		expect(t, d.post("/bets/s47/none/replay", map[string]any{}), 404, "code", "bet.no_bet")
		expect(t, d.get("/audit?action=bet.replay"), 200, "total", "2", "items.0.actor", "eve")
		expect(t, sit(t, h, "lin", "finance").post("/bets/s47/C1/replay", map[string]any{}), 403)
	}, apptest.Slots, apptest.Contract("s8"))
}
