package venue_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
)

// lister is a company that gives a list of its games.
type lister struct {
	company
	games []venue.VendorGame
	fails error
	asked int
}

func (l *lister) GameList(context.Context) ([]venue.VendorGame, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.asked++
	return l.games, l.fails
}

// listed is a fixture whose venue s8 gives a list, and has no games of its own.
type listed struct {
	*house
	s8 *lister
}

func newListed(t *testing.T, d *db.DB) *listed {
	t.Helper()
	h := &listed{house: newHouse(t, d), s8: &lister{}}
	h.Venues = venue.New(venue.Config{DB: d, Staff: h.staff, Adapters: map[string]venue.Venue{"ky": h.ky, "s8": h.s8}, Log: dbtest.Quiet()})
	h.games = catalogue.New(catalogue.Config{DB: d, Staff: h.staff, Venues: h.Venues, Log: dbtest.Quiet()})
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`DELETE FROM venue_game WHERE venue = 's8'`).Exec(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *listed) read(t *testing.T, games ...venue.VendorGame) {
	t.Helper()
	h.s8.games = games
	if err := h.games.ReadGameList(t.Context(), boss, "s8"); err != nil {
		t.Fatal(err)
	}
}

func (h *listed) state(t *testing.T) catalogue.GameListState {
	t.Helper()
	state, _, _, err := h.games.GameList(t.Context(), h.db, "s8", "", staff.Page{})
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// differences are those of a kind as change:code:name:was, and + where our name stays.
func (h *listed) differences(t *testing.T, change catalogue.GameChangeKind) string {
	t.Helper()
	_, list, total, err := h.games.GameList(t.Context(), h.db, "s8", change, staff.Page{})
	if err != nil || total != len(list) {
		t.Fatalf("%d of %d, %v", len(list), total, err)
	}
	var out []string
	for _, g := range list {
		line := fmt.Sprintf("%s:%s:%s:%s", g.Change, g.Code, g.Name, g.Was)
		if g.Kept {
			line += "+"
		}
		out = append(out, line)
	}
	return strings.Join(out, " ")
}

func (h *listed) apply(t *testing.T, want map[catalogue.GameChangeKind]int) {
	t.Helper()
	counts, err := h.games.ApplyGameList(t.Context(), boss, "s8", h.state(t).Digest)
	if err != nil || !maps.Equal(counts, want) {
		t.Fatalf("applied %v, %v; want %v", counts, err, want)
	}
	if again := h.differences(t, ""); again != "" {
		t.Fatalf("still differs: %s", again)
	}
}

// all gives the games of s8 by code as staff see them.
func (h *listed) all(t *testing.T) map[string]catalogue.ListedGame {
	t.Helper()
	list, _, err := h.games.List(t.Context(), h.db, catalogue.Filter{Venue: "s8", Page: staff.Page{Size: 100}})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]catalogue.ListedGame{}
	for _, g := range list {
		out[g.Code] = g
	}
	return out
}

