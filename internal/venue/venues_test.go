package venue_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fault"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
)

// company answers as the test says and counts what it is asked.
type company struct {
	mu       sync.Mutex
	created  []string
	launched []venue.Launch
	err      error
	name     func(player string) string
	busy     chan struct{} // EnsurePlayer waits for its end, if set
}

func (c *company) Rules() venue.Rules { return venue.Rules{} }
func (c *company) AccountName(player string) string {
	if c.name != nil {
		return c.name(player)
	}
	return "hy" + player
}
func (c *company) NewRef(string, time.Time) string { return "" }
func (c *company) EnsurePlayer(_ context.Context, account string) error {
	if c.busy != nil {
		<-c.busy
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.created = append(c.created, account)
	return c.err
}
func (c *company) Credit(context.Context, venue.Movement) (venue.Outcome, error) { return 0, nil }
func (c *company) Debit(context.Context, venue.Movement) (venue.Outcome, error)  { return 0, nil }
func (c *company) Lookup(context.Context, string) (venue.Answer, error)          { return venue.Answer{}, nil }
func (c *company) Balance(context.Context, string) (money.Fen, error)            { return 0, nil }
func (c *company) Launch(_ context.Context, l venue.Launch) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.launched = append(c.launched, l)
	return "https://game.example/1", c.err
}

type house struct {
	*venue.Venues
	db    *db.DB
	clock *calendar.Fixed
	ky    *company
	staff *staff.Staff
	games *catalogue.Catalogue
}

func newHouse(t *testing.T, d *db.DB) *house {
	t.Helper()
	h := &house{db: d, clock: dbtest.Clock(d), ky: &company{}, staff: staff.New(staff.Config{DB: d, Log: dbtest.Quiet()})}
	h.Venues = venue.New(venue.Config{DB: d, Staff: h.staff, Adapters: map[string]venue.Venue{"ky": h.ky}, Log: dbtest.Quiet()})
	h.games = catalogue.New(catalogue.Config{DB: d, Staff: h.staff, Venues: h.Venues, Log: dbtest.Quiet()})
	if err := h.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	return h
}

var boss = staff.Actor{ID: "s1", Name: "boss", Roles: []string{"owner"}}

// D-18, D-27, GAME-06: the five board venues are there, by number and by code.
func TestBoardVenuesAreFoundByNumberAndByCode(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		if err := h.Seed(t.Context()); err != nil { // every start of the program seeds
			t.Fatal(err)
		}
		for id, code := range map[string]string{"26": "ky", "31": "leg", "45": "b45", "37": "b37", "36": "b36"} {
			byID, err := h.Get(t.Context(), d, id)
			if err != nil {
				t.Fatal(err)
			}
			byCode, err := h.Get(t.Context(), d, code)
			if err != nil || byID != byCode || byID.Code != code || byID.Kind != venue.Board || byID.Kind.Name() != "棋牌" {
				t.Errorf("%s is %+v, %s is %+v, %v", id, byID, code, byCode, err)
			}
		}
		for _, unknown := range []string{"", "0", "99", "KY", "26 ", "026", "-26", "ky' OR '1'='1"} {
			if _, err := h.Get(t.Context(), d, unknown); !errors.Is(err, venue.ErrNoVenue) {
				t.Errorf("%q: %v", unknown, err)
			}
		}
		list, err := h.List(t.Context(), d)
		if err != nil || len(list) != 25 || list[0].Code != "ky" || list[1].Code != "leg" {
			t.Errorf("%d venues are listed, not the 25 of shipped/venues.csv from ky and leg on: %v", len(list), err)
		}
		games, err := h.Games(t.Context(), d, "ky")
		if err != nil || len(games) != 4 || games[0].Venue != "ky" || games[0].Code != "720" || games[0].Name != "二八杠" {
			t.Errorf("Games = %+v, %v", games, err)
		}
	})
}

func TestTheOperatorNamesTheGames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		for range 2 {
			if err := h.NameGames(t.Context(), "ky", []venue.Game{{Code: "720", Name: "金砖二八"}, {Code: "9001", Name: "新游戏"}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.Seed(t.Context()); err != nil { // a restart keeps the operator's names
			t.Fatal(err)
		}
		games, err := h.Games(t.Context(), d, "ky")
		if err != nil || len(games) != 5 || games[0].Name != "金砖二八" || games[1].Name != "新游戏" {
			t.Errorf("Games = %+v, %v", games, err)
		}
	})
}

