package adminapi

import (
	"context"
	"strconv"
	"strings"

	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/promo"
	"hongyun/internal/staff"
)

func (s *offersHandlers) promos(ctx context.Context, _ *call) (Promos, error) {
	today := calendar.DayOf(s.Clock.Now())
	out := Promos{Today: today.String()}
	list, err := s.Promo.Rules(ctx, s.Read)
	if err != nil {
		return out, err
	}
	out.Items = api.Each(list, promoShown)
	_, out.Withheld, _, err = s.Promo.Awards(ctx, s.Read, promo.Filter{States: []string{promo.Withheld}, Page: staff.Page{Size: 1}})
	return out, err
}

func promoShown(p promo.Planned) Promo {
	out := Promo{
		ID: p.ID, Kind: string(p.Kind), KindText: p.Kind.Text(), Rule: ruleShown(p.Rule), Running: p.Switch.Running,
		SwitchedAt: Ms(p.Switch.ChangedAt), SwitchedBy: p.Switch.ChangedBy, ApprovalID: textOf(p.ApprovalID), StartingID: textOf(p.StartingID),
		Period: p.Kind.Period(), SpentMonth: yuan(p.SpentMonth), Awards: p.AwardsMonth, OverBudget: p.Budget > 0 && p.SpentMonth >= p.Budget,
	}
	if p.Next != nil {
		next := ruleShown(*p.Next)
		out.Next = &next
	}
	return out
}

func ruleShown(r promo.Rule) PromoRule {
	return PromoRule{
		Name: r.Name, Activity: r.Activity, Params: paramsShown(r.Params), StartsOn: dayText(r.StartsOn), EndsOn: dayText(r.EndsOn), Budget: yuan(r.Budget),
		From: r.FromDay.String(),
	}
}

func dayText(d calendar.Day) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

// some is an amount that a kind may not have.
func some(f money.Fen) Yuan {
	if f == 0 {
		return ""
	}
	return yuan(f)
}

func paramsShown(p promo.Params) PromoParams {
	out := PromoParams{
		Rate: p.Rate, DepositMin: some(p.DepositMin), DepositOver: some(p.DepositOver), ValidMin: some(p.ValidMin), ValidOver: some(p.ValidOver),
		LossMin: some(p.LossMin), Cap: some(p.Cap), Amount: some(p.Amount), Winners: p.Winners, Hours: p.Hours, Turnover: p.Turnover, Review: p.Review,
		Tiers: api.Each(p.Tiers, func(t promo.Tier) PromoTier { return PromoTier{yuan(t.From), t.Draws} }),
		Steps: api.Each(p.Steps, func(t promo.Step) PromoStep { return PromoStep{t.Wins, t.Percent} }),
		Rates: api.Each(p.Rates, func(t promo.LevelRate) PromoRate { return PromoRate{t.Level, t.Rate} }),
	}
	for i, o := range p.OddsTable() {
		out.Packets = append(out.Packets, PromoPacket{yuan(o.Amount), p.Packets[i].Weight, o.Chance})
	}
	if p.Odds != nil {
		out.Odds = &PromoOdds{p.Odds.Local, p.Odds.European}
	}
	for _, kind := range promo.VenueKinds {
		if percent, set := p.Weights[kind]; set {
			out.Weights = append(out.Weights, PromoWeight{kind, percent})
		}
	}
	return out
}

