package cashier_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// credited has staff confirm a bank deposit of ming's alone, or with a second person.
func (h *house) confirms(by staff.Actor, amount money.Fen, ref string) (deposit.Deposit, order.Outcome) {
	h.t.Helper()
	h.clock.Advance(time.Minute)
	dep := h.deposit(h.bankOrder(amount))
	out, err := h.Deposits.ConfirmByHand(h.t.Context(), by, deposit.Confirmation{SN: dep.SN, Received: amount, BankRef: ref, Reason: "银行已到账"})
	if err != nil {
		h.t.Fatal(err)
	}
	return dep, out
}

// otherAccount gives anna's person a second account, ghost.
func (h *house) otherAccount() staff.Actor {
	h.t.Helper()
	for id, name := range map[string]string{"s-anna": "anna", "s-ghost": "ghost"} {
		h.exec(`INSERT INTO staff_person (id, name, name_key, person, roles, password, totp_secret, created_at)
			VALUES (?, ?, ?, 'person-anna', 'owner', 'x', 'x', 1)`, id, name, name)
	}
	return staff.Actor{ID: "s-ghost", Name: "ghost", Roles: []string{"owner"}}
}

// H-85: approver and payer are two human beings, whatever accounts they use.
func TestApproverNeitherReadsTheDestinationNorPays(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ghost := h.otherAccount()
		h.give("ming", 50_000)
		w := h.withdraw(h.bind("ming", 1), 20_000)
		h.approve(anna, w.SN)
		for _, by := range []staff.Actor{anna, ghost} {
			_, err := h.Payouts.Destination(t.Context(), by, w.SN)
			expect(t, by.Name+" reads the destination", err, payer.ErrOwnApproval)
			_, err = h.Payouts.Pay(t.Context(), by, w.SN, "P1")
			expect(t, by.Name+" pays", err, payer.ErrOwnApproval)
		}
		h.refuses("UPDATE withdrawal SET state = 'paid', ended_at = 1 WHERE sn = ?", w.SN)
		h.refuses(`INSERT INTO desk_act (sn, act, person, staff, player, amount, alone, at) VALUES (?, 'pay', 'person-anna', 's-ghost', 'ming', 1, FALSE, 1)`, w.SN)
		if _, err := h.Payouts.Destination(t.Context(), boris, w.SN); err != nil {
			t.Error(err)
		}
		if got, err := h.Payouts.Pay(t.Context(), boris, w.SN, "P1"); err != nil || got.State != withdrawal.Paid {
			t.Errorf("%+v, %v", got, err)
		}
		h.refuses("UPDATE desk_act SET person = 'x' WHERE sn = ?", w.SN)
		h.refuses("DELETE FROM desk_act WHERE sn = ?", w.SN)
	})
}

// H-85: of two approvers the second may pay, the first may not.
func TestSecondApproverMayPay(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		amount := h.set.WithdrawSecondAbove + 1
		h.give("ming", amount)
		w := h.withdraw(h.bind("ming", 1), amount)
		if _, err := h.Withdrawals.Claim(t.Context(), anna, w.SN); err != nil {
			t.Fatal(err)
		}
		out, err := h.Withdrawals.Approve(t.Context(), anna, w.SN, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.staff.Decide(t.Context(), boris, out.ApprovalID, true, ""); err != nil {
			t.Fatal(err)
		}
		_, err = h.Payouts.Pay(t.Context(), anna, w.SN, "P1")
		expect(t, "the first approver pays", err, payer.ErrOwnApproval)
		if _, err := h.Payouts.Pay(t.Context(), boris, w.SN, "P1"); err != nil {
			t.Error(err)
		}
	})
}

