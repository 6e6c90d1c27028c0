package staff

import (
	"time"

	"hongyun/internal/secret"
)

// newTOTP makes a secret, in base32, and the otpauth address that a QR code of
// it carries.
func (s *Staff) newTOTP(name string) (text, uri string, err error) {
	return secret.NewTOTP(s.issuer, name)
}

// usedStep returns the step a code belongs to, and 0 if it belongs to none.
func usedStep(text, code string, now time.Time) int64 { return secret.TOTPStep(text, code, now) }
