package cashier_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/cashier"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// books writes every account that is not empty, in fen.
func (h *house) books() string {
	h.t.Helper()
	var names []string
	if err := h.d.NewRaw("SELECT name FROM account ORDER BY name").Scan(context.Background(), &names); err != nil {
		h.t.Fatal(err)
	}
	var b []string
	for _, name := range names {
		n, err := h.ledger.Balance(context.Background(), h.d, ledger.Account{Name: name, Asset: money.CNY})
		if err != nil {
			h.t.Fatal(err)
		}
		if n != 0 {
			b = append(b, fmt.Sprintf("%s %d", strings.TrimPrefix(strings.TrimPrefix(name, "player:"), "house:"), n))
		}
	}
	return strings.Join(b, " ")
}

func (h *house) expectBooks(what, want string) {
	h.t.Helper()
	if got := h.books(); got != want {
		h.t.Errorf("%s: books\n got %s\nwant %s", what, got, want)
	}
}

func ReportAsked(sn, ref string) order.Reported {
	return order.Reported{SN: sn, Reference: ref, Reason: "对账单如此"}
}

// twoAgree has anna ask and boris agree, and asks for the same once more.
func (h *house) twoAgree(ask func(by staff.Actor) (order.Outcome, error), again *fault.Fault) {
	h.t.Helper()
	before := h.books()
	out, err := ask(anna)
	if got := h.books(); got != before {
		h.t.Errorf("one person moved money: %s", got)
	}
	_, twice := ask(boris)
	h.agree(out, err)
	if again == nil {
		again = staff.ErrOpenRequest
	}
	expect(h.t, "asked for twice", twice, staff.ErrOpenRequest)
	_, err = h.staff.Decide(context.Background(), boris, out.ApprovalID, true, "")
	expect(h.t, "agreed to twice", err, staff.ErrDecided)
	_, err = ask(anna)
	expect(h.t, "asked for after it was done", err, again)
}

// Trust F10: a deposit that its company takes back after it was credited. What
// the player has is taken, the rest is owed, nothing falls below zero, and
// nothing leaves the house until the debt is settled.
func TestAReversedDepositIsTakenBackOrOwed(t *testing.T) {
	for _, tc := range []struct {
		name  string
		bank  bool
		spent money.Fen
		after string
		owed  money.Fen
	}{
		{"from a gateway, all is there", false, 0, "", 0},
		{"from a bank, all is there", true, 0, "", 0},
		{"a part is gone", false, 7000, "gaming 7000 owed:ming -7000", 7000},
		{"all is gone", true, 10000, "gaming 10000 owed:ming -10000", 10000},
	} {
		t.Run(tc.name, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				var d deposit.Deposit
				if tc.bank {
					d = h.deposit(h.bankOrder(10000))
					if _, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(d.SN, 10000, "B1")); err != nil {
						t.Fatal(err)
					}
				} else {
					h.deposited(10000)
					d = h.newest()
				}
				h.spend(tc.spent)
				h.twoAgree(func(by staff.Actor) (order.Outcome, error) {
					return h.Deposits.Reverse(t.Context(), by, ReportAsked(d.SN, "CB1"))
				}, deposit.ErrState)
				h.expectBooks("reversed", tc.after)
				if got := h.state(d.SN); got != deposit.Reversed {
					t.Errorf("state %s", got)
				}
				if left := h.outstanding(); left != 0 {
					t.Errorf("%s of turnover is asked for money that was taken back", left)
				}
				if r := h.record(cashier.KindDeposit); r.Items[0].StatusText != "已冲正，款项已扣回" || r.Sum != 0 {
					t.Errorf("the player is not told: %+v", r)
				}
				_, err := h.Deposits.Reverse(t.Context(), anna, ReportAsked("D0", "CB2"))
				expect(t, "no such order", err, deposit.ErrNotFound)
				blocked := h.guard.Check(t.Context(), h.d, "ming", guard.Withdraw) != nil
				if owed, err := h.Deposits.Owed(t.Context(), h.d, "ming"); err != nil || owed != tc.owed || blocked != (owed > 0) {
					t.Errorf("owes %s, withdrawals blocked %v, %v", owed, blocked, err)
				}
			})
		})
	}
}

