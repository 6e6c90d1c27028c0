package bet

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/venue"
)

// market is where a player's bets can oppose each other (PROMO-12).
type market struct{ player, round, market string }

// opposed are the markets in which a player's bets oppose each other (H-131, H-310).
type opposed map[market]bool

// sided reports whether the venue said which side a bet was on.
func (r row) sided() bool { return r.Player != "" && r.Round != "" && r.Side != "" }

func (r row) market() market { return market{r.Player, r.Round, r.Market} }

// opposedOf looks at new rows together with the stored rows of their rounds. A
// cancelled bet is on no side; an open one is.
func opposedOf(news []row, known map[string]row, beside []row) opposed {
	sides := map[market][]string{}
	see := func(r row) {
		if !r.sided() || r.Status == Void {
			return
		}
		if m := r.market(); !slices.Contains(sides[m], r.Side) {
			sides[m] = append(sides[m], r.Side)
		}
	}
	arrived := map[string]bool{}
	for _, r := range news {
		if old, have := known[r.BetID]; have && (old.UpdatedAt > r.UpdatedAt || old.Player != r.Player) {
			continue // the stored version remains
		}
		arrived[r.BetID] = true
		see(r)
	}
	for _, r := range beside {
		if !arrived[r.BetID] {
			see(r)
		}
	}
	found := opposed{}
	for m, bets := range sides {
		if venue.Opposed(m.market, bets) {
			found[m] = true
		}
	}
	return found
}

// judge sets the valid stake of an opposed bet to zero, and restores it when
// the opposition ends. It reports whether the row changed.
func (o opposed) judge(r *row) (changed bool) {
	if !r.sided() {
		return false
	}
	switch against := o[r.market()]; {
	case against && r.Worth > 0 && r.Valid > 0:
		r.Valid, r.Reason = 0, ReasonOpposed
		return true
	case !against && r.Valid != r.Worth:
		r.Valid, r.Reason = r.Worth, ""
		return true
	}
	return false
}

// rejudge adds a version to each stored bet that the new rows change: another
// side came, or the only other side was cancelled.
func (p *plan) rejudge(o opposed, beside []row) {
	taken := map[string]bool{}
	for _, r := range p.rows {
		taken[r.BetID] = true
	}
	for _, old := range beside {
		now := old
		if taken[old.BetID] || !o.judge(&now) {
			continue
		}
		now.Version, now.StoredAt, now.Entry = old.Version+1, p.at, ""
		p.replaced = append(p.replaced, old.BetID)
		p.total(old, -1)
		p.total(now, +1)
		p.rows = append(p.rows, now)
		p.settled = append(p.settled, now.settled(calendar.FromMillis(now.BetAt), calendar.FromMillis(now.SettledAt)))
	}
}

// besideRows reads the newest versions of other bets that these rows' players
// have in the same rounds. It includes the rounds in which the venue reported
// the same bets before.
func besideRows(ctx context.Context, tx *db.Tx, venue string, news []row, known map[string]row) ([]row, error) {
	var places [][2]string // a round and a player
	seen := map[[2]string]bool{}
	see := func(r row) {
		if place := [2]string{r.Round, r.Player}; r.sided() && !seen[place] {
			seen[place] = true
			places = append(places, place)
		}
	}
	for _, r := range news {
		see(r)
		if old := known[r.BetID]; old.Player == r.Player && (old.market() != r.market() || old.Side != r.Side) {
			see(old)
		}
	}
	if len(places) == 0 {
		return nil, nil
	}
	var rows []row
	err := tx.ReadPairs(ctx, &rows, `
		SELECT venue, bet_id, version, current, player, account, game, game_name, status, stake, valid, win, odds, odds_type, parlay,
			bet_at, settled_at, updated_at, stored_at, day, reason, entry, raw, round, market, side, worth, sold
		FROM bet WHERE venue = ? AND current AND round <> '' AND side <> '' AND (round, player) = {pair}`, places, venue)
	if err != nil {
		return nil, fmt.Errorf("read the rounds of %s: %w", venue, err)
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.BetID, b.BetID) })
	return rows, nil
}
