package cashier_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/payment"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
)

const loginPassword = "Kx7mQ2pLw"

// H-101: a player removes a card; its row stays in the history, its place is
// free, and bound again it is held like a new one.
func TestARemovedCardLeavesItsPlaceAndIsNewWhenItComesBack(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.HoldAfterChange = 24 * time.Hour }, func(t *testing.T, h *house) {
		first := h.bind("ming", 1)
		h.clock.Advance(time.Minute)
		second := h.bind("ming", 2)
		h.clock.Advance(time.Minute)
		h.bind("ming", 3)
		h.register("hong", "李红")
		expect(t, "a wrong password", h.Cards.Remove(t.Context(), "ming", first.ID, "Zr5nV8cBt"), identity.ErrCurrent)
		expect(t, "another player's card", h.Cards.Remove(t.Context(), "hong", first.ID, loginPassword), destination.ErrNoCard)
		if err := h.Cards.Remove(t.Context(), "ming", first.ID, loginPassword); err != nil {
			t.Fatal(err)
		}
		expect(t, "twice", h.Cards.Remove(t.Context(), "ming", first.ID, loginPassword), destination.ErrNoCard)
		if list, _ := h.Cards.List(t.Context(), "ming"); len(list) != 2 || !list[0].IsDefault || list[0].ID != second.ID {
			t.Errorf("%+v", list)
		}
		if n := h.count("SELECT COUNT(*) FROM player_card_removed WHERE id = ? AND player = 'ming'", first.ID); n != 1 {
			t.Errorf("%d rows of history", n)
		}
		h.clock.Advance(48 * time.Hour)
		h.give("ming", 50000)
		if w := h.withdraw(h.bind("ming", 1), 10000); w.HeldUntil.IsZero() {
			t.Error("a card that came back is not held")
		}
	})
}

// A card that goes from one account to another links them: each of them had it.
func TestACardLinksAllWhoHadIt(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register("hong", "王小明")
		h.register("lan01", "")
		card := h.bind("ming", 1)
		if err := h.Cards.Remove(t.Context(), "ming", card.ID, loginPassword); err != nil {
			t.Fatal(err)
		}
		h.bind("hong", 1)
		got, err := h.Cards.Sharing(t.Context(), h.d, []string{"ming", "hong", "lan01"})
		if err != nil || len(got) != 2 || !slices.Equal(got["ming"], []string{"hong"}) || !slices.Equal(got["hong"], []string{"ming"}) {
			t.Errorf("%v, %v", got, err)
		}
	})
}

// H-101: with a withdrawal password of their own, that one proves the player.
func TestRemovingAsksForTheWithdrawalPasswordOnceItIsSet(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		card := h.bind("ming", 1)
		if err := h.players.SetWithdrawPassword(t.Context(), "ming", loginPassword, "Wd5nV8cBt"); err != nil {
			t.Fatal(err)
		}
		expect(t, "the login password", h.Cards.Remove(t.Context(), "ming", card.ID, loginPassword), identity.ErrWithdrawWrong)
		expect(t, "none", h.Cards.Remove(t.Context(), "ming", card.ID, ""), identity.ErrWithdrawEmpty)
		if err := h.Cards.Remove(t.Context(), "ming", card.ID, "Wd5nV8cBt"); err != nil {
			t.Error(err)
		}
	})
}

// H-101: a destination with an open withdrawal stays.
func TestADestinationWithAnOpenWithdrawalIsNotRemoved(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		h.give("ming", 10_000_00)
		card, address := h.bind("ming", 1), h.address("ming", 2)
		w, c := h.withdraw(card, 10000), h.askCoins("ming", address, 100_00)
		expect(t, "card", h.Cards.Remove(t.Context(), "ming", card.ID, loginPassword), destination.ErrCardBusy)
		expect(t, "address", h.Addresses.Remove(t.Context(), "ming", address, loginPassword), destination.ErrAddressBusy)
		for _, sn := range []string{w.SN, c.SN} {
			if _, err := h.Withdrawals.Claim(t.Context(), anna, sn); err != nil {
				t.Fatal(err)
			}
			if _, err := h.Withdrawals.Reject(t.Context(), anna, sn, "资料不符"); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.Cards.Remove(t.Context(), "ming", card.ID, loginPassword); err != nil {
			t.Error(err)
		}
		if err := h.Addresses.Remove(t.Context(), "ming", address, loginPassword); err != nil {
			t.Error(err)
		}
	})
}

// H-101: a stranger who adds my address first does not keep me out, and staff
// see that it is shared.
func TestAStrangerDoesNotLockAnAddress(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		h.register("hong", "李红")
		mine := wallet(payment.TRC20, 7)
		stranger, err := h.Addresses.Add(t.Context(), "hong", "", mine)
		if err != nil {
			t.Fatal(err)
		}
		owned, err := h.Addresses.Add(t.Context(), "ming", "", mine)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Addresses.Remove(t.Context(), "hong", stranger.ID, loginPassword); err != nil {
			t.Fatal(err)
		}
		h.give("ming", 10_000_00)
		if w := h.askCoins("ming", owned.ID, 100_00); !hasFlag(w, "shared_address") {
			t.Errorf("a shared address is not flagged: %+v", w.Flags)
		}
	})
}