// A debt takes nothing by itself: a later deposit is the player's, and two
// people collect or forgive, never more than is owed or there.
func TestADebtIsSettledByTwoPeople(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.deposited(10000)
		d := h.newest()
		h.spend(10000)
		h.agree(h.Deposits.Reverse(t.Context(), anna, ReportAsked(d.SN, "CB1")))
		h.deposited(6000)
		h.expectBooks("a later deposit", "gaming 10000 gateway:epay -6000 owed:ming -10000 ming:centre 6000")
		settle := func(forgive bool, amount money.Fen) (order.Outcome, error) {
			return h.Deposits.SettleOwed(t.Context(), anna, deposit.DebtOrder{Player: "ming", Forgive: forgive, Amount: amount, Reason: "与玩家商定"})
		}
		for _, amount := range []money.Fen{0, -1} {
			_, err := settle(false, amount)
			expect(t, "nothing", err, order.ErrReceived)
		}
		_, err := settle(false, 10001)
		expect(t, "more than is owed", err, deposit.ErrOwed)
		out, err := settle(false, 7000)
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.staff.Decide(t.Context(), boris, out.ApprovalID, true, "")
		expect(t, "more than is there", err, ledger.ErrInsufficient)
		if _, err := h.staff.Decide(t.Context(), boris, out.ApprovalID, false, "余额不足"); err != nil {
			t.Fatal(err)
		}
		h.agree(settle(false, 6000))
		h.expectBooks("collected", "gaming 10000 gateway:epay -6000 owed:ming -4000")
		expect(t, "still blocked", h.guard.Check(t.Context(), h.d, "ming", guard.Withdraw), guard.ErrWithdraw)
		h.agree(settle(true, 4000))
		h.expectBooks("forgiven", "gaming 10000 gateway:epay -6000 loss -4000")
		expect(t, "settled", h.guard.Check(t.Context(), h.d, "ming", guard.Withdraw), nil)
		_, err = settle(true, 1)
		expect(t, "settled twice", err, deposit.ErrOwed)
	})
}

// Trust F10: the bank sends back a payout that was marked as paid: the player
// has the money again, once, and can ask for it again.
func TestAReturnedPayoutGoesBackToThePlayerOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		card := h.bind("ming", 1)
		w := h.paid(card, 10000, "P1")
		h.expectBooks("paid", "adjust -50000 bank:payout 10000 ming:centre 40000")
		h.twoAgree(func(by staff.Actor) (order.Outcome, error) {
			return h.Payouts.Returned(t.Context(), by, ReportAsked(w, "RB1"))
		}, withdrawal.ErrState)
		h.expectBooks("returned", "adjust -50000 ming:centre 50000")
		r := h.record(cashier.KindWithdrawal).Items[0]
		if r.StatusText != "出款失败，款项已退回" || r.Reason != "银行退回" {
			t.Errorf("the player is told %+v", r)
		}
		if info, err := h.Withdrawals.Info(t.Context(), "ming"); err != nil || info.TimesLeft != 5 {
			t.Errorf("what was not paid used up the day: %+v, %v", info, err)
		}
		other := h.paid(card, 10000, "P2")
		_, err := h.Payouts.Returned(t.Context(), anna, ReportAsked(other, "RB1"))
		expect(t, "the same return for another", err, bank.ErrReferenceUsed)
		_, err = h.Payouts.Late(t.Context(), anna, ReportAsked(other, "P3"))
		expect(t, "late, of one that is paid", err, withdrawal.ErrState)
	})
}

// Trust F9: the bank paid what was given back before. The house is out of it,
// no other payout leaves, and two people decide who bears it.
func TestALatePayoutIsACase(t *testing.T) {
	for _, tc := range []struct {
		name       string
		rejected   bool
		spent      money.Fen
		fromPlayer bool
		after      string
	}{
		{"the player has it", false, 0, true, "adjust -50000 bank:payout 10000 ming:centre 40000"},
		{"the player has a part", true, 44000, true, "adjust -50000 bank:payout 10000 gaming 44000 owed:ming -4000"},
		{"the player has nothing", false, 50000, true, "adjust -50000 bank:payout 10000 gaming 50000 owed:ming -10000"},
		{"the house bears it", false, 0, false, "adjust -50000 bank:payout 10000 loss -10000 ming:centre 50000"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				h.give("ming", 50000)
				card := h.bind("ming", 1)
				w := h.refused(card, 10000, tc.rejected)
				h.expectBooks("given back", "adjust -50000 ming:centre 50000")
				h.spend(tc.spent)
				h.twoAgree(func(by staff.Actor) (order.Outcome, error) {
					return h.Payouts.Late(t.Context(), by, ReportAsked(w, "P1"))
				}, withdrawal.ErrState)
				if info, err := h.Withdrawals.Info(t.Context(), "ming"); err != nil || info.TimesLeft != 4 {
					t.Errorf("what was paid after all did not use up the day: %+v, %v", info, err)
				}
				if tc.spent == 0 {
					h.expectBooks("exposed", "adjust -50000 bank:payout 10000 loss -10000 ming:centre 50000")
				}
				if h.guard.Gate.CheckIn(t.Context(), h.d, guard.DoorWithdrawals) == nil {
					t.Error("payouts go on")
				}
				h.twoAgree(func(by staff.Actor) (order.Outcome, error) {
					return h.Payouts.Recover(t.Context(), by, payer.Recovery{SN: w, FromPlayer: tc.fromPlayer, Reason: "双方确认"})
				}, payer.ErrNotExposed)
				h.expectBooks("decided", tc.after)
			})
		})
	}
}

