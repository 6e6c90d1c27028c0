package lobby_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/lobby"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/venue/ag"
	"hongyun/internal/venue/ky"
	"hongyun/internal/venue/pinnacle"
	"hongyun/internal/venue/saba"
	"hongyun/internal/venue/tcg"
	"hongyun/internal/venue/vr"
	"hongyun/internal/venue/wire"
	"hongyun/internal/venue/wm"
)

// fixture is a lobby over stored bets of venues whose adapters read their own rows.
type fixture struct {
	*lobby.Lobby
	t     *testing.T
	db    *db.DB
	clock interface{ Advance(time.Duration) }
	bets  int
}

func newFixture(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	markets, err := wire.ReadMarkets(map[string]string{"5": "result", "1": "handicap"})
	if err != nil {
		t.Fatal(err)
	}
	clock := dbtest.Clock(d)
	book, err := saba.New(saba.Config{BaseURL: "https://x.example", VendorID: "v", OperatorID: "o", Clock: clock, Markets: markets})
	if err != nil {
		t.Fatal(err)
	}
	people := staff.New(staff.Config{DB: d, Log: dbtest.Quiet()})
	venues := venue.New(venue.Config{DB: d, Staff: people, Log: dbtest.Quiet(), Adapters: map[string]venue.Venue{
		"saba": book, "pin": &pinnacle.Venue{}, "vr": &vr.Venue{}, "tcg": &tcg.Venue{}, "wm": &wm.Venue{}, "ag": &ag.Venue{}, "ky": &ky.Venue{},
	}})
	if err := venues.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	bets := bet.New(bet.Config{DB: d, Ledger: ledger.New(d), Venues: venues, Turnover: turnover.New(turnover.Config{}), Staff: people, Log: dbtest.Quiet()})
	return &fixture{
		Lobby: lobby.New(lobby.Config{DB: d, Venues: venues, Bets: bets, Guard: guard.New(d, people)}), t: t, db: d, clock: clock,
	}
}

// told is a bet as the feed stored it.
type told struct {
	venue, game, status, raw string
	player                   string        // ming if empty
	win                      int64         // fen
	ago                      time.Duration // since it was placed and settled
	stored                   time.Duration // since it was stored, if not at once
}

