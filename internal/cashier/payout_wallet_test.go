package cashier_test

import (
	"strings"
	"testing"
	"time"

	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/payment"
	"hongyun/internal/staff"
)

// stranger is a wallet that is nobody's whom the operator knows.
var stranger = payment.AddressOf(payment.TRC20, hashOf(70))

// cashier A8: a payout is proved by a transfer from a registered payout wallet,
// made after the approval. Another sender's stays on the order, pays nothing and
// cannot be called failed; registering the wallet by two people settles it.
func TestAPayoutFromAnotherWalletPaysNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		h.give("ming", 1_000_00)
		to := wallet(payment.TRC20, 2)
		id := h.address("ming", 2)
		h.clock.Advance(time.Hour)
		early := h.chain.pay(to, 13_790_000, true) // before the order was approved
		h.clock.Advance(time.Hour)
		w := h.approved("ming", id, 100_00)
		pay := func(tx string) (withdrawal.Withdrawal, error) { return h.Payouts.Pay(t.Context(), clara, w.SN, tx) }
		_, err := pay(early)
		expect(t, "a transfer before the approval", err, usdt.ErrTxDiffers)

		tx := h.chain.payFrom(stranger, to, 13_790_000, true)
		got, err := pay(tx)
		if err != nil || got.State != withdrawal.Approved || got.Payout.Said != "sender" || got.Payout.From != stranger.String() || got.Payout.Tx != tx {
			t.Fatalf("%+v %+v %v", got, got.Payout, err)
		}
		h.expectBook("ming", "centre 90000 locked 10000")
		h.clock.Advance(48 * time.Hour)
		_, err = h.Payouts.FailPayout(t.Context(), anna, w.SN, "没有转出")
		expect(t, "called failed while somebody paid it", err, payer.ErrPayoutOpen)
		_, err = pay(strings.Repeat("a", 64))
		expect(t, "another number while somebody paid it", err, payer.ErrPayoutOpen)
		if err := h.Payouts.AskPayouts(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 90000 locked 10000")

		h.agree(h.USDT.AddPayoutWallet(t.Context(), anna, payment.TRC20, stranger.String(), "新出款钱包", "钱包轮换"))
		h.clock.Advance(time.Hour)
		if err := h.Payouts.AskPayouts(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 90000")
		h.expectCoins("chain 13790000 fxUSDT -13790000 fxCNY 10000")
	})
}

// cashier A8: two people decide about a sender that is not registered, or that
// the chain does not name; one alone decides nothing.
func TestTwoPeopleDecideAboutAnUnknownSender(t *testing.T) {
	for _, ours := range []bool{true, false} {
		for name, from := range map[string]payment.Address{"not named": {}, "not registered": stranger} {
			t.Run(name+map[bool]string{true: ", ours", false: ", not ours"}[ours], func(t *testing.T) {
				each(t, func(t *testing.T, h *house) {
					h.coins()
					h.give("ming", 1_000_00)
					w := h.approved("ming", h.address("ming", 2), 100_00)
					decide := func(ours bool) (order.Outcome, error) {
						return h.Payouts.DecideSender(t.Context(), clara, payer.SenderDecision{SN: w.SN, Ours: ours, Reason: "已核对钱包记录"})
					}
					_, err := decide(ours)
					expect(t, "before anything was sent", err, payer.ErrSenderKnown)
					tx := h.chain.payFrom(from, wallet(payment.TRC20, 2), 13_790_000, true)
					got, err := h.Payouts.Pay(t.Context(), clara, w.SN, tx)
					want := "sender"
					if name == "not named" {
						want = "sender_unknown"
					}
					if err != nil || got.State != withdrawal.Approved || got.Payout.Said != want {
						t.Fatalf("%+v %v", got.Payout, err)
					}
					if ours {
						_, err = h.Payouts.DecideSender(t.Context(), anna, payer.SenderDecision{SN: w.SN, Ours: true, Reason: "自己批准的"})
						expect(t, "who approved the order", err, payer.ErrOwnApproval)
					}
					out, err := decide(ours)
					if err != nil || out.Done {
						t.Fatalf("%+v %v", out, err)
					}
					h.expectBook("ming", "centre 90000 locked 10000")
					_, err = h.staff.Decide(t.Context(), clara, out.ApprovalID, true, "")
					expect(t, "maker agrees with herself", err, staff.ErrOwnRequest)
					if _, err := h.staff.Decide(t.Context(), boris, out.ApprovalID, true, ""); err != nil {
						t.Fatal(err)
					}
					if ours {
						h.expectBook("ming", "centre 90000")
						h.expectCoins("chain 13790000 fxUSDT -13790000 fxCNY 10000")
						return
					}
					h.expectBook("ming", "centre 90000 locked 10000")
					right := h.chain.pay(wallet(payment.TRC20, 2), 13_790_000, true)
					if got, err := h.Payouts.Pay(t.Context(), clara, w.SN, right); err != nil || got.State != withdrawal.Paid {
						t.Errorf("%+v %v", got, err)
					}
				})
			})
		}
	}
}

