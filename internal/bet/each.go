package bet

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/money"
)

// EachSpan is the longest time that Each and SumOf may look at.
const EachSpan = 31 * 24 * time.Hour

// eachPage is how many bets Each reads at once.
const eachPage = 1000

// Each gives all bets of a search, the newest first, page by page: in memory that
// does not grow with them. It may look at EachSpan, else it is ErrTooWide.
func (b *Bets) Each(ctx context.Context, s Search, visit func([]Line) error) error {
	text, none, err := b.textOf(ctx, &s)
	if err != nil || none {
		return err
	}
	venues := text.venues
	// The last bet of a page takes the place of the search's end. With both of them SQLite would
	// read each page down from the end, and all pages together would cost their number squared.
	open := s
	open.To = time.Time{}
	for {
		var rows []row
		if err := b.db.NewRaw(text.page, append(text.args[:len(text.args):len(text.args)], eachPage, 0)...).Scan(ctx, &rows); err != nil {
			return fmt.Errorf("read bets: %w", err)
		}
		if len(rows) == 0 {
			return nil
		}
		if err := visit(linesOf(rows)); err != nil {
			return err
		}
		if len(rows) < eachPage {
			return nil
		}
		text = open.below(open.text(b.db, venues), rows[len(rows)-1])
	}
}

// Tally is the sum of a search's bets. Open bets are counted apart: they have
// no result yet and are in no figures.
type Tally struct {
	Sum
	Open      int64
	OpenStake money.Fen
}

// SumOf adds up the bets of a search, as Each gives them.
func (b *Bets) SumOf(ctx context.Context, s Search) (Tally, error) {
	var t Tally
	text, none, err := b.textOf(ctx, &s)
	if err != nil || none {
		return t, err
	}
	err = b.db.NewRaw(`SELECT COUNT(CASE WHEN bet.status <> 'open' THEN 1 END) AS count,
		CAST(COALESCE(SUM(CASE WHEN bet.status <> 'open' THEN bet.stake END), 0) AS BIGINT) AS stake,
		CAST(COALESCE(SUM(bet.valid), 0) AS BIGINT) AS valid, CAST(COALESCE(SUM(bet.win), 0) AS BIGINT) AS win,
		COUNT(CASE WHEN bet.status = 'open' THEN 1 END) AS open,
		CAST(COALESCE(SUM(CASE WHEN bet.status = 'open' THEN bet.stake END), 0) AS BIGINT) AS open_stake`+text.from, text.args...).Scan(ctx, &t)
	if err != nil {
		return t, fmt.Errorf("sum bets: %w", err)
	}
	return t, nil
}

// textOf is a search as SQL; none says that no bet can meet it.
func (b *Bets) textOf(ctx context.Context, s *Search) (text search, none bool, err error) {
	s.span = EachSpan
	if err := s.bound(b.db.Clock().Now()); err != nil {
		return text, false, err
	}
	if s.Account != "" {
		if s.players, err = b.venues.AccountHolders(ctx, b.db, s.Account); err != nil || len(s.players) == 0 {
			return text, true, err
		}
	}
	venues, err := venuesFor(ctx, b.db, *s)
	return s.text(b.db, venues), false, err
}

// MayEach is the fault that Each has for a search that looks at too much.
func (b *Bets) MayEach(s Search) error {
	s.span = EachSpan
	return s.bound(b.db.Clock().Now())
}
