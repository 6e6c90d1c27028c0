package earning_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/earning"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/promo/rule"
)

// raws are the rows from which the figures of the month are worked out once more, as
// they lie in the tables and without a sum of the database.
type raws struct {
	bets []struct {
		Venue, Game, Status      string
		BetAt, Stake, Valid, Win int64
	}
	deposits []struct {
		SN                 string `bun:"sn"`
		Player, MethodName string
		Received, EndedAt  int64
	}
	withdrawals []struct {
		SN                             string `bun:"sn"`
		Network, Reference, State      string
		Amount, Fee, EndedAt, PayoutAt int64
	}
	awards []struct {
		ID, Kind, State string
		Rule, Amount    int64
	}
	vip []struct {
		ID     string
		Amount int64
	}
	fund []struct {
		ID, Type   string
		Amount, At int64
	}
	registered []int64
	entries    []struct {
		ID, Scope, Key, Kind, Ref string
		At                        int64
	}
	postings []struct {
		EntryID, FromAccount, ToAccount, Asset string
		Amount                                 int64
	}
	at    map[string]int64 // time of an entry by its scope and key
	entry map[string]int   // place of an entry in entries by its id
}

func (m *month) rows() *raws {
	m.t.Helper()
	r := &raws{at: map[string]int64{}, entry: map[string]int{}}
	read := func(into any, query string) {
		m.t.Helper()
		m.ok(m.DB.NewRaw(query).Scan(m.t.Context(), into))
	}
	read(&r.bets, "SELECT venue, game, status, bet_at, stake, valid, win FROM bet WHERE current")
	read(&r.deposits, "SELECT sn, player, method_name, received, ended_at FROM deposit WHERE received > 0 ORDER BY ended_at, sn")
	read(&r.withdrawals, "SELECT sn, network, reference, state, amount, fee, ended_at FROM withdrawal WHERE ended_at > 0")
	read(&r.awards, "SELECT id, kind, state, rule, amount FROM promo_award")
	read(&r.vip, "SELECT id, amount FROM vip_award WHERE state = 'paid'")
	read(&r.fund, "SELECT id, type, amount, at FROM fund_record")
	read(&r.registered, "SELECT created_at FROM player")
	read(&r.entries, "SELECT id, scope, key, kind, ref, at FROM entry ORDER BY at")
	read(&r.postings, "SELECT entry_id, from_account, to_account, asset, amount FROM posting")
	for i, e := range r.entries {
		r.at[e.Scope+" "+e.Key] = e.At
		r.entry[e.ID] = i
	}
	return r
}

// sums are figures by their names.
type sums map[string]int64

// fund awards that come back are booked under the key of what they undo.
const backPrefix = "reversed:"

// between works the figures of some days out.
func (r *raws) between(days earning.Days) sums {
	out := sums{}
	day := func(ms int64) (string, bool) {
		day := calendar.DayOf(calendar.FromMillis(ms))
		return day.String() + " ", day >= days.First && day <= days.Last
	}
	for _, b := range r.bets {
		if on, here := day(b.BetAt); here && b.Status != "open" {
			for _, name := range []string{on, "venue " + b.Venue + " ", "game " + b.Venue + " " + b.Game + " ", "total "} {
				out[name+"bets"]++
				out[name+"stake"] += b.Stake
				out[name+"valid"] += b.Valid
				out[name+"ggr"] -= b.Win
			}
		}
	}
	r.cash(out, day)
	r.costs(out, day)
	r.cDollars(out, day)
	for _, at := range r.registered {
		if on, here := day(at); here {
			out[on+"registered"]++
			out["total registered"]++
		}
	}
	for name := range out {
		if on, isCost := strings.CutSuffix(name, "cost"); isCost {
			out[on+"ngr"] -= out[name]
		}
	}
	for name, n := range maps.Clone(out) {
		if on, isGGR := strings.CutSuffix(name, "ggr"); isGGR && !strings.HasPrefix(name, "venue") && !strings.HasPrefix(name, "game") {
			out[on+"ngr"] += n
		}
	}
	return out
}

// cash are deposits and withdrawals by day and method.
func (r *raws) cash(out sums, day func(int64) (string, bool)) {
	received, first := map[string]int{}, map[string]bool{}
	for i, d := range r.deposits {
		received[d.SN] = i
		if on, here := day(d.EndedAt); here {
			for _, name := range []string{on, "total ", "method " + d.MethodName + " "} {
				out[name+"in"] += d.Received
				out[name+"in count"]++
			}
			if !first[d.Player] {
				out[on+"first"]++
				out["total first"]++
			}
		}
		first[d.Player] = true
	}
	paid := map[string]int{}
	for i, w := range r.withdrawals {
		if paid[w.SN] = i; w.Reference == "" { // the bank never had it
			continue
		}
		if on, here := day(w.EndedAt); here {
			for _, name := range []string{on, "total ", "way " + ways(w.Network) + " "} {
				out[name+"out"] += w.Amount
				out[name+"out count"]++
				out[name+"fee"] += w.Fee
			}
		}
	}
	for _, e := range r.entries {
		on, here := day(e.At)
		if !here {
			continue
		}
		switch e.Kind {
		case "deposit.reversed":
			d := r.deposits[received[e.Ref]]
			for _, name := range []string{on, "total ", "method " + d.MethodName + " "} {
				out[name+"in back"] += d.Received
			}
		case "withdrawal.returned":
			w := r.withdrawals[paid[e.Ref]]
			for _, name := range []string{on, "total ", "way " + ways(w.Network) + " "} {
				out[name+"out back"] += w.Amount
			}
		}
	}
}

