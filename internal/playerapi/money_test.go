package playerapi_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/money"
	"hongyun/internal/playerapi"
)

const transferCall = "/v1/Do/CallPlatformTranscationAction"

func transferForm(name, amount string) string {
	return "playerName=" + name + "&platformId=26&transactionType=1&amount=" + amount
}

func keyed(b *apptest.Browser, path, form, key string) apptest.Reply {
	r := b.Request(http.MethodPost, path, form)
	r.Header.Set("Idempotency-Key", key)
	return b.Send(r)
}

// DEP-07, WD-10, trust IDE-1: a player who clicks twice, or whose answer was
// lost and who asks again, moves the money once and hears the same answer.
func TestTrust_IDE_1_AKeyIsOneOrder(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		ming, other := h.Register("ming"), h.Register("other")
		h.Grant("ming", 1000*money.Yuan)
		h.Grant("other", 1000*money.Yuan)
		first := keyed(ming, transferCall, transferForm("ming", "30"), "0f8fad5b-d9cb-469f")
		if !first.OK() || first.Text("OrderSn") == "" {
			t.Fatalf("first: %s", first)
		}
		for range 3 {
			if again := keyed(ming, transferCall, transferForm("ming", "30"), "0f8fad5b-d9cb-469f"); string(again.Raw) != string(first.Raw) {
				t.Errorf("again\n got %s\nwant %s", again, first)
			}
		}
		changed := keyed(ming, transferCall, transferForm("ming", "31"), "0f8fad5b-d9cb-469f")
		if changed.Status != http.StatusConflict || changed.Text("Message") == "" {
			t.Errorf("the same key with another amount: %s", changed)
		}
		if theirs := keyed(other, transferCall, transferForm("other", "30"), "0f8fad5b-d9cb-469f"); !theirs.OK() || theirs.Text("OrderSn") == first.Text("OrderSn") {
			t.Errorf("another player with the same key: %s", theirs)
		}
		for _, bad := range []string{"short", strings.Repeat("k", 101), "with space in it"} {
			if r := keyed(ming, transferCall, transferForm("ming", "1"), bad); r.Status != http.StatusBadRequest {
				t.Errorf("key %q: %s", bad, r)
			}
		}
		if got, want := h.Book("ming", "ky")+" / "+h.Book("other", "ky"),
			"centre 970.00 locked 0.00 transit 0.00 ky 30.00 / centre 970.00 locked 0.00 transit 0.00 ky 30.00"; got != want {
			t.Errorf("book\n got %s\nwant %s", got, want)
		}
	})
}

// Trust IDE-3, SIG-4: a documented client sends no key. The same bytes never
// act twice, however late; a double click is one order; the same wish a while
// later is a new one.
func TestTrust_IDE_3_AClientWithoutKeys(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("ming")
		h.Grant("ming", 1000*money.Yuan)
		// The account at the venue is made by the first transfer; ten at once would
		// meet the venue's own lock, and end as "processing".
		if r := b.Post(transferCall, "playerName", "ming", "platformId", "26", "transactionType", "1", "amount", "10"); !r.OK() {
			t.Fatalf("first transfer: %s", r)
		}
		var wait sync.WaitGroup
		for range 10 {
			wait.Go(func() {
				b.Post(transferCall, "playerName", "ming", "platformId", "26", "transactionType", "1", "amount", "30")
			})
		}
		wait.Wait()
		if got, want := h.Book("ming", "ky"), "centre 960.00 locked 0.00 transit 0.00 ky 40.00"; got != want {
			t.Fatalf("ten equal posts at once\n got %s\nwant %s", got, want)
		}
		replay := b.Request(http.MethodPost, transferCall, transferForm("ming", "40"))
		first := b.Send(replay)
		if !first.OK() {
			t.Fatalf("first: %s", first)
		}
		h.Clock.Advance(60 * time.Second)
		again := b.Request(http.MethodPost, transferCall, transferForm("ming", "40"))
		again.Header.Set("X-Req-Token", replay.Header.Get("X-Req-Token"))
		if r := b.Send(again); r.Text("OrderSn") != first.Text("OrderSn") {
			t.Errorf("the same bytes a minute later: %s, first %s", r, first)
		}
		if r := b.Post(transferCall, "playerName", "ming", "platformId", "26", "transactionType", "1", "amount", "40"); !r.OK() || r.Text("OrderSn") == first.Text("OrderSn") {
			t.Errorf("a deliberate second order: %s", r)
		}
		if got, want := h.Book("ming", "ky"), "centre 880.00 locked 0.00 transit 0.00 ky 120.00"; got != want {
			t.Errorf("book\n got %s\nwant %s", got, want)
		}
	})
}

