package demo

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// MaxBots is how many simulated players of the operator a demo has at most.
const MaxBots = 12

const (
	// botPace is the time between two acts of all bots together.
	botPace = 3 * time.Second
	// botActs is how often a bot plays before it goes to another game.
	botActs = 8
	// The first tour goes to every venue, a few acts each and faster, so that the
	// page of each venue has something to show soon.
	botTourActs  = 4
	botTourSpeed = 3
	// A bot deposits when its centre wallet has less than botLow.
	botLow = 300 * money.Yuan
	// botChannel is the seeded channel through the simulated gateway.
	botChannel = 2
	botTries   = 10
	tourGames  = 20 // of a venue and kind, from which the tour takes one
	botSeed    = 20260101
)

// botKinds are the kinds of games that bots choose from, the popular ones more often.
var botKinds = []venue.Kind{
	venue.Slot, venue.Slot, venue.Slot, venue.Live, venue.Live, venue.Fish, venue.Fish, venue.Sport, venue.Sport, venue.Esport, venue.Lottery, venue.Board,
}

// botNames begin with different letters: the home page shows nothing else of a
// winner's name.
var botNames = [MaxBots]string{"an", "chen", "dan", "feng", "hai", "jia", "lin", "mu", "qing", "song", "wei", "yun"}

// botName is the name of a bot's account. It shows that no person plays there.
func botName(i int) string { return fmt.Sprintf("%sbot%02d", botNames[i], i+1) }

// bot is a simulated player of the operator.
type bot struct {
	id, name, phone string
	page            string // address of the game that is open, "" for none
	kind            string // of that game's page
	acts            int    // that are left at it
}

// bots let simulated players deposit, transfer and bet as people do: through
// the operations behind the site, and the pages of the companies' games.
type bots struct {
	demo   *Demo
	pace   time.Duration
	random *rand.Rand
	client http.Client
	list   []*bot
	turn   int
	tour   []venue.Game // games of the first tour that no bot has gone to; nil before it is planned
	cancel context.CancelFunc
	ended  chan struct{}
}

// startBots begins to do what the switch of the companies says.
func (d *Demo) startBots(pace time.Duration) {
	if pace == 0 {
		pace = botPace
	}
	ctx, cancel := context.WithCancel(context.Background())
	b := &bots{
		demo: d, pace: pace, random: rand.New(rand.NewPCG(botSeed, botSeed)), client: http.Client{Timeout: 10 * time.Second},
		cancel: cancel, ended: make(chan struct{}),
	}
	for i := range MaxBots {
		name := botName(i)
		b.list = append(b.list, &bot{id: identity.Fold(name), name: name, phone: fmt.Sprintf("139000000%02d", i+1)})
	}
	d.bots = b
	go b.run(ctx)
}

// stop waits for the act under way. Money at venues stays there, as a person's
// does who closes the browser.
func (b *bots) stop() {
	b.cancel()
	<-b.ended
}

func (b *bots) run(ctx context.Context) {
	defer close(b.ended)
	ticker := time.NewTicker(b.pace / botTourSpeed)
	defer ticker.Stop()
	touring := true
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if touring && b.tour != nil && len(b.tour) == 0 {
			touring = false
			ticker.Reset(b.pace)
		}
		one, plays := b.next()
		if one == nil {
			continue
		}
		act := b.step
		if !plays {
			act = b.leave
		}
		if err := act(ctx, one); err != nil && ctx.Err() == nil {
			// It tries another game at its next turn, with the money that is back.
			b.demo.log.Info("a bot could not play", "bot", one.name, "err", errors.Join(err, b.leave(ctx, one)))
		}
	}
}

// next is the bot whose turn it is, and whether it plays. A bot that was switched
// off comes once more, to bring its money home.
func (b *bots) next() (one *bot, plays bool) {
	n := b.demo.companies.Bots().Players
	for _, one := range b.list[n:] {
		if one.page != "" {
			return one, false
		}
	}
	if n == 0 {
		return nil, false
	}
	b.turn++
	return b.list[b.turn%n], true
}

// step is one act of a bot: it opens a game, plays a round, or goes home.
func (b *bots) step(ctx context.Context, one *bot) error {
	switch {
	case one.page == "":
		return b.visit(ctx, one)
	case one.acts == 0:
		return b.leave(ctx, one)
	}
	one.acts--
	play := botPlays[one.kind]
	if play == nil {
		return fmt.Errorf("no bot plays %q", one.kind)
	}
	return play(b, ctx, one)
}

// leave brings a bot's money home from all venues.
func (b *bots) leave(ctx context.Context, one *bot) error {
	one.page = ""
	_, err := b.demo.App.Wallets.Recycle(ctx, wallet.RecycleOrder{ID: uuid.NewString(), Player: one.id})
	return err
}

