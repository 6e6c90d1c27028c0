package promo

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// Choice is a promotion that can be chosen with a deposit.
type Choice struct {
	ID    int64
	Name  string
	Offer Offer
}

// Offered is what the promotion adds to a deposit made now. It is not open where the
// promotion is not chosen with a deposit, or this player cannot have it now.
func (s Standing) Offered() (offer Offer, open bool) {
	return offerOf(s.Rule), s.Kind.Chosen() && s.State == ByItself && s.Reason == ""
}

// Choices are the promotions a player can choose for a deposit made now (DEP-09).
func (p *Promo) Choices(ctx context.Context, r db.Reader, player string) ([]Choice, error) {
	all, err := p.Standings(ctx, r, player)
	if err != nil {
		return nil, err
	}
	list := []Choice{}
	for _, s := range all {
		if offer, open := s.Offered(); open {
			name := s.Name
			if s.Kind == rule.FirstBonus {
				missing, err := p.unknown(ctx, r, player)
				if err != nil {
					return nil, err
				}
				if missing != "" {
					name += "（填写真实姓名并绑卡后到账）"
				}
				offer.Missing = missing
			}
			list = append(list, Choice{s.ID, name, offer})
		}
	}
	return list, nil
}

// chosen reads an order's activity: none is "" or "0".
func chosen(activity string) (id int64, ok bool) {
	id, err := strconv.ParseInt(activity, 10, 64)
	return id, err == nil && id > 0
}

// CheckChoice refuses an order that chooses a promotion its deposit would not
// get. It promises nothing: what counts is how it stands when the money is there.
// For deposit.Deposits.CheckActivity. ErrChoice, ErrNotFound are its faults.
func (p *Promo) CheckChoice(ctx context.Context, r db.Reader, player, activity string, amount money.Fen) error {
	if activity == "" || activity == "0" {
		return nil
	}
	id, ok := chosen(activity)
	if !ok {
		return rule.ErrNotFound
	}
	who, err := p.at(ctx, r, player, p.DB.Clock().Now())
	if err != nil {
		return err
	}
	promotion, err := rule.RunningByID(ctx, r, id, who.day)
	if err != nil {
		return err
	}
	if !promotion.Kind.Chosen() {
		return rule.ErrNotFound
	}
	s, err := p.stand(ctx, r, promotion, who)
	switch {
	case err != nil:
		return err
	case s.State == Done:
		return ErrChoice.With("今日已参加")
	case s.State != ByItself || s.Reason != "":
		return ErrChoice.With(s.Reason)
	case amount < promotion.Params.DepositMin:
		return ErrChoice.With("存款须不少于" + promotion.Params.DepositMin.String() + "元")
	}
	return nil
}

// Credited gives what a credited deposit brings: the bonus that was chosen with
// it, and the reward of who invited its player. It is part of the credit's
// transaction and under the cashier's lock of the player, so that no withdrawal
// and no other deposit is between what is looked at and what is given (practice
// 30). For deposit.Deposits.OnCredited.
func (p *Promo) Credited(ctx context.Context, tx *db.Tx, d deposit.Deposit) error {
	rules, err := rule.Running(ctx, tx, calendar.DayOf(tx.Now()))
	if err != nil {
		return err
	}
	for _, promotion := range rules {
		id, _ := chosen(d.ActivityID)
		switch {
		case promotion.Kind.Chosen() && promotion.ID == id:
			err = p.depositBonus(ctx, tx, promotion, d)
		case promotion.Kind == rule.Referral:
			err = p.referral(ctx, tx, promotion, d)
		}
		if err != nil {
			return fmt.Errorf("promotion %d for deposit %s: %w", promotion.ID, d.SN, err)
		}
	}
	return nil
}

