package adminapi

import (
	"cmp"
	"context"
	"strconv"

	"hongyun/internal/api"
	"hongyun/internal/bet"
	"hongyun/internal/turnover"
)

// Turnover is what a player still has to bet, bucket by bucket.
type Turnover struct {
	Outstanding Yuan     `json:"outstanding"`
	Buckets     []Bucket `json:"buckets"`
}

// Bucket is one requirement.
type Bucket struct {
	ID        string  `json:"id"`
	Source    string  `json:"source" enum:"deposit,grant"`
	Reference string  `json:"reference"`
	CreatedAt Ms      `json:"createdAt"`
	Amount    Yuan    `json:"amount"`
	Multiple  string  `json:"multiple"`
	Required  Yuan    `json:"required"`
	Done      Yuan    `json:"done"`
	State     string  `json:"state" enum:"open,met,dropped"`
	Reason    *string `json:"reason"`
}

// TurnoverLine is what one bet gave to a requirement.
type TurnoverLine struct {
	ID        string `json:"id"`
	BetID     string `json:"betId"`
	VenueName string `json:"venueName"`
	Game      string `json:"game"`
	BetAt     Ms     `json:"betAt"`
	Stake     Yuan   `json:"stake"`
	Valid     Yuan   `json:"valid"`
	Counted   Yuan   `json:"counted"`
	Weight    string `json:"weight"`
	Reason    string `json:"reason"`
}

func (s *cashHandlers) playerTurnover(ctx context.Context, c *call) (Turnover, error) {
	return s.turnoverOf(ctx, c.id())
}

func (s *cashHandlers) turnoverOf(ctx context.Context, id string) (Turnover, error) {
	left, err := s.Turnovers.Outstanding(ctx, s.Read, id)
	if err != nil {
		return Turnover{}, err
	}
	buckets, err := s.Turnovers.Buckets(ctx, s.Read, id)
	return Turnover{Outstanding: yuan(left), Buckets: api.Each(buckets, func(b turnover.BucketReport) Bucket {
		source := b.Source
		if source != "deposit" {
			source = "grant"
		}
		return Bucket{
			ID: b.ID, Source: source, Reference: b.Ref, CreatedAt: ms(b.OpenedAt), Amount: yuan(b.Amount), Multiple: b.Multiple(),
			Required: yuan(b.Required), Done: yuan(b.Done), State: b.State, Reason: textOf(b.Reason),
		}
	})}, err
}

func (s *cashHandlers) playerTurnoverLines(ctx context.Context, c *call) (Page[TurnoverLine], error) {
	page := c.page()
	if err := c.checked(); err != nil {
		return Page[TurnoverLine]{}, err
	}
	size, _ := page.Bounds()
	lines, total, err := s.Turnovers.Lines(ctx, s.Read, c.id(), c.r.PathValue("bucket"), max(page.Number, 1), int(size))
	if err != nil {
		return Page[TurnoverLine]{}, err
	}
	names, err := s.Venues.Names(ctx, s.Read)
	if err != nil {
		return Page[TurnoverLine]{}, err
	}
	bets, err := s.betsOf(ctx, c.id(), lines)
	return pageOf(lines, total, func(l turnover.Line) TurnoverLine {
		b := bets[l.Venue][l.BetID]
		return TurnoverLine{
			ID: l.ID, BetID: l.BetID, VenueName: cmp.Or(names[l.Venue], l.Venue), Game: b.GameName, BetAt: ms(l.BetAt), Stake: yuan(b.Stake),
			Valid: yuan(l.Valid), Counted: yuan(l.Counted), Weight: strconv.Itoa(l.Weight/10) + "%", Reason: l.Reason,
		}
	}), err
}

// betsOf are the bets that lines are about, by venue and id.
func (s *cashHandlers) betsOf(ctx context.Context, player string, lines []turnover.Line) (map[string]map[string]bet.LineRow, error) {
	ids := map[string][]string{}
	for _, l := range lines {
		ids[l.Venue] = append(ids[l.Venue], l.BetID)
	}
	bets := map[string]map[string]bet.LineRow{}
	for code, of := range ids {
		found, err := s.Bets.Named(ctx, player, code, of)
		if err != nil {
			return nil, err
		}
		bets[code] = found
	}
	return bets, nil
}
