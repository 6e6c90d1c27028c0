// Package statement shows players the movements of their money. It lists every
// movement of the centre wallet with the resulting balance. The receipt of a
// movement has its steps, its counterpart and related records. It writes
// nothing. Numbers that players read come from package number; internal keys
// stay inside.
package statement
