package reels

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/slots"
)

// coins are what one coin may be worth, in fen. They are plain numbers, for
// money.Fen is written as yuan.
var coins = []int64{1, 2, 5, 10, 20, 50, 100, 200, 500}

// One in so many staked fen wins the jackpot. A pot of one hundredth of all
// stakes then holds 2,000 yuan on average when it is won.
const fenPerJackpot = 20_000_000

const (
	jackpotRarity = 3
	Pot           = "聚宝盆"
)

// ModelOf gives a slot game its mathematics, the same one for ever.
func ModelOf(g arcade.Game) *slots.Model {
	models := slots.Models()
	if g.Theme == "classic" {
		return models[0]
	}
	return models[1+g.Seed%(len(models)-1)]
}

// PotOf is the jackpot that a game plays for. The crowd plays for the venue's own.
func PotOf(venue string, g arcade.Game) books.Pot {
	if g.Rarity >= jackpotRarity {
		return books.Pot{Venue: arcade.SharedVenue(venue), Name: Pot}
	}
	return books.Pot{}
}

// Round is a finished round as the page shows it.
type Round struct {
	ID     string          `json:"id"`
	At     string          `json:"at"`
	Stake  string          `json:"stake"`
	Win    string          `json:"win"`
	Coin   int64           `json:"coin"` // fen
	Result json.RawMessage `json:"result,omitempty"`
	Pot    string          `json:"pot,omitempty"` // what the jackpot paid
	Seed   arcade.SeedUsed `json:"seed"`
}

// Detail is what a bet keeps of a slot round.
type Detail struct {
	Coin   int64           `json:"coin"`
	Won    int64           `json:"won"` // fen won by the reels; the rest of the payout is the jackpot's
	Seed   arcade.SeedUsed `json:"seed"`
	Result slots.Result    `json:"result"`
}

// view is everything the page shows at first.
type view struct {
	Venue   string          `json:"venue"`
	Player  string          `json:"player"`
	Guest   bool            `json:"guest"`
	Balance string          `json:"balance"`
	Back    string          `json:"back"`
	Game    arcade.Game     `json:"game"`
	Model   *slots.Model    `json:"model"`
	Coins   []int64         `json:"coins"`
	Fair    arcade.Fairness `json:"fair"`
	Pot     *PotView        `json:"pot,omitempty"`
	History []Round         `json:"history"`
	Others  []arcade.Game   `json:"others"`
	Lively  bool            `json:"lively"` // others play, and slot/room tells of them
}

type PotView struct {
	Name   string `json:"name"`
	Amount string `json:"amount"`
}

// Machines serves the slot games.
type Machines struct{ *arcade.Arcade }

