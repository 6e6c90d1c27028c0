package deposit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/due"
	"hongyun/internal/inbox"
	"hongyun/internal/payment"
)

// pollParallel is how many questions to one gateway are under way at a time.
const pollParallel = 8

// ExpireOld ends orders whose time is over. What only waits expires. A bank
// transfer that the player says is paid stays with staff for the grace time,
// then goes to review: nothing that may have been paid is closed by a clock.
func (d *Deposits) ExpireOld(ctx context.Context) error {
	for {
		n, err := d.expireSome(ctx)
		if err != nil || n < order.AtOnce {
			return err
		}
	}
}

// expireSome ends some of the orders and says how many it took.
func (d *Deposits) expireSome(ctx context.Context) (int, error) {
	var due []string
	err := d.DB.NewRaw(`SELECT sn FROM deposit WHERE `+whereWaiting+`
		AND expires_at <= CASE WHEN state = 'claimed' AND style = 'Bank' THEN ?0 ELSE ?1 END
		ORDER BY expires_at, sn LIMIT ?2`,
		d.DB.Clock().Now().Add(-d.Rules().ClaimGrace).UnixMilli(), d.DB.Clock().Now().UnixMilli(), order.AtOnce).Scan(ctx, &due)
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
	return d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		dep, err := Lock(ctx, tx, d.Box, sn)
		if err != nil || tx.Now().Before(dep.ExpiresAt) {
			return err
		}
		if dep.State == Claimed && dep.rail().foundByStaff() {
			if tx.Now().Before(dep.ExpiresAt.Add(d.Rules().ClaimGrace)) {
				return nil // claimed since the list was read
			}
			const why = "玩家表示已付款，超时未确认"
			if err := toReview(ctx, tx, sn, why); err != nil {
				return err
			}
			return order.AddNote(ctx, tx, sn, order.BySystem, "转复核", why)
		}
		moved, err := finish(ctx, tx, sn, expireMove)
		if err != nil || !moved {
			return err
		}
		return order.AddNote(ctx, tx, sn, order.BySystem, "订单过期", "")
	})
}

// newPolls makes the due work that asks gateways about orders: a lane for each
// gateway that is there at the start, and one for all others.
func (d *Deposits) newPolls(metrics prometheus.Registerer) *due.Work {
	orders := due.Rows[Deposit]{
		DB: d.DB, Parallel: pollParallel, InTurn: d.InTurn,
		Take: d.takePolls,
		Ask: func(ctx context.Context, lane string, dep Deposit) error {
			g := d.methods.Gateway(dep.Gateway)
			if g == nil {
				return nil // passed over, and not first in the queue for ever
			}
			d.Seam("Poll.C4")
			if err := d.lookUp(ctx, g, dep); err != nil && ctx.Err() == nil {
				d.Log.WarnContext(ctx, "cannot ask about a deposit", "sn", dep.SN, "err", err)
			}
			return ctx.Err()
		},
	}
	return &due.Work{
		Name: "deposit.poll", Clock: d.DB.Clock(), Metrics: metrics, InTurn: d.InTurn, Run: orders.Run,
		Lanes: func() []string { return append(slices.Clone(d.lanes()), due.Rest) },
		Oldest: func(ctx context.Context, lane string) (time.Time, error) {
			where, among := order.InLane("gateway", lane, d.lanes())
			var at int64
			err := d.DB.NewRaw("SELECT COALESCE(MIN(poll_at), 0) FROM deposit WHERE poll_at > 0 AND "+d.DB.Few("poll_at <= ?")+" AND "+where+" AND "+whereAsked, d.DB.Clock().Now().UnixMilli(), among).Scan(ctx, &at)
			return order.Stamped(at), err
		},
	}
}

// PollOpen asks the gateways about orders whose callback may be lost: those
// that wait, and for a while those that expired, for a payment may still come.
// A closed one is asked about where its gateway has spoken of a payment since.
func (d *Deposits) PollOpen(ctx context.Context) error { return d.Polls.RunAll(ctx) }

