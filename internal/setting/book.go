package setting

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// Config is what New needs.
type Config struct {
	DB    *db.DB
	Staff *staff.Staff
	Box   *secret.Box
	Log   *slog.Logger
}

// Book holds the settings of all kinds.
type Book struct {
	Config
	// Hold keeps the uploaded files that texts name, in the transaction that stores
	// them, and fails if one is not there. It may be nil.
	Hold func(ctx context.Context, tx *db.Tx, texts ...string) error

	kinds map[string]*kind
	order []string
	known atomic.Pointer[map[place][]version]

	unread atomic.Pointer[[]Unread]
	told   sync.Map // by ids of versions: those that the log says cannot be read

	mu        sync.Mutex
	listeners []func(ctx context.Context)
}

type place struct{ kind, key string }

// version is an approved version with its value as its owner has it.
type version struct {
	row     row
	decoded any
}

// New makes an empty book. Kinds are registered next, and then Load is called.
func New(c Config) *Book {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	b := &Book{Config: c, kinds: map[string]*kind{}}
	b.known.Store(&map[place][]version{})
	return b
}

// OnLoad calls back after each reading of what is in force.
func (b *Book) OnLoad(f func(ctx context.Context)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listeners = append(b.listeners, f)
}

// Load reads what is in force, and what will be. Where a version cannot be read, the last
// one in force that can be read holds instead.
func (b *Book) Load(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	rows, err := standing(ctx, b.DB, b.order, b.DB.Clock().Now().UnixMilli())
	if err != nil {
		return err
	}
	before, known, unread := *b.known.Load(), map[place][]version{}, []Unread{}
	for _, r := range rows {
		k := b.kinds[r.Kind]
		if k == nil { // of a later release
			continue
		}
		p := place{r.Kind, r.Key}
		v := version{row: r}
		for _, old := range before[p] {
			if old.row == r {
				v = old
			}
		}
		if v.decoded == nil {
			if v.row, v.decoded, err = b.readable(ctx, b.DB, k, r); err != nil {
				return err
			}
		}
		if v.row.ID != r.ID {
			unread = append(unread, Unread{ID: r.ID, Kind: r.Kind, Title: k.Title, Key: r.Key, Version: r.Version, Instead: v.row.Version})
			if v.row.Version == 0 || slices.ContainsFunc(known[p], func(v2 version) bool { return v2.row.ID == v.row.ID }) {
				continue
			}
		}
		known[p] = append(known[p], v)
	}
	b.known.Store(&known)
	b.unread.Store(&unread)
	for _, f := range b.listeners {
		f(ctx)
	}
	return nil
}

// followEvery is how long a change by another node may stay unknown to this one.
const followEvery = time.Second

// Follow loads again and again until ctx ends, so that what another node changed
// counts here within about a second.
func (b *Book) Follow(ctx context.Context) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := b.Load(ctx); err != nil && ctx.Err() == nil {
				b.Log.WarnContext(ctx, "cannot read the settings", "err", err)
			}
		}
	}
}

// inForce is the highest approved version whose time has come.
func (b *Book) inForce(kind, key string) (version, bool) {
	list := (*b.known.Load())[place{kind, key}]
	if len(list) == 0 {
		return version{}, false
	}
	now := b.DB.Clock().Now().UnixMilli()
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].row.EffectiveAt <= now {
			return list[i], true
		}
	}
	return version{}, false
}

func (b *Book) keys(kind string) map[string]bool {
	out := map[string]bool{}
	for p := range *b.known.Load() {
		if p.kind == kind {
			out[p.key] = true
		}
	}
	return out
}

func (b *Book) open(r row) (map[string]string, error) {
	out := map[string]string{}
	if r.Sealed == "" {
		return out, nil
	}
	plain, err := b.Box.Open(r.where(), r.Sealed)
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal([]byte(plain), &out)
}

// Order is a change that a member of staff asks for.
type Order struct {
	Kind    string
	Key     string // "" for a single setting, and for a new row whose key is not chosen
	New     bool   // a row that is not there yet
	Base    int    // the version that the change was made against; 0: none
	Value   json.RawMessage
	Secrets map[string]string // an empty one stays as it is
	On      bool              // in use from the approval on
	From    time.Time         // zero: from the approval on
	Reason  string
}

