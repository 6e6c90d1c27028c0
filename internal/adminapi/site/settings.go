package site

import (
	"context"
	"encoding/json"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// SettingKind is a kind of setting, as its form is drawn.
type SettingKind struct {
	Kind    string         `json:"kind"`
	Title   string         `json:"title"`
	Explain string         `json:"explain"`
	Keyed   bool           `json:"keyed"`  // there are many, each with a key
	Chosen  bool           `json:"chosen"` // people choose the key
	Fields  []SettingField `json:"fields"`
}

// SettingField is a field of a form.
type SettingField struct {
	Name     string               `json:"name"`
	Label    string               `json:"label"`
	Hint     string               `json:"hint"`
	Unit     string               `json:"unit"`
	Group    string               `json:"group"`
	Form     string               `json:"form" enumOf:"setting form"`
	Required bool                 `json:"required"`
	Min      int64                `json:"min"`
	Max      int64                `json:"max"`
	Options  []wire.SettingOption `json:"options"`
	Upload   string               `json:"upload" enumOf:"upload kind or none" doc:"the kind of upload that a picture takes"`
}

// SettingList is the settings of a kind.
type SettingList struct {
	SettingKind
	Defaults json.RawMessage `json:"defaults"`
	Items    []Setting       `json:"items"`
}

// Setting is one setting with its value. Amounts are integers: fen, hundredths of
// a percent, minutes of the day.
type Setting struct {
	Key        string          `json:"key"`
	Label      string          `json:"label"`
	Value      json.RawMessage `json:"value"`
	On         bool            `json:"on"`
	Altered    bool            `json:"altered"` // not as two people approved it: it is not used
	Hint       string          `json:"hint"`    // of the sealed fields
	Set        []string        `json:"set"`     // names of the sealed fields that are set
	Version    int             `json:"version"` // which a change is made against; 0: the default
	Holds      int             `json:"holds"`   // the version in force; 0: the default
	Since      *wire.Ms        `json:"since"`   // null: the default
	MadeBy     *string         `json:"madeBy"`
	ApprovedBy *string         `json:"approvedBy"`
	Coming     json.RawMessage `json:"coming"` // approved, and in force later
	ComingAt   *wire.Ms        `json:"comingAt"`
	ApprovalID *string         `json:"approvalId"`
	Unread     int             `json:"unread" doc:"the version that ought to hold and that this release cannot read; 0: none"`
}

// SettingChange is a value as it shall be.
type SettingChange struct {
	Key     string            `json:"key,omitempty"`
	New     bool              `json:"new,omitempty"`
	Base    int               `json:"base" doc:"the version that the change was made against"`
	Value   json.RawMessage   `json:"value"`
	Secrets map[string]string `json:"secrets,omitempty" writeOnly:"true" doc:"by the names of the sealed fields; one that is left out stays as it is"`
	On      bool              `json:"on"`
	From    *wire.Ms          `json:"from,omitempty" doc:"from when it holds; null: from the approval on"`
	Reason  string            `json:"reason"`
}

// SettingOff takes a setting out of use.
type SettingOff struct {
	Key    string `json:"key"`
	Reason string `json:"reason"`
}

// The states of a check.
const (
	CheckOK      = "ok"
	CheckMissing = "missing" // the site must not open
	CheckWarning = "warning" // it may, without something
)

// CheckStates are the states of a check.
var CheckStates = []string{CheckOK, CheckMissing, CheckWarning}

// OpeningCheck is one thing that must be right before the site opens.
type OpeningCheck struct {
	Code  string `json:"code"`
	Title string `json:"title"`
	State string `json:"state" enumOf:"opening check"`
	Found string `json:"found"` // what there is
	Why   string `json:"why"`   // why it matters, and what to do
	Path  string `json:"path"`  // page of the back office where it is put right, "" for none
}

func settingKind(k setting.Info) SettingKind {
	return SettingKind{
		Kind: k.Code, Title: k.Title, Explain: k.Explain, Keyed: k.Keyed, Chosen: k.Chosen,
		Fields: api.Each(k.Fields, func(f setting.Field) SettingField {
			return SettingField{
				Name: f.Name, Label: f.Label, Hint: f.Hint, Unit: f.Unit, Group: f.Group, Form: string(f.Form), Required: f.Required, Min: f.Min, Max: f.Max, Upload: f.Upload,
				Options: api.Each(f.Options, func(o setting.Option) wire.SettingOption { return wire.SettingOption(o) }),
			}
		}),
	}
}

func (s *Handlers) settingKinds(context.Context, *route.Call) (wire.Items[SettingKind], error) {
	return wire.ItemsOf(s.Book.Kinds(), settingKind), nil
}

func (s *Handlers) settings(ctx context.Context, c *route.Call) (SettingList, error) {
	kind := c.Request.PathValue("kind")
	info, err := s.Book.Info(kind)
	if err != nil {
		return SettingList{}, err
	}
	list, err := s.Book.List(ctx, s.Read, kind)
	if err != nil {
		return SettingList{}, err
	}
	options, err := s.Book.Options(ctx, s.Read, kind)
	if err != nil {
		return SettingList{}, err
	}
	out := SettingList{SettingKind: settingKind(info), Defaults: s.Book.Defaults(kind), Items: api.Each(list, settingShown)}
	for i, f := range out.Fields {
		if more, found := options[f.Name]; found {
			out.Fields[i].Options = api.Each(more, func(o setting.Option) wire.SettingOption { return wire.SettingOption(o) })
		}
	}
	return out, nil
}

func (s *Handlers) settingFind(ctx context.Context, c *route.Call) (wire.Items[wire.SettingOption], error) {
	field, text := c.Text("field"), c.Text("q")
	if err := c.Checked(); err != nil {
		return wire.Items[wire.SettingOption]{}, err
	}
	found, err := s.Book.Find(ctx, s.Read, c.Request.PathValue("kind"), field, text)
	return wire.ItemsOf(found, func(o setting.Option) wire.SettingOption { return wire.SettingOption(o) }), err
}

func settingShown(v setting.Shown) Setting {
	return Setting{
		Key: v.Key, Label: v.Label, Value: wire.Object(v.Value), On: v.On, Altered: v.Altered, Hint: v.Hint, Set: v.Set, Version: v.Version, Holds: v.Holds, Since: wire.InMsOrNull(v.Since),
		MadeBy: wire.TextOrNull(v.MadeBy), ApprovedBy: wire.TextOrNull(v.ApprovedBy), Coming: wire.Object(v.Coming), ComingAt: wire.InMsOrNull(v.ComingAt), ApprovalID: wire.TextOrNull(v.ApprovalID), Unread: v.Unread,
	}
}

func (s *Handlers) settingHistory(ctx context.Context, c *route.Call) (wire.Page[wire.SettingVersion], error) {
	key := c.Text("key")
	return route.Versions(c, func(p staff.Page) ([]setting.Version, int, error) {
		return s.Book.History(ctx, s.Read, c.Request.PathValue("kind"), key, p)
	})
}

func (s *Handlers) settingAsk(ctx context.Context, c *route.Call, in SettingChange) (wire.Outcome, error) {
	o := setting.Order{
		Kind: c.Request.PathValue("kind"), Key: in.Key, New: in.New, Base: in.Base, Value: in.Value, Secrets: in.Secrets, On: in.On, Reason: in.Reason,
	}
	if in.From != nil {
		o.From = time.UnixMilli(int64(*in.From))
	}
	id, err := s.Book.Ask(ctx, c.By, o)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *Handlers) settingOff(ctx context.Context, c *route.Call, in SettingOff) (wire.Outcome, error) {
	err := s.Book.Off(ctx, c.By, c.Request.PathValue("kind"), in.Key, in.Reason)
	return wire.Outcome{Status: "done"}, err
}

func (s *Handlers) opening(ctx context.Context, _ *route.Call) (wire.Items[OpeningCheck], error) {
	list, err := s.Opening(ctx)
	return wire.ItemsOf(list, func(o OpeningCheck) OpeningCheck { return o }), err
}

func (s *Handlers) settingWithdraw(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	return wire.Outcome{Status: "done"}, s.Book.Withdraw(ctx, c.By, c.ID(), in.Reason)
}

func (s *Handlers) settingsWaiting(ctx context.Context, _ *route.Call) (wire.Items[SettingComing], error) {
	list, err := s.Book.Waiting(ctx, s.Read)
	return wire.ItemsOf(list, func(v setting.Coming) SettingComing {
		return SettingComing{
			ID: v.ID, Kind: v.Kind, Title: v.Title, Key: v.Key, Label: v.Label, New: v.New, On: v.On, At: wire.InMs(v.At), Failed: v.Failed, Note: v.Note,
			MadeBy: v.MadeBy, ApprovedBy: v.ApprovedBy, Lines: route.SettingLines(v.Lines),
		}
	}), err
}

// SettingComing is an approved change that takes effect later, or failed at its moment.
type SettingComing struct {
	ID         string               `json:"id"`
	Kind       string               `json:"kind"`
	Title      string               `json:"title"`
	Key        string               `json:"key"`
	Label      string               `json:"label"`
	New        bool                 `json:"new"`
	On         bool                 `json:"on"`
	At         wire.Ms              `json:"at"`
	Failed     bool                 `json:"failed"`
	Note       string               `json:"note"` // why it failed
	MadeBy     string               `json:"madeBy"`
	ApprovedBy string               `json:"approvedBy"`
	Lines      []wire.SettingOption `json:"lines"` // what it changes against what holds now
}
