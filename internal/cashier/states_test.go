package cashier_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/cashiertest"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
)

// must fails a test for an error of an act that should pass.
func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// depositIn is a bank deposit of ming's that came to a state by its moves.
func (h *house) depositIn(state string) string {
	h.t.Helper()
	ctx := h.t.Context()
	h.clock.Advance(time.Minute)
	sn := h.deposit(h.bankOrder(10_000)).SN
	confirmed := func() {
		_, err := h.Deposits.ConfirmByHand(ctx, anna, deposit.Confirmation{SN: sn, Received: 10_000, BankRef: "IN" + sn, Reason: "银行已到账"})
		h.must(err)
	}
	switch state {
	case deposit.Claimed:
		h.must(h.Deposits.MarkPaid(ctx, "ming", sn))
	case deposit.Review:
		h.must(h.Deposits.ToReview(ctx, anna, sn, "请核对付款人"))
	case deposit.Credited:
		confirmed()
	case deposit.Expired:
		h.clock.Advance(h.set.DepositExpiry)
		h.must(h.Deposits.ExpireOld(ctx))
	case deposit.Closed:
		h.must(h.Deposits.Reject(ctx, anna, sn, "没有到账"))
	case deposit.Reversed:
		confirmed()
		h.agree(h.Deposits.Reverse(ctx, anna, ReportAsked(sn, "BACK"+sn)))
	}
	if got := h.state(sn); got != state {
		h.t.Fatalf("%s is %s, not %s", sn, got, state)
	}
	return sn
}

// Every act of a player, of staff and of time on a deposit does its move from each
// state that the table names, and changes nothing in any other state.
func TestADepositMovesOnlyAsItsTableSays(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		in := map[string]string{}
		in[deposit.Expired] = h.depositIn(deposit.Expired) // first: the sweep takes all that wait
		for _, state := range deposit.States {
			if state != deposit.Expired {
				in[state] = h.depositIn(state)
			}
		}
		cashiertest.Wrong(t, h.d, deposit.Machine, in)
		cashiertest.Indexed(t, h.d, deposit.Machine)
	})
	acts := []struct {
		name string
		act  func(h *house, sn string) error
		from []string
		to   string
		same []string // states in which the act is answered without a change
	}{
		{"the player says that it is paid", func(h *house, sn string) error { return h.Deposits.MarkPaid(h.t.Context(), "ming", sn) },
			order.From(deposit.Pending), deposit.Claimed, order.From(deposit.Claimed, deposit.Review, deposit.Credited, deposit.Reversed)},
		{"staff put it aside", func(h *house, sn string) error {
			return h.Deposits.ToReview(h.t.Context(), anna, sn, "请核对付款人")
		},
			deposit.Unreviewed, deposit.Review, nil},
		{"staff reject it", func(h *house, sn string) error { return h.Deposits.Reject(h.t.Context(), anna, sn, "没有到账") },
			order.From(deposit.Pending, deposit.Claimed), deposit.Closed, nil},
		{"staff end its review", func(h *house, sn string) error {
			_, err := h.Deposits.Resolve(h.t.Context(), anna, deposit.Resolution{SN: sn, Reason: "没有到账"})
			return err
		}, order.From(deposit.Review), deposit.Closed, nil},
		{"staff confirm it", func(h *house, sn string) error {
			_, err := h.Deposits.ConfirmByHand(h.t.Context(), anna, deposit.Confirmation{SN: sn, Received: 10_000, BankRef: "C" + sn, Reason: "银行已到账"})
			return err
		}, deposit.Unreviewed, deposit.Credited, nil},
		{"staff credit it after a review", func(h *house, sn string) error {
			_, err := h.Deposits.Resolve(h.t.Context(), anna, deposit.Resolution{SN: sn, Credit: true, Received: 10_000, BankRef: "V" + sn, Reason: "银行已到账"})
			return err
		}, order.From(deposit.Review), deposit.Credited, nil},
		{"its company takes it back", func(h *house, sn string) error {
			out, err := h.Deposits.Reverse(h.t.Context(), anna, ReportAsked(sn, "REV"+sn))
			if err == nil {
				h.agreeAs(boris, out.ApprovalID)
			}
			return err
		}, order.From(deposit.Credited), deposit.Reversed, nil},
	}
	each(t, func(t *testing.T, h *house) {
		for _, a := range acts {
			for _, state := range deposit.States {
				if state == deposit.Expired && a.to == deposit.Claimed {
					continue // after its time, what a player says leads to review: TestMarkPaid has it
				}
				sn := h.depositIn(state)
				err, got := a.act(h, sn), h.state(sn)
				switch {
				case slices.Contains(a.from, state):
					if err != nil || got != a.to {
						t.Errorf("%s, from %s: %s, %v", a.name, state, got, err)
					}
				case got != state || err == nil && !slices.Contains(a.same, state):
					t.Errorf("%s, from %s: %s, %v", a.name, state, got, err)
				}
			}
		}
	})
}

