package apptest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/staff"
)

// One player's whole journey through the real listeners, over the companies'
// real protocols: register, deposit, play, take the money back, withdraw. If it
// fails, nobody can use the house. ACC-06, ACC-07, DEP-02, DEP-04, DEP-08,
// DEP-10, TRF-01, TRF-03, TRF-05, LNCH-02, REC-01..04, CARD-02, WD-01, WD-05, WD-09.
func TestTheWholeJourney(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		clerk, cashierTwo := h.AddStaff("clerk", "finance"), h.AddStaff("payer", "finance")
		b := h.Register("Ming88")
		deposit(t, h, b)
		play(t, h, b)
		withdraw(t, h, b, clerk, cashierTwo)
	})
}

func must(t *testing.T, what string, r apptest.Reply) apptest.Reply {
	t.Helper()
	if !r.OK() {
		t.Fatalf("%s: %s", what, r)
	}
	return r
}

func book(t *testing.T, h *apptest.House, want string) {
	t.Helper()
	if got := h.Book("Ming88", "ky"); got != want {
		t.Fatalf("book\n got %s\nwant %s", got, want)
	}
}

// control tells the simulated companies what to do.
func control(t *testing.T, h *apptest.House, path string, wish any) {
	t.Helper()
	text, err := json.Marshal(wish)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.Post(h.Sandbox+"/control"+path, "application/json", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", path, r.Status)
	}
}

func deposit(t *testing.T, h *apptest.House, b *apptest.Browser) {
	t.Helper()
	must(t, "methods", b.Post("/v1/Do/GetPayChannel"))
	must(t, "channels", b.Post("/v1/Do/GetPayment", "channel_code", "online"))
	started := must(t, "order", b.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", "500", "device_id", "1"))
	sn := started.Text("Data.order_sn")
	if started.Text("Data.style") != "Link" || started.Text("Data.link") == "" || sn == "" {
		t.Fatalf("the order leads nowhere: %s", started)
	}
	book(t, h, "centre 0.00 locked 0.00 transit 0.00 ky 0.00")
	control(t, h, "/gateways/epay/orders/"+sn+"/pay", map[string]any{})
	book(t, h, "centre 500.00 locked 0.00 transit 0.00 ky 0.00")
	if r := must(t, "notice", b.Post("/v1/Select/RecentDeposit")); !bytes.Contains(r.Raw, []byte(`"Amount":500.00`)) {
		t.Errorf("the deposit notice does not tell of it: %s", r)
	}
	if r := must(t, "order", b.Post("/v1/Do/DepositOrder", "OrderSn", sn)); r.Text("Data.status") != "credited" {
		t.Errorf("order: %s", r)
	}
}

// DEP-05: the demo's channels of a code and of a message, from the order to the credit.
func TestACodeAndAMessageOfTheDemoArePaid(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("ming")
		for _, c := range []struct{ channel, style, says string }{
			{"4", "Qr", "/gateways/epay/cashier/"}, {"5", "MSG", "收款账号：6222020000000000000\n"},
		} {
			started := must(t, "order", b.Post("/v1/Do/CallDepositPay", "payment_id", c.channel, "amount", "500", "device_id", "1"))
			sn := started.Text("Data.order_sn")
			if started.Text("Data.style") != c.style || !strings.Contains(started.Text("Data.msg"), c.says) || started.Text("Data.expires_at") == "0" {
				t.Fatalf("channel %s: %s", c.channel, started)
			}
			if r := must(t, "order", b.Post("/v1/Do/DepositOrder", "OrderSn", sn)); r.Text("Data.msg") != started.Text("Data.msg") || r.Text("Data.status") != "pending" {
				t.Errorf("a reload shows %s", r)
			}
			control(t, h, "/gateways/epay/orders/"+sn+"/pay", map[string]any{})
			if r := must(t, "order", b.Post("/v1/Do/DepositOrder", "OrderSn", sn)); r.Text("Data.status") != "credited" {
				t.Errorf("paid: %s", r)
			}
		}
	})
}

