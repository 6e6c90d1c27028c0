package payout_test

import (
	"context"
	"testing"
	"time"

	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/payment"
	"hongyun/internal/payout"
	"hongyun/internal/staff"
)

// failedAt is an order whose attempt at alpha failed.
func (f *fixture) failedAt() (sn, ref string) {
	f.t.Helper()
	sn, ref = f.sent(1000_00, "alpha")
	f.companies["alpha"].says(ref, payment.Failed, 0)
	f.later(time.Minute)
	f.is(sn, withdrawal.Approved, payout.Failed, 99_000_00, 1000_00, 0)
	return sn, ref
}

// told has alpha send a notice about an attempt.
func (f *fixture) told(ref, state string) {
	f.t.Helper()
	c := f.companies["alpha"]
	if _, _, err := f.ReceiveCallback(f.t.Context(), "alpha", c.token(ref), "198.51.100.9", c.notice(ref, state)); err != nil {
		f.t.Fatal(err)
	}
}

// decided has two people say what became of an attempt.
func (f *fixture) decided(ref string, paid bool) {
	f.t.Helper()
	out, err := f.Decide(f.t.Context(), clara, f.order(ref), ref, paid, "已与公司核对")
	if err != nil {
		f.t.Fatal(err)
	}
	f.approveRequest(boris, out.ApprovalID)
}

// numbered is the attempt of an order with a reference.
func (f *fixture) numbered(sn, ref string) payout.Attempt {
	f.t.Helper()
	list, err := f.Attempts(f.t.Context(), f.d, sn)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, a := range list {
		if a.Ref == ref {
			return a
		}
	}
	f.t.Fatalf("no attempt %s", ref)
	return payout.Attempt{}
}

func TestALatePaymentOfAnotherAmountHoldsItsOrder(t *testing.T) {
	for _, paid := range []bool{true, false} {
		each(t, func(t *testing.T, f *fixture) {
			sn, ref := f.failedAt()
			f.companies["alpha"].says(ref, payment.Paid, 995_00)
			f.later(time.Hour)
			f.is(sn, withdrawal.Approved, payout.Failed, 99_000_00, 1000_00, 0)
			f.byHand(sn, payout.ErrNeedsPeople)
			_, err := f.cashier.Batches.Create(t.Context(), clara, []string{sn})
			f.expect("batch", err, payer.ErrBatchOrder)
			f.decided(ref, paid)
			if paid {
				f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
				return
			}
			f.is(sn, withdrawal.Approved, payout.Failed, 99_000_00, 1000_00, 0)
			if _, err := f.cashier.Payouts.Pay(t.Context(), clara, sn, "BANK-9"); err != nil {
				t.Errorf("free again: %v", err)
			}
		})
	}
}

func TestAFileOfABatchLeavesOutAnOrderWithALatePayment(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn, ref := f.failedAt()
		b, err := f.cashier.Batches.Create(t.Context(), clara, []string{sn})
		if err != nil {
			t.Fatal(err)
		}
		f.companies["alpha"].says(ref, payment.Paid, 995_00)
		f.later(time.Hour)
		_, err = f.cashier.Batches.File(t.Context(), clara, b.Number)
		f.expect("file", err, payer.ErrBatchNothing)
	})
}

func TestAnotherAttemptIsNotSentOnceAnEarlierOneIsSaidToHavePaid(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn, ref := f.failedAt()
		if _, err := f.Send(t.Context(), clara, sn, "beta"); err != nil {
			t.Fatal(err)
		}
		f.companies["alpha"].says(ref, payment.Paid, 1000_00)
		f.told(ref, "paid")
		f.run()
		if n := f.companies["beta"].called(); n != 0 {
			t.Errorf("the second company was told %d times", n)
		}
		f.byHand(sn, payout.ErrNeedsPeople)
		f.decided(ref, true)
		if a := f.numbered(sn, ref); a.State != payout.Paid || a.Needs != "" {
			t.Errorf("%+v", a)
		}
		f.is(sn, withdrawal.Paid, payout.Failed, 99_000_00, 0, 1000_00)
	})
}

func TestAnAttemptThatFailsAfterAnEarlierOnePaidFreesNothing(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn, ref := f.failedAt()
		second, err := f.Send(t.Context(), clara, sn, "beta")
		if err != nil {
			t.Fatal(err)
		}
		f.run()
		f.companies["alpha"].says(ref, payment.Paid, 1000_00)
		f.told(ref, "paid")
		_, err = f.Decide(t.Context(), clara, f.order(ref), ref, true, "已与公司核对")
		f.expect("while the second may pay", err, payout.ErrOtherAttempt)
		f.companies["beta"].says(second.Ref, payment.Failed, 0)
		f.later(time.Minute)
		f.is(sn, withdrawal.Approved, payout.Failed, 99_000_00, 1000_00, 0)
		f.byHand(sn, payout.ErrNeedsPeople)
		f.decided(ref, true)
		f.is(sn, withdrawal.Paid, payout.Failed, 99_000_00, 0, 1000_00)
	})
}

