package sportsbook

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/sports"
)

const (
	minSportsStake = 5 * money.Yuan
	maxSportsStake = 20_000 * money.Yuan
	maxReturn      = 500_000 * money.Yuan // of one bet, stake included
	minParlayLegs  = 2
	MaxLegs        = 10
	// A list holds the matches of so long a time, and at most so many.
	listedFor     = 2 * time.Hour
	listedMatches = 60
	shownSlips    = 60
	priceUnit     = 1000
)

// Errors of the sports book that a player is told of.
var (
	ErrSportsStake = arcade.Refusal{Status: http.StatusConflict, Sentence: "投注金额不在限额之内"}
	ErrReturn      = arcade.Refusal{Status: http.StatusConflict, Sentence: "可赢金额超过单注上限，请减少投注金额"}
	ErrSameMatch   = arcade.Refusal{Status: http.StatusConflict, Sentence: "同一场比赛的选项不能串关"}
	ErrSuspended   = arcade.Refusal{Status: http.StatusConflict, Sentence: "所选盘口已暂停投注"}
	ErrOdds        = arcade.Refusal{Status: http.StatusConflict, Sentence: "赔率已变动，请确认新赔率"}
	ErrSale        = arcade.Refusal{Status: http.StatusConflict, Sentence: "这张注单现在不能提前结算"}
	ErrSalePrice   = arcade.Refusal{Status: http.StatusConflict, Sentence: "提前结算金额已变动，请确认新金额"}
)

// leaguesOf are the competitions of each kind of book.
var leaguesOf = map[arcade.Kind]func() []sports.League{arcade.KindSports: sports.SportsLeagues, arcade.KindEsports: sports.EsportsLeagues}

// categories are the games of an e-sports venue that its leagues belong to.
var categories = map[string]string{"E1": "moba", "E2": "fps", "E3": "rts"}

// VenueBook is the book of one venue with the clock's time.
type VenueBook struct {
	*sports.Book
	Now     time.Time
	leagues []sports.League
	lobby   string // code of the game that a bet of several categories belongs to
}

// Bookmaker serves the sports books of the venues.
type Bookmaker struct{ *arcade.Arcade }

// BookOf is the book of a venue: the leagues of the kinds of its games. A guest
// plays at the real one.
func (p *Bookmaker) BookOf(ctx context.Context, venue string) (VenueBook, error) {
	b := VenueBook{Now: p.Clock.Now()}
	real := arcade.RealVenue(venue)
	i := slices.IndexFunc(p.Venues, func(v arcade.Venue) bool { return v.Code == real })
	if i < 0 {
		return b, arcade.ErrGame
	}
	known := map[arcade.Kind]bool{}
	for _, g := range p.Venues[i].Games {
		leagues := leaguesOf[g.Kind]
		if leagues == nil || known[g.Kind] {
			continue
		}
		known[g.Kind] = true
		b.lobby = cmp.Or(b.lobby, g.Code)
		b.leagues = append(b.leagues, leagues()...)
	}
	if len(b.leagues) == 0 {
		return b, arcade.ErrGame
	}
	seed, err := p.Books.VenueSeed(ctx, real)
	b.Book = sports.NewBook(seed, b.leagues)
	return b, err
}

// Slip is what was picked with a sports bet. The bet keeps it whole, so that its
// record does not change with names and prices.
type Slip struct {
	Odds     string    `json:"odds"`
	OddsType string    `json:"oddsType"` // EU, HK or MY
	Legs     []SlipLeg `json:"legs"`
	Sold     money.Fen `json:"sold,omitempty"` // the amount of a cash-out
}

// SlipLeg is one pick with the names that the player read.
type SlipLeg struct {
	sports.Leg
	League   string `json:"league"`
	Home     string `json:"home"`
	Away     string `json:"away"`
	Category string `json:"category"` // code of the league's game
	BetType  string `json:"betType"`
	Content  string `json:"content"`
	Odds     string `json:"odds"`
	Result   string `json:"result"` // "" before the result
}

