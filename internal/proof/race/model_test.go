package race_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"hongyun/internal/money"
)

// wallet is one player's wallet as it should be: the state that one operation
// after the other would leave.
type wallet struct {
	Centre, Locked, Transit money.Fen
	At                      [2]money.Fen // at each venue
	Open                    [2]string    // the transfer that is open at each
}

// step is one operation of a history. A transfer is two, begun and ended
// within the same call, for the house itself shows what is in between.
type step struct {
	what   string // withdraw, return, paid, begin, end, read
	out    bool   // of a transfer: from the venue
	venue  int
	amount money.Fen
	id     string // of a transfer
}

// outcome is what the client was told.
type outcome string

const (
	yes     outcome = "yes"
	short   outcome = "not enough" // of money
	busy    outcome = "busy"       // another transfer is open at the venue
	no      outcome = "no"         // the venue refused
	unknown outcome = "unknown"    // the client gave up waiting
)

// seen is a summary that a client read.
type seen struct {
	centre, locked, transit money.Fen
	at                      [2]money.Fen
}

// model is the wallet that every history is held against.
var model = (&porcupine.NondeterministicModel{
	Step: func(state, input, output any) []any {
		var next []any
		for _, w := range state.(wallet).after(input.(step), output) {
			next = append(next, w)
		}
		return next
	},
})

// linearizable checks one wallet's history. An open question is a failure too.
func linearizable(begin wallet, history []porcupine.Operation) (porcupine.CheckResult, time.Duration) {
	m := *model
	m.Init = func() []any { return []any{begin} }
	began := time.Now()
	return porcupine.CheckOperationsTimeout(m.ToModel(), history, 30*time.Second), time.Since(began)
}

// after are the states that a wallet may be in after a step with this outcome;
// none, if it could not end so.
func (w wallet) after(s step, output any) []wallet {
	if s.what == "read" {
		if (seen{w.Centre, w.Locked, w.Transit, w.At}) == output.(seen) {
			return []wallet{w}
		}
		return nil
	}
	told := output.(outcome)
	if told == unknown { // it may have happened, or not
		return append(w.after(s, yes), w)
	}
	possible := false
	switch s.what {
	case "withdraw":
		possible = w.withdraw(s, told)
	case "return":
		w.Locked, w.Centre = w.Locked-s.amount, w.Centre+s.amount
		possible = w.Locked >= 0
	case "paid":
		w.Locked -= s.amount
		possible = w.Locked >= 0
	case "begin":
		possible = w.begin(s, told)
	case "end":
		possible = w.end(s, told)
	}
	if !possible {
		return nil
	}
	return []wallet{w}
}

func (w *wallet) withdraw(s step, told outcome) bool {
	if told == short {
		return w.Centre < s.amount
	}
	w.Centre, w.Locked = w.Centre-s.amount, w.Locked+s.amount
	return told == yes && w.Centre >= 0
}

// begin opens a transfer: one at a time for each venue, and what goes there is
// held.
func (w *wallet) begin(s step, told outcome) bool {
	free := w.Open[s.venue] == ""
	switch told {
	case busy:
		return !free
	case short:
		return free && !s.out && w.Centre < s.amount
	}
	w.Open[s.venue] = s.id
	if !s.out {
		w.Centre, w.Transit = w.Centre-s.amount, w.Transit+s.amount
	}
	return free && w.Centre >= 0
}

func (w *wallet) end(s step, told outcome) bool {
	if w.Open[s.venue] != s.id {
		return false
	}
	w.Open[s.venue] = ""
	switch {
	case told == no && s.out: // a venue gives all that it has
		return w.At[s.venue] < s.amount
	case told == no:
		return false // and takes all that comes
	case s.out:
		w.At[s.venue], w.Centre = w.At[s.venue]-s.amount, w.Centre+s.amount
		return w.At[s.venue] >= 0
	}
	w.Transit, w.At[s.venue] = w.Transit-s.amount, w.At[s.venue]+s.amount
	return w.Transit >= 0
}

// never is the end of a call whose client did not wait for it.
const never = math.MaxInt64

// The model itself is tried on histories by hand: what it must accept, and what
// it must not, such as the same money spent twice.
func TestTheModelKnowsRightFromWrong(t *testing.T) {
	op := func(client int, from, to int64, in step, out any) porcupine.Operation {
		return porcupine.Operation{ClientId: client, Input: in, Call: from, Output: out, Return: to}
	}
	take := func(fen int) step { return step{what: "withdraw", amount: money.Fen(fen)} }
	read := func(centre, locked int) seen {
		return seen{centre: money.Fen(centre), locked: money.Fen(locked)}
	}
	for name, tc := range map[string]struct {
		history []porcupine.Operation
		want    porcupine.CheckResult
	}{
		"one after the other": {[]porcupine.Operation{
			op(0, 1, 2, take(60), yes), op(1, 3, 4, take(60), short), op(0, 5, 6, step{what: "read"}, read(40, 60))}, porcupine.Ok},
		"at once, one of them short": {[]porcupine.Operation{op(0, 1, 9, take(60), yes), op(1, 2, 8, take(60), short)}, porcupine.Ok},
		"the same money twice":       {[]porcupine.Operation{op(0, 1, 9, take(60), yes), op(1, 2, 8, take(60), yes)}, porcupine.Illegal},
		"short with money there":     {[]porcupine.Operation{op(0, 1, 9, take(60), short)}, porcupine.Illegal},
		"a read from the past": {[]porcupine.Operation{
			op(0, 1, 2, take(60), yes), op(1, 3, 4, step{what: "read"}, read(100, 0))}, porcupine.Illegal},
		"a read that sees half": {[]porcupine.Operation{
			op(0, 1, 9, take(60), yes), op(1, 2, 3, step{what: "read"}, read(40, 0))}, porcupine.Illegal},
		"nobody knows, and it happened": {[]porcupine.Operation{
			op(0, 1, never, take(60), unknown), op(1, 2, 3, step{what: "read"}, read(40, 60))}, porcupine.Ok},
		"nobody knows, and it did not": {[]porcupine.Operation{
			op(0, 1, never, take(60), unknown), op(1, 2, 3, take(100), yes)}, porcupine.Ok},
		"two transfers open at one venue": {[]porcupine.Operation{
			op(0, 1, 5, step{what: "begin", amount: 10, id: "a"}, yes), op(0, 6, 7, step{what: "begin", amount: 10, id: "b"}, yes)}, porcupine.Illegal},
	} {
		if got, _ := linearizable(wallet{Centre: 100}, tc.history); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

// describe tells a history's operations, for a failure.
func describe(history []porcupine.Operation) (text string) {
	for _, o := range history {
		text += fmt.Sprintf("%d [%d, %d] %+v: %v\n", o.ClientId, o.Call, o.Return, o.Input, o.Output)
	}
	return text
}
