package people

import (
	"context"
	"strconv"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
)

// Correction asks for another value of a personal field.
type Correction struct {
	Field  string `json:"field" enumOf:"correctable field"`
	Value  string `json:"value"`
	Reason string `json:"reason"`
}

// Corrected is a personal field in full, before and after a correction.
type Corrected struct {
	Was   string `json:"was" doc:"empty where the field was not filled in"`
	Value string `json:"value"`
}

func (s *Handlers) playerCorrect(ctx context.Context, c *route.Call, in Correction) (wire.Outcome, error) {
	id, err := s.Players.AskCorrection(ctx, c.By, c.ID(), in.Field, in.Value, in.Reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *Handlers) approvalReveal(ctx context.Context, c *route.Call, in wire.Reason) (Corrected, error) {
	was, value, err := s.Players.RevealCorrection(ctx, c.By, c.ID(), in.Reason)
	return Corrected{was, value}, err
}

func (s *Handlers) playerCardRemove(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	card, err := strconv.ParseInt(c.Request.PathValue("card"), 10, 64)
	if err != nil {
		return wire.Outcome{}, route.ErrInput.With("card")
	}
	return wire.OutcomeOf(s.Cashier.Cards.AskRemoval(ctx, c.By, c.ID(), card, in.Reason))
}

func (s *Handlers) playerAddressRemove(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	address, err := strconv.ParseInt(c.Request.PathValue("address"), 10, 64)
	if err != nil {
		return wire.Outcome{}, route.ErrInput.With("address")
	}
	return wire.OutcomeOf(s.Cashier.Addresses.AskRemoval(ctx, c.By, c.ID(), address, in.Reason))
}

func (s *Handlers) playerReturnLift(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	id, err := s.Guard.AskLift(ctx, c.By, c.ID(), in.Reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}
