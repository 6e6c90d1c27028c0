package paymenttest

import (
	"context"
	"errors"
	"net/url"
	"regexp"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// orderNumber is the shape of number.NewOrder for a deposit.
var orderNumber = regexp.MustCompile(`^D[0-9]{6}[0-9A-HJKMNP-TV-Z]{11}$`)

type testCase struct {
	name string
	run  func(k *kit)
}

var cases = []testCase{
	{"references have the shape of every order number and are never repeated", func(k *kit) {
		seen := map[string]bool{}
		at := time.Now()
		for range 2000 {
			ref := k.Gateway.NewRef(at)
			if seen[ref] || !orderNumber.MatchString(ref) {
				k.t.Fatalf("reference %q again, or of another shape", ref)
			}
			seen[ref] = true
		}
	}},
	{"an order leads to a place to pay", func(k *kit) {
		c, err := k.Gateway.Collect(k.t.Context(), k.order())
		u, bad := url.Parse(c.Link)
		if err != nil || bad != nil || (c.QR == "" && (c.Link == "" || (u.Scheme != "http" && u.Scheme != "https"))) {
			k.t.Errorf("Collect = %+v, %v", c, err)
		}
	}},
	{"an order opened twice is one order", func(k *kit) {
		o := k.opened()
		k.again(o)
		if n := k.Company.Orders(k.t, o.Ref); n != 1 {
			k.t.Errorf("the company has %d orders", n)
		}
	}},
	{"an order is open until it is paid, and paid with its amount", func(k *kit) { // DEP-10
		o := k.opened()
		k.says(o.Ref, payment.Open, 0)
		k.Company.Pay(k.t, o.Ref, Payment{})
		k.says(o.Ref, payment.Paid, asked)
	}},
	{"another amount than asked for is reported as paid", func(k *kit) { // F11
		o := k.opened()
		k.Company.Pay(k.t, o.Ref, Payment{Amount: asked - 1})
		k.says(o.Ref, payment.Paid, asked-1)
		n, err := k.Gateway.ReadCallback(k.notice())
		if err != nil || n.Amount != asked-1 || !n.Paid {
			k.t.Errorf("notice %+v, %v", n, err)
		}
	}},
	{"a notice says what happened, each time it comes", func(k *kit) { // F7
		o := k.opened()
		k.Company.Pay(k.t, o.Ref, Payment{Times: 3})
		var first payment.Notice
		for i := range 3 {
			n, err := k.Gateway.ReadCallback(k.notice())
			if err != nil || !n.Paid || n.Ref != o.Ref || n.Amount != asked || n.GatewayTxn == "" {
				k.t.Fatalf("notice %d: %+v, %v", i+1, n, err)
			}
			if i > 0 && n != first {
				k.t.Errorf("notice %d differs: %+v, %+v", i+1, n, first)
			}
			first = n
		}
	}},
	{"the gateway's own number is the same in notice and query", func(k *kit) { // trust CBK-3
		o := k.opened()
		k.Company.Pay(k.t, o.Ref, Payment{})
		n, err := k.Gateway.ReadCallback(k.notice())
		if k.harness.NoQuery {
			if err != nil || n.GatewayTxn == "" {
				k.t.Errorf("notice %+v, %v", n, err)
			}
			return
		}
		s, err2 := k.Gateway.Lookup(k.t.Context(), o.Ref)
		if err != nil || err2 != nil || n.GatewayTxn != s.GatewayTxn {
			k.t.Errorf("notice %+v, %v; query %+v, %v", n, err, s, err2)
		}
	}},
	{"a notice with a bad signature is forged", func(k *kit) {
		o := k.opened()
		k.Company.Pay(k.t, o.Ref, Payment{BadSign: true})
		if n, err := k.Gateway.ReadCallback(k.notice()); !errors.Is(err, payment.ErrForged) || n != (payment.Notice{}) {
			k.t.Errorf("%+v, %v", n, err)
		}
	}},
	{"a notice for another merchant is forged", func(k *kit) { // trust CBK-1
		o := k.opened()
		k.Company.Fault(k.t, "transfer_in", "wrong_merchant", 1, 0)
		k.Company.Pay(k.t, o.Ref, Payment{})
		if n, err := k.Gateway.ReadCallback(k.notice()); !errors.Is(err, payment.ErrForged) || n != (payment.Notice{}) {
			k.t.Errorf("%+v, %v", n, err)
		}
	}},
	{"a notice may come before the answer to the order", func(k *kit) { // F4
		o := k.order()
		k.Company.Fault(k.t, "create", "slow_answer", 1, 0)
		answered := make(chan error, 1)
		go func() {
			_, err := k.Gateway.Collect(k.t.Context(), o)
			answered <- err
		}()
		for deadline := time.Now().Add(3 * time.Second); k.Company.Orders(k.t, o.Ref) == 0 && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond)
		}
		k.Company.Pay(k.t, o.Ref, Payment{})
		if n, err := k.Gateway.ReadCallback(k.notice()); err != nil || !n.Paid || n.Ref != o.Ref || n.Amount != asked {
			k.t.Errorf("notice %+v, %v", n, err)
		}
		if err := k.note(<-answered); err == nil {
			k.t.Error("an answer came that nobody gave")
		}
	}},
	{"changed notices are refused, all of them", func(k *kit) { // trust CBK-1
		o := k.opened()
		k.Company.Pay(k.t, o.Ref, Payment{})
		genuine := k.notice()
		if _, err := k.Gateway.ReadCallback(genuine); err != nil {
			k.t.Fatalf("the genuine one: %v", err)
		}
		for _, f := range Forgeries(genuine) {
			if n, err := k.Gateway.ReadCallback(f.Raw); err == nil {
				k.t.Errorf("%s passed as %+v", f.Name, n)
			} else {
				_ = k.note(err)
			}
		}
	}},
	{"a clear no is a refusal", func(k *kit) {
		k.Company.Fault(k.t, "create", "refuse", 1, 0)
		_, err := k.Gateway.Collect(k.t.Context(), k.order())
		if _, ok := errors.AsType[*payment.Refusal](err); !ok {
			k.t.Errorf("Collect: %v", err)
		}
	}},
	{"silence and nonsense are no refusal", func(k *kit) { // F1, F2, F3, F6
		for _, fault := range []string{"drop_request", "drop_response", "commit_then_500", "maintenance", "garbage", "garbage", "garbage", "garbage"} {
			k.Company.Fault(k.t, "create", fault, 1, 0)
			c, err := k.Gateway.Collect(k.t.Context(), k.order())
			if _, no := errors.AsType[*payment.Refusal](k.note(err)); err == nil || no || c != (payment.Collection{}) {
				// One kind of nonsense carries a code nobody knows; a code is an answer.
				if fault != "garbage" || err == nil {
					k.t.Errorf("%s: %+v, %v", fault, c, err)
				}
			}
			k.Company.Heal(k.t)
		}
	}},
	{"an order whose answer was lost can be opened again and paid", func(k *kit) { // F2
		o := k.order()
		k.Company.Fault(k.t, "create", "drop_response", 1, 0)
		if _, err := k.Gateway.Collect(k.t.Context(), o); err == nil {
			k.t.Fatal("no error")
		}
		k.again(o)
		k.Company.Pay(k.t, o.Ref, Payment{})
		k.says(o.Ref, payment.Paid, asked)
		if n, err := k.Gateway.ReadCallback(k.notice()); err != nil || !n.Paid || n.Ref != o.Ref {
			k.t.Errorf("notice %+v, %v", n, err)
		}
	}},
	{"a question that goes wrong is unknown", func(k *kit) { // F15
		o := k.opened()
		k.Company.Pay(k.t, o.Ref, Payment{})
		for _, fault := range []string{"drop_request", "drop_response", "commit_then_500", "maintenance", "garbage", "garbage", "garbage", "garbage", "refuse", "not_found_flap"} {
			k.Company.Fault(k.t, "status", fault, 1, 0)
			s, err := k.Gateway.Lookup(k.t.Context(), o.Ref)
			_ = k.note(err)
			if s.State == payment.Paid || s.State == payment.Failed || (err != nil && s.State != payment.Unknown) {
				k.t.Errorf("%s: %+v, %v", fault, s, err)
			}
			k.Company.Heal(k.t)
		}
		k.says(o.Ref, payment.Paid, asked)
	}},
	{"an order the company never heard of is not open and not paid", func(k *kit) {
		s, err := k.Gateway.Lookup(k.t.Context(), k.Gateway.NewRef(time.Now()))
		if s.State != payment.Absent && s.State != payment.Unknown {
			k.t.Errorf("%+v, %v", s, err)
		}
	}},
	{"a caller that gives up is obeyed, and a slow company is left", func(k *kit) {
		k.Company.Fault(k.t, "any", "delay", 0, 3*time.Second)
		ctx, cancel := context.WithTimeout(k.t.Context(), 50*time.Millisecond)
		defer cancel()
		began := time.Now()
		if _, err := k.Gateway.Collect(ctx, k.order()); err == nil || time.Since(began) > callTimeout {
			k.t.Errorf("%v after %v", err, time.Since(began))
		}
		began = time.Now()
		if s, err := k.Gateway.Lookup(k.t.Context(), k.Gateway.NewRef(time.Now())); s.State != payment.Unknown || err == nil || time.Since(began) > 2*callTimeout {
			k.t.Errorf("%+v, %v after %v", s, err, time.Since(began))
		}
	}},
	{"orders that cannot be right are not sent", func(k *kit) {
		for name, spoil := range map[string]func(o *payment.Order){
			"no reference": func(o *payment.Order) { o.Ref = "" }, "reference with a field in it": func(o *payment.Order) { o.Ref = "D1&money=0.01" },
			"no amount": func(o *payment.Order) { o.Amount = 0 }, "amount below zero": func(o *payment.Order) { o.Amount = -1 },
			"no method": func(o *payment.Order) { o.Method = "" }, "subject with a field in it": func(o *payment.Order) { o.Subject = "x&money=0.01" },
		} {
			o := k.order()
			spoil(&o)
			if c, err := k.Gateway.Collect(k.t.Context(), o); err == nil {
				k.t.Errorf("%s: %+v", name, c)
			}
		}
	}},
	{"the word that ends the repetitions is there", func(k *kit) {
		if contentType, body := k.Gateway.Acknowledge(); contentType == "" || body == "" {
			k.t.Error("nothing")
		}
	}},
}

