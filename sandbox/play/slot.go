package play

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/fair"
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
	pot           = "聚宝盆"
)

// historyRows is how many past bets a page shows.
const historyRows = 20

// ModelOf gives a slot game its mathematics, the same one for ever.
func ModelOf(g Game) *slots.Model {
	models := slots.Models()
	if g.Theme == "classic" {
		return models[0]
	}
	return models[1+g.Seed%(len(models)-1)]
}

// potOf is the jackpot that a game plays for. The crowd plays for the venue's own.
func potOf(venue string, g Game) books.Pot {
	if g.Rarity >= jackpotRarity {
		return books.Pot{Venue: sharedVenue(venue), Name: pot}
	}
	return books.Pot{}
}

// fairness is what the page shows of the seeds. The server seed itself is not
// part of it before it is revealed.
type fairness struct {
	Commitment string `json:"commitment"`
	Client     string `json:"client"`
	Round      uint64 `json:"round"`
	Revealed   string `json:"revealed,omitempty"`
}

func fairnessOf(s books.Seeds) fairness {
	return fairness{s.Server.Commitment(), s.Client, s.Round, s.Revealed}
}

// round is a finished round as the page shows it.
type round struct {
	ID     string          `json:"id"`
	At     string          `json:"at"`
	Stake  string          `json:"stake"`
	Win    string          `json:"win"`
	Coin   int64           `json:"coin"` // fen
	Result json.RawMessage `json:"result,omitempty"`
	Pot    string          `json:"pot,omitempty"` // what the jackpot paid
	Seed   seedUsed        `json:"seed"`
}

type seedUsed struct {
	Commitment string `json:"commitment"`
	Client     string `json:"client"`
	Round      uint64 `json:"round"`
}

// detail is what a bet keeps of a slot round.
type detail struct {
	Coin   int64        `json:"coin"`
	Won    int64        `json:"won"` // fen won by the reels; the rest of the payout is the jackpot's
	Seed   seedUsed     `json:"seed"`
	Result slots.Result `json:"result"`
}

// view is everything the page shows at first.
type view struct {
	Venue   string       `json:"venue"`
	Player  string       `json:"player"`
	Guest   bool         `json:"guest"`
	Balance string       `json:"balance"`
	Back    string       `json:"back"`
	Game    Game         `json:"game"`
	Model   *slots.Model `json:"model"`
	Coins   []int64      `json:"coins"`
	Fair    fairness     `json:"fair"`
	Pot     *potView     `json:"pot,omitempty"`
	History []round      `json:"history"`
	Others  []Game       `json:"others"`
	Lively  bool         `json:"lively"` // others play, and slot/room tells of them
}

type potView struct {
	Name   string `json:"name"`
	Amount string `json:"amount"`
}

// machines serves the slot games.
type machines struct{ *Arcade }

