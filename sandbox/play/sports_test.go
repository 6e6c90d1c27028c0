package play

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/sportsbook"
	"hongyun/sandbox/sports"
)

// newBookmaker is a venue of sports and one of e-sports, and a player with
// 1,000 yuan at the first.
func newBookmaker(t *testing.T) *hall {
	t.Helper()
	at := calendar.NewFixed(time.Date(2026, 11, 23, 12, 0, 30, 0, calendar.Beijing))
	kept, err := books.Open(filepath.Join(t.TempDir(), "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	h := &hall{t: t, at: at, Play: New(arcade.Config{
		Books: kept, Clock: at, Log: slog.New(slog.DiscardHandler),
		Venues: []arcade.Venue{
			{Code: "im", Name: "体育", Games: []arcade.Game{{Code: "0", Name: "体育大厅", Kind: arcade.KindSports}}},
			{Code: "avia", Name: "电竞", Games: []arcade.Game{{Code: "0", Name: "电竞大厅", Kind: arcade.KindEsports}, {Code: "fps", Name: "枪战竞技", Kind: arcade.KindEsports}}},
		},
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
	if _, err := kept.EnsureAccount(ctx, "im", "Ming", at.Now()); err != nil {
		t.Fatal(err)
	}
	in := books.Transfer{Venue: "im", ID: "in", Player: "Ming", Direction: books.In, Amount: 1000 * money.Yuan, At: at.Now()}
	if _, err := kept.Book(ctx, in, 1_000_000*money.Yuan); err != nil {
		t.Fatal(err)
	}
	launch := books.Session{Token: "l", Venue: "im", Player: "Ming", ExpiresAt: at.Now().Add(time.Hour)}
	if err := kept.KeepLaunch(ctx, launch, at.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := kept.Enter(ctx, "l", books.Session{Token: "s", ExpiresAt: at.Now().Add(1000 * time.Hour)}, at.Now()); err != nil {
		t.Fatal(err)
	}
	h.base = "/play/s/s/"
	return h
}

func (h *hall) sportsBalance() money.Fen {
	h.t.Helper()
	a, err := h.Books.Account(h.t.Context(), "im", "Ming")
	if err != nil {
		h.t.Fatal(err)
	}
	return a.Balance
}

func (h *hall) sportsBook(venue string) sportsbook.VenueBook {
	h.t.Helper()
	b, err := h.book.BookOf(h.t.Context(), venue)
	if err != nil {
		h.t.Fatal(err)
	}
	return b
}

// goToTime moves the clock to an instant.
func (h *hall) goToTime(at time.Time) { h.at.Advance(at.Sub(h.at.Now())) }

// findMatch is the first football match to come that fits.
func (h *hall) findMatch(fits func(*sports.Match) bool) *sports.Match {
	h.t.Helper()
	b := h.sportsBook("im")
	for from := b.Now.Add(time.Minute); from.Before(b.Now.Add(10 * 24 * time.Hour)); from = from.Add(4 * time.Hour) {
		for _, m := range b.Between(from, from.Add(4*time.Hour)) {
			if m.Kickoff.After(b.Now) && m.League.Code == "F1" && fits(m) {
				return m
			}
		}
	}
	h.t.Fatal("no such match in ten days")
	return nil
}

func final(m *sports.Match) sports.Result {
	r, _ := m.Result(m.End().Add(sports.CorrectedAfter))
	return r
}

func regular(m *sports.Match) bool {
	r := final(m)
	return !r.Abandoned && r.Version == 1
}

// picked is an offer of a match now, as the page sends it.
func (h *hall) picked(m *sports.Match, fits func(sports.Offer) bool, stake string) sportsbook.Pick {
	h.t.Helper()
	for _, o := range m.Offers(h.at.Now()) {
		if !o.Suspended && fits(o) {
			return sportsbook.Pick{Match: m.ID, Selection: o.Selection, Price: o.Price, Score: m.Score(h.at.Now()), Stake: stake}
		}
	}
	h.t.Fatalf("%s offers none", m.ID)
	return sportsbook.Pick{}
}

func winnerIs(side string) func(sports.Offer) bool {
	return func(o sports.Offer) bool { return o.Market == sports.Winner && o.Side == side }
}

type slipAnswer struct {
	Error, Balance, Value string
	Offers                []sportsbook.Quote
	Bets                  []sportsbook.SlipView
	Bet                   sportsbook.SlipView
}

func (h *hall) sendSlip(path string, ask any) (int, slipAnswer) {
	h.t.Helper()
	body, err := json.Marshal(ask)
	if err != nil {
		h.t.Fatal(err)
	}
	got, err := http.Post(h.http.URL+h.base+path, "application/json", bytes.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	defer got.Body.Close()
	var a slipAnswer
	if err := json.NewDecoder(got.Body).Decode(&a); err != nil {
		h.t.Fatal(err)
	}
	return got.StatusCode, a
}

func singles(id string, legs ...sportsbook.Pick) sportsbook.SlipAsk {
	return sportsbook.SlipAsk{ID: id, OddsType: sports.HongKong, Legs: legs}
}

func TestEverySingleOfAMatchPaysWhatItsResultSays(t *testing.T) {
	h := newBookmaker(t)
	// One match for each thing that can become of a bet: won, lost, half of
	// either, and the stake back.
	for n, verdict := range []sports.Verdict{{Won: 2}, {Lost: 2}, {Won: 1}, {Lost: 1}, {}} {
		m := h.findMatch(func(m *sports.Match) bool { return regular(m) && len(h.legsOf(m, verdict)) > 0 })
		h.goToTime(m.Kickoff.Add(-time.Minute))
		legs := h.legsOf(m, verdict)
		before := h.sportsBalance()
		status, a := h.sendSlip("sports/bet", singles("request-"+string(rune('a'+n)), legs...))
		want := before - 555*money.Fen(len(legs))
		if status != http.StatusOK || len(a.Bets) != len(legs) || h.sportsBalance() != want || a.Balance != want.String() {
			t.Fatalf("%d %+v, balance %s", status, a, h.sportsBalance())
		}
		h.goToTime(m.End().Add(-time.Second))
		if h.settleTwice(); h.sportsBalance() != want {
			t.Fatal("settled before the result")
		}
		h.goToTime(m.End())
		h.settleTwice()
		for _, leg := range legs {
			v := sports.Judge(leg.Selection, final(m).Score, sports.Score{})
			back := int64(2 - v.Won - v.Lost)
			want += money.Fen(555 * (back*1000 + int64(v.Won)*int64(leg.Price)) / 2000)
		}
		if h.sportsBalance() != want {
			t.Errorf("%s: balance %s, want %s", m.ID, h.sportsBalance(), want)
		}
	}
}

// legsOf returns the possible legs of a match on one slip a minute before it
// begins, with one leg of the wanted verdict first. It returns none if there is
// no such leg.
func (h *hall) legsOf(m *sports.Match, wanted sports.Verdict) []sportsbook.Pick {
	var legs []sportsbook.Pick
	found := false
	for _, o := range m.Offers(m.Kickoff.Add(-time.Minute)) {
		if o.Suspended || o.Market == sports.CorrectScore {
			continue
		}
		leg := sportsbook.Pick{Match: m.ID, Selection: o.Selection, Price: o.Price, Stake: "5.55"}
		if !found && sports.Judge(o.Selection, final(m).Score, sports.Score{}) == wanted {
			legs, found = slices.Insert(legs, 0, leg), true
		} else {
			legs = append(legs, leg)
		}
	}
	if !found {
		return nil
	}
	return legs[:min(len(legs), sportsbook.MaxLegs)]
}

func TestAnAbandonedMatchGivesItsStakeBackAndOneLegOfAParlayCountsOne(t *testing.T) {
	h := newBookmaker(t)
	off := h.findMatch(func(m *sports.Match) bool { return final(m).Abandoned })
	h.goToTime(off.Kickoff.Add(-15 * time.Minute))
	won := h.findMatch(func(m *sports.Match) bool {
		return regular(m) && m.ID != off.ID && final(m).Score.Home > final(m).Score.Away
	})
	first, second := h.picked(off, winnerIs("home"), "20"), h.picked(won, winnerIs("home"), "")
	h.sendSlip("sports/bet", singles("request-1", first))
	parlay := sportsbook.SlipAsk{ID: "request-2", Parlay: true, Stake: "10", OddsType: sports.European, Legs: []sportsbook.Pick{first, second}}
	if status, a := h.sendSlip("sports/bet", parlay); status != http.StatusOK || len(a.Bets) != 1 || len(a.Bets[0].Legs) != 2 {
		t.Fatalf("%d %+v", status, a)
	}
	h.goToTime(arcade.Later(off.End(), won.End()))
	h.settleTwice()
	if want := 990*money.Yuan + money.Fen(second.Price); h.sportsBalance() != want {
		t.Errorf("balance %s, want %s", h.sportsBalance(), want)
	}
	bets, err := h.Books.LatestBets(t.Context(), "im", "Ming", 2)
	if err != nil || bets[1].Status != books.BetVoid || bets[1].Valid != 0 || sportsbook.SlipOf(bets[1]).Legs[0].Result != "取消" || bets[0].Status != books.BetSettled {
		t.Errorf("%+v %v", bets, err)
	}
}

// A wrong announcement would be settled twice; the bet waits for the right one.
func TestABetWaitsForTheCorrectedResult(t *testing.T) {
	h := newBookmaker(t)
	m := h.findMatch(func(m *sports.Match) bool { return final(m).Version == 2 })
	h.goToTime(m.Kickoff.Add(-time.Minute))
	h.sendSlip("sports/bet", singles("request-1", h.picked(m, winnerIs("home"), "10")))
	open := func() bool {
		h.settleTwice()
		bets, err := h.Books.OpenBets(t.Context(), "im")
		if err != nil {
			t.Fatal(err)
		}
		return len(bets) == 1
	}
	if h.goToTime(m.End().Add(time.Second)); !open() {
		t.Error("settled by the wrong announcement")
	}
	if h.goToTime(m.End().Add(sports.CorrectedAfter)); open() {
		t.Error("still open after the correction")
	}
}

func TestOddsThatChangedAreRefusedWithTheNewOnesUnlessThePlayerAcceptsThem(t *testing.T) {
	h := newBookmaker(t)
	m := h.findMatch(regular)
	h.goToTime(m.Kickoff.Add(-time.Minute))
	leg := h.picked(m, winnerIs("home"), "10")
	leg.Price += 10
	status, a := h.sendSlip("sports/bet", singles("request-1", leg))
	if status != http.StatusConflict || a.Error != sportsbook.ErrOdds.Sentence || len(a.Offers) != 1 || a.Offers[0].Price != leg.Price-10 || h.sportsBalance() != 1000*money.Yuan {
		t.Errorf("%d %+v", status, a)
	}
	ask := singles("request-1", leg)
	ask.AcceptChanges = true
	status, a = h.sendSlip("sports/bet", ask)
	if status != http.StatusOK || a.Bets[0].Legs[0].Price != leg.Price-10 || a.Bets[0].Odds != (leg.Price-10).Format(sports.HongKong) || h.sportsBalance() != 990*money.Yuan {
		t.Errorf("%d %+v", status, a)
	}
	// A handicap of another score is another offer at the same price.
	hdp := h.picked(m, func(o sports.Offer) bool { return o.Market == sports.Handicap }, "10")
	hdp.Score.Home = 1
	if _, a := h.sendSlip("sports/bet", singles("request-2", hdp)); a.Error != sportsbook.ErrOdds.Sentence {
		t.Errorf("handicap of another score: %+v", a)
	}
}

func TestASuspendedSelectionIsRefusedEvenIfChangesAreAccepted(t *testing.T) {
	h := newBookmaker(t)
	m := h.findMatch(regular)
	h.goToTime(m.Kickoff.Add(-time.Minute))
	leg := h.picked(m, winnerIs("home"), "10")
	ask := singles("request-1", leg)
	ask.AcceptChanges = true
	for name, at := range map[string]time.Time{"the last seconds": m.End().Add(-time.Second), "the end": m.End()} {
		if h.at.Now().Before(at) {
			h.goToTime(at)
		}
		if status, a := h.sendSlip("sports/bet", ask); status != http.StatusConflict || a.Error != sportsbook.ErrSuspended.Sentence || !a.Offers[0].Suspended {
			t.Errorf("%s: %d %+v", name, status, a)
		}
	}
	if h.sportsBalance() != 1000*money.Yuan {
		t.Errorf("balance %s", h.sportsBalance())
	}
}

// An answer that was lost is asked for again, perhaps after the match.
func TestASlipSentAgainIsTheSameSlip(t *testing.T) {
	h := newBookmaker(t)
	m := h.findMatch(regular)
	h.goToTime(m.Kickoff.Add(-time.Minute))
	ask := singles("request-1", h.picked(m, winnerIs("home"), "10"))
	_, first := h.sendSlip("sports/bet", ask)
	h.goToTime(m.End())
	status, again := h.sendSlip("sports/bet", ask)
	if status != http.StatusOK || again.Bets[0].ID != first.Bets[0].ID || h.sportsBalance() != 990*money.Yuan {
		t.Errorf("%d %+v, balance %s", status, again, h.sportsBalance())
	}
}

func TestSlipsOutsideTheLimitsTakeNothing(t *testing.T) {
	h := newBookmaker(t)
	m := h.findMatch(regular)
	h.goToTime(m.Kickoff.Add(-time.Minute))
	leg := h.picked(m, winnerIs("home"), "10")
	with := func(stake string) sportsbook.Pick { one := leg; one.Stake = stake; return one }
	unknown := leg
	unknown.Match = "F1-x"
	score := h.picked(m, func(o sports.Offer) bool { return o.Market == sports.CorrectScore && o.Price > 26_000 }, "20000")
	many := slices.Repeat([]sportsbook.Pick{with("5")}, sportsbook.MaxLegs+1)
	for name, c := range map[string]struct {
		ask  sportsbook.SlipAsk
		want arcade.Refusal
	}{
		"too little":      {singles("request-1", with("4.99")), sportsbook.ErrSportsStake},
		"too much":        {singles("request-1", with("20000.01")), sportsbook.ErrSportsStake},
		"negative":        {singles("request-1", with("-10")), sportsbook.ErrSportsStake},
		"no stake":        {singles("request-1", with("")), sportsbook.ErrSportsStake},
		"more than there": {singles("request-1", with("1000.01")), arcade.ErrShort},
		"all or none":     {singles("request-1", with("600"), with("600")), arcade.ErrShort},
		"too great a win": {singles("request-1", score), sportsbook.ErrReturn},
		"short id":        {singles("x", leg), arcade.ErrRequest},
		"no legs":         {singles("request-1"), arcade.ErrRequest},
		"too many legs":   {singles("request-1", many...), arcade.ErrRequest},
		"unknown match":   {singles("request-1", unknown), arcade.ErrRequest},
		"unknown odds":    {sportsbook.SlipAsk{ID: "request-1", OddsType: "XX", Legs: []sportsbook.Pick{leg}}, arcade.ErrRequest},
		"parlay of one":   {sportsbook.SlipAsk{ID: "request-1", OddsType: "EU", Parlay: true, Stake: "10", Legs: []sportsbook.Pick{leg}}, arcade.ErrRequest},
		"one match twice": {sportsbook.SlipAsk{ID: "request-1", OddsType: "EU", Parlay: true, Stake: "10", Legs: []sportsbook.Pick{leg, leg}}, sportsbook.ErrSameMatch},
	} {
		if status, a := h.sendSlip("sports/bet", c.ask); status < 400 || a.Error != c.want.Sentence {
			t.Errorf("%s: %d %s, want %s", name, status, a.Error, c.want.Sentence)
		}
	}
	if h.sportsBalance() != 1000*money.Yuan {
		t.Errorf("balance %s", h.sportsBalance())
	}
}

func TestAnOpenSingleIsSoldOnceForNoLessThanItsStatedPrice(t *testing.T) {
	h := newBookmaker(t)
	m := h.findMatch(regular)
	h.goToTime(m.Kickoff.Add(-time.Minute))
	_, placed := h.sendSlip("sports/bet", singles("request-1", h.picked(m, winnerIs("home"), "100")))
	bet := placed.Bets[0]
	value, err := money.ParseYuan(bet.CashOut)
	if err != nil || value <= 0 {
		t.Fatalf("cash-out %q", bet.CashOut)
	}
	type sale struct {
		Bet   string `json:"bet"`
		Value string `json:"value"`
	}
	if status, a := h.sendSlip("sports/sell", sale{bet.ID, (value + 1).String()}); status != http.StatusConflict || a.Error != sportsbook.ErrSalePrice.Sentence || a.Value != value.String() {
		t.Errorf("above the value: %d %+v", status, a)
	}
	for range 2 {
		status, a := h.sendSlip("sports/sell", sale{bet.ID, value.String()})
		if status != http.StatusOK || a.Bet.Status != books.BetSettled || a.Bet.Sold != value || h.sportsBalance() != 900*money.Yuan+value {
			t.Errorf("%d %+v, balance %s", status, a, h.sportsBalance())
		}
	}
	h.goToTime(m.End().Add(time.Hour))
	if h.settleTwice(); h.sportsBalance() != 900*money.Yuan+value {
		t.Errorf("a sold bet was settled again: balance %s", h.sportsBalance())
	}
	if _, a := h.sendSlip("sports/sell", sale{"other", "1"}); a.Error != arcade.ErrRequest.Sentence {
		t.Errorf("a bet that is none: %+v", a)
	}
}

func TestABetOfAnotherPlayerOrADecidedOneIsNotSold(t *testing.T) {
	h := newBookmaker(t)
	m := h.findMatch(regular)
	h.goToTime(m.Kickoff.Add(-time.Minute))
	_, placed := h.sendSlip("sports/bet", singles("request-1", h.picked(m, winnerIs("home"), "100")))
	ask := map[string]string{"bet": placed.Bets[0].ID, "value": "1"}
	h.goToTime(m.End())
	if _, a := h.sendSlip("sports/sell", ask); a.Error != sportsbook.ErrSale.Sentence {
		t.Errorf("a decided bet: %+v", a)
	}
	now := h.at.Now()
	if _, err := h.Books.EnsureAccount(t.Context(), "im", "Other", now); err != nil {
		t.Fatal(err)
	}
	other := books.Session{Token: "l2", Venue: "im", Player: "Other", ExpiresAt: now.Add(time.Hour)}
	if err := h.Books.KeepLaunch(t.Context(), other, now); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Books.Enter(t.Context(), "l2", books.Session{Token: "s2", ExpiresAt: now.Add(time.Hour)}, now); err != nil {
		t.Fatal(err)
	}
	h.base = "/play/s/s2/"
	if _, a := h.sendSlip("sports/sell", ask); a.Error != arcade.ErrRequest.Sentence {
		t.Errorf("another player's bet: %+v", a)
	}
}

func TestEachListShowsItsMatchesAndAGuestPlaysTheSameOnes(t *testing.T) {
	h := newBookmaker(t)
	lists := map[string]sports.State{"live": sports.Live, "today": sports.Upcoming, "early": sports.Upcoming, "results": sports.Over}
	for tab, state := range lists {
		status, body, _ := h.get(h.base + "sports/matches?tab=" + tab)
		var v struct {
			Leagues []sportsbook.LeagueView
			Matches []sportsbook.MatchView
		}
		if err := json.Unmarshal(body, &v); err != nil || status != http.StatusOK || len(v.Matches) == 0 || len(v.Leagues) != len(sports.SportsLeagues()) {
			t.Fatalf("%s: %d %s", tab, status, body)
		}
		for _, m := range v.Matches {
			if m.State != state && (tab != "results" || m.State != sports.Abandoned) {
				t.Errorf("%s: %s is %s", tab, m.ID, m.State)
			}
			if (len(m.Offers) == 0) != (tab == "results") {
				t.Errorf("%s: %s has %d offers", tab, m.ID, len(m.Offers))
			}
		}
	}
	if status, _, _ := h.get(h.base + "sports/matches?tab=other"); status != http.StatusConflict {
		t.Errorf("unknown list: %d", status)
	}
	own, guest := h.sportsBook("avia"), h.sportsBook(arcade.GuestVenue+"avia")
	id := own.Between(own.Now, own.Now.Add(time.Hour))[0].ID
	a, _ := own.Match(id)
	b, err := guest.Match(id)
	if err != nil || a.Commitment() != b.Commitment() || a.League.Sport != sports.Esports {
		t.Errorf("a guest sees other matches: %v", err)
	}
	if got := h.book.CategoryOf("avia", "E2", "0") + h.book.CategoryOf("avia", "E1", "0"); got != "fps0" {
		t.Errorf("categories %s", got)
	}
}

func TestAMatchShowsItsSeedWhenItIsOver(t *testing.T) {
	h := newBookmaker(t)
	m := h.findMatch(regular)
	page := func() (v struct {
		Match      sportsbook.MatchView
		Commitment string
		Seed       string
	}) {
		_, body, _ := h.get(h.base + "sports/match?id=" + m.ID)
		if err := json.Unmarshal(body, &v); err != nil {
			t.Fatalf("%s", body)
		}
		return v
	}
	if v := page(); v.Seed != "" || v.Commitment != m.Commitment() || len(v.Match.Offers) < 15 {
		t.Errorf("%+v", v)
	}
	h.goToTime(m.End())
	if v := page(); v.Seed != m.Reveal(m.End()) || v.Match.Result != sportsbook.ResultText(final(m)) {
		t.Errorf("%+v", v)
	}
}

// The venue's other bets are settled even if the match of one is gone.
func TestABetOnAnUnknownMatchWaitsAndStopsNoOther(t *testing.T) {
	h := newBookmaker(t)
	m := h.findMatch(regular)
	h.goToTime(m.Kickoff.Add(-time.Minute))
	s := books.Session{Venue: "im", Player: "Ming", Token: "s"}
	detail := `{"odds":"1.00","oddsType":"HK","legs":[{"match":"XX-1","price":2000,"market":"1x2","side":"home"}]}`
	if _, _, err := h.Place(t.Context(), s, "request-0", []arcade.Put{{Game: "0", Stake: 1000, Detail: detail}}, true); err != nil {
		t.Fatal(err)
	}
	h.sendSlip("sports/bet", singles("request-1", h.picked(m, winnerIs("home"), "10")))
	h.goToTime(m.End())
	h.settleTwice()
	open, err := h.Books.OpenBets(t.Context(), "im")
	if err != nil || len(open) != 1 || sportsbook.SlipOf(open[0]).Legs[0].Match != "XX-1" {
		t.Errorf("%d bets are open: %v", len(open), err)
	}
}
