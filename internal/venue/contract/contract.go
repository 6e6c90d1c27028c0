package contract

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// kindContract is the kind of request by which a second person approves a contract.
const kindContract staff.Kind[contractPayload] = "venue.contract"

// Protocol is a wire protocol with the fields of a contract that speaks it.
type Protocol struct {
	Name   string
	Fields []Field
}

// Config holds the dependencies of New.
type Config struct {
	DB        *db.DB
	Staff     *staff.Staff
	Box       *secret.Box
	Protocols []Protocol

	// Check says whether an adapter accepts a contract. It makes no call.
	Check func(code, protocol string, contract json.RawMessage) error

	// InFile says whether the configuration file has a contract with a venue.
	InFile func(code string) bool
}

// Contracts are the contracts with venues that people entered on the screen.
// The values of their fields leave it for the adapters alone.
type Contracts struct{ Config }

// New also takes over the decisions of the second person.
func New(c Config) *Contracts {
	out := &Contracts{c}
	kindContract.OnApproved(c.Staff, out.approved)
	return out
}

// Entry is one version of a contract, without the values of its fields.
type Entry struct {
	ID, Venue  string
	Version    int
	Protocol   string
	Host       string
	Fields     []string // names of those that are set
	MadeBy     string
	MadeAt     time.Time
	ApprovedBy string    // "" before the approval
	ApprovedAt time.Time // zero likewise
}

// Order is the input of a member of staff.
type Order struct {
	Venue    string // code
	Protocol string
	Values   map[string]string // by the names of the fields; an empty one stays as it is
	Whole    bool              // nothing stays as it is: what is empty is not set
	Base     int               // the version in force that was changed; 0: none
	Reason   string
}

// contractPayload is the request that the second person's approval carries out.
// It names the row and holds no value of it.
type contractPayload struct {
	ID      string   `json:"id"`
	Version int      `json:"version"`
	Base    int      `json:"base"` // the version in force when it was asked for
	Changes []string `json:"changes"`
}

// Ask stores a contract sealed and asks for a second person, whose request names
// the fields that change and no values. It fails with ErrNoVenue, ErrProtocol,
// ErrField, ErrBase, ErrBaseGone, ErrMissing, ErrKeys, ErrSame,
// ErrForm, and staff's faults.
func (c *Contracts) Ask(ctx context.Context, by staff.Actor, o Order) (approvalID string, err error) {
	fields := c.fields(o.Protocol)
	if fields == nil {
		return "", ErrProtocol
	}
	given, err := cleanValues(fields, o.Values)
	if err != nil {
		return "", err
	}
	err = c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		name, err := venue.Lock(ctx, tx, o.Venue)
		if err != nil {
			return err
		}
		base, old, err := c.inForce(ctx, tx, o.Venue)
		if err != nil {
			return err
		}
		if err := base.changedFrom(o.Base); err != nil {
			return err
		}
		if base.Protocol != o.Protocol {
			old = nil
		}
		values, err := merge(fields, old, given, o.Whole)
		if err != nil {
			return err
		}
		changes := changed(fields, old, values)
		if len(changes) == 0 {
			return ErrSame
		}
		contract, err := contractJSON(fields, values)
		if err != nil || c.Check(o.Venue, o.Protocol, contract) != nil { // its text could hold a value
			return ErrForm
		}
		row, err := c.insert(ctx, tx, by, o, fields, values)
		if err != nil {
			return err
		}
		approvalID, err = c.Staff.RequestApproval(ctx, tx, by, c.request(name, row, base, o, changes, values))
		return err
	})
	if err != nil {
		return "", err
	}
	return approvalID, nil
}

// changedFrom refuses a change of another version than the one in force. A field that
// is left empty keeps its value, and the person never saw the newer contract.
func (e Entry) changedFrom(base int) error {
	switch {
	case e.Version == base:
		return nil
	case e.Version < base:
		return ErrBaseGone.With(base)
	}
	return ErrBase.With(e.MadeBy+"、"+e.ApprovedBy, calendar.Stamp(e.ApprovedAt), e.Version)
}

// cleanValues trims values and refuses what a field cannot have, or no field has.
func cleanValues(fields []Field, values map[string]string) (map[string]string, error) {
	out := map[string]string{}
	for name, value := range values {
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
		if i < 0 {
			return nil, ErrProtocol
		}
		if value = strings.TrimSpace(value); value == "" {
			continue
		}
		if !fields[i].check(value) {
			return nil, ErrField.With(fields[i].Label)
		}
		out[name] = value
	}
	return out, nil
}

