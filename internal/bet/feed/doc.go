// Package feed fetches bets from the venues and gives them to the store of package
// bet. It knows up to when every bet is here.
//
// The feed asks in overlapping windows. Each window is a row; one that failed
// stays as a gap and is asked again until it is complete. An empty answer is
// success, a failed one never looks empty. Some venues give files, or versions,
// instead of stretches of time.
//
// Each past day is asked once more. The list that a venue then gives of the day is
// compared with the bets that we hold.
package feed
