package api

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// Lists are the values that fields of an API can have, by the names of the lists. A
// field names its list by the tag enumOf.
type Lists map[string][]any

// All is a list of Go as fields have it.
func All[T ~string | ~int](values []T) []any {
	return Each(values, func(v T) any {
		if n := reflect.ValueOf(v); n.Kind() == reflect.Int {
			return int(n.Int())
		}
		return fmt.Sprint(v)
	})
}

// OrNone is the same for a field that may be empty.
func OrNone[T ~string](values []T) []any { return append([]any{""}, All(values)...) }

// Values is what a table writes for its keys.
func Values[K comparable, V cmp.Ordered](table map[K]V) []V {
	return slices.Compact(slices.Sorted(maps.Values(table)))
}

// Describe writes the lists into the schemas of a type and of all types in it.
func (l Lists) Describe(reg huma.Registry, t reflect.Type) {
	EachField(reg, t, func(s *huma.Schema, name string, f reflect.StructField) { l.DescribeField(s.Properties[name], f) })
}

// DescribeField writes the list of a field into its schema. A name of no list is a mistake
// in the source, and panics.
func (l Lists) DescribeField(s *huma.Schema, f reflect.StructField) {
	name, has := f.Tag.Lookup("enumOf")
	if !has {
		return
	}
	if len(l[name]) == 0 {
		panic(fmt.Sprintf("api: no list of values is called %q", name))
	}
	if s.Items != nil {
		s = s.Items
	}
	s.Enum = l[name]
}
