package fourparty

import (
	"crypto/md5"
	"crypto/subtle"
	"encoding/hex"
	"net/url"
	"strings"

	"hongyun/internal/payment/wire"
)

// sign is the convention's signature: the non-empty values, sorted by name, as
// k=v joined by &, then &key= and the key; MD5 in upper-case hex.
func sign(values map[string]string, key string) string {
	sum := md5.Sum([]byte(wire.Joined(values, "sign", "pay_md5sign", "attach") + "&key=" + key))
	return strings.ToUpper(hex.EncodeToString(sum[:]))
}

// signedOrder is a call of ours with its signature.
func signedOrder(values map[string]string, key string) url.Values {
	form := url.Values{"pay_md5sign": {sign(values, key)}}
	for name, value := range values {
		form.Set(name, value)
	}
	return form
}

// authentic compares the signature of a notice or an answer with the right one
// in constant time.
func authentic(values map[string]string, key string) bool {
	return subtle.ConstantTimeCompare([]byte(values["sign"]), []byte(sign(values, key))) == 1
}
