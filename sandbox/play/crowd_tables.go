package play

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/live"
	"hongyun/sandbox/play/dealer"
)

// As many of the crowd sit at a table.
const minAtTable, maxAtTable = 3, 8

// sitting is what one of the crowd does in a round: chips, some time after its beginning.
type sitting struct {
	name  string
	after time.Duration
	chips []dealer.Chip
}

// crowdAtTable is what the crowd does in a round; the same for the same round.
func (t turn) crowdAtTable(r live.Round) []sitting {
	d := t.draw(r.ID(), 0)
	var list []sitting
	for _, name := range some(d, minAtTable+d.IntN(maxAtTable-minAtTable+1)) {
		one := sitting{name: name, after: time.Second + time.Duration(d.IntN(int((live.BettingFor-3*time.Second)/time.Millisecond)))*time.Millisecond}
		spots := 1 + d.IntN(2)
		if r.Table.Game == live.Roulette || r.Table.Game == live.SicBo {
			spots += d.IntN(3)
		}
		for range spots {
			spot := drawSpot(d, r.Table.Game)
			if slices.ContainsFunc(one.chips, func(c dealer.Chip) bool { return c.Spot == spot || against(c.Spot, spot) }) {
				continue
			}
			stake := min(r.Table.Min*money.Fen(oneOf(d, []int{1, 1, 2, 2, 4, 10, 20})), r.Table.Max)
			one.chips = append(one.chips, dealer.Chip{Spot: spot, Stake: stake.String()})
		}
		list = append(list, one)
	}
	return list
}

// against reports whether bets on both spots oppose each other.
func against(a, b string) bool {
	for _, pair := range []string{"banker player", "dragon tiger", "red black", "odd even", "low high", "big small"} {
		if pair == a+" "+b || pair == b+" "+a {
			return true
		}
	}
	return false
}

// drawSpot takes the popular spots more often than the others.
func drawSpot(d *fair.Draw, g live.Game) string {
	var weights []int
	for _, spot := range g.Spots() {
		switch {
		case strings.HasSuffix(spot.Key, "pair"), spot.Odds >= 3500:
			weights = append(weights, 2)
		case g == live.SicBo && spot.Odds > 100:
			weights = append(weights, 3)
		case spot.Key == "tie":
			weights = append(weights, 5)
		case g == live.Roulette:
			weights = append(weights, 9)
		default:
			weights = append(weights, 30)
		}
	}
	return g.Spots()[d.Weighted(weights)].Key
}

// crowdAtTables places the chips that are due in the rounds under way. It plays
// at all tables of a hall with spectators, else at one of them.
func (p *Play) crowdAtTables(ctx context.Context, t turn) error {
	f, err := p.tables.FloorOf(ctx, t.Venue)
	if err != nil {
		return err
	}
	tables := f.Tables()
	if !t.watched {
		tables = tables[int(t.at.Unix()/10)%len(tables):][:1]
	}
	for _, table := range tables {
		r := f.RoundAt(table, t.at)
		if phase, _ := r.Phase(t.at); phase != live.Betting {
			continue
		}
		for _, one := range t.crowdAtTable(r) {
			id := fmt.Sprintf("crowd-%s-%s", r.ID(), t.seed.Derive(one.name).Commitment()[:8])
			if r.Opens.Add(one.after).After(t.at) || !p.Attendance.First(t.Venue+id, r.Closes(), t.at) {
				continue
			}
			if !t.may() {
				p.Attendance.Forget(t.Venue + id)
				return nil
			}
			s, err := p.crowdSession(ctx, t, t.Venue, one.name)
			if err != nil {
				return err
			}
			if _, err := p.tables.PlayChips(ctx, s, dealer.BetRequest{ID: id, Round: r.ID(), Bets: one.chips}); err != nil {
				return err
			}
		}
	}
	return nil
}
