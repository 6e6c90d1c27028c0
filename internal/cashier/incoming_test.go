package cashier_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
)

func strayOrder(amount money.Fen, ref string) suspense.StrayOrder {
	return suspense.StrayOrder{Account: "bank:1", Amount: amount, Payer: "李四", Reference: ref, Note: "无订单"}
}

// stray writes down money that came for no order.
func (h *house) stray(amount money.Fen, ref string) string {
	h.t.Helper()
	s, err := h.Incoming.Record(context.Background(), anna, strayOrder(amount, ref))
	if err != nil {
		h.t.Fatal(err)
	}
	return s.SN
}

func (h *house) post(from, to ledger.Account, amount money.Fen) {
	h.t.Helper()
	key := fmt.Sprint(h.serial.Add(1))
	h.write(func(ctx context.Context, tx *db.Tx) error {
		_, err := h.ledger.Post(ctx, tx, ledger.Entry{Scope: "test", Key: key, Kind: "test.post", Postings: []ledger.Posting{{From: from, To: to, Amount: int64(amount)}}})
		return err
	})
}

// A bank transfer that belongs to no order is written down once, waits in
// suspense, and ends with a player or with who sent it; two people say so.
func TestMoneyWithoutAnOrderIsAssignedOrReturned(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for what, tc := range map[string]struct {
			o    suspense.StrayOrder
			want error
		}{
			"nothing":      {suspense.StrayOrder{Account: "bank:1", Payer: "李四", Reference: "T1"}, order.ErrReceived},
			"no account":   {suspense.StrayOrder{Account: "bank:9", Amount: 1, Payer: "李四", Reference: "T1"}, suspense.ErrPlace},
			"any account":  {suspense.StrayOrder{Account: "gaming", Amount: 1, Payer: "李四", Reference: "T1"}, suspense.ErrPlace},
			"no reference": {suspense.StrayOrder{Account: "bank:1", Amount: 1, Payer: "李四"}, order.ErrBankRef},
			"no payer":     {suspense.StrayOrder{Account: "bank:1", Amount: 1, Payer: " ", Reference: "T1"}, suspense.ErrPayer},
		} {
			_, err := h.Incoming.Record(t.Context(), anna, tc.o)
			expect(t, what, err, tc.want)
		}
		h.expectBooks("nothing yet", "")
		first, second, third := h.stray(10000, "t 1"), h.stray(2000, "T2"), h.stray(5000, "T3")
		_, err := h.Incoming.Record(t.Context(), boris, strayOrder(10000, "T1"))
		expect(t, "the same slip again", err, order.ErrBankRefUsed)
		h.expectBooks("written down", "bank:1 -17000 suspense:stray 17000")

		// The slip cannot be confirmed past the suspense.
		ordered := h.bankDeposit(10000, "1")
		_, err = h.Deposits.ConfirmByHand(t.Context(), anna, confirm(ordered.SN, 10000, "T1"))
		expect(t, "confirmed with the slip in suspense", err, order.ErrBankRefUsed)

		assign := func(sn string, o suspense.Assignment) func(by staff.Actor) (order.Outcome, error) {
			o.SN, o.Reason = sn, "付款人来电核实"
			return func(by staff.Actor) (order.Outcome, error) { return h.Incoming.Assign(t.Context(), by, o) }
		}
		_, err = assign(first, suspense.Assignment{})(anna)
		expect(t, "to nobody", err, suspense.ErrAssignTo)
		_, err = assign(first, suspense.Assignment{Deposit: ordered.SN, Player: "ming"})(anna)
		expect(t, "to two", err, suspense.ErrAssignTo)
		_, err = assign(first, suspense.Assignment{Player: "nobody"})(anna)
		expect(t, "to an unknown player", err, identity.ErrNotFound)
		_, err = assign(ordered.SN, suspense.Assignment{Player: "ming"})(anna)
		expect(t, "an order that holds no money", err, deposit.ErrMoneyGone)
		_, err = assign("S0", suspense.Assignment{Player: "ming"})(anna)
		expect(t, "no such money", err, suspense.ErrNoMoney)

		h.twoAgree(assign(first, suspense.Assignment{Deposit: ordered.SN}), deposit.ErrMoneyGone)
		h.expectBooks("assigned to an order", "bank:1 -17000 ming:centre 10000 suspense:stray 7000")
		if d, err := h.Deposits.Detail(t.Context(), ordered.SN); err != nil || d.State != deposit.Credited || d.Received != 10000 || d.BankRef != "T1" {
			t.Errorf("%+v, %v", d.Deposit, err)
		}
		h.twoAgree(assign(second, suspense.Assignment{Player: "MING"}), deposit.ErrMoneyGone)
		h.expectBooks("assigned to a player", "bank:1 -17000 ming:centre 12000 suspense:stray 5000")
		if left := h.outstanding(); left != 12000 {
			t.Errorf("turnover %s", left)
		}
		h.twoAgree(func(by staff.Actor) (order.Outcome, error) {
			return h.Incoming.SendBack(t.Context(), by, ReportAsked(third, "BACK1"))
		}, deposit.ErrMoneyGone)
		h.expectBooks("returned", "bank:1 -12000 ming:centre 12000")
		s, history, err := h.Incoming.Find(t.Context(), third)
		if err != nil || s.State != suspense.StrayReturned || s.Reference != "BACK1" || s.Payer != "李四" || len(history) != 3 {
			t.Errorf("%+v %+v %v", s, history, err)
		}

		// A chargeback of what was assigned is booked where the money came in.
		h.agree(h.Deposits.Reverse(t.Context(), anna, ReportAsked(ordered.SN, "CB1")))
		h.expectBooks("reversed", "bank:1 -2000 ming:centre 2000")
	})
}

