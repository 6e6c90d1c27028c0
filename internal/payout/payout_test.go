package payout_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/guard"
	"hongyun/internal/payment"
	"hongyun/internal/payout"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

func TestACompanyPaysAnApprovedWithdrawalWithOneClick(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn, ref := f.sent(1000_00, "alpha")
		f.is(sn, withdrawal.Approved, payout.Accepted, 99_000_00, 1000_00, 0)
		o := f.companies["alpha"].orders[ref]
		if o.Number != number || o.Holder != "王小明" || o.BankName != "中国工商银行" || o.Amount != 1000_00 || !strings.HasPrefix(o.NotifyURL, "https://hooks.example/payout/alpha/") {
			t.Errorf("the company was told %+v", o.Payout)
		}
		f.companies["alpha"].says(ref, payment.Paid, 1000_00)
		f.later(time.Minute)
		f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
		f.later(time.Hour)
		if n := f.companies["alpha"].called(); n != 1 {
			t.Errorf("the company was told %d times", n)
		}
	})
}

func TestAnApprovedWithdrawalUpToTheLimitGoesByItself(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		small := f.approved(500_00)
		if list, _ := f.Attempts(t.Context(), f.d, small); len(list) != 0 {
			t.Fatalf("without a limit: %+v", list)
		}
		f.enter("beta", payout.Company{Name: "乙代付", Min: 100, Max: 50_000_00, Daily: 2_000_00, Auto: 1_000_00, Absent: 60, Banks: "ICBC"})
		sn := f.approved(1000_00)
		large := f.approved(1000_01)
		f.run()
		f.is(sn, withdrawal.Approved, payout.Accepted, 97_499_99, 2500_01, 0)
		if a := f.attempt(sn); a.By != order.BySystem || a.Company != "乙代付" {
			t.Errorf("%+v", a)
		}
		if list, _ := f.Attempts(t.Context(), f.d, large); len(list) != 0 {
			t.Errorf("above the limit: %+v", list)
		}
		f.approved(1000_00) // reaches the company's day
		over := f.approved(1000_00)
		if list, _ := f.Attempts(t.Context(), f.d, over); len(list) != 0 {
			t.Errorf("above the day: %+v", list)
		}
		f.companies["beta"].says(f.attempt(sn).Ref, payment.Paid, 1000_00)
		f.later(time.Minute)
		if a := f.attempt(sn); a.State != payout.Paid {
			t.Errorf("%+v", a)
		}
	})
}

// The three ways in which nobody knows: the answer is lost, the call may be lost, and
// the company does not answer questions. The order is held until it is known.
func TestNothingElsePaysWhileTheResultIsUnknown(t *testing.T) {
	for name, trouble := range map[string]func(c *company){
		"the answer is lost": func(c *company) { c.pay = func(payment.Payout) error { return errors.New("reset") } },
		"the call is lost": func(c *company) {
			c.lost, c.pay = true, func(payment.Payout) error { return errors.New("reset") }
		},
		"refused, and silent": func(c *company) {
			c.pay = func(payment.Payout) error {
				return &payment.PayoutRefusal{Code: "error", Said: "余额不足", NoBalance: true}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, f *fixture) {
				c := f.companies["alpha"]
				trouble(c)
				c.silent = true
				sn, _ := f.sent(1000_00, "alpha")
				for range 3 {
					f.byHand(sn, payer.ErrAttemptOpen)
					f.later(20 * time.Minute)
				}
				if a := f.attempt(sn); a.State != payout.Unknown && a.State != payout.Refused || a.Asks < 3 {
					t.Errorf("%+v", a)
				}
				// The database refuses it too, whoever writes the statement.
				for _, q := range []string{
					"UPDATE withdrawal SET state = 'paid' WHERE sn = ?", "UPDATE withdrawal SET state = 'failed' WHERE sn = ?", "UPDATE withdrawal SET attempt = '' WHERE sn = ?",
					"INSERT INTO payout_attempt SELECT 'X', 'X', sn, 2, player, company, version, place, amount, day, bank, number, tail, holder, province, city, branch, 'planned', '', '', FALSE, '', 0, made_by, made_at, 0, 0, 0, 0 FROM payout_attempt WHERE sn = ?",
				} {
					if f.try(q, sn) == nil {
						t.Errorf("the database let through: %s", q)
					}
				}
				if c.called() != 1 {
					t.Errorf("the company was told %d times", c.called())
				}
				s, err := f.Standing(t.Context(), f.clock.Now().Add(-30*time.Minute), f.clock.Now().Add(-time.Hour))
				if err != nil || s.Old != 1 {
					t.Errorf("for the alarm: %+v, %v", s, err)
				}
			})
		})
	}
}

