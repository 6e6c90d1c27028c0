package setting

import "hongyun/internal/staff"

// Differences puts the sentences about what was beside those about what shall be,
// line by line. A line that only one of them has is told with what is missing.
func Differences(was, next []staff.Detail) []staff.Detail {
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

// moved leaves the sentences of a change that were not true before it.
func moved(was, changes []staff.Detail) []staff.Detail {
	before := map[staff.Detail]bool{}
	for _, d := range was {
		before[d] = true
	}
	var list []staff.Detail
	for _, d := range changes {
		if !before[d] {
			list = append(list, d)
		}
	}
	return list
}
