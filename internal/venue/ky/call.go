package ky

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// command asks the command address one thing.
func (v *Venue) command(ctx context.Context, command int, inner string) (reply, error) {
	body, err := v.get(ctx, v.config.BaseURL, inner, commandLimit)
	if err != nil {
		return reply{}, fmt.Errorf("ky: command %d: %w", command, err)
	}
	r, err := readReply(body, command)
	if err != nil {
		return reply{}, err
	}
	if code := int(*r.Code); reasons[code] == venue.Setup {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "command", command, "code", code)
	}
	return r, nil
}

// get performs one call within the time limit and reads at most limit bytes.
// Errors never hold the address, which carries the signature.
func (v *Venue) get(ctx context.Context, base, inner string, limit int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	address, err := v.address(base, v.config.Clock.Now().UnixMilli(), inner)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("the address is not well formed")
	}
	return wire.Read(v.http, request, limit)
}
