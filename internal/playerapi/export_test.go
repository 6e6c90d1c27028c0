package playerapi

import (
	"reflect"

	"hongyun/internal/playerapi/route"
)

// CallInfo is what tests outside the package know of a call.
type CallInfo struct {
	Method, Path, Who, Noun     string
	Open, Poll, Guess, RefuseAs bool
	Beacon, Rests, Upload       bool
	Inputs                      []InputInfo
	Out                         reflect.Type
	IsPicture, IsStream         bool
}

// InputInfo is one parameter of a call.
type InputInfo struct {
	Name      string
	Required  bool
	Number    bool
	Amount    bool // decimal text
	Lines     bool // text of several lines
	MaxLength int
	Pattern   string
}

// Calls is the table.
func Calls() []CallInfo {
	reg := newRegistry()
	var out []CallInfo
	for _, c := range (&Server{}).calls() {
		info := CallInfo{
			Method: c.Method, Path: c.Path, Who: c.Who.String(), Noun: c.Noun, Open: c.Open, Poll: c.Poll, Guess: c.Guess, Beacon: c.Beacon, Rests: c.Rests, Upload: c.Upload,
			RefuseAs: c.RefusedAs400, Out: c.Out, IsPicture: c.Out == reflect.TypeFor[route.Picture](), IsStream: c.Out == reflect.TypeFor[stream](),
		}
		in := route.InputOf(reg, lists, c.In)
		for _, f := range in.Fields {
			i := InputInfo{Name: f.Name, Required: f.Required, Pattern: f.Schema.Pattern, Lines: in.Lines[f.Name]}
			kind := c.In.Field(f.Index).Type.Kind()
			i.Number = kind != reflect.String
			i.Amount = f.Name == "amount" || f.Name == "withdrawAmount"
			if f.Schema.MaxLength != nil {
				i.MaxLength = *f.Schema.MaxLength
			}
			info.Inputs = append(info.Inputs, i)
		}
		out = append(out, info)
	}
	return out
}

// NamesOf gives the names a type has on the wire.
func NamesOf(t reflect.Type) map[string]reflect.Type {
	names := map[string]reflect.Type{}
	collect(t, names)
	return names
}

func collect(t reflect.Type, names map[string]reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			collect(f.Type, names)
			continue
		}
		name := f.Tag.Get("json")
		for j := range name {
			if name[j] == ',' {
				name = name[:j]
				break
			}
		}
		if _, known := names[name]; !known {
			names[name] = f.Type
			collect(f.Type, names)
		}
	}
}

// WithdrawPrefix is exported for the tests of D-06.
const WithdrawPrefix = withdrawPrefix

// Update says that golden files are to be written anew.
func Update() bool { return *update }

// RouteLabel is exported for the test that compares routes with the site's.
func RouteLabel(address string) string { return routeLabel(address) }
