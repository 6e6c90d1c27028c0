package jdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"hongyun/internal/venue/wire"
)

const (
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 32 << 20 // bytes of a window of bets
)

// head begins every question.
func (v *Venue) head(action int) head {
	return head{Action: action, TS: v.config.Clock.Now().UnixMilli(), Parent: v.config.Parent}
}

// call sends a question within the time limit and reads at most limit bytes of the
// answer. Errors name the action and nothing that was sent.
func (v *Venue) call(ctx context.Context, action int, ask any, limit int64) (reply, error) {
	plain, err := json.Marshal(ask)
	if err != nil {
		return reply{}, fmt.Errorf("jdb: action %d: %w", action, err)
	}
	form := url.Values{"dc": {v.config.DC}, "x": {v.seal(plain)}}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.config.BaseURL, strings.NewReader(form.Encode()))
	if err != nil {
		return reply{}, errors.New("jdb: the address is not well formed")
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	body, err := wire.Read(v.http, request, limit)
	if err != nil {
		return reply{}, fmt.Errorf("jdb: action %d: %w", action, err)
	}
	r, err := readReply(body)
	if err != nil {
		return reply{}, fmt.Errorf("action %d: %w", action, err)
	}
	if !onSheet[r.code] { // wrong keys and maintenance have no code that we know
		v.config.Log.WarnContext(ctx, "the venue answered a code that we do not know",
			"venue", v.config.Code, "platform", v.config.PlatformID, "action", action, "code", wire.Clip(r.code))
	}
	return r, nil
}
