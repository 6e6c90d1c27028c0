package api

import "reflect"

// Entry is what every row of a table of calls has. The type of a row embeds it.
type Entry struct {
	Method, Path string
	Summary      string       // of the published document
	In, Out      reflect.Type // the body or the form, and the answer
}

// Each turns the rows of a noun into rows of the wire. The result of no rows is an
// empty list, never null.
func Each[Row, T any](rows []Row, shown func(Row) T) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i] = shown(r)
	}
	return out
}
