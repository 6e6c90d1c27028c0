package play

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/board"
	"hongyun/sandbox/books"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/fishing"
	"hongyun/sandbox/live"
	"hongyun/sandbox/lottery"
)

// Dealt is a round that is over, as the engine of its game dealt it, with bets of one
// player in it. The bets are not in the books yet.
type Dealt struct {
	Bets    []books.Bet
	Opposed bool     // two bets are on the two sides of one play
	Facts   []string // of the outcome: whoever tells it tells these
}

// ErrNoRounds says that a game has no rounds, such as a match.
var ErrNoRounds = errors.New("play: this game has no rounds")

// Deal deals a round of a game that is over at a time: the last one, or one that many
// rounds back.
func (p *Play) Deal(ctx context.Context, venue, player, code string, at time.Time, back int) (Dealt, error) {
	_, game, ok := p.game(venue, code)
	if !ok {
		return Dealt{}, ErrNoRounds
	}
	bet := books.Bet{Venue: venue, Player: player, Game: game.Code, Status: books.BetOpen}
	switch game.Kind {
	case KindLive:
		return p.dealTable(ctx, bet, at, back)
	case KindLottery:
		return p.dealDraw(ctx, bet, at, back)
	case KindSlot:
		return dealSlot(bet, game, at)
	case KindFishing:
		return p.dealScene(ctx, bet, at)
	case KindBoard:
		return p.dealBoard(ctx, bet, at, back)
	case KindSports, KindEsports:
	}
	return Dealt{}, ErrNoRounds
}

func dealtID() string { return "R" + rand.Text() }

// The stakes of two bets on two sides differ, as those of a player who bets on both do.
var dealtStakes = []money.Fen{10 * money.Yuan, 8 * money.Yuan}

// dealTable bets on banker and player of a hand of baccarat.
func (p *Play) dealTable(ctx context.Context, bet books.Bet, at time.Time, back int) (Dealt, error) {
	f, err := p.floorOf(ctx, bet.Venue)
	if err != nil {
		return Dealt{}, err
	}
	tables := f.Tables()
	t := tables[slices.IndexFunc(tables, func(t live.Table) bool { return t.Game == live.Baccarat })]
	round := f.Round(t, f.RoundAt(t, at).Number-1-int64(back))
	out := Dealt{Opposed: true}
	for i, spot := range []string{"banker", "player"} {
		detail, err := json.Marshal(Place{Table: t.Code, Round: round.ID(), Spot: spot})
		if err != nil {
			return out, err
		}
		one := bet
		one.ID, one.Game, one.Stake, one.PlacedAt, one.Detail = dealtID(), gameCodes[t.Game], dealtStakes[i], round.Opens, string(detail)
		v, _, err := settleLive(f, one, at)
		if err != nil {
			return out, err
		}
		out.Bets = append(out.Bets, v.apply(one, at))
	}
	o := round.Outcome()
	for _, card := range slices.Concat(o.Left, o.Right) {
		out.Facts = append(out.Facts, Face(card))
	}
	return out, nil
}

// dealDraw bets on big and small of the first play of a draw that has them.
func (p *Play) dealDraw(ctx context.Context, bet books.Bet, at time.Time, back int) (Dealt, error) {
	h, err := p.drawsOf(ctx, bet.Venue)
	if err != nil {
		return Dealt{}, err
	}
	l, err := h.Lottery(bet.Game)
	if err != nil {
		return Dealt{}, ErrNoRounds // a lobby
	}
	issue := h.Latest(l, at, back+1)[back]
	picks := l.Family.Picks()
	big := picks[slices.IndexFunc(picks, func(p lottery.Pick) bool { return p.Name == "大" })]
	small := picks[slices.IndexFunc(picks, func(p lottery.Pick) bool { return p.Name == "小" && p.Play == big.Play && p.Of == big.Of })]
	out := Dealt{Opposed: true}
	for i, pick := range []lottery.Pick{big, small} {
		detail, err := json.Marshal(slip{Pick: pick.Key, Ticket: Ticket{
			Issue: issue.ID(), Play: pick.Play, Position: pick.Of, Number: pick.Name, Odds: "1.94", Unit: money.Yuan, Multiple: int(dealtStakes[i] / money.Yuan),
		}})
		if err != nil {
			return out, err
		}
		one := bet
		one.ID, one.Stake, one.PlacedAt, one.Detail = dealtID(), dealtStakes[i], issue.ClosesAt(), string(detail)
		v, _, err := settleTicket(h, one, at)
		if err != nil {
			return out, err
		}
		out.Bets = append(out.Bets, v.apply(one, at))
	}
	result, _ := issue.Result(at) // it is drawn
	out.Facts = []string{numbersOf(result)}
	return out, nil
}