// payload is what the approval carries out. It names the row and holds no value.
type payload struct {
	ID      string `json:"id"`
	Kind    string `json:"kind"`
	Key     string `json:"key"`
	Version int    `json:"version"`
	Base    int    `json:"base"`
}

// keyForm is the form of the keys that people choose.
var keyForm = regexp.MustCompile(`^[a-z0-9_-]{1,40}$`)

const maxAhead = 366 * 24 * time.Hour

// Ask stores a version and asks for a second person. It fails with this package's
// faults, those of the kind's check, and staff's.
func (b *Book) Ask(ctx context.Context, by staff.Actor, o Order) (approvalID string, err error) {
	k := b.kinds[o.Kind]
	if k == nil {
		return "", ErrKind
	}
	value, text, err := k.accept(o.Value)
	if err != nil {
		return "", err
	}
	err = b.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := b.timely(tx, o.From); err != nil {
			return err
		}
		// One change at a time, over all: two new rows must not get one key.
		if err := b.Staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		o := o
		now, err := b.standingOf(ctx, tx, k, &o)
		if err != nil {
			return err
		}
		value, text, err := k.named(ctx, tx, value, text, now.value)
		if err != nil {
			return err
		}
		after, err := object(text)
		if err != nil {
			return err
		}
		secrets, err := k.secrets(now.secrets, o.Secrets, now.value, after)
		if err != nil {
			return err
		}
		if err := k.check(ctx, tx, o.Key, value, o.On, secrets); err != nil {
			return err
		}
		if err := b.hold(ctx, tx, string(text)); err != nil {
			return err
		}
		request, r, err := b.draft(ctx, tx, by, k, o, now, value, text, secrets)
		if err != nil {
			return err
		}
		if err := insert(ctx, tx, r); err != nil {
			return err
		}
		approvalID, err = b.Staff.RequestApproval(ctx, tx, by, request)
		return err
	})
	if err != nil {
		return "", err
	}
	return approvalID, nil
}

func (b *Book) hold(ctx context.Context, tx *db.Tx, text string) error {
	if b.Hold == nil {
		return nil
	}
	return b.Hold(ctx, tx, text)
}

func (b *Book) timely(tx *db.Tx, from time.Time) error {
	switch {
	case from.IsZero():
		return nil
	case !from.After(tx.Now()) || from.After(tx.Now().Add(maxAhead)):
		return ErrFrom
	}
	return nil
}

// current is what a change starts from.
type current struct {
	base    row
	value   map[string]any // nil: there is nothing yet
	on      bool
	altered bool
	unread  bool // base cannot be read here: value is that of the last version that can
	secrets map[string]string
}

// standingOf finds what a change starts from, and the key of a new row. It
// refuses a change that was made against another version.
func (b *Book) standingOf(ctx context.Context, tx *db.Tx, k *kind, o *Order) (current, error) {
	var now current
	var err error
	if k.rows && o.New {
		if k.newKey != nil {
			if o.Key, err = k.newKey(ctx, tx); err != nil {
				return now, err
			}
		} else if !keyForm.MatchString(o.Key) {
			return now, ErrKey
		}
	}
	if !k.rows {
		o.Key, o.On = "", true
		now.on = true
	}
	var items []item
	if k.rows {
		if items, err = k.items(ctx, tx); err != nil {
			return now, err
		}
		switch there := slices.ContainsFunc(items, func(it item) bool { return it.key == o.Key }); {
		case o.New && there:
			return now, ErrKeyUsed.With(o.Key)
		case !o.New && !there:
			return now, ErrItem
		}
	}
	if now.base, err = latest(ctx, tx, k.Code, o.Key); err != nil {
		return now, err
	}
	if err := now.base.against(o.Base); err != nil {
		return now, err
	}
	from, _, err := b.readable(ctx, tx, k, now.base)
	if err != nil {
		return now, err
	}
	now.unread = from.ID != now.base.ID
	if !k.rows {
		text := k.defaults
		if from.Version > 0 {
			text = json.RawMessage(from.Value)
		}
		now.value, err = object(text)
		now.secrets, _ = b.open(from) // those that do not open are entered again
		return now, err
	}
	for _, it := range items {
		if it.key == o.Key {
			if now.value, err = object(it.value); err != nil {
				return now, err
			}
			now.on, now.altered = it.on, it.altered
		}
	}
	if now.base.Version > 0 && !now.altered {
		// Those of the value that the change starts from, and not of one that waits.
		held, err := inForceOf(ctx, tx, k.Code, o.Key, tx.NowMillis())
		if err != nil {
			return now, err
		}
		// Secrets that do not open are not kept: they are entered again.
		now.secrets, _ = b.open(held)
	}
	return now, nil
}

