// Package brand keeps how the operator's site looks and what it is called: its
// name, its mark and the accent colour.
//
// Two people change them through package setting; pages read them from memory.
// A colour that words could not be read on or in is refused.
package brand
