// Package suspense keeps money that arrived and belongs to no order yet, until two
// people give it to a player's deposit or note that it went back to its sender.
package suspense
