package identity

import (
	"errors"
	"testing"

	"hongyun/internal/setting"
)

func TestNoSettingIsBelowTheConfiguredAge(t *testing.T) {
	r := NewRules(RulesConfig{MinAge: 21, Phones: []string{"+86"}})
	older := Entry{MinAge: 18, Phones: "+86", Area: AreaConfigured}
	r.entry = func() Entry { return older } // agreed before the flag was raised
	if r.MinAge() != 21 {
		t.Errorf("the age is %d", r.MinAge())
	}
	if err := r.checkEntry(t.Context(), nil, setting.Put[Entry]{Value: older}); !errors.Is(err, errRuleAge) {
		t.Errorf("18 where 21 is configured: %v", err)
	}
	older.MinAge = 25
	if err := r.checkEntry(t.Context(), nil, setting.Put[Entry]{Value: older}); err != nil || r.MinAge() != 25 {
		t.Errorf("25: %v, %d", err, r.MinAge())
	}
}
