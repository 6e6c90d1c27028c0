package setting_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fault"
	"hongyun/internal/secret"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/stafftest"
)

type limits struct {
	Most int64  `json:"most"`
	Note string `json:"note"`
}

type receiver struct {
	Address string `json:"address"`
}

// office is a book with a single setting and one with rows, and three people: anna
// has two accounts.
type office struct {
	*setting.Book
	t              *testing.T
	d              *db.DB
	most           *setting.Entry[limits]
	accounts       *setting.Entry[receiver]
	put            []setting.Put[receiver]
	refuse         error            // of the check of an account
	refuseAddress  map[string]error // of the check of an account with an address
	anna, twin, bo staff.Actor
}

func each(t *testing.T, fn func(t *testing.T, o *office)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		o := &office{t: t, d: d}
		people := staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})
		accounts := account.New(people, account.Config{})
		hire := func(name, human string) staff.Actor {
			added, err := accounts.Add(t.Context(), staff.System("test"), account.NewStaff{Name: name, Person: human, Roles: []string{"owner"}, Reason: "测试人员"})
			if err != nil {
				t.Fatal(err)
			}
			return staff.Actor{ID: added.Person.ID, Name: name, Roles: []string{"owner"}}
		}
		first, err := stafftest.Add(t.Context(), accounts, d.Clock().Now(), "anna", "owner")
		if err != nil {
			t.Fatal(err)
		}
		o.anna = staff.Actor{ID: first.Person.ID, Name: "anna", Roles: []string{"owner"}}
		o.twin, o.bo = hire("anna-b", "ID anna"), hire("bo", "id bo")
		o.Book = setting.New(setting.Config{DB: d, Staff: people, Box: box, Log: dbtest.Quiet()})
		o.register()
		if err := o.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		fn(t, o)
	})
}

func (o *office) register() {
	o.most = setting.Register(o.Book, setting.Kind[limits]{
		Code: "cashier.second", Request: "cashier.rule", Title: "限额", Default: limits{Most: 100_00},
		Fields: []setting.Field{
			{Name: "most", Label: "最多", Form: setting.Yuan, Min: 100, Max: 1_000_000_00, Hint: "一笔最多多少"},
			{Name: "note", Label: "说明", Form: setting.Text, Max: 10, Hint: "给同事看"},
		},
	})
	o.accounts = setting.Register(o.Book, setting.Kind[receiver]{
		Code: "pay.gateway", Request: "pay.gateway", Title: "网关",
		Fields: []setting.Field{
			{Name: "address", Label: "地址", Form: setting.Address, Required: true, Hint: "网关的地址"},
			{Name: "key", Label: "密钥", Form: setting.Secret, Required: true, Hint: "签名用"},
		},
		Check: func(_ context.Context, _ db.Reader, p setting.Put[receiver]) error {
			return cmp.Or(o.refuse, o.refuseAddress[p.Value.Address])
		},
		Rows: &setting.Rows[receiver]{
			Items: func(context.Context, db.Reader) ([]setting.Item[receiver], error) {
				var items []setting.Item[receiver]
				for _, p := range o.put {
					items = append(items[:0], setting.Item[receiver]{Key: p.Key, Value: p.Value, On: p.On})
				}
				return items, nil
			},
			Label: func(key string, _ receiver) string { return key },
			Put: func(_ context.Context, _ *db.Tx, p setting.Put[receiver]) error {
				o.put = append(o.put, p)
				return nil
			},
			Off: func(context.Context, *db.Tx, string) (bool, error) { return true, nil },
		},
	})
}

func (o *office) order(base int, value string) setting.Order {
	return setting.Order{Kind: "cashier.second", Base: base, Value: json.RawMessage(value), Reason: "调整限额"}
}

func (o *office) ask(by staff.Actor, order setting.Order) string {
	o.t.Helper()
	id, err := o.Ask(o.t.Context(), by, order)
	if err != nil {
		o.t.Fatal(err)
	}
	return id
}

func (o *office) approve(by staff.Actor, id string) error {
	_, err := o.Staff.Decide(o.t.Context(), by, id, true, "")
	return err
}

