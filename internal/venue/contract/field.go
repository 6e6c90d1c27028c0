package contract

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Field is one field of a contract with a venue. Each protocol declares its own,
// and the form of the back office is drawn from them.
type Field struct {
	Name     string // in the JSON of a contract
	Label    string // Chinese
	Hint     string // Chinese, "" if there is nothing to say
	Kind     FieldKind
	Required bool
	Length   int  // in characters, where the protocol demands one; 0: any
	Lasting  bool // another value locks players out of their accounts at the venue

	Min, Max int // of a number; 0 and 0: any
}

// FieldKind says how a field is entered and stored.
type FieldKind string

// The kinds of fields.
const (
	FieldText    FieldKind = "text"
	FieldSecret  FieldKind = "secret"
	FieldKeys    FieldKind = "keys" // a secret of several lines, as PEM
	FieldJSON    FieldKind = "json" // a secret JSON object
	FieldAddress FieldKind = "address"
	FieldNumber  FieldKind = "number"
	FieldList    FieldKind = "list"  // one entry a line
	FieldPairs   FieldKind = "pairs" // name=value, one a line
)

// FieldKinds are the kinds of fields.
var FieldKinds = []FieldKind{FieldText, FieldSecret, FieldKeys, FieldJSON, FieldAddress, FieldNumber, FieldList, FieldPairs}

// Secret says that a field is a key, and is entered anew when an address changes.
func (f Field) Secret() bool {
	return f.Kind == FieldSecret || f.Kind == FieldKeys || f.Kind == FieldJSON
}

// severalLines says that the value of a field may have line breaks.
func (f Field) severalLines() bool {
	return f.Kind == FieldKeys || f.Kind == FieldJSON || f.Kind == FieldList || f.Kind == FieldPairs
}

const (
	maxFieldLine = 500     // characters of a field of one line
	maxFieldText = 8 << 10 // characters of another
	maxFieldRows = 100     // entries of a list
)

// check says whether a value that is not empty can be the field's.
func (f Field) check(value string) bool {
	size := utf8.RuneCountInString(value)
	if !utf8.ValidString(value) || size > maxFieldText || f.Length > 0 && size != f.Length || !f.severalLines() && size > maxFieldLine {
		return false
	}
	hidden := func(r rune) bool {
		return unicode.Is(unicode.C, r) && (!f.severalLines() || r != '\n' && r != '\r' && r != '\t')
	}
	if strings.ContainsFunc(value, hidden) {
		return false
	}
	if f.Kind == FieldAddress {
		u, err := url.Parse(value)
		return err == nil && slices.Contains([]string{"http", "https", "ftp", "ftps"}, u.Scheme) && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == ""
	}
	_, ok := f.typed(value)
	return ok
}

// typed returns a value in the form it has in the JSON of a contract.
func (f Field) typed(value string) (any, bool) {
	switch f.Kind {
	case FieldNumber:
		n, err := strconv.Atoi(value)
		return n, err == nil && n >= 0 && (f.Max == 0 || n >= f.Min && n <= f.Max)
	case FieldJSON:
		var object map[string]any
		err := json.Unmarshal([]byte(value), &object)
		return json.RawMessage(value), err == nil
	case FieldList:
		rows := linesOf(value)
		return rows, len(rows) <= maxFieldRows
	case FieldPairs:
		pairs := map[string]string{}
		for _, row := range linesOf(value) {
			name, meaning, found := strings.Cut(row, "=")
			if !found {
				return nil, false
			}
			pairs[strings.TrimSpace(name)] = strings.TrimSpace(meaning)
		}
		return pairs, len(pairs) <= maxFieldRows
	}
	return value, true
}

func linesOf(value string) []string {
	var rows []string
	for row := range strings.Lines(value) {
		if row = strings.TrimSpace(row); row != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// contractJSON is a contract as a file has it, without venue and protocol.
func contractJSON(fields []Field, values map[string]string) (json.RawMessage, error) {
	out := map[string]any{}
	for _, f := range fields {
		if value := values[f.Name]; value != "" {
			out[f.Name], _ = f.typed(value)
		}
	}
	return json.Marshal(out)
}
