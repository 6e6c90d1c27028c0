package play

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/board"
	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/cardroom"
)

// newBoards is a hall whose venue has the board games.
func newBoards(t *testing.T) *hall {
	t.Helper()
	h := newTables(t)
	for _, rules := range board.All {
		h.Venues[0].Games = append(h.Venues[0].Games, arcade.Game{Code: fmt.Sprint(rules.Kind), Name: rules.Title, Kind: arcade.KindBoard})
	}
	return h
}

// another is a second player with 1,000 yuan, and the address of their session.
func (h *hall) another(name string) string {
	h.t.Helper()
	ctx, now := h.t.Context(), h.at.Now()
	if _, err := h.Books.EnsureAccount(ctx, "ag", name, now); err != nil {
		h.t.Fatal(err)
	}
	in := books.Transfer{Venue: "ag", ID: "in" + name, Player: name, Direction: books.In, Amount: 1000 * money.Yuan, At: now}
	if _, err := h.Books.Book(ctx, in, 1_000_000*money.Yuan); err != nil {
		h.t.Fatal(err)
	}
	if err := h.Books.KeepLaunch(ctx, books.Session{Token: "l" + name, Venue: "ag", Player: name, ExpiresAt: now.Add(time.Hour)}, now); err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.Books.Enter(ctx, "l"+name, books.Session{Token: "s" + name, ExpiresAt: now.Add(100 * time.Hour)}, now); err != nil {
		h.t.Fatal(err)
	}
	return "/play/s/s" + name + "/"
}

