package money

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// trust INP-1: what is no plain amount never becomes one.
func TestParseYuanAcceptsPlainAmountsOnly(t *testing.T) {
	for _, text := range []string{
		"", " ", "1 ", " 1", "1 0", "+1", "-1", "-0", "1e3", "1E3", "0x10", "0b1", "1_000", "1,000", "１００", "１", "1.",
		".5", "1.234", "0.001", "00", "00.1", "01", "007", "NaN", "nan", "Inf", "infinity", "1.2.3", "1..2", "￥1", "¥1",
		"1元", "1\n", "1\t", "1\x00", "1'", "1;", "%31", "٣", "1.２", "1234567890123", "9999999999999999999999", "--1", "1-",
	} {
		if got, err := ParseYuan(text); err == nil {
			t.Errorf("ParseYuan(%q) = %d, want an error", text, got)
		}
	}
}

func TestParseYuanReadsPlainAmounts(t *testing.T) {
	for text, want := range map[string]Fen{
		"0": 0, "0.0": 0, "0.1": 10, "0.01": 1, "1": 100, "12.3": 1230, "12.34": 1234, "100.00": 10000,
		"999999999999.99": 99999999999999,
	} {
		if got, err := ParseYuan(text); err != nil || got != want {
			t.Errorf("ParseYuan(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
}

// TRF-04
func TestParseWholeYuanTakesPositiveWholeYuanOnly(t *testing.T) {
	if got, err := ParseWholeYuan("30"); err != nil || got != 30*Yuan {
		t.Errorf("ParseWholeYuan(30) = %v, %v", got, err)
	}
	for _, text := range []string{"0", "1.0", "1.5", "-3", ""} {
		if got, err := ParseWholeYuan(text); err == nil {
			t.Errorf("ParseWholeYuan(%q) = %v, want an error", text, got)
		}
	}
}

func TestPrinting(t *testing.T) {
	for f, want := range map[Fen]string{0: "0.00", 1: "0.01", -1: "-0.01", 123456789: "1234567.89", math.MinInt64: "-92233720368547758.08"} {
		if got := f.String(); got != want {
			t.Errorf("%d prints %s, want %s", int64(f), got, want)
		}
	}
	for f, want := range map[Fen]string{5: "0.05", 100000: "1,000.00", -123456789: "-1,234,567.89", 99999: "999.99"} {
		if got := f.Grouped(); got != want {
			t.Errorf("%d groups as %s, want %s", int64(f), got, want)
		}
	}
	if got := USDT.Format(15630000); got != "15.630000" {
		t.Errorf("USDT prints %s", got)
	}
}

// trust MON-1: large amounts stay exact on the wire.
func TestJSONIsExact(t *testing.T) {
	const large = `90071992547.93`
	var f Fen
	if err := json.Unmarshal([]byte(large), &f); err != nil {
		t.Fatal(err)
	}
	if b, _ := json.Marshal(f); string(b) != large {
		t.Errorf("came back as %s", b)
	}
	rapid.Check(t, func(t *rapid.T) {
		want := Fen(rapid.Int64Range(-99999999999999, 99999999999999).Draw(t, "fen"))
		b, _ := json.Marshal(want)
		var got Fen
		if err := json.Unmarshal(b, &got); err != nil || got != want {
			t.Fatalf("%s came back as %d, %v; want %d", b, got, err, want)
		}
	})
}

func TestMulDivRoundsOnce(t *testing.T) {
	for _, tc := range []struct {
		amount   Fen
		num, den int64
		r        Rounding
		want     Fen
	}{
		{1000, 3, 1000, Down, 3}, {999, 3, 1000, Down, 2}, {999, 3, 1000, HalfUp, 3}, {1, 1, 2, HalfUp, 1}, {1, 1, 2, Down, 0},
		{-1, 1, 2, HalfUp, -1}, {-1, 1, 2, Down, 0}, {math.MaxInt64, 2, 2, Down, math.MaxInt64}, {10, 1, 3, HalfUp, 3},
	} {
		if got, err := MulDiv(tc.amount, tc.num, tc.den, tc.r); err != nil || got != tc.want {
			t.Errorf("MulDiv(%d,%d,%d) = %d, %v; want %d", tc.amount, tc.num, tc.den, got, err, tc.want)
		}
	}
	if _, err := MulDiv(math.MaxInt64, 2, 1, Down); err == nil {
		t.Error("an amount beyond int64 came back without an error")
	}
}

func TestAddRefusesToOverflow(t *testing.T) {
	if _, err := Add(math.MaxInt64, 1); err == nil {
		t.Error("overflow passed")
	}
	if got, err := Add(1, 2, -3); err != nil || got != 0 {
		t.Errorf("Add = %d, %v", got, err)
	}
}

func FuzzParseYuan(f *testing.F) {
	for _, s := range []string{"1", "0.01", "1e3", "１"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, err := ParseYuan(s)
		if err != nil {
			return
		}
		if back, err := ParseYuan(v.String()); err != nil || back != v {
			t.Fatalf("%q → %d → %v, %v", s, v, back, err)
		}
	})
}
