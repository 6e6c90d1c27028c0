package people

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/guard"
)

// PlayerLimits is what a player decided about themself. There is no call that
// changes it: only the player does, and no person ends a stop early.
type PlayerLimits struct {
	Deposits []DepositLimit `json:"deposits"`
	Stop     *Stop          `json:"stop"` // what holds the player longest now
	Reality  int            `json:"reality" doc:"minutes between two reality checks, 0: none"`
	Stops    []Stop         `json:"stops"`
	Changes  []LimitChange  `json:"changes"`
}

// DepositLimit is a limit and what is used of it.
type DepositLimit struct {
	Period  string       `json:"period" enumOf:"limit period"`
	Amount  *wire.Yuan   `json:"amount"` // null: no limit
	Used    wire.Yuan    `json:"used"`   // credited in the period
	Open    wire.Yuan    `json:"open"`   // orders that may still be credited
	Pending *LimitChange `json:"pending"`
}

// LimitChange is a decision about a limit.
type LimitChange struct {
	Period      string     `json:"period" enumOf:"limit period"`
	Amount      *wire.Yuan `json:"amount"` // null: no limit
	Was         *wire.Yuan `json:"was"`
	AskedAt     wire.Ms    `json:"askedAt"`
	ReadyAt     wire.Ms    `json:"readyAt"`
	LapsesAt    wire.Ms    `json:"lapsesAt"`
	AppliedAt   *wire.Ms   `json:"appliedAt"`
	CancelledAt *wire.Ms   `json:"cancelledAt"`
}

// Stop is a time-out or an exclusion.
type Stop struct {
	Kind    string   `json:"kind" enumOf:"stop"`
	Term    string   `json:"term" enumOf:"exclusion term or none" doc:"of an exclusion"`
	Days    int      `json:"days" doc:"of a time-out, 0: an exclusion"`
	Since   wire.Ms  `json:"since"`
	Until   wire.Ms  `json:"until"`
	AskedAt *wire.Ms `json:"askedAt"`
	EndsAt  *wire.Ms `json:"endsAt"` // null: lasts until the player asks
}

func (s *Handlers) playerLimits(ctx context.Context, c *route.Call) (PlayerLimits, error) {
	out := PlayerLimits{Deposits: []DepositLimit{}, Stops: []Stop{}, Changes: []LimitChange{}}
	if _, err := s.Players.Find(ctx, s.Read, c.ID()); err != nil {
		return out, err
	}
	limits, err := s.Guard.Limits(ctx, s.Read, c.ID())
	if err != nil {
		return out, err
	}
	changes, err := s.Guard.LimitHistory(ctx, s.Read, c.ID())
	if err != nil {
		return out, err
	}
	stops, standing, err := s.Guard.Stops(ctx, s.Read, c.ID())
	if err != nil {
		return out, err
	}
	out.Deposits, out.Changes, out.Stops = api.Each(limits, depositLimit), api.Each(changes, limitChange), api.Each(stops, stop)
	if standing != nil {
		held := stop(*standing)
		out.Stop = &held
	}
	out.Reality, err = s.Guard.Reality(ctx, s.Read, c.ID())
	return out, err
}

func depositLimit(l guard.Limit) DepositLimit {
	out := DepositLimit{Period: string(l.Period), Amount: wire.InYuanUnlessZero(l.Amount), Used: wire.InYuan(l.Credited), Open: wire.InYuan(l.Open)}
	if l.Pending != nil {
		change := limitChange(*l.Pending)
		out.Pending = &change
	}
	return out
}

func limitChange(c guard.LimitChange) LimitChange {
	return LimitChange{
		Period: string(c.Period), Amount: wire.InYuanUnlessZero(c.Amount), Was: wire.InYuanUnlessZero(c.Was), AskedAt: wire.InMs(c.AskedAt), ReadyAt: wire.InMs(c.ReadyAt),
		LapsesAt: wire.InMs(c.LapsesAt()), AppliedAt: wire.InMsOrNull(c.AppliedAt), CancelledAt: wire.InMsOrNull(c.CancelledAt),
	}
}

func stop(s guard.Stop) Stop {
	return Stop{
		Kind: string(s.Kind), Term: string(s.ExclusionTerm()), Days: s.Days(), Since: wire.InMs(s.Since), Until: wire.InMs(s.Until), AskedAt: wire.InMsOrNull(s.AskedAt), EndsAt: wire.InMsOrNull(s.EndsAt),
	}
}
