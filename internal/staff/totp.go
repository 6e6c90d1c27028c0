package staff

import (
	"crypto/subtle"
	"fmt"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"
)

// stepSeconds is how long one code of an authenticator app is valid (RFC 6238).
const stepSeconds = 30

// newTOTP makes a secret, in base32, and the otpauth address that a QR code of
// it carries.
func (s *Staff) newTOTP(name string) (secret, uri string, err error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: s.issuer, AccountName: name, SecretSize: 20})
	if err != nil {
		return "", "", fmt.Errorf("make a TOTP secret: %w", err)
	}
	return key.Secret(), key.URL(), nil
}

// usedStep returns the step a code belongs to, one before or after now allowed
// for a clock that drifts, and 0 if it belongs to none of them.
func usedStep(secret, code string, now time.Time) int64 {
	step := now.Unix() / stepSeconds
	found := int64(0)
	for _, at := range []int64{step - 1, step, step + 1} {
		want, err := hotp.GenerateCodeCustom(secret, uint64(at), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			found = at
		}
	}
	return found
}