// State is what the page shows at first.
func (p *Machines) State(ctx context.Context, s books.Session, _ *http.Request) (any, error) {
	venue, game, ok := p.Game(s.Venue, s.Game)
	if !ok && s.Game == "" && len(venue.Games) > 0 { // the lobby opens on the first game and lists the others
		game, ok = venue.Games[0], true
	}
	if halls := arcade.GamesOf(venue, arcade.KindFishing); !ok && s.Game == string(arcade.KindFishing) && len(halls) > 0 {
		game, ok = halls[0], true
	}
	if !ok {
		return nil, arcade.ErrGame
	}
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	if game.Kind != arcade.KindSlot { // its page asks for the rest itself
		return map[string]any{
			"venue": venue.Name, "player": account.Name, "guest": strings.HasPrefix(s.Venue, arcade.GuestVenue),
			"balance": account.Balance.String(), "back": s.BackURL, "game": game,
		}, nil
	}
	seeds, err := p.Books.Seeds(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	bets, err := p.Books.LatestBets(ctx, s.Venue, s.Player, arcade.HistoryRows)
	if err != nil {
		return nil, err
	}
	v := view{
		Venue: venue.Name, Player: account.Name, Guest: strings.HasPrefix(s.Venue, arcade.GuestVenue), Balance: account.Balance.String(), Back: s.BackURL,
		Game: game, Model: ModelOf(game), Coins: coins, Fair: arcade.FairnessOf(seeds), History: []Round{}, Others: arcade.GamesOf(venue, arcade.KindSlot),
		Lively: p.Crowd(),
	}
	p.Look(ctx, s.Venue, arcade.KindSlot, p.Clock.Now())
	if v.Pot, err = p.potView(ctx, s.Venue, game); err != nil {
		return nil, err
	}
	for _, b := range bets {
		if _, g, ok := p.Game(s.Venue, b.Game); ok && g.Kind != arcade.KindSlot {
			continue
		}
		shown, err := roundOf(b)
		if err != nil {
			return nil, err
		}
		shown.Result = nil
		v.History = append(v.History, shown)
	}
	return v, nil
}

func (p *Machines) potView(ctx context.Context, venue string, g arcade.Game) (*PotView, error) {
	of := PotOf(venue, g)
	if of.Name == "" {
		return nil, nil
	}
	amount, err := p.Books.PotHolds(ctx, of)
	return &PotView{of.Name, amount.String()}, err
}

func roundOf(b books.Bet) (Round, error) {
	shown := Round{ID: b.ID, At: calendar.Stamp(b.PlacedAt), Stake: b.Stake.String(), Win: b.Payout.String()}
	if b.Detail == "" { // a bet that was put by hand has no round behind it
		return shown, nil
	}
	var d Detail
	if err := json.Unmarshal([]byte(b.Detail), &d); err != nil {
		return shown, err
	}
	result, err := json.Marshal(d.Result)
	shown.Coin, shown.Seed, shown.Result = d.Coin, d.Seed, result
	if jackpot := b.Payout - money.Fen(d.Won); jackpot > 0 {
		shown.Pot = jackpot.String()
	}
	return shown, err
}

// SpinAsk is the body of a spin. ID is the page's own number for it: the same
// one again gives the same round and takes no second stake.
type SpinAsk struct {
	ID   string `json:"id"`
	Game string `json:"game"`
	Coin int64  `json:"coin"` // fen
}

// Spin plays a round.
func (p *Machines) Spin(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	var ask SpinAsk
	if err := arcade.Read(r, &ask); err != nil {
		return nil, err
	}
	return p.PlaySpin(ctx, s, ask)
}

func (p *Machines) PlaySpin(ctx context.Context, s books.Session, ask SpinAsk) (any, error) {
	_, game, ok := p.Game(s.Venue, ask.Game)
	switch {
	case !ok || game.Kind != arcade.KindSlot:
		return nil, arcade.ErrGame
	case !arcade.IDShape.MatchString(ask.ID):
		return nil, arcade.ErrRequest
	case !slices.Contains(coins, ask.Coin):
		return nil, arcade.ErrCoin
	}
	model := ModelOf(game)
	stake := money.Fen(ask.Coin * model.Units)
	now := p.Clock.Now()
	bet := books.Bet{
		Venue: s.Venue, ID: arcade.RoundID(s, ask.ID), Player: s.Player, Game: game.Code, Stake: stake, Valid: stake, PlacedAt: now,
	}
	kept, after, err := p.Books.PlayRound(ctx, bet, PotOf(s.Venue, game), func(seeds books.Seeds) (books.Dealt, error) {
		d := seeds.Server.Draw(seeds.Client, seeds.Round)
		result := model.Play(d)
		won := money.Fen(result.Win * ask.Coin)
		text, err := json.Marshal(Detail{
			Coin: ask.Coin, Won: int64(won), Seed: arcade.SeedUsed{Commitment: seeds.Server.Commitment(), Client: seeds.Client, Round: seeds.Round}, Result: result,
		})
		hit := PotOf(s.Venue, game).Name != "" && d.IntN(fenPerJackpot) < int(stake)
		return books.Dealt{Payout: won, Detail: string(text), Pot: hit}, err
	})
	switch {
	case errors.Is(err, books.ErrShort), errors.Is(err, books.ErrNoAccount):
		return nil, arcade.ErrShort
	case errors.Is(err, books.ErrOtherPlayer):
		return nil, arcade.ErrRequest
	case err != nil:
		return nil, err
	}
	shown, err := roundOf(kept)
	if err != nil {
		return nil, err
	}
	held, err := p.potView(ctx, s.Venue, game)
	return map[string]any{"balance": after.String(), "round": shown, "pot": held}, err
}

const maxClientSeed = 64

// Reseed shows the server seed and begins with a new one.
func (p *Machines) Reseed(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	var ask struct {
		Client string `json:"client"`
	}
	if err := arcade.Read(r, &ask); err != nil {
		return nil, err
	}
	if ask.Client == "" || len(ask.Client) > maxClientSeed {
		return nil, arcade.ErrRequest
	}
	seeds, err := p.Books.Reseed(ctx, s.Venue, s.Player, ask.Client)
	if err != nil {
		return nil, err
	}
	return map[string]any{"fair": arcade.FairnessOf(seeds)}, nil
}

// WinView is a big win as everybody at the slots of the venue sees it.
type WinView struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Game  string `json:"game"`
	Win   string `json:"win"`
	Times int64  `json:"times"` // of the stake
	Pot   bool   `json:"pot"`   // the jackpot is part of it
	Crowd bool   `json:"crowd"` // a simulated player's
}