// withdrawalsIn has a withdrawal of ming's in each state, to which it came by its moves.
func (h *house) withdrawalsIn(card destination.Card) map[string]string {
	h.t.Helper()
	const amount = 10_000
	fresh := func() { // another day, and long after what anna did for ming
		h.clock.Advance(31 * 24 * time.Hour)
		h.give("ming", amount)
	}
	in := map[string]string{}
	fresh()
	in[withdrawal.Paid] = h.paid(card, amount, "P"+fmt.Sprint(h.serial.Add(1)))
	fresh()
	in[withdrawal.Rejected] = h.refused(card, amount, true)
	fresh()
	in[withdrawal.Failed] = h.refused(card, amount, false)
	fresh()
	in[withdrawal.Approved] = h.withdraw(card, amount).SN
	h.approve(anna, in[withdrawal.Approved])
	fresh()
	in[withdrawal.Submitted] = h.withdraw(card, amount).SN
	h.give("ming", h.set.WithdrawSecondAbove+1)
	in[withdrawal.Second] = h.withdraw(card, h.set.WithdrawSecondAbove+1).SN
	in[withdrawal.Taken] = h.withdraw(card, amount).SN
	for _, state := range []string{withdrawal.Second, withdrawal.Taken} {
		_, err := h.Withdrawals.Claim(h.t.Context(), anna, in[state])
		h.must(err)
	}
	out, err := h.Withdrawals.Approve(h.t.Context(), anna, in[withdrawal.Second], "")
	if err != nil || out.Done {
		h.t.Fatal(out, err)
	}
	return in
}

// Every act of a player and of staff on a withdrawal does its move from each state that
// the table names, and changes nothing in any other state.
func TestAWithdrawalMovesOnlyAsItsTableSays(t *testing.T) {
	acts := []struct {
		name string
		act  func(h *house, sn string) error
		from []string
		to   string
	}{
		{"staff claim it", func(h *house, sn string) error {
			_, err := h.Withdrawals.Claim(h.t.Context(), boris, sn)
			return err
		}, order.From(withdrawal.Submitted), withdrawal.Taken}, // anna has the one that is claimed
		{"staff release it", func(h *house, sn string) error {
			_, err := h.Withdrawals.Release(h.t.Context(), anna, sn)
			return err
		}, order.From(withdrawal.Taken), withdrawal.Submitted},
		{"staff reject it", func(h *house, sn string) error {
			_, err := h.Withdrawals.Reject(h.t.Context(), anna, sn, "资料不符")
			return err
		}, order.From(withdrawal.Taken, withdrawal.Second), withdrawal.Rejected},
		{"its player takes it back", func(h *house, sn string) error {
			_, err := h.Withdrawals.TakeBack(h.t.Context(), "ming", sn)
			return err
		}, order.From(withdrawal.Submitted), withdrawal.Rejected},
		{"staff pay it", func(h *house, sn string) error {
			_, err := h.Payouts.Pay(h.t.Context(), clara, sn, "PAY"+sn)
			return err
		}, order.From(withdrawal.Approved), withdrawal.Paid},
		{"staff call it failed", func(h *house, sn string) error {
			_, err := h.Payouts.FailPayout(h.t.Context(), clara, sn, "银行称失败")
			return err
		}, order.From(withdrawal.Approved), withdrawal.Failed},
		{"its bank sends it back", func(h *house, sn string) error {
			out, err := h.Payouts.Returned(h.t.Context(), anna, ReportAsked(sn, "BACK"+sn))
			if err == nil {
				h.agreeAs(boris, out.ApprovalID)
			}
			return err
		}, order.From(withdrawal.Paid), withdrawal.Failed},
		{"its bank pays it late", func(h *house, sn string) error {
			out, err := h.Payouts.Late(h.t.Context(), anna, ReportAsked(sn, "LATE"+sn))
			if err == nil {
				h.agreeAs(boris, out.ApprovalID)
			}
			return err
		}, order.From(withdrawal.Rejected, withdrawal.Failed), withdrawal.Paid}, // last: it closes paying
	}
	eachWith(t, func(s *order.Settings) { s.TakeBack = true }, func(t *testing.T, h *house) {
		card := h.bind("ming", 1)
		cashiertest.Wrong(t, h.d, withdrawal.Machine, h.withdrawalsIn(card))
		cashiertest.Indexed(t, h.d, withdrawal.Machine)
		for _, a := range acts {
			for state, sn := range h.withdrawalsIn(card) {
				err := a.act(h, sn)
				now, found := h.Withdrawals.Detail(t.Context(), sn)
				h.must(found)
				switch got := now.State; {
				case slices.Contains(a.from, state):
					if err != nil || got != a.to {
						t.Errorf("%s, from %s: %s, %v", a.name, state, got, err)
					}
				case got != state || err == nil:
					t.Errorf("%s, from %s: %s, %v", a.name, state, got, err)
				}
			}
		}
	})
}

