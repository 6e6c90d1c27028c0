package promo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/draw"
	"hongyun/internal/promo/rule"
)

// playersAtOnce bounds the players of one transaction of a run.
var playersAtOnce = 200

// earning is what a player earned in a period.
type earning struct {
	basis  money.Fen // what it is counted on
	amount money.Fen
	level  int
	rate   int64
	why    string // what did not count
	open   int    // bets that wait for their result
}

// earned is what each of some players earned of a promotion between two
// instants. Who did nothing that counts may be missing.
func (p *Promo) earned(ctx context.Context, r db.Reader, promotion rule.Rule, from, to time.Time, players []string) (map[string]earning, error) {
	switch promotion.Kind {
	case rule.BoardRebate:
		return p.boardRebate(ctx, r, promotion, from, to, players)
	case rule.SportRebate:
		return p.sportRebate(ctx, r, promotion, from, to, players)
	case rule.Rescue:
		return p.rescue(ctx, r, promotion, from, to, players)
	}
	return nil, fmt.Errorf("promotion %d: nothing is earned by %s", promotion.ID, promotion.Kind)
}

// boardRebate is a rate, by level, of the valid bets at board games (PROMO-06, D-09).
func (p *Promo) boardRebate(ctx context.Context, r db.Reader, promotion rule.Rule, from, to time.Time, players []string) (map[string]earning, error) {
	sums, err := p.Facts.Valid(ctx, r, players, board, from, to)
	if err != nil {
		return nil, err
	}
	levels := map[string]int{}
	if p.LevelOf != nil {
		if levels, err = p.LevelOf(ctx, r, players); err != nil {
			return nil, err
		}
	}
	out := make(map[string]earning, len(sums))
	for _, player := range players {
		e := earning{basis: sums[player], level: levels[player]}
		e.rate = promotion.Params.RateAt(e.level)
		if e.amount, err = promotion.Params.Share(e.basis, e.rate); err != nil {
			return nil, err
		}
		out[player] = e
	}
	return out, nil
}

// sportRebate is a rate of the valid bets on sports whose odds count (PROMO-11, D-10).
func (p *Promo) sportRebate(ctx context.Context, r db.Reader, promotion rule.Rule, from, to time.Time, players []string) (map[string]earning, error) {
	rows, err := p.Facts.ByOdds(ctx, r, players, sport, from, to)
	if err != nil {
		return nil, err
	}
	out := map[string]earning{}
	for _, row := range rows {
		e := out[row.Player]
		if ok, why := promotion.Params.Odds.Counts(row.OddsType, row.Odds, row.Parlay); ok {
			e.basis += row.Valid
		} else if row.Valid > 0 {
			e.why = "部分注单未计入：" + why
		}
		out[row.Player] = e
	}
	for player, e := range out {
		if e.rate = promotion.Params.Rate; e.basis >= promotion.Params.ValidMin {
			if e.amount, err = promotion.Params.Share(e.basis, e.rate); err != nil {
				return nil, err
			}
		}
		out[player] = e
	}
	return out, nil
}

// rescue is a share of what a player lost in a month, bonuses and rebates
// received in it taken off (PROMO-10).
func (p *Promo) rescue(ctx context.Context, r db.Reader, promotion rule.Rule, from, to time.Time, players []string) (map[string]earning, error) {
	won, err := p.Facts.Net(ctx, r, players, calendar.DayOf(from), calendar.DayOf(to.Add(-time.Millisecond)))
	if err != nil {
		return nil, err
	}
	got, err := p.Ledger.ReceivedOf(ctx, r, players, from, to)
	if err != nil {
		return nil, err
	}
	open, err := p.Facts.Open(ctx, r, players, from, to)
	if err != nil {
		return nil, err
	}
	out := map[string]earning{}
	for _, player := range players {
		e := earning{basis: max(-won[player]-got[player], 0), rate: promotion.Params.Rate, open: open[player]}
		if e.basis >= promotion.Params.LossMin {
			if e.amount, err = promotion.Params.Share(e.basis, e.rate); err != nil {
				return nil, err
			}
		}
		out[player] = e
	}
	return out, nil
}

// Due is a period of a promotion that waits to be paid.
type Due struct {
	Rule   rule.Rule
	Period calendar.Day
	At     time.Time
}

