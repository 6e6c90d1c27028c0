package avia

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 32 << 20 // bytes of a page of bets
)

// call sends a form within the time limit and reads at most limit bytes of the
// answer. Errors name the path and never the secret.
func (v *Venue) call(ctx context.Context, path string, form url.Values, limit int64) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.config.BaseURL+"/api/"+path, strings.NewReader(form.Encode()))
	if err != nil {
		return reply{}, errors.New("avia: the address is not well formed")
	}
	request.Header.Set("Authorization", v.config.SecretKey)
	request.Header.Set("Content-Language", "CHN")
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	body, err := wire.Read(v.http, request, limit)
	if err != nil {
		return reply{}, fmt.Errorf("avia: %s: %w", path, err)
	}
	r, err := readReply(body)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", path, err)
	}
	if reasons[r.code] == venue.Setup {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "call", path, "code", r.code)
	}
	return r, nil
}
