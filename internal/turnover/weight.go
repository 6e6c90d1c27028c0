package turnover

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/setting"
)

// KindWeights is the kind of setting.
const KindWeights = "turnover.weights"

// Weights is how much of a valid bet counts for requirements of turnover, in
// percent. The most exact entry of a bet holds: its game, then its venue, then
// the kind of its game (H-438).
type Weights struct {
	Kinds map[string]int64 // by the code of the kind
	Exact []setting.Listed // by ExactKey; the label is the name when the weight was set
}

// exactField is the name of the field of single venues and games.
const exactField = "exact"

// ExactKey names a venue, or one of its games, in the weights. An empty game is
// the venue itself. No code of a venue holds a colon.
func ExactKey(venue, game string) string {
	if game == "" {
		return venue
	}
	return venue + ":" + game
}

// ExactOf takes a key apart.
func ExactOf(key string) (venue, game string) {
	venue, game, _ = strings.Cut(key, ":")
	return venue, game
}

// VenueKind is a kind of venue with its name.
type VenueKind struct{ Code, Name string }

// WeightBook gives the operator's weights by version. The zero value has none:
// every bet counts in full.
type WeightBook struct {
	Kinds []VenueKind // in the order of the site's menu
	// Now gives the weights in force and their version, 0 before the first.
	Now func() (Weights, int)
	// Version gives the weights of a version. A version never changes.
	Version func(ctx context.Context, r db.Reader, version int) (Weights, error)
	// At gives the weights that were in force at a time.
	At func(ctx context.Context, r db.Reader, at time.Time) (Weights, int, error)
}

// RegisterWeights adds the setting to the book, and gives what reads it. The picker
// finds venues and games by ExactKey.
func RegisterWeights(b *setting.Book, kinds []VenueKind, games setting.Picker) WeightBook {
	standard := Weights{Kinds: map[string]int64{}}
	fields := make([]setting.Field, len(kinds), len(kinds)+1)
	for i, k := range kinds {
		standard.Kinds[k.Code] = 100
		fields[i] = setting.Field{Name: k.Code, Label: k.Name, Form: setting.Number, Unit: "%", Max: 100, Hint: "这类游戏每 100 元有效投注计入流水的金额，0 为不计"}
	}
	fields = append(fields, setting.Field{
		Name: exactField, Label: "单独设置的游戏与场馆", Form: setting.List, Unit: "%", Max: 100,
		Hint: "按名称搜索后添加。游戏的比例优先于场馆的，场馆的优先于类别的，也优先于优惠按类别写明的。已下架的游戏保留在列表中。",
	})
	e := setting.Register(b, setting.Kind[Weights]{
		Code: KindWeights, Request: "site.rule", Title: "流水计算比例",
		Explain: "各类游戏的有效投注按多少计入流水要求，可以为单个游戏或场馆另设比例。只对更改之后新产生的要求有效；优惠自己写明比例的游戏类别，按优惠的比例。",
		Fields:  fields, Default: standard, Check: checkWeights, Pick: map[string]setting.Picker{exactField: games},
	})
	return WeightBook{
		Kinds: kinds, Now: e.NowVersion,
		Version: func(ctx context.Context, r db.Reader, version int) (Weights, error) {
			return e.Version(ctx, r, "", version)
		},
		At: func(ctx context.Context, r db.Reader, at time.Time) (Weights, int, error) {
			return e.At(ctx, r, "", at)
		},
	}
}

// ErrNoWeight is a setting by which no bet would count: no requirement could be met.
var ErrNoWeight = fault.New(fault.Invalid, "turnover.no_weight", "至少要有一类游戏的投注计入流水")

func checkWeights(_ context.Context, _ db.Reader, p setting.Put[Weights]) error {
	for _, percent := range p.Value.Kinds {
		if percent > 0 {
			return nil
		}
	}
	return ErrNoWeight
}

// MarshalJSON writes the weights as the form has them: a field for each kind, and one
// for the single venues and games.
func (w Weights) MarshalJSON() ([]byte, error) {
	out := make(map[string]any, len(w.Kinds)+1)
	for kind, percent := range w.Kinds {
		out[kind] = percent
	}
	out[exactField] = append([]setting.Listed{}, w.Exact...)
	return json.Marshal(out)
}

// UnmarshalJSON reads the weights into maps of its own: the default is shared. A
// version from before single games had weights has no field of them.
func (w *Weights) UnmarshalJSON(text []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	out := Weights{Kinds: maps.Clone(w.Kinds), Exact: slices.Clone(w.Exact)}
	if out.Kinds == nil {
		out.Kinds = map[string]int64{}
	}
	for name, value := range fields {
		if name == exactField {
			out.Exact = nil
			if err := json.Unmarshal(value, &out.Exact); err != nil {
				return err
			}
			continue
		}
		var percent int64
		if err := json.Unmarshal(value, &percent); err != nil {
			return err
		}
		out.Kinds[name] = percent
	}
	*w = out
	return nil
}

// whole reports whether every bet counts in full.
func (w Weights) whole() bool {
	for _, percent := range w.Kinds {
		if percent < 100 {
			return false
		}
	}
	return len(w.Exact) == 0
}

// shares are the operator's weights of a version, ready to be looked up. They are
// shared and never change.
type shares struct {
	Weights
	exact map[string]int64 // by ExactKey
}

func (w Weights) shares() *shares {
	s := &shares{Weights: w, exact: make(map[string]int64, len(w.Exact))}
	for _, e := range w.Exact {
		s.exact[e.Key] = e.Number
	}
	return s
}

// version gives the weights of a version, from memory after the first time.
func (t *Turnover) version(ctx context.Context, r db.Reader, version int) (*shares, error) {
	if version == 0 {
		return &shares{}, nil
	}
	if known, found := t.versions.Load(version); found {
		return known.(*shares), nil
	}
	if t.config.Weights.Version == nil {
		return nil, fmt.Errorf("turnover: version %d of the weights is asked for, and there is no book of them", version)
	}
	w, err := t.config.Weights.Version(ctx, r, version)
	if err != nil {
		return nil, fmt.Errorf("turnover: version %d of the weights: %w", version, err)
	}
	s := w.shares()
	t.versions.Store(version, s)
	return s, nil
}

// bookAt is the version of the operator's weights that a requirement promised at a
// time keeps, 0 where every bet counts in full. The zero time is now.
func (t *Turnover) bookAt(ctx context.Context, tx *db.Tx, at time.Time) (int, error) {
	book := t.config.Weights
	if book.Now == nil {
		return 0, nil
	}
	w, version := book.Now()
	if !at.IsZero() && at.UnixMilli() < tx.NowMillis() {
		var err error
		if w, version, err = book.At(ctx, tx, at); err != nil {
			return 0, fmt.Errorf("turnover: weights of %s: %w", at, err)
		}
	}
	if w.whole() {
		return 0, nil
	}
	return version, nil
}
