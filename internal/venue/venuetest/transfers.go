package venuetest

import (
	"context"
	"errors"
	"sync"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

const (
	have   = 200 * money.Yuan
	amount = 50 * money.Yuan

	// allTransfers of the largest amount use up our credit with any company here.
	allTransfers = 1000
)

// transferCases are the fault matrix of transfers, as far as an adapter can
// get it wrong (trust F1..F6, F11, F14, F15, F18).
var transferCases = []testCase{
	{name: "a new account has nothing and may be created twice", run: func(k *kit) {
		account := k.ready(0)
		k.ready(0)
		if got, err := k.Venue.Balance(k.t.Context(), account); err != nil || got != 0 {
			k.t.Errorf("Balance = %s, %v", got, err)
		}
	}},
	{name: "an account nobody created has nothing", run: func(k *kit) {
		if got, err := k.Venue.Balance(k.t.Context(), k.Venue.AccountName("nobody")); err != nil || got != 0 {
			k.t.Errorf("Balance = %s, %v", got, err)
		}
	}},
	{name: "money goes there and comes back", run: func(k *kit) {
		account := k.ready(have)
		m := k.order(account, amount)
		if got, err := k.Venue.Debit(k.t.Context(), m); got != venue.Done || err != nil {
			k.t.Fatalf("Debit = %v, %v", got, err)
		}
		k.says(m.Ref, venue.Done, amount)
		k.holds(account, have-amount)
		if got, err := k.Venue.Balance(k.t.Context(), account); err != nil || got != have-amount {
			k.t.Errorf("Balance = %s, %v", got, err)
		}
	}},
	{name: "a first credit needs no account before it", run: func(k *kit) {
		account := k.Venue.AccountName(player)
		if got, err := k.Venue.Credit(k.t.Context(), k.order(account, amount)); got != venue.Done {
			k.t.Fatalf("Credit = %v, %v", got, err)
		}
		k.holds(account, amount)
	}},
	{name: "amounts survive the company's units", run: survivesUnits},
	{name: "an amount above the limit is refused and not sent", run: func(k *kit) {
		limit := k.Venue.Rules().MaxAmount
		if limit == 0 {
			return
		}
		account := k.ready(0)
		got, err := k.Venue.Credit(k.t.Context(), k.order(account, limit+money.Yuan))
		refused(k, got, err, venue.Limit)
		k.holds(account, 0)
	}},
	{name: "references are never repeated and fit the company", run: func(k *kit) {
		account := k.Venue.AccountName(player)
		seen := map[string]bool{}
		for range 2000 {
			ref := k.Venue.NewRef(account, k.Clock.Now())
			if seen[ref] || ref == "" || len(ref) > 100 {
				k.t.Fatalf("reference %q again, empty or too long", ref)
			}
			seen[ref] = true
		}
	}},
	{name: "a reference sent twice moves money once", run: func(k *kit) {
		eachWay(k, func(k *kit, way direction, account string) {
			m := k.order(account, amount)
			for i := range 3 {
				if got, err := way.send(k, m); got != venue.Done && got != venue.Unknown {
					k.t.Errorf("sending %d = %v, %v", i+1, got, err)
				}
			}
			k.says(m.Ref, venue.Done, amount)
			k.holds(account, have+way.sign*amount)
		})
	}},
	{name: "a reference sent by many at once moves money once", patient: true, run: func(k *kit) {
		eachWay(k, func(k *kit, way direction, account string) {
			m := k.order(account, amount)
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					if got, err := way.send(k, m); got != venue.Done && got != venue.Unknown {
						k.t.Errorf("%v, %v", got, err)
					}
				})
			}
			wg.Wait()
			k.says(m.Ref, venue.Done, amount)
			k.holds(account, have+way.sign*amount)
		})
	}},
	{name: "a request that never arrives is unknown, then absent", run: func(k *kit) { // F1
		lostEachWay(k, "drop_request", func(k *kit, way direction, account string, m venue.Movement) {
			k.says(m.Ref, venue.Absent, 0)
			k.holds(account, have)
			if got, err := way.send(k, m); got != venue.Done { // the same reference may go again
				k.t.Errorf("sent again: %v, %v", got, err)
			}
			k.holds(account, have+way.sign*amount)
		})
	}},
	{name: "an answer that is lost is unknown, then done", run: func(k *kit) { // F2
		lostEachWay(k, "drop_response", doneAfterAll)
	}},
	{name: "committed and answered 500 is unknown, then done", run: func(k *kit) { // F3
		lostEachWay(k, "commit_then_500", doneAfterAll)
	}},
	{name: "an answer nobody can read is unknown", run: func(k *kit) { // F6
		for range 4 { // four kinds of nonsense
			eachWay(k, func(k *kit, way direction, account string) {
				before := k.Company.Balance(k.t, account)
				k.Company.Fault(k.t, way.call, "garbage", 1, 0)
				m := k.order(account, amount)
				if got, err := way.send(k, m); got != venue.Unknown || err == nil {
					k.t.Errorf("%s = %v, %v", way.name, got, err)
				}
				switch a, _ := k.Venue.Lookup(k.t.Context(), m.Ref); {
				case k.noQuery(): // nothing is proved either way
				case a.Outcome == venue.Done:
					k.holds(account, before+way.sign*amount)
				default:
					k.holds(account, before)
				}
			})
		}
	}},
	{name: "a company that is slow is unknown, then done", run: func(k *kit) { // F4
		eachWay(k, func(k *kit, way direction, account string) {
			k.Company.Fault(k.t, way.call, "delay", 1, 3*callTimeout)
			m := k.order(account, amount)
			began := time.Now()
			if got, err := way.send(k, m); got != venue.Unknown || err == nil {
				k.t.Errorf("%s = %v, %v", way.name, got, err)
			}
			if took := time.Since(began); took > 2*callTimeout {
				k.t.Errorf("waited %v with a limit of %v", took, callTimeout)
			}
			k.comesThrough("the slow transfer", m.Ref, account, have+way.sign*amount)
			k.holds(account, have+way.sign*amount)
		})
	}},
	{name: "an order not found at first and found later is never refused", run: func(k *kit) { // F15
		eachWay(k, func(k *kit, way direction, account string) {
			k.Company.Fault(k.t, way.call, "not_found_flap", 1, callTimeout)
			m := k.order(account, amount)
			if got, err := way.send(k, m); got == venue.Refused {
				k.t.Errorf("%s = %v, %v", way.name, got, err)
			}
			if a, err := k.Venue.Lookup(k.t.Context(), m.Ref); a.Outcome == venue.Refused {
				k.t.Errorf("Lookup = %v, %v", a, err)
			}
			k.comesThrough("the order's appearance", m.Ref, account, have+way.sign*amount)
			k.holds(account, have+way.sign*amount)
		})
	}},
	{name: "an order under way is unknown", run: func(k *kit) {
		eachWay(k, func(k *kit, way direction, account string) {
			k.Company.Fault(k.t, way.call, "processing", 1, 3*callTimeout) // an adapter may wait a little and ask again
			m := k.order(account, amount)
			if got, err := way.send(k, m); got != venue.Unknown {
				k.t.Errorf("%s = %v, %v", way.name, got, err)
			}
			k.comesThrough("the order's end", m.Ref, account, have+way.sign*amount)
		})
	}},
	{name: "the company carries an order out twice over and we hear of the second", run: func(k *kit) { // F14
		eachWay(k, func(k *kit, way direction, account string) {
			k.Company.Fault(k.t, way.call, "duplicate", 1, 0)
			m := k.order(account, amount)
			if got, err := way.send(k, m); got == venue.Refused {
				k.t.Errorf("%s = %v, %v", way.name, got, err)
			}
			k.says(m.Ref, venue.Done, amount)
			k.holds(account, have+way.sign*amount)
		})
	}},
	{name: "a clear no is refused and moves nothing", run: func(k *kit) { // F5
		eachWay(k, func(k *kit, way direction, account string) {
			k.Company.Fault(k.t, way.call, "refuse", 1, 0)
			m := k.order(account, amount)
			want := venue.Refused
			if k.harness.RefusalsUntold {
				k.declared("the vendor has no clear no: an order that it does not want is unknown")
				want = venue.Unknown
			}
			if got, err := way.send(k, m); got != want || got == venue.Unknown && err == nil {
				k.t.Errorf("%s = %v, %v", way.name, got, err)
			}
			a, err := k.Venue.Lookup(k.t.Context(), m.Ref)
			if !k.Venue.Rules().NoQuery && (err != nil || (a.Outcome != venue.Refused && a.Outcome != venue.Absent)) {
				k.t.Errorf("Lookup = %v, %v", a, err)
			}
			k.holds(account, have)
		})
	}},
	{name: "taking back more than is there is refused", run: func(k *kit) {
		account := k.ready(have)
		m := k.order(account, have+money.Yuan)
		got, err := k.Venue.Debit(k.t.Context(), m)
		turnedAway(k, m, got, err, venue.Insufficient)
		k.holds(account, have)
	}},
	{name: "credit of ours that has run out is refused as that", patient: true, run: func(k *kit) {
		account := k.ready(0)
		most := k.Venue.Rules().MaxAmount
		for range allTransfers {
			before := k.Company.Balance(k.t, account)
			m := k.order(account, most)
			got, err := k.Venue.Credit(k.t.Context(), m)
			if got == venue.Done {
				continue
			}
			turnedAway(k, m, got, err, venue.Float)
			k.holds(account, before)
			return
		}
		k.t.Error("our credit with the company never ends")
	}},
	{name: "money on a table stays there", run: func(k *kit) {
		if k.harness.MoneyNeverStays {
			k.declared("the vendor has no answer for money on a table")
			return
		}
		account := k.ready(have)
		k.Company.Fault(k.t, "transfer_out", "player_in_game", 1, 0)
		got, err := k.Venue.Debit(k.t.Context(), k.order(account, amount))
		refused(k, got, err, venue.InGame)
		k.holds(account, have)
	}},
	{name: "maintenance moves nothing and promises nothing", run: func(k *kit) { // F18
		eachWay(k, func(k *kit, way direction, account string) {
			k.Company.Fault(k.t, way.call, "maintenance", 1, 0)
			m := k.order(account, amount)
			if got, err := way.send(k, m); got == venue.Done {
				k.t.Errorf("%s = %v, %v", way.name, got, err)
			}
			k.says(m.Ref, venue.Absent, 0)
			k.holds(account, have)
		})
	}},
	{name: "another amount than ordered is not hidden", run: func(k *kit) { // F11
		if k.harness.AmountsUntold {
			k.declared("no answer of the vendor holds an amount; only balances show it")
			return
		}
		eachWay(k, func(k *kit, way direction, account string) {
			k.Company.Fault(k.t, way.call, "wrong_amount", 1, 0)
			m := k.order(account, amount)
			got, err := way.send(k, m)
			a, _ := k.Venue.Lookup(k.t.Context(), m.Ref)
			if got == venue.Done || (a.Outcome == venue.Done && a.Amount == amount) {
				k.t.Errorf("%s = %v, %v; Lookup = %v", way.name, got, err, a)
			}
		})
	}},
	{name: "an order the company never heard of is absent", run: func(k *kit) {
		account := k.ready(0)
		k.says(k.order(account, amount).Ref, venue.Absent, 0)
	}},
	{name: "a question that goes wrong is unknown", run: func(k *kit) { // F15
		account := k.ready(have)
		m := k.order(account, amount)
		if got, err := k.Venue.Debit(k.t.Context(), m); got != venue.Done {
			k.t.Fatalf("Debit = %v, %v", got, err)
		}
		for _, fault := range []string{"drop_request", "drop_response", "commit_then_500", "maintenance", "garbage", "garbage", "garbage", "garbage", "refuse", "processing"} {
			k.Company.Fault(k.t, "status", fault, 1, 0)
			if a, err := k.Venue.Lookup(k.t.Context(), m.Ref); a.Outcome != venue.Unknown {
				k.t.Errorf("%s: Lookup = %v, %v", fault, a, err)
			} else {
				_ = k.note(err)
			}
			k.Company.Heal(k.t)
		}
		k.says(m.Ref, venue.Done, amount)
	}},
	{name: "a balance that cannot be read is an error, never 0", run: func(k *kit) {
		account := k.ready(have)
		for _, fault := range []string{"drop_request", "drop_response", "commit_then_500", "maintenance", "garbage", "garbage", "garbage", "garbage", "refuse"} {
			k.Company.Fault(k.t, "balance", fault, 1, 0)
			if got, err := k.Venue.Balance(k.t.Context(), account); err == nil {
				k.t.Errorf("%s: Balance = %s", fault, got)
			} else {
				_ = k.note(err)
			}
			k.Company.Heal(k.t)
		}
	}},
	{name: "a caller that gives up is obeyed", run: func(k *kit) {
		account := k.ready(have)
		k.Company.Fault(k.t, "any", "delay", 0, 2*callTimeout)
		for _, way := range both {
			ctx, cancel := context.WithTimeout(k.t.Context(), 50*time.Millisecond)
			began := time.Now()
			m := k.order(account, amount)
			send := k.Venue.Credit
			if way.sign < 0 {
				send = k.Venue.Debit
			}
			got, err := send(ctx, m)
			cancel()
			if got != venue.Unknown || err == nil || time.Since(began) > callTimeout {
				k.t.Errorf("%s = %v, %v after %v", way.name, got, err, time.Since(began))
			}
		}
		gone, cancel := context.WithCancel(k.t.Context())
		cancel()
		if got, err := k.Venue.Credit(gone, k.order(account, amount)); got != venue.Unknown || err == nil {
			k.t.Errorf("Credit after the end = %v, %v", got, err)
		}
	}},
}

