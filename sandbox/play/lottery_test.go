package play

import (
	"encoding/json"
	"fmt"
	"io"
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
	"hongyun/sandbox/lottery"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/lotto"
)

// newDraws is a hall with three lotteries, and a player with 1,000 yuan in it.
func newDraws(t *testing.T) *hall {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 23, 12, 0, 0, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{t: t, at: at, Play: New(arcade.Config{
		Books: kept, Clock: at, Log: slog.New(slog.DiscardHandler),
		Venues: []arcade.Venue{{Code: "vr", Name: "吉星彩", Games: []arcade.Game{
			{Code: "0", Name: "彩票大厅", Kind: arcade.KindLottery}, {Code: "2", Name: "三分时彩", Kind: arcade.KindLottery},
			{Code: "13", Name: "快乐骰", Kind: arcade.KindLottery}, {Code: "3", Name: "一分赛车", Kind: arcade.KindLottery},
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
	if _, err := kept.EnsureAccount(ctx, "vr", "Ming", at.Now()); err != nil {
		t.Fatal(err)
	}
	in := books.Transfer{Venue: "vr", ID: "in", Player: "Ming", Direction: books.In, Amount: 1000 * money.Yuan, At: at.Now()}
	if _, err := kept.Book(ctx, in, 1_000_000*money.Yuan); err != nil {
		t.Fatal(err)
	}
	if err := kept.KeepLaunch(ctx, books.Session{Token: "l", Venue: "vr", Player: "Ming", ExpiresAt: at.Now().Add(time.Hour)}, at.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Enter(ctx, "l", books.Session{Token: "s", ExpiresAt: at.Now().Add(100 * time.Hour)}, at.Now()); err != nil {
		t.Fatal(err)
	}
	h.base = "/play/s/s/"
	return h
}

func (h *hall) lotteryBalance() money.Fen {
	h.t.Helper()
	a, err := h.Books.Account(h.t.Context(), "vr", "Ming")
	if err != nil {
		h.t.Fatal(err)
	}
	return a.Balance
}

// selling moves the clock to the beginning of the next issue and gives it.
func (h *hall) selling(code string) (*lottery.Hall, lottery.Issue) {
	h.t.Helper()
	draws, err := h.shop.DrawsOf(h.t.Context(), "vr")
	if err != nil {
		h.t.Fatal(err)
	}
	l, err := draws.Lottery(code)
	if err != nil {
		h.t.Fatal(err)
	}
	now := draws.IssueAt(l, h.at.Now())
	h.at.Advance(now.DrawnAt().Sub(h.at.Now()))
	return draws, draws.Next(now)
}

type bought struct {
	Error, Balance string
	Tickets        []lotto.TicketView
}

func (h *hall) buyTickets(body string) (int, bought) {
	h.t.Helper()
	got, err := http.Post(h.http.URL+h.base+"lottery/bet", "application/json", strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	var a bought
	if err := json.Unmarshal(text, &a); err != nil {
		h.t.Fatalf("%s: %v", text, err)
	}
	return got.StatusCode, a
}

func (h *hall) settleTwice() { // the second finds nothing to do
	h.t.Helper()
	for range 2 {
		if err := h.Settle(h.t.Context()); err != nil {
			h.t.Fatal(err)
		}
	}
}

func TestTicketsOfEveryFamilyPayWhatTheDrawSays(t *testing.T) {
	h := newDraws(t)
	for code, picks := range map[string][2]string{"2": {"p5=7", "sum:big"}, "13": {"sum:odd", "one=3"}, "3": {"p1:big", "duel1:tiger"}} {
		for range 8 {
			_, issue := h.selling(code)
			before := h.lotteryBalance()
			status, a := h.buyTickets(fmt.Sprintf(`{"id":"request-%s","issue":"%s","unit":"2","lines":[{"pick":"%s","multiple":3},{"pick":"%s","multiple":1}]}`,
				issue.ID(), issue.ID(), picks[0], picks[1]))
			if status != http.StatusOK || len(a.Tickets) != 2 || h.lotteryBalance() != before-800 || a.Balance != h.lotteryBalance().String() {
				t.Fatalf("%s: %d %+v", code, status, a)
			}
			h.at.Advance(issue.DrawnAt().Sub(h.at.Now()) - time.Millisecond)
			if h.settleTwice(); h.lotteryBalance() != before-800 {
				t.Fatal("settled before the draw")
			}
			h.at.Advance(time.Millisecond)
			h.settleTwice()
			one, _ := issue.Payout(picks[0], 600)
			two, _ := issue.Payout(picks[1], 200)
			if want := before - 800 + one + two; h.lotteryBalance() != want {
				t.Errorf("%s: %s, want %s", issue.ID(), h.lotteryBalance(), want)
			}
			bet, err := h.Books.Bet(t.Context(), "vr", a.Tickets[0].ID)
			result, _ := issue.Result(h.at.Now())
			if s := lotto.TicketOf(bet); err != nil || bet.Valid != 600 || s.Result != lotto.NumbersOf(result) || s.Issue != issue.ID() || s.Unit != 200 || s.Multiple != 3 {
				t.Errorf("%+v %v", bet, err)
			}
		}
	}
}

func TestTicketsThatAreRefusedTakeNothing(t *testing.T) {
	h := newDraws(t)
	draws, issue := h.selling("2")
	ask := func(id, issue, unit, pick, multiple string) string {
		return `{"id":"` + id + `","issue":"` + issue + `","unit":"` + unit + `","lines":[{"pick":"` + pick + `","multiple":` + multiple + `}]}`
	}
	many := strings.TrimSuffix(strings.Repeat("1,", lotto.MaxIssues+1), ",")
	for body, want := range map[string]string{
		ask("request-1", issue.ID(), "0.1", "p1=1", "9"):                                   lotto.ErrTicket.Sentence,
		ask("request-1", issue.ID(), "2", "sum:big", "2501"):                               lotto.ErrTicket.Sentence,
		ask("request-1", issue.ID(), "2", "sum:big", "0"):                                  lotto.ErrTicket.Sentence,
		ask("request-1", issue.ID(), "2", "sum:big", "-1"):                                 lotto.ErrTicket.Sentence,
		ask("request-1", issue.ID(), "2", "t1:triple", "1500"):                             lotto.ErrTicket.Sentence, // its prize is too high
		ask("request-1", issue.ID(), "3", "sum:big", "1"):                                  arcade.ErrRequest.Sentence,
		ask("request-1", issue.ID(), "2", "p6=1", "1"):                                     lotto.ErrPick.Sentence,
		ask("request-1", issue.ID(), "2", "sum:big", "501"):                                arcade.ErrShort.Sentence,
		ask("x", issue.ID(), "2", "sum:big", "1"):                                          arcade.ErrRequest.Sentence,
		ask("request-1", draws.Next(issue).ID(), "2", "sum:big", "1"):                      lotto.ErrIssue.Sentence,
		ask("request-1", "2-20261123-9999", "2", "sum:big", "1"):                           arcade.ErrRequest.Sentence,
		ask("request-1", "15-20261123-0200", "2", "sum:big", "1"):                          arcade.ErrGame.Sentence, // drawn, but not at this venue
		`{"id":"request-1","issue":"` + issue.ID() + `","unit":"2"}`:                       arcade.ErrRequest.Sentence,
		`{"times":[` + many + `],` + ask("request-1", issue.ID(), "2", "sum:big", "1")[1:]: arcade.ErrRequest.Sentence,
		`{"times":[1,0],` + ask("request-1", issue.ID(), "2", "sum:big", "1")[1:]:          arcade.ErrRequest.Sentence,
		// An order of several issues is bought whole or not at all.
		`{"times":[1,500],` + ask("request-1", issue.ID(), "2", "sum:big", "1")[1:]: arcade.ErrShort.Sentence,
	} {
		if status, a := h.buyTickets(body); status < 400 || a.Error != want {
			t.Errorf("%s: %d %s, want %s", body, status, a.Error, want)
		}
	}
	h.at.Advance(issue.ClosesAt().Sub(h.at.Now()))
	if _, a := h.buyTickets(ask("request-1", issue.ID(), "2", "sum:big", "1")); a.Error != lotto.ErrIssue.Sentence {
		t.Errorf("after the last ticket: %s", a.Error)
	}
	if h.lotteryBalance() != 1000*money.Yuan {
		t.Errorf("balance %s", h.lotteryBalance())
	}
}

func TestTicketsAskedForAgainAreTheSameTickets(t *testing.T) {
	h := newDraws(t)
	_, issue := h.selling("2")
	body := `{"id":"request-1","issue":"` + issue.ID() + `","unit":"1","lines":[{"pick":"sum:big","multiple":10}],"times":[1,2]}`
	_, first := h.buyTickets(body)
	h.at.Advance(issue.ClosesAt().Sub(h.at.Now()))
	status, again := h.buyTickets(body)
	if status != http.StatusOK || len(again.Tickets) != 2 || again.Tickets[1].ID != first.Tickets[1].ID || h.lotteryBalance() != 970*money.Yuan {
		t.Errorf("%d %+v, balance %s", status, again, h.lotteryBalance())
	}
}

// A chase order with a stop ends with its first win: later tickets are given
// back. Without one every ticket is drawn. A sandbox that settles everything
// much later decides the same.
func TestAChaseEndsWithItsFirstWin(t *testing.T) {
	for _, late := range []bool{false, true} {
		for _, stop := range []bool{false, true} {
			h := newDraws(t)
			for order := range 6 {
				draws, issue := h.selling("13")
				before := h.lotteryBalance()
				status, a := h.buyTickets(fmt.Sprintf(
					`{"id":"request-%d","issue":"%s","unit":"1","lines":[{"pick":"sum:big","multiple":1},{"pick":"run=any","multiple":2}],"times":[1,2,3,4],"stop":%t}`,
					order, issue.ID(), stop))
				if status != http.StatusOK || len(a.Tickets) != 8 || h.lotteryBalance() != before-3000 {
					t.Fatalf("%d %+v", status, a)
				}
				// A ticket given back before the draw that ends its order would tell the draw.
				if h.settleTwice(); h.lotteryBalance() != before-3000 {
					t.Fatal("settled before the first draw")
				}
				want, won, void := before, false, 0
				for n := range 4 {
					if won && stop {
						void += 2
					} else {
						one, _ := issue.Payout("sum:big", money.Fen(n+1)*100)
						two, _ := issue.Payout("run=any", money.Fen(n+1)*200)
						want += one + two - money.Fen(n+1)*300
						won = won || one+two > 0
					}
					if issue = draws.Next(issue); !late {
						h.at.Advance(issue.DrawnAt().Sub(h.at.Now()) - issue.Lottery.Every)
						h.settleTwice()
					}
				}
				h.at.Advance(time.Hour)
				h.settleTwice()
				if h.lotteryBalance() != want {
					t.Errorf("late %t, stop %t: %s, want %s", late, stop, h.lotteryBalance(), want)
				}
				for _, ticket := range a.Tickets {
					if b, err := h.Books.Bet(t.Context(), "vr", ticket.ID); err != nil {
						t.Fatal(err)
					} else if b.Status == books.BetVoid {
						void--
					} else if b.Status != books.BetSettled {
						t.Errorf("%+v", b)
					}
				}
				if void != 0 {
					t.Errorf("late %t, stop %t: %d more tickets should be void", late, stop, void)
				}
			}
		}
	}
}

func TestTheHallShowsTheLotteriesOfItsVenue(t *testing.T) {
	h := newDraws(t)
	_, issue := h.selling("2")
	for _, base := range []string{h.base, ""} {
		if base == "" { // a guest, who sees the same draws
			_, _, h.base = h.get("/play/fun/vr/0")
		}
		var hallView struct {
			Balance   string
			Lotteries []lotto.LotteryView
		}
		status, body, _ := h.get(h.base + "lottery/hall")
		if err := json.Unmarshal(body, &hallView); err != nil || status != http.StatusOK || len(hallView.Lotteries) != 3 {
			t.Fatalf("%d %s", status, body)
		}
		var one struct {
			Lottery    lotto.LotteryView
			Commitment string
			Picks      []lottery.Pick
			Draws      []lotto.DrawView
			Tickets    []lotto.TicketView
		}
		status, body, _ = h.get(h.base + "lottery/draw?code=2")
		if err := json.Unmarshal(body, &one); err != nil || status != http.StatusOK {
			t.Fatalf("%d %s", status, body)
		}
		if one.Lottery.Issue != issue.ID() || one.Commitment != issue.Commitment() || len(one.Draws) != lotto.ShownDraws || len(one.Draws[0].Result) != 5 ||
			len(one.Picks) != len(lottery.Digits.Picks()) || strings.Contains(string(body), issue.Reveal(issue.DrawnAt())) {
			t.Errorf("%s", body)
		}
	}
	for _, code := range []string{"0", "15", "nothing"} { // the lobby, one of another venue, none
		if status, _, _ := h.get(h.base + "lottery/draw?code=" + code); status != http.StatusNotFound {
			t.Errorf("%s: %d", code, status)
		}
	}
	status, a := h.buyTickets(`{"id":"request-1","issue":"` + issue.ID() + `","unit":"2","lines":[{"pick":"sum:big","multiple":1}]}`)
	if status != http.StatusOK || a.Balance != "9998.00" || h.lotteryBalance() != 1000*money.Yuan {
		t.Errorf("a guest's ticket: %d %+v", status, a)
	}
}
