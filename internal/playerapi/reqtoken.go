package playerapi

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/playerapi/route"
)

// tokenWindow is how far a request token's seconds may be from our clock.
const tokenWindow = 300 * time.Second

// RequestToken makes the X-Req-Token of a request (API-02, D-13): unix seconds,
// a full stop, and the hex SHA-256 of seconds, path, METHOD and secret joined
// by |. The path is without /common and without its query. It is no secret;
// it only stops casual replay and crawlers, and nothing else relies on it.
func RequestToken(seconds int64, path, method, secret string) string {
	return string(requestToken(strconv.FormatInt(seconds, 10), path, method, secret))
}

func requestToken(seconds, path, method, secret string) []byte {
	sum := sha256.Sum256([]byte(seconds + "|" + path + "|" + strings.ToUpper(method) + "|" + secret))
	token := make([]byte, 0, len(seconds)+1+2*len(sum))
	token = append(append(token, seconds...), '.')
	return hex.AppendEncode(token, sum[:])
}

// checkToken says whether a request token is right for this request now, under
// one of the secrets (two while one is being replaced), and gives its seconds.
func checkToken(token, path, method string, secrets []string, now time.Time) (seconds int64, ok bool) {
	text, _, found := strings.Cut(token, ".")
	if !found || len(text) > 12 {
		return 0, false
	}
	seconds, plain := route.WholeNumber(text)
	if !plain || seconds < 0 {
		return 0, false
	}
	if away := now.Sub(time.Unix(seconds, 0)); away > tokenWindow || away < -tokenWindow {
		return 0, false
	}
	for _, secret := range secrets {
		if subtle.ConstantTimeCompare([]byte(token), requestToken(text, path, method, secret)) == 1 {
			return seconds, true
		}
	}
	return 0, false
}
