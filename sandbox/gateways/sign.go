package gateways

import (
	"crypto/md5" //nolint:gosec // the convention signs with MD5
	"encoding/hex"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// sign is the convention's signature: the non-empty values but sign and
// sign_type, in ASCII order of their names, as k=v joined by &, with the key
// put directly behind; MD5 in lower hex. Values are taken raw.
func sign(values url.Values, key string) string {
	names := slices.Sorted(maps.Keys(values))
	var parts []string
	for _, name := range names {
		if value := values.Get(name); value != "" && name != "sign" && name != "sign_type" {
			parts = append(parts, name+"="+value)
		}
	}
	sum := md5.Sum([]byte(strings.Join(parts, "&") + key)) //nolint:gosec // see above
	return hex.EncodeToString(sum[:])
}

// signed adds sign and sign_type.
func signed(values url.Values, key string) url.Values {
	values.Set("sign", sign(values, key))
	values.Set("sign_type", "MD5")
	return values
}
