package earning

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Bank is the method of withdrawals to bank cards; the others have their network's name.
const Bank = "bank"

// Restored is the method of payouts that were lost with a database and booked after
// its restore. No list of withdrawals has them (H-478).
const Restored = "restored"

// The sources of C$.
const (
	SourceVip   = "vip"
	SourceGrant = "grant"
	SourceBack  = "reversed" // what a deposit had unlocked before it was reversed
)

// The kinds of bonus cost.
const (
	CostPromo   = "promo"   // awards of promotions, by rule, less those that were cancelled
	CostRebate  = "rebate"  // rebates, by rule, less those that were cancelled
	CostFund    = "fund"    // C$ that was unlocked into money
	CostForfeit = "forfeit" // bonuses that excluded players lost: below zero
	CostAdjust  = "adjust"  // corrections by hand
	CostLoss    = "loss"    // what was lost by a fault
)

// CostKinds are the kinds of bonus cost, in the order of reports.
var CostKinds = []string{CostPromo, CostRebate, CostFund, CostForfeit, CostAdjust, CostLoss}

// Cash is what deposits or withdrawals add up to.
type Cash struct {
	Count  int64     // credited, or paid
	Amount money.Fen // of them
	Back   money.Fen // reversed, or returned by the bank: on the day of that
	Fee    money.Fen
}

func (c *Cash) add(o Cash) {
	c.Count += o.Count
	c.Amount += o.Amount
	c.Back += o.Back
	c.Fee += o.Fee
}

// Figures are what a stretch of days brought.
type Figures struct {
	Sum
	Cost                  money.Fen // of all kinds
	Deposits, Withdrawals Cash
	Registered            int64
	FirstDeposits         int64
}

// NGR is the gross gaming revenue less bonus cost of every kind.
func (f Figures) NGR() money.Fen { return f.GGR() - f.Cost }

func (f *Figures) add(o Figures) {
	f.Sum.add(o.Sum)
	f.Cost += o.Cost
	f.Deposits.add(o.Deposits)
	f.Withdrawals.add(o.Withdrawals)
	f.Registered += o.Registered
	f.FirstDeposits += o.FirstDeposits
}

// Day is the figures of one day.
type Day struct {
	Day calendar.Day
	Figures
}

// Venue is what the bets at a venue came to.
type Venue struct {
	Code string
	Sum
}

// Cost is what one kind of bonus cost.
type Cost struct {
	Kind   string
	Detail string // the rule of a promotion or rebate
	Count  int64  // postings
	Amount money.Fen
}

// Method is what came in by a method, or left by it.
type Method struct {
	Name string
	Cash
}

// CDollars are C$, which cost money once they are unlocked.
type CDollars struct {
	Vip, Grant, Other money.Fen // issued
	Back              money.Fen // returned to funds with reversed deposits
	Unlocked, Expired money.Fen
}

// Report is profit and loss over some days.
type Report struct {
	Days                  Days
	Total                 Figures
	ByDay                 []Day // each day of the range
	Venues                []Venue
	Costs                 []Cost
	Deposits, Withdrawals []Method
	CDollars              CDollars
}

// Read is the report of some days as everything stands now.
func (e *Earnings) Read(ctx context.Context, days Days) (Report, error) {
	all, err := e.read(ctx, days)
	if err != nil {
		return Report{}, fmt.Errorf("earnings of %s to %s: %w", days.First, days.Last, err)
	}
	return all.report(days), nil
}

// read gives the figures of some days, bets by venue.
func (e *Earnings) read(ctx context.Context, days Days) (changes, error) {
	var all changes
	err := e.db.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		all = newChanges()
		if err := all.readTables(ctx, r, days); err != nil {
			return err
		}
		newer, err := tail(ctx, r, e.db.Clock().Now(), days)
		all.add(newer, false)
		return err
	})
	return all, err
}

