package bet

import (
	"context"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// H-323: a portion grows while there is no other writer, and gives way to
// others at once.
func TestAPortionGrowsWithoutOtherWriters(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		write := func(times int) {
			for range times {
				if err := d.Write(t.Context(), func(context.Context, *db.Tx) error { return nil }); err != nil {
					t.Fatal(err)
				}
			}
		}
		p := newPortion(d)
		store := func(lines, others, want int) {
			t.Helper()
			write(1 + others)
			p.stored(lines)
			if p.size() != want {
				t.Errorf("%d lines after %d with %d writes of others, want %d", p.size(), lines, others, want)
			}
		}
		store(300, 0, linesAtOnce) // less than a portion says nothing
		store(linesAtOnce, 0, 2*linesAtOnce)
		store(2*linesAtOnce, othersFew, 4*linesAtOnce) // such as the window's own row
		store(4*linesAtOnce, 0, linesMost)
		store(linesMost, 0, linesMost)
		store(linesMost, othersFew+1, linesAtOnce)
		store(linesAtOnce, 0, 2*linesAtOnce)
	})
}
