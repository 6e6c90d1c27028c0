package sexy

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Paths of the calls.
const (
	createMember  = "wallet/createMember"
	launchGame    = "wallet/doLoginAndLaunchGame"
	login         = "wallet/login"
	logout        = "wallet/logout"
	getBalance    = "wallet/getBalance"
	deposit       = "wallet/deposit"
	withdraw      = "wallet/withdraw"
	checkTransfer = "wallet/checkTransferOperation"
	betsByUpdate  = "fetch/gzip/getTransactionByUpdateDate"
)

const (
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 64 << 20 // bytes of an answer of the feed, unpacked
)

func (v *Venue) call(ctx context.Context, path string, form url.Values) (reply, error) {
	return v.ask(ctx, path, form, commandLimit)
}

// ask sends a call within the time limit and reads at most limit bytes of the answer.
// Errors name the path and never the secret.
func (v *Venue) ask(ctx context.Context, path string, form url.Values, limit int64) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	form.Set("cert", v.config.Cert)
	form.Set("agentId", v.config.AgentID)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.config.BaseURL+"/"+path, strings.NewReader(form.Encode()))
	if err != nil {
		return reply{}, errors.New("sexy: the address is not well formed")
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept-Encoding", "gzip") // unpacked here, whether or not the answer says that it is packed
	body, err := wire.Read(v.http, request, limit)
	if err == nil {
		body, err = unpack(body, limit)
	}
	if err != nil {
		return reply{}, fmt.Errorf("sexy: %s: %w", path, err)
	}
	r := reply{body: body}
	var e struct {
		Status wire.Text `json:"status"`
	}
	if json.Unmarshal(body, &e) != nil || e.Status == "" {
		return reply{}, fmt.Errorf("%s: %w", path, errForm)
	}
	r.status = string(e.Status)
	if reasons[r.status] == venue.Setup {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "call", path, "answer", r.said())
	}
	return r, nil
}

// unpack reads a body that is packed as gzip, and gives another as it is.
func unpack(body []byte, limit int64) ([]byte, error) {
	if !bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		return body, nil
	}
	packed, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	plain, err := io.ReadAll(io.LimitReader(packed, limit+1))
	if err == nil && int64(len(plain)) > limit {
		err = errors.New("the answer is too long")
	}
	return plain, err
}
