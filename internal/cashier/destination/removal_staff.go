package destination

import (
	"context"
	"errors"
	"strconv"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// removal names a bank card or a USDT address of a player.
type removal struct {
	Player string `json:"player"`
	Card   int64  `json:"card,omitempty"`
	Coins  int64  `json:"address,omitempty"`
}

// kindRemove is the second-person request about a card or an address.
const kindRemove staff.Kind[removal] = "card.remove"

// RegisterRemoval tells staff what an approved removal does.
func RegisterRemoval(s *staff.Staff, cards *Cards, addresses *Addresses) {
	kindRemove.OnApproved(s, func(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, d removal) error {
		return removalApproved(ctx, tx, cards, addresses, by, a, d)
	})
}

// AskRemoval asks a second person to remove a card from a player who cannot do it
// alone: because the withdrawal password is lost, or because the card is another
// person's, who cannot bind it meanwhile. It goes to the history as with Remove.
// Faults: ErrNoCard, ErrCardBusy, staff's.
func (c *Cards) AskRemoval(ctx context.Context, by staff.Actor, player string, id int64, reason string) (order.Outcome, error) {
	return c.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		row, err := findCard(ctx, tx, player, id)
		if err != nil {
			return staff.Request{}, err
		}
		if busy, err := withdrawalOpen(ctx, tx, player, id); err != nil || busy {
			return staff.Request{}, refuseBusy(err, ErrCardBusy)
		}
		shown, err := c.card(row)
		if err != nil {
			return staff.Request{}, err
		}
		return kindRemove.Request(removal{Player: player, Card: id}, staff.Request{
			Subject: "card:" + strconv.FormatInt(id, 10), Label: player, Title: "移除银行卡",
			Details: []staff.Detail{
				{Label: "玩家", Value: player}, {Label: "银行卡", Value: shown.BankName + " " + shown.Number},
				{Label: "户名", Value: shown.Holder}, {Label: "绑定时间", Value: calendar.Stamp(shown.BoundAt)},
				{Label: "影响", Value: "该卡从玩家名下移除，本人或他人可重新绑定；重新绑定的卡按新卡审核"},
			},
			Reason: reason,
		}), nil
	})
}

// AskRemoval asks a second person to remove a USDT address, by the rules of
// Cards.AskRemoval. Faults: ErrNoAddress, ErrAddressBusy, staff's.
func (a *Addresses) AskRemoval(ctx context.Context, by staff.Actor, player string, id int64, reason string) (order.Outcome, error) {
	return a.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		row, err := FindAddress(ctx, tx, player, id)
		if err != nil {
			return staff.Request{}, err
		}
		if busy, err := withdrawalOpen(ctx, tx, player, id); err != nil || busy {
			return staff.Request{}, refuseBusy(err, ErrAddressBusy)
		}
		shown, err := a.address(row)
		if err != nil {
			return staff.Request{}, err
		}
		return kindRemove.Request(removal{Player: player, Coins: id}, staff.Request{
			Subject: "address:" + strconv.FormatInt(id, 10), Label: player, Title: "移除USDT地址",
			Details: []staff.Detail{
				{Label: "玩家", Value: player}, {Label: "网络", Value: usdt.NetworkName(row.Network)}, {Label: "地址", Value: shown.Address},
				{Label: "影响", Value: "该地址从玩家名下移除，可重新添加；重新添加的地址按新地址审核"},
			},
			Reason: reason,
		}), nil
	})
}

func removalApproved(ctx context.Context, tx *db.Tx, cards *Cards, addresses *Addresses, by staff.Actor, a staff.Approval, d removal) error {
	var err error
	if d.Card != 0 {
		err = cards.remove(ctx, tx, d.Player, d.Card)
	} else {
		err = addresses.remove(ctx, tx, d.Player, d.Coins)
	}
	if errors.Is(err, ErrNoCard) || errors.Is(err, ErrNoAddress) {
		return staff.ErrSubjectChange
	}
	if err != nil {
		return err
	}
	return cards.Staff.Audit(ctx, tx, by, staff.Change{Action: string(kindRemove), Subject: "player:" + d.Player, Label: d.Player, Reason: a.Reason, After: d})
}
