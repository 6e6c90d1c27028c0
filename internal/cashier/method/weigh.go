package method

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
)

const (
	// minRated is how many orders of a channel must have ended within a day before its
	// rate weighs.
	minRated = 20
	// minRate is the least rate that weighs, in percent: a channel whose orders are not paid
	// still gets some, so that it is seen when they are paid again.
	minRate = 10
)

// weigh gives how often each of some channels is chosen: its weight times the share of its
// orders that were paid within a day. Where fewer than minRated orders ended, the missing ones
// count as those of the best of the others. So neither a new channel nor a broken one, which
// gets few orders, changes its part with the last order that is counted. The rates are those of settled hours, so reading them costs a row for
// each hour; what happens within two hours is the matter of WatchChannels.
func (m *Methods) weigh(ctx context.Context, r db.Reader, list []Channel) ([]int64, error) {
	weights := make([]int64, len(list))
	ids := make([]int64, len(list))
	for i, c := range list {
		weights[i], ids[i] = int64(max(c.Weight, 0)), c.ID
	}
	if len(list) < 2 {
		return weights, nil
	}
	var rows []endedRow
	err := r.NewRaw(`SELECT channel, CAST(SUM(paid) AS BIGINT) AS paid, CAST(SUM(unpaid) AS BIGINT) AS unpaid, CAST(SUM(failed) AS BIGINT) AS failed
		FROM channel_hour WHERE channel IN (?) AND hour >= ? GROUP BY channel`, bun.List(ids), m.DB.Clock().Now().Add(-24*time.Hour).Truncate(time.Hour).UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("rates of channels: %w", err)
	}
	known, best := map[int64]Ended{}, int64(0)
	for _, row := range rows {
		e := Ended{row.Paid, row.Unpaid, row.Failed}
		known[row.Channel] = e
		if percent, _ := e.Percent(); e.all() >= minRated {
			best = max(best, percent, minRate)
		}
	}
	if best == 0 {
		return weights, nil
	}
	for i, c := range list {
		weights[i] *= known[c.ID].rate(best)
	}
	return weights, nil
}

func (e Ended) all() int64 { return e.Paid + e.Unpaid + e.Failed }

// rate is the percentage that weighs, with the best of the others.
func (e Ended) rate(best int64) int64 {
	percent, _ := e.Percent()
	if n := e.all(); n < minRated {
		percent = (100*e.Paid + best*(minRated-n)) / minRated
	}
	return max(percent, minRate)
}
