package promo

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
)

// streakBack is how far back a streak is followed. One that takes longer than
// that is no streak any more.
const streakBack = 30 * 24 * time.Hour

// run is a streak: bets won one after the other, with none lost in between.
type run struct {
	wins    int
	lowest  money.Fen // stake
	last    bet.Line
	unnamed bool // a bet whose venue does not name its match
	onGoing bool // no bet was lost after it
}

// key names a bet over all venues.
func key(b bet.Line) string { return b.Venue + ":" + b.BetID }

// runs are the streaks in a player's bets, in the order in which they were
// settled. A bet that does not count is passed over, and so is every bet of a match
// but the first that counts. After a bet that a streak was claimed with, a new one
// begins.
func runs(bets []bet.Line, odds *rule.OddsFloor, claimed map[string]bool) []run {
	var list []run
	var now run
	matches := map[string]bool{}
	end := func() {
		if now.wins > 0 {
			list = append(list, now)
		}
		now = run{}
	}
	for _, b := range bets {
		match := b.Venue + ":" + b.Round
		fresh := counts(b, odds) && !matches[match]
		if fresh && b.Round != "" {
			matches[match] = true
		}
		if claimed[key(b)] {
			now = run{} // it and what was before it are used up
			continue
		}
		if !fresh {
			continue
		}
		if b.Win < 0 {
			end()
			continue
		}
		if now.wins == 0 || b.Stake < now.lowest {
			now.lowest = b.Stake
		}
		now.wins, now.last, now.unnamed = now.wins+1, b, now.unnamed || b.Round == ""
	}
	if now.wins > 0 {
		now.onGoing = true
		list = append(list, now)
	}
	return list
}

// counts reports whether a bet can go on with a streak or end it, its match aside.
// A win that another bet of the player opposes, or that came from selling the bet,
// is none; a loss is one in either case, or it could be undone for a yuan.
func counts(b bet.Line, odds *rule.OddsFloor) bool {
	if b.Status != bet.Settled || b.Win == 0 || b.Win > 0 && (b.Opposed() || b.Sold || b.Win < leastWin(b.Stake, odds)) {
		return false
	}
	if odds == nil {
		return true
	}
	ok, _ := odds.Counts(b.OddsType, b.Odds, b.Parlay)
	return ok
}

// leastWin is half a win at the lowest odds that count. A venue that does not tell
// which bets were sold pays less for many of them.
func leastWin(stake money.Fen, odds *rule.OddsFloor) money.Fen {
	if odds == nil {
		return 1
	}
	return stake * money.Fen(odds.Local) / 200
}

// standStreak: the oldest streak that is long enough and not older than the
// hours in which it can be claimed (PROMO-05).
func (p *Promo) standStreak(ctx context.Context, r db.Reader, s *Standing, who at) error {
	bets, err := p.Facts.Settled(ctx, r, who.player, sport, who.now.Add(-streakBack))
	if err != nil {
		return err
	}
	rows, err := award.Rows(ctx, r, "rule = ? AND player = ? AND at >= ?", s.ID, who.player, who.now.Add(-streakBack).UnixMilli())
	if err != nil {
		return err
	}
	claimed := map[string]bool{}
	for _, a := range rows {
		claimed[a.Item] = true
	}
	least := s.Params.Steps[0].Wins
	found := runs(bets, s.Params.Odds, claimed)
	for _, f := range found {
		until := f.last.SettledAt.Add(time.Duration(s.Params.Hours) * time.Hour)
		if f.wins < least || who.now.After(until) {
			continue
		}
		amount, err := money.MulDiv(f.lowest, s.Params.Percent(f.wins), 100, money.Down)
		if err != nil {
			return err
		}
		if amount <= 0 {
			continue
		}
		s.State, s.Amount, s.End = Claimable, amount, until
		if f.unnamed {
			s.gift.doubt = "有注单未注明赛事，须核实是否同场"
		}
		s.gift.item, s.gift.ref, s.gift.basis, s.gift.amount = key(f.last), key(f.last), f.lowest, amount
		s.gift.remark = fmt.Sprintf("连胜 %d 场，最低投注额 %s 元，彩金 %d%%", f.wins, f.lowest, s.Params.Percent(f.wins))
		s.Progress = append(s.Progress, Progress{"连胜场次", count(f.wins), count(least), unitGames}, Progress{"最低投注额", f.lowest, 0, unitYuan})
		return nil
	}
	wins := 0
	if n := len(found); n > 0 && found[n-1].onGoing {
		wins = found[n-1].wins
	}
	if wins >= least {
		wins = 0 // its hours are over
		s.Reason = "上一组连胜已超过领取时限"
	}
	s.Progress = append(s.Progress, Progress{"连胜场次", count(wins), count(least), unitGames})
	return nil
}
