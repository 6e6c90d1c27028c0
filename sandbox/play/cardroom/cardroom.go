package cardroom

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/board"
	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
)

// boardPart is a player's part in a round of a board table; the detail of its bet.
type boardPart struct {
	Table    string `json:"table"`
	Round    string `json:"round"`
	Seat     int    `json:"seat"`
	Bid      int    `json:"bid,omitempty"`
	Multiple int    `json:"multiple,omitempty"`
	Bots     bool   `json:"bots,omitempty"` // bots sat at the table

	// Known once the round is settled.
	Hand   string `json:"hand,omitempty"`
	Banker bool   `json:"banker,omitempty"`
	Net    int    `json:"net,omitempty"` // in bases, before the cut
}

// partOf reads a player's part; false for a bet that was put by hand, or at
// another kind of game.
func partOf(b books.Bet) (part boardPart, ok bool) {
	kind, _ := strconv.Atoi(b.Game)
	if _, ok := board.OfKind(kind); !ok {
		return part, false
	}
	err := json.Unmarshal([]byte(b.Detail), &part)
	return part, err == nil && part.Round != ""
}

// Errors of board tables that a player is told of.
var (
	ErrFull   = arcade.Refusal{Status: http.StatusConflict, Sentence: "本桌已满，请换一桌"}
	ErrBidden = arcade.Refusal{Status: http.StatusConflict, Sentence: "本局抢庄已经提交"}
	ErrChosen = arcade.Refusal{Status: http.StatusConflict, Sentence: "本局下注已经提交"}
	ErrBanker = arcade.Refusal{Status: http.StatusConflict, Sentence: "庄家无需下注"}
)

// Hall are the board tables of a venue; a guest plays at the real ones.
func (p *Room) Hall(ctx context.Context, venue string) (*board.Hall, error) {
	seed, err := p.Books.VenueSeed(ctx, arcade.RealVenue(venue))
	if err != nil {
		return nil, err
	}
	return board.NewHall(seed, board.Shipped()), nil
}

// Bets are the bets of the rounds that a table opened in a stretch of time,
// by their round.
func (p *Room) Bets(ctx context.Context, venue string, from, to time.Time) (map[string][]books.Bet, error) {
	bets, err := p.Books.PlacedBetween(ctx, venue, from.UnixMilli(), to.UnixMilli())
	rounds := map[string][]books.Bet{}
	for _, b := range bets {
		if part, ok := partOf(b); ok {
			rounds[part.Round] = append(rounds[part.Round], b)
		}
	}
	return rounds, err
}

// PlayOf is a round as its players chose. Whether bots sat there is what the
// first of them found, so that a round stays the same when the switch is turned.
func (p *Room) PlayOf(r board.Round, bets []books.Bet) board.Play {
	bots := !p.NoBots
	var choices []board.Choice
	for i, b := range bets {
		part, _ := partOf(b)
		if i == 0 {
			bots = part.Bots
		}
		choices = append(choices, board.Choice{Seat: part.Seat, Bid: part.Bid, Multiple: part.Multiple})
	}
	return r.Play(choices, bots)
}

// boardAsk is the body of POST board/act: a bid for the bank, or a multiple
// against the banker.
type boardAsk struct {
	Round    string `json:"round"`
	Bid      int    `json:"bid"`
	Multiple int    `json:"multiple"`
}

