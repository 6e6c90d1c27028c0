// Package staff holds what people of the back office may do and did: roles and
// permissions, the audit trail, and requests that wait for a second person.
// Accounts are in [hongyun/internal/staff/account], logins in
// [hongyun/internal/staff/login].
//
// Every change that staff make to anything is written to the audit trail in
// the transaction of the change itself (Audit), so that there is no change
// without its row and no row without its change. The trail is a chain of
// hashes: VerifyAudit names the first row that was altered or taken out.
//
// What needs two people is asked for by one (RequestApproval) and decided by
// another (Decide), once, exactly as it was asked.
//
// The package must never let a player's action wait on its tables: the end of
// the audit chain is one row that all writers of the trail lock.
package staff
