package feed

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// The feed asks once more for each past day. The venue's list is then its own
// count of the day, and is compared with ours window by window.

// How a bet may differ from the venue's list.
const (
	missing  = "missing"  // the venue lists it, and we could not store it
	unlisted = "unlisted" // we hold it, and the venue does not list it
	other    = "other"    // both have it, with other amounts
)

// storedLate is how late a bet may be stored after its window, lag and overlap.
// Until then it is sought among the bets that the venue does not list.
const storedLate = time.Hour

// comparedAtOnce is how many bets of a list one statement looks up.
const comparedAtOnce = 1000

// exampleCount is how many bets of each kind a listing names.
const exampleCount = 5

// Totals are finished bets in sum.
type Totals struct {
	Bets       int
	Stake, Win money.Fen
}

func (t *Totals) add(bets int, stake, win int64) {
	t.Bets += bets
	t.Stake += money.Fen(stake)
	t.Win += money.Fen(win)
}

// Listing is a day of a venue: the finished bets that the venue lists, and ours.
type Listing struct {
	Venue        string
	Day          calendar.Day // of the venue's time of change
	Theirs, Ours Totals
	Missing      []string // ids of bets that the venue lists and we could not store; at most exampleCount
	Unlisted     []string // ids of bets that we hold and the venue does not list
	Other        []string // ids of bets with other amounts
	Differing    int      // all of them
	Waiting      int      // bets that the venue may still list on the next day
	Whole        bool     // every part of the day was compared
	ListedAt     time.Time
}

// toldBet is a bet as a window listed it last.
type toldBet struct {
	status     venue.BetStatus
	stake, win int64
	updated    int64
	unreadable bool
}

func (t toldBet) finished() bool { return !t.unreadable && t.status != venue.BetOpen }

// note remembers what a window lists, where the window is a part of a day.
func (w *windowRow) note(lines []venue.BetLine) {
	if w.Day == 0 {
		return
	}
	for _, l := range lines {
		if !bet.Readable(l) {
			w.told[bet.FindingOf(l)] = toldBet{unreadable: true}
			continue
		}
		t := toldBet{status: l.Status, stake: int64(l.Stake), updated: l.UpdatedAt.UnixMilli()}
		if l.Status == venue.BetSettled {
			t.win = int64(l.Payout - l.Stake)
		}
		if before, again := w.told[l.BetID]; !again || before.updated <= t.updated {
			w.told[l.BetID] = t
		}
	}
}

// noteUnreadable remembers rows of which the adapter made no lines.
func (w *windowRow) noteUnreadable(rows []venue.UnreadableBet) {
	if w.Day == 0 {
		return
	}
	for _, r := range rows {
		w.told[bet.FindingOfRow(r)] = toldBet{unreadable: true}
	}
}

