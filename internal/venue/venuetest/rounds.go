package venuetest

import (
	"strings"

	"hongyun/internal/venue"
)

// roundCases are what a feed tells of the round of a bet.
var roundCases = []testCase{
	{name: "feed: a bet tells its round", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		tells := f.source.FeedRules().Tells
		switch untold := tells.Untold(); {
		case tells == (venue.RoundTells{}):
			k.declared("the feed tells of no rounds")
			return
		case len(untold) > 0:
			k.declared("of a round the feed does not tell: " + strings.Join(untold, ", "))
		}
		if k.harness.NoRounds {
			return
		}
		games := k.harness.RoundGames
		if len(games) == 0 {
			games = []string{""}
		}
		var seen venue.RoundTells
		for _, game := range games {
			f.tellsOf(game, tells, &seen)
		}
		if seen != tells {
			k.t.Errorf("the rows tell %+v, and FeedRules says %+v", seen, tells)
		}
	}},
}

// told is a bet of a round with what its row says.
type told struct {
	DealtBet
	line  venue.BetLine
	round venue.BetRound
}

// tellsOf plays two rounds of a game, and compares what the feed says of them with what
// the company dealt. It notes in seen what was told.
func (f *feedKit) tellsOf(game string, tells venue.RoundTells, seen *venue.RoundTells) {
	f.t.Helper()
	var rounds [2]Dealt
	for back := range rounds {
		rounds[back] = f.Company.Round(f.t, Round{Player: f.account, Game: game, At: f.at, Back: back})
	}
	lines := f.byID(f.pull(f.from, f.to))
	reader, ok := f.Venue.(venue.BetReader)
	if !ok {
		f.t.Fatal("the adapter tells of rounds and reads no rows")
	}
	var bets [2][]told
	for back, dealt := range rounds {
		for _, bet := range dealt.Bets {
			line, there := lines[bet.ID]
			for id, l := range lines { // the numbers of some kinds of game stand apart
				if !there && strings.HasSuffix(id, bet.ID) {
					line, there = l, true
				}
			}
			if !there {
				f.t.Fatalf("bet %s of game %q did not arrive", bet.ID, game)
			}
			bets[back] = append(bets[back], told{bet, line, reader.ReadBet(line.Raw).Round})
		}
		f.outcomes(dealt, bets[back], seen)
	}
	f.numbers(rounds[0], bets, tells, seen)
	f.sides(rounds[0], bets, tells, seen)
}

// outcomes compares what is told of how a round ended, and of its free spins.
func (f *feedKit) outcomes(dealt Dealt, bets []told, seen *venue.RoundTells) {
	f.t.Helper()
	for _, b := range bets {
		seen.Table = seen.Table || b.round.Place() != ""
		seen.Play = seen.Play || b.round.Play != ""
		seen.Outcome = seen.Outcome || b.round.Outcome != ""
		for _, fact := range dealt.Facts {
			if b.round.Outcome != "" && !strings.Contains(b.round.Outcome, fact) {
				f.t.Errorf("the outcome %q does not tell %s", b.round.Outcome, fact)
			}
		}
		// A vendor may report free spins as bets of their own; the paid one is plain then.
		if apart := b.round.Play != bets[0].round.Play; apart && strings.Contains(b.round.Play, "免费") != (b.Free > 0) {
			f.t.Errorf("%d free spins are told as %q", b.Free, b.round.Play)
		}
	}
}

// numbers compares the numbers of rounds: the bets of one round have the same, and
// another round has another.
func (f *feedKit) numbers(dealt Dealt, bets [2][]told, tells venue.RoundTells, seen *venue.RoundTells) {
	f.t.Helper()
	for _, b := range append(bets[0], bets[1]...) {
		if !tells.Number {
			continue
		}
		if seen.Number = b.round.Number != ""; !seen.Number || b.line.Round == "" {
			f.t.Errorf("bet %s has the round %q, in its row %q", b.ID, b.line.Round, b.round.Number)
		}
	}
	first, other := bets[0][0], bets[1][0]
	if first.line.Round == other.line.Round {
		f.t.Errorf("two rounds have the number %q", first.line.Round)
	}
	if !dealt.Opposed {
		return
	}
	second := bets[0][1]
	if first.line.Round != second.line.Round || first.round.Number != second.round.Number || first.round.Place() != second.round.Place() || first.round.Outcome != second.round.Outcome {
		f.t.Errorf("one round is told as %+v and %+v", first.round, second.round)
	}
	if tells.Play && first.round.Play == second.round.Play {
		f.t.Errorf("two bets are told as %q", first.round.Play)
	}
}

// sides compares which bets oppose each other: those of one play of one round, and no
// others.
func (f *feedKit) sides(dealt Dealt, bets [2][]told, tells venue.RoundTells, seen *venue.RoundTells) {
	f.t.Helper()
	for _, b := range append(bets[0], bets[1]...) {
		if b.line.Side != "" && (!tells.Side || !dealt.Opposed || b.line.Round == "") {
			f.t.Errorf("bet %s is on the side %q of %q", b.ID, b.line.Side, b.line.Market)
		}
	}
	if !tells.Side || !dealt.Opposed {
		return
	}
	seen.Side = true
	first, second := bets[0][0].line, bets[0][1].line
	if first.Side == "" || second.Side == "" || first.Side == second.Side || first.Market != second.Market {
		f.t.Errorf("two opposite bets are on %q of %q and %q of %q", first.Side, first.Market, second.Side, second.Market)
	}
}