// A claim that ran out goes over to the next person, and a second person's no gives an
// order back to the one who had claimed it.
func TestAWithdrawalChangesHandsAsItsTableSays(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		in := h.withdrawalsIn(h.bind("ming", 1))
		id := h.text("SELECT id FROM staff_approval WHERE subject = ? AND state = 'pending'", withdrawal.Subject(in[withdrawal.Second]))
		_, err := h.staff.Decide(t.Context(), boris, id, false, "请再核对")
		h.must(err)
		h.clock.Advance(h.set.ClaimFor)
		for _, sn := range []string{in[withdrawal.Taken], in[withdrawal.Second]} {
			if w, err := h.Withdrawals.Claim(t.Context(), boris, sn); err != nil || w.State != withdrawal.Taken || w.ClaimedName != boris.Name {
				t.Errorf("%+v, %v", w, err)
			}
		}
	})
}

// Money in suspense, lines of statements and batches end as their tables say.
func TestMoneyLinesAndBatchesMoveOnlyAsTheirTablesSay(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.TurnoverPercent = 0 }, func(t *testing.T, h *house) {
		ctx := t.Context()
		in := map[string]string{suspense.StrayOpen: h.stray(1_000, "S1"), suspense.StrayAssigned: h.stray(1_000, "S2"), suspense.StrayReturned: h.stray(1_000, "S3")}
		out, err := h.Incoming.Assign(ctx, boris, suspense.Assignment{SN: in[suspense.StrayAssigned], Player: "ming", Reason: "付款人来电核实"})
		h.must(err)
		h.agreeAs(clara, out.ApprovalID)
		h.agree(h.Incoming.SendBack(ctx, anna, ReportAsked(in[suspense.StrayReturned], "S4")))
		cashiertest.Wrong(t, h.d, suspense.Machine, in)
		cashiertest.Indexed(t, h.d, suspense.Machine)

		booked := h.deposit(h.bankOrder(10_000)).SN
		_, err = h.Deposits.ConfirmByHand(ctx, anna, confirm(booked, 10_000, "OTHER"))
		h.must(err)
		account := h.bankOf(booked)
		h.load(dora, statement(account, numbered, h.in(700, "李四", "x", "L1"), h.in(10_000, "王小明", "x", "L2"), h.in(900, "李四", "x", "L3"), h.in(800, "李四", "x", "L4")))
		_, err = h.Statements.Suspend(ctx, anna, h.line("L1").ID, "无订单")
		h.must(err)
		h.must(h.Statements.Link(ctx, anna, h.line("L2").ID, booked, "同一笔"))
		h.must(h.Statements.Ignore(ctx, anna, h.line("L3").ID, "利息"))
		h.clock.Advance(time.Hour)
		wrong := h.load(dora, statement(account, numbered, h.in(600, "李四", "x", "L5")))
		undone := h.line("L5").ID
		h.must(h.Statements.Undo(ctx, anna, wrong.ID, "选错账户"))
		cashiertest.Wrong(t, h.d, bank.LineMachine, map[string]string{
			bank.LineUsed: h.line("L1").ID, bank.LineLinked: h.line("L2").ID, bank.LineIgnored: h.line("L3").ID, bank.LineOpen: h.line("L4").ID, bank.LineUndone: undone,
		})
		cashiertest.Indexed(t, h.d, bank.LineMachine)

		h.give("ming", 50_000)
		card := h.bind("ming", 1)
		for range 2 {
			h.clock.Advance(time.Minute)
			w := h.withdraw(card, 10_000)
			h.approve(dora, w.SN) // the others said that money of ming's arrived
			_, err := h.Batches.Create(ctx, clara, []string{w.SN})
			h.must(err)
		}
		h.agree(h.Batches.Cancel(ctx, anna, 2, "银行拒收文件"))
		cashiertest.Wrong(t, h.d, payer.BatchMachine, map[string]string{payer.BatchOpen: "1", payer.BatchCancelled: "2"})
		cashiertest.Indexed(t, h.d, payer.BatchMachine)
		cashiertest.Indexed(t, h.d, usdt.TransferMachine)
	})
}
