package turnover_test

import (
	"context"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/setting"
	"hongyun/internal/turnover"
)

// operator is the operator's weights by version, the newest last, each from an instant on.
type operator struct {
	versions []turnover.Weights
	from     []time.Time
	read     int // versions that were read
}

func (o *operator) set(at time.Time, w turnover.Weights) {
	o.versions, o.from = append(o.versions, w), append(o.from, at)
}

func (o *operator) book() turnover.WeightBook {
	return turnover.WeightBook{
		Kinds: []turnover.VenueKind{{Code: "live", Name: "真人"}, {Code: "slot", Name: "电子"}},
		Now: func() (turnover.Weights, int) {
			if n := len(o.versions); n > 0 {
				return o.versions[n-1], n
			}
			return turnover.Weights{}, 0
		},
		Version: func(_ context.Context, _ db.Reader, n int) (turnover.Weights, error) {
			o.read++
			return o.versions[n-1], nil
		},
		At: func(_ context.Context, _ db.Reader, at time.Time) (turnover.Weights, int, error) {
			for i := len(o.from) - 1; i >= 0; i-- {
				if !at.Before(o.from[i]) {
					return o.versions[i], i + 1, nil
				}
			}
			return turnover.Weights{}, 0, nil
		},
	}
}

func single(key string, percent int64) turnover.Weights {
	return turnover.Weights{Exact: []setting.Listed{{Key: key, Label: key, Number: percent}}}
}

func (k desk) game(venue, game, id string, valid money.Fen) turnover.Settled {
	b := k.bet(id, 1, valid)
	b.Venue, b.Game = venue, game
	return b
}

func (k desk) bind(t *testing.T, ref string, terms turnover.Terms) {
	t.Helper()
	err := k.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return k.Bind(ctx, tx, "ming", "deposit", ref, terms)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (k desk) expect(t *testing.T, what, want string) {
	t.Helper()
	if got := k.book(t, "ming"); got != want {
		t.Errorf("%s: %s; want %s", what, got, want)
	}
	k.sound(t)
}

// H-438: a game counts by its own weight, also when it counts later, because room opened
// again. Its weights are read once and not for every bet.
func TestAGameCountsByItsOwnWeight(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := &operator{}
		clock := dbtest.Clock(d)
		o.set(clock.Now(), turnover.Weights{Kinds: map[string]int64{"live": 50}, Exact: []setting.Listed{
			{Key: "ag:baccarat", Label: "AG · 百家乐", Number: 20}, {Key: "pt:zero", Label: "PT · 零", Number: 0},
		}})
		k := newDesk(d, turnover.Config{KindOf: kinds, Weights: o.book()})
		k.open(t, "ming", "d", 100)
		clock.Advance(time.Minute)
		k.bets(t, k.game("ag", "baccarat", "a", 100))
		k.expect(t, "a fifth of the game", "d 20/100 open")
		k.bets(t, k.game("ag", "roulette", "b", 100))
		k.expect(t, "half of the kind", "d 70/100 open")
		k.bets(t, k.game("pt", "zero", "c", 500))
		k.expect(t, "nothing of the slot", "d 70/100 open")
		if got := k.reason(t, "c"); got != "该游戏或场馆的投注不计入流水" {
			t.Errorf("the player is told %q", got)
		}
		k.bets(t, k.game("ky", "620", "d", 30), k.game("ag", "baccarat", "spare", 200))
		k.expect(t, "met", "d 100/100 met")
		gone := k.game("ky", "620", "d", 0)
		gone.Version = 2
		k.bets(t, gone)
		k.expect(t, "the spare bet of the game counts a fifth", "d 100/100 met")
		gone = k.game("ag", "roulette", "b", 0)
		gone.Version = 2
		k.bets(t, gone)
		k.expect(t, "a fifth of all of it", "d 60/100 open")
		if o.read != 1 {
			t.Errorf("the weights were read %d times", o.read)
		}
	})
}

