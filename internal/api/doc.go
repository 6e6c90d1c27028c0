// Package api is what the two JSON edges share. It has the fields of every row of a
// table of calls, the statuses of failures and the answers to repeated requests.
// It also has the parts of a published OpenAPI document.
//
// An edge keeps what is its own: the envelope of its answers, how it finds out who
// calls, and how it reads a body. The player API reads forms by the documented
// names, the back office reads JSON.
package api
