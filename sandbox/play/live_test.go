package play

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/live"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/dealer"
)

// newTables is a hall with dealer tables, and a player with 1,000 yuan at it.
func newTables(t *testing.T) *hall {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 23, 12, 0, 0, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{t: t, at: at, Play: New(arcade.Config{
		Books: kept, Clock: at, Log: slog.New(slog.DiscardHandler),
		Venues: []arcade.Venue{{Code: "ag", Name: "听涛阁", Games: []arcade.Game{
			{Code: "0", Name: "真人大厅", Kind: arcade.KindLive}, {Code: "BAC", Name: "百家乐", Kind: arcade.KindLive},
			{Code: "DT", Name: "龙虎", Kind: arcade.KindLive}, {Code: "ROU", Name: "轮盘", Kind: arcade.KindLive},
			{Code: "SHB", Name: "骰宝", Kind: arcade.KindLive},
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
	ctx := t.Context()
	if _, err := kept.EnsureAccount(ctx, "ag", "Ming", at.Now()); err != nil {
		t.Fatal(err)
	}
	in := books.Transfer{Venue: "ag", ID: "in", Player: "Ming", Direction: books.In, Amount: 1000 * money.Yuan, At: at.Now()}
	if _, err := kept.Book(ctx, in, 1_000_000*money.Yuan); err != nil {
		t.Fatal(err)
	}
	if err := kept.KeepLaunch(ctx, books.Session{Token: "l", Venue: "ag", Player: "Ming", ExpiresAt: at.Now().Add(time.Hour)}, at.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Enter(ctx, "l", books.Session{Token: "s", ExpiresAt: at.Now().Add(100 * time.Hour)}, at.Now()); err != nil {
		t.Fatal(err)
	}
	h.base = "/play/s/s/"
	return h
}

func (h *hall) money() money.Fen {
	h.t.Helper()
	a, err := h.Books.Account(h.t.Context(), "ag", "Ming")
	if err != nil {
		h.t.Fatal(err)
	}
	return a.Balance
}

// betting moves the clock to a moment at which the table takes bets, and gives
// its round.
func (h *hall) betting(code string) live.Round {
	h.t.Helper()
	f, err := h.tables.FloorOf(h.t.Context(), "ag")
	if err != nil {
		h.t.Fatal(err)
	}
	table, err := f.Table(code)
	if err != nil {
		h.t.Fatal(err)
	}
	next := f.Round(table, f.RoundAt(table, h.at.Now()).Number+1)
	h.at.Advance(next.Opens.Sub(h.at.Now()))
	return next
}

type placed struct {
	Error, Balance string
	Bets           []dealer.BetView
}

func (h *hall) bet(body string) (int, placed) {
	h.t.Helper()
	got, err := http.Post(h.http.URL+h.base+"live/bet", "application/json", strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	defer got.Body.Close()
	var a placed
	if err := json.NewDecoder(got.Body).Decode(&a); err != nil {
		h.t.Fatal(err)
	}
	return got.StatusCode, a
}

func (h *hall) table(code string) (v dealer.SeatView) {
	h.t.Helper()
	status, body, _ := h.get(h.base + "live/table?code=" + code)
	if err := json.Unmarshal(body, &v); err != nil || status != http.StatusOK {
		h.t.Fatalf("table %s: %d %s", code, status, body)
	}
	return v
}

func TestBetsAtEveryTablePayWhatTheRoundSays(t *testing.T) {
	h := newTables(t)
	for _, code := range []string{"B1", "D1", "R1", "S1"} {
		for range 12 {
			round := h.betting(code)
			before := h.money()
			spot := round.Table.Game.Spots()[0].Key
			second := round.Table.Game.Spots()[1].Key
			status, a := h.bet(`{"id":"` + round.ID() + `-one","round":"` + round.ID() + `","bets":[{"spot":"` + spot + `","stake":"10"},{"spot":"` + second + `","stake":"5.50"}]}`)
			if status != http.StatusOK || len(a.Bets) != 2 || h.money() != before-1550 || a.Balance != h.money().String() {
				t.Fatalf("%s: %d %+v", code, status, a)
			}
			if err := h.Settle(t.Context()); err != nil || h.money() != before-1550 {
				t.Fatalf("settled before the cards lay: %v", err)
			}
			if v := h.table(code); v.Outcome != nil || v.Seed != "" || v.Table.Staked != "15.50" {
				t.Errorf("shown while bets are taken: %+v", v)
			}
			h.at.Advance(round.Decided().Sub(h.at.Now()) - time.Millisecond)
			if err := h.Settle(t.Context()); err != nil || h.money() != before-1550 {
				t.Fatalf("settled before the last card lay: %v", err)
			}
			h.at.Advance(time.Millisecond)
			for range 2 { // the second finds nothing to do
				if err := h.Settle(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			one, _ := round.Payout(spot, 1000)
			two, _ := round.Payout(second, 550)
			if want := before - 1550 + one + two; h.money() != want {
				t.Errorf("%s: %s, want %s", round.ID(), h.money(), want)
			}
			if v := h.table(code); v.Outcome == nil || v.Seed == "" || v.Bets[0].Status != books.BetSettled {
				t.Errorf("not shown afterwards: %+v", v)
			}
			h.at.Advance(round.Opens.Add(round.Table.Game.RoundFor()).Sub(h.at.Now()))
			if last := h.table(code).Last; last == nil || last.Winner != round.Outcome().Winner || last.Net != (one+two-1550).String() {
				t.Errorf("%s is the last round of the next one: %+v", round.ID(), last)
			}
		}
	}
}

func TestBetsThatAreRefusedTakeNothing(t *testing.T) {
	h := newTables(t)
	round := h.betting("B1")
	ask := func(id, round, spot, stake string) string {
		return `{"id":"` + id + `","round":"` + round + `","bets":[{"spot":"` + spot + `","stake":"` + stake + `"}]}`
	}
	for body, want := range map[string]string{
		ask("request-1", round.ID(), "banker", "1"):                 "投注金额须在 ¥5 至 ¥5,000 之间",
		ask("request-1", round.ID(), "banker", "5000.1"):            "投注金额须在 ¥5 至 ¥5,000 之间",
		ask("request-1", round.ID(), "banker", "-10"):               "投注金额须在 ¥5 至 ¥5,000 之间",
		ask("request-1", round.ID(), "dragon", "10"):                dealer.ErrSpot.Sentence,
		ask("request-1", round.ID(), "banker", "1000.01"):           arcade.ErrShort.Sentence,
		ask("x", round.ID(), "banker", "10"):                        arcade.ErrRequest.Sentence,
		ask("request-1", "B1-999999999", "banker", "10"):            arcade.ErrClosed.Sentence,
		ask("request-1", "B9-1", "banker", "10"):                    arcade.ErrRequest.Sentence,
		`{"id":"request-1","round":"` + round.ID() + `","bets":[]}`: arcade.ErrRequest.Sentence,
	} {
		if status, a := h.bet(body); status < 400 || a.Error != want {
			t.Errorf("%s: %d %s, want %s", body, status, a.Error, want)
		}
	}
	h.at.Advance(live.BettingFor)
	if _, a := h.bet(ask("request-1", round.ID(), "banker", "10")); a.Error != arcade.ErrClosed.Sentence {
		t.Errorf("after the last bet: %s", a.Error)
	}
	if h.money() != 1000*money.Yuan {
		t.Errorf("balance %s", h.money())
	}
}

// A lost answer is asked for again, perhaps when bets are closed already.
func TestBetsSentAgainAreTheSameBets(t *testing.T) {
	h := newTables(t)
	round := h.betting("D1")
	body := `{"id":"request-1","round":"` + round.ID() + `","bets":[{"spot":"tiger","stake":"10"}]}`
	_, first := h.bet(body)
	h.at.Advance(live.BettingFor)
	status, again := h.bet(body)
	if status != http.StatusOK || again.Bets[0].ID != first.Bets[0].ID || h.money() != 990*money.Yuan {
		t.Errorf("%d %+v, balance %s", status, again, h.money())
	}
}

// A bet that was open when the sandbox stopped is paid by the next one, once.
func TestAnotherSandboxSettlesWhatWasOpen(t *testing.T) {
	h := newTables(t)
	round := h.betting("B2")
	h.bet(`{"id":"request-1","round":"` + round.ID() + `","bets":[{"spot":"player","stake":"20"}]}`)
	h.at.Advance(24 * time.Hour)
	next := New(h.Config)
	for range 2 {
		if err := next.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	won, _ := round.Payout("player", 2000)
	if want := 980*money.Yuan + won; h.money() != want {
		t.Errorf("balance %s, want %s", h.money(), want)
	}
	bets, err := h.Books.SettledBetween(t.Context(), "ag", h.at.Now().UnixMilli(), h.at.Now().UnixMilli())
	if err != nil || len(bets) != 1 {
		t.Errorf("a late settlement is in the feed of its own time: %v %v", bets, err)
	}
}

// A stake that comes back was at no risk and counts for nothing.
func TestAReturnedStakeIsNotValid(t *testing.T) {
	h := newTables(t)
	f, err := h.tables.FloorOf(t.Context(), "ag")
	if err != nil {
		t.Fatal(err)
	}
	table, _ := f.Table("B1")
	for n := int64(1); ; n++ {
		round := f.Round(table, n)
		if round.Outcome().Winner != "tie" {
			continue
		}
		detail, _ := json.Marshal(dealer.Place{Table: "B1", Round: round.ID(), Spot: "player"})
		v, done, err := dealer.SettleLive(f, books.Bet{Game: "BAC", Stake: 1000, Valid: 1000, Detail: string(detail)}, round.Closes().Add(time.Minute))
		if err != nil || !done || v.Payout != 1000 || v.Valid != 0 {
			t.Errorf("%+v %v %v", v, done, err)
		}
		return
	}
}

func TestTheHallShowsEveryTable(t *testing.T) {
	h := newTables(t)
	_, body, _ := h.get(h.base + "live/floor")
	var v struct {
		Balance string
		Tables  []dealer.TableView
	}
	if err := json.Unmarshal(body, &v); err != nil || v.Balance != "1000.00" || len(v.Tables) != len(live.Shipped()) {
		t.Fatalf("%s", body)
	}
	phases := map[live.Phase]bool{}
	for _, table := range v.Tables {
		phases[table.Phase] = true
	}
	if len(phases) < 2 {
		t.Error("all tables deal at once")
	}
}