// dealtSpins is how often a slot is turned to find a round with free spins and one
// without. A round without any is found by chance, so rarely it is missing.
const dealtSpins = 5000

// dealSlot turns a slot until a round won free spins, and gives one without them too.
func dealSlot(bet books.Bet, game Game, at time.Time) (Dealt, error) {
	model, seed := modelOf(game), fair.NewSeed()
	var out Dealt
	for _, free := range []bool{false, true} {
		for n := range uint64(dealtSpins) {
			result := model.Play(seed.Draw("control", n))
			if (len(result.Spins) > 1) != free {
				continue
			}
			won := money.Fen(result.Win * coins[0])
			detail, err := json.Marshal(detail{Coin: coins[0], Won: int64(won), Seed: seedUsed{seed.Commitment(), "control", n}, Result: result})
			if err != nil {
				return out, err
			}
			one := bet
			one.ID, one.Stake, one.PlacedAt, one.SettledAt, one.Detail = dealtID(), money.Fen(coins[0]*model.Units), at, at, string(detail)
			one.Status, one.Valid, one.Payout = books.BetSettled, one.Stake, won
			out.Bets = append(out.Bets, one)
			break
		}
	}
	return out, nil
}

// dealScene shoots once at the commonest fish of the first room.
func (p *Play) dealScene(ctx context.Context, bet books.Bet, at time.Time) (Dealt, error) {
	room := fishing.Rooms()[0]
	w, err := p.watersOf(ctx, bet.Venue, bet.Game, room.Code)
	if err != nil {
		return Dealt{}, err
	}
	seeds := books.Seeds{Server: fair.NewSeed(), Client: "control"}
	cost := room.Cannons[0]
	v := volley{Hall: bet.Game, Room: room.Code, Seed: seedUsed{seeds.Server.Commitment(), seeds.Client, seeds.Round}, Shots: []shot{
		{Fish: "control", Kind: w.Shoal()[0].Code, Cost: int64(cost)},
	}}
	bet.ID, bet.Stake, bet.Valid, bet.PlacedAt, bet.SettledAt, bet.Status = dealtID(), cost, cost, at, at, books.BetSettled
	bet.Payout, _ = w.deal(&v, seeds)
	text, err := json.Marshal(v)
	bet.Detail = string(text)
	return Dealt{Bets: []books.Bet{bet}}, err
}

// dealBoard plays the lowest multiple from the first seat of a table. A round that is
// drawn counts for nothing, so the last one before it is taken.
func (p *Play) dealBoard(ctx context.Context, bet books.Bet, at time.Time, back int) (Dealt, error) {
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

// suits are the suits of cards as people write them.
var suits = strings.NewReplacer("S", "♠", "H", "♥", "C", "♣", "D", "♦")

// Face writes a card of the engines, such as H10, as people do: ♥10. A tile stays its
// number.
func Face(card string) string {
	if len(card) < 2 {
		return card
	}
	return suits.Replace(card[:1]) + card[1:]
}

// SpinsOf is how many free spins a round of a slot had; a bet that was put by hand has
// no round.
func SpinsOf(b books.Bet) (free int, ok bool) {
	var d detail
	if json.Unmarshal([]byte(b.Detail), &d) != nil || len(d.Result.Spins) == 0 {
		return 0, false
	}
	for _, s := range d.Result.Spins {
		if s.Free {
			free++
		}
	}
	return free, true
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
