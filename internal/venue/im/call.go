package im

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 64 << 20 // bytes of a page of bets
)

// fields are what a call asks, beside the MerchantCode.
type fields map[string]any

// call asks the wallet host.
func (v *Venue) call(ctx context.Context, path string, f fields) (reply, error) {
	return v.ask(ctx, v.config.BaseURL, path, f, commandLimit)
}

// ask sends a call within the time limit and reads at most limit bytes of the
// answer. Errors name the path and never the secret.
func (v *Venue) ask(ctx context.Context, base, path string, f fields, limit int64) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	f["MerchantCode"] = v.config.MerchantCode
	body, err := json.Marshal(f)
	if err != nil {
		return reply{}, errForm
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, base+path, bytes.NewReader(body))
	if err != nil {
		return reply{}, errors.New("im: the address is not well formed")
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := wire.Read(v.http, request, limit)
	if err != nil {
		return reply{}, fmt.Errorf("im: %s: %w", path, err)
	}
	r, err := readReply(answer)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", path, err)
	}
	if reason(r.code) == venue.Setup {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "call", path, "code", r.code)
	}
	return r, nil
}
