// Package sportsbook serves the sports and e-sports books: lists of matches,
// singles and parlays, and cash-out. Its mathematics are in sandbox/sports.
package sportsbook