// H-439: a requirement keeps the weights it was promised with. A promotion that binds it
// later, and one that lifts its terms, take no weights of today.
func TestABoundRequirementKeepsTheWeightsItWasOpenedWith(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := &operator{}
		clock := dbtest.Clock(d)
		k := newDesk(d, turnover.Config{KindOf: kinds, Weights: o.book()})
		k.open(t, "ming", "free", 1000) // before there are weights
		clock.Advance(time.Second)
		o.set(clock.Now(), single("pt:fruit", 20))
		k.open(t, "ming", "fifth", 1000)
		clock.Advance(time.Second)
		o.set(clock.Now(), single("pt:fruit", 0))
		for _, ref := range []string{"free", "fifth"} {
			k.bind(t, ref, turnover.Terms{Weights: map[string]int64{"live": 0}})
		}
		clock.Advance(time.Minute)
		k.bets(t, k.game("pt", "fruit", "a", 100))
		k.expect(t, "bound", "free 100/1000 open · fifth 0/1000 open")
		k.bets(t, k.game("ag", "baccarat", "live", 200))
		k.expect(t, "the promotion's own weights hold", "free 100/1000 open · fifth 0/1000 open")
		k.bind(t, "free", turnover.Terms{})
		k.expect(t, "lifted", "free 300/1000 open · fifth 0/1000 open")
		k.bets(t, k.game("ky", "620", "rest", 700))
		k.bind(t, "fifth", turnover.Terms{})
		clock.Advance(time.Minute)
		k.bets(t, k.game("pt", "fruit", "b", 100))
		k.expect(t, "a fifth, as when it was opened", "free 1000/1000 met · fifth 20/1000 open")
	})
}

// H-439: an award that waited for a person has the weights of the day of its claim.
func TestARequirementHasTheWeightsOfTheTimeItWasPromised(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := &operator{}
		clock := dbtest.Clock(d)
		o.set(clock.Now(), single("pt", 20))
		k := newDesk(d, turnover.Config{KindOf: kinds, Weights: o.book()})
		claimed := clock.Now()
		clock.Advance(time.Hour)
		o.set(clock.Now(), single("pt", 0))
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return k.Open(ctx, tx, turnover.Bucket{Player: "ming", Source: "bonus", Ref: "award", Amount: 100, Required: 100, Promised: claimed})
		})
		if err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Minute)
		k.bets(t, k.game("pt", "fruit", "a", 100))
		k.expect(t, "as promised", "award 20/100 open")
		buckets, err := k.Buckets(t.Context(), d, "ming")
		if err != nil {
			t.Fatal(err)
		}
		shown, err := k.SharesOf(t.Context(), d, buckets[0])
		if err != nil || len(shown.Exact) != 1 || shown.Exact[0].Percent != 20 || len(shown.Kinds) != 2 || shown.Kinds[0].Percent != 100 {
			t.Errorf("the player reads %+v, %v", shown, err)
		}
		if now := k.SharesNow(turnover.Terms{}); now.Exact[0].Percent != 0 {
			t.Errorf("a new one: %+v", now)
		}
	})
}

// H-439: a bet from before games were kept gets its game with its next version. Where the game
// weighs as much, what has counted stays, even if terms that came later would refuse the bet.
func TestABetThatGetsItsGameKeepsWhatHasCounted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := &operator{}
		clock := dbtest.Clock(d)
		o.set(clock.Now(), turnover.Weights{Kinds: map[string]int64{"live": 50}})
		k := newDesk(d, turnover.Config{KindOf: kinds, Weights: o.book()})
		k.open(t, "ming", "d", 1000)
		clock.Advance(time.Minute)
		k.bets(t, k.game("pt", "", "spin", 400), k.game("ag", "", "round", 100))
		k.expect(t, "in full, and by half", "d 450/1000 open")
		k.bind(t, "d", turnover.Terms{Weights: map[string]int64{"slot": 0}})
		for version, b := range []turnover.Settled{k.game("pt", "zero", "spin", 400), k.game("ag", "6", "round", 100)} {
			b.Version = version + 2
			k.bets(t, b)
		}
		k.expect(t, "the slot as it was, and the fishing in full", "d 500/1000 open")
	})
}
