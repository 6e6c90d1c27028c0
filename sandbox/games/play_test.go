package games

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
)

// seat is a player with 1000 yuan and a launch address.
type seat struct {
	*Games
	t    *testing.T
	http *httptest.Server
	at   *calendar.Fixed
	base string // session address, once entered
}

func newSeat(t *testing.T, kind int) *seat {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 21, 12, 0, 0, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	s := &seat{Games: New(kept, at, slog.New(slog.DiscardHandler)), t: t, at: at}
	s.http = httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		s.http.Close()
		if err := kept.Check(context.Background()); err != nil {
			t.Error(err)
		}
		_ = kept.Close()
	})
	ctx := t.Context()
	if _, err := kept.EnsureAccount(ctx, "ky", "Ming", at.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Book(ctx, books.Transfer{Venue: "ky", ID: "in", Player: "Ming", Direction: books.In, Amount: 1000 * money.Yuan, At: at.Now()}, 1000*money.Yuan); err != nil {
		t.Fatal(err)
	}
	if err := kept.KeepLaunch(ctx, books.Session{Token: "launch", Venue: "ky", Player: "Ming", Kind: kind, ExpiresAt: at.Now().Add(5 * time.Minute)}, at.Now()); err != nil {
		t.Fatal(err)
	}
	return s
}