// Act takes a bid or a multiple. The same choice again changes nothing, even
// when its phase is over: the page may not have heard of the first answer.
func (p *Room) Act(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	var ask boardAsk
	if err := arcade.Read(r, &ask); err != nil {
		return nil, err
	}
	hall, err := p.Hall(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	round, err := hall.Find(ask.Round)
	isBid, isPut := slices.Contains(board.Bids, ask.Bid), slices.Contains(board.Multiples, ask.Multiple)
	if err != nil || isBid == isPut || ask.Bid*ask.Multiple != 0 {
		return nil, arcade.ErrRequest
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	bets, err := p.Bets(ctx, s.Venue, round.Opens, round.Closes())
	if err != nil {
		return nil, err
	}
	bet, err := p.boardChoice(s, round, bets[round.ID()], ask)
	if err != nil {
		return nil, err
	}
	var after money.Fen
	if bet == nil { // it is there already
		account, err := p.Books.Account(ctx, s.Venue, s.Player)
		return map[string]string{"balance": account.Balance.String()}, err
	}
	switch after, err = p.Books.PutBet(ctx, *bet, false); {
	case errors.Is(err, books.ErrShort):
		return nil, arcade.ErrShort
	case errors.Is(err, books.ErrReopen), errors.Is(err, books.ErrOtherPlayer):
		return nil, arcade.ErrClosed
	}
	return map[string]string{"balance": after.String()}, err
}

// boardChoice is the bet with a choice, nil when it has that choice already.
// Its stake is the largest loss of the choice.
func (p *Room) boardChoice(s books.Session, round board.Round, bets []books.Bet, ask boardAsk) (*books.Bet, error) {
	now := p.Clock.Now()
	rules := round.Table.Rules()
	bet := books.Bet{
		Venue: s.Venue, ID: BetID(s, round), Player: s.Player, Game: strconv.Itoa(rules.Kind), Status: books.BetOpen, PlacedAt: now,
	}
	part := boardPart{Table: round.Table.Code, Round: round.ID(), Bots: !p.NoBots}
	mine := slices.IndexFunc(bets, func(b books.Bet) bool { return b.ID == bet.ID })
	if mine >= 0 {
		bet = bets[mine]
		part, _ = partOf(bet)
		switch {
		case ask.Bid != 0 && ask.Bid == part.Bid, ask.Multiple != 0 && ask.Multiple == part.Multiple:
			return nil, nil
		case ask.Bid != 0 && part.Bid != 0:
			return nil, ErrBidden
		case ask.Multiple != 0 && part.Multiple != 0:
			return nil, ErrChosen
		}
	} else if part.Seat = p.sit(s, round.Table, bets, !p.NoBots, "", now); part.Seat == Nobody {
		return nil, ErrFull
	}
	phase, _ := round.Phase(now)
	var hold int
	switch {
	case now.Before(round.Opens), bet.Status != books.BetOpen:
		return nil, arcade.ErrClosed
	case ask.Bid != 0 && phase == board.Bidding:
		part.Bid, hold = ask.Bid, rules.BidHold(ask.Bid)
	case ask.Multiple != 0 && phase == board.Betting:
		play := p.PlayOf(round, bets)
		if mine >= 0 && play.Banker == part.Seat {
			return nil, ErrBanker
		}
		part.Multiple, hold = ask.Multiple, rules.PlayHold(play.Factor, ask.Multiple)
	default:
		return nil, arcade.ErrClosed
	}
	detail, err := json.Marshal(part)
	bet.Stake, bet.Detail = round.Table.Base*money.Fen(hold), string(detail)
	bet.Valid = bet.Stake
	return &bet, err
}

// BetID is the one bet that a player has in a round.
func BetID(s books.Session, r board.Round) string {
	sum := sha256.Sum256([]byte(books.Key(s.Player)))
	return r.ID() + "-" + hex.EncodeToString(sum[:6])
}

func (p *Room) Settler(ctx context.Context, venue string) (arcade.Settler, error) {
	hall, err := p.Hall(ctx, venue)
	return func(b books.Bet, now time.Time) (arcade.Settled, bool, error) {
		return p.settleBoard(ctx, hall, b, now)
	}, err
}

// settleBoard says what a player's part in a round came to; done is false while
// the cards do not lie open. The bet's stake becomes what was won or lost: the
// rest of it was held and goes back.
func (p *Room) settleBoard(ctx context.Context, hall *board.Hall, b books.Bet, now time.Time) (v arcade.Settled, done bool, err error) {
	part, ok := partOf(b)
	if !ok { // put by hand: its company settles it
		return v, false, nil
	}
	round, err := hall.Find(part.Round)
	if errors.Is(err, board.ErrNoRound) {
		return v, false, nil
	}
	if err != nil || now.Before(round.Decided()) {
		return v, false, err
	}
	bets, err := p.Bets(ctx, b.Venue, round.Opens, round.Closes())
	if err != nil {
		return v, false, err
	}
	v, err = settlePart(round, p.PlayOf(round, bets[round.ID()]), part)
	return v, err == nil, err
}

// settlePart is what a player's part in a round comes to when its cards lie open.
func settlePart(round board.Round, play board.Play, part boardPart) (v arcade.Settled, err error) {
	chair, ok := play.Chair(part.Seat)
	if !ok {
		return v, fmt.Errorf("round %s has no seat %d", round.ID(), part.Seat)
	}
	part.Hand, part.Banker, part.Net = chair.Hand.Name, play.Banker == part.Seat, chair.Net
	detail, err := json.Marshal(part)
	v = arcade.Settled{At: round.Decided(), Detail: string(detail), Cards: cardsOf(play), Void: chair.Net == 0}
	v.Stake, v.Payout, v.Revenue = board.Pay(round.Table.Base, chair.Net)
	v.Valid = v.Stake
	return v, err
}

// Words in the line of a round: what is between two seats, and the company's seat.
const (
	seatsApart  = " · "
	companyName = "本馆"
)

// cardsOf writes a round in one line, as the bet record keeps it: every seat with its
// cards and their rank. The seats count from 1; the one before the first is the company's.
func cardsOf(p board.Play) string {
	var hands []string
	for _, c := range p.Chairs {
		name := strconv.Itoa(c.Seat+1) + " 座"
		if c.Seat < 0 {
			name = companyName
		}
		if c.Seat == p.Banker {
			name += " 庄"
		}
		hands = append(hands, strings.TrimSpace(name+" "+strings.Join(c.Hand.Cards, " ")+" "+c.Hand.Name))
	}
	return strings.Join(hands, seatsApart)
}

// AtTable tells whether a player takes part in a board round that is not settled.
func (p *Room) AtTable(ctx context.Context, venue, player string) (bool, error) {
	bets, err := p.Books.OpenBets(ctx, venue)
	return slices.ContainsFunc(bets, func(b books.Bet) bool {
		_, game, _ := p.Game(venue, b.Game)
		return b.Player == books.Key(player) && game.Kind == arcade.KindBoard
	}), err
}

// Deal plays the lowest multiple from the first seat of a table. A round that is
// drawn counts for nothing, so the last one before it is taken.
func (p *Room) Deal(ctx context.Context, bet books.Bet, at time.Time, back int) (arcade.Dealt, error) {
	hall, err := p.Hall(ctx, bet.Venue)
	if err != nil {
		return arcade.Dealt{}, err
	}
	tables := hall.Tables()
	i := slices.IndexFunc(tables, func(t board.Table) bool { return strconv.Itoa(t.Rules().Kind) == bet.Game })
	if i < 0 {
		return arcade.Dealt{}, arcade.ErrNoRounds // the lobby
	}
	for number := hall.RoundAt(tables[i], at).Number - 1 - int64(back); ; number-- {
		round := hall.Round(tables[i], number)
		part := boardPart{Table: round.Table.Code, Round: round.ID(), Multiple: board.Multiples[0], Bots: true}
		text, err := json.Marshal(part)
		if err != nil {
			return arcade.Dealt{}, err
		}
		one := bet
		one.ID, one.PlacedAt, one.Detail = round.ID()+"-"+rand.Text()[:12], round.Opens, string(text)
		played := p.PlayOf(round, []books.Bet{one})
		v, err := settlePart(round, played, part)
		if err != nil {
			return arcade.Dealt{}, err
		}
		if v.Void {
			continue
		}
		out := arcade.Dealt{Bets: []books.Bet{v.Apply(one, at)}}
		for _, chair := range played.Chairs {
			for _, card := range chair.Hand.Cards {
				out.Facts = append(out.Facts, arcade.Face(card))
			}
		}
		return out, nil
	}
}

// Seat is where a player sat at a board table. All of them count from 1.
type Seat struct{ Level, Table, Chair, Players int }

// SeatOf reads where a bet at a board table was made; a bet that was put by hand is at
// the first of everything.
func SeatOf(b books.Bet) Seat {
	part, ok := partOf(b)
	i := slices.IndexFunc(board.Shipped(), func(t board.Table) bool { return t.Code == part.Table })
	if !ok || i < 0 {
		return Seat{1, 1, 1, 2}
	}
	const levels = 3 // of each game
	s := Seat{Level: i%levels + 1, Table: i + 1, Chair: part.Seat + 1}
	for _, hand := range strings.Split(b.Cards, seatsApart) {
		if !strings.HasPrefix(hand, companyName) {
			s.Players++
		}
	}
	return s
}
