package play

import (
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/fishing"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/dealer"
	"hongyun/sandbox/play/lotto"
	"hongyun/sandbox/play/reels"
	"hongyun/sandbox/play/sportsbook"
)

// crowdVenues has a game of every kind that the crowd plays.
func crowdVenues() []arcade.Venue {
	return []arcade.Venue{
		{Code: "ag", Name: "听涛阁", Games: []arcade.Game{
			{Code: "0", Name: "真人大厅", Kind: arcade.KindLive}, {Code: "BAC", Name: "百家乐", Kind: arcade.KindLive}, {Code: "DT", Name: "龙虎", Kind: arcade.KindLive},
			{Code: "ROU", Name: "轮盘", Kind: arcade.KindLive}, {Code: "6", Name: "沧海捕鱼", Kind: arcade.KindFishing, Motif: "whale", Seed: 7035},
		}},
		{Code: "s47", Name: "聚宝电子", Games: []arcade.Game{
			{Code: "47001", Name: "风暴灯塔", Kind: arcade.KindSlot, Theme: "sea", Rarity: 3, Seed: 3},
			{Code: "47002", Name: "三个苹果", Kind: arcade.KindSlot, Theme: "classic", Rarity: 1, Seed: 5},
		}},
		{Code: "vr", Name: "彩票厅", Games: []arcade.Game{{Code: "3", Name: "一分赛车", Kind: arcade.KindLottery}, {Code: "13", Name: "快乐骰", Kind: arcade.KindLottery}}},
		{Code: "im", Name: "体育馆", Games: []arcade.Game{{Code: "1", Name: "体育大厅", Kind: arcade.KindSports}}},
		{Code: "ime", Name: "电竞馆", Games: []arcade.Game{{Code: "0", Name: "电竞大厅", Kind: arcade.KindEsports}}},
	}
}

