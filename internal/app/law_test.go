package app

import (
	"strings"
	"testing"

	"hongyun/internal/player/identity"
)

// D-19: a configuration that does not check the age is refused, the demo excepted.
func TestOnlyTheDemoSwitchesTheAgeCheckOff(t *testing.T) {
	for _, tc := range []struct {
		name string
		age  int
		demo bool
		want int // 0: refused
	}{
		{"default", 0, false, 18}, {"default of the demo", 0, true, 18}, {"stricter", 21, false, 21},
		{"off", identity.NoMinAge, false, 0}, {"too young", 16, false, 0}, {"off in the demo", identity.NoMinAge, true, identity.NoMinAge},
	} {
		c := Config{Database: "sqlite:none", DataKey: make([]byte, 32), ReqTokenSecrets: []string{"s"}, MinAge: tc.age, Demo: tc.demo}
		err := c.complete()
		if tc.want == 0 && (err == nil || !strings.Contains(err.Error(), "minimum age")) || tc.want != 0 && (err != nil || c.MinAge != tc.want) {
			t.Errorf("%s: age %d, %v", tc.name, c.MinAge, err)
		}
	}
}

// D-19: the phone numbers to serve are written with their country code.
func TestPhonePrefixesHaveACountryCode(t *testing.T) {
	for prefix, fine := range map[string]bool{"+86": true, "+86139": true, "86": false, "139": false, "": false, "+": false, "+86 1": false} {
		c := Config{Database: "sqlite:none", DataKey: make([]byte, 32), ReqTokenSecrets: []string{"s"}, Phones: []string{prefix}}
		if err := c.complete(); (err == nil) != fine {
			t.Errorf("%q: %v", prefix, err)
		}
	}
}