func (f *fixture) store(list ...told) {
	f.t.Helper()
	err := f.db.Write(f.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, b := range list {
			f.bets++
			if b.player == "" {
				b.player = "ming"
			}
			at, settled := tx.NowMillis()-b.ago.Milliseconds(), int64(0)
			if b.status != bet.Open {
				settled = at
			}
			stored := at
			if b.stored > 0 {
				stored = tx.NowMillis() - b.stored.Milliseconds()
			}
			_, err := tx.NewRaw(`
				INSERT INTO bet (venue, bet_id, version, current, player, account, game, game_name, status, stake, valid, win, odds, odds_type, parlay,
					bet_at, settled_at, updated_at, stored_at, day, reason, entry, raw, round, market, side, worth)
				VALUES (?, ?, 1, TRUE, ?, 'hy_secret', ?, '', ?, 98765, 0, ?, '', '', FALSE, ?, ?, 0, ?, 0, '', '', ?, '', '', '', 0)`,
				b.venue, fmt.Sprint("b", f.bets), b.player, b.game, b.status, b.win, at, settled, stored, b.raw).Exec(ctx)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) front(code string, kind venue.Kind) lobby.VenueFront {
	f.t.Helper()
	f.clock.Advance(lobby.FrontAge)
	front, err := f.Venue(f.t.Context(), code, kind)
	if err != nil {
		f.t.Fatal(err)
	}
	for _, secret := range []string{"ming", "hong", "hy_secret", "987.65", "98765"} {
		if strings.Contains(fmt.Sprintf("%+v", front), secret) {
			f.t.Errorf("the page of %s has %q in it: %+v", code, secret, front)
		}
	}
	return front
}

const (
	sabaRow = `{"match_id":55,"bet_type":5,"bet_team":"%s","odds":%s,"odds_type":3,"leaguename":[{"lang":"cs","name":"云海联赛"}],
		"hometeamname":[{"lang":"cs","name":"青龙"}],"awayteamname":[{"lang":"cs","name":"铁鹰"}]}`
	pinnacleRow = `{"eventId":7,"eventName":"A -vs- B","eventDateFm":"2026-03-02 08:30:00","homeTeam":"A","awayTeam":"B","selection":"%s","handicap":-0.5,
		"odds":%s,"oddsFormat":1,"betType":2,"league":"L","sportId":29,"inplayScore":"%s","period":0,"parlaySelections":[]}`
	vrRow   = `{"channelId":13,"issueNumber":"%s","betTypeName":"大小","number":"大","winningNumber":"%s"}`
	tcgRow  = `{"numero":"20260302-001","bettingContent":"定位胆 7"}`
	wmRow   = `{"event":"%d","eventChild":"1","tableId":"%d","betCode":"Banker","gameResult":"%s"}`
	agRow   = `{"billNo":"1","gameCode":"GC1","round":"AGQ","tableCode":"T1","playType":"1"}`
	kyRow   = `{"GameID":"50-%d","KindID":"830","ServerID":8301,"TableID":7,"ChairID":3,"UserCount":5,"CardValue":"%s"}`
	oneHour = time.Hour
)

// H-481: a sports page shows the matches of the venue's bets with the newest odds of each
// pick and the score that was told. A match with an open bet comes first.
func TestASportsPageShowsTheMatchesThatAreBetOn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.store(
			told{venue: "saba", game: "1", status: bet.Open, raw: fmt.Sprintf(sabaRow, "2", "3.10"), ago: 20 * time.Minute},
			told{venue: "saba", game: "1", status: bet.Open, raw: fmt.Sprintf(sabaRow, "1", "1.90"), ago: 10 * time.Minute, player: "hong"},
			told{venue: "saba", game: "1", status: bet.Open, raw: fmt.Sprintf(sabaRow, "1", "2.05"), ago: 15 * time.Minute},
			told{venue: "saba", game: "1", status: bet.Void, raw: fmt.Sprintf(sabaRow, "x", "9.99"), ago: time.Minute},
			told{venue: "pin", game: "29", status: bet.Settled, raw: fmt.Sprintf(pinnacleRow, "A", "1.80", "0-0"), ago: 5 * time.Minute},
			told{venue: "pin", game: "29", status: bet.Open, raw: fmt.Sprintf(strings.ReplaceAll(pinnacleRow, "A -vs- B", "C -vs- D"), "C", "1.66", "2-1"), ago: 9 * time.Minute},
		)
		matches := f.front("saba", venue.Sport).Matches
		if len(matches) != 1 || len(matches[0].Prices) != 2 {
			t.Fatalf("%+v", matches)
		}
		m := matches[0]
		if m.League != "云海联赛" || m.Event != "青龙 VS 铁鹰" || !m.Open || m.Score != "" || !m.Starts.IsZero() {
			t.Errorf("the match %+v", m)
		}
		if home, away := m.Prices[0], m.Prices[1]; home.Pick != "青龙" || home.Odds != "1.90" || home.OddsType != "EU" || home.Market != "胜平负" || away.Odds != "3.10" {
			t.Errorf("prices %+v", m.Prices)
		}
		if age := m.Prices[0].At.Sub(m.Prices[1].At); age != 10*time.Minute {
			t.Errorf("the second price was taken %s before the first", age)
		}
		other := f.front("6", venue.Sport).Matches // by its platform id
		if len(other) != 2 || other[0].Event != "C -vs- D" || other[0].Score != "2-1" || other[1].Open || other[1].Starts.Format(time.DateTime) != "2026-03-02 12:30:00" {
			t.Errorf("%+v", other)
		}
		if lottery := f.front("saba", venue.Lottery); len(lottery.Matches)+len(lottery.Draws)+len(lottery.Games) != 0 {
			t.Errorf("a kind that the venue does not have: %+v", lottery)
		}
	})
}

