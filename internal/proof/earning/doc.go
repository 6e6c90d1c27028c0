// Package earning proves that the figures of the days equal what raw rows add
// up to, over a generated life of players.
package earning
