package turnover_test

import (
	"context"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/turnover"
)

// kinds are the venues of these tests, and the games that are of another kind.
func kinds(_ context.Context, _ db.Reader, venue, game string) (string, error) {
	if kind, own := map[string]string{"ag:6": "fish", "ag:ball": "sport"}[venue+":"+game]; own {
		return kind, nil
	}
	return map[string]string{"ky": "board", "im": "sport", "avia": "esport", "ag": "live", "pt": "slot"}[venue], nil
}

// PROMO-12: a requirement with a floor counts only sports and e-sports bets at
// those odds, and no parlays. The same bets count for one without.
func TestRequirementWithAnOddsFloorCountsNoLowerOddsAndNoParlays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(d, turnover.Config{KindOf: kinds})
		floor := turnover.Terms{Odds: &turnover.OddsFloor{Local: 80, European: 180}}
		k.openOn(t, "ming", "bonus", 1000, floor)
		dbtest.Clock(d).Advance(time.Minute)
		done := money.Fen(0)
		for _, c := range []struct {
			id, venue, oddsType, odds string
			parlay                    bool
			counts                    money.Fen
			why                       string
		}{
			{"hk low", "im", "HK", "0.79", false, 0, "赔率低于0.80，不计入"},
			{"hk", "im", "HK", "0.80", false, 10, ""},
			{"my low", "im", "MY", "0.50", false, 0, "赔率低于0.80，不计入"},
			{"my minus", "im", "MY", "-0.80", false, 10, ""},
			{"eu low", "avia", "EU", "1.79", false, 0, "赔率低于1.80，不计入"},
			{"eu", "avia", "EU", "1.80", false, 10, ""},
			{"parlay", "im", "EU", "9.00", true, 0, "串关注单不计入"},
			{"unsaid", "im", "", "", false, 0, "赔率类型未知，不计入"},
			{"cards have no odds", "ky", "", "", false, 10, ""},
		} {
			b := k.bet(c.id, 1, 10)
			b.Venue, b.OddsType, b.Odds, b.Parlay = c.venue, c.oddsType, c.odds, c.parlay
			k.bets(t, b)
			done += c.counts
			left, err := k.Outstanding(t.Context(), d, "ming")
			if err != nil || left != 1000-done {
				t.Fatalf("%s: outstanding %d, %v; want %d", c.id, left, err, 1000-done)
			}
			if got := k.reason(t, c.id); got != c.why {
				t.Errorf("%s: %q; want %q", c.id, got, c.why)
			}
		}
		// The bets are the player's all the same: a requirement without terms takes them.
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return k.Bind(ctx, tx, "ming", "deposit", "bonus", turnover.Terms{})
		})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := k.book(t, "ming"), "bonus 90/1000 open"; got != want {
			t.Errorf("without its terms: %s; want %s", got, want)
		}
		k.sound(t)
	})
}

func (k desk) reason(t *testing.T, id string) (reason string) {
	t.Helper()
	all, _, err := k.Uncounted(t.Context(), k.d, "ming", 1, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range all {
		if b.BetID == id {
			reason = b.Reason
		}
	}
	return reason
}

// A bet with corrected odds leaves the requirements whose floor it misses. A
// bet that one requirement refuses still serves the next one.
func TestCorrectedOddsAreJudgedAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(d, turnover.Config{KindOf: kinds})
		k.openOn(t, "ming", "bonus", 100, turnover.Terms{Odds: &turnover.OddsFloor{Local: 80, European: 180}})
		dbtest.Clock(d).Advance(time.Second)
		k.open(t, "ming", "later", 100)
		dbtest.Clock(d).Advance(time.Minute)
		b := k.bet("b", 1, 100)
		b.Venue, b.OddsType, b.Odds = "im", "EU", "2.00"
		for i, c := range []struct{ odds, want string }{
			{"2.00", "bonus 100/100 met · later 0/100 open"}, {"1.50", "bonus 0/100 open · later 100/100 met"}, {"1.90", "bonus 0/100 open · later 100/100 met"},
		} {
			b.Version, b.Odds = i+1, c.odds
			k.bets(t, b)
			if got := k.book(t, "ming"); got != c.want {
				t.Errorf("odds %s: %s; want %s", c.odds, got, c.want)
			}
			k.sound(t)
		}
	})
}

// H-98: a kind of venue counts in part where the requirement says so. The bet is
// used up by the part, and a correction is counted afresh.
func TestKindsCountByTheWeightsOfTheRequirement(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(d, turnover.Config{KindOf: kinds})
		k.openOn(t, "ming", "bonus", 100, turnover.Terms{Weights: map[string]int64{"live": 10, "slot": 0}})
		dbtest.Clock(d).Advance(time.Second)
		k.open(t, "ming", "later", 1000)
		dbtest.Clock(d).Advance(time.Minute)
		for i, c := range []struct {
			venue, id string
			version   int
			valid     money.Fen
			want      string
		}{
			{"pt", "slot", 1, 100, "bonus 0/100 open · later 100/1000 open"},
			{"ag", "live", 1, 509, "bonus 50/100 open · later 100/1000 open"},
			{"ag", "live", 2, 499, "bonus 49/100 open · later 100/1000 open"},
			{"ag", "live", 3, 700, "bonus 69/100 open · later 100/1000 open"}, // 49 and a tenth of what is new
			{"ky", "board", 1, 11, "bonus 80/100 open · later 100/1000 open"},
			{"ag", "more", 1, 500, "bonus 100/100 met · later 400/1000 open"}, // 20 take 200 of it
			{"ag", "more", 2, 0, "bonus 80/100 open · later 100/1000 open"},
		} {
			b := k.bet(c.id, c.version, c.valid)
			b.Venue = c.venue
			k.bets(t, b)
			if got := k.book(t, "ming"); got != c.want {
				t.Fatalf("step %d %s: %s; want %s", i, c.id, got, c.want)
			}
			k.sound(t)
		}
	})
}

// H-438: a company with one wallet has games of several kinds. A bet counts with the weight
// of its game's kind, and a sports game obeys the floor of odds, also when it counts later.
func TestABetCountsByTheKindOfItsGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := &operator{}
		clock := dbtest.Clock(d)
		o.set(clock.Now(), turnover.Weights{Kinds: map[string]int64{"live": 0, "fish": 50}})
		k := newDesk(d, turnover.Config{KindOf: kinds, Weights: o.book()})
		k.openOn(t, "ming", "d", 100, turnover.Terms{Odds: &turnover.OddsFloor{Local: 80, European: 180}})
		clock.Advance(time.Minute)
		k.bets(t, k.game("ag", "BAC", "table", 100))
		k.expect(t, "nothing of the live venue", "d 0/100 open")
		k.bets(t, k.game("ag", "6", "fishing", 100))
		k.expect(t, "half of its fishing", "d 50/100 open")
		low, high := k.game("ag", "ball", "low", 10), k.game("ag", "ball", "high", 10)
		low.OddsType, low.Odds, high.OddsType, high.Odds = "HK", "0.79", "HK", "0.80"
		k.bets(t, low, high)
		k.expect(t, "one of two sports bets", "d 60/100 open")
		if got := k.reason(t, "low"); got != "赔率低于0.80，不计入" {
			t.Errorf("the player is told %q", got)
		}
		k.bets(t, k.game("ky", "620", "cards", 40), k.game("ag", "6", "spare", 60))
		k.expect(t, "met", "d 100/100 met")
		gone := k.game("ky", "620", "cards", 0)
		gone.Version = 2
		k.bets(t, gone)
		k.expect(t, "half of the spare fishing", "d 90/100 open")
	})
}
