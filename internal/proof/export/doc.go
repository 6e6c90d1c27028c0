// Package export proves that an export of any size needs a bounded part of memory:
// through the listener, the session and the handler that a browser uses.
package export
