package setting_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/setting"
)

type shares struct {
	Games []setting.Listed `json:"games"`
}

// H-438: the second person reads the names that the owner of the things gives, a sentence
// for each that is added, changed or removed. A thing that the owner no longer knows keeps
// its name. One that the owner never knew is refused.
func TestAListIsToldByTheNamesOfItsOwner(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		known := map[string]string{"a": "甲", "b": "乙"}
		entry := setting.Register(o.Book, setting.Kind[shares]{
			Code: "turnover.shares", Request: "cashier.rule", Title: "比例", Default: shares{Games: []setting.Listed{}},
			Fields: []setting.Field{{Name: "games", Label: "游戏", Form: setting.List, Unit: "%", Max: 100, Hint: "每个游戏的比例"}},
			Pick: map[string]setting.Picker{"games": {
				Find: func(context.Context, db.Reader, string) ([]setting.Option, error) {
					return []setting.Option{{Value: "a", Label: "甲"}}, nil
				},
				Names: func(_ context.Context, _ db.Reader, keys []string) (map[string]string, error) { return known, nil },
			}},
		})
		order := func(base int, list string) setting.Order {
			return setting.Order{Kind: "turnover.shares", Base: base, Value: json.RawMessage(`{"games":` + list + `}`), Reason: "调整比例"}
		}
		told := func(id string) string {
			t.Helper()
			a, err := o.Staff.FindApproval(t.Context(), o.d, id)
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			for _, d := range a.Details[2 : len(a.Details)-1] { // without title and moment
				lines = append(lines, d.Label+"："+d.Value)
			}
			return strings.Join(lines, "；")
		}
		for what, list := range map[string]string{
			"of nothing known": `[{"key":"x","label":"甲","number":0}]`, "twice": `[{"key":"a","number":1},{"key":"a","number":2}]`, "above its most": `[{"key":"a","number":101}]`,
			"without a key": `[{"key":"","number":1}]`, "no list": `"a"`, "with something else": `[{"key":"a","number":1,"on":true}]`, "half a percent": `[{"key":"a","number":0.5}]`,
			"too long": "[" + strings.TrimSuffix(strings.Repeat(`{"key":"a","number":1},`, 301), ",") + "]",
		} {
			if _, err := o.Ask(t.Context(), o.anna, order(0, list)); !errors.Is(err, setting.ErrField) {
				t.Errorf("%s: %v", what, err)
			}
		}
		id := o.ask(o.anna, order(0, `[{"key":"a","label":"另一个游戏","number":20},{"key":"b","label":"","number":0}]`))
		if got, want := told(id), "游戏 · 甲：未列入 → 20%；游戏 · 乙：未列入 → 0%"; got != want {
			t.Errorf("told %q, want %q", got, want)
		}
		if err := o.approve(o.anna, id); err == nil {
			t.Error("one person alone weighs a game")
		}
		if err := o.approve(o.bo, id); err != nil {
			t.Fatal(err)
		}
		first, version := entry.NowVersion()
		if version != 1 || fmt.Sprint(first.Games) != "[{a 甲 20} {b 乙 0}]" {
			t.Errorf("version %d: %v", version, first.Games)
		}
		delete(known, "a") // it left the catalogue
		id = o.ask(o.anna, order(1, `[{"key":"a","label":"","number":30}]`))
		if got, want := told(id), "游戏 · 甲：20% → 30%；游戏 · 乙：0% → 未列入"; got != want {
			t.Errorf("told %q, want %q", got, want)
		}
		if err := o.approve(o.bo, id); err != nil {
			t.Fatal(err)
		}
		old, err := entry.Version(t.Context(), o.d, "", 1)
		if err != nil || len(old.Games) != 2 || old.Games[0].Number != 20 {
			t.Errorf("the version before: %v, %v", old, err)
		}
		if _, err := o.Ask(t.Context(), o.anna, order(2, `[{"key":"a","number":30}]`)); !errors.Is(err, setting.ErrSame) {
			t.Errorf("the same again: %v", err)
		}
		for _, percent := range []string{"101", "-1"} {
			_, err := o.Ask(t.Context(), o.anna, order(2, `[{"key":"b","number":`+percent+`}]`))
			if err == nil || !strings.Contains(err.Error(), "第1项须在 0% 至 100% 之间") {
				t.Errorf("%s percent: %v", percent, err)
			}
		}
		known["c"], known["d"] = "乙", "丁"
		id = o.ask(o.anna, order(2, `[{"key":"b","number":10},{"key":"c","number":20},{"key":"d","number":30}]`))
		if got, want := told(id), "游戏 · 乙（b）：未列入 → 10%；游戏 · 乙（c）：未列入 → 20%；游戏 · 丁：未列入 → 30%；游戏 · 甲：30% → 未列入"; got != want {
			t.Errorf("told %q, want %q", got, want)
		}
		if found, err := o.Find(t.Context(), o.d, "turnover.shares", "games", " 甲 "); err != nil || len(found) != 1 {
			t.Errorf("found %v, %v", found, err)
		}
		if _, err := o.Find(t.Context(), o.d, "turnover.shares", "nothing", "甲"); !errors.Is(err, setting.ErrKind) {
			t.Errorf("a field that is none: %v", err)
		}
	})
}
