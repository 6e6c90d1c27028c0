package internal_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// moneyCase is a row of docs/money-cases.md: number, case, sentence, money, next, number, page, source.
var moneyCase = regexp.MustCompile("(?m)^\\| (\\d+) \\| [^|]+ \\| 「([^|」]+)」 \\| [^|]+ \\| ([^|]+) \\| (deposit|withdrawal|transfer|bonus|none) \\| (record|deposit form|transfer form|inbox) \\| `([^`]+)` \\|$")

// A sentence names the money, and the next step where there is one.
var (
	ofMoney = regexp.MustCompile("款|扣|金额|加赠|派发|退回中心钱包")
	ofNext  = regexp.MustCompile("请|后|会|等待|原因")
)

// Each of the twenty-five sentences is what its source says to the player, tells
// where the money is and what comes next; and all but one have a number.
func TestEachMoneyCaseQuotesItsSourceAndTellsOfTheMoney(t *testing.T) {
	page, err := os.ReadFile("../docs/money-cases.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := moneyCase.FindAllStringSubmatch(string(page), -1)
	if len(rows) != 25 {
		t.Errorf("%d cases, not 25", len(rows))
	}
	numberless := 0
	for i, row := range rows {
		place, sentence, next, number, path := row[1], row[2], row[3], row[4], row[6]
		if place != strconv.Itoa(i+1) {
			t.Errorf("case %s comes in place %d", place, i+1)
		}
		if !ofMoney.MatchString(sentence) {
			t.Errorf("case %s does not say where the money is: %q", place, sentence)
		}
		if next != "none" && next != "the reason is in the message" && !ofNext.MatchString(sentence) {
			t.Errorf("case %s does not say what comes next: %q", place, sentence)
		}
		if number == "none" {
			numberless++
		}
		source, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(path)))
		if err != nil {
			t.Error(err)
			continue
		}
		for part := range strings.SplitSeq(sentence, "…") {
			if !strings.Contains(string(source), part) {
				t.Errorf("case %s: %s does not say %q", place, path, part)
			}
		}
	}
	if numberless != 1 {
		t.Errorf("%d cases have no number; only the one without an order may", numberless)
	}
}
