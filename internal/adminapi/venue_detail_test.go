package adminapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/apptest"
	"hongyun/internal/wallet"
)

// The page of a venue shows its contract without keys, what its calls came to,
// its feed and its failures.
func TestAVenueIsShownInFull(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		ming(t, h, "ming", cardA, 1000_00)
		move(t, h, "ming", "ky", 300_00)
		r := expect(t, d.get("/venues/ky"), 200, "code", "ky", "playersMoney", "300.00", "contract.protocol", "ky", "protocol", "ky",
			"contract.host", strings.TrimPrefix(h.Sandbox, "http://"), "traffic.breaker", "closed", "traffic.failing", "0", "traffic.failed", "0",
			"failures", "[]", "refusals", "[]", "windows", "[]")
		if n := r.at("traffic.calls"); n == "0" || n == "none" {
			t.Errorf("%s calls are counted after a transfer: %s", n, r)
		}
		if r.at("traffic.lastGoodAt") == "null" || r.at("traffic.atOnce") == "0" {
			t.Errorf("the calls are not described: %s", r)
		}
		for _, c := range h.Config.Companies.Venues {
			for _, key := range []string{c.DESKey, c.MD5Key, c.Agent} {
				if strings.Contains(string(r.Raw), key) {
					t.Errorf("the answer holds a key of %s: %s", c.Code, r)
				}
			}
		}
		expect(t, d.get("/venues/atlantis"), 404, "code", "admin.no_venue")
		expect(t, d.get("/venues/26"), 200, "code", "ky") // by its documented number
		expect(t, sit(t, h, "kefu", "support").get("/venues/ky"), 403, "code", "staff.denied")
	})
}

// A venue without a contract has no calls and no feed.
func TestAVenueWithoutAContractIsShownAsSuch(t *testing.T) {
	h := one(t)
	d := sit(t, h, "boss", "owner")
	expect(t, d.get("/venues/im"), 200, "hasAdapter", "false", "contract", "null", "traffic", "null", "feed", "null", "protocol", "null",
		"breaker", "null", "failures", "[]", "windows", "[]")
}

// Why a venue is in trouble is read on one page: refused transfers, calls without
// an answer, and windows of its feed.
func TestTheFailuresOfAVenueAreShown(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		ming(t, h, "ming", cardA, 1000_00)
		fault(t, h, "transfer_in refuse")
		in := wallet.Order{ID: uuid.NewString(), Player: "ming", Venue: "ky", Amount: 100_00}
		if tr, err := h.Wallets.ToVenue(t.Context(), in); err != nil || tr.State != wallet.Refused {
			t.Fatalf("transfer: %+v, %v", tr, err)
		}
		fault(t, h)
		fault(t, h, "balance commit_then_500")
		if _, err := h.Wallets.LiveBalances(t.Context(), "ming"); err != nil {
			t.Fatal(err)
		}
		expect(t, d.get("/venues/ky"), 200, "refusals.0.reason", "blocked", "refusals.0.count", "1",
			"refusals.0.lastAt", fmt.Sprint(h.Clock.Now().UnixMilli()), "failures.0.kind", "status", "failures.0.status", "500", "traffic.failed", "1")
		fault(t, h)
		gap(t, h)
		r := expect(t, d.logInAgain().get("/venues/ky"), 200, "windows.0.state", "gap", "windows.0.venue", "ky", "feed.venue", "ky")
		if r.at("windows.0.error") == "null" || r.at("feed.gaps") == "0" {
			t.Errorf("why bets are missing is not shown: %s", r)
		}
		h.Clock.Advance(24 * time.Hour)
		expect(t, d.logInAgain().get("/venues/ky"), 200, "refusals", "[]", "traffic.failed", "0", "traffic.calls", "0", "failures.0.kind", "status")
	})
}
