package playerapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/content"
	"hongyun/internal/money"
	"hongyun/internal/playerapi"
	"hongyun/internal/staff"
)

// MNT-01: what moves money or lets people in rests, and whoever adds a call
// that does has to say so. Saying that a deposit was paid is no beginning: the
// order is there and its money may be on the way; taking a withdrawal back
// belongs to an order that is there as well. Ending a session begins nothing.
// Nor do players wait with what they decide about themselves, such as where
// messages to them go. Support is asked most while the site rests.
func TestWhatBeginsSomethingRestsUnderMaintenance(t *testing.T) {
	goesOn := map[string]bool{"/v1/Do/EndSessionAction": true, "/v1/Do/WithdrawTakeBackAction": true, "/v1/Do/DepositSlipAction": true, "/v1/Do/PushOnAction": true}
	for _, c := range playerapi.Calls() {
		begins := c.Who == "money" && !goesOn[c.Path] && !strings.HasSuffix(c.Path, "DepositPayAction") && !strings.HasSuffix(c.Path, "LimitAction") && c.Noun != "ticket" || c.Guess && c.Who == "anyone" || strings.Contains(c.Path, "Favorites") && strings.Contains(c.Path, "/Do/")
		if c.Rests != begins {
			t.Errorf("%s %s: rests %v", c.Method, c.Path, c.Rests)
		}
	}
}

func setMaintenance(t *testing.T, h *apptest.House, m content.Maintenance) {
	t.Helper()
	if err := h.Content.SetMaintenance(t.Context(), staff.System("test"), content.Whatever, m, "升级系统"); err != nil {
		t.Fatal(err)
	}
}

// MNT-01: while the site is closed nothing new begins, whoever asks and
// however; nothing is half made; what is under way is finished; and the key of
// a refused order is as good as new.
func TestMaintenanceRefusesWhatBegins(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("spoiler")
		h.Register("victim")
		h.Grant("spoiler", 1000*money.Yuan)
		order := b.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", "500", "device_id", "1")
		sn := order.Text("Data.order_sn")
		if sn == "" {
			t.Fatalf("order: %s", order)
		}
		before := h.Book("spoiler", "ky") + fmt.Sprint(entries(t, h))
		setMaintenance(t, h, content.Maintenance{On: true, To: h.Clock.Now().Add(10 * time.Minute)})

		for _, c := range playerapi.Calls() {
			if c.Path == "/v1/Do/LogOutAction" {
				continue
			}
			if strings.HasSuffix(c.Path, "LimitAction") {
				// They go on, and would stop the player whose order is paid below: a
				// request of nothing tells that they are reached.
				if r := b.Post(c.Path); r.Status != http.StatusBadRequest {
					t.Errorf("%s %s: %s", c.Method, c.Path, r)
				}
				continue
			}
			r := b.Send(b.Request(c.Method, c.Path, strings.ReplaceAll(right[c.Path], " ", "+")))
			refused := r.Status == http.StatusServiceUnavailable && r.Text("Code") == "http.maintenance" && r.Header.Get("Retry-After") == "601" &&
				strings.Contains(r.Text("Message"), "2026-03-02 12:10:00") && r.Text("ErrorMessage") == r.Text("Message")
			if refused != c.Rests || !c.Rests && r.Status >= 500 {
				t.Errorf("%s %s: %s", c.Method, c.Path, r)
			}
		}
		if r := h.Visitor().Post("/v1/PubInterface/CallLogInAction"); r.Status != http.StatusServiceUnavailable {
			t.Errorf("a visitor logs in: %s", r)
		}
		key := "0f8fad5b-d9cb-469f"
		if r := keyed(b, transferCall, transferForm("spoiler", "30"), key); r.Status != http.StatusServiceUnavailable {
			t.Errorf("transfer: %s", r)
		}
		if after := h.Book("spoiler", "ky") + fmt.Sprint(entries(t, h)); after != before {
			t.Errorf("something was begun:\nbefore %s\nafter  %s", before, after)
		}

		paid, err := http.Post(h.Sandbox+"/control/gateways/epay/orders/"+sn+"/pay", "application/json", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		_ = paid.Body.Close()
		h.Due()
		if r := b.Post("/v1/Do/DepositOrder", "OrderSn", sn); r.Text("Data.status") != "credited" {
			t.Errorf("what was paid is not credited: %s", r)
		}
		if r := b.Post("/v1/Do/LogOutAction"); !r.OK() {
			t.Errorf("log out: %s", r)
		}

		h.Clock.Advance(10 * time.Minute)
		in := b.Post("/v1/PubInterface/CallLogInAction", "playerName", "spoiler", "password", "secret88", "verifyCode", apptest.Captcha, "vRand", b.Captcha())
		if b.Ticket = in.Text("Ticket"); !in.OK() || b.Ticket == "" {
			t.Fatalf("it is over: %s", in)
		}
		for range 2 {
			if r := keyed(b, transferCall, transferForm("spoiler", "30"), key); !r.OK() {
				t.Errorf("the same order again: %s", r)
			}
		}
		if got := h.Book("spoiler", "ky"); got != "centre 1470.00 locked 0.00 transit 0.00 ky 30.00" {
			t.Errorf("book %s", got)
		}
	})
}

// Without an end nobody is promised one, and opening counts at once.
func TestMaintenanceWithoutAnEnd(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("ming")
		setMaintenance(t, h, content.Maintenance{On: true})
		r := b.Post("/v1/Do/SetAutoAction", "auto", "0")
		if r.Status != http.StatusServiceUnavailable || !strings.HasSuffix(r.Text("Message"), "预计恢复：以公告为准") || r.Header.Get("Retry-After") != "" {
			t.Errorf("%s", r)
		}
		setMaintenance(t, h, content.Maintenance{})
		if r := b.Post("/v1/Do/SetAutoAction", "auto", "0"); !r.OK() {
			t.Errorf("it is open again: %s", r)
		}
	})
}
