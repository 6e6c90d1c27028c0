package banksheet_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"hongyun/internal/banksheet"
)

// utf16 is a text as Windows writes it.
func utf16(t *testing.T, text string, mark unicode.BOMPolicy) []byte {
	t.Helper()
	out, err := unicode.UTF16(unicode.LittleEndian, mark).NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A statement in UTF-16 is read, and what hides behind that encoding is named.
func TestAFileInUTF16IsJudgedByItsText(t *testing.T) {
	good := ownHeading + "20260302,1,,a,b,c\n"
	whole := utf16(t, good, unicode.UseBOM)
	if got, err := read(t, whole, own); err != nil || len(got.Lines) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	for what, tc := range map[string]struct {
		file []byte
		want error
	}{
		"a page":             {utf16(t, "<html><table>", unicode.UseBOM), banksheet.ErrPage},
		"zeros":              {utf16(t, ownHeading+"a\x00b", unicode.UseBOM), banksheet.ErrBinary},
		"half a character":   {whole[:len(whole)-1], banksheet.ErrEncoding},
		"half a pair":        {append(utf16(t, good, unicode.UseBOM), 0x3d, 0xd8), banksheet.ErrEncoding},
		"no mark":            {utf16(t, good, unicode.IgnoreBOM), banksheet.ErrBinary},
		"the mark alone":     {[]byte("\xff\xfe"), banksheet.ErrEmpty},
		"the mark of UTF-32": {[]byte("\xff\xfe\x00\x00a\x00\x00\x00"), banksheet.ErrEncoding},
	} {
		if _, err := read(t, tc.file, own); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", what, err, tc.want)
		}
	}
}

// A file of one endless line is refused in words, and takes no memory that many times
// its size.
func TestAnEndlessLineIsRefusedBeforeItFillsTheMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for what, tc := range map[string]struct {
		line string
		want error
	}{
		"commas":          {strings.Repeat(",", 4<<20), banksheet.ErrCells.With(7)},
		"letters":         {"20260302,1,,a," + strings.Repeat("x", 4<<20) + ",c", banksheet.ErrText.With(7)},
		"an amount":       {"20260302," + strings.Repeat("9", 4<<20) + ",,a,b,c", banksheet.ErrAmount.With(7, strings.Repeat("9", 30)+"…")},
		"quotation marks": {"20260302,1,,a,\"" + strings.Repeat(`""`, 2<<20) + "\",c", banksheet.ErrText.With(7)},
		"a date":          {strings.Repeat("2", 4<<20) + ",1,,a,b,c", banksheet.ErrDate.With(7, strings.Repeat("2", 30)+"…")},
	} {
		good := strings.Repeat("20260302,1,,a,b,c\n", 5)
		if _, err := read(t, []byte(ownHeading+good+tc.line), own); err == nil || err.Error() != tc.want.Error() {
			t.Errorf("%s: %.200v, want %v", what, err, tc.want)
		}
	}
	runtime.ReadMemStats(&after)
	if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 250 {
		t.Errorf("%d MB for five files of 4 MB", used)
	}
}

// A cell that is a formula is kept as the text that it is: files of our own defuse it.
func TestAFormulaInAStatementIsText(t *testing.T) {
	const formula = `=HYPERLINK("http://evil.example","点")`
	got, err := read(t, []byte(ownHeading+`20260302,1,,a,"`+strings.ReplaceAll(formula, `"`, `""`)+`",c`), own)
	if err != nil || len(got.Lines) != 1 || got.Lines[0].Remark != formula && got.Lines[0].Name != formula {
		t.Errorf("%+v, %v", got.Lines, err)
	}
	got, err = read(t, []byte(ownHeading+"20260302,=1+1,,a,b,c"), own)
	if want := banksheet.ErrAmount.With(2, "=1+1"); err == nil || err.Error() != want.Error() {
		t.Errorf("an amount that is a formula: %+v, %v", got, err)
	}
}
