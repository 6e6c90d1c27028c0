package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/lottery"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/lotto"
	"hongyun/sandbox/play/reels"
	"hongyun/sandbox/play/sportsbook"
)

// The crowd are the simulated players of other operators. They play by the same
// calls and rules as all players, with play money of the company. Their venues
// are their own, so no operator's feed shows their bets. The venue's seed and
// the clock decide their actions.
const (
	crowdChips = 100_000 * money.Yuan
	crowdLow   = 20_000 * money.Yuan
	// crowdPace is how many times the crowd may act in one step.
	crowdPace = 10
	// strollEvery is how often the crowd acts at one of the games without
	// spectators.
	strollEvery = 5 * time.Second
	// The bets of one venue's crowd are folded every so often, if they are so old.
	foldEvery = time.Minute
	foldAfter = 2 * time.Hour
	// crowdSports is how many bets of the crowd may be open at a sports book.
	crowdSports = 120
)

// crowdNames are the accounts of the crowd; pages show the surname alone.
var crowdNames = func() (list []string) {
	const surnames = "张王李赵刘陈杨黄周吴徐孙马朱胡林郭何高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余"
	for i, surname := range []rune(surnames) {
		list = append(list, fmt.Sprintf("%c%02d", surname, i+1))
	}
	return list
}()

// crowd is how far the simulated players have come. One goroutine moves them.
type crowd struct{ stroll, folded int64 }

// turn is what the crowd needs to act at one kind of game of a venue.
type turn struct {
	arcade.Section
	at      time.Time
	seed    fair.Seed
	watched bool
	left    *int // how often it may still act in this step
}

// Draw gives the numbers of one decision. Equal names and rounds give equal ones.
func (t turn) draw(name string, round int64) *fair.Draw {
	return t.seed.Derive("crowd/"+string(t.Kind)+"/"+name).Draw("", uint64(round))
}

// may takes one act from those that are left.
func (t turn) may() bool {
	*t.left--
	return *t.left >= 0
}

// crowdPlays is how the crowd plays each kind of game.
var crowdPlays = map[arcade.Kind]func(p *Play, ctx context.Context, t turn) error{
	arcade.KindLive:    (*Play).crowdAtTables,
	arcade.KindFishing: (*Play).crowdInRooms,
	arcade.KindSlot:    (*Play).crowdAtReels,
	arcade.KindLottery: (*Play).crowdInDraws,
	arcade.KindSports:  (*Play).crowdAtMatches,
	arcade.KindEsports: (*Play).crowdAtMatches,
}

// StepCrowd lets simulated players do what they do at the clock's second: at the
// games that people look at, and now and then at another. It may be called from
// one goroutine only, about once a second.
func (p *Play) StepCrowd(ctx context.Context) error {
	if !p.Crowd() {
		return nil
	}
	now := p.Clock.Now()
	left := crowdPace
	failed := p.foldCrowd(ctx, now)
	for _, t := range p.crowdTurns(now) {
		seed, err := p.Books.VenueSeed(ctx, t.Venue)
		if err == nil {
			t.seed, t.at, t.left = seed, now, &left
			err = crowdPlays[t.Kind](p, ctx, t)
		}
		if _, refused := errors.AsType[arcade.Refusal](err); err != nil && !refused {
			failed = errors.Join(failed, fmt.Errorf("crowd at %s of %s: %w", t.Kind, t.Venue, err))
		}
	}
	return failed
}

// foldCrowd forgets the crowd's bets of long ago, of one venue after another: only
// what they came to stays.
func (p *Play) foldCrowd(ctx context.Context, now time.Time) error {
	number := now.UnixMilli() / foldEvery.Milliseconds()
	if number == p.crowd.folded || len(p.Venues) == 0 {
		return nil
	}
	p.crowd.folded = number
	code := p.Venues[number%int64(len(p.Venues))].Code
	before := now.Add(-foldAfter)
	return errors.Join(p.Books.FoldBets(ctx, arcade.CrowdVenue+code, before), p.Books.FoldBets(ctx, arcade.CrowdVenue+arcade.GuestVenue+code, before))
}

// crowdTurns are the games at which the crowd acts now.
func (p *Play) crowdTurns(now time.Time) []turn {
	var all []arcade.Section
	for _, v := range p.Venues {
		for _, g := range v.Games {
			if at := (arcade.Section{Venue: v.Code, Kind: g.Kind}); crowdPlays[g.Kind] != nil && !slices.Contains(all, at) {
				all = append(all, at)
			}
		}
	}
	var list []turn
	for _, at := range all {
		if p.Attendance.Watched(at, now) {
			list = append(list, turn{Section: at, watched: true})
		}
	}
	if number := now.UnixMilli() / strollEvery.Milliseconds(); number != p.crowd.stroll && len(all) > 0 {
		p.crowd.stroll = number
		at := all[number%int64(len(all))]
		if !slices.ContainsFunc(list, func(t turn) bool { return t.Section == at }) {
			list = append(list, turn{Section: at})
		}
	}
	if len(list) > 0 { // no game is always the last to act
		first := int(now.Unix()) % len(list)
		list = slices.Concat(list[first:], list[:first])
	}
	return list
}

