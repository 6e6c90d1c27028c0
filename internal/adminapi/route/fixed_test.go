package route

import (
	"context"
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"

	"hongyun/internal/staff"
)

type anyone struct{}

func (anyone) Can(staff.Actor, staff.Permission) bool { return true }

// H-440: a file has each row that the list had at its beginning once, whatever leaves the
// list, joins it or moves in it between two pages.
func TestAFileHasEachRowOfItsBeginningOnce(t *testing.T) {
	list := []string{}
	for i := range 3*exportSize + 7 {
		list = append(list, fmt.Sprintf("row%03d", i))
	}
	begin := slices.Clone(list)
	keyed := func(context.Context, *Call) (Fixed[string], error) {
		return Keyed(slices.Clone(list), func(_ context.Context, keys []string) ([]string, error) { return slices.Clone(keys), nil }), nil
	}
	held := func(context.Context, *Call) (Fixed[string], error) { return Held(slices.Clone(list)), nil }
	for name, fix := range map[string]func(context.Context, *Call) (Fixed[string], error){"keyed": keyed, "held": held} {
		list = slices.Clone(begin)
		l := ExportedList[string]{Name: "rows", Query: []string{"page", "size"}, Fix: fix, Columns: []Column[string]{Col("行", func(s string) any { return s })}}
		f, err := l.file(t.Context(), Exporter{Staff: anyone{}}, &Call{Request: httptest.NewRequest("GET", "/exports/rows", nil), Query: []string{"format"}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		err = f.Rows(func(cells ...any) error {
			got = append(got, cells[0].(string))
			if len(got)%10 == 0 { // the last becomes the first, the first leaves, another joins
				list = append(append([]string{list[len(list)-1]}, list[1:len(list)-1]...), "new")
			}
			return nil
		})
		if err != nil || !slices.Equal(got, begin) {
			t.Errorf("%s: %d rows, %v; want the %d of the beginning", name, len(got), err, len(begin))
		}
	}
}
