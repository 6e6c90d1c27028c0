package number

import (
	"strings"
	"testing"
	"time"
)

func TestANumberIsReadBackAndHidesItsKey(t *testing.T) {
	at := time.Date(2026, 3, 2, 4, 0, 9, 999_000_000, time.UTC)
	n := Of(Bonus, at, "promo:38:demo02:2026-11-23")
	if !strings.HasPrefix(n, "B260302120009") || strings.Contains(strings.ToLower(n), "demo02") {
		t.Fatal(n)
	}
	if n == Of(Bonus, at, "promo:38:demo03:2026-11-23") || n[1:] == Of(Fund, at, "promo:38:demo02:2026-11-23")[1:] {
		t.Error("two things have one number")
	}
	clean, letter, from, ok := Parse(" " + strings.ToLower(n[:4]) + " " + n[4:] + " ")
	if !ok || clean != n || letter != Bonus || !from.Equal(at.Truncate(time.Second)) {
		t.Errorf("%s %c %s %t", clean, letter, from, ok)
	}
	for _, bad := range []string{"", "B", n + "A", "D" + n[1:], n[:len(n)-1] + "0", "B261399120009AAAAAA", "promo:38:demo02:2026"} {
		if _, _, _, ok := Parse(bad); ok {
			t.Errorf("%q is taken for a number", bad)
		}
	}
}
