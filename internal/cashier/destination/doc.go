// Package destination keeps where a player's withdrawals go: bank cards in the
// player's own name and USDT addresses. Numbers are sealed; a removed destination
// goes to the history.
package destination
