package guard

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Door is a way of money. It can be closed for all players at once (trust
// WDR-7). After a restore it is closed until the companies' statements were
// compared with the books (trust BAK-2).
type Door string

// The doors. DoorAll closes all others.
const (
	DoorAll         Door = "all"
	DoorDeposits    Door = "deposits"    // new orders to deposit, and credits by hand
	DoorWithdrawals Door = "withdrawals" // asking, approving and paying
	DoorTransfers   Door = "transfers"   // between centre and venues, both ways
)

// VenueDoor is the way to and from one venue.
func VenueDoor(code string) Door { return Door("venue:" + code) }

// GatewayDoor is the way to one gateway: no new order is opened there. Payments
// for earlier orders are still credited on the gateway's proof.
func GatewayDoor(code string) Door { return Door("gateway:" + code) }

// Known reports whether there is such a door.
func (d Door) Known() bool {
	switch d {
	case DoorAll, DoorDeposits, DoorWithdrawals, DoorTransfers:
		return true
	}
	kind, code, _ := strings.Cut(string(d), ":")
	return (kind == "venue" || kind == "gateway") && code != "" && len(code) <= 40 && strings.Trim(code, codeLetters) == ""
}

const codeLetters = "abcdefghijklmnopqrstuvwxyz0123456789_-"

var doorTexts = map[Door]string{DoorAll: "全部资金操作", DoorDeposits: "存款", DoorWithdrawals: "提款", DoorTransfers: "转账"}

// Text is the door's name in Chinese.
func (d Door) Text() string {
	if text := doorTexts[d]; text != "" {
		return text
	}
	if code, ok := strings.CutPrefix(string(d), "venue:"); ok {
		return "场馆 " + code
	}
	code, _ := strings.CutPrefix(string(d), "gateway:")
	return "支付通道 " + code
}

// Cause is the reason for closing a door.
type Cause string

// The causes.
const (
	ByHand    Cause = "hand"    // a person
	ByRestore Cause = "restore" // the database is not the one that was written last
	ByBreak   Cause = "break"   // a comparison found unexplained money
	ByOpening Cause = "opening" // the installation is new and was not opened yet
)

// Causes are the reasons for which a door is closed.
var Causes = []Cause{ByHand, ByRestore, ByBreak, ByOpening}

// Closing is a door that is closed.
type Closing struct {
	ID     string
	Door   Door
	Cause  Cause
	Reason string // for staff
	By     string // name of who closed it
	Since  time.Time
	From   time.Time // of a restore: the books are whole up to here; zero if not even that is known
}

const (
	sayEvery   = 10 * time.Second
	readWithin = 10 * time.Second // for reading what is closed: calls wait for it
)

// Gate knows which doors are closed. Asking costs the money calls nothing: the
// answer is kept, and read again once a second by one of those who ask.
type Gate struct {
	db    *db.DB
	staff *staff.Staff
	clock calendar.Clock // the machine's

	closed  *db.Memory[closings]
	placing sync.Mutex
	place   string       // where the database is; under placing
	said    atomic.Int64 // when a refusal was last logged

	// Ready, where set, says why a door may not be opened yet, nil if it may. It
	// is asked in the transaction that opens, and when opening is asked for.
	Ready func(ctx context.Context, r db.Reader, c Closing) error

	// ReadyOutside, where set, is the part of Ready that asks systems outside. It is
	// asked before the transaction in which opening is asked for.
	ReadyOutside func(ctx context.Context, c Closing) error

	// KnownUntil tells up to when the books of a restored database are whole; set in app.
	KnownUntil func(ctx context.Context, r db.Reader) (time.Time, error)
}

// closings are the closed doors.
type closings map[Door]Closing

func newGate(d *db.DB, s *staff.Staff) *Gate {
	g := &Gate{db: d, staff: s, clock: calendar.System()}
	g.closed = db.NewMemory(readWithin, g.refresh)
	kindOpen.OnApproved(s, g.openApproved)
	return g
}

// Check is nil when the doors are open, else ErrClosed. A gate that cannot be
// read is closed. It may be asked anywhere, as often as one likes.
func (g *Gate) Check(ctx context.Context, doors ...Door) error {
	now, err := g.closed.Get(ctx)
	if err != nil {
		return err
	}
	if len(now) == 0 {
		return nil
	}
	c, closed := now.find(doors)
	if !closed {
		return nil
	}
	if now := g.clock.Now().UnixNano(); now-g.said.Load() > int64(sayEvery) {
		g.said.Store(now) // once in a while: a closed gate turns away everybody
		g.db.Log().WarnContext(ctx, "a money call was turned away: the gate is closed",
			slog.String("door", string(c.Door)), slog.Time("since", c.Since), slog.String("by", c.By), slog.String("reason", c.Reason))
	}
	return ErrClosed
}

// Shut is the closing that stops money at one of the doors now, false if none
// does. It refuses nothing: it is for display.
func (g *Gate) Shut(ctx context.Context, doors ...Door) (Closing, bool, error) {
	now, err := g.closed.Get(ctx)
	if err != nil {
		return Closing{}, false, err
	}
	c, closed := now.find(doors)
	return c, closed, nil
}

// CheckIn is Check for staff, read in their own transaction, with the closing
// named in the refusal.
func (g *Gate) CheckIn(ctx context.Context, r db.Reader, doors ...Door) error {
	now, err := g.read(ctx, r)
	if err != nil {
		return err
	}
	if c, closed := now.find(doors); closed {
		return ErrClosedStaff.With(c.Door.Text(), c.By, c.Reason)
	}
	return nil
}

// Standing lists what is closed now, DoorAll first.
func (g *Gate) Standing(ctx context.Context, r db.Reader) ([]Closing, error) {
	return standing(ctx, r)
}

func (now closings) find(doors []Door) (Closing, bool) {
	if c, closed := now[DoorAll]; closed {
		return c, true
	}
	for _, d := range doors {
		if c, closed := now[d]; closed {
			return c, true
		}
	}
	return Closing{}, false
}

// refresh reads what is closed. A database that turns out to be a restored one
// closes the gate first.
func (g *Gate) refresh(ctx context.Context) (closings, error) {
	if err := g.checkPlace(ctx); err != nil {
		return nil, err
	}
	return g.read(ctx, g.db)
}

func (g *Gate) read(ctx context.Context, r db.Reader) (closings, error) {
	list, err := standing(ctx, r)
	if err != nil {
		return nil, err
	}
	now := make(closings, len(list))
	for _, c := range list {
		now[c.Door] = c
	}
	return now, nil
}

// changed makes the next caller read anew: a change by this process counts at
// once.
func (g *Gate) changed() { g.closed.Changed() }

// Closed is the number of closed doors, for the metrics; -1 if it cannot be
// read.
func (g *Gate) Closed(ctx context.Context) int {
	now, err := g.closed.Get(ctx)
	if err != nil {
		return -1
	}
	return len(now)
}
