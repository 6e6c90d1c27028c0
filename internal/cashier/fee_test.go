package cashier_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/cashier"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
)

// withFee charges 2 yuan and 1.5 % for each withdrawal but the first of a day.
func withFee(s *order.Settings) { s.WithdrawFee = order.Fee{Fixed: 200, Rate: 150, Free: 1} }

func (h *house) expectFees(want money.Fen) {
	h.t.Helper()
	if got, err := h.ledger.Balance(context.Background(), h.d, ledger.HouseFee()); err != nil || money.Fen(got) != want {
		h.t.Errorf("house:fee %d, %v; want %d", got, err, want)
	}
}

// H-381: the fee is taken beside the amount when it is asked for, is earned when it is paid, and the first of a day cost nothing.
func TestAFeeIsTakenBesideTheAmountAndEarnedWithThePayout(t *testing.T) {
	eachWith(t, withFee, func(t *testing.T, h *house) {
		h.give("ming", 50_000)
		card := h.bind("ming", 1)
		free := h.withdraw(card, 10_000)
		if free.Fee != 0 {
			t.Errorf("the first of a day costs %d", free.Fee)
		}
		info, err := h.Withdrawals.Info(t.Context(), "ming")
		if err != nil || info.Fee != (order.Fee{Fixed: 200, Rate: 150}) || info.Available != 39_212 { // with 788 of fee
			t.Errorf("%+v available %d, %v", info.Fee, info.Available, err)
		}
		w := h.withdraw(card, 10_033) // 1.5 % are 150.495
		if w.Amount != 10_033 || w.Fee != 350 {
			t.Errorf("%+v", w)
		}
		h.expectBook("ming", "centre 29617 locked 20383")
		h.expectFees(0)
		h.approve(anna, w.SN)
		for range 2 { // the second is refused by the state
			_, _ = h.Payouts.Pay(t.Context(), clara, w.SN, "P1")
		}
		h.expectBook("ming", "centre 29617 locked 10000 payout 10033")
		h.expectFees(350)
		h.sound()
		if n := h.count("SELECT COUNT(*) FROM withdrawal_day WHERE times = 2 AND amount = 20033"); n != 1 {
			t.Error("the sum of a day counts fees")
		}
		h.refuses("UPDATE withdrawal SET fee = 1")
	})
}

// H-381: whatever is not paid returns with its fee, once, on each of its ways.
func TestAWithdrawalThatIsNotPaidReturnsWithItsFeeOnce(t *testing.T) {
	set := func(s *order.Settings) { withFee(s); s.WithdrawFee.Free = 0 }
	for name, back := range map[string]func(h *house, sn string) error{
		"taken back": func(h *house, sn string) error {
			_, err := h.Withdrawals.TakeBack(h.t.Context(), "ming", sn)
			return err
		},
		"rejected": func(h *house, sn string) error {
			_, _ = h.Withdrawals.Claim(h.t.Context(), anna, sn)
			_, err := h.Withdrawals.Reject(h.t.Context(), anna, sn, "姓名不符")
			return err
		},
		"failed": func(h *house, sn string) error {
			if _, err := h.Withdrawals.Claim(h.t.Context(), anna, sn); err == nil {
				_, _ = h.Withdrawals.Approve(h.t.Context(), anna, sn, "核对无误")
			}
			_, err := h.Payouts.FailPayout(h.t.Context(), anna, sn, "收款行退票")
			return err
		},
		"sent back by the bank": func(h *house, sn string) error {
			if _, err := h.Withdrawals.Claim(h.t.Context(), anna, sn); err == nil {
				_, _ = h.Withdrawals.Approve(h.t.Context(), anna, sn, "核对无误")
				_, _ = h.Payouts.Pay(h.t.Context(), clara, sn, "P1")
			}
			out, err := h.Payouts.Returned(h.t.Context(), anna, order.Reported{SN: sn, Reference: "BACK1", Reason: "银行退回"})
			if err != nil {
				return err
			}
			_, err = h.staff.Decide(h.t.Context(), boris, out.ApprovalID, true, "")
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachWith(t, set, func(t *testing.T, h *house) {
				h.give("ming", 50_000)
				w := h.withdraw(h.bind("ming", 1), 10_000)
				h.expectBook("ming", "centre 39650 locked 10350")
				for i := range 3 {
					h.clock.Advance(time.Minute)
					if err := back(h, w.SN); i == 0 && err != nil {
						t.Fatal(err)
					}
				}
				h.expectBook("ming", "centre 50000")
				h.expectFees(0)
				if n := h.count("SELECT COUNT(*) FROM inbox_message WHERE ref = ? AND body LIKE '%¥103.50（含手续费 ¥3.50）%'", w.SN); n != 1 {
					t.Error("the player is not told that the fee returned")
				}
			})
		})
	}
}

