package crash

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/wallet"
)

// transferFlow is O1 or O2.
type transferFlow string

func (f transferFlow) direction() string {
	if f == "O2" {
		return "out"
	}
	return "in"
}

// sign is which way a done transfer moves the centre wallet.
func (f transferFlow) sign() money.Fen {
	if f == "O2" {
		return 1
	}
	return -1
}

// prepare gives the player an account at the venue, with money for the way back.
func (f transferFlow) prepare(t *trial) error {
	t.key = t.newKey(string(f))
	return f.whole(t, t.key+"-first", "in", 3*t.yuan)
}

// whole makes a transfer that nothing disturbs.
func (f transferFlow) whole(t *trial, key, direction string, yuan int) error {
	r, err := t.n.transfer(t.who, key, direction, yuan)
	if err == nil && (!r.ok() || r.text("Status") != "1") {
		err = fmt.Errorf("an undisturbed transfer: %s", r)
	}
	return err
}

func (f transferFlow) warm(t *trial, i int) error {
	return f.whole(t, fmt.Sprintf("%s-warm-%d", t.key, i), f.direction(), 1)
}

func (f transferFlow) do(t *trial) error {
	_, err := t.n.transfer(t.who, t.key, f.direction(), t.yuan)
	return err
}

// call is the company's name of the transfer.
func (f transferFlow) call() string { return "transfer_" + f.direction() }

// prepareLost leaves an order without an answer: of even seeds the company never
// heard of it, of odd ones it was done.
func (f transferFlow) prepareLost(t *trial) error {
	kind := "drop_request"
	if t.seed%2 == 1 {
		kind = "drop_response"
	}
	return f.lose(t, kind)
}

func (f transferFlow) lose(t *trial, kind string) error {
	if err := f.prepare(t); err != nil {
		return err
	}
	if err := t.h.fault("venue:ky", f.call(), kind, 1); err != nil {
		return err
	}
	var err error
	if t.before, err = t.sums(); err != nil {
		return err
	}
	r, err := t.n.transfer(t.who, t.key, f.direction(), t.yuan)
	if err == nil && r.text("Status") != "0" {
		err = fmt.Errorf("a transfer without an answer: %s", r)
	}
	return err
}

// resolve lets the time come at which the resolver asks.
func (f transferFlow) resolve(t *trial) error { return t.h.clock.advance(16 * time.Second) }

// prepareFix leaves an order that is done and unanswered. Where people are to
// settle it, the company does not answer questions either, and a first person
// has asked for it.
func (f transferFlow) prepareFix(t *trial) error {
	if err := f.lose(t, "drop_response"); err != nil || !f.byHand(t) {
		return err
	}
	if err := t.h.fault("venue:ky", "status", "drop_request", -1); err != nil {
		return err
	}
	if err := t.h.clock.advance(61 * time.Second); err != nil {
		return err
	}
	row, err := f.order(t)
	if err != nil {
		return err
	}
	r, err := t.n.act(t.h.desks[0], "/transfers/"+row.ID+"/settle", map[string]any{"outcome": "done", "evidence": "场馆客服确认已到账", "reason": "人工核实"})
	if err == nil && r.text("approvalId") == "" {
		err = fmt.Errorf("ask a second person: %s", r)
	}
	t.approval = r.text("approvalId")
	if err != nil {
		return err
	}
	// The second person is at their desk before the process is armed.
	_, err = t.n.act(t.h.desks[1], "/approvals/nothing/approve", nil)
	return err
}

func (f transferFlow) byHand(t *trial) bool { return t.seed%3 == 2 }

func (f transferFlow) fix(t *trial) error {
	if !f.byHand(t) {
		return f.resolve(t)
	}
	_, err := t.n.act(t.h.desks[1], "/approvals/"+t.approval+"/approve", nil)
	return err
}

