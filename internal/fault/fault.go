// Package fault holds the failures that a caller may see: a kind, a stable
// code, and a sentence in Simplified Chinese that a player understands. Other
// languages are further catalogues with the code as key (D-20).
//
// Every other failure is an ordinary error: the player sees a general sentence,
// the log keeps the details. The edges turn a kind into a status on the wire,
// in one place (D-22).
package fault

import (
	"errors"
	"fmt"
	"sort"
	"sync"
)

// Kind says what sort of failure a fault is, and so how an edge answers it.
type Kind int

// The kinds, with the status that D-22 gives them.
const (
	Invalid         Kind = iota + 1 // 400: input that breaks a documented rule
	Refused                         // 200 with IsSuc false: a business rule says no
	Unauthenticated                 // 401: no valid ticket, and nothing else
	Denied                          // 403: not yours, or not allowed
	NotFound                        // 404
	Conflict                        // 409: same key with other contents, or already done
	TooLarge                        // 413
	TooMany                         // 429
	Blocked                         // 451: the licence does not allow it
	Unavailable                     // 503: try again later
)

var kindNames = map[Kind]string{
	Invalid: "invalid", Refused: "refused", Unauthenticated: "unauthenticated", Denied: "denied", NotFound: "not found",
	Conflict: "conflict", TooLarge: "too large", TooMany: "too many", Blocked: "blocked", Unavailable: "unavailable",
}

// String is the kind's English name, for logs and the printed catalogue.
func (k Kind) String() string { return kindNames[k] }

// Fault is a failure that may be told to the caller.
type Fault struct {
	Kind Kind
	Code string // stable, `noun.reason`
	Text string // the sentence shown; may hold %s and %d for With
	said string // Text with its values, where With was used
}

var (
	mu        sync.Mutex
	catalogue = map[string]*Fault{}
)

// New declares a fault. Faults are package variables; a code that is taken
// stops the program at start, for two meanings of one code would mislead.
func New(kind Kind, code, text string) *Fault {
	mu.Lock()
	defer mu.Unlock()
	if _, taken := catalogue[code]; taken {
		panic("fault: code declared twice: " + code)
	}
	if kindNames[kind] == "" || text == "" {
		panic("fault: no kind or text: " + code)
	}
	f := &Fault{Kind: kind, Code: code, Text: text}
	catalogue[code] = f
	return f
}

// With fills the values into the fault's text. errors.Is still finds the
// declared fault.
func (f *Fault) With(values ...any) *Fault {
	filled := *f
	filled.said = fmt.Sprintf(f.Text, values...)
	return &filled
}

// And adds a sentence that this caller alone may read, such as the number of an
// order. errors.Is still finds the declared fault.
func (f *Fault) And(sentence string) *Fault {
	filled := *f
	filled.said = f.Message() + sentence
	return &filled
}

// Message is the sentence for the caller.
func (f *Fault) Message() string {
	if f.said != "" {
		return f.said
	}
	return f.Text
}

// Error is for logs: the code, then the sentence.
func (f *Fault) Error() string { return f.Code + ": " + f.Message() }

// Is reports whether target is the same fault, whatever values fill its text.
func (f *Fault) Is(target error) bool {
	other, ok := target.(*Fault)
	return ok && other.Code == f.Code
}

// Of finds the fault in an error's chain.
func Of(err error) (*Fault, bool) {
	var f *Fault
	ok := errors.As(err, &f)
	return f, ok
}

// Catalogue is every declared fault, ordered by code.
func Catalogue() []*Fault {
	mu.Lock()
	defer mu.Unlock()
	all := make([]*Fault, 0, len(catalogue))
	for _, f := range catalogue {
		all = append(all, f)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Code < all[j].Code })
	return all
}
