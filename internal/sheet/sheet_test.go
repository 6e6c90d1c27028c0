package sheet_test

import (
	"bytes"
	"encoding/csv"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"hongyun/internal/money"
	"hongyun/internal/sheet"
)

func table(t *testing.T, format string, rows ...[]any) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := sheet.New(format, &out, "注单")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if err := w.Row(row...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A player chooses names and remarks. None of them may be run by the
// spreadsheet of an accountant; amounts below zero stay numbers.
func TestTextsThatLookLikeFormulasAreDefused(t *testing.T) {
	at := time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC)
	rows := [][]any{
		{"玩家", "金额", "时间"},
		{`=HYPERLINK("http://x.example","点")`, money.Fen(-1234), at},
		{"+1", int64(-5), time.Time{}},
		{"-2+3", 7, at}, {"@SUM(A1)", 0, at}, {"\t=1", 0, at}, {"＝1", 0, at}, {" =1", 0, at}, {"\u200b\u00a0@SUM(A1)", 0, at}, {" ming", 0, at}, {"ming,\"\n88", 0, at}, {"", 0, at},
	}
	want := []string{"玩家", `'=HYPERLINK("http://x.example","点")`, "'+1", "'-2+3", "'@SUM(A1)", "'\t=1", "'＝1", "' =1", "'\u200b\u00a0@SUM(A1)", " ming", "ming,\"\n88", ""}
	text := table(t, sheet.CSV, rows...)
	if !bytes.HasPrefix(text, []byte("\uFEFF")) {
		t.Error("Excel does not know that this is UTF-8")
	}
	got, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\uFEFF")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range got {
		if row[0] != want[i] {
			t.Errorf("row %d is %q, not %q", i, row[0], want[i])
		}
	}
	if got[1][1] != "-12.34" || got[1][2] != "2026-03-02 12:00:00" || got[2][1] != "-5" || got[2][2] != "" {
		t.Errorf("numbers and times: %q", got[1:3])
	}
	file, err := excelize.OpenReader(bytes.NewReader(table(t, sheet.XLSX, rows...)))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for i := range rows {
		cell, _ := excelize.CoordinatesToCellName(1, i+1)
		value, _ := file.GetCellValue("注单", cell)
		formula, _ := file.GetCellFormula("注单", cell)
		if value != want[i] || formula != "" {
			t.Errorf("%s is %q with formula %q, not %q", cell, value, formula, want[i])
		}
	}
	if kind, _ := file.GetCellType("注单", "B2"); kind == excelize.CellTypeInlineString || kind == excelize.CellTypeSharedString {
		t.Errorf("an amount is of type %v", kind)
	}
	if value, _ := file.GetCellValue("注单", "B2"); value != "-12.34" {
		t.Errorf("the amount is %q", value)
	}
}

// A million rows take no more memory than a thousand: neither form holds a row back,
// in memory or in a file.
func TestAMillionRowsNeedNoMoreMemory(t *testing.T) {
	for format, rows := range map[string]int{sheet.CSV: 1_000_000, sheet.XLSX: 150_000} {
		t.Run(format, func(t *testing.T) {
			if testing.Short() {
				rows /= 20
			}
			w, err := sheet.New(format, io.Discard, "注单")
			if err != nil {
				t.Fatal(err)
			}
			var most uint64
			name := strings.Repeat("x", 60)
			for i := range rows {
				if err := w.Row(name, int64(i), money.Fen(i), name); err != nil {
					t.Fatal(err)
				}
				if i%50_000 == 0 {
					var m runtime.MemStats
					runtime.GC()
					runtime.ReadMemStats(&m)
					most = max(most, m.HeapAlloc)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if most > 16<<20 {
				t.Errorf("%d MB", most>>20)
			}
		})
	}
}
