package reconcile

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/db"
)

// Balances at the venues are compared in three ways. CheckBalances follows the
// transfers, and CheckAllBalances goes through all players in parts. Run asks
// about all players in one go, at night about those who moved money.

const (
	// movedWithin is how long CheckBalances tries to compare a player who moved
	// money. After that CheckAllBalances finds the change.
	movedWithin = 2 * time.Hour
	// settledLate is how long a transaction may take to commit after its instant:
	// a transfer may appear that much behind those already seen.
	settledLate = time.Minute
	// checkWithin bounds one run of CheckBalances; the next goes on.
	checkWithin = 45 * time.Second

	// roundEvery is how often CheckAllBalances begins anew at a venue.
	roundEvery = time.Hour
	// roundAsks and roundPages bound one run of CheckAllBalances at one venue:
	// the questions it asks, and the pages of players it reads.
	roundAsks, roundPages = 300, 5
	// roundRest is how long a venue that does not answer is left alone.
	roundRest = 10 * time.Minute
	// idleEvery is how often an account without money is compared.
	idleEvery = 30 * 24 * time.Hour
)

type seatsOf func(ctx context.Context, s *sight) error

// compareBalances compares balances at every venue: of all players, or in the
// nightly run of those who moved money since it began to look. The rounds of
// CheckAllBalances reach everybody else, so a night costs what is new.
func (r *Reconciler) compareBalances(ctx context.Context, l *look, cause string) error {
	if cause == Nightly {
		return r.eachVenue(ctx, l, func(ctx context.Context, s *sight) error {
			due, err := dueSeats(ctx, r.DB, s.code, millis(l.from))
			if err != nil {
				return err
			}
			for part := range slices.Chunk(due, duePart) {
				if err := s.due(ctx, part); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return r.eachVenue(ctx, l, func(ctx context.Context, s *sight) error {
		for after := ""; ; {
			page, err := seatsAfter(ctx, r.DB, s.code, after)
			if err != nil || len(page) == 0 {
				return err
			}
			after = page[len(page)-1].Player
			seats := make([]seat, len(page))
			for i, p := range page {
				seats[i] = p.seat
			}
			if err := s.page(ctx, seats); err != nil {
				return err
			}
		}
	})
}

// duePart is how many players are read and compared at a time.
const duePart = orderPage / 5

// due compares players whose balances are to be compared.
func (s *sight) due(ctx context.Context, due []dueSeat) error {
	players := make([]string, len(due))
	for i, d := range due {
		players[i] = d.Player
	}
	seats, err := seatsOfPlayers(ctx, s.r.DB, s.code, players)
	if err != nil {
		return err
	}
	return s.page(ctx, seats)
}

// CheckBalances compares the players who moved money since their last
// comparison, and again those whose balance differed. It is a sweep: a balance
// is compared within a minute of each transfer. A difference is a case as soon
// as the bet feed has passed it. One run does a bounded part, and players who
// waited longest come first.
func (r *Reconciler) CheckBalances(ctx context.Context) error {
	return r.sweepBalances(ctx, r.movedAt)
}

func (r *Reconciler) movedAt(ctx context.Context, s *sight) error {
	name := "balances.moved:" + s.code
	now, began := r.DB.Clock().Now(), r.sums.clock.Now()
	mark, err := readMark(ctx, r.DB, name)
	if err != nil {
		return err
	}
	from, _ := strconv.ParseInt(mark, 10, 64) // "" is 0: nothing was compared before
	from = max(millis(now.Add(-movedWithin)), min(from, millis(now.Add(-settledLate))))
	due, err := dueSeats(ctx, r.DB, s.code, from)
	if err != nil {
		return err
	}
	waits := map[string]int64{}
	for len(due) > 0 && r.sums.clock.Now().Sub(began) < checkWithin {
		part := due[:min(len(due), duePart)]
		due = due[len(part):]
		for _, d := range part {
			waits[d.Player] = d.Since
		}
		if err := s.due(ctx, part); err != nil {
			return err
		}
	}
	// Everything up to here was compared, except players without an answer and the
	// part this run had no time for.
	upto := millis(now.Add(-settledLate))
	for _, player := range s.failed {
		upto = min(upto, waits[player]-1)
	}
	for _, d := range due {
		upto = min(upto, d.Since-1)
	}
	if upto <= from {
		return nil
	}
	return r.mark(ctx, name, fmt.Sprintf("%020d", upto))
}

// CheckAllBalances compares every player with money or a change at a venue, and
// each idle account once in 30 days. It is a sweep that does a part each
// minute: a bounded number of questions to each venue, from where the last run
// ended. A round begins at most once an hour.
func (r *Reconciler) CheckAllBalances(ctx context.Context) error {
	return r.sweepBalances(ctx, r.roundAt)
}

// round is how far CheckAllBalances has come at a venue.
type round struct {
	began, rest int64 // unix ms; rest: not before
	after       string
}

func (r round) text() string { return fmt.Sprintf("%d %d %s", r.began, r.rest, r.after) }

func roundOf(mark string) (out round) {
	parts := strings.SplitN(mark, " ", 3)
	if len(parts) == 3 {
		out.began, _ = strconv.ParseInt(parts[0], 10, 64) // what cannot be read begins anew
		out.rest, _ = strconv.ParseInt(parts[1], 10, 64)
		out.after = parts[2]
	}
	return out
}

func (r *Reconciler) roundAt(ctx context.Context, s *sight) error {
	name := "balances.round:" + s.code
	now := r.DB.Clock().Now()
	mark, err := readMark(ctx, r.DB, name)
	if err != nil {
		return err
	}
	at := roundOf(mark)
	if at.rest > millis(now) && at.rest <= millis(now.Add(roundEvery)) {
		return nil
	}
	if at.after == "" {
		at.began = millis(now)
	}
	at.rest = 0
	asks := roundAsks
	for range roundPages {
		page, err := seatsAfter(ctx, r.DB, s.code, at.after)
		if err != nil {
			return err
		}
		var seats []seat
		for _, p := range page {
			if asks == 0 {
				break
			}
			at.after = p.Player
			if p.changed() || p.Looked < millis(now.Add(-idleEvery)) {
				seats = append(seats, p.seat)
				asks--
			}
		}
		if err := s.page(ctx, seats); err != nil {
			if errors.Is(err, errVenueSilent) {
				begun := roundOf(mark)
				begun.rest = millis(now.Add(roundRest))
				err = errors.Join(err, r.mark(ctx, name, begun.text()))
			}
			return err
		}
		if len(page) < orderPage && asks > 0 { // the round is done
			at.after, at.rest = "", at.began+roundEvery.Milliseconds()
			break
		}
		if asks == 0 {
			break
		}
	}
	return r.mark(ctx, name, at.text())
}

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

// mark writes down how far a sweep has come.
func (r *Reconciler) mark(ctx context.Context, name, mark string) error {
	return r.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`INSERT INTO recon_mark (name, mark, at) VALUES (?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET mark = excluded.mark, at = excluded.at`, name, mark, tx.NowMillis()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("mark %s: %w", name, err)
		}
		return nil
	})
}