// promoParams reads figures; an amount that is none is named in promo.ErrParams.
func promoParams(in PromoParams) (promo.Params, error) {
	var bad error
	read := func(text Yuan, what string) money.Fen {
		if text == "" {
			return 0
		}
		f, err := money.ParseYuan(string(text))
		if err != nil && bad == nil {
			bad = promo.ErrParams.With(what)
		}
		return f
	}
	out := promo.Params{
		Rate: in.Rate, DepositMin: read(in.DepositMin, "最低存款"), DepositOver: read(in.DepositOver, "存款须超过"), ValidMin: read(in.ValidMin, "最低有效投注"),
		ValidOver: read(in.ValidOver, "有效投注须超过"), LossMin: read(in.LossMin, "最低净输"), Cap: read(in.Cap, "最高金额"), Amount: read(in.Amount, "奖励金额"),
		Winners: in.Winners, Hours: in.Hours, Turnover: in.Turnover, Review: in.Review,
	}
	for _, t := range in.Tiers {
		out.Tiers = append(out.Tiers, promo.Tier{From: read(t.From, "存款档位"), Draws: t.Draws})
	}
	for _, p := range in.Packets {
		out.Packets = append(out.Packets, promo.Packet{Amount: read(p.Amount, "红包金额"), Weight: p.Weight})
	}
	for _, t := range in.Steps {
		out.Steps = append(out.Steps, promo.Step{Wins: t.Wins, Percent: t.Percent})
	}
	for _, t := range in.Rates {
		out.Rates = append(out.Rates, promo.LevelRate{Level: t.Level, Rate: t.Rate})
	}
	if in.Odds != nil {
		out.Odds = &promo.OddsFloor{Local: in.Odds.Local, European: in.Odds.European}
	}
	for _, w := range in.Weights {
		if out.Weights == nil {
			out.Weights = map[string]int64{}
		}
		out.Weights[w.Kind] = w.Percent
	}
	return out, bad
}

// number is the {id} of the path where it is a number; what is none finds nothing.
func number64(c *call, name string) int64 {
	id, err := strconv.ParseInt(c.r.PathValue(name), 10, 64)
	if err != nil || id < 1 {
		return -1
	}
	return id
}

func (s *offersHandlers) promoAdd(ctx context.Context, c *call, in PromoAdd) (Outcome, error) {
	return s.promoChange(ctx, c, promo.Rule{Kind: promo.Kind(in.Kind)}, PromoSave{in.Name, in.Activity, in.Params, in.StartsOn, in.EndsOn, in.Budget, in.Reason})
}

func (s *offersHandlers) promoSave(ctx context.Context, c *call, in PromoSave) (Outcome, error) {
	return s.promoChange(ctx, c, promo.Rule{ID: number64(c, "id")}, in)
}

func (s *offersHandlers) promoChange(ctx context.Context, c *call, r promo.Rule, in PromoSave) (Outcome, error) {
	var err error
	if r.Params, err = promoParams(in.Params); err != nil {
		return Outcome{}, err
	}
	if r.Budget, err = money.ParseYuan(in.Budget); err != nil {
		return Outcome{}, promo.ErrLimit
	}
	if r.StartsOn, err = dayOrNone(in.StartsOn); err != nil {
		return Outcome{}, err
	}
	if r.EndsOn, err = dayOrNone(in.EndsOn); err != nil {
		return Outcome{}, err
	}
	r.Name, r.Activity = in.Name, in.Activity
	id, err := s.Promo.Change(ctx, c.by, r, in.Reason)
	return Outcome{Status: "waiting", ApprovalID: id}, err
}

// dayOrNone is a day of a window, 0 for none.
func dayOrNone(text string) (calendar.Day, error) {
	if text == "" {
		return 0, nil
	}
	d, err := calendar.ParseDay(text)
	if err != nil {
		return 0, promo.ErrWindow
	}
	return d, nil
}

func (s *offersHandlers) promoStop(ctx context.Context, c *call, in Reason) (Outcome, error) {
	return Outcome{Status: "done"}, s.Promo.Stop(ctx, c.by, number64(c, "id"), in.Reason)
}

func (s *offersHandlers) promoStart(ctx context.Context, c *call, in Reason) (Outcome, error) {
	id, err := s.Promo.Start(ctx, c.by, number64(c, "id"), in.Reason)
	return Outcome{Status: "waiting", ApprovalID: id}, err
}

// PromoAwardPage is a page of awards with the sum of the whole filter.
type PromoAwardPage struct {
	Page[PromoAward]
	Sum PromoAwardSum `json:"sum"`
}

// PromoAwardSum is what awards come to; with booked=1, what they cost in that time.
type PromoAwardSum struct {
	Amount Yuan `json:"amount"`
}

