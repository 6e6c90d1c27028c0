package sports

import (
	"math/big"
	"strings"
	"time"

	"hongyun/internal/money"
)

// quarters are the parts of a whole line, halves the parts of a stake.
const (
	quarters = 4
	halves   = 2
)

// Verdict is the result of a selection, in halves of the stake. Won and Lost
// add up to at most 2, and the rest is given back.
type Verdict struct{ Won, Lost int }

// Verdicts with a name.
var (
	FullWin  = Verdict{Won: halves}
	FullLoss = Verdict{Lost: halves}
	Push     = Verdict{}
)

// Judge compares a selection with a score. A handicap counts only what is
// scored after the bet, so placed is the score at that time.
func Judge(s Selection, score, placed Score) Verdict {
	switch s.Market {
	case Handicap:
		ahead := score.Minus(placed)
		lead := ahead.Home - ahead.Away
		if s.Side == "away" {
			lead = -lead
		}
		return byLine(lead*quarters + s.Line)
	case Total:
		over := (score.Home+score.Away)*quarters - s.Line
		if s.Side == "under" {
			over = -over
		}
		return byLine(over)
	case Winner:
		return whether(s.Side == winner(score))
	case OddEven:
		odd := (score.Home+score.Away)%halves == 1
		return whether(odd == (s.Side == "odd"))
	}
	if s.Side == "other" {
		return whether(score.Home > shownScores || score.Away > shownScores)
	}
	return whether(s.Side == scoreText(score))
}

// byLine judges by quarters: each half of the stake has the nearer half line
// on its side, so one quarter decides half of it.
func byLine(ahead int) Verdict {
	switch {
	case ahead >= 2:
		return FullWin
	case ahead == 1:
		return Verdict{Won: 1}
	case ahead == 0:
		return Push
	case ahead == -1:
		return Verdict{Lost: 1}
	}
	return FullLoss
}

func winner(s Score) string {
	switch {
	case s.Home > s.Away:
		return "home"
	case s.Home < s.Away:
		return "away"
	}
	return "draw"
}

func whether(won bool) Verdict {
	if won {
		return FullWin
	}
	return FullLoss
}

// Leg is one selection of a bet with the price it was taken at.
type Leg struct {
	Match  string `json:"match"`
	Placed Score  `json:"placed"` // the score when the bet was taken
	Price  Price  `json:"price"`
	Selection
}

// Settle returns the payout of a bet, stake included, rounded down to a fen.
// The result ok is false while a leg has no result; a lost leg decides a parlay
// at once. An abandoned match gives its leg back: its factor is 1.
func (b *Book) Settle(stake money.Fen, legs []Leg, now time.Time) (payout money.Fen, void, ok bool) {
	factor := big.NewRat(1, 1)
	open, abandoned := false, 0
	for _, leg := range legs {
		m, err := b.Match(leg.Match)
		if err != nil {
			open = true
			continue
		}
		result, known := m.Result(now)
		switch {
		case !known:
			open = true
		case result.Abandoned:
			abandoned++
		default:
			v := Judge(leg.Selection, result.Score, leg.Placed)
			factor.Mul(factor, v.factor(leg.Price))
		}
	}
	if factor.Sign() == 0 {
		return 0, false, true
	}
	if open {
		return 0, false, false
	}
	return portion(stake, factor), abandoned == len(legs), true
}

// factor is what one unit of stake becomes.
func (v Verdict) factor(p Price) *big.Rat {
	back := int64(halves - v.Lost - v.Won)
	f := big.NewRat(back, halves)
	return f.Add(f, new(big.Rat).Mul(big.NewRat(int64(v.Won), halves), big.NewRat(int64(p), int64(unit))))
}

// portion is a share of an amount, rounded down to a fen.
func portion(stake money.Fen, factor *big.Rat) money.Fen {
	n := new(big.Int).Mul(big.NewInt(int64(stake)), factor.Num())
	return money.Fen(n.Quo(n, factor.Denom()).Int64())
}

// cashOutShare of the fair value is paid for a bet that is sold back, in 1/100.
const cashOutShare = 94

// CashOut is what a single bet is worth now; ok is false when its match takes
// no bets or the bet is decided.
func (b *Book) CashOut(stake money.Fen, leg Leg, now time.Time) (value money.Fen, ok bool) {
	m, err := b.Match(leg.Match)
	if err != nil || m.State(now) == Over || m.State(now) == Abandoned || m.paused(now) {
		return 0, false
	}
	worth := 0.0
	for _, c := range m.League.Model.Chances(m.home().Strength, m.away().Strength, m.Score(now), m.at(now)) {
		f, _ := Judge(leg.Selection, c.Score, leg.Placed).factor(leg.Price).Float64()
		worth += c.P * f
	}
	value = portion(stake, big.NewRat(int64(worth*million)*cashOutShare, million*100))
	return value, value > 0
}

// ValidBet is the stake that counts as turnover: the smaller of stake and
// absolute result.
func ValidBet(stake, payout money.Fen) money.Fen {
	result := payout - stake
	if result < 0 {
		result = -result
	}
	return min(stake, result)
}

// Describe names a selection as players read it.
func (m *Match) Describe(s Selection) string {
	names := map[string]string{
		"home": m.HomeName(), "away": m.AwayName(), "draw": "和局", "over": "大", "under": "小", "odd": "单", "even": "双", "other": "其他比分",
	}
	name, known := names[s.Side]
	if !known {
		name = s.Side
	}
	markets := map[Market]string{Handicap: "让球", Total: "大小", Winner: "独赢", OddEven: "单双", CorrectScore: "波胆"}
	text := []string{markets[s.Market], name}
	if s.Market == Handicap || s.Market == Total {
		text = append(text, lineText(s.Line, s.Market == Handicap))
	}
	return strings.Join(text, " ")
}

// lineText writes quarters as books do: 0.5/1 for three quarters.
func lineText(line int, signed bool) string {
	sign := ""
	if line < 0 {
		sign, line = "-", -line
	} else if signed && line > 0 {
		sign = "+"
	}
	if line%2 == 0 {
		return sign + half(line/2)
	}
	return sign + half((line-1)/2) + "/" + half((line+1)/2)
}

func half(n int) string {
	text := big.NewInt(int64(n / 2)).String()
	if n%2 == 1 {
		text += ".5"
	}
	return text
}
