package door

import "net/http"

// Secure sets the headers that every answer of a listener carries, errors
// included (trust CSP-2, CSP-5, CSP-6). The policy is the listener's own; tls
// says that browsers reach it by https and may be told never to use http.
func Secure(policy string, tls bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
		if tls {
			h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
		}
		next.ServeHTTP(w, r)
	})
}

// Nothing is the policy of listeners that serve no page.
const Nothing = "default-src 'none'; frame-ancestors 'none'"