func TestAnUnknownPayoutThatWasPaidIsBookedOnce(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		c := f.companies["alpha"]
		c.pay = func(payment.Payout) error { return errors.New("timeout") }
		sn, ref := f.sent(1000_00, "alpha")
		f.is(sn, withdrawal.Approved, payout.Unknown, 99_000_00, 1000_00, 0)
		c.says(ref, payment.Paid, 1000_00)
		for range 3 {
			if _, body, err := f.ReceiveCallback(t.Context(), "alpha", c.token(ref), "198.51.100.9", c.notice(ref, "paid")); err != nil || body != "OK" {
				t.Errorf("%q, %v", body, err)
			}
		}
		f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
		f.later(time.Hour)
		f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
	})
}

func TestNoSuchOrderCountsOnlyAfterTheCompanysWindow(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		c := f.companies["alpha"]
		c.lost, c.pay = true, func(payment.Payout) error { return errors.New("timeout") }
		sn, _ := f.sent(1000_00, "alpha")
		f.later(59 * time.Minute)
		f.byHand(sn, payer.ErrAttemptOpen)
		f.is(sn, withdrawal.Approved, payout.Unknown, 99_000_00, 1000_00, 0)
		f.later(20 * time.Minute)
		f.is(sn, withdrawal.Approved, payout.Failed, 99_000_00, 1000_00, 0)
		// To be paid again, as people choose.
		if _, err := f.Send(t.Context(), clara, sn, "beta"); err != nil {
			t.Fatal(err)
		}
		f.run()
		f.companies["beta"].says(f.attempt(sn).Ref, payment.Paid, 1000_00)
		f.later(time.Minute)
		f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
	})
}

// A node that still has the company's old place, or has its new one already, must not send
// there what was planned for the other: the place that is asked later would know nothing of it.
func TestAnAttemptIsSentOnlyToThePlaceThatItWasPlannedFor(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sent := false
		f.companies["alpha"].pay = func(payment.Payout) error { sent = true; return nil }
		sn := f.approved(1000_00)
		if _, err := f.Send(t.Context(), clara, sn, "alpha"); err != nil {
			t.Fatal(err)
		}
		f.enter("alpha", payout.Company{Name: "甲代付", BaseURL: "https://other.example", Min: 100, Max: 50_000_00, Daily: 100_000_00, Absent: 10})
		f.run()
		if sent {
			t.Error("the order was sent")
		}
		f.is(sn, withdrawal.Approved, payout.Failed, 99_000_00, 1000_00, 0)
		if a := f.attempt(sn); a.Answer != "代付公司的接口资料已变更，未提交" {
			t.Errorf("%+v", a)
		}
	})
}

func TestNoSuchOrderAtAnotherPlaceWaitsForPeople(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		c := f.companies["alpha"]
		c.pay = func(payment.Payout) error { return errors.New("timeout") }
		sn, _ := f.sent(1000_00, "alpha")
		f.enter("alpha", payout.Company{Name: "甲代付", BaseURL: "https://other.example", Min: 100, Max: 50_000_00, Daily: 100_000_00, Absent: 10})
		c.veiled = true
		f.later(2 * time.Hour)
		if a := f.attempt(sn); a.State != payout.Unknown || a.Needs == "" || !a.Decidable {
			t.Errorf("%+v", a)
		}
		f.byHand(sn, payout.ErrNeedsPeople)
	})
}

