// Package statement tells players what happened to their money: every movement
// of the centre wallet with the balance it left, and of each one a receipt with
// its steps, its counterpart and what hangs together with it. It writes nothing.
// Numbers that players read come from package number; internal keys stay inside.
package statement
