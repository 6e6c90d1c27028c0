package route

import (
	"context"
	"net/http/httptest"
	"strconv"
	"testing"

	"hongyun/internal/adminapi/wire"
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