// A late payout that comes back after all undoes the loss, and the player, who
// had the money from the first return, does not get it twice.
func TestALatePayoutThatComesBackIsTheHouses(t *testing.T) {
	for name, decide := range map[string]bool{"before anybody decided": false, "after the house took the loss": true} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				h.give("ming", 50000)
				w := h.refused(h.bind("ming", 1), 10000, false)
				h.agree(h.Payouts.Late(t.Context(), anna, ReportAsked(w, "P1")))
				if decide {
					h.agree(h.Payouts.Recover(t.Context(), anna, payer.Recovery{SN: w, Reason: "公司承担"}))
				}
				h.agree(h.Payouts.Returned(t.Context(), anna, ReportAsked(w, "RB1")))
				h.expectBooks("came back", "adjust -50000 ming:centre 50000")
				if info, err := h.Withdrawals.Info(t.Context(), "ming"); err != nil || info.TimesLeft != 5 {
					t.Errorf("what came back used up the day: %+v, %v", info, err)
				}
				h.agree(h.Payouts.Late(t.Context(), anna, ReportAsked(w, "P2"))) // and once more
				h.expectBooks("late again", "adjust -50000 bank:payout 10000 loss -10000 ming:centre 50000")
			})
		})
	}
}

// Two checkers press yes at the same moment: one effect, whatever it is.
func TestTwoCheckersHaveOneEffect(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		w := h.paid(h.bind("ming", 1), 10000, "P1")
		money := h.stray(30000, "T1")
		d := h.deposit(h.bankOrder(30000))
		h.clock.Advance(time.Second) // so that one of them is the newest
		h.deposited(20000)
		back := h.newest()
		for what, ask := range map[string]func() (order.Outcome, error){
			"return": func() (order.Outcome, error) {
				return h.Payouts.Returned(t.Context(), anna, ReportAsked(w, "RB1"))
			},
			"assign": func() (order.Outcome, error) {
				return h.Incoming.Assign(t.Context(), anna, suspense.Assignment{SN: money, Deposit: d.SN, Reason: "付款人来电"})
			},
			"reverse": func() (order.Outcome, error) {
				return h.Deposits.Reverse(t.Context(), anna, ReportAsked(back.SN, "CB1"))
			},
		} {
			out, err := ask()
			if err != nil {
				t.Fatal(what, err)
			}
			var yes atomic.Int32
			var all sync.WaitGroup
			for i := range 8 {
				all.Go(func() {
					by := staff.Actor{ID: fmt.Sprint("c", i), Name: fmt.Sprint("c", i), Roles: []string{"owner"}}
					if _, err := h.staff.Decide(context.Background(), by, out.ApprovalID, true, ""); err == nil {
						yes.Add(1)
					} else if !errors.Is(err, staff.ErrDecided) {
						t.Error(what, err)
					}
				})
			}
			all.Wait()
			if yes.Load() != 1 {
				t.Errorf("%s: %d of them did it", what, yes.Load())
			}
		}
		h.expectBooks("after all", "adjust -50000 bank:1 -30000 ming:centre 80000")
	})
}

// newest is the deposit ordered last.
func (h *house) newest() deposit.Deposit {
	h.t.Helper()
	list, err := h.Deposits.List(context.Background(), deposit.Filter{})
	if err != nil || len(list.Items) == 0 {
		h.t.Fatal(list, err)
	}
	return list.Items[0]
}

// spend has ming lose money at a game.
func (h *house) spend(amount money.Fen) {
	h.t.Helper()
	if amount > 0 {
		h.post(ledger.Centre("ming"), ledger.HouseGaming(), amount)
	}
}

// paid is a withdrawal that was paid out.
func (h *house) paid(card destination.Card, amount money.Fen, ref string) string {
	h.t.Helper()
	h.clock.Advance(10 * time.Second)
	w := h.withdraw(card, amount)
	h.approve(boris, w.SN)
	if _, err := h.Payouts.Pay(context.Background(), clara, w.SN, ref); err != nil {
		h.t.Fatal(err)
	}
	return w.SN
}

// refused is a withdrawal whose money was given back.
func (h *house) refused(card destination.Card, amount money.Fen, rejected bool) string {
	h.t.Helper()
	w := h.withdraw(card, amount)
	var err error
	if rejected {
		if _, err = h.Withdrawals.Claim(context.Background(), anna, w.SN); err == nil {
			_, err = h.Withdrawals.Reject(context.Background(), anna, w.SN, "资料不符")
		}
	} else {
		h.approve(anna, w.SN)
		_, err = h.Payouts.FailPayout(context.Background(), anna, w.SN, "银行称失败")
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return w.SN
}