// H-529: the home page shows the open matches of sports and e-sports in turn, tables
// with a road and draws, each with its venue. A venue that is shut is not there.
func TestTheHomePageShowsWhatGoesOnAtOpenVenues(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.store(
			told{venue: "saba", game: "1", status: bet.Open, raw: fmt.Sprintf(sabaRow, "1", "1.90"), ago: 10 * time.Minute},
			told{venue: "pin", game: "29", status: bet.Settled, raw: fmt.Sprintf(pinnacleRow, "A", "1.80", "0-0"), ago: 5 * time.Minute},
			told{venue: "pin", game: "29", status: bet.Open, raw: fmt.Sprintf(strings.ReplaceAll(pinnacleRow, "A -vs- B", "C -vs- D"), "C", "1.66", "2-1"), ago: 9 * time.Minute},
			told{venue: "vr", game: "13", status: bet.Settled, raw: fmt.Sprintf(vrRow, "0302-1", "4,5,6"), ago: 9 * time.Minute},
			told{venue: "wm", game: "101", status: bet.Settled, raw: fmt.Sprintf(wmRow, 1, 3, "庄:♦3♦3 闲:♥9♣10"), ago: 3 * time.Minute},
			told{venue: "wm", game: "888", status: bet.Settled, raw: fmt.Sprintf(wmRow, 2, 4, "无"), ago: time.Minute},
		)
		look := func() (seen []string) {
			f.clock.Advance(lobby.FrontAge)
			life, err := f.Life(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, secret := range []string{"ming", "hy_secret", "987.65", "98765"} {
				if strings.Contains(fmt.Sprintf("%+v", life), secret) {
					t.Errorf("%q is in %+v", secret, life)
				}
			}
			for _, m := range life.Matches {
				seen = append(seen, m.Venue.Code+" "+m.Item.Event)
			}
			for _, table := range life.Tables {
				seen = append(seen, table.Venue.Code+" "+table.Item.Name)
			}
			for _, draws := range life.Draws {
				seen = append(seen, draws.Venue.Code+" "+draws.Item.Name)
			}
			return seen
		}
		want := []string{"pin C -vs- D", "saba 青龙 VS 铁鹰", "wm 百家乐", "vr 快乐骰"}
		if got := look(); !slices.Equal(got, want) {
			t.Errorf("it shows %q, want %q", got, want)
		}
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("UPDATE venue SET state = 'closed' WHERE code = 'pin'").Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := look(); !slices.Equal(got, want[1:]) {
			t.Errorf("with one venue shut it shows %q", got)
		}
	})
}

// A draw comes from a settled bet with its numbers. A round that is not settled is no
// draw. A feed without numbers shows none.
func TestALotteryPageShowsDrawsAndNoOpenRound(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.store(
			told{venue: "vr", game: "13", status: bet.Settled, raw: fmt.Sprintf(vrRow, "0302-1", "4,5,6"), ago: 9 * time.Minute},
			told{venue: "vr", game: "13", status: bet.Settled, raw: fmt.Sprintf(vrRow, "0302-1", "4,5,6"), ago: 9 * time.Minute, player: "hong"},
			told{venue: "vr", game: "13", status: bet.Settled, raw: fmt.Sprintf(vrRow, "0302-2", "1,1,2"), ago: 6 * time.Minute},
			told{venue: "vr", game: "13", status: bet.Open, raw: fmt.Sprintf(vrRow, "0302-3", ""), ago: 3 * time.Minute},
			told{venue: "vr", game: "13", status: bet.Open, raw: fmt.Sprintf(vrRow, "0302-4", "9,9,9"), ago: time.Minute},
			told{venue: "tcg", game: "SSC", status: bet.Settled, raw: tcgRow, ago: time.Minute},
		)
		draws := f.front("vr", venue.Lottery).Draws
		if len(draws) != 1 || draws[0].Name != "快乐骰" || draws[0].Game.ID == 0 || len(draws[0].List) != 2 {
			t.Fatalf("%+v", draws)
		}
		if first := draws[0].List[0]; first.Number != "0302-2" || strings.Join(first.Numbers, " ") != "1 1 2" {
			t.Errorf("the latest draw %+v", first)
		}
		if untold := f.front("tcg", venue.Lottery); len(untold.Draws) != 0 || len(untold.Games) == 0 {
			t.Errorf("a feed without numbers: %+v", untold)
		}
	})
}

