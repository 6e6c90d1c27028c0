package epay

import (
	"crypto/md5"
	"crypto/subtle"
	"encoding/hex"
	"net/url"

	"hongyun/internal/payment/wire"
)

// sign is the convention's signature: the non-empty values except sign and
// sign_type, sorted by name, as k=v joined by &, the key put directly behind,
// MD5 in lower-case hex. Values are taken as they are, not url-encoded.
func sign(values map[string]string, key string) string {
	sum := md5.Sum([]byte(wire.Joined(values, "sign", "sign_type") + key))
	return hex.EncodeToString(sum[:])
}

// signedForm adds the signature to the fields of a call of ours.
func signedForm(values map[string]string, key string) url.Values {
	form := url.Values{"sign": {sign(values, key)}, "sign_type": {"MD5"}}
	for name, value := range values {
		if value != "" {
			form.Set(name, value)
		}
	}
	return form
}

// authentic compares a given signature with the right one in constant time.
func authentic(values map[string]string, key string) bool {
	return subtle.ConstantTimeCompare([]byte(values["sign"]), []byte(sign(values, key))) == 1
}
