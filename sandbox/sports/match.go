package sports

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hongyun/sandbox/fair"
)

// State is how far a match has come.
type State string

// The states of a match. A corrected match was over, and its result was
// announced wrongly at first.
const (
	Upcoming  State = "upcoming"
	Live      State = "live"
	Over      State = "over"
	Abandoned State = "abandoned"
)

// Match is one contest. Home and Away are the teams' places in the league.
type Match struct {
	ID         string
	League     *League
	Home, Away int
	Kickoff    time.Time

	seed   fair.Seed
	events []Event
	// abandonedAt is the share of the match after which it ends without a
	// result; 2 when it does not.
	abandonedAt float64
	// misread is what the first announcement leaves out of the final score.
	misread Score
}

// Book is a set of leagues under one secret seed. The zero distance between
// two books' seeds decides everything, so it is kept like a password.
type Book struct {
	seed    fair.Seed
	leagues []League
	byCode  map[string]*League
}

// NewBook makes the book of some leagues.
func NewBook(seed fair.Seed, leagues []League) *Book {
	b := &Book{seed: seed, leagues: leagues, byCode: map[string]*League{}}
	for i := range b.leagues {
		b.byCode[b.leagues[i].Code] = &b.leagues[i]
	}
	return b
}

// Leagues lists the book's competitions.
func (b *Book) Leagues() []League { return b.leagues }

// ErrNoMatch says that a match id is none of this book.
var ErrNoMatch = errors.New("sports: no such match")

// epoch is when match 0 of each league began.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// So many of 1,000 matches are abandoned, and so many announced wrongly.
const (
	abandonedOf1000 = 5
	misreadOf1000   = 10
	thousand        = 1000
)

// CorrectedAfter is how long after its end a wrong announcement is corrected.
const CorrectedAfter = 90 * time.Second

// Match finds a match by its id.
func (b *Book) Match(id string) (*Match, error) {
	code, number, found := strings.Cut(id, "-")
	league := b.byCode[code]
	n, err := strconv.ParseInt(number, 10, 32)
	if !found || league == nil || err != nil || n < 0 || id != fmt.Sprintf("%s-%d", code, n) {
		return nil, ErrNoMatch
	}
	return b.match(league, int(n)), nil
}

func (b *Book) match(league *League, n int) *Match {
	m := &Match{
		ID: fmt.Sprintf("%s-%d", league.Code, n), League: league, Kickoff: epoch.Add(time.Duration(n) * league.Every), abandonedAt: 2,
	}
	m.seed = b.seed.Derive(m.ID)
	d := m.seed.Draw("match", 0)
	m.Home, m.Away = pairing(len(league.Teams), n)
	m.events = league.Model.Play(d, m.home().Strength, m.away().Strength)
	switch fate := d.IntN(thousand); {
	case fate < abandonedOf1000:
		m.abandonedAt = 0.1 + 0.8*float64(d.IntN(thousand))/thousand
	case fate < abandonedOf1000+misreadOf1000 && len(m.events) > 0 && league.Sport == Football:
		last := m.events[len(m.events)-1]
		if m.misread.Away = last.By; last.Home {
			m.misread = Score{Home: last.By}
		}
	}
	return m
}

// pairing returns the teams of the n-th match of a league. Each team plays once
// a round and against every other in a leg; the next leg exchanges the sides.
// An even number of teams turns around the first one; of an odd number one team
// rests.
func pairing(teams, n int) (home, away int) {
	matches := teams / 2
	round, slot := n/matches, n%matches
	rounds := teams - 1
	team := func(position int) int {
		if position == 0 {
			return 0
		}
		return 1 + (position-1+round)%(teams-1)
	}
	a, b := slot, teams-1-slot
	if teams%2 == 1 {
		rounds = teams
		team = func(position int) int { return (position + round) % teams }
		a, b = slot+1, teams-1-slot
	}
	home, away = team(a), team(b)
	if (round%rounds+slot+round/rounds)%2 == 1 {
		home, away = away, home
	}
	return home, away
}

func (m *Match) home() Team { return m.League.Teams[m.Home] }
func (m *Match) away() Team { return m.League.Teams[m.Away] }

// HomeName and AwayName are the teams as players read them.
func (m *Match) HomeName() string { return m.home().Name }

// AwayName is the other team.
func (m *Match) AwayName() string { return m.away().Name }

// Commitment binds the match before it begins.
func (m *Match) Commitment() string { return m.seed.Commitment() }

// Reveal is the match's seed, "" while the match can still be bet on.
func (m *Match) Reveal(now time.Time) string {
	if s := m.State(now); s != Over && s != Abandoned {
		return ""
	}
	return m.seed.String()
}

// End is when the match is over.
func (m *Match) End() time.Time {
	if m.abandonedAt < 1 {
		return m.Kickoff.Add(time.Duration(m.abandonedAt * float64(m.League.Length)))
	}
	return m.Kickoff.Add(m.League.Length)
}

// State tells how far the match is at a time.
func (m *Match) State(now time.Time) State {
	switch {
	case now.Before(m.Kickoff):
		return Upcoming
	case now.Before(m.End()):
		return Live
	case m.abandonedAt < 1:
		return Abandoned
	}
	return Over
}

// at is the share of the match that is played.
func (m *Match) at(now time.Time) float64 {
	return min(max(float64(now.Sub(m.Kickoff))/float64(m.League.Length), 0), 1)
}

// Minute is the playing time that the scoreboard shows.
func (m *Match) Minute(now time.Time) int { return int(m.at(now) * float64(m.League.Minutes)) }

// Score is what the scoreboard shows while the match runs.
func (m *Match) Score(now time.Time) Score {
	var s Score
	for _, e := range m.Events(now) {
		if e.Home {
			s.Home += e.By
		} else {
			s.Away += e.By
		}
	}
	return s
}

// Events are the changes of the score up to a time.
func (m *Match) Events(now time.Time) []Event {
	at := m.at(now)
	for i, e := range m.events {
		if e.At > at {
			return m.events[:i]
		}
	}
	return m.events
}

// Result is what bets are settled by. Version grows when it is corrected; ok
// is false while there is none. An abandoned match has a result and no score.
type Result struct {
	Score     Score
	Abandoned bool
	Version   int
	At        time.Time // when this version was announced
}

// Result gives the newest announcement.
func (m *Match) Result(now time.Time) (r Result, ok bool) {
	end := m.End()
	if now.Before(end) {
		return Result{}, false
	}
	if m.abandonedAt < 1 {
		return Result{Abandoned: true, Version: 1, At: end}, true
	}
	score := m.Score(end)
	if m.misread == (Score{}) {
		return Result{Score: score, Version: 1, At: end}, true
	}
	if corrected := end.Add(CorrectedAfter); !now.Before(corrected) {
		return Result{Score: score, Version: 2, At: corrected}, true
	}
	return Result{Score: score.Minus(m.misread), Version: 1, At: end}, true
}

// Between lists the matches of all leagues that run or begin in a time, by
// kick-off and then by id.
func (b *Book) Between(from, to time.Time) []*Match {
	var list []*Match
	for i := range b.leagues {
		league := &b.leagues[i]
		first := max(int(from.Add(-league.Length).Sub(epoch)/league.Every), 0)
		for n := first; ; n++ {
			kickoff := epoch.Add(time.Duration(n) * league.Every)
			if !kickoff.Before(to) {
				break
			}
			if kickoff.Add(league.Length).After(from) {
				list = append(list, b.match(league, n))
			}
		}
	}
	sortMatches(list)
	return list
}
