package books

import (
	"cmp"
	"context"
	"strconv"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/earning"
)

// EarningBets is what finished bets add up to.
type EarningBets struct {
	Bets   int64     `json:"bets"`
	Stake  wire.Yuan `json:"stake"`
	Valid  wire.Yuan `json:"valid"`
	Payout wire.Yuan `json:"payout"`
	GGR    wire.Yuan `json:"ggr"` // stake less payout
}

// EarningCash is what deposits or withdrawals add up to.
type EarningCash struct {
	Count  int64     `json:"count"`
	Amount wire.Yuan `json:"amount"`
	Back   wire.Yuan `json:"back"` // reversed, or returned by the bank, on the day of that
	Fee    wire.Yuan `json:"fee"`
}

// EarningFigures are what a stretch of days brought.
type EarningFigures struct {
	EarningBets
	Cost          wire.Yuan   `json:"cost"` // of bonuses of every kind
	NGR           wire.Yuan   `json:"ngr"`  // ggr less cost
	Deposits      EarningCash `json:"deposits"`
	Withdrawals   EarningCash `json:"withdrawals"`
	Registered    int64       `json:"registered"`
	FirstDeposits int64       `json:"firstDeposits"`
}

// EarningDay is the figures of a GMT+8 day.
type EarningDay struct {
	Day string `json:"day"`
	EarningFigures
}

// EarningVenue is what the bets at a venue came to.
type EarningVenue struct {
	Code string `json:"code"`
	Name string `json:"name"`
	EarningBets
}

// EarningCost is what one kind of bonus cost.
type EarningCost struct {
	Kind   string    `json:"kind" enumOf:"earning cost"`
	Rule   int64     `json:"rule"` // of a promotion or rebate, else 0
	Name   string    `json:"name"` // of the rule, else ""
	Count  int64     `json:"count"`
	Amount wire.Yuan `json:"amount"`
}

// EarningMethod is what came in or left by a method.
type EarningMethod struct {
	Method string `json:"method"`
	EarningCash
}

// EarningCDollars are C$, which cost money once they are unlocked.
type EarningCDollars struct {
	Vip      wire.Yuan `json:"vip"`
	Grant    wire.Yuan `json:"grant"`
	Other    wire.Yuan `json:"other"`
	Back     wire.Yuan `json:"back"`
	Unlocked wire.Yuan `json:"unlocked"`
	Expired  wire.Yuan `json:"expired"`
}

// Earnings is profit and loss over some days.
type Earnings struct {
	FirstDay    string          `json:"firstDay"`
	LastDay     string          `json:"lastDay"`
	Total       EarningFigures  `json:"total"`
	Days        []EarningDay    `json:"days"`
	Venues      []EarningVenue  `json:"venues"`
	Costs       []EarningCost   `json:"costs"`
	Deposits    []EarningMethod `json:"deposits"`
	Withdrawals []EarningMethod `json:"withdrawals"`
	CDollars    EarningCDollars `json:"cDollars"`
}

// EarningGame is what the bets in a game came to.
type EarningGame struct {
	Code string `json:"code"`
	Name string `json:"name"`
	EarningBets
}

// EarningMonth is what the bets at a venue came to in a month.
type EarningMonth struct {
	FirstDay string `json:"firstDay"`
	LastDay  string `json:"lastDay"`
	EarningBets
}

// EarningDebt is what the operator owes its players at the end of a day.
type EarningDebt struct {
	Day      string     `json:"day"`
	Centre   wire.Yuan  `json:"centre"`
	Locked   wire.Yuan  `json:"locked"`
	Transit  wire.Yuan  `json:"transit"`
	AtVenues wire.Yuan  `json:"atVenues"`
	Total    wire.Yuan  `json:"total"`
	Fund     wire.Yuan  `json:"fund"` // C$
	Suspense wire.Yuan  `json:"suspense"`
	Coins    wire.Coins `json:"coins"` // in suspense, USDT
	Owed     wire.Yuan  `json:"owed"`  // what players owe the operator

	Venues []EarningHolding `json:"venues"`
}

// EarningHolding is the players' money at a venue.
type EarningHolding struct {
	Code   string    `json:"code"`
	Name   string    `json:"name"`
	Amount wire.Yuan `json:"amount"`
}

func earningBets(s earning.Sum) EarningBets {
	return EarningBets{Bets: s.Bets, Stake: wire.InYuan(s.Stake), Valid: wire.InYuan(s.Valid), Payout: wire.InYuan(s.Payout()), GGR: wire.InYuan(s.GGR())}
}

func earningCash(c earning.Cash) EarningCash {
	return EarningCash{Count: c.Count, Amount: wire.InYuan(c.Amount), Back: wire.InYuan(c.Back), Fee: wire.InYuan(c.Fee)}
}

func earningFigures(f earning.Figures) EarningFigures {
	return EarningFigures{
		EarningBets: earningBets(f.Sum), Cost: wire.InYuan(f.Cost), NGR: wire.InYuan(f.NGR()), Deposits: earningCash(f.Deposits), Withdrawals: earningCash(f.Withdrawals),
		Registered: f.Registered, FirstDeposits: f.FirstDeposits,
	}
}