// WD-05, D-06: every refusal of a bank withdrawal is a 400 whose Message begins
// with the 15 characters that the documented page cuts off.
func TestRefusedWithdrawalsCarryThePrefix(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		if len(playerapi.WithdrawPrefix) != 15 {
			t.Fatalf("the prefix has %d characters", len(playerapi.WithdrawPrefix))
		}
		b := h.Register("ming")
		for _, amount := range []string{"", "abc", "99.99", "100"} { // input and business rules alike
			r := b.Post("/v1/Do/CallWithdrawAction", "playerName", "ming", "playerBankId", "12345", "withdrawAmount", amount)
			if r.Status != http.StatusBadRequest || r.Text("Message") != playerapi.WithdrawPrefix+r.Text("ResultMessage") || len(r.Text("ResultMessage")) < 6 {
				t.Errorf("amount %q: %s", amount, r)
			}
		}
		r := b.Post("/v1/Do/CallWithdrawAction", "playerName", "victim", "playerBankId", "12345", "withdrawAmount", "100")
		if r.Status != http.StatusForbidden || strings.HasPrefix(r.Text("Message"), playerapi.WithdrawPrefix) {
			t.Errorf("other statuses have no prefix: %s", r)
		}
	})
}

// API-01, D-14: under /common and without it, with the ticket bare or after Bearer.
func TestCallsAreServedUnderBothPaths(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("ming")
		for _, base := range []string{h.URL("player"), h.URL("player") + "/common"} {
			b.Base = base
			if r := b.Post("/v1/Select/PlayerInfoItem"); !r.OK() || r.Text("PlayerName") != "ming" {
				t.Errorf("%s: %s", base, r)
			}
			bearer := b.Request(http.MethodPost, "/v1/Select/PlayerInfoItem", "")
			bearer.Header.Set("Authorization", "Bearer "+b.Ticket)
			if r := b.Send(bearer); !r.OK() {
				t.Errorf("%s with Bearer: %s", base, r)
			}
			if r := b.Post("/v1/Select/NoSuchCall"); r.Status != http.StatusNotFound || r.Text("Message") == "" {
				t.Errorf("%s: unknown call: %s", base, r)
			}
		}
	})
}

// ACC-13, trust SES-3, SES-4: polling is no sign of life, and a session that
// ended is over on the server too.
func TestSessionsEnd(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		idle, busy := h.Register("idle"), h.Register("busy")
		for minute := range 31 {
			h.Clock.Advance(time.Minute)
			if minute < 29 {
				if r := idle.Post("/v1/Select/RecentDeposit"); !r.OK() {
					t.Fatalf("poll in minute %d: %s", minute, r)
				}
			}
			if minute == 20 {
				busy.Post("/v1/Select/PlayerBalance")
			}
		}
		if r := idle.Post("/v1/Select/RecentDeposit"); r.Status != http.StatusUnauthorized {
			t.Errorf("31 minutes of polls: %s", r)
		}
		if r := busy.Post("/v1/Select/PlayerBalance"); !r.OK() {
			t.Errorf("one call at 20 minutes: %s", r)
		}
		gone := h.Register("gone")
		if r := gone.Post("/v1/Do/LogOutAction"); !r.OK() {
			t.Fatalf("log out: %s", r)
		}
		for _, path := range []string{"/v1/Select/PlayerBalance", "/v1/Do/LogOutAction", "/v1/Do/OneClickRecyclingAction"} {
			if r := gone.Post(path); r.Status != http.StatusUnauthorized || r.Text("Message") == "" {
				t.Errorf("%s after logout: %s", path, r)
			}
		}
	})
}

