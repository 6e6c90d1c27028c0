package bet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/venue"
)

const (
	// playMargin is how long after its time a bet may still be written: a
	// transaction has the time of its begin. Later bets are not counted, which
	// only popularity would notice.
	playMargin = 2 * time.Minute

	playSpan  = time.Hour // of stored bets that one transaction counts
	playSpans = 100       // of one run: the rest is for the next
)

// playMetrics are the metrics of the counting.
type playMetrics struct {
	counted prometheus.Counter
	behind  prometheus.Gauge
}

func newPlayMetrics(r prometheus.Registerer) playMetrics {
	m := playMetrics{
		counted: prometheus.NewCounter(prometheus.CounterOpts{Name: "hongyun_bet_plays_total", Help: "Bets that were counted for what is hot."}),
		behind:  prometheus.NewGauge(prometheus.GaugeOpts{Name: "hongyun_bet_plays_behind_seconds", Help: "Age of the newest bet that is counted for what is hot."}),
	}
	if r != nil {
		r.MustRegister(m.counted, m.behind)
	}
	return m
}

// CountPlays counts the bets stored since its last run, for the popular games
// and for the players' recent games (H-253). It reads each bet once, in its
// first version, and nothing else.
func (b *Bets) CountPlays(ctx context.Context) error {
	for range playSpans {
		more, err := b.countSpan(ctx)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// playRow is up to when plays are counted, and from which day games are ranked.
type playRow struct {
	CountedTo  int64
	RankedFrom int32
}

// countSpan counts one span and says whether another one is due.
func (b *Bets) countSpan(ctx context.Context) (more bool, err error) {
	var counted int64
	var to time.Time
	err = b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		counted, more = 0, false
		from := calendar.DayOf(tx.Now()).AddDays(1 - venue.HotDays)
		stood, err := lockPlays(ctx, tx, from)
		if err != nil {
			return err
		}
		ends := tx.Now().Add(-playMargin)
		to = calendar.FromStored(stood.CountedTo).Add(playSpan)
		if more = to.Before(ends); !more {
			to = ends
		}
		if !to.After(calendar.FromStored(stood.CountedTo)) {
			to, more = calendar.FromStored(stood.CountedTo), false
		}
		plays, err := playsBetween(ctx, tx, stood.CountedTo, to.UnixMilli(), from)
		if err != nil {
			return err
		}
		for _, p := range plays {
			counted += p.Bets
		}
		if err := b.venues.NotePlays(ctx, tx, plays); err != nil {
			return err
		}
		if len(plays) > 0 || stood.RankedFrom != int32(from) {
			if err := b.venues.RankGames(ctx, tx, from); err != nil {
				return err
			}
			stood.RankedFrom = int32(from)
		}
		_, err = tx.NewRaw(`UPDATE bet_play SET counted_to = ?, ranked_from = ?`, to.UnixMilli(), stood.RankedFrom).Exec(ctx)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("count plays: %w", err)
	}
	// A counter takes floating point, which has no place in this package; a
	// duration of so many seconds gives it.
	b.plays.counted.Add((time.Duration(counted) * time.Second).Seconds())
	b.plays.behind.Set(b.db.Clock().Now().Sub(to).Seconds())
	return more, nil
}

// lockPlays reads how far the counting is and keeps other runs waiting. The
// first one begins with the days that count.
func lockPlays(ctx context.Context, tx *db.Tx, from calendar.Day) (row playRow, err error) {
	_, err = tx.NewRaw(`INSERT INTO bet_play (one, counted_to, ranked_from) VALUES (1, ?, 0) ON CONFLICT (one) DO NOTHING`,
		from.Start().UnixMilli()).Exec(ctx)
	if err != nil {
		return row, err
	}
	err = tx.NewRaw(`SELECT counted_to, ranked_from FROM bet_play`+tx.ForUpdate()).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return row, errors.New("no row to lock")
	}
	return row, err
}

// playsBetween sums the bets that were stored from one instant to another, the
// second not included, by player, game and day. Bets of older days are left out.
func playsBetween(ctx context.Context, tx *db.Tx, from, to int64, day calendar.Day) ([]venue.Play, error) {
	var rows []struct {
		Player, Venue, Game string
		Day                 int32
		Bets, LastAt        int64
	}
	err := tx.NewRaw(`
		SELECT player, venue, game, day, COUNT(*) AS bets, MAX(bet_at) AS last_at
		FROM bet
		WHERE stored_at >= ? AND stored_at < ? AND version = 1 AND day >= ? AND game <> ''
		GROUP BY player, venue, game, day`, from, to, day).Scan(ctx, &rows)
	plays := make([]venue.Play, len(rows))
	for i, r := range rows {
		plays[i] = venue.Play{Player: r.Player, Venue: r.Venue, Game: r.Game, Day: calendar.Day(r.Day), Bets: r.Bets, LastAt: calendar.FromStored(r.LastAt)}
	}
	return plays, err
}