// draft makes the version and the request about it.
func (b *Book) draft(ctx context.Context, tx *db.Tx, by staff.Actor, k *kind, o Order, now current, value any, text json.RawMessage, secrets map[string]string) (staff.Request, row, error) {
	after, err := object(text)
	if err != nil {
		return staff.Request{}, row{}, err
	}
	was := now.value
	if now.altered { // what the database holds is not what two people agreed to: all of it is told anew
		was = nil
	}
	details := k.differences(was, after, now.secrets, secrets)
	changed := 0
	for _, d := range details {
		if d.Label != "" && !isSame(d) {
			changed++
		}
	}
	if k.rows && (now.value == nil || now.on != o.On) {
		changed++
		state := onText(o.On)
		if now.value != nil {
			state = onText(now.on) + " → " + state
		}
		details = append(details, staff.Detail{Label: "状态", Value: state})
	}
	if changed == 0 && !now.altered && !now.unread {
		return staff.Request{}, row{}, ErrSame
	}
	if now.unread {
		details = append(details, staff.Detail{Label: "注意", Value: fmt.Sprintf("第%d版由较新的程序写入，本程序无法读取，通过后将被取代", now.base.Version)})
	}
	last, err := lastVersion(ctx, tx, k.Code, o.Key)
	if err != nil {
		return staff.Request{}, row{}, err
	}
	r := row{
		ID: uuid.Must(uuid.NewV7()).String(), Kind: k.Code, Key: o.Key, Version: last + 1, Value: string(text), LiveOn: o.On,
		MadeBy: by.Name, MadeAt: tx.NowMillis(),
	}
	effect := ""
	if !o.From.IsZero() {
		r.FromAt = o.From.UnixMilli()
		effect = "通过后，自 " + calendar.Stamp(o.From) + "（北京时间）起生效"
	}
	if len(secrets) > 0 {
		plain, err := json.Marshal(secrets)
		if err != nil {
			return staff.Request{}, row{}, errors.New("secrets cannot be written as JSON")
		}
		r.Sealed = b.Box.Seal(r.where(), string(plain))
	}
	label := k.label(o.Key, value)
	head := []staff.Detail{{Label: "设置", Value: k.Title}, {Label: "版本", Value: "第" + strconv.Itoa(r.Version) + "版"}}
	if k.rows {
		head = append(head, staff.Detail{Label: "对象", Value: label})
	}
	title := "修改" + k.Title
	if now.value == nil {
		title = "新增" + k.Title
	}
	return k.request.Request(payload{ID: r.ID, Kind: k.Code, Key: o.Key, Version: r.Version, Base: o.Base}, staff.Request{
		Subject: subject(k.Code, o.Key), Label: label, Title: title, Details: append(head, details...), Effect: effect,
		Reason: o.Reason,
	}), r, nil
}

// isSame says that a detail tells of something that stays.
func isSame(d staff.Detail) bool {
	return strings.HasSuffix(d.Value, same)
}

func onText(on bool) string {
	if on {
		return "启用"
	}
	return "停用"
}

func subject(kind, key string) string { return "setting:" + kind + ":" + key }

