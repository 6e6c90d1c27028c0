package fishery

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/fishing"
	"hongyun/sandbox/play/arcade"
)

const (
	// MaxShots is how many shots one request may hold.
	MaxShots = 12
	// A shot names the time at which it hit. It may be so old when it arrives, and
	// so far ahead of our clock.
	ShotOld   = 5 * time.Second
	ShotAhead = time.Second
	// showAhead is how early the page is told of a fish.
	showAhead = 3 * time.Second
)

// Errors of fishing that a player is told of.
var (
	ErrRoom   = arcade.Refusal{Status: http.StatusNotFound, Sentence: "没有这个渔场"}
	ErrCannon = arcade.Refusal{Status: http.StatusConflict, Sentence: "本场没有这种炮"}
	ErrFast   = arcade.Refusal{Status: http.StatusConflict, Sentence: "射击太快，请稍候"}
)

// waters are the fish of one room of a hall. A guest sees those of the real
// venue.
type waters struct {
	*fishing.Hall
	game arcade.Game
	room fishing.Room
}

func (w waters) name() string { return w.game.Code + "/" + w.room.Code }

func (p *Fishery) HallOf(ctx context.Context, venue string, g arcade.Game) (*fishing.Hall, error) {
	seed, err := p.Books.VenueSeed(ctx, arcade.RealVenue(venue))
	return fishing.NewHall(seed, fishing.MixOf(g.Motif, g.Seed)), err
}

func (p *Fishery) WatersOf(ctx context.Context, venue, hall, room string) (waters, error) {
	_, game, ok := p.Game(venue, hall)
	rooms := fishing.Rooms()
	i := slices.IndexFunc(rooms, func(r fishing.Room) bool { return r.Code == room })
	if !ok || game.Kind != arcade.KindFishing || i < 0 {
		return waters{}, ErrRoom
	}
	h, err := p.HallOf(ctx, venue, game)
	return waters{h, game, rooms[i]}, err
}

// kindView is a kind of fish as the page draws it and as its rules state it.
type kindView struct {
	fishing.Fish
	Boss bool `json:"boss"`
}

// roomView is a room as the hall shows it. Cannons are in fen.
type roomView struct {
	fishing.Room
	Cannons []int64 `json:"cannons"`
	Players int     `json:"players"`
}

type HallView struct {
	Game  arcade.Game `json:"game"`
	Boss  string      `json:"boss"`
	Kinds []kindView  `json:"kinds"`
	Rooms []roomView  `json:"rooms"`
}

// Halls lists the fishing halls of the venue.
func (p *Fishery) Halls(ctx context.Context, s books.Session, _ *http.Request) (any, error) {
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	venue, _, _ := p.Game(s.Venue, "")
	halls := []HallView{}
	p.Look(ctx, s.Venue, arcade.KindFishing, p.Clock.Now())
	for _, g := range arcade.GamesOf(venue, arcade.KindFishing) {
		h, err := p.HallOf(ctx, s.Venue, g)
		if err != nil {
			return nil, err
		}
		v := HallView{Game: g, Boss: fishing.MixOf(g.Motif, g.Seed).Boss}
		for _, f := range h.Shoal() {
			v.Kinds = append(v.Kinds, kindView{f, f.Boss()})
		}
		for _, r := range fishing.Rooms() {
			shown := roomView{Room: r}
			for _, cost := range r.Cannons {
				shown.Cannons = append(shown.Cannons, int64(cost))
			}
			shared, err := p.pond(ctx, s.Venue, g.Code, r.Code)
			if err != nil {
				return nil, err
			}
			for _, a := range shared.anglers {
				if a.seat >= 0 {
					shown.Players++
				}
			}
			shared.mu.Unlock()
			v.Rooms = append(v.Rooms, shown)
		}
		halls = append(halls, v)
	}
	if len(halls) == 0 {
		return nil, ErrRoom
	}
	return map[string]any{"balance": account.Balance.String(), "return": fishing.Return, "halls": halls, "lively": p.Crowd()}, nil
}

