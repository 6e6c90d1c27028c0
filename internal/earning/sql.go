package earning

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
)

// betKey names a row of earning_bet.
type betKey struct {
	Day         calendar.Day
	Venue, Game string
}

// Sum is what finished bets add up to.
type Sum struct {
	Bets  int64
	Stake money.Fen
	Valid money.Fen
	Win   money.Fen // of the players
}

// GGR is what the players lost: stakes less payouts.
func (s Sum) GGR() money.Fen { return -s.Win }

// Payout is what the players got back.
func (s Sum) Payout() money.Fen { return s.Stake + s.Win }

func (s *Sum) add(o Sum) {
	s.Bets += o.Bets
	s.Stake += o.Stake
	s.Valid += o.Valid
	s.Win += o.Win
}

// moveKey names a row of earning_move.
type moveKey struct {
	Day      calendar.Day
	Kind     string
	From, To string // accounts without the player's name
	Detail   string
	Asset    money.Asset
}

// moved is what one kind of posting adds up to.
type moved struct{ Postings, Amount, Fee int64 }

func (m *moved) add(o moved) {
	m.Postings += o.Postings
	m.Amount += o.Amount
	m.Fee += o.Fee
}

// people are the players who registered on a day, and those whose first deposit it saw.
type people struct{ Registered, FirstDeposits int64 }

// changes are figures, or what is added to them.
type changes struct {
	bets   map[betKey]Sum
	moves  map[moveKey]moved
	people map[calendar.Day]people
}

func newChanges() changes {
	return changes{map[betKey]Sum{}, map[moveKey]moved{}, map[calendar.Day]people{}}
}

func (c changes) addBets(k betKey, s Sum) {
	was := c.bets[k]
	was.add(s)
	c.bets[k] = was
}

func (c changes) addMove(k moveKey, m moved) {
	was := c.moves[k]
	was.add(m)
	c.moves[k] = was
}

func (c changes) addPeople(day calendar.Day, p people) {
	was := c.people[day]
	c.people[day] = people{was.Registered + p.Registered, was.FirstDeposits + p.FirstDeposits}
}

// betChanges sums what the versions of a span changed, by day, venue and game.
const betChanges = `
	SELECT c.day, c.venue, c.game, CAST(SUM(c.bets) AS BIGINT) AS bets, CAST(SUM(c.stake) AS BIGINT) AS stake,
		CAST(SUM(c.valid) AS BIGINT) AS valid, CAST(SUM(c.win) AS BIGINT) AS win
	FROM (
		SELECT n.day, n.venue, n.game, 1 AS bets, n.stake, n.valid, n.win
		FROM bet n WHERE {time n.stored_at} AND n.status <> 'open'
		UNION ALL
		SELECT o.day, o.venue, o.game, -1, -o.stake, -o.valid, -o.win
		FROM bet n JOIN bet o ON o.venue = n.venue AND o.bet_id = n.bet_id AND o.version = n.version - 1
		WHERE {time n.stored_at} AND n.version > 1 AND o.status <> 'open'
	) AS c
	GROUP BY c.day, c.venue, c.game`

// betsOfDays sums the newest versions of the finished bets that were placed in a span.
const betsOfDays = `
	SELECT day, venue, game, COUNT(*) AS bets, CAST(SUM(stake) AS BIGINT) AS stake, CAST(SUM(valid) AS BIGINT) AS valid, CAST(SUM(win) AS BIGINT) AS win
	FROM bet WHERE current AND status <> 'open' AND {time bet_at}
	GROUP BY day, venue, game`

// classOf is an account of a posting without the player's name.
func classOf(account string) string {
	return `CASE WHEN p.player <> '' AND substr(` + account + `, 1, length(p.player) + 8) = 'player:' || p.player || ':' THEN substr(` + account + `, length(p.player) + 9)
		WHEN substr(` + account + `, 1, 11) = 'house:owed:' THEN 'house:owed' ELSE ` + account + ` END`
}

// dayNumber is the GMT+8 day of a stored time, in days since 1970.
func dayNumber(column string) string { return `((` + column + ` + 28800000) / 86400000)` }

// dayOfNumber is the day with a number of dayNumber.
func dayOfNumber(n int64) calendar.Day {
	return calendar.DayOf(calendar.FromMillis(n*24*time.Hour.Milliseconds() - 8*time.Hour.Milliseconds()))
}

