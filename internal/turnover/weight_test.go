package turnover

import (
	"encoding/json"
	"errors"
	"testing"

	"hongyun/internal/setting"
)

func TestSomeKindOfGameAlwaysCounts(t *testing.T) {
	for name, c := range map[string]struct {
		kinds map[string]int64
		want  error
	}{
		"none": {map[string]int64{"slot": 0, "live": 0}, ErrNoWeight}, "a little": {map[string]int64{"slot": 0, "live": 1}, nil},
	} {
		if err := checkWeights(t.Context(), nil, setting.Put[Weights]{Value: Weights{Kinds: c.kinds}}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// A bet of one game is weighed by the most exact entry, whatever the others say.
func TestTheMostExactWeightHolds(t *testing.T) {
	operator := Weights{Kinds: map[string]int64{"live": 50, "slot": 80}, Exact: []setting.Listed{
		{Key: "ag", Number: 30}, {Key: "ag:baccarat", Number: 20}, {Key: "pt:zero", Number: 0},
	}}
	of := ready{Terms{Weights: map[string]int64{"live": 10, "fish": 5}}, operator.shares()}
	for _, c := range []struct {
		what, kind, venue, game string
		percent                 int64
		exact                   bool
	}{
		{"the game before its venue", "live", "ag", "baccarat", 20, true},
		{"the venue before its kind", "live", "ag", "roulette", 30, true},
		{"a venue without a game", "live", "ag", "", 30, true},
		{"the game of another venue is another game", "live", "wm", "baccarat", 10, false},
		{"the promotion's kind before the operator's", "live", "wm", "", 10, false},
		{"the operator's kind where the promotion is silent", "slot", "pt", "fruit", 80, false},
		{"a game that does not count at all", "slot", "pt", "zero", 0, true},
		{"what nobody names counts in full", "board", "ky", "620", 100, false},
	} {
		if percent, exact := of.percent(c.kind, c.venue, c.game); percent != c.percent || exact != c.exact {
			t.Errorf("%s: %d %v, want %d %v", c.what, percent, exact, c.percent, c.exact)
		}
	}
}

// A value that is read leaves the default as it was, and a version from before single
// games had weights has none of them.
func TestReadWeightsLeaveTheDefaultAlone(t *testing.T) {
	standard := Weights{Kinds: map[string]int64{"slot": 100, "live": 100}}
	v := standard
	err := json.Unmarshal([]byte(`{"live":20}`), &v)
	if err != nil || v.Kinds["live"] != 20 || v.Kinds["slot"] != 100 || standard.Kinds["live"] != 100 || len(v.Exact) != 0 {
		t.Errorf("read %v, the default is %v: %v", v, standard, err)
	}
	text, err := json.Marshal(Weights{Kinds: map[string]int64{"slot": 7}, Exact: []setting.Listed{{Key: "ky:620", Label: "开元 · 百家乐", Number: 20}}})
	if want := `{"exact":[{"key":"ky:620","label":"开元 · 百家乐","number":20}],"slot":7}`; err != nil || string(text) != want {
		t.Errorf("written %s, want %s: %v", text, want, err)
	}
}
