package cashier_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
)

// approve claims and approves a withdrawal of a small amount.
func (h *house) approve(by staff.Actor, sn string) {
	h.t.Helper()
	if _, err := h.Withdrawals.Claim(h.t.Context(), by, sn); err != nil {
		h.t.Fatal(err)
	}
	if out, err := h.Withdrawals.Approve(h.t.Context(), by, sn, "资料核对无误"); err != nil || !out.Done {
		h.t.Fatalf("%+v, %v", out, err)
	}
}

// WD-09, practice 26, 27: the way of a withdrawal through the back office, and
// what cannot be done on it.
func TestAWithdrawalIsClaimedApprovedAndPaid(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		w := h.withdraw(h.bind("ming", 1), 10000)
		ctx := t.Context()
		_, err := h.Withdrawals.Approve(ctx, anna, w.SN, "可以")
		expect(t, "approve unclaimed", err, withdrawal.ErrState)
		_, err = h.Payouts.Pay(ctx, clara, w.SN, "P1")
		expect(t, "pay unapproved", err, withdrawal.ErrState)
		if got, err := h.Withdrawals.Claim(ctx, anna, w.SN); err != nil || got.State != withdrawal.Taken || got.ClaimedName != "anna" {
			t.Fatalf("%+v, %v", got, err)
		}
		_, err = h.Withdrawals.Claim(ctx, boris, w.SN)
		if expect(t, "claim what another has", err, withdrawal.ErrClaimed); !strings.Contains(fmt.Sprint(err), "anna") {
			t.Errorf("%v", err)
		}
		_, err = h.Withdrawals.Approve(ctx, boris, w.SN, "可以")
		expect(t, "approve what another has", err, withdrawal.ErrNotClaimer)
		_, err = h.Withdrawals.Reject(ctx, boris, w.SN, "不行")
		expect(t, "reject what another has", err, withdrawal.ErrNotClaimer)
		_, err = h.Withdrawals.Release(ctx, boris, w.SN)
		expect(t, "release what another has", err, withdrawal.ErrNotClaimer)
		if got, err := h.Withdrawals.Release(ctx, anna, w.SN); err != nil || got.State != withdrawal.Submitted || got.ClaimedBy != "" {
			t.Fatalf("%+v, %v", got, err)
		}
		h.approve(boris, w.SN)
		_, err = h.Withdrawals.Reject(ctx, boris, w.SN, "后悔了")
		expect(t, "reject an approved one", err, withdrawal.ErrState)
		_, err = h.Payouts.Pay(ctx, clara, w.SN, " ")
		expect(t, "pay without a reference", err, order.ErrReference)
		h.expectBook("ming", "centre 40000 locked 10000")
		got, err := h.Payouts.Pay(ctx, clara, w.SN, "p 20260302")
		if err != nil || got.State != withdrawal.Paid || got.Reference != "P20260302" || len(got.ApprovedBy) != 1 || got.EndedAt.IsZero() {
			t.Fatalf("%+v, %v", got, err)
		}
		h.expectBook("ming", "centre 40000 payout 10000")
		_, err = h.Payouts.FailPayout(ctx, anna, w.SN, "退票")
		expect(t, "fail a paid one", err, withdrawal.ErrState)

		second := h.withdraw(destination.Card{ID: w.CardID}, 20000)
		h.approve(anna, second.SN)
		_, err = h.Payouts.Pay(ctx, clara, second.SN, "P20260302")
		expect(t, "the same payout twice", err, bank.ErrReferenceUsed)
		_, err = h.Payouts.FailPayout(ctx, anna, second.SN, "收款行退票")
		if got, _ = h.Withdrawals.Find(ctx, "ming", second.SN); err != nil || got.State != withdrawal.Failed || got.Reason != "收款行退票" {
			t.Fatalf("%+v, %v", got, err)
		}
		h.expectBook("ming", "centre 40000 payout 10000")
		detail, err := h.Withdrawals.Detail(ctx, second.SN)
		if err != nil || len(detail.History) != 4 || detail.History[3].What != "出款失败，款项退回" {
			t.Errorf("%+v, %v", detail.History, err)
		}
		if n := h.count("SELECT COUNT(*) FROM staff_audit WHERE subject = ?", "withdrawal:"+w.SN); n != 5 {
			t.Errorf("%d audit rows; want claim, release, claim, approve, paid", n)
		}
	})
}

