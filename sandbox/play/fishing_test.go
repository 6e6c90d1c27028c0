package play

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/fishing"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/dealer"
	"hongyun/sandbox/play/fishery"
	"hongyun/sandbox/play/reels"
)

// newPonds is a venue with two fishing halls, and players with 1,000 yuan each
// whose sessions are called by their names.
func newPonds(t *testing.T, players ...string) *hall {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 23, 12, 0, 0, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{t: t, at: at, Play: New(arcade.Config{
		Books: kept, Clock: at, Log: slog.New(slog.DiscardHandler),
		Venues: []arcade.Venue{{Code: "ag", Name: "听涛阁", Games: []arcade.Game{
			{Code: "BAC", Name: "百家乐", Kind: arcade.KindLive},
			{Code: "6", Name: "沧海捕鱼", Kind: arcade.KindFishing, Motif: "whale", Seed: 7035},
			{Code: "6-hall5", Name: "蟹王海湾", Kind: arcade.KindFishing, Motif: "crab", Seed: 3721},
		}}},
	})}
	h.http = httptest.NewServer(h.Handler())
	t.Cleanup(func() {
		h.http.Close()
		if err := kept.Check(t.Context()); err != nil && t.Context().Err() == nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	for _, name := range players {
		ctx := t.Context()
		if _, err := kept.EnsureAccount(ctx, "ag", name, at.Now()); err != nil {
			t.Fatal(err)
		}
		in := books.Transfer{Venue: "ag", ID: "in" + name, Player: name, Direction: books.In, Amount: 1000 * money.Yuan, At: at.Now()}
		if _, err := kept.Book(ctx, in, 1_000_000*money.Yuan); err != nil {
			t.Fatal(err)
		}
		launch := books.Session{Token: "l" + name, Venue: "ag", Player: name, Game: "fish", ExpiresAt: at.Now().Add(time.Hour)}
		if err := kept.KeepLaunch(ctx, launch, at.Now()); err != nil {
			t.Fatal(err)
		}
		if _, err := kept.Enter(ctx, "l"+name, books.Session{Token: name, ExpiresAt: at.Now().Add(100 * time.Hour)}, at.Now()); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

type volleyed struct {
	Error, Balance, Bet string
	Shots               []fishery.Shot
}

type roomSeen struct {
	Balance string
	Seat    int
	Fish    []fishery.SwimmerView
	Cannons []fishery.CannonView
	News    []fishery.Report
	Last    int64
}

func (h *hall) look(player, room string, after int64) (v roomSeen) {
	h.t.Helper()
	status, body, _ := h.get(fmt.Sprintf("/play/s/%s/fish/room?hall=6&room=%s&after=%d", player, room, after))
	if err := json.Unmarshal(body, &v); err != nil || status != http.StatusOK {
		h.t.Fatalf("room: %d %s", status, body)
	}
	return v
}

func (h *hall) volley(player, body string) (int, volleyed) {
	h.t.Helper()
	got, err := http.Post(h.http.URL+"/play/s/"+player+"/fish/shots", "application/json", bytes.NewReader([]byte(body)))
	if err != nil {
		h.t.Fatal(err)
	}
	defer got.Body.Close()
	var a volleyed
	if err := json.NewDecoder(got.Body).Decode(&a); err != nil {
		h.t.Fatal(err)
	}
	return got.StatusCode, a
}

// shots is the body of n shots at one fish, or at each of several.
func (h *hall) shots(id, room string, cost, n int, fish ...string) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`{"fish":%q,"cost":%d,"at":%d}`, fish[i%len(fish)], cost, h.at.Now().UnixMilli()))
	}
	return fmt.Sprintf(`{"id":%q,"hall":"6","room":%q,"shots":[%s]}`, id, room, strings.Join(list, ","))
}

func (h *hall) purse(player string) money.Fen {
	h.t.Helper()
	a, err := h.Books.Account(h.t.Context(), "ag", player)
	if err != nil {
		h.t.Fatal(err)
	}
	return a.Balance
}