// A vendor's list is read, its difference is seen, and one press applies it.
// New games come in hidden, removed ones cannot be opened, and names follow the
// vendor's.
func TestAVendorsListIsComparedAndApplied(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newListed(t, d)
		h.read(t, venue.VendorGame{Code: "a", Name: "Alpha", Maker: "M", Kind: venue.Fish}, venue.VendorGame{Code: "b", Name: "Beta"}, venue.VendorGame{Code: "c", Name: "Gamma"})
		if got := h.differences(t, ""); got != "new:a:Alpha: new:b:Beta: new:c:Gamma:" {
			t.Fatalf("the first list differs by %s", got)
		}
		if len(h.all(t)) != 0 {
			t.Fatal("reading a list changed the catalogue")
		}
		h.apply(t, map[catalogue.GameChangeKind]int{catalogue.GameNew: 3})
		games := h.all(t)
		if a := games["a"]; !a.Hidden || a.Maker != "M" || a.Kind != venue.Fish || a.ID != 1_000_800_001 || games["b"].Kind != venue.Slot || games["c"].Position != 3 {
			t.Fatalf("new games are %+v", games)
		}
		launches := &venue.Launches{Venues: h.Venues}
		open := func(code string) error {
			_, err := launches.Open(t.Context(), venue.Opening{Player: "ming", Venue: "s8", Game: code})
			return err
		}
		if err := open("a"); !errors.Is(err, venue.ErrGameHidden) {
			t.Errorf("a new game opens: %v", err)
		}
		if _, err := h.games.MarkGames(t.Context(), boss, catalogue.GameMarks{Games: []int64{games["a"].ID, games["b"].ID}, Hidden: new(false)}); err != nil {
			t.Fatal(err)
		}

		h.read(t, venue.VendorGame{Code: "b", Name: "Beta Two"}, venue.VendorGame{Code: "d", Name: "Delta"}, venue.VendorGame{Code: "a", Name: "Alpha", Closed: true})
		want := "new:d:Delta: renamed:b:Beta Two:Beta gone:a:Alpha:Alpha gone:c:Gamma:Gamma"
		if got := h.differences(t, ""); got != want {
			t.Fatalf("differs by %s, want %s", got, want)
		}
		if got := h.differences(t, catalogue.GameGone); got != "gone:a:Alpha:Alpha gone:c:Gamma:Gamma" {
			t.Errorf("gone are %s", got)
		}
		h.apply(t, map[catalogue.GameChangeKind]int{catalogue.GameNew: 1, catalogue.GameRenamed: 1, catalogue.GameGone: 2})
		if err := open("a"); !errors.Is(err, venue.ErrGameHidden) {
			t.Errorf("a game that is gone opens: %v", err)
		}
		if err := open("b"); err != nil {
			t.Errorf("a game of the list does not open: %v", err)
		}
		if got := names(pages(t, h.house, venue.GameFilter{Venue: "s8"})); got != "Beta Two" {
			t.Errorf("the lobby has %s", got)
		}
		if games := h.all(t); !games["a"].Gone || games["a"].Hidden {
			t.Errorf("a is %+v", games["a"])
		}

		h.read(t, venue.VendorGame{Code: "a", Name: "Alpha"}, venue.VendorGame{Code: "b", Name: "Beta Two"}, venue.VendorGame{Code: "d", Name: "Delta"})
		h.apply(t, map[catalogue.GameChangeKind]int{catalogue.GameBack: 1})
		if err := open("a"); err != nil {
			t.Errorf("a game that is back does not open: %v", err)
		}
		if got := names(pages(t, h.house, venue.GameFilter{Venue: "s8"})); got != "Alpha Beta Two" {
			t.Errorf("the lobby has %s", got)
		}
		rows, total, err := h.staff.AuditTrail(t.Context(), staff.AuditFilter{Action: "game.list_apply"})
		if err != nil || total != 3 || !strings.Contains(string(rows[1].After), `"gone":2`) {
			t.Errorf("%d rows in the trail: %v, %v", total, rows, err)
		}
	})
}

// Manual changes by staff stay, whatever the vendor's list says.
func TestAListOverwritesNothingThatStaffChanged(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newListed(t, d)
		if err := h.NameGames(t.Context(), "s8", []venue.Game{{Code: "ours", Name: "我们的名字"}}); err != nil {
			t.Fatal(err)
		}
		h.read(t, venue.VendorGame{Code: "a", Name: "Alpha"}) // the first list lacks a game that is there
		if differs, err := h.games.GamesDiffer(t.Context(), d); err != nil || differs["s8"] != 2 {
			t.Errorf("differs %v, %v", differs, err)
		}
		h.read(t, venue.VendorGame{Code: "ours", Name: "Theirs"}, venue.VendorGame{Code: "a", Name: "Alpha"}, venue.VendorGame{Code: "b", Name: "Beta"})
		h.apply(t, map[catalogue.GameChangeKind]int{catalogue.GameNew: 2})
		games := h.all(t)
		if games["ours"].Name != "我们的名字" || !games["ours"].OwnName {
			t.Errorf("a list renamed %+v", games["ours"])
		}
		if _, err := h.games.EditGame(t.Context(), boss, catalogue.GameChange{
			ID: games["a"].ID, Name: new("阿尔法"), Initials: new("aef"), Hidden: new(false), Hot: new(true), Position: new(7), Picture: new("/art/games/coin.svg"),
		}); err != nil {
			t.Fatal(err)
		}
		h.read(t, venue.VendorGame{Code: "ours", Name: "Theirs 2"}, venue.VendorGame{Code: "a", Name: "Alpha 2", Kind: venue.Fish}, venue.VendorGame{Code: "b", Name: "Beta"})
		if got := h.differences(t, ""); got != "renamed:ours:Theirs 2:我们的名字+ renamed:a:Alpha 2:阿尔法+" {
			t.Errorf("differs by %s", got)
		}
		h.apply(t, map[catalogue.GameChangeKind]int{catalogue.GameRenamed: 2})
		a := h.all(t)["a"]
		if a.Name != "阿尔法" || a.Initials != "aef" || a.Hidden || !a.Hot || a.Position != 7 || a.Picture != "/art/games/coin.svg" || a.Kind != venue.Slot {
			t.Errorf("a list changed %+v", a)
		}
		// Our name stays also after the vendor took the same one and left it again.
		for _, name := range []string{"阿尔法", "Alpha 3"} {
			h.read(t, venue.VendorGame{Code: "ours", Name: "Theirs 2"}, venue.VendorGame{Code: "a", Name: name}, venue.VendorGame{Code: "b", Name: "Beta"})
			h.apply(t, map[catalogue.GameChangeKind]int{catalogue.GameRenamed: 1})
		}
		if got := h.all(t)["a"].Name; got != "阿尔法" {
			t.Errorf("the name is %s", got)
		}
		h.read(t, venue.VendorGame{Code: "b", Name: "Beta"})
		h.apply(t, map[catalogue.GameChangeKind]int{catalogue.GameGone: 2})
		if games := h.all(t); games["b"].Name != "Beta" || !games["b"].Hidden || games["a"].Hidden || !games["a"].Gone {
			t.Errorf("%+v", games)
		}
	})
}