// cashier A8: the register of payout wallets is kept by two people, a disabled
// wallet proves nothing from then on, and one that was put in by hand never does.
func TestPayoutWalletsAreARegisterOfTwoPeople(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		h.give("ming", 1_000_00)
		id := h.address("ming", 2)
		add := func(address string) (order.Outcome, error) {
			return h.USDT.AddPayoutWallet(t.Context(), anna, payment.TRC20, address, "出款钱包 02", "钱包轮换")
		}
		_, err := add(wallet(payment.TRC20, 2))
		expect(t, "a player's address", err, usdt.ErrWalletPlayers)
		_, err = add(wallet(payment.TRC20, 999))
		expect(t, "one that is there", err, usdt.ErrWalletThere)
		_, err = add(wallet(payment.ERC20, 5))
		expect(t, "another network's", err, usdt.ErrAddressForm)
		_, err = h.Addresses.Add(t.Context(), "ming", "", wallet(payment.TRC20, 999))
		expect(t, "a player adds a payout wallet", err, destination.ErrAddressOurs)

		list, err := h.USDT.PayoutWallets(t.Context(), h.d)
		if err != nil || len(list) != 1 || !list[0].Enabled || list[0].Altered {
			t.Fatalf("%+v %v", list, err)
		}
		before := h.approved("ming", id, 100_00)
		sent := h.chain.pay(wallet(payment.TRC20, 2), 13_790_000, true)
		h.clock.Advance(time.Minute)
		if err := h.USDT.DisablePayoutWallet(t.Context(), anna, list[0].ID, "疑似泄露"); err != nil {
			t.Fatal(err)
		}
		expect(t, "twice", h.USDT.DisablePayoutWallet(t.Context(), anna, list[0].ID, "疑似泄露"), usdt.ErrWalletOff)
		if got, err := h.Payouts.Pay(t.Context(), clara, before.SN, sent); err != nil || got.State != withdrawal.Paid {
			t.Errorf("sent while the wallet was in use: %+v %v", got, err)
		}
		after := h.approved("ming", id, 100_00)
		h.clock.Advance(time.Minute)
		tx := h.chain.pay(wallet(payment.TRC20, 2), 13_790_000, true)
		if got, err := h.Payouts.Pay(t.Context(), clara, after.SN, tx); err != nil || got.State != withdrawal.Approved || got.Payout.Said != "sender" {
			t.Errorf("sent from a disabled wallet: %+v %v", got, err)
		}
		h.exec(`INSERT INTO payout_wallet (id, network, address, seal, label, enabled, made_by, made_at, changed_by, changed_at)
			VALUES (7, 'trc20', ?, 'forged', 'x', TRUE, 'x', 1, 'x', 1)`, stranger.String())
		forged := h.approved("ming", id, 100_00)
		tx = h.chain.payFrom(stranger, wallet(payment.TRC20, 2), 13_790_000, true)
		if got, err := h.Payouts.Pay(t.Context(), clara, forged.SN, tx); err != nil || got.State != withdrawal.Approved || got.Payout.Said != "sender" {
			t.Errorf("sent from a forged row: %+v %v", got, err)
		}
		h.refuses("UPDATE payout_wallet SET address = 'x' WHERE id = 7")
		h.refuses("DELETE FROM payout_wallet WHERE id = 7")
	})
}

