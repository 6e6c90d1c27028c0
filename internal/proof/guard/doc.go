// Package guard proves that the database refuses by itself what must never
// happen to money: plain SQL, past all code, tries each forbidden thing on both
// engines. The statements are made from the tables as they are, so a new table
// column or unique key that nobody guards is noticed.
package guard
