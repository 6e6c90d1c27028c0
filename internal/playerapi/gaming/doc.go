// Package gaming serves the calls about playing: venues, games, bets and the contents
// of the site.
package gaming
