package dealer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/live"
	"hongyun/sandbox/play/arcade"
)

// gameCodes are the protocol's names of the tables' games; a bet keeps them.
var gameCodes = map[live.Game]string{live.Baccarat: "BAC", live.DragonTiger: "DT", live.Roulette: "ROU", live.SicBo: "SHB"}

// TableGame is the game of a table as its bets name it.
func TableGame(g live.Game) string { return gameCodes[g] }

// Place is where a bet was put: on a spot of a table, in one of its rounds.
type Place struct {
	Table string `json:"table"`
	Round string `json:"round"`
	Spot  string `json:"spot"`

	Outcome *live.Outcome `json:"outcome,omitempty"` // once the round is over
}

// PlaceOf reads where a bet was put; a bet that was put by hand is nowhere.
func PlaceOf(b books.Bet) Place {
	var at Place
	if json.Unmarshal([]byte(b.Detail), &at) != nil || at.Round == "" {
		return Place{Table: b.Game, Round: b.ID}
	}
	return at
}

// ErrSpot refuses a stake on a spot that no table of the game has.
var ErrSpot = arcade.Refusal{Status: http.StatusConflict, Sentence: "没有这个投注项"}

// LimitRefusal refuses a stake outside a table's limits and names them.
func LimitRefusal(t live.Table) arcade.Refusal {
	yuan := func(f money.Fen) string { return strings.TrimSuffix(f.Grouped(), ".00") }
	return arcade.Refusal{Status: http.StatusConflict, Sentence: fmt.Sprintf("投注金额须在 ¥%s 至 ¥%s 之间", yuan(t.Min), yuan(t.Max))}
}

// Tables serves the tables with dealers.
type Tables struct{ *arcade.Arcade }

// FloorOf are the tables of a venue; a guest plays at the real ones.
func (p *Tables) FloorOf(ctx context.Context, venue string) (*live.Floor, error) {
	seed, err := p.Books.VenueSeed(ctx, arcade.RealVenue(venue))
	if err != nil {
		return nil, err
	}
	return live.NewFloor(seed, live.Shipped()), nil
}

// TableView is a table as the hall shows it.
type TableView struct {
	Code   string         `json:"code"`
	Name   string         `json:"name"`
	Game   live.Game      `json:"game"`
	Min    string         `json:"min"`
	Max    string         `json:"max"`
	Round  string         `json:"round"`
	Number int64          `json:"number"`
	Phase  live.Phase     `json:"phase"`
	EndsAt int64          `json:"endsAt"`
	Lasts  int64          `json:"lasts"` // the phase, in ms
	Road   []live.Outcome `json:"road"`
	Staked string         `json:"staked"`
	// Others is what the other players of the round staked, Players how many they
	// are; both are left out while no crowd plays.
	Players int    `json:"players,omitempty"`
	Others  string `json:"others,omitempty"`
}

func viewTable(f *live.Floor, t live.Table, now time.Time, bets []books.Bet, others rounds) TableView {
	r := f.RoundAt(t, now)
	phase, ends := r.Phase(now)
	var staked money.Fen
	for _, b := range bets {
		if PlaceOf(b).Round == r.ID() {
			staked += b.Stake
		}
	}
	v := TableView{
		Code: t.Code, Name: t.Name, Game: t.Game, Min: t.Min.String(), Max: t.Max.String(), Round: r.ID(), Number: r.Number,
		Phase: phase, EndsAt: ends.UnixMilli(), Lasts: r.Lasts(now).Milliseconds(), Road: append([]live.Outcome{}, f.Road(t, now)...), Staked: staked.String(),
	}
	if puts := others[r.ID()]; len(puts) > 0 {
		v.Players, v.Others = puts.count()
	}
	return v
}

// Floor is the hall: every table with its road.
func (p *Tables) Floor(ctx context.Context, s books.Session, _ *http.Request) (any, error) {
	f, err := p.FloorOf(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	account, bets, err := p.purseAndBets(ctx, s)
	if err != nil {
		return nil, err
	}
	now := p.Clock.Now()
	others, err := p.othersAtTables(ctx, s, now)
	if err != nil {
		return nil, err
	}
	tables := []TableView{}
	for _, t := range f.Tables() {
		tables = append(tables, viewTable(f, t, now, bets, others))
	}
	return map[string]any{"now": now.UnixMilli(), "balance": account.Balance.String(), "tables": tables, "lively": p.Crowd()}, nil
}

func (p *Tables) purseAndBets(ctx context.Context, s books.Session) (books.Account, []books.Bet, error) {
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return account, nil, err
	}
	bets, err := p.Books.LatestBets(ctx, s.Venue, s.Player, arcade.LatestBets)
	return account, slices.DeleteFunc(bets, func(b books.Bet) bool {
		_, g, _ := p.Game(s.Venue, b.Game)
		return g.Kind == arcade.KindFishing
	}), err
}

