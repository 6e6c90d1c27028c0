package order

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"hongyun/internal/db"
)

// Machine is the life of a kind of order in one table: its states, and every move
// between them. The conditions of the updates, the lists of states and docs/states.md
// come from it (H-435). A move that is not in the table cannot be written: a state
// changes by Move.Apply and Move.Update alone.
type Machine struct {
	Name   string // in documents
	Table  string // where the orders are stored
	Key    string // the column that names one
	States []State
	Moves  []*Move
}

// State is a state of an order.
type State struct {
	Name  string // as it is stored and published
	Text  string // as staff read it; empty where they never do
	Means string // one sentence
	Born  bool   // an order may begin so
	Open  bool   // an act of a person, a company, a chain or the clock is still to come
}

// Move is one row of a machine: an act that leads from some states to another.
type Move struct {
	Act  string // in a few words
	By   []Doer
	From []string
	To   string
	Then string // what follows, in one sentence

	machine *Machine
}

// Doer is a person or a thing that makes moves.
type Doer string

// The doers of moves.
const (
	Player  Doer = "player"
	Staff   Doer = "staff"
	TwoOf   Doer = "two of staff" // one asks and another agrees
	Company Doer = "company"      // a gateway or a pay-out company, by a callback or an answer
	Chain   Doer = "chain"
	Time    Doer = "time"
)

// By are the doers of a move.
func By(doers ...Doer) []Doer { return doers }

// From are the states that a move leaves, in the order of the index that finds them.
func From(states ...string) []string { return states }

// NewMachine is a machine of these states without moves. Orders are stored in table, and
// key is the column that names one.
func NewMachine(name, table, key string, states ...State) *Machine {
	return &Machine{Name: name, Table: table, Key: key, States: states}
}

// Move adds a row. It is called while the program starts, and panics for a state
// that the machine does not have.
func (m *Machine) Move(act string, by []Doer, from []string, to, then string) *Move {
	for _, s := range append(slices.Clone(from), to) {
		if !slices.Contains(m.All(), s) {
			panic("order: " + m.Name + " has no state " + s)
		}
	}
	move := &Move{Act: act, By: by, From: from, To: to, Then: then, machine: m}
	m.Moves = append(m.Moves, move)
	return move
}

// All are the states, in the order in which an order reaches them.
func (m *Machine) All() []string { return m.names(func(State) bool { return true }) }

// Open are the states in which an act is still to come.
func (m *Machine) Open() []string { return m.names(func(s State) bool { return s.Open }) }

// Born are the states in which an order may begin.
func (m *Machine) Born() []string { return m.names(func(s State) bool { return s.Born }) }

func (m *Machine) names(which func(State) bool) []string {
	var out []string
	for _, s := range m.States {
		if which(s) {
			out = append(out, s.Name)
		}
	}
	return out
}

// Texts are the states in Chinese, for staff.
func (m *Machine) Texts() map[string]string {
	texts := map[string]string{}
	for _, s := range m.States {
		if s.Text != "" {
			texts[s.Name] = s.Text
		}
	}
	return texts
}

// Reach is a state with all states that moves lead to from it, in the order of All.
func (m *Machine) Reach(state string) []string {
	reached := []string{state}
	for i := 0; i < len(reached); i++ {
		for _, move := range m.Moves {
			if move.Leaves(reached[i]) && !slices.Contains(reached, move.To) {
				reached = append(reached, move.To)
			}
		}
	}
	return m.names(func(s State) bool { return slices.Contains(reached, s.Name) })
}

// Leaves says that a move leads from a state.
func (v *Move) Leaves(state string) bool { return slices.Contains(v.From, state) }

// Update is the statement of a move: set is what changes beside the state, and where
// names the orders. Only orders in a state that the move leaves change.
func (v *Move) Update(set, where string) string {
	if set != "" {
		set = ", " + set
	}
	return "UPDATE " + v.machine.Table + " SET state = '" + v.To + "'" + set + " WHERE " + where + " AND " + StateIn("state", v.From...)
}

// Apply makes a move of one order, if the order is in a state that the move leaves.
// moved is false where it is not: then nothing changed.
func (v *Move) Apply(ctx context.Context, tx *db.Tx, key any, set string, args ...any) (moved bool, err error) {
	query := v.Update(set, v.machine.Key+" = ?"+strconv.Itoa(len(args)))
	res, err := tx.NewRaw(query, append(slices.Clone(args), key)...).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("%s %v to %s: %w", v.machine.Table, key, v.To, err)
	}
	n, _ := res.RowsAffected()
	return n == 1, nil
}

// StateIn is the condition of orders in some states. It is spelt as the predicates
// of partial indexes are, which an engine compares word by word.
func StateIn(column string, states ...string) string {
	if len(states) == 1 {
		return column + " = '" + states[0] + "'"
	}
	return column + " IN ('" + strings.Join(states, "', '") + "')"
}
