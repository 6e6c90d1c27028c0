package ky

import (
	"encoding/json"
	"slices"
	"strings"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// sports is the KindID of the sportsbook.
const sports = "7470"

// told lists the facts of a round in the feed. A row is all that a player did
// in one round, so it names no play. The valid stake is the venue's own, which
// leaves opposite bets out.
var told = venue.RoundTells{Number: true, Table: true, Outcome: true}

// ReadBet reads the round of a bet: the player's seat, and the cards. Each game
// has its own form of CardValue, which the sheet does not give. It is shown as
// it is, but for plainly written cards. The sportsbook has no tables and no
// cards.
func (v *Venue) ReadBet(raw []byte) venue.BetFacts {
	var r row
	if json.Unmarshal(raw, &r) != nil {
		return venue.BetFacts{}
	}
	round := venue.BetRound{Number: string(r.GameID)}
	if r.KindID == sports {
		return venue.BetFacts{Round: round}
	}
	round.Table = wire.Say(" · ", named("房间 ", r.ServerID, ""), named("", r.TableID, " 桌"), named("", r.ChairID, " 座"), named("", r.UserCount, " 人"))
	round.Outcome = ownFirst(wire.Cards(string(r.CardValue)), string(r.ChairID))
	return venue.BetFacts{Round: round}
}

// ownFirst puts the player's own hand before the others where the line names each hand
// by its seat. A line of another form stays as it is.
func ownFirst(line, seat string) string {
	const apart = " · "
	hands := strings.Split(line, apart)
	own := slices.IndexFunc(hands, func(hand string) bool { return strings.HasPrefix(hand, seat+" 座 ") })
	if seat == "" || own < 0 {
		return line
	}
	mine := "我的牌 " + strings.TrimPrefix(hands[own], seat+" 座 ")
	return strings.Join(slices.Concat([]string{mine}, hands[:own], hands[own+1:]), apart)
}

// named is a number with its word, "" without the number.
func named(before string, number wire.Text, behind string) string {
	if number == "" {
		return ""
	}
	return before + string(number) + behind
}
