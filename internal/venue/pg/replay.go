package pg

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"github.com/google/uuid"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Replay asks for a session of the operator and gives the address of the vendor's
// page of the round. The session is good for the rounds of every player, so the
// address is for staff alone (Rules().ReplayForStaff).
func (v *Venue) Replay(ctx context.Context, b venue.ReplayBet) (string, error) {
	var bet struct {
		ParentBetID wire.Text `json:"parentBetId"`
	}
	if b.BetID == "" || len(b.Raw) > 0 && json.Unmarshal(b.Raw, &bet) != nil {
		return "", &venue.Refusal{Reason: venue.Other, Code: "not asked"}
	}
	r, err := v.call(ctx, "Login/v1/LoginProxy", url.Values{})
	if err != nil {
		return "", err
	}
	if r.code != codeOK {
		return "", r.refusal()
	}
	var login struct {
		Session wire.Text `json:"operator_session"`
	}
	if json.Unmarshal(r.data, &login) != nil || login.Session == "" {
		return "", fmt.Errorf("LoginProxy: %w", errForm)
	}
	query := url.Values{
		"trace_id": {uuid.NewString()}, "t": {string(login.Session)}, "psid": {string(wire.Or(bet.ParentBetID, wire.Text(b.BetID)))}, "sid": {b.BetID},
		"lang": {"zh"}, "type": {"operator"},
	}
	return v.config.ReplayURL + "/history/redirect.html?" + query.Encode(), nil
}