func (s *offersHandlers) promoAwards(ctx context.Context, c *call) (PromoAwardPage, error) {
	f := promo.Filter{
		Player: strings.ToLower(c.text("player")), States: c.list("state", promo.Paid, promo.Withheld, promo.Refused, promo.Cancelled),
		From: c.time("from"), To: c.time("to"), Rule: int64(c.number("rule")), Booked: c.flag("booked"), Page: c.page(),
	}
	for _, kind := range c.list("kind", kindNames()...) {
		f.Kinds = append(f.Kinds, promo.Kind(kind))
	}
	// What waits is worked on oldest first.
	f.Oldest = len(f.States) == 1 && f.States[0] == promo.Withheld
	if err := c.checked(); err != nil {
		return PromoAwardPage{}, err
	}
	list, total, sum, err := s.Promo.Awards(ctx, s.Read, f)
	return PromoAwardPage{pageOf(list, total, awardShown), PromoAwardSum{yuan(sum)}}, err
}

func kindNames() []string {
	return api.Each(promo.Kinds, func(k promo.Kind) string { return string(k) })
}

func awardShown(a promo.Award) PromoAward {
	return PromoAward{
		ID: a.ID, Rule: a.Rule, Name: a.Name, Kind: string(a.Kind), Player: a.Player, Item: a.Item, Ref: textOf(a.Ref), Basis: yuan(a.Basis), Amount: yuan(a.Amount),
		Turnover: yuan(a.Required), State: a.State, StateText: promo.StateText(a.State), Why: textOf(a.Why), Remark: a.Remark,
		Packets: api.Each(a.Packets, yuan), By: a.MadeBy, DecidedBy: textOf(a.DecidedBy), At: ms(a.At), EndedAt: msOf(a.EndedAt),
	}
}

func (s *offersHandlers) promoRelease(ctx context.Context, c *call, in Reason) (Outcome, error) {
	id, err := s.Promo.Release(ctx, c.by, c.id(), in.Reason)
	return Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *offersHandlers) promoRefuse(ctx context.Context, c *call, in Reason) (Outcome, error) {
	return Outcome{Status: "done"}, s.Promo.Refuse(ctx, c.by, c.id(), in.Reason)
}

func (s *offersHandlers) promoCancel(ctx context.Context, c *call, in Reason) (Outcome, error) {
	id, err := s.Promo.Cancel(ctx, c.by, c.id(), in.Reason)
	return Outcome{Status: "waiting", ApprovalID: id}, err
}

// months is how many months of figures are shown.
const months = 12

func (s *offersHandlers) promoFigures(ctx context.Context, _ *call) (Items[PromoFigure], error) {
	today := calendar.DayOf(s.Clock.Now())
	first, _ := calendar.MonthOf(today)
	for range months - 1 {
		first, _ = calendar.MonthOf(first.AddDays(-1))
	}
	names, err := s.Promo.RulesByID(ctx, s.Read)
	if err != nil {
		return Items[PromoFigure]{}, err
	}
	costs, err := s.Promo.Figures(ctx, s.Read, first, today)
	return itemsOf(costs, func(f promo.Cost) PromoFigure {
		month := strconv.Itoa(f.Month)
		return PromoFigure{
			Rule: f.Rule, Name: names[f.Rule].Name, Month: month[:4] + "-" + month[4:], Count: f.Count, Amount: yuan(f.Amount), Withheld: f.Withheld,
			Budget: yuan(names[f.Rule].Budget),
		}
	}), err
}

func (s *offersHandlers) promoRuns(ctx context.Context, _ *call) (Items[PromoRun], error) {
	names, err := s.Promo.RulesByID(ctx, s.Read)
	if err != nil {
		return Items[PromoRun]{}, err
	}
	runs, err := s.Promo.Runs(ctx, s.Read, 100)
	return itemsOf(runs, func(r promo.Run) PromoRun {
		return PromoRun{Rule: r.Rule, Name: names[r.Rule].Name, Period: r.Period.String(), Players: r.Players, BegunAt: ms(r.BegunAt), EndedAt: msOf(r.EndedAt)}
	}), err
}

