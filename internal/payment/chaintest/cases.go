package chaintest

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/payment"
)

type testCase struct {
	name string
	run  func(k *kit)
}

// lies are faults under which a node says something else than what is. What
// only one answer says (Lookup) cannot be found out; Incoming compares two.
var lies = []string{"wrong_amount", "wrong_unit", "wrong_order", "say_failed", "say_done"}

// silences are faults under which a node says nothing, or too little.
var silences = []string{
	"drop_request", "drop_response", "commit_then_500", "maintenance", "refuse", "not_found_flap", "processing",
	"truncated", "html", "empty", "unknown_code", "garbage", "garbage", "garbage", "garbage", "duplicate",
}

var cases = []testCase{
	{"the rules are there", func(k *kit) {
		r := k.Chain.Rules()
		if r.Timeout <= 0 || r.MaxAddresses < 1 || r.Confirmations != 0 && r.Confirmations != k.harness.Depth || !slices.Contains(payment.Networks, k.Chain.Network()) {
			k.t.Errorf("%+v", r)
		}
	}},
	{"a node of another network or without the token is found out", func(k *kit) { // cashier B19
		if err := k.Chain.Check(k.t.Context()); err != nil {
			k.t.Errorf("the right node: %v", err)
		}
		k.Company.Fault(k.t, "balance", "wrong_merchant", 0, 0)
		var wrong *payment.WrongNetwork
		if err := k.Chain.Check(k.t.Context()); !errors.As(err, &wrong) {
			k.t.Errorf("a test net's node: %v", err)
		}
		k.Company.Heal(k.t)
		for _, fault := range silences {
			k.Company.Fault(k.t, "balance", fault, 0, 0)
			err := k.Chain.Check(k.t.Context())
			k.note(err)
			if errors.As(err, &wrong) {
				k.t.Errorf("%s is taken for another network: %v", fault, err)
			}
			k.Company.Heal(k.t)
		}
	}},
	{"a transfer is final when it is deep enough, and not a block before", func(k *kit) { // DEP-10, trust CBK-7
		tx := k.pays()
		if all := k.told(); len(all) != 0 {
			k.t.Errorf("told before it stands in a block: %v", all)
		}
		for depth := 1; depth <= k.harness.Depth+2; depth++ {
			k.Company.Mine(k.t, 1)
			all := k.told()
			final := false
			for _, t := range all {
				k.right(t, tx)
				final = t.Final
				if t.Confirmations != depth {
					k.t.Errorf("at depth %d: %d confirmations", depth, t.Confirmations)
				}
			}
			if final != (depth >= k.harness.Depth) || len(all) > 1 {
				k.t.Errorf("at depth %d: %v", depth, all)
			}
		}
	}},
	{"a cursor loses nothing, whatever comes between two pages", func(k *kit) {
		random := rand.New(rand.NewPCG(20, 26))
		sent, final := map[string]bool{}, map[string]bool{}
		var from payment.Cursor
		_, from = k.read(from, k.house)
		for range 40 {
			for range random.IntN(4) {
				sent[k.pays()] = true
			}
			k.Company.Mine(k.t, random.IntN(9)+1)
			var page map[string]payment.Transfer
			page, from = k.read(from, k.house)
			for _, t := range page {
				k.right(t, t.Tx)
				if t.Final {
					final[t.Tx] = true
				}
			}
		}
		k.Company.Mine(k.t, k.harness.Depth)
		page, _ := k.read(from, k.house)
		for _, t := range page {
			final[t.Tx] = true
		}
		if !maps.Equal(sent, final) {
			k.t.Errorf("%d were sent, %d became final", len(sent), len(final))
		}
	}},
	{"more than a page comes in pages", func(k *kit) {
		_, from := k.read(payment.Cursor{}, k.house)
		const many = 250
		for n := range many {
			if k.pays(); n%50 == 0 {
				k.Company.Mine(k.t, 1)
			}
		}
		k.Company.Mine(k.t, k.harness.Depth)
		all, _ := k.read(from, k.house)
		for _, t := range all {
			k.right(t, t.Tx)
		}
		if len(all) != many {
			k.t.Errorf("%d of %d", len(all), many)
		}
	}},
	{"amounts are exact, from the smallest to the largest", func(k *kit) { // MON-1
		amounts := []money.Coins{1, 10, money.Cent, money.Coin - 1, asked, 90_071_992*money.Coin + 547_409, 999_999_999*money.Coin + 999_999}
		for _, a := range amounts {
			k.Company.Pay(k.t, Payment{To: k.house.String(), Amount: a})
		}
		k.Company.Mine(k.t, k.harness.Depth)
		got := []money.Coins{}
		for _, t := range k.told() {
			got = append(got, t.Amount)
		}
		if slices.Sort(got); !slices.Equal(got, amounts) {
			k.t.Errorf("%v, want %v", got, amounts)
		}
	}},
	{"nothing, failed transactions, other tokens and other payees are not told", func(k *kit) { // trust CBK-7
		nothing := k.Company.Pay(k.t, Payment{To: k.house.String()})
		failed := k.Company.Pay(k.t, Payment{To: k.house.String(), Amount: asked, Failed: true})
		fake := k.Company.Pay(k.t, Payment{To: k.house.String(), Amount: asked, Fake: true})
		k.Company.Pay(k.t, Payment{To: k.address(2).String(), Amount: asked})
		k.Company.Mine(k.t, k.harness.Depth)
		if all := k.told(); len(all) != 0 {
			k.t.Errorf("%v", all)
		}
		k.Company.Fault(k.t, "records", "wrong_merchant", 0, 0) // a node that does not filter by the token
		if all := k.told(); len(all) != 0 {
			k.t.Errorf("from a node that does not filter: %v", all)
		}
		for name, tx := range map[string]string{"nothing": nothing, "failed": failed, "a fake token": fake} {
			if s := k.says(tx, payment.Failed); len(s.Transfers) != 0 {
				k.t.Errorf("%s: %+v", name, s)
			}
		}
	}},
	{"each address has its own", func(k *kit) {
		k.pays()
		k.Company.Pay(k.t, Payment{To: k.address(2).String(), Amount: 7})
		k.Company.Pay(k.t, Payment{To: k.address(3).String(), Amount: 9})
		k.Company.Mine(k.t, k.harness.Depth)
		for n, want := range map[byte]money.Coins{1: asked, 2: 7, 3: 9} {
			all, _ := k.read(payment.Cursor{}, k.address(n))
			for _, t := range all {
				if len(all) != 1 || t.Amount != want || t.To != k.address(n) {
					k.t.Errorf("address %d: %v", n, all)
				}
			}
		}
		if all, _ := k.read(payment.Cursor{}, k.house, k.address(3)); len(all) != 2 {
			k.t.Errorf("two addresses: %v", all)
		}
	}},
	{"movements of one transaction have keys of their own", func(k *kit) {
		if k.harness.Single {
			k.t.Skip("one transaction moves one amount here")
		}
		tx := k.Company.Pay(k.t, Payment{To: k.house.String(), Amount: asked, Times: 3})
		k.Company.Mine(k.t, 1)
		before := k.told()
		k.Company.Mine(k.t, k.harness.Depth)
		after := k.told()
		if len(after) != 3 || len(before) != 0 && !slices.Equal(slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after))) {
			k.t.Errorf("%v, then %v", before, after)
		}
		for _, t := range after {
			k.right(t, tx)
		}
		if s := k.says(tx, payment.Paid); len(s.Transfers) != 3 {
			k.t.Errorf("%+v", s)
		}
	}},
	{"a transaction that moves to another block keeps its key", func(k *kit) { // trust CBK-7
		tx := k.pays()
		k.Company.Mine(k.t, 3)
		_, from := k.read(payment.Cursor{}, k.house)
		before := k.told()
		k.Company.Reorganise(k.t, tx, false)
		k.Company.Mine(k.t, 1)
		for _, t := range k.told() {
			if t.Final || t.Confirmations != 1 {
				k.t.Errorf("in its new block: %+v", t)
			}
		}
		k.Company.Mine(k.t, k.harness.Depth-1)
		after, _ := k.read(from, k.house)
		for name, t := range after {
			k.right(t, tx)
			if old, known := before[name]; !t.Final || known && old.Block == t.Block || len(before) != 0 && !known {
				k.t.Errorf("%+v, was %+v", t, old)
			}
		}
		if len(after) != 1 {
			k.t.Errorf("%v", after)
		}
	}},
	{"a transaction that vanishes was never final", func(k *kit) { // trust CBK-7
		tx := k.pays()
		k.Company.Mine(k.t, k.harness.Depth-1)
		_, from := k.read(payment.Cursor{}, k.house)
		for _, t := range k.told() {
			if t.Final {
				k.t.Errorf("%+v", t)
			}
		}
		k.Company.Reorganise(k.t, tx, true)
		k.Company.Mine(k.t, k.harness.Depth)
		if all, _ := k.read(from, k.house); len(all) != 0 {
			k.t.Errorf("%v", all)
		}
		k.says(tx, payment.Absent)
	}},
	{"a lookup tells what became of a transaction, in any spelling", func(k *kit) { // WD-06
		k.says(strings.Repeat("0", 63)+"1", payment.Absent)
		tx := k.pays()
		if s, err := k.Chain.Lookup(k.t.Context(), tx); err != nil || s.State != payment.Open && s.State != payment.Absent || len(s.Transfers) != 0 {
			k.t.Errorf("before its block: %+v, %v", s, err)
		}
		k.Company.Mine(k.t, 1)
		k.says(tx, payment.Open)
		k.Company.Mine(k.t, k.harness.Depth-2)
		k.says(tx, payment.Open)
		k.Company.Mine(k.t, 1)
		digits := strings.TrimPrefix(tx, "0x")
		for _, text := range []string{tx, digits, "0x" + digits, strings.ToUpper(digits), "0X" + strings.ToUpper(digits)} {
			s := k.says(text, payment.Paid)
			if len(s.Transfers) != 1 || s.Block <= 0 || s.Confirmations != k.harness.Depth {
				k.t.Fatalf("%s: %+v", text, s)
			}
			k.right(s.Transfers[0], tx)
			if !s.Transfers[0].Final || s.At != s.Transfers[0].At {
				k.t.Errorf("%s: %+v", text, s)
			}
		}
		told := k.told()
		s := k.says(tx, payment.Paid)
		if told[key(s.Transfers[0])] != s.Transfers[0] {
			k.t.Errorf("Incoming %v, Lookup %v", told, s.Transfers)
		}
		for _, text := range []string{"", "0x", digits[1:], digits + "0", digits[1:] + "g", " " + digits, digits + "\n", "T9yZXXENpbqxic72funvcNeQuM4bnKkDAS"} {
			if s, err := k.Chain.Lookup(k.t.Context(), text); !errors.Is(err, payment.ErrNotTx) || s.State != payment.Unknown {
				k.t.Errorf("%q: %+v, %v", text, s, err)
			}
		}
	}},
	{"a page that goes wrong tells nothing wrong and loses nothing", func(k *kit) { // F1, F2, F3, F6, F12, F15
		_, from := k.read(payment.Cursor{}, k.house)
		tx := k.pays()
		failed := k.Company.Pay(k.t, Payment{To: k.house.String(), Amount: asked, Failed: true})
		k.Company.Mine(k.t, k.harness.Depth)
		for _, call := range []string{"records", "status", "balance", "any"} {
			for _, fault := range slices.Concat(silences, lies) {
				if call == "any" && slices.Contains(lies, fault) || call != "status" && strings.HasPrefix(fault, "say_") {
					continue
				}
				// A fault for good as well as one that strikes once in the middle.
				for _, times := range []int{1, 0} {
					k.Company.Fault(k.t, call, fault, times, 0)
					list, next, err := k.incoming(k.t.Context(), from)
					for _, t := range list {
						if k.right(t, tx); t.Tx == failed {
							k.t.Errorf("%s of %s: a failed transaction is told", fault, call)
						}
					}
					k.Company.Heal(k.t)
					if err == nil {
						if all, _ := k.read(next, k.house); len(all) != 1 {
							k.t.Errorf("%s of %s: behind the cursor it left are %v", fault, call, all)
						}
					}
				}
			}
		}
		if all, _ := k.read(from, k.house); len(all) != 1 {
			k.t.Errorf("healed: %v", all)
		}
	}},
	{"a transfer is proved by two answers that agree", func(k *kit) { // F11, F12
		tx := k.pays()
		k.Company.Mine(k.t, k.harness.Depth)
		for _, call := range []string{"records", "status"} {
			for _, fault := range []string{"wrong_amount", "wrong_unit", "wrong_order"} {
				k.Company.Fault(k.t, call, fault, 0, 0)
				list, _, err := k.incoming(k.t.Context(), payment.Cursor{})
				if len(list) != 0 {
					k.t.Errorf("%s of %s: %v, %v", fault, call, list, err)
				}
				k.Company.Heal(k.t)
			}
		}
		for _, t := range k.told() {
			k.right(t, tx)
		}
	}},
	{"a lookup that goes wrong is unknown", func(k *kit) { // F15
		tx := k.pays()
		k.Company.Mine(k.t, k.harness.Depth)
		for _, call := range []string{"status", "balance", "any"} {
			for _, fault := range silences {
				k.Company.Fault(k.t, call, fault, 0, 0)
				s, err := k.Chain.Lookup(k.t.Context(), tx)
				k.note(err)
				if s.State == payment.Failed || err != nil && s.State != payment.Unknown || err == nil && s.State == payment.Unknown {
					k.t.Errorf("%s of %s: %+v, %v", fault, call, s, err)
				}
				k.Company.Heal(k.t)
			}
		}
		for _, fault := range []string{"wrong_order", "wrong_unit"} {
			k.Company.Fault(k.t, "status", fault, 1, 0)
			s, err := k.Chain.Lookup(k.t.Context(), tx)
			if s.State == payment.Paid && s.Transfers[0].Amount == asked || s.State == payment.Paid && fault == "wrong_order" || err != nil && s.State != payment.Unknown {
				k.t.Errorf("%s: %+v, %v", fault, s, err)
			}
			k.Company.Heal(k.t)
		}
		k.says(tx, payment.Paid)
	}},
	{"a node that fell behind changes nothing", func(k *kit) {
		tx := k.pays()
		k.Company.Mine(k.t, k.harness.Depth)
		all, from := k.read(payment.Cursor{}, k.house)
		k.Company.Fault(k.t, "balance", "not_found_flap", 0, 0) // fifty blocks behind
		if late, again := k.read(from, k.house); len(late) > 1 || again.Text != from.Text {
			k.t.Errorf("%v, cursor %v was %v", late, again, from)
		}
		k.Company.Heal(k.t)
		k.pays()
		k.Company.Mine(k.t, k.harness.Depth)
		if later, _ := k.read(from, k.house); len(later) != 2 || len(all) != 1 {
			k.t.Errorf("%v, then %v of %s", all, later, tx)
		}
	}},
	{"a caller that gives up is obeyed, and a slow node is left", func(k *kit) {
		k.Company.Fault(k.t, "any", "delay", 0, 3*time.Second)
		ctx, cancel := context.WithTimeout(k.t.Context(), 50*time.Millisecond)
		defer cancel()
		began := time.Now()
		if _, _, err := k.incoming(ctx, payment.Cursor{}); err == nil || time.Since(began) > callTimeout {
			k.t.Errorf("%v after %v", err, time.Since(began))
		}
		began = time.Now()
		s, err := k.Chain.Lookup(k.t.Context(), strings.Repeat("ab", 32))
		if k.note(err); s.State != payment.Unknown || err == nil || time.Since(began) > 4*callTimeout {
			k.t.Errorf("%+v, %v after %v", s, err, time.Since(began))
		}
	}},
	{"questions that make no sense are not asked", func(k *kit) {
		other := payment.TRC20
		if k.Chain.Network() == other {
			other = payment.ERC20
		}
		crowd := make([]payment.Address, k.Chain.Rules().MaxAddresses+1)
		for i := range crowd {
			crowd[i] = payment.AddressOf(k.Chain.Network(), [20]byte{1, 18: byte(i >> 8), 19: byte(i)})
		}
		for name, q := range map[string]struct {
			to   []payment.Address
			from string
		}{
			"no address": {nil, ""}, "too many": {crowd, ""}, "another network's": {[]payment.Address{payment.AddressOf(other, [20]byte{1})}, ""},
			"no cursor of ours": {[]payment.Address{k.house}, "x12"}, "a cursor without a number": {[]payment.Address{k.house}, "t"},
			"a cursor below zero": {[]payment.Address{k.house}, "b-1"}, "a cursor too large": {[]payment.Address{k.house}, "o99999999999999999999"},
		} {
			if list, next, err := k.Chain.Incoming(k.t.Context(), q.to, payment.Cursor{Text: q.from}); err == nil || list != nil || next != (payment.Cursor{}) {
				k.t.Errorf("%s: %v, %v, %v", name, list, next, err)
			}
		}
	}},
}
