package guard_test

import (
	"testing"

	"hongyun/internal/guard"
)

func TestATimeOutHasDaysAndAnExclusionATerm(t *testing.T) {
	if s := (guard.Stop{Kind: guard.TimeOut, Term: "7d"}); s.Days() != 7 || s.ExclusionTerm() != "" {
		t.Errorf("a time-out has %d days and the term %q", s.Days(), s.ExclusionTerm())
	}
	if s := (guard.Stop{Kind: guard.Exclusion, Term: guard.OneYear}); s.Days() != 0 || s.ExclusionTerm() != guard.OneYear {
		t.Errorf("an exclusion has %d days and the term %q", s.Days(), s.ExclusionTerm())
	}
}
