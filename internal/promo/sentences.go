package promo

import "hongyun/internal/staff"

// changes puts what was before what shall be, line by line; a line that only
// one of them has stands with what is missing.
func changes(was, next []staff.Detail) []staff.Detail {
	const none = "无"
	before := map[string]string{}
	for _, d := range was {
		before[d.Label] = d.Value
	}
	var list []staff.Detail
	for _, d := range next {
		old, had := before[d.Label]
		delete(before, d.Label)
		switch {
		case !had:
			d.Value = none + " → " + d.Value
		case old != d.Value:
			d.Value = old + " → " + d.Value
		}
		list = append(list, d)
	}
	for _, d := range was {
		if old, gone := before[d.Label]; gone {
			list = append(list, staff.Detail{Label: d.Label, Value: old + " → " + none})
		}
	}
	return list
}
