package rule

import (
	"reflect"
	"strings"
	"testing"

	"hongyun/internal/money"
	"hongyun/internal/setting"
)

// The second person reads sentences: each figure of a promotion is in one of
// them, and none is data.
func TestEveryFigureIsASentence(t *testing.T) {
	for _, r := range shipped {
		base := r.details()
		for _, d := range base {
			if strings.ContainsAny(d.Value, "{}[]\"") || d.Label == "" {
				t.Errorf("%s: %s is %s", r.Name, d.Label, d.Value)
			}
		}
		v := reflect.ValueOf(r.Params)
		for i := range v.NumField() {
			field := v.Type().Field(i)
			changed := r
			to := reflect.ValueOf(&changed.Params).Elem().Field(i)
			switch {
			case field.Name == "Turnover":
				to.SetInt(to.Int() + 100)
			case field.Name == "Review":
				to.SetBool(!to.Bool())
			case field.Name == "Weights" && r.Params.Turnover == 0:
				continue // nothing to count towards
			case field.Name == "Weights":
				changed.Params.Weights = map[string]int64{"slot": 7}
			case v.Field(i).IsZero():
				continue // not a figure of this kind
			case to.CanInt():
				to.SetInt(to.Int() * 10) // the slip of a zero
			default:
				to.SetZero()
			}
			if reflect.DeepEqual(setting.Differences(base, changed.details()), base) {
				t.Errorf("%s: another %s reads the same", r.Name, field.Name)
			}
		}
	}
}

func TestAChangeShowsBothValues(t *testing.T) {
	was := Params{Rate: 200, DepositMin: 100 * money.Yuan, Cap: 888 * money.Yuan, Turnover: 100}
	next := was
	next.Rate, next.Cap = 3000, 0
	got := map[string]string{}
	for _, d := range setting.Differences(was.details(), next.details()) {
		got[d.Label] = d.Value
	}
	want := map[string]string{"比例": "2% → 30%", "最低存款": "100.00 元", "最高金额": "888.00 元 → 无", "派奖审核": "自动派发"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}