// opening moves the clock to the beginning of a table's next round.
func (h *hall) opening(code string) board.Round {
	h.t.Helper()
	f, err := h.boards.Hall(h.t.Context(), "ag")
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

func (h *hall) act(base, body string) (int, string) {
	h.t.Helper()
	got, err := http.Post(h.http.URL+base+"board/act", "application/json", strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	defer got.Body.Close()
	var a struct{ Error, Balance string }
	if err := json.NewDecoder(got.Body).Decode(&a); err != nil {
		h.t.Fatal(err)
	}
	return got.StatusCode, a.Error + a.Balance
}

func (h *hall) board(base, code string) (v cardroom.SeatView) {
	h.t.Helper()
	status, body, _ := h.get(base + "board/table?code=" + code)
	if err := json.Unmarshal(body, &v); err != nil || status != http.StatusOK {
		h.t.Fatalf("table %s: %d %s", code, status, body)
	}
	return v
}

func (h *hall) mine(base, code string) cardroom.ChairView {
	h.t.Helper()
	for _, c := range h.board(base, code).Chairs {
		if c.You {
			return c
		}
	}
	h.t.Fatalf("the player does not sit at %s", code)
	return cardroom.ChairView{}
}

func bid(r board.Round, n int) string { return fmt.Sprintf(`{"round":"%s","bid":%d}`, r.ID(), n) }
func multiple(r board.Round, n int) string {
	return fmt.Sprintf(`{"round":"%s","multiple":%d}`, r.ID(), n)
}

func TestARoundOfEveryBoardGamePaysWhatItsCardsSay(t *testing.T) {
	h := newBoards(t)
	for _, code := range []string{"N1", "F1", "S1", "E1"} {
		for n := range 8 {
			round := h.opening(code)
			before := h.money()
			h.board(h.base, code) // sits down
			bids := n % 4
			if bids > 0 {
				if status, a := h.act(h.base, bid(round, bids)); status != http.StatusOK {
					t.Fatalf("%s: bid: %s", round.ID(), a)
				}
				if want := before - round.Table.Base*money.Fen(round.Table.Rules().BidHold(bids)); h.money() != want {
					t.Fatalf("%s: a bid leaves %s, want %s", round.ID(), h.money(), want)
				}
			}
			h.at.Advance(board.BiddingFor)
			v := h.board(h.base, code)
			if me := h.mine(h.base, code); !me.Banker {
				if status, a := h.act(h.base, multiple(round, 2)); status != http.StatusOK {
					t.Fatalf("%s: multiple: %s", round.ID(), a)
				}
				if want := before - round.Table.Base*money.Fen(round.Table.Rules().PlayHold(v.Factor, 2)); h.money() != want {
					t.Fatalf("%s: a multiple leaves %s, want %s", round.ID(), h.money(), want)
				}
			} else if _, a := h.act(h.base, multiple(round, 2)); a != cardroom.ErrBanker.Sentence {
				t.Errorf("the banker put money on the table: %s", a)
			}
			h.settleTwice()
			h.at.Advance(board.BettingFor)
			if v := h.board(h.base, code); v.Seed == "" || v.Held == "0.00" {
				t.Errorf("%s: %+v", round.ID(), v)
			}
			h.at.Advance(board.DealingFor + board.TurningFor)
			h.settleTwice()
			me := h.mine(h.base, code)
			net, err := money.ParseYuan(strings.TrimPrefix(me.Net, "-"))
			if strings.HasPrefix(me.Net, "-") {
				net = -net
			}
			if err != nil || h.money() != before+net {
				t.Errorf("%s: from %s to %s, the table says %s", round.ID(), before, h.money(), me.Net)
			}
			bet, err := h.Books.Bet(t.Context(), "ag", cardroom.BetID(books.Session{Player: "ming"}, round))
			if err != nil || bet.Status == books.BetOpen || bet.Payout-bet.Stake != net && net != 0 || bet.Valid != bet.Stake && net != 0 || bet.Cards == "" {
				t.Errorf("%+v %v", bet, err)
			}
			if last := h.board(h.base, code); last.History[0].Hand != me.Hand.Name || last.Rounds[0].Number != round.Number {
				t.Errorf("%+v", last.History[0])
			}
		}
	}
}

// Two players at one table see the same round, and one is paid by the other when
// no bot sits there.
func TestPlayersOfATableShareItsRound(t *testing.T) {
	h := newBoards(t)
	h.NoBots = true
	other := h.another("hong")
	for n := range 6 {
		round := h.opening("N1")
		mine, theirs := h.board(h.base, "N1"), h.board(other, "N1")
		if mine.Seat == theirs.Seat || mine.Commitment != theirs.Commitment {
			t.Fatalf("seats %d and %d", mine.Seat, theirs.Seat)
		}
		h.act(h.base, bid(round, 1))
		h.at.Advance(board.BiddingFor)
		if v := h.board(other, "N1"); v.Factor != 1 || len(v.Chairs) != 2 {
			t.Fatalf("%+v", v.Chairs)
		}
		if status, a := h.act(other, multiple(round, 1+n%4)); status != http.StatusOK {
			t.Fatal(a)
		}
		h.at.Advance(round.Decided().Sub(h.at.Now()))
		h.settleTwice()
		one, two := h.mine(h.base, "N1"), h.mine(other, "N1")
		mine, theirs = h.board(h.base, "N1"), h.board(other, "N1")
		for i, c := range mine.Chairs {
			if d := theirs.Chairs[i]; c.Net != d.Net || c.Hand.Name != d.Hand.Name || c.Banker != d.Banker || c.You == d.You {
				t.Errorf("%+v, %+v", c, d)
			}
		}
		if !one.Banker || two.Banker || strings.HasPrefix(one.Net, "-") == strings.HasPrefix(two.Net, "-") {
			t.Errorf("%+v %+v", one, two)
		}
	}
}

func TestBoardChoicesThatAreRefusedTakeNothing(t *testing.T) {
	h := newBoards(t)
	h.opening("N1")
	h.opening("N3")
	round := h.opening("N1")
	before := h.money()
	for body, want := range map[string]string{
		multiple(round, 1): arcade.ErrClosed.Sentence, bid(round, 4): arcade.ErrRequest.Sentence, bid(round, -1): arcade.ErrRequest.Sentence,
		`{"round":"N9-1","bid":1}`: arcade.ErrRequest.Sentence, `{"round":"N1-1","bid":1}`: arcade.ErrClosed.Sentence,
		`{"round":"N1-99999999","bid":1}`: arcade.ErrClosed.Sentence, `{"round":"` + round.ID() + `","bid":1,"multiple":1}`: arcade.ErrRequest.Sentence,
	} {
		if status, a := h.act(h.base, body); status < 400 || a != want {
			t.Errorf("%s: %d %s, want %s", body, status, a, want)
		}
	}
	h.at.Advance(board.BiddingFor)
	if _, a := h.act(h.base, bid(round, 1)); a != arcade.ErrClosed.Sentence {
		t.Errorf("a late bid: %s", a)
	}
	h.at.Advance(board.BettingFor)
	if _, a := h.act(h.base, multiple(round, 1)); a != arcade.ErrClosed.Sentence {
		t.Errorf("a late multiple: %s", a)
	}
	rich := h.opening("N3")
	if _, a := h.act(h.base, bid(rich, 1)); a != arcade.ErrShort.Sentence {
		t.Errorf("a bid of 1,280 yuan: %s", a)
	}
	if h.money() != before {
		t.Errorf("balance %s, want %s", h.money(), before)
	}
}

// A lost answer is asked for again, perhaps when the phase is over.
func TestAChoiceSentAgainIsTheSameChoice(t *testing.T) {
	h := newBoards(t)
	h.NoBots = true
	round := h.opening("S1")
	h.act(h.base, bid(round, 2))
	left := h.money()
	if _, a := h.act(h.base, bid(round, 3)); a != cardroom.ErrBidden.Sentence {
		t.Errorf("another bid: %s", a)
	}
	h.at.Advance(board.BiddingFor)
	if status, a := h.act(h.base, bid(round, 2)); status != http.StatusOK || a != left.String() || h.money() != left {
		t.Errorf("the same bid: %d %s", status, a)
	}
	round = h.opening("E1")
	h.at.Advance(board.BiddingFor)
	h.act(h.base, multiple(round, 4))
	left = h.money()
	if _, a := h.act(h.base, multiple(round, 1)); a != cardroom.ErrChosen.Sentence {
		t.Errorf("another multiple: %s", a)
	}
	h.at.Advance(board.BettingFor)
	if status, _ := h.act(h.base, multiple(round, 4)); status != http.StatusOK || h.money() != left {
		t.Errorf("the same multiple: %d, balance %s", status, h.money())
	}
}

// Money held when the sandbox stopped is settled by the next one, once, as the
// round was. The bots that sat there count, even if none may sit now.
func TestAnotherSandboxSettlesABoardRound(t *testing.T) {
	h := newBoards(t)
	round := h.opening("N1")
	h.act(h.base, bid(round, 3))
	bets, err := h.boards.Bets(t.Context(), "ag", round.Opens, round.Closes())
	if err != nil {
		t.Fatal(err)
	}
	chair, _ := h.boards.PlayOf(round, bets[round.ID()]).Chair(0)
	h.at.Advance(24 * time.Hour)
	config := h.Config
	config.NoBots = true
	next := New(config)
	if at, err := next.AtTable(t.Context(), "ag", "Ming"); err != nil || !at {
		t.Errorf("at a table: %v %v", at, err)
	}
	for range 2 {
		if err := next.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	risked, payout, _ := board.Pay(round.Table.Base, chair.Net)
	if want := 1000*money.Yuan - risked + payout; h.money() != want {
		t.Errorf("balance %s, want %s", h.money(), want)
	}
	if at, err := next.AtTable(t.Context(), "ag", "Ming"); err != nil || at {
		t.Errorf("still at a table: %v %v", at, err)
	}
}

func TestAFullTableIsWatched(t *testing.T) {
	h := newBoards(t)
	round := h.opening("E1")
	free := round.Table.Rules().Seats - len(round.Table.Rules().BotSeats())
	h.board(h.base, "E1")
	for n := range free - 1 {
		if v := h.board(h.another(fmt.Sprintf("player%d", n)), "E1"); v.Seat == cardroom.Nobody {
			t.Fatalf("player %d finds no seat", n)
		}
	}
	late := h.another("late")
	if v := h.board(late, "E1"); v.Seat != cardroom.Nobody {
		t.Errorf("seat %d of a full table", v.Seat)
	}
	if _, a := h.act(late, bid(round, 1)); a != cardroom.ErrFull.Sentence {
		t.Errorf("a bid without a seat: %s", a)
	}
	h.at.Advance(cardroom.SitterFor + time.Second) // all are silent
	if v := h.board(late, "E1"); v.Seat == cardroom.Nobody {
		t.Error("seats of those who left are not free")
	}
}

func TestTheBoardHallShowsEveryTable(t *testing.T) {
	h := newBoards(t)
	_, body, _ := h.get(h.base + "board/floor")
	var v struct {
		Balance string
		Tables  []cardroom.TableView
	}
	if err := json.Unmarshal(body, &v); err != nil || v.Balance != "1000.00" || len(v.Tables) != len(board.Shipped()) {
		t.Fatalf("%s", body)
	}
	phases := map[board.Phase]bool{}
	for _, table := range v.Tables {
		phases[table.Phase] = true
		if table.Taken == 0 {
			t.Errorf("nobody sits at %s", table.Code)
		}
	}
	if len(phases) < 2 {
		t.Error("all tables deal at once")
	}
}

// Cards and choices are shown when their phase has come, not before.
func TestATableShowsNoCardBeforeBetsAreClosed(t *testing.T) {
	h := newBoards(t)
	for range 5 {
		round := h.opening("N1")
		for h.at.Now().Before(round.Closes()) {
			v := h.board(h.base, "N1")
			for _, c := range v.Chairs {
				if c.Hand != nil || c.Net != "" || v.Seed != "" || c.Banker && h.at.Now().Before(round.BankFixed()) {
					t.Fatalf("%s after %s: %+v", round.ID(), h.at.Now().Sub(round.Opens), c)
				}
			}
			h.at.Advance(time.Second)
		}
		for _, c := range h.board(h.base, "N1").Chairs {
			if c.Plays && len(c.Hand.Cards) != 5 {
				t.Errorf("%+v", c)
			}
		}
	}
}
