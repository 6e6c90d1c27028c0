package playerapi

import (
	"reflect"
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
			Method: c.Method, Path: c.Path, Who: c.who.String(), Noun: c.noun, Open: c.open, Poll: c.poll, Guess: c.guess, Beacon: c.beacon, Rests: c.rests, Upload: c.upload,
			RefuseAs: c.refusedAs400, Out: c.Out, IsPicture: c.Out == reflect.TypeFor[picture](), IsStream: c.Out == reflect.TypeFor[stream](),
		}
		in := inputOf(reg, c.In)
		for _, f := range in.fields {
			i := InputInfo{Name: f.name, Required: f.required, Pattern: f.schema.Pattern, Lines: in.lines[f.name]}
			kind := c.In.Field(f.index).Type.Kind()
			i.Number = kind != reflect.String
			i.Amount = f.name == "amount" || f.name == "withdrawAmount"
			if f.schema.MaxLength != nil {
				i.MaxLength = *f.schema.MaxLength
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
