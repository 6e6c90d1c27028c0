package epusdt

import (
	"crypto/md5"
	"crypto/subtle"
	"encoding/hex"

	"hongyun/internal/payment/wire"
)

// sign is the convention's signature: the non-empty values except the signature,
// sorted by name, as k=v joined by &, the token put directly behind; MD5 in
// lower-case hex. Numbers are in their shortest decimal form.
func sign(values map[string]string, token string) string {
	sum := md5.Sum([]byte(wire.Joined(values, "signature") + token))
	return hex.EncodeToString(sum[:])
}

// authentic compares a given signature with the right one in constant time.
func authentic(values map[string]string, token string) bool {
	return subtle.ConstantTimeCompare([]byte(values["signature"]), []byte(sign(values, token))) == 1
}
