package fb

import (
	"encoding/json"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// pick is one pick of an order.
type pick struct {
	MatchID        wire.Text `json:"matchId"`
	MatchName      wire.Text `json:"matchName"`
	TournamentName wire.Text `json:"tournamentName"`
	MarketName     wire.Text `json:"marketName"`
	OptionName     wire.Text `json:"optionName"`
	Odds           wire.Text `json:"odds"`
	OddsFormat     wire.Text `json:"oddsFormat"`
	IsInplay       wire.Text `json:"isInplay"`
	MatchTime      wire.Text `json:"matchTime"` // Unix milliseconds
}

// starts is when the match begins, zero where the row does not tell.
func (p pick) starts() time.Time {
	millis, err := strconv.ParseInt(string(p.MatchTime), 10, 64)
	if err != nil || millis <= 0 {
		return time.Time{}
	}
	return instant(wire.Integer(millis))
}

// side is what a pick was on. A handicap of a running match counts from a score
// that no field tells.
func (p pick) side(markets wire.Markets) wire.Pick {
	side := markets.Named(string(p.MatchID), string(p.MatchName), string(p.MarketName), string(p.OptionName))
	if side.Kind == wire.Handicap && p.IsInplay.Yes() {
		side.Side = ""
	}
	return side
}

// ReadBet reads the picks of an order, and whether the player sold it.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r struct {
		CashOutAmount wire.Decimal `json:"cashOutAmount"`
		BetList       []struct {
			pick
			SettleResult wire.Text `json:"settleResult"`
		} `json:"betList"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	var facts venue.BetFacts
	if sold, err := r.CashOutAmount.Fen(money.HalfUp); err == nil {
		facts.CashedOut = sold > 0
	}
	for _, b := range r.BetList {
		side := b.side(v.config.Markets)
		facts.Legs = append(facts.Legs, venue.BetLeg{
			League: string(b.TournamentName), Event: string(b.MatchName), Market: string(b.MarketName), Pick: string(b.OptionName), Odds: string(b.Odds),
			Result: string(b.SettleResult), Match: side.Round(), Side: side.Side, OddsType: string(b.OddsFormat),
			Starts: b.starts(), Vague: side.Vague(),
		})
	}
	return facts
}
