// Package identity holds the rows of players: who they are, the rules of names,
// phone numbers and age, what the operator decides about registration, and the
// counters against guessing.
//
// Phone, true name, birthday and e-mail are sealed in their rows. Player holds
// them in full, so code that shows one masks it (Mask…).
package identity
