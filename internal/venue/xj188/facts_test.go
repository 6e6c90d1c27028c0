package xj188

import "testing"

func TestTheRulesSayThatBetsNameNoSides(t *testing.T) {
	if (&Venue{}).Rules().NoSides == "" {
		t.Error("no reason")
	}
}