// survivesUnits sends amounts that would show a wrong unit or a float.
func survivesUnits(k *kit) {
	amounts := []money.Fen{1, 10, 29, 99, 100, 101, 1999, 12345, 123456789}
	if k.Venue.Rules().WholeYuan {
		amounts = []money.Fen{100, 200, 1900, 12300, 123456700}
	}
	account := k.ready(0)
	var sum money.Fen
	for _, a := range amounts {
		m := k.order(account, a)
		if got, err := k.Venue.Credit(k.t.Context(), m); got != venue.Done {
			k.t.Fatalf("Credit of %s = %v, %v", a, got, err)
		}
		sum += a
		k.holds(account, sum)
		k.says(m.Ref, venue.Done, a)
	}
	if got, err := k.Venue.Balance(k.t.Context(), account); err != nil || got != sum {
		k.t.Errorf("Balance = %s, %v; want %s", got, err, sum)
	}
	for _, a := range amounts {
		if got, err := k.Venue.Debit(k.t.Context(), k.order(account, a)); got != venue.Done {
			k.t.Fatalf("Debit of %s = %v, %v", a, got, err)
		}
	}
	k.holds(account, 0)
}

// eachWay runs a case for both directions, each from the same balance.
func eachWay(k *kit, run func(k *kit, way direction, account string)) {
	k.t.Helper()
	account := k.ready(0)
	for _, way := range both {
		missing := have - k.Company.Balance(k.t, account)
		if k.Venue.Rules().WholeYuan {
			missing -= missing % money.Yuan // dust of a wrong amount cannot be moved
		}
		if missing > 0 {
			if got, err := k.Venue.Credit(k.t.Context(), k.order(account, missing)); got != venue.Done {
				k.t.Fatalf("Credit = %v, %v", got, err)
			}
		} else if missing < 0 {
			if got, err := k.Venue.Debit(k.t.Context(), k.order(account, -missing)); got != venue.Done {
				k.t.Fatalf("Debit = %v, %v", got, err)
			}
		}
		run(k, way, account)
		k.Company.Heal(k.t)
	}
}

