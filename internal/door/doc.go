// Package door is the HTTP middleware of every listener. It names the request,
// finds the client's address, writes the access log and the metrics, and sets
// the security headers. It turns a panic into an answer.
//
// It knows no noun and reads no body. Its logs hold no query, header or body:
// tickets, passwords and order tokens travel in those.
package door
