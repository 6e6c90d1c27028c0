package play

import (
	"context"
	"slices"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/lottery"
)

// ticketCount is how many tickets an issue has, and what they won.
type ticketCount struct {
	sold, won int
	best      money.Fen
}

// ticketCounts counts everybody's tickets of the issues under way and the ones
// before them. There are none while no crowd plays.
func (p *Play) ticketCounts(ctx context.Context, venue string, now time.Time) (map[string]ticketCount, error) {
	p.look(ctx, venue, KindLottery, now)
	if !p.Crowd() {
		return nil, nil
	}
	longest := slices.MaxFunc(lottery.All(), func(a, b lottery.Lottery) int { return int(a.Every - b.Every) }).Every
	counts := map[string]ticketCount{}
	for _, of := range withCrowd(venue) {
		bets, err := p.Books.PlacedBetween(ctx, of, now.Add(-2*longest).UnixMilli(), now.UnixMilli())
		if err != nil {
			return nil, err
		}
		for _, b := range bets {
			issue := slipOf(b).Issue
			if issue == "" || b.Status == books.BetVoid {
				continue
			}
			count := counts[issue]
			count.sold++
			if b.Payout > 0 {
				count.won++
				count.best = max(count.best, b.Payout)
			}
			counts[issue] = count
		}
	}
	return counts, nil
}

// withCrowd are the names under which persons and the crowd have their accounts.
func withCrowd(venue string) [2]string {
	venue = realVenue(venue)
	return [2]string{venue, crowdVenue + venue}
}

// betsOnMatches counts everybody's open bets by match. There are none while no
// crowd plays.
func (p *Play) betsOnMatches(ctx context.Context, venue string, now time.Time) (map[string]int, error) {
	p.look(ctx, venue, KindSports, now)
	p.look(ctx, venue, KindEsports, now)
	if !p.Crowd() {
		return nil, nil
	}
	counts := map[string]int{}
	for _, of := range withCrowd(venue) {
		bets, err := p.Books.OpenBets(ctx, of)
		if err != nil {
			return nil, err
		}
		for _, b := range bets {
			for _, leg := range SlipOf(b).Legs {
				counts[leg.Match]++
			}
		}
	}
	return counts, nil
}