// bankDeposit is an order to pay into one certain account.
func (h *house) bankDeposit(amount money.Fen, account string) deposit.Deposit {
	h.t.Helper()
	for range 4 {
		h.clock.Advance(5 * time.Second)
		if d := h.deposit(h.bankOrder(amount)); h.count("SELECT company_bank FROM deposit WHERE sn = ?", d.SN) == int(account[0]-'0') {
			return d
		}
	}
	h.t.Fatal("no order for that account")
	return deposit.Deposit{}
}

// Trust F9, F11, F13: a gateway's payment that does not fit its order waits in
// suspense, and goes to the order or player it was for, or back.
func TestAPaymentInSuspenseIsAssignedOrReturned(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register("hong", "李小红")
		other := h.order(30000)
		other.Player = "hong"
		target := h.deposit(other)
		wrong, late, odd := h.deposit(h.order(10000)), h.deposit(h.order(20000)), h.deposit(h.order(40000))
		h.pays(wrong, 30000) // ming's order, paid with what hong ordered
		h.pays(odd, 39999)
		h.clock.Advance(1201 * time.Second)
		if err := h.Deposits.ExpireOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.pays(late, 20000)
		h.expectBooks("in suspense", "gateway:epay -89999 suspense:deposit 89999")

		_, err := h.Incoming.Assign(t.Context(), anna, suspense.Assignment{SN: wrong.SN, Deposit: late.SN, Reason: "误付"})
		expect(t, "to an order with a payment of its own", err, deposit.ErrState)
		_, err = h.Incoming.Assign(t.Context(), anna, suspense.Assignment{SN: wrong.SN, Deposit: wrong.SN, Reason: "误付"})
		expect(t, "to itself", err, deposit.ErrState)
		h.twoAgree(func(by staff.Actor) (order.Outcome, error) {
			return h.Incoming.Assign(t.Context(), by, suspense.Assignment{SN: wrong.SN, Deposit: target.SN, Reason: "付款人误付"})
		}, deposit.ErrMoneyGone)
		h.expectBooks("given to whom it was for", "gateway:epay -89999 hong:centre 30000 suspense:deposit 59999")
		if a, b := h.state(wrong.SN), h.state(target.SN); a != deposit.Closed || b != deposit.Credited {
			t.Errorf("%s and %s", a, b)
		}

		// Refused first: the order is closed, the money waits on.
		if _, err := h.Deposits.Resolve(t.Context(), anna, deposit.Resolution{SN: odd.SN, Reason: "金额不符，拒绝入账"}); err != nil {
			t.Fatal(err)
		}
		h.expectBooks("refused", "gateway:epay -89999 hong:centre 30000 suspense:deposit 59999")
		h.twoAgree(func(by staff.Actor) (order.Outcome, error) {
			return h.Incoming.SendBack(t.Context(), by, ReportAsked(odd.SN, "BACK1"))
		}, deposit.ErrMoneyGone)
		h.expectBooks("sent back", "gateway:epay -50000 hong:centre 30000 suspense:deposit 20000")
		_, err = h.Incoming.SendBack(t.Context(), anna, ReportAsked(late.SN, "BACK1"))
		expect(t, "one refund for two", err, bank.ErrReferenceUsed)
		h.agree(h.Incoming.Assign(t.Context(), anna, suspense.Assignment{SN: late.SN, Player: "ming", Reason: "逾期到账"}))
		h.expectBooks("all settled", "gateway:epay -50000 hong:centre 30000 ming:centre 20000")

		// The gateway reports everything again: nothing happens twice.
		for _, d := range []deposit.Deposit{wrong, odd, late} {
			if err := h.callback(h.gw.pay1(d.SN, 1), h.gw.token(d.SN)); err != nil {
				t.Error(err)
			}
		}
		h.expectBooks("reported again", "gateway:epay -50000 hong:centre 30000 ming:centre 20000")
	})
}

// A request about money that was settled otherwise is void.
func TestARequestAboutSettledMoneyIsVoid(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		money, target := h.stray(10000, "T1"), h.bankDeposit(10000, "1")
		out, err := h.Incoming.Assign(t.Context(), anna, suspense.Assignment{SN: money, Deposit: target.SN, Reason: "付款人来电"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Deposits.ConfirmByHand(t.Context(), boris, confirm(target.SN, 10000, "T2")); err != nil {
			t.Fatal(err)
		}
		_, err = h.staff.Decide(t.Context(), boris, out.ApprovalID, true, "")
		expect(t, "the order was credited with other money", err, staff.ErrSubjectChange)
		h.expectBooks("once", "bank:1 -20000 ming:centre 10000 suspense:stray 10000")
	})
}

func (h *house) pays(d deposit.Deposit, amount money.Fen) {
	h.t.Helper()
	if err := h.callback(h.gw.pay(d.SN, amount), h.gw.token(d.SN)); err != nil {
		h.t.Fatal(err)
	}
}

// What was written down stays, whoever writes the statement.
func TestTheDatabaseGuardsMoneyWithoutAnOrder(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		sn := h.stray(10000, "T1")
		h.refuses("UPDATE stray_money SET amount = 20000 WHERE sn = ?", sn)
		h.refuses("UPDATE stray_money SET state = 'returned' WHERE sn = ?", sn) // without a reference
		h.refuses("DELETE FROM stray_money WHERE sn = ?", sn)
		if n := h.count("SELECT COUNT(*) FROM stray_money WHERE payer LIKE '%李%'"); n != 0 {
			t.Error("the payer's name is stored in the clear")
		}
		h.agree(h.Incoming.SendBack(t.Context(), anna, ReportAsked(sn, "BACK1")))
		h.refuses("UPDATE stray_money SET reference = 'X' WHERE sn = ?", sn)
	})
}
