package adminapi

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/guard"
)

// PlayerLimits is what a player decided about themself. There is no call that
// changes it: nobody but the player does, and nobody ends a stop early.
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
	Amount  *Yuan        `json:"amount"` // null: no limit
	Used    Yuan         `json:"used"`   // credited in the period
	Open    Yuan         `json:"open"`   // orders that may still be credited
	Pending *LimitChange `json:"pending"`
}

// LimitChange is a decision about a limit.
type LimitChange struct {
	Period      string `json:"period" enumOf:"limit period"`
	Amount      *Yuan  `json:"amount"` // null: no limit
	Was         *Yuan  `json:"was"`
	AskedAt     Ms     `json:"askedAt"`
	ReadyAt     Ms     `json:"readyAt"`
	LapsesAt    Ms     `json:"lapsesAt"`
	AppliedAt   *Ms    `json:"appliedAt"`
	CancelledAt *Ms    `json:"cancelledAt"`
}

// Stop is a time-out or an exclusion.
type Stop struct {
	Kind    string `json:"kind" enumOf:"stop"`
	Term    string `json:"term"`
	Since   Ms     `json:"since"`
	Until   Ms     `json:"until"`
	AskedAt *Ms    `json:"askedAt"`
	EndsAt  *Ms    `json:"endsAt"` // null: stands until the player asks
}

func (s *peopleHandlers) playerLimits(ctx context.Context, c *call) (PlayerLimits, error) {
	out := PlayerLimits{Deposits: []DepositLimit{}, Stops: []Stop{}, Changes: []LimitChange{}}
	if _, err := s.Players.Find(ctx, s.Read, c.id()); err != nil {
		return out, err
	}
	limits, err := s.Guard.Limits(ctx, s.Read, c.id())
	if err != nil {
		return out, err
	}
	changes, err := s.Guard.LimitHistory(ctx, s.Read, c.id())
	if err != nil {
		return out, err
	}
	stops, standing, err := s.Guard.Stops(ctx, s.Read, c.id())
	if err != nil {
		return out, err
	}
	out.Deposits, out.Changes, out.Stops = api.Each(limits, depositLimit), api.Each(changes, limitChange), api.Each(stops, stop)
	if standing != nil {
		held := stop(*standing)
		out.Stop = &held
	}
	out.Reality, err = s.Guard.Reality(ctx, s.Read, c.id())
	return out, err
}

func depositLimit(l guard.Limit) DepositLimit {
	out := DepositLimit{Period: string(l.Period), Amount: someYuan(l.Amount), Used: yuan(l.Credited), Open: yuan(l.Open)}
	if l.Pending != nil {
		change := limitChange(*l.Pending)
		out.Pending = &change
	}
	return out
}

func limitChange(c guard.LimitChange) LimitChange {
	return LimitChange{
		Period: string(c.Period), Amount: someYuan(c.Amount), Was: someYuan(c.Was), AskedAt: ms(c.AskedAt), ReadyAt: ms(c.ReadyAt),
		LapsesAt: ms(c.LapsesAt()), AppliedAt: msOf(c.AppliedAt), CancelledAt: msOf(c.CancelledAt),
	}
}

func stop(s guard.Stop) Stop {
	return Stop{
		Kind: string(s.Kind), Term: string(s.Term), Since: ms(s.Since), Until: ms(s.Until), AskedAt: msOf(s.AskedAt), EndsAt: msOf(s.EndsAt),
	}
}
