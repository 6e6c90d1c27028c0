package sandbox

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	h.game, h.table, h.shoe, h.hand = tables[i].Game, i+1, n/live.RoundsOfShoe+1, n%live.RoundsOfShoe+1
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

func agPlace(b books.Bet) ag.Place {
	at := dealer.PlaceOf(b)
	return ag.Place{Table: at.Table, Round: at.Round, Spot: at.Spot}
}

func wmPlace(b books.Bet) wm.Place {
	h, ok := handOf(b)
	if !ok {
		return wm.Place{}
	}
	p := wm.Place{Event: h.shoeNumber(), Child: h.hand, Table: h.table, Code: h.Spot, Name: h.spot.Name}
	switch {
	case h.Outcome == nil:
	case h.game == live.Roulette:
		p.Result = strconv.Itoa(h.Outcome.Number)
	case h.game == live.SicBo:
		p.Result = h.Outcome.DiceText()
	default:
		names, cards := h.sides()
		for i, name := range names {
			p.Result += " " + name + ":"
			for _, card := range cards[i] {
				p.Result += arcade.Face(card)
			}
		}
		p.Result = strings.TrimSpace(p.Result)
	}
	return p
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
	p := sexy.Place{Round: h.Round, Spot: h.Spot, Table: h.table}
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
