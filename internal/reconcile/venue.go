package reconcile

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// compareVenues asks each venue about each transfer of the time that has
// ended. One that is open is the resolver's, and Watch says when it takes long.
func (r *Reconciler) compareVenues(ctx context.Context, l *look) error {
	for _, code := range r.Venues.Codes() {
		v, ok := r.Venues.Adapter(code)
		if !ok {
			continue
		}
		to := l.to.Add(-v.Rules().VisibleAfter)
		after := transfer{CreatedAt: millis(l.from)}
		for {
			page, err := transfersAfter(ctx, r.DB, code, after, to)
			if err != nil {
				return err
			}
			if len(page) == 0 {
				break
			}
			var asking errgroup.Group
			asking.SetLimit(r.Settings.AtOnce)
			for _, t := range page {
				asking.Go(func() error { return r.compareTransfer(ctx, l, v, t) })
			}
			if err := asking.Wait(); err != nil {
				return err
			}
			l.count("transfers", int64(len(page)))
			after = page[len(page)-1]
		}
	}
	return nil
}

var (
	transferStates = map[string]string{"completed": "成功", "refused": "未成功（已退回）"}
	outcomeTexts   = map[venue.Outcome]string{venue.Done: "成功", venue.Refused: "失败", venue.Absent: "无此订单"}
	directions     = map[string]string{"in": "转入场馆 ", "out": "转回中心 "}
)

func (r *Reconciler) compareTransfer(ctx context.Context, l *look, v venue.Venue, t transfer) error {
	limited, cancel := context.WithTimeout(ctx, v.Rules().Timeout)
	defer cancel()
	answer, err := v.Lookup(limited, t.Ref)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil || answer.Outcome == venue.Unknown {
		l.silent(t.subject())
		return nil
	}
	r.judgeTransfer(l, t, answer)
	return nil
}

// judgeTransfer compares a transfer with what its venue says. An answer
// without an amount says yes or no and nothing about how much.
func (r *Reconciler) judgeTransfer(l *look, t transfer, answer venue.Answer) {
	ours, theirs := t.State == "completed", answer.Outcome == venue.Done
	f := Finding{
		Kind: KindVenueState, Subject: t.subject(), Channel: "venue:" + t.Venue, Player: t.Player, Ref: t.Ref, Amount: answer.Amount,
		Expected: directions[t.Direction] + money.Fen(t.Amount).String() + " " + transferStates[t.State], Found: outcomeTexts[answer.Outcome],
	}
	switch amount := money.Fen(t.Amount); {
	case ours != theirs && theirs:
		f.Difference = amount
	case ours != theirs:
		f.Difference = -amount
	case theirs && answer.Amount != 0 && answer.Amount != amount:
		f.Kind, f.Difference = KindVenueAmount, answer.Amount-amount
		f.Found += " " + answer.Amount.String()
	default:
		l.agree("venue", t.subject())
		return
	}
	l.find(f)
}

// compareBalances looks at every player's balance at every venue.
func (r *Reconciler) compareBalances(ctx context.Context, l *look) error {
	return r.eachVenue(ctx, l, r.allSeats)
}

func (r *Reconciler) allSeats(ctx context.Context, code string, look func([]seat) error) error {
	after := ""
	for {
		page, err := seatsAfter(ctx, r.DB, code, after)
		if err != nil || len(page) == 0 {
			return err
		}
		if err := look(page); err != nil {
			return err
		}
		after = page[len(page)-1].Player
	}
}

// CheckBalances looks at the players who moved money in the last hours, and
// again at those whose balance differed. It is a sweep: a balance is looked at
// within a minute of each transfer, and a difference is a case as soon as the
// bet feed has passed it.
func (r *Reconciler) CheckBalances(ctx context.Context) error {
	now := r.DB.Clock().Now()
	return r.sweepBalances(ctx, func(ctx context.Context, code string, look func([]seat) error) error {
		seats, err := movedSeats(ctx, r.DB, code, now.Add(-2*time.Hour))
		if err != nil || len(seats) == 0 {
			return err
		}
		return look(seats)
	})
}

// CheckAllBalances looks at every player at every venue; hourly.
func (r *Reconciler) CheckAllBalances(ctx context.Context) error {
	return r.sweepBalances(ctx, r.allSeats)
}

type seatsOf func(ctx context.Context, code string, look func([]seat) error) error

func (r *Reconciler) sweepBalances(ctx context.Context, seats seatsOf) error {
	l := newLook(time.Time{}, r.DB.Clock().Now())
	if err := r.eachVenue(ctx, l, seats); err != nil {
		return err
	}
	if len(l.found) == 0 && len(l.right) == 0 {
		return nil
	}
	return r.keep(ctx, l, &Run{})
}

