package venue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sort"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Kind is the category of a venue; it decides what counts as a valid bet (D-26).
type Kind string

// The seven categories of the site.
const (
	Sport   Kind = "sport"
	Live    Kind = "live"
	Fish    Kind = "fish"
	Slot    Kind = "slot"
	Esport  Kind = "esport"
	Lottery Kind = "lottery"
	Board   Kind = "board"
)

// Kinds are the categories in the order of the menu.
var Kinds = []Kind{Sport, Live, Fish, Slot, Esport, Lottery, Board}

var kindNames = map[Kind]string{
	Sport: "体育", Live: "真人", Fish: "捕鱼", Slot: "电子", Esport: "电竞", Lottery: "彩票", Board: "棋牌",
}

// Name is the category as the site shows it.
func (k Kind) Name() string { return kindNames[k] }

// OnMatches reports whether the bets are on matches between others.
func (k Kind) OnMatches() bool { return k == Sport || k == Esport }

// State says whether players may use a venue.
type State string

// The states of a venue. In maintenance, money still comes back and bets are
// still read as far as the venue answers; closed is the same without an end.
const (
	StateOpen        State = "open"
	StateMaintenance State = "maintenance"
	StateClosed      State = "closed"
)

// States are the states of a venue.
var States = []State{StateOpen, StateMaintenance, StateClosed}

// ShownStates are the states as pages show them: States, and one that nobody sets.
var ShownStates = append(slices.Clone(States), stateAbsent)

const stateAbsent State = "absent" // the operator has no contract with the venue

// Entry is one venue of the catalogue.
type Entry struct {
	ID         int    // the number of the documented calls (D-18)
	Code       string // ours
	Name       string
	Kind       Kind
	State      State // by the clock at the time of reading: a window not yet begun, or over, is open
	Set        State // as staff set it
	HasAdapter bool  // whether this program has its adapter

	MaintenanceFrom, MaintenanceTo time.Time // zero: no end on that side
	Reason, ChangedBy              string
	ChangedAt                      time.Time
}

// Shown is the state as pages show it: a venue that the operator has no contract with is
// absent, whatever else is set. Nothing promises that it opens (H-320).
func (e Entry) Shown() State {
	if !e.HasAdapter && e.State != StateClosed {
		return stateAbsent
	}
	return e.State
}

// Usable is nil when a player may launch the venue's games and move money
// there, and otherwise the fault that says why not (MNT-03).
func (e Entry) Usable() error {
	switch {
	case e.State == StateClosed:
		return ErrClosed
	case !e.HasAdapter:
		return ErrNoAdapter
	case e.State == StateMaintenance && !e.MaintenanceTo.IsZero():
		return ErrMaintained.With(calendar.Stamp(e.MaintenanceTo))
	case e.State == StateMaintenance:
		return ErrMaintenance
	}
	return nil
}

// Window gives the maintenance that staff set, unless it is over. A zero time leaves that side open.
func (e Entry) Window(now time.Time) (from, to time.Time, set bool) {
	if e.Set != StateMaintenance || !e.MaintenanceTo.IsZero() && !now.Before(e.MaintenanceTo) {
		return time.Time{}, time.Time{}, false
	}
	return e.MaintenanceFrom, e.MaintenanceTo, true
}

// Config is what New needs.
type Config struct {
	DB       *db.DB
	Staff    *staff.Staff
	Adapters map[string]Venue // by venue code
	Links    map[string]Link  // by venue code; of an adapter without one nothing is known
	Log      *slog.Logger     // slog.Default if nil

	// Known returns those of the ids that are players'. Without it, an account
	// that is not stored has no owner.
	Known func(ctx context.Context, r db.Reader, players []string) ([]string, error)
}

// Venues is the catalogue with the adapters behind it.
type Venues struct {
	db       *db.DB
	staff    *staff.Staff
	adapters map[string]Venue
	links    map[string]Link
	log      *slog.Logger
	known    func(ctx context.Context, r db.Reader, players []string) ([]string, error)
	making   singleflight.Group // accounts, by venue and player
	kinds    atomic.Pointer[gameKinds]
}