// SlipOf reads what was picked; a bet that was put by hand picked nothing.
func SlipOf(b books.Bet) Slip {
	var s Slip
	if json.Unmarshal([]byte(b.Detail), &s) != nil || len(s.Legs) == 0 {
		return Slip{Odds: b.Odds, OddsType: b.OddsType}
	}
	return s
}

func (s Slip) legs() []sports.Leg {
	list := make([]sports.Leg, 0, len(s.Legs))
	for _, leg := range s.Legs {
		list = append(list, leg.Leg)
	}
	return list
}

// MatchView is a match as a list shows it. Offers are those of the main lines;
// the page of the match has all.
type MatchView struct {
	ID        string         `json:"id"`
	League    string         `json:"league"` // code
	Home      string         `json:"home"`
	Away      string         `json:"away"`
	KickoffAt int64          `json:"kickoffAt"`
	State     sports.State   `json:"state"`
	Minute    int            `json:"minute"`
	Score     sports.Score   `json:"score"`
	Result    string         `json:"result"`
	Offers    []sports.Offer `json:"offers"`
	Bets      int            `json:"bets,omitempty"` // of everybody, open; left out while no crowd plays
}

func (b VenueBook) viewMatch(m *sports.Match, offers []sports.Offer) MatchView {
	v := MatchView{
		ID: m.ID, League: m.League.Code, Home: m.HomeName(), Away: m.AwayName(), KickoffAt: m.Kickoff.UnixMilli(), State: m.State(b.Now),
		Minute: m.Minute(b.Now), Score: m.Score(b.Now), Offers: append([]sports.Offer{}, offers...),
	}
	if r, ok := m.Result(b.Now); ok {
		v.Score, v.Result = r.Score, ResultText(r)
	}
	return v
}

func ResultText(r sports.Result) string {
	if r.Abandoned {
		return "取消"
	}
	return strconv.Itoa(r.Score.Home) + ":" + strconv.Itoa(r.Score.Away)
}

// MainOffers are the offers of a list: the winner, and of the handicaps and
// totals the line whose sides are nearest to each other.
func MainOffers(all []sports.Offer) []sports.Offer {
	var list []sports.Offer
	for _, market := range []sports.Market{sports.Winner, sports.Handicap, sports.Total} {
		of := slices.DeleteFunc(slices.Clone(all), func(o sports.Offer) bool { return o.Market != market })
		if market == sports.Winner {
			list = append(list, of...)
			continue
		}
		best, distance := -1, math.MaxInt64
		for i := 0; i+1 < len(of); i += 2 { // the two sides of a line are neighbours
			if d := int(max(of[i].Price-of[i+1].Price, of[i+1].Price-of[i].Price)); d < distance {
				best, distance = i, d
			}
		}
		if best >= 0 {
			list = append(list, of[best], of[best+1])
		}
	}
	return list
}

// listing selects the matches of a tab of the page.
func (b VenueBook) listing(tab string) ([]*sports.Match, error) {
	midnight := calendar.DayOf(b.Now).End()
	from, to, state := b.Now, b.Now, sports.Live
	switch tab {
	case "live":
		to = b.Now.Add(time.Nanosecond)
	case "today":
		state = sports.Upcoming
		if to = b.Now.Add(listedFor); to.After(midnight) {
			to = midnight
		}
	case "early":
		from, to, state = midnight, midnight.Add(listedFor), sports.Upcoming
	case "results":
		from, state = b.Now.Add(-listedFor), sports.Over
	default:
		return nil, arcade.ErrRequest
	}
	list := slices.DeleteFunc(b.Between(from, to), func(m *sports.Match) bool {
		got := m.State(b.Now)
		if got == sports.Abandoned {
			got = sports.Over
		}
		return got != state || (tab == "early" && m.Kickoff.Before(midnight))
	})
	if tab == "results" {
		slices.Reverse(list)
	}
	// The order of the leagues is the page's: a league of many short matches hides no other.
	slices.SortStableFunc(list, func(a, c *sports.Match) int { return b.place(a) - b.place(c) })
	return list, nil
}

