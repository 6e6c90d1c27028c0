package cash

import (
	"cmp"
	"context"
	"strconv"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/bet"
	"hongyun/internal/turnover"
)

// Turnover is what a player still has to bet, bucket by bucket.
type Turnover struct {
	Outstanding wire.Yuan `json:"outstanding"`
	Buckets     []Bucket  `json:"buckets"`
}

// Bucket is one requirement.
type Bucket struct {
	ID        string    `json:"id"`
	Source    string    `json:"source" enum:"deposit,grant"`
	Reference string    `json:"reference"`
	CreatedAt wire.Ms   `json:"createdAt"`
	Amount    wire.Yuan `json:"amount"`
	Multiple  string    `json:"multiple"`
	Required  wire.Yuan `json:"required"`
	Done      wire.Yuan `json:"done"`
	State     string    `json:"state" enumOf:"turnover state"`
	Reason    *string   `json:"reason"`
}

// TurnoverLine is what one bet gave to a requirement.
type TurnoverLine struct {
	ID        string    `json:"id"`
	BetID     string    `json:"betId"`
	VenueName string    `json:"venueName"`
	Game      string    `json:"game"`
	BetAt     wire.Ms   `json:"betAt"`
	Stake     wire.Yuan `json:"stake"`
	Valid     wire.Yuan `json:"valid"`
	Counted   wire.Yuan `json:"counted"`
	Weight    string    `json:"weight"`
	Reason    string    `json:"reason"`
}

func (s *Handlers) playerTurnover(ctx context.Context, c *route.Call) (Turnover, error) {
	return s.turnoverOf(ctx, c.ID())
}

func (s *Handlers) turnoverOf(ctx context.Context, id string) (Turnover, error) {
	left, err := s.Turnovers.Outstanding(ctx, s.Read, id)
	if err != nil {
		return Turnover{}, err
	}
	buckets, err := s.Turnovers.Buckets(ctx, s.Read, id)
	return Turnover{Outstanding: wire.InYuan(left), Buckets: api.Each(buckets, func(b turnover.BucketReport) Bucket {
		source := b.Source
		if source != "deposit" {
			source = "grant"
		}
		return Bucket{
			ID: b.ID, Source: source, Reference: b.Ref, CreatedAt: wire.InMs(b.OpenedAt), Amount: wire.InYuan(b.Amount), Multiple: b.Multiple(),
			Required: wire.InYuan(b.Required), Done: wire.InYuan(b.Done), State: b.State, Reason: wire.TextOrNull(b.Reason),
		}
	})}, err
}

func (s *Handlers) playerTurnoverLines(ctx context.Context, c *route.Call) (wire.Page[TurnoverLine], error) {
	page := c.Page()
	if err := c.Checked(); err != nil {
		return wire.Page[TurnoverLine]{}, err
	}
	size, _ := page.Bounds()
	lines, total, err := s.Turnovers.Lines(ctx, s.Read, c.ID(), c.Request.PathValue("bucket"), max(page.Number, 1), int(size))
	if err != nil {
		return wire.Page[TurnoverLine]{}, err
	}
	names, err := s.Venues.Names(ctx, s.Read)
	if err != nil {
		return wire.Page[TurnoverLine]{}, err
	}
	bets, err := s.betsOf(ctx, c.ID(), lines)
	return wire.PageOf(lines, total, func(l turnover.Line) TurnoverLine {
		b := bets[l.Venue][l.BetID]
		return TurnoverLine{
			ID: l.ID, BetID: l.BetID, VenueName: cmp.Or(names[l.Venue], l.Venue), Game: b.GameName, BetAt: wire.InMs(l.BetAt), Stake: wire.InYuan(b.Stake),
			Valid: wire.InYuan(l.Valid), Counted: wire.InYuan(l.Counted), Weight: strconv.Itoa(l.Weight/10) + "%", Reason: l.Reason,
		}
	}), err
}

// betsOf are the bets that lines are about, by venue and id.
func (s *Handlers) betsOf(ctx context.Context, player string, lines []turnover.Line) (map[string]map[string]bet.LineRow, error) {
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