// dueNow lists the periods that are due and not paid, the oldest first: those
// that ended while the promotion ran, also those that were missed while the
// program was down or before a stop and a start.
func (p *Promo) dueNow(ctx context.Context) ([]Due, error) {
	now := p.DB.Clock().Now()
	rules, err := rule.SwitchedOn(ctx, p.DB, calendar.DayOf(now))
	if err != nil {
		return nil, err
	}
	switches, err := rule.Switches(ctx, p.DB)
	if err != nil {
		return nil, err
	}
	var list []Due
	for _, promotion := range rules {
		if !promotion.Kind.Paid() {
			continue
		}
		since := switches[promotion.ID].Since(promotion.Kind)
		ended, err := endedRuns(ctx, p.DB, promotion.ID, since)
		if err != nil {
			return nil, err
		}
		for first, after := promotion.Kind.PeriodOf(since); !promotion.Kind.DueAt(first).After(now); first, after = promotion.Kind.PeriodOf(after) {
			if _, over := ended[first]; over {
				continue
			}
			// The version of the last day: one that was seeded within a period
			// holds for all of it, and none begins within one otherwise.
			then, err := rule.VersionAt(ctx, p.DB, promotion.ID, after.AddDays(-1))
			if errors.Is(err, rule.ErrNotFound) {
				continue
			}
			if err != nil {
				return nil, err
			}
			list = append(list, Due{then, first, promotion.Kind.DueAt(first)})
		}
	}
	return list, nil
}

// PayDue pays the weeks and months that are due. It may be run any number of
// times, by several nodes, be cut off anywhere, and come late: each page of
// players is one transaction, which knows where the one before ended. While all
// money is closed it does nothing, and goes on afterwards.
func (p *Promo) PayDue(ctx context.Context) error {
	failed := p.payKnown(ctx)
	due, err := p.dueNow(ctx)
	if err != nil {
		return errors.Join(failed, err)
	}
	for _, d := range due { // what is wrong with one keeps none of the others waiting
		err := p.payPeriod(ctx, d.Rule, d.Period)
		if err != nil && !errors.Is(err, guard.ErrClosedStaff) && !errors.Is(err, errStopped) {
			failed = errors.Join(failed, fmt.Errorf("pay promotion %d of %s: %w", d.Rule.ID, d.Period, err))
		}
	}
	return failed
}

var errStopped = errors.New("promo: switched off meanwhile")

func (p *Promo) payPeriod(ctx context.Context, promotion rule.Rule, period calendar.Day) error {
	for {
		var done bool
		err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			var err error
			done, err = p.page(ctx, tx, promotion, period)
			return err
		})
		if err != nil || done {
			return err
		}
	}
}

// page does the next players of a run, and says whether they were the last.
func (p *Promo) page(ctx context.Context, tx *db.Tx, promotion rule.Rule, period calendar.Day) (done bool, err error) {
	if err := p.Guard.Gate.CheckIn(ctx, tx, guard.DoorAll); err != nil {
		return false, err
	}
	// The switch is looked at in each page: off means off, also in the middle.
	if s, err := rule.LockSwitch(ctx, tx, promotion.ID); err != nil || !s.Running {
		return false, errors.Join(err, errStopped)
	}
	at, err := lockRun(ctx, tx, promotion.ID, period)
	if err != nil || at.EndedAt > 0 {
		return true, err
	}
	players, err := p.Players.After(ctx, tx, at.After, playersAtOnce)
	if err != nil {
		return false, err
	}
	if len(players) > 0 {
		if err := p.payPlayers(ctx, tx, promotion, period, players); err != nil {
			return false, err
		}
		at.After, at.Players = players[len(players)-1], at.Players+int64(len(players))
	}
	if len(players) < playersAtOnce {
		if promotion.Kind == rule.Surprise {
			if err := p.drawWinners(ctx, tx, promotion, period); err != nil {
				return false, err
			}
		}
		at.EndedAt = tx.NowMillis()
		_, after := promotion.Kind.PeriodOf(period)
		if err := rule.Advance(ctx, tx, promotion.ID, period, after); err != nil {
			return false, err
		}
	}
	return at.EndedAt > 0, putRun(ctx, tx, at)
}

func (p *Promo) payPlayers(ctx context.Context, tx *db.Tx, promotion rule.Rule, period calendar.Day, players []string) error {
	if promotion.Kind == rule.Surprise {
		entrants, err := p.entrants(ctx, tx, promotion, period, players)
		if err != nil {
			return err
		}
		return draw.Enter(ctx, tx, promotion.ID, period, entrants)
	}
	gifts, err := p.due(ctx, tx, promotion, period, players)
	if err != nil {
		return err
	}
	for _, g := range gifts {
		row, links, err := p.lock(ctx, tx, g.player)
		if err != nil {
			return err
		}
		if _, err := p.give(ctx, tx, g, row, links); err != nil {
			return err
		}
	}
	return nil
}

// due is what some players are to be given for a period, and for the one before
// it what a venue reported too late for its own payment.
func (p *Promo) due(ctx context.Context, r db.Reader, promotion rule.Rule, period calendar.Day, players []string) ([]gift, error) {
	from, to := promotion.Span(period)
	got, err := p.earned(ctx, r, promotion, from, to, players)
	if err != nil {
		return nil, err
	}
	var gifts []gift
	for _, player := range players {
		if e := got[player]; e.amount > 0 {
			g := gift{
				promotion: promotion, player: player, item: fmt.Sprint(period), period: period, basis: e.basis, amount: e.amount, by: bySystem, remark: explain(promotion, period, e),
			}
			if e.open > 0 { // what they bring may make it less (practice 19)
				g.doubt = fmt.Sprintf("当期另有 %d 张注单未结算", e.open)
			}
			gifts = append(gifts, g)
		}
	}
	if !promotion.Kind.Rebate() {
		return gifts, nil
	}
	late, err := p.late(ctx, r, promotion, period, players)
	return append(gifts, late...), err
}

