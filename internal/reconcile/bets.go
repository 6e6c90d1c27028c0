package reconcile

import (
	"context"
	"fmt"
	"strings"
	"time"

	"hongyun/internal/bet/feed"
	"hongyun/internal/calendar"
	"hongyun/internal/reconcile/finding"
)

// listingsFor is how far back CheckBets looks. The feed asks for a day on the next
// morning, and again when staff want it.
const listingsFor = 7 * 24 * time.Hour

// CheckBets compares the days of the last week as the venues list them with ours:
// counts, stakes and results of finished bets. It is a sweep: a day that differs is
// a case as soon as the feed has asked for it once more.
func (r *Reconciler) CheckBets(ctx context.Context) error {
	now := r.DB.Clock().Now()
	l := newLook(now.Add(-listingsFor), now)
	if err := r.compareBets(ctx, l); err != nil {
		return err
	}
	if len(l.found) == 0 && len(l.right) == 0 {
		return nil
	}
	return r.keep(ctx, l, &Run{})
}

// compareBets judges the days that the feed has compared with the venues' lists.
// A day of which a part was not compared proves nothing right, but what differs in
// the other parts is found.
func (r *Reconciler) compareBets(ctx context.Context, l *look) error {
	if r.Listings == nil {
		return nil
	}
	days, err := r.Listings(ctx, calendar.DayOf(l.from))
	if err != nil {
		return fmt.Errorf("compare the venues' days: %w", err)
	}
	for _, day := range days {
		l.count("days", 1)
		subject := fmt.Sprintf("bets:%s:%d", day.Venue, day.Day)
		switch {
		case day.Differing > 0:
			l.find(finding.Finding{
				Kind: finding.Bets, Subject: subject, Channel: "venue:" + day.Venue, Expected: totalsText(day.Ours), Found: totalsText(day.Theirs) + namedText(day),
				Difference: day.Theirs.Win - day.Ours.Win, At: day.Day.Start(),
			})
		case day.Whole:
			l.agree(finding.Bets.Group(), subject)
		}
	}
	return nil
}

func totalsText(t feed.Totals) string {
	return fmt.Sprintf("%d 注，投注 %s，玩家输赢 %s", t.Bets, t.Stake, t.Win)
}

// namedText names some of the bets that differ.
func namedText(l feed.Listing) string {
	var parts []string
	for _, named := range []struct {
		text string
		ids  []string
	}{{"我方缺少", l.Missing}, {"场馆未列出", l.Unlisted}, {"金额不同", l.Other}} {
		if len(named.ids) > 0 {
			parts = append(parts, named.text+" "+strings.Join(named.ids, "、"))
		}
	}
	return fmt.Sprintf("；不符 %d 注：%s", l.Differing, strings.Join(parts, "；"))
}
