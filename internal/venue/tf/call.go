package tf

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 32 << 20 // bytes of a page of bets
)

// post sends a command.
func (v *Venue) post(ctx context.Context, path string, order any) (reply, error) {
	body, err := json.Marshal(order)
	if err != nil {
		return reply{}, fmt.Errorf("tf: %s: %w", path, err)
	}
	return v.call(ctx, http.MethodPost, path, "", body, commandLimit)
}

// get asks a question.
func (v *Venue) get(ctx context.Context, path string, query url.Values, limit int64) (reply, error) {
	return v.call(ctx, http.MethodGet, path, "?"+query.Encode(), nil, limit)
}

// call sends a request within the time limit and reads at most limit bytes of the
// answer. Errors name the path and never the tokens.
func (v *Venue) call(ctx context.Context, method, path, query string, body []byte, limit int64) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, v.config.BaseURL+"/api/v2/"+path+"/"+query, bytes.NewReader(body))
	if err != nil {
		return reply{}, errors.New("tf: the address is not well formed")
	}
	request.Header.Set("Authorization", "Token "+v.config.PrivateToken)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	status, answer, err := wire.ReadStatus(v.http, request, limit)
	if err != nil {
		return reply{}, fmt.Errorf("tf: %s: %w", path, err)
	}
	r, err := readReply(status, answer)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w (status %d)", path, err, status)
	}
	if reason, _ := r.reason(); reason == venue.Setup {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "call", path, "answer", r.said())
	}
	return r, nil
}
