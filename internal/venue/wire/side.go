package wire

import (
	"fmt"
	"slices"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// MarketKind says what the bets of a sports market can be on.
type MarketKind string

// The kinds of markets whose bets can oppose each other.
const (
	Result   MarketKind = "result"   // home, draw and away; a double chance is on two of them
	Winner   MarketKind = "winner"   // home and away: a draw is impossible, or gives the stakes back
	Handicap MarketKind = "handicap" // home and away, with a line
	Total    MarketKind = "total"    // over and under, with a line
	OddEven  MarketKind = "oddeven"
)

// The sides of markets.
const (
	Home  = "home"
	Draw  = "draw"
	Away  = "away"
	Over  = "over"
	Under = "under"
	Odd   = "odd"
	Even  = "even"
)

// kindSides are the sides that a market of a kind has.
var kindSides = map[MarketKind][]string{
	Result: {Home, Draw, Away}, Winner: {Home, Away}, Handicap: {Home, Away}, Total: {Over, Under}, OddEven: {Odd, Even},
}

var kindNames = map[MarketKind]string{Result: "胜平负", Winner: "胜负", Handicap: "让球", Total: "大小", OddEven: "单双"}

// Name is the kind as players read it; "" of a kind that is not known.
func (k MarketKind) Name() string { return kindNames[k] }

// Market is what a contract says of one of the venue's markets.
type Market struct {
	Kind MarketKind
	Part string // of the match that it is about, such as a half; "" is the whole match
}

// partNames are the parts of a match by their names.
var partNames = map[string]string{"1h": "上半场", "2h": "下半场", "ot": "加时"}

// Name is the market as players read it; "" of one that is not known. A part without a
// name is written as the contract has it. The space keeps both phrases apart for English.
func (m Market) Name() string {
	if m.Kind == "" || m.Part == "" {
		return m.Kind.Name()
	}
	return Or(partNames[m.Part], m.Part) + " " + m.Kind.Name()
}

// Markets are the markets of a contract, by the venue's number or name.
type Markets map[string]Market

// ReadMarkets reads a contract's list of markets. A value is a kind, and a part of
// the match behind a slash: "total/1h".
func ReadMarkets(list map[string]string) (Markets, error) {
	markets := Markets{}
	for name, text := range list {
		kind, part, _ := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "/")
		if kindSides[MarketKind(kind)] == nil || strings.ContainsAny(part, "|+/") || len(part) > 20 {
			return nil, fmt.Errorf("wire: market %q is of the unknown kind %q", Clip(name), Clip(text))
		}
		markets[strings.TrimSpace(name)] = Market{MarketKind(kind), part}
	}
	return markets, nil
}

// Unknown is what venue.Rules says where a contract lists no markets.
func (m Markets) Unknown() string {
	if len(m) > 0 {
		return ""
	}
	return "合同未填写盘口对照，注单只有赛事编号，不能自动识别对押"
}

// Pick is one pick of a bet on a match, as far as a venue's row tells it.
type Pick struct {
	Match string // the venue's number; "" or "0": it tells none
	Market
	Side  string // of kindSides, or several outcomes of a Result by venue.SideOf; "" where it is not known
	Line  string // as the side has it; "" where the row tells none
	Score string // from which a handicap counts; "" is the start of the match
}

// Vague reports whether the row tells no line of a market that has lines.
func (p Pick) Vague() bool { return (p.Kind == Handicap || p.Kind == Total) && p.Line == "" }

// Round is the number of the match, "" where the row tells none.
func (p Pick) Round() string {
	if p.Match == "0" {
		return ""
	}
	return p.Match
}

// Place gives a single's Round, Market and Side. A market whose sides or line
// cannot be read has none, for its bets must not oppose others by mistake.
func (p Pick) Place() (round, market, side string) {
	round = p.Round()
	if round == "" || !p.known() {
		return round, "", ""
	}
	market = string(p.Kind) + "/" + p.Part
	if p.Kind == Handicap || p.Kind == Total {
		line, ok := hundredths(p.Line)
		switch {
		case p.Line == "":
		case !ok:
			return round, "", ""
		case p.Kind == Handicap && p.Side == Away, p.Kind == Total && line < 0:
			line = -line // the line of both sides is the home team's
		}
		if p.Line != "" {
			market += "/" + strings.TrimSuffix(strings.TrimRight(line.String(), "0"), ".")
		}
	}
	if score := strings.ReplaceAll(p.Score, ":", "-"); p.Kind == Handicap && score != "" && score != "0-0" {
		market += "/" + score
	}
	if p.Kind == Result {
		market = venue.MarketOf(market, kindSides[Result]...)
	}
	return round, market, p.Side
}

