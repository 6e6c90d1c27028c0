package door

import (
	"net/http"
	"net/netip"
)

// Only lets in whose address is in one of the networks; others are told nothing
// but that. No network at all lets everybody in. It goes inside of Wrap, which
// finds the client's address.
func Only(networks []netip.Prefix, next http.Handler) http.Handler {
	if len(networks) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := VisitOf(r.Context())
		if !within(v.IP, networks) {
			v.Fault = "admin.network"
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "此网络不能访问", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