func play(t *testing.T, h *apptest.House, b *apptest.Browser) {
	t.Helper()
	must(t, "transfer", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", "26", "transactionType", "1", "amount", "400"))
	book(t, h, "centre 100.00 locked 0.00 transit 0.00 ky 400.00")
	must(t, "launch", b.Post("/v1/Do/CallPlatformLoginToAction", "platformId", "26", "playerName", "Ming88", "gameId", "ky", "mode", "1", "language", "zh-CN"))
	h.Clock.Advance(time.Minute)
	control(t, h, "/bets", map[string]any{"venue": "ky", "player": "Ming88", "stake": "500", "payout": "450", "status": "settled"})
	h.Advance(5 * time.Minute)
	h.Advance(5 * time.Minute)
	day := "2026-03-02"
	r := must(t, "days", b.Post("/v1/Select/GetBetRecordMemberByDay", "PageIndex", "1", "TimeType", "1"))
	if r.Text("Data.BetWinAmountSum") != "-50" {
		t.Fatalf("the bet is not in the records: %s", r)
	}
	must(t, "venues", b.Post("/v1/Select/GetBetRecordPlatform", "PageIndex", "1", "DateTime", day))
	lines := must(t, "lines", b.Post("/v1/Select/GetBetRecordDetail", "PageIndex", "1", "DateTime", day, "GameType", "26"))
	if !bytes.Contains(lines.Raw, []byte(`"BetAmount":500.00`)) {
		t.Errorf("lines: %s", lines)
	}
	book(t, h, "centre 100.00 locked 0.00 transit 0.00 ky 350.00")
	must(t, "recycle", b.Post("/v1/Do/OneClickRecyclingAction"))
	book(t, h, "centre 450.00 locked 0.00 transit 0.00 ky 0.00")
	if r := must(t, "balance", b.Post("/v1/Select/PlayerBalance")); r.Text("SumAmount") != "450" {
		t.Errorf("balance: %s", r)
	}
}

func withdraw(t *testing.T, h *apptest.House, b *apptest.Browser, clerk, payer staff.Actor) {
	t.Helper()
	must(t, "name", b.Post("/v1/Do/CallUpdatePlayerInfoAction", "type", "1", "inputMessage", "王小明"))
	must(t, "card", b.Post("/v1/Do/CallBindSavingCardAction", "playerName", "Ming88", "bankType", "ICBC", "accountNumber", "6222020000000000000",
		"bankAddress", "王府井支行", "province", "北京市", "city", "东城区", "trueName", "王小明"))
	cards, err := h.Cashier.Cards.List(t.Context(), "ming88")
	if err != nil || len(cards) != 1 {
		t.Fatalf("cards: %v, %v", cards, err)
	}
	if r := must(t, "info", b.Post("/v1/Select/WithdrawalInfo")); r.Text("Data.TurnoverRequired") != "0" {
		t.Errorf("the deposit was bet once and is still asked for: %s", r)
	}
	id := must(t, "cards", b.Post("/v1/Select/PlayerBankItems")).Body["PlayerBanks"].([]any)[0].(map[string]any)["Id"].(float64)
	asked := must(t, "withdraw", b.Post("/v1/Do/CallWithdrawAction", "playerName", "Ming88", "playerBankId", json.Number(formatID(id)).String(), "withdrawAmount", "300"))
	book(t, h, "centre 150.00 locked 300.00 transit 0.00 ky 0.00")
	if r := must(t, "summary", b.Post("/v1/Select/PlayerBalance")); r.Text("SumAmount") != "450" || r.Text("Balance") != "150" || r.Text("LockBalance") != "300" {
		t.Errorf("what is locked is not in the summary: %s", r)
	}
	sn := asked.Text("OrderSn")
	if _, err := h.Cashier.Withdrawals.Claim(t.Context(), clerk, sn); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Cashier.Withdrawals.Approve(t.Context(), clerk, sn, ""); err != nil {
		t.Fatal(err)
	}
	paid, err := h.Cashier.Payouts.Pay(t.Context(), payer, sn, "ICBC20260302001")
	if err != nil || paid.State != withdrawal.Paid {
		t.Fatalf("pay: %+v, %v", paid, err)
	}
	book(t, h, "centre 150.00 locked 0.00 transit 0.00 ky 0.00")
	if r := must(t, "record", b.Post("/v1/Select/FundingItems", "PageIndex", "1", "FinanceType", "4")); !bytes.Contains(r.Raw, []byte(`"Status":1`)) {
		t.Errorf("record: %s", r)
	}
}

func formatID(id float64) string {
	text, _ := json.Marshal(int64(id))
	return string(text)
}
