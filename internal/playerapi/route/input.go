package route

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hongyun/internal/api"
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
	Fields []field
	Known  map[string]string // lower-case name → name on the wire
	Lines  map[string]bool   // names on the wire of texts of several lines
}

type field struct {
	Index               int
	Name                string
	Required            bool
	Schema              *huma.Schema
	empty, space, wrong string
}

// WrongAnyway is the sentence for a parameter whose field has none of its own.
const WrongAnyway = "参数不正确"

// InputOf reads the rules of an input from the tags of its struct, and from the lists
// that they name.
func InputOf(reg huma.Registry, lists api.Lists, typ reflect.Type) input {
	in := input{typ: typ, Known: map[string]string{}, Lines: map[string]bool{}}
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
			Index: i, Name: name,
			Required: f.Tag.Get("required") != "false",
			Schema:   huma.SchemaFromField(reg, f, ""),
			empty:    f.Tag.Get("empty"), space: f.Tag.Get("space"), wrong: f.Tag.Get("wrong"),
		}
		if added.Required && added.empty == "" {
			panic(fmt.Sprintf("playerapi: required field %s.%s has no sentence for being empty", typ.Name(), f.Name))
		}
		if added.wrong == "" {
			added.wrong = WrongAnyway
		}
		lists.DescribeField(added.Schema, f)
		in.Fields = append(in.Fields, added)
		in.Known[strings.ToLower(name)] = name
		in.Lines[name] = f.Tag.Get("lines") == "true"
	}
	return in
}

// read fills into (a pointer to the input struct) from parsed values. The
// first field in the struct's order that breaks a rule gives the sentence.
func (in input) read(values map[string]string, into reflect.Value) error {
	for _, f := range in.Fields {
		text := values[f.Name]
		if text == "" {
			if f.Required {
				return ErrInput.With(f.empty)
			}
			continue
		}
		if f.space != "" && strings.ContainsAny(text, " \t\u00a0\u3000") {
			return ErrInput.With(f.space)
		}
		target := into.Elem().Field(f.Index)
		var value any = text
		if target.Kind() != reflect.String {
			number, ok := WholeNumber(text)
			if !ok {
				return ErrInput.With(f.wrong)
			}
			value = f.asSchemaSees(number)
			target.SetInt(number)
		} else {
			target.SetString(text)
		}
		var res huma.ValidateResult
		huma.Validate(nil, f.Schema, huma.NewPathBuffer(nil, 0), huma.ModeWriteToServer, value, &res)
		if len(res.Errors) > 0 {
			return ErrInput.With(f.wrong)
		}
	}
	return nil
}

// asSchemaSees gives the number the Go type that the schema's enum holds, for
// huma compares those as they are.
func (f field) asSchemaSees(number int64) any {
	if len(f.Schema.Enum) > 0 {
		return reflect.ValueOf(number).Convert(reflect.TypeOf(f.Schema.Enum[0])).Interface()
	}
	return number
}

// WholeNumber reads a number as a stranger may send it: ASCII digits, no zero
// in front, no plus sign, at most 16 of them (below 2^53, so that every client
// can hold it).
func WholeNumber(text string) (int64, bool) {
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
