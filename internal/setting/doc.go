// Package setting keeps what the operator decides: versioned values that two
// people put into force, at once or at a later moment.
//
// A value is a struct of its owner. The owner registers a Kind of it with the
// fields that people see, a check, and the value that holds before the first
// decision. Each change is a version. Its maker names the version that the change
// was made against, a second person reads the difference in sentences, and the
// approval puts it into force.
//
// A value with a form that is drawn from its fields is a Kind of the Book. Rules that
// have pages of their own, and rows that refer to their versions, are in a Rulebook.
// Both keep their versions in the same table and compare them in the same way.
//
// It must never give out a secret except to the owner of its kind, and never put
// a version into force that one person alone agreed to.
package setting
