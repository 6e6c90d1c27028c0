package method

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/staff"
)

// ErrNotTripped says that a channel was not switched off by itself.
var ErrNotTripped = fault.New(fault.Conflict, "channel.not_tripped", "该通道没有被自动停用")

// The states of a channel that was switched off by itself.
const (
	TripOff  = "off"  // takes no order
	TripHalf = "half" // a few orders try it
	tripOver = "over" // works again
)

// What switched a channel off.
const (
	tripFailures = "failures" // its gateway gave no page, many times in a row
	tripRate     = "rate"     // too few of its orders were paid
)

const (
	tripProbes  = 3              // orders that try a channel
	tripPlayers = 2              // so many players must have met the failures: one alone closes no channel
	tripSince   = 24 * time.Hour // older orders say nothing about now
	maxPause    = 24 * time.Hour
	rateRows    = 10 // orders that are read for each player of a rule
)

// tripRow is a row of channel_trip.
type tripRow struct {
	bun.BaseModel `bun:"table:channel_trip"`

	ID       string `bun:"id,pk"`
	Channel  int64
	Cause    string
	Found    string
	State    string
	OffAt    int64
	Times    int
	ResumeAt int64
	HalfAt   int64
	Probes   int
	EndedAt  int64
}

// Trip is a channel that was switched off by itself.
type Trip struct {
	Code, Name, State, Found string
	OffAt, ResumeAt          time.Time // ResumeAt zero: when a person says so
}

// How an order ended, as statements see it. An order without anything to pay by was
// failed by its gateway, which refused it or did not answer.
const (
	NoPage      = `d.gateway <> '' AND d.link = '' AND d.qr = '' AND d.message = ''`
	orderPaid   = `d.state IN ('credited', 'reversed', 'review')`
	orderUnpaid = `d.state IN ('expired', 'closed') AND NOT (` + NoPage + `)`
	orderFailed = NoPage + ` AND (d.state IN ('expired', 'closed') OR d.state IN ('pending', 'claimed') AND d.asked_at <= ?0)`
)

// tripped says that a channel takes no order now.
const tripped = `EXISTS (SELECT 1 FROM channel_trip t WHERE t.channel = c.id AND (t.state = 'off' OR t.state = 'half' AND t.probes >= 3))`

// PassTrip lets an order through a channel that works, and the few that try one
// which did not: one of each player. It fails with ErrNoChannel. The row stays locked
// until tx ends, so that orders at once do not all try.
func PassTrip(ctx context.Context, tx *db.Tx, channel int64, player string, orderedAt time.Time) error {
	var rows []tripRow
	err := tx.NewRaw("SELECT * FROM channel_trip WHERE channel = ? AND state <> 'over'"+tx.ForUpdate(), channel).Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("whether channel %d works: %w", channel, err)
	}
	if len(rows) == 0 {
		return nil
	}
	if t := rows[0]; t.State == TripOff || t.Probes >= tripProbes {
		return ErrNoChannel
	}
	tries, err := triedBy(ctx, tx, player)
	if err != nil {
		return err
	}
	if slices.Contains(tries, channel) {
		return ErrNoChannel
	}
	// The order's transaction may have begun before the one that set half_at.
	_, err = tx.NewRaw("UPDATE channel_trip SET probes = probes + 1, half_at = CASE WHEN half_at > ?0 THEN ?0 ELSE half_at END WHERE id = ?1",
		orderedAt.UnixMilli(), rows[0].ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("try channel %d: %w", channel, err)
	}
	return nil
}

// triedBy lists the channels that are tried now and that an order of a player has
// tried already.
func triedBy(ctx context.Context, r db.Reader, player string) ([]int64, error) {
	var channels []int64
	err := r.NewRaw(`SELECT t.channel FROM channel_trip t WHERE t.state = 'half' AND t.probes > 0
		AND EXISTS (SELECT 1 FROM deposit d WHERE d.player = ? AND d.channel = t.channel AND d.created_at >= t.half_at)`, player).Scan(ctx, &channels)
	if err != nil {
		return nil, fmt.Errorf("channels that %s tries: %w", player, err)
	}
	return channels, nil
}

