package fb

import (
	"bytes"
	"context"
	"crypto/md5"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	apiPath      = "/fb/data/api/v2"
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 64 << 20 // bytes of a file of bets
)

// The requests of the calls. The signed bytes are the bytes that are sent.
type (
	userAsk struct {
		MerchantUserID string `json:"merchantUserId"`
	}
	transferAsk struct {
		MerchantUserID string `json:"merchantUserId"`
		BusinessID     string `json:"businessId"`
		Amount         string `json:"amount"`
	}
	detailAsk struct {
		MerchantUserID string `json:"merchantUserId"`
		BusinessID     string `json:"businessId"`
		TransferType   string `json:"transferType"`
	}
	tokenAsk struct {
		MerchantUserID string `json:"merchantUserId"`
		Platform       string `json:"platForm"`
		IP             string `json:"ip"`
	}
	filesAsk struct {
		StartTime int64 `json:"startTime"`
		EndTime   int64 `json:"endTime"`
	}
	fileAsk struct {
		FileID string `json:"fileId"`
	}
)

// sign is the signature of a body.
func sign(body []byte, merchantID, stamp, secret string) string {
	h := md5.New()
	_, _ = h.Write(body) // a hash never fails
	_, _ = h.Write([]byte("." + merchantID + "." + stamp + "." + secret))
	return hex.EncodeToString(h.Sum(nil))
}

// call sends a command.
func (v *Venue) call(ctx context.Context, path string, ask any) (reply, error) {
	return v.ask(ctx, path, ask, commandLimit)
}

// ask sends a call within the time limit and reads at most limit bytes of the
// answer. Errors name the path and never the secret.
func (v *Venue) ask(ctx context.Context, path string, ask any, limit int64) (reply, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	body, err := json.Marshal(ask)
	if err != nil {
		return reply{}, errForm
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.config.BaseURL+apiPath+path, bytes.NewReader(body))
	if err != nil {
		return reply{}, errors.New("fb: the address is not well formed")
	}
	stamp := strconv.FormatInt(v.config.Clock.Now().UnixMilli(), 10)
	request.Header.Set("Content-Type", "application/json")
	request.Header["merchantId"] = []string{v.config.MerchantID}
	request.Header["timestamp"] = []string{stamp}
	request.Header["sign"] = []string{sign(body, v.config.MerchantID, stamp, v.config.Secret)}
	answer, err := wire.Read(v.http, request, limit)
	if err != nil {
		return reply{}, fmt.Errorf("fb: %s: %w", path, err)
	}
	r, err := readReply(answer)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", path, err)
	}
	if v.means(r).reason() == venue.Setup {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "call", path, "code", r.code)
	}
	return r, nil
}