// A list that cannot be read, is empty or too long is an error and changes nothing.
func TestAListThatCannotBeReadChangesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newListed(t, d)
		h.read(t, venue.VendorGame{Code: "a", Name: "Alpha"})
		h.apply(t, map[catalogue.GameChangeKind]int{catalogue.GameNew: 1})
		before := h.state(t)
		for _, tc := range []struct {
			games []venue.VendorGame
			fails error
			want  error
			note  catalogue.ListFailure
		}{
			{nil, errors.New("no answer"), catalogue.ErrListSilent, catalogue.ListSilent},
			{[]venue.VendorGame{}, nil, catalogue.ErrListEmpty, catalogue.ListEmpty},
			{[]venue.VendorGame{{Code: "", Name: "x"}, {Code: "a b", Name: "y"}, {Code: "a", Name: "Alpha", Closed: true}}, nil, catalogue.ErrListEmpty, catalogue.ListEmpty},
			{make([]venue.VendorGame, catalogue.MaxListedGames+1), nil, catalogue.ErrListLong, catalogue.ListLong},
		} {
			h.s8.games, h.s8.fails = tc.games, tc.fails
			if err := h.games.ReadGameList(t.Context(), boss, "s8"); !errors.Is(err, tc.want) {
				t.Errorf("%v, want %v", err, tc.want)
			}
			after := h.state(t)
			if after.Failure != tc.note || after.Digest != before.Digest || after.Games != 1 || len(after.Counts) != 0 {
				t.Errorf("after %v: %+v", tc.want, after)
			}
		}
		if games := h.all(t); len(games) != 1 || games["a"].Gone {
			t.Errorf("%+v", games)
		}
		h.s8.fails = nil
		h.read(t, venue.VendorGame{Code: "a", Name: "Alpha"})
		if after := h.state(t); after.Failure != "" {
			t.Errorf("a good answer leaves the failure: %+v", after)
		}
	})
}

// A list can be applied only after it was seen, and only once.
func TestOnlyTheListThatWasSeenIsApplied(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newListed(t, d)
		apply := func(digest string, want error) {
			t.Helper()
			if _, err := h.games.ApplyGameList(t.Context(), boss, "s8", digest); !errors.Is(err, want) {
				t.Errorf("%v, want %v", err, want)
			}
		}
		apply("", catalogue.ErrListMoved)
		h.read(t, venue.VendorGame{Code: "a", Name: "Alpha"})
		seen := h.state(t).Digest
		h.read(t, venue.VendorGame{Code: "a", Name: "Alpha"}) // the same list again
		if h.state(t).Digest != seen {
			t.Error("the same list has another digest")
		}
		h.read(t, venue.VendorGame{Code: "b", Name: "Beta"})
		apply(seen, catalogue.ErrListMoved)
		seen = h.state(t).Digest
		apply(seen, nil)
		apply(seen, catalogue.ErrSameGame)
		if _, err := h.games.ApplyGameList(t.Context(), boss, "atlantis", seen); !errors.Is(err, venue.ErrNoVenue) {
			t.Errorf("a venue that is none: %v", err)
		}
		if err := h.games.ReadGameList(t.Context(), boss, "ky"); !errors.Is(err, catalogue.ErrNoGameList) {
			t.Errorf("a vendor without a list: %v", err)
		}
	})
}

