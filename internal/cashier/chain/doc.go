// Package chain reads the transfers that come to our addresses and settles each of
// them once: it credits the one deposit whose address, coins and time agree, and
// keeps every other transfer in suspense.
package chain
