package adminapi_test

import (
	"strings"
	"sync"
	"testing"

	"hongyun/internal/apptest"
)

// Two people who reach for the same withdrawal at once: one has it, the other
// hears who.
func TestAWithdrawalIsOnePersonsWork(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		a, b := sit(t, h, "lin", "finance"), sit(t, h, "zhou", "risk")
		_, card := ming(t, h, "ming", cardA, 1000_00)
		at := "/withdrawals/" + ask(t, h, "ming", card, 300_00)
		var answers [2]reply
		var both sync.WaitGroup
		for i, d := range []*desk{a, b} {
			both.Go(func() { answers[i] = d.send(d.request("POST", at+"/claim", []byte("{}"))) })
		}
		both.Wait()
		won, lost, winner := answers[0], answers[1], a
		if won.Status != 200 {
			won, lost, winner = lost, won, b
		}
		expect(t, won, 200, "state", "claimed", "claimedBy.name", winner.name, "amount", "300.00", "cardTail", cardA[len(cardA)-4:])
		expect(t, lost, 409, "code", "withdrawal.claimed")
		if !strings.Contains(lost.at("message"), winner.name) {
			t.Errorf("who has it is not said: %s", lost)
		}
		other := map[*desk]*desk{a: b, b: a}[winner]
		for _, path := range []string{"/release", "/approve"} {
			expect(t, other.post(at+path, nil), 409, "code", "withdrawal.not_claimer")
		}
		expect(t, other.post(at+"/reject", because("资料不符")), 409, "code", "withdrawal.not_claimer")
		expect(t, winner.get("/withdrawals?mine=1"), 200, "total", "1", "sum.amount", "300.00")
		expect(t, other.get("/withdrawals?mine=1"), 200, "total", "0")
		expect(t, winner.get("/badges"), 200, "withdrawalsMine", "1", "withdrawalsWaiting", "0")
		expect(t, winner.post(at+"/release", nil), 200, "state", "submitted", "claimedBy", "null")
		expect(t, other.post(at+"/claim", nil), 200, "claimedBy.name", other.name)
		h.Advance(14 * minute)
		expect(t, other.get(at), 200, "state", "claimed")
		h.Advance(2 * minute) // the claim runs out
		expect(t, winner.logInAgain().post(at+"/claim", nil), 200, "claimedBy.name", winner.name)
	})
}

// From the queue to the bank: the money is locked, then gone, and each step is
// taken once (WD-09).
func TestAWithdrawalIsPaid(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d, risk, payer := sit(t, h, "lin", "finance"), sit(t, h, "zhou", "risk"), sit(t, h, "qian", "finance")
		_, card := ming(t, h, "ming", cardA, 1000_00)
		first, second := ask(t, h, "ming", card, 300_00), ask(t, h, "ming", card, 200_00)
		at := "/withdrawals/" + first
		expect(t, d.get(at), 200, "card.holder", "王**", "card.city", "广州市", "account.centre", "500.00", "account.locked", "500.00",
			"turnover.outstanding", "0.00", "needsSecond", "false", "approvedBy", "[]", "claimedBy", "null", "endedAt", "null")
		expect(t, d.get("/withdrawals?state=submitted"), 200, "total", "2", "items.0.id", first, "sum.amount", "500.00") // the oldest first
		expect(t, d.get("/withdrawals"), 200, "items.0.id", second)
		expect(t, d.get("/withdrawals?min=250&max=300"), 200, "total", "1", "items.0.id", first)
		expect(t, d.post(at+"/approve", nil), 409)
		expect(t, d.post(at+"/claim", nil), 200)
		expect(t, d.post(at+"/paid", map[string]any{"reference": "OUT1"}), 409, "code", "withdrawal.state")
		expect(t, d.post(at+"/destination", nil), 409, "code", "withdrawal.state")
		expect(t, d.post(at+"/approve", map[string]any{"note": strings.Repeat("长", 201)}), 400, "code", "staff.reason")
		expect(t, d.post(at+"/approve", map[string]any{"note": "资料无误"}), 200, "status", "done")
		expect(t, d.post(at+"/approve", nil), 409)
		expect(t, d.get("/badges"), 200, "withdrawalsToPay", "1")

		expect(t, risk.post(at+"/destination", nil), 403, "code", "staff.denied")
		expect(t, d.post(at+"/destination", nil), 422, "code", "withdrawal.own_approval")
		expect(t, payer.post(at+"/destination", nil), 200, "number", cardA, "holder", "王小明", "branch", "天河支行")
		expect(t, sit(t, h, "wu", "auditor").get("/audit?action=withdrawal.destination"), 200, "total", "1", "items.0.actor", "qian", "items.0.subject.id", first)

		expect(t, d.post(at+"/paid", map[string]any{"reference": "OUT0001"}), 422, "code", "withdrawal.own_approval")
		expect(t, payer.post(at+"/paid", map[string]any{"reference": ""}), 400, "code", "withdrawal.reference")
		expect(t, payer.post(at+"/unknown", because("银行没有答复")), 200, "state", "approved")
		expect(t, payer.post(at+"/fail", because("银行退票")), 422, "code", "withdrawal.payout_fresh")
		expect(t, payer.post(at+"/paid", map[string]any{"reference": "OUT0001"}), 200, "state", "paid", "reference", "OUT0001")
		expect(t, d.post(at+"/paid", map[string]any{"reference": "OUT0001"}), 409)
		expect(t, d.post(at+"/fail", because("银行退票")), 409)
		at = "/withdrawals/" + second
		expect(t, d.post(at+"/claim", nil), 200)
		expect(t, d.post(at+"/approve", nil), 200)
		expect(t, payer.post(at+"/paid", map[string]any{"reference": "OUT0001"}), 409, "code", "withdrawal.reference_used")
		expect(t, payer.post(at+"/fail", because("银行退票")), 200, "status", "done")
		expect(t, d.get(at), 200, "state", "failed", "reason", "银行退票")
		if got := h.Book("ming"); got != "centre 700.00 locked 0.00 transit 0.00" {
			t.Error(got)
		}
		expect(t, d.get("/dashboard"), 200, "today.withdrawals.count", "1", "today.withdrawals.amount", "300.00", "today.net", "-300.00")
	})
}

