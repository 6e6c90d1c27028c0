package live

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/fair"
)

// Game is what is played at a table.
type Game string

// The games.
const (
	Baccarat    Game = "baccarat"
	DragonTiger Game = "dragontiger"
	Roulette    Game = "roulette"
	SicBo       Game = "sicbo"
)

// The parts of a round. Between them it is dealt.
const (
	BettingFor = 18 * time.Second
	ResultFor  = 5 * time.Second
	// RoundsOfShoe is after how many rounds a road map begins anew.
	RoundsOfShoe = 60
)

// fourCardsFor is how long a hand of baccarat without a third card is dealt.
const fourCardsFor = 4 * time.Second

// dealtFor is the longest time that a round of a game is dealt. The page shows
// each card, the wheel or the dice in it.
func (g Game) dealtFor() time.Duration {
	switch g {
	case DragonTiger:
		return 2 * time.Second
	case Roulette:
		return 9 * time.Second
	case SicBo:
		return 4 * time.Second
	case Baccarat:
	}
	return 6 * time.Second
}

// RoundFor is how long a round of a game lasts.
func (g Game) RoundFor() time.Duration { return BettingFor + g.dealtFor() + ResultFor }

// Phase is the part of a round at a time.
type Phase string

// The phases.
const (
	Betting Phase = "betting"
	Dealing Phase = "dealing"
	Shown   Phase = "shown"
)

// Table is a dealer's table. Offset shifts its rounds, so that not all tables
// of a venue deal at once.
type Table struct {
	Code     string
	Name     string
	Game     Game
	Min, Max money.Fen // of one bet
	Offset   time.Duration
}

// Floor is the tables of a venue under one secret seed.
type Floor struct {
	seed   fair.Seed
	tables []Table
}

// NewFloor opens tables.
func NewFloor(seed fair.Seed, tables []Table) *Floor { return &Floor{seed: seed, tables: tables} }

// Tables lists the venue's tables.
func (f *Floor) Tables() []Table { return f.tables }

// Errors a player is told of.
var (
	ErrNoTable = errors.New("live: no such table")
	ErrNoRound = errors.New("live: no such round")
	ErrNoSpot  = errors.New("live: no such bet")
)

// Table finds a table by its code.
func (f *Floor) Table(code string) (Table, error) {
	if i := slices.IndexFunc(f.tables, func(t Table) bool { return t.Code == code }); i >= 0 {
		return f.tables[i], nil
	}
	return Table{}, ErrNoTable
}

var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Round is one round of a table.
type Round struct {
	Table  Table
	Number int64
	Opens  time.Time

	seed fair.Seed
}

// RoundAt is the round under way at a table.
func (f *Floor) RoundAt(t Table, now time.Time) Round {
	return f.Round(t, int64(now.Sub(epoch.Add(t.Offset))/t.Game.RoundFor()))
}

// Round is a table's round by its number.
func (f *Floor) Round(t Table, number int64) Round {
	r := Round{Table: t, Number: number, Opens: epoch.Add(t.Offset + time.Duration(number)*t.Game.RoundFor())}
	r.seed = f.seed.Derive(r.ID())
	return r
}

// Find gives a round by its id.
func (f *Floor) Find(id string) (Round, error) {
	code, number, found := strings.Cut(id, "-")
	t, err := f.Table(code)
	n, wrong := strconv.ParseInt(number, 10, 64)
	if !found || err != nil || wrong != nil || n < 0 || id != fmt.Sprintf("%s-%d", code, n) {
		return Round{}, ErrNoRound
	}
	return f.Round(t, n), nil
}

// ID names the round.
func (r Round) ID() string { return fmt.Sprintf("%s-%d", r.Table.Code, r.Number) }

// Phase tells how far the round is, and when that part ends.
func (r Round) Phase(now time.Time) (Phase, time.Time) {
	closes := r.Closes()
	switch {
	case now.Before(closes):
		return Betting, closes
	case now.Before(r.Decided()):
		return Dealing, r.Decided()
	}
	return Shown, r.Opens.Add(r.Table.Game.RoundFor())
}

// Decided is when the last card lies: the bets of the round are settled then.
func (r Round) Decided() time.Time {
	if r.Table.Game == Baccarat {
		if o := r.Outcome(); len(o.Left)+len(o.Right) == 4 {
			return r.Closes().Add(fourCardsFor)
		}
	}
	return r.Closes().Add(r.Table.Game.dealtFor())
}

// Lasts is how long the part of the round lasts that is on.
func (r Round) Lasts(now time.Time) time.Duration {
	switch phase, until := r.Phase(now); phase {
	case Betting:
		return BettingFor
	case Dealing:
		return until.Sub(r.Closes())
	case Shown:
	}
	return r.Opens.Add(r.Table.Game.RoundFor()).Sub(r.Decided())
}

