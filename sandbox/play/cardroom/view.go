package cardroom

import (
	"context"
	"net/http"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/board"
	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
)

// TableView is a table as the hall shows it.
type TableView struct {
	Code   string      `json:"code"`
	Name   string      `json:"name"`
	Game   board.Game  `json:"game"`
	Base   string      `json:"base"`
	Least  string      `json:"least"` // what a seat of the lowest multiple holds
	Seats  int         `json:"seats"`
	Taken  int         `json:"taken"`
	Round  string      `json:"round"`
	Number int64       `json:"number"`
	Phase  board.Phase `json:"phase"`
	EndsAt int64       `json:"endsAt"`
}

func (p *Room) viewBoardTable(r board.Round, play board.Play, people map[string]*sitter, now time.Time) TableView {
	rules := r.Table.Rules()
	phase, ends := r.Phase(now)
	taken := map[int]bool{}
	for _, c := range play.Chairs {
		taken[c.Seat] = c.Seat != board.CompanySeat
	}
	for _, one := range people {
		taken[one.seat] = one.seat != Nobody
	}
	v := TableView{
		Code: r.Table.Code, Name: r.Table.Name, Game: r.Table.Game, Base: r.Table.Base.String(), Seats: rules.Seats,
		Least: (r.Table.Base * money.Fen(rules.PlayHold(board.Bids[0], board.Multiples[0]))).String(),
		Round: r.ID(), Number: r.Number, Phase: phase, EndsAt: ends.UnixMilli(),
	}
	for _, is := range taken {
		if is {
			v.Taken++
		}
	}
	return v
}