func TestAnAccountIsNamedOnceAndCreatedBeforeItIsUsed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		ctx := t.Context()
		h.ky.err = errors.New("silence")
		if _, err := h.EnsureAccount(ctx, "ming", "ky"); err == nil {
			t.Fatal("an account the venue did not confirm was used")
		}
		h.ky.err = nil
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if got, err := h.EnsureAccount(ctx, "ming", "ky"); err != nil || got != "hyming" {
					t.Errorf("EnsureAccount = %q, %v", got, err)
				}
			})
		}
		wg.Wait()
		asked := len(h.ky.created)
		h.ky.name = func(player string) string { return "other" + player } // the rule changes later
		if got, err := h.EnsureAccount(ctx, "ming", "ky"); err != nil || got != "hyming" || len(h.ky.created) != asked {
			t.Errorf("the stored form does not count: %q, %v, asked %d times", got, err, len(h.ky.created)-asked)
		}
		if got, err := h.AccountOwner(ctx, d, "ky", "hyming"); err != nil || got != "ming" {
			t.Errorf("AccountOwner = %q, %v", got, err)
		}
		if _, err := h.AccountOwner(ctx, d, "leg", "hyming"); !errors.Is(err, venue.ErrNoOwner) {
			t.Errorf("a name at another venue has an owner: %v", err)
		}
		if _, err := h.EnsureAccount(ctx, "ming", "b45"); !errors.Is(err, venue.ErrNoAdapter) {
			t.Errorf("account without an adapter: %v", err)
		}
	})
}

// practice 8: two players must never share a name at a venue.
func TestTwoPlayersNeverShareAName(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.name = func(string) string { return "same" }
		if _, err := h.EnsureAccount(t.Context(), "ming", "ky"); err != nil {
			t.Fatal(err)
		}
		if _, err := h.EnsureAccount(t.Context(), "hong", "ky"); !errors.Is(err, venue.ErrAccountTaken) {
			t.Fatalf("second player: %v", err)
		}
		if owner, err := h.AccountOwner(t.Context(), d, "ky", "same"); err != nil || owner != "ming" {
			t.Errorf("owner %q, %v", owner, err)
		}
	})
}

// MNT-03: one venue can stop while the others go on.
func TestAVenueCanBeInMaintenanceByItself(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		ctx := t.Context()
		now := h.clock.Now()
		e, err := h.SetState(ctx, boss, venue.StateChange{Venue: "26", State: venue.StateMaintenance, From: now.Add(time.Hour), To: now.Add(2 * time.Hour), Reason: "升级"})
		if err != nil || e.State != venue.StateOpen || e.Set != venue.StateMaintenance {
			t.Fatalf("SetState = %+v, %v", e, err)
		}
		usable := func() error {
			e, err := h.Get(ctx, d, "ky")
			if err != nil {
				t.Fatal(err)
			}
			return e.Usable()
		}
		if err := usable(); err != nil {
			t.Errorf("before the window: %v", err)
		}
		h.clock.Advance(time.Hour)
		if err := usable(); !errors.Is(err, venue.ErrMaintained) {
			t.Errorf("in the window: %v", err)
		} else if f, _ := fault.Of(err); f.Message() != "该场馆正在维护，预计 2026-03-02 14:00:00 恢复" {
			t.Errorf("text %q", f.Message())
		}
		if e, err := h.Get(ctx, d, "leg"); err != nil || e.State != venue.StateOpen {
			t.Errorf("another venue stopped too: %+v, %v", e, err)
		}
		h.clock.Advance(time.Hour)
		if err := usable(); err != nil {
			t.Errorf("after the window: %v", err)
		}
		if _, err := h.SetState(ctx, boss, venue.StateChange{Venue: "ky", State: venue.StateMaintenance, Reason: "临时维护"}); err != nil {
			t.Fatal(err)
		}
		if err := usable(); !errors.Is(err, venue.ErrMaintenance) {
			t.Errorf("open-ended maintenance: %v", err)
		}
		if _, err := h.SetState(ctx, boss, venue.StateChange{Venue: "ky", State: venue.StateClosed, Reason: "停止合作"}); err != nil {
			t.Fatal(err)
		}
		if err := usable(); !errors.Is(err, venue.ErrClosed) {
			t.Errorf("closed: %v", err)
		}
		if err := h.Seed(ctx); err != nil {
			t.Fatal(err)
		}
		if err := usable(); !errors.Is(err, venue.ErrClosed) {
			t.Errorf("a restart opened a closed venue: %v", err)
		}
	})
}

