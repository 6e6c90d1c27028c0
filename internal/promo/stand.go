package promo

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
)

// State is how a player stands with a promotion.
type State int

// The states of a promotion for a player.
const (
	NotMet    State = 0
	Claimable State = 1
	Done      State = 2 // claimed, or given
	ByItself  State = 3 // nothing to do
	NotForYou State = 4
)

// States are the states of a promotion for a player.
var States = []State{NotMet, Claimable, Done, ByItself, NotForYou}

// Units of progress.
const (
	unitYuan  = "元"
	unitGames = "场"
	unitLevel = "级"
	unitTimes = "次"
	unitHeads = "人"
)

// Units are the units of progress.
var Units = []string{unitYuan, unitGames, unitLevel, unitTimes, unitHeads}

// Progress is one of a promotion's conditions. Numbers that are no amounts are
// hundredths too.
type Progress struct {
	Name      string
	Now, Need money.Fen // Need 0: told, not asked for
	Unit      string
}

func count(n int) money.Fen { return money.Fen(n) * 100 }

// Standing is a promotion as a player stands with it now.
type Standing struct {
	rule.Rule
	State     State
	StateText string
	Amount    money.Fen
	Draws     int
	Progress  []Progress
	Reason    string
	Act       bool      // the player has to fill in a name and a bank card before the award is paid
	End       time.Time // until when it can be claimed, or when it comes; zero: not said

	gift gift // what a claim is about to be given; without its amount where it is drawn
}

var standTexts = map[State]string{NotMet: "未达成", Claimable: "可领取", ByItself: "自动派发", NotForYou: "不适用"}

// done says that the promotion gave its award, and how that stands now.
func (s *Standing) done(now award.Status) {
	s.State, s.StateText, s.Reason, s.Act = Done, now.Text, now.Next, now.Act
}

// at is a player at an instant, as promotions look at them.
type at struct {
	player string
	now    time.Time
	day    calendar.Day
	row    playerRow
}

// Standings says how a player stands with each promotion that runs, and which
// of them anything holds up.
func (p *Promo) Standings(ctx context.Context, r db.Reader, player string) ([]Standing, error) {
	who, err := p.at(ctx, r, player, p.DB.Clock().Now())
	if err != nil {
		return nil, err
	}
	rules, err := rule.Running(ctx, r, who.day)
	if err != nil {
		return nil, err
	}
	list := make([]Standing, 0, len(rules))
	for _, promotion := range rules {
		s, err := p.stand(ctx, r, promotion, who)
		if err != nil {
			return nil, fmt.Errorf("how %s stands with promotion %d: %w", player, promotion.ID, err)
		}
		list = append(list, s)
	}
	return list, nil
}

func (p *Promo) at(ctx context.Context, r db.Reader, player string, now time.Time) (at, error) {
	row, err := readPlayer(ctx, r, player)
	return at{player: player, now: now, day: calendar.DayOf(now), row: row}, err
}

// stand works out a standing from what the player did.
func (p *Promo) stand(ctx context.Context, r db.Reader, promotion rule.Rule, who at) (Standing, error) {
	s := Standing{Rule: promotion, Progress: []Progress{}}
	s.gift = gift{promotion: promotion, player: who.player, by: who.player, asked: true}
	s.gift.period, _ = promotion.Kind.PeriodOf(who.day)
	var err error
	switch promotion.Kind {
	case rule.RedPackets:
		err = p.standRedPackets(ctx, r, &s, who)
	case rule.BoardPacket:
		err = p.standBoardPacket(ctx, r, &s, who)
	case rule.Streak:
		err = p.standStreak(ctx, r, &s, who)
	case rule.DailyBonus, rule.FirstBonus:
		err = p.standDeposit(ctx, r, &s, who)
	case rule.Referral:
		err = p.standReferral(ctx, r, &s, who)
	default:
		err = p.standRun(ctx, r, &s, who)
	}
	if err != nil {
		return s, err
	}
	if err := p.holdUp(ctx, r, &s, who); err != nil {
		return s, err
	}
	if s.StateText == "" {
		s.StateText = standTexts[s.State]
	}
	return s, nil
}

// holdUp says what keeps a player from a promotion whatever they did.
func (p *Promo) holdUp(ctx context.Context, r db.Reader, s *Standing, who at) error {
	if s.State == Done {
		return nil
	}
	if who.row.Frozen {
		s.State, s.Reason = NotForYou, ErrFrozen.Text
		return nil
	}
	switch err := p.allowed(ctx, r, who.player); {
	case refusal(err):
		s.State, s.Reason = NotForYou, "账户投注受到限制，暂不能参加优惠"
		return nil
	case kept(err):
		s.State, s.Reason = NotForYou, "冷静期或自我排除期间不能参加优惠"
		return nil
	case err != nil:
		return err
	}
	if s.Budget == 0 || s.State == NotForYou {
		return nil
	}
	spent, err := award.SpentIn(ctx, r, s.ID, award.MonthOf(who.day))
	if spent >= s.Budget {
		s.Reason = ErrBudget.Text
		if s.State == Claimable {
			s.State = NotMet
		}
	}
	return err
}

