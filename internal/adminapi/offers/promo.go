package offers

import (
	"context"
	"strconv"
	"strings"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/promo"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/draw"
	"hongyun/internal/promo/rule"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

func (s *Handlers) promos(ctx context.Context, _ *route.Call) (Promos, error) {
	today := calendar.DayOf(s.Clock.Now())
	out := Promos{Today: today.String()}
	list, err := s.Promo.Promotions(ctx, s.Read)
	if err != nil {
		return out, err
	}
	out.Items = api.Each(list, promoShown)
	_, out.Withheld, _, err = award.List(ctx, s.Read, award.Filter{States: []string{award.Withheld}, Page: staff.Page{Size: 1}})
	return out, err
}

func promoShown(p promo.Promotion) Promo {
	out := Promo{
		ID: p.ID, Kind: string(p.Kind), KindText: p.Kind.Text(), Rule: ruleShown(p.Rule), Version: p.Version, Running: p.Switch.Running,
		SwitchedAt: wire.Ms(p.Switch.ChangedAt), SwitchedBy: p.Switch.ChangedBy, ApprovalID: wire.TextOrNull(p.ApprovalID), StartingID: wire.TextOrNull(p.StartingID),
		Period: p.Kind.Period(), SpentMonth: wire.InYuan(p.SpentMonth), Awards: p.AwardsMonth, OverBudget: p.Budget > 0 && p.SpentMonth >= p.Budget,
	}
	if p.Next != nil {
		next := ruleShown(*p.Next)
		out.Next = &next
	}
	return out
}

func ruleShown(r rule.Rule) PromoRule {
	return PromoRule{
		Name: r.Name, Activity: r.Activity, Params: paramsShown(r.Params), StartsOn: dayText(r.StartsOn), EndsOn: dayText(r.EndsOn), Budget: wire.InYuan(r.Budget),
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
func some(f money.Fen) wire.Yuan {
	if f == 0 {
		return ""
	}
	return wire.InYuan(f)
}

func paramsShown(p rule.Params) PromoParams {
	out := PromoParams{
		Rate: p.Rate, DepositMin: some(p.DepositMin), DepositOver: some(p.DepositOver), ValidMin: some(p.ValidMin), ValidOver: some(p.ValidOver),
		LossMin: some(p.LossMin), Cap: some(p.Cap), Amount: some(p.Amount), Winners: p.Winners, Hours: p.Hours, Turnover: p.Turnover, Review: p.Review,
		Tiers: api.Each(p.Tiers, func(t rule.Tier) PromoTier { return PromoTier{wire.InYuan(t.From), t.Draws} }),
		Steps: api.Each(p.Steps, func(t rule.Step) PromoStep { return PromoStep{t.Wins, t.Percent} }),
		Rates: api.Each(p.Rates, func(t rule.LevelRate) PromoRate { return PromoRate{t.Level, t.Rate} }),
	}
	for i, o := range p.OddsTable() {
		out.Packets = append(out.Packets, PromoPacket{wire.InYuan(o.Amount), p.Packets[i].Weight, o.Chance})
	}
	if p.Odds != nil {
		out.Odds = &PromoOdds{p.Odds.Local, p.Odds.European}
	}
	for _, kind := range rule.VenueKinds {
		if percent, set := p.Weights[kind]; set {
			out.Weights = append(out.Weights, PromoWeight{kind, percent})
		}
	}
	return out
}

// promoParams reads figures; an amount that is none is named in rule.ErrParams.
func promoParams(in PromoParams) (rule.Params, error) {
	var bad error
	read := func(text wire.Yuan, what string) money.Fen {
		if text == "" {
			return 0
		}
		f, err := money.ParseYuan(string(text))
		if err != nil && bad == nil {
			bad = rule.ErrParams.With(what)
		}
		return f
	}
	out := rule.Params{
		Rate: in.Rate, DepositMin: read(in.DepositMin, "最低存款"), DepositOver: read(in.DepositOver, "存款须超过"), ValidMin: read(in.ValidMin, "最低有效投注"),
		ValidOver: read(in.ValidOver, "有效投注须超过"), LossMin: read(in.LossMin, "最低净输"), Cap: read(in.Cap, "最高金额"), Amount: read(in.Amount, "奖励金额"),
		Winners: in.Winners, Hours: in.Hours, Turnover: in.Turnover, Review: in.Review,
	}
	for _, t := range in.Tiers {
		out.Tiers = append(out.Tiers, rule.Tier{From: read(t.From, "存款档位"), Draws: t.Draws})
	}
	for _, p := range in.Packets {
		out.Packets = append(out.Packets, rule.Packet{Amount: read(p.Amount, "红包金额"), Weight: p.Weight})
	}
	for _, t := range in.Steps {
		out.Steps = append(out.Steps, rule.Step{Wins: t.Wins, Percent: t.Percent})
	}
	for _, t := range in.Rates {
		out.Rates = append(out.Rates, rule.LevelRate{Level: t.Level, Rate: t.Rate})
	}
	if in.Odds != nil {
		out.Odds = &rule.OddsFloor{Local: in.Odds.Local, European: in.Odds.European}
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
func number64(c *route.Call, name string) int64 {
	id, err := strconv.ParseInt(c.Request.PathValue(name), 10, 64)
	if err != nil || id < 1 {
		return -1
	}
	return id
}

func (s *Handlers) promoAdd(ctx context.Context, c *route.Call, in PromoAdd) (wire.Outcome, error) {
	return s.promoChange(ctx, c, rule.Rule{Kind: rule.Kind(in.Kind)}, PromoSave{0, in.Name, in.Activity, in.Params, in.StartsOn, in.EndsOn, in.Budget, in.Reason})
}

func (s *Handlers) promoSave(ctx context.Context, c *route.Call, in PromoSave) (wire.Outcome, error) {
	return s.promoChange(ctx, c, rule.Rule{ID: number64(c, "id")}, in)
}

func (s *Handlers) promoHistory(ctx context.Context, c *route.Call) (wire.Page[wire.SettingVersion], error) {
	return route.Versions(c, func(p staff.Page) ([]setting.Version, int, error) {
		return s.Promo.History(ctx, s.Read, number64(c, "id"), p)
	})
}

func (s *Handlers) promoChange(ctx context.Context, c *route.Call, r rule.Rule, in PromoSave) (wire.Outcome, error) {
	var err error
	if r.Params, err = promoParams(in.Params); err != nil {
		return wire.Outcome{}, err
	}
	if r.Budget, err = money.ParseYuan(in.Budget); err != nil {
		return wire.Outcome{}, rule.ErrLimit
	}
	if r.StartsOn, err = dayOrNone(in.StartsOn); err != nil {
		return wire.Outcome{}, err
	}
	if r.EndsOn, err = dayOrNone(in.EndsOn); err != nil {
		return wire.Outcome{}, err
	}
	r.Name, r.Activity = in.Name, in.Activity
	id, err := s.Promo.Change(ctx, c.By, in.Base, r, in.Reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

// dayOrNone is a day of a window, 0 for none.
func dayOrNone(text string) (calendar.Day, error) {
	if text == "" {
		return 0, nil
	}
	d, err := calendar.ParseDay(text)
	if err != nil {
		return 0, rule.ErrWindow
	}
	return d, nil
}

func (s *Handlers) promoStop(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	return wire.Outcome{Status: "done"}, s.Promo.Stop(ctx, c.By, number64(c, "id"), in.Reason)
}

func (s *Handlers) promoStart(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	id, err := s.Promo.Start(ctx, c.By, number64(c, "id"), in.Reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

// PromoAwardPage is a page of awards with the sum of the whole filter.
type PromoAwardPage struct {
	wire.Page[PromoAward]
	Sum PromoAwardSum `json:"sum"`
}

// PromoAwardSum is what awards come to; with booked=1, what they cost in that time.
type PromoAwardSum struct {
	Amount wire.Yuan `json:"amount"`
}

func (s *Handlers) promoAwards(ctx context.Context, c *route.Call) (PromoAwardPage, error) {
	f := award.Filter{
		Player: strings.ToLower(c.Text("player")), States: c.ListOf("state", award.Paid, award.Withheld, award.Refused, award.Cancelled),
		From: c.Time("from"), To: c.Time("to"), Rule: int64(c.Number("rule")), Booked: c.Flag("booked"), Page: c.Page(),
	}
	for _, kind := range c.ListOf("kind", kindNames()...) {
		f.Kinds = append(f.Kinds, rule.Kind(kind))
	}
	// Awards that wait are worked on oldest first.
	f.Oldest = len(f.States) == 1 && f.States[0] == award.Withheld
	if err := c.Checked(); err != nil {
		return PromoAwardPage{}, err
	}
	list, total, sum, err := award.List(ctx, s.Read, f)
	return PromoAwardPage{wire.PageOf(list, total, awardShown), PromoAwardSum{wire.InYuan(sum)}}, err
}

func kindNames() []string {
	return api.Each(rule.Kinds, func(k rule.Kind) string { return string(k) })
}

func awardShown(a award.Award) PromoAward {
	return PromoAward{
		ID: a.ID, Rule: a.Rule, Name: a.Name, Kind: string(a.Kind), Player: a.Player, Item: a.Item, Ref: wire.TextOrNull(a.Ref), Basis: wire.InYuan(a.Basis), Amount: wire.InYuan(a.Amount),
		Turnover: wire.InYuan(a.Required), State: a.State, StateText: award.StateText(a.State), Why: wire.TextOrNull(a.Why), Remark: a.Remark,
		Packets: api.Each(a.Packets, wire.InYuan), By: a.MadeBy, DecidedBy: wire.TextOrNull(a.DecidedBy), At: wire.InMs(a.At), EndedAt: wire.InMsOrNull(a.EndedAt),
	}
}

func (s *Handlers) promoRelease(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	id, err := s.Promo.Release(ctx, c.By, c.ID(), in.Reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *Handlers) promoRefuse(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	return wire.Outcome{Status: "done"}, s.Promo.Refuse(ctx, c.By, c.ID(), in.Reason)
}

func (s *Handlers) promoCancel(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	id, err := s.Promo.Cancel(ctx, c.By, c.ID(), in.Reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

// months is how many months of figures are shown.
const months = 12

func (s *Handlers) promoFigures(ctx context.Context, _ *route.Call) (wire.Items[PromoFigure], error) {
	today := calendar.DayOf(s.Clock.Now())
	first, _ := calendar.MonthOf(today)
	for range months - 1 {
		first, _ = calendar.MonthOf(first.AddDays(-1))
	}
	names, err := s.Promo.RulesByID(ctx, s.Read)
	if err != nil {
		return wire.Items[PromoFigure]{}, err
	}
	costs, err := award.Figures(ctx, s.Read, first, today)
	return wire.ItemsOf(costs, func(f award.Cost) PromoFigure {
		month := strconv.Itoa(f.Month)
		return PromoFigure{
			Rule: f.Rule, Name: names[f.Rule].Name, Month: month[:4] + "-" + month[4:], Count: f.Count, Amount: wire.InYuan(f.Amount), Withheld: f.Withheld,
			Budget: wire.InYuan(names[f.Rule].Budget),
		}
	}), err
}

func (s *Handlers) promoRuns(ctx context.Context, _ *route.Call) (wire.Items[PromoRun], error) {
	names, err := s.Promo.RulesByID(ctx, s.Read)
	if err != nil {
		return wire.Items[PromoRun]{}, err
	}
	runs, err := s.Promo.Runs(ctx, s.Read, 100)
	return wire.ItemsOf(runs, func(r promo.Run) PromoRun {
		return PromoRun{Rule: r.Rule, Name: names[r.Rule].Name, Period: r.Period.String(), Players: r.Players, BegunAt: wire.InMs(r.BegunAt), EndedAt: wire.InMsOrNull(r.EndedAt)}
	}), err
}

func (s *Handlers) promoPreview(ctx context.Context, c *route.Call) (PromoPreview, error) {
	day, err := calendar.ParseDay(c.Request.PathValue("day"))
	if err != nil {
		return PromoPreview{}, promo.ErrPeriod
	}
	v, err := s.Promo.Preview(ctx, number64(c, "id"), day)
	return PromoPreview{
		Rule: v.Rule.ID, Name: v.Rule.Name, Period: dayText(v.Period), DueAt: wire.InMs(v.DueAt), Players: v.Players, Awards: v.Awards, Amount: wire.InYuan(v.Amount), Entrants: v.Entrants,
		Largest: api.Each(v.Sample, func(e promo.Expected) PromoExpected {
			return PromoExpected{e.Player, wire.InYuan(e.Basis), wire.InYuan(e.Amount), e.Remark}
		}),
	}, err
}

func (s *Handlers) promoDraw(ctx context.Context, c *route.Call) (PromoDraw, error) {
	day, err := calendar.ParseDay(c.Request.PathValue("day"))
	if err != nil {
		return PromoDraw{}, promo.ErrPeriod
	}
	d, err := draw.Of(ctx, s.Read, number64(c, "id"), day)
	if err != nil {
		return PromoDraw{}, err
	}
	winner := func(w draw.Winner) PromoWinner { return PromoWinner{w.Place, w.Player, wire.InYuan(w.Amount)} }
	return PromoDraw{
		Rule: d.Rule, Period: d.Period.String(), At: wire.InMs(d.At), Entrants: d.Entrants, Digest: d.Digest, Seed: d.Seed, Winners: api.Each(d.Winners, winner),
		Again: api.Each(d.Again, winner), Same: d.Same,
	}, nil
}

func (s *Handlers) promoEntrants(ctx context.Context, c *route.Call) (wire.Page[PromoEntrant], error) {
	text, promotion, page := c.Text("day"), int64(c.Number("rule")), c.Page()
	day, err := calendar.ParseDay(text)
	if text == "" {
		day = calendar.DayOf(s.Clock.Now())
	} else if err != nil {
		c.Wrong("day")
	}
	if err := c.Checked(); err != nil {
		return wire.Page[PromoEntrant]{}, err
	}
	limit, offset := page.Bounds()
	names, total, err := draw.Entrants(ctx, s.Read, promotion, day, limit, offset)
	place := offset - 1
	return wire.PageOf(names, total, func(n string) PromoEntrant { place++; return PromoEntrant{place, n} }), err
}

func (s *Handlers) playerPromos(ctx context.Context, c *route.Call) (PlayerPromos, error) {
	if _, err := s.Players.Find(ctx, s.Read, c.ID()); err != nil {
		return PlayerPromos{}, err
	}
	f, err := s.Promo.Frozen(ctx, s.Read, c.ID())
	if err != nil {
		return PlayerPromos{}, err
	}
	out := PlayerPromos{Frozen: f.Frozen}
	if f.Frozen {
		at := wire.Ms(f.At)
		out.FrozenReason, out.FrozenBy, out.FrozenAt = wire.TextOrNull(f.Reason), wire.TextOrNull(f.By), &at
	}
	list, err := s.Promo.Standings(ctx, s.Read, c.ID())
	if err != nil {
		return out, err
	}
	out.Items = api.Each(list, func(p promo.Standing) PlayerPromo {
		return PlayerPromo{
			ID: p.ID, Name: p.Name, Kind: string(p.Kind), State: int(p.State), StateText: p.StateText, Amount: wire.InYuan(p.Amount), Draws: p.Draws,
			Progress: api.Each(p.Progress, func(g promo.Progress) PromoProgress {
				return PromoProgress{g.Name, wire.InYuan(g.Now), wire.InYuan(g.Need), g.Unit}
			}),
			Reason: wire.TextOrNull(p.Reason), EndAt: wire.InMsOrNull(p.End),
		}
	})
	awards, total, _, err := award.List(ctx, s.Read, award.Filter{Player: c.ID()})
	out.Awards = wire.PageOf(awards, total, awardShown)
	return out, err
}

func (s *Handlers) promoFreeze(ctx context.Context, c *route.Call, in PromoFreeze) (wire.Outcome, error) {
	return wire.Outcome{Status: "done"}, s.Promo.Freeze(ctx, c.By, c.ID(), in.Freeze, in.Reason)
}
