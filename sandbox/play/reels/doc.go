// Package reels serves the slot games with their jackpots and big wins. Their
// mathematics are in sandbox/slots.
package reels