// A venue may show new games to players at once.
func TestAVenueMayShowNewGamesAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newListed(t, d)
		if err := h.games.SetShowNew(t.Context(), boss, "s8", true); err != nil {
			t.Fatal(err)
		}
		if err := h.games.SetShowNew(t.Context(), boss, "s8", true); !errors.Is(err, catalogue.ErrSameGame) {
			t.Errorf("the same again: %v", err)
		}
		h.read(t, venue.VendorGame{Code: "a", Name: "Alpha"})
		h.apply(t, map[catalogue.GameChangeKind]int{catalogue.GameNew: 1})
		if h.all(t)["a"].Hidden {
			t.Error("the new game is hidden")
		}
		if err := h.games.SetShowNew(t.Context(), boss, "ky", true); !errors.Is(err, catalogue.ErrNoGameList) {
			t.Errorf("a vendor without a list: %v", err)
		}
		if _, total, err := h.staff.AuditTrail(t.Context(), staff.AuditFilter{Action: "game.list_rule"}); err != nil || total != 1 {
			t.Errorf("%d rows in the trail, %v", total, err)
		}
	})
}

// The job reads each list once a day, sooner after a failure, and changes no game.
func TestAListIsReadOnceADay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newListed(t, d)
		h.s8.games = []venue.VendorGame{{Code: "a", Name: "Alpha"}}
		run := func(asked int) {
			t.Helper()
			if err := h.games.ReadDueGameList(t.Context()); err != nil || h.s8.asked != asked {
				t.Fatalf("asked %d times, want %d; %v", h.s8.asked, asked, err)
			}
		}
		run(1)
		h.clock.Advance(23 * time.Hour)
		run(1)
		h.clock.Advance(time.Hour)
		h.s8.fails = errors.New("no answer")
		run(2)
		h.clock.Advance(59 * time.Minute)
		run(2)
		h.clock.Advance(time.Minute)
		h.s8.fails = nil
		run(3)
		differs, err := h.games.GamesDiffer(t.Context(), d)
		if err != nil || differs["s8"] != 1 || len(h.all(t)) != 0 {
			t.Errorf("differs %v, %v; games %v", differs, err, h.all(t))
		}
		if _, total, err := h.staff.AuditTrail(t.Context(), staff.AuditFilter{Action: "game.list"}); err != nil || total != 0 {
			t.Errorf("%d rows in the trail, %v", total, err)
		}
	})
}

// Names of a vendor are shown to players: they are one line of plain text, and short.
func TestNamesOfAListArePlainText(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newListed(t, d)
		h.read(t, venue.VendorGame{Code: "a", Name: " Book\u202e of\n\tRa\x00 "}, venue.VendorGame{Code: "b"},
			venue.VendorGame{Code: "c", Name: strings.Repeat("长", 60), Maker: strings.Repeat("m", 60)}, venue.VendorGame{Code: "a", Name: "again"}, venue.VendorGame{Code: "x/y"})
		_, list, _, err := h.games.GameList(t.Context(), d, "s8", catalogue.GameNew, staff.Page{})
		got := slices.Collect(func(yield func(string) bool) {
			for _, g := range list {
				if !yield(g.Name) {
					return
				}
			}
		})
		if want := []string{"Book of Ra", "b", strings.Repeat("长", 39) + "…"}; err != nil || !slices.Equal(got, want) {
			t.Errorf("names %q, %v", got, err)
		}
		if state := h.state(t); state.Skipped != 2 || state.Games != 3 {
			t.Errorf("%+v", state)
		}
	})
}

// The largest list is taken over in one transaction that others can wait for.
func TestTheLargestListIsApplied(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newListed(t, d)
		games := make([]venue.VendorGame, catalogue.MaxListedGames)
		for i := range games {
			games[i] = venue.VendorGame{Code: fmt.Sprintf("g%05d", i), Name: fmt.Sprintf("Game %d", i)}
		}
		begun := time.Now()
		h.read(t, games...)
		read := time.Since(begun)
		begun = time.Now()
		h.apply(t, map[catalogue.GameChangeKind]int{catalogue.GameNew: catalogue.MaxListedGames})
		t.Logf("read in %v, applied in %v", read, time.Since(begun))
		_, list, total, err := h.games.GameList(t.Context(), d, "s8", "", staff.Page{Number: 1, Size: 20})
		if err != nil || total != 0 || len(list) != 0 {
			t.Errorf("%d of %d differ, %v", len(list), total, err)
		}
	})
}