// known reports whether the side is one that the kind has.
func (p Pick) known() bool {
	has := func(side string) bool { return slices.Contains(kindSides[p.Kind], side) }
	if first, second, two := strings.Cut(p.Side, "+"); p.Kind == Result && two {
		return has(first) && has(second) && first != second
	}
	return has(p.Side)
}

// hundredths reads a line such as -0.75, +1, or 0.5/1, which lies between both.
func hundredths(text string) (money.Fen, bool) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "+")
	low, high, split := strings.Cut(text, "/")
	a, err := Decimal(low).Fen(money.Down)
	if err != nil || !split {
		return a, err == nil
	}
	b, err := Decimal(strings.TrimPrefix(high, "-")).Fen(money.Down)
	if strings.HasPrefix(text, "-") {
		b = -b
	}
	return (a + b) / 2, err == nil
}

// sideWords are the words for sides, in small letters.
var sideWords = map[string]string{
	"home": Home, "h": Home, "1": Home, "主": Home, "主队": Home, "主胜": Home,
	"away": Away, "a": Away, "2": Away, "客": Away, "客队": Away, "客胜": Away,
	"draw": Draw, "d": Draw, "x": Draw, "和": Draw, "和局": Draw, "平": Draw, "平局": Draw,
	"over": Over, "o": Over, "大": Over, "大球": Over,
	"under": Under, "u": Under, "小": Under, "小球": Under,
	"odd": Odd, "单": Odd, "even": Even, "双": Even,
	"1x": Home + "+" + Draw, "hd": Home + "+" + Draw, "x1": Home + "+" + Draw,
	"12": Home + "+" + Away, "ha": Home + "+" + Away,
	"x2": Draw + "+" + Away, "2x": Draw + "+" + Away, "da": Draw + "+" + Away,
}

// SideWord reads a side from a word of the venue, "" where the kind has no such side.
func (k MarketKind) SideWord(word string) string {
	side := sideWords[strings.ToLower(strings.TrimSpace(word))]
	if !(Pick{Market: Market{Kind: k}, Side: side}).known() {
		return ""
	}
	return side
}

// SideText reads a side and its line from the text that a player picked, such as
// "大 2.5", "青龙 -0.5" or "青龙/和局". The side is "" where the text is not understood.
func (k MarketKind) SideText(text, home, away string) (side, line string) {
	text = strings.TrimSpace(text)
	if k == Handicap || k == Total {
		if at := strings.LastIndexAny(text, " \t"); at > 0 {
			if _, ok := hundredths(text[at+1:]); ok {
				text, line = strings.TrimSpace(text[:at]), strings.TrimSpace(text[at+1:])
			}
		}
	}
	one := func(word string) string {
		switch word = strings.TrimSpace(word); {
		case word != "" && word == home && word != away:
			return Home
		case word != "" && word == away && word != home:
			return Away
		}
		return sideWords[strings.ToLower(word)]
	}
	side = one(text)
	if side == "" && k == Result {
		for _, mark := range []string{"/", "或"} {
			if first, second, two := strings.Cut(text, mark); two && one(first) != "" && one(second) != "" {
				side = venue.SideOf(one(first), one(second))
			}
		}
	}
	if !(Pick{Market: Market{Kind: k}, Side: side}).known() {
		return "", line
	}
	return side, line
}

// Teams reads the two teams from the name of a match; "" where it is of another form.
func Teams(match string) (home, away string) {
	for _, mark := range []string{" VS ", " vs ", " Vs ", " vs. ", "-vs-", " 对 "} {
		if home, away, two := strings.Cut(match, mark); two {
			return strings.TrimSpace(home), strings.TrimSpace(away)
		}
	}
	return "", ""
}

// Named reads a pick from the texts that a player reads: the names of the market
// and of the match, and the option. Handicaps and totals must name their line.
func (m Markets) Named(number, match, market, option string) Pick {
	p := Pick{Match: number, Market: m[strings.TrimSpace(market)]}
	if p.Kind == "" {
		return p
	}
	home, away := Teams(match)
	if p.Side, p.Line = p.Kind.SideText(option, home, away); p.Line == "" && (p.Kind == Handicap || p.Kind == Total) {
		p.Side = ""
	}
	return p
}
