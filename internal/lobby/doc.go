// Package lobby composes the home page. One part is the same for all visitors:
// the covers of each kind of game and the latest wins. The other is the row of
// one player.
//
// It stores nothing and changes nothing. The shared part is read at most once
// in a few seconds, however many visitors there are.
package lobby
