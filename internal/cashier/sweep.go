package cashier

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"hongyun/internal/db"
	"hongyun/internal/payment"
)

// atOnce is how many orders a sweep takes at a time; it goes on until none is due.
const atOnce = 100

// asksAtOnce is how many questions to gateways are under way at a time.
const asksAtOnce = 8

// ExpireOld ends orders whose time is over. What only waits expires. A bank
// transfer that the player says is paid stays with staff for the grace time,
// then goes to review: nothing that may have been paid is closed by a clock.
func (d *Deposits) ExpireOld(ctx context.Context) error {
	for {
		n, err := d.expireSome(ctx)
		if err != nil || n < atOnce {
			return err
		}
	}
}

// expireSome ends some of the orders and says how many it took.
func (d *Deposits) expireSome(ctx context.Context) (int, error) {
	var due []string
	err := d.db.NewRaw(`SELECT sn FROM deposit WHERE state IN ('pending', 'claimed')
		AND expires_at <= CASE WHEN state = 'claimed' AND style = 'Bank' THEN ?0 ELSE ?1 END
		ORDER BY expires_at, sn LIMIT ?2`,
		d.db.Clock().Now().Add(-d.set.ClaimGrace).UnixMilli(), d.db.Clock().Now().UnixMilli(), atOnce).Scan(ctx, &due)
	if err != nil {
		return 0, fmt.Errorf("deposits past their time: %w", err)
	}
	var failed error
	for _, sn := range due {
		failed = errors.Join(failed, d.expire(ctx, sn))
	}
	return len(due), failed
}

func (d *Deposits) expire(ctx context.Context, sn string) error {
	return d.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		dep, err := lockDeposit(ctx, tx, d.box, sn)
		if err != nil || tx.Now().Before(dep.ExpiresAt) {
			return err
		}
		if dep.State == Claimed && dep.Style == StyleBank {
			if tx.Now().Before(dep.ExpiresAt.Add(d.set.ClaimGrace)) {
				return nil // claimed since the list was read
			}
			const why = "玩家表示已付款，超时未确认"
			if err := toReview(ctx, tx, sn, why); err != nil {
				return err
			}
			return addNote(ctx, tx, sn, bySystem, "转复核", why)
		}
		moved, err := moveDeposit(ctx, tx, sn, Expired, Pending, Claimed)
		if err != nil || !moved {
			return err
		}
		return addNote(ctx, tx, sn, bySystem, "订单过期", "")
	})
}

// PollOpen asks the gateways about orders whose callback may be lost: those
// that wait, and for a while those that expired, for a payment may still come.
// A closed one is asked about where its gateway has spoken of a payment since.
func (d *Deposits) PollOpen(ctx context.Context) error {
	began := d.db.Clock().Now()
	for {
		n, err := d.pollSome(ctx, began)
		if err != nil || n < atOnce {
			return err
		}
	}
}

// pollSome asks about some of the orders that were due at an instant and says
// of how many the next question is planned: those will not be found again.
func (d *Deposits) pollSome(ctx context.Context, at time.Time) (int, error) {
	var due []string
	err := d.db.NewRaw(`SELECT sn FROM deposit WHERE poll_at > 0 AND poll_at <= ?
		AND state IN ('pending', 'claimed', 'expired', 'closed') ORDER BY poll_at, sn LIMIT ?`,
		at.UnixMilli(), atOnce).Scan(ctx, &due)
	if err != nil {
		return 0, fmt.Errorf("deposits to ask about: %w", err)
	}
	// Several at a time: one that hangs must not hold up the rest.
	var asking errgroup.Group
	asking.SetLimit(asksAtOnce)
	if d.inTurn {
		asking.SetLimit(1)
	}
	var panicked atomic.Pointer[any]
	var planned atomic.Int64
	for _, sn := range due {
		asking.Go(func() error {
			// A panic belongs to whoever runs the sweep, not to the process.
			defer func() {
				if r := recover(); r != nil {
					panicked.Store(&r)
				}
			}()
			if panicked.Load() != nil {
				return nil // the sweep has ended
			}
			did, err := d.poll(ctx, sn)
			if did {
				planned.Add(1)
			}
			if err != nil && ctx.Err() == nil {
				d.log.WarnContext(ctx, "cannot ask about a deposit", "sn", sn, "err", err)
			}
			return ctx.Err()
		})
	}
	err = asking.Wait()
	if r := panicked.Load(); r != nil {
		panic(*r)
	}
	return int(planned.Load()), err
}