// compareListing compares a part of a day that was read to its end with the bets
// we hold. A part that was read in several attempts, as files may be, is not
// compared: what the earlier attempts listed is not known any more.
func (f *Feed) compareListing(ctx context.Context, tx *db.Tx, w windowRow) error {
	if w.Day == 0 || w.Files != w.filesRead {
		return nil
	}
	ids := make([]string, 0, len(w.told))
	for id := range w.told {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var theirs Totals
	var found []differenceRow
	for part := range slices.Chunk(ids, comparedAtOnce) {
		held, err := f.bets.Held(ctx, tx, w.Venue, part)
		if err != nil {
			return err
		}
		for _, id := range part {
			if d, differs := w.judgeTold(id, held, &theirs); differs {
				found = append(found, d)
			}
		}
	}
	// A file holds what was settled while it was written, so its window says
	// nothing about bets that it does not list.
	if !w.inFiles {
		ours, err := f.heldIn(ctx, tx, w)
		if err != nil {
			return err
		}
		for _, r := range ours {
			if _, told := w.told[r.BetID]; !told {
				found = append(found, w.difference(r.BetID, unlisted, toldBet{}, r))
			}
		}
	}
	return saveListing(ctx, tx, w, theirs, found, ids)
}

// heldIn gives the finished bets that we hold and whose venue changed them last
// within a window.
func (f *Feed) heldIn(ctx context.Context, tx *db.Tx, w windowRow) ([]bet.Held, error) {
	rules := f.source(w.Venue).FeedRules()
	to := calendar.FromStored(w.ToAt)
	return f.bets.HeldBetween(ctx, tx, w.Venue, calendar.FromStored(w.FromAt), to, to.Add(rules.Lag+rules.Overlap+storedLate))
}

// judgeTold compares one bet that a window lists with the version we hold. A bet
// of which we hold a later version is listed there, and counts there.
func (w *windowRow) judgeTold(id string, held map[string]bet.Held, theirs *Totals) (differenceRow, bool) {
	t := w.told[id]
	ours, have := held[id]
	if t.unreadable {
		if !have {
			theirs.add(1, 0, 0)
		}
		return w.difference(id, missing, t, bet.Held{}), !have
	}
	if !t.finished() {
		return differenceRow{}, false
	}
	same := have && ours.Status == t.status.String() && int64(ours.Stake) == t.stake && int64(ours.Win) == t.win
	if have && !same && ours.UpdatedAt.UnixMilli() > t.updated {
		return differenceRow{}, false
	}
	theirs.add(1, t.stake, t.win)
	switch {
	case !have:
		return w.difference(id, missing, t, bet.Held{}), true
	case !same:
		return w.difference(id, other, t, ours), true
	}
	return differenceRow{}, false
}

func (w *windowRow) difference(id, what string, t toldBet, ours bet.Held) differenceRow {
	return differenceRow{
		Venue: w.Venue, Day: w.Day, BetID: id, FromAt: w.FromAt, What: what, Version: ours.Version,
		Stake: t.stake, Win: t.win, OurStake: int64(ours.Stake), OurWin: int64(ours.Win),
	}
}

// Listings gives the days of every venue from a day on that were compared at
// least in part, the newest day of each venue first.
func (f *Feed) Listings(ctx context.Context, since calendar.Day) ([]Listing, error) {
	var all []Listing
	for _, code := range f.sources() {
		list, err := f.ListingsOf(ctx, code, since)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// ListingsOf is Listings of one venue.
func (f *Feed) ListingsOf(ctx context.Context, code string, since calendar.Day) ([]Listing, error) {
	days, err := listedDays(ctx, f.db, code, since)
	if err != nil || len(days) == 0 {
		return nil, err
	}
	differences, err := standingDifferences(ctx, f.db, code, since)
	if err != nil {
		return nil, err
	}
	whole := map[calendar.Day]bool{}
	list := make([]Listing, len(days))
	for i, d := range days {
		whole[d.Day] = d.Listed == d.Day.End().Sub(d.Day.Start()).Milliseconds()
		list[i] = Listing{Venue: code, Day: d.Day, Whole: whole[d.Day], ListedAt: calendar.FromStored(d.ListedAt)}
		list[i].Theirs.add(d.Bets, d.Stake, d.Win)
		list[i].Ours = list[i].Theirs
	}
	for _, d := range differences {
		i := slices.IndexFunc(list, func(l Listing) bool { return l.Day == d.Day })
		if i < 0 {
			return nil, fmt.Errorf("bet %s of %s differs on %s, which was not compared", d.BetID, code, d.Day)
		}
		list[i].take(d, whole[d.Day.AddDays(1)])
	}
	return list, nil
}

// take counts a difference. A bet that the venue lists on no day by its own time
// of change may have been touched after the day without another result. Then the
// next day lists it, so it differs only when that day was compared as well.
func (l *Listing) take(d differenceRow, nextWhole bool) {
	if d.What == unlisted && !nextWhole {
		l.Waiting++
		return
	}
	l.Differing++
	l.Ours.Stake += money.Fen(d.OurStake - d.Stake)
	l.Ours.Win += money.Fen(d.OurWin - d.Win)
	named := &l.Other
	switch d.What {
	case missing:
		l.Ours.Bets--
		named = &l.Missing
	case unlisted:
		l.Ours.Bets++
		named = &l.Unlisted
	}
	if len(*named) < exampleCount {
		*named = append(*named, d.BetID)
	}
}
