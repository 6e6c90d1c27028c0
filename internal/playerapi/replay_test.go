package playerapi_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/money"
	"hongyun/internal/wallet"
)

// A player opens the round of an own bet. Another player's bet is not there for them,
// and where an address would open other players' rounds no player gets one.
func TestAPlayerOpensTheRoundOfAnOwnBet(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		ming, hong := h.Register("ming"), h.Register("hong")
		h.Grant("ming", 900*money.Yuan)
		for code, id := range map[string]string{"s47": "C1", "s8": "P1"} {
			tr, err := h.Wallets.ToVenue(t.Context(), wallet.Order{ID: "to-" + code, Player: "ming", Venue: code, Amount: 300 * money.Yuan})
			if err != nil || tr.State != wallet.Completed {
				t.Fatal(tr, err)
			}
			account, err := h.Venues.Account(t.Context(), h.DB, "ming", code)
			if err != nil {
				t.Fatal(err)
			}
			body := fmt.Sprintf(`{"venue":%q,"player":%q,"stake":"10.00","payout":"25.00","status":"settled","betId":%q}`, code, account, id)
			answer, err := http.Post(h.Sandbox+"/control/bets", "application/json", strings.NewReader(body))
			if err != nil || answer.StatusCode != http.StatusOK {
				t.Fatal(answer, err)
			}
			_ = answer.Body.Close()
		}
		for range 3 { // in steps that no session sleeps through
			h.Advance(10 * time.Minute)
			ming.Post("/v1/Select/PlayerCenterBalance")
			hong.Post("/v1/Select/PlayerCenterBalance")
		}

		if r := ming.Post("/v1/Select/BetDetail", "GameType", "47", "BetOrdersn", "C1"); !r.OK() || r.Text("Data.Replay") != "true" {
			t.Errorf("detail: %s", r)
		}
		r := ming.Post("/v1/Select/BetReplay", "GameType", "47", "BetOrdersn", "C1")
		if !r.OK() {
			t.Fatalf("replay: %s", r)
		}
		page, err := http.Get(r.Text("Data.Address"))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(page.Body)
		_ = page.Body.Close()
		if page.StatusCode != http.StatusOK || !strings.Contains(string(text), "C1") || !strings.Contains(string(text), "15.00<small>赢") {
			t.Errorf("the page: %d %s", page.StatusCode, text)
		}
		for name, r := range map[string]apptest.Reply{
			"another player's":  hong.Post("/v1/Select/BetReplay", "GameType", "47", "BetOrdersn", "C1"),
			"not there":         ming.Post("/v1/Select/BetReplay", "GameType", "47", "BetOrdersn", "C2"),
			"staff's alone":     ming.Post("/v1/Select/BetReplay", "GameType", "8", "BetOrdersn", "P1"),
			"without a session": h.Visitor().Post("/v1/Select/BetReplay", "GameType", "47", "BetOrdersn", "C1"),
		} {
			if r.OK() || strings.Contains(r.String(), "://") || r.Text("Message") == "" {
				t.Errorf("%s: %s", name, r)
			}
		}
		if r := ming.Post("/v1/Select/BetDetail", "GameType", "8", "BetOrdersn", "P1"); !r.OK() || r.Text("Data.Replay") != "false" {
			t.Errorf("detail at s8: %s", r)
		}
	}, apptest.Slots, apptest.Contract("s8"))
}
