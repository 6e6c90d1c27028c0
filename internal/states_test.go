package internal_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/payout"
)

// stateMachines are all machines, in the order of docs/states.md.
var stateMachines = []*order.Machine{
	deposit.Machine, withdrawal.Machine, payout.Machine, payer.BatchMachine, suspense.Machine, bank.LineMachine, usdt.TransferMachine,
}

const statesDocument = "../docs/states.md"

const statesHead = `# The states of orders

This document says for each kind of order which states it has, who moves it, and what follows. It is
generated from the tables in the code: go test ./internal -run States -update. An act that is not in a
table cannot be written (H-435), and the database refuses it as well.

An order begins in a state marked *begins*. In a state marked *open* an act of a person, a company, a
chain or the clock is still to come. Each move happens in one transaction with all that follows from it.
`

// docs/states.md is what the tables of states in the code say.
func TestStatesDocumentIsFresh(t *testing.T) {
	var b strings.Builder
	b.WriteString(statesHead)
	for _, m := range stateMachines {
		fmt.Fprintf(&b, "\n## %s\n\nTable `%s`.\n\n| state | on screen | meaning | |\n| --- | --- | --- | --- |\n", m.Name, m.Table)
		for _, s := range m.States {
			var marks []string
			if s.Born {
				marks = append(marks, "begins")
			}
			if s.Open {
				marks = append(marks, "open")
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", s.Name, s.Text, s.Means, strings.Join(marks, ", "))
		}
		b.WriteString("\n| from | act | to | by | what follows |\n| --- | --- | --- | --- | --- |\n")
		for _, v := range m.Moves {
			var by []string
			for _, d := range v.By {
				by = append(by, string(d))
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", strings.Join(v.From, ", "), v.Act, v.To, strings.Join(by, ", "), v.Then)
		}
		b.WriteString("\n```mermaid\nstateDiagram-v2\n")
		for _, s := range m.Born() {
			fmt.Fprintf(&b, "    [*] --> %s\n", s)
		}
		for _, v := range m.Moves {
			for _, from := range v.From {
				fmt.Fprintf(&b, "    %s --> %s: %s\n", from, v.To, v.Act)
			}
		}
		b.WriteString("```\n")
	}
	if *update {
		if err := os.WriteFile(statesDocument, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	old, err := os.ReadFile(statesDocument)
	if err != nil || string(old) != b.String() {
		t.Errorf("docs/states.md is stale: go test ./internal -run States -update (%v)", err)
	}
}

// No statement of the product sets a state but those that a machine makes, and every
// state that an order can be in is reached.
func TestStatesChangeByTheMovesOfTheirMachineAlone(t *testing.T) {
	var tables []string
	for _, m := range stateMachines {
		tables = append(tables, m.Table)
		reached := map[string]bool{}
		for _, s := range m.Born() {
			for _, r := range m.Reach(s) {
				reached[r] = true
			}
		}
		for _, s := range m.States {
			if !reached[s.Name] {
				t.Errorf("%s: nothing leads to %s", m.Name, s.Name)
			}
			if s.Means == "" || !strings.HasSuffix(s.Means, ".") {
				t.Errorf("%s: %s has no meaning", m.Name, s.Name)
			}
		}
		for _, v := range m.Moves {
			if len(v.By) == 0 || len(v.From) == 0 || v.Act == "" || !strings.HasSuffix(v.Then, ".") {
				t.Errorf("%s: a row of %s is not complete", m.Name, v.Act)
			}
		}
	}
	setsState := regexp.MustCompile(`UPDATE (?:` + strings.Join(tables, "|") + `) SET (?:[^"` + "`" + `]*,\s*)?state = `)
	files := 0
	for _, s := range sources(t) {
		if s.isTest || !strings.HasPrefix(s.dir, "internal/") {
			continue
		}
		files++
		text, err := os.ReadFile("../" + s.path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range setsState.FindAllString(string(text), -1) {
			if !strings.Contains(found, "WHERE") {
				t.Errorf("%s writes a state by hand: %s", s.path, found)
			}
		}
	}
	if files < 100 {
		t.Errorf("%d files were read", files)
	}
}
