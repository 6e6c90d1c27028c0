package site

// Boot is the data in an index page, so that its first paint waits for no call.
// The front end reads it under these names.
type Boot struct {
	SiteName       string            `json:"siteName"`
	Logo           string            `json:"logo"`    // address of the operator's mark, "" for the built-in one
	Style          string            `json:"-"`       // style sheet of the operator's accent, "" for the built-in one; colours alone
	Licence        string            `json:"licence"` // the sentence of the footer, ready to show
	House          House             `json:"house"`
	Footer         string            `json:"footer"` // the operator's own line below it
	MinAge         int               `json:"minAge"` // years; 0 where it is not checked, in the demo alone
	Demo           bool              `json:"demo"`   // play money only, marked on every page (D-19)
	ReqTokenSecret string            `json:"reqTokenSecret"`
	ServerTimeMs   int64             `json:"serverTimeMs"`
	Maintenance    Maintenance       `json:"maintenance"`
	H5Hosts        map[string]string `json:"h5Hosts"` // www host → h5 host, the operator's domains only (D-12)
	Form           string            `json:"form"`    // desktop, h5 or auto (by width)
	Banners        []Banner          `json:"banners"`
	BannersH5      []Banner          `json:"bannersH5"`
	Ticker         []string          `json:"ticker"`     // plain text
	Frames         []string          `json:"frames"`     // hosts the frame viewer may show, by https alone (D-05)
	Venues         map[string]string `json:"venues"`     // platform id → open, maintenance, closed or absent
	VenueNames     map[string]string `json:"venueNames"` // platform id → what the catalogue calls it, as wallets and records do
	OwnSupport     bool              `json:"ownSupport"` // customer service is the site's own tickets: no address was set (NAV-09)
	Register       Register          `json:"register"`
	Hot            bool              `json:"hot"` // whether asking for hot announcements brings any (HOME-04)
}

// Register is what a registration asks for: hidden, optional or required.
type Register struct {
	Open     bool   `json:"open"`
	Invite   string `json:"invite"`
	TrueName string `json:"trueName"`
	Birthday string `json:"birthday"`
	Email    string `json:"email"`
}

// House is the operator's details; unknown ones are empty.
type House struct {
	Operator       string `json:"operator"`
	Regulator      string `json:"regulator"`
	Licence        string `json:"licence"` // its number
	Address        string `json:"address"`
	Jurisdiction   string `json:"jurisdiction"`
	Link           string `json:"link"` // where the regulator confirms the licence
	Seal           string `json:"seal"` // address of the regulator's picture
	Email          string `json:"email"`
	ComplaintEmail string `json:"complaintEmail"`
	PrivacyEmail   string `json:"privacyEmail"`
	AgentEmail     string `json:"agentEmail"`
	Arbiter        string `json:"arbiter"`
	Helpline       string `json:"helpline"`
}

// Banner is one picture of the carousel. A banner without words shows its
// picture alone.
type Banner struct {
	Value  string `json:"value"` // address of the picture
	Link   string `json:"link"`
	Alt    string `json:"alt"`
	Title  string `json:"title"`
	Line   string `json:"line"`
	Button string `json:"button"`
}

// Maintenance is the site's own maintenance (MNT-01).
type Maintenance struct {
	Status    bool   `json:"status"`
	StartTime string `json:"startTime,omitempty"`
	EndTime   string `json:"endTime,omitempty"`
}
