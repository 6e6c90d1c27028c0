package ticket

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/number"
)

const (
	usualLooks = 50                  // newest questions that are looked at
	usualLeast = 5                   // fewer answers say nothing
	usualSince = 30 * 24 * time.Hour // older ones say nothing about today
)

// Number is the number of the ticket that its player reads and quotes.
func (t Ticket) Number() string { return number.Of(number.Ticket, t.OpenedAt, t.ID) }

// Usual is how long the desk took for its last first answers: half of them came
// sooner. A question that waits longer than that counts with its age. known is
// false where too few were answered.
func (t *Tickets) Usual(ctx context.Context, r db.Reader) (usual time.Duration, known bool, err error) {
	var rows []struct{ OpenedAt, AnsweredAt int64 }
	now := t.DB.Clock().Now()
	err = r.NewRaw(`
		SELECT t.opened_at, COALESCE((SELECT MIN(e.at) FROM ticket_entry e WHERE e.ticket = t.id AND e.side = 'staff'), 0) AS answered_at
		FROM ticket t WHERE t.opened_at > ? ORDER BY t.opened_at DESC LIMIT ?`, now.Add(-usualSince).UnixMilli(), usualLooks).Scan(ctx, &rows)
	if err != nil {
		return 0, false, fmt.Errorf("how long answers take: %w", err)
	}
	var took []int64
	for _, row := range rows {
		if row.AnsweredAt > 0 {
			took = append(took, row.AnsweredAt-row.OpenedAt)
		}
	}
	if len(took) < usualLeast {
		return 0, false, nil
	}
	slices.Sort(took)
	middle := took[len(took)/2]
	for _, row := range rows {
		if age := now.UnixMilli() - row.OpenedAt; row.AnsweredAt == 0 && age > middle {
			took = append(took, age)
		}
	}
	slices.Sort(took)
	return time.Duration(took[len(took)/2]) * time.Millisecond, true, nil
}

// Expected tells a player when to expect the first answer. It promises nothing
// where too few questions were answered to know.
func (t *Tickets) Expected(ctx context.Context, r db.Reader) (string, error) {
	usual, known, err := t.Usual(ctx, r)
	if err != nil || !known {
		return "客服按提交的先后回复，回复后会在「消息」里通知您。", err
	}
	return "近期一半的问题在" + calendar.Roughly(usual) + "内得到首次回复，回复后会在「消息」里通知您。", nil
}

// Owner is the player whose ticket has a number, for staff; "" where there is none.
func (t *Tickets) Owner(ctx context.Context, r db.Reader, text string) (player string, err error) {
	clean, letter, from, ok := number.Parse(text)
	if !ok || letter != number.Ticket {
		return "", nil
	}
	var rows []ticketRow
	err = r.NewRaw("SELECT "+ticketColumns+" FROM ticket WHERE opened_at >= ? AND opened_at < ?", from.UnixMilli(), from.Add(time.Second).UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return "", fmt.Errorf("find ticket %s: %w", clean, err)
	}
	for _, found := range ticketsOf(rows) {
		if found.Number() == clean {
			return found.Player, nil
		}
	}
	return "", nil
}
