// Package bank keeps the banks that players choose from, our company accounts, and
// the lines of their statements. It also keeps the numbers that companies give to
// payments.
//
// A number proves one order and never a second one.
package bank
