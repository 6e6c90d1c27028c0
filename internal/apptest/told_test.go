package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/money"
	"hongyun/internal/ticket"
)

// contains fails for each part that an answer does not hold.
func contains(t *testing.T, what string, r apptest.Reply, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(string(r.Raw), part) {
			t.Errorf("%s: no %s in %s", what, part, r)
		}
	}
}

// H-487: an award that waits is in the bonus tab with its state and what the player has
// to do, and in no sum; and the order of its deposit names it before and after the credit.
func TestABonusThatWaitsIsNamedByItsOrderAndItsTab(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		sn := must(t, "order", b.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", "500", "device_id", "1", "activity_id", "39")).Text("Data.order_sn")
		contains(t, "before the credit", must(t, "order", b.Post("/v1/Do/DepositOrder", "OrderSn", sn)),
			`"bonus":{"name":"首存加赠 2%","order_sn":"","amount":10.00,"turnover":`, `"state":"","next":"请在30天内填写真实姓名并绑定本人银行卡`, `"act":true`, `"turnoverPercent":100`)
		control(t, h, "/gateways/epay/orders/"+sn+"/pay", map[string]any{})
		contains(t, "after the credit", must(t, "order", b.Post("/v1/Do/DepositOrder", "OrderSn", sn)),
			`"bonus":{"name":"首存加赠 2%","order_sn":"B`, `"amount":10.00`, `"state":"待完善资料"`, `"act":true`)
		tab := must(t, "tab", b.Post("/v1/Select/FundingItems", "PageIndex", "1", "FinanceType", "5"))
		contains(t, "the tab", tab, `"FinanceType":"首存加赠 2%"`, `"Status":0,"StatusText":"待完善资料"`, `"Reason":"请在30天内填写真实姓名并绑定本人银行卡`, `"RowCount":1`)
		item := tab.Body["FundingDataItems"].([]any)[0].(map[string]any)
		contains(t, "the list of awards", must(t, "awards", b.Post("/v1/Select/PromotionAwards")), `"OrderSn":"`+item["OrderSn"].(string)+`"`)
		if owners, err := h.Statement.Owners(t.Context(), h.DB, item["OrderSn"].(string)); err != nil || len(owners) != 1 || owners[0] != "ming88" {
			t.Errorf("staff find %v by the number of an award that waits: %v", owners, err)
		}
		if f, err := h.Cashier.Records.Funding(t.Context(), "ming88", "5", 0, 0, 1); err != nil || f.Sum != 0 {
			t.Errorf("an award that waits is in the sum: %s %v", f.Sum, err)
		}

		plain := paid(t, h, b, "300", "")
		if r := must(t, "order", b.Post("/v1/Do/DepositOrder", "OrderSn", plain)); strings.Contains(r.String(), `"bonus"`) {
			t.Errorf("an order without a promotion: %s", r)
		}
	})
}

// H-487: each row of the cash record says something of its own kind.
func TestEachRowOfTheCashRecordExplainsItself(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		paid(t, h, b, "500", "38")
		h.Clock.Advance(time.Minute)
		must(t, "transfer", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", "26", "transactionType", "1", "amount", "300"))
		contains(t, "deposit", must(t, "tab", b.Post("/v1/Select/FundingItems", "PageIndex", "1")), `"Note":"`+method(t, b)+` · `)
		contains(t, "bonus", must(t, "tab", b.Post("/v1/Select/FundingItems", "PageIndex", "1", "FinanceType", "5")), `"Note":"存款 500.00 元的 4%"`)
		contains(t, "transfer", must(t, "tab", b.Post("/v1/Select/PointTransferItems", "PageIndex", "1")), `"Note":"已转入鸿运棋院"`)
	})
}

// method is the name of the method by which paid pays.
func method(t *testing.T, b *apptest.Browser) string {
	t.Helper()
	for _, m := range must(t, "methods", b.Post("/v1/Do/GetPayChannel")).Body["Data"].([]any) {
		if one := m.(map[string]any); one["ChannelCode"] == "online" {
			return one["ChannelName"].(string)
		}
	}
	t.Fatal("no method")
	return ""
}