// WatchChannels switches channels off whose rule their orders broke, and lets those
// that rested try again. Each channel is decided in a transaction of its own.
func (m *Methods) WatchChannels(ctx context.Context) error {
	var channels []Channel
	if err := m.DB.NewSelect().Model(&channels).Where("gateway <> ''").OrderExpr("id").Scan(ctx); err != nil {
		return fmt.Errorf("channels to watch: %w", err)
	}
	var failed error
	for _, c := range channels {
		failed = errors.Join(failed, m.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return m.watchChannel(ctx, tx, c.ID) }))
	}
	return errors.Join(failed, m.countHours(ctx))
}

func (m *Methods) watchChannel(ctx context.Context, tx *db.Tx, id int64) error {
	var c Channel
	// The row is locked: two nodes do not both find the same.
	if err := tx.NewRaw("SELECT * FROM pay_channel WHERE id = ?"+tx.ForUpdate(), id).Scan(ctx, &c); err != nil {
		return fmt.Errorf("lock channel %d: %w", id, err)
	}
	var trips []tripRow
	if err := tx.NewRaw("SELECT * FROM channel_trip WHERE channel = ? AND state <> 'over'"+tx.ForUpdate(), id).Scan(ctx, &trips); err != nil {
		return fmt.Errorf("whether channel %s works: %w", c.Code, err)
	}
	if len(trips) == 0 {
		if !c.Enabled {
			return nil
		}
		cause, found, err := m.broken(ctx, tx, c)
		if err != nil || cause == "" {
			return err
		}
		return m.trip(ctx, tx, c, tripRow{ID: order.NewID(), Channel: id, Cause: cause, Found: found})
	}
	t := trips[0]
	switch {
	case t.State == TripOff && t.ResumeAt > 0 && t.ResumeAt <= tx.NowMillis():
		return m.tryAgain(ctx, tx, staff.System("channel.watch"), c, t, "停用时间已到")
	case t.State == TripHalf:
		return m.judgeProbes(ctx, tx, c, t)
	}
	return nil
}

// broken finds whether the orders of a channel break its rule.
func (m *Methods) broken(ctx context.Context, tx *db.Tx, c Channel) (cause, found string, err error) {
	if c.FailRow == 0 && (c.RateBelow == 0 || c.RateOver == 0) {
		return "", "", nil
	}
	var since int64
	if err := tx.NewRaw("SELECT COALESCE(MAX(ended_at), 0) FROM channel_trip WHERE channel = ?", c.ID).Scan(ctx, &since); err != nil {
		return "", "", fmt.Errorf("when channel %s last worked again: %w", c.Code, err)
	}
	since = max(since, tx.Now().Add(-tripSince).UnixMilli())
	if c.FailRow > 0 {
		if found, err = m.failsInARow(ctx, tx, c, since); err != nil || found != "" {
			return tripFailures, found, err
		}
	}
	if c.RateBelow > 0 && c.RateOver > 0 {
		found, err = m.fewPaid(ctx, tx, c, since)
	}
	if found == "" {
		return "", "", err
	}
	return tripRate, found, err
}

// outcome is how an order ended.
type outcome struct {
	Player       string
	Paid, Failed bool
}

// outcomes reads how the newest orders of a channel ended since a moment, without
// those of which nothing is known yet.
func (m *Methods) outcomes(ctx context.Context, r db.Reader, channel, since int64, known string, limit int) ([]outcome, error) {
	var out []outcome
	err := r.NewRaw(`SELECT d.player, `+orderPaid+` AS paid, (`+orderFailed+`) AS failed FROM deposit d
		WHERE d.channel = ?1 AND d.created_at > ?2 AND d.gateway <> '' AND (`+known+`) ORDER BY d.created_at DESC, d.sn DESC LIMIT ?3`,
		m.DB.Clock().Now().Add(-AskAgainAfter).UnixMilli(), channel, since, limit).Scan(ctx, &out)
	if err != nil {
		return nil, fmt.Errorf("how the orders of channel %d ended: %w", channel, err)
	}
	return out, nil
}