// here is a fish of a room that swims now; heavy ones are rarely caught.
func (h *hall) here(room string, least int) fishery.SwimmerView {
	h.t.Helper()
	kinds := map[string]fishing.Fish{}
	for _, f := range fishing.Shoal() {
		kinds[f.Code] = f
	}
	for range 600 {
		for _, f := range h.look("ming", room, -1).Fish {
			if kinds[f.Kind].Least >= least && f.From <= h.at.Now().UnixMilli() && f.Until > h.at.Now().Add(10*time.Second).UnixMilli() {
				return f
			}
		}
		h.at.Advance(5 * time.Second)
	}
	h.t.Fatal("no such fish came by")
	return fishery.SwimmerView{}
}

func TestShotsOfARequestAreOneSettledBet(t *testing.T) {
	h := newPonds(t, "ming")
	fish := h.here("novice", 20)
	status, a := h.volley("ming", h.shots("request-1", "novice", 50, 4, fish.ID))
	if status != http.StatusOK || len(a.Shots) != 4 {
		t.Fatalf("%d %+v", status, a)
	}
	var stake, paid money.Fen
	for _, s := range a.Shots {
		if !s.Gone {
			stake += money.Fen(s.Cost)
			paid += money.Fen(s.Paid)
		}
	}
	b, err := h.Books.Bet(t.Context(), "ag", a.Bet)
	if err != nil || b.Status != books.BetSettled || b.Stake != stake || b.Valid != stake || b.Payout != paid || b.Game != "6" {
		t.Errorf("bet %+v: %v", b, err)
	}
	if want := 1000*money.Yuan - stake + paid; h.purse("ming") != want || a.Balance != want.String() {
		t.Errorf("balance %s, said %s, want %s", h.purse("ming"), a.Balance, want)
	}
	if at := fishery.SceneOf(b); at != (fishery.Scene{Room: "6-novice", Cost: "0.50"}) {
		t.Errorf("scene %+v", at)
	}
	var v struct {
		Records []fishery.VolleyView
		Fair    arcade.Fairness
	}
	_, body, _ := h.get("/play/s/ming/fish/records")
	if err := json.Unmarshal(body, &v); err != nil || len(v.Records) != 1 || v.Records[0].ID != a.Bet || len(v.Records[0].Shots) != 4 {
		t.Errorf("records: %s", body)
	}
	if v.Fair.Commitment != v.Records[0].Seed.Commitment || v.Fair.Round != 1 {
		t.Errorf("seeds: %s", body)
	}
}

// A lost answer is asked for again, perhaps when the fish is gone already.
func TestShotsSentAgainAreTheSameShots(t *testing.T) {
	h := newPonds(t, "ming")
	body := h.shots("request-1", "novice", 10, 5, h.here("novice", 2).ID)
	_, first := h.volley("ming", body)
	h.at.Advance(10 * time.Minute)
	status, again := h.volley("ming", body)
	if status != http.StatusOK || fmt.Sprint(again) != fmt.Sprint(first) || h.purse("ming").String() != first.Balance {
		t.Errorf("%d %+v, first %+v, balance %s", status, again, first, h.purse("ming"))
	}
}

func TestShotsThatAreRefusedTakeNothing(t *testing.T) {
	h := newPonds(t, "ming")
	fish := h.here("novice", 20).ID
	for body, want := range map[string]string{
		h.shots("request-1", "novice", 3, 1, fish):                                           fishery.ErrCannon.Sentence,
		h.shots("request-1", "novice", -10, 1, fish):                                         fishery.ErrCannon.Sentence,
		h.shots("request-1", "novice", 1000, 1, fish):                                        fishery.ErrCannon.Sentence,
		h.shots("request-1", "palace", 10, 1, fish):                                          fishery.ErrRoom.Sentence,
		h.shots("request-1", "novice", 10, 13, fish):                                         arcade.ErrRequest.Sentence,
		h.shots("x", "novice", 10, 1, fish):                                                  arcade.ErrRequest.Sentence,
		`{"id":"request-1","hall":"6","room":"novice","shots":[]}`:                           arcade.ErrRequest.Sentence,
		strings.Replace(h.shots("request-1", "novice", 10, 1, fish), `"6"`, `"BAC"`, 1):      fishery.ErrRoom.Sentence,
		strings.Replace(h.shots("request-1", "novice", 10, 1, fish), `"shots"`, `"paid"`, 1): arcade.ErrRequest.Sentence,
	} {
		if status, a := h.volley("ming", body); status < 400 || a.Error != want {
			t.Errorf("%s: %d %s, want %s", body, status, a.Error, want)
		}
	}
	if h.purse("ming") != 1000*money.Yuan {
		t.Errorf("balance %s", h.purse("ming"))
	}
}

