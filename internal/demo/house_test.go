package demo

import (
	"reflect"
	"strings"
	"testing"

	"hongyun/internal/licence"
)

// Each fact that the articles quote is set in the demo, and says that it is not real.
func TestThePlayHouseSaysThatItIsNotReal(t *testing.T) {
	for _, set := range []any{playHouse, licence.Play("演示站点")} {
		for i, v := 0, reflect.ValueOf(set); i < v.NumField(); i++ {
			name, text := v.Type().Field(i).Name, v.Field(i).String()
			switch name {
			case "FooterText", "Link", "Seal": // of the footer alone
				continue
			}
			if !strings.Contains(text, "演示") && !strings.HasSuffix(text, "@demo.example") {
				t.Errorf("%s is %q", name, text)
			}
		}
	}
}