// report sorts figures into profit and loss.
func (c changes) report(days Days) Report {
	out := Report{Days: days}
	byDay := map[calendar.Day]*Figures{}
	for day := days.First; day <= days.Last; day = day.AddDays(1) {
		byDay[day] = &Figures{Registered: c.people[day].Registered, FirstDeposits: c.people[day].FirstDeposits}
	}
	venues := map[string]Sum{}
	for k, s := range c.bets {
		byDay[k.Day].Sum.add(s)
		v := venues[k.Venue]
		v.add(s)
		venues[k.Venue] = v
	}
	costs, deposits, withdrawals := map[Cost]moved{}, map[string]Cash{}, map[string]Cash{}
	for k, m := range c.moves {
		if kind, sign := costOf(k); kind != "" {
			byDay[k.Day].Cost += money.Fen(sign * m.Amount)
			name := Cost{Kind: kind}
			if kind == CostPromo || kind == CostRebate {
				name.Detail = k.Detail
			}
			sum := costs[name]
			sum.add(moved{Postings: m.Postings, Amount: sign * m.Amount})
			costs[name] = sum
		}
		if cash, in := cashOf(k, m); cash != (Cash{}) {
			of, to := withdrawals, &byDay[k.Day].Withdrawals
			if in {
				of, to = deposits, &byDay[k.Day].Deposits
			}
			to.add(cash)
			sum := of[k.Detail]
			sum.add(cash)
			of[k.Detail] = sum
		}
		out.CDollars.add(k, money.Fen(m.Amount))
	}
	for day := days.First; day <= days.Last; day = day.AddDays(1) {
		out.ByDay = append(out.ByDay, Day{day, *byDay[day]})
		out.Total.add(*byDay[day])
	}
	for _, code := range slices.Sorted(maps.Keys(venues)) {
		out.Venues = append(out.Venues, Venue{code, venues[code]})
	}
	for name, m := range costs {
		name.Count, name.Amount = m.Postings, money.Fen(m.Amount)
		out.Costs = append(out.Costs, name)
	}
	slices.SortFunc(out.Costs, func(a, b Cost) int {
		return cmp.Or(cmp.Compare(slices.Index(CostKinds, a.Kind), slices.Index(CostKinds, b.Kind)), cmp.Compare(a.Detail, b.Detail))
	})
	out.Deposits, out.Withdrawals = methodsOf(deposits), methodsOf(withdrawals)
	return out
}

func methodsOf(sums map[string]Cash) []Method {
	var list []Method
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		list = append(list, Method{name, sums[name]})
	}
	return list
}

// costAccounts are the accounts that carry bonus cost.
var costAccounts = map[string]string{
	"house:bonus": CostPromo, "house:rebate": CostRebate, "house:adjust": CostAdjust, "house:loss": CostLoss,
}

// costOf is the kind of cost that a posting is, and its sign; "" for none. What
// goes between two such accounts costs nothing.
func costOf(k moveKey) (kind string, sign int64) {
	from, to := costAccounts[k.From], costAccounts[k.To]
	switch {
	case k.Asset != money.CNY || from != "" && to != "":
		return "", 0
	case from != "":
		kind, sign = from, 1
	default:
		kind, sign = to, -1
	}
	if kind == CostPromo || kind == CostRebate {
		switch {
		case strings.HasPrefix(k.Kind, "fund."):
			kind = CostFund
		case strings.HasPrefix(k.Kind, "forfeit."):
			kind = CostForfeit
		}
	}
	return kind, sign
}

