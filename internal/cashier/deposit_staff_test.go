package cashier_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

func confirm(sn string, received money.Fen, ref string) deposit.Confirmation {
	return deposit.Confirmation{SN: sn, Received: received, BankRef: ref, Reason: "银行流水已到账"}
}

// DEP-10, practice 22: staff confirm a bank transfer, and what really arrived
// is credited.
func TestStaffConfirmABankTransfer(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(10000))
		for what, tc := range map[string]struct {
			c    deposit.Confirmation
			want error
		}{
			"nothing received":  {confirm(d.SN, 0, "REF1"), order.ErrReceived},
			"less than nothing": {confirm(d.SN, -1, "REF1"), order.ErrReceived},
			"no reference":      {confirm(d.SN, 10000, "  "), order.ErrBankRef},
			"no reason":         {deposit.Confirmation{SN: d.SN, Received: 10000, BankRef: "REF1"}, staff.ErrReason},
			"no such order":     {confirm("D0", 10000, "REF1"), deposit.ErrNotFound},
		} {
			_, err := h.Deposits.ConfirmByHand(t.Context(), anna, tc.c)
			expect(t, what, err, tc.want)
		}
		h.expectBook("ming", "")
		out, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(d.SN, 9950, "ref 20260302-1"))
		h.expectBook("ming", "") // another amount than was ordered is never one person's word (trust F11)
		h.agree(out, err)
		h.expectBook("ming", "centre 9950 bank1 -9950")
		if left, _ := h.turnover.Outstanding(t.Context(), h.d, "ming"); left != 9950 {
			t.Errorf("turnover %d", left)
		}
		_, err = h.Deposits.ConfirmByHand(t.Context(), anna, confirm(d.SN, 9950, "REF2"))
		expect(t, "confirmed again", err, deposit.ErrState)

		// The same slip must not pay two orders of the same account.
		second, third := h.deposit(h.bankOrder(10000)), h.deposit(h.bankOrder(10000))
		_, err = h.Deposits.ConfirmByHand(t.Context(), anna, confirm(third.SN, 10000, "REF20260302-1"))
		expect(t, "used slip", err, order.ErrBankRefUsed)
		if _, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(second.SN, 10000, "REF20260302-1")); err != nil {
			t.Errorf("the other bank may have the same number: %v", err)
		}
		h.clock.Advance(2 * time.Hour)
		if err := h.Deposits.ExpireOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(third.SN, 10000, "REF3")); err != nil {
			t.Errorf("a transfer that came after the order expired: %v", err)
		}
		h.expectBook("ming", "centre 29950 bank1 -19950 bank2 -10000")

		link := h.deposit(h.order(10000))
		_, err = h.Deposits.ConfirmByHand(t.Context(), anna, confirm(link.SN, 10000, "REF4"))
		expect(t, "a gateway's order", err, deposit.ErrNotBank)
		if n := h.count("SELECT COUNT(*) FROM staff_audit WHERE action = 'deposit.confirm'"); n != 2 {
			t.Errorf("%d rows in the audit trail for 2 confirmations by one person", n)
		}
	})
}

// agree has anna find out that she cannot agree with herself, and boris agree.
func (h *house) agree(out order.Outcome, err error) {
	h.t.Helper()
	if err != nil || out.Done || out.ApprovalID == "" {
		h.t.Fatalf("nobody else was asked: %+v, %v", out, err)
	}
	_, err = h.staff.Decide(context.Background(), anna, out.ApprovalID, true, "")
	expect(h.t, "maker agrees with herself", err, staff.ErrOwnRequest)
	if _, err := h.staff.Decide(context.Background(), boris, out.ApprovalID, true, ""); err != nil {
		h.t.Fatal(err)
	}
}

// Two people confirm one transfer at the same moment.
func TestATransferConfirmedTwiceIsCreditedOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(10000))
		var done atomic.Int32
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				by := []staff.Actor{anna, boris}[i%2]
				_, err := h.Deposits.ConfirmByHand(t.Context(), by, confirm(d.SN, 10000, "REF"+string(rune('A'+i))))
				if err == nil {
					done.Add(1)
				} else if !errors.Is(err, deposit.ErrState) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if done.Load() != 1 {
			t.Errorf("%d confirmations went through", done.Load())
		}
		h.expectBook("ming", "centre 10000 bank1 -10000")
	})
}

// DESIGN: above the limit a credit by hand needs a second person, who agrees
// to exactly what was asked.
func TestALargeCreditNeedsASecondPerson(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		limit := h.set.DepositSecondAbove
		at, above := h.deposit(h.bankOrder(limit)), h.deposit(h.bankOrder(limit))
		if out, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(at.SN, limit, "R1")); err != nil || !out.Done {
			t.Fatalf("at the limit: %+v, %v", out, err)
		}
		h.expectBook("ming", "centre 5000000 bank1 -5000000")
		out, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(above.SN, limit+1, "R2"))
		if err != nil || out.Done || out.ApprovalID == "" {
			t.Fatalf("above the limit: %+v, %v", out, err)
		}
		_, err = h.Deposits.ConfirmByHand(t.Context(), boris, confirm(above.SN, limit+1, "R2"))
		expect(t, "asked for twice", err, staff.ErrOpenRequest)
		_, err = h.staff.Decide(t.Context(), anna, out.ApprovalID, true, "")
		expect(t, "maker agrees with herself", err, staff.ErrOwnRequest)
		h.expectBook("ming", "centre 5000000 bank1 -5000000")
		h.clock.Advance(time.Hour) // the order expires while it waits for the second person
		if err := h.Deposits.ExpireOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := h.staff.Decide(t.Context(), boris, out.ApprovalID, true, ""); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 10000001 bank1 -5000000 bank2 -5000001")
		_, err = h.staff.Decide(t.Context(), boris, out.ApprovalID, true, "")
		expect(t, "agreed to twice", err, staff.ErrDecided)
	})
}