// moveChanges sums the postings of a span by day, kind of entry and accounts.
// Each look-up beside an entry is a subquery of one row: it goes by a key, however
// large the other table is. The span bounds the entries alone: with a bound of its
// own PostgreSQL read the postings of the whole span once for each entry.
var moveChanges = `
	SELECT m.day, m.kind, m.from_class, m.to_class, m.detail, m.asset, COUNT(*) AS postings,
		CAST(SUM(m.amount) AS BIGINT) AS amount, CAST(SUM(m.fee) AS BIGINT) AS fee
	FROM (
		SELECT ` + dayNumber("e.at") + ` AS day, e.kind, ` + classOf("p.from_account") + ` AS from_class, ` + classOf("p.to_account") + ` AS to_class,
			CASE e.scope
				WHEN 'deposit' THEN COALESCE((SELECT d.method_name FROM deposit d WHERE d.sn = e.ref), '')
				WHEN 'withdrawal' THEN COALESCE((SELECT CASE w.network WHEN '' THEN '` + Bank + `' ELSE w.network END FROM withdrawal w WHERE w.sn = e.ref), '')
				WHEN 'payout' THEN '` + Restored + `'
				WHEN 'promo' THEN COALESCE((SELECT CAST(a.rule AS TEXT) FROM promo_award a WHERE a.id = REPLACE(e.key, ':cancelled', '')), '')
				WHEN 'fund' THEN CASE WHEN substr(e.key, 1, 4) = 'vip:' THEN '` + SourceVip + `' WHEN substr(e.key, 1, 6) = 'grant:' THEN '` + SourceGrant + `'
					WHEN substr(e.key, 1, 9) = 'reversed:' THEN '` + SourceBack + `' ELSE '' END
				ELSE '' END AS detail,
			p.asset, p.amount,
			CASE WHEN p.to_account = 'house:fee' THEN p.amount WHEN p.from_account = 'house:fee' THEN -p.amount ELSE 0 END AS fee
		FROM entry e CROSS JOIN posting p
		WHERE p.entry_id = e.id AND {entry e.id}
	) AS m
	GROUP BY m.day, m.kind, m.from_class, m.to_class, m.detail, m.asset`

var registered = `SELECT ` + dayNumber("created_at") + ` AS day, COUNT(*) AS n FROM player WHERE {time created_at} GROUP BY 1`

// firstDeposits counts players by the day of their first credit. A deposit that
// was reversed since was a deposit.
var firstDeposits = `
	SELECT ` + dayNumber("f.at") + ` AS day, COUNT(*) AS n
	FROM (
		SELECT e.at, (SELECT d.player FROM deposit d WHERE d.sn = e.ref) AS player, e.ref
		FROM entry e WHERE {entry e.id} AND e.kind = 'deposit.credit'
	) AS f
	WHERE NOT EXISTS (SELECT 1 FROM deposit b WHERE b.player = f.player AND b.received > 0 AND (b.ended_at < f.at OR b.ended_at = f.at AND b.sn < f.ref))
	GROUP BY 1`

// betRow, moveRow and dayRow are rows of those statements and of the tables.
type betRow struct {
	Day         int32
	Venue, Game string
	Sum
}

type moveRow struct {
	Day                              int64
	Kind, FromClass, ToClass, Detail string
	Asset                            money.Asset
	Postings, Amount, Fee            int64
}

type dayRow struct{ Day, N int64 }

func (m moveRow) key(day calendar.Day) moveKey {
	return moveKey{day, m.Kind, m.FromClass, m.ToClass, m.Detail, m.Asset}
}

// readChanges sums what was stored in a span, for some days.
func readChanges(ctx context.Context, r db.Reader, s ledger.Span, days Days) (changes, error) {
	c := newChanges()
	if err := c.readBets(ctx, r, s.Fill(betChanges), days); err != nil {
		return c, err
	}
	return c, c.readBooks(ctx, r, s, days)
}

func (c changes) readBets(ctx context.Context, r db.Reader, query string, days Days) error {
	var rows []betRow
	if err := r.NewRaw(query).Scan(ctx, &rows); err != nil {
		return fmt.Errorf("sum bets: %w", err)
	}
	for _, b := range rows {
		if day := calendar.Day(b.Day); days.has(day) {
			c.addBets(betKey{day, b.Venue, b.Game}, b.Sum)
		}
	}
	return nil
}

