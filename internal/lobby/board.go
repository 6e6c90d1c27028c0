package lobby

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/venue"
)

const (
	matchesShown = 12
	pricesShown  = 8 // of a match
	gamesOfDraws = 8
	drawsShown   = 6 // of a game
	tablesShown  = 8
	roundsShown  = 48 // of a table
	handsShown   = 12
)

// Boards are what a venue's bets tell of its matches, draws and rounds. Nothing in
// them says who bet, or how much.
type Boards struct {
	Matches []Match // the last bet on first
	Draws   []Draws
	Tables  []Table
	Hands   []Hand
}

// Match is a match that is being bet on.
type Match struct {
	League, Event string
	Score         string // when the last bet on the running match was placed; "" untold, or over
	ScoreAt       time.Time
	Starts        time.Time // zero where the venue does not tell
	Open          bool      // a bet on it waits for its end
	Prices        []Price
	At            time.Time // of the last bet

	alone bool // an open bet is on this match alone
	among bool // an open bet has it among other matches
	ended bool // a bet on this match alone was settled by its result
}

// open reports whether the match is not over, as far as bets tell. A combination is
// open until its last match ends, so it does not outweigh a bet on this one.
func (m *Match) open() bool { return m.alone || m.among && !m.ended }

// Price is what a pick of a market paid when it was last taken.
type Price struct {
	Market, Pick, Odds, OddsType string
	At                           time.Time

	side string
}

// Draws are the latest draws of one lottery, the latest first.
type Draws struct {
	Game venue.Game
	Name string
	List []Round
}

// Table is a table of a live hall, or a game without tables, with its latest rounds
// that were bet on, the latest first.
type Table struct {
	Game   venue.Game
	Name   string // of the game
	Table  string // "" where the venue tells none
	Rounds []Round
}

// Round is a draw or a round that is over.
type Round struct {
	Number  string    // the one that all who bet on it have
	Outcome string    // in the venue's words
	Numbers []string  // of the outcome where it is numbers alone
	Mark    Mark      // of a round at a table
	At      time.Time // of the first settlement: a bet may be settled late, or again
}

// Hand is a hand at a card table that is over.
type Hand struct {
	Game    venue.Game
	Name    string // of the game
	Room    string
	Outcome string    // the cards; "" where the venue does not tell them plainly
	At      time.Time // its minute: the second would lead to a win
}

// boardsOf reads the boards of a kind of games from bets, the latest first.
func boardsOf(kind venue.Kind, told []toldBet) (b Boards) {
	switch kind {
	case venue.Sport, venue.Esport:
		b.Matches = matchesOf(told)
	case venue.Lottery:
		b.Draws = drawsOf(told)
	case venue.Live:
		b.Tables = tablesOf(told)
	case venue.Board:
		b.Hands = handsOf(told)
	}
	return b
}

// matchesOf gathers the picks of bets by their matches. A pick without an event, a
// market or odds says nothing that a stranger could read.
func matchesOf(told []toldBet) []Match {
	// The latest price of a pick is wanted: the order is that of placing.
	placed := slices.SortedStableFunc(slices.Values(told), func(a, b toldBet) int { return b.BetAt.Compare(a.BetAt) })
	var list []*Match
	known := map[[2]string]*Match{}
	for _, t := range placed {
		for _, leg := range t.Facts.Legs {
			if leg.Event == "" {
				continue
			}
			key := [2]string{leg.League, leg.Event}
			m := known[key]
			if m == nil {
				m = &Match{League: leg.League, Event: leg.Event, At: t.BetAt}
				known[key], list = m, append(list, m)
			}
			m.note(t)
			if m.Score == "" && leg.Score != "" {
				m.Score, m.ScoreAt = leg.Score, t.BetAt
			}
			if m.Starts.IsZero() {
				m.Starts = leg.Starts
			}
			m.price(leg, t.BetAt)
		}
	}
	list = slices.DeleteFunc(list, func(m *Match) bool { return len(m.Prices) == 0 })
	for _, m := range list {
		if m.Open = m.open(); !m.Open { // the score of a bet is not the final one
			m.Score, m.ScoreAt = "", time.Time{}
		}
	}
	slices.SortStableFunc(list, func(a, b *Match) int { return rank(a.Open) - rank(b.Open) })
	matches := make([]Match, 0, matchesShown)
	for _, m := range list[:min(len(list), matchesShown)] {
		m.sortPrices()
		matches = append(matches, *m)
	}
	return matches
}

// note takes what the state of a bet says of the match.
func (m *Match) note(t toldBet) {
	switch one := len(t.Facts.Legs) == 1; {
	case t.Status == bet.Open && one:
		m.alone = true
	case t.Status == bet.Open:
		m.among = true
	case t.Status == bet.Settled && one && !t.Sold && !t.Facts.CashedOut:
		m.ended = true
	}
}

func rank(first bool) int {
	if first {
		return 0
	}
	return 1
}

// price adds a pick's odds. Bets come the latest first, so the first price holds. The
// odds of a market that is not told in full would stand beside those of another one.
func (m *Match) price(leg venue.BetLeg, at time.Time) {
	if leg.Vague || leg.Market == "" || leg.Pick == "" || leg.Odds == "" || len(m.Prices) == pricesShown {
		return
	}
	same := func(p Price) bool { return p.Market == leg.Market && p.Pick == leg.Pick }
	if !slices.ContainsFunc(m.Prices, same) {
		m.Prices = append(m.Prices, Price{Market: leg.Market, Pick: leg.Pick, Odds: leg.Odds, OddsType: leg.OddsType, At: at, side: leg.Side})
	}
}