// H-381: nobody pays a fee that they did not see, and a wallet that has the amount alone is not enough.
func TestAFeeThatWasNotShownIsNotTaken(t *testing.T) {
	eachWith(t, withFee, func(t *testing.T, h *house) {
		h.give("ming", 20_300)
		card := h.bind("ming", 1)
		h.withdraw(card, 10_000)
		shown := money.Fen(300)
		o := h.withdrawOrder(card, 10_000)
		o.MaxFee = &shown
		_, err := h.Withdrawals.Ask(t.Context(), o)
		if expect(t, "a higher fee than the shown one", err, withdrawal.ErrFee); err != nil && !strings.Contains(err.Error(), "3.50") {
			t.Errorf("the fault does not name the fee: %v", err)
		}
		_, err = h.Withdrawals.Ask(t.Context(), h.withdrawOrder(card, 10_000))
		expect(t, "the amount without its fee", err, withdrawal.ErrBalance)
		h.expectBook("ming", "centre 10300 locked 10000")
	})
}

// H-381: limits and fees are those of the player's VIP level.
func TestALevelHasItsOwnLargestWithdrawalAndFee(t *testing.T) {
	set := func(s *order.Settings) {
		withFee(s)
		s.WithdrawFee.Free, s.WithdrawMax = 0, 20_000
		s.Levels[0] = order.LevelRule{From: 3, Min: 10_000, Max: 30_000, Daily: 100_000, Times: 9, Fee: order.Fee{Fixed: 100}}
	}
	eachWith(t, set, func(t *testing.T, h *house) {
		h.give("ming", 100_000)
		card := h.bind("ming", 1)
		_, err := h.Withdrawals.Ask(t.Context(), h.withdrawOrder(card, 20_001))
		expect(t, "above the largest", err, withdrawal.ErrMax)
		h.Withdrawals.LevelOf = func(context.Context, db.Reader, string) (int, error) { return 3, nil }
		if w := h.withdraw(card, 30_000); w.Fee != 100 {
			t.Errorf("fee %d", w.Fee)
		}
		_, err = h.Withdrawals.Ask(t.Context(), h.withdrawOrder(card, 30_001))
		expect(t, "above the level's largest", err, withdrawal.ErrMax)
	})
}

// The largest amount that is offered can be asked for, and a fen more cannot.
func TestTheOfferedAmountFitsTheWalletWithItsFee(t *testing.T) {
	set := func(s *order.Settings) { withFee(s); s.WithdrawFee.Free = 0 }
	eachWith(t, set, func(t *testing.T, h *house) {
		h.give("ming", 33_333)
		card := h.bind("ming", 1)
		info, err := h.Withdrawals.Info(t.Context(), "ming")
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.Withdrawals.Ask(t.Context(), h.withdrawOrder(card, info.Available+1))
		expect(t, "a fen more", err, withdrawal.ErrBalance)
		if _, err := h.Withdrawals.Ask(t.Context(), h.withdrawOrder(card, info.Available)); err != nil {
			t.Errorf("%d is offered: %v", info.Available, err)
		}
	})
}

// A fee that a hand on the database took away from the books is named.
func TestAFeeThatIsNotInTheBooksIsNamed(t *testing.T) {
	eachWith(t, func(s *order.Settings) { withFee(s); s.WithdrawFee.Free = 0 }, func(t *testing.T, h *house) {
		h.give("ming", 50_000)
		w := h.withdraw(h.bind("ming", 1), 10_000)
		h.exec("UPDATE withdrawal SET state = 'claimed' WHERE sn = ?", w.SN)
		h.exec("UPDATE withdrawal SET state = 'approved' WHERE sn = ?", w.SN)
		h.exec("INSERT INTO desk_act (sn, act, person, staff, player, amount, alone, at) VALUES (?, 'pay', 'p', 's', 'ming', 10000, TRUE, 1)", w.SN)
		h.exec("UPDATE withdrawal SET state = 'paid' WHERE sn = ?", w.SN)
		h.write(func(ctx context.Context, tx *db.Tx) error {
			_, err := h.ledger.Post(ctx, tx, ledger.Entry{Scope: "withdrawal", Key: w.SN + ":end", Kind: "withdrawal.pay", Ref: w.SN, Postings: []ledger.Posting{
				{From: ledger.Locked("ming"), To: ledger.HouseBank("payout"), Amount: 10_000},
				{From: ledger.Locked("ming"), To: ledger.HouseAdjust(), Amount: 350},
			}})
			return err
		})
		h.broken = true
		found, err := cashier.Verify(t.Context(), h.d, ledger.Everything())
		if text := fmt.Sprint(found); err != nil || !strings.Contains(text, "a fee that is not booked once") {
			t.Errorf("%s, %v", text, err)
		}
	})
}