// H-488: a question has a number that its player quotes and staff search, and says
// when to expect an answer: by the desk's own last answers, or without a promise.
func TestAQuestionHasANumberAndAnHonestWait(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		anna := h.AddStaff("anna", "support")
		number, id := "", ""
		for i := range 5 {
			b := h.Register(fmt.Sprintf("Ming8%d", i))
			r := must(t, "ask", b.Post("/v1/Do/TicketOpenAction", "kind", "other", "text", "怎么修改生日"))
			number, id = r.Text("Data.Number"), r.Text("Data.Id")
			if !strings.HasPrefix(number, "Q") || r.Text("ResultMessage") != "已提交，问题编号 "+number {
				t.Fatalf("no number: %s", r)
			}
			contains(t, "too few answers", must(t, "list", b.Post("/v1/Select/TicketItems")), `"Expected":"客服按提交的先后回复`, `"Number":"`+number+`"`)
			contains(t, "too few answers", must(t, "thread", b.Post("/v1/Select/TicketThread", "id", id)), `"Expected":"客服按提交的先后回复`, `"Number":"`+number+`"`)
			h.Clock.Advance(25 * time.Minute)
			if err := h.Tickets.Take(t.Context(), anna, id, false); err != nil {
				t.Fatal(err)
			}
			if err := h.Tickets.Answer(t.Context(), anna, ticket.Reply{Ticket: id, Text: "请在个人资料中修改", Last: id}); err != nil {
				t.Fatal(err)
			}
			if r := must(t, "answered", b.Post("/v1/Select/TicketThread", "id", id)); r.Text("Data.Expected") != "" {
				t.Errorf("an answered question waits: %s", r)
			}
		}
		if owner, err := h.Tickets.Owner(t.Context(), h.DB, strings.ToLower(number)); err != nil || owner != "ming84" {
			t.Errorf("staff find %q by %s: %v", owner, number, err)
		}
		b := h.Register("Hong66")
		contains(t, "five answers", must(t, "list", b.Post("/v1/Select/TicketItems")), `"Expected":"近期一半的问题在 30 分钟内得到首次回复`)
		// Unanswered questions count with their age.
		for i := range 6 {
			must(t, "ask", h.Register(fmt.Sprintf("Long8%d", i)).Post("/v1/Do/TicketOpenAction", "kind", "other", "text", "怎么修改生日"))
		}
		h.Clock.Advance(5 * time.Hour)
		b = h.Register("Late66")
		contains(t, "a late desk", must(t, "list", b.Post("/v1/Select/TicketItems")), `"Expected":"近期一半的问题在 5 小时内得到首次回复`)
	})
}

// H-489: the form of a withdrawal says how long it takes and what USDT comes to.
func TestTheTermsOfAWithdrawalSayItsTimeAndRate(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		contains(t, "terms", must(t, "terms", b.Post("/v1/Select/WithdrawalInfo")), `"Expected":""`, `"UsdtRates":[`)
	})
}

// A bonus that was refused or taken back brings nothing: its order gives the reason of
// the award, and neither a sum nor a turnover for it.
func TestAnEndedBonusBringsNothingAndSaysWhy(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		anna, bert := h.AddStaff("anna", "finance"), h.AddStaff("bert", "finance")
		b := h.Register("Ming88")
		awardOf := func(sn string) (id string) {
			if err := h.DB.NewRaw("SELECT id FROM promo_award WHERE ref = ?", sn).Scan(t.Context(), &id); err != nil {
				t.Fatal(err)
			}
			return id
		}
		waits := paid(t, h, b, "500", "39")
		if err := h.Promo.Refuse(t.Context(), anna, awardOf(waits), "同一人领取"); err != nil {
			t.Fatal(err)
		}
		contains(t, "refused", must(t, "order", b.Post("/v1/Do/DepositOrder", "OrderSn", waits)),
			`"order_sn":"B`, `"amount":0.00,"turnover":0.00,"state":"未通过","next":"原因：同一人领取","act":false`)

		other := h.Register("Hong99")
		given := paid(t, h, other, "500", "38")
		approval, err := h.Promo.Cancel(t.Context(), anna, awardOf(given), "规则误判")
		if err == nil {
			_, err = h.Staff.Decide(t.Context(), bert, approval, true, "")
		}
		if err != nil {
			t.Fatal(err)
		}
		contains(t, "taken back", must(t, "order", other.Post("/v1/Do/DepositOrder", "OrderSn", given)),
			`"amount":0.00,"turnover":0.00,"state":"已取消","next":"原因：规则误判","act":false`)
	})
}

