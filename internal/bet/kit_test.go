package bet_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/bet/feed"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
)

// company is a venue with a bet feed that can be made to fail.
type company struct {
	mu         sync.Mutex
	rules      venue.FeedRules
	lines      []venue.BetLine // found by UpdatedAt
	asked      []string        // windows, as minutes before the start of the clock
	fail       map[int]error   // by number of the call, from 1
	failAll    error
	pageSize   int
	miscount   int
	tooMany    int                   // it answers for no window with so many lines
	unreadable []venue.UnreadableBet // beside the lines of the next window
	calls      int
	on         func(call int) // told of each call
	stuck      int            // the number of the call that is not answered until its caller gives up

	files     []cutFile        // where it is not nil, the lines come in files
	fileAsked []string         // ids of the files asked for
	fileFails map[string]error // by id
}

// cutFile is a file of a company that cuts its lines into files.
type cutFile struct {
	id    string
	at    time.Time
	lines []venue.BetLine
	gone  bool // not listed any more
}

func (c *company) Rules() venue.Rules                                 { return venue.Rules{} }
func (c *company) AccountName(player string) string                   { return player }
func (c *company) NewRef(string, time.Time) string                    { return "" }
func (c *company) EnsurePlayer(context.Context, string) error         { return nil }
func (c *company) Balance(context.Context, string) (money.Fen, error) { return 0, nil }
func (c *company) Credit(context.Context, venue.Movement) (venue.Outcome, error) {
	return venue.Done, nil
}
func (c *company) Debit(context.Context, venue.Movement) (venue.Outcome, error) {
	return venue.Done, nil
}
func (c *company) Lookup(context.Context, string) (venue.Answer, error) {
	return venue.Answer{}, nil
}
func (c *company) Launch(context.Context, venue.Launch) (string, error) {
	return "https://x.example", nil
}
func (c *company) FeedRules() venue.FeedRules { return c.rules }

func (c *company) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	if c.on != nil {
		c.on(c.calls)
	}
	ago := func(t time.Time) string { return t.In(calendar.Beijing).Format("02-15:04") }
	if page == "" {
		c.asked = append(c.asked, ago(from)+"→"+ago(to))
	}
	if err := c.fail[c.calls]; err != nil {
		return venue.BetPage{}, err
	}
	if c.calls == c.stuck {
		<-ctx.Done()
		return venue.BetPage{}, ctx.Err()
	}
	if c.failAll != nil {
		return venue.BetPage{}, c.failAll
	}
	if c.files != nil {
		return c.pullFiles(from, to, page)
	}
	var all []venue.BetLine
	for _, l := range c.lines {
		if !l.UpdatedAt.Before(from) && l.UpdatedAt.Before(to) {
			all = append(all, l)
		}
	}
	if c.tooMany > 0 && len(all) >= c.tooMany {
		return venue.BetPage{}, errSilence
	}
	p := venue.BetPage{Count: len(all) + len(c.unreadable) + c.miscount, Unreadable: c.unreadable}
	c.unreadable = nil
	at := 0
	if page != "" {
		if _, err := fmt.Sscan(page, &at); err != nil {
			return venue.BetPage{}, err
		}
	}
	end := len(all)
	if c.pageSize > 0 && at+c.pageSize < end {
		end = at + c.pageSize
		p.Next = fmt.Sprint(end)
	}
	p.Lines = slices.Clone(all[at:end])
	return p, nil
}

func (c *company) pullFiles(from, to time.Time, page string) (venue.BetPage, error) {
	p := venue.BetPage{Count: -1}
	if page == "" {
		p.Files = []string{}
	} else {
		c.fileAsked = append(c.fileAsked, page)
	}
	for _, f := range c.files {
		switch {
		case page == "" && !f.gone && !f.at.Before(from) && !f.at.After(to):
			p.Files = append(p.Files, f.id)
		case page == f.id:
			p.Lines = slices.Clone(f.lines)
			return p, c.fileFails[page]
		}
	}
	if page != "" {
		return p, errSilence
	}
	return p, nil
}

func (c *company) report(lines ...venue.BetLine) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = append(c.lines, lines...)
}

type fixture struct {
	*bet.Bets
	Feed     *feed.Feed
	staff    *staff.Staff
	t        *testing.T
	db       *db.DB
	clock    *calendar.Fixed
	ledger   *ledger.Ledger
	turnover *turnover.Turnover
	venues   *venue.Venues
	ky       *company
}

func newCompany() *company {
	return &company{rules: venue.FeedRules{MaxWindow: 40 * time.Minute, Lag: time.Minute, Overlap: 2 * time.Minute, MinGap: 30 * time.Second, History: 7 * 24 * time.Hour}}
}

func newHouse(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	ky := newCompany()
	return newHouseWith(t, d, ky, ky)
}

// newHouseWith is a fixture whose one venue is an adapter over a company.
func newHouseWith(t *testing.T, d *db.DB, ky *company, adapter venue.Venue) *fixture {
	t.Helper()
	return newHouseThatReads(t, d, ky, adapter, 0)
}

