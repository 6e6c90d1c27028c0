package banksheet

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/width"

	unicodetext "golang.org/x/text/encoding/unicode"
)

// The limits of a file.
const (
	MaxSize  = 5 << 20 // bytes
	MaxLines = 20_000
	maxCells = 200 // of a row
)

// The encodings of a file.
const (
	UTF8    = "UTF-8"
	GB18030 = "GB18030"
	UTF16   = "UTF-16"
)

// Sheet is a file as rows of cells. Nothing in it is understood yet.
type Sheet struct {
	Encoding string
	rows     []row
}

type row struct {
	line  int // of the file, from 1
	cells []string
}

// Read takes a file apart. Faults: ErrEmpty, ErrSize, ErrLines, ErrExcel,
// ErrArchive, ErrPage, ErrBinary, ErrEncoding, ErrQuote, ErrCells.
func Read(file []byte) (Sheet, error) {
	if len(file) > MaxSize {
		return Sheet{}, ErrSize
	}
	if err := disguised(file); err != nil {
		return Sheet{}, err
	}
	text, encoding, err := decode(file)
	if err != nil {
		return Sheet{}, err
	}
	if strings.TrimSpace(text) == "" {
		return Sheet{}, ErrEmpty
	}
	if err := disguised([]byte(text[:min(len(text), 512)])); err != nil { // behind UTF-16 it showed nothing above
		return Sheet{}, err
	}
	if strings.Count(text, "\n") > MaxLines {
		return Sheet{}, ErrLines
	}
	rows, err := split(text, separatorOf(text))
	return Sheet{Encoding: encoding, rows: rows}, err
}

// disguised refuses files of another kind whose name ends in csv.
func disguised(file []byte) error {
	head := bytes.TrimSpace(file[:min(len(file), 512)])
	for _, kind := range []struct {
		magic string
		fault error
	}{
		{"PK\x03\x04", ErrArchive}, {"PK\x05\x06", ErrArchive}, {"\x1f\x8b", ErrArchive}, {"Rar!", ErrArchive}, {"7z\xbc\xaf", ErrArchive},
		{"\xd0\xcf\x11\xe0", ErrExcel}, {"%PDF", ErrPage}, {"<", ErrPage}, {"\xef\xbb\xbf<", ErrPage},
	} {
		if bytes.HasPrefix(head, []byte(kind.magic)) {
			return kind.fault
		}
	}
	return nil
}

// decode gives the text of a file without a byte order mark.
func decode(file []byte) (text, encoding string, err error) {
	switch {
	case bytes.HasPrefix(file, []byte("\xff\xfe\x00\x00")) || bytes.HasPrefix(file, []byte("\x00\x00\xfe\xff")):
		return "", "", ErrEncoding
	case bytes.HasPrefix(file, []byte("\xff\xfe")) || bytes.HasPrefix(file, []byte("\xfe\xff")):
		out, err := unicodetext.UTF16(unicodetext.LittleEndian, unicodetext.UseBOM).NewDecoder().Bytes(file)
		text, encoding = string(out), UTF16
		if err != nil {
			return "", "", ErrEncoding
		}
	case bytes.IndexByte(file, 0) >= 0:
		return "", "", ErrBinary
	case utf8.Valid(file):
		text, encoding = strings.TrimPrefix(string(file), "\ufeff"), UTF8
	default:
		out, err := simplifiedchinese.GB18030.NewDecoder().Bytes(file)
		if err != nil {
			return "", "", ErrEncoding
		}
		text, encoding = string(out), GB18030
	}
	if strings.ContainsRune(text, utf8.RuneError) {
		return "", "", ErrEncoding
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\t' && r != '\r' && r != '\n' }) {
		return "", "", ErrBinary
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), encoding, nil
}

// separatorOf is what most lines of a table are parted by.
func separatorOf(text string) byte {
	best, most := byte(','), 0
	for _, separator := range []byte{',', '\t', ';', '|'} {
		lines := 0
		for line := range strings.Lines(text) {
			if strings.Count(line, string(separator)) >= 3 {
				lines++
			}
		}
		if lines > most {
			best, most = separator, lines
		}
	}
	return best
}

// maxBreaks is how many line breaks a quoted cell may hold. A quotation mark that
// nothing closes would swallow the rest of the file.
const maxBreaks = 3

// splitter collects the cells of a row.
type splitter struct {
	cells []string
	cell  strings.Builder
	blank bool // the cell has nothing but white space and =, so a quotation mark opens it
}

func (s *splitter) write(c byte) {
	s.blank = s.blank && (c == ' ' || c == '\t' || c == '=')
	s.cell.WriteByte(c)
}

// open empties the cell before its quoted content. It also drops the = of ="…",
// by which Excel keeps digits.
func (s *splitter) open() {
	s.cell.Reset()
	s.blank = true
}

func (s *splitter) endCell() {
	s.cells = append(s.cells, clean(s.cell.String()))
	s.open()
}

// endRow adds the row that begins at a line, unless it is empty, and begins the next.
func (s *splitter) endRow(rows []row, line int) []row {
	s.endCell()
	cells := s.cells
	s.cells = nil
	if strings.Join(cells, "") == "" {
		return rows
	}
	return append(rows, row{line, cells})
}

// split takes a text apart into rows without empty ones.
func split(text string, separator byte) ([]row, error) {
	var rows []row
	line, begun := 1, 1
	current := splitter{blank: true}
	quoted, breaks := false, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quoted && c == '"':
			if i+1 < len(text) && text[i+1] == '"' {
				current.write('"')
				i++
				continue
			}
			quoted = false
		case quoted:
			if c == '\n' {
				line++
				if breaks++; breaks > maxBreaks {
					return nil, ErrQuote.With(begun)
				}
				c = ' '
			}
			current.write(c)
		case c == '"' && current.blank:
			current.open()
			quoted, breaks = true, 0
		case c == separator:
			if current.endCell(); len(current.cells) >= maxCells { // before a line of commas fills the memory
				return nil, ErrCells.With(begun)
			}
		case c == '\n':
			rows = current.endRow(rows, begun)
			line++
			begun = line
		default:
			current.write(c)
		}
	}
	if quoted {
		return nil, ErrQuote.With(begun)
	}
	return current.endRow(rows, begun), nil
}

// clean is a cell without what surrounds its contents: white space of any width,
// and the apostrophe or ="…" by which spreadsheets keep digits as they are.
func clean(cell string) string {
	cell = strings.TrimFunc(cell, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b' })
	if inner, ok := strings.CutPrefix(cell, `="`); ok && strings.HasSuffix(inner, `"`) {
		cell = inner[:len(inner)-1]
	}
	return strings.TrimSpace(strings.TrimPrefix(cell, "'"))
}

// narrow writes full-width digits and signs as the usual ones.
func narrow(s string) string { return width.Narrow.String(s) }