// takePolls takes orders of a lane that are due to be asked about. The next
// question is planned before this one, so that a gateway that hangs does not
// hold up the orders behind it twice, and two nodes do not ask the same.
func (d *Deposits) takePolls(ctx context.Context, tx *db.Tx, lane string, limit int) ([]Deposit, error) {
	where, among := order.InLane("gateway", lane, d.lanes())
	var sns []string
	err := tx.NewRaw("SELECT sn FROM deposit WHERE poll_at > 0 AND "+d.DB.Few("poll_at <= ?")+" AND "+where+" AND "+whereAsked+" ORDER BY poll_at, sn LIMIT ?"+tx.SkipLocked(),
		tx.NowMillis(), among, limit).Scan(ctx, &sns)
	if err != nil {
		return nil, fmt.Errorf("deposits to ask about: %w", err)
	}
	taken := make([]Deposit, len(sns))
	for i, sn := range sns {
		if taken[i], err = Find(ctx, tx, d.Box, "sn = ?", sn); err != nil {
			return nil, err
		}
		if err := d.planPoll(ctx, tx, taken[i]); err != nil {
			return nil, err
		}
	}
	return taken, nil
}

// lookUp asks the gateway about an order and does what its answer proves.
func (d *Deposits) lookUp(ctx context.Context, g payment.Gateway, dep Deposit) error {
	sn := dep.SN
	s, err := g.Lookup(ctx, sn)
	if errors.Is(err, payment.ErrNoQuery) {
		return nil // nobody was asked, so nobody failed to answer
	}
	due.Asked(ctx, err)
	if err != nil {
		return err
	}
	d.Seam("Poll.C5")
	switch s.State {
	case payment.Paid:
		txn := s.GatewayTxn
		if txn == "" {
			txn = sn
		}
		_, err = d.settle(ctx, sn, "", proof{gateway: dep.Gateway, txn: txn, amount: s.Amount, paidAt: s.PaidAt})
	case payment.Failed:
		err = d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			moved, err := finish(ctx, tx, sn, refuseMove)
			if err != nil || !moved {
				return err
			}
			if err := inbox.Write(ctx, tx, closedMessage(dep)); err != nil {
				return err
			}
			return order.AddNote(ctx, tx, sn, order.BySystem, "网关查询：支付失败，订单关闭", "")
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
func (d *Deposits) planPoll(ctx context.Context, tx *db.Tx, dep Deposit) error {
	next := tx.Now().Add(pollAfter(dep.polls))
	// One question falls just after the expiry: a payment of the last minute
	// should not wait for the next interval.
	if after := dep.ExpiresAt.Add(5 * time.Second); tx.Now().Before(dep.ExpiresAt) && next.After(after) {
		next = after
	}
	at := next.UnixMilli()
	if next.After(dep.ExpiresAt.Add(d.Rules().LateWatch)) {
		at = 0
	}
	if _, err := tx.NewRaw("UPDATE deposit SET poll_at = ?, polls = polls + 1 WHERE sn = ?", at, dep.SN).Exec(ctx); err != nil {
		return fmt.Errorf("plan the next question about %s: %w", dep.SN, err)
	}
	return nil
}

// askSoon has the next pass of PollOpen ask about an order, also about one that
// ended: its gateway speaks of a payment.
func (d *Deposits) askSoon(ctx context.Context, sn string) error {
	return d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE deposit SET poll_at = ? WHERE sn = ? AND "+whereAsked, tx.NowMillis(), sn).Exec(ctx)
		return err
	})
}

// Prune removes callbacks that named no order, and notices nobody will be
// shown any more, after a week.
func (d *Deposits) Prune(ctx context.Context) error {
	return d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		week := tx.Now().Add(-7 * 24 * time.Hour).UnixMilli()
		if _, err := tx.NewRaw("DELETE FROM callback_raw WHERE sn = '' AND at < ?", week).Exec(ctx); err != nil {
			return err
		}
		_, err := tx.NewRaw("DELETE FROM deposit_notice WHERE at < ?", week).Exec(ctx)
		return err
	})
}
