package app

import (
	"cmp"
	"context"
	"strings"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/cashier"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/vip"
)

// buildPromo makes the promotions, off in a house that is no demo until its
// operator starts them.
func (a *App) buildPromo(ctx context.Context) error {
	a.Promo = promo.New(promo.Config{
		DB: a.DB, Ledger: a.Ledger, Players: a.Players, Guard: a.Guard, Staff: a.Staff, Turnover: a.Turnover, Deposits: a.Cashier.Deposits,
		Facts: a.promoFacts(), Links: a.promoLinks, LinksAmong: a.promoLinksAmong, LevelOf: a.cardLevels, Log: a.Log,
	})
	return a.Promo.Seed(ctx, a.Demo)
}

// cardLevels are the players' levels of the track that board games are in (D-09).
func (a *App) cardLevels(ctx context.Context, r db.Reader, players []string) (map[string]int, error) {
	all, err := a.Vip.LevelsOf(ctx, r, players)
	out := make(map[string]int, len(all))
	for id, levels := range all {
		out[id] = levels[vip.Card]
	}
	return out, err
}

// promoFacts are what promotions ask of the nouns below them.
func (a *App) promoFacts() promo.Facts {
	return promo.Facts{
		Credited: a.Cashier.Deposits.CreditedOf, Deposits: a.Cashier.Deposits.CountOf, Withdrawals: a.Cashier.Withdrawals.CountOf, Carded: a.Cashier.Cards.Bound,
		Valid: func(ctx context.Context, r db.Reader, players []string, kind string, from, to time.Time) (promo.Sums, error) {
			return a.Bets.ValidAt(ctx, r, players, venue.Kind(kind), from, to)
		},
		ByOdds: func(ctx context.Context, r db.Reader, players []string, kind string, from, to time.Time) ([]bet.OddsSum, error) {
			return a.Bets.ValidByOdds(ctx, r, players, venue.Kind(kind), from, to)
		},
		Settled: func(ctx context.Context, r db.Reader, player, kind string, from time.Time) ([]bet.Line, error) {
			return a.Bets.SettledSince(ctx, r, player, venue.Kind(kind), from)
		},
		Net: a.Bets.NetOf, Open: a.Bets.OpenOf,
	}
}

var markTexts = map[player.Mark]string{player.MarkCard: "银行卡", player.MarkName: "真实姓名", player.MarkEmail: "邮箱", player.MarkDevice: "设备", player.MarkIP: "注册 IP"}

// promoLinks are the players who may be the same person as one (PROMO-13), by
// more than a shared true name.
func (a *App) promoLinks(ctx context.Context, r db.Reader, id string) ([]promo.Link, error) {
	links, err := a.Players.Linked(ctx, r, id)
	return promoLinksOf(links), err
}

func (a *App) promoLinksAmong(ctx context.Context, r db.Reader, id, where string, args ...any) ([]promo.Link, error) {
	links, err := a.Players.LinkedAmong(ctx, r, id, where, args...)
	return promoLinksOf(links), err
}

func promoLinksOf(links []player.Link) []promo.Link {
	out := make([]promo.Link, 0, len(links))
	for _, l := range links {
		if !l.Strong() {
			continue
		}
		texts := make([]string, len(l.By))
		for j, mark := range l.By {
			texts[j] = cmp.Or(markTexts[mark], string(mark))
		}
		out = append(out, promo.Link{Player: l.Player, By: "同" + strings.Join(texts, "、")})
	}
	return out
}

// rebates are the rebates of promotions, as lines of the player's cash record.
func (a *App) rebates(ctx context.Context, player string, from, to time.Time, page, size int) ([]cashier.Record, int, money.Fen, error) {
	return a.awards(ctx, player, true, from, to, page, size)
}

// awards are what promotions gave, as lines of the player's cash record. An award
// that waits, was refused or was taken back has its own state, and is in no sum.
func (a *App) awards(ctx context.Context, player string, rebate bool, from, to time.Time, page, size int) ([]cashier.Record, int, money.Fen, error) {
	var kinds []rule.Kind
	for _, k := range rule.Kinds {
		if k.Rebate() == rebate {
			kinds = append(kinds, k)
		}
	}
	f := award.Filter{Player: player, Kinds: kinds, From: from, To: to, Page: staff.Page{Number: page, Size: size}}
	found, total, _, err := award.List(ctx, a.DB, f)
	if err != nil {
		return nil, 0, 0, err
	}
	f.States, f.Page = []string{award.Paid}, staff.Page{Size: 1}
	_, _, sum, err := award.List(ctx, a.DB, f)
	list := make([]cashier.Record, len(found))
	for i, w := range found {
		list[i] = awardRecord(w)
		if rebate {
			list[i].Kind = cashier.KindRebate
		}
	}
	return list, total, sum, err
}

// awardRecord is an award as a line of the cash record. Why an award waits may
// name other players, so its player reads what comes next instead.
func awardRecord(w award.Award) cashier.Record {
	status := w.Status()
	r := cashier.Record{
		Kind: cashier.KindBonus, KindText: w.Name, Amount: w.Amount, At: w.At, SN: w.Number(), Status: cashier.NotDone, StatusText: status.Text, Note: w.Remark,
	}
	switch w.State {
	case award.Paid:
		r.Status, r.StatusText = cashier.Done, "成功"
	case award.Withheld:
		r.Status, r.Reason = cashier.InProgress, status.Next
	case award.Cancelled:
		r.StatusText, r.Reason = "已取消，金额已扣回", w.Why
	default:
		r.Reason = w.Why
	}
	return r
}
