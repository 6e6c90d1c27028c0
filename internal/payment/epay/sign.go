package epay

import (
	"crypto/md5"
	"crypto/subtle"
	"encoding/hex"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// sign is the convention's signature: the non-empty values except sign and
// sign_type, sorted by name, as k=v joined by &, the key put directly behind,
// MD5 in lower-case hex. Values are taken as they are, not url-encoded.
//
// Joined like this, an & inside a value could be read as the start of another
// field; readable refuses such values before a signature is trusted.
func sign(values map[string]string, key string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if name == "sign" || name == "sign_type" || values[name] == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(name + "=" + values[name])
	}
	sum := md5.Sum([]byte(b.String() + key))
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

// readable turns a form into fields of which each comes once and can be
// signed in one way only.
func readable(form url.Values) (map[string]string, bool) {
	if len(form) == 0 || len(form) > maxFields {
		return nil, false
	}
	values := make(map[string]string, len(form))
	for name, all := range form {
		if len(all) != 1 || name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" || strings.Contains(all[0], "&") {
			return nil, false
		}
		values[name] = all[0]
	}
	return values, true
}
