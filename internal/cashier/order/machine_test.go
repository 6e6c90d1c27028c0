package order

import (
	"slices"
	"testing"
)

func lamp() (m *Machine, on *Move) {
	m = NewMachine("Lamp", "lamp", "id",
		State{Name: "off", Text: "关", Born: true, Open: true}, State{Name: "dim", Open: true}, State{Name: "on"}, State{Name: "broken"})
	on = m.Move("switch on", By(Staff), From("off", "dim"), "on", "There is light.")
	m.Move("break", By(Time), From("on"), "broken", "")
	return m, on
}

func TestTheUpdateOfAMoveNamesTheStatesItLeaves(t *testing.T) {
	m, on := lamp()
	if got, want := on.Update("watts = ?", "id = ?"), "UPDATE lamp SET state = 'on', watts = ? WHERE id = ? AND state IN ('off', 'dim')"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got, want := m.Moves[1].Update("", "id = ?"), "UPDATE lamp SET state = 'broken' WHERE id = ? AND state = 'on'"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestTheListsOfStatesComeFromTheMachine(t *testing.T) {
	m, on := lamp()
	for what, pair := range map[string][2][]string{
		"all":              {m.All(), {"off", "dim", "on", "broken"}},
		"open":             {m.Open(), {"off", "dim"}},
		"born":             {m.Born(), {"off"}},
		"reached from on":  {m.Reach("on"), {"on", "broken"}},
		"reached from off": {m.Reach("off"), {"off", "on", "broken"}},
	} {
		if !slices.Equal(pair[0], pair[1]) {
			t.Errorf("%s: %v, want %v", what, pair[0], pair[1])
		}
	}
	if texts := m.Texts(); len(texts) != 1 || texts["off"] != "关" {
		t.Errorf("%v", texts)
	}
	if on.Leaves("on") || !on.Leaves("dim") {
		t.Error("switch on leaves off and dim alone")
	}
}

func TestAMoveToAnUnknownStateStopsTheProgram(t *testing.T) {
	m, _ := lamp()
	defer func() {
		if recover() == nil {
			t.Error("a lamp that explodes")
		}
	}()
	m.Move("explode", By(Time), From("on"), "exploded", "")
}
