// Package lobby composes what the home page shows: the covers of each kind of
// game and the latest wins, the same for everybody, and the row of one player.
//
// It keeps nothing and changes nothing. The part for everybody is read at most
// once in a few seconds, however many visitors there are.
package lobby