// poll asks about one order and says whether its next question is planned. The next time is written before the question, so
// that a gateway that hangs does not hold up the orders behind it twice, and
// two nodes do not ask the same.
func (d *Deposits) poll(ctx context.Context, sn string) (planned bool, err error) {
	dep, err := findDeposit(ctx, d.db, d.box, "sn = ?", sn)
	if err != nil {
		return false, err
	}
	mine, err := d.planPoll(ctx, dep)
	if err != nil {
		return false, err
	}
	g := d.gateways[dep.Gateway]
	if !mine || g == nil { // a gateway that was taken out is passed over, and not first in the queue for ever
		return true, nil
	}
	d.seam("Poll.C4")
	return true, d.lookUp(ctx, g, dep)
}

// lookUp asks the gateway about an order and does what its answer proves.
func (d *Deposits) lookUp(ctx context.Context, g payment.Gateway, dep Deposit) error {
	sn := dep.SN
	s, err := g.Lookup(ctx, sn)
	if err != nil {
		return err
	}
	d.seam("Poll.C5")
	switch s.State {
	case payment.Paid:
		txn := s.GatewayTxn
		if txn == "" {
			txn = sn
		}
		_, err = d.settle(ctx, sn, "", proof{dep.Gateway, txn, s.Amount})
	case payment.Failed:
		err = d.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			moved, err := moveDeposit(ctx, tx, sn, Closed, Pending, Claimed)
			if err != nil || !moved {
				return err
			}
			return addNote(ctx, tx, sn, bySystem, "网关查询：支付失败，订单关闭", "")
		})
	}
	return err
}

// pollAfter is how long to wait after the n-th question: often while the player
// is likely to be paying, then less and less.
func pollAfter(n int) time.Duration {
	switch {
	case n < 20:
		return firstPoll
	case n < 40:
		return time.Minute
	}
	return min(time.Minute<<min(n-40, 6), time.Hour)
}

// planPoll sets when the order is asked about next, until the watch for late
// payments ends.
func (d *Deposits) planPoll(ctx context.Context, dep Deposit) (mine bool, err error) {
	wait := pollAfter(dep.polls)
	err = d.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		next := tx.Now().Add(wait)
		// One question falls just after the expiry: a payment of the last
		// minute should not wait for the next interval.
		if after := dep.ExpiresAt.Add(5 * time.Second); tx.Now().Before(dep.ExpiresAt) && next.After(after) {
			next = after
		}
		at := next.UnixMilli()
		if next.After(dep.ExpiresAt.Add(d.set.LateWatch)) {
			at = 0
		}
		res, err := tx.NewRaw("UPDATE deposit SET poll_at = ?, polls = polls + 1 WHERE sn = ? AND polls = ?", at, dep.SN, dep.polls).Exec(ctx)
		if err != nil {
			return fmt.Errorf("plan the next question about %s: %w", dep.SN, err)
		}
		n, _ := res.RowsAffected()
		mine = n == 1
		return nil
	})
	return mine, err
}

// askSoon has the next pass of PollOpen ask about an order, also about one that
// ended: its gateway speaks of a payment.
func (d *Deposits) askSoon(ctx context.Context, sn string) error {
	return d.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE deposit SET poll_at = ? WHERE sn = ? AND state IN ('pending', 'claimed', 'expired', 'closed')", tx.NowMillis(), sn).Exec(ctx)
		return err
	})
}

// Prune removes callbacks that named no order, and notices nobody will be
// shown any more, after a week.
func (d *Deposits) Prune(ctx context.Context) error {
	return d.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		week := tx.Now().Add(-7 * 24 * time.Hour).UnixMilli()
		if _, err := tx.NewRaw("DELETE FROM callback_raw WHERE sn = '' AND at < ?", week).Exec(ctx); err != nil {
			return err
		}
		_, err := tx.NewRaw("DELETE FROM deposit_notice WHERE at < ?", week).Exec(ctx)
		return err
	})
}
