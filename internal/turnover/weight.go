package turnover

import (
	"context"
	"encoding/json"
	"maps"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/setting"
)

// KindWeights is the kind of setting.
const KindWeights = "turnover.weights"

// Weights is how much of a valid bet counts for requirements of turnover, in
// percent by the kind of its venue.
type Weights map[string]int64

// VenueKind is a kind of venue with its name.
type VenueKind struct{ Code, Name string }

// RegisterWeights adds the setting to the book, and gives what reads it.
func RegisterWeights(b *setting.Book, kinds []VenueKind) func() Weights {
	standard := Weights{}
	fields := make([]setting.Field, len(kinds))
	for i, k := range kinds {
		standard[k.Code] = 100
		fields[i] = setting.Field{Name: k.Code, Label: k.Name, Form: setting.Number, Unit: "%", Max: 100}
	}
	return setting.Register(b, setting.Kind[Weights]{
		Code: KindWeights, Request: "site.rule", Title: "流水计算比例",
		Explain: "各类游戏的有效投注按多少计入流水要求。只对更改之后新产生的要求有效；优惠自己写明比例的游戏类别，按优惠的比例。",
		Fields:  fields, Default: standard, Check: checkWeights,
	}).Now
}

// ErrNoWeight is a setting by which no bet would count: no requirement could be met.
var ErrNoWeight = fault.New(fault.Invalid, "turnover.no_weight", "至少要有一类游戏的投注计入流水")

func checkWeights(_ context.Context, _ db.Reader, p setting.Put[Weights]) error {
	for _, percent := range p.Value {
		if percent > 0 {
			return nil
		}
	}
	return ErrNoWeight
}

// UnmarshalJSON reads the weights into a map of its own: the default is shared.
func (w *Weights) UnmarshalJSON(text []byte) error {
	out := maps.Clone(map[string]int64(*w))
	if err := json.Unmarshal(text, &out); err != nil {
		return err
	}
	*w = out
	return nil
}

// withWeights adds the operator's weights to terms, for the kinds that the terms do
// not name. Whole weights are left out: terms without any say nothing.
func (t *Turnover) withWeights(terms Terms) Terms {
	if t.config.Weights == nil {
		return terms
	}
	merged := maps.Clone(terms.Weights)
	for kind, percent := range t.config.Weights() {
		if _, named := merged[kind]; named || percent >= 100 {
			continue
		}
		if merged == nil {
			merged = map[string]int64{}
		}
		merged[kind] = percent
	}
	terms.Weights = merged
	return terms
}