// cashOf is what a posting adds to deposits, or to withdrawals.
func cashOf(k moveKey, m moved) (cash Cash, deposit bool) {
	amount := money.Fen(m.Amount)
	switch {
	case k.Asset != money.CNY:
		return Cash{}, false
	case k.Kind == "deposit.credit" && k.To == "centre":
		return Cash{Count: m.Postings, Amount: amount}, true
	case k.Kind == "deposit.reversed" && (k.From == "centre" || k.From == "house:owed"):
		return Cash{Back: amount}, true
	case m.Fee != 0: // a fee that was paid, or went back with its payout
		return Cash{Fee: money.Fen(m.Fee)}, false
	case (k.Kind == "withdrawal.pay" || k.Kind == "payout.pay") && k.From == "locked":
		return Cash{Count: m.Postings, Amount: amount}, false
	case k.Kind == "withdrawal.returned" && k.To == "centre":
		return Cash{Back: amount}, false
	}
	return Cash{}, false
}

func (c *CDollars) add(k moveKey, amount money.Fen) {
	switch {
	case k.Asset != money.CDollar:
	case k.Kind == "fund.unlock":
		c.Unlocked += amount
	case k.Kind == "fund.expire":
		c.Expired += amount
	case k.To != "fund":
	case k.Detail == SourceBack:
		c.Back += amount
	case k.Detail == SourceVip:
		c.Vip += amount
	case k.Detail == SourceGrant:
		c.Grant += amount
	default:
		c.Other += amount
	}
}

// Game is what the bets in a game came to.
type Game struct {
	Venue, Code, Name string
	Sum
}

// Games is what the bets at a venue came to over some days, by game, the largest
// result of either sign first.
func (e *Earnings) Games(ctx context.Context, venue string, days Days) ([]Game, error) {
	var list []Game
	err := e.db.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		all := newChanges()
		query := "SELECT 0 AS day, venue, game, " + tableSums + " FROM earning_bet WHERE venue = ? AND day BETWEEN ? AND ? GROUP BY venue, game"
		if err := all.readBetTable(ctx, r, query, venue, days.First, days.Last); err != nil {
			return err
		}
		newer, err := tail(ctx, r, e.db.Clock().Now(), days)
		if err != nil {
			return err
		}
		for k, s := range newer.bets {
			if k.Venue == venue {
				all.addBets(betKey{0, venue, k.Game}, s)
			}
		}
		var names []struct{ Code, Name string }
		if err := r.NewRaw("SELECT code, name FROM venue_game WHERE venue = ?", venue).Scan(ctx, &names); err != nil {
			return err
		}
		named := map[string]string{}
		for _, n := range names {
			named[n.Code] = n.Name
		}
		list = nil
		for k, s := range all.bets {
			list = append(list, Game{venue, k.Game, cmp.Or(named[k.Game], k.Game), s})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("games of %s: %w", venue, err)
	}
	slices.SortFunc(list, func(a, b Game) int {
		return cmp.Or(cmp.Compare(max(b.Win, -b.Win), max(a.Win, -a.Win)), cmp.Compare(a.Code, b.Code))
	})
	return list, nil
}

// Month is what the bets at a venue came to in a month, for its invoice.
type Month struct {
	First, Last calendar.Day
	Sum
}

// monthsMax is how many months a statement shows.
const monthsMax = 24