// H-490: a refused order of a deposit, or the second of two equal ones, says that
// nothing was taken and names the one order that is meant.
func TestARefusedOrderNamesItsNumber(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		h.Grant("Ming88", 1000*money.Yuan)
		send := func(key, path, form string) apptest.Reply {
			h.Clock.Advance(500 * time.Millisecond)
			r := b.Request(http.MethodPost, path, form)
			r.Header.Del("Idempotency-Key")
			if key != "" {
				r.Header.Set("Idempotency-Key", key)
			}
			return b.Send(r)
		}
		// Half a second later the same bytes are another request: a double click without a key.
		order := func(key, amount string) apptest.Reply {
			return send(key, "/v1/Do/CallDepositPay", "payment_id=4&device_id=1&amount="+amount)
		}
		refused := func(what string, r apptest.Reply, says, sn string) {
			t.Helper()
			want := says + "。单号 " + sn + "，如有疑问可凭此联系客服"
			if sn == "" {
				want = says
			}
			if r.OK() || r.Text("ErrorMessage") != want {
				t.Errorf("%s: %s; want %s", what, r, want)
			}
		}
		const twin = "您刚刚提交了相同的存款，没有重复下单，也没有扣款，请先查看第一笔订单"
		first := must(t, "order", order("", "500")).Text("Data.order_sn")
		refused("the same deposit again", order("", "500"), twin, first)
		must(t, "another order of the sum, with a key", order("key-500-again", "500"))
		refused("the same deposit beside two equal ones", order("", "500"), twin, "")

		last := func(amount money.Fen) (sn string) {
			if err := h.DB.NewRaw("SELECT sn FROM deposit WHERE amount = ?", int64(amount)).Scan(t.Context(), &sn); err != nil {
				t.Fatal(err)
			}
			return sn
		}
		control(t, h, "/faults", map[string]any{"target": "gateway:epay", "call": "create", "fault": "refuse"})
		r := order("", "600")
		refused("the company refuses", r, "支付通道拒绝了该订单，没有扣款，请选择其他通道", last(600*money.Yuan))
		// The first is closed, so the sentence asks for no payment.
		refused("the same deposit after the company refused", order("", "600"), twin, last(600*money.Yuan))

		const silent = "支付通道暂无响应，没有扣款，请稍后再试"
		control(t, h, "/faults", map[string]any{"target": "gateway:epay", "call": "create", "fault": "drop_request"})
		r = order("key-700-one", "700")
		one := last(700 * money.Yuan)
		refused("the company is silent", r, silent, one)
		must(t, "another order of the sum", order("key-700-two", "700"))
		control(t, h, "/faults", map[string]any{"target": "gateway:epay", "call": "create", "fault": "drop_request"})
		refused("the company is silent again", order("key-700-one", "700"), silent, one)
	})
}

// H-490: the second of two equal transfers names the first, also where a newer one of the
// same sum went the other way; and it says nothing about how the first one ended.
func TestARepeatedTransferNamesTheFirstOne(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		h.Grant("Ming88", 1000*money.Yuan)
		move := func(way, amount string) apptest.Reply {
			h.Clock.Advance(500 * time.Millisecond)
			r := b.Request(http.MethodPost, "/v1/Do/CallPlatformTranscationAction", "playerName=Ming88&platformId=26&transactionType="+way+"&amount="+amount)
			r.Header.Del("Idempotency-Key")
			return b.Send(r)
		}
		again := func(what string, r apptest.Reply, sn string) {
			t.Helper()
			want := "相同的转账刚刚提交过，这一次没有转账，没有重复扣款，请先查看第一笔的结果。单号 " + sn + "，如有疑问可凭此联系客服"
			if r.OK() || r.Text("ErrorMessage") != want {
				t.Errorf("%s: %s; want %s", what, r, want)
			}
		}
		const in, out = "1", "2"
		first := must(t, "transfer", move(in, "100")).Text("OrderSn")
		must(t, "the other way", move(out, "100"))
		again("the same transfer again", move(in, "100"), first)

		h.Clock.Advance(time.Minute)
		control(t, h, "/faults", map[string]any{"target": "venue:ky", "call": "transfer_in", "fault": "refuse"})
		no := move(in, "200")
		if no.OK() || no.Text("OrderSn") == "" {
			t.Fatalf("the venue did not refuse: %s", no)
		}
		h.Clock.Advance(time.Second) // within the same second it is the same order
		again("the same transfer after the venue refused it", move(in, "200"), no.Text("OrderSn"))
	})
}