// H-85: the confirmer of a credit by hand does not approve what may carry it
// out: while its turnover is open, for 30 days, and until it has left.
func TestConfirmerOfACreditDoesNotApproveItsWithdrawal(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.TurnoverPercent = 0 }, func(t *testing.T, h *house) {
		ghost := h.otherAccount()
		card := h.bind("ming", 1)
		_, out := h.confirms(anna, 20_000, "B1")
		if !out.Done {
			t.Fatal("one person is enough")
		}
		asked := func() withdrawal.Withdrawal {
			w := h.withdraw(card, 10_000)
			if _, err := h.Withdrawals.Claim(t.Context(), ghost, w.SN); err != nil {
				t.Fatal(err)
			}
			return w
		}
		first := asked()
		_, err := h.Withdrawals.Approve(t.Context(), ghost, first.SN, "")
		expect(t, "the confirmer's other account approves", err, withdrawal.ErrOwnCredit)
		h.refuses(`INSERT INTO desk_act (sn, act, person, staff, player, amount, alone, at) VALUES (?, 'approve', 'person-anna', 's-ghost', 'ming', 1, TRUE, 1)`, first.SN)
		h.clock.Advance(h.set.ClaimFor)
		h.approve(boris, first.SN)
		if _, err := h.Payouts.Pay(t.Context(), anna, first.SN, "P1"); err != nil {
			t.Fatalf("the confirmer pays what another approved: %v", err)
		}
		h.clock.Advance(31 * 24 * time.Hour)
		second := asked()
		_, err = h.Withdrawals.Approve(t.Context(), ghost, second.SN, "")
		expect(t, "half of the credit is still there", err, withdrawal.ErrOwnCredit)
		h.clock.Advance(h.set.ClaimFor)
		h.approve(boris, second.SN)
		if _, err := h.Payouts.Pay(t.Context(), clara, second.SN, "P2"); err != nil {
			t.Fatal(err)
		}
		h.give("ming", 10_000)
		h.approve(anna, h.withdraw(card, 10_000).SN) // the credit has left
	})
}

// H-180: who issued a code that sets a password of the player anew could have
// asked for the withdrawal; another person lets it go.
func TestIssuerOfAResetCodeDoesNotApproveTheWithdrawal(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ghost := h.otherAccount()
		h.give("ming", 50_000)
		card := h.bind("ming", 1)
		before := h.withdraw(card, 10_000)
		h.clock.Advance(time.Minute)
		if _, err := h.players.IssueReset(t.Context(), anna, "ming", "电话核实身份"); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(29 * 24 * time.Hour)
		after := h.withdraw(card, 10_000)
		for _, by := range []staff.Actor{anna, ghost} {
			if _, err := h.Withdrawals.Claim(t.Context(), by, after.SN); err != nil {
				t.Fatal(err)
			}
			_, err := h.Withdrawals.Approve(t.Context(), by, after.SN, "")
			expect(t, by.Name+" approves", err, withdrawal.ErrOwnReset)
			if _, err := h.Withdrawals.Release(t.Context(), by, after.SN); err != nil {
				t.Fatal(err)
			}
		}
		h.approve(anna, before.SN) // asked for before there was a code
		h.approve(boris, after.SN)
		h.clock.Advance(2 * 24 * time.Hour)
		h.approve(anna, h.withdraw(card, 10_000).SN)
	})
}

// H-180: nor does the issuer agree as the second person.
func TestIssuerOfAResetCodeIsNoSecondApprover(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		amount := h.set.WithdrawSecondAbove + 1
		h.give("ming", amount)
		card := h.bind("ming", 1)
		if err := h.players.SetWithdrawPassword(t.Context(), "ming", "Kx7mQ2pLw", "Wd5nV8cBt"); err != nil {
			t.Fatal(err)
		}
		if _, err := h.players.IssueWithdrawReset(t.Context(), boris, "ming", "电话核实身份"); err != nil {
			t.Fatal(err)
		}
		o := h.withdrawOrder(card, amount)
		o.Password = "Wd5nV8cBt"
		w, err := h.Withdrawals.Ask(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Withdrawals.Claim(t.Context(), anna, w.SN); err != nil {
			t.Fatal(err)
		}
		out, err := h.Withdrawals.Approve(t.Context(), anna, w.SN, "")
		if err != nil || out.Done {
			t.Fatalf("%+v, %v", out, err)
		}
		_, err = h.staff.Decide(t.Context(), boris, out.ApprovalID, true, "")
		expect(t, "the issuer agrees", err, withdrawal.ErrOwnReset)
		h.agreeAs(staff.Actor{ID: "s-dora", Name: "dora", Roles: []string{"finance"}}, out.ApprovalID)
	})
}