// The road of a table has the rounds whose outcome the venue told. A feed without
// outcomes has no table.
func TestALivePageShowsTheRoundsOfItsTables(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.store(
			told{venue: "wm", game: "101", status: bet.Settled, raw: fmt.Sprintf(wmRow, 1, 3, "庄:♦3♦3 闲:♥9♣10"), ago: 3 * time.Minute},
			told{venue: "wm", game: "101", status: bet.Settled, raw: fmt.Sprintf(wmRow, 2, 3, "庄:♦9♦K 闲:♥2♣10"), ago: 2 * time.Minute},
			told{venue: "wm", game: "103", status: bet.Settled, raw: fmt.Sprintf(wmRow, 9, 5, "17"), ago: 4 * time.Minute},
			told{venue: "wm", game: "101", status: bet.Open, raw: fmt.Sprintf(wmRow, 3, 3, ""), ago: time.Minute},
			told{venue: "ag", game: "BAC", status: bet.Settled, raw: agRow, ago: time.Minute},
		)
		tables := f.front("wm", venue.Live).Tables
		if len(tables) != 2 || tables[0].Name != "百家乐" || tables[0].Table != "3 号桌" || len(tables[0].Rounds) != 2 {
			t.Fatalf("%+v", tables)
		}
		if road := tables[0].Rounds; road[0].Mark != lobby.MarkBanker || road[1].Mark != lobby.MarkPlayer || tables[1].Rounds[0].Mark != lobby.MarkNumber {
			t.Errorf("%+v", tables)
		}
		if untold := f.front("ag", venue.Live); len(untold.Tables) != 0 || len(untold.Games) == 0 {
			t.Errorf("a feed without outcomes: %+v", untold)
		}
	})
}

// Hands of card tables are shown without the seat. Codes instead of cards are left out.
func TestABoardPageShowsHandsWithoutSeats(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.store(
			told{venue: "ky", game: "830", status: bet.Settled, raw: fmt.Sprintf(kyRow, 1, "1:S10,HJ"), ago: 2 * time.Minute},
			told{venue: "ky", game: "830", status: bet.Settled, raw: fmt.Sprintf(kyRow, 2, "31171a1b3d"), ago: time.Minute},
		)
		hands := f.front("ky", venue.Board).Hands
		if len(hands) != 2 || hands[0].Outcome != "" || hands[1].Outcome != "1:♠10,♥J" || hands[1].Room != "房间 8301 · 7 桌 · 5 人" || hands[1].Name != "抢庄牛牛" {
			t.Errorf("%+v", hands)
		}
	})
}

// Wins of a venue's page are masked, two of one player at most, and leave out who
// may not play.
func TestTheWinsOfAVenueLeaveOutWhoMayNotPlay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		var list []told
		for i := range 4 {
			list = append(list, told{venue: "ky", game: "830", status: bet.Settled, raw: "{}", win: 1000 + int64(i), ago: time.Duration(i) * time.Minute})
		}
		list = append(list,
			told{venue: "ky", game: "830", status: bet.Settled, raw: "{}", win: 5000, ago: time.Minute, player: "hong"},
			told{venue: "ky", game: "830", status: bet.Settled, raw: "{}", win: 99, player: "li"},
			told{venue: "leg", game: "830", status: bet.Settled, raw: "{}", win: 7000, player: "li"},
		)
		f.store(list...)
		wins := f.front("ky", venue.Board).Wins
		if len(wins) != 3 || wins[0].Player != "m***" || wins[0].Amount != 1000 || wins[0].Name != "抢庄牛牛" || wins[1].Player+wins[2].Player != "m***h***" && wins[1].Player+wins[2].Player != "h***m***" {
			t.Errorf("%+v", wins)
		}
		if _, err := f.Guard.StopFor(t.Context(), "ming", 1); err != nil {
			t.Fatal(err)
		}
		if wins := f.front("ky", venue.Board).Wins; len(wins) != 1 || wins[0].Player != "h***" {
			t.Errorf("one player stopped: %+v", wins)
		}
	})
}