func (p *Promo) credited(ctx context.Context, r db.Reader, player string, from, to time.Time) (money.Fen, error) {
	sums, err := p.Facts.Credited(ctx, r, []string{player}, from, to)
	return sums[player], err
}

func (p *Promo) valid(ctx context.Context, r db.Reader, player, kind string, from, to time.Time) (money.Fen, error) {
	sums, err := p.Facts.Valid(ctx, r, []string{player}, kind, from, to)
	return sums[player], err
}

// lastMoment is the end of a day as people read it.
func lastMoment(day calendar.Day) time.Time { return day.End().Add(-time.Second) }

// standRedPackets: the day's deposits are good for the draws of the highest
// tier, those drawn already taken off (PROMO-03).
func (p *Promo) standRedPackets(ctx context.Context, r db.Reader, s *Standing, who at) error {
	deposited, err := p.credited(ctx, r, who.player, who.day.Start(), who.day.End())
	if err != nil {
		return err
	}
	sum, list, err := award.Given(ctx, r, s.ID, who.player, who.day)
	if err != nil {
		return err
	}
	drawn := 0
	for _, a := range list {
		drawn += len(a.Packets)
	}
	draws, next := s.Params.Draws(deposited)
	s.Amount, s.End, s.Draws = sum, lastMoment(who.day), max(draws-drawn, 0)
	if next == 0 {
		next = s.Params.Tiers[len(s.Params.Tiers)-1].From
	}
	s.Progress = append(s.Progress, Progress{"今日存款", deposited, next, unitYuan}, Progress{"今日已抽", count(drawn), count(draws), unitTimes})
	switch {
	case s.Draws > 0:
		s.State, s.Amount = Claimable, 0
		s.gift.item, s.gift.basis = fmt.Sprintf("%s#%d", who.day, drawn+1), deposited
		s.gift.remark = fmt.Sprintf("当日存款 %s 元，第 %d 至 %d 次抽取", deposited, drawn+1, draws)
	case drawn > 0:
		s.done(award.StatusOfAll(list))
		if s.Reason == "" {
			s.Reason = "再存款达到下一档可继续抽取"
		}
	}
	return nil
}

// standBoardPacket: both of the day's sums are above their marks (PROMO-04).
func (p *Promo) standBoardPacket(ctx context.Context, r db.Reader, s *Standing, who at) error {
	deposited, err := p.credited(ctx, r, who.player, who.day.Start(), who.day.End())
	if err != nil {
		return err
	}
	valid, err := p.valid(ctx, r, who.player, board, who.day.Start(), who.day.End())
	if err != nil {
		return err
	}
	sum, list, err := award.Given(ctx, r, s.ID, who.player, who.day)
	if err != nil {
		return err
	}
	s.Amount, s.End = sum, lastMoment(who.day)
	s.Progress = append(s.Progress,
		Progress{"今日存款（须超过）", deposited, s.Params.DepositOver, unitYuan}, Progress{"今日棋牌有效投注（须超过）", valid, s.Params.ValidOver, unitYuan})
	switch {
	case len(list) > 0:
		s.done(award.StatusOfAll(list))
	case deposited > s.Params.DepositOver && valid > s.Params.ValidOver:
		s.State, s.Draws = Claimable, 1
		s.gift.item, s.gift.basis = fmt.Sprint(who.day), valid
		s.gift.remark = fmt.Sprintf("当日存款 %s 元，棋牌有效投注 %s 元", deposited, valid)
	}
	return nil
}

// standDeposit: the bonus is chosen with the deposit it is for (PROMO-07).
func (p *Promo) standDeposit(ctx context.Context, r db.Reader, s *Standing, who at) error {
	s.Progress = append(s.Progress, Progress{"存款金额", 0, s.Params.DepositMin, unitYuan})
	last, err := award.One(ctx, r, "rule = ? AND player = ? AND item = ?", s.ID, who.player, bonusItem(s.Kind, who.day))
	if err != nil {
		return err
	}
	if last != nil {
		s.Amount = last.Amount
		s.done(last.Status())
		return nil
	}
	s.State, s.StateText = ByItself, "存款时选择"
	why, never, err := p.unfit(ctx, r, s.Rule, who, "")
	if err != nil {
		return err
	}
	if why != "" {
		s.State, s.StateText, s.Reason = NotMet, "", why
		if never {
			s.State = NotForYou
		}
	}
	return nil
}

// bonusItem is what a deposit's bonus is for: the day, or once in a lifetime.
func bonusItem(k rule.Kind, day calendar.Day) string {
	if k == rule.FirstBonus {
		return "first"
	}
	return fmt.Sprint(day)
}

