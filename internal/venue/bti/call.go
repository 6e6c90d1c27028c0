package bti

import (
	"bytes"
	"context"
	"encoding/json"
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
	recordLimit  = 64 << 20 // bytes of a page of bets
)

// call asks the wallet with a form. Errors name the method and never the secret.
func (v *Venue) call(ctx context.Context, method string, f url.Values) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	f.Set("AgentUserName", v.config.Agent)
	f.Set("AgentPassword", v.config.Password)
	answer, err := v.post(ctx, v.config.BaseURL+"/"+method, "application/x-www-form-urlencoded", f.Encode(), commandLimit)
	if err != nil {
		return reply{}, fmt.Errorf("bti: %s: %w", method, err)
	}
	r, err := readReply(answer)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", method, err)
	}
	if settings[r.code] {
		v.warn(ctx, method, r.code)
	}
	return r, nil
}

func (v *Venue) post(ctx context.Context, address, form, body string, limit int64) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		return nil, errors.New("the address is not well formed")
	}
	request.Header.Set("Content-Type", form)
	return wire.Read(v.http, request, limit)
}

func (v *Venue) warn(ctx context.Context, call, code string) {
	v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
		"venue", v.config.Code, "platform", v.config.PlatformID, "call", call, "code", code)
}

// ask asks the data interface with JSON.
func (v *Venue) ask(ctx context.Context, call, query string, f any) (dataReply, error) {
	body, err := json.Marshal(f)
	if err != nil {
		return dataReply{}, errForm
	}
	answer, err := v.post(ctx, v.config.DataURL+"/"+call+query, "application/json", string(body), recordLimit)
	if err != nil {
		return dataReply{}, fmt.Errorf("bti: %s: %w", call, err)
	}
	var r dataReply
	if err := json.NewDecoder(bytes.NewReader(answer)).Decode(&r); err != nil || r.Code == nil {
		return dataReply{}, fmt.Errorf("%s: %w", call, errForm)
	}
	return r, nil
}

// askSigned asks with the token of the data interface, and once more with a
// fresh one where the vendor says that it is over.
func (v *Venue) askSigned(ctx context.Context, call string, f any) (dataReply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	token, err := v.dataToken(ctx, "")
	if err != nil {
		return dataReply{}, err
	}
	r, err := v.ask(ctx, call, "?"+url.Values{"token": {token}}.Encode(), f)
	if err != nil || *r.Code != dataExpired {
		return r, err
	}
	if token, err = v.dataToken(ctx, token); err != nil {
		return dataReply{}, err
	}
	return v.ask(ctx, call, "?"+url.Values{"token": {token}}.Encode(), f)
}

// dataToken gives the token of the data interface. A token that is over is
// replaced once, however many calls found that out.
func (v *Venue) dataToken(ctx context.Context, over string) (string, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.token != "" && v.token != over {
		return v.token, nil
	}
	v.token = ""
	r, err := v.ask(ctx, "authorize_v2", "", map[string]string{"AgentUserName": v.config.Agent, "AgentPassword": v.config.Password})
	switch {
	case err != nil:
		return "", err
	case *r.Code == dataAuth:
		v.warn(ctx, "authorize_v2", fmt.Sprint(*r.Code))
		return "", &venue.Refusal{Reason: venue.Setup, Code: fmt.Sprint(*r.Code)}
	case *r.Code != dataOK || r.Token == "":
		return "", fmt.Errorf("bti: authorize_v2 answered %d", *r.Code)
	}
	v.token = r.Token
	return v.token, nil
}
