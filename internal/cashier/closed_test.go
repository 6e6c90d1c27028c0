package cashier_test

import (
	"testing"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/guard"
	"hongyun/internal/staff"
)

// While the gate is closed no order is opened and nothing is paid; what was
// ordered before is still credited on the gateway's proof, for that money has
// arrived (trust WDR-7, BAK-2).
func TestAClosedGateOpensNoOrderAndPaysNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.give("ming", 100000)
		card := h.bind("ming", 1)
		claimed, approved := h.withdraw(card, 10000), h.withdraw(card, 20000)
		h.approve(anna, approved.SN)
		if _, err := h.Withdrawals.Claim(ctx, anna, claimed.SN); err != nil {
			t.Fatal(err)
		}
		before, bank := h.deposit(h.order(30000)), h.deposit(h.bankOrder(40000))
		stray, err := h.Incoming.Record(ctx, anna, suspense.StrayOrder{Account: "gateway:epay", Amount: 5000, Payer: "李四", Reference: "S1"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.guard.Gate.Close(ctx, staff.Actor{ID: "r", Name: "rita"}, guard.DoorAll, "发现异常"); err != nil {
			t.Fatal(err)
		}

		orders := h.count("SELECT count(*) FROM deposit")
		_, err = h.Deposits.Create(ctx, h.order(30000))
		expect(t, "deposit", err, guard.ErrClosed)
		_, err = h.Deposits.Create(ctx, h.bankOrder(30000))
		expect(t, "deposit by bank", err, guard.ErrClosed)
		_, err = h.Withdrawals.Ask(ctx, withdrawal.Order{ID: "late", Player: "ming", CardID: card.ID, Amount: 10000})
		expect(t, "withdraw", err, guard.ErrClosed)
		_, err = h.Withdrawals.Approve(ctx, anna, claimed.SN, "可以")
		expect(t, "approve", err, guard.ErrClosedStaff)
		_, err = h.Payouts.Destination(ctx, clara, approved.SN)
		expect(t, "see where to pay", err, guard.ErrClosedStaff)
		_, err = h.Payouts.Pay(ctx, clara, approved.SN, "P1")
		expect(t, "pay", err, guard.ErrClosedStaff)
		_, err = h.Deposits.ConfirmByHand(ctx, anna, deposit.Confirmation{SN: bank.SN, Received: 40000, BankRef: "B1", Reason: "已到账"})
		expect(t, "confirm by hand", err, guard.ErrClosedStaff)
		_, err = h.Incoming.Assign(ctx, anna, suspense.Assignment{SN: stray.SN, Player: "ming", Reason: "核实"})
		expect(t, "give money in suspense to a player", err, guard.ErrClosedStaff)
		if now := h.count("SELECT count(*) FROM deposit"); now != orders {
			t.Errorf("%d orders, %d before the gate was closed", now, orders)
		}

		if err := h.callback(h.gw.pay(before.SN, 30000), h.gw.token(before.SN)); err != nil || h.state(before.SN) != deposit.Credited {
			t.Errorf("an order from before: %s, %v", h.state(before.SN), err)
		}
		if _, err := h.Withdrawals.Reject(ctx, anna, claimed.SN, "资料不符"); err != nil {
			t.Errorf("reject, which gives money back: %v", err)
		}
		h.expectBook("ming", "centre 110000 locked 20000 gateway -35000")
	})
}

// Closing one gateway leaves the other ways of depositing open.
func TestAClosedGatewayLeavesTheBank(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		if _, err := h.guard.Gate.Close(t.Context(), staff.Actor{ID: "r", Name: "rita"}, guard.GatewayDoor("epay"), "发现异常"); err != nil {
			t.Fatal(err)
		}
		_, err := h.Deposits.Create(t.Context(), h.order(30000))
		expect(t, "deposit at the gateway", err, guard.ErrClosed)
		h.deposit(h.bankOrder(40000))
	})
}
