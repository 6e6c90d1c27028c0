// Package adminapi is the back office's JSON API under /admin/v1: a table of
// routes, each with the permission it needs, and handlers that parse, call one
// domain method and write. Each desk below this package lists its routes.
//
// A session is an HttpOnly, SameSite=Strict cookie that password and TOTP code
// open. Who may do what is decided here, from the one table; what was done is
// written down by the nouns, in the transaction of the change.
package adminapi
