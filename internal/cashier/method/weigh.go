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
// orders that were paid within a day. A channel of which too little is known counts as the
// best of the others. The rates are those of settled hours, so reading them costs a row for
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
	rates, best := map[int64]int64{}, int64(0)
	for _, row := range rows {
		e := Ended{row.Paid, row.Unpaid, row.Failed}
		if e.Paid+e.Unpaid+e.Failed < minRated {
			continue
		}
		percent, _ := e.Percent()
		rates[row.Channel] = max(percent, minRate)
		best = max(best, rates[row.Channel])
	}
	if len(rates) == 0 {
		return weights, nil
	}
	for i, c := range list {
		rate, known := rates[c.ID]
		if !known {
			rate = best
		}
		weights[i] *= rate
	}
	return weights, nil
}
