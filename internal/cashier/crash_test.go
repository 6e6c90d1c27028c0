package cashier_test

import (
	"strings"
	"testing"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/withdrawal"
)

// death is what the process says when a test has it die.
type death string

// dies runs fn until the point is reached and ends it there, as a killed
// process would: nothing after the point happens, and a transaction that was
// not committed is gone. Then the program is built anew on what is stored.
func (h *house) dies(point string, fn func()) {
	h.t.Helper()
	reached := false
	h.seam = func(at string) {
		if at == point && !reached {
			reached = true
			panic(death(point))
		}
	}
	func() {
		defer func() {
			if r := recover(); r != nil && r != death(point) {
				panic(r)
			}
		}()
		fn()
	}()
	h.seam = nil
	if !reached {
		h.t.Errorf("point %s was never reached", point)
	}
	h.start()
}

// DEP-10, trust CRA-1, fault matrix D × C0..C7: the process dies at each step
// of a callback; the gateway sends it again, or we ask, and it is credited
// once.
func TestACallbackSurvivesDeathAtEachStep(t *testing.T) {
	for _, point := range []string{"C0", "C1", "C2", "C4", "C5", "C7"} {
		for _, again := range []string{"the gateway sends it again", "we ask the gateway"} {
			t.Run(point+" "+again, func(t *testing.T) {
				each(t, func(t *testing.T, h *house) {
					d := h.deposit(h.order(10000))
					raw, token := h.gw.pay(d.SN, 10000), h.gw.token(d.SN)
					h.dies("Callback."+point, func() {
						if err := h.callback(raw, token); err != nil {
							t.Error(err)
						}
						t.Error("answered although it died")
					})
					h.clock.Advance(time.Minute)
					if strings.HasPrefix(again, "we") {
						if err := h.Deposits.PollOpen(t.Context()); err != nil {
							t.Error(err)
						}
					} else if err := h.callback(raw, token); err != nil {
						t.Error(err)
					}
					if got := h.state(d.SN); got != deposit.Credited {
						t.Errorf("state %s", got)
					}
					h.expectBook("ming", "centre 10000 gateway -10000")
					for range 2 {
						if err := h.callback(raw, token); err != nil {
							t.Error(err)
						}
					}
					h.expectBook("ming", "centre 10000 gateway -10000")
					if n, err := h.Deposits.Recent(t.Context(), "ming"); err != nil || len(n) != 1 {
						t.Errorf("announced %d times, %v", len(n), err)
					}
				})
			})
		}
	}
}

// The answer to our own question is lost with the process.
func TestAskingTheGatewaySurvivesDeath(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.order(10000))
		h.gw.pay(d.SN, 10000)
		h.clock.Advance(16 * time.Second)
		h.dies("Poll.C5", func() { _ = h.Deposits.PollOpen(t.Context()) })
		h.expectBook("ming", "")
		h.clock.Advance(16 * time.Second)
		if err := h.Deposits.PollOpen(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 10000 gateway -10000")
	})
}

// DEP-07: the process dies while a deposit is ordered; the player sends the
// same order again and has one order that can be paid.
func TestADepositOrderSurvivesDeathAtEachStep(t *testing.T) {
	for _, point := range []string{"C0", "C1", "C2", "C4", "C5", "C6", "C7"} {
		t.Run(point, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				o := h.order(10000)
				h.dies("Deposit."+point, func() {
					if _, err := h.Deposits.Create(t.Context(), o); err == nil {
						t.Error("answered although it died")
					}
				})
				if n := h.count("SELECT COUNT(*) FROM deposit"); (n == 0) != (point == "C0" || point == "C1") {
					t.Errorf("%d orders stored", n)
				}
				h.clock.Advance(30 * time.Second) // the dead process asks no more
				d := h.deposit(o)
				if d.Link == "" || h.count("SELECT COUNT(*) FROM deposit") != 1 || len(h.gw.orders) != 1 {
					t.Errorf("%+v", d)
				}
				if err := h.callback(h.gw.pay(d.SN, 10000), h.gw.token(d.SN)); err != nil {
					t.Error(err)
				}
				h.expectBook("ming", "centre 10000 gateway -10000")
			})
		})
	}
}

// WD-09, fault matrix W: the process dies at each step of a withdrawal; what
// was committed stands, what was not is as if never asked, and doing it again
// does it once.
func TestAWithdrawalSurvivesDeathAtEachStep(t *testing.T) {
	const (
		asked = "centre 40000 locked 10000"
		back  = "centre 50000"
		paid  = "centre 40000 payout 10000"
	)
	for _, tc := range []struct {
		point string
		after string // the book right after the death
		end   string
	}{
		{"Ask.C0", back, paid}, {"Ask.C1", back, paid}, {"Ask.C2", asked, paid},
		{"Approve.C1", asked, paid}, {"Pay.C1", asked, paid}, {"Pay.C2", paid, paid}, {"Return.C1", asked, back},
	} {
		t.Run(tc.point, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				h.give("ming", 50000)
				o := h.withdrawOrder(h.bind("ming", 1), 10000)
				ctx := t.Context()
				died := false
				step := func(points string, do func() error) {
					t.Helper()
					if !strings.Contains(points, tc.point) {
						if err := do(); err != nil {
							t.Errorf("before or after %s: %v", tc.point, err)
						}
						return
					}
					h.dies(tc.point, func() {
						if do() == nil {
							t.Error("answered although it died")
						}
					})
					died = true
					h.expectBook("ming", tc.after)
					if err := do(); err != nil && tc.point != "Pay.C2" { // paid is paid: the second says so
						t.Errorf("again after %s: %v", tc.point, err)
					}
				}
				var w withdrawal.Withdrawal
				step("Ask.C0 Ask.C1 Ask.C2", func() (err error) {
					w, err = h.Withdrawals.Ask(ctx, o)
					return err
				})
				step("", func() error { _, err := h.Withdrawals.Claim(ctx, anna, w.SN); return err })
				if tc.point == "Return.C1" {
					step("Return.C1", func() error { _, err := h.Withdrawals.Reject(ctx, anna, w.SN, "姓名不符"); return err })
				} else {
					step("Approve.C1", func() error { _, err := h.Withdrawals.Approve(ctx, anna, w.SN, "可以"); return err })
					step("Pay.C1 Pay.C2", func() error { _, err := h.Payouts.Pay(ctx, clara, w.SN, "P1"); return err })
				}
				if !died {
					t.Error("it never died")
				}
				h.expectBook("ming", tc.end)
				if n := h.count("SELECT COUNT(*) FROM withdrawal"); n != 1 {
					t.Errorf("%d orders", n)
				}
			})
		})
	}
}

// A credit by hand dies before its commit: nothing happened, and it can be
// done again with the same slip.
func TestAConfirmationSurvivesDeath(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(10000))
		h.dies("Confirm.C1", func() { _, _ = h.Deposits.ConfirmByHand(t.Context(), anna, confirm(d.SN, 10000, "R1")) })
		h.expectBook("ming", "")
		if _, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(d.SN, 10000, "R1")); err != nil {
			t.Fatal(err)
		}
		h.dies("Confirm.C2", func() {
			second := h.deposit(h.bankOrder(20000))
			_, _ = h.Deposits.ConfirmByHand(t.Context(), anna, confirm(second.SN, 20000, "R2"))
		})
		h.expectBook("ming", "centre 30000 bank1 -10000 bank2 -20000")
	})
}
