package sandbox

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/fishing"
	"hongyun/sandbox/live"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/dealer"
	"hongyun/sandbox/play/fishery"
	"hongyun/sandbox/venues/ag"
	"hongyun/sandbox/venues/bbin"
	"hongyun/sandbox/venues/sexy"
	"hongyun/sandbox/venues/wm"
)

// hand is a bet at a dealer's table with what the companies' rows tell of its round.
// Table, shoe and hand count from 1.
type hand struct {
	dealer.Place
	game       live.Game
	spot       live.Spot
	table      int
	name       string // of the table
	shoe, hand int64
}

// handOf finds the round of a bet; false for one that was put by hand.
func handOf(b books.Bet) (h hand, ok bool) {
	h.Place = dealer.PlaceOf(b)
	tables := live.Shipped()
	i := slices.IndexFunc(tables, func(t live.Table) bool { return t.Code == h.Table })
	_, number, found := strings.Cut(h.Round, "-")
	n, err := strconv.ParseInt(number, 10, 64)
	if i < 0 || !found || err != nil {
		return h, false
	}
	h.game, h.table, h.name, h.shoe, h.hand = tables[i].Game, i+1, tables[i].Name, n/live.RoundsOfShoe+1, n%live.RoundsOfShoe+1
	for _, s := range h.game.Spots() {
		if s.Key == h.Spot {
			h.spot = s
		}
	}
	return h, h.spot.Key != ""
}

// shoesOfTable is more than a table ever has, so that the shoes of two tables differ.
const shoesOfTable = 1_000_000

// shoeNumber numbers a shoe among those of all tables.
func (h hand) shoeNumber() int64 { return int64(h.table)*shoesOfTable + h.shoe }

// sides are the names of the two hands, the one that is named first first.
func (h hand) sides() (names [2]string, cards [2][]string) {
	if h.game == live.DragonTiger {
		return [2]string{"龙", "虎"}, [2][]string{h.Outcome.Left, h.Outcome.Right}
	}
	return [2]string{"庄", "闲"}, [2][]string{h.Outcome.Right, h.Outcome.Left} // left is the player
}

// odds are what a spot pays on 1.
func (h hand) odds() string { return strings.TrimSuffix(money.Fen(h.spot.Odds).String(), ".00") }

// bet is what was bet on, with its odds, as the felt of the table has it.
func (h hand) bet() string { return h.spot.Name + " 1:" + h.odds() }

// winners are the words of the winners that a record names.
var winners = map[string]string{
	"banker": "庄赢", "player": "闲赢", "tie": "和局", "dragon": "龙赢", "tiger": "虎赢",
}

// outcome is how the round ended, in words; "" before its end.
func (h hand) outcome() string {
	switch {
	case h.Outcome == nil:
		return ""
	case h.game == live.Roulette:
		return strconv.Itoa(h.Outcome.Number)
	case h.game == live.SicBo:
		return h.Outcome.DiceText()
	}
	names, cards := h.sides()
	parts := []string{winners[h.Outcome.Winner]}
	for i, name := range names {
		said := []string{name}
		if h.game == live.Baccarat {
			said = append(said, strconv.Itoa(h.Outcome.Points[1-i])+" 点") // the player's come first
		}
		for _, card := range cards[i] {
			said = append(said, arcade.Face(card))
		}
		parts = append(parts, strings.Join(said, " "))
	}
	return strings.Join(parts, " · ")
}

func agPlace(b books.Bet) ag.Place {
	h, ok := handOf(b)
	if !ok {
		return ag.Place{Table: h.Table, Round: h.Round, Spot: h.Spot}
	}
	return ag.Place{Table: h.name, Round: h.Round, Spot: h.bet(), Result: h.outcome()}
}

// agScene names the room of a shot as the pond does.
func agScene(b books.Bet) ag.Scene {
	at := ag.Scene(fishery.SceneOf(b))
	for _, room := range fishing.Rooms() {
		if strings.HasSuffix(at.Room, "-"+room.Code) {
			at.Room = room.Name
		}
	}
	return at
}

func wmPlace(b books.Bet) wm.Place {
	h, ok := handOf(b)
	if !ok {
		return wm.Place{}
	}
	return wm.Place{Event: h.shoeNumber(), Child: h.hand, Table: h.name, Code: h.Spot, Name: h.bet(), Result: h.outcome()}
}

// sexyWords are the vendor's words of the spots at the tables with cards.
var sexyWords = map[string]string{
	"banker": "Banker", "player": "Player", "tie": "Tie", "bankerpair": "BankerPair", "playerpair": "PlayerPair", "dragon": "Dragon", "tiger": "Tiger",
}

// sexyHand is how many places each hand of baccarat has in a row.
const sexyHand = 3

func sexyPlace(b books.Bet) sexy.Place {
	h, ok := handOf(b)
	if !ok {
		return sexy.Place{Round: h.Round, Spot: h.Spot}
	}
	p := sexy.Place{Round: h.Round, Spot: h.Spot, Table: h.table, Name: h.name, Odds: h.odds()}
	if word := sexyWords[h.Spot]; word != "" {
		p.Spot = word
	}
	if h.Outcome == nil {
		return p
	}
	p.Winner = strings.ToUpper(h.Outcome.Winner)
	if h.game == live.Roulette {
		p.Result, p.Winner = []string{strconv.Itoa(h.Outcome.Number)}, ""
		return p
	}
	if h.game == live.SicBo {
		p.Result, p.Winner = strings.Split(h.Outcome.DiceText(), ","), ""
		return p
	}
	for _, cards := range [][]string{h.Outcome.Left, h.Outcome.Right} {
		for _, card := range cards {
			p.Result = append(p.Result, numbered(card, "", 2))
		}
		for i := len(cards); h.game == live.Baccarat && i < sexyHand; i++ {
			p.Result = append(p.Result, "")
		}
	}
	return p
}

// numbered writes a card as its suit and the number of its face.
func numbered(card, between string, digits int) string {
	face := slices.Index([]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}, card[1:]) + 1
	return fmt.Sprintf("%s%s%0*d", card[:1], between, digits, face)
}

func bbinPlace(b books.Bet) bbin.Place {
	h, ok := handOf(b)
	if !ok {
		return bbin.Place{Serial: b.ID, Round: b.ID}
	}
	p := bbin.Place{Serial: fmt.Sprintf("%d%02d", h.shoeNumber(), h.hand), Round: fmt.Sprintf("%d-%d", h.shoe, h.hand)}
	switch {
	case h.Outcome == nil:
	case h.game == live.Roulette:
		p.Result = strconv.Itoa(h.Outcome.Number)
	case h.game == live.SicBo:
		p.Result = h.Outcome.DiceText()
	default:
		_, cards := h.sides()
		var sides []string
		for _, side := range cards {
			var list []string
			for _, card := range side {
				list = append(list, numbered(card, ".", 1))
			}
			sides = append(sides, strings.Join(list, ","))
		}
		p.Cards = strings.Join(sides, "*")
		first, second := h.Outcome.Points[1], h.Outcome.Points[0]
		if h.game == live.DragonTiger {
			first, second = second, first
		}
		p.Result = fmt.Sprintf("%d,%d", first, second)
	}
	return p
}

// jdbRich says whether a fishing bet was made in another room than the first.
func jdbRich(b books.Bet) bool {
	return !strings.HasSuffix(fishery.SceneOf(b).Room, "-"+fishing.Rooms()[0].Code)
}