// New puts the catalogue and the adapters together.
func New(c Config) *Venues {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return &Venues{db: c.DB, staff: c.Staff, adapters: c.Adapters, links: c.Links, log: c.Log, known: c.Known}
}

// Adapter gives the adapter of a venue by its code.
func (v *Venues) Adapter(code string) (Venue, bool) {
	a, ok := v.adapters[code]
	return a, ok
}

// Link is the state of the connection to a venue, without its keys.
type Link struct {
	Protocol  string // a name of the protocols
	Host      string // which the contract names
	Calls     *Calls // nil: they are not counted
	Version   int    // of the contract that people entered; 0: it is the file's, or there is none
	Unusable  bool   // no adapter takes that version
	PerSecond int    // calls that this process makes at most; 0: no limit
}

// Link gives what is known of the connection to a venue by its code.
func (v *Venues) Link(code string) Link { return v.links[code] }

// Codes are the codes of all venues that have an adapter, in order.
func (v *Venues) Codes() []string {
	codes := make([]string, 0, len(v.adapters))
	for code := range v.adapters {
		codes = append(codes, code)
	}
	sort.Strings(codes)
	return codes
}

// Get finds a venue by its code or by its platform id (D-27), or fails with
// ErrNoVenue.
func (v *Venues) Get(ctx context.Context, r db.Reader, codeOrID string) (Entry, error) {
	row, err := findEntry(ctx, r, codeOrID)
	if errors.Is(err, sql.ErrNoRows) {
		return Entry{}, ErrNoVenue
	}
	if err != nil {
		return Entry{}, fmt.Errorf("find venue: %w", err)
	}
	return v.entry(row), nil
}

// List gives all venues in the order of the catalogue.
func (v *Venues) List(ctx context.Context, r db.Reader) ([]Entry, error) {
	return v.entries(listEntries(ctx, r, nil))
}

// ListOf gives the named venues in the order of the catalogue, for calls that
// run too often to read all of it.
func (v *Venues) ListOf(ctx context.Context, r db.Reader, codes []string) ([]Entry, error) {
	if len(codes) == 0 {
		return nil, nil
	}
	return v.entries(listEntries(ctx, r, codes))
}

// Names gives the names of all venues by their codes.
func (v *Venues) Names(ctx context.Context, r db.Reader) (map[string]string, error) {
	entries, err := v.List(ctx, r)
	if err != nil {
		return nil, err
	}
	names := make(map[string]string, len(entries))
	for _, e := range entries {
		names[e.Code] = e.Name
	}
	return names, nil
}

func (v *Venues) entries(rows []entryRow, err error) ([]Entry, error) {
	if err != nil {
		return nil, fmt.Errorf("list venues: %w", err)
	}
	entries := make([]Entry, len(rows))
	for i, row := range rows {
		entries[i] = v.entry(row)
	}
	return entries, nil
}

// Games gives the named games of a venue, in the order of the catalogue.
func (v *Venues) Games(ctx context.Context, r db.Reader, code string) ([]Game, error) {
	rows, err := listGames(ctx, r, code)
	if err != nil {
		return nil, fmt.Errorf("list games of %s: %w", code, err)
	}
	return gamesOf(rows), nil
}

// entry adds to a stored row what the clock and the adapters say.
func (v *Venues) entry(row entryRow) Entry {
	e := Entry{
		ID: row.PlatformID, Code: row.Code, Name: row.Name, Kind: Kind(row.Kind), State: State(row.State), Set: State(row.State),
		Reason: row.Reason, ChangedBy: row.ChangedBy,
		MaintenanceFrom: calendar.FromStored(row.MaintenanceFrom), MaintenanceTo: calendar.FromStored(row.MaintenanceTo), ChangedAt: calendar.FromStored(row.ChangedAt),
	}
	_, e.HasAdapter = v.adapters[e.Code]
	if e.State == StateMaintenance {
		now := v.db.Clock().Now()
		begun := !now.Before(e.MaintenanceFrom)
		over := !e.MaintenanceTo.IsZero() && !now.Before(e.MaintenanceTo)
		if !begun || over {
			e.State = StateOpen
		}
	}
	return e
}