// SwimmerView is a fish on its way. Times are Unix milliseconds.
type SwimmerView struct {
	ID    string  `json:"id"`
	Kind  string  `json:"kind"`
	From  int64   `json:"from"`
	Until int64   `json:"until"`
	Lane  float64 `json:"lane"`
	Bend  float64 `json:"bend"`
	Left  bool    `json:"left"`
}

// CannonView is another player's cannon.
type CannonView struct {
	Seat  int    `json:"seat"`
	Name  string `json:"name"`
	Cost  int64  `json:"cost"`            // fen
	Crowd bool   `json:"crowd,omitempty"` // a simulated player's
}

// Room is a room as its players see it: all free fish, and the others'
// shots since the report that the page has.
func (p *Fishery) Room(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	q := r.URL.Query()
	w, err := p.WatersOf(ctx, s.Venue, q.Get("hall"), q.Get("room"))
	if err != nil {
		return nil, err
	}
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	after, err := strconv.ParseInt(q.Get("after"), 10, 64)
	if err != nil {
		after = -1
	}
	shared, err := p.pond(ctx, s.Venue, w.game.Code, w.room.Code)
	if err != nil {
		return nil, err
	}
	defer shared.mu.Unlock()
	now := p.Clock.Now()
	p.Look(ctx, s.Venue, arcade.KindFishing, now)
	mine := shared.join(s, account.Name, now)
	fish := []SwimmerView{}
	seen := map[string]bool{}
	for _, one := range append(w.Swimming(w.name(), now), w.Swimming(w.name(), now.Add(showAhead))...) {
		if _, caught := shared.caught[one.ID]; !caught && !seen[one.ID] {
			seen[one.ID] = true
			fish = append(fish, SwimmerView{one.ID, one.Fish, one.From.UnixMilli(), one.Until.UnixMilli(), one.Lane, one.Bend, one.Left})
		}
	}
	cannons := []CannonView{}
	for player, a := range shared.anglers {
		if player != s.Player && a.seat >= 0 {
			cannons = append(cannons, CannonView{a.seat, arcade.ShownName(a.crowd, a.name), a.cost, a.crowd || p.Simulated(s.Venue, player)})
		}
	}
	slices.SortFunc(cannons, func(a, b CannonView) int { return a.Seat - b.Seat })
	news := []Report{}
	for _, n := range shared.news {
		if after >= 0 && n.Number > after && n.by != s.Player {
			news = append(news, n)
		}
	}
	return map[string]any{
		"now": now.UnixMilli(), "balance": account.Balance.String(), "seat": mine.seat, "fish": fish, "cannons": cannons,
		"news": news, "last": shared.last,
	}, nil
}

// Shot is a shot of a bet. Amounts are fen. Gone says that the fish was not
// there any more: such a shot costs nothing.
type Shot struct {
	Fish     string `json:"fish"`
	Kind     string `json:"kind,omitempty"`
	Cost     int64  `json:"cost"`
	Paid     int64  `json:"paid,omitempty"`
	Multiple int    `json:"multiple,omitempty"`
	Gone     bool   `json:"gone,omitempty"`
}

// Volley is what a bet keeps of the shots of one request.
type Volley struct {
	Hall  string          `json:"hall"`
	Room  string          `json:"room"`
	Seed  arcade.SeedUsed `json:"seed"`
	Shots []Shot          `json:"shots"`
}

// ShotsAsk is the body of POST fish/shots. The same id again gives the same
// answer and takes no second stake.
type ShotsAsk struct {
	ID    string `json:"id"`
	Hall  string `json:"hall"`
	Room  string `json:"room"`
	Shots []Hit  `json:"shots"`
}

