package tcg

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
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
	apiPath      = "/doBusiness.do"
	commandLimit = 64 << 10 // bytes of an answer to a command
	product      = 2        // the vendor's lottery
	modeReal     = 1        // a game for money; 0 is a trial
)

// The requests of the calls, with the fields in the order of the vendor's
// examples.
type (
	createAsk struct {
		Method   string `json:"method"`
		Username string `json:"username"`
		Password string `json:"password"`
		Currency string `json:"currency"`
	}
	balanceAsk struct {
		Method   string `json:"method"`
		Username string `json:"username"`
		Product  int    `json:"product_type"`
	}
	transferAsk struct {
		Method    string `json:"method"`
		Username  string `json:"username"`
		Product   int    `json:"product_type"`
		FundType  int    `json:"fund_type"`
		Amount    int64  `json:"amount"` // yuan
		Reference string `json:"reference_no"`
	}
	statusAsk struct {
		Method    string `json:"method"`
		Product   int    `json:"product_type"`
		Reference string `json:"ref_no"`
	}
	launchAsk struct {
		Method   string `json:"method"`
		Username string `json:"username"`
		Product  int    `json:"product_type"`
		Platform string `json:"platform"`
		Mode     int    `json:"game_mode"`
		Game     string `json:"game_code"`
		Language string `json:"language"`
		BackURL  string `json:"back_url,omitempty"`
	}
)

// ask is any of the questions above.
type ask interface{ method() string }

func (a createAsk) method() string   { return a.Method }
func (a balanceAsk) method() string  { return a.Method }
func (a transferAsk) method() string { return a.Method }
func (a statusAsk) method() string   { return a.Method }
func (a launchAsk) method() string   { return a.Method }

// seal encrypts a question and signs it.
func (v *Venue) seal(text []byte) (params, sign string) {
	params = base64.StdEncoding.EncodeToString(v.cipher.Seal(text))
	sum := sha256.Sum256([]byte(params + v.config.SignKey))
	return params, hex.EncodeToString(sum[:])
}

// call sends one question within the time limit. Errors name the method and
// never a key.
func (v *Venue) call(ctx context.Context, question ask) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	text, err := json.Marshal(question)
	if err != nil {
		return reply{}, errForm
	}
	params, sign := v.seal(text)
	form := url.Values{"merchant_code": {v.config.Merchant}, "params": {params}, "sign": {sign}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.config.BaseURL+apiPath, strings.NewReader(form.Encode()))
	if err != nil {
		return reply{}, errors.New("tcg: the address is not well formed")
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	body, err := wire.Read(v.http, request, commandLimit)
	if err != nil {
		return reply{}, fmt.Errorf("tcg: %s: %w", question.method(), err)
	}
	r, err := readReply(body)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", question.method(), err)
	}
	if reasons[r.status] == venue.Setup {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "call", question.method(), "code", r.status)
	}
	return r, nil
}
