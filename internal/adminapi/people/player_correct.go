package adminapi

import (
	"context"
	"strconv"
)

// Correction asks for another value of a personal field.
type Correction struct {
	Field  string `json:"field" enum:"trueName,phone,email,birthday"`
	Value  string `json:"value"`
	Reason string `json:"reason"`
}

// Corrected is a personal field in full, before and after a correction.
type Corrected struct {
	Was   string `json:"was" doc:"empty where the field was not filled in"`
	Value string `json:"value"`
}

func (s *peopleHandlers) playerCorrect(ctx context.Context, c *call, in Correction) (Outcome, error) {
	id, err := s.Players.AskCorrection(ctx, c.by, c.id(), in.Field, in.Value, in.Reason)
	return Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *peopleHandlers) approvalReveal(ctx context.Context, c *call, in Reason) (Corrected, error) {
	was, value, err := s.Players.RevealCorrection(ctx, c.by, c.id(), in.Reason)
	return Corrected{was, value}, err
}

func (s *peopleHandlers) playerCardRemove(ctx context.Context, c *call, in Reason) (Outcome, error) {
	card, err := strconv.ParseInt(c.r.PathValue("card"), 10, 64)
	if err != nil {
		return Outcome{}, errInput.With("card")
	}
	return outcome(s.Cashier.Cards.AskRemoval(ctx, c.by, c.id(), card, in.Reason))
}

func (s *peopleHandlers) playerAddressRemove(ctx context.Context, c *call, in Reason) (Outcome, error) {
	address, err := strconv.ParseInt(c.r.PathValue("address"), 10, 64)
	if err != nil {
		return Outcome{}, errInput.With("address")
	}
	return outcome(s.Cashier.Addresses.AskRemoval(ctx, c.by, c.id(), address, in.Reason))
}

func (s *peopleHandlers) playerReturnLift(ctx context.Context, c *call, in Reason) (Outcome, error) {
	id, err := s.Guard.AskLift(ctx, c.by, c.id(), in.Reason)
	return Outcome{Status: "waiting", ApprovalID: id}, err
}
