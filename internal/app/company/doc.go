// Package company makes the adapters of the companies that the operator does not
// own: game venues, gateways, chains and those that pay out.
//
// A contract names a protocol and holds its keys. It is in the configuration
// (Companies) or was entered on the screen (Entered, ReadVenue). The lists of
// protocols are here, each with the fields that the screen asks for.
//
// Every company has an HTTP client of its own, so that a sick company holds no
// connection of another. Calls end with their time, are paced and are counted.
package company
