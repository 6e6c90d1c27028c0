package playerapi

import (
	"errors"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"hongyun/internal/fault"
	"hongyun/internal/playerapi/route"
)

var amountOnly = map[string]string{"amount": "amount", "playername": "playerName"}

// API-03, trust INP-2: one reader of a request must never see another order
// than a second one would.
func TestFormsAreReadOneWayOnly(t *testing.T) {
	for _, tc := range []struct {
		name, form, amount string
		err                *fault.Fault
	}{
		{"plain", "amount=100", "100", nil},
		{"case does not matter", "AMOUNT=100", "100", nil},
		{"escaped", "amount=1%30%30", "100", nil},
		{"plus is a space", "amount=1+0", "1 0", nil},
		{"unknown names are dropped", "amount=100&__proto__=1&x=2&x=3", "100", nil},
		{"empty body", "", "", nil},
		{"name without a value", "amount", "", nil},
		{"twice", "amount=1&amount=99999", "", route.ErrRepeated},
		{"twice in two cases", "amount=1&Amount=99999", "", route.ErrRepeated},
		{"twice, once escaped", "amount=1&%61mount=99999", "", route.ErrRepeated},
		{"twice, first empty", "amount=&amount=5", "", route.ErrRepeated},
		{"array", "amount[]=1", "", route.ErrArray},
		{"array by index", "amount%5B0%5D=1", "", route.ErrArray},
		{"semicolon", "amount=1;amount=2", "", route.ErrForm},
		{"broken escape", "amount=%zz", "", route.ErrForm},
		{"broken UTF-8", "amount=%ff", "", route.ErrCharacters},
		{"zero byte", "amount=1%00", "", route.ErrCharacters},
		{"line break", "amount=1%0a2", "", route.ErrCharacters},
		{"direction override", "playerName=abc%E2%80%AEcba", "", route.ErrCharacters},
		{"too many", strings.Repeat("x=1&", 101), "", route.ErrForm},
	} {
		t.Run(tc.name, func(t *testing.T) {
			values, err := route.ParseForm(tc.form, amountOnly, nil)
			if tc.err != nil {
				if !errors.Is(err, tc.err) {
					t.Fatalf("err = %v, want %v", err, tc.err)
				}
				return
			}
			if err != nil || values["amount"] != tc.amount {
				t.Fatalf("amount = %q, %v; want %q", values["amount"], err, tc.amount)
			}
		})
	}
}

func TestBodiesThatAreNoFormAreRefused(t *testing.T) {
	for _, tc := range []struct {
		name, kind, body string
		err              error
	}{
		{"form", "application/x-www-form-urlencoded", "a=1", nil},
		{"form with charset", "application/x-www-form-urlencoded; charset=UTF-8", "a=1", nil},
		{"nothing at all", "", "", nil},
		{"no type", "", "a=1", route.ErrContentType},
		{"JSON", "application/json", `{"a":1}`, route.ErrContentType},
		{"multipart", "multipart/form-data; boundary=x", "--x--", route.ErrContentType},
		{"another charset", "application/x-www-form-urlencoded; charset=gbk", "a=1", route.ErrContentType},
		{"largest", "application/x-www-form-urlencoded", "a=" + strings.Repeat("x", route.MaxBody-2), nil},
		{"too large", "application/x-www-form-urlencoded", "a=" + strings.Repeat("x", route.MaxBody-1), route.ErrBodyTooLarge},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, told := range []bool{true, false} {
				r := httptest.NewRequest("POST", "/", strings.NewReader(tc.body))
				if !told {
					r.ContentLength = -1 // chunked: the length is not known before
				}
				if tc.kind != "" {
					r.Header.Set("Content-Type", tc.kind)
				}
				if _, err := route.ReadBody(r, route.MaxBody); !errors.Is(err, tc.err) {
					t.Errorf("length told %v: err = %v, want %v", told, err, tc.err)
				}
			}
		})
	}
}

// An amount is text until money reads it; a number is digits and nothing else.
func TestNumbersAreDigitsOnly(t *testing.T) {
	for _, bad := range []string{"", "-", "-0", "+1", "01", "1e3", "0x10", "1.0", " 1", "1 ", "１００", "٣", "NaN", "1,000", "12345678901234567", strings.Repeat("9", 400)} {
		if n, ok := route.WholeNumber(bad); ok {
			t.Errorf("%q is read as %d", bad, n)
		}
	}
	for text, want := range map[string]int64{"0": 0, "7": 7, "-1": -1, "9007199254740991": 9007199254740991} {
		if n, ok := route.WholeNumber(text); !ok || n != want {
			t.Errorf("%q = %d, %v", text, n, ok)
		}
	}
}

// Whatever a stranger sends, the parser answers; and what it accepts, the
// standard library reads in the same way.
func FuzzForm(f *testing.F) {
	for _, seed := range []string{"amount=1", "amount=1&Amount=2", "amount[]=1", "a=%zz", "amount=%E2%80%AE", "&&=;=&amount", "amount=1+0&playerName=x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, form string) {
		got, err := route.ParseForm(form, amountOnly, nil)
		if err != nil {
			if _, told := fault.Of(err); !told {
				t.Fatalf("%q: %v is no fault", form, err)
			}
			return
		}
		std, err := url.ParseQuery(form)
		if err != nil {
			return // the standard library is stricter about names nobody knows
		}
		want := map[string]string{}
		for name, values := range std {
			if field, known := amountOnly[strings.ToLower(name)]; known {
				want[field] = values[0]
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: ours %q, standard %q", form, got, want)
		}
	})
}