func ways(network string) string {
	if network == "" {
		return earning.Bank
	}
	return network
}

// costs are bonus costs by kind and day: awards, unlocked C$, and what moved in or out
// of the operator's own accounts.
func (r *raws) costs(out sums, day func(int64) (string, bool)) {
	cost := func(at int64, name string, amount int64) {
		if on, here := day(at); here {
			out[on+"cost"] += amount
			out["total cost"] += amount
			out["cost "+name] += amount
		}
	}
	for _, a := range r.awards {
		kind := earning.CostPromo
		if rule.Kind(a.Kind).Rebate() {
			kind = earning.CostRebate
		}
		name := fmt.Sprint(kind, " ", a.Rule)
		if at, booked := r.at["promo "+a.ID]; booked {
			cost(at, name, a.Amount)
		}
		if at, booked := r.at["promo "+a.ID+":cancelled"]; booked {
			cost(at, name, -a.Amount)
		}
	}
	for _, f := range r.fund {
		if f.Type == "unlock" {
			cost(f.At, earning.CostFund+" ", f.Amount)
			if at, taken := r.at["fund_reversed "+f.ID]; taken {
				cost(at, earning.CostFund+" ", -f.Amount)
			}
		}
	}
	own := map[string]string{"house:adjust": earning.CostAdjust, "house:loss": earning.CostLoss}
	for _, p := range r.postings {
		e := r.entries[r.entry[p.EntryID]]
		from, to := own[p.FromAccount], own[p.ToAccount]
		switch {
		case e.Kind == "forfeit.take":
			cost(e.At, earning.CostForfeit+" ", -p.Amount)
		case from != "" && to == "":
			cost(e.At, from+" ", p.Amount)
		case to != "" && from == "":
			cost(e.At, to+" ", -p.Amount)
		}
	}
}

// cDollars are C$ by where they came from and went to.
func (r *raws) cDollars(out sums, day func(int64) (string, bool)) {
	vip := map[string]bool{}
	for _, a := range r.vip {
		vip[a.ID] = true
	}
	for _, f := range r.fund {
		name := "C$ other"
		switch {
		case f.Type == "unlock":
			name = "C$ unlocked"
		case f.Type == "expired":
			name = "C$ expired"
		case vip[f.ID]:
			name = "C$ vip"
		case strings.HasPrefix(f.ID, "grant:"):
			name = "C$ grant"
		case strings.HasPrefix(f.ID, backPrefix):
			name = "C$ back"
		}
		if _, here := day(f.At); here {
			out[name] += f.Amount
		}
	}
}

// debts are the balances of the players' accounts at the end of a day.
func (r *raws) debts(day calendar.Day) sums {
	out, end := sums{}, day.End().UnixMilli()
	note := func(account, asset string, amount int64) {
		parts := strings.SplitN(account, ":", 3)
		switch {
		case parts[0] == "player":
			out[parts[2]] += amount
		case strings.HasPrefix(account, "house:owed:"):
			out["owed"] -= amount
		case parts[0] == "suspense":
			out["suspense "+asset] += amount
		}
	}
	for _, p := range r.postings {
		if r.entries[r.entry[p.EntryID]].At < end {
			note(p.FromAccount, p.Asset, -p.Amount)
			note(p.ToAccount, p.Asset, p.Amount)
		}
	}
	return out
}