// agreeAs has another person agree to a request.
func (h *house) agreeAs(by staff.Actor, approval string) {
	h.t.Helper()
	if _, err := h.staff.Decide(h.t.Context(), by, approval, true, ""); err != nil {
		h.t.Fatal(err)
	}
}

// H-85, H-183: who wrote money down said that it arrived. That person does not
// agree to give it to a player, and does not approve its withdrawal.
func TestRecorderOfMoneyNeitherGivesItNorApprovesItsWithdrawal(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.TurnoverPercent = 0 }, func(t *testing.T, h *house) {
		ghost := h.otherAccount()
		sn := h.stray(20_000, "B1") // by anna
		out, err := h.Incoming.Assign(t.Context(), boris, suspense.Assignment{SN: sn, Player: "ming", Reason: "付款人来电核实"})
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range []staff.Actor{anna, ghost} {
			_, err = h.staff.Decide(t.Context(), by, out.ApprovalID, true, "")
			expect(t, by.Name+" gives it", err, suspense.ErrOwnRecord)
		}
		h.agreeAs(clara, out.ApprovalID)
		w := h.withdraw(h.bind("ming", 1), 20_000)
		for _, by := range []staff.Actor{anna, ghost, boris} {
			h.clock.Advance(h.set.ClaimFor)
			if _, err := h.Withdrawals.Claim(t.Context(), by, w.SN); err != nil {
				t.Fatal(err)
			}
			_, err = h.Withdrawals.Approve(t.Context(), by, w.SN, "")
			expect(t, by.Name+" approves", err, withdrawal.ErrOwnCredit)
		}
		h.clock.Advance(h.set.ClaimFor)
		h.approve(clara, w.SN)
		// The sums of 24 hours have the money once.
		if n := h.count("SELECT CAST(SUM(amount) AS BIGINT) FROM desk_act WHERE act = 'credit' AND player = 'ming'"); n != 20_000 {
			t.Errorf("%d credited by hand", n)
		}
	})
}

// H-183: who asked for something that made the player's money grow, or called a
// payout failed, does not approve what the player asks for afterwards.
func TestWhoFavouredAPlayerDoesNotApproveTheWithdrawal(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ghost := h.otherAccount()
		dora := staff.Actor{ID: "s-dora", Name: "dora", Roles: []string{"finance"}}
		h.give("ming", 60_000)
		card := h.bind("ming", 1)
		refused := func(what string, w withdrawal.Withdrawal, by staff.Actor) {
			t.Helper()
			h.clock.Advance(h.set.ClaimFor)
			if _, err := h.Withdrawals.Claim(t.Context(), by, w.SN); err != nil {
				t.Fatal(err)
			}
			_, err := h.Withdrawals.Approve(t.Context(), by, w.SN, "")
			expect(t, what, err, withdrawal.ErrOwnFavour)
		}
		paid := h.withdraw(card, 10_000)
		h.approve(clara, paid.SN)
		if _, err := h.Payouts.Pay(t.Context(), dora, paid.SN, "P1"); err != nil {
			t.Fatal(err)
		}
		out, err := h.Payouts.Returned(t.Context(), anna, ReportAsked(paid.SN, "BACK1"))
		if err != nil {
			t.Fatal(err)
		}
		before := h.withdraw(card, 11_000)
		h.clock.Advance(time.Minute)
		h.agreeAs(clara, out.ApprovalID)
		after := h.withdraw(card, 12_000)
		h.approve(anna, before.SN) // its money was there before
		refused("the maker of the request", after, anna)
		refused("the maker's other account", after, ghost)
		h.clock.Advance(h.set.ClaimFor)
		h.approve(clara, after.SN) // who agreed

		h.clock.Advance(time.Minute)
		if _, err := h.Payouts.FailPayout(t.Context(), dora, after.SN, "银行退票"); err != nil {
			t.Fatal(err)
		}
		again := h.withdraw(card, 12_000)
		refused("who called the payout failed", again, dora)
		h.clock.Advance(30 * 24 * time.Hour)
		h.approve(dora, h.withdraw(card, 13_000).SN)
	})
}