// A change of one person alone holds nowhere, whatever accounts that person has.
// The other one reads what changes, in sentences.
func TestTwoPeoplePutAValueIntoForce(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		id := o.ask(o.anna, o.order(0, `{"most":25000000,"note":"节日"}`))
		for _, by := range []staff.Actor{o.anna, o.twin} {
			if err := o.approve(by, id); !errors.Is(err, staff.ErrOwnRequest) {
				t.Errorf("%s approves: %v", by.Name, err)
			}
		}
		if got := o.most.Now(); got != (limits{Most: 100_00}) {
			t.Fatalf("in force before the approval: %+v", got)
		}
		a, err := o.Staff.FindApproval(t.Context(), o.d, id)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(a.Details)
		for _, want := range []string{`{"label":"最多","value":"100.00元 → 250,000.00元"}`, `{"label":"说明","value":"无 → 节日"}`, "第1版", "通过后立即生效"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("the second person does not read %s in %s", want, text)
			}
		}
		if err := o.approve(o.bo, id); err != nil {
			t.Fatal(err)
		}
		if got := o.most.Now(); got != (limits{250_000_00, "节日"}) {
			t.Errorf("in force: %+v", got)
		}
		shown, err := o.List(t.Context(), o.d, "cashier.second")
		if err != nil || len(shown) != 1 || shown[0].Version != 1 || shown[0].MadeBy != "anna" || shown[0].ApprovedBy != "bo" || !shown[0].Since.Equal(o.d.Clock().Now()) {
			t.Errorf("shown: %+v, %v", shown, err)
		}
		history, _, err := o.History(t.Context(), o.d, "cashier.second", "", staff.Page{})
		if err != nil || len(history) != 1 || len(history[0].Lines) != 2 || history[0].Lines[0].Value != "100.00元 → 250,000.00元" {
			t.Errorf("history: %+v, %v", history, err)
		}
	})
}

// Two people who edit at once: the later one is told, and nothing overwrites.
func TestTwoPeopleEditingAtOnceAreTold(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		id := o.ask(o.anna, o.order(0, `{"most":20000,"note":""}`))
		if _, err := o.Ask(t.Context(), o.bo, o.order(0, `{"most":30000,"note":""}`)); !errors.Is(err, staff.ErrOpenRequest) {
			t.Errorf("beside an open request: %v", err)
		}
		if err := o.approve(o.bo, id); err != nil {
			t.Fatal(err)
		}
		_, err := o.Ask(t.Context(), o.anna, o.order(0, `{"most":30000,"note":""}`))
		if f, _ := fault.Of(err); !errors.Is(err, setting.ErrBase) || !strings.Contains(f.Message(), "bo") || !strings.Contains(f.Message(), "第1版") {
			t.Errorf("against an older version: %v", err)
		}
		if err := o.approve(o.bo, o.ask(o.anna, o.order(1, `{"most":30000,"note":""}`))); err != nil || o.most.Now().Most != 30000 {
			t.Errorf("against the new one: %v, %+v", err, o.most.Now())
		}
	})
}

// A value with a moment holds from that moment, on every node, and the one before
// it holds until then.
func TestALaterValueHoldsFromItsMoment(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		clock := dbtest.Clock(o.d)
		later := o.order(0, `{"most":20000,"note":""}`)
		for _, from := range []time.Time{clock.Now(), clock.Now().Add(-time.Hour), clock.Now().Add(400 * 24 * time.Hour)} {
			if later.From = from; true {
				if _, err := o.Ask(t.Context(), o.anna, later); !errors.Is(err, setting.ErrFrom) {
					t.Errorf("from %s: %v", from, err)
				}
			}
		}
		later.From = clock.Now().Add(time.Hour)
		if err := o.approve(o.bo, o.ask(o.anna, later)); err != nil {
			t.Fatal(err)
		}
		if o.most.Now().Most != 100_00 {
			t.Errorf("before its moment: %+v", o.most.Now())
		}
		shown, err := o.List(t.Context(), o.d, "cashier.second")
		if err != nil || string(shown[0].Value) != `{"most":10000,"note":""}` || shown[0].Version != 1 || string(shown[0].Coming) != `{"most":20000,"note":""}` {
			t.Errorf("shown: %+v, %v", shown, err)
		}
		clock.Advance(time.Hour)
		if o.most.Now().Most != 20000 {
			t.Errorf("at its moment: %+v", o.most.Now())
		}
		// Approved too late, it is refused and can be asked for again.
		again := o.order(1, `{"most":30000,"note":""}`)
		again.From = clock.Now().Add(time.Minute)
		id := o.ask(o.anna, again)
		clock.Advance(time.Hour)
		if err := o.approve(o.bo, id); !errors.Is(err, setting.ErrLate) || o.most.Now().Most != 20000 {
			t.Errorf("approved after its moment: %v", err)
		}
	})
}

