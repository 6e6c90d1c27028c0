package demo

import (
	"testing"

	"hongyun/sandbox/play"
)

// GAME-03: every fishing hall of the venues with a contract has a page of its own.
func TestTheSandboxPlaysEveryFishingHall(t *testing.T) {
	venues, err := PlayVenues()
	if err != nil {
		t.Fatal(err)
	}
	halls := map[string]int{}
	for _, v := range venues {
		for _, g := range v.Games {
			if g.Kind == play.KindFishing {
				halls[v.Code]++
				if g.Palette == "" || g.Motif == "" {
					t.Errorf("%s %s has no colours of its own", v.Code, g.Code)
				}
			}
		}
	}
	if halls["ag"] != 8 || halls["s47"] != 3 {
		t.Errorf("fishing halls: %v", halls)
	}
}