// failsInARow looks at the newest orders until one succeeded. A player whose orders
// fail again and again counts once.
func (m *Methods) failsInARow(ctx context.Context, r db.Reader, c Channel, since int64) (found string, err error) {
	// A page to pay on is a success of its gateway, whether it is paid or not.
	list, err := m.outcomes(ctx, r, c.ID, since, orderPaid+` OR NOT (`+NoPage+`) OR `+orderFailed, c.FailRow*rateRows)
	if err != nil {
		return "", err
	}
	players := map[string]bool{}
	for _, o := range list {
		if !o.Failed {
			return "", nil
		}
		players[o.Player] = true
		if len(players) == max(c.FailRow, tripPlayers) {
			return fmt.Sprintf("连续 %d 位玩家的订单被网关拒绝或无应答", len(players)), nil
		}
	}
	return "", nil
}

// fewPaid looks at the newest order of each of the last players: a player who orders
// and does not pay counts once.
func (m *Methods) fewPaid(ctx context.Context, r db.Reader, c Channel, since int64) (found string, err error) {
	list, err := m.outcomes(ctx, r, c.ID, since, orderPaid+` OR d.state IN ('expired', 'closed') OR `+orderFailed, c.RateOver*rateRows)
	if err != nil {
		return "", err
	}
	players, paid := map[string]bool{}, 0
	for _, o := range list {
		if players[o.Player] {
			continue
		}
		players[o.Player] = true
		if o.Paid {
			paid++
		}
		if len(players) == c.RateOver {
			break
		}
	}
	if len(players) < c.RateOver || paid*100 >= c.RateBelow*c.RateOver {
		return "", nil
	}
	return fmt.Sprintf("最近 %d 位玩家的订单中只有 %d 笔付款，低于 %d%%", c.RateOver, paid, c.RateBelow), nil
}

// trip switches a channel off, or off again.
func (m *Methods) trip(ctx context.Context, tx *db.Tx, c Channel, t tripRow) error {
	t.Times++
	t.State, t.OffAt, t.HalfAt, t.Probes, t.ResumeAt = TripOff, tx.NowMillis(), 0, 0, 0
	if c.PauseMinutes > 0 {
		pause := min(time.Duration(c.PauseMinutes)*time.Minute<<min(t.Times-1, 10), maxPause)
		t.ResumeAt = tx.Now().Add(pause).UnixMilli()
	}
	if _, err := tx.NewInsert().Model(&t).On("CONFLICT (id) DO UPDATE").Exec(ctx); err != nil {
		return fmt.Errorf("switch channel %s off: %w", c.Code, err)
	}
	after := map[string]any{"state": TripOff, "found": t.Found}
	if t.ResumeAt > 0 {
		after["resumeAt"] = t.ResumeAt
	}
	return m.auditTrip(ctx, tx, staff.System("channel.watch"), c, "channel.trip", t.Found, "on", after)
}

func (m *Methods) auditTrip(ctx context.Context, tx *db.Tx, by staff.Actor, c Channel, action, reason, before string, after map[string]any) error {
	return m.Staff.Audit(ctx, tx, by, staff.Change{
		Action: action, Subject: "channel:" + c.Code, Label: c.Name, Reason: reason, Before: map[string]any{"state": before}, After: after,
	})
}

func (m *Methods) tryAgain(ctx context.Context, tx *db.Tx, by staff.Actor, c Channel, t tripRow, reason string) error {
	_, err := tx.NewRaw("UPDATE channel_trip SET state = 'half', half_at = ?, probes = 0 WHERE id = ?", tx.NowMillis(), t.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("try channel %s: %w", c.Code, err)
	}
	return m.auditTrip(ctx, tx, by, c, "channel.try", reason, t.State, map[string]any{"state": TripHalf})
}