// merge fills empty fields from the contract in force. Keys are not reused for
// a changed address: a person who names another host must have the keys.
func merge(fields []Field, old, given map[string]string, whole bool) (map[string]string, error) {
	values, moved := map[string]string{}, false
	for _, f := range fields {
		moved = moved || f.Kind == FieldAddress && given[f.Name] != "" && given[f.Name] != old[f.Name]
	}
	for _, f := range fields {
		value := given[f.Name]
		if value == "" && !whole {
			value = old[f.Name]
			if value != "" && f.Secret() && moved {
				return nil, ErrKeys.With(f.Label)
			}
		}
		if value == "" && f.Required {
			return nil, ErrMissing.With(f.Label)
		}
		if value != "" {
			values[f.Name] = value
		}
	}
	return values, nil
}

// changed names the fields that differ.
func changed(fields []Field, old, values map[string]string) []string {
	var names []string
	for _, f := range fields {
		if old[f.Name] != values[f.Name] {
			names = append(names, f.Name)
		}
	}
	return names
}

// request is the second person's view: names of fields, and never a value.
func (c *Contracts) request(name string, row row, base Entry, o Order, changes []string, values map[string]string) staff.Request {
	var change, removed, same []string
	lasting := false
	for _, f := range c.fields(o.Protocol) {
		switch isChange := slices.Contains(changes, f.Name); {
		case isChange && values[f.Name] == "":
			removed = append(removed, f.Label)
		case isChange:
			change = append(change, f.Label)
		case values[f.Name] != "":
			same = append(same, f.Label)
		}
		lasting = lasting || f.Lasting && base.Protocol == o.Protocol && slices.Contains(changes, f.Name)
	}
	details := []staff.Detail{
		{Label: "场馆", Value: name + " · " + o.Venue}, {Label: "协议", Value: o.Protocol},
		{Label: "版本", Value: strconv.Itoa(row.Version)}, {Label: "填写或更改的字段", Value: list(change)},
		{Label: "清空的字段", Value: list(removed)}, {Label: "保持不变的字段", Value: list(same)},
		{Label: "核对", Value: "字段内容加密保存，任何人都看不到。请在场馆详情核对新合同的接口主机。"},
	}
	if lasting {
		details = append(details, staff.Detail{Label: "注意", Value: "账号前缀或玩家密码种子有变：已有玩家将登录不了他们在该场馆的账号。"})
	}
	if c.InFile(o.Venue) {
		details = append(details, staff.Detail{Label: "注意", Value: "配置文件中也有该场馆的合同，以文件为准。"})
	}
	return kindContract.Request(contractPayload{ID: row.ID, Version: row.Version, Base: base.Version, Changes: changes}, staff.Request{
		Subject: "venue.contract:" + o.Venue, Label: name, Title: "更改场馆合同", Details: details,
		Effect: "通过后，在服务下次启动时生效", Reason: o.Reason,
	})
}

func list(labels []string) string {
	if len(labels) == 0 {
		return "无"
	}
	return strings.Join(labels, "、")
}

// approved puts a contract into force, unless another one came between.
func (c *Contracts) approved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p contractPayload) error {
	row, err := lockContract(ctx, tx, p.ID)
	if err != nil {
		return fmt.Errorf("lock contract %s: %w", p.ID, err)
	}
	base, _, err := c.inForce(ctx, tx, row.Venue)
	if err != nil {
		return err
	}
	if base.Version != p.Base || row.ApprovedAt != 0 {
		return staff.ErrSubjectChange
	}
	if err := approveContract(ctx, tx, row.ID, by.Name); err != nil {
		return fmt.Errorf("approve contract %s: %w", row.ID, err)
	}
	return c.Staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindContract), Subject: a.Subject, Label: a.Label, Reason: a.Reason,
		Before: map[string]any{"version": base.Version},
		After:  map[string]any{"version": row.Version, "protocol": row.Protocol, "changes": p.Changes},
	})
}

func (c *Contracts) fields(protocol string) []Field {
	for _, p := range c.Protocols {
		if p.Name == protocol {
			return p.Fields
		}
	}
	return nil
}