// The page is no witness: a fish that is not there cannot be shot, and a shot at
// it is no bet.
func TestAShotAtAFishThatIsNotThereIsNoBet(t *testing.T) {
	h := newPonds(t, "ming")
	fish := h.here("novice", 20)
	late := h.shots("request-2", "novice", 10, 1, fish.ID)
	late = strings.Replace(late, fmt.Sprint(h.at.Now().UnixMilli()), fmt.Sprint(h.at.Now().Add(-fishery.ShotOld-time.Second).UnixMilli()), 1)
	early := h.shots("request-3", "novice", 10, 1, fish.ID)
	early = strings.Replace(early, fmt.Sprint(h.at.Now().UnixMilli()), fmt.Sprint(h.at.Now().Add(fishery.ShotAhead+time.Second).UnixMilli()), 1)
	for _, body := range []string{
		h.shots("request-1", "novice", 10, 2, "f1", "whale7"), late, early,
		h.shots("request-4", "deep", 100, 1, fish.ID+"-9"), // of another school
	} {
		if status, a := h.volley("ming", body); status != http.StatusOK || a.Bet != "" || !a.Shots[0].Gone {
			t.Errorf("%s: %d %+v", body, status, a)
		}
	}
	if h.purse("ming") != 1000*money.Yuan {
		t.Errorf("balance %s", h.purse("ming"))
	}
}

// A caught fish is gone for all players in its room. Later shots at it cost
// nothing, in the same request or in another one.
func TestAFishIsCaughtOnce(t *testing.T) {
	h := newPonds(t, "ming", "hong")
	for n := range 200 {
		fish := h.here("novice", 2)
		h.look("hong", "novice", -1)
		before := h.purse("ming")
		_, a := h.volley("ming", h.shots(fmt.Sprintf("request-%d", n), "novice", 10, 6, fish.ID))
		at := -1
		for i, s := range a.Shots {
			if s.Multiple > 0 {
				at = i
			}
		}
		h.at.Advance(time.Second)
		if at < 0 || at == len(a.Shots)-1 {
			continue
		}
		for i, s := range a.Shots {
			if s.Gone != (i > at) {
				t.Errorf("shot %d of %+v", i, a.Shots)
			}
		}
		played := money.Fen(10 * (at + 1))
		b, err := h.Books.Bet(t.Context(), "ag", a.Bet)
		if err != nil || b.Stake != played || b.Valid != played || h.purse("ming") != before-played+b.Payout {
			t.Errorf("bet %+v, balance from %s to %s: %v", b, before, h.purse("ming"), err)
		}
		seen := h.look("hong", "novice", 0)
		for _, f := range seen.Fish {
			if f.ID == fish.ID {
				t.Error("the other player still sees it")
			}
		}
		if last := seen.News[len(seen.News)-1]; !last.Caught || last.Fish != fish.ID || len(seen.Cannons) != 1 || seen.Cannons[0].Name != "m***g" || seen.Cannons[0].Cost != 10 {
			t.Errorf("the other player is told %+v of %+v", last, seen.Cannons)
		}
		if _, b := h.volley("hong", h.shots("request-1", "novice", 10, 1, fish.ID)); !b.Shots[0].Gone || h.purse("hong") != 1000*money.Yuan {
			t.Errorf("caught twice: %+v", b)
		}
		h.Play.ponds.List = nil // as after a restart
		if _, b := h.volley("hong", h.shots("request-2", "novice", 10, 1, fish.ID)); !b.Shots[0].Gone {
			t.Errorf("caught twice after a restart: %+v", b)
		}
		return
	}
	t.Fatal("nothing was caught")
}