// readBooks sums entries and players of a span.
func (c changes) readBooks(ctx context.Context, r db.Reader, s ledger.Span, days Days) error {
	var rows []moveRow
	if err := r.NewRaw(s.Fill(moveChanges)).Scan(ctx, &rows); err != nil {
		return fmt.Errorf("sum postings: %w", err)
	}
	for _, m := range rows {
		if day := dayOfNumber(m.Day); days.has(day) {
			c.addMove(m.key(day), moved{m.Postings, m.Amount, m.Fee})
		}
	}
	for _, count := range []struct {
		query string
		of    func(n int64) people
	}{{registered, func(n int64) people { return people{Registered: n} }}, {firstDeposits, func(n int64) people { return people{FirstDeposits: n} }}} {
		var rows []dayRow
		if err := r.NewRaw(s.Fill(count.query)).Scan(ctx, &rows); err != nil {
			return fmt.Errorf("count players: %w", err)
		}
		for _, row := range rows {
			if day := dayOfNumber(row.Day); days.has(day) {
				c.addPeople(day, count.of(row.N))
			}
		}
	}
	return nil
}

// store adds changes to the tables, in the order of their keys.
func (c changes) store(ctx context.Context, tx *db.Tx) error {
	var rows [][]any
	for _, k := range slices.SortedFunc(maps.Keys(c.bets), func(a, b betKey) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Venue, b.Venue), cmp.Compare(a.Game, b.Game))
	}) {
		if s := c.bets[k]; s != (Sum{}) {
			rows = append(rows, []any{int64(k.Day), k.Venue, k.Game, s.Bets, int64(s.Stake), int64(s.Valid), int64(s.Win)})
		}
	}
	_, err := tx.InsertRows(ctx, "earning_bet (day, venue, game, bets, stake, valid, win)", `ON CONFLICT (day, venue, game) DO UPDATE SET
		bets = earning_bet.bets + excluded.bets, stake = earning_bet.stake + excluded.stake, valid = earning_bet.valid + excluded.valid, win = earning_bet.win + excluded.win`, rows)
	if err != nil {
		return fmt.Errorf("store bets: %w", err)
	}
	rows = nil
	for _, k := range slices.SortedFunc(maps.Keys(c.moves), func(a, b moveKey) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To),
			cmp.Compare(a.Detail, b.Detail), cmp.Compare(a.Asset, b.Asset))
	}) {
		m := c.moves[k]
		rows = append(rows, []any{int64(k.Day), k.Kind, k.From, k.To, k.Detail, string(k.Asset), m.Postings, m.Amount, m.Fee})
	}
	_, err = tx.InsertRows(ctx, "earning_move (day, kind, from_class, to_class, detail, asset, postings, amount, fee)", `ON CONFLICT (day, kind, from_class, to_class, detail, asset)
		DO UPDATE SET postings = earning_move.postings + excluded.postings, amount = earning_move.amount + excluded.amount, fee = earning_move.fee + excluded.fee`, rows)
	if err != nil {
		return fmt.Errorf("store postings: %w", err)
	}
	rows = nil
	for _, day := range slices.Sorted(maps.Keys(c.people)) {
		rows = append(rows, []any{int64(day), c.people[day].Registered, c.people[day].FirstDeposits})
	}
	_, err = tx.InsertRows(ctx, "earning_player (day, registered, first_deposits)", `ON CONFLICT (day) DO UPDATE SET
		registered = earning_player.registered + excluded.registered, first_deposits = earning_player.first_deposits + excluded.first_deposits`, rows)
	if err != nil {
		return fmt.Errorf("store players: %w", err)
	}
	return nil
}

// lockCursor reads how far the count is and keeps other runs waiting.
func lockCursor(ctx context.Context, tx *db.Tx) (time.Time, error) {
	if _, err := tx.NewRaw("INSERT INTO earning_cursor (one, counted_to) VALUES (1, 0) ON CONFLICT (one) DO NOTHING").Exec(ctx); err != nil {
		return time.Time{}, fmt.Errorf("make the cursor: %w", err)
	}
	var ms int64
	if err := tx.NewRaw("SELECT counted_to FROM earning_cursor"+tx.ForUpdate()).Scan(ctx, &ms); err != nil {
		return time.Time{}, fmt.Errorf("lock the cursor: %w", err)
	}
	return calendar.FromMillis(ms), nil
}