// A value that cannot be is refused with its field, and nothing is stored.
func TestAWrongValueIsRefused(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		for name, c := range map[string]struct {
			value string
			want  error
		}{
			"no JSON":              {`{`, setting.ErrForm},
			"null":                 {`null`, setting.ErrForm},
			"a list":               {`[]`, setting.ErrForm},
			"an unknown field":     {`{"most":20000,"note":"","more":1}`, setting.ErrForm},
			"below":                {`{"most":99,"note":""}`, setting.ErrField},
			"above":                {`{"most":100000001,"note":""}`, setting.ErrField},
			"negative":             {`{"most":-5,"note":""}`, setting.ErrField},
			"a fraction":           {`{"most":100.5,"note":""}`, setting.ErrField},
			"beyond 64 bits":       {`{"most":99999999999999999999,"note":""}`, setting.ErrField},
			"text for a number":    {`{"most":"20000","note":""}`, setting.ErrField},
			"a number for text":    {`{"most":20000,"note":5}`, setting.ErrField},
			"too long":             {`{"most":20000,"note":"一二三四五六七八九十一"}`, setting.ErrField},
			"a hidden character":   {`{"most":20000,"note":"a\u202eb"}`, setting.ErrField},
			"nothing that changes": {`{"most":10000,"note":""}`, setting.ErrSame},
		} {
			if _, err := o.Ask(t.Context(), o.anna, o.order(0, c.value)); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
		var rows int
		if err := o.d.NewRaw("SELECT COUNT(*) FROM setting_version").Scan(t.Context(), &rows); err != nil || rows != 0 {
			t.Errorf("%d versions stored, %v", rows, err)
		}
	})
}

// A key is in no row but its own, does not follow an address that changes, and is
// not given out beside a value that was altered.
func TestASecretStaysWithItsValue(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		const key = "a-very-secret-key"
		order := setting.Order{
			Kind: "pay.gateway", Key: "one", New: true, Value: json.RawMessage(`{"address":"https://pay.example/api"}`),
			Secrets: map[string]string{"key": key}, On: true, Reason: "新签合同",
		}
		bad := order
		bad.Secrets = nil
		if _, err := o.Ask(t.Context(), o.anna, bad); !errors.Is(err, setting.ErrMissing) {
			t.Errorf("without its key: %v", err)
		}
		for _, address := range []string{"ftp://x/", "https://u:p@x/", "https://x/?a=b", "x"} {
			bad = order
			bad.Value = json.RawMessage(`{"address":"` + address + `"}`)
			if _, err := o.Ask(t.Context(), o.anna, bad); !errors.Is(err, setting.ErrField) {
				t.Errorf("%s: %v", address, err)
			}
		}
		id := o.ask(o.anna, order)
		if o.accounts.Secrets("one") != nil || len(o.put) != 0 {
			t.Error("a key of one person alone is in use")
		}
		if err := o.approve(o.bo, id); err != nil {
			t.Fatal(err)
		}
		if o.accounts.Secrets("one")["key"] != key || len(o.put) != 1 || o.put[0].Secrets["key"] != key {
			t.Error("the owner of the kind does not get the key")
		}
		for _, place := range []string{"staff_approval.payload", "staff_approval.details", `staff_audit."after"`, "setting_version.value", "setting_version.sealed"} {
			table, column, _ := strings.Cut(place, ".")
			var texts []string
			if err := o.d.NewRaw("SELECT CAST("+column+" AS TEXT) FROM "+table).Scan(t.Context(), &texts); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(strings.Join(texts, "\n"), key) {
				t.Errorf("the key is in %s", place)
			}
		}
		moved := order
		moved.New, moved.Base, moved.Value, moved.Secrets = false, 1, json.RawMessage(`{"address":"https://evil.example/api"}`), nil
		if _, err := o.Ask(t.Context(), o.anna, moved); !errors.Is(err, setting.ErrKeys) {
			t.Errorf("another address with the old key: %v", err)
		}
		// An attacker copies the sealed key beside another address.
		err := o.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw(`INSERT INTO setting_version (id, kind, key, version, value, sealed, live_on, from_at, made_by, made_at)
				SELECT 'forged', kind, key, 2, '{"address":"https://evil.example/api"}', sealed, live_on, from_at, made_by, made_at FROM setting_version`).Exec(ctx)
			if err == nil {
				_, err = tx.NewRaw("UPDATE setting_version SET approved_by = 'x', approved_at = 1, effective_at = 1 WHERE id = 'forged'").Exec(ctx)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := o.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := o.accounts.Secrets("one"); got != nil {
			t.Errorf("a key opens beside another address: %v", got)
		}
		if err := o.Off(t.Context(), o.anna, "pay.gateway", "one", "更换"); err != nil {
			t.Errorf("one person takes it out of use: %v", err)
		}
		if err := o.Off(t.Context(), o.anna, "cashier.second", "", "更换"); !errors.Is(err, setting.ErrNoOff) {
			t.Errorf("a rule is taken out of use: %v", err)
		}
	})
}