// judgeProbes decides by the orders that tried a channel: it works again when one
// of them got what was missing. It is switched off again when they failed, of at
// least two players, or when they had their time and nothing is known of them.
func (m *Methods) judgeProbes(ctx context.Context, tx *db.Tx, c Channel, t tripRow) error {
	proves := orderPaid
	if t.Cause == tripFailures { // then a page is what was missing
		proves += ` OR NOT (` + NoPage + `)`
	}
	good, err := m.outcomes(ctx, tx, c.ID, t.HalfAt-1, proves, 1)
	if err != nil {
		return err
	}
	ended, err := m.outcomes(ctx, tx, c.ID, t.HalfAt-1, orderUnpaid+` OR `+orderFailed, tripProbes)
	if err != nil {
		return err
	}
	switch {
	case len(good) > 0:
		_, err := tx.NewRaw("UPDATE channel_trip SET state = 'over', ended_at = ? WHERE id = ?", tx.NowMillis(), t.ID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("channel %s works again: %w", c.Code, err)
		}
		return m.auditTrip(ctx, tx, staff.System("channel.watch"), c, "channel.works", "试用订单成功", TripHalf, map[string]any{"state": "on"})
	case len(ended) >= tripProbes && playersOf(ended) >= tripPlayers,
		t.Probes >= tripProbes && t.HalfAt <= tx.Now().Add(-m.Rules().DepositExpiry-m.Rules().PaidGrace).UnixMilli():
		t.Found = "试用的订单都没有成功"
		return m.trip(ctx, tx, c, t)
	}
	return nil
}

// playersOf counts the players of some orders.
func playersOf(list []outcome) int {
	players := map[string]bool{}
	for _, o := range list {
		players[o.Player] = true
	}
	return len(players)
}

// ResumeChannel has a few orders try a channel that was switched off by itself, or
// that others try already. One person is enough: it takes no more than they, unless
// they succeed. Faults: ErrNoChannel, ErrNotTripped, staff.ErrReason.
func (m *Methods) ResumeChannel(ctx context.Context, by staff.Actor, code, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return m.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var channels []Channel
		if err := tx.NewRaw("SELECT * FROM pay_channel WHERE code = ?"+tx.ForUpdate(), code).Scan(ctx, &channels); err != nil {
			return fmt.Errorf("lock channel %s: %w", code, err)
		}
		if len(channels) == 0 {
			return ErrNoChannel
		}
		var trips []tripRow
		err := tx.NewRaw("SELECT * FROM channel_trip WHERE channel = ? AND state <> 'over'"+tx.ForUpdate(), channels[0].ID).Scan(ctx, &trips)
		if err != nil {
			return fmt.Errorf("whether channel %s works: %w", code, err)
		}
		if len(trips) == 0 {
			return ErrNotTripped
		}
		return m.tryAgain(ctx, tx, by, channels[0], trips[0], reason)
	})
}

// Trips are the channels that are switched off by themselves, or tried again.
func (m *Methods) Trips(ctx context.Context, r db.Reader) ([]Trip, error) {
	var rows []struct {
		Code, Name, State, Found string
		OffAt, ResumeAt          int64
	}
	err := r.NewRaw(`SELECT c.code, c.name, t.state, t.found, t.off_at, t.resume_at FROM channel_trip t JOIN pay_channel c ON c.id = t.channel
		WHERE t.state <> 'over' ORDER BY c.code`).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("channels that are switched off: %w", err)
	}
	out := make([]Trip, len(rows))
	for i, t := range rows {
		out[i] = Trip{t.Code, t.Name, t.State, t.Found, calendar.FromMillis(t.OffAt), order.Stamped(t.ResumeAt)}
	}
	return out, nil
}
