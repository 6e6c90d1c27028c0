package fault

// About is a failure over one record, such as an order. Its player knows the record
// by the number, which is named only where it is certain.
type About struct {
	Err    error
	Number string
}

// Error is the failure's own text.
func (a About) Error() string { return a.Err.Error() }

// Unwrap is the failure.
func (a About) Unwrap() error { return a.Err }