func TestOnePersonWithTwoAccountsDecidesNothingAboutALatePayment(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn, ref := f.failedAt()
		f.companies["alpha"].says(ref, payment.Paid, 995_00)
		f.later(time.Hour)
		out, err := f.Decide(t.Context(), anna, f.order(ref), ref, false, "已与公司核对")
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range []staff.Actor{anna, twin} {
			if _, err := f.staff.Decide(t.Context(), by, out.ApprovalID, true, "同意"); err == nil {
				t.Errorf("%s decided alone", by.Name)
			}
		}
		f.byHand(sn, payout.ErrNeedsPeople)
	})
}

func TestANumberThatPaidAnotherOrderIsBookedUnderTheAttemptsReference(t *testing.T) {
	for name, late := range map[string]bool{"under way": false, "failed before": true} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, f *fixture) {
				c := f.companies["alpha"]
				c.txn = "T-SAME"
				first, one := f.sent(1000_00, "alpha")
				second, two := f.sent(1000_00, "alpha")
				c.says(one, payment.Paid, 1000_00)
				if late {
					c.says(two, payment.Failed, 0)
				}
				f.later(time.Minute)
				c.says(two, payment.Paid, 1000_00)
				f.later(time.Hour)
				a := f.numbered(second, two)
				if a.Needs == "" || a.Txn != "T-SAME" || a.Paid != 1000_00 {
					t.Fatalf("%+v", a)
				}
				f.byHand(second, payout.ErrNeedsPeople)
				f.decided(two, true)
				f.is(first, withdrawal.Paid, payout.Paid, 98_000_00, 0, 2000_00)
				f.is(second, withdrawal.Paid, payout.Paid, 98_000_00, 0, 2000_00)
				w, err := f.cashier.Withdrawals.Detail(t.Context(), second)
				if err != nil || w.Reference != two {
					t.Errorf("%q, %v", w.Reference, err)
				}
			})
		})
	}
}

func TestALatePaymentOfAnOrderThatABatchHoldsIsBookedWithAFlag(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn, ref := f.failedAt()
		if _, err := f.cashier.Batches.Create(t.Context(), clara, []string{sn}); err != nil {
			t.Fatal(err)
		}
		f.companies["alpha"].says(ref, payment.Paid, 1000_00)
		f.later(time.Hour)
		f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
		if a := f.attempt(sn); a.Needs == "" || !a.Decidable {
			t.Errorf("%+v", a)
		}
		f.decided(ref, true)
		if a := f.attempt(sn); a.Needs != "" || a.State != payout.Paid {
			t.Errorf("%+v", a)
		}
	})
}

func TestALatePaymentCountsToItsDayAgain(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		used := func() (n int64) {
			if err := f.d.NewRaw("SELECT day_amount FROM pay_company WHERE code = 'alpha'").Scan(t.Context(), &n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		_, ref := f.failedAt()
		if used() != 0 {
			t.Errorf("after the failure: %d", used())
		}
		f.companies["alpha"].says(ref, payment.Paid, 995_00)
		f.later(time.Hour)
		if used() != 1000_00 {
			t.Errorf("after the late payment: %d", used())
		}
		f.decided(ref, false)
		if used() != 0 {
			t.Errorf("after people said that it did not pay: %d", used())
		}
	})
}

func TestADayOfACompanyNeverGoesBack(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		f.exec("UPDATE pay_company SET day = 99999999, day_amount = 100 WHERE code = 'alpha'")
		f.sent(1000_00, "alpha")
		var row struct {
			Day       int32
			DayAmount int64
		}
		if err := f.d.NewRaw("SELECT day, day_amount FROM pay_company WHERE code = 'alpha'").Scan(t.Context(), &row); err != nil {
			t.Fatal(err)
		}
		if row.Day != 99999999 || row.DayAmount != 1001_00 {
			t.Errorf("%+v", row)
		}
	})
}

func TestAnAttemptIsDecidedUnderItsOwnOrder(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		_, ref := f.failedAt()
		f.companies["alpha"].says(ref, payment.Paid, 995_00)
		f.later(time.Hour)
		_, err := f.Decide(t.Context(), clara, f.approved(500_00), ref, false, "已与公司核对")
		f.expect("under another order", err, payout.ErrNoAttempt)
	})
}

// givenBack is an order whose attempt failed and whose money went back to the player
// after the wait.
func (f *fixture) givenBack() (sn, ref string) {
	f.t.Helper()
	sn, ref = f.failedAt()
	_, err := f.cashier.Payouts.FailPayout(f.t.Context(), clara, sn, "公司无法付款")
	f.expect("seconds after the company failed", err, payer.ErrSentFresh)
	f.clock.Advance(24 * time.Hour)
	if out, err := f.cashier.Payouts.FailPayout(f.t.Context(), clara, sn, "公司无法付款"); err != nil || !out.Done {
		f.t.Fatalf("%+v, %v", out, err)
	}
	f.is(sn, withdrawal.Failed, payout.Failed, 100_000_00, 0, 0)
	return sn, ref
}

