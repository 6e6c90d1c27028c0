package promo

import (
	"context"
	"encoding/json"
	"fmt"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
	"hongyun/internal/staff"
)

// whyReversed is why an award ends with its deposit, for the player to read.
const whyReversed = "存款已被冲正"

// LockReversed keeps every award to a player, and to the friend who invited
// them, waiting until tx ends: a claim that was ahead is found by Reversed, and
// one behind counts without the deposit. For deposit.Deposits.LockReversed.
func (p *Promo) LockReversed(ctx context.Context, tx *db.Tx, player string) error {
	who, err := p.Players.Find(ctx, tx, player)
	if err != nil {
		return err
	}
	names := []string{player}
	if who.InvitedBy != "" {
		names = append(names, who.InvitedBy)
	}
	_, err = lockPlayers(ctx, tx, names)
	return err
}

// Reversed takes back what a deposit brought whose company took it back: what
// the player has of it, and the rest is owed. Awards that name the deposit end
// with it. Awards that were counted on several deposits are computed again from
// what is still credited, and the difference is taken back. For
// deposit.Deposits.OnReversed, which has the deposit out of the sums already;
// it needs the locks of LockReversed.
func (p *Promo) Reversed(ctx context.Context, tx *db.Tx, d deposit.Deposit) error {
	day := calendar.DayOf(d.EndedAt)
	month, _ := calendar.MonthOf(day)
	rows, err := award.Rows(ctx, tx, `state IN ('paid', 'withheld') AND (
			ref = ? AND player = ? AND kind <> 'referral'
			OR player = ? AND kind IN ('red_packets', 'board_packet') AND period = ?
			OR player = ? AND kind = 'surprise' AND period = ?
			OR ref = ? AND kind = 'referral')
		ORDER BY at, id`, d.SN, d.Player, d.Player, day, d.Player, month, d.Player)
	if err != nil {
		return err
	}
	drawn := map[int64]int{} // packets that are still earned, by promotion
	for _, a := range rows {
		if a.Ref == d.SN && a.Kind != rule.Referral {
			if err := p.takeBack(ctx, tx, a); err != nil {
				return err
			}
			continue
		}
		if err := p.recount(ctx, tx, a, d.Player, drawn); err != nil {
			return fmt.Errorf("count award %s again: %w", a.ID, err)
		}
	}
	return nil
}

// recount computes an award again from the deposits that are still credited to
// a player, and takes back what is no longer earned.
func (p *Promo) recount(ctx context.Context, tx *db.Tx, a award.Row, depositor string, drawn map[int64]int) error {
	promotion, err := rule.VersionAt(ctx, tx, a.Rule, a.FromDay)
	if err != nil {
		return err
	}
	from, to := a.Period.Start(), a.Period.End()
	switch a.Kind {
	case rule.Surprise:
		from, to = promotion.Span(a.Period)
	case rule.Referral:
		friend, err := p.Players.Find(ctx, tx, depositor)
		if err != nil {
			return err
		}
		from, to = friend.CreatedAt, monthAfter(friend.CreatedAt)
	}
	left, err := p.credited(ctx, tx, depositor, from, to)
	if err != nil {
		return err
	}
	earned := true
	switch a.Kind {
	case rule.RedPackets:
		var packets []money.Fen
		if err := json.Unmarshal([]byte(a.Packets), &packets); err != nil {
			return fmt.Errorf("read the packets: %w", err)
		}
		allowed, _ := promotion.Params.Draws(left)
		keep := min(max(allowed-drawn[a.Rule], 0), len(packets))
		drawn[a.Rule] += keep
		if keep > 0 && keep < len(packets) {
			return p.replace(ctx, tx, promotion, a, packets[:keep])
		}
		earned = keep > 0
	case rule.BoardPacket:
		earned = left > promotion.Params.DepositOver
	case rule.Surprise:
		earned = left > 0 && left >= promotion.Params.DepositMin
	case rule.Referral:
		earned = left >= promotion.Params.DepositMin
	}
	if earned {
		return nil
	}
	return p.takeBack(ctx, tx, a)
}

// replace takes an award back and gives the packets of it that are still earned.
// Those are paid first, so that no more is owed than the difference.
func (p *Promo) replace(ctx context.Context, tx *db.Tx, promotion rule.Rule, a award.Row, packets []money.Fen) error {
	text, err := json.Marshal(packets)
	if err != nil {
		return err
	}
	kept := a
	kept.ID, kept.Item, kept.Packets, kept.MadeBy = a.ID+award.KeptItem, a.Item+award.KeptItem, string(text), bySystem
	kept.Amount = 0
	for _, packet := range packets {
		kept.Amount += packet
	}
	if kept.Required, err = promotion.Params.Required(kept.Amount); err != nil {
		return err
	}
	done, err := p.Turnover.DoneOf(ctx, tx, a.Player, source, a.ID)
	if err != nil {
		return err
	}
	kept.Required = max(kept.Required-done, 0) // bets that were made count once
	kept.At = tx.NowMillis()
	if kept.State == award.Paid {
		kept.EndedAt = tx.NowMillis()
	}
	if err := award.Insert(ctx, tx, kept); err != nil {
		return err
	}
	if kept.State == award.Paid {
		if err := p.pay(ctx, tx, kept); err != nil {
			return err
		}
	}
	return p.takeBack(ctx, tx, a)
}

// takeBack ends an award whose deposit is gone: what is withheld is refused,
// and what was paid is taken back or owed.
func (p *Promo) takeBack(ctx context.Context, tx *db.Tx, a award.Row) error {
	a.Why, a.DecidedBy, a.EndedAt = whyReversed, bySystem, tx.NowMillis()
	if a.State == award.Withheld {
		a.State = award.Refused
		if err := p.Staff.VoidPending(ctx, tx, staff.System("promo"), award.Subject(a.ID), whyReversed); err != nil {
			return err
		}
		return award.End(ctx, tx, a)
	}
	a.State = award.Cancelled
	if _, err := p.Deposits.TakeBack(ctx, tx, a.Reversal(), a.Player, a.Amount, a.PaidFrom()); err != nil {
		return err
	}
	return p.cancelled(ctx, tx, a)
}