func (s *offersHandlers) promoPreview(ctx context.Context, c *call) (PromoPreview, error) {
	day, err := calendar.ParseDay(c.r.PathValue("day"))
	if err != nil {
		return PromoPreview{}, promo.ErrPeriod
	}
	v, err := s.Promo.Preview(ctx, number64(c, "id"), day)
	return PromoPreview{
		Rule: v.Rule.ID, Name: v.Rule.Name, Period: dayText(v.Period), DueAt: ms(v.DueAt), Players: v.Players, Awards: v.Awards, Amount: yuan(v.Amount), Entrants: v.Entrants,
		Largest: api.Each(v.Sample, func(e promo.Expected) PromoExpected {
			return PromoExpected{e.Player, yuan(e.Basis), yuan(e.Amount), e.Remark}
		}),
	}, err
}

func (s *offersHandlers) promoDraw(ctx context.Context, c *call) (PromoDraw, error) {
	day, err := calendar.ParseDay(c.r.PathValue("day"))
	if err != nil {
		return PromoDraw{}, promo.ErrPeriod
	}
	d, err := s.Promo.DrawOf(ctx, s.Read, number64(c, "id"), day)
	if err != nil {
		return PromoDraw{}, err
	}
	winner := func(w promo.Winner) PromoWinner { return PromoWinner{w.Place, w.Player, yuan(w.Amount)} }
	return PromoDraw{
		Rule: d.Rule, Period: d.Period.String(), At: ms(d.At), Entrants: d.Entrants, Digest: d.Digest, Seed: d.Seed, Winners: api.Each(d.Winners, winner),
		Again: api.Each(d.Again, winner), Same: d.Same,
	}, nil
}

func (s *offersHandlers) promoEntrants(ctx context.Context, c *call) (Page[PromoEntrant], error) {
	text, rule, page := c.text("day"), int64(c.number("rule")), c.page()
	day, err := calendar.ParseDay(text)
	if text == "" {
		day = calendar.DayOf(s.Clock.Now())
	} else if err != nil {
		c.wrong("day")
	}
	if err := c.checked(); err != nil {
		return Page[PromoEntrant]{}, err
	}
	limit, offset := page.Bounds()
	names, total, err := s.Promo.Entrants(ctx, s.Read, rule, day, limit, offset)
	place := offset - 1
	return pageOf(names, total, func(n string) PromoEntrant { place++; return PromoEntrant{place, n} }), err
}

func (s *offersHandlers) playerPromos(ctx context.Context, c *call) (PlayerPromos, error) {
	if _, err := s.Players.Find(ctx, s.Read, c.id()); err != nil {
		return PlayerPromos{}, err
	}
	f, err := s.Promo.Frozen(ctx, s.Read, c.id())
	if err != nil {
		return PlayerPromos{}, err
	}
	out := PlayerPromos{Frozen: f.Frozen}
	if f.Frozen {
		at := Ms(f.At)
		out.FrozenReason, out.FrozenBy, out.FrozenAt = textOf(f.Reason), textOf(f.By), &at
	}
	list, err := s.Promo.Standings(ctx, s.Read, c.id())
	if err != nil {
		return out, err
	}
	out.Items = api.Each(list, func(p promo.Standing) PlayerPromo {
		return PlayerPromo{
			ID: p.ID, Name: p.Name, Kind: string(p.Kind), State: int(p.State), StateText: p.StateText, Amount: yuan(p.Amount), Draws: p.Draws,
			Progress: api.Each(p.Progress, func(g promo.Progress) PromoProgress { return PromoProgress{g.Name, yuan(g.Now), yuan(g.Need), g.Unit} }),
			Reason:   textOf(p.Reason), EndAt: msOf(p.End),
		}
	})
	awards, total, _, err := s.Promo.Awards(ctx, s.Read, promo.Filter{Player: c.id()})
	out.Awards = pageOf(awards, total, awardShown)
	return out, err
}

func (s *offersHandlers) promoFreeze(ctx context.Context, c *call, in PromoFreeze) (Outcome, error) {
	return Outcome{Status: "done"}, s.Promo.Freeze(ctx, c.by, c.id(), in.Freeze, in.Reason)
}
