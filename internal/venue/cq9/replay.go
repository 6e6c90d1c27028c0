package cq9

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// roundName is the number of a round, as the vendor writes it.
var roundName = regexp.MustCompile(`^[A-Za-z0-9:_-]{1,100}$`)

// Replay asks for the page of one round of one account. The address carries the
// vendor's own token of that round.
func (v *Venue) Replay(ctx context.Context, b venue.ReplayBet) (string, error) {
	var r row
	if json.Unmarshal(b.Raw, &r) != nil || r.Round == "" {
		r.Round = wire.Text(b.BetID)
	}
	if !roundName.MatchString(string(r.Round)) || !plainName.MatchString(b.Account) {
		return "", &venue.Refusal{Reason: venue.Other, Code: "not asked"}
	}
	answer, err := v.get(ctx, "/order/detail/v2", url.Values{"roundid": {string(r.Round)}, "account": {b.Account}}, commandLimit)
	if err != nil {
		return "", err
	}
	if answer.code != codeOK {
		return "", refusal(answer.code)
	}
	var address string
	if json.Unmarshal(answer.data, &address) != nil {
		return "", fmt.Errorf("/order/detail/v2: %w", errForm)
	}
	if err := wire.CheckLaunch(address, v.config.LaunchHosts); err != nil {
		return "", fmt.Errorf("cq9: %w", err)
	}
	return address, nil
}
