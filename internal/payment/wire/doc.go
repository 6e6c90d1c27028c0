// Package wire is what the adapters of gateways share: bounded calls whose
// errors show no address, fields that can be signed in one way only, and the
// text that the conventions sign.
//
// It knows no convention. Which fields a signature leaves out, where the key
// stands and what an answer means is the adapter's.
package wire
