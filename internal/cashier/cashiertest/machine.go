package cashiertest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
)

var errUndo = errors.New("undo")

// Wrong tries every move of a machine from every state that the move does not leave,
// and sees the row stay as it is. in has the key of an order in each state.
func Wrong(t *testing.T, d *db.DB, m *order.Machine, in map[string]string) {
	t.Helper()
	for _, state := range m.All() {
		key := in[state]
		before := row(t, d, m, key)
		if before["state"] != state {
			t.Fatalf("%s %s is %v, not %s", m.Table, key, before["state"], state)
		}
		for _, move := range m.Moves {
			var moved bool
			err := d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
				var err error
				if moved, err = move.Apply(ctx, tx, key, ""); err == nil && move.Leaves(state) {
					err = errUndo
				}
				return err
			})
			if move.Leaves(state) {
				// The database may refuse what the act would have written beside the state.
				if err == nil || errors.Is(err, errUndo) && !moved {
					t.Errorf("%s: %s does not leave %s", m.Table, move.Act, state)
				}
				continue
			}
			if err != nil || moved {
				t.Errorf("%s: %s from %s: moved %t, %v", m.Table, move.Act, state, moved, err)
			}
		}
		if after := row(t, d, m, key); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("%s %s changed\nfrom %v\nto   %v", m.Table, key, before, after)
		}
	}
}

func row(t *testing.T, d *db.DB, m *order.Machine, key string) map[string]any {
	t.Helper()
	out := map[string]any{}
	err := d.NewRaw("SELECT * FROM "+m.Table+" WHERE "+m.Key+" = ?", key).Scan(context.Background(), &out)
	if err != nil {
		t.Fatal(err)
	}
	for c, v := range out {
		if b, ok := v.([]byte); ok {
			out[c] = string(b)
		}
	}
	return out
}

var quoted = regexp.MustCompile(`'([a-z]+)'`)

// Indexed checks that the predicate of each partial index of a machine's table names
// the states of one of its moves, the open ones, or all that follow one state: an
// index is useless for a query that asks for others.
func Indexed(t *testing.T, d *db.DB, m *order.Machine) {
	t.Helper()
	query := "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql LIKE '% WHERE %'"
	if d.Postgres() {
		query = "SELECT indexdef FROM pg_indexes WHERE tablename = ? AND indexdef LIKE '% WHERE %'"
	}
	var texts []string
	if err := d.NewRaw(query, m.Table).Scan(context.Background(), &texts); err != nil {
		t.Fatal(err)
	}
	known := [][]string{m.Open(), m.Born()}
	for _, move := range m.Moves {
		known = append(known, move.From)
	}
	for _, s := range m.All() {
		known = append(known, m.Reach(s))
	}
	for _, text := range texts {
		var states []string
		for _, q := range quoted.FindAllStringSubmatch(text, -1) {
			states = append(states, q[1])
		}
		if len(states) > 0 && !slices.ContainsFunc(known, func(k []string) bool { return slices.Equal(k, states) }) {
			t.Errorf("%s: no list of the machine is %v", text, states)
		}
	}
}