// unfit is why a deposit made now, or this one, cannot have a bonus: it is not
// the first of the day, or somebody withdrew that day before it (PROMO-12). The
// first-deposit bonus asks for the first ever. never says that no other day will
// do either.
func (p *Promo) unfit(ctx context.Context, r db.Reader, promotion rule.Rule, who at, sn string) (why string, never bool, err error) {
	if promotion.Kind == rule.FirstBonus {
		if n, err := p.Facts.Deposits(ctx, r, who.player, sn, time.Time{}, who.now.Add(time.Millisecond)); err != nil || n > 0 {
			return "仅限注册后的第一笔存款", true, err
		}
	}
	why, err = p.notFirstOfDay(ctx, r, who, sn)
	return why, false, err
}

// notFirstOfDay is PROMO-12's condition: no deposit of the day before, and no
// withdrawal yet that day.
func (p *Promo) notFirstOfDay(ctx context.Context, r db.Reader, who at, sn string) (string, error) {
	n, err := p.Facts.Deposits(ctx, r, who.player, sn, who.day.Start(), who.day.End())
	if err != nil || n > 0 {
		return "仅限当日首笔存款", err
	}
	n, err = p.Facts.Withdrawals(ctx, r, who.player, who.day.Start(), who.day.End())
	if err != nil || n > 0 {
		return "当日已有提款", err
	}
	return "", nil
}

// unknown is what is missing of who a player is.
func (p *Promo) unknown(ctx context.Context, r db.Reader, id string) (string, error) {
	known, err := p.Players.Find(ctx, r, id)
	if err != nil {
		return "", err
	}
	if known.TrueName == "" {
		return "请先填写真实姓名", nil
	}
	carded, err := p.Facts.Carded(ctx, r, id)
	if err != nil || carded {
		return "", err
	}
	return "请先绑定本人银行卡", nil
}

// standReferral tells whom the player invited, and what came of it (PROMO-08).
func (p *Promo) standReferral(ctx context.Context, r db.Reader, s *Standing, who at) error {
	friends, err := p.Players.InvitedBy(ctx, r, who.player)
	if err != nil {
		return err
	}
	rows, err := award.Rows(ctx, r, "rule = ? AND player = ? AND state IN ('paid', 'withheld')", s.ID, who.player)
	if err != nil {
		return err
	}
	for _, row := range rows {
		s.Amount += row.Amount
	}
	s.State = ByItself
	s.Progress = append(s.Progress, Progress{"已邀请", count(friends), 0, unitHeads}, Progress{"已达成", count(len(rows)), 0, unitHeads})
	return nil
}

// standRun tells what a period that is paid by the house comes to so far.
func (p *Promo) standRun(ctx context.Context, r db.Reader, s *Standing, who at) error {
	s.State, s.End = ByItself, s.Kind.DueAt(s.gift.period)
	from, to := s.Span(who.day)
	if s.Kind == rule.Surprise {
		deposited, err := p.credited(ctx, r, who.player, from, to)
		if err != nil {
			return err
		}
		valid, err := p.valid(ctx, r, who.player, "", from, to)
		s.Progress = append(s.Progress, Progress{"本月存款", deposited, max(s.Params.DepositMin, 1), unitYuan}, Progress{"本月有效投注", valid, max(s.Params.ValidMin, 1), unitYuan})
		if err != nil || !s.Params.Enters(deposited, valid) {
			return err
		}
		if s.Reason, err = p.unknown(ctx, r, who.player); s.Reason == "" {
			s.StateText = "已参加本月抽奖"
		}
		return err
	}
	got, err := p.earned(ctx, r, s.Rule, from, to, []string{who.player})
	if err != nil {
		return err
	}
	e := got[who.player]
	s.Amount = e.amount
	switch s.Kind {
	case rule.BoardRebate:
		s.Progress = append(s.Progress, Progress{"本周棋牌有效投注", e.basis, 0, unitYuan}, Progress{"棋牌等级", count(e.level), 0, unitLevel})
	case rule.SportRebate:
		s.Progress = append(s.Progress, Progress{"本周体育有效投注", e.basis, s.Params.ValidMin, unitYuan})
		s.Reason = e.why
	case rule.Rescue:
		s.Progress = append(s.Progress, Progress{"本月净输", e.basis, s.Params.LossMin, unitYuan})
	}
	return nil
}

// monthAfter is a month after an instant: the same day of the next month at the
// same time, or the end of that month if it has no such day.
func monthAfter(t time.Time) time.Time {
	t = calendar.DayOf(t).Start().Add(t.Sub(calendar.DayOf(t).Start()))
	next := t.AddDate(0, 1, 0)
	if next.Day() != t.Day() { // 31 January runs into March
		next = next.AddDate(0, 0, -next.Day())
	}
	return next
}
