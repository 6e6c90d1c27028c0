package sheet

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"hongyun/internal/calendar"
)

// rowsOfSheet is how many rows one sheet takes; the next ones go to another.
const rowsOfSheet = 1_000_000

// longest is how many characters a cell takes, and sheetName the name of a sheet.
const (
	longest   = 32_767
	sheetName = 31
)

// book is an XLSX file: a ZIP archive of XML parts, of which a sheet is written row by
// row. Nothing waits in memory or on the disk, because the parts that name the sheets
// may stand behind them.
type book struct {
	archive *zip.Writer
	part    *bufio.Writer // the sheet under way
	title   string
	sheets  int
	rows    int // of the sheet
	head    []any
	made    time.Time
}

func newBook(to io.Writer, title string) (*book, error) {
	b := &book{archive: zip.NewWriter(to), title: title, made: calendar.System().Now()}
	return b, b.next()
}

// begin begins a part of the archive.
func (b *book) begin(name string) (io.Writer, error) {
	return b.archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: b.made})
}

// next begins a sheet.
func (b *book) next() error {
	if err := b.endSheet(); err != nil {
		return err
	}
	b.sheets++
	b.rows = 0
	to, err := b.begin(fmt.Sprintf("xl/worksheets/sheet%d.xml", b.sheets))
	if err != nil {
		return err
	}
	b.part = bufio.NewWriterSize(to, 64<<10)
	_, err = b.part.WriteString(xml.Header + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	return err
}

func (b *book) endSheet() error {
	if b.part == nil {
		return nil
	}
	if _, err := b.part.WriteString("</sheetData></worksheet>"); err != nil {
		return err
	}
	return b.part.Flush()
}

// Row adds a row; the first one is the head of every sheet.
func (b *book) Row(cells ...any) error {
	if b.head == nil {
		b.head = cells
	} else if b.rows == rowsOfSheet {
		if err := b.next(); err != nil {
			return err
		}
		if err := b.write(b.head); err != nil {
			return err
		}
	}
	return b.write(cells)
}

func (b *book) write(cells []any) error {
	b.rows++
	row := strconv.Itoa(b.rows)
	b.put(`<row r="`, row, `">`)
	for i, c := range cells {
		s, number := printed(c)
		at := column(i) + row
		switch {
		case number && len(s) <= digitsKept:
			b.put(`<c r="`, at, `"><v>`, s, "</v></c>")
		case s != "":
			b.put(`<c r="`, at, `" t="inlineStr"><is><t xml:space="preserve">`)
			if err := xml.EscapeText(b.part, []byte(shown(s))); err != nil {
				return err
			}
			b.put("</t></is></c>")
		}
	}
	_, err := b.part.WriteString("</row>")
	return err
}

// put writes texts; the buffer keeps an error for the next write that is asked for it.
func (b *book) put(texts ...string) {
	for _, t := range texts {
		_, _ = b.part.WriteString(t)
	}
}

// digitsKept is how many characters of a number Excel keeps, which is more than any
// amount has; a longer one is written as text.
const digitsKept = 15

// column is the name of a column, counted from 0: A to Z, AA and on.
func column(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return column(i/26-1) + string(rune('A'+i%26))
}

// shown is a text as a cell may hold it: without what XML cannot say, and not too long.
func shown(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
	if runes := []rune(s); len(runes) > longest {
		return string(runes[:longest])
	}
	return s
}

// name is what a sheet is called. A spreadsheet refuses some letters and long names.
func (b *book) name(sheet int) string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]:*?/\`, r) {
			return -1
		}
		return r
	}, b.title)
	suffix := ""
	if sheet > 1 {
		suffix = " " + strconv.Itoa(sheet)
	}
	if runes := []rune(name); len(runes)+len(suffix) > sheetName {
		name = string(runes[:sheetName-len(suffix)])
	}
	return name + suffix
}

// Close ends the last sheet and writes the parts that name the sheets.
func (b *book) Close() error {
	if err := b.endSheet(); err != nil {
		return err
	}
	const (
		office    = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		relations = "http://schemas.openxmlformats.org/package/2006/relationships"
		mime      = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	)
	var sheets, links, types strings.Builder
	for i := 1; i <= b.sheets; i++ {
		var name strings.Builder
		if err := xml.EscapeText(&name, []byte(b.name(i))); err != nil {
			return err
		}
		fmt.Fprintf(&sheets, `<sheet name="%s" sheetId="%d" r:id="rId%d"/>`, name.String(), i, i)
		fmt.Fprintf(&links, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, i, office, i)
		fmt.Fprintf(&types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="%sworksheet+xml"/>`, i, mime)
	}
	for _, part := range [][2]string{
		{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + office + `"><sheets>` + sheets.String() + `</sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + relations + `">` + links.String() + `</Relationships>`},
		{"_rels/.rels", `<Relationships xmlns="` + relations + `"><Relationship Id="rId1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="` + mime + `sheet.main+xml"/>` + types.String() + `</Types>`},
	} {
		to, err := b.begin(part[0])
		if err != nil {
			return err
		}
		if _, err := io.WriteString(to, xml.Header+part[1]); err != nil {
			return err
		}
	}
	return b.archive.Close()
}
