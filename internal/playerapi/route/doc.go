// Package route is what the calls of the player API are made of: a row of the table,
// the caller, the forms that calls read, and the faults of the edge.
package route