func TestARefusedPayoutReturnsToStaffOnceItIsConfirmed(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		c := f.companies["alpha"]
		c.lost, c.pay = true, func(payment.Payout) error {
			return &payment.PayoutRefusal{Code: "error", Said: "余额不足", NoBalance: true}
		}
		sn, _ := f.sent(1000_00, "alpha")
		f.run()
		f.byHand(sn, payer.ErrAttemptOpen) // it may still have been paid
		f.later(3 * time.Minute)
		f.is(sn, withdrawal.Approved, payout.Failed, 99_000_00, 1000_00, 0)
		if a := f.attempt(sn); !strings.Contains(a.Answer, "余额不足") {
			t.Errorf("%+v", a)
		}
		s, err := f.Standing(t.Context(), f.clock.Now(), f.clock.Now().Add(-time.Hour))
		if err != nil || s.Refused["alpha"] != 1 {
			t.Errorf("for the alarm: %+v, %v", s, err)
		}
		// Staff give the money back, once.
		f.clock.Advance(24 * time.Hour)
		if out, err := f.cashier.Payouts.FailPayout(t.Context(), clara, sn, "公司无法付款"); err != nil || !out.Done {
			t.Fatalf("%+v, %v", out, err)
		}
		f.is(sn, withdrawal.Failed, payout.Failed, 100_000_00, 0, 0)
		if _, err := f.cashier.Payouts.FailPayout(t.Context(), clara, sn, "再退一次"); !errors.Is(err, withdrawal.ErrState) {
			t.Errorf("given back again: %v", err)
		}
		_, err = f.Send(t.Context(), clara, sn, "beta")
		f.expect("send what was given back", err, withdrawal.ErrState)
	})
}

func TestACompanyThatRefusedAndPaidIsBelievedWhenItSaysPaid(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		c := f.companies["alpha"]
		c.pay = func(payment.Payout) error { return &payment.PayoutRefusal{Code: "error", Said: "系统繁忙"} }
		sn, ref := f.sent(1000_00, "alpha")
		c.says(ref, payment.Paid, 1000_00)
		f.later(time.Minute)
		f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
	})
}

func TestAFailedPayoutIsPaidByHandByExistingRules(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn, ref := f.sent(1000_00, "alpha")
		f.companies["alpha"].says(ref, payment.Failed, 0)
		f.later(time.Minute)
		f.is(sn, withdrawal.Approved, payout.Failed, 99_000_00, 1000_00, 0)
		if _, err := f.cashier.Payouts.Pay(t.Context(), clara, sn, "BANK-7"); err != nil {
			t.Fatal(err)
		}
		f.is(sn, withdrawal.Paid, payout.Failed, 99_000_00, 0, 1000_00)
		// Then the company pays after all: it is told to people and moves no money.
		f.companies["alpha"].says(ref, payment.Paid, 1000_00)
		f.later(time.Hour)
		if a := f.attempt(sn); a.Needs == "" {
			t.Errorf("%+v", a)
		}
		f.is(sn, withdrawal.Paid, payout.Failed, 99_000_00, 0, 1000_00)
		out, err := f.Decide(t.Context(), clara, f.order(ref), ref, true, "已向公司追回")
		if err != nil {
			t.Fatal(err)
		}
		f.approveRequest(boris, out.ApprovalID)
		if a := f.attempt(sn); a.Needs != "" {
			t.Errorf("%+v", a)
		}
	})
}

func TestACompanyThatPaysAfterAllPaysAnOrderThatIsStillUnpaid(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn, ref := f.sent(1000_00, "alpha")
		f.companies["alpha"].says(ref, payment.Failed, 0)
		f.later(time.Minute)
		f.companies["alpha"].says(ref, payment.Paid, 1000_00)
		f.later(time.Hour)
		f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
		_, err := f.cashier.Payouts.Pay(t.Context(), clara, sn, "BANK-8")
		f.expect("pay by hand then", err, withdrawal.ErrState)
	})
}

