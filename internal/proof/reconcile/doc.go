// Package reconcile proves that breaks are found and named: a house whose
// orders came about by real flows is broken in many ways, in its own books and
// in those of the companies, and each break must be found as what it is, where
// it is, and nothing else may be found.
package reconcile
