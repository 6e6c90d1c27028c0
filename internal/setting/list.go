package setting

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Listed is one thing in a field of form List, with its number.
type Listed struct {
	Key string `json:"key"`
	// Label is the name that the Picker gave when the thing was listed. It stays when the
	// thing is gone.
	Label  string `json:"label"`
	Number int64  `json:"number"`
}

// Picker knows the things that a field of form List may name.
type Picker struct {
	// Find gives things whose name holds the text, at most MaxFound.
	Find func(ctx context.Context, r db.Reader, text string) ([]Option, error)
	// Names gives the names of things by key, also of those no longer offered. Unknown keys
	// are left out.
	Names func(ctx context.Context, r db.Reader, keys []string) (map[string]string, error)
}

// MaxFound is how many things a search gives at most.
const MaxFound = 20

const (
	maxListed = 300 // things in one field
	maxKey    = 150 // bytes of a key
)

// listOf reads a value of form List strictly: it was written by a person, or by accept.
func listOf(v any) ([]Listed, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var list []Listed
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		return nil, err
	}
	return list, nil
}

// listed is the thing of a list with a key.
func listed(list []Listed, key string) (one Listed, found bool) {
	at := slices.IndexFunc(list, func(o Listed) bool { return o.Key == key })
	if at < 0 {
		return Listed{}, false
	}
	return list[at], true
}

func (f Field) wrongList(v any) string {
	if _, ok := v.([]any); !ok {
		return "须为列表"
	}
	list, err := listOf(v)
	if err != nil {
		return "格式不正确"
	}
	if len(list) > maxListed {
		return "最多" + strconv.Itoa(maxListed) + "项"
	}
	each := f
	each.Form = Number // so that its bounds are told as a number's
	seen := map[string]bool{}
	for i, one := range list {
		at := "第" + strconv.Itoa(i+1) + "项"
		switch {
		case one.Key == "" || len(one.Key) > maxKey || !utf8.ValidString(one.Key) || strings.ContainsFunc(one.Key, func(r rune) bool { return unicode.Is(unicode.C, r) }):
			return at + "不是可选的对象"
		case seen[one.Key]:
			return at + "与前面的重复"
		}
		seen[one.Key] = true
		if why := each.wrongNumber(json.Number(strconv.FormatInt(one.Number, 10))); why != "" {
			return at + why
		}
	}
	return ""
}

// named puts the names of listed things into a value: what the second person reads is
// never what the first one typed. A thing that its owner no longer knows keeps the name
// under which the value before had it. It fails with ErrField.
func (k *kind) named(ctx context.Context, r db.Reader, value any, text json.RawMessage, before map[string]any) (any, json.RawMessage, error) {
	values, err := object(text)
	if err != nil {
		return nil, nil, err
	}
	changed := false
	for _, f := range k.Fields {
		if f.Form != List {
			continue
		}
		list, err := listOf(values[f.Name])
		if err != nil {
			return nil, nil, err
		}
		keys := make([]string, len(list))
		for i, one := range list {
			keys[i] = one.Key
		}
		names, err := k.pick[f.Name].Names(ctx, r, keys)
		if err != nil {
			return nil, nil, fmt.Errorf("names of %s: %w", f.Name, err)
		}
		old, _ := listOf(before[f.Name])
		for i := range list {
			one := &list[i]
			before, _ := listed(old, one.Key)
			one.Label = cmp.Or(names[one.Key], before.Label)
			if one.Label == "" {
				return nil, nil, ErrField.With(f.name(), "第"+strconv.Itoa(i+1)+"项不是可选的对象")
			}
		}
		values[f.Name], changed = list, true
	}
	if !changed {
		return value, text, nil
	}
	if text, err = json.Marshal(values); err != nil {
		return nil, nil, err
	}
	if value, err = k.read(text); err != nil {
		return nil, nil, err
	}
	text, err = k.write(value)
	return value, text, err
}

// listDifferences are the sentences about each thing that a list has anew, otherwise, or
// no more. A list that only changed its order has none. Things of the same name are told
// with their keys.
func (f Field) listDifferences(before, after any) []staff.Detail {
	was, _ := listOf(before)
	next, _ := listOf(after)
	const none = "未列入"
	number := func(n int64) string { return strconv.FormatInt(n, 10) + f.Unit }
	first := map[string]string{} // by label: the key that has it
	twice := map[string]bool{}
	for _, one := range slices.Concat(was, next) {
		if key, had := first[one.Label]; had && key != one.Key {
			twice[one.Label] = true
		}
		first[one.Label] = one.Key
	}
	var out []staff.Detail
	say := func(one Listed, from, to string) {
		label := one.Label
		if twice[label] {
			label += "（" + one.Key + "）"
		}
		out = append(out, staff.Detail{Label: f.name() + " · " + label, Value: from + " → " + to})
	}
	for _, one := range next {
		switch old, had := listed(was, one.Key); {
		case !had:
			say(one, none, number(one.Number))
		case old.Number != one.Number:
			say(one, number(old.Number), number(one.Number))
		}
	}
	for _, old := range was {
		if _, stays := listed(next, old.Key); !stays {
			say(old, number(old.Number), none)
		}
	}
	return out
}

// Find searches the things that a field of form List may name. It fails with ErrKind.
func (b *Book) Find(ctx context.Context, r db.Reader, code, field, text string) ([]Option, error) {
	k := b.kinds[code]
	if k == nil || k.pick[field].Find == nil {
		return nil, ErrKind
	}
	text = strings.TrimSpace(text)
	if text == "" {
		return []Option{}, nil
	}
	found, err := k.pick[field].Find(ctx, r, text)
	return append([]Option{}, found[:min(len(found), MaxFound)]...), err
}
