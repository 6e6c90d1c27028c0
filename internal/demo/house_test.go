package demo

import (
	"reflect"
	"strings"
	"testing"

	"hongyun/internal/licence"
)

// Each fact of the demo that the articles quote says that it is not real. The demo has
// no licence, so it names no number, regulator, or place of one (H-505).
func TestThePlayHouseSaysThatItIsNotReal(t *testing.T) {
	for _, set := range []any{playHouse, licence.Play("演示站点")} {
		for i, v := 0, reflect.ValueOf(set); i < v.NumField(); i++ {
			name, text := v.Type().Field(i).Name, v.Field(i).String()
			switch name {
			case "FooterText", "Link", "Seal": // of the footer alone
				continue
			case "Number", "Regulator", "Jurisdiction", "Address":
				if text != "" {
					t.Errorf("the demo claims a licence: %s is %q", name, text)
				}
				continue
			}
			if !strings.Contains(text, "演示") && !strings.HasSuffix(text, "@demo.example") {
				t.Errorf("%s is %q", name, text)
			}
		}
	}
}
