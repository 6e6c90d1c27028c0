// Package ticket keeps the questions of players to support. A player opens a
// ticket and writes into its thread, with pictures; staff take it, answer,
// leave notes for each other and close it; the player says how satisfied they
// are.
//
//	open ── answer ──▶ waiting ── the player writes ──▶ open
//	  └───── solve ──▶ solved  ── the player writes ──▶ reopened
//
// What a player may send is bounded by the day, by the open tickets and by
// length. Texts are plain text. Pictures are decoded and encoded anew, so that
// nothing but pixels is stored. Each answer is a message of the inbox, written
// in the same transaction. What staff do is in the audit trail.
package ticket
