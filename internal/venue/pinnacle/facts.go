package pinnacle

import (
	"encoding/json"
	"slices"
	"strings"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// pick is the selection that a row, or a leg of a parlay, names. The manual's
// sheet names selection, odds, handicap and status of a leg. The others are
// read where they come under the names of the row.
type pick struct {
	EventID     wire.Text `json:"eventId"`
	EventName   wire.Text `json:"eventName"`
	EventDate   wire.Text `json:"eventDateFm"`
	League      wire.Text `json:"league"`
	SportID     wire.Text `json:"sportId"`
	BetType     wire.Text `json:"betType"`
	Period      wire.Text `json:"period"`
	HomeTeam    wire.Text `json:"homeTeam"`
	AwayTeam    wire.Text `json:"awayTeam"`
	Selection   wire.Text `json:"selection"`
	Handicap    wire.Text `json:"handicap"`
	Odds        wire.Text `json:"odds"`
	InplayScore wire.Text `json:"inplayScore"`
	LegStatus   wire.Text `json:"legStatus"`
}

// kinds of the vendor's markets, by betType. 4 and 5 are the totals of the teams,
// each a market of its own.
var kinds = map[wire.Text]wire.MarketKind{
	"1": wire.Result, "2": wire.Handicap, "3": wire.Total, "4": wire.Total, "5": wire.Total, "97": wire.OddEven,
}

// neverDrawn are the sports whose matches have a winner by their rules: basketball
// and tennis. Matches of other sports, and parts of matches, may be drawn.
var neverDrawn = []wire.Text{"4", "33"}

// side is what a pick was on.
func (p pick) side() wire.Pick {
	side := wire.Pick{
		Match: string(p.EventID), Market: wire.Market{Kind: kinds[p.BetType], Part: string(p.Period)}, Line: string(p.Handicap), Score: string(p.InplayScore),
	}
	switch {
	case side.Kind == wire.Result && slices.Contains(neverDrawn, p.SportID) && p.Period == "0":
		side.Kind = wire.Winner
	case p.BetType == "4" || p.BetType == "5":
		side.Part += ".team" + string(p.BetType)
	}
	text, home, away := string(p.Selection), string(p.HomeTeam), string(p.AwayTeam)
	if side.Side, _ = side.Kind.SideText(text, home, away); side.Side == "" && side.Kind != wire.Total && side.Kind != wire.OddEven {
		side.Side = teamOf(text, home, away)
	}
	if side.Line == "" && (side.Kind == wire.Handicap || side.Kind == wire.Total) {
		side.Side = ""
	}
	return side
}

// teamOf is the team that a selection names: it may repeat the line behind the name.
func teamOf(selection, home, away string) string {
	isHome, isAway := home != "" && strings.HasPrefix(selection, home), away != "" && strings.HasPrefix(selection, away)
	switch {
	case isHome && (!isAway || len(home) > len(away)):
		return wire.Home
	case isAway && (!isHome || len(away) > len(home)):
		return wire.Away
	}
	return ""
}

// ReadBet reads the picks of a wager: those of a parlay, or the one of a single.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		pick
		OddsFormat *wire.Integer `json:"oddsFormat"`
		Parlay     []pick        `json:"parlaySelections"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	picks := r.Parlay
	if len(picks) == 0 && r.Selection != "" {
		picks = []pick{r.pick}
	}
	var facts venue.BetFacts
	for _, p := range picks {
		side := p.side()
		market := strings.TrimSpace(side.Kind.Name() + " " + string(p.Handicap))
		if side.Kind != "" && side.Kind != wire.Handicap && side.Kind != wire.Total {
			market = side.Kind.Name()
		}
		if p.Period != "" && p.Period != "0" && market != "" { // a half, a set or a map, by the sport
			market = "第 " + string(p.Period) + " 阶段" + market
		}
		starts, _ := readTime(p.EventDate) // a bet is told without it
		facts.Legs = append(facts.Legs, venue.BetLeg{
			League: string(p.League), Event: string(p.EventName), Market: market, Pick: string(p.Selection), Odds: string(p.Odds),
			Result: string(p.LegStatus), Match: side.Round(), Side: side.Side, OddsType: oddsType(r.OddsFormat), Score: string(p.InplayScore), Starts: starts,
			Vague: side.Vague() || p.BetType == "4" || p.BetType == "5", // no field says which team a total is of
		})
	}
	return facts
}
