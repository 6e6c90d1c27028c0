package turnover

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Terms say which bets serve a bucket, and how much of them counts. The zero
// value counts every valid bet in full.
type Terms struct {
	// Odds is the floor for bets of the kinds that have odds; nil: no floor.
	Odds *OddsFloor `json:"odds,omitempty"`
	// Weights is the percentage of a valid bet that counts, by the kind of its
	// game. A kind that is not named counts as the operator's weights say.
	Weights map[string]int64 `json:"weights,omitempty"`
}

// oddsKinds are the kinds of game whose bets have odds.
var oddsKinds = []string{"sport", "esport"}

func (t Terms) none() bool { return t.Odds == nil && len(t.Weights) == 0 }

// check refuses terms that make no sense.
func (t Terms) check() error {
	for kind, percent := range t.Weights {
		if kind == "" || percent < 0 || percent > 100 {
			return fmt.Errorf("turnover: weight %d of kind %q", percent, kind)
		}
	}
	return nil
}

// text is the terms as they are stored; "" when there are none.
func (t Terms) text() (string, error) {
	if t.none() {
		return "", nil
	}
	b, err := json.Marshal(t)
	return string(b), err
}

func readTerms(text string) (t Terms, err error) {
	if text == "" {
		return t, nil
	}
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return t, fmt.Errorf("read terms: %w", err)
	}
	return t, nil
}

// termsKey is what the weights of a bucket depend on.
type termsKey struct {
	terms string
	book  int
}

// readyTerms reads the terms of a bucket with the operator's weights of its version.
func (t *Turnover) readyTerms(ctx context.Context, r db.Reader, of termsKey) (ready, error) {
	terms, err := readTerms(of.terms)
	if err != nil {
		return ready{}, err
	}
	book, err := t.version(ctx, r, of.book)
	return ready{terms, book}, err
}

// ready are terms with the operator's weights that hold beside them.
type ready struct {
	Terms
	book *shares
}

// weight is how much of a bet counts, in thousandths, and why it is 0.
func (t ready) weight(kind string, b *betRow) (weight int, why string) {
	if t.Odds != nil && slices.Contains(oddsKinds, kind) {
		if ok, why := t.Odds.Counts(b.OddsType, b.Odds, b.Parlay); !ok {
			return 0, why
		}
	}
	percent, exact := t.percent(kind, b.venue(), b.Game)
	switch {
	case percent > 0:
		return int(percent) * Whole / 100, ""
	case exact:
		return 0, betExactWeightless
	}
	return 0, betWeightless
}

// percent is the weight of the most exact entry. exact says that the entry is of the game
// or the venue. Otherwise it is of the kind, in the bucket's own terms or the operator's.
func (t ready) percent(kind, venue, game string) (percent int64, exact bool) {
	if len(t.book.exact) > 0 {
		if percent, set := t.book.exact[ExactKey(venue, game)]; set {
			return percent, true
		}
		if percent, set := t.book.exact[venue]; set {
			return percent, true
		}
	}
	if percent, set := t.Weights[kind]; set {
		return percent, false
	}
	if percent, set := t.book.Kinds[kind]; set {
		return percent, false
	}
	return 100, false
}

// share splits the rest of a bet. The result delta goes into a bucket with that
// much room, and used is the part of the bet it costs. Rounding favours the
// requirement.
func share(left, room int64, weight int) (delta, used int64, err error) {
	if weight == Whole {
		delta = min(left, room)
		return delta, delta, nil
	}
	worth, err := money.MulDiv(money.Fen(left), int64(weight), Whole, money.Down)
	if err != nil || int64(worth) <= room {
		return int64(worth), left, err
	}
	needs, err := money.MulDiv(money.Fen(room), Whole, int64(weight), money.Up)
	return room, int64(needs), err
}

// OddsFloor is the lowest odds of a bet that counts, in hundredths (PROMO-12).
type OddsFloor struct {
	Local    int64 `json:"local"`    // Hong Kong and Malay
	European int64 `json:"european"` // with the stake
}

// The markets by the names that venues give them.
var markets = map[string]string{
	"HK": "local", "HONGKONG": "local", "HONG KONG": "local", "H": "local", "香港盘": "local", "香港": "local",
	"MY": "malay", "MALAY": "malay", "MALAYSIA": "malay", "M": "malay", "马来盘": "malay", "马来": "malay",
	"EU": "european", "EURO": "european", "EUROPEAN": "european", "DEC": "european", "DECIMAL": "european", "E": "european", "欧洲盘": "european", "欧洲": "european",
}

// Counts reports whether a bet counts by its odds, and if not, why. Parlays
// never count, nor bets whose market or odds the venue does not report.
//
// Malay odds below zero pay more than the stake: -0.80 wins 1.00 for 0.80, as
// 1.25 does in Hong Kong, and is compared as that.
func (o OddsFloor) Counts(oddsType, odds string, parlay bool) (ok bool, why string) {
	if parlay {
		return false, "串关注单不计入"
	}
	market := markets[strings.ToUpper(strings.TrimSpace(oddsType))]
	if market == "" {
		return false, "赔率类型未知，不计入"
	}
	text := strings.TrimSpace(odds)
	value, read := new(big.Rat), false
	if len(text) > 0 && len(text) <= 20 && !strings.ContainsAny(text, "eE/_xXpP") { // decimals alone: Rat reads more than that
		value, read = value.SetString(text)
	}
	if !read || value == nil {
		return false, "赔率未知，不计入"
	}
	floor := big.NewRat(o.Local, 100)
	switch {
	case market == "european":
		floor = big.NewRat(o.European, 100)
	case market == "malay" && value.Sign() < 0:
		value = new(big.Rat).Inv(value.Neg(value))
	}
	if value.Cmp(floor) < 0 {
		return false, "赔率低于" + floor.FloatString(2) + "，不计入"
	}
	return true, ""
}