// Hit is a shot that met a fish.
type Hit struct {
	Fish string `json:"fish"`
	Cost int64  `json:"cost"` // fen
	At   int64  `json:"at"`   // Unix milliseconds of our clock
}

// Shoot books shots as one bet. Whether a shot catches its fish is drawn here;
// the page says only which fish it hit, and gains nothing by another word.
func (p *Fishery) Shoot(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	var ask ShotsAsk
	if err := arcade.Read(r, &ask); err != nil {
		return nil, err
	}
	return p.PlayShots(ctx, s, ask)
}

func (p *Fishery) PlayShots(ctx context.Context, s books.Session, ask ShotsAsk) (any, error) {
	w, err := p.WatersOf(ctx, s.Venue, ask.Hall, ask.Room)
	switch {
	case err != nil:
		return nil, err
	case len(ask.Shots) == 0, len(ask.Shots) > MaxShots, !arcade.IDShape.MatchString(ask.ID):
		return nil, arcade.ErrRequest
	}
	shared, err := p.pond(ctx, s.Venue, ask.Hall, ask.Room)
	if err != nil {
		return nil, err
	}
	defer shared.mu.Unlock()
	id := arcade.RoundID(s, ask.ID)
	stored, err := p.Books.Bet(ctx, s.Venue, id)
	if err == nil {
		return p.volleyAnswer(ctx, s, stored)
	} else if !errors.Is(err, books.ErrNotFound) {
		return nil, err
	}
	now := p.Clock.Now()
	shots, stake, err := w.aimed(ask, shared, now)
	if err != nil {
		return nil, err
	}
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	mine := shared.join(s, account.Name, now)
	mine.cost = shots[len(shots)-1].Cost
	if !p.may(s.Venue, s.Player, len(shots), now) {
		return nil, ErrFast
	}
	if stake == 0 { // none of them is a bet
		return map[string]any{"balance": account.Balance.String(), "shots": shots}, nil
	}
	bet := books.Bet{
		Venue: s.Venue, ID: id, Player: s.Player, Game: ask.Hall, Stake: stake, Valid: stake, PlacedAt: now,
	}
	kept, _, err := p.Books.PlayRound(ctx, bet, books.Pot{}, func(seeds books.Seeds) (books.Dealt, error) {
		v := Volley{ask.Hall, ask.Room, arcade.SeedUsed{Commitment: seeds.Server.Commitment(), Client: seeds.Client, Round: seeds.Round}, slices.Clone(shots)}
		var dealt books.Dealt
		dealt.Payout, dealt.Back = w.Deal(&v, seeds)
		text, err := json.Marshal(v)
		dealt.Detail = string(text)
		return dealt, err
	})
	switch {
	case errors.Is(err, books.ErrShort), errors.Is(err, books.ErrNoAccount):
		return nil, arcade.ErrShort
	case err != nil:
		return nil, err
	}
	shared.note(kept, VolleyOf(kept))
	return p.volleyAnswer(ctx, s, kept)
}

// aimed tells which shots of a request are at fish that are there, and what
// those cost.
func (w waters) aimed(ask ShotsAsk, shared *pond, now time.Time) (shots []Shot, stake money.Fen, err error) {
	for _, one := range ask.Shots {
		if w.room.Cost(money.Fen(one.Cost)) != nil {
			return nil, 0, ErrCannon
		}
		sent := Shot{Fish: one.Fish, Cost: one.Cost, Gone: true}
		at := time.UnixMilli(one.At)
		_, caught := shared.caught[one.Fish]
		if !caught && now.Sub(at) <= ShotOld && at.Sub(now) <= ShotAhead {
			if swims, _, err := w.Find(w.name(), one.Fish, at); err == nil {
				sent.Kind, sent.Gone = swims.Fish, false
				stake += money.Fen(one.Cost)
			}
		}
		shots = append(shots, sent)
	}
	return shots, stake, nil
}

