// Package sheet writes tables as CSV or XLSX, row by row and in memory that does
// not grow with them. A text that a spreadsheet would take for a formula is
// defused. It knows nothing of what the tables hold.
package sheet

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
)

// The formats.
const (
	CSV  = "csv"
	XLSX = "xlsx"
)

// Types are the content types of the formats.
var Types = map[string]string{
	CSV: "text/csv; charset=utf-8", XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

// Writer takes rows of string, int64, int, money.Fen and time.Time. A zero time is an empty
// cell, others are printed in GMT+8. Close ends the table; without it, it is broken.
type Writer interface {
	Row(cells ...any) error
	Close() error
}

// New writes a table in a format.
func New(format string, to io.Writer, title string) (Writer, error) {
	if format == XLSX {
		return newBook(to, title)
	}
	b := bufio.NewWriterSize(to, 64<<10)
	if _, err := b.WriteString("\uFEFF"); err != nil { // by which Excel knows UTF-8
		return nil, err
	}
	return &text{buffer: b, csv: csv.NewWriter(b)}, nil
}

// Defused is a text that no spreadsheet takes for a formula, also where it drops the white
// space and the hidden characters in front of one.
func Defused(s string) string {
	seen := strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.C, r) })
	begins, _ := utf8.DecodeRuneInString(seen)
	if seen != "" && strings.ContainsRune("=+-@＝＋－＠", begins) || s != "" && strings.ContainsRune("\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}

// printed is a cell as text, and whether it is a number.
func printed(cell any) (s string, number bool) {
	switch v := cell.(type) {
	case string:
		return Defused(v), false
	case int64:
		return strconv.FormatInt(v, 10), true
	case int:
		return strconv.Itoa(v), true
	case money.Fen:
		return v.String(), true
	case time.Time:
		if v.IsZero() {
			return "", false
		}
		return calendar.Stamp(v), false
	}
	return Defused(fmt.Sprint(cell)), false
}

type text struct {
	buffer *bufio.Writer
	csv    *csv.Writer
}

func (t *text) Row(cells ...any) error {
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i], _ = printed(c)
	}
	return t.csv.Write(row)
}

func (t *text) Close() error {
	t.csv.Flush()
	if err := t.csv.Error(); err != nil {
		return err
	}
	return t.buffer.Flush()
}
