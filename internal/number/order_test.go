package number_test

import (
	"regexp"
	"testing"
	"time"

	"hongyun/internal/number"
)

func TestOrderNumbersHaveOneShapeAndDiffer(t *testing.T) {
	shape := regexp.MustCompile(`^D261128[0-9A-HJKMNP-TV-Z]{11}$`)
	at := time.Date(2026, 11, 27, 16, 0, 0, 0, time.UTC) // midnight in GMT+8
	seen := map[string]bool{}
	for range 10_000 {
		n := number.NewOrder("D", at)
		if !shape.MatchString(n) || seen[n] {
			t.Fatalf("number %s has another shape, or came twice", n)
		}
		seen[n] = true
	}
}
