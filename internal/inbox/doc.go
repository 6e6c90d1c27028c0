// Package inbox keeps the messages of the site to a player: a deposit arrived,
// a withdrawal was rejected, a new device logged in, support answered.
//
// Each noun writes its messages itself, in the transaction of their event: a
// message exists if and only if its event happened. The key of a message is the
// player and the event, so a repeated transaction writes no second one.
//
// Kinds that are an inducement to play are promotional. Write omits them for a
// player under a time-out or a self-exclusion. Messages about the player's own
// money and safety are always written.
//
// Prune removes messages older than Kept. The rows of a player are therefore
// bounded by the number of events of half a year. Unread counts stop at
// UnreadMost, because a bell shows no more.
package inbox