// eachVenue looks at seats of every venue. A venue that does not answer is
// left alone for this time.
func (r *Reconciler) eachVenue(ctx context.Context, l *look, seats seatsOf) error {
	covered := map[string]time.Time{}
	if r.Covered != nil {
		var err error
		if covered, err = r.Covered(ctx); err != nil {
			return err
		}
	}
	for _, code := range r.Venues.Codes() {
		v, ok := r.Venues.Adapter(code)
		if !ok {
			continue
		}
		_, fed := v.(venue.BetSource)
		sight := &sight{r: r, look: l, venue: v, covered: covered[code], fed: fed}
		err := seats(ctx, code, func(page []seat) error { return sight.page(ctx, page) })
		if errors.Is(err, errVenueSilent) {
			l.silent("venue:" + code)
			continue
		}
		if err != nil {
			return fmt.Errorf("balances at %s: %w", code, err)
		}
	}
	return nil
}

// errVenueSilent ends the questions to a venue that answers none.
var errVenueSilent = errors.New("the venue does not answer")

// silentMost is how many questions in a row may stay unanswered.
const silentMost = 8

// sight is one venue being looked at.
type sight struct {
	r       *Reconciler
	look    *look
	venue   venue.Venue
	covered time.Time // its bets are here up to then
	fed     bool      // it has a bet feed at all

	mu     sync.Mutex
	silent int
	rows   []balanceRow
}

// page looks at some seats at a time and keeps what was seen.
func (s *sight) page(ctx context.Context, seats []seat) error {
	s.rows = nil
	var asking errgroup.Group
	asking.SetLimit(s.r.Settings.AtOnce)
	for _, seat := range seats {
		asking.Go(func() error { return s.seat(ctx, seat) })
	}
	err := asking.Wait()
	s.look.count("balances", int64(len(s.rows)))
	if len(s.rows) > 0 {
		kept := s.r.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error { return keepBalances(ctx, tx, s.rows) })
		err = errors.Join(err, kept)
	}
	return err
}

// seat compares one player's balance. Money under way makes it no comparison:
// the balance is read between two readings of our side that must be the same.
func (s *sight) seat(ctx context.Context, before seat) error {
	if before.Unsettled > 0 {
		return nil
	}
	s.mu.Lock()
	given := s.silent >= silentMost
	s.mu.Unlock()
	if given {
		return errVenueSilent
	}
	at := s.r.DB.Clock().Now()
	limited, cancel := context.WithTimeout(ctx, s.venue.Rules().Timeout)
	live, err := s.venue.Balance(limited, before.Account)
	cancel()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.mu.Lock()
	if err != nil {
		s.silent++
	} else {
		s.silent = 0
	}
	s.mu.Unlock()
	if err != nil {
		s.look.silent("balance:" + before.Venue + ":" + before.Player)
		return nil
	}
	now, err := seatOf(ctx, s.r.DB, before.Venue, before.Player)
	if err != nil || now.Moved != before.Moved || now.Unsettled > 0 {
		return err
	}
	last, _, err := lastBalance(ctx, s.r.DB, now)
	if err != nil {
		return err
	}
	row := s.judge(now, last, int64(live), at)
	s.mu.Lock()
	s.rows = append(s.rows, row)
	s.mu.Unlock()
	return nil
}

// judge decides what a balance means. It differs while a bet is under way or
// not yet in the feed, so a difference waits until the feed has passed the
// instant at which this balance was first seen; then it is a break. Money that
// is missing may also lie on a table, so that waits longer.
func (s *sight) judge(now seat, last balanceRow, live int64, at time.Time) balanceRow {
	row := balanceRow{
		Player: now.Player, Venue: now.Venue, Live: live, Drift: live - (now.Mirror - now.Staked), Since: millis(at), Moved: now.Moved, Looked: millis(at), State: "right",
	}
	subject := "balance:" + now.Venue + ":" + now.Player
	if row.Drift == 0 {
		s.look.agree("venue", subject)
		return row
	}
	row.State = "waiting"
	if last.State != "" && last.State != "right" && last.Live == live && last.Moved == now.Moved {
		row.Since = last.Since
	}
	since := instant(row.Since)
	passed := !s.fed || s.covered.After(since)
	table := row.Drift < 0 && s.fed && !s.look.impatient && at.Before(since.Add(s.r.Settings.Patience))
	if !passed || table {
		s.look.wait()
		return row
	}
	row.State = "drift"
	expected := money.Fen(now.Mirror - now.Staked)
	s.look.find(Finding{
		Kind: KindBalance, Subject: subject, Channel: "venue:" + now.Venue, Player: now.Player,
		Expected: expected.String(), Found: money.Fen(live).String(), Difference: money.Fen(row.Drift), At: since,
	})
	return row
}