// lostEachWay runs a fault after which nothing is proved at first.
func lostEachWay(k *kit, fault string, then func(k *kit, way direction, account string, m venue.Movement)) {
	k.t.Helper()
	eachWay(k, func(k *kit, way direction, account string) {
		k.Company.Fault(k.t, way.call, fault, 1, 0)
		m := k.order(account, amount)
		if got, err := way.send(k, m); got != venue.Unknown || err == nil {
			k.t.Errorf("%s = %v, %v; want unknown with an error", way.name, got, err)
		}
		then(k, way, account, m)
	})
}

func doneAfterAll(k *kit, way direction, account string, m venue.Movement) {
	k.t.Helper()
	k.says(m.Ref, venue.Done, amount)
	k.holds(account, have+way.sign*amount)
}

// turnedAway expects a refusal, or the unknown of a vendor that tells no reasons.
func turnedAway(k *kit, m venue.Movement, got venue.Outcome, err error, reason venue.Reason) {
	k.t.Helper()
	if !k.harness.ReasonsUntold {
		refused(k, got, err, reason)
		return
	}
	k.declared("the vendor gives no reason: unknown until the order is found absent")
	if got != venue.Unknown || err == nil {
		k.t.Errorf("%v, %v; want unknown with an error", got, err)
	}
	k.says(m.Ref, venue.Absent, 0)
}

func refused(k *kit, got venue.Outcome, err error, reason venue.Reason) {
	k.t.Helper()
	refusal, ok := errors.AsType[*venue.Refusal](err)
	if got != venue.Refused || !ok || refusal.Reason != reason {
		k.t.Errorf("%v, %v; want refused with reason %q", got, err, reason)
	}
}