// compareMonth compares every figure of the reports and says how many there were: of
// the whole month, of each week, of two single days, at each midnight, by venue and month.
func (m *month) compareMonth() (figures int) {
	m.t.Helper()
	r := m.rows()
	last := calendar.DayOf(m.Clock.Now())
	first := last.AddDays(-m.days - 5)
	spans := []earning.Days{{First: first, Last: last}, {First: last, Last: last}, {First: first.AddDays(2), Last: first.AddDays(2)}}
	for from := first; from <= last; from = from.AddDays(7) {
		spans = append(spans, earning.Days{First: from, Last: min(from.AddDays(6), last)})
	}
	for _, days := range spans {
		figures += m.differ(fmt.Sprintf("%s to %s", days.First, days.Last), m.report(days), r.between(days))
	}
	list, err := m.Earnings.Debts(m.t.Context(), earning.Days{First: first, Last: last})
	m.ok(err)
	for _, d := range list {
		is := sums{
			"centre": int64(d.Centre), "locked": int64(d.Locked), "transit": int64(d.Transit), "fund": int64(d.Fund), "owed": int64(d.Owed),
			"suspense CNY": int64(d.Suspense), "suspense USDT": int64(d.Coins),
		}
		for code, amount := range d.Venues {
			is["venue:"+code] = int64(amount)
		}
		figures += m.differ("debts of "+d.Day.String(), is, r.debts(d.Day))
	}
	figures += m.differ("the accounts now", m.accounts(), r.debts(last))
	months := sums{}
	for _, b := range r.bets {
		if b.Status != "open" {
			month, _ := calendar.MonthOf(calendar.DayOf(calendar.FromMillis(b.BetAt)))
			months[b.Venue+" "+month.String()+" stake"] += b.Stake
			months[b.Venue+" "+month.String()+" win"] += b.Win
		}
	}
	statements := sums{}
	for _, p := range m.places {
		list, err := m.Earnings.Statement(m.t.Context(), p.code)
		m.ok(err)
		for _, s := range list {
			statements[p.code+" "+s.First.String()+" stake"] = int64(s.Stake)
			statements[p.code+" "+s.First.String()+" win"] = int64(s.Win)
		}
	}
	return figures + m.differ("statements", statements, months)
}

// accounts are the balances that the books keep, of players and of suspense.
func (m *month) accounts() sums {
	m.t.Helper()
	var rows []struct {
		Name    string
		Balance int64
	}
	m.ok(m.DB.NewRaw("SELECT name, balance FROM account WHERE player <> ''").Scan(m.t.Context(), &rows))
	out := sums{}
	for _, row := range rows {
		if parts := strings.SplitN(row.Name, ":", 3); parts[0] == "player" {
			out[parts[2]] += row.Balance
		}
	}
	for account, name := range map[ledger.Account]string{
		ledger.Suspense("deposit"): "suspense CNY", ledger.Suspense("stray"): "suspense CNY", ledger.SuspenseCoins("chain"): "suspense USDT",
	} {
		held, err := m.Ledger.Balance(m.t.Context(), m.DB, account)
		m.ok(err)
		out[name] += held
	}
	for _, id := range m.players {
		owed, err := m.Cashier.Deposits.Owed(m.t.Context(), m.DB, id)
		m.ok(err)
		out["owed"] += int64(owed)
	}
	return out
}

// report gives the figures of a report under the names of between.
func (m *month) report(days earning.Days) sums {
	m.t.Helper()
	ctx := context.WithoutCancel(m.t.Context())
	r, err := m.Earnings.Read(ctx, days)
	m.ok(err)
	out := sums{}
	bets := func(name string, s earning.Sum) {
		out[name+"bets"], out[name+"stake"], out[name+"valid"], out[name+"ggr"] = s.Bets, int64(s.Stake), int64(s.Valid), int64(s.GGR())
	}
	cash := func(name, way string, c earning.Cash) {
		out[name+way], out[name+way+" count"], out[name+way+" back"] = int64(c.Amount), c.Count, int64(c.Back)
		if way == "out" {
			out[name+"fee"] = int64(c.Fee)
		}
	}
	all := func(name string, f earning.Figures) {
		bets(name, f.Sum)
		cash(name, "in", f.Deposits)
		cash(name, "out", f.Withdrawals)
		out[name+"cost"], out[name+"ngr"], out[name+"registered"], out[name+"first"] = int64(f.Cost), int64(f.NGR()), f.Registered, f.FirstDeposits
	}
	all("total ", r.Total)
	for _, d := range r.ByDay {
		all(d.Day.String()+" ", d.Figures)
	}
	for _, v := range r.Venues {
		bets("venue "+v.Code+" ", v.Sum)
		games, err := m.Earnings.Games(ctx, v.Code, days)
		m.ok(err)
		for _, g := range games {
			bets("game "+v.Code+" "+g.Code+" ", g.Sum)
		}
	}
	for _, c := range r.Costs {
		out["cost "+c.Kind+" "+c.Detail] = int64(c.Amount)
	}
	for _, d := range r.Deposits {
		cash("method "+d.Name+" ", "in", d.Cash)
	}
	for _, w := range r.Withdrawals {
		cash("way "+w.Name+" ", "out", w.Cash)
	}
	for name, amount := range map[string]money.Fen{
		"vip": r.CDollars.Vip, "grant": r.CDollars.Grant, "other": r.CDollars.Other, "back": r.CDollars.Back, "unlocked": r.CDollars.Unlocked, "expired": r.CDollars.Expired,
	} {
		out["C$ "+name] = int64(amount)
	}
	return out
}

// differ names the figures that are not what they should be, and counts them all.
func (m *month) differ(what string, is, should sums) int {
	m.t.Helper()
	names := maps.Clone(is)
	maps.Copy(names, should)
	wrong := 0
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if is[name] != should[name] {
			if wrong++; wrong < 20 {
				m.t.Errorf("%s: %s is %d and should be %d", what, name, is[name], should[name])
			}
		}
	}
	return len(names)
}