// BetView is a bet at a table as the page shows it.
type BetView struct {
	ID string `json:"id"`
	At string `json:"at"`
	Place
	Stake  string          `json:"stake"`
	Payout string          `json:"payout"`
	Status books.BetStatus `json:"status"`
}

func viewLiveBet(b books.Bet) BetView {
	return BetView{ID: b.ID, At: calendar.Stamp(b.PlacedAt), Place: PlaceOf(b), Stake: b.Stake.String(), Payout: b.Payout.String(), Status: b.Status}
}

// SeatView is one table with all that the page of it shows.
type SeatView struct {
	Now        int64         `json:"now"`
	Balance    string        `json:"balance"`
	Table      TableView     `json:"table"`
	ClosesAt   int64         `json:"closesAt"`
	Commitment string        `json:"commitment"`
	Seed       string        `json:"seed,omitempty"`
	Outcome    *live.Outcome `json:"outcome,omitempty"`
	Spots      []live.Spot   `json:"spots"`
	Bets       []BetView     `json:"bets"`
	History    []BetView     `json:"history"`
	Last       *LastRound    `json:"last,omitempty"`
	Others     tablePuts     `json:"others,omitempty"` // of the round, the newest last
}

// LastRound is how the round before this one ended. Net is what it brought the
// player, "" for one without a bet in it.
type LastRound struct {
	live.Outcome
	Net string `json:"net"`
}

// lastRound looks back from a round of the table.
func lastRound(f *live.Floor, r live.Round, bets []books.Bet) *LastRound {
	if r.Number == 0 {
		return nil
	}
	before := f.Round(r.Table, r.Number-1)
	v := LastRound{Outcome: before.Outcome()}
	var net money.Fen
	for _, b := range bets {
		if PlaceOf(b).Round == before.ID() && b.Status == books.BetSettled {
			net += b.Payout - b.Stake
			v.Net = net.String()
		}
	}
	return &v
}

