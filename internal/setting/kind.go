package setting

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Kind is a kind of setting whose values are T.
type Kind[T any] struct {
	Code    string // stable, "cashier.deposit"
	Request string // the kind of the second person's request
	Title   string // Chinese
	Explain string // Chinese: what the setting does
	Fields  []Field
	Default T                                                      // holds while there is no version
	Check   func(ctx context.Context, r db.Reader, p Put[T]) error // nil: the fields are enough
	// Options, where set, gives the choices of fields that have none of their own, by name.
	Options func(ctx context.Context, r db.Reader) (map[string][]Option, error)
	// Pick has the things of each field of form List, by the field's name.
	Pick map[string]Picker

	// Rows, where set, says that there are many settings of this kind, each with a
	// key. They are rows of their owner, who stores what is approved.
	Rows *Rows[T]
}

// Rows is how the settings of a kind are stored by their owner.
type Rows[T any] struct {
	Items  func(ctx context.Context, r db.Reader) ([]Item[T], error)
	NewKey func(ctx context.Context, tx *db.Tx) (string, error) // nil: people choose the key
	Label  func(key string, v T) string
	// Hint is what lists may show of the secrets, nil for nothing.
	Hint func(secrets map[string]string) string
	Put  func(ctx context.Context, tx *db.Tx, p Put[T]) error
	// Off takes a row out of use. It reports false if it was out of use already.
	Off func(ctx context.Context, tx *db.Tx, key string) (bool, error)
}

// Item is a row of its owner.
type Item[T any] struct {
	Key     string
	Value   T
	On      bool
	Altered bool // the row is not as two people approved it; it is not used
}

// Put is an approved value for its owner to store.
type Put[T any] struct {
	Key     string
	Value   T
	On      bool
	Secrets map[string]string // by the names of the fields; complete
}

// kind is a Kind without its type.
type kind struct {
	Info
	request  staff.Kind[payload]
	defaults json.RawMessage
	rows     bool
	pick     map[string]Picker

	read    func(text []byte) (any, error) // strict
	write   func(v any) (json.RawMessage, error)
	check   func(ctx context.Context, r db.Reader, key string, v any, on bool, secrets map[string]string) error
	options func(ctx context.Context, r db.Reader) (map[string][]Option, error)
	items   func(ctx context.Context, r db.Reader) ([]item, error)
	newKey  func(ctx context.Context, tx *db.Tx) (string, error)
	label   func(key string, v any) string
	hint    func(map[string]string) string
	put     func(ctx context.Context, tx *db.Tx, key string, v any, on bool, secrets map[string]string) error
	off     func(ctx context.Context, tx *db.Tx, key string) (bool, error)
}

type item struct {
	key         string
	value       json.RawMessage
	on, altered bool
}

// Info is a kind as a form is drawn from it.
type Info struct {
	Code, Title, Explain string
	Fields               []Field
	Keyed                bool // there are many, each with a key
	Chosen               bool // people choose the key
}

// Entry gives its owner the values of a kind.
type Entry[T any] struct {
	book *Book
	kind *kind
	zero T
}

// Now is the value in force.
func (e *Entry[T]) Now() T {
	v, found := e.book.inForce(e.kind.Code, "")
	if !found {
		return e.zero
	}
	t, _ := v.decoded.(T)
	return t
}

// NowVersion is Now with the number of the version, 0 for the default.
func (e *Entry[T]) NowVersion() (T, int) {
	v, found := e.book.inForce(e.kind.Code, "")
	if !found {
		return e.zero, 0
	}
	t, _ := v.decoded.(T)
	return t, v.row.Version
}

// Version reads the value of an approved version. A version never changes.
func (e *Entry[T]) Version(ctx context.Context, r db.Reader, key string, version int) (T, error) {
	row, err := versionOf(ctx, r, e.kind.Code, key, version)
	return e.decoded(row, err)
}

// At reads the value that was in force at a time and its version, the default and 0
// where there was none.
func (e *Entry[T]) At(ctx context.Context, r db.Reader, key string, at time.Time) (T, int, error) {
	row, err := inForceOf(ctx, r, e.kind.Code, key, at.UnixMilli())
	if err == nil && row.Version == 0 {
		return e.zero, 0, nil
	}
	v, err := e.decoded(row, err)
	return v, row.Version, err
}