// depositBonus is a share of the deposit (PROMO-07).
func (p *Promo) depositBonus(ctx context.Context, tx *db.Tx, promotion rule.Rule, d deposit.Deposit) error {
	row, links, err := p.lock(ctx, tx, d.Player)
	if err != nil {
		return err
	}
	who, err := p.at(ctx, tx, d.Player, tx.Now())
	if err != nil {
		return err
	}
	why, _, err := p.unfit(ctx, tx, promotion, who, d.SN)
	if err != nil {
		return err
	}
	if why == "" && d.Received < promotion.Params.DepositMin {
		why = "实际到账不足" + promotion.Params.DepositMin.String() + "元"
	}
	if why != "" {
		p.Log.InfoContext(ctx, "deposit brings no bonus", "sn", d.SN, "player", d.Player, "promotion", promotion.ID, "why", why)
		return nil
	}
	amount, err := promotion.Params.Share(d.Received, promotion.Params.Rate)
	if err != nil || amount <= 0 {
		return err
	}
	period := who.day
	if promotion.Kind == rule.FirstBonus {
		period = 0 // once in a lifetime, also of a second account
	}
	var doubt string
	if promotion.Kind == rule.FirstBonus { // once in a lifetime asks for who the player is, but not before the deposit
		if missing, err := p.unknown(ctx, tx, d.Player); err != nil {
			return err
		} else if missing != "" {
			doubt = award.WhyUnknown
		}
	}
	return p.bring(ctx, tx, gift{
		doubt:     doubt,
		promotion: promotion, player: d.Player, item: bonusItem(promotion.Kind, who.day), period: period, ref: d.SN, basis: d.Received, amount: amount, by: bySystem,
		remark: fmt.Sprintf("存款 %s 元的 %s", d.Received, rule.PercentText(promotion.Params.Rate)),
	}, row, links)
}

// bring gives what comes with a deposit; while all money is closed it waits for
// a person, for a payment that arrives by itself is credited even then.
func (p *Promo) bring(ctx context.Context, tx *db.Tx, g gift, row playerRow, links []Link) error {
	err := p.Guard.Gate.CheckIn(ctx, tx, guard.DoorAll)
	if errors.Is(err, guard.ErrClosedStaff) {
		g.doubt, err = "资金操作关闭时到账", nil
	}
	if err != nil {
		return err
	}
	_, err = p.give(ctx, tx, g, row, links)
	return err
}

const bySystem = "system:promo"

// referral rewards who invited the deposit's player, once what that player
// deposited within a month of registering is enough (PROMO-08). What was
// promised on the day of registering holds.
func (p *Promo) referral(ctx context.Context, tx *db.Tx, now rule.Rule, d deposit.Deposit) error {
	friend, err := p.Players.Find(ctx, tx, d.Player)
	if err != nil || friend.InvitedBy == "" || !tx.Now().Before(monthAfter(friend.CreatedAt)) {
		return err
	}
	promotion, err := rule.VersionAt(ctx, tx, now.ID, calendar.DayOf(friend.CreatedAt))
	if errors.Is(err, rule.ErrNotFound) || err == nil && !promotion.Open(calendar.DayOf(friend.CreatedAt)) {
		return nil
	}
	if err != nil {
		return err
	}
	deposited, err := p.credited(ctx, tx, friend.ID, friend.CreatedAt, monthAfter(friend.CreatedAt))
	if err != nil || deposited < promotion.Params.DepositMin {
		return err
	}
	row, links, err := p.lock(ctx, tx, friend.InvitedBy)
	if err != nil {
		return err
	}
	var doubt string
	if missing, err := p.unknown(ctx, tx, friend.ID); err != nil {
		return err
	} else if missing != "" {
		doubt = award.WhyUnknown
	}
	day := calendar.DayOf(tx.Now())
	return p.bring(ctx, tx, gift{
		doubt:     doubt,
		promotion: promotion, player: friend.InvitedBy, item: "friend:" + friend.ID, period: day, ref: friend.ID, basis: deposited, amount: promotion.Params.Amount, by: bySystem,
		remark: "推荐的好友一个月内存款达到 " + promotion.Params.DepositMin.String() + " 元",
	}, row, links)
}

// cancelled ends an award whose money is back, and what it required.
func (p *Promo) cancelled(ctx context.Context, tx *db.Tx, a award.Row) error {
	if err := p.Staff.VoidPending(ctx, tx, staff.System("promo"), award.Subject(a.ID), "派奖已取消"); err != nil {
		return err
	}
	if err := p.Turnover.Drop(ctx, tx, a.Player, source, a.ID, "优惠已取消"); err != nil {
		return err
	}
	if err := p.unbind(ctx, tx, a); err != nil {
		return err
	}
	return award.End(ctx, tx, a)
}

// unbind lifts the terms of the deposit that an award came with: without its
// bonus every valid bet counts for it.
func (p *Promo) unbind(ctx context.Context, tx *db.Tx, a award.Row) error {
	if !a.Kind.Chosen() {
		return nil
	}
	return p.Turnover.Bind(ctx, tx, a.Player, depositSource, a.Ref, turnover.Terms{})
}
