// Package method offers the ways to deposit: the methods that players see and their
// channels, with the gateway, the hours, the levels and the limits of each. It
// chooses a channel for an order and switches off channels whose orders fail.
package method
