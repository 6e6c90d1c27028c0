package pg

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 64 << 20 // bytes of a list of bets
)

// call sends a command.
func (v *Venue) call(ctx context.Context, path string, form url.Values) (reply, error) {
	return v.ask(ctx, v.config.BaseURL, path, form, commandLimit)
}

// ask sends a form within the time limit and reads at most limit bytes of the answer.
// Errors name the path and never the keys.
func (v *Venue) ask(ctx context.Context, base, path string, form url.Values, limit int64) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	form.Set("operator_token", v.config.OperatorToken)
	form.Set("secret_key", v.config.SecretKey)
	address := base + "/" + path + "?trace_id=" + uuid.NewString()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return reply{}, errors.New("pg: the address is not well formed")
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	body, err := wire.Read(v.http, request, limit)
	if err != nil {
		return reply{}, fmt.Errorf("pg: %s: %w", path, err)
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
