package saba

import (
	"encoding/json"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// pick is what a row, or a leg of a parlay, says of what was bet on. The sheet
// names no fields of a leg; they are taken to be those of the row.
type pick struct {
	MatchID wire.Text `json:"match_id"`
	BetType wire.Text `json:"bet_type"`
	BetTeam wire.Text `json:"bet_team"`
	IsLive  wire.Text `json:"islive"`
	League  names     `json:"leaguename"`
	Home    names     `json:"hometeamname"`
	Away    names     `json:"awayteamname"`
}

// side is what a pick was on. No field tells its line, so that all lines of a
// match are one market. A handicap of a running match counts from a score that no
// field tells.
func (p pick) side(markets wire.Markets) wire.Pick {
	side := wire.Pick{Match: string(p.MatchID), Market: markets[string(p.BetType)]}
	if side.Kind != wire.Handicap || !p.IsLive.Yes() {
		side.Side = side.Kind.SideWord(string(p.BetTeam))
	}
	return side
}

// names are a name in several languages.
type names []name

type name struct{ Lang, Name wire.Text }

// UnmarshalJSON reads a list of names. Another form is no name, and no error: a bet
// counts without the names of its teams.
func (n *names) UnmarshalJSON(b []byte) error {
	var list []name
	if json.Unmarshal(b, &list) == nil {
		*n = list
	}
	return nil
}

// chinese is the name in simplified Chinese, else the first one.
func (n names) chinese() string {
	for _, one := range n {
		if one.Lang == language {
			return string(one.Name)
		}
	}
	if len(n) > 0 {
		return string(n[0].Name)
	}
	return ""
}

// language is the vendor's word for simplified Chinese.
const language = "cs"

var sideNames = map[string]string{wire.Draw: "和局", wire.Over: "大", wire.Under: "小", wire.Odd: "单", wire.Even: "双"}

// picked is what the player picked, as far as words for it are known.
func (p pick) picked(side string) string {
	switch {
	case side == wire.Home && p.Home.chinese() != "":
		return p.Home.chinese()
	case side == wire.Away && p.Away.chinese() != "":
		return p.Away.chinese()
	}
	return wire.Or(sideNames[side], string(p.BetTeam))
}

// ReadBet reads the picks of a bet: those of a parlay, or the one of a single.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	type odds struct {
		Odds wire.Text `json:"odds"`
	}
	type leg struct {
		pick
		odds
	}
	var r struct {
		leg
		OddsType wire.Integer `json:"odds_type"`
		Parlay   []leg        `json:"ParlayData"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	legs := r.Parlay
	if len(legs) == 0 && r.BetTeam != "" {
		legs = []leg{r.leg}
	}
	var facts venue.BetFacts
	for _, p := range legs {
		side, event := p.side(v.config.Markets), ""
		if home, away := p.Home.chinese(), p.Away.chinese(); home != "" && away != "" {
			event = home + " VS " + away
		}
		facts.Legs = append(facts.Legs, venue.BetLeg{
			League: p.League.chinese(), Event: event, Market: side.Name(), Pick: p.picked(side.Kind.SideWord(string(p.BetTeam))), Odds: string(p.Odds),
			Match: side.Round(), Side: side.Side, OddsType: oddsTypes[r.OddsType], Vague: side.Vague(),
		})
	}
	return facts
}
