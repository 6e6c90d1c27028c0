package site

import "strings"

// PlayerPolicy is the Content-Security-Policy of the player site (trust CSP-2).
// Scripts are our own files only. Styles may stand inline, for the widgets
// position themselves that way. frames are the operator's hosts for the frame
// viewer (D-05).
func PlayerPolicy(frames []string) string {
	return strings.Join([]string{
		"default-src 'self'",
		"script-src 'self'",
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: blob:",
		"connect-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"frame-ancestors 'self'",
		strings.TrimSpace("frame-src 'self' " + strings.Join(frames, " ")),
		"form-action 'self'",
	}, "; ")
}

// AdminPolicy is the policy of the back office, which nobody may frame.
const AdminPolicy = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; frame-src 'none'; form-action 'self'"