// A page reads at most so many bets of a day, and for all visitors once in a while.
func TestAPageReadsABoundedNumberOfBets(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.store(told{venue: "vr", game: "15", status: bet.Settled, raw: fmt.Sprintf(vrRow, "old", "7,7,7"), ago: 2 * oneHour})
		var many []told
		for i := range 300 {
			many = append(many, told{venue: "vr", game: "13", status: bet.Settled, raw: fmt.Sprintf(vrRow, fmt.Sprint(i), "4,5,6"), ago: oneHour})
		}
		f.store(many...)
		f.store(
			told{venue: "vr", game: "2", status: bet.Settled, raw: fmt.Sprintf(vrRow, "yesterday", "8,8,8"), ago: 25 * oneHour, stored: time.Minute},
			told{venue: "wm", game: "101", status: bet.Settled, raw: "{}"},
		)
		if draws := f.front("vr", venue.Lottery).Draws; len(draws) != 1 || draws[0].Name != "快乐骰" {
			t.Errorf("%+v", draws)
		}
		f.store(told{venue: "vr", game: "2", status: bet.Settled, raw: fmt.Sprintf(vrRow, "new", "1,2,3")})
		if front, err := f.Venue(t.Context(), "vr", venue.Lottery); err != nil || len(front.Draws) != 1 {
			t.Errorf("within its age it is read anew: %+v, %v", front.Draws, err)
		}
		if draws := f.front("vr", venue.Lottery).Draws; len(draws) != 2 || draws[0].List[0].Number != "new" {
			t.Errorf("after its age: %+v", draws)
		}
	})
}

// A page has the games of its venue and kind alone. The games elsewhere are of the same
// kind at open venues, and the first of each venue come before a second one.
func TestAPageHasTheGamesOfItsVenueAndKind(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		live, fish := f.front("ag", venue.Live), f.front("ag", venue.Fish)
		if live.Total != 5 || len(live.Games) != 5 || fish.Total != 8 {
			t.Errorf("%d games of %d, fishing %d", len(live.Games), live.Total, fish.Total)
		}
		for _, g := range live.Games {
			if g.Venue != "ag" || g.Kind != venue.Live {
				t.Errorf("%+v is not its own", g)
			}
		}
		if len(live.Elsewhere) != 6 || live.Elsewhere[0].Venue != "wm" { // bbin and sexy have no adapter here
			t.Errorf("elsewhere %+v", live.Elsewhere)
		}
		lottery := f.front("ag", venue.Lottery).Elsewhere
		if len(lottery) != 13 || lottery[0].Venue == lottery[1].Venue || lottery[1].Venue == lottery[2].Venue {
			t.Errorf("venues do not take turns: %+v", lottery)
		}
		if _, err := f.Venue(t.Context(), "nowhere", venue.Live); !errors.Is(err, venue.ErrNoVenue) {
			t.Errorf("an unknown venue: %v", err)
		}
	})
}

// H-482: a busy kind of a venue leaves the boards and wins of its other kinds as they are.
func TestABusyKindLeavesTheOtherKindsOfItsVenueInSight(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		many := []told{{venue: "ag", game: "BAC", status: bet.Settled, raw: agRow, win: 1000, ago: 2 * time.Minute}}
		for range 310 {
			many = append(many, told{venue: "ag", game: "6-hall2", status: bet.Settled, raw: "{}", ago: time.Minute})
		}
		f.store(many...)
		if wins := f.front("ag", venue.Live).Wins; len(wins) != 1 {
			t.Errorf("%+v", wins)
		}
	})
}

// A win has its minute and no second, which would lead to the round that it came from. The
// wins can be asked for without the rest of the page.
func TestTheWinsOfAVenueHaveTheirMinuteAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := newFixture(t, d)
		f.store(told{venue: "ky", game: "830", status: bet.Settled, raw: fmt.Sprintf(kyRow, 1, "1:S10"), win: 1000, ago: 61 * time.Second})
		front := f.front("ky", venue.Board)
		if len(front.Wins) != 1 || front.Wins[0].At.Second() != 0 || front.Hands[0].At.Second() != 0 {
			t.Errorf("%+v, %+v", front.Wins, front.Hands)
		}
		wins, err := f.VenueWins(t.Context(), "ky", venue.Board)
		if err != nil || len(wins) != 1 || wins[0] != front.Wins[0] {
			t.Errorf("the wins alone: %+v, %v", wins, err)
		}
		if lacking, err := f.VenueWins(t.Context(), "ky", venue.Slot); err != nil || len(lacking) != 0 {
			t.Errorf("a kind that it lacks: %+v, %v", lacking, err)
		}
		if _, err := f.VenueWins(t.Context(), "nowhere", venue.Board); !errors.Is(err, venue.ErrNoVenue) {
			t.Errorf("an unknown venue: %v", err)
		}
	})
}