// H-191: money that a player is spared is a favour too: a debt that is forgiven,
// and a payout that was paid twice and that the company bears.
func TestWhoSparedAPlayerMoneyDoesNotApproveTheWithdrawal(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.TurnoverPercent = 0 }, func(t *testing.T, h *house) {
		ghost := h.otherAccount()
		card := h.bind("ming", 1)
		refused := func(what string) {
			t.Helper()
			h.clock.Advance(time.Minute)
			w := h.withdraw(card, 10_000)
			for _, by := range []staff.Actor{anna, ghost} {
				if _, err := h.Withdrawals.Claim(t.Context(), by, w.SN); err != nil {
					t.Fatal(err)
				}
				_, err := h.Withdrawals.Approve(t.Context(), by, w.SN, "")
				expect(t, what+": "+by.Name, err, withdrawal.ErrOwnFavour)
				if _, err := h.Withdrawals.Release(t.Context(), by, w.SN); err != nil {
					t.Fatal(err)
				}
			}
			h.approve(clara, w.SN)
		}
		debt := func(forgive bool, amount money.Fen) {
			t.Helper()
			h.agree(h.Deposits.SettleOwed(t.Context(), anna, deposit.DebtOrder{Player: "ming", Forgive: forgive, Amount: amount, Reason: "与玩家商定"}))
		}
		h.deposited(10_000)
		d := h.newest()
		h.spend(10_000)
		h.agree(h.Deposits.Reverse(t.Context(), anna, ReportAsked(d.SN, "CB1")))
		h.give("ming", 60_000)
		debt(false, 4000)
		debt(true, 6000)
		refused("forgave a debt")
		h.clock.Advance(31 * 24 * time.Hour)

		w := h.refused(card, 10_000, true)
		h.agree(h.Payouts.Late(t.Context(), anna, ReportAsked(w, "P1")))
		if err := h.guard.Gate.OpenAlone(t.Context(), staff.System("test"), guard.DoorWithdrawals, "已核对", true); err != nil {
			t.Fatal(err)
		}
		h.agree(h.Payouts.Recover(t.Context(), anna, payer.Recovery{SN: w, Reason: "公司承担"}))
		refused("had the company bear a payout")
		h.clock.Advance(31 * 24 * time.Hour)
		h.approve(anna, h.withdraw(card, 10_000).SN)
	})
}

// H-182: an account that may not decide yet moves no money alone either.
func TestANewcomerMovesNoMoneyAlone(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.otherAccount()
		h.give("ming", 50_000)
		card := h.bind("ming", 1)
		w, failed := h.withdraw(card, 10_000), h.withdraw(card, 11_000)
		dep := h.deposit(h.bankOrder(20_000))
		h.approve(boris, failed.SN)
		until := h.clock.Now().Add(10 * time.Minute)
		h.exec("UPDATE staff_person SET decides_from = ? WHERE id = 's-anna'", until.UnixMilli())
		if _, err := h.Withdrawals.Claim(t.Context(), anna, w.SN); err != nil {
			t.Fatal(err)
		}
		acts := []struct {
			what string
			act  func() error
		}{
			{"approves", func() error { _, err := h.Withdrawals.Approve(t.Context(), anna, w.SN, ""); return err }},
			{"calls a payout failed", func() error {
				_, err := h.Payouts.FailPayout(t.Context(), anna, failed.SN, "银行退票")
				return err
			}},
			{"credits", func() error { // last: who credits does not approve afterwards (H-85)
				_, err := h.Deposits.ConfirmByHand(t.Context(), anna, deposit.Confirmation{SN: dep.SN, Received: 20_000, BankRef: "B1", Reason: "银行已到账"})
				return err
			}},
		}
		for _, a := range acts {
			expect(t, a.what, a.act(), staff.ErrNewcomer)
		}
		h.clock.Advance(10 * time.Minute)
		for _, a := range acts {
			if err := a.act(); err != nil {
				t.Errorf("%s afterwards: %v", a.what, err)
			}
		}
	})
}

