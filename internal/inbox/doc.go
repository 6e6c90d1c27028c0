// Package inbox keeps the messages of the site to a player: a deposit arrived,
// a withdrawal was rejected, a new device logged in, support answered.
//
// Each noun writes its messages itself, in the transaction of what they tell:
// a message exists if and only if its event happened. The key of a message is
// the player and the event, so a repeated transaction writes no second one.
//
// Kinds that are an inducement to play are promotional. Write leaves them out
// for a player whom a time-out or an exclusion of their own holds; messages
// about the player's own money and safety are always written.
//
// Messages older than Kept are removed by Prune. The rows of a player are so
// bounded by the number of events of half a year. Unread counts stop at
// UnreadMost, because a bell shows no more than that.
package inbox
