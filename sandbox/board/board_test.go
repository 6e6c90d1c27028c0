package board

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/proof"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/fair/fairtest"
)

var at = time.Date(2026, 11, 24, 12, 0, 7, 0, time.UTC)

func hall() *Hall { return NewHall(fair.Seed{7}, Shipped()) }

// dealt is a round of a game under a seed made of a number.
func dealt(g Game, n int) Round {
	r := Round{Table: Table{Code: "T", Game: g, Base: money.Yuan}}
	binary.BigEndian.PutUint64(r.seed[:], uint64(n))
	binary.BigEndian.PutUint64(r.crowd[8:], uint64(n))
	r.seed[31] = 1
	return r
}

func TestEverybodySeesTheSameRound(t *testing.T) {
	h := hall()
	for _, table := range h.Tables() {
		r := h.RoundAt(table, at)
		again, err := h.Find(r.ID())
		if err != nil || again.Opens != r.Opens || again.Commitment() != r.Commitment() {
			t.Errorf("%s: %v, again %v %v", table.Code, r, again, err)
		}
		one, two := r.Play(nil, true), again.Play(nil, true)
		for i, c := range one.Chairs {
			if !slices.Equal(c.Hand.Cards, two.Chairs[i].Hand.Cards) || c.Net != two.Chairs[i].Net {
				t.Errorf("%s: seat %d has %v, then %v", r.ID(), c.Seat, c.Hand, two.Chairs[i].Hand)
			}
		}
		if r.Reveal(r.Closes().Add(-1)) != "" {
			t.Error("the seed is shown while bets are taken")
		}
		seed, err := fair.ParseSeed(r.Reveal(r.Closes()))
		if err != nil || seed.Commitment() != r.Commitment() {
			t.Errorf("the revealed seed is not the committed one: %v", err)
		}
	}
}

func TestPhasesFollowEachOtherToTheNextRound(t *testing.T) {
	h := hall()
	r := h.RoundAt(h.Tables()[1], at)
	now := r.Opens
	for _, want := range []Phase{Bidding, Betting, Dealing, Turning, Shown} {
		phase, until := r.Phase(now)
		if phase != want {
			t.Errorf("%s at %s, want %s", phase, now.Sub(r.Opens), want)
		}
		if want == Shown && now != r.Decided() {
			t.Errorf("decided at %s, shown at %s", r.Decided(), now)
		}
		now = until
	}
	if next := h.RoundAt(r.Table, now); next.Number != r.Number+1 || next.Opens != now {
		t.Errorf("after round %d comes %d at %s", r.Number, next.Number, next.Opens)
	}
}

