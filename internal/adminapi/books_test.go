package adminapi_test

import (
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
)

// The button says that the books are right while they are, and once somebody
// has altered a row it names that row.
func TestTheBooksAreVerifiedAndAnAlteredRowIsNamed(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "lin", "finance")
		h.Register("ming")
		h.Grant("ming", 100_00)
		expect(t, d.get("/books"), 200, "running", "null", "last", "null")
		expect(t, d.post("/books/verify", nil), 202, "state", "running", "by", "lin", "finishedAt", "null", "counts", "null", "checks", "[]")
		expect(t, ended(t, d), 200, "last.state", "passed", "last.error", "null", "last.counts.transactions", "1", "last.counts.postings", "1",
			"last.checks.1.name", "posting", "last.checks.1.passed", "true", "last.checks.1.rows", "1", "last.checks.1.broken", "null")
		expect(t, d.get("/dashboard"), 200, "books.state", "passed")

		entry := expect(t, d.get("/players/ming/postings"), 200, "total", "1").at("items.0.id")
		tamper(t, h, "posting", "UPDATE posting SET amount = amount + 1")
		h.Clock.Advance(minute)
		expect(t, d.post("/books/verify", nil), 202)
		expect(t, ended(t, d), 200, "last.state", "failed", "last.checks.1.name", "posting", "last.checks.1.passed", "false",
			"last.checks.1.broken.table", "posting", "last.checks.1.broken.id", entry)
		expect(t, d.get("/dashboard"), 200, "books.state", "failed")
		expect(t, d.get("/books/runs"), 200, "total", "2", "items.0.state", "failed", "items.1.state", "passed")
		expect(t, d.get("/books/runs?size=1&page=2"), 200, "items.0.state", "passed")
		tamper(t, h, "posting", "UPDATE posting SET amount = amount - 1")
	}, func(c *app.Config) { c.JobsByHand = false })
}

// ended waits for the run that is going on.
func ended(t testing.TB, d *desk) reply {
	t.Helper()
	for range 200 {
		if r := expect(t, d.get("/books"), 200); r.at("running") == "null" {
			return r
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("the run does not end")
	return reply{}
}

func TestTheBooksAreGoneThroughOnceAtATime(t *testing.T) {
	h := one(t) // no jobs run here: the first run stays
	d := sit(t, h, "lin", "finance")
	expect(t, d.post("/books/verify", nil), 202, "state", "running")
	expect(t, d.post("/books/verify", nil), 409, "code", "ledger.running")
	expect(t, d.get("/books"), 200, "running.state", "running", "last", "null")
	expect(t, d.get("/dashboard"), 200, "books.state", "running")
}

// Takings are for people who may look at earnings. Customer service and risk see the
// same page without them.
func TestTheDashboardShowsTheTakingsToPeopleWhoSeeEarnings(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		for role, sees := range map[string]bool{"owner": true, "finance": true, "auditor": true, "support": false, "risk": false} {
			r := expect(t, sit(t, h, "of-"+role, role).get("/dashboard"), 200, "today.registrations", "0", "today.firstDeposits", "0")
			for _, day := range []string{"today", "yesterday"} {
				if in, out, net := r.at(day+".deposits"), r.at(day+".withdrawals"), r.at(day+".net"); sees != (net == "0.00") || sees == (in == "null") || sees == (out == "null") {
					t.Errorf("%s, %s: deposits %s, withdrawals %s, net %s", role, day, in, out, net)
				}
			}
		}
	})
}