// ACC-10: a captcha is asked for after a failure and then enforced, and the
// marker that asks for it is never the answer.
func TestLoginAsksForACaptchaAfterFailures(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Register("ming")
		b := h.Visitor()
		login := func(password, code, vRand string) apptest.Reply {
			return b.Post("/v1/PubInterface/CallLogInAction", "playerName", "ming", "password", password, "verifyCode", code, "vRand", vRand, "deviceType", "1")
		}
		if r := login("secret88", "", ""); !r.OK() || r.Text("Ticket") == "" {
			t.Fatalf("first try needs no captcha: %s", r)
		}
		var asked apptest.Reply
		for range 3 {
			asked = login("wrong123", "", "")
		}
		if asked.Status != http.StatusOK || asked.Text("IsSuc") != "false" || len(asked.Text("VerificationCode")) < 2 || asked.Text("Ticket") != "" {
			t.Fatalf("after failures: %s", asked)
		}
		if r := login("secret88", "", ""); r.OK() {
			t.Error("the right password got in without the captcha that was asked for")
		}
		if r := login("secret88", apptest.Captcha, b.Captcha()); !r.OK() {
			t.Errorf("with captcha: %s", r)
		}
	})
}

// D-19, trust RG-1: until the operator names whom the licence covers, nobody
// registers, deposits, transfers or plays; taking one's money back stays open.
func TestAHouseWithoutALicenceServesNobody(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		v := h.Visitor()
		r := v.Post("/v1/PubInterface/CallRegAction", "PlayerName", "ming", "password", "secret88", "withdrawpassword", "secret88",
			"tell", "13700001111", "verifyCode", apptest.Captcha, "vRand", v.Captcha(), "regDomain", "x", "invitePeopleId", "")
		if r.Status != http.StatusUnavailableForLegalReasons || r.Text("Message") == "" {
			t.Errorf("register: %s", r)
		}
	}, func(c *appConfig) { c.Serves = nil })
}

// trust DOS-1, CAP-6: too many is 429 with Retry-After, and the session stays.
func TestLimitsAnswer429(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("ming")
		var last apptest.Reply
		for range 6 {
			last = b.Post("/v1/Do/SetAutoAction", "auto", "0")
		}
		if last.Status != http.StatusTooManyRequests || last.Header.Get("Retry-After") == "" || last.Text("Message") == "" {
			t.Errorf("sixth money call: %s", last)
		}
		if r := b.Post("/v1/Select/PlayerBalance"); !r.OK() {
			t.Errorf("reading after the limit: %s", r)
		}
	}, func(c *appConfig) { c.Rates = playerapi.Rates{Money: 5} })
}

// TRF-06: a page that asks the venues again and again is stopped here, before
// the venues have to answer; our own books may still be read.
func TestAsksOfTheVenuesAreLimited(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("ming")
		for range 3 {
			if r := b.Post("/v1/Do/CallPlatformBalancesAction"); !r.OK() {
				t.Errorf("within the limit: %s", r)
			}
		}
		if r := b.Post("/v1/Do/CallPlatformBalancesAction"); r.Status != http.StatusTooManyRequests {
			t.Errorf("fourth: %s", r)
		}
		if r := b.Post("/v1/Select/PlayerBalance"); !r.OK() {
			t.Errorf("reading after the limit: %s", r)
		}
	}, func(c *appConfig) { c.Rates = playerapi.Rates{Venues: 3} })
}