func TestAllPlayersOfARoomSeeTheSameFishAndGuestsToo(t *testing.T) {
	h := newPonds(t, "ming", "hong")
	a, b := h.look("ming", "deep", -1), h.look("hong", "deep", -1)
	if len(a.Fish) < 8 || fmt.Sprint(a.Fish) != fmt.Sprint(b.Fish) || a.Seat == b.Seat {
		t.Errorf("%+v and %+v", a, b)
	}
	_, _, path := h.get("/play/fun/ag/6")
	_, body, _ := h.get(path + "fish/room?hall=6&room=deep")
	var guest roomSeen
	if err := json.Unmarshal(body, &guest); err != nil || fmt.Sprint(guest.Fish) != fmt.Sprint(a.Fish) || guest.Balance != guestChips.String() || len(guest.Cannons) != 0 {
		t.Errorf("a guest sees %s", body)
	}
	token := strings.TrimSuffix(strings.TrimPrefix(path, "/play/s/"), "/")
	for _, f := range a.Fish {
		if f.From <= h.at.Now().UnixMilli() {
			if status, v := h.volley(token, h.shots("request-1", "deep", 100, 1, f.ID)); status != http.StatusOK || v.Bet == "" {
				t.Errorf("a guest shoots: %d %+v", status, v)
			}
			break
		}
	}
	if bets, err := h.Books.PlacedBetween(t.Context(), "ag", 0, math.MaxInt64); err != nil || len(bets) != 0 {
		t.Errorf("a guest's bets are in the venue's feed: %v %v", bets, err)
	}
}

func TestAPlayerShootsNoFasterThanTheCannon(t *testing.T) {
	h := newPonds(t, "ming")
	novice, deep := h.here("novice", 20).ID, ""
	shot := 0
	for i := range 20 {
		room, cost, fish := "novice", 10, novice
		if i%2 == 1 { // another room has no cannon of its own
			room, cost, fish = "deep", 100, deep
		}
		status, a := h.volley("ming", h.shots(fmt.Sprintf("request-%d", i), room, cost, 3, fish))
		if status == http.StatusOK {
			shot += len(a.Shots)
		} else if a.Error != fishery.ErrFast.Sentence {
			t.Fatalf("%d %s", status, a.Error)
		}
		h.at.Advance(50 * time.Millisecond)
	}
	if most := fishery.ShotsAtOnce + fishery.ShotsASecond; shot > most || shot < fishery.ShotsAtOnce {
		t.Errorf("%d shots in a second, at most %d", shot, most)
	}
}

func TestAPlayerWithoutMoneyDoesNotShoot(t *testing.T) {
	h := newPonds(t, "ming")
	out := books.Transfer{Venue: "ag", ID: "out", Player: "ming", Direction: books.Out, Amount: 1000*money.Yuan - 25, At: h.at.Now()}
	if _, err := h.Books.Book(t.Context(), out, 1_000_000*money.Yuan); err != nil {
		t.Fatal(err)
	}
	fish := h.here("novice", 25).ID
	if status, a := h.volley("ming", h.shots("request-1", "novice", 10, 3, fish)); status != http.StatusConflict || a.Error != arcade.ErrShort.Sentence || h.purse("ming") != 25 {
		t.Errorf("%d %+v, balance %s", status, a, h.purse("ming"))
	}
	if status, _ := h.volley("ming", h.shots("request-2", "novice", 10, 2, fish)); status != http.StatusOK {
		t.Errorf("two of them are paid for: %d", status)
	}
}

func TestTheHallsStateTheirFishAndRooms(t *testing.T) {
	h := newPonds(t, "ming")
	h.look("ming", "novice", -1)
	_, body, _ := h.get("/play/s/ming/fish/halls")
	var v struct {
		Balance string
		Return  int
		Halls   []fishery.HallView
	}
	if err := json.Unmarshal(body, &v); err != nil || v.Balance != "1000.00" || v.Return != fishing.Return || len(v.Halls) != 2 {
		t.Fatalf("%s", body)
	}
	first, second := v.Halls[0], v.Halls[1]
	if first.Boss == second.Boss || len(first.Kinds) != 14 || len(first.Rooms) != 3 || first.Rooms[0].Players != 1 || first.Rooms[0].Cannons[0] != 10 {
		t.Errorf("%s", body)
	}
	_, body, _ = h.get("/play/s/ming/state")
	if !strings.Contains(string(body), `"kind":"fish"`) {
		t.Errorf("the lobby of fishing opens as %s", body)
	}
}

