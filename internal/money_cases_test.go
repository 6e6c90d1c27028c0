package internal_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// moneyCase is a row of docs/money-cases.md: number, case, sentence, money, next, number, source.
var moneyCase = regexp.MustCompile("(?m)^\\| (\\d+) \\| [^|]+ \\| 「([^|」]+)」 \\| [^|]+ \\| [^|]+ \\| (deposit|withdrawal|transfer|bonus|none) \\| `([^`]+)` \\|$")

// Each of the twenty-five sentences is what its source says to the player.
func TestEachMoneyCaseQuotesItsSource(t *testing.T) {
	page, err := os.ReadFile("../docs/money-cases.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := moneyCase.FindAllStringSubmatch(string(page), -1)
	if len(rows) != 25 {
		t.Errorf("%d cases, not 25", len(rows))
	}
	for i, row := range rows {
		if row[1] != strconv.Itoa(i+1) {
			t.Errorf("case %s comes in place %d", row[1], i+1)
		}
		source, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(row[4])))
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(source), row[2]) {
			t.Errorf("case %s: %s does not say %q", row[1], row[4], row[2])
		}
	}
}
