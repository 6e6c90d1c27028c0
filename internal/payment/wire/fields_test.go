package wire

import (
	"maps"
	"net/url"
	"strings"
	"testing"

	"hongyun/internal/money"
)

// What can be read in two ways is not read: each of these texts could carry a signature
// that was made for something else.
func TestAnObjectIsReadInOneWayOnly(t *testing.T) {
	got, ok := Object([]byte(` {"amount":100.00,"coins":15.6300,"zero":0,"name":"a b","none":null,"plain":"100.00"} `))
	want := map[string]string{"amount": "100", "coins": "15.63", "zero": "0", "name": "a b", "none": "", "plain": "100.00"}
	if !ok || !maps.Equal(got, want) {
		t.Errorf("read %v, %v", got, ok)
	}
	for _, body := range []string{
		``, `{}`, `[]`, `null`, `1`, `"x"`, `{"a":1`, `{"a":1}}`, `{"a":1}{"a":1}`, `{"a":1}x`, `{"a":1,"a":1}`, `{"a":{}}`, `{"a":[]}`, `{"a":true}`, `{"A":1}`, `{"":1}`,
		`{"a":"x&b=1"}`, `{"a":-1}`, `{"a":1e2}`, `{"a":1E2}`, `{"a":0.123456789}`, `{"a":1234567890123}`, `{"a":01}`, `{"a":+1}`, `{"a":NaN}`, "\ufeff{\"a\":1}", `{'a':1}`,
		`{"a":"` + strings.Repeat("x", Limit) + `"}`,
	} {
		if got, ok := Object([]byte(body)); ok {
			t.Errorf("%.60s is read as %v", body, got)
		}
	}
}

func TestAFormIsReadInOneWayOnly(t *testing.T) {
	if got, ok := Form(url.Values{"a": {"1"}, "b_2": {"x=y"}}); !ok || got["b_2"] != "x=y" {
		t.Errorf("read %v, %v", got, ok)
	}
	for _, form := range []url.Values{nil, {}, {"a": {"1", "1"}}, {"a": {}}, {"": {"1"}}, {"A": {"1"}}, {"a[]": {"1"}}, {"a": {"1&b=2"}}} {
		if got, ok := Form(form); ok {
			t.Errorf("%v is read as %v", form, got)
		}
	}
}

func TestTheSignedTextLeavesOutEmptyFields(t *testing.T) {
	if got := Joined(map[string]string{"b": "2", "a": "1", "empty": "", "sign": "x"}, "sign"); got != "a=1&b=2" {
		t.Errorf("signed %q", got)
	}
}

func TestZerosBehindTheFenAreNoOtherAmount(t *testing.T) {
	for text, want := range map[string]money.Fen{"1": 100, "1.5": 150, "1.50": 150, "1.5000": 150, "0.010": 1} {
		if got, ok := Yuan(text); !ok || got != want {
			t.Errorf("%s: %s, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "0", "0.000", "1.001", "1.0010", "1.0000000", "1.", "01", "-1", "1,0"} {
		if got, ok := Yuan(text); ok {
			t.Errorf("%s is %s", text, got)
		}
	}
}