// Statement is a venue's months with bets, the newest first, at most 24.
func (e *Earnings) Statement(ctx context.Context, venue string) ([]Month, error) {
	first, _ := calendar.MonthOf(calendar.DayOf(e.db.Clock().Now()))
	days := Days{calendar.DayOf(first.Start().AddDate(0, 1-monthsMax, 0)), everyDay.Last}
	sums := map[calendar.Day]Sum{}
	err := e.db.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		all := newChanges()
		query := "SELECT day / 100 * 100 + 1 AS day, venue, '' AS game, " + tableSums + " FROM earning_bet WHERE venue = ? AND day >= ? GROUP BY 1, venue"
		if err := all.readBetTable(ctx, r, query, venue, days.First); err != nil {
			return err
		}
		newer, err := tail(ctx, r, e.db.Clock().Now(), days)
		if err != nil {
			return err
		}
		for k, s := range newer.bets {
			if k.Venue == venue {
				all.addBets(betKey{k.Day/100*100 + 1, venue, ""}, s)
			}
		}
		clear(sums)
		for k, s := range all.bets {
			if s != (Sum{}) {
				sums[k.Day] = s
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("statement of %s: %w", venue, err)
	}
	var list []Month
	for _, day := range slices.Backward(slices.Sorted(maps.Keys(sums))) {
		first, last := calendar.MonthOf(day)
		list = append(list, Month{first, last, sums[day]})
	}
	return list, nil
}

// Debt is what the operator owes its players at the end of a day.
type Debt struct {
	Day      calendar.Day
	Centre   money.Fen
	Locked   money.Fen
	Transit  money.Fen
	Venues   map[string]money.Fen // by venue; below zero where a feed is behind
	Fund     money.Fen            // C$
	Suspense money.Fen            // money that belongs to no player yet
	Coins    money.Coins          // the same in USDT
	Owed     money.Fen            // what players owe the operator
}

// AtVenues is what lies at all venues.
func (d Debt) AtVenues() money.Fen {
	var sum money.Fen
	for _, v := range d.Venues {
		sum += v
	}
	return sum
}

// Total is what players have in yuan.
func (d Debt) Total() money.Fen { return d.Centre + d.Locked + d.Transit + d.AtVenues() }

// Debts is what the operator owed at the end of each of some days; today's end is now.
func (e *Earnings) Debts(ctx context.Context, days Days) ([]Debt, error) {
	held, byDay := map[string]int64{}, map[calendar.Day]map[string]int64{}
	note := func(into map[string]int64, k moveKey, amount int64) {
		into[string(k.Asset)+" "+k.From] -= amount
		into[string(k.Asset)+" "+k.To] += amount
	}
	err := e.db.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		clear(held)
		clear(byDay)
		var before []moveRow
		err := r.NewRaw("SELECT from_class, to_class, asset, CAST(SUM(amount) AS BIGINT) AS amount FROM earning_move WHERE day < ? GROUP BY from_class, to_class, asset", days.First).Scan(ctx, &before)
		if err != nil {
			return err
		}
		for _, m := range before {
			note(held, m.key(0), m.Amount)
		}
		all := newChanges()
		if err := all.readBookTables(ctx, r, days); err != nil {
			return err
		}
		newer, err := tail(ctx, r, e.db.Clock().Now(), everyDay)
		if err != nil {
			return err
		}
		all.add(newer, false)
		for k, m := range all.moves {
			into := held
			if k.Day >= days.First {
				if byDay[k.Day] == nil {
					byDay[k.Day] = map[string]int64{}
				}
				into = byDay[k.Day]
			}
			note(into, k, m.Amount)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("debts of %s to %s: %w", days.First, days.Last, err)
	}
	var list []Debt
	for day := days.First; day <= days.Last; day = day.AddDays(1) {
		for account, by := range byDay[day] {
			held[account] += by
		}
		list = append(list, debtOf(day, held))
	}
	return list, nil
}

func debtOf(day calendar.Day, held map[string]int64) Debt {
	d := Debt{Day: day, Venues: map[string]money.Fen{}}
	for account, n := range held {
		asset, class, _ := strings.Cut(account, " ")
		code, atVenue := strings.CutPrefix(class, "venue:")
		switch {
		case atVenue && n != 0:
			d.Venues[code] = money.Fen(n)
		case class == "centre":
			d.Centre = money.Fen(n)
		case class == "locked":
			d.Locked = money.Fen(n)
		case class == "transit":
			d.Transit = money.Fen(n)
		case class == "fund":
			d.Fund = money.Fen(n)
		case class == "house:owed":
			d.Owed = money.Fen(-n)
		case strings.HasPrefix(class, "suspense:") && money.Asset(asset) == money.USDT:
			d.Coins += money.Coins(n)
		case strings.HasPrefix(class, "suspense:"):
			d.Suspense += money.Fen(n)
		}
	}
	return d
}