// Floor is the hall: every table, and the rules of the games.
func (p *Room) Floor(ctx context.Context, s books.Session, _ *http.Request) (any, error) {
	hall, err := p.Hall(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.Clock.Now()
	bets, err := p.Bets(ctx, s.Venue, now.Add(-board.RoundFor), now)
	if err != nil {
		return nil, err
	}
	tables := []TableView{}
	for _, t := range hall.Tables() {
		r := hall.RoundAt(t, now)
		tables = append(tables, p.viewBoardTable(r, p.PlayOf(r, bets[r.ID()]), p.at(s.Venue, t.Code, now), now))
	}
	return map[string]any{"now": now.UnixMilli(), "balance": account.Balance.String(), "tables": tables, "names": p.boardNames(s.Venue)}, nil
}

// boardNames are what the venue calls its games.
func (p *Room) boardNames(venue string) map[board.Game]string {
	names := map[board.Game]string{}
	for _, listed := range board.Catalogue(arcade.RealVenue(venue)) {
		if rules, ok := board.OfKind(listed.KindID); ok {
			names[rules.Game] = listed.Name
		}
	}
	return names
}

// ChairView is a seat as the page of a table shows it. A multiple or bid that is
// not made yet, or that a bot still thinks about, is 0.
type ChairView struct {
	Seat     int         `json:"seat"`
	Name     string      `json:"name"`
	Bot      bool        `json:"bot"`
	You      bool        `json:"you"`
	Plays    bool        `json:"plays"` // takes part in the round
	Banker   bool        `json:"banker"`
	Bid      int         `json:"bid"`
	Multiple int         `json:"multiple"`
	Hand     *board.Hand `json:"hand,omitempty"`
	Times    int         `json:"times,omitempty"`
	Net      string      `json:"net,omitempty"` // after the cut, once the round is decided
}

// SeatView is a table with all that its page shows.
type SeatView struct {
	Now        int64        `json:"now"`
	Balance    string       `json:"balance"`
	Table      TableView    `json:"table"`
	Rules      board.Rules  `json:"rules"`
	Cut        int          `json:"cut"`
	Bids       []choiceView `json:"bids"`
	Multiples  []choiceView `json:"multiples"` // once the bank is fixed
	Seat       int          `json:"seat"`      // the player's, -1 for who only watches
	Factor     int          `json:"factor"`
	Held       string       `json:"held"`
	Commitment string       `json:"commitment"`
	Seed       string       `json:"seed,omitempty"`
	Chairs     []ChairView  `json:"chairs"`
	Rounds     []boardPast  `json:"rounds"`
	History    []boardBet   `json:"history"`
}

// choiceView is a bid or a multiple with what it holds.
type choiceView struct {
	Value int    `json:"value"`
	Holds string `json:"holds"`
}

// boardPast is a round that is over, in a word: who held the bank, with what hand,
// and what it came to.
type boardPast struct {
	Number int64  `json:"number"`
	Seat   int    `json:"seat"`
	Banker string `json:"banker"` // a bot's name
	Hand   string `json:"hand"`
	Net    int    `json:"net"`
}

// boardBet is a bet at a board table as the records show it.
type boardBet struct {
	ID string `json:"id"`
	At string `json:"at"`
	boardPart
	Stake  string          `json:"stake"`
	Payout string          `json:"payout"`
	Status books.BetStatus `json:"status"`
}

const pastRounds = 8

// Table is a table as who sits at it sees it.
func (p *Room) Table(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	hall, err := p.Hall(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	t, err := hall.Table(r.URL.Query().Get("code"))
	if err != nil {
		return nil, arcade.ErrGame
	}
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.Clock.Now()
	round := hall.RoundAt(t, now)
	bets, err := p.Bets(ctx, s.Venue, round.Opens.Add(-pastRounds*board.RoundFor), now)
	if err != nil {
		return nil, err
	}
	seat := p.sit(s, t, bets[round.ID()], !p.NoBots, account.Name, now)
	v := p.viewBoardSeat(round, bets[round.ID()], s, seat, now)
	v.Balance = account.Balance.String()
	v.Rounds = p.pastRounds(hall, round, bets, now)
	v.History, err = p.boardRecords(ctx, s)
	return v, err
}

func (p *Room) viewBoardSeat(round board.Round, bets []books.Bet, s books.Session, seat int, now time.Time) SeatView {
	play, people := p.PlayOf(round, bets), p.at(s.Venue, round.Table.Code, now)
	rules := round.Table.Rules()
	v := SeatView{
		Now: now.UnixMilli(), Table: p.viewBoardTable(round, play, people, now), Rules: rules, Cut: board.CutPercent, Seat: seat,
		Commitment: round.Commitment(), Seed: round.Reveal(now), Held: money.Fen(0).String(), Chairs: []ChairView{}, Multiples: []choiceView{},
	}
	for _, bid := range board.Bids {
		v.Bids = append(v.Bids, choiceView{bid, (round.Table.Base * money.Fen(rules.BidHold(bid))).String()})
	}
	if !now.Before(round.BankFixed()) { // before that, the bids of others are unknown
		v.Factor = play.Factor
		for _, multiple := range board.Multiples {
			v.Multiples = append(v.Multiples, choiceView{multiple, (round.Table.Base * money.Fen(rules.PlayHold(play.Factor, multiple))).String()})
		}
	}
	parts := map[int]boardPart{}
	for _, b := range bets {
		part, _ := partOf(b)
		parts[part.Seat] = part
		if b.Player == books.Key(s.Player) && b.Status == books.BetOpen {
			v.Held = b.Stake.String()
		}
	}
	names := map[int]string{}
	for _, one := range people {
		names[one.seat] = one.name
	}
	for _, c := range play.Chairs {
		if shown, visible := viewChair(round, play, c, now); visible {
			if part, ok := parts[c.Seat]; ok && now.Before(round.Closes()) {
				shown.Multiple = part.Multiple
			}
			v.Chairs = append(v.Chairs, shown)
		}
	}
	for at, name := range names {
		if _, plays := play.Chair(at); !plays && at != Nobody {
			v.Chairs = append(v.Chairs, ChairView{Seat: at, Name: name})
		}
	}
	for i := range v.Chairs {
		c := &v.Chairs[i]
		c.You = c.Seat == seat && seat != Nobody
		if c.Seat != board.CompanySeat && !c.Bot {
			c.Name = names[c.Seat]
			if !c.You {
				c.Name = arcade.Masked(c.Name)
			}
		}
	}
	return v
}

// viewChair is a seat that takes part, as far as the round has come. The
// company's hand is shown once no other seat took the bank.
func viewChair(r board.Round, play board.Play, c board.Chair, now time.Time) (ChairView, bool) {
	fixed := !now.Before(r.BankFixed())
	v := ChairView{
		Seat: c.Seat, Name: c.Bot, Bot: c.Bot != "", Plays: true, Banker: fixed && c.Seat == play.Banker, Bid: c.Bid, Multiple: c.Multiple,
	}
	if v.Bot && now.Before(r.Opens.Add(c.BidsAfter)) {
		v.Bid = 0
	}
	if v.Banker || !fixed || (v.Bot && now.Before(r.BankFixed().Add(c.PutsAfter))) {
		v.Multiple = 0
	}
	if !now.Before(r.Closes()) {
		v.Hand, v.Times = &c.Hand, r.Table.Rules().Ranks[c.Hand.Rank].Times
	}
	if !now.Before(r.Decided()) {
		risked, payout, _ := board.Pay(r.Table.Base, c.Net)
		v.Net = (payout - risked).String()
	}
	return v, c.Seat != board.CompanySeat || fixed
}

// pastRounds are the rounds before the one under way, and that one once it is
// decided; the newest first.
func (p *Room) pastRounds(hall *board.Hall, current board.Round, bets map[string][]books.Bet, now time.Time) []boardPast {
	list := []boardPast{}
	for n := current.Number; n > current.Number-pastRounds && n >= 0; n-- {
		r := hall.Round(current.Table, n)
		if now.Before(r.Decided()) {
			continue
		}
		play := p.PlayOf(r, bets[r.ID()])
		bank, _ := play.Chair(play.Banker)
		list = append(list, boardPast{Number: n, Seat: bank.Seat, Banker: bank.Bot, Hand: bank.Hand.Name, Net: bank.Net})
	}
	return list
}

// boardRecords are a player's last bets at board tables.
func (p *Room) boardRecords(ctx context.Context, s books.Session) ([]boardBet, error) {
	bets, err := p.Books.LatestBets(ctx, s.Venue, s.Player, arcade.HistoryRows)
	list := []boardBet{}
	for _, b := range bets {
		if part, ok := partOf(b); ok {
			list = append(list, boardBet{
				ID: b.ID, At: calendar.Stamp(b.PlacedAt), boardPart: part, Stake: b.Stake.String(), Payout: b.Payout.String(), Status: b.Status,
			})
		}
	}
	return list, err
}