// fixAgain does the fix once more: the second person clicks again. Settled once
// more is a no-op.
func (f transferFlow) fixAgain(t *trial, n *node) error {
	if !f.byHand(t) {
		_, err := n.transfer(t.who, t.key, f.direction(), t.yuan)
		return err
	}
	for i := range 2 {
		r, err := n.act(t.h.desks[1], "/approvals/"+t.approval+"/approve", nil)
		if err != nil {
			return err
		}
		if t.strict && (r.status == http.StatusOK) != (i == 0) {
			return fmt.Errorf("decision %d: %s", i+1, r)
		}
	}
	return t.h.healthy()
}

type transferRow struct {
	ID, State, Booked string
	Asks              int
	CreatedAt         int64
}

// number is what the player reads.
func (r transferRow) number() string { return numberOf(r.ID, r.CreatedAt) }

func numberOf(transfer string, createdAt int64) string {
	return wallet.Transfer{ID: transfer, CreatedAt: calendar.FromMillis(createdAt)}.Number()
}

var errNoOrder = errors.New("the order does not exist")

// order is the one that did not finish; it alone has its amount.
func (f transferFlow) order(t *trial) (row transferRow, err error) {
	err = t.h.read(func(ctx context.Context, d *db.DB) error {
		row, err = f.orderIn(ctx, d, t)
		return err
	})
	return row, err
}

func (f transferFlow) orderIn(ctx context.Context, d *db.DB, t *trial) (transferRow, error) {
	var rows []transferRow
	err := d.NewRaw("SELECT id, state, booked, asks, created_at FROM transfer WHERE player = ? AND direction = ? AND amount = ?",
		t.who.id, f.direction(), int64(t.amount())).Scan(ctx, &rows)
	switch {
	case err != nil:
		return transferRow{}, err
	case len(rows) > 1:
		return transferRow{}, fmt.Errorf("the order is there %d times", len(rows))
	case len(rows) == 0:
		return transferRow{}, errNoOrder
	}
	return rows[0], nil
}

// right looks at what the dead process left.
func (f transferFlow) right(exists want) func(*trial) error {
	return func(t *trial) error {
		row, err := f.order(t)
		if exists == none {
			if !errors.Is(err, errNoOrder) {
				return fmt.Errorf("something exists: %+v, %w", row, err)
			}
			return t.expect(0, 0, 0, 0, 0)
		}
		if err != nil {
			return err
		}
		t.ref = row.number()
		state := "pending"
		if exists == done || (exists == byPoint && t.seed%3 == 1) {
			state = "completed"
		}
		if row.State != state {
			return fmt.Errorf("the order is %s, want %s", row.State, state)
		}
		return nil
	}
}

// again sends the order again under its key: the first one is told of, or the
// first one begins now.
func (f transferFlow) again(exists want) func(*trial, *node) error {
	return func(t *trial, n *node) error {
		r, err := n.transfer(t.who, t.key, f.direction(), t.yuan)
		if err != nil || !t.strict {
			return err
		}
		status := "0"
		if exists == none || exists == done {
			status = "1"
		}
		if !r.ok() || r.text("Status") != status || (t.ref != "" && r.text("OrderSn") != t.ref) {
			return fmt.Errorf("the repeated order: %s, want status %s of %q", r, status, t.ref)
		}
		return nil
	}
}

// end waits for the result and compares it with what may be, and with the
// company's book.
func (f transferFlow) end(moved want) func(*trial) error {
	return func(t *trial) error {
		var row transferRow
		err := t.settle(func(ctx context.Context, d *db.DB) (bool, string, error) {
			var err error
			row, err = f.orderIn(ctx, d, t)
			return row.State == "completed" || row.State == "refused", fmt.Sprintf("%+v", row), err
		})
		if err != nil {
			return err
		}
		want := map[string]money.Fen{"completed": t.amount(), "refused": 0}[row.State]
		switch {
		case !t.strict || moved == byCompany: // the company's book below decides
		case moved == done, moved == byFault && t.seed%2 == 1:
			want = t.amount()
		default:
			want = 0
		}
		if err := t.expect(f.sign()*want, 0, 0, -f.sign()*want, -f.sign()*want); err != nil {
			return fmt.Errorf("ended %s: %w", row.State, err)
		}
		return nil
	}
}