// fetch gets a page, following the way in.
func (s *seat) fetch(path string) (int, string, string) {
	s.t.Helper()
	answer, err := http.Get(s.http.URL + path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(body), answer.Request.URL.Path
}

// enter uses the launch address.
func (s *seat) enter() string {
	s.t.Helper()
	status, body, path := s.fetch("/games/enter?token=launch&lang=zh-CN&backUrl=" + url.QueryEscape("http://127.0.0.1:8080/#/Boardgame_01") + "&jumpType=3")
	if status != 200 {
		s.t.Fatalf("enter: %d %s", status, body)
	}
	parts := strings.Split(path, "/")
	s.base = strings.Join(parts[:4], "/")
	return body
}

// step makes one call of the page's script.
func (s *seat) step(path string, form url.Values) (int, view, string) {
	s.t.Helper()
	answer, err := http.PostForm(s.http.URL+s.base+path, form)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	var v view
	var no struct{ Error string }
	_ = json.Unmarshal(body, &v)
	_ = json.Unmarshal(body, &no)
	return answer.StatusCode, v, no.Error
}

func (s *seat) bet(kind int, stake, side string) (int, view, string) {
	return s.step("/rounds", url.Values{"kind": {fmt.Sprint(kind)}, "stake": {stake}, "side": {side}})
}

// A round with a covered hand spends the stake at once and pays after
// the hand is turned; the line it leaves says the same as the wallet.
func TestARoundFromStakeToPayout(t *testing.T) {
	s := newSeat(t, kindTiles)
	if page := s.enter(); !strings.Contains(page, "金砖二八") || !strings.Contains(page, `href="http://127.0.0.1:8080/#/Boardgame_01"`) || !strings.Contains(page, "演示·虚拟币") {
		t.Errorf("game page: %s", page)
	}
	status, v, _ := s.bet(kindTiles, "100", "player")
	if status != 200 || v.Balance != "900.00" || v.Table == nil || !v.Table.Open || len(v.Table.Right.Cards) != 2 || len(v.Table.Left.Cards) != 0 || v.History[0].Status != "open" {
		t.Fatalf("%d %+v %+v", status, v, v.Table)
	}
	if seated, err := s.Seated(t.Context(), "ky", "ming"); err != nil || !seated {
		t.Error("not seated in the middle of a round", err)
	}
	if status, _, text := s.bet(kindTiles, "1", "player"); status != 409 || text != "您还有一局没有开牌" {
		t.Errorf("a second round: %d %s", status, text)
	}
	_, shown, _ := s.step("/rounds/"+v.Table.ID+"/reveal", nil)
	bet, err := s.books.Bet(t.Context(), "ky", v.Table.ID)
	if err != nil || bet.Status != books.BetSettled || shown.Table.Open || fmt.Sprint(shown.Table.Right) != fmt.Sprint(v.Table.Right) {
		t.Fatalf("%+v %+v %v", bet, shown.Table, err)
	}
	if want := (900*money.Yuan + bet.Payout).Grouped(); shown.Balance != want {
		t.Errorf("balance %s, want %s", shown.Balance, want)
	}
	if bet.Payout > bet.Stake && (bet.Revenue != 5*money.Yuan || bet.Payout != 195*money.Yuan) {
		t.Errorf("rake %s of payout %s", bet.Revenue, bet.Payout)
	}
	_, again, _ := s.step("/rounds/"+v.Table.ID+"/reveal", nil)
	if again.Balance != shown.Balance {
		t.Errorf("turned twice: %s then %s", shown.Balance, again.Balance)
	}
}

func TestADuelEndsAtOnce(t *testing.T) {
	s := newSeat(t, 0)
	if page := s.enter(); !strings.Contains(page, "棋牌大厅") || strings.Count(page, `class="game"`) != 3 {
		t.Errorf("lobby: %s", page)
	}
	for _, side := range []string{"left", "tie", "right"} {
		status, v, text := s.bet(kindDuel, "10", side)
		if status != 200 || v.Table.Open || v.Table.Outcome == "" || len(v.Table.Left.Cards) != 1 {
			t.Errorf("%s: %d %s %+v", side, status, text, v.Table)
		}
	}
}

func TestStakesThatAreRefused(t *testing.T) {
	s := newSeat(t, kindDuel)
	s.enter()
	for _, c := range []struct {
		kind              int
		stake, side, text string
	}{
		{kindDuel, "0", "left", "下注金额不正确"}, {kindDuel, "-1", "left", "下注金额不正确"}, {kindDuel, "1.50", "left", "下注金额不正确"},
		{kindDuel, "1e2", "left", "下注金额不正确"}, {kindDuel, "", "left", "下注金额不正确"}, {kindDuel, "20001", "left", "下注金额不正确"},
		{kindDuel, "1001", "left", "余额不足"}, {kindDuel, "1", "up", "请选择下注位置"}, {kindTiles, "1", "left", "请选择下注位置"}, {999, "1", "left", "牌局不存在"},
	} {
		if status, _, text := s.bet(c.kind, c.stake, c.side); status != 409 || text != c.text {
			t.Errorf("%+v: %d %s", c, status, text)
		}
	}
	if a, _ := s.books.Account(t.Context(), "ky", "ming"); a.Balance != 1000*money.Yuan {
		t.Errorf("balance %s", a.Balance)
	}
}

// A player who walks away must not keep his money locked on a table.
func TestARoundLeftAloneIsTurnedAfterAMinute(t *testing.T) {
	s := newSeat(t, kindThree)
	s.enter()
	_, v, _ := s.bet(kindThree, "100", "player")
	s.at.Advance(time.Minute)
	if seated, err := s.Seated(t.Context(), "ky", "Ming"); err != nil || seated {
		t.Error("still seated", err)
	}
	if bet, _ := s.books.Bet(t.Context(), "ky", v.Table.ID); bet.Status != books.BetSettled {
		t.Errorf("bet is %s", bet.Status)
	}
}

func TestAddressesThatOpenNothing(t *testing.T) {
	s := newSeat(t, 0)
	s.enter()
	for _, path := range []string{"/games/enter?token=launch", "/games/enter?token=nothing", "/games/enter", "/games/s/launch/", "/games/s/nothing/play/720"} {
		if status, body, _ := s.fetch(path); status != 403 || !strings.Contains(body, "请返回平台") {
			t.Errorf("%s: %d", path, status)
		}
	}
	if status, _, _ := s.fetch(s.base + "/play/999"); status != 404 {
		t.Errorf("unknown game: %d", status)
	}
	s.at.Advance(13 * time.Hour)
	if status, _, _ := s.fetch(s.base + "/"); status != 403 {
		t.Errorf("an old session: %d", status)
	}
	if status, _, text := s.bet(kindDuel, "1", "left"); status != 403 || text == "" {
		t.Errorf("a bet in an old session: %d %s", status, text)
	}
}

func TestTheWayBackIsAWebAddressOnly(t *testing.T) {
	for text, want := range map[string]string{
		"http://127.0.0.1:8080/#/x": "http://127.0.0.1:8080/#/x", "https://a.example/": "https://a.example/",
		"javascript:alert(1)": "", "//evil": "", "data:text/html,x": "", "": "", "http:": "",
	} {
		if got := safeBack(text); got != want {
			t.Errorf("safeBack(%q) = %q", text, got)
		}
	}
}
