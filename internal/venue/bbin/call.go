package bbin

import (
	"context"
	"crypto/md5" //nolint:gosec // the vendor's protocol uses MD5
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	servicePath  = "/app/WebService/JSON/display.php/"
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 32 << 20 // bytes of a page of bets
	keyDate      = "20060102"
)

// easternFixed is the vendor's zone: UTC-4 all year.
var easternFixed = time.FixedZone("UTC-4", -4*60*60)

// Key is how the key of one method is made. The contract gives it.
type Key struct {
	Secret string `json:"secret"` // KeyB
	Before int    `json:"before"` // random characters before the digest
	After  int    `json:"after"`  // and behind it
}

// digest is the MD5 in the middle of a key. It takes those of user and order
// that the method has.
func (k Key) digest(website, user, order string, at time.Time) string {
	sum := md5.Sum([]byte(website + user + order + k.Secret + at.In(easternFixed).Format(keyDate))) //nolint:gosec // the vendor's
	return hex.EncodeToString(sum[:])
}

// sign adds the key to the parameters of a call.
func (v *Venue) sign(method string, form url.Values) {
	k := v.config.Keys[method]
	digest := k.digest(form.Get("website"), form.Get("username"), form.Get("remitno"), v.config.Clock.Now())
	form.Set("key", noise(k.Before)+digest+noise(k.After))
}

// noise are random letters and digits, which the vendor cuts off.
func noise(n int) string {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[rand.IntN(len(letters))]
	}
	return string(b)
}

// call sends a form within the time limit and reads at most limit bytes of the
// answer. Errors name the method and never the secret.
func (v *Venue) call(ctx context.Context, method string, form url.Values, limit int64) (reply, error) {
	ctx, stop := context.WithTimeout(ctx, v.config.Timeout)
	defer stop()
	v.sign(method, form)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.config.BaseURL+servicePath+method, strings.NewReader(form.Encode()))
	if err != nil {
		return reply{}, errors.New("bbin: the address is not well formed")
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	body, err := wire.Read(v.http, request, limit)
	if err != nil {
		return reply{}, fmt.Errorf("bbin: %s: %w", method, err)
	}
	r, err := readReply(body)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", method, err)
	}
	if !r.ok && reasons[r.code] == venue.Setup {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "call", method, "code", r.code)
	}
	return r, nil
}
