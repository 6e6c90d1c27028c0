package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/reconcile"
	"hongyun/internal/staff"
)

// restoreOverlap is how much further back than the newest entry the companies
// are asked about after a restore: what was under way at that moment, and
// transactions that overtook each other, are inside it.
const restoreOverlap = 10 * time.Minute

// KnownUntil is up to when the books of a restored database are whole: before
// their newest entry. Zero means that nothing was ever booked.
func KnownUntil(ctx context.Context, r db.Reader) (time.Time, error) {
	_, at, err := ledger.Last(ctx, r)
	if err != nil || at.IsZero() {
		return time.Time{}, err
	}
	return at.Add(-restoreOverlap), nil
}

// MarkRestored closes the gate of a database that was restored, by whatever
// means, and says from when on the companies must be asked.
func MarkRestored(ctx context.Context, d *db.DB, reason string) (knownUntil time.Time, err error) {
	gate := commandGate(d)
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return gate.CloseRestored(ctx, tx, staff.System("restore"), reason)
	})
	if err != nil {
		return time.Time{}, err
	}
	standing, err := gate.Standing(ctx, d)
	if err != nil || len(standing) == 0 {
		return time.Time{}, err
	}
	return standing[0].From, nil
}

// errUnopened refuses the opening of a new installation: this command does not
// have the configuration that its checks look at.
var errUnopened = errors.New("this installation was not opened yet: two people open it in the back office (资金闸门), where 开业检查 says what is missing; an operator of one person adds --anyway")

// commandGate is the gate for commands that need no running house.
func commandGate(d *db.DB) *guard.Gate {
	people := staff.New(staff.Config{DB: d, Log: d.Log()})
	gate := guard.New(d, people).Gate
	gate.KnownUntil = KnownUntil
	compared := reconcile.New(reconcile.Config{DB: d, Ledger: ledger.New(d), Staff: people, Log: d.Log()})
	gate.Ready = func(ctx context.Context, r db.Reader, c guard.Closing) error {
		if err := compared.Ready(ctx, r, c); err != nil {
			return err
		}
		unopened, err := gate.Unopened(ctx, r)
		if err == nil && unopened && c.Door == guard.DoorAll {
			err = errUnopened
		}
		return err
	}
	return gate
}

// GateStatus lists the ways of money that are closed, as text for people.
func GateStatus(ctx context.Context, d *db.DB, to io.Writer) error {
	gate := commandGate(d)
	standing, err := gate.Standing(ctx, d)
	if err != nil {
		return err
	}
	if len(standing) == 0 {
		_, err = fmt.Fprintln(to, "open: nothing is closed")
		return err
	}
	for _, c := range standing {
		ready := "may be opened"
		if err := gate.Ready(ctx, d, c); err != nil {
			ready = err.Error()
		}
		if _, err := fmt.Fprintf(to, "closed: %-14s since %s by %s (%s): %s; %s\n",
			c.Door, calendar.Stamp(c.Since), c.By, c.Cause, c.Reason, ready); err != nil {
			return err
		}
	}
	return nil
}

// CloseGate closes a way of money from the command line.
func CloseGate(ctx context.Context, d *db.DB, door, reason string) error {
	_, err := commandGate(d).Close(ctx, staff.System("命令行"), guard.Door(door), reason)
	return err
}

// OpenGate opens a way of money from the command line, without a second
// person: whoever has the database could do as much. The trail says so.
func OpenGate(ctx context.Context, d *db.DB, door, reason string, anyway bool) error {
	return commandGate(d).OpenAlone(ctx, staff.System("命令行"), guard.Door(door), reason, anyway)
}
