package setting

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Shown is a setting as people see it. No secret is in it.
type Shown struct {
	Key, Label string
	Value      json.RawMessage
	On         bool
	Altered    bool
	Hint       string   // of the secrets
	Set        []string // names of the secrets that are set
	Version    int      // the last approved one, which a change is made against; 0: none
	Holds      int      // the version in force; 0: the default
	Since      time.Time
	MadeBy     string
	ApprovedBy string
	Coming     json.RawMessage // approved, and in force later; nil without
	ComingAt   time.Time
	ApprovalID string // of a change that waits for its second person
	Unread     int    // the version that ought to hold and that this release cannot read; 0: none
}

// Kinds gives the kinds in the order in which they were registered.
func (b *Book) Kinds() []Info {
	out := make([]Info, len(b.order))
	for i, code := range b.order {
		out[i] = b.kinds[code].Info
	}
	return out
}

// List gives the settings of a kind: one, or its rows. It fails with ErrKind.
func (b *Book) List(ctx context.Context, r db.Reader, code string) ([]Shown, error) {
	k := b.kinds[code]
	if k == nil {
		return nil, ErrKind
	}
	items := []item{{value: k.defaults, on: true}}
	if k.rows {
		var err error
		if items, err = k.items(ctx, r); err != nil {
			return nil, err
		}
	}
	out, subjects := make([]Shown, len(items)), make([]string, len(items))
	for i, it := range items {
		subjects[i] = subject(code, it.key)
		s, err := b.shown(ctx, r, k, it)
		if err != nil {
			return nil, err
		}
		out[i] = s
	}
	waiting, err := b.Staff.PendingApprovals(ctx, r, subjects)
	for i := range out {
		out[i].ApprovalID = waiting[subjects[i]]
	}
	return out, err
}

func (b *Book) shown(ctx context.Context, r db.Reader, k *kind, it item) (Shown, error) {
	s := Shown{Key: it.key, Value: it.value, On: it.on, Altered: it.altered, Set: []string{}}
	list, err := approvedOnes(ctx, r, k.Code, it.key)
	if err != nil {
		return s, err
	}
	now := b.DB.Clock().Now().UnixMilli()
	held, err := inForceOf(ctx, r, k.Code, it.key, now)
	if err != nil {
		return s, err
	}
	for _, v := range list {
		if s.Version == 0 {
			s.Version = v.Version
		}
		if v.ID == held.ID {
			break
		}
		if s.Coming == nil {
			s.Coming, s.ComingAt = json.RawMessage(v.Value), calendar.FromMillis(v.EffectiveAt)
		}
	}
	here, _, err := b.readable(ctx, r, k, held)
	if err != nil {
		return s, err
	}
	if here.ID != held.ID {
		s.Unread = held.Version
	}
	if here.Version > 0 {
		s.Holds, s.Since, s.MadeBy, s.ApprovedBy = here.Version, calendar.FromMillis(here.EffectiveAt), here.MadeBy, here.ApprovedBy
		if !k.rows {
			s.Value = json.RawMessage(here.Value)
		}
		b.showSecrets(&s, k, here)
	}
	v, err := k.read(s.Value)
	if err != nil {
		return s, err
	}
	if s.Value, err = k.write(v); err != nil {
		return s, err
	}
	s.Label = k.label(it.key, v)
	return s, nil
}

// showSecrets says which secrets of a version are set.
func (b *Book) showSecrets(s *Shown, k *kind, v row) {
	secrets, err := b.open(v)
	if err != nil {
		s.Altered = true
		return
	}
	for _, f := range k.Fields {
		if secrets[f.Name] != "" {
			s.Set = append(s.Set, f.Name)
		}
	}
	if k.hint != nil {
		s.Hint = k.hint(secrets)
	}
}

// Version is an entry of a setting's history.
type Version struct {
	Version     int
	Lines       []Line // what it changed, in sentences
	MadeBy      string
	MadeAt      time.Time
	ApprovedBy  string
	ApprovedAt  time.Time // zero: not approved
	EffectiveAt time.Time
}

// Line is a sentence about a change.
type Line struct{ Label, Value string }

// History gives a page of the versions of a setting, the newest first, each with what it
// changed against the approved one before it, and how many there are. Secrets are not in it.
func (b *Book) History(ctx context.Context, r db.Reader, code, key string, p staff.Page) ([]Version, int, error) {
	k := b.kinds[code]
	if k == nil {
		return nil, 0, ErrKind
	}
	list, total, err := history(ctx, r, code, key, p)
	if err != nil || len(list) == 0 {
		return []Version{}, total, err
	}
	slices.Reverse(list)
	older, err := latestBefore(ctx, r, code, key, list[0].Version)
	if err != nil {
		return nil, 0, err
	}
	var before map[string]any
	switch {
	case older.Version > 0:
		before, err = object([]byte(older.Value))
	case !k.rows:
		before, err = object(k.defaults)
	}
	if err != nil {
		return nil, 0, err
	}
	out := make([]Version, 0, len(list))
	for _, v := range list {
		after, err := object([]byte(v.Value))
		if err != nil {
			return nil, 0, err
		}
		shown := v.shown()
		for _, d := range k.differences(before, after, nil, nil) {
			shown.Lines = append(shown.Lines, Line(d))
		}
		if v.ApprovedAt > 0 {
			before = after
		}
		out = append(out, shown)
	}
	slices.Reverse(out)
	return out, total, nil
}

func instant(millis int64) time.Time {
	if millis == 0 {
		return time.Time{}
	}
	return calendar.FromMillis(millis)
}

// Options are the choices of a kind's fields that have none of their own, by name.
func (b *Book) Options(ctx context.Context, r db.Reader, code string) (map[string][]Option, error) {
	k := b.kinds[code]
	switch {
	case k == nil:
		return nil, ErrKind
	case k.options == nil:
		return map[string][]Option{}, nil
	}
	return k.options(ctx, r)
}

// Info gives a kind, or ErrKind.
func (b *Book) Info(code string) (Info, error) {
	if k := b.kinds[code]; k != nil {
		return k.Info, nil
	}
	return Info{}, ErrKind
}

// Defaults is what a new row of a kind begins with, and what a single setting has
// while it was never changed.
func (b *Book) Defaults(code string) json.RawMessage {
	if k := b.kinds[code]; k != nil {
		return k.defaults
	}
	return nil
}