// A rejected withdrawal's money is back once, however often the button is
// pressed, also at once.
func TestARejectedWithdrawalReturnsOnce(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "lin", "finance")
		_, card := ming(t, h, "ming", cardA, 1000_00)
		at := "/withdrawals/" + ask(t, h, "ming", card, 300_00)
		expect(t, d.post(at+"/claim", nil), 200)
		expect(t, d.post(at+"/reject", nil), 400, "code", "staff.reason")
		var all sync.WaitGroup
		answers := make([]reply, 8)
		for i := range answers {
			all.Go(func() { answers[i] = d.send(d.request("POST", at+"/reject", []byte(`{"reason":"资料不符"}`))) })
		}
		all.Wait()
		done := 0
		for _, r := range answers {
			switch r.Status {
			case 200:
				done++
				expect(t, r, 200, "state", "rejected", "reason", "资料不符")
			case 409:
			default:
				t.Errorf("heard %s", r)
			}
		}
		if done != 1 {
			t.Errorf("%d of 8 were told that they rejected it", done)
		}
		if got := h.Book("ming"); got != "centre 1000.00 locked 0.00 transit 0.00" {
			t.Error(got)
		}
	})
}

// Above the limit two people approve (trust ADM-1), and a second person's no
// gives it back to the first.
func TestALargeWithdrawalNeedsASecondPerson(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		maker, checker, payer := sit(t, h, "lin", "finance"), sit(t, h, "zhou", "risk"), sit(t, h, "qian", "finance")
		_, card := ming(t, h, "ming", cardA, 100_000_00)
		sn := ask(t, h, "ming", card, 60_000_00)
		at := "/withdrawals/" + sn
		expect(t, maker.post(at+"/claim", nil), 200, "needsSecond", "true")
		id := expect(t, maker.post(at+"/approve", nil), 202, "status", "waiting").at("approvalId")
		expect(t, maker.get(at), 200, "state", "second", "approvalId", id)
		expect(t, maker.post("/approvals/"+id+"/approve", nil), 403, "code", "staff.own_request")
		expect(t, checker.post("/approvals/"+id+"/refuse", nil), 400, "code", "staff.reason")
		expect(t, checker.post("/approvals/"+id+"/refuse", because("先核对流水")), 200, "state", "refused")
		expect(t, maker.get(at), 200, "state", "claimed", "claimedBy.name", "lin", "approvalId", "null")
		id = expect(t, maker.post(at+"/approve", map[string]any{"note": "流水已核对"}), 202).at("approvalId")
		expect(t, checker.post("/approvals/"+id+"/approve", nil), 200, "state", "approved")
		expect(t, maker.get(at), 200, "state", "approved", "approvedBy.0", "lin", "approvedBy.1", "zhou")
		expect(t, maker.post(at+"/paid", map[string]any{"reference": "OUT0002"}), 422, "code", "withdrawal.own_approval")
		expect(t, payer.post(at+"/paid", map[string]any{"reference": "OUT0002"}), 200, "state", "paid")
		if got := h.Book("ming"); got != "centre 40000.00 locked 0.00 transit 0.00" {
			t.Error(got)
		}
	})
}