// visit goes to a game: with an account, money, and the game's page open.
func (b *bots) visit(ctx context.Context, one *bot) error {
	app := b.demo.App
	_, err := app.Players.Find(ctx, app.DB, one.id)
	if errors.Is(err, identity.ErrNotFound) {
		err = b.demo.register(ctx, one.name, one.phone)
	}
	if err != nil {
		return fmt.Errorf("register: %w", err)
	}
	if err := b.fill(ctx, one); err != nil {
		return fmt.Errorf("deposit: %w", err)
	}
	game, acts, err := b.choose(ctx)
	if err != nil {
		return err
	}
	amount := money.Fen(100+50*b.random.IntN(5)) * money.Yuan
	if _, err := app.Wallets.ToVenue(ctx, wallet.Order{ID: uuid.NewString(), Player: one.id, Venue: game.Venue, Amount: amount}); err != nil {
		return fmt.Errorf("transfer to %s: %w", game.Venue, err)
	}
	opened, err := app.Launches.Open(ctx, venue.Opening{
		Player: one.id, Venue: game.Venue, Game: game.Code, Client: venue.Client{IP: "127.0.0.1", Device: "pc"},
	})
	if err != nil {
		return fmt.Errorf("open %s of %s: %w", game.Code, game.Venue, err)
	}
	if one.page, one.kind, err = b.enter(ctx, opened.Address); err != nil {
		return fmt.Errorf("enter %s of %s: %w", game.Code, game.Venue, err)
	}
	one.acts = acts
	return nil
}

// choose takes the next game of the first tour, and after it any game of a kind, of a
// venue that is open. acts is how often to play it.
func (b *bots) choose(ctx context.Context) (game venue.Game, acts int, err error) {
	if b.tour == nil {
		if b.tour, err = b.planTour(ctx); err != nil {
			return venue.Game{}, 0, err
		}
	}
	if len(b.tour) > 0 {
		game, b.tour = b.tour[0], b.tour[1:]
		return game, botTourActs, nil
	}
	game, err = b.draw(ctx)
	return game, botActs, err
}

// planTour takes one game of each kind at each open venue, in any order.
func (b *bots) planTour(ctx context.Context) ([]venue.Game, error) {
	app := b.demo.App
	entries, err := app.Venues.List(ctx, app.DB)
	if err != nil {
		return nil, err
	}
	tour := []venue.Game{}
	for _, e := range entries {
		if e.Usable() != nil {
			continue
		}
		for _, kind := range venue.Kinds {
			games, _, err := app.Venues.Own(ctx, app.DB, e.Code, kind, tourGames)
			if err != nil {
				return nil, err
			}
			if len(games) > 0 {
				tour = append(tour, oneOf(b.random, games))
			}
		}
	}
	b.random.Shuffle(len(tour), func(i, j int) { tour[i], tour[j] = tour[j], tour[i] })
	return tour, nil
}

// draw takes any game of a kind, of a venue that is open.
func (b *bots) draw(ctx context.Context) (venue.Game, error) {
	app := b.demo.App
	for range botTries {
		f := venue.GameFilter{Kind: botKinds[b.random.IntN(len(botKinds))], Page: staff.Page{Number: 1, Size: 1}}
		_, total, err := app.Venues.ListGames(ctx, app.DB, f)
		if err != nil || total == 0 {
			return venue.Game{}, errors.Join(err, fmt.Errorf("no game of %s", f.Kind))
		}
		f.Page.Number = 1 + b.random.IntN(total)
		list, _, err := app.Venues.ListGames(ctx, app.DB, f)
		if err != nil || len(list) == 0 {
			return venue.Game{}, errors.Join(err, fmt.Errorf("no game %d of %s", f.Page.Number, f.Kind))
		}
		at, err := app.Venues.Get(ctx, app.DB, list[0].Venue)
		if err != nil {
			return venue.Game{}, err
		}
		if at.Usable() == nil && !list[0].Maintained(app.Clock.Now()) {
			return list[0], nil
		}
	}
	return venue.Game{}, errors.New("no game is open")
}

// fill deposits at the gateway when a bot has little, and pays the order there.
func (b *bots) fill(ctx context.Context, one *bot) error {
	held, err := b.demo.App.Wallets.Summary(ctx, one.id)
	if err != nil || held.Centre >= botLow {
		return err
	}
	deposit, err := b.demo.App.Cashier.Deposits.Create(ctx, deposit.Order{
		ID: uuid.NewString(), Player: one.id, ChannelID: botChannel, Amount: money.Fen(500+500*b.random.IntN(4)) * money.Yuan, ClientIP: "127.0.0.1",
	})
	if err != nil {
		return err
	}
	return b.call(ctx, b.demo.SandboxURL()+"/control/gateways/epay/orders/"+deposit.SN+"/pay", map[string]any{}, nil)
}
