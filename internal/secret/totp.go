package secret

import (
	"crypto/subtle"
	"fmt"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"
)

// totpSeconds is how long one code of an authenticator app is valid (RFC 6238).
const totpSeconds = 30

// NewTOTP makes a secret of an authenticator app, in base32, and the otpauth
// address that a QR code of it carries.
func NewTOTP(issuer, name string) (text, uri string, err error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: name, SecretSize: 20})
	if err != nil {
		return "", "", fmt.Errorf("make a TOTP secret: %w", err)
	}
	return key.Secret(), key.URL(), nil
}

// TOTPStep returns the step a code belongs to, and 0 if it belongs to none. One
// step before or after now is allowed for a clock that drifts.
func TOTPStep(text, code string, now time.Time) int64 {
	step := now.Unix() / totpSeconds
	found := int64(0)
	for _, at := range []int64{step - 1, step, step + 1} {
		want, err := hotp.GenerateCodeCustom(text, uint64(at), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			found = at
		}
	}
	return found
}
