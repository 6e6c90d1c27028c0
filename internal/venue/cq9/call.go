package cq9

import (
	"context"
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

// post sends a form.
func (v *Venue) post(ctx context.Context, path string, form url.Values) (reply, error) {
	return v.call(ctx, http.MethodPost, path, form.Encode(), commandLimit)
}

// get asks with a query.
func (v *Venue) get(ctx context.Context, path string, query url.Values, limit int64) (reply, error) {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return v.call(ctx, http.MethodGet, path, "", limit)
}

// call performs one call within the time limit and reads at most limit bytes.
// Errors name the path without its query and never the token.
func (v *Venue) call(ctx context.Context, method, path, form string, limit int64) (reply, error) {
	shown, _, _ := strings.Cut(path, "?")
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, v.config.BaseURL+"/gameboy"+path, strings.NewReader(form))
	if err != nil {
		return reply{}, fmt.Errorf("cq9: %s: the address is not well formed", shown)
	}
	request.Header.Set("Authorization", v.config.Token)
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	body, err := wire.Read(v.http, request, limit)
	if err != nil {
		return reply{}, fmt.Errorf("cq9: %s: %w", shown, err)
	}
	r, err := readReply(body)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", shown, err)
	}
	if reasons[r.code] == venue.Setup {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "call", shown, "code", r.code)
	}
	return r, nil
}
