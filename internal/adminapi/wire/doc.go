// Package wire holds the forms that the answers and bodies of several desks share:
// amounts, instants, pages, outcomes that may wait for a second person.
package wire