// Money that was refused returns once, and with it the day's allowance.
func TestARejectedWithdrawalReturnsOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		card := h.bind("ming", 1)
		for range 6 { // more than five a day, for none of them was paid
			w := h.withdraw(card, 10000)
			if _, err := h.Withdrawals.Claim(t.Context(), anna, w.SN); err != nil {
				t.Fatal(err)
			}
			_, err := h.Withdrawals.Reject(t.Context(), anna, w.SN, "")
			expect(t, "without a reason", err, staff.ErrReason)
			var done atomic.Int32
			var wg sync.WaitGroup
			for range 10 {
				wg.Go(func() {
					_, err := h.Withdrawals.Reject(t.Context(), anna, w.SN, "姓名不符")
					if err == nil {
						done.Add(1)
					} else if !errors.Is(err, withdrawal.ErrState) {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if done.Load() != 1 {
				t.Errorf("returned %d times", done.Load())
			}
			h.expectBook("ming", "centre 50000")
		}
		if left, _ := h.turnover.Outstanding(t.Context(), h.d, "ming"); left != 0 {
			t.Error("a return asks for turnover")
		}
		if n, _ := h.Deposits.Recent(t.Context(), "ming"); len(n) != 0 {
			t.Error("a return is announced as a deposit")
		}
	})
}

// Paying and failing at the same moment is one of the two.
func TestAPayoutEndsOneWay(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		w := h.withdraw(h.bind("ming", 1), 10000)
		h.approve(anna, w.SN)
		var done atomic.Int32
		var wg sync.WaitGroup
		count := func(err error) {
			if err == nil {
				done.Add(1)
			} else if !errors.Is(err, withdrawal.ErrState) {
				t.Error(err)
			}
		}
		for i := range 10 {
			wg.Go(func() {
				_, err := h.Payouts.Pay(t.Context(), clara, w.SN, fmt.Sprintf("P%d", i))
				count(err)
			})
			wg.Go(func() {
				_, err := h.Payouts.FailPayout(t.Context(), boris, w.SN, "退票")
				count(err)
			})
		}
		wg.Wait()
		if done.Load() != 1 {
			t.Errorf("ended %d times", done.Load())
		}
		got, _ := h.Withdrawals.Find(t.Context(), "ming", w.SN)
		if got.State == withdrawal.Paid {
			h.expectBook("ming", "centre 40000 payout 10000")
		} else {
			h.expectBook("ming", "centre 50000")
		}
	})
}