// crowdSession is the session of one of the crowd at a venue, who has enough chips.
func (p *Play) crowdSession(ctx context.Context, t turn, venue, name string) (books.Session, error) {
	s := books.Session{Venue: arcade.CrowdVenue + venue, Player: name}
	account, err := p.Books.Account(ctx, s.Venue, name)
	if errors.Is(err, books.ErrNoAccount) || (err == nil && account.Balance < crowdLow) {
		err = p.Books.Chips(ctx, s.Venue, name, crowdChips, t.seed.Derive("crowd/"+s.Venue+"/"+name), t.at)
	}
	return s, err
}

// some draws different members of the crowd.
func some(d *fair.Draw, n int) []string {
	list := slices.Clone(crowdNames)
	d.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:n]
}

// oneOf draws one of a list.
func oneOf[T any](d *fair.Draw, list []T) T { return list[d.IntN(len(list))] }

// crowdSpins are how many spins the crowd makes in one turn.
const crowdSpins = 2

// crowdCoins are the coins of the crowd, in fen.
var crowdCoins = []int64{5, 10, 10, 20, 20, 50, 50, 100, 200}

func (p *Play) crowdAtReels(ctx context.Context, t turn) error {
	venue, _, _ := p.Game(t.Venue, "")
	games := arcade.GamesOf(venue, arcade.KindSlot)
	for i := range crowdSpins {
		if !t.may() {
			return nil
		}
		d := t.draw("spin", t.at.Unix()*crowdSpins+int64(i))
		s, err := p.crowdSession(ctx, t, t.Venue, oneOf(d, crowdNames))
		if err != nil {
			return err
		}
		ask := reels.SpinAsk{ID: fmt.Sprintf("crowd-%d-%d", t.at.Unix(), i), Game: oneOf(d, games).Code, Coin: oneOf(d, crowdCoins)}
		if _, err := p.machines.PlaySpin(ctx, s, ask); err != nil {
			return err
		}
	}
	return nil
}

func (p *Play) crowdInDraws(ctx context.Context, t turn) error {
	h, err := p.shop.DrawsOf(ctx, t.Venue)
	if err != nil {
		return err
	}
	var open []string
	for _, l := range h.Lotteries() {
		if _, err := p.shop.LotteryOf(h, t.Venue, l.Code); err == nil && t.at.Before(h.IssueAt(l, t.at).ClosesAt()) {
			open = append(open, l.Code)
		}
	}
	if len(open) == 0 || !t.may() {
		return nil
	}
	d := t.draw("ticket", t.at.Unix())
	l, err := h.Lottery(oneOf(d, open))
	if err != nil {
		return err
	}
	s, err := p.crowdSession(ctx, t, t.Venue, oneOf(d, crowdNames))
	if err != nil {
		return err
	}
	ask := lotto.TicketAsk{ID: fmt.Sprintf("crowd-%d", t.at.Unix()), Issue: h.IssueAt(l, t.at).ID(), Unit: lotto.TicketUnits[0]}
	for range 1 + d.IntN(3) {
		pick := oneOf(d, l.Family.Picks())
		multiple := oneOf(d, []int{1, 1, 2, 2, 5, 10, 20})
		if ask.Unit*money.Fen(multiple)*money.Fen(pick.Price)/lottery.PriceUnit > lotto.MaxPrize {
			multiple = 1
		}
		ask.Lines = append(ask.Lines, lotto.Line{Pick: pick.Key, Multiple: multiple})
	}
	_, err = p.shop.PlayTickets(ctx, s, ask)
	return err
}

func (p *Play) crowdAtMatches(ctx context.Context, t turn) error {
	open, err := p.Books.CountOpen(ctx, arcade.CrowdVenue+t.Venue)
	if err != nil || open >= crowdSports || !t.may() {
		return err
	}
	b, err := p.book.BookOf(ctx, t.Venue)
	if err != nil {
		return err
	}
	matches := b.Between(t.at, t.at.Add(lookAhead))
	if len(matches) == 0 {
		return nil
	}
	d := t.draw("slip", t.at.Unix())
	m := oneOf(d, matches)
	offers := sportsbook.MainOffers(m.Offers(t.at))
	if len(offers) == 0 {
		return nil
	}
	s, err := p.crowdSession(ctx, t, t.Venue, oneOf(d, crowdNames))
	if err != nil {
		return err
	}
	o := oneOf(d, offers)
	stake := oneOf(d, []string{"10", "20", "50", "50", "100", "100", "200", "500", "1000"})
	_, err = p.book.PlaySlip(ctx, s, sportsbook.SlipAsk{
		ID: fmt.Sprintf("crowd-%d", t.at.Unix()), OddsType: "EU",
		Legs: []sportsbook.Pick{{Match: m.ID, Selection: o.Selection, Price: o.Price, Score: m.Score(t.at), Stake: stake}},
	})
	return err
}

// lookAhead is from how far ahead the crowd takes its matches.
const lookAhead = 15 * time.Minute