func TestAnotherAmountWaitsForTwoPeople(t *testing.T) {
	for _, paid := range []bool{true, false} {
		each(t, func(t *testing.T, f *fixture) {
			sn, ref := f.sent(1000_00, "alpha")
			f.companies["alpha"].says(ref, payment.Paid, 10_00)
			f.later(time.Minute)
			f.is(sn, withdrawal.Approved, payout.Accepted, 99_000_00, 1000_00, 0)
			if a := f.attempt(sn); a.Needs == "" || a.Paid != 10_00 {
				t.Errorf("%+v", a)
			}
			f.byHand(sn, payout.ErrNeedsPeople)
			out, err := f.Decide(t.Context(), clara, f.order(ref), ref, paid, "已与公司核对")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.staff.Decide(t.Context(), clara, out.ApprovalID, true, "同意"); err == nil {
				t.Error("one person decided alone")
			}
			f.approveRequest(boris, out.ApprovalID)
			if paid {
				f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
			} else {
				f.is(sn, withdrawal.Approved, payout.Failed, 99_000_00, 1000_00, 0)
			}
		})
	}
}

func TestPeopleDecideNothingThatTheCompanyMayStillPay(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		_, ref := f.sent(1000_00, "alpha")
		_, err := f.Decide(t.Context(), clara, f.order(ref), ref, false, "玩家催促")
		f.expect("decide at once", err, payout.ErrStillWorks)
		f.companies["alpha"].says(ref, payment.Paid, 1000_00)
		f.clock.Advance(25 * time.Hour)
		_, err = f.Decide(t.Context(), clara, f.order(ref), ref, false, "一直没有结果")
		f.expect("decide what is known by now", err, payout.ErrSettled)
	})
}

// A process that dies is started again, and the order is paid once or known not to be.
func TestAPayoutSurvivesDeathAtEachStep(t *testing.T) {
	for _, point := range []string{"Send.Planned", "Taken", "Send.BeforeCall", "Send.AfterCall", "Ask.AfterCall", "Settle.BeforeCommit"} {
		t.Run(point, func(t *testing.T) {
			each(t, func(t *testing.T, f *fixture) {
				c := f.companies["alpha"]
				sn := f.approved(1000_00)
				f.dies(point, func() {
					a, err := f.Send(t.Context(), clara, sn, "alpha")
					if err != nil {
						t.Fatal(err)
					}
					f.run()
					c.says(a.Ref, payment.Paid, 1000_00)
					f.later(time.Minute)
				})
				a := f.attempt(sn)
				f.byHand(sn, payer.ErrAttemptOpen)
				f.later(time.Minute)
				if c.orders[a.Ref] != nil {
					c.says(a.Ref, payment.Paid, 1000_00)
				}
				f.later(2 * time.Hour)
				f.later(2 * time.Hour)
				if c.called() > 1 {
					t.Errorf("the company was told %d times", c.called())
				}
				if point == "Taken" || point == "Send.BeforeCall" {
					f.is(sn, withdrawal.Approved, payout.Failed, 99_000_00, 1000_00, 0) // it never heard of it
					return
				}
				f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
			})
		})
	}
}

func TestTwoNodesAtOnceTellTheCompanyOnce(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn := f.approved(1000_00)
		var both sync.WaitGroup
		answers := make([]error, 8)
		for i := range answers {
			both.Go(func() {
				_, answers[i] = f.Send(context.Background(), clara, sn, []string{"alpha", "beta"}[i%2])
				_ = f.Run(context.Background())
			})
		}
		both.Wait()
		won := 0
		for _, err := range answers {
			if err == nil {
				won++
			} else if !errors.Is(err, payer.ErrAttemptOpen) {
				t.Error(err)
			}
		}
		f.run()
		if n := f.companies["alpha"].called() + f.companies["beta"].called(); won != 1 || n != 1 {
			t.Errorf("%d of them were let through, companies were told %d times", won, n)
		}
	})
}

