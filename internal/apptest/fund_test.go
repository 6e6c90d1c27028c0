package apptest_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/money"
)

// The bonus fund as a player's page calls it: FUND-01, FUND-02, FUND-04,
// FUND-05, FUND-06, API-01; and where its money shows beside it: REC-01, WD-09.
func TestTheBonusFund(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		if r := h.Visitor().Post("/v1/Fund/GetFundAmount"); r.Status != http.StatusUnauthorized {
			t.Errorf("a visitor: %s", r)
		}
		h.Due() // from here on the house knows which midnights passed
		b := h.Register("Ming88")
		says := func(what string, r apptest.Reply, parts ...string) {
			t.Helper()
			for _, part := range parts {
				if !strings.Contains(string(r.Raw), part) {
					t.Errorf("%s: no %s in %s", what, part, r)
				}
			}
		}
		says("nobody's C$", must(t, "amount", b.Post("/v1/Fund/GetFundAmount")), `"Data":0.00`)
		if r := b.Post("/v1/Fund/GetFundNotifiy"); r.Status != http.StatusOK || r.OK() {
			t.Errorf("a notice of nothing: %s", r)
		}
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return h.Fund.Receive(ctx, tx, fund.Income{Key: "test", Player: "ming88", Amount: 100 * money.Yuan, Remark: "新人礼金", By: "test"})
		})
		if err != nil {
			t.Fatal(err)
		}
		says("the notice", must(t, "notice", b.Post("/v1/Fund/GetFundNotifiy")), `"Amount":100.00,"ReateNum":5.00`)
		tasks := must(t, "tasks", b.Post("/v1/Fund/GetFundAmountDetail"))
		says("tasks before", tasks, `"Data":{"Amount":0.00,"Detail":[{"Id":1,"JobName":"今日存款满 100 元","JobType":1,"Amount":5.00,"Status":0,"Target":100.00,"Done":0.00}`, `"JobType":2`)
		deposit(t, h, b)
		says("tasks after", must(t, "tasks", b.Post("/v1/Fund/GetFundAmountDetail")),
			`"Id":1,"JobName":"今日存款满 100 元","JobType":1,"Amount":5.00,"Status":1,"Target":100.00,"Done":100.00`, `"Id":2,"JobName":"今日存款满 1000 元","JobType":1,"Amount":50.00,"Status":0,"Target":1000.00,"Done":500.00`)

		if r := b.Post("/v1/Fund/FundOk", "id", "2"); r.Status != http.StatusOK || r.OK() || !strings.Contains(r.Text("ErrorMessage"), "500.00") {
			t.Errorf("too early: %s", r)
		}
		if r := b.Post("/v1/Fund/FundOk"); r.Status != http.StatusBadRequest {
			t.Errorf("no task: %s", r)
		}
		stolen := h.Visitor()
		stolen.Ticket = b.Ticket
		if r := stolen.Post("/v1/Fund/FundOk", "id", "1"); r.Status != http.StatusForbidden {
			t.Errorf("a ticket without its device: %s", r)
		}
		r := b.Request(http.MethodPost, "/v1/Fund/FundOk", "id=1&Amount=5000&amount=5000")
		r.Header.Set("Idempotency-Key", "0f8fad5b-d9cb-469f")
		says("unlocked", must(t, "unlock", b.Send(r)), `"ResultMessage":"解锁成功！"`, `"Amount":5.00`)
		book(t, h, "centre 505.00 locked 0.00 transit 0.00 ky 0.00")
		says("what is left", must(t, "amount", b.Post("/v1/Fund/GetFundAmount")), `"Data":95.00`)
		says("income", must(t, "records", b.Post("/v1/Fund/GetFundDetail", "DetailType", "1", "PageIndex", "1")), `"Remark":"新人礼金"`, `"Amount":100.00`, `"RowCount":1`)
		today := calendar.DayOf(h.Clock.Now())
		unlocks := func(day calendar.Day) apptest.Reply {
			return must(t, "records", b.Post("/v1/Fund/GetFundDetail", "DetailType", "2", "PageIndex", "1",
				"StartTime", day.String()+" 00:00:00", "EndTime", day.String()+" 23:59:59"))
		}
		says("unlocks", unlocks(today), `"Amount":5.00`, "解锁：今日存款满 100 元", `"RowCount":1`)
		says("of yesterday", unlocks(today.AddDays(-1)), `"Data":[]`, `"RowCount":0`)
		if r := b.Post("/v1/Fund/GetFundDetail", "DetailType", "3"); r.Status != http.StatusBadRequest {
			t.Errorf("a list that is not there: %s", r)
		}
		says("cash record", must(t, "funding", b.Post("/v1/Select/FundingItems", "FinanceType", "5", "PageIndex", "1")), `"FinanceType":"优惠基金"`, `"Amount":5.00`, `"StatusText":"成功"`)
		says("turnover", must(t, "turnover", b.Post("/v1/Select/TurnoverItems")), `"SourceText":"优惠基金"`)

		// What was ready and not unlocked goes with the day.
		more := must(t, "order", b.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", "600", "device_id", "1"))
		control(t, h, "/gateways/epay/orders/"+more.Text("Data.order_sn")+"/pay", map[string]any{})
		says("both deposits", must(t, "tasks", b.Post("/v1/Fund/GetFundAmountDetail")), `"Id":2,"JobName":"今日存款满 1000 元","JobType":1,"Amount":50.00,"Status":1`)
		h.Advance(today.End().Sub(h.Clock.Now()) + time.Second)
		b = h.Visitor() // nobody's session lasts the night
		in := must(t, "login", b.Post("/v1/PubInterface/CallLogInAction", "playerName", "Ming88", "password", "secret88", "verifyCode", "", "vRand", "", "deviceType", "1"))
		b.Name, b.Ticket = "Ming88", in.Text("Ticket")
		says("a day later", must(t, "amount", b.Post("/v1/Fund/GetFundAmount")), `"Data":45.00`)
		says("expired", unlocks(today.AddDays(1)), `"Amount":-50.00`, today.String()+" 未解锁，已过期", `"RowCount":1`)
		says("the new day", must(t, "tasks", b.Post("/v1/Fund/GetFundAmountDetail")), `"Data":{"Amount":0.00`, `"Status":0,"Target":100.00,"Done":0.00`)
	})
}
