// Package banksheet reads the account statements that banks export as text
// tables: their encodings, their headings, their ways to write dates and
// amounts. It knows five forms by the names of their columns, and takes any other
// by a mapping that a person chose. It stores nothing and compares nothing.
package banksheet