// The approver does not send what they approved, under no name of theirs; what goes
// to the company is what the player asked for.
func TestADishonestOwnerWithTwoAccountsSendsNothing(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn := f.approved(1000_00)
		for _, by := range []staff.Actor{anna, twin} {
			_, err := f.Send(t.Context(), by, sn, "alpha")
			f.expect(by.Name, err, payer.ErrOwnApproval)
		}
		f.companies["mine"] = newCompany("mine")
		value, _ := json.Marshal(payout.Company{Name: "假公司", Protocol: "dfpay", BaseURL: "https://mine.example", Merchant: "1", Min: 100, Max: 1000_00, Daily: 1000_00, Auto: 1000_00, Absent: 60})
		id, err := f.book.Ask(t.Context(), anna, setting.Order{Kind: payout.KindCompany, Key: "mine", New: true, Value: value, Secrets: map[string]string{"key": "k-12345678"}, On: true, Reason: "新公司"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.staff.Decide(t.Context(), twin, id, true, "同意"); err == nil {
			t.Error("one person with two accounts entered a company")
		}
		// With a hand on the database the destination of an order is another: it does not open.
		if _, err := f.Send(t.Context(), clara, sn, "alpha"); err != nil {
			t.Fatal(err)
		}
		for _, q := range []string{"UPDATE payout_attempt SET number = 'x' WHERE sn = ?", "UPDATE payout_attempt SET amount = 1 WHERE sn = ?", "UPDATE withdrawal SET number = 'x' WHERE sn = ?"} {
			if f.try(q, sn) == nil {
				t.Errorf("the database let through: %s", q)
			}
		}
		f.run()
		if o := f.companies["alpha"].orders[f.attempt(sn).Ref]; o == nil || o.Number != number {
			t.Errorf("%+v", o)
		}
	})
}

func TestAnOrderWhoseDestinationWasReadIsNotSent(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn := f.approved(1000_00)
		if _, err := f.cashier.Payouts.Destination(t.Context(), clara, sn); err != nil {
			t.Fatal(err)
		}
		_, err := f.Send(t.Context(), clara, sn, "alpha") // the reader may have paid it at the bank
		f.expect("send", err, payer.ErrPayoutFresh)
	})
}

func TestWhatMayNotLeaveIsNotSent(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn := f.approved(1000_00)
		if _, err := f.Send(t.Context(), clara, sn, "alpha"); err != nil {
			t.Fatal(err)
		}
		if err := f.guard.Freeze(t.Context(), boris, "ming", []guard.Act{guard.Withdraw}, time.Time{}, "核查资料"); err != nil {
			t.Fatal(err)
		}
		f.run()
		f.is(sn, withdrawal.Approved, payout.Failed, 99_000_00, 1000_00, 0)
		if f.companies["alpha"].called() != 0 {
			t.Error("the company was told")
		}
	})
}