func TestStrangeTablesAndRoundsAreRefused(t *testing.T) {
	for _, id := range []string{"", "N1", "N1-", "N1--1", "N1-01", "X1-1"} {
		if _, err := hall().Find(id); !errors.Is(err, ErrNoRound) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

// TestHandsAreOrderedByTheRules lists hands of each game from the lowest to the
// highest, with what they are called.
func TestHandsAreOrderedByTheRules(t *testing.T) {
	for game, list := range map[Game][]string{
		Niuniu: {
			"无牛 DA S2 H4 C8 D9", "无牛 D2 S3 H4 C9 DK", "无牛 D2 S3 H4 C9 SK", "牛一 SJ HQ CK DA S10", "牛六 SA H9 C10 D2 S4", "牛七 SA H9 C10 D3 S4",
			"牛九 SK HQ CJ D4 S5", "牛牛 S2 H3 C5 D4 S6", "牛牛 SK HQ CJ D10 S10", "五花牛 SK HK CQ DQ SJ",
		},
		Flower: {
			"散牌 D2 H3 C5", "散牌 DA HK CJ", "散牌 SA HK CJ", "对子 D2 H2 C3", "对子 D2 H2 CA", "对子 D2 C2 SA", "对子 DA HA C2", "顺子 DA H2 C3", "顺子 D2 H3 C4", "顺子 DA HK CQ",
			"金花 D2 D3 D5", "金花 S2 S3 S5", "金花 DA DK DJ", "顺金 DA D2 D3", "顺金 DQ DK DA", "豹子 D2 H2 C2", "豹子 DA HA CA",
		},
		Courts: {
			"0 点 DA H9 C10", "0 点 DJ HQ C10", "1 点 DA H10 CK", "8 点 DA H3 C4", "9 点 DA H3 C5", "9 点 DK H4 C5", "9 点 SK C4 D5", "9 点 DJ HQ C9", "三公 DJ HJ CJ", "三公 DK HQ CJ",
		},
		TwoEight: {
			"0 点 1 9", "1 点半 0 1", "9 点 4 5", "9 点半 0 9", "二八杠 2 8", "对一 1 1", "对九 9 9", "对白板 0 0",
		},
	} {
		var before Hand
		for i, line := range list {
			words := strings.Fields(line)
			size := Of(game).HandSize
			name, cards := strings.Join(words[:len(words)-size], " "), words[len(words)-size:]
			hand := Of(game).judge(cards)
			if hand.Name != name {
				t.Errorf("%s: %v is %s, want %s", game, cards, hand.Name, name)
			}
			if i > 0 && hand.score <= before.score {
				t.Errorf("%s: %v does not beat %v", game, hand, before)
			}
			before = hand
		}
	}
}

// A card that two seats hold would be noticed by every player.
func TestNoCardIsDealtTwice(t *testing.T) {
	if len(cardPack) != 52 || len(tilePack) != 40 {
		t.Fatal(len(cardPack), len(tilePack))
	}
	for _, rules := range All {
		for n := range 300 {
			left := map[string]int{}
			for _, c := range cardPack {
				left[c] = 1
			}
			if rules.Tiles {
				for _, c := range tilePack {
					left[c] = 4
				}
			}
			for _, hand := range dealt(rules.Game, n).deal() {
				for _, c := range hand.Cards {
					if left[c]--; left[c] < 0 {
						t.Fatalf("%s: %s is dealt too often", rules.Game, c)
					}
				}
			}
		}
	}
}

func TestTheHighestBidTakesTheBank(t *testing.T) {
	holders := map[int]int{}
	for n := range 2000 {
		r := dealt(Niuniu, n)
		p := r.Play([]Choice{{Seat: 0, Bid: 1, Multiple: 2}, {Seat: 3, Bid: 3}, {Seat: 4, Bid: 3, Multiple: 4}}, false)
		holders[p.Banker]++
		if p.Factor != 3 || len(p.Chairs) != 3 {
			t.Fatalf("%+v", p)
		}
		sum := 0
		for _, c := range p.Chairs {
			sum += c.Net
			if c.Seat != p.Banker && (max(c.Net, -c.Net)%(c.Multiple*3) != 0) {
				t.Errorf("%+v", c)
			}
		}
		if sum != 0 {
			t.Errorf("seats win %d together", sum)
		}
	}
	if holders[0] != 0 || holders[3] < 850 || holders[4] < 850 {
		t.Errorf("the bank went to %v", holders)
	}
	alone := dealt(Niuniu, 1).Play([]Choice{{Seat: 0}}, false)
	if alone.Banker != CompanySeat || alone.Factor != 1 || len(alone.Chairs) != 2 || alone.Chairs[1].Seat != CompanySeat {
		t.Errorf("nobody bid: %+v", alone)
	}
}

// The hold of a seat covers its largest loss.
func TestAHoldCoversEveryLoss(t *testing.T) {
	for _, rules := range All {
		for _, rank := range rules.Ranks {
			if rank.Times > maxTimes || rank.Times < 1 {
				t.Errorf("%s %s pays %d times", rules.Game, rank.Name, rank.Times)
			}
		}
		for n := range 3000 {
			var choices []Choice
			for seat := range rules.Seats {
				choices = append(choices, Choice{Seat: seat, Bid: n % 4, Multiple: 4})
			}
			p := dealt(rules.Game, n).Play(choices, false)
			for _, c := range p.Chairs {
				held := rules.PlayHold(p.Factor, c.Multiple)
				if c.Seat == p.Banker {
					held = rules.BidHold(p.Factor)
				}
				if c.Seat != CompanySeat && -c.Net > held {
					t.Fatalf("%s: seat %d loses %d of %d", rules.Game, c.Seat, -c.Net, held)
				}
			}
			if held := rules.BidHold(1); held < rules.PlayHold(slices.Max(Bids), slices.Max(Multiples)) {
				t.Fatalf("%s: a lost bid holds %d", rules.Game, held)
			}
		}
	}
}

// TestReturnsAreTheStatedOnes plays rounds of each game as player and as banker.
// A return is what comes back of what is risked, weighed by it.
func TestReturnsAreTheStatedOnes(t *testing.T) {
	line := proof.Begin(t, "games", "board games: player and banker get back what is stated")
	rounds := fairtest.Rounds(100_000)
	for _, rules := range All {
		t.Run(string(rules.Game), func(t *testing.T) {
			t.Parallel()
			line.Count(rounds)
			var player, banker tally
			for n := range rounds {
				choices := []Choice{{Seat: 0, Bid: 1}}
				for seat := 1; seat < rules.Seats; seat++ {
					choices = append(choices, Choice{Seat: seat, Multiple: 1 + (n+seat)%4})
				}
				for _, c := range dealt(rules.Game, n).Play(choices, false).Chairs {
					if c.Seat == 0 {
						banker.add(c.Net)
					} else if c.Seat == 1 {
						player.add(c.Net)
					}
				}
			}
			player.expect(t, "player", rules.Return)
			banker.expect(t, "banker", rules.Return)
		})
	}
}

// tally sums what is risked and what comes back.
type tally struct{ n, risked, back, cross, riskSquares, backSquares float64 }

func (s *tally) add(net int) {
	risked, payout, _ := Pay(money.Yuan, net)
	r, b := float64(risked), float64(payout)
	s.n++
	s.risked += r
	s.back += b
	s.cross += r * b
	s.riskSquares += r * r
	s.backSquares += b * b
}

func (s *tally) expect(t *testing.T, who string, stated int) {
	t.Helper()
	ratio := s.back / s.risked
	variance := (s.backSquares - 2*ratio*s.cross + ratio*ratio*s.riskSquares) / s.n
	deviation := math.Sqrt(variance/s.n) / (s.risked / s.n)
	if math.Abs(ratio-float64(stated)/10_000) > fairtest.Sigmas*deviation {
		t.Errorf("%s: returns %.4f ± %.4f, stated is %.4f", who, ratio, deviation, float64(stated)/10_000)
	}
}

// Equal tiles are a draw; were they the banker's, the bank would win money for ever.
func TestEqualTilesWinNothing(t *testing.T) {
	p := Play{Banker: 1, Factor: 3, Chairs: []Chair{
		{Seat: 0, Multiple: 4, Hand: judgeTwoEight([]string{"9", "5"})}, {Seat: 1, Hand: judgeTwoEight([]string{"1", "3"})},
	}}
	if p.compare(Of(TwoEight)); p.Chairs[0].Net != 0 || p.Chairs[1].Net != 0 {
		t.Errorf("%+v", p)
	}
}

func TestBotsLeaveSeatsForPlayers(t *testing.T) {
	for _, rules := range All {
		sat := 0
		for n := range 500 {
			p := dealt(rules.Game, n).Play(nil, true)
			for _, c := range p.Chairs {
				if c.Bot == "" {
					continue
				}
				sat++
				if !slices.Contains(rules.BotSeats(), c.Seat) || c.BidsAfter > BiddingFor || c.PutsAfter > BettingFor {
					t.Fatalf("%+v", c)
				}
			}
		}
		if all := 500 * len(rules.BotSeats()); sat < all*8/10 || sat == all {
			t.Errorf("%s: %d of %d", rules.Game, sat, all)
		}
		p := dealt(rules.Game, 1).Play([]Choice{{Seat: rules.BotSeats()[0]}}, true)
		if c, _ := p.Chair(rules.BotSeats()[0]); c.Bot != "" {
			t.Error("a bot sits on a player's seat")
		}
	}
}

func TestTheCompanyKeepsItsCutOfAWin(t *testing.T) {
	for _, c := range []struct {
		net                  int
		risked, payout, keep money.Fen
	}{{3, 300, 585, 15}, {-3, 300, 0, 0}, {0, 0, 0, 0}} {
		if risked, payout, cut := Pay(money.Yuan, c.net); risked != c.risked || payout != c.payout || cut != c.keep {
			t.Errorf("%d: %s %s %s", c.net, risked, payout, cut)
		}
	}
}
