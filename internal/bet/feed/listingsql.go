package feed

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// listingRow is a part of a day as its venue listed it.
type listingRow struct {
	bun.BaseModel `bun:"table:bet_listing"`

	Venue    string
	Day      calendar.Day
	FromAt   int64
	ToAt     int64
	Bets     int
	Stake    int64
	Win      int64
	ListedAt int64
}

// differenceRow is a bet that a venue lists otherwise than we hold it.
type differenceRow struct {
	bun.BaseModel `bun:"table:bet_difference"`

	Venue    string
	Day      calendar.Day
	BetID    string
	FromAt   int64
	What     string
	Version  int
	Stake    int64
	Win      int64
	OurStake int64
	OurWin   int64
	SeenAt   int64
}

// saveListing replaces what was known of a part of a day. A bet that the window
// lists is missing on no other day.
func saveListing(ctx context.Context, tx *db.Tx, w windowRow, theirs Totals, found []differenceRow, listed []string) error {
	for _, table := range []string{"bet_listing", "bet_difference"} {
		_, err := tx.NewRaw(`DELETE FROM `+table+` WHERE venue = ? AND day = ? AND from_at >= ? AND from_at < ?`, w.Venue, w.Day, w.FromAt, w.ToAt).Exec(ctx)
		if err != nil {
			return fmt.Errorf("replace the listing of window %s: %w", w.ID, err)
		}
	}
	if err := dropListed(ctx, tx, w.Venue, listed); err != nil {
		return err
	}
	l := listingRow{
		Venue: w.Venue, Day: w.Day, FromAt: w.FromAt, ToAt: w.ToAt, Bets: theirs.Bets, Stake: int64(theirs.Stake), Win: int64(theirs.Win),
		ListedAt: tx.NowMillis(),
	}
	if _, err := tx.NewInsert().Model(&l).Exec(ctx); err != nil {
		return fmt.Errorf("save the listing of window %s: %w", w.ID, err)
	}
	for part := range slices.Chunk(found, rowsAtOnce) {
		for i := range part {
			part[i].SeenAt = tx.NowMillis()
		}
		_, err := tx.NewInsert().Model(&part).On("CONFLICT (venue, day, bet_id) DO UPDATE").
			Set("from_at = EXCLUDED.from_at").Set("what = EXCLUDED.what").Set("version = EXCLUDED.version").Set("stake = EXCLUDED.stake").
			Set("win = EXCLUDED.win").Set("our_stake = EXCLUDED.our_stake").Set("our_win = EXCLUDED.our_win").Set("seen_at = EXCLUDED.seen_at").Exec(ctx)
		if err != nil {
			return fmt.Errorf("save the differences of window %s: %w", w.ID, err)
		}
	}
	return nil
}

// dropListed forgets that bets were unlisted which their venue lists now.
func dropListed(ctx context.Context, tx *db.Tx, code string, listed []string) error {
	var waiting []string
	if err := tx.NewRaw(`SELECT bet_id FROM bet_difference WHERE venue = ? AND what = 'unlisted'`, code).Scan(ctx, &waiting); err != nil {
		return fmt.Errorf("read unlisted bets of %s: %w", code, err)
	}
	waiting = slices.DeleteFunc(waiting, func(id string) bool {
		_, told := slices.BinarySearch(listed, id)
		return !told
	})
	for part := range slices.Chunk(waiting, rowsAtOnce) {
		_, err := tx.NewRaw(`DELETE FROM bet_difference WHERE venue = ? AND what = 'unlisted' AND bet_id IN (?)`, code, bun.List(part)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("forget unlisted bets of %s: %w", code, err)
		}
	}
	return nil
}

// listedDay is the sum of a venue's list of a day.
type listedDay struct {
	Day        calendar.Day
	Bets       int
	Stake, Win int64
	Listed     int64 // milliseconds of the day that were compared
	ListedAt   int64
}

func listedDays(ctx context.Context, r db.Reader, code string, since calendar.Day) ([]listedDay, error) {
	var days []listedDay
	err := r.NewRaw(`
		SELECT day, CAST(SUM(bets) AS BIGINT) AS bets, CAST(SUM(stake) AS BIGINT) AS stake, CAST(SUM(win) AS BIGINT) AS win,
			CAST(SUM(to_at - from_at) AS BIGINT) AS listed, MAX(listed_at) AS listed_at
		FROM bet_listing WHERE venue = ? AND day >= ?
		GROUP BY day ORDER BY day DESC`, code, since).Scan(ctx, &days)
	if err != nil {
		return nil, fmt.Errorf("read the listings of %s: %w", code, err)
	}
	return days, nil
}

// standingDifferences are those that nothing has ended since: a missing bet was
// not stored after all, and ours has no newer version.
func standingDifferences(ctx context.Context, r db.Reader, code string, since calendar.Day) ([]differenceRow, error) {
	var rows []differenceRow
	err := r.NewRaw(`
		SELECT d.* FROM bet_difference d LEFT JOIN bet b ON b.venue = d.venue AND b.bet_id = d.bet_id AND b.current
		WHERE d.venue = ? AND d.day >= ? AND COALESCE(b.version, 0) = d.version
		ORDER BY d.day, d.bet_id`, code, since).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("read the differences of %s: %w", code, err)
	}
	return rows, nil
}

// pruneListings removes what was compared long ago.
func pruneListings(ctx context.Context, tx *db.Tx, code string, before calendar.Day) error {
	for _, table := range []string{"bet_listing", "bet_difference"} {
		if _, err := tx.NewRaw(`DELETE FROM `+table+` WHERE venue = ? AND day < ?`, code, before).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