// H-86: credits by hand are counted over 24 hours, by person and by player.
func TestCreditsByHandAddUpBeforeASecondPersonIsAsked(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.DepositSecondAbove = 50_000 }, func(t *testing.T, h *house) {
		ghost := h.otherAccount()
		if _, out := h.confirms(anna, 30_000, "B1"); !out.Done {
			t.Fatal("the first is below the limit")
		}
		if _, out := h.confirms(boris, 20_001, "B2"); out.Done {
			t.Error("the player's sum is above the limit")
		}
		h.register("hong", "李红")
		for _, by := range []staff.Actor{anna, ghost} {
			h.clock.Advance(time.Minute)
			o := h.bankOrder(20_001)
			o.Player = "hong"
			out, err := h.Deposits.ConfirmByHand(t.Context(), by, deposit.Confirmation{SN: h.deposit(o).SN, Received: 20_001, BankRef: "B3" + by.Name, Reason: "银行已到账"})
			if err != nil || out.Done {
				t.Errorf("%s: %+v, %v; the person's sum is above the limit", by.Name, out, err)
			}
		}
		h.clock.Advance(24 * time.Hour)
		if _, out := h.confirms(anna, 30_000, "B4"); !out.Done {
			t.Error("a day later the sums are empty")
		}
	})
}

// H-86: withdrawals are counted over 24 hours, by player and by approver.
func TestWithdrawalsAddUpBeforeASecondPersonIsAsked(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.WithdrawSecondAbove = 50_000 }, func(t *testing.T, h *house) {
		h.register("hong", "李红")
		h.give("ming", 100_000)
		h.give("hong", 100_000)
		mings, hongs := h.bind("ming", 1), h.bind("hong", 2)
		first := h.withdraw(mings, 30_000)
		second := h.withdraw(mings, 20_001)
		if first.NeedsSecond || !second.NeedsSecond {
			t.Errorf("second person for the first %v, for the second %v", first.NeedsSecond, second.NeedsSecond)
		}
		h.approve(anna, first.SN)
		o := h.withdrawOrder(hongs, 20_001)
		o.Player = "hong"
		third, err := h.Withdrawals.Ask(t.Context(), o)
		if err != nil || third.NeedsSecond {
			t.Fatalf("%+v, %v", third, err)
		}
		if _, err := h.Withdrawals.Claim(t.Context(), anna, third.SN); err != nil {
			t.Fatal(err)
		}
		if out, err := h.Withdrawals.Approve(t.Context(), anna, third.SN, ""); err != nil || out.Done {
			t.Errorf("%+v, %v; the approver's sum is above the limit", out, err)
		}
	})
}

// H-86: the 24 hours roll. The sums of days only say who may be near the limit.
func TestA24HourSumCountsNeitherLessNorMoreThan24Hours(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.WithdrawSecondAbove = 50_000 }, func(t *testing.T, h *house) {
		h.give("ming", 1_000_000)
		card := h.bind("ming", 1)
		chance := rand.New(rand.NewPCG(1, 2))
		second := 0
		for range 30 {
			h.clock.Advance(time.Duration(5+chance.IntN(4)) * time.Hour)
			w := h.withdraw(card, money.Fen(10_000+chance.IntN(8_000)))
			var sum money.Fen
			err := h.d.NewRaw("SELECT SUM(amount) FROM withdrawal WHERE player = 'ming' AND created_at > ?", h.clock.Now().Add(-24*time.Hour).UnixMilli()).Scan(t.Context(), &sum)
			if err != nil {
				t.Fatal(err)
			}
			if w.NeedsSecond != (sum > 50_000) {
				t.Errorf("%s in 24 hours: second person %v", sum, w.NeedsSecond)
			}
			if w.NeedsSecond {
				second++
			}
		}
		if second == 0 || second == 30 {
			t.Errorf("%d of 30 need a second person: nothing was tried", second)
		}
	})
}