// A window that begins later leaves the venue open until then, so it must not open one that is shut.
func TestAMaintenanceIsPlannedForAnOpenVenueOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		ctx := t.Context()
		now := h.clock.Now()
		set := func(state venue.State, from, to time.Time) error {
			_, err := h.SetState(ctx, boss, venue.StateChange{Venue: "ky", State: state, From: from, To: to, Reason: "测试"})
			return err
		}
		state := func() venue.State {
			e, err := h.Get(ctx, d, "ky")
			if err != nil {
				t.Fatal(err)
			}
			return e.State
		}
		for _, shut := range []venue.State{venue.StateClosed, venue.StateMaintenance} {
			if err := set(shut, time.Time{}, time.Time{}); err != nil {
				t.Fatal(err)
			}
			if err := set(venue.StateMaintenance, now.Add(time.Hour), now.Add(2*time.Hour)); !errors.Is(err, venue.ErrNotOpen) || state() != shut {
				t.Errorf("planned while %s: %v, now %s", shut, err, state())
			}
		}
		// The end of one that runs may be moved.
		if err := set(venue.StateMaintenance, time.Time{}, now.Add(time.Hour)); err != nil || state() != venue.StateMaintenance {
			t.Errorf("an end for what runs: %v, %s", err, state())
		}
		h.clock.Advance(time.Hour)
		if err := set(venue.StateMaintenance, now.Add(2*time.Hour), now.Add(3*time.Hour)); err != nil || state() != venue.StateOpen {
			t.Errorf("planned after the last one was over: %v, %s", err, state())
		}
		if err := set(venue.StateOpen, time.Time{}, time.Time{}); err != nil {
			t.Errorf("calling a planned one off: %v", err)
		}
		h.clock.Advance(90 * time.Minute)
		if state() != venue.StateOpen {
			t.Errorf("what was called off began: %s", state())
		}
	})
}

func TestChangesOfStateAreCheckedAndAudited(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		now := h.clock.Now()
		for name, tc := range map[string]struct {
			change venue.StateChange
			want   error
		}{
			"no reason":        {venue.StateChange{Venue: "ky", State: venue.StateClosed}, staff.ErrReason},
			"unknown venue":    {venue.StateChange{Venue: "nope", State: venue.StateClosed, Reason: "测试"}, venue.ErrNoVenue},
			"unknown state":    {venue.StateChange{Venue: "ky", State: "asleep", Reason: "测试"}, venue.ErrState},
			"already so":       {venue.StateChange{Venue: "ky", State: venue.StateOpen, Reason: "测试"}, venue.ErrSameState},
			"window of open":   {venue.StateChange{Venue: "ky", State: venue.StateOpen, To: now.Add(time.Hour), Reason: "测试"}, venue.ErrWindow},
			"window over":      {venue.StateChange{Venue: "ky", State: venue.StateMaintenance, To: now, Reason: "测试"}, venue.ErrWindow},
			"window backwards": {venue.StateChange{Venue: "ky", State: venue.StateMaintenance, From: now.Add(2 * time.Hour), To: now.Add(time.Hour), Reason: "测试"}, venue.ErrWindow},
		} {
			if _, err := h.SetState(t.Context(), boss, tc.change); !errors.Is(err, tc.want) {
				t.Errorf("%s: %v, want %v", name, err, tc.want)
			}
		}
		if _, err := h.SetState(t.Context(), boss, venue.StateChange{Venue: "ky", State: venue.StateClosed, Reason: "停止合作"}); err != nil {
			t.Fatal(err)
		}
		var rows int
		if err := d.NewRaw(`SELECT count(*) FROM staff_audit WHERE action = 'venue.state' AND subject = 'venue:ky'`).Scan(t.Context(), &rows); err != nil || rows != 1 {
			t.Errorf("%d audit rows, %v; want exactly the one change that happened", rows, err)
		}
	})
}

func TestOpeningAGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		var order []string
		l := &venue.Launches{
			Venues: h.Venues,
			Check: func(_ context.Context, _ db.Reader, player string) error {
				order = append(order, "check "+player)
				return nil
			},
			BeforeLaunch: func(_ context.Context, player, code, launch string) (venue.Brought, error) {
				order = append(order, "move "+player+" "+code+" "+launch)
				return venue.Brought{Amount: 100, Pending: true}, nil
			},
		}
		o := venue.Opening{Player: "ming", Venue: "26", Game: "ky", Mode: "1", Order: "l1", Language: "zh-CN", Client: venue.Client{IP: "1.2.3.4", BackURL: "https://site.example/"}}
		opened, err := l.Open(t.Context(), o) // LNCH-02, GAME-06
		if want := (venue.Opened{Address: "https://game.example/1", Brought: venue.Brought{Amount: 100, Pending: true}}); err != nil || opened != want {
			t.Fatalf("Open = %+v, %v", opened, err)
		}
		if strings.Join(order, ", ") != "check ming, move ming ky l1, check ming" { // LNCH-05, RG-4
			t.Errorf("order %v", order)
		}
		if got := h.ky.launched[0]; got.Account != "hyming" || got.Game != "ky" || got.BackURL != "https://site.example/" {
			t.Errorf("launched %+v", got)
		}
		refused := errors.New("no")
		for name, tc := range map[string]struct {
			spoil func()
			venue string
			want  error
		}{
			"no such venue":  {func() {}, "99", venue.ErrNoVenue},
			"no adapter yet": {func() {}, "45", venue.ErrNoAdapter},
			"player may not": {func() { l.Check = func(context.Context, db.Reader, string) error { return refused } }, "26", refused},
			"money did not move": {func() {
				l.BeforeLaunch = func(context.Context, string, string, string) (venue.Brought, error) { return venue.Brought{}, refused }
			}, "26", refused},
			"venue is silent":      {func() { h.ky.err = errors.New("timeout") }, "26", venue.ErrSilent},
			"venue blocked player": {func() { h.ky.err = &venue.Refusal{Reason: venue.Blocked} }, "26", venue.ErrBlocked},
			"venue says no":        {func() { h.ky.err = &venue.Refusal{Reason: venue.Other} }, "26", venue.ErrLaunch},
			"venue in maintenance": {func() { h.ky.err = &venue.Refusal{Reason: venue.Maintenance} }, "26", venue.ErrMaintenance},
		} {
			ok := *l
			tc.spoil()
			opened := len(h.ky.launched)
			o.Venue = tc.venue
			if got, err := l.Open(t.Context(), o); !errors.Is(err, tc.want) || got != (venue.Opened{}) {
				t.Errorf("%s: %+v, %v; want %v", name, got, err, tc.want)
			}
			if errors.Is(tc.want, refused) && len(h.ky.launched) != opened {
				t.Errorf("%s: opened all the same", name)
			}
			*l, h.ky.err = ok, nil
		}
	})
}

// A venue reports an account that is not stored here. The name, which only our
// rule gives, identifies the player, unless there is no such player or he has
// another account there.
func TestAReportedAccountIsItsPlayersByOurRule(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, asked := newHouse(t, d), 0
		h.Venues = venue.New(venue.Config{
			DB: d, Staff: h.staff, Adapters: map[string]venue.Venue{"ky": h.ky}, Log: dbtest.Quiet(),
			Known: func(_ context.Context, _ db.Reader, players []string) ([]string, error) {
				asked++
				return slices.DeleteFunc(players, func(p string) bool { return p == "nobody" }), nil
			},
		})
		h.ky.name = func(player string) string { return "old" + player }
		if _, err := h.EnsureAccount(t.Context(), "hong", "ky"); err != nil {
			t.Fatal(err)
		}
		h.ky.name = nil
		owners := map[string]string{}
		for range 2 {
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return h.Adopt(ctx, tx, "ky", []string{"hyming", "hynobody", "hyhong", "ming", "hy", ""}, owners)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if asked != 2 { // once a page, however many accounts are on it
			t.Errorf("looked for players %d times, want 2", asked)
		}
		if len(owners) != 1 || owners["hyming"] != "ming" {
			t.Errorf("owners %v, want ming alone", owners)
		}
		if owner, err := h.AccountOwner(t.Context(), d, "ky", "hyming"); err != nil || owner != "ming" {
			t.Errorf("owner %q, %v", owner, err)
		}
	})
}

// A venue turns the second of two calls for one player away: first clicks
// beside each other make one call.
func TestFirstCallsBesideEachOtherAskTheVenueOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.busy = make(chan struct{})
		var wait sync.WaitGroup
		for range 6 {
			wait.Go(func() {
				if got, err := h.EnsureAccount(t.Context(), "ming", "ky"); err != nil || got != "hyming" {
					t.Errorf("EnsureAccount = %q, %v", got, err)
				}
			})
		}
		time.Sleep(300 * time.Millisecond) // all of them are there
		close(h.ky.busy)
		wait.Wait()
		if len(h.ky.created) != 1 {
			t.Errorf("the venue was asked %d times", len(h.ky.created))
		}
	})
}
