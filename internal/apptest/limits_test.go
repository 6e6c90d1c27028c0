package apptest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/money"
)

// gated is every call that leads to play, each with what it needs.
func gated(b *apptest.Browser) map[string]apptest.Reply {
	return map[string]apptest.Reply{
		"deposit":  b.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", "600", "device_id", "1"),
		"transfer": b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", "26", "transactionType", "1", "amount", "10"),
		"launch":   b.Post("/v1/Do/CallPlatformLoginToAction", "platformId", "26", "playerName", "Ming88", "gameId", "ky", "mode", "1", "language", "zh-CN"),
		"auto":     b.Post("/v1/Do/SetAutoAction", "auto", "1"),
		"unlock":   b.Post("/v1/Fund/FundOk", "id", "1"),
	}
}

// RG-4, RG-5, RG-8, F16: who stops is stopped within the same second, by every
// call that leads to play; what was under way is finished, money comes back
// from the venue and leaves the house, turnover or not; the venue throws the
// player out, and automatic transfer is off.
func TestAPlayerWhoStopsIsStoppedAndGetsTheirMoney(t *testing.T) {
	for name, act := range map[string][]string{
		"exclusion": {"/v1/Do/ExcludeLimitAction", "term", "6m", "password", "secret88"},
		"time-out":  {"/v1/Do/TimeOutLimitAction", "days", "1"},
	} {
		t.Run(name, func(t *testing.T) {
			apptest.Each(t, func(t *testing.T, h *apptest.House) {
				b := h.Register("Ming88")
				deposit(t, h, b)
				play(t, h, b)
				must(t, "auto", b.Post("/v1/Do/SetAutoAction", "auto", "1"))
				must(t, "back to the venue", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", "26", "transactionType", "1", "amount", "200"))
				order := must(t, "an order before", b.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", "300", "device_id", "1"))

				if name == "exclusion" {
					if r := b.Post("/v1/Do/ExcludeLimitAction", "term", "6m", "password", "wrong999"); r.OK() {
						t.Fatalf("excluded with a wrong password: %s", r)
					}
					if r := b.Post("/v1/Do/SetAutoAction", "auto", "1"); !r.OK() {
						t.Fatalf("a wrong password stopped the player: %s", r)
					}
				}
				stolen := h.Visitor()
				stolen.Ticket = b.Ticket
				if r := stolen.Post(act[0], act[1:]...); r.Status != http.StatusForbidden {
					t.Errorf("without the device: %s", r)
				}
				must(t, "stop", b.Post(act[0], act[1:]...))
				for what, r := range gated(b) {
					if r.OK() || r.Status != http.StatusOK || !strings.Contains(r.Text("ErrorMessage"), "北京时间") {
						t.Errorf("%s: %s", what, r)
					}
				}
				if r := must(t, "balance", b.Post("/v1/Select/PlayerBalance")); r.Text("IsAuTransfer") != "0" {
					t.Errorf("automatic transfer is on: %s", r)
				}
				h.Due() // the venue is told
				// Paid for before the stop and credited after it: it is the player's money.
				control(t, h, "/gateways/epay/orders/"+order.Text("Data.order_sn")+"/pay", map[string]any{})
				book(t, h, "centre 550.00 locked 0.00 transit 0.00 ky 200.00")
				h.Advance(5 * time.Minute) // a second recycle at once would be taken for a second click
				must(t, "recycle", b.Post("/v1/Do/OneClickRecyclingAction"))
				book(t, h, "centre 750.00 locked 0.00 transit 0.00 ky 0.00")
				if name == "exclusion" { // 500 were bet of 800 that should have been
					withdraw750(t, h, b)
				}
			})
		})
	}
}

// withdraw750 takes everything out.
func withdraw750(t *testing.T, h *apptest.House, b *apptest.Browser) {
	t.Helper()
	must(t, "name", b.Post("/v1/Do/CallUpdatePlayerInfoAction", "type", "1", "inputMessage", "王小明"))
	must(t, "card", b.Post("/v1/Do/CallBindSavingCardAction", "playerName", "Ming88", "bankType", "ICBC", "accountNumber", "6222020000000000000",
		"bankAddress", "王府井支行", "province", "北京市", "city", "东城区", "trueName", "王小明"))
	id := must(t, "cards", b.Post("/v1/Select/PlayerBankItems")).Body["PlayerBanks"].([]any)[0].(map[string]any)["Id"].(float64)
	must(t, "withdraw", b.Post("/v1/Do/CallWithdrawAction", "playerName", "Ming88", "playerBankId", formatID(id), "withdrawAmount", "750"))
	book(t, h, "centre 0.00 locked 750.00 transit 0.00 ky 0.00")
}

// RG-3: an order above the limit is refused with what is left, a lower limit
// counts for the next order, and a payment that would land above it waits for
// a person: nothing is credited above a limit, and nothing is lost.
func TestDepositLimitsHoldOrdersAndCredits(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		order := func(amount string) apptest.Reply {
			return b.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", amount, "device_id", "1")
		}
		must(t, "limit", b.Post("/v1/Do/DepositLimitAction", "period", "day", "limit", "1000"))
		first := must(t, "first", order("600"))
		if r := order("401"); r.OK() || !strings.Contains(r.Text("ErrorMessage"), "400.00") {
			t.Errorf("above what is left: %s", r)
		}
		must(t, "lower", b.Post("/v1/Do/DepositLimitAction", "period", "day", "limit", "500"))
		control(t, h, "/gateways/epay/orders/"+first.Text("Data.order_sn")+"/pay", map[string]any{})
		book(t, h, "centre 0.00 locked 0.00 transit 0.00 ky 0.00")
		if r := must(t, "order", b.Post("/v1/Do/DepositOrder", "OrderSn", first.Text("Data.order_sn"))); r.Text("Data.status") != "review" {
			t.Errorf("a payment above the limit: %s", r)
		}
		if r := b.Post("/v1/Do/DepositLimitAction", "period", "day", "limit", "5000"); !r.OK() || !strings.Contains(r.Text("ResultMessage"), "起可以确认") {
			t.Errorf("raise: %s", r)
		}
		if r := b.Post("/v1/Do/ConfirmLimitAction", "period", "day"); r.OK() {
			t.Errorf("raised at once: %s", r)
		}
		r := must(t, "page", b.Post("/v1/Select/PlayerLimits"))
		for _, part := range []string{
			`"Period":"day","Amount":500.00,"Used":0.00,"Open":600.00,"Left":0.00,"Pending":{"Period":"day","Amount":5000.00,"Was":500.00`, `"Reality":60`,
		} {
			if !strings.Contains(string(r.Raw), part) {
				t.Errorf("no %s in %s", part, r)
			}
		}
	})
}

// RG-3: orders at once, at the edge of a limit, see each other.
func TestParallelDepositsAtTheEdgeOfALimit(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		must(t, "limit", b.Post("/v1/Do/DepositLimitAction", "period", "week", "limit", "1000"))
		const tries = 8
		said := make(chan apptest.Reply, tries)
		for i := range tries {
			r := b.Request(http.MethodPost, "/v1/Do/CallDepositPay", "payment_id=2&amount=300&device_id=1")
			r.Header.Set("Idempotency-Key", "edge-of-the-limit-"+string(rune('a'+i)))
			go func() { said <- b.Send(r) }()
		}
		taken := 0
		for range tries {
			select {
			case r := <-said:
				if r.OK() {
					taken++
				}
			case <-time.After(time.Minute):
				t.Fatal("no answer")
			}
		}
		var sum money.Fen
		if err := h.DB.NewRaw("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM deposit WHERE player = 'ming88' AND state = 'pending'").Scan(t.Context(), &sum); err != nil {
			t.Fatal(err)
		}
		if taken != 3 || sum != 900*money.Yuan {
			t.Errorf("%d orders of %s under a limit of 1000", taken, sum)
		}
	})
}
