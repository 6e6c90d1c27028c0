// Package contact proves phone numbers and mailboxes by codes, changes proved ones,
// and resets passwords by them.
package contact
