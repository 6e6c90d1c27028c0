package crash

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// ordered places an order that waits for its payment.
func ordered(t *trial) error {
	t.key = t.newKey("D")
	ref, err := placeOrder(t, t.key, t.yuan)
	t.ref = ref
	return err
}

func placeOrder(t *trial, key string, yuan int) (string, error) {
	r, err := t.n.deposit(t.who, key, yuan)
	if err == nil && (!r.ok() || r.text("Data.order_sn") == "") {
		err = fmt.Errorf("order a deposit: %s", r)
	}
	return r.text("Data.order_sn"), err
}

// wholeDeposit is one that nothing disturbs.
func wholeDeposit(t *trial, i int) error {
	sn, err := placeOrder(t, fmt.Sprintf("%s-warm-%d", t.key, i), 10)
	if err != nil {
		return err
	}
	return pay(t, sn, "", 1)
}

// pay has the order paid at the gateway, which tells us. Paying again only
// tells us again. heard is how often we must have understood.
func pay(t *trial, sn, yuan string, heard int) error {
	wish := map[string]any{}
	if yuan != "" {
		wish["amount"] = yuan
	}
	var out struct{ Delivered int }
	if err := t.h.control(http.MethodPost, "/gateways/epay/orders/"+sn+"/pay", wish, &out); err != nil {
		return err
	}
	if heard >= 0 && out.Delivered != heard {
		return fmt.Errorf("%d notices were understood, want %d", out.Delivered, heard)
	}
	return nil
}

func payOrder(t *trial) error { return pay(t, t.ref, "", -1) }

func lost(t *trial) bool { return t.seed%2 == 1 }

// orderedOrLost is ordered; of odd seeds the order is paid and its callback lost.
func orderedOrLost(t *trial) error {
	if err := ordered(t); err != nil || !lost(t) {
		return err
	}
	if err := t.h.fault("gateway:epay", "transfer_in", "drop_request", 1); err != nil {
		return err
	}
	return pay(t, t.ref, "", 0)
}

func payOrPoll(t *trial) error {
	if !lost(t) {
		return payOrder(t)
	}
	return t.h.clock.advance(17 * time.Second)
}

func noticeAgain(t *trial, _ *node) error {
	heard := 1
	if !t.strict {
		heard = -1 // the node it goes to may be stopped
	}
	return pay(t, t.ref, "", heard)
}

func noticeOrPoll(t *trial, n *node) error {
	if !lost(t) {
		return noticeAgain(t, n)
	}
	return nil // creditedOnce lets the time come
}

func orderedAndPaid(t *trial) error {
	if err := ordered(t); err != nil {
		return err
	}
	var err error
	if t.before, err = t.sums(); err != nil {
		return err
	}
	return pay(t, t.ref, "", 1)
}

func askRecent(t *trial) error {
	_, err := t.n.call(t.who, "", "/v1/Select/RecentDeposit")
	return err
}

// askRecentAgain looks again: the notice is given once more, and not a third
// time later.
func askRecentAgain(t *trial, n *node) error {
	for i, want := range []bool{true, false} {
		r, err := n.call(t.who, "", "/v1/Select/RecentDeposit")
		if err != nil {
			return err
		}
		if t.strict && strings.Contains(string(r.raw), t.ref) != want {
			return fmt.Errorf("look %d after the death: %s", i+1, r)
		}
		if err := t.h.clock.advance(4 * time.Second); err != nil {
			return err
		}
	}
	return nil
}

// received is what arrives for a trial's order.
func (t *trial) received() money.Fen {
	if strings.HasPrefix(t.point, "Confirm.") {
		return t.amount() + 100*money.Yuan
	}
	return t.amount()
}

// paidWrongly leaves an order that people must decide about: more was paid than
// was ordered, a first person wants it credited, a second one is to agree.
func paidWrongly(t *trial) error {
	if err := ordered(t); err != nil {
		return err
	}
	var err error
	if t.before, err = t.sums(); err != nil {
		return err
	}
	if err := pay(t, t.ref, t.received().String(), -1); err != nil {
		return err
	}
	r, err := t.n.act(t.h.desks[0], "/deposits/"+t.ref+"/resolve", map[string]any{"action": "credit", "received": t.received().String(), "reason": "核对网关到账"})
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

func approve(t *trial, n *node) (reply, error) {
	return n.act(t.h.desks[1], "/approvals/"+t.approval+"/approve", nil)
}

func approveCredit(t *trial) error {
	_, err := approve(t, t.n)
	return err
}

// approveCreditAgain decides again: once it does something, and no more.
func approveCreditAgain(t *trial, n *node) error {
	for i := range 2 {
		r, err := approve(t, n)
		if err != nil {
			return err
		}
		if first := i == 0 && t.seed%2 == 0; t.strict && (r.status == http.StatusOK) != first {
			return fmt.Errorf("decision %d: %s", i+1, r)
		}
	}
	return nil
}

type depositRow struct {
	State    string
	Received int64
	Notices  int
	Polls    int
}

func depositOf(ctx context.Context, d *db.DB, sn string) (row depositRow, err error) {
	err = d.NewRaw(`SELECT state, received, polls, (SELECT COUNT(*) FROM deposit_notice n WHERE n.sn = deposit.sn) AS notices
		FROM deposit WHERE sn = ?`, sn).Scan(ctx, &row)
	return row, err
}

// creditedIs looks at what the dead process left: all of the credit or nothing.
func creditedIs(credited want) func(*trial) error {
	return func(t *trial) error {
		var row depositRow
		err := t.h.read(func(ctx context.Context, d *db.DB) (err error) {
			row, err = depositOf(ctx, d, t.ref)
			return err
		})
		if err != nil {
			return err
		}
		state, centre := "pending", money.Fen(0)
		switch {
		case credited == done, credited == byPoint && t.seed%2 == 1:
			state, centre = "credited", t.received()
		case credited == byPoint:
			state = "review"
		}
		if row.State != state {
			return fmt.Errorf("the deposit is %s, want %s", row.State, state)
		}
		return t.expect(centre, 0, 0, 0, 0)
	}
}

// creditedOnce waits for the credit, and lets the gateway repeat itself.
func creditedOnce(t *trial) error {
	var row depositRow
	look := func(ctx context.Context, d *db.DB) (bool, string, error) {
		var err error
		row, err = depositOf(ctx, d, t.ref)
		return row.State == "credited", fmt.Sprintf("%+v", row), err
	}
	if err := t.settle(look); err != nil {
		return err
	}
	for range 2 {
		if err := pay(t, t.ref, "", 1); err != nil {
			return fmt.Errorf("the gateway repeats itself: %w", err)
		}
	}
	err := t.h.read(func(ctx context.Context, d *db.DB) error { _, _, err := look(ctx, d); return err })
	if err == nil && (row.Received != int64(t.received()) || row.Notices != 1) {
		err = fmt.Errorf("credited %+v, want %s and one notice", row, t.received())
	}
	if err != nil {
		return err
	}
	return t.expect(t.received(), 0, 0, 0, 0)
}