// cashier A8: one transfer leaves the operator's wallets once. It proves a payout
// or the return of stray coins, never both, in either order.
func TestATransferProvesAPayoutOrAReturn(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		payee := h.coins()
		h.give("ming", 1_000_00)
		id := h.address("ming", 2)
		player := payment.AddressOf(payment.TRC20, hashOf(2))
		w := h.approved("ming", id, 100_00)
		h.chain.payFrom(player, payee, 13_790_000, true)
		h.pull()
		sn := h.strayCoins()
		h.clock.Advance(time.Minute)
		tx := h.chain.pay(player.String(), 13_790_000, true)
		out, err := h.Incoming.SendBack(t.Context(), anna, order.Reported{SN: sn, Reference: tx, Reason: "退回付款人"})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := h.Payouts.Pay(t.Context(), clara, w.SN, tx); err != nil || got.State != withdrawal.Paid {
			t.Fatalf("%+v %v", got, err)
		}
		if _, err := h.staff.Decide(t.Context(), boris, out.ApprovalID, true, ""); err == nil {
			t.Error("a transfer that paid a withdrawal returned coins too")
		}
		if _, err := h.staff.Decide(t.Context(), boris, out.ApprovalID, false, "已用于提款"); err != nil {
			t.Fatal(err)
		}
		h.agree(h.Incoming.SendBack(t.Context(), anna, order.Reported{SN: sn, Reference: h.chain.pay(player.String(), 13_790_000, true), Reason: "退回付款人"}))
		second := h.approved("ming", id, 100_00)
		used := h.chain.sent[len(h.chain.sent)-1].Tx
		_, err = h.Payouts.Pay(t.Context(), clara, second.SN, used)
		expect(t, "a transfer that returned coins", err, usdt.ErrTxDiffers)
		h.expectBook("ming", "centre 80000 locked 10000")
	})
}

// cashier A8: a return to or from an address that the chain does not name is for
// people: the second person reads that it is unknown.
func TestAReturnWithAnUnknownSenderIsShownAsSuch(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		payee := h.coins()
		h.chain.payFrom(payment.Address{}, payee, 321_123_456, true)
		h.pull()
		sn := h.strayCoins()
		h.clock.Advance(time.Minute)
		between := h.chain.pay(payee, 321_123_456, false) // between the operator's own wallets
		h.chain.mu.Lock()
		h.chain.sent[1].Final = true
		h.chain.mu.Unlock()
		_, err := h.Incoming.SendBack(t.Context(), anna, order.Reported{SN: sn, Reference: between, Reason: "退回付款人"})
		expect(t, "a move between our own wallets", err, suspense.ErrBackDiffers)
		foreign := h.chain.payFrom(stranger, wallet(payment.TRC20, 50), 321_123_456, true)
		_, err = h.Incoming.SendBack(t.Context(), anna, order.Reported{SN: sn, Reference: foreign, Reason: "退回付款人"})
		expect(t, "a stranger's transfer", err, suspense.ErrBackDiffers)
		out, err := h.Incoming.SendBack(t.Context(), anna, order.Reported{
			SN: sn, Reference: h.chain.pay(wallet(payment.TRC20, 50), 321_123_456, true), Reason: "退回付款人",
		})
		if err != nil {
			t.Fatal(err)
		}
		a, err := h.staff.FindApproval(t.Context(), h.d, out.ApprovalID)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]string{}
		for _, d := range a.Details {
			texts[d.Label] = d.Value
		}
		if texts["来款付款地址"] != "链上未给出，须人工核对" || texts["退款收款地址"] != wallet(payment.TRC20, 50) || texts["退款付款地址"] != wallet(payment.TRC20, 999) {
			t.Errorf("%v", texts)
		}
		h.agree(out, nil)
		h.expectCoins("")
	})
}