// late is the rebate on bets of the week before that were not known when that
// week was paid. Bets that were taken back since make nothing less: a paid gift
// is never taken back by itself.
func (p *Promo) late(ctx context.Context, r db.Reader, promotion rule.Rule, period calendar.Day, players []string) ([]gift, error) {
	before, _ := promotion.Kind.PeriodOf(period.AddDays(-1))
	ended, err := endedRuns(ctx, r, promotion.ID, before)
	if err != nil || !ended[before] {
		return nil, err
	}
	then, err := rule.VersionAt(ctx, r, promotion.ID, period.AddDays(-1))
	if err != nil {
		return nil, err
	}
	from, to := then.Span(before)
	now, err := p.earned(ctx, r, then, from, to, players)
	if err != nil {
		return nil, err
	}
	counted, err := award.CountedOn(ctx, r, promotion.ID, before, players)
	if err != nil {
		return nil, err
	}
	var gifts []gift
	for _, player := range players {
		e := now[player]
		if e.amount <= 0 || e.basis <= counted[player] {
			continue
		}
		e.basis -= counted[player]
		if e.amount, err = then.Params.Share(e.basis, e.rate); err != nil {
			return nil, err
		}
		if e.amount > 0 {
			gifts = append(gifts, gift{
				promotion: then, player: player, item: fmt.Sprintf("%s:late", before), period: before, basis: e.basis, amount: e.amount, by: bySystem,
				remark: "补发：" + explain(then, before, e),
			})
		}
	}
	return gifts, nil
}

// explain says how an earning came about, for the player.
func explain(r rule.Rule, period calendar.Day, e earning) string {
	_, after := r.Kind.PeriodOf(period)
	span := period.String() + " 至 " + after.AddDays(-1).String()
	switch r.Kind {
	case rule.BoardRebate:
		return fmt.Sprintf("%s 棋牌有效投注 %s 元，%d 级返 %s", span, e.basis, e.level, rule.PercentText(e.rate))
	case rule.SportRebate:
		return fmt.Sprintf("%s 体育有效投注 %s 元，返 %s", span, e.basis, rule.PercentText(e.rate))
	}
	return fmt.Sprintf("%s 净输 %s 元，返 %s", span, e.basis, rule.PercentText(e.rate))
}

// Preview is what a run would give, without giving it.
type Preview struct {
	Rule     rule.Rule
	Period   calendar.Day
	DueAt    time.Time
	Players  int // who were looked at
	Awards   int
	Amount   money.Fen
	Entrants int        // of a draw, who would take part
	Sample   []Expected // the largest
}

// Expected is one award of a preview.
type Expected struct {
	Player string
	Basis  money.Fen
	Amount money.Fen
	Remark string
}

const sampleMost = 50

// Preview works out what the period around a day would be paid now, page by
// page and without writing anything. ErrNotFound, ErrPeriod are its faults.
func (p *Promo) Preview(ctx context.Context, id int64, day calendar.Day) (Preview, error) {
	newest, err := rule.Newest(ctx, p.DB, id)
	if err != nil {
		return Preview{}, err
	}
	if !newest.Kind.Paid() {
		return Preview{}, ErrPeriod
	}
	first, after := newest.Kind.PeriodOf(day)
	promotion, err := rule.VersionAt(ctx, p.DB, id, after.AddDays(-1))
	if err != nil {
		return Preview{}, err
	}
	out := Preview{Rule: promotion, Period: first, DueAt: promotion.Kind.DueAt(first), Sample: []Expected{}}
	for last := ""; ; {
		players, err := p.Players.After(ctx, p.DB, last, playersAtOnce)
		if err != nil || len(players) == 0 {
			return out, err
		}
		last, out.Players = players[len(players)-1], out.Players+len(players)
		if promotion.Kind == rule.Surprise {
			entrants, err := p.entrants(ctx, p.DB, promotion, first, players)
			if err != nil {
				return out, err
			}
			out.Entrants += len(entrants)
			continue
		}
		gifts, err := p.due(ctx, p.DB, promotion, first, players)
		if err != nil {
			return out, err
		}
		for _, g := range gifts {
			out.add(g)
		}
	}
}

func (v *Preview) add(g gift) {
	v.Awards, v.Amount = v.Awards+1, v.Amount+g.amount
	at := len(v.Sample)
	for at > 0 && v.Sample[at-1].Amount < g.amount {
		at--
	}
	if at == sampleMost {
		return
	}
	v.Sample = append(v.Sample[:at], append([]Expected{{g.player, g.basis, g.amount, g.remark}}, v.Sample[at:]...)...)
	v.Sample = v.Sample[:min(len(v.Sample), sampleMost)]
}
