// Package playerapi serves the documented calls of the player site: it parses
// a request, calls one method of one noun, and writes the answer.
//
// Every call is one entry of a table, which each desk below this package lists in
// its calls.go: method, path, who may call
// it, what goes in, what comes out, and the handler. Routing, validation, the
// published OpenAPI document and the tests of permissions and bad input all
// come from that table, so a call cannot exist in one of them alone.
//
// Names on the wire are exactly as documented, misspelt ones included (API-01);
// they live only in the wire_*.go files and in the table. Status codes are
// written in one place, answer.go (D-22). The package decides nothing about
// money: if a handler has an if about money, it is in the wrong place.
package playerapi
