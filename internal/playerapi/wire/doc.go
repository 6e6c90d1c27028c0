// Package wire holds the forms that the answers of several desks share: the
// envelope, pages, times and amounts.
package wire