// Deal draws each shot in turn, and gives what they pay and the cost of those
// whose fish an earlier one caught.
func (w waters) Deal(v *Volley, seeds books.Seeds) (paid, back money.Fen) {
	d := seeds.Server.Draw(seeds.Client, seeds.Round)
	caught := map[string]bool{}
	for i := range v.Shots {
		one := &v.Shots[i]
		if one.Gone {
			continue
		}
		if caught[one.Fish] {
			one.Gone = true
			back += money.Fen(one.Cost)
			continue
		}
		kind, _ := w.Kind(one.Kind)
		won, multiple := kind.Catch(money.Fen(one.Cost), d)
		one.Paid, one.Multiple = int64(won), multiple
		caught[one.Fish] = multiple > 0
		paid += won
	}
	return paid, back
}

func (p *Fishery) volleyAnswer(ctx context.Context, s books.Session, b books.Bet) (any, error) {
	v := VolleyOf(b)
	if v.Shots == nil || b.Player != books.Key(s.Player) {
		return nil, arcade.ErrRequest
	}
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	return map[string]any{"balance": account.Balance.String(), "bet": b.ID, "shots": v.Shots}, err
}

// VolleyView is a bet at fishing in the player's records.
type VolleyView struct {
	ID     string `json:"id"`
	At     string `json:"at"`
	Stake  string `json:"stake"`
	Payout string `json:"payout"`
	Volley
}

// Records are a player's last bets at fishing and the seeds of the next.
func (p *Fishery) Records(ctx context.Context, s books.Session, _ *http.Request) (any, error) {
	bets, err := p.Books.LatestBets(ctx, s.Venue, s.Player, arcade.LatestBets)
	if err != nil {
		return nil, err
	}
	seeds, err := p.Books.Seeds(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	records := []VolleyView{}
	for _, b := range bets {
		if v := VolleyOf(b); v.Shots != nil {
			records = append(records, VolleyView{b.ID, calendar.Stamp(b.PlacedAt), b.Stake.String(), b.Payout.String(), v})
		}
	}
	return map[string]any{"records": records, "fair": arcade.FairnessOf(seeds)}, nil
}

// Scene is where a bet at fishing was shot: the room, and its dearest shot.
type Scene struct{ Room, Cost string }

// SceneOf reads where a bet was shot; one that was put by hand names its game.
func SceneOf(b books.Bet) Scene {
	v := VolleyOf(b)
	if v.Shots == nil {
		return Scene{Room: b.Game, Cost: "1"}
	}
	var cost money.Fen
	for _, one := range v.Shots {
		cost = max(cost, money.Fen(one.Cost))
	}
	return Scene{v.Hall + "-" + v.Room, cost.String()}
}

// Deal shoots once at the commonest fish of the first room.
func (p *Fishery) Deal(ctx context.Context, bet books.Bet, at time.Time) (arcade.Dealt, error) {
	room := fishing.Rooms()[0]
	w, err := p.WatersOf(ctx, bet.Venue, bet.Game, room.Code)
	if err != nil {
		return arcade.Dealt{}, err
	}
	seeds := books.Seeds{Server: fair.NewSeed(), Client: "control"}
	cost := room.Cannons[0]
	v := Volley{Hall: bet.Game, Room: room.Code, Seed: arcade.SeedUsed{Commitment: seeds.Server.Commitment(), Client: seeds.Client, Round: seeds.Round}, Shots: []Shot{
		{Fish: "control", Kind: w.Shoal()[0].Code, Cost: int64(cost)},
	}}
	bet.ID, bet.Stake, bet.Valid, bet.PlacedAt, bet.SettledAt, bet.Status = arcade.DealtID(), cost, cost, at, at, books.BetSettled
	bet.Payout, _ = w.Deal(&v, seeds)
	text, err := json.Marshal(v)
	bet.Detail = string(text)
	return arcade.Dealt{Bets: []books.Bet{bet}}, err
}