// Seat is a table as who sits at it sees it.
func (p *Tables) Seat(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	f, err := p.FloorOf(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	t, err := f.Table(r.URL.Query().Get("code"))
	if err != nil {
		return nil, arcade.ErrGame
	}
	account, bets, err := p.purseAndBets(ctx, s)
	if err != nil {
		return nil, err
	}
	now := p.Clock.Now()
	others, err := p.othersAtTables(ctx, s, now)
	if err != nil {
		return nil, err
	}
	round := f.RoundAt(t, now)
	v := SeatView{
		Now: now.UnixMilli(), Balance: account.Balance.String(), Table: viewTable(f, t, now, bets, others), ClosesAt: round.Closes().UnixMilli(),
		Commitment: round.Commitment(), Seed: round.Reveal(now), Spots: t.Game.Spots(), Bets: []BetView{}, History: []BetView{},
		Others: others[round.ID()], Last: lastRound(f, round, bets),
	}
	if phase, _ := round.Phase(now); phase != live.Betting {
		o := round.Outcome()
		v.Outcome = &o
	}
	for i, b := range bets {
		shown := viewLiveBet(b)
		if shown.Round == round.ID() {
			v.Bets = append(v.Bets, shown)
		}
		if i < arcade.HistoryRows {
			v.History = append(v.History, shown)
		}
	}
	return v, nil
}

// mostPuts is how many spots one request may name.
const mostPuts = 60

// BetRequest is the body of POST live/bet. Stakes are decimal yuan.
type BetRequest struct {
	ID    string `json:"id"`
	Round string `json:"round"`
	Bets  []Chip `json:"bets"`
}

// Chip is a stake on a spot.
type Chip struct {
	Spot  string `json:"spot"`
	Stake string `json:"stake"`
}

// PutOnTable takes bets on the spots of the round that is open.
func (p *Tables) PutOnTable(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	var ask BetRequest
	if err := arcade.Read(r, &ask); err != nil {
		return nil, err
	}
	return p.PlayChips(ctx, s, ask)
}

func (p *Tables) PlayChips(ctx context.Context, s books.Session, ask BetRequest) (any, error) {
	f, err := p.FloorOf(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	round, err := f.Find(ask.Round)
	if err != nil || len(ask.Bets) == 0 || len(ask.Bets) > mostPuts || !arcade.IDShape.MatchString(ask.ID) {
		return nil, arcade.ErrRequest
	}
	var puts []arcade.Put
	for _, b := range ask.Bets {
		stake, err := money.ParseYuan(b.Stake)
		switch {
		case err != nil || stake < round.Table.Min || stake > round.Table.Max:
			return nil, LimitRefusal(round.Table)
		case !slices.ContainsFunc(round.Table.Game.Spots(), func(spot live.Spot) bool { return spot.Key == b.Spot }):
			return nil, ErrSpot
		}
		detail, err := json.Marshal(Place{Table: round.Table.Code, Round: round.ID(), Spot: b.Spot})
		if err != nil {
			return nil, err
		}
		puts = append(puts, arcade.Put{Game: gameCodes[round.Table.Game], Stake: stake, Detail: string(detail)})
	}
	now := p.Clock.Now()
	open := !now.Before(round.Opens) && now.Before(round.Closes())
	kept, after, err := p.Place(ctx, s, ask.ID, puts, open)
	if err != nil {
		return nil, err
	}
	bets := []BetView{}
	for _, b := range kept {
		bets = append(bets, viewLiveBet(b))
	}
	return map[string]any{"balance": after.String(), "bets": bets}, nil
}

func (p *Tables) Settler(ctx context.Context, venue string) (arcade.Settler, error) {
	f, err := p.FloorOf(ctx, venue)
	return func(b books.Bet, now time.Time) (arcade.Settled, bool, error) { return SettleLive(f, b, now) }, err
}

// SettleLive says what a bet at a table came to; done is false while its round
// is not over.
func SettleLive(f *live.Floor, b books.Bet, now time.Time) (v arcade.Settled, done bool, err error) {
	at := PlaceOf(b)
	round, err := f.Find(at.Round)
	if errors.Is(err, live.ErrNoRound) || errors.Is(err, live.ErrNoTable) { // put by hand: its company settles it
		return v, false, nil
	}
	if err != nil || now.Before(round.Decided()) {
		return v, false, err
	}
	payout, err := round.Payout(at.Spot, b.Stake)
	v = arcade.Settled{Payout: payout, Valid: b.Stake, At: round.Decided()}
	if payout == b.Stake { // returned: the stake was at no risk
		v.Valid = 0
	}
	if err != nil {
		return v, true, err
	}
	o := round.Outcome()
	at.Outcome = &o
	detail, err := json.Marshal(at)
	v.Detail = string(detail)
	return v, true, err
}

// tablePut is a stake of another player in the round of a table.
type tablePut struct {
	Name  string `json:"name"`
	Spot  string `json:"spot"`
	Stake string `json:"stake"`
	Crowd bool   `json:"crowd"` // a simulated player's
	by    string
	stake money.Fen
}

type tablePuts []tablePut

// rounds are the stakes of the others by the round's id.
type rounds map[string]tablePuts

// count says how many players put stakes, and their sum.
func (list tablePuts) count() (players int, sum string) {
	seen := map[string]bool{}
	var total money.Fen
	for _, one := range list {
		seen[one.by] = true
		total += one.stake
	}
	return len(seen), total.String()
}

// liveRound is the longest that a round of a table takes.
var liveRound = live.Roulette.RoundFor()

// othersAtTables are the stakes of all but one player in the rounds under way.
// There are none while no crowd plays.
func (p *Tables) othersAtTables(ctx context.Context, s books.Session, now time.Time) (rounds, error) {
	p.Look(ctx, s.Venue, arcade.KindLive, now)
	if !p.Crowd() {
		return nil, nil
	}
	list := rounds{}
	for _, venue := range arcade.WithCrowd(s.Venue) {
		bets, err := p.Books.PlacedBetween(ctx, venue, now.Add(-liveRound).UnixMilli(), now.UnixMilli())
		if err != nil {
			return nil, err
		}
		for _, b := range bets {
			at := PlaceOf(b)
			if venue == s.Venue && b.Player == books.Key(s.Player) || at.Spot == "" {
				continue
			}
			list[at.Round] = append(list[at.Round], tablePut{
				Name: arcade.ShownName(arcade.IsCrowd(venue), b.Player), Spot: at.Spot, Stake: b.Stake.String(), Crowd: p.Simulated(venue, b.Player), by: venue + b.Player, stake: b.Stake,
			})
		}
	}
	return list, nil
}

// Deal bets on banker and player of a hand of baccarat.
func (p *Tables) Deal(ctx context.Context, bet books.Bet, at time.Time, back int) (arcade.Dealt, error) {
	f, err := p.FloorOf(ctx, bet.Venue)
	if err != nil {
		return arcade.Dealt{}, err
	}
	tables := f.Tables()
	t := tables[slices.IndexFunc(tables, func(t live.Table) bool { return t.Game == live.Baccarat })]
	round := f.Round(t, f.RoundAt(t, at).Number-1-int64(back))
	out := arcade.Dealt{Opposed: true}
	for i, spot := range []string{"banker", "player"} {
		detail, err := json.Marshal(Place{Table: t.Code, Round: round.ID(), Spot: spot})
		if err != nil {
			return out, err
		}
		one := bet
		one.ID, one.Game, one.Stake, one.PlacedAt, one.Detail = arcade.DealtID(), gameCodes[t.Game], arcade.DealtStakes[i], round.Opens, string(detail)
		v, _, err := SettleLive(f, one, at)
		if err != nil {
			return out, err
		}
		out.Bets = append(out.Bets, v.Apply(one, at))
	}
	o := round.Outcome()
	for _, card := range slices.Concat(o.Left, o.Right) {
		out.Facts = append(out.Facts, arcade.Face(card))
	}
	return out, nil
}
