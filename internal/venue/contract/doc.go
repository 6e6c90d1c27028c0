// Package contract keeps the contracts with venues that staff enter on the screen:
// addresses, names and keys, by the fields of the venue's protocol. An entry is
// sealed when it is stored, and in force once a second person agreed. Its values
// go to the adapters alone.
package contract