// DESIGN: above the limit two people approve.
func TestALargeWithdrawalNeedsASecondPerson(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		limit := h.set.WithdrawSecondAbove
		h.give("ming", 10*limit)
		card := h.bind("ming", 1)
		small := h.withdraw(card, limit)
		if small.NeedsSecond {
			t.Error("at the limit one person is enough")
		}
		ctx := t.Context()
		second := func(w withdrawal.Withdrawal) string {
			t.Helper()
			if _, err := h.Withdrawals.Claim(ctx, anna, w.SN); err != nil {
				t.Fatal(err)
			}
			out, err := h.Withdrawals.Approve(ctx, anna, w.SN, "")
			if err != nil || out.Done || out.ApprovalID == "" {
				t.Fatalf("%+v, %v", out, err)
			}
			return out.ApprovalID
		}
		w := h.withdraw(card, limit+1)
		id := second(w)
		_, err := h.Payouts.Pay(ctx, clara, w.SN, "P1")
		expect(t, "paid before the second", err, withdrawal.ErrState)
		_, err = h.staff.Decide(ctx, anna, id, true, "")
		expect(t, "maker agrees with herself", err, staff.ErrOwnRequest)
		if _, err := h.staff.Decide(ctx, boris, id, false, "请再核对"); err != nil {
			t.Fatal(err)
		}
		got, _ := h.Withdrawals.Find(ctx, "ming", w.SN)
		if got.State != withdrawal.Taken || got.ClaimedName != "anna" || got.ClaimExpiresAt.Before(h.clock.Now()) {
			t.Errorf("refused by the second: %+v", got)
		}
		out, err := h.Withdrawals.Approve(ctx, anna, w.SN, "已再次核对")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.staff.Decide(ctx, boris, out.ApprovalID, true, ""); err != nil {
			t.Fatal(err)
		}
		got, _ = h.Withdrawals.Find(ctx, "ming", w.SN)
		if got.State != withdrawal.Approved || strings.Join(got.ApprovedBy, ",") != "anna,boris" {
			t.Errorf("%+v", got)
		}
		if _, err := h.Payouts.Pay(ctx, clara, w.SN, "P1"); err != nil {
			t.Error(err)
		}

		rejected := h.withdraw(card, limit+2)
		id = second(rejected)
		if _, err := h.Withdrawals.Reject(ctx, anna, rejected.SN, "风险账户"); err != nil {
			t.Fatal(err)
		}
		_, err = h.staff.Decide(ctx, boris, id, true, "")
		expect(t, "agreed after it was rejected", err, staff.ErrDecided)
		h.expectBook("ming", fmt.Sprintf("centre %d locked %d payout %d", 10*limit-limit-(limit+1), limit, limit+1))
	})
}

// Claims that run out go back to the queue, so that nothing waits for somebody
// who went home.
func TestStaleClaimsExpire(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		w := h.withdraw(h.bind("ming", 1), 10000)
		if _, err := h.Withdrawals.Claim(t.Context(), anna, w.SN); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(h.set.ClaimFor)
		_, err := h.Withdrawals.Approve(t.Context(), anna, w.SN, "可以")
		expect(t, "approve on a claim that ran out", err, withdrawal.ErrNotClaimer)
		if got, err := h.Withdrawals.Claim(t.Context(), boris, w.SN); err != nil || got.ClaimedName != "boris" {
			t.Errorf("%+v, %v", got, err)
		}
		h.clock.Advance(h.set.ClaimFor)
		if err := h.Withdrawals.ReleaseStale(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got, _ := h.Withdrawals.Find(t.Context(), "ming", w.SN); got.State != withdrawal.Submitted {
			t.Errorf("%+v", got)
		}
	})
}