// sides is the order in which the picks of a market are written, by their Side.
var sides = []string{"home", "draw", "away", "over", "under", "odd", "even"}

// sortPrices puts the picks of a market together, the latest market first.
func (m *Match) sortPrices() {
	var markets []string
	for _, p := range m.Prices {
		if !slices.Contains(markets, p.Market) {
			markets = append(markets, p.Market)
		}
	}
	slices.SortStableFunc(m.Prices, func(a, b Price) int {
		return cmp.Or(
			slices.Index(markets, a.Market)-slices.Index(markets, b.Market),
			place(a.side)-place(b.side),
		)
	})
}

// place is the position of a pick in its market. A pick on no known side is last.
func place(side string) int {
	if i := slices.Index(sides, side); i >= 0 {
		return i
	}
	return len(sides)
}

// drawsOf gathers the draws of each lottery. A round without an outcome is no draw
// yet, and neither is one whose bets are all open.
func drawsOf(told []toldBet) []Draws {
	rounds := map[string][]Round{}
	var draws []Draws
	for _, t := range told {
		name := t.lottery()
		if !t.roundTold() || name == "" {
			continue
		}
		if rounds[name] == nil {
			draws = append(draws, Draws{Game: t.game, Name: name})
		}
		rounds[name] = addRound(rounds[name], t)
	}
	for i := range draws {
		draws[i].List = newest(rounds[draws[i].Name], drawsShown)
	}
	slices.SortStableFunc(draws, func(a, b Draws) int { return b.List[0].At.Compare(a.List[0].At) })
	return draws[:min(len(draws), gamesOfDraws)]
}

// roundTold reports whether the round of a bet is over and may be shown. A number that
// one player alone has would lead to the bet.
func (t toldBet) roundTold() bool {
	return t.Status == bet.Settled && t.Facts.Round.Outcome != "" && t.Facts.Round.Shared != ""
}

// lottery is the name of the lottery of a bet. A venue that reports the bets of all its
// lotteries under one lobby may name each. If it tells only their codes, the code keeps
// the draws of two lotteries apart.
func (t toldBet) lottery() string {
	if t.GameName != "" || t.name == "" {
		return t.GameName
	}
	return strings.TrimSpace(t.name + " " + t.Facts.Round.Lottery)
}

// addRound adds the round of a bet, or the time of the bet to a round that another told.
func addRound(list []Round, t toldBet) []Round {
	round := t.Facts.Round
	if i := slices.IndexFunc(list, func(r Round) bool { return r.Number == round.Shared }); i >= 0 {
		if t.SettledAt.Before(list[i].At) {
			list[i].At = t.SettledAt
		}
		return list
	}
	return append(list, Round{
		Number: round.Shared, Outcome: round.Outcome, Numbers: numbersOf(round.Outcome), Mark: markOf(t.name, round.Outcome), At: t.SettledAt,
	})
}

// newest are the latest rounds, the latest first.
func newest(list []Round, most int) []Round {
	slices.SortStableFunc(list, func(a, b Round) int { return b.At.Compare(a.At) })
	return list[:min(len(list), most)]
}

// mostNumbers is how many numbers a draw has at most; a longer list is no draw of balls.
const mostNumbers = 20

// numbersOf reads an outcome of whole numbers of at most two digits, as "4,5,6" and
// "03 11 08". Any other outcome has none and is shown in its own words.
func numbersOf(outcome string) []string {
	parts := strings.FieldsFunc(outcome, func(r rune) bool { return strings.ContainsRune(",，、|+ ", r) })
	if len(parts) < 2 || len(parts) > mostNumbers {
		return nil
	}
	for _, part := range parts {
		if len(part) > 2 || strings.Trim(part, "0123456789") != "" {
			return nil
		}
	}
	return parts
}

// tablesOf gathers the rounds of each table whose outcome is told.
func tablesOf(told []toldBet) []Table {
	type key struct{ game, table string }
	rounds := map[key][]Round{}
	var tables []Table
	for _, t := range told {
		if !t.roundTold() || t.name == "" {
			continue
		}
		at := key{t.name, t.Facts.Round.Table}
		if rounds[at] == nil {
			tables = append(tables, Table{Game: t.game, Name: at.game, Table: at.table})
		}
		rounds[at] = addRound(rounds[at], t)
	}
	for i, table := range tables {
		tables[i].Rounds = newest(rounds[key{table.Name, table.Table}], roundsShown)
	}
	slices.SortStableFunc(tables, func(a, b Table) int { return b.Rounds[0].At.Compare(a.Rounds[0].At) })
	return tables[:min(len(tables), tablesShown)]
}

// handsOf lists the latest hands of card tables. A hand is known by its table, cards and
// second, for its number may be that of one player's part in it.
func handsOf(told []toldBet) []Hand {
	type key struct {
		game, room, outcome string
		second              int64
	}
	var list []Hand
	known := map[key]bool{}
	for _, t := range told {
		room, outcome := roomOf(t.Facts.Round.Table), t.Facts.Round.Outcome
		at := key{t.Game, room, outcome, t.SettledAt.Unix()}
		if t.Status != bet.Settled || t.name == "" || room == "" && outcome == "" || known[at] {
			continue
		}
		known[at] = true
		hand := Hand{Game: t.game, Name: t.name, Room: room, At: t.SettledAt.Truncate(time.Minute)}
		if strings.ContainsAny(outcome, suits) {
			hand.Outcome = outcome
		}
		if list = append(list, hand); len(list) == handsShown {
			break
		}
	}
	return list
}

// roomOf leaves the seat out of the words of a table: opponents know who sat there.
func roomOf(table string) string {
	parts := strings.Split(table, " · ")
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return strings.HasSuffix(part, "座") }), " · ")
}