// earningDays are the names of the query that choose the days of a report.
var earningDays = []string{"firstDay", "lastDay"}

// days is the range of a report.
func (s *Handlers) days(c *route.Call) (earning.Days, error) {
	var days [2]calendar.Day
	for i, name := range earningDays {
		v := c.Text(name)
		if v == "" {
			continue
		}
		day, err := calendar.ParseDay(v)
		if err != nil {
			c.Wrong(name)
		}
		days[i] = day
	}
	if err := c.Checked(); err != nil {
		return earning.Days{}, err
	}
	if days == [2]calendar.Day{} { // none asked for: today
		days[0] = calendar.DayOf(s.Clock.Now())
		days[1] = days[0]
	}
	return earning.Range(days[0], days[1])
}

// ruleOf is the rule that a cost is of, 0 for none.
func ruleOf(k earning.Cost) int64 {
	rule, _ := strconv.ParseInt(k.Detail, 10, 64) // "" is no rule
	return rule
}

func (s *Handlers) earnings(ctx context.Context, c *route.Call) (Earnings, error) {
	days, err := s.days(c)
	if err != nil {
		return Earnings{}, err
	}
	r, err := s.Earnings.Read(ctx, days)
	if err != nil {
		return Earnings{}, err
	}
	venues, err := s.Venues.Names(ctx, s.Read)
	if err != nil {
		return Earnings{}, err
	}
	rules, err := s.Promo.RulesByID(ctx, s.Read)
	method := func(m earning.Method) EarningMethod { return EarningMethod{m.Name, earningCash(m.Cash)} }
	return Earnings{
		FirstDay: days.First.String(), LastDay: days.Last.String(), Total: earningFigures(r.Total),
		Days: api.Each(r.ByDay, func(d earning.Day) EarningDay { return EarningDay{d.Day.String(), earningFigures(d.Figures)} }),
		Venues: api.Each(r.Venues, func(v earning.Venue) EarningVenue {
			return EarningVenue{v.Code, cmp.Or(venues[v.Code], v.Code), earningBets(v.Sum)}
		}),
		Costs: api.Each(r.Costs, func(k earning.Cost) EarningCost {
			return EarningCost{Kind: k.Kind, Rule: ruleOf(k), Name: rules[ruleOf(k)].Name, Count: k.Count, Amount: wire.InYuan(k.Amount)}
		}),
		Deposits: api.Each(r.Deposits, method), Withdrawals: api.Each(r.Withdrawals, method),
		CDollars: EarningCDollars{
			Vip: wire.InYuan(r.CDollars.Vip), Grant: wire.InYuan(r.CDollars.Grant), Other: wire.InYuan(r.CDollars.Other), Back: wire.InYuan(r.CDollars.Back),
			Unlocked: wire.InYuan(r.CDollars.Unlocked), Expired: wire.InYuan(r.CDollars.Expired),
		},
	}, err
}

func (s *Handlers) earningGames(ctx context.Context, c *route.Call) (wire.Items[EarningGame], error) {
	days, err := s.days(c)
	if err != nil {
		return wire.Items[EarningGame]{}, err
	}
	list, err := s.Earnings.Games(ctx, c.Request.PathValue("code"), days)
	return wire.ItemsOf(list, func(g earning.Game) EarningGame { return EarningGame{g.Code, g.Name, earningBets(g.Sum)} }), err
}

func (s *Handlers) earningStatement(ctx context.Context, c *route.Call) (wire.Items[EarningMonth], error) {
	list, err := s.Earnings.Statement(ctx, c.Request.PathValue("code"))
	return wire.ItemsOf(list, func(m earning.Month) EarningMonth {
		return EarningMonth{m.First.String(), m.Last.String(), earningBets(m.Sum)}
	}), err
}

func (s *Handlers) earningDebts(ctx context.Context, c *route.Call) (wire.Items[EarningDebt], error) {
	days, err := s.days(c)
	if err != nil {
		return wire.Items[EarningDebt]{}, err
	}
	list, err := s.Earnings.Debts(ctx, days)
	if err != nil {
		return wire.Items[EarningDebt]{}, err
	}
	venues, err := s.Venues.List(ctx, s.Read)
	return wire.ItemsOf(list, func(d earning.Debt) EarningDebt {
		out := EarningDebt{
			Day: d.Day.String(), Centre: wire.InYuan(d.Centre), Locked: wire.InYuan(d.Locked), Transit: wire.InYuan(d.Transit), AtVenues: wire.InYuan(d.AtVenues()), Total: wire.InYuan(d.Total()),
			Fund: wire.InYuan(d.Fund), Suspense: wire.InYuan(d.Suspense), Coins: wire.InCoins(d.Coins), Owed: wire.InYuan(d.Owed), Venues: []EarningHolding{},
		}
		for _, v := range venues {
			if amount, held := d.Venues[v.Code]; held {
				out.Venues = append(out.Venues, EarningHolding{v.Code, v.Name, wire.InYuan(amount)})
			}
		}
		return out
	}), err
}
