package method

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
)

// Ended counts how orders of a channel ended.
type Ended struct {
	Paid   int64
	Unpaid int64 // the order had a page and was not paid
	Failed int64 // the gateway gave no page
}

// Percent is how many of a hundred orders were paid. It reports false where none ended.
func (e Ended) Percent() (int64, bool) {
	all := e.Paid + e.Unpaid + e.Failed
	if all == 0 {
		return 0, false
	}
	return e.Paid * 100 / all, true
}

func (e *Ended) add(o Ended) {
	e.Paid, e.Unpaid, e.Failed = e.Paid+o.Paid, e.Unpaid+o.Unpaid, e.Failed+o.Failed
}

// ChannelRate is how the orders of a channel ended lately.
type ChannelRate struct {
	Channel int64
	Day     Ended // of the last 24 hours
	Week    Ended // of the last 7 days
}

const (
	// settledAfter is how long after its end an hour is counted for good: what is
	// paid later is not in the rates. Orders last an hour at most.
	settledAfter = 2 * time.Hour
	hoursAtOnce  = 48      // hours that are counted in one transaction
	ratesKept    = 31 * 24 // hours of which the counts are kept
	rateWeek     = 7 * 24 * time.Hour
)

type endedRow struct {
	Channel              int64
	Paid, Unpaid, Failed int64
}

// endedIn counts how the orders between two moments ended, by channel.
func (m *Methods) endedIn(ctx context.Context, r db.Reader, from, to time.Time) ([]endedRow, error) {
	var rows []endedRow
	err := r.NewRaw(`SELECT d.channel, SUM(CASE WHEN `+orderPaid+` THEN 1 ELSE 0 END) AS paid, SUM(CASE WHEN `+orderUnpaid+` THEN 1 ELSE 0 END) AS unpaid,
			SUM(CASE WHEN `+orderFailed+` THEN 1 ELSE 0 END) AS failed
		FROM deposit d WHERE d.created_at >= ?1 AND d.created_at < ?2 GROUP BY d.channel ORDER BY d.channel`,
		m.DB.Clock().Now().Add(-AskAgainAfter).UnixMilli(), from.UnixMilli(), to.UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("count how orders ended: %w", err)
	}
	return rows, nil
}

// countHours counts the hours that are settled and were not counted before.
func (m *Methods) countHours(ctx context.Context) error {
	return m.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		until := tx.Now().Add(-settledAfter).Truncate(time.Hour)
		_, err := tx.NewRaw("INSERT INTO channel_hour_mark (id, counted) VALUES (1, ?) ON CONFLICT (id) DO NOTHING", until.Add(-rateWeek).UnixMilli()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("begin to count hours: %w", err)
		}
		var mark int64
		if err := tx.NewRaw("SELECT counted FROM channel_hour_mark WHERE id = 1"+tx.ForUpdate()).Scan(ctx, &mark); err != nil {
			return fmt.Errorf("which hours were counted: %w", err)
		}
		at := order.Stamped(mark)
		if at.Before(until.Add(-rateWeek)) { // nobody asks about what is older
			at = until.Add(-rateWeek)
		}
		for n := 0; at.Before(until) && n < hoursAtOnce; n++ {
			rows, err := m.endedIn(ctx, tx, at, at.Add(time.Hour))
			if err != nil {
				return err
			}
			var stored [][]any
			for _, e := range rows {
				stored = append(stored, []any{e.Channel, at.UnixMilli(), e.Paid, e.Unpaid, e.Failed})
			}
			if _, err := tx.InsertRows(ctx, "channel_hour (channel, hour, paid, unpaid, failed)", "ON CONFLICT (channel, hour) DO NOTHING", stored); err != nil {
				return fmt.Errorf("keep the counts of an hour: %w", err)
			}
			at = at.Add(time.Hour)
		}
		if _, err := tx.NewRaw("DELETE FROM channel_hour WHERE hour < ?", until.Add(-ratesKept*time.Hour).UnixMilli()).Exec(ctx); err != nil {
			return fmt.Errorf("remove old counts: %w", err)
		}
		_, err = tx.NewRaw("UPDATE channel_hour_mark SET counted = ?0 WHERE id = 1 AND counted < ?0", at.UnixMilli()).Exec(ctx)
		return err
	})
}

// ChannelRates are how orders ended lately, by channel: settled hours from their
// counts, and the hours since from the orders.
func (m *Methods) ChannelRates(ctx context.Context, r db.Reader) (map[int64]ChannelRate, error) {
	now := m.DB.Clock().Now()
	var mark int64
	err := r.NewRaw("SELECT counted FROM channel_hour_mark WHERE id = 1").Scan(ctx, &mark)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("which hours were counted: %w", err)
	}
	out := map[int64]ChannelRate{}
	add := func(rows []endedRow, day bool) {
		for _, row := range rows {
			rate, e := out[row.Channel], Ended{row.Paid, row.Unpaid, row.Failed}
			rate.Channel = row.Channel
			rate.Week.add(e)
			if day {
				rate.Day.add(e)
			}
			out[row.Channel] = rate
		}
	}
	dayFrom := now.Add(-24 * time.Hour).Truncate(time.Hour)
	for _, part := range []struct {
		from, to int64
		day      bool
	}{{now.Add(-rateWeek).Truncate(time.Hour).UnixMilli(), dayFrom.UnixMilli(), false}, {dayFrom.UnixMilli(), now.UnixMilli(), true}} {
		var rows []endedRow
		err := r.NewRaw(`SELECT channel, CAST(SUM(paid) AS BIGINT) AS paid, CAST(SUM(unpaid) AS BIGINT) AS unpaid, CAST(SUM(failed) AS BIGINT) AS failed
			FROM channel_hour WHERE hour >= ? AND hour < ? GROUP BY channel`, part.from, part.to).Scan(ctx, &rows)
		if err != nil {
			return nil, fmt.Errorf("rates of channels: %w", err)
		}
		add(rows, part.day)
	}
	// What was not counted yet; never more than a day, should the job stand still.
	live, err := m.endedIn(ctx, r, time.UnixMilli(max(mark, dayFrom.UnixMilli())), now.Add(time.Millisecond))
	add(live, true)
	return out, err
}

// ChannelState is a channel with what switched it off and how its orders ended lately.
type ChannelState struct {
	Channel
	Trip Trip // State "": it works
	Rate ChannelRate
}

// ChannelStates lists the channels, also those out of use.
func (m *Methods) ChannelStates(ctx context.Context, r db.Reader) ([]ChannelState, error) {
	var channels []Channel
	if err := r.NewSelect().Model(&channels).OrderExpr("method, sort, id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("pay channels: %w", err)
	}
	trips, err := m.Trips(ctx, r)
	if err != nil {
		return nil, err
	}
	rates, err := m.ChannelRates(ctx, r)
	out := make([]ChannelState, len(channels))
	for i, c := range channels {
		out[i] = ChannelState{Channel: c, Rate: rates[c.ID]}
		for _, t := range trips {
			if t.Code == c.Code {
				out[i].Trip = t
			}
		}
	}
	return out, err
}
