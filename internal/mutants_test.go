package internal_test

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// Each planted mistake of scripts/mutants.sh changes the code of today.
func TestEveryMutantApplies(t *testing.T) {
	patches, err := filepath.Glob("../scripts/mutants/*.patch")
	if err != nil || len(patches) == 0 {
		t.Fatalf("%d patches, %v", len(patches), err)
	}
	for _, patch := range patches {
		c := exec.Command("git", "apply", "--check", "--recount", "-C1", patch[len("../"):])
		c.Dir = ".."
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %s%v", filepath.Base(patch), out, err)
		}
	}
}