// H-83: a large withdrawal whose request is taken back or expires is claimed again
// by the one who approved it, with its money locked, and can be approved anew.
func TestAWithdrawalOutlivesItsRequest(t *testing.T) {
	ends := map[string]func(h *house, id string) error{
		"taken back": func(h *house, id string) error {
			_, err := h.staff.Withdraw(h.t.Context(), anna, id, "金额需再核对")
			return err
		},
		"expired": func(h *house, _ string) error {
			h.clock.Advance(8 * 24 * time.Hour)
			return h.staff.Expire(h.t.Context())
		},
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				amount := h.set.WithdrawSecondAbove + 100
				h.give("ming", 2*amount)
				w := h.withdraw(h.bind("ming", 1), amount)
				ask := func() string {
					t.Helper()
					out, err := h.Withdrawals.Approve(t.Context(), anna, w.SN, "资料核对无误")
					if err != nil || out.ApprovalID == "" {
						t.Fatalf("%+v, %v", out, err)
					}
					return out.ApprovalID
				}
				if _, err := h.Withdrawals.Claim(t.Context(), anna, w.SN); err != nil {
					t.Fatal(err)
				}
				id := ask()
				if err := end(h, id); err != nil {
					t.Fatal(err)
				}
				got, err := h.Withdrawals.Find(t.Context(), "ming", w.SN)
				if err != nil || got.State != deposit.Claimed || got.ClaimedName != "anna" {
					t.Errorf("%+v, %v", got, err)
				}
				h.expectBook("ming", fmt.Sprintf("centre %d locked %d", amount, amount))
				if _, err = h.staff.Decide(t.Context(), boris, id, true, ""); !errors.Is(err, staff.ErrDecided) && !errors.Is(err, staff.ErrExpired) {
					t.Errorf("the ended request is agreed to: %v", err)
				}
				if _, err := h.staff.Decide(t.Context(), boris, ask(), true, ""); err != nil {
					t.Errorf("the next request: %v", err)
				}
				if got, _ := h.Withdrawals.Find(t.Context(), "ming", w.SN); got.State != withdrawal.Approved {
					t.Errorf("%+v", got)
				}
			})
		})
	}
}

// D-23, trust ACC-6: after a change that a thief would make, the owner has a
// day to notice.
func TestAWithdrawalIsHeldAfterAChange(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.HoldAfterChange = 24 * time.Hour }, func(t *testing.T, h *house) {
		h.give("ming", 100000)
		card := h.bind("ming", 1) // the first card
		held := func(w withdrawal.Withdrawal, until time.Time) {
			t.Helper()
			if !w.HeldUntil.Equal(until) || w.Flags[len(w.Flags)-1].Code != "held" {
				t.Errorf("held until %v, want %v; flags %v", w.HeldUntil, until, w.Flags)
			}
			h.clock.Set(until.Add(-time.Second))
			if _, err := h.Withdrawals.Claim(t.Context(), anna, w.SN); err != nil {
				t.Fatal(err)
			}
			_, err := h.Withdrawals.Approve(t.Context(), anna, w.SN, "可以")
			expect(t, "a second early", err, withdrawal.ErrHeld)
			h.clock.Advance(2 * time.Second)
			if _, err := h.Withdrawals.Approve(t.Context(), anna, w.SN, "可以"); err != nil {
				t.Errorf("a second later: %v", err)
			}
		}
		held(h.withdraw(card, 10000), h.clock.Now().Add(24*time.Hour))
		second := h.bind("ming", 2) // not the first, and held all the same
		if w := h.withdraw(card, 10000); !w.HeldUntil.IsZero() {
			t.Errorf("an old card is held after a second one until %v", w.HeldUntil)
		}
		held(h.withdraw(second, 10000), h.clock.Now().Add(24*time.Hour))
		if err := h.players.SetWithdrawPassword(t.Context(), "ming", "Kx7mQ2pLw", "Wd5nV8cBt"); err != nil {
			t.Fatal(err)
		}
		o := h.withdrawOrder(card, 10000)
		o.Password = "Wd5nV8cBt"
		w, err := h.Withdrawals.Ask(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		held(w, h.clock.Now().Add(24*time.Hour))
		if _, err := h.players.ChangePassword(t.Context(), "ming", "", "Kx7mQ2pLw", "Zr5nV8cBt", "Zr5nV8cBt"); err != nil {
			t.Fatal(err)
		}
		if info, err := h.Withdrawals.Info(t.Context(), "ming"); err != nil || !info.HeldUntil.Equal(h.clock.Now().Add(24*time.Hour)) {
			t.Errorf("%+v, %v", info.HeldUntil, err)
		}
		o.ID = "after the login password"
		if w, err = h.Withdrawals.Ask(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		held(w, h.clock.Now().Add(24*time.Hour))
		h.exec("UPDATE player SET passkey_added_at = ? WHERE id = 'ming'", h.clock.Now().UnixMilli()) // H-448
		o.ID = "after a passkey"
		if w, err = h.Withdrawals.Ask(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		held(w, h.clock.Now().Add(24*time.Hour))
	})
}

// H-60: staff see that a password was reset, whatever the house holds back,
// also when the withdrawal was there before.
func TestAWithdrawalAfterAResetIsFlagged(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 100000)
		card := h.bind("ming", 1)
		flagged := func(w withdrawal.Withdrawal) bool {
			return slices.Contains(w.Flags, withdrawal.Flag{Code: "reset", Text: "72 小时内重设过密码"})
		}
		detail := func(sn string) withdrawal.Withdrawal {
			t.Helper()
			d, err := h.Withdrawals.Detail(t.Context(), sn)
			if err != nil {
				t.Fatal(err)
			}
			return d.Withdrawal
		}
		before := h.withdraw(card, 10000)
		if flagged(before) || flagged(detail(before.SN)) {
			t.Errorf("flagged without a reset: %+v", before.Flags)
		}
		issued, err := h.players.IssueReset(t.Context(), anna, "ming", "电话核实身份")
		if err != nil {
			t.Fatal(err)
		}
		err = h.players.ResetPassword(t.Context(), credential.Reset{
			Name: "ming", Code: issued.Code, Password: "Zr5nV8cBt", Confirm: "Zr5nV8cBt", VerifyCode: "abcd", VRand: uuid.NewString(),
			Client: identity.Client{IP: "203.0.113.7"},
		})
		if err != nil {
			t.Fatal(err)
		}
		after := h.withdraw(card, 10000)
		if !flagged(after) || !flagged(detail(after.SN)) || !flagged(detail(before.SN)) {
			t.Errorf("flags %+v, %+v", after.Flags, detail(before.SN).Flags)
		}
		if n := len(detail(after.SN).Flags); n != len(after.Flags) {
			t.Errorf("%d flags", n)
		}
		h.clock.Advance(72 * time.Hour)
		if w := h.withdraw(card, 10000); flagged(w) || flagged(detail(before.SN)) || !flagged(detail(after.SN)) {
			t.Errorf("three days later: %+v", w.Flags)
		}
	})
}

