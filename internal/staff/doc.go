// Package staff holds the people of the back office: who they are, what their
// roles allow, how they log in, what they did, and what waits for a second
// person.
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