// H-86: a bank payout is not called failed while the bank may have paid it.
func TestPayoutIsNotFailedBeforeItsWaitIsOver(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50_000)
		w := h.withdraw(h.bind("ming", 1), 20_000)
		h.approve(anna, w.SN)
		if _, err := h.Payouts.Destination(t.Context(), clara, w.SN); err != nil {
			t.Fatal(err)
		}
		fails := func() error {
			_, err := h.Payouts.FailPayout(t.Context(), clara, w.SN, "银行退票")
			return err
		}
		expect(t, "at once", fails(), payer.ErrPayoutFresh)
		h.clock.Advance(h.set.PayoutWait - time.Minute)
		expect(t, "before the wait is over", fails(), payer.ErrPayoutFresh)
		if _, err := h.Payouts.PayoutUnknown(t.Context(), clara, w.SN, "银行没有答复"); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(time.Hour)
		expect(t, "after its result was called unknown", fails(), payer.ErrPayoutFresh)
		h.expectBook("ming", "centre 30000 locked 20000")
		h.clock.Advance(h.set.PayoutWait)
		if err := fails(); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 50000")
	})
}

// H-86, H-265: coins may have been sent, too, by who read the address and entered
// no transaction.
func TestCoinsAreNotCalledFailedBeforeTheWaitIsOver(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.key()
		h.give("ming", 50_000)
		w := h.approved("ming", h.address("ming", 1), 20_000)
		if _, err := h.Payouts.Destination(t.Context(), clara, w.SN); err != nil {
			t.Fatal(err)
		}
		fails := func() error {
			_, err := h.Payouts.FailPayout(t.Context(), clara, w.SN, "没有发送")
			return err
		}
		expect(t, "at once", fails(), payer.ErrPayoutFresh)
		h.clock.Advance(h.set.PayoutWait)
		if err := fails(); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 50000")
	})
}

// H-86: above the limit two people call a payout failed.
func TestLargePayoutIsCalledFailedByTwoPeople(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		amount := h.set.WithdrawSecondAbove + 1
		h.give("ming", amount)
		w := h.withdraw(h.bind("ming", 1), amount)
		if _, err := h.Withdrawals.Claim(t.Context(), anna, w.SN); err != nil {
			t.Fatal(err)
		}
		out, err := h.Withdrawals.Approve(t.Context(), anna, w.SN, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.staff.Decide(t.Context(), boris, out.ApprovalID, true, ""); err != nil {
			t.Fatal(err)
		}
		ask := func() string {
			t.Helper()
			out, err := h.Payouts.FailPayout(t.Context(), clara, w.SN, "银行退票")
			if err != nil || out.Done || out.ApprovalID == "" {
				t.Fatalf("%+v, %v", out, err)
			}
			return out.ApprovalID
		}
		id := ask()
		_, err = h.staff.Decide(t.Context(), clara, id, true, "")
		expect(t, "one person alone", err, staff.ErrOwnRequest)
		if _, err := h.Payouts.Destination(t.Context(), boris, w.SN); err != nil {
			t.Fatal(err)
		}
		_, err = h.staff.Decide(t.Context(), boris, id, true, "")
		expect(t, "the destination was read since", err, staff.ErrSubjectChange)
		h.clock.Advance(h.set.PayoutWait)
		id = ask()
		if _, err := h.staff.Decide(t.Context(), boris, id, true, ""); err != nil {
			t.Fatal(err)
		}
		if got, _ := h.Withdrawals.Find(t.Context(), "ming", w.SN); got.State != withdrawal.Failed {
			t.Errorf("%+v", got)
		}
		if n, _ := h.ledger.Balance(t.Context(), h.d, ledger.Centre("ming")); n != int64(amount) {
			t.Errorf("centre %d", n)
		}
	})
}