func (e *Entry[T]) decoded(r row, err error) (T, error) {
	var none T
	if err != nil {
		return none, err
	}
	v, err := e.kind.read([]byte(r.Value))
	if err != nil {
		return none, fmt.Errorf("read version %s: %w", r.ID, err)
	}
	t, _ := v.(T)
	return t, nil
}

// Secrets gives the secrets of a row's version in force, nil if there is none or
// it does not open: it was altered.
func (e *Entry[T]) Secrets(key string) map[string]string {
	v, found := e.book.inForce(e.kind.Code, key)
	if !found {
		return nil
	}
	s, _ := e.book.open(v.row)
	return s
}

// Of gives the value in force of a row.
func (e *Entry[T]) Of(key string) T {
	v, _ := e.book.inForce(e.kind.Code, key)
	t, _ := v.decoded.(T)
	return t
}

// Latest reads the value of a row that holds now, as far as this release can read it, the
// zero value without one.
func Latest[T any](ctx context.Context, b *Book, r db.Reader, code, key string) (T, error) {
	var none T
	row, err := inForceOf(ctx, r, code, key, b.DB.Clock().Now().UnixMilli())
	if err != nil || row.Version == 0 {
		return none, err
	}
	_, v, err := b.readable(ctx, r, b.kinds[code], row)
	if err != nil || v == nil {
		return none, err
	}
	return v.(T), nil
}

// Versions gives the number of the version in force by key.
func (e *Entry[T]) Versions() map[string]int {
	out := map[string]int{}
	for key := range e.book.keys(e.kind.Code) {
		if v, found := e.book.inForce(e.kind.Code, key); found {
			out[key] = v.row.Version
		}
	}
	return out
}

// Register adds a kind. It is called while the program is put together; a kind
// that does not fit its own fields stops it.
func Register[T any](b *Book, k Kind[T]) *Entry[T] {
	n := &kind{
		Info:    Info{Code: k.Code, Title: k.Title, Explain: k.Explain, Fields: k.Fields, Keyed: k.Rows != nil},
		request: staff.Kind[payload](k.Request), rows: k.Rows != nil, pick: k.Pick,
		read: func(text []byte) (any, error) {
			v := k.Default // a field that is missing keeps its default
			d := json.NewDecoder(bytes.NewReader(text))
			d.DisallowUnknownFields()
			if err := d.Decode(&v); err != nil {
				return nil, err
			}
			if _, err := d.Token(); !errors.Is(err, io.EOF) {
				return nil, ErrForm
			}
			return v, nil
		},
		write: func(v any) (json.RawMessage, error) { return json.Marshal(v) },
		check: func(ctx context.Context, r db.Reader, key string, v any, on bool, secrets map[string]string) error {
			if k.Check == nil {
				return nil
			}
			return k.Check(ctx, r, Put[T]{Key: key, Value: v.(T), On: on, Secrets: secrets})
		},
		options: k.Options,
		label:   func(string, any) string { return k.Title },
	}
	if rows := k.Rows; rows != nil {
		n.Chosen, n.newKey, n.hint, n.off = rows.NewKey == nil, rows.NewKey, rows.Hint, rows.Off
		n.label = func(key string, v any) string { return rows.Label(key, v.(T)) }
		n.put = func(ctx context.Context, tx *db.Tx, key string, v any, on bool, secrets map[string]string) error {
			return rows.Put(ctx, tx, Put[T]{Key: key, Value: v.(T), On: on, Secrets: secrets})
		}
		n.items = func(ctx context.Context, r db.Reader) ([]item, error) {
			list, err := rows.Items(ctx, r)
			out := make([]item, len(list))
			for i, it := range list {
				out[i] = item{key: it.Key, on: it.On, altered: it.Altered}
				if out[i].value, err = json.Marshal(it.Value); err != nil {
					return nil, err
				}
			}
			return out, err
		}
	}
	text, err := json.Marshal(k.Default)
	if err != nil || b.kinds[k.Code] != nil {
		panic(fmt.Sprintf("setting: kind %s: %v", k.Code, err))
	}
	n.defaults = text
	if err := n.fits(); err != nil {
		panic(fmt.Sprintf("setting: kind %s: %v", k.Code, err))
	}
	b.kinds[k.Code] = n
	b.order = append(b.order, k.Code)
	n.request.OnApproved(b.Staff, b.approved)
	return &Entry[T]{book: b, kind: n, zero: k.Default}
}