// A request about an order that was settled otherwise must not be carried out.
func TestARequestAboutAChangedOrderIsVoid(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		limit := h.set.DepositSecondAbove
		closed := h.deposit(h.bankOrder(limit))
		out, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(closed.SN, limit+1, "R1"))
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Deposits.Reject(t.Context(), anna, closed.SN, "并未到账"); err != nil {
			t.Fatal(err)
		}
		_, err = h.staff.Decide(t.Context(), boris, out.ApprovalID, true, "")
		expect(t, "closed order", err, staff.ErrDecided)
		h.expectBook("ming", "")

		h.exec("UPDATE pay_channel SET max_amount = 100000000")
		paid := h.deposit(h.order(limit + 5))
		if err := h.Deposits.ToReview(t.Context(), anna, paid.SN, "玩家来电"); err != nil {
			t.Fatal(err)
		}
		out, err = h.Deposits.Resolve(t.Context(), anna, deposit.Resolution{SN: paid.SN, Credit: true, Received: limit + 9, Reason: "截图为证"})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.callback(h.gw.pay(paid.SN, limit+5), h.gw.token(paid.SN)); err != nil { // the gateway knows better
			t.Fatal(err)
		}
		_, err = h.staff.Decide(t.Context(), boris, out.ApprovalID, true, "")
		expect(t, "the gateway proved another amount", err, staff.ErrDecided)
		h.expectBook("ming", "suspense 5000005 gateway -5000005")
		out, err = h.Deposits.Resolve(t.Context(), anna, deposit.Resolution{SN: paid.SN, Credit: true, Received: limit + 5, Reason: "网关已确认"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.staff.Decide(t.Context(), boris, out.ApprovalID, true, ""); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 5000005 gateway -5000005")
	})
}

// What is closed or reviewed says why, and its page shows each step.
func TestEachStepOfADepositIsRecorded(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(10000))
		if err := h.Deposits.MarkPaid(t.Context(), "ming", d.SN); err != nil {
			t.Fatal(err)
		}
		expect(t, "no reason", h.Deposits.ToReview(t.Context(), anna, d.SN, " "), staff.ErrReason)
		if err := h.Deposits.ToReview(t.Context(), anna, d.SN, "姓名不符"); err != nil {
			t.Fatal(err)
		}
		expect(t, "reject from review", h.Deposits.Reject(t.Context(), anna, d.SN, "未到账"), deposit.ErrState)
		if _, err := h.Deposits.Resolve(t.Context(), boris, deposit.Resolution{SN: d.SN, Reason: "未到账"}); err != nil {
			t.Fatal(err)
		}
		_, err := h.Deposits.Resolve(t.Context(), boris, deposit.Resolution{SN: d.SN, Credit: true, Received: 10000, BankRef: "R1", Reason: "又到账了"})
		expect(t, "credit of a closed order", err, deposit.ErrState)
		detail, err := h.Deposits.Detail(t.Context(), d.SN)
		if err != nil {
			t.Fatal(err)
		}
		var steps []string
		for _, n := range detail.History {
			steps = append(steps, n.By+" "+n.What+" "+n.Reason)
		}
		const want = "玩家 提交存款 |玩家 表示已付款 |anna 转复核 姓名不符|boris 关闭订单 未到账"
		if got := strings.Join(steps, "|"); got != want || detail.State != deposit.Closed {
			t.Errorf("%s: %s\nwant %s", detail.State, got, want)
		}
		list, err := h.Deposits.List(t.Context(), deposit.Filter{Player: "MING", Style: method.StyleBank, Order: d.SN})
		if err != nil || list.Total != 1 || list.Amount != 10000 || list.Received != 0 || list.Items[0].Depositor != "王小明" {
			t.Errorf("%+v, %v", list, err)
		}
		if n := h.count("SELECT COUNT(*) FROM staff_audit WHERE subject = ?", "deposit:"+d.SN); n != 2 {
			t.Errorf("%d audit rows; want 2", n)
		}
	})
}

// trust PII-1, SAG-1: what is stored of a payer is sealed, and no statement
// moves an order along an edge that does not exist.
func TestTheDatabaseGuardsDeposits(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(10000))
		if n := h.count("SELECT COUNT(*) FROM deposit WHERE depositor LIKE '%王%'"); n != 0 {
			t.Error("the payer's name is stored in the clear")
		}
		if _, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(d.SN, 10000, "R1")); err != nil {
			t.Fatal(err)
		}
		h.refuses("UPDATE deposit SET state = 'pending', received = 0 WHERE sn = ?", d.SN)
		h.refuses("UPDATE deposit SET received = 20000 WHERE sn = ?", d.SN)
		h.refuses("UPDATE deposit SET amount = 20000 WHERE sn = ?", d.SN)
		h.refuses("UPDATE deposit SET player = 'hong' WHERE sn = ?", d.SN)
		h.refuses("DELETE FROM deposit WHERE sn = ?", d.SN)
		h.refuses("DELETE FROM cashier_proof WHERE sn = ?", d.SN)
		other := h.deposit(h.bankOrder(20000))
		h.refuses("UPDATE deposit SET state = 'credited' WHERE sn = ?", other.SN) // without an amount
	})
}