// WD-07: an address of a network that is not offered is no default, and can be
// removed.
func TestAnAddressOfAClosedNetworkIsNoDefault(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		omni, err := h.Addresses.Add(t.Context(), "ming", "", wallet(payment.Omni, 4))
		if err != nil || omni.IsDefault || omni.Offered {
			t.Fatalf("%+v, %v", omni, err)
		}
		expect(t, "as default", h.Addresses.SetDefault(t.Context(), "ming", omni.ID), usdt.ErrNetworkClosed)
		tron, err := h.Addresses.Add(t.Context(), "ming", "", wallet(payment.TRC20, 5))
		if err != nil || !tron.IsDefault || !tron.Offered {
			t.Errorf("%+v, %v", tron, err)
		}
		for _, a := range []destination.CoinAddress{tron, omni} {
			if err := h.Addresses.Remove(t.Context(), "ming", a.ID, loginPassword); err != nil {
				t.Error(err)
			}
		}
		if list, err := h.Addresses.List(t.Context(), "ming"); err != nil || len(list) != 0 {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

// H-101: the history of removed cards and addresses is never changed.
func TestTheHistoryOfDestinationsIsAppendOnly(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		card := h.bind("ming", 1)
		if err := h.Cards.Remove(t.Context(), "ming", card.ID, loginPassword); err != nil {
			t.Fatal(err)
		}
		for _, statement := range []string{"DELETE FROM player_card_removed", "UPDATE player_card_removed SET removed_at = 1"} {
			if err := h.statement(statement); err == nil {
				t.Errorf("%s: done", statement)
			}
		}
	})
}

// statement runs a statement and returns what the database says.
func (h *house) statement(statement string) error {
	return h.d.Write(h.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(statement).Exec(ctx)
		return err
	})
}

// desk looks after players' data.
var desk = staff.Actor{ID: "s-desk", Name: "desk", Roles: []string{"risk"}}

// H-127: a card that a player cannot remove alone is removed by two people, and
// can be bound by whoever it belongs to.
func TestTwoPeopleRemoveADestination(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		h.register("hong", "李红")
		card, address := h.bind("ming", 1), h.address("ming", 2)
		_, err := h.Cards.AskRemoval(t.Context(), desk, "hong", card.ID, "不是本人的卡")
		expect(t, "another player's card", err, destination.ErrNoCard)
		asked, err := h.Cards.AskRemoval(t.Context(), desk, "ming", card.ID, "不是本人的卡")
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.staff.Decide(t.Context(), desk, asked.ApprovalID, true, "")
		expect(t, "who asked", err, staff.ErrOwnRequest)
		if _, err := h.staff.Decide(t.Context(), boris, asked.ApprovalID, true, ""); err != nil {
			t.Fatal(err)
		}
		if list, err := h.Cards.List(t.Context(), "ming"); err != nil || len(list) != 0 {
			t.Errorf("%+v, %v", list, err)
		}
		other, err := h.Addresses.AskRemoval(t.Context(), desk, "ming", address, "交易所地址登记有误")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.staff.Decide(t.Context(), boris, other.ApprovalID, true, ""); err != nil {
			t.Fatal(err)
		}
		if list, err := h.Addresses.List(t.Context(), "ming"); err != nil || len(list) != 0 {
			t.Errorf("%+v, %v", list, err)
		}
		if n := h.count("SELECT (SELECT COUNT(*) FROM player_card_removed) + (SELECT COUNT(*) FROM player_address_removed)"); n != 2 {
			t.Errorf("%d rows of history", n)
		}
		if _, err := h.Cards.AskRemoval(t.Context(), desk, "ming", card.ID, "再提一次"); !errors.Is(err, destination.ErrNoCard) {
			t.Errorf("once more: %v", err)
		}
	})
}

// H-127: a withdrawal to the card that came meanwhile keeps it.
func TestADestinationInUseIsNotRemovedByTwoPeopleEither(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		card := h.bind("ming", 1)
		asked, err := h.Cards.AskRemoval(t.Context(), desk, "ming", card.ID, "玩家忘记取款密码")
		if err != nil {
			t.Fatal(err)
		}
		h.withdraw(card, 10000)
		_, err = h.staff.Decide(t.Context(), boris, asked.ApprovalID, true, "")
		expect(t, "with an open withdrawal", err, destination.ErrCardBusy)
		_, err = h.Cards.AskRemoval(t.Context(), desk, "ming", card.ID, "玩家忘记取款密码")
		expect(t, "asked again", err, destination.ErrCardBusy)
	})
}

// H-127: after a corrected name, withdrawals are held as after a changed phone
// number, and the card of the old name takes none.
func TestACorrectedNameHoldsWithdrawals(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.HoldAfterChange = 24 * time.Hour }, func(t *testing.T, h *house) {
		h.give("ming", 10_000_00)
		card := h.bind("ming", 1)
		h.clock.Advance(100 * time.Hour)
		id, err := h.players.AskCorrection(t.Context(), desk, "ming", "trueName", "王晓明", "证件核对有误")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.staff.Decide(t.Context(), boris, id, true, ""); err != nil {
			t.Fatal(err)
		}
		_, err = h.Withdrawals.Ask(t.Context(), h.withdrawOrder(card, 10000))
		expect(t, "the card of the old name", err, withdrawal.ErrCard)
		if i, err := h.Withdrawals.Info(t.Context(), "ming"); err != nil || !i.HeldUntil.Equal(h.clock.Now().Add(24*time.Hour)) {
			t.Errorf("withdrawals after a corrected name are held until %v, %v", i.HeldUntil, err)
		}
	})
}