// paidByHand is an order whose attempt failed and that clara paid at a bank.
func (f *fixture) paidByHand() (sn, ref string) {
	f.t.Helper()
	sn, ref = f.failedAt()
	if _, err := f.cashier.Payouts.Pay(f.t.Context(), clara, sn, "BANK-7"); err != nil {
		f.t.Fatal(err)
	}
	f.is(sn, withdrawal.Paid, payout.Failed, 99_000_00, 0, 1000_00)
	return sn, ref
}

// paidAgain is an order whose first attempt at alpha failed and whose second one alpha paid.
// The reference is that of the first.
func (f *fixture) paidAgain() (sn, ref string) {
	f.t.Helper()
	sn, ref = f.failedAt()
	again, err := f.Send(f.t.Context(), clara, sn, "alpha")
	if err != nil {
		f.t.Fatal(err)
	}
	f.run()
	f.companies["alpha"].says(again.Ref, payment.Paid, 1000_00)
	f.later(time.Minute)
	f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
	return sn, ref
}

func TestALatePaymentOfAnOrderThatHadEndedIsBookedAsALoss(t *testing.T) {
	cases := []struct {
		name         string
		begin        func(*fixture) (sn, ref string)
		centre, out  int64
		exposed      bool
		paid, closed bool
	}{
		{"given back, paid", (*fixture).givenBack, 100_000_00, 1000_00, true, true, true},
		{"given back, not paid", (*fixture).givenBack, 100_000_00, 0, false, false, false},
		{"paid by hand, paid", (*fixture).paidByHand, 99_000_00, 2000_00, false, true, true},
		{"paid by the same company, paid", (*fixture).paidAgain, 99_000_00, 2000_00, false, true, true},
		{"paid by hand, not paid", (*fixture).paidByHand, 99_000_00, 1000_00, false, false, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			each(t, func(t *testing.T, f *fixture) {
				sn, ref := c.begin(f)
				before, err := f.cashier.Withdrawals.Detail(t.Context(), sn)
				if err != nil {
					t.Fatal(err)
				}
				f.companies["alpha"].says(ref, payment.Paid, 1000_00)
				f.told(ref, "paid")
				if a := f.numbered(sn, ref); a.Needs == "" {
					t.Fatalf("nobody is told: %+v", a)
				}
				f.decided(ref, c.paid)
				state, end := before.State, payout.Failed
				if c.paid {
					state, end = withdrawal.Paid, payout.Paid
				}
				f.is(sn, state, end, c.centre, 0, c.out)
				w, err := f.cashier.Withdrawals.Detail(t.Context(), sn)
				if err != nil || w.Exposed != c.exposed {
					t.Errorf("exposed %v, want %v, %v", w.Exposed, c.exposed, err)
				}
				if c.paid && !c.exposed { // the second payment is the operator's, whatever comes back
					_, err := f.cashier.Payouts.Returned(t.Context(), clara, order.Reported{SN: sn, Reference: "BACK-1", Reason: "银行退票"})
					f.expect("given back once more", err, payer.ErrPaidTwice)
				}
				err = f.cashier.Payouts.CheckOpen(t.Context(), f.d)
				if (err != nil) != c.closed {
					t.Errorf("paying withdrawals: %v, want closed %v", err, c.closed)
				}
				if a := f.numbered(sn, ref); a.Needs != "" {
					t.Errorf("still waits: %+v", a)
				}
			})
		})
	}
}

func TestAnAttemptThatNeverLeftDelaysNothing(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		c := f.companies["alpha"]
		c.lost, c.pay = true, func(payment.Payout) error {
			return &payment.PayoutRefusal{Said: "资料不符合接口要求，未发送", NotSent: true}
		}
		sn, _ := f.sent(1000_00, "alpha")
		f.is(sn, withdrawal.Approved, payout.Failed, 99_000_00, 1000_00, 0)
		if out, err := f.cashier.Payouts.FailPayout(t.Context(), clara, sn, "资料有误"); err != nil || !out.Done {
			t.Errorf("%+v, %v", out, err)
		}
		f.is(sn, withdrawal.Failed, payout.Failed, 100_000_00, 0, 0)
	})
}

func TestASecondPaymentThatNoCompanyMadeIsFound(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn, ref := f.sent(1000_00, "alpha")
		f.companies["alpha"].says(ref, payment.Paid, 1000_00)
		f.later(time.Minute)
		f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
		f.broken = true
		err := f.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { // the number is that of the only payment
			_, err := f.ledger.Post(ctx, tx, ledger.Entry{Scope: "withdrawal", Key: sn + ":twice:T" + ref, Kind: "withdrawal.twice", Ref: sn,
				Postings: []ledger.Posting{{From: ledger.HouseLoss(), To: ledger.HouseBank("payout:alpha"), Amount: 1000_00}}})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		report, err := f.ledger.Verify(t.Context())
		if err != nil || report.OK || len(report.Broken) != 1 || report.Broken[0].Table != "entry" {
			t.Errorf("found %+v, %v", report.Broken, err)
		}
	})
}
