package guard_test

import (
	"slices"
	"strings"
	"testing"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
)

// machine is an order's states and the edges between them, as the story of the
// order has them. All others are refused.
type machine struct {
	table, row string
	fresh      with // a new order
	born       string
	alsoBorn   string
	states     string
	edges      string
	set        func(state string) string // what changes beside the state
}

// edgesOf are the edges of a machine of the product, but for some: the database refuses
// all that its table does not have, and lets all pass that it has.
func edgesOf(m *order.Machine, but ...string) string {
	var edges []string
	for _, move := range m.Moves {
		for _, from := range move.From {
			if edge := from + ">" + move.To; from != move.To && !slices.Contains(append(edges, but...), edge) {
				edges = append(edges, edge)
			}
		}
	}
	return strings.Join(edges, " ")
}

var machines = []machine{
	{
		table: "transfer", row: "id = 't2'", born: "pending", states: "pending manual completed refused disputed",
		fresh: with{"id": "'t2'", "player": "'li'", "venue": "'ky'", "direction": "'in'", "amount": "5", "ref": "'r2'", "booked": "'held'"},
		edges: "pending>completed pending>refused pending>manual manual>completed manual>refused " +
			"completed>disputed refused>disputed disputed>completed disputed>refused",
		set: func(state string) string {
			return map[string]string{
				"pending": ", booked = 'held', settled_at = 0", "manual": ", booked = 'held', settled_at = 0",
				"completed": ", booked = 'done', settled_at = 5", "refused": ", booked = 'back', settled_at = 5", "disputed": ", booked = 'done', settled_at = 5",
			}[state]
		},
	},
	{
		table: "deposit", row: "sn = 'D2'", born: "pending", alsoBorn: "review", states: "pending claimed review credited expired closed reversed",
		fresh: with{"sn": "'D2'", "order_id": "'o3'", "token": "'k3'", "pay_code": "''", "player": "'ming'", "amount": "5"},
		edges: edgesOf(deposit.Machine),
		set: func(state string) string {
			if state == "credited" || state == "reversed" {
				return ", received = 5"
			}
			return ", received = 0"
		},
	},
	{
		table: "withdrawal", row: "sn = 'W2'", born: "submitted", states: "submitted claimed second approved paid rejected failed",
		fresh: with{"sn": "'W2'", "order_id": "'o4'", "player": "'ming'", "amount": "5"},
		edges: edgesOf(withdrawal.Machine, "submitted>rejected"), // only with taken_back: another proof has it
		set:   func(string) string { return "" },
	},
	{
		table: "staff_approval", row: "id = 'a3'", born: "pending", alsoBorn: "approved refused void", states: "pending approved refused void",
		fresh: with{"id": "'a3'", "subject": "'deposit:D1'", "maker": "'s1'"},
		edges: "pending>approved pending>refused pending>void",
		set: func(state string) string {
			if state == "pending" {
				return ", decided_at = 0"
			}
			return ", decided_at = 5, checker = 's2'"
		},
	},
	{
		table: "books_run", row: "id = 'v2'", born: "running", alsoBorn: "passed failed error", states: "running passed failed error",
		fresh: with{"id": "'v2'"},
		edges: "running>passed running>failed running>error",
		set:   func(string) string { return "" },
	},
}

// Trust SAG-1: every pair of states, and every state an order could begin in;
// only those of its story pass.
func TestOrdersGoOnlyAlongTheirEdges(t *testing.T) {
	each(t, "an order goes where its story does not, all pairs of states", func(d *database) {
		for _, m := range machines {
			m.try(d)
		}
	})
}

func (m machine) try(d *database) {
	d.t.Helper()
	states, edges := strings.Fields(m.states), strings.Fields(m.edges)
	begin := func(state string) string {
		values := with{"state": text(state)}
		for c, v := range m.fresh {
			values[c] = v
		}
		return d.insert(m.table, values)
	}
	move := func(to string) string {
		return "UPDATE " + m.table + " SET state = " + text(to) + m.set(to) + " WHERE " + m.row
	}
	for _, from := range states {
		prepared := []string{begin(m.born)}
		for _, step := range m.way(from, edges) {
			prepared = append(prepared, move(step))
		}
		if from != m.born && !slices.Contains(strings.Fields(m.alsoBorn), from) {
			// All else of the row as it would be, were the order that far.
			d.refused(m.table+" begins "+from, append(slices.Clone(prepared), d.again("INSERT", m.table, m.row, m.twin()))...)
		}
		for _, to := range states {
			if to == from {
				continue
			}
			what, statements := m.table+" "+from+" > "+to, append(slices.Clone(prepared), move(to))
			if slices.Contains(edges, from+">"+to) {
				d.passes(what, statements...)
				continue
			}
			d.refused(what, statements...)
		}
	}
}

// way is how an order comes to a state, shortest first.
func (m machine) way(to string, edges []string) []string {
	ways := map[string][]string{m.born: {}}
	for queue := []string{m.born}; len(queue) > 0; queue = queue[1:] {
		for _, e := range edges {
			from, next, _ := strings.Cut(e, ">")
			if _, been := ways[next]; from == queue[0] && !been {
				ways[next] = append(slices.Clone(ways[from]), next)
				queue = append(queue, next)
			}
		}
	}
	return ways[to]
}

// twin are other values for every key of an order's table.
func (m machine) twin() with {
	return map[string]with{
		"transfer":   {"id": "'t3'", "player": "'zhao'", "ref": "'r3'"},
		"deposit":    {"sn": "'D3'", "order_id": "'o5'", "token": "'k5'"},
		"withdrawal": {"sn": "'W3'", "order_id": "'o6'"},
	}[m.table]
}

// Where the books have a transfer's money follows from its state and its
// direction: all 40 combinations.
func TestATransfersMoneyIsWhereItsStateSays(t *testing.T) {
	m := machines[0]
	each(t, "a transfer whose state and books disagree", func(d *database) {
		for _, direction := range []string{"in", "out"} {
			for _, state := range strings.Fields(m.states) {
				for _, booked := range []string{"", "held", "done", "back"} {
					values := with{"state": "'pending'", "booked": "'held'"}
					for c, v := range m.fresh {
						values[c] = v
					}
					values["direction"] = text(direction)
					if direction == "out" {
						values["booked"] = "''"
					}
					statements := []string{d.insert("transfer", values)}
					for _, step := range m.way(state, strings.Fields(m.edges)) {
						set := m.set(step)
						if direction == "out" {
							set = strings.ReplaceAll(set, "'held'", "''")
						}
						statements = append(statements, "UPDATE transfer SET state = "+text(step)+set+" WHERE "+m.row)
					}
					statements = append(statements, "UPDATE transfer SET booked = "+text(booked)+" WHERE "+m.row)
					right := map[string]bool{"completed/done": true, "refused/back": true, "disputed/done": true, "disputed/back": true}[state+"/"+booked]
					if state == "pending" || state == "manual" {
						right = booked == map[string]string{"in": "held", "out": ""}[direction]
					}
					what := direction + " " + state + " booked " + booked
					if right {
						d.passes(what, statements...)
						continue
					}
					d.refused(what, statements...)
				}
			}
		}
	})
}
