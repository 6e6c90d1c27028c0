package staff_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hongyun/internal/staff"
)

type line struct {
	at int64
	id string
}

var lineOrders = staff.Orders[line]{
	{Name: "at", Columns: []string{"at", "id"}, Of: func(l line) []any { return []any{l.at, l.id} }},
	{Name: "id", Columns: []string{"id"}, Of: func(l line) []any { return []any{l.id} }},
}

// readLines does what a database does with a step: rows that meet it, in its order.
func readLines(t *testing.T, all []line, s *staff.Seek, size int) string {
	t.Helper()
	step, err := lineOrders.Step(staff.Page{Size: size, Seek: s}, true)
	if err != nil {
		t.Fatal(err)
	}
	down := strings.HasSuffix(step.Order, "DESC")
	byID := !strings.HasPrefix(step.Order, "at")
	key := func(l line) string {
		if byID {
			return l.id
		}
		return fmt.Sprintf("%03d%s", l.at, l.id)
	}
	rows := slices.Clone(all)
	slices.SortFunc(rows, func(a, b line) int {
		if down {
			a, b = b, a
		}
		return strings.Compare(key(a), key(b))
	})
	if step.Where != "" {
		from := line{id: fmt.Sprint(step.Args[len(step.Args)-1])}
		if !byID {
			from.at = step.Args[0].(int64)
		}
		rows = slices.DeleteFunc(rows, func(l line) bool {
			if strings.Contains(step.Where, "<") {
				return key(l) >= key(from)
			}
			return key(l) <= key(from)
		})
	}
	rows = step.Cut(rows[:min(int64(len(rows)), step.Limit)])
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.id)
	}
	return strings.Join(ids, "")
}

// H-417: pages that are read by cursor follow each other without a gap or a
// double, forwards and backwards, though rows have equal times.
func TestPagesByCursorHaveNoGapAndNoDouble(t *testing.T) {
	all := []line{{1, "a"}, {1, "b"}, {2, "c"}, {2, "d"}, {2, "e"}, {3, "f"}, {4, "g"}}
	for sort, want := range map[string]string{"": "gf edcba", "at": "abcdefg", "-at": "gfedcba", "id": "abcdefg", "-id": "gfedcba"} {
		want = strings.ReplaceAll(want, " ", "")
		for size := 1; size <= 8; size++ {
			s := &staff.Seek{Sort: sort}
			var pages []string
			for {
				pages = append(pages, readLines(t, all, s, size))
				if s.Next == "" {
					break
				}
				s = &staff.Seek{Sort: sort, After: s.Next}
			}
			if got := strings.Join(pages, ""); got != want {
				t.Errorf("%q by %d: %q", sort, size, pages)
			}
			for i := len(pages) - 2; i >= 0; i-- { // and back
				s = &staff.Seek{Sort: sort, Before: s.Prev}
				if got := readLines(t, all, s, size); got != pages[i] || s.Next == "" || (s.Prev == "") != (i == 0) {
					t.Errorf("%q by %d, page %d backwards: %q of %q, %q", sort, size, i, got, pages, s.Prev)
				}
			}
		}
	}
}

// H-417: a cursor comes from a browser. One of another order, or one that was
// tampered with, is refused and never reaches SQL.
func TestABadCursorIsRefused(t *testing.T) {
	all := []line{{1, "a"}, {2, "b"}}
	s := &staff.Seek{}
	readLines(t, all, s, 1)
	code := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	for _, cursor := range []string{
		"x", "%%", code("{}"), code("[]"), code(`["-at"]`), code(`["-at",1]`), code(`["-at","1","a"]`), code(`["-at",1,2]`), code(`["-at",1.5,"a"]`),
		code(`["-at",null,"a"]`), code(`["-at",1,"a",2]`), code(`["at",1,"a"]`), code("[\"-at\",1,\"a\\u0000\"]"), code(`["-id","a"]`), strings.Repeat("A", 1000),
	} {
		for _, s := range []*staff.Seek{{After: cursor}, {Before: cursor}} {
			if _, err := lineOrders.Step(staff.Page{Seek: s}, true); !errors.Is(err, staff.ErrCursor) {
				t.Errorf("%q: %v", cursor, err)
			}
		}
	}
	if _, err := lineOrders.Step(staff.Page{Seek: &staff.Seek{Sort: "-at", After: s.Next}}, true); err != nil {
		t.Errorf("the usual order by its name: %v", err)
	}
	for _, sort := range []string{"none", "--at", "at; DROP", "-"} {
		if _, err := lineOrders.Step(staff.Page{Seek: &staff.Seek{Sort: sort}}, true); !errors.Is(err, staff.ErrSort) {
			t.Errorf("%q: %v", sort, err)
		}
	}
}
