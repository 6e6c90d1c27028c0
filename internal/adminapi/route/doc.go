// Package route is what the calls of the back office are made of: a row of the
// table with its permission, the request of a member of staff with its query and
// body, and the faults of the edge. The desks build on it; the server serves it.
package route
