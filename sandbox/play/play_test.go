package play

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/reels"
	"hongyun/sandbox/slots"
)

// Hall is a venue with two games and a browser that follows its addresses.
type hall struct {
	*Play
	t    *testing.T
	http *httptest.Server
	at   *calendar.Fixed
	base string // session address, once entered
}

func newHall(t *testing.T) *hall {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 23, 12, 0, 0, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{t: t, at: at, Play: New(arcade.Config{
		Books: kept, Clock: at, Log: slog.New(slog.DiscardHandler), Pages: fstest.MapFS{"index.html": {Data: []byte("page")}},
		Venues: []arcade.Venue{{Code: "s47", Name: "聚宝电子", Games: []arcade.Game{
			{Code: "47001", Name: "风暴灯塔", Kind: arcade.KindSlot, Theme: "sea", Rarity: 3, Seed: 3},
			{Code: "47002", Name: "三个苹果", Kind: arcade.KindSlot, Theme: "classic", Rarity: 1, Seed: 5},
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
	return h
}

// Seat gives a player money and a launch address, and enters.
func (h *hall) seat(player string, amount money.Fen) {
	h.t.Helper()
	ctx := h.t.Context()
	if _, err := h.Books.EnsureAccount(ctx, "s47", player, h.at.Now()); err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.Books.Book(ctx, books.Transfer{
		Venue: "s47", ID: "in" + player, Player: player, Direction: books.In, Amount: amount, At: h.at.Now(),
	}, 1_000_000*money.Yuan); err != nil {
		h.t.Fatal(err)
	}
	session := books.Session{Token: "launch" + player, Venue: "s47", Player: player, Game: "47001", ExpiresAt: h.at.Now().Add(5 * time.Minute)}
	if err := h.Books.KeepLaunch(ctx, session, h.at.Now()); err != nil {
		h.t.Fatal(err)
	}
	status, _, path := h.get("/play/enter?token=launch" + player + "&back=" + url.QueryEscape("http://127.0.0.1:8080/#/Egame"))
	if status != http.StatusOK {
		h.t.Fatalf("enter: %d", status)
	}
	h.base = path
}

func (h *hall) get(path string) (int, []byte, string) {
	h.t.Helper()
	answer, err := http.Get(h.http.URL + path)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, body, answer.Request.URL.Path
}

// answer is what the calls of a session give.
type answer struct {
	Error, Balance, Back, Player string
	Guest                        bool
	Game                         arcade.Game
	Round                        reels.Round
	Fair                         arcade.Fairness
	History                      []reels.Round
	Pot                          *reels.PotView
}

func (h *hall) state() (a answer) {
	h.t.Helper()
	status, body, _ := h.get(h.base + "state")
	if err := json.Unmarshal(body, &a); err != nil || status != http.StatusOK {
		h.t.Fatalf("state: %d %s", status, body)
	}
	return a
}

func (h *hall) post(path, body string) (int, answer) {
	h.t.Helper()
	got, err := http.Post(h.http.URL+h.base+path, "application/json", bytes.NewReader([]byte(body)))
	if err != nil {
		h.t.Fatal(err)
	}
	defer got.Body.Close()
	var a answer
	if err := json.NewDecoder(got.Body).Decode(&a); err != nil {
		h.t.Fatal(err)
	}
	return got.StatusCode, a
}

func (h *hall) balance(player string) money.Fen {
	h.t.Helper()
	a, err := h.Books.Account(h.t.Context(), "s47", player)
	if err != nil {
		h.t.Fatal(err)
	}
	return a.Balance
}

func TestARoundMovesWhatItShows(t *testing.T) {
	h := newHall(t)
	h.seat("Ming", 1000*money.Yuan)
	if s := h.state(); s.Balance != "1000.00" || s.Player != "Ming" || s.Guest || s.Back != "http://127.0.0.1:8080/#/Egame" || s.Game.Code != "47001" {
		t.Fatalf("state: %+v", s)
	}
	status, a := h.post("spin", `{"id":"round-0001","game":"47001","coin":10}`)
	if status != http.StatusOK {
		t.Fatalf("spin: %d %s", status, a.Error)
	}
	bet, err := h.Books.Bet(t.Context(), "s47", a.Round.ID)
	if err != nil || bet.Status != books.BetSettled || bet.Stake.String() != a.Round.Stake || bet.Payout.String() != a.Round.Win {
		t.Errorf("bet %+v, shown %+v: %v", bet, a.Round, err)
	}
	if want := 1000*money.Yuan - bet.Stake + bet.Payout; h.balance("ming") != want || a.Balance != want.String() {
		t.Errorf("balance %s, shown %s, want %s", h.balance("ming"), a.Balance, want)
	}
}

// TestARoundSentAgainIsTheSameRound repeats a spin whose answer was lost.
func TestARoundSentAgainIsTheSameRound(t *testing.T) {
	h := newHall(t)
	h.seat("Ming", 1000*money.Yuan)
	_, first := h.post("spin", `{"id":"round-0001","game":"47001","coin":10}`)
	_, again := h.post("spin", `{"id":"round-0001","game":"47001","coin":10}`)
	if again.Round.ID != first.Round.ID || string(again.Round.Result) != string(first.Round.Result) || again.Balance != first.Balance {
		t.Errorf("first %+v, again %+v", first, again)
	}
	h.seat("Hong", 1000*money.Yuan)
	if _, other := h.post("spin", `{"id":"round-0001","game":"47001","coin":10}`); other.Round.ID == first.Round.ID {
		t.Error("two players share a round")
	}
}

// TestARevealedSeedGivesTheRoundAgain draws a round as a doubting player would.
func TestARevealedSeedGivesTheRoundAgain(t *testing.T) {
	h := newHall(t)
	h.seat("Ming", 1000*money.Yuan)
	before := h.state().Fair
	_, a := h.post("spin", `{"id":"round-0001","game":"47001","coin":1}`)
	if a.Round.Seed.Commitment != before.Commitment || a.Round.Seed.Round != before.Round {
		t.Errorf("drawn from %+v, committed to %+v", a.Round.Seed, before)
	}
	_, after := h.post("seed", `{"client":"my own"}`)
	seed, err := fair.ParseSeed(after.Fair.Revealed)
	if err != nil || seed.Commitment() != before.Commitment || after.Fair.Commitment == before.Commitment || after.Fair.Client != "my own" {
		t.Fatalf("revealed %+v: %v", after.Fair, err)
	}
	result := reels.ModelOf(h.Venues[0].Games[0]).Play(seed.Draw(before.Client, before.Round))
	want, _ := json.Marshal(result)
	if string(want) != string(a.Round.Result) {
		t.Errorf("drawn again:\n%s\nplayed:\n%s", want, a.Round.Result)
	}
}

func TestSpinsThatAreRefusedTakeNothing(t *testing.T) {
	h := newHall(t)
	h.seat("Ming", 5*money.Yuan)
	for body, want := range map[string]string{
		`{"id":"round-0001","game":"47001","coin":500}`: arcade.ErrShort.Sentence,
		`{"id":"round-0001","game":"47001","coin":3}`:   arcade.ErrCoin.Sentence,
		`{"id":"round-0001","game":"47001","coin":-1}`:  arcade.ErrCoin.Sentence,
		`{"id":"round-0001","game":"99999","coin":1}`:   arcade.ErrGame.Sentence,
		`{"id":"x","game":"47001","coin":1}`:            arcade.ErrRequest.Sentence,
		`{"id":"round-0001","game":"47001","coin":"1"}`: arcade.ErrRequest.Sentence,
		`{"more":1}`: arcade.ErrRequest.Sentence,
		``:           arcade.ErrRequest.Sentence,
	} {
		if status, a := h.post("spin", body); status < 400 || a.Error != want {
			t.Errorf("%s: %d %s", body, status, a.Error)
		}
	}
	if h.balance("ming") != 5*money.Yuan {
		t.Errorf("balance %s", h.balance("ming"))
	}
}

func TestAVisitorPlaysForFunOutsideTheVenuesBooks(t *testing.T) {
	h := newHall(t)
	status, _, path := h.get("/play/fun/s47/47002")
	if status != http.StatusOK {
		t.Fatalf("fun: %d", status)
	}
	h.base = path
	if s := h.state(); !s.Guest || s.Balance != "10000.00" || s.Game.Code != "47002" || s.Pot != nil {
		t.Errorf("%+v", s)
	}
	if status, a := h.post("spin", `{"id":"round-0001","game":"47002","coin":10}`); status != http.StatusOK {
		t.Errorf("spin: %d %s", status, a.Error)
	}
	bets, err := h.Books.ChangedSince(t.Context(), "s47", 0, 10)
	if err != nil || len(bets) != 0 {
		t.Errorf("the venue's feed shows %d bets of visitors: %v", len(bets), err)
	}
	for _, path := range []string{"/play/fun/s47/1", "/play/fun/nowhere/47002", "/play/enter?token=nothing", "/play/enter"} {
		if status, body, _ := h.get(path); status != http.StatusForbidden || !strings.Contains(string(body), "无法进入游戏") {
			t.Errorf("%s: %d", path, status)
		}
	}
}

func TestALaunchOpensOnceAndASessionEnds(t *testing.T) {
	h := newHall(t)
	h.seat("Ming", money.Yuan)
	if status, _, _ := h.get("/play/enter?token=launchMing"); status != http.StatusForbidden {
		t.Errorf("the second use of a launch: %d", status)
	}
	h.at.Advance(13 * time.Hour)
	if status, body, _ := h.get(h.base + "state"); status != http.StatusForbidden {
		t.Errorf("a session of yesterday: %d %s", status, body)
	}
}

// TestStakesFillThePotAndAWinEmptiesIt follows one hundredth of each stake.
func TestStakesFillThePotAndAWinEmptiesIt(t *testing.T) {
	h := newHall(t)
	h.seat("Ming", 1000*money.Yuan)
	deal := func(won bool) func(books.Seeds) (books.Dealt, error) {
		return func(books.Seeds) (books.Dealt, error) { return books.Dealt{Payout: 7, Pot: won}, nil }
	}
	bet := books.Bet{Venue: "s47", ID: "a", Player: "Ming", Stake: 12_345, Valid: 12_345, PlacedAt: h.at.Now()}
	if kept, _, err := h.Books.PlayRound(t.Context(), bet, books.Pot{Venue: "s47", Name: "p"}, deal(false)); err != nil || kept.Payout != 7 {
		t.Fatal(kept, err)
	}
	if held, _ := h.Books.PotHolds(t.Context(), books.Pot{Venue: "s47", Name: "p"}); held != 123 {
		t.Errorf("one hundredth of 123.45 is %s", held)
	}
	bet.ID = "b"
	kept, _, err := h.Books.PlayRound(t.Context(), bet, books.Pot{Venue: "s47", Name: "p"}, deal(true))
	if err != nil || kept.Payout != 7+246 {
		t.Errorf("the winner gets %s: %v", kept.Payout, err)
	}
	if held, _ := h.Books.PotHolds(t.Context(), books.Pot{Venue: "s47", Name: "p"}); held != 0 {
		t.Errorf("left in the pot: %s", held)
	}
}

func TestEveryGameKeepsItsModel(t *testing.T) {
	if m := reels.ModelOf(arcade.Game{Theme: "classic", Seed: 8}); m != slots.Models()[0] {
		t.Errorf("a classic game plays %s", m.Key)
	}
	used := map[string]bool{}
	for seed := range 9 {
		used[reels.ModelOf(arcade.Game{Theme: "sea", Seed: seed}).Key] = true
	}
	if len(used) != len(slots.Models())-1 {
		t.Errorf("games of a theme play %v", used)
	}
}
