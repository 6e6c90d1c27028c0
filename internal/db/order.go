package db

// InOrder puts rows that were read by key in any order into the order of the keys. Keys
// without a row are left out.
func InOrder[R any](keys []string, rows []R, keyOf func(R) string) []R {
	found := make(map[string]R, len(rows))
	for _, row := range rows {
		found[keyOf(row)] = row
	}
	out := make([]R, 0, len(rows))
	for _, key := range keys {
		if row, ok := found[key]; ok {
			out = append(out, row)
		}
	}
	return out
}