// newCrowd is a sandbox with every kind of game at a fixed time. Two with the same
// seed draw the same.
func newCrowd(t *testing.T) *hall {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 23, 12, 0, 0, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{t: t, at: at, Play: New(arcade.Config{Books: kept, Clock: at, Log: slog.New(slog.DiscardHandler), Venues: crowdVenues(),
		Pages: fstest.MapFS{"index.html": {Data: []byte("page")}}})}
	for _, v := range crowdVenues() {
		if err := kept.SetVenueSeed(t.Context(), v.Code, fair.Seed{1, 2, 3}.Derive(v.Code)); err != nil {
			t.Fatal(err)
		}
	}
	h.http = httptest.NewServer(h.Handler())
	t.Cleanup(func() {
		h.http.Close()
		if err := kept.Check(t.Context()); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	return h
}

// pass lets simulated time pass as the sandbox does.
func (h *hall) pass(seconds int) {
	h.t.Helper()
	for range seconds {
		h.at.Advance(time.Second)
		if err := h.Settle(h.t.Context()); err != nil {
			h.t.Fatal(err)
		}
		if err := h.StepCrowd(h.t.Context()); err != nil {
			h.t.Fatal(err)
		}
	}
}

// bets are all bets of a venue.
func (h *hall) bets(venue string) []books.Bet {
	h.t.Helper()
	list, err := h.Books.PlacedBetween(h.t.Context(), venue, 0, h.at.Now().UnixMilli())
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// funPage opens a game for fun and gives the address of its calls.
func (h *hall) funPage(venue, game string) string {
	h.t.Helper()
	answer, err := http.Get(h.http.URL + "/play/fun/" + venue + "/" + game)
	if err != nil {
		h.t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.Request.URL.Path
}

// see reads an answer of a page.
func (h *hall) see(path string, into any) {
	h.t.Helper()
	status, body, _ := h.get(path)
	if err := json.Unmarshal(body, into); err != nil || status != http.StatusOK {
		h.t.Fatalf("%s: %d %s", path, status, body)
	}
}

func (h *hall) kindsWithBets() map[arcade.Kind]int {
	kinds := map[arcade.Kind]int{}
	for _, v := range h.Venues {
		for _, b := range h.bets(arcade.CrowdVenue + v.Code) {
			_, g, _ := h.Game(b.Venue, b.Game)
			kinds[g.Kind]++
		}
	}
	return kinds
}

func TestNobodyPlaysWhileTheCrowdIsOff(t *testing.T) {
	h := newCrowd(t)
	base := h.funPage("ag", "BAC")
	h.pass(60)
	var floor struct{ Tables []dealer.TableView }
	if h.see(base+"live/floor", &floor); len(floor.Tables) == 0 || slices.ContainsFunc(floor.Tables, func(v dealer.TableView) bool { return v.Players != 0 }) {
		t.Errorf("floor: %+v", floor)
	}
	h.pass(60)
	if kinds := h.kindsWithBets(); len(kinds) != 0 {
		t.Errorf("bets of nobody: %v", kinds)
	}
}

func TestTheCrowdPlaysEveryKindOfGame(t *testing.T) {
	h := newCrowd(t)
	h.SetCrowd(true)
	h.pass(120)
	kinds := h.kindsWithBets()
	for kind := range crowdPlays {
		if kinds[kind] == 0 {
			t.Errorf("nobody plays %s: %v", kind, kinds)
		}
	}
	for _, v := range h.Venues {
		if own := h.bets(v.Code); len(own) != 0 {
			t.Errorf("an operator's feed of %s has %d bets of the crowd", v.Code, len(own))
		}
		if used, err := h.Books.AgentUsed(t.Context(), v.Code); err != nil || used != 0 {
			t.Errorf("an agent's credit is used at %s: %s, %v", v.Code, used, err)
		}
	}
	h.SetCrowd(false)
	before := h.kindsWithBets()
	h.pass(60 * 60)
	if after := h.kindsWithBets(); !maps.Equal(before, after) {
		t.Errorf("bets after the switch: %v, before %v", after, before)
	}
	for _, v := range h.Venues {
		if n, err := h.Books.CountOpen(t.Context(), arcade.CrowdVenue+v.Code); err != nil || n != 0 {
			t.Errorf("%d bets at %s stay open, %v", n, v.Code, err)
		}
	}
}

// The venue's seed and the clock decide what the crowd does and wins.
func TestTheSameSeedGivesTheSameCrowd(t *testing.T) {
	bets := func() (list []books.Bet) {
		h := newCrowd(t)
		h.SetCrowd(true)
		h.pass(90)
		for _, v := range h.Venues {
			list = append(list, h.bets(arcade.CrowdVenue+v.Code)...)
		}
		return list
	}
	if one, two := bets(), bets(); len(one) == 0 || !slices.Equal(one, two) {
		t.Errorf("%d and %d bets, not the same", len(one), len(two))
	}
}

// The jackpot is what stakes paid into it less what was won, of the crowd and of
// the venue's players together.
func TestTheCrowdFundsTheJackpotOfTheVenue(t *testing.T) {
	h := newCrowd(t)
	h.seat("Ming", 1000*money.Yuan)
	h.SetCrowd(true)
	pot := books.Pot{Venue: "s47", Name: reels.Pot}
	var rooms int
	for i := range 150 {
		if i%20 == 0 {
			var room struct {
				Pot  reels.PotView
				Wins []reels.WinView
			}
			h.see(h.base+"slot/room?game=47001", &room)
			held, err := h.Books.PotHolds(t.Context(), pot)
			if err != nil || room.Pot.Amount != held.String() {
				t.Errorf("the page shows %+v of %s, %v", room.Pot, held, err)
			}
			rooms += len(room.Wins)
			for _, w := range room.Wins {
				if name := []rune(w.Name); w.Crowd != (w.Name != "m***g") || w.Crowd && (len(name) != 3 || string(name[1:]) != "**") || w.Times < reels.BigWin || w.Game == "" {
					t.Errorf("win: %+v", w)
				}
			}
			if status, a := h.post("spin", `{"id":"mine-`+h.at.Now().Format("150405")+`","game":"47001","coin":10}`); status != http.StatusOK {
				t.Fatalf("spin: %d %+v", status, a)
			}
		}
		h.pass(1)
	}
	if rooms == 0 {
		t.Error("no big win was shown")
	}
	var put, paid money.Fen // put is in 1/100 of a fen: a hundredth of the stake
	players := map[string]bool{}
	for _, venue := range []string{"s47", arcade.CrowdVenue + "s47"} {
		for _, b := range h.bets(venue) {
			if _, g, _ := h.Game(venue, b.Game); reels.PotOf(venue, g).Name == "" {
				continue
			}
			var d reels.Detail
			if err := json.Unmarshal([]byte(b.Detail), &d); err != nil {
				t.Fatal(err)
			}
			put += b.Stake
			paid += b.Payout - money.Fen(d.Won)
			players[venue] = true
		}
	}
	held, err := h.Books.PotHolds(t.Context(), pot)
	if want := (put - paid*100) / 100; err != nil || held != want || len(players) != 2 {
		t.Errorf("the jackpot holds %s, contributions and prizes make %s (%v, %v)", held, want, players, err)
	}
}

// People see the stakes of the crowd in the round that is open, under names that
// say a surname alone.
func TestTheCrowdSitsAtTablesThatPeopleLookAt(t *testing.T) {
	h := newCrowd(t)
	h.SetCrowd(true)
	base := h.funPage("ag", "BAC")
	most := 0
	for range 40 {
		var floor struct{ Tables []dealer.TableView }
		h.see(base+"live/floor", &floor)
		busy := 0
		for _, v := range floor.Tables {
			if v.Players > 0 {
				busy++
			}
			if v.Players > maxAtTable {
				t.Errorf("%d at %s", v.Players, v.Code)
			}
		}
		most = max(most, busy)
		h.pass(1)
	}
	if most < 4 {
		t.Errorf("at most %d tables were busy at once", most)
	}
	var seen int
	for range 30 {
		var seat dealer.SeatView
		h.see(base+"live/table?code=B1", &seat)
		for _, o := range seat.Others {
			if seen++; !o.Crowd || len([]rune(o.Name)) != 3 || o.Spot == "" {
				t.Errorf("stake: %+v", o)
			}
		}
		h.pass(1)
	}
	if seen == 0 {
		t.Error("no stakes at B1")
	}
	if n := len(h.bets(arcade.CrowdVenue + "ag")); n > 70*crowdPace {
		t.Errorf("%d bets in 70 seconds", n)
	}
}

// The crowd shoots at the fish of everybody, and a person gets a seat before it.
func TestTheCrowdShootsInRoomsWithPeople(t *testing.T) {
	h := newCrowd(t)
	h.SetCrowd(true)
	base := h.funPage("ag", "6")
	var last int64 = -1
	shots, crowds := 0, 0
	for range 40 {
		var v roomSeen
		h.see(base+"fish/room?hall=6&room=deep&after="+strconv.FormatInt(last, 10), &v)
		last = v.Last
		shots += len(v.News)
		for _, c := range v.Cannons {
			if crowds++; !c.Crowd || len([]rune(c.Name)) != 3 {
				t.Errorf("cannon: %+v", c)
			}
		}
		h.pass(1)
	}
	if shots < 20 || crowds == 0 {
		t.Errorf("%d shots of others, %d cannons", shots, crowds)
	}
	for range 3 { // four people fill the room
		var v roomSeen
		h.see(h.funPage("ag", "6")+"fish/room?hall=6&room=deep&after=-1", &v)
		if v.Seat < 0 {
			t.Errorf("no seat for a person: %+v", v)
		}
	}
	rooms := fishing.Rooms()
	if n := len(h.bets(arcade.CrowdVenue + arcade.GuestVenue + "ag")); n == 0 || n > 40*crowdAnglers*len(rooms) {
		t.Errorf("%d volleys", n)
	}
}

func TestTheCrowdIsCountedInDrawsAndAtMatches(t *testing.T) {
	h := newCrowd(t)
	h.SetCrowd(true)
	draws, matches := h.funPage("vr", "3"), h.funPage("im", "1")
	sold, won, backed := 0, 0, 0
	for range 100 {
		var hall struct{ Lotteries []lotto.LotteryView }
		h.see(draws+"lottery/hall", &hall)
		for _, l := range hall.Lotteries {
			sold, won = sold+l.Sold, won+l.Won
		}
		var list struct{ Matches []sportsbook.MatchView }
		h.see(matches+"sports/matches?tab=live", &list)
		for _, m := range list.Matches {
			backed += m.Bets
		}
		h.pass(1)
	}
	if sold == 0 || won == 0 || backed == 0 {
		t.Errorf("sold %d, won %d, backed %d", sold, won, backed)
	}
	if n, err := h.Books.CountOpen(t.Context(), arcade.CrowdVenue+"im"); err != nil || n > crowdSports {
		t.Errorf("%d open bets at the sports book, %v", n, err)
	}
}

// Old bets of the crowd go, and its accounts add up without them.
func TestTheCrowdsOldBetsAreFolded(t *testing.T) {
	h := newCrowd(t)
	h.SetCrowd(true)
	h.pass(60)
	h.at.Advance(3 * time.Hour)
	h.pass(60 * len(h.Venues)) // each venue once
	for _, v := range h.Venues {
		for _, b := range h.bets(arcade.CrowdVenue + v.Code) {
			if b.Status != books.BetOpen && h.at.Now().Sub(b.SettledAt) > foldAfter+time.Hour {
				t.Errorf("%s of %s is of %s", b.ID, v.Code, b.SettledAt)
			}
		}
	}
	if err := h.Books.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// A player who plays by itself draws no crowd.
func TestTheCrowdDoesNotComeForCallsOfTheSimulated(t *testing.T) {
	h := newCrowd(t)
	h.SetCrowd(true)
	base := h.funPage("ag", "BAC")
	for range 8 {
		request, err := http.NewRequest(http.MethodGet, h.http.URL+base+"live/floor", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set(arcade.SimulatedHeader, "1")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		h.pass(1)
	}
	session, err := h.Books.Playing(t.Context(), strings.Split(base, "/")[3], h.at.Now())
	if err != nil || !h.Simulated(session.Venue, session.Player) || h.Simulated(session.Venue, "another") {
		t.Errorf("%+v is not marked as simulated: %v", session, err)
	}
	if n := len(h.bets(arcade.CrowdVenue + "ag")); n > 8 {
		t.Errorf("%d bets for nobody", n)
	}
}
