package route

import (
	"context"
	"net/http/httptest"
	"strconv"
	"testing"

	"hongyun/internal/adminapi/wire"
	"hongyun/internal/staff"
)

// H-440: a file of a short list has all of its pages, however many there are.
func TestAFileOfAShortListHasAllItsPages(t *testing.T) {
	const rows = 1001*exportSize + 1
	fix := Short(strconv.Itoa, func(_ context.Context, c *Call) (wire.Page[int], error) {
		number, err := strconv.Atoi(c.Request.URL.Query().Get("page"))
		var page wire.Page[int]
		for i := (number - 1) * exportSize; i < min(number*exportSize, rows); i++ {
			page.Items = append(page.Items, i)
		}
		return page, err
	})
	fixed, err := fix(t.Context(), &Call{Request: httptest.NewRequest("GET", "/exports/rows", nil)})
	if err != nil || fixed.n != rows {
		t.Errorf("%d rows of %d, %v", fixed.n, rows, err)
	}
}

// everybody lets each member of staff do everything.
type everybody struct{}

func (everybody) Can(staff.Actor, staff.Permission) bool { return true }

// H-473: a file whose rows are kept in memory says so, because its browser has only a
// time to read it.
func TestAFileWithFixedRowsSaysSo(t *testing.T) {
	read := func(context.Context, *Call) (wire.Page[int], error) { return wire.Page[int]{Items: []int{1}}, nil }
	for want, list := range map[bool]ExportedList[int]{
		true:  {Name: "fixed", Fix: Short(strconv.Itoa, read)},
		false: {Name: "walked", Read: read},
	} {
		r := Exports(Exporter{Staff: everybody{}}, list)
		out, err := r.Serve(t.Context(), &Call{Request: httptest.NewRequest("GET", "/exports/rows", nil), Query: r.Query})
		if f, ok := out.(*File); err != nil || !ok || f.Fixed != want || r.Fixes != want {
			t.Errorf("%s: %+v, %v", list.Name, out, err)
		}
	}
}
