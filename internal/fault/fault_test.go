package fault

import (
	"errors"
	"fmt"
	"testing"
)

var errShort = New(Refused, "test.short", "还差%s元")

func TestValuesFillTheTextAndKeepTheIdentity(t *testing.T) {
	err := fmt.Errorf("withdraw: %w", errShort.With("12.50"))
	f, ok := Of(err)
	if !ok || f.Message() != "还差12.50元" || f.Kind != Refused {
		t.Fatalf("Of = %+v, %v", f, ok)
	}
	if !errors.Is(err, errShort) {
		t.Error("the filled fault is no longer the declared one")
	}
	if errShort.Message() != "还差%s元" {
		t.Error("filling changed the declared fault")
	}
}

func TestACodeHasOneMeaning(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a code was declared twice")
		}
	}()
	_ = New(Invalid, "test.short", "别的意思")
}

func TestCatalogueIsOrderedByCode(t *testing.T) {
	all := Catalogue()
	for i := 1; i < len(all); i++ {
		if all[i-1].Code >= all[i].Code {
			t.Fatalf("%s before %s", all[i-1].Code, all[i].Code)
		}
	}
}
