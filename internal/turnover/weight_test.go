package turnover

import (
	"encoding/json"
	"errors"
	"maps"
	"testing"

	"hongyun/internal/setting"
)

func TestSomeKindOfGameAlwaysCounts(t *testing.T) {
	for name, c := range map[string]struct {
		weights Weights
		want    error
	}{
		"none": {Weights{"slot": 0, "live": 0}, ErrNoWeight}, "a little": {Weights{"slot": 0, "live": 1}, nil},
	} {
		if err := checkWeights(t.Context(), nil, setting.Put[Weights]{Value: c.weights}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// The operator's weights stand in the terms of new requirements. The weights that a
// promotion names stay, and whole weights leave the terms empty.
func TestNewRequirementsTakeTheOperatorsWeights(t *testing.T) {
	weights := Weights{"slot": 100, "live": 100}
	k := New(Config{Weights: func() Weights { return weights }})
	if terms := k.withWeights(Terms{}); !terms.none() {
		t.Errorf("as shipped: %+v", terms)
	}
	weights = Weights{"slot": 100, "live": 20, "board": 0}
	if got := k.withWeights(Terms{}).Weights; !maps.Equal(got, map[string]int64{"live": 20, "board": 0}) {
		t.Errorf("of a deposit: %v", got)
	}
	own := map[string]int64{"live": 50}
	if got := k.withWeights(Terms{Weights: own}).Weights; !maps.Equal(got, map[string]int64{"live": 50, "board": 0}) {
		t.Errorf("of a promotion: %v", got)
	}
	if len(own) != 1 {
		t.Errorf("the promotion's own terms changed: %v", own)
	}
}

// A value that is read leaves the default as it was.
func TestReadWeightsLeaveTheDefaultAlone(t *testing.T) {
	standard := Weights{"slot": 100, "live": 100}
	v := standard
	if err := json.Unmarshal([]byte(`{"live":20}`), &v); err != nil || v["live"] != 20 || v["slot"] != 100 || standard["live"] != 100 {
		t.Errorf("read %v, the default is %v: %v", v, standard, err)
	}
}