// The page of a slot game offers slot games and shows their rounds, also where
// its venue has fishing halls.
func TestFishingIsNoPartOfTheSlotPages(t *testing.T) {
	h := newHall(t)
	h.Venues[0].Games = append(h.Venues[0].Games, arcade.Game{Code: "f01", Name: "渔满晴川", Kind: arcade.KindFishing, Motif: "koi", Seed: 2774})
	h.seat("Ming", 100*money.Yuan)
	_, body, _ := h.get(h.base + "fish/room?hall=f01&room=novice")
	var v roomSeen
	if err := json.Unmarshal(body, &v); err != nil {
		t.Fatal(err)
	}
	token := strings.TrimSuffix(strings.TrimPrefix(h.base, "/play/s/"), "/")
	shots := strings.Replace(h.shots("request-1", "novice", 10, 1, v.Fish[0].ID), `"6"`, `"f01"`, 1)
	if status, a := h.volley(token, shots); status != http.StatusOK || a.Bet == "" {
		t.Fatalf("%d %+v", status, a)
	}
	_, body, _ = h.get(h.base + "state")
	var state struct {
		Others  []arcade.Game
		History []reels.Round
	}
	if err := json.Unmarshal(body, &state); err != nil || len(state.Others) != 2 || len(state.History) != 0 {
		t.Errorf("others %+v, history %+v", state.Others, state.History)
	}
}

// The records of a dealer table hold its bets and no shots.
func TestShotsAreNoBetsOfATable(t *testing.T) {
	h := newPonds(t, "ming")
	h.volley("ming", h.shots("request-1", "novice", 10, 1, h.here("novice", 2).ID))
	_, body, _ := h.get("/play/s/ming/live/table?code=B1")
	var v dealer.SeatView
	if err := json.Unmarshal(body, &v); err != nil || v.Balance == "1000.00" || len(v.History) != 0 {
		t.Errorf("%s", body)
	}
}

// TestShotsGiveBackTheStatedShare shoots twelve times at one fish after another:
// what is paid agrees with the stated return, within four standard errors.
func TestShotsGiveBackTheStatedShare(t *testing.T) {
	h := newPonds(t)
	w, err := h.ponds.WatersOf(t.Context(), "ag", "6", "novice")
	if err != nil {
		t.Fatal(err)
	}
	const volleys = 40_000
	seeds := books.Seeds{Server: fair.Seed{7}, Client: "ming"}
	kinds := w.Shoal()
	var staked, paid, variance float64
	for n := range uint64(volleys) {
		seeds.Round = n
		v := fishery.Volley{}
		for i := range fishery.MaxShots {
			v.Shots = append(v.Shots, fishery.Shot{Fish: fmt.Sprint("f", i%3), Kind: kinds[(int(n)+i%3)%8].Code, Cost: 10})
		}
		won, back := w.Deal(&v, seeds)
		staked += fishery.MaxShots*10 - float64(back)
		paid += float64(won)
		for _, s := range v.Shots {
			if f, _ := w.Kind(s.Kind); !s.Gone {
				variance += 100 * 0.965 * (float64(f.Least) - 0.965)
			}
		}
	}
	share, sigma := paid/staked, math.Sqrt(variance)/staked
	t.Logf("%.0f shots give back %.4f ± %.4f", staked/10, share, sigma)
	if math.Abs(share-float64(fishing.Return)/1000) > 4*sigma {
		t.Errorf("%.0f shots give back %.4f ± %.4f", staked/10, share, sigma)
	}
}

// The purse lost and won exactly the sums that the requests took and paid.
func TestThePurseAgreesWithTheShots(t *testing.T) {
	h := newPonds(t, "ming")
	want := 1000 * money.Yuan
	for n := range 60 {
		h.at.Advance(2 * time.Second)
		var fish []string
		for _, f := range h.look("ming", "novice", -1).Fish {
			if f.From <= h.at.Now().UnixMilli() {
				fish = append(fish, f.ID)
			}
		}
		_, a := h.volley("ming", h.shots(fmt.Sprintf("request-%d", n), "novice", 50, fishery.MaxShots, fish...))
		for _, s := range a.Shots {
			if !s.Gone {
				want += money.Fen(s.Paid - s.Cost)
			}
		}
		if h.purse("ming") != want {
			t.Fatalf("balance %s, want %s", h.purse("ming"), want)
		}
	}
}