// newHouseThatReads is a fixture with a time limit for reading a window.
func newHouseThatReads(t *testing.T, d *db.DB, ky *company, adapter venue.Venue, readFor time.Duration) *fixture {
	t.Helper()
	h := &fixture{t: t, db: d, clock: dbtest.Clock(d), ledger: ledger.New(d), turnover: turnover.New(turnover.Config{}), ky: ky}
	people := staff.New(staff.Config{DB: d, Log: dbtest.Quiet()})
	h.venues = venue.New(venue.Config{DB: d, Staff: people, Adapters: map[string]venue.Venue{"ky": adapter}, Log: dbtest.Quiet()})
	if err := h.venues.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.Bets = bet.New(bet.Config{DB: d, Ledger: h.ledger, Venues: h.venues, Turnover: h.turnover, Staff: people, Log: dbtest.Quiet()})
	h.Feed = feed.New(feed.Config{DB: d, Bets: h.Bets, Venues: h.venues, Staff: people, Log: dbtest.Quiet(), ReadFor: readFor})
	h.staff = people
	for _, player := range []string{"ming", "hong"} {
		if _, err := h.venues.EnsureAccount(t.Context(), player, "ky"); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// line is a finished bet of ming's placed half an hour before noon; change it as needed.
func (h *fixture) line(id string, stake, payout money.Fen) venue.BetLine {
	at := dbtest.Noon.Add(-30 * time.Minute)
	return venue.BetLine{
		BetID: id, Account: "ming", Game: "830", GameName: "他们的名字", Stake: stake, Valid: stake, HasValid: true, Payout: payout,
		Status: venue.BetSettled, BetAt: at, SettledAt: at.Add(time.Minute), UpdatedAt: at.Add(time.Minute), Raw: []byte(`{"id":"` + id + `"}`),
	}
}

func (h *fixture) store(lines ...venue.BetLine) bet.Stored {
	h.t.Helper()
	var s bet.Stored
	err := h.db.Write(h.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		var err error
		s, err = h.Store(ctx, tx, "ky", lines)
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

// book is all that the database holds about a player, as text.
func (h *fixture) book(player string) string {
	h.t.Helper()
	ctx := h.t.Context()
	wallet, err := h.ledger.Balance(ctx, h.db, ledger.VenueWallet(player, "ky"))
	if err != nil {
		h.t.Fatal(err)
	}
	r, err := h.ByDay(ctx, player, calendar.All, 1)
	if err != nil {
		h.t.Fatal(err)
	}
	left, err := h.turnover.Outstanding(ctx, h.db, player)
	if err != nil {
		h.t.Fatal(err)
	}
	return fmt.Sprintf("wallet %d bets %d stake %d valid %d win %d left %d", wallet, r.Sum.Count, r.Sum.Stake, r.Sum.Valid, r.Sum.Win, left)
}

func (h *fixture) wants(player, want string) {
	h.t.Helper()
	if got := h.book(player); got != want {
		h.t.Errorf("%s\n got %s\nwant %s", player, got, want)
	}
}

// proved closes a test. The books verify, the operator's result mirrors the
// players', and the day totals are the sums of the newest versions.
func (h *fixture) proved() {
	h.t.Helper()
	ctx := h.t.Context()
	report, err := h.ledger.Verify(ctx)
	if err != nil || !report.OK {
		h.t.Errorf("books: %+v, %v", report, err)
	}
	if found, err := bet.Verify(ctx, h.db, ledger.Everything()); err != nil || len(found) != 0 {
		h.t.Errorf("bets: %v, %v", found, err)
	}
	var wins, days, booked int64
	if err := h.db.NewRaw(`SELECT CAST(COALESCE(SUM(win), 0) AS BIGINT) FROM bet WHERE current`).Scan(ctx, &wins); err != nil {
		h.t.Fatal(err)
	}
	if err := h.db.NewRaw(`SELECT CAST(COALESCE(SUM(win), 0) AS BIGINT) FROM bet_day`).Scan(ctx, &days); err != nil {
		h.t.Fatal(err)
	}
	booked, err = h.ledger.HouseBalance(ctx, h.db, ledger.HouseGaming())
	if err != nil || wins != days || wins != -booked {
		h.t.Errorf("bets say %d, days %d, the house's result %d, %v", wins, days, booked, err)
	}
	var wrong int
	err = h.db.NewRaw(`
		SELECT COUNT(*) FROM (
			SELECT player, day, venue, COUNT(*) AS n, SUM(stake) AS s, SUM(valid) AS v, SUM(win) AS w
			FROM bet WHERE current AND status <> 'open' GROUP BY player, day, venue
		) x LEFT JOIN bet_day d ON d.player = x.player AND d.day = x.day AND d.venue = x.venue
		WHERE d.player IS NULL OR d.bets <> x.n OR d.stake <> x.s OR d.valid <> x.v OR d.win <> x.w`).Scan(ctx, &wrong)
	if err != nil || wrong != 0 {
		h.t.Errorf("%d day totals are wrong, %v", wrong, err)
	}
	var free int
	err = h.db.NewRaw(`SELECT COUNT(*) FROM bet WHERE entry = '' AND (current AND version = 1 AND win <> 0)`).Scan(ctx, &free)
	if err != nil {
		h.t.Fatal(err)
	}
}

// deposit opens a turnover requirement before noon.
func (h *fixture) deposit(player string, required money.Fen) {
	h.t.Helper()
	was := h.clock.Now()
	h.clock.Set(dbtest.Noon.Add(-time.Hour))
	defer h.clock.Set(was)
	err := h.db.Write(h.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return h.turnover.Open(ctx, tx, turnover.Bucket{Player: player, Source: "deposit", Ref: "d-" + player, Amount: required, Required: required})
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

var errSilence = errors.New("no answer")

func joined(parts []string) string { return strings.Join(parts, " ") }
