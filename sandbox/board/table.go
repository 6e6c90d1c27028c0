package board

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

// Phase is the part of a round at a time.
type Phase string

// The phases, in their order.
const (
	Bidding Phase = "bidding"
	Betting Phase = "betting"
	Dealing Phase = "dealing"
	Turning Phase = "turning"
	Shown   Phase = "shown"
)

// How long each phase lasts. A round lasts their sum.
const (
	BiddingFor = 7 * time.Second
	BettingFor = 8 * time.Second
	DealingFor = 4 * time.Second
	TurningFor = 4 * time.Second
	ShownFor   = 6 * time.Second
	RoundFor   = BiddingFor + BettingFor + DealingFor + TurningFor + ShownFor
)

// Table is a table of a venue. Base is what multiples multiply. Offset shifts
// its rounds, so that not all tables of a venue deal at once.
type Table struct {
	Code   string
	Name   string
	Game   Game
	Base   money.Fen
	Offset time.Duration
}

// Rules are those of the table's game.
func (t Table) Rules() Rules { return Of(t.Game) }

// Hall is the tables of a venue under one secret seed.
type Hall struct {
	seed   fair.Seed
	tables []Table
}

// NewHall opens tables.
func NewHall(seed fair.Seed, tables []Table) *Hall { return &Hall{seed: seed, tables: tables} }

// Tables lists the venue's tables.
func (h *Hall) Tables() []Table { return h.tables }

// Errors a player is told of.
var (
	ErrNoTable = errors.New("board: no such table")
	ErrNoRound = errors.New("board: no such round")
)

// Table finds a table by its code.
func (h *Hall) Table(code string) (Table, error) {
	if i := slices.IndexFunc(h.tables, func(t Table) bool { return t.Code == code }); i >= 0 {
		return h.tables[i], nil
	}
	return Table{}, ErrNoTable
}

var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Round is one round of a table.
type Round struct {
	Table  Table
	Number int64
	Opens  time.Time

	seed  fair.Seed
	crowd fair.Seed // of the bots that sit there
}

// RoundAt is the round under way at a table.
func (h *Hall) RoundAt(t Table, now time.Time) Round {
	return h.Round(t, int64(now.Sub(epoch.Add(t.Offset))/RoundFor))
}

// Round is a table's round by its number.
func (h *Hall) Round(t Table, number int64) Round {
	r := Round{Table: t, Number: number, Opens: epoch.Add(t.Offset + time.Duration(number)*RoundFor)}
	r.seed = h.seed.Derive("board " + r.ID())
	r.crowd = h.seed.Derive(fmt.Sprintf("crowd %s-%d", t.Code, number/roundsOfCrowd))
	return r
}

// Find gives a round by its id.
func (h *Hall) Find(id string) (Round, error) {
	code, number, found := strings.Cut(id, "-")
	t, err := h.Table(code)
	n, wrong := strconv.ParseInt(number, 10, 64)
	if !found || err != nil || wrong != nil || n < 0 || id != fmt.Sprintf("%s-%d", code, n) {
		return Round{}, ErrNoRound
	}
	return h.Round(t, n), nil
}

// ID names the round.
func (r Round) ID() string { return fmt.Sprintf("%s-%d", r.Table.Code, r.Number) }

// Phase tells how far the round is, and when that part ends.
func (r Round) Phase(now time.Time) (Phase, time.Time) {
	end := r.Opens
	for _, part := range []struct {
		phase Phase
		lasts time.Duration
	}{{Bidding, BiddingFor}, {Betting, BettingFor}, {Dealing, DealingFor}, {Turning, TurningFor}} {
		if end = end.Add(part.lasts); now.Before(end) {
			return part.phase, end
		}
	}
	return Shown, r.Opens.Add(RoundFor)
}

// BankFixed is when the last bid is taken.
func (r Round) BankFixed() time.Time { return r.Opens.Add(BiddingFor) }

// Closes is when the last bet is taken and the seed is shown.
func (r Round) Closes() time.Time { return r.BankFixed().Add(BettingFor) }

// Decided is when all cards lie open and the round is settled.
func (r Round) Decided() time.Time { return r.Closes().Add(DealingFor + TurningFor) }

// Commitment binds the round from its beginning.
func (r Round) Commitment() string { return r.seed.Commitment() }

// Reveal is the round's seed, "" while bets are taken.
func (r Round) Reveal(now time.Time) string {
	if now.Before(r.Closes()) {
		return ""
	}
	return r.seed.String()
}

// Shipped are the tables of a new venue: three of each game, for small, middle
// and high stakes.
func Shipped() []Table {
	levels := []struct {
		name string
		base money.Fen
	}{{"初桌", money.Yuan}, {"中桌", 5 * money.Yuan}, {"高桌", 20 * money.Yuan}}
	letters := map[Game]string{Niuniu: "N", Flower: "F", Courts: "S", TwoEight: "E"}
	var tables []Table
	for _, rules := range All {
		for i, level := range levels {
			tables = append(tables, Table{
				Code: letters[rules.Game] + strconv.Itoa(i+1), Name: rules.Title + level.name, Game: rules.Game, Base: level.base,
				Offset: time.Duration(len(tables)) * 3 * time.Second,
			})
		}
	}
	return tables
}
