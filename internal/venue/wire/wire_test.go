package wire

import (
	"encoding/json"
	"testing"

	"hongyun/internal/money"
)

func TestAmountsAreReadWithoutFloatingPoint(t *testing.T) {
	for text, want := range map[string][2]money.Fen{ // rounded down, rounded half up
		`100`: {10000, 10000}, `"100.5"`: {10050, 10050}, `0.1`: {10, 10}, `12.345`: {1234, 1235}, `12.3449`: {1234, 1234}, `-3.219`: {-321, -322}, `0`: {0, 0},
	} {
		var d Decimal
		if err := json.Unmarshal([]byte(text), &d); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		down, err1 := d.Fen(money.Down)
		half, err2 := d.Fen(money.HalfUp)
		if err1 != nil || err2 != nil || down != want[0] || half != want[1] {
			t.Errorf("%s: %d and %d, want %d", text, down, half, want)
		}
	}
}

func TestValuesOfAnotherFormAreRefused(t *testing.T) {
	for _, text := range []string{`"abc"`, `1e5`, `"1,000"`, `""`, `null`, `{}`, `[1]`, `"--1"`, `1.2.3`, `"1.2x"`, `true`} {
		var d Decimal
		if json.Unmarshal([]byte(text), &d) == nil {
			t.Errorf("%s is the amount %s", text, d)
		}
	}
	for _, text := range []string{`"a"`, `1.5`, `null`, `{}`} {
		var n Integer
		if json.Unmarshal([]byte(text), &n) == nil {
			t.Errorf("%s is the number %d", text, n)
		}
	}
	for text, want := range map[string]Text{`"a\"b"`: `a"b`, `12`: "12", `null`: ""} {
		var got Text
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is the text %q, %v", text, got, err)
		}
	}
	var got Text
	if json.Unmarshal([]byte(`{}`), &got) == nil {
		t.Error("an object is a text")
	}
}

func TestClippedTextsAreShortAndPrintable(t *testing.T) {
	if got := Clip("\xff" + string(make([]byte, 100))); len(got) > clipped+2 || got[0] != '?' {
		t.Errorf("%q", got)
	}
}
