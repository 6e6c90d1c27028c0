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
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/venue"
)

// compareVenues asks each venue about each transfer of the time that has
// ended. One that is open is the resolver's, and Watch says when it takes long.
func (r *Reconciler) compareVenues(ctx context.Context, l *look) error {
	for _, code := range r.Venues.Codes() {
		v, ok := r.Venues.Adapter(code)
		if !ok || v.Rules().NoQuery { // its balances are compared all the same
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

// judgeTransfer compares a transfer with its venue's answer. An answer without
// an amount says yes or no and nothing about how much.
func (r *Reconciler) judgeTransfer(l *look, t transfer, answer venue.Answer) {
	ours, theirs := t.State == "completed", answer.Outcome == venue.Done
	f := finding.Finding{
		Kind: finding.VenueState, Subject: t.subject(), Channel: "venue:" + t.Venue, Player: t.Player, Ref: t.Ref, Amount: answer.Amount,
		Expected: directions[t.Direction] + money.Fen(t.Amount).String() + " " + transferStates[t.State], Found: outcomeTexts[answer.Outcome],
	}
	switch amount := money.Fen(t.Amount); {
	case ours != theirs && theirs:
		f.Difference = amount
	case ours != theirs:
		f.Difference = -amount
	case theirs && answer.Amount != 0 && answer.Amount != amount:
		f.Kind, f.Difference = finding.VenueAmount, answer.Amount-amount
		f.Found += " " + answer.Amount.String()
	default:
		l.agree("venue", t.subject())
		return
	}
	l.find(f)
}

// eachVenue looks at seats of every venue, at all venues at once: a slow one
// keeps no other waiting. A venue that does not answer is left alone for this
// time.
func (r *Reconciler) eachVenue(ctx context.Context, l *look, seats seatsOf) error {
	covered := map[string]time.Time{}
	if r.Covered != nil {
		var err error
		if covered, err = r.Covered(ctx); err != nil {
			return err
		}
	}
	var venues errgroup.Group
	for _, code := range r.Venues.Codes() {
		v, ok := r.Venues.Adapter(code)
		if !ok || v.Rules().Seamless { // it holds no balance
			continue
		}
		_, fed := v.(venue.BetSource)
		sight := &sight{r: r, look: l, venue: v, code: code, covered: covered[code], fed: fed}
		venues.Go(func() error {
			err := seats(ctx, sight)
			if errors.Is(err, errVenueSilent) {
				l.silent("venue:" + code)
				return nil
			}
			if err != nil {
				return fmt.Errorf("balances at %s: %w", code, err)
			}
			return nil
		})
	}
	return venues.Wait()
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
	code    string
	covered time.Time // its bets are here up to then
	fed     bool      // it has a bet feed at all

	mu     sync.Mutex
	silent int
	rows   []balanceRow
	failed []string // players about whom the venue gave no answer
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
		s.mu.Lock()
		s.failed = append(s.failed, before.Player)
		s.mu.Unlock()
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

// judge decides the meaning of a balance. It differs while a bet is under way
// or not yet in the feed. So a difference becomes a break only after the feed
// has passed the instant at which this balance was first seen. Missing money
// may also be on a table, so it waits longer.
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
	s.look.find(finding.Finding{
		Kind: finding.Balance, Subject: subject, Channel: "venue:" + now.Venue, Player: now.Player,
		Expected: expected.String(), Found: money.Fen(live).String(), Difference: money.Fen(row.Drift), At: since,
	})
	return row
}