// readCursor reads how far the count is; 1970 before the first run.
func readCursor(ctx context.Context, r db.Reader) (time.Time, error) {
	var ms int64
	err := r.NewRaw("SELECT counted_to FROM earning_cursor").Scan(ctx, &ms)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, fmt.Errorf("read the cursor: %w", err)
	}
	return calendar.FromMillis(ms), nil
}

func moveCursor(ctx context.Context, tx *db.Tx, to time.Time) error {
	if _, err := tx.NewRaw("UPDATE earning_cursor SET counted_to = ?", to.UnixMilli()).Exec(ctx); err != nil {
		return fmt.Errorf("move the cursor: %w", err)
	}
	return nil
}

// chunkEnd is where a chunk that begins at from ends, so that it has about
// chunkRows entries and versions of bets, and at least one millisecond.
func chunkEnd(ctx context.Context, r db.Reader, from, until time.Time) (time.Time, error) {
	s, end := ledger.Span{From: from, To: until}, until
	for _, query := range []string{
		"SELECT stored_at FROM bet WHERE {time stored_at} ORDER BY stored_at LIMIT 1 OFFSET ?",
		"SELECT at FROM entry WHERE {entry id} ORDER BY id LIMIT 1 OFFSET ?",
	} {
		var ms int64
		err := r.NewRaw(s.Fill(query), chunkRows).Scan(ctx, &ms)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return end, fmt.Errorf("end of the chunk: %w", err)
		}
		if at := calendar.FromMillis(ms); at.Before(end) {
			end = at
		}
	}
	if !end.After(from) {
		end = from.Add(time.Millisecond)
	}
	return end, nil
}

// anyStored reports whether an entry or a bet was stored in a span.
func anyStored(ctx context.Context, r db.Reader, s ledger.Span) (there bool, err error) {
	err = r.NewRaw(s.Fill("SELECT EXISTS (SELECT 1 FROM entry WHERE {entry id}) OR EXISTS (SELECT 1 FROM bet WHERE {time stored_at})")).Scan(ctx, &there)
	return there, err
}

// readTables adds the tables' rows of some days, bets by day and venue.
func (c changes) readTables(ctx context.Context, r db.Reader, days Days) error {
	query := "SELECT day, venue, '' AS game, " + tableSums + " FROM earning_bet WHERE day BETWEEN ? AND ? GROUP BY day, venue"
	if err := c.readBetTable(ctx, r, query, days.First, days.Last); err != nil {
		return err
	}
	return c.readBookTables(ctx, r, days)
}

// tableSums adds rows of earning_bet up.
const tableSums = `CAST(SUM(bets) AS BIGINT) AS bets, CAST(SUM(stake) AS BIGINT) AS stake, CAST(SUM(valid) AS BIGINT) AS valid, CAST(SUM(win) AS BIGINT) AS win`

func (c changes) readBetTable(ctx context.Context, r db.Reader, query string, args ...any) error {
	var rows []betRow
	if err := r.NewRaw(query, args...).Scan(ctx, &rows); err != nil {
		return fmt.Errorf("read bets of days: %w", err)
	}
	for _, b := range rows {
		c.addBets(betKey{calendar.Day(b.Day), b.Venue, b.Game}, b.Sum)
	}
	return nil
}

func (c changes) readBookTables(ctx context.Context, r db.Reader, days Days) error {
	var rows []moveRow
	err := r.NewRaw("SELECT day, kind, from_class, to_class, detail, asset, postings, amount, fee FROM earning_move WHERE day BETWEEN ? AND ?", days.First, days.Last).Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("read postings of days: %w", err)
	}
	for _, m := range rows {
		c.addMove(m.key(calendar.Day(m.Day)), moved{m.Postings, m.Amount, m.Fee})
	}
	var counts []struct{ Day, Registered, FirstDeposits int64 }
	if err := r.NewRaw("SELECT day, registered, first_deposits FROM earning_player WHERE day BETWEEN ? AND ?", days.First, days.Last).Scan(ctx, &counts); err != nil {
		return fmt.Errorf("read players of days: %w", err)
	}
	for _, p := range counts {
		c.addPeople(calendar.Day(p.Day), people{p.Registered, p.FirstDeposits})
	}
	return nil
}

// add adds other changes, with bets by venue alone where games are not told apart.
func (c changes) add(o changes, byGame bool) {
	for k, s := range o.bets {
		if !byGame {
			k.Game = ""
		}
		c.addBets(k, s)
	}
	for k, m := range o.moves {
		c.addMove(k, m)
	}
	for day, p := range o.people {
		c.addPeople(day, p)
	}
}