// fits says whether the default has exactly the fields of the form, and each field says
// what it does.
func (k *kind) fits() error {
	values, err := object(k.defaults)
	if err != nil {
		return err
	}
	for _, f := range k.Fields {
		if f.Label == "" || f.Hint == "" {
			return fmt.Errorf("nothing says what the field %q does", f.Name)
		}
		if f.sealed() {
			continue
		}
		if _, found := values[f.Name]; !found {
			return fmt.Errorf("the value has no field %q", f.Name)
		}
		if p := k.pick[f.Name]; f.Form == List && (p.Find == nil || p.Names == nil) {
			return fmt.Errorf("no picker for the field %q", f.Name)
		}
		delete(values, f.Name)
	}
	if len(values) > 0 {
		return fmt.Errorf("fields that no form has: %v", values)
	}
	return nil
}

func object(text []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var out map[string]any
	err := d.Decode(&out)
	return out, err
}

// accept reads a value that a person entered, with a clear fault where a field
// is wrong, and gives it in its one form.
func (k *kind) accept(text json.RawMessage) (any, json.RawMessage, error) {
	values, err := object(text)
	if err != nil || values == nil {
		return nil, nil, ErrForm
	}
	known := 0
	for _, f := range k.Fields {
		v, found := values[f.Name]
		if f.sealed() {
			continue
		}
		if found {
			known++
		}
		if s, ok := v.(string); ok {
			v = strings.TrimSpace(s)
			values[f.Name] = v
		}
		if f.Required && (!found || v == "") {
			return nil, nil, ErrMissing.With(f.name())
		}
		if !found {
			continue
		}
		if why := f.wrong(v); why != "" {
			return nil, nil, ErrField.With(f.name(), why)
		}
	}
	// encoding/json reads a name in other letters as the same field: it was not checked.
	if text, err = json.Marshal(values); err != nil || known != len(values) {
		return nil, nil, ErrForm
	}
	v, err := k.read(text)
	if err != nil {
		return nil, nil, ErrForm
	}
	out, err := k.write(v)
	return v, out, err
}

// secrets brings what a person typed together with what is kept. A secret does
// not follow an address that changes, and an account number is entered anew with
// each change: the second person reads the whole of it.
func (k *kind) secrets(old, given map[string]string, before, after map[string]any) (map[string]string, error) {
	moved := false
	for _, f := range k.Fields {
		moved = moved || (f.Form == Address || f.Form == Server) && before != nil && before[f.Name] != after[f.Name]
	}
	out := map[string]string{}
	for name := range given {
		if !slices.ContainsFunc(k.Fields, func(f Field) bool { return f.Name == name && f.sealed() }) {
			return nil, ErrForm
		}
	}
	for _, f := range k.Fields {
		if !f.sealed() {
			continue
		}
		v := strings.TrimSpace(given[f.Name])
		if f.Form == Account {
			v = strings.Join(strings.Fields(v), "")
		}
		if v == "" {
			if v = old[f.Name]; v != "" && moved && f.Form == Secret {
				return nil, ErrKeys.With(f.Label)
			}
		}
		if v == "" && f.Required {
			return nil, ErrMissing.With(f.name())
		}
		if why := f.wrong(v); why != "" {
			return nil, ErrField.With(f.name(), why)
		}
		if v != "" {
			out[f.Name] = v
		}
	}
	return out, nil
}