// Place is a match's league in the order of the page.
func (b VenueBook) place(m *sports.Match) int {
	return slices.IndexFunc(b.leagues, func(l sports.League) bool { return l.Code == m.League.Code })
}

// LeagueView is a competition with the number of its matches in a list.
type LeagueView struct {
	Code    string       `json:"code"`
	Name    string       `json:"name"`
	Sport   sports.Sport `json:"sport"`
	Game    string       `json:"game"` // code of the venue's game that it belongs to
	Matches int          `json:"matches"`
}

// Matches is a list of matches with the leagues that have some.
func (p *Bookmaker) Matches(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	b, err := p.BookOf(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	found, err := b.listing(r.URL.Query().Get("tab"))
	if err != nil {
		return nil, err
	}
	backed, err := p.betsOnMatches(ctx, s.Venue, b.Now)
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	list := []MatchView{}
	league := r.URL.Query().Get("league")
	for _, m := range found {
		counts[m.League.Code]++
		if len(list) < listedMatches && (league == "" || league == m.League.Code) {
			v := b.viewMatch(m, MainOffers(m.Offers(b.Now)))
			v.Bets = backed[m.ID]
			list = append(list, v)
		}
	}
	leagues := []LeagueView{}
	for _, l := range b.leagues {
		leagues = append(leagues, LeagueView{l.Code, l.Name, l.Sport, p.CategoryOf(s.Venue, l.Code, b.lobby), counts[l.Code]})
	}
	return map[string]any{
		"now": b.Now.UnixMilli(), "balance": account.Balance.String(), "leagues": leagues, "matches": list,
		"min": minSportsStake.String(), "max": maxSportsStake.String(), "maxReturn": maxReturn.String(), "maxLegs": MaxLegs,
		"lively": p.Crowd(),
	}, nil
}

// CategoryOf is the game of a venue that a league belongs to.
func (p *Bookmaker) CategoryOf(venue, league, lobby string) string {
	if code := categories[league]; p.Has(venue, code) {
		return code
	}
	return lobby
}

// eventView is a change of the score.
type eventView struct {
	Minute int  `json:"minute"`
	Home   bool `json:"home"`
	By     int  `json:"by"`
}

// Match is one match with all its markets.
func (p *Bookmaker) Match(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	b, err := p.BookOf(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	m, err := b.Match(r.URL.Query().Get("id"))
	if err != nil {
		return nil, arcade.ErrGame
	}
	events := []eventView{}
	if m.State(b.Now) == sports.Live { // an announcement may differ from what was played
		for _, e := range m.Events(b.Now) {
			events = append(events, eventView{int(e.At * float64(m.League.Minutes)), e.Home, e.By})
		}
	}
	return map[string]any{
		"now": b.Now.UnixMilli(), "match": b.viewMatch(m, m.Offers(b.Now)), "events": events, "commitment": m.Commitment(), "seed": m.Reveal(b.Now),
	}, nil
}

// Pick is a selection as the page sends it, with the price and the score that
// the player saw.
type Pick struct {
	Match string `json:"match"`
	sports.Selection
	Price sports.Price `json:"price"`
	Score sports.Score `json:"score"`
	Stake string       `json:"stake,omitempty"` // of a single, in yuan
}

// Quote is the offer of a pick as it is now.
type Quote struct {
	Match string       `json:"match"`
	Score sports.Score `json:"score"`
	sports.Offer
}

// quoteOf prices a pick. A selection that is offered no more is suspended.
func (b VenueBook) quoteOf(one Pick) (Quote, *sports.Match, error) {
	m, err := b.Match(one.Match)
	if err != nil {
		return Quote{}, nil, arcade.ErrRequest
	}
	o, ok := m.Offer(b.Now, one.Selection)
	if !ok {
		o = sports.Offer{Selection: one.Selection, Price: one.Price, Suspended: true}
	}
	return Quote{Match: m.ID, Score: m.Score(b.Now), Offer: o}, m, nil
}

// Quotes prices the picks of a slip.
func (p *Bookmaker) Quotes(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	var ask struct {
		Legs []Pick `json:"legs"`
	}
	if err := arcade.Read(r, &ask); err != nil || len(ask.Legs) > MaxLegs {
		return nil, arcade.ErrRequest
	}
	b, err := p.BookOf(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	list := []Quote{}
	for _, one := range ask.Legs {
		q, _, err := b.quoteOf(one)
		if err != nil {
			return nil, err
		}
		list = append(list, q)
	}
	return map[string]any{"now": b.Now.UnixMilli(), "offers": list}, nil
}

// SlipAsk is the body of POST sports/bet. With Parlay the legs are one bet of
// Stake; otherwise each leg is a bet of its own stake, all or none.
type SlipAsk struct {
	ID            string `json:"id"`
	Parlay        bool   `json:"parlay"`
	Stake         string `json:"stake"`
	OddsType      string `json:"oddsType"`
	AcceptChanges bool   `json:"acceptChanges"`
	Legs          []Pick `json:"legs"`
}

func (a SlipAsk) check() error {
	if !arcade.IDShape.MatchString(a.ID) || len(a.Legs) == 0 || len(a.Legs) > MaxLegs || (a.Parlay && len(a.Legs) < minParlayLegs) ||
		!slices.Contains([]string{sports.European, sports.HongKong, sports.Malay}, a.OddsType) {
		return arcade.ErrRequest
	}
	seen := map[string]bool{}
	for _, leg := range a.Legs {
		if a.Parlay && seen[leg.Match] {
			return ErrSameMatch
		}
		seen[leg.Match] = true
	}
	return nil
}

// PutSlip takes the bets of a slip at the odds that the player saw.
func (p *Bookmaker) PutSlip(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	var ask SlipAsk
	if err := arcade.Read(r, &ask); err != nil {
		return nil, err
	}
	return p.PlaySlip(ctx, s, ask)
}

func (p *Bookmaker) PlaySlip(ctx context.Context, s books.Session, ask SlipAsk) (any, error) {
	if err := ask.check(); err != nil {
		return nil, err
	}
	b, err := p.BookOf(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	legs, refused, err := p.legsOf(b, s.Venue, ask)
	if err != nil {
		return nil, err
	}
	puts, err := ask.puts(legs, b.lobby)
	if err != nil && refused == nil {
		refused = err
	}
	if len(puts) == 0 {
		return nil, refused
	}
	// A request that was carried out before is answered as it was, whatever the odds are now.
	kept, after, err := p.Place(ctx, s, ask.ID, puts, refused == nil)
	if errors.Is(err, arcade.ErrClosed) {
		err = refused
	}
	if err != nil {
		return nil, err
	}
	return map[string]any{"balance": after.String(), "bets": b.viewSlips(kept)}, nil
}

// legsOf prices the legs of a request. refused says why they cannot be taken.
func (p *Bookmaker) legsOf(b VenueBook, venue string, ask SlipAsk) (legs []SlipLeg, refused, err error) {
	changed, suspended := false, false
	quotes := []Quote{}
	for _, one := range ask.Legs {
		q, m, err := b.quoteOf(one)
		if err != nil {
			return nil, nil, err
		}
		quotes = append(quotes, q)
		suspended = suspended || q.Suspended
		// A handicap counts from the score on, so another score is another offer.
		changed = changed || q.Price != one.Price || (one.Market == sports.Handicap && q.Score != one.Score)
		betType, content, _ := strings.Cut(m.Describe(one.Selection), " ")
		legs = append(legs, SlipLeg{
			Leg:    sports.Leg{Match: m.ID, Placed: q.Score, Price: q.Price, Selection: one.Selection},
			League: m.League.Name, Home: m.HomeName(), Away: m.AwayName(), Category: p.CategoryOf(venue, m.League.Code, b.lobby),
			BetType: betType, Content: content, Odds: q.Price.Format(ask.OddsType),
		})
	}
	switch {
	case suspended:
		refused = arcade.Explained{Refusal: ErrSuspended, Field: "offers", Value: quotes}
	case changed && !ask.AcceptChanges:
		refused = arcade.Explained{Refusal: ErrOdds, Field: "offers", Value: quotes}
	}
	return legs, refused, nil
}

// puts are the bets of a request.
func (a SlipAsk) puts(legs []SlipLeg, lobby string) ([]arcade.Put, error) {
	if a.Parlay {
		one, err := putOf(a.Stake, a.OddsType, legs, lobby)
		return []arcade.Put{one}, err
	}
	var list []arcade.Put
	var refused error
	for i, leg := range legs {
		one, err := putOf(a.Legs[i].Stake, a.OddsType, []SlipLeg{leg}, lobby)
		refused = cmp.Or(refused, err)
		list = append(list, one)
	}
	return list, refused
}

func putOf(amount, oddsType string, legs []SlipLeg, lobby string) (arcade.Put, error) {
	stake, err := money.ParseYuan(amount)
	if err != nil || stake < minSportsStake || stake > maxSportsStake {
		return arcade.Put{}, ErrSportsStake
	}
	back, price := stake, sports.Price(priceUnit)
	game := legs[0].Category
	for _, leg := range legs {
		if back = back * money.Fen(leg.Price) / priceUnit; back > maxReturn {
			return arcade.Put{}, ErrReturn
		}
		price = price * leg.Price / priceUnit
		if leg.Category != game {
			game = lobby
		}
	}
	detail, err := json.Marshal(Slip{Odds: price.Format(oddsType), OddsType: oddsType, Legs: legs})
	return arcade.Put{Game: game, Stake: stake, Detail: string(detail)}, err
}

// SlipView is a sports bet as the page shows it. CashOut is "" for a bet that
// cannot be sold now.
type SlipView struct {
	ID string `json:"id"`
	At string `json:"at"`
	Slip
	Stake   string          `json:"stake"`
	Payout  string          `json:"payout"`
	Status  books.BetStatus `json:"status"`
	CashOut string          `json:"cashOut"`
}

func (b VenueBook) viewSlips(bets []books.Bet) []SlipView {
	list := []SlipView{}
	for _, one := range bets {
		v := SlipView{
			ID: one.ID, At: calendar.Stamp(one.PlacedAt), Slip: SlipOf(one), Stake: one.Stake.String(), Payout: one.Payout.String(), Status: one.Status,
		}
		v.Legs = append([]SlipLeg{}, v.Legs...)
		if value, ok := b.saleValue(one); ok {
			v.CashOut = value.String()
		}
		list = append(list, v)
	}
	return list
}

// Slips are the player's newest bets.
func (p *Bookmaker) Slips(ctx context.Context, s books.Session, _ *http.Request) (any, error) {
	b, err := p.BookOf(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	bets, err := p.Books.LatestBets(ctx, s.Venue, s.Player, shownSlips)
	return map[string]any{"now": b.Now.UnixMilli(), "balance": account.Balance.String(), "bets": b.viewSlips(bets)}, err
}

// saleValue is the cash-out value of an open single.
func (b VenueBook) saleValue(one books.Bet) (money.Fen, bool) {
	slip := SlipOf(one)
	if one.Status != books.BetOpen || len(slip.Legs) != 1 {
		return 0, false
	}
	return b.CashOut(one.Stake, slip.Legs[0].Leg, b.Now)
}

// Sell settles an open single at its cash-out value, unless that is less than
// the player was shown. A bet that was sold before stays as it was sold.
func (p *Bookmaker) Sell(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	var ask struct {
		Bet   string `json:"bet"`
		Value string `json:"value"`
	}
	if err := arcade.Read(r, &ask); err != nil {
		return nil, err
	}
	shown, err := money.ParseYuan(ask.Value)
	if err != nil {
		return nil, arcade.ErrRequest
	}
	b, err := p.BookOf(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	one, err := p.Books.Bet(ctx, s.Venue, ask.Bet)
	if errors.Is(err, books.ErrNotFound) || (err == nil && one.Player != books.Key(s.Player)) {
		return nil, arcade.ErrRequest
	}
	if err != nil {
		return nil, err
	}
	slip := SlipOf(one)
	if slip.Sold == 0 {
		value, ok := b.saleValue(one)
		switch {
		case !ok:
			return nil, ErrSale
		case value < shown:
			return nil, arcade.Explained{Refusal: ErrSalePrice, Field: "value", Value: value.String()}
		}
		slip.Sold = value
		detail, err := json.Marshal(slip)
		if err != nil {
			return nil, err
		}
		v := arcade.Settled{Payout: value, Valid: sports.ValidBet(one.Stake, value), At: b.Now, Detail: string(detail)}
		if err := p.Books.SettleBets(ctx, []books.Bet{v.Apply(one, b.Now)}); err != nil {
			return nil, err
		}
		// Its match may have settled it first.
		if one, err = p.Books.Bet(ctx, s.Venue, ask.Bet); err != nil {
			return nil, err
		}
		if SlipOf(one).Sold == 0 {
			return nil, ErrSale
		}
	}
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	return map[string]any{"balance": account.Balance.String(), "bet": b.viewSlips([]books.Bet{one})[0]}, nil
}

func (p *Bookmaker) Settler(ctx context.Context, venue string) (arcade.Settler, error) {
	b, err := p.BookOf(ctx, venue)
	return func(one books.Bet, now time.Time) (arcade.Settled, bool, error) { return settleSlip(b.Book, one, now) }, err
}

// settleSlip says what a sports bet came to; done is false while it is open. A
// result that was announced wrongly settles nothing before its correction, so
// a bet is never settled twice.
func settleSlip(b *sports.Book, one books.Bet, now time.Time) (v arcade.Settled, done bool, err error) {
	slip := SlipOf(one)
	if len(slip.Legs) == 0 { // put by hand: its company settles it
		return v, false, nil
	}
	var last, lost time.Time
	for i, leg := range slip.Legs {
		m, err := b.Match(leg.Match)
		if err != nil { // its league is gone: the other bets are settled all the same
			return v, false, nil
		}
		r, known := m.Result(now)
		if !known {
			continue
		}
		if final, _ := m.Result(m.End().Add(sports.CorrectedAfter)); final.Version != r.Version {
			return v, false, nil
		}
		slip.Legs[i].Result = ResultText(r)
		last = arcade.Later(last, r.At)
		if !r.Abandoned && sports.Judge(leg.Selection, r.Score, leg.Placed) == sports.FullLoss && (lost.IsZero() || r.At.Before(lost)) {
			lost = r.At
		}
	}
	payout, void, ok := b.Settle(one.Stake, slip.legs(), now)
	if !ok {
		return v, false, nil
	}
	v = arcade.Settled{Payout: payout, Valid: sports.ValidBet(one.Stake, payout), At: last, Void: void}
	if !lost.IsZero() {
		v.At = lost
	}
	detail, err := json.Marshal(slip)
	v.Detail = string(detail)
	return v, true, err
}

// betsOnMatches counts everybody's open bets by match. There are none while no
// crowd plays.
func (p *Bookmaker) betsOnMatches(ctx context.Context, venue string, now time.Time) (map[string]int, error) {
	p.Look(ctx, venue, arcade.KindSports, now)
	p.Look(ctx, venue, arcade.KindEsports, now)
	if !p.Crowd() {
		return nil, nil
	}
	counts := map[string]int{}
	for _, of := range arcade.WithCrowd(venue) {
		bets, err := p.Books.OpenBets(ctx, of)
		if err != nil {
			return nil, err
		}
		for _, b := range bets {
			for _, leg := range SlipOf(b).Legs {
				counts[leg.Match]++
			}
		}
	}
	return counts, nil
}