// Versions gives the entries for a venue, the newest first, at most ten.
func (c *Contracts) Versions(ctx context.Context, r db.Reader, code string) ([]Entry, error) {
	rows, err := listContracts(ctx, r, code)
	if err != nil {
		return nil, fmt.Errorf("list contracts of %s: %w", code, err)
	}
	out := make([]Entry, len(rows))
	for i, row := range rows {
		if out[i], err = row.version(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Base is the version in force at a venue, which a change of it names; 0 if there is none.
func (c *Contracts) Base(ctx context.Context, r db.Reader, code string) (int, error) {
	row, err := findInForce(ctx, r, code)
	if err != nil && !errors.Is(err, errNoRow) {
		return 0, fmt.Errorf("find the contract of %s: %w", code, err)
	}
	return row.Version, nil
}

// Waiting is the id of the open request about a venue's contract, "" if there is none.
func (c *Contracts) Waiting(ctx context.Context, r db.Reader, code string) (string, error) {
	return c.Staff.PendingApproval(ctx, r, "venue.contract:"+code)
}

// Stored is a contract in force, with its values. It goes to an adapter
// and nowhere else.
type Stored struct {
	Entry
	Contract json.RawMessage // as a file has it, without venue and protocol; nil if it cannot be opened
}

// InForce gives the contract in force of each venue that has one.
func (c *Contracts) InForce(ctx context.Context, r db.Reader) ([]Stored, error) {
	rows, err := listInForce(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("list contracts: %w", err)
	}
	out := make([]Stored, len(rows))
	for i, row := range rows {
		if out[i].Entry, err = row.version(); err != nil {
			return nil, err
		}
		// A row that was altered, or a protocol that is gone, must not stop the other venues.
		if values, err := c.open(row); err == nil {
			out[i].Contract, _ = contractJSON(c.fields(row.Protocol), values)
		}
	}
	return out, nil
}

func (c *Contracts) inForce(ctx context.Context, tx *db.Tx, code string) (Entry, map[string]string, error) {
	row, err := findInForce(ctx, tx, code)
	if errors.Is(err, errNoRow) {
		return Entry{}, nil, nil
	}
	if err != nil {
		return Entry{}, nil, fmt.Errorf("find the contract of %s: %w", code, err)
	}
	v, err := row.version()
	if err != nil {
		return v, nil, err
	}
	// One that does not open gives nothing to keep: the whole contract is entered again.
	values, _ := c.open(row)
	return v, values, nil
}

func (c *Contracts) insert(ctx context.Context, tx *db.Tx, by staff.Actor, o Order, fields []Field, values map[string]string) (row, error) {
	last, err := lastContract(ctx, tx, o.Venue)
	if err != nil {
		return row{}, fmt.Errorf("number the contract of %s: %w", o.Venue, err)
	}
	row := row{
		ID: uuid.Must(uuid.NewV7()).String(), Venue: o.Venue, Version: last + 1, Protocol: o.Protocol, Host: hostOf(fields, values),
		MadeBy: by.Name, MadeAt: tx.NowMillis(),
	}
	names := []string{}
	for _, f := range fields {
		if values[f.Name] != "" {
			names = append(names, f.Name)
		}
	}
	plain, err := json.Marshal(values)
	if err != nil {
		return row, errors.New("a contract cannot be written as JSON")
	}
	set, err := json.Marshal(names)
	if err != nil {
		return row, err
	}
	row.Fields, row.Sealed = string(set), c.Box.Seal(row.where(), string(plain))
	if err := insertContract(ctx, tx, row); err != nil {
		return row, fmt.Errorf("store the contract of %s: %w", o.Venue, err)
	}
	return row, nil
}

// hostOf is the host of the first address.
func hostOf(fields []Field, values map[string]string) string {
	for _, f := range fields {
		if f.Kind == FieldAddress && values[f.Name] != "" {
			if u, err := url.Parse(values[f.Name]); err == nil {
				return u.Host
			}
		}
	}
	return ""
}

func (c *Contracts) open(row row) (map[string]string, error) {
	plain, err := c.Box.Open(row.where(), row.Sealed)
	if err != nil {
		return nil, err
	}
	var values map[string]string
	if json.Unmarshal([]byte(plain), &values) != nil {
		return nil, secret.ErrSealed
	}
	return values, nil
}
