package earning

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

const (
	// settledAfter is how old a row must be before it is counted for good. A
	// transaction has the time of its begin, and none lasts this long.
	settledAfter = 10 * time.Minute

	// behindMost is how far the count may be behind for reports and checks to
	// add the rest themselves. It is more only while an old installation is
	// counted for the first time.
	behindMost = 25 * time.Hour

	chunkRows = 5_000 // entries, or versions of bets, that one transaction counts
	chunksMax = 100   // of one run; the rest is for the next one
)

// Config is what New needs.
type Config struct {
	DB      *db.DB
	Metrics prometheus.Registerer // none if nil
}

// Earnings keeps and reads the figures.
type Earnings struct {
	db     *db.DB
	behind prometheus.Gauge
}

// New makes the figures of a database.
func New(c Config) *Earnings {
	e := &Earnings{db: c.DB, behind: prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "hongyun_earning_behind_seconds", Help: "Age of the newest row that is counted in the figures of a day.",
	})}
	if c.Metrics != nil {
		c.Metrics.MustRegister(e.behind)
	}
	return e
}

// CountNew counts what was stored since it last ran. It reads each row once.
func (e *Earnings) CountNew(ctx context.Context) error {
	for range chunksMax {
		more, err := e.countChunk(ctx)
		if err != nil {
			return fmt.Errorf("count earnings: %w", err)
		}
		if !more {
			break
		}
	}
	return nil
}

// countChunk counts one chunk and reports whether another one is due.
func (e *Earnings) countChunk(ctx context.Context) (more bool, err error) {
	var behind time.Duration
	err = e.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		more = false
		if err := tx.ByIndex(ctx); err != nil {
			return err
		}
		from, err := lockCursor(ctx, tx)
		if err != nil {
			return err
		}
		until := tx.Now().Add(-settledAfter)
		if !until.After(from) {
			return nil
		}
		to, err := chunkEnd(ctx, tx, from, until)
		if err != nil {
			return err
		}
		more = to.Before(until)
		changed, err := readChanges(ctx, tx, ledger.Span{From: from, To: to}, everyDay)
		if err != nil {
			return err
		}
		if err := changed.store(ctx, tx); err != nil {
			return err
		}
		behind = tx.Now().Sub(to)
		return moveCursor(ctx, tx, to)
	})
	if err == nil && behind > 0 {
		e.behind.Set(behind.Seconds())
	}
	return more, err
}

// Days is a range of GMT+8 days; both ends belong to it.
type Days struct{ First, Last calendar.Day }

// everyDay is the range of all days.
var everyDay = Days{0, 99991231}

// DaysMax is how many days one report may cover.
const DaysMax = 400

// Range is the days from first to last, or ErrRange.
func Range(first, last calendar.Day) (Days, error) {
	if first == 0 || last < first || last > first.AddDays(DaysMax-1) {
		return Days{}, ErrRange.With(DaysMax)
	}
	return Days{first, last}, nil
}

func (d Days) has(day calendar.Day) bool { return d.First <= day && day <= d.Last }

// tail reads what the tables do not hold yet. It fails with ErrBuilding while
// the count is far behind.
func tail(ctx context.Context, r db.Reader, now time.Time, days Days) (changes, error) {
	to, err := readCursor(ctx, r)
	if err != nil {
		return changes{}, err
	}
	if old := now.Add(-behindMost); to.Before(old) {
		waits, err := anyStored(ctx, r, ledger.Span{From: to, To: old})
		if err != nil || waits {
			return changes{}, errors.Join(err, ErrBuilding)
		}
	}
	return readChanges(ctx, r, ledger.Span{From: to}, days)
}