func TestLimitsOfACompanyHold(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		f.enter("alpha", payout.Company{Name: "甲代付", Min: 500_00, Max: 2_000_00, Daily: 3_000_00, Absent: 60, Banks: "ICBC"})
		f.enter("beta", payout.Company{Name: "乙代付", Min: 100, Max: 50_000_00, Daily: 100_000_00, Absent: 60, Banks: "CCB,ABC"})
		small, large, sn := f.approved(499_99), f.approved(2_000_01), f.approved(2_000_00)
		_, err := f.Send(t.Context(), clara, small, "alpha")
		f.expect("too little", err, payout.ErrAmount)
		_, err = f.Send(t.Context(), clara, large, "alpha")
		f.expect("too much", err, payout.ErrAmount)
		_, err = f.Send(t.Context(), clara, sn, "beta")
		f.expect("another bank", err, payout.ErrBank)
		_, err = f.Send(t.Context(), clara, sn, "gamma")
		f.expect("no company", err, payout.ErrNoCompany)
		a, err := f.Send(t.Context(), clara, sn, "alpha")
		if err != nil {
			t.Fatal(err)
		}
		next := f.approved(1_500_00)
		_, err = f.Send(t.Context(), clara, next, "alpha")
		f.expect("the day", err, payout.ErrDaily)
		f.run()
		f.companies["alpha"].says(a.Ref, payment.Failed, 0)
		f.later(time.Minute)
		if _, err := f.Send(t.Context(), clara, next, "alpha"); err != nil {
			t.Errorf("after a failure the day has room: %v", err)
		}
		if err := f.book.Off(t.Context(), boris, payout.KindCompany, "alpha", "公司失联"); err != nil {
			t.Fatal(err)
		}
		f.run()
		f.is(next, withdrawal.Approved, payout.Failed, 94_000_00, 6_000_00, 0)
	})
}

func TestWrongSettingsAreRefusedWithASentence(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		good := payout.Company{Name: "丙代付", Protocol: "dfpay", BaseURL: "https://pay.example", Merchant: "1", Min: 100, Max: 1000_00, Daily: 1000_00, Absent: 60}
		for want, spoil := range map[error]func(c *payout.Company){
			payout.ErrLimits:   func(c *payout.Company) { c.Auto = 1000_01 },
			payout.ErrBanks:    func(c *payout.Company) { c.Banks = "ICBC,NOPE" },
			setting.ErrField:   func(c *payout.Company) { c.Absent = 1 },
			setting.ErrMissing: func(c *payout.Company) { c.BaseURL = "" },
		} {
			c := good
			spoil(&c)
			value, _ := json.Marshal(c)
			_, err := f.book.Ask(t.Context(), boris, setting.Order{Kind: payout.KindCompany, Key: "alpha2", New: true, Value: value, Secrets: map[string]string{"key": "k-12345678"}, On: true, Reason: "新公司"})
			f.expect("setting", err, want)
		}
	})
}

func TestForgedNoticesChangeNothing(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		sn, ref := f.sent(1000_00, "alpha")
		c := f.companies["alpha"]
		forged := c.notice(ref, "paid")
		forged.Query.Set("sign", "wrong")
		_, _, err := f.ReceiveCallback(t.Context(), "alpha", c.token(ref), "198.51.100.9", forged)
		f.expect("forged", err, payout.ErrForged)
		_, _, err = f.ReceiveCallback(t.Context(), "alpha", c.token(ref), "198.51.100.9", c.notice("other", "paid"))
		f.expect("about another", err, payout.ErrForged)
		_, _, err = f.ReceiveCallback(t.Context(), "beta", c.token(ref), "198.51.100.9", c.notice(ref, "paid"))
		f.expect("of another company", err, payout.ErrNoAttempt)
		_, _, err = f.ReceiveCallback(t.Context(), "alpha", c.token(ref), "198.51.100.9", c.notice(ref, "paid"))
		f.expect("not confirmed", err, payout.ErrPending)
		f.is(sn, withdrawal.Approved, payout.Accepted, 99_000_00, 1000_00, 0)
	})
}

func TestOneNumberOfACompanyPaysOneOrder(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		c := f.companies["alpha"]
		c.txn = "T-SAME"
		first, one := f.sent(1000_00, "alpha")
		second, two := f.sent(1000_00, "alpha")
		c.says(one, payment.Paid, 1000_00)
		c.says(two, payment.Paid, 1000_00)
		f.later(time.Minute)
		states := f.attempt(first).State + f.attempt(second).State
		needs := f.attempt(first).Needs + f.attempt(second).Needs
		if strings.Count(states, payout.Paid) != 1 || needs == "" {
			t.Errorf("%s, %q", states, needs)
		}
	})
}
