// Package door is what every listener does before anybody's business begins:
// it names the request, finds the client's address, writes the access log and
// the metrics, sets the security headers, and turns a panic into an answer.
//
// It knows no noun and reads no body. Nothing it logs holds a query, a header
// or a body: tickets, passwords and order tokens travel in those.
package door
