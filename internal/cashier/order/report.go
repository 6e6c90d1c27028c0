package order

// Reported is what staff read off a company's statement about an order that
// had ended: the company's number of it, and why they believe it.
type Reported struct {
	SN        string
	Reference string
	Reason    string
}

// ReportAsked is a Reported as it waits for the second person.
type ReportAsked struct {
	SN        string `json:"sn"`
	Reference string `json:"reference"`
	State     string `json:"state"` // of the order when it was asked for
}