// state is what the page shows at first.
func (p *machines) state(ctx context.Context, s books.Session, _ *http.Request) (any, error) {
	venue, game, ok := p.game(s.Venue, s.Game)
	if !ok && s.Game == "" && len(venue.Games) > 0 { // the lobby opens on the first game and lists the others
		game, ok = venue.Games[0], true
	}
	if halls := gamesOf(venue, KindFishing); !ok && s.Game == string(KindFishing) && len(halls) > 0 {
		game, ok = halls[0], true
	}
	if !ok {
		return nil, errGame
	}
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	if game.Kind != KindSlot { // its page asks for the rest itself
		return map[string]any{
			"venue": venue.Name, "player": account.Name, "guest": strings.HasPrefix(s.Venue, guestVenue),
			"balance": account.Balance.String(), "back": s.BackURL, "game": game,
		}, nil
	}
	seeds, err := p.Books.Seeds(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	bets, err := p.Books.LatestBets(ctx, s.Venue, s.Player, historyRows)
	if err != nil {
		return nil, err
	}
	v := view{
		Venue: venue.Name, Player: account.Name, Guest: strings.HasPrefix(s.Venue, guestVenue), Balance: account.Balance.String(), Back: s.BackURL,
		Game: game, Model: ModelOf(game), Coins: coins, Fair: fairnessOf(seeds), History: []round{}, Others: gamesOf(venue, KindSlot),
		Lively: p.Crowd(),
	}
	p.look(ctx, s.Venue, KindSlot, p.Clock.Now())
	if v.Pot, err = p.potView(ctx, s.Venue, game); err != nil {
		return nil, err
	}
	for _, b := range bets {
		if _, g, ok := p.game(s.Venue, b.Game); ok && g.Kind != KindSlot {
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

func (p *machines) potView(ctx context.Context, venue string, g Game) (*potView, error) {
	of := potOf(venue, g)
	if of.Name == "" {
		return nil, nil
	}
	amount, err := p.Books.PotHolds(ctx, of)
	return &potView{of.Name, amount.String()}, err
}

func roundOf(b books.Bet) (round, error) {
	shown := round{ID: b.ID, At: calendar.Stamp(b.PlacedAt), Stake: b.Stake.String(), Win: b.Payout.String()}
	if b.Detail == "" { // a bet that was put by hand has no round behind it
		return shown, nil
	}
	var d detail
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

// spinAsk is the body of a spin. ID is the page's own number for it: the same
// one again gives the same round and takes no second stake.
type spinAsk struct {
	ID   string `json:"id"`
	Game string `json:"game"`
	Coin int64  `json:"coin"` // fen
}

var idShape = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

// spin plays a round.
func (p *machines) spin(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	var ask spinAsk
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	return p.playSpin(ctx, s, ask)
}

func (p *machines) playSpin(ctx context.Context, s books.Session, ask spinAsk) (any, error) {
	_, game, ok := p.game(s.Venue, ask.Game)
	switch {
	case !ok || game.Kind != KindSlot:
		return nil, errGame
	case !idShape.MatchString(ask.ID):
		return nil, errAsk
	case !slices.Contains(coins, ask.Coin):
		return nil, errCoin
	}
	model := ModelOf(game)
	stake := money.Fen(ask.Coin * model.Units)
	now := p.Clock.Now()
	bet := books.Bet{
		Venue: s.Venue, ID: roundID(s, ask.ID), Player: s.Player, Game: game.Code, Stake: stake, Valid: stake, PlacedAt: now,
	}
	kept, after, err := p.Books.PlayRound(ctx, bet, potOf(s.Venue, game), func(seeds books.Seeds) (books.Dealt, error) {
		d := seeds.Server.Draw(seeds.Client, seeds.Round)
		result := model.Play(d)
		won := money.Fen(result.Win * ask.Coin)
		text, err := json.Marshal(detail{
			Coin: ask.Coin, Won: int64(won), Seed: seedUsed{seeds.Server.Commitment(), seeds.Client, seeds.Round}, Result: result,
		})
		hit := potOf(s.Venue, game).Name != "" && d.IntN(fenPerJackpot) < int(stake)
		return books.Dealt{Payout: won, Detail: string(text), Pot: hit}, err
	})
	switch {
	case errors.Is(err, books.ErrShort), errors.Is(err, books.ErrNoAccount):
		return nil, errShort
	case errors.Is(err, books.ErrOtherPlayer):
		return nil, errAsk
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

// roundID names a bet by its player and the page's own number.
func roundID(s books.Session, id string) string {
	sum := sha256.Sum256([]byte(s.Venue + "\x00" + books.Key(s.Player) + "\x00" + id))
	return "S" + strings.ToUpper(hex.EncodeToString(sum[:10]))
}

const maxClientSeed = 64

// reseed shows the server seed and begins with a new one.
func (p *machines) reseed(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	var ask struct {
		Client string `json:"client"`
	}
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	if ask.Client == "" || len(ask.Client) > maxClientSeed {
		return nil, errAsk
	}
	seeds, err := p.Books.Reseed(ctx, s.Venue, s.Player, ask.Client)
	if err != nil {
		return nil, err
	}
	return map[string]any{"fair": fairnessOf(seeds)}, nil
}

// winView is a big win as everybody at the slots of the venue sees it.
type winView struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Game  string `json:"game"`
	Win   string `json:"win"`
	Times int64  `json:"times"` // of the stake
	Pot   bool   `json:"pot"`   // the jackpot is part of it
	Crowd bool   `json:"crowd"` // a simulated player's
}

const (
	bigWin    = 8 // times the stake
	winsFor   = 30 * time.Minute
	winsShown = 12
)

// slotRoom is what goes on at the slots of the venue: the jackpot and
// the last big wins.
func (p *machines) slotRoom(ctx context.Context, s books.Session, code string) (any, error) {
	_, game, ok := p.game(s.Venue, code)
	if !ok || game.Kind != KindSlot {
		return nil, errGame
	}
	now := p.Clock.Now()
	p.look(ctx, s.Venue, KindSlot, now)
	wins := []winView{}
	if p.Crowd() {
		bets, err := p.Books.BigWins(ctx, withCrowd(s.Venue), now.Add(-winsFor), bigWin, winsShown)
		if err != nil {
			return nil, err
		}
		for _, b := range bets {
			_, g, ok := p.game(b.Venue, b.Game)
			shown, err := roundOf(b)
			if err != nil || !ok || g.Kind != KindSlot {
				continue
			}
			wins = append(wins, winView{
				b.ID, shownName(isCrowd(b.Venue), b.Player), g.Name, b.Payout.String(), int64(b.Payout / b.Stake), shown.Pot != "", p.simulated(b.Venue, b.Player),
			})
		}
	}
	held, err := p.potView(ctx, s.Venue, game)
	return map[string]any{"now": now.UnixMilli(), "pot": held, "wins": wins, "lively": p.Crowd()}, err
}

// dealtSpins is how often a slot is turned to find a round with free spins and one
// without. A round without any is found by chance, so rarely it is missing.
const dealtSpins = 5000

// deal turns a slot until a round won free spins, and gives one without them too.
func (p *machines) deal(bet books.Bet, game Game, at time.Time) (Dealt, error) {
	model, seed := ModelOf(game), fair.NewSeed()
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
