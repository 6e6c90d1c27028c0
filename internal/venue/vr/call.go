package vr

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	version      = "1.0"
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 32 << 20 // bytes of a page of bets
)

// stamp is a time as the vendor writes it, in UTC.
func stamp(t time.Time) string { return t.UTC().Format(stampForm) }

// seal encrypts a text and writes it in standard Base64.
func (v *Venue) seal(text []byte) string {
	return base64.StdEncoding.EncodeToString(v.cipher.Seal(text))
}

// open reads a sealed answer.
func (v *Venue) open(sealed []byte) ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(sealed)))
	if err != nil {
		return nil, errForm
	}
	text, err := v.cipher.Open(raw)
	if err != nil {
		return nil, errForm
	}
	return text, nil
}

// call sends one question within the time limit and gives the decrypted answer.
func (v *Venue) call(ctx context.Context, path string, ask any, limit int64) ([]byte, error) {
	text, err := json.Marshal(ask)
	if err != nil {
		return nil, fmt.Errorf("vr: %s: %w", path, err)
	}
	form := url.Values{"version": {version}, "id": {v.config.MerchantID}, "data": {v.seal(text)}}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.config.BaseURL+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, errors.New("vr: the address is not well formed")
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	body, err := wire.Read(v.http, request, limit)
	if err == nil {
		body, err = v.open(body)
	}
	if err != nil {
		return nil, fmt.Errorf("vr: %s: %w", path, err)
	}
	return body, nil
}

// errorCode reads the answer of an account call and tells operators when the
// vendor does not accept our contract.
func (v *Venue) errorCode(ctx context.Context, path string, body []byte) (int, error) {
	code, err := readErrorCode(body)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	v.warn(ctx, path, accountReasons[code], code)
	return code, nil
}

func (v *Venue) warn(ctx context.Context, path string, reason venue.Reason, code int) {
	if reason == venue.Setup {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "call", path, "code", code)
	}
}