const (
	BigWin    = 8 // times the stake
	winsFor   = 30 * time.Minute
	winsShown = 12
)

// SlotRoom is what goes on at the slots of the venue: the jackpot and
// the last big wins.
func (p *Machines) SlotRoom(ctx context.Context, s books.Session, code string) (any, error) {
	_, game, ok := p.Game(s.Venue, code)
	if !ok || game.Kind != arcade.KindSlot {
		return nil, arcade.ErrGame
	}
	now := p.Clock.Now()
	p.Look(ctx, s.Venue, arcade.KindSlot, now)
	wins := []WinView{}
	if p.Crowd() {
		bets, err := p.Books.BigWins(ctx, arcade.WithCrowd(s.Venue), now.Add(-winsFor), BigWin, winsShown)
		if err != nil {
			return nil, err
		}
		for _, b := range bets {
			_, g, ok := p.Game(b.Venue, b.Game)
			shown, err := roundOf(b)
			if err != nil || !ok || g.Kind != arcade.KindSlot {
				continue
			}
			wins = append(wins, WinView{
				b.ID, arcade.ShownName(arcade.IsCrowd(b.Venue), b.Player), g.Name, b.Payout.String(), int64(b.Payout / b.Stake), shown.Pot != "", p.Simulated(b.Venue, b.Player),
			})
		}
	}
	held, err := p.potView(ctx, s.Venue, game)
	return map[string]any{"now": now.UnixMilli(), "pot": held, "wins": wins, "lively": p.Crowd()}, err
}

// dealtSpins is how often a slot is turned to find a round with free spins and one
// without. A round without any is found by chance, so rarely it is missing.
const dealtSpins = 5000

// Deal turns a slot until a round won free spins, and gives one without them too.
func (p *Machines) Deal(bet books.Bet, game arcade.Game, at time.Time) (arcade.Dealt, error) {
	model, seed := ModelOf(game), fair.NewSeed()
	var out arcade.Dealt
	for _, free := range []bool{false, true} {
		for n := range uint64(dealtSpins) {
			result := model.Play(seed.Draw("control", n))
			if (len(result.Spins) > 1) != free {
				continue
			}
			won := money.Fen(result.Win * coins[0])
			detail, err := json.Marshal(Detail{Coin: coins[0], Won: int64(won), Seed: arcade.SeedUsed{Commitment: seed.Commitment(), Client: "control", Round: n}, Result: result})
			if err != nil {
				return out, err
			}
			one := bet
			one.ID, one.Stake, one.PlacedAt, one.SettledAt, one.Detail = arcade.DealtID(), money.Fen(coins[0]*model.Units), at, at, string(detail)
			one.Status, one.Valid, one.Payout = books.BetSettled, one.Stake, won
			out.Bets = append(out.Bets, one)
			break
		}
	}
	return out, nil
}

// SpinsOf is how many free spins a round of a slot had; a bet that was put by hand has
// no round.
func SpinsOf(b books.Bet) (free int, ok bool) {
	var d Detail
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
