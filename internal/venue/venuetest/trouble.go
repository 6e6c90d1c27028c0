package venuetest

import (
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// clockError is the error of the company's clock. It is larger than two
// servers' should be, and smaller than every document allows that mentions one.
const clockError = 3 * time.Minute

const noLimitAnswer = "the vendor's document has no answer for too many calls; HTTP 429 stands in"

// troubleCases are a company whose clock is off, and one that is asked too often.
var troubleCases = []testCase{
	{name: "a company whose clock is three minutes ahead accepts all calls", skew: clockError, run: clocksApart},
	{name: "a company whose clock is three minutes behind accepts all calls", skew: -clockError, run: clocksApart},
	{name: "feed: a clock three minutes ahead takes no bet out of the windows", skew: clockError, run: windowsApart},
	{name: "feed: a clock three minutes behind takes no bet out of the windows", skew: -clockError, run: windowsApart},
	{name: "an order that comes too often moves nothing and is not lost", run: func(k *kit) {
		eachWay(k, func(k *kit, way direction, account string) {
			k.Company.Fault(k.t, way.call, "too_many_requests", 1, 0)
			m := k.order(account, amount)
			got, err := way.send(k, m)
			if got == venue.Done || err == nil || k.harness.LimitUntold && got != venue.Unknown {
				k.t.Errorf("%s = %v, %v", way.name, got, err)
			}
			k.limitTold()
			k.Company.Heal(k.t)
			k.holds(account, have)
			k.says(m.Ref, venue.Absent, 0)
			if got == venue.Refused { // for ever, so the money is free for another order
				m = k.order(account, amount)
			}
			if got, err := way.send(k, m); got != venue.Done {
				k.t.Errorf("%s after that = %v, %v", way.name, got, err)
			}
			k.says(m.Ref, venue.Done, amount)
			k.holds(account, have+way.sign*amount)
		})
	}},
	{name: "a question that comes too often is unknown, and a balance an error", run: func(k *kit) {
		account := k.ready(have)
		m := k.order(account, amount)
		if got, err := k.Venue.Debit(k.t.Context(), m); got != venue.Done {
			k.t.Fatalf("Debit = %v, %v", got, err)
		}
		k.limitTold()
		k.Company.Fault(k.t, "status", "too_many_requests", 0, 0)
		a, err := k.Venue.Lookup(k.t.Context(), m.Ref)
		if _ = k.note(err); a.Outcome != venue.Unknown {
			k.t.Errorf("Lookup = %v, %v", a, err)
		}
		k.Company.Fault(k.t, "balance", "too_many_requests", 0, 0)
		if got, err := k.Venue.Balance(k.t.Context(), account); k.note(err) == nil {
			k.t.Errorf("Balance = %s", got)
		}
		k.Company.Heal(k.t)
		k.says(m.Ref, venue.Done, amount)
		if got, err := k.Venue.Balance(k.t.Context(), account); got != have-amount || err != nil {
			k.t.Errorf("Balance after that = %s, %v", got, err)
		}
	}},
	{name: "feed: a question that comes too often is asked again and skips nothing", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		versions, follows := f.source.(venue.VersionSource)
		begin := ""
		if follows {
			_, begin = f.versions(versions, "")
		}
		want := map[string]money.Fen{}
		for i := range 5 {
			want[f.bet(Bet{Stake: money.Fen(i + 1), Status: venue.BetSettled})] = money.Fen(i + 1)
		}
		k.limitTold()
		for range 2 {
			k.Company.Fault(k.t, "records", "too_many_requests", 1, 0)
			if p, err := f.source.PullBets(k.t.Context(), f.from, f.to, ""); k.note(err) == nil {
				k.t.Errorf("passed as %d lines", len(p.Lines))
			}
			k.Company.Heal(k.t)
		}
		got := f.byID(f.pull(f.from, f.to))
		if follows {
			k.Company.Fault(k.t, "records", "too_many_requests", 1, 0)
			if p, err := versions.PullVersions(k.t.Context(), begin); k.note(err) == nil {
				k.t.Errorf("passed as %d lines, to version %q", len(p.Lines), p.Next)
			}
			k.Company.Heal(k.t)
			lines, _ := f.versions(versions, begin)
			got = f.byID(lines)
		}
		if len(got) != len(want) {
			k.t.Errorf("%d of %d lines", len(got), len(want))
		}
		for id, stake := range want {
			if got[id].Stake != stake {
				k.t.Errorf("bet %s has stake %s, want %s", id, got[id].Stake, stake)
			}
		}
	}},
}

// limitTold notes a vendor without an answer of its own for too many calls.
func (k *kit) limitTold() {
	if k.harness.LimitUntold && k.cannot == "" {
		k.declared(noLimitAnswer)
	}
}

// clocksApart makes each call of a player's evening. The hour is far from every midnight, for a
// vendor whose keys hold a date may rightly refuse a caller on another day.
func clocksApart(k *kit) {
	k.Clock.Advance(time.Hour)
	account := k.ready(have)
	m := k.order(account, amount)
	if got, err := k.Venue.Debit(k.t.Context(), m); got != venue.Done {
		k.t.Errorf("Debit = %v, %v", got, err)
	}
	k.says(m.Ref, venue.Done, amount)
	k.holds(account, have-amount)
	if got, err := k.Venue.Balance(k.t.Context(), account); got != have-amount || err != nil {
		k.t.Errorf("Balance = %s, %v", got, err)
	}
	if address, err := k.Venue.Launch(k.t.Context(), venue.Launch{Account: account, Game: k.harness.Game, IP: "203.0.113.7"}); address == "" || err != nil {
		k.t.Errorf("Launch = %q, %v", address, err)
	}
	if lost := k.order(account, amount); !k.Venue.Rules().NoQuery {
		k.says(lost.Ref, venue.Absent, 0)
	}
}

// windowsApart settles a bet just after our feed asked for everything up to its lag. The company
// writes its own time on it, and the windows that follow must hold that time.
func windowsApart(k *kit) {
	f := k.feed()
	if f == nil {
		return
	}
	r, ahead := f.source.FeedRules(), k.ahead
	if ahead < 0 && r.Lag+r.Overlap < -ahead {
		k.t.Errorf("lag and overlap are %s together: a bet written %s late is in no window to come", r.Lag+r.Overlap, -ahead)
	}
	now := k.Clock.Now()
	f.at = now.Add(ahead)
	from := now.Add(-r.Lag - r.Overlap)
	k.Clock.Set(now.Add(r.Lag + 2*r.MaxWindow + time.Hour))
	id := f.bet(Bet{Stake: 100, Payout: 195, Status: venue.BetSettled})
	var lines []venue.BetLine
	for !from.After(f.at) {
		to := from.Add(r.MaxWindow / 2)
		lines = append(lines, f.pull(from, to)...)
		from = to
	}
	if l, there := f.byID(lines)[id]; !there || l.Stake != 100 || l.Payout != 195 {
		k.t.Errorf("the bet is %+v, there %v", l, there)
	}
}