// approved puts a version into force, unless another one came between.
func (b *Book) approved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p payload) error {
	k := b.kinds[p.Kind]
	if k == nil {
		return ErrKind
	}
	if err := b.Staff.LockAudit(ctx, tx); err != nil {
		return err
	}
	r, err := lockVersion(ctx, tx, p.ID)
	if err != nil {
		return err
	}
	base, err := latest(ctx, tx, r.Kind, r.Key)
	if err != nil {
		return err
	}
	if base.against(p.Base) != nil || r.ApprovedAt != 0 || r.Kind != p.Kind || r.Key != p.Key || r.Version != p.Version {
		return staff.ErrSubjectChange
	}
	if r.FromAt > 0 && r.FromAt <= tx.NowMillis() {
		return ErrLate
	}
	value, err := k.read([]byte(r.Value))
	if err != nil {
		b.cannotRead(ctx, r, err)
		return ErrNewer.With(r.Version)
	}
	secrets, err := b.open(r)
	if err != nil {
		return fmt.Errorf("open version %s: %w", r.ID, err)
	}
	if err := k.check(ctx, tx, r.Key, value, r.LiveOn, secrets); err != nil {
		return err
	}
	if err := b.hold(ctx, tx, r.Value); err != nil {
		return err
	}
	r.ApprovedBy, r.ApprovedAt, r.EffectiveAt = by.Name, tx.NowMillis(), max(tx.NowMillis(), r.FromAt)
	if err := approve(ctx, tx, r); err != nil {
		return err
	}
	if err := replaceDue(ctx, tx, by.Name, r); err != nil {
		return err
	}
	switch {
	case r.FromAt > 0:
		err = insertDue(ctx, tx, k, r)
	case k.rows:
		err = k.put(ctx, tx, r.Key, value, r.LiveOn, secrets)
	}
	if err != nil {
		return err
	}
	b.reload(ctx, tx)
	return b.Staff.Audit(ctx, tx, by, staff.Change{
		Action: "setting.change", Subject: a.Subject, Label: a.Label, Reason: a.Reason,
		Before: map[string]any{"version": base.Version, "value": rawOf(base.Value)},
		After:  map[string]any{"version": r.Version, "value": rawOf(r.Value), "on": r.LiveOn, "effectiveAt": r.EffectiveAt},
	})
}

func rawOf(text string) any {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}

func (b *Book) reload(ctx context.Context, tx *db.Tx) {
	tx.AfterCommit(func() {
		if err := b.Load(context.WithoutCancel(ctx)); err != nil {
			b.Log.ErrorContext(ctx, "cannot read the settings after a change", "err", err)
		}
	})
}

// Off takes a row out of use at once: one person is enough to stop money going
// where it should not. Faults: ErrKind, ErrNoOff, ErrItem, ErrOff, staff.ErrReason.
func (b *Book) Off(ctx context.Context, by staff.Actor, kindCode, key, reason string) error {
	k := b.kinds[kindCode]
	switch {
	case k == nil:
		return ErrKind
	case k.off == nil:
		return ErrNoOff
	}
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return b.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// As Ask: no change is asked for meanwhile against a row that is in use.
		if err := b.Staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		items, err := k.items(ctx, tx)
		if err != nil {
			return err
		}
		label := ""
		for _, it := range items {
			if it.key == key {
				v, err := k.read(it.value)
				if err != nil {
					return err
				}
				label = k.label(key, v)
			}
		}
		if label == "" {
			return ErrItem
		}
		// A change that waits would bring the row back into use untold.
		if err := b.Staff.VoidPending(ctx, tx, by, subject(k.Code, key), "已停用，请重新提交"); err != nil {
			return err
		}
		if err := b.withdrawAll(ctx, tx, by, k.Code, key, reason); err != nil {
			return err
		}
		was, err := k.off(ctx, tx, key)
		if err != nil {
			return err
		}
		if !was {
			return ErrOff
		}
		b.reload(ctx, tx)
		return b.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "setting.off", Subject: subject(k.Code, key), Label: label, Reason: reason,
			Before: map[string]any{"on": true}, After: map[string]any{"on": false},
		})
	})
}