// differences are the sentences that the second person reads. before is nil for
// what is new.
func (k *kind) differences(before, after map[string]any, old, secrets map[string]string) []staff.Detail {
	var out []staff.Detail
	for _, f := range k.Fields {
		if f.sealed() {
			if d, changed := f.difference(old[f.Name], secrets[f.Name], before == nil); changed {
				out = append(out, d)
			}
			continue
		}
		if f.Form == List {
			out = append(out, f.listDifferences(before[f.Name], after[f.Name])...)
			continue
		}
		to := f.show(after[f.Name])
		if before == nil {
			out = append(out, staff.Detail{Label: f.name(), Value: to})
			continue
		}
		switch from := f.show(before[f.Name]); {
		case from != to:
			out = append(out, staff.Detail{Label: f.name(), Value: from + " → " + to})
		case f.Form == Picture && after[f.Name] != "" && k.account():
			out = append(out, staff.Detail{Label: f.name(), Value: to + same})
		}
	}
	return out
}

// account reports whether the setting holds the number of an account. Its pictures are
// told of beside the number even where they stay: the two must belong together.
func (k *kind) account() bool {
	return slices.ContainsFunc(k.Fields, func(f Field) bool { return f.Form == Account })
}

// difference is the sentence about a sealed field. The number of an account is
// masked here; whoever decides reads it in full, see Reveal.
func (f Field) difference(old, now string, isNew bool) (staff.Detail, bool) {
	changed := old != now
	switch {
	case f.Form == Account && now != "":
		value := masked(now)
		if !isNew && changed && old != "" {
			value = masked(old) + " → " + value
		} else if !isNew && !changed {
			value += same
		}
		return staff.Detail{Label: f.name(), Value: value}, true
	case !changed:
		return staff.Detail{}, false
	case now == "":
		return staff.Detail{Label: f.name(), Value: "清空"}, true
	case old == "":
		return staff.Detail{Label: f.name(), Value: "已填写，加密保存，任何人都看不到"}, true
	}
	return staff.Detail{Label: f.name(), Value: "已更换，加密保存，任何人都看不到"}, true
}

// same marks a detail that tells of something that stays.
const same = "（未变）"

// masked is a number of which the ends are shown.
func masked(s string) string {
	const ends = 4
	if len(s) <= 2*ends {
		return "****"
	}
	return s[:ends] + " **** " + s[len(s)-ends:]
}

// Reveal gives the details of a request with the numbers of accounts in full, for
// the one who decides about it: they compare it. The request stores them masked.
func (b *Book) Reveal(ctx context.Context, r db.Reader, a staff.Approval) ([]staff.Detail, error) {
	var p payload
	k := (*kind)(nil)
	if json.Unmarshal(a.Payload, &p) == nil {
		k = b.kinds[p.Kind]
	}
	if k == nil || string(k.request) != a.Kind || !slices.ContainsFunc(k.Fields, func(f Field) bool { return f.Form == Account }) {
		return a.Details, nil
	}
	v, err := byID(ctx, r, p.ID)
	if err != nil {
		return nil, err
	}
	now, err := b.open(v)
	if err != nil {
		return nil, fmt.Errorf("open version %s: %w", v.ID, err)
	}
	before, err := inForceOf(ctx, r, p.Kind, p.Key, b.DB.Clock().Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	old, _ := b.open(before)
	out := slices.Clone(a.Details)
	for _, f := range k.Fields {
		if f.Form != Account || now[f.Name] == "" {
			continue
		}
		for i := range out {
			if out[i].Label != f.name() {
				continue
			}
			out[i].Value = spaced(now[f.Name])
			switch {
			case old[f.Name] != "" && old[f.Name] != now[f.Name]:
				out[i].Value = spaced(old[f.Name]) + " → " + out[i].Value
			case old[f.Name] != "":
				out[i].Value += same
			}
		}
	}
	return out, nil
}

// longNumber is the number of an account in the details of a request from before they were masked.
var longNumber = regexp.MustCompile(`\d{4}(?: \d{1,4}){2,7}`)

// Masked gives the details of a request without numbers of accounts.
func Masked(details []staff.Detail) []staff.Detail {
	out := slices.Clone(details)
	for i := range out {
		out[i].Value = longNumber.ReplaceAllStringFunc(out[i].Value, func(n string) string { return masked(strings.ReplaceAll(n, " ", "")) })
	}
	return out
}

// spaced writes a number in groups of four.
func spaced(s string) string {
	var b strings.Builder
	for i, r := range []rune(s) {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}