// The lists of the back office.
func TestTheWithdrawalQueueIsOldestFirst(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 1000000)
		card := h.bind("ming", 1)
		var sns []string
		for i := range 3 {
			sns = append(sns, h.withdraw(card, money.Fen(10000*(i+1))).SN)
			h.clock.Advance(time.Minute)
		}
		list := func(f withdrawal.Filter) withdrawal.List {
			t.Helper()
			l, err := h.Withdrawals.List(t.Context(), f)
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		queue := list(withdrawal.Filter{States: []string{withdrawal.Submitted}, Page: staff.Page{Number: 1, Size: 2}})
		if queue.Total != 3 || queue.Amount != 60000 || len(queue.Items) != 2 || queue.Items[0].SN != sns[0] {
			t.Errorf("%+v", queue)
		}
		if all := list(withdrawal.Filter{Player: "Ming"}); all.Items[0].SN != sns[2] {
			t.Error("without a state the newest comes first")
		}
		if got := list(withdrawal.Filter{Min: 15000, Max: 25000}); got.Total != 1 || got.Items[0].SN != sns[1] {
			t.Errorf("by amount: %+v", got)
		}
		if _, err := h.Withdrawals.Claim(t.Context(), anna, sns[1]); err != nil {
			t.Fatal(err)
		}
		if got := list(withdrawal.Filter{Claimer: anna.ID}); got.Total != 1 {
			t.Errorf("mine: %+v", got)
		}
		c, err := h.Records.Counts(t.Context(), anna.ID)
		if err != nil || c.WithdrawalsWaiting != 2 || c.WithdrawalsMine != 1 || c.WithdrawalsToPay != 0 {
			t.Errorf("%+v, %v", c, err)
		}
	})
}
