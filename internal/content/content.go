package content

import (
	"context"
	"sync"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Announcement is a message to all players.
type Announcement struct {
	ID        int64 // 0 for a new one
	Title     string
	Text      string
	HotUntil  time.Time // pops up until then (HOME-04); zero: does not
	Published bool
	CreatedAt time.Time
	Window
}

// ShownAt is when players could first read it.
func (a Announcement) ShownAt() time.Time {
	if a.From.After(a.CreatedAt) {
		return a.From
	}
	return a.CreatedAt
}

// TickerItem is one sentence of the ticker (HOME-03).
type TickerItem struct {
	ID        int64
	Text      string
	Position  int // lower ones come first
	Published bool
	Window
}

// Banner is one picture of the carousel (HOME-01).
type Banner struct {
	ID        int64
	Device    string // pc or h5
	Picture   string // a file of this site
	Link      string // where a click leads, or nothing
	Alt       string
	Title     string // the words over the picture, and what the button says;
	Line      string // empty: the picture is shown alone
	Button    string
	Position  int
	Published bool
	Window
}

// Promotion is one row of the promotions page (PROMO-01). Its text is the block
// ContentID.
type Promotion struct {
	ID           int64
	Name         string
	Line         string // one sentence under the name
	Picture      string // a file of this site
	ContentID    int64
	Needs        string    // the kind of venue it makes no sense without, or nothing
	Starts, Ends time.Time // the days that players read; zero: not said
	Position     int
	Published    bool
	Window       // when the row is shown, whatever its days say
}

// Block is a text with headings, lists and tables. Its HTML is clean: whatever
// is saved goes through Sanitise.
type Block struct {
	ID        int64
	HTML      string
	ChangedAt time.Time
}

// Download is one app that players can install.
type Download struct{ Name, Link string }

// Maintenance says whether the site is closed, and from when to when (MNT-01).
type Maintenance struct {
	On       bool
	From, To time.Time // zero: open at that end
}

// House is where the operator is reached, and the footer's own line. Empty fields
// were not given, and the page leaves them out. The licence is a setting of its own.
type House struct {
	Email          string `json:"email"`
	ComplaintEmail string `json:"complaintEmail"`
	PrivacyEmail   string `json:"privacyEmail"`
	AgentEmail     string `json:"agentEmail"`
	Arbiter        string `json:"arbiter"`    // who decides disputes
	Helpline       string `json:"helpline"`   // help against gambling harm
	FooterText     string `json:"footerText"` // the operator's own line of the footer
}

// Config holds the dependencies of New.
type Config struct {
	DB    *db.DB
	Staff *staff.Staff
}

// Content is the site's own content.
type Content struct {
	// OnMaintenance is part of the transaction that plans the maintenance of the
	// site, or ends it. It may be nil.
	OnMaintenance func(ctx context.Context, tx *db.Tx, m Maintenance) error
	// Hold keeps the uploaded files that texts name, in the transaction that saves
	// them, and fails if one is not there. It may be nil.
	Hold func(ctx context.Context, tx *db.Tx, texts ...string) error

	db      *db.DB
	staff   *staff.Staff
	clean   sync.Map             // id of a block → cleanBlock
	planned *db.Memory[schedule] // the maintenance of the site
}

// New connects the package to its database and the audit trail.
func New(c Config) *Content {
	out := &Content{db: c.DB, staff: c.Staff}
	out.planned = db.NewMemory(planWithin, out.schedule)
	kindSupport.OnApproved(c.Staff, out.supportApproved)
	kindDownloads.OnApproved(c.Staff, out.downloadsApproved)
	return out
}
