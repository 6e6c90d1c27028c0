package play

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
	errFull   = refusal{http.StatusConflict, "本桌已满，请换一桌"}
	errBidden = refusal{http.StatusConflict, "本局抢庄已经提交"}
	errChosen = refusal{http.StatusConflict, "本局下注已经提交"}
	errBanker = refusal{http.StatusConflict, "庄家无需下注"}
)

// boardHall are the board tables of a venue; a guest plays at the real ones.
func (p *boards) boardHall(ctx context.Context, venue string) (*board.Hall, error) {
	seed, err := p.Books.VenueSeed(ctx, realVenue(venue))
	if err != nil {
		return nil, err
	}
	return board.NewHall(seed, board.Shipped()), nil
}

// boardBets are the bets of the rounds that a table opened in a stretch of time,
// by their round.
func (p *boards) boardBets(ctx context.Context, venue string, from, to time.Time) (map[string][]books.Bet, error) {
	bets, err := p.Books.PlacedBetween(ctx, venue, from.UnixMilli(), to.UnixMilli())
	rounds := map[string][]books.Bet{}
	for _, b := range bets {
		if part, ok := partOf(b); ok {
			rounds[part.Round] = append(rounds[part.Round], b)
		}
	}
	return rounds, err
}

// playOf is a round as its players chose. Whether bots sat there is what the
// first of them found, so that a round stays the same when the switch is turned.
func (p *boards) playOf(r board.Round, bets []books.Bet) board.Play {
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

// boardAct takes a bid or a multiple. The same choice again changes nothing, even
// when its phase is over: the page may not have heard of the first answer.
func (p *boards) boardAct(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	var ask boardAsk
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	hall, err := p.boardHall(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	round, err := hall.Find(ask.Round)
	isBid, isPut := slices.Contains(board.Bids, ask.Bid), slices.Contains(board.Multiples, ask.Multiple)
	if err != nil || isBid == isPut || ask.Bid*ask.Multiple != 0 {
		return nil, errAsk
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	bets, err := p.boardBets(ctx, s.Venue, round.Opens, round.Closes())
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
		return nil, errShort
	case errors.Is(err, books.ErrReopen), errors.Is(err, books.ErrOtherPlayer):
		return nil, errClosed
	}
	return map[string]string{"balance": after.String()}, err
}

// boardChoice is the bet with a choice, nil when it has that choice already.
// Its stake is the largest loss of the choice.
func (p *boards) boardChoice(s books.Session, round board.Round, bets []books.Bet, ask boardAsk) (*books.Bet, error) {
	now := p.Clock.Now()
	rules := round.Table.Rules()
	bet := books.Bet{
		Venue: s.Venue, ID: boardBetID(s, round), Player: s.Player, Game: strconv.Itoa(rules.Kind), Status: books.BetOpen, PlacedAt: now,
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
			return nil, errBidden
		case ask.Multiple != 0 && part.Multiple != 0:
			return nil, errChosen
		}
	} else if part.Seat = p.sit(s, round.Table, bets, !p.NoBots, "", now); part.Seat == nobody {
		return nil, errFull
	}
	phase, _ := round.Phase(now)
	var hold int
	switch {
	case now.Before(round.Opens), bet.Status != books.BetOpen:
		return nil, errClosed
	case ask.Bid != 0 && phase == board.Bidding:
		part.Bid, hold = ask.Bid, rules.BidHold(ask.Bid)
	case ask.Multiple != 0 && phase == board.Betting:
		play := p.playOf(round, bets)
		if mine >= 0 && play.Banker == part.Seat {
			return nil, errBanker
		}
		part.Multiple, hold = ask.Multiple, rules.PlayHold(play.Factor, ask.Multiple)
	default:
		return nil, errClosed
	}
	detail, err := json.Marshal(part)
	bet.Stake, bet.Detail = round.Table.Base*money.Fen(hold), string(detail)
	bet.Valid = bet.Stake
	return &bet, err
}

// boardBetID is the one bet that a player has in a round.
func boardBetID(s books.Session, r board.Round) string {
	sum := sha256.Sum256([]byte(books.Key(s.Player)))
	return r.ID() + "-" + hex.EncodeToString(sum[:6])
}

func (p *boards) boardSettler(ctx context.Context, venue string) (settler, error) {
	hall, err := p.boardHall(ctx, venue)
	return func(b books.Bet, now time.Time) (settled, bool, error) { return p.settleBoard(ctx, hall, b, now) }, err
}

// settleBoard says what a player's part in a round came to; done is false while
// the cards do not lie open. The bet's stake becomes what was won or lost: the
// rest of it was held and goes back.
func (p *boards) settleBoard(ctx context.Context, hall *board.Hall, b books.Bet, now time.Time) (v settled, done bool, err error) {
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
	bets, err := p.boardBets(ctx, b.Venue, round.Opens, round.Closes())
	if err != nil {
		return v, false, err
	}
	v, err = settlePart(round, p.playOf(round, bets[round.ID()]), part)
	return v, err == nil, err
}

// settlePart is what a player's part in a round comes to when its cards lie open.
func settlePart(round board.Round, play board.Play, part boardPart) (v settled, err error) {
	chair, ok := play.Chair(part.Seat)
	if !ok {
		return v, fmt.Errorf("round %s has no seat %d", round.ID(), part.Seat)
	}
	part.Hand, part.Banker, part.Net = chair.Hand.Name, play.Banker == part.Seat, chair.Net
	detail, err := json.Marshal(part)
	v = settled{at: round.Decided(), detail: string(detail), cards: cardsOf(play), void: chair.Net == 0}
	v.stake, v.payout, v.revenue = board.Pay(round.Table.Base, chair.Net)
	v.valid = v.stake
	return v, err
}

// cardsOf writes a round in one line, as the bet record keeps it: the banker's
// seat, then every seat with its cards. The company's seat is 0, the others
// count from 1.
func cardsOf(p board.Play) string {
	hands := []string{"B" + strconv.Itoa(p.Banker+1)}
	for _, c := range p.Chairs {
		hands = append(hands, strconv.Itoa(c.Seat+1)+":"+strings.Join(c.Hand.Cards, ","))
	}
	return strings.Join(hands, "|")
}

// atTable tells whether a player takes part in a board round that is not settled.
func (p *boards) atTable(ctx context.Context, venue, player string) (bool, error) {
	bets, err := p.Books.OpenBets(ctx, venue)
	return slices.ContainsFunc(bets, func(b books.Bet) bool {
		_, game, _ := p.game(venue, b.Game)
		return b.Player == books.Key(player) && game.Kind == KindBoard
	}), err
}

// deal plays the lowest multiple from the first seat of a table. A round that is
// drawn counts for nothing, so the last one before it is taken.
func (p *boards) deal(ctx context.Context, bet books.Bet, at time.Time, back int) (Dealt, error) {
	hall, err := p.boardHall(ctx, bet.Venue)
	if err != nil {
		return Dealt{}, err
	}
	tables := hall.Tables()
	i := slices.IndexFunc(tables, func(t board.Table) bool { return strconv.Itoa(t.Rules().Kind) == bet.Game })
	if i < 0 {
		return Dealt{}, ErrNoRounds // the lobby
	}
	for number := hall.RoundAt(tables[i], at).Number - 1 - int64(back); ; number-- {
		round := hall.Round(tables[i], number)
		part := boardPart{Table: round.Table.Code, Round: round.ID(), Multiple: board.Multiples[0], Bots: true}
		text, err := json.Marshal(part)
		if err != nil {
			return Dealt{}, err
		}
		one := bet
		one.ID, one.PlacedAt, one.Detail = round.ID()+"-"+rand.Text()[:12], round.Opens, string(text)
		played := p.playOf(round, []books.Bet{one})
		v, err := settlePart(round, played, part)
		if err != nil {
			return Dealt{}, err
		}
		if v.void {
			continue
		}
		out := Dealt{Bets: []books.Bet{v.apply(one, at)}}
		for _, chair := range played.Chairs {
			for _, card := range chair.Hand.Cards {
				out.Facts = append(out.Facts, Face(card))
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
	for _, hand := range strings.Split(b.Cards, "|")[1:] {
		if !strings.HasPrefix(hand, "0:") { // the company's
			s.Players++
		}
	}
	return s
}