// again opens an order that the company has. It says again where to pay, or
// that it will not; the second is never a refusal of the order.
func (k *kit) again(o payment.Order) {
	k.t.Helper()
	c, err := k.Gateway.Collect(k.t.Context(), o)
	_, no := errors.AsType[*payment.Refusal](k.note(err))
	if no || (err != nil) != k.harness.Once || (err != nil && c != (payment.Collection{})) {
		k.t.Errorf("second time: %+v, %v", c, err)
	}
}

// says checks what Lookup learns: nothing, where the company is never asked.
func (k *kit) says(ref string, want payment.State, amount money.Fen) {
	k.t.Helper()
	if got := k.Gateway.Rules().NoQuery; got != k.harness.NoQuery {
		k.t.Errorf("Rules().NoQuery = %t", got)
	}
	if k.harness.NoQuery {
		if s, err := k.Gateway.Lookup(k.t.Context(), ref); s != (payment.Status{}) || !errors.Is(err, payment.ErrNoQuery) {
			k.t.Errorf("Lookup = %+v, %v; want nothing", s, err)
		}
		return
	}
	var s payment.Status
	var err error
	for deadline := time.Now().Add(3 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if s, err = k.Gateway.Lookup(k.t.Context(), ref); s.State == want {
			break
		}
	}
	_ = k.note(err)
	if s.State != want || s.Amount != amount {
		k.t.Errorf("Lookup = %+v, %v; want %v %s", s, err, want, amount)
	}
}
