package playerapi

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// An input is the shape of one call's parameters: what the OpenAPI document
// says about them and the sentence for each way to break a rule. Both come
// from the tags of the input struct, so they cannot drift apart.
//
// Tags beside huma's own: empty is the sentence when a required field is
// missing or empty, space the one for white space inside, wrong the one for
// everything else.
type input struct {
	typ    reflect.Type
	fields []field
	known  map[string]string // lower-case name → name on the wire
	lines  map[string]bool   // names on the wire of texts of several lines
}

type field struct {
	index               int
	name                string
	required            bool
	schema              *huma.Schema
	empty, space, wrong string
}

const wrongAnyway = "参数不正确"

func inputOf(reg huma.Registry, typ reflect.Type) input {
	in := input{typ: typ, known: map[string]string{}, lines: map[string]bool{}}
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || f.Anonymous {
			panic(fmt.Sprintf("playerapi: field %s.%s has no name on the wire", typ.Name(), f.Name))
		}
		switch f.Type.Kind() {
		case reflect.String, reflect.Int, reflect.Int64:
		default:
			panic(fmt.Sprintf("playerapi: field %s.%s is of a type no form can carry", typ.Name(), f.Name))
		}
		added := field{
			index: i, name: name,
			required: f.Tag.Get("required") != "false",
			schema:   huma.SchemaFromField(reg, f, ""),
			empty:    f.Tag.Get("empty"), space: f.Tag.Get("space"), wrong: f.Tag.Get("wrong"),
		}
		if added.required && added.empty == "" {
			panic(fmt.Sprintf("playerapi: required field %s.%s has no sentence for being empty", typ.Name(), f.Name))
		}
		if added.wrong == "" {
			added.wrong = wrongAnyway
		}
		in.fields = append(in.fields, added)
		in.known[strings.ToLower(name)] = name
		in.lines[name] = f.Tag.Get("lines") == "true"
	}
	return in
}

// read fills into (a pointer to the input struct) from parsed values. The
// first field in the struct's order that breaks a rule gives the sentence.
func (in input) read(values map[string]string, into reflect.Value) error {
	for _, f := range in.fields {
		text := values[f.name]
		if text == "" {
			if f.required {
				return errInput.With(f.empty)
			}
			continue
		}
		if f.space != "" && strings.ContainsAny(text, " \t\u00a0\u3000") {
			return errInput.With(f.space)
		}
		target := into.Elem().Field(f.index)
		var value any = text
		if target.Kind() != reflect.String {
			number, ok := wholeNumber(text)
			if !ok {
				return errInput.With(f.wrong)
			}
			value = f.asSchemaSees(number)
			target.SetInt(number)
		} else {
			target.SetString(text)
		}
		var res huma.ValidateResult
		huma.Validate(nil, f.schema, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, value, &res)
		if len(res.Errors) > 0 {
			return errInput.With(f.wrong)
		}
	}
	return nil
}

// asSchemaSees gives the number the Go type that the schema's enum holds, for
// huma compares those as they are.
func (f field) asSchemaSees(number int64) any {
	if len(f.schema.Enum) > 0 {
		return reflect.ValueOf(number).Convert(reflect.TypeOf(f.schema.Enum[0])).Interface()
	}
	return number
}

// wholeNumber reads a number as a stranger may send it: ASCII digits, no zero
// in front, no plus sign, at most 16 of them (below 2^53, so that every client
// can hold it).
func wholeNumber(text string) (int64, bool) {
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || len(digits) > 16 || (len(digits) > 1 && digits[0] == '0') || text == "-0" {
		return 0, false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}