// Closes is when the last bet is taken.
func (r Round) Closes() time.Time { return r.Opens.Add(BettingFor) }

// Commitment binds the round while bets are taken.
func (r Round) Commitment() string { return r.seed.Commitment() }

// Reveal is the round's seed, "" while bets are taken.
func (r Round) Reveal(now time.Time) string {
	if now.Before(r.Closes()) {
		return ""
	}
	return r.seed.String()
}

// Outcome is what was dealt. Cards are as "H10", "SA"; a roulette round has a
// Number and no cards, a round of dice its Dice and their total. Winner is the
// spot that gives the road map its colour.
type Outcome struct {
	Left   []string `json:"left,omitempty"`
	Right  []string `json:"right,omitempty"`
	Points [2]int   `json:"points"`
	Dice   []int    `json:"dice,omitempty"`
	Number int      `json:"number"`
	Winner string   `json:"winner"`
	Pairs  [2]bool  `json:"pairs"`
}

// Outcome deals the round.
func (r Round) Outcome() Outcome {
	d := r.seed.Draw("table", 0)
	switch r.Table.Game {
	case DragonTiger:
		return dealDragonTiger(d)
	case Roulette:
		return Outcome{Number: d.IntN(pockets), Winner: ""}.spun()
	case SicBo:
		return dealDice(d)
	case Baccarat:
	}
	return dealBaccarat(d)
}

// Road lists the winners of the rounds since the change of shoe, the oldest
// first, up to the last round that is decided.
func (f *Floor) Road(t Table, now time.Time) []Outcome {
	current := f.RoundAt(t, now)
	last := current.Number - 1
	if phase, _ := current.Phase(now); phase == Shown {
		last = current.Number
	}
	var list []Outcome
	for n := last - last%RoundsOfShoe; n <= last; n++ {
		list = append(list, f.Round(t, n).Outcome())
	}
	return list
}

// Payout is what a bet on a spot brings in this round, as Game.Payout says.
func (r Round) Payout(spot string, stake money.Fen) (money.Fen, error) {
	return r.Table.Game.Payout(spot, stake, r.Outcome())
}

// Payout is what a bet on a spot brings, stake included, rounded down to a
// fen: 0 for a lost one.
func (g Game) Payout(spot string, stake money.Fen, o Outcome) (money.Fen, error) {
	odds, err := g.odds(spot)
	if err != nil {
		return 0, err
	}
	if g == SicBo {
		return paySicBo(spot, odds, stake, o), nil
	}
	switch g.judge(spot, o) {
	case won:
		return stake + stake*money.Fen(odds)/hundred, nil
	case returned:
		return stake, nil
	case halfLost:
		return stake / 2, nil
	case lost:
	}
	return 0, nil
}

type verdict int

const (
	lost verdict = iota
	won
	returned
	halfLost
)

const hundred = 100

// Spot is a place on the table's felt. Odds are the profit on 100 staked.
type Spot struct {
	Key  string `json:"key"`
	Name string `json:"name"`
	Odds int    `json:"odds"`
}

// Spots lists where bets can be put.
func (g Game) Spots() []Spot {
	switch g {
	case DragonTiger:
		return []Spot{{"dragon", "龙", 100}, {"tiger", "虎", 100}, {"tie", "和", 800}}
	case Roulette:
		return rouletteSpots()
	case SicBo:
		return sicBoSpots()
	case Baccarat:
	}
	return []Spot{
		{"banker", "庄", 95}, {"player", "闲", 100}, {"tie", "和", 800}, {"bankerpair", "庄对", 1100}, {"playerpair", "闲对", 1100},
	}
}

func (g Game) odds(spot string) (int, error) {
	for _, s := range g.Spots() {
		if s.Key == spot {
			return s.Odds, nil
		}
	}
	return 0, ErrNoSpot
}

func (g Game) judge(spot string, o Outcome) verdict {
	switch g {
	case Roulette:
		return whether(rouletteWins(spot, o.Number))
	case DragonTiger:
		if o.Winner == "tie" && spot != "tie" {
			return halfLost
		}
	case Baccarat:
		switch spot {
		case "bankerpair":
			return whether(o.Pairs[1])
		case "playerpair":
			return whether(o.Pairs[0])
		case "banker", "player":
			if o.Winner == "tie" {
				return returned
			}
		}
	}
	return whether(spot == o.Winner)
}

func whether(is bool) verdict {
	if is {
		return won
	}
	return lost
}
